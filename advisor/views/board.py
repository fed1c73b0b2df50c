"""The state of a consultation in one look: what the advisor screen and the lines around every screen show."""

from __future__ import annotations

from typing import NamedTuple

from advisor.conversation.conversation import Conversation
from advisor.conversation.disagreements import disagreements
from advisor.conversation.replies import hosts_of
from advisor.inference.diagnosis import Consultation
from advisor.session.changes import Change, changes
from advisor.views.changed import changed
from advisor.views.differential import Differential, differential
from advisor.views.known import KnownFact, known_facts
from advisor.views.question import QuestionView, question_view
from facts.hosts import DEFAULT


class Board(NamedTuple):
    """A consultation as it stands.

    Attributes:
        session: its name, "" where it lives in memory only.
        hosts: those that are known by name.
        begun: whether anything was told, answered or read.
        question: what is asked now, or None.
        stopped: whether nothing is left to ask.
        progress: how far the interview is, in words.
        differential: all that could be wrong.
        known: every fact.
        disagreements: values that contradict one another, in sentences.
        changes: what the last step changed. changed: the same in sentences.
        outputs: how many outputs were read.
        undone: whether something taken back can be made to hold again.
        unsaved: how many steps are in memory only, because the session store cannot be written.
    """

    session: str
    hosts: tuple[str, ...]
    begun: bool
    question: QuestionView | None
    stopped: bool
    progress: str
    differential: Differential
    known: tuple[KnownFact, ...]
    disagreements: tuple[str, ...]
    changes: tuple[Change, ...]
    changed: tuple[str, ...]
    outputs: int
    undone: bool
    unsaved: int = 0


def board(conversation: Conversation, before: Consultation | None, asking: bool = True) -> Board:
    """The board of a conversation.

    Args:
        conversation: as it stands.
        before: the consultation before the last step, or None.
        asking: whether the interview goes on.
    """
    session = conversation.session
    consultation = session.consultation
    begun = bool(session.standing.contributions)
    return Board(
        session.name, tuple(h for h in hosts_of(consultation) if h != DEFAULT), begun, question_view(conversation),
        conversation.stopped, conversation.interview.progress() if begun and asking else "",
        differential(consultation, before, conversation.interview if begun and asking else None),
        tuple(known_facts(session, conversation.interview.questions)), tuple(disagreements(consultation)),
        tuple(changes(before, consultation)) if before is not None else (),
        tuple(changed(before, consultation)) if before is not None else (), len(session.bundle.inputs),
        bool(session.standing.undone), session.log.unsaved,
    )  # fmt: skip
