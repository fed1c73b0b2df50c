"""Whether strings stand in a text, asked for hundreds of strings: most of them are ruled out by a look at few words.

Without their digits a long text has few different lines, or at least few different words. Where a string stands in the
text, its longest word stands in one of those words, and it in one of those lines.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import NamedTuple

LONG = 2_000
"""From so many characters on it pays to look through the words of a text first."""
_BEGIN = 20_000
"""So many characters tell whether most lines of a text are the same but for their digits."""
_DIGITS = b"0123456789"
_TO_ZERO = bytes.maketrans(_DIGITS, b"0" * 10)


Triples = frozenset[tuple[int, int, int]]


def _triples(word: bytes) -> Triples:
    return frozenset(zip(word, word[1:], word[2:], strict=False))


class Sought(NamedTuple):
    """A string that is looked for, and what of it stands on one line and in one word of a text without digits.

    Attributes:
        text: the string.
        line: its longest line.
        word: the longest word of it all.
        triples: the letters of this word, three by three.
    """

    text: str
    line: bytes
    word: bytes
    triples: Triples


def sought(text: str) -> Sought:
    """A string as `Gist.holds` takes it.

    >>> sought("ata3 error")[:3]
    ('ata3 error', b'ata error', b'error')
    """
    bare = text.encode().translate(None, _DIGITS)
    word = max(bare.split(), key=len, default=b"")
    return Sought(text, max(bare.split(b"\n"), key=len), word, _triples(word))


class Gist:
    """A text, and its different lines and words, which are found at the first question."""

    def __init__(self, text: str) -> None:
        self.text = text

    @cached_property
    def _bare(self) -> tuple[bytes, bytes, Triples]:
        """Lines and words without digits, and the letters of the words, three by three."""
        lines = self.text.encode("utf-8", "surrogatepass")
        begin = lines[:_BEGIN].translate(None, _DIGITS).split(b"\n")
        if len(set(begin)) * 2 < len(begin):
            lines = b"\n".join(set(lines.translate(_TO_ZERO).split(b"\n")))
        lines = lines.translate(None, _DIGITS)
        words = b" ".join(set(lines.split()))
        return lines, words, _triples(words)

    def holds(self, wanted: Sought) -> bool:
        """Whether a string stands in the text."""
        text, line, word, three = wanted
        if len(self.text) < LONG:
            return text in self.text
        lines, words, triples = self._bare
        return triples >= three and word in words and line in lines and text in self.text


def gist_of(lines: Sequence[str]) -> Gist:
    """The gist of lines, each behind a line end: a string may begin with one."""
    return Gist("\n".join(["", *lines]))
