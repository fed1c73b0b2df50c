"""Alternatives and other conditions in one slot: CLIPS reads `a|b&~c` otherwise than a person does.

`&` binds more tightly than `|`, so the second condition holds for the last alternative only, while why-not and coverage
take it for all of them. Write two rules, or one condition.
"""

from __future__ import annotations

from collections.abc import Iterator

from advisor.kbcheck.material import Material
from advisor.kbcheck.problem import Found

CODE = "kb-mixed-condition"


def problems(material: Material) -> Iterator[Found]:
    """Every slot of every pattern."""
    for rule, pattern in material.patterns():
        for slot, constraint in pattern.slots.items():
            if len(constraint.allowed) > 1 and (
                constraint.excluded or constraint.comparisons or constraint.excluded_variables
            ):
                yield material.found(CODE, rule.name, f"`{rule.name}` mixes alternatives and other conditions in `{slot}`",
                                     rule.where, "write a rule for each alternative")  # fmt: skip
