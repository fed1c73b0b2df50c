"""``zpool iostat -r``: how large the requests of a pool are, by class, singly (``ind``) and put together (``agg``).

With an interval the first table counts since the pool was imported and the later ones the interval: of several the sum of
the later ones is kept. With ``-v`` the tables of vdevs such as ``mirror-0`` are passed over; those of single devices
give rows under the device's name. The latencies of ``-w`` are another table and are left alone.

Sample::

    >>> from facts.readers import show
    >>> show('''tank          sync_read    sync_write    async_read    async_write      scrub
    ... req_size      ind    agg    ind    agg    ind    agg    ind    agg    ind    agg
    ... ----------  -----  -----  -----  -----  -----  -----  -----  -----  -----  -----
    ... 4K             10      0    100      0      0      0     50      0      0      0
    ... 8K              0      0      0      0      0      0      0     10      0      0
    ... 128K           90      0      0      0      0      0      0      0      0      0
    ... --------------------------------------------------------------------------------
    ... ''')  # doctest: +NORMALIZE_WHITESPACE
    zpool-iostat-requests lines 1-7 read
      zpool-requests: output=input:1 pool=tank read-kb-mean=115.6 reads=100 write-kb-mean=4.25 writes=160 (1-7)
      system: zfs-era=openzfs (1-1)
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from facts.patterns import lazy
from facts.reading import Output, Reader, Reading, Refusal, Row

_TITLE = lazy(r"\s{0,8}(?P<pool>[A-Za-z][\w.:-]*)\s+sync_read\s+sync_write\s+async_read\s+async_write\b")
_HEADER = lazy(r"\s{0,8}req_size\s+ind\s+agg\b")
_RULE = lazy(r"\s{0,8}-{4,}[-\s]*$")
_BUCKET = lazy(r"\s{0,8}(?P<size>\d+)(?P<unit>[KM]?)\s+(?P<counts>[\d.]+[KMGT]?(?:\s+(?:[\d.]+[KMGT]?|-)){7,})\s*$")
_VDEV = lazy(r"(?:mirror|raidz\d?|draid\d?\S*|spare|replacing|special|logs?)(?:-\d+)?\Z")
_UNIT = {"": 1 / 1024, "K": 1.0, "M": 1024.0}
_COUNT = {"K": 1024.0, "M": 1024.0**2, "G": 1024.0**3, "T": 1024.0**4}
_READS, _WRITES = (0, 1), (2, 3, 6, 7)
"""Which columns count reads that a program waits for, and which writes of either kind."""


def _count(text: str) -> float | None:
    if text == "-":
        return 0.0
    try:
        return float(text[:-1]) * _COUNT[text[-1]] if text[-1] in _COUNT else float(text)
    except ValueError:
        return None


@dataclass(slots=True)
class _Table:
    """One histogram: requests and their kilobytes, reads and writes."""

    pool: str
    first: int
    last: int
    requests: list[float] = field(default_factory=lambda: [0.0, 0.0])
    kilobytes: list[float] = field(default_factory=lambda: [0.0, 0.0])

    def add(self, size: float, counts: Sequence[float]) -> None:
        for at, columns in enumerate((_READS, _WRITES)):
            requests = sum(counts[column] for column in columns)
            self.requests[at] += requests
            self.kilobytes[at] += requests * size


def _tables(output: Output, reading: Reading) -> Iterator[_Table]:
    table: _Table | None = None
    for index, line in enumerate(output.lines):
        if title := _TITLE.match(line):
            if table:
                yield table
            table = _Table(title["pool"], index, index)
        elif table and (bucket := _BUCKET.match(line)):
            counts = [_count(text) for text in bucket["counts"].split()]
            known = [count for count in counts if count is not None]
            if len(known) < len(counts):
                reading.refusals.append(Refusal(output.span(index), "a count that is no number"))
                continue
            table.add(int(bucket["size"]) * _UNIT[bucket["unit"]], known)
            table.last = index
        elif table and _RULE.match(line):
            table.last = index
    if table:
        yield table


def _extent(lines: Sequence[str], start: int, command: str) -> tuple[int, int] | None:
    end = start
    buckets = 0
    for index in range(start, len(lines)):
        line = lines[index]
        if any(pattern.match(line) for pattern in (_TITLE, _HEADER, _RULE, _BUCKET)):
            end = index + 1
            buckets += _BUCKET.match(line) is not None
        elif line.strip():
            break
    return (start, end) if buckets else None


def _read(output: Output) -> Reading:
    reading = Reading()
    found: dict[str, list[_Table]] = {}
    for table in _tables(output, reading):
        if not _VDEV.match(table.pool):
            found.setdefault(table.pool, []).append(table)
    for pool, tables in found.items():
        counted = tables[1:] or tables
        values: dict[str, str | float | int | bool] = {"pool": pool, "output": output.label}
        for at, what in enumerate(("read", "write")):
            requests = sum(table.requests[at] for table in counted)
            values[f"{what}s"] = round(requests)
            if requests:
                values[f"{what}-kb-mean"] = sum(table.kilobytes[at] for table in counted) / requests
        reading.rows.append(Row("zpool-requests", values, output.span(counted[0].first, counted[-1].last)))
    reading.rows.append(Row("system", {"zfs-era": "openzfs"}, output.span(0), inferred=True))
    return reading


READERS = (Reader("zpool-iostat-requests", _TITLE, _extent, _read),)
