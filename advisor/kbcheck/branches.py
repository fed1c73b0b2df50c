"""Branches of a step that nobody is shown where the fact that decides them is not known.

A runbook is read without the host: a condition that compares a value then goes to its `else`, and what stands in the other
branch is lost. Each such condition has a situation in ``fix.toml``, so that every branch is shown under its condition. One
that asks only whether a value is known needs none, if something is said for the reader who has to look it up.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from advisor.kbcheck.material import Material
from advisor.kbcheck.problem import Found
from advisor.knowledge import Case, Step
from advisor.situations import worlds
from advisor.templates import branches_taken, placeholder, terms
from facts.schema import Value

CODE = "kb-lost-branch"


def problems(material: Material) -> Iterator[Found]:
    """Every branch of every step that no situation leads to."""
    for slug, case in material.cases.items():
        names: dict[str, Value] = {name: placeholder(name) for name in case.values}
        for number, step in enumerate(case.steps, 1):
            for field, branch in lost(case, step, names):
                yield material.found(
                    CODE, f"step {number}", f"`{branch}` of `{field}` in step {number} is shown to nobody who does not know",
                    material.step_place(slug, number),
                    "add the way to [[situations]], or an `else` where only a value is missing",
                )  # fmt: skip


def lost(case: Case, step: Step, names: Mapping[str, Value]) -> Iterator[tuple[str, str]]:
    """The fields of a step with their branches that no combination of situations takes."""
    texts = {
        "command": step.command, "verify": step.verify_command, "undo": step.undo, "do": step.do, "expect": step.expect,
        "verify.expect": step.verify_expect, "differs": step.differs, "warning": step.warning,
    }  # fmt: skip
    known = list(worlds(tuple(texts.values()), names, case.situations))
    decided = frozenset(name for situation in case.situations for name in situation.names)
    for field, text in texts.items():
        every = branches_taken(text, None)
        taken = {branch for world in known for branch in branches_taken(text, world)}
        commands = field in ("command", "verify", "undo")
        for branch in every:
            if branch not in taken and not _only_a_value_is_missing(branch, every, decided, must_say=commands):
                yield field, branch


def _only_a_value_is_missing(branch: str, every: list[str], decided: frozenset[str], *, must_say: bool) -> bool:
    """Whether a branch needs a value that no situation stands for, and another says what to do without."""
    ways = [terms(f"{{% if {way} %}}{{% endif %}}") for way in branch.partition("if ")[2].split(" or ")]
    missing = all(
        any((term.asks_whether_known or term.text.endswith(" > 0")) and term.name not in decided for term in way)
        for way in ways
    )
    return missing and (not must_say or f"not {branch}" not in every)
