"""Walks through the samples of a vmstat output, and what lies between them, to where it ends."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import zip_longest
from typing import TYPE_CHECKING

from facts.long_text import LongLines
from facts.reading import First
from facts.series.cells import cells, first_wrong, leading, numeric_share
from facts.series.timeline import Stamp, stamp_line, stamp_of
from facts.series.vmstat_lines import BSD_MEMORY, Layout, Sample, is_banner, layout_at, without_units
from facts.units import size

if TYPE_CHECKING:
    from facts.series.long_vmstat import LongSamples

_TERMINAL_WIDTH = 80
_MANY_NUMBERS = 0.6
_SINCE_BOOT_OFF = 0.02
_ENOUGH_TOLD = 5
"""Of so many columns that are not 0, all but one are the same by no chance."""
_NEAR_BOOT = 0.1
"""So far the average since boot moves between two runs of a job; of the samples of a run few come as near."""
_LEAST_SCREEN = 10
"""Few terminals have fewer lines, so few headers are repeated sooner."""
_FEWER = 2
"""A header that comes so many lines sooner than the one before it is no repeated one: those keep their distance."""
_STATES = frozenset("r b w p s swpd free buff cache inact active swap avm fre".split())
"""Columns that say how it is, and not how much since the last time."""


class Walk:
    """All samples of an output; `end` is the index behind its last line."""

    def __init__(self, end: int) -> None:
        """Take what it is made with; the rest comes later."""
        self.end = end
        self.samples: list[Sample] | LongSamples = []
        self.stamps: dict[int, Stamp] = {}
        self.refusals: First = First()


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
        self.since_header = 0
        self.lines_since, self.distance = 0, 0
        self.gap, self.gaps = False, 0  # an empty line or a time right above, and how many stood between two samples

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
                and not self.gap
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
        if not isinstance(self.lines, LongLines) or self.layout.cpus > 1:
            return None
        from facts.series.long_vmstat import Taker

        return Taker(self.lines, self.layout, self.lines[start]).take

    def _line(self, index: int) -> int:
        """Take one line or several; 0 at the end of the output."""
        line = self.lines[index]
        fields = line.split()
        layout = self.layout
        if not fields:
            self.gap = True
            return 1
        body = fields[layout.prefix :]
        if layout.system == "bsd":
            body = self._of_bsd(body)
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
                if self._started_again(index + repeated.lines):
                    return 0
                self.distance = self.distance or self.lines_since
                self.since_header, self.lines_since, self.gap = 0, -repeated.lines, False
                return self._took(index, repeated.lines)
        if stamp_line(line):
            self.pending = stamp_of(line)
            self.gap = True
            return 1
        if is_banner(line):
            return 1
        return self._odd(index, fields, body)

    def _of_bsd(self, body: list[str]) -> list[str]:
        # memory is not taken: FreeBSD prints it with units, others in pages or kB
        names = self.layout.names
        body = without_units(body, self.layout)
        return [
            "nan" if name in BSD_MEMORY and size(f) is not None else f
            for f, name in zip_longest(body, names[: len(body)])
        ]

    def _started_again(self, index: int) -> bool:
        """Whether the sample below a repeated header is the first one of another run: an average since boot.

        An empty line or a date above it alone, or a header sooner than the last one, shows that; so does an average that hardly
        moved.
        """
        samples = self.walk.samples
        if self.gap and not self.gaps:
            return len(samples) > 0
        if not isinstance(samples, list) or not samples or index >= len(self.lines):
            return False
        if self.lines_since < self.distance - _FEWER:
            return True
        body = self.lines[index].split()[self.layout.prefix :]
        body = self._of_bsd(body) if self.layout.system == "bsd" else body
        values = cells(body[: len(self.names)])
        if values is None or len(values) < len(self.names):
            return False
        if self.since_header < _LEAST_SCREEN and self._is_near(samples[0], values, _SINCE_BOOT_OFF):
            return True
        others = samples[-self.since_header :][1:]
        near = self._is_near(samples[0], values, _NEAR_BOOT)
        return near and not any(self._is_near(samples[0], other.values, _NEAR_BOOT) for other in others)

    def _is_near(self, first: Sample, values: Sequence[float], most: float) -> bool:
        """Whether the rates of a sample are off those of the very first one by such a part at most, all but one of them."""
        rates = [(a, b) for a, b, name in zip(first.values, values, self.names, strict=True) if name not in _STATES]
        off = sum(abs(a - b) > max(1.0, most * a) for a, b in rates)
        return off <= 1 and sum(a > 0 for a, _ in rates) >= _ENOUGH_TOLD

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
        self.lines_since += count
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
        self.gaps += self.gap and self.since_header > 0
        self.gap = False
        self.since_header += 1


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
