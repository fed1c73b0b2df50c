"""Look-alikes that name a case that does not exist, have nothing to tell them apart by, or are not mutual.

Where two cases share a symptom and one names the other as its look-alike, the other must say how to tell them apart too:
who starts from there needs it as much. Where only one of them can be mistaken for the other, accept it with the reason.
"""

from __future__ import annotations

from collections.abc import Iterator

from advisor.errors import did_you_mean
from advisor.kbcheck.material import Material
from advisor.kbcheck.problem import Found

CODE = "kb-mimic"


def problems(material: Material) -> Iterator[Found]:
    """Every look-alike of every case."""
    for slug, case in material.cases.items():
        path = material.file(slug, "case.toml")
        for mimic in case.mimics:
            where = material.place(path, f'"{mimic.name}"')
            if len(mimic.tell_apart.split()) < 3:
                yield material.found(CODE, mimic.name, f"nothing tells {slug} and `{mimic.name}` apart", where,
                                     "tell_apart = the check and what it shows in each")  # fmt: skip
            if not mimic.case:
                continue  # what has no case of its own may look like one all the same
            if mimic.case not in material.cases:
                yield material.found(CODE, mimic.case, f"the look-alike `{mimic.case}` is no case", where,
                                     did_you_mean(mimic.case, sorted(material.cases)) or "see kb/cases")  # fmt: skip
                continue
            if mimic.case == slug:
                yield material.found(
                    CODE, slug, f"`{slug}` is named as its own look-alike", where, "name the other case"
                )
                continue
            other = material.cases[mimic.case]
            shared = set(case.symptoms) & set(other.symptoms)
            if shared and slug not in {m.case for m in other.mimics}:
                yield material.found("kb-mimic-one-way", mimic.case,
                                     f"{slug} names {mimic.case} as its look-alike ({min(shared)}), which does not name it", where,
                                     f"add [[mimics]] with case = \"{slug}\" to the other one", "warning")  # fmt: skip
