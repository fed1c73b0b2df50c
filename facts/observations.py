"""Cells at addresses (`facts.cells`), merged into one current row per key.

They become the rows that inference sees, each slot with its origin. A state is superseded by a later one; two origins that
disagree, where neither is known to be later, are a conflict that is said aloud. An event is never merged or superseded.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import partial

from facts import ages
from facts.captures import MEASURED
from facts.cells import Cell, Conflict, CurrentRow, Key, Observed, address, choose, first, key_of, outweighs
from facts.event_order import mark_latest
from facts.faults import Fault, Faults, any_template, fault_of
from facts.moments import Cut, as_before, cuts
from facts.schema import UNKNOWN, Template, templates


class Merged:
    """The current rows with what was said aloud in merging them."""

    def __init__(self) -> None:
        """Begin with nothing."""
        self.rows: list[CurrentRow] = []
        self.conflicts: list[Conflict] = []
        self.changes: list[Conflict] = []
        self.faults: list[Fault] = []


class Observations:
    """Everything observed so far, in the order in which it came."""

    def __init__(self, observed: Iterable[Observed] = ()) -> None:
        self.observed: list[Observed] = list(observed)
        self._past: tuple[int, frozenset[int]] = (0, frozenset())
        self._newest: tuple[int, dict[str, float]] = (0, {})

    def add(self, observed: Observed) -> None:
        """Append the cells of one row."""
        self.observed.append(observed)

    def past(self) -> frozenset[int]:
        """The places in `observed` of the events that are over: see `facts.ages`."""
        if self._past[0] != len(self.observed):
            self._past = (len(self.observed), frozenset(ages.past(self.observed)))
        return self._past[1]

    def newest(self) -> dict[str, float]:
        """The newest time that is known of each host, seconds since 1970."""
        if self._newest[0] != len(self.observed):
            self._newest = (len(self.observed), ages.newest(self.observed))
        return self._newest[1]

    def merge(self, cut: Cut | None = None, with_past: bool = False) -> Merged:
        """One current row per key; with a cut, as things stood before it.

        Args:
            cut: what stands later is left out.
            with_past: keep events that are over; of a cut, they always are kept.
        """
        grouped: dict[tuple[str, Key], dict[str, list[Cell]]] = {}
        merged = Merged()
        events: list[tuple[Template, Key, dict[str, Cell]]] = []
        faults = Faults(merged.faults)
        past: frozenset[int] = frozenset()
        if cut is None and not with_past:
            past = faults.attempt("telling what is past", self.past, past)
        told_of = {(o.host, o.template, first(o.cells).origin.path) for o in (self.observed[n] for n in past)}
        for at, item in enumerate(self.observed):
            if past and (at in past or _says_all(item) in told_of):
                continue
            template = templates()[item.template]
            cells = {s: c for s, c in item.cells.items() if cut is None or not cut.hides(c)}
            if not cells or (cut is not None and item.template in cut.states and first(cells).origin.path != cut.path):
                continue
            key = key_of(template, {s: c.value for s, c in cells.items()}, item.host)
            if template.kind == "event":
                events.append((template, key, cells))
                continue
            row = grouped.setdefault((item.template, key), {})
            for slot, cell in cells.items():
                row.setdefault(slot, []).append(cell)
        away = _Away(grouped)
        for (name, key), slots in away.without(grouped):
            try:
                if not _no_longer_listed(name, key, slots, grouped):
                    _add_row(merged, name, key, slots)
            except Exception as error:
                origin = next(iter(slots.values()))[0].origin
                faults.add(fault_of(error, f"merging rows of {name}", origin.path, origin.lines, partial(_only, name)))
        steps = (as_before,) if cut is not None and cut.states else ()
        for step in (*steps, away.events, mark_latest):
            events = list(faults.attempt("merging events", partial(step, events), events, affects=any_template))
        for template, key, cells in events:
            merged.rows.append(CurrentRow(len(merged.rows) + 1, template.name, key, cells))
        return merged

    def cuts(self, most: int = 8) -> list[Cut]:
        """The moments at which a state is known to have changed, latest first, at most `most` of them."""
        return cuts(self.observed, self.newest, most)


_LISTED_WITH = {"pool-device": ("zpool-status", "data-devices")}
"""Rows that one output lists in full beside another: template -> the other's template and the slot that tells of the list."""


def _only(name: str) -> tuple[str, ...]:
    return (name,)


def _add_row(merged: Merged, name: str, key: Key, slots: Mapping[str, list[Cell]]) -> None:
    """Add the current row of one key, with what its cells say against each other."""
    template = templates()[name]
    taken: dict[str, Cell] = {}
    said = Merged()
    for slot, candidates in slots.items():
        taken[slot], rivals, earlier = choose(candidates)
        if template.kind == "state" and slot not in template.key and not template.slots[slot].counter:
            _say(said, address(name, key, slot), taken[slot], rivals, earlier)
    merged.rows.append(CurrentRow(len(merged.rows) + 1, name, key, taken))
    merged.conflicts += said.conflicts
    merged.changes += said.changes


def _say(merged: Merged, where: str, taken: Cell, rivals: list[Cell], earlier: list[Cell]) -> None:
    """Note that cells disagree with the one that holds, and why it holds."""
    if rivals:
        merged.conflicts.append(Conflict(where, (taken, *rivals), taken, outweighs(taken, rivals[-1])))
    if earlier and taken.rank <= MEASURED:
        merged.changes.append(Conflict(where, (earlier[-1], taken), taken, outweighs(taken, earlier[-1]), change=True))


def _no_longer_listed(
    name: str, key: Key, slots: Mapping[str, list[Cell]], grouped: Mapping[tuple[str, Key], dict[str, list[Cell]]]
) -> bool:
    """Whether a later and full list leaves out a part that an earlier one had: the drive that was replaced."""
    if name not in _LISTED_WITH:
        return False
    template, slot = _LISTED_WITH[name]
    lists = grouped.get((template, key[: len(templates()[template].key)]), {}).get(slot, [])
    cells = [cell for candidates in slots.values() for cell in candidates]
    return any(
        listed.value != UNKNOWN
        and listed.rank == MEASURED
        and all(listed.captured_after(cell) is True for cell in cells)
        for listed in lists
    )


_PARTS = ("part-of", "whole")


class _Away:
    """The pools that were exported or destroyed: nothing that was seen of one before stands any more."""

    def __init__(self, grouped: Mapping[tuple[str, Key], dict[str, list[Cell]]]) -> None:
        self.left: dict[tuple[str, str], list[Cell]] = {}
        for (name, key), slots in grouped.items():
            cells = [c for c in slots.get("imported", ()) if c.value == "no" and c.rank == MEASURED]
            if name == "zpool-status" and cells:
                self.left[key[0], key[1]] = cells

    def _is_of_before(self, cell: Cell, host: str, pools: set[str]) -> bool:
        """Whether a cell was captured before its pool left the host."""
        return any(left.captured_after(cell) is True for pool in pools for left in self.left.get((host, pool), ()))

    def without(
        self, grouped: Mapping[tuple[str, Key], dict[str, list[Cell]]]
    ) -> Iterator[tuple[tuple[str, Key], dict[str, list[Cell]]]]:
        """The cells of each row that are not of before."""
        for (name, key), slots in grouped.items():
            pools = _pools_of(name, (str(c.value) for c in slots.get(_pool_slot(name), ())))
            if self.left and pools:
                kept = {s: [c for c in cells if not self._is_of_before(c, key[0], pools)] for s, cells in slots.items()}
                slots = {slot: cells for slot, cells in kept.items() if cells}
            if slots:
                yield (name, key), slots

    def events(
        self, events: Iterable[tuple[Template, Key, dict[str, Cell]]]
    ) -> list[tuple[Template, Key, dict[str, Cell]]]:
        """The events that are not of before."""
        found = []
        for template, key, cells in events:
            pool = cells.get(_pool_slot(template.name))
            pools = _pools_of(template.name, () if pool is None else (str(pool.value),))
            if not (self.left and pools and self._is_of_before(first(cells), key[0], pools)):
                found.append((template, key, cells))
        return found


def _pool_slot(template: str) -> str:
    """The slot that names a pool, in rows that are about one."""
    return _PARTS[1] if template == _PARTS[0] else "pool" if "pool" in templates()[template].slots else ""


def _pools_of(template: str, names: Iterable[str]) -> set[str]:
    return {name for name in names if name != UNKNOWN} if _pool_slot(template) else set()


def _says_all(item: Observed) -> tuple[str, str, str] | None:
    """What an output says to have told in full: no absence follows from one whose events are past."""
    if item.template != "read":
        return None
    name = item.cells["template"]
    return item.host, str(name.value), name.origin.path
