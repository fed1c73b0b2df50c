"""The rows of sessions: what each one says about its events, and the seal that proves it."""

from __future__ import annotations

import sqlite3
from typing import NamedTuple

from advisor.store import chain
from advisor.store.records import Header

_COLUMNS = "number, id, name, created, events, unchained, head, seal"


class Row(NamedTuple):
    """One session as it is stored: `events` events, the link of the last one is `head`."""

    number: int
    id: str
    name: str
    created: float
    events: int
    unchained: int
    head: bytes
    seal: bytes

    def sealed(self) -> Row:
        """Return the same row with the seal that belongs to it."""
        return self._replace(seal=chain.seal(*self[:-1]))

    def is_sound(self) -> bool:
        """Whether the row is what was written; in a damaged file every value may have any type."""
        types = (int, str, str, float, int, int, bytes, bytes)
        if not all(type(value) is wanted for value, wanted in zip(self, types, strict=True)):
            return False
        return self.seal == chain.seal(*self[:-1])


def new(database: sqlite3.Connection, session_id: str, name: str, created: float, unchained: int = 0) -> Row:
    """Insert a session without events."""
    number = database.execute(
        "INSERT INTO sessions (id, name, created) VALUES (?, ?, ?)", (session_id, name, created)
    ).lastrowid
    row = Row(number or 0, session_id, name, created, 0, unchained, chain.first(session_id), b"").sealed()
    write(database, row)
    return row


def write(database: sqlite3.Connection, row: Row) -> None:
    """Store what changed in a row; it is sealed by this."""
    row = row.sealed()
    database.execute(
        "UPDATE sessions SET name = ?, events = ?, unchained = ?, head = ?, seal = ? WHERE number = ?",
        (row.name, row.events, row.unchained, row.head, row.seal, row.number),
    )


def find(database: sqlite3.Connection, session_id: str) -> Row | None:
    """Return the row of one session, or None.

    Raises:
        ValueError: it is not what was written.
    """
    found = database.execute(f"SELECT {_COLUMNS} FROM sessions WHERE id = ?", (session_id,)).fetchone()
    return None if found is None else _proved(Row(*found))


def every(database: sqlite3.Connection) -> list[Row]:
    """Return all rows in the order of their numbers.

    Raises:
        ValueError: one is not what was written.
    """
    found = database.execute(f"SELECT {_COLUMNS} FROM sessions ORDER BY number")
    return [_proved(Row(*row)) for row in found]


def headers(database: sqlite3.Connection, session_id: str | None = None) -> list[Header]:
    """Return the headers of one session or all; the last event of each is proved to be the one that its row names.

    Raises:
        ValueError: a session ends with another event than its row says.
    """
    prefixed = ", ".join(f"s.{column.strip()}" for column in _COLUMNS.split(","))
    rows = database.execute(
        f"""SELECT {prefixed}, last.time, last.chain, (SELECT max(seq) FROM events WHERE session = s.number)
            FROM sessions AS s LEFT JOIN events AS last ON last.session = s.number AND last.seq = s.events
            WHERE ?1 IS NULL OR s.id = ?1
            ORDER BY coalesce(last.time, s.created) DESC, s.number DESC""",
        (session_id,),
    )
    return [_header(_proved(Row(*row[:8])), *row[8:]) for row in rows]


def _header(row: Row, time: float | None, link: bytes | None, last: int | None) -> Header:
    if (last or 0) != row.events:
        raise ValueError(f"session `{row.name}` has {row.events} events, but the last one found is {last or 0}")
    if row.events and link != row.head:
        raise ValueError(f"session `{row.name}` does not end with the event that was written last")
    return Header(row.id, row.name, row.created, row.created if time is None else time, row.events, row.unchained)


def _proved(row: Row) -> Row:
    if not row.is_sound():
        raise ValueError(f"the entry of session number {row.number} is not what was written")
    return row
