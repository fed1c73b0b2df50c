"""``zdb -bb POOL``: how many blocks a pool holds, and how many of them are gang blocks.

``bp count`` and ``ganged count`` stand in one block with ``bp logical``, each on a line of its own or both on one; the
pool stands only in the command. People keep single lines with ``grep``; then only what is left is known. The count is
of blocks that lie in the pool, not of events: unlike a DTrace count it has no rate.

Sample::

    >>> from facts.readers import show
    >>> show('''# zdb -bb tank
    ...
    ... Traversing all blocks to verify nothing leaked ...
    ...
    ... \\tNo leaks (block sum matches space maps exactly)
    ...
    ... \\tbp count:               4000000
    ... \\tganged count:            200000
    ... \\tbp logical:    524288000000      avg: 131072
    ... ''')
    zdb-blocks lines 7-9 read
      pool-blocks: blocks=4000000 ganged=200000 pool=tank (7-8)

How full the pool is, stands behind the sum of its normal class, and in old versions behind all that is allocated::

    >>> show('''# zdb -b tank
    ... \\tbp count:              86372140
    ... \\tNormal class:    10663598383104     used: 89.18%
    ... ''')
    zdb-blocks lines 2-3 read
      pool-blocks: blocks=86372140 pool=tank (2-2)
      zpool-list: capacity-percent=89.18 pool=tank (3-3)
"""

from __future__ import annotations

from facts.kit import extent_of
from facts.patterns import lazy
from facts.reading import Output, Reader, Reading, Refusal, Row
from facts.schema import Value
from facts.units import number

_LINE = lazy(
    r"\s*(?:bp (?:count|logical|physical|allocated|deduped|cloned)|ganged count|Normal class|Special class|Dedup class"
    r"|Embedded log class|SPA allocated):\s+\S"
)
_COUNT = lazy(r"\b(?P<what>bp|ganged) count:\s+(?P<count>\S+)")
_COUNTED = lazy(r".*?\b(?:bp|ganged) count:\s+\S")
_USED = lazy(r"\s*(?:Normal class|SPA allocated):\s+\d+\s+used:\s+(?P<percent>\d{1,3}(?:\.\d+)?)%\s*\Z")
_MOST_PERCENT = 100
_SLOTS = {"bp": "blocks", "ganged": "ganged"}
# a line alone is a sentence, unless zdb stands above it
_EXTENT = extent_of(_LINE, least=2, tells=(_COUNTED,), command=lazy("zdb"))
_COMMAND = lazy(r"(?:.*?[\s;|/])?zdb\s+(?P<words>[^|;>]*)")


def pool_of_command(command: str) -> str:
    """The pool that a ``zdb`` command names last, or "".

    >>> [pool_of_command(c) for c in ("zdb -bb orap | grep -i gang", "zdb -e -p /dev/disk/by-id -bbb tank", "")]
    ['orap', 'tank', '']
    """
    match = _COMMAND.match(command)
    words = match["words"].split() if match else []
    return words[-1] if len(words) > 1 and not words[-1].startswith(("-", "/")) else ""


def _read(output: Output) -> Reading:
    reading = Reading()
    values: dict[str, Value | bool] = {"pool": pool_of_command(output.command)}
    read: list[int] = []
    for index, line in enumerate(output.lines):
        for match in _COUNT.finditer(line):
            count = match["count"].replace(",", "")
            if count.isdecimal() and len(count) < 20:
                values[_SLOTS[match["what"]]] = int(count)
                read.append(index)
                reading.used.append(output.span(index))
            else:
                reading.refusals.append(Refusal(output.span(index), "a count of blocks that is no number"))
    if read:
        reading.rows.append(Row("pool-blocks", values, output.span(read[0], read[-1])))
    for index, match in output.matches(_USED):
        percent = number(match["percent"])
        if values["pool"] and percent is not None and percent <= _MOST_PERCENT:
            row: dict[str, Value | bool] = {"pool": values["pool"], "capacity-percent": percent}
            reading.rows.append(Row("zpool-list", row, output.span(index)))
            reading.used.append(output.span(index))
    return reading


HINTS = ("bp count:", "ganged count:")
READERS = (
    Reader("zdb-blocks", lazy(r"\s*(?:bp count|ganged count):\s"), _EXTENT, _read, of_no_use=(("another sum", _LINE),)),
)
