"""Sessions: those that are kept, what happened in each, and what this site has had."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING

from textual.app import ComposeResult
from textual.containers import Container
from textual.content import Content
from textual.widget import Widget
from textual.widgets import Input

from advisor.store import StoreError
from advisor.tui.bindings import bindings
from advisor.tui.desk import Turn
from advisor.tui.screens.place import Place
from advisor.tui.widgets.rows import Row, Rows
from advisor.views.board import Board

if TYPE_CHECKING:
    from advisor.tui.desk import Work
    from advisor.views.recent import Recent
    from advisor.views.sessions import SessionDetail

_MOST = 1000
_EMPTY = "No session is kept yet. Press n to begin one; every step is kept as you go."


class SessionsPlace(Place):
    """A list of sessions, and the marked one event by event."""

    NAME = "sessions"
    BINDINGS = bindings("sessions", first=True)
    DEFAULT_CSS = """
    SessionsPlace #sessions-body { layout: horizontal; }
    SessionsPlace #sessions { width: 45%; max-width: 80; height: 1fr; }
    SessionsPlace #detail { width: 1fr; height: 1fr; border-left: solid $border-blurred; padding: 0 0 0 1; }
    SessionsPlace #detail:focus { border-left: solid $accent; }
    SessionsPlace.-narrow #sessions-body { layout: vertical; }
    SessionsPlace.-narrow #sessions { width: 1fr; max-width: 100%; }
    SessionsPlace.-narrow #detail { border-left: none; border-top: solid $border-blurred; padding: 0; }
    SessionsPlace.-narrow #detail:focus { border-top: solid $accent; }
    SessionsPlace #name { display: none; height: 3; border: round $accent; background: $background; }
    SessionsPlace #name.-asked { display: block; }
    """

    def __init__(self) -> None:
        """Nothing is to be renamed."""
        super().__init__()
        self._renamed = ""
        self._detail: SessionDetail | None = None

    def body(self) -> ComposeResult:
        """The box for a new name above the two lists."""
        yield Input(id="name")
        with Container(id="sessions-body"):
            yield Rows(empty="looking for sessions ...", id="sessions")
            yield Rows(id="detail")

    def parts(self) -> Sequence[Widget]:
        """The list first."""
        return [self._list, self.query_one("#detail"), self._name_box]

    @property
    def _list(self) -> Rows:
        return self.query_one("#sessions", Rows)

    @property
    def _name_box(self) -> Input:
        return self.query_one("#name", Input)

    async def show(self, board: Board | None) -> None:
        """List the sessions, the present one marked as such."""
        try:
            sessions, had = await self.advisor.desk.run(_looked)
        except StoreError as error:
            self._list.empty = f"The sessions cannot be read: {error}."
            self._list.fill([])
            return
        present = board.session if board is not None else ""
        self._list.empty = _EMPTY
        self._list.fill(_rows(sessions, present, had))
        await self._show_detail()

    def on_screen_resume(self) -> None:
        """Other programs may have kept sessions meanwhile."""
        self._shown = -1
        super().on_screen_resume()

    # The marked session

    @property
    def _marked(self) -> str:
        row = self._list.row
        return str(row.key[1]) if row is not None and isinstance(row.key, tuple) and row.key[0] == "session" else ""

    def on_rows_marked(self, message: Rows.Marked) -> None:
        """Show what happened in it."""
        if message.rows is self._list:
            self.beside(self._show_detail, "detail")

    async def _show_detail(self) -> None:
        from advisor.views.sessions import session_detail

        name, rows = self._marked, self.query_one("#detail", Rows)
        if not name:
            self._detail = None
            rows.fill([])
            return
        try:
            detail = await self.advisor.desk.run(lambda work: session_detail(work.store, name))
        except StoreError as error:
            rows.empty = f"It cannot be shown: {error}."
            rows.fill([])
            return
        if name == self._marked:
            self._detail = detail
            other = not rows.rows or rows.rows[0].key != ("name", name)
            rows.fill(_detail_rows(detail), mark=("name", name) if other else None)
            if other:
                rows.scroll_home(animate=False)

    # What can be done

    def on_rows_chosen(self, message: Rows.Chosen) -> None:
        """Go on with a session."""
        name = self._marked
        if message.rows is not self._list or not name:
            return
        if name != self._present:
            self.advisor.resume(name)
        self.advisor.go("advisor")

    @property
    def _present(self) -> str:
        return self.advisor.board.session if self.advisor.board is not None else ""

    def action_new(self) -> None:
        """Begin a new session, after asking."""
        self.advisor.ask_to_begin()

    def action_rename(self) -> None:
        """Ask for another name."""
        if not self._marked:
            self.said(Content("mark a session first"))
            return
        self._renamed = self._marked
        self._name_box.value = self._marked
        self._name_box.border_title = "New name; Enter keeps it, Esc leaves it as it is"
        self._name_box.add_class("-asked")
        self._name_box.focus()

    def on_input_submitted(self, message: Input.Submitted) -> None:
        """Rename it."""
        name, to = self._renamed, " ".join(message.value.split())
        self._close_name()
        if not to or to == name:
            return
        if name == self._present:
            self.advisor.do("renaming", lambda work: _renamed_present(work, to))
        else:
            self.beside(partial(self._rename, name, to), "sessions", instead=False)

    async def _rename(self, name: str, to: str) -> None:
        from advisor.views.sessions import rename

        try:
            kept = await self.advisor.desk.run(lambda work: rename(work.store, name, to))
        except StoreError as error:
            self._failed(error)
            return
        await self.show(self.advisor.board)
        self._list.go_to(("session", kept))
        self.said(Content(f"its name is now {kept}"))

    def action_delete(self) -> None:
        """Ask whether to delete the marked session."""
        name = self._marked
        if not name:
            self.said(Content("mark a session first"))
        elif name == self._present:
            self.said(Content("this session is open now; press n for a new one, then delete this one"))
        else:
            from advisor.tui.screens.choose_one import ChooseOne, Option

            options = (Option("keep", "Keep it"), Option("delete", "Delete it", "it cannot be brought back"))
            self.app.push_screen(ChooseOne(f"Delete the session {name}?", "", options), partial(self._doomed, name))

    def _doomed(self, name: str, choice: str | None) -> None:
        if choice == "delete":
            self.beside(partial(self._delete, name), "sessions", instead=False)
        else:
            self.said(Content(f"{name} is kept"))

    async def _delete(self, name: str) -> None:
        from advisor.views.sessions import delete

        try:
            await self.advisor.desk.run(lambda work: delete(work.store, name))
        except StoreError as error:
            self._failed(error)
        else:
            self.said(Content(f"{name} is deleted"))
        await self.show(self.advisor.board)

    def _failed(self, error: StoreError) -> None:
        help_text = f"; {error.help}" if getattr(error, "help", "") else ""
        self.said(Content.assemble(("! ", "$bad bold"), f"{error}{help_text}"))

    def _close_name(self) -> None:
        self._name_box.remove_class("-asked")
        self._list.focus()

    def action_back(self) -> None:
        """Leave the name as it is, then go back."""
        if self._name_box.has_class("-asked"):
            self._close_name()
        else:
            super().action_back()

    def writes_to(self) -> Widget | None:
        """The name, while it is asked for."""
        return self._name_box if self._name_box.has_class("-asked") else None

    def reachable(self, part: Widget) -> bool:
        """The box only while a name is asked for."""
        return part is not self._name_box or part.has_class("-asked")

    def to_copy(self) -> str:
        """The marked session event by event."""
        if self._detail is None:
            return ""
        return "\n".join(row.text.plain for row in _detail_rows(self._detail))


def _looked(work: Work) -> tuple[list[Recent], tuple[str, ...]]:
    from advisor.views.recent import recent
    from advisor.views.sessions import site_statistics

    present = work.session if work.begun else None
    return recent(work.store, work.knowledge, present, _MOST), site_statistics(work.store, work.knowledge)


def _renamed_present(work: Work, to: str) -> Turn:
    from advisor.conversation.conversation import Message

    return work.step(lambda: [Message("understood", work.session.keep(to))])


def _rows(sessions: list[Recent], present: str, had: tuple[str, ...]) -> Iterator[Row]:
    for item in sessions:
        here = (("  ● open now", "$good"),) if item.name == present else ()
        steps = (f"{item.events} step{'s' if item.events != 1 else ''}", "$quiet")
        text = Content.assemble((item.name, "bold"), *here, f"  {item.when}  ", steps, "\n", (item.state, "$quiet"))
        yield Row(("session", item.name), text)
    if sessions:
        yield Row(("site", -1), Content.assemble(("What this site has had", "$accent bold")), fold=True, folded=True)
        for number, line in enumerate(had):
            yield Row(("site", number), Content(line), depth=1)


def _detail_rows(detail: SessionDetail) -> Iterator[Row]:
    yield Row(("name", detail.name), Content.assemble((detail.name, "$strong bold")))
    times = f"begun {detail.begun}, last used {detail.changed}, id {detail.id}"
    yield Row("times", Content.assemble((times, "$quiet")))
    for number, outcome in enumerate(detail.outcomes):
        yield Row(("outcome", number), Content.assemble("outcome: ", (outcome, "bold")))
    if detail.earlier:
        yield Row("earlier", Content.assemble((f"{detail.earlier} earlier events are not shown", "$quiet")))
    for number, event in enumerate(detail.events, detail.earlier + 1):
        yield Row(("event", number), Content(event))
