"""Name the cause in an exercise: a case chosen from all that are known, then the reason."""

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

_MOST_REASON = 1_500


class NameCause(ModalScreen[tuple[str, str]]):
    """A box with the cases that fit what is in it, and below it a box for the reason.

    Enter takes the marked case, Enter in the box of the reason ends it with both. Escape goes back to the cases, then leaves; what was
    chosen is ("", "") then.
    """

    BINDINGS: ClassVar[list[BindingType]] = [("escape", "leave", "Back")]
    DEFAULT_CSS = """
    NameCause { align: center top; background: $background 40%; }
    NameCause #box { width: 90%; max-width: 110; height: 85%; margin: 1 0; background: $surface; border: round $accent; padding: 0 1; }
    NameCause Input { border: none; height: 1; background: $background; padding: 0 1; }
    NameCause #words { margin: 0 0 1 0; }
    NameCause Rows { height: 1fr; background: $surface; }
    NameCause #why { display: none; margin: 1 0 0 0; }
    NameCause.-why #why { display: block; }
    """

    def __init__(self, title: str, cases: Sequence[tuple[str, str]], reason_wanted: bool) -> None:
        """Ask for a cause.

        Args:
            title: what is asked.
            cases: slug and title of each.
            reason_wanted: whether an examiner asks why.
        """
        super().__init__()
        self.title_text, self.cases, self.reason_wanted = title, cases, reason_wanted
        self._looked = False

    def compose(self) -> ComposeResult:
        """The box above the cases, and the box for the reason."""
        with Vertical(id="box") as box:
            box.border_title = self.title_text
            yield Input(placeholder="a part of the name, then Enter; Esc leaves", compact=True, id="words")
            yield Rows(empty="No case has these words.", steered=True)
            wanted = "why? an examiner wants to know" if self.reason_wanted else "why? may be left empty"
            yield Input(
                placeholder=f"{wanted}; Enter says it, Esc goes back to the cases",
                compact=True,
                id="why",
                max_length=_MOST_REASON,
            )

    def on_mount(self) -> None:
        """Every case at first."""
        self._fit("")
        self._words.focus()

    @property
    def _row_key(self) -> object:
        row = self.query_one(Rows).row
        return row.key if row is not None else None

    @property
    def _words(self) -> Input:
        return self.query_one("#words", Input)

    @property
    def _why(self) -> Input:
        return self.query_one("#why", Input)

    def _fit(self, text: str) -> None:
        words = text.lower().split()
        fitting = [
            (slug, title) for slug, title in self.cases if all(word in f"{slug} {title}".lower() for word in words)
        ]
        rows = self.query_one(Rows)
        rows.fill(Row(slug, Content.assemble(title, (f"  {slug}", "$quiet"))) for slug, title in fitting)
        rows.action_first()

    def on_input_changed(self, message: Input.Changed) -> None:
        """Others fit."""
        if message.input is self._words:
            self._fit(message.value)

    def on_input_submitted(self, message: Input.Submitted) -> None:
        """Ask for the reason, or end with it."""
        row = self.query_one(Rows).row
        if row is None:
            return
        if message.input is self._words:
            if message.value.strip() or self._looked:  # else nobody has chosen anything yet
                self._ask_why()
        else:
            self._end((str(row.key), " ".join(message.value.split())))

    def on_rows_chosen(self) -> None:
        """Ask for the reason."""
        self._ask_why()

    def _ask_why(self) -> None:
        self.add_class("-why")
        title = next((title for slug, title in self.cases if self._row_key == slug), "")
        self.query_one("#box").border_subtitle = Content(f"why: {title}")
        self._why.focus()
        self.call_after_refresh(self.query_one(Rows)._show_marked)

    def on_key(self, event: events.Key) -> None:
        """Up and down move in the cases while the box above them has the focus."""
        by = {"down": 1, "up": -1}.get(event.key)
        if by is not None and self._words.has_focus:
            event.stop()
            self._looked = True
            self.query_one(Rows).action_move(by)

    def action_leave(self) -> None:
        """Back to the cases, or leave."""
        if self._why.has_focus:
            self.query_one("#box").border_subtitle = ""
            self._words.focus()
        else:
            self._end(("", ""))

    def _end(self, named: tuple[str, str]) -> None:
        if self.is_current:  # a second key that was pressed before this one had its effect
            self.dismiss(named)
