"""Cases in which nothing can be done: a command that is nothing but marks, or no step with a command that changes anything.

Somebody who is told `<STOP-THE-JOB>` has been told nothing. Each step above `look` that has a command has words of its own in
it; and each case has such a step, or it is accepted with the reason why looking is the whole answer.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from advisor.kbcheck.marks import commands, shown
from advisor.kbcheck.material import Material
from advisor.kbcheck.problem import Found

CODE = "kb-nothing-to-do"
_ONLY_MARKS = re.compile(r"(?:<[A-Z][A-Z0-9-]*>)+")


def problems(material: Material) -> Iterator[Found]:
    """Every case with steps."""
    for slug, case in material.cases.items():
        steps = [step for step in shown(case) if step.risk != "look"]
        lines = [(step.step, line) for step in steps for line in commands(step.command)]
        empty = [(number, line) for number, line in lines if all(_ONLY_MARKS.fullmatch(word) for word in line)]
        for number, line in empty:
            yield material.found(
                CODE, f"step {number}", f"step {number} has `{' '.join(line)}` as a command, which says nothing",
                material.step_place(slug, number), "write the command for each kind of host, or leave it out",
            )  # fmt: skip
        if case.steps and len(empty) == len(lines):
            path = material.knowledge.name_of(material.file(slug, "fix.toml"))
            yield material.found(
                CODE, "fix", f"no step of `{slug}` has a command that changes anything", path,
                "write the first thing that can be done, or accept it with the reason",
            )  # fmt: skip
