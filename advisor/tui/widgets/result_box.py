"""The box below the steps of a fix: what was seen, or what it was instead."""

from __future__ import annotations

from advisor.tui.widgets.chat_input import ChatInput


class ResultBox(ChatInput):
    """A box that may also be sent empty; it is only there while something is asked."""

    DEFAULT_CSS = """
    ResultBox { display: none; }
    ResultBox.-asking { display: block; }
    """

    def ask(self, title: str, placeholder: str) -> None:
        """Ask for something."""
        self.drop_held()
        self.text = ""
        self.placeholder = placeholder
        self.border_subtitle = title
        self.add_class("-asking")
        self.focus()

    def away(self) -> str:
        """Nothing: its title says what is asked."""
        return ""

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
        self.post_message(self.Sent("\n".join(part for part in (self.held, self.text) if part.strip())))
