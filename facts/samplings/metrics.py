"""Columns of samples in little memory."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from facts.series.numbers import NAN
from facts.series.timeline import Stamp, Timeline


@dataclass(slots=True, frozen=True)
class Metric:
    """One column of one device.

    Attributes:
        name: as the tool calls the column.
        device: whose it is; "" for the host as a whole.
        unit: ``ms``, ``kB/s``, ``/s``, ``%`` and the like; "" for a bare number.
        values: one for each sample, NaN where unknown.
        lines: the line of the file that each sample stands on, 0 where it has none.
    """

    name: str
    device: str
    unit: str
    values: array[float]
    lines: array[int]


@dataclass(slots=True, frozen=True)
class Sampled:
    """All samples of one output.

    Attributes:
        kind: the reader's kind.
        interval_s: seconds between samples; None where nothing tells, and `times` counts samples.
        times: seconds from the first sample, ascending, one for each sample.
        began: when the first sample was taken by the host's clock: seconds since 1970 where `dated`, else the second of
            the day; None where nothing tells.
        dated: whether the day is known.
        metrics: by device, in the order of the columns; all of one length, that of `times`.
    """

    kind: str
    interval_s: float | None
    times: array[float]
    began: float | None
    dated: bool
    metrics: tuple[Metric, ...]


def began(stamps: dict[int, Stamp], line: Timeline, first: int) -> tuple[float | None, bool]:
    """The clock at the first sample that is kept, and whether its day is known.

    Args:
        stamps: by sample, counted before the first ones were left out.
        line: the timeline of the samples that are kept.
        first: how many were left out.
    """
    stamped = next((i for i in sorted(stamps) if i >= first), None)
    if stamped is None:
        return None, False
    seconds, dated = stamps[stamped]
    start = seconds - (line.positions[stamped - first] - line.positions[0])
    return (start, dated) if dated else (start % 86400, dated)


def times_of(line: Timeline) -> array[float]:
    """Seconds from the first sample that is kept."""
    if not line.positions:
        return array("d")
    zero = line.positions[0]
    return array("d", [at - zero for at in line.positions])


class Columns:
    """Makes metrics; columns that never change share their memory, as most of a wide table do."""

    def __init__(self) -> None:
        self._constant: dict[tuple[float, int], array[float]] = {}
        self.metrics: list[Metric] = []

    def add(self, name: str, device: str, unit: str, values: array[float], lines: array[int]) -> None:
        """Take one column; one without any known value is left out."""
        if not values:
            return
        first = values[0]
        if values.count(first) == len(values):
            values = self._constant.setdefault((first, len(values)), values)
        elif all(v != v for v in values):
            return
        self.metrics.append(Metric(name, device, unit, values, lines))


def spread(count: int, index: Iterable[int], values: Sequence[float], absent: float = NAN) -> array[float]:
    """Values at their samples, `absent` at the others."""
    dense = array("d", [absent]) * count
    for at, value in zip(index, values, strict=True):
        dense[at] = value
    return dense


def spread_lines(count: int, index: Iterable[int], lines: Iterable[int]) -> array[int]:
    """The lines at their samples, 0 at the others."""
    dense = array("L", [0]) * count
    for at, line in zip(index, lines, strict=True):
        dense[at] = line
    return dense
