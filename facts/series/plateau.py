"""A write rate that held and then fell to a lower one for good: a cache that filled up."""

from __future__ import annotations

from facts.reading import Output, Row
from facts.series.columns import Column
from facts.series.device_series import Series
from facts.series.numbers import (
    NAN,
    any_known,
    count_beyond,
    highest,
    mean,
    median,
    or_nothing,
    ranked,
    slots,
    stretches,
    times,
    total,
)
from facts.series.vector import Array

LEAST_SAMPLES = 3
_LEAST_BEFORE = 2
"""Samples before the fall, which long intervals leave only two of; these are enough where requests begin to wait."""
_LEAST_SECONDS_AFTER, _LEAST_SECONDS_WAITING = 8.0, 4.0
"""How long the lower rate has to last, and how long where requests wait."""
_LEAST_KB_S = 1000.0
_FALL = 0.5
_LESS, _WAITS_TIMES, _WAITS_MS = 0.85, 8.0, 10.0
"""A smaller fall counts, to this part of the first rate, where requests wait so many times as long from then on, and at least so long."""
_STILL_WRITING = 0.005
"""Below this part of the first rate the device is idle, and the writing was simply over."""

KEPT_UP = 0.85
"""Part of the samples on either side of the knee that must lie on their own side of the two levels."""


def knee(rates: Column) -> int:
    """Where to cut so that two constant levels fit best (least squares); index of the first sample after it."""
    count = len(rates)
    ceiling = ranked(rates, min(count - 1, int(0.95 * count)))[1]
    whole = total(rates.mapped(lambda part: _clipped(part, ceiling)))
    best, cut, before, summed = -1.0, 0, 0, 0.0
    for part in rates.arrays():
        sums = _clipped(part, ceiling).cumsum() + summed
        cuts = (part == part).cumsum() + before
        summed, before = float(sums[-1]), before + len(part)
        wanted = (cuts >= _LEAST_BEFORE) & (cuts <= count - LEAST_SAMPLES)
        sums, cuts = sums[wanted], cuts[wanted]
        if len(sums):
            fit = sums * sums / cuts + (whole - sums) * (whole - sums) / (count - cuts)
            at = int(fit.argmax())
            if fit[at] > best:
                best, cut = float(fit[at]), int(cuts[at])
    return cut


def _clipped(part: Array, ceiling: float) -> Array:
    made = part.copy()
    made[part > ceiling] = ceiling
    return made


def write_plateau(series: Series, output: Output) -> Row | None:
    """The ``write-plateau`` row of a device, or None where its write rate did not fall from one level to another."""
    rates = or_nothing(series["write_kb"])
    peak = max(highest(rates), 0.0) if len(rates) else 0.0
    if peak < _LEAST_KB_S:
        return None
    writing = stretches(lambda rate: rate >= peak * _STILL_WRITING, rates)
    if sum(last + 1 - first for first, last in writing) < _LEAST_BEFORE + LEAST_SAMPLES:
        return None
    begin, end = writing[0][0], writing[-1][1] + 1
    if (found := _fall(series, output, rates, begin, end)) is not None:
        return found
    # what was written before the burst, at a rate that the fall does not go below, is no part of it
    burst = next((first for first, _ in stretches(lambda rate: rate >= peak * _FALL, rates)), begin)
    return _fall(series, output, rates, burst, end) if burst > begin else None


def _fall(series: Series, output: Output, rates: Column, begin: int, end: int) -> Row | None:
    """The row of a burst from `begin` to `end`, or None where it does not fall for good."""
    if end - begin < _LEAST_BEFORE + LEAST_SAMPLES:
        return None
    cut = begin + knee(rates[begin:end])
    if cut == begin:
        return None
    before, after = rates[begin:cut], rates[cut:end]
    fast, slow = median(before), median(after)
    quick, late = median(series["latency"][begin:cut]), median(series["latency"][cut:end])
    waits = late >= max(_WAITS_MS, _WAITS_TIMES * quick)
    if not (fast >= _LEAST_KB_S and _STILL_WRITING * fast < slow < (_LESS if waits else _FALL) * fast):
        return None
    if len(before) < LEAST_SAMPLES and not waits:
        return None
    middle = (fast * slow) ** 0.5
    # the sample in which it fell has something of both
    lower = rates[cut + 1 : end] if count_beyond(rates[cut : cut + 1], middle) else after
    line = series.timeline
    # steps of a second that nothing told may be longer ones
    long_enough = not line.known and waits
    if not (
        (long_enough or line.seconds(cut, end - 1) >= (_LEAST_SECONDS_WAITING if waits else _LEAST_SECONDS_AFTER))
        and count_beyond(before, middle) >= KEPT_UP * len(before)
        and count_beyond(lower, middle, above=False) >= KEPT_UP * len(lower)
    ):
        return None
    values: dict[str, str | float] = {"device": series.name, "output": output.label}
    values |= slots(
        rate_before_kb_s=fast,
        rate_after_kb_s=slow,
        seconds_before=line.seconds(begin, cut - 1),
        seconds_after=line.seconds(cut, end - 1),
        bytes_at_knee=1024 * total(times(line.interval, before)),
        latency_before_ms=quick,
        latency_after_ms=late,
        busy_after_percent=mean(series["busy"][cut:end]) if any_known(series["busy"]) else NAN,
    )
    return Row("write-plateau", values, series.span(begin, end - 1), time=line.times[cut])
