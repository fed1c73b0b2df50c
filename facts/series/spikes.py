"""Latency spikes of one device, and what is different inside them."""

from __future__ import annotations

from collections.abc import Sequence

from facts.reading import Output, Row
from facts.series.columns import numbers_of
from facts.series.device_series import Series
from facts.series.numbers import (
    at_least_in,
    chosen,
    count_known,
    deviation,
    highest,
    highest_in,
    mean,
    median,
    period,
    ranked,
    ratio,
    slots,
    stretches,
)
from facts.series.parts import Where
from facts.series.timeline import Timeline

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

_LEAST_BURST_MS = 10.0
_QUIET = 4
"""Of regular bursts the quietest quarter of the samples lies between them."""

_MOST_OF_BURSTS = 0.8
_SHARE_OF_BURSTS, _LEAST_PERIOD = 0.75, 4
"""Bursts are close together: chance alone makes half of the intervals alike, and more where they are two or three samples long."""


Runs = list[tuple[int, int]]


def spike_runs(latency: Sequence[float]) -> tuple[Runs, Runs] | None:
    """The spikes of a latency, and every stretch in which it is raised; first and last index of each.

    Args:
        latency: milliseconds, NaN where nothing was requested.

    Returns:
        ``(spikes, raised)``, or None where there is no spike.
    """
    if count_known(latency) < _LEAST_SAMPLES:
        return None
    usual = median(latency)
    return _above(latency, usual, deviation(latency, usual), _MOST_SHARE)


def burst_runs(latency: Sequence[float]) -> tuple[Runs, Runs] | None:
    """The same of bursts that take more of the time than the quiet between them: what is usual is told by the quiet."""
    count = count_known(latency)
    if count < _LEAST_SAMPLES or median(latency) < _LEAST_BURST_MS:
        return None
    quiet = ranked(numbers_of(latency), count // _QUIET)[1]
    below = chosen(latency, lambda part: part <= quiet)
    return _above(latency, quiet, deviation(below, quiet), _MOST_OF_BURSTS)


def _above(latency: Sequence[float], usual: float, spread: float, most: float) -> tuple[Runs, Runs] | None:
    high = usual + max(_LEAST_JUMP_MS, _TIMES_MEDIAN * usual, _DEVIATIONS * spread)
    low = usual + max(_LEAST_SHOULDER_MS, usual, _SHOULDER_DEVIATIONS * spread)
    if highest(latency) < high:
        return None
    elevated = stretches(lambda ms: ms > low, latency)
    # A lone first sample may be an average since boot.
    peaks = highest_in(latency, elevated)
    spikes = [(a, b) for (a, b), peak in zip(elevated, peaks, strict=True) if b > 0 and peak >= high]
    taken = sum(b - a + 1 for a, b in spikes)
    if not spikes or taken > most * count_known(latency):
        return None
    return spikes, elevated


def _cores(latency: Sequence[float], spikes: Runs) -> list[Runs]:
    """Of each spike the stretches that are inside it."""
    return at_least_in(latency, spikes, [peak * _CORE for peak in highest_in(latency, spikes)])


def latency_spikes(series: Series, output: Output) -> Row | None:
    """The ``latency-spikes`` row of a device, or None where its latency has no spike."""
    latency, line = series["latency"], series.timeline
    if found := spike_runs(latency):
        return _row(series, output, *found)
    # what is raised most of the time is a load like any other, unless it comes and goes by a timer
    if (found := burst_runs(latency)) and _are_timed(line, found[0], _cores(latency, found[0])):
        return _row(series, output, *found)
    return None


def _are_timed(line: Timeline, bursts: Runs, cores: Sequence[Runs]) -> bool:
    """Whether bursts come by a timer, and take about as long each time: what comes and goes by chance does neither."""
    often = _period(line, cores, _SHARE_OF_BURSTS)
    lengths = sorted(last - first for first, last in bursts)
    middle = lengths[len(lengths) // 2]
    alike = sum(abs(length - middle) <= 1 for length in lengths)
    return often >= _LEAST_PERIOD * line.interval and alike >= _SHARE_OF_BURSTS * len(lengths)


def _period(line: Timeline, cores: Sequence[Runs], share: float = 0.5) -> float:
    return period([line.positions[core[0][0]] for core in cores], line.interval, share)


def _row(series: Series, output: Output, spikes: Runs, elevated: Runs) -> Row:
    latency, line = series["latency"], series.timeline
    cores = _cores(latency, spikes)
    parts = [part for core in cores for part in core]
    inside, outside = Where(latency, parts, True), Where(latency, elevated, False)

    values: dict[str, str | float | int] = {"device": series.name, "output": output.label, "spikes": len(spikes)}
    values |= slots(
        period_seconds=_period(line, cores),
        longest_seconds=max(line.seconds(a, b) for a, b in spikes),
        latency_inside_ms=mean(inside.of(latency)),
        latency_outside_ms=median(outside.of(latency)),
        write_size_inside_kb=ratio(inside.of(series["write_kb"]), inside.of(series["writes"])),
        write_size_outside_kb=ratio(outside.of(series["write_kb"]), outside.of(series["writes"])),
        writes_inside_s=mean(inside.of(series["writes"])),
        writes_outside_s=mean(outside.of(series["writes"])),
        write_kb_inside_s=mean(inside.of(series["write_kb"])),
        write_kb_outside_s=mean(outside.of(series["write_kb"])),
        queue_inside=mean(inside.of(series["queue"])),
        busy_inside_percent=mean(inside.of(series["busy"])),
    )
    start = line.times[parts[0][0]]
    if start is not None:
        values["first-time"] = start
    return Row("latency-spikes", values, series.span(parts[0][0], parts[-1][1]), time=start)
