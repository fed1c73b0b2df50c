"""What stands out on a host whose trouble fits no case: measured signs of trouble, worst first, each with its place."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from advisor.inference.diagnosis import Consultation
from advisor.inference.openness import outlines_of
from advisor.inference.proof import only_told
from advisor.knowledge import Knowledge
from facts.captures import Origin

_STAGES = {"event": 2.0, "act": 1.0, "harm": 0.5}
"""An explicit failure tells more than a mechanism at work, and that more than a resource that suffers."""
_LEAST = 0.5
_MOST = 5


class Sight(NamedTuple):
    """One thing that stands out: a sentence, the first line that shows it, and how much it tells."""

    text: str
    origin: Origin
    weight: float


def stands_out(consultation: Consultation) -> list[Sight]:
    """The signs of trouble that were measured, those that tell most first; of a line only the first.

    What is a sign comes from the chains of all cases: whatever shows a mechanism at work or a resource that suffers.
    """
    weights = _weights(consultation.knowledge)
    found: dict[str, Sight] = {}
    for sight in sorted(_sights(consultation, weights), key=lambda s: -s.weight):
        found.setdefault(sight.origin.place(), sight)
    return list(found.values())[:_MOST]


def _sights(consultation: Consultation, weights: dict[tuple[str, str], float]) -> Iterator[Sight]:
    view = consultation.now
    for (name, state), weight in weights.items():
        for fact in view.findings(name, state):
            proof = view.prover.best(fact.index)
            if proof is None or only_told(proof):
                continue
            asked = [leaf for leaf in proof.all_leaves() if leaf.cell.origin.path]
            if asked:
                leaf = next((leaf for leaf in asked if leaf.demand), asked[0])
                yield Sight(view.prover.net.rules[proof.rule].comment, leaf.cell.origin, weight)
                break


def _weights(knowledge: Knowledge) -> dict[tuple[str, str], float]:
    """How much each finding tells, by the strongest link of any chain that it makes alone."""
    weights: dict[tuple[str, str], float] = {}
    for slug in knowledge.cases:
        for outline in outlines_of(knowledge.net, slug):
            if len(outline.needs) == 1 and outline.stage in _STAGES and outline.cf >= _LEAST:
                need = outline.needs[0]
                weights[need] = max(weights.get(need, 0.0), _STAGES[outline.stage] + outline.cf)
    return weights
