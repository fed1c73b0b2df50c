"""The evidence screen by keys: from a capture to its lines, to what rests on them, to the plots and back."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path

import pytest

from advisor.session.originals import Original
from advisor.tui.screens.evidence import EvidencePlace
from advisor.tui.widgets.capture_tree import Spot
from advisor.tui.widgets.cited_by import CitedBy
from advisor.tui.widgets.path_box import PathBox
from advisor.tui.widgets.plot_panels import PlotPanels
from facts.progress import Progress, Watch
from tests.advisor.tui.harness import NORMAL, SMALL, WIDE, Driver, drive
from tests.kb.examples import every

SPIKES = "examples/zfs-log-spikes"
SIZES = [SMALL, NORMAL, WIDE]


def place(driver: Driver) -> EvidencePlace:
    screen = driver.app.screen
    assert isinstance(screen, EvidencePlace)
    return screen


async def quiet(driver: Driver) -> None:
    """Wait until the mark has stood still and what it stands on is read."""
    await asyncio.sleep(0.2)
    await driver.settled()


async def opened(driver: Driver, path: str = SPIKES) -> EvidencePlace:
    driver.app.open([path])
    await driver.settled()
    await driver.press("f3")
    await quiet(driver)
    return place(driver)


def went(driver: Driver, monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, object]]:
    """Where the screen wants to go, instead of going there."""
    places: list[tuple[str, object]] = []
    monkeypatch.setattr(driver.app, "go", lambda name, target=None: places.append((name, target)))
    return places


@pytest.mark.parametrize("size", every(2, SIZES))
def test_without_captures_the_screen_says_what_to_take_and_opens_it(tmp_path: Path, size: tuple[int, int]) -> None:
    async def act(driver: Driver) -> None:
        await driver.press("f3")
        assert "No captures yet" in driver.text
        assert "vmstat 1 60" in driver.text
        await driver.write(f"{SPIKES}/db41")
        await quiet(driver)
        assert len(place(driver).evidence.files) == 5
        assert "iostat.txt" in driver.text
        assert "No captures yet" not in driver.text

    drive(tmp_path, act, size)


def test_a_pasted_output_is_read_and_its_lines_are_shown(tmp_path: Path) -> None:
    async def act(driver: Driver) -> None:
        await driver.press("f3")
        assert isinstance(driver.app.focused, PathBox)
        await driver.paste("[root@db1 ~]# sysctl vm.dirty_ratio\nvm.dirty_ratio = 40\n", enter=False)
        await quiet(driver)
        assert [file.path for file in place(driver).evidence.files] == ["pasted"]
        assert "vm.dirty_ratio = 40" in driver.text

    drive(tmp_path, act)


def test_a_path_that_is_not_there_is_said(tmp_path: Path) -> None:
    async def act(driver: Driver) -> None:
        await driver.press("f3")
        await driver.write("/no/such/file")
        assert "/no/such/file" in driver.text
        assert "No captures yet" in driver.text

    drive(tmp_path, act)


@pytest.mark.parametrize("size", every(2, SIZES))
def test_the_tree_leads_to_the_lines_of_an_output(tmp_path: Path, size: tuple[int, int]) -> None:
    async def act(driver: Driver) -> None:
        screen = await opened(driver)
        screen.captures.go_to(Spot("output", "db41/zpool-status.txt", 2))
        await quiet(driver)
        assert screen.path == "db41/zpool-status.txt"
        await driver.press("enter")
        assert screen.text.has_focus
        assert screen.text.line == 2
        assert "db41/zpool-status.txt" in driver.text

    drive(tmp_path, act, size)


@pytest.mark.parametrize("size", every(2, SIZES))
def test_every_cited_line_is_come_to_and_its_conclusions_are_named(tmp_path: Path, size: tuple[int, int]) -> None:
    async def act(driver: Driver) -> None:
        screen = await opened(driver)
        wanted = [(file.path, c.lines[0]) for file in screen.evidence.files for c in file.citations]
        places = list(dict.fromkeys(wanted))
        here = (screen.path, screen.text.line)
        assert here == places[0]
        for number in range(1, len(places) + 1):
            await driver.press("c")
            here = (screen.path, screen.text.line)
            assert here == places[number % len(places)]
            assert "ZFS transaction groups delay the intent log" in driver.text
        for number in range(1, len(places) + 1):
            await driver.press("C")
            assert (screen.path, screen.text.line) == places[-number]

    drive(tmp_path, act, size)


def test_a_cited_line_leads_to_its_place_in_the_proof(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def act(driver: Driver) -> None:
        screen = await opened(driver)
        places = went(driver, monkeypatch)
        by = screen.text.cited.at(screen.text.line)[0].by
        screen.enter(screen.text)
        await driver.press("enter")
        if screen.query_one(CitedBy).has_focus:
            await driver.press("enter")
        assert places == [("diagnosis", (by[0].key, by[0].node))]
        await driver.press("home", "enter")
        assert len(places) == 1
        assert "no conclusion rests on this line" in driver.text

    drive(tmp_path, act)


def test_other_screens_lead_to_a_line_and_to_what_a_conclusion_cites(tmp_path: Path) -> None:
    async def act(driver: Driver) -> None:
        driver.app.open([SPIKES])
        await driver.settled()
        driver.app.go("evidence", ("db41/iostat.txt", 300))
        await quiet(driver)
        screen = place(driver)
        assert (screen.path, screen.text.line) == ("db41/iostat.txt", 300)
        assert screen.text.has_focus
        key = next(iter(screen.evidence.conclusions))
        driver.app.go("evidence", key)
        await quiet(driver)
        assert any(by.key == key for c in screen.text.cited.at(screen.text.line) for by in c.by)
        driver.app.go("evidence", ("nowhere.txt", 1))
        await quiet(driver)
        assert "nowhere.txt is not among the captures" in driver.text

    drive(tmp_path, act)


@pytest.mark.parametrize("size", every(2, SIZES))
def test_plots_and_lines_lead_to_each_other(tmp_path: Path, size: tuple[int, int]) -> None:
    async def act(driver: Driver) -> None:
        screen = await opened(driver)
        driver.app.go("evidence", ("db41/iostat.txt", 128))
        await quiet(driver)
        await driver.press("p")
        panels = screen.query_one(PlotPanels)
        assert panels.has_focus
        assert "asvc_t" in driver.text
        panel = panels.shown[panels.active].panel
        assert panel.found
        assert panel.lines[panels.shared.cursor] == 128
        await driver.press("right")
        line = panel.lines[panels.shared.cursor]
        await driver.press("enter")
        assert screen.text.has_focus
        assert screen.text.line == line > 128
        await driver.press("p", "p")
        assert screen.text.has_focus
        assert screen.text.line == line
        await driver.press("p", "escape")
        assert screen.text.has_focus
        assert driver.place == "evidence"

    drive(tmp_path, act, size)


def test_what_has_no_samples_is_not_plotted(tmp_path: Path) -> None:
    async def act(driver: Driver) -> None:
        screen = await opened(driver)
        driver.app.go("evidence", ("db41/zpool-list.txt", 1))
        await quiet(driver)
        await driver.press("p")
        assert "no samples here to plot" in driver.text
        assert screen.text.has_focus

    drive(tmp_path, act)


def test_search_goes_on_and_ends(tmp_path: Path) -> None:
    async def act(driver: Driver) -> None:
        screen = await opened(driver)
        await driver.press("n")
        assert "search first" in driver.text
        driver.app.go("evidence", ("db41/iostat.txt", 1))
        await quiet(driver)
        await driver.press("slash")
        await driver.write("ASVC_T")
        assert "not found in this file: ASVC_T" in driver.text
        await driver.press("slash")
        await driver.write("asvc_t")
        first = screen.text.line
        await driver.press("n")
        assert screen.text.line > first > 1
        await driver.press("N", "escape")
        assert screen.text.line == first
        assert screen.text.pattern is None
        assert driver.place == "evidence"

    drive(tmp_path, act)


def test_lines_are_said_to_be_others_where_the_file_has_changed_or_is_gone(tmp_path: Path) -> None:
    capture = tmp_path / "db1.txt"
    capture.write_text("[root@db1 ~]# sysctl vm.dirty_ratio\nvm.dirty_ratio = 40\n")

    async def act(driver: Driver) -> None:
        screen = await opened(driver, str(capture))
        assert "changed" not in driver.text
        capture.write_text("something\nelse\n")
        screen._reader.forget()
        screen.open_file(screen.path, again=True)
        await quiet(driver)
        assert "! changed" in driver.text
        assert "else" in driver.text
        capture.unlink()
        screen._reader.forget()
        screen.open_file(screen.path, again=True)
        await quiet(driver)
        assert "! not whole" in driver.text
        assert "vm.dirty_ratio = 40" in driver.text

    drive(tmp_path, act, WIDE)


@pytest.mark.parametrize("size", every(2, SIZES))
def test_hostile_names_and_lines_break_nothing(tmp_path: Path, size: tuple[int, int]) -> None:
    folder = tmp_path / "captures" / "[b]db[/b] שלום"
    folder.mkdir(parents=True)
    lines = [
        "[root@db1 ~]# sysctl vm.dirty_ratio",
        "vm.dirty_ratio = 40",
        "\x1b[31m[/red] [@click=quit]x",
        "日本\t" * 2000,
        "x" * 900_000,
    ]
    (folder / "e\u0301[sda] 日本.txt").write_text("\n".join(lines) + "\n")

    async def act(driver: Driver) -> None:
        screen = await opened(driver, str(folder.parent))
        assert "[sda]" in driver.text
        screen.enter(screen.text)
        await driver.press("end", "w", "pageup", "w", "ctrl+right", "home", "down", "down")
        await driver.press("ctrl+left")
        assert "[/red] [@click=quit]x" in driver.text
        assert "\x1b" not in driver.text
        await driver.press("p", "c", "slash", "escape", "tab", "tab")

    drive(tmp_path, act, size)


def test_reading_a_large_capture_is_said_and_can_be_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Slow:
        def __init__(self, session: object) -> None:
            pass

        def find(self, path: str, watch: Watch) -> Original:
            while True:
                time.sleep(0.01)
                watch(Progress(path, 0, 30, 100, "reading"))

    async def act(driver: Driver) -> None:
        screen = await opened(driver)
        before = screen.path
        monkeypatch.setattr("advisor.tui.capture_reader.Originals", Slow)
        screen.open_file("db41/iostat.txt", 1)
        await asyncio.sleep(0.6)
        assert "reading db41/iostat.txt 30 % ...; Esc stops it" in driver.text
        await driver.press("escape")
        assert "was stopped" in driver.text
        assert driver.place == "evidence"
        assert screen.path == before
        assert "Esc stops it" not in driver.text

    drive(tmp_path, act, WIDE)


def test_where_the_screen_is_narrow_tab_brings_up_one_part_after_the_other(tmp_path: Path) -> None:
    async def act(driver: Driver) -> None:
        await opened(driver)
        assert "Captures (8)" in driver.text
        assert "Cited by" not in driver.text
        await driver.press("tab")
        assert "Captures (8)" not in driver.text
        assert "Cited by" in driver.text
        await driver.press("escape")
        assert "Captures (8)" in driver.text
        assert driver.place == "evidence"
        await driver.press("escape")
        assert driver.place != "evidence"

    drive(tmp_path, act, SMALL)


def test_what_is_taken_back_is_not_shown_any_more(tmp_path: Path) -> None:
    async def act(driver: Driver) -> None:
        screen = await opened(driver)
        await driver.press("alt+u")
        await quiet(driver)
        assert "No captures yet" in driver.text
        driver.app.say("redo")
        await quiet(driver)
        assert len(screen.evidence.files) == 8
        assert screen.text.shown.lines

    drive(tmp_path, act)


def test_copy_takes_the_marked_line_and_the_path(tmp_path: Path) -> None:
    async def act(driver: Driver) -> None:
        screen = await opened(driver)
        assert screen.to_copy() == screen.path
        driver.app.go("evidence", ("db41/zpool-list.txt", 1))
        await quiet(driver)
        assert screen.to_copy() == Path(SPIKES, "db41/zpool-list.txt").read_text().splitlines()[0]

    drive(tmp_path, act)
