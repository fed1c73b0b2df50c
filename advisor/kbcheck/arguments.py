"""Arguments and their sources: each rule of a case has a table in `case.toml`, and each table a rule.

An argument without a source is a claim that nobody can look up. The name of a rule is `case.argument`, and its evidence
is for that case under that name; otherwise sources and reasons are looked for in the wrong place.
"""

from __future__ import annotations

from collections.abc import Iterator

from advisor.errors import did_you_mean
from advisor.kbcheck.material import Material
from advisor.kbcheck.problem import Found

CODE = "kb-argument"


def problems(material: Material) -> Iterator[Found]:
    """Rules against tables, both ways."""
    for slug, case in material.cases.items():
        path = material.file(slug, "case.toml")
        rules = {rule.name.partition(".")[2]: rule for rule in material.net.arguments(slug)}
        names = sorted(rules)
        for name in sorted(case.arguments.keys() - rules.keys()):
            yield material.found(CODE, name, f"[arguments.{name}] has no rule in {slug}",
                                 material.place(path, f"[arguments.{name}]"),
                                 did_you_mean(name, names) or "take the table out, or write the rule")  # fmt: skip
        for name, rule in rules.items():
            if not case.arguments.get(name):
                yield material.found("kb-uncited-argument", name, f"argument `{name}` of {slug} cites nothing", rule.where,
                                     f'add [arguments.{name}] with sources = ["key: locator"] to case.toml')  # fmt: skip
    yield from _misnamed(material)


def _misnamed(material: Material) -> Iterator[Found]:
    for rule in material.net.rules.values():
        for action in rule.actions:
            if action.template != "evidence":
                continue
            case, argument = str(action.slots.get("case")), str(action.slots.get("argument"))
            if f"{case}.{argument}" != rule.name:
                yield material.found(CODE, rule.name, f"rule `{rule.name}` gives evidence for `{case}` as `{argument}`",
                                     rule.where, f"name the rule `{case}.{argument}`")  # fmt: skip
            elif case not in material.cases:
                yield material.found("kb-unknown-case", case, f"rule `{rule.name}` is for `{case}`, which is no case",
                                     rule.where, did_you_mean(case, sorted(material.cases)) or "add its case.toml")  # fmt: skip
