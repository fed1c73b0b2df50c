"""``zpool iostat -w``: how long requests of a pool took, in powers of two: in all, on the disk, and in the queues.

Without an interval the table counts since the pool was imported; of several tables the sum of the later ones is kept.
A bucket is named by its end. What is kept is the time within which 99 of 100 requests were done: one slow request in a
million says nothing, one in a hundred is waited for all the time. The queues are called ``syncq_wait`` and ``asyncq_wait``,
up to OpenZFS 0.8 ``sync_queue`` and ``async_queue``.

Sample::

    >>> from facts.readers import show
    >>> show('''tank         total_wait     disk_wait    syncq_wait    asyncq_wait
    ... latency      read  write   read  write   read  write   read  write  scrub   trim
    ... ----------  -----  -----  -----  -----  -----  -----  -----  -----  -----  -----
    ... 131us           0      0      0  1.00K      0    900      0      0      0      0
    ... 1ms           100      0    100      0      0     50      0      0      0      0
    ... 33ms            0  1.00K      0      0      0     50      0      0      0      0
    ... --------------------------------------------------------------------------------
    ... ''')  # doctest: +NORMALIZE_WHITESPACE
    zpool-iostat-latencies lines 1-7 read
      pool-latencies: device=tank disk-read-ms=1 disk-reads=100 disk-write-ms=0.131 disk-writes=1024 output=input:1
        since-import=yes sync-write-wait-ms=33 sync-writes=1000 (1-7)
      system: zfs-era=openzfs (1-1)
"""

from __future__ import annotations

from facts.patterns import lazy
from facts.reading import Output, Reader, Reading, Row
from facts.schema import Value
from facts.zpool_histograms import Histograms, Table

_TITLE = lazy(r"\s{0,8}(?P<name>[A-Za-z/][\w./:-]*)\s+total_wait\s+disk_wait\s+(?:syncq_wait|sync_queue)\s")
_TABLES = Histograms(
    _TITLE,
    lazy(r"\s{0,8}latency\s+read\s+write\b"),
    lazy(r"\s{0,8}(?P<number>\d+)(?P<unit>ns|us|ms|s)\s+(?P<counts>[\d.]+[KMGT]?(?:\s+(?:[\d.]+[KMGT]?|-)){7,15})\s*$"),
    {"ns": 1e-6, "us": 1e-3, "ms": 1.0, "s": 1000.0},
)
_COLUMNS = (("disk-reads", "disk-read-ms", 2), ("disk-writes", "disk-write-ms", 3),
            ("sync-writes", "sync-write-wait-ms", 5), ("async-writes", "async-write-wait-ms", 7))  # fmt: skip
_SHARE = 0.99
_KEY_AND_SCOPE = 3


def _within(tables: list[Table], column: int) -> tuple[int, float] | None:
    """How many requests there were, and the time in milliseconds within which 99 of 100 were done."""
    counted: dict[float, float] = {}
    for table in tables:
        for end, counts in table.buckets:
            counted[end] = counted.get(end, 0.0) + counts[column]
    number = sum(counted.values())
    so_far = 0.0
    for end in sorted(counted):
        so_far += counted[end]
        if number and so_far >= _SHARE * number:
            return round(number), end
    return None


def _read(output: Output) -> Reading:
    reading = Reading()
    for name, counted, since_import in _TABLES.by_device(output, reading):
        values: dict[str, Value | bool] = {"device": name, "output": output.label, "since-import": since_import}
        for number, time, column in _COLUMNS:
            if (within := _within(counted, column)) is not None:
                values[number], values[time] = within
        if len(values) > _KEY_AND_SCOPE:
            reading.rows.append(Row("pool-latencies", values, output.span(counted[0].first, counted[-1].last)))
    reading.rows.append(Row("system", {"zfs-era": "openzfs"}, output.span(0), inferred=True))
    return reading


HINTS = ("total_wait",)
READERS = (Reader("zpool-iostat-latencies", _TITLE, _TABLES.extent, _read, of_no_use=_TABLES.of_no_use),)
