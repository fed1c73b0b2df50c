"""The session store: what is acknowledged stays, whatever happens to the program, the disk or the file."""

from __future__ import annotations

import json
import os
import re
import resource
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from itertools import count, pairwise
from pathlib import Path
from typing import Any

import pytest

from advisor.store import MAX_EVENT_BYTES, Event, Store, StoreError, default_path, opening, schema
from tests import tree
from tests.advisor import store_writer

NOBODY = 65534
SECRET = "the-secret-of-the-night"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "state" / "sessions.sqlite3"


@pytest.fixture
def store() -> Iterator[Store]:
    """In memory, which is faster: for what has nothing to do with the file."""
    with Store.in_memory() as opened:
        yield opened


@pytest.fixture
def stored(path: Path) -> Iterator[Store]:
    with Store.open(path) as opened:
        yield opened


@pytest.fixture
def plain_folder() -> Iterator[Path]:
    """A folder of a user who is not root, and the test runs as that user: root may write what it may not."""
    folder = Path(tempfile.mkdtemp())
    user = os.geteuid()
    if user == 0:
        os.chown(folder, NOBODY, NOBODY)
        os.seteuid(NOBODY)
    yield folder
    os.seteuid(user)
    shutil.rmtree(folder)


def raised(do: Callable[[], object]) -> StoreError:
    with pytest.raises(StoreError) as caught:
        do()
    return caught.value


def filled(path: Path, events: int = 3) -> str:
    """A store with one session of so many events, closed; the id."""
    with Store.open(path) as store:
        session = store.create("night").id
        store.append_all(session, [("told", {"number": number}) for number in range(events)])
    return session


def pragma(store: Store, name: str) -> Any:
    return store._database.execute(f"PRAGMA {name}").fetchone()[0]


# What a store does


def test_events_come_back_in_their_order_as_they_were_given(stored: Store) -> None:
    session = stored.create("night").id
    data = {"z": 1, "a": [1.5, None, True, {"ä": "ß \x1b \ud83d\ude00 \n"}], "path": "caf\udce9", "big": 10**30}
    first = stored.append(session, "told", data, time=12.5)
    assert first == Event(1, 12.5, "told", json.loads(json.dumps(data)))
    before = time.time()
    rest = stored.append_all(session, [("answered", {"n": 2}), ("inferred", {"n": 3})])
    assert [event.seq for event in rest] == [2, 3]
    assert before <= rest[0].time == rest[1].time <= time.time()
    assert stored.events(session) == [first, *rest]
    assert stored.events(session, after=1) == rest
    assert stored.events(session, after=-5) == [first, *rest]
    assert stored.events(session, after=3) == []
    assert stored.append_all(session, []) == []


def test_what_comes_back_shares_nothing_with_what_was_given(store: Store) -> None:
    session = store.create().id
    data = {"list": [1]}
    event = store.append(session, "told", data)
    data["list"].append(2)
    assert event.data == {"list": [1]} == store.events(session)[0].data


def test_json_is_stored_in_its_canonical_form(store: Store) -> None:
    session = store.create().id
    store.append(session, "told", {"b": "ü", "a": 1})
    assert store._database.execute("SELECT data FROM events").fetchone()[0] == '{"a":1,"b":"ü"}'


def test_a_store_opened_again_holds_everything(path: Path) -> None:
    session = filled(path)
    with Store.open(path, create=False) as store:
        assert [event.data for event in store.events(session)] == [{"number": n} for n in range(3)]
        assert store.append(session, "told", {}).seq == 4


def test_headers_show_the_newest_change_first(store: Store) -> None:
    one, two, three = (store.create(name) for name in ("one", "two", "three"))
    store.append(one.id, "told", {}, time=one.created + 100)
    found = store.headers()
    assert [header.name for header in found] == ["one", "three", "two"]
    assert found[0] == one._replace(changed=one.created + 100, events=1)
    assert found[1:] == [three, two]


def test_a_session_without_a_name_is_called_by_the_date(store: Store) -> None:
    day = time.strftime("%Y-%m-%d")
    names = [store.create().name for _ in range(28)]
    assert names[:2] + names[25:] == [f"{day}-{letters}" for letters in ("a", "b", "z", "aa", "ab")]
    store.delete(store.find(f"{day}-b").id)
    assert store.create(" \n").name == f"{day}-b"


def test_names_are_clean_and_unique(store: Store) -> None:
    assert store.create("  the\x1b[31m long\n night ").name == "the long night"
    error = raised(lambda: store.create("the long night"))
    assert (error.code, str(error)) == ("session-exists", "there is a session `the long night` already")
    assert raised(lambda: store.create("x" * 101)).code == "bad-session-name"
    assert raised(lambda: store.create("caf\udce9")).code == "bad-session-name"
    assert len(store.headers()) == 1


def test_rename(store: Store) -> None:
    one, two = store.create("one"), store.create("two")
    assert store.rename(one.id, "first").name == "first"
    assert store.rename(one.id, "first").name == "first"
    assert raised(lambda: store.rename(two.id, "first")).code == "session-exists"
    assert raised(lambda: store.rename(two.id, "\x1b[0m")).code == "bad-session-name"
    assert raised(lambda: store.rename("0" * 16, "x")).code == "no-such-session"
    assert store.find("two") == two


def test_find_takes_a_name_an_id_or_the_only_id_that_begins_so(store: Store) -> None:
    for id, name in (("aaaa000011112222", "night"), ("aaaa000033334444", "day"), ("bbbb000055556666", "aaaa")):
        store._database.execute("INSERT INTO sessions (id, name, created) VALUES (?, ?, 1)", (id, name))
    assert store.find("night").id == "aaaa000011112222"
    assert store.find("AAAA00003").name == "day"
    assert store.find("bbbb000055556666").name == "aaaa"
    assert store.find("aaaa").id == "bbbb000055556666", "a name comes before an id"
    error = raised(lambda: store.find("aaaa0000"))
    assert (error.code, str(error)) == ("ambiguous-session", "`aaaa0000` begins 2 ids")
    assert "`aaaa000011112222` (night)" in error.help
    assert "`aaaa000033334444` (day)" in error.help
    assert raised(lambda: store.find("bbb")).code == "no-such-session", "three digits are too few"


def test_find_says_what_was_meant(stored: Store) -> None:
    assert raised(lambda: stored.find("night")).help == "no session is stored yet"
    stored.create("nightly")
    error = raised(lambda: stored.find("nightl\x1b[31m"))
    assert (error.code, str(error)) == ("no-such-session", "there is no session `nightl`")
    assert error.help == "did you mean `nightly`?"
    assert raised(lambda: stored.find("unlike")).help == "see `advisor sessions list`"
    assert error.problem().block().startswith("error[no-such-session]: there is no session `nightl`\n  --> ")


@pytest.mark.parametrize("do", ["append", "events", "delete", "export"])
def test_an_unknown_session_is_refused(store: Store, do: str) -> None:
    arguments: list[Any] = ["told", {}] if do == "append" else []
    assert raised(lambda: getattr(store, do)("f" * 16, *arguments)).code == "no-such-session"


@pytest.mark.parametrize(
    ("kind", "data", "at"),
    [
        ("Told", {}, None),
        ("", {}, None),
        ("told", {"x": float("nan")}, None),
        ("told", {"x": {1, 2}}, None),
        ("told", {"x": 1, 2: 3}, None),
        ("told", ["x"], None),
        ("told", {}, float("inf")),
        ("told", {}, -1),
        ("told", {}, 10**400),
    ],
)
def test_an_event_that_is_no_event_is_refused(store: Store, kind: str, data: Any, at: float | None) -> None:
    session = store.create().id
    assert raised(lambda: store.append(session, kind, data, time=at)).code == "event-invalid"
    assert store.events(session) == []


def test_what_is_nested_too_deep_is_refused(store: Store) -> None:
    def nested(depth: int) -> dict[str, Any]:
        return {"x": json.loads("[" * (depth - 1) + "1" + "]" * (depth - 1))}

    session = store.create().id
    assert store.append(session, "told", nested(64)).data == nested(64)
    assert store.append(session, "told", {"flat": [[n] for n in range(100)]}).seq == 2
    assert raised(lambda: store.append(session, "told", nested(66))).code == "event-invalid"
    circular: dict[str, Any] = {}
    circular["x"] = circular
    assert raised(lambda: store.append(session, "told", circular)).code == "event-invalid"


def test_an_event_has_at_most_16_mb(stored: Store) -> None:
    session = stored.create().id
    room = MAX_EVENT_BYTES - len('{"x":""}')
    assert stored.append(session, "told", {"x": "ä" * (room // 2)}).seq == 1
    error = raised(lambda: stored.append(session, "told", {"x": "ä" * (room // 2) + "a"}))
    assert (error.code, str(error)) == (
        "event-too-large",
        "an event of 16,777,217 bytes is too large: at most 16,777,216",
    )


def test_events_that_belong_together_are_stored_together_or_not(store: Store) -> None:
    session = store.create().id
    assert (
        raised(lambda: store.append_all(session, [("told", {}), ("told", {"x": float("nan")})])).code == "event-invalid"
    )
    store._database.execute(
        "CREATE TEMP TRIGGER stop BEFORE INSERT ON events WHEN NEW.seq = 2 BEGIN SELECT RAISE(ABORT, 'stop'); END"
    )
    with pytest.raises(sqlite3.IntegrityError):
        store.append_all(session, [("told", {}), ("told", {})])
    assert store.events(session) == []
    assert store.append(session, "told", {}).seq == 1


def test_no_event_is_changed_or_taken_out(store: Store) -> None:
    session = store.create().id
    store.append(session, "told", {})
    for statement in ("UPDATE events SET kind = 'x'", "DELETE FROM events"):
        with pytest.raises(sqlite3.IntegrityError):
            store._database.execute(statement)
    assert len(store.events(session)) == 1


def test_a_store_in_memory_does_the_same() -> None:
    with Store.in_memory() as store:
        session = store.create("night")
        store.append(session.id, "told", {"x": 1})
        assert (store.path, store.read_only, store.find("night").events) == (None, False, 1)
        store.delete(session.id)
        assert store.headers() == []


def test_threads_share_a_store(stored: Store) -> None:
    session = stored.create().id

    def append() -> None:
        for _ in range(25):
            stored.append_all(session, [("told", {}), ("answered", {})])
            stored.headers()

    threads = [threading.Thread(target=append) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [event.kind for event in stored.events(session)] == ["told", "answered"] * 100


# Deleting


def test_a_deleted_session_leaves_no_text_in_any_file(path: Path) -> None:
    with Store.open(path) as store, Store.open(path) as other:
        kept, gone = store.create("kept").id, store.create("gone").id
        for number in range(40):
            store.append(kept, "told", {"number": number})
            store.append(gone, "told", {"text": SECRET * 300})
        assert len(other.events(gone)) == 40
        files = list(path.parent.iterdir())
        assert any(SECRET.encode() in file.read_bytes() for file in files)
        store.delete(gone)
        assert not any(SECRET.encode() in file.read_bytes() for file in path.parent.iterdir())
        assert (pragma(store, "secure_delete"), pragma(store, "foreign_keys")) == (1, 1)
        assert store._database.execute("SELECT DISTINCT session FROM events").fetchall() == [(1,)]
        assert len(other.events(kept)) == 40


def test_deleting_says_when_another_program_keeps_the_text(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(opening, "BUSY_SECONDS", 0.05)
    session = filled(path)
    with Store.open(path) as store, closing(sqlite3.connect(path, isolation_level=None)) as reader:
        reader.execute("BEGIN")
        reader.execute("SELECT count(*) FROM events").fetchone()
        error = raised(lambda: store.delete(session))
        assert error.code == "store-locked"
        assert str(error).startswith("the session is deleted, but another program keeps its text")
        assert store.headers() == []


# Export and import


def exported(store: Store) -> dict[str, Any]:
    session = store.create("night").id
    store.append_all(session, [("told", {"text": "it freezes\n"}), ("answered", {"question": "q", "answer": 1.0})])
    found = json.loads(json.dumps(store.export(session)))
    assert isinstance(found, dict)
    return found


def test_an_export_names_its_form_and_proves_its_events(store: Store) -> None:
    import hashlib

    data = exported(store)
    assert list(data) == ["format", "version", "name", "id", "created", "events", "digest"]
    assert (data["format"], data["version"], data["name"]) == ("advisor-session", 1, "night")
    text = json.dumps(data["events"], sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    assert data["digest"] == "sha256:" + hashlib.sha256(text.encode()).hexdigest()


def test_an_export_comes_back_the_same_in_another_store(store: Store) -> None:
    data = exported(store)
    with Store.in_memory() as other:
        header = other.import_(data)
        assert (header.id, header.name, header.created, header.events) == (data["id"], "night", data["created"], 2)
        assert other.export(header.id) == data
        assert other.import_(data) == header
        assert other.append(header.id, "told", {}).seq == 3


def test_importing_what_is_here_changes_nothing(store: Store) -> None:
    data = exported(store)
    before = store.headers()
    assert store.import_(data) == before[0]
    store.rename(data["id"], "renamed")
    assert store.import_(data).name == "renamed"
    assert len(store.headers()) == 1


def test_a_session_that_went_on_is_imported_beside_it_once(store: Store) -> None:
    data = exported(store)
    store.append(data["id"], "told", {"more": True})
    first = store.import_(data)
    assert (first.name, first.events) == ("night-2", 2)
    assert first.id != data["id"]
    assert store.import_(data) == first
    assert len(store.headers()) == 2


def test_an_empty_session_and_a_long_name_are_imported(store: Store) -> None:
    session = store.create("x" * 100)
    data = store.export(session.id)
    store.append(session.id, "told", {})
    assert store.import_(data).name == "x" * 98 + "-2"


def _change(*keys: Any, to: Any) -> Callable[[dict[str, Any]], None]:
    def change(data: dict[str, Any]) -> None:
        target: Any = data
        for key in keys[:-1]:
            target = target[key]
        target[keys[-1]] = to

    return change


@pytest.mark.parametrize(
    ("change", "where", "message"),
    [
        (_change("format", to="tar"), "", "this is no exported session: it has no `format` of `advisor-session`"),
        (_change("version", to=True), "version", "the version is a whole number from 1"),
        (_change("version", to=2), "version", "a newer advisor exported this: version 2, this one reads 1"),
        (_change("id", to="../../etc"), "id", "an id has 16 hexadecimal digits"),
        (_change("created", to="today"), "created", "the time of creation is in seconds since 1970"),
        (_change("created", to=float("nan")), "created", "the time of creation is in seconds since 1970"),
        (_change("name", to=7), "name", "the name is text"),
        (_change("name", to="x" * 101), "name", "a session's name has at most 100 characters, not 101"),
        (_change("events", to={}), "events", "the events are a list"),
        (_change("events", 0, to="told"), "events[0]", "an event is an object"),
        (_change("events", 1, "seq", to=1), "events[1].seq", "event 2 is expected here, not `1`"),
        (_change("events", 0, "seq", to=True), "events[0].seq", "event 1 is expected here, not `True`"),
        (
            _change("events", 1, "kind", to="A\x1b[2Jb"),
            "events[1]",
            "the kind of an event is a word in kebab-case, not `Ab`",
        ),
        (_change("events", 1, "time", to=-1), "events[1]", "the time of an event is in seconds since 1970, not `-1`"),
        (_change("events", 1, "data", to=[]), "events[1]", "the data of an event is an object, not list"),
        (_change("events", 1, "more", to=1), "events[1]", "`more` is not known"),
        (lambda data: data["events"][0].pop("data"), "events[0]", "`data` is missing"),
        (lambda data: data.pop("digest"), "", "`digest` is missing"),
        (_change("note", to=1), "", "`note` is not known"),
        (_change("digest", to=None), "digest", "the events are not those that were exported: their digest differs"),
        (
            _change("events", 0, "data", to={}),
            "digest",
            "the events are not those that were exported: their digest differs",
        ),
        (
            lambda data: data["events"].pop(),
            "digest",
            "the events are not those that were exported: their digest differs",
        ),
    ],
)
def test_what_was_not_exported_so_is_not_imported(
    store: Store, change: Callable[[dict[str, Any]], None], where: str, message: str
) -> None:
    data = exported(store)
    before = store.headers()
    change(data)
    error = raised(lambda: store.import_(data))
    assert (error.code, error.where, str(error)) == ("import-invalid", where, message)
    assert store.headers() == before


@pytest.mark.parametrize("data", [None, [], "text", {}])
def test_anything_else_is_not_imported(store: Store, data: Any) -> None:
    assert raised(lambda: store.import_(data)).code == "import-invalid"


def test_an_event_too_large_is_not_imported(store: Store) -> None:
    data = exported(store)
    data["events"][0]["data"] = {"x": "a" * MAX_EVENT_BYTES}
    error = raised(lambda: store.import_(data))
    assert (error.code, error.where) == ("import-invalid", "events[0]")


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
    assert modes == dict.fromkeys((path.name, f"{path.name}-wal", f"{path.name}-shm"), 0o600)
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
        (newer, "store-newer", "the session store was written by a newer advisor: version 2, this one reads 1"),
        (
            newer_with_log,
            "store-newer",
            "the session store was written by a newer advisor: version 2, this one reads 1",
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
    with Store.open(path) as store:
        error = raised(lambda: store.events(session))
        assert (error.code, error.where) == ("store-corrupt", str(path))
        assert re.search("event 2 is (missing|not what was written)", str(error))
        assert raised(lambda: store.export(session)).code == "store-corrupt"
        assert raised(store.check).code == "store-corrupt"


def test_a_large_store_is_checked_whole_only_after_an_unclean_end(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    filled(path)
    monkeypatch.setattr(opening, "CHECKED_WHOLE_BYTES", 0)
    with Store.open(path) as store:
        store.append(store.find("night").id, "told", {})
        asked: list[str] = []
        monkeypatch.setattr(opening, "check", lambda _database, _path, table: asked.append(table))
        Store.open(path).close()
    Store.open(path).close()
    assert asked == ["", "sessions"]


# Migration


SECOND = ("ALTER TABLE sessions ADD COLUMN closed REAL", "UPDATE sessions SET closed = 1")


def test_an_older_store_is_brought_up_to_date(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    session = filled(path)
    monkeypatch.setattr(schema, "MIGRATIONS", (*schema.MIGRATIONS, SECOND, ("CREATE TABLE notes (text TEXT)",)))
    with Store.open(path) as store:
        assert pragma(store, "user_version") == 3
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
        assert pragma(store, "user_version") == 2
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

    assert [zlib.crc32(" ".join(" ".join(step).split()).encode()) for step in schema.MIGRATIONS] == [16535594]


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
    monkeypatch.setattr(schema, "MIGRATIONS", (*schema.MIGRATIONS, SECOND))
    error = raised(lambda: Store.open(path))
    assert error.code == "store-unwritable"
    assert "brought up to date" in str(error)


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
