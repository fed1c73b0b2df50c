"""A list whose lines can be copied and lead somewhere: what a proof and an answer to why-not are made of."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from textual import events
from textual.content import Content

from advisor.tui.widgets.rows import Row, Rows


class Lead(NamedTuple):
    """Where a line leads when it is chosen.

    Attributes:
        to: a screen (``evidence``, ``cases``), ``case`` for a case's state here, ``line`` for another line of the list, ``copy``,
            or ``say`` for a text in the line above the last one.
        target: what is meant there.
    """

    to: str
    target: object


class Line(NamedTuple):
    """A row with what it copies, the row's text where that is "", and where it leads."""

    row: Row
    copy: str = ""
    lead: Lead | None = None


class Lines(Rows):
    """The list."""

    def __init__(self, *, id: str | None = None) -> None:
        """Nothing is in it."""
        super().__init__(id=id)
        self._by_key: dict[object, Line] = {}

    def put(self, lines: Iterable[Line], mark: object = None, afresh: bool = False) -> None:
        """Show other lines; `afresh` goes to the first one, else the place in the list is kept, or is that of `mark`."""
        every = list(lines)
        self._by_key = {line.row.key: line for line in every}
        first = next((line.row.key for line in every if not line.row.still), None)
        self.fill((line.row for line in every), mark=mark if mark is not None else first if afresh else None)
        if afresh:
            self.scroll_home(animate=False)

    def on_resize(self, event: events.Resize) -> None:
        """Where it was filled while it was not seen, the marked line comes into sight with it."""
        if not self._first:
            self.call_after_refresh(self._show_marked)

    @property
    def line(self) -> Line | None:
        """The marked line."""
        return self._by_key.get(self.row.key) if self.row is not None else None

    def to_copy(self) -> str:
        """What the marked line copies."""
        line = self.line
        return (line.copy or line.row.text.plain) if line is not None else ""

    def fold_all(self) -> None:
        """Unfold everything, or fold it again where nothing is folded."""
        foldable = [row for row in self.rows if row.fold]
        folded = not any(self.folded(row) for row in foldable)
        self._folds.update({row.key: folded for row in foldable})
        self._wrapped.clear()
        self._arrange()
        above = (n for n in range(self.marked, -1, -1) if self.rows[n].depth == 0 and not self.rows[n].still)
        self._mark(next(above, self.marked) if folded else self.marked)


def text_line(key: object, text: str | Content, depth: int = 0, style: str = "", mark: str = "") -> Line:
    """A line that only says something."""
    content = text if isinstance(text, Content) else Content(text)
    return Line(Row(key, content, depth, style=style, mark=mark))


def section(name: str, title: str, folded: bool = False) -> Line:
    """A heading under which lines can be folded; it stays as it is when another conclusion is shown."""
    return Line(Row(("section", name), Content.assemble((title, "bold $accent")), fold=True, folded=folded))


def command_line(key: object, command: str, depth: int = 1) -> Line:
    """A command that is copied when it is chosen."""
    text = Content.assemble((command, "$accent"), ("   Enter copies it", "$quiet"))
    return Line(Row(key, text, depth, mark="$ "), command, Lead("copy", command))
