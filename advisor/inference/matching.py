"""Matches facts against parsed patterns in Python, and evaluates right sides with their bindings.

CLIPS decides what fires; this module explains it: which values a rule saw, how a quantity was computed, and where a
rule that did not fire came closest.
"""

from __future__ import annotations

import math
from collections.abc import Mapping

from advisor.inference.net import Comparison, Constraint, Expression, Net, Pattern, Rule
from facts.schema import UNKNOWN, Value
from facts.sexpr import Form, Symbol
from facts.units import UNLIMITED

Bindings = dict[str, Value]
_UNKNOWN = Symbol(UNKNOWN)

_WHOLE = 2.0**53
"""Every float from here on is whole."""
_COMPARE = {
    "at-least": lambda value, bound: value >= bound,
    "at-most": lambda value, bound: value <= bound,
    "above": lambda value, bound: value > bound,
    "below": lambda value, bound: value < bound,
}
WORDS = {"at-least": "at least", "at-most": "at most", "above": "above", "below": "below"}


def is_number(value: object) -> bool:
    """Whether a value can be reckoned with."""
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def evaluate(net: Net, expression: Expression, bindings: Mapping[str, Value]) -> Value:
    """The value of an expression of a right side or a bound.

    Returns:
        A number, symbol or string; the symbol ``unknown`` where a part is unknown.
    """
    if isinstance(expression, Form):
        parts = [evaluate(net, part, bindings) for part in expression.items[1:]]
        if not all(is_number(part) for part in parts):
            return Symbol(UNKNOWN)
        return apply(expression.head, [float(p) if isinstance(p, float) else p for p in parts])  # type: ignore[misc]
    if isinstance(expression, Symbol):
        if expression.startswith("?*"):
            return net.thresholds[expression].value
        if expression.startswith("?"):
            return bindings.get(expression, Symbol(UNKNOWN))
    return expression


def apply(op: str, parts: list[float | int]) -> float | int:
    """What an operation of a right side or a bound gives."""
    first, rest = parts[0], parts[1:]
    if op == "+":
        return sum(parts)
    if op == "-":
        return first - sum(rest)
    if op == "*":
        return math.prod(parts)
    if op == "/":
        for part in rest:
            first = first / part if part else math.inf
        return first
    if op in ("min", "max"):
        return min(parts) if op == "min" else max(parts)
    if op in ("round-up", "round-down"):
        if not -_WHOLE < first < _WHOLE:
            return first
        return math.ceil(first) if op == "round-up" else math.floor(first)
    raise ValueError(f"no function {op}")


def holds(net: Net, comparison: Comparison, value: Value, bindings: Mapping[str, Value]) -> bool:
    """Whether a comparison holds for a value."""
    bound = evaluate(net, comparison.bound, bindings)
    return is_number(value) and is_number(bound) and bool(_COMPARE[comparison.op](value, bound))


def match_slot(net: Net, constraint: Constraint, value: Value, bindings: Mapping[str, Value]) -> bool:
    """Whether `value` meets the constraint; the variable's own binding is left to the caller."""
    # Explanation asks tens of thousands of times: loops, no calls of `same`.
    kind = type(value)
    variable = constraint.variable
    if variable and variable in bindings:
        bound = bindings[variable]
        if type(bound) is not kind or bound != value:
            return False
    if constraint.allowed:
        for allowed in constraint.allowed:
            if type(allowed) is kind and allowed == value:
                break
        else:
            return False
    for excluded in constraint.excluded:
        if type(excluded) is kind and excluded == value:
            return False
    for name in constraint.excluded_variables:
        if name in bindings and same(bindings[name], value):
            return False
    if not constraint.comparisons:
        return True
    seen = {**bindings, variable: value} if variable else bindings
    return all(holds(net, comparison, value, seen) for comparison in constraint.comparisons)


def same(left: Value, right: Value) -> bool:
    """Equality as CLIPS joins it: a symbol is not a string, an integer is not a float."""
    return type(left) is type(right) and left == right


def match(net: Net, pattern: Pattern, slots: Mapping[str, Value], bindings: Bindings) -> Bindings | None:
    """Bindings after matching one fact's slots, or None."""
    after = bindings
    for name, constraint in pattern.slots.items():
        value = slots.get(name, _UNKNOWN)
        if not match_slot(net, constraint, value, after):
            return None
        if constraint.variable:
            if after is bindings:
                after = dict(bindings)  # most facts do not match at their first slot: nothing is copied for them
            after[constraint.variable] = value
    return dict(bindings) if after is bindings else after


def asserted(net: Net, rule: Rule, bindings: Bindings) -> list[tuple[str, dict[str, Value]]]:
    """The facts that a firing with these bindings asserts: template and slots."""
    return [
        (action.template, {slot: evaluate(net, expression, bindings) for slot, expression in action.slots.items()})
        for action in rule.actions
    ]


def arithmetic(net: Net, expression: Expression, bindings: Mapping[str, Value]) -> str:
    """An expression with its bound values, as a person writes it: ``21,312 - 800``."""
    if isinstance(expression, Form):
        parts = [arithmetic(net, part, bindings) for part in expression.items[1:]]
        if expression.head in "+-*/":
            shown = [p if number == 0 and expression.head in "+-" else _grouped(expression.head, number, p)
                     for number, p in enumerate(parts)]  # fmt: skip
            return f" {expression.head} ".join(shown)
        words = {"round-up": "rounded up", "round-down": "rounded down"}
        if expression.head in words:
            return f"{parts[0]} {words[expression.head]}"
        return f"{expression.head}({', '.join(parts)})"
    value = evaluate(net, expression, bindings)
    return show(value)


def _grouped(op: str, position: int, part: str) -> str:
    """A part of an expression, in parentheses where it would read as something else without them."""
    weaker = {"+": (), "-": (" + ", " - "), "*": (" + ", " - "), "/": (" + ", " - ")}[op]
    if op == "/" and position:
        weaker = (" + ", " - ", " * ", " / ")
    return f"({part})" if any(sign in part for sign in weaker) else part


def show(value: Value) -> str:
    """A number with separators and at most four significant decimals, or the text itself.

    >>> show(4194304), show(0.12345), show(UNLIMITED)
    ('4,194,304', '0.1235', 'unlimited')
    """
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return str(value)
    if value == UNLIMITED:
        return "unlimited"
    if isinstance(value, int) or value == int(value):
        return f"{int(value):,}"
    if abs(value) >= 1000:
        return f"{value:,.1f}".removesuffix(".0")
    return f"{value:.4g}"
