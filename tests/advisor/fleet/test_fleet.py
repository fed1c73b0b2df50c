"""`advisor fleet` as a user runs it: the same data as `diagnose`, and nothing that one bundle does spoils another."""

from __future__ import annotations

import io
import json
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
import tarfile
import time
from pathlib import Path
from typing import Any

import pytest

from tests.kb.examples import ROOT

EXAMPLES = ROOT / "examples"
SMALL = ("virtualbox-module", "linux-writeback-stall", "zfs-log-spikes")


def command(*arguments: str | Path) -> list[str]:
    return [sys.executable, "-m", "advisor", *(os.fspath(argument) for argument in arguments)]


def environment() -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONWARNINGS": "error"}


def run(*arguments: str | Path) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        command(*arguments), capture_output=True, cwd=ROOT, env=environment(), timeout=120, check=False
    )


def lines(folder: Path) -> list[dict[str, Any]]:
    found = [json.loads(line) for line in (folder / "results.jsonl").read_bytes().splitlines()]
    return sorted(found, key=lambda line: str(line["bundle"]))


def finished(folder: Path) -> dict[str, float]:
    with sqlite3.connect(folder / "fleet.db") as database:
        return dict(database.execute("SELECT name, finished FROM bundle"))


@pytest.fixture
def fleet(tmp_path: Path) -> Path:
    for name in SMALL:
        shutil.copytree(EXAMPLES / name, tmp_path / "fleet" / name)
    return tmp_path / "fleet"


def test_same_data_as_diagnose_in_any_order(fleet: Path, tmp_path: Path) -> None:
    runs = {jobs: run("fleet", fleet, "--jobs", jobs, "-o", tmp_path / jobs, "--format", "json") for jobs in ("1", "2")}
    assert [(done.returncode, done.stderr) for done in runs.values()] == [(0, b""), (0, b"")]
    assert runs["1"].stdout == runs["2"].stdout
    assert lines(tmp_path / "1") == lines(tmp_path / "2")
    for name, line in zip(sorted(SMALL), lines(tmp_path / "1"), strict=True):
        assert line["bundle"] == str(fleet / name)
        assert line["report"] == json.loads(run("diagnose", fleet / name, "--format", "json").stdout)
    page = [(tmp_path / jobs / "report.html").read_text() for jobs in runs]
    assert page[0] == page[1]


def test_goes_on_after_a_kill(fleet: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    for number in range(6):
        shutil.copytree(fleet / "zfs-log-spikes", fleet / f"more-{number}")
    process = subprocess.Popen(command("fleet", fleet, "--jobs", "1", "-o", out), cwd=ROOT, env=environment(),
                               stdout=subprocess.DEVNULL)  # fmt: skip
    before: dict[str, float] = {}
    deadline = time.monotonic() + 60
    while len(before) < 2 and time.monotonic() < deadline:
        time.sleep(0.02)
        if (out / "results.jsonl").exists():
            before = finished(out)
    process.send_signal(signal.SIGKILL)
    process.wait()
    before = finished(out)
    assert 2 <= len(before) < 9
    with (out / "results.jsonl").open("ab") as stream:
        stream.write(b'{"schema": 1, "bundle": "/tor')  # what a kill in the middle of a line leaves
    assert run("fleet", fleet, "--jobs", "1", "-o", out).returncode == 0
    after = finished(out)
    assert len(after) == len(lines(out)) == 9
    assert before.items() <= after.items()
    (fleet / "more-0" / "new.txt").write_text("nothing known\n")
    assert run("fleet", fleet, "--jobs", "1", "-o", out).returncode == 0
    assert {name for name, at in finished(out).items() if at != after[name]} == {str(fleet / "more-0")}
    assert len(lines(out)) == 9


def test_an_interrupt_leaves_what_is_done(fleet: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    for number in range(4):
        shutil.copytree(fleet / "zfs-log-spikes", fleet / f"more-{number}")
    process = subprocess.Popen(command("fleet", fleet, "--jobs", "1", "-o", out), cwd=ROOT, env=environment(),
                               stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)  # fmt: skip
    deadline = time.monotonic() + 60
    while not ((out / "results.jsonl").exists() and finished(out)) and time.monotonic() < deadline:
        time.sleep(0.02)
    process.send_signal(signal.SIGINT)
    said = process.communicate(timeout=30)[1].decode()
    assert process.returncode == 130
    done = len(finished(out))
    assert said == f"stopped; {done} of 7 bundles are done and kept in {out}\nthe same command goes on from there\n"
    assert run("fleet", fleet, "-o", out).returncode == 0


def test_bad_bundles_are_named_and_spoil_nothing(fleet: Path, tmp_path: Path) -> None:
    (fleet / "broken.tar.gz").write_bytes(b"\x1f\x8b\x08\x00nonsense")
    (fleet / "empty").mkdir()
    data = io.BytesIO()
    with tarfile.open(fileobj=data, mode="w") as archive:
        member = tarfile.TarInfo("../../escaped")
        member.size = 1
        archive.addfile(member, io.BytesIO(b"x"))
    (fleet / "escaping.tar").write_bytes(data.getvalue())
    out = tmp_path / "out"
    done = run("fleet", fleet, "-o", out, "--format", "json")
    summary = json.loads(done.stdout)
    assert done.returncode == 0
    assert [(item["bundle"], item["code"]) for item in summary["failed"]] == [
        (str(fleet / name), "input-not-readable") for name in ("broken.tar.gz", "escaping.tar")
    ]
    assert summary["nothing_read"] == [str(fleet / "empty")]
    assert summary["bundles"] == {"found": 6, "diagnosed": 4, "failed": 2, "nothing_read": 1}
    assert done.stderr.decode().startswith("warning[input-not-readable]: `")
    assert f"  --> {fleet}/broken.tar.gz\n" in done.stderr.decode()
    assert not (fleet.parent / "escaped").exists()


@pytest.mark.parametrize(
    "name", ["<script>alert(1)<script>", "a\nb\x1b[31m", "\udcff{{ 7 * 7 }}", "$(reboot);`x`", "-o"]
)
def test_hostile_names(fleet: Path, tmp_path: Path, name: str) -> None:
    shutil.rmtree(fleet)
    hostile = fleet / name
    shutil.copytree(EXAMPLES / "virtualbox-module", hostile)
    done = run("fleet", fleet, "--jobs", "1", "-o", tmp_path / "out")
    assert (done.returncode, done.stderr) == (0, b"")
    page = (tmp_path / "out" / "report.html").read_text(encoding="utf-8")
    assert "\x1b" not in done.stdout.decode() + page
    assert "<script>alert" not in page
    assert len(lines(tmp_path / "out")) == len(finished(tmp_path / "out")) == 1
    assert run("fleet", fleet, "--jobs", "1", "-o", tmp_path / "out").stdout == done.stdout


def test_what_cannot_be_done_is_said_before_anything_is(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    done = run("fleet", tmp_path / "none", tmp_path / "empty", "-o", tmp_path / "out")
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr.decode() == (
        f"error[no-such-input]: `{tmp_path}/none` does not exist\n"
        f"  --> {tmp_path}/none\n"
        "  help: name a bundle or a folder of bundles\n"
        f"error[no-bundles]: `{tmp_path}/empty` holds no bundle\n"
        f"  --> {tmp_path}/empty\n"
        "  help: see `advisor fleet --help` for what a bundle is\n"
    )
    assert not (tmp_path / "out").exists()


def test_a_folder_of_something_else_is_left_alone(fleet: Path, tmp_path: Path) -> None:
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "fleet.db").write_bytes(b"no database at all, but a text of more than a hundred bytes " * 4)
    done = run("fleet", fleet, "-o", tmp_path / "out")
    assert done.returncode == 2
    assert done.stderr.decode().startswith("error[not-results]: `fleet.db` cannot be used: ")
