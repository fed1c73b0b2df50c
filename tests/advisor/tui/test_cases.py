"""Cases and sources: search while typing, pages, and the ways from there."""

from __future__ import annotations

from pathlib import Path

from tests.advisor.tui.harness import SMALL, Driver, drive


def test_typing_finds_and_enter_reads(tmp_path: Path) -> None:
    async def act(driver: Driver) -> None:
        await driver.press("f7")
        assert "Cases: arrays" in driver.text
        await driver.write("txg log", enter=False)
        assert "ZFS transaction groups delay the intent log" in driver.text
        await driver.press("enter")
        assert "ZFS-010; zfs-txg-log-contention" in driver.text
        assert "<POOL>" in driver.app.place.to_copy()  # type: ignore[union-attr]
        await driver.press("escape", "escape")
        assert "Cases: arrays" in driver.text
        assert driver.place == "cases"

    drive(tmp_path, act, SMALL)


def test_letters_are_typed_in_the_box_and_commands_in_the_list(tmp_path: Path) -> None:
    async def act(driver: Driver) -> None:
        await driver.press("f7")
        await driver.write("dr", enter=False)
        assert driver.place == "cases"
        await driver.press("escape", "down", "r")
        assert driver.place == "runbook"
        assert "not concluded" in driver.text
        await driver.press("c")
        assert driver.place == "cases"

    drive(tmp_path, act)


def test_no_hit_says_so_and_hostile_words_are_only_words(tmp_path: Path) -> None:
    async def act(driver: Driver) -> None:
        await driver.press("f7")
        for words in ('"] OR (NEAR', "[/bold]\x1b[31m*", "x" * 5000, "\u202eabc e\u0301\u0301"):
            await driver.paste(words, enter=False)
            assert driver.place == "cases"
            await driver.press("escape")
        await driver.write("qqqq", enter=False)
        assert "Nothing is found" in driver.text

    drive(tmp_path, act)


def test_arrives_at_a_case_a_word_and_a_source(tmp_path: Path) -> None:
    async def act(driver: Driver) -> None:
        for target, seen in (
            ("drive-failing", "DSK-019"),
            ("huge page", "A page of memory"),
            ("oracle-blogs-2012", "Cases that cite it"),
        ):
            driver.app.go("cases", target)
            await driver.settled()
            assert seen in driver.text
        driver.app.go("cases", ("drive-failing", "db1", "sdb"))
        await driver.settled()
        assert "DSK-019" in driver.text

    drive(tmp_path, act)
