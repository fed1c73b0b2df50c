"""Exercises: nothing gives the answer away, the answer can be chosen, and it is judged by the rules."""

from __future__ import annotations

import pytest

from advisor.session.originals import Originals
from advisor.views.practice import NO_CASE, Exercise, Exercises, exercises
from tests.kb.examples import every, knowledge

ALL = exercises(knowledge())


def one(case: str, name: str) -> Exercise:
    return next(exercise for exercise in ALL if exercise.id == f"{case}/{name}")


@pytest.mark.parametrize("exercise", every(36, ALL), ids=lambda e: e.id)
def test_the_right_answer_is_among_the_choices_and_judged_right(exercise: Exercise) -> None:
    every = Exercises(knowledge())
    choices = [choice.case for choice in every.open(exercise).choices]
    assert len(choices) == len(set(choices)) == 6
    verdicts = {case: every.judge(exercise, case) for case in choices}
    right = [case for case, verdict in verdicts.items() if verdict.right]
    assert len(right) == 1
    assert all(verdict.reasons for verdict in verdicts.values())
    assert (verdicts[right[0]].key is None) == (right[0] == NO_CASE)


def test_a_look_alike_is_told_apart() -> None:
    exercise = one(
        "linux-writeback-stall",
        next(e.id.partition("/")[2] for e in ALL if e.id.startswith("linux-writeback-stall/confirms")),
    )
    every = Exercises(knowledge())
    mimics = [m for m in knowledge().cases["linux-writeback-stall"].mimics if m.case in knowledge().cases]
    assert every.judge(exercise, mimics[0].case).apart == f"{mimics[0].name}: {mimics[0].tell_apart}"


def test_captures_of_an_exercise_are_whole() -> None:
    exercise = next(e for e in ALL if e.outputs and e.lines > 20)
    every = Exercises(knowledge())
    session = every.session(exercise).fork()
    found = Originals(session).find(exercise.outputs[0])
    assert found.state == "whole"
    assert list(found.numbers) == list(range(1, len(found.lines) + 1))


def test_the_same_order_each_time() -> None:
    assert exercises(knowledge()) == ALL
    assert {e.area for e in ALL[:20]} != {ALL[0].area}
