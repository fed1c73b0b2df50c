"""Clauses, and what is denied or doubted in them."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import TYPE_CHECKING

from advisor.chat.phrases import Index, Match
from facts.patterns import lazy

if TYPE_CHECKING:
    from advisor.chat.phrases import Phrase, Phrases
    from advisor.chat.words import Word

_ASIDE = lazy(r"\([^()]{1,60}\)")
_BREAK = lazy(r"[,;()\[\]–—…]|\s-+\s|\.\.|[.!?]\s")
_NOUN_SCOPE = 6
_NEAR = 4
_RELATIVE = frozenset("der die das den which that who".split())
_LONGEST = 80
"""A longer clause is cut: nobody means words together that stand so far apart."""


class Grammar:
    """The words of ``[negation]``, ``[hedges]`` and ``[breaks]``, compiled."""

    def __init__(self, phrases: Phrases) -> None:
        negation, hedges = phrases.data["negation"], phrases.data["hedges"]
        self.breaks = frozenset(phrases.data["breaks"]["words"].split())
        self.negators = frozenset(negation["words"].split())
        self.nearest = frozenset(negation["nearest"].split())
        self.nouns = frozenset(negation["nouns"].split())
        self.stops = frozenset(negation["stops"].split())
        self.light = frozenset(negation["light"].split()) | phrases.fillers
        self.over = frozenset(word for word in negation["over"].split() if "+" not in word)
        self.ended = frozenset(negation["ended"].split())
        self.no_more = frozenset(negation["no_more"].split())
        self.pairs: Index[None] = Index()
        self.pairs.add(None, [phrases.compile(text) for text in negation["pairs"]])
        self.idle: Index[None] = Index()
        self.idle.add(None, [phrases.compile(text) for text in negation["idle"]])
        self.hedges = frozenset(hedges["words"].split())
        self.adverbs = frozenset(hedges["adverbs"].split())
        self.hedge_phrases: list[Phrase] = [phrases.compile(text) for text in hedges["phrases"]]
        known = self.breaks | self.negators | self.stops | self.light | self.over | self.hedges
        for word in known | self.ended | self.no_more:
            phrases.lexicon.learn(word)


def grammar(phrases: Phrases) -> Grammar:
    """The grammar of one set of phrases, compiled once."""
    known: Grammar | None = phrases.data.get(" grammar")
    if known is None:
        known = phrases.data[" grammar"] = Grammar(phrases)
    return known


@dataclass(slots=True, weakref_slot=True, eq=False, repr=False)
class Clause:
    """One clause: its words, whether what it says is sure, and the phrases in it."""

    words: Sequence[Word]
    phrases: Phrases
    sure: bool = True
    matches: list[Match] = field(default_factory=list)
    hedged: bool = False
    dropped: bool = False
    ended: bool = False

    def drop(self, matches: Sequence[Match]) -> None:
        """Take away what is over."""
        gone = {id(match) for match in matches}
        self.dropped = self.dropped or bool(gone)
        self.matches = [match for match in self.matches if id(match) not in gone]

    def denied(self) -> set[int]:
        """Positions of the words that a negation holds for."""
        return self._denials()[0]

    def _denials(self) -> tuple[set[int], set[int]]:
        """Positions that a negation holds for, and those of them where it turns an absence round: not `no swap, disks ok`."""
        rules = grammar(self.phrases)
        idle = {i for _, spot in rules.idle.find(self.phrases, self.words) for i in spot}
        used = {i for m in self.matches if not m.phrase.sign.endswith("-in-use") for i in m.taken}
        pairs = {max(spot) for _, spot in rules.pairs.find(self.phrases, self.words)}
        texts = [word.compared for word in self.words]
        denied, turned = set[int](), set[int]()
        light = rules.light | rules.negators
        for at, text in enumerate(texts):
            if at in used or (text == "noch" and "weder" not in texts):
                continue
            if (text in rules.negators or at in pairs) and at not in idle:
                scope = self._scope(at, texts, rules)
                before = text not in rules.nearest and light.issuperset(texts[at + 1 :])
                if not any(scope & match.taken for match in self.matches):
                    scope = self._before(at, texts, rules) if before else set()
                denied |= scope
                turned |= scope if text not in rules.nouns else self._begun(at, texts)
            elif text in rules.over and rules.light.issuperset(_until_stop(at, texts, rules)):
                scope = self._before(at, texts, rules)
                denied |= scope
                turned |= scope
        return denied, turned

    def _begun(self, at: int, texts: list[str]) -> set[int]:
        """The words of absences that begin right after a negation."""
        start = next((i for i in range(at + 1, len(texts)) if texts[i] not in self.phrases.fillers), at)
        return {i for m in self.matches if m.phrase.state == "absent" and min(m.taken) == start for i in m.taken}

    def _scope(self, at: int, texts: list[str], rules: Grammar) -> set[int]:
        """The words after a negation that it holds for."""
        scope: set[int] = set()
        for position in range(at + 1, len(texts)):
            text = texts[position]
            if text in rules.stops and position > at + 1:
                last = position == len(texts) - 2 or (len(texts) > position + 2 and texts[position + 2] in rules.stops)
                if not (text in ("and", "und") and texts[at] in rules.nouns and last):
                    break
            if texts[at] in rules.nouns and position - at > _NOUN_SCOPE:
                break
            scope.add(position)
            chained = position + 1 < len(texts) and texts[position + 1] in ("or", "oder", "and", "und")
            if texts[at] in rules.nearest and not chained and text not in self.phrases.fillers | {"or", "oder"}:
                break
        return scope

    def _before(self, at: int, texts: list[str], rules: Grammar) -> set[int]:
        """The words before a negation that it holds for, when nothing follows that it could hold for."""
        start = max((i + 1 for i in range(at) if texts[i] in ("and", "und", "so", "then", "dann")), default=0)
        ends = [max(match.taken) for match in self.matches if start <= max(match.taken) < at]
        between = [t for t in texts[max(ends, default=at) + 1 : at] if t not in rules.light]
        if not ends or len(between) > 1:
            return set()
        return {i for match in self.matches if max(ends) - max(match.taken) < _NEAR and max(match.taken) < at
                for i in match.taken if i >= start}  # fmt: skip

    def states(self) -> dict[str, str]:
        """Each sign that the clause tells, present or absent."""
        denied, turned = self._denials()
        kept = [m for m in self.matches if m.phrase.state != "together"]
        told = [(m, _state(m, denied, turned, self.ended)) for m in kept]
        found: dict[str, str] = {}
        for match, state in told:
            rivals = [(m, s) for m, s in told if m.phrase.sign == match.phrase.sign and s != state]
            if any(m.taken & match.taken and len(m.taken) > len(match.taken) for m, _ in rivals):
                continue
            part_of_more = any(m.taken > match.taken and s == "present" for m, s in told)
            if state == match.phrase.state == "absent" and part_of_more:
                continue
            if found.get(match.phrase.sign) != "present":
                found[match.phrase.sign] = state
        for name, stronger in self.phrases.data["yields"].items():
            if found.get(name) == "absent" and self._same_words(name, stronger.split(), denied):
                del found[name]
        if self._eased(found):
            found.pop("after-change", None)
        return found

    def _same_words(self, name: str, stronger: Sequence[str], denied: set[int]) -> bool:
        """Whether the words that are denied of a sign are those of a stronger one."""
        own = {i for m in self.matches if m.phrase.sign == name for i in m.taken} & denied
        return any(own & m.taken for m in self.matches if m.phrase.sign in stronger)

    def _eased(self, found: dict[str, str]) -> bool:
        """Whether the clause says that trouble is over and nothing goes on; a change before that did not cause it."""
        rules = grammar(self.phrases)
        marks = rules.ended | rules.no_more
        aside = {"after-change", *self.phrases.data["past"]["relief"].split()}
        signs = {n: s for n, s in found.items() if n not in aside and not n.endswith("-in-use")}
        return set(signs.values()) == {"absent"} and any(word.compared in marks for word in self.words)

    def eases(self, after: Clause) -> bool:
        """Whether trouble is over since what the clause after this one tells."""
        return after.words[0].compared in ("since", "seit", "seitdem") and self._eased(self.states())


def _state(match: Match, denied: set[int], turned: set[int], ended: bool) -> str:
    # To name a thing is to say that it is there, whatever is denied of it; only its own phrases say that it is not.
    if match.phrase.sign.endswith("-in-use"):
        return match.phrase.state
    if match.phrase.state == "present":
        return "absent" if ended or denied & match.taken else "present"
    return "present" if turned & match.taken else "absent"


def _until_stop(at: int, texts: list[str], rules: Grammar) -> list[str]:
    """What follows a word that says that something is over: `gone since the reboot` needs no more than `gone`."""
    after = texts[at + 1 :]
    stop = next((i for i, text in enumerate(after) if text in rules.stops and texts[at] in rules.ended), len(after))
    return after[:stop]


def _says_no_more(part: Clause, rules: Grammar) -> bool:
    """Whether a clause says only that what was told before it is over: `not any more`."""
    texts = {word.compared for word in part.words}
    ends = texts & rules.no_more and texts & rules.negators
    return bool(ends) and texts <= rules.light | rules.negators | rules.no_more | rules.breaks


def _whole(matches: list[Match]) -> list[Match]:
    """Without those that take a phrase apart whose words count only together."""
    joined = [m.taken for m in matches if m.phrase.state == "together"]
    # of two that overlap the nearer words belong together: `hangs for seconds several times an hour` is no hour long
    together = [t for t in joined if not any(u & t and not u <= t and _reach(u) < _reach(t) for u in joined)]
    return [m for m in matches if not any(t & m.taken and not t <= m.taken for t in together)]


def _reach(taken: frozenset[int]) -> int:
    return max(taken) - min(taken)


def _place(match: Match, result: list[Clause]) -> None:
    """Note a match across clauses in the clause where it ends."""
    start = 0
    for clause in result:
        inside = {i - start for i in match.taken if start <= i < start + len(clause.words)}
        start += len(clause.words)
        clause.matches = [m for m in clause.matches if m.phrase.state != "absent" or not m.taken & inside]
        if inside and start > max(match.taken):
            clause.matches.append(Match(match.phrase, frozenset(inside)))


_GUESSED = 3
"""So many words, the hedge included, say something of their own: `maybe the battery`, and not `maybe so`."""


def _opens(words: Sequence[Word], rules: Grammar) -> bool:
    """Whether an adverb of doubt begins here and has something of its own to doubt."""
    return len(words) >= _GUESSED and any(word.compared in rules.adverbs for word in words[:2])


def _guesses_on(before: Sequence[Word], rest: Sequence[Word], rules: Grammar, phrases: Phrases) -> bool:
    """Whether a guess begins behind something that is told outright: `it hangs every night, maybe because of the backup`."""
    adverb = bool(before) and rest[0].compared in rules.adverbs and _opens(rest, rules)
    return adverb and any(match.phrase.state == "present" for match in phrases.find(before))


def _cut(sentence: str, found: Sequence[Word], phrases: Phrases) -> list[list[Word]]:
    """The words of a sentence by clauses."""
    rules = grammar(phrases)
    parts: list[list[Word]] = [[]]
    previous: Word | None = None
    for at, word in enumerate(found):
        between = _ASIDE.sub(" ", sentence[previous.end : word.start]) if previous else ""
        named = ":" in between and not word.text[:1].isdecimal()
        full = len(parts[-1]) >= _LONGEST
        only = word.text == "but" and previous is not None and previous.text in ("nothing", "anything")
        guess = len(parts[-1]) == 1 and parts[-1][0].compared in rules.adverbs  # maybe because of the battery
        breaks = word.compared in rules.breaks and not only and not guess
        breaks = breaks or _guesses_on(parts[-1], found[at:], rules, phrases)
        if parts[-1] and (named or full or breaks or _BREAK.search(between)):
            parts.append([])
        parts[-1].append(word)
        previous = word
    return parts


def _with_asides(sentence: str, found: Sequence[Word], phrases: Phrases) -> list[list[Word]]:
    """The words by clauses; what stands in parentheses does not end the clause that goes on behind them."""
    spans = [aside.span() for aside in _ASIDE.finditer(sentence)]
    starts = [start for start, _ in spans]
    inside: list[list[Word]] = [[] for _ in spans]
    main: list[Word] = []
    for word in found:
        at = bisect_right(starts, word.start) - 1
        (inside[at] if at >= 0 and word.start < spans[at][1] else main).append(word)
    if len(main) in (0, len(found)):
        return _cut(sentence, found, phrases)
    parts = _cut(sentence, main, phrases)
    for words in inside:
        parts += _cut(sentence, words, phrases) if words else []
    return sorted(parts, key=lambda part: part[0].start)


def clauses(sentence: str, found: Sequence[Word], phrases: Phrases) -> list[Clause]:
    """The clauses of a sentence with the phrases in them, and how sure each is."""
    from advisor.chat.supposed import withdraw

    rules = grammar(phrases)
    parts = _with_asides(sentence, found, phrases)
    result = [Clause(part, phrases, matches=_whole(phrases.find(part))) for part in parts]
    for clause in result[1:]:
        if clause.words[0].text in _RELATIVE:
            clause.matches = [match for match in clause.matches if not match.phrase.alone]
    for match in phrases.find(found[: 2 * _LONGEST], across=True):
        _place(match, result)
    for clause in result:
        texts = {word.compared for word in clause.words}
        clause.hedged = bool(texts & rules.hedges) or bool(phrases.among(rules.hedge_phrases, clause.words))
        clause.sure = not clause.hedged
    for before, after in pairwise(result):
        before.sure = before.sure and not (after.hedged and not after.matches and not _opens(after.words, rules))
        after.sure = after.sure and not (before.hedged and not before.matches)
        before.ended = _says_no_more(after, rules)
        if before.eases(after):
            after.matches = [match for match in after.matches if match.phrase.sign != "after-change"]
    withdraw(sentence, result, phrases)
    return result
