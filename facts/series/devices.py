"""What the samples of disks and pools come to: load, latency spikes, latency steps and write plateaus of each device."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from facts.reading import Output, Row
from facts.series.columns import Column
from facts.series.device_series import Series, series_of
from facts.series.numbers import (
    NAN,
    any_known,
    chosen_by,
    count_where,
    highest,
    mean,
    median,
    per_request,
    ratio,
    slots,
    total,
)
from facts.series.plateau import write_plateau
from facts.series.recorder import Recorder
from facts.series.spikes import latency_spikes
from facts.series.steps import latency_step

_MOST_DEVICES = 80
"""Rows for more devices than this help nobody; those that moved most data are kept."""


def _stuck(requests: Column, queue: Column, busy: Column) -> int:
    """Samples in which nothing was completed although something waited or the device was busy."""
    # a queue of less than a half is one that was just emptied
    return count_where(lambda n, q, b: (n == 0) & ((b >= 95) | (q >= 0.5)), requests, queue, busy)


def _load(series: Series, output: Output, since_boot: bool | None) -> Row:
    requests, latency, queue, busy = (series[c] for c in ("requests", "latency", "queue", "busy"))
    values: dict[str, str | float | int | bool] = {"device": series.name, "output": output.label}
    values["samples"] = len(requests)
    if since_boot is not None:
        values["since-boot"] = since_boot
    values |= slots(
        interval_seconds=series.timeline.interval if series.timeline.known else NAN,
        reads_s_mean=mean(series["reads"]),
        writes_s_mean=mean(series["writes"]),
        transfers_s_mean=mean(series["transfers"]),
        writes_s_max=highest(series["writes"]),
        read_kb_s_mean=mean(series["read_kb"]),
        write_kb_s_mean=mean(series["write_kb"]),
        write_kb_s_max=highest(series["write_kb"]),
        # 0.00 MB/s with requests is rounding, not requests of nothing
        write_size_kb_mean=ratio(series["write_kb"], series["writes"]) or NAN,
        read_size_kb_mean=ratio(series["read_kb"], series["reads"]) or NAN,
        latency_ms_mean=per_request(latency, requests),
        latency_ms_median=median(latency),
        latency_ms_max=highest(latency),
        host_queue_ms_mean=per_request(series["queued_latency"], requests),
        write_latency_ms_mean=per_request(series["write_latency"], series["writes"]),
        write_latency_ms_max=highest(chosen_by(series["write_latency"], series["writes"], lambda n: n > 0)),
        read_latency_ms_mean=per_request(series["read_latency"], series["reads"]),
        queue_mean=mean(queue),
        queue_max=highest(queue),
        busy_percent_mean=mean(busy),
        busy_percent_max=highest(busy),
    )
    if any_known(queue) or any_known(busy):
        values["no-completion-samples"] = _stuck(requests, queue, busy)
    peaks = {"latency-ms-max": latency, "write-kb-s-max": series["write_kb"], "queue-max": queue}
    lines = {slot: (at, at) for slot, column in peaks.items() if slot in values and (at := _peak_line(series, column))}
    return Row("device-load", values, series.span(0, len(requests) - 1), lines, series.timeline.times.first())


def _peak_line(series: Series, column: Column) -> int:
    return int(series.lines[column.index(highest(column))])


def device_rows(recorder: Recorder, output: Output, interval: float | None, at_boot: bool | None) -> list[Row]:
    """The rows of all devices of one output.

    Args:
        recorder: what was read.
        output: the output, for the label.
        interval: seconds between samples as the command said, or None.
        at_boot: whether the first sample is an average since boot (of several it is set aside), None if unknown.
    """
    if not recorder.count:
        return []
    whole = recorder.timeline(interval)
    first = 1 if at_boot and recorder.count > 1 else 0
    line = whole.after(first)
    single = at_boot if recorder.count == 1 else False
    moved: dict[str, float] = {}
    rows: dict[str, list[Row]] = {}
    for number, (name, samples) in enumerate(recorder.devices.items()):
        if recorder.works is not None:
            recorder.works(number / len(recorder.devices))
        if samples.last < first:
            continue  # seen in the average since boot only
        with _released(recorder):
            series = series_of(recorder, name, first, line)
            moving = sum(total(series[column]) for column in ("requests", "read_kb", "write_kb"))
            if not moving and not total(series["busy"]) and not total(series["queue"]):
                continue
            moved[name] = moving
            rows[name] = _rows(series, output, single)
        if len(moved) > _MOST_DEVICES:
            least = min(reversed(moved), key=lambda device: moved[device])
            del moved[least], rows[least]
    return [row for each in rows.values() for row in each]


@contextmanager
def _released(recorder: Recorder) -> Iterator[None]:
    """Give the room that a device took in the scratch file to the next one."""
    end = recorder.scratch.end if recorder.scratch is not None else 0
    yield
    if recorder.scratch is not None:
        recorder.scratch.cut(end)


def _rows(series: Series, output: Output, single: bool | None) -> list[Row]:
    found = [
        _load(series, output, single),
        latency_spikes(series, output),
        write_plateau(series, output),
        latency_step(series, output),
    ]
    return [row for row in found if row is not None]
