"""What is known by now: every fact with where it comes from, and how it can be changed or struck."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from advisor.conversation.evidence import NO_NEWS, Fact, standing_facts, values_by_place
from advisor.conversation.phrasing import asked_text, short
from advisor.interview.questions import Question
from advisor.session.log import Entry
from advisor.session.records import rows_of, signs_of
from advisor.session.session import Session
from facts.hosts import DEFAULT
from facts.schema import UNKNOWN, templates


class Struck(NamedTuple):
    """What is struck when a fact is: the event, ``sign`` or ``row``, and its number in the event."""

    seq: int
    item: str
    number: int


class KnownFact(NamedTuple):
    """One fact.

    Attributes:
        number: by which the conversation calls it; 0 for what was read.
        text: the fact in words.
        origin: where it comes from, in words.
        how: ``told``, ``answered`` or ``read``.
        question: the question that it answers, to be asked again; "" where it answers none.
        path, line: where it was read; "" and 0 otherwise.
        strikes: what to strike so that it holds no more.
        sentence: the sentence in which it was told; "" where it was not.
        replaced_by: the number of the later fact that counts instead, or 0.
    """

    number: int
    text: str
    origin: str
    how: str
    question: str
    path: str
    line: int
    strikes: tuple[Struck, ...]
    sentence: str = ""
    replaced_by: int = 0


def known_facts(session: Session, questions: Mapping[str, Question]) -> list[KnownFact]:
    """What was said, in order, then what was read, by place."""
    facts = standing_facts(session)
    later = _replaced(facts)
    said = (_said(fact, questions)._replace(replaced_by=later.get(fact.number, 0)) for fact in facts)
    return [*said, *_read(session)]


def _replaced(facts: Sequence[Fact]) -> dict[int, int]:
    """For each fact that was said otherwise later, the number of the fact that says so."""
    latest: dict[object, int] = {}
    texts = {fact.number: fact.text for fact in facts}
    addresses = {fact.number: list(_addresses(fact)) for fact in facts}
    for number, told in addresses.items():
        latest.update(dict.fromkeys(told, number))
    found = {}
    for number, told in addresses.items():
        by = {latest[address] for address in told}
        if told and number not in by and texts[max(by)] != texts[number]:
            found[number] = max(by)
    return found


def _addresses(fact: Fact) -> Iterator[object]:
    """What a fact is about: a sign, or the slots of a row."""
    if fact.item == "sign":
        sign = next(iter(signs_of([fact.entry.data["signs"][fact.position]])))
        yield sign.name, sign.host, sign.subject
        return
    for row in rows_of([fact.entry.data["rows"][fact.position]]):
        key = templates()[row.template].key
        names = tuple(str(row.cells[slot].value) for slot in key if slot in row.cells)
        yield from ((row.template, row.host, names, slot) for slot in row.cells if slot not in key)


def _said(fact: Fact, questions: Mapping[str, Question]) -> KnownFact:
    data = fact.entry.data
    struck = (Struck(fact.entry.seq, fact.item, fact.position),)
    if fact.entry.kind == "answered":
        name = str(data["question"])
        origin = f'"{short(str(data["text"]))}" to {asked_text(questions.get(name), name)}'
        return KnownFact(fact.number, fact.text, origin, "answered", name, "", 0, struck)
    beside = fact.entry.kind == "captured"
    origin = "in the text beside the outputs" if beside else f'"{short(str(data["text"]))}"'
    sentence = "" if beside else str(data["text"])
    return KnownFact(fact.number, fact.text, origin, "told", "", "", 0, struck, sentence)


def _read(session: Session) -> Iterator[KnownFact]:
    places = _rows_by_place(session)
    for row in session.consultation.now.merged.rows:
        if row.template in NO_NEWS:
            continue
        names = [str(part) for part in row.key[1:] if part not in ("", UNKNOWN)]
        where = f" on {row.host}" if row.host != DEFAULT else ""
        head = f"{' '.join([row.template.replace('-', ' '), *names])}{where}"
        for (path, line, place), values in values_by_place(row).items():
            struck = tuple(places.get((row.template, path, line), ()))
            yield KnownFact(0, f"{head}: {'; '.join(values)}", place, "read", "", path, line, struck)


def _rows_by_place(session: Session) -> dict[tuple[str, str, int], list[Struck]]:
    """The captured rows that stand, by template and by each place that one of their cells cites."""
    found: dict[tuple[str, str, int], list[Struck]] = {}
    for entry in session.standing.contributions:
        if entry.kind != "captured":
            continue
        struck = session.standing.struck.get(entry.seq, set())
        for number in range(len(entry.data["rows"])):
            if ("row", number) in struck:
                continue
            for place in _places(entry, number):
                found.setdefault(place, []).append(Struck(entry.seq, "row", number))
    return found


def _places(entry: Entry, number: int) -> set[tuple[str, str, int]]:
    return {
        (row.template, cell.origin.path, cell.origin.lines[0])
        for row in rows_of([entry.data["rows"][number]])
        for cell in row.cells.values()
        if cell.origin.lines is not None
    }
