"""Which conclusions rest on the marked line, and how."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from textual.content import Content

from advisor.tui import signs
from advisor.tui.widgets.rows import Row, Rows
from advisor.views.captures import Citation, Cited
from advisor.views.evidence import Concluded
from advisor.views.keys import Key


class CitedBy(Rows):
    """The conclusions that cite a line; choosing one goes to its proof. A row's key is (conclusion, node)."""

    def __init__(self, *, id: str | None = None) -> None:
        """Nothing is cited."""
        super().__init__(empty="", id=id)
        self.border_title = "Cited by"

    def show(self, citations: Iterable[Citation], concluded: Mapping[Key, Concluded], empty: str) -> None:
        """Show what cites a line; `empty` is said where nothing does."""
        self.empty = empty
        rows = list(_rows(citations, concluded))
        found = sum(1 for row in rows if row.still)
        self.border_title = f"Cited by {found} conclusion{'' if found == 1 else 's'}" if found else "Cited by"
        self.marked = 0
        self.fill(rows)
        self.scroll_home(animate=False)

    @property
    def places(self) -> list[tuple[Key, str]]:
        """The conclusions and the nodes in their proofs."""
        return [row.key for row in self.rows if not row.still and isinstance(row.key, tuple)]


def _rows(citations: Iterable[Citation], concluded: Mapping[Key, Concluded]) -> Iterator[Row]:
    """Each conclusion, with every argument that rests on the line below it."""
    cited: dict[Key, dict[str, Cited]] = {}
    for citation in citations:
        for by in citation.by:
            cited.setdefault(by.key, {}).setdefault(by.node, by)
    for key, places in cited.items():
        yield Row(key, _head(key, concluded.get(key)), still=True)
        for node, by in places.items():
            weight = f"argument {by.argument}, {'for' if by.cf > 0 else 'against'} it ({by.cf:+.2f})"
            through = f", through {by.finding}" if by.finding != by.argument else ""
            yield Row((key, node), Content(f"{weight}{through}"), depth=1)


def _head(key: Key, what: Concluded | None) -> Content:
    if what is None:
        return Content.assemble((key[0], "bold"))
    about = f" ({what.about})" if what.about else ""
    return Content.assemble(signs.standing(what.standing), "  ", (what.title, "bold"), about)
