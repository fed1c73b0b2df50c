"""A command without a prompt counts where what it printed stands below it, and nowhere else."""

from __future__ import annotations

import pytest

from facts.recognise import recognise
from facts.text import unquote

MDADM = """mdadm --detail /dev/md3 | tail -2
       0       8        3        0      active sync   /dev/sda3
       1       8       19        1      active sync   /dev/sdb3"""
SCHEDULER = "cat /sys/block/sdb/queue/scheduler\n\nnoop [deadline] cfq"
COMMENTED = "sysctl -a | grep dirty\n# vm.dirty_ratio = 20\n# vm.dirty_background_ratio = 10"


@pytest.mark.parametrize("text", [MDADM, SCHEDULER, COMMENTED])
def test_it_tells_what_its_output_is_of(text: str) -> None:
    segments = recognise(unquote(text.split("\n")))
    assert segments.unread == []
    assert [found.output.command for found in segments.found] == [text.split("\n", maxsplit=1)[0]]
    assert [number for number, _ in segments.commands] == [1]


def test_it_ends_with_its_output() -> None:
    segments = recognise([*SCHEDULER.split("\n"), "", "vm.swappiness = 60"])
    assert [found.output.command for found in segments.found][1:] == [""]


@pytest.mark.parametrize(
    "text",
    [
        "cat the value of /proc/sys/vm/dirty_ratio for me\n20",
        "sysctl vm.dirty_ratio and others\nwere not changed",
        "# vm.dirty_ratio = 20\n# vm.dirty_background_ratio = 10",
    ],
)
def test_advice_and_remarks_stay_unread(text: str) -> None:
    segments = recognise(unquote(text.split("\n")))
    assert segments.found == []
    assert segments.commands == []


def test_the_bar_in_front_of_an_excerpt_falls_away_and_that_of_a_table_stays() -> None:
    assert unquote(["| $ free", "| Mem:  3"]) == ["$ free", "Mem:  3"]
    for table in (["| a | b |", "| 1 | 2 |"], ["| `- 1:0:0:1 sdb", "| `- 2:0:0:1 sdc"], ["mpatha", "| x", "| y"]):
        assert unquote(table) == table
