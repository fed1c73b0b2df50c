"""What can go wrong with a store, in the user's words."""

from __future__ import annotations

import errno
import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from advisor.errors import Problem
from facts.text import clean

BUSY_SECONDS = 5.0
"""How long one program waits for another one that writes."""

_FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
_LOCKED = (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_PROTOCOL)
_CLOSED = (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM)


class StoreError(ValueError):
    """A problem that a user can mend; ``str(error)`` is its message.

    Attributes:
        code: one of ``store-unwritable``, ``store-failing``, ``store-full``, ``store-corrupt``, ``store-newer``, ``store-locked``,
            ``not-a-store``, ``no-such-store``, ``no-such-session``, ``session-exists``, ``ambiguous-session``,
            ``bad-session-name``, ``event-invalid``, ``event-too-large``, ``import-invalid``.
        help: what to do next, or "".
        where: the store's path, or the place in what is imported, or "".
    """

    def __init__(self, code: str, message: str, *, help: str = "", where: str | Path | None = "") -> None:
        super().__init__(message)
        self.code = code
        self.help = help
        self.where = str(where or "")

    def problem(self) -> Problem:
        """The same, to be printed as one block."""
        return Problem(self.code, str(self), self.where, self.help)


@contextmanager
def translated(path: Path | None) -> Iterator[None]:
    """Errors of SQLite and of the system become a `StoreError`; a mistake of the program stays as it is."""
    try:
        yield
    except sqlite3.Error as error:
        found = _of_sqlite(error, path)
        if found is None:
            raise
        raise found from error
    except UnicodeDecodeError as error:
        # of a damaged schema, SQLite's own message holds bytes that are no text
        raise corrupt(path, "it holds bytes that are no text") from error
    except OSError as error:
        raise _of_system(error, path) from error


def primary_code(error: sqlite3.Error) -> int:
    """SQLite's primary result code, or 0 for an error of the Python module."""
    return getattr(error, "sqlite_errorcode", 0) & 0xFF


def corrupt(path: Path | None, detail: str) -> StoreError:
    """The error for a store whose content is not what was written."""
    help = "the next `advisor ask` sets the file aside, and recovers all that can be read"
    return StoreError("store-corrupt", f"the session store is damaged: {_short(detail)}", where=path, help=help)


def _short(detail: str) -> str:
    """What SQLite says, which may quote what is damaged."""
    text = " ".join(clean(detail).split())
    return text if len(text) <= 200 else f"{text[:199]}…"


def not_a_store(path: Path | None, detail: str) -> StoreError:
    """The error for a file that is something else; it is never written."""
    help = "name a session store, or a file that does not exist yet, with `--db`"
    return StoreError("not-a-store", f"this file is no session store: {detail}", where=path, help=help)


def unwritable(path: Path | None, detail: str) -> StoreError:
    """The error for a store that cannot be opened or written."""
    return StoreError(
        "store-unwritable",
        f"cannot write the session store: {_short(detail)}",
        where=path,
        help="name another file with `--db`",
    )


def failing(path: Path | None, detail: str) -> StoreError:
    """The error for a disk that refuses to read or write."""
    message = f"the disk of the session store fails: {_short(detail)}"
    return StoreError(
        "store-failing", message, where=path, help="see the kernel log; name a file on another disk with `--db`"
    )


def _of_sqlite(error: sqlite3.Error, path: Path | None) -> StoreError | None:
    code = primary_code(error)
    if code == sqlite3.SQLITE_FULL or (code == sqlite3.SQLITE_IOERR and _no_room(path)):
        return _full(path)
    if code in _LOCKED:
        message = f"another program has held the session store for more than {BUSY_SECONDS:.0f} seconds"
        return StoreError("store-locked", message, where=path, help="try again, or end that program")
    if code == sqlite3.SQLITE_NOTADB:
        return not_a_store(path, "it is no SQLite database")
    if code == sqlite3.SQLITE_CORRUPT:
        return corrupt(path, str(error))
    if code == sqlite3.SQLITE_ERROR and "unsupported file format" in str(error):
        return not_a_store(path, "it is a SQLite database of another format")
    if "Could not decode" in str(error) or "malformed" in str(error):
        return corrupt(path, "it holds bytes that are no text" if "decode" in str(error) else str(error))
    if code == sqlite3.SQLITE_IOERR:
        return failing(path, str(error))
    if code in _CLOSED:
        return unwritable(path, str(error))
    return None


def _of_system(error: OSError, path: Path | None) -> StoreError:
    if error.errno in _FULL:
        return _full(path)
    return (failing if error.errno == errno.EIO else unwritable)(path, error.strerror or str(error))


def _full(path: Path | None) -> StoreError:
    message = "there is no room to write the session store"
    help = f"free space on {mount_of(path)}"
    return StoreError("store-full", message, where=path, help=help)


def mount_of(path: Path | None) -> str:
    """The file system on which a store is, by the folder where it is mounted."""
    if path is None:
        return "the disk"
    place = Path(os.path.realpath(path)).parent
    while not place.is_mount() and place != place.parent:
        place = place.parent
    return str(place)


def _no_room(path: Path | None) -> bool:
    """Whether a write fails for want of room: SQLite tells a quota or a limit of file sizes as any error of input or output.

    A scratch file beside the store is written where the store's longest file ends; up to there it is a hole.
    """
    if path is None:
        return False
    import tempfile

    try:
        files = [Path(f"{path}{end}") for end in ("", "-wal", "-journal")]
        end = max((file.stat().st_size for file in files if file.exists()), default=0)
        with tempfile.TemporaryFile(dir=path.parent) as scratch:
            os.pwrite(scratch.fileno(), b"x" * 65536, end)
            # A short write tells nothing; the next one says why.
            os.pwrite(scratch.fileno(), b"x" * 65536, end + 65536)
            os.fsync(scratch.fileno())
    except OSError as error:
        return error.errno in _FULL
    return False
