"""Facts that are the same but for the last digits of their numbers."""

from __future__ import annotations

import math
import re

TOLERANCE = 1e-9
"""By how much of itself a number may differ: sums of long texts are not added in the order of the lines."""
_NUMBER = re.compile(r"-?\d+\.\d+(?:e[+-]?\d+)?|-?\d+e[+-]?\d+")


def near(one: str, other: str) -> bool:
    """Whether two texts are the same but for numbers with a fraction, and these by no more than `TOLERANCE`.

    >>> near("a=0.3 b=4", "a=0.30000000000000004 b=4"), near("a=0.3", "a=0.3001"), near("b=4", "b=5")
    (True, False, False)
    """
    if _NUMBER.sub("#", one) != _NUMBER.sub("#", other):
        return False
    numbers = zip(_NUMBER.findall(one), _NUMBER.findall(other), strict=True)
    return all(a == b or math.isclose(float(a), float(b), rel_tol=TOLERANCE, abs_tol=TOLERANCE) for a, b in numbers)
