"""Answers taken from a bundle, so that the interview itself can be measured: *don't know* where it holds nothing."""

from __future__ import annotations

from collections.abc import Sequence

from advisor.chat.tickets import hear
from advisor.inference.diagnosis import consult
from advisor.inference.view import ToldSign, View
from advisor.interview.questions import Question
from advisor.knowledge import Knowledge
from advisor.session.session import Reply, Session
from facts.cells import Observed
from facts.inputs import Bundle, Input
from facts.observations import Observations
from facts.schema import UNKNOWN, templates

DONT_KNOW = "don't know"


class Respondent:
    """Knows a bundle, and gives of it only what is asked for."""

    def __init__(self, knowledge: Knowledge, bundle: Bundle) -> None:
        """Take the bundle that answers."""
        self.bundle = bundle
        observations = Observations(bundle.observed)
        signs = hear(knowledge, bundle, observations) if bundle.prose else []
        self.view: View = consult(knowledge, observations, signs).now

    def answer(self, session: Session, question: Question, about: Sequence[str] = ()) -> bool:
        """Answer a question of a session; False where the bundle holds nothing about it."""
        if question.kind == "output":
            return self._output(session, question, about)
        reply = {"sign": self._sign, "value": self._value, "uses": self._uses}[question.kind](question)
        session.answer(question.id, reply, about)
        return not reply.unknown

    def _output(self, session: Session, question: Question, about: Sequence[str]) -> bool:
        places = {
            (cell.origin.path, cell.origin.lines[0])
            for row in self.bundle.observed
            if row.template in question.templates or _nothing_of(row) in question.templates
            for cell in row.cells.values()
            if cell.origin.lines is not None
        }
        inputs = [i for i in self.bundle.inputs if any(_inside(place, i) for place in places)]
        rows = [row for row in self.bundle.labelled if _of(row, inputs, places)]
        if not rows:
            session.answer(question.id, Reply(DONT_KNOW, [], [], unknown=True), about)
            return False
        session.capture(Bundle(inputs=inputs, labelled=rows, observed=rows), question.id, about)
        return True

    def _finding(self, name: str) -> ToldSign | None:
        """A finding of the bundle, as if somebody had looked and told it."""
        for state in ("present", "absent"):
            facts = self.view.findings(name, state)
            proof = self.view.prover.best(facts[0].index) if facts else None
            if proof is not None:
                leaf = next(iter(proof.all_leaves()), None)
                origin = leaf.cell.origin if leaf is not None else None
                host = str(facts[0].slots["host"])
                return ToldSign(name, state, origin.place() if origin else "", host, origin=origin)
        return None

    def _sign(self, question: Question) -> Reply:
        sign = self._finding(question.sign)
        if sign is None:
            return Reply(DONT_KNOW, [], [], unknown=True)
        return Reply("yes" if sign.state == "present" else "no", [], [sign])

    def _uses(self, question: Question) -> Reply:
        signs = [sign for name in question.choices if (sign := self._finding(name)) is not None]
        if not signs:
            return Reply(DONT_KNOW, [], [], unknown=True)
        return Reply(", ".join(question.choices[s.name] for s in signs if s.state == "present") or "none", [], signs)

    def _value(self, question: Question) -> Reply:
        template, _, slot = question.address.partition(".")
        for row in self.view.merged.rows:
            cell = row.cells.get(slot)
            fixed = all(w in ("?", str(row.cells[k].value)) for k, w in question.key.items() if k in row.cells)
            if row.template == template and cell is not None and cell.value != UNKNOWN and fixed:
                kept = {
                    s: c
                    for s, c in row.cells.items()
                    if s == slot or s in templates()[template].key or s in question.key
                }
                return Reply(str(cell.value), [Observed(template, row.host, kept)], [])
        return Reply(DONT_KNOW, [], [], unknown=True)


def _nothing_of(row: Observed) -> str:
    """The template that an output was read for completely: it may have said that there is nothing."""
    return str(row.cells["template"].value) if row.template == "read" and "template" in row.cells else ""


def _inside(place: tuple[str, int], item: Input) -> bool:
    return place[0] == item.path and item.lines[0] <= place[1] <= item.lines[1]


def _of(row: Observed, inputs: Sequence[Input], places: set[tuple[str, int]]) -> bool:
    """Whether a row was read from one of the outputs, or from a command line that is asked for."""
    origin = next(iter(row.cells.values())).origin
    if origin.lines is None:
        return False
    place = (origin.path, origin.lines[0])
    return place in places or any(_inside(place, i) for i in inputs)
