"""One line in which captures are named; what is pasted may be several lines, and is then an output."""

from __future__ import annotations

from textual import events
from textual.message import Message
from textual.widgets import Input


class PathBox(Input):
    """A path of a file, a folder or an archive."""

    class Pasted(Message):
        """Lines were pasted: no path, but an output, or several paths."""

        def __init__(self, text: str) -> None:
            """Say which."""
            super().__init__()
            self.text = text

    def _on_paste(self, event: events.Paste) -> None:
        if len(event.text.strip().splitlines()) > 1:
            event.stop()
            event.prevent_default()
            self.post_message(self.Pasted(event.text))
        else:
            super()._on_paste(event)
