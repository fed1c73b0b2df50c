"""How many questions an interview needs on a host, answered from what was captured there."""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import NamedTuple

from advisor.authoring.examples import bundle_of
from advisor.interview.interview import Interview, Stop
from advisor.interview.respondent import Respondent
from advisor.session.kept import begin
from advisor.store import Store
from tests.accuracy.trials import Trial, answered, example_of, score
from tests.kb.examples import knowledge


class Asked(NamedTuple):
    """One interview: how many questions it asked, and whether the right cause leads at its end."""

    asked: int
    found: bool


def interviewed(trial: Trial) -> Asked:
    """Tell the complaint, and answer each question from the captures, with *don't know* where they hold nothing."""
    with tempfile.TemporaryDirectory() as folder, Store.open(Path(folder) / "sessions.sqlite3") as store:
        session = begin(knowledge(), store, "trial").session
        for text in trial.tell:
            session.tell(text)
        talk = Interview(session)
        respondent = Respondent(knowledge(), bundle_of(example_of(trial)))
        number = 0
        while not isinstance(step := talk.next(), Stop):
            number += 1
            respondent.answer(session, step.question, step.about)
        return Asked(number, score(trial, answered(session.consultation)) == "first")


def asked(trials: Sequence[Trial]) -> list[Asked]:
    """An interview about each."""
    with ProcessPoolExecutor(2) as pool:
        return list(pool.map(interviewed, trials, chunksize=2))
