"""Divisions by what may be zero: a capture says `MemTotal: 0 kB`, and the rule has no value to assert.

Every divisor of a right side is a literal or a threshold above zero, or a variable that the rule's own left side holds above
zero with `above` or `at-least`; or a product of those. So the reader of a rule sees why it cannot divide by zero.
"""

from __future__ import annotations

from collections.abc import Iterator

from advisor.inference.net import Expression, Net, Rule
from advisor.kbcheck.material import Material
from advisor.kbcheck.problem import Found
from facts.sexpr import Form, Symbol

CODE = "kb-unbounded-divisor"


def problems(material: Material) -> Iterator[Found]:
    """Every division of every rule."""
    net = material.knowledge.net
    for rule in net.rules.values():
        for divisor in unbounded(net, rule):
            yield material.found(
                CODE, rule.name, f"`{rule.name}` divides by `{divisor}`, which may be zero", rule.where,
                "bound it in the left side: (SLOT ?value&:(above ?value 0))",
            )  # fmt: skip


def unbounded(net: Net, rule: Rule) -> list[str]:
    """The divisors of a rule that nothing holds above zero, each once."""
    positive = {
        constraint.variable
        for pattern in rule.patterns if not pattern.negated
        for constraint in pattern.slots.values()
        for comparison in constraint.comparisons
        if comparison.op in ("above", "at-least") and _bounds(net, comparison.op, comparison.bound)
    }  # fmt: skip
    found = [
        divisor
        for action in rule.actions
        for expression in action.slots.values()
        for divisor in _divisors(expression)
        if not _is_positive(net, divisor, positive)
    ]
    return list(dict.fromkeys(_shown(divisor) for divisor in found))


def _shown(expression: Expression) -> str:
    return f"({' '.join(map(_shown, expression.items))})" if isinstance(expression, Form) else str(expression)


def _divisors(expression: Expression) -> Iterator[Expression]:
    """The divisors of a form and of the forms in it."""
    if isinstance(expression, Form):
        if expression.head == "/":
            yield from expression.items[2:]
        for part in expression.items[1:]:
            yield from _divisors(part)


def _is_positive(net: Net, expression: Expression, variables: set[str]) -> bool:
    if isinstance(expression, Form):
        parts = expression.items[1:]
        return expression.head in ("*", "/", "+") and all(_is_positive(net, part, variables) for part in parts)
    if isinstance(expression, Symbol):
        return expression in variables or _value(net, expression) > 0
    return isinstance(expression, (int, float)) and expression > 0


def _bounds(net: Net, op: str, bound: Expression) -> bool:
    """Whether what is above a bound, or at least it, is above zero."""
    value = _value(net, bound)
    return value > 0 or (value == 0 and op == "above")


def _value(net: Net, expression: Expression) -> float:
    """The number that a literal or a threshold stands for; -1 for anything else."""
    if isinstance(expression, (int, float)):
        return expression
    threshold = net.thresholds.get(str(expression))
    return threshold.value if threshold is not None else -1.0
