"""Every fact that is known, with where it comes from."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from textual.content import Content

from advisor.tui.widgets.rows import Row, Rows
from advisor.views.known import KnownFact

_WORDS = {"told": "said by you", "answered": "answered by you", "read": "read from outputs"}


class KnownList(Rows):
    """Facts; each can be changed, struck, or followed to its line."""

    def __init__(self, *, id: str | None = None) -> None:
        """Nothing is known."""
        super().__init__(empty="No facts yet. What you say, answer and paste is listed here.", id=id)
        self.border_title = "Known facts"
        self._facts: list[KnownFact] = []

    def show(self, facts: Sequence[KnownFact], disagreements: Sequence[str] = ()) -> None:
        """Show the facts, and before them what contradicts one another."""
        self._facts = list(facts)
        self.border_title = f"Known facts ({len(facts)})" if facts else "Known facts"
        self.fill([*_contrary(disagreements), *_rows(facts)])

    @property
    def fact(self) -> KnownFact | None:
        """The marked fact."""
        row = self.row
        return row.key if row is not None and isinstance(row.key, KnownFact) else None


def _contrary(disagreements: Sequence[str]) -> Iterator[Row]:
    if disagreements:
        yield Row("contrary", Content(f"values that differ ({len(disagreements)})"), fold=True, style="$quiet")
    for number, text in enumerate(disagreements):
        yield Row(("contrary", number), Content(text), depth=1)


def _rows(facts: Sequence[KnownFact]) -> Iterator[Row]:
    """By how they are known, then by where they come from, each source once."""
    for how, words in _WORDS.items():
        group = [fact for fact in facts if fact.how == how]
        if not group:
            continue
        yield Row(how, Content(f"{words} ({len(group)})"), fold=True, style="$quiet")
        source = ""
        for fact in group:
            if (fact.path or fact.origin) != source:
                source = fact.path or fact.origin
                yield Row((how, source), Content(source), depth=1, style="$quiet", still=True)
            yield Row(fact, _fact(fact), depth=2)


def _fact(fact: KnownFact) -> Content:
    if fact.path:
        return Content.assemble((f":{fact.line} ", "$quiet"), fact.text)
    if fact.replaced_by:
        return Content.assemble((f"[{fact.number}] {fact.text}; replaced by [{fact.replaced_by}]", "$quiet"))
    return Content(f"[{fact.number}] {fact.text}")
