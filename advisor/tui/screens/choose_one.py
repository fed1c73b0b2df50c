"""A question that is answered with one key."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar, NamedTuple, cast

from textual import events
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Static

from advisor.tui.plain import plain
from advisor.tui.widgets.rows import Row, Rows

if TYPE_CHECKING:
    from advisor.tui.app import AdvisorApp


class Option(NamedTuple):
    """One answer: what comes of it, what it is called, and what it means."""

    value: str
    title: str
    note: str = ""


class ChooseOne(ModalScreen[str]):
    """Answers with their numbers: a digit or Enter takes one, Escape none."""

    BINDINGS: ClassVar[list[BindingType]] = [("escape", "leave", "Back")]
    DEFAULT_CSS = """
    ChooseOne { align: center middle; background: $background 40%; }
    ChooseOne #box { width: 90%; max-width: 76; height: auto; max-height: 90%; background: $surface; border: round $accent; padding: 0 1; }
    ChooseOne Static { height: auto; margin: 0 0 1 1; }
    ChooseOne Rows { height: auto; background: $surface; }
    """

    def __init__(self, title: str, about: str, options: Sequence[Option]) -> None:
        """Ask.

        Args:
            title: what is asked.
            about: said above the answers, "" for nothing.
            options: the answers; at most nine.
        """
        super().__init__()
        self.title_text, self.about, self.options = title, about, options
        self.asked_since = float("inf")

    def compose(self) -> ComposeResult:
        """What is said, then the answers."""
        with Vertical(id="box") as box:
            box.border_title = Content(plain(self.title_text))
            box.border_subtitle = "a number, or Enter; Esc leaves"
            if self.about:
                yield Static(Content(plain(self.about)), markup=False)
            yield Rows(self._rows(), id="options")

    def _rows(self) -> list[Row]:
        return [Row(option.value, _text(option), mark=f"{n} ") for n, option in enumerate(self.options, 1)]

    def on_mount(self) -> None:
        """The first one is marked."""
        self.query_one(Rows).focus()
        self.asked_since = cast("AdvisorApp", self.app).typed.now()

    def answers_to(self, character: str) -> bool:
        """The number of an answer."""
        return character in "123456789"[: len(self.options)]

    def on_rows_chosen(self, message: Rows.Chosen) -> None:
        """Take this one."""
        self._end(str(message.row.key))

    def on_key(self, event: events.Key) -> None:
        """Take the one of this number."""
        if event.character is not None and event.character in "123456789"[: len(self.options)]:
            event.stop()
            self._end(self.options[int(event.character) - 1].value)

    def action_leave(self) -> None:
        """Take none."""
        self._end("")

    def _end(self, value: str) -> None:
        if self.is_current:  # a second key that was pressed before this one had its effect
            self.dismiss(value)


def _text(option: Option) -> Content:
    note = [(f"\n{option.note}", "$quiet")] if option.note else []
    return Content.assemble((option.title, "bold"), *note)
