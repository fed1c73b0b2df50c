"""Training: an exercise from the list to the proof and back to one's own session."""

from __future__ import annotations

from pathlib import Path

from advisor.tui.screens.training import TrainingPlace
from advisor.tui.widgets.rows import Rows
from advisor.views.practice import NAME, Choice
from tests.advisor.tui.harness import SMALL, Driver, drive


def place(driver: Driver) -> TrainingPlace:
    found = driver.app.place
    assert isinstance(found, TrainingPlace)
    return found


async def choose(driver: Driver, case: str) -> None:
    """Choose a cause by keys."""
    answer = place(driver).query_one("#answer", Rows)
    await driver.press("tab")
    for _ in answer.rows:
        if isinstance(answer.row.key, Choice) and answer.row.key.case == case:  # type: ignore[union-attr]
            break
        await driver.press("down")
    await driver.press("enter")


async def open_confirming(driver: Driver) -> str:
    """Open an exercise that confirms its case, with no other cause, and return the case."""
    await driver.press("f9")
    exercises = place(driver)._exercises
    exercise = next(e for e in exercises if e.id.startswith("linux-writeback-stall/confirms--"))
    place(driver).query_one("#material", Rows).go_to(("exercise", exercise.id))
    await driver.press("enter")
    return exercise.id.partition("/")[0]


def test_list_gives_nothing_away(tmp_path: Path) -> None:
    async def act(driver: Driver) -> None:
        await driver.press("f9")
        text = "\n".join(row.text.plain for row in place(driver).query_one("#material", Rows).rows)
        assert "confirms" not in text
        assert "rejects" not in text
        assert len(place(driver).query_one("#material", Rows).rows) > 100

    drive(tmp_path, act)


def test_right_choice_then_the_proof_then_ones_own_session(tmp_path: Path) -> None:
    async def act(driver: Driver) -> None:
        await driver.press("f2")
        await driver.write("commits stall every 30 seconds on zfs")
        assert driver.app.board is not None
        own = driver.app.board.session
        case = await open_confirming(driver)
        assert driver.app.board.session == own
        await choose(driver, case)
        assert "✓ Right" in driver.text
        assert "The cause:" in driver.text
        place(driver).query_one("#answer", Rows).go_to("proof")
        await driver.press("enter")
        assert driver.place == "diagnosis"
        assert driver.app.board.session == NAME
        assert driver.app.board.differential.diagnoses[0].key[0] == case
        await driver.press("f9", "o")
        assert driver.app.board.session == own
        assert driver.app.board.begun
        await driver.press("f8")
        assert NAME not in driver.text

    drive(tmp_path, act, SMALL)


def test_wrong_choice_counts_and_escape_goes_back_to_the_list(tmp_path: Path) -> None:
    async def act(driver: Driver) -> None:
        await open_confirming(driver)
        await choose(driver, "")
        assert "✗ Not this one" in driver.text
        await driver.press("escape")
        assert "✗ not found" in driver.text
        assert "Found at the first try: 0 of 1" in driver.text
        await driver.press("escape")
        assert driver.place == "start"

    drive(tmp_path, act)


def test_the_diagnosis_of_ones_own_session_is_out_of_sight_while_one_practises(tmp_path: Path) -> None:
    async def act(driver: Driver) -> None:
        await driver.press("f2")
        await driver.write("the pool is 95 % full and writes are slow")
        board = driver.app.board
        assert board is not None
        assert board.begun
        await driver.press("f9")
        assert driver.text.splitlines()[1].strip() == f"practice; your session {board.session} waits"
        await driver.press("o")
        assert "no practice to leave" in driver.text
        await driver.press("f2")
        assert "practice" not in driver.text.splitlines()[1]

    drive(tmp_path, act, SMALL)
