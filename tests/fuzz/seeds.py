"""Real texts to begin from: the examples, the fixtures of the tests, and further folders that are named at run time."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from facts.readers import named_only, readers_for
from facts.readers.index import MODULES
from facts.reading import Reader
from facts.recognise import recognise
from facts.text import UnreadableText, lines_of
from tests.tree import ROOT

MOST_BYTES = 6_000
"""Of a longer text a stretch from its beginning is taken, and one from its middle."""

more: list[Path] = []
"""Further folders with texts, such as captures that may not lie in the repository."""


def _cut(data: bytes) -> Iterator[bytes]:
    if len(data) <= MOST_BYTES:
        yield data
        return
    yield data[:MOST_BYTES]
    half = data.rfind(b"\n", 0, len(data) // 2) + 1
    yield data[half : half + MOST_BYTES]


def _texts_of(folder: Path) -> Iterator[bytes]:
    for path in sorted(folder.rglob("*")):
        if path.is_file() and path.suffix not in (".json", ".py", ".toml", ".html", ".png", ".svg", ".pyc"):
            yield from _cut(path.read_bytes())


@cache
def outputs() -> list[bytes]:
    """Outputs of tools."""
    folders = [ROOT / "tests/facts/readers/fixtures", ROOT / "examples", *more]
    return [text for folder in folders for text in _texts_of(folder)]


@cache
def samples() -> dict[str, list[bytes]]:
    """Outputs that a reader takes, by the module of the reader, each below the command that printed it."""
    found: dict[str, list[bytes]] = defaultdict(list)
    for text in outputs():
        try:
            lines = lines_of(text)
        except UnreadableText:
            continue
        modules = {id(reader): name for name, readers in _readers("\n".join(lines)) for reader in readers}
        for item in recognise(lines).found:
            name = modules.get(id(item.reader), "others")
            output = "\n".join(item.output.lines)
            found[name].append(f"$ {item.output.command}\n{output}\n".encode())
    return dict(found)


def _readers(text: str) -> Iterator[tuple[str, tuple[Reader, ...]]]:
    from facts.readers import _module

    wanted = {id(reader) for reader in readers_for(text)}
    for name, _ in MODULES:
        if any(id(reader) in wanted for reader in _module(name)):
            yield name, _module(name)
    yield "others", named_only()


@cache
def told() -> list[bytes]:
    """Complaints and what is typed in a conversation."""
    found = [
        b"no",
        b"don't know",
        b"64 GB",
        b"why?",
        b"/help",
        b"explain hugepages",
        b"1,3",
        b"not sure",
        b"undo",
        b"back 2",
    ]
    for path in sorted((ROOT / "tests/advisor/chat").glob("*.toml")):
        found += [m[1] for m in re.finditer(rb'(?:text|say|tell|words)\s*=\s*"([^"]+)"', path.read_bytes())]
        found += [m[1] for m in re.finditer(rb'^\s*"([^"]{8,})"', path.read_bytes(), re.M)]
    for path in sorted((ROOT / "kb/cases").glob("*/*/examples/*.toml"))[::3]:
        found += [m[1] for m in re.finditer(rb'^tell\s*=\s*\[?"([^"]+)"', path.read_bytes(), re.M)]
    return found


@cache
def files(*patterns: str) -> list[bytes]:
    """Whole files of the repository."""
    return [text for pattern in patterns for path in sorted(ROOT.glob(pattern)) for text in _cut(path.read_bytes())]
