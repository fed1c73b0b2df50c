"""What is asked next: nothing twice, nothing that is known or cannot be, the most telling and cheapest first."""

from __future__ import annotations

import io
import itertools
import random
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from advisor.interview.choice import entropy, information, rank
from advisor.interview.interview import Interview
from advisor.interview.respondent import Respondent
from advisor.session.session import Session
from facts.bundle import load
from facts.schema import UNKNOWN
from tests.advisor.interview.walks import EVERY_CASE, begun, name_of, walked
from tests.each import each
from tests.kb.examples import ROOT, bundle_of, every, knowledge, read


def told(*texts: str) -> Interview:
    session = Session(knowledge())
    session.begin()
    for text in texts:
        session.tell(text)
    return Interview(session)


def pasted(interview: Interview, text: str) -> None:
    bundle, _ = load(["-"], io.BytesIO(text.encode()))
    assert bundle.labelled
    interview.session.capture(bundle)


@pytest.mark.parametrize("path", every(4, EVERY_CASE), ids=name_of)
def test_what_is_asked_was_not_asked_is_not_known_and_can_be_answered(path: Path) -> None:
    seen: set[str] = set()
    for choice, consultation in walked(path).steps:
        question, view = choice.question, consultation.now
        assert question.id not in seen
        seen.add(question.id)
        states = {(str(f.slots["name"]), str(f.slots["state"])) for f in view.inference.of("finding")}
        names = {name for name, _ in states}
        systems = view.systems()
        assert not systems or not question.commands or systems & question.commands.keys(), question.id
        if question.uses:
            assert not all((use, "absent") in states for use in question.uses), question.id
        if question.kind == "sign":
            assert question.sign not in names
        if question.kind == "value" and all(part == "?" for part in question.key.values()):
            template, _, slot = question.address.partition(".")
            values = [r.cells[slot].value for r in view.merged.rows if r.template == template and slot in r.cells]
            assert set(values) <= {UNKNOWN}, question.id
        assert choice.bits > 0
        assert choice.cases


def test_the_last_word_on_a_host_without_zfs_is_no_question_about_zfs() -> None:
    interview = told("the host freezes every 30 seconds for some seconds")
    before = [c.question for c in interview.ranked()]
    assert any("zfs-in-use" in q.uses for q in before)
    interview.session.tell("there is no ZFS on this host")
    after = [c.question for c in interview.ranked()]
    assert after
    assert not [q.id for q in after if q.uses == ("zfs-in-use",)]


def test_nothing_of_another_system_is_asked() -> None:
    interview = told("the host freezes every 30 seconds for some seconds")
    pasted(interview, "$ uname -a\nLinux db1 6.1.0 #1 SMP Tue Jun 10 18:51:06 EDT 2025 x86_64 GNU/Linux\n")
    asked = [c.question for c in interview.ranked()]
    assert asked
    assert not [q.id for q in asked if q.commands and "linux" not in q.commands]


MEMINFO = """$ cat /proc/meminfo
MemTotal:       65970736 kB
MemFree:          412332 kB
MemAvailable:    1203344 kB
Buffers:          100000 kB
Cached:         40970736 kB
Dirty:           9970736 kB
Writeback:         12332 kB
HugePages_Total:       0
HugePages_Free:        0
HugePages_Rsvd:        0
Hugepagesize:       2048 kB
"""


def test_an_output_that_was_pasted_unasked_is_not_asked_for() -> None:
    interview = told("the host freezes for some seconds while a big file is written")
    assert "output.meminfo" in [c.question.id for c in interview.ranked()]
    pasted(interview, MEMINFO)
    asked = [c.question.id for c in interview.ranked()]
    assert "output.meminfo" not in asked
    assert not {"value.memory-available", "value.huge-pages-total"} & set(asked)


def test_a_value_of_another_kind_of_row_is_still_asked_for() -> None:
    """`longest-seconds` of the pauses of a writer says nothing of the drop-outs of an application."""
    interview = told("the application drops out every 30 seconds")
    question = interview.questions["value.drop-out-length"]
    from advisor.interview.answers import read_reply
    from advisor.session.session import Reply

    other = interview.questions["value.stall-length"]
    assert other.address == question.address
    reply = read_reply("20 s", other, interview.session.consultation.now.merged.rows[0].host if
                       interview.session.consultation.now.merged.rows else "host")  # fmt: skip
    assert isinstance(reply, Reply)
    before = {c.question.id for c in interview.ranked()}
    interview.session.answer(other.id, reply)
    after = {c.question.id for c in interview.ranked()}
    assert question.id in before
    assert question.id in after


GRID = [0.05, 0.2, 0.5, 0.8, 0.95]


@pytest.mark.parametrize("p", GRID)
@pytest.mark.parametrize("seen", GRID)
def test_information_is_none_where_nothing_tells_apart(p: float, seen: float) -> None:
    assert information(p, seen, seen) == pytest.approx(0, abs=1e-12)


@each(itertools.product(GRID, GRID, GRID))
def test_information_lies_between_none_and_what_is_open_and_is_symmetric(p: float, a: float, b: float) -> None:
    assert -1e-12 <= information(p, a, b) <= entropy(p) + 1e-12
    assert information(p, a, b) == pytest.approx(information(1 - p, b, a), abs=1e-12)
    assert information(p, a, b) == pytest.approx(information(p, 1 - a, 1 - b), abs=1e-12)


@pytest.mark.parametrize(("p", "seen"), list(itertools.product(GRID, GRID)))
def test_a_sign_that_is_rarer_elsewhere_tells_more(p: float, seen: float) -> None:
    gains = [information(p, seen, seen * part) for part in (1, 0.8, 0.5, 0.2, 0.05, 0)]
    assert gains == sorted(gains)
    assert gains[0] < gains[-1]


def test_nothing_is_learned_about_what_is_certain() -> None:
    assert information(0, 1, 0) == information(1, 1, 0) == 0
    assert entropy(0.5) == 1


def ranked(interview: Interview, **changed: object) -> list[tuple[str, float, float]]:
    """Ids, bits and worth, with one question's fields changed."""
    questions = dict(interview.questions)
    for id, fields in changed.items():
        assert isinstance(fields, dict)
        questions[id] = replace(questions[id], **fields)
    session = interview.session
    return [(c.question.id, c.bits, c.worth) for c in rank(session.consultation, interview.believed, questions, ())]


def test_a_dearer_question_comes_later_and_tells_the_same() -> None:
    interview = told("the host freezes for some seconds while a big file is written")
    first = ranked(interview)
    best = first[0][0]
    dearer = ranked(interview, **{best: {"cost": "a risk to production"}})
    place = [id for id, _, _ in dearer].index(best)
    assert place > 0
    assert dearer[place][1] == first[0][1]
    assert dearer[place][2] < first[0][2]


def test_the_order_does_not_hang_on_the_order_of_the_file_or_of_the_hash() -> None:
    interview = told("the host freezes for some seconds while a big file is written")
    session = interview.session
    names = list(interview.questions)
    random.Random(1).shuffle(names)
    shuffled = {name: interview.questions[name] for name in names}
    other = rank(session.consultation, interview.believed, shuffled, ())
    assert [c.question.id for c in other] == [id for id, _, _ in ranked(interview)]
    assert [(-c.worth, c.question.id) for c in other] == sorted((-c.worth, c.question.id) for c in other)


SHOWN = """
from tests.advisor.interview.test_choice import told, ranked
print([(id, round(bits, 12)) for id, bits, _ in ranked(told("the host freezes while a big file is written"))])
"""


def test_two_processes_choose_alike() -> None:
    said = {
        subprocess.run([sys.executable, "-c", SHOWN], cwd=ROOT, capture_output=True, text=True, check=True,
                       env={"PYTHONHASHSEED": seed, "PYTHONPATH": str(ROOT)}).stdout
        for seed in ("1", "2")
    }  # fmt: skip
    assert len(said) == 1
    assert len(said.pop()) > 100


def test_what_could_not_be_answered_makes_the_like_of_it_less_worth() -> None:
    interview = told("the host freezes for some seconds while a big file is written")
    session = interview.session
    best = next(c.question for c in interview.ranked() if c.question.kind == "output" and not c.question.anything)
    plain = rank(session.consultation, interview.believed, interview.questions, {best.id})
    in_vain = rank(session.consultation, interview.believed, interview.questions, {best.id}, {best.id})
    worth = {c.question.id: c.worth for c in plain}
    assert all(c.worth <= worth[c.question.id] + 1e-12 for c in in_vain)
    assert any(c.worth < worth[c.question.id] for c in in_vain)


def test_a_respondent_gives_only_what_is_asked_for() -> None:
    path = EVERY_CASE[0]
    session = begun(path)
    respondent = Respondent(knowledge(), bundle_of(read(path)))
    for choice, _ in walked(path).steps:
        before = len(session.observations.observed)
        known = respondent.answer(session, choice.question, choice.about)
        entry = session.standing.asked[choice.question.id]
        assert known is not bool(entry.data.get("unknown"))
        if not known:
            assert len(session.observations.observed) == before
