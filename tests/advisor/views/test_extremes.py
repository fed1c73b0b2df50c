"""The extremes of stretches are those of the values themselves, whatever is missing among them."""

from __future__ import annotations

import random
from array import array

import pytest

from advisor.views.extremes import BLOCK, NOTHING, Extremes, extremes_of

NAN = float("nan")


def plainly(values: array[float], begin: int, end: int) -> tuple[float, float]:
    """What `Extremes.between` must find, value by value."""
    known = [v for v in values[begin:end] if v == v]
    return (min(known), max(known)) if known else NOTHING


@pytest.mark.parametrize("seed", range(12))
def test_every_stretch_has_the_extremes_of_its_values(seed: int) -> None:
    chance = random.Random(seed)
    count = chance.choice([1, BLOCK - 1, BLOCK, BLOCK + 1, 5 * BLOCK, 40 * BLOCK + 7])
    values = array("d", [NAN if chance.random() < 0.2 else chance.gauss(0, 100) for _ in range(count)])
    for _ in range(chance.randrange(3)):  # whole blocks without a value
        begin = chance.randrange(count)
        for at in range(begin, min(count, begin + 3 * BLOCK)):
            values[at] = NAN
    extremes = Extremes(values)
    for _ in range(200):
        begin = chance.randrange(count)
        end = chance.randrange(begin, count) + 1
        assert extremes.between(begin, end) == plainly(values, begin, end)


def test_nothing_is_known_of_an_empty_stretch() -> None:
    assert Extremes(array("d", [1.0])).between(0, 0) == NOTHING
    assert extremes_of(array("d", 300 * [NAN])) == NOTHING
