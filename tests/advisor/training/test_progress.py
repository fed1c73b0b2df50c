"""What a learner can is kept, repeated when due, and what comes next is chosen by it."""

from __future__ import annotations

import json
import sqlite3
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from advisor.training import results, skills
from advisor.training.exercise import Exercise
from advisor.training.progress import NotKept, Progress, open_progress, recommended
from advisor.training.quiz import Quiz, drill
from tests.advisor.training.runs import SCENARIOS, practised, typed
from tests.kb.examples import knowledge

NOW = datetime(2026, 1, 5, 9, tzinfo=UTC)
SKILLS = skills.load(knowledge().root)


@pytest.fixture
def progress(tmp_path: Path) -> Progress:
    return open_progress(tmp_path / "state" / "training.db")


def test_what_is_learnt_well_comes_back_later_than_what_is_not(progress: Progress) -> None:
    for day in (0, 5):
        progress.practised("vmstat-solaris", 1.0, NOW + timedelta(days=day))
        progress.practised("cluster-logs", 0.1, NOW + timedelta(days=day))
    standings = {s.skill.name: s for s in progress.standings(SKILLS.values(), NOW + timedelta(days=6))}
    good, bad, new = standings["vmstat-solaris"], standings["cluster-logs"], standings["timelines"]
    assert good.due is not None
    assert bad.due is not None
    assert good.due > bad.due
    assert good.shown > bad.shown
    assert good.recalled > bad.recalled
    assert (new.tried, new.shown, new.due) == (0, 0.0, None)
    assert good.tried == 2


def test_everything_is_kept_over_a_new_start(tmp_path: Path) -> None:
    path = tmp_path / "training.db"
    with open_progress(path) as first:
        results.keep(first, knowledge(), practised("cluster-takeover-at-night", 1), NOW)
    with open_progress(path) as again:
        (run,) = again.runs()
        assert run["points"] >= 99
        assert sum(run["parts"].values()) >= 99
        assert again.best() == {"cluster-takeover-at-night": run["points"]}
        exported = json.loads(json.dumps(again.export(SKILLS.values(), NOW)))
        assert {s["skill"] for s in exported["skills"] if s["tried"]} == set(
            SCENARIOS["cluster-takeover-at-night"].skills
        )


def test_who_does_worse_shows_less(progress: Progress) -> None:
    scenario = SCENARIOS["cluster-takeover-at-night"]
    jumped = typed(Exercise(knowledge(), scenario, 1), (f":conclude {scenario.case}", *scenario.fix, ":done"))
    for name in scenario.skills:
        good = skills.shown(
            SKILLS[name], scenario, practised(scenario.name, 1).record, practised(scenario.name, 1).scored()
        )
        assert skills.shown(SKILLS[name], scenario, jumped.record, jumped.scored()) < good


def test_first_what_is_new_then_what_is_due_and_weak(progress: Progress) -> None:
    first = recommended(progress, SCENARIOS.values(), SKILLS, NOW)
    assert first is not None
    assert first[0] == skills.curriculum(SCENARIOS.values(), SKILLS)[0]
    assert first[1].startswith("new: ")
    progress.practised("cluster-logs", 0.1, NOW)
    due = recommended(progress, SCENARIOS.values(), SKILLS, NOW + timedelta(days=30))
    assert due is not None
    assert "cluster-logs" in due[0].skills
    assert due[1] == f"to repeat: {SKILLS['cluster-logs'].title}"


def test_when_everything_is_solved_nothing_is_recommended(progress: Progress) -> None:
    for name in SCENARIOS:
        progress.ran(name, 1, "guided", 100, 10.0, {}, NOW)
    assert recommended(progress, SCENARIOS.values(), SKILLS, NOW) is None


def test_what_is_answered_in_a_drill_counts(progress: Progress) -> None:
    times = iter(range(0, 10_000, 10))
    quiz = Quiz(drill(knowledge(), SCENARIOS, ["cluster-takeover-at-night"], 3), clock=lambda: float(next(times)))
    quiz.begin()
    while not quiz.over:
        quiz.say("1")
    results.keep(progress, knowledge(), quiz, NOW)
    tried = [s for s in progress.standings(SKILLS.values(), NOW) if s.tried]
    assert {s.skill.name for s in tried} == set(SCENARIOS["cluster-takeover-at-night"].skills)
    assert list(progress.runs()) == []


def test_a_file_that_is_none_or_of_a_newer_version_is_one_clear_error(tmp_path: Path) -> None:
    bad = tmp_path / "bad.db"
    bad.write_bytes(b"no database at all" * 100)
    newer = tmp_path / "newer.db"
    with sqlite3.connect(newer) as database:
        database.execute("pragma user_version = 99")
    database.close()
    for path, says in ((bad, "not a database"), (newer, "newer version"), (tmp_path / "bad.db" / "x", "exists")):
        with pytest.raises(NotKept, match=says):
            open_progress(path)


def test_skills_that_wait_for_each_other_are_refused(tmp_path: Path) -> None:
    folder = tmp_path / "scenarios"
    folder.mkdir()
    (folder / "skills.toml").write_text(
        '[a]\ntitle = "A"\nafter = ["b"]\n[b]\ntitle = "B"\nafter = ["a"]\n', encoding="utf-8"
    )
    with pytest.raises(ValueError, match="wait for each other"):
        skills.load(tmp_path)
