"""Comparisons with a share of nothing: 0 of 0 is at least and at most any share, and the rule fires on an empty reading.

Of `(at-least ?part (* ?*share* ?whole))`, the left side must hold the whole or the part above zero. A slot that its template
declares to be above 0 is so too: the memory of a host, the length of an interval.
"""

from __future__ import annotations

from collections.abc import Iterator

from advisor.inference.divisors import Bounded, bounded_by
from advisor.inference.net import Expression, Pattern, Rule
from advisor.kbcheck.material import Material
from advisor.kbcheck.problem import Found
from facts.schema import templates
from facts.sexpr import Form, Symbol

CODE = "kb-share-of-nothing"


def problems(material: Material) -> Iterator[Found]:
    """Every comparison with a product or a quotient."""
    net = material.knowledge.net
    for rule in net.rules.values():
        bounded, declared = bounded_by(rule, net.thresholds), _declared(rule)
        for pattern in (pattern for pattern in rule.patterns if not pattern.negated):
            for slot, constraint in pattern.slots.items():
                for comparison in constraint.comparisons:
                    if comparison.op not in ("at-least", "at-most") or not isinstance(comparison.bound, Form):
                        continue
                    if _is_declared(pattern, slot) or (
                        constraint.variable and bounded.above_zero(Symbol(constraint.variable))
                    ):
                        continue
                    for whole in _wholes(comparison.bound, bounded, declared):
                        yield material.found(
                            CODE, rule.name, f"`{rule.name}` holds `{slot}` against a share of `{whole}`, which may be 0", rule.where,
                            f"bound it in the left side: (SLOT {whole}&:(above {whole} 0))",
                        )  # fmt: skip


def _declared(rule: Rule) -> set[str]:
    """The variables of slots that their templates declare to be above 0."""
    return {
        constraint.variable
        for pattern in rule.patterns if not pattern.negated
        for slot, constraint in pattern.slots.items()
        if constraint.variable and _is_declared(pattern, slot)
    }  # fmt: skip


def _is_declared(pattern: Pattern, slot: str) -> bool:
    template = templates().get(pattern.template)
    return template is not None and slot in template.slots and template.slots[slot].positive


def _wholes(bound: Form, bounded: Bounded, declared: set[str]) -> Iterator[Expression]:
    """The factors of a bound that may be zero; of sums none, for they have parts of other kinds."""
    if bound.head not in ("*", "/"):
        return
    for part in bound.items[1:]:
        if isinstance(part, Form):
            yield from _wholes(part, bounded, declared)
        elif not bounded.above_zero(part) and part not in declared:
            yield part
