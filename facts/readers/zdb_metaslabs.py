"""``zdb -m POOL``, ``-mm``, ``-M``: the metaslabs of a pool, and how fragmented the free space of each is.

The pool's own rating (``zdb -M``) counts; else the mean over the metaslabs that are shown. The pool stands in the command only.

Sample::

    >>> from facts.readers import show
    >>> show('''# zdb -mm tank
    ...
    ... Metaslabs:
    ...         vdev          0
    ...         metaslabs   116   offset                spacemap          free
    ...         ---------------   -------------------   ---------------   ------------
    ...         metaslab      0   offset            0   spacemap     38   free    1.21G
    ...         On-disk histogram:              fragmentation 83
    ...                          12: 214021 ****************************************
    ...                          13: 101331 *******************
    ...         metaslab      1   offset   1000000000   spacemap     39   free    1.02G
    ...         On-disk histogram:              fragmentation 81
    ... ''')
    zdb-metaslabs lines 3-12 read
      zpool-list: fragmentation-percent=82 pool=tank (8-12)
"""

from __future__ import annotations

from facts.kit import Values, extent_of
from facts.patterns import lazy
from facts.readers.zdb_blocks import pool_of_command
from facts.reading import Output, Reader, Reading, Row
from facts.units import number

_METASLAB = lazy(r"\s*metaslab\s+\d+\s+offset\s+[0-9a-f]+\s+(?:spacemap|size)\s")
_RATING = lazy(r"\s*On-disk histogram:\s+fragmentation\s+(?P<percent>\d{1,3})%?\s*\Z")
_OF_POOL = lazy(r"\s*pool\s+(?P<pool>[A-Za-z][\w.:-]*)\s+fragmentation\s+(?P<rating>\d{1,3})%?\s*\Z")
_OTHER = lazy(
    r"\s*(?:Metaslabs:|metaslabs\s+\d+\b.*|vdev\s+\d+\b.*|-{5,}[\s-]*|\d{1,2}:\s+\d+(?:\s+\**)?|space map object \d+:"
    r"|smp_\w+ = .*|In-memory histogram:.*|segments\s.*|Allocated:.*|flush .*|ms_unflushed_phys .*)\s*\Z"
)
_LINE = lazy(rf"{_METASLAB.pattern}|{_RATING.pattern}|{_OF_POOL.pattern}|{_OTHER.pattern}")
_EXTENT = extent_of(_LINE, least=2, blanks=1, tells=(_METASLAB, _RATING, _OF_POOL), most=20_000)
_MOST_PERCENT = 100


def _read(output: Output) -> Reading:
    rated = [(index, number(match["percent"])) for index, match in output.matches(_RATING)]
    found = [(index, value) for index, value in rated if value is not None and value <= _MOST_PERCENT]
    reading = Reading(used=output.matching(_RATING, _OF_POOL))
    pools = {match["pool"]: (index, number(match["rating"])) for index, match in output.matches(_OF_POOL)}
    for name, (index, value) in pools.items():
        if value is not None and value <= _MOST_PERCENT:
            reading.rows.append(Row("zpool-list", {"pool": name, "fragmentation-percent": value}, output.span(index)))
    if found and not pools and (name := pool_of_command(output.command)):
        mean = sum(value for _, value in found) / len(found)
        values: Values = {"pool": name, "fragmentation-percent": mean}
        reading.rows.append(Row("zpool-list", values, output.span(found[0][0], found[-1][0])))
    return reading


HINTS = ("metaslab ", "On-disk histogram", "fragmentation ")
READERS = (
    Reader(
        "zdb-metaslabs",
        lazy(rf"\s*Metaslabs:\s*\Z|{_METASLAB.pattern}|{_RATING.pattern}|{_OF_POOL.pattern}"),
        _EXTENT,
        _read,
        of_no_use=(("metaslab", _METASLAB), ("histogram", _OTHER)),
    ),
)
