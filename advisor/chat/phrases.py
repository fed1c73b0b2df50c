"""How people say it: phrases as data, compiled once and matched against the words of a clause.

``kb/phrases/*.toml`` holds for each sign the phrases that tell it, in English (``en``) and German (``de``), and those
that tell its absence (``[SIGN.absent]``). A phrase is words with a few marks:

- ``freez*`` any ending, ``*server`` any beginning; upper case and umlauts do not matter (``ä`` is ``ae``);
- ``server|host|box`` alternatives; ``lock*+up`` is one alternative of two words;
- ``<host>`` an alternative list from ``[words]`` of ``words.toml``;
- ``heavy?`` may be missing; ``#`` is any number, ``#20`` one of at least 20;
- words stand beside each other, but for small words such as articles; ``..`` lets up to four others between;
- ``server & freez*`` lets the two sides stand in any order in one clause;
- ``fast && then slow`` lets them stand in this order in different clauses of one sentence;
- ``= hangs`` counts only in a clause that says nothing else, but for small words and numbers.

A negation or hedge may stand between the words of a phrase that tells a sign; ``polarity`` says what it does.

``[together]`` lists phrases whose words count only as a whole: ``hot swap`` is no swapping.

What a person wrote is only ever compared with these words; it is never part of a pattern.
"""

from __future__ import annotations

import pickle
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields
from functools import cache
from pathlib import Path
from typing import Any, Generic, NamedTuple, TypeVar

from advisor.chat.words import Word, fold
from facts.patterns import lazy

T = TypeVar("T")

LANGUAGES = ("en", "de")

_ATOM = lazy(r"#\d*|%|\*?[a-z0-9_]+|[a-z0-9_]+\*")
_GAP = 4
_JOINTS = frozenset("and und or oder every each alle jede jeden".split())
_REACH = 9
"""How many words may stand between the two sides of ``&``."""


class Element(NamedTuple):
    """One place of a phrase: alternatives of one or more words each, perhaps optional, perhaps after a gap."""

    options: tuple[tuple[str, ...], ...]
    optional: bool
    gap: bool
    firsts: frozenset[str]
    """The first words of the alternatives."""


class Phrase(NamedTuple):
    """A compiled phrase; `parts` may stand in any order, or `across` clauses in theirs, or `alone`."""

    sign: str
    state: str
    language: str
    text: str
    parts: tuple[tuple[Element, ...], ...]
    across: bool = False
    alone: bool = False


class Match(NamedTuple):
    """A phrase found in a clause: which words it took."""

    phrase: Phrase
    taken: frozenset[int]


_Between = tuple[frozenset[str], frozenset[str]]
"""What may stand between the words of a phrase: small words always; in a gap others, but for the second."""
Lists = Mapping[str, tuple[tuple[str, ...], ...]]
"""The word lists of ``[words]``: for each name the alternatives."""


class PhraseError(ValueError):
    """A phrase that cannot be read; the message names the phrase."""


def _options(text: str, lists: Lists, where: str) -> tuple[tuple[str, ...], ...]:
    found: list[tuple[str, ...]] = []
    for option in text.split("|"):
        if option.startswith("<") and option.endswith(">"):
            if option[1:-1] not in lists:
                raise PhraseError(f"there is no word list {option} in `{where}`")
            found.extend(lists[option[1:-1]])
            continue
        atoms = _atoms(option)
        if not all(_ATOM.fullmatch(atom) for atom in atoms):
            raise PhraseError(f"`{option}` in `{where}` is not a word")
        found.append(atoms)
    return tuple(dict.fromkeys(found))


@cache
def _element(options: tuple[tuple[str, ...], ...], optional: bool, gap: bool) -> Element:
    """One place of a phrase; equal ones are one object."""
    return Element(options, optional, gap, frozenset(option[0] for option in options))


@cache
def _atoms(option: str) -> tuple[str, ...]:
    return tuple(fold(atom) for atom in option.split("+"))


def _elements(text: str, lists: Lists, where: str) -> tuple[Element, ...]:
    found: list[Element] = []
    gap = False
    for item in text.split():
        if item == "..":
            gap = True
            continue
        optional = item.endswith("?")
        found.append(_element(_options(item.removesuffix("?"), lists, where), optional, gap))
        gap = False
    if gap or not any(not element.optional for element in found):
        raise PhraseError(f"`{where}` needs a word on each side of its marks")
    if found[0].optional:
        raise PhraseError(f"`{where}` starts with a word that may be missing")
    return tuple(found)


def compile_phrase(text: str, lists: Lists, sign: str = "", state: str = "present", language: str = "") -> Phrase:
    """Read one phrase.

    Raises:
        PhraseError: it is not well-formed.
    """
    across, alone = "&&" in text, text.startswith("= ")
    parts = tuple(_elements(part, lists, text) for part in text.removeprefix("= ").split("&&" if across else "&"))
    return Phrase(sign, state, language, text, parts, across, alone)


class Lexicon:
    """Every word that some phrase knows, and which of them a given word is."""

    def __init__(self) -> None:
        self.exact: set[str] = set()
        self.stems: set[str] = set()
        self.tails: set[str] = set()
        self.bounds: set[int] = set()
        self._known: dict[str, frozenset[str]] = {}

    def learn(self, atom: str) -> None:
        """Take up one word of a phrase."""
        self._known.clear()
        if atom.startswith("#"):
            self.bounds.update([int(atom[1:])] if atom[1:] else [])
        elif atom.endswith("*"):
            self.stems.add(atom[:-1])
        elif atom.startswith("*"):
            self.tails.add(atom[1:])
        else:
            self.exact.add(atom)

    def atoms(self, word: str) -> frozenset[str]:
        """The words of phrases that a word is: itself, its stems, its tails."""
        known = self._known.get(word)
        if known is None:
            found = {word} if word in self.exact else set()
            found.update(f"{word[:n]}*" for n in range(1, len(word) + 1) if word[:n] in self.stems)
            found.update(f"*{word[n:]}" for n in range(1, len(word)) if word[n:] in self.tails)
            if word[:1].isdecimal():
                found.add("#")
                whole = re.match(r"\d{1,18}", word)
                found.update(f"#{bound}" for bound in self.bounds if whole and int(whole[0]) >= bound)
            known = frozenset(found)
            if len(self._known) < 20_000:
                self._known[word] = known
        return known


@dataclass(slots=True, eq=False, repr=False)
class Phrases:
    """The compiled phrases of one knowledge base; see the module."""

    lexicon: Lexicon
    lists: dict[str, tuple[tuple[str, ...], ...]]
    fillers: frozenset[str]
    negators: frozenset[str] = frozenset()
    small: frozenset[str] = frozenset()
    """What may stand between the words of a phrase that tells a sign: fillers, negations, hedges."""
    signs: tuple[str, ...] = ()
    data: dict[str, Any] = field(default_factory=dict)
    _by_first: dict[str, list[int]] = field(default_factory=dict)
    _all: list[Phrase | bytes] = field(default_factory=list)
    """Packed in an image until one is first asked for: a complaint asks for a few dozen of thousands."""

    def __getstate__(self) -> tuple[None, dict[str, Any]]:
        """With the phrases packed one by one."""
        packed = [each if isinstance(each, bytes) else pickle.dumps(each, 5) for each in self._all]
        return None, {name: getattr(self, name) for name in (each.name for each in fields(self))} | {"_all": packed}

    def _phrase(self, number: int) -> Phrase:
        phrase = self._all[number]
        if isinstance(phrase, bytes):
            # It comes from the image, which only this user may write.
            phrase = self._all[number] = pickle.loads(phrase)
        return phrase

    def compile(self, text: str, sign: str = "", state: str = "present", language: str = "") -> Phrase:
        """Compile a phrase and learn its words."""
        phrase = compile_phrase(text, self.lists, sign, state, language)
        for part in phrase.parts:
            for element in part:
                for option in element.options:
                    for atom in option:
                        self.lexicon.learn(atom)
        return phrase

    def add(self, phrase: Phrase) -> None:
        """Make a phrase one of those that `find` looks for."""
        for atom in phrase.parts[0][0].firsts:
            self._by_first.setdefault(atom, []).append(len(self._all))
        self._all.append(phrase)

    def find(self, clause: Sequence[Word], across: bool = False) -> list[Match]:
        """Every phrase in a clause, or every phrase of those that reach across clauses in a sentence."""
        atoms, present = self.known_of(clause)
        candidates: dict[int, Phrase] = {}
        for known in atoms:
            for atom in known:
                for number in self._by_first.get(atom, ()):
                    if number not in candidates:
                        candidates[number] = self._phrase(number)
        found: dict[tuple[str, str, frozenset[int]], Match] = {}
        for phrase in candidates.values():
            if phrase.across == across and all(_possible(part, present) for part in phrase.parts):
                for taken in self._places(phrase, clause, atoms):
                    if not phrase.alone or self._alone(taken, clause):
                        found.setdefault((phrase.sign, phrase.state, taken), Match(phrase, taken))
        return list(found.values())

    def _alone(self, taken: frozenset[int], clause: Sequence[Word]) -> bool:
        """Whether a clause says nothing beside the words taken."""
        texts = (word.compared for i, word in enumerate(clause) if i not in taken)
        return all(text in self.fillers or text in self.negators or text[:1].isdecimal() for text in texts)

    def among(self, wanted: Iterable[Phrase], clause: Sequence[Word]) -> list[frozenset[int]]:
        """Where any of some phrases stands in a clause."""
        atoms, present = self.known_of(clause)
        return [spot for phrase in wanted for spot in self.spots(phrase, clause, atoms, present)]

    def known_of(self, clause: Sequence[Word]) -> tuple[list[frozenset[str]], frozenset[str]]:
        """The words of phrases that each word of a clause is, and all of them."""
        atoms = [self.lexicon.atoms(word.compared) for word in clause]
        return atoms, frozenset().union(*atoms)

    def spots(
        self, phrase: Phrase, clause: Sequence[Word], atoms: list[frozenset[str]], present: frozenset[str]
    ) -> Iterator[frozenset[int]]:
        """Where one phrase stands in a clause of which `known_of` has told the rest."""
        if all(_possible(part, present) for part in phrase.parts):
            yield from self._places(phrase, clause, atoms)

    def _places(self, phrase: Phrase, clause: Sequence[Word], atoms: list[frozenset[str]]) -> Iterator[frozenset[int]]:
        told = phrase.sign and phrase.state == "present" and not phrase.sign.endswith("-in-use")
        walls: frozenset[str] = _JOINTS if phrase.state == "together" else frozenset()
        between = (self.small if told else self.fillers, walls)
        spots = [list(self._part(part, clause, atoms, between)) for part in phrase.parts]
        if not all(spots):
            return
        for first in spots[0]:
            taken = frozenset(first)
            for others in spots[1:]:
                after = max(taken) if phrase.across else -1
                rated = [(_distance(taken, s), s) for s in others if not taken.intersection(s) and s[0] > after]
                near = min(rated, default=None)
                if near is None or near[0] > (2 * _REACH if phrase.across else _REACH):
                    break
                taken |= frozenset(near[1])
            else:
                yield taken

    def _part(
        self, part: tuple[Element, ...], clause: Sequence[Word], atoms: list[frozenset[str]], between: _Between
    ) -> Iterator[tuple[int, ...]]:
        for start, known in enumerate(atoms):
            if not part[0].firsts.isdisjoint(known) and (taken := self._from(part, 0, start, clause, atoms, between)):
                yield taken

    def _from(
        self,
        part: tuple[Element, ...],
        index: int,
        at: int,
        clause: Sequence[Word],
        atoms: list[frozenset[str]],
        between: _Between,
    ) -> tuple[int, ...] | None:
        """The words that a part takes from `at` on; the first element stands at `at` exactly."""
        started = index > 0
        if index == len(part):
            return ()
        element = part[index]
        begin, skipped = at, 0
        while at < len(clause):
            for option in () if element.firsts.isdisjoint(atoms[at]) else element.options:
                if taken := self._option(option, at, clause, atoms):
                    rest = self._from(part, index + 1, taken[-1] + 1, clause, atoms, between)
                    if rest is not None:
                        return taken + rest
            if not started:
                break
            if clause[at].compared not in between[0]:
                if not element.gap or skipped == _GAP or clause[at].compared in between[1]:
                    break
                skipped += 1
            at += 1
        if element.optional and started:
            return self._from(part, index + 1, begin, clause, atoms, between)
        return None

    def _option(
        self, option: tuple[str, ...], at: int, clause: Sequence[Word], atoms: list[frozenset[str]]
    ) -> tuple[int, ...] | None:
        taken: list[int] = []
        for atom in option:
            while taken and at < len(clause) and atom not in atoms[at] and clause[at].compared in self.fillers:
                at += 1
            if at >= len(clause) or atom not in atoms[at]:
                return None
            taken.append(at)
            at += 1
        return tuple(taken)


class Index(Generic[T]):
    """What phrases stand for, looked up by the words of a clause: in the order in which they were added."""

    def __init__(self) -> None:
        self._entries: list[tuple[T, Phrase]] = []
        self._by_first: dict[str, list[int]] = {}

    def add(self, item: T, phrases: Iterable[Phrase]) -> None:
        """Take up phrases that stand for an item."""
        for phrase in phrases:
            for atom in phrase.parts[0][0].firsts:
                self._by_first.setdefault(atom, []).append(len(self._entries))
            self._entries.append((item, phrase))

    def find(self, phrases: Phrases, clause: Sequence[Word]) -> Iterator[tuple[T, frozenset[int]]]:
        """Each item with each place where a phrase of it stands."""
        atoms, present = phrases.known_of(clause)
        for number in sorted({n for atom in present for n in self._by_first.get(atom, ())}):
            item, phrase = self._entries[number]
            for spot in phrases.spots(phrase, clause, atoms, present):
                yield item, spot


def _possible(part: tuple[Element, ...], present: frozenset[str]) -> bool:
    return all(
        e.optional or (not present.isdisjoint(e.firsts) and any(present.issuperset(option) for option in e.options))
        for e in part
    )


def _distance(taken: Iterable[int], spot: Sequence[int]) -> int:
    positions = list(taken)
    low, high = min(positions), max(positions)
    if spot[0] > high:
        return spot[0] - high - 1
    if spot[-1] < low:
        return low - spot[-1] - 1
    return 0


def _tables(folder: Path) -> dict[str, Any]:
    import tomllib  # not needed where there is an image

    found: dict[str, Any] = {}
    for path in sorted(folder.glob("*.toml")):
        for name, item in tomllib.loads(path.read_text(encoding="utf-8")).items():
            if name in found:
                raise PhraseError(f"`{name}` stands in two files of {folder.name}, one of them {path.name}")
            found[name] = item
    return found


RESERVED = frozenset(
    "words fillers negation hedges supposed together breaks spelt past yields scan quantity setting version naming module".split()
)
"""The tables of ``kb/phrases`` that are no signs."""


@cache
def load(folder: Path) -> Phrases:
    """Read and compile ``kb/phrases``.

    Raises:
        PhraseError: a phrase or table is not well-formed.
    """
    data = _tables(folder)
    lexicon = Lexicon()
    lists: dict[str, tuple[tuple[str, ...], ...]] = {}
    for name, text in data["words"].items():
        lists[name] = _options("|".join(text.replace("|", " ").split()), lists, f"words.{name}")
    fillers = frozenset(fold(word) for text in data["fillers"].values() for word in text.split())
    signs = tuple(name for name in data if name not in RESERVED)
    negators = frozenset(data["negation"]["words"].split())
    small = fillers | negators | frozenset(data["hedges"]["words"].split())
    phrases = Phrases(lexicon, lists, fillers, negators, small, signs, data)
    for filler in fillers:
        lexicon.learn(filler)
    for sign in signs:
        for state, table in (("present", data[sign]), ("absent", data[sign].get("absent", {}))):
            for language in LANGUAGES:
                for text in table.get(language, ()):
                    phrases.add(phrases.compile(text, sign, state, language))
    for language in LANGUAGES:
        for text in data["together"].get(language, ()):
            phrases.add(phrases.compile(text, "", "together", language))
    return phrases
