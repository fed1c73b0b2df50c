"""What the loader or CLIPS refuses: duplicate rules, thresholds without unit, reason or source, slots that do not exist.

A knowledge base with one such problem does not load at all, so everything else waits until it is mended. Uncited and
unit-less thresholds, rules without a comment, `not` in CASES and missing keys of a case are refused here too.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from advisor.inference.engine import InferenceError
from advisor.kbcheck.material import Material
from advisor.kbcheck.problem import Found

CODE = "kb-construct"
HELP = {
    "kb-threshold": "write `; unit | reason [source-key: locator]` behind it, on the same line",
    "kb-rule-comment": "write the mechanism in a sentence behind the name; the user reads it as the reason",
    "kb-rule-name": "a rule is named `CASES::case.argument` or `FINDINGS::finding.variant`",
    "kb-missing-key": "every case has id, title, severity, subject_kind, frequency, mechanism, impact, symptoms, sources",
}


def problems(material: Material) -> Iterator[Found]:
    """What was refused in parsing, and what CLIPS says to the rest."""
    for error in material.refused:
        advice = error.help or HELP.get(error.code, "docs/author-guide.md shows the form")
        yield material.found(error.code, error.message, error.message, error.where, advice)
    if material.refused:
        return
    try:
        material.knowledge.engine.environment()
    except InferenceError as error:
        yield from _refused_by_clips(material, error)


def _refused_by_clips(material: Material, error: InferenceError) -> Iterator[Found]:
    """One problem for each construct that CLIPS names; its own words without the construct that it repeats."""
    text = " ".join(str(error).split())
    path = next((p for p in material.knowledge.construct_files if str(p) == error.where), None)
    file = material.knowledge.name_of(path) if path else ""
    parts = re.findall(r"\[\w+\] (?:\S+\.clp, )?(?:Line \d+: )?((?:(?!ERROR:).)+?)\s*ERROR:\s*\(?\s*def\w+ (\S+)", text)
    for said, name in parts:
        rule = material.net.rules.get(name.partition("::")[2])
        where = material.place(path, name) if path else rule.where if rule else ""
        yield material.found("kb-does-not-run", name, f"CLIPS refuses `{name.partition('::')[2]}`: {said}", where,
                             "a name must be listed in kb/vocabulary.clp, a slot in its template")  # fmt: skip
    if not parts:
        yield material.found("kb-does-not-run", file, f"CLIPS refuses a construct: {text[:300]}", file,
                             "mend what it names; the file is loaded up to there")  # fmt: skip
