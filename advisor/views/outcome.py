"""What came of a fix, as it was kept."""

from __future__ import annotations

from typing import NamedTuple

from advisor.session.listing import when
from advisor.session.session import Session
from advisor.views.keys import Key
from facts.text import clean


class Outcome(NamedTuple):
    """What came of it: ``worked``, ``did not help`` or ``something else``, what was said of it, and when (UTC)."""

    result: str
    note: str
    when: str


def outcome(session: Session, key: Key) -> Outcome | None:
    """The last outcome that was kept for a conclusion, or None."""
    for entry in reversed(session.standing.outcomes):
        if tuple(entry.data.get(name) for name in ("case", "host", "subject")) == key:
            note = clean(" ".join(str(entry.data.get("note", "")).split()))
            return Outcome(clean(str(entry.data.get("result", ""))), note, f"{when(entry.time)} UTC")
    return None
