"""Thresholds that no rule compares with: a number with a reason and a source that decides nothing.

Mostly the rule was renamed or compares with another one. Use it, or take it out. (That a threshold has unit, reason and
source is held when the knowledge base is loaded.)
"""

from __future__ import annotations

from collections.abc import Iterator

from advisor.inference.net import Expression, Rule
from advisor.kbcheck.material import Material
from advisor.kbcheck.problem import Found
from facts.sexpr import Form, Symbol

CODE = "kb-unused-threshold"


def names_in(expression: Expression) -> Iterator[str]:
    """The globals of an expression."""
    if isinstance(expression, Form):
        for item in expression.items[1:]:
            yield from names_in(item)
    elif isinstance(expression, Symbol) and expression.startswith("?*"):
        yield str(expression)


def thresholds_of(rule: Rule) -> set[str]:
    """The thresholds that a rule uses, on either side."""
    expressions = [c.bound for p in rule.patterns for s in p.slots.values() for c in s.comparisons]
    expressions += [e for action in rule.actions for e in action.slots.values()]
    return {name for expression in expressions for name in names_in(expression)}


def problems(material: Material) -> Iterator[Found]:
    """Every threshold that stands in no rule."""
    used = {name for rule in material.net.rules.values() for name in thresholds_of(rule)}
    for name, threshold in material.net.thresholds.items():
        if name not in used:
            yield material.found(CODE, name, f"no rule uses the threshold `{name}`", threshold.where,
                                 "compare with it, or take it out")  # fmt: skip
