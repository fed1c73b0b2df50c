"""Long samplings whose samples repeat byte for byte in layout, read many at a time with numpy.

A sample is taken from one header to the next. Where each byte of it is what the byte at that place in an earlier sample
was, or another digit of a number, nothing can be in it that the line parser would take otherwise, and its numbers are
decoded in bulk. Any other sample is left to the line parser. Imported for large inputs only.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

Bytes = npt.NDArray[np.uint8]
Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]

_CHUNK = 1 << 20
_HEAD = 1 << 18
_HEADER = re.compile(rb"[ \t]*(?:device[\s,:]|.*\sdevice\s*\Z)", re.IGNORECASE)
_NUMBER = re.compile(rb"\d+(?:\.\d+)?\Z")
_TOKEN = re.compile(rb"\S+")
_TIME = re.compile(rb"\d\d:\d\d:\d\d")
_EPOCH = re.compile(rb"\s*\d{9,10}\s*\Z")
_LEAST_SAMPLES = 3
_MOST_SAMPLE = 1 << 16
_MOST_DIGITS = 15
_TERMINAL_WIDTH = 80
_GIVEN_UP = 16 << 20
"""Where less than half of so much text was regular, the rest will not be either."""


class Field(NamedTuple):
    """Where a number stands in a sample: from the first byte that it may take to behind its last; digits after the point."""

    begin: int
    end: int
    decimals: int


class Device(NamedTuple):
    """One device line of a sample: the line of the sample, and its fields, None for the name."""

    line: int
    fields: tuple[Field | None, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Template:
    """How samples of one layout look; compared by identity.

    Attributes:
        text: a sample.
        lines: where each line begins, and the end.
        devices: the lines that hold numbers.
        clock: where a time of day or a count of seconds since 1970 stands, or None: line, begin and end.
    """

    text: bytes
    lines: tuple[int, ...]
    devices: tuple[Device, ...]
    clock: tuple[int, int, int] | None
    constant: Ints
    free: Ints
    digits: Ints
    pairs: Ints

    def check(self, columns: Bytes) -> npt.NDArray[np.bool_]:
        """Of samples, one in each column, those that are as expected."""
        pattern = np.frombuffer(self.text, np.uint8)[self.constant, None]
        good: npt.NDArray[np.bool_] = (columns[self.constant] == pattern).all(axis=0)
        good &= (columns[self.digits] - 48 < 10).all(axis=0)
        spaces = columns[self.free] == 32
        good &= (spaces | (columns[self.free] - 48 < 10)).all(axis=0)
        # a digit may follow a blank, but within a number no blank may follow a digit
        behind = columns[self.pairs] == 32
        before = columns[self.pairs - 1] == 32
        good &= (before | ~behind).all(axis=0)
        return good

    def numbers(self, columns: Bytes, field: int) -> Floats:
        """One column of numbers, a row for each device, from samples that were checked."""
        places = [place for device in self.devices if (place := device.fields[field]) is not None]
        if len({(place.end - place.begin, place.decimals) for place in places}) == 1:
            return _decoded(columns, places)
        return np.concatenate([_decoded(columns, [place]) for place in places])

    def seconds(self, columns: Bytes) -> Ints:
        """The time of day, or seconds since 1970, of each sample."""
        assert self.clock is not None
        _, begin, end = self.clock
        if end - begin == 8:
            parts = [_whole(columns, range(at, at + 2)) for at in (begin, begin + 3, begin + 6)]
            return parts[0] * 3600 + parts[1] * 60 + parts[2]
        return _whole(columns, range(begin, end))


def _whole(columns: Bytes, places: range) -> Ints:
    total = np.zeros(columns.shape[1], np.int64)
    for place in places:
        total *= 10
        total += columns[place] & 15  # of a blank, too, these bits are none
    return total


def _decoded(columns: Bytes, places: list[Field]) -> Floats:
    """The nearest float of each printed number: a division of two exact ones rounds as reading the text does."""
    width, decimals = places[0].end - places[0].begin, places[0].decimals
    point = width - decimals - 1 if decimals else -1
    begins = np.array([place.begin for place in places], np.intp)
    total = np.zeros((len(places), columns.shape[1]), np.int32 if width <= 9 else np.int64)
    for at in range(width):
        if at != point:
            total *= 10
            total += columns[begins + at] & 15
    return total / float(10**decimals)


def _fields(line: bytes, offset: int, width: int, name_last: bool) -> tuple[Field | None, ...] | None:
    """The fields of a device line; None where the line is not one with plain numbers."""
    tokens = list(_TOKEN.finditer(line))
    if len(tokens) != width or len(line) == _TERMINAL_WIDTH or b"\t" in line:
        return None
    fields: list[Field | None] = []
    before = -1  # where the field before ends
    for number, token in enumerate(tokens):
        if number == (width - 1 if name_last else 0):
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
    starts = [0]
    for line in lines:
        starts.append(starts[-1] + len(line) + 1)
    names = lines[0].split()
    name_last = names[-1].lower() == b"device"
    devices, clock = [], None
    seen: set[bytes] = set()
    for number, line in enumerate(lines[1:], 1):
        fields = _fields(line, starts[number], len(names), name_last)
        if fields is not None:
            name = line.split()[-1 if name_last else 0]
            if name in seen or _NUMBER.match(name) or clock is not None:
                return None
            seen.add(name)
            devices.append(Device(number, fields))
        elif (span := _clock(line)) is not None:
            if clock is not None:
                return None
            clock = (number, starts[number] + span[0], starts[number] + span[1])
        elif any(char in b"0123456789>" for char in line):
            return None
    if not devices:
        return None
    return _finished(text, starts, devices, clock)


_PLAIN = bytes((9, 10, *range(32, 127)))


def _clock(line: bytes) -> tuple[int, int] | None:
    if _EPOCH.match(line):
        token = _TOKEN.search(line)
        return None if token is None else token.span()
    times = list(_TIME.finditer(line))
    return times[0].span() if len(times) == 1 else None


def _finished(
    text: bytes, starts: list[int], devices: list[Device], clock: tuple[int, int, int] | None
) -> Template:  # fmt: skip
    digits: list[int] = []
    free: list[int] = []
    pairs: list[int] = []
    for device in devices:
        for field in device.fields:
            if field is None:
                continue
            point = field.end - field.decimals - 1 if field.decimals else field.end
            digits += [point - 1, *range(point + 1, field.end)]
            free += range(field.begin, point - 1)
            pairs += range(field.begin + 1, point - 1)
    if clock is not None:
        digits += [at for at in range(clock[1], clock[2]) if text[at] != ord(":")]
    free_set = {*digits, *free}
    constant = [at for at in range(len(text)) if at not in free_set]
    arrays = [np.array(places, np.intp) for places in (constant, free, digits, pairs)]
    return Template(text, tuple(starts), tuple(devices), clock, *arrays)


class Run(NamedTuple):
    """Samples of one layout that follow each other: byte of the first, how many."""

    start: int
    samples: int
    template: Template


def gathered(data: bytes, size: int, starts: Ints) -> Bytes:
    """Samples of one size, each in a column."""
    buffer = np.frombuffer(data, np.uint8)
    if len(starts) and starts[-1] - starts[0] == (len(starts) - 1) * size:
        rows = buffer[starts[0] : starts[0] + len(starts) * size].reshape(len(starts), size)
    else:
        rows = np.lib.stride_tricks.sliding_window_view(buffer, size)[starts]
    return np.ascontiguousarray(rows.T)


def header_of(data: bytes) -> bytes | None:
    """The header that comes back most often in the first lines of a text."""
    counted = Counter(line for line in data[:_HEAD].split(b"\n") if _HEADER.match(line))
    if not counted:
        return None
    header, times = counted.most_common(1)[0]
    return header if times >= _LEAST_SAMPLES and len(header.split()) > 2 else None


def _headers(data: bytes, mark: bytes, start: int, end: int) -> list[int]:
    """Where headers begin, from `start` on; the first one at or behind `end` is the last."""
    found = []
    at = start - 1
    while (at := data.find(mark, at)) >= 0:
        found.append(at + 1)
        if at + 1 >= end:
            break
        at += len(mark) - 1
    return found


def runs_of(data: bytes) -> list[Run] | None:
    """The stretches of a text that can be read in bulk, in order; None where it is not worth it."""
    header = header_of(data)
    if header is None:
        return None
    mark = b"\n" + header + b"\n"
    position = data.find(mark) + 1
    runs: list[Run] = []
    template: Template | None = None
    taken = 0
    while position > 0:
        heads = _headers(data, mark, position, position + _CHUNK)
        if len(heads) < 2:
            break
        starts = np.array(heads, np.int64)
        sizes = np.diff(starts)
        good = _good(data, template, starts, sizes)
        if good.sum() * 2 < len(good):
            usual = int(Counter(sizes.tolist()).most_common(1)[0][0])
            at = int(starts[len(sizes) - 1 - int(np.argmax(sizes[::-1] == usual))])
            template = template_of(data[at : at + usual])
            good = _good(data, template, starts, sizes)
        if template is not None:
            for start, count in _stretches(good, starts):
                taken += count * len(template.text)
                _add(runs, Run(start, count, template))
        position = heads[-1]
        if position > _GIVEN_UP and taken * 2 < position:
            return None
    return runs if taken * 2 >= len(data) else None


def _good(data: bytes, template: Template | None, starts: Ints, sizes: Ints) -> npt.NDArray[np.bool_]:
    good = np.zeros(len(sizes), np.bool_)
    if template is not None:
        same = np.flatnonzero(sizes == len(template.text))
        if len(same):
            good[same] = template.check(gathered(data, len(template.text), starts[same]))
    return good


def _stretches(good: npt.NDArray[np.bool_], starts: Ints) -> Iterator[tuple[int, int]]:
    """Start and number of samples of each stretch of good ones."""
    edges = np.flatnonzero(np.diff(np.concatenate(([False], good, [False]))))
    for begin, end in zip(edges[::2].tolist(), edges[1::2].tolist(), strict=True):
        yield int(starts[begin]), end - begin


def _add(runs: list[Run], run: Run) -> None:
    if runs and runs[-1].template is run.template:
        last = runs[-1]
        if last.start + last.samples * len(last.template.text) == run.start:
            runs[-1] = last._replace(samples=last.samples + run.samples)
            return
    runs.append(run)
