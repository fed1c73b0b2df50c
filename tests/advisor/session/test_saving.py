"""A session whose store cannot be written goes on in memory, and is saved when that works again."""

from __future__ import annotations

import errno
import os
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from advisor.session import kept, saving
from advisor.session.saving import StoreLog
from advisor.store import Store, StoreError
from tests.kb.examples import knowledge


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each event tries to save."""
    monkeypatch.setattr(saving, "_FIRST_DELAY", 0.0)
    monkeypatch.setattr(saving, "_SHORT_WAIT", 0.05)
    monkeypatch.setattr("advisor.store.opening.BUSY_SECONDS", 0.05)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "state" / "sessions.sqlite3"


@pytest.fixture
def log(path: Path) -> Iterator[StoreLog]:
    with Store.open(path) as store:
        store.wait(0.05)
        found = StoreLog(store, store.create("night"))
        found.append("told", {"text": "0"})
        yield found


def texts(path: Path, name: str = "night") -> list[str]:
    with Store.open(path) as store:
        store.check()
        return [str(event.data.get("text", event.data.get("of"))) for event in store.events(store.find(name).id)]


def full(log: StoreLog, monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    def refuse(*_: object, **__: object) -> None:
        raise StoreError("store-full", "there is no room to write the session store", help="free space on /var")

    with_room = Store._writing
    monkeypatch.setattr(Store, "_writing", refuse)
    return lambda: monkeypatch.setattr(Store, "_writing", with_room)


def failing(log: StoreLog, monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """The disk fails after some bytes: SQLite has its handles, and every further write is an error."""
    log.store._database.execute("PRAGMA query_only = 1")
    real = Store.open.__func__  # type: ignore[attr-defined]

    def broken(cls: type[Store], path: Path | None = None, /, **_: bool) -> Store:
        raise StoreError("store-failing", os.strerror(errno.EIO))

    monkeypatch.setattr(Store, "open", classmethod(broken))
    return lambda: monkeypatch.setattr(Store, "open", classmethod(real))


def locked(log: StoreLog, monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    assert log.store.path is not None
    other = sqlite3.connect(log.store.path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    return other.close


def moved(log: StoreLog, monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """The folder goes, and a file is in its place."""
    folder = log.store.path.parent  # type: ignore[union-attr]
    shutil.rmtree(folder)
    folder.write_text("in the way")
    return folder.unlink


@pytest.mark.parametrize("hurt", [full, failing, locked, moved])
def test_events_stay_in_order_and_are_saved_when_that_works_again(
    log: StoreLog, path: Path, monkeypatch: pytest.MonkeyPatch, hurt: Callable[..., Callable[[], None]]
) -> None:
    mend = hurt(log, monkeypatch)
    for number in (1, 2, 3):
        assert log.append("told", {"text": str(number)}).seq == number + 1
    assert log.unsaved == 3
    (said,) = log.news()
    assert said.startswith("Not saved: ")
    assert "in memory only" in said
    assert not log.save()
    mend()
    log.append("undone", {"of": 3})
    assert log.unsaved == 0
    assert log.news() == ["Saved again: 4 steps that were in memory only."]
    log.append("told", {"text": "5"})
    assert texts(path) == ["0", "1", "2", "3", "3", "5"]
    assert [entry.seq for entry in log.entries()] == [1, 2, 3, 4, 5, 6]


@pytest.mark.parametrize("damage", ["text", "page", "gone", "session"])
def test_a_store_that_is_damaged_in_the_middle_loses_nothing_of_the_session(
    log: StoreLog, path: Path, damage: str
) -> None:
    other = log.store.create("noon")
    log.store.append(other.id, "told", {"text": "noon"})
    if damage == "session":
        with Store.open(path) as store:
            store.delete(log.id)
    elif damage == "gone":
        path.unlink()
    else:
        log.store.leave_log()
        data = path.read_bytes()
        path.write_bytes(
            b"no database" * 1000
            if damage == "text"
            else data[:24] + b"\1\2\3\4" + data[28:4096] + b"\xff" * (len(data) - 4096)
        )
    for number in (1, 2):
        log.append("told", {"text": str(number)})
    assert log.save()
    assert texts(path) == ["0", "1", "2"]
    news = " ".join(log.news())
    assert "Not saved: " in news
    assert "Saved again: " in news
    if damage in ("page", "text"):
        assert "lost: all 1 event of session `noon`" in news
    else:
        assert texts(path, "noon") == ["noon"]


def test_what_another_program_appended_meanwhile_stays_and_numbers_are_followed(
    log: StoreLog, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    mend = full(log, monkeypatch)
    log.append("told", {"text": "mine"})
    mend()
    with Store.open(path) as store:
        store.append(log.id, "told", {"text": "theirs"})
    log.append("undone", {"of": 2})
    assert texts(path) == ["0", "theirs", "mine", "3"]


def test_a_commit_that_was_reported_as_failed_is_not_repeated(
    log: StoreLog, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = Store.append

    def done_and_failed(store: Store, *given: object, **named: object) -> None:
        real(store, *given, **named)  # type: ignore[arg-type]
        raise StoreError("store-failing", os.strerror(errno.EIO))

    monkeypatch.setattr(Store, "append", done_and_failed)
    log.append("told", {"text": "once"})
    assert log.unsaved == 0
    assert texts(path) == ["0", "once"]


def test_a_disk_that_is_full_at_the_start_ends_nothing(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real = Store.open.__func__  # type: ignore[attr-defined]

    def no_room(cls: type[Store], path: Path | None = None, /, **_: bool) -> Store:
        raise StoreError("store-full", "there is no room to write the session store", help="free space on /var")

    with Store.open(path) as store:
        before = StoreLog(store, store.create("before"))
        before.append("told", {"text": "kept"})
    monkeypatch.setattr(Store, "open", classmethod(no_room))
    opened = kept.open_store(path)
    assert (
        opened.note
        == "not saved for now: there is no room to write the session store; free space on /var; each step tries again"
    )
    session = kept.begin(knowledge(), opened.store, "night").session
    again = kept.resume(knowledge(), opened.store, "before")
    assert [entry.kind for entry in again.entries] == ["told"]
    session.record("told", {"text": "mine", "signs": [], "rows": []})
    assert session.log.unsaved == 2
    monkeypatch.setattr(Store, "open", classmethod(real))
    assert isinstance(session.log, StoreLog)
    assert session.log.save()
    assert opened.store.path == path
    again.record("told", {"text": "more", "signs": [], "rows": []})
    assert isinstance(again.log, StoreLog)
    assert again.log.save()
    opened.store.close()
    assert texts(path)[1:] == ["mine"]
    assert texts(path, "before") == ["kept", "more"]


def test_an_export_from_memory_holds_what_is_not_saved(log: StoreLog, monkeypatch: pytest.MonkeyPatch) -> None:
    full(log, monkeypatch)
    log.append("told", {"text": "1"})
    exported = log.exported()
    monkeypatch.undo()
    with Store.in_memory() as other:
        header = other.import_(exported)
        assert [event.data["text"] for event in other.events(header.id)] == ["0", "1"]


def test_a_resumed_session_says_what_a_damaged_store_lost(path: Path) -> None:
    with Store.open(path) as store:
        session = kept.begin(knowledge(), store, "night").session
        for number in range(60):
            session.record("told", {"text": f"{number} {'x' * 400}", "signs": [], "rows": []})
    with closing(sqlite3.connect(path)) as database, database:
        database.executescript("DROP TRIGGER events_stay; DROP TRIGGER events_go_with_their_session")
        database.execute("DELETE FROM events WHERE seq BETWEEN 10 AND 12")
    opened = kept.open_store(path)
    assert "lost: session `night`: events 10 to 12, between " in opened.note
    with opened.store as store:
        session = kept.resume(knowledge(), store, "night")
        assert len(session.entries) == 61
        (said,) = kept.losses(session)
        assert said.startswith("lost when the session store was damaged: events 10 to 12, between ")
        assert session.consultation.diagnoses == []
    assert kept.open_store(path).note == ""
