"""How an example came out: each firing with its facts and their lines, what it asserted, and the sums of certainty."""

from __future__ import annotations

from collections.abc import Iterator

from advisor.inference.diagnosis import Consultation
from advisor.inference.engine import Fact, Firing
from advisor.inference.matching import show
from advisor.inference.net import Net
from advisor.inference.view import Hypothesis, View
from facts.schema import UNKNOWN, templates
from facts.sexpr import Symbol

_OF_A_CONCLUSION = ("case", "name", "state", "subject", "value", "argument", "cf", "strength", "cause", "to")


def trace(consultation: Consultation, case: str = "") -> Iterator[str]:
    """The lines of a trace.

    Args:
        consultation: what an example led to.
        case: only what its arguments rest on; everything where it is "".
    """
    view = consultation.now
    wanted = _behind(view, case) if case else set(range(len(view.inference.firings)))
    for number, firing in enumerate(view.inference.firings):
        if number in wanted:
            yield from _firing(view, consultation.knowledge.net, firing)
    for hypothesis in sorted(view.hypotheses.values(), key=lambda h: h.key):
        if case in ("", hypothesis.case.slug):
            yield from _sum(hypothesis)
    if case and not any(h.case.slug == case for h in view.hypotheses.values()):
        yield f"{case}: no argument fired"


def _behind(view: View, case: str) -> set[int]:
    """The firings that the evidence of a case rests on, by number."""
    inference = view.inference
    numbers = {id(firing): number for number, firing in enumerate(inference.firings)}
    todo = [fact.index for fact in inference.of("evidence") if str(fact.slots["case"]) == case]
    found: set[int] = set()
    while todo:
        for firing in inference.supports.get(todo.pop(), []):
            if numbers[id(firing)] not in found:
                found.add(numbers[id(firing)])
                todo += [index for index in firing.basis if index is not None]
    return found


def _firing(view: View, net: Net, firing: Firing) -> Iterator[str]:
    rule = net.rules[firing.rule]
    yield f"{rule.module} {rule.name}  ({rule.where})"
    for pattern, index in zip(rule.patterns, firing.basis, strict=True):
        if index is None:
            yield f"    without a {pattern.template} of that kind"
            continue
        fact = view.inference.facts[index]
        yield f"    {_fact(fact, set(pattern.slots))}{_origins(view, fact, set(pattern.slots))}"
    for index in firing.products:
        again = "" if view.inference.supports[index][0] is firing else "  (stood already)"
        yield f"  => {_fact(view.inference.facts[index])}{again}"


def _fact(fact: Fact, slots: set[str] | None = None) -> str:
    """A fact in short: of a row the slots that the rule looks at, of a conclusion those that tell it."""
    names = slots if slots is not None and fact.template in templates() else set(_OF_A_CONCLUSION)
    said = [
        f"{name} {_value(value)}"
        for name, value in fact.slots.items()
        if name in names and name not in ("row", "host") and value != UNKNOWN
    ]
    return f"[{fact.index}] {fact.template} {fact.slots.get('host', '')}: {', '.join(said) or 'any'}"


def _value(value: object) -> str:
    if isinstance(value, (int, float)):
        return show(value)
    return str(value) if isinstance(value, Symbol) else f'"{value}"'


def _origins(view: View, fact: Fact, slots: set[str]) -> str:
    row = view.prover.rows.get(int(fact.slots.get("row", 0)))
    if row is None:
        return ""
    cells = [cell for name, cell in row.cells.items() if name in slots] or list(row.cells.values())
    said = dict.fromkeys(cell.origin.place() + ("" if cell.sure else " (not sure)") for cell in cells)
    return f"  <- {'; '.join(list(said)[:4])}" if said else ""


def _sum(hypothesis: Hypothesis) -> Iterator[str]:
    standing = hypothesis.standing or "nothing"
    yield f"{hypothesis.case.slug} on {hypothesis.subject} ({hypothesis.host}): {standing}"
    for argument in [*hypothesis.supporting, *hypothesis.opposing]:
        note = "" if argument.counted else "  present elsewhere, not counted"
        yield f"    {argument.cf:+.2f} {argument.name} ({argument.stage}){note}"
    verdict = hypothesis.verdict
    for name, stage in (verdict.stages if verdict is not None else {}).items():
        if stage.value or stage.measured:
            yield f"    {name:<6} {stage.value:+.2f}, measured {stage.measured:+.2f}: {stage.state}"
    yield f"    certainty {hypothesis.certainty:.3f}"
