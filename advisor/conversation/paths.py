r"""Paths in a line of text, as they are typed, pasted, or dropped on a terminal.

Terminals write a dropped file in several ways: in quotes, with a backslash before each blank, as a ``file://`` address,
several in one line. Only what exists counts, so that a sentence is none. Of the shell's syntax nothing else is known:
``~`` is the home directory, and ``$``, ``*`` and the like are characters.
"""

from __future__ import annotations

import platform
import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import unquote

_WORD = re.compile(
    r"""\s*(?:
        '(?P<single>[^']*)'
      | "(?P<double>(?:[^"\\]|\\.)*)"
      | (?P<bare>(?:[^\s'"\\]|\\.)(?:[^\s\\]|\\.)*)
    )(?=\s|$)""",
    re.VERBOSE,
)
_ESCAPED = re.compile(r"\\(.)")
_LONGEST = 8192


def named_paths(line: str) -> list[str]:
    """The paths that a line is made of and that all exist; none where the line is anything else.

    A bare word without ``/`` or ``.`` is never a path, so that no answer is taken for a file that happens to be there;
    neither is what has nothing else, such as a dot, which would be the folder that the program was started in.
    """
    line = line.strip()
    if not line or len(line) > _LONGEST or not any(mark in line for mark in "/."):
        return []
    if whole := _existing(line):
        return [whole]
    words = list(_words(line))
    paths = [_existing(word) for word in words]
    return [path for path in paths if path] if words and all(paths) else []


def written_path(line: str) -> str:
    """The only word of a line, with quotes and backslashes taken off; "" where there are several or it is too long."""
    words = list(_words(line.strip())) if len(line) <= _LONGEST else []
    return words[0] if len(words) == 1 else ""


def at_home(path: str) -> Path:
    """A path with its ``~`` replaced; as it is where there is nobody of that name."""
    try:
        return Path(path).expanduser()
    except RuntimeError:
        return Path(path)


def _words(line: str) -> Iterator[str]:
    """The words of a line with quotes and backslashes taken off; nothing where a quote does not end."""
    words, at = [], 0
    while at < len(line.rstrip()):
        match = _WORD.match(line, at)
        if match is None:
            return
        if match["single"] is not None:
            words.append(match["single"])
        elif match["double"] is not None:
            words.append(_ESCAPED.sub(_in_quotes, match["double"]))
        else:
            words.append(_ESCAPED.sub(r"\1", match["bare"]))
        at = match.end()
    yield from words


def _in_quotes(match: re.Match[str]) -> str:
    """Between double quotes a backslash takes the meaning of few characters only."""
    return match[1] if match[1] in '"\\$`' else match[0]


def _existing(word: str) -> str:
    """The path that a word means, where there is something; "" otherwise."""
    path = _of_address(word) if word.lower().startswith("file:") else word
    if not ("/" in path or "." in path) or not path.strip("/."):
        return ""
    try:
        found = at_home(path)
        return str(found) if found.exists() else ""
    except (OSError, ValueError):  # too long, a NUL
        return ""


def _of_address(address: str) -> str:
    """The path of a ``file://`` address of this host; "" of another one."""
    rest = address[len("file:") :]
    if rest.startswith("//"):
        host, slash, path = rest[2:].partition("/")
        rest = slash + path if host.lower() in ("", "localhost", platform.node().lower()) else ""
    return unquote(rest)
