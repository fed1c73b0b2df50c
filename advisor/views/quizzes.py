"""Short exercises for the interface: a question, its choices, what came of an answer."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from advisor.knowledge import Knowledge
from advisor.training.quiz import Quiz, quiz_of
from advisor.training.scenarios import load
from facts.text import clean

KINDS = {
    "drill": ("Read an output", "what follows from it? Against the clock: full points within 90 seconds, then half."),
    "flaw": ("Judge a fix", "what is wrong with what somebody proposes, or is it right?"),
}
"""Each kind with its title and what it is."""


class Asked(NamedTuple):
    """A question.

    Attributes:
        number, of: which one of how many.
        text: what is shown. exact: whether its columns are to be kept.
        asks: what is asked about it. choices: what can be answered.
    """

    number: int
    of: int
    text: str
    exact: bool
    asks: str
    choices: tuple[str, ...]


class Answered(NamedTuple):
    """What came of an answer: whether it is right, the place of the right one, in what time, and what is to be said."""

    right: bool
    answer: int
    took: str
    told: tuple[str, ...]
    last: bool


class Questions:
    """Some questions of one kind. It is made by the desk's thread, and then belongs to whoever asks."""

    def __init__(self, knowledge: Knowledge, kind: str, seed: int, names: Sequence[str] = ()) -> None:
        """Make the questions, which takes seconds; `names` are the scenarios that they are about, all where it is empty."""
        self.kind = kind
        self.quiz: Quiz = quiz_of(knowledge, load(knowledge.root), kind, seed, names)

    def ask(self) -> Asked | None:
        """The question to answer now; None where all were answered. Its time begins."""
        quiz = self.quiz
        if quiz.over:
            return None
        question = quiz.ask()
        choices = tuple(clean(choice) for choice in question.choices)
        return Asked(len(quiz.results) + 1, quiz.count, question.text, self.kind == "drill", question.asks, choices)

    def answer(self, choice: int) -> Answered:
        """Answer it with one of its choices, from 0."""
        quiz = self.quiz
        question = quiz.current
        judged = quiz.answer(choice)
        took = f"{judged.seconds:.0f} s" if quiz.timed else ""
        told = tuple(clean(text) for text in question.more)
        return Answered(judged.right, question.right, took, told, quiz.over)

    def leave(self) -> None:
        """End before the last one; what was answered counts."""
        self.quiz.leave()

    @property
    def count(self) -> int:
        """How many questions there are."""
        return self.quiz.count

    @property
    def shares(self) -> tuple[float, ...]:
        """How well each question was answered that was, 0 to 1."""
        return tuple(share for _, share in self.quiz.results)

    @property
    def points(self) -> int:
        """Of 100, by all questions."""
        return self.quiz.points
