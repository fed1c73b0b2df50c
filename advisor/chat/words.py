"""The words of a text, as phrases compare them: lower case, without accents, each with its place."""

from __future__ import annotations

import unicodedata

from facts.patterns import lazy

_WORD = lazy(
    r"\d+(?:[.,'’]\d+)*"  # a number; its unit is a word of its own
    r"|[^\W\d_][^\W_]*(?:_+[^\W_]+)*(?:['’][^\W\d_]{1,3}(?![^\W_]))?"
    r"|%"
)
_GERMAN = frozenset(
    "der das dem ist sind wird werden hat haben auf zu zum zur im seit beim nicht und mit von wir sich nach auch".split()
)
_ENGLISH = frozenset("the is are was were it its and but with of for our my very not has have".split())
_FOLD = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss", "'": "", "’": ""})


class Word:
    """One word of a text: as compared, where it stands, and the word it was taken for, if it was misspelt."""

    __slots__ = ("end", "read", "start", "text")

    def __init__(self, text: str, start: int, end: int, read: str = "") -> None:
        """Take what it is made with; the rest comes later."""
        self.text = text
        self.start = start
        self.end = end
        self.read = read

    @property
    def compared(self) -> str:
        """The word that phrases see."""
        return self.read or self.text


def fold(text: str) -> str:
    """Lower case without accents and apostrophes; umlauts are written out.

    >>> fold("Läuft"), fold("doesn't"), fold("Größe")
    ('laeuft', 'doesnt', 'groesse')
    """
    folded = text.lower().translate(_FOLD)
    if folded.isascii():
        return folded
    return "".join(c for c in unicodedata.normalize("NFKD", folded) if not unicodedata.combining(c))


def words(text: str) -> list[Word]:
    """The words of a text; `I/O` is one word.

    >>> [w.text for w in words("I/O isn't slow: 99 % auf db-1")]
    ['io', 'isnt', 'slow', '99', '%', 'auf', 'db', '1']
    """
    found: list[Word] = []
    for match in _WORD.finditer(text):
        word = Word(fold(match[0]), match.start(), match.end())
        if found and word.text == "o" and found[-1].text == "i" and text[found[-1].end : word.start] == "/":
            found[-1] = Word("io", found[-1].start, word.end)
        else:
            found.append(word)
    return found


def read_almost(found: list[Word]) -> None:
    """Take the German `fast` for what it is, *almost*: among German words it is no praise.

    >>> for sentence in ("Die Platten sind fast immer voll", "the disks are fast"):
    ...     found = words(sentence)
    ...     read_almost(found)
    ...     print([word.compared for word in found if word.text == "fast"])
    ['beinahe']
    ['fast']
    """
    if not any(word.text == "fast" for word in found):
        return
    texts = {word.text for word in found}
    if texts & _GERMAN and not texts & _ENGLISH:
        for word in found:
            if word.text == "fast":
                word.read = "beinahe"
