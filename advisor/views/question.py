"""The question that waits for an answer, in its parts."""

from __future__ import annotations

from typing import NamedTuple

from advisor.conversation.conversation import Conversation
from advisor.conversation.replies import subjects_of
from advisor.conversation.wording import SYSTEMS, answers_of, expected

DONT_KNOW = "don't know"


class Choice(NamedTuple):
    """An answer to choose: what is shown, and what it says when it is chosen."""

    text: str
    says: str


class Command(NamedTuple):
    """A command that finds the answer out, and the systems that it is for, "" where it is the only one."""

    systems: str
    command: str


class QuestionView(NamedTuple):
    """The present question.

    Attributes:
        id: the question's name, to tell whether it is another one now.
        kind: ``sign``, ``value``, ``output`` or ``uses``.
        text: the question; of an output, what to show.
        when, note: when to take an output, and what to mind.
        names: the things it may be about, where there are several.
        choices: numbered answers; the last of them may be *don't know*.
        several: whether several numbers may be given.
        commands: how to find out.
        how: the same in words.
        cost: what the answer costs.
        expected: what can be said, in half a sentence.
    """

    id: str
    kind: str
    text: str
    when: str
    note: str
    names: tuple[str, ...]
    choices: tuple[Choice, ...]
    several: bool
    commands: tuple[Command, ...]
    how: str
    cost: str
    expected: str


def question_view(conversation: Conversation) -> QuestionView | None:
    """What is asked now, or None."""
    if conversation.current is None:
        return None
    question = conversation.current.question
    consultation = conversation.session.consultation
    systems = consultation.now.systems()
    names = list(subjects_of(question, consultation))
    fitting = {s: c for s, c in question.commands.items() if not systems or s in systems}
    only = len(set(fitting.values())) < 2
    commands = tuple(
        Command("" if only else ", ".join(SYSTEMS.get(s, s) for s, c in fitting.items() if c == command), command)
        for command in dict.fromkeys(fitting.values())
    )
    text = f"Please show {question.text}" if question.kind == "output" else question.text
    return QuestionView(
        question.id, question.kind, text, question.when, question.note, tuple(names) if len(names) > 1 else (),
        tuple(Choice(answer, str(n)) for n, answer in enumerate(answers_of(question), 1)), question.kind == "uses",
        commands, question.how, question.cost, expected(question, systems),
    )  # fmt: skip
