"""Columns too long for memory: arrays of numpy of at most `WINDOW` samples, in a scratch file where there are many.

Imported for long texts only.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import overload

import numpy as np
import numpy.typing as npt

from facts.scratch import Scratch
from facts.series.columns import NAN, Column, Gatherer
from facts.series.vector import Vector

Floats = npt.NDArray[np.float64]

WINDOW = 1 << 15
"""Samples that are worked on at a time: few enough for the processor's cache."""

HELD = 1 << 17
"""Samples whose columns are held in memory: those of a day, one a second."""

_SHORT = 256
"""Fewer samples than this are worked on without numpy."""


class _Store:
    """The arrays of a column, of `WINDOW` each but the last: in memory, or place and length in the file."""

    def __init__(self, parts: Sequence[Floats | tuple[int, int]], scratch: Scratch) -> None:
        self.parts, self.scratch = parts, scratch
        self._near: tuple[int, Floats] = (-1, np.empty(0))

    def part(self, number: int) -> Floats:
        part = self.parts[number]
        if isinstance(part, np.ndarray):
            return part
        if self._near[0] != number:
            self._near = (number, np.frombuffer(self.scratch.read(part[0], 8 * part[1]), np.float64))
        return self._near[1]


class StoredColumn(Column):
    """One number for each sample of a stretch of samples."""

    def __init__(self, store: _Store, first: int, count: int) -> None:
        """Samples `first` on, so many."""
        self._store, self.first, self._length = store, first, count

    def __len__(self) -> int:
        return self._length

    def arrays(self) -> Iterator[Floats]:
        """The numbers from the first one."""
        end = self.first + self._length
        for number in range(self.first // WINDOW, -(-end // WINDOW)):
            begin = number * WINDOW
            yield self._store.part(number)[max(0, self.first - begin) : end - begin]

    @overload
    def __getitem__(self, where: int) -> float: ...
    @overload
    def __getitem__(self, where: slice) -> Column: ...
    def __getitem__(self, where: int | slice) -> float | Column:
        if isinstance(where, slice):
            begin, end, _ = where.indices(self._length)
            part = self.part(begin, end)
            return part if len(part) > _SHORT else Column(Vector(list(part)))
        if not -self._length <= where < self._length:
            raise IndexError("no such sample")
        number, at = divmod(self.first + where % self._length, WINDOW)
        return float(self._store.part(number)[at])

    def part(self, begin: int, end: int) -> StoredColumn:
        """The samples from one on to before another."""
        return StoredColumn(self._store, self.first + begin, max(0, end - begin))

    def like(self, arrays: Iterator[Floats]) -> Column:
        """Another column of as many samples, which come in arrays like those of this one."""
        writer = Writer(self._store.scratch, self._length, self.first % WINDOW)
        for array in arrays:
            writer.add(array)
        return writer.column()

    def constant(self, value: float) -> Column:
        """The same number for each of as many samples."""
        return constant(value, self._length, self._store.scratch, self.first % WINDOW)

    def array(self) -> Floats:
        """All of a short stretch, in one array."""
        return np.concatenate([np.empty(0), *self.arrays()])


class Writer(Gatherer):
    """Makes a column that may be long, an array at a time."""

    def __init__(self, scratch: Scratch, count: int, ahead: int = 0) -> None:
        """Of so many samples in all; the first array is by `ahead` shorter than others."""
        super().__init__()
        self._scratch, self._count, self._ahead = scratch, count, ahead
        self._parts: list[Floats | tuple[int, int]] = []
        super().add(np.full(ahead, NAN))
        self._length = ahead

    def add(self, part: Floats) -> None:
        """The next samples."""
        super().add(part)
        self._length += len(part)
        while self._length >= WINDOW:
            whole = np.concatenate(self._waiting)
            self._put(whole[:WINDOW])
            self._waiting, self._length = [whole[WINDOW:]], len(whole) - WINDOW

    def _put(self, part: Floats) -> None:
        if self._count <= HELD:
            self._parts.append(part)
        else:
            place = self._scratch.append(np.ascontiguousarray(part).data.cast("B"))
            self._parts.append((place, len(part)))

    def column(self) -> StoredColumn:
        """All that was added."""
        if self._length:
            self._put(np.concatenate(self._waiting))
        count = sum(len(p) if isinstance(p, np.ndarray) else p[1] for p in self._parts)
        return StoredColumn(_Store(self._parts, self._scratch), self._ahead, count - self._ahead)


def constant(value: float, count: int, scratch: Scratch, ahead: int = 0) -> StoredColumn:
    """The same number for each sample; the first array is by `ahead` shorter than others."""
    one = np.full(min(ahead + count, WINDOW), value)
    return StoredColumn(_Store([one] * (-(-(ahead + count) // WINDOW)), scratch), ahead, count)
