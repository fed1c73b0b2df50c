"""What one line of the processors comes to, whichever names its columns have."""

from __future__ import annotations

from collections.abc import Mapping

from facts.series.numbers import NAN

BUSY = ("%user", "%nice", "%system", "%sys", "us", "sy", "%guest", "%gnice")
"""Columns that are busy together; where guests have their own, the time of programs is without theirs."""

COLUMNS = (("%idle", "id"), ("%iowait", "wt", "wa"), ("%steal",), ("%system", "%sys", "sy"))
"""Names of the columns idle, waiting, stolen and in the kernel."""


def cpu_values(told: Mapping[str, float]) -> tuple[float, ...]:
    """Percent busy, idle, waiting, stolen and in the kernel of one sample, NaN where it is not told.

    >>> cpu_values({"us": 10.0, "sy": 5.0, "wt": 0.0, "id": 85.0})
    (15.0, 85.0, 0.0, nan, 5.0)
    """
    busy = 0.0
    for name in BUSY:
        value = told.get(name, NAN)
        busy = busy + value if value == value else busy  # one by one: sum() rounds otherwise in Python 3.12
    others = (next((told[n] for n in names if n in told), NAN) for names in COLUMNS)
    return busy, *others
