"""Pools that a host no longer has: a full list that was captured later leaves them out.

A pool that was exported, destroyed or taken over by another node keeps nothing of what was seen of it before. Only a list of
all pools tells that, not one that somebody asked of a single pool or cut down with ``grep``.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from typing import NamedTuple

from facts.captures import MEASURED, Origin
from facts.cells import Cell, Observed
from facts.schema import UNKNOWN, Value
from facts.sexpr import Symbol
from facts.zfs_commands import parse_command

_LISTS = {"zpool-list": ("list", "zpool-status"), "zpool-status": ("status", "zpool-list")}
"""Template of the rows of a list -> the subcommand that prints them; "no pools available" says the same of both."""


class _List(NamedTuple):
    """A list of all pools: those in it, with where it stands and when."""

    cell: Cell
    pools: frozenset[str]


def pools_away(items: list[Observed]) -> list[Observed]:
    """Say of each pool that a full list leaves out that it is not imported, and of the outputs that show it that it is.

    >>> from facts.captures import Origin
    >>> def row(name, line, command, **values):
    ...     return Observed(name, "db1", {k: Cell(v, Origin("a.txt", (line, line), command=command)) for k, v in values.items()})
    >>> before = row("zpool-status", 2, "zpool status tank", pool="tank", state=Symbol("degraded"))
    >>> rows = [before, row("zpool-list", 9, "zpool list", pool="rpool"),
    ...         row("read", 9, "zpool list", template=Symbol("zpool-list"), complete=Symbol("yes"))]
    >>> [(i.cells["pool"].value, str(i.cells["imported"].value)) for i in pools_away(rows) if "imported" in i.cells]
    [('tank', 'yes'), ('tank', 'no')]
    """
    lists = list(_full_lists(items))
    shown = [i for i in items if i.template in _LISTS and _value(i, "imported") == UNKNOWN and "pool" in i.cells]
    names = dict.fromkeys(str(_value(i, "pool")) for i in shown if i.cells["pool"].rank == MEASURED)
    importable = {str(_value(i, "pool")) for i in items if _value(i, "imported") == Symbol("no")}
    cells: dict[str, list[Cell]] = {}
    for item in shown:
        cells.setdefault(str(_value(item, "pool")), []).append(item.cells["pool"])
    found = []
    for pool in names:
        seen = cells[pool]
        without = [each for each in lists if pool not in each.pools and _is_later(each.cell, seen)]
        if without or pool in importable:
            found += [_said(shown[0].host, pool, cell, "yes") for cell in seen]
            found += [_said(shown[0].host, pool, each.cell, "no") for each in without]
    return [*items, *found]


def _is_later(listed: Cell, seen: list[Cell]) -> bool:
    """Whether a list was captured after the pool was seen; not where that is unknown of any capture that shows it."""
    orders = [listed.captured_after(cell) for cell in seen]
    return True in orders and None not in orders


class _Places:
    """Where the rows of pools stand, in order, so that those of one output are found at once."""

    def __init__(self, items: list[Observed]) -> None:
        self.rows: dict[tuple[str, str], list[tuple[int, str]]] = {}
        for item in items:
            if item.template in _LISTS and (origin := item.cells["pool"].origin).lines:
                place = self.rows.setdefault((item.template, origin.path), [])
                place.append((origin.lines[0], str(_value(item, "pool"))))
        for place in self.rows.values():
            place.sort()

    def pools_within(self, template: str, whole: Origin) -> frozenset[str]:
        """The pools in rows that begin within some lines of a file."""
        place = self.rows.get((template, whole.path), [])
        if not whole.lines:
            return frozenset()
        begin, end = bisect_left(place, (whole.lines[0], "")), bisect_left(place, (whole.lines[1] + 1, ""))
        return frozenset(pool for _, pool in place[begin:end])


def _full_lists(items: list[Observed]) -> Iterator[_List]:
    reads = [i for i in items if i.template == "read" and _value(i, "complete") == Symbol("yes")]
    lines = _Places(items)
    said = {(str(_value(i, "template")), _first(i).origin.path, _first(i).origin.lines) for i in reads}
    for item in reads:
        template, cell = str(_value(item, "template")), _first(item)
        if template not in _LISTS:
            continue
        subcommand, other = _LISTS[template]
        pools = lines.pools_within(template, cell.origin)
        # "all pools are healthy" names none of them, and says nothing of what is in `zpool list`
        none = not pools and (other, cell.origin.path, cell.origin.lines) in said
        asked = ("list", "status") if none else (subcommand,)
        if (pools or none) and _asks_for_all(cell.origin.command, asked, none):
            yield _List(cell, pools)


def _asks_for_all(command: str, subcommands: tuple[str, ...], none: bool) -> bool:
    """Whether a command line lists every pool; with ``-x`` only the troubled ones are shown, or that there is none."""
    if any(mark in command for mark in "|<$`"):
        return False
    known = [found for sub in subcommands if (found := parse_command(command, "zpool", sub)) is not None]
    # numbers are an interval and a count
    return any(
        all(word.replace(".", "", 1).isdecimal() for word in found.operands) and (none or "x" not in found.flags)
        for found in known
    )


def _first(item: Observed) -> Cell:
    return next(iter(item.cells.values()))


def _said(host: str, pool: str, source: Cell, imported: str) -> Observed:
    cells: dict[str, Value] = {"pool": pool, "imported": Symbol(imported)}
    return Observed("zpool-status", host, {k: Cell(v, source.origin, MEASURED, source.time) for k, v in cells.items()})


def _value(item: Observed, slot: str) -> Value:
    cell = item.cells.get(slot)
    return UNKNOWN if cell is None else cell.value
