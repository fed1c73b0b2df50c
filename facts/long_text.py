"""The lines of a long sampling, without making a string of each: most are never looked at one by one."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from importlib.util import find_spec
from typing import TYPE_CHECKING, NamedTuple, SupportsIndex, overload

from facts.text import MAX_LINE_BYTES

if TYPE_CHECKING:
    from facts.series.blocks import Run

LEAST_BYTES = 15 << 20
"""Below this, the line parser is done before numpy is imported."""

_PLAIN = bytes((9, 10, *range(32, 127)))
_MOST_PARTS = 200_000


class _Part(NamedTuple):
    """Lines that follow each other: those of regular samples, or others."""

    line: int
    start: int
    end: int
    run: Run | None


class LongLines(Sequence[str]):
    """Lines of a text of which most are regular samples; a slice of it is of the same kind, and copies nothing."""

    def __init__(self, data: bytes, parts: Sequence[_Part], span: tuple[int, int]) -> None:
        """Lines `span` of a text that consists of `parts`."""
        self._data, self._parts = data, parts
        self._begins = [part.line for part in parts]
        self._first, self._last = span
        self._cached: tuple[int, list[str]] = (-1, [])

    def __len__(self) -> int:
        return self._last - self._first

    @overload
    def __getitem__(self, index: SupportsIndex) -> str: ...
    @overload
    def __getitem__(self, index: slice) -> LongLines: ...
    def __getitem__(self, index: SupportsIndex | slice) -> str | LongLines:
        if isinstance(index, slice):
            start, stop, step = index.indices(len(self))
            if step != 1:
                raise ValueError("lines in steps")
            return LongLines(self._data, self._parts, (self._first + start, self._first + max(start, stop)))
        number = index.__index__()
        number += self._last if number < 0 else self._first
        if not self._first <= number < self._last:
            raise IndexError("no such line")
        return self._line(number)

    def __iter__(self) -> Iterator[str]:
        return (self._line(number) for number in range(self._first, self._last))

    def _line(self, number: int) -> str:
        at = bisect_right(self._begins, number) - 1
        part = self._parts[at]
        if part.run is not None:
            template = part.run.template
            sample, line = divmod(number - part.line, len(template.lines) - 1)
            start = part.start + sample * len(template.text)
            return self._data[start + template.lines[line] : start + template.lines[line + 1] - 1].decode("ascii")
        if self._cached[0] != at:
            self._cached = (at, _split(self._data, part))
        return self._cached[1][number - part.line]

    def run_at(self, index: int) -> tuple[Run, int] | None:
        """The regular samples that begin at a line and lie within these lines, and how many lines they are."""
        number = self._first + index
        part = self._parts[bisect_right(self._begins, number) - 1]
        if part.run is None:
            return None
        template, each = part.run.template, len(part.run.template.lines) - 1
        sample, line = divmod(number - part.line, each)
        if line:
            return None
        count = min(part.run.samples - sample, (self._last - number) // each)
        run = part.run._replace(start=part.start + sample * len(template.text), samples=count)
        return (run, count * each) if count > 0 else None

    @property
    def data(self) -> bytes:
        """The bytes of the whole text."""
        return self._data

    def gist(self) -> Iterator[str]:
        """Pieces in which every different line stands but for its digits."""
        seen: set[int] = set()
        for part in self._parts:
            if part.run is None:
                yield self._data[part.start : part.end].decode("ascii")
            elif id(part.run.template) not in seen:
                seen.add(id(part.run.template))
                yield part.run.template.text.decode("ascii")

    def holds(self, text: str) -> bool:
        """Whether a string stands in the whole text."""
        return text.isascii() and text.encode("ascii") in self._data


def _split(data: bytes, part: _Part) -> list[str]:
    lines = data[part.start : part.end].decode("ascii").split("\n")
    if not lines[-1].strip():
        lines.pop()  # behind the last line end, as `facts.text.lines_of` has it
    return lines


def long_lines(data: bytes, least: int = LEAST_BYTES) -> LongLines | None:
    """The lines of a long regular sampling; None for any other text, and where numpy is not installed.

    They are those of `facts.text.lines_of`: a text with anything to clean or to unquote is left to it.
    """
    if len(data) < least or find_spec("numpy") is None:
        return None
    from facts.series.blocks import runs_of

    runs = runs_of(data)
    if runs is None or len(runs) > _MOST_PARTS:
        return None
    parts: list[_Part] = []
    line = position = 0
    for run in runs:
        if run.start > position:
            if not _is_plain(data, position, run.start):
                return None
            parts.append(_Part(line, position, run.start, None))
            line += data.count(b"\n", position, run.start)
        position = run.start + run.samples * len(run.template.text)
        parts.append(_Part(line, run.start, position, run))
        line += run.samples * (len(run.template.lines) - 1)
    if position < len(data):
        if not _is_plain(data, position, len(data)):
            return None
        parts.append(_Part(line, position, len(data), None))
        line += len(_split(data, parts[-1]))
    return LongLines(data, parts, (0, line))


def _is_plain(data: bytes, start: int, end: int) -> bool:
    piece = data[start:end]
    return not (
        piece.translate(None, _PLAIN)
        or piece.startswith((b">", b"#==["))
        or b"\n>" in piece
        or b"\n#==[" in piece
        or (len(piece) > MAX_LINE_BYTES and max(map(len, piece.split(b"\n"))) > MAX_LINE_BYTES)
    )
