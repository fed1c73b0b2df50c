"""The interview as a whole: it ends, says why, and says what would settle it."""

from __future__ import annotations

from pathlib import Path

import pytest

from advisor.interview.interview import _IN_A_ROW, _WITHOUT_CAPTURES, Interview, Stop
from advisor.interview.respondent import DONT_KNOW
from advisor.session.session import Reply, Session
from tests.advisor.interview.walks import CONFIRMING, EVERY_CASE, begun, name_of, walked
from tests.kb.examples import every, knowledge

MOST_QUESTIONS = 45


def begun_with(*texts: str) -> Interview:
    session = Session(knowledge())
    session.begin()
    for text in texts:
        session.tell(text)
    return Interview(session)


def dont_know(interview: Interview) -> Stop:
    """Answer every question with *don't know* until it stops."""
    for _ in range(1000):
        step = interview.next()
        if isinstance(step, Stop):
            return step
        interview.session.answer(step.question.id, Reply(DONT_KNOW, [], [], unknown=True), step.about)
    raise AssertionError("it goes on and on")


@pytest.mark.parametrize("path", every(4, EVERY_CASE), ids=name_of)
def test_an_interview_ends_and_says_why(path: Path) -> None:
    walk = walked(path)
    assert walk.stop.reason in ("settled", "left-open", "nothing-to-ask", "too-little-known")
    assert 0 < len(walk.steps) <= MOST_QUESTIONS
    confirmed = any(h.standing == "confirmed" and h.status == "current" for h in walk.session.consultation.diagnoses)
    assert confirmed or walk.stop.reason not in ("settled", "left-open")


@pytest.mark.parametrize("path", every(36, CONFIRMING), ids=name_of)
def test_with_every_third_answer_unknown_it_ends_and_says_what_would_settle_it(path: Path) -> None:
    walk = walked(path, 3)
    interview = Interview(walk.session)
    assert len(walk.steps) <= MOST_QUESTIONS
    unknown = walk.session.standing.unknown
    settling = [q.id for q in interview.would_settle()]
    assert set(settling) <= unknown
    assert len(settling) <= 3
    if walk.stop.reason != "settled" and not walk.session.consultation.diagnoses:
        assert settling


def test_nothing_known_at_all_ends_after_some_questions_and_progress_counts_what_is_open() -> None:
    interview = begun_with("the host freezes for some seconds")
    assert interview.progress().startswith(f"{len(interview.open_cases)} causes still open")
    stop = dont_know(interview)
    assert stop.reason == "too-little-known"
    assert len(interview.session.standing.asked) == _IN_A_ROW * _WITHOUT_CAPTURES
    assert len(interview.would_settle()) == 3
    interview.patient = True
    assert dont_know(interview).reason == "nothing-to-ask"
    assert len(interview.session.standing.asked) > _IN_A_ROW
    assert interview.progress().endswith("no question left that would tell more")


def test_one_known_answer_begins_the_count_anew() -> None:
    interview = begun_with("the host freezes for some seconds")
    dont_know(interview)
    first = next(iter(interview.session.standing.asked))
    last = list(interview.session.standing.asked)[-1]
    interview.session.answer(last, Reply("no", [], []))
    assert not isinstance(interview.next(), Stop)
    interview.session.undo()
    assert isinstance(interview.next(), Stop)
    assert first != last


def test_a_skipped_question_is_not_asked_again_until_it_is_taken_back() -> None:
    interview = begun_with("the host freezes for some seconds")
    first = interview.next()
    assert not isinstance(first, Stop)
    interview.session.skip(first.question.id)
    second = interview.next()
    assert not isinstance(second, Stop)
    assert second.question.id != first.question.id
    interview.session.undo()
    again = interview.next()
    assert not isinstance(again, Stop)
    assert again.question.id == first.question.id


def test_asking_twice_without_an_answer_asks_the_same() -> None:
    interview = begun_with("the host freezes for some seconds")
    assert interview.next() == interview.next()
    assert interview.next() == Interview(interview.session).next()


def test_open_cases_are_not_settled_and_the_likeliest_comes_first() -> None:
    session = begun(EVERY_CASE[0])
    interview = Interview(session)
    believed = interview.believed
    assert interview.open_cases
    assert not any(believed[slug].settled for slug in interview.open_cases)
    odds = [believed[slug].log_odds for slug in interview.open_cases]
    assert odds == sorted(odds, reverse=True)


def test_without_a_complaint_it_still_asks() -> None:
    assert not isinstance(begun_with().next(), Stop)


@pytest.mark.parametrize("path", every(22, EVERY_CASE), ids=name_of)
def test_what_is_measured_settles_more_than_nothing(path: Path) -> None:
    """The interview that is answered ends with the case of the example; the one that is not, does not confirm it."""
    slug = path.parent.parent.name
    answered = [
        h.case.slug for h in walked(path).session.consultation.diagnoses if h.standing in ("confirmed", "likely")
    ]
    assert slug in answered
    session = begun(path)
    dont_know(Interview(session))
    assert not any(h.case.slug == slug and h.standing == "confirmed" for h in session.consultation.diagnoses)
