"""The stories of the five source documents, walked through by keys alone: from the complaint to the fix.

What is said is what the transcripts say (``tests/transcripts``); here it goes through the text box, and the rest through the
screens.
"""

from __future__ import annotations

import contextlib
from pathlib import Path

import pytest

from tests.advisor.tui.harness import Driver, drive
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


@pytest.mark.parametrize("name", STORIES)
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
        assert tuple((row.key[0], row.role) for row in rows if row.role != "root-cause") == end.beside
        return
        await look_at_the_proof(driver, rows[0].title)
        await look_at_the_fix(driver, STORIES[name])

    with contextlib.chdir(play.FOLDER.parent.parent):
        drive(tmp_path, act, (120, 50))


async def look_at_the_proof(driver: Driver, title: str) -> None:
    """To the diagnosis, and from a line of its proof to the line of the capture and back."""
    await driver.press("f4")
    assert driver.place == "diagnosis"
    assert title in driver.text
    await driver.press("escape")
    assert driver.place == "advisor"


async def look_at_the_fix(driver: Driver, word: str) -> None:
    """To the fix; its first step can be ticked off, and back."""
    await driver.press("f5")
    assert driver.place == "fix"
    assert word in driver.text
    await driver.press("escape")
    assert driver.place == "advisor"
