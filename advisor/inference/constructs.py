"""Rules back to CLIPS text: the way from a changed rule of the net to the engine."""

from __future__ import annotations

from advisor.inference.net import Constraint, Expression, Pattern, Rule
from facts.schema import Value
from facts.sexpr import Form, Symbol


def rule_text(rule: Rule) -> str:
    """The defrule as CLIPS reads it; parsing it gives the same rule, but for comment and place."""
    left = " ".join(_pattern(pattern) for pattern in rule.patterns)
    facts = " ".join(
        f"({action.template} {' '.join(f'({slot} {written(e)})' for slot, e in action.slots.items())})"
        for action in rule.actions
    )
    return f'(defrule {rule.module}::{rule.name} "{_escaped(rule.comment)}" (logical {left}) => (assert {facts}))'


def _pattern(pattern: Pattern) -> str:
    slots = " ".join(f"({slot} {constraint_text(c)})" for slot, c in pattern.slots.items())
    text = f"({pattern.template} {slots})"
    return f"(not {text})" if pattern.negated else text


def constraint_text(constraint: Constraint) -> str:
    """What a pattern demands of one slot, as it is written; ``?`` where it demands nothing."""
    parts = [constraint.variable] if constraint.variable else []
    if constraint.allowed:
        parts.append("|".join(written(value) for value in constraint.allowed))
    parts += [f"~{written(value)}" for value in constraint.excluded]
    parts += [f"~{variable}" for variable in constraint.excluded_variables]
    parts += [f":({c.op} {constraint.variable} {written(c.bound)})" for c in constraint.comparisons]
    return "&".join(parts) or "?"


def written(expression: Expression | Value) -> str:
    """An expression or value as CLIPS source."""
    if isinstance(expression, Form):
        return f"({' '.join(written(part) for part in expression.items)})"
    if isinstance(expression, Symbol) or not isinstance(expression, str):
        return repr(expression)
    return f'"{_escaped(expression)}"'


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"')
