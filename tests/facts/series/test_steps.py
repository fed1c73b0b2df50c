"""A latency that rises to another level and stays there."""

from __future__ import annotations

import random

import pytest

from tests.facts.series.captures import iostat_xn, read, values


def test_both_levels_and_what_was_moved() -> None:
    def sample(second: int, chance: random.Random) -> tuple[float, float, float]:
        return 100.0, 4_000.0, chance.uniform(5, 7) if second < 70 else chance.uniform(35, 45)

    (step,) = values(read(iostat_xn(120, sample, command="iostat -xn 1"), "iostat-xn"), "latency-step")
    assert step["latency-before-ms"] == pytest.approx(6, abs=0.6)
    assert step["latency-after-ms"] == pytest.approx(40, abs=4)
    assert (step["kb-before-s"], step["kb-after-s"], step["seconds-after"]) == (4_000.0, 4_000.0, 50.0)


@pytest.mark.parametrize("length", [5, 25])
def test_what_comes_and_goes_is_none(length: int) -> None:
    def sample(second: int, chance: random.Random) -> tuple[float, float, float]:
        return 100.0, 4_000.0, 40.0 if second % 30 < length else 6.0

    assert values(read(iostat_xn(300, sample), "iostat-xn"), "latency-step") == []
