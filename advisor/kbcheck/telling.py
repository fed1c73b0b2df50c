"""Phrases and questions without a fact: they tell a sign, or fill an address, that does not exist.

What a person says would be understood and lead nowhere. Signs are findings of the vocabulary, addresses and templates
those of `facts/templates`. And questions that stand twice or lack a key, for which no interview begins at all.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from advisor.errors import did_you_mean
from advisor.interview.questions import ANYTHING
from advisor.kbcheck.material import NO_SIGNS, Material
from advisor.kbcheck.problem import Found

CODE = "kb-telling"
_KEYS = {
    "signs": ("text", "why"),
    "values": ("address", "text", "why"),
    "outputs": ("text", "why", "templates", "commands"),
}


def problems(material: Material) -> Iterator[Found]:
    """Phrases, then questions."""
    known = list(material.net.findings)
    for path, table in material.tables("phrases"):
        for name in table if path.name not in NO_SIGNS else ():
            if name not in known:
                yield material.found("kb-phrase", name, f"phrases tell `{name}`, which is no finding",
                                     material.place(path, f"[{name}]"), did_you_mean(name, known) or "see kb/vocabulary.clp")  # fmt: skip
    yield from _unreadable(material)
    for path, table in material.tables("questions"):
        signs = {**table.get("signs", {}), **table.get("uses", {}).get("choices", {})}
        for name in signs:
            if name not in known:
                yield material.found("kb-question", name, f"a question asks for `{name}`, which is no finding",
                                     material.place(path, name), did_you_mean(name, known) or "see kb/vocabulary.clp")  # fmt: skip
        for name, item in table.get("values", {}).items():
            yield from _address(material, path, name, item)
        for name, item in table.get("outputs", {}).items():
            for template in item.get("templates", []):
                if template not in material.templates and item["templates"] != [ANYTHING]:
                    yield material.found("kb-question", name, f"output `{name}` fills `{template}`, which is no template",
                                         material.place(path, f"[outputs.{name}]"),
                                         did_you_mean(template, sorted(material.templates)) or "see facts/templates")  # fmt: skip


def _unreadable(material: Material) -> Iterator[Found]:
    """Questions that keep all others from being read."""
    first: dict[tuple[str, str], Path] = {}
    for path, table in material.tables("questions"):
        for kind, name in ((k, n) for k in _KEYS for n in table.get(k, {})):
            where = material.place(path, f"[{kind}.{name}]")
            if (kind, name) in first:
                yield material.found("kb-question", name, f"{kind}.{name} stands in {first[kind, name].name}, too", where,
                                     "give it another name, or take one of them out: no interview begins as it is")  # fmt: skip
            first.setdefault((kind, name), path)
            if lacking := [key for key in _KEYS[kind] if key not in table[kind][name]]:
                yield material.found("kb-question", name, f"{kind}.{name} lacks {', '.join(lacking)}", where,
                                     "docs/author-guide.md lists the keys of questions")  # fmt: skip


def _address(material: Material, path: Path, name: str, item: dict[str, Any]) -> Iterator[Found]:
    template, _, slot = str(item.get("address", "")).partition(".")
    schema = material.templates.get(template)
    if schema is None or slot not in schema.slots:
        known = sorted(material.templates) if schema is None else sorted(schema.slots)
        yield material.found("kb-question", name, f"value `{name}` fills `{template}.{slot}`, which does not exist",
                             material.place(path, f"[values.{name}]"),
                             did_you_mean(template if schema is None else slot, known) or "see facts/templates")  # fmt: skip
