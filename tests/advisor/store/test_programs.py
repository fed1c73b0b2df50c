"""Several programs, full disks and kills: what is acknowledged stays."""

from __future__ import annotations

import resource
import sqlite3
import subprocess
import sys
from contextlib import closing
from itertools import count, pairwise
from pathlib import Path

import pytest

from advisor.store import Store, opening
from tests import tree
from tests.advisor import store_writer
from tests.advisor.store.common import filled, pragma, raised

# Two programs


def test_two_programs_append_to_one_session_and_lose_nothing(path: Path) -> None:
    filled(path, 0)
    children = [store_writer.writer(path, "night", "--count", "60", "--label", label) for label in ("one", "two")]
    for child in children:
        assert child.stdout is not None
        assert child.stdout.readline() == b"open\n"
    for child in children:
        assert child.stdin is not None
        child.stdin.write(b"go\n")
    acknowledged = []
    for child in children:
        out, err = child.communicate(timeout=60)
        assert (err, child.returncode) == (b"", 0)
        acknowledged.append([int(line) for line in out.split()])
    with Store.open(path) as store:
        events = store.events(store.find("night").id)
    assert sorted(acknowledged[0] + acknowledged[1]) == list(range(1, 121))
    assert [event.seq for event in events] == list(range(1, 121))
    for label, seqs in zip(("one", "two"), acknowledged, strict=True):
        mine = [event for event in events if event.data["label"] == label]
        assert [event.seq for event in mine] == seqs
        assert [event.data["number"] for event in mine] == list(range(60))
    switches = sum(a.data["label"] != b.data["label"] for a, b in pairwise(events))
    assert switches > 1, "they did not write at the same time"


def test_programs_that_make_the_store_at_once_make_one(path: Path) -> None:
    children = [store_writer.writer(path, f"night-{n}", "--count", "5") for n in range(4)]
    for child in children:
        _, err = child.communicate(timeout=60)
        assert (err, child.returncode) == (b"", 0)
    with Store.open(path) as store:
        assert sorted((header.name, header.events) for header in store.headers()) == [
            (f"night-{n}", 5) for n in range(4)
        ]
        store.check()


def test_a_store_that_another_program_holds_is_locked(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(opening, "BUSY_SECONDS", 0.05)
    session = filled(path)
    with Store.open(path) as store, closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        error = raised(lambda: store.append(session, "told", {}))
        assert (error.code, str(error)) == (
            "store-locked",
            "another program has held the session store for more than 5 seconds",
        )
        assert len(store.events(session)) == 3, "reading goes on"
        other.execute("ROLLBACK")
        assert store.append(session, "told", {}).seq == 4


# A full disk


def test_a_full_store_says_so_keeps_everything_and_goes_on_when_there_is_room(stored: Store) -> None:
    session = stored.create("night").id
    stored._database.execute(f"PRAGMA max_page_count = {pragma(stored, 'page_count') + 20}")
    seqs: list[int] = []

    def fill() -> None:
        for _ in count():
            seqs.append(stored.append(session, "told", {"text": "x" * 3000}).seq)

    error = raised(fill)
    assert (error.code, str(error)) == ("store-full", "there is no room to write the session store")
    acknowledged = len(seqs)
    assert acknowledged > 5
    assert len(stored.events(session)) == acknowledged
    stored._database.execute("PRAGMA max_page_count = 1000000")
    assert stored.append(session, "told", {}).seq == acknowledged + 1


LIMITED = """
import resource, sys
from itertools import count, pairwise
from pathlib import Path
from advisor.store import Store, StoreError
store = Store.open(Path(sys.argv[1]))
session = store.create("night").id
resource.setrlimit(resource.RLIMIT_FSIZE, (300_000, resource.RLIM_INFINITY))
done = 0
try:
    while True:
        done = store.append(session, "told", {"text": "x" * 3000}).seq
except StoreError as error:
    print(error.code, done, len(store.events(session)))
resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
print(store.append(session, "told", {}).seq - done)
"""


@pytest.mark.skipif(resource.getrlimit(resource.RLIMIT_FSIZE)[1] != resource.RLIM_INFINITY, reason="files are limited")
def test_a_limit_of_the_system_counts_as_full(path: Path) -> None:
    """SQLite tells a quota or a limit as any failed write; here the log may not grow."""
    run = subprocess.run(
        [sys.executable, "-c", LIMITED, str(path)], cwd=tree.ROOT, capture_output=True, text=True, check=False
    )
    assert run.stderr == ""
    code, done, stored, more = run.stdout.split()
    assert (code, stored, more) == ("store-full", done, "1")
    assert int(done) > 10
    with Store.open(path) as store:
        store.check()
        assert store.find("night").events == int(done) + 1


# Killed


def test_a_killed_program_loses_nothing_that_was_acknowledged(tmp_path: Path) -> None:
    found = store_writer.kill_many(60, 1, tmp_path)
    assert sum(one.acknowledged > 0 for one in found) > 30
    assert any(one.acknowledged == 0 for one in found)
