"""Pauses of the garbage collector as Java servers report them in their own logs.

Hadoop and HBase (``JvmPauseMonitor``), Elasticsearch and OpenSearch (``JvmGcMonitorService``, ``monitor.jvm`` before 5),
Cassandra (``GCInspector``). They report only what is long, so short pauses are not known from them. The monitor of Hadoop
tells how long nothing ran: only where collections are named below it, it was the collector. A cycle of a concurrent
collector does not stop the program: ConcurrentMarkSweep, ZGC and Shenandoah of Cassandra are left out, and of Elasticsearch
counts what its monitor was late by at most.

Samples::

    >>> from facts.readers import show
    >>> show('''2021-03-01 11:02:11,331 WARN org.apache.hadoop.util.JvmPauseMonitor: Detected pause in JVM or host machine (eg GC): pause of approximately 18112ms
    ... GC pool 'PS MarkSweep' had collection(s): count=1 time=18011ms
    ... ''')
    jvm-reports lines 1-2 read
      gc-log: long-pauses=1 longest-seconds=18.011 output=input:1 pauses=1 total-seconds=18.011 (1-2)

    >>> show('''[2024-11-02T08:02:24,331][WARN ][o.e.m.j.JvmGcMonitorService] [es3] [gc][old][812331][88] duration [13s], collections [1]/[13.4s], total [13s]/[41.2m], memory [30.1gb]->[30gb]/[31gb]
    ... [2024-11-02T08:02:24,332][WARN ][o.e.m.j.JvmGcMonitorService] [es3] [gc][812331] overhead, spent [13s] collecting in the last [13.4s]
    ... ''')
    jvm-reports lines 1-2 read
      gc-log: long-pauses=1 longest-seconds=13 output=input:1 overhead-max-percent=97.0149 pauses=1 total-seconds=13 (1-2)
"""  # noqa: E501

from __future__ import annotations

import re
from collections.abc import Sequence

from facts.patterns import lazy
from facts.readers.jvm_gc import PROGRAM
from facts.reading import Output, Reader, Reading, Row, prompt_of
from facts.schema import Value

_HADOOP = lazy(
    r".{0,200}\bJvmPauseMonitor\b.{0,40}?Detected pause in JVM or host machine \(eg GC\): pause of approximately (?P<ms>\d{1,9})ms"
)
_POOL = lazy(r"\s*GC pool '(?P<pool>[^']{1,60})' had collection\(s\): count=\d{1,9} time=(?P<ms>\d{1,9})ms")
_NONE = lazy(r"\s*No GCs detected")
_ELASTIC = lazy(
    r".{0,300}\[gc\]\[\w{1,20}\]\[\d+\]\[\d+\] duration \[(?P<spent>\d{1,6}(?:\.\d{1,3})?(?:ms|s|m|h))\],"
    r" collections \[(?P<count>\d{1,6})\]/\[(?P<span>\d{1,6}(?:\.\d{1,3})?(?:ms|s|m|h))\]"
)
_OVERHEAD = lazy(
    r".{0,300}\[gc\]\[\d+\] overhead, spent \[(?:(?P<spent>\d{1,6}(?:\.\d{1,3})?(?:ms|s|m|h))\] collecting in the last"
    r" \[(?P<span>\d{1,6}(?:\.\d{1,3})?(?:ms|s|m|h))\])?"
)
_CASSANDRA = lazy(
    r".{0,200}\bGCInspector\.java(?::\d+| \(line \d+\)) (?:- )?(?:(?P<name>[A-Z][\w ]{1,40}?) GC in (?P<ms>\d{1,9})ms"
    r"|GC for (?P<old>[A-Z]\w{1,40}): (?P<oldms>\d{1,9}) ms for (?P<count>\d{1,6}) collections)"
)
_CONCURRENT = re.compile(r"ConcurrentMarkSweep|ZGC|Shenandoah|Concurrent")
_SECONDS = {"ms": 0.001, "s": 1.0, "m": 60.0, "h": 3600.0}
_LONG_SECONDS = 1.0
_GAP = 400
"""Other lines of the same server between two reports."""


def _seconds(text: str) -> float:
    """A time as Elasticsearch prints it.

    >>> _seconds("856ms"), _seconds("1.5m")
    (0.856, 90.0)
    """
    unit = "ms" if text.endswith("ms") else text[-1]
    return round(float(text.removesuffix(unit)) * _SECONDS[unit], 3)


def _is_report(line: str) -> bool:
    return any(pattern.match(line) for pattern in (_HADOOP, _ELASTIC, _OVERHEAD, _CASSANDRA))


def _extent(lines: Sequence[str], start: int, command: str) -> tuple[int, int] | None:
    if not _is_report(lines[start]):
        return None
    end = index = start + 1
    while index < len(lines) and index - end < _GAP and prompt_of(lines[index]) is None:
        index += 1
        line = lines[index - 1]
        if _is_report(line) or (index - 1 == end and (_POOL.match(line) or _NONE.match(line))):
            end = index
    return start, end


def _pauses(lines: Sequence[str]) -> list[float]:
    """The pauses in seconds, in the order of the log."""
    found: list[float] = []
    limit = 0.0
    for line in lines:
        if match := _HADOOP.match(line):
            limit = int(match["ms"]) / 1000
        elif (match := _POOL.match(line)) and limit:
            if not _CONCURRENT.search(match["pool"]) or int(match["ms"]) / 1000 >= limit / 2:
                found.append(min(limit, int(match["ms"]) / 1000))
        elif match := _ELASTIC.match(line):
            spent = min(_seconds(match["spent"]), _seconds(match["span"]))
            found.append(round(spent / max(1, int(match["count"])), 3))
        elif (match := _CASSANDRA.match(line)) and not _CONCURRENT.search(match["name"] or match["old"]):
            found.append(int(match["ms"] or match["oldms"]) / 1000 / max(1, int(match["count"] or 1)))
    return found


def _read(output: Output) -> Reading:
    pauses = _pauses(output.lines)
    used = output.matching(_HADOOP, _POOL, _NONE, _ELASTIC, _OVERHEAD, _CASSANDRA)
    shares = [
        min(100.0, 100 * _seconds(match["spent"]) / span)
        for _, match in output.matches(_OVERHEAD)
        if match["spent"] and (span := _seconds(match["span"])) > 0
    ]
    overhead: dict[str, Value | bool] = {"overhead-max-percent": max(shares)} if shares else {}
    if not pauses:
        rows = [Row("gc-log", {"output": output.label, **overhead}, output.whole)] if shares else []
        return Reading(rows, used=used)
    values: dict[str, Value | bool] = {
        **overhead,
        "output": output.label, "pauses": len(pauses), "longest-seconds": max(pauses), "total-seconds": sum(pauses),
        "long-pauses": sum(pause >= _LONG_SECONDS for pause in pauses),
    }  # fmt: skip
    return Reading([Row("gc-log", values, output.whole)], used=used)


HINTS = ("JvmPauseMonitor", "[gc][", "GCInspector.java")
READERS = (
    Reader(
        "jvm-reports",
        lazy(r".{0,300}(?:\bJvmPauseMonitor\b|\[gc\]\[|\bGCInspector\.java\b)"),
        _extent,
        _read,
        of_no_use=(("another message", PROGRAM),),
    ),
)
