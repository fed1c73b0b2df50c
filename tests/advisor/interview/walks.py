"""Interviews of the examples, walked step by step, for the tests of the interview."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

from advisor.inference.diagnosis import Consultation
from advisor.interview.choice import Choice
from advisor.interview.interview import Interview, Stop
from advisor.interview.respondent import DONT_KNOW, Respondent
from advisor.session.log import Log
from advisor.session.session import Reply, Session
from tests.kb.examples import PATHS, bundle_of, knowledge, read

CONFIRMING = [path for path in PATHS if path.name.startswith("confirms--") and "cases" in path.parts]
EVERY_CASE = list({path.parent.parent.name: path for path in CONFIRMING}.values())
"""One example of each case."""


def name_of(path: Path) -> str:
    return f"{path.parent.parent.name}/{path.stem}"


class Walked(NamedTuple):
    """One interview: each question with what was known when it was asked, why it stopped, and the session."""

    steps: list[tuple[Choice, Consultation]]
    stop: Stop
    session: Session


def begun(path: Path, log: Log | None = None) -> Session:
    """A session with the complaint of an example."""
    session = Session(knowledge(), log)
    session.begin()
    for text in read(path).tell:
        session.tell(text)
    return session


def walk(session: Session, path: Path, dont_know_every: int = 0) -> Iterator[tuple[Choice, Consultation] | Stop]:
    """Each question before it is answered from the example's captures; the last item is why it stops."""
    interview = Interview(session)
    respondent = Respondent(knowledge(), bundle_of(read(path)))
    asked = 0
    while not isinstance(step := interview.next(), Stop):
        yield step, session.consultation
        asked += 1
        assert asked < 200, "it goes on and on"
        if dont_know_every and asked % dont_know_every == 0:
            session.answer(step.question.id, Reply(DONT_KNOW, [], [], unknown=True), step.about)
        else:
            respondent.answer(session, step.question, step.about)
    yield step


@cache
def walked(path: Path, dont_know_every: int = 0) -> Walked:
    """A whole interview, walked once."""
    session = begun(path)
    steps: list[tuple[Choice, Consultation]] = []
    for step in walk(session, path, dont_know_every):
        if isinstance(step, Stop):
            return Walked(steps, step, session)
        steps.append(step)
    raise AssertionError("an interview that ends says why")
