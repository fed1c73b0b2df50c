"""``zpool history``: what was done to each pool, and when.

Known versions: all systems; ``-l`` with user and host behind the command; ``-i``, whose internal records are passed
over, as are records of snapshots taken; lines that ``grep`` has left without the title.

Sample::

    >>> from facts.readers import show
    >>> show('''History for 'tank':
    ... 2012-05-26.10:00:01 zpool create tank c1t0d0 [user root on db1:global]
    ... 2012-11-28.04:03:36 zpool add tank log c1t2d0 [user root on db1:global]
    ... 2012-11-28.04:10:00 [internal pool scrub txg:120] func=1 mintxg=0 maxtxg=120
    ... 2012-11-28.05:00:00 zfs set logbias=throughput tank/data [user root on db1:global]
    ... ''')
    zpool-history lines 1-5 read
      pool-change: number=2 operation=create pool=tank text=zpool create tank c1t0d0 time=1338026401 (2-2)
      pool-change: number=3 operation=add-log pool=tank text=zpool add tank log c1t2d0 time=1354075416 (3-3)
      pool-change: number=5 operation=set pool=tank text=zfs set logbias=throughput tank/data time=1354078800 (5-5)
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from facts.patterns import lazy
from facts.pool_commands import operation_of, pool_named_in
from facts.reading import Output, Reader, Reading, Refusal, Row
from facts.schema import Value
from facts.stamps import stamp_at

_TITLE = lazy(r"\s*History for '(?P<pool>[^']+)':\s*\Z")
_RECORD = lazy(r"\s*(?P<day>\d{4}-\d\d-\d\d)\.(?P<clock>\d\d:\d\d:\d\d)(?: \(\d+ms\))?\s+(?P<text>\S(?:.*\S)?)\s*\Z")
_WHO = lazy(r"(?<!\s)\s*+\[user (?P<user>[^\]\[]*?)(?: on (?P<host>[\w.-]+)(?::[\w.-]+)?)?\]\s*\Z")
_INTERNAL = lazy(r"\[(?:internal|txg:)|ioctl\b|unrecognized record")
_BROKEN = lazy(r"\s*\d{4}-\d\d-\d\d\.[\d:]*\s*+(?:z\w*\s*+)?\Z")


def _is_line(line: str) -> bool:
    return bool(_TITLE.match(line) or _RECORD.match(line))


def _extent(lines: Sequence[str], start: int, command: str) -> tuple[int, int] | None:
    if not _is_line(lines[start]):
        return None
    record = _RECORD.match(lines[start])
    if record and not (_INTERNAL.match(record["text"]) or re.match(r"(?:zpool|zfs) [a-z]", record["text"])):
        return None
    index = end = start + 1
    while index < len(lines):
        line = lines[index]
        inside = re.match(r"\s{4,}\S", line) is not None and index == end and not _TITLE.match(lines[index - 1])
        if _is_line(line) or inside or (_BROKEN.match(line) and index == len(lines) - 1):
            end = index + 1
        elif line.strip() or index > end + 1:
            break
        index += 1
    return start, end


def _read(output: Output) -> Reading:
    reading = Reading(complete=frozenset({"pool-change"}))
    pool = ""
    for index, line in enumerate(output.lines):
        if title := _TITLE.match(line):
            pool = title["pool"]
            continue
        record = _RECORD.match(line)
        if record is None:
            if _BROKEN.match(line):
                reading.refusals.append(Refusal(output.span(index), "the record is cut off"))
            continue
        text = record["text"]
        if _INTERNAL.match(text):
            continue
        if who := _WHO.search(text):
            reading.host, text = who["host"] or reading.host, text[: who.start()]
        number = output.span(index)[0]
        operation = operation_of(text, number)
        name = pool or pool_named_in(text)
        if operation is None or not name:
            continue
        values: dict[str, Value | bool] = {"pool": name, "number": number, "operation": operation, "text": text[:300]}
        stamp = stamp_at(f"{record['day']} {record['clock']}")
        if stamp is not None:
            values["time"] = stamp[0]
        reading.rows.append(Row("pool-change", values, output.span(index), time=stamp[0] if stamp else None))
    return reading


HINTS = ("History for '", "zpool ")
BEFORE = ("smartctl_text",)
_STARTS = lazy(r"\s*(?:History for '|\d{4}-\d\d-\d\d\.\d\d:\d\d:\d\d\s)")
_OF_NO_USE = (("title", _TITLE), ("another operation", _RECORD), ("rest of a record", lazy(r"\s{4,}\S")))
READERS = (Reader("zpool-history", _STARTS, _extent, _read, of_no_use=_OF_NO_USE),)
