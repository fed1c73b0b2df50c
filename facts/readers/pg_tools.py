"""``pg_waldump --stats`` (``pg_xlogdump`` up to 9.6): of what the write-ahead log consists; and ``pg_controldata``.

The last line of the statistics has the sums, with the share of whole page images in brackets. ``pg_controldata`` tells
the version by its catalog number.

Sample::

    >>> from facts.readers import show
    >>> show('''Type                        N      (%)    Record size      (%)     FPI size      (%)   Combined size      (%)
    ... ----                        -      ---    -----------      ---     --------      ---   -------------      ---
    ... XLOG                     3132 (  0.31)         184788 (  0.19)     25411200 (  3.32)        25595988 (  2.98)
    ... Heap                   999868 ( 99.69)       94847316 ( 99.81)    738828084 ( 96.68)       833675400 ( 97.02)
    ...                      --------              --------              --------              --------
    ... Total                 1003000              95032104 [11.06%]     764239284 [88.94%]     859271388 [100%]
    ... ''')
    pg_waldump lines 1-6 read
      postgres-wal: bytes=859271388 full-page-percent=88.94 output=input:1 records=1003000 (6-6)

    >>> show('''pg_control version number:            1300
    ... Catalog version number:               202209061
    ... Database system identifier:           7190000000000000000
    ... Database cluster state:               in production
    ... ''')
    pg_controldata lines 1-4 read
      postgres-server: version=15 version-code=15000000 (2-2)
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from facts.kit import extent_of
from facts.patterns import lazy
from facts.reading import Output, Reader, Reading, Refusal, Row, prompt_of
from facts.schema import Value

_HEAD = lazy(r"\s*+(?:(?:Type|Resource manager|Record)\s++)?(?<=\s)N\s+\(%\)\s+Record size\s+\(%\)\s+FPI size\s")
_TOTAL = lazy(
    r"\s*Total\s+(?P<records>\d{1,19})\s+(?P<plain>\d{1,19}) \[[\d.,]+%\]\s+(?P<images>\d{1,19}) \[(?P<share>\d{1,3}(?:[.,]\d{1,9})?)%\]"
    r"\s+(?P<bytes>\d{1,19}) \[100%\]"
)
_KIND = lazy(r"\s*[A-Z]\w+(?:/\w+(?:\+\w+)?)?(?:\s+\d+ \( *[\d.,]+\)){4}\s*$")
_MOST = 400
_FIELD = lazy(r"\s*(?P<name>[^:]{3,70}):\s*+(?P<value>\S(?:.*\S)?)\s*$")
_CONTROL = lazy(r"\s*(?:pg_control version number|pg_control-Versionsnummer):\s+\d+\s*$")
_CATALOG = lazy(r"\s*(?:Catalog version number|Katalog-?[Vv]ersionsnummer):\s+(?P<number>\d{9})\s*$")
_CONTROL_FIELD = lazy(
    r"\s*(?:pg_control(?: |-)|Catalog version|Katalog-|Database (?:system|cluster|block)|Latest checkpoint|Prior checkpoint|Time of latest"
    r"|Fake LSN|Min(?:imum)? recovery|Backup (?:start|end)|End-of-backup|(?:Current )?(?:wal_level|wal_log_hints|max_\w+|track_commit\w*)\b"
    r"|Maximum (?:data|length|columns|size)|Blocks per|WAL block|Bytes per WAL|Size of a large|Date/time|Float[48]|Data page checksum"
    r"|Default char|Mock auth|LC_(?:COLLATE|CTYPE)|Maximal)[^:]*:"
)
_MAJOR = {
    "200711281": "8.3", "200904091": "8.4", "201008051": "9.0", "201105231": "9.1", "201204301": "9.2",
    "201306121": "9.3", "201409291": "9.4", "201510051": "9.5", "201608131": "9.6", "201707211": "10",
    "201809051": "11", "201909212": "12", "202007201": "13", "202107181": "14", "202209061": "15", "202307071": "16",
    "202406281": "17", "202506291": "18",
}  # fmt: skip


def _stats_extent(lines: Sequence[str], start: int, command: str) -> tuple[int, int] | None:
    for end in range(start + 1, min(len(lines), start + _MOST)):
        if prompt_of(lines[end]) is not None:
            return None
        if re.match(r"\s*Total\s", lines[end]):
            return start, end + 1
    return None


def _read_stats(output: Output) -> Reading:
    index = len(output.lines) - 1
    match = _TOTAL.match(output.lines[index])
    if match is None:
        return Reading(refusals=[Refusal(output.span(index), "the sums have no shares in brackets")])
    values: dict[str, Value | bool] = {
        "output": output.label,
        "records": int(match["records"]),
        "bytes": float(match["bytes"]),
        "full-page-percent": float(match["share"].replace(",", ".")),
    }
    return Reading([Row("postgres-wal", values, output.span(index))])


def _read_control(output: Output) -> Reading:
    reading = Reading()
    for index, line in enumerate(output.lines):
        if _FIELD.match(line) and not _CONTROL_FIELD.match(line):
            reading.unnamed.append(output.first + index)
        if match := _CATALOG.match(line):
            version = _MAJOR.get(match["number"])
            if version is None:
                reading.pass_over("version that is not known", output.span(index))
                continue
            first, _, second = version.partition(".")
            code = int(first) * 1_000_000 + int(second or 0) * 1000
            values: dict[str, Value | bool] = {"version": version, "version-code": code}
            reading.rows.append(Row("postgres-server", values, output.span(index), inferred=True))
            reading.used.append(output.span(index))
    return reading


HINTS = ("Combined size", "pg_control")
READERS = (
    Reader("pg_waldump", _HEAD, _stats_extent, _read_stats, of_no_use=(("heading", _HEAD), ("kind of record", _KIND))),
    Reader(
        "pg_controldata",
        _CONTROL,
        extent_of(_FIELD, least=2),
        _read_control,
        of_no_use=(("another field", _CONTROL_FIELD),),
    ),
)
