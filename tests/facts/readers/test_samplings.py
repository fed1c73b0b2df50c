"""What vmstat and iostat outputs are not: prose, other tables; and where the first sample is real."""

from __future__ import annotations

import random

import pytest

from facts.readers import all_readers
from facts.segments import segment
from tests.facts.series.captures import LINUX, read, values

OURS = {"vmstat-linux", "vmstat-solaris", "vmstat-bsd", "iostat-xn", "iostat-bsd", "iostat-linux", "zpool-iostat"}


def kinds(text: str) -> list[str]:
    return [f.reader.kind for f in segment(text.split("\n"), all_readers()).found if f.reader.kind in OURS]


PROSE = [
    "The bo column of vmstat 1 is in KB/s, and r b swpd free tell the rest.",
    "r b swpd free buff cache are the columns of memory.",
    "Look at r/s w/s kr/s kw/s and asvc_t in iostat -xn 1 for each device.",
    "Device: the tps column counts transfers.\nsda is busy.",
    "pool alloc free read write read write are the columns of zpool iostat.",
    "$ iostat -xn 1 86399\n\nruns for a day.",
    "c3t0d0           Soft Errors: 0 Hard Errors: 0 Transport Errors: 0",
]
HISTOGRAM = """\
tank          total_wait     disk_wait
latency      read  write   read  write
----------  -----  -----  -----  -----
1ns             0      0      0      0"""
DISK_COUNTERS = """\
disk- ------------reads------------ ------------writes----------- -----IO------
       total merged sectors      ms  total merged sectors      ms    cur    sec
sda    15257    100  841035    8395  50851   5502 1648657  146540      0     44"""
SAR = """\
Linux 3.10.0 (db1) \t03/28/16 \t_x86_64_\t(48 CPU)

08:51:10     CPU     %user     %nice   %system   %iowait    %steal     %idle
08:52:10     all      1.00      0.00      1.00      0.00      0.00     98.00"""


@pytest.mark.parametrize("text", [*PROSE, HISTOGRAM, DISK_COUNTERS, SAR])
def test_what_is_none_of_ours(text: str) -> None:
    assert kinds(text) == []


def test_an_excerpt_keeps_its_first_sample() -> None:
    rows = [" 2 5 5196 46428 28160 6188640 0 0 0 539720 1261 673 0 28 25 47 0"]
    rows += [" 0 6 5196 46980 28272 6047216 0 0 0 64032 1260 658 0 6 13 81 0"] * 4
    (excerpt,) = values(read(["Healthy periods look so:", "", "", *LINUX, *rows], "vmstat-linux"), "vmstat")
    assert (excerpt["samples"], excerpt["block-out-max-kb-s"]) == (5, 539720.0)


def test_an_average_since_boot_is_set_aside() -> None:
    rows = [" 2 0 0 46428 28160 6188640 0 0 1 3 1261 673 0 28 25 47 0"] + [
        " 0 0 0 46980 28272 6047216 0 0 0 20 1 6 0 6 94 0 0"
    ] * 4
    (whole,) = values(read([*LINUX, *rows], "vmstat-linux"), "vmstat")
    assert (whole["samples"], whole["since-boot"]) == (4, False)


def test_a_first_sample_that_no_average_can_be_is_kept() -> None:
    rows = [" 0 4 3780 935592 32048 5205528 0 0 0 0 1270 371 0 4 25 71 0"] * 6
    (whole,) = values(read([*LINUX, *rows], "vmstat-linux"), "vmstat")
    assert whole["samples"] == 6


def test_memory_in_an_unknown_unit_is_left_out() -> None:
    rows = [" 2  0      0    802     50    125    0    0    81    17 1006   56 48 24 27  1  0"] * 3
    (unknown,) = values(read(["$ uptime", *LINUX, *rows], "vmstat-linux"), "vmstat")
    assert "free-min-bytes" not in unknown


def test_another_layout_is_another_output() -> None:
    text = "\n".join([*LINUX, " 1 0 0 802956 50016 125208 0 0 81 17 1006 56 48 24 27 1 0", "",
                      " kthr memory page disk faults cpu", " r b w swap free re mf pi po fr de sr s0 in sy cs us sy id",
                      " 0 0 0 3243004 845352 237 1317 0 64 90 0 266 0 1140 780 981 12 3 85"])  # fmt: skip
    assert kinds(text) == ["vmstat-linux", "vmstat-solaris"]


def test_a_day_without_headers_between_is_one_output() -> None:
    rows = [f"    0.0   10.0    0.0   40.0  0.0  0.1    0.0    2.0   0   5 c1t{i % 3}d0" for i in range(9)]
    header = "    r/s    w/s   kr/s   kw/s wait actv wsvc_t asvc_t  %w  %b device"
    loads = values(read(["look:", "", "", header, *rows], "iostat-xn"), "device-load")
    assert [(load["device"], load["samples"]) for load in loads] == [(f"c1t{i}d0", 3) for i in range(3)]


def _run(count: int, average: tuple[int, ...], seed: int, screen: int = 21) -> list[str]:
    """A run of vmstat on Linux: an average since boot, then busy samples; a header for each screen."""
    dice = random.Random(seed)
    lines: list[str] = []
    for number in range(count):
        if number % screen == 0:
            lines += LINUX
        swapped, read, wrote, interrupts, switches, user, system = average
        if number:
            swapped, read, wrote = 0, dice.randint(0, 90), dice.randint(5, 900)
            interrupts, switches = dice.randint(400, 2000), dice.randint(500, 4000)
            user, system = dice.randint(1, 30), dice.randint(1, 9)
        rates = f"0 {swapped} {read} {wrote} {interrupts} {switches} {user} {system} {100 - user - system} 0 0"
        lines.append(f" 1 0 0 2794468 2108 741208 {rates}")
    return lines


_AVERAGE, _LATER = (7, 900, 1500, 120, 300, 12, 3), (7, 930, 1560, 126, 310, 12, 3)
_FAR_LATER = (90, 2000, 4000, 300, 900, 22, 6)


@pytest.mark.parametrize(
    ("runs", "between", "average"),
    [
        ((5, 5), [], _AVERAGE), ((5, 5), [], _LATER), ((10, 10), [], _LATER), ((10, 10, 10), [], _LATER),
        ((60, 60), [], _FAR_LATER), ((10, 10), [""], _FAR_LATER), ((30, 4), ["Mon Mar  3 10:05:00 CET 2014"], _FAR_LATER),
    ],
)  # fmt: skip
def test_the_average_of_each_run_in_one_file_is_set_aside(
    runs: tuple[int, ...], between: list[str], average: tuple[int, ...]
) -> None:
    lines = _run(runs[0], _AVERAGE, 1)
    for seed, count in enumerate(runs[1:], 2):
        lines += [*between, *_run(count, average, seed)]
    found = segment(lines, all_readers()).found
    read_ = [values(f.reader.read(f.output), "vmstat")[0] for f in found if f.reader.kind == "vmstat-linux"]
    assert [one["samples"] for one in read_] == [count - 1 for count in runs]
    assert {one["swap-out-max-kb-s"] for one in read_} == {0.0}


def test_a_header_for_each_screen_begins_no_other_run() -> None:
    for screen in (12, 21, 50):
        lines = _run(130, _AVERAGE, 3, screen)
        assert kinds("\n".join(lines)) == ["vmstat-linux"]
        spaced = [line for each in lines for line in (each, "")]
        assert kinds("\n".join(spaced)) == ["vmstat-linux"]
