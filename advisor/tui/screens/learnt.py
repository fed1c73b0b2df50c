"""Progress by skill, and the newest runs, to read."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.screen import ModalScreen

from advisor.tui.widgets.rows import Row, Rows
from advisor.views.learner import Progressed


class Learnt(ModalScreen[None]):
    """A list to scroll; Escape leaves."""

    BINDINGS: ClassVar[list[BindingType]] = [("escape", "leave", "Back"), ("enter", "leave", "Back")]
    DEFAULT_CSS = """
    Learnt { align: center middle; background: $background 40%; }
    Learnt #box { width: 94%; max-width: 110; height: 90%; background: $surface; border: round $accent; padding: 0 1; }
    Learnt Rows { height: 1fr; background: $surface; }
    """

    def __init__(self, progressed: Progressed) -> None:
        """Show it."""
        super().__init__()
        self.progressed = progressed

    def compose(self) -> ComposeResult:
        """One list."""
        with Vertical(id="box") as box:
            box.border_title = "Progress"
            box.border_subtitle = "Esc leaves"
            yield Rows(self._rows(), id="learnt")

    def on_mount(self) -> None:
        """It scrolls at once."""
        self.query_one(Rows).focus()

    def _rows(self) -> Iterator[Row]:
        progressed = self.progressed
        if progressed.problem:
            yield Row("problem", Content.assemble((progressed.problem, "$bad")))
            return
        practised = [(title, how) for title, how, tried in progressed.skills if tried]
        others = [title for title, _, tried in progressed.skills if not tried]
        yield _heading("practised", f"Skills you have practised: {len(practised)} of {len(progressed.skills)}")
        for title, how in practised:
            yield Row(("skill", title), Content.assemble((title, "bold"), f"\n{how}"), 1)
        yield _heading("runs", f"Runs: {progressed.head}")
        for number, run in enumerate(progressed.runs):
            yield Row(("run", number), Content(run), 1)
        yield _heading("others", f"Not practised yet: {len(others)}")
        for title in others:
            yield Row(("skill", title), Content.assemble((title, "$quiet")), 1)

    def action_leave(self) -> None:
        """Close it."""
        if self.is_current:  # a second key that was pressed before this one had its effect
            self.dismiss()


def _heading(key: str, title: str) -> Row:
    return Row(key, Content.assemble((title, "$accent bold")), fold=True)
