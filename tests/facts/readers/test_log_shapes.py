"""What is passed over in a long log is what no reader of it is told anything by."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from facts.numberless import numberless, shape
from facts.patterns import unnamed
from facts.readers import (
    controller_log,
    disk_errors,
    ext_mounts,
    guest_events,
    ha_messages,
    kernel_events,
    kernel_log,
    log_shapes,
    log_times,
    outages,
    task_traces,
)
from facts.readers import kernel_messages as km
from facts.readers.log_lines import Dull, parse
from facts.reading import Output, Reading

_FIXTURES = Path(__file__).parent / "fixtures"
_TOLD = [pattern for tells in kernel_log.TELLS for kind in tells.patterns[:2] for pattern in kind]

# Patterns that are asked only when another one has matched, or about something else than a message.
_SECOND = {
    km: {"BENIGN_SENSE", "FAILING_SENSE", "LINK_SENSE", "NO_DISK", "PARTITION", "BARE", "BARE_GO_ON", "INTERESTING"},
    ha_messages: {"_DELAY", "_EXPIRED", "_GO", "_HUNG", "INTERESTING"},
    guest_events: {"HYPERVISORS", "_NOT_VIRTUAL", "_WORDS"},
    controller_log: {"_EVENTS"},
    kernel_events: {"OF_LINKS"},
    task_traces: {"THREADS", "BEGINS", "_BRACED_FRAME"},
    log_times: {"_JOURNAL"},
}


def _patterns(value: Any) -> Iterator[Any]:
    if type(value) is type(_TOLD[0]):
        yield value
    elif isinstance(value, tuple):
        for item in value:
            yield from _patterns(item)


@pytest.mark.parametrize(
    "module",
    [
        km,
        disk_errors,
        kernel_events,
        controller_log,
        ext_mounts,
        guest_events,
        ha_messages,
        task_traces,
        outages,
        log_times,
    ],
    ids=lambda module: module.__name__.rpartition(".")[2],
)
def test_every_pattern_decides_what_is_passed_over(module: ModuleType) -> None:
    known = {id(pattern) for pattern in _TOLD}
    for name, value in vars(module).items():
        if name not in _SECOND.get(module, set()):
            assert [p.pattern for p in _patterns(value) if id(p) not in known] == [], name


def test_no_pattern_has_flags_that_would_be_lost() -> None:
    assert [pattern.pattern for pattern in _TOLD if vars(pattern)["_flags"]] == []


@given(st.data())
@settings(max_examples=60, deadline=None)
def test_what_a_pattern_is_found_in_its_numberless_form_is_found_in_the_shape_of(data: st.DataObject) -> None:
    pattern = data.draw(st.sampled_from(_TOLD))
    text = data.draw(st.from_regex(unnamed(pattern).pattern))
    found = re.search(pattern.pattern, text)
    assert found is None or re.search(numberless(pattern.pattern), shape(text))


@pytest.mark.parametrize(
    ("pattern", "texts"),
    [
        ("[^0-5]x", ["7x", "ax"]),
        ("[^0]", ["1", "a"]),
        ("[^\\d]", ["a"]),
        ("[1-3a]{2}", ["1a", "33"]),
        ("(?<=3)w", ["3w"]),
        ("a(?!7)\\d", ["a8"]),
        ("x(?!\\d)", ["xa"]),
        ("(?i)Link3", ["lINK3"]),
        ("[]^-]7", ["]7", "^7", "-7"]),
        ("ä[^7]", ["ä8", "äü"]),
    ],
)
def test_sets_and_looks_ahead_have_a_numberless_form(pattern: str, texts: list[str]) -> None:
    for text in texts:
        assert re.search(pattern, text)
        assert re.search(numberless(pattern), shape(text)), (numberless(pattern), shape(text))


@cache
def _said() -> list[tuple[str, str]]:
    """What programs say in the fixtures."""
    found: dict[tuple[str, str], None] = {}
    for path in sorted(_FIXTURES.rglob("*")):
        if path.is_file():
            for text in path.read_text("utf-8", "replace").split("\n"):
                line = parse(text) if len(text) < 300 else None
                if line is not None and line.message.strip() and line.message.isprintable():
                    found[line.program or "kernel", line.message] = None
    return list(found)


_IDLE = (
    "systemd[1]: Started Session {} of user root.",
    "kernel: device eth{} entered promiscuous mode",
    "NetworkManager[{}]: <info> [{}.1] dhcp4 (eth0): state",
    "sshd[{}]: Accepted publickey for app from 10.0.0.{} port {} ssh2",
    "kube-apiserver.daemon[{}]: I0{} httplog.go:{}] GET",
    "pacemaker-controld[{}]:  notice: High CPU load detected: {}.{}",
    "corosync[{}]:   [KNET  ] transport: Failed to set socket buffer to value {}",
    "pacemaker-based     [{}] (cib_perform_op) \tinfo: +  /cib:  @num_updates={}",
    "pacemaker-schedulerd[{}] (unpack_node_loop) \tinfo: Node {} is already processed",
)
_MONTHS = "Nov Dec Jan Feb Mar".split()


def _stamp(chance: random.Random, day: int, dates: str) -> str:
    clock = f"{chance.randrange(24):02}:{chance.randrange(60):02}:{chance.randrange(62):02}"
    if not dates:
        return f"{_MONTHS[day // 28 % 5]} {day % 28 + 1:2} {clock}"
    if dates == "none" and chance.random() < 0.002:
        return f"2024-02-30T{clock}Z"
    date = f"{2023 + day // 56}-{day // 28 % 2 * 11 + 1:02}-{day % 28 + 1:02}"
    return f"{date}T{clock}" + ("+00:00" if dates == "whole" else f".{chance.randrange(10**6):06}+0200")


def _log(seed: int, count: int, share: float, dates: str = "") -> list[str]:
    chance = random.Random(seed)
    said, day = _said(), 0
    lines: list[str] = []
    while len(lines) < count:
        day += chance.random() < 0.02
        stamp = _stamp(chance, day, dates)
        if chance.random() >= share:
            number = chance.randrange(10 ** chance.randrange(1, 5))
            lines.append(f"{stamp} app-7x " + chance.choice(_IDLE).format(number, number, number))
            continue
        at = chance.randrange(len(said))
        for program, message in said[at : at + chance.randrange(1, 9)]:
            if chance.random() < 0.3:
                message = re.sub(r"\d", lambda _: str(chance.randrange(10)), message)
            lines.append(f"{stamp} {chance.choice(['app-7x'] * 20 + ['app-8x'])} {program}: {message}")
        lines += chance.choice([[], [], ["no line of a log"], [""], [f"{stamp} app-7x last message repeated 3 times"]])
    return lines


def _reading(lines: list[str], until: float | None) -> Reading:
    return kernel_log.READERS[0].read(Output(lines, 1, "messages", "cat /var/log/messages", until=until))


@given(
    st.integers(0, 1 << 30), st.sampled_from([0.0, 0.01, 0.05, 0.12]), st.sampled_from([None, 1.7e9]),
    st.sampled_from(["", "whole", "parts", "none"]),
)  # fmt: skip
@settings(max_examples=20, deadline=None, derandomize=True)
def test_a_log_that_is_passed_over_tells_what_it_tells_line_by_line(
    seed: int, share: float, until: float | None, dates: str
) -> None:
    lines = _log(seed, 1_200, share, dates)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Dull, "knows", lambda self, message: False)  # what it remembers depends on what it was fed
        quick = _reading(lines, until)
        undated, whole = (
            log_times.undated(Output(lines, 1), kernel_log.TELLS),
            kernel_log._extent(lines, 0, "cat /var/log/messages"),
        )
        log = log_shapes.quick_log(lines, kernel_log.TELLS)
        assert share or dates == "none" or (log is not None and len(log.told) < len(lines))
        patch.setattr(log_shapes, "LEAST_LINES", 1 << 30)
        assert quick == _reading(lines, until)
        assert undated == log_times.undated(Output(lines, 1), kernel_log.TELLS)
        assert whole == kernel_log._extent(lines, 0, "cat /var/log/messages")


def test_a_journal_with_iso_dates_is_one_log_whatever_the_programs_are_called() -> None:
    lines = [f"2024-01-13T00:00:0{n}+0000 db7 {program}: x" for n, program in enumerate(["kernel", "a[1]", "sshd[22]"])]
    assert kernel_log._extent(lines, 0, "journalctl") == (0, 3)
