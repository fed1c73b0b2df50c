"""The next best question: the expected information of its answer over all open cases, for each glance that it costs.

For each case a question is a test with two outcomes. It may complete an argument for the case, which is then seen in
most hosts that have the trouble and in few that have not, as few as the argument's certainty factor says; or an
argument against it. What such a test tells on average is its mutual information with the case, in bits.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from typing import NamedTuple

from advisor.inference.diagnosis import Consultation
from advisor.inference.looking import FAMILIES, OTHER_FAMILY, families_of
from advisor.inference.view import View
from advisor.interview.beliefs import Belief, not_in_use, weight
from advisor.interview.paths import Path, Paths, paths_of
from advisor.interview.questions import COSTS, Question
from facts.captures import MEASURED
from facts.schema import UNKNOWN

_SEEN = 0.6
"""How often one argument for a case is to be seen where the case is true; of several, how often at least one is."""
_MOST_ARGUMENTS = 3
_SEEN_AGAINST = 0.4
"""How often an argument against a case is to be seen where it is false."""
_UNFINISHED = 0.35
"""What an answer is worth for an argument that still lacks one more finding, against one that is complete."""
_ONE_VALUE = 0.6
"""The same for one value of a row, where an output would give the whole row."""
_IN_VAIN = 0.7
"""How much less often a question can be answered when all that it shows was asked for in vain before."""
_IN_USE = 0.25
"""How often a host uses something that it is asked for."""


class Choice(NamedTuple):
    """A question, the bits that its answer is expected to give, and the cases that it bears on, most first."""

    question: Question
    bits: float
    cases: tuple[str, ...]

    @property
    def about(self) -> list[str]:
        """The cases that it is asked for: those that it tells most about."""
        return list(self.cases[:3])

    @property
    def worth(self) -> float:
        """Bits for each glance."""
        return self.bits / COSTS[self.question.cost]


def entropy(p: float) -> float:
    """Bits of a choice between two."""
    return 0.0 if p <= 0 or p >= 1 else -p * math.log2(p) - (1 - p) * math.log2(1 - p)


def information(p: float, seen: float, seen_otherwise: float) -> float:
    """Mutual information of a case of probability `p` with a sign: seen with it, and otherwise.

    >>> round(information(0.5, 1.0, 0.0), 3), information(0.5, 0.4, 0.4)
    (1.0, 0.0)
    """
    mixed = p * seen + (1 - p) * seen_otherwise
    return max(0.0, entropy(mixed) - p * entropy(seen) - (1 - p) * entropy(seen_otherwise))


def rank(
    consultation: Consultation,
    believed: Mapping[str, Belief],
    questions: Mapping[str, Question],
    done: Collection[str],
    in_vain: Collection[str] = (),
) -> list[Choice]:
    """Every question that is worth asking, the best first.

    Args:
        consultation: what follows from what is known.
        believed: the cases that can be.
        questions: all questions.
        done: ids of those that were asked or skipped.
        in_vain: those of them that could not be answered.
    """
    state = _State(consultation, believed)
    state.ask_in_vain(questions[q] for q in in_vain if q in questions and not _is_general(questions[q]))
    ranked = [_judged(q, state) for q in questions.values() if q.id not in done and state.askable(q)]
    return sorted((c for c in ranked if c.bits > 0), key=lambda c: (-c.worth, c.question.id))


def _is_general(question: Question) -> bool:
    """Whether it asks about everything at once, so that *don't know* says nothing of single things."""
    return question.kind == "uses" or question.anything


class _Lacking(NamedTuple):
    """An argument that has not fired yet: what it weighs, for or against, and the findings that it still needs."""

    strength: float
    supports: bool
    needs: list[frozenset[str]]


class _State:
    """What is known, in the form that judging questions needs."""

    def __init__(self, consultation: Consultation, believed: Mapping[str, Belief]) -> None:
        self.in_vain: dict[str, list[int]] = {}  # for each finding, which of the questions asked in vain could show it
        self.view: View = consultation.now
        self.paths: Paths = paths_of(consultation.knowledge)
        self.systems = self.view.systems()
        self.unused = not_in_use(self.view)
        self.families = families_of(self.view)
        self.open = {slug: belief for slug, belief in believed.items() if not belief.settled}
        self.states = self._findings()
        self.named = {
            state: {name for name, states in self.states.items() if state in states} for state in ("present", "absent")
        }
        self.whole: set[str] = set()  # templates of which an output was watched to its end
        self.known, self.captured = self._known()
        fired = {a.rule for h in self.view.hypotheses.values() for a in h.arguments}
        self.wanted: dict[str, dict[str, list[_Lacking]]] = {}
        """For each open case, by each finding, the arguments that still need it."""
        for slug in self.open:
            wanted: dict[str, list[_Lacking]] = {}
            self.wanted[slug] = wanted
            for path in self.paths.arguments[slug]:
                if path.rule not in fired and (needs := self._missing(path)):
                    lacking = _Lacking(abs(weight(path.cf)), path.cf > 0, needs)
                    for name in frozenset().union(*needs):
                        wanted.setdefault(name, []).append(lacking)

    def _findings(self) -> dict[str, set[str]]:
        found: dict[str, set[str]] = {}
        for fact in self.view.inference.of("finding"):
            found.setdefault(str(fact.slots["name"]), set()).add(str(fact.slots["state"]))
        return found

    def _known(self) -> tuple[set[str], set[str]]:
        """The slots that have a value, and the templates of which an output was read."""
        known: set[str] = set()
        captured: set[str] = set()
        for row in self.view.merged.rows:
            if row.template == "read":
                self.whole.add(row.key[1])
            for slot, cell in row.cells.items():
                if cell.value != UNKNOWN:
                    known.add(f"{row.template}.{slot}")
                    if cell.origin.lines is not None and cell.rank >= MEASURED and cell.sure:
                        captured.add(row.template)
        if not known & _RELEASES:
            captured.discard(_SYSTEM)  # some formats tell the system, and only its own command the release
        return known, captured

    def _missing(self, path: Path) -> list[frozenset[str]]:
        """What an argument still needs; nothing where something that it needs is known not to be so."""
        missing = []
        for names, state, contrary in path.needs:
            if not names.isdisjoint(self.named[state]):
                continue
            if names <= self.named[contrary]:
                return []
            missing.append(names)
        return missing

    def askable(self, question: Question) -> bool:
        """Whether the answer is not known yet, and the host could give it."""
        if question.anything:
            return not self.captured
        if question.uses and self.unused.issuperset(question.uses):
            return False
        if question.family and self.families and question.family not in self.families:
            return False
        if question.after and self.captured.isdisjoint(question.after):
            return False
        if question.kind == "sign":
            beside = any("present" in self.states.get(sign, ()) for sign in question.also)
            return question.sign not in self.states and not beside
        if question.kind == "value":
            return question.fits(self.systems) and not self._has_value(question)
        if question.kind == "uses":
            return not all(sign in self.states for sign in question.choices)
        if question.slots and self.known.issuperset(question.slots):
            return False
        if not question.slots and (self.captured.issuperset(question.templates) or self._watched(question)):
            return False
        return question.fits(self.systems)

    def _watched(self, question: Question) -> bool:
        """Whether such an output was watched to its end, so that what it does not show is not there.

        Its typical template alone may come from a single sample; that something was looked for in it takes more.
        """
        typical, *others = question.templates
        return typical in self.whole and not self.whole.isdisjoint(others)

    def _has_value(self, question: Question) -> bool:
        """Whether the row that a value belongs to holds it; the same slot of a row of another kind does not count."""
        template, _, slot = question.address.partition(".")
        fixed = {name: part for name, part in question.key.items() if part not in ("", "?")}
        if question.address not in self.known or not fixed:
            return question.address in self.known
        return any(
            row.template == template and slot in row.cells and row.cells[slot].value != UNKNOWN
            and all(str(row.cells[name].value) == part for name, part in fixed.items() if name in row.cells)
            for row in self.view.merged.rows
        )  # fmt: skip

    def answerable(self, shown: set[str]) -> float:
        """How likely an answer is, where others that show the same could not be given: 0 to 1."""
        shared = Counter(vain for name in shown for vain in self.in_vain.get(name, ()))
        return 1 - _IN_VAIN * max(shared.values(), default=0) / len(shown)

    def ask_in_vain(self, questions: Iterable[Question]) -> None:
        """Take it that these questions could not be answered."""
        for number, question in enumerate(questions):
            for name in self.shows(question):
                self.in_vain.setdefault(name, []).append(number)

    def used(self, question: Question) -> float:
        """How likely the host uses at all what is asked about: 0 to 1."""
        known = not question.uses or any("present" in self.states.get(sign, ()) for sign in question.uses)
        family = FAMILIES.get(question.family, OTHER_FAMILY) if question.family and not self.families else 1.0
        return family * (1.0 if known else _IN_USE)

    def shows(self, question: Question) -> set[str]:
        """The findings that an answer could show."""
        if question.kind == "sign":
            return {question.sign}
        if question.kind == "value":
            coded = f"{question.address.partition('.')[0]}.{question.code}"
            return self.paths.read.get(question.address, set()) | self.paths.read.get(coded, set())
        if question.slots:
            return set().union(*(self.paths.read.get(slot, set()) for slot in question.slots if slot not in self.known))
        fresh = set(question.templates) - self.captured - {_SYSTEM}
        return set().union(*(self.paths.shown.get(template, set()) for template in fresh))


_SYSTEM = "system"
_RELEASES = frozenset(("system.kernel-code", "system.os-release"))


def _judged(question: Question, state: _State) -> Choice:
    if question.kind == "uses":
        gains = {slug: _gain_of_use(question, belief, state) for slug, belief in state.open.items()}
    else:
        shown = state.shows(question)
        share = _ONE_VALUE if question.kind == "value" else 1.0
        gains = {
            slug: gain
            for slug, belief in state.open.items()
            if not shown.isdisjoint(state.wanted[slug]) and (gain := _gain(shown, share, belief, state))
        }
        likely = state.answerable(shown) * state.used(question) if gains else 0.0
        gains = {slug: likely * gain for slug, gain in gains.items()}
    bearing = sorted((slug for slug, gain in gains.items() if gain > 0), key=lambda slug: -gains[slug])
    # The cases exclude each other for the most part, so a little about each of many is less than much about one.
    return Choice(question, math.hypot(*gains.values()), tuple(bearing))


def _gain_of_use(question: Question, belief: Belief, state: _State) -> float:
    """The bits that it gives about a case to know whether what the case is about is there at all."""
    uses = belief.case.uses
    unknown = uses and not any(sign in state.states for sign in uses) and set(uses) <= question.choices.keys()
    return information(belief.probability, 1.0, _IN_USE) if unknown else 0.0


def _gain(shown: set[str], share: float, belief: Belief, state: _State) -> float:
    """The bits that an answer gives about one case."""
    best_for = best_against = 0.0
    completed = 0
    wanted = state.wanted[belief.case.slug]
    touched = {id(lacking): lacking for name in wanted.keys() & shown for lacking in wanted[name]}
    for lacking in touched.values():
        left = 0
        if len(lacking.needs) > 1:  # else the answer shows the only one
            for names in lacking.needs:
                left += names.isdisjoint(shown)
        strength = lacking.strength * _UNFINISHED**left * share
        if lacking.supports:
            best_for = max(best_for, strength)
            completed += left == 0
        else:
            best_against = max(best_against, strength)
    p = belief.probability
    seen = 1 - (1 - _SEEN) ** max(1, min(completed, _MOST_ARGUMENTS))
    gain_for = information(p, seen, seen * math.exp(-best_for)) if best_for else 0.0
    gain_against = information(p, _SEEN_AGAINST * math.exp(-best_against), _SEEN_AGAINST) if best_against else 0.0
    return max(gain_for, gain_against)
