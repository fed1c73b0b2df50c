"""Calm samples that came before the trouble: of those no mending follows."""

from __future__ import annotations

from facts.cells import Cell, Observed
from facts.sexpr import Symbol


def calm(items: list[Observed]) -> list[Observed]:
    """Say of each ``vmstat`` whether a stretch of swapping is known to have come later.

    >>> from facts.captures import Origin
    >>> def row(name, line):
    ...     return Observed(name, "db1", {"output": Cell(f"a:{line}", Origin("a", (line, line)))})
    >>> rows = calm([row("vmstat", 2), row("swap-episode", 30), row("vmstat", 90)])
    >>> ["swapped-since" in i.cells for i in rows]
    [True, False, False]
    """
    episodes = [_first(i) for i in items if i.template == "swap-episode"]
    result = []
    for item in items:
        if item.template == "vmstat" and any(_is_later(each, item) for each in episodes):
            cell = _first(item)._replace(value=Symbol("yes"))
            item = Observed(item.template, item.host, {**item.cells, "swapped-since": cell})
        result.append(item)
    return result


def _first(item: Observed) -> Cell:
    return next(iter(item.cells.values()))


def _is_later(episode: Cell, sampling: Observed) -> bool:
    """Whether an episode stands in a later output; its own one holds it."""
    lines, own = episode.origin.lines, _first(sampling).origin.lines
    if lines and own and episode.origin.path == _first(sampling).origin.path and lines[0] <= own[1]:
        return False
    return episode.captured_after(_first(sampling)) is True
