"""What the lines of the processors come to, whichever names their columns have."""

from __future__ import annotations

from collections.abc import Mapping
from functools import reduce
from operator import add

from facts.series.numbers import filled, put
from facts.series.vector import Array

BUSY = ("%user", "%nice", "%system", "%sys", "us", "sy", "%guest", "%gnice")
"""Columns that are busy together; where guests have their own, the time of programs is without theirs."""

COLUMNS = (("%idle", "id"), ("%iowait", "wt", "wa"), ("%steal",), ("%system", "%sys", "sy"))
"""Names of the columns idle, waiting, stolen and in the kernel."""


def cpu_values(told: Mapping[str, Array], unknown: Array) -> list[Array]:
    """Percent busy, idle, waiting, stolen and in the kernel, NaN where it is not told.

    Args:
        told: the columns by name.
        unknown: as many unknown values as they have.

    >>> from facts.series.vector import Vector
    >>> told = {"us": Vector([10.0]), "sy": Vector([5.0]), "wt": Vector([0.0]), "id": Vector([85.0])}
    >>> [found[0] for found in cpu_values(told, Vector([float("nan")]))]
    [15.0, 85.0, 0.0, nan, 5.0]
    """
    busy = reduce(add, (filled(told[name]) for name in BUSY if name in told), filled(unknown))
    others = [
        reduce(lambda one, other: put(one, one != one, other), (told[name] for name in names if name in told), unknown)
        for names in COLUMNS
    ]
    return [busy, *others]
