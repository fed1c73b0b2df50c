"""What of a finished exercise goes into the learner's progress."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

from advisor.knowledge import Knowledge
from advisor.training import skills
from advisor.training.exercise import Exercise
from advisor.training.progress import NotKept, Progress, open_progress
from advisor.training.quiz import Quiz


def keep_at(path: Path, knowledge: Knowledge, exercise: Exercise | Quiz, at: datetime, holder: str = "") -> str:
    """Keep what was ended, unless it was an exercise that was left; why that was not possible, or "".

    Args:
        path: where progress is kept.
        knowledge: which skills there are.
        exercise: what was ended.
        at: when.
        holder: who kept the exercise while it was unfinished, as `unfinished.Keeper` has it.
    """
    if not exercise.over or (exercise.left and isinstance(exercise, Exercise)):
        return ""
    try:
        with open_progress(path) as progress:
            keep(progress, knowledge, exercise, at, holder)
    except (NotKept, sqlite3.Error) as error:
        return f"progress is not kept: {error}"
    return ""


def keep(progress: Progress, knowledge: Knowledge, exercise: Exercise | Quiz, at: datetime, holder: str = "") -> None:
    """Keep a run, and how well it showed each of its skills; of a quiz what was answered until it was left."""
    if isinstance(exercise, Exercise):
        scored = exercise.scored()
        parts = {part.name: round(part.points, 1) for part in scored.parts}
        progress.ran(
            exercise.scenario.name,
            exercise.seed,
            exercise.mode,
            scored.points,
            exercise.record.minutes,
            parts,
            at,
            holder,
        )
    for name, shown in _shown(knowledge, exercise):
        progress.practised(name, shown, at)


def _shown(knowledge: Knowledge, exercise: Exercise | Quiz) -> Iterator[tuple[str, float]]:
    """Each skill with the share of it that was shown, 0 to 1."""
    known = skills.load(knowledge.root)
    if isinstance(exercise, Exercise):
        scored = exercise.scored()
        for name in exercise.scenario.skills:
            if name in known:
                yield name, skills.shown(known[name], exercise.scenario, exercise.record, scored)
        return
    found: dict[str, list[float]] = {}
    for names, share in exercise.results:
        for name in names:
            found.setdefault(name, []).append(share)
    yield from ((name, sum(shares) / len(shares)) for name, shares in found.items() if name in known)
