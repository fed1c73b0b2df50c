"""The answer pinned on the advisor screen: its words, its room, its keys, the plot beside it."""

from __future__ import annotations

from pathlib import Path

import pytest

from advisor.explanation.answer import answer
from advisor.explanation.report import report
from advisor.tui.widgets.card import AnswerCard
from advisor.tui.widgets.chat_input import ChatInput
from advisor.tui.widgets.plot import Plot
from advisor.tui.widgets.question_card import QuestionCard
from tests.advisor.tui.harness import NORMAL, SMALL, WIDE, Driver, drive, widget_lines
from tests.advisor.tui.test_hostile import HOSTILE, captures
from tests.tree import ROOT

SIZES = (SMALL, NORMAL, WIDE)


async def opened(driver: Driver, path: Path) -> AnswerCard:
    if driver.place != "advisor":
        await driver.press("f2")
    driver.app.open([str(path)])
    await driver.settled()
    return driver.app.screen.query_one(AnswerCard)


def example(name: str) -> Path:
    return ROOT / "examples" / name


def drawn(card: AnswerCard) -> str:
    return "\n".join(line.rstrip() for line in widget_lines(card))


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("name", ["zfs-log-spikes", "vxfs-ha-cluster", "linux-writeback-stall", "oracle-hugepages"])
def test_the_card_always_shows_cause_chain_first_step_and_what_else(
    tmp_path: Path, size: tuple[int, int], name: str
) -> None:
    async def act(driver: Driver) -> None:
        card = await opened(driver, example(name))
        assert card.found is not None
        first, text = card.found.cards[0], drawn(card)
        assert card.max_scroll_y == 0, "nothing of it is out of sight"
        assert first.item["title"] in text
        assert first.item["standing"] in text
        assert f"[{first.item['id']}]" in text
        for stage in first.stages:
            assert stage.text[:40] in text
        assert "[x] happening" in text
        assert first.steps[0][1]["label"] in text
        assert (card.found.others[0].text[:30] if card.found.others else "ruled out: ") in " ".join(text.split())
        assert driver.app.screen.query_one(ChatInput).region.bottom < size[1], "the box stands below it"

    drive(tmp_path, act, size)


def test_it_shows_the_answer_of_diagnose(tmp_path: Path) -> None:
    async def act(driver: Driver) -> None:
        card = await opened(driver, example("zfs-log-spikes"))
        made = await driver.app.desk.run(
            lambda work: answer(report(work.session.consultation, work.session.bundle, []))
        )
        assert card.found == made
        fact = made.cards[0].stages[1].fact
        assert fact is not None
        assert f"{fact['origin']['path']}:{fact['origin']['lines'][0]}" in drawn(card)

    drive(tmp_path, act, WIDE)


def test_an_optional_question_is_one_line_until_it_is_gone_to(tmp_path: Path) -> None:
    async def act(driver: Driver) -> None:
        await opened(driver, example("zfs-log-spikes"))
        question = driver.app.screen.query_one(QuestionCard)
        assert question.size.height == 1
        assert "optional: Please show" in driver.text
        await driver.press("up")
        assert question.has_focus
        assert question.size.height > 1
        assert "optional: " not in driver.text
        await driver.press("i")
        assert question.size.height == 1

    drive(tmp_path, act, SMALL)


def test_a_number_out_of_sight_answers_nothing(tmp_path: Path) -> None:
    async def act(driver: Driver) -> None:
        await driver.press("f2")
        await driver.write("The cluster failed over while a tablespace was created, and nothing was broken")
        await opened(driver, example("vxfs-ha-cluster"))
        while driver.app.board is not None and driver.app.board.question is not None:
            await driver.write("don't know")
        await driver.press("escape")
        question = driver.app.screen.query_one(QuestionCard)
        assert "next: No more questions" in driver.text
        assert question.has_digit("1")
        await driver.press("1")
        assert question.has_focus
        assert driver.place == "advisor"
        await driver.press("1")
        assert driver.place == "fix"

    drive(tmp_path, act)


def test_fix_why_and_doubt_stand_in_the_last_line_once_something_is_concluded(tmp_path: Path) -> None:
    async def act(driver: Driver) -> None:
        await driver.press("f2")
        assert "Doubt" not in driver.text
        await driver.press("alt+d")
        card = await opened(driver, example("zfs-log-spikes"))
        assert "F5 Fix  F4 Why  Alt+D Doubt" in driver.text.splitlines()[-1]
        await driver.press("alt+d")
        assert card.found is not None
        text = " ".join(drawn(card).split())
        assert "how sure" in text
        assert card.found.cards[0].alike[0].name in text
        assert "[x] happening" not in text
        await driver.press("alt+d")
        assert "[x] happening" in drawn(card)

    drive(tmp_path, act, SMALL)


def test_its_key_goes_to_the_card_and_its_lines_lead_to_what_they_say(tmp_path: Path) -> None:
    async def act(driver: Driver) -> None:
        card = await opened(driver, example("zfs-log-spikes"))
        before = card.size.height
        await driver.press("f2")
        assert card.has_focus
        assert card.size.height > before
        assert card.go_to(("stage", "happening"))
        await driver.press("enter")
        assert driver.place == "evidence"
        await driver.press("f2", "f2")
        assert driver.app.screen.query_one(ChatInput).has_focus
        await driver.press("f2")
        assert card.go_to(("step", "now"))
        await driver.press("enter")
        assert driver.place == "fix"

    drive(tmp_path, act, SMALL)


def test_the_decisive_plot_stands_beside_it_where_there_is_room(tmp_path: Path) -> None:
    async def act(driver: Driver) -> None:
        card = await opened(driver, example("zfs-log-spikes"))
        assert not any(plot.region.area for plot in driver.app.screen.query(Plot))
        await driver.pilot.resize_terminal(*WIDE)
        await driver.settled()
        plot = driver.app.screen.query_one(Plot)
        assert plot.panel.name == "asvc_t"
        assert plot.region.y <= card.region.y + 1
        assert plot.region.x >= card.region.right
        await driver.pilot.resize_terminal(*SMALL)
        await driver.settled()
        assert not plot.region.area

    drive(tmp_path, act)


def test_where_no_case_fits_it_shows_what_stands_out_literally(tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "vmstat.txt").write_text(
        "db1# vmstat 1 2\nprocs -----------memory---------- ---swap-- -----io---- -system-- ------cpu-----\n"
        " r  b   swpd   free   buff  cache   si   so    bi    bo   in   cs us sy id wa st\n"
        " 1  0      0 812340  20480 912345    0    0     5    10  200  300  5  2 93  0  0\n"
    )
    (tmp_path / "in" / "messages").write_text(
        "Nov 28 01:00:00 db1 kernel: I/O error, dev [bold]sda[/bold] [@click=app.quit()]x[/], sector 1234\n"
    )

    async def act(driver: Driver) -> None:
        card = await opened(driver, tmp_path / "in")
        text = drawn(card)
        assert "No known cause found" in text
        assert "NOT DIAGNOSED" in text
        assert "stands out    1. " in text
        assert "dev [bold]sda[/bold] [@click=app.quit()]x[/]" in text
        assert driver.app.screen.query_one(QuestionCard).size.height > 1, "the interview goes on"
        assert driver.app.screen.query_one(ChatInput).region.bottom < SMALL[1]
        assert "Fix" not in driver.text.splitlines()[-1]

    drive(tmp_path, act, SMALL)


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_hostile_captures_are_shown_literally(tmp_path: Path, size: tuple[int, int]) -> None:
    async def act(driver: Driver) -> None:
        card = await opened(driver, captures(tmp_path))
        await driver.press("f2")
        await driver.write(HOSTILE, enter=False)
        text = driver.text
        assert card.found is not None
        assert "[ta]nk" in text
        assert not {"\x1b", "\x07", "\u202e"} & set(text)
        await driver.press("alt+d")
        assert driver.place == "advisor"

    drive(tmp_path, act, size)


def test_nothing_is_pinned_before_anything_was_read(tmp_path: Path) -> None:
    async def act(driver: Driver) -> None:
        await driver.press("f2")
        card = driver.app.screen.query_one(AnswerCard)
        assert not card.display
        await driver.write("the database stalls every 5 minutes")
        assert not card.display
        await driver.press("f2")
        assert driver.app.screen.query_one(ChatInput).has_focus

    drive(tmp_path, act)
