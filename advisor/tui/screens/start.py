"""The start: what to do, in one look, and what was done last."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from textual import events
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.widget import Widget
from textual.widgets import Static

from advisor.tui.screens.place import Place
from advisor.tui.widgets.rows import Row, Rows

if TYPE_CHECKING:
    from advisor.tui.desk import Work
    from advisor.views.board import Board
    from advisor.views.recent import Recent

_WHAT = (
    ("describe", "Describe the trouble", "in your own words, English or German; the advisor answers in English"),
    ("open", "Open captures", "a file, a folder, an archive, or pasted outputs of vmstat, zpool, sysctl and others"),
    ("continue", "Continue a session", "every step is kept as you go"),
    ("training", "Practise", "on a simulated host in trouble, or on a recorded case"),
    ("cases", "Browse cases and sources", "what is known, how it is told apart, and where it comes from"),
)  # fmt: skip
_HEAD = "advisor finds out what is wrong with a storage, memory or database host, shows why, and what to do."


class StartPlace(Place):
    """The first screen."""

    NAME = "start"
    DEFAULT_CSS = """
    StartPlace #start { padding: 1 2; max-width: 110; }
    StartPlace #head { color: $strong; text-style: bold; height: auto; }
    StartPlace #what { height: auto; max-height: 70%; margin: 1 0; }
    StartPlace #recent-head { color: $quiet; height: auto; }
    StartPlace #recent { height: 1fr; }
    StartPlace.-low #start { padding: 0 2; }
    """

    def body(self) -> ComposeResult:
        """What to do, above what was done."""
        with Vertical(id="start"):
            yield Static(_HEAD, id="head", markup=False)
            yield Rows(
                [Row(key, Content.assemble((title, "bold"), "\n", (text, "$quiet")), mark=f"{n} ")
                 for n, (key, title, text) in enumerate(_WHAT, 1)],
                id="what",
            )  # fmt: skip
            yield Static("Recent sessions", id="recent-head", markup=False)
            yield Rows(empty="looking for sessions ...", id="recent")

    def parts(self) -> Sequence[Widget]:
        """What to do first."""
        return [self.query_one("#what"), self.query_one("#recent")]

    async def show(self, board: Board | None) -> None:
        """List the sessions."""
        rows = self.query_one("#recent", Rows)
        try:
            found = await self.advisor.desk.run(_recent)
        except ValueError as error:  # a StoreError; its module is not imported before the first frame
            if not hasattr(error, "code"):
                raise
            rows.empty = f"The sessions cannot be read: {error}; {getattr(error, 'help', '')}".rstrip("; ") + "."
            rows.fill([])
            return
        rows.empty = "None yet: this is the first time. Press Enter to describe the trouble, or ? to see the keys."
        rows.fill(Row(item.name, _session(item)) for item in found)

    def on_rows_chosen(self, message: Rows.Chosen) -> None:
        """Go where the line leads."""
        app, key = self.advisor, str(message.row.key)
        if message.rows.id == "recent":
            app.resume(key)
            app.go("advisor")
        elif key in ("describe", "open"):
            app.ask_to_begin(key)
        elif key == "continue":
            recent = self.query_one("#recent", Rows)
            if recent.rows:
                recent.focus()
            else:
                self.said(Content("no session is kept yet"))
        else:
            app.go(key)

    @property
    def ready(self) -> bool:
        """At once: what to do does not wait for the list of sessions."""
        return self.is_mounted

    def answers_to(self, character: str) -> bool:
        """The number of a line."""
        return any(row.mark.strip() == character for row in self.query_one("#what", Rows).rows)

    def on_key(self, event: events.Key) -> None:
        """A digit opens its line."""
        what = self.query_one("#what", Rows)
        row = next((row for row in what.rows if row.mark.strip() == event.character), None)
        if row is not None and what.go_to(row.key):
            event.stop()
            what.focus()
            what.action_choose()

    def action_back(self) -> None:
        """Back to the list of what to do; there is nothing before this screen."""
        if not self.advisor.cancel_work():
            self.query_one("#what").focus()


def _recent(work: Work) -> list[Recent]:
    """Import and read on the desk: the first frame does not wait for it."""
    from advisor.views.recent import recent

    return recent(work.store, work.knowledge, work.session if work.begun else None)


def _session(item: Recent) -> Content:
    state = Content.assemble((f"{item.state}", "$quiet"))
    return Content.assemble((item.name, "bold"), f"  {item.when}  ", (f"{item.events} steps", "$quiet"), "\n", state)
