"""Runs of scenarios, for the tests of the training."""

from __future__ import annotations

import os
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from advisor.chat.tickets import hear
from advisor.inference.diagnosis import Consultation, consult
from advisor.training.exercise import Exercise
from advisor.training.play import Play
from advisor.training.scenarios import Scenario, fill, load
from facts.bundle import load as read_bundle
from facts.inputs import Bundle
from facts.observations import Observations
from tests.kb.examples import knowledge

SCENARIOS = load(knowledge().root)
SEEDS = range(int(os.environ.get("ADVISOR_TEST_SEEDS", "50"))) if os.environ.get("ADVISOR_TEST_ALL") else range(1, 2)
"""With ADVISOR_TEST_ALL=1 fifty runs of each scenario, or ADVISOR_TEST_SEEDS, which takes hours; otherwise one."""
RUNS = [(name, seed) for name in SCENARIOS for seed in SEEDS]


class Diagnosed(NamedTuple):
    """What `diagnose` makes of the captures of a run."""

    consultation: Consultation
    bundle: Bundle

    def current(self) -> list[str]:
        """The cases that stand, first cause first."""
        return [h.case.slug for h in self.consultation.diagnoses if h.status == "current"]


def diagnosed(play: Play, folder: Path) -> Diagnosed:
    """Write the captures of a run as a bundle and diagnose it, as the command line does."""
    for name, text in play.captures():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    bundle, errors = read_bundle([str(folder)])
    assert not errors
    observations = Observations(bundle.observed)
    return Diagnosed(consult(knowledge(), observations, hear(knowledge(), bundle, observations)), bundle)


def played(scenario: Scenario, seed: int, *parts: tuple[str, ...]) -> Play:
    """A run in which the parts were typed."""
    play = Play(scenario, seed)
    for part in parts:
        play.type(part)
    return play


@lru_cache(8)
def practised(name: str, seed: int, mode: str = "guided") -> Exercise:
    """An exercise that an expert worked through."""
    return typed(Exercise(knowledge(), SCENARIOS[name], seed, mode), SCENARIOS[name].expert)


def typed(exercise: Exercise, lines: tuple[str, ...]) -> Exercise:
    """Type lines into an exercise."""
    for line in lines:
        exercise.say(fill(line, exercise.machine.names))
    return exercise
