"""A session as one JSON object, to be kept or sent, and the proof of one that came from elsewhere."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from advisor.store import chain
from advisor.store.faults import StoreError
from advisor.store.records import Encoded, Event, Header, canonical, encode, is_time, name_of, shown
from facts.patterns import lazy

FORMAT = "advisor-session"
VERSION = 2

_KEYS = ("format", "version", "name", "id", "created", "events", "digest")
_EVENT_KEYS = ("seq", "time", "kind", "data")
_CHAINED_KEYS = (*_KEYS, "unchained", "head")
_CHAINED_EVENT_KEYS = (*_EVENT_KEYS, "chain")
_ID = lazy(r"[0-9a-f]{16}")


class Imported(NamedTuple):
    """A session from elsewhere, proved; the events are in the order of their ``seq``, from 1.

    The first `unchained` events were never chained: an export of version 1 chains none.
    """

    id: str
    name: str
    created: float
    events: list[Encoded]
    digest: str
    unchained: int


def exported(header: Header, events: list[Event]) -> dict[str, Any]:
    """The object; its digest is over the canonical JSON of the list of events, without their links.

    Each event has its link, in hexadecimal digits, and the object the link and so the number of the last event: what is
    missing or damaged is found by its number.
    """
    links = _links(header.id, [(event.seq, encode(event.kind, event.data, event.time)) for event in events])
    return {
        "format": FORMAT,
        "version": VERSION,
        "name": header.name,
        "id": header.id,
        "created": header.created,
        "events": [{**event._asdict(), "chain": link} for event, link in zip(events, links, strict=True)],
        "digest": digest(events),
        "unchained": header.unchained,
        "head": {"seq": len(events), "chain": links[-1] if links else ""},
    }


def _links(session_id: str, events: Iterable[tuple[int, Encoded]]) -> list[str]:
    found, last = [], chain.first(session_id)
    for seq, event in events:
        last = chain.link(last, seq, event)
        found.append(last.hex())
    return found


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
    _exactly(data, _KEYS if version == 1 else _CHAINED_KEYS, "")
    if not isinstance(data["id"], str) or not _ID.fullmatch(data["id"]):
        raise _invalid("an id has 16 hexadecimal digits", "id")
    if not is_time(data["created"]):
        raise _invalid("the time of creation is in seconds since 1970", "created")
    if version > 1:
        _whole(data)
    events = _events(data["events"], _EVENT_KEYS if version == 1 else _CHAINED_EVENT_KEYS)
    if version > 1:
        _chained(data, [(seq, event) for seq, event, _ in events])
    found = digest(Event(seq, event.time, event.kind, one["data"]) for seq, event, one in events)
    if data["digest"] != found:
        raise _invalid("the events are not those that were exported: their digest differs", "digest")
    unchained = len(events) if version == 1 else data["unchained"]
    name, created = _name(data["name"]), float(data["created"])
    return Imported(data["id"], name, created, [event for _, event, _ in events], found, unchained)


def _whole(data: Mapping[str, Any]) -> None:
    """Find what is missing by the numbers, before anything is said of one event."""
    head, events = data["head"], data["events"]
    fits = isinstance(head, dict) and set(head) == {"seq", "chain"} and type(head["seq"]) is int and head["seq"] >= 0
    if not fits or not isinstance(head["chain"], str):
        raise _invalid("the head holds the number of the last event and its link", "head")
    if type(data["unchained"]) is not int or not 0 <= data["unchained"] <= head["seq"]:
        raise _invalid("the number of events without a link is expected", "unchained")
    if not isinstance(events, list) or not all(isinstance(one, dict) and type(one.get("seq")) is int for one in events):
        return  # told with the place below
    there = {one["seq"] for one in events}
    if len(there) == len(events) and (missing := [seq for seq in range(1, head["seq"] + 1) if seq not in there][:20]):
        numbers = ", ".join(map(str, missing[:8])) + (" ..." if missing[8:] else "")
        what = "event" if len(missing) == 1 else "events"
        raise _invalid(f"{what} {numbers} of {head['seq']} {'is' if len(missing) == 1 else 'are'} missing", "events")


def _chained(data: Mapping[str, Any], events: list[tuple[int, Encoded]]) -> None:
    given = [str(one["chain"]) for one in data["events"]]
    for (seq, _), link, stated in zip(events, _links(data["id"], events), given, strict=True):
        if link != stated:
            raise _invalid(f"event {seq} is not what was exported, or one before it", f"events[{seq - 1}]")
    if data["head"] != {"seq": len(events), "chain": given[-1] if given else ""}:
        raise _invalid("the events are not those that were exported: another one was the last", "head")


def _events(given: object, keys: tuple[str, ...]) -> list[tuple[int, Encoded, Mapping[str, Any]]]:
    if not isinstance(given, list):
        raise _invalid("the events are a list", "events")
    found: list[tuple[int, Encoded, Mapping[str, Any]]] = []
    for seq, one in enumerate(given, 1):
        where = f"events[{seq - 1}]"
        if not isinstance(one, dict):
            raise _invalid("an event is an object", where)
        _exactly(one, keys, where)
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
