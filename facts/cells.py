"""Cells at addresses, each a value with its origin, and which of several at one address holds.

An address is ``template[host,key].slot``. Captures, what is told, answers and what-if all write cells at addresses.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from facts.captures import MEASURED, Origin
from facts.file_order import order_of_files
from facts.schema import UNKNOWN, Template, Value

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

    def text(self, slot: str) -> str:
        """The value of a slot as text; ``unknown`` where no cell tells it."""
        cell = self.cells.get(slot)
        return UNKNOWN if cell is None else str(cell.value)


class CurrentRow:
    """One row as inference gets it."""

    __slots__ = ("cells", "key", "number", "template")

    def __init__(self, number: int, template: str, key: Key, cells: dict[str, Cell]) -> None:
        """Take what it is made with; the rest comes later."""
        self.number = number
        self.template = template
        self.key = key
        self.cells = cells

    @property
    def host(self) -> str:
        """The host it belongs to, always the first part of the key."""
        return self.key[0]

    def address(self, slot: str) -> str:
        """``template[host,key].slot``."""
        return address(self.template, self.key, slot)


class Conflict(NamedTuple):
    """Cells at one address that disagree, the one taken, and why that one.

    `change` is True where the others are known to be earlier: the value changed while captures were taken.
    """

    address: str
    cells: tuple[Cell, ...]
    taken: Cell
    reason: str = ""
    change: bool = False


def address(template: str, key: Iterable[str], slot: str) -> str:
    """``template[host,key].slot``, as explanations, questions and JSON write it."""
    return f"{template}[{','.join(str(k) for k in key)}].{slot}"


def key_of(template: Template, values: Mapping[str, Value], host: str) -> Key:
    """The key of a row; a key slot that the row lacks is ""."""
    return tuple(host if slot == "host" else str(values.get(slot, "")) for slot in template.key)


def first(cells: Mapping[str, Cell]) -> Cell:
    """A cell of a row, which stands for the order and the weight of all of them."""
    return next(iter(cells.values()))


def choose(cells: list[Cell]) -> tuple[Cell, list[Cell], list[Cell]]:
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


def outweighs(taken: Cell, other: Cell) -> str:
    """Why one of two cells that disagree holds, in words."""
    if taken.rank != other.rank:
        return "what is supposed stands" if taken.rank > MEASURED else "what was measured outweighs what was told"
    if not taken.origin.lines and not other.origin.lines:
        return "what was said last stands"
    if taken.captured_after(other):
        return "the later value stands"
    return "which of them is later is not known; the one that was read last is taken"
