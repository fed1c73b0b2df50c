"""What is known by now, as a numbered list: what was said first, then what was read."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from advisor.conversation.disagreements import disagreements
from advisor.conversation.phrasing import asked_text, row_lines, short, signs_text, value_text
from advisor.explanation.text import Page
from advisor.interview.questions import Question
from advisor.session.log import Entry
from advisor.session.records import rows_of, signs_of
from advisor.session.session import Session
from facts.cells import CurrentRow
from facts.hosts import DEFAULT
from facts.schema import UNKNOWN, templates

_MOST_VALUES = 5
NO_NEWS = ("told", "read")
"""Templates that repeat what stands elsewhere in the list."""


class Fact(NamedTuple):
    """One thing that was said: its number in the whole session, the event, and where it stands in that event."""

    number: int
    entry: Entry
    item: str
    position: int
    text: str


def facts_said(session: Session) -> list[Fact]:
    """Everything that was ever said, numbered in order, so that a number keeps its meaning; also what holds no more."""
    found: list[Fact] = []
    for entry in session.entries:
        if entry.kind in ("told", "answered", "captured"):
            for item, index, text in _items(entry):
                found.append(Fact(len(found) + 1, entry, item, index, text))
    return found


def _items(entry: Entry) -> Iterator[tuple[str, int, str]]:
    for index, sign in enumerate(signs_of(entry.data["signs"])):
        yield "sign", index, signs_text([sign])
    if entry.kind != "captured":
        for index, record in enumerate(entry.data["rows"]):
            for row in rows_of([record]):
                yield "row", index, "; ".join(row_lines(row))


def standing_facts(session: Session) -> list[Fact]:
    """Those of them that hold."""
    standing = session.standing
    holding = {entry.seq for entry in standing.contributions}
    return [
        fact
        for fact in facts_said(session)
        if fact.entry.seq in holding and (fact.item, fact.position) not in standing.struck.get(fact.entry.seq, ())
    ]


def fact_meant(words: str, session: Session) -> Fact | None:
    """The fact that is meant by a number, such as ``3`` or ``[3]``, or by its words, where only one fits."""
    asked = " ".join(words.strip("[]#. ").lower().replace("-", " ").split())
    facts = standing_facts(session)
    if asked.isdecimal():
        return next((fact for fact in facts if str(fact.number) == asked), None)
    fitting = [fact for fact in facts if asked and asked in fact.text.lower().replace("-", " ")]
    return fitting[0] if len(fitting) == 1 else None


def evidence_page(session: Session, questions: Mapping[str, Question], width: int, every: bool) -> Page:
    """What was said, each fact with its number, and what was read, with its place; of each place some values, or `every` one."""
    page = Page(width)
    said: dict[int, list[Fact]] = {}
    for fact in standing_facts(session):
        said.setdefault(fact.entry.seq, []).append(fact)
    if said:
        page.put("Said by you:")
    for facts in said.values():
        page.put(_source(facts[0].entry, questions), 2, 2)
        page.put("; ".join(f"[{fact.number}] {fact.text}" for fact in facts), 4, 2)
    _read(page, session, every)
    if contrary := disagreements(session.consultation):
        page.put("Values that differ:")
        for text in contrary:
            page.put(f"- {text}", 2, 2)
    return page


def _source(entry: Entry, questions: Mapping[str, Question]) -> str:
    data: Mapping[str, Any] = entry.data
    if entry.kind == "captured":
        return "in the text beside the outputs:"
    if entry.kind == "answered":
        name = str(data["question"])
        return f'"{short(str(data["text"]))}" to {asked_text(questions.get(name), name)}'
    return f'"{short(str(data["text"]))}"'


def _read(page: Page, session: Session, every: bool) -> None:
    begun = False
    for row in session.consultation.now.merged.rows:
        places = values_by_place(row)
        if row.template in NO_NEWS or not places:
            continue
        if not begun:
            page.put("Read from outputs:")
            begun = True
        names = [str(part) for part in row.key[1:] if part not in ("", UNKNOWN)]
        where = f" on {row.host}" if row.host != DEFAULT else ""
        page.put(f"{' '.join([row.template.replace('-', ' '), *names])}{where}", 2, 2)
        for (_, _, place), values in places.items():
            shown = values if every else values[:_MOST_VALUES]
            more = f"; and {len(values) - len(shown)} more" if len(values) > len(shown) else ""
            page.put(f"{place}: {'; '.join(shown)}{more}", 4, 2)


def values_by_place(row: CurrentRow) -> dict[tuple[str, int, str], list[str]]:
    """The values of a row that stand in captures, by path, first line, and both in words."""
    found: dict[tuple[str, int, str], list[str]] = {}
    for slot, cell in row.cells.items():
        lines = cell.origin.lines
        if slot not in templates()[row.template].key and lines is not None and cell.value != UNKNOWN:
            place = (cell.origin.path, lines[0], cell.origin.place())
            found.setdefault(place, []).append(f"{slot} = {value_text(slot, cell.value)}")
    return found
