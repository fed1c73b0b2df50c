"""The states as pictures: ``python -m tests.screens.pictures`` writes those of the documentation (docs/screenshots).

With ``--all DIR`` it writes every state at every size in every look, to be looked at.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from advisor.tui.themes import DARK, LIGHT, SIXTEEN
from tests.screens.states import STATES, State, reached
from tests.tree import ROOT

FOLDER = ROOT / "docs" / "screenshots"
SIZES = {"80x24": (80, 24), "120x40": (120, 40), "200x60": (200, 60)}
LOOKS = {"dark": DARK, "light": LIGHT, "16": SIXTEEN, "no-colour": DARK}
SHOWN = (
    *((state.name, "120x40", "dark") for state in STATES), ("concluded", "80x24", "dark"), ("concluded", "200x60", "dark"),
    ("concluded", "120x40", "light"), ("concluded", "120x40", "no-colour"), ("fix", "80x24", "dark"),
    ("diagnosis", "80x24", "light"), ("plot", "200x60", "dark"),
)  # fmt: skip
"""Those of the documentation."""
_FONTS = re.compile(r"@font-face \{.*?\}\s*", re.DOTALL)
_IDENTITY = re.compile(r"terminal-\d+")


@contextmanager
def _no_colour(on: bool) -> Iterator[None]:
    if on:
        os.environ["NO_COLOR"] = "1"
    try:
        yield
    finally:
        if on:
            del os.environ["NO_COLOR"]


async def picture(state: State, size: str, look: str) -> str:
    """A state as an SVG without anything from outside."""
    with _no_colour(look == "no-colour"):
        async with reached(state, SIZES[size], LOOKS[look]) as driver:
            svg = driver.app.export_screenshot(title=f"advisor: {state.shows}")
    return _IDENTITY.sub(f"terminal-{state.name}", _FONTS.sub("", svg))


def write(folder: Path, wanted: list[tuple[str, str, str]]) -> None:
    """Write pictures, each as STATE-SIZE-LOOK.svg."""
    folder.mkdir(parents=True, exist_ok=True)
    states = {state.name: state for state in STATES}
    for name, size, look in wanted:
        path = folder / f"{name}-{size}-{look}.svg"
        path.write_text(asyncio.run(picture(states[name], size, look)), encoding="utf-8")
        print(path)


def main() -> None:
    parser = argparse.ArgumentParser(description="Write pictures of the terminal interface.")
    parser.add_argument("--all", type=Path, metavar="DIR", help="every state, size and look, into DIR")
    parser.add_argument("--only", metavar="STATE", help="of one state")
    options = parser.parse_args()
    wanted = list(SHOWN)
    if options.all:
        wanted = [(state.name, size, look) for state in STATES for size in SIZES for look in LOOKS]
    write(options.all or FOLDER, [item for item in wanted if options.only in (None, item[0])])


if __name__ == "__main__":
    main()
