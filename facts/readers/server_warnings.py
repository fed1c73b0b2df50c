"""What Redis, MongoDB and etcd warn of in their own logs: huge pages that the kernel hands out, and a sync that takes seconds.

Redis and MongoDB look at the kernel's settings when they start. Redis says that a sync takes too long when it has run for two
seconds; etcd tells how long it took.

Samples::

    >>> from facts.readers import show
    >>> show('''1204:M 04 Mar 10:21:30.123 * Asynchronous AOF fsync is taking too long (disk is busy?). Writing the AOF buffer without
    ... 1204:M 04 Mar 10:21:30.200 # WARNING you have Transparent Huge Pages (THP) support enabled in your kernel. This
    ... ''')
    server-warnings lines 1-2 read
      fsync-times: calls=1 longest-seconds=2 output=input:1 (1-1)
      vm-settings: transparent-huge-pages=always (2-2)
      system: os=linux (2-2)

    >>> show('''{"level":"warn","caller":"wal/wal.go:802","msg":"slow fdatasync","took":"2.12s","expected-duration":"1s"}
    ... ''')
    server-warnings lines 1-1 read
      fsync-times: calls=1 longest-seconds=2.12 output=input:1 (1-1)
"""

from __future__ import annotations

from collections.abc import Sequence

from facts.kit import run
from facts.patterns import lazy
from facts.reading import Output, Reader, Reading, Row
from facts.schema import Value
from facts.units import number

_REDIS = r"\s*\[?\d+(?::[MSCX])?\]? \d\d? [A-Z][a-z]{2} (?:\d{4} )?\d\d:\d\d:\d\d(?:\.\d+)? [*#.-] "
_REDIS_SYNC = lazy(_REDIS + r"Asynchronous AOF fsync is taking too long")
_REDIS_LINE = lazy(
    _REDIS
    + r"(?:\d+ changes in |Background |DB saved on disk|Starting |AOF |RDB|WARNING|Server |Ready to |The server is now|Slow|Fork CoW|"
    r"Synchronization|Replica|Slave|Master|MASTER|Connect|oO0|Redis |Configuration|Increased|\* )"
)
_PAGES = lazy(
    rf"(?:{_REDIS}|\s*#? ?)WARNING:? [Yy]ou have Transparent Huge Pages \(THP\) support enabled in your kernel"
    r"|.{0,120}(?:/sys/kernel/mm/)?transparent_hugepage/enabled is (?:set to )?['\"\\]{0,2}always\b"
)
_MONGO = lazy(
    r".{0,120}\*\*? ?(?:WARNING|\s+We suggest|\s+Soft rlimits|\s+Access control)|.{0,120}transparent_hugepage/\w+ is "
)
_ETCD = lazy(
    r".{0,200}(?:\"msg\":\"slow fdatasync\",\"took\":\"|wal: sync duration of )(?P<minutes>\d+m)?(?P<took>[\d.]+)(?P<unit>ms|µs|us|s)\b"
)
_ETCD_LINE = lazy(
    r".{0,200}(?:apply request took too long|apply entries took too long|failed to send out heartbeat on time|server is likely overloaded"
    r"|read-only range request .{0,300}took too long|waiting for ReadIndex response took too long)"
)
_AOF_SECONDS = 2.0
_SECONDS = {"s": 1.0, "ms": 1e-3, "us": 1e-6, "µs": 1e-6}


def _extent(lines: Sequence[str], start: int, command: str) -> tuple[int, int] | None:
    telling = (_REDIS_SYNC, _PAGES, _ETCD)
    end = run(lines, start, *telling, _REDIS_LINE, _MONGO, _ETCD_LINE, blanks=1)
    found = any(pattern.match(line) for line in lines[start:end] for pattern in telling)
    return (start, end) if found else None


def _read(output: Output) -> Reading:
    reading = Reading()
    syncs: list[tuple[int, float]] = []
    pages: list[int] = []
    for index, line in enumerate(output.lines):
        if match := _ETCD.match(line):
            minutes = float(match["minutes"][:-1]) if match["minutes"] else 0.0
            syncs.append((index, 60 * minutes + (number(match["took"]) or 0.0) * _SECONDS[match["unit"]]))
        elif _REDIS_SYNC.match(line):
            syncs.append((index, _AOF_SECONDS))
        elif _PAGES.match(line):
            pages.append(index)
    if syncs:
        values: dict[str, Value | bool] = {
            "output": output.label,
            "calls": len(syncs),
            "longest-seconds": max(seconds for _, seconds in syncs),
        }
        reading.rows.append(Row("fsync-times", values, output.span(syncs[0][0], syncs[-1][0])))
    if pages:
        span = output.span(pages[-1])
        reading.rows += [
            Row("vm-settings", {"transparent-huge-pages": "always"}, span),
            Row("system", {"os": "linux"}, span),
        ]
    reading.used += [output.span(index) for index in (*(index for index, _ in syncs), *pages)]
    return reading


HINTS = (
    "AOF fsync",
    "Transparent Huge Pages (THP)",
    "transparent_hugepage/enabled is",
    "slow fdatasync",
    "wal: sync duration",
)
READERS = (
    Reader(
        "server-warnings", lazy(rf"{_REDIS}|.{{0,120}}(?:\*\* WARNING|transparent_hugepage/|slow fdatasync|wal: sync)|\s*#? ?WARNING"),
        _extent, _read, of_no_use=(("other message", _REDIS_LINE), ("other message", _MONGO), ("other message", _ETCD_LINE)),
    ),
)  # fmt: skip
