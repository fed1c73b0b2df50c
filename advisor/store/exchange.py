"""A session as one JSON object, to be kept or sent, and the proof of one that came from elsewhere."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from advisor.store.faults import StoreError
from advisor.store.records import Encoded, Event, Header, canonical, encode, is_time, name_of, shown
from facts.patterns import lazy

FORMAT = "advisor-session"
VERSION = 1

_KEYS = ("format", "version", "name", "id", "created", "events", "digest")
_EVENT_KEYS = ("seq", "time", "kind", "data")
_ID = lazy(r"[0-9a-f]{16}")


class Imported(NamedTuple):
    """A session from elsewhere, proved; the events stand in the order of their ``seq``, from 1."""

    id: str
    name: str
    created: float
    events: list[Encoded]
    digest: str


def exported(header: Header, events: list[Event]) -> dict[str, Any]:
    """The object; its digest is over the canonical JSON of the list of events."""
    return {
        "format": FORMAT,
        "version": VERSION,
        "name": header.name,
        "id": header.id,
        "created": header.created,
        "events": [event._asdict() for event in events],
        "digest": digest(events),
    }


def digest(events: Iterable[Event]) -> str:
    """``sha256:`` and the hexadecimal digest; events are objects of seq, time, kind and data."""
    return _digest(canonical(event._asdict()) for event in events)


def _digest(texts: Iterable[str]) -> str:
    import hashlib

    sha = hashlib.sha256(b"[")
    for index, text in enumerate(texts):
        sha.update(("," if index else "").encode() + text.encode())
    sha.update(b"]")
    return f"sha256:{sha.hexdigest()}"


def proved(data: object) -> Imported:
    """Prove all of an exported session: its keys, types, sizes, order and digest.

    Text inside the events stays as it is, or the digest would not; whoever shows it cleans it.

    Raises:
        StoreError: ``import-invalid``; `where` is the place in the object.
    """
    if not isinstance(data, Mapping) or data.get("format") != FORMAT:
        raise _invalid(f"this is no exported session: it has no `format` of `{FORMAT}`")
    if type(version := data.get("version")) is not int or version < 1:
        raise _invalid("the version is a whole number from 1", "version")
    if version > VERSION:
        raise _invalid(f"a newer advisor exported this: version {version}, this one reads {VERSION}", "version")
    _exactly(data, _KEYS, "")
    if not isinstance(data["id"], str) or not _ID.fullmatch(data["id"]):
        raise _invalid("an id has 16 hexadecimal digits", "id")
    if not is_time(data["created"]):
        raise _invalid("the time of creation is in seconds since 1970", "created")
    events = _events(data["events"])
    found = digest(Event(seq, event.time, event.kind, one["data"]) for seq, event, one in events)
    if data["digest"] != found:
        raise _invalid("the events are not those that were exported: their digest differs", "digest")
    return Imported(data["id"], _name(data["name"]), float(data["created"]), [event for _, event, _ in events], found)


def _events(given: object) -> list[tuple[int, Encoded, Mapping[str, Any]]]:
    if not isinstance(given, list):
        raise _invalid("the events are a list", "events")
    found: list[tuple[int, Encoded, Mapping[str, Any]]] = []
    for seq, one in enumerate(given, 1):
        where = f"events[{seq - 1}]"
        if not isinstance(one, dict):
            raise _invalid("an event is an object", where)
        _exactly(one, _EVENT_KEYS, where)
        if type(one["seq"]) is not int or one["seq"] != seq:
            raise _invalid(f"event {seq} is expected here, not `{shown(one['seq'])}`", f"{where}.seq")
        try:
            found.append((seq, encode(one["kind"], one["data"], one["time"]), one))
        except StoreError as error:
            raise _invalid(str(error), where) from error
    return found


def _name(given: object) -> str:
    if not isinstance(given, str):
        raise _invalid("the name is text", "name")
    try:
        return name_of(given)
    except StoreError as error:
        raise _invalid(str(error), "name") from error


def _exactly(given: Mapping[str, Any], keys: tuple[str, ...], where: str) -> None:
    missing = [key for key in keys if key not in given]
    unknown = [shown(key) for key in given if key not in keys]
    if missing:
        raise _invalid(f"`{missing[0]}` is missing", where)
    if unknown:
        raise _invalid(f"`{unknown[0]}` is not known", where)


def _invalid(message: str, where: str = "") -> StoreError:
    help = (
        "export the session again, and change nothing in the file"
        if where
        else "give a file that `advisor sessions export` wrote"
    )
    return StoreError("import-invalid", message, where=where, help=help)
