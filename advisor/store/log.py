"""Sessions and their events in one store."""

from __future__ import annotations

import os
import sqlite3
import threading
import time as clock
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from advisor.errors import did_you_mean
from advisor.state import state_directory
from advisor.store import exchange, records, schema
from advisor.store.faults import StoreError, corrupt, translated, unwritable
from advisor.store.opening import open_file, open_memory
from advisor.store.records import MAX_NAME, Encoded, Event, Header, encode, name_of, shown

MIN_PREFIX = 4
"""So many digits name a session by its id: fewer might be meant as a name."""

_HEADERS = """
    SELECT s.id, s.name, s.created, coalesce(last.time, s.created) AS changed, coalesce(last.seq, 0)
    FROM sessions AS s LEFT JOIN events AS last ON last.session = s.number
         AND last.seq = (SELECT max(seq) FROM events WHERE session = s.number)"""


def default_path() -> Path:
    """The store of this user, in the state directory."""
    return state_directory() / "sessions.sqlite3"


class Store:
    """An open store. Threads may share it; a forked process may not.

    Every method may raise `StoreError`: ``store-locked``, ``store-full``, ``store-corrupt`` and ``store-unwritable`` wherever
    they come up, ``no-such-session`` wherever a session is named. What raised has changed nothing, but for `delete`.
    """

    def __init__(self, database: sqlite3.Connection, path: Path | None, read_only: bool) -> None:
        self._database = database
        self._lock = threading.RLock()
        self.path = path
        """None in memory."""
        self.read_only = read_only

    @classmethod
    def open(cls, path: Path | None = None, *, create: bool = True) -> Self:
        """Open a store, or make one that only this user may read; by default the one of this user.

        A store that cannot be written is opened for reading, where SQLite can.

        Raises:
            StoreError: ``store-unwritable``, ``store-corrupt``, ``store-newer``, ``store-locked``, ``store-full``,
                ``not-a-store``, or ``no-such-store`` when it may not be made.
        """
        path = path or default_path()
        database, read_only = open_file(path, create)
        return cls(database, path, read_only)

    @classmethod
    def in_memory(cls) -> Self:
        """A store that ends with the program, for where nothing can be written."""
        return cls(open_memory(), None, False)

    def close(self) -> None:
        """Close the store; closing again does nothing."""
        with self._lock:
            self._database.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    def create(self, name: str = "") -> Header:
        """Make a session; without a name it is called by the date and the next free letter, as ``2026-11-21-a``.

        Raises:
            StoreError: ``session-exists`` or ``bad-session-name``.
        """
        name = name_of(name)
        with self._writing() as database:
            if name:
                self._refuse_taken(name)
            else:
                name = self._dated_name()
            id = self._new_id()
            database.execute("INSERT INTO sessions (id, name, created) VALUES (?, ?, ?)", (id, name, clock.time()))
            return self._header(id)

    def find(self, name_or_id: str) -> Header:
        """The session of this name, else of this id, else the only one whose id begins so (at least 4 digits).

        Raises:
            StoreError: ``no-such-session``, with the nearest name; ``ambiguous-session``, with all that are meant.
        """
        headers = self.headers()
        wanted = " ".join(name_or_id.split())
        for header in headers:
            if header.name == wanted:
                return header
        prefix = wanted.lower()
        found = [header for header in headers if len(prefix) >= MIN_PREFIX and header.id.startswith(prefix)]
        if len(found) == 1:
            return found[0]
        if found:
            help = "it may be " + ", ".join(f"`{header.id}` ({header.name})" for header in found)
            raise StoreError(
                "ambiguous-session", f"`{shown(wanted)}` begins {len(found)} ids", where=self.path, help=help
            )
        help = did_you_mean(wanted, [header.name for header in headers] + [header.id for header in headers])
        help = help or ("see `advisor sessions list`" if headers else "no session is stored yet")
        raise StoreError("no-such-session", f"there is no session `{shown(wanted)}`", where=self.path, help=help)

    def headers(self) -> list[Header]:
        """All sessions, the one with the newest event first."""
        with self._reading() as database:
            return [Header(*row) for row in database.execute(f"{_HEADERS} ORDER BY changed DESC, s.number DESC")]

    def append(self, session_id: str, kind: str, data: dict[str, Any], *, time: float | None = None) -> Event:
        """Add one event and return it when it is on disk, as it will be read. The time is now unless it is given.

        Raises:
            StoreError: ``event-invalid`` or ``event-too-large``.
        """
        return self._append(session_id, [encode(kind, data, clock.time() if time is None else time)])[0]

    def append_all(self, session_id: str, events: Iterable[tuple[str, dict[str, Any]]]) -> list[Event]:
        """Add events that belong together: all of them, or on an error none. They have one time.

        Raises:
            StoreError: ``event-invalid`` or ``event-too-large``.
        """
        now = clock.time()
        return self._append(session_id, [encode(kind, data, now) for kind, data in events])

    def events(self, session_id: str, after: int = 0) -> list[Event]:
        """The events of a session in their order, those with a ``seq`` greater than `after`."""
        with self._reading():
            return self._events(self._number(session_id), after)

    def delete(self, session_id: str) -> None:
        """Remove a session and overwrite its text, in the write-ahead log as well.

        Raises:
            StoreError: ``store-locked`` also when it is deleted, but another program keeps the log from being emptied.
        """
        with self._writing() as database:
            database.execute("DELETE FROM sessions WHERE number = ?", (self._number(session_id),))
        with self._lock, translated(self.path):
            busy = self._database.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0]
        if busy:
            message = "the session is deleted, but another program keeps its text in the write-ahead log"
            raise StoreError("store-locked", message, where=self.path, help="the text is gone when that program ends")

    def rename(self, session_id: str, name: str) -> Header:
        """Give a session another name.

        Raises:
            StoreError: ``session-exists`` or ``bad-session-name``.
        """
        name = name_of(name)
        if not name:
            raise StoreError("bad-session-name", "a session's name cannot be empty")
        with self._writing() as database:
            number = self._number(session_id)
            if self._header(session_id).name != name:
                self._refuse_taken(name)
                database.execute("UPDATE sessions SET name = ? WHERE number = ?", (name, number))
            return self._header(session_id)

    def export(self, session_id: str) -> dict[str, Any]:
        """The session as one JSON object, with a digest over its events."""
        with self._reading():
            return exchange.exported(self._header(session_id), self._events(self._number(session_id), 0))

    def import_(self, data: Mapping[str, Any]) -> Header:
        """Store an exported session. What is here already, with the same events, is returned as it is.

        It keeps its id unless a session with other events has it, and its name unless that is taken.

        Raises:
            StoreError: ``import-invalid``, `where` is the place in the object.
        """
        imported = exchange.proved(data)
        with self._writing() as database:
            if known := self._same(imported):
                return known
            taken = database.execute("SELECT 1 FROM sessions WHERE id = ?", (imported.id,)).fetchone()
            id = self._new_id() if taken else imported.id
            name = self._free_name(imported.name) if imported.name else self._dated_name()
            row = (id, name, imported.created)
            number = database.execute("INSERT INTO sessions (id, name, created) VALUES (?, ?, ?)", row).lastrowid
            for seq, event in enumerate(imported.events, 1):
                records.insert(database, number or 0, seq, event)
            return self._header(id)

    def check(self) -> None:
        """Prove the whole store: SQLite's structure, then every event. The time is proportional to its size.

        Raises:
            StoreError: ``store-corrupt``.
        """
        with self._reading() as database:
            schema.check(database, self.path)
            for (number,) in database.execute("SELECT number FROM sessions").fetchall():
                self._events(number, 0)

    @contextmanager
    def _writing(self) -> Iterator[sqlite3.Connection]:
        """One transaction that has the right to write from its beginning, so that no other writes between its parts."""
        if self.read_only:
            raise unwritable(self.path, "it can only be read")
        with self._transaction("BEGIN IMMEDIATE") as database:
            yield database

    @contextmanager
    def _reading(self) -> Iterator[sqlite3.Connection]:
        """One moment of the store, whatever others write meanwhile."""
        with self._transaction("BEGIN") as database:
            yield database

    @contextmanager
    def _transaction(self, begin: str) -> Iterator[sqlite3.Connection]:
        with self._lock, translated(self.path):
            self._database.execute(begin)
            try:
                yield self._database
                self._database.execute("COMMIT")
            except BaseException:
                schema.roll_back(self._database)
                raise

    # What follows runs inside a transaction.

    def _append(self, session_id: str, events: list[Encoded]) -> list[Event]:
        with self._writing() as database:
            number = self._number(session_id)
            last = database.execute("SELECT max(seq) FROM events WHERE session = ?", (number,)).fetchone()[0] or 0
            return [records.insert(database, number, seq, event) for seq, event in enumerate(events, last + 1)]

    def _events(self, number: int, after: int) -> list[Event]:
        try:
            return records.select(self._database, number, after)
        except ValueError as error:
            raise corrupt(self.path, str(error)) from error

    def _number(self, session_id: str) -> int:
        row = self._database.execute("SELECT number FROM sessions WHERE id = ?", (session_id,)).fetchone()
        if row is None:
            raise StoreError("no-such-session", f"there is no session `{shown(session_id)}`", where=self.path)
        return int(row[0])

    def _header(self, session_id: str) -> Header:
        self._number(session_id)
        return Header(*self._database.execute(f"{_HEADERS} WHERE s.id = ?", (session_id,)).fetchone())

    def _is_taken(self, name: str) -> bool:
        return self._database.execute("SELECT 1 FROM sessions WHERE name = ?", (name,)).fetchone() is not None

    def _refuse_taken(self, name: str) -> None:
        if self._is_taken(name):
            help = "choose another name, or resume that one"
            raise StoreError("session-exists", f"there is a session `{name}` already", where=self.path, help=help)

    def _new_id(self) -> str:
        while True:
            id = os.urandom(8).hex()
            if not self._database.execute("SELECT 1 FROM sessions WHERE id = ?", (id,)).fetchone():
                return id

    def _dated_name(self) -> str:
        day = clock.strftime("%Y-%m-%d")
        return next(name for number in count() if not self._is_taken(name := f"{day}-{_letters(number)}"))

    def _free_name(self, name: str) -> str:
        if not self._is_taken(name):
            return name
        for number in count(2):
            ending = f"-{number}"
            if not self._is_taken(other := name[: MAX_NAME - len(ending)] + ending):
                break
        return other

    def _same(self, imported: exchange.Imported) -> Header | None:
        """The session that has the same beginning and the same events, under whatever id and name."""
        rows = self._database.execute(
            "SELECT number, id FROM sessions WHERE created = ?", (imported.created,)
        ).fetchall()
        for number, id in rows:
            if exchange.digest(self._events(number, 0)) == imported.digest:
                return self._header(id)
        return None


def _letters(number: int) -> str:
    """The letters of the nth session of a day, from 0.

    >>> [_letters(n) for n in (0, 25, 26, 701, 702)]
    ['a', 'z', 'aa', 'zz', 'aaa']
    """
    text = ""
    number += 1
    while number:
        number, letter = divmod(number - 1, 26)
        text = chr(ord("a") + letter) + text
    return text
