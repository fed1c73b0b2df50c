"""Patterns that meet the others of their rule by nothing, or only by an inequality; rows that meet their like by the host alone.

CLIPS then compares every row with every other: with some thousand rows this takes seconds and hundreds of megabytes. Give
the two a variable in common: `host` at least, or mostly what the rows are about, a device or an instance. Mostly it was
forgotten, and the rule mixes up two hosts. Where two rows of any kind are meant, there must be few of them: say so.
"""

from __future__ import annotations

from collections.abc import Iterator

from advisor.inference.net import Expression, Pattern
from advisor.kbcheck.material import Material
from advisor.kbcheck.problem import Found
from facts.schema import templates
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


def _many_of_a_host(pattern: Pattern) -> bool:
    """Whether one host can have many rows that match: some part of the key beside the host is left open."""
    template = templates().get(pattern.template)
    others = [slot for slot in template.key if slot != "host"] if template is not None else []
    return any(slot not in pattern.slots or len(pattern.slots[slot].allowed) != 1 for slot in others)


def _by_the_host_alone(pattern: Pattern, before: list[Pattern]) -> bool:
    """Whether a row meets another of its template, of which one host has many, by nothing but the host."""
    if not _many_of_a_host(pattern):
        return False
    host = {pattern.slots["host"].variable} if "host" in pattern.slots else set()
    own = _bound(pattern) - host
    return any(
        other.template == pattern.template and _many_of_a_host(other) and not own & _bound(other)
        for other in before
    ) and not any(own & _bound(other) for other in before)  # fmt: skip


def problems(material: Material) -> Iterator[Found]:
    """Every pattern but the first of each rule."""
    for rule in material.net.rules.values():
        before = [rule.patterns[0]]
        for number, pattern in enumerate(rule.patterns[1:], 2):
            seen = {variable for other in before for variable in _bound(other)}
            shown = f"pattern {number} of `{rule.name}` ({pattern.template})"
            if not _bound(pattern) & seen:
                by = "only by an inequality" if _compared(pattern) & seen else "by nothing"
                yield material.found(CODE, rule.name, f"{shown} meets the others {by}", rule.where,
                                     "give it a variable of theirs, `(host ?host)` at least")  # fmt: skip
            elif not pattern.negated and _by_the_host_alone(pattern, before):
                yield material.found(CODE, rule.name, f"{shown} meets another {pattern.template} by the host alone", rule.where,
                                     "join them on what they are about, or say why a host has few of them")  # fmt: skip
            if not pattern.negated:
                before.append(pattern)
