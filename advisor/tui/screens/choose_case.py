"""Choose a case from all that are known, by typing a part of its name."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Input

from advisor.tui.widgets.rows import Row, Rows


class ChooseCase(ModalScreen[str]):
    """A box and the cases that fit what is in it; Enter takes the marked one, Escape none."""

    BINDINGS: ClassVar[list[BindingType]] = [("escape", "leave", "Back")]
    DEFAULT_CSS = """
    ChooseCase { align: center top; background: $background 40%; }
    ChooseCase #box { width: 80%; max-width: 100; height: 80%; margin: 1 0; background: $surface; border: round $accent; padding: 0 1; }
    ChooseCase Input { border: none; height: 1; margin: 0 0 1 0; background: $background; padding: 0 1; }
    ChooseCase Rows { height: 1fr; background: $surface; }
    """

    def __init__(self, title: str, cases: Sequence[tuple[str, str]], slugs: bool = True) -> None:
        """Ask for one of the cases.

        Args:
            title: what is asked.
            cases: slug and title of each.
            slugs: whether slugs are shown, and found; otherwise they only stand for the titles.
        """
        super().__init__()
        self.title_text, self.cases, self.slugs = title, cases, slugs

    def compose(self) -> ComposeResult:
        """The box above the cases."""
        with Vertical(id="box") as box:
            box.border_title = self.title_text
            yield Input(placeholder="a part of the name, then Enter; Esc leaves", compact=True)
            yield Rows(empty="Nothing has these words.", steered=True)

    def on_mount(self) -> None:
        """Every case at first."""
        self._fit("")
        self.query_one(Input).focus()

    def _fit(self, text: str) -> None:
        words = text.lower().split()
        fitting = [
            (slug, title)
            for slug, title in self.cases
            if all(word in f"{slug if self.slugs else ''} {title}".lower() for word in words)
        ]
        rows = self.query_one(Rows)
        shown = ((slug, title, f"  {slug}" if self.slugs else "") for slug, title in fitting)
        rows.fill(Row(slug, Content.assemble(title, (beside, "$quiet"))) for slug, title, beside in shown)
        rows.action_first()

    def on_input_changed(self, message: Input.Changed) -> None:
        """Others fit."""
        self._fit(message.value)

    def on_input_submitted(self) -> None:
        """Take the marked one."""
        row = self.query_one(Rows).row
        if row is not None:
            self._end(str(row.key))

    def on_rows_chosen(self, message: Rows.Chosen) -> None:
        """Take this one."""
        self._end(str(message.row.key))

    def on_key(self, event: events.Key) -> None:
        """Up and down move in the cases while the box has the focus."""
        by = {"down": 1, "up": -1}.get(event.key)
        if by is not None and self.query_one(Input).has_focus:
            event.stop()
            self.query_one(Rows).action_move(by)

    def action_leave(self) -> None:
        """Choose none."""
        self._end("")

    def _end(self, slug: str) -> None:
        if self.is_current:  # a second key that was pressed before this one had its effect
            self.dismiss(slug)
