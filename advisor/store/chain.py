"""Checksums that chain the events of a session, so that a missing, repeated or swapped event is noticed.

The link of an event covers its number, its content and the link before it; the first link covers the session's id. The last
link (the head) and the number of events are in the session's row, which is on another page than the events.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from advisor.store.records import Encoded

BYTES = 16


def first(session_id: str) -> bytes:
    """Return the link before the first event."""
    return _digest(b"", f"session {session_id}")


def link(before: bytes, seq: int, event: Encoded) -> bytes:
    """Return the link of event `seq`, which follows the link `before`."""
    return _digest(before, f"{seq} {event.time!r} {event.kind} {event.text}")


def seal(number: int, session_id: str, name: str, created: float, events: int, unchained: int, head: bytes) -> bytes:
    """Return the checksum of a session's row: everything in it except the seal."""
    return _digest(head, f"{number} {session_id} {created!r} {events} {unchained} {name}")


def _digest(before: bytes, text: str) -> bytes:
    import hashlib

    return hashlib.blake2b(before + text.encode(errors="surrogatepass"), digest_size=BYTES).digest()
