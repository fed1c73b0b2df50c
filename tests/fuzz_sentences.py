"""Random runs of keys on every screen, at the speeds of a paste and of typists: nothing may be begun, deleted or answered.

    python -m tests.fuzz_sentences [--runs N] [--seed N]

A sample of it is in ``tests/advisor/tui/test_typed.py``.
"""

from __future__ import annotations

import argparse
import random
import string
import sys
import tempfile
from pathlib import Path

from tests.advisor.tui.harness import Driver, drive
from tests.advisor.tui.test_sentences import REACH, boxes, consult, empty, home, kept
from tests.advisor.tui.test_sessions import keep

_CHARACTERS = f"{string.ascii_letters}{string.digits} ,.;:-+*/?!'<>[]äöüßÄÖÜ\n"
_GAPS = (0.0, 0.0, 0.0, 0.01, 0.05, 0.12)


def sentence(chance: random.Random) -> str:
    """Two to twenty keys; the first two are different letters, since one letter held down is one press."""
    first, second = chance.sample(string.ascii_lowercase, 2)
    return first + second + "".join(chance.choices(_CHARACTERS, k=chance.randrange(19))).rstrip("\n")


async def typed(driver: Driver, folder: Path, chance: random.Random, kind: str) -> str:
    """Type one run on a kind of screen; what it changed, or ""."""
    app = driver.app
    await home(driver)
    await REACH[kind](driver)
    empty(app)
    text, gap = sentence(chance), chance.choice(_GAPS)
    if gap and "\n" in text and app.screen.focused is not None:
        text = text.replace("\n", " ")  # in a box that can be seen, Enter at a typist's speed sends
    before, board = kept(folder), app.board
    assert board is not None
    if kind == "ExercisePlace":
        text = text.replace("\n", " ")
    await driver.type(text, gap)
    if not app.is_running:
        return f"{kind}: {text!r} at {gap} s ended the program"
    now = app.board
    if kept(folder) != before or now is None or (now.session, now.question) != (board.session, board.question):
        return f"{kind}: {text!r} at {gap} s changed the session or the store"
    return ""


def campaign(folder: Path, runs: int, seed: int) -> tuple[list[str], int]:
    """So many runs over all screens in turn; what they changed, and how many left their text in a box."""
    keep(folder, "one", "two")
    chance, found, lasting = random.Random(seed), [], 0

    async def act(driver: Driver) -> None:
        nonlocal lasting
        await consult(driver)
        for number in range(runs):
            kind = sorted(REACH)[number % len(REACH)]
            said = await typed(driver, folder, chance, kind)
            if said:
                found.append(said)
                return
            lasting += any(boxes(driver.app))

    drive(folder, act)
    return found, lasting


def main() -> int:
    """Run it; 1 where anything changed."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--runs", type=int, default=2_000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        found, lasting = campaign(Path(folder), options.runs, options.seed)
    print(*found, f"{options.runs} runs, {len(found)} changed something, {lasting} left their text in a box", sep="\n")
    return bool(found)


if __name__ == "__main__":
    sys.exit(main())
