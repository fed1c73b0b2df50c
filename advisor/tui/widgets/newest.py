"""A list that grows at its end, with the mark on what came last."""

from __future__ import annotations

from collections.abc import Iterable

from textual import events

from advisor.tui.widgets.rows import Row, Rows


class Newest(Rows):
    """The rows in order, the newest below; it is in sight also where rows were added while the list was not."""

    FOLLOWS_END = True

    def put(self, rows: Iterable[Row]) -> None:
        """Show these rows; where some are new, the mark goes to the last one."""
        every = list(rows)
        if [row.key for row in every] == [row.key for row in self.rows]:
            return
        self.fill(every, mark=every[-1].key if every else None)
        self.call_after_refresh(self.scroll_end, animate=False)

    def on_resize(self, event: events.Resize) -> None:
        """It comes into sight."""
        if not self._first:
            self.call_after_refresh(self.scroll_end, animate=False)
