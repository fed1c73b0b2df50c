"""Findings and quantities that nothing asserts, that nothing uses, or that do not exist.

A finding that no rule asserts and nobody can tell keeps every argument that needs it from firing, in silence. One that
nothing looks at costs time and promises what does not follow. Derive it, use it, or take it out of the vocabulary.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from advisor.explanation.stands_out import RESOURCES
from advisor.inference.chain import FELT
from advisor.inference.view import UNNAMED
from advisor.kbcheck.material import Material, literals
from advisor.kbcheck.problem import Found

CODE = "kb-finding"


def problems(material: Material) -> Iterator[Found]:
    """Names of the vocabulary against rules, symptoms, phrases, questions and fixes."""
    yield from _listed(material, "finding", material.net.findings, _asserted(material, "finding") | material.signs_told)
    yield from _listed(material, "quantity", material.net.quantities, _asserted(material, "quantity"))
    yield from _unknown(material)


def _asserted(material: Material, template: str) -> set[str]:
    return {
        str(action.slots["name"])
        for rule in material.net.rules.values()
        for action in rule.actions
        if action.template == template and "name" in action.slots
    }


def _used(material: Material, template: str) -> set[str]:
    used = {name for _, p in material.patterns() if p.template == template for name in literals(p, "name")}
    for case in material.cases.values():
        for address in case.values.values():
            used |= set(re.findall(rf"\b{template}\.([\w-]+)", address))
        if template == "finding":
            used |= {name for how in _outputs(material) for name in how.get("uses", ())}
            used |= {*case.symptoms, *case.uses, *case.premises.needs, *(name for name, _ in case.premises.felt)}
    return used | RESOURCES.keys() if template == "finding" else used


def _outputs(material: Material) -> Iterator[dict[str, Any]]:
    """What may be asked for, which asks whether something is in use."""
    for _, table in material.tables("questions"):
        yield from (entry for part in table.values() for entry in part.values() if isinstance(entry, dict))


def _listed(material: Material, template: str, names: tuple[str, ...], made: set[str]) -> Iterator[Found]:
    used = _used(material, template)
    path = material.root / "vocabulary.clp"
    for name in names:
        if name in ("none", UNNAMED):  # the latter is given and weighed by the engine
            continue
        where = material.place(path, f" {name} ") if material.place(path, f" {name} ") != "kb/vocabulary.clp" else (
            material.place(path, name))  # fmt: skip
        if name not in made:
            yield material.found("kb-never-derived", name, f"no rule asserts the {template} `{name}`, and nobody can tell it",
                                 where, "write a rule or a question for it, or take it out of the vocabulary")  # fmt: skip
        elif name not in used:
            yield material.found("kb-never-used", name, f"nothing uses the {template} `{name}`", where,
                                 "let a rule, a symptom or a fix use it, or take it out", "warning")  # fmt: skip


def _unknown(material: Material) -> Iterator[Found]:
    known = set(material.net.findings)
    for slug, case in material.cases.items():
        path = material.file(slug, "case.toml")
        chain = material.file(slug, "chain.toml")
        named = [(name, material.place(path, f'"{name}"')) for name in (*case.symptoms, *case.uses)]
        named += [(name, material.place(chain, f'"{name}"')) for name in case.premises.needs]
        named += [(name, material.place(chain, f"{FELT}.{name}")) for name, _ in case.premises.felt]
        for name, where in named:
            if name not in known:
                yield material.found("kb-unknown-finding", name, f"`{name}` is no finding", where,
                                     "findings are listed in kb/vocabulary.clp")  # fmt: skip
