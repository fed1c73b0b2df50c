"""Averages, medians, runs and periods over plain lists of numbers, in which NaN stands for unknown.

Most take the columns of long texts as well, with the same results: see `facts.series.long_numbers`.
"""

from __future__ import annotations

import math
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Sequence
from functools import reduce
from itertools import pairwise
from operator import add
from typing import Any

NAN = float("nan")

_PERIOD_TOLERANCE = 0.15
"""Intervals this close to each other are the same period: a timer that restarts when its work is done wanders."""

_PERIOD_SHARE = 0.5
"""Of the intervals, the share that must be the period itself for the train to count as regular."""


def is_long(values: object) -> bool:
    """Whether values are a column of a long text."""
    return hasattr(values, "arrays")


def columns() -> Any:
    """The same functions over such columns; numpy is imported with them."""
    from facts.series import long_numbers

    return long_numbers


def any_known(values: Iterable[float]) -> bool:
    """Whether any value is known."""
    if is_long(values):
        return bool(columns().any_known(values))
    return any(v == v for v in values)


def count_known(values: Iterable[float]) -> int:
    """How many values are known."""
    if is_long(values):
        return int(columns().count_known(values))
    return sum(1 for v in values if v == v)


def times(factor: float, values: Sequence[float]) -> Sequence[float]:
    """Each value so many times."""
    return columns().times(factor, values) if is_long(values) else [v * factor for v in values]


def sums(*values: Sequence[float]) -> Sequence[float]:
    """The sums of several columns, sample by sample, added one by one.

    >>> sums([1.0, 2.0], [3.0, 4.0])
    [4.0, 6.0]
    """
    if is_long(values[0]):
        return columns().sums(*values)  # type: ignore[no-any-return]
    return [reduce(add, parts) for parts in zip(*values, strict=True)]


def higher(one: Sequence[float], other: Sequence[float]) -> Sequence[float]:
    """The higher of two values, or the one that is known.

    >>> higher([1.0, NAN, NAN], [3.0, 4.0, NAN])
    [3.0, 4.0, nan]
    """
    if is_long(one):
        return columns().higher(one, other)  # type: ignore[no-any-return]
    return [a if a >= b or b != b else b for a, b in zip(one, other, strict=True)]


def either(one: Sequence[float], other: Sequence[float]) -> Sequence[float]:
    """The sums of two columns, in which an unknown value counts as nothing.

    >>> either([1.0, NAN, NAN], [3.0, 4.0, NAN])
    [4.0, 4.0, 0.0]
    """
    if is_long(one):
        return columns().either(one, other)  # type: ignore[no-any-return]
    return [(a if a == a else 0.0) + (b if b == b else 0.0) for a, b in zip(one, other, strict=True)]


def count_beyond(values: Sequence[float], limit: float, above: bool = True) -> int:
    """How many values lie above a limit, or below it."""
    if is_long(values):
        return int(columns().count_beyond(values, limit, above))
    return sum(v > limit if above else v < limit for v in values)


def chosen(values: Iterable[float], wanted: Callable[[Any], Any]) -> Iterable[float]:
    """The values that `wanted` is true of; only to be summed up."""
    return columns().chosen(values, wanted) if is_long(values) else [v for v in values if wanted(v)]


def unknown_like(values: Sequence[float]) -> Sequence[float]:
    """As many unknown values."""
    return columns().unknown_like(values) if is_long(values) else [NAN] * len(values)


def stretches(values: Sequence[float], beyond: Callable[[Any], Any], gap: int = 0) -> list[tuple[int, int]]:
    """First and last index of each stretch of values that `beyond` is true of; see `runs`.

    >>> stretches([1.0, 5.0, 6.0, 2.0], lambda v: v > 4)
    [(1, 2)]
    """
    return stretches_of(beyond, values, gap=gap)


def stretches_of(
    holds: Callable[..., Any], *values: Sequence[float], gap: int = 0
) -> list[tuple[int, int]]:  # fmt: skip
    """First and last index of each stretch of samples that something is true of, by several columns; see `runs`."""
    if is_long(values[0]):
        return columns().stretches_of(holds, values, gap)  # type: ignore[no-any-return]
    return runs([holds(*parts) for parts in zip(*values, strict=True)], gap)


def known(values: Iterable[float]) -> list[float]:
    """The values that are known.

    >>> known([1.0, float("nan"), 2.0])
    [1.0, 2.0]
    """
    return [v for v in values if v == v]


def mean(values: Iterable[float]) -> float:
    """Arithmetic mean of the known values, or NaN.

    >>> mean([1.0, 3.0, float("nan")])
    2.0
    """
    if is_long(values):
        return float(columns().mean(values))
    numbers = known(values)
    return exact_sum(numbers) / len(numbers) if numbers else NAN


def total(values: Iterable[float]) -> float:
    """Sum of the known values, rounded once.

    >>> total([0.1] * 10 + [float("nan")])
    1.0
    """
    if is_long(values):
        return float(columns().total(values))
    return exact_sum(known(values))


def exact_sum(numbers: Iterable[float]) -> float:
    """The sum, rounded once; infinite where that is too large, which nothing further on takes for a value."""
    try:
        return math.fsum(numbers)
    except (OverflowError, ValueError):  # beyond what is a number, or of both infinities
        return math.inf


def highest(values: Iterable[float]) -> float:
    """The highest known value, or NaN."""
    if is_long(values):
        return float(columns().highest(values))
    return max(known(values), default=NAN) + 0.0  # never -0.0, whichever of both comes first


def highest_in(values: Sequence[float], parts: Sequence[tuple[int, int]]) -> list[float]:
    """The highest known value of each of some stretches, given by first and last index.

    >>> highest_in([1.0, 5.0, NAN, 2.0], [(0, 1), (2, 3)])
    [5.0, 2.0]
    """
    if is_long(values):
        return columns().highest_in(values, parts)  # type: ignore[no-any-return]
    return [highest(values[a : b + 1]) for a, b in parts]


def at_least_in(
    values: Sequence[float], parts: Sequence[tuple[int, int]], least: Sequence[float]
) -> list[list[tuple[int, int]]]:
    """For each of some stretches, with other values between them, the runs of values that are at least so high.

    >>> at_least_in([1.0, 5.0, 1.0, 4.0, 0.0, 2.0], [(0, 3), (5, 5)], [4.0, 1.0])
    [[(1, 1), (3, 3)], [(5, 5)]]
    """
    if is_long(values):
        return columns().at_least_in(values, parts, least)  # type: ignore[no-any-return]
    found = []
    for (a, b), limit in zip(parts, least, strict=True):
        found.append([(a + begin, a + end) for begin, end in runs([v >= limit for v in values[a : b + 1]])])
    return found


def lowest(values: Iterable[float]) -> float:
    """The lowest known value, or NaN."""
    if is_long(values):
        return float(columns().lowest(values))
    return min(known(values), default=NAN) + 0.0


def median(values: Iterable[float]) -> float:
    """Median of the known values, or NaN.

    >>> median([3.0, 1.0, 2.0, 10.0])
    2.5
    """
    if is_long(values):
        return float(columns().median(values))
    numbers = sorted(known(values))
    if not numbers:
        return NAN
    middle = len(numbers) // 2
    return numbers[middle] if len(numbers) % 2 else (numbers[middle - 1] + numbers[middle]) / 2


def deviation(values: Iterable[float], centre: float) -> float:
    """Median distance from `centre`, scaled so that it is the standard deviation of a normal distribution.

    >>> round(deviation([1.0, 2.0, 3.0, 100.0], 2.0), 2)
    1.48
    """
    if is_long(values):
        return float(columns().deviation(values, centre))
    return 1.4826 * median(abs(v - centre) for v in values)


def ratio(part: Iterable[float], whole: Iterable[float]) -> float:
    """Sum of `part` by sum of `whole` over the samples in which both are known, or NaN.

    >>> ratio([10.0, 20.0], [1.0, 2.0]), ratio([1.0], [0.0])
    (10.0, nan)
    """
    if is_long(part):
        return float(columns().ratio(part, whole))
    both = [(a, b) for a, b in zip(part, whole, strict=True) if a == a and b == b]
    below = exact_sum(b for _, b in both)
    return exact_sum(a for a, _ in both) / below if below > 0 else NAN


def runs(flags: Sequence[bool], gap: int = 0) -> list[tuple[int, int]]:
    """First and last index of each stretch of true flags; stretches at most `gap` false flags apart are one.

    >>> runs([True, False, True, True, False, False, True], gap=1)
    [(0, 3), (6, 6)]
    """
    found: list[tuple[int, int]] = []
    for index, flag in enumerate(flags):
        if not flag:
            continue
        if found and index - found[-1][1] <= gap + 1:
            found[-1] = (found[-1][0], index)
        else:
            found.append((index, index))
    return found


def period(starts: Sequence[float], resolution: float) -> float:
    """The period of a train of events that began at `starts`, or NaN where there is none.

    It is the commonest interval between neighbours. A train counts as regular with three or more events of which at
    least half follow the one before by that interval (an event may be missing, or a stray one in between).

    Args:
        starts: seconds, ascending.
        resolution: seconds between two samples; intervals cannot be told apart below it.

    >>> period([0.0, 30.0, 61.0, 120.0, 150.0], 1.0), period([0.0, 30.0], 1.0), period([0.0, 30.0, 100.0], 1.0)
    (30.0, nan, nan)
    """
    intervals = sorted(b - a for a, b in pairwise(starts) if b > a)
    if len(intervals) < 2:
        return NAN
    best: list[float] = []
    for candidate in intervals:
        tolerance = max(_PERIOD_TOLERANCE * candidate, resolution)
        # the margin keeps an interval on the edge inside, whatever the rounding
        first = bisect_left(intervals, candidate - tolerance * 1.000001)
        last = bisect_right(intervals, candidate + tolerance * 1.000001)
        if last - first > len(best):
            best = intervals[first:last]
    needed = 2 if len(intervals) < 4 else max(3, math.ceil(_PERIOD_SHARE * len(intervals)))
    return median(best) if len(best) >= needed else NAN


def slots(**values: float) -> dict[str, float]:
    """Slot values by name (``_`` for ``-``), without those that are unknown.

    >>> slots(latency_ms=2.5, busy_percent=float("nan"))
    {'latency-ms': 2.5}
    """
    return {name.replace("_", "-"): value for name, value in values.items() if value == value}
