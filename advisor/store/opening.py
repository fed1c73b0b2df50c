"""A path to a database connection that keeps what it acknowledges."""

from __future__ import annotations

import errno
import os
import sqlite3
from contextlib import closing, suppress
from pathlib import Path

from advisor.store.faults import BUSY_SECONDS, StoreError, not_a_store, primary_code, translated, unwritable
from advisor.store.proof import prove
from advisor.store.schema import check, latest, migrate, version_of

CHECKED_WHOLE_BYTES = 16 << 20
"""Up to this size the whole store is checked whenever it is opened, which takes about 10 ms; a larger one is checked so
only after an end that was not clean. What is read of it is always proved, event by event (`records.select`)."""

_SMALLEST_BYTES = 512  # one page of the smallest size
_SETTINGS = (
    "PRAGMA foreign_keys = ON",
    "PRAGMA secure_delete = ON",
    # With a write-ahead log this is FULL, one sync for each commit. With a rollback journal the folder is synced too:
    # otherwise the journal's removal, which is the commit, might not outlast a power failure.
    "PRAGMA synchronous = EXTRA",
    "PRAGMA fullfsync = ON",
    "PRAGMA checkpoint_fullfsync = ON",
    "PRAGMA cell_size_check = ON",
    "PRAGMA trusted_schema = OFF",
)
_NO_SHARED_MEMORY = (sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_PROTOCOL)


def open_memory() -> sqlite3.Connection:
    """A store that ends with the program."""
    database = _connected(":memory:")
    migrate(database, None)
    return database


def open_file(path: Path, create: bool, events: bool = False) -> tuple[sqlite3.Connection, bool]:
    """The connection, and whether it can only read.

    With `events` every event is proved; otherwise how many each session has, and its last one.

    Raises:
        StoreError: the file is not, or cannot be made, a sound store of this version. It is unchanged then.
    """
    with translated(path):
        if not path.exists():
            if not create:
                raise StoreError("no-such-store", "there is no session store here yet", where=path)
            _make(path)
        if not path.is_file():
            raise not_a_store(path, "it is no regular file")
        if 0 < path.stat().st_size < _SMALLEST_BYTES and not _holds(path, "-journal"):
            # SQLite takes so short a file for an empty database and would write over it.
            raise not_a_store(path, "it is no SQLite database")
        if not _may(path, os.R_OK):
            raise unwritable(path, os.strerror(errno.EACCES))
        if _may(path, os.W_OK) and _may(path.parent, os.W_OK | os.X_OK):
            return _open_to_write(path, events), False
        return _open_to_read(path, events), True


def _may(path: Path, what: int) -> bool:
    return os.access(path, what, effective_ids=os.access in os.supports_effective_ids)


def _make(path: Path) -> None:
    """An empty file that only this user may read; SQLite gives its other files the same mode."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    with suppress(FileExistsError):
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_RDWR | os.O_CLOEXEC, 0o600))


def _connected(name: str, *first: str) -> sqlite3.Connection:
    # Without an isolation level the module begins no transactions of its own.
    database = sqlite3.connect(name, BUSY_SECONDS, isolation_level=None, check_same_thread=False, uri=True)
    try:
        for setting in (*first, *_SETTINGS):
            database.execute(setting)
    except BaseException:
        database.close()
        raise
    return database


def _address(path: Path, options: str) -> str:
    return f"{path.absolute().as_uri()}?{options}"


def _open_to_write(path: Path, events: bool) -> sqlite3.Connection:
    unclean = _holds(path, "-wal") or _holds(path, "-journal")
    looked = _look(path, unclean, events)
    database = _connected_to_write(path)
    try:
        if migrate(database, path):
            # Where the file system refuses, the rollback journal serves, and the store stays with it.
            with suppress(sqlite3.OperationalError):
                database.execute("PRAGMA journal_mode = WAL")
            database.close()
            database = _connected_to_write(path)
        if not looked:
            _check(database, path, unclean)
            prove(database, path, events)
    except BaseException:
        database.close()
        raise
    return database


def _look(path: Path, unclean: bool, events: bool) -> bool:
    """Check the file without the means to change it: closing a connection that can write brings the log into the file.

    It is read through SQLite, not as bytes: closing a file gives up every lock that this process holds on it, and
    another part of the program may have it open. False where it can only be checked once it is open for writing: an older
    version, a journal to roll back, no shared memory.
    """
    try:
        with closing(_connected(_address(path, "mode=ro"))) as database:
            if version_of(database, path) < latest():
                return False
            _check(database, path, unclean)
            prove(database, path, events)
    except sqlite3.OperationalError as error:
        if not primary_code(error):  # the Python module's own: text that is none, in a damaged file
            raise
        return False
    return True


def _connected_to_write(path: Path) -> sqlite3.Connection:
    """A connection that works; a write-ahead log is given up where it finds no shared memory."""
    try:
        return _tried(path)
    except sqlite3.OperationalError as error:
        if primary_code(error) not in _NO_SHARED_MEMORY:
            raise
        _leave_wal(path, error)
    return _tried(path)


def _tried(path: Path) -> sqlite3.Connection:
    database = _connected(_address(path, "mode=rw"))
    try:
        version_of(database, path)
    except BaseException:
        database.close()
        raise
    return database


def _leave_wal(path: Path, cause: sqlite3.Error) -> None:
    """Bring the log into the file and go back to the rollback journal.

    A connection that has the file for itself needs no shared memory; where another program has it open, this fails.
    """
    with closing(_connected(_address(path, "mode=rw"), "PRAGMA locking_mode = EXCLUSIVE")) as database:
        version_of(database, path)
        if database.execute("PRAGMA journal_mode = DELETE").fetchone()[0] != "delete":
            raise cause


def _open_to_read(path: Path, events: bool) -> sqlite3.Connection:
    try:
        return _connected_to_read(path, "mode=ro", events)
    except sqlite3.OperationalError:
        # A log that nobody has brought into the file would be passed over, and with it the latest events.
        if _holds(path, "-wal") or _holds(path, "-journal"):
            raise
    return _connected_to_read(path, "mode=ro&immutable=1", events)


def _connected_to_read(path: Path, options: str, events: bool) -> sqlite3.Connection:
    database = _connected(_address(path, options))
    try:
        if version_of(database, path) < latest():
            raise unwritable(path, "it must be brought up to date first, and can only be read")
        _check(database, path, False)
        prove(database, path, events)
    except BaseException:
        database.close()
        raise
    return database


def _check(database: sqlite3.Connection, path: Path, unclean: bool) -> None:
    small = path.stat().st_size <= CHECKED_WHOLE_BYTES
    check(database, path, whole=small or unclean)


def _holds(path: Path, ending: str) -> bool:
    try:
        return Path(f"{path}{ending}").stat().st_size > 0
    except FileNotFoundError:
        return False
