"""Two readings of the memory manager's counters, typed one after the other: by how much they grew in between.

``cat /proc/vmstat``, a minute's wait, and again: each alone tells only what was counted since boot. The last two readings
count, so that what was tried in a session does not hide what came of it.
"""

from __future__ import annotations

from facts.captures import INFERRED
from facts.cells import Cell, Observed
from facts.readers.vmstat_counters import GROWTH

_SECONDS = "growth-seconds"


def vm_counters(items: list[Observed]) -> list[Observed]:
    """Add their growth to the later of the last two readings of a host, where it is known which came first."""
    readings = [item for item in items if item.template == "vm-counters" and "samples" in item.cells]
    if len(readings) < 2:
        return items
    first, last = readings[-2], readings[-1]
    if last.cells["samples"].after(first.cells["samples"]) is False:
        first, last = last, first
    grown = _growth(first, last)
    if not grown:
        return items
    return [Observed(i.template, i.host, {**i.cells, **grown}) if i is last else i for i in items]


def _growth(first: Observed, last: Observed) -> dict[str, Cell]:
    """The cells to add; none where the order is not known, growth was read already, or a counter fell: a restart."""
    told = last.cells["samples"]
    if not told.after(first.cells["samples"]) or any(slot in last.cells for slot in GROWTH.values()):
        return {}
    cells: dict[str, Cell] = {}
    for slot, growth in GROWTH.items():
        before, after = first.cells.get(slot), last.cells.get(slot)
        if before is None or after is None or not isinstance(before.value, int) or not isinstance(after.value, int):
            continue
        if after.value < before.value:
            return {}
        cells[growth] = Cell(after.value - before.value, after.origin, INFERRED, after.time)
    began, ended = first.cells["samples"].time, told.time
    if cells and began is not None and ended is not None and ended > began:
        cells[_SECONDS] = Cell(ended - began, told.origin, INFERRED, ended)
    return cells
