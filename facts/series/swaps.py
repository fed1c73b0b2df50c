"""Stretches in which memory of processes went to swap or came back."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from facts.reading import Output, Row
from facts.series.numbers import (
    any_known,
    count_beyond,
    count_known,
    either,
    highest,
    lowest,
    mean,
    slots,
    stretches,
    total,
)
from facts.series.timeline import Timeline

_LEAST_KB_S = 16.0
"""Below this rate in and out together, four pages in a second, a sample is quiet: idle pages trickle on healthy hosts."""

_GAP = 2
"""Quiet samples that do not end a stretch of samples of seconds."""

_LEAST_SAMPLES = 3
_LONG_INTERVAL = 60.0
"""Samples that are averages over so many seconds show by themselves that it lasted."""

_MOST_EPISODES = 10


class Swapping(NamedTuple):
    """Swap traffic sample by sample, in kB/s; NaN where unknown. One length each."""

    swap_in: Sequence[float]
    swap_out: Sequence[float]
    lines: Sequence[float]
    timeline: Timeline
    free: Sequence[float] = ()


def swap_episodes(swapping: Swapping, output: Output) -> list[Row]:
    """The ``swap-episode`` rows, in order; of very many those with the most traffic."""
    traffic = either(swapping.swap_in, swapping.swap_out)
    long = swapping.timeline.known and swapping.timeline.interval >= _LONG_INTERVAL
    least, gap = (1, 0) if long else (_LEAST_SAMPLES, _GAP)
    found = [(a, b) for a, b in stretches(lambda t: t >= _LEAST_KB_S, traffic, gap=gap) if b - a + 1 >= least]
    largest = sorted(found, key=lambda e: -total(traffic[e[0] : e[1] + 1]))[:_MOST_EPISODES]
    return [_row(number, a, b, swapping, output) for number, (a, b) in enumerate(sorted(largest), 1)]


def _row(number: int, a: int, b: int, swapping: Swapping, output: Output) -> Row:
    into, out = swapping.swap_in[a : b + 1], swapping.swap_out[a : b + 1]
    values: dict[str, str | float | int] = {"output": output.label, "number": number, "samples": b - a + 1}
    values |= slots(
        seconds=swapping.timeline.seconds(a, b),
        in_mean_kb_s=mean(into),
        out_mean_kb_s=mean(out),
        in_percent=_share(into),
        out_percent=_share(out),
        free_min_bytes=lowest(swapping.free[a : b + 1]),
    )
    lines = {}
    for slot, series in (("in-max-kb-s", into), ("out-max-kb-s", out)):
        if any_known(series):
            values[slot] = highest(series)
            lines[slot] = 2 * (int(swapping.lines[a + series.index(highest(series))]),)
    start = swapping.timeline.times[a]
    if start is not None:
        values["start-time"] = start
    return Row("swap-episode", values, (int(swapping.lines[a]), int(swapping.lines[b])), lines, start)


def _share(series: Sequence[float]) -> float:
    """Percent of the known samples with any traffic, or NaN."""
    seen = count_known(series)
    return 100 * count_beyond(series, 0.0) / seen if seen else float("nan")
