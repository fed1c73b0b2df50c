"""What Redis and MongoDB warn of in their own logs: huge pages, reclaim within a node, syncs that take long.

Redis and MongoDB look at the kernel's settings when they start. Old Redis warned of ``madvise`` as of ``always``: only one that asks
for ``madvise`` has seen ``always``. Redis says that a sync takes too long when it has run for two seconds.

Samples::

    >>> from facts.readers import show
    >>> show('''1204:M 04 Mar 10:21:30.123 * Asynchronous AOF fsync is taking too long (disk is busy?). Writing the AOF buffer without
    ... 1204:M 04 Mar 10:21:30.200 # WARNING you have Transparent Huge Pages (THP) support enabled in your kernel: 'echo madvise'
    ... ''')
    server-warnings lines 1-2 read
      fsync-times: calls=1 longest-seconds=2 output=input:1 (1-1)
      vm-settings: transparent-huge-pages=always (2-2)
      system: os=linux (2-2)

    >>> show('''2019-03-11T10:11:02.112+0000 I CONTROL  [initandlisten] ** WARNING: /proc/sys/vm/zone_reclaim_mode is 1
    ... 2019-03-11T10:11:02.112+0000 I CONTROL  [initandlisten] ** WARNING: You are running on a NUMA machine.
    ... ''')
    server-warnings lines 1-2 read
      vm-settings: zone-reclaim-mode=1 (1-1)
      system: os=linux (1-1)
"""

from __future__ import annotations

from collections.abc import Sequence

from facts.kit import run
from facts.patterns import lazy
from facts.reading import Output, Reader, Reading, Row
from facts.schema import Value

_REDIS = r"\s*\[?\d+(?::[MSCX])?\]? \d\d? [A-Z][a-z]{2} (?:\d{4} )?\d\d:\d\d:\d\d(?:\.\d+)? [*#.-] "
_REDIS_SYNC = lazy(_REDIS + r"Asynchronous AOF fsync is taking too long")
_REDIS_LINE = lazy(
    _REDIS
    + r"(?:\d+ changes in |Background |DB saved on disk|Starting |AOF |RDB|WARNING|Server |Ready to |The server is now|Slow|Fork CoW|"
    r"Synchronization|Replica|Slave|Master|MASTER|Connect|oO0|Redis |Configuration|Increased|\* )"
)
_PAGES = lazy(
    rf"(?:{_REDIS}|\s*#? ?)WARNING:? [Yy]ou have Transparent Huge Pages \(THP\) support enabled in your kernel.{{0,300}}\becho madvise\b"
    r"|.{0,120}(?:/sys/kernel/mm/)?transparent_hugepage/enabled is (?:set to )?['\"\\]{0,2}always\b"
)
_ZONES = lazy(r".{0,160}/proc/sys/vm/zone_reclaim_mode is (?P<mode>\d)\b")
_MONGO = lazy(
    r".{0,120}\*\*? ?(?:WARNING|\s+We suggest|\s+Soft rlimits|\s+Access control)|.{0,120}transparent_hugepage/\w+ is "
)
_AOF_SECONDS = 2.0


def _extent(lines: Sequence[str], start: int, command: str) -> tuple[int, int] | None:
    telling = (_REDIS_SYNC, _PAGES, _ZONES)
    end = run(lines, start, *telling, _REDIS_LINE, _MONGO, blanks=1)
    found = any(pattern.match(line) for line in lines[start:end] for pattern in telling)
    return (start, end) if found else None


def _read(output: Output) -> Reading:
    reading = Reading()
    syncs: list[int] = []
    pages: list[int] = []
    zones: list[tuple[int, int]] = []
    for index, line in enumerate(output.lines):
        if _REDIS_SYNC.match(line):
            syncs.append(index)
        elif _PAGES.match(line):
            pages.append(index)
        elif zone := _ZONES.match(line):
            zones.append((index, int(zone["mode"])))
    if syncs:
        values: dict[str, Value | bool] = {
            "output": output.label,
            "calls": len(syncs),
            "longest-seconds": _AOF_SECONDS,
        }
        reading.rows.append(Row("fsync-times", values, output.span(syncs[0], syncs[-1])))
    if pages:
        span = output.span(pages[-1])
        reading.rows += [
            Row("vm-settings", {"transparent-huge-pages": "always"}, span),
            Row("system", {"os": "linux"}, span),
        ]
    if zones:
        index, mode = zones[-1]
        span = output.span(index)
        reading.rows += [Row("vm-settings", {"zone-reclaim-mode": mode}, span), Row("system", {"os": "linux"}, span)]
        reading.used += [output.span(index) for index, _ in zones]
    reading.used += [output.span(index) for index in (*syncs, *pages)]
    return reading


HINTS = (
    "AOF fsync",
    "Transparent Huge Pages (THP)",
    "transparent_hugepage/enabled is",
    "zone_reclaim_mode is",
)
READERS = (
    Reader(
        "server-warnings", lazy(rf"{_REDIS}|.{{0,160}}(?:\*\* WARNING|transparent_hugepage/|vm/zone_reclaim_mode is)|\s*#? ?WARNING"),
        _extent, _read, of_no_use=(("other message", _REDIS_LINE), ("other message", _MONGO)),
    ),
)  # fmt: skip
