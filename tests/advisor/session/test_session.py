"""A session: the same log gives the same result, whatever was taken back in between."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from advisor.explanation.report import report
from advisor.interview.interview import Interview
from advisor.session import kept
from advisor.session.changes import changes
from advisor.session.session import Reply, Session, conclusions
from advisor.store import Store
from tests.advisor.interview.walks import CONFIRMING, EVERY_CASE, name_of, walked
from tests.kb.examples import every, knowledge, read

COMPLAINT = "the host freezes for some seconds while a big file is written"


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    with Store.open(tmp_path_factory.mktemp("state") / "sessions.sqlite3") as opened:
        yield opened


@pytest.fixture
def session() -> Session:
    fresh = Session(knowledge())
    fresh.begin()
    return fresh


def report_of(session: Session) -> str:
    return json.dumps(report(session.consultation, session.bundle, []), indent=1, ensure_ascii=False)


REPLAYED = list(dict.fromkeys([*every(4, EVERY_CASE), *every(24, CONFIRMING)]))


@pytest.mark.parametrize("path", list(dict.fromkeys(REPLAYED)), ids=name_of)
def test_a_session_that_is_replayed_gives_the_same_report(path: Path, store: Store) -> None:
    first = walked(path).session
    header = store.create(name_of(path))
    store.append_all(header.id, [(entry.kind, entry.data) for entry in first.entries])
    again = kept.resume(knowledge(), store, header.id)
    assert [e.kind for e in again.entries] == [e.kind for e in first.entries]
    said = report_of(first)
    assert report_of(again) == said
    assert Interview(again).next() == Interview(first).next()
    assert json.loads(said)["inputs"] or read(path).tell


# Steps that can be taken back

SENTENCES = ("the pool tank is 91 % full", "there is no swapping", "the host has 64 GB of memory", COMPLAINT,
             "there is no ZFS on this host", "vm.dirty_ratio is 40", "vm.dirty_ratio is 10", "it happens every 30 seconds")  # fmt: skip
PASTES = (
    "root@db1# sysctl vm.dirty_ratio\nvm.dirty_ratio = 40\n",
    "root@db1# sysctl vm.dirty_ratio\nvm.dirty_ratio = 5\n",
    "root@db2# uname -a\nLinux db2 6.1.0 #1 SMP Tue Jun 10 18:51:06 EDT 2025 x86_64 GNU/Linux\n",
    "HugePages_Total:       0\nHugePages_Free:        0\nHugePages_Rsvd:        0\nHugepagesize:       2048 kB\n",
)


def state(session: Session) -> dict[str, Any]:
    """All that can be seen of a session, but for the log itself and what can be brought back."""
    standing = session.standing
    return {
        "contributions": [e.seq for e in standing.contributions],
        "asked": {q: e.seq for q, e in standing.asked.items()},
        "unknown": set(standing.unknown),
        "struck": {seq: items for seq, items in standing.struck.items() if items},
        "fixed": [e.seq for e in standing.fixed],
        "outcomes": [e.seq for e in standing.outcomes],
        "observed": session.observations.observed,
        "inputs": session.bundle.inputs,
    }


def step(session: Session, interview: Interview, draw: random.Random) -> bool:
    """One random step; False where nothing was done."""
    before = len(session.entries)
    kind = draw.choice(("tell", "answer", "answer", "answer-again", "paste", "skip", "strike", "fixed", "outcome"))
    questions = [q for q in interview.questions.values() if q.kind == "sign"]
    if kind == "tell":
        session.tell(draw.choice(SENTENCES))
    elif kind == "answer":
        question = draw.choice(questions)
        session.answer(question.id, _reply(interview, question.id, draw))
    elif kind == "answer-again" and session.standing.asked:
        id = draw.choice(sorted(session.standing.asked))
        session.answer(id, _reply(interview, id, draw))
    elif kind == "paste":
        session.paste(draw.choice(PASTES))
    elif kind == "skip":
        session.skip(draw.choice(questions).id)
    elif kind == "strike":
        signs = [(e.seq, n) for e in session.standing.contributions for n in range(len(e.data["signs"]))]
        if signs:
            seq, number = draw.choice(signs)
            session.strike(seq, "sign", number)
    elif kind == "fixed":
        session.fixed("drive-failing", "db1", "sda", draw.randrange(4), "true", draw.choice(("done", "skipped")))
    elif kind == "outcome":
        session.record("outcome", {"result": "worked", "case": "drive-failing"})
    return len(session.entries) > before


def _reply(interview: Interview, id: str, draw: random.Random) -> Reply:
    from advisor.interview.answers import read_reply

    reply = read_reply(draw.choice(("yes", "no", "don't know", "maybe yes")), interview.questions[id], "host")
    assert isinstance(reply, Reply)
    return reply


@pytest.mark.parametrize("seed", range(12))
def test_undo_and_redo_take_every_step_back_and_forth(seed: int) -> None:
    draw = random.Random(seed)
    session = Session(knowledge())
    session.begin()
    interview = Interview(session)
    states = [state(session)]
    for _ in range(14):
        if step(session, interview, draw):
            states.append(state(session))
    length = len(session.entries)
    assert len(states) > 8
    back = draw.randrange(1, len(states))
    for place in range(1, back + 1):
        assert session.undo() is not None
        assert state(session) == states[-1 - place]
    for place in range(back, 0, -1):
        assert session.redo() is not None
        assert state(session) == states[-place]
    assert session.redo() is None
    assert len(session.entries) == length + 2 * back
    for _ in range(len(states) - 1):
        session.undo()
    assert session.undo() is None
    assert state(session) == states[0]


@pytest.mark.parametrize("seed", range(3))
def test_conclusions_follow_what_holds_and_not_how_it_came_about(seed: int) -> None:
    """Steps with some of them taken back at random, against the steps alone that are left."""
    draw = random.Random(f"left {seed}")
    session = Session(knowledge())
    session.begin()
    for text in draw.sample(SENTENCES, 5):
        session.tell(text)
        if draw.random() < 0.4:
            session.undo()
            if draw.random() < 0.5:
                session.redo()
    alone = Session(knowledge())
    alone.begin()
    for entry in session.standing.contributions:
        alone.tell(entry.data["text"])
    assert conclusions(alone.consultation) == conclusions(session.consultation)


def test_answering_again_holds_and_undo_brings_the_earlier_answer_back(session: Session) -> None:
    from advisor.interview.answers import read_reply

    question = Interview(session).questions["value.dirty-ratio"]
    for text in ("40 %", "5 %"):
        reply = read_reply(text, question, "host")
        assert isinstance(reply, Reply)
        session.answer(question.id, reply)

    def ratio() -> list[object]:
        rows = session.consultation.now.merged.rows
        return [r.cells["dirty-ratio-percent"].value for r in rows if "dirty-ratio-percent" in r.cells]

    assert ratio() == [5.0]
    assert session.consultation.conflicts == []
    session.undo()
    assert ratio() == [40.0]
    session.undo()
    assert ratio() == []


def test_what_if_leaves_the_session_as_it_is(session: Session) -> None:
    session.tell(COMPLAINT)
    before, log = conclusions(session.consultation), list(session.entries)
    fork = session.fork()
    fork.tell("vm.dirty_ratio is 40")
    fork.undo()
    fork.paste(PASTES[0])
    fork.strike(2, "sign", 0)
    assert fork.observations.observed != session.observations.observed
    assert session.entries == log
    assert session.log.entries() == log
    assert conclusions(session.consultation) == before
    assert changes(session.consultation, session.consultation) == []


def test_striking_one_sign_leaves_the_others(session: Session) -> None:
    session.tell(COMPLAINT)
    entry = session.entries[-1]
    names = [sign.name for sign in session.consultation.told]
    assert len(names) > 1
    session.strike(entry.seq, "sign", 0)
    assert [sign.name for sign in session.consultation.told] == names[1:]


def test_a_sentence_that_tells_nothing_is_not_kept(session: Session) -> None:
    assert not session.tell("hello there").signs
    assert [e.kind for e in session.entries] == ["started"]


# Pasted outputs


def test_a_paste_after_a_paste_is_later(session: Session) -> None:
    """Before and after a change: what was wrong then is resolved, and nothing is a conflict."""
    session.tell(COMPLAINT)
    big = "MemTotal: 197670736 kB\nMemFree: 412332 kB\nCached: 150970736 kB\nDirty: {} kB\nWriteback: 0 kB\n"
    session.paste("root@db1# sysctl -a | grep dirty\nvm.dirty_ratio = 40\nvm.dirty_background_ratio = 10\n"
                  "root@db1# cat /proc/meminfo\n" + big.format(70_000_000))  # fmt: skip
    ratio = [o.cells["dirty-ratio-percent"] for o in session.observations.observed if "dirty-ratio-percent" in o.cells]
    session.paste("root@db1# sysctl -a | grep dirty\nvm.dirty_ratio = 2\nvm.dirty_background_ratio = 1\n")
    later = [o.cells["dirty-ratio-percent"] for o in session.observations.observed if "dirty-ratio-percent" in o.cells]
    assert len(later) == len(ratio) + 1
    assert later[-1].after(later[0])
    (row,) = [r for r in session.consultation.now.merged.rows if "dirty-ratio-percent" in r.cells]
    assert row.cells["dirty-ratio-percent"].value == 2
    assert session.consultation.conflicts == []
    assert [i.path for i in session.bundle.inputs] == ["pasted"] * len(session.bundle.inputs)
    spans = [i.lines for i in session.bundle.inputs]
    assert spans == sorted(spans)
    assert all(a[1] < b[0] for a, b in pairwise(spans))


def test_what_a_later_paste_shows_to_be_mended_is_resolved(session: Session) -> None:
    for path in CONFIRMING:
        if path.stem == "confirms--192-gib-with-default-ratios":
            for text in read(path).tell:
                session.tell(text)
            for _, text in read(path).files:
                session.paste(text)
    assert [h.status for h in session.consultation.diagnoses if h.case.slug == "linux-writeback-stall"] == ["current"]
    host = next(row.host for row in session.consultation.now.merged.rows if "dirty-ratio-percent" in row.cells)
    session.paste(f"root@{host}# sysctl -a | grep dirty\nvm.dirty_background_bytes = 67108864\nvm.dirty_bytes = 268435456\n"
                  "vm.dirty_background_ratio = 0\nvm.dirty_ratio = 0\n")  # fmt: skip
    (found,) = [h for h in session.consultation.diagnoses if h.case.slug == "linux-writeback-stall"]
    assert found.status == "resolved"
    session.undo()
    assert [h.status for h in session.consultation.diagnoses if h.case.slug == "linux-writeback-stall"] == ["current"]


def hosts(session: Session) -> set[str]:
    return {row.host for row in session.consultation.now.merged.rows}


def test_pastes_of_two_hosts_stay_apart(session: Session) -> None:
    session.paste(PASTES[0])
    session.paste(PASTES[2])
    assert hosts(session) == {"db1", "db2"}
    assert [r.host for r in session.consultation.now.merged.rows if "dirty-ratio-percent" in r.cells] == ["db1"]


def test_what_nothing_labels_belongs_to_the_only_host_that_is_named(session: Session) -> None:
    session.paste(PASTES[3])
    assert hosts(session) == {"host"}
    session.paste(PASTES[2])
    assert hosts(session) == {"db2"}
    session.tell("vm.dirty_ratio is 40")
    assert hosts(session) == {"db2"}
    assert {s.host for s in session.consultation.told} <= {"", "db2"}
    session.paste(PASTES[0])
    assert hosts(session) == {"db1", "db2", "host"}
    session.undo()
    assert hosts(session) == {"db2"}


def test_pasted_prose_is_heard_and_taken_back_with_its_paste(session: Session) -> None:
    session.paste(f"Dear support,\n\n{COMPLAINT}.\n\n{PASTES[0]}")
    assert "host-stalls" in [s.name for s in session.consultation.told]
    session.undo()
    assert session.consultation.told == []


def test_files_that_cannot_be_read_are_told_and_nothing_is_kept(session: Session, tmp_path: Path) -> None:
    bundle, errors = session.open([str(tmp_path / "missing")])
    assert [e.code for e in errors] == ["no-such-input"]
    assert not bundle.inputs
    assert [e.kind for e in session.entries] == ["started"]


@pytest.mark.parametrize(
    "text", ["", "\n\n\n", "\x1b[31m\x00", "x" * 100_000, "(assert (a))\n" * 50, "\ud800\udfff lone"]
)
def test_odd_pastes_do_no_harm(session: Session, text: str) -> None:
    before = conclusions(session.consultation)
    session.paste(text)
    assert conclusions(session.consultation) == before
    session.paste(PASTES[0])
    assert hosts(session) == {"db1"}


BUSY = (
    """[root@app07 ~]# vmstat 5 12
procs -----------memory---------- ---swap-- -----io---- -system-- ------cpu-----
 r  b   swpd   free   buff  cache   si   so    bi    bo   in   cs us sy id wa st
 3  6 7710332 201144   1020 411232  310  402   905   612 2211 3520 11  3 81  5  0
"""
    + " 2 11 7920448 188020    912 402112 6120 8344 11320  8412 6120 9811 14 12  9 65  0\n" * 11
)
HEADING = BUSY.split("\n", 1)[1].split(" 3  6", 1)[0]
CALM = " 2  0 4120332 5120144  41020 4411232    0    0    12   180 3120 4811 24  3 73  0  0\n"


def swaps(session: Session) -> bool:
    return any(h.case.slug == "swap-thrash" and h.status == "current" for h in session.consultation.diagnoses)


def calm(samples: int) -> str:
    return f"[root@app07 ~]# vmstat 5 {samples}\n{HEADING}{CALM * samples}"


def test_a_calm_sample_refutes_nothing_by_itself(session: Session) -> None:
    session.paste(BUSY)
    session.paste(calm(60))
    assert swaps(session)


def test_after_a_step_was_ticked_a_calm_sample_of_the_same_length_does(session: Session) -> None:
    session.paste(BUSY)
    session.fixed("swap-thrash", "app07", "app07", 7, "", "done", changed=True)
    assert swaps(session), "a tick alone proves nothing"
    session.paste(calm(4))
    assert swaps(session), "nor does a glance"
    session.paste(calm(60))
    assert not swaps(session)
    session.undo()
    assert swaps(session)


def test_what_swaps_after_the_step_is_not_mended(session: Session) -> None:
    session.paste(calm(60))
    session.fixed("swap-thrash", "app07", "app07", 7, "", "done", changed=True)
    session.paste(BUSY)
    assert swaps(session)


def test_a_step_that_only_looks_or_was_left_out_changes_nothing(session: Session) -> None:
    session.paste(BUSY)
    session.fixed("swap-thrash", "app07", "app07", 1, "", "done")
    session.fixed("swap-thrash", "app07", "app07", 7, "", "skipped", changed=True)
    session.paste(calm(60))
    assert swaps(session)
