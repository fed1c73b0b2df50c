"""The mutants of the rules: each condition dropped, each join of two slots undone, each threshold moved by a tenth."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from advisor.inference.constructs import constraint_text, rule_text, written
from advisor.inference.net import Constraint, Expression, Net, Pattern, Rule, Threshold
from advisor.kbcheck.thresholds import thresholds_of
from facts.sexpr import Form, Symbol

_SHIFT = 0.1


class Mutant(NamedTuple):
    """One change of the knowledge base.

    Attributes:
        id: what was changed, in words that stay the same while the rule does; reasons name it.
        where: the place of the rule or threshold.
        rules: the rules that read otherwise: all that compare with a moved threshold, too.
        rule: the changed rule, None where a threshold moves.
        threshold: the moved threshold, None where a rule changes.
        pattern: the number of the changed pattern from 0, -1 where a threshold moves.
        slot: the changed slot of it, "" where the whole pattern goes.
    """

    id: str
    where: str
    rules: tuple[str, ...]
    rule: Rule | None = None
    threshold: Threshold | None = None
    pattern: int = -1
    slot: str = ""

    def apply(self, net: Net) -> Net:
        """The net with the change in it."""
        rules, thresholds = net.rules, net.thresholds
        if self.rule is not None:
            rules = {**rules, self.rule.name: self.rule}
        if self.threshold is not None:
            thresholds = {**thresholds, self.threshold.name: self.threshold}
        return Net(rules, thresholds, net.findings, net.quantities)

    def constructs(self, net: Net) -> tuple[list[str], list[str]]:
        """The changed construct as text, and the original."""
        if self.rule is not None:
            return [rule_text(self.rule)], [rule_text(net.rules[self.rule.name])]
        assert self.threshold is not None
        before = net.thresholds[self.threshold.name]
        return [_global(self.threshold)], [_global(before)]


def _global(threshold: Threshold) -> str:
    return f"(defglobal FINDINGS {threshold.name} = {threshold.value!r})"


def of_rule(rule: Rule) -> Iterator[Mutant]:
    """Each constraint of each pattern dropped; what it binds stays bound.

    Of a finding that is asked for by name, the whole pattern goes: with its name alone gone, a rule among the findings
    would rest on its own conclusions. Where it binds what nothing else does, its name stays.
    """
    rule = without_pivots(rule)
    for number, pattern in enumerate(rule.patterns):
        if pattern.negated:
            yield _mutant(rule, number, pattern, "without the `not`", _rest(rule, number))
        named = pattern.template in ("finding", "quantity") and "name" in pattern.slots and not pattern.negated
        if named and (_spared(rule, number) or rule.module == "CASES"):
            patterns = _rest(rule, number) if _spared(rule, number) else _nameless(rule, number)
            yield _mutant(rule, number, pattern, f"without {_name(pattern)}", patterns)
        for slot, constraint in pattern.slots.items():
            if slot == "name" and named:
                continue
            for what, loosened in _loosened(constraint):
                if what == "~unknown" and _compared(rule, number, constraint.variable):
                    continue
                changed = replace(pattern, slots={**pattern.slots, slot: loosened})
                patterns = [changed if n == number else p for n, p in enumerate(rule.patterns)]
                yield _mutant(rule, number, pattern, f"{slot} without {what}", patterns, slot)
    yield from _unjoined(rule)


def without_pivots(rule: Rule) -> Rule:
    """The rule without what only picks the first of many rows: it concludes the same, in more ways."""
    if not any("row" in pattern.slots for pattern in rule.patterns):
        return rule
    patterns = [
        replace(p, slots={slot: c for slot, c in p.slots.items() if slot != "row"})
        for p in rule.patterns
        if not (p.negated and "row" in p.slots)
    ]
    return replace(rule, patterns=patterns)


def _compared(rule: Rule, number: int, variable: str) -> bool:
    """Whether a comparison needs the value of a slot: it never holds with an unknown one, so that `~unknown` says it twice."""
    patterns = [
        p for n, p in enumerate(rule.patterns) if n == number or not (p.negated or rule.patterns[number].negated)
    ]
    bounds = [(c.variable, x.bound) for p in patterns for c in p.slots.values() for x in c.comparisons]
    return any(variable in (own, *_variables(bound)) for own, bound in bounds)


def _variables(bound: Expression) -> Iterator[str]:
    if isinstance(bound, Form):
        for part in bound.items[1:]:
            yield from _variables(part)
    elif isinstance(bound, Symbol):
        yield str(bound)


def _unjoined(rule: Rule) -> Iterator[Mutant]:
    """Each slot that must hold what another one holds, with anything in it."""
    bound: set[str] = set()
    for number, pattern in enumerate(rule.patterns):
        for slot, constraint in pattern.slots.items():
            if constraint.variable in bound and not constraint.comparisons:
                changed = replace(pattern, slots={**pattern.slots, slot: replace(constraint, variable="")})
                patterns = [changed if n == number else p for n, p in enumerate(rule.patterns)]
                yield _mutant(rule, number, pattern, f"{slot} without {constraint.variable}", patterns, slot)
            if constraint.variable and not pattern.negated:
                bound.add(constraint.variable)


def _name(pattern: Pattern) -> str:
    return constraint_text(Constraint(allowed=pattern.slots["name"].allowed))


def _rest(rule: Rule, number: int) -> list[Pattern]:
    return [p for n, p in enumerate(rule.patterns) if n != number]


def _nameless(rule: Rule, number: int) -> list[Pattern]:
    pattern = rule.patterns[number]
    loosened = replace(pattern, slots={**pattern.slots, "name": Constraint()})
    return [loosened if n == number else p for n, p in enumerate(rule.patterns)]


def _spared(rule: Rule, number: int) -> bool:
    """Whether the rule can do without a pattern: all that it binds is bound by others, or nowhere else needed."""
    others = {c.variable for p in _rest(rule, number) if not p.negated for c in p.slots.values()}
    own = {c.variable for c in rule.patterns[number].slots.values() if c.variable} - others
    if not others - {""}:
        return False
    left = rule_text(replace(rule, patterns=_rest(rule, number)))
    return not any(f"{name}{end}" in left for name in own for end in " )&")


def _mutant(rule: Rule, number: int, pattern: Pattern, what: str, patterns: list[Pattern], slot: str = "") -> Mutant:
    name = f"{rule.name}: {number + 1} {pattern.template}: {what}"
    return Mutant(name, rule.where, (rule.name,), replace(rule, patterns=patterns), None, number, slot)


def _loosened(constraint: Constraint) -> Iterator[tuple[str, Constraint]]:
    """The constraint without each of its demands."""
    if constraint.allowed:
        yield constraint_text(Constraint(allowed=constraint.allowed)), replace(constraint, allowed=())
    for value in constraint.excluded:
        yield f"~{written(value)}", replace(constraint, excluded=tuple(v for v in constraint.excluded if v != value))
    for name in constraint.excluded_variables:
        left = tuple(v for v in constraint.excluded_variables if v != name)
        yield f"~{name}", replace(constraint, excluded_variables=left)
    for comparison in constraint.comparisons:
        left_over = tuple(c for c in constraint.comparisons if c is not comparison)
        yield f"{comparison.op} {written(comparison.bound)}", replace(constraint, comparisons=left_over)


def of_threshold(net: Net, name: str) -> Iterator[Mutant]:
    """The threshold a tenth lower and a tenth higher; a whole number by one at least."""
    threshold = net.thresholds[name]
    rules = tuple(rule.name for rule in net.rules.values() if name in thresholds_of(rule))
    value = threshold.value
    shift = max(1, round(abs(value) * _SHIFT)) if isinstance(value, int) else abs(value) * _SHIFT
    if not shift or not math.isfinite(shift) or not rules:
        return
    for moved in (value - shift, value + shift):
        direction = "lower" if moved < value else "higher"
        yield Mutant(f"{name} {direction}", threshold.where, rules, None, threshold._replace(value=moved))
