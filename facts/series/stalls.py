"""Moments in which a host stood still: writes that paused while tasks waited, and a busy CPU suddenly idle."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from facts.reading import Output, Row
from facts.series.numbers import (
    NAN,
    any_known,
    chosen,
    count_known,
    highest,
    mean,
    median,
    period,
    slots,
    stretches,
)
from facts.series.parts import Where
from facts.series.timeline import Timeline

_LEAST_PAUSE_SAMPLES = 2
_LEAST_PAUSE_SECONDS = 2.0
_LEAST_BUSY_KB_S = 1000.0
"""Below this rate of blocks out there is no writing whose pause would mean anything."""

_NOTHING = 0.01
"""Part of the busy level that counts as nothing."""

_MOST_NOTHING_KB_S = 1024.0
_FEW_READS = 0.05
_WAIT_PERCENT = 20.0
_ONLY_WAIT_PERCENT = 50.0
"""Where it is not told how many tasks wait, so much of the time must be spent with waiting."""
_BURST = 3.0
"""Times the usual rate from which blocks out are a burst into a cache and not what the disks sustain."""

_LEAST_DRAIN_SAMPLES = 3
_ALL_PAUSE_SAMPLES = 5
"""An excerpt of nothing but standstill needs this many samples, because it shows no writing to compare with."""

_BUSY_PERCENT = 50.0
_IDLE_PART = 0.25
_BACK_PART = 0.6
_LONGEST_DROPOUT_SECONDS = 60.0


class HostSamples(NamedTuple):
    """What vmstat or iostat tells of the host, sample by sample; NaN where unknown. One length each."""

    timeline: Timeline
    lines: Sequence[float]
    busy: Sequence[float]
    wait: Sequence[float]
    blocked: Sequence[float]
    swap: Sequence[float]
    blocks_in: Sequence[float]
    blocks_out: Sequence[float]


def _row(
    kind: str, episodes: list[tuple[int, int]], samples: HostSamples, output: Output, more: dict[str, float]
) -> Row:
    line = samples.timeline
    lengths = [line.seconds(a, b) for a, b in episodes]
    inside = Where(samples.busy, episodes)
    values: dict[str, str | float | int] = {"output": output.label, "kind": kind, "episodes": len(episodes)}
    values |= slots(
        longest_seconds=max(lengths),
        total_seconds=sum(lengths),
        period_seconds=period([line.positions[a] for a, _ in episodes], line.interval),
        blocked_mean=mean(inside.of(samples.blocked)),
        wait_mean_percent=mean(inside.of(samples.wait)),
        swap_max_kb_s=highest(inside.of(samples.swap)),
    )
    start = line.times[episodes[0][0]]
    if start is not None:
        values["first-time"] = start
    values |= more
    span = (int(samples.lines[episodes[0][0]]), int(samples.lines[episodes[-1][1]]))
    return Row("stall-train", values, span, time=start)


def usual_rate(blocks_out: Iterable[float]) -> float:
    """Median of blocks out over the samples that write: at least a hundredth of the highest."""
    peak = highest(blocks_out)
    return median(chosen(blocks_out, lambda v: v >= max(_NOTHING * peak, 1e-9)))


def drain_rate(blocks_out: Iterable[float]) -> float:
    """What the disks sustain: the median of blocks out without bursts and without the samples that hardly write.

    NaN where too few samples write, or too little, for it to be a limit.
    """
    usual = usual_rate(blocks_out)
    steady = chosen(blocks_out, lambda v: (v > _NOTHING * usual) & (v <= _BURST * usual))
    enough = count_known(steady) >= _LEAST_DRAIN_SAMPLES and median(steady) >= _LEAST_BUSY_KB_S
    return median(steady) if enough else NAN


def pause_runs(samples: HostSamples) -> list[tuple[int, int]]:
    """First and last index of each stretch in which writing paused while tasks waited."""
    out = samples.blocks_out
    if not any_known(out):
        return []
    usual = usual_rate(out)
    silent = usual != usual
    if not silent and highest(out) < _LEAST_BUSY_KB_S:
        return []
    nothing = 0.0 if silent else min(_NOTHING * usual, _MOST_NOTHING_KB_S)
    few_reads = 0.0 if silent else max(nothing, min(_FEW_READS * usual, _MOST_NOTHING_KB_S))
    line = samples.timeline
    least = _ALL_PAUSE_SAMPLES if silent else _LEAST_PAUSE_SAMPLES

    def paused(out: Any, into: Any, blocked: Any, wait: Any) -> Any:
        few = (into <= few_reads) | (into != into)
        waited = ((blocked >= 1) & (wait >= _WAIT_PERCENT)) | (blocked >= 2)
        return (out <= nothing) & few & (waited | ((blocked != blocked) & (wait >= _ONLY_WAIT_PERCENT)))

    found = stretches(paused, out, samples.blocks_in, samples.blocked, samples.wait)
    return [(a, b) for a, b in found if b - a + 1 >= least and line.seconds(a, b) >= _LEAST_PAUSE_SECONDS]


def write_pauses(samples: HostSamples, output: Output) -> Row | None:
    """The ``stall-train`` row of kind ``write-pause``, or None where writing never paused while tasks waited."""
    episodes = pause_runs(samples)
    if not episodes:
        return None
    out = samples.blocks_out
    silent = usual_rate(out) != usual_rate(out)
    outside = Where(out, episodes, inside=False).of(out)
    more = {} if silent else slots(burst_max_kb_s=highest(outside), drain_kb_s=drain_rate(outside))
    return _row("write-pause", episodes, samples, output, more)


def dropout_runs(busy: Sequence[float], line: Timeline) -> list[tuple[int, int]]:
    """First and last index of each stretch in which a busy host went idle for a moment; `busy` is in percent."""
    usual = median(busy)
    if not usual >= _BUSY_PERCENT:
        return []
    back = _BACK_PART * usual
    episodes = []
    first = next((a for a, _ in stretches(lambda v: v >= back, busy)), len(busy))
    for a, b in stretches(lambda v: v <= _IDLE_PART * usual, busy):
        after = highest(busy[b + 1 : b + 6])
        if first < a and after >= back and line.seconds(a, b) <= max(_LONGEST_DROPOUT_SECONDS, 3 * line.interval):
            episodes.append((a, b))
    return episodes


def cpu_dropouts(samples: HostSamples, output: Output) -> Row | None:
    """The ``stall-train`` row of kind ``cpu-dropout``, or None where a busy host did not go idle and come back."""
    episodes = dropout_runs(samples.busy, samples.timeline)
    if not episodes:
        return None
    return _row("cpu-dropout", episodes, samples, output, {})
