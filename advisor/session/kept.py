"""Sessions in the store: begin, resume, what changed in the knowledge since, and what this site has had."""

from __future__ import annotations

import os
import time as clock
from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import NamedTuple

from advisor.knowledge import Knowledge
from advisor.session.log import standing
from advisor.session.saving import StoreLog
from advisor.session.session import Session, conclusions
from advisor.store import Header, Store, StoreError, default_path, name_of

_COUNTS = "worked"
"""The result of an outcome that says how common a case is here: a fix confirmed it."""
_PRIOR = 20
"""As many consultations as the knowledge base's own frequencies weigh against those of this site."""


class Opened(NamedTuple):
    """A store, and what is to be said of it in lines: "", or what was lost, or why the session is in memory only."""

    store: Store
    note: str


def open_store(path: Path | None, to_write: bool = True) -> Opened:
    """The store at a path, or at the usual place; every event in it is proved.

    A damaged store is set aside, and what can be read of it is put into a new one; where the store is only read, this happens in
    memory. Where the store cannot be written now, it is in memory, and moves to the disk when that works.

    Args:
        path: where the user wants it, or None.
        to_write: whether a session goes on; otherwise a store that can only be read will do.

    Raises:
        StoreError: the store cannot be used; one that the user named must be one that could be written.
    """
    try:
        store = Store.open(path, prove=True)
    except StoreError as error:
        return _instead(path, to_write, error)
    if path is not None or not to_write or not store.read_only:
        return Opened(store, "")
    with store:
        trouble = StoreError("store-unwritable", "the session store can only be read", where=store.path)
        return Opened(_copied(store, trouble), f"not saved for now: {trouble}")


def _instead(path: Path | None, to_write: bool, error: StoreError) -> Opened:
    """What serves where a store cannot be opened; a mistake in what the user named stays an error."""
    from advisor.store.recovery import in_memory

    place = path or default_path()
    if error.code == "store-corrupt":
        return _recovered(place, to_write, error)
    passing = ("store-full", "store-failing", "store-locked", *(() if path is not None else ("store-unwritable",)))
    if error.code not in passing:
        raise error
    try:
        store = in_memory(place).store
    except StoreError:
        store = Store.in_memory()
    store.wanted, store.trouble = place, error
    return Opened(store, f"not saved for now: {error}{f'; {error.help}' if error.help else ''}; each step tries again")


def _recovered(place: Path, to_write: bool, error: StoreError) -> Opened:
    from advisor.store.recovery import in_memory, repair

    if to_write:
        try:
            recovery = repair(place)
        except StoreError as failure:
            recovery = in_memory(place)
            recovery.store.wanted, recovery.store.trouble = place, failure
            return Opened(recovery.store, "\n".join([str(error), *recovery.lines(), f"not saved for now: {failure}"]))
        lines = recovery.lines()
        return Opened(recovery.store, "\n".join([str(error), *lines]) if lines else "")
    recovery = in_memory(place)
    later = "nothing is changed on disk; the next `advisor ask` or `advisor` sets the damaged file aside"
    return Opened(recovery.store, "\n".join([str(error), *recovery.lines(), later]))


def _copied(store: Store, trouble: StoreError) -> Store:
    """The sessions of a store in memory, so that one that can only be read can be gone on with."""
    copy = Store.in_memory()
    for header in reversed(store.headers()):
        copy.import_(store.export(header.id))
    copy.wanted, copy.trouble = store.path, trouble
    return copy


class Begun(NamedTuple):
    """A new session, and what is to be said of it: "" or how many outcomes of this site weigh in its questions."""

    session: Session
    note: str


def begin(knowledge: Knowledge, store: Store, name: str = "") -> Begun:
    """A new session, with the frequencies of this site."""
    had, log = _had(store), _created(store, name)
    session = Session(knowledge, log, log.name)
    session.begin(site_frequencies(knowledge, had))
    count = sum(1 for o in had if o.result == _COUNTS and o.case)
    weigh = "1 outcome of this site weighs" if count == 1 else f"{count} outcomes of this site weigh"
    note = f"{weigh} in how common a case is taken to be; see `advisor sessions stats`"
    return Begun(session, note if count else "")


def _had(store: Store) -> list[Outcome]:
    try:
        return outcomes(store)
    except StoreError:  # a disk that fails now; the interview begins without the frequencies of this site
        return []


def _created(store: Store, name: str) -> StoreLog:
    """The log of a new session; where none can be made on disk now, in memory until it can."""
    trouble = store.trouble
    if trouble is None:
        try:
            return StoreLog(store, store.create(name))
        except StoreError as error:
            if store.read_only or error.code in ("session-exists", "bad-session-name"):
                raise
            trouble = error
    now = clock.time()
    name = name_of(name) or clock.strftime("%Y-%m-%d-%H%M", clock.localtime(now))
    log = StoreLog(store, Header(os.urandom(8).hex(), name, now, now, 0), trouble)
    if store.trouble is None:
        log.tell_trouble()
    return log


def resume(knowledge: Knowledge, store: Store, name: str) -> Session:
    """A session that was kept, replayed.

    Raises:
        StoreError: there is none of that name.
    """
    header = store.find(name)
    return Session(knowledge, StoreLog(store, header, store.trouble), header.name)


def losses(session: Session) -> list[str]:
    """What of a session a damaged store lost, in sentences."""
    from advisor.store.losses import LOST, Gap
    from advisor.store.recovery import gap_text

    gaps = {Gap(*(event.data[key] for key in Gap._fields)) for event in session.entries if event.kind == LOST}
    return [f"lost when the session store was damaged: {gap_text(gap)}" for gap in sorted(gaps)]


def changed_knowledge(session: Session) -> list[str]:
    """What comes out otherwise than when the session was left, because the knowledge changed; nothing where it did not."""
    last = next((e for e in reversed(session.entries) if e.kind == "concluded"), None)
    if last is None or last.data["kb"] == session.knowledge.digest:
        return []
    before = {tuple(c[:4]): c for c in last.data["conclusions"]}
    now = {tuple(c[:4]): c for c in conclusions(session.consultation)}
    lines = ["the knowledge base has changed since this session was left"]
    for key in [*now, *(k for k in before if k not in now)]:
        was, is_ = before.get(key), now.get(key)
        if was != is_:
            lines.append(f"{key[1]} ({key[3]} on {key[2]}): {_said(was)} then, {_said(is_)} now")
    if len(lines) == 1:
        lines.append("the same conclusions follow")
    return lines


def _said(entry: list[object] | None) -> str:
    return f"{entry[4]} ({entry[5]})" if entry is not None else "not concluded"


def note_conclusions(session: Session) -> None:
    """Keep what is concluded now, for comparison when the session is opened again."""
    now = conclusions(session.consultation)
    last = next((e for e in reversed(session.entries) if e.kind == "concluded"), None)
    if last is None or last.data != {"kb": session.knowledge.digest, "conclusions": now}:
        session.record("concluded", {"kb": session.knowledge.digest, "conclusions": now})


class Outcome(NamedTuple):
    """What came of one session: ``worked``, ``did not help`` or ``something else``, and for which case."""

    session: str
    result: str
    case: str
    note: str


def outcomes(store: Store) -> list[Outcome]:
    """The outcomes of all sessions that were not taken back."""
    found = []
    for header in store.headers():
        for entry in standing(store.events(header.id)).outcomes:
            data = entry.data
            found.append(
                Outcome(header.name, str(data["result"]), str(data.get("case", "")), str(data.get("note", "")))
            )
    return found


def site_frequencies(knowledge: Knowledge, had: Iterable[Outcome]) -> dict[str, float]:
    """How common each case is here: the knowledge base's own figure, weighed with what this site has had.

    Only outcomes that a fix confirmed count. Deleting a session, or taking its outcome back, takes its share back.
    """
    counts = Counter(o.case for o in had if o.result == _COUNTS and o.case)
    total = sum(counts.values())
    if not total:
        return {}
    return {slug: (case.frequency * _PRIOR + counts[slug]) / (_PRIOR + total) for slug, case in knowledge.cases.items()}


def statistics(knowledge: Knowledge, had: Iterable[Outcome]) -> list[Mapping[str, object]]:
    """For each case that this site has had: how often, what came of it, and how common it is taken to be."""
    every = list(had)
    here = site_frequencies(knowledge, every)
    rows: list[Mapping[str, object]] = []
    for slug in sorted({o.case for o in every if o.case}):
        results = Counter(o.result for o in every if o.case == slug)
        base = knowledge.cases[slug].frequency if slug in knowledge.cases else 0.0
        rows.append({"case": slug, "sessions": sum(results.values()), **results, "frequency": base,
                     "frequency_here": round(here.get(slug, base), 4)})  # fmt: skip
    return rows
