"""Symptoms that nobody can tell or is asked for, and rows that no output is asked for.

A case begins with what people notice: a symptom of the first block of the vocabulary needs words for it, and a question for those
who do not say it by themselves. A rule on a row waits for ever where neither the interview nor a report knows which output
would fill it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from advisor.kbcheck.material import NO_SIGNS, Material
from advisor.kbcheck.problem import Found

CODE = "kb-unasked"
_LANGUAGES = ("en", "de")
_NOT_ASKED = {
    *("finding", "quantity", "evidence", "read"),  # made by the engine
    *("told", "drive", "mending"),  # only people tell them
}
_BLOCK = re.compile(r"^\s*; symptoms.*\n((?:\s*[a-z].*\n)*)", re.MULTILINE)


def problems(material: Material) -> Iterator[Found]:
    """Symptoms in the order of the cases, then templates in the order of the rules."""
    phrases = {name: item for path, table in material.tables("phrases") if path.name not in NO_SIGNS
               for name, item in table.items()}  # fmt: skip
    questions = [table for _, table in material.tables("questions")]
    asked = {name for table in questions for name in table.get("signs", {})}
    for name, where in _symptoms(material):
        if lacking := [language for language in _LANGUAGES if not phrases.get(name, {}).get(language)]:
            yield material.found(CODE, name, f"nobody can tell the symptom `{name}`: no phrases ({', '.join(lacking)})", where,
                                 f"write [{name}] with en and de in a file of kb/phrases, and sentences that tell it in "
                                 "tests/advisor/chat/utterances.toml", "warning")  # fmt: skip
        if name not in asked:
            yield material.found(CODE, name, f"no question asks for the symptom `{name}`", where,
                                 f"write [signs.{name}] in a file of kb/questions", "warning")  # fmt: skip
    yield from _rows(material, {template for table in questions for item in table.get("outputs", {}).values()
                                for template in item.get("templates", ())})  # fmt: skip


def _symptoms(material: Material) -> Iterator[tuple[str, str]]:
    """What people notice in some case, with the line of the first that says so."""
    block = _BLOCK.search(material.text(material.root / "vocabulary.clp"))
    names = {line.split()[0].strip(")") for line in block[1].splitlines() if line.strip()} if block else set()
    for slug, case in material.cases.items():
        for name in case.symptoms:
            if name in names:
                names.discard(name)
                yield name, material.place(material.file(slug, "case.toml"), f'"{name}"')


def _rows(material: Material, filled: set[str]) -> Iterator[Found]:
    seen = filled | _NOT_ASKED
    for rule, pattern in material.patterns():
        if pattern.template not in seen:
            seen.add(pattern.template)
            yield material.found(CODE, pattern.template, f"no output that is asked for fills `{pattern.template}`", rule.where,
                                 f'write [outputs.NAME] with templates = ["{pattern.template}"] and the command in a file of '
                                 "kb/questions", "warning")  # fmt: skip
