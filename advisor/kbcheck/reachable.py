"""Cases that cannot be concluded: their chain can never stand, never be confirmed, or never be broken.

Everything that speaks for a chain is taken together: without an act or event in it a case is never confirmed; without an
entry that breaks its ground or act, nothing that is looked at ever rules it out. Entries that can never fire do not count.
"""

from __future__ import annotations

from collections.abc import Iterator

from advisor.inference.net import Rule
from advisor.inference.verdict import SHOWN, SYMPTOM, Sign, judge
from advisor.kbcheck.dead_rules import missing
from advisor.kbcheck.material import Material
from advisor.kbcheck.problem import Found

CODE = "kb-unreachable"


def evidence_of(rule: Rule) -> list[Sign]:
    """The signs that a rule gives, as if measured."""
    return [
        Sign(str(action.slots.get("stage", "")), rule.name.partition(".")[2], float(cf), told=False)
        for action in rule.actions
        if action.template == "evidence" and isinstance(cf := action.slots.get("cf"), (int, float))
    ]


def problems(material: Material) -> Iterator[Found]:
    """The best and the worst that the chain of each case can come to."""
    for slug, case in material.cases.items():
        rules = [r for r in material.net.arguments(slug) if not any(missing(material, p) for p in r.patterns)]
        signs = [sign for rule in rules for sign in evidence_of(rule)]
        where = material.knowledge.name_of(material.file(slug, "chain.toml"))
        best = judge(
            [s for s in signs if s.worth > 0], [SYMPTOM] * bool(case.symptoms), grounded=case.premises.grounded
        )
        if not best.standing or best.risk:
            yield material.found(CODE, slug, f"no entry can make `{slug}` possible", where,
                                 "let an entry of its act or event speak for it")  # fmt: skip
        elif best.standing != "confirmed":
            yield material.found("kb-never-confirmed", slug, f"`{slug}` is never confirmed: all of it together is {best.standing}",
                                 where, "its act or event must be shown: an entry that `shows` or `proves` it")  # fmt: skip
        if not any(s.worth <= -SHOWN and s.stage in ("ground", "act", "event") for s in signs):
            yield material.found("kb-never-ruled-out", slug, f"nothing breaks the chain of `{slug}`", where,
                                 "say by what it is ruled out: the state that its fix leaves, at least")  # fmt: skip
