"""Which divisors of a rule are above zero by its own left side; a rule with any other one does not load.

Captures hold zeros: a rule that divides by a captured number must say in its left side from which number on it divides.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from facts.sexpr import Form, Symbol

if TYPE_CHECKING:
    from advisor.inference.net import Constraint, Expression, Rule, Threshold

FUNCTIONS = ("+", "-", "*", "/", "min", "max", "round-up", "round-down")
"""What an expression may be made of."""


def unbounded(rule: Rule, thresholds: Mapping[str, Threshold]) -> Iterator[Expression]:
    """Every divisor in a rule that could be zero or less, or that is no literal other than zero."""
    bounded = bounded_by(rule, thresholds)
    for expression in expressions(rule):
        for divisor in _divisors(expression):
            if not bounded.above_zero(divisor) and not _is_negative(divisor, thresholds):
                yield divisor


def bounded_by(rule: Rule, thresholds: Mapping[str, Threshold]) -> Bounded:
    """What the left side of a rule holds above zero; a variable in two patterns may be bounded in either."""
    found: dict[str, list[Constraint]] = {}
    for pattern in rule.patterns:
        for constraint in pattern.slots.values() if not pattern.negated else ():
            if constraint.variable:
                found.setdefault(constraint.variable, []).append(constraint)
    return Bounded(thresholds, found)


def expressions(rule: Rule) -> Iterator[Expression]:
    """Every expression of a rule: what its facts are made of, and the bounds of its comparisons."""
    for action in rule.actions:
        yield from action.slots.values()
    for pattern in rule.patterns:
        for constraint in pattern.slots.values():
            yield from (comparison.bound for comparison in constraint.comparisons)


def unknown_functions(expression: Expression) -> Iterator[str]:
    """The functions of an expression that the rules may not use."""
    if isinstance(expression, Form):
        if expression.head not in FUNCTIONS:
            yield expression.head
        for part in expression.items[1:]:
            yield from unknown_functions(part)


def _divisors(expression: Expression) -> Iterator[Expression]:
    if isinstance(expression, Form):
        if expression.head == "/":
            yield from expression.items[2:]
        for part in expression.items[1:]:
            yield from _divisors(part)


def _is_negative(expression: Expression, thresholds: Mapping[str, Threshold]) -> bool:
    if isinstance(expression, Symbol):
        return expression in thresholds and thresholds[expression].value < 0
    return isinstance(expression, (int, float)) and expression < 0


class Bounded:
    """What is known to be above zero by the literals, thresholds and comparisons of one rule."""

    def __init__(self, thresholds: Mapping[str, Threshold], constraints: Mapping[str, list[Constraint]]) -> None:
        self._thresholds, self._constraints = thresholds, constraints
        self._asked: set[str] = set()

    def above_zero(self, expression: Expression) -> bool:
        """Whether an expression is above zero whenever the left side is met."""
        if isinstance(expression, Form):
            parts = list(map(self.above_zero, expression.items[1:]))
            if expression.head == "max":
                return any(parts)
            return expression.head in ("+", "*", "/", "min", "round-up") and all(parts)
        if isinstance(expression, Symbol):
            if expression in self._thresholds:
                return self._thresholds[expression].value > 0
            return any(map(self._bounds, self._constraints.get(expression, ())))
        return isinstance(expression, (int, float)) and expression > 0

    def _bounds(self, constraint: Constraint) -> bool:
        if constraint.variable in self._asked:
            return False
        self._asked.add(constraint.variable)
        try:
            allowed = constraint.allowed
            return (bool(allowed) and all(isinstance(value, (int, float)) and value > 0 for value in allowed)) or any(
                (comparison.op in ("above", "at-least") and self.above_zero(comparison.bound))
                or (comparison.op == "above" and self._is_zero(comparison.bound))
                for comparison in constraint.comparisons
            )
        finally:
            self._asked.discard(constraint.variable)

    def _is_zero(self, expression: Expression) -> bool:
        named = isinstance(expression, Symbol) and expression in self._thresholds
        value = self._thresholds[str(expression)].value if named else expression
        return isinstance(value, (int, float)) and value == 0
