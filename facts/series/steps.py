"""A device that answered at once, and from some sample on did not any more: something began then."""

from __future__ import annotations

from facts.reading import Output, Row
from facts.series.device_series import Series
from facts.series.numbers import count_beyond, highest, mean, median, or_nothing, slots
from facts.series.plateau import KEPT_UP, LEAST_SAMPLES, knee

_LEAST_MS = 5.0
_RISE = 2.0


def latency_step(series: Series, output: Output) -> Row | None:
    """The ``latency-step`` row of a device, or None where its latency did not rise from one level to another and stay."""
    latency = or_nothing(series["latency"])
    count = len(latency)
    if count < 2 * LEAST_SAMPLES or highest(latency) < _LEAST_MS:
        return None
    if (cut := knee(latency)) < LEAST_SAMPLES:
        return None
    before, after = latency[0:cut], latency[cut:count]
    low, high = median(before), median(after)
    if not (low > 0 and high >= max(_LEAST_MS, _RISE * low)):
        return None
    middle = (low * high) ** 0.5
    if not (
        count_beyond(before, middle, above=False) >= KEPT_UP * len(before)
        and count_beyond(after, middle) >= KEPT_UP * len(after)
    ):
        return None
    values: dict[str, str | float] = {"device": series.name, "output": output.label}
    values |= slots(
        latency_before_ms=low,
        latency_after_ms=high,
        requests_before_s=mean(series["requests"][0:cut]),
        requests_after_s=mean(series["requests"][cut:count]),
        kb_before_s=mean(series["read_kb"][0:cut]) + mean(series["write_kb"][0:cut]),
        kb_after_s=mean(series["read_kb"][cut:count]) + mean(series["write_kb"][cut:count]),
        seconds_after=series.timeline.seconds(cut, count - 1),
        busy_after_percent=mean(series["busy"][cut:count]),
    )
    return Row("latency-step", values, series.span(0, count - 1), time=series.timeline.times[cut])
