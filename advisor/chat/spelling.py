"""Misspelt words: one that no phrase knows is read as a word that is near to it and far from every other."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

from facts.schema import templates

if TYPE_CHECKING:
    from advisor.chat.phrases import Phrases
    from advisor.chat.words import Word

_ENDINGS = ("", "e", "s", "es", "ed", "ing", "en", "t", "er", "te")
_SHORTEST = 5
_LONG = 8
_FOREIGN = 1
"""How many letters may stand in a misspelt word that do not belong there."""


def distance(typed: str, form: str, most: int) -> int:
    """How many letters are to be changed, left out, put in or swapped with their neighbour; more than `most` is `most` + 1.

    A library would take longer to import than the few words that are near take to compare.

    >>> distance("swaping", "swapping", 2), distance("swpa", "swap", 2), distance("pool", "disk", 2)
    (1, 1, 3)
    """
    before: list[int] = []
    row = list(range(len(form) + 1))
    for i, letter in enumerate(typed):
        last, before, row = before, row, [i + 1]
        for j, other in enumerate(form):
            least = min(before[j] + (letter != other), before[j + 1] + 1, row[j] + 1)
            if i and j and letter == form[j - 1] and typed[i - 1] == other:
                least = min(least, last[j - 1] + 1)
            row.append(least)
        if min(row) > most and min(before) > most:
            break
    return min(row[-1], most + 1)


class Spellings:
    """The words that phrases know, by first letter and length."""

    def __init__(self, phrases: Phrases) -> None:
        self.phrases = phrases
        self.right = frozenset(phrases.data["spelt"]["words"].split()) | _symbols(phrases)
        self.meant: dict[str, str] = dict(phrases.data["spelt"]["meant"])
        self._near: dict[tuple[str, int], list[str]] = {}
        lexicon = phrases.lexicon
        forms = {w for w in lexicon.exact if len(w) >= _SHORTEST - 1 and w.isalpha()}
        forms |= {stem + ending for stem in lexicon.stems if len(stem) >= _SHORTEST - 1 for ending in _ENDINGS}
        for form in forms:
            self._near.setdefault((form[0], len(form)), []).append(form)

    def nearest(self, word: str) -> str:
        """What a misspelt word was meant to be, or "" where that is not clear."""
        if word in self.right or not word.isalpha() or len(word) < _SHORTEST - 1 or len(word) > 40:
            return ""
        allowed = 2 if len(word) >= _LONG else 1
        letters = set(word)
        candidates = [
            form
            for length in range(len(word) - allowed, len(word) + allowed + 1)
            for form in self._near.get((word[0], length), ())
            if len(letters.symmetric_difference(form)) <= 2 * allowed
        ]
        typed = Counter(word)
        if not any((typed - Counter(form)).total() <= _FOREIGN for form in candidates):
            return ""
        return self._clearest(word, candidates, allowed)

    def _clearest(self, word: str, candidates: list[str], allowed: int) -> str:
        # Of two that are equally near, the one that has every letter that was typed: fingers rather leave letters out.
        typed = Counter(word)
        rated = sorted((distance(word, form, allowed), not typed <= Counter(form), form) for form in candidates)
        best, form = rated[0][:2], rated[0][2]
        # `stopping` is no `swapping`: two letters that do not belong make another word.
        if (
            best[0] > allowed
            or (typed - Counter(form)).total() > _FOREIGN
            or (len(word) < _SHORTEST and sorted(word) != sorted(form))
        ):
            return ""
        meaning = self.phrases.lexicon.atoms(form)
        rival = next((r[:2] for r in rated if not meaning & self.phrases.lexicon.atoms(r[2])), (best[0] + 1, False))
        return form if rival > best else ""


def _symbols(phrases: Phrases) -> frozenset[str]:
    """The values that settings may have: `setall` is no misspelt word."""
    slots = (item["address"].split(".") for item in phrases.data["setting"].values())
    return frozenset(s for template, slot in slots for s in templates()[template].slots[slot].allowed)


def spellings(phrases: Phrases) -> Spellings:
    """The spellings of one set of phrases, gathered once; every word of theirs must be learnt by then."""
    known: Spellings | None = phrases.data.get(" spellings")
    if known is None:
        known = phrases.data[" spellings"] = Spellings(phrases)
    return known


def correct(found: Sequence[Word], phrases: Phrases) -> list[tuple[str, str]]:
    """Set what misspelt words are read as.

    Returns:
        Each misspelt word with the word it was read as.
    """
    known = spellings(phrases)
    corrections = []
    for word in found:
        near = known.meant.get(word.text, "")
        if near or (not phrases.lexicon.atoms(word.text) and (near := known.nearest(word.text))):
            word.read = near
            corrections.append((word.text, near))
    return corrections
