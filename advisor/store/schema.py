"""The tables, and how an older store becomes a present one."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from advisor.store import chain, rows
from advisor.store.faults import StoreError, corrupt, not_a_store
from advisor.store.records import Encoded, checksum

APPLICATION_ID = 0x41445653  # "ADVS"

Step = tuple[str | Callable[[sqlite3.Connection], None], ...]

_FIRST = (
    f"PRAGMA application_id = {APPLICATION_ID}",
    """CREATE TABLE sessions (
           number INTEGER PRIMARY KEY,
           id TEXT NOT NULL UNIQUE,
           name TEXT NOT NULL UNIQUE,
           created REAL NOT NULL)""",
    """CREATE TABLE events (
           session INTEGER NOT NULL REFERENCES sessions (number) ON DELETE CASCADE,
           seq INTEGER NOT NULL CHECK (seq >= 1),
           time REAL NOT NULL,
           kind TEXT NOT NULL,
           data TEXT NOT NULL,
           checksum INTEGER NOT NULL,
           PRIMARY KEY (session, seq))""",
    """CREATE TRIGGER events_stay BEFORE UPDATE ON events
       BEGIN SELECT RAISE(ABORT, 'an event is never changed'); END""",
    """CREATE TRIGGER events_go_with_their_session BEFORE DELETE ON events
       WHEN EXISTS (SELECT 1 FROM sessions WHERE number = OLD.session)
       BEGIN SELECT RAISE(ABORT, 'an event goes only with its session'); END""",
)

_STAY = next(statement for statement in _FIRST if "TRIGGER events_stay" in statement)


def _chain_events(database: sqlite3.Connection) -> None:
    """Chain the events of every session as they are; whether one was lost before cannot be known.

    Raises:
        ValueError: an event is missing, or is not what was written.
    """
    sessions = database.execute("SELECT number, id, name, created FROM sessions").fetchall()
    for number, session_id, name, created in sessions:
        head, seq = chain.first(session_id), 0
        events = "SELECT seq, time, kind, data, checksum FROM events WHERE session = ? ORDER BY seq"
        for seq, time, kind, text, sum_ in database.execute(events, (number,)).fetchall():
            event = Encoded(time, kind, text)
            if sum_ != checksum(seq, event):
                raise ValueError(f"event {seq} of session `{name}` is not what was written")
            head = chain.link(head, seq, event)
            database.execute("UPDATE events SET chain = ? WHERE session = ? AND seq = ?", (head, number, seq))
        if seq != (found := database.execute("SELECT count(*) FROM events WHERE session = ?", (number,)).fetchone()[0]):
            raise ValueError(f"{seq} events were written to session `{name}`, {found} are found")
        rows.write(database, rows.Row(number, session_id, name, created, seq, seq, head, b""))


_CHAINED: Step = (
    "ALTER TABLE sessions ADD COLUMN events INTEGER NOT NULL DEFAULT 0",
    "ALTER TABLE sessions ADD COLUMN unchained INTEGER NOT NULL DEFAULT 0",
    "ALTER TABLE sessions ADD COLUMN head BLOB NOT NULL DEFAULT x''",
    "ALTER TABLE sessions ADD COLUMN seal BLOB NOT NULL DEFAULT x''",
    "ALTER TABLE events ADD COLUMN chain BLOB NOT NULL DEFAULT x''",
    "DROP TRIGGER IF EXISTS events_stay",
    _chain_events,
    _STAY,
)

MIGRATIONS: tuple[Step, ...] = (_FIRST, _CHAINED)
"""``MIGRATIONS[n]`` makes version n + 1 out of version n: statements and functions. Released ones are never changed."""


def latest() -> int:
    """The version that this program reads and writes."""
    return len(MIGRATIONS)


def version_of(database: sqlite3.Connection, path: Path | None) -> int:
    """The version of the tables; 0 of an empty database.

    Raises:
        StoreError: ``not-a-store``, of another program; ``store-newer``, of a later version of this one.
    """
    application = _number(database, "PRAGMA application_id")
    version = _number(database, "PRAGMA user_version")
    tables = _number(database, "SELECT count(*) FROM sqlite_master")
    if application == version == tables == 0:
        return 0
    if application != APPLICATION_ID or version < 0:
        raise not_a_store(path, "it is the database of another program")
    if version > latest():
        message = f"the session store was written by a newer advisor: version {version}, this one reads {latest()}"
        help = "use the newer advisor, or name another file with `--db`"
        raise StoreError("store-newer", message, where=path, help=help)
    return version


def migrate(database: sqlite3.Connection, path: Path | None) -> bool:
    """Bring the tables to the present version, each step in one transaction; True where the database was empty.

    After an error the caller closes the connection, which undoes the step that failed.
    """
    was_empty = False
    while (version := version_of(database, path)) < latest():
        database.execute("BEGIN IMMEDIATE")
        # Another program may have been faster.
        if version_of(database, path) == version:
            for statement in MIGRATIONS[version]:
                _run(database, path, statement)
            database.execute(f"PRAGMA user_version = {version + 1}")
            was_empty = was_empty or version == 0
        database.execute("COMMIT")
    return was_empty


def _run(database: sqlite3.Connection, path: Path | None, part: str | Callable[[sqlite3.Connection], None]) -> None:
    if isinstance(part, str):
        database.execute(part)
        return
    try:
        part(database)
    except (ValueError, TypeError, AttributeError) as error:  # damaged rows hold values of any type
        raise corrupt(path, str(error)) from error


def roll_back(database: sqlite3.Connection) -> None:
    """End a transaction that failed, where SQLite has not done so itself."""
    with suppress(sqlite3.Error):
        if database.in_transaction:
            database.execute("ROLLBACK")


def check(database: sqlite3.Connection, path: Path | None, *, whole: bool = True) -> None:
    """SQLite's checks of the sessions' rows, and of everything else if `whole`; the time is proportional to the pages.

    Raises:
        StoreError: ``store-corrupt``.
    """
    tables = "SELECT count(*) FROM sqlite_master WHERE type = 'table' AND name IN ('sessions', 'events')"
    if _number(database, tables) != 2:
        raise corrupt(path, "a table is missing")
    if not _has_columns(database):
        raise corrupt(path, "a table is another than was made")
    checks = ["PRAGMA integrity_check(sessions)", *(["PRAGMA quick_check"] if whole else [])]
    for statement in checks:
        found = database.execute(statement).fetchone()[0]
        if found != "ok":
            raise corrupt(path, found)


def _has_columns(database: sqlite3.Connection) -> bool:
    """Whether the tables have what is read of them: in a damaged file a name or a type may be another."""
    columns = "SELECT name, type, pk FROM pragma_table_info(?)"
    sessions = {(name, kind, key) for name, kind, key in database.execute(columns, ("sessions",))}
    events = {name for name, _, _ in database.execute(columns, ("events",))}
    names = {name for name, _, _ in sessions}
    return (
        ("number", "INTEGER", 1) in sessions
        and {"id", "name", "created", "events", "unchained", "head", "seal"} <= names
        and {"session", "seq", "time", "kind", "data", "checksum", "chain"} <= events
    )


def _number(database: sqlite3.Connection, statement: str) -> int:
    return int(database.execute(statement).fetchone()[0])
