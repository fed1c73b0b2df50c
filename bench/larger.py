"""A knowledge base several times as large: every case again under other names, so that growth can be measured."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

from advisor.inference.engine import Engine
from advisor.knowledge import Knowledge


def larger(times: int, folder: Path) -> Knowledge:
    """A copy of the knowledge base in which each case stands `times` times; it is made in a new folder."""
    own = Knowledge()
    root = folder / "kb"
    shutil.copytree(own.root, root, ignore=shutil.ignore_patterns("__pycache__", "examples"))
    slugs = re.compile(rf"(?<![\w-])(?:{'|'.join(sorted(own.cases, key=len, reverse=True))})(?![\w-])")
    for case in sorted(root.glob("cases/*/*/case.toml")):
        for number in range(2, times + 1):
            _copied(case.parent, f"-{number}", slugs)
    grown = Knowledge(root)
    # Compiled, as the installed one is in daily use.
    grown.engine.save_image(folder / "kb.clips")
    grown.__dict__["engine"] = Engine(grown.net, lambda: grown.constructs, folder / "kb.clips")
    return grown


def _copied(case: Path, ending: str, slugs: re.Pattern[str]) -> None:
    """One case again, with an ending at each case's name and another number in its id."""
    other = case.parent / (case.name + ending)
    other.mkdir()
    for path in case.iterdir():
        text = slugs.sub(lambda found: found[0] + ending, path.read_text(encoding="utf-8"))
        text = re.sub(r'^id = "([A-Z]+)-(\d+)"', rf'id = "\1\2{ending}"', text, flags=re.MULTILINE)
        (other / path.name).write_text(text, encoding="utf-8")
