"""The advisor screen by keys: the box, the question, the differential, the facts."""

from __future__ import annotations

import asyncio
import threading
from pathlib import Path

import pytest
from textual import events

from advisor.tui.widgets.chat_input import ChatInput
from advisor.tui.widgets.differential_list import DifferentialList
from advisor.tui.widgets.known_list import KnownList
from advisor.tui.widgets.question_card import QuestionCard
from advisor.tui.widgets.talk import Talk
from advisor.views.board import Board
from facts.bundle import load
from facts.inputs import Bundle
from tests.advisor.tui.harness import SMALL, WIDE, Driver, drive, widget_lines
from tests.tree import ROOT

COMPLAINT = "The database stalls every 5 minutes, the host has no free memory and swaps"
SETTINGS = "db1# sysctl vm.dirty_ratio vm.dirty_background_ratio\nvm.dirty_ratio = 40\nvm.dirty_background_ratio = 10\n"
_GRACE = 0.6


def board_of(driver: Driver) -> Board:
    assert driver.app.board is not None
    return driver.app.board


async def complain(driver: Driver, text: str = COMPLAINT) -> Board:
    """Tell a complaint, and that nothing was captured yet."""
    await driver.press("f2")
    await driver.write(text)
    await driver.write("nothing yet")
    return board_of(driver)


def box(driver: Driver) -> ChatInput:
    return driver.app.screen.query_one(ChatInput)


def test_a_complaint_is_understood_and_a_question_follows(tmp_path: Path) -> None:
    async def act(driver: Driver) -> None:
        board = await complain(driver)
        assert board.question is not None
        assert board.question.text in driver.text
        assert "› The database stalls every 5 minutes" in driver.text
        assert box(driver).text == ""

    drive(tmp_path, act)


def test_answers_can_be_ticked_and_sent(tmp_path: Path) -> None:
    async def act(driver: Driver) -> None:
        await complain(driver)
        await driver.press("tab")
        await asyncio.sleep(_GRACE)
        await driver.press("2", "3", "2", "6")  # the second one is taken back
        assert [line for line in driver.text.splitlines() if "[x]" in line] != []
        card = driver.app.screen.query_one(QuestionCard)
        chosen = next(row for row in card.rows if row.mark == "= ")
        assert card.go_to(chosen.key)
        await driver.press("enter")
        known = [fact.text for fact in board_of(driver).known if fact.how == "answered"]
        assert "oracle in use" in known
        assert "cluster in use" in known
        assert "not so: vxfs in use" in " ".join(known) or "vxfs in use" not in known

    drive(tmp_path, act)


def test_a_key_meant_for_the_question_before_answers_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("advisor.interview.interview._IN_A_ROW", 50)
    monkeypatch.setattr("advisor.interview.interview._MOST_UNKNOWN", 50)

    async def act(driver: Driver) -> None:
        board = await complain(driver, "everything is slow")
        while board.question is not None and board.question.kind != "sign":
            await driver.write("don't know")
            board = board_of(driver)
        question = board.question
        assert question is not None
        card = driver.app.screen.query_one(QuestionCard)
        card.show(board._replace(question=question._replace(id="another")))
        card.focus()
        await driver.type("1")
        assert board_of(driver).question == question
        assert box(driver).text == "1"
        box(driver).text = ""
        card.focus()
        await driver.press("1")
        assert board_of(driver).question != question

    drive(tmp_path, act)


def test_lines_that_a_terminal_pastes_as_keys_are_one_text(tmp_path: Path) -> None:
    async def act(driver: Driver) -> None:
        await driver.press("f2")
        for line in SETTINGS.splitlines():
            for character in line:
                driver.app.post_message(events.Key(character if character.isalnum() else "x", character))
            driver.app.post_message(events.Key("enter", "\r"))
        await driver.settled()
        await asyncio.sleep(0.1)
        await driver.settled()
        said = [said.text for said in driver.app.log_of_talk if said.kind == "you"]
        assert said == [SETTINGS.rstrip("\n")]
        assert board_of(driver).outputs == 1

    drive(tmp_path, act)


def test_a_long_paste_is_named_and_sent_with_enter(tmp_path: Path) -> None:
    async def act(driver: Driver) -> None:
        await driver.press("f2")
        await driver.paste(SETTINGS + "a line of something else\n" * 5_000, enter=False)
        assert "5,003 lines pasted" in driver.text
        assert box(driver).text == ""
        await driver.press("enter")
        await asyncio.sleep(0.1)
        await driver.settled()
        assert board_of(driver).outputs == 1
        assert "pasted" not in str(box(driver).border_title)

    drive(tmp_path, act)


def test_escape_drops_a_long_paste_and_nothing_is_read(tmp_path: Path) -> None:
    async def act(driver: Driver) -> None:
        await complain(driver)
        await driver.paste(SETTINGS * 20, enter=False)
        await driver.press("escape")
        assert board_of(driver).outputs == 0
        assert driver.place == "advisor"
        assert box(driver).held == ""

    drive(tmp_path, act)


@pytest.mark.parametrize("form", ["{}", "'{}'", '"{}"', "open {}"])
def test_a_dropped_path_is_opened(tmp_path: Path, form: str) -> None:
    path = tmp_path / "sysctl.txt"
    path.write_text(SETTINGS)

    async def act(driver: Driver) -> None:
        await driver.press("f2")
        await driver.paste(form.format(path))
        assert board_of(driver).outputs == 1

    drive(tmp_path, act)


def test_a_path_that_is_not_there_is_said_and_nothing_is_lost(tmp_path: Path) -> None:
    async def act(driver: Driver) -> None:
        await driver.press("f2")
        await driver.write(f"open {tmp_path}/nowhere.tar")
        assert any(said.kind == "error" and "nowhere.tar" in said.text for said in driver.app.log_of_talk)
        drawn = "".join(widget_lines(driver.app.screen.query_one(Talk)))
        assert "nowhere.tar" in "".join(drawn.split())  # wherever the line is broken
        await driver.press("ctrl+up")
        assert box(driver).text == f"open {tmp_path}/nowhere.tar"

    drive(tmp_path, act)


def test_reading_can_be_stopped_and_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "sysctl.txt"
    path.write_text(SETTINGS)
    stay = threading.Event()

    def slow(*arguments: object, **named: object) -> tuple[Bundle, list[object]]:
        stay.wait(30)
        return load(*arguments, **named)  # type: ignore[arg-type, return-value]

    monkeypatch.setattr("facts.bundle.load", slow)

    async def act(driver: Driver) -> None:
        await complain(driver)
        driver.app.hear(str(path))
        await driver.pilot.pause()
        assert driver.app.desk.loading
        await driver.press("escape")
        stay.set()
        await driver.settled()
        await asyncio.sleep(0.1)
        assert board_of(driver).outputs == 0
        assert "stopped" in driver.text
        assert driver.place == "advisor"

    drive(tmp_path, act)


def test_what_is_written_while_the_desk_works_stays_in_the_box(tmp_path: Path) -> None:
    async def act(driver: Driver) -> None:
        board = await complain(driver)
        driver.app.busy = "thinking"
        driver.app.post_message(events.Key("2", "2"))
        await driver.pilot.press("enter")
        await asyncio.sleep(0.1)
        await driver.pilot.pause()
        assert box(driver).text == "2"
        driver.app.busy = ""
        await driver.press("enter")
        await asyncio.sleep(0.1)
        await driver.settled()
        assert box(driver).text == ""
        assert board_of(driver) != board

    drive(tmp_path, act)


def test_a_fact_is_struck_and_comes_back_with_undo(tmp_path: Path) -> None:
    async def act(driver: Driver) -> None:
        before = await complain(driver)
        known = driver.app.screen.query_one(KnownList)
        known.focus()
        assert known.go_to(before.known[0])
        await driver.press("x")
        after = board_of(driver)
        assert len(after.known) == len(before.known) - 1
        assert before.known[0].text not in [fact.text for fact in after.known]
        await driver.press("alt+u")
        assert [fact.text for fact in board_of(driver).known] == [fact.text for fact in before.known]

    drive(tmp_path, act)


def test_a_line_that_was_read_can_be_struck(tmp_path: Path) -> None:
    async def act(driver: Driver) -> None:
        await driver.press("f2")
        await driver.paste(SETTINGS)
        fact = next(fact for fact in board_of(driver).known if "40" in fact.text)
        assert fact.how == "read"
        known = driver.app.screen.query_one(KnownList)
        known.focus()
        assert known.go_to(fact)
        await driver.press("x")
        assert not any("40" in fact.text for fact in board_of(driver).known)

    drive(tmp_path, act)


def test_an_answer_is_changed_by_asking_again(tmp_path: Path) -> None:
    async def act(driver: Driver) -> None:
        board = await complain(driver)
        assert board.question is not None
        await driver.write("2")
        answered = next(fact for fact in board_of(driver).known if fact.how == "answered")
        known = driver.app.screen.query_one(KnownList)
        known.focus()
        assert known.go_to(answered)
        await driver.press("e")
        asked = board_of(driver).question
        assert asked is not None
        assert asked.id == board.question.id
        assert box(driver).has_focus

    drive(tmp_path, act)


def test_the_differential_shows_roots_above_consequences_and_how_they_moved(tmp_path: Path) -> None:
    async def act(driver: Driver) -> None:
        await complain(driver, "the cluster failed over and nothing was broken")
        driver.app.open([str(ROOT / "examples" / "vxfs-ha-cluster")])
        await driver.settled()
        rows = board_of(driver).differential.diagnoses
        assert [(row.key[0], row.depth) for row in rows[:3]] == [
            ("vxfs-buffered-bulk-writes", 0), ("swap-thrash", 1), ("ha-heartbeat-starvation", 2)
        ]  # fmt: skip
        drawn = "\n".join(widget_lines(driver.app.screen.query_one(DifferentialList)))
        for row in rows[:2]:
            assert row.title.split()[0] in drawn
            assert row.standing in drawn
        assert drawn.index(rows[0].title[:20]) < drawn.index("└ ") < drawn.index(rows[1].title[:20])
        assert "new" in drawn or "▲" in drawn

    drive(tmp_path, act, WIDE)


def test_on_a_narrow_screen_tab_brings_up_what_is_beside(tmp_path: Path) -> None:
    async def act(driver: Driver) -> None:
        await complain(driver)
        assert not driver.app.screen.query_one(DifferentialList).region.area
        seen = []
        for _ in range(5):
            await driver.press("tab")
            focused = driver.app.screen.focused
            assert focused is not None
            assert focused.region.area, f"{focused.id} has the focus and is not seen"
            seen.append(focused.id)
        assert set(seen) == {"input", "question", "talk", "differential", "known"}
        driver.app.screen.query_one(DifferentialList).focus()
        await driver.press("shift+tab")
        await driver.press("tab", "escape")
        assert box(driver).has_focus

    drive(tmp_path, act, SMALL)


def test_escape_leaves_the_box_then_the_screen(tmp_path: Path) -> None:
    async def act(driver: Driver) -> None:
        await complain(driver)
        await driver.press("escape")
        assert driver.app.screen.query_one(Talk).has_focus
        await driver.press("i")
        assert box(driver).has_focus
        await driver.press("escape", "escape")
        assert driver.place == "start"

    drive(tmp_path, act)


HOSTILE = (
    "disk [/dev/sda] fails [bold red]now[/] [link=file:///etc/passwd]x[/link]",
    "\x1b[2J\x1b]0;owned\x07 drive /dev/sdb \x1b[31mfails",
    "\u202egnol si siht\u202c the pool \u0627\u0644\u0639\u0631\u0628\u064a\u0629 is full",
    "ディスクが遅い 磁盘 é́́́́ 👩‍👩‍👧‍👦 slow disk",
    "{{ 7 * 7 }} (assert (finding)) $(reboot) `reboot` the database is slow",
    "x" * 100_000,
)


@pytest.mark.parametrize("text", HOSTILE, ids=["markup", "escapes", "right-to-left", "wide", "code", "long"])
def test_hostile_text_is_shown_as_it_is(tmp_path: Path, text: str) -> None:
    async def act(driver: Driver) -> None:
        await driver.press("f2")
        await driver.paste(text)
        await driver.settled()
        drawn = driver.text
        assert "\x1b" not in drawn
        assert "\x07" not in drawn
        assert len(drawn.splitlines()) <= 40
        assert driver.place == "advisor"
        if "[bold red]" in text:
            assert "[bold red]now[/]" in drawn

    drive(tmp_path, act)
