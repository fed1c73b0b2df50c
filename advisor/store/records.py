"""What a session is made of, and its form on disk."""

from __future__ import annotations

import json
import sqlite3
import zlib
from typing import Any, NamedTuple, TypeGuard

from advisor.store.faults import StoreError
from facts.patterns import lazy
from facts.text import clean

MAX_EVENT_BYTES = 16 << 20
"""The longest JSON of one event's data, as UTF-8."""

MAX_DEPTH = 64
"""How deep lists and objects may lie in each other: reading much deeper ones would exhaust the stack."""

MAX_NAME = 100
"""The longest name of a session, in characters."""

_END_OF_TIME = 253_402_300_800.0  # the year 10000, the first that no calendar library can show
_KIND = lazy(r"[a-z][a-z0-9-]{0,63}")
_SURROGATE = lazy(r"[\ud800-\udfff]")


class Event(NamedTuple):
    """One event: ``seq`` counts from 1 without a gap, ``time`` is in seconds since 1970 UTC, ``data`` is JSON."""

    seq: int
    time: float
    kind: str
    data: dict[str, Any]


class Header(NamedTuple):
    """A session without its events; ``changed`` is the time of the last event, or of the creation."""

    id: str
    name: str
    created: float
    changed: float
    events: int


class Encoded(NamedTuple):
    """An event as it goes into the database, before its ``seq`` is known."""

    time: float
    kind: str
    text: str


def canonical(value: object) -> str:
    """JSON in its one canonical form: sorted keys, no blanks, no NaN, text as UTF-8.

    Half a surrogate pair, as in a path that is not UTF-8, is written as an escape since UTF-8 has no place for it.

    >>> canonical({"b": [1.0, "ä"], "a": "\\udce9"})
    '{"a":"\\\\udce9","b":[1.0,"ä"]}'

    Raises:
        TypeError, ValueError, RecursionError: the value is not JSON.
    """
    text = json.dumps(value, sort_keys=True, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    return _SURROGATE.sub(lambda half: f"\\u{ord(half[0]):04x}", text)


def encode(kind: object, data: object, time: object) -> Encoded:
    """Check an event and give it its stored form.

    Raises:
        StoreError: ``event-invalid`` or ``event-too-large``.
    """
    if not isinstance(kind, str) or not _KIND.fullmatch(kind):
        raise StoreError("event-invalid", f"the kind of an event is a word in kebab-case, not `{shown(kind)}`")
    if not is_time(time):
        raise StoreError("event-invalid", f"the time of an event is in seconds since 1970, not `{shown(time)}`")
    if not isinstance(data, dict):
        raise StoreError("event-invalid", f"the data of an event is an object, not {type(data).__name__}")
    try:
        text = canonical(data)
    except (TypeError, ValueError, RecursionError) as error:
        raise StoreError("event-invalid", f"the data of an event is not JSON: {error}") from error
    if (size := len(text.encode())) > MAX_EVENT_BYTES:
        message = f"an event of {size:,} bytes is too large: at most {MAX_EVENT_BYTES:,}"
        raise StoreError("event-too-large", message)
    if text.count("[") + text.count("{") > MAX_DEPTH and _is_deep(data):
        raise StoreError("event-invalid", f"the data of an event is nested more than {MAX_DEPTH} deep")
    return Encoded(float(time), kind, text)


def _is_deep(value: object) -> bool:
    level = [value]
    for _ in range(MAX_DEPTH + 1):
        inner = [one for one in level if isinstance(one, dict | list | tuple) and one]
        if not inner:
            return False
        level = [child for one in inner for child in (one.values() if isinstance(one, dict) else one)]
    return True


def is_time(value: object) -> TypeGuard[float]:
    """Whether this is a number of seconds since 1970 that has a date."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return False
    return 0 <= value < _END_OF_TIME


def insert(database: sqlite3.Connection, session: int, seq: int, event: Encoded) -> Event:
    """Write one event; it comes back as it will be read, and shares nothing with what the caller gave."""
    row = (session, seq, *event, _checksum(seq, event))
    database.execute("INSERT INTO events (session, seq, time, kind, data, checksum) VALUES (?, ?, ?, ?, ?, ?)", row)
    return Event(seq, event.time, event.kind, json.loads(event.text))


def select(database: sqlite3.Connection, session: int, after: int) -> list[Event]:
    """The events with a greater ``seq``, each one proved to be what was written.

    Raises:
        ValueError: one is not, or is missing.
    """
    rows = database.execute(
        "SELECT seq, time, kind, data, checksum FROM events WHERE session = ? AND seq > ? ORDER BY seq",
        (session, after),
    )
    found = []
    for expected, (seq, time, kind, text, checksum) in enumerate(rows, max(after, 0) + 1):
        if seq != expected:
            raise ValueError(f"event {expected} is missing")
        if checksum != _checksum(seq, Encoded(time, kind, text)):
            raise ValueError(f"event {seq} is not what was written")
        found.append(Event(seq, time, kind, json.loads(text)))
    return found


def _checksum(seq: int, event: Encoded) -> int:
    # SQLite's own checks look at the structure of its pages and do not see a changed letter.
    return zlib.crc32(f"{seq} {event.time!r} {event.kind} {event.text}".encode())


def name_of(given: str) -> str:
    """A session's name as it is stored: one line, no control characters; it may be "".

    >>> name_of("  night  of\\tthe\\x1b[1m stalls ")
    'night of the stalls'

    Raises:
        StoreError: ``bad-session-name``, it is too long or no text.
    """
    name = " ".join(clean(" ".join(given.split())).split())
    if len(name) > MAX_NAME:
        raise StoreError("bad-session-name", f"a session's name has at most {MAX_NAME} characters, not {len(name)}")
    if _SURROGATE.search(name):
        raise StoreError("bad-session-name", f"the name `{shown(name)}` is not UTF-8")
    return name


def shown(value: object) -> str:
    """Somebody's text inside a message: clean, short, printable."""
    text = clean(str(value)).encode("utf-8", "replace").decode()
    return text if len(text) <= 60 else text[:57] + "..."
