"""What a step changed, in sentences."""

from __future__ import annotations

from advisor.views.changed import changed
from tests.advisor.conversation.talk import MEMINFO, STALL, Talk

SETTINGS = "sysctl vm.dirty_ratio vm.dirty_background_ratio\nvm.dirty_ratio = 40\nvm.dirty_background_ratio = 10\n"


def test_a_conclusion_that_comes_is_named_with_the_mechanism_that_speaks_most_for_it() -> None:
    talk = Talk(STALL)
    before = talk.session.consultation
    talk.say(MEMINFO.format(prompt="colo1# ") + "colo1# " + SETTINGS)
    after = talk.session.consultation
    first = after.diagnoses[0]
    text = changed(before, after)[0]
    strongest = max(first.supporting, key=lambda a: a.cf)
    assert text.startswith(f"{first.case.title} (")
    assert f"{first.standing} (" in text
    assert after.knowledge.net.rules[strongest.rule].comment in text
    assert strongest.name not in text


def test_a_conclusion_that_goes_says_what_it_is_without() -> None:
    talk = Talk(STALL)
    talk.say(MEMINFO.format(prompt="colo1# ") + "colo1# " + SETTINGS)
    before = talk.session.consultation
    talk.session.undo()
    texts = changed(before, talk.session.consultation)
    assert any("without: " in text for text in texts)


def test_nothing_changed_says_nothing() -> None:
    talk = Talk(STALL)
    assert changed(talk.session.consultation, talk.session.consultation) == []
