"""Latency spikes: which samples are inside, what differs there, and the period of the train."""

from __future__ import annotations

import random

import pytest

from facts.series.numbers import period
from tests.facts.series.captures import iostat_xn, read, values


def flush_every(seconds: int, jitter: float = 0.0, lost: frozenset[int] = frozenset()):  # type: ignore[no-untyped-def]
    """A log disk with 4 kB writes that is held up by bulk writes every so many seconds."""
    starts: dict[int, int] = {}

    def sample(second: int, chance: random.Random) -> tuple[float, float, float]:
        number = second // seconds
        at = starts.setdefault(number, number * seconds + seconds // 2 + round(chance.uniform(-jitter, jitter)))
        if second == at and number not in lost:
            return 75.0, 8000.0, 120 + chance.uniform(0, 30)
        if second == at + 1 and number not in lost:
            return 500.0, 6000.0, 12.0
        writes = chance.uniform(1800, 2200)
        return writes, writes * 4, chance.choice((0.1, 0.1, 0.2))

    return sample


@pytest.mark.parametrize(("seconds", "jitter"), [(30, 0.0), (30, 2.0), (5, 0.0), (5, 0.6)])
def test_period_of_a_ten_minute_capture(seconds: int, jitter: float) -> None:
    reading = read(iostat_xn(600, flush_every(seconds, jitter), command="iostat -xn 1"), "iostat-xn")
    (spikes,) = values(reading, "latency-spikes")
    assert spikes["spikes"] == 600 // seconds
    assert spikes["period-seconds"] == pytest.approx(seconds, abs=1 if jitter else 0)
    assert spikes["write-size-inside-kb"] == pytest.approx(8000 / 75, rel=0.01)
    assert spikes["write-size-outside-kb"] == pytest.approx(4.0, rel=0.01)
    assert spikes["latency-inside-ms"] == pytest.approx(135, abs=8)
    assert spikes["latency-outside-ms"] == pytest.approx(0.1)


@pytest.mark.parametrize("busy_seconds", [2, 3])
def test_bursts_that_take_most_of_the_time_are_found_by_the_quiet_between_them(busy_seconds: int) -> None:
    def sample(second: int, chance: random.Random) -> tuple[float, float, float]:
        return (70.0, 5600.0, chance.uniform(300, 450)) if second % 5 < busy_seconds else (12.0, 16.0, 5.0)

    (spikes,) = values(read(iostat_xn(60, sample, command="iostat -xn 1"), "iostat-xn"), "latency-spikes")
    assert spikes["period-seconds"] == 5
    assert (spikes["write-size-inside-kb"], spikes["write-size-outside-kb"]) == pytest.approx((80, 16 / 12), rel=0.01)


def test_a_disk_that_is_slow_most_of_the_time_at_random_has_no_spikes() -> None:
    def sample(second: int, chance: random.Random) -> tuple[float, float, float]:
        return (70.0, 5600.0, 300.0) if chance.random() < 0.65 else (12.0, 16.0, 5.0)

    found = [values(read(iostat_xn(200, sample, seed=seed), "iostat-xn"), "latency-spikes") for seed in range(20)]
    assert sum(map(bool, found)) <= 1


def test_missing_spikes_do_not_hide_the_period() -> None:
    reading = read(iostat_xn(600, flush_every(30, 1.0, frozenset({4, 9, 10}))), "iostat-xn")
    (spikes,) = values(reading, "latency-spikes")
    assert (spikes["spikes"], spikes["period-seconds"]) == (17, pytest.approx(30, abs=1))


def test_two_spikes_have_no_period() -> None:
    reading = read(iostat_xn(60, flush_every(30)), "iostat-xn")
    (spikes,) = values(reading, "latency-spikes")
    assert spikes["spikes"] == 2
    assert "period-seconds" not in spikes


def test_a_steady_disk_has_no_spikes() -> None:
    def sample(second: int, chance: random.Random) -> tuple[float, float, float]:
        return 100.0, 800.0, chance.gauss(9.0, 1.5)

    reading = read(iostat_xn(600, sample), "iostat-xn")
    assert values(reading, "latency-spikes") == []
    assert "latency-spikes" in reading.complete


def test_slow_and_noisy_is_not_spiky() -> None:
    def sample(second: int, chance: random.Random) -> tuple[float, float, float]:
        return 100.0, 800.0, chance.uniform(5.0, 60.0)

    assert values(read(iostat_xn(300, sample), "iostat-xn"), "latency-spikes") == []


def test_an_average_since_boot_is_no_spike() -> None:
    def sample(second: int, chance: random.Random) -> tuple[float, float, float]:
        return (100.0, 800.0, 0.3) if second else (4.0, 60.0, 25.0)

    reading = read(iostat_xn(60, sample, command="iostat -xn 1"), "iostat-xn")
    assert values(reading, "latency-spikes") == []
    assert values(reading, "device-load")[0]["latency-ms-max"] == pytest.approx(0.3)


def test_random_events_rarely_look_regular() -> None:
    chance = random.Random(7)
    regular = 0
    for _ in range(400):
        starts, at = [], 0.0
        for _ in range(12):
            at += 1 + round(chance.expovariate(1 / 30))
            starts.append(at)
        regular += period(starts, 1.0) == period(starts, 1.0)
    assert regular < 8


def test_lines_are_those_of_the_spikes() -> None:
    lines = iostat_xn(60, flush_every(60))
    reading = read(lines, "iostat-xn")
    (row,) = [r for r in reading.rows if r.template == "latency-spikes"]
    assert row.lines[0] == row.lines[1]
    assert "   75.0    0.0 8000.0 " in lines[row.lines[0] - 1]
