"""What is over: trouble that was mended is no sign.

``[past]`` of ``words.toml`` holds the words. `until we raised the limit` ends what stands before it; `fine now`,
`solved` and `then we cleaned up` end what the sentence says in the past tense. A panic or a failover stays: it
happened, and the reason is still to be found.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from advisor.chat.phrases import Match, Phrase, Phrases
    from advisor.chat.polarity import Clause


class Past:
    """The table ``[past]``, compiled."""

    def __init__(self, phrases: Phrases) -> None:
        data = phrases.data["past"]
        self.tense = frozenset(data["tense"].split())
        self.still = frozenset(data["still"].split())
        self.open = frozenset(data["open"].split())
        self.events = frozenset(data["events"].split())
        self.timing = frozenset(data["timing"].split())
        self.ends, self.fine, self.relieved, self.fixed, self.repaired = (
            [phrases.compile(text) for text in data[name]] for name in ("ends", "fine", "relieved", "fixed", "repaired")
        )
        for word in self.tense | self.still | self.open:
            phrases.lexicon.learn(word)


def past(phrases: Phrases) -> Past:
    """The words of one set of phrases, compiled once."""
    known: Past | None = phrases.data.get(" past")
    if known is None:
        known = phrases.data[" past"] = Past(phrases)
    return known


def settle(parts: Sequence[Clause], phrases: Phrases, negators: frozenset[str]) -> bool:
    """Take away the signs of what is over.

    Args:
        parts: the clauses of a sentence.
        phrases: for their words.
        negators: the words that deny.

    Returns:
        Whether the sentence says that trouble is over, and tells no sign beside that.
    """
    rules = past(phrases)
    mended = False
    for index, part in enumerate(parts):
        texts = {word.compared for word in part.words}
        if not texts & rules.still:
            for spot in _spots(rules.ends, part):
                beside = parts[index - 1] if index else parts[-1] if len(parts) == 1 else parts[1]
                _end(part, beside, min(spot), rules)
        if texts & (negators | rules.open):
            continue
        fixed, fine = _spots(rules.fixed, part), _spots(rules.fine, part)
        verb = min((min(spot) for spot in fixed if not _used(spot, part)), default=len(part.words))
        part.drop([m for m in _told(part, rules) if min(m.taken) > verb and m.phrase.state == "present"])
        if fine or _spots(rules.relieved, part):
            part.drop([m for m in _told(part, rules) if m.phrase.state == "present"])
        later = parts[index + 1 :]
        repaired = index > 0 and _spots(rules.repaired, part) and not any(_goes_on(p, rules, negators) for p in later)
        if fixed or fine or repaired:
            mended = True
            for before in parts[:index]:
                if is_past(before, rules) and (fixed or not _tells_event(before, rules)):
                    before.drop(_told(before, rules))
    return mended and not any(m.phrase.state == "present" for part in parts for m in part.matches)


def is_past(part: Clause, rules: Past) -> bool:
    """Whether a clause speaks of what was."""
    texts = {word.compared for word in part.words}
    return bool(texts & rules.tense) and not texts & rules.still


def over(part: Clause, phrases: Phrases) -> bool:
    """Whether a clause would be over if the next sentence said that all is well now."""
    rules = past(phrases)
    return is_past(part, rules) and not _tells_event(part, rules)


def _spots(wanted: Sequence[Phrase], part: Clause) -> list[frozenset[int]]:
    return part.phrases.among(wanted, part.words)


def _told(part: Clause, rules: Past) -> list[Match]:
    """What a clause tells, but for when it was."""
    return [match for match in part.matches if match.phrase.sign not in rules.timing]


def _used(spot: frozenset[int], part: Clause) -> bool:
    return any(spot & match.taken for match in part.matches)


def _end(part: Clause, beside: Clause, start: int, rules: Past) -> None:
    """Drop what a clause says before `until we ..`; where that stands first, what the clause beside it says."""
    ended: list[Match] = [m for m in _told(part, rules) if max(m.taken) < start and m.phrase.sign != "after-change"]
    if start > 0:
        part.drop(ended)
    elif beside is not part and is_past(beside, rules):
        beside.drop(_told(beside, rules))


def _goes_on(part: Clause, rules: Past, negators: frozenset[str]) -> bool:
    texts = {word.compared for word in part.words}
    return bool(part.matches or texts & (rules.still | negators))


def _tells_event(part: Clause, rules: Past) -> bool:
    return any(match.phrase.sign in rules.events for match in part.matches)
