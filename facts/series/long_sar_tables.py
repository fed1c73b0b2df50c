"""The tables of a long sar output, gone through together, a stretch of time at a time. Imported for long texts only."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from facts.scratch import Scratch
from facts.series.long_timeline import Spilled
from facts.series.recorder import Recorder
from facts.series.samples import QUANTITIES, WIDTH, Samples
from facts.series.sar_tables import Names, Part, Rows
from facts.series.stored import WINDOW

Parts = Mapping[tuple[Names, str], Part]


class _Reader:
    """Reads the lines of a table in the order of time."""

    def __init__(self, part: Part, width: int, scratch: Scratch) -> None:
        self.part, self.width, self.scratch = part, width, scratch
        self.block = self.at = 0
        self._near: tuple[int, Any] = (-1, None)

    def seconds(self) -> Any:
        """Moments that are still to come, of one block."""
        if self.block < len(self.part.spilled):
            if self._near[0] != self.block:
                place, count = self.part.spilled[self.block]
                self._near = (self.block, np.frombuffer(self.scratch.read(place, 8 * count), np.float64))
            return self._near[1][self.at :]
        return np.array(self.part.seconds)[self.at :]

    def before(self, end: float) -> Rows:
        """All lines before a moment that were not read yet."""
        found = []
        while self.block <= len(self.part.spilled):
            left = self.seconds()
            count = int(np.searchsorted(left, end))
            if count:
                found.append(self._rows(left[:count], self.at, count))
            if count < len(left) or self.block == len(self.part.spilled):
                self.at += count
                break
            self.block, self.at = self.block + 1, 0
        if len(found) == 1:
            return found[0]
        none = Rows(np.empty(0), np.empty(0, np.int64), np.empty((self.width, 0)))
        seconds, lines, columns = (np.concatenate(parts, axis=-1) for parts in zip(none, *found, strict=True))
        return Rows(seconds, lines, columns)

    def _rows(self, seconds: Any, at: int, count: int) -> Rows:
        if self.block == len(self.part.spilled):
            lines = np.array(self.part.lines[at : at + count], np.int64)
            flat = np.array(self.part.flat[at * self.width : (at + count) * self.width])
        else:
            place, whole = self.part.spilled[self.block]
            lines = np.frombuffer(self.scratch.read(place + 8 * (whole + at), 8 * count), np.int64)
            begin = place + 8 * (2 * whole + at * self.width)
            flat = np.frombuffer(self.scratch.read(begin, 8 * count * self.width), np.float64)
        return Rows(seconds, lines, flat.reshape(count, self.width).T)


def windows(parts: Parts, scratch: Scratch) -> Iterator[list[Rows]]:
    """The lines of all tables, stretch of time by stretch of time; each time a list with the lines of each table."""
    readers = [_Reader(part, len(names), scratch) for (names, _), part in parts.items()]
    span = WINDOW / 32
    while True:
        next_ones = [left[0] for reader in readers if len(left := reader.seconds())]
        if not next_ones:
            return
        window = [reader.before(min(next_ones) + span) for reader in readers]
        taken = sum(len(rows.seconds) for rows in window)
        yield window
        # as many lines of all tables at a time as samples of a column elsewhere
        if taken > WINDOW:
            span = max(1.0, span / 2)
        elif 2 * taken < WINDOW:
            span *= 2


def long_disks(parts: Parts, dated: bool, scratch: Scratch, columns: Mapping[str, tuple[str, float]]) -> Recorder:
    """The disks, sample by sample; see `facts.readers.sar`."""
    recorder = Recorder()
    recorder.scratch = scratch
    first = count = 0
    for window in windows(parts, scratch):
        moments = np.unique(np.concatenate([rows.seconds for rows in window]))
        first, count = count, count + len(moments)
        heads = [np.arange(first, count, dtype=np.float64), moments, np.full(len(moments), float(dated))]
        recorder.clocks.append(
            Spilled((scratch.append(np.concatenate(heads).data.cast("B")), len(moments), first, count - 1))
        )
        taken: dict[str, list[Any]] = {}
        new = []
        for (names, device), rows in zip(parts, window, strict=True):
            index: Any = np.searchsorted(moments, rows.seconds)
            if device in taken:  # where two tables print the same, the first counts
                fresh = ~np.isin(index, np.concatenate(taken[device]))
                index, rows = index[fresh], Rows(rows.seconds[fresh], rows.lines[fresh], rows.columns[:, fresh])
            if not len(index):
                continue
            taken.setdefault(device, []).append(index)
            if device not in recorder.devices:
                new.append((int(index[0]), int(rows.lines[0]), device))
            _keep(recorder, device, index + first, rows, _quantities(names, rows.columns, columns))
        # in the order in which they come first
        for _, _, device in sorted(new):
            recorder.devices[device] = recorder.devices.pop(device)
    recorder.sample = max(0, count - 1)
    return recorder


def _quantities(names: Names, values: Any, columns: Mapping[str, tuple[str, float]]) -> Any:
    made = np.full((values.shape[1], WIDTH), np.nan)
    for at, name in enumerate(names):
        if name in columns:
            quantity, factor = columns[name]
            made[:, QUANTITIES.index(quantity)] = values[at] * factor
    return made


def _keep(recorder: Recorder, device: str, index: Any, rows: Rows, values: Any) -> None:
    assert recorder.scratch is not None
    samples = recorder.devices.setdefault(device, Samples())
    place = recorder.scratch.append(index.astype(np.int64).tobytes() + rows.lines.tobytes() + values.tobytes())
    samples.spilled.append((place, len(index), int(index[0]), int(index[-1])))
    samples.last = max(samples.last, int(index[-1]))
