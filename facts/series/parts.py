"""Some of the samples of a column: those inside of stretches, or those outside."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from facts.series.numbers import columns, is_long


class Where:
    """The samples inside of stretches, or those outside of all for which another column is known."""

    def __init__(self, like: Sequence[float], parts: Sequence[tuple[int, int]], inside: bool = True) -> None:
        """Of samples like those of a column, which tells for those outside whether they count; `parts` are first and last."""
        self.places: Any = None
        self._found: dict[int, Any] = {}
        self.index: list[int] = []
        if is_long(like):
            self.places = columns().within(like, parts, inside)
            return
        within = [i for a, b in parts for i in range(a, b + 1)]
        if not inside:
            raised = set(within)
            within = [i for i in range(len(like)) if i not in raised and like[i] == like[i]]
        self.index = within

    def of(self, column: Sequence[float]) -> Iterable[float]:
        """What a column holds there."""
        if self.places is not None:  # what is asked of the same numbers again is known then
            if id(column) not in self._found:
                self._found[id(column)] = columns().taken(column, self.places)
            return self._found[id(column)]  # type: ignore[no-any-return]
        return [column[i] for i in self.index]
