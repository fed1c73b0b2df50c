"""The columns of ``zpool iostat``, of each pool and device."""

from __future__ import annotations

from array import array
from collections.abc import Mapping

from facts.readers.zpool_iostat import recorded
from facts.reading import Output
from facts.samplings.metrics import Columns, Sampled, began, spread, spread_lines, times_of
from facts.series.numbers import NAN
from facts.series.recorder import Recorder
from facts.series.samples import QUANTITIES
from facts.series.timeline import timeline

_NAMES = {
    "reads": ("operations read", "/s"),
    "writes": ("operations write", "/s"),
    "read_kb": ("bandwidth read", "kB/s"),
    "write_kb": ("bandwidth write", "kB/s"),
    "read_latency": ("total_wait read", "ms"),
    "write_latency": ("total_wait write", "ms"),
}


def pour_quantities(columns: Columns, recorder: Recorder, first: int, names: Mapping[str, tuple[str, str]]) -> None:
    """Turn what a recorder holds into metrics, by the names and units of the tool.

    Args:
        columns: takes the metrics.
        recorder: the samples as the reader takes them.
        first: how many samples at the beginning are left out.
        names: name and unit of each quantity that the tool prints.
    """
    count = recorder.count - first
    for device, taken in recorder.devices.items():
        skipped = sum(1 for i in taken.index[:first] if i < first)
        index = array("l", [i - first for i in taken.index[skipped:]])
        if not index:
            continue
        lines = spread_lines(count, index, taken.line[skipped:])
        for offset, quantity in enumerate(QUANTITIES):
            if quantity not in names:
                continue
            name, unit = names[quantity]
            values = taken.flat[offset :: len(QUANTITIES)][skipped:]
            absent = 0.0 if unit.endswith("/s") or unit == "%" else NAN
            columns.add(name, device, unit, spread(count, index, values, absent), lines)


def samples(kind: str, output: Output) -> Sampled:
    """Operations, bandwidth and waits of each pool and device; see `facts.samplings.sampled`."""
    recorder, interval, at_boot = recorded(output)
    first = 1 if at_boot and recorder.count > 1 else 0
    line = timeline(recorder.count, recorder.stamps, interval).after(first)
    columns = Columns()
    pour_quantities(columns, recorder, first, _NAMES)
    start, dated = began(recorder.stamps, line, first)
    return Sampled(
        kind, line.interval if line.known else None, times_of(line), start, dated, tuple(columns.metrics)
    )  # fmt: skip
