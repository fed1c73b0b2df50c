"""Cells at addresses, merged into one current row per key.

An address is ``template[host,key].slot``. Captures, what is told, answers and what-if all write cells at addresses;
here they become the rows that inference sees, each slot with its origin. A state is superseded by a later one; two
origins that disagree, where neither is known to be later, are a conflict that is said aloud. An event is never merged
or superseded.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cmp_to_key, partial
from itertools import pairwise
from typing import NamedTuple

from facts import ages
from facts.captures import MEASURED, Origin
from facts.faults import ALL, Fault, Faults, fault_of
from facts.file_order import natural, order_of_files
from facts.schema import UNKNOWN, Template, Value, templates
from facts.sexpr import Symbol

Key = tuple[str, ...]


class Cell(NamedTuple):
    """One value with its origin; `sure` is False for an answer given as "not sure"."""

    value: Value
    origin: Origin
    rank: int = MEASURED
    time: float | None = None
    sure: bool = True

    def after(self, other: Cell) -> bool | None:
        """Whether it is known to be later than `other` (True), earlier (False), or the order is unknown (None)."""
        if self.time is not None and other.time is not None and self.time != other.time:
            return self.time > other.time
        mine, others = self.origin, other.origin
        if mine.lines and others.lines and mine.path == others.path:
            return mine.lines[0] > others.lines[0]
        if not mine.lines and not others.lines:
            return True  # told and answered: what is said last holds
        return None

    def captured_after(self, other: Cell) -> bool | None:
        """The same of a state or reading, for which the numbers of their files tell as well.

        An event is as old as it is, whenever its log was captured.
        """
        order = self.after(other)
        if order is None and self.origin.lines and other.origin.lines:
            return order_of_files(self.origin.path, other.origin.path)
        return order


@dataclass(slots=True)
class Observed:
    """The cells of one row as one origin gave them."""

    template: str
    host: str
    cells: dict[str, Cell]


class Conflict(NamedTuple):
    """Cells at one address that disagree, the one taken, and why that one.

    `change` is True where the others are known to be earlier: the value changed while captures were taken.
    """

    address: str
    cells: tuple[Cell, ...]
    taken: Cell
    reason: str = ""
    change: bool = False


@dataclass(slots=True)
class CurrentRow:
    """One row as inference gets it."""

    number: int
    template: str
    key: Key
    cells: dict[str, Cell]

    @property
    def host(self) -> str:
        """The host it belongs to, always the first part of the key."""
        return self.key[0]

    def address(self, slot: str) -> str:
        """``template[host,key].slot``."""
        return address(self.template, self.key, slot)


class Cut(NamedTuple):
    """A moment just before something changed: what stands later in the same capture, or at a later time, is not yet."""

    path: str
    line: int
    time: float | None
    states: frozenset[str] = frozenset()
    """Templates whose states are of after it, where other captures tell them: what a log took back held before."""

    def hides(self, cell: Cell) -> bool:
        """Whether a cell belongs to the time from the cut on."""
        lines = cell.origin.lines
        if lines is not None and cell.origin.path == self.path:
            return lines[0] >= self.line
        if cell.time is None or self.time is None:
            return lines is not None and order_of_files(cell.origin.path, self.path) is True
        return cell.time >= self.time


@dataclass(slots=True)
class Merged:
    """The current rows with what was said aloud in merging them."""

    rows: list[CurrentRow] = field(default_factory=list)
    conflicts: list[Conflict] = field(default_factory=list)
    changes: list[Conflict] = field(default_factory=list)
    faults: list[Fault] = field(default_factory=list)


def address(template: str, key: Iterable[str], slot: str) -> str:
    """``template[host,key].slot``, as explanations, questions and JSON write it."""
    return f"{template}[{','.join(str(k) for k in key)}].{slot}"


def key_of(template: Template, values: Mapping[str, Value], host: str) -> Key:
    """The key of a row; a key slot that the row lacks is ""."""
    return tuple(host if slot == "host" else str(values.get(slot, "")) for slot in template.key)


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
        told_of = {(o.host, o.template, _first(o.cells).origin.path) for o in (self.observed[n] for n in past)}
        for at, item in enumerate(self.observed):
            if past and (at in past or _says_all(item) in told_of):
                continue
            template = templates()[item.template]
            cells = {s: c for s, c in item.cells.items() if cut is None or not cut.hides(c)}
            if not cells or (cut is not None and item.template in cut.states and _first(cells).origin.path != cut.path):
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
        steps = (_as_before,) if cut is not None and cut.states else ()
        for step in (*steps, away.events, _mark_latest):
            events = list(faults.attempt("merging events", partial(step, events), events, affects=lambda: (ALL,)))
        for template, key, cells in events:
            merged.rows.append(CurrentRow(len(merged.rows) + 1, template.name, key, cells))
        return merged

    def cuts(self, most: int = 8) -> list[Cut]:
        """The moments at which a state is known to have changed, latest first, at most `most` of them."""
        cells: dict[tuple[str, Key, str], list[Cell]] = {}
        for item in self.observed:
            template = templates()[item.template]
            if template.kind != "state":
                continue
            key = key_of(template, {s: c.value for s, c in item.cells.items()}, item.host)
            for slot, cell in item.cells.items():
                if slot not in template.key and cell.value != UNKNOWN:
                    cells.setdefault((item.template, key, slot), []).append(cell)
        found: set[Cut] = set()
        for history in cells.values():
            for earlier, later in pairwise(sorted(history, key=cmp_to_key(_by_capture))):
                lines = later.origin.lines
                if later.value != earlier.value and lines is not None and later.captured_after(earlier):
                    found.add(Cut(later.origin.path, lines[0], later.time))
        found.update(self._turns())
        found.update(self._taken_back())
        return sorted(found, key=cmp_to_key(_by_moment), reverse=True)[:most]

    def _turns(self) -> Iterator[Cut]:
        """The moments of events that came out otherwise than the one before them: a start that succeeds at last."""
        runs: dict[tuple[str, Key], list[dict[str, Cell]]] = {}
        for item in self.observed:
            template = templates()[item.template]
            if template.kind == "event" and _LATEST in template.slots:
                key = key_of(template, {s: c.value for s, c in item.cells.items()}, item.host)
                runs.setdefault((item.template, _run_of(template, key)), []).append(item.cells)
        for run in runs.values():
            ordered = sorted(run, key=cmp_to_key(_in_time))
            for earlier, later in pairwise(ordered):
                origin = _first(later).origin
                if origin.lines is not None and _follows(later, earlier) and _told_by(later) != _told_by(earlier):
                    yield Cut(origin.path, origin.lines[0], _first(later).time)

    def _taken_back(self) -> Iterator[Cut]:
        """The moments just before a log told a trouble to be over, but for those of long ago."""
        logs: dict[tuple[str, ...], list[tuple[str, dict[str, Cell]]]] = {}
        for item in self.observed:
            if item.template in _TAKEN_BACK:
                key = key_of(templates()[item.template], {s: c.value for s, c in item.cells.items()}, item.host)
                subject, kind = _events_of(item.template, key, item.cells)
                logs.setdefault(subject, []).append((kind, item.cells))
        newest = self.newest() if logs else {}
        for (template, host, *_), told in logs.items():
            troubles: dict[str, _Earliest] = {}
            for kind, cells in told:
                if kind in _TAKEN_BACK[template]:
                    troubles.setdefault(kind, _Earliest()).add(_first(cells))
            for kind, cells in told:
                end = _first(cells)
                old = end.time is not None and newest.get(host, end.time) - end.time > ages.QUIET
                if not old and end.origin.lines and any(
                    kind in _TAKEN_BACK[template][trouble] and earliest.before(end)
                    for trouble, earliest in troubles.items()
                ):  # fmt: skip
                    yield Cut(end.origin.path, end.origin.lines[0], end.time, _STATES_OF[template])


class _Earliest:
    """Events of one kind, of which one is asked for that an other one is known to follow: the earliest by each measure.

    As `_follows` has it, with one look at each for all: by what they weigh, by their times, by their lines in one capture.
    """

    def __init__(self) -> None:
        self._rank = float("inf")
        self._time: dict[int, float] = {}
        self._line: dict[tuple[int, str, float | None], int] = {}
        self._any_line: dict[tuple[int, str], int] = {}

    def add(self, cell: Cell) -> None:
        """Take one event."""
        weight, path = _weight(cell), cell.origin.path
        self._rank = min(self._rank, cell.rank)
        if cell.time is not None:
            self._time[weight] = min(self._time.get(weight, cell.time), cell.time)
        if cell.origin.lines:
            line, timed = cell.origin.lines[0], (weight, path, cell.time)
            self._line[timed] = min(self._line.get(timed, line), line)
            self._any_line[weight, path] = min(self._any_line.get((weight, path), line), line)

    def before(self, end: Cell) -> bool:
        """Whether one of them is known to be earlier than `end`, which stands in a line of a capture."""
        weight, path, line = _weight(end), end.origin.path, end.origin.lines[0] if end.origin.lines else 0
        if end.rank > MEASURED and self._rank < end.rank:
            return True
        if end.time is None:
            return self._any_line.get((weight, path), line) < line
        if self._time.get(weight, end.time) < end.time:
            return True
        return any(self._line.get((weight, path, time), line) < line for time in (None, end.time))


def _weight(cell: Cell) -> int:
    """What is supposed goes before everything else; whatever weighs less is compared by time."""
    return max(cell.rank, MEASURED)


_TAKEN_BACK = {
    "controller-event": {
        "cache-write-through": ("cache-write-back",),
        "battery-failed": ("battery-good",),
        "battery-absent": ("battery-good",),
    }
}
"""Troubles that a log tells and that it tells to be over, by the events that say so. Work that comes and goes by itself, a
patrol read or a check, is none."""
_STATES_OF = {"controller-event": frozenset(("controller", "controller-array"))}
"""The states that such events change: what other captures tell of them is of after the log's end."""


def _events_of(template: str, key: Key, cells: Mapping[str, Cell]) -> tuple[tuple[str, ...], str]:
    """Of an event in such a log: what it happened to, and its kind."""
    return (template, *key[:2]), str(cells["event"].value) if "event" in cells else ""


def _as_before(events: list[tuple[Template, Key, dict[str, Cell]]]) -> list[tuple[Template, Key, dict[str, Cell]]]:
    """The events left before a cut: one that a later and hidden event took back still stood."""
    left = {_events_of(t.name, key, cells) for t, key, cells in events if t.name in _TAKEN_BACK}
    result = []
    for template, key, cells in events:
        if template.name in _TAKEN_BACK and _LATEST in cells:
            subject, kind = _events_of(template.name, key, cells)
            ends = _TAKEN_BACK[template.name].get(kind, ())
            if ends and not any((subject, end) in left for end in ends):
                cells = {**cells, _LATEST: cells[_LATEST]._replace(value=Symbol("yes"))}
        result.append((template, key, cells))
    return result


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
        taken[slot], rivals, earlier = _choose(candidates)
        if template.kind == "state" and slot not in template.key and not template.slots[slot].counter:
            _say(said, address(name, key, slot), taken[slot], rivals, earlier)
    merged.rows.append(CurrentRow(len(merged.rows) + 1, name, key, taken))
    merged.conflicts += said.conflicts
    merged.changes += said.changes


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
            if not (self.left and pools and self._is_of_before(_first(cells), key[0], pools)):
                found.append((template, key, cells))
        return found


def _pool_slot(template: str) -> str:
    """The slot that names a pool, in rows that are about one."""
    return _PARTS[1] if template == _PARTS[0] else "pool" if "pool" in templates()[template].slots else ""


def _pools_of(template: str, names: Iterable[str]) -> set[str]:
    return {name for name in names if name != UNKNOWN} if _pool_slot(template) else set()


def _by_capture(one: Cell, other: Cell) -> int:
    """Order of two captures, 0 where it is not known."""
    order = one.captured_after(other)
    return 0 if order is None else 1 if order else -1


def _by_moment(one: Cut, other: Cut) -> int:
    """Order of two moments: by their times, by lines of one capture, else as their files sort."""
    if one.time is not None and other.time is not None and one.time != other.time:
        return 1 if one.time > other.time else -1
    mine, others = (natural(one.path), one.line), (natural(other.path), other.line)
    return (mine > others) - (mine < others)


def _in_time(left: dict[str, Cell], right: dict[str, Cell]) -> int:
    """Order of two events, 0 where it is not known."""
    order = _follows(left, right)
    return 0 if order is None else 1 if order else -1


_LATEST = "latest"
"""The slot of an event that says whether another one of its kind followed, as the starts of an instance follow."""
_ORDINALS = ("number", "time", _LATEST)


def _first(cells: Mapping[str, Cell]) -> Cell:
    return next(iter(cells.values()))


def _told_by(cells: Mapping[str, Cell]) -> dict[str, Value]:
    return {slot: cell.value for slot, cell in cells.items() if slot not in _ORDINALS}


def _says_all(item: Observed) -> tuple[str, str, str] | None:
    """What an output says to have told in full: no absence follows from one whose events are past."""
    if item.template != "read":
        return None
    name = item.cells["template"]
    return item.host, str(name.value), name.origin.path


def _run_of(template: Template, key: Key) -> Key:
    return tuple(part for name, part in zip(template.key, key, strict=True) if name not in _ORDINALS)


def _follows(cells: Mapping[str, Cell], others: Mapping[str, Cell]) -> bool | None:
    mine, other = _first(cells), _first(others)
    if mine.rank != other.rank and max(mine.rank, other.rank) > MEASURED:
        return mine.rank > other.rank  # what if, and what a fix leaves behind
    return mine.after(other)


def _mark_latest(
    events: list[tuple[Template, Key, dict[str, Cell]]],
) -> Iterator[tuple[Template, Key, dict[str, Cell]]]:
    """Say of each event that can be followed by another whether one is known to follow, over all outputs.

    An output knows only its own; and as things stood before a cut, the last one was another. Meant are events that are
    numbered: of the others, the log itself says what took them back.
    """
    runs: dict[tuple[str, Key], list[dict[str, Cell]]] = {}
    for template, key, cells in events:
        if _is_numbered(template):
            runs.setdefault((template.name, _run_of(template, key)), []).append(cells)
    for template, key, cells in events:
        if _is_numbered(template):
            run = runs[template.name, _run_of(template, key)]
            # from the end: the first look nearly always finds one that follows
            followed = any(_follows(other, cells) for other in reversed(run) if other is not cells)
            stated = cells.get(_LATEST, _first(cells))
            if stated.rank <= MEASURED or _LATEST not in cells:
                cells = {**cells, _LATEST: stated._replace(value=Symbol("no" if followed else "yes"))}
        yield template, key, cells


def _is_numbered(template: Template) -> bool:
    return _LATEST in template.slots and any(name in _ORDINALS for name in template.key)


def _say(merged: Merged, where: str, taken: Cell, rivals: list[Cell], earlier: list[Cell]) -> None:
    """Note that cells disagree with the one that holds, and why it holds."""
    if rivals:
        merged.conflicts.append(Conflict(where, (taken, *rivals), taken, outweighs(taken, rivals[-1])))
    if earlier and taken.rank <= MEASURED:
        merged.changes.append(Conflict(where, (earlier[-1], taken), taken, outweighs(taken, earlier[-1]), change=True))


def outweighs(taken: Cell, other: Cell) -> str:
    """Why one of two cells that disagree holds, in words."""
    if taken.rank != other.rank:
        return "what is supposed stands" if taken.rank > MEASURED else "what was measured outweighs what was told"
    if not taken.origin.lines and not other.origin.lines:
        return "what was said last stands"
    if taken.captured_after(other):
        return "the later value stands"
    return "which of them is later is not known; the one that was read last is taken"


def _choose(cells: list[Cell]) -> tuple[Cell, list[Cell], list[Cell]]:
    """The cell that holds, those that contradict it without being known to be earlier, and those known to be earlier."""
    known = [c for c in cells if c.value != UNKNOWN] or cells
    best = known[0]
    rivals: list[Cell] = []
    earlier: list[Cell] = []
    for cell in known[1:]:
        order = cell.captured_after(best)
        if cell.rank < best.rank or (cell.rank == best.rank and order is False):
            loser, best = cell, best
        else:
            loser, best = best, cell
        superseded = best.captured_after(loser) is True and best.rank >= loser.rank
        inferred = loser.rank < MEASURED and not loser.origin.told and not loser.origin.question
        if not _agree(loser.value, best.value) and not inferred:
            (earlier if superseded else rivals).append(loser)
    return (
        best,
        [r for r in rivals if not _agree(r.value, best.value)],
        [e for e in earlier if not _agree(e.value, best.value)],
    )


_ROUNDED = 0.01
"""Tools print three digits: 1.72T and 240G free of 1.95T make 88.2 % where the same tool prints 88 %."""


def _agree(value: Value, other: Value) -> bool:
    """Whether two values say the same but for the digits that a tool rounds off."""
    if isinstance(value, float) and isinstance(other, float):
        return abs(value - other) <= _ROUNDED * max(abs(value), abs(other))
    return value == other
