"""When the samples of an output were taken: by its timestamps, by the interval of its command, or in steps of 1 s."""

from __future__ import annotations

from calendar import timegm
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from facts.patterns import lazy
from facts.series.columns import NAN, Column
from facts.series.vector import Array, Vector
from facts.stamps import month_of

_TIME = lazy(r"(?<![\d:.])(?P<h>\d{1,2}):(?P<m>\d\d):(?P<s>\d\d)(?:[.,]\d+)?(?:\s*(?P<half>[AaPp]\.?[Mm])\b)?")
_ISO_DATE = lazy(r"(?<!\d)(\d{4})[-年](\d\d)[-月](\d\d)(?!\d)")
_NUMERIC_DATE = lazy(r"(?<![\d.])(?:(\d{1,2})/(\d{1,2})/(\d{4}|\d\d)|(\d\d)\.(\d\d)\.(\d{4}|\d\d))(?![\d.])")
_NAMED_DATE = lazy(r"\b(?:(?P<d1>\d{1,2})\.?\s+)?(?P<month>juil|juin|[^\W\d_]{3})[^\W\d_]*\.?(?:\s+(?P<d2>\d{1,2}))?\b")
_YEAR = lazy(r"\b((?:19|20)\d\d)\b")
_STAMP_WORDS = 8
_STAMP = lazy(r"\s*(?:\d{9,10}\s*$|(?:\S+\s+){0,5}\S{0,11}\d\d?:\d\d:\d\d\b)")
_EPOCH = lazy(r"\s*(\d{9,10})\s*\Z")
_HALF_A_DAY, _DAY = 43200.0, 86400.0


class Stamp(NamedTuple):
    """A point in time; without a date (`dated` false) it is the second of the day."""

    seconds: float
    dated: bool


class Clock(NamedTuple):
    """What the clock of a layout means: the seconds of each hour that it may show, None for a count since 1970."""

    hours: tuple[float, ...] | None
    dated: bool


def date_of(text: str) -> tuple[int, int, int] | None:
    """Year, month and day that a line names, or None. ``03/04/10`` is read as month/day, as in the C locale.

    >>> date_of("Linux 2.6.32 (db1) 27/07/10"), date_of("Wed Nov 28 04:03:36 CET 2012"), date_of("28.11.2012")
    ((2010, 7, 27), (2012, 11, 28), (2012, 11, 28))
    """
    if match := _ISO_DATE.search(text):
        return int(match[1]), int(match[2]), int(match[3])
    if match := _NUMERIC_DATE.search(text):
        first, second, year = (int(group) for group in match.groups() if group)
        month, day = (second, first) if match[4] or first > 12 else (first, second)
        return (year + (2000 if year < 70 else 1900) if year < 100 else year), month, day
    year_match = _YEAR.search(text)
    if year_match is None:
        return None
    for match in _NAMED_DATE.finditer(text):
        month = month_of(match["month"])
        day_text = match["d1"] or match["d2"]
        if month and day_text:
            return int(year_match[1]), month, int(day_text)
    return None


def stamp_of(text: str, date: tuple[int, int, int] | None = None) -> Stamp | None:
    """The time that a line holds, or None; `date` is the day when only the time is printed.

    >>> stamp_of("Wed Nov 28 04:03:36 2012"), stamp_of("1354075416"), stamp_of("Time: 12:00:01 AM")
    (Stamp(seconds=1354075416.0, dated=True), Stamp(seconds=1354075416.0, dated=True), Stamp(seconds=1.0, dated=False))
    """
    if match := _EPOCH.match(text):
        return Stamp(float(match[1]), True)
    match = _TIME.search(text)
    if match is None:
        return None
    hour = int(match["h"])
    if match["half"]:
        hour = hour % 12 + (12 if match["half"][0] in "pP" else 0)
    seconds = hour * 3600 + int(match["m"]) * 60 + int(match["s"])
    day = date_of(text) or date
    if day is None or not (1 <= day[1] <= 12 and 1 <= day[2] <= 31):
        return Stamp(float(seconds), False)
    return Stamp(float(timegm((*day, 0, 0, 0)) + seconds), True)


def stamp_line(line: str) -> bool:
    """Whether a line is only a timestamp (``-T d``, ``-T u``)."""
    return len(line) < 60 and _STAMP.match(line) is not None and len(line.split()) <= _STAMP_WORDS


class Times(Sequence["float | None"]):
    """Seconds since 1970 of each sample, None where unknown."""

    def __init__(self, column: Column) -> None:
        """NaN stands for unknown in the column."""
        self.column = column

    def __len__(self) -> int:
        return len(self.column)

    def __getitem__(self, where: Any) -> Any:
        if isinstance(where, slice):
            return Times(self.column[where])
        found = self.column[where]
        return found if found == found else None

    def first(self) -> float | None:
        """The first that is known."""
        for array in self.column.arrays():
            if len(places := (array == array).nonzero()[0]):
                return float(array[int(places[0])])
        return None


class Timeline:
    """Where each sample lies in time.

    Attributes:
        interval: seconds between samples.
        known: whether anything told the interval; else it is taken to be 1 s.
        positions: seconds from the first sample.
        times: seconds since 1970 where the date is known, else None.
        missing: samples that should have been there by the timestamps and are not.
        longest_gap: the longest time between two timestamps, seconds; 0.0 without timestamps.
    """

    def __init__(
        self, interval: float, known: bool, positions: Column, times: Times, missing: int = 0, longest_gap: float = 0.0
    ) -> None:
        """Take what it is made with; the rest comes later."""
        self.interval = interval
        self.known = known
        self.positions = positions
        self.times = times
        self.missing = missing
        self.longest_gap = longest_gap

    def seconds(self, first: int, last: int) -> float:
        """How long the samples `first` to `last` took."""
        return self.positions[last] - self.positions[first] + self.interval

    def after(self, count: int) -> Timeline:
        """The same without the first `count` samples."""
        return Timeline(
            self.interval, self.known, self.positions[count:], self.times[count:], self.missing, self.longest_gap
        )


def timeline(count: int, stamps: Mapping[int, Stamp], interval: float | None) -> Timeline:
    """Place `count` samples in time.

    Args:
        count: number of samples.
        stamps: timestamp of those samples that have one.
        interval: seconds between samples as the command said, or None.
    """
    shown = [NAN] * count
    for at, stamp in stamps.items():
        if at < count:
            shown[at] = stamp.seconds
    dated = bool(stamps) and all(stamp.dated for stamp in stamps.values())
    return placed(Column(Vector(shown)), dated, interval)


def placed(shown: Column, dated: bool, interval: float | None) -> Timeline:
    """Place samples in time by the seconds that their timestamps show, NaN where there is none.

    Args:
        shown: the seconds.
        dated: whether they are those since 1970; else they are those of the day.
        interval: seconds between samples as the command said, or None.
    """
    steps: Counter[float] = Counter()
    seconds = shown.like(_ascending(shown.arrays(), steps))
    if interval is None:
        interval = _usual(steps)
    step = interval or 1.0
    positions = shown.like(_positions(seconds.arrays(), step))
    times = Times(seconds if dated else shown.constant(NAN))
    missing = sum(count * max(0, round(took / step) - 1) for took, count in steps.items())
    return Timeline(step, interval is not None, positions, times, missing, max(steps, default=0.0))


def _ascending(arrays: Iterator[Array], steps: Counter[float]) -> Iterator[Array]:
    """Times of day made to ascend past midnight; the steps from one sample to the next are counted."""
    days, before, before_at, begin = 0.0, NAN, -1, 0
    for array in arrays:
        made = array.copy()
        stamped = (array == array).nonzero()[0]
        values = array[stamped].tolist()
        for number, at in enumerate(stamped.tolist()):
            if values[number] + days < before - _HALF_A_DAY:
                days += _DAY
            values[number] += days
            if begin + at == before_at + 1 and before == before:
                steps[values[number] - before] += 1
            before, before_at = values[number], begin + at
        if values:
            made[array == array] = values
        begin += len(array)
        yield made


def _usual(steps: Counter[float]) -> float | None:
    """The lower median of the steps forward: gaps are longer, never shorter."""
    forward = sorted(step for step in steps if step > 0)
    left = (sum(steps[step] for step in forward) - 1) // 2
    for step in forward:
        left -= steps[step]
        if left < 0:
            return step
    return None


def _positions(arrays: Iterator[Array], step: float) -> Iterator[Array]:
    """Seconds of each sample from the first one."""
    last = -step
    shift = NAN  # what turns the position into the time that the stamps show
    for array in arrays:
        unknown = array != array
        made = unknown.cumsum() * step + last
        if not unknown.all():
            values = []
            for shown in array.tolist():
                at = last + step
                if shown == shown:
                    if shift != shift:
                        shift = shown - at
                    # A clock that was set back must not turn the order of the samples round.
                    if shown - shift > last:
                        at = shown - shift
                values.append(at)
                last = at
            made[:] = values
        if len(made):
            last = float(made[-1])
        yield made
