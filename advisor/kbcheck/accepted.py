"""Acceptances of problems: each has a reason, and a problem that is still there.

A problem that is right as it is, is acknowledged where it belongs: in `case.toml` under `[accepted.CODE]`, or in
`kb/accepted.toml` under `[CODE]`, as `NAME = "the reason"`. It is then counted and not listed; `--accepted` shows it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from advisor.kbcheck.material import Material
from advisor.kbcheck.problem import Found

CODE = "kb-accepted-for-nothing"


def acceptances(material: Material) -> Iterator[tuple[str, str, str, str, Path]]:
    """Case ("" for all), code, name, reason and file of every acceptance."""
    path = material.root / "accepted.toml"
    for code, names in material.table(path).items():
        for name, reason in names.items():
            yield "", code, name, str(reason), path
    for slug in material.cases:
        path = material.file(slug, "case.toml")
        for code, names in material.table(path).get("accepted", {}).items():
            for name, reason in names.items():
                yield slug, code, name, str(reason), path


def divide(
    material: Material, found: Iterable[Found], *, whole: bool = True
) -> tuple[list[Found], list[tuple[Found, str]]]:
    """Problems that stand, and those that are accepted, with the reason.

    Args:
        material: where the acceptances stand.
        found: every problem.
        whole: whether all lints ran, so that an acceptance of nothing can be told.
    """
    known = {(case, code, name): (reason, path) for case, code, name, reason, path in acceptances(material)}
    standing: list[Found] = []
    accepted: list[tuple[Found, str]] = []
    used = set()
    for problem in found:
        keys = ((problem.case, problem.code, problem.about), ("", problem.code, problem.about))
        key = next((k for k in keys if k in known), None)
        if key is None or not known[key][0].strip():
            standing.append(problem)
        else:
            accepted.append((problem, known[key][0]))
        used |= {key} if key else set()
    for key, (reason, path) in known.items():
        where = material.place(path, key[2])
        if not reason.strip():
            standing.append(material.found("kb-accepted-without-reason", key[2], f"`{key[2]}` is accepted without a reason",
                                           where, "say why it is right as it is"))  # fmt: skip
        elif whole and key not in used:
            standing.append(material.found(CODE, key[2], f"`{key[1]}` of `{key[2]}` is accepted, and is no problem",
                                           where, "take the acceptance out", "warning"))  # fmt: skip
    return standing, accepted
