"""Letters outside a text box: when they act, when they are a sentence, and what asks before it changes anything."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from textual import events

from advisor.tui.actions import ACTIONS, effect_of
from advisor.tui.key_names import is_typed
from advisor.tui.screens.choose_one import ChooseOne
from advisor.tui.typed import GRACE_SECONDS
from advisor.tui.widgets.chat_input import ChatInput
from advisor.tui.widgets.known_list import KnownList
from advisor.tui.widgets.raw_text import RawText
from advisor.tui.widgets.rows import Rows
from advisor.tui.widgets.talk import Talk
from facts.bundle import load
from facts.inputs import Bundle
from tests.advisor.tui.harness import Driver, drive
from tests.advisor.tui.test_advisor_screen import SETTINGS, board_of, box, complain
from tests.advisor.tui.test_sessions import keep, names
from tests.fuzz_sentences import campaign
from tests.tree import ROOT

SAFE = {"y", "w", "f", "d", "p", "o", "i", "c", "r", "e", "v", "z", "slash", "question_mark"}
"""Letters that only open something, copy, or go somewhere."""


def key(name: str) -> events.Key:
    return events.Key(name, " " if name == "space" else name if len(name) == 1 else None)


async def passed(wanted: Callable[[], bool]) -> float:
    """Seconds until something is so."""
    began = time.monotonic()
    while not wanted():
        assert time.monotonic() - began < 20, "it never was"
        await asyncio.sleep(0.002)
    return time.monotonic() - began


def test_a_letter_that_moves_is_quick_and_every_other_letter_is_named() -> None:
    for action in ACTIONS:
        letters = {k for k in action.keys if is_typed(k)}
        if letters and action.where not in ("input", "prompt") and effect_of(action.id) == "opens":
            assert letters <= SAFE, f"{action.id}: say in actions.py whether {letters} moves or changes something"


def test_moves_are_seen_at_once_and_commands_soon(tmp_path: Path) -> None:
    async def act(driver: Driver) -> None:
        await driver.press("f8", "f7", "f1")
        rows = driver.app.screen.query_one(Rows)
        await driver.press("g")
        took, first = [], rows.marked
        for _ in range(5):
            await driver.press("g")
            await asyncio.sleep(0.3)
            driver.app.post_message(key("j"))
            took.append(await passed(lambda: rows.marked != first))
        quick = min(took)
        assert quick < GRACE_SECONDS / 2, took  # 0.02 with nothing else on the machine
        await driver.press("f4", "f1")
        await asyncio.sleep(0.4)
        driver.app.post_message(events.Key("question_mark", "?"))
        took = [await passed(lambda: driver.place == "diagnosis")]
        assert 0.7 * GRACE_SECONDS < took[0] < 2 * GRACE_SECONDS + 10 * quick, (
            took
        )  # 0.35 with nothing else on the machine

    drive(tmp_path, act)


def test_moves_that_turn_out_to_be_a_sentence_are_taken_back(tmp_path: Path) -> None:
    async def act(driver: Driver) -> None:
        await driver.press("f2")
        await driver.write("it is slow")
        driver.app.open([str(ROOT / "examples" / "zfs-log-spikes")])
        await driver.settled()
        await driver.press("f3", "tab", "j", "j")
        text = driver.app.screen.query_one(RawText)
        assert text.has_focus
        line = text.line
        await driver.type("jjjjc")  # moves only: no sentence
        assert text.line != line
        line = text.line
        await driver.type("jk lange weg")
        assert box(driver).text == "jk lange weg"
        assert text.line == line

    drive(tmp_path, act)


def test_a_letter_after_moves_is_still_a_command(tmp_path: Path) -> None:
    keep(tmp_path, "one", "two")

    async def act(driver: Driver) -> None:
        await driver.press("f8")
        await driver.type("je")
        assert driver.app.screen.query_one("#name").has_focus

    drive(tmp_path, act)


@pytest.mark.parametrize("keys", [("n", "escape"), ("n", "backspace"), ("d", "backspace")])
def test_a_letter_that_waits_can_be_taken_back(keys: tuple[str, ...], tmp_path: Path) -> None:
    async def act(driver: Driver) -> None:
        await complain(driver)
        await driver.press("f8")
        for one in keys:
            driver.app.post_message(key(one))
        await asyncio.sleep(0.5)
        await driver.settled()
        assert (driver.place, len(driver.app.screen_stack)) == ("sessions", 1)

    drive(tmp_path, act)


def test_a_paste_on_a_list_goes_to_the_box(tmp_path: Path) -> None:
    keep(tmp_path, "one")

    async def act(driver: Driver) -> None:
        await driver.press("f8")
        driver.app.post_message(events.Paste("n\ndelete\n2\n"))
        await driver.settled()
        assert names(tmp_path) == ["one"]
        assert box(driver).text.split() == ["n", "delete", "2"]
        assert "not sent" in driver.text

    drive(tmp_path, act)


def test_enter_that_ends_a_sentence_typed_blind_sends_nothing(tmp_path: Path) -> None:
    async def act(driver: Driver) -> None:
        board = await complain(driver)
        await driver.press("f8")
        await driver.type("2 of them\n")
        assert board_of(driver) == board
        assert box(driver).text == "2 of them"
        await driver.press("enter")
        assert driver.app.log_of_talk[-2].text == "2 of them"

    drive(tmp_path, act)


def test_a_new_session_asks_first_and_one_key_goes_back(tmp_path: Path) -> None:
    async def act(driver: Driver) -> None:
        await complain(driver)
        name = board_of(driver).session
        await driver.press("f8", "n")
        assert isinstance(driver.app.screen, ChooseOne)
        await driver.press("enter")
        assert board_of(driver).session == name
        await driver.press("f8", "n", "2")
        assert board_of(driver).session != name
        assert f"began a new session; Alt+U goes back to {name}" in driver.text
        await driver.press("alt+u")
        assert board_of(driver).session == name
        assert names(tmp_path) == [name]

    drive(tmp_path, act)


@pytest.mark.parametrize("gap", [0.0, 0.05])
def test_keys_cannot_confirm_what_was_not_seen(gap: float, tmp_path: Path) -> None:
    async def act(driver: Driver) -> None:
        await complain(driver)
        name = board_of(driver).session
        await driver.press("f8")
        driver.app.post_message(key("n"))
        await passed(lambda: isinstance(driver.app.screen, ChooseOne))
        for one in ("2", "down", "enter"):
            since = getattr(driver.app.screen, "asked_since", 0.0)
            if driver.app.typed.now() - since < 0.4:  # later, on a slow machine, somebody may have seen it
                driver.app.post_message(key(one))
            await asyncio.sleep(gap)
        await asyncio.sleep(0.4)
        await driver.settled()
        assert board_of(driver).session == name
        assert names(tmp_path) == [name]

    drive(tmp_path, act)


def test_what_is_struck_says_how_to_take_it_back(tmp_path: Path) -> None:
    async def act(driver: Driver) -> None:
        board = await complain(driver)
        known = driver.app.screen.query_one(KnownList)
        known.focus()
        assert known.go_to(board.known[0])
        await driver.press("x")
        assert "Alt+U brings it back" in driver.text
        await driver.press("alt+u")
        assert board_of(driver).known == board.known

    drive(tmp_path, act)


def slow(monkeypatch: pytest.MonkeyPatch) -> threading.Event:
    """Let reading take until the result is set."""
    stay = threading.Event()

    def read(*arguments: object, **named: object) -> tuple[Bundle, list[object]]:
        stay.wait(30)
        return load(*arguments, **named)  # type: ignore[arg-type, return-value]

    monkeypatch.setattr("facts.bundle.load", read)
    return stay


@pytest.mark.parametrize("beside", [False, True])
def test_keys_typed_while_captures_are_read_stay_in_order(
    beside: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "sysctl.txt"
    path.write_text(SETTINGS)
    stay = slow(monkeypatch)

    async def act(driver: Driver) -> None:
        await driver.press("f2")
        driver.app.open([str(path)])
        await driver.pilot.pause()
        if beside:
            driver.app.screen.query_one(Talk).focus()
            await driver.pilot.pause()
        for character in "1 2 swap was ad":
            driver.app.post_message(key("space" if character == " " else character))
        stay.set()
        for character in "ded 2":
            driver.app.post_message(key("space" if character == " " else character))
            await asyncio.sleep(0.01)
        await driver.settled()
        assert box(driver).text == "1 2 swap was added 2"
        assert not [fact for fact in board_of(driver).known if fact.how == "answered"]
        assert board_of(driver).outputs == 1

    drive(tmp_path, act)


def test_a_digit_typed_while_a_step_is_taken_does_not_answer_what_follows(tmp_path: Path) -> None:
    async def act(driver: Driver) -> None:
        board = await complain(driver)
        stay = threading.Event()
        driver.app.screen.query_one(Talk).focus()
        await driver.pilot.pause()
        driver.app.do("thinking", lambda work: (stay.wait(20), work.say("don't know"))[1])
        driver.app.post_message(key("2"))
        await asyncio.sleep(0.5)
        stay.set()
        await driver.settled()
        after = board_of(driver)
        assert after.question is not None
        assert board.question is not None
        assert after.question.id != board.question.id
        assert box(driver).text == "2"
        assert len([fact for fact in after.known if fact.how == "answered"]) == 0

    drive(tmp_path, act)


def test_enter_pressed_before_the_question_was_seen_sends_nothing(tmp_path: Path) -> None:
    async def act(driver: Driver) -> None:
        board = await complain(driver)
        driver.app.do("thinking", lambda work: work.say("don't know"))
        driver.app.post_message(key("2"))
        await passed(lambda: board_of(driver) is not board)
        await driver.pilot.pause()
        driver.app.post_message(key("enter"))
        await asyncio.sleep(0.3)
        assert box(driver).text == "2"
        assert "nothing was sent" in driver.text

    drive(tmp_path, act)


def test_leaving_with_a_text_that_is_not_sent_takes_a_second_press(tmp_path: Path) -> None:
    async def act(driver: Driver) -> None:
        await driver.press("f2")
        await driver.write("half an answ", enter=False)
        await driver.press("f8")
        for _ in range(20):  # a key that is held down
            driver.app.post_message(key("ctrl+q"))
        await driver.pilot.pause()
        assert driver.app.is_running
        assert driver.app.return_code is None
        assert "the text that is not sent would be lost" in driver.text
        await driver.press("ctrl+q")
        assert driver.app.return_code == 0

    drive(tmp_path, act)


def test_nothing_is_suspended_where_there_is_no_terminal(tmp_path: Path) -> None:
    async def act(driver: Driver) -> None:
        await complain(driver)
        await driver.press("ctrl+z")
        assert "cannot be suspended here" in driver.text
        await driver.press("f8", "n", "ctrl+z")
        assert isinstance(driver.app.screen, ChooseOne)

    drive(tmp_path, act)


def test_keys_that_come_before_their_screen_are_in_order(tmp_path: Path) -> None:
    keep(tmp_path, "one", "two")

    async def act(driver: Driver) -> None:
        board = await complain(driver)
        for one in ("f8", *"new", "space", *"disks", "f9", *"noe", "f5", *"zv"):
            driver.app.post_message(key(one))
        await driver.settled()
        assert box(driver).text == "new disks noe zv"
        assert board_of(driver) == board

    drive(tmp_path, act)


def test_pasted_lines_that_were_dropped_come_back(tmp_path: Path) -> None:
    async def act(driver: Driver) -> None:
        await complain(driver)
        await driver.paste(SETTINGS * 20, enter=False)
        held = box(driver).held
        await driver.press("escape")
        assert box(driver).held == ""
        await driver.press("alt+z")
        assert box(driver).held == held

    drive(tmp_path, act)


def test_no_key_replaces_what_is_typed_in_the_box(tmp_path: Path) -> None:
    async def act(driver: Driver) -> None:
        await complain(driver)
        await driver.write("half a sentence", enter=False)
        await driver.press("ctrl+up", "ctrl+down")
        assert box(driver).text == "half a sentence"
        known = driver.app.screen.query_one(KnownList)
        known.focus()
        assert known.go_to(board_of(driver).known[0])
        await driver.press("e")
        assert box(driver).text == "half a sentence"
        await driver.press("i", "ctrl+u", "alt+z")
        assert box(driver).text == "half a sentence"

    drive(tmp_path, act)


def test_what_was_typed_for_a_step_is_there_when_it_is_asked_again(tmp_path: Path) -> None:
    async def act(driver: Driver) -> None:
        await driver.press("f2")
        await driver.write("the cluster failed over and nothing was broken")
        driver.app.open([str(ROOT / "examples" / "vxfs-ha-cluster")])
        await driver.settled()
        await driver.press("f5", "enter")
        await driver.write("seen so far", enter=False)
        await driver.press("escape", "down", "enter")
        assert driver.app.screen.query_one(ChatInput).text == ""
        await driver.press("escape", "up", "enter")
        assert driver.app.screen.query_one(ChatInput).text == "seen so far"

    drive(tmp_path, act)


def test_random_runs_of_keys_begin_delete_and_answer_nothing(tmp_path: Path) -> None:
    found, lasting = campaign(tmp_path, 7, 3)
    assert found == []
    assert lasting >= 4  # a run of moves leaves nothing in a box


def test_a_letter_that_is_held_down_is_pressed_once(tmp_path: Path) -> None:
    async def act(driver: Driver) -> None:
        await complain(driver)
        await driver.press("f4")
        await driver.type("?" * 9)
        assert driver.place == "help"
        await driver.press("f2")
        assert box(driver).text == ""

    drive(tmp_path, act)


@pytest.mark.parametrize("gap", [0.0, 0.02, 0.1])
def test_a_sentence_that_opens_the_conversation_is_written_as_it_was_typed(tmp_path: Path, gap: float) -> None:
    async def act(driver: Driver) -> None:
        await driver.press("f8")
        await driver.type("dont know", gap)
        assert driver.place == "advisor"
        assert driver.app.screen.query_one(ChatInput).text == "dont know"

    drive(tmp_path, act)
