"""One bad input costs itself: zeros, deep folders, and what lies among captures that is none."""

from __future__ import annotations

import io
import os
import subprocess
from pathlib import Path

import pytest

from advisor.diagnose import diagnose
from advisor.inference.net import KnowledgeError, parse_net
from facts.archives import open_input
from facts.blobs import Refused
from facts.bundle import load
from facts.limits import limit
from tests.kb.examples import knowledge

ZERO = b"""root@h:~# uname -a
Linux h 4.4.0 #1 SMP x86_64 GNU/Linux
root@h:~# cat /proc/meminfo
MemTotal:              0 kB
MemFree:             100 kB
Cached:               10 kB
Dirty:               200 kB
PageTables:         2000 kB
HugePages_Total:     100
HugePages_Free:      100
Hugepagesize:       2048 kB
AnonPages:           100 kB
"""


@pytest.mark.parametrize("number", [b"0", b"-1", b"1e308", b"nan", b"inf", b"", b"-", b"0x0", b"9" * 40])
def test_a_number_that_cannot_be_loses_nothing_else(number: bytes) -> None:
    bundle, _ = load(["-"], io.BytesIO(ZERO.replace(b" 0 kB", b" " + number + b" kB")))
    consultation = diagnose(knowledge(), bundle).consultation
    assert [fault.line() for fault in (*bundle.faults, *consultation.faults)] == []
    assert {item.kind for item in bundle.inputs} >= {"uname", "meminfo"}


def test_a_total_of_nothing_is_refused_and_no_share_of_it_is_concluded() -> None:
    lines = ZERO.replace(b"        2000 kB", b"           0 kB")
    bundle, _ = load(["-"], io.BytesIO(lines))
    assert [item.outcome for item in bundle.inputs if item.kind == "meminfo"] == ["partial"]
    consultation = diagnose(knowledge(), bundle).consultation
    spoken = {firing.rule for firing in consultation.now.inference.firings}
    assert not {rule for rule in spoken if rule.startswith("page-tables-")}
    assert "page-table-bloat" not in {entry.case.slug for entry in consultation.ruled_out if entry.hypothesis is None}


TEMPLATES = """
(deftemplate MAIN::quantity (slot name (type SYMBOL) (allowed-symbols q)) (slot value (type NUMBER)))
(defglobal MAIN ?*none* = 0) ; percent | nothing, for the test [man7-vmstat: b]
"""
RULE = (
    '(defrule FINDINGS::q.one "It divides." (logical (row (n %s) (m %s))) => (assert (quantity (name q) (value %s))))'
)


@pytest.mark.parametrize(
    ("n", "m", "value"),
    [
        ("?n", "?m", "(/ ?m ?n)"),
        ("?n&~0", "?m", "(/ ?m ?n)"),
        ("?n&:(at-least ?n 0)", "?m", "(/ ?m ?n)"),
        ("?n&:(at-least ?n ?*none*)", "?m", "(/ ?m ?n)"),
        ("?n&:(below ?n 5)", "?m", "(/ ?m ?n)"),
        ("?n&:(above ?n ?m)", "?m", "(/ ?m ?n)"),
        ("?n&:(above ?n 0)", "?m", "(/ ?m (- ?n 1))"),
        ("?n&:(above ?n 0)", "?m", "(/ ?m (round-down ?n))"),
        ("?n&:(above ?n 0)", "?m", "(* 2 (/ ?n ?m))"),
        ("?n", "?m", "(/ ?m 0)"),
        ("?n", "?m", "(/ ?m ?*none*)"),
        ("?n&:(at-least ?n (/ 1 ?m))", "?m", "?n"),
    ],
)
def test_a_rule_whose_divisor_could_be_zero_does_not_load(n: str, m: str, value: str) -> None:
    with pytest.raises(KnowledgeError) as error:
        parse_net({"a.clp": TEMPLATES, "b.clp": RULE % (n, m, value)})
    assert error.value.code == "kb-divisor"
    assert error.value.where == "b.clp:1"


@pytest.mark.parametrize(
    ("n", "m", "value"),
    [
        ("?n&:(above ?n 0)", "?m", "(/ ?m ?n)"),
        ("?n&:(at-least ?n 4096)", "?m", "(/ ?m (* 2 ?n))"),
        ("?n&:(above ?n ?m)", "?m&:(at-least ?m 1)", "(/ ?m ?n)"),
        ("?n&2|4", "?m", "(/ ?m ?n)"),
        ("?n", "?m", "(/ ?m (max 1 ?n))"),
        ("?n", "?m", "(/ ?m -100)"),
    ],
)
def test_a_rule_whose_divisor_is_bounded_loads(n: str, m: str, value: str) -> None:
    assert "q.one" in parse_net({"a.clp": TEMPLATES, "b.clp": RULE % (n, m, value)}).rules


def test_a_function_that_divides_does_not_load() -> None:
    with pytest.raises(KnowledgeError, match="divides"):
        parse_net({"a.clp": "(deffunction MAIN::share (?a ?b) (* 100 (/ ?a ?b)))"})


def test_a_function_that_nobody_knows_does_not_load() -> None:
    with pytest.raises(KnowledgeError, match="sqrt"):
        parse_net({"a.clp": TEMPLATES, "b.clp": RULE % ("?n", "?m", "(sqrt ?n)")})


def nested(folder: Path, depth: int) -> None:
    """Folders in folders, by steps: the path of the innermost is longer than the system takes in one piece."""
    here = os.open(folder, os.O_RDONLY)
    for _ in range(depth):
        os.mkdir("d", dir_fd=here)
        inner = os.open("d", os.O_RDONLY, dir_fd=here)
        os.close(here)
        here = inner
    os.close(here)


def flattened(folder: Path) -> None:
    """Take the folders away again, for nothing that goes through them by calls can."""
    top, inner, other = folder / "d", folder / "d" / "d", folder / "e"
    while inner.exists():
        inner.rename(other)
        top.rmdir()
        other.rename(top)
    top.rmdir()


@pytest.mark.parametrize("depth", [100, 1500, 2500])
def test_folders_nested_deeply_cost_themselves(tmp_path: Path, depth: int) -> None:
    (tmp_path / "a.txt").write_bytes(ZERO)
    (tmp_path / "z.txt").write_bytes(ZERO + b"\n")
    nested(tmp_path, depth)
    try:
        bundle, errors = load([str(tmp_path)], watch=lambda _: None)
    finally:
        flattened(tmp_path)
    assert errors == []
    assert {item.path for item in bundle.inputs} == {"a.txt", "z.txt"}
    (left,) = [u for u in bundle.unrecognised if u.path.startswith("d/")]
    assert left.path.count("d") == limit("folder-depth")
    assert "`--limit folder-depth=N` allows more" in left.reason


def test_a_pipe_into_which_nobody_writes_is_one_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("facts.pipes.PATIENCE_SECONDS", 0.2)
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "a.txt").write_bytes(ZERO)
    bundle, errors = load([str(tmp_path / "a.txt"), str(tmp_path / "pipe")])
    assert [str(error) for error in errors] == [
        f"`{tmp_path}/pipe` cannot be read: it is a pipe, and no program writes to it"
    ]
    assert {item.kind for item in bundle.inputs} >= {"uname", "meminfo"}


def test_a_pipe_is_read_however_slowly_somebody_writes(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    writer = subprocess.Popen(["sh", "-c", "{ sleep 0.3; cat a; sleep 0.3; cat b; } > pipe"], cwd=tmp_path)
    (tmp_path / "a").write_bytes(ZERO[:60])
    (tmp_path / "b").write_bytes(ZERO[60:])
    bundle, errors = load([str(tmp_path / "pipe")])
    assert writer.wait() == 0
    assert errors == []
    assert {item.kind for item in bundle.inputs} >= {"uname", "meminfo"}


def test_what_is_no_file_blocks_nothing(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_bytes(ZERO)
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "loop").symlink_to("loop")
    (tmp_path / "out").symlink_to("/etc")
    (tmp_path / b"na\xffme\n.txt".decode(errors="surrogateescape")).write_bytes(ZERO)
    found = list(open_input(str(tmp_path)))
    told = {blob.path: blob.reason for blob in found if isinstance(blob, Refused)}
    assert told["pipe"] == "not a regular file"
    assert set(told) >= {"loop", "out", "pipe"}
    assert len({item.path for item in load([str(tmp_path)])[0].inputs}) == 2


def test_a_folder_that_vanishes_costs_itself(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "a.txt").write_bytes(ZERO)
    (tmp_path / "gone").mkdir()
    scan = os.scandir

    def vanishing(path: str) -> object:
        if str(path).endswith("gone"):
            raise FileNotFoundError(2, "No such file or directory", path)
        return scan(path)

    monkeypatch.setattr(os, "scandir", vanishing)
    found = list(open_input(str(tmp_path)))
    assert [blob.path for blob in found] == ["gone", "a.txt"]


@pytest.mark.parametrize("deep", [b"[" * 60_000, b'{"a":' * 60_000])
def test_json_nested_deeply_costs_itself(deep: bytes) -> None:
    bundle, _ = load(["-"], io.BytesIO(ZERO + b"root@h:~# smartctl -j -a /dev/sda\n" + deep + b"\n"))
    assert {item.kind for item in bundle.inputs} >= {"uname", "meminfo"}
    assert bundle.faults == []
