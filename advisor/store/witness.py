"""A small file next to the store that remembers how far each session got.

A store whose write-ahead log was deleted, or an older copy of it, is sound in itself. Only something outside of it can tell that
events are missing. So after each commit the number of events and the last link are written here. The file may be behind the
store (after a kill), never ahead of it; so what it claims and the store lacks is lost.

Each session has one slot of fixed length, at the place of its number. Nothing is synced except a deletion: a claim that a power
failure takes back is only an older claim. Where the file cannot be written, nothing is claimed and nothing fails.
"""

from __future__ import annotations

import json
import os
import zlib
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import NamedTuple

ENDING = "-seen"
SLOT = 1024
_MOST_BYTES = 64 << 20


class Claim(NamedTuple):
    """How far a session got: `events` events, the last one with the link `head` (hexadecimal) at `time`."""

    number: int
    id: str
    name: str
    created: float
    events: int
    head: str
    time: float

    def slot(self) -> bytes:
        """Return the claim as it is stored."""
        text = json.dumps(self[1:], ensure_ascii=False).encode()
        return (b"%08x %s" % (zlib.crc32(b"%d %s" % (self.number, text)), text)).ljust(SLOT - 1) + b"\n"


_NOTHING = b" " * (SLOT - 1) + b"\n"


class Witness:
    """The file of one store; it is opened for each use, so that it may be replaced."""

    def __init__(self, store: Path) -> None:
        """Take the place next to the store itself, wherever a link to it is."""
        self.path = Path(f"{os.path.realpath(store)}{ENDING}")

    def exists(self) -> bool:
        """Whether there is such a file."""
        return self.path.is_file()

    def claims(self) -> dict[int, Claim]:
        """Return what is claimed, by the numbers of the sessions; damaged slots claim nothing."""
        try:
            if self.path.stat().st_size > _MOST_BYTES:
                return {}
            data = self.path.read_bytes()
        except OSError:
            return {}
        slots = (data[at : at + SLOT] for at in range(0, len(data), SLOT))
        found = (_read(number, slot) for number, slot in enumerate(slots))
        return {claim.number: claim for claim in found if claim is not None}

    @contextmanager
    def held(self) -> Iterator[Callable[[Claim], None]]:
        """Let no other program claim or forget meanwhile: it might repeat a claim that is not true any more.

        What this yields remembers how far a session got.
        """
        with self._open() as handle:
            if handle is not None:
                import fcntl

                with suppress(OSError):  # some network file systems have no locks
                    fcntl.flock(handle, fcntl.LOCK_EX)

            def claim(one: Claim) -> None:
                if handle is not None:
                    with suppress(OSError):
                        os.pwrite(handle, one.slot(), one.number * SLOT)

            yield claim

    def forget(self, number: int) -> None:
        """Claim nothing of a session any more, before it is deleted.

        Raises:
            OSError: that cannot be written; the session must stay then.
        """
        if not self.exists():
            return
        handle = os.open(self.path, os.O_RDWR | os.O_CLOEXEC)
        try:
            if os.fstat(handle).st_size > number * SLOT:
                os.pwrite(handle, _NOTHING, number * SLOT)
                os.fsync(handle)
        finally:
            os.close(handle)

    def rewrite(self, claims: Mapping[int, Claim]) -> None:
        """Claim exactly this."""
        size = (max(claims, default=0) + 1) * SLOT
        data = bytearray(_NOTHING * (size // SLOT))
        for number, claim in claims.items():
            data[number * SLOT : (number + 1) * SLOT] = claim.slot()
        with suppress(OSError), self._open() as handle:
            if handle is not None:
                os.pwrite(handle, bytes(data), 0)
                os.ftruncate(handle, size)

    @contextmanager
    def _open(self) -> Iterator[int | None]:
        try:
            handle = os.open(self.path, os.O_CREAT | os.O_RDWR | os.O_CLOEXEC, 0o600)
        except OSError:
            yield None
            return
        try:
            yield handle
        finally:
            os.close(handle)


def _read(number: int, slot: bytes) -> Claim | None:
    sum_, _, text = slot.rstrip().partition(b" ")
    try:
        if int(sum_, 16) != zlib.crc32(b"%d %s" % (number, text)):
            return None
        claim = Claim(number, *json.loads(text))
    except (ValueError, TypeError):
        return None
    types = (int, str, str, float, int, str, float)
    return claim if all(type(value) is wanted for value, wanted in zip(claim, types, strict=True)) else None
