"""What the samples of disks and pools come to: load, latency spikes and write plateaus of each device."""

from __future__ import annotations

from array import array
from collections.abc import Sequence

from facts.reading import Output, Row, Span
from facts.records import field, record
from facts.series.numbers import NAN, highest, known, mean, median, ratio, slots
from facts.series.plateau import write_plateau
from facts.series.spikes import latency_spikes
from facts.series.timeline import Stamp, Timeline, timeline

QUANTITIES = (
    "reads", "writes", "transfers", "read_kb", "write_kb", "latency", "read_latency", "write_latency", "waiting",
    "active", "busy",
)  # fmt: skip
"""What a sample of a device may tell, in the order in which `Recorder.row` takes it: requests and kB per second,
milliseconds, requests queued and in service, percent."""

_RATES = frozenset(("reads", "writes", "transfers", "read_kb", "write_kb", "waiting", "active", "busy"))
_WIDTH = len(QUANTITIES)
_MOST_DEVICES = 80
"""Rows for more devices than this help nobody; those that moved most data are kept."""


@record
class _Samples:
    index: array[int] = field(default_factory=lambda: array("l"))
    line: array[int] = field(default_factory=lambda: array("l"))
    flat: array[float] = field(default_factory=lambda: array("d"))
    last: int = -1
    layout: object = None


class Recorder:
    """Collects the samples of all devices while an output is read, one call for each line."""

    def __init__(self) -> None:
        self.sample = 0
        self.stamps: dict[int, Stamp] = {}
        self.devices: dict[str, _Samples] = {}
        self._seen: set[object] = set()
        self._layout: object = None

    def header(self, layout: object) -> None:
        """A table begins; the same table again is the next sample."""
        if layout in self._seen:
            self._next()
        self._seen.add(layout)
        self._layout = layout

    def stamp(self, stamp: Stamp) -> None:
        """A timestamp line: the next sample begins."""
        if self._seen or self.sample in self.stamps:
            self._next()
        self.stamps[self.sample] = stamp

    def row(self, line: int, name: str, values: Sequence[float]) -> None:
        """One line of one device; the same device again in the same table is the next sample."""
        device = self.devices.get(name)
        if device is None:
            device = self.devices[name] = _Samples()
        if device.last == self.sample:
            if device.layout != self._layout:
                self._merge(device, values)
                return
            self._next()
            self._seen.add(self._layout)
        elif not self._seen:
            self._seen.add(self._layout)
        device.index.append(self.sample)
        device.line.append(line)
        device.flat.extend(values)
        device.last, device.layout = self.sample, self._layout

    def _next(self) -> None:
        self.sample += 1
        self._seen.clear()

    def _merge(self, device: _Samples, values: Sequence[float]) -> None:
        """A second table of the same sample (``--pretty`` prints reads, writes and the rest one below the other)."""
        base = len(device.flat) - _WIDTH
        for offset, value in enumerate(values):
            if value == value:
                device.flat[base + offset] = value
        device.layout = self._layout

    @property
    def count(self) -> int:
        """Number of samples so far."""
        return self.sample + 1 if self.devices or self._seen else 0


@record
class Series:
    """One device, sample by sample: lists of one length, by the names in `QUANTITIES` and those derived.

    ``requests`` are reads and writes together, ``latency`` is over both, ``queue`` is waiting and active together.
    """

    name: str
    columns: dict[str, list[float]]
    lines: list[int]
    timeline: Timeline

    def __getitem__(self, column: str) -> list[float]:
        return self.columns[column]

    def span(self, first: int, last: int) -> Span:
        """File lines from sample `first` to `last`."""
        present = [line for line in self.lines[first : last + 1] if line]
        return (present[0], present[-1])


def _column(samples: _Samples, offset: int, first: int, count: int, absent: float) -> list[float]:
    values = samples.flat[offset::_WIDTH].tolist()
    if len(values) == count and first == 0:
        return values
    dense = [absent] * (count + first)
    for index, value in zip(samples.index, values, strict=True):
        dense[index] = value
    return dense[first:]


def _weighted(columns: dict[str, list[float]]) -> list[float]:
    """Latency over reads and writes, each by its number of requests."""
    result = []
    for reads, writes, slow_reads, slow_writes in zip(
        columns["reads"], columns["writes"], columns["read_latency"], columns["write_latency"], strict=True
    ):
        parts = [(n, ms) for n, ms in ((reads, slow_reads), (writes, slow_writes)) if n > 0 and ms == ms]
        requests = sum(n for n, _ in parts)
        result.append(sum(n * ms for n, ms in parts) / requests if requests else NAN)
    return result


def _added(one: Sequence[float], other: Sequence[float]) -> list[float]:
    """Sums, where an unknown part counts as none unless both are unknown."""
    return [a + b if a == a and b == b else (a if a == a else b) for a, b in zip(one, other, strict=True)]


def series_of(recorder: Recorder, name: str, first: int, line: Timeline) -> Series:
    """One device from sample `first` on; where the tool left an idle device out, its rates are zero."""
    samples = recorder.devices[name]
    count = recorder.count - first
    columns = {}
    for offset, quantity in enumerate(QUANTITIES):
        absent = 0.0 if quantity in _RATES and known(samples.flat[offset::_WIDTH]) else NAN
        columns[quantity] = _column(samples, offset, first, count, absent)
    lines = [0] * recorder.count
    for index, at in zip(samples.index, samples.line, strict=True):
        lines[index] = at
    columns["requests"] = _added(columns["reads"], columns["writes"])
    if not known(columns["requests"]):
        columns["requests"] = columns["transfers"]
    if not known(columns["latency"]):
        columns["latency"] = _weighted(columns)
    # A sample without a request has no latency, whatever is printed.
    columns["latency"] = [NAN if n == 0 else ms for n, ms in zip(columns["requests"], columns["latency"], strict=True)]
    columns["queue"] = _added(columns["waiting"], columns["active"])
    return Series(name, columns, lines[first:], line)


def _load(series: Series, output: Output, since_boot: bool | None) -> Row:
    requests, latency, queue, busy = (series[c] for c in ("requests", "latency", "queue", "busy"))
    stuck = sum(
        1 for n, q, b in zip(requests, queue, busy, strict=True) if n == 0 and (b >= 95 or q >= 0.5)
    )  # a queue of less than a half is one that was just emptied
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
        write_latency_ms_mean=per_request(series["write_latency"], series["writes"]),
        write_latency_ms_max=highest(
            ms for ms, n in zip(series["write_latency"], series["writes"], strict=True) if n > 0
        ),
        read_latency_ms_mean=per_request(series["read_latency"], series["reads"]),
        queue_mean=mean(queue),
        queue_max=highest(queue),
        busy_percent_mean=mean(busy),
        busy_percent_max=highest(busy),
    )
    if known(queue) or known(busy):
        values["no-completion-samples"] = stuck
    peaks = {"latency-ms-max": latency, "write-kb-s-max": series["write_kb"], "queue-max": queue}
    lines = {slot: (at, at) for slot, column in peaks.items() if slot in values and (at := _peak_line(series, column))}
    return Row("device-load", values, series.span(0, len(requests) - 1), lines, _first_time(series.timeline))


def per_request(latency: Sequence[float], requests: Sequence[float]) -> float:
    """Mean latency over the requests, not over the samples."""
    pairs = [(ms * n, n) for ms, n in zip(latency, requests, strict=True) if n > 0 and ms == ms]
    return ratio([above for above, _ in pairs], [below for _, below in pairs])


def _peak_line(series: Series, column: list[float]) -> int:
    return series.lines[column.index(highest(column))]


def _first_time(line: Timeline) -> float | None:
    return next((t for t in line.times if t is not None), None)


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
    whole = timeline(recorder.count, recorder.stamps, interval)
    first = 1 if at_boot and recorder.count > 1 else 0
    line = whole.after(first)
    candidates = []
    for name in recorder.devices:
        if recorder.devices[name].last < first:
            continue  # seen in the average since boot only
        series = series_of(recorder, name, first, line)
        moved = sum(known(series["requests"])) + sum(known(series["read_kb"])) + sum(known(series["write_kb"]))
        if moved or sum(known(series["busy"])) or sum(known(series["queue"])):
            candidates.append((moved, series))
    kept = sorted(candidates, key=lambda c: -c[0])[:_MOST_DEVICES]
    names = {id(series) for _, series in kept}
    rows = []
    for _, series in candidates:
        if id(series) not in names:
            continue
        single = at_boot if recorder.count == 1 else False
        rows.append(_load(series, output, single))
        rows += [row for row in (latency_spikes(series, output), write_plateau(series, output)) if row is not None]
    return rows
