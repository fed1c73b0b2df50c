"""An exercise that is not ended when the program ends goes on from the list of exercises."""

from __future__ import annotations

import sqlite3
import threading
from pathlib import Path

import pytest

from advisor.training import unfinished
from advisor.training.exercise import Exercise
from advisor.tui.screens.exercise import ExercisePlace
from advisor.tui.screens.training import TrainingPlace
from advisor.tui.widgets.rows import Rows
from tests.advisor.tui.harness import SMALL, Driver, drive
from tests.advisor.tui.test_exercise import NAME, SEED, begin, line, noted, place, printed, until


def first(driver: Driver) -> str:
    row = driver.app.screen.query_one("#material", Rows).rows[0]
    return row.text.plain if row.key == "begun" else ""


def left(folder: Path) -> tuple[str, str, str]:
    """Leave the program in the middle of an exercise; what stood on the screen, was printed, and noted."""
    seen: list[str] = []

    async def act(driver: Driver) -> None:
        await begin(driver)
        for text in ("uname -a", ":hint 1", "vmstat 1 5", ":note hm", "ask dba when was it"):
            await driver.write(text)
        seen.extend((driver.text, printed(driver), noted(driver)))
        await driver.pilot.press("ctrl+q")
        assert not driver.app._exit  # nothing is lost, but behind it is the real host
        await driver.pilot.press("ctrl+q")
        assert driver.app._exit

    drive(folder, act)
    return seen[0], seen[1], seen[2]


def test_it_goes_on_exactly_as_it_was_left(tmp_path: Path) -> None:
    text, was_printed, was_noted = left(tmp_path)

    async def act(driver: Driver) -> None:
        await driver.press("f9")
        assert first(driver).startswith("Go on: ")
        assert first(driver).endswith(f"(guided, run {SEED}, 5 lines)")
        assert "everything is as it was" in " ".join(driver.text.split())
        await driver.press("enter")
        assert printed(driver) == was_printed
        assert noted(driver) == was_noted
        assert driver.text == text
        await driver.press("up")
        assert line(driver).value == "ask dba when was it"
        await driver.press("ctrl+c")
        await driver.write("date")
        await driver.write(":quit")
        await driver.press("escape")
        assert first(driver) == ""

    drive(tmp_path, act)
    assert unfinished.unfinished(tmp_path / "training.db") is None


def test_a_line_that_was_not_answered_comes_back_into_the_prompt(tmp_path: Path) -> None:
    left(tmp_path)
    with sqlite3.connect(tmp_path / "training.db") as database:
        database.execute("update unfinished set pending = 'vmstat 1 9', version = '0.0.9'")
    database.close()

    async def act(driver: Driver) -> None:
        await driver.press("f9", "enter")
        assert "Not answered when the program ended, and not run: vmstat 1 9" in printed(driver)
        assert "advisor 0.0.9" in printed(driver)
        assert line(driver).value == "vmstat 1 9"

    drive(tmp_path, act, SMALL)


def test_another_one_asks_which_is_kept(tmp_path: Path) -> None:
    left(tmp_path)

    async def act(driver: Driver) -> None:
        await driver.press("f9")
        material = driver.app.screen.query_one("#material", Rows)
        for key in ("escape", "2"):
            material.go_to(("host", "memory-almost-full-alarm"))
            await driver.press("enter", "2")
            assert "One exercise is kept. Which?" in driver.text
            await driver.press(key)
            assert isinstance(driver.app.place, TrainingPlace) == (key == "escape")
            assert bool(unfinished.unfinished(tmp_path / "training.db")) == (key == "escape")
        await driver.write("uptime")
        sight = place(driver).sight
        assert sight is not None
        assert sight.mode == "exam"

    drive(tmp_path, act, SMALL)
    kept = unfinished.unfinished(tmp_path / "training.db")
    assert kept is not None
    assert [typed.line for typed in kept.lines] == ["uptime"]


def test_one_that_cannot_go_on_can_be_dropped(tmp_path: Path) -> None:
    left(tmp_path)
    with sqlite3.connect(tmp_path / "training.db") as database:
        database.execute("update unfinished set scenario = 'gone'")
    database.close()

    async def act(driver: Driver) -> None:
        await driver.press("f9")
        await driver.press("enter")
        assert "there is no scenario `gone` any more" in driver.text
        await driver.press("2")
        assert first(driver).startswith("Go on: gone")
        await driver.press("enter", "1")
        assert first(driver) == ""

    drive(tmp_path, act, SMALL)


def test_repeating_says_how_far_it_is_and_can_be_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    left(tmp_path)
    before = unfinished.unfinished(tmp_path / "training.db")
    held = threading.Event()
    say = Exercise.say

    def slow(exercise: Exercise, text: str) -> object:
        if text == ":note hm":
            held.wait(20)
        return say(exercise, text)

    monkeypatch.setattr(Exercise, "say", slow)

    async def act(driver: Driver) -> None:
        await driver.press("f9")
        await driver.pilot.press("enter")
        await until(driver, "going on: line 3 of 5")
        assert isinstance(driver.app.place, ExercisePlace)
        await driver.pilot.press("escape")
        held.set()
        await driver.settled()
        assert first(driver).endswith("5 lines)")
        await driver.press("enter")
        assert "ask dba" in printed(driver)

    drive(tmp_path, act)
    after = unfinished.unfinished(tmp_path / "training.db")
    assert before == after
    assert before is not None
    assert before.scenario == NAME
