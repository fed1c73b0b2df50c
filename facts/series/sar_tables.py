"""The tables of sar: a time in front of every line, a header above each stretch, averages at the end.

Linux (sysstat; 12 or 24 hours, restarts, comments) and Solaris (devices of one time below each other, only the first one
with the time).
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence

from facts.patterns import lazy
from facts.records import field, record
from facts.series.cells import cells
from facts.series.timeline import Stamp, date_of, stamp_of

BANNER = lazy(
    r"\s*(?:Linux (?P<kernel>\d\S*) \((?P<host>[^)]*)\)\s.*?(?:\s_(?P<arch>\w+)_)?(?:\s+\((?P<cpus>\d+) CPU\))?\s*$"
    r"|SunOS (?P<host2>\S+) (?P<release>\S+) (?:.{0,80}\s)?(?P<machine>\S+)\s+\d\d/\d\d/\d{2,4}\s*$)"
)
_TIME = lazy(r"\s*(\d\d?:\d\d:\d\d(?:\s+[AP]M)?)(?=\s|$)")
_AVERAGE = lazy(r"\s*(?:Average|Durchschn\.|Summary|Moyenne|Media|Média|Gemiddelde?|Medel|Średnia|Среднее)(?!\w)")
_EVENT = lazy(r"\s*(?:LINUX RESTART|COM\s|unix restarts)")
_KEYS = frozenset("CPU DEV device IFACE INTR TTY FAN TEMP IN BUS".split())
DISK = frozenset(("await", "avserv", "avwait", "svctm"))
"""Columns that only a table of disks has."""

_HALF_A_DAY = 43200.0
_DAY = 86400.0
_KNOWN = (
    {"CPU", "%usr", "%idle"}, {"CPU", "%user", "%idle"}, {"%usr", "%wio", "%idle"}, {"DEV", "tps"},
    {"device", "%busy", "avque"}, {"kbmemfree"}, {"freemem", "freeswap"}, {"pgpgin/s"}, {"pswpin/s"}, {"tps", "bread/s"},
    {"bread/s", "%rcache"}, {"runq-sz"}, {"proc/s"}, {"IFACE", "rxpck/s"}, {"pgscan/s"}, {"swpin/s", "pswch/s"},
    {"kbswpfree", "%swpused"}, {"frmpg/s"}, {"%smem-10"}, {"%sio-10"}, {"kbhugfree"}, {"pgin/s", "vflt/s"}, {"atch/s", "vflt/s"},
)  # fmt: skip


@record
class Part:
    """The lines of one table about one thing; `flat` holds their values one after the other."""

    seconds: array[float] = field(default_factory=lambda: array("d"))
    lines: array[int] = field(default_factory=lambda: array("L"))
    flat: array[float] = field(default_factory=lambda: array("d"))


@record
class Tables:
    """All that a sar output holds.

    Attributes:
        end: index behind its last line.
        parts: by the header's columns without the key, and the key: a device, ``all`` of the processors, or "".
        dated: whether the seconds are those since 1970; else they are those of the first day.
        refusals: index and reason of each line that could not be read.
    """

    end: int = 0
    parts: dict[tuple[tuple[str, ...], str], Part] = field(default_factory=dict)
    dated: bool = False
    refusals: list[tuple[int, str]] = field(default_factory=list)

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


class _Walker:
    def __init__(self, lines: Sequence[str], first: int) -> None:
        self.lines, self.first = lines, first
        self.tables = Tables()
        self.names: tuple[str, ...] = ()
        self.keyed = False
        self.seconds = 0.0
        self.date: tuple[int, int, int] | None = None
        self.latest: dict[tuple[str, ...], float] = {}

    def run(self, start: int) -> Tables:
        for index in range(start, len(self.lines)):
            line = self.lines[index]
            if line.strip() and not self._line(index, line):
                break
        return self.tables

    def _line(self, index: int, line: str) -> bool:
        match = _TIME.match(line)
        if match is None:
            return self._other(index, line)
        rest = line[match.end() :]
        self.tables.end = index + 1
        if _EVENT.match(rest):
            return True
        fields = rest.split()
        stamp = stamp_of(match[1], self.date)
        if not fields or stamp is None:
            return False
        if cells(fields[1:2] or fields) is None and cells(fields[-1:]) is None:
            self.keyed = fields[0] in _KEYS
            self.names = tuple(fields[1:]) if self.keyed else tuple(fields)
            return True
        self.seconds = self._ascending(stamp)
        return self._row(index, fields)

    def _other(self, index: int, line: str) -> bool:
        """A line without a time."""
        if _AVERAGE.match(line):
            self.tables.end = index + 1
            self.names = ()
            return True
        if BANNER.match(line):
            self.date = date_of(line)
            self.tables.dated = self.date is not None
            self.tables.end = index + 1
            return True
        fields = line.split()
        if not self.names and line[:1].isspace() and cells(fields[-1:]) is not None:
            self.tables.end = index + 1  # Solaris: averages of further devices
            return True
        below = self.keyed and self.names and line[:1].isspace() and len(fields) == len(self.names) + 1
        return bool(below) and self._row(index, fields)

    def _ascending(self, stamp: Stamp) -> float:
        """The moment, past midnight where the table's times begin again."""
        seconds = stamp.seconds
        latest = self.latest.get(self.names)
        while latest is not None and seconds < latest - _HALF_A_DAY:
            seconds += _DAY
        self.latest[self.names] = seconds
        return seconds

    def _row(self, index: int, fields: list[str]) -> bool:
        self.tables.end = index + 1
        if not self.names:
            return True
        key, numbers = (fields[0], fields[1:]) if self.keyed else ("", fields)
        if len(numbers) != len(self.names):
            if not ("%idle" in self.names or DISK & set(self.names)):
                return True  # of tables that are only drawn, some have words with blanks in their lines
            self.tables.refusals.append((index, f"{len(numbers)} columns where the header has {len(self.names)}"))
            return True
        values = cells(numbers)
        if values is None:  # tables of fans and buses have words in their lines
            return True
        part = self.tables.parts.setdefault((self.names, key), Part())
        if part.seconds and part.seconds[-1] >= self.seconds:
            return True
        part.seconds.append(self.seconds)
        part.lines.append(self.first + index)
        part.flat.extend(values)
        return True


def walk_sar(lines: Sequence[str], start: int, first: int = 1) -> Tables:
    """Read the tables from ``lines[start]`` on until the output ends.

    Args:
        lines: the text.
        start: index of the banner or the first header.
        first: the file's number of ``lines[0]``.
    """
    return _Walker(lines, first).run(start)
