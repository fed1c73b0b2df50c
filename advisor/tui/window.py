"""The stretch of time that plots show together, and the sample that the cursor stands on."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence

_HOLD = 1.5
"""Samples that a sample stands for before a gap begins: timestamps of whole seconds wander."""

_LEAST_SAMPLES = 4
_EPSILON = 1e-9


class Window:
    """What is shown of the samples taken at `times`; seconds from the first sample.

    Attributes:
        times: ascending. step: seconds between samples.
        begin, end: the stretch shown. cursor: number of the sample under the cursor, from 0.
    """

    def __init__(self, times: Sequence[float], step: float) -> None:
        """Show everything, the cursor on the first sample; `times` holds at least one."""
        self.times, self.step = times, step
        self.cursor = 0
        self.begin = self.end = 0.0
        self._ranges: tuple[object, list[tuple[int, int]]] = (None, [])
        self.all()

    @property
    def first(self) -> float:
        """Where the samples begin."""
        return self.times[0]

    @property
    def last(self) -> float:
        """Where the samples end."""
        return self.times[-1] + self.step

    def all(self) -> None:
        """Show everything."""
        self.begin, self.end = self.first, self.last

    def ranges(self, columns: int) -> list[tuple[int, int]]:
        """First and last sample (exclusive) of each of `columns` equal parts; (0, 0) where there is a gap."""
        key = (self.begin, self.end, columns)
        if self._ranges[0] != key:
            self._ranges = (key, self._computed(columns))
        return self._ranges[1]

    def _computed(self, columns: int) -> list[tuple[int, int]]:
        times, width = self.times, (self.end - self.begin) / columns
        found = []
        first = bisect_left(times, self.begin - _EPSILON)
        for column in range(1, columns + 1):
            border = self.begin + column * width - _EPSILON
            last = bisect_left(times, border, first)
            if last > first:
                found.append((first, last))
            elif first and times[first - 1] + self.step * _HOLD > border - width:
                found.append((first - 1, first))
            else:
                found.append((0, 0))
            first = last
        return found

    def column_of(self, sample: int, columns: int) -> int | None:
        """The column in which a sample stands, None where it is outside."""
        at = self.times[sample]
        if not self.begin - _EPSILON <= at < self.end:
            return None
        return min(columns - 1, int((at - self.begin + _EPSILON) * columns / (self.end - self.begin)))

    def span_of(self, column: int, columns: int) -> tuple[int, int]:
        """The samples of one column, first and last (exclusive); the nearest ones where it has none."""
        width = (self.end - self.begin) / columns
        first = bisect_left(self.times, self.begin + column * width - _EPSILON)
        last = bisect_left(self.times, self.begin + (column + 1) * width - _EPSILON)
        if last > first:
            return first, last
        nearest = min(first, len(self.times) - 1)
        return nearest, nearest + 1

    def zoom(self, factor: float) -> None:
        """Show `factor` times as much, the cursor staying where it is on the screen."""
        span = self.end - self.begin
        wanted = min(max(span * factor, _LEAST_SAMPLES * self.step), self.last - self.first)
        at = min(max(self.times[self.cursor], self.begin), self.end)
        share = (at - self.begin) / span
        self._show(at - share * wanted, wanted)

    def pan(self, share: float) -> None:
        """Move by a share of what is shown, later where it is above 0."""
        span = self.end - self.begin
        self._show(self.begin + share * span, span)

    def move_to(self, sample: int) -> None:
        """Put the cursor on a sample, moving as little as shows it."""
        self.cursor = min(max(sample, 0), len(self.times) - 1)
        at, span = self.times[self.cursor], self.end - self.begin
        if at < self.begin:
            self._show(at, span)
        elif at + self.step > self.end:
            self._show(at + self.step - span, span)

    def sample_at(self, seconds: float) -> int:
        """The sample that was taken last at a moment."""
        return max(0, bisect_right(self.times, seconds + _EPSILON) - 1)

    def _show(self, begin: float, span: float) -> None:
        span = min(span, self.last - self.first)
        self.begin = min(max(begin, self.first), self.last - span)
        self.end = self.begin + span
