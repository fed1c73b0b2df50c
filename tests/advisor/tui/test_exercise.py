"""Practice on a simulated host: from the list to the debriefing, by keys."""

from __future__ import annotations

import asyncio
import sys
import threading
import time
from pathlib import Path

import pytest
from textual import events

from advisor.training.progress import open_progress
from advisor.training.world import Interrupted, World
from advisor.tui.actions import PLACES
from advisor.tui.app import AdvisorApp
from advisor.tui.command import open_interface
from advisor.tui.screens.exercise import ExercisePlace
from advisor.tui.screens.training import TrainingPlace
from advisor.tui.widgets.host_text import HostText
from advisor.tui.widgets.notebook_list import NotebookList
from advisor.tui.widgets.prompt_line import PromptInput
from advisor.tui.widgets.rows import Rows
from advisor.tui.widgets.tutor_list import TutorList
from tests.advisor.tui.harness import NORMAL, SMALL, WIDE, Driver, drive
from tests.advisor.tui.test_hostile import HOSTILE

NAME, SEED = "cluster-takeover-at-night", 3
CASE = "vxfs-buffered-bulk-writes"


def place(driver: Driver) -> ExercisePlace:
    found = driver.app.place
    assert isinstance(found, ExercisePlace)
    return found


async def begin(driver: Driver, mode: str = "guided") -> ExercisePlace:
    await driver.press("f9")
    training = driver.app.place
    assert isinstance(training, TrainingPlace)
    training.begin_host(NAME, SEED, mode)
    await driver.settled()
    return place(driver)


def printed(driver: Driver) -> str:
    return "\n".join(f"{e.prompt}{e.text}" for e in place(driver).query_one(HostText).entries)


async def until(driver: Driver, text: str) -> None:
    """Wait until a text stands on the screen while something goes on."""
    for _ in range(600):
        await asyncio.sleep(0.02)
        if text in driver.text:
            return
    raise AssertionError(f"`{text}` did not come:\n{driver.text}")


def line(driver: Driver) -> PromptInput:
    return place(driver).query_one(PromptInput)


def noted(driver: Driver) -> str:
    return "\n".join(row.text.plain for row in place(driver).query_one(NotebookList).rows)


@pytest.mark.parametrize(("key", "mode"), [("1", "guided"), ("2", "exam"), ("3", "interview")])
def test_the_list_begins_with_hosts_and_one_key_says_how(key: str, mode: str, tmp_path: Path) -> None:
    async def act(driver: Driver) -> None:
        await driver.press("f9")
        rows = driver.app.screen.query_one("#material", Rows).rows
        assert [row.key[0] for row in rows if isinstance(row.key, tuple)][:4] == ["next", "short", "short", "host"]
        first = next(row for row in rows if isinstance(row.key, tuple) and row.key[0] == "host")
        assert "level 1" in first.text.plain
        driver.app.screen.query_one("#material", Rows).go_to(("host", NAME))
        await driver.press("enter")
        assert "names, sizes" in driver.text
        await driver.press(key)
        sight = place(driver).sight
        assert sight is not None
        assert sight.mode == mode
        assert f"run {sight.seed}" in driver.text.splitlines()[1]
        assert "Last night the first node" in driver.text

    drive(tmp_path, act, SMALL)


@pytest.mark.parametrize("size", [SMALL, NORMAL, WIDE])
def test_a_command_prints_its_exact_columns(size: tuple[int, int], tmp_path: Path) -> None:
    async def act(driver: Driver) -> None:
        await begin(driver)
        await driver.write("vmstat 1 3")
        text = place(driver).query_one(HostText)
        header = next(e.text for e in text.entries if e.kind == "output").split("\n")[0]
        assert any(row.startswith(header[:78]) for row in driver.text.splitlines())
        await driver.write("mount -v")
        cut = [row for row in driver.text.splitlines() if row[: text.size.width].endswith(">")]
        assert bool(cut) == (max(len(row) for row in text.entries[-1].text.split("\n")) >= text.size.width)
        await driver.press("alt+right")
        assert bool(text.left) == bool(cut)
        if cut:
            assert any(row.startswith("<") for row in driver.text.splitlines())
        await driver.write("date")
        assert text.left == 0

    drive(tmp_path, act, size)


def test_what_follows_is_noted_in_guided_practice_and_only_there(tmp_path: Path) -> None:
    async def act(driver: Driver) -> None:
        await begin(driver)
        await driver.write("mount -v")
        await driver.write(":note buffered?")
        assert "A VxFS file system is mounted." in noted(driver)
        assert "buffered?" in noted(driver)
        await driver.write(":quit")
        await driver.press("escape")
        await begin(driver, "exam")
        await driver.write("mount -v")
        await driver.write(":note buffered?")
        assert "A VxFS file system is mounted." not in noted(driver)
        assert "buffered?" in noted(driver)
        assert "Alt+I" not in driver.text
        await driver.press("alt+i")
        assert place(driver).is_current
        await driver.write(":done")
        assert "A VxFS file system is mounted." in noted(driver)

    drive(tmp_path, act)


def test_hint_conclusion_and_debriefing(tmp_path: Path) -> None:
    async def act(driver: Driver) -> None:
        here = await begin(driver)
        await driver.write("vxtunefs -p /or", enter=False)
        await driver.press("tab")
        await driver.press("alt+i")
        assert "costs 3 points" in driver.text
        await driver.press("2")
        assert "tutor: Look at this:" in driver.text
        assert len(here.query_one(TutorList).rows) == 1
        await driver.press("alt+n", "enter")  # nothing was chosen yet
        assert "why?" not in driver.text
        await driver.write("bulk vxfs")
        await driver.write("requests are cached")
        assert f":conclude {CASE} because requests are cached" in printed(driver)
        assert "Concluded: VxFS caches bulk writes" in noted(driver)
        await driver.press("alt+d")
        assert "End the exercise?" in driver.text
        await driver.press("1")
        assert "Score: " in driver.text.splitlines()[2]  # from its beginning
        assert "more lines below" in driver.text
        await driver.press("end")
        assert "To read" in driver.text
        await driver.press("home", "escape")
        assert isinstance(driver.app.place, TrainingPlace)
        assert "of 100, guided" in driver.text
        assert "not kept" not in driver.text
        with open_progress(tmp_path / "training.db") as progress:
            assert [run["scenario"] for run in progress.runs()] == [NAME]
        assert driver.app.screen.query_one("#material", Rows).row.key == ("host", NAME)  # type: ignore[union-attr]

    drive(tmp_path, act, SMALL)


def test_an_examiner_is_told_why(tmp_path: Path) -> None:
    async def act(driver: Driver) -> None:
        await begin(driver, "interview")
        await driver.press("alt+m")
        assert "an examiner wants to know" not in driver.text
        await driver.write("bulk vxfs")
        assert "an examiner wants to know" in driver.text
        await driver.press("escape", "escape")
        assert ":suspect" not in printed(driver)
        await driver.write(f":suspect {CASE}")
        assert "tutor: Why?" in driver.text

    drive(tmp_path, act)


def test_the_place_left_and_entered_again_keeps_everything(tmp_path: Path) -> None:
    async def act(driver: Driver) -> None:
        here = await begin(driver)
        await driver.write("uname -a")
        await driver.write("vmsta", enter=False)
        before = driver.text
        for name, _, _ in PLACES:
            await driver.press(name)
        await driver.press("f9")
        assert place(driver) is here
        assert driver.text == before
        await driver.press("up")
        assert line(driver).value == "uname -a"
        await driver.press("down")
        assert line(driver).value == "vmsta"
        await driver.press("escape", "escape")
        assert driver.place != "training"
        await driver.press("f9")
        assert (
            driver.text.splitlines()[:-1] == before.splitlines()[:-1]
        )  # the last line has the keys of where the focus is

    drive(tmp_path, act, SMALL)


def test_another_size_keeps_the_place(tmp_path: Path) -> None:
    async def act(driver: Driver) -> None:
        here = await begin(driver)
        await driver.write("man vmstat; vmstat 1 40")
        await driver.write("vxtun", enter=False)
        await driver.press("pageup", "pageup")
        first = driver.text.splitlines()[2]
        for size in (WIDE, (40, 10), SMALL):
            await driver.pilot.resize_terminal(*size)
            await driver.settled()
            assert line(driver).value == "vxtun"
        assert driver.text.splitlines()[2] == first
        await driver.press("alt+o")
        assert here.query_one("#beside").region.width == 80
        await driver.press("escape")
        assert driver.text.splitlines()[2] == first
        await driver.press("pagedown", "pagedown")
        assert "more lines below" not in driver.text
        await driver.pilot.resize_terminal(*WIDE)
        await driver.settled()
        assert "more lines below" not in driver.text

    drive(tmp_path, act, SMALL)


def test_tab_completes_commands_files_people_and_words(tmp_path: Path) -> None:
    async def act(driver: Driver) -> None:
        await begin(driver)
        for begun, whole in (
            ("vmst", "vmstat "), ("cat /var/log/ha", "cat /var/log/ha-log "), ("ask db", "ask dba "), (":conc", ":conclude "),
            (":conclude vxfs-b", f":conclude {CASE} "), ("ls /va", "ls /var/"), ("cat /etc/mnttab | gre", "cat /etc/mnttab | grep "),
            ("zzz", "zzz"), ("date ", "date "),
        ):  # fmt: skip
            await driver.write(begun, enter=False)
            await driver.press("tab")
            assert line(driver).value == whole
            await driver.press("ctrl+c")
        await driver.write("mount -v")
        await driver.write("vxtunefs /orad", enter=False)
        await driver.press("tab", "ctrl+c")
        await driver.write("ls rea", enter=False)
        await driver.press("tab")
        assert line(driver).value.startswith("ls read/write")  # a word that was printed
        await driver.press("ctrl+c")
        await driver.write(":", enter=False)
        await driver.press("tab")
        assert "10 begin so" in driver.text
        await driver.press("ctrl+c", "tab")
        assert not line(driver).has_focus

    drive(tmp_path, act)


def test_a_long_wait_holds_nothing_up_and_can_be_interrupted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is waited for never ends by itself here: how long a simulated day takes depends on the machine."""

    def wait(world: World, seconds: float) -> None:
        until = time.monotonic() + 60
        while not world.interrupted and time.monotonic() < until:
            time.sleep(0.005)
        raise Interrupted

    async def act(driver: Driver) -> None:
        here = await begin(driver)
        monkeypatch.setattr(World, "wait", wait)
        line(driver).write("sleep 86400")
        await driver.pilot.press("enter")
        await until(driver, "still running")
        await driver.pilot.press("u", "n", "a")
        assert line(driver).value == "una"
        await driver.pilot.press("f8", "f9")
        assert driver.app.place is here
        await driver.press("ctrl+c")
        assert "^C" in printed(driver)
        assert "^C" in driver.text
        await driver.press("up")
        assert line(driver).value == "una"

    drive(tmp_path, act)


def test_what_is_interrupted_before_it_runs_is_interrupted(tmp_path: Path) -> None:
    async def act(driver: Driver) -> None:
        here = await begin(driver)
        held = threading.Event()
        driver.app.run_worker(driver.app.desk.run(lambda work: held.wait(30)))
        here.say("sleep 86400")
        await driver.pilot.pause()
        here.on_prompt_input_interrupted()
        held.set()
        await driver.settled()
        assert "^C" in printed(driver)
        await driver.write("date")
        assert printed(driver).count("^C") == 1

    drive(tmp_path, act)


def test_lines_that_come_faster_than_they_run_are_run_in_order(tmp_path: Path) -> None:
    async def act(driver: Driver) -> None:
        await begin(driver)
        for text in ("date", "hostname", "uname -a"):
            line(driver).write(text)
            await driver.pilot.press("enter")
        await driver.settled()
        typed = [e.text for e in place(driver).query_one(HostText).entries if e.kind == "typed"]
        assert typed == ["date", "hostname", "uname -a"]

    drive(tmp_path, act)


def test_of_pasted_lines_one_after_the_other_is_seen_before_it_runs(tmp_path: Path) -> None:
    async def act(driver: Driver) -> None:
        await begin(driver)
        await driver.paste("date\nhostname\n\nuname -a\n", enter=False)
        assert line(driver).value == "date"
        assert "2 more pasted lines wait" in driver.text
        await driver.press("enter")
        assert line(driver).value == "hostname"
        assert "1 more pasted line waits" in driver.text
        await driver.press("escape")
        assert "were dropped" in driver.text
        await driver.press("enter")
        assert line(driver).value == ""

    drive(tmp_path, act)


def test_whatever_is_typed_is_only_text(tmp_path: Path) -> None:
    async def act(driver: Driver) -> None:
        here = await begin(driver)
        for text in (HOSTILE, "日本" * 300, "x" * 3_000):
            await driver.paste(text)
        for text in (f"echo {HOSTILE}", f":note {HOSTILE}", f":conclude {CASE} because {HOSTILE}", f"ask dba {HOSTILE}",
                     "echo '[bold]x[/bold] [@click=app.quit()]y[/]'"):  # fmt: skip
            here.say(text)
        await driver.press("alt+o", "escape", "alt+d", "1")
        assert "[bold]x[/bold]" in printed(driver)
        for size in (SMALL, NORMAL):
            await driver.pilot.resize_terminal(*size)
            await driver.settled()
            await every_screenful(driver)
            assert "To read" in driver.text

    drive(tmp_path, act, SMALL)


async def every_screenful(driver: Driver) -> None:
    """Nothing on any screenful of what was printed does more than stand there."""
    text = place(driver).query_one(HostText)
    text.action_first()
    while True:
        await driver.pilot.pause()
        assert "\x1b" not in driver.text
        assert "\x07" not in driver.text
        if text.scroll_offset.y >= text.max_scroll_y:
            return
        text.action_page(1)


def test_what_is_typed_elsewhere_goes_to_the_prompt(tmp_path: Path) -> None:
    async def act(driver: Driver) -> None:
        await begin(driver)
        await driver.write("uname -a")
        await driver.press("escape")
        assert place(driver).query_one(HostText).has_focus
        await driver.write("ls /", enter=False)
        assert line(driver).value == "ls /"
        await driver.press("ctrl+c", "alt+o")
        await driver.write("date")
        assert "hostname" not in printed(driver)
        assert any(e.text == "date" for e in place(driver).query_one(HostText).entries)
        assert not place(driver).has_class("-beside")

    drive(tmp_path, act, SMALL)


def test_a_click_on_the_host_then_typing_and_the_wheel(tmp_path: Path) -> None:
    async def act(driver: Driver) -> None:
        here = await begin(driver)
        await driver.write("vmstat 1 40")
        await driver.pilot.click("#host", offset=(5, 5))
        await driver.write("ls /", enter=False)
        assert line(driver).value == "ls /"
        before = here.query_one(HostText).scroll_offset.y
        await driver.pilot._post_mouse_events([events.MouseScrollUp], "#host", (5, 5), button=0)
        await driver.settled()
        assert here.query_one(HostText).scroll_offset.y == before - 3
        await driver.pilot.click("#notebook", offset=(5, 4))
        await driver.pilot.click("#notebook", offset=(5, 4))

    drive(tmp_path, act)


def test_quitting_asks_once_where_an_exercise_would_be_lost(tmp_path: Path) -> None:
    (tmp_path / "training.db").write_bytes(b"no database at all" * 100)

    async def act(driver: Driver) -> None:
        await begin(driver)
        await driver.write("uname -a")
        assert "From here on this exercise is not kept" in driver.text
        await driver.press("f8", "ctrl+q")
        assert "the exercise would be lost" in driver.text
        assert not driver.app._exit
        await driver.press("f9")
        await driver.write(":quit")
        assert "Ended without a score." in driver.text
        await driver.press("enter", "x", "alt+n", "alt+d")
        assert isinstance(driver.app.place, TrainingPlace)
        assert "ended without a score" in driver.text
        await driver.pilot.press("ctrl+q")
        assert driver.app._exit

    drive(tmp_path, act)


def test_no_single_key_leaves_the_host_without_a_word(tmp_path: Path) -> None:
    async def act(driver: Driver) -> None:
        await begin(driver)
        await driver.write("uname -a")
        for key in ("ctrl+c", "ctrl+d", "ctrl+z", "ctrl+backslash"):
            await driver.press(key)
            assert isinstance(driver.app.place, ExercisePlace)
        assert driver.app.simulating
        await driver.press("escape", "escape")
        assert not isinstance(driver.app.place, ExercisePlace)
        assert "the exercise waits: F9 goes back to it" in driver.text
        await driver.press("f9", "ctrl+q")
        assert "press the key again to leave for the REAL host; the exercise is kept" in driver.text
        assert not driver.app._exit
        await driver.pilot.press("ctrl+q")
        assert (driver.app._exit, driver.app.simulating) == (True, True), "what follows on the terminal says so"

    drive(tmp_path, act)


@pytest.mark.parametrize("ends", [0, 70, 128 + 15])
def test_whatever_ends_the_interface_says_where_commands_run(
    ends: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[bool] = []

    def run(app: AdvisorApp, mouse: bool) -> int:
        app.simulating = True
        return ends

    monkeypatch.setattr("advisor.tui.guard.run", run)
    monkeypatch.setattr("advisor.leaving.leave", lambda terminal, begun: told.append(begun))
    monkeypatch.setattr("sys.stdin", sys.__stdin__)
    monkeypatch.setenv("TEXTUAL_DRIVER", "textual.drivers.web_driver:WebDriver")
    assert open_interface(str(tmp_path / "sessions.db"), "", [], "", None, mouse=False) == ends
    assert told == [True]


def test_help_and_commands_know_the_exercise(tmp_path: Path) -> None:
    async def act(driver: Driver) -> None:
        await begin(driver)
        await driver.press("f1")
        assert "In an exercise on a simulated host" in "\n".join(
            r.text.plain for r in driver.app.screen.query_one(Rows).rows
        )
        await driver.press("f9", "alt+u")
        assert "no undo" in driver.text
        await driver.press("ctrl+p")
        await driver.write("Names the cause", enter=False)
        await asyncio.sleep(0.3)
        assert "Alt+N" in driver.text

    drive(tmp_path, act)
