"""Why not: each offered value was tried, and writing it makes the argument fire."""

from __future__ import annotations

from pathlib import Path

import pytest

from advisor.inference.whynot import what_if, why_not
from tests.kb.examples import PATHS, consultation_of, every, knowledge, read

REJECTED = [p for p in PATHS if p.name.startswith("rejects--") and p.parent.parent.name in knowledge().cases]


@pytest.mark.parametrize("path", every(18, REJECTED), ids=lambda p: f"{p.parent.parent.name}/{p.stem}")
def test_offered_flips_really_fire(path: Path) -> None:
    consultation, _ = consultation_of(read(path))
    case = knowledge().cases[path.parent.parent.name]
    answer = why_not(consultation, case)
    fired = {f.rule for f in consultation.now.inference.firings}
    for miss in (a for a in answer.arguments if a.flips):
        after = what_if(consultation, [m.write for m in miss.misses if m.write is not None])
        rule = f"{case.slug}.{miss.argument}"
        assert rule not in fired
        assert rule in {f.rule for f in after.inference.firings}


def test_some_flip_is_found_somewhere() -> None:
    """The search is no empty promise: over the rejecting examples it does find values that would turn a case."""
    found = 0
    for path in every(9, REJECTED):
        consultation, _ = consultation_of(read(path))
        found += sum(a.flips for a in why_not(consultation, knowledge().cases[path.parent.parent.name]).arguments)
    assert found >= 5


def test_a_flip_names_the_observed_value_and_the_threshold() -> None:
    path = next(p for p in REJECTED if p.parent.parent.name == "zfs-pool-fragmentation" and "healthy" in p.name)
    consultation, _ = consultation_of(read(path))
    misses = [m for a in why_not(consultation, knowledge().cases["zfs-pool-fragmentation"]).arguments for m in a.misses]
    capacity = next(m for m in misses if "capacity-percent" in m.condition)
    assert capacity.threshold.startswith("?*")
    assert capacity.write is not None
    assert float(capacity.write.value) > float(capacity.observed)
