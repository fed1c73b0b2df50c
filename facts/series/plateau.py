"""A write rate that held and then fell to a lower one for good: a cache that filled up."""

from __future__ import annotations

from itertools import accumulate
from typing import TYPE_CHECKING

from facts.reading import Output, Row
from facts.series.numbers import (
    NAN,
    any_known,
    columns,
    count_beyond,
    highest,
    is_long,
    mean,
    median,
    slots,
    times,
    total,
)

if TYPE_CHECKING:
    from facts.series.devices import Series

_LEAST_SAMPLES = 3
_LEAST_SECONDS_AFTER = 8.0
_LEAST_KB_S = 1000.0
_FALL = 0.5
_STILL_WRITING = 0.005
"""Below this part of the first rate the device is idle, and the writing was simply over."""

_KEPT_UP = 0.85
"""Part of the samples on either side of the knee that must lie on their own side of the two levels."""


def _knee(rates: list[float]) -> int:
    """Where to cut so that two constant levels fit best (least squares); index of the first sample after it."""
    if is_long(rates):
        return int(columns().knee(rates, _LEAST_SAMPLES))
    ordered = sorted(rates)
    ceiling = ordered[min(len(ordered) - 1, int(0.95 * len(ordered)))]
    clipped = [min(r, ceiling) for r in rates]
    sums = list(accumulate(clipped))
    whole, count = sums[-1], len(clipped)
    best, cut = -1.0, 0
    for k in range(_LEAST_SAMPLES, count - _LEAST_SAMPLES + 1):
        before = sums[k - 1]
        rest = whole - before
        fit = before * before / k + rest * rest / (count - k)
        if fit > best:
            best, cut = fit, k
    return cut


def _or_none(rates: list[float]) -> list[float]:
    """The rates, 0 where unknown."""
    if is_long(rates):
        return columns().or_none(rates)  # type: ignore[no-any-return]
    return [r if r == r else 0.0 for r in rates]


def _writing(rates: list[float], least: float) -> tuple[int, int, int]:
    """First and last sample of at least a rate, and how many there are."""
    if is_long(rates):
        return columns().at_least(rates, least)  # type: ignore[no-any-return]
    found = [i for i, r in enumerate(rates) if r >= least]
    return found[0], found[-1], len(found)


def write_plateau(series: Series, output: Output) -> Row | None:
    """The ``write-plateau`` row of a device, or None where its write rate did not fall from one level to another."""
    rates = _or_none(series["write_kb"])
    peak = max(highest(rates), 0.0) if len(rates) else 0.0
    if peak < _LEAST_KB_S:
        return None
    begin, last, writing = _writing(rates, peak * _STILL_WRITING)
    if writing < 2 * _LEAST_SAMPLES:
        return None
    # The first sample of a burst began somewhere within it.
    end = last + 1
    cut = begin + _knee(rates[begin:end])
    if cut == begin:
        return None
    before, after = rates[begin:cut], rates[cut:end]
    fast, slow = median(before), median(after)
    if not (fast >= _LEAST_KB_S and _STILL_WRITING * fast < slow < _FALL * fast):
        return None
    middle = (fast * slow) ** 0.5
    line = series.timeline
    if not (
        line.seconds(cut, end - 1) >= _LEAST_SECONDS_AFTER
        and count_beyond(before, middle) >= _KEPT_UP * len(before)
        and count_beyond(after, middle, above=False) >= _KEPT_UP * len(after)
    ):
        return None
    values: dict[str, str | float] = {"device": series.name, "output": output.label}
    values |= slots(
        rate_before_kb_s=fast,
        rate_after_kb_s=slow,
        seconds_before=line.seconds(begin, cut - 1),
        seconds_after=line.seconds(cut, end - 1),
        bytes_at_knee=1024 * total(times(line.interval, before)),
        latency_before_ms=median(series["latency"][begin:cut]),
        latency_after_ms=median(series["latency"][cut:end]),
        busy_after_percent=mean(series["busy"][cut:end]) if any_known(series["busy"]) else NAN,
    )
    return Row("write-plateau", values, series.span(begin, end - 1), time=line.times[cut])
