"""Every example of every case leads to what it says, and every fix makes its diagnosis vanish."""

from __future__ import annotations

from pathlib import Path

import pytest

from advisor.authoring.examples import differences, outcome_of
from advisor.inference.diagnosis import Consultation, consult
from advisor.remedies import apply_sets
from tests.kb.examples import PATHS, Example, consultation_of, knowledge, read


def _id(path: Path) -> str:
    return f"{path.parent.parent.name}/{path.stem}"


@pytest.mark.parametrize("path", PATHS, ids=_id)
def test_example(path: Path) -> None:
    """Findings, the current diagnoses in order, what was resolved, what is a risk, and what must not come out; and the fix."""
    example = read(path)
    result, _ = consultation_of(example)
    assert differences(example.expect, outcome_of(result)) == []
    if path.name.startswith("confirms--"):
        _fix_makes_the_diagnosis_vanish(example, result)


def _fix_makes_the_diagnosis_vanish(example: Example, result: Consultation) -> None:
    """With the values that the fix leaves behind, the case is ruled out."""
    for hypothesis in [d for d in result.diagnoses if d.case.slug == example.case and d.status == "current"]:
        if not any(step.sets for step in hypothesis.case.steps):
            changing = [step for step in hypothesis.case.steps if step.risk in ("safe", "disruptive") and step.persists]
            # what the rules see of a new part is known once it is looked at, and no value of the old one
            assert all(step.persists_how.endswith("stays in") for step in changing), (
                "a fix that changes something says in `sets` what it leaves behind"
            )
            continue
        after = consult(knowledge(), apply_sets(hypothesis, result.observations), result.told)
        left = [d for d in (*after.diagnoses, *after.risks) if d.key == hypothesis.key and d.status == "current"]
        assert not left, left[0].supporting


@pytest.mark.parametrize("slug", sorted(knowledge().cases))
def test_case_has_examples(slug: str) -> None:
    """At least two confirming and two rejecting examples."""
    names = [p.name for p in PATHS if p.parent.parent.name == slug]
    assert sum(n.startswith("confirms--") for n in names) >= 2
    assert sum(n.startswith("rejects--") for n in names) >= 2
