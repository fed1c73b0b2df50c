"""The states that are looked at: each is reached by keys from the start, on the example hosts."""

from __future__ import annotations

import contextlib
import tempfile
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import NamedTuple

from advisor.tui.app import Options
from advisor.tui.themes import DARK
from tests.advisor.tui.harness import Driver, running
from tests.tree import ROOT

COMPLAINT = "The application stalls every few minutes while the database writes to its ZFS pool"


class State(NamedTuple):
    """One state: its name, what it shows, how it is reached, and the keys after which another size shows the same."""

    name: str
    shows: str
    reach: Callable[[Driver], Awaitable[None]]
    again: tuple[str, ...] = ()


def _open(driver: Driver, example: str) -> Awaitable[None]:
    driver.app.open([f"examples/{example}"])
    return driver.settled()


async def start(driver: Driver) -> None:
    """The first screen of somebody who opens the program for the first time."""


async def asked(driver: Driver) -> None:
    """A complaint was understood; the first question waits."""
    await driver.press("enter")
    await driver.write(COMPLAINT)


async def concluded(driver: Driver) -> None:
    """Captures were opened; the differential stands."""
    await asked(driver)
    await _open(driver, "zfs-log-spikes")


async def vxfs(driver: Driver) -> None:
    """A cause with its consequence."""
    await driver.press("f2")
    await driver.write("The cluster failed over while a tablespace was created, and nothing was broken")
    await _open(driver, "vxfs-ha-cluster")


_CITED = ("g", "c")
"""From the first line to the cited one, so that it always stands at the same height."""


async def evidence(driver: Driver) -> None:
    """A capture with its cited lines."""
    await concluded(driver)
    driver.app.go("evidence", ("db41/iostat.txt", 64))
    await driver.settled()
    await driver.press(*_CITED)


async def plot(driver: Driver) -> None:
    """The same samples as plots."""
    await evidence(driver)
    await driver.press("p")


async def diagnosis(driver: Driver) -> None:
    """The proof."""
    await concluded(driver)
    await driver.press("f4")


async def fix(driver: Driver) -> None:
    """What to do."""
    await vxfs(driver)
    await driver.press("f5")


async def runbook(driver: Driver) -> None:
    """The procedure to read."""
    await vxfs(driver)
    await driver.press("f6")


async def cases(driver: Driver) -> None:
    """Search as you type."""
    await driver.press("f7")
    await driver.write("huge pages", enter=False)
    await driver.settled()


async def training(driver: Driver) -> None:
    """The exercises."""
    await driver.press("f9")


async def exercise(driver: Driver) -> None:
    """A simulated host after two commands."""
    from advisor.tui.screens.training import TrainingPlace

    await training(driver)
    place = driver.app.place
    assert isinstance(place, TrainingPlace)
    place.begin_host("cluster-takeover-at-night", 3, "guided")
    await driver.settled()
    await driver.write("mount -v")
    await driver.write("vmstat 1 5")


async def flaw(driver: Driver) -> None:
    """A proposed fix was judged."""
    from advisor.tui.screens.training import TrainingPlace

    await training(driver)
    place = driver.app.place
    assert isinstance(place, TrainingPlace)
    place.begin_short(
        "flaw", 5, ["cluster-takeover-at-night"]
    )  # nothing is timed in it, and new scenarios do not change it
    await driver.settled()
    await driver.press("2")


async def help_(driver: Driver) -> None:
    """What can be done on the advisor screen."""
    await driver.press("f2", "f1")


@asynccontextmanager
async def reached(state: State, size: tuple[int, int], theme: str = DARK) -> AsyncIterator[Driver]:
    """The application in a state, run from the root of the checkout, with a session of a fixed name."""
    with tempfile.TemporaryDirectory() as folder, contextlib.chdir(ROOT):
        first = state.name == "start"
        options = Options(db=Path(folder, "sessions.db"), session="" if first else "night-shift", theme=theme)
        async with running(Path(folder), size, options) as driver:
            if not first:
                await driver.press("f10")
            await state.reach(driver)
            await driver.settled()
            yield driver


STATES = (
    State("start", "the start, first run", start),
    State("asked", "the advisor with its first question", asked),
    State("concluded", "the advisor after captures were opened", concluded),
    State("evidence", "a capture with its cited lines", evidence, _CITED),
    State("plot", "samples as plots, with thresholds and episodes", plot),
    State("diagnosis", "the proof of a conclusion", diagnosis),
    State("fix", "the steps of a fix", fix),
    State("runbook", "the procedure", runbook),
    State("cases", "cases, terms and sources, searched as one types", cases),
    State("training", "exercises on simulated hosts and on recorded cases", training),
    State("flaw", "what is wrong with a fix that somebody proposes", flaw),
    State("exercise", "a simulated host with its tutor and notebook", exercise),
    State("help", "the keys of a screen", help_),
)
