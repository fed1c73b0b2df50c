"""One line to search with."""

from __future__ import annotations

from textual.message import Message
from textual.widgets import Input

from advisor.tui.bindings import bindings


class SearchBox(Input):
    """A box from which one goes down into what was found."""

    BINDINGS = bindings("search", first=True)
    DEFAULT_CSS = """
    SearchBox { height: 3; border: round $border; background: $background; padding: 0 1; }
    SearchBox:focus { border: round $accent; background: $background; }
    """

    class Left(Message):
        """Somebody wants to go to what was found."""

        def __init__(self, read: bool) -> None:
            """Say whether to read the first of it at once."""
            super().__init__()
            self.read = read

    def action_results(self, read: bool = False) -> None:
        """Go to what was found."""
        self.post_message(self.Left(read))
