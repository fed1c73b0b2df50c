"""Short exercises and progress in the Training place: keys answer, what was answered counts, what is next is said."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from advisor.training.progress import open_progress
from advisor.training.quiz import Question, Quiz
from advisor.tui.screens.learnt import Learnt
from advisor.tui.screens.quiz import QuizPlace
from advisor.tui.screens.training import TrainingPlace
from advisor.tui.widgets.host_text import HostText
from advisor.tui.widgets.rows import Rows
from tests.advisor.tui.harness import SMALL, WIDE, Driver, drive

_WIDE_LINE = "device " + "x" * 300
QUESTIONS = [
    Question(f"host# iostat {n}\n[bold]{_WIDE_LINE}[/]\n" + "line\n" * 30, "What follows?", ("[red]first[/]", "second", "third"), 1,
             "second", ("vmstat-linux",), ("It says too: [/] more",))
    for n in range(3)
]  # fmt: skip


@pytest.fixture(autouse=True)
def _few_questions(monkeypatch: pytest.MonkeyPatch) -> None:
    """Those of the scenarios are asked for in tests of their own; making them takes seconds."""
    monkeypatch.setattr("advisor.views.quizzes.quiz_of", lambda *_: Quiz(list(QUESTIONS)))


async def begin(driver: Driver, kind: str = "drill") -> QuizPlace:
    await driver.press("f9")
    driver.app.screen.query_one("#material", Rows).go_to(("short", kind))
    await driver.press("enter")
    found = driver.app.place
    assert isinstance(found, QuizPlace)
    return found


def tried(tmp_path: Path) -> dict[str, int]:
    with open_progress(tmp_path / "training.db") as progress:
        return dict(progress._database.execute("select name, tried from skills"))


@pytest.mark.parametrize("size", [SMALL, WIDE])
def test_digits_answer_and_enter_goes_on_to_the_end(size: tuple[int, int], tmp_path: Path) -> None:
    async def act(driver: Driver) -> None:
        await begin(driver)
        assert "question 1 of 3" in driver.text
        assert "[red]first[/]" in driver.text
        await driver.press("9", "enter")  # neither is an answer
        assert "press 1 to 3" in driver.text
        await driver.press("2")
        assert "✓ Right" in driver.text
        assert "It says too: [/] more" in driver.text
        await driver.press("1")  # it was answered
        assert "✓ Right" in driver.text
        await driver.press("enter", "enter", "1")
        assert "✗ No" in driver.text
        assert "2 is right" in driver.text
        await driver.press("enter", "down", "enter")
        assert "✓ Right" in driver.text
        await driver.press("enter")
        assert "67 of 100 points" in driver.text
        assert tried(tmp_path) == {}
        await driver.press("enter")
        assert isinstance(driver.app.place, TrainingPlace)
        assert "67 of 100" in driver.text
        assert tried(tmp_path) == {"vmstat-linux": 1}

    drive(tmp_path, act, size)


def test_what_is_asked_about_is_scrolled_from_the_choices(tmp_path: Path) -> None:
    async def act(driver: Driver) -> None:
        shown = (await begin(driver)).query_one(HostText)
        assert "Page Down shows them" in driver.text
        await driver.press("right")
        assert shown.left > 0
        await driver.press("alt+left", "pagedown")
        assert shown.scroll_offset.y > 0
        await driver.press("pageup")
        assert (shown.scroll_offset.y, shown.left) == (0, 0)
        await driver.pilot.resize_terminal(40, 12)
        await driver.settled()
        await driver.press("2")
        assert "✓ Right" in driver.text

    drive(tmp_path, act, SMALL)


def test_escape_ends_and_what_was_answered_counts(tmp_path: Path) -> None:
    async def act(driver: Driver) -> None:
        await begin(driver, "flaw")
        await driver.press("escape")
        assert isinstance(driver.app.place, TrainingPlace)
        assert tried(tmp_path) == {}
        await begin(driver, "flaw")
        await driver.press("2")
        await driver.press("f8", "ctrl+q")
        assert "the exercise would be lost" in driver.text
        await driver.press("f9", "escape")
        assert "1 of 3 answered" in driver.text
        assert tried(tmp_path) == {"vmstat-linux": 1}

    drive(tmp_path, act)


def test_what_is_next_and_the_last_scores_are_in_the_list(tmp_path: Path) -> None:
    now = datetime.now(UTC)
    with open_progress(tmp_path / "training.db") as progress:
        progress.ran("unreadable-archive", 1, "exam", 80, 9.0, {}, now)
        progress.practised("cluster-logs", 0.1, now - timedelta(days=30))

    async def act(driver: Driver) -> None:
        await driver.press("f9")
        rows = driver.app.screen.query_one("#material", Rows).rows
        assert rows[0].text.plain.startswith("Next for you: ")
        assert "to repeat: Reading the log of a cluster" in rows[0].text.plain
        assert next(r for r in rows if r.key == ("host", "unreadable-archive")).text.plain.count("80 of 100, exam") == 1
        await driver.press("p")
        assert isinstance(driver.app.screen, Learnt)
        assert "Reading the log of a cluster" in driver.text
        assert "due now" in driver.text
        assert "80 points  unreadable-archive (exam)" in driver.text
        await driver.press("pagedown", "escape", "slash")
        await driver.write("archive")
        assert driver.app.screen.query_one("#material", Rows).row.key == ("host", "unreadable-archive")  # type: ignore[union-attr]

    drive(tmp_path, act, SMALL)


def test_progress_that_cannot_be_read_is_said_and_hinders_nothing(tmp_path: Path) -> None:
    (tmp_path / "training.db").write_bytes(b"no database at all" * 100)

    async def act(driver: Driver) -> None:
        await driver.press("f9")
        assert "progress cannot be read" in driver.text
        await driver.press("p")
        assert "progress cannot be read" in driver.text
        await driver.press("escape")
        await begin(driver)
        await driver.press("2", "escape")
        assert "progress is not kept" in driver.text

    drive(tmp_path, act)
