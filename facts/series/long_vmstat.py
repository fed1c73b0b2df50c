"""The samples of a long vmstat output, in a scratch file; lines of nothing but numbers are read many at a time.

Imported for long texts only.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from facts.long_text import LongLines
from facts.scratch import Scratch
from facts.series.blocks import Piece
from facts.series.columns import Column
from facts.series.long_timeline import Spilled, long_timeline, spilled_stamps
from facts.series.samples import Samples, spill
from facts.series.stored import WINDOW, Writer
from facts.series.timeline import Clock, Stamp, Timeline
from facts.series.track import Track
from facts.series.vmstat_lines import Layout, Sample, is_banner

_MOST_HELD = 4096
_MOST_DIGITS = 15
"""More cannot be told apart by a float."""
_MOST_SHORT = 9
"""So many digits fit into 32 bits."""
_LEAST_LINES = 8
"""Fewer lines of numbers are read one by one."""
_NEWLINE, _BLANK = 10, 32


class LongSamples:
    """All samples, by their numbers; those of a walk that only looks for the end are counted and not kept."""

    def __init__(self, scratch: Scratch, width: int, kept: bool) -> None:
        """`width` values in each."""
        self.scratch, self._width, self.kept = scratch, width, kept
        self._samples = Samples()
        self._count = 0
        self._columns: list[Column] = []  # of all samples, once they are wanted; the lines last
        self.first = 0
        self.clocks: list[tuple[int, Piece, Clock] | Spilled] = []
        self.stamps: dict[int, Stamp] = {}

    def __len__(self) -> int:
        return self._count - self.first

    def append(self, sample: Sample) -> None:
        """The next sample, which was read line by line."""
        if self.kept:
            held = self._samples
            if len(held.index) >= _MOST_HELD:
                spill(held, self.scratch)
            held.index.append(self._count)
            held.line.append(sample.line + 1)  # 0 stands for none
            held.flat.extend(sample.values[: self._width])
        self._count += 1

    def extend(self, lines: Any, values: Any) -> None:
        """The next samples: the indexes of their lines, and a row of values for each."""
        count = len(lines)
        if self.kept:
            if self._samples.index:
                spill(self._samples, self.scratch)
            index = np.arange(self._count, self._count + count, dtype=np.int64)
            place = self.scratch.append(index.tobytes() + (lines + 1).astype(np.int64).tobytes() + values.tobytes())
            self._samples.spilled.append((place, count, self._count, self._count + count - 1))
        self._count += count

    def stamp(self, stamp: Stamp) -> None:
        """The time of the next sample."""
        if not self.kept:
            return
        if len(self.stamps) >= _MOST_HELD:
            self.clocks.append(spilled_stamps(self.stamps, self.scratch))
            self.stamps = {}
        self.stamps[self._count] = stamp

    def __getitem__(self, where: slice) -> LongSamples:
        """The same without some at the beginning."""
        other = LongSamples(self.scratch, self._width, self.kept)
        other._samples, other._count, other._columns = self._samples, self._count, self._columns
        other.first = self.first + where.start
        return other

    def timeline(self, interval: float | None) -> Timeline:
        """When the samples were taken; `interval` in seconds as the command said, or None."""
        return long_timeline(self._count, self, interval)

    def columns(self, names: Sequence[str], line: int) -> tuple[dict[str, Column], Column]:
        """The values by name, and the lines; `line` is the number of the first line of the output."""
        if not self._columns:
            self._columns += self._built(line)
        made = [column.part(self.first, self._count) if self.first else column for column in self._columns]
        return dict(zip(names, made, strict=False)), made[-1]

    def _built(self, line: int) -> list[Column]:
        track = Track(self._samples, self.scratch, self._width)
        writers = [Writer(self.scratch, self._count) for _ in range(self._width + 1)]
        for begin in range(0, self._count, WINDOW):
            values, lines = track.window(begin, min(begin + WINDOW, self._count), list(range(self._width)))
            for writer, row in zip(writers, [*values, lines - 1 + line], strict=True):
                writer.add(row)
        return [writer.column() for writer in writers]


class _Piece:
    """Some lines of a text: where each begins and ends, and which are nothing but as many numbers as wanted."""

    def __init__(self, first: int, data: bytes, width: int) -> None:
        """`first` is the index of the first line; the last one is left out where it does not end."""
        self.first = first
        self.data = data = data[: data.rfind(b"\n") + 1]
        self.buffer = buffer = np.frombuffer(data, np.uint8)
        self.ends = np.flatnonzero(buffer == _NEWLINE)
        self.starts = np.concatenate(([0], self.ends[:-1] + 1)) if len(self.ends) else self.ends
        self.gap = gap = (buffer == _BLANK) | (buffer == _NEWLINE)
        self.words = np.flatnonzero(gap[:-1] > gap[1:]) + 1  # where one begins
        if len(gap) and not gap[0]:
            self.words = np.concatenate(([0], self.words))
        self.before = np.searchsorted(self.words, np.append(self.starts, len(buffer)))
        self.good = np.diff(self.before) == width
        if len(self.ends):
            self.good &= np.logical_and.reduceat((buffer - 48 < 10) | gap, self.starts)
        self.known = self.good.copy()

    def line(self, at: int) -> bytes:
        """A line of the piece, without its end; nothing behind the last."""
        return self.data[self.starts[at] : self.ends[at]] if at < len(self.ends) else b""

    def alike(self, line: bytes) -> Any:
        """Which lines are this one."""
        found = ~self.good & (self.ends - self.starts == len(line)) & bool(line)
        at = np.flatnonzero(found)
        bytes_of = self.buffer[self.starts[at][:, None] + np.arange(len(line))]
        found[at] = (bytes_of == np.frombuffer(line, np.uint8)).all(axis=1)
        return found

    def numbers(self, begin: int, end: int, width: int) -> Any:
        """The numbers of the lines from one to before another, a row for each that has any; None where one is too long."""
        wanted = np.flatnonzero(self.good[begin:end]) + begin
        first, last = int(self.before[begin]), int(self.before[end])
        begins = self.words[first:last]
        # one more than the last byte of each word
        gap = self.gap[int(self.starts[begin]) : int(self.ends[end - 1]) + 1]
        behind = np.flatnonzero(gap[1:] > gap[:-1]) + int(self.starts[begin]) + 1
        if len(wanted) < end - begin:
            inside = np.repeat(self.good[begin:end], np.diff(self.before[begin : end + 1]))
            begins, behind = begins[inside], behind[inside]
        lengths = behind - begins
        if lengths.max() > _MOST_DIGITS:
            return None
        return wanted, _decoded(self.buffer & 15, behind.reshape(-1, width).T, lengths.reshape(-1, width).T).T


def _decoded(digits: Any, behind: Any, lengths: Any) -> Any:
    """Numbers in columns, a row for each: each ends before a place and has so many digits."""
    made = np.empty(lengths.shape)
    for values, column, length in zip(made, behind, lengths, strict=True):
        most = int(length.max())
        ends = column - 1
        numbers = digits[ends].astype(np.int32 if most <= _MOST_SHORT else np.int64)
        for place in range(1, most):
            numbers += digits[ends - place] * (length > place) * numbers.dtype.type(10**place)
        values[:] = numbers
    return made


class Taker:
    """Takes lines of numbers in bulk."""

    def __init__(self, lines: LongLines, layout: Layout, header: str) -> None:
        """`header` is the line with the names of the columns."""
        self.lines, self.width = lines, len(layout.names)
        self.header = header.encode("ascii")
        self.usable = layout.prefix == 0 and layout.system != "bsd" and layout.lines == 1
        self.until = 0
        self._piece: _Piece | None = None
        self._banner = b""

    def take(self, index: int, samples: LongSamples) -> int:
        """Take lines of numbers from one on, and headers between them; how many lines, 0 where none can be taken."""
        if index < self.until or not self.usable:
            return 0
        piece = self._piece
        if piece is None or not piece.first <= index < piece.first + len(piece.ends):
            found = self.lines.piece_at(index)
            if found is None:
                self.until = self.lines.next_piece(index)
                return 0
            self.lines.look(index)
            piece = self._piece = _Piece(*found, self.width)
            self._find_headers(piece)
        begin = index - piece.first
        rest = piece.known[begin : len(self.lines) - piece.first]
        count = int(np.argmin(rest)) if not rest.all() else len(rest)
        wanted = np.flatnonzero(piece.good[begin : begin + count])
        if len(wanted) < _LEAST_LINES:
            self.until = index + max(1, count)
            return 0
        taken = int(wanted[-1]) + 1  # a banner belongs to the header below it
        if not samples.kept:
            samples.extend(wanted, None)
        elif (numbers := piece.numbers(begin, begin + taken, self.width)) is not None:
            samples.extend(piece.first + numbers[0], numbers[1])
        else:
            self.until = index + taken
            return 0
        return taken

    def _find_headers(self, piece: _Piece) -> None:
        headers = piece.alike(self.header)
        piece.known |= headers
        above = np.append(headers[1:], False) & ~piece.good
        if self._banner:
            same = piece.alike(self._banner)
            piece.known |= above & same
            above &= ~same
        for at in np.flatnonzero(above).tolist():
            line = piece.line(at)
            if line and self._is_banner(line):
                piece.known[at] = True

    def _is_banner(self, line: bytes) -> bool:
        if line != self._banner and is_banner(line.decode("ascii")):
            self._banner = line
        return line == self._banner
