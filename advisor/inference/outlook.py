"""What to look at next for a diagnosis: which observation would make it surer, or overturn it, and how to get it."""

from __future__ import annotations

from typing import NamedTuple

from advisor.inference.chaining import verdict_with
from advisor.inference.diagnosis import Consultation
from advisor.inference.looking import Looking
from advisor.inference.matching import Bindings
from advisor.inference.net import Rule
from advisor.inference.openness import cf_of, stage_of
from advisor.inference.verdict import Sign
from advisor.inference.view import Hypothesis
from advisor.inference.whynot import Miss, Search
from facts.schema import UNKNOWN
from facts.sexpr import Symbol

_LEAST_CHANGE = 0.02
_MOST = 4


class Outlook(NamedTuple):
    """One observation that is missing: its address, how to get it, and what it would do to the certainty."""

    address: str
    how: str
    certainty: float
    mechanism: str

    def would(self, now: float) -> str:
        """``raise to 0.97`` or ``lower to 0.12``."""
        return f"{'raise' if self.certainty > now else 'lower'} to {self.certainty:.2f}"


def outlook(consultation: Consultation, hypothesis: Hypothesis) -> list[Outlook]:
    """The unknown observations that would change `hypothesis` most, the greatest change first."""
    fired = {a.rule for a in hypothesis.arguments}
    rules = consultation.knowledge.net.arguments(hypothesis.case.slug)
    would = [(rule, _certainty_with(hypothesis, rule)) for rule in rules if rule.name not in fired]
    would.sort(key=lambda one: -abs(one[1] - hypothesis.certainty))
    found: dict[str, Outlook] = {}
    for rule, certainty in would:
        if abs(certainty - hypothesis.certainty) < _LEAST_CHANGE or len(found) == _MOST:
            break
        unknown = _unknown(consultation, hypothesis, rule)
        if unknown is not None:
            found.setdefault(unknown[1], Outlook(unknown[0], unknown[1], certainty, rule.comment))
    return list(found.values())


def _certainty_with(hypothesis: Hypothesis, rule: Rule) -> float:
    """The certainty, if one more argument spoke."""
    cf = cf_of(rule, hypothesis.case.slug)
    sign = Sign(stage_of(rule, hypothesis.case.slug), rule.name.partition(".")[2], cf, told=False)
    return verdict_with(hypothesis, [sign]).certainty


def _unknown(consultation: Consultation, hypothesis: Hypothesis, rule: Rule) -> tuple[str, str] | None:
    """Address and command of what `rule` lacks, where it lacks only what is not known; None where it is contradicted."""
    action = next(a for a in rule.actions if a.template == "evidence")
    bindings: Bindings = {}
    for slot, value in (("host", hypothesis.host), ("subject", hypothesis.subject)):
        expression = action.slots.get(slot)
        if isinstance(expression, Symbol) and expression.startswith("?"):
            bindings[str(expression)] = value
    looking = Looking(consultation.knowledge, consultation.now)
    for misses in Search(consultation, _is_unknown).ways(rule, bindings):
        for miss in misses:
            if how := _how(looking, miss):
                return (miss.write.address if miss.write else miss.condition), how
    return None


def _is_unknown(miss: Miss) -> bool:
    return miss.observed in (UNKNOWN, "nothing read", "not told")


def _how(looking: Looking, miss: Miss) -> str:
    if miss.write and miss.write.template != "told":
        return looking.for_slots([(miss.write.template, frozenset((miss.write.slot,)))])
    return looking.for_finding(miss.finding, "present") if miss.finding else ""
