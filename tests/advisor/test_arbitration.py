"""Fixes that meet at one setting: the conflict is said at both, and one value counts."""

from __future__ import annotations

import dataclasses
from copy import copy

import pytest

from advisor.arbitration import first_of_all, rulings
from advisor.inference.diagnosis import Consultation
from advisor.inference.view import Hypothesis
from advisor.knowledge import Knob
from tests.kb.examples import PATHS, consultation_of, read

SETTING = "vm-settings.dirty-limit-bytes"
FIRST, OTHER = "linux-writeback-stall", "oracle-hugepages-shortage"


def changed(hypothesis: Hypothesis, **values: object) -> Hypothesis:
    """A copy with other values."""
    other = copy(hypothesis)
    for name, value in values.items():
        setattr(other, name, value)
    return other


@pytest.fixture
def meeting() -> Consultation:
    """A host on which the fix of another case wants the limit of the first one otherwise."""
    path = next(p for p in PATHS if p.name == "confirms--192-gib-with-default-ratios.toml")
    result, _ = consultation_of(read(path))
    (stall,) = [d for d in result.diagnoses if d.case.slug == FIRST]
    other = result.knowledge.cases[OTHER]
    step = other.steps[0]._replace(sets=((SETTING, 1_000_000_000),))
    rival = changed(stall, case=dataclasses.replace(other, steps=(step,)))
    result.diagnoses.append(rival)
    return result


def test_both_fixes_say_which_value_counts(meeting: Consultation) -> None:
    (ruling,) = rulings(meeting)
    assert (ruling.first, ruling.other) == (FIRST, OTHER)
    host = meeting.diagnoses[0].host
    assert ruling.sentence() in first_of_all(meeting, FIRST, host)
    assert ruling.sentence() in first_of_all(meeting, OTHER, host)
    assert "1,000,000,000" in ruling.sentence()
    assert first_of_all(meeting, "drive-failing", host) == ""


def test_the_table_of_settings_outweighs_the_order(meeting: Consultation, monkeypatch: pytest.MonkeyPatch) -> None:
    knob = Knob(SETTING, (FIRST, OTHER), OTHER, "its memory is not to be had otherwise.")
    monkeypatch.setitem(vars(meeting.knowledge), "knobs", (knob,))
    (ruling,) = rulings(meeting)
    assert (ruling.first, ruling.value, ruling.why) == (OTHER, 1_000_000_000, "its memory is not to be had otherwise.")


def test_fixes_that_agree_need_no_ruling(meeting: Consultation) -> None:
    first, rival = meeting.diagnoses[0], meeting.diagnoses[-1]
    step = rival.case.steps[0]._replace(sets=first.case.steps[1].sets)
    meeting.diagnoses[-1] = changed(rival, case=dataclasses.replace(rival.case, steps=(step,)))
    assert rulings(meeting) == []


def test_what_is_resolved_sets_nothing(meeting: Consultation) -> None:
    meeting.diagnoses[-1] = changed(meeting.diagnoses[-1], status="resolved")
    assert rulings(meeting) == []
