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
RESOURCES = {
    # memory
    "memory-available-short": 1.5, "killed-for-memory": 2.2, "swap-used-up": 1.6, "swap-used-up-logged": 1.6,
    "kswapd-busy": 1.4, "kernel-memory-large": 1.7, "page-tables-huge": 1.6, "arc-over-target": 1.2,
    "shared-memory-limit-low": 1.7, "shared-memory-limit-reached": 1.7,
    # processors and clocks
    "system-time-high": 1.3, "processors-overrun": 1.3, "kernel-thread-busy": 1.5, "load-without-work": 1.4, "steal-high": 1.5,
    "clock-jumped": 1.6, "clock-unstable": 1.5, "figures-impossible": 1.9,
    # limits of groups
    "cgroup-cpu-throttled": 1.6, "cgroup-over-high": 1.6, "cgroup-io-limited": 1.6, "cgroup-limit-reached": 2.0,
    # space
    "file-system-full": 1.6, "inodes-nearly-used-up": 1.6, "pool-on-last-space": 1.75, "snapshots-hold-much": 1.5, "slot-keeps-log": 1.8,
    # devices and networks
    "disk-errors": 1.8, "hardware-errors": 1.8, "lun-queue-full": 1.8, "array-member-failed": 2.0, "array-lacks-member": 1.9,
    "array-sync-stalled": 1.6, "wrong-data-from-several": 2.6, "slower-than-peers": 1.5, "storage-answers-late": 1.5,
    "interface-errors-growing": 1.6, "nfs-retransmits": 1.4, "group-hangs": 1.5,
    # databases
    "sessions-wait-for-lock": 1.8, "sessions-sort-in-files": 1.4, "dead-rows-kept": 1.6,
}  # fmt: skip
"""What tells of a resource at its limit or with errors, whether or not a chain takes it for a sign of its own."""
_MOST = 5
_ENOUGH = 1.1
"""What the weightiest must come to: a resource that is merely used, or a warning alone, is to be seen on many healthy hosts."""


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
    shown = list(found.values())[:_MOST]
    return shown if shown and shown[0].weight >= _ENOUGH else []


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
    weights = {(name, "present"): weight for name, weight in RESOURCES.items()}
    for slug in knowledge.cases:
        for outline in outlines_of(knowledge.net, slug):
            more, least = _STAGES.get(outline.stage, (0.0, 1.0))
            if len(outline.needs) == 1 and outline.cf >= least:
                need = outline.needs[0]
                weights[need] = max(weights.get(need, 0.0), more + outline.cf)
    return weights
