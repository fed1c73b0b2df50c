"""The words that stand beside a plot."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Protocol

from rich.cells import cell_len, chop_cells

from advisor.views.figures import rounded
from advisor.views.plots import Panel

_BETWEEN = "   "


class Signs(Protocol):
    """The signs that the words explain."""

    @property
    def limit(self) -> str:
        """Of a threshold."""

    @property
    def episode(self) -> str:
        """Of an episode."""


def notes(panel: Panel, signs: Signs) -> Iterator[str]:
    """What the signs in a panel mean: its episodes, then its thresholds with source and reason."""
    kinds: dict[str, int] = {}
    for episode in panel.episodes:
        kinds[episode.words] = kinds.get(episode.words, 0) + 1
    for words, count in kinds.items():
        yield f"{signs.episode} {words}" + (f", {count:,} times" if count > 1 else "")
    for limit in panel.limits:
        value = rounded(limit.value, panel.unit)
        yield f"{signs.limit} {limit.name}: {limit.op} {value} [{limit.citation}]"


def packed(texts: Iterable[str], width: int) -> list[str]:
    """Texts in lines of at most `width` cells, several on a line where they fit.

    >>> packed(["one", "two", "a longer one"], 14)
    ['one   two', 'a longer one']
    """
    lines: list[str] = []
    for text in texts:
        if lines and cell_len(lines[-1]) + len(_BETWEEN) + cell_len(text) <= width:
            lines[-1] += _BETWEEN + text
        else:
            lines.extend(wrapped(text, width))
    return lines


def wrapped(text: str, width: int) -> list[str]:
    """A text in lines of at most `width` cells; words that are wider are broken.

    >>> wrapped("asvc_t peaks every 30 s", 12)
    ['asvc_t peaks', 'every 30 s']
    """
    lines: list[str] = []
    line = ""
    for word in text.split():
        for part in chop_cells(word, width) if cell_len(word) > width else [word]:
            longer = f"{line} {part}" if line else part
            if cell_len(longer) <= width:
                line = longer
            else:
                lines.append(line)
                line = part
    return [*lines, line] if line else lines
