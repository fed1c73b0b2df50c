"""The rows of an iostat output, whichever system printed it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from facts.reading import Output, Reading, Refusal, Row
from facts.series.columns import Column, column_of
from facts.series.cpu_values import cpu_values
from facts.series.devices import device_rows
from facts.series.numbers import NAN, highest, mean, slots, unknown_like
from facts.series.recorder import Recorder
from facts.series.stalls import HostSamples, cpu_dropouts
from facts.series.tables import Tables
from facts.series.timeline import Timeline, Times
from facts.series.vector import Vector

ENOUGH_SAMPLES = 10
"""With fewer samples, no spike seen does not mean that there is none."""


def iostat_reading(
    output: Output, recorder: Recorder, tables: Tables, interval: float | None, at_boot: bool | None
) -> Reading:
    """Devices, CPU and refusals of one output.

    Args:
        output: the output.
        recorder: its device lines.
        tables: its CPU lines and what could not be read.
        interval: seconds between samples as the command said, or None.
        at_boot: whether the first sample is an average since boot, None where nothing tells.
    """
    reading = Reading(refusals=tables.refusals.made(lambda one: Refusal(output.span(one[0]), one[1])), walked=True)
    reading.rows += device_rows(recorder, output, interval, at_boot)
    averaged = 1 if at_boot and recorder.count > 1 else 0
    if tables.cpu and (cpu := _cpu_columns(output, recorder, tables, recorder.timeline(interval), averaged)):
        told = recorder.count > 1 or at_boot is not None
        reading.rows += cpu_rows(output, cpu, recorder.count == 1 and at_boot is True if told else None)
    if not reading.refusals:
        enough = recorder.count >= ENOUGH_SAMPLES
        reading.complete = frozenset({"device-load"} if recorder.devices else set())
        if enough and recorder.devices:
            reading.complete |= {"latency-spikes", "write-plateau"}
    return reading


class Cpu(NamedTuple):
    """The processors sample by sample: five columns as `cpu_values` has them, lines, and when it was."""

    columns: Sequence[Column]
    lines: Column
    line: Timeline


def _cpu_columns(output: Output, recorder: Recorder, tables: Tables, whole: Timeline, averaged: int) -> Cpu | None:
    if not isinstance(tables.cpu, list):
        columns, lines, line = tables.cpu.columns(averaged, recorder.count, whole, output.first)
        return Cpu(columns, lines, line) if len(lines) else None
    cpu = [entry for entry in tables.cpu if entry[0] >= averaged]
    if not cpu:
        return None
    line = whole.after(0)
    line.positions = column_of(whole.positions[sample] for sample, _, _ in cpu)
    line.times = Times(column_of(whole.times.column[sample] for sample, _, _ in cpu))
    names = dict.fromkeys(name for _, _, told in cpu for name in told)
    by_name = {name: Vector([told.get(name, NAN) for _, _, told in cpu]) for name in names}
    values = map(Column, cpu_values(by_name, Vector([NAN] * len(cpu))))
    return Cpu(list(values), column_of(output.first + index for _, index, _ in cpu), line)


def cpu_rows(output: Output, cpu: Cpu, since_boot: bool | None) -> list[Row]:
    """The rows of the processors; `since_boot` is whether their one sample is an average since boot, None if unknown."""
    busy, idle, wait, steal, system = cpu.columns
    values: dict[str, str | float | int | bool] = {"output": output.label, "samples": len(cpu.lines)}
    if since_boot is not None:
        values["since-boot"] = since_boot
    values |= slots(
        interval_seconds=cpu.line.interval if cpu.line.known else NAN,
        busy_mean_percent=mean(busy),
        wait_mean_percent=mean(wait),
        wait_max_percent=highest(wait),
        steal_max_percent=highest(steal),
        steal_mean_percent=mean(steal),
        system_mean_percent=mean(system),
        system_max_percent=highest(system),
        idle_mean_percent=mean(idle),
    )
    rows = [Row("cpu-load", values, (int(cpu.lines[0]), int(cpu.lines[-1])), time=cpu.line.times[0])]
    unknown = unknown_like(busy)
    host = HostSamples(cpu.line, cpu.lines, busy, wait, unknown, unknown, unknown, unknown)
    dropouts = cpu_dropouts(host, output)
    return [*rows, dropouts] if dropouts is not None else rows
