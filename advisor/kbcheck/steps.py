"""Steps of fixes that lack what an admin needs at night: risk, verification, undo, persistence, privileges.

The first step records the present state and changes nothing. A step that changes something says how to check that it
worked and what to expect, how to undo it (or `none: REASON`), and whether it survives a restart (or how to make it).
"""

from __future__ import annotations

from collections.abc import Iterator

from advisor.kbcheck.material import Material
from advisor.kbcheck.problem import Found
from advisor.knowledge import Step

CODE = "kb-step"
RISKS = ("look", "safe", "disruptive", "destructive")


def problems(material: Material) -> Iterator[Found]:
    """Every step of every case."""
    for slug, case in material.cases.items():
        path = material.knowledge.name_of(material.file(slug, "fix.toml"))
        if not case.steps:
            yield material.found("kb-no-fix", slug, f"`{slug}` has no steps", path, "write fix.toml: [[steps]]")
            continue
        first = case.steps[0]
        if first.risk != "look":
            yield material.found(CODE, "step 1", f"the first step is `{first.risk}`", material.step_place(slug, 1),
                                 "record the present values first, with risk = \"look\"")  # fmt: skip
        raw = material.table(material.file(slug, "fix.toml")).get("steps", [])
        for number, step in enumerate(case.steps, 1):
            for message, advice in _lacking(step, raw[number - 1]):
                yield material.found(
                    CODE, f"step {number}", f"step {number} {message}", material.step_place(slug, number), advice
                )


def _lacking(step: Step, raw: dict[str, object]) -> Iterator[tuple[str, str]]:
    if step.risk not in RISKS:
        yield f"has the unknown risk `{step.risk}`", f"one of {', '.join(RISKS)}"
    if step.command and not step.needs:
        yield "does not say what it needs", 'needs = "root", "any account", downtime, space'
    if step.risk == "look" or not step.command:
        return
    if not (step.verify_command or step.verify_expect):
        yield "has no verification", 'verify = { command = "...", expect = "..." }'
    elif not step.verify_expect:
        yield "does not say what its verification shows", "add `expect` to `verify`"
    if not step.undo:
        yield "has no undo", 'write the command, or undo = "none: REASON"'
    elif step.undo.rstrip(".:").lower() in ("none", "no"):
        yield "gives no reason why it cannot be undone", 'undo = "none: REASON"'
    if not step.persists and not step.persists_how:
        yield "does not last, and does not say how to make it last", "persists_how = ..."
    if step.sets and "persists" not in raw and not step.persists_how and _at_runtime(step.command):
        yield "sets a value at run time and does not say whether it lasts", "persists = false and persists_how, or true"
    if step.risk in ("disruptive", "destructive") and not (step.warning or step.needs):
        yield "is risky and warns of nothing", "warning = ..."


def _at_runtime(command: str) -> bool:
    return "sysctl -w" in command or "> /proc/" in command or "> /sys/" in command
