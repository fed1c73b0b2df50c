"""Rules that can never fire: they need a finding in a state that no rule asserts and nobody can tell.

Most often the absence of a finding is asked for and no rule says it. Write a rule that says the absence, or take the
condition out.
"""

from __future__ import annotations

from collections.abc import Iterator

from advisor.inference.net import Pattern
from advisor.kbcheck.material import Material, literals
from advisor.kbcheck.problem import Found

CODE = "kb-dead-rule"


def problems(material: Material) -> Iterator[Found]:
    """Every pattern of a finding or quantity against what is asserted."""
    for rule, pattern in material.patterns():
        if lacking := missing(material, pattern):
            yield material.found(CODE, rule.name, f"rule `{rule.name}` can never fire: nothing gives {lacking}", rule.where,
                                 "write the rule that says it (absence, too), or take the condition out")  # fmt: skip


def missing(material: Material, pattern: Pattern) -> str:
    """What a pattern asks for that nothing can give; "" where something can."""
    if pattern.negated:
        return ""
    if pattern.template == "quantity":
        names = literals(pattern, "name")
        return "" if not names or any(material.net.computing(n) for n in names) else f"the quantity `{names[0]}`"
    if pattern.template != "finding":
        return ""
    states = literals(pattern, "state") or ("present", "absent")
    for name in literals(pattern, "name"):
        if any(material.net.producers(name, state) for state in states) or name in material.signs_told:
            return ""
    return next((f"`{name}` {' or '.join(states)}" for name in literals(pattern, "name")), "")
