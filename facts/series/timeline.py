"""When the samples of an output were taken: by its timestamps, by the interval of its command, or in steps of 1 s."""

from __future__ import annotations

from calendar import timegm
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

from facts.patterns import lazy
from facts.stamps import month_of

_TIME = lazy(r"(?<![\d:.])(?P<h>\d{1,2}):(?P<m>\d\d):(?P<s>\d\d)(?:[.,]\d+)?(?:\s*(?P<half>[AaPp]\.?[Mm])\b)?")
_ISO_DATE = lazy(r"(?<!\d)(\d{4})[-年](\d\d)[-月](\d\d)(?!\d)")
_NUMERIC_DATE = lazy(r"(?<![\d.])(?:(\d{1,2})/(\d{1,2})/(\d{4}|\d\d)|(\d\d)\.(\d\d)\.(\d{4}|\d\d))(?![\d.])")
_NAMED_DATE = lazy(r"\b(?:(?P<d1>\d{1,2})\.?\s+)?(?P<month>juil|juin|[^\W\d_]{3})[^\W\d_]*\.?(?:\s+(?P<d2>\d{1,2}))?\b")
_YEAR = lazy(r"\b((?:19|20)\d\d)\b")
_STAMP_WORDS = 8
_STAMP = lazy(r"\s*(?:\d{9,10}\s*$|(?:\S+\s+){0,5}\S{0,11}\d\d?:\d\d:\d\d\b)")
_EPOCH = lazy(r"\s*(\d{9,10})\s*\Z")


class Stamp(NamedTuple):
    """A point in time; without a date (`dated` false) it is the second of the day."""

    seconds: float
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


@dataclass(slots=True)
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

    interval: float
    known: bool
    positions: list[float]
    times: list[float | None]
    missing: int = 0
    longest_gap: float = 0.0

    def seconds(self, first: int, last: int) -> float:
        """How long the samples `first` to `last` took."""
        return self.positions[last] - self.positions[first] + self.interval

    def after(self, count: int) -> Timeline:
        """The same without the first `count` samples."""
        return Timeline(
            self.interval, self.known, self.positions[count:], self.times[count:], self.missing, self.longest_gap
        )


def _unwrapped(stamps: Sequence[float]) -> list[float]:
    """Times of day made to ascend past midnight."""
    days = 0.0
    result: list[float] = []
    for index, value in enumerate(stamps):
        if index and value + days < result[-1] - 43200:
            days += 86400
        result.append(value + days)
    return result


def timeline(count: int, stamps: Mapping[int, Stamp], interval: float | None) -> Timeline:
    """Place `count` samples in time.

    Args:
        count: number of samples.
        stamps: timestamp of those samples that have one.
        interval: seconds between samples as the command said, or None.
    """
    order = sorted(stamps)
    dated = bool(order) and all(stamps[i].dated for i in order)
    seconds = dict(zip(order, _unwrapped([stamps[i].seconds for i in order]), strict=True))
    steps = [(b - a, seconds[b] - seconds[a]) for a, b in pairwise(order)]
    single = [step for samples, step in steps if samples == 1 and step > 0]
    if interval is None and single:
        interval = sorted(single)[(len(single) - 1) // 2]  # the lower one of two: gaps are longer, never shorter
    step = interval or 1.0
    positions: list[float] = []
    times: list[float | None] = []
    shift: float | None = None  # what turns the position into the time that the stamps show
    for index in range(count):
        at = positions[-1] + step if positions else 0.0
        if index in seconds:
            if shift is None:
                shift = seconds[index] - at
            # A clock that was set back must not turn the order of the samples round.
            if seconds[index] - shift > (positions[-1] if positions else -1.0):
                at = seconds[index] - shift
        positions.append(at)
        times.append(seconds[index] if dated and index in seconds else None)
    gaps = [took for samples, took in steps if samples == 1]
    missing = sum(max(0, round(took / step) - 1) for took in gaps)
    return Timeline(step, interval is not None, positions, times, missing, max(gaps, default=0.0))
