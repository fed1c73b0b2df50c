"""The fix screen by keys: reading, copying, ticking steps off with what was seen, and what came of it."""

from __future__ import annotations

from pathlib import Path

import pytest

from advisor.tui.widgets.result_box import ResultBox
from advisor.tui.widgets.step_list import StepList
from tests.advisor.tui.harness import NORMAL, SMALL, WIDE, Driver, drive

FRAGMENTED = "examples/zfs-oracle-fragmented"
TWICE = ("zfs-logbias-double-write", "orapro10", "Oracle_R10/datafiles")
CHECK = "zfs get -H -o value logbias Oracle_R10/datafiles"


async def opened(driver: Driver, target: object = TWICE) -> None:
    driver.app.open([FRAGMENTED])
    await driver.settled()
    driver.app.go("fix", target)
    await driver.settled()


def steps(driver: Driver) -> StepList:
    return driver.app.screen.query_one(StepList)


def box(driver: Driver) -> ResultBox:
    return driver.app.screen.query_one(ResultBox)


def states(driver: Driver) -> str:
    signs = {"open": ".", "done": "x", "skipped": "-"}
    return "".join(signs[step.state] for step in steps(driver).steps.values())


def text_of(driver: Driver) -> str:
    return "\n".join(row.mark + row.text.plain for row in steps(driver).rows)


def words(driver: Driver) -> str:
    return " ".join(driver.text.split())


def test_before_anything_is_concluded_the_screen_says_what_it_is_for(tmp_path: Path) -> None:
    async def act(driver: Driver) -> None:
        await driver.press("f5")
        assert "Nothing is concluded yet, so there is nothing to mend." in text_of(driver)
        assert "advisor never runs anything" in words(driver)
        await driver.press("enter", "space", "minus", "v", "y", "greater_than_sign")
        assert not box(driver).asking
        assert driver.app.board is None, "no session is begun by looking"

    drive(tmp_path, act, SMALL)


@pytest.mark.parametrize("size", [SMALL, NORMAL, WIDE])
def test_every_part_of_a_step_can_be_read(tmp_path: Path, size: tuple[int, int]) -> None:
    async def act(driver: Driver) -> None:
        await opened(driver)
        assert "advisor never runs anything" in words(driver)
        seen = set(driver.text.split("\n"))
        while steps(driver).scroll_offset.y < steps(driver).max_scroll_y:
            await driver.pilot.press("down")
            seen |= set(driver.text.split("\n"))
        every = "\n".join(seen)
        for wanted in (
            "◇ safe", "needs: root", "$ zfs set logbias=throughput Oracle_R10/datafiles", f"to check it: $ {CHECK}",
            "expect: throughput", "to undo it: zfs set logbias=latency Oracle_R10/datafiles", "after a restart: it stays",
            "▲ mind: Synchronous writes", "( ) It worked",
        ):  # fmt: skip
            assert wanted in every

    drive(tmp_path, act, size)


def test_a_destructive_step_says_so_before_anything_else_and_names_what_to_fill_in(tmp_path: Path) -> None:
    async def act(driver: Driver) -> None:
        await opened(driver, ("zfs-pool-fragmentation", "orapro10", "Oracle_R10"))
        row = next(row for row in steps(driver).rows if "zfs destroy" in row.text.plain)
        lines = row.text.plain.split("\n")
        assert (
            lines[0]
            == " ■ destructive  This step destroys something or cannot be undone. Read all of it before you run it."
        )
        assert "fill in yourself: <DATASET>, <SNAPSHOT>" in lines
        assert any(line.startswith("▲ mind: Mind the @") for line in lines)

    drive(tmp_path, act)


def test_copying_takes_the_exact_command_and_never_a_line_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def act(driver: Driver) -> None:
        copied: list[str] = []
        monkeypatch.setattr(driver.app, "copy", copied.append)
        await opened(driver)
        await driver.press("j", "j", "y", "v")
        assert copied == ["zfs set logbias=throughput Oracle_R10/datafiles", CHECK]
        await driver.press("g", "v")
        assert "this step has no command to check it" in driver.text
        for key in ("less_than_sign",) * 5:
            await driver.press(key)
            for number in steps(driver).steps:
                steps(driver).go_to(number)
                await driver.press("y")
        assert [text for text in copied if text != text.rstrip()] == []
        assert "zpool list Oracle_R10\nzfs list -r -o space Oracle_R10" in copied

    drive(tmp_path, act)


def test_ticking_asks_what_was_seen_and_goes_on_to_the_next_step(tmp_path: Path) -> None:
    async def act(driver: Driver) -> None:
        await opened(driver)
        await driver.press("enter")
        assert box(driver).has_focus
        await driver.press("escape")
        assert (states(driver), box(driver).asking, driver.place) == (".....", False, "fix")
        await driver.press("space", "enter")
        await driver.pilot.pause(0.1)
        await driver.settled()
        assert states(driver) == "x...."
        assert steps(driver).has_focus
        step = steps(driver).step
        assert step is not None
        assert step.number == 2
        await driver.press("minus")
        assert states(driver) == "x-..."
        assert "Steps: 1 of 5 done, 1 left out" in driver.text
        await driver.press("minus")
        assert states(driver) == "x....", "the mark stays: the second press takes it back"
        await driver.press("alt+u")
        assert states(driver) == "x-..."
        await driver.press("alt+u")
        assert states(driver) == "x...."
        await driver.press("alt+u")
        assert states(driver) == "....."

    drive(tmp_path, act)


def test_a_check_that_shows_the_new_value_ends_the_diagnosis_and_the_screen_says_so(tmp_path: Path) -> None:
    async def act(driver: Driver) -> None:
        await opened(driver)
        await driver.press("j", "j", "enter")
        await driver.write("throughput")
        assert states(driver) == "..x.."
        assert "○ ruled out" in words(driver)
        assert "It stands no more: what is known now speaks against it" in words(driver)
        ticked = next(row.text.plain for row in steps(driver).rows if "│ throughput" in row.text.plain)
        assert "to undo it: zfs set logbias=latency" in ticked
        await driver.press("alt+u")
        assert "◕ likely" in words(driver)
        assert states(driver) == "..x..", "the output was taken back, the step is done all the same"

    drive(tmp_path, act)


def test_a_long_paste_is_kept_in_full_and_shown_in_part(tmp_path: Path) -> None:
    async def act(driver: Driver) -> None:
        await opened(driver)
        pasted = "\n".join(f"[red]line {n}[/] \x1b[31m{'w' * 400}" for n in range(300))
        await driver.press("enter")
        await driver.paste(pasted)
        assert states(driver) == "x...."
        shown = text_of(driver)
        assert "│ [red]line 0[/] www" in shown
        assert "│ and 295 more lines" in shown
        assert "\x1b" not in shown
        assert steps(driver).steps["1"].observed.count("\n") == 299

    drive(tmp_path, act, SMALL)


def test_the_outcome_is_said_of_the_conclusion_that_is_shown(tmp_path: Path) -> None:
    async def act(driver: Driver) -> None:
        await opened(driver)
        await driver.press("G", "enter")
        await driver.write("the SAN")
        assert "Kept: something else: the SAN" in text_of(driver)
        assert "(x) It was something else" in text_of(driver)
        await driver.press("k", "k", "enter")
        assert "Kept: worked" in text_of(driver)
        assert driver.place == "fix"
        await driver.press("less_than_sign")
        assert "Kept:" not in text_of(driver)
        await driver.press("greater_than_sign")
        assert "Kept: worked" in text_of(driver)

    drive(tmp_path, act)


def test_the_other_fixes_come_in_their_order_and_round_again(tmp_path: Path) -> None:
    async def act(driver: Driver) -> None:
        await opened(driver, None)
        titles = []
        for _ in range(5):
            titles.append(driver.text.split("\n")[2].split("  ")[0].strip())
            await driver.press("greater_than_sign")
        assert titles[0] == titles[4] == "Fragmented ZFS pool: no contiguous free space"
        assert len(set(titles)) == 4
        await driver.press("d")
        assert driver.place == "diagnosis"

    drive(tmp_path, act, SMALL)


def test_what_is_taken_back_leaves_no_fix_of_it(tmp_path: Path) -> None:
    async def act(driver: Driver) -> None:
        await opened(driver)
        await driver.press("alt+u")
        assert "zfs-logbias-double-write stands no more" in text_of(driver)
        await driver.press("greater_than_sign", "enter")
        assert not box(driver).asking

    drive(tmp_path, act)


def test_the_last_line_says_how_to_copy_also_where_it_is_narrow(tmp_path: Path) -> None:
    async def act(driver: Driver) -> None:
        await opened(driver)
        last = driver.text.rstrip("\n").split("\n")[-1]
        assert all(hint in last for hint in ("y Copy", "v Copy check", "z Copy undo")), last

    drive(tmp_path, act, SMALL)


def test_a_fix_that_worked_names_what_is_not_shown_yet(tmp_path: Path) -> None:
    async def act(driver: Driver) -> None:
        await opened(driver)
        await driver.press("G", "k", "k", "enter")
        assert "Still open: step 3" in text_of(driver)

    drive(tmp_path, act)
