"""Stretches in which the page scanner of Solaris ran."""

from __future__ import annotations

from collections.abc import Sequence

from facts.reading import Output, Row
from facts.series.numbers import highest, lowest, mean, slots, stretches
from facts.series.timeline import Timeline
from facts.stamps import time_within_year

_GAP = 2
"""Samples without a scanned page that do not end an episode: the scanner rests between its passes."""

_LEAST_SAMPLES = 3
_HIGH_PAGES_S = 200.0
"""A shorter stretch counts when it reaches this rate, the classic sign of a shortage; the rules judge the rest."""

_MOST_EPISODES = 20


def scan_runs(scan: Sequence[float]) -> list[tuple[int, int]]:
    """First and last index of each stretch in which the scanner ran; of very many those with the highest peaks."""
    found = [
        (a, b)
        for a, b in stretches(lambda rate: rate > 0, scan, gap=_GAP)
        if b - a + 1 >= _LEAST_SAMPLES or highest(scan[a : b + 1]) >= _HIGH_PAGES_S
    ]
    return sorted(sorted(found, key=lambda e: -highest(scan[e[0] : e[1] + 1]))[:_MOST_EPISODES])


def scan_episodes(
    scan: Sequence[float],
    free_bytes: Sequence[float],
    page_out: Sequence[float],
    swapped: Sequence[float],
    lines: Sequence[float],
    timeline: Timeline,
    output: Output,
) -> list[Row]:
    """The ``scan-episode`` rows of a Solaris vmstat, in order; of very many those with the highest peaks."""
    rows = []
    for number, (a, b) in enumerate(scan_runs(scan), 1):
        swapped_max = highest(swapped[a : b + 1])
        values: dict[str, str | float | int] = {"output": output.label, "number": number}
        values |= slots(
            seconds=timeline.seconds(a, b),
            peak_pages_s=highest(scan[a : b + 1]),
            mean_pages_s=mean(scan[a : b + 1]),
            free_before_bytes=free_bytes[max(0, a - 1)],
            free_min_bytes=lowest(free_bytes[a : b + 1]),
            page_out_max_kb_s=highest(page_out[a : b + 1]),
        )
        if swapped_max == swapped_max:
            values["swapped-max"] = int(swapped_max)
        start = timeline.times[a]
        if start is not None:
            values["start-time"] = start
            if (in_year := time_within_year(start)) is not None:
                values["start-within-year-seconds"] = in_year
        rows.append(Row("scan-episode", values, (int(lines[a]), int(lines[b])), time=start))
    return rows
