"""The tables, and how an older store becomes a present one."""

from __future__ import annotations

import sqlite3
from contextlib import suppress
from pathlib import Path

from advisor.store.faults import StoreError, corrupt, not_a_store

APPLICATION_ID = 0x41445653  # "ADVS"

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

MIGRATIONS: tuple[tuple[str, ...], ...] = (_FIRST,)
"""``MIGRATIONS[n]`` are the statements that make version n + 1 out of version n. Released ones are never changed."""


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
                database.execute(statement)
            database.execute(f"PRAGMA user_version = {version + 1}")
            was_empty = was_empty or version == 0
        database.execute("COMMIT")
    return was_empty


def roll_back(database: sqlite3.Connection) -> None:
    """End a transaction that failed, where SQLite has not done so itself."""
    with suppress(sqlite3.Error):
        if database.in_transaction:
            database.execute("ROLLBACK")


def check(database: sqlite3.Connection, path: Path | None, *, table: str = "") -> None:
    """SQLite's quick check of everything, or of one table; the time is proportional to its pages.

    Raises:
        StoreError: ``store-corrupt``.
    """
    tables = "SELECT count(*) FROM sqlite_master WHERE type = 'table' AND name IN ('sessions', 'events')"
    if _number(database, tables) != 2:
        raise corrupt(path, "a table is missing")
    if not _has_columns(database):
        raise corrupt(path, "a table is another than was made")
    found = database.execute(f"PRAGMA quick_check({table})" if table else "PRAGMA quick_check").fetchone()[0]
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
        and {"id", "name", "created"} <= names
        and {"session", "seq", "time", "kind", "data", "checksum"} <= events
    )


def _number(database: sqlite3.Connection, statement: str) -> int:
    return int(database.execute(statement).fetchone()[0])
