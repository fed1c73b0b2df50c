"""What `facts.series.numbers` does with lists, for columns too long for memory, to the same bits. Imported for long texts only."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import reduce
from typing import Any

import numpy as np

from facts.series.columns import HELD, Column, Numbers, derived, together
from facts.series.exact import Array, exact_parts
from facts.series.inside import at_least_in, highest_in, stretches_of, taken, within
from facts.series.numbers import exact_sum
from facts.series.ranks import deviation, median, selected

__all__ = ["at_least_in", "deviation", "highest_in", "median", "stretches_of", "taken", "within"]


def times(factor: float, column: Column) -> Column:
    """Each value so many times."""
    return column if factor == 1.0 else derived(lambda part: part * factor, column)


def sums(*columns: Column) -> Column:
    """The sums of several columns, sample by sample, added one by one."""
    return derived(_summed, *columns)


def _summed(*parts: Array) -> Array:
    return reduce(lambda one, other: one + other, parts)


def higher(one: Column, other: Column) -> Column:
    """The higher of two values, or the one that is known."""
    return derived(lambda a, b: _higher(a, b), one, other)


def either(one: Column, other: Column) -> Column:
    """The sums of two columns, in which an unknown value counts as nothing."""
    return derived(lambda a, b: np.where(np.isnan(a), 0.0, a) + np.where(np.isnan(b), 0.0, b), one, other)


def _higher(one: Array, other: Array) -> Array:
    made: Array = np.where((one >= other) | np.isnan(other), one, other)
    return made


def least_share(part: Column, used: Column, percent: Column) -> float:
    """The lowest of what a part is of a whole, which is told by what is used of it and its percentage."""

    def share(part: Array, used: Array, percent: Array) -> Array:
        made: Array = np.where((used > 0) & (percent > 0), part * percent / used, np.nan)
        return made

    return lowest(together(share, part, used, percent))


def chosen(column: Numbers, wanted: Callable[[Array], Any]) -> Numbers:
    """The values that `wanted` is true of."""
    return column.mapped(lambda part: part[wanted(part)])


def unknown_like(column: Column) -> Column:
    """As many unknown values."""
    return column.constant(float("nan"))


def asked(latency: Numbers, requests: Numbers) -> Numbers:
    """The latencies of the samples with requests."""
    return together(lambda ms, n: ms[n > 0], latency, requests) if any_known(latency) else latency


def span(lines: Column, first: int, last: int) -> tuple[int, int]:
    """The first and the last line of some samples; 0 stands for none."""
    inside = lines.part(first, last + 1)
    begin = next(at for at in range(len(inside)) if inside[at])
    end = next(at for at in reversed(range(len(inside))) if inside[at])
    return int(inside[begin]), int(inside[end])


def count_known(column: Numbers) -> int:
    """How many numbers are known."""
    return column.summary().known


def any_known(column: Numbers) -> bool:
    """Whether any number is known."""
    return column.summary().known > 0


def total(column: Numbers) -> float:
    """Sum of the known values, rounded once: what `exact_sum` gives."""
    return exact_sum(column.summary().parts)


def mean(column: Numbers) -> float:
    """Arithmetic mean of the known values, or NaN."""
    summary = column.summary()
    return exact_sum(summary.parts) / summary.known if summary.known else float("nan")


def highest(column: Numbers) -> float:
    """The highest known value, or NaN."""
    return column.summary().highest + 0.0


def lowest(column: Numbers) -> float:
    """The lowest known value, or NaN."""
    return column.summary().lowest + 0.0


def ratio(part: Numbers, whole: Numbers) -> float:
    """Sum of `part` by sum of `whole` over the samples in which both are known, or NaN."""
    if part.all_known() and whole.all_known():
        return total(part) / total(whole) if total(whole) > 0 else float("nan")
    above: list[float] = []
    below: list[float] = []
    for one, other in zip(part.arrays(), whole.arrays(), strict=True):
        both = ~(np.isnan(one) | np.isnan(other))
        above += exact_parts(one[both])
        below += exact_parts(other[both])
    divisor = exact_sum(below)
    return exact_sum(above) / divisor if divisor > 0 else float("nan")


def per_request(latency: Numbers, requests: Numbers) -> float:
    """Mean latency over the requests."""
    if not any_known(latency):
        return float("nan")
    above: list[float] = []
    below: list[float] = []
    for ms, n in zip(latency.arrays(), requests.arrays(), strict=True):
        both = (n > 0) & (ms == ms)
        if not both.all():
            ms, n = ms[both], n[both]
        above += exact_parts(ms * n)
        below += exact_parts(n)
    divisor = exact_sum(below)
    return exact_sum(above) / divisor if divisor > 0 else float("nan")


def knee(rates: Column, least: int) -> int:
    """Where two constant levels fit best; see `facts.series.plateau`."""
    count = len(rates)
    place = min(count - 1, int(0.95 * count))
    ceiling = selected(rates, place) if count > HELD else float(np.partition(rates.array(), place)[place])
    added = Numbers(lambda: _sums(rates, ceiling))
    if count <= HELD:
        held = list(added.arrays())
        added = Numbers(lambda: iter(held))
    whole = 0.0
    for sums in added.arrays():
        whole = float(sums[-1])
    best, cut, begin = -1.0, 0, 0
    for sums in added.arrays():
        cuts = np.arange(begin + 1, begin + 1 + len(sums))
        fit = sums * sums / cuts + (whole - sums) * (whole - sums) / (count - cuts)
        fit[(cuts < least) | (cuts > count - least)] = -1.0
        at = int(fit.argmax())
        if fit[at] > best:
            best, cut = float(fit[at]), int(cuts[at])
        begin += len(sums)
    return cut


def _sums(rates: Column, ceiling: float) -> Iterator[Array]:
    """The sums up to each sample, added one by one, of rates cut off at a ceiling."""
    before = 0.0
    for part in rates.arrays():
        sums = np.add.accumulate(np.concatenate(([before], np.minimum(part, ceiling))))[1:]
        before = float(sums[-1])
        yield sums


def or_none(rates: Column) -> Column:
    """The rates, 0 where unknown."""
    if rates.all_known():
        return rates
    writer = rates.writer()
    for part in rates.arrays():
        writer.add(np.where(np.isnan(part), 0.0, part))
    return writer.column()


def at_least(rates: Column, least: float) -> tuple[int, int, int]:
    """First and last sample of at least a rate, and how many there are."""
    first = last = -1
    count = before = 0
    for part in rates.arrays():
        found = np.flatnonzero(part >= least)
        if len(found):
            first = before + int(found[0]) if first < 0 else first
            last = before + int(found[-1])
            count += len(found)
        before += len(part)
    return first, last, count


def count_beyond(rates: Column, limit: float, above: bool) -> int:
    """How many lie above a limit, or below it."""
    return count_where(rates.mapped(lambda part: part > limit if above else part < limit))


def count_where(flags: Numbers) -> int:
    """How many are true."""
    return sum(int(np.count_nonzero(part)) for part in flags.arrays())


def added(one: Array, other: Array) -> Array:
    """Sums, where an unknown part counts as none unless both are unknown."""
    summed: Array = one + other
    unknown = np.isnan(summed)
    if unknown.any():
        summed = np.where(unknown, np.where(np.isnan(one), other, one), summed)
    return summed


def weighted(reads: Array, writes: Array, slow_reads: Array, slow_writes: Array) -> Array:
    """Latency over reads and writes, each by its number of requests."""
    asked = [(n > 0) & (ms == ms) for n, ms in ((reads, slow_reads), (writes, slow_writes))]
    requests = np.where(asked[0], reads, 0.0) + np.where(asked[1], writes, 0.0)
    took = np.where(asked[0], reads * slow_reads, 0.0) + np.where(asked[1], writes * slow_writes, 0.0)
    result: Array = np.where(requests != 0, took / requests, np.nan)
    return result
