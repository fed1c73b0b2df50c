"""Names in rules that do not exist: findings, quantities, templates, slots and words of closed lists.

CLIPS refuses them as well, with its own words and for the whole knowledge base; here each is said by itself, with what was
probably meant.
"""

from __future__ import annotations

from collections.abc import Iterator

from advisor.errors import did_you_mean
from advisor.inference.net import Pattern, Rule
from advisor.kbcheck.material import Material, literals
from advisor.kbcheck.problem import Found

CODE = "kb-unknown-name"
_OF_THE_ENGINE = ("finding", "quantity", "told", "evidence", "caused-by", "contributes-to")


def problems(material: Material) -> Iterator[Found]:
    """Both sides of every rule."""
    known = {"finding": list(material.net.findings), "quantity": list(material.net.quantities)}
    for rule, pattern in material.patterns():
        for name in literals(pattern, "name") if pattern.template in known else ():
            yield from _named(material, rule, pattern.template, name, known[pattern.template])
        if pattern.template not in _OF_THE_ENGINE:
            yield from _row(material, rule, pattern)
    for rule in material.net.rules.values():
        for action in rule.actions:
            name = str(action.slots.get("name", ""))
            if action.template in known and not name.startswith("?"):
                yield from _named(material, rule, action.template, name, known[action.template])


def _named(material: Material, rule: Rule, kind: str, name: str, known: list[str]) -> Iterator[Found]:
    if name not in known:
        yield material.found(f"kb-unknown-{kind}", name, f"`{name}` is no {kind} (rule `{rule.name}`)", rule.where,
                             did_you_mean(name, known) or "list it in kb/vocabulary.clp, in the section of its area")  # fmt: skip


def _row(material: Material, rule: Rule, pattern: Pattern) -> Iterator[Found]:
    template = material.templates.get(pattern.template)
    if template is None:
        yield material.found(CODE, pattern.template, f"`{pattern.template}` is no template (rule `{rule.name}`)", rule.where,
                             did_you_mean(pattern.template, sorted(material.templates)) or "see facts/templates")  # fmt: skip
        return
    for slot, constraint in pattern.slots.items():
        if slot not in template.slots:
            yield material.found(CODE, slot, f"{template.name} has no slot `{slot}` (rule `{rule.name}`)", rule.where,
                                 did_you_mean(slot, sorted(template.slots)) or f"see {template.source}")  # fmt: skip
            continue
        allowed = template.slots[slot].allowed
        for value in (*constraint.allowed, *constraint.excluded):
            if template.slots[slot].type == "SYMBOL" and allowed and str(value) not in allowed:
                yield material.found(CODE, str(value), f"{template.name}.{slot} is never `{value}` (rule `{rule.name}`)", rule.where,
                                     did_you_mean(str(value), sorted(allowed)) or f"one of {', '.join(sorted(allowed))}")  # fmt: skip
