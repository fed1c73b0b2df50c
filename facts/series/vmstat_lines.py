"""The lines of a vmstat output: its header, its samples, what lies between them, and where it ends."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import zip_longest
from typing import TYPE_CHECKING, NamedTuple

from facts.long_text import LongLines
from facts.patterns import lazy
from facts.reading import First
from facts.series.cells import cells, first_wrong, leading, numeric_share
from facts.series.timeline import Stamp, stamp_line, stamp_of
from facts.units import size

if TYPE_CHECKING:
    from facts.series.long_vmstat import LongSamples

_LINUX = frozenset("r b w swpd free buff cache inact active si so bi bo in cs us sy id wa st gu".split())
_BSD_MEMORY = frozenset(("avm", "fre", "free"))
_HEADER_ENDS = frozenset("cs us sy id wa st t gu fpo fpf".split())
"""What a narrow terminal may put on a line of its own behind a header."""

_TERMINAL_WIDTH = 80
_BANNER = lazy(r"\s*(?:.{0,32}\s)?(?:-*procs\b|kthr\b|memory\s+page\b|-[- ]*$|filesystem$)")
_MANY_NUMBERS = 0.6


class Layout(NamedTuple):
    """What a header says.

    Attributes:
        system: ``linux``, ``solaris`` or ``bsd`` (with its relatives).
        names: the columns; the CPU's ``sy`` is ``sys`` where the system calls are ``sy``.
        prefix: fields in front of the first column (a timestamp that a pipe put there).
        left: columns up to where a varying number of disk columns begins; 0 where there are none.
        lines: lines that the header takes (2 when a narrow terminal wrapped it).
    """

    system: str
    names: tuple[str, ...]
    prefix: int
    left: int
    lines: int


@dataclass(slots=True)
class Sample:
    """One sample: the index of its line, and its values in the order of the layout's names."""

    line: int
    values: list[float]


@dataclass(slots=True)
class Walk:
    """All samples of an output; `end` is the index behind its last line."""

    end: int
    samples: list[Sample] | LongSamples = field(default_factory=list)
    stamps: dict[int, Stamp] = field(default_factory=dict)
    refusals: First = field(default_factory=First)


def layout_at(lines: Sequence[str], index: int) -> Layout | None:
    """The header with the column names at ``lines[index]``, or None."""
    tokens = lines[index].split()
    first = next((i for i, t in enumerate(tokens[:7]) if t in ("r", "swap")), None)
    if first is None or len(tokens) - first < 6:
        return None
    names = tokens[first:]
    taken = 1
    following = lines[index + 1].split() if index + 1 < len(lines) else []
    if following and len(following) < 8 and set(following) <= _HEADER_ENDS:
        glued = names[-1] + following[0]
        names = [*names[:-1], glued, *following[1:]] if names[-1] not in _HEADER_ENDS else names + following
        taken = 2
    if {"swpd", "free", "bi", "bo"} <= set(names):
        count = next((i for i, name in enumerate(names) if name not in _LINUX), len(names))
        return Layout("linux", tuple("sys" if n == "sy" else n for n in names[:count]), first, 0, taken)
    if {"swap", "free", "sr", "de"} <= set(names):
        left = 0 if "epi" in names else names.index("sr") + 1
        return Layout("solaris", _cpu_named(names), first, left, taken)
    if "avm" in names and ({"fre", "free"} & set(names)) and "us" in names:
        return Layout("bsd", _cpu_named(names), first, 0, taken)
    return None


def _cpu_named(names: list[str]) -> tuple[str, ...]:
    if "us" not in names:
        return tuple(names)
    cpu = names.index("us")
    return (*names[:cpu], *("sys" if n == "sy" else n for n in names[cpu:]))


class _Walker:
    def __init__(self, lines: Sequence[str], layout: Layout, kept: bool) -> None:
        self.lines, self.layout = lines, layout
        self.walk = Walk(0)
        self.long: LongSamples | None = None
        if isinstance(lines, LongLines):
            from facts.series.long_vmstat import LongSamples

            self.long = self.walk.samples = LongSamples(lines.scratch, len(layout.names), kept)
        self.names = layout.names
        self.pending: Stamp | None = None

    def run(self, start: int, before: bool) -> Walk:
        if before:  # a timestamp above the first header
            for line in self.lines[:start]:
                if stamp_line(line):
                    self.pending = stamp_of(line)
        index = start + self.layout.lines
        self.walk.end = index
        take = self._taker(start)
        while index < len(self.lines):
            if (
                take is not None
                and self.pending is None
                and self.long is not None
                and (taken := take(index, self.long))
            ):
                self.walk.end = index = index + taken
                continue
            taken = self._line(index)
            if taken == 0:
                break
            index += taken
        return self.walk

    def _taker(self, start: int) -> Callable[[int, LongSamples], int] | None:
        if not isinstance(self.lines, LongLines):
            return None
        from facts.series.long_vmstat import Taker

        return Taker(self.lines, self.layout, self.lines[start]).take

    def _line(self, index: int) -> int:
        """Take one line or several; 0 at the end of the output."""
        line = self.lines[index]
        fields = line.split()
        layout = self.layout
        if not fields:
            return 1
        body = fields[layout.prefix :]
        if layout.system == "bsd":
            # memory is not taken: FreeBSD prints it with units, others in pages or kB
            body = ["nan" if name in _BSD_MEMORY and size(f) is not None else f
                    for f, name in zip_longest(body, layout.names[: len(body)])]  # fmt: skip
        wanted = len(self.names)
        values = cells(body[:wanted]) if len(body) >= wanted else None
        if values is not None and (len(body) == wanted or not body[wanted].isdecimal()):
            self._sample(index, values, fields)
            return self._took(index, 1)
        if "r" in fields or "swap" in fields:
            repeated = layout_at(self.lines, index)
            if repeated is not None:
                if (repeated.names, repeated.prefix) != (layout.names, layout.prefix):
                    return 0
                return self._took(index, repeated.lines)
        if stamp_line(line):
            self.pending = stamp_of(line)
            return 1
        if _BANNER.match(line):
            return 1
        return self._odd(index, fields, body)

    def _odd(self, index: int, fields: list[str], body: list[str]) -> int:
        """A line that does not hold exactly the columns: other disks, wrapped, damaged, or not of the output."""
        layout, wanted = self.layout, len(self.names)
        numbers = leading(body)
        if layout.left and numbers >= layout.left + 6:
            values = cells(body[:numbers])
            if values is not None:
                # The header's disks are not those of this line; what stands at both ends is the same.
                right = len(layout.names) - 6
                blank = [float("nan")] * (right - layout.left)
                self._sample(index, values[: layout.left] + blank + values[-6:], fields)
                return self._took(index, 1)
        if numeric_share(body) < _MANY_NUMBERS or len(body) < 3:
            return 0
        if numbers == len(body) < wanted and (joined := self._joined(index, body)) is not None:
            self._sample(index, joined, fields)
            return self._took(index, 2)
        if len(body) < wanted:
            reason = f"{len(body)} columns where the header has {wanted}"
        elif numbers > wanted:
            reason = f"{numbers} columns where the header has {wanted}"
        else:
            reason = first_wrong(body, layout.names)
        self.walk.refusals.append((index, index, reason))
        return self._took(index, 1)

    def _joined(self, index: int, body: list[str]) -> list[float] | None:
        """The sample of a line that a terminal wrapped, where both halves give exactly the columns."""
        wanted = len(self.names)
        if index + 1 >= len(self.lines):
            return None
        line, following = self.lines[index], self.lines[index + 1].split()
        if not following or len(following) >= len(body):
            return None
        if len(body) + len(following) == wanted:
            return cells(body + following)
        split = len(line) >= _TERMINAL_WIDTH and not line[-1].isspace() and not self.lines[index + 1][:1].isspace()
        if split and len(body) + len(following) == wanted + 1:
            return cells([*body[:-1], body[-1] + following[0], *following[1:]])
        return None

    def _took(self, index: int, count: int) -> int:
        self.walk.end = index + count
        return count

    def _sample(self, index: int, values: list[float], fields: list[str]) -> None:
        layout = self.layout
        number = len(self.walk.samples)
        extra = fields[: layout.prefix] if layout.prefix else fields[len(self.names) :]
        stamp, self.pending = self.pending, None
        if stamp is None and extra:
            stamp = stamp_of(" ".join(extra))
        if stamp is not None and self.long is not None:
            self.long.stamp(stamp)
        elif stamp is not None:
            self.walk.stamps[number] = stamp
        self.walk.samples.append(Sample(index, values))


def is_banner(line: str) -> bool:
    """Whether a line stands above a header and holds nothing."""
    return _BANNER.match(line) is not None and not stamp_line(line)


def walk(lines: Sequence[str], start: int, layout: Layout, before: bool = False, kept: bool = True) -> Walk:
    """Read the samples below the header at ``lines[start]`` until the output ends.

    Args:
        lines: the text.
        start: index of the first header.
        layout: what that header says.
        before: whether the lines above the header belong to the output (a timestamp).
        kept: whether the samples of a long text are wanted, and not only their number.
    """
    return _Walker(lines, layout, kept).run(start, before)
