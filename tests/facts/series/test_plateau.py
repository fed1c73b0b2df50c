"""A write rate that falls to a lower level for good."""

from __future__ import annotations

import random

import pytest

from tests.facts.series.captures import iostat_xn, read, values


def test_bytes_at_the_knee() -> None:
    def sample(second: int, chance: random.Random) -> tuple[float, float, float]:
        if second < 5 or second >= 105:
            return 0.0, 0.0, 0.0
        if second < 25:
            return 800.0, chance.uniform(95_000, 105_000), 1.0
        return 100.0, chance.uniform(11_000, 13_000), 80.0

    reading = read(iostat_xn(120, sample, command="iostat -xn 1"), "iostat-xn")
    (plateau,) = values(reading, "write-plateau")
    assert (plateau["seconds-before"], plateau["seconds-after"]) == (20.0, 80.0)
    assert plateau["bytes-at-knee"] == pytest.approx(20 * 100_000 * 1024, rel=0.03)
    assert plateau["rate-before-kb-s"] == pytest.approx(100_000, rel=0.03)
    assert plateau["rate-after-kb-s"] == pytest.approx(12_000, rel=0.03)
    assert (plateau["latency-before-ms"], plateau["latency-after-ms"]) == (1.0, 80.0)


def test_a_light_load_before_the_burst_is_no_part_of_it() -> None:
    def sample(second: int, chance: random.Random) -> tuple[float, float, float]:
        if second < 20:
            return 50.0, 3_000.0, 1.0
        return (800.0, 100_000.0, 1.0) if second < 40 else (100.0, 12_000.0, 80.0)

    (plateau,) = values(read(iostat_xn(120, sample, command="iostat -xn 1"), "iostat-xn"), "write-plateau")
    assert plateau["bytes-at-knee"] == pytest.approx(20 * 100_000 * 1024, rel=0.03)


@pytest.mark.parametrize("after", [0.0, 60_000.0])
def test_the_end_of_the_writing_or_a_small_fall_is_none(after: float) -> None:
    def sample(second: int, chance: random.Random) -> tuple[float, float, float]:
        return (800.0, 100_000.0, 1.0) if second < 60 else (after / 100, after, 1.0)

    assert values(read(iostat_xn(120, sample), "iostat-xn"), "write-plateau") == []


@pytest.mark.parametrize(("before", "after", "waits"), [(2, 5, 60.0), (7, 8, 45.0)])
def test_a_smaller_or_shorter_fall_counts_where_requests_begin_to_wait(before: int, after: int, waits: float) -> None:
    def sample(second: int, chance: random.Random) -> tuple[float, float, float]:
        if second < 10:
            return 5.0, 400.0, 0.6
        return (900.0, 300_000.0, 1.0) if second < 10 + before else (500.0, 170_000.0, waits)

    command = "iostat -xn 1"
    (plateau,) = values(read(iostat_xn(10 + before + after, sample, command=command), "iostat-xn"), "write-plateau")
    assert (plateau["latency-before-ms"], plateau["latency-after-ms"]) == (1.0, waits)
    assert values(read(iostat_xn(12, sample, command=command), "iostat-xn"), "write-plateau") == []


def test_periodic_bursts_are_none() -> None:
    def sample(second: int, chance: random.Random) -> tuple[float, float, float]:
        return (800.0, 100_000.0, 1.0) if second % 30 < 5 else (10.0, 900.0, 1.0)

    assert values(read(iostat_xn(300, sample), "iostat-xn"), "write-plateau") == []
