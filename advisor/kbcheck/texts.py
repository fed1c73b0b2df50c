"""Texts that are too long, shout, or stop in the middle.

A report is read at night, on a narrow terminal. Titles are a line, sentences end, and nothing is said with an exclamation
mark.
"""

from __future__ import annotations

from collections.abc import Iterator

from advisor.kbcheck.material import Material
from advisor.kbcheck.problem import Found
from advisor.templates import longest

CODE = "kb-text"
LONGEST = {
    "title": 64,
    "mechanism": 900,
    "impact": 500,
    "tell_apart": 320,
    "comment": 320,
    "do": 420,
    "warning": 600,
    "contested": 600,
}
"""Characters that a text of each kind may have."""


def problems(material: Material) -> Iterator[Found]:
    """Every text that a user reads."""
    for rule in material.net.rules.values():
        yield from _of(material, "comment", rule.name, rule.comment, rule.where)
    for slug, case in material.cases.items():
        path = material.file(slug, "case.toml")
        yield from _of(material, "title", slug, case.title, material.place(path, "title ="), ends=False)
        for name, text in (("mechanism", case.mechanism), ("impact", case.impact)):
            yield from _of(material, name, slug, text, material.place(path, f"{name} ="))
        for number, text in enumerate(case.contested, 1):
            yield from _of(material, "contested", f"contested {number}", text, material.place(path, text[:40]))
        for mimic in case.mimics:
            yield from _of(
                material,
                "tell_apart",
                mimic.name,
                mimic.tell_apart,
                material.place(path, f'"{mimic.name}"'),
                ends=False,
            )
        for number, step in enumerate(case.steps, 1):
            where = material.step_place(slug, number)
            yield from _of(material, "do", f"step {number}", step.do, where)
            if step.warning:
                yield from _of(material, "warning", f"step {number}", step.warning, where)


def _of(material: Material, kind: str, about: str, text: str, where: str, *, ends: bool = True) -> Iterator[Found]:
    text = " ".join(text.split())
    if "FILL IN" in text:
        return  # said of the file by another lint
    if "!" in text:
        yield material.found(CODE, about, f"the {kind} of `{about}` has an exclamation mark", where, "say it plainly")
    if not text:
        yield material.found(CODE, about, f"the {kind} of `{about}` is empty", where, "say it in a sentence")
    elif (shown := longest(text)) > LONGEST[kind]:
        yield material.found("kb-long-text", about, f"the {kind} of `{about}` has {shown} characters; {LONGEST[kind]} are enough",
                             where, "shorten it, or move a part to contested, a term or another step", "warning")  # fmt: skip
    elif ends and not text.endswith((".", "?", ":", ")", "`", "%}", "}}")):
        yield material.found(
            CODE, about, f"the {kind} of `{about}` does not end with a full stop", where, "end the sentence"
        )
