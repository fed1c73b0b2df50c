"""What a learner can, and what comes next: runs and skills in SQLite, repeated when they are due; and the exercise that is not ended yet.

When a skill is due is decided by FSRS (Free Spaced Repetition Scheduler), by the library of its authors. A skill is a card, a
run or a drill its review.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing, contextmanager
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
_VERSION = 2
_TABLES = (
    """
create table runs (id integer primary key, at text not null, scenario text not null, seed integer not null, mode text not null,
                   points integer not null, minutes real not null, parts text not null) strict;
create table skills (name text primary key, card text not null, tried integer not null, shown real not null) strict;
""",
    """
create table unfinished (id integer primary key check (id = 1), scenario text not null, seed integer not null, mode text not null,
                         knowledge text not null, version text not null, holder text not null, pending text not null) strict;
create table typed (number integer primary key, line text not null, interrupted text not null, said text not null) strict;
""",
)
"""What each version of the file has more than the one before."""
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


class Typed(NamedTuple):
    """One line of an exercise that is not ended yet.

    Attributes:
        line: as typed.
        interrupted: where it was interrupted: so many steps of simulated time after it began.
        said: a digest of the answer.
    """

    line: str
    interrupted: tuple[int, ...]
    said: str


class Unfinished(NamedTuple):
    """An exercise that is not ended yet: all that determines it.

    Attributes:
        scenario, seed, mode: of the run.
        knowledge: the digest of the knowledge base that answered. version: of the advisor that did.
        lines: what was typed and answered, in order.
        pending: what was typed last and is not answered yet, or "".
    """

    scenario: str
    seed: int
    mode: str
    knowledge: str
    version: str
    lines: tuple[Typed, ...] = ()
    pending: str = ""


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
        self, scenario: str, seed: int, mode: str, points: int, minutes: float, parts: Mapping[str, float], at: datetime,
        holder: str = "",
    ) -> None:  # fmt: skip
        """Keep a finished run; what its holder kept of it while it was unfinished goes."""
        row = (at.isoformat(), scenario, seed, mode, points, minutes, json.dumps(dict(parts)))
        with self._database as database:
            database.execute(
                "insert into runs (at, scenario, seed, mode, points, minutes, parts) values (?,?,?,?,?,?,?)", row
            )
            _drop(database, holder)

    def practised(self, skill: str, shown: float, at: datetime) -> None:
        """Keep how well a skill was shown, 0 to 1, and when it is due next."""
        from fsrs import Card, Rating, Scheduler

        kept = self._database.execute("select card, tried, shown from skills where name = ?", (skill,)).fetchone()
        with _sound():
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
        with _sound():
            kept = {name: rest for name, *rest in self._database.execute("select name, card, tried, shown from skills")}
            return [_standing(skill, kept.get(skill.name), now) for skill in skills]

    def best(self) -> dict[str, int]:
        """The best points of each scenario that was run to its end."""
        with _sound():
            return dict(self._database.execute("select scenario, max(points) from runs group by scenario").fetchall())

    def last(self) -> dict[str, Last]:
        """The last run of each scenario that was run to its end."""
        with _sound():
            rows = self._database.execute("select scenario, points, mode, at from runs order by id")
            return {name: Last(points, mode, datetime.fromisoformat(at)) for name, points, mode, at in rows}

    def runs(self) -> Iterator[dict[str, Any]]:
        """Every run, the oldest first."""
        names = ("at", "scenario", "seed", "mode", "points", "minutes", "parts")
        with _sound():
            rows = self._database.execute(f"select {', '.join(names)} from runs order by id").fetchall()
        for row in rows:
            data = dict(zip(names, row, strict=True))
            with _sound():
                parts = json.loads(data["parts"])
                if not isinstance(parts, dict):
                    raise ValueError("no object")
            yield {**data, "parts": parts}

    # The exercise that is not ended yet: one at most

    def unfinished(self) -> Unfinished | None:
        """The exercise that is not ended yet.

        Raises:
            NotKept: what is kept of it cannot be understood.
        """
        names = "scenario, seed, mode, knowledge, version, pending"
        with _sound():
            row = self._database.execute(f"select {names} from unfinished").fetchone()
            if row is None:
                return None
            typed = self._database.execute(
                "select number, line, interrupted, said from typed order by number"
            ).fetchall()
        try:
            lines = tuple(Typed(line, tuple(map(int, steps.split())), said) for _, line, steps, said in typed)
        except (ValueError, AttributeError):
            lines = ()
        if len(lines) != len(typed) or [number for number, *_ in typed] != list(range(1, len(typed) + 1)):
            raise NotKept("lines of the unfinished exercise are missing or damaged; `advisor train --drop` drops it")
        scenario, seed, mode, knowledge, version, pending = row
        return Unfinished(scenario, seed, mode, knowledge, version, lines, pending)

    def begin_keeping(self, run: Unfinished, holder: str, line: str) -> bool:
        """Keep an exercise from its first line on, which is about to be answered; whether there is no other one."""
        row = (1, *run[:5], holder, line)
        with self._database as database:
            made = database.execute("insert or ignore into unfinished values (?,?,?,?,?,?,?,?)", row).rowcount == 1
            if made:
                database.execute("delete from typed")
        return made

    def keep_whole(self, run: Unfinished, holder: str, pending: str) -> bool:
        """Keep an exercise with all its lines, where part of it or nothing is kept yet; whether there is no other one.

        Args:
            run: the exercise with every line that was answered.
            holder: whose it is.
            pending: a line that is about to be answered, or "".
        """
        with self._database as database:
            kept = database.execute("select holder from unfinished").fetchone()
            if kept is not None and kept[0] != holder:
                return False
            row = (1, *run[:5], holder, pending)
            database.execute("insert or replace into unfinished values (?,?,?,?,?,?,?,?)", row)
            database.execute("delete from typed")
            typed = [
                (number, one.line, " ".join(map(str, one.interrupted)), one.said)
                for number, one in enumerate(run.lines, 1)
            ]
            database.executemany("insert into typed values (?,?,?,?)", typed)
        return True

    def asked(self, holder: str, line: str) -> bool:
        """Keep a line that is about to be answered; whether it is still this holder's exercise that is kept."""
        with self._database as database:
            update = "update unfinished set pending = ? where holder = ?"
            return database.execute(update, (line, holder)).rowcount == 1

    def answered(self, holder: str, number: int, typed: Typed) -> bool:
        """Keep a line that was answered, from 1; whether it is still this holder's exercise that is kept."""
        with self._database as database:
            if database.execute("update unfinished set pending = '' where holder = ?", (holder,)).rowcount != 1:
                return False
            row = (number, typed.line, " ".join(map(str, typed.interrupted)), typed.said)
            database.execute("insert into typed values (?,?,?,?)", row)
        return True

    def take(self, holder: str, run: Unfinished) -> bool:
        """Go on with the exercise as another holder, with what answers now; whether it is there."""
        with self._database as database:
            update = "update unfinished set holder = ?, knowledge = ?, version = ?"
            if database.execute(update, (holder, run.knowledge, run.version)).rowcount != 1:
                return False
            said = [(typed.said, number) for number, typed in enumerate(run.lines, 1)]
            database.executemany("update typed set said = ? where number = ?", said)
        return True

    def drop(self, holder: str | None = None) -> bool:
        """Keep the unfinished exercise no more, with a holder only if it is this one's; always true: it is gone then."""
        with self._database as database:
            _drop(database, holder)
        return True

    def export(self, skills: Iterable[Skill], now: datetime) -> dict[str, Any]:
        """Everything, for a trainer."""
        rows = [
            {"skill": s.skill.name, "title": s.skill.title, "tried": s.tried, "shown": round(s.shown, 2),
             "recalled": round(s.recalled, 2), "due": s.due.isoformat() if s.due else None}
            for s in self.standings(skills, now)
        ]  # fmt: skip
        return {"schema": 1, "skills": rows, "runs": list(self.runs())}


@contextmanager
def _sound() -> Iterator[None]:
    """What is damaged in a row is told as one error."""
    try:
        yield
    except (ValueError, TypeError, KeyError, AttributeError, sqlite3.Error) as error:
        raise NotKept("what is kept of the practice is damaged; move the file away to begin anew") from error


def _drop(database: sqlite3.Connection, holder: str | None) -> None:
    if database.execute("delete from unfinished where ? is null or holder = ?", (holder, holder)).rowcount:
        database.execute("delete from typed")


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
    except UnicodeDecodeError:  # SQLite's own message holds bytes that are no text
        raise NotKept(f"`{path}` is damaged; move it away to begin anew") from None
    except (OSError, sqlite3.Error) as error:
        raise NotKept(f"`{path}`: {error}") from None
    return Progress(database)


def _prepared(database: sqlite3.Connection, path: Path) -> None:
    if _version(database, path) == _VERSION:
        _check(database, path)
        return
    with database:
        database.execute("begin immediate")  # all of it or nothing, and only one program does it
        for tables in _TABLES[_version(database, path) :]:
            for statement in tables.split(";"):
                database.execute(statement)
        database.execute(f"pragma user_version = {_VERSION}")


def _check(database: sqlite3.Connection, path: Path) -> None:
    """Find what a damaged file holds before anything is made of it; it is small.

    Raises:
        NotKept: it is damaged.
    """
    wanted = [" ".join(part.split()) for tables in _TABLES for part in tables.split(";") if part.strip()]
    try:
        made = [
            " ".join(str(sql).split())
            for (sql,) in database.execute("select sql from sqlite_master where sql is not null")
        ]
        sound = database.execute("pragma quick_check(1)").fetchone()[0] == "ok"
    except UnicodeDecodeError:  # SQLite's own message holds bytes that are no text
        sound, made = False, []
    if not sound or sorted(made) != sorted(s.replace("create table", "CREATE TABLE", 1) for s in wanted):
        raise NotKept(f"`{path}` is damaged; move it away to begin anew")


def _version(database: sqlite3.Connection, path: Path) -> int:
    with closing(database.execute("pragma user_version")) as found:
        version: int = found.fetchone()[0]
    if version > _VERSION:
        raise NotKept(f"`{path}` is of a newer version of the advisor")
    return version


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
