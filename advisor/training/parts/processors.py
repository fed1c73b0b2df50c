"""The processors of a host: how much of them its work takes, as far as the work gets on at all."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field

from advisor.training.world import World


@dataclass
class Processors:
    """What vmstat shows of the processors.

    Attributes:
        user, system: percent that the work takes while it gets on.
        share: how far it gets on, 0 to 1, asked at each step.
        totals: sums over the seconds of each figure of vmstat; `seconds` how many.
    """

    world: World
    count: int
    user: float
    system: float
    share: Callable[[], float]
    totals: Counter[str] = field(default_factory=Counter)

    def step(self, seconds: float) -> None:
        """Count a stretch of time."""
        share, about = min(1.0, max(0.0, self.share())), self.world.about
        figures = {
            "us": self.user * share + 1.5, "sy": self.system * share + 1.0, "r": self.count * self.user / 200 * share,
            "in": 9000 + 90_000 * share, "sc": 11_000 + 100_000 * share, "cs": 12_000 + 90_000 * share,
        }  # fmt: skip
        for name, value in figures.items():
            self.totals[name] += about(value, 0.04) * seconds  # type: ignore[assignment]
        self.totals["seconds"] += seconds  # type: ignore[assignment]
