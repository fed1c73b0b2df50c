"""Sessions that leave the store and come back."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from advisor.store import MAX_EVENT_BYTES, Store
from tests.advisor.store.common import raised

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
    keys = ["format", "version", "name", "id", "created", "events", "digest", "unchained", "head"]
    assert list(data) == keys
    assert (data["format"], data["version"], data["name"]) == ("advisor-session", 2, "night")
    assert data["head"] == {"seq": 2, "chain": data["events"][1]["chain"]}
    plain = [{key: value for key, value in event.items() if key != "chain"} for event in data["events"]]
    text = json.dumps(plain, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
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
        (_change("version", to=3), "version", "a newer advisor exported this: version 3, this one reads 2"),
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
        (_change("unchained", to=9), "unchained", "the number of events without a link is expected"),
        (_change("head", to=2), "head", "the head holds the number of the last event and its link"),
        (
            _change("events", 0, "data", to={}),
            "events[0]",
            "event 1 is not what was exported, or one before it",
        ),
        (_change("events", 1, "chain", to="00"), "events[1]", "event 2 is not what was exported, or one before it"),
        (lambda data: data["events"].pop(), "events", "event 2 of 2 is missing"),
        (lambda data: data["events"].clear(), "events", "events 1, 2 of 2 are missing"),
        (
            lambda data: (data["events"].pop(), data["head"].update(seq=1)),
            "head",
            "the events are not those that were exported: another one was the last",
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


def test_an_export_of_version_1_is_imported_as_unchained(store: Store) -> None:
    """As an earlier advisor wrote it: without links, so what was lost before cannot be known."""
    data = exported(store)
    for event in data["events"]:
        del event["chain"]
    old = {key: value for key, value in data.items() if key not in ("unchained", "head")} | {"version": 1}
    with Store.in_memory() as other:
        header = other.import_(old)
        assert (header.events, header.unchained) == (2, 2)
        other.append(header.id, "told", {})
        assert other.header(header.id).unchained == 2
        assert other.import_(other.export(header.id)).unchained == 2
        other.check()
