"""What a learner can, and what comes next: runs and skills in SQLite, repeated when they are due.

When a skill is due is decided by FSRS (Free Spaced Repetition Scheduler), by the library of its authors. A skill is a card, a
run or a drill its review.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing
from datetime import datetime
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, NamedTuple

from advisor.state import state_directory
from advisor.training.scenarios import Scenario
from advisor.training.skills import Skill, curriculum

if TYPE_CHECKING:
    from fsrs import Card

NAME = "training.db"
_MEMORY = ":memory:"
_VERSION = 1
_TABLES = """
create table runs (id integer primary key, at text not null, scenario text not null, seed integer not null, mode text not null,
                   points integer not null, minutes real not null, parts text not null) strict;
create table skills (name text primary key, card text not null, tried integer not null, shown real not null) strict;
"""
_GRADES = ((0.4, 1), (0.7, 2), (0.95, 3), (2.0, 4))
"""Below each share of what could be shown: again, hard, good, easy."""
_WEIGHT = 0.4
"""How much the newest result counts in the estimate of a skill."""


class Standing(NamedTuple):
    """What is known of one skill.

    Attributes:
        skill: which.
        tried: how often.
        shown: estimate of how well it is mastered, 0 to 1, the newest results count most.
        recalled: how likely it is still there now, 0 to 1; 0 where it was never tried.
        due: when it is to be repeated; None where it was never tried.
    """

    skill: Skill
    tried: int
    shown: float
    recalled: float
    due: datetime | None


class Last(NamedTuple):
    """The last run of a scenario: its points of 100, its mode, and when it ended."""

    points: int
    mode: str
    at: datetime


class NotKept(Exception):
    """Progress cannot be kept; the message says why."""


class Progress:
    """Runs and skills of one learner."""

    def __init__(self, database: sqlite3.Connection) -> None:
        """Take an open database; `open_progress` opens it."""
        self._database = database

    def __enter__(self) -> Progress:
        """Use it in a `with`."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close the database."""
        self._database.close()

    def ran(
        self, scenario: str, seed: int, mode: str, points: int, minutes: float, parts: Mapping[str, float], at: datetime
    ) -> None:
        """Keep a finished run."""
        row = (at.isoformat(), scenario, seed, mode, points, minutes, json.dumps(dict(parts)))
        with self._database as database:
            database.execute(
                "insert into runs (at, scenario, seed, mode, points, minutes, parts) values (?,?,?,?,?,?,?)", row
            )

    def practised(self, skill: str, shown: float, at: datetime) -> None:
        """Keep how well a skill was shown, 0 to 1, and when it is due next."""
        from fsrs import Card, Rating, Scheduler

        kept = self._database.execute("select card, tried, shown from skills where name = ?", (skill,)).fetchone()
        card = Card.from_json(kept[0]) if kept else Card()
        grade = next(grade for below, grade in _GRADES if shown < below)
        card, _ = Scheduler(enable_fuzzing=False, learning_steps=(), relearning_steps=()).review_card(
            card, Rating(grade), at
        )
        estimate = shown if not kept else kept[2] + _WEIGHT * (shown - kept[2])
        with self._database as database:
            database.execute(
                "insert or replace into skills values (?,?,?,?)",
                (skill, card.to_json(), (kept[1] if kept else 0) + 1, estimate),
            )

    def standings(self, skills: Iterable[Skill], now: datetime) -> list[Standing]:
        """All skills as they stand at a time."""
        kept = {name: rest for name, *rest in self._database.execute("select name, card, tried, shown from skills")}
        return [_standing(skill, kept.get(skill.name), now) for skill in skills]

    def best(self) -> dict[str, int]:
        """The best points of each scenario that was run to its end."""
        return dict(self._database.execute("select scenario, max(points) from runs group by scenario").fetchall())

    def last(self) -> dict[str, Last]:
        """The last run of each scenario that was run to its end."""
        rows = self._database.execute("select scenario, points, mode, at from runs order by id")
        return {name: Last(points, mode, datetime.fromisoformat(at)) for name, points, mode, at in rows}

    def runs(self) -> Iterator[dict[str, Any]]:
        """Every run, the oldest first."""
        names = ("at", "scenario", "seed", "mode", "points", "minutes", "parts")
        for row in self._database.execute(f"select {', '.join(names)} from runs order by id"):
            data = dict(zip(names, row, strict=True))
            yield {**data, "parts": json.loads(data["parts"])}

    def export(self, skills: Iterable[Skill], now: datetime) -> dict[str, Any]:
        """Everything, for a trainer."""
        rows = [
            {"skill": s.skill.name, "title": s.skill.title, "tried": s.tried, "shown": round(s.shown, 2),
             "recalled": round(s.recalled, 2), "due": s.due.isoformat() if s.due else None}
            for s in self.standings(skills, now)
        ]  # fmt: skip
        return {"schema": 1, "skills": rows, "runs": list(self.runs())}


def _standing(skill: Skill, kept: list[Any] | None, now: datetime) -> Standing:
    if kept is None:
        return Standing(skill, 0, 0.0, 0.0, None)
    from fsrs import Card, Scheduler

    card: Card = Card.from_json(kept[0])
    return Standing(skill, kept[1], kept[2], Scheduler().get_card_retrievability(card, now), card.due)


def beside(db: Path | None) -> Path:
    """Where progress is kept: beside the sessions.

    Args:
        db: where the sessions are, None for the usual place.
    """
    return (db.parent if db is not None else state_directory()) / NAME


def look_at(path: Path) -> Progress:
    """The progress that is kept; where there is none yet, none is begun by looking.

    Raises:
        NotKept: it cannot be read.
    """
    try:
        there = path.exists()
    except OSError as error:
        raise NotKept(f"`{path}`: {error}") from None
    return open_progress(path if there else Path(_MEMORY))


def open_progress(path: Path | None = None) -> Progress:
    """The progress that is kept in the state directory.

    Raises:
        NotKept: it cannot be read or written.
    """
    path = path or state_directory() / NAME
    try:
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        if path.name != _MEMORY:
            path.touch(mode=0o600)  # it says how somebody did: nobody else reads it
        database = sqlite3.connect(path, timeout=5)
        try:
            _prepared(database, path)
        except BaseException:
            database.close()
            raise
    except (OSError, sqlite3.Error) as error:
        raise NotKept(f"`{path}`: {error}") from None
    return Progress(database)


def _prepared(database: sqlite3.Connection, path: Path) -> None:
    with closing(database.execute("pragma user_version")) as found:
        version = found.fetchone()[0]
    if version > _VERSION:
        raise NotKept(f"`{path}` is of a newer version of the advisor")
    if version == 0:
        with database:
            for statement in _TABLES.split(";"):
                database.execute(statement)
            database.execute(f"pragma user_version = {_VERSION}")


def recommended(
    progress: Progress, scenarios: Iterable[Scenario], skills: dict[str, Skill], now: datetime
) -> tuple[Scenario, str] | None:
    """The exercise to take next, and why: what is due and weak first, then what comes next in the curriculum."""
    way = curriculum(scenarios, skills)
    standings = {s.skill.name: s for s in progress.standings(skills.values(), now)}
    due = [s for s in standings.values() if s.due is not None and s.due <= now]
    for standing in sorted(due, key=lambda s: (s.recalled * s.shown, s.skill.name)):
        fitting = [s for s in way if standing.skill.name in s.skills]
        if fitting:
            best = progress.best()
            return min(fitting, key=lambda s: (best.get(s.name, -1), s.level)), f"to repeat: {standing.skill.title}"
    done = progress.best()
    for scenario in way:
        if done.get(scenario.name, 0) < _ENOUGH:
            fresh = [skills[name].title for name in scenario.skills if name in skills and not standings[name].tried]
            return scenario, f"new: {', '.join(fresh)}" if fresh else "not yet solved well"
    return None


_ENOUGH = 80
"""With so many points a scenario counts as solved."""
