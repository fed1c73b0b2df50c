"""Things that were told of without a name get the name that captures give, where that can only be one."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from facts.cells import Cell, Observed

UNNAMED = "pool"
"""What a pool is called of which somebody said only that it is one (`advisor.chat.cells`)."""


def named(told: Sequence[Observed], known: Iterable[Observed]) -> list[Observed]:
    """The told rows, with the one pool of their host in place of the pool without a name.

    Args:
        told: rows from sentences and answers.
        known: rows from captures.
    """
    pools: dict[str, set[str]] = {}
    for row in [*known, *told]:
        if (cell := row.cells.get("pool")) is not None:
            pools.setdefault(row.host, set()).add(str(cell.value))
    only = {host: found - {UNNAMED} for host, found in pools.items()}
    return [
        _renamed(row, next(iter(only[row.host]))) if _is_unnamed(row) and len(only[row.host]) == 1 else row
        for row in told
    ]


def _is_unnamed(row: Observed) -> bool:
    return "pool" in row.cells and row.cells["pool"].value == UNNAMED


def _renamed(row: Observed, name: str) -> Observed:
    cells = {slot: _with(cell, name) if slot in ("pool", "dataset") else cell for slot, cell in row.cells.items()}
    return Observed(row.template, row.host, cells)


def _with(cell: Cell, name: str) -> Cell:
    """`pool` and `pool/redo` under the pool's own name."""
    first, slash, rest = str(cell.value).partition("/")
    return cell._replace(value=name + slash + rest) if first == UNNAMED else cell
