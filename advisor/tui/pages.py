"""A page of plain text as rows: its headings fold, and what is set in below a line belongs to it.

Pages are written once, in `advisor.explanation`, and read on a screen as they are in a plain terminal.
"""

from __future__ import annotations

from collections.abc import Iterator

from textual.content import Content

from advisor.tui.widgets.rows import Row, Rows

UNWRAPPED = 100_000
"""A width at which no page is wrapped: the rows do that."""

_COMMAND_INDENT = 5
"""Commands of a step are set in by so much more than the step itself."""


def rows_of(text: str, key: object = "") -> Iterator[Row]:
    """The rows of a page.

    Args:
        text: lines; a heading stands at the margin, with indented lines below it. The first line is the title.
        key: names the page, so that rows of two pages are told apart.
    """
    lines = text.rstrip("\n").split("\n")
    yield Row((key, 0), Content.assemble((lines[0], "$strong bold")))
    number = 1
    while number < len(lines):
        below = _below(lines, number)
        if not lines[number].strip():
            yield Row((key, number), Content(""), still=True)
        elif number < 3 and lines[number - 1].strip():
            yield Row((key, number), Content.assemble(("\n".join([lines[number].strip(), *below]), "$quiet")))
        elif below and not lines[number].startswith(" "):
            yield Row((key, number), Content.assemble((lines[number], "$accent bold")), fold=True)
            yield from _entries(below, key, number + 1)
        else:
            yield Row((key, number), Content("\n".join([lines[number], *below])))
        number += 1 + len(below)


def _below(lines: list[str], at: int) -> list[str]:
    """The indented lines that follow a line."""
    end = at + 1
    while end < len(lines) and lines[end].startswith(" "):
        end += 1
    return lines[at + 1 : end]


def _entries(lines: list[str], key: object, first: int) -> Iterator[Row]:
    """One row for each line at the least indentation, together with the deeper ones below it."""
    least = min(_indent(line) for line in lines)
    entry: list[str] = []
    at = first
    for number, line in enumerate(lines, first):
        if entry and _indent(line) == least:
            yield _entry(entry, (key, at))
            entry, at = [], number
        entry.append(line[least:])
    yield _entry(entry, (key, at))


def _entry(lines: list[str], key: object) -> Row:
    code = frozenset(number for number, line in enumerate(lines) if _indent(line) >= _COMMAND_INDENT)
    return Row(key, Content("\n".join(lines)), depth=1, code=code)


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip(" "))


def show_page(rows: Rows, text: str, key: object) -> None:
    """Fill a list with a page, and begin at its top unless it is the page that is shown already."""
    page = list(rows_of(text, key)) if text else []
    same = bool(page) and any(row.key == page[0].key for row in rows.rows)
    if same:
        rows.fill(page)
        return
    rows.fill(page, mark=page[0].key if page else None)
    rows.scroll_home(animate=False)
