"""`advisor kb new AREA/SLUG`: a case that says what is to be filled in, and does not pass `kb check` until it is."""

from __future__ import annotations

import re
from pathlib import Path

from advisor.inference.net import KnowledgeError
from advisor.knowledge import Knowledge

_TEMPLATES = Path(__file__).parent / "templates"
EXAMPLES = (
    ("confirms--old-format", "confirms"),
    ("confirms--present-day", "confirms"),
    ("rejects--look-alike", "rejects"),
    ("rejects--healthy", "rejects"),
)
"""Names of the four examples, and the placeholder that each is made from."""


def scaffold(knowledge: Knowledge, name: str) -> list[Path]:
    """Write the files of a new case, and say which.

    Raises:
        KnowledgeError: the name is no AREA/SLUG, or is taken.
    """
    if not re.fullmatch(r"[a-z][a-z0-9-]*/[a-z][a-z0-9]*(?:-[a-z0-9]+)+", name):
        raise KnowledgeError("no-case-name", f"`{name}` names no case", "",
                             "an area and a name of two words or more: linux/swap-thrash")  # fmt: skip
    area, slug = name.split("/")
    if slug in knowledge.cases:
        raise KnowledgeError("case-exists", f"there is a case `{slug}` already", f"kb/cases/{knowledge.cases[slug].area}/{slug}",
                             "take another name; a case is never replaced")  # fmt: skip
    if slug in knowledge.net.findings:
        raise KnowledgeError(
            "case-exists", f"`{slug}` is the name of a finding", "kb/vocabulary.clp", "take another name"
        )
    folder = knowledge.root / "cases" / area / slug
    if folder.exists():
        raise KnowledgeError("case-exists", f"`{folder}` exists already", "", "remove it, or take another name")
    filled = {"SLUG": slug, "ID": _next_id(knowledge, area), "AREA": area, "SYMPTOM": "host-slow"}
    written = [_write(folder / file, file, filled) for file in ("case.toml", "chain.toml", "fix.toml", "runbook.toml")]
    for example, kind in EXAMPLES:
        written.append(_write(folder / "examples" / f"{example}.toml", f"{kind}.toml", {**filled, "WHAT": example}))
    return written


def _write(path: Path, template: str, filled: dict[str, str]) -> Path:
    text = (_TEMPLATES / f"{template}.txt").read_text(encoding="utf-8")
    for name, value in filled.items():
        text = text.replace(f"@{name}@", value)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


def _next_id(knowledge: Knowledge, area: str) -> str:
    """The letters that the area has, and the next number that no case has; numbers are never used again."""
    ids = [(case.area, case.id.rpartition("-")) for case in knowledge.cases.values()]
    letters = sorted(parts[0] for of, parts in ids if of == area) or [re.sub(r"[^A-Z]", "", area.upper())[:4]]
    numbers = [int(parts[2]) for _, parts in ids if parts[2].isdecimal()]
    return f"{max(set(letters), key=letters.count)}-{max(numbers, default=0) + 1:03d}"
