"""Scenarios of the training that cannot be played, give their cause away, or leave a learner without what they need.

A scenario names a case, skills and findings that exist; its texts use only the names that its machine gives; people do only
what the machine can do; an expert's way is there from looking to proving, and so are plausible fixes that do not help.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from advisor.errors import did_you_mean
from advisor.kbcheck.material import Material
from advisor.kbcheck.problem import Found

if TYPE_CHECKING:
    from advisor.training.scenarios import Scenario

CODE = "kb-scenario"
_NAME = re.compile(r"\{([a-z_]+)\}")
_LEVELS = (1, 2, 3, 4)
_WRONG = 2


def problems(material: Material) -> Iterator[Found]:
    """Every scenario, and the skills."""
    paths = [path for path in sorted((material.root / "scenarios").glob("*.toml")) if path.stem != "skills"]
    if not paths:
        return
    from advisor.training import scenarios, skills

    try:
        known = set(skills.load(material.root))
    except (OSError, KeyError, TypeError, ValueError) as error:
        where = material.knowledge.name_of(material.root / "scenarios" / "skills.toml")
        yield material.found(
            CODE, "skills", f"the skills cannot be read: {error}", where, "title, findings and after of each"
        )
        known = set()
    trained: set[str] = set()
    for path in paths:
        try:
            scenario = scenarios.read(path)
        except (KeyError, TypeError, ValueError) as error:
            where = material.knowledge.name_of(path)
            yield material.found(
                CODE, path.stem, f"the scenario `{path.stem}` cannot be read: {error}", where, "see docs/authoring.md"
            )
            continue
        trained.update(scenario.skills)
        asked = not material.only or scenario.case in material.only  # to play one takes long
        played = _played(scenario) if asked else ()
        for message, advice in (*_named(scenario, material, known), *_said(scenario, material), *played):
            yield _found(material, path, scenario.name, message, advice)
    for name in sorted(known - trained):
        path = material.root / "scenarios" / "skills.toml"
        yield material.found(
            CODE,
            name,
            f"no scenario trains `{name}`",
            material.place(path, f"[{name}]"),
            "name it in a scenario, or take it out",
            "warning",
        )


def _found(material: Material, path: Path, name: str, message: str, advice: str) -> Found:
    return material.found(CODE, name, f"the scenario `{name}` {message}", material.knowledge.name_of(path), advice)


def _named(scenario: Scenario, material: Material, skills: set[str]) -> Iterator[tuple[str, str]]:
    """What it names and what is not there."""
    for slug in [*([scenario.case] if scenario.case else []), *scenario.also]:
        if slug not in material.cases:
            yield (
                f"names the case `{slug}`, which does not exist",
                did_you_mean(slug, sorted(material.cases)) or "see kb/cases",
            )
    for finding in scenario.must_see:
        if finding not in material.net.findings:
            yield (
                f"wants to see `{finding}`, which is no finding",
                did_you_mean(finding, list(material.net.findings)) or "see kb/vocabulary.clp",
            )
    for skill in scenario.skills:
        if skill not in skills:
            yield f"trains `{skill}`, which is no skill", "add it to kb/scenarios/skills.toml"
    if scenario.level not in _LEVELS:
        yield f"has the level {scenario.level}", "from 1 to 4"


def _said(scenario: Scenario, material: Material) -> Iterator[tuple[str, str]]:
    """What it says too early, and what it does not say."""
    case = material.cases.get(scenario.case)
    for text in (scenario.title, scenario.complaint):
        if case is not None and (case.slug in text or case.title.lower() in text.lower()):
            yield "gives its cause away", "title and complaint say what a user sees"
        if "!" in text:
            yield "shouts", "no exclamation marks"
    if not scenario.look or not scenario.must_see:
        yield "has no way of an expert", "[expert] look, and must_see"
    if scenario.case and not (scenario.fix and scenario.verify):
        yield "does not end with a fix that is proved", "[expert] fix and verify"
    if scenario.case and len(scenario.wrong) < _WRONG:
        yield f"has fewer than {_WRONG} plausible fixes that do not help", "[[wrong]] lines and why"
    if not scenario.case and scenario.fix:
        yield "mends a host on which nothing is wrong", "leave fix empty, or name the case"


def _played(scenario: Scenario) -> Iterator[tuple[str, str]]:
    """What a run of it does not have."""
    machine = scenario.begin(1)
    replies = [reply for person in scenario.people for reply in person.replies]
    for reply in replies:
        if reply.does and reply.does not in machine.actions:
            known = ", ".join(machine.actions) or "nothing"
            yield f"lets somebody do `{reply.does}`, which its machine cannot do", f"it can do {known}"
    texts = [scenario.complaint, *(r.say for r in replies), *(p.otherwise for p in scenario.people), *scenario.expert]
    texts += [line for wrong in scenario.wrong for line in wrong.lines]
    for name in sorted({name for text in texts for name in _NAME.findall(text)} - machine.names.keys()):
        yield f"uses the name {{{name}}}, which its machine does not give", "it gives " + ", ".join(machine.names)
