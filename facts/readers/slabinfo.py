"""``/proc/slabinfo``: caches of the kernel, of which the headers that ZFS keeps in memory for its cache on a device are read.

Each line says how many objects of a cache there are and how large one is. People copy single lines of it.

Sample::

    >>> from facts.readers import show
    >>> show('''slabinfo - version: 2.1
    ... # name            <active_objs> <num_objs> <objsize> <objperslab> <pagesperslab> : tunables <limit> <batchcount> <sharedfactor>
    ... arc_buf_hdr_t_l2only 1000000 1024000     96   42    1 : tunables    0    0    0 : slabdata  24381  24381      0
    ... ''')
    slabinfo lines 1-3 read
      arc: l2-header-bytes=98304000 (3-3)
      system: os=linux (1-1)
"""

from __future__ import annotations

from facts.kit import extent_of
from facts.patterns import lazy
from facts.reading import Output, Reader, Reading, Row

_LINE = lazy(
    r"\s*(?P<name>[\w:.()-]{1,80})\s+\d{1,15}\s+(?P<objects>\d{1,15})\s+(?P<size>\d{1,9})\s+\d+\s+\d+ ?"
    r": tunables\s+\d+\s+\d+\s+\d+ ?: slabdata\s+\d"
)
_HEAD = lazy(r"\s*(?:slabinfo - version: \d|# ?name\s+<active_objs>)")


def _read(output: Output) -> Reading:
    reading = Reading()
    for index, match in output.matches(_LINE):
        if match["name"] == "arc_buf_hdr_t_l2only":
            size = float(match["objects"]) * float(match["size"])
            reading.rows.append(Row("arc", {"l2-header-bytes": size}, output.span(index)))
    reading.rows.append(Row("system", {"os": "linux"}, output.span(0), inferred=True))
    return reading


HINTS = (": tunables", ":tunables", "slabinfo - version", "<active_objs>")
READERS = (
    Reader(
        "slabinfo",
        lazy(rf"{_HEAD.pattern}|{_LINE.pattern}"),
        extent_of(_HEAD, _LINE, tells=(_LINE,)),
        _read,
        of_no_use=(("heading", _HEAD), ("another cache", _LINE)),
    ),
)
