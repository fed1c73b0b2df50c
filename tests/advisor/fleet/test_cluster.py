"""The engine on a real Dask scheduler with two workers: the same results, and whatever goes wrong is said in one line."""

from __future__ import annotations

import json
import os
import shutil
import socket
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from advisor.fleet import cluster, worker
from advisor.fleet.bundles import Bundle
from advisor.fleet.errors import FleetError
from advisor.fleet.pool import Limits, Outcome, Task
from tests.advisor.fleet import strange
from tests.advisor.fleet.test_fleet import EXAMPLES, SMALL, run
from tests.kb.examples import ROOT

pytestmark = pytest.mark.skipif(find_spec("distributed") is None, reason="Dask is not installed")

LIMITS = Limits(60.0, 4096)


@contextmanager
def dask(folder: Path, workers: int) -> Iterator[tuple[str, subprocess.Popen[bytes]]]:
    """A scheduler with workers on this machine: its address and process."""
    environment = {
        **os.environ, "PYTHONPATH": str(ROOT), "DASK_DISTRIBUTED__SCHEDULER__ALLOWED_FAILURES": "0",
        "DASK_TEMPORARY_DIRECTORY": str(folder),
    }  # fmt: skip
    file = folder / "scheduler.json"
    common = ["--host", "127.0.0.1", "--no-dashboard", "--scheduler-file", str(file)]
    head = ["distributed.cli.dask_scheduler", "--port", "0"]
    hand = ["distributed.cli.dask_worker", "--nworkers", str(workers), "--nthreads", "1", "--death-timeout", "60"]
    processes = []
    try:
        for program in (head, hand):
            with (folder / program[0]).open("wb") as log:
                command = [sys.executable, "-m", *program, *common]
                processes.append(subprocess.Popen(command, cwd=folder, env=environment, stdout=log, stderr=log))
        deadline = time.monotonic() + 60
        while not file.exists() and time.monotonic() < deadline:
            time.sleep(0.05)
        yield json.loads(file.read_text())["address"], processes[0]
    finally:
        for process in reversed(processes):
            process.terminate()
        for process in processes:
            try:
                process.wait(15)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()


@pytest.fixture(scope="module")
def scheduler(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a scheduler with two workers."""
    with dask(tmp_path_factory.mktemp("dask"), 2) as (address, _):
        yield address


def outcomes(address: str, tasks: list[Task], identity: str = "") -> dict[str, Outcome]:
    with closing(cluster.run(address, tasks, 0, LIMITS, identity or worker.identity())) as found:
        return {outcome.bundle.name: outcome for outcome in found}


def error_of(outcome: Outcome) -> tuple[str, str]:
    error = (outcome.result or {})["error"]
    return error["code"], error["message"]


def rows(folder: Path) -> list[list[Any]]:
    with closing(sqlite3.connect(folder / "fleet.db")) as database:
        return [
            sorted(database.execute(f"SELECT {columns} FROM {table}").fetchall())
            for table, columns in (
                ("bundle", "path, name, state, knowledge, outcome, bytes, line, brief"), ("conclusion", "*"), ("trait", "*"),
            )
        ]  # fmt: skip


def test_same_results_as_the_pool(scheduler: str, tmp_path: Path) -> None:
    for number, name in enumerate((*SMALL, "virtualbox-module")):
        shutil.copytree(EXAMPLES / name, tmp_path / "fleet" / f"{number}-\udcff{{{{7}}}}")
    (tmp_path / "fleet" / "broken.tar.gz").write_bytes(b"\x1f\x8b\x08\x00nonsense")
    engine = scheduler.replace("tcp://", "dask://")
    runs = [
        run("fleet", tmp_path / "fleet", "--engine", e, "-o", tmp_path / e[:4], "--format", "json")
        for e in ("local", engine)
    ]
    assert [done.returncode for done in runs] == [0, 0], runs[1].stderr
    assert runs[0].stdout == runs[1].stdout
    assert runs[0].stderr == runs[1].stderr
    assert rows(tmp_path / "loca") == rows(tmp_path / "dask")
    assert (tmp_path / "loca" / "report.html").read_bytes() == (tmp_path / "dask" / "report.html").read_bytes()
    before = (tmp_path / "dask" / "results.jsonl").stat().st_mtime_ns
    assert run("fleet", tmp_path / "fleet", "--engine", engine, "-o", tmp_path / "dask").returncode == 0
    assert (tmp_path / "dask" / "results.jsonl").stat().st_mtime_ns == before


def test_what_costs_workers_is_found_and_given_up(scheduler: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "batch", strange.batch)
    names = [f"b{n:02}" for n in range(40)]
    names[9] = "kills"
    found = outcomes(scheduler, [Task(Bundle(f"/{name}", name)) for name in names])
    assert sorted(found) == sorted(names)
    assert {name for name, outcome in found.items() if error_of(outcome)[0] != "fine"} == {"kills"}
    assert error_of(found["kills"]) == (
        "bundle-worker-lost", "each worker that took it was lost, and no more are tried",
    )  # fmt: skip
    assert found["kills"].state == ""


def test_a_worker_that_does_not_see_a_bundle(scheduler: str, tmp_path: Path) -> None:
    shutil.copytree(EXAMPLES / "virtualbox-module", tmp_path / "there")
    tasks = [Task(Bundle(str(tmp_path / name), name)) for name in ("there", "nowhere")]
    found = outcomes(scheduler, tasks)
    assert (found["there"].result or {})["outcome"] == "diagnosed"
    assert error_of(found["nowhere"]) == (
        "bundle-not-seen", f"the worker on {socket.gethostname()} does not see it",
    )  # fmt: skip


def test_the_limits_of_reading_hold_on_the_workers(scheduler: str, tmp_path: Path) -> None:
    (tmp_path / "fleet" / "one").mkdir(parents=True)
    (tmp_path / "fleet" / "one" / "long.txt").write_text("MemTotal: 8174540 kB\n" * 100)
    for engine in (scheduler.replace("tcp://", "dask://"), "local"):
        done = run(
            "fleet", tmp_path / "fleet", "--engine", engine, "-o", tmp_path / engine[:4], "--limit", "file-size=1K"
        )
        assert done.returncode == 0, done.stderr
        lines = (tmp_path / engine[:4] / "results.jsonl").read_text()
        assert "`--limit file-size=N` allows more" in lines


def test_another_version_is_refused(scheduler: str) -> None:
    with pytest.raises(
        FleetError, match=r"has another version or other knowledge: 0\S+ with sha256:\w+, here 9 with"
    ) as e:
        outcomes(scheduler, [Task(Bundle("/x", "x"))], "sha256:0 9")
    assert e.value.code == "other-version"


def test_no_scheduler_and_no_dask(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "_CONNECT", 0.5)
    with closing(socket.create_server(("127.0.0.1", 0))) as taken:
        address = f"tcp://127.0.0.1:{taken.getsockname()[1]}"
    with pytest.raises(FleetError, match="the Dask scheduler cannot be reached") as reached:
        outcomes(address, [Task(Bundle("/x", "x"))])
    assert reached.value.where == address
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(FleetError, match="needs Dask, which is not installed") as installed:
        outcomes(address, [Task(Bundle("/x", "x"))])
    assert "`distributed`" in installed.value.help


def test_a_scheduler_that_is_lost(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "batch", strange.batch)
    tasks = [Task(Bundle(f"/{n}", str(n))) for n in range(2000)]
    with dask(tmp_path, 1) as (address, process):
        found = cluster.run(address, tasks, 0, LIMITS, worker.identity())
        next(found)
        process.kill()
        with pytest.raises(FleetError, match="the Dask scheduler was lost"):
            list(found)
