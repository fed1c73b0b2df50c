"""What the samples of disks and pools come to: load, latency spikes and write plateaus of each device."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from facts.reading import Output, Row, Span
from facts.series.numbers import NAN, any_known, columns, highest, is_long, mean, median, ratio, slots, total
from facts.series.plateau import write_plateau
from facts.series.spikes import latency_spikes
from facts.series.timeline import Stamp, Timeline, timeline

if TYPE_CHECKING:
    from facts.scratch import Scratch
    from facts.series.blocks import Piece
    from facts.series.bulk import Clock, Plan, Told
    from facts.series.long_timeline import Spilled

QUANTITIES = (
    "reads", "writes", "transfers", "read_kb", "write_kb", "latency", "read_latency", "write_latency", "waiting",
    "active", "busy",
)  # fmt: skip
"""What a sample of a device may tell, in the order in which `Recorder.row` takes it: requests and kB per second,
milliseconds, requests queued and in service, percent."""

RATES = frozenset(("reads", "writes", "transfers", "read_kb", "write_kb", "waiting", "active", "busy"))
WIDTH = len(QUANTITIES)
_MOST_DEVICES = 80
"""Rows for more devices than this help nobody; those that moved most data are kept."""


_MOST_HELD = 4096
"""Rows of a device of a long text that are held in memory."""


@dataclass(slots=True)
class Samples:
    """The rows of one device: number of the sample, line, and values one after the other.

    Of a long text, `spilled` says where most of the rows are in the scratch file, and `bulk` what was taken in bulk.
    """

    index: array[int] = field(default_factory=lambda: array("l"))
    line: array[int] = field(default_factory=lambda: array("l"))
    flat: array[float] = field(default_factory=lambda: array("d"))
    last: int = -1
    layout: object = None
    spilled: list[tuple[int, int, int, int]] = field(default_factory=list)
    bulk: list[Bulk] = field(default_factory=list)


class Bulk(NamedTuple):
    """Samples of a device that were taken in bulk: number and line of the first, lines from one to the next."""

    first: int
    line: int
    each: int
    piece: Piece
    told: Told


class Recorder:
    """Collects the samples of all devices while an output is read, one call for each line."""

    def __init__(self) -> None:
        self.sample = 0
        self.stamps: dict[int, Stamp] = {}
        self.devices: dict[str, Samples] = {}
        self.clocks: list[tuple[int, Piece, Clock] | Spilled] = []
        self.scratch: Scratch | None = None
        """Of a long text: room for what is not to be held in memory."""
        self.works: Callable[[float], None] | None = None
        """Is told, where somebody watches the reading of a long text, how much of the work is done."""
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
        if self.scratch is not None and len(self.stamps) >= _MOST_HELD:
            from facts.series.long_timeline import spilled_stamps

            self.clocks.append(spilled_stamps(self.stamps, self.scratch))
            self.stamps = {self.sample: stamp}

    def row(self, line: int, name: str, values: Sequence[float]) -> None:
        """One line of one device; the same device again in the same table is the next sample."""
        device = self.devices.get(name)
        if device is None:
            device = self.devices[name] = Samples()
        if device.last == self.sample:
            if device.layout != self._layout:
                self._merge(device, values)
                return
            self._next()
            self._seen.add(self._layout)
        elif not self._seen:
            self._seen.add(self._layout)
        if self.scratch is not None and len(device.index) >= _MOST_HELD:
            spill(device, self.scratch)
        device.index.append(self.sample)
        device.line.append(line)
        device.flat.extend(values)
        device.last, device.layout = self.sample, self._layout

    @property
    def seen(self) -> set[object]:
        """The tables of the present sample."""
        return self._seen

    def stand(self, seen: frozenset[object]) -> None:
        """Begin as if these had been the tables of a sample."""
        self._seen = set(seen)

    def bulk(self, piece: Piece, plan: Plan, first: int, line: int, each: int) -> None:
        """Take samples in bulk behind sample `first`; `line` is where they begin, `each` has how many lines."""
        for told in plan.told:
            if told.name:
                device = self.devices.setdefault(told.name, Samples())
                device.bulk.append(Bulk(first + told.ahead, line + told.line, each, piece, told))
                device.last, device.layout = first + told.ahead + piece.samples - 1, self._layout
        if plan.clock is not None:
            self.clocks.append((first + plan.clock[1], piece, plan.clock[0]))

    def skip(self, count: int) -> None:
        """So many samples were taken in bulk."""
        self.sample += count

    def _next(self) -> None:
        self.sample += 1
        self._seen.clear()

    def _merge(self, device: Samples, values: Sequence[float]) -> None:
        """A second table of the same sample (``--pretty`` prints reads, writes and the rest one below the other)."""
        if device.bulk and self.scratch is not None and not (device.index and device.index[-1] == device.last):
            from facts.series.long_devices import unpack_last

            unpack_last(device, self.scratch)
        base = len(device.flat) - WIDTH
        for offset, value in enumerate(values):
            if value == value:
                device.flat[base + offset] = value
        device.layout = self._layout

    @property
    def count(self) -> int:
        """Number of samples so far."""
        return self.sample + 1 if self.devices or self._seen or self.sample else 0


def spill(samples: Samples, scratch: Scratch) -> None:
    """Move rows to the scratch file."""
    place = scratch.append(samples.index.tobytes() + samples.line.tobytes() + samples.flat.tobytes())
    samples.spilled.append((place, len(samples.index), samples.index[0], samples.index[-1]))
    for held in (samples.index, samples.line, samples.flat):
        del held[:]


@dataclass(slots=True)
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
        if is_long(self.lines):
            return columns().span(self.lines, first, last)  # type: ignore[no-any-return]
        present = [line for line in self.lines[first : last + 1] if line]
        return (present[0], present[-1])


def _column(samples: Samples, offset: int, first: int, count: int, absent: float) -> list[float]:
    values = samples.flat[offset::WIDTH].tolist()
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
    if recorder.scratch is not None:
        from facts.series.long_devices import long_series

        return long_series(recorder, name, first, line)
    count = recorder.count - first
    made = {}
    for offset, quantity in enumerate(QUANTITIES):
        absent = 0.0 if quantity in RATES and any_known(samples.flat[offset::WIDTH]) else NAN
        made[quantity] = _column(samples, offset, first, count, absent)
    lines = [0] * recorder.count
    for index, at in zip(samples.index, samples.line, strict=True):
        lines[index] = at
    made["requests"] = _added(made["reads"], made["writes"])
    if not any_known(made["requests"]):
        made["requests"] = made["transfers"]
    if not any_known(made["latency"]):
        made["latency"] = _weighted(made)
    # A sample without a request has no latency, whatever is printed.
    made["latency"] = [NAN if n == 0 else ms for n, ms in zip(made["requests"], made["latency"], strict=True)]
    made["queue"] = _added(made["waiting"], made["active"])
    return Series(name, made, lines[first:], line)


def _stuck(requests: Sequence[float], queue: Sequence[float], busy: Sequence[float]) -> int:
    """Samples in which nothing was completed although something waited or the device was busy."""
    # a queue of less than a half is one that was just emptied
    if is_long(requests):
        from facts.series.long_devices import stuck

        return stuck(requests, queue, busy)
    return sum(1 for n, q, b in zip(requests, queue, busy, strict=True) if n == 0 and (b >= 95 or q >= 0.5))


def _while_asked(latency: Sequence[float], requests: Sequence[float]) -> Sequence[float]:
    if is_long(latency):
        return columns().asked(latency, requests)  # type: ignore[no-any-return]
    return [ms for ms, n in zip(latency, requests, strict=True) if n > 0]


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
        write_latency_ms_mean=per_request(series["write_latency"], series["writes"]),
        write_latency_ms_max=highest(_while_asked(series["write_latency"], series["writes"])),
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
    return Row("device-load", values, series.span(0, len(requests) - 1), lines, _first_time(series.timeline))


def per_request(latency: Sequence[float], requests: Sequence[float]) -> float:
    """Mean latency over the requests, not over the samples."""
    if is_long(latency):
        return float(columns().per_request(latency, requests))
    pairs = [(ms * n, n) for ms, n in zip(latency, requests, strict=True) if n > 0 and ms == ms]
    return ratio([above for above, _ in pairs], [below for _, below in pairs])


def _peak_line(series: Series, column: list[float]) -> int:
    return int(series.lines[column.index(highest(column))])


def _first_time(line: Timeline) -> float | None:
    return next((t for t in line.times if t is not None), None)


def timeline_of(recorder: Recorder, interval: float | None) -> Timeline:
    """When the samples were taken; `interval` in seconds as the command said, or None."""
    if recorder.scratch is not None:
        from facts.series.long_timeline import long_timeline

        return long_timeline(recorder.count, recorder, interval)
    return timeline(recorder.count, recorder.stamps, interval)


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
    whole = timeline_of(recorder, interval)
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
    found = [_load(series, output, single), latency_spikes(series, output), write_plateau(series, output)]
    return [row for row in found if row is not None]
