"""Patterns that meet the others of their rule by nothing, or only by an inequality.

CLIPS then compares every row with every other: with some thousand rows this takes seconds and hundreds of megabytes. Give
the two a variable in common (`host` at least); mostly it was forgotten, and the rule mixes up two hosts. Findings and
quantities that are asked for by name are few, so two of them may meet by nothing: one host's trouble seen on another.
"""

from __future__ import annotations

from collections.abc import Iterator

from advisor.inference.net import Expression, Pattern
from advisor.kbcheck.material import Material
from advisor.kbcheck.problem import Found
from facts.sexpr import Form, Symbol

CODE = "kb-join"


def _variables(expression: Expression) -> Iterator[str]:
    if isinstance(expression, Form):
        for item in expression.items[1:]:
            yield from _variables(item)
    elif isinstance(expression, Symbol) and expression.startswith("?") and not expression.startswith("?*"):
        yield str(expression)


def _bound(pattern: Pattern) -> set[str]:
    return {c.variable for c in pattern.slots.values() if c.variable}


def _compared(pattern: Pattern) -> set[str]:
    compared = {v for c in pattern.slots.values() for comparison in c.comparisons for v in _variables(comparison.bound)}
    return compared | {v for c in pattern.slots.values() for v in c.excluded_variables}


def problems(material: Material) -> Iterator[Found]:
    """Every pattern but the first of each rule."""
    for rule in material.net.rules.values():
        seen = _bound(rule.patterns[0])
        for number, pattern in enumerate(rule.patterns[1:], 2):
            named = pattern.template in ("finding", "quantity") and "name" in pattern.slots
            if not named and not _bound(pattern) & seen:
                by = "only by an inequality" if _compared(pattern) & seen else "by nothing"
                yield material.found(CODE, rule.name, f"pattern {number} of `{rule.name}` ({pattern.template}) meets the others {by}",
                                     rule.where, "give it a variable of theirs, `(host ?host)` at least")  # fmt: skip
            if not pattern.negated:
                seen |= _bound(pattern)
