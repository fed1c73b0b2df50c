"""How old the evidence of a conclusion is, against the newest that is known of its host."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import NamedTuple

from advisor.inference.view import FIRST_TIME, Hypothesis
from facts.observations import Observations

_DAY = 86_400.0
_OLD = 14 * _DAY
"""From here on the age is said in a sentence; younger evidence is of the capture."""
_MONTHS = 60 * _DAY
_YEARS = 730 * _DAY


class Age(NamedTuple):
    """When what speaks for a conclusion was seen; all times are seconds since 1970 by the host's own clock.

    Attributes:
        first, last: the time span of the observations.
        newest: the newest time that is known of the host.
        over: it rests on events that were not seen again since, though later logs would tell.
        undated: what speaks for it also holds rows without a time, which count as seen when it was captured.
    """

    first: float
    last: float
    newest: float
    over: bool
    undated: bool

    @property
    def seconds(self) -> float:
        """How long before the newest time it was seen last."""
        return max(0.0, self.newest - self.last)

    def sentence(self) -> str:
        """In words, or "" where it is as new as the capture."""
        if not self.over and self.seconds < _OLD:
            return ""
        span = day(self.last) if day(self.first) == day(self.last) else f"{day(self.first)} to {day(self.last)}"
        before = f"{spoken(self.seconds)} before this capture ({day(self.newest)})"
        if self.over:
            return f"Last seen {before}: {span}. The logs go on after that and do not show it again; nothing tells whether it was mended."
        if self.undated:
            return f"What is dated of its evidence was last seen {before}: {span}."
        return f"Last seen {before}: {span}. Nothing that is later tells whether it still holds."


def day(time: float) -> str:
    """The date of a time.

    >>> day(1705314104.0)
    '2024-01-15'
    """
    return f"{datetime.fromtimestamp(time, UTC):%Y-%m-%d}"


def spoken(seconds: float) -> str:
    """A length of time as people say it.

    >>> spoken(20 * 86400.0), spoken(430 * 86400.0), spoken(3 * 365 * 86400.0)
    ('20 days', '14 months', '3 years')
    """
    if seconds >= _YEARS:
        return f"{seconds / (365.25 * _DAY):.0f} years"
    if seconds >= _MONTHS:
        return f"{seconds / (30.44 * _DAY):.0f} months"
    days = round(seconds / _DAY)
    return f"{days} day{'' if days == 1 else 's'}"


_ABOUT_ANYTHING = frozenset(("system", "read", "kernel-log"))
"""Rows that say what host it is and what was looked at: their age says nothing of a conclusion."""


def _times(hypothesis: Hypothesis) -> Iterator[tuple[float, float] | None]:
    """The span of each row that speaks for a conclusion; None for one without a time."""
    begun = hypothesis.view.first_times() if hypothesis.view is not None else {}
    for argument in hypothesis.supporting:
        for leaf in argument.proof.all_leaves():
            place = leaf.address.rpartition(".")[0]
            if leaf.cell.origin.lines is None or place.partition("[")[0] in _ABOUT_ANYTHING:
                continue
            time = leaf.cell.time
            first = begun.get(f"{place}.{FIRST_TIME}")
            yield None if time is None else (min(first, time) if isinstance(first, float) else time, time)


def age_of(observations: Observations, hypothesis: Hypothesis) -> Age | None:
    """The age of a conclusion's evidence; None where nothing of it, or nothing of its host, has a time."""
    newest = observations.newest().get(hypothesis.host)
    spans = list(_times(hypothesis))
    known = [span for span in spans if span is not None]
    if newest is None or not known:
        return None
    first, last = min(begin for begin, _ in known), max(end for _, end in known)
    return Age(first, last, newest, hypothesis.over, None in spans)
