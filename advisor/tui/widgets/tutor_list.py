"""What the tutor said in an exercise."""

from __future__ import annotations

from collections.abc import Iterable

from textual.content import Content

from advisor.tui.plain import plain
from advisor.tui.widgets.newest import Newest
from advisor.tui.widgets.rows import Row


class TutorList(Newest):
    """The words of the tutor."""

    def say(self, texts: Iterable[tuple[int, str]]) -> None:
        """Add texts, each with the number of the line that it was said to."""
        start = len(self.rows)
        fresh = [
            Row(("said", start + at, number), Content(plain(text)), mark="· ")
            for at, (number, text) in enumerate(texts)
        ]
        self.put([*self.rows, *fresh])
