"""What is not concluded: every case is somewhere, with its reason."""

from __future__ import annotations

import pytest

from advisor.session.session import Session
from advisor.views.keys import conclusions
from advisor.views.whynot import not_assessed, ruled_out, why_not
from tests.kb.examples import knowledge

FACTS = (
    "root@db1# sysctl vm.dirty_ratio vm.dirty_background_ratio\nvm.dirty_ratio = 40\nvm.dirty_background_ratio = 10\n"
)


@pytest.fixture
def session() -> Session:
    fresh = Session(knowledge())
    fresh.begin()
    fresh.tell("the host freezes for some seconds while a big file is written")
    fresh.paste(FACTS)
    return fresh


def test_every_case_is_concluded_or_has_a_reason(session: Session) -> None:
    consultation = session.consultation
    left = [*ruled_out(consultation), *not_assessed(consultation)]
    named = {h.case.slug for h in conclusions(consultation)} | {entry.case for entry in left}
    assert named == set(knowledge().cases)
    assert all(entry.reason and entry.title for entry in left)


def test_an_argument_that_would_fire_says_the_value(session: Session) -> None:
    answer = why_not(session.consultation, "linux-writeback-stall")
    flipping = [argument for argument in answer.arguments if argument.flips]
    assert flipping
    for argument in flipping:
        assert argument.tried == "these values together would make it fire (tried)"
        for condition in argument.conditions:
            assert condition.flip_to
            assert condition.text.endswith(f"would hold at {condition.address} = {condition.flip_to}")


def test_a_case_that_is_not_known_is_a_key_error(session: Session) -> None:
    with pytest.raises(KeyError):
        why_not(session.consultation, "no-such-case")
