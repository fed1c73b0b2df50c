"""The tables of a long sar output, gone through together, a stretch of time at a time. Imported for long texts only."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from facts.scratch import Scratch
from facts.series.columns import Column
from facts.series.cpu_values import COLUMNS, cpu_values
from facts.series.long_cpu import LongCpu
from facts.series.long_timeline import Spilled, long_timeline
from facts.series.recorder import Recorder
from facts.series.samples import QUANTITIES, WIDTH, Samples
from facts.series.sar_tables import Names, Part
from facts.series.stored import WINDOW, Writer
from facts.series.timeline import Stamp, Timeline

Parts = Mapping[tuple[Names, str], Part]


class Rows(NamedTuple):
    """Lines of one table about one thing: their moments, their numbers in the file, and a row of values each."""

    seconds: Any
    lines: Any
    values: Any

    def of(self, wanted: Any) -> Rows:
        """Some of them."""
        return Rows(self.seconds[wanted], self.lines[wanted], self.values[wanted])


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
        none = Rows(np.empty(0), np.empty(0, np.int64), np.empty((0, self.width)))
        return Rows(*(np.concatenate(parts) for parts in zip(none, *found, strict=True)))

    def _rows(self, seconds: Any, at: int, count: int) -> Rows:
        if self.block == len(self.part.spilled):
            lines = np.array(self.part.lines[at : at + count], np.int64)
            flat = np.array(self.part.flat[at * self.width : (at + count) * self.width])
        else:
            place, whole = self.part.spilled[self.block]
            lines = np.frombuffer(self.scratch.read(place + 8 * (whole + at), 8 * count), np.int64)
            begin = place + 8 * (2 * whole + at * self.width)
            flat = np.frombuffer(self.scratch.read(begin, 8 * count * self.width), np.float64)
        return Rows(seconds, lines, flat.reshape(count, self.width))


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


def _moments(rows: Iterable[Rows]) -> Any:
    return np.unique(np.concatenate([np.empty(0), *(each.seconds for each in rows)]))


class _Clock:
    """When samples were taken, as `facts.series.long_timeline` wants to be told."""

    def __init__(self, scratch: Scratch, dated: bool) -> None:
        self.scratch, self.dated = scratch, dated
        self.clocks: list[Any] = []
        self.stamps: dict[int, Stamp] = {}
        self.count = 0

    def add(self, moments: Any) -> int:
        """The next samples; the number of the first."""
        first = self.count
        self.count += len(moments)
        if len(moments):
            index = np.arange(first, self.count, dtype=np.float64)
            place = self.scratch.append(
                np.concatenate([index, moments, np.full(len(moments), float(self.dated))]).data.cast("B")
            )
            self.clocks.append(Spilled((place, len(moments), first, self.count - 1)))
        return first


def long_disks(parts: Parts, dated: bool, scratch: Scratch, columns: Mapping[str, tuple[str, float]]) -> Recorder:
    """The disks, sample by sample; see `facts.readers.sar`."""
    recorder = Recorder()
    recorder.scratch = scratch
    clock = _Clock(scratch, dated)
    for window in windows(parts, scratch):
        moments = _moments(window)
        first = clock.add(moments)
        taken: dict[str, list[Any]] = {}
        new = []
        for (names, device), rows in zip(parts, window, strict=True):
            index = np.searchsorted(moments, rows.seconds)
            if device in taken:  # where two tables print the same, the first counts
                fresh = ~np.isin(index, np.concatenate(taken[device]))
                index, rows = index[fresh], rows.of(fresh)
            if not len(index):
                continue
            taken.setdefault(device, []).append(index)
            if device not in recorder.devices:
                new.append((int(index[0]), int(rows.lines[0]), device))
            _keep(recorder, device, index + first, rows, _quantities(names, rows.values, columns))
        # in the order in which they come first
        for _, _, device in sorted(new):
            recorder.devices[device] = recorder.devices.pop(device)
    recorder.clocks, recorder.sample = clock.clocks, max(0, clock.count - 1)
    return recorder


def _quantities(names: Names, values: Any, columns: Mapping[str, tuple[str, float]]) -> Any:
    made = np.full((len(values), WIDTH), np.nan)
    for at, name in enumerate(names):
        if name in columns:
            quantity, factor = columns[name]
            made[:, QUANTITIES.index(quantity)] = values[:, at] * factor
    return made


def _keep(recorder: Recorder, device: str, index: Any, rows: Rows, values: Any) -> None:
    assert recorder.scratch is not None
    samples = recorder.devices.setdefault(device, Samples())
    place = recorder.scratch.append(index.astype(np.int64).tobytes() + rows.lines.tobytes() + values.tobytes())
    samples.spilled.append((place, len(index), int(index[0]), int(index[-1])))
    samples.last = max(samples.last, int(index[-1]))


def long_processors(
    parts: Parts, dated: bool, scratch: Scratch, first_line: int, same: Mapping[str, str]
) -> tuple[Recorder, LongCpu]:
    """All processors together, sample by sample; `same` are other names of the columns."""
    recorder, cpu = Recorder(), LongCpu(scratch)
    recorder.scratch = scratch
    clock = _Clock(scratch, dated)
    for window in windows(parts, scratch):
        moments = _moments(window)
        first = clock.add(moments)
        values, lines = np.empty((len(moments), 1 + len(COLUMNS))), np.zeros(len(moments), np.int64)
        for (names, _), rows in zip(parts, window, strict=True):
            index = np.searchsorted(moments, rows.seconds)
            fresh = lines[index] == 0  # where two tables print the same, the first counts
            lines[index[fresh]] = rows.lines[fresh]
            told = dict(zip([same.get(name, name) for name in names], rows.values[fresh].T, strict=True))
            values[index[fresh]] = np.stack(cpu_values(told, np.full(len(index[fresh]), np.nan)), axis=1)
        cpu.extend(first, lines - first_line, values)
    if clock.count:
        recorder.header("sar")
    recorder.clocks, recorder.sample = clock.clocks, max(0, clock.count - 1)
    return recorder, cpu


class LongGrid:
    """Columns of several tables, sample by sample; NaN where a table has none, and 0 for its line."""

    def __init__(self, parts: Parts, over: str, wanted: Mapping[str, bool], dated: bool, scratch: Scratch) -> None:
        """Over the moments of all tables, or only of those with column `over`.

        Args:
            parts: the tables.
            over: a column, or "".
            wanted: the columns; true where their lines are wanted as well.
            dated: whether the moments are seconds since 1970.
            scratch: room for the columns.
        """
        most = sum(
            len(p.seconds) + sum(n for _, n in p.spilled) for (names, _), p in parts.items() if _has(names, over)
        )
        self._values = {name: Writer(scratch, most) for name in wanted if any(name in names for names, _ in parts)}
        self._lines = {name: Writer(scratch, most) for name in self._values if wanted[name]}
        clock = _Clock(scratch, dated)
        for window in windows(parts, scratch):
            moments = _moments(rows for (names, _), rows in zip(parts, window, strict=True) if _has(names, over))
            clock.add(moments)
            self._window(parts, window, moments)
        self.columns: dict[str, Column] = {name: writer.column() for name, writer in self._values.items()}
        self.lines: dict[str, Column] = {name: writer.column() for name, writer in self._lines.items()}
        self.count, self._clock = clock.count, clock

    def _window(self, parts: Parts, window: Sequence[Rows], moments: Any) -> None:
        values = {name: np.full(len(moments), np.nan) for name in self._values}
        lines = {name: np.zeros(len(moments)) for name in self._values}
        for (names, _), rows in zip(parts, window, strict=True):
            index = np.minimum(np.searchsorted(moments, rows.seconds), max(0, len(moments) - 1))
            inside = moments[index] == rows.seconds if len(moments) else np.zeros(len(index), np.bool_)
            for at, name in enumerate(names):
                if name in values and names.index(name) == at:
                    fresh = inside.copy()
                    fresh[inside] = lines[name][index[inside]] == 0
                    values[name][index[fresh]] = rows.values[fresh, at]
                    lines[name][index[fresh]] = rows.lines[fresh]
        for name, writer in self._values.items():
            writer.add(values[name])
        for name, writer in self._lines.items():
            writer.add(lines[name])

    def timeline(self, interval: float | None) -> Timeline:
        """When the samples were taken; `interval` in seconds as the command said, or None."""
        return long_timeline(self.count, self._clock, interval)


def _has(names: Names, over: str) -> bool:
    return not over or over in names
