"""The rows of an iostat output, whichever system printed it."""

from __future__ import annotations

from collections.abc import Sequence

from facts.reading import Output, Reading, Refusal, Row
from facts.series.devices import Recorder, device_rows
from facts.series.numbers import NAN, highest, known, mean, slots
from facts.series.stalls import HostSamples, cpu_dropouts
from facts.series.tables import Tables
from facts.series.timeline import timeline

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
    reading = Reading(refusals=[Refusal(output.span(index), reason) for index, reason in tables.refusals])
    reading.rows += device_rows(recorder, output, interval, at_boot)
    if tables.cpu:
        reading.rows += _cpu_rows(output, recorder, tables, interval, at_boot)
    if not reading.refusals:
        enough = recorder.count >= ENOUGH_SAMPLES
        reading.complete = frozenset({"device-load"} if recorder.devices else set())
        if enough and recorder.devices:
            reading.complete |= {"latency-spikes", "write-plateau"}
    return reading


def _cpu_rows(
    output: Output, recorder: Recorder, tables: Tables, interval: float | None, at_boot: bool | None
) -> Sequence[Row]:
    whole = timeline(recorder.count, recorder.stamps, interval)
    averaged = 1 if at_boot and recorder.count > 1 else 0
    cpu = [entry for entry in tables.cpu if entry[0] >= averaged]
    if not cpu:
        return []
    samples = [entry[0] for entry in cpu]
    line = whole.after(0)
    line.positions = [whole.positions[i] for i in samples]
    line.times = [whole.times[i] for i in samples]
    lines = [output.first + index for _, index, _ in cpu]

    def column(*names: str) -> list[float]:
        return [next((values[n] for n in names if n in values), NAN) for _, _, values in cpu]

    idle, wait, steal = column("%idle", "id"), column("%iowait", "wt", "wa"), column("%steal")
    busy = [sum(known(v[n] for n in ("%user", "%nice", "%system", "%sys", "us", "sy") if n in v)) for _, _, v in cpu]
    values: dict[str, str | float | int | bool] = {"output": output.label, "samples": len(cpu)}
    if recorder.count > 1 or at_boot is not None:
        values["since-boot"] = recorder.count == 1 and at_boot is True
    values |= slots(
        interval_seconds=line.interval if line.known else NAN,
        busy_mean_percent=mean(busy),
        wait_mean_percent=mean(wait),
        wait_max_percent=highest(wait),
        steal_max_percent=highest(steal),
        steal_mean_percent=mean(steal),
        system_mean_percent=mean(column("%system", "%sys", "sy")),
        system_max_percent=highest(column("%system", "%sys", "sy")),
        idle_mean_percent=mean(idle),
    )
    rows = [Row("cpu-load", values, (lines[0], lines[-1]), time=line.times[0])]
    unknown = [NAN] * len(cpu)
    host = HostSamples(line, lines, busy, wait, unknown, unknown, unknown, unknown)
    dropouts = cpu_dropouts(host, output)
    return [*rows, dropouts] if dropouts is not None else rows
