"""One device, sample by sample, whichever way its samples were read."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from facts.reading import Span
from facts.series.columns import NAN, Column
from facts.series.numbers import added, any_known, weighted, while_asked
from facts.series.recorder import Recorder
from facts.series.samples import QUANTITIES, RATES, WIDTH, Samples
from facts.series.timeline import Timeline
from facts.series.vector import Vector


@dataclass(slots=True)
class Series:
    """One device: columns of one length, by the names in `QUANTITIES` and those derived.

    ``requests`` are reads and writes together, ``latency`` is over both, ``queue`` is waiting and active together.
    """

    name: str
    columns: dict[str, Column]
    lines: Column
    timeline: Timeline

    def __getitem__(self, column: str) -> Column:
        return self.columns[column]

    def span(self, first: int, last: int) -> Span:
        """File lines from sample `first` to `last`."""
        lines = self.lines[first : last + 1]
        begin = next(line for at in range(len(lines)) if (line := lines[at]))
        end = next(line for at in reversed(range(len(lines))) if (line := lines[at]))
        return int(begin), int(end)


def series_of(recorder: Recorder, name: str, first: int, line: Timeline) -> Series:
    """One device from sample `first` on; where the tool left an idle device out, its rates are zero."""
    samples = recorder.devices[name]
    if recorder.scratch is not None:
        from facts.series.track import stored_columns

        made, lines = stored_columns(samples, recorder.scratch, first, recorder.count)
    else:
        made, lines = _columns(samples, first, recorder.count)
    made["requests"] = added(made["reads"], made["writes"])
    if not any_known(made["requests"]):
        made["requests"] = made["transfers"]
    if not any_known(made["latency"]):
        made["latency"] = weighted(made["reads"], made["writes"], made["read_latency"], made["write_latency"])
    if any_known(made["queued_latency"]):
        made["latency"] = added(made["latency"], made["queued_latency"])
    made["latency"] = while_asked(made["latency"], made["requests"])
    made["queue"] = added(made["waiting"], made["active"])
    return Series(name, made, lines, line)


def _columns(samples: Samples, first: int, end: int) -> tuple[dict[str, Column], Column]:
    """The quantities by name, from one sample to before another; and their lines, 0 where there is none."""
    made = {}
    for offset, quantity in enumerate(QUANTITIES):
        values = samples.flat[offset::WIDTH].tolist()
        absent = 0.0 if quantity in RATES and any(v == v for v in values) else NAN
        made[quantity] = _dense(samples, values, first, end, absent)
    return made, _dense(samples, samples.line.tolist(), first, end, 0)


def _dense(samples: Samples, values: Sequence[float], first: int, end: int, absent: float) -> Column:
    if len(values) < end:
        whole = [absent] * end
        for index, value in zip(samples.index, values, strict=True):
            whole[index] = value
        values = whole
    return Column(Vector(list(values[first:])))
