"""The differential, as it stands and as it moves."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from textual.content import Content

from advisor.tui import signs
from advisor.tui.widgets.rows import Row, Rows
from advisor.views.differential import Aside, Differential
from advisor.views.differential import Row as Hypothesis


class DifferentialList(Rows):
    """Hypotheses with certainty, roots before their consequences; what is ruled out is folded away."""

    def __init__(self, *, id: str | None = None) -> None:
        """Nothing is concluded."""
        super().__init__(empty="Nothing is known yet.", id=id)
        self.border_title = "Differential"

    def show(self, differential: Differential, moved: bool) -> None:
        """Show how things stand; `moved` says whether there was a step before."""
        self.fill(_rows(differential, moved))


def _rows(differential: Differential, moved: bool) -> Iterator[Row]:
    for row in differential.diagnoses:
        yield Row(row.key, _hypothesis(row, moved), depth=row.depth, mark="└ " if row.depth else "")
    if differential.risks:
        yield Row("risks", Content("Risks: nothing shows harm"), fold=True)
        for row in differential.risks:
            yield Row(row.key, _hypothesis(row, moved), depth=1)
    yield from _folded("considered", "not excluded", differential.considered, folded=bool(differential.diagnoses))
    yield from _folded("accepted", "known and accepted", differential.acknowledged)
    yield from _folded("ruled-out", "ruled out", differential.ruled_out)
    yield from _folded("not-assessed", "not assessed", differential.not_assessed)


def _hypothesis(row: Hypothesis, moved: bool) -> Content:
    name = "resolved" if row.status == "resolved" else row.standing
    role = "" if row.role == "root-cause" or row.status == "resolved" else f", {row.role}"
    movement = signs.moved(row.before, row.certainty, moved)
    parts: list[Content | str | tuple[str, str]] = [
        signs.bar(row.certainty), " ", (signs.certainty(row.certainty), "bold"), " ", signs.standing(name), role,
    ]  # fmt: skip
    if movement.plain:
        parts += [" ", movement]
    return Content.assemble(*parts, "\n", (row.title, "bold $strong"), "\n", (row.about, "$quiet"))


def _folded(key: str, words: str, items: Sequence[Aside], folded: bool = True) -> Iterator[Row]:
    if not items:
        return
    yield Row(key, Content(f"{len(items)} {words}"), fold=True, folded=folded, style="$quiet")
    symbol, _ = signs.STANDINGS.get(key, ("·", ""))
    for number, item in enumerate(items):
        about = f" ({item.about})" if item.about else ""
        reason = f"\n{item.reason}" if item.reason else ""
        yield Row((key, number, item.case), Content(f"{symbol} {item.title}{about}{reason}"), depth=1, style="$quiet")
