"""The line above the last one: what is being done, how far it is, and what was done."""

from __future__ import annotations

from textual.content import Content
from textual.reactive import reactive
from textual.widget import Widget

from advisor.tui.plain import drawable


class WorkBar(Widget):
    """One line for progress, for what the last step changed, and for what went wrong."""

    DEFAULT_CSS = """
    WorkBar { height: 1; background: $surface; color: $foreground; padding: 0 1; display: none; }
    WorkBar.-said { display: block; }
    """
    text: reactive[Content] = reactive(Content(""))

    def watch_text(self, text: Content) -> None:
        """No line where there is nothing to say."""
        self.set_class(bool(text.plain), "-said")

    def render(self) -> Content:
        """The line, cut to the width."""
        return drawable(self.text).first_line.truncate(max(self.size.width - 2, 1), ellipsis=True)
