"""The moments at which something changed: what was the case just before one can be asked."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cmp_to_key
from itertools import pairwise
from typing import NamedTuple

from facts import ages
from facts.captures import MEASURED
from facts.cells import Cell, Key, Observed, first, key_of
from facts.event_order import LATEST, follows, in_time, run_of, told_by
from facts.file_order import natural, order_of_files
from facts.schema import UNKNOWN, Template, templates
from facts.sexpr import Symbol


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


Newest = Callable[[], Mapping[str, float]]
"""Gives the newest time that is known of each host; it is asked only where a log tells that a trouble is over."""


def cuts(observed: Sequence[Observed], newest: Newest, most: int) -> list[Cut]:
    """The moments at which a state is known to have changed, latest first, at most `most` of them."""
    cells: dict[tuple[str, Key, str], list[Cell]] = {}
    for item in observed:
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
    found.update(_turns(observed))
    found.update(taken_back(observed, newest))
    return sorted(found, key=cmp_to_key(_by_moment), reverse=True)[:most]


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


def _turns(observed: Sequence[Observed]) -> Iterator[Cut]:
    """The moments of events that came out otherwise than the one before them: a start that succeeds at last."""
    runs: dict[tuple[str, Key], list[dict[str, Cell]]] = {}
    for item in observed:
        template = templates()[item.template]
        if template.kind == "event" and LATEST in template.slots:
            key = key_of(template, {s: c.value for s, c in item.cells.items()}, item.host)
            runs.setdefault((item.template, run_of(template, key)), []).append(item.cells)
    for run in runs.values():
        ordered = sorted(run, key=cmp_to_key(in_time))
        for earlier, later in pairwise(ordered):
            origin = first(later).origin
            if origin.lines is not None and follows(later, earlier) and told_by(later) != told_by(earlier):
                yield Cut(origin.path, origin.lines[0], first(later).time)


TAKEN_BACK = {
    "controller-event": {
        "cache-write-through": ("cache-write-back",),
        "battery-failed": ("battery-good",),
        "battery-absent": ("battery-good",),
    }
}
"""Troubles that a log tells and that it tells to be over, by the events that say so. Work that comes and goes by itself, a
patrol read or a check, is none."""
STATES_OF = {"controller-event": frozenset(("controller", "controller-array"))}
"""The states that such events change: what other captures tell of them is of after the log's end."""


def taken_back(observed: Sequence[Observed], newest: Newest) -> Iterator[Cut]:
    """The moments just before a log told a trouble to be over, but for those of long ago."""
    logs: dict[tuple[str, ...], list[tuple[str, dict[str, Cell]]]] = {}
    for item in observed:
        if item.template in TAKEN_BACK:
            key = key_of(templates()[item.template], {s: c.value for s, c in item.cells.items()}, item.host)
            subject, kind = _events_of(item.template, key, item.cells)
            logs.setdefault(subject, []).append((kind, item.cells))
    latest = newest() if logs else {}
    for (template, host, *_), told in logs.items():
        troubles: dict[str, _Earliest] = {}
        for kind, cells in told:
            if kind in TAKEN_BACK[template]:
                troubles.setdefault(kind, _Earliest()).add(first(cells))
        for kind, cells in told:
            end = first(cells)
            old = end.time is not None and latest.get(host, end.time) - end.time > ages.QUIET
            if not old and end.origin.lines and any(
                kind in TAKEN_BACK[template][trouble] and earliest.before(end)
                for trouble, earliest in troubles.items()
            ):  # fmt: skip
                yield Cut(end.origin.path, end.origin.lines[0], end.time, STATES_OF[template])


class _Earliest:
    """Events of one kind, of which one is asked for that an other one is known to follow: the earliest by each measure.

    As `follows` has it, with one look at each for all: by what they weigh, by their times, by their lines in one capture.
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


def _events_of(template: str, key: Key, cells: Mapping[str, Cell]) -> tuple[tuple[str, ...], str]:
    """Of an event in such a log: what it happened to, and its kind."""
    return (template, *key[:2]), str(cells["event"].value) if "event" in cells else ""


def as_before(events: list[tuple[Template, Key, dict[str, Cell]]]) -> list[tuple[Template, Key, dict[str, Cell]]]:
    """The events left before a cut: one that a later and hidden event took back still stood."""
    left = {_events_of(t.name, key, cells) for t, key, cells in events if t.name in TAKEN_BACK}
    result = []
    for template, key, cells in events:
        if template.name in TAKEN_BACK and LATEST in cells:
            subject, kind = _events_of(template.name, key, cells)
            ends = TAKEN_BACK[template.name].get(kind, ())
            if ends and not any((subject, end) in left for end in ends):
                cells = {**cells, LATEST: cells[LATEST]._replace(value=Symbol("yes"))}
        result.append((template, key, cells))
    return result
