"""Most lines of a log tell nothing to any reader, and thousands of them differ in their numbers only.

Not a reader itself: the readers of kernel and cluster logs share it. Each line is reduced to its shape (`facts.numberless`); a
shape of which none of the patterns that a log is read with can be found in any of its lines is *dull*, and its lines are not
taken apart one by one. What is asked of them all the same - how many the kernel wrote, when they were written - is told from
their shapes, or by taking the few apart that decide it.

>>> say = Tells(needles=lazy("3w-"), starts=(lazy("3w-x: [34]"),))
>>> [say.may(message) for message in ("0w-x: 0", "0w-x: a", "x")]
[True, False, False]
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import date
from functools import cache, cached_property, lru_cache
from itertools import compress
from operator import itemgetter
from typing import overload
from weakref import ref

from facts.long_text import LongLines
from facts.numberless import shape
from facts.patterns import lazy, numberless_of
from facts.readers.log_lines import DAEMONS, FIELDS, KERNEL_PROGRAMS, LogLine, orchestrates, parse
from facts.readers.log_stretch import indexed, log_lines
from facts.stamps import MONTHS
from facts.text import Lines

LEAST_LINES = 500
"""A shorter log is read in no time."""
_PROBED = 20
_BLOCK = 8_192
_AT_HOST = len("Jan 14 10:02:03")
_MOST_SHAPES = 5_000
_HOST = "\x01"
"""Stands for the host while digits are taken away: those of its name count. No clean text holds it."""
_KERNEL = 16
_DAEMON = 32
"""Added to the month where a daemon wrote it whose log is read as the kernel's."""
_DATED = 13
"""Instead of the month, where the line has a date with its year."""
# Pacemaker's own log names the function in place of a colon behind who said it
_SAID = (
    r" \x01 (?:(?P<program>[A-Za-z][\w.-]*)(?:\[0{1,9}\])?: (?!\[)(?P<rest> *\S.*)"
    r"|(?P<daemon>pacemaker[\w-]*)(?:\[0{1,9}\])? +(?P<call>(?:\[0{1,9}\] )?\([A-Za-z]\w*\).*))\Z"
)
_DULL = lazy(
    rf"(?P<month>Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) [ 0]0 00:00:00{_SAID}",
    re.ASCII,
)
_DULL_ISO = lazy(rf"(?P<month>)0000-00-00T00:00:00(?:\.0{{1,9}})?(?:Z|[+-]00:?00){_SAID}", re.ASCII)
PLAIN_HOST = lazy(r"[A-Za-z][\w-]*\Z", re.ASCII)
_MINUTE = itemgetter(slice(12))
_KERNEL_SHAPES = frozenset(shape(name) for name in KERNEL_PROGRAMS if shape(name) != name)


_numberless = cache(numberless_of)


@lru_cache(maxsize=1 << 13)
def _is_in(pattern: re.Pattern[str], message: str) -> bool:
    """Whether a pattern is found in the shape of a message; several consumers ask, and messages come again."""
    return pattern.search(message) is not None


def may_hold(pattern: re.Pattern[str], message: str) -> bool:
    """Whether a pattern may be found in a message, by its shape: of most messages the like was seen before.

    >>> pattern = lazy("sct 0x1")
    >>> [may_hold(pattern, message) for message in ("sct 0x1", "sct 0x2", "sat 0x1")]
    [True, True, False]
    """
    found = _numberless((pattern,))
    return found is None or _is_in(found, shape(message))


class Tells:
    """What a consumer of messages looks for: it is told something only by what one of its patterns matches.

    Patterns that `starts` holds are matched at the beginning of a message, those of `within` are searched in it; where
    there are `needles`, no message without one of them is looked at, and where there are `programs`, none of another. Whatever
    the consumer's patterns are, they must be here.
    """

    def __init__(
        self,
        *,
        starts: Iterable[re.Pattern[str]] = (),
        within: Iterable[re.Pattern[str]] = (),
        needles: re.Pattern[str] | None = None,
        programs: Iterable[str] | None = None,
    ) -> None:
        self._programs = frozenset(map(shape, programs)) if programs is not None else None
        self.patterns = (tuple(starts), tuple(within), (needles,) if needles is not None else ())
        self._starts, self._within = map(numberless_of, self.patterns[:2])
        self._needles = _numberless(self.patterns[2])

    def may(self, message: str, program: str = "") -> bool:
        """Whether a message of this shape, of a program whose name has this shape, can tell it something."""
        if self._programs is not None and program not in self._programs:
            return False
        if self._needles is not None and not _is_in(self._needles, message):
            return False
        return bool(
            (self._starts is not None and self._starts.match(message))
            or (self._within is not None and self._within.search(message))
        )


class _Kinds(dict[str, int]):
    """The kinds of lines by their shapes: 0 for one that has to be taken apart, else its month, and more by who wrote it."""

    def __init__(self, host: str, tells: Sequence[Tells], dull: re.Pattern[str]) -> None:
        super().__init__()
        self._host, self._tells, self._dull = shape(host), tells, dull

    def __missing__(self, line: str) -> int:
        kind = self._kind(line)
        if len(self) < _MOST_SHAPES:
            self[line] = kind
        return kind

    def _kind(self, line: str) -> int:
        match = self._dull.match(line)
        if match is None or " repeated " in line:
            return 0
        program = match["program"] or match["daemon"]
        message = (match["rest"] or match["call"]).replace(_HOST, self._host)
        if not orchestrates(program) and (
            program in FIELDS or program in _KERNEL_SHAPES or any(tells.may(message, program) for tells in self._tells)
        ):
            return 0
        month = MONTHS[match["month"].lower()] if match["month"] else _DATED
        return month + _KERNEL * (program in KERNEL_PROGRAMS) + _DAEMON * (program in DAEMONS)


_kinds = lru_cache(maxsize=2)(_Kinds)
"""A report holds the same log several times: as a file, as the journal since the start, with explanations."""
_remembered: dict[tuple[object, ...], tuple[object, bytes]] = {}
_MOST_REMEMBERED = 64


def kinds_of(lines: Sequence[str], host: str, tells: tuple[Tells, ...], start: int = 0) -> bytes | None:
    """The kind of each line, 0 for those that have to be taken apart; None where that would not pay.

    Args:
        lines: of a text in which a log of syslog stands, of the old form or with ISO's dates.
        host: whose log that is; lines of other hosts have to be taken apart.
        tells: what is looked for in it.
        start: where the log begins.
    """
    far = start + LEAST_LINES - 1
    if len(lines) <= far or isinstance(lines, LongLines) or not PLAIN_HOST.match(host):
        return None
    dull = _DULL if lines[start][:3].isalpha() else _DULL_ISO

    def is_of_host(line: str) -> bool:
        return line.startswith(f" {host} ", _AT_HOST if dull is _DULL else line.find(" "))

    # between two messages may stand what the journal explains
    if not (is_of_host(lines[start]) and any(map(is_of_host, lines[far : far + _PROBED]))):
        return None
    # It is asked for three times: where the log ends, whether it tells the year, and what it says.
    mark = ref(lines) if isinstance(lines, Lines) else None
    key = (host, tells, dull is _DULL, len(lines), hash(tuple(lines)) if mark is None else id(lines))
    known, found = _remembered.get(key, (None, b""))
    if not found or known != mark:
        while len(_remembered) >= _MOST_REMEMBERED:
            del _remembered[next(iter(_remembered))]
        found = _kinds_of(lines, _kinds(host, tells, dull), host)
        _remembered[key] = (mark, found)
    return found


def _kinds_of(lines: Sequence[str], kinds: _Kinds, host: str) -> bytes:
    held, here = f" {host} ", f" {_HOST} "
    found = []
    for start in range(0, len(lines), _BLOCK):
        block = lines[start : start + _BLOCK]
        text = "\n".join(block)
        shapes = shape(text.replace(held, here)).split("\n")
        if _HOST in text or len(shapes) != len(block):
            found.append(bytes(len(block)))  # no clean text
        else:
            found.append(bytes(map(kinds.__getitem__, shapes)))
    return b"".join(found)


class Log(Sequence[LogLine]):
    """The lines of a log of which most are dull; those are taken apart when they are asked for.

    Attributes:
        told: the others, and those right above them, by their places.
        where: the line in the output, for each place.
        by_kernel: how many of those that are not in `told` the kernel wrote.
        host: who wrote those that are not in `told`, and where they begin.
        dated: whether each has a date with its year.
    """

    def __init__(
        self, lines: Sequence[str], kinds: bytes, host: str, found: Sequence[LogLine], asked: Sequence[int]
    ) -> None:
        """Hold the lines; `found` is what was found in the lines `asked`."""
        self._lines = lines
        self._by_index = {line.index: line for line in found}
        left = [index for index in asked if index not in self._by_index]
        self.where: Sequence[int] = range(len(lines))
        if left:
            out = frozenset(left)
            self.where = [index for index in range(len(lines)) if index not in out]
        self.told = [(line.index - bisect_right(left, line.index), line) for line in found]
        rest = bytearray(kinds)
        for index in asked:
            rest[index] = 0
        self._rest = bytes(rest)
        self.by_kernel = sum(self._rest.count(_KERNEL + month) for month in range(1, _DATED + 1))
        self.dated = bool(self._rest.translate(None, _UNDATED))
        self.dull = len(lines) - self._rest.count(0)
        first = next((n for n, kind in enumerate(self._rest) if kind), 0)
        self.host = (host, first - bisect_right(left, first))

    def __len__(self) -> int:
        return len(self.where)

    @overload
    def __getitem__(self, at: int) -> LogLine: ...
    @overload
    def __getitem__(self, at: slice) -> list[LogLine]: ...
    def __getitem__(self, at: int | slice) -> LogLine | list[LogLine]:
        if isinstance(at, slice):
            return [self[n] for n in range(*at.indices(len(self)))]
        index = self.where[at]
        known = self._by_index.get(index)
        if known is not None:
            return known
        line = parse(self._lines[index])
        assert line is not None  # it is dull
        return indexed(line, index)

    def has_good_dates(self) -> bool:
        """Whether there is each date that the dull lines carry."""
        days = {line[:10] for line in compress(self._lines, self._rest)}
        return all(_is_date(day) for day in days)

    @cached_property
    def new_years(self) -> list[int]:
        """The places of the first lines of January that follow on one of December."""
        months = bytearray(map(_MONTH_OF.__getitem__, self._rest))
        for line in self._by_index.values():
            months[line.index] = line.month
        turns = [turn.end() for turn in re.finditer(rb"\x0c\0*(?=\x01)", months)]
        return turns if isinstance(self.where, range) else [bisect_left(self.where, index) for index in turns]

    def minutes(
        self, start: int, end: int, minute: Callable[[str], str] = _MINUTE
    ) -> Iterator[tuple[frozenset[str], Callable[[], Iterator[str]]]]:
        """The minutes in which the dull lines of these places were written, as `minute` cuts them out, and the lines, block by block."""
        for begin in range(start, end, _BLOCK):
            low, high = self.where[begin], self.where[min(begin + _BLOCK, end) - 1] + 1
            lines, rest = self._lines[low:high], self._rest[low:high]

            def dull(lines: Sequence[str] = lines, rest: bytes = rest) -> Iterator[str]:
                return compress(lines, rest)

            yield frozenset(map(minute, dull())), dull


def _is_date(day: str) -> bool:
    try:
        date.fromisoformat(day)
    except ValueError:
        return False
    return True


def concern(lines: Sequence[str], kinds: bytes | None) -> bool:
    """Whether the kernel, or a daemon whose log is read as the kernel's, wrote any of these lines.

    Args:
        lines: of a log.
        kinds: of the same lines, or None (`kinds_of`).
    """
    if kinds is not None:
        if kinds.translate(None, _OF_OTHERS):
            return True
        lines = [lines[index] for index, kind in enumerate(kinds) if not kind]
    return any(line.kernel or line.program in DAEMONS for line in map(parse, lines) if line is not None)


_OF_OTHERS = bytes(range(_KERNEL))
_MONTH_OF = bytes(kind & (_KERNEL - 1) for kind in range(256))
_UNDATED = bytes(kind for kind in range(256) if kind & (_KERNEL - 1) != _DATED)


def _apart(lines: Sequence[str], kinds: bytes) -> int:
    """How many lines have to be taken apart; what the journal explains takes no time."""
    return sum(1 for line, kind in zip(lines, kinds, strict=True) if not kind and not line.startswith(("--", "░░")))


def quick_log(lines: Sequence[str], tells: tuple[Tells, ...]) -> Log | None:
    """The lines of one log; None where they are better all taken apart."""
    begin = int(lines[0].startswith("-- ")) if lines else 0  # the heading of journalctl
    first = parse(lines[begin]) if len(lines) > begin else None
    kinds = kinds_of(lines, first.host, tells, begin) if first is not None else None
    if first is None or kinds is None or _apart(lines, kinds) * 4 > len(kinds):
        return None
    asked: list[int] = []
    for mark in re.finditer(rb"\0+", kinds):
        # What stands right above may go on in it.
        asked += range(max(0, mark.start() - 1), mark.end())
    log = Log(lines, kinds, first.host, log_lines(lines, asked), asked)
    if log.dated and not (all(line.year and line.month for _, line in log.told) and log.has_good_dates()):
        return None
    return log


def told(lines: Sequence[LogLine]) -> Iterable[tuple[int, LogLine]]:
    """The lines of a log that may say anything, and their places."""
    return lines.told if isinstance(lines, Log) else enumerate(lines)
