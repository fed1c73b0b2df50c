"""Where trials come from, by name."""

from __future__ import annotations

from collections.abc import Callable

from tests.accuracy.trials import Trial, example_trials, field_trials

SOURCES: dict[str, Callable[[], tuple[Trial, ...]]] = {"examples": example_trials, "field": field_trials}
