"""The tables that psql prints, in all its formats. Not a reader itself.

Aligned with a line of dashes, with borders, ``\\x`` one field below the other, ``-A`` with ``|``, ``--csv``.

>>> table_at([" a | b ", "---+---", " 1 | 2 ", "(1 row)"], 0, {"b"}).rows
[(2, {'a': '1', 'b': '2'})]
>>> table_at(["-[ RECORD 1 ]", "a | 1", "b | 2"], 0, {"b"}).rows
[(1, {'a': '1', 'b': '2'})]
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from typing import NamedTuple

from facts.kit.cells import divided
from facts.patterns import lazy
from facts.reading import Output, Reading, prompt_of

RULE = lazy(r"\s*+[+|├╞┌└╔╚╠]?[-─═]{2}[-+─┼═╪┬┴╬╦╩]*+(?:(?<=[-─═])[|┤╡┐┘╗╝╣]?|(?<=[-─═]\+))\s*$")
FOOT = lazy(r"\s*\(\d+ (?:rows?|Zeilen?|lignes?)\)\s*$")
RECORD = lazy(r"\s*[-─]\[ (?:RECORD|DATENSATZ|ENREGISTREMENT) \d+ \][-─+┬]*\s*$")
# the value without the divider of a border behind it, of which its last word may be one too
_FIELD = lazy(r"\s*(?P<name>\w+)\s*[|│]\s?(?P<value>.*\S(?=\s*[|│]\s*$)|.*[^\s|│](?=\s*$)|)(?:\s*[|│])?\s*$")
_COLUMN = re.compile(r"[A-Za-z_?][\w ?().]{0,62}\Z")


class Table(NamedTuple):
    """A table: its lines, end exclusive, each row as column to cell with the index of its first line; `vertical` under ``\\x``."""

    begin: int
    end: int
    rows: list[tuple[int, dict[str, str]]]
    vertical: bool = False

    def account(self, reading: Reading, output: Output, columns: AbstractSet[str]) -> None:
        """Account for its lines: rows, and those of `columns` where the fields stand below each other, are read."""
        rows = {index for index, _ in self.rows}
        for index in range(self.begin, self.end):
            line, span = output.lines[index], output.span(index)
            field = _FIELD.match(line) if self.vertical else None
            if RULE.match(line) or FOOT.match(line) or RECORD.match(line):
                reading.pass_over("border or foot", span)
            elif field["name"] in columns if field else index in rows:
                reading.used.append(span)
            else:
                reading.pass_over("another column" if field else "heading", span)


def cells_of(line: str, divider: str = "|") -> list[str]:
    """The cells of one line; psql may draw its dividers."""
    return divided(line if divider == "," else line.replace("│", "|"), divider)


def _header(line: str, wanted: AbstractSet[str]) -> tuple[list[str], str] | None:
    for divider in ("|", ","):
        if divider not in line and "│" not in line:
            continue
        cells = cells_of(line, divider)
        if len(cells) > 1 and wanted & set(cells) and all(_COLUMN.match(cell) for cell in cells):
            return cells, divider
    return None


def table_at(lines: Sequence[str], start: int, wanted: AbstractSet[str]) -> Table | None:
    """The table that begins at ``lines[start]``, when it has one of the `wanted` columns."""
    if len(lines[start]) > 4096:
        return None
    field = _FIELD.match(lines[start])
    if RECORD.match(lines[start]) or (field and field["name"] in wanted and _header(lines[start], wanted) is None):
        return _records(lines, start, wanted)
    found = _header(lines[start], wanted)
    if found is None:
        return None
    if field and re.fullmatch(r"[\d.]*", field["value"]):
        return _records(lines, start, wanted)
    columns, divider = found
    rows: list[tuple[int, dict[str, str]]] = []
    end = start + 1
    while end < len(lines):
        line = lines[end]
        if FOOT.match(line):
            end += 1
            break
        if not RULE.match(line):
            cells = cells_of(line, divider) if line.strip() and prompt_of(line) is None else []
            if len(cells) != len(columns):
                break
            rows.append((end, dict(zip(columns, cells, strict=True))))
        end += 1
    return Table(start, end, rows) if rows else None


def _records(lines: Sequence[str], start: int, wanted: AbstractSet[str]) -> Table | None:
    rows: list[tuple[int, dict[str, str]]] = []
    record: dict[str, str] = {}
    first, end = start, start
    while end < len(lines):
        if RECORD.match(lines[end]):
            if record:
                rows.append((first, record))
            record = {}
        elif field := _FIELD.match(lines[end]):
            first = end if not record else first
            record.setdefault(field["name"], field["value"])
        elif not RULE.match(lines[end]):
            break
        end += 1
    if record:
        rows.append((first, record))
    return Table(start, end, rows, vertical=True) if any(wanted & set(row) for _, row in rows) else None
