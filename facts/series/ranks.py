"""Medians of columns too long for memory. Imported for long texts only."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from facts.series.columns import HELD, Numbers
from facts.series.exact import Array, known

_DIGIT = 16
"""Bits of a number that are looked at in one pass of a selection."""


def _order(values: Array) -> npt.NDArray[np.uint64]:
    """Whole numbers that are in the same order as the values."""
    bits = (values + 0.0).view(np.uint64)
    negative = (bits >> np.uint64(63)).astype(bool)
    return np.where(negative, ~bits, bits | np.uint64(1 << 63))


def _number(key: int) -> float:
    """The value that a whole number of `_order` stands for."""
    bits = key ^ (1 << 63) if key >> 63 else key ^ ((1 << 64) - 1)
    return float(np.array([bits], np.uint64).view(np.float64)[0])


def selected(column: Numbers, rank: int) -> float:
    """The known value with so many before it in ascending order; in bounded memory, however many there are."""
    return _selected(column, rank)[1]


def _selected(column: Numbers, rank: int) -> tuple[float | None, float]:
    """The same, and the one before it, None where that takes another search."""
    prefix, shift = np.uint64(0), 64
    while True:
        counts = np.zeros(1 << _DIGIT, np.int64)
        shift -= _DIGIT
        for part in column.arrays():
            keys = _order(known(part))
            if shift < 64 - _DIGIT:
                keys = keys[keys >> np.uint64(shift + _DIGIT) == prefix]
            digits = (keys >> np.uint64(shift)) & np.uint64((1 << _DIGIT) - 1)
            counts += np.bincount(digits.astype(np.intp), minlength=1 << _DIGIT)
        sums = np.cumsum(counts)
        digit = int(np.searchsorted(sums, rank, side="right"))
        rank -= int(sums[digit - 1]) if digit else 0
        prefix = np.uint64((int(prefix) << _DIGIT) | digit)
        if not shift:
            value = _number(int(prefix))
            return value if rank else None, value
        if counts[digit] <= HELD:
            kept = np.concatenate([_within(known(part), shift, prefix) for part in column.arrays()])
            kept.partition(rank)
            return float(kept[:rank].max()) if rank else None, float(kept[rank])


def _within(values: Array, shift: int, prefix: np.uint64) -> Array:
    kept: Array = values[_order(values) >> np.uint64(shift) == prefix]
    return kept


def median(column: Numbers) -> float:
    """Median of the known values, or NaN."""
    if column.middle is None:
        column.middle = _median(column)
    return column.middle


def _median(column: Numbers) -> float:
    held, count = [], 0
    for part in column.arrays():
        numbers = known(part)
        count += len(numbers)
        if count <= HELD:
            held.append(numbers)
    if not count:
        return float("nan")
    middle = count // 2
    if count > HELD:
        lower, upper = _selected(column, middle)
        if count % 2:
            return upper
        return ((selected(column, middle - 1) if lower is None else lower) + upper) / 2
    values = np.concatenate(held)
    values.partition(middle)
    upper = float(values[middle])
    return upper if count % 2 else (float(values[:middle].max()) + upper) / 2


def deviation(column: Numbers, centre: float) -> float:
    """Median distance from `centre`, scaled as that of a normal distribution."""
    return 1.4826 * median(column.mapped(lambda values: abs(values - centre)))
