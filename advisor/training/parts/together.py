"""Parts that act on each other within a second: they are stepped in turn, in slices of it."""

from __future__ import annotations

from dataclasses import dataclass

from advisor.training.world import Part


@dataclass
class Together:
    """Several parts that a world steps as one.

    Attributes:
        parts: stepped in this order in each slice.
        slices: so many in each step.
    """

    parts: list[Part]
    slices: int = 5

    def step(self, seconds: float) -> None:
        """Let all of them act in turn."""
        for _ in range(self.slices):
            for part in self.parts:
                part.step(seconds / self.slices)
