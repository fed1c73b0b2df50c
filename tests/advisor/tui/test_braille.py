"""Curves in dots: what is drawn where."""

import random
from math import inf

import pytest

from advisor.tui.braille import BLANK, ascii_of, draw

GAP = (inf, -inf)


def dots(rows: list[str]) -> set[tuple[int, int]]:
    """Column and height (0 at the bottom) of every dot."""
    bits = ((0x01, 0x02, 0x04, 0x40), (0x08, 0x10, 0x20, 0x80))
    return {
        (2 * cell + side, 4 * (len(rows) - row) - 1 - dot)
        for row, text in enumerate(rows)
        for cell, char in enumerate(text)
        for side in (0, 1)
        for dot in range(4)
        if (ord(char) - 0x2800) & bits[side][dot]
    }


def test_the_ends_of_the_axis_are_the_first_and_the_last_dot() -> None:
    assert dots(draw([(0.0, 0.0), GAP, (10.0, 10.0)], 3, 0.0, 10.0)) == {(0, 0), (2, 11)}


def test_gaps_stay_empty_and_are_not_bridged() -> None:
    rows = draw([(5.0, 5.0), (5.0, 5.0), GAP, GAP, (5.0, 5.0), (5.0, 5.0)], 1, 0.0, 10.0)
    assert [len(row) for row in rows] == [3]
    assert rows[0][1] == BLANK
    assert BLANK not in rows[0][0] + rows[0][2]


def test_neighbours_are_joined() -> None:
    drawn = dots(draw([(0.0, 0.0), (15.0, 15.0), (0.0, 0.0)], 4, 0.0, 15.0))
    assert {height for column, height in drawn if column in (0, 1)} == set(range(16))


@pytest.mark.parametrize("seed", range(8))
def test_the_highest_and_the_lowest_value_of_a_column_are_drawn(seed: int) -> None:
    chance = random.Random(seed)
    rows = chance.randrange(1, 6)
    extents = []
    for _ in range(60):
        low, high = sorted((chance.uniform(-50, 50), chance.uniform(-50, 50)))
        extents.append(GAP if chance.random() < 0.1 else (low, high))
    drawn = dots(draw(extents, rows, -50.0, 50.0))
    for column, (low, high) in enumerate(extents):
        heights = {height for at, height in drawn if at == column}
        if low > high:
            assert not heights
            continue
        for value in (low, high):
            assert round((value + 50) / 100 * (rows * 4 - 1)) in heights


def test_ascii_tells_the_upper_from_the_lower_half() -> None:
    assert ascii_of("".join(draw([(0.0, 0.0), (0.0, 0.0), (9.0, 9.0), (9.0, 9.0), GAP, GAP], 1, 0.0, 9.0))) == ".: "
    assert ascii_of("".join(draw([GAP, GAP, (9.0, 9.0), (9.0, 9.0)], 1, 0.0, 9.0))) == " '"
