"""Dates what prints no time by the ``date`` that was typed above it.

Many note the time before they capture: ``date; multipath -ll``, and the same again after the repair, in a file of its
own. What stands below such a date was so at that time at the earliest, so that of two files the later one is known. States,
readings and what a sampling saw are dated so, but no events of a log: those happened before they were captured, and
nothing tells how long before.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from facts.reading import Reading
from facts.schema import templates
from facts.stamps import stamp_line

_CLOCK = "host-clock"
_SAMPLES = ("vmstat", "iostat", "mpstat", "pidstat", "zpool-iostat", "prstat", "top", "arcstat")
"""Beginnings of the kinds of outputs that are taken while one waits."""


class Below(NamedTuple):
    """An output of a file: its kind, the host that it or its prompt names ("" where none), its first line, what was read."""

    kind: str
    host: str
    head: str
    reading: Reading


def date_below(outputs: Iterable[Below]) -> None:
    """Give rows without a time that of the clock above them.

    Args:
        outputs: those of one file in their order; their readings are changed in place. An output that begins with a
            date, as loops print one, is dated by that.

    >>> from facts.reading import Row
    >>> clock = Reading([Row("host-clock", {"taken-time": 60.0}, (1, 1), time=60.0)])
    >>> seen, other = Reading([Row("meminfo", {}, (2, 2))]), Reading([Row("meminfo", {}, (3, 3))])
    >>> date_below([Below("host-clock", "db1", "", clock), Below("free", "db1", "", seen), Below("free", "db2", "", other)])
    >>> seen.rows[0].time, other.rows[0].time
    (60.0, None)
    >>> date_below([Below("free", "", "Fri Oct 11 07:30:02 CEST 2019", other)])
    >>> other.rows[0].time
    1570779002.0
    """
    clock: tuple[str, float] | None = None
    for kind, host, head, reading in outputs:
        if kind == _CLOCK:
            times = [row.time for row in reading.rows if row.time is not None]
            clock = (host, times[0]) if times else clock
            continue
        if (time := stamp_line(head)) is not None:
            clock = (host, time)
        if clock is not None and (host == clock[0] or not host or not clock[0]):
            _date(reading, kind.startswith(_SAMPLES), clock[1])


def _date(reading: Reading, sampled: bool, time: float) -> None:
    if reading.complete and not reading.rows:
        reading.time = time
    for row in reading.rows:
        if row.time is None and (sampled or templates()[row.template].kind != "event"):
            row.time = time
