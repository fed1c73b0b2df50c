"""What is kept of a fix: nothing that a person says in words becomes an output, and what is an output is read."""

from __future__ import annotations

import pytest

from advisor.conversation.conversation import Conversation
from advisor.conversation.fixing import came_out, leave_out, tick
from advisor.session.session import Session
from advisor.views.keys import Key, conclusion, renamed
from advisor.views.outcome import outcome
from advisor.views.remedy import StepView, remedy
from tests.kb.examples import knowledge

FRAGMENTED = "examples/zfs-oracle-fragmented"
TWICE: Key = ("zfs-logbias-double-write", "orapro10", "Oracle_R10/datafiles")

NETSTAT = """\
Name  Mtu  Net/Dest      Address        Ipkts  Ierrs Opkts  Oerrs Collis Queue
lo0   8232 loopback      localhost      99213  0     99213  0     0      0
ce0   1500 ora1          ora1           880123 0     871234 0     0      0
"""


def opened(path: str) -> Conversation:
    session = Session(knowledge())
    session.begin()
    session.open([path])
    conversation = Conversation(session, 1000)
    list(conversation.begin())
    return conversation


def step_of(conversation: Conversation, key: Key, number: int) -> StepView:
    session = conversation.session
    found = conclusion(session.consultation, key)
    assert found is not None
    return next(step for step in remedy(session, found).steps if step.number == number)


def captured(conversation: Conversation) -> int:
    return sum(entry.kind == "captured" for entry in conversation.session.entries)


@pytest.mark.parametrize("words", ["done", "ok", "10", "it took 3 minutes", "no errors\nall drives are there"])
def test_words_are_kept_and_never_read_as_the_output_of_a_command(words: str) -> None:
    conversation = opened("examples/areca-failing-disk")
    checked = [
        (h.key, step)
        for h in conversation.session.consultation.diagnoses
        for step in remedy(conversation.session, h).steps
        if step.verify_command
    ]
    assert any("dmesg" in step.verify_command for _, step in checked)
    before = captured(conversation)
    for key, step in checked:
        list(tick(conversation, key, step, words))
    assert captured(conversation) == before
    kept = conversation.session.standing.fixed
    assert [entry.data["observed"] for entry in kept] == [words] * len(checked)


def test_a_lone_value_is_read_below_the_command_that_shows_it() -> None:
    conversation = opened(FRAGMENTED)
    step = step_of(conversation, TWICE, 3)
    assert (step.verify_command.split()[-2:], step.verify_expect) == (["logbias", TWICE[2]], "throughput")
    said = list(tick(conversation, TWICE, step, "throughput\n"))
    assert [m.kind for m in said if m.kind in ("error", "not-understood")] == []
    assert any("stands no more" in m.text for m in said if m.kind == "changed")
    now = conclusion(conversation.session.consultation, TWICE)
    assert now is not None
    assert now.standing == "ruled-out"


IOSZ: Key = ("vxfs-buffered-bulk-writes", "ora1", "/u01/oradata")
"""On the cluster example: its step sets discovered_direct_iosz to 65536."""


def setting(conversation: Conversation) -> StepView:
    return next(s for s in _steps(conversation, IOSZ) if s.verify_expect == "discovered_direct_iosz = 65536")


def test_a_check_that_shows_another_value_leaves_the_step_open_until_it_is_sent_empty() -> None:
    conversation = opened("examples/vxfs-ha-cluster")
    said = list(tick(conversation, IOSZ, setting(conversation), "discovered_direct_iosz = 262144"))
    assert "seen 262144, expected 65536: not in force" in said[0].text
    step = setting(conversation)
    assert (step.state, step.observed) == ("open", "discovered_direct_iosz = 262144")
    list(tick(conversation, IOSZ, step, ""))
    step = setting(conversation)
    assert (step.state, step.observed) == ("done", "discovered_direct_iosz = 262144")
    (said_back,) = [m.text for m in conversation.say("undo") if m.text.startswith("taken back")]
    assert said_back.endswith("; step 4 is open")


@pytest.mark.parametrize("prompt", ["", "ora1# {}\n", "$ {}\n"])
def test_the_output_of_the_check_is_recognised_with_and_without_its_prompt_and_read(prompt: str) -> None:
    conversation = opened("examples/vxfs-ha-cluster")
    step = setting(conversation)
    seen = f"{prompt.format(step.verify_command)}discovered_direct_iosz = 65536\n"
    said = list(tick(conversation, IOSZ, step, seen))
    assert said[0].text.endswith("is done; as expected")
    assert any("stands no more" in m.text for m in said if m.kind == "changed")
    assert setting(conversation).state == "done"


def test_what_only_a_person_can_compare_is_said_to_be_so() -> None:
    conversation = opened("examples/vxfs-ha-cluster")
    step = next(s for s in _steps(conversation, IOSZ) if s.verify_expect == "free level, sr 0")
    said = list(tick(conversation, IOSZ, step, "sr stayed at 0"))
    assert said[0].text.endswith("is done; compare it yourself with: free level, sr 0")


def test_a_note_that_is_taken_back_leaves_the_step_done() -> None:
    conversation = opened(FRAGMENTED)
    for seen in ("", "looks well so far"):
        list(tick(conversation, TWICE, step_of(conversation, TWICE, 1), seen))
    (said,) = [m.text for m in conversation.say("undo") if m.text.startswith("taken back")]
    assert said.endswith("; step 1 stays done")
    assert step_of(conversation, TWICE, 1).observed == ""


def test_leaving_out_twice_takes_it_back_and_keeps_what_was_seen() -> None:
    conversation = opened(FRAGMENTED)
    for state in ("skipped", "open"):
        list(leave_out(conversation, TWICE, step_of(conversation, TWICE, 2)))
        assert step_of(conversation, TWICE, 2).state == state


def test_how_to_undo_a_step_is_kept_although_the_value_before_is_gone() -> None:
    conversation = opened(FRAGMENTED)
    step = step_of(conversation, TWICE, 3)
    assert "logbias=latency" in step.undo
    list(tick(conversation, TWICE, step, "throughput"))
    ticked = step_of(conversation, TWICE, 3)
    assert (ticked.state, ticked.note) == ("done", step.undo)
    list(tick(conversation, TWICE, ticked, "seen again"))
    assert step_of(conversation, TWICE, 3).note == step.undo


def test_an_output_without_a_host_goes_to_the_host_of_the_fix() -> None:
    conversation = opened("examples/vxfs-ha-cluster")
    key: Key = ("ha-heartbeat-starvation", "ora1", "ora1")
    hosts = {row.host for row in conversation.session.bundle.labelled}
    assert {"ora1", "ora2"} <= hosts
    step = next(s for s in _steps(conversation, key) if s.command == "netstat -i")
    said = list(tick(conversation, key, step, NETSTAT))
    assert [m.text for m in said if m.kind == "error"] == []
    assert conversation.session.bundle.inputs[-1].host == "ora1"


def _steps(conversation: Conversation, key: Key) -> tuple[StepView, ...]:
    found = conclusion(conversation.session.consultation, key)
    assert found is not None
    return remedy(conversation.session, found).steps


def test_a_step_that_is_left_out_is_open_again_after_undo() -> None:
    conversation = opened(FRAGMENTED)
    list(leave_out(conversation, TWICE, step_of(conversation, TWICE, 2)))
    assert step_of(conversation, TWICE, 2).state == "skipped"
    conversation.session.undo()
    assert step_of(conversation, TWICE, 2).state == "open"


def test_the_outcome_belongs_to_the_conclusion_whose_fix_it_was() -> None:
    conversation = opened(FRAGMENTED)
    first = conversation.session.consultation.diagnoses[0].key
    assert first != TWICE
    list(came_out(conversation, TWICE, "something else", "the SAN\x1b[31m"))
    assert outcome(conversation.session, first) is None
    kept = outcome(conversation.session, TWICE)
    assert kept is not None
    assert (kept.result, kept.note) == ("something else", "the SAN")
    list(came_out(conversation, TWICE, "worked", ""))
    kept = outcome(conversation.session, TWICE)
    assert kept is not None
    assert kept.result == "worked"


def test_only_a_conclusion_on_the_host_without_a_name_is_found_under_another_one() -> None:
    tank, boot = ("zfs-pool-fragmentation", "db1", "tank"), ("zfs-pool-fragmentation", "db1", "rpool")
    assert renamed(("zfs-pool-fragmentation", "host", "tank"), [tank, boot]) == tank
    assert renamed(("zfs-pool-fragmentation", "host", "host"), [tank, boot]) is None
    assert renamed(("zfs-pool-fragmentation", "db1", "gone"), [tank]) is None
