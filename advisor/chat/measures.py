"""Numbers with a unit, by the nearest noun that says what they measure."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from facts.patterns import lazy

if TYPE_CHECKING:
    from advisor.chat.cells import Cells, Sentence
    from advisor.chat.lore import Quantity
    from advisor.chat.numbers import Number
    from advisor.chat.polarity import Clause
    from advisor.chat.words import Word

_HAS = lazy(
    r"(?:\b(?:server|machine|host|box|node|vm|instance|maschine|rechner|kiste|knoten)(?:s|es)?"
    r"(?:,|:| has| have| having| with| hat| haben| mit)(?: seinen| ihren)?"
    r"|\b\d{1,3} ?v?(?:cores?|cpus?|kerne?n?)(?:,| ?/| ?\+| and| und| with| mit)"
    r"|\b(?:rhel|ol|centos|rocky|alma|debian|ubuntu|sles|solaris|freebsd|aix|windows) ?\d[\d.]*,"
    r"|(?<![\w-])(?-i:[A-Z])(?=[\w-]{0,20}\d)[\w-]{1,24} (?:with|mit)"  # a model: R720 with
    r"|\b(?:drives|disks|ssds|platten)(?:,| and| und))"
    r"(?: only| just| about| nur| rund)? ?\Z",
    re.IGNORECASE,
)
_ENDS = lazy(r" ?(?:[.,;:)!?/]|\Z|(?:and|und|but|aber|each|je|kommt|is|ist|was|war)\b)", re.IGNORECASE)
_MACHINE = lazy(r"[ -](?:server|machine|host|box|node|maschine|rechner|kiste)s?\b(?! (?:image|disk))", re.IGNORECASE)
_MOST_RAM = 1.7e12
"""Bytes; what is larger is somebody's disks."""
_AT_MOST = "at most "
_BOUNDS = {
    "at least ": frozenset("above over more exceeds exceeding beyond least ueber mehr mindestens groesser".split()),
    _AT_MOST: frozenset("below under less unter weniger hoechstens".split()),
}
"""Words before a number that is a bound and no value."""


class _Near:
    """The numbers and nouns of one clause; `claims` are the addresses that numbers are nearest to, by first word."""

    def __init__(self, part: Clause, numbers: list[Number], places: list[tuple[Quantity, frozenset[int]]]) -> None:
        self.part = part
        self.numbers = numbers
        self.places = places
        self.claims: dict[int, str] = {}
        # The words of all numbers.
        self.inside: frozenset[int] = frozenset()

    @property
    def nouns_first(self) -> bool:
        """Whether a noun stands before the first number, and none after the last."""
        spots = [spot for _, spot in self.places]
        return (
            bool(spots)
            and min(map(min, spots)) < self.numbers[0].first
            and max(map(max, spots)) <= self.numbers[-1].last
        )


def take_measures(cells: Cells, part: Clause, numbers: list[Number], state: Sentence) -> None:
    """Take every number of a clause whose noun is clear."""
    places = [
        (quantity, spot)
        for quantity, spot in cells.lore.quantities.find(cells.phrases, part.words)
        if not quantity.signs or quantity.signs & state.signs
    ]
    former = [n for n in numbers if _former(part.words, n, numbers)]
    state.used.update(part.words[n.first].start for n in former)
    numbers = [n for n in numbers if n not in former]
    near = _Near(part, numbers, places)
    near.inside = frozenset(i for n in numbers for i in range(n.first, n.last + 1))
    first = {n.first: _measured(cells, n, near) for n in numbers} if len(numbers) > 1 else {}
    near.claims = {at: found[0].address for at, found in first.items() if found is not None}
    denied = part.denied()
    for number in numbers:
        if part.words[number.first].start in state.used or (number.rate and "count" not in number.values):
            continue
        found = _measured(cells, number, near)
        if found is None:
            continue
        quantity, value = found
        if not quantity.address:
            if quantity.unit != "bytes":
                state.used.add(part.words[number.first].start)
            continue
        if number.first in denied:
            continue
        bound = _bound(part.words, number.first)
        sure = part.sure and bound != _AT_MOST
        if cells.put(state, quantity.address, value, sure, **cells.key(quantity.address, part, state)):
            state.used.add(part.words[number.first].start)
            if bound:
                cells.bounds[state.text, value] = bound


def take_machine_memory(cells: Cells, part: Clause, numbers: list[Number], state: Sentence) -> None:
    """Take what is told of a machine without a noun, which is its memory: `a 64 GB server`, `32 cores, 256 GB`."""
    for number in numbers:
        start, end = part.words[number.first].start, part.words[number.last].end
        size = number.values.get("bytes", 0)
        if start in state.used or not 1e9 <= size <= _MOST_RAM or _former(part.words, number, numbers):
            continue
        before, after = state.text[:start], state.text[end:]
        of_machine = _MACHINE.match(after) is not None and state.text[end - 2 : end].upper() != "TB"
        if of_machine or (_HAS.search(before) and _ENDS.match(after)):
            cells.put(state, "system.ram-bytes", size, part.sure)
            state.used.add(start)


def _former(words: Sequence[Word], number: Number, numbers: list[Number]) -> bool:
    """Whether a number is what was: of `from 32 GB to 64 GB`, the 32."""
    after = next((n for n in numbers if n.first == number.last + 2), None)
    if after is None or not number.first or words[number.first - 1].text not in ("from", "von"):
        return False
    return words[number.last + 1].text in ("to", "auf") and after.values.keys() == number.values.keys()


def _measured(cells: Cells, number: Number, near: _Near) -> tuple[Quantity, float] | None:
    """The quantity whose noun is nearest, and the value; None where none or more than one is."""
    rated: list[tuple[float, int, Quantity]] = []
    own = set(range(number.first, number.last + 1))
    fitting = [(q, s) for q, s in near.places if q.unit in number.values and q.least <= number.values[q.unit] <= q.most]
    for quantity, spot in fitting:
        spot = frozenset(spot - own)
        if not spot or any(spot < other for other_q, other in fitting if other_q is not quantity):
            continue
        distance = _distance(cells, number, spot, near, quantity)
        if distance is None or distance > quantity.reach:
            continue
        if not _nearer(cells, distance, quantity, spot, number, near):
            # `2 GB of SGA` is said more often than `SGA 2 GB`, but where all nouns stand first, so does this one.
            away = near.nouns_first is (min(spot) > number.last)
            bias = -0.5 if quantity.side == "before" else 0.5 * away
            rated.append((distance + bias, -len(spot), quantity))
    if not rated:
        return None
    rated.sort(key=lambda r: r[:2])
    best = rated[0]
    rivals = {r[2].name for r in rated if r[:2] == best[:2] and r[2].address != best[2].address}
    return None if rivals else (best[2], number.values[best[2].unit])


def _nearer(
    cells: Cells, distance: float, quantity: Quantity, spot: frozenset[int], number: Number, near: _Near
) -> bool:
    """Whether a noun belongs to another number, which is nearer to it and nearest to no other noun."""
    others = [n for n in near.numbers if n is not number and near.claims.get(n.first) == quantity.address]
    found = (_distance(cells, other, spot, near, quantity) for other in others)
    return any(d is not None and d < distance for d in found)


_FURTHEST = 60
"""Beyond so many words a noun belongs to no number, whatever stands between; in a sentence without end, all pairs would be walked."""


def _distance(cells: Cells, number: Number, spot: frozenset[int], near: _Near, quantity: Quantity) -> float | None:
    """How far the nearest word of a noun is; a word that says little counts nothing."""
    before = [p for p in spot if p < number.first and quantity.side != "after"]
    after = [p for p in spot if p > number.last and quantity.side != "before"]
    ways = ([range(max(before) + 1, number.first)] if before else []) + (
        [range(number.last + 1, min(after))] if after else []
    )
    costs = (_walked(cells, way, near, quantity.reach) for way in ways if len(way) <= _FURTHEST)
    return min((cost for cost in costs if cost is not None), default=None)


def _walked(cells: Cells, way: range, near: _Near, reach: float) -> float | None:
    """What the words of a way cost together; None as soon as it is more than the reach."""
    total = 0.0
    for position in way:
        total += _cost(cells, position, near)
        if total > reach:
            return None
    return total


def _cost(cells: Cells, position: int, near: _Near) -> float:
    text = near.part.words[position].text
    if text in ("and", "und", "with", "mit", "plus"):
        return 2.0
    if position in near.inside:
        return 0.5
    return 0.0 if text in cells.lore.links else 1.0


def _bound(words: Sequence[Word], at: int) -> str:
    """What a number is a bound of: `above 10,000` tells no more than that."""
    before = tuple(word.text for word in words[max(0, at - 2) : at])
    if before[-1:] == ("than",) or before[-1:] == ("als",):
        before = before[:1]
    return next((bound for bound, marks in _BOUNDS.items() if before[-1:] and before[-1] in marks), "")
