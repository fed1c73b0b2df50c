"""The pool: a worker that dies or hangs takes its own bundle with it, and no other."""

from __future__ import annotations

import os
import signal
from contextlib import closing
from pathlib import Path

import pytest

from advisor.fleet import pool
from advisor.fleet.bundles import Bundle
from advisor.fleet.worker import pack, unpack

FAKE = """
import json, os, sys, time
sys.path[:] = json.loads(sys.argv[1])
from advisor.fleet import worker
def diagnose(path):
    path = os.path.basename(path)
    if "crash" in path: os.kill(os.getpid(), 11)
    if "leave" in path: os._exit(7)
    if "hang" in path: time.sleep(600)
    if "eat" in path: path *= 1 << 30
    if "fault" in path: raise RuntimeError("a secret of the capture")
    print("noise on standard output", flush=True)
    return {"outcome": "diagnosed", "pid": os.getpid()}
worker.diagnose_bundle = diagnose
worker.main()
"""


def outcomes(tmp_path: Path, names: list[str], jobs: int) -> dict[str, pool.Outcome]:
    for name in names:
        (tmp_path / name).write_text("x")
    tasks = [pool.Task(Bundle(str(tmp_path / name), name)) for name in names]
    with closing(pool.run(tasks, jobs, pool.Limits(1.0, 1024))) as found:
        return {outcome.bundle.name: outcome for outcome in found}


def noted(monkeypatch: pytest.MonkeyPatch) -> list[pool._Worker]:
    """The workers that are started from now on."""
    started: list[pool._Worker] = []
    make = pool._Worker.__init__

    def made(worker: pool._Worker, limits: pool.Limits) -> None:
        make(worker, limits)
        started.append(worker)

    monkeypatch.setattr(pool._Worker, "__init__", made)
    return started


@pytest.mark.parametrize("jobs", [1, 2])
def test_one_at_fault_spoils_no_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, jobs: int) -> None:
    monkeypatch.setattr(pool, "_START", FAKE)
    found = outcomes(tmp_path, ["a", "crash", "b", "hang", "c", "leave", "d", "eat", "f", "fault", "e"], jobs)
    errors = {name: (o.result or {})["error"] for name, o in found.items() if (o.result or {})["outcome"] == "failed"}
    assert {name: (error["code"], error["message"]) for name, error in errors.items()} == {
        "crash": ("bundle-crash", "the process that read it was ended by SIGSEGV"),
        "leave": ("bundle-crash", "the process that read it ended: exit status 7"),
        "eat": ("bundle-memory", "it takes more than 1,024 MiB of memory"),
        "hang": ("bundle-timeout", "not done within 1 s"),
        "fault": ("bundle-fault", "a fault of the program: RuntimeError in <string>:11"),
    }
    assert len(found) == 11
    assert all(outcome.state for outcome in found.values())


def test_closing_ends_all_workers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pool, "_START", FAKE)
    started = noted(monkeypatch)
    for name in ("a", "b", "hang"):
        (tmp_path / name).write_text("x")
    found = pool.run([pool.Task(Bundle(str(tmp_path / n), n)) for n in ("a", "hang", "b")], 2, pool.Limits(60.0, 1024))
    next(found)
    found.close()
    assert [worker.process.returncode for worker in started] == [-signal.SIGKILL] * 2


def test_a_worker_gives_way_to_a_new_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pool, "_START", FAKE)
    monkeypatch.setattr(pool, "_MOST", 2)
    (tmp_path / "a").write_text("x")
    made = noted(monkeypatch)
    assert len(list(pool.run([pool.Task(Bundle(str(tmp_path / "a"), "a"))] * 5, 1, pool.Limits(60.0, 1024)))) == 5
    assert len(made) == 3


def test_a_known_bundle_is_not_done_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pool, "_START", FAKE)
    first = outcomes(tmp_path, ["a"], 1)["a"]
    task = pool.Task(Bundle(str(tmp_path / "a"), "a"), first.state)
    assert [outcome.result for outcome in pool.run([task], 1, pool.Limits(5.0, 1024))] == [None]
    os.utime(tmp_path / "a", (5, 5))
    assert [bool(outcome.result) for outcome in pool.run([task], 1, pool.Limits(5.0, 1024))] == [True]


def test_messages_come_in_pieces() -> None:
    data = pack({"path": "\udcff\n<é>"}) + pack({"b": 1, "line": b"\x00\xff"})
    buffer = bytearray()
    found = []
    for byte in data:
        buffer.append(byte)
        if (message := unpack(buffer)) is not None:
            found.append(message)
    assert found == [{"path": "\udcff\n<é>"}, {"b": 1, "line": b"\x00\xff"}]
