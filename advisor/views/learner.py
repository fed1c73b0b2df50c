"""What a learner can, for the interface: what is next and why, the last score of each exercise, and progress by skill."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

from advisor.knowledge import Knowledge
from advisor.training import results, skills, transcript, unfinished
from advisor.training.exercise import Exercise
from advisor.training.progress import NotKept, Unfinished, look_at, recommended
from advisor.training.quiz import Quiz
from advisor.training.scenarios import load
from advisor.training.standings import run_lines, skill_lines
from facts.text import clean


class Learner(NamedTuple):
    """What the list of exercises needs to know.

    Attributes:
        wanted: the name of the scenario to do next, "" where nothing is due and everything was solved.
        why: why that one, in words.
        last: the last score of each scenario that was ended with one, in words.
        problem: why progress cannot be read, or "".
    """

    wanted: str
    why: str
    last: Mapping[str, str]
    problem: str = ""


class Begun(NamedTuple):
    """An exercise that is not ended yet.

    Attributes:
        kept: what determines it. text: the same in words.
        gone: why it cannot go on, or "".
    """

    kept: Unfinished
    text: str
    gone: str = ""


class Progressed(NamedTuple):
    """Progress to read.

    Attributes:
        skills: each with how it stands in words, and whether it was ever practised.
        head: how many runs there were. runs: the newest of them, the newest last.
        problem: why it cannot be read, or "".
    """

    skills: tuple[tuple[str, str, bool], ...]
    head: str
    runs: tuple[str, ...]
    problem: str = ""


def learner(knowledge: Knowledge, path: Path) -> Learner:
    """How the learner stands.

    Args:
        knowledge: which skills and scenarios there are.
        path: where progress is kept.
    """
    try:
        with look_at(path) as progress:
            found = recommended(progress, load(knowledge.root).values(), skills.load(knowledge.root), datetime.now(UTC))
            last = {name: f"{run.points} of 100, {clean(run.mode)}" for name, run in progress.last().items()}
    except (NotKept, sqlite3.Error) as error:
        return Learner("", "", {}, clean(f"progress cannot be read: {error}"))
    return Learner(found[0].name, clean(found[1]), last) if found is not None else Learner("", "", last)


def begun(knowledge: Knowledge, path: Path) -> tuple[Begun | None, str]:
    """The exercise that is not ended yet, and why that cannot be read, or ""."""
    try:
        kept = unfinished.unfinished(path)
    except NotKept as error:
        return None, clean(f"the exercise that was not ended cannot be read: {error}")
    if kept is None:
        return None, ""
    scenarios = load(knowledge.root)
    gone = "" if kept.scenario in scenarios else unfinished.gone(kept)
    return Begun(kept, unfinished.described(kept, scenarios), gone), ""


def drop(path: Path) -> str:
    """Keep that exercise no more; why that was not possible, or ""."""
    try:
        unfinished.drop(path)
    except NotKept as error:
        return clean(f"it cannot be dropped: {error}")
    return ""


def progressed(knowledge: Knowledge, path: Path) -> Progressed:
    """Progress by skill, and the newest runs."""
    try:
        with look_at(path) as progress:
            known = skills.load(knowledge.root).values()
            head, runs = run_lines(progress)
            return Progressed(
                tuple(skill_lines(progress, known, datetime.now(UTC))), head, tuple(clean(run) for run in runs)
            )
    except (NotKept, sqlite3.Error) as error:
        return Progressed((), "", (), clean(f"progress cannot be read: {error}"))


def keep(knowledge: Knowledge, path: Path, ended: Exercise | Quiz, holder: str = "") -> tuple[str, ...]:
    """Keep what was ended, and of an interview its record; what is to be said of that."""
    now = datetime.now(UTC)
    problem = results.keep_at(path, knowledge, ended, now, holder)
    kept = transcript.keep_interview(path.parent, ended, now) if isinstance(ended, Exercise) else ()
    return tuple(clean(text) for text in (*([problem] if problem else []), *kept))
