"""The file: what is made, what is refused, and what is opened only for reading."""

from __future__ import annotations

import os
import re
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from advisor.store import Store, StoreError, default_path, opening, schema
from tests.advisor.store.common import filled, pragma, raised

# The file


def test_the_default_is_in_the_state_directory() -> None:
    assert default_path() == Path(os.environ["ADVISOR_STATE"]) / "sessions.sqlite3"


def test_only_the_user_may_read_what_is_made(path: Path) -> None:
    umask = os.umask(0)
    try:
        with Store.open(path) as store:
            store.create()
            modes = {file.name: file.stat().st_mode & 0o777 for file in path.parent.iterdir()}
    finally:
        os.umask(umask)
    assert modes == dict.fromkeys((f"{path.name}{ending}" for ending in ("", "-wal", "-shm", "-seen")), 0o600)
    assert path.parent.stat().st_mode & 0o777 == 0o700


def test_a_folder_that_is_there_keeps_its_mode(tmp_path: Path) -> None:
    tmp_path.chmod(0o755)
    Store.open(tmp_path / "s.sqlite3").close()
    assert tmp_path.stat().st_mode & 0o777 == 0o755


def test_commits_are_synced(stored: Store) -> None:
    assert pragma(stored, "journal_mode") == "wal"
    assert pragma(stored, "synchronous") == 3
    assert pragma(stored, "busy_timeout") == 5000


def test_a_missing_store_is_not_made_where_none_is_wanted(path: Path) -> None:
    error = raised(lambda: Store.open(path, create=False))
    assert (error.code, error.where) == ("no-such-store", str(path))
    assert not path.parent.exists()


def test_an_odd_path_is_a_path(tmp_path: Path) -> None:
    path = tmp_path / "a b?mode=memory#c%20ä.db"
    filled(path)
    assert path.stat().st_size > 0


def foreign(path: Path) -> None:
    with closing(sqlite3.connect(path)) as other:
        other.execute("CREATE TABLE bookmarks (url TEXT)")


def foreign_number(path: Path) -> None:
    with closing(sqlite3.connect(path)) as other:
        other.execute("PRAGMA application_id = 7")


def newer(path: Path) -> None:
    filled(path)
    with closing(sqlite3.connect(path)) as other:
        other.execute(f"PRAGMA user_version = {len(schema.MIGRATIONS) + 1}")
        other.execute("PRAGMA journal_mode = DELETE")


def newer_with_log(path: Path) -> None:
    """The newer version stands in the write-ahead log only, as its program left it when it was killed."""
    at_work = path.with_name("at-work.sqlite3")
    filled(at_work)
    with closing(sqlite3.connect(at_work)) as other:
        other.execute(f"PRAGMA user_version = {len(schema.MIGRATIONS) + 1}")
        for ending in ("", "-wal"):
            shutil.copy(f"{at_work}{ending}", f"{path}{ending}")


def torn(path: Path) -> None:
    filled(path, 400)
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])


def scribbled(path: Path) -> None:
    filled(path, 400)
    data = bytearray(path.read_bytes())
    for page in range(len(data) // 8192, len(data) // 4096):  # events only: the sessions stand before them
        data[page * 4096 : page * 4096 + 100] = b"\xff" * 100
    path.write_bytes(data)


def without_table(path: Path) -> None:
    filled(path)
    with closing(sqlite3.connect(path)) as other:
        other.execute("DROP TABLE events")
        other.execute("PRAGMA journal_mode = DELETE")


def text(path: Path) -> None:
    path.write_text("vmstat 5\n" * 1000)


def short_text(path: Path) -> None:
    path.write_text("x")


def page_of_text(path: Path) -> None:
    path.write_text("vmstat 5\n" * 57)  # 513 bytes


@pytest.mark.parametrize(
    ("make", "code", "message"),
    [
        (foreign, "not-a-store", "this file is no session store: it is the database of another program"),
        (foreign_number, "not-a-store", "this file is no session store: it is the database of another program"),
        (text, "not-a-store", "this file is no session store: it is no SQLite database"),
        (page_of_text, "not-a-store", "this file is no session store: it is no SQLite database"),
        (short_text, "not-a-store", "this file is no session store: it is no SQLite database"),
        (newer, "store-newer", "the session store was written by a newer advisor: version 3, this one reads 2"),
        (
            newer_with_log,
            "store-newer",
            "the session store was written by a newer advisor: version 3, this one reads 2",
        ),
        (torn, "store-corrupt", "the session store is damaged: database disk image is malformed"),
        (scribbled, "store-corrupt", "the session store is damaged: "),
        (without_table, "store-corrupt", "the session store is damaged: a table is missing"),
    ],
)
def test_a_file_that_is_no_sound_store_is_refused_and_stays_as_it_is(
    tmp_path: Path, make: Callable[[Path], None], code: str, message: str
) -> None:
    path = tmp_path / "s.sqlite3"
    make(path)
    files = [path, *(log for log in [Path(f"{path}-wal")] if log.exists())]
    before = [(file.read_bytes(), file.stat().st_mtime_ns) for file in files]
    for _ in range(2):
        error = raised(lambda: Store.open(path))
        assert (error.code, error.where) == (code, str(path))
        assert str(error).startswith(message)
        assert error.help
        assert [(file.read_bytes(), file.stat().st_mtime_ns) for file in files] == before


def test_a_folder_and_a_pipe_are_no_store(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for path in (tmp_path, tmp_path / "pipe"):
        assert raised(lambda path=path: Store.open(path)).code == "not-a-store"  # type: ignore[misc]


def test_an_empty_file_becomes_a_store(path: Path) -> None:
    path.parent.mkdir()
    path.touch()
    filled(path)
    assert path.stat().st_size > 0


@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE events SET data = replace(data, '1', '7') WHERE seq = 2",
        "UPDATE events SET seq = 9 WHERE seq = 2",
        "UPDATE events SET kind = 'seen' WHERE seq = 2",
        "UPDATE events SET time = time + 1 WHERE seq = 2",
        "DELETE FROM events WHERE seq = 2",
    ],
)
def test_an_event_that_was_changed_is_found_when_it_is_read(path: Path, damage: str) -> None:
    session = filled(path)
    with closing(sqlite3.connect(path)) as other, other:
        other.executescript("DROP TRIGGER events_stay; DROP TRIGGER events_go_with_their_session")
        other.execute(damage)
    for read in (lambda store: store.events(session), lambda store: store.export(session), Store.check):
        with pytest.raises(StoreError) as caught, Store.open(path) as store:
            read(store)
        assert (caught.value.code, caught.value.where) == ("store-corrupt", str(path))
        assert re.search(
            "event 2 of session `night` is (missing|not what was written)"
            "|session `night` has 3 events, but the last one found is 9",
            str(caught.value),
        )


def test_a_large_store_is_checked_whole_only_after_an_unclean_end(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    filled(path)
    monkeypatch.setattr(opening, "CHECKED_WHOLE_BYTES", 0)
    with Store.open(path) as store:
        store.append(store.find("night").id, "told", {})
        asked: list[bool] = []
        monkeypatch.setattr(opening, "check", lambda _database, _path, whole: asked.append(whole))
        Store.open(path).close()
    Store.open(path).close()
    assert asked == [True, False]


# Where there is no write-ahead log


def no_shared_memory(path: Path) -> None:
    """Let the shared memory beside the store be a link, which SQLite does not follow."""
    Path(f"{path}-shm").symlink_to("nowhere")


def test_without_shared_memory_a_rollback_journal_serves(path: Path) -> None:
    path.parent.mkdir()
    no_shared_memory(path)
    session = filled(path)
    with Store.open(path) as store, Store.open(path) as other:
        assert (pragma(store, "journal_mode"), pragma(store, "synchronous")) == ("delete", 3)
        assert other.append(session, "told", {}).seq == 4
        assert store.append(session, "told", {}).seq == 5
        store.delete(session)
        assert other.headers() == []


def test_a_store_with_a_log_that_is_moved_to_such_a_place_loses_nothing(tmp_path: Path) -> None:
    there, here = tmp_path / "there.sqlite3", tmp_path / "here.sqlite3"
    with Store.open(there) as store:
        session = store.create("night").id
        for number in range(3):
            store.append(session, "told", {"number": number})
        for ending in ("", "-wal"):
            shutil.copy(f"{there}{ending}", f"{here}{ending}")
    no_shared_memory(here)
    with Store.open(here) as store:
        assert pragma(store, "journal_mode") == "delete"
        assert [event.data["number"] for event in store.events(session)] == [0, 1, 2]
        assert store.append(session, "told", {}).seq == 4


def test_where_the_file_system_knows_no_log_a_rollback_journal_serves(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """SQLite's own way of accessing files without shared memory answers as such a file system does."""
    address = opening._address
    monkeypatch.setattr(opening, "_address", lambda path, options: address(path, f"{options}&vfs=unix-dotfile"))
    session = filled(path)
    with Store.open(path) as store:
        assert pragma(store, "journal_mode") == "delete"
        assert store.append(session, "told", {}).seq == 4


# What cannot be written


@pytest.mark.parametrize("journal", ["wal", "delete"])
@pytest.mark.parametrize("closed", ["file", "folder", "both"])
def test_what_cannot_be_written_is_read(plain_folder: Path, journal: str, closed: str) -> None:
    path = plain_folder / "state" / "s.sqlite3"
    session = filled(path)
    with closing(sqlite3.connect(path)) as other:
        other.execute(f"PRAGMA journal_mode = {journal}")
    if closed != "folder":
        path.chmod(0o400)
    if closed != "file":
        path.parent.chmod(0o500)
    try:
        with Store.open(path) as store:
            assert store.read_only
            assert [event.seq for event in store.events(session)] == [1, 2, 3]
            assert store.export(store.find("night").id)["events"]
            for write in (
                lambda: store.append(session, "told", {}),
                lambda: store.create("x"),
                lambda: store.delete(session),
            ):
                error = raised(write)
                assert (error.code, str(error)) == (
                    "store-unwritable",
                    "cannot write the session store: it can only be read",
                )
    finally:
        path.parent.chmod(0o700)


def test_a_log_that_cannot_be_read_is_not_passed_over(plain_folder: Path) -> None:
    """The latest events may stand in the log only, and without shared memory SQLite cannot read it."""
    path = plain_folder / "state" / "s.sqlite3"
    path.parent.mkdir()
    with Store.open(plain_folder / "s.sqlite3") as store:
        store.create("night")
        for ending in ("", "-wal"):
            shutil.copy(plain_folder / f"s.sqlite3{ending}", f"{path}{ending}")
    path.parent.chmod(0o500)
    try:
        assert raised(lambda: Store.open(path)).code == "store-unwritable"
    finally:
        path.parent.chmod(0o700)


def test_where_nothing_can_be_made_it_is_said(plain_folder: Path) -> None:
    plain_folder.chmod(0o500)
    for path in (plain_folder / "s.sqlite3", plain_folder / "state" / "s.sqlite3"):
        error = raised(lambda path=path: Store.open(path))  # type: ignore[misc]
        assert (error.code, error.where) == ("store-unwritable", str(path))
        assert str(error) == "cannot write the session store: Permission denied"
        assert error.help == "name another file with `--db`"
    plain_folder.chmod(0o700)


def test_what_may_not_be_read_is_said(plain_folder: Path) -> None:
    path = plain_folder / "s.sqlite3"
    filled(path)
    path.chmod(0)
    assert raised(lambda: Store.open(path)).code == "store-unwritable"


def test_an_older_store_that_cannot_be_written_is_refused(plain_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = plain_folder / "s.sqlite3"
    filled(path)
    path.chmod(0o400)
    monkeypatch.setattr(schema, "MIGRATIONS", (*schema.MIGRATIONS, ("CREATE TABLE notes (text TEXT)",)))
    error = raised(lambda: Store.open(path))
    assert error.code == "store-unwritable"
    assert "brought up to date" in str(error)
