"""Values that contradict one another, in sentences: both origins, which one counts, and why."""

from __future__ import annotations

from collections.abc import Iterator

from advisor.explanation.text import value_text
from advisor.inference.diagnosis import Consultation
from facts.cells import Conflict
from facts.text import clean


def disagreements(consultation: Consultation) -> list[str]:
    """Every address with more than one value: what disagrees first, then what changed while it was captured."""
    return [_sentence(conflict) for conflict in (*consultation.conflicts, *consultation.now.merged.changes)]


def new_disagreements(before: Consultation | None, after: Consultation) -> Iterator[str]:
    """Those that a step brought."""
    known = set(disagreements(before)) if before is not None else set()
    yield from (text for text in disagreements(after) if text not in known)


def _sentence(conflict: Conflict) -> str:
    values = " and ".join(f"{value_text(cell.value)} ({cell.origin.place()})" for cell in conflict.cells)
    return clean(f"{conflict.address}: {values}; {value_text(conflict.taken.value)} counts, {conflict.reason}")
