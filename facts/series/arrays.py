"""What `facts.series.numbers` does with lists, over arrays; bit for bit the same. Imported for large inputs only."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[np.float64]
Flags = npt.NDArray[np.bool_]

_SPLIT = 1 << 20
_BELOW = 1 << 60
_AT_ONCE = 1 << 18


class Columns(NamedTuple):
    """Samples of one device that follow each other: number of the first, how many, line of the first, lines between, values."""

    first: int
    samples: int
    line: int
    each: int
    values: dict[int, Array]


def known(values: Array) -> Array:
    """The values that are known."""
    unknown = np.isnan(values)
    return values[~unknown] if unknown.any() else values


def total(values: Array) -> float:
    """The sum, rounded once: what `math.fsum` gives for values that are at least 0 and below 2^40."""
    above = below = 0
    for start in range(0, len(values), _AT_ONCE):
        part = values[start : start + _AT_ONCE]
        scaled = np.floor(part * _SPLIT)
        rest = part - scaled / _SPLIT
        fine = rest * float(_BELOW)
        if not (part.min() >= 0 and part.max() < 1 << 24 and (np.floor(fine) == fine).all()):
            return _slow_total(values)
        above += int(scaled.astype(np.int64).sum())
        # each is below 2^40, so their sum below 2^58
        below += int(fine.astype(np.int64).sum())
    return (above * (_BELOW // _SPLIT) + below) / _BELOW


def _slow_total(values: Array) -> float:
    from math import fsum

    return fsum(values.tolist())


def mean(values: Array) -> float:
    """Arithmetic mean of the known values, or NaN."""
    numbers = known(values)
    return total(numbers) / len(numbers) if len(numbers) else float("nan")


def median(values: Array) -> float:
    """Median of the known values, or NaN."""
    numbers = known(values)
    if not len(numbers):
        return float("nan")
    middle = len(numbers) // 2
    if len(numbers) % 2:
        return float(np.partition(numbers, middle)[middle])
    lower, upper = np.partition(numbers, [middle - 1, middle])[middle - 1 : middle + 1].tolist()
    return float((lower + upper) / 2)


def highest(values: Array) -> float:
    """The highest known value, or NaN."""
    numbers = known(values)
    return float(numbers.max()) if len(numbers) else float("nan")


def ratio(part: Array, whole: Array) -> float:
    """Sum of `part` by sum of `whole` over the samples in which both are known, or NaN; added from left to right."""
    both = (part == part) & (whole == whole)
    if not both.any():
        return float("nan")
    above, below = (float(np.add.accumulate(values[both])[-1]) for values in (part, whole))
    return above / below if below > 0 else float("nan")


def per_request(latency: Array, requests: Array) -> float:
    """Mean latency over the requests."""
    asked = (requests > 0) & (latency == latency)
    return ratio(latency[asked] * requests[asked], requests[asked])


def added(one: Array, other: Array) -> Array:
    """Sums, where an unknown part counts as none unless both are unknown."""
    summed: Array = np.where(np.isnan(one), other, np.where(np.isnan(other), one, one + other))
    return summed


def weighted(reads: Array, writes: Array, slow_reads: Array, slow_writes: Array) -> Array:
    """Latency over reads and writes, each by its number of requests."""
    asked = [(n > 0) & (ms == ms) for n, ms in ((reads, slow_reads), (writes, slow_writes))]
    requests = np.where(asked[0], reads, 0.0) + np.where(asked[1], writes, 0.0)
    with np.errstate(invalid="ignore", divide="ignore"):
        took = np.where(asked[0], reads * slow_reads, 0.0) + np.where(asked[1], writes * slow_writes, 0.0)
        result: Array = np.where(requests != 0, took / requests, np.nan)
    return result


def runs(flags: Flags) -> list[tuple[int, int]]:
    """First and last index of each stretch of true flags."""
    edges = np.flatnonzero(np.diff(np.concatenate(([False], flags, [False]))))
    return list(zip(edges[::2].tolist(), (edges[1::2] - 1).tolist(), strict=True))


def dense(
    count: int, index: Sequence[int], values: Sequence[float], bulk: Iterable[Columns], quantity: int, absent: float
) -> Array:
    """One column sample by sample: of single lines and of those taken in bulk."""
    column = np.full(count, absent)
    column[np.asarray(index, np.intp)] = values
    for part in bulk:
        column[part.first : part.first + part.samples] = part.values.get(quantity, np.nan)
    return column


def dense_lines(
    count: int, index: Sequence[int], lines: Sequence[int], bulk: Iterable[Columns]
) -> npt.NDArray[np.int64]:
    """The line of each sample, 0 where it has none."""
    column = np.zeros(count, np.int64)
    column[np.asarray(index, np.intp)] = lines
    for part in bulk:
        column[part.first : part.first + part.samples] = part.line + part.each * np.arange(part.samples)
    return column


def outside(latency: Array, raised: Iterable[tuple[int, int]]) -> npt.NDArray[np.intp]:
    """The samples that have a latency and lie in none of the stretches."""
    left = latency == latency
    for first, last in raised:
        left[first : last + 1] = False
    return np.flatnonzero(left)


def known_or_none(rates: Array) -> Array:
    """The rates, 0 where unknown."""
    filled: Array = np.where(np.isnan(rates), 0.0, rates)
    return filled


def begin_and_end(rates: Array, least: float) -> tuple[int, int, int]:
    """First and last sample of at least a rate, and how many there are."""
    at = np.flatnonzero(rates >= least)
    return int(at[0]), int(at[-1]), len(at)


def knee(rates: Array, least: int) -> int:
    """Where two constant levels fit best; see `facts.series.plateau`."""
    count = len(rates)
    place = min(count - 1, int(0.95 * count))
    sums = np.add.accumulate(np.minimum(rates, np.partition(rates, place)[place]))
    cuts = np.arange(least, count - least + 1)
    before = sums[cuts - 1]
    rest = sums[-1] - before
    fit = before * before / cuts + rest * rest / (count - cuts)
    return int(cuts[fit.argmax()]) if len(cuts) else 0
