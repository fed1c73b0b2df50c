"""Latency spikes of one device, and what is different inside them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from facts.reading import Output, Row
from facts.series.numbers import arrays, deviation, highest, is_array, known, mean, median, period, ratio, runs, slots

if TYPE_CHECKING:
    from facts.series.devices import Series

_LEAST_SAMPLES = 5
_LEAST_JUMP_MS = 5.0
"""Below this nobody waits noticeably for a disk, however regular the jump is."""

_TIMES_MEDIAN = 4.0
_DEVIATIONS = 8.0
_SHOULDER_DEVIATIONS = 3.0
_LEAST_SHOULDER_MS = 1.0
_CORE = 1 / 3
"""Inside a spike are the samples of at least this part of its peak; the rest of the rise and fall is neither inside nor
outside, because it mixes what went on in both."""

_MOST_SHARE = 0.5
"""More of the samples than this are no spikes but the usual state."""


Runs = list[tuple[int, int]]


def spike_runs(latency: Any) -> tuple[Runs, Runs] | None:
    """The spikes of a latency, and every stretch in which it is raised; first and last index of each.

    Args:
        latency: milliseconds, NaN where nothing was requested.

    Returns:
        ``(spikes, raised)``, or None where there is no spike.
    """
    if len(known(latency)) < _LEAST_SAMPLES:
        return None
    usual = median(latency)
    spread = deviation(latency, usual)
    high = usual + max(_LEAST_JUMP_MS, _TIMES_MEDIAN * usual, _DEVIATIONS * spread)
    low = usual + max(_LEAST_SHOULDER_MS, usual, _SHOULDER_DEVIATIONS * spread)
    if highest(latency) < high:
        return None
    elevated = arrays().runs(latency > low) if is_array(latency) else runs([ms > low for ms in latency])
    # A lone first sample may be an average since boot.
    spikes = [(a, b) for a, b in elevated if b > 0 and highest(latency[a : b + 1]) >= high]
    taken = sum(b - a + 1 for a, b in spikes)
    if not spikes or taken > _MOST_SHARE * len(known(latency)):
        return None
    return spikes, elevated


def _outside(latency: Sequence[float], raised: Runs) -> Sequence[int]:
    """The samples that have a latency, and not a raised one."""
    if is_array(latency):
        return arrays().outside(latency, raised)  # type: ignore[no-any-return]
    within = {i for a, b in raised for i in range(a, b + 1)}
    return [i for i in range(len(latency)) if i not in within and latency[i] == latency[i]]


def latency_spikes(series: Series, output: Output) -> Row | None:
    """The ``latency-spikes`` row of a device, or None where its latency has no spike."""
    latency = series["latency"]
    found = spike_runs(latency)
    if found is None:
        return None
    spikes, elevated = found
    inside: list[int] = []
    cores: list[int] = []
    for a, b in spikes:
        peak = highest(latency[a : b + 1])
        core = [i for i in range(a, b + 1) if latency[i] >= peak * _CORE]
        cores.append(core[0])
        inside += core
    outside = _outside(latency, elevated)
    line = series.timeline

    def at(name: str, where: Sequence[int]) -> list[float]:
        column = series[name]
        return column[where] if is_array(column) else [column[i] for i in where]  # type: ignore[call-overload]

    values: dict[str, str | float | int] = {"device": series.name, "output": output.label, "spikes": len(spikes)}
    values |= slots(
        period_seconds=period([line.positions[i] for i in cores], line.interval),
        longest_seconds=max(line.seconds(a, b) for a, b in spikes),
        latency_inside_ms=mean(at("latency", inside)),
        latency_outside_ms=median(at("latency", outside)),
        write_size_inside_kb=ratio(at("write_kb", inside), at("writes", inside)),
        write_size_outside_kb=ratio(at("write_kb", outside), at("writes", outside)),
        writes_inside_s=mean(at("writes", inside)),
        writes_outside_s=mean(at("writes", outside)),
        write_kb_inside_s=mean(at("write_kb", inside)),
        write_kb_outside_s=mean(at("write_kb", outside)),
        queue_inside=mean(at("queue", inside)),
        busy_inside_percent=mean(at("busy", inside)),
    )
    start = line.times[cores[0]]
    if start is not None:
        values["first-time"] = start
    return Row("latency-spikes", values, series.span(inside[0], inside[-1]), time=start)
