"""The stories of the five source documents, walked through by keys alone: from the complaint to the fix.

What is said is what the transcripts say (``tests/transcripts``); here it goes through the text box, and the rest through the
screens.
"""

from __future__ import annotations

import contextlib
from pathlib import Path

import pytest

from advisor.tui.widgets.lines import Lines
from advisor.tui.widgets.raw_text import RawText
from advisor.tui.widgets.step_list import StepList
from tests.advisor.tui.harness import Driver, drive
from tests.kb.examples import every
from tests.test_transcripts import ENDS
from tests.transcripts import play

STORIES = {
    "vxfs-cached-writes": "vxtunefs",
    "zfs-oracle-zerstueckelt": "zfs",
    "oracle-hugepages": "nr_hugepages",
    "zfs-log-spikes": "zpool",
    "areca-failing-disk": "smartctl",
    "linux-writeback-stall": "dirty",
    "virtualbox-module": "vbox",
}
"""For each story a word that stands in the commands of its fix."""
_COMMANDS = ("quit", "how", "fix", "worked", "sources", "status")


async def say(driver: Driver, turn: play.Turn) -> None:
    """Write one line, or paste a block."""
    if len(turn.shown) > 1:
        await driver.paste(turn.text)
    else:
        await driver.write(turn.text)


@pytest.mark.parametrize("name", every(4, list(STORIES)))
def test_a_story_from_complaint_to_fix(name: str, tmp_path: Path) -> None:
    story = play.parse(play.text_of(name))
    end = ENDS[name]

    async def act(driver: Driver) -> None:
        await driver.press("enter")  # describe the trouble
        assert driver.place == "advisor"
        for turn in story.turns:
            if turn.text.split(" ")[0] not in _COMMANDS:
                await say(driver, turn)
        board = driver.app.board
        assert board is not None
        rows = board.differential.diagnoses
        assert tuple(row.key[0] for row in rows if row.role == "root-cause") == end.root
        beside = sorted((row.key[0], row.role) for row in rows if row.role != "root-cause")
        assert beside == sorted(end.beside)
        await look_at_the_proof(driver, rows[0].title)
        await look_at_the_fix(driver, STORIES[name])

    with contextlib.chdir(play.FOLDER.parent.parent):
        drive(tmp_path, act, (120, 50))


async def look_at_the_proof(driver: Driver, title: str) -> None:
    """To the diagnosis, from a line of its proof to the line of the capture, and back."""
    await driver.press("f4")
    assert driver.place == "diagnosis"
    assert title in driver.text
    await driver.press("enter", "e")  # into the proof, with everything unfolded
    proof = driver.app.screen.query_one("#proof", Lines)
    assert proof.has_focus
    while (line := proof.line) is None or line.lead is None or line.lead.to != "evidence":
        before = proof.marked, proof.scroll_offset
        await driver.pilot.press("j")
        assert (proof.marked, proof.scroll_offset) != before, "no line of the proof leads to a capture"
    target = line.lead.target
    assert isinstance(target, tuple)
    path, number = target
    await driver.press("enter")
    assert driver.place == "evidence"
    text = driver.app.screen.query_one(RawText)
    assert text.line == number
    assert str(path).rpartition("/")[2] in driver.text
    assert "Cited by" in driver.text
    for place in ("diagnosis", "advisor"):
        while driver.place == {"diagnosis": "evidence", "advisor": "diagnosis"}[place]:
            await driver.press("escape")
        assert driver.place == place


async def look_at_the_fix(driver: Driver, word: str) -> None:
    """To the fix; its first step is ticked off and opened again, and back."""
    await driver.press("f5")
    assert driver.place == "fix"
    steps = driver.app.screen.query_one(StepList)
    assert word in "\n".join(row.text.plain for row in steps.rows)
    await driver.press("space", "enter")
    assert next(step.state for step in steps.steps.values()) == "done"
    await driver.press("alt+u")
    assert {step.state for step in steps.steps.values()} == {"open"}
    while driver.place == "fix":
        await driver.press("escape")
    assert driver.place == "advisor"
