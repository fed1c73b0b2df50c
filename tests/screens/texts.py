"""The states as text: ``python -m tests.screens.texts [--accept]`` shows, or takes over, what looks otherwise now.

Colours are not in it: every sign must be legible without them.
"""

from __future__ import annotations

import argparse
import asyncio
import difflib
import re
import sys
from collections.abc import Sequence
from pathlib import Path

from tests.advisor.tui.harness import Driver
from tests.screens.states import STATES, State, reached

FOLDER = Path(__file__).parent / "kept"
SIZES = {"80x24": (80, 24), "120x40": (120, 40), "200x60": (200, 60)}
_TRIES = 30
_TIMES = re.compile(r"\d{4}-\d\d-\d\d \d\d:\d\d")


async def text_of(state: State, size: str) -> str:
    """What a state shows at a size, without dates and blanks at line ends."""
    async with reached(state, SIZES[size]) as driver:
        return await _text(driver, state, size)


async def texts_of(state: State, sizes: Sequence[str]) -> dict[str, str]:
    """What a state shows when it is reached at the first of some sizes, and when the terminal then gets the others."""
    first, *others = sizes
    async with reached(state, SIZES[first]) as driver:
        found = {first: await _text(driver, state, first)}
        for size in others:
            await driver.pilot.resize_terminal(*SIZES[size])
            await driver.settled()
            if state.again:
                await driver.press(*state.again)
            found[size] = await _text(driver, state, size)
        return found


async def _text(driver: Driver, state: State, size: str) -> str:
    """What stands there; a busy machine gets some seconds to draw what is kept."""
    path = path_of(state, size)
    kept = path.read_text(encoding="utf-8") if path.exists() else ""
    for _ in range(_TRIES):
        now = _TIMES.sub("0000-00-00 00:00", driver.text)
        if now == kept:
            break
        await asyncio.sleep(0.1)
        await driver.settled()
    return now


def path_of(state: State, size: str) -> Path:
    """Where it is kept."""
    return FOLDER / f"{state.name}-{size}.txt"


def main() -> int:
    """Compare every state; the status is 1 where one looks otherwise and that is not taken over."""
    parser = argparse.ArgumentParser(description="Compare the screens with how they are kept.")
    parser.add_argument("--accept", action="store_true", help="keep them as they are now")
    accept = parser.parse_args().accept
    other = False
    FOLDER.mkdir(exist_ok=True)
    for state in STATES:
        for size in SIZES:
            path = path_of(state, size)
            before = path.read_text(encoding="utf-8") if path.exists() else ""
            now = asyncio.run(text_of(state, size))
            if now == before:
                continue
            other = True
            names = (path.name, f"{path.name}, now")
            sys.stdout.writelines(
                f"{line}\n" for line in difflib.unified_diff(before.splitlines(), now.splitlines(), *names, lineterm="")
            )
            if accept:
                path.write_text(now, encoding="utf-8")
    return int(other and not accept)


if __name__ == "__main__":
    sys.exit(main())
