"""A table with a heading, as most tools print one: columns by their names in the heading, a row of ours for each line.

>>> from facts.units import size
>>> table = Table("swaps", "swap-device", columns=(
...     column("device", "Filename", "NAME"),
...     column("used-bytes", "Used", "USED", parse=lambda cell: size(cell, bare=1024)),
...     unused("Type", "Priority"),
... ))
>>> lines = ["Filename    Type  Used  Priority", "/dev/sda2   file  1.5M  -2", "/dev/sdb2   file  ?  -3"]
>>> table.extent(lines, 0, "")
(0, 3)
>>> reading = table.read(Output(lines))
>>> [row.values for row in reading.rows][0], [refusal.reason for refusal in reading.refusals]
({'device': '/dev/sda2', 'used-bytes': 1572864.0}, ['Used: `?` is not understood'])
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

from facts.account import Rules, is_ruling
from facts.kit.cells import NOTHING, Parse, Values, aligned, divided, shown, spans, text
from facts.patterns import lazy
from facts.reading import Output, Reader, Reading, Refusal, Row, Span, prompt_of

_MOST_LINES = 200_000
_MOST_COLUMNS = 120
_BORDER = lazy(r"\s*\+[-+]+\+\s*\Z")


class Column(NamedTuple):
    """A column: the slot that it fills ("" for none), its headings in all versions, and how a cell is read."""

    slot: str
    heads: tuple[str, ...]
    parse: Parse


def column(slot: str, *heads: str, parse: Parse = text) -> Column:
    """A column that fills a slot, under any of these headings."""
    return Column(slot, heads, parse)


def unused(*heads: str) -> Column:
    """Headings that are known and of which we use nothing."""
    return Column("", heads, text)


class Line(NamedTuple):
    """One line of a table: its slots, its cells by heading, the command above the table."""

    values: Values
    cells: Mapping[str, str]
    command: str


class _Head(NamedTuple):
    """A heading that was found: its words with their places, and the column that each stands for."""

    words: list[tuple[str, int, int]]
    columns: list[Column | None]


class Table(NamedTuple):
    """What a tool prints as a table; see the module.

    Attributes:
        kind: of the output, as reports call it.
        template: of the rows; "" for a table that is known and gives none.
        columns: those that are known; an unknown heading is told, and hides no line.
        needs: slots of which the heading must have all, besides the key of the first column. Without any, more than half of the
            headings must be known.
        any_order: the user chooses the columns (``lvs -o``), so that any of them may be the first.
        divider: what stands between cells; "" for blanks, under which cells may be empty where `align` is set.
        align: cells stand under their headings, and may be empty or hold blanks; the first one is one word.
        nameless: what stands in the first cell, in several words, for one that is gone.
        rest: the last column takes all further words.
        wrapped: a long first cell may stand on a line of its own.
        empty: a heading with nothing below it says that there is none.
        row: makes the final slots of a line, or names in a word why the line is of no use, or gives None where the line does not
            belong to the table, which is then not understood. Without it the slots stay as they are.
        system: the system on which alone this tool is found, or "".
        covers: whether an output of this command shows all rows that there are.
        commands: the command below which alone such a table is meant, where its heading does not tell.
        of_no_use: further lines that say nothing we use, by rule.
    """

    kind: str
    template: str
    columns: tuple[Column, ...]
    needs: tuple[str, ...] = ()
    any_order: bool = False
    divider: str = ""
    align: bool = False
    nameless: str = ""
    rest: bool = False
    wrapped: bool = False
    empty: bool = False
    row: Callable[[Line], Values | str | None] | None = None
    system: str = ""
    covers: Callable[[str], bool] = bool
    commands: re.Pattern[str] | None = None
    of_no_use: Rules = ()

    def reader(self) -> Reader:
        """The reader of such tables."""
        starts = self.starts() if self.commands is None else None
        return Reader(self.kind, starts, self.extent, self.read, self.commands, of_no_use=self.of_no_use)

    def starts(self) -> re.Pattern[str]:
        """Matches a line that begins with the heading of the first column, or of any where their order is free."""
        first = self.columns if self.any_order else self.columns[:1]
        heads = "|".join(re.escape(head).replace(r"\ ", r"\s") for known in first for head in known.heads)
        border = r"(?:\|\s*+)?" if self.divider == "|" else ""
        return lazy(rf"\s*+{border}(?:{heads})(?![\w%])")

    def heading(self, line: str) -> _Head | None:
        """The heading on a line, where it has all columns that are needed."""
        words = self._words(line)
        if not 1 < len(words) <= _MOST_COLUMNS:
            return None
        columns = [self._named().get(word) for word, _, _ in words]
        found = {known.slot for known in columns if known is not None}
        wanted = {self.columns[0].slot, *self.needs}
        enough = self.needs or 2 * columns.count(None) < len(columns)
        return _Head(words, columns) if enough and wanted <= found else None

    def _named(self) -> dict[str, Column]:
        return {head: known for known in self.columns for head in known.heads}

    def _words(self, line: str) -> list[tuple[str, int, int]]:
        if self.divider:
            return [(cell, 0, 0) for cell in divided(line, self.divider)]
        # a heading of several words is one: they are joined where the columns know them
        joined: list[tuple[str, int, int]] = []
        named = self._named()
        for word, start, end in spans(line):
            last = joined[-1] if joined else None
            both = f"{last[0]} {word}" if last else ""
            if last and start == last[2] + 1 and any(head == both or head.startswith(f"{both} ") for head in named):
                joined[-1] = (both, last[1], end)
            else:
                joined.append((word, start, end))
        return joined

    def extent(self, lines: Sequence[str], start: int, command: str) -> Span | None:
        """Where a table runs: to an empty line or a prompt, with its border, without lines at its end that are no rows."""
        head = self.heading(lines[start])
        if head is None:
            return None
        begin, end = start, start + 1
        for index in range(start + 1, min(len(lines), start + _MOST_LINES)):
            line = lines[index]
            if not line.strip() or prompt_of(line) is not None:
                break
            if self.cells(line, head) is not None or self.heading(line) is not None:
                end = index + 1
        if not self.empty and end == start + 1:
            return None
        while begin and self._around(lines[begin - 1]):
            begin -= 1
        while end < len(lines) and self._around(lines[end]):
            end += 1
        return begin, end

    def _around(self, line: str) -> bool:
        """The border above and below a table, and what the client says of it."""
        return self.divider == "|" and (
            _BORDER.match(line) is not None or any(pattern.match(line) for _, pattern in self.of_no_use)
        )

    def cells(self, line: str, head: _Head) -> list[str] | None:
        """The cells of a line, "" for an empty one; None where it does not fit below the heading."""
        count = len(head.words)
        if is_ruling(line):
            return None
        if self.divider:
            cells = divided(line, self.divider)
            return cells if len(cells) == count else None
        words = line.split()
        if len(words) == count:
            return words
        if self.rest and len(words) > count:
            return [*words[: count - 1], " ".join(words[count - 1 :])]
        if self.align and (len(words) > 1 or self._is_first_cell(line, head)):
            cells = aligned(line, head.words)
            return cells if len(cells[0].split()) == 1 or cells[0] == self.nameless else None
        return None

    def _is_first_cell(self, line: str, head: _Head) -> bool:
        """A word alone under the first heading: all other cells are empty."""
        return not self.wrapped and bool(line.strip()) and len(line) - len(line.lstrip()) == head.words[0][1]

    def read(self, output: Output) -> Reading:
        """The rows of a table, each with the line of every slot; what was not understood is refused by its heading."""
        reading = Reading()
        head = next((found for line in output.lines if (found := self.heading(line))), None)
        if head is None:
            return reading
        for first, last, line in self._joined(output, head):
            if (again := self.heading(line)) is not None:
                head = again
                reading.pass_over("heading", output.span(first))
            elif (cells := self.cells(line, head)) is not None:
                self._line(output, reading, output.span(first, last), head, cells)
        if self.system and (reading.rows or self.empty or not self.template):
            reading.rows.append(Row("system", {"os": self.system}, output.span(0), inferred=True))
        if self.template and self.covers(output.command or self.kind):
            reading.complete = frozenset({self.template})
        return reading

    def _joined(self, output: Output, head: _Head) -> Iterator[tuple[int, int, str]]:
        """The lines, a wrapped first cell joined with the line below it."""
        index = 0
        while index < len(output.lines):
            line, last = output.lines[index], index
            if self.wrapped and len(line.split()) == 1 and index + 1 < len(output.lines):
                both = f"{line.strip()} {output.lines[index + 1].strip()}"
                if self.cells(both, head) is not None:
                    line, last = both, index + 1
            yield index, last, line
            index = last + 1

    def _line(self, output: Output, reading: Reading, span: Span, head: _Head, cells: Sequence[str]) -> None:
        values: Values = {}
        refused = len(reading.refusals)
        for (name, _, _), known, cell in zip(head.words, head.columns, cells, strict=True):
            if known is None or not known.slot or cell in NOTHING:
                continue
            value = known.parse(cell)
            if value is None:
                reading.refusals.append(Refusal(span, f"{name}: {shown(cell)} is not understood"))
            else:
                values[known.slot] = value
        if self.row is not None:
            by_head = {name: cell for (name, _, _), cell in zip(head.words, cells, strict=True)}
            made = self.row(Line(values, by_head, output.command))
            if made is None:
                return
            if isinstance(made, str):
                reading.pass_over(made, span)
                return
            values = made
        if not self.template:
            if self.columns[0].slot in values and len(reading.refusals) == refused:
                reading.pass_over("nothing that we use", span)
        elif self.row is not None or self.columns[0].slot in ("", *values):
            reading.rows.append(Row(self.template, values, span))
            reading.used.append(span)
