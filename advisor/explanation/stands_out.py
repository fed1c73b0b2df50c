"""What stands out on a host whose trouble fits no case: measured signs of trouble and what logs complain of, each with its place."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from advisor.inference.diagnosis import Consultation
from advisor.inference.openness import outlines_of
from advisor.inference.proof import only_told
from advisor.knowledge import Knowledge
from facts.alarming import Alarm
from facts.captures import Origin

_STAGES = {"event": (2.0, 0.5), "act": (1.0, 0.7), "harm": (0.5, 0.5)}
"""What a stage adds, and the least that a link must be worth: an explicit failure tells more than a mechanism at work, and that more
than a resource that suffers. What only suggests a mechanism is to be seen on many healthy hosts."""
_RESOURCES = {
    "file-system-full": 1.6, "inodes-nearly-used-up": 1.6, "swap-used-up": 1.6, "memory-available-short": 1.5, "killed-for-memory": 2.2,
    "cgroup-cpu-throttled": 1.6, "cgroup-over-high": 1.6, "cgroup-io-limited": 1.6, "steal-high": 1.5, "system-time-high": 1.3,
    "processors-overrun": 1.3, "kswapd-busy": 1.4, "hardware-errors": 1.8, "clock-jumped": 1.6, "clock-unstable": 1.5,
    "nfs-retransmits": 1.4, "lun-queue-full": 1.8, "interface-errors-growing": 1.6, "disk-errors": 1.8, "group-hangs": 1.5,
}  # fmt: skip
"""What tells of a resource at its limit or with errors, whether or not a chain takes it for a sign of its own."""
_MOST = 5


class Sight(NamedTuple):
    """One thing that stands out: a sentence, the first line that shows it, and how much it tells."""

    text: str
    origin: Origin
    weight: float


def stands_out(consultation: Consultation, alarms: Iterable[Alarm] = ()) -> list[Sight]:
    """The signs of trouble, those that tell most first; of a line only the first.

    What is a measured sign comes from the chains of all cases: whatever shows a mechanism at work or a resource that suffers.
    Beside them stand lines that speak of trouble in their own words.

    Args:
        consultation: what follows from what is known.
        alarms: those lines.
    """
    sights = [*_sights(consultation, _weights(consultation.knowledge)), *map(_logged, alarms)]
    found: dict[tuple[str, int], Sight] = {}
    for sight in sorted(sights, key=lambda s: -s.weight):
        first = sight.origin.lines[0] if sight.origin.lines else 0
        found.setdefault((sight.origin.path, first), sight)
    return list(found.values())[:_MOST]


def _logged(alarm: Alarm) -> Sight:
    often = f" ({alarm.times:,} times)" if alarm.times > 1 else ""
    return Sight(f"{alarm.message}{often}", Origin(alarm.path, (alarm.line, alarm.line), text=alarm.text), alarm.weight)


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
    weights = {(name, "present"): weight for name, weight in _RESOURCES.items()}
    for slug in knowledge.cases:
        for outline in outlines_of(knowledge.net, slug):
            more, least = _STAGES.get(outline.stage, (0.0, 1.0))
            if len(outline.needs) == 1 and outline.cf >= least:
                need = outline.needs[0]
                weights[need] = max(weights.get(need, 0.0), more + outline.cf)
    return weights
