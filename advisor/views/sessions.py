"""One kept session event by event, and what this site has had."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from advisor.session import kept
from advisor.session.listing import event_text, statistics_text, when
from advisor.session.log import standing
from facts.text import clean

if TYPE_CHECKING:
    from advisor.knowledge import Knowledge
    from advisor.store import Store

_MOST = 500
_UNWRAPPED = 100_000


class SessionDetail(NamedTuple):
    """A kept session.

    Attributes:
        name: its name. id: by which it is known when it is sent elsewhere.
        begun, changed: when, in UTC.
        outcomes: what came of it, in words.
        events: one line each, in order.
        earlier: how many events stand before these.
    """

    name: str
    id: str
    begun: str
    changed: str
    outcomes: tuple[str, ...]
    events: tuple[str, ...]
    earlier: int


def session_detail(store: Store, name: str) -> SessionDetail:
    """A session by its name.

    Raises:
        StoreError: there is none.
    """
    header = store.find(name)
    events = store.events(header.id)
    outcomes = [_outcome(entry.data) for entry in standing(events).outcomes]
    shown = events[-_MOST:]
    return SessionDetail(
        header.name, header.id, f"{when(header.created)} UTC", f"{when(header.changed)} UTC", tuple(outcomes),
        tuple(event_text(event) for event in shown), len(events) - len(shown),
    )  # fmt: skip


def _outcome(data: dict[str, object]) -> str:
    parts = (str(data.get(name) or "") for name in ("result", "case", "note"))
    return clean(" ".join("; ".join(part for part in parts if part).split()))


def site_statistics(store: Store, knowledge: Knowledge) -> tuple[str, ...]:
    """Which cases this site has had and what came of them, one line each."""
    rows = kept.statistics(knowledge, kept.outcomes(store))
    return tuple(statistics_text(rows, _UNWRAPPED).split("\n"))


def rename(store: Store, name: str, to: str) -> str:
    """Give a session another name; the name as it is kept.

    Raises:
        StoreError: there is no such session, or the name is taken or none.
    """
    return store.rename(store.find(name).id, to).name


def delete(store: Store, name: str) -> None:
    """Delete a session for good.

    Raises:
        StoreError: there is none, or the store cannot be written.
    """
    store.delete(store.find(name).id)
