"""Older stores become present ones."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from advisor.store import Store, schema
from advisor.store.records import Encoded, checksum
from advisor.store.recovery import repair
from tests.advisor.store.common import filled, pragma, raised

# Migration


SECOND = ("ALTER TABLE sessions ADD COLUMN closed REAL", "UPDATE sessions SET closed = 1")


def test_an_older_store_is_brought_up_to_date(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    session = filled(path)
    monkeypatch.setattr(schema, "MIGRATIONS", (*schema.MIGRATIONS, SECOND, ("CREATE TABLE notes (text TEXT)",)))
    with Store.open(path) as store:
        assert pragma(store, "user_version") == 4
        assert store._database.execute("SELECT closed FROM sessions").fetchall() == [(1.0,)]
        assert len(store.events(session)) == 3
        assert pragma(store, "journal_mode") == "wal"


def test_a_step_that_fails_leaves_the_step_before(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    session = filled(path)
    first = schema.MIGRATIONS
    monkeypatch.setattr(schema, "MIGRATIONS", (*first, SECOND, ("CREATE TABLE notes (text TEXT)", "CREATE NONSENSE")))
    with pytest.raises(sqlite3.OperationalError):
        Store.open(path)
    monkeypatch.setattr(schema, "MIGRATIONS", (*first, SECOND))
    with Store.open(path) as store:
        assert pragma(store, "user_version") == 3
        assert store._database.execute("SELECT count(*) FROM sqlite_master WHERE name = 'notes'").fetchone() == (0,)
        assert len(store.events(session)) == 3


def test_a_step_that_another_program_made_first_is_not_made_again(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    version_of = schema.version_of
    seen: list[int] = []

    def overtaken(database: sqlite3.Connection, path: Path) -> int:
        found = version_of(database, path)
        seen.append(found)
        if len(seen) == 1:
            filled(path)  # after this look, and before this program begins its transaction
        return found

    monkeypatch.setattr(schema, "version_of", overtaken)
    with Store.open(path) as store:
        assert store.find("night").events == 3
    assert seen[0] == 0


def test_the_tables_of_a_released_version_are_never_changed() -> None:
    """A store of version 1 as it lies on somebody's disk: a change of the first step would not reach it."""
    import zlib

    texts = [" ".join(part for part in step if isinstance(part, str)) for step in schema.MIGRATIONS]
    assert [zlib.crc32(" ".join(text.split()).encode()) for text in texts] == [16535594, 3155795302]


def first_version(path: Path, events: int) -> None:
    """A store as the first version wrote it, with two sessions."""
    path.parent.mkdir()
    with closing(sqlite3.connect(path)) as database, database:
        for statement in schema.MIGRATIONS[0]:
            assert isinstance(statement, str)
            database.execute(statement)
        for number, name in ((1, "night"), (2, "empty")):
            row = (number, f"{number:016x}", name, 1000.0)
            database.execute("INSERT INTO sessions (number, id, name, created) VALUES (?, ?, ?, ?)", row)
        for seq in range(1, events + 1):
            event = Encoded(1000.0 + seq, "told", f'{{"number":{seq}}}')
            database.execute("INSERT INTO events VALUES (1, ?, ?, ?, ?, ?)", (seq, *event, checksum(seq, event)))
        database.execute("PRAGMA user_version = 1")


def test_events_of_the_first_version_are_chained_as_they_are(path: Path) -> None:
    first_version(path, 9)
    with Store.open(path) as store:
        header = store.find("night")
        assert (header.events, header.unchained, header.changed) == (9, 9, 1009.0)
        assert [event.data for event in store.events(header.id)] == [{"number": seq} for seq in range(1, 10)]
        with pytest.raises(sqlite3.IntegrityError, match="an event is never changed"):
            store._database.execute("UPDATE events SET kind = 'x'")
        store.append(header.id, "told", {})
        store.check()
        assert store.find("empty").unchained == 0
    with Store.open(path) as store:
        assert store.find("night").events == 10


@pytest.mark.parametrize("damage", ["DELETE FROM events WHERE seq = 4", "UPDATE events SET data = '{}' WHERE seq = 4"])
def test_a_damaged_store_of_the_first_version_is_not_chained_but_recovered(path: Path, damage: str) -> None:
    first_version(path, 9)
    with closing(sqlite3.connect(path)) as database, database:
        database.executescript("DROP TRIGGER events_stay; DROP TRIGGER events_go_with_their_session")
        database.execute(damage)
    assert raised(lambda: Store.open(path)).code == "store-corrupt"
    recovery = repair(path)
    with recovery.store as store:
        events = store.events(store.find("night").id)
        assert [event.seq for event in events if event.kind == "lost"] == [4]
        assert [event.data["number"] for event in events if event.kind == "told"] == [1, 2, 3, 5, 6, 7, 8, 9]
    assert "lost: session `night`: event 4, between 1970-01-01 00:16:43 and 00:16:45 UTC (of 9)" in recovery.lines()
