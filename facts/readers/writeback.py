"""What the kernel's write-back says of itself: the trace event ``balance_dirty_pages``, and ``stats`` of a device under debugfs ``bdi``.

The trace has a line for each time that a writer is about to be held back, in pages: what is dirty (with what is being written), the
limit, and for how many milliseconds it has to sleep. ``/sys/kernel/debug/bdi/8:16/stats`` gives the same limits in kB; what is
unwritten is that of one device, of which the host has at least as much.

Samples::

    >>> from facts.readers import show
    >>> show('''  rsync-22112 [003] .... 81211.220113: balance_dirty_pages: bdi 8:16: limit=1532012 setpoint=1341122 dirty=1511201 \\
    ... bdi_setpoint=1311122 bdi_dirty=1500120 dirty_ratelimit=11200 task_ratelimit=2100 dirtied=32 paused=0 pause=200 period=200 think=0
    ... ''')
    balance-dirty-pages lines 1-1 read
      vm-counters: dirty-limit-pages=1532012 dirty-pages=1511201 samples=1 writeback-pages=0 (1-1)
      system: os=linux (1-1)

    >>> show('''BdiWriteback:            61824 kB
    ... BdiReclaimable:        5811200 kB
    ... BdiDirtyThresh:        6012400 kB
    ... DirtyThresh:           6128000 kB
    ... BackgroundThresh:      3064000 kB
    ... ''')
    bdi-stats lines 1-5 read
      vm-counters: dirty-background-limit-pages=766000 dirty-limit-pages=1532000 dirty-pages=1452800 samples=1 writeback-pages=15456 (1-5)
      system: os=linux (1-1)
"""

from __future__ import annotations

from facts.kit import extent_of
from facts.patterns import lazy
from facts.reading import Output, Reader, Reading, Row
from facts.schema import Value

_TRACE = lazy(
    r".{0,120}balance_dirty_pages: bdi \S+: limit=(?P<limit>\d{1,12}) (?:setpoint=\d+ )?dirty=(?P<dirty>\d{1,12}) "
)
_COMMENT = lazy(r"\s*#|.{0,120}: (?:writeback_\w+|global_dirty_state|bdi_dirty_ratelimit|wbc_\w+): ")
_STATS = lazy(
    r"\s*(?P<name>[Bb]di\w+|DirtyThresh|BackgroundThresh|b_\w+|bdi_list|state|wb_cnt):\s+"
    r"(?P<value>\d{1,15}|[\da-f]+)(?: (?P<unit>kB|kBps))?\s*$"
)
_LIMIT = lazy(r"\s*DirtyThresh:\s+\d+ kB\s*$")
_PAGE_KB = 4
_SLOTS = {
    "BdiWriteback": "writeback-pages", "BdiReclaimable": "dirty-pages", "DirtyThresh": "dirty-limit-pages",
    "BackgroundThresh": "dirty-background-limit-pages",
}  # fmt: skip


def _counters(output: Output, values: dict[str, Value | bool], first: int, last: int) -> list[Row]:
    return [
        Row("vm-counters", {"samples": 1, **values}, output.span(first, last)),
        Row("system", {"os": "linux"}, output.span(first), inferred=True),
    ]


def _read_trace(output: Output) -> Reading:
    found = [(n, match) for n, match in output.matches(_TRACE)]
    n, most = max(found, key=lambda item: int(item[1]["dirty"]) / max(int(item[1]["limit"]), 1))
    values: dict[str, Value | bool] = {
        "dirty-pages": int(most["dirty"]), "writeback-pages": 0, "dirty-limit-pages": int(most["limit"]),
    }  # fmt: skip
    return Reading(_counters(output, values, n, n), used=[output.span(index) for index, _ in found])


def _read_stats(output: Output) -> Reading:
    values: dict[str, Value | bool] = {}
    used = []
    for n, match in output.matches(_STATS):
        if match["unit"] == "kB" and (slot := _SLOTS.get(match["name"])):
            values[slot] = int(match["value"]) // _PAGE_KB
            used.append(n)
    return Reading(_counters(output, values, used[0], used[-1]) if used else [])


HINTS = ("balance_dirty_pages: ", "DirtyThresh:")
READERS = (
    Reader(
        "balance-dirty-pages", _TRACE, extent_of(_TRACE, _COMMENT), _read_trace, of_no_use=(("another event", _COMMENT),)
    ),
    Reader(
        "bdi-stats", lazy(r"\s*(?:Bdi\w+|DirtyThresh):\s+\d"), extent_of(_STATS, least=2, tells=(_LIMIT,)), _read_stats,
        of_no_use=(("another counter", _STATS),),
    ),
)  # fmt: skip
