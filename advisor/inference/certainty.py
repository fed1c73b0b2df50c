"""Certainty of a case from its arguments: EMYCIN's combining function, in Python, when read."""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce

CONFIRMED, LIKELY, POSSIBLE = 0.8, 0.6, 0.2
"""Least certainty of each standing."""

UNSURE = 0.5
"""Certainty of an answer given as "not sure"."""


def combine(left: float, right: float) -> float:
    """Combine two certainty factors from -1 to 1; order does not matter.

    >>> combine(0.6, 0.5), combine(-0.6, -0.5), round(combine(0.8, -0.6), 3)
    (0.8, -0.8, 0.5)
    """
    if left >= 0 and right >= 0:
        return left + right * (1 - left)
    if left < 0 and right < 0:
        return left + right * (1 + left)
    least = min(abs(left), abs(right))
    return 0.0 if least >= 1 else (left + right) / (1 - least)


def combine_all(factors: Iterable[float]) -> float:
    """Combine any number of factors: all those for, all those against, then both, so that their order is no matter."""
    values = sorted(factors)
    against = reduce(combine, [v for v in values if v < 0], 0.0)
    return combine(reduce(combine, [v for v in values if v >= 0], 0.0), against)


def standing(certainty: float, decisive_for: bool, decisive_against: bool) -> str:
    """``confirmed``, ``likely``, ``possible``, ``ruled-out``, or "" below all of them.

    `decisive_for` is a decisive argument that rests on more than what was told: hearsay confirms nothing.

    What is below is ruled out or not assessed; that depends on what could still be learnt, which the caller knows.
    """
    if decisive_against:
        return "ruled-out"
    if certainty >= CONFIRMED and decisive_for:
        return "confirmed"
    if certainty >= LIKELY:
        return "likely"
    return "possible" if certainty >= POSSIBLE else ""
