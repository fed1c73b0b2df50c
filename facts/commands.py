"""Rows that command lines themselves state."""

from __future__ import annotations

from collections.abc import Sequence

from facts.reading import Prompt, Row


def rows_of_commands(commands: Sequence[tuple[int, Prompt]]) -> list[Row]:
    """Rows that the command lines of a transcript state, in order."""
    return []
