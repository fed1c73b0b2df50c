"""Why a conclusion stands: its arguments down to lines and sources, its look-alikes, and what is missing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from advisor.explanation.chain import Stage, picture
from advisor.explanation.report import cited, cited_below, concludes
from advisor.explanation.text import ROLES, about, by_source, cite, how_sure, leaf_places, source_text, sure
from advisor.inference.ages import age_of
from advisor.inference.diagnosis import Consultation
from advisor.inference.outlook import outlook
from advisor.inference.proof import Leaf, Node
from advisor.inference.view import Argument, Hypothesis
from advisor.knowledge import Knowledge, Mimic
from advisor.views.keys import Key, conclusions
from facts.captures import Origin
from facts.reading import Span
from facts.text import clean

_ELSEWHERE = "shown elsewhere on the host, so not counted"
_AGAIN = "shown above"


class ProofNode(NamedTuple):
    """One node of a proof.

    Attributes:
        id: unique in one proof, and the same whenever the same proof is asked for.
        kind: ``argument-for``, ``argument-against``, ``finding``, ``quantity``, ``rule``, ``leaf`` or ``source``.
        text: the argument's name; what is concluded, a quantity with its arithmetic; the mechanism of a rule; the cited
            line, or the words that were told or answered; the title of a source.
        detail: the stage of an argument; the values of a leaf, one a line; the locator of a source.
        cf: the certainty factor of an argument, else 0.
        children: of an argument, finding or quantity its rule, its leaves, then what it rests on; of a rule its sources.
        place: where a leaf stands, in words.
        path: of a leaf in a capture its file, else "". lines: its lines there, else None.
        sources: what a rule cites, ``KEY: LOCATOR``.
        refers_to: the id of the node that shows the same subproof in full, "" where this one does.
        counted: whether an argument weighs in; what is absent here and shown elsewhere on the host does not.
    """

    id: str
    kind: str
    text: str
    detail: str = ""
    cf: float = 0.0
    children: tuple[ProofNode, ...] = ()
    place: str = ""
    path: str = ""
    lines: Span | None = None
    sources: tuple[str, ...] = ()
    refers_to: str = ""
    counted: bool = True

    def walk(self) -> Iterator[ProofNode]:
        """This node and all below it, in reading order."""
        yield self
        for child in self.children:
            yield from child.walk()


class LookAlike(NamedTuple):
    """What looks the same: `case` is the slug of one that is known, or ""; `now` is what is concluded of that one."""

    name: str
    case: str
    tell_apart: str
    now: str


class Missing(NamedTuple):
    """An observation that would change the certainty: its address, the command that shows it, and what it would do."""

    address: str
    command: str
    would: str
    certainty: float
    mechanism: str


class SourceCited(NamedTuple):
    """A source with the places in it that are cited."""

    key: str
    described: str
    locators: tuple[str, ...]


class Proof(NamedTuple):
    """Everything that stands behind one conclusion; `certainty` has two decimals and is never 1.00, `age` is a sentence."""

    key: Key
    title: str
    id: str
    standing: str
    certainty: str
    role: str
    status: str
    severity: str
    about: str
    mechanism: str
    impact: str
    arguments: tuple[ProofNode, ...]
    how_sure: str
    look_alikes: tuple[LookAlike, ...]
    missing: tuple[Missing, ...]
    contested: tuple[str, ...]
    sources: tuple[SourceCited, ...]
    age: str = ""
    chain: tuple[Stage, ...] = ()


def proof(consultation: Consultation, hypothesis: Hypothesis, with_missing: bool = True) -> Proof:
    """The proof of a conclusion.

    Args:
        consultation: what the hypothesis belongs to.
        hypothesis: a diagnosis or a risk, or what was ruled out.
        with_missing: whether to look for what would change the certainty, which takes longest.
    """
    case, knowledge = hypothesis.case, consultation.knowledge
    item = {"subject": hypothesis.subject, "host": hypothesis.host, "subject_kind": case.subject_kind}
    age = age_of(consultation.observations, hypothesis)
    return Proof(
        hypothesis.key, case.title, case.id, hypothesis.standing, sure(hypothesis.certainty), ROLES[hypothesis.role],
        hypothesis.status, case.severity, clean(about(item)), case.mechanism, case.impact,
        arguments(knowledge, hypothesis), how_sure(hypothesis),
        tuple(_look_alike(consultation, hypothesis, mimic) for mimic in case.mimics),
        missing(consultation, hypothesis) if with_missing else (), case.contested, _sources(knowledge, hypothesis),
        age.sentence() if age is not None else "", picture(knowledge, hypothesis),
    )  # fmt: skip


def arguments(knowledge: Knowledge, hypothesis: Hypothesis) -> tuple[ProofNode, ...]:
    """The trees of all arguments, those for it first; of each side those that count first, the strongest first."""
    tree = _Tree(knowledge)
    sides = (("argument-for", hypothesis.supporting), ("argument-against", hypothesis.opposing))
    return tuple(
        tree.argument(kind, argument)
        for kind, side in sides
        for argument in sorted(side, key=lambda a: not a.counted)
    )  # fmt: skip


def missing(consultation: Consultation, hypothesis: Hypothesis) -> tuple[Missing, ...]:
    """What would change the certainty most; nothing for a conclusion that stands no more."""
    if hypothesis.status != "current":
        return ()
    return tuple(
        Missing(clean(o.address), o.how, o.would(hypothesis.certainty), o.certainty, o.mechanism)
        for o in outlook(consultation, hypothesis)
    )


def standing_now(consultation: Consultation, slug: str, host: str) -> str:
    """What is concluded of a case, on the host where it is known there; "" for what is no case."""
    of_case = [h for h in conclusions(consultation) if h.case.slug == slug]
    for hypothesis in sorted(of_case, key=lambda h: h.host != host):
        if hypothesis.status == "resolved":
            return "resolved"
        return f"{hypothesis.standing} ({sure(hypothesis.certainty)})"
    for word, entries in (("ruled out", consultation.ruled_out), ("not assessed", consultation.not_assessed)):
        for entry in sorted(entries, key=lambda e: e.host != host):
            if entry.case.slug == slug:
                return f"{word}: {entry.reason}"
    return ""


def _look_alike(consultation: Consultation, hypothesis: Hypothesis, mimic: Mimic) -> LookAlike:
    case = mimic.case if mimic.case in consultation.knowledge.cases else ""
    return LookAlike(mimic.name, case, mimic.tell_apart, clean(standing_now(consultation, case, hypothesis.host)))


def _sources(knowledge: Knowledge, hypothesis: Hypothesis) -> tuple[SourceCited, ...]:
    behind = [*hypothesis.supporting, *hypothesis.opposing]
    every = [*hypothesis.case.sources, *(c for a in behind for c in cited_below(knowledge, a.proof))]
    return tuple(
        SourceCited(key, source_text(knowledge, key), tuple(locators)) for key, locators in by_source(every).items()
    )


class _Tree:
    """Builds the trees of one conclusion; a subproof that several arguments share stands in full once."""

    def __init__(self, knowledge: Knowledge) -> None:
        self.knowledge = knowledge
        self.shown: dict[int, str] = {}

    def argument(self, kind: str, argument: Argument) -> ProofNode:
        detail = argument.stage if argument.counted else f"{argument.stage}; {_ELSEWHERE}"
        below = tuple(self._below(argument.proof, argument.name))
        return ProofNode(argument.name, kind, argument.name, detail, argument.cf, below, counted=argument.counted)

    def _below(self, node: Node, id: str) -> Iterator[ProofNode]:
        yield self._rule(node.rule, f"{id}/rule")
        yield from _leaves(node.leaves, id)
        for number, child in enumerate(node.children, 1):
            yield self._derived(child, f"{id}/{number}")

    def _derived(self, node: Node, id: str) -> ProofNode:
        kind = "quantity" if node.fact.template == "quantity" else "finding"
        text = clean(concludes(node))
        before = self.shown.setdefault(node.fact.index, id)
        if before != id:
            return ProofNode(id, kind, text, _AGAIN, refers_to=before)
        return ProofNode(id, kind, text, children=tuple(self._below(node, id)))

    def _rule(self, rule: str, id: str) -> ProofNode:
        citations = cited(self.knowledge, rule)
        sources = tuple(
            ProofNode(f"{id}/{c.key}/{c.locator}", "source", source_text(self.knowledge, c.key) or c.key, c.locator)
            for c in citations
        )
        comment = self.knowledge.net.rules[rule].comment
        return ProofNode(id, "rule", comment, children=sources, sources=tuple(cite(c) for c in citations))


def _leaves(leaves: Iterable[Leaf], id: str) -> Iterator[ProofNode]:
    """One node for each place; its values are the detail."""
    for number, (origin, values) in enumerate(leaf_places(leaves), 1):
        path = clean(origin.path) if origin.lines is not None else ""
        yield ProofNode(
            f"{id}/leaf-{number}", "leaf", origin_words(origin), "\n".join(clean(value) for value in values),
            place=clean(origin.place()), path=path, lines=origin.lines,
        )  # fmt: skip


def origin_words(origin: Origin) -> str:
    """The cited line, or what was told or answered, on one line."""
    return clean(" ".join((origin.text or origin.told or origin.answer).split()))
