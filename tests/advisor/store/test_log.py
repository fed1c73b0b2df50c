"""What a store does: sessions, events, names, deleting."""

from __future__ import annotations

import json
import sqlite3
import threading
import time
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from advisor.store import MAX_EVENT_BYTES, Event, Store, opening
from tests.advisor.store.common import filled, pragma, raised

SECRET = "the-secret-of-the-night"


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
        store.restore(id, name, 1.0, [])
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
    assert raised(lambda: store.append_all(session, [("told", {}), ("told", {})])).code == "store-corrupt"
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
