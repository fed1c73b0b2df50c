"""Sessions and their events in one store."""

from __future__ import annotations

import os
import sqlite3
import threading
import time as clock
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from types import TracebackType
from typing import Any, Self, TypeVar

from advisor.errors import did_you_mean
from advisor.state import state_directory
from advisor.store import chain, exchange, proof, records, rows, schema, swap
from advisor.store.faults import StoreError, corrupt, translated, unwritable
from advisor.store.opening import open_file, open_memory
from advisor.store.records import MAX_NAME, Encoded, Event, Header, encode, name_of, shown
from advisor.store.witness import Claim, Witness

MIN_PREFIX = 4
"""So many digits name a session by its id: fewer might be meant as a name."""

Result = TypeVar("Result")


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
        self.wanted: Path | None = None
        """Where the store belongs while it is in memory only; `settle` moves it there."""
        self.trouble: StoreError | None = None
        """Why it is not there."""
        self._witness = Witness(path) if path is not None else None
        self._file = _file_at(path)
        self._claims: list[Claim] = []
        self._forgotten: list[int] = []

    @classmethod
    def open(cls, path: Path | None = None, *, create: bool = True, prove: bool = False) -> Self:
        """Open a store, or make one that only this user may read; by default the one of this user.

        A store that cannot be written is opened for reading, where SQLite can.

        Args:
            path: where it is.
            create: whether it may be made.
            prove: whether every event is proved; otherwise an event is proved when it is read.

        Raises:
            StoreError: ``store-unwritable``, ``store-corrupt`` (also if events that were written are missing),
                ``store-newer``, ``store-locked``, ``store-full``, ``not-a-store``, or ``no-such-store`` when it may not be
                made.
        """
        path = path or default_path()
        with translated(path):
            swap.complete(path)
            proof.refuse_gone(path)
        try:
            database, read_only = open_file(path, create, prove)
        except StoreError as error:
            if error.code == "not-a-store" and Witness(path).claims():
                raise corrupt(path, str(error)) from error
            raise
        store = cls(database, path, read_only)
        try:
            store._compare()
        except BaseException:
            store.close()
            raise
        return store

    @classmethod
    def in_memory(cls) -> Self:
        """A store that ends with the program, for where nothing can be written."""
        return cls(open_memory(), None, False)

    def close(self) -> None:
        """Close the store; closing again does nothing."""
        with self._lock:
            self._database.close()

    def is_moved(self) -> bool:
        """Whether another file is at the path now, or none: what is written here, nobody finds again."""
        return self._file is not None and _file_at(self.path) != self._file

    def reopen(self) -> None:
        """Open the store anew at its path: it was replaced, moved or deleted, or an error broke the connection.

        Raises:
            StoreError: as `open`; the store stays as it was.
        """
        if self.path is None:
            return
        with self._lock:
            other = type(self).open(self.path)
            self._database.close()
            self._database, self.read_only, self._file = other._database, other.read_only, other._file

    def settle(self) -> None:
        """Go on with the store on disk at `wanted`; what was only in memory is not taken along.

        Raises:
            StoreError: it cannot be opened or written; the store stays in memory.
        """
        if self.wanted is None:
            return
        with self._lock:
            other = type(self).open(self.wanted)
            if other.read_only:
                other.close()
                raise unwritable(self.wanted, "it can only be read")
            self._database.close()
            self._database, self._witness, self._file = other._database, other._witness, other._file
            self.path, self.wanted, self.trouble = self.wanted, None, None

    def wait(self, seconds: float) -> None:
        """Wait for another program that writes for at most so long."""
        with self._lock, translated(self.path):
            self._database.execute(f"PRAGMA busy_timeout = {int(seconds * 1000)}")

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
            row = rows.new(database, self._new_id(), name, clock.time())
            self._claim(row)
            return self._header(row.id)

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
            return self._proved(lambda: rows.headers(database))

    def header(self, session_id: str) -> Header:
        """The session of this id."""
        with self._reading():
            return self._header(session_id)

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

    def append_late(self, session_id: str, events: Iterable[tuple[float, str, dict[str, Any]]]) -> list[Event]:
        """Add events that could not be stored when they happened, with their times: all of them, or on an error none.

        Raises:
            StoreError: ``event-invalid`` or ``event-too-large``.
        """
        return self._append(session_id, [encode(kind, data, time) for time, kind, data in events])

    def events(self, session_id: str, after: int = 0) -> list[Event]:
        """The events of a session in their order, those with a ``seq`` greater than `after`."""
        with self._reading():
            return self._events(self._row(session_id), after)

    def delete(self, session_id: str) -> None:
        """Remove a session and overwrite its text, in the write-ahead log as well.

        Raises:
            StoreError: ``store-locked`` also when it is deleted, but another program keeps the log from being emptied.
        """
        with self._writing() as database:
            row = self._row(session_id)
            database.execute("DELETE FROM sessions WHERE number = ?", (row.number,))
            self._forgotten.append(row.number)
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
            row = self._row(session_id)
            if row.name != name:
                self._refuse_taken(name)
                rows.write(database, row._replace(name=name))
                self._claim(row._replace(name=name))
            return self._header(session_id)

    def export(self, session_id: str) -> dict[str, Any]:
        """The session as one JSON object, with a digest over its events and the chain of their checksums."""
        with self._reading():
            return exchange.exported(self._header(session_id), self._events(self._row(session_id), 0))

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
            row = rows.new(database, id, name, imported.created, imported.unchained)
            self._add(row, imported.events)
            return self._header(id)

    def restore(
        self,
        session_id: str,
        name: str,
        created: float,
        events: Iterable[tuple[float, str, dict[str, Any]]],
        unchained: int = 0,
    ) -> Header:
        """Store a whole session: under this id unless that is "" or taken, and under this name or the next free one.

        Raises:
            StoreError: ``event-invalid``, ``event-too-large`` or ``bad-session-name``.
        """
        encoded = [encode(kind, data, time) for time, kind, data in events]
        name = name_of(name)
        with self._writing() as database:
            taken = database.execute("SELECT 1 FROM sessions WHERE id = ?", (session_id,)).fetchone()
            id = self._new_id() if taken or not session_id else session_id
            row = rows.new(database, id, self._free_name(name) if name else self._dated_name(), created, unchained)
            self._add(row, encoded)
            return self._header(id)

    def leave_log(self) -> None:
        """Write into the file itself from now on, without a write-ahead log, so that the file alone is the whole store."""
        with self._lock, translated(self.path):
            self._database.execute("PRAGMA journal_mode = DELETE")

    def check(self) -> None:
        """Prove the whole store: SQLite's structure, every event, and that nothing is missing that once was there.

        The time is proportional to its size.

        Raises:
            StoreError: ``store-corrupt``.
        """
        with self._reading() as database:
            schema.check(database, self.path)
            proof.prove_events(database, self.path)
        self._compare()

    @contextmanager
    def _writing(self) -> Iterator[sqlite3.Connection]:
        """One transaction that has the right to write from its beginning, so that no other writes between its parts.

        What was claimed and forgotten in it is told to the witness: a deletion before the commit, the rest after it.
        """
        if self.read_only:
            raise unwritable(self.path, "it can only be read")
        with self._lock:
            self._claims, self._forgotten = [], []
            with self._transaction("BEGIN IMMEDIATE", self._commit) as database:
                self._refuse_moved()
                yield database
            self._refuse_moved()

    @contextmanager
    def _reading(self) -> Iterator[sqlite3.Connection]:
        """One moment of the store, whatever others write meanwhile."""
        with self._transaction("BEGIN", lambda: self._database.execute("COMMIT")) as database:
            yield database

    @contextmanager
    def _transaction(self, begin: str, commit: Callable[[], object]) -> Iterator[sqlite3.Connection]:
        with self._lock, translated(self.path):
            self._database.execute(begin)
            try:
                yield self._database
                commit()
            except BaseException:
                schema.roll_back(self._database)
                raise

    # What follows runs inside a transaction.

    def _commit(self) -> None:
        if self._witness is None:
            self._database.execute("COMMIT")
            return
        with self._witness.held() as claim:
            before = self._witness.claims() if self._forgotten else {}
            for number in self._forgotten:
                self._witness.forget(number)
            try:
                self._database.execute("COMMIT")
            except BaseException:
                for number in self._forgotten:
                    if number in before:
                        claim(before[number])
                raise
            for one in self._claims:
                claim(one)

    def _claim(self, row: rows.Row, time: float | None = None) -> None:
        if time is None:
            last = "SELECT time FROM events WHERE session = ? AND seq = ?"
            found = self._database.execute(last, (row.number, row.events)).fetchone()
            time = found[0] if found else row.created
        self._claims.append(Claim(*row[:5], row.head.hex(), time))

    def _refuse_moved(self) -> None:
        """Refuse to write to a file that is not at the path any more."""
        if self.is_moved():
            raise unwritable(self.path, "it was moved or deleted while it was open")

    def _compare(self) -> None:
        """Prove that all is there that the witness saw; where there is none yet, it begins with what is there.

        Raises:
            StoreError: ``store-corrupt``.
        """
        if self._witness is None or self.path is None:
            return
        if self._witness.exists():
            with translated(self.path):
                proof.prove(self._database, self.path)
        elif not self.read_only:
            with self._writing() as database:
                for row in self._proved(lambda: rows.every(database)):
                    self._claim(row)

    def _append(self, session_id: str, events: list[Encoded]) -> list[Event]:
        with self._writing() as database:
            row = self._row(session_id)
            link = "SELECT chain FROM events WHERE session = ? AND seq = ?"
            last = database.execute(link, (row.number, row.events)).fetchone()
            if (last[0] if last else chain.first(row.id)) != row.head:
                raise corrupt(self.path, f"session `{row.name}` does not end with the event that was written last")
            return self._add(row, events)

    def _add(self, row: rows.Row, events: list[Encoded]) -> list[Event]:
        added, head = [], row.head
        for seq, event in enumerate(events, row.events + 1):
            head = chain.link(head, seq, event)
            try:
                added.append(records.insert(self._database, row.number, seq, event, head))
            except sqlite3.IntegrityError as error:
                raise corrupt(self.path, f"event {seq} of session `{row.name}` is there already") from error
        row = row._replace(events=row.events + len(events), head=head)
        rows.write(self._database, row)
        self._claim(row, events[-1].time if events else row.created)
        return added

    def _events(self, row: rows.Row, after: int) -> list[Event]:
        return self._proved(lambda: records.select(self._database, row, after))

    def _proved(self, read: Callable[[], Result]) -> Result:
        try:
            return read()
        except StoreError:
            raise
        except (ValueError, TypeError) as error:  # a damaged row holds values of any type
            raise corrupt(self.path, str(error)) from error

    def _row(self, session_id: str) -> rows.Row:
        row = self._proved(lambda: rows.find(self._database, session_id))
        if row is None:
            raise StoreError("no-such-session", f"there is no session `{shown(session_id)}`", where=self.path)
        return row

    def _header(self, session_id: str) -> Header:
        self._row(session_id)
        return self._proved(lambda: rows.headers(self._database, session_id))[0]

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
        for row in self._proved(lambda: rows.every(self._database)):
            if row.created == imported.created and exchange.digest(self._events(row, 0)) == imported.digest:
                return self._header(row.id)
        return None


def _file_at(path: Path | None) -> tuple[int, int] | None:
    """What tells the file at a path from every other one; None where there is none."""
    if path is None:
        return None
    try:
        status = path.stat()
    except OSError:
        return None
    return status.st_dev, status.st_ino


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
