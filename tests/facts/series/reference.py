"""What `facts.series.numbers` says, slowly and plainly: over lists, one value after the other, each sum rounded once."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from math import fsum, nan

Values = Sequence[float]


def known(values: Values) -> list[float]:
    return [v for v in values if v == v]


def total(values: Values) -> float:
    return fsum(known(values))


def mean(values: Values) -> float:
    return total(values) / len(known(values)) if known(values) else nan


def highest(values: Values) -> float:
    return max(known(values), default=nan)


def lowest(values: Values) -> float:
    return min(known(values), default=nan)


def median(values: Values) -> float:
    ordered = sorted(known(values))
    middle = len(ordered) // 2
    if not ordered:
        return nan
    return ordered[middle] if len(ordered) % 2 else (ordered[middle - 1] + ordered[middle]) / 2


def deviation(values: Values, centre: float) -> float:
    return 1.4826 * median([abs(v - centre) for v in values])


def ratio(part: Values, whole: Values) -> float:
    both = [(a, b) for a, b in zip(part, whole, strict=True) if a == a and b == b]
    below = fsum(b for _, b in both)
    return fsum(a for a, _ in both) / below if below > 0 else nan


def per_request(latency: Values, requests: Values) -> float:
    both = [(ms * n, n) for ms, n in zip(latency, requests, strict=True) if n > 0 and ms == ms]
    return ratio([took for took, _ in both], [n for _, n in both])


def higher(one: Values, other: Values) -> list[float]:
    return [a if a >= b or b != b else b for a, b in zip(one, other, strict=True)]


def either(one: Values, other: Values) -> list[float]:
    return [fsum(known(pair)) for pair in zip(one, other, strict=True)]


def added(one: Values, other: Values) -> list[float]:
    return [fsum(known(pair)) if known(pair) else nan for pair in zip(one, other, strict=True)]


def weighted(reads: Values, writes: Values, slow_reads: Values, slow_writes: Values) -> list[float]:
    made = []
    for read, wrote, slow_read, slow_write in zip(reads, writes, slow_reads, slow_writes, strict=True):
        parts = [(n, ms) for n, ms in ((read, slow_read), (wrote, slow_write)) if n > 0 and ms == ms]
        made.append(fsum(n * ms for n, ms in parts) / fsum(n for n, _ in parts) if parts else nan)
    return made


def stretches(flags: Sequence[bool], gap: int) -> list[tuple[int, int]]:
    found: list[tuple[int, int]] = []
    for flag, group in groupby(enumerate(flags), key=lambda each: each[1]):
        places = [at for at, _ in group]
        if flag and found and places[0] - found[-1][1] <= gap + 1:
            found[-1] = (found[-1][0], places[-1])
        elif flag:
            found.append((places[0], places[-1]))
    return found


def knee(rates: Values, least: int) -> int:
    ceiling = sorted(rates)[min(len(rates) - 1, int(0.95 * len(rates)))]
    clipped = [min(rate, ceiling) for rate in rates]
    fits = {
        cut: fsum(clipped[:cut]) ** 2 / cut + fsum(clipped[cut:]) ** 2 / (len(clipped) - cut)
        for cut in range(least, len(clipped) - least + 1)
    }
    return max(fits, key=lambda cut: fits[cut])
