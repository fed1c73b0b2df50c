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

from collections.abc import Sequence
from datetime import UTC, datetime
from functools import lru_cache

from facts.patterns import lazy
from facts.readers.log_lines import LogLine, parse
from facts.readers.log_stretch import plain_of
from facts.reading import Output
from facts.stamps import within_year

_YEAR_SAID = lazy(
    r"audit\((?P<epoch>\d{10})\.|setting system clock to (?P<year>\d{4})-"
    r"|EVENT-TIME: \S+ \S+ +\d+ [\d:]+ \S+ (?P<event>\d{4})"
)


_YEAR_MARKS = ("audit(", "setting system clock to ", "EVENT-TIME: ")
"""One of them stands in whatever tells a year."""
_DAY = 86_400.0


def times(lines: Sequence[LogLine], until: float | None = None, boot: float | None = None) -> list[float | None]:
    """When each line was written, seconds since 1970 by the host's own clock.

    BSD syslog prints no year. It is taken from a line that says it in another way (an audit record, the clock that was
    set at boot, a fault report), else from `until`, which no line is later than; without that the time stays unknown. The
    ring buffer prints seconds since the start of the system, which was at `boot`.
    """
    if boot is not None and all(line.uptime >= 0 for line in lines):
        return [boot + line.uptime for line in lines]
    anchor = _told_year(lines)
    if anchor is None and until is not None:
        anchor = _year_before(lines, until)
    if anchor is None:
        return [None] * len(lines)
    years = _years(lines, *anchor)
    return [_time(line, year) for line, year in zip(lines, years, strict=True)]


def _told_year(lines: Sequence[LogLine]) -> tuple[int, int] | None:
    anchor = next(((n, line.year) for n, line in enumerate(lines) if line.year and line.month), None)
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


def undated(output: Output) -> bool:
    """Whether a log prints day and month, or seconds since the start, and nothing in it tells the year."""
    if _is_plain(output.lines):
        return True
    lines = [line for line in map(parse, output.lines) if line is not None]
    if lines and all(line.uptime >= 0 for line in lines):
        return True
    return any(line.month for line in lines) and _told_year(lines) is None


def _is_plain(lines: Sequence[str]) -> bool:
    """Whether a log is all of one host's syslog without a year, told without taking its lines apart."""
    first = parse(lines[0]) if lines else None
    plain = plain_of(first.host) if first is not None else None
    if plain is None or not all(map(plain, lines)):
        return False
    return not any(mark in line for mark in _YEAR_MARKS for line in lines)


def within_years(lines: Sequence[LogLine]) -> list[float | None]:
    """When each line was written, counted from the beginning of a year, for logs that print no year."""
    return [within_year(line.month, line.day, line.clock) if line.month else None for line in lines]


def _said_year(lines: Sequence[LogLine]) -> tuple[int, int] | None:
    for n, line in enumerate(lines):
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
    return [line.index for line in lines if line.month and line.year and _time(line, line.year) is None]


def host_of(lines: Sequence[LogLine]) -> str | None:
    """The host that most lines name; None where none does."""
    counts: dict[str, int] = {}
    for line in lines:
        if line.host and line.host not in ("localhost", "last", "kernel"):
            counts[line.host] = counts.get(line.host, 0) + 1
    return max(counts, key=lambda host: counts[host]) if counts else None
