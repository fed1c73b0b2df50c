"""Drills and find-the-flaw: one answer is right, the others surely are not, time counts, bad input is said."""

from __future__ import annotations

from functools import cache

import pytest

from advisor.training.quiz import QUESTIONS, Question, Quiz, drill, flaws
from tests.advisor.training.runs import SCENARIOS
from tests.kb.examples import knowledge

NAMES = ["cluster-takeover-at-night", "freezes-while-it-copies"]


@cache
def drilled(seed: int) -> list[Question]:
    return drill(knowledge(), SCENARIOS, NAMES, seed)


def clock(step: float):  # type: ignore[no-untyped-def]
    now = iter(range(100_000))
    return lambda: next(now) * step


@pytest.mark.parametrize("seed", range(2))
def test_a_drill_has_one_right_answer_of_several(seed: int) -> None:
    questions = drilled(seed)
    assert len(questions) == QUESTIONS
    for question in questions:
        assert len(set(question.choices)) == len(question.choices) >= 2
        assert question.choices[question.right] == question.why
        assert "# " in question.text.splitlines()[0]


def test_the_same_seed_gives_the_same_drill() -> None:
    assert drilled(1) == drill(knowledge(), SCENARIOS, NAMES, 1)


@pytest.mark.parametrize("seed", range(3))
def test_a_flaw_is_the_one_of_the_fix_that_is_shown(seed: int) -> None:
    for question in flaws(knowledge(), SCENARIOS, NAMES, seed):
        assert len(set(question.choices)) == len(question.choices) >= 2
        assert question.choices[question.right] == question.why


def test_who_answers_right_and_quickly_has_all_points_and_who_is_slow_half() -> None:
    for step, points in ((1.0, 100), (200.0, 50)):
        questions = drilled(1)
        quiz = Quiz(questions, clock=clock(step))
        quiz.begin()
        for question in questions:
            quiz.say(str(question.right + 1))
        assert quiz.over
        assert quiz.points == points


def test_who_answers_wrong_is_told_what_is_right() -> None:
    questions = drilled(2)
    quiz = Quiz(questions, clock=clock(1.0))
    quiz.begin()
    wrong = next(n for n in range(len(questions[0].choices)) if n != questions[0].right)
    said = quiz.say(str(wrong + 1))
    assert said[0].text.startswith(f"No: {questions[0].right + 1}")
    assert questions[0].why in said[0].text
    assert quiz.results[0][1] == 0.0


@pytest.mark.parametrize("line", ["0", "99", "-1", "x", "²", "1e1", "1\x1b[31m1", "9" * 500])
def test_what_is_no_answer_is_said(line: str) -> None:
    quiz = Quiz(drilled(1), clock=clock(1.0))
    quiz.begin()
    assert [one.kind for one in quiz.say(line)] == ["error"]
    assert quiz.results == []


def test_an_end_before_the_last_keeps_what_was_answered() -> None:
    quiz = Quiz(drilled(1), clock=clock(1.0))
    quiz.begin()
    quiz.say("1")
    quiz.say(":quit")
    assert quiz.over
    assert quiz.left
    assert len(quiz.results) == 1
