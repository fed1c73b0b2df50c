"""Terms that belong to no case, or name one that does not exist.

A term explains a word that a case or a report uses; one that belongs to none is never shown beside anything. Terms of the
program's own words (files `activity` and `judgement`) belong to none by nature.
"""

from __future__ import annotations

from collections.abc import Iterator

from advisor.errors import did_you_mean
from advisor.kbcheck.material import Material
from advisor.kbcheck.problem import Found

CODE = "kb-term"
_OF_THE_PROGRAM = ("activity.toml", "judgement.toml")


def problems(material: Material) -> Iterator[Found]:
    """Every term."""
    for path, table in material.tables("terms"):
        for key, item in table.get("terms", {}).items():
            where = material.place(path, f"[terms.{key}]")
            cases = item.get("cases", [])
            if not cases and path.name not in _OF_THE_PROGRAM:
                yield material.found(
                    CODE,
                    key,
                    f"the term `{key}` belongs to no case",
                    where,
                    "name in `cases` where it is used",
                    "warning",
                )
            for slug in cases:
                if slug not in material.cases:
                    yield material.found("kb-unknown-case", slug, f"`{slug}` is no case", where,
                                         did_you_mean(slug, sorted(material.cases)) or "see kb/cases")  # fmt: skip
            for needed in ("name", "text", "sources"):
                if not item.get(needed):
                    yield material.found(CODE, key, f"the term `{key}` has no {needed}", where, f"write `{needed}`")
