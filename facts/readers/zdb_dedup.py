"""``zdb -D POOL`` and ``zdb -DD POOL``: the deduplication tables of a pool.

Known versions: ``N entries, size S on disk, M in core`` with the bytes of one entry (Solaris, illumos, OpenZFS to 2.2);
``dspace=...; mspace=...; entries=N`` (since 2.3). The pool stands only in the command. ``zdb -S`` prints the same
histogram for a table that does not exist; it is recognised and gives nothing.

Samples::

    >>> from facts.readers import show
    >>> show('''# zdb -DD tank
    ... DDT-sha256-zap-duplicate: 1000000 entries, size 400 on disk, 200 in core
    ... DDT-sha256-zap-unique: 3000000 entries, size 400 on disk, 160 in core
    ...
    ... DDT histogram (aggregated over all DDTs):
    ...
    ... bucket              allocated                       referenced
    ... ______   ______________________________   ______________________________
    ... refcnt   blocks   LSIZE   PSIZE   DSIZE   blocks   LSIZE   PSIZE   DSIZE
    ... ------   ------   -----   -----   -----   ------   -----   -----   -----
    ...      1    2.86M    366G    366G    366G    2.86M    366G    366G    366G
    ...  Total    3.81M    488G    488G    488G    4.77M    610G    610G    610G
    ...
    ... dedup = 1.25, compress = 1.00, copies = 1.00, dedup * compress / copies = 1.25
    ... ''')
    zdb-dedup lines 2-14 read
      zpool-status: dedup-entries=4000000 dedup-in-core-bytes=680000000 dedup-on-disk-bytes=1600000000 pool=tank (2-3)

    >>> show('''# zdb -S tank
    ... Simulated DDT histogram:
    ...
    ... bucket              allocated                       referenced
    ... ______   ______________________________   ______________________________
    ... refcnt   blocks   LSIZE   PSIZE   DSIZE   blocks   LSIZE   PSIZE   DSIZE
    ... ------   ------   -----   -----   -----   ------   -----   -----   -----
    ...      1    2.27M    239G    188G    194G    2.27M    239G    188G    194G
    ... ''')
    zdb-dedup-simulated lines 2-8 nothing
"""

from __future__ import annotations

from collections.abc import Sequence

from facts.kit import extent_of
from facts.patterns import lazy
from facts.readers.zdb_blocks import pool_of_command
from facts.readers.zpool_status import dedup_bytes
from facts.reading import Output, Reader, Reading, Refusal, Row
from facts.schema import Value

_TABLE = lazy(
    r"\s*DDT-[\w-]+:\s+(?P<entries>\d+) entries, size (?P<disk>[\d.]+[KMGT]?)B? on disk, (?P<core>[\d.]+[KMGT]?)B? in core"
)
_NEW_TABLE = lazy(r"\s*DDT-[\w-]+:\s+dspace=(?P<disk>\d+);?\s+mspace=(?P<core>\d+);?\s+entries=(?P<entries>\d+)")
_ANY_TABLE = lazy(r"\s*DDT-[\w-]+(?::|\s)")
_EMPTY = lazy(r"\s*All DDTs are empty\s*\Z")
_HISTOGRAM = lazy(
    r"\s*(?:DDT histogram|DDT-[\w-]+ histogram|bucket\s+allocated|_{3,}\s|refcnt\s+blocks|-{3,}\s|dedup = [\d.]+, compress"
    r"|(?:Total|[\d.]+[KMGTP]?)(?:\s+[\d.]+[KMGTP]?){8}\s*$)"
)
_SIMULATED = lazy(r"\s*Simulated DDT histogram:\s*\Z")
_TABLES = extent_of(_ANY_TABLE, _EMPTY, _HISTOGRAM, blanks=2)


def _extent(lines: Sequence[str], start: int, command: str) -> tuple[int, int] | None:
    line = lines[start]
    known = _TABLE.match(line) or _NEW_TABLE.match(line) or (_EMPTY.match(line) and "zdb" in command)
    return _TABLES(lines, start, command) if known else None


def _read(output: Output) -> Reading:
    reading = Reading()
    entries, disk, core = 0, 0.0, 0.0
    found: list[int] = []
    for index, line in enumerate(output.lines):
        if old := _TABLE.match(line):
            count = int(old["entries"])
            totals = [dedup_bytes(old["disk"], count), dedup_bytes(old["core"], count)]
        elif new := _NEW_TABLE.match(line):
            count, totals = int(new["entries"]), [float(new["disk"]), float(new["core"])]
        elif _EMPTY.match(line):
            count, totals = 0, [0.0, 0.0]
        elif _ANY_TABLE.match(line) and ":" in line and "histogram" not in line:
            reading.refusals.append(Refusal(output.span(index), "a table without its numbers"))
            continue
        else:
            continue
        entries, disk, core = entries + count, disk + totals[0], core + totals[1]
        found.append(index)
        reading.used.append(output.span(index))
    values: dict[str, Value | bool] = {
        "pool": pool_of_command(output.command),
        "dedup-entries": entries,
        "dedup-on-disk-bytes": disk,
        "dedup-in-core-bytes": core,
    }
    if found:
        reading.rows.append(Row("zpool-status", values, output.span(found[0], found[-1])))
    return reading


_OF_NO_USE = (("histogram", _HISTOGRAM), ("simulated histogram", _SIMULATED))
HINTS = ("DDT-", "DDT histogram", "DDTs are empty")
READERS = (
    Reader("zdb-dedup", lazy(r"\s*(?:DDT-\w|All DDTs are empty)"), _extent, _read, of_no_use=_OF_NO_USE),
    Reader(
        "zdb-dedup-simulated",
        _SIMULATED,
        extent_of(_ANY_TABLE, _EMPTY, _HISTOGRAM, head=_SIMULATED, least=0, blanks=2),
        lambda output: Reading(),
        of_no_use=_OF_NO_USE,
    ),
)
