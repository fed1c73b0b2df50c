"""Simulated time and everything that changes in it.

A world is stepped second by second. Nothing in it touches the real machine: its clock is a number, its files are
texts in memory, its commands are functions.
"""

from __future__ import annotations

import random
from datetime import datetime, timedelta
from typing import Protocol

MOST_SECONDS = 7 * 86_400
"""So much time passes at most in one exercise; what would take longer is refused."""


class Part(Protocol):
    """Something that changes with time."""

    def step(self, seconds: float) -> None:
        """Let so much time pass."""
        ...


class World:
    """A clock, the chance of one run, and the parts that are stepped with it.

    Attributes:
        now: the simulated time.
        chance: drawn from the seed of the run; everything random comes from it, so a seed gives the same run again.
        parts: stepped in this order, each second.
        interrupted: set from outside, also by another thread, to end what is waited for.
        steps: how many steps were made since it began.
        interruptions: at which step each interruption came, in order. Together with what was typed they determine a run.
        to_interrupt: at which steps what is waited for is interrupted again, as it was in a run that is repeated.
    """

    def __init__(self, begins: datetime, seed: str) -> None:
        """A world that begins at some time; the same seed gives the same chance."""
        self.begins = self.now = begins
        self.chance = random.Random(seed)
        self.parts: list[Part] = []
        self.interrupted = False
        self.steps = 0
        self.interruptions: list[int] = []
        self.to_interrupt: list[int] = []

    @property
    def elapsed(self) -> float:
        """Seconds since it began."""
        return (self.now - self.begins).total_seconds()

    def wait(self, seconds: float) -> None:
        """Let time pass, second by second.

        Raises:
            TooLong: the exercise would take longer than a week.
            Interrupted: somebody does not want to wait any more; so much time passed as had passed by then.
        """
        if self.elapsed + seconds > MOST_SECONDS:
            raise TooLong
        whole = int(seconds)
        for length in [1.0] * whole + ([seconds - whole] if seconds > whole else []):
            if self.interrupted or self.steps in self.to_interrupt[:1]:
                self.interrupted = False
                del self.to_interrupt[:1]
                self.interruptions.append(self.steps)
                raise Interrupted
            self.steps += 1
            self.now += timedelta(seconds=length)
            for part in self.parts:
                part.step(length)

    def about(self, value: float, spread: float = 0.1) -> float:
        """A value with some noise: the spread is relative, one standard deviation; never below 0."""
        return max(0.0, value * self.chance.gauss(1.0, spread))

    def count(self, mean: float) -> int:
        """A whole number around a mean: as many as come at random in one second."""
        if mean <= 0:
            return 0
        return max(0, round(self.chance.gauss(mean, mean**0.5)))


class TooLong(Exception):
    """More simulated time than an exercise has."""


class Interrupted(TooLong):
    """Somebody interrupted what takes time."""
