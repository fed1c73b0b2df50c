"""When the lines of a log were written, and by which host.

Not a reader itself: the readers of kernel and cluster logs share it.

>>> from facts.readers.log_stretch import log_lines
>>> times(log_lines(["2008-08-24T02:10:11+02:00 db1 kernel: eth0: link down"]))
[1219543811.0]
>>> times(log_lines(["Aug 24 02:10:11 db1 kernel: eth0: link down"]))
[None]
>>> times(log_lines(["Aug 24 02:10:11 db1 kernel: eth0: link down"]), until=1230000000.0)
[1219543811.0]
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from datetime import UTC, datetime
from functools import lru_cache
from itertools import pairwise
from operator import itemgetter
from typing import overload

from facts.patterns import lazy
from facts.readers.log_lines import LogLine, parse
from facts.readers.log_shapes import Log, Tells, quick_log, told
from facts.reading import Output
from facts.stamps import MONTHS, within_year

_YEAR_SAID = lazy(
    r"audit\((?P<epoch>\d{10})\.|setting system clock to (?P<year>\d{4})-"
    r"|EVENT-TIME: \S+ \S+ +\d+ [\d:]+ \S+ (?P<event>\d{4})"
)


TELLS = (Tells(within=(_YEAR_SAID,), needles=lazy(r"audit\(|setting system clock|EVENT-TIME: ")),)
_DAY = 86_400.0


def times(lines: Sequence[LogLine], until: float | None = None, boot: float | None = None) -> Sequence[float | None]:
    """When each line was written, seconds since 1970 by the host's own clock.

    BSD syslog prints no year. It is taken from a line that says it in another way (an audit record, the clock that was
    set at boot, a fault report), else from `until`, which no line is later than; without that the time stays unknown. The
    ring buffer prints seconds since the start of the system, which was at `boot`.
    """
    if boot is not None and all(line.uptime >= 0 for line in lines):
        return [boot + line.uptime for line in lines]
    if isinstance(lines, Log) and lines.dated:
        return Dated(lines)
    anchor = _told_year(lines)
    if anchor is None and until is not None:
        anchor = _year_before(lines, until)
    if anchor is None:
        return [None] * len(lines)
    if isinstance(lines, Log) and not any(line.year for _, line in lines.told):
        return Times(lines, *anchor)
    years = _years(lines, *anchor)
    return [_time(line, year) for line, year in zip(lines, years, strict=True)]


def _told_year(lines: Sequence[LogLine]) -> tuple[int, int] | None:
    anchor = next(((n, line.year) for n, line in told(lines) if line.year and line.month), None)
    return _said_year(lines) if anchor is None else anchor


def _year_before(lines: Sequence[LogLine], until: float) -> tuple[int, int] | None:
    """The last dated line, and the latest year in which it does not lie behind `until` (a day for time zones)."""
    at = next((n for n in range(len(lines) - 1, -1, -1) if lines[n].month), None)
    if at is None:
        return None
    year = datetime.fromtimestamp(until, UTC).year
    for candidate in range(year + 1, year - 5, -1):  # a 29th of February may lie some years back
        time = _time(lines[at], candidate)
        if time is not None and time <= until + _DAY:
            return at, candidate
    return None


_JOURNAL = lazy(
    r"\s*-- (?:Logs begin|Journal begins) at .*(?:end at|ends at) \S+ (?P<date>\d{4}-\d\d-\d\d) (?P<clock>\d\d:\d\d:\d\d)\b"
)


def ends_at(output: Output) -> float | None:
    """What no line of a log is later than: known from other outputs, or from the first line that older journals print.

    >>> ends_at(Output(["-- Logs begin at Fri 2022-02-04 09:41:48 UTC, end at Thu 2022-02-10 09:51:37 UTC. --"]))
    1644486697.0
    """
    if output.until is not None:
        return output.until
    match = next(filter(None, map(_JOURNAL.match, output.lines[:2])), None)
    if match is None:
        return None
    try:
        return datetime.fromisoformat(f"{match['date']}T{match['clock']}+00:00").timestamp()
    except ValueError:
        return None


def undated(output: Output, tells: tuple[Tells, ...] = TELLS) -> bool:
    """Whether a log prints day and month, or seconds since the start, and nothing in it tells the year."""
    if ends_at(output) is not None:
        return False
    quick = quick_log(output.lines, tells)
    if quick is not None:
        return not quick.dated and any(line.month for line in quick) and _told_year(quick) is None
    lines = [line for line in map(parse, output.lines) if line is not None]
    if lines and all(line.uptime >= 0 for line in lines):
        return True
    return any(line.month for line in lines) and _told_year(lines) is None


def within_years(lines: Sequence[LogLine]) -> Sequence[float | None]:
    """When each line was written, counted from the beginning of a year, for logs that print no year."""
    if isinstance(lines, Log):
        return _WithinYears(lines)
    return [within_year(line.month, line.day, line.clock) if line.month else None for line in lines]


def _said_year(lines: Sequence[LogLine]) -> tuple[int, int] | None:
    for n, line in told(lines):
        if line.month and (match := _YEAR_SAID.search(line.message)):
            if match["epoch"]:
                when = datetime.fromtimestamp(int(match["epoch"]), UTC)
                if (when.month, line.month) in ((12, 1), (1, 12)):
                    continue
                return n, when.year
            return n, int(match["year"] or match["event"])
    return None


def _years(lines: Sequence[LogLine], at: int, year: int) -> list[int]:
    """The year of each line, counted from the line whose year is known; December to January is a new year."""
    years = [year] * len(lines)
    for step in (1, -1):
        current, month = year, lines[at].month
        index = at + step
        while 0 <= index < len(lines):
            line = lines[index]
            if line.year:
                current = line.year
            elif line.month and month:
                if step == 1 and month == 12 and line.month == 1:
                    current += 1
                elif step == -1 and month == 1 and line.month == 12:
                    current -= 1
            month = line.month or month
            years[index] = current
            index += step
    return years


def _time(line: LogLine, year: int) -> float | None:
    if not line.month:
        return None
    midnight = _midnight(year, line.month, line.day)
    return None if midnight is None else midnight + line.clock


@lru_cache(maxsize=4096)  # a log has thousands of lines a day
def _midnight(year: int, month: int, day: int) -> float | None:
    try:
        return datetime(year, month, day, tzinfo=UTC).timestamp()
    except ValueError:
        return None


def bad_dates(lines: Sequence[LogLine]) -> list[int]:
    """Where in the output a line carries a date that does not exist."""
    return [line.index for _, line in told(lines) if line.month and line.year and _time(line, line.year) is None]


def host_of(lines: Sequence[LogLine]) -> str | None:
    """The host that most lines name; None where none does."""
    counts: dict[str, int] = {}
    dull = lines.dull if isinstance(lines, Log) else 0
    for at, line in told(lines):
        if dull and isinstance(lines, Log) and at > lines.host[1]:
            _count(counts, lines.host[0], dull)  # of two that are as frequent the first one counts
            dull = 0
        _count(counts, line.host, 1)
    if dull and isinstance(lines, Log):
        _count(counts, lines.host[0], dull)
    return max(counts, key=lambda host: counts[host]) if counts else None


def _count(counts: dict[str, int], host: str, times: int) -> None:
    if host and host not in ("localhost", "last", "kernel"):
        counts[host] = counts.get(host, 0) + times


class _WithinYears(Sequence[float | None]):
    """When the lines of a log were written, told of those that are asked for."""

    def __init__(self, log: Log) -> None:
        self._log = log

    def __len__(self) -> int:
        return len(self._log)

    @overload
    def __getitem__(self, at: int) -> float | None: ...
    @overload
    def __getitem__(self, at: slice) -> list[float | None]: ...
    def __getitem__(self, at: int | slice) -> float | list[float | None] | None:
        if isinstance(at, slice):
            return [self.of(n) for n in range(*at.indices(len(self)))]
        return self.of(at)

    def of(self, at: int) -> float | None:
        line = self._log[at]
        return within_year(line.month, line.day, line.clock) if line.month else None


class Times(_WithinYears):
    """The same for lines without a year, since 1970."""

    def __init__(self, log: Log, at: int, year: int) -> None:
        """`year` is that of the line `at`."""
        super().__init__(log)
        self._first_year = year - bisect_right(log.new_years, at)

    def of(self, at: int) -> float | None:
        """When one line was written."""
        return _time(self._log[at], self._first_year + bisect_right(self._log.new_years, at))

    def span(self) -> tuple[float, float] | None:
        """The earliest and the latest of all."""
        known = [time for at, _ in self._log.told if (time := self.of(at)) is not None]
        turns = [0, *self._log.new_years, len(self)]
        for n, (start, end) in enumerate(pairwise(turns)):
            known += self._ends(start, end, self._first_year + n)
        return (min(known), max(known)) if known else None

    def _ends(self, start: int, end: int, year: int) -> list[float]:
        """Of the dull lines of one year: among them are the first and the last."""
        blocks = list(self._log.minutes(start, end))
        known = {
            minute: time
            for minute in set().union(*(b[0] for b in blocks))
            if (time := _minute(minute, year)) is not None
        }
        if not known:
            return []
        first, last = min(known.values()), max(known.values())
        # Seconds are written with two digits, and nobody says that those are fewer than sixty.
        outer = {minute for minute, time in known.items() if time <= first + 99 or time >= last - 99}
        seen = {
            line[:15]
            for minutes, lines in blocks
            if not outer.isdisjoint(minutes)
            for line in lines()
            if line[:12] in outer
        }
        return [known[stamp[:12]] + float(stamp[13:]) for stamp in seen]


_MINUTE = itemgetter(slice(len("2024-01-14T10:02")))


class Dated(_WithinYears):
    """The same for lines with a date and its year."""

    def of(self, at: int) -> float | None:
        """When one line was written."""
        line = self._log[at]
        return _time(line, line.year)

    def span(self) -> tuple[float, float] | None:
        """The earliest and the latest of all."""
        known = [time for at, _ in self._log.told if (time := self.of(at)) is not None]
        blocks = list(self._log.minutes(0, len(self), _MINUTE))
        minutes = {minute: _minute_of(minute) for minute in set().union(*(b[0] for b in blocks))}
        if minutes:
            first, last = min(minutes.values()), max(minutes.values())
            outer = {minute for minute, time in minutes.items() if time <= first + 99 or time >= last - 99}
            for found, lines in blocks:
                if not outer.isdisjoint(found):
                    known += [_clock_of(line) for line in lines() if _MINUTE(line) in outer]
        return (min(known), max(known)) if known else None


def _minute_of(text: str) -> float:
    midnight = _midnight(int(text[:4]), int(text[5:7]), int(text[8:10]))
    assert midnight is not None  # a log with a date that does not exist is not passed over
    return midnight + int(text[11:13]) * 3600 + int(text[14:16]) * 60


def _clock_of(text: str) -> float:
    line = parse(text)
    time = _time(line, line.year) if line is not None else None
    assert time is not None
    return time


def _minute(text: str, year: int) -> float | None:
    midnight = _midnight(year, MONTHS[text[:3].lower()], int(text[4:6]))
    return None if midnight is None else midnight + int(text[7:9]) * 3600 + int(text[10:12]) * 60


def span_of(when: Sequence[float | None]) -> tuple[float, float] | None:
    """The earliest and the latest of the times that are known."""
    if isinstance(when, Times | Dated):
        return when.span()
    known = [time for time in when if time is not None]
    return (min(known), max(known)) if known else None
