"""The log of one session: events that are only ever appended, and what of them still holds.

Kinds of events and what they carry:

- ``started``: the knowledge base's digest, the version, the frequencies that were used;
- ``told``: a text, with the signs and rows that were taken from it;
- ``answered``: a question, the reply as given, whether it was *don't know*, with the signs and rows that follow;
- ``captured``: what outputs were found, with their rows; signs and rows that prose among them tells;
- ``noted``: a text from which nothing was taken, kept so that nothing that was entered is lost;
- ``skipped``: a question that is not to be asked again;
- ``undone`` and ``redone``: which event holds no more, or again;
- ``struck``: one sign or row of an event that was not meant;
- ``concluded``: what was concluded, by which knowledge, for comparison when the session is opened again;
- ``fixed``: a step of a fix that was carried out, left out or opened again, with the exact command and what was seen;
- ``accepted``: a conclusion that is known and not to be repeated while it does not grow, as it stood then;
- ``outcome``: whether it helped, or what it was instead;
- ``lost``: stands for an event that a damaged store lost: which ones, and between which times.
"""

from __future__ import annotations

import time as clock
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, NamedTuple, Protocol

Json = dict[str, Any]
CONTRIBUTING = ("told", "answered", "captured")
"""Kinds of events that tell something about the hosts."""
FIXED_RESULTS = ("done", "skipped", "open")
"""What came of a step of a fix; it is open again, or still where what was seen is not what was expected."""
REVERSIBLE = (*CONTRIBUTING, "skipped", "struck", "fixed", "accepted", "outcome")


class Entry(Protocol):
    """One event."""

    @property
    def seq(self) -> int:
        """Its number in the session, from 1."""

    @property
    def time(self) -> float:
        """When it was kept, in seconds since 1970 UTC."""

    @property
    def kind(self) -> str:
        """What kind of event it is."""

    @property
    def data(self) -> Json:
        """What it carries."""


class Log(Protocol):
    """Where the events of one session are kept."""

    @property
    def name(self) -> str:
        """The session's name, "" where it has none."""

    @property
    def unsaved(self) -> int:
        """How many events are in memory only and belong on disk."""

    def append(self, kind: str, data: Json) -> Entry:
        """Keep one event: it is safe once this returns, unless `unsaved` counts it."""

    def entries(self) -> list[Entry]:
        """Every event so far, in order."""

    def rename(self, name: str) -> str:
        """Give the session another name; the name that it has then, "" where it has none."""

    def news(self) -> list[str]:
        """What is to be said of the saving, each once."""


class Kept(NamedTuple):
    """An event in memory."""

    seq: int
    time: float
    kind: str
    data: Json


class MemoryLog:
    """Keeps events in memory only: for a fork, and where nothing can be written."""

    name = ""
    unsaved = 0

    def __init__(self, entries: Iterable[Entry] = ()) -> None:
        self._entries: list[Entry] = list(entries)

    def append(self, kind: str, data: Json) -> Entry:
        """Keep one event."""
        entry = Kept(self._entries[-1].seq + 1 if self._entries else 1, clock.time(), kind, data)
        self._entries.append(entry)
        return entry

    def entries(self) -> list[Entry]:
        """Every event so far."""
        return list(self._entries)

    def rename(self, name: str) -> str:
        """A session in memory has no name."""
        return ""

    def news(self) -> list[str]:
        """Nothing: nothing is saved, and nobody expects it."""
        return []


@dataclass(slots=True)
class Standing:
    """What of a log still holds.

    Attributes:
        contributions: the events that tell something and were not taken back, in order; of several answers to one
            question the last.
        asked: the questions that were answered, also with *don't know*, or skipped.
        unknown: those of them that were answered with *don't know* or skipped.
        struck: for an event, the struck items: ``sign`` or ``row`` with their number.
        undone: events that were taken back, the last one last.
        fixed: steps carried out. accepted: conclusions that are known. outcomes: what came of it.
    """

    contributions: list[Entry] = field(default_factory=list)
    asked: dict[str, Entry] = field(default_factory=dict)
    unknown: set[str] = field(default_factory=set)
    struck: dict[int, set[tuple[str, int]]] = field(default_factory=dict)
    undone: list[int] = field(default_factory=list)
    fixed: list[Entry] = field(default_factory=list)
    accepted: list[Entry] = field(default_factory=list)
    outcomes: list[Entry] = field(default_factory=list)


def standing(entries: Iterable[Entry]) -> Standing:
    """Replay a log."""
    found = Standing()
    every = list(entries)
    for entry in every:
        if entry.kind == "undone":
            found.undone.append(int(entry.data["of"]))
        elif entry.kind == "redone":
            found.undone = [seq for seq in found.undone if seq != int(entry.data["of"])]
    gone = set(found.undone)
    holding = [entry for entry in every if entry.seq not in gone and entry.kind in REVERSIBLE]
    last = {e.data["question"]: e.seq for e in holding if e.kind in ("answered", "captured") and e.data.get("question")}
    for entry in holding:
        question = str(entry.data.get("question") or "")
        if entry.kind in CONTRIBUTING and (not question or last[question] == entry.seq):
            found.contributions.append(entry)
        if question:
            found.asked[question] = entry
            unknown = entry.kind == "skipped" or bool(entry.data.get("unknown"))
            (found.unknown.add if unknown else found.unknown.discard)(question)
        if entry.kind == "struck":
            items = found.struck.setdefault(int(entry.data["of"]), set())
            items.add((str(entry.data["item"]), int(entry.data["number"])))
        elif entry.kind == "fixed":
            found.fixed.append(entry)
        elif entry.kind == "accepted":
            found.accepted.append(entry)
        elif entry.kind == "outcome":
            found.outcomes.append(entry)
    return found
