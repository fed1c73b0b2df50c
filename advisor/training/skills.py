"""Skills: what a scenario or a drill trains, which findings show it, and what comes before it."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from advisor.training.moves import Record
from advisor.training.scenarios import Scenario
from advisor.training.scoring import Score


@dataclass(frozen=True, slots=True)
class Skill:
    """One skill.

    Attributes:
        name: its slug.
        title: in words.
        findings: who has it makes these known, present or absent.
        after: skills that one should have before.
    """

    name: str
    title: str
    findings: tuple[str, ...]
    after: tuple[str, ...]


def load(root: Path) -> dict[str, Skill]:
    """All skills below a knowledge base, by name, each behind those that come before it.

    Raises:
        KeyError, ValueError: the file lacks something, or skills wait for each other.
    """
    data = tomllib.loads((root / "scenarios" / "skills.toml").read_text(encoding="utf-8"))
    left = {n: Skill(n, s["title"], tuple(s.get("findings", ())), tuple(s.get("after", ()))) for n, s in data.items()}
    ordered: dict[str, Skill] = {}
    while left:
        ready = [skill for skill in left.values() if all(name in ordered for name in skill.after)]
        if not ready:
            raise ValueError(f"these skills wait for each other, or for one that is not there: {', '.join(left)}")
        for skill in ready:
            ordered[skill.name] = left.pop(skill.name)
    return ordered


def shown(skill: Skill, scenario: Scenario, record: Record, score: Score) -> float:
    """How well a run showed a skill: 0 to 1.

    Half is what was seen of the findings that belong to it before anything was decided, half is how the whole run went on
    its way to the cause.
    """
    parts = {part.name: part.points / part.most for part in score.parts}
    run = (parts["diagnosis"] + parts["path"]) / 2
    wanted = [name for name in skill.findings if name in scenario.must_see]
    if not wanted or record.standing is None:
        return run * (record.standing is not None)
    seen = sum(name not in record.missing for name in wanted) / len(wanted)
    return (run + seen) / 2


def curriculum(scenarios: Iterable[Scenario], skills: dict[str, Skill]) -> list[Scenario]:
    """The way from a first output to several causes: by level, then by the skills that come before."""
    order = {name: number for number, name in enumerate(skills)}
    return sorted(scenarios, key=lambda s: (s.level, max((order.get(name, 0) for name in s.skills), default=0), s.name))
