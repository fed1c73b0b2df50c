"""The diagnosis screen by keys: from a conclusion down to the cited line, and from a case to why it is not concluded."""

from __future__ import annotations

from pathlib import Path

import pytest

from advisor.tui.widgets.differential_list import DifferentialList
from advisor.tui.widgets.lines import Lines
from tests.advisor.tui.harness import NORMAL, SMALL, Driver, drive

FRAGMENTED = "examples/zfs-oracle-fragmented"
FULL = ("zfs-pool-fragmentation", "orapro10", "Oracle_R10")
TOLD = (
    "Oracle 11.2.0.2 on Linux needs 10000 hugepages, there are 9999 hugepages, and Oracle does not use the hugepages."
)
TWICE = ("zfs-logbias-double-write", "orapro10", "Oracle_R10/datafiles")
GANG_LINE = ("gang-blocks.txt", 3)


async def opened(driver: Driver, path: str = FRAGMENTED) -> None:
    driver.app.open([path])
    await driver.settled()
    await driver.press("f4")


def proof(driver: Driver) -> Lines:
    return driver.app.screen.query_one("#proof", Lines)


def conclusions(driver: Driver) -> DifferentialList:
    return driver.app.screen.query_one(DifferentialList)


def shown(driver: Driver) -> str:
    """Every line that is not folded."""
    lines = proof(driver)
    return "\n".join(lines.rows[number].text.plain for number in lines._unfolded())


def went(driver: Driver, monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, object]]:
    """Where the screen wants to go, instead of going there."""
    places: list[tuple[str, object]] = []
    monkeypatch.setattr(driver.app, "go", lambda name, target=None: places.append((name, target)))
    return places


def test_before_anything_is_known_the_screen_says_where_to_begin(tmp_path: Path) -> None:
    async def act(driver: Driver) -> None:
        await driver.press("f4")
        assert "Describe the trouble or paste outputs on the Advisor screen" in " ".join(driver.text.split())
        await driver.press("f", "w", "enter", "e")
        assert driver.place == "diagnosis"
        driver.app.hear(TOLD)
        await driver.settled()
        assert conclusions(driver).has_focus
        assert "huge pages" in driver.text

    drive(tmp_path, act, SMALL)


@pytest.mark.parametrize("size", [SMALL, NORMAL])
def test_a_conclusion_leads_down_to_the_cited_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, size: tuple[int, int]
) -> None:
    async def act(driver: Driver) -> None:
        await opened(driver)
        await driver.press("enter")
        assert proof(driver).has_focus
        places = went(driver, monkeypatch)
        leaf = ("node", FULL, "gang-blocks-sustained/1/leaf-1")
        while (row := proof(driver).row) is not None and row.key != leaf:
            before = proof(driver).marked, proof(driver).scroll_offset
            await driver.press("j")
            assert (proof(driver).marked, proof(driver).scroll_offset) != before, (
                "the end of the proof without the line"
            )
        assert "371 416399" in driver.text
        await driver.press("enter")
        assert places == [("evidence", GANG_LINE)]

    drive(tmp_path, act, size)


def test_the_whole_proof_unfolds_to_quantities_references_and_sources(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def act(driver: Driver) -> None:
        await opened(driver)
        await driver.press("enter")
        folded = shown(driver)
        assert "pool-devices-slow" in folded
        assert "pool-devices-slow (Oracle_R10)" not in folded
        await driver.press("e")
        text = shown(driver)
        for wanted in (
            "pool-devices-slow (Oracle_R10)",
            "gaechter-2012: Fragmentierung",
            "here: ",
            "DOAG conference",
            "(asked: at least 80)",
        ):
            assert wanted in text
        source = next(row for row in proof(driver).rows if row.text.plain.startswith("gaechter-2012"))
        places = went(driver, monkeypatch)
        proof(driver).go_to(source.key)
        await driver.press("enter")
        assert places == [("cases", "gaechter-2012")]
        await driver.press("e")
        assert "Why (5 arguments)" in shown(driver)
        assert "pool-devices-slow (Oracle_R10)" not in shown(driver)

    drive(tmp_path, act)


def test_arriving_at_a_node_unfolds_what_hides_it(tmp_path: Path) -> None:
    async def act(driver: Driver) -> None:
        await opened(driver)
        await driver.press("f2")
        node = "pool-devices-slow/1/leaf-1"
        driver.app.go("diagnosis", (FULL, node))
        await driver.settled()
        assert proof(driver).has_focus
        row = proof(driver).row
        assert row is not None
        assert row.key == ("node", FULL, node)
        for _ in range(100):  # the screen is drawn before it is scrolled there
            if "pool-device" not in driver.text:
                await driver.pilot.pause(0.05)
        assert "pool-device Oracle_R10: role = data" in driver.text

    drive(tmp_path, act, SMALL)


def test_another_conclusion_shows_another_proof_and_f_goes_to_its_fix(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def act(driver: Driver) -> None:
        await opened(driver)
        await driver.press("j", "j")
        assert "data-logged-in-pool" in shown(driver)
        places = went(driver, monkeypatch)
        await driver.press("f")
        assert places == [("fix", TWICE)]

    drive(tmp_path, act)


def test_a_case_that_is_ruled_out_says_why_and_enter_looks_at_each_condition(tmp_path: Path) -> None:
    async def act(driver: Driver) -> None:
        await opened(driver)
        ruled_out = next(
            row for row in conclusions(driver).rows if isinstance(row.key, tuple) and row.key[0] == "ruled-out"
        )
        conclusions(driver).go_to(ruled_out.key)
        await driver.settled()
        reason = ruled_out.text.plain.split("\n")[-1]
        assert reason in shown(driver)
        await driver.press("enter")
        assert "Why not: " in shown(driver)
        assert proof(driver).has_focus
        await driver.press("escape")
        assert conclusions(driver).has_focus

    drive(tmp_path, act)


def test_why_not_of_any_case_by_typing_a_part_of_its_name(tmp_path: Path) -> None:
    async def act(driver: Driver) -> None:
        await opened(driver)
        await driver.press("w")
        await driver.write("drive-failing")
        text = shown(driver)
        assert "Why not: A drive is failing" in text
        assert "asked: smart health failed" in text
        assert "would hold at smart[orapro10,device,access].health = failed" in text
        await driver.press("w")
        await driver.write("fragment")
        assert "Fragmented ZFS pool: no contiguous free space" in shown(driver)
        assert "Why not: " in shown(driver)
        assert "It is concluded all the same" in shown(driver)
        await driver.press("w")
        await driver.write("no such thing")
        await driver.press("escape")
        assert driver.place == "diagnosis"

    drive(tmp_path, act)


def test_an_unknown_case_is_no_fault(tmp_path: Path) -> None:
    async def act(driver: Driver) -> None:
        await opened(driver)
        driver.app.go("diagnosis", "[b]no such case")
        await driver.settled()
        assert "There is no case `[b]no such case`." in shown(driver)

    drive(tmp_path, act)


def test_what_a_step_changed_stands_above_the_proof(tmp_path: Path) -> None:
    async def act(driver: Driver) -> None:
        await opened(driver)
        await driver.press("j", "j", "enter")
        driver.app.hear("orapro10# zfs get -H -o value logbias Oracle_R10/datafiles\nthroughput")
        await driver.settled()
        text = shown(driver)
        assert text.startswith("Just now: ")
        assert "was likely (0.74), and stands no more; because of -0.90" in text
        assert "0.74" not in text.split("\n")[2], "no certainty beside ruled out"
        assert "ruled out" in text
        assert "What speaks against it (1 argument)" in text
        await driver.press("alt+u")
        assert "◕ likely" in shown(driver)

    drive(tmp_path, act)


def test_what_was_told_says_which_sentence_and_a_command_is_copied(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def act(driver: Driver) -> None:
        copied: list[str] = []
        monkeypatch.setattr(driver.app, "copy", copied.append)
        driver.app.hear(TOLD)
        await driver.settled()
        await driver.press("f4", "enter", "e")
        told = next(row for row in proof(driver).rows if row.text.plain.startswith('told: "Oracle'))
        proof(driver).go_to(told.key)
        await driver.press("enter")
        assert driver.place == "diagnosis"
        assert 'told: "Oracle 11.2.0.2' in driver.text.split("\n")[-3]
        command = next(row for row in proof(driver).rows if row.mark == "$ ")
        proof(driver).go_to(command.key)
        await driver.press("enter", "y")
        assert copied == [command.text.plain.removesuffix("   Enter copies it")] * 2

    drive(tmp_path, act)


def test_names_with_brackets_and_wide_letters_stand_as_they_are(tmp_path: Path) -> None:
    async def act(driver: Driver) -> None:
        driver.app.hear(TOLD.replace(" on Linux", " on Linux [bold]/dev[/sda] 漢字 e\u0301 \u202eabc"))
        await driver.settled()
        await driver.press("f4", "enter", "e")
        told = next(row for row in proof(driver).rows if "[/sda]" in row.text.plain)
        assert "漢字 e\u0301 abc" in told.text.plain
        proof(driver).go_to(told.key)
        await driver.press("enter", "f12")
        assert "[/sda]" in driver.text

    drive(tmp_path, act, SMALL)


def test_a_narrow_screen_shows_the_list_or_the_proof(tmp_path: Path) -> None:
    async def act(driver: Driver) -> None:
        await opened(driver)
        assert conclusions(driver).display
        assert not proof(driver).display
        await driver.press("enter")
        assert proof(driver).display
        assert not conclusions(driver).display
        await driver.press("escape")
        assert conclusions(driver).has_focus
        await driver.press("tab")
        assert proof(driver).has_focus
        assert "contiguous free space" in driver.text

    drive(tmp_path, act, SMALL)
