"""Some of the samples of a column: those inside of stretches, or those outside."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from facts.series.columns import Numbers, numbers_of, together
from facts.series.numbers import HELD
from facts.series.vector import Array


class Where:
    """The samples inside of stretches, or those outside of all for which another column is known."""

    def __init__(self, like: Iterable[float], parts: Sequence[tuple[int, int]], inside: bool = True) -> None:
        """Of samples like those of a column, which tells for those outside whether they count; `parts` are first and last."""
        self._like, self._parts, self._inside = numbers_of(like), parts, inside
        self._places = Numbers(self._arrays)
        if self._like.summary().length <= HELD:
            held = list(self._arrays())
            self._places = Numbers(lambda: iter(held))
        self._found: dict[int, Numbers] = {}

    def _arrays(self) -> Iterator[Array]:
        """Where in each array the samples stand."""
        begin = number = 0
        for array in self._like.arrays():
            wanted, end = array == array, begin + len(array)
            if self._inside:
                wanted[:] = False
            while number < len(self._parts) and self._parts[number][0] < end:
                first, last = self._parts[number]
                wanted[max(0, first - begin) : last + 1 - begin] = self._inside
                if last >= end:
                    break
                number += 1
            yield wanted.nonzero()[0]
            begin = end

    def of(self, column: Iterable[float]) -> Numbers:
        """What a column holds there; what is asked of the same numbers again is known then."""
        if id(column) not in self._found:
            self._found[id(column)] = together(lambda values, at: values[at], numbers_of(column), self._places)
        return self._found[id(column)]
