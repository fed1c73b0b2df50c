"""Sums of arrays without any rounding. Imported for long texts only."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from facts.series.numbers import exact_sum

Array = npt.NDArray[np.float64]

_MANTISSA = 53
_HIGHEST, _LOWEST = 1000, -900
"""Exponents beyond which a sum is left to `exact_sum`."""


class Summary(NamedTuple):
    """How many values there are and how many are known, numbers with their exact sum, the lowest and highest, or NaN."""

    length: int
    known: int
    parts: list[float]
    lowest: float
    highest: float


def summary_of(arrays: Iterator[Array]) -> Summary:
    """What is asked of most columns, in one pass."""
    length, count, parts, lows, highs = 0, 0, [], [], []
    for array in arrays:
        length += len(array)
        if not len(array):
            continue
        numbers, low = array, float(array.min())
        if low != low:  # something is unknown
            numbers = known(array)
            if not len(numbers):
                continue
            low = float(numbers.min())
        high = float(numbers.max())
        count += len(numbers)
        parts += _parts(numbers, low, high)
        lows.append(low)
        highs.append(high)
    nan = float("nan")
    return Summary(length, count, parts, min(lows, default=nan), max(highs, default=nan))


def known(values: Array) -> Array:
    """The values that are known."""
    unknown = np.isnan(values)
    return values[~unknown] if unknown.any() else values


def exact_parts(values: Array) -> list[float]:
    """Few numbers whose exact sum is that of the values, of which none is unknown."""
    return _parts(values, float(values.min()), float(values.max())) if len(values) else []


def _parts(values: Array, low: float, high: float) -> list[float]:
    """The same, with the lowest and the highest.

    Each round takes off the upper bits of all values, so many that their sum is exact (Rump, Ogita and Oishi, Accurate
    floating-point summation, SIAM J. Sci. Comput. 31, 2008). What is left of values of one sign may be summed up at
    once where the bits of the least of them and the sum fit into one number.
    """
    top = max(high, -low)
    if top == 0:
        return []
    room = math.ceil(math.log2(len(values) + 2))
    exponent = math.frexp(top)[1] + room
    if not math.isfinite(top) or exponent > _HIGHEST:
        return [exact_sum(values.tolist())]
    near = exponent + room - math.frexp(low)[1] <= _MANTISSA if low > 0 else False
    parts: list[float] = []
    rest, upper = values, np.empty_like(values)
    while exponent > _LOWEST:
        sigma = 2.0**exponent
        np.add(rest, sigma, out=upper)
        upper -= sigma
        parts.append(float(upper.sum()))
        rest = np.subtract(rest, upper, out=upper if rest is values else rest)
        if near:
            return [*parts, float(rest.sum())]
        if len(parts) == 1:
            upper = np.empty_like(values)
        elif not rest.any():
            return parts
        exponent += room - _MANTISSA  # what is left is at most half of the last bit of sigma
    return [*parts, exact_sum(rest.tolist())]
