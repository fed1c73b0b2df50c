"""Runbook: what to do about a conclusion, or about any case, from top to bottom."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.content import Content
from textual.widget import Widget

from advisor.tui import signs
from advisor.tui.bindings import bindings
from advisor.tui.pages import show_page
from advisor.tui.screens.place import Place
from advisor.tui.widgets.rows import Row, Rows
from advisor.views.board import Board

if TYPE_CHECKING:
    from advisor.tui.desk import Work
    from advisor.views.keys import Key
    from advisor.views.runbook import RunbookPage

_EMPTY = (
    "Nothing is concluded yet, so no runbook is filled in with your own names and numbers.",
    "Describe the trouble or open captures first (Advisor), or press Tab and choose the runbook of any case.",
)


class Listed(NamedTuple):
    """A runbook that can be chosen; `key` is that of a conclusion, or None for a case."""

    case: str
    title: str
    key: Key | None
    standing: str
    about: str


class RunbookPlace(Place):
    """The runbook, and beside it the others; where the screen is narrow, one after the other."""

    NAME = "runbook"
    BINDINGS = bindings("runbook", first=True)
    DEFAULT_CSS = """
    RunbookPlace #runbook { width: 1fr; height: 1fr; }
    RunbookPlace #runbooks { width: 38%; max-width: 60; height: 1fr; border-left: solid $border-blurred; padding: 0 0 0 1; }
    RunbookPlace #runbooks:focus { border-left: solid $accent; }
    RunbookPlace.-narrow #runbooks { display: none; width: 1fr; max-width: 100%; border-left: none; padding: 0; }
    RunbookPlace.-narrow.-choosing #runbooks { display: block; }
    RunbookPlace.-narrow.-choosing #runbook { display: none; }
    """

    def __init__(self) -> None:
        """The first conclusion is shown."""
        super().__init__()
        self._wanted: Key | str | None = None
        self._runbook: RunbookPage | None = None

    def body(self) -> ComposeResult:
        """Two lists."""
        with Horizontal():
            yield Rows(id="runbook")
            yield Rows(id="runbooks")

    def parts(self) -> Sequence[Widget]:
        """The runbook first."""
        return [self.query_one("#runbook"), self.query_one("#runbooks")]

    def reachable(self, part: Widget) -> bool:
        """The list too, on a narrow screen: it comes up when it is gone to."""
        return True

    def enter(self, part: Widget) -> None:
        """Put the focus on a part."""
        self.set_class(part.id == "runbooks", "-choosing")
        part.focus()

    async def show(self, board: Board | None) -> None:
        """Show what is wanted as it stands now."""
        wanted = self._wanted
        listed, runbook = await self.advisor.desk.run(lambda work: _looked(work, wanted))
        self._runbook = runbook
        page = self.query_one("#runbook", Rows)
        if runbook is not None:
            show_page(page, runbook.text, (runbook.case, runbook.key))
        else:
            page.fill(Row(("empty", number), Content(text)) for number, text in enumerate(_EMPTY))
        self.query_one("#runbooks", Rows).fill(_rows(listed))

    async def arrive(self, target: object) -> None:
        """Show the runbook of a conclusion's key or of a case."""
        self._wanted = target if isinstance(target, (str, tuple)) else None
        await self.show(self.advisor.board)
        self.enter(self.query_one("#runbook"))

    def on_rows_chosen(self, message: Rows.Chosen) -> None:
        """Show another one."""
        if isinstance(message.row.key, Listed):
            chosen = message.row.key
            self.beside(partial(self.arrive, chosen.key or chosen.case), "runbook")

    def action_fix(self) -> None:
        """Go to the steps of the conclusion, to tick them off."""
        if self._runbook is None or self._runbook.key is None:
            self.said(Content("this case is not concluded, so there are no steps to tick off"))
        else:
            self.advisor.go("fix", self._runbook.key)

    def action_case(self) -> None:
        """Go to the page of the case."""
        if self._runbook is not None:
            self.advisor.go("cases", self._runbook.case)

    def action_back(self) -> None:
        """From the list to the runbook, then back."""
        if self.has_class("-choosing"):
            self.enter(self.query_one("#runbook"))
        else:
            super().action_back()

    def to_copy(self) -> str:
        """All of it."""
        return self._runbook.text if self._runbook is not None else ""


def _looked(work: Work, wanted: Key | str | None) -> tuple[list[Listed], RunbookPage | None]:
    """The runbooks that there are, and the wanted one, or else that of the first conclusion."""
    from advisor.views.keys import conclusion, conclusions
    from advisor.views.runbook import runbook_for, runbook_of
    from facts.text import clean

    consultation = work.session.consultation if work.begun else None
    found = conclusions(consultation) if consultation is not None else []
    listed = [Listed(h.case.slug, h.case.title, h.key, "resolved" if h.status == "resolved" else h.standing,
                     clean(" on ".join(dict.fromkeys(name for name in (h.subject, h.host) if name)))) for h in found]  # fmt: skip
    listed += [Listed(case.slug, case.title, None, "", case.area) for case in work.knowledge.cases.values()]
    chosen = conclusion(consultation, wanted) if consultation is not None and isinstance(wanted, tuple) else None
    slug = wanted[0] if isinstance(wanted, tuple) else wanted
    if chosen is None and slug:
        chosen = next((h for h in found if h.case.slug == slug), None)
    if chosen is None and slug not in work.knowledge.cases:
        chosen = next(iter(found), None)
    if consultation is not None and chosen is not None:
        return listed, runbook_of(consultation, chosen)
    case = work.knowledge.cases.get(slug or "")
    return listed, runbook_for(work.knowledge, case, consultation) if case is not None else None


def _rows(listed: list[Listed]) -> Iterator[Row]:
    concluded = [item for item in listed if item.key is not None]
    if concluded:
        yield Row("concluded", Content.assemble(("Of this session", "$accent bold")), fold=True)
    for item in concluded:
        about = (f"  {item.about}", "$quiet")
        yield Row(item, Content.assemble((item.title, "bold"), "\n", signs.standing(item.standing), about), depth=1)
    yield Row("cases", Content.assemble(("Of any case", "$accent bold")), fold=True, folded=bool(concluded))
    for item in listed:
        if item.key is None:
            yield Row(item, Content.assemble((item.title, "bold"), "\n", (item.about, "$quiet")), depth=1)
