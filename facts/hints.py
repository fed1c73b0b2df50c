"""Which of hundreds of strings stand in a text, found in one pass over it (Aho and Corasick's automaton)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from ahocorasick_rs import AhoCorasick

_PIECE = 1 << 17
"""So many characters are looked through at once: each place of a string found takes memory until the next piece."""


class Finder:
    """Looks for many strings at once.

    >>> Finder([("ata", ["ata3 error", "sense"]), ("swap", ["Swap:"])]).found("ata3 error, ata4 sense")
    {'ata'}
    """

    def __init__(self, hints: Iterable[tuple[Any, Iterable[str]]]) -> None:
        """`hints` are names, each with strings of which one is enough."""
        pairs = [(name, text) for name, texts in hints for text in texts]
        self._names = [name for name, _ in pairs]
        self._longest = max((len(text) for _, text in pairs), default=1)
        self._automaton = AhoCorasick([text for _, text in pairs])

    def found(self, text: str) -> set[Any]:
        """The names of which a string stands in a text."""
        numbers: set[int] = set()
        for piece in self._pieces(text):
            numbers.update(
                [number for number, _, _ in self._automaton.find_matches_as_indexes(piece, overlapping=True)]
            )
        return {self._names[number] for number in numbers}

    def _pieces(self, text: str) -> Iterator[str]:
        """A text in pieces that overlap, so that no string is cut by all of them."""
        text = (
            text.encode("utf-8", "replace").decode() if not text.isascii() else text
        )  # the library takes no lone half
        for at in range(0, max(len(text), 1), _PIECE):
            yield text[at : at + _PIECE + self._longest]
