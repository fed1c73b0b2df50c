"""How likely each case is by now, for the choice of questions.

Log-odds = log frequency + sum of log((1 + cf) / (1 - cf)) over the arguments that fired. Beside that, each sign that was
told speaks for asking about the cases that know it, as a symptom or in an argument, and against the others: the more, the
fewer cases know it; once a case is confirmed, what it explains speaks for no other but its causes. What somebody names by
itself as running there speaks for the cases about it.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import cache

from advisor.inference.diagnosis import Consultation
from advisor.inference.openness import not_here
from advisor.inference.view import View
from advisor.interview.paths import paths_of
from advisor.knowledge import Case, Knowledge
from facts.schema import UNKNOWN

_FITS, _DOES_NOT_FIT, _DENIED = 0.9, -0.9, -1.2
"""Log-odds that a told sign adds: one that the case knows, one that it does not, and a symptom that is not there."""
_FITS_BEST = 3.0
"""The most that a told sign adds to a case that knows it. It adds log(all cases / cases that know it), within bounds."""
_NAMED = 1.2
"""Log-odds that a case gains by what it needs in use being named."""
_MOST_BY_WORDS = 0.4
"""Log-odds beyond which no words bring a case: it is to be looked at, and not to be taken for settled."""
_PART, _MOST_PARTS = 0.4, 3
"""Log-odds that a finding adds that an argument for the case needs beside others."""
_CLEAR = 0.95


@dataclass(slots=True)
class Belief:
    """What is thought of one case: its log-odds, its standing ("" where it has none yet), and whether it is settled."""

    case: Case
    log_odds: float
    standing: str
    settled: bool

    @property
    def probability(self) -> float:
        """From 0 to 1."""
        return 1 / (1 + math.exp(-self.log_odds))


def weight(cf: float) -> float:
    """The log-odds that a certainty factor is worth.

    >>> round(weight(0.8), 2), round(weight(-0.8), 2)
    (2.2, -2.2)
    """
    cf = max(-_CLEAR, min(_CLEAR, cf))
    return math.log((1 + cf) / (1 - cf))


_FILE_SYSTEMS = {"zfs-in-use": "zfs", "vxfs-in-use": "vxfs"}


def not_in_use(view: View) -> frozenset[str]:
    """The signs of what is not asked about: it is known to be absent, or only another file system was named.

    That a host has UFS does not prove that it has no ZFS, so nothing is concluded from it.
    """
    absent = {str(f.slots["name"]) for f in view.inference.of("finding") if f.slots["state"] == "absent"}
    present = {str(f.slots["name"]) for f in view.inference.of("finding") if f.slots["state"] == "present"}
    types = {str(f.slots.get("type", UNKNOWN)) for f in view.inference.of("file-system")} - {UNKNOWN}
    others = {sign for sign, kind in _FILE_SYSTEMS.items() if types and kind not in types}
    return frozenset((absent | others) - present)


@cache
def known_signs(knowledge: Knowledge) -> dict[str, frozenset[str]]:
    """The signs that each case knows, as a symptom or in an argument for it."""
    found = {}
    for slug, case in knowledge.cases.items():
        needs = (need for path in paths_of(knowledge).arguments[slug] if path.cf > 0 for need in path.needs)
        names = {name for need in needs if need.state == "present" for name in need.names}
        found[slug] = frozenset(names | set(case.symptoms))
    return found


@cache
def _fits(knowledge: Knowledge) -> dict[str, float]:
    """For each sign, the log-odds that it adds to the cases that know it; less for one that many know."""
    spread = Counter(name for slug, names in known_signs(knowledge).items() if slug for name in names)
    return {name: min(max(math.log(len(knowledge.cases) / n), _FITS), _FITS_BEST) for name, n in spread.items()}


@cache
def _uses(knowledge: Knowledge) -> frozenset[str]:
    """The signs of what hosts run or use."""
    return frozenset(sign for case in knowledge.cases.values() for sign in case.uses)


def _explained(view: View, knowledge: Knowledge) -> tuple[frozenset[str], frozenset[str]]:
    """The signs that a confirmed case accounts for, and the cases that may stand behind one and so are not relieved."""
    confirmed = {h.case.slug for h in view.hypotheses.values() if h.standing == "confirmed"}
    signs = (known_signs(knowledge)[slug] for slug in confirmed)
    causes = (str(f.slots["cause"]) for f in view.inference.of("caused-by") if f.slots["case"] in confirmed)
    return frozenset().union(*signs), frozenset(causes)


def _told_odds(case: Case, told: Mapping[str, str], knowledge: Knowledge, explained: Collection[str]) -> float:
    """What the told signs add to the log-odds of a case; nothing for those that another one explains."""
    known = known_signs(knowledge)[case.slug]
    by_itself = not told.keys() >= _uses(knowledge)  # who is asked for everything that runs names it all
    odds = 0.0
    for name, state in told.items():
        if state != "present":
            odds += _DENIED if name in case.symptoms else 0.0
        elif name in _uses(knowledge):
            odds += _NAMED if name in case.uses and by_itself else 0.0
        elif name in known:
            odds += 0.0 if name in explained else _fits(knowledge)[name]
        elif name in _fits(knowledge):
            odds += _DOES_NOT_FIT
    return odds


def beliefs(consultation: Consultation, frequencies: Mapping[str, float]) -> dict[str, Belief]:
    """Every case that can be on these hosts at all."""
    view = consultation.now
    unused = not_in_use(view)
    told = {sign.name: sign.state for sign in consultation.told}
    known = known_signs(consultation.knowledge)
    present = {str(f.slots["name"]) for f in view.inference.of("finding") if f.slots["state"] == "present"}
    explained, causes = _explained(view, consultation.knowledge)
    found: dict[str, Belief] = {}
    for slug, case in consultation.knowledge.cases.items():
        if not_here(case, view) or (case.uses and all(sign in unused for sign in case.uses)):
            continue
        hypotheses = [h for h in view.hypotheses.values() if h.case.slug == slug]
        best = max(hypotheses, key=lambda h: h.certainty, default=None)
        frequency = min(max(frequencies.get(slug, case.frequency), 1e-4), 0.9)
        odds = math.log(frequency / (1 - frequency))
        by_words = _told_odds(case, told, consultation.knowledge, () if slug in causes else explained)
        odds = min(odds + by_words, max(odds, _MOST_BY_WORDS))
        odds += min(len((present & known[slug]) - told.keys()), _MOST_PARTS) * _PART
        if best is not None:
            odds += sum(weight(a.cf) for a in best.arguments if a.counted)
        standing = best.standing if best is not None else ""
        found[slug] = Belief(case, odds, standing, standing in ("confirmed", "ruled-out"))
    return found
