"""Columns of numbers, sample by sample, that are gone through an array at a time; NaN stands for unknown.

The column of a short text is one `Vector`. That of a long one (`facts.series.stored`) has several arrays of numpy, of
which the longest lie in a scratch file. What is asked of them is in `facts.series.numbers`, once for both.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple, overload

from facts.series.vector import Array, Vector, joined, total_of

NAN = float("nan")


class Summary(NamedTuple):
    """How many values there are and how many are known, the sum, the lowest and the highest of these, or NaN."""

    length: int
    known: int
    total: float
    lowest: float
    highest: float


class Numbers:
    """Numbers that come an array at a time, as often as wanted."""

    _summary: Summary | None = None
    middle: float | None = None
    """The median, once it is known."""

    def __init__(self, arrays: Callable[[], Iterator[Array]]) -> None:
        """`arrays` begins anew with each call."""
        self._arrays = arrays

    def __iter__(self) -> Iterator[float]:
        return (value for array in self.arrays() for value in array.tolist())

    def arrays(self) -> Iterator[Array]:
        """The numbers from the first one."""
        return self._arrays()

    def summary(self) -> Summary:
        """What is asked of most columns, in one pass, which is made once."""
        if self._summary is None:
            self._summary = _summary(self.arrays())
        return self._summary

    def mapped(self, change: Callable[[Array], Array]) -> Numbers:
        """Others that follow from these one by one."""
        return together(change, self)


def _summary(arrays: Iterator[Array]) -> Summary:
    length, count = 0, 0
    sums, lows, highs = [], [], []
    for array in arrays:
        length += len(array)
        numbers = known_in(array)
        if len(numbers):
            count += len(numbers)
            sums.append(float(numbers.sum()))
            lows.append(float(numbers.min()))
            highs.append(float(numbers.max()))
    # + 0.0: never -0.0, whichever of both comes first
    return Summary(length, count, total_of(sums), min(lows, default=NAN) + 0.0, max(highs, default=NAN) + 0.0)


def known_in(array: Array) -> Array:
    """The numbers of an array that are known."""
    flags = array == array
    return array if flags.all() else array[flags]


def together(change: Callable[..., Array], *columns: Numbers) -> Numbers:
    """Numbers that follow from several columns, sample by sample."""
    return Numbers(lambda: (change(*parts) for parts in zip(*(c.arrays() for c in columns), strict=True)))


class Column(Numbers, Sequence[float]):
    """One number for each sample, held in memory.

    >>> column = Column(Vector([1.0, 2.0, NAN]))
    >>> column[1], list(column[:2]), column.summary().total
    (2.0, [1.0, 2.0], 3.0)
    """

    def __init__(self, values: Array) -> None:
        """The numbers in one array."""
        super().__init__(lambda: iter((values,)))
        self._values = values

    def __len__(self) -> int:
        return len(self._values)

    @overload
    def __getitem__(self, where: int) -> float: ...
    @overload
    def __getitem__(self, where: slice) -> Column: ...
    def __getitem__(self, where: int | slice) -> float | Column:
        if isinstance(where, slice):
            begin, end, _ = where.indices(len(self))
            return self.part(begin, max(begin, end))
        return self._values[where]  # type: ignore[no-any-return]

    def part(self, begin: int, end: int) -> Column:
        """The samples from one on to before another."""
        return Column(self._values[begin:end])

    def like(self, arrays: Iterator[Array]) -> Column:
        """Another column of as many samples, which come in arrays like those of this one."""
        return Column(next(arrays))

    def constant(self, value: float) -> Column:
        """The same number for each of as many samples."""
        return Column(Vector([value] * len(self)))

    def index(self, value: float) -> int:  # type: ignore[override]
        """Index of the first sample with a value."""
        before = 0
        for part in self.arrays():
            found = (part == value).nonzero()[0]
            if len(found):
                return before + int(found[0])
            before += len(part)
        raise ValueError("no such value")


class Gatherer:
    """Makes a column, an array at a time."""

    def __init__(self) -> None:
        self._waiting: list[Array] = []

    def add(self, part: Array) -> None:
        """The next samples."""
        self._waiting.append(part)

    def column(self) -> Column:
        """All that was added."""
        return Column(joined(self._waiting))


def derived(change: Callable[..., Array], *columns: Column) -> Column:
    """A column that follows from others, sample by sample."""
    return columns[0].like(together(change, *columns).arrays())


def numbers_of(values: Iterable[float]) -> Numbers:
    """The same as they are, or the numbers of anything else."""
    return values if isinstance(values, Numbers) else column_of(values)


def column_of(values: Iterable[float]) -> Column:
    """The same column, or one of the numbers of anything else."""
    return values if isinstance(values, Column) else Column(Vector(list(values)))
