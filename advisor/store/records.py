"""What a session is made of, and its form on disk."""

from __future__ import annotations

import json
import sqlite3
import zlib
from typing import TYPE_CHECKING, Any, NamedTuple, TypeGuard

from advisor.store import chain
from advisor.store.faults import StoreError
from facts.patterns import lazy
from facts.text import clean

if TYPE_CHECKING:
    from advisor.store.rows import Row

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
    """A session without its events; ``changed`` is the time of the last event, or of the creation.

    The first `unchained` events come from an older store or export: a loss before these were chained is not noticed.
    """

    id: str
    name: str
    created: float
    changed: float
    events: int
    unchained: int = 0


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


def insert(database: sqlite3.Connection, session: int, seq: int, event: Encoded, link: bytes) -> Event:
    """Write one event with its link; it comes back as it will be read, and shares nothing with what the caller gave."""
    row = (session, seq, *event, checksum(seq, event), link)
    database.execute(
        "INSERT INTO events (session, seq, time, kind, data, checksum, chain) VALUES (?, ?, ?, ?, ?, ?, ?)", row
    )
    return Event(seq, event.time, event.kind, json.loads(event.text))


def select(database: sqlite3.Connection, row: Row, after: int) -> list[Event]:
    """The events with a greater ``seq``, each one proved to be what was written, up to the last that the row names.

    Raises:
        ValueError: one is not, or is missing.
    """
    rows = database.execute(
        "SELECT seq, time, kind, data, chain FROM events WHERE session = ? AND seq >= ? ORDER BY seq",
        (row.number, max(after, 0)),
    ).fetchall()
    link = chain.first(row.id)
    if 0 < after <= row.events:
        link = rows.pop(0)[4] if rows and rows[0][0] == after else b""
    elif after > row.events:
        rows = [one for one in rows if one[0] > after]
    found = []
    for expected, (seq, time, kind, text, stored) in enumerate(rows, max(after, 0) + 1):
        if seq != expected:
            raise ValueError(f"event {expected} of session `{row.name}` is missing")
        if stored != (link := _linked(link, seq, time, kind, text)):
            raise ValueError(f"event {seq} of session `{row.name}` is not what was written")
        found.append(Event(seq, time, kind, json.loads(text)))
    last = found[-1].seq if found else max(after, 0)
    if after <= row.events and (last != row.events or link != row.head):
        raise ValueError(f"{row.events} events were written to session `{row.name}`, {last} are found")
    return found


def _linked(before: bytes, seq: int, time: object, kind: object, text: object) -> bytes:
    if not (isinstance(time, float) and isinstance(kind, str) and isinstance(text, str)):
        return b""
    return chain.link(before, seq, Encoded(time, kind, text))


def checksum(seq: int, event: Encoded) -> int:
    """A checksum of one event alone, by which it is known among the remains of a damaged file."""
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
