"""The events of several hosts or logs on one time line, where their order is what a diagnosis rests on."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from advisor.explanation.document import Event
from advisor.inference.diagnosis import Consultation
from facts.schema import templates
from facts.text import clean

Json = dict[str, Any]

_MOST = 12
_ORDER = re.compile(r"(?:-time|within-year-seconds)$")
"""Slots whose comparison is a comparison of moments."""
_STARTS, _ENDS = ("first-time", "start-time", "time"), ("last-time",)


class _Seen(NamedTuple):
    """A dated row that an argument rests on, and how many rows it shares the argument with."""

    row: str
    fact: Json
    evidence: Json
    shared: int


def timeline(items: Sequence[Json], consultation: Consultation) -> tuple[Event, ...]:
    """The events of the diagnoses whose arguments compare moments, in order; () where one capture holds all of them.

    Args:
        items: diagnoses in their JSON form.
        consultation: what they were concluded in.
    """
    seen: dict[str, _Seen] = {}
    for item in items:
        if any(_compares_moments(fact) for e in item["evidence"] if e["counted"] for fact in e["facts"]):
            for one in _dated(item):
                if one.row not in seen or _tells_more(one, seen[one.row]):
                    seen[one.row] = one
    moments = _moments(consultation)
    events = [_event(one, moments) for one in sorted(seen.values(), key=lambda s: -abs(s.evidence["cf"]))[:_MOST]]
    events.sort()
    return tuple(events) if len({event.path for event in events}) > 1 and len(events) > 2 else ()


def _compares_moments(fact: Json) -> bool:
    return bool(fact["demand"] and _ORDER.search(fact["address"]))


def _dated(item: Json) -> Iterator[_Seen]:
    for evidence in item["evidence"]:
        facts = [f for f in evidence["facts"] if f["time"] and "path" in f["origin"]] if evidence["counted"] else []
        rows = {fact["address"].rpartition(".")[0]: fact for fact in reversed(facts)}
        yield from (_Seen(row, fact, evidence, len(rows)) for row, fact in rows.items())


def _tells_more(one: _Seen, other: _Seen) -> bool:
    """Whether an argument says more of a row alone."""
    return (-one.shared, one.evidence["cf"]) > (-other.shared, other.evidence["cf"])


def _event(seen: _Seen, moments: dict[str, tuple[float, float]]) -> Event:
    origin, time = seen.fact["origin"], seen.fact["time"]
    first, last = moments.get(seen.row, (time, time))
    text = seen.evidence["why"] if seen.shared == 1 else " ".join((seen.fact["text"] or "").split())
    host = seen.row.partition("[")[2].rstrip("]").partition(",")[0]
    return Event(first, max(first, last), host, clean(origin["path"]), origin["lines"][0], text)


def _moments(consultation: Consultation) -> dict[str, tuple[float, float]]:
    """When each row that knows it began and ended, by the address of the row."""
    found: dict[str, tuple[float, float]] = {}
    for fact in consultation.now.inference.facts.values():
        first = next((v for slot in _STARTS if isinstance(v := fact.slots.get(slot), float)), None)
        if first is not None and fact.template in templates():
            keys = ",".join(str(fact.slots[key]) for key in templates()[fact.template].key)
            last = next((v for slot in _ENDS if isinstance(v := fact.slots.get(slot), float)), first)
            found[f"{fact.template}[{keys}]"] = first, _end(fact.slots, first, last)
    return found


def _end(slots: Any, first: float, last: float) -> float:
    """Where a row says for how long it went on instead of when it ended."""
    seconds = slots.get("seconds")
    return first + seconds if isinstance(seconds, float) and last == first else last
