"""Steps of a fix, and what the log says of them."""

from __future__ import annotations

import json

import pytest

from advisor.explanation.report import report
from advisor.session import kept
from advisor.session.session import Session
from advisor.store import Store
from advisor.views.keys import conclusions
from advisor.views.remedy import Remedy, StepView, remedy
from tests.advisor.interview.walks import CONFIRMING
from tests.kb.examples import bundle_of, every, knowledge, read

STALL = next(path for path in CONFIRMING if path.stem == "confirms--192-gib-with-default-ratios")


def stalling(session: Session) -> Session:
    for text in read(STALL).tell:
        session.tell(text)
    for _, text in read(STALL).files:
        session.paste(text)
    return session


@pytest.fixture
def session() -> Session:
    fresh = Session(knowledge())
    fresh.begin()
    return stalling(fresh)


def shown(session: Session) -> Remedy:
    return remedy(session, next(h for h in session.consultation.diagnoses if h.case.slug == "linux-writeback-stall"))


def do(session: Session, step: StepView, result: str = "done", note: str = "", observed: str = "") -> int:
    return session.fixed(*shown(session).key, step.number, step.command, result, note, observed).seq


def test_the_steps_are_those_of_the_report() -> None:
    for path in every(4, CONFIRMING):
        bundle = bundle_of(read(path))
        session = Session(knowledge())
        session.begin()
        for text in read(path).tell:
            session.tell(text)
        if read(path).files:
            session.capture(bundle)
        entries = report(session.consultation, session.bundle, [])
        for hypothesis, entry in zip(
            conclusions(session.consultation), [*entries["diagnoses"], *entries["risks"]], strict=True
        ):
            steps = remedy(session, hypothesis).steps
            assert [(s.number, s.do, s.command, s.risk) for s in steps] == [
                (f["step"], f["do"], f["command"], f["risk"]) for f in entry["fix"]
            ]  # fmt: skip
            assert {s.state for s in steps} <= {"open"}


def test_a_step_is_done_and_undone_and_done_again(session: Session) -> None:
    number = next(step for step in shown(session).steps if step.command).number
    step = shown(session).steps[number - 1]
    seq = do(session, step, observed="vm.dirty_bytes = 268435456\n\x1b[1mvm.dirty_ratio = 0", note="at night")
    (done,) = [s for s in shown(session).steps if s.state != "open"]
    assert (done.number, done.state, done.event, done.note) == (number, "done", seq, "at night")
    assert done.observed == "vm.dirty_bytes = 268435456\nvm.dirty_ratio = 0"
    assert done.when == session.entries[-1].time
    assert done.carried_out == ""
    undone = session.undo()
    assert undone is not None
    assert undone.seq == seq
    assert {s.state for s in shown(session).steps} == {"open"}
    session.redo()
    assert shown(session).steps[number - 1].state == "done"


def test_what_is_said_last_of_a_step_holds(session: Session) -> None:
    step = shown(session).steps[0]
    do(session, step, "skipped")
    do(session, step, "done")
    assert shown(session).steps[0].state == "done"
    do(session, step, "skipped", note="not allowed")
    assert (shown(session).steps[0].state, shown(session).steps[0].note) == ("skipped", "not allowed")
    session.undo()
    assert shown(session).steps[0].state == "done"


def test_a_step_is_done_or_skipped_and_nothing_else(session: Session) -> None:
    before = len(session.entries)
    with pytest.raises(ValueError, match="`half`: a step is done or skipped or open"):
        do(session, shown(session).steps[0], "half")
    assert len(session.entries) == before


def test_what_was_carried_out_otherwise_is_said(session: Session) -> None:
    step = next(step for step in shown(session).steps if step.command)
    session.fixed(*shown(session).key, step.number, "echo something else", "done")
    assert shown(session).steps[step.number - 1].carried_out == "echo something else"


def test_an_event_follows_its_command_where_the_steps_are_counted_anew(session: Session) -> None:
    commands = [step.command for step in shown(session).steps]
    step = next(s for s in shown(session).steps if s.command and commands.count(s.command) == 1)
    session.fixed(*shown(session).key, step.number + 1, step.command, "done")
    assert [s.number for s in shown(session).steps if s.state == "done"] == [step.number]


def test_steps_of_another_subject_or_host_stay_open(session: Session) -> None:
    case, host, subject = shown(session).key
    session.fixed("drive-failing", host, subject, 1, "", "done")
    session.fixed(case, "another", subject, 1, "", "done")
    session.fixed(case, host, "another", 1, "", "done")
    assert {s.state for s in shown(session).steps} == {"open"}


def test_a_step_stays_done_when_its_host_gets_a_name() -> None:
    session = Session(knowledge())
    session.begin()
    for text in read(STALL).tell:
        session.tell(text)
    for _, text in read(STALL).files:
        session.paste("\n".join(line for line in text.split("\n") if "uname" not in line).replace("db1", "localhost"))
    found = [h for h in session.consultation.diagnoses if h.case.slug == "linux-writeback-stall"]
    if found[0].host != "host":
        pytest.fail("the example names its host in another way")
    do(session, shown(session).steps[0])
    session.paste("root@db7# uname -a\nLinux db7 6.1.0 #1 SMP Tue Jun 10 18:51:06 EDT 2025 x86_64 GNU/Linux\n")
    assert shown(session).key[1] == "db7"
    assert shown(session).steps[0].state == "done"


def test_a_very_long_observation_is_cut() -> None:
    session = Session(knowledge())
    session.begin()
    entry = session.fixed("drive-failing", "db1", "sda", 1, "", "done", observed="x" * (3 << 20))
    assert len(entry.data["observed"]) == 1 << 20


def test_the_steps_are_kept_exported_and_imported_and_change_no_conclusion() -> None:
    with Store.in_memory() as store, Store.in_memory() as other:
        session = stalling(kept.begin(knowledge(), store, "night").session)
        before = json.dumps(report(session.consultation, session.bundle, []))
        do(session, shown(session).steps[0], observed="\ud800 lone")
        do(session, shown(session).steps[1], "skipped")
        session.undo()
        assert json.dumps(report(session.consultation, session.bundle, [])) == before
        other.import_(store.export(store.find("night").id))
        for again in (kept.resume(knowledge(), store, "night"), kept.resume(knowledge(), other, "night")):
            assert shown(again) == shown(session)
            assert json.dumps(report(again.consultation, again.bundle, [])) == before
        assert [s.state for s in shown(session).steps][:2] == ["done", "open"]
