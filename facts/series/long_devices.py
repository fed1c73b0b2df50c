"""The series of a device of a long text: made a stretch of samples at a time. Imported for long texts only."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import numpy.typing as npt

from facts.scratch import Scratch
from facts.series.columns import WINDOW, Column, Writer, constant, together
from facts.series.devices import QUANTITIES, RATES, WIDTH, Bulk, Recorder, Samples, Series
from facts.series.exact import Array
from facts.series.long_numbers import added, any_known, count_where, weighted
from facts.series.timeline import Timeline


class Track:
    """All rows of one device, or of the processors, whichever way they were taken."""

    def __init__(self, samples: Samples, scratch: Scratch, width: int = WIDTH) -> None:
        """Rows of `width` values each."""
        self.samples, self.scratch, self.width = samples, scratch, width
        self._near: tuple[object, Any] = (None, None)

    def told(self) -> npt.NDArray[np.bool_]:
        """Which values are known in any row."""
        known = np.zeros(self.width, np.bool_)
        for part in self.samples.bulk:
            known[[field[0] for field in part.told.fields]] = True
        for _, _, values in self._rows(0, 1 << 62):
            known |= ~np.isnan(values).all(axis=0)
        return known

    def _rows(self, begin: int, end: int) -> Iterator[tuple[Any, Any, Any]]:
        """Numbers, lines and values of the rows that were read line by line, of some samples."""
        for place, count, first, last in self.samples.spilled:
            if first < end and last >= begin:
                kept = self.scratch.read(place, count * 8 * (2 + self.width))
                heads = np.frombuffer(kept, np.int64, 2 * count).reshape(2, count)
                yield self._within(heads[0], heads[1], np.frombuffer(kept, np.float64, -1, 16 * count), begin, end)
        held = self.samples
        yield self._within(
            np.array(held.index, np.int64), np.array(held.line, np.int64), np.array(held.flat), begin, end
        )

    def _within(self, index: Any, line: Any, flat: Any, begin: int, end: int) -> tuple[Any, Any, Any]:
        wanted = (index >= begin) & (index < end)
        return index[wanted], line[wanted], flat.reshape(-1, self.width)[wanted]

    def window(self, begin: int, end: int, quantities: list[int]) -> tuple[Array, Array]:
        """Values of some samples, a row for each quantity and NaN where there is none; and their lines, 0 where none."""
        values = np.full((len(quantities), end - begin), np.nan)
        lines = np.zeros(end - begin)
        for part in self.samples.bulk:
            if part.first < end and part.first + part.piece.samples > begin:
                self._put(part, begin, end, quantities, values, lines)
        for index, line, rows in self._rows(begin, end):
            values[:, index - begin] = rows[:, quantities].T
            lines[index - begin] = line
        return values, lines

    def _put(self, part: Bulk, begin: int, end: int, quantities: list[int], values: Array, lines: Array) -> None:
        skip = max(0, begin - part.first)
        count = min(part.piece.samples, end - part.first) - skip
        to, row = part.first + skip - begin, part.piece.row + skip
        numbers = self._decoded(part, quantities)
        values[:, to : to + count] = numbers[:, row : row + count]
        first = part.line + skip * part.each
        lines[to : to + count] = np.arange(first, first + count * part.each, part.each)

    def _decoded(self, part: Bulk, quantities: list[int]) -> Array:
        """All of a chunk, a row for each quantity."""
        chunk, told = part.piece.chunk, part.told
        if self._near[0] is not chunk:
            fields = {quantity: (field, factor) for quantity, field, factor in told.fields}
            known = [at for at, quantity in enumerate(quantities) if quantity in fields]
            places = [fields[quantities[at]][0] for at in known]
            slots = chunk.template.slots[told.record]
            exact = chunk.of_record(self.scratch, told.record)[places].astype(np.float64)
            # a division of two exact numbers rounds as reading the text does
            exact /= chunk.template.scales[[slots[place] for place in places], None]
            factors = [fields[quantities[at]][1] for at in known]
            if any(factor != 1.0 for factor in factors):
                exact *= np.array(factors)[:, None]
            numbers = exact
            if len(known) < len(quantities):
                numbers = np.full((len(quantities), chunk.samples), np.nan)
                numbers[known] = exact
            self._near = (chunk, numbers)
        return self._near[1]  # type: ignore[no-any-return]


def unpack_last(samples: Samples, scratch: Scratch) -> None:
    """Make a row of the last sample, which was taken in bulk, as if it had been read line by line."""
    last = samples.last
    values, lines = Track(samples, scratch).window(last, last + 1, list(range(WIDTH)))
    samples.index.append(last)
    samples.line.append(int(lines[0]))
    samples.flat.extend(values[:, 0].tolist())


def long_series(recorder: Recorder, name: str, first: int, line: Timeline) -> Series:
    """One device from sample `first` on; where the tool left an idle device out, its rates are zero."""
    scratch = recorder.scratch
    assert scratch is not None
    track = Track(recorder.devices[name], scratch)
    told = [int(n) for n in np.flatnonzero(track.told())]
    count = recorder.count - first
    writers = {QUANTITIES[n]: Writer(scratch, count) for n in told}
    lines = Writer(scratch, count)
    for begin in range(first, recorder.count, WINDOW):
        values, at = track.window(begin, min(begin + WINDOW, recorder.count), told)
        for quantity, row in zip(writers, values, strict=True):
            writers[quantity].add(np.where(at == 0, 0.0, row) if quantity in RATES else row)
        lines.add(at)
    unknown = constant(float("nan"), count, scratch)
    made = {quantity: writers[quantity].column() if quantity in writers else unknown for quantity in QUANTITIES}

    def derived(change: Callable[..., Array], *names: str) -> Column:
        writer = Writer(scratch, count)
        for part in together(change, *(made[n] for n in names)).arrays():
            writer.add(part)
        return writer.column()

    made["requests"] = _sum(made, "reads", "writes", unknown, derived)
    if not any_known(made["requests"]):
        made["requests"] = made["transfers"]
    if not any_known(made["latency"]):
        known = made["read_latency"] is not unknown or made["write_latency"] is not unknown
        made["latency"] = derived(weighted, "reads", "writes", "read_latency", "write_latency") if known else unknown
    if made["latency"] is not unknown:
        # A sample without a request has no latency, whatever is printed.
        made["latency"] = derived(lambda n, ms: np.where(n == 0, np.nan, ms), "requests", "latency")
    made["queue"] = _sum(made, "waiting", "active", unknown, derived)
    return Series(name, made, lines.column(), line)  # type: ignore[arg-type]


def _sum(
    made: dict[str, Column], one: str, other: str, unknown: Column, derived: Callable[..., Column]
) -> Column:  # fmt: skip
    if made[one] is unknown:
        return made[other]
    return made[one] if made[other] is unknown else derived(added, one, other)


def stuck(requests: Any, queue: Any, busy: Any) -> int:
    """Samples in which nothing was completed although something waited or the device was busy."""
    return count_where(together(lambda n, q, b: (n == 0) & ((b >= 95) | (q >= 0.5)), requests, queue, busy))
