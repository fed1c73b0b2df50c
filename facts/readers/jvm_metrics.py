"""Pauses of the garbage collector in a Java server's own metrics, in Prometheus' form: Micrometer's and the JMX exporter's.

Micrometer counts pauses and keeps the longest of the last minutes; the exporter counts collections, and those of collectors that
work beside the program are left out. Where no longest is told, the mean of one kind is the least that the longest was.

Samples::

    >>> from facts.readers import show
    >>> show('''jvm_gc_pause_seconds_count{action="end of major GC",cause="Ergonomics",} 212.0
    ... jvm_gc_pause_seconds_sum{action="end of major GC",cause="Ergonomics",} 1212.31
    ... jvm_gc_pause_seconds_max{action="end of major GC",cause="Ergonomics",} 7.12
    ... ''')
    jvm-metrics lines 1-3 read
      gc-log: longest-seconds=7.12 output=input:1 pauses=212 total-seconds=1212.31 (1-3)

    >>> show('''jvm_gc_collection_seconds_count{gc="G1 Old Generation",} 10.0
    ... jvm_gc_collection_seconds_sum{gc="G1 Old Generation",} 42.5
    ... jvm_gc_collection_seconds_sum{gc="ConcurrentMarkSweep",} 900.5
    ... ''')
    jvm-metrics lines 1-3 read
      gc-log: longest-seconds=4.25 output=input:1 pauses=10 total-seconds=42.5 (1-3)
"""

from __future__ import annotations

from collections import defaultdict

from facts.kit import extent_of
from facts.patterns import lazy
from facts.reading import Output, Reader, Reading, Row
from facts.schema import Value

_METRIC = lazy(
    r"\s*jvm_gc_(?:pause|collection)_seconds_(?P<what>count|sum|max)(?:\{(?P<labels>[^}]{0,300})\})?\s+(?P<value>\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)"
    r"(?:\s+\d+)?\s*$"
)
_ABOUT = lazy(r"\s*# (?:HELP|TYPE) jvm_gc_\w+ ")
_BESIDE = lazy(r".*(?:ConcurrentMarkSweep|Concurrent|ZGC|Shenandoah|Pauseless|GPGC)")


def _read(output: Output) -> Reading:
    kinds: dict[str, dict[str, float]] = defaultdict(dict)
    reading = Reading()
    for n, match in output.matches(_METRIC):
        reading.used.append(output.span(n))
        labels = match["labels"] or ""
        if not _BESIDE.match(labels):
            kinds[labels][match["what"]] = float(match["value"])
    pauses = sum(kind.get("count", 0.0) for kind in kinds.values())
    total = sum(kind.get("sum", 0.0) for kind in kinds.values())
    longest = max(
        (
            max(kind.get("max", 0.0), kind.get("sum", 0.0) / kind["count"] if kind.get("count") else 0.0)
            for kind in kinds.values()
        ),
        default=0.0,
    )
    values: dict[str, Value | bool] = {"output": output.label}
    if pauses:
        values |= {"pauses": int(pauses), "total-seconds": round(total, 3)}
    if longest:
        values["longest-seconds"] = round(longest, 3)
    if len(values) > 1:
        reading.rows.append(Row("gc-log", values, output.whole))
    return reading


HINTS = ("jvm_gc_",)
READERS = (
    Reader("jvm-metrics", _METRIC, extent_of(_METRIC, _ABOUT), _read, of_no_use=(("what it is", _ABOUT),)),
)  # fmt: skip
