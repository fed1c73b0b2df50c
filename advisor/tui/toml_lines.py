"""On which line of a TOML file an entry stands: the reader of the standard library does not say."""

from __future__ import annotations

import re
import tomllib
from typing import Any

_PART = r"""(?:"(?:[^"\\]|\\.)*"|'[^']*'|[A-Za-z0-9_-]+)"""
_NAME = rf"{_PART}(?:[ \t]*\.[ \t]*{_PART})*"
_HEADER = re.compile(rf"\s*\[\[?[ \t]*({_NAME})[ \t]*\]")
_ENTRY = re.compile(rf"\s*({_NAME})[ \t]*=")


class Lines:
    """The lines of a file that was read without an error."""

    def __init__(self, text: str) -> None:
        """Look for headers and entries; those inside a longer value are at worst found beside the true ones."""
        self._lines: dict[tuple[str, ...], int] = {}
        table: tuple[str, ...] = ()
        for number, line in enumerate(text.split("\n"), 1):
            if header := _HEADER.match(line):
                table = _path(header[1])
                self._lines.setdefault(table, number)
            elif entry := _ENTRY.match(line):
                self._lines.setdefault((*table, *_path(entry[1])), number)

    def has(self, path: tuple[str, ...]) -> bool:
        """Whether an entry of exactly this path was seen."""
        return path in self._lines

    def of(self, path: tuple[str, ...]) -> int:
        """The line of an entry, or of what it stands in; 1 where neither is seen."""
        for length in range(len(path), 0, -1):
            if path[:length] in self._lines:
                return self._lines[path[:length]]
        return 1


def _path(name: str) -> tuple[str, ...]:
    try:
        value: Any = tomllib.loads(f"{name} = 0")
    except tomllib.TOMLDecodeError:
        return (name,)
    path = []
    while isinstance(value, dict):
        part, value = next(iter(value.items()))
        path.append(part)
    return tuple(path)
