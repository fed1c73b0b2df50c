"""``zpool iostat -r``: how large the requests of a pool are, by class, singly (``ind``) and put together (``agg``).

With an interval the first table counts since the pool was imported and the later ones the interval: of several the sum of
the later ones is kept. With ``-v`` the tables of vdevs such as ``mirror-0`` are passed over; those of single devices
give rows under the device's name. The latencies of ``-w`` are another table, of `facts.readers.zpool_latencies`.

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
      zpool-requests: output=input:1 pool=tank prefetches=0 read-kb-mean=115.6 reads=100 write-kb-mean=4.25 writes=160 (1-7)
      system: zfs-era=openzfs (1-1)
"""

from __future__ import annotations

from facts.patterns import lazy
from facts.reading import Output, Reader, Reading, Row
from facts.schema import Value
from facts.zpool_histograms import Histograms, Table

_TITLE = lazy(r"\s{0,8}(?P<name>[A-Za-z][\w.:-]*)\s+sync_read\s+sync_write\s+async_read\s+async_write\b")
_TABLES = Histograms(
    _TITLE,
    lazy(r"\s{0,8}req_size\s+ind\s+agg\b"),
    lazy(r"\s{0,8}(?P<number>\d+)(?P<unit>[KM]?)\s+(?P<counts>[\d.]+[KMGT]?(?:\s+(?:[\d.]+[KMGT]?|-)){7,15})\s*$"),
    {"": 1 / 1024, "K": 1.0, "M": 1024.0},
)
_COLUMNS = {"read": (0, 1), "write": (2, 3, 6, 7)}
"""Which columns count reads that a program waits for, and which writes of either kind."""
_PREFETCHED = (4, 5)
"""Which columns count reads ahead of a stream."""


def _summed(tables: list[Table], columns: tuple[int, ...]) -> tuple[float, float]:
    """Requests, and their kilobytes."""
    requests = kilobytes = 0.0
    for table in tables:
        for size, counts in table.buckets:
            number = sum(counts[column] for column in columns)
            requests += number
            kilobytes += number * size
    return requests, kilobytes


def _read(output: Output) -> Reading:
    reading = Reading()
    for pool, counted, _ in _TABLES.by_device(output, reading):
        values: dict[str, Value | bool] = {"pool": pool, "output": output.label}
        for what, columns in _COLUMNS.items():
            requests, kilobytes = _summed(counted, columns)
            values[f"{what}s"] = round(requests)
            if requests:
                values[f"{what}-kb-mean"] = kilobytes / requests
        values["prefetches"] = round(_summed(counted, _PREFETCHED)[0])
        reading.rows.append(Row("zpool-requests", values, output.span(counted[0].first, counted[-1].last)))
    reading.rows.append(Row("system", {"zfs-era": "openzfs"}, output.span(0), inferred=True))
    return reading


HINTS = ("sync_read",)
READERS = (Reader("zpool-iostat-requests", _TITLE, _TABLES.extent, _read, of_no_use=_TABLES.of_no_use),)
