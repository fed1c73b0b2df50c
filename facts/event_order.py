"""Which of two events is the later one, and which of its kind is the latest."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from facts.captures import MEASURED
from facts.cells import Cell, Key, first
from facts.schema import Template, Value
from facts.sexpr import Symbol

LATEST = "latest"
"""The slot of an event that says whether another one of its kind followed, as the starts of an instance follow."""
_ORDINALS = ("number", "time", LATEST)


def told_by(cells: Mapping[str, Cell]) -> dict[str, Value]:
    """What an event tells beside its place in the order."""
    return {slot: cell.value for slot, cell in cells.items() if slot not in _ORDINALS}


def run_of(template: Template, key: Key) -> Key:
    """The key of an event without its number and time: those of one run have it in common."""
    return tuple(part for name, part in zip(template.key, key, strict=True) if name not in _ORDINALS)


def follows(cells: Mapping[str, Cell], others: Mapping[str, Cell]) -> bool | None:
    """Whether an event is known to be later than another one (True), earlier (False), or the order is unknown (None)."""
    mine, other = first(cells), first(others)
    if mine.rank != other.rank and max(mine.rank, other.rank) > MEASURED:
        return mine.rank > other.rank  # what if, and what a fix leaves behind
    return mine.after(other)


def in_time(left: dict[str, Cell], right: dict[str, Cell]) -> int:
    """Order of two events, 0 where it is not known."""
    order = follows(left, right)
    return 0 if order is None else 1 if order else -1


def mark_latest(
    events: list[tuple[Template, Key, dict[str, Cell]]],
) -> Iterator[tuple[Template, Key, dict[str, Cell]]]:
    """Say of each event that can be followed by another whether one is known to follow, over all outputs.

    An output knows only its own; and as things stood before a cut, the last one was another. Meant are events that are
    numbered: of the others, the log itself says what took them back.
    """
    runs: dict[tuple[str, Key], list[dict[str, Cell]]] = {}
    for template, key, cells in events:
        if _is_numbered(template):
            runs.setdefault((template.name, run_of(template, key)), []).append(cells)
    for template, key, cells in events:
        if _is_numbered(template):
            run = runs[template.name, run_of(template, key)]
            # from the end: the first look nearly always finds one that follows
            followed = any(follows(other, cells) for other in reversed(run) if other is not cells)
            stated = cells.get(LATEST, first(cells))
            if stated.rank <= MEASURED or LATEST not in cells:
                cells = {**cells, LATEST: stated._replace(value=Symbol("no" if followed else "yes"))}
        yield template, key, cells


def _is_numbered(template: Template) -> bool:
    return LATEST in template.slots and any(name in _ORDINALS for name in template.key)
