"""The box below the steps of a fix: what was seen, or what it was instead."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from textual.content import Content

from advisor.tui.typed import UNSEEN_SECONDS
from advisor.tui.widgets.chat_input import ChatInput

if TYPE_CHECKING:
    from advisor.tui.app import AdvisorApp


class ResultBox(ChatInput):
    """A box that may also be sent empty; it is only there while something is asked."""

    DEFAULT_CSS = """
    ResultBox { display: none; }
    ResultBox.-asking { display: block; }
    """

    def __init__(self, *, id: str | None = None) -> None:
        """Nothing is asked."""
        super().__init__(id=id)
        self._since = float("-inf")
        self._left: dict[str, str] = {}

    def ask(self, title: str, placeholder: str) -> None:
        """Ask for something; what was typed for it before and not sent is there again."""
        self.drop_held()
        self.text = self._left.pop(title, "")
        self.move_cursor(self.document.end)
        self._since = cast("AdvisorApp", self.app).typed.now()
        self.placeholder = placeholder
        self.border_subtitle = title
        self.add_class("-asking")
        self.focus()

    def away(self) -> str:
        """Nothing: its title says what is asked."""
        return ""

    def leave(self) -> bool:
        """Ask for nothing more, and keep what was typed until the same is asked again; whether there was anything."""
        text = self.text
        if text.strip():
            self._left[str(self.border_subtitle)] = text
        self.close()
        return bool(text.strip())

    def close(self) -> None:
        """Ask for nothing more."""
        self.drop_held()
        self.text = ""
        self.remove_class("-asking")

    @property
    def asking(self) -> bool:
        """Whether something is asked."""
        return self.has_class("-asking")

    def _send(self) -> None:
        self._enter = None
        text = "\n".join(part for part in (self.held, self.text) if part.strip())
        if text or self.entered - self._since > UNSEEN_SECONDS:
            self.post_message(self.Sent(text, self.begun, self.entered))
        else:  # Enter was held down: nobody has read the question
            cast("AdvisorApp", self.app).tell(
                Content("the question has just come up: press Enter again to tick the step")
            )
