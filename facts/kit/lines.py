"""Lines that each tell one thing by themselves, as one pattern says: a list of links, a message, a single sentence.

>>> from facts.units import integer
>>> pattern = re.compile(r"(?P<name>[a-z]+[0-9]) is up (?P<up_days>[0-9a-z]+) days")
>>> lines = Lines("hosts", "host-name", pattern, parse={"up-days": integer})
>>> told = ["db1 is up 12 days", "db2 is up some days"]
>>> lines.extent(told, 0, ""), [row.values for row in lines.read(Output(told)).rows]
((0, 2), [{'name': 'db1', 'up-days': 12}])
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from facts.account import Rules
from facts.kit.cells import NOTHING, Parse, Values, shown
from facts.reading import Output, Reader, Reading, Refusal, Row, Span

_MOST_LINES = 200_000


class Lines(NamedTuple):
    """What a tool prints line by line; see the module.

    Attributes:
        kind: of the output, as reports call it.
        template: of the rows; "" where such an output is known and gives none.
        line: the line; its groups are slots, with ``_`` for ``-``.
        first: the line with which alone such an output begins, where the others do not tell; one of them must follow.
        parse: how the values of slots are read that are no plain text.
        row: makes the final slots of a line, or names in a word why it is of no use; None leaves them as they are.
        system: the system on which alone this is found, or "".
        covers: whether an output of this command shows all rows that there are.
        commands: the command below which alone such lines are meant, where they do not tell by themselves.
        of_no_use: further lines that may stand among them, by rule.
    """

    kind: str
    template: str
    line: re.Pattern[str]
    first: re.Pattern[str] | None = None
    parse: Mapping[str, Parse] = MappingProxyType({})
    row: Callable[[Values, str], Values | str | tuple[str, Values]] | None = None
    system: str = ""
    covers: Callable[[str], bool] | None = None
    commands: re.Pattern[str] | None = None
    of_no_use: Rules = ()

    def reader(self) -> Reader:
        """The reader of such lines."""
        starts = (self.first or self.line) if self.commands is None else None
        return Reader(self.kind, starts, self.extent, self.read, self.commands, of_no_use=self.of_no_use)

    def extent(self, lines: Sequence[str], start: int, command: str) -> Span | None:
        """The lines that match, and those of no use before and among them."""
        begin = end = start
        matched = 0
        if self.first is not None and not self.first.match(lines[start]):
            return None
        while begin and self._of_no_use(lines[begin - 1]):
            begin -= 1
        for index in range(start, min(len(lines), start + _MOST_LINES)):
            if self.line.match(lines[index]):
                end, matched = index + 1, matched + 1
            elif not self._of_no_use(lines[index]):
                break
        return (
            (begin, end) if matched > (self.first is not None and self.line.match(lines[start]) is not None) else None
        )

    def _of_no_use(self, line: str) -> bool:
        return any(pattern.match(line) for _, pattern in self.of_no_use)

    def read(self, output: Output) -> Reading:
        """A row for each line."""
        reading = Reading()
        for index, line in enumerate(output.lines):
            if match := self.line.match(line):
                self._line(reading, output.span(index), match, output.command)
        if self.system and (reading.rows or not self.template):
            reading.rows.append(Row("system", {"os": self.system}, output.span(0), inferred=True))
        if self.covers is not None and self.covers(output.command):
            reading.complete = frozenset({self.template})
        return reading

    def _line(self, reading: Reading, span: Span, match: re.Match[str], command: str) -> None:
        if not self.template:
            reading.pass_over("nothing that we use", span)
            return
        values: Values = {}
        for name, cell in match.groupdict().items():
            slot = name.replace("_", "-")
            if cell is None or cell in NOTHING:
                continue
            value = self.parse[slot](cell) if slot in self.parse else cell
            if value is None:
                reading.refusals.append(Refusal(span, f"{slot}: {shown(cell)} is not understood"))
                return
            values[slot] = value
        made = values if self.row is None else self.row(values, command)
        if isinstance(made, str):
            reading.pass_over(made, span)
        else:
            template, slots = made if isinstance(made, tuple) else (self.template, made)
            reading.rows.append(Row(template, slots, span))
