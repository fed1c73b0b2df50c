"""The stretches of a sampling that its rows tell of, sample by sample: spikes, stalls, plateaus, page scans."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Mapping
from functools import reduce
from typing import NamedTuple

from advisor.inference.engine import Fact
from advisor.views.limits import Place
from facts.samplings import Metric, Sampled
from facts.series.columns import NAN, Column, column_of
from facts.series.numbers import added, either, weighted, while_asked
from facts.series.scans import scan_runs
from facts.series.spikes import spike_runs
from facts.series.stalls import HostSamples, dropout_runs, pause_runs
from facts.series.timeline import Timeline, Times

_ON_SPIKE = ("latency", "read latency", "write latency", "write rate", "writes", "queue", "busy")
_ON_PAUSE = ("blocks out", "wait", "blocked", "idle")
_ON_SCAN = ("scan", "free", "page out")
_ON_PLATEAU = ("write rate", "latency", "busy")


class Episode(NamedTuple):
    """One stretch: its first and last sample, counted from 0, and what it is in a few words."""

    first: int
    last: int
    words: str


def episodes(sampled: Sampled, rows: list[Fact], metrics: Mapping[Place, Metric]) -> dict[Place, tuple[Episode, ...]]:
    """The episodes of each plotted quantity.

    Args:
        sampled: the samples.
        rows: what the output came to; only what they tell of is marked.
        metrics: the metric that shows each quantity of each device.
    """
    found: dict[Place, list[Episode]] = {}
    for fact in rows:
        device = str(fact.slots.get("device", ""))
        on: tuple[str, ...] = ()
        marked: list[Episode] = []
        if fact.template == "latency-spikes":
            on, marked = _ON_SPIKE, _spikes(device, metrics)
        elif fact.template == "write-plateau":
            on, marked = _ON_PLATEAU, _plateau(fact, device, sampled, metrics)
        elif fact.template == "stall-train":
            on, marked = _ON_PAUSE, _stalls(str(fact.slots.get("kind")), sampled, metrics)
        for quantity in on:
            found.setdefault((quantity, device), []).extend(marked)
    scans = _scans(rows, metrics)
    for quantity in _ON_SCAN if scans else ():
        found.setdefault((quantity, ""), []).extend(scans)
    return {place: tuple(sorted(marked)) for place, marked in found.items()}


def _marked(runs: Iterable[tuple[int, int]], words: str) -> list[Episode]:
    return [Episode(first, last, words) for first, last in runs]


def _column(metrics: Mapping[Place, Metric], quantity: str, device: str, count: int) -> Column:
    metric = metrics.get((quantity, device))
    return column_of(metric.values if metric is not None else [NAN] * count)


def _spikes(device: str, metrics: Mapping[Place, Metric]) -> list[Episode]:
    """The spikes of a device's latency, found as the row was found: a sample without a request has none."""
    places = [(name, device) for name in ("latency", "reads", "writes", "read latency", "write latency")]
    count = next((len(metrics[place].values) for place in (places[0], *places[3:]) if place in metrics), 0)
    latency, reads, writes, slow_reads, slow_writes = (_column(metrics, *place, count) for place in places)
    if places[0] not in metrics:
        latency = weighted(reads, writes, slow_reads, slow_writes)
    runs = spike_runs(while_asked(latency, added(reads, writes)))
    return _marked(runs[0], "latency spike") if runs else []


def _plateau(fact: Fact, device: str, sampled: Sampled, metrics: Mapping[Place, Metric]) -> list[Episode]:
    """From the knee, where the rate fell, to the end of the writing."""
    metric = metrics.get(("write rate", device))
    before, after = fact.slots.get("seconds-before"), fact.slots.get("seconds-after")
    if metric is None or not isinstance(before, float) or not isinstance(after, float):
        return []
    peak = max((v for v in metric.values if v == v), default=0.0)
    begin = next((at for at, v in enumerate(metric.values) if v >= peak * 0.005), 0)
    knee = bisect_left(sampled.times, sampled.times[begin] + before)
    end = bisect_left(sampled.times, sampled.times[begin] + before + after) - 1
    last = len(sampled.times) - 1
    return [Episode(min(knee, last), min(max(knee, end), last), "lower write rate")]


def _stalls(kind: str, sampled: Sampled, metrics: Mapping[Place, Metric]) -> list[Episode]:
    count = len(sampled.times)
    known, never = sampled.interval_s is not None, Times(column_of([NAN] * count))
    line = Timeline(sampled.interval_s or 1.0, known, column_of(sampled.times), never)
    if kind == "cpu-dropout":
        parts = (_column(metrics, name, "", count) for name in ("user", "nice", "system", "guest"))
        busy = reduce(either, parts)
        return _marked(dropout_runs(busy, line), "CPU suddenly idle")
    wait, blocked, blocks_in, out = (
        _column(metrics, name, "", count) for name in ("wait", "blocked", "blocks in", "blocks out")
    )
    nothing = column_of([NAN] * count)
    return _marked(pause_runs(HostSamples(line, [], nothing, wait, blocked, nothing, blocks_in, out)), "writing paused")


def _scans(rows: list[Fact], metrics: Mapping[Place, Metric]) -> list[Episode]:
    metric = metrics.get(("scan", ""))
    if metric is None or all(fact.template != "scan-episode" for fact in rows):
        return []
    return _marked(scan_runs(metric.values.tolist()), "page scanner runs")
