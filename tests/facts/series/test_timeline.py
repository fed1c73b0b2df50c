"""Intervals, gaps and dates from timestamps."""

from __future__ import annotations

import pytest

from facts.series.commands import begins_at_boot, interval_of
from facts.series.timeline import Stamp, stamp_of, timeline


def test_missed_samples_are_counted_and_placed() -> None:
    stamps = {i: Stamp(float(s), True) for i, s in enumerate((100, 101, 102, 106, 107))}
    line = timeline(5, stamps, None)
    assert (line.interval, line.missing, line.longest_gap) == (1.0, 3, 4.0)
    assert list(line.positions) == [0.0, 1.0, 2.0, 6.0, 7.0]


def test_times_of_day_pass_midnight() -> None:
    stamps = {0: Stamp(86390.0, False), 1: Stamp(86395.0, False), 2: Stamp(0.0, False)}
    line = timeline(3, stamps, None)
    assert (list(line.positions), list(line.times)) == ([0.0, 5.0, 10.0], [None, None, None])


def test_a_clock_set_back_keeps_the_order() -> None:
    stamps = {0: Stamp(100.0, True), 1: Stamp(101.0, True), 2: Stamp(50.0, True)}
    assert list(timeline(3, stamps, 1.0).positions) == [0.0, 1.0, 2.0]


def test_without_anything_told_the_step_is_one_second() -> None:
    line = timeline(3, {}, None)
    assert (line.interval, line.known, list(line.positions)) == (1.0, False, [0.0, 1.0, 2.0])


@pytest.mark.parametrize(
    "text",
    [
        "2012-11-28 04:03:36",
        "2012-11-28T04:03:36+0100",
        "11/28/2012 04:03:36 AM",
        "28/11/12 04:03:36",
        "28.11.2012 04:03:36",
        "Wed Nov 28 04:03:36 CET 2012",
        "Wednesday, November 28, 2012 at  4:03:36 AM CET",
        "1354075416",
    ],
)
def test_dates_as_the_tools_print_them(text: str) -> None:
    assert stamp_of(text) == Stamp(1354075416.0, True)


@pytest.mark.parametrize(
    ("command", "tool", "interval"),
    [
        ("vmstat 1", "vmstat", 1.0),
        ("vmstat -w -S M 5 10 > /tmp/vmstat.out", "vmstat", 5.0),
        ("iostat -xnT d 0.5", "iostat", 0.5),
        ("iostat -l 4 -xn 2", "iostat", 2.0),
        ("zpool iostat -v tank 30 | tee log", "zpool", 30.0),
        ("vmstat", "vmstat", None),
        ("cat /tmp/vmstat 5", "iostat", None),
    ],
)
def test_interval_of_the_command(command: str, tool: str, interval: float | None) -> None:
    assert interval_of(command, tool) == interval


@pytest.mark.parametrize(
    ("command", "first", "expected"),
    [
        ("iostat -x 1", 40, True),
        ("iostat -xy 1", 40, False),
        ("iostat -x 1 | tail -40", 40, False),
        ("", 1, True),
        ("", 40, None),
    ],
)
def test_where_the_average_since_boot_stands(command: str, first: int, expected: bool | None) -> None:
    assert begins_at_boot(command, "iostat", first) is expected
