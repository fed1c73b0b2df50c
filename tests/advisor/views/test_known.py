"""What is known, where it comes from, and what of it was said otherwise later."""

from __future__ import annotations

from advisor.views.known import KnownFact, known_facts
from tests.advisor.conversation.talk import STALL, Talk


def facts(talk: Talk) -> list[KnownFact]:
    return known_facts(talk.session, talk.conversation.interview.questions)


def test_a_value_that_was_said_anew_names_the_fact_that_counts() -> None:
    talk = Talk(STALL, "vm.dirty_ratio is 40", "vm.dirty_ratio is 20")
    told = {fact.text: fact for fact in facts(talk)}
    old, new = told["vm settings: dirty ratio 40 %"], told["vm settings: dirty ratio 20 %"]
    assert old.replaced_by == new.number
    assert new.replaced_by == 0
    assert old.sentence == "vm.dirty_ratio is 40"
    talk.say("undo")
    assert all(fact.replaced_by == 0 for fact in facts(talk))


def test_what_is_said_twice_is_not_replaced() -> None:
    talk = Talk(STALL, STALL)
    assert [fact.replaced_by for fact in facts(talk)] == [0] * len(facts(talk))


def test_what_was_read_has_its_line_and_can_be_struck() -> None:
    talk = Talk(STALL, "colo1# sysctl vm.dirty_ratio\nvm.dirty_ratio = 40\n")
    read = next(fact for fact in facts(talk) if fact.how == "read" and "40 %" in fact.text)
    assert (read.path, read.line) == ("pasted", 2)
    for struck in read.strikes:
        talk.session.strike(*struck)
    assert not any(fact.how == "read" and "40 %" in fact.text for fact in facts(talk))
