"""A bundle that answers: only what it holds, only what is asked for."""

from __future__ import annotations

import io

import pytest

from advisor.interview.questions import Question, load_questions
from advisor.interview.respondent import DONT_KNOW, Respondent
from advisor.session.session import Session
from facts.bundle import load
from facts.inputs import Bundle
from tests.each import each
from tests.kb.examples import knowledge

QUESTIONS = load_questions(knowledge().root / "questions")
CAPTURE = """root@db1# uname -a
Linux db1 2.6.18-92.el5 #1 SMP Tue Jun 10 18:51:06 EDT 2008 x86_64 GNU/Linux
root@db1# grep -i huge /proc/meminfo
HugePages_Total:       0
HugePages_Free:        0
HugePages_Rsvd:        0
Hugepagesize:       2048 kB
"""


def begun() -> Session:
    session = Session(knowledge())
    session.begin()
    return session


session = pytest.fixture(begun, name="session")


def respondent(text: str = CAPTURE) -> Respondent:
    bundle, errors = load(["-"], io.BytesIO(text.encode()))
    assert not errors
    return Respondent(knowledge(), bundle)


def test_a_value_is_given_with_where_it_stands(session: Session) -> None:
    assert respondent().answer(session, QUESTIONS["value.huge-pages-total"])
    (row,) = [r for r in session.observations.observed if "huge-pages-total" in r.cells]
    assert row.cells["huge-pages-total"].value == 0
    assert row.cells["huge-pages-total"].origin.lines == (4, 4)
    assert "huge-page-bytes" not in row.cells


def test_an_output_is_given_whole_and_nothing_beside_it(session: Session) -> None:
    assert respondent().answer(session, QUESTIONS["output.meminfo"])
    assert {item.kind for item in session.bundle.inputs} == {"meminfo"}
    assert not [row for row in session.observations.observed if "kernel" in row.cells]


@pytest.mark.parametrize("id", ["output.iostat", "value.pool-fill", "sign.host-stalls", "uses"])
def test_what_it_does_not_hold_it_does_not_know(session: Session, id: str) -> None:
    assert not respondent().answer(session, QUESTIONS[id])
    assert session.standing.unknown == {id}
    assert session.standing.asked[id].data["text"] == DONT_KNOW
    assert not session.observations.observed


@each(QUESTIONS.values())
def test_an_empty_bundle_knows_nothing(question: Question) -> None:
    session = begun()
    assert not Respondent(knowledge(), Bundle()).answer(session, question)
    assert question.id in session.standing.unknown
    assert not session.observations.observed
