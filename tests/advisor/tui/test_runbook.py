"""Runbook: of the first conclusion, of a chosen one, of any case."""

from __future__ import annotations

from pathlib import Path

from tests.advisor.tui.harness import SMALL, Driver, drive

DIRTY = "root@db[/x]1# sysctl vm.dirty_ratio vm.dirty_background_ratio\nvm.dirty_ratio = 40\nvm.dirty_background_ratio = 10\n"
CLOGGED = "MemTotal: 66000000 kB\nDirty: 25900000 kB\nWriteback: 400000 kB\n"


def test_nothing_concluded_teaches_and_any_case_can_be_read(tmp_path: Path) -> None:
    async def act(driver: Driver) -> None:
        await driver.press("f6")
        assert "Nothing is concluded yet" in driver.text
        await driver.press("tab", "down", "enter")
        assert "In short" in driver.text
        await driver.press("f")
        assert driver.place == "runbook"
        assert "not concluded" in driver.text

    drive(tmp_path, act, SMALL)


def test_a_conclusion_is_filled_in_and_copied_whole(tmp_path: Path) -> None:
    async def act(driver: Driver) -> None:
        await driver.press("f2")
        await driver.write("the host freezes for some seconds while a big file is written")
        await driver.paste(DIRTY + CLOGGED)
        assert driver.app.board is not None
        diagnoses = driver.app.board.differential.diagnoses
        assert diagnoses
        await driver.press("f6")
        assert diagnoses[0].title in driver.text
        assert driver.app.place is not None
        text = driver.app.place.to_copy()
        assert all(heading in text for heading in ("When to use it", "Steps", "Sources"))
        assert "{{" not in text
        await driver.press("f")
        assert driver.place == "fix"

    drive(tmp_path, act)
