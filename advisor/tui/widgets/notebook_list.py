"""The notebook of an exercise: what follows from each output, what the learner wrote, and which causes were named."""

from __future__ import annotations

from collections.abc import Iterator

from textual.content import Content

from advisor.tui.plain import plain
from advisor.tui.widgets.newest import Newest
from advisor.tui.widgets.rows import Row
from advisor.views.simulated import Sight

_CLOSED = "What follows from the outputs is shown when the exercise is over. Your own notes stand here: :note TEXT."
_OPEN = "What follows from each output is noted here, and your own notes: :note TEXT."
_MARKS = {"note": "✎ ", "named": "→ "}


class NotebookList(Newest):
    """The entries in order."""

    def show(self, sight: Sight) -> None:
        """Show the notebook as it is now."""
        self.put(_rows(sight))


def _rows(sight: Sight) -> Iterator[Row]:
    people = "; ".join(f"{name}, {about}" for name, about in sight.people) or "nobody"
    yield Row("people", Content(plain(f"You can ask: {people} (ask NAME TEXT)")), style="$quiet")
    open_book = sight.mode == "guided" or sight.over
    if not sight.noted:
        yield Row("empty", Content(_OPEN if open_book else _CLOSED), style="$quiet")
    for at, entry in enumerate(sight.noted):
        head = Content.assemble(
            (f"{entry.clock[-8:]} ", "$quiet"), (plain(entry.text), "bold" if entry.kind == "seen" else "")
        )
        yield Row(("entry", at, entry.number), head, mark=_MARKS.get(entry.kind, ""))
        for number, text in enumerate(entry.news):
            yield Row(("news", at, number, entry.number), Content(plain(text)), 1, mark="- ")
