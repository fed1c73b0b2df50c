"""What is asked or supposed and not told: `is it swapping?`, `if it swaps, add memory`.

``[supposed]`` of ``words.toml`` holds the words. A question with *why* takes for granted what it asks the reason of, and
`if I start the backup` tells when it happens; both stay.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from advisor.chat.phrases import Match, Phrases
    from advisor.chat.polarity import Clause


class Supposed:
    """The table ``[supposed]``, compiled."""

    def __init__(self, phrases: Phrases) -> None:
        data = phrases.data["supposed"]
        self.asks, self.subjects, self.granted, self.causes, self.conditions, self.first, self.unclear, self.unreal = (
            frozenset(data[name].split())
            for name in ("asks", "subjects", "granted", "causes", "conditions", "first", "unclear", "unreal")
        )
        self.polite, self.actors, self.sees, self.asks_on, self.circumstances, self.why = (
            frozenset(data[name].split()) for name in ("polite", "actors", "sees", "asks_on", "circumstances", "why")
        )
        self.starts, self.opens = ([phrases.compile(text) for text in data[name]] for name in ("starts", "opens"))
        known = (
            self.asks,
            self.granted,
            self.causes,
            self.conditions,
            self.first,
            self.unclear,
            self.unreal,
            self.polite,
        )
        for word in frozenset().union(*known):
            phrases.lexicon.learn(word)


def supposed(phrases: Phrases) -> Supposed:
    """The words of one set of phrases, compiled once."""
    known: Supposed | None = phrases.data.get(" supposed")
    if known is None:
        known = phrases.data[" supposed"] = Supposed(phrases)
    return known


def withdraw(sentence: str, parts: Sequence[Clause], phrases: Phrases) -> None:
    """Take away the signs that a sentence only asks for or supposes, and make unsure what it leaves open.

    Args:
        sentence: its text.
        parts: its clauses.
        phrases: for their words.
    """
    rules = supposed(phrases)
    asked = sentence.rstrip().rstrip("\"')").endswith("?")
    if asked and parts and _asks(parts[0], rules):
        _ask(parts, rules)
    if not asked:
        _unreal(parts, rules)
    for index, part in enumerate(parts):
        part.sure = part.sure or (part.words[0].compared in rules.why and not part.hedged)
        start = _condition(part, rules, index == 0 and not asked)
        gone = [] if start is None else _supposed(part, start, rules)
        _remove(part, gone)
        if gone and index + 1 < len(parts) and parts[index + 1].words[0].compared not in ("but", "aber"):
            _remove(parts[index + 1], [m for m in parts[index + 1].matches if not m.phrase.sign.endswith("-in-use")])


def _supposed(part: Clause, start: int, rules: Supposed) -> list[Match]:
    """The signs after a condition, up to what follows from a circumstance: `if the backup runs it hangs` tells both."""
    told = [m for m in part.matches if max(m.taken) > start and m.phrase.state != "together"]
    ends = [max(m.taken) for m in told if m.phrase.sign in rules.circumstances]
    return [m for m in told if _symptom(m, rules) and min(m.taken) <= min(ends, default=len(part.words))]


def _remove(part: Clause, gone: Sequence[Match]) -> None:
    ids = {id(match) for match in gone}
    part.matches = [match for match in part.matches if id(match) not in ids]


def _symptom(match: Match, rules: Supposed) -> bool:
    return match.phrase.sign not in rules.circumstances and not match.phrase.sign.endswith("-in-use")


def _asks(part: Clause, rules: Supposed) -> bool:
    """Whether a question that begins so can be answered with yes or no."""
    if part.words[0].compared in rules.asks:
        return True
    if any(0 in spot for spot in part.phrases.among(rules.opens, part.words)):
        return True
    verb = any(0 in match.taken and _symptom(match, rules) for match in part.matches)
    return verb and len(part.words) > 1 and part.words[1].text in rules.subjects


def _granted(part: Clause, rules: Supposed) -> int | None:
    """Where a clause begins to speak of what is taken for granted."""
    return next((i for i, word in enumerate(part.words) if word.compared in rules.granted), None)


def _ask(parts: Sequence[Clause], rules: Supposed) -> None:
    first = parts[0]
    granted = _granted(first, rules)
    texts = {word.compared for word in first.words}
    if granted is None:
        first.sure = False
    if not texts & rules.causes:
        beyond = len(first.words) if granted is None else granted
        told = [m for m in first.matches if not m.phrase.sign.endswith("-in-use")]
        _remove(first, [m for m in told if min(m.taken) < beyond])
    for part in parts[1:]:
        asks_on = first.matches or part.words[0].compared in rules.asks_on
        part.sure = part.sure and (not asks_on or _granted(part, rules) is not None)


def _condition(part: Clause, rules: Supposed, first: bool) -> int | None:
    """Where a clause begins to suppose; `not sure if` leaves open and supposes nothing."""
    texts = [word.compared for word in part.words]
    if first and texts[0] in rules.first:
        return 0
    for at, text in enumerate(texts):
        if text in rules.conditions and texts[at - 1 : at] == ["as"]:
            return None
        if text in rules.conditions and not rules.unclear.isdisjoint(texts[max(0, at - 3) : at]):
            part.sure = False
            return None
        if text in rules.conditions:
            does = texts[at + 1 : at + 2] and texts[at + 1] in rules.actors and texts[at + 2 : at + 3]
            return None if does and texts[at + 2] not in rules.sees else at
    return next((max(spot) for spot in part.phrases.among(rules.starts, part.words)), None)


def _unreal(parts: Sequence[Clause], rules: Supposed) -> None:
    """Take away what would be if something were: all of a sentence with a condition and `would`."""
    texts = {word.compared for part in parts for word in part.words}
    if not (texts & rules.unreal and texts & (rules.conditions | {"wenn"})) or texts & rules.polite:
        return
    for part in parts:
        granted = _granted(part, rules)
        _remove(part, [m for m in part.matches if granted is None or min(m.taken) < granted])
