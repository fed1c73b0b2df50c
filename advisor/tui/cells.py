"""Where the characters of a line stand on a terminal, for lines of any length and any script.

A line may be a megabyte long, so nothing here copies one that can be shown as it is, and nothing walks further along one
than somebody looks.
"""

from __future__ import annotations

import re
from array import array
from bisect import bisect_right
from collections.abc import Iterable

from rich.cells import cell_len, get_character_cell_size

TAB = 8
_STRIDE = 512
_MOST_ON_TOP = 3
"""So many combining characters stand on one letter; more would pile up over other lines."""
_WIDE_OR_NONE = re.compile("[^\x00-\u02ff]")
_UNPRINTABLE = re.compile("[\x00-\x08\x0a-\x1f\x7f-\x9f\xad\ud800-\udfff\ufff9-\ufffb]")
_UNSEEN = re.compile("[\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufe00-\ufe0f\ufeff\U000e0000-\U000e01ef]")
SIGN = "�"
"""Stands for a character that cannot be shown."""


def shown(text: str) -> str:
    """A line as it is drawn: tabs are blanks, a character that cannot be shown is a sign, one without a form is left out.

    >>> shown("a\\tb\\x1b[0m")
    'a       b�[0m'
    """
    if text.isascii() and text.isprintable():
        return text
    text = _UNPRINTABLE.sub(SIGN, text)
    if text.isascii() or not _WIDE_OR_NONE.search(text):
        return text.expandtabs(TAB)
    return _expanded(_UNSEEN.sub("", text))


def _expanded(text: str) -> str:
    """Blanks for tabs where characters are wider or narrower than one cell."""
    if "\t" not in text:
        return text
    parts, at = [], 0
    for part in text.split("\t"):
        blanks = TAB - (at + cell_len(part)) % TAB
        parts.append(part + " " * blanks)
        at += cell_len(part) + blanks
    return "".join(parts)[:-blanks]


def width(text: str) -> int:
    """How many cells a line takes as it is drawn.

    >>> width("db1\\tok"), width("日本")
    (10, 4)
    """
    if text.isascii():
        return len(text) if "\t" not in text else len(text.expandtabs(TAB))
    drawn = shown(text)
    return sum(map(get_character_cell_size, drawn)) if _WIDE_OR_NONE.search(drawn) else len(drawn)


def widths(lines: Iterable[str]) -> array[int]:
    """The width of every line."""
    return array("L", map(width, lines))


class Line:
    """One line as it is drawn, of which any part can be had."""

    def __init__(self, text: str) -> None:
        """Of a line as it stands in the file."""
        self.text = shown(text)
        self._plain = not _WIDE_OR_NONE.search(self.text)
        self._before = [0]  # cells before each stride of characters

    def part(self, start: int, cells: int, spill: bool = False) -> str:
        """The part that begins at a cell; a wide character that is cut in two is a blank.

        Args:
            start: first cell.
            cells: how many.
            spill: whether a wide character that begins in the last cell may take the one behind it.
        """
        if self._plain:
            return self.text[start : start + cells]
        at, cell = self._at(start)
        taken: list[str] = [" " * (min(cell, start + cells) - start)]
        end, on_top = start + cells, 0
        for character in self._from(at):
            size = get_character_cell_size(character)
            if (size and cell >= end) or cell > end:
                break
            if cell + size > end and not spill:
                taken.append(" ")
                break
            on_top = 0 if size else on_top + 1
            if on_top <= _MOST_ON_TOP:
                taken.append(character)
            cell += size
        return "".join(taken)

    def longer_than(self, cells: int) -> bool:
        """Whether something is left beyond so many cells."""
        return len(self.text) > cells if self._plain else self._at(cells)[0] < len(self.text)

    def _from(self, at: int) -> Iterable[str]:
        for begin in range(at, len(self.text), _STRIDE):
            yield from self.text[begin : begin + _STRIDE]

    def _at(self, cell: int) -> tuple[int, int]:
        """The first character that takes room at a cell or behind it, and the cell at which it begins."""
        while self._before[-1] < cell and (begin := (len(self._before) - 1) * _STRIDE) < len(self.text):
            stride = self.text[begin : begin + _STRIDE]
            self._before.append(self._before[-1] + sum(map(get_character_cell_size, stride)))
        stride_at = max(bisect_right(self._before, cell) - 1, 0)
        at, here = stride_at * _STRIDE, self._before[stride_at]
        if cell == 0:
            return 0, 0
        for character in self._from(at):
            size = get_character_cell_size(character)
            if here >= cell and size:
                break
            here += size
            at += 1
        return min(at, len(self.text)), here
