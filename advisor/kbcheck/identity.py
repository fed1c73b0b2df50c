"""What names and places a case: permanent ids that no two share, and values out of closed lists.

An id is cited in tickets and procedures; it is never used again for something else.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from advisor.kbcheck.material import Material
from advisor.kbcheck.problem import Found

CODE = "kb-identity"
SEVERITIES = ("minor", "major", "critical")
MATURITIES = ("draft", "reviewed", "field-proven", "retired")


def problems(material: Material) -> Iterator[Found]:
    """Every case."""
    ids: dict[str, str] = {}
    systems = material.templates["system"].slots["os"].allowed - {"unknown"}
    for slug, case in material.cases.items():
        path = material.file(slug, "case.toml")
        where = material.place(path, "id =")
        if not re.fullmatch(r"[A-Z][A-Z0-9]{1,4}-\d{3}", case.id):
            yield material.found(
                CODE, "id", f"`{case.id}` is no id", where, "letters, a hyphen and three digits: LNX-044"
            )
        elif case.id in ids:
            yield material.found(
                CODE, "id", f"`{case.id}` is the id of {ids[case.id]}, too", where, f"take {next_id(material, case.id)}"
            )
        ids.setdefault(case.id, slug)
        for key, value, allowed in (("severity", case.severity, SEVERITIES), ("maturity", case.maturity, MATURITIES)):
            if value not in allowed:
                yield material.found(
                    CODE,
                    key,
                    f"`{value}` is no {key}",
                    material.place(path, f"{key} ="),
                    f"one of {', '.join(allowed)}",
                )
        if not 0.005 <= case.frequency <= 0.2:
            yield material.found(CODE, "frequency", f"a frequency of {case.frequency} orders questions badly",
                                 material.place(path, "frequency ="), "the share of consultations: 0.01 rare, 0.06 common")  # fmt: skip
        for system in case.systems:
            if system not in systems:
                yield material.found(CODE, "systems", f"`{system}` is no system", material.place(path, "systems ="),
                                     f"one of {', '.join(sorted(systems))}")  # fmt: skip
        for key, items in (("symptoms", case.symptoms), ("sources", case.sources), ("systems", case.systems)):
            if not items:
                yield material.found(
                    CODE, key, f"`{slug}` has no {key}", material.place(path, f"{key} ="), f"name its {key}"
                )


def next_id(material: Material, like: str) -> str:
    """The next free id with the letters of another; numbers are counted over all cases."""
    numbers = [int(case.id.rpartition("-")[2]) for case in material.cases.values() if case.id[-3:].isdecimal()]
    return f"{like.rpartition('-')[0]}-{max(numbers, default=0) + 1:03d}"
