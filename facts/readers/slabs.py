"""``slabtop``: the memory of the kernel's own objects.

The head of slabtop tells how much all of them take together, as ``Slab`` of /proc/meminfo does; of single caches no slot tells.

Sample::

    >>> from facts.readers import show
    >>> show(''' Active / Total Objects (% used)    : 7393905 / 7400083 (99.9%)
    ...  Active / Total Size (% used)       : 471213.38K / 473765.93K (99.5%)
    ...
    ...   OBJS ACTIVE  USE OBJ SIZE  SLABS OBJ/SLAB CACHE SIZE NAME
    ... 734506 734506 100%    0.06K  11476       64     45904K ebitmap_node
    ... ''')
    slabtop lines 1-5 read
      meminfo: slab-bytes=485136312 (2-2)
      system: os=linux (1-1)
"""

from __future__ import annotations

from facts.kit import extent_of
from facts.patterns import lazy
from facts.reading import Output, Reader, Reading, Row
from facts.units import number

_HEAD = lazy(
    r"\s*(?:Active / Total (?:Objects|Slabs|Caches|Size) \(% used\) {1,8}: [\d.]+K? / [\d.]+K? \([\d.]+%\)"
    r"|Minimum / Average / Maximum Object : [\d.]+K / [\d.]+K / [\d.]+K)\s*\Z"
)
_SIZE = lazy(r"\s*Active / Total Size \(% used\) {1,8}: [\d.]+K / (?P<total>[\d.]+)K ")
_COLUMNS = lazy(r"\s*OBJS +ACTIVE +USE +OBJ SIZE +SLABS +OBJ/SLAB +CACHE SIZE +NAME\s*\Z")
_CACHE = lazy(
    r"\s*\d{1,15} +\d{1,15} +\d{1,3}% +\d{1,7}\.\d\dK +\d{1,15} +\d{1,9} +\d{1,15}K +[A-Za-z0-9_][\w.():,+@/ -]{0,80}\Z"
)


def _read_top(output: Output) -> Reading:
    """What the last round of slabtop says of all caches together."""
    reading = Reading()
    for index, match in output.matches(_SIZE):
        if (total := number(match["total"])) is not None:
            row = Row("meminfo", {"slab-bytes": total * 1024}, output.span(index), inferred=True)
            reading.rows = [row]
            reading.used.append(output.span(index))
    reading.rows.append(Row("system", {"os": "linux"}, output.span(0), inferred=True))
    return reading


HINTS = (
    "Active / Total ",
    "OBJ/SLAB",
    "Average / Maximum Object",
)
READERS = (
    Reader(
        "slabtop",
        lazy(rf"(?:{_HEAD.pattern}|{_COLUMNS.pattern}|{_CACHE.pattern})"),
        extent_of(_HEAD, _COLUMNS, _CACHE, blanks=2),
        _read_top,
        of_no_use=(("heading", _COLUMNS), ("sum of no use", _HEAD), ("one cache", _CACHE)),
    ),
)
