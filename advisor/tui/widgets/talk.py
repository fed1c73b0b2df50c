"""The conversation so far."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from textual.content import Content

from advisor.tui.plain import plain, shortened
from advisor.tui.widgets.rows import Row, Rows

if TYPE_CHECKING:
    from advisor.tui.app import Said

_MARKS = {
    "you": ("› ", "$strong"), "asked": ("? ", "$quiet"), "understood": ("✓ ", "$quiet"), "not-understood": ("! ", "$bad"),
    "changed": ("→ ", "$accent"), "error": ("! ", "$bad bold"), "note": ("· ", "$quiet"), "stop": ("■ ", ""),
}  # fmt: skip
_FIRST = "What is wrong? Say it in a sentence, paste an output, or name a file."
_MOST_CHARACTERS = 50_000
"""Of an answer as much is shown: a line without end would hold up the screen while it is broken."""


class Talk(Rows):
    """Everything that was said, the newest below."""

    FOLLOWS_END = True

    def __init__(self, *, id: str | None = None) -> None:
        """Nothing was said yet."""
        super().__init__(empty=_FIRST, id=id)
        self._count = 0

    def show(self, said: Sequence[Said]) -> None:
        """Show the texts; those that are shown already stay."""
        if len(said) < self._count:
            self._count = 0
            self.fill([])
        self.add(_row(number, said[number]) for number in range(self._count, len(said)))
        self._count = len(said)


def _row(number: int, said: Said) -> Row:
    mark, style = _MARKS.get(said.kind, ("", ""))
    text = plain(shortened(said.text) if said.kind == "you" else _cut(said.text))
    return Row(number, Content(text), mark=mark, style=style, depth=0 if said.kind in ("you", "asked", "stop") else 1)


def _cut(text: str) -> str:
    return text if len(text) <= _MOST_CHARACTERS else f"{text[:_MOST_CHARACTERS]}…"
