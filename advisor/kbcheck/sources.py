"""Sources that are cited and not listed, listed and never cited, or cited without a place in them.

Every claim can be looked up: `key: locator`, with the key in `kb/sources.toml`. A source that nothing cites was forgotten
or is in the way.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from advisor.errors import did_you_mean
from advisor.kbcheck.material import Material
from advisor.kbcheck.problem import Found
from advisor.knowledge import Case, Citation

CODE = "kb-source"


def cited(material: Material) -> Iterator[tuple[Citation, str]]:
    """Every citation with its place."""
    for rule in material.net.rules.values():
        for text in rule.sources:
            yield Citation.parse(text), rule.where
    for threshold in material.net.thresholds.values():
        yield Citation(threshold.source, threshold.locator), threshold.where
    for slug, case in material.cases.items():
        path = material.file(slug, "case.toml")
        for citation in (*case.sources, *(c for cites in case.arguments.values() for c in cites)):
            yield citation, material.place(path, f'"{citation.key}:')
        for step in case.steps:
            for citation in step.sources:
                yield citation, material.place(path.with_name("fix.toml"), f'"{citation.key}:')
        for citation in _around(case):
            yield citation, material.place(path.with_name("runbook.toml"), f'"{citation.key}:')
    for path, table in material.tables("terms"):
        for item in table.get("terms", {}).values():
            for text in item.get("sources", []):
                yield Citation.parse(text), material.place(path, f'"{text}"')
    knobs = material.root / "knobs.toml"
    for item in material.table(knobs).get("knobs", []):
        for text in item.get("sources", []):
            yield Citation.parse(text), material.place(knobs, f'"{text}"')


def _around(case: Case) -> Iterator[Citation]:
    """What a runbook cites beside its steps."""
    for monitor in case.procedure.monitors:
        yield from monitor.sources
    for bad in case.procedure.avoid:
        yield from bad.sources


def problems(material: Material) -> Iterator[Found]:
    """Citations against the list."""
    path = material.root / "sources.toml"
    listed = material.table(path)
    seen: set[tuple[str, bool, str]] = set()
    used = set()
    for citation, where in cited(material):
        used.add(citation.key)
        said = (citation.key, bool(citation.locator), where)
        if said in seen:
            continue
        seen.add(said)
        if citation.key not in listed:
            yield material.found("kb-unknown-source", citation.key, f"`{citation.key}` is no source", where,
                                 f"{did_you_mean(citation.key, sorted(listed))} Sources are listed in kb/sources.toml".strip())  # fmt: skip
        elif not citation.locator:
            yield material.found("kb-no-locator", citation.key, f"`{citation.key}` is cited without a place in it", where,
                                 f"write `{citation.key}: {listed[citation.key].get('locator', 'where')}`")  # fmt: skip
    for key in listed:
        if key not in used and not _in_text(material, path, key):
            yield material.found("kb-uncited-source", key, f"nothing cites the source `{key}`", material.place(path, f"[{key}]"),
                                 "cite it where it was used, or take it out", "warning")  # fmt: skip


def _in_text(material: Material, sources: Path, key: str) -> bool:
    """Whether a file names the source in a way of its own: in a comment of a table, or in a text."""
    pattern = re.compile(rf"(?<![\w-]){re.escape(key)}(?![\w-])")
    return any(pattern.search(material.text(path)) for path in material.knowledge.files if path != sources)
