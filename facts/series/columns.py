"""Columns of numbers too long for memory, an array at a time.

A column can be gone through as often as needed. Its arrays are at most `WINDOW` long; those of the longest lie in a
scratch file. Imported for long texts only.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, overload

import numpy as np
import numpy.typing as npt

from facts.scratch import Scratch
from facts.series.exact import Array, Summary, summary_of

Flags = npt.NDArray[np.bool_]

WINDOW = 1 << 15
"""Samples that are worked on at a time: few enough for the processor's cache."""

_SHORT = 256
"""Fewer samples than this are worked on as a list."""

HELD = 1 << 17
"""Samples whose columns are held in memory: those of a day, one a second."""


class Numbers:
    """Numbers that come an array at a time, as often as wanted; NaN stands for unknown."""

    def __init__(self, arrays: Callable[[], Iterator[Any]]) -> None:
        """`arrays` begins anew with each call."""
        self._arrays = arrays
        self._summed: Summary | None = None
        self.middle: float | None = None  # the median, once it is known

    def arrays(self) -> Iterator[Array]:
        """The numbers from the first one."""
        return self._arrays()

    def all_known(self) -> bool:
        """Whether no number is unknown."""
        return self.summary().known == self.summary().length

    def summary(self) -> Summary:
        """What is asked of most columns, in one pass, which is made once."""
        if self._summed is None:
            self._summed = summary_of(self.arrays())
        return self._summed

    def mapped(self, change: Callable[[Array], Any]) -> Numbers:
        """Others that follow from these one by one."""
        return Numbers(lambda: (change(part) for part in self.arrays()))


def together(change: Callable[..., Any], *columns: Numbers) -> Numbers:
    """Numbers that follow from several columns, sample by sample."""
    return Numbers(lambda: (change(*parts) for parts in zip(*(c.arrays() for c in columns), strict=True)))


class _Store:
    """The arrays of a column, of `WINDOW` each but the last: in memory, or place and length in the file."""

    def __init__(self, parts: Sequence[Array | tuple[int, int]], scratch: Scratch) -> None:
        self.parts, self.scratch = parts, scratch
        self._near: tuple[int, Array] = (-1, np.empty(0))

    def part(self, number: int) -> Array:
        part = self.parts[number]
        if isinstance(part, np.ndarray):
            return part
        if self._near[0] != number:
            self._near = (number, np.frombuffer(self.scratch.read(part[0], 8 * part[1]), np.float64))
        return self._near[1]


class Column(Numbers, Sequence[float]):
    """One number for each sample of a stretch of samples."""

    def __init__(self, store: _Store, first: int, count: int) -> None:
        """Samples `first` on, so many."""
        self._store, self.first, self._length = store, first, count
        self._summed = self.middle = None

    def __len__(self) -> int:
        return self._length

    def arrays(self) -> Iterator[Array]:
        """The numbers from the first one."""
        end = self.first + self._length
        for number in range(self.first // WINDOW, -(-end // WINDOW)):
            begin = number * WINDOW
            yield self._store.part(number)[max(0, self.first - begin) : end - begin]

    @overload
    def __getitem__(self, where: int) -> float: ...
    @overload
    def __getitem__(self, where: slice) -> Column | list[float]: ...
    def __getitem__(self, where: int | slice) -> float | Column | list[float]:
        if isinstance(where, slice):
            begin, end, _ = where.indices(self._length)
            part = self.part(begin, end)
            return part if len(part) > _SHORT else [v for array in part.arrays() for v in array.tolist()]
        if not -self._length <= where < self._length:
            raise IndexError("no such sample")
        number, at = divmod(self.first + where % self._length, WINDOW)
        return float(self._store.part(number)[at])

    def part(self, begin: int, end: int) -> Column:
        """The samples from one on to before another."""
        return Column(self._store, self.first + begin, max(0, end - begin))

    def constant(self, value: float) -> Column:
        """The same number for each of as many samples."""
        return constant(value, self._length, self._store.scratch, self.first % WINDOW)

    def writer(self) -> Writer:
        """For another column of as many samples, whose arrays hold the same samples as those of this one."""
        return Writer(self._store.scratch, self._length, self.first % WINDOW)

    def index(self, value: float) -> int:  # type: ignore[override]
        """Index of the first sample with a value."""
        before = 0
        for part in self.arrays():
            found = np.flatnonzero(part == value)
            if len(found):
                return before + int(found[0])
            before += len(part)
        raise ValueError("no such value")

    def array(self) -> Array:
        """All of a short stretch, in one array."""
        return np.concatenate([np.empty(0), *self.arrays()])


def derived(change: Callable[..., Array], *columns: Column) -> Column:
    """A column that follows from others, sample by sample."""
    writer = columns[0].writer()
    for part in together(change, *columns).arrays():
        writer.add(part)
    return writer.column()


class Writer:
    """Makes a column, an array at a time."""

    def __init__(self, scratch: Scratch, count: int, ahead: int = 0) -> None:
        """Of so many samples in all; the first array is by `ahead` shorter than others."""
        self._scratch, self._count, self._ahead = scratch, count, ahead
        self._parts: list[Array | tuple[int, int]] = []
        self._waiting: list[Array] = [np.full(ahead, np.nan)]
        self._length = ahead

    def add(self, part: Array) -> None:
        """The next samples."""
        self._waiting.append(part)
        self._length += len(part)
        while self._length >= WINDOW:
            whole = np.concatenate(self._waiting)
            self._put(whole[:WINDOW])
            self._waiting, self._length = [whole[WINDOW:]], len(whole) - WINDOW

    def _put(self, part: Array) -> None:
        if self._count <= HELD:
            self._parts.append(part)
        else:
            place = self._scratch.append(np.ascontiguousarray(part).data.cast("B"))
            self._parts.append((place, len(part)))

    def column(self) -> Column:
        """All that was added."""
        if self._length:
            self._put(np.concatenate(self._waiting))
        count = sum(len(p) if isinstance(p, np.ndarray) else p[1] for p in self._parts)
        return Column(_Store(self._parts, self._scratch), self._ahead, count - self._ahead)


def constant(value: float, count: int, scratch: Scratch, ahead: int = 0) -> Column:
    """The same number for each sample; the first array is by `ahead` shorter than others."""
    one = np.full(min(ahead + count, WINDOW), value)
    return Column(_Store([one] * (-(-(ahead + count) // WINDOW)), scratch), ahead, count)
