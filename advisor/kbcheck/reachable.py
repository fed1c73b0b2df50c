"""Cases that cannot be concluded: no argument can lift them to `possible`, or none for them is decisive.

Without a decisive argument for it a case is never `confirmed`; without one against it, nothing that is looked at ever
rules it out. Arguments that can never fire do not count here.
"""

from __future__ import annotations

from collections.abc import Iterator

from advisor.inference.certainty import CONFIRMED, POSSIBLE, combine_all
from advisor.inference.net import Rule
from advisor.kbcheck.dead_rules import missing
from advisor.kbcheck.material import Material
from advisor.kbcheck.problem import Found

CODE = "kb-unreachable"


def evidence_of(rule: Rule) -> list[tuple[float, str]]:
    """Certainty factor and strength of each evidence that a rule asserts."""
    return [
        (float(cf), str(action.slots.get("strength", "")))
        for action in rule.actions
        if action.template == "evidence" and isinstance(cf := action.slots.get("cf"), (int, float))
    ]


def problems(material: Material) -> Iterator[Found]:
    """The best that the arguments of each case can come to."""
    for slug in material.cases:
        rules = [r for r in material.net.arguments(slug) if not any(missing(material, p) for p in r.patterns)]
        evidence = [e for rule in rules for e in evidence_of(rule)]
        where = material.knowledge.name_of(material.file(slug, "rules.clp"))
        best = combine_all(cf for cf, _ in evidence if cf > 0)
        if best < POSSIBLE:
            yield material.found(CODE, slug, f"no argument can make `{slug}` possible", where,
                                 f"all that speaks for it comes to {best:.2f}; {POSSIBLE} is needed")  # fmt: skip
        elif not any(cf > 0 and strength == "decisive" for cf, strength in evidence):
            yield material.found("kb-never-confirmed", slug, f"`{slug}` has no decisive argument for it", where,
                                 "name the argument that stands on the signature of the mechanism decisive")  # fmt: skip
        elif best < CONFIRMED:
            yield material.found("kb-never-confirmed", slug, f"`{slug}` cannot reach {CONFIRMED}: all arguments give {best:.2f}",
                                 where, "weigh the decisive argument anew, or add supporting ones", "warning")  # fmt: skip
        if not any(cf < 0 and strength == "decisive" for cf, strength in evidence):
            yield material.found("kb-never-ruled-out", slug, f"`{slug}` has no decisive argument against it", where,
                                 "say by what it is ruled out: the state that its fix leaves, at least")  # fmt: skip
