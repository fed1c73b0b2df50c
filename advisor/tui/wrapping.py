"""Which row of the screen a line stands on, where long lines take several rows."""

from __future__ import annotations

from array import array
from bisect import bisect_right
from collections.abc import Sequence
from itertools import accumulate
from operator import add
from typing import NamedTuple


class Place(NamedTuple):
    """A row as a line, counted from 0, and which part of that line, from 0."""

    line: int
    part: int


class Wrapping:
    """Rows and lines; only the lines that are longer than a row are remembered."""

    def __init__(self, widths: Sequence[int], room: int | None) -> None:
        """Lay lines out.

        Args:
            widths: of every line, in cells.
            room: the cells of a row, None where a line takes one row however long it is.
        """
        long = [line for line, width in enumerate(widths) if width > room] if room else []
        parts = [-(-widths[line] // room) for line in long] if room else []
        more = list(accumulate((part - 1 for part in parts), initial=0))
        self._lines, self._parts = array("L", long), array("L", parts)
        self._rows = array("L", map(add, long, more))
        self.height = len(widths) + more[-1]

    def row_of(self, line: int) -> int:
        """The first row of a line."""
        at = bisect_right(self._lines, line) - 1
        if at < 0:
            return line
        away = line - self._lines[at]
        return int(self._rows[at] + (away + self._parts[at] - 1 if away else 0))

    def parts_of(self, line: int) -> int:
        """How many rows a line takes."""
        at = bisect_right(self._lines, line) - 1
        return int(self._parts[at]) if at >= 0 and self._lines[at] == line else 1

    def at(self, row: int) -> Place:
        """What stands in a row."""
        at = bisect_right(self._rows, row) - 1
        if at < 0:
            return Place(row, 0)
        below = row - self._rows[at]
        if below < self._parts[at]:
            return Place(self._lines[at], below)
        return Place(self._lines[at] + below - self._parts[at] + 1, 0)
