"""Draws a line of dots, two columns and four rows of them in each cell."""

from __future__ import annotations

from collections.abc import Sequence

BLANK = "\u2800"
_BITS = ((0x01, 0x02, 0x04, 0x40), (0x08, 0x10, 0x20, 0x80))
_MASKS = tuple(
    tuple(tuple(sum(side[top : bottom + 1]) for bottom in range(4)) for top in range(4)) for side in _BITS
)  # fmt: skip
_UPPER, _LOWER = 0x1B, 0xE4
_ASCII = {0x2800 + dots: " '.:"[bool(dots & _UPPER) + 2 * bool(dots & _LOWER)] for dots in range(256)}


def draw(extents: Sequence[tuple[float, float]], rows: int, low: float, high: float) -> list[str]:
    """Draw the range of values of each dot column; neighbours are joined, what is empty is a gap.

    Args:
        extents: lowest and highest value of each dot column; lowest above highest where nothing is known.
        rows: rows of cells.
        low: the value at the bottom.
        high: the value at the top, above `low`.

    Returns:
        One string for each row, two dot columns to a cell.

    >>> draw([(0.0, 0.0), (0.0, 3.0)], 1, 0.0, 3.0)
    ['⣸']
    """
    cells = [bytearray((len(extents) + 1) // 2) for _ in range(rows)]
    bottom_dot = rows * 4 - 1
    scale = bottom_dot / (high - low)
    before: tuple[int, int] | None = None
    for column, (least, most) in enumerate(extents):
        if least > most:
            before = None
            continue
        top = min(bottom_dot, max(0, bottom_dot - round((most - low) * scale)))
        bottom = min(bottom_dot, max(0, bottom_dot - round((least - low) * scale)))
        own = (top, bottom)
        if before is not None:
            top, bottom = min(top, before[1] + 1, bottom_dot), max(bottom, before[0] - 1, 0)
        before = own
        masks, cell = _MASKS[column & 1], column >> 1
        first, last = top >> 2, bottom >> 2
        for row in range(first, last + 1):
            cells[row][cell] |= masks[top & 3 if row == first else 0][bottom & 3 if row == last else 3]
    return ["".join([chr(0x2800 + dots) for dots in row]) for row in cells]


def ascii_of(text: str) -> str:
    """The same with ``'``, ``.`` and ``:`` for dots above, below and on both halves of a cell.

    >>> ascii_of("⣸⠁⠀")
    ":' "
    """
    return text.translate(_ASCII)
