"""``slabtop`` and ``/proc/slabinfo``: the memory of the kernel's own objects.

The head of slabtop tells how much all of them take together, as ``Slab`` of /proc/meminfo does; of single caches no slot tells.
/proc/slabinfo counts pages, whose size it does not tell, so that no sum comes of it.

Samples::

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

    >>> show('''dentry            382641 382641    192   42    2 : tunables    0    0    0 : slabdata   9111   9111      0
    ... ''')
    slabinfo lines 1-1 read
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
_INFO_HEAD = lazy(r"\s*(?:slabinfo - version: \d|# ?name +<active_objs> +<num_objs>)")
_INFO = lazy(
    r"\s*[A-Za-z0-9_#:-][\w.():,+@/~-]{0,80}(?: [\w.():,+@/-]{1,60}){0,3} +\d{1,15} +\d{1,15} +\d{1,9} +\d{1,9} +\d{1,5}"
    r" : tunables +\d+ +\d+ +\d+ : slabdata +\d+ +\d+(?: +\d+)?(?: : globalstat.{0,200}?)?\s*\Z"
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


def _read_info(output: Output) -> Reading:
    return Reading([Row("system", {"os": "linux"}, output.span(0), inferred=True)])


HINTS = (
    "Active / Total ",
    "OBJ/SLAB",
    "slabinfo - version",
    ": tunables",
    "<active_objs>",
    "Average / Maximum Object",
    "kmalloc-",
    "inode_cache",
)
READERS = (
    Reader(
        "slabtop",
        lazy(rf"(?:{_HEAD.pattern}|{_COLUMNS.pattern}|{_CACHE.pattern})"),
        extent_of(_HEAD, _COLUMNS, _CACHE, blanks=2),
        _read_top,
        of_no_use=(("heading", _COLUMNS), ("sum of no use", _HEAD), ("one cache", _CACHE)),
    ),
    Reader(
        "slabinfo",
        lazy(rf"(?:{_INFO_HEAD.pattern}|{_INFO.pattern})"),
        extent_of(_INFO_HEAD, _INFO),
        _read_info,
        of_no_use=(("heading", _INFO_HEAD), ("one cache", _INFO)),
    ),
)
