"""/proc/pressure: for what part of the time tasks waited for a resource."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field

_SPANS = (10, 60, 300)


@dataclass
class Pressure:
    """The averages of one host.

    Attributes:
        sources: for each resource the part of time in which some, and all, waited, asked at each step.
        averages: over 10, 60 and 300 seconds, in percent.
        totals: microseconds.
    """

    sources: dict[str, Callable[[], tuple[float, float]]] = field(default_factory=dict)
    averages: dict[tuple[str, str, int], float] = field(default_factory=dict)
    totals: dict[tuple[str, str], float] = field(default_factory=dict)

    def step(self, seconds: float) -> None:
        """Move the averages."""
        for name, source in self.sources.items():
            for kind, share in zip(("some", "full"), source(), strict=True):
                self.totals[name, kind] = self.totals.get((name, kind), 0.0) + share * seconds * 1e6
                for span in _SPANS:
                    keep = math.exp(-seconds / span)
                    before = self.averages.get((name, kind, span), 0.0)
                    self.averages[name, kind, span] = before * keep + 100 * share * (1 - keep)

    def text(self, name: str) -> str:
        """The file of one resource."""
        out = ""
        for kind in ("some", "full"):
            averages = " ".join(f"avg{span}={self.averages.get((name, kind, span), 0.0):.2f}" for span in _SPANS)
            out += f"{kind} {averages} total={self.totals.get((name, kind), 0.0):.0f}\n"
        return out
