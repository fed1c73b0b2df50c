"""Cases and sources: all that the knowledge base holds, searched while one types."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, TypeVar

from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.content import Content
from textual.widget import Widget
from textual.widgets import Input

from advisor.tui.bindings import bindings
from advisor.tui.pages import show_page
from advisor.tui.screens.place import Place
from advisor.tui.widgets.rows import Row, Rows
from advisor.tui.widgets.search_box import SearchBox
from advisor.views.board import Board

if TYPE_CHECKING:
    from advisor.tui.desk import Work
    from advisor.views.catalogue import Catalogue, Entry, Group

_PAUSE_SECONDS = 0.06
"""Nothing is searched before no key came for so long."""
Result = TypeVar("Result")
_FOLDED = frozenset({"Words", "Sources"})
_NONE = "Nothing is found. Try another word, in English or German; fewer words find more."


class CasesPlace(Place):
    """A box, what was found, and the page of what is marked; where the screen is narrow, one after the other."""

    NAME = "cases"
    BINDINGS = bindings("cases", first=True)
    DEFAULT_CSS = """
    CasesPlace #found { width: 40%; max-width: 70; height: 1fr; }
    CasesPlace #page { width: 1fr; height: 1fr; border-left: solid $border-blurred; padding: 0 0 0 1; }
    CasesPlace #page:focus { border-left: solid $accent; }
    CasesPlace.-narrow #found { width: 1fr; max-width: 100%; }
    CasesPlace.-narrow #page { display: none; border-left: none; padding: 0; }
    CasesPlace.-narrow.-reading #page { display: block; }
    CasesPlace.-narrow.-reading #found { display: none; }
    """

    def __init__(self) -> None:
        """Nothing is looked up yet."""
        super().__init__()
        self._catalogue: Catalogue | None = None
        self._entries: dict[object, Entry] = {}
        self._text = ""

    def body(self) -> ComposeResult:
        """The box above the two lists."""
        yield SearchBox(placeholder="cases, words, sources: type to search", id="words")
        with Horizontal():
            yield Rows(empty="reading the cases ...", id="found")
            yield Rows(id="page")

    def parts(self) -> Sequence[Widget]:
        """The box first."""
        return [self._box, self._found, self._page]

    @property
    def _box(self) -> SearchBox:
        return self.query_one(SearchBox)

    @property
    def _found(self) -> Rows:
        return self.query_one("#found", Rows)

    @property
    def _page(self) -> Rows:
        return self.query_one("#page", Rows)

    def reachable(self, part: Widget) -> bool:
        """The page too, on a narrow screen: it comes up when it is gone to."""
        return True

    def enter(self, part: Widget) -> None:
        """Put the focus on a part."""
        self.set_class(part.id == "page", "-reading")
        part.focus()

    def writes_to(self) -> Widget | None:
        """The box to search with."""
        return self._box

    async def show(self, board: Board | None) -> None:
        """The knowledge does not change with the session."""
        if not self._found.rows and not self._box.value:
            await self._search("")

    async def arrive(self, target: object) -> None:
        """Show the page of a slug, a word or the key of a source."""
        name = str(target[0] if isinstance(target, tuple) and target else target)
        entry = await self._ask(lambda catalogue: catalogue.entry(name))
        if entry is None:
            self._box.value = name
            self.enter(self._box)
            return
        if (entry.kind, entry.key) not in self._entries:
            with self.prevent(Input.Changed):
                self._box.value = ""
            await self._search("")
        self._found.go_to((entry.kind, entry.key))
        await self._show_page()
        self.enter(self._page)

    # Searching

    def on_input_changed(self, message: Input.Changed) -> None:
        """Search once nobody types for a moment; an answer to an earlier text is dropped."""
        self.beside(partial(self._search, message.value, _PAUSE_SECONDS), "search")

    async def _search(self, words: str, pause: float = 0.0) -> None:
        await asyncio.sleep(pause)
        groups, near = await self._ask(lambda catalogue: _look(catalogue, words))
        if words != self._box.value:
            return
        meant = f" Did you mean {' or '.join(near)}?" if near else ""
        self._found.empty = f"{_NONE}{meant}"
        self._entries = {(entry.kind, entry.key): entry for group in groups for entry in group.entries}
        rows = list(_rows(groups, fold=not words.strip()))
        first = next((row.key for row in rows if row.key in self._entries), None)
        self._found.fill(rows, mark=first)
        self._found.scroll_home(animate=False)
        await self._show_page()

    async def _ask(self, question: Callable[[Catalogue], Result]) -> Result:
        return await self.advisor.desk.run(lambda work: question(self._open(work)))

    def _open(self, work: Work) -> Catalogue:
        """The catalogue; only the desk's thread comes here."""
        if self._catalogue is None:
            from advisor.views.catalogue import Catalogue

            self._catalogue = Catalogue(work.knowledge)
        return self._catalogue

    # Reading

    @property
    def _marked(self) -> Entry | None:
        row = self._found.row
        return self._entries.get(row.key) if row is not None else None

    def on_rows_marked(self, message: Rows.Marked) -> None:
        """Show the page of what is marked."""
        if message.rows is self._found:
            self.beside(self._show_page, "page")

    async def _show_page(self) -> None:
        entry = self._marked
        if entry is None:
            if not self._entries:
                show_page(self._page, "", None)
            return
        text = await self._ask(lambda catalogue: catalogue.page(entry.kind, entry.key))
        if self._marked == entry:
            self._text = text
            show_page(self._page, text, (entry.kind, entry.key))

    def on_search_box_left(self, message: SearchBox.Left) -> None:
        """Go down from the box."""
        self.enter(self._page if message.read and self._marked is not None else self._found)

    def on_rows_chosen(self, message: Rows.Chosen) -> None:
        """Read what is marked."""
        if message.rows is self._found and message.row.key in self._entries:
            self.enter(self._page)

    # What can be done

    def action_back(self) -> None:
        """From the page to what was found, to an empty box, and back."""
        if self._page.has_focus:
            self.enter(self._found)
        elif self._box.value:
            self._box.value = ""
            self.enter(self._box)
        else:
            super().action_back()

    def action_search(self) -> None:
        """Go to the box."""
        self.enter(self._box)

    def action_runbook(self) -> None:
        """The runbook of the marked case."""
        self._go("runbook")

    def action_standing(self) -> None:
        """What is concluded of the marked case."""
        if self.advisor.board is None or not self.advisor.board.begun:
            self.said(Content("nothing is told or read in a session yet, so nothing is concluded of this case"))
        else:
            self._go("diagnosis")

    def _go(self, place: str) -> None:
        entry = self._marked
        if entry is None or entry.kind != "case":
            self.said(Content("mark a case first"))
        else:
            self.advisor.go(place, entry.key)

    def to_copy(self) -> str:
        """The page."""
        return self._text


def _look(catalogue: Catalogue, words: str) -> tuple[tuple[Group, ...], list[str]]:
    if not words.strip():
        return catalogue.everything(), []
    groups = catalogue.search(words)
    return groups, [] if groups else catalogue.nearest(words)


def _rows(groups: Iterable[Group], fold: bool) -> Iterator[Row]:
    for group in groups:
        count = (f"  {len(group.entries)}", "$quiet")
        heading = Content.assemble((group.title, "$accent bold"), count)
        yield Row(("group", group.title), heading, fold=True, folded=fold and group.title in _FOLDED)
        for entry in group.entries:
            note = [("\n" + entry.note, "$quiet")] if entry.note else []
            yield Row((entry.kind, entry.key), Content.assemble((entry.title, "bold"), *note), depth=1)
