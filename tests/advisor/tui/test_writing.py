"""Nothing that is typed is lost: Tab completes paths, letters go into the box, and the conversation scrolls meanwhile."""

from __future__ import annotations

from pathlib import Path

import pytest

from advisor.tui.screens.advisor import AdvisorPlace
from advisor.tui.widgets.chat_input import ChatInput
from advisor.tui.widgets.question_card import QuestionCard
from advisor.tui.widgets.talk import Talk
from tests.advisor.tui.harness import SMALL, Driver, drive
from tests.advisor.tui.test_advisor_screen import COMPLAINT, SETTINGS, board_of, box, complain


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "in").mkdir()
    for name in ("sysctl-db1.txt", "sysctl-db2.txt"):
        (tmp_path / "in" / name).write_text(SETTINGS)
    return tmp_path


def test_tab_completes_a_path_and_writing_goes_on_to_open_it(folder: Path) -> None:
    async def act(driver: Driver) -> None:
        await driver.press("f2")
        await driver.write(f"{folder}/in/sys", enter=False)
        await driver.press("tab")
        assert box(driver).text == f"{folder}/in/sysctl-db"
        assert "sysctl-db1.txt  sysctl-db2.txt" in driver.text
        assert box(driver).has_focus
        await driver.write("2", enter=False)
        await driver.press("tab", "enter")
        assert board_of(driver).outputs == 1

    drive(folder, act)


def test_tab_leaves_a_box_that_holds_no_path(tmp_path: Path) -> None:
    async def act(driver: Driver) -> None:
        await driver.press("f2", "tab")
        assert not box(driver).has_focus
        await driver.press("i")
        await driver.write("the disk I/O is slow", enter=False)
        await driver.press("tab")
        assert not box(driver).has_focus
        assert "i: write here" in driver.text

    drive(tmp_path, act)


def test_what_is_typed_and_pasted_beside_the_box_goes_into_it(tmp_path: Path) -> None:
    async def act(driver: Driver) -> None:
        await complain(driver)
        before = board_of(driver)
        driver.app.screen.query_one(Talk).focus()
        await driver.pilot.pause()
        await driver.write("undo it", enter=False)
        assert box(driver).text == "undo it"
        assert box(driver).has_focus
        driver.app.screen.query_one(Talk).focus()
        await driver.pilot.pause()
        await driver.paste(" not", enter=False)
        assert box(driver).text == "undo it not"
        assert board_of(driver) == before

    drive(tmp_path, act)


def test_commands_stay_commands_beside_the_box(tmp_path: Path) -> None:
    async def act(driver: Driver) -> None:
        await complain(driver)
        driver.app.screen.query_one(Talk).focus()
        await driver.press("g", "G", "j", "k", "h", "l", "space", "y")
        assert box(driver).text == ""
        assert not box(driver).has_focus
        await driver.press("i")
        assert box(driver).has_focus

    drive(tmp_path, act)


def test_the_conversation_scrolls_while_somebody_writes(tmp_path: Path) -> None:
    async def act(driver: Driver) -> None:
        await complain(driver)
        for _ in range(6):
            await driver.write("why")
        await driver.write("half a sent", enter=False)
        talk = driver.app.screen.query_one(Talk)
        end = talk.scroll_offset.y
        await driver.press("pageup")
        assert talk.scroll_offset.y < end
        await driver.write("ence", enter=False)
        assert box(driver).text == "half a sentence"
        await driver.press("pagedown")
        assert talk.scroll_offset.y == end

    drive(tmp_path, act, SMALL)


def test_a_path_that_is_not_there_names_the_one_that_is(folder: Path) -> None:
    async def act(driver: Driver) -> None:
        await driver.press("f2")
        await driver.write(f"{folder}/in/sysctl-db3.txt")
        said = driver.app.log_of_talk[-1]
        assert said.kind == "error"
        assert said.text.startswith(f"no such file; did you mean {folder}/in/sysctl-db")

    drive(folder, act)


@pytest.mark.parametrize(("digit", "place"), [("1", "advisor"), ("2", "advisor"), ("4", "training"), ("5", "cases")])
def test_digits_open_the_lines_of_the_start(tmp_path: Path, digit: str, place: str) -> None:
    async def act(driver: Driver) -> None:
        await driver.press(digit)
        assert driver.place == place
        assert ("Tab completes" in driver.text) == (digit == "2")

    drive(tmp_path, act)


@pytest.mark.parametrize("inside", [True, False])
def test_a_number_chooses_what_to_do_when_nothing_is_asked(tmp_path: Path, inside: bool) -> None:
    async def act(driver: Driver) -> None:
        board = await complain(driver)
        driver.app.board = board._replace(question=None, stopped=True)
        driver.app.revision += 1  # the step has only just ended: the card does not show it yet
        place = driver.app.place
        assert isinstance(place, AdvisorPlace)
        if inside:
            place.on_chat_input_sent(ChatInput.Sent("1"))
        else:
            place.changed()
            await driver.settled()
            place.query_one(Talk).focus()
            await driver.press("1")
        await driver.settled()
        assert driver.place in ("fix", "diagnosis")
        assert not any(said.text == "1" for said in driver.app.log_of_talk)

    drive(tmp_path, act)


def test_the_box_says_what_is_wanted(tmp_path: Path) -> None:
    async def act(driver: Driver) -> None:
        await driver.press("f2")
        assert "Describe the trouble" in driver.text
        await driver.write(COMPLAINT)
        await driver.write("nothing yet")
        question = driver.app.screen.query_one(QuestionCard).question
        assert question is not None
        assert question.choices
        assert "press Up to choose one" in driver.text

    drive(tmp_path, act)
