"""Cells of tables and values of names: how a line is cut into them, and how one is read."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence

from facts.account import Rules
from facts.patterns import lazy
from facts.schema import Value

Parse = Callable[[str], Value | bool | None]
"""Reads one cell; None for what it does not understand."""
Values = dict[str, Value | bool]
NOTHING = frozenset(("", "-", "--", "N/A", "n/a"))
"""How tools write that there is no value."""
JSON_LINES: Rules = (("another member", lazy(r"\s*(?:[\"{}\[\]]|(?:-?\d[\d.eE+-]*|true|false|null)\s*,?\s*$)")),)
"""The lines of a JSON text, which is valid as a whole: what no row cites is of no use."""
_WORD = lazy(r"\S+")


def text(cell: str) -> str:
    """A cell as it stands."""
    return cell


def one_of(words: Mapping[str, Value | bool]) -> Parse:
    """Reads a word from a list, in capitals or not; any other word is not understood, and is neither good nor bad.

    >>> state = one_of({"OK": "ok", "Failed": "failed"})
    >>> state("ok"), state("Broken")
    ('ok', None)
    """
    known = {word.lower(): value for word, value in words.items()}
    return lambda cell: known.get(cell.strip().lower())


def within(pattern: re.Pattern[str], parse: Parse) -> Parse:
    """Reads the first group of a pattern where the cell begins as the pattern says.

    >>> from facts.units import number
    >>> within(re.compile(r".*speed: ([0-9.]+)"), number)("finish 0:05 speed: 12.5 K/sec")
    12.5
    """
    return lambda cell: parse(match[1]) if (match := pattern.match(cell)) else None


def told(found: Mapping[str, Value | bool | None]) -> Values:
    """The slots of which there is a value.

    >>> told({"errors": 0, "hours": None})
    {'errors': 0}
    """
    return {slot: value for slot, value in found.items() if value is not None}


def never(command: str) -> bool:
    """No output of the command shows all that there is: for `covers`."""
    return False


def spans(line: str) -> list[tuple[str, int, int]]:
    """The words of a line with where each begins and ends, as a terminal shows it."""
    return [(match[0], match.start(), match.end()) for match in _WORD.finditer(line.expandtabs())]


def divided(line: str, divider: str) -> list[str]:
    """The cells between dividers, without the border around them; those of ``,`` may be quoted."""
    if divider == ",":
        import csv  # few outputs are divided so

        return [cell.strip() for cell in next(csv.reader([line.strip()]), [])]
    stripped = line.strip() if divider != "\t" else line
    if divider == "|" and len(stripped) > 1 and stripped[0] == "|" == stripped[-1]:
        stripped = stripped[1:-1]
    return [cell.strip() for cell in stripped.split(divider)]


def aligned(line: str, heads: Sequence[tuple[str, int, int]]) -> list[str]:
    """Each word under the heading that it is aligned with, on its left or its right side; a cell may be empty or have blanks.

    >>> aligned("root vg0   4.00g      12.5", [("LV", 0, 2), ("VG", 5, 7), ("LSize", 11, 16), ("Pool", 17, 21), ("Data%", 22, 27)])
    ['root', 'vg0', '4.00g', '', '12.5']
    """
    cells: list[list[str]] = [[] for _ in heads]
    at = 0
    for word, start, end in spans(line):
        near = min(range(at, len(heads)), key=lambda n: (min(abs(start - heads[n][1]), abs(end - heads[n][2])), n))
        if cells[at] and near > at and start < heads[near][1] - 1 and end < heads[near][1]:
            near = at  # a text wider than its heading goes on
        cells[near].append(word)
        at = near
    return [" ".join(words) for words in cells]


def shown(cell: str) -> str:
    """A cell as a refusal quotes it."""
    return f"`{re.sub(r'[^ -~äöüÄÖÜß]', '?', cell)[:40]}`"
