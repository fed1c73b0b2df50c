"""The answer, pinned: the cause, its chain with what proves it, the first command, what else it could be.

The words are those of the card in text. It takes as many lines as it has room for, and always those that matter most.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from textual.content import Content
from textual.geometry import Size

from advisor.tui import signs
from advisor.tui.plain import plain
from advisor.tui.widgets.lines import Lead, Line, Lines
from advisor.tui.widgets.rows import Row

if TYPE_CHECKING:
    from advisor.explanation.answer import Answer, Card, Stage

Json = dict[str, Any]

_MARKS = {"shown": "[x]", "hinted": "[~]", "refuted": "[!]", "unknown": "[?]"}
_LABEL = 14
"""Cells before the words."""
_DETAILS = ((0, 1), (1, 1), (1, 2), (2, 2), (3, 3))
"""From little to much: the rank up to which lines are shown, and the lines that a sentence may take."""
_COMMAND = 3
"""A command of more lines is not shown: half a command does damage."""
_SHORT = 70
"""Characters of a command that fits into a line of any screen."""
_AROUND = 9
"""Lines of the screen beside a card that has the focus: the frame, the question, the box."""
_MOST_SIGHTS, _MOST_RISKS = 5, 3


class AnswerCard(Lines):
    """The leading diagnosis and what stands beside it, or what stands out where no case fits.

    Attributes:
        found: what is shown; None for nothing.
        doubting: whether it shows what else it could be in place of the chain.
        scant: whether only a few lines are left for it.
    """

    DEFAULT_CSS = """
    AnswerCard { height: auto; display: none; border-bottom: solid $border-blurred; }
    AnswerCard:focus { border-bottom: solid $accent; }
    AnswerCard.-pinned { display: block; }
    """

    def __init__(self, *, id: str | None = None) -> None:
        """Nothing is known yet."""
        super().__init__(id=id)
        self.found: Answer | None = None
        self.doubting = self.scant = False
        self._data: Json = {}
        self._ranks: dict[object, int] = {}
        self._detail = 0

    @property
    def concluded(self) -> bool:
        """Whether it shows a diagnosis."""
        return self.found is not None and bool(self.found.cards)

    def show(self, found: Answer | None, data: Json) -> None:
        """Show an answer, made from `data`; nothing where nothing was read."""
        self.found = found if found is not None and (found.cards or found.counts) else None
        self._data = data
        self.doubting = self.doubting and self.concluded
        self.set_class(self.found is not None, "-pinned")
        self._put()

    def turn(self) -> None:
        """Show what else it could be, or the chain again."""
        self.doubting = not self.doubting
        self._put()

    def _put(self) -> None:
        ranked = list(_lines(self.found, self._data, self.doubting)) if self.found is not None else []
        self._ranks = {line.row.key: rank for rank, line in ranked}
        self.put((line for _, line in ranked), afresh=True)
        self.refresh(layout=True)

    def watch_has_focus(self, has_focus: bool) -> None:
        """With the focus it shows everything in what room there is, and scrolls."""
        super().watch_has_focus(has_focus)
        self._arrange()
        self.refresh(layout=True)
        if not has_focus:
            self.scroll_home(animate=False)

    # As much as there is room for

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """As high as what is shown of it."""
        return self._fitting(width)[1]

    def _fitting(self, width: int) -> tuple[int, int]:
        """How much is shown at a width, and the lines that it takes."""
        high = self.screen.size.height
        room = high - _AROUND if self.has_focus else (high // 5 - 1 if self.scant else high // 2)
        before, detail, height = self._width, 0, 0
        self._width = max(width - self.styles.scrollbar_size_vertical, 1)
        for detail in reversed(range(len(_DETAILS))):
            height = sum(
                len(self._cut(row, detail)) for row in self.rows if self._ranks[row.key] <= _DETAILS[detail][0]
            )
            if height <= room or self.has_focus:
                break
        self._width = before
        return detail, max(min(height, room), 1)

    def _cut(self, row: Row, detail: int) -> list[Content]:
        """A row in as many lines as it may take; a command is never cut."""
        lines = super()._wrap(row)
        most = len(lines) if row.code else _DETAILS[detail][1]
        if len(lines) > most:
            lines = [*lines[: most - 1], lines[most - 1].truncate(max(self._width - 5, 1)).rstrip() + Content(" ...")]
        return lines

    def _wrap(self, row: Row) -> list[Content]:
        return self._cut(row, self._detail)

    def _unfolded(self) -> Iterable[int]:
        return (number for number, row in enumerate(self.rows) if self._ranks[row.key] <= _DETAILS[self._detail][0])

    def _arrange(self) -> None:
        if width := self.scrollable_content_region.width:
            detail, _ = self._fitting(width + self.styles.scrollbar_size_vertical)
            if detail != self._detail:
                self._detail = detail
                self._wrapped.clear()
        super()._arrange()


Ranked = tuple[int, Line]
"""A line and its rank: 0 is always shown, 3 where there is room for everything."""


def _line(key: object, text: str | Content, label: str = "", lead: Lead | None = None, **more: Any) -> Line:
    """A line beside its label; its text is never read as markup."""
    content = text if isinstance(text, Content) else Content(plain(text))
    return Line(Row(key, content, mark=f"{label:<{_LABEL}}", **more), lead=lead)


def _lines(found: Answer, data: Json, doubting: bool) -> Iterator[Ranked]:
    if not found.cards:
        yield from _nothing(found, data)
        return
    first = found.cards[0]
    yield from _head(first)
    yield from _doubt(first, data) if doubting else _chain(first)
    label = "" if doubting else found.others[0].label if found.others else "or else"
    yield 0, _line("else", _differential(found, data, doubting), label, Lead("diagnosis", None), style="$quiet")
    for other in found.others if doubting else found.others[1:]:
        key = (other.item["case"], other.item["host"], other.item["subject"])
        yield 2, _line(("other", other.number), other.text, other.label, Lead("diagnosis", key))
    yield from _risks(data)


def _head(first: Card) -> Iterator[Ranked]:
    from advisor.explanation.answer import first_sentences
    from advisor.explanation.text import about

    item = first.item
    key = (item["case"], item["host"], item["subject"])
    title = Content.assemble((plain(item["title"]), "bold $strong"), "  ", signs.standing(item["standing"]))
    yield 0, Line(Row("title", title), lead=Lead("diagnosis", key))
    role = f"; {first.role}" if first.role else ""
    yield 0, Line(Row("about", Content(plain(f"{about(item)}{role}  [{item['id']}]")), still=True, style="$quiet"))
    yield 3, Line(Row("impact", Content(plain(first_sentences(item["impact"], 140))), still=True))
    for number, note in enumerate(first.notes):
        yield 2, Line(Row(("note", number), Content(plain(note)), still=True))


def _chain(first: Card) -> Iterator[Ranked]:
    """The chain with what proves it, and what to begin with."""
    for stage in first.stages:
        yield from _stage(stage)
    if first.item["before_fix"]:
        yield 2, _line("before", first.item["before_fix"], "first")
    key = (first.item["case"], first.item["host"], first.item["subject"])
    for number, (label, step) in enumerate(first.steps):
        text = f"{step['label']}. [{step['risk']}] {step['do']}"
        yield 2 * number, _line(("step", label), text, label, Lead("fix", key))
        yield from _command(2 * number, step)
    if first.capture is not None:
        yield 3, _line("capture", f"what {first.capture[0]}:", "capture next", still=True)
        yield from _commands(3, "capture", first.capture[1])


def _stage(stage: Stage) -> Iterator[Ranked]:
    from advisor.explanation.answer import figure_of, quote_of

    lead = None
    if stage.fact is not None:
        origin = stage.fact["origin"]
        lead = Lead("evidence", (origin["path"], origin["lines"][0]))
    yield 0, _line(("stage", stage.label), stage.text, f"{_MARKS[stage.state]} {stage.label}", lead)
    if stage.fact is not None and lead is not None:
        value = figure_of(stage.fact)
        place = f"{origin['path']}:{origin['lines'][0]}{f'  {value}' if value else ''}  {quote_of(stage.fact)}"
        yield 3, _line(("cited", stage.label), place.rstrip(), "", lead, style="$quiet")
    if stage.state == "unknown":
        for number, look in enumerate(stage.looks):
            yield from _commands(3, f"{stage.label} {number}", look)


def _command(rank: int, step: Json) -> Iterator[Ranked]:
    """The command of a step, where it may stand alone."""
    from advisor.explanation.answer import harmless

    if harmless(step):
        yield from _commands(rank, step["label"], step["command"])


def _commands(rank: int, of: str, command: str) -> Iterator[Ranked]:
    lines = plain(command).split("\n")
    if max(map(len, lines)) > _SHORT:
        rank = max(rank, 1)  # it takes several lines of a narrow screen
    if len(lines) <= _COMMAND:
        for number, line in enumerate(lines):
            row = Row(
                ("command", of, number), Content.assemble((line, "$accent")), depth=2, mark="$ ", code=frozenset({0})
            )
            yield rank, Line(row, command, Lead("copy", command))


def _doubt(first: Card, data: Json) -> Iterator[Ranked]:
    """How sure it is, what speaks against it, what else it could be, and what would tell."""
    yield 0, _line("sure", first.sure, "how sure")
    against = [argument for argument in first.item["evidence"] if argument["counted"] and argument["cf"] < 0]
    for number, argument in enumerate(against or ({"why": "nothing that was captured"},)):
        yield 2 * min(number, 1), _line(("against", number), argument["why"], "" if number else "against it")
    for number, other in enumerate(first.alike):
        yield 0, _line(("alike", number), f"{other.name}: {other.tell_apart}", "" if number else "or else")
    if first.capture is not None:
        yield 0, _line("capture", f"what {first.capture[0]}:", "capture next", still=True)
        yield from _commands(0, "capture", first.capture[1])


def _differential(found: Answer, data: Json, doubting: bool) -> str:
    """What else stands here, or what looks the same, and how many cases are out or open, in one line."""
    others = [found.others[0].text] if found.others else [other.name for other in found.cards[0].alike[:1]]
    if (more := len(found.others) - 1 + found.more) > 0:
        others.append(f"and {more} more")
    if doubting:  # each has a line of its own
        others = []
    out = len({entry["case"] for entry in data["ruled_out"]})
    return "; ".join([*others, f"ruled out: {out} known causes", f"not assessed: {len(data['not_assessed'])}"])


def _nothing(found: Answer, data: Json) -> Iterator[Ranked]:
    """What is said where no case is concluded, and what stands out."""
    from advisor.explanation.answer import COLLECT

    head = Content.assemble((plain(found.headline), "bold $strong"), f"  {found.verdict}")
    yield 0, Line(Row("headline", head), lead=Lead("diagnosis", None))
    yield 2, Line(Row("counts", Content(found.counts), still=True, style="$quiet"))
    for number, text in enumerate(found.past):
        yield 2, Line(Row(("past", number), Content(plain(text)), still=True))
    for sight in data["stands_out"][:_MOST_SIGHTS]:
        origin = sight["origin"]
        place = (origin["path"], origin["lines"][0])
        label, lead = "stands out" if sight["rank"] == 1 else "", Lead("evidence", place)
        rank = 0 if sight["rank"] <= 2 else 2
        yield rank, _line(("sight", sight["rank"]), f"{sight['rank']}. {sight['text']}", label, lead)
        cited = f"{place[0]}:{place[1]}  {sight['line']}"
        yield 3, _line(("seen", sight["rank"]), cited, "", lead, style="$quiet")
    yield from _risks(data)
    yield 3, _line("capture", COLLECT, "capture next", still=True)


def _risks(data: Json) -> Iterator[Ranked]:
    from advisor.explanation.text import about

    risks: Sequence[Json] = data["risks"][:_MOST_RISKS]
    for number, item in enumerate(risks):
        key = (item["case"], item["host"], item["subject"])
        text = f"{item['title']}: {about(item)}"
        yield 2, _line(("risk", number), text, "" if number else "risk", Lead("diagnosis", key))
