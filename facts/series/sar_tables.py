"""The tables of sar: a time in front of every line, a header above each stretch, averages at the end.

Linux (sysstat; 12 or 24 hours, restarts, comments) and Solaris (devices of one time below each other, only the first one
with the time).
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from math import ceil
from typing import TYPE_CHECKING, Any, NamedTuple

from facts.patterns import lazy
from facts.reading import First
from facts.series.cells import cells, first_wrong
from facts.series.timeline import date_of, stamp_of
from facts.series.vector import Array, Vector

if TYPE_CHECKING:
    from facts.scratch import Scratch

BANNER = lazy(
    r"\s*(?:Linux (?P<kernel>\d\S*) \((?P<host>[^)]*)\)\s(?:.*?(?:(?<!\s)|(?=\s_)))??(?:\s_(?P<arch>\w+)_)?(?:\s+\((?P<cpus>\d+) CPU\))?\s*$"
    r"|AIX (?P<host3>\S+) \d+ \d+ [0-9A-F]{12}\s+\d\d/\d\d/\d{2,4}\s*$"
    r"|SunOS (?P<host2>\S+) (?P<release>\S+) (?:.{0,80}\s)?(?P<machine>\S+)\s+\d\d/\d\d/\d{2,4}\s*$)"
)
_TIME = lazy(r"\s*(\d\d?:\d\d:\d\d(?:\s+[AP]M)?)(?=\s|$)")
AVERAGE = lazy(r"\s*(?:Average|Durchschn\.|Summary|Moyenne|Media|Média|Gemiddelde?|Medel|Średnia|Среднее)(?!\w)")
SETUP = lazy(r"\s*System [Cc]onfiguration: (?=.*\blcpu=)")  # AIX, below its banner
EVENT = lazy(r"\s*(?:LINUX RESTART|COM\s|unix restarts)")
HEADING = lazy(r"\s*\d\d?:\d\d:\d\d(?:\s+[AP]M)?\s+(?=\S*[A-Za-z%])(?=.*[A-Za-z%]\S*\s*$)(?!.*\s-?\d[\d.]*\s)")
_KEYS = frozenset("CPU cpu DEV device IFACE INTR TTY FAN TEMP IN BUS".split())
DISK = frozenset(("await", "avserv", "avwait", "svctm"))
"""Columns that only a table of disks has."""

HALF_A_DAY = 43200.0
_DAY = 86400.0
_KNOWN = (
    {"CPU", "%usr", "%idle"}, {"CPU", "%user", "%idle"}, {"%usr", "%wio", "%idle"}, {"DEV", "tps"},
    {"device", "%busy", "avque"}, {"kbmemfree"}, {"freemem", "freeswap"}, {"pgpgin/s"}, {"pswpin/s"}, {"tps", "bread/s"},
    {"bread/s", "%rcache"}, {"runq-sz"}, {"proc/s"}, {"IFACE", "rxpck/s"}, {"IFACE", "rxerr/s"}, {"pgscan/s"}, {"swpin/s", "pswch/s"},
    {"kbswpfree", "%swpused"}, {"frmpg/s"}, {"%smem-10"}, {"%sio-10"}, {"kbhugfree"}, {"pgin/s", "vflt/s"}, {"atch/s", "vflt/s"},
)  # fmt: skip


_MOST_HELD = 1 << 19
"""Numbers of all tables of a long text that are held in memory."""

Names = tuple[str, ...]
Keep = Callable[[Names, str], bool]
"""Whether the lines of a table are wanted, by its columns and its key; they are walked all the same."""


class Rows(NamedTuple):
    """Lines of one table about one thing: their moments, their numbers in the file, and the columns of their values."""

    seconds: Array
    lines: Array
    columns: Any


@dataclass(slots=True)
class Part:
    """The lines of one table about one thing; `flat` holds their values one after the other.

    Of a long text, `spilled` says where most are in the scratch file, and how many: seconds, lines, values.
    """

    seconds: array[float] = field(default_factory=lambda: array("d"))
    lines: array[int] = field(default_factory=lambda: array("l"))
    flat: array[float] = field(default_factory=lambda: array("d"))
    last: float = float("-inf")
    span: tuple[int, int] = (0, 0)
    spilled: list[tuple[int, int]] = field(default_factory=list)

    @property
    def count(self) -> int:
        """How many lines there are."""
        return len(self.seconds) + sum(count for _, count in self.spilled)

    def rows(self, width: int) -> Rows:
        """All lines of a short text, of so many columns."""
        columns = [Vector(self.flat[at::width].tolist()) for at in range(width)]
        return Rows(Vector(self.seconds.tolist()), Vector(self.lines.tolist()), columns)

    def takes(self, first: int, line: int, second: float) -> None:
        """Lines were added from one to another, the last at a moment."""
        self.span = (self.span[0] or first, line)
        self.last = second


@dataclass(slots=True)
class Tables:
    """All that a sar output holds.

    Attributes:
        end: index behind its last line.
        parts: by the header's columns without the key, and the key: a device, ``all`` of the processors, or "".
        dated: whether the seconds are those since 1970; else they are those of the first day.
        found: whether there was any line of values, wanted or not.
        scratch: of a long text: where most of the values are.
        refusals: index and reason of each line that could not be read.
    """

    end: int = 0
    parts: dict[tuple[Names, str], Part] = field(default_factory=dict)
    dated: bool = False
    found: bool = False
    scratch: Scratch | None = None
    refusals: First = field(default_factory=First)

    @property
    def moments(self) -> list[float]:
        """When samples were taken, ascending, over all tables."""
        return sorted({at for part in self.parts.values() for at in part.seconds})


def known_header(line: str) -> bool:
    """Whether a line is the header of a table of sar, and not of ``mpstat`` or ``pidstat``, which look alike."""
    match = _TIME.match(line)
    if match is None:
        return False
    names = line[match.end() :].split()
    told = set(names)
    if "PID" in told or ("CPU" in told and "intr/s" in told):
        return False
    if "%irq" in told and "%steal" in told and names.index("%irq") < names.index("%steal"):
        return False
    return any(told >= known for known in _KNOWN)


def header_of(fields: Sequence[str]) -> tuple[Names, bool] | None:
    """The columns of a header, by what stands behind its time, and whether lines have a key; None for other lines."""
    if not _is_word((fields[1:2] or fields)[0]) or cells(fields[-1:]) is not None:
        return None
    if fields[0] not in _KEYS and fields[-1] in _KEYS:
        return tuple(fields[:-1]), True  # as --pretty prints it
    keyed = fields[0] in _KEYS
    return (tuple(fields[1:]) if keyed else tuple(fields)), keyed


_HUMAN = lazy(r"(?P<number>\d+[.,]\d+|\d+)(?P<unit>[kMGTPE%])\Z")
_KILO = {"%": 1.0, "k": 1.0, "M": 1024.0, "G": 1024.0**2, "T": 1024.0**3, "P": 1024.0**4, "E": 1024.0**5}


def _human(fields: Sequence[str]) -> list[float] | None:
    """The fields as ``sar -h`` prints them, in kilobytes and percent.

    >>> _human(["12.10", "9.1M", "2.1%"]), _human(["sda"])
    ([12.1, 9318.4, 2.1], None)
    """
    plain = [
        f"{float(match['number'].replace(',', '.')) * _KILO[match['unit']]}"
        if (match := _HUMAN.match(field))
        else field
        for field in fields
    ]
    return cells(plain)


def _is_word(field: str) -> bool:
    """Whether a field is a name: no number, with or without a unit."""
    return cells((field,)) is None and not _HUMAN.match(field)


def is_event(rest: str) -> bool:
    """Whether a restart or a comment stands behind a time."""
    return EVENT.match(rest) is not None


def may_be_key(text: str) -> bool:
    """Whether the first word of a line cannot be taken for anything but the name of a device or a processor."""
    return ":" not in text and text != "COM" and not AVERAGE.match(text)


class Walker:
    """Goes through the lines of an output."""

    def __init__(self, lines: Sequence[str], first: int, keep: Keep | None) -> None:
        self.lines, self.first, self.keep = lines, first, keep
        self.tables = Tables()
        self.names: Names = ()
        self.keyed = False
        self.seconds = 0.0
        self.date: tuple[int, int, int] | None = None
        self.latest: dict[Names, float] = {}
        self.dropped: set[tuple[Names, str]] = set()
        self.held = 0
        self.take: Callable[[int], int] | None = None
        """Takes lines in bulk from one on: how many, 0 where they are to be read one by one."""

    def run(self, start: int) -> Tables:
        """Read from a line on."""
        index, count, take = start, len(self.lines), self.take
        while index < count:
            if take is not None and (taken := take(index)):
                index += taken
                continue
            line = self.lines[index]
            if line.strip() and not self._line(index, line):
                break
            index += 1
        return self.tables

    def _line(self, index: int, line: str) -> bool:
        match = _TIME.match(line)
        if match is None:
            return self._other(index, line)
        rest = line[match.end() :]
        self.tables.end = index + 1
        if EVENT.match(rest):
            return True
        fields = rest.split()
        stamp = stamp_of(match[1], self.date)
        if not fields or stamp is None:
            return False
        header = header_of(fields)
        if header is not None:
            self.names, self.keyed = header
            return True
        self.latest[self.names] = self.seconds = self.ascending(stamp.seconds, self.names)
        return self._row(index, fields)

    def _other(self, index: int, line: str) -> bool:
        """A line without a time."""
        if AVERAGE.match(line):
            self.tables.end = index + 1
            self.names = ()
            return True
        if BANNER.match(line):
            self.date = date_of(line)
            self.tables.dated = self.date is not None
            self.tables.end = index + 1
            return True
        if SETUP.match(line):
            self.tables.end = index + 1
            return True
        fields = line.split()
        if not self.names and line[:1].isspace() and cells(fields[-1:]) is not None:
            self.tables.end = index + 1  # Solaris: averages of further devices
            return True
        below = self.keyed and self.names and line[:1].isspace() and len(fields) == len(self.names) + 1
        return bool(below) and self._row(index, fields)

    def ascending(self, seconds: float, names: Names) -> float:
        """The moment, past midnight where the table's times begin again."""
        latest = self.latest.get(names)
        if latest is not None and seconds < latest - HALF_A_DAY:
            seconds += _DAY * ceil((latest - HALF_A_DAY - seconds) / _DAY)
        return seconds

    def _row(self, index: int, fields: list[str]) -> bool:
        self.tables.end = index + 1
        if not self.names:
            return True
        if self.keyed and cells(fields[:1]) is not None and _is_word(fields[-1]):
            fields = [fields[-1], *fields[:-1]]  # as --pretty prints it
        marked = next((at for at, field in enumerate(fields) if at and field[0] in "<←"), len(fields))
        fields = fields[:marked]  # somebody pointed at the line: `<-- here`
        key, numbers = (fields[0], fields[1:]) if self.keyed else ("", fields)
        if len(numbers) != len(self.names):
            if not ("%idle" in self.names or DISK & set(self.names)):
                return True  # of tables that are only drawn, some have words with blanks in their lines
            self.tables.refusals.append((index, f"{len(numbers)} columns where the header has {len(self.names)}"))
            return True
        values = cells(numbers) or _human(numbers)
        if values is None:  # tables of fans and buses have words in their lines
            if "%idle" in self.names or DISK & set(self.names):
                self.tables.refusals.append((index, first_wrong(numbers, self.names)))
            return True
        part = self.part(self.names, key)
        if part is None or part.last >= self.seconds:
            return True
        part.takes(self.first + index, self.first + index, self.seconds)
        part.seconds.append(self.seconds)
        part.lines.append(self.first + index)
        part.flat.extend(values)
        self.holds(2 + len(values))
        return True

    def part(self, names: Names, key: str) -> Part | None:
        """Where the lines of a table about one thing are kept; None where nobody wants them."""
        tables, place = self.tables, (names, key)
        part = tables.parts.get(place)
        if part is None and place not in self.dropped:
            tables.found = True
            if self.keep is not None and not self.keep(names, key):
                self.dropped.add(place)
            else:
                part = tables.parts[place] = Part()
        return part

    def holds(self, numbers: int) -> None:
        """So many numbers more are held; of a long text, they are moved to the scratch file when they are too many."""
        scratch = self.tables.scratch
        self.held += numbers
        if scratch is None or self.held < _MOST_HELD:
            return
        self.held = 0
        for part in self.tables.parts.values():
            if part.seconds:
                place = scratch.append(part.seconds.tobytes() + part.lines.tobytes() + part.flat.tobytes())
                part.spilled.append((place, len(part.seconds)))
                for held in (part.seconds, part.lines, part.flat):
                    del held[:]
