"""The lines of the processors in a long iostat log. Imported for long texts only."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from facts.scratch import Scratch
from facts.series.columns import NAN, Column
from facts.series.cpu_values import cpu_values
from facts.series.samples import Bulk, Samples, spill
from facts.series.stored import WINDOW, Floats, StoredColumn, Writer
from facts.series.timeline import Timeline, Times
from facts.series.track import Track
from facts.series.vector import Vector

_WIDTH = 5
_MOST_HELD = 4096


class LongCpu:
    """Samples of the processors, each in five values as `cpu_values` has them."""

    def __init__(self, scratch: Scratch) -> None:
        self._scratch, self._samples, self._count = scratch, Samples(), 0

    def __len__(self) -> int:
        return self._count

    def append(self, entry: tuple[int, int, dict[str, float]]) -> None:
        """A sample: its number, the index of its line, its values by name."""
        sample, index, told = entry
        held = self._samples
        if len(held.index) >= _MOST_HELD:
            spill(held, self._scratch)
        held.index.append(sample)
        held.line.append(index + 1)  # 0 stands for none
        alone = {name: Vector([value]) for name, value in told.items()}
        held.flat.extend(found[0] for found in cpu_values(alone, Vector([NAN])))
        self._count += 1

    def bulk(self, bulk: Bulk) -> None:
        """Samples that were taken in bulk; the fields of a record stand in the order of the names that were told."""
        self._samples.bulk.append(bulk)
        self._count += bulk.piece.samples

    def columns(
        self, first: int, count: int, whole: Timeline, offset: int
    ) -> tuple[Sequence[Column], Column, Timeline]:
        """Five columns of the samples from `first` on, their lines, and when they were; `offset` is added to each index."""
        track = _CpuTrack(self._samples, self._scratch, _WIDTH)
        writers = [Writer(self._scratch, self._count) for _ in range(_WIDTH + 1)]
        moments = whole.positions, whole.times.column
        placed = [Writer(self._scratch, self._count) for _ in moments]
        for begin in range(first, count, WINDOW):
            end = min(begin + WINDOW, count)
            values, lines = track.window(begin, end, list(range(_WIDTH)))
            present = lines > 0
            for writer, row in zip(writers, [*values, lines - 1 + offset], strict=True):
                writer.add(row[present])
            for writer, column in zip(placed, moments, strict=True):
                assert isinstance(column, StoredColumn)
                writer.add(column.part(begin, end).array()[present])
        line = whole.after(0)
        line.positions, line.times = placed[0].column(), Times(placed[1].column())
        return [writer.column() for writer in writers[:-1]], writers[-1].column(), line


class _CpuTrack(Track):
    """Fields of regular samples are columns by name; five values follow from them."""

    def _decoded(self, part: Bulk, quantities: list[int]) -> Floats:
        chunk = part.piece.chunk
        if self._near[0] is not chunk:
            kept = chunk.of_record(self.scratch, part.told.record)
            slots = chunk.template.slots[part.told.record]
            told = {name: kept[at] / chunk.template.scales[slots[at]] for at, name in enumerate(part.told.names)}
            self._near = (chunk, np.stack(cpu_values(told, np.full(chunk.samples, NAN))))
        return self._near[1]  # type: ignore[no-any-return]
