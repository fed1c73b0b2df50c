"""A consultation as plain data, in the fixed JSON form; every other format is made from it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache, partial
from typing import Any, TypeVar

from advisor import __version__
from advisor.arbitration import first_of_all, rulings
from advisor.explanation.chain import picture
from advisor.explanation.stands_out import stands_out
from advisor.inference.accepted import Acknowledged, events_of
from advisor.inference.ages import age_of
from advisor.inference.diagnosis import Consultation, Excluded
from advisor.inference.matching import show
from advisor.inference.net import Expression
from advisor.inference.outlook import outlook
from advisor.inference.proof import Leaf, Node
from advisor.inference.view import Argument, Hypothesis
from advisor.inference.whynot import ArgumentMiss, WhyNot, why_not
from advisor.knowledge import Case, Citation, Knowledge
from advisor.remedies import Rendered, render
from facts.cells import Conflict
from facts.faults import Faults
from facts.inputs import Bundle
from facts.sexpr import Form, Symbol
from facts.units import UNLIMITED

Json = dict[str, Any]
Result = TypeVar("Result")

_UNITS = (
    ("-bytes-s", "B/s"), ("-kb-s", "kB/s"), ("-pages-s", "pages/s"), ("-gbit-s", "Gb/s"), ("-bytes", "B"), ("-kb", "kB"),
    ("-percent", "%"), ("-ms", "ms"), ("-seconds", "s"), ("-hours", "h"), ("-pages", "pages"), ("-s", "/s"),
)  # fmt: skip


def unit_of(slot: str) -> str:
    """The unit that a slot's name carries, "" where it has none.

    >>> unit_of("latency-ms-max"), unit_of("link-speed-gbit-s"), unit_of("write-kb-inside-s"), unit_of("bytes-s"), unit_of("pool")
    ('ms', 'Gb/s', 'kB/s', 'B/s', '')
    """
    bare = f"-{slot}".replace("-inside-s", "-s").replace("-outside-s", "-s")
    for ending in ("-mean", "-max", "-min", "-median", "-peak", "-inside", "-outside"):
        bare = bare.removesuffix(ending)
    return next((unit for ending, unit in _UNITS if bare.endswith(ending)), "")


def with_unit(slot: str, value: float) -> str:
    """A number with the unit of its slot.

    >>> with_unit("soft-bytes", 65536.0), with_unit("soft-bytes", 9.2e18), with_unit("swappiness", 60)
    ('65,536 B', 'unlimited', '60')
    """
    return show(value) if value == UNLIMITED else f"{show(value)} {unit_of(slot)}".rstrip()


def report(consultation: Consultation, bundle: Bundle, why_not_cases: list[Case]) -> Json:
    """The whole result of ``diagnose``; a part of it that fails is left out, and one entry of ``faults``."""
    knowledge = consultation.knowledge
    faults = Faults([*bundle.faults, *(fault for fault in consultation.faults if fault not in bundle.faults)])
    made = {
        "schema": 1,
        "advisor": __version__,
        "kb": knowledge.digest,
        "inputs": [_input(i) for i in bundle.inputs],
        "unrecognised": [
            {"path": u.path, "lines": list(u.lines) if u.lines else None, "reason": u.reason}
            for u in bundle.unrecognised
        ],
        "notes": bundle.notes,
        "diagnoses": [diagnosis(consultation, h, faults) for h in consultation.diagnoses],
        "risks": [diagnosis(consultation, h, faults) for h in consultation.risks],
        "acknowledged": [_acknowledged(a) for a in consultation.acknowledged],
        "ruled_out": [_excluded(e) for e in consultation.ruled_out],
        "not_assessed": [
            {"case": e.case.slug, "subject": e.subject or None, "reason": e.reason, "needs": list(e.needs)}
            for e in consultation.not_assessed
        ],
        "stands_out": faults.attempt("what stands out", partial(_stands_out, consultation, bundle), list[Json]()),
        "arbitration": faults.attempt(
            "arbitration", lambda: [ruling._asdict() for ruling in rulings(consultation)], list[Json]()
        ),
        "conflicts": [_conflict(c) for c in (*consultation.conflicts, *consultation.now.merged.changes)],
        "why_not": [
            answer for case in why_not_cases
            if (answer := faults.attempt(f"why not {case.slug}", partial(not_concluded, consultation, case), None))
        ],
    }  # fmt: skip
    made["faults"] = [fault.as_json() for fault in faults.kept]
    return made


def _stands_out(consultation: Consultation, bundle: Bundle) -> list[Json]:
    """What stands out where no diagnosis is at least likely, an accepted one neither."""
    known = [*consultation.diagnoses, *(accepted.hypothesis for accepted in consultation.acknowledged)]
    if any(h.standing in ("confirmed", "likely") and h.status == "current" for h in known):
        return []
    return [
        {"text": sight.text, "line": sight.origin.text, "origin": sight.origin.as_json(), "rank": rank}
        for rank, sight in enumerate(stands_out(consultation, bundle.alarms), 1)
    ]


def _input(item: Any) -> Json:
    return {
        "path": item.path, "kind": item.kind, "host": item.host, "lines": list(item.lines), "rows": item.rows,
        "outcome": item.outcome, "refusals": [{"lines": list(r.lines), "reason": r.reason} for r in item.refusals],
    }  # fmt: skip


def diagnosis(consultation: Consultation, hypothesis: Hypothesis, faults: Faults | None = None) -> Json:
    """One diagnosis or risk; a part that fails is empty, and added to `faults`."""
    own = Faults() if faults is None else faults
    before = len(own.kept)
    made = _diagnosis(consultation, hypothesis, own)
    made["failed"] = [fault.line() for fault in own.kept[before:]]
    if faults is None and own.kept:
        consultation.faults.extend(own.kept)
    return made


def _diagnosis(consultation: Consultation, hypothesis: Hypothesis, faults: Faults) -> Json:
    case = hypothesis.case
    arguments = [*hypothesis.supporting, *hypothesis.opposing]
    where = f"{case.slug} on {hypothesis.host}"

    def part(name: str, work: Callable[[], Result], otherwise: Result) -> Result:
        return faults.attempt(f"{name} of {where}", work, otherwise)

    return {
        "case": case.slug,
        "id": case.id,
        "title": case.title,
        "host": hypothesis.host,
        "subject_kind": case.subject_kind,
        "subject": hypothesis.subject,
        "certainty": round(hypothesis.certainty, 4),
        "standing": hypothesis.standing,
        "role": hypothesis.role,
        "status": hypothesis.status,
        "grown": consultation.grown.get(hypothesis.key, []),
        "age": part("age", lambda: _age(consultation, hypothesis), None),
        "caused_by": list(dict.fromkeys(key[0] for key in hypothesis.caused_by)),
        "contributes_to": list(dict.fromkeys(key[0] for key in hypothesis.contributes_to)),
        "links": [
            *(_link("caused-by", key) for key in hypothesis.caused_by),
            *(_link("contributes-to", key) for key in hypothesis.contributes_to),
        ],
        "chain": part("chain", lambda: _chain(consultation.knowledge, hypothesis), dict[str, Any]()),
        "severity": case.severity,
        "impact": case.impact,
        "mechanism": case.mechanism,
        "evidence": [
            shown for a in arguments
            if (shown := part("explanation", partial(_argued, consultation.knowledge, a, hypothesis), None))
        ],
        "look_alikes": [{"name": m.name, "case": m.case or None, "tell_apart": m.tell_apart} for m in case.mimics],
        "missing": part("what to look at next", lambda: _missing(consultation, hypothesis), list[Json]()),
        "fix": part("fix", lambda: [_fix(step) for step in render(hypothesis, consultation.now.systems())], list[Json]()),
        "before_fix": part("order of fixes", lambda: first_of_all(consultation, case.slug, hypothesis.host), ""),
        "sources": [_citation(c) for c in case.sources],
    }  # fmt: skip


def _argued(knowledge: Knowledge, argument: Argument, hypothesis: Hypothesis) -> Json:
    return _evidence(knowledge, argument, events_of(argument, hypothesis.view))


def _chain(knowledge: Knowledge, hypothesis: Hypothesis) -> Json:
    """What is shown of each stage."""
    return {
        stage.name: {
            "state": stage.state,
            "entries": [
                {"finding": link.finding, "state": link.state, "speaks_for": link.speaks, "told": link.told,
                 "facts": [_fact(leaf) for leaf in link.leaves]}
                for link in stage.links
            ],
            "look_at": list(stage.look_at),
            "text": stage.text,
        }
        for stage in picture(knowledge, hypothesis)
    }  # fmt: skip


def _missing(consultation: Consultation, hypothesis: Hypothesis) -> list[Json]:
    return [
        {"address": o.address, "how": o.how, "would": o.would(hypothesis.certainty)}
        for o in (outlook(consultation, hypothesis) if hypothesis.status == "current" else [])
    ]


def _acknowledged(item: Acknowledged) -> Json:
    """A conclusion that was accepted: how it stands, and as what it was accepted."""
    hypothesis = item.hypothesis
    return {
        "case": hypothesis.case.slug, "id": hypothesis.case.id, "title": hypothesis.case.title, "host": hypothesis.host,
        "subject_kind": hypothesis.case.subject_kind, "subject": hypothesis.subject,
        "certainty": round(hypothesis.certainty, 4), "standing": hypothesis.standing, "accepted": item.record,
    }  # fmt: skip


def _age(consultation: Consultation, hypothesis: Hypothesis) -> Json | None:
    """When its evidence was seen, and how long before the capture; null where nothing of it is dated."""
    age = age_of(consultation.observations, hypothesis)
    if age is None:
        return None
    return {"first": age.first, "last": age.last, "captured": age.newest, "days": round(age.seconds / 86_400, 1),
            "over": age.over, "text": age.sentence()}  # fmt: skip


def _link(relation: str, key: tuple[str, str, str]) -> Json:
    return {"relation": relation, "case": key[0], "host": key[1], "subject": key[2]}


def _citation(citation: Citation) -> Json:
    return {"key": citation.key, "locator": citation.locator}


def _evidence(knowledge: Knowledge, argument: Argument, events: int) -> Json:
    return {
        "argument": argument.name,
        "stage": argument.stage,
        "strength": argument.strength,
        "cf": round(argument.cf, 4),
        "counted": argument.counted,
        "events": events,
        "why": knowledge.net.rules[argument.rule].comment,
        "rule": argument.rule,
        "facts": [_fact(leaf) for leaf in argument.proof.all_leaves()],
        "quantities": list(_quantities(argument.proof)),
        "steps": [
            {"rule": node.rule, "concludes": concludes(node), "why": knowledge.net.rules[node.rule].comment,
             "sources": [_citation(c) for c in cited(knowledge, node.rule)]}
            for node in argument.proof.walk()
        ],
        "sources": [_citation(c) for c in cited_below(knowledge, argument.proof)],
    }  # fmt: skip


@cache
def cited(knowledge: Knowledge, rule: str) -> tuple[Citation, ...]:
    """What a rule cites, with the sources of the thresholds that it compares with."""
    citations = list(knowledge.citations(rule))
    parsed = knowledge.net.rules[rule]
    for comparison in (c for p in parsed.patterns for s in p.slots.values() for c in s.comparisons):
        for name in globals_in(comparison.bound):
            threshold = knowledge.net.thresholds[name]
            citations.append(Citation(threshold.source, threshold.locator))
    return tuple(dict.fromkeys(citations))


def globals_in(expression: Expression) -> Iterator[str]:
    """The names of the thresholds that an expression uses."""
    if isinstance(expression, Form):
        for part in expression.items[1:]:
            yield from globals_in(part)
    elif isinstance(expression, Symbol) and expression.startswith("?*"):
        yield str(expression)


def cited_below(knowledge: Knowledge, proof: Node) -> list[Citation]:
    """What the rules of a whole proof cite, the argument's own first."""
    return list(dict.fromkeys(c for node in proof.walk() for c in cited(knowledge, node.rule)))


def concludes(node: Node) -> str:
    """A derived fact in a few words: ``pool-nearly-full (tank)``."""
    slots = node.fact.slots
    if node.fact.template == "quantity" and node.computed is not None:
        sign = f" = {node.computed.arithmetic}" if node.computed.arithmetic else ""
        return f"{slots['name']}{sign} = {show(node.computed.value)}"
    if node.fact.template == "evidence":
        return f"{slots['case']}: {slots['argument']}"
    negation = "no " if slots.get("state") == "absent" else ""
    about = f" ({slots['subject']})" if slots.get("subject") else ""
    return f"{negation}{slots.get('name', node.fact.template)}{about}"


def _quantities(proof: Node) -> Iterator[Json]:
    for node in proof.walk():
        if node.computed is not None:
            shown = f"{node.computed.arithmetic} = {show(node.computed.value)}" if node.computed.arithmetic else ""
            yield {"name": node.computed.name, "value": node.computed.value, "unit": unit_of(node.computed.name),
                   "arithmetic": shown}  # fmt: skip


def _fact(leaf: Leaf) -> Json:
    origin = leaf.cell.origin
    return {
        "text": origin.text or origin.told or origin.answer,
        "address": leaf.address,
        "value": leaf.value if isinstance(leaf.value, (int, float)) else str(leaf.value),
        "unit": unit_of(leaf.slot) if isinstance(leaf.value, (int, float)) else "",
        "demand": leaf.demand,
        "time": leaf.cell.time,
        "origin": origin.as_json(),
    }


def _fix(step: Rendered) -> Json:
    return {
        "step": step.step, "label": step.label, "when": step.when, "do": step.do,
        "command": step.command, "risk": step.risk, "needs": step.needs,
        "verify": {"command": step.verify_command, "expect": step.verify_expect}, "undo": step.undo,
        "persists": step.persists, "persists_how": step.persists_how, "applies": step.applies,
        "placeholders": step.placeholders, "warning": step.warning or None,
    }  # fmt: skip


def _excluded(item: Excluded) -> Json:
    return {"case": item.case.slug, "host": item.host, "subject": item.subject, "reason": item.reason}


def _conflict(conflict: Conflict) -> Json:
    return {
        "address": conflict.address,
        "values": [{"value": _plain(c.value), "origin": c.origin.as_json()} for c in conflict.cells],
        "taken": _plain(conflict.taken.value),
        "kind": "change" if conflict.change else "disagreement",
        "reason": conflict.reason,
    }


def _plain(value: object) -> object:
    return value if isinstance(value, (int, float)) else str(value)


def not_concluded(consultation: Consultation, case: Case) -> Json:
    """Why one case is not concluded."""
    return _why_not(consultation.knowledge, why_not(consultation, case))


def _why_not(knowledge: Knowledge, answer: WhyNot) -> Json:
    return {
        "case": answer.case.slug,
        "concluded": answer.concluded or None,
        "chain": _chain(knowledge, answer.nearest) if answer.nearest is not None else {},
        "against": answer.against,
        "arguments": [_argument_miss(a) for a in answer.arguments],
        "needs": list(answer.needs),
    }


def _argument_miss(miss: ArgumentMiss) -> Json:
    return {
        "argument": miss.argument, "stage": miss.stage, "cf": miss.cf, "why": miss.mechanism, "flips": miss.flips,
        "misses": [
            {"condition": m.condition, "observed": m.observed, "threshold": m.threshold or None,
             "address": m.write.address if m.write else None,
             "flip_to": _plain(m.write.value) if m.write else None}
            for m in miss.misses
        ],
    }  # fmt: skip
