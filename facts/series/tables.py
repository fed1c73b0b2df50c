"""Walks the repeated tables of iostat: headers, device lines, CPU lines, timestamps; finds where they end."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from operator import itemgetter
from typing import TYPE_CHECKING, NamedTuple

from facts.reading import First
from facts.series.cells import cell, cells, numeric_share
from facts.series.columns import NAN
from facts.series.recorder import Recorder
from facts.series.samples import QUANTITIES
from facts.series.timeline import stamp_line, stamp_of

if TYPE_CHECKING:
    from facts.series.long_cpu import LongCpu

_TERMINAL_WIDTH = 80
_MANY_NUMBERS = 0.6
_DIGITS = frozenset("0123456789")
_HUMAN = {"s": 0.5, "B": 1 / 1024, "k": 1.0, "K": 1.0, "M": 1024.0, "G": 1024.0**2, "T": 1024.0**3}
"""kB in one unit of ``-h``."""

Columns = Mapping[str, tuple[str, float]]
"""Column name to the quantity that it tells and the factor to that quantity's unit."""


class Layout(NamedTuple):
    """One header: its tokens, where the device stands (0 or -1), and which fields make a row for `Recorder.row`.

    `quantities` says of each picked field what it tells; sizes may carry a unit of their own.
    """

    names: tuple[str, ...]
    device: int
    pick: Callable[[Sequence[str]], tuple[str, ...]]
    factors: tuple[float, ...] | None
    separator: str | None = None
    quantities: tuple[str, ...] = QUANTITIES


def layout_of(names: Sequence[str], device: int, columns: Columns, separator: str | None = None) -> Layout:
    """The layout of a header with these column names."""
    places, factors = [], []
    for quantity in QUANTITIES:
        place, factor = -1, 1.0  # -1 is the "nan" that is put behind the fields
        for index, name in enumerate(names):
            told, scale = columns.get(name, ("", 1.0))
            if told == quantity:
                place, factor = index, scale
        places.append(place)
        factors.append(factor)
    scaled = tuple(factors) if any(f != 1.0 for f in factors) else None
    return Layout(tuple(names), device, itemgetter(*places), scaled, separator)


class Dialect(NamedTuple):
    """What one system's iostat looks like.

    Attributes:
        layout: the layout of a header line, or None.
        cpu: the CPU column names of a CPU header line (the numbers follow on the next line), or None.
        frame: matches lines between the tables that hold nothing.
    """

    layout: Callable[[str], Layout | None]
    cpu: Callable[[str], list[str] | None]
    frame: re.Pattern[str]


CpuSample = tuple[int, int, dict[str, float]]


@dataclass(slots=True)
class Tables:
    """All that an output holds; `end` is the index behind its last line. `cpu` has (sample, index, values by name)."""

    end: int = 0
    rows: int = 0
    cpu: list[CpuSample] | LongCpu = field(default_factory=list)
    refusals: First = field(default_factory=First)


class Walker:
    """Goes through the lines of an output."""

    def __init__(
        self, lines: Sequence[str], dialect: Dialect, recorder: Recorder | None, offset: int,
        date: tuple[int, int, int] | None,
    ) -> None:  # fmt: skip
        self.lines, self.dialect, self.recorder, self.offset, self.date = lines, dialect, recorder, offset, date
        self.tables = Tables()
        self.layout: Layout | None = None
        self.cpu_names: list[str] | None = None
        self.headers: dict[str, Layout | None] = {}
        self.take: Callable[[int], int] | None = None
        """Takes lines in bulk from one on: how many, 0 where they are to be read one by one."""

    def run(self, start: int) -> Tables:
        """Read from a line on."""
        lines, count = self.lines, len(self.lines)
        index = start
        take = self.take
        while index < count:
            if take is not None and (taken := take(index)):
                index += taken
                continue
            line = lines[index]
            layout = self.layout
            if layout is not None and self.cpu_names is None:
                fields = line.split(layout.separator)
                if (
                    len(fields) == len(layout.names)
                    and not (len(line) == _TERMINAL_WIDTH and self._name_wrapped(index, layout))
                    and self._fast(index, fields, layout)
                ):
                    index += 1
                    continue
            taken = self._slow(index, line)
            if not taken:
                break
            index += taken
        return self.tables

    def _fast(self, index: int, fields: list[str], layout: Layout) -> bool:
        """A line with exactly the columns and plain numbers."""
        if fields[1][:1] not in _DIGITS or fields[-2][:1] not in _DIGITS:
            return False
        if self.recorder is not None:
            name = fields[layout.device]
            fields.append("nan")
            try:
                values = list(map(float, layout.pick(fields)))
            except ValueError:
                return False
            if layout.factors is not None:
                values = [v * f for v, f in zip(values, layout.factors, strict=True)]
            self.recorder.row(self.offset + index, name, values)
        self.tables.rows += 1
        self.tables.end = index + 1
        return True

    def _slow(self, index: int, line: str) -> int:
        """Any other line; how many lines were taken, 0 at the end of the output."""
        if not line or line.isspace():
            return 1
        if self.cpu_names is not None:
            return self._cpu_line(index, line, self.cpu_names)
        if line in self.headers:
            layout = self.headers[line]
        else:
            layout = self.headers[line] = self.dialect.layout(line) if len(self.headers) < 1000 else None
        if layout is not None:
            self.layout = layout
            if self.recorder is not None:
                self.recorder.header(layout.names)
            self.tables.end = index + 1
            return 1
        if (names := self.dialect.cpu(line)) is not None:
            self.cpu_names = names
            if self.recorder is not None:
                self.recorder.header("cpu")
            return 1
        if self.dialect.frame.match(line):
            return 1
        if stamp_line(line):
            if self.recorder is not None and (stamp := stamp_of(line, self.date)) is not None:
                self.recorder.stamp(stamp)
            return 1
        return self._odd(index, line, self.layout) if self.layout is not None else 0

    def _name_wrapped(self, index: int, layout: Layout) -> bool:
        """Whether the terminal wrapped a full line within the device name at its end."""
        following = self.lines[index + 1] if index + 1 < len(self.lines) else ""
        return bool(layout.device) and following[:1].strip() != "" and len(following.split()) == 1

    def _cpu_line(self, index: int, line: str, names: list[str]) -> int:
        self.cpu_names = None
        fields = [f.rstrip("%") for f in line.split()]
        values = cells(fields[: len(names)])
        if (
            values is None
            or len(values) < len(names)
            or cells(fields[len(names) : len(names) + 1] or ["more"]) is not None
        ):
            if numeric_share(fields) < _MANY_NUMBERS:
                return 0
            self.tables.refusals.append((index, f"{len(fields)} CPU columns where the header has {len(names)}"))
        else:
            sample = self.recorder.sample if self.recorder is not None else 0
            self.tables.cpu.append((sample, index, dict(zip(names, values, strict=True))))
        self.tables.end = index + 1
        return 1

    def _odd(self, index: int, line: str, layout: Layout) -> int:
        """A device line that is annotated, wrapped, human-readable or damaged; 0 when it is none."""
        fields = line.split(layout.separator)
        wanted = len(layout.names)
        following = self.lines[index + 1] if index + 1 < len(self.lines) else ""
        taken = 1
        rest = following.split()
        if len(fields) == wanted - 1 and layout.device and len(rest) == 1 and cell(rest[0]) is None:
            fields, taken = fields + rest, 2  # the terminal wrapped the line before the name
        elif len(fields) == 1 and not layout.device and len(rest) == wanted - 1 and cells(rest) is not None:
            fields, taken = fields + rest, 2  # a long device name has a line of its own
        elif len(fields) == wanted and len(line) == _TERMINAL_WIDTH and self._name_wrapped(index, layout):
            fields[-1] += rest[0]
            taken = 2
        numbers = fields[: wanted - 1] if layout.device else fields[1:wanted]
        if len(fields) < 3 or numeric_share(numbers) < _MANY_NUMBERS:
            return 0
        self.tables.end = index + taken
        if len(fields) < wanted:
            self.tables.refusals.append((index, f"{len(fields)} columns where the header has {wanted}"))
            return taken
        if len(fields) > wanted and cell(fields[wanted]) is not None:
            self.tables.refusals.append((index, f"more than the {wanted} columns of the header"))
            return taken
        values = self._human(fields[:wanted], layout)
        if isinstance(values, str):
            self.tables.refusals.append((index, values))
            return taken
        self.tables.rows += 1
        if self.recorder is not None:
            self.recorder.row(self.offset + index, fields[wanted - 1 if layout.device else 0], values)
        return taken

    def _human(self, fields: list[str], layout: Layout) -> list[float] | str:
        """The values of a line with decimal commas, ``-`` or units behind its numbers; a reason when one is wrong."""
        values = []
        picked = layout.pick([*range(len(fields)), -1])  # type: ignore[list-item]
        factors = layout.factors or (1.0,) * len(layout.quantities)
        for place, quantity, factor in zip(picked, layout.quantities, factors, strict=True):
            at = int(place)
            if at < 0:
                values.append(NAN)
                continue
            text = fields[at]
            unit = text[-1:]
            if quantity in ("read_kb", "write_kb") and unit in _HUMAN:
                value = cell(text[:-1])
                value = None if value is None else value * _HUMAN[unit] / factor
            else:
                value = cell(text.rstrip("%"))
            if value is None:
                return f"column {layout.names[at]}: `{text}` is not a number"
            values.append(value * factor)
        return values
