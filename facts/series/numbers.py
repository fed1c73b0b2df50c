"""Averages, medians, stretches and periods of columns of numbers, in which NaN stands for unknown.

All of it goes through the arrays of a column (`facts.series.columns`), be it of a short text or of a long one.
"""

from __future__ import annotations

import math
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import reduce
from itertools import pairwise
from operator import add

from facts.series.columns import NAN as NAN
from facts.series.columns import Column, Numbers, column_of, derived, known_in, numbers_of, together
from facts.series.vector import Array, joined

_PERIOD_TOLERANCE = 0.15
"""Intervals this close to each other are the same period: a timer that restarts when its work is done wanders."""

_PERIOD_SHARE = 0.5
"""Of the intervals, the share that must be the period itself for the train to count as regular."""


HELD = 1 << 17
"""So many numbers are put in order in memory."""
_SAMPLED = 256
"""Of more of them, each one of so many tells between which the wanted one lies."""


def any_known(values: Iterable[float]) -> bool:
    """Whether any value is known."""
    return count_known(values) > 0


def count_known(values: Iterable[float]) -> int:
    """How many values are known."""
    return numbers_of(values).summary().known


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
    summary = numbers_of(values).summary()
    return summary.total / summary.known if summary.known else NAN


def total(values: Iterable[float]) -> float:
    """Sum of the known values.

    >>> total([0.1] * 10 + [float("nan")])
    1.0
    """
    return numbers_of(values).summary().total


def highest(values: Iterable[float]) -> float:
    """The highest known value, or NaN."""
    return numbers_of(values).summary().highest


def lowest(values: Iterable[float]) -> float:
    """The lowest known value, or NaN."""
    return numbers_of(values).summary().lowest


def ratio(part: Iterable[float], whole: Iterable[float]) -> float:
    """Sum of `part` by sum of `whole` over the samples in which both are known, or NaN.

    >>> ratio([10.0, 20.0], [1.0, 2.0]), ratio([1.0], [0.0])
    (10.0, nan)
    """
    above, below = numbers_of(part), numbers_of(whole)
    if any(one.summary().known < one.summary().length for one in (above, below)):
        known_both = together(lambda one, other: (one == one) & (other == other), above, below)
        above, below = chosen_by(above, known_both), chosen_by(below, known_both)
    return total(above) / total(below) if total(below) > 0 else NAN


def per_request(latency: Iterable[float], requests: Iterable[float]) -> float:
    """Mean latency over the requests, not over the samples.

    >>> per_request([10.0, 1.0, NAN], [1.0, 8.0, 5.0])
    2.0
    """
    slow, asked = numbers_of(latency), numbers_of(requests)
    if not any_known(slow):
        return NAN
    wanted = together(lambda ms, n: (n > 0) & (ms == ms), slow, asked)
    asked = chosen_by(asked, wanted)
    return ratio(together(lambda ms, n: ms * n, chosen_by(slow, wanted), asked), asked)


def times(factor: float, values: Sequence[float]) -> Column:
    """Each value so many times."""
    column = column_of(values)
    return column if factor == 1.0 else derived(lambda part: part * factor, column)


def sums(*values: Sequence[float]) -> Column:
    """The sums of several columns, sample by sample, added one by one.

    >>> list(sums([1.0, 2.0], [3.0, 4.0]))
    [4.0, 6.0]
    """
    return derived(lambda *parts: reduce(add, parts), *map(column_of, values))


def higher(one: Sequence[float], other: Sequence[float]) -> Column:
    """The higher of two values, or the one that is known.

    >>> list(higher([1.0, NAN, NAN], [3.0, 4.0, NAN]))
    [3.0, 4.0, nan]
    """
    return derived(lambda a, b: put(b, (a >= b) | (b != b), a), column_of(one), column_of(other))


def either(one: Sequence[float], other: Sequence[float]) -> Column:
    """The sums of two columns, in which an unknown value counts as nothing.

    >>> list(either([1.0, NAN, NAN], [3.0, 4.0, NAN]))
    [4.0, 4.0, 0.0]
    """
    return derived(lambda a, b: filled(a) + filled(b), column_of(one), column_of(other))


def added(one: Sequence[float], other: Sequence[float]) -> Column:
    """The sums of two columns, in which an unknown part counts as none unless both are unknown.

    >>> list(added([1.0, NAN, NAN], [3.0, 4.0, NAN]))
    [4.0, 4.0, nan]
    """
    first, second = column_of(one), column_of(other)
    if not any_known(first) or not any_known(second):
        return first if any_known(first) else second
    return derived(lambda a, b: put(put(a + b, a != a, b), b != b, a), first, second)


def weighted(reads: Column, writes: Column, slow_reads: Column, slow_writes: Column) -> Column:
    """Latency over reads and writes, each by its number of requests.

    >>> list(weighted(*map(column_of, ([3.0, 0.0], [1.0, 0.0], [2.0, 5.0], [6.0, 5.0]))))
    [3.0, nan]
    """
    if not any_known(slow_reads) and not any_known(slow_writes):
        return slow_reads

    def over(reads: Array, writes: Array, slow_reads: Array, slow_writes: Array) -> Array:
        read, wrote = (
            put(n, (n <= 0) | (n != n) | (ms != ms), 0.0) for n, ms in ((reads, slow_reads), (writes, slow_writes))
        )
        requests = read + wrote
        took = read * filled(slow_reads) + wrote * filled(slow_writes)
        some = requests > 0
        made = put(took, requests == 0, NAN)
        made[some] = took[some] / requests[some]
        return made

    return derived(over, reads, writes, slow_reads, slow_writes)


def while_asked(latency: Column, requests: Column) -> Column:
    """The latencies, unknown where nothing was requested: such a sample has none, whatever is printed."""
    return derived(lambda ms, n: put(ms, n == 0, NAN), latency, requests) if any_known(latency) else latency


def or_nothing(values: Sequence[float]) -> Column:
    """The values, 0 where unknown."""
    return derived(filled, column_of(values))


def put(array: Array, flags: Array, other: Array | float) -> Array:
    """An array like another, in which numbers of a third one stand, or one number, where flags are true."""
    made = array.copy()
    made[flags] = other if isinstance(other, float) else other[flags]
    return made


def filled(array: Array) -> Array:
    """An array like another, with 0 for what is unknown."""
    return put(array, array != array, 0.0)


def chosen(values: Iterable[float], wanted: Callable[[Array], Array]) -> Numbers:
    """The values that `wanted` is true of; only to be summed up."""
    return numbers_of(values).mapped(lambda part: part[wanted(part)])


def chosen_by(
    values: Iterable[float], other: Iterable[float], wanted: Callable[[Array], Array] = lambda flags: flags
) -> Numbers:
    """The values of the samples for which `wanted` is true of another column; only to be summed up."""
    return together(lambda part, like: part[wanted(like)], numbers_of(values), numbers_of(other))


def count_where(wanted: Callable[..., Array], *values: Iterable[float]) -> int:
    """How many samples something is true of, by several columns.

    >>> count_where(lambda a, b: a > b, [1.0, 2.0, NAN], [0.0, 3.0, 0.0])
    1
    """
    return sum(len(flags.nonzero()[0]) for flags in together(wanted, *map(numbers_of, values)).arrays())


def count_beyond(values: Sequence[float], limit: float, above: bool = True) -> int:
    """How many values lie above a limit, or below it."""
    return count_where(lambda part: part > limit if above else part < limit, values)


def unknown_like(values: Sequence[float]) -> Column:
    """As many unknown values."""
    return column_of(values).constant(NAN)


def stretches(
    beyond: Callable[..., Array], *values: Sequence[float], gap: int = 0
) -> list[tuple[int, int]]:  # fmt: skip
    """First and last index of each stretch of samples that `beyond` is true of, by one or several columns.

    Stretches at most `gap` other samples apart are one.

    >>> stretches(lambda v: v > 4, [1.0, 5.0, 6.0, 2.0, 9.0]), stretches(lambda v: v > 4, [5.0, 1.0, 6.0], gap=1)
    ([(1, 2), (4, 4)], [(0, 2)])
    """
    found: list[tuple[int, int]] = []
    before = 0
    for flags in together(beyond, *map(numbers_of, values)).arrays():
        places = flags.nonzero()[0]
        if len(places):
            cuts = (places[1:] - places[:-1] > gap + 1).nonzero()[0].tolist()
            for first, last in zip([0, *(at + 1 for at in cuts)], [*cuts, -1], strict=True):
                _put_behind(found, int(places[first]) + before, int(places[last]) + before, gap)
        before += len(flags)
    return found


def _put_behind(found: list[tuple[int, int]], begin: int, end: int, gap: int = 0) -> None:
    """Put a stretch behind others; where it is close to the last one, both become one."""
    if found and begin - found[-1][1] <= gap + 1:
        found[-1] = (found[-1][0], end)
    else:
        found.append((begin, end))


def values_in(values: Sequence[float], parts: Iterable[tuple[int, int]]) -> Iterator[list[float]]:
    """The values of each of some stretches that ascend, given by first and last index.

    >>> list(values_in([1.0, 5.0, NAN, 2.0], [(0, 1), (3, 3)]))
    [[1.0, 5.0], [2.0]]
    """
    arrays = numbers_of(values).arrays()
    begin, array = 0, next(arrays)
    for first, last in parts:
        inside = []
        while begin + len(array) <= last:
            inside += array[max(0, first - begin) :].tolist()
            begin, array = begin + len(array), next(arrays)
        yield inside + array[max(0, first - begin) : last + 1 - begin].tolist()


def highest_in(values: Sequence[float], parts: Sequence[tuple[int, int]]) -> list[float]:
    """The highest known value of each of some stretches, given by first and last index.

    >>> highest_in([1.0, 5.0, NAN, 2.0], [(0, 1), (2, 3)])
    [5.0, 2.0]
    """
    return [max(known(inside), default=NAN) + 0.0 for inside in values_in(values, parts)]


def at_least_in(
    values: Sequence[float], parts: Sequence[tuple[int, int]], least: Sequence[float]
) -> list[list[tuple[int, int]]]:
    """For each of some stretches the stretches of values in it that are at least so high.

    >>> at_least_in([1.0, 5.0, 1.0, 4.0, 0.0, 2.0], [(0, 3), (5, 5)], [4.0, 1.0])
    [[(1, 1), (3, 3)], [(5, 5)]]
    """
    found = []
    for (begin, _), inside, limit in zip(parts, values_in(values, parts), least, strict=True):
        high: list[tuple[int, int]] = []
        for at, value in enumerate(inside, begin):
            if value >= limit:
                _put_behind(high, at, at)
        found.append(high)
    return found


def median(values: Iterable[float]) -> float:
    """Median of the known values, or NaN.

    >>> median([3.0, 1.0, 2.0, 10.0])
    2.5
    """
    column = numbers_of(values)
    if column.middle is None:
        count = column.summary().known
        before, middle = ranked(column, count // 2) if count else (NAN, NAN)
        column.middle = middle if count % 2 else (before + middle) / 2
    return column.middle


def deviation(values: Iterable[float], centre: float) -> float:
    """Median distance from `centre`, scaled so that it is the standard deviation of a normal distribution.

    >>> round(deviation([1.0, 2.0, 3.0, 100.0], 2.0), 2)
    1.48
    """
    return 1.4826 * median(numbers_of(values).mapped(lambda part: abs(part - centre)))


def ranked(column: Numbers, rank: int) -> tuple[float, float]:
    """The known value with so many others before it in ascending order, and the one before it (NaN before the first).

    In bounded memory: of many, one in `_SAMPLED` tells between which two it lies; where that misses, all are put in order by parts.
    """
    if column.summary().known <= HELD:
        return _at(joined([known_in(part) for part in column.arrays()]), rank, NAN, NAN)
    if (found := _guessed(column, rank)) is not None:
        return found
    low, high = _bounds(column, max(0, rank - 1), rank)
    rank -= count_where(lambda part: part <= low, column)
    return _at(joined([part[(part > low) & (part < high)] for part in column.arrays()]), rank, low, high)


def _at(between: Array, rank: int, low: float, high: float) -> tuple[float, float]:
    """The value of a rank among some values, and the one before it; `low` lies before all of them, `high` behind."""
    if 0 <= rank < len(between):
        between.partition(rank)
        value = float(between[rank])
    else:
        value = low if rank < 0 else high
    before = between[: max(0, rank)]
    return (high if rank > len(between) else float(before.max()) if len(before) else low), value


def _guessed(column: Numbers, rank: int) -> tuple[float, float] | None:
    """The same by a look at one value in `_SAMPLED`, where that was enough."""
    sampled = joined([known_in(part)[::_SAMPLED] for part in column.arrays()])
    sampled.sort()
    at = rank * len(sampled) // column.summary().known
    margin = int(2 * len(sampled) ** 0.5) + 1
    low, high = sampled[max(0, at - margin)], sampled[min(len(sampled) - 1, at + margin)]
    below, inside, parts = 0, 0, []
    for part in column.arrays():
        below += len((part < low).nonzero()[0])
        wanted = (part >= low) & (part <= high)
        inside += len(wanted.nonzero()[0])
        if low < high:
            if inside > HELD:
                return None
            parts.append(part[wanted])
    if not below < rank < below + inside:
        return None
    return _at(joined(parts), rank - below, NAN, NAN) if low < high else (float(low), float(low))


def _bounds(column: Numbers, first: int, last: int) -> tuple[float, float]:
    """Two values between which those of some ranks lie, with few others."""
    sampled: list[float] = []
    arrays = 0
    for part in column.arrays():
        ordered = joined([known_in(part)])
        ordered.sort()
        sampled += ordered[::_SAMPLED].tolist()
        arrays += 1
    sampled.sort()
    # behind the last one that was looked at of each array up to a value, there may be others up to it
    above = -(-(last + 1 + arrays * (_SAMPLED - 1)) // _SAMPLED) - 1
    return sampled[min(first // _SAMPLED, len(sampled) - 1)], sampled[above] if above < len(sampled) else math.inf


def period(starts: Sequence[float], resolution: float, share: float = _PERIOD_SHARE) -> float:
    """The period of a train of events that began at `starts`, or NaN where there is none.

    It is the commonest interval between neighbours. A train counts as regular with three or more events of which at
    least a `share` follow the one before by that interval (an event may be missing, or a stray one in between).

    Args:
        starts: seconds, ascending.
        resolution: seconds between two samples; intervals cannot be told apart below it.
        share: of the intervals that must be the period.

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
    needed = 2 if len(intervals) < 4 else max(3, math.ceil(share * len(intervals)))
    return median(best) if len(best) >= needed else NAN


def slots(**values: float) -> dict[str, float]:
    """Slot values by name (``_`` for ``-``), without those that are unknown.

    >>> slots(latency_ms=2.5, busy_percent=float("nan"))
    {'latency-ms': 2.5}
    """
    return {name.replace("_", "-"): value for name, value in values.items() if value == value}
