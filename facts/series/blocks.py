"""Long samplings whose samples repeat byte for byte in layout, read many at a time with numpy.

A sample is taken from one header to the next. Where each byte of it is what the byte at that place in an earlier sample
was, or another digit of a number, nothing can be in it that the line parser would take otherwise, and its numbers are
decoded in bulk into a scratch file. Any other sample is left to the line parser. Imported for large inputs only.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from facts.scratch import Scratch
from facts.source import Source

Bytes = npt.NDArray[np.uint8]
Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]
Flags = npt.NDArray[np.bool_]

CHUNK = 1 << 19
"""Bytes that are read and decoded at a time."""
_NUMBER = re.compile(rb"\d+(?:\.\d+)?\Z")
_TOKEN = re.compile(rb"\S+")
_TIME = re.compile(rb"\d\d:\d\d:\d\d")
_EPOCH = re.compile(rb"\s*\d{9,10}\s*\Z")
_PLAIN = bytes((9, 10, *range(32, 127)))
_MOST_SAMPLE = 1 << 16
_MOST_LINE = 250
"""A longer line may be one of those of which only the beginning is read; see `facts.text`."""
_MOST_DIGITS = 9
"""More do not fit into 32 bits."""
_TERMINAL_WIDTH = 80
_LEAST_NUMBERS = 3


class Field(NamedTuple):
    """Where a number stands in a sample: from the first byte that it may take to behind its last; digits after the point."""

    begin: int
    end: int
    decimals: int


class Record(NamedTuple):
    """One line of numbers of a sample: the line of the sample, and its fields, None for the name of a device."""

    line: int
    fields: tuple[Field | None, ...]
    name: str | None


@dataclass(frozen=True, slots=True, eq=False)
class Template:
    """How samples of one layout look; compared by identity.

    Attributes:
        text: a sample.
        lines: where each line begins, and the end.
        records: the lines that hold numbers, of devices or without a name (of the processors).
        clock: where a time of day or a count of seconds since 1970 stands, or None: line, begin and end.
        slots: for each record and field the row of `numbers` that holds it.
        scales: by what the numbers of each row are divided.
        constant: places of bytes that are the same in each sample.
        free: places of blanks or digits before the last digit of a whole part, field by field.
        first_free: index in `free` of each that no other of its field precedes, less one.
        digits: places of digits.
        alike: rows of `numbers` with as many digits each, and the places of their digits, a row for each digit.
    """

    text: bytes
    lines: tuple[int, ...]
    records: tuple[Record, ...]
    clock: tuple[int, int, int] | None
    slots: tuple[tuple[int, ...], ...]
    scales: Floats
    constant: Ints
    free: Ints
    digits: Ints
    first_free: Ints
    alike: tuple[tuple[Ints, Ints], ...]

    def check(self, columns: Bytes) -> Flags:
        """Of samples, one in each column, those that are as expected."""
        pattern = np.frombuffer(self.text, np.uint8)[self.constant, None]
        good: Flags = (columns[self.constant] == pattern).all(axis=0)
        good &= (columns[self.digits] - 48 < 10).all(axis=0)
        free = columns[self.free]
        blank = free == 32
        free -= 48
        good &= (blank | (free < 10)).all(axis=0)
        # a digit may follow a blank, but within a number no blank may follow a digit
        behind = blank[1:] > blank[:-1]
        behind[self.first_free] = False
        good &= ~behind.any(axis=0)
        return good

    def numbers(self, columns: Bytes) -> npt.NDArray[np.int32]:
        """The printed numbers without their points, from samples that were checked: a row for each field of each record."""
        decoded = np.zeros((len(self.scales), columns.shape[1]), np.int32)
        for rows, places in self.alike:
            decoded[rows] = _decoded(columns, places)
        return decoded

    def may_hold(self, text: bytes) -> bool:
        """Whether a string could stand in such a sample, or across two of them."""
        shape = bytearray(self.text)
        for place in (*self.free.tolist(), *self.digits.tolist()):
            shape[place] = 0
        pattern = b"".join(b"[\\x00" + re.escape(text[at : at + 1]) + b"]" if text[at] in b"0123456789 "
                           else re.escape(text[at : at + 1]) for at in range(len(text)))  # fmt: skip
        return re.search(pattern, bytes(shape) * 2) is not None

    def seconds(self, columns: Bytes) -> Ints:
        """What the clock of each sample shows: ``hhmmss`` as one number, or seconds since 1970."""
        assert self.clock is not None
        _, begin, end = self.clock
        shown = np.zeros(columns.shape[1], np.int64)
        for place in range(begin, end):
            if self.text[place] != ord(":"):
                shown = shown * 10 + (columns[place] & 15)
        return shown


def _decoded(columns: Bytes, places: Ints) -> npt.NDArray[np.int32]:
    """Numbers by the places of their digits, a row for each digit: two digits at a time, which fit into a byte."""
    digits = columns[places]
    digits &= 15  # of a blank, too, these bits are none
    odd = len(places) % 2
    pairs = digits[odd::2] * np.uint8(10)
    pairs += digits[odd + 1 :: 2]
    total: npt.NDArray[np.int32] = (digits[0] if odd else pairs[0]).astype(np.int32)
    for pair in pairs if odd else pairs[1:]:
        total *= 100
        total += pair
    return total


def _fields(line: bytes, offset: int, width: int, name_at: int | None) -> tuple[Field | None, ...] | None:
    """The fields of a line of so many; None where the line is not one with plain numbers, but for the name at a place."""
    tokens = list(_TOKEN.finditer(line))
    if len(tokens) != width or len(line) == _TERMINAL_WIDTH or b"\t" in line:
        return None
    fields: list[Field | None] = []
    before = -1  # where the field before ends
    for number, token in enumerate(tokens):
        if number == name_at:
            fields.append(None)
        else:
            text = token[0]
            if not _NUMBER.match(text) or len(text) > _MOST_DIGITS:
                return None
            begin = max(before + 1, token.end() - _MOST_DIGITS)
            if line[begin : token.start()].strip(b" "):
                return None
            fields.append(Field(offset + begin, offset + token.end(), len(text.partition(b".")[2])))
        before = token.end()
    return tuple(fields)


def template_of(text: bytes) -> Template | None:
    """The layout of one sample, from its header to the next; None where it cannot be taken in bulk."""
    if len(text) > _MOST_SAMPLE or not text.isascii() or not text.endswith(b"\n") or text.translate(None, _PLAIN):
        return None
    lines = text[:-1].split(b"\n")
    if max(map(len, lines)) > _MOST_LINE:
        return None
    starts = [0]
    for line in lines:
        starts.append(starts[-1] + len(line) + 1)
    names = lines[0].split()
    name_at = len(names) - 1 if names[-1].lower() == b"device" else 0
    records, clock = [], None
    seen: set[bytes] = set()
    for number, line in enumerate(lines[1:], 1):
        fields = _fields(line, starts[number], len(names), name_at)
        name = line.split()[name_at] if fields is not None else b""
        if fields is not None and not _NUMBER.match(name):
            if name in seen:
                return None
            seen.add(name)
            records.append(Record(number, fields, name.decode("ascii")))
        elif (span := _clock(line)) is not None:
            if clock is not None:
                return None
            clock = (number, starts[number] + span[0], starts[number] + span[1])
        elif (bare := _fields(line, starts[number], len(line.split()), None)) and len(bare) >= _LEAST_NUMBERS:
            records.append(Record(number, bare, None))
        elif any(char in b"0123456789>" for char in line):
            return None
    return _finished(text, starts, records, clock) if seen else None


def _clock(line: bytes) -> tuple[int, int] | None:
    if _EPOCH.match(line):
        token = _TOKEN.search(line)
        return None if token is None else token.span()
    times = list(_TIME.finditer(line))
    return times[0].span() if len(times) == 1 else None


def _finished(
    text: bytes, starts: list[int], records: list[Record], clock: tuple[int, int, int] | None
) -> Template:  # fmt: skip
    digits: list[int] = []
    free: list[int] = []
    first_free: list[int] = []
    alike: dict[int, list[tuple[int, list[int]]]] = {}
    slots: list[tuple[int, ...]] = []
    scales: list[float] = []
    for record in records:
        slots.append(tuple(range(len(scales), len(scales) + len(record.fields))))
        for field in record.fields:
            scales.append(1.0 if field is None else float(10**field.decimals))
            if field is None:
                continue
            point = field.end - field.decimals - 1 if field.decimals else field.end
            digits += [point - 1, *range(point + 1, field.end)]
            if free and field.begin < point - 1:
                first_free.append(len(free) - 1)
            free += range(field.begin, point - 1)
            places = [at for at in range(field.begin, field.end) if at != point]
            alike.setdefault(len(places), []).append((len(scales) - 1, places))
    if clock is not None:
        digits += [at for at in range(clock[1], clock[2]) if text[at] != ord(":")]
    free_set = {*digits, *free}
    constant = [at for at in range(len(text)) if at not in free_set]
    same, may_be, must_be, first = (np.array(places, np.intp) for places in (constant, free, digits, first_free))
    groups = tuple(
        (np.array([row for row, _ in of], np.intp), np.array([at for _, at in of], np.intp).T) for of in alike.values()
    )
    return Template(
        text, tuple(starts), tuple(records), clock, tuple(slots), np.array(scales), same, may_be, must_be, first, groups
    )


class Chunk(NamedTuple):
    """Samples of one layout that were decoded together: where their numbers, and what their clocks show, are kept."""

    template: Template
    samples: int
    numbers: int
    clocks: int

    def of_record(self, scratch: Scratch, record: int) -> npt.NDArray[np.int32]:
        """The numbers of one record, a row for each field."""
        first, width = self.template.slots[record][0], len(self.template.slots[record])
        size = 4 * self.samples
        kept = scratch.read(self.numbers + first * size, width * size)
        return np.frombuffer(kept, np.int32).reshape(width, self.samples)

    def of_clock(self, scratch: Scratch) -> Ints:
        """What the clocks show."""
        return np.frombuffer(scratch.read(self.clocks, 8 * self.samples), np.int64)


class Piece(NamedTuple):
    """Samples that follow each other in the text and in a chunk: how many, and the first one's place in the chunk."""

    samples: int
    chunk: Chunk
    row: int


class Run(NamedTuple):
    """Samples of one layout that follow each other: byte of the first, how many, and where they are kept."""

    start: int
    samples: int
    template: Template
    pieces: tuple[Piece, ...]

    def part(self, first: int, samples: int) -> Run:
        """So many of the samples, from one on."""
        pieces, left, skip = [], samples, first
        for piece in self.pieces:
            count = min(piece.samples - skip, left)
            if count > 0:
                pieces.append(Piece(count, piece.chunk, piece.row + skip))
                left -= count
            skip = max(0, skip - piece.samples)
            if not left:
                break
        return Run(self.start + first * len(self.template.text), samples, self.template, tuple(pieces))


class Scan:
    """Goes through a text once: `run` tells what can be read in bulk, and its numbers are in the scratch file then."""

    def __init__(self, source: Source, scratch: Scratch, header: bytes) -> None:
        """`header` begins each sample."""
        self.source, self.scratch, self.header = source, scratch, header
        self.template: Template | None = None
        self._smooth = True  # whether the chunk before was regular throughout

    def run(self) -> Iterator[tuple[bytes, int, int, list[Run]]]:
        """The text piece by piece: bytes, how many of them, where they stand, and the regular stretches in them."""
        mark = b"\n" + self.header + b"\n"
        position = 0
        while position < self.source.size:
            data = self.source.read(position, CHUNK)
            last = position + len(data) >= self.source.size
            runs, end = self._chunk(data, position, mark)
            end = len(data) if last or not end else end
            if end == len(data) and not last:
                end = data.rfind(b"\n") + 1 or len(data)
            yield data, end, position, runs
            position += end

    def _chunk(self, data: bytes, position: int, mark: bytes) -> tuple[list[Run], int]:
        """The regular stretches of some bytes, and where the last header of them begins, 0 where there is none."""
        template = self.template
        if template is not None and self._smooth and data.startswith(mark[1:]):
            size = len(template.text)
            count = len(data) // size
            columns = _turned(data, size, count)
            if template.check(columns).all() and count:
                return [self._kept(columns, template, [(0, count)], position, np.arange(count) * size)[0]], count * size
        heads = _headers(data, mark)
        if len(heads) < 2:
            return [], heads[0] if heads else 0
        starts = np.array(heads, np.int64)
        sizes = np.diff(starts)
        good, columns_of = self._good(data, starts, sizes)
        if good.sum() * 2 < len(good):
            usual = int(Counter(sizes.tolist()).most_common(1)[0][0])
            at = int(starts[len(sizes) - 1 - int(np.argmax(sizes[::-1] == usual))])
            self.template = template_of(data[at : at + usual])
            good, columns_of = self._good(data, starts, sizes)
        self._smooth = bool(good.all())
        if self.template is None or columns_of is None or not good.any():
            return [], heads[-1]
        return self._kept(columns_of, self.template, list(_stretches(good)), position, starts), heads[-1]

    def _good(self, data: bytes, starts: Ints, sizes: Ints) -> tuple[Flags, Bytes | None]:
        """Which samples are regular, and those in columns."""
        good = np.zeros(len(sizes), np.bool_)
        template = self.template
        if template is None:
            return good, None
        same = np.flatnonzero(sizes == len(template.text))
        if not len(same):
            return good, None
        columns = _gathered(data, len(template.text), starts[same])
        fine = template.check(columns)
        good[same] = fine
        return good, columns if fine.all() else np.ascontiguousarray(columns[:, fine])

    def _kept(
        self, columns: Bytes, template: Template, stretches: list[tuple[int, int]], position: int, starts: Ints
    ) -> list[Run]:
        numbers = self.scratch.append(np.ascontiguousarray(template.numbers(columns)).data.cast("B"))
        clocks = -1
        if template.clock is not None:
            clocks = self.scratch.append(template.seconds(columns).data.cast("B"))
        chunk = Chunk(template, columns.shape[1], numbers, clocks)
        runs, row = [], 0
        for first, count in stretches:
            runs.append(Run(position + int(starts[first]), count, template, (Piece(count, chunk, row),)))
            row += count
        return runs


def _turned(data: bytes, size: int, count: int) -> Bytes:
    """Samples that follow each other, each in a column."""
    return np.ascontiguousarray(np.frombuffer(data, np.uint8, count * size).reshape(count, size).T)


def _gathered(data: bytes, size: int, starts: Ints) -> Bytes:
    """Samples of one size, each in a column."""
    rows = np.lib.stride_tricks.sliding_window_view(np.frombuffer(data, np.uint8), size)[starts]
    return np.ascontiguousarray(rows.T)


def _headers(data: bytes, mark: bytes) -> list[int]:
    """Where headers begin."""
    found = [0] if data.startswith(mark[1:]) else []
    at, step = 0, len(mark) - 1
    while (at := data.find(mark, at)) >= 0:
        found.append(at + 1)
        at += step
    return found


def _stretches(good: Flags) -> Iterator[tuple[int, int]]:
    """First and number of samples of each stretch of good ones."""
    edges = np.flatnonzero(np.diff(np.concatenate(([False], good, [False]))))
    for begin, end in zip(edges[::2].tolist(), edges[1::2].tolist(), strict=True):
        yield begin, end - begin


def joined(runs: Sequence[Run]) -> Run:
    """One run of several of one layout that follow each other."""
    first = runs[0]
    pieces = tuple(piece for run in runs for piece in run.pieces)
    return Run(first.start, sum(run.samples for run in runs), first.template, pieces)
