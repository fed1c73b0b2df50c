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

RULE = lazy(
    r"\s*+[+|├╞┌└╔╚╠]?[-─═]{2}[-+─┼═╪┬┴╬╦╩]*+(?:(?<=[-─═])[|┤╡┐┘╗╝╣]?|(?<=[-─═]\+))\s*$"
    # of Markdown
    r"|\s*+\|(?:\s*+:?+-++:?+\s*+\|)++\s*$"
)
FOOT = lazy(r"\s*\(\d+ (?:rows?|Zeilen?|lignes?)\)\s*$")
RECORD = lazy(r"\s*[-─]\[ (?:RECORD|DATENSATZ|ENREGISTREMENT) \d+ \][-─+┬]*\s*$")
# the value without the divider of a border behind it, of which its last word may be one too
_FIELD = lazy(r"\s*(?P<name>\w+)\s*[|│]\s?(?P<value>.*\S(?=\s*[|│]\s*$)|.*[^\s|│](?=\s*$)|)(?:\s*[|│])?\s*$")
BARE = r"\bpsql\b(?=.{0,300}?\s-\w{0,20}t|.{0,300}?--tuples-only).{0,600}?\bselect\s+(?P<columns>[^;]{1,600}?)\s+from\s+(?:pg_catalog\.)?"
"""A query of which psql prints no heading, up to what it asks; to be matched in letters of any case."""
_ASKED = lazy(r"(?:.*?\bas\s+|.*\.)?\"?(?P<name>\w+|\*)\"?(?:\(\*?\))?\s*\Z", re.IGNORECASE | re.DOTALL)
_BETWEEN = lazy(r",(?![^()]*\))")
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


_DIVIDER = lazy(r"\s(?:-\w{0,20}F|--field-separator[= ])\s*\$?['\"]?(?P<divider>\\t|[^\s'\"])(?:['\"]|\s|\Z)")


def with_bars(line: str, command: str) -> str:
    r"""A line of psql -A with a bar between its cells, where the command asks for another divider.

    >>> with_bars("fsync;on", "psql -At -F ';' -c x"), with_bars("a\tb", "psql -AtF $'\\t' -c x"), with_bars("a|b", "psql -At")
    ('fsync|on', 'a|b', 'a|b')
    """
    match = _DIVIDER.search(command)
    return line if match is None else line.replace("\t" if match["divider"] == "\\t" else match["divider"], "|")


def asked_columns(query: str) -> list[str]:
    """The names of the columns that a query asks for, in small letters; none where one of them has no name.

    >>> asked_columns("name, s.setting as Value, count(*)"), asked_columns("name || setting, unit"), asked_columns("*")
    (['name', 'value', 'count'], [], ['*'])
    """
    found = [None if "||" in part else _ASKED.match(part.strip()) for part in _BETWEEN.split(query)]
    return [column["name"].lower() for column in found if column] if all(found) else []


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


_QUERY = lazy(
    r"\s*(?:(?i:select|with|table|show|explain|vacuum|execute)\b(?!.*[.:]\s*$)|\\[a-z+]{1,12}(?:\s+\S+)*\s*$)"
)
_OF_QUERY = lazy(
    r"\s*(?:(?i:select|from|where|and|or|order|group|having|limit|join|left|right|inner|cross|full|on|union|with|case|when|then|else|end|as|not"
    r"|using|between|in|exists|offset|by|add|drop|modify|change|alter|set|values|into|update|insert|delete|index|key|primary|engine|partition|now|count|sum|max|min|round|coalesce|pg_\w+|\w+\()|[(),]|\w+(?:\.\w+)?(?:::\w+)?,|.*[,;(]\s*$|.*\bAS\b)"
)
_MOST_OF_QUERY = 40


def query_above(lines: Sequence[str], start: int) -> int:
    """The line on which the query begins that stands right above a table, as it was typed; `start` where there is none.

    >>> query_above(["Now this:", "select a,", "       b", "from c;", " a | b "], 4), query_above(["I select some of:", " a | b"], 1)
    (1, 1)
    """
    index = start - 1
    while index > 0 and not lines[index].strip() and start - index < 2:
        index -= 1
    for at in range(index, max(-1, index - _MOST_OF_QUERY), -1):
        line = lines[at]
        if not line.strip() or prompt_of(line) is not None:
            break
        if _QUERY.match(line):
            inside = lines[at : index + 1]
            if inside[-1].rstrip().endswith(";"):
                return at
            whole = len(inside) > 1 or re.search(r"(?i)\bfrom\s+\w", line)
            return at if whole and all(map(_OF_QUERY.match, inside[1:])) else start
        if not _OF_QUERY.match(line) and not line[:1].isspace():
            break
    return start


def is_of_query(line: str) -> bool:
    """Whether a line may stand within a query."""
    return _OF_QUERY.match(line) is not None or re.match(r"\s+[\w\"'(|):]", line) is not None
