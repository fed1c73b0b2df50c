"""The step that puts a new store into the place of a damaged one; a program that is killed within it leaves it to the next one."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from advisor.store.witness import Witness


def finished(path: Path) -> Path:
    """Where a new store is, complete, before it takes the place of the one at `path`."""
    return Path(f"{path}-recovered")


def complete(path: Path) -> None:
    """Put a new store that is complete into its place, where another program was killed before it could.

    Raises:
        OSError: that cannot be written.
    """
    path = Path(os.path.realpath(path))
    if finished(path).exists():
        with alone(path):
            put(path)


def put(path: Path) -> None:
    """Put the new store into its place; nobody else may do so meanwhile.

    Raises:
        OSError: that cannot be written.
    """
    if not finished(path).exists():
        return
    # A log of the damaged store would be played into the new one.
    for ending in ("-wal", "-shm", "-journal"):
        Path(f"{path}{ending}").unlink(missing_ok=True)
    Witness(path).path.unlink(missing_ok=True)
    finished(path).replace(path)
    sync(path.parent)


@contextmanager
def alone(path: Path) -> Iterator[None]:
    """Let no other program repair the same store meanwhile.

    Raises:
        OSError: the folder cannot be written.
    """
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    # The file stays: somebody may wait for it.
    handle = os.open(f"{path}-repair", os.O_CREAT | os.O_RDWR | os.O_CLOEXEC, 0o600)
    try:
        import fcntl

        with suppress(OSError):  # some network file systems have no locks
            fcntl.flock(handle, fcntl.LOCK_EX)
        yield
    finally:
        os.close(handle)


def sync(folder: Path) -> None:
    """Write the names in a folder to disk."""
    handle = os.open(folder, os.O_RDONLY | os.O_CLOEXEC)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
