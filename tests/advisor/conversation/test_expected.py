"""What is compared with what was expected, and what is left to a person."""

from __future__ import annotations

import pytest

from advisor.conversation.expected import compare


@pytest.mark.parametrize(
    ("expect", "seen"),
    [
        ("discovered_direct_iosz = 65536", "  discovered_direct_iosz=64k"),
        ("discovered_direct_iosz = 65536", "65,536"),
        ("HugePages_Total is 25,602; a smaller number means fragmented memory", "HugePages_Total:   25602\nHugePages_Free: 1"),
        ("8K", "8192"), ("ONLY", "only"), ("throughput", "# zfs get -H -o value logbias tank\nthroughput\n"),
    ],
)  # fmt: skip
def test_the_same_value_in_another_form_is_as_expected(expect: str, seen: str) -> None:
    found = compare(expect, seen)
    assert found is not None
    assert found.same


@pytest.mark.parametrize(
    ("expect", "seen", "text"),
    [
        ("throughput", "latency", "seen latency, expected throughput: not in force"),
        ("x_y = 5", "# set x_y=5\nx_y = 4", "seen 4, expected 5: not in force"),
        ("HugePages_Total is 1,024 after the reboot", "HugePages_Total: 512", "seen 512, expected 1,024: not in force"),
    ],
)
def test_another_value_is_not_in_force(expect: str, seen: str, text: str) -> None:
    found = compare(expect, seen)
    assert found is not None
    assert found.text == text


@pytest.mark.parametrize(
    ("expect", "seen"),
    [
        ("free level, sr 0", "sr 5"), ("CAP at 50% or less", "60%"), ("throughput", "done"), ("throughput", "10"),
        ("x_y = 5", "done"), ("x_y = 5", "xx_y = 4"), ("x_y = <SIZE>", "x_y = 4"), ("", "x"), ("x_y = 5", ""),
        ("the directory exists", "x\n" * 10_000),
    ],
)  # fmt: skip
def test_what_cannot_plainly_be_compared_is_not(expect: str, seen: str) -> None:
    assert compare(expect, seen) is None
