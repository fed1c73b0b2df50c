"""Lowest and highest value of any stretch of a long series, quickly: what a plot needs so that no spike is lost."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from math import inf

BLOCK = 64
"""Samples that are summed up in one step."""

NOTHING = (inf, -inf)
"""What a stretch without a known value comes to."""


def extremes_of(values: Sequence[float]) -> tuple[float, float]:
    """Lowest and highest known value, `NOTHING` where none is.

    >>> extremes_of([2.0, float("nan"), 1.0]), extremes_of([float("nan")])
    ((1.0, 2.0), (inf, -inf))
    """
    if not values:
        return NOTHING
    total = sum(values)
    if total != total:  # NaN compares with nothing, so min and max would depend on the order
        values = [v for v in values if v == v]
        if not values:
            return NOTHING
    return min(values), max(values)


class Extremes:
    """A series with the extremes of each of its blocks, made once; afterwards it is only read."""

    __slots__ = ("_high", "_low", "values")

    def __init__(self, values: array[float]) -> None:
        """Take the series; it must not change any more."""
        self.values = values
        self._low, self._high = array("d"), array("d")
        for begin in range(0, len(values), BLOCK):
            low, high = extremes_of(values[begin : begin + BLOCK])
            self._low.append(low)
            self._high.append(high)

    def between(self, begin: int, end: int) -> tuple[float, float]:
        """Lowest and highest known value from sample `begin` up to `end`, exclusive; `NOTHING` where none is."""
        if end - begin <= 2 * BLOCK:
            return extremes_of(self.values[begin:end])
        first, last = -(-begin // BLOCK), end // BLOCK
        parts = [extremes_of(self.values[begin : first * BLOCK]), extremes_of(self.values[last * BLOCK : end])]
        if first < last:
            parts.append((min(self._low[first:last]), max(self._high[first:last])))
        return min(low for low, _ in parts), max(high for _, high in parts)
