"""All rows of a device of a long text, a stretch of samples at a time. Imported for long texts only."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import numpy.typing as npt

from facts.scratch import Scratch
from facts.series.columns import NAN, Column
from facts.series.samples import QUANTITIES, RATES, WIDTH, Bulk, Samples
from facts.series.stored import WINDOW, Floats, Writer, constant


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

    def window(self, begin: int, end: int, quantities: list[int]) -> tuple[Floats, Floats]:
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

    def _put(self, part: Bulk, begin: int, end: int, quantities: list[int], values: Floats, lines: Floats) -> None:
        skip = max(0, begin - part.first)
        count = min(part.piece.samples, end - part.first) - skip
        to, row = part.first + skip - begin, part.piece.row + skip
        numbers = self._decoded(part, quantities)
        values[:, to : to + count] = numbers[:, row : row + count]
        first = part.line + skip * part.each
        lines[to : to + count] = np.arange(first, first + count * part.each, part.each)

    def _decoded(self, part: Bulk, quantities: list[int]) -> Floats:
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


def stored_columns(samples: Samples, scratch: Scratch, first: int, end: int) -> tuple[dict[str, Column], Column]:
    """The quantities of a device, by name, from one sample to before another; and their lines, 0 where there is none."""
    track = Track(samples, scratch)
    told = [int(n) for n in np.flatnonzero(track.told())]
    writers = {QUANTITIES[n]: Writer(scratch, end - first) for n in told}
    lines = Writer(scratch, end - first)
    for begin in range(first, end, WINDOW):
        values, at = track.window(begin, min(begin + WINDOW, end), told)
        for quantity, row in zip(writers, values, strict=True):
            writers[quantity].add(np.where(at == 0, 0.0, row) if quantity in RATES else row)
        lines.add(at)
    unknown = constant(NAN, end - first, scratch)
    made: dict[str, Column] = {
        quantity: writers[quantity].column() if quantity in writers else unknown for quantity in QUANTITIES
    }
    return made, lines.column()
