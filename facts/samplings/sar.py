"""The columns of sar, of the host, its disks and its network interfaces."""

from __future__ import annotations

from array import array
from itertools import pairwise

from facts.reading import Output
from facts.samplings.metrics import Columns, Sampled, spread, spread_lines
from facts.series.walks import walk_sar

_MILLISECONDS = frozenset("await svctm avwait avserv".split())
_KB = frozenset("kbavail areq-sz".split())
_TRANSFERS = frozenset("tps rtps wtps dtps".split())
_REQUESTS = frozenset("aqu-sz avgqu-sz avque".split())


def _unit(name: str) -> str:
    """The unit that a column's name tells."""
    if name.startswith("%"):
        return "%"
    if name in _MILLISECONDS:
        return "ms"
    if name.startswith("kb") or name in _KB:
        return "kB"
    if name in _REQUESTS:
        return "requests"
    if name in ("rkB/s", "wkB/s", "dkB/s", "pgpgin/s", "pgpgout/s", "rxkB/s", "txkB/s"):
        return "kB/s"
    if name in ("rd_sec/s", "wr_sec/s", "bread/s", "bwrtn/s", "blks/s"):
        return "sectors/s"
    if name == "avgrq-sz":
        return "sectors"
    return "/s" if name.endswith("/s") or name in _TRANSFERS else ""


def samples(kind: str, output: Output) -> Sampled:
    """Every column of every table of numbers; see `facts.samplings.sampled`."""
    tables = walk_sar(output.lines, 0, output.first)
    moments = tables.moments
    place = {at: number for number, at in enumerate(moments)}
    steps = sorted(b - a for a, b in pairwise(moments))
    columns = Columns()
    for names, key in list(tables.parts):
        part = tables.parts.pop((names, key))
        if key.isdecimal():
            continue  # one processor of many
        index = [place[at] for at in part.seconds]
        lines = spread_lines(len(moments), index, part.lines)
        for offset, name in enumerate(names):
            values = spread(len(moments), index, part.flat[offset :: len(names)])
            columns.add(name, "" if key == "all" else key, _unit(name), values, lines)
    zero = moments[0] if moments else 0.0
    began = None if not moments else zero if tables.dated else zero % 86400
    times = array("d", [at - zero for at in moments])
    interval = steps[(len(steps) - 1) // 2] if steps else None
    return Sampled(kind, interval, times, began, tables.dated, tuple(columns.metrics))
