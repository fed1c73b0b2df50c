"""The rest of a path that somebody began to write, as a shell completes it, and the path that a wrong one may have meant."""

from __future__ import annotations

import difflib
import os
import re
from pathlib import Path
from typing import NamedTuple

from advisor.conversation.paths import at_home, written_path

_WORD = re.compile(
    r"""(?:^|(?<=\s))(?:(?P<quote>['"])(?P<quoted>[^'"]*)|(?P<bare>(?:[^\s'"\\]|\\.)(?:[^\s\\]|\\.)*))$"""
)
_SPECIAL = re.compile(r"""([\s'"\\])""")
_OPEN = re.compile(r"\s*(?:open\s+)?", re.IGNORECASE)
_ROOTED = ("/", "~/", "./", "../")
_MOST_ENTRIES = 100_000
_NEAR = 0.6


class Completion(NamedTuple):
    """What goes on from the beginning of a path.

    Attributes:
        added: what is to be written after it; "" where nothing is sure.
        names: what it may be, folders with a slash at the end; none where nothing of this name is there.
    """

    added: str
    names: tuple[str, ...]


def complete(line: str) -> Completion | None:
    """The rest of the path that the last word of a line begins; None where the word is no path.

    A word without a slash counts only where it stands alone or after ``open``, so that no sentence is completed, and
    only where something begins with it. What cannot be shown, such as a name with control characters, is left out.
    """
    match = _WORD.search(line)
    if match is None:
        return None
    word = match["quoted"] if match["quote"] else re.sub(r"\\(.)", r"\1", match["bare"])
    alone = _OPEN.fullmatch(line[: match.start()]) is not None
    if not word or not ("/" in word or alone):
        return None
    folder, _, stem = word.rpartition("/")
    names = _names(at_home(f"{folder}/" if "/" in word else "."), stem)
    if not names:
        return Completion("", ()) if word.startswith(_ROOTED) else None
    added = _common(names)[len(stem) :]
    return Completion(added if match["quote"] else _SPECIAL.sub(r"\\\1", added), tuple(names))


def _common(names: list[str]) -> str:
    """What all names of a sorted list begin with."""
    first, last = names[0], names[-1]
    differs = (at for at, (one, other) in enumerate(zip(first, last, strict=False)) if one != other)
    return first[: next(differs, min(len(first), len(last)))]


def _names(folder: Path, stem: str) -> list[str]:
    """What in a folder begins with `stem`; hidden names only where it begins with a dot."""
    found = []
    try:
        with os.scandir(folder) as entries:
            for _, entry in zip(range(_MOST_ENTRIES), entries, strict=False):
                hidden = entry.name.startswith(".") and not stem.startswith(".")
                if entry.name.startswith(stem) and entry.name.isprintable() and not hidden:
                    found.append(f"{entry.name}/" if entry.is_dir() else entry.name)
    except (OSError, ValueError):  # not there, not readable, no folder, a NUL
        return []
    return sorted(found)


def missing_path(line: str) -> str:
    """The path that a line is, beyond doubt, and where nothing is; "" for any other line."""
    word = written_path(line)
    if not word.startswith(_ROOTED) or word.strip("/") == "":
        return ""
    try:
        return "" if at_home(word).exists() else word
    except (OSError, ValueError):
        return ""


def nearest_path(path: str) -> str:
    """What is in the folder of a path that is not there and has a name like it; "" where nothing has."""
    wanted = at_home(path)
    names = {name.rstrip("/"): name for name in _names(wanted.parent, "." if wanted.name.startswith(".") else "")}
    near = difflib.get_close_matches(wanted.name, names, 1, _NEAR)
    begun = [name for name in names if name.startswith(wanted.name)]
    name = begun[0] if len(begun) == 1 else near[0] if near else ""
    return str(wanted.parent / name) if name else ""
