"""`advisor kb coverage`: which rules, conditions and branches of fixes no example tries.

A condition counts where everything before it in its rule held: a literal and each alternative once it was met, a
comparison or exclusion once it was met and once it was not, a `not` likewise. Of a fix, each step counts once it is shown
for a diagnosis of some example, each branch of a condition in its texts once it is taken.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from advisor.authoring.examples import example_paths, read
from advisor.authoring.knowledge_base import compiled
from advisor.authoring.memory import Memory, prepare, rules_behind
from advisor.authoring.rows import faults, load
from advisor.inference.constructs import written
from advisor.inference.diagnosis import Consultation
from advisor.inference.matching import Bindings, evaluate, holds, match_slot, same
from advisor.inference.net import Constraint, Net, Pattern, Rule
from advisor.inference.view import Hypothesis
from advisor.kbcheck.values import texts_of
from advisor.knowledge import Case, Knowledge
from advisor.remedies import Values
from advisor.templates import branches_taken
from facts.schema import UNKNOWN, Value
from facts.sexpr import Symbol


class Point(NamedTuple):
    """One thing that an example can try.

    Attributes:
        kind: ``rule``, ``condition`` or ``fix``.
        owner: the rule, or the case of the fix.
        what: the condition or branch in words.
        where: ``file:line``.
    """

    kind: str
    owner: str
    what: str
    where: str


@dataclass(slots=True)
class Coverage:
    """All points, those that were tried, and those of them that captures try."""

    points: dict[Point, None] = field(default_factory=dict)
    tried: set[Point] = field(default_factory=set)
    by_captures: set[Point] = field(default_factory=set)

    def missing(self, kind: str = "", owners: set[str] | None = None) -> list[Point]:
        """What no example tries."""
        return [p for p in self.of(kind, owners) if p not in self.tried]

    def of(self, kind: str = "", owners: set[str] | None = None) -> list[Point]:
        """The points of a kind and of some owners."""
        return [p for p in self.points if kind in ("", p.kind) and (owners is None or p.owner in owners)]


def measure(knowledge: Knowledge, case: str = "") -> Coverage:
    """Run every example and note what it tries: of a case and the rules behind it, or of everything."""
    result = Coverage()
    net = knowledge.net
    owners = owners_of(knowledge, case) if case else {*net.rules, *knowledge.cases}
    rules = [rule for rule in net.rules.values() if rule.name in owners and rule.name != "told.sign"]
    for rule in rules:
        result.points[Point("rule", rule.name, "fires", rule.where)] = None
        result.points.update(dict.fromkeys(_conditions(rule)))
    for slug in (slug for slug in knowledge.cases if slug in owners):
        result.points.update(dict.fromkeys(_fix_points(knowledge, knowledge.cases[slug])))
    with compiled(knowledge):
        for path in example_paths(knowledge.root):
            trial, consultation = prepare(knowledge, read(path))
            for memory in trial.memories:
                for rule in rules:
                    _try_rule(net, rule, memory, result)
            result.tried.update(_fixes_of(consultation))
    result.by_captures = set(result.tried)
    for name, example in load(knowledge).items():
        if name in net.rules and name in owners and not faults(net, example):
            for trying in example.tries():
                _try_rule(net, net.rules[name], trying.memory, result)
    return result


def _conditions(rule: Rule) -> Iterator[Point]:
    """Every condition of a rule."""
    for number, pattern in enumerate(rule.patterns):
        if pattern.negated:
            yield _condition(rule, number, "`not` holds")
            yield _condition(rule, number, "`not` fails")
        for slot, constraint in pattern.slots.items():
            for what, both in _demands(slot, constraint):
                yield _condition(rule, number, f"{what} is met")
                if both:
                    yield _condition(rule, number, f"{what} is not met")


def _demands(slot: str, constraint: Constraint) -> Iterator[tuple[str, bool]]:
    """The single demands of a slot, and whether each is to be tried both ways."""
    for value in constraint.allowed:
        yield f"{slot} {written(value)}", False
    for value in constraint.excluded:
        yield f"{slot} ~{written(value)}", True
    for name in constraint.excluded_variables:
        yield f"{slot} ~{name}", True
    for comparison in constraint.comparisons:
        yield f"{slot} {comparison.op} {written(comparison.bound)}", True


def _condition(rule: Rule, number: int, what: str) -> Point:
    return Point("condition", rule.name, f"{number + 1} {rule.patterns[number].template}: {what}", rule.where)


def _try_rule(net: Net, rule: Rule, memory: Memory, result: Coverage) -> None:
    """Walk through the patterns with every way in which those before hold."""
    ways: list[Bindings] = [{}]
    for number, pattern in enumerate(rule.patterns):
        after: list[Bindings] = []
        for bindings in ways:
            after += _try_pattern(net, rule, number, pattern, memory, bindings, result)
        if not after:
            return
        ways = list({tuple(sorted(b.items())): b for b in after}.values())[:_MOST_WAYS]
    result.tried.add(Point("rule", rule.name, "fires", rule.where))


_MOST_WAYS = 200


def _try_pattern(
    net: Net, rule: Rule, number: int, pattern: Pattern, memory: Memory, bindings: Bindings, result: Coverage
) -> list[Bindings]:
    """The bindings after a pattern, with what its facts try noted."""
    after, blocked = [], False
    for item in memory.candidates(pattern):
        met = _try_fact(net, rule, number, pattern, item.slots, bindings, result)
        if met is not None:
            blocked = True
            after.append(met)
    if not pattern.negated:
        return after
    result.tried.add(_condition(rule, number, "`not` fails" if blocked else "`not` holds"))
    return [] if blocked else [bindings]


def _try_fact(
    net: Net, rule: Rule, number: int, pattern: Pattern, slots: dict[str, Value], bindings: Bindings, result: Coverage
) -> Bindings | None:
    """The bindings where the fact matches; a demand that alone keeps it from matching is noted as not met."""
    seen = dict(bindings)
    met: list[str] = []
    failed: list[str] = []
    matches = True
    for slot, constraint in pattern.slots.items():
        value = slots.get(slot, Symbol(UNKNOWN))
        if match_slot(net, constraint, value, seen):
            met += [what for what, _ in _demands(slot, constraint) if _is_met(what, slot, constraint, value)]
        else:
            matches = False
            failed += _failing(net, slot, constraint, value, seen)
            if len(failed) > 1:
                return None
        if constraint.variable:
            seen.setdefault(constraint.variable, value)
    if not matches:
        if any(failed):
            result.tried.add(_condition(rule, number, f"{failed[0]} is not met"))
        return None
    result.tried.update(_condition(rule, number, f"{what} is met") for what in met)
    return seen


def _is_met(what: str, slot: str, constraint: Constraint, value: Value) -> bool:
    """Of alternatives the one that the value is; of a slot that matches, everything else."""
    alternatives = {f"{slot} {written(a)}": a for a in constraint.allowed}
    return what not in alternatives or same(alternatives[what], value)


def _failing(net: Net, slot: str, constraint: Constraint, value: Value, seen: Bindings) -> list[str]:
    """The demands that a value fails, "" for a join or a literal.

    What is compared with an unknown value fails with the demand that the value be known, not beside it.
    """
    with_own = {**seen, constraint.variable: value} if constraint.variable else seen
    failing = [f"{slot} ~{written(e)}" for e in constraint.excluded if same(e, value)]
    failing += [f"{slot} ~{v}" for v in constraint.excluded_variables if v in seen and same(seen[v], value)]
    failing += [
        f"{slot} {c.op} {written(c.bound)}"
        for c in constraint.comparisons
        if not holds(net, c, value, with_own) and UNKNOWN not in (value, evaluate(net, c.bound, with_own))
    ]
    joined = constraint.variable in seen and not same(seen[constraint.variable], value)
    literal = constraint.allowed and not any(same(a, value) for a in constraint.allowed)
    return failing + ([""] if joined else []) + ([""] if literal else [])


def _fix_points(knowledge: Knowledge, case: Case) -> Iterator[Point]:
    where = knowledge.name_of(knowledge.root / "cases" / case.area / case.slug / "fix.toml")
    for number, step in enumerate(case.steps, 1):
        yield Point("fix", case.slug, f"step {number} is shown", where)
        for text in texts_of(step):
            for branch in branches_taken(text, None):
                yield Point("fix", case.slug, f"step {number}: {branch}", where)


def _fixes_of(consultation: Consultation) -> Iterator[Point]:
    for hypothesis in (*consultation.diagnoses, *consultation.risks):
        if hypothesis.view is not None:
            yield from _fix_tried(consultation.knowledge, hypothesis)


def _fix_tried(knowledge: Knowledge, hypothesis: Hypothesis) -> Iterator[Point]:
    case, state = hypothesis.case, hypothesis.view
    assert state is not None
    values = Values(hypothesis, state)
    names = {name: values.resolve(name, address) for name, address in case.values.items()}
    where = knowledge.name_of(knowledge.root / "cases" / case.area / case.slug / "fix.toml")
    systems = state.systems()
    for number, step in enumerate(case.steps, 1):
        if step.systems and systems and not systems & set(step.systems):
            continue
        yield Point("fix", case.slug, f"step {number} is shown", where)
        for text in texts_of(step):
            for branch in branches_taken(text, names):
                yield Point("fix", case.slug, f"step {number}: {branch}", where)


def groups(knowledge: Knowledge) -> dict[str, set[str]]:
    """Owners of points by what they are shown under: the cases, then the files of findings."""
    found: dict[str, set[str]] = {slug: {slug} for slug in knowledge.cases}
    for rule in knowledge.net.rules.values():
        file = rule.where.partition(":")[0]
        if rule.module == "CASES":
            found.setdefault(rule.group, {rule.group}).add(rule.name)
        elif file.startswith("kb/findings/"):
            found.setdefault(file.removeprefix("kb/"), set()).add(rule.name)
    return found


def owners_of(knowledge: Knowledge, case: str) -> set[str]:
    """What belongs to a case: its fix, its arguments and the rules behind them."""
    return {case, *rules_behind(knowledge.net, case)}


def share(coverage: Coverage, kind: str, owners: set[str] | None = None) -> tuple[int, int]:
    """How many points of a kind are tried, and how many there are."""
    points = coverage.of(kind, owners)
    return sum(p in coverage.tried for p in points), len(points)


def as_lines(knowledge: Knowledge, coverage: Coverage, case: str = "") -> Iterator[str]:
    """The report: what is not tried, then the sums."""
    owners = owners_of(knowledge, case) if case else None
    for point in coverage.missing(owners=owners):
        yield f"{point.where}: {point.owner}: {point.what}"
    for kind, title in (
        ("rule", "rules fire"),
        ("condition", "conditions are tried"),
        ("fix", "parts of fixes are shown"),
    ):
        tried, every = share(coverage, kind, owners)
        alone = sum(p in coverage.by_captures for p in coverage.of(kind, owners))
        captures = f"; by captures alone {_percent(alone, every)}" if alone != tried else ""
        yield f"{tried} of {every} {title} ({_percent(tried, every)}{captures})"


def as_json(knowledge: Knowledge, coverage: Coverage, case: str = "") -> dict[str, object]:
    """The same as data."""
    owners = owners_of(knowledge, case) if case else None
    sums = {
        kind: dict(zip(("tried", "of"), share(coverage, kind, owners), strict=True))
        for kind in ("rule", "condition", "fix")
    }
    return {"kb": knowledge.digest, **sums, "missing": [p._asdict() for p in coverage.missing(owners=owners)]}


def page(knowledge: Knowledge, coverage: Coverage) -> str:
    """The summary as a page of the documentation."""
    rows = [
        f"| {name} | {' | '.join(_cell(coverage, kind, owners) for kind in ('rule', 'condition', 'fix'))} |"
        for name, owners in groups(knowledge).items()
    ]
    total = f"| **all** | {' | '.join(_cell(coverage, kind, None) for kind in ('rule', 'condition', 'fix'))} |"
    untried = {kind: len(coverage.missing(kind)) for kind in ("rule", "condition", "fix")}
    return "\n".join((
        "# What the examples try", "", _MADE, "",
        "Of each case and file of findings: rules that fire, conditions that are tried (a comparison both ways), and parts",
        "of fixes that are shown, over all examples; behind it, what captures alone try. Row-level examples try only rules that",
        "use a threshold.", "",
        f"No example fires {untried['rule']} rules, tries {untried['condition']} conditions or shows {untried['fix']} parts of fixes.",
        "`advisor kb coverage CASE` lists them.", "",
        "| | rules | conditions | fix |", "|---|---|---|---|", *rows, total, "",
    ))  # fmt: skip


_MADE = "<!-- `make docs` writes this page. -->"


def _cell(coverage: Coverage, kind: str, owners: Iterable[str] | None) -> str:
    whose = set(owners) if owners is not None else None
    tried, every = share(coverage, kind, whose)
    alone = sum(p in coverage.by_captures for p in coverage.of(kind, whose))
    captures = f"; captures {_percent(alone, every)}" if alone != tried else ""
    return f"{tried} of {every} ({_percent(tried, every)}{captures})" if every else ""


def _percent(part: int, whole: int) -> str:
    return f"{100 * part // whole} %" if whole else "none"
