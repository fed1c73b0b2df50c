"""The sessions that are kept, with how each of them stands."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from advisor.session.listing import when
from advisor.session.saving import StoreLog
from advisor.session.session import conclusions

if TYPE_CHECKING:
    from advisor.knowledge import Knowledge
    from advisor.session.session import Session
    from advisor.store import Header, Store

_MOST = 50
_SHOWN = 90


class Recent(NamedTuple):
    """One session: its name, when it was used last, how many events it has, and how it stands in words."""

    name: str
    when: str
    events: int
    state: str


def recent(store: Store, knowledge: Knowledge, present: Session | None = None, most: int = _MOST) -> list[Recent]:
    """The sessions that were used last; the state of the present one, which is open, is as it stands now."""
    open_id = present.log.id if present is not None and isinstance(present.log, StoreLog) else None
    return [
        Recent(
            h.name, f"{when(h.changed)} UTC", h.events,
            _state(store, h, knowledge, present if h.id == open_id else None),
        )
        for h in store.headers()[:most]
    ]  # fmt: skip


def _state(store: Store, header: Header, knowledge: Knowledge, present: Session | None) -> str:
    """What was concluded when it was left, or else what it began with, and what came of it."""
    said = concluded = outcome = ""
    for event in store.events(header.id):
        if event.kind == "told" and not said:
            said = str(event.data.get("text", ""))
        elif event.kind == "concluded":
            concluded = _concluded(event.data.get("conclusions") or [], knowledge)
        elif event.kind == "outcome":
            outcome = f"; {event.data.get('result', '')}"
    if present is not None:
        now = conclusions(present.consultation)
        concluded = _concluded(now, knowledge) if now else ""
    text = " ".join((concluded or said or "nothing concluded").split())
    return (text if len(text) <= _SHOWN else f"{text[: _SHOWN - 1]}…") + outcome


def _concluded(conclusions: list[list[object]], knowledge: Knowledge) -> str:
    if not conclusions:
        return "no conclusion"
    first = conclusions[0]
    case = knowledge.cases.get(str(first[1]))
    more = f" +{len(conclusions) - 1} more" if len(conclusions) > 1 else ""
    return f"{first[4]}: {case.title if case is not None else first[1]}{more}"
