"""A quick look before the patterns never loses what they would find.

Each table is asked only about messages that hold one of some words. Here every way through every pattern is written out, and
each such text has to hold one of the words.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Any

import pytest

from facts import own_reports
from facts.readers import (
    controller_log,
    ext_mounts,
    guest_events,
    ha_messages,
    ha_names,
    kernel_events,
    kernel_log,
    postgres_log,
    task_traces,
)
from facts.readers import kernel_messages as km
from facts.readers.disk_errors import DiskErrors
from facts.readers.log_lines import Dull
from facts.readers.log_shapes import Tells
from tests.each import each
from tests.variants import variants

_Gate = Callable[[str], Any]


def _of_tells(tells: Tells) -> list[tuple[re.Pattern[str], _Gate]]:
    starts, within, needles = tells.patterns
    return [(pattern, needles[0].search) for pattern in (*starts, *within)] if needles else []


def _hinted(hints: Iterable[str]) -> _Gate:
    return lambda text: any(hint in text for hint in hints)


_GATED: list[tuple[re.Pattern[str], _Gate]] = [
    *(pair for tells in dict.fromkeys(kernel_log.TELLS) for pair in _of_tells(tells)),
    *((pattern, km.INTERESTING.search) for pattern in controller_log.TELLS[0].patterns[0]),
    *((pattern, kernel_events.OF_LINKS.search) for pattern in km.LINK_UP),
    *((pattern, task_traces.BEGINS.search) for pattern in (task_traces._HUNG, task_traces._SYSRQ, task_traces._TASK)),
    *((pattern, postgres_log.OF_TROUBLES.search) for _, pattern in postgres_log._TROUBLES),
    *((re.compile(pattern), _hinted(kernel_log.HINTS)) for pattern in km._BARE_BEGIN),
    *((pattern, _hinted(kernel_log.HINTS)) for pattern in (kernel_log._BOOT, kernel_log._REFUSED)),
]


@each(_GATED)
def test_what_a_pattern_finds_passes_the_look_before_it(pattern: re.Pattern[str], gate: _Gate) -> None:
    texts = list(variants(pattern))
    assert texts, "no text of this pattern could be written"
    assert [text for text in texts if not gate(text)][:5] == []


def test_all_looks_are_tried() -> None:
    looks = [tells for tells in kernel_log.TELLS if tells.patterns[2]]
    assert len(set(looks)) >= 7
    for module in (ext_mounts, guest_events, ha_messages, kernel_events):
        assert any(tells in looks for tells in module.TELLS), module.__name__
    assert set(ha_names.IN_PEACE) <= {pattern for pattern, _ in _GATED}


@pytest.mark.parametrize("name", sorted(own_reports.SIGNS))
def test_each_sign_of_our_own_reports_has_its_hint(name: str) -> None:
    sign = own_reports.SIGNS[name]
    assert [text for text in variants(sign.line) if not any(hint in text for hint in sign.hint)][:5] == []


@pytest.mark.parametrize(
    ("dull", "telling"),
    [
        (
            "hpsa 0000:03:00.0: cp 1234 has check condition: sense key: 0x5, ASC: 0x20",
            "hpsa 0000:03:00.0: cp 1234 has check condition: sense key: 0x3, ASC: 0x11",
        ),
        ("cciss/c0d0: CHECK CONDITION, sense key = 0x5", "cciss/c0d0: CHECK CONDITION, sense key = 0x3"),
    ],
)
def test_a_message_that_only_a_number_makes_tell_nothing_hides_no_other(dull: str, telling: str) -> None:
    errors = DiskErrors()
    errors.feed(0, dull)
    assert errors.feed(1, telling)


@pytest.mark.parametrize(
    "texts",
    [
        ("CRS-1603: node db2 shutdown by user", "CRS-1608: node db2 shutdown by user"),
        ("VxVM vxdmp V-5-0-386 disabled path c1t0d0s2", "VxVM vxdmp V-5-0-112 disabled path c1t0d0s2"),
    ],
)
def test_the_number_of_a_message_is_never_taken_for_a_count(texts: tuple[str, str]) -> None:
    dull = Dull()
    dull.add(texts[0])
    assert not dull.knows(texts[1])


@pytest.mark.parametrize(
    "message",
    [
        "sd 0:0:1:0: timing out command, waited 360s",
        "nvme nvme0: Device not ready; aborting initialisation",
        "raid1: sdb1: redirecting sector 12 to another mirror",
    ],
)
def test_a_message_alone_is_found_without_its_prefix(message: str) -> None:
    from facts.readers import readers_for

    assert "kernel-log" in {reader.kind for reader in readers_for(message)}
