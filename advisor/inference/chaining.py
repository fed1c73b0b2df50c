"""The verdict on a hypothesis whose case is a chain: its arguments as signs of the stages, and what is felt."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from typing import NamedTuple

from advisor.inference.proof import only_told
from advisor.inference.verdict import COMPLAINT, SYMPTOM, Sign, Verdict, judge
from advisor.inference.view import Argument, Hypothesis, View
from advisor.knowledge import Case
from facts.schema import Value


class Needed(NamedTuple):
    """Whether what a case needs is there on one host: for whatever subject, or for which of them."""

    anywhere: bool
    subjects: frozenset[Value]


def needed_by(case: Case, state: View, host: str, beside: Collection[str]) -> Needed:
    """Where on a host that is which a case needs; `beside` are the subjects there that the case may be about.

    Where it is known of one pool, nothing is said of another; what is known of the host counts for all.
    """
    needs = case.premises.needs
    subjects = frozenset(f.slots["subject"] for name in needs for f in state.findings(name) if f.slots["host"] == host)
    return Needed(not needs or bool(subjects - (subjects.intersection(beside) - {host})), subjects)


def weigh_chain(hypothesis: Hypothesis, needed: Needed) -> None:
    """Judge a hypothesis: its standing and certainty, and which of its arguments count."""
    said: dict[tuple[str, bool], set[object]] = {}
    for argument in hypothesis.arguments:
        said.setdefault((_finding(argument), _says_absent(argument)), set()).update(_subjects(argument))
    for argument in hypothesis.arguments:
        absent, own = _says_absent(argument), _subjects(argument)
        contrary = said.get((_finding(argument), not absent), set())
        if not contrary or not contrary.isdisjoint(own) or hypothesis.subject in own:
            argument.counted = True
        else:
            # What is absent at one device says nothing while another shows it, and nothing counts against what is known of
            # the subject itself.
            argument.counted = not absent and hypothesis.subject not in contrary
    case, state = hypothesis.case, hypothesis.view
    assert state is not None
    verdict = _judged(
        hypothesis,
        [],
        needed=needed.anywhere or hypothesis.subject in needed.subjects,
        used=not case.uses or any(state.findings(name) for name in case.uses),
    )
    hypothesis.verdict, hypothesis.standing, hypothesis.certainty = verdict, verdict.standing, verdict.certainty


def verdict_with(hypothesis: Hypothesis, more: Iterable[Sign]) -> Verdict:
    """What the verdict would be with more signs, and with all that the case needs and is about."""
    return _judged(hypothesis, more, needed=True, used=True)


def _judged(hypothesis: Hypothesis, more: Iterable[Sign], *, needed: bool, used: bool) -> Verdict:
    case, state = hypothesis.case, hypothesis.view
    assert state is not None
    signs = [*map(_sign, (a for a in hypothesis.arguments if a.counted)), *more]
    shown = {sign.finding for sign in signs if not sign.told}
    felt = [worth for name, worth in complaints(case, state) if name not in shown]
    return judge(signs, felt, grounded=case.premises.grounded, needed=needed, used=used)


def complaints(case: Case, state: View) -> Iterator[tuple[str, float]]:
    """What is complained of that the case explains, and its worth.

    People name what they notice, and few name what a case is known by: any other complaint counts as one without a name.
    """
    found, felt = state.found(), dict.fromkeys(case.symptoms, SYMPTOM) | dict(case.premises.felt)
    own = [(name, worth) for name, worth in felt.items() if (name, "present") in found]
    yield from own
    told = [name for name in state.complaints if (name, "present") in found]
    if told and not any(name in told for name, _ in own):
        yield told[0], COMPLAINT


def _sign(argument: Argument) -> Sign:
    return Sign(argument.stage, _finding(argument), argument.cf, only_told(argument.proof))


def _finding(argument: Argument) -> str:
    return argument.name.removeprefix("no-") if _says_absent(argument) else argument.name


def _subjects(argument: Argument) -> set[object]:
    """Whose findings an argument rests on."""
    return {child.fact.slots.get("subject") for child in argument.proof.children if child.fact.template == "finding"}


def _says_absent(argument: Argument) -> bool:
    return argument.name.startswith("no-") and any(
        child.fact.template == "finding" and child.fact.slots.get("state") == "absent"
        for child in argument.proof.children
    )
