"""Undos that are not honest: a step says that it cannot be undone and has an undo, or cannot be and does not say so.

The way back is read at night, in a hurry. Where a step says that something cannot be undone, its undo is `none: REASON`, or a
command whose comment says what stays lost. A destructive step without any way back says so in `do` or `warning`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from advisor.kbcheck.marks import shown
from advisor.kbcheck.material import Material
from advisor.kbcheck.problem import Found
from advisor.remedies import Rendered
from advisor.runbook.content import NO_UNDO

CODE = "kb-undo"
FOR_GOOD = re.compile(
    r"\b(?:can ?not|can't) be (?:undone|taken back|brought back)\b|\bno way back\b|\bgone for good\b|\bnot kept anywhere\b"
    r"|\birreversibl[ey]\b", re.IGNORECASE,
)  # fmt: skip
"""How a text says that there is no way back."""
_SAYS_WHAT_STAYS = re.compile(r"#.*\b(?:stays?|lost|gone|only)\b")


def problems(material: Material) -> Iterator[Found]:
    """Every step that changes something, in every branch."""
    for slug, case in material.cases.items():
        for (number, message), advice in {
            (s.step, said): advice for s in shown(case) for said, advice in of_a_step(s)
        }.items():
            place = material.step_place(slug, number)
            yield material.found(CODE, f"step {number}", f"step {number} {message}", place, advice)


def of_a_step(step: Rendered) -> Iterator[tuple[str, str]]:
    """What is wrong with the way back of one step, and what to write."""
    if step.risk == "look" or not step.undo:
        return
    back = not step.undo.startswith(NO_UNDO)
    said = [
        name for name in ("do", "warning", "differs", "expect", "verify_expect") if FOR_GOOD.search(getattr(step, name))
    ]
    if said and back and not _SAYS_WHAT_STAYS.search(step.undo):
        yield (
            f"says in `{said[0]}` that there is no way back, and has an undo",
            '`undo = "none: REASON"`, or say in a comment of the undo what stays lost',
        )
    if step.risk == "destructive" and step.command and not back and not FOR_GOOD.search(f"{step.do} {step.warning}"):
        yield "has no way back, and does not say so", "say in `do` or `warning` that it cannot be undone"
