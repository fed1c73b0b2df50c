"""Where trials come from, by name."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from tests.accuracy.trials import Trial, example_trials, field_trials, made_up_trials
from tests.generated import KINDS, host

SEEDS = 12
"""Hosts of each kind in the fixed sample."""


def generated(kind: str, seed: int, every: int = 1, release: int = -1) -> Trial:
    """One generated host; its label is that of the model."""
    made = host(kind, seed, every, release)
    cause, _, _ = made.cause.partition(":")
    about = {"system": made.system, "forms": sorted(made.forms), "kind": kind, "seed": seed}
    return Trial(made.name, cause, made.also, frozenset(), made.complaint, made.files, about, made.hurts, made.decisive)


@cache
def generated_trials() -> tuple[Trial, ...]:
    """The fixed sample."""
    return tuple(generated(kind, seed) for kind in KINDS for seed in range(SEEDS))


SOURCES: dict[str, Callable[[], tuple[Trial, ...]]] = {
    "examples": example_trials,
    "field": field_trials,
    "made up": made_up_trials,
    "generated": generated_trials,
}
