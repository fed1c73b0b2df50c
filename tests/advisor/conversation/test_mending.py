"""Steps of a fix in a conversation: done, seen, taken back."""

from __future__ import annotations

import pytest

from advisor.views.remedy import remedy
from tests.advisor.conversation.talk import Talk, kinds, texts
from tests.advisor.interview.walks import CONFIRMING
from tests.kb.examples import read

STALL = next(path for path in CONFIRMING if path.stem == "confirms--192-gib-with-default-ratios")
MENDED = "vm.dirty_background_bytes = 67108864\nvm.dirty_bytes = 268435456\nvm.dirty_background_ratio = 0\nvm.dirty_ratio = 0\n"


@pytest.fixture
def talk() -> Talk:
    return Talk(*read(STALL).tell, *(text for _, text in read(STALL).files))


def states(talk: Talk) -> list[str]:
    return [step.state for step in remedy(talk.session, talk.session.consultation.diagnoses[0]).steps]


def test_a_step_is_done_and_the_fix_says_so(talk: Talk) -> None:
    talk.say("fix")
    said = talk.say("done with step 2")
    assert texts(said, "understood") == "step 2 of the fix for linux-writeback-stall is done"
    assert states(talk)[:3] == ["open", "done", "open"]
    assert texts(talk.say("fix"), "answer").endswith("Of this: step 2 done.")


def test_a_step_with_a_check_names_it(talk: Talk) -> None:
    step = next(s for s in remedy(talk.session, talk.session.consultation.diagnoses[0]).steps if s.verify_command)
    said = texts(talk.say(f"done {step.number}"), "answer")
    assert step.verify_command.split("\n")[0] in said


def test_what_was_seen_is_kept_and_read_where_it_is_an_output(talk: Talk) -> None:
    talk.say("done 2 vm.dirty_bytes = 268435456")
    assert [e.kind for e in talk.session.entries][-2:] == ["fixed", "captured"]
    assert talk.session.standing.fixed[-1].data["observed"] == "vm.dirty_bytes = 268435456"
    assert talk.known("vm-settings.dirty-limit-bytes") == 268435456
    talk.say("done 3: it is quiet now")
    assert talk.session.entries[-1].data["observed"] == "it is quiet now"


def test_after_the_fix_the_trouble_is_resolved_and_undo_takes_each_step_back(talk: Talk) -> None:
    talk.say("done 2")
    host = talk.session.consultation.diagnoses[0].host
    talk.say(f"root@{host}# sysctl -a | grep dirty\n{MENDED}")
    assert talk.session.consultation.diagnoses[0].status == "resolved"
    talk.say("undo")
    assert talk.session.consultation.diagnoses[0].status == "current"
    said = talk.say("undo")
    assert texts(said, "understood") == (
        "taken back: that step 2 of the fix for linux-writeback-stall was done; step 2 is open"
    )
    assert set(states(talk)) == {"open"}


def test_how_to_undo_a_step_is_kept_when_the_new_value_is_read(talk: Talk) -> None:
    hypothesis = talk.session.consultation.diagnoses[0]
    step = next(s for s in remedy(talk.session, hypothesis).steps if s.undo and s.command)
    talk.say(f"done {step.number} vm.dirty_bytes = 268435456")
    assert talk.session.standing.fixed[-1].data["note"] == step.undo


@pytest.mark.parametrize("words", ["done", "done 99", "/done x", "done 0", "/done -1"])
def test_a_step_that_is_not_there(talk: Talk, words: str) -> None:
    before = len(talk.session.entries)
    said = talk.say(words)
    assert kinds(said) == ["error"]
    assert "the fix for linux-writeback-stall has steps 1 to " in said[0].text
    assert len(talk.session.entries) == before


def test_without_a_conclusion_there_is_nothing_to_mend() -> None:
    assert [tuple(m) for m in Talk().say("done 1")] == [
        ("answer", "Nothing is concluded yet, so there is nothing to mend.")
    ]  # fmt: skip


PAUSES = next(path for path in CONFIRMING if path.parts[-3] == "jvm-gc-pause")


def test_a_tick_tells_what_no_output_shows_and_undo_takes_it_back() -> None:
    talk = Talk(*read(PAUSES).tell, *(text for _, text in read(PAUSES).files))
    talk.say("fix jvm-gc-pause")
    steps = remedy(talk.session, talk.session.consultation.diagnoses[0]).steps
    looks = next(s for s in steps if s.risk == "look")
    heap = next(s for s in steps if "-Xmx" in s.do + s.command and s.risk != "look")
    talk.say(f"done {looks.number}")
    talk.say(f"done {heap.number}")
    assert [e.data["changed"] for e in talk.session.standing.fixed] == [False, True]
    assert talk.known("mending.java-heap") == "yes"
    talk.say("undo")
    assert talk.session.consultation.diagnoses[0].case.slug == "jvm-gc-pause"
