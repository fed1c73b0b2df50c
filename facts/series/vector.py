"""The numbers of a text that is too short for numpy: what columns ask of an array, done on a list.

`facts.series.numbers` says everything once. It works on arrays of numpy where a text is long, and on these where it is
short, and uses no more of either than stands here.
"""

from __future__ import annotations

import operator
from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from itertools import accumulate, compress, repeat
from math import fsum, inf
from typing import Any

Array = Any
"""A `Vector`, or an array of numpy with one dimension; of numbers, flags or places."""


class Vector:
    """Numbers of which each operator makes others, one by one.

    >>> numbers = Vector([1.0, 4.0, float("nan")])
    >>> (numbers * 2)[numbers > 2], numbers[Vector([1, 0])], (numbers > 2).nonzero()[0]
    (Vector([8.0]), Vector([4.0, 1.0]), Vector([1]))
    """

    __slots__ = ("values",)
    __hash__ = None  # type: ignore[assignment]

    def __init__(self, values: list[Any]) -> None:
        """The list is kept, not copied."""
        self.values = values

    def __repr__(self) -> str:
        return f"Vector({self.values})"

    def __len__(self) -> int:
        return len(self.values)

    def __iter__(self) -> Iterator[Any]:
        return iter(self.values)

    def __getitem__(self, where: Any) -> Any:
        """One number; or those of a slice, at places, or where flags are true."""
        if isinstance(where, Vector):
            return Vector([self.values[at] for at in where.places()])
        return Vector(self.values[where]) if isinstance(where, slice) else self.values[where]

    def __setitem__(self, where: Any, value: Any) -> None:
        """Put a number, or one for each, into a slice, at places, or where flags are true."""
        places = range(len(self))[where] if isinstance(where, slice) else where.places()
        for at, new in zip(places, value if isinstance(value, Vector | list) else repeat(value)):  # noqa: B905
            self.values[at] = new

    def _with(self, operation: Callable[[Any, Any], Any], other: Any) -> Vector:
        return Vector(list(map(operation, self.values, other.values if isinstance(other, Vector) else repeat(other))))

    def __add__(self, other: Any) -> Vector:
        return self._with(operator.add, other)

    def __sub__(self, other: Any) -> Vector:
        return self._with(operator.sub, other)

    def __rsub__(self, other: float) -> Vector:
        return Vector([other - value for value in self.values])

    def __mul__(self, other: Any) -> Vector:
        return self._with(operator.mul, other)

    def __truediv__(self, other: Any) -> Vector:
        return self._with(operator.truediv, other)

    def __and__(self, other: Vector) -> Vector:
        return self._with(operator.and_, other)

    def __or__(self, other: Vector) -> Vector:
        return self._with(operator.or_, other)

    def __lt__(self, other: Any) -> Vector:
        return self._with(operator.lt, other)

    def __le__(self, other: Any) -> Vector:
        return self._with(operator.le, other)

    def __gt__(self, other: Any) -> Vector:
        return self._with(operator.gt, other)

    def __ge__(self, other: Any) -> Vector:
        return self._with(operator.ge, other)

    def __eq__(self, other: object) -> Vector:  # type: ignore[override]
        return self._with(operator.eq, other)

    def __ne__(self, other: object) -> Vector:  # type: ignore[override]
        return self._with(operator.ne, other)

    def __abs__(self) -> Vector:
        return Vector(list(map(abs, self.values)))

    def places(self) -> list[int]:
        """Where flags are true; places as they are."""
        return self.nonzero()[0].values if self.values and isinstance(self.values[0], bool) else self.values

    def copy(self) -> Vector:
        """The same numbers, to be changed."""
        return Vector(self.values[:])

    def tolist(self) -> list[Any]:
        """The numbers."""
        return self.values

    def nonzero(self) -> tuple[Vector]:
        """Where flags are true."""
        return (Vector(list(compress(range(len(self)), self.values))),)

    def all(self) -> bool:
        """Whether all flags are true."""
        return all(self.values)

    def sum(self) -> float:
        """The sum, infinite where that is too large, which nothing further on takes for a value."""
        return total_of(self.values)

    def min(self) -> Any:
        """The lowest number."""
        return min(self.values)

    def max(self) -> Any:
        """The highest number."""
        return max(self.values)

    def argmax(self) -> int:
        """Where the highest number stands first."""
        return self.values.index(max(self.values))

    def cumsum(self) -> Vector:
        """The sums up to each number."""
        return Vector(list(accumulate(self.values)))

    def partition(self, place: int) -> None:
        """Put numbers in order so far that none before a place is higher, none behind it lower."""
        self.values.sort()

    def searchsorted(self, values: Vector) -> Vector:
        """Before how many of these numbers, which ascend, each of others stands at the first."""
        return Vector([bisect_left(self.values, value) for value in values])

    def sort(self) -> None:
        """Put the numbers in order."""
        self.values.sort()


def total_of(values: Sequence[float]) -> float:
    """A sum that is rounded once; infinite where that is too large.

    >>> total_of([0.1] * 10), total_of([1e308] * 2)
    (1.0, inf)
    """
    try:
        return fsum(values)
    except (OverflowError, ValueError):  # beyond what is a number, or of both infinities
        return inf


def joined(arrays: Sequence[Array]) -> Array:
    """A new array with the numbers of several."""
    if all(isinstance(array, Vector) for array in arrays):
        return Vector([value for array in arrays for value in array])
    import numpy as np

    return np.concatenate(arrays)
