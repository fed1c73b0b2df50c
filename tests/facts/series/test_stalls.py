"""Write pauses and CPU dropouts in long vmstat captures."""

from __future__ import annotations

import random

import pytest

from tests.facts.series.captures import read, values, vmstat_linux

CALM = (0, 0, 20, 5, 1)
WRITING = (5, 0, 65000, 7, 90)
STUCK = (4, 0, 0, 3, 72)


def test_pauses_are_counted_and_measured() -> None:
    rows = [CALM, *([WRITING] * 20 + [STUCK] * 8) * 3, *[WRITING] * 5]
    reading = read(vmstat_linux(rows), "vmstat-linux")
    (stalls,) = values(reading, "stall-train")
    assert stalls["kind"] == "write-pause"
    assert (stalls["episodes"], stalls["longest-seconds"], stalls["total-seconds"]) == (3, 8.0, 24.0)
    assert stalls["period-seconds"] == 28.0
    assert (stalls["drain-kb-s"], stalls["burst-max-kb-s"]) == (65000.0, 65000.0)


def test_an_idle_disk_is_no_pause() -> None:
    rows = [CALM, *[WRITING] * 20, *[(0, 0, 0, 3, 0)] * 30, *[WRITING] * 5]
    assert values(read(vmstat_linux(rows), "vmstat-linux"), "stall-train") == []


def test_waiting_for_reads_is_no_pause() -> None:
    rows = [CALM, *([(4, 22000, 0, 5, 70)] * 4 + [(4, 22000, 3000, 5, 70)]) * 20]
    assert values(read(vmstat_linux(rows), "vmstat-linux"), "stall-train") == []


def test_nothing_but_standstill_is_a_pause_without_rates() -> None:
    (stalls,) = values(read(vmstat_linux([STUCK] * 12), "vmstat-linux"), "stall-train")
    assert stalls["longest-seconds"] == 12.0
    assert "drain-kb-s" not in stalls


def test_dropouts_every_half_minute() -> None:
    chance = random.Random(3)
    busy = [(0, 0, 20, chance.randint(86, 93), 0) for _ in range(600)]
    for start in range(20, 590, 30):
        busy[start : start + 3] = [(0, 0, 20, chance.randint(3, 8), 0) for _ in range(3)]
    (stalls,) = values(read(vmstat_linux(busy), "vmstat-linux"), "stall-train")
    assert (stalls["kind"], stalls["episodes"]) == ("cpu-dropout", 19)
    assert (stalls["period-seconds"], stalls["longest-seconds"]) == (30.0, 3.0)


def test_the_end_of_the_load_is_no_dropout() -> None:
    rows = [(0, 0, 20, 90, 0)] * 200 + [(0, 0, 20, 2, 0)] * 60
    assert values(read(vmstat_linux(rows), "vmstat-linux"), "stall-train") == []


@pytest.mark.parametrize("command", ["vmstat 5", "vmstat -n 5 100"])
def test_durations_are_in_the_interval_of_the_command(command: str) -> None:
    rows = [CALM, *[WRITING] * 20, *[STUCK] * 4, *[WRITING] * 5]
    (stalls,) = values(read(vmstat_linux(rows, command), "vmstat-linux"), "stall-train")
    assert stalls["longest-seconds"] == 20.0
