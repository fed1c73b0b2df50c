"""Draws as the world has them: long tails, slow drifts, bursts."""

import math
from collections.abc import Mapping, Sequence
from random import Random
from typing import TypeVar

T = TypeVar("T")


def chance(rng: Random, probability: float) -> bool:
    """True in this share of draws."""
    return rng.random() < probability


def between(rng: Random, low: float, high: float) -> float:
    """A figure between two bounds, even on a logarithmic scale."""
    return math.exp(rng.uniform(math.log(low), math.log(high)))


def around(rng: Random, median: float, spread: float = 0.25) -> float:
    """A figure around a median, with a long tail upwards."""
    return median * math.exp(rng.gauss(0.0, spread)) if median else 0.0


def pick(rng: Random, weights: Mapping[T, float]) -> T:
    """One key by its weight."""
    return rng.choices(list(weights), list(weights.values()))[0]


def some(rng: Random, things: Sequence[T], low: int, high: int) -> list[T]:
    """Between low and high of the things, in their order."""
    size = min(len(things), rng.randint(low, high))
    chosen = sorted(rng.sample(range(len(things)), size))
    return [things[index] for index in chosen]


def drift(rng: Random, count: int, spread: float = 0.25, memory: float = 0.6) -> list[float]:
    """Factors around one that wander from sample to sample, with a burst now and then."""
    level, factors = rng.gauss(0.0, spread), []
    for _ in range(count):
        level = memory * level + rng.gauss(0.0, spread * math.sqrt(1 - memory * memory))
        burst = rng.uniform(0.3, 1.0) if rng.random() < 0.04 else 0.0
        factors.append(math.exp(level + burst))
    return factors


def hourly(hour: float, busy: str) -> float:
    """Load of a time of day against its mean: an office host, a host of the night, or one that is always in use."""
    if busy == "even":
        return 1.0
    peak = 2.0 if busy == "night" else 13.0
    return 0.35 + 1.1 * math.exp(-(min(abs(hour - peak), 24 - abs(hour - peak)) ** 2) / 24)
