"""Sums, medians and stretches of columns, short and long, held against what is said slowly and plainly.

Of the columns of long texts a sum may differ from one that is rounded once by `TOLERANCE` of itself; all else is the same.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Sequence

import numpy as np
import pytest

from facts.scratch import Scratch
from facts.series import numbers, plateau
from facts.series.columns import NAN, Column, column_of
from facts.series.parts import Where
from tests.facts.near import TOLERANCE
from tests.facts.series import reference
from tests.facts.series.tiny import tiny

Make = Callable[[Sequence[float]], Column]


def stored(values: Sequence[float]) -> Column:
    """A column of numpy, of several arrays, behind a sample that was set aside."""
    from facts.series.stored import Writer

    writer = Writer(Scratch(), len(values) + 1)
    writer.add(np.array([7.0, *values]))
    return writer.column()[1:]


def values(seed: int, count: int, unknown: float = 0.1) -> list[float]:
    """Rates as tools print them: many alike, some large, some unknown."""
    dice = random.Random(seed)
    kinds = (lambda: 0.0, lambda: round(dice.random() * 10, 1), lambda: round(dice.expovariate(0.001), 2))
    return [NAN if dice.random() < unknown else dice.choice(kinds)() for _ in range(count)]


def same(one: float | Sequence[float], other: float | Sequence[float]) -> bool:
    """Whether numbers, or all of several, are the same but for what the order of adding them does."""
    if isinstance(one, float) and isinstance(other, float):
        return math.isclose(one, other, rel_tol=TOLERANCE) or (one != one and other != other)
    return all(same(a, b) for a, b in zip(one, other, strict=True))  # type: ignore[arg-type]


@pytest.fixture(params=[column_of, stored], ids=["short", "long"])
def make(request: pytest.FixtureRequest) -> Make:
    return request.param  # type: ignore[no-any-return]


@pytest.mark.parametrize("count", [1, 2, 15, 16, 100, 333])
@pytest.mark.parametrize("unknown", [0.0, 0.1, 1.0])
def test_columns_say_what_plain_lists_say(make: Make, count: int, unknown: float) -> None:
    plain = [values(seed, count, unknown) for seed in range(4)]
    one, other, third, fourth = plain
    with tiny():
        columns = [make(each) for each in plain]
        for name in ("total", "mean", "highest", "lowest", "median"):
            assert same(getattr(numbers, name)(columns[0]), getattr(reference, name)(one)), name
        for name in ("ratio", "per_request", "higher", "either", "added"):
            assert same(getattr(numbers, name)(*columns[:2]), getattr(reference, name)(one, other)), name
        assert same(numbers.deviation(columns[0], 3.0), reference.deviation(one, 3.0))
        assert same(numbers.weighted(*columns), reference.weighted(one, other, third, fourth))
        assert numbers.count_known(columns[0]) == len(reference.known(one))
        for gap in (0, 2):
            found = numbers.stretches(lambda a, b: (a > 1) & (b < 5), *columns[:2], gap=gap)
            assert found == reference.stretches([a > 1 and b < 5 for a, b in zip(one, other, strict=True)], gap)


def test_what_lies_in_stretches_is_that_of_lists(make: Make) -> None:
    one, other = values(5, 300), values(6, 300, 0.0)
    with tiny():
        column, like = make(one), make(other)
        parts = numbers.stretches(lambda v: v < 5, like)
        assert len(parts) > 20
        assert same(numbers.highest_in(column, parts), [reference.highest(one[a : b + 1]) for a, b in parts])
        high = numbers.at_least_in(like, parts, [2.0] * len(parts))
        assert high == [
            [(a + first, a + last) for first, last in reference.stretches([v >= 2.0 for v in other[a : b + 1]], 0)]
            for a, b in parts
        ]
        inside = [at for a, b in parts for at in range(a, b + 1)]
        outside = [at for at in range(300) if at not in set(inside)]
        assert same(list(Where(like, parts).of(column)), [one[at] for at in inside])
        assert same(list(Where(like, parts, inside=False).of(column)), [one[at] for at in outside])


@pytest.mark.parametrize("alike", [False, True])
def test_a_value_by_its_rank_is_found_among_many(make: Make, alike: bool) -> None:
    many = values(7, 5000, 0.05)
    if alike:
        many = [1.5 if number % 3 else value for number, value in enumerate(many)]
    ordered = sorted(reference.known(many))
    with tiny():
        column = make(many)
        for rank in (1, 17, *range(len(ordered) // 2, len(ordered) // 2 + 9), len(ordered) - 2, len(ordered) - 1):
            assert numbers.ranked(column, rank) == tuple(ordered[rank - 1 : rank + 1])
        assert numbers.ranked(column, 0)[1] == ordered[0]


def test_the_knee_of_a_rate_is_that_of_lists(make: Make) -> None:
    for seed in range(5):
        dice = random.Random(seed)
        rates = [dice.gauss(9000, 400) for _ in range(60 + seed)] + [dice.gauss(2000, 300) for _ in range(90)]
        with tiny():
            assert plateau.knee(make(rates)) == reference.knee(rates, plateau.LEAST_SAMPLES)
