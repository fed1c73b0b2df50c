"""Whether strings stand in a text, asked for hundreds of strings: most of them are ruled out by a look at few words.

Without their digits a long text has few different lines, or at least few different words. Where a string stands in the
text, its longest word stands in one of those words, and it in one of those lines.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from typing import Any, NamedTuple

LONG = 2_000
"""From so many characters on it pays to look through the words of a text first."""
_BEGIN = 20_000
"""So many characters tell whether most lines of a text are the same but for their digits."""
_PIECE = 1 << 19
_DIGITS = b"0123456789"
_TO_ZERO = bytes.maketrans(_DIGITS, b"0" * 10)


Triples = set[tuple[int, int, int]]


def _triples(words: bytes) -> Triples:
    return set(zip(words, words[1:], words[2:], strict=False))


def _pieces(lines: bytes) -> Iterator[bytes]:
    """A text piece by piece, each some whole lines: millions of words at once take much memory."""
    at = 0
    while at < len(lines):
        end = lines.find(b"\n", at + _PIECE)
        yield lines[at : end if end >= 0 else len(lines)]
        at = end + 1 if end >= 0 else len(lines)


class Sought(NamedTuple):
    """A string that is looked for, and what of it stands on one line and in one word of a text without digits.

    Attributes:
        text: the string.
        line: its longest line.
        word: the longest word of it all.
    """

    text: str
    line: bytes
    word: bytes


def sought(text: str) -> Sought:
    """A string as `Gist.holds` takes it.

    >>> sought("ata3 error")
    Sought(text='ata3 error', line=b'ata error', word=b'error')
    """
    bare = text.encode().translate(None, _DIGITS)
    return Sought(text, max(bare.split(b"\n"), key=len), max(bare.split(), key=len, default=b""))


class Gist:
    """A text, and its different lines and words, which are found at the first question."""

    def __init__(self, text: str) -> None:
        self.text = text

    @cached_property
    def _lines(self) -> bytes:
        """The lines without digits; where most are the same without them, each once."""
        lines = self.text.encode("utf-8", "surrogatepass")
        if len(lines) >= LONG:
            begin = lines[:_BEGIN].translate(None, _DIGITS).split(b"\n")
            if len(set(begin)) * 2 < len(begin):
                lines = b"\n".join(
                    {line for piece in _pieces(lines) for line in piece.translate(_TO_ZERO).split(b"\n")}
                )
        return lines.translate(None, _DIGITS)

    @cached_property
    def _is_alike(self) -> bool:
        """Whether a look at the lines is much shorter than one at the text."""
        return len(self._lines) * 2 < len(self.text)

    @cached_property
    def words(self) -> bytes:
        """Its words without digits; of a long text, each once."""
        if len(self._lines) < LONG:
            return self._lines
        return b" ".join({word for piece in _pieces(self._lines) for word in piece.split()})

    @cached_property
    def triples(self) -> Triples:
        """The letters of the words, three by three."""
        return _triples(self.words)

    def may_hold(self, wanted: Sought) -> bool:
        """Whether a string stands in the text, or would if other digits stood there."""
        return wanted.word in self.words and wanted.line in self._lines

    def holds(self, wanted: Sought) -> bool:
        """Whether a string stands in the text."""
        if len(self.text) >= LONG:
            if wanted.word not in self.words:
                return False
            if self._is_alike and wanted.line not in self._lines:
                return False
        return wanted.text in self.text


def gist_of(lines: Sequence[str]) -> Gist:
    """The gist of lines, each behind a line end: a string may begin with one."""
    return Gist("\n".join(["", *lines]))


class Finder:
    """Looks for many strings at once: one is looked for only where three letters of it stand in a row.

    >>> Finder([("ata", ["ata3 error", "sense"]), ("swap", ["Swap:"])]).found(Gist("ata3 error, ata4 sense"))
    {'ata'}
    """

    def __init__(self, hints: Iterable[tuple[Any, Iterable[str]]]) -> None:
        """`hints` are names, each with strings of which one is enough."""
        self._by_triple: dict[tuple[int, int, int], list[tuple[Any, Sought]]] = {}
        self._triples: dict[bytes, Triples] = {}
        self._short: list[tuple[Any, Sought]] = []
        for name, texts in hints:
            for wanted in map(sought, texts):
                triples = self._triples.setdefault(wanted.word, _triples(wanted.word))
                rarest = max(triples, key=_rarity, default=None)
                if rarest is None:
                    self._short.append((name, wanted))
                else:
                    self._by_triple.setdefault(rarest, []).append((name, wanted))

    def _candidates(self, gist: Gist) -> Iterator[tuple[Any, Sought]]:
        yield from self._short
        triples = gist.triples
        for triple in self._by_triple.keys() & triples:
            for item in self._by_triple[triple]:
                if self._triples[item[1].word] <= triples:
                    yield item

    def found(self, gist: Gist) -> set[Any]:
        """The names of which a string stands in a text."""
        found: set[Any] = set()
        for name, wanted in self._candidates(gist):
            if name not in found and gist.holds(wanted):
                found.add(name)
        return found

    def likely(self, gist: Gist) -> list[tuple[Any, str]]:
        """The names and strings that a text may hold that differs from this one in its digits alone."""
        return [(name, wanted.text) for name, wanted in self._candidates(gist) if gist.may_hold(wanted)]


_COMMON = b" etaoinsrlcdhumpgfybvwkxE-/.TASRI_:MqjzONDCLPUFVHGBKWYXJQZ()[]'\"#=,+%<>~*!?&|{}$;@^\t"
"""Letters as they stand in outputs, the frequent ones first."""


_RANKS = [_COMMON.find(letter) % 1000 for letter in range(256)]


def _rarity(triple: tuple[int, int, int]) -> tuple[int, tuple[int, int, int]]:
    one, two, three = triple
    return _RANKS[one] + _RANKS[two] + _RANKS[three], triple
