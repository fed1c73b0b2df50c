"""Stretches of samples of columns too long for memory, and what lies in them. Imported for long texts only."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Sequence
from operator import itemgetter

import numpy as np
import numpy.typing as npt

from facts.series.columns import HELD, Column, Flags, Numbers, together
from facts.series.exact import Array

Places = npt.NDArray[np.intp]
Runs = Sequence[tuple[int, int]]
_FIRST, _LAST = itemgetter(0), itemgetter(1)


def stretches_of(holds: Callable[..., Flags], columns: Sequence[Column], gap: int) -> list[tuple[int, int]]:
    """First and last index of each stretch of samples that something is true of, by several columns."""
    return runs((holds(*parts) for parts in zip(*(c.arrays() for c in columns), strict=True)), gap)


def runs(flags: Iterator[Flags], gap: int = 0) -> list[tuple[int, int]]:
    """First and last index of each stretch of true flags; stretches at most `gap` false flags apart are one."""
    found: list[tuple[int, int]] = []
    before = 0
    for part in flags:
        edges = np.flatnonzero(np.diff(np.concatenate(([False], part, [False]))))
        for begin, behind in zip((edges[::2] + before).tolist(), (edges[1::2] - 1 + before).tolist(), strict=True):
            if found and begin - found[-1][1] <= gap + 1:
                found[-1] = (found[-1][0], behind)
            else:
                found.append((begin, behind))
        before += len(part)
    return found


def _parts(column: Column, stretches: Runs) -> Iterator[tuple[Array, int, int, Places, Places]]:
    """Array by array of a column: it, and of the stretches in it the first, how many, and where they begin and end in it."""
    begin = 0
    for array in column.arrays():
        end = begin + len(array)
        low, high = bisect_left(stretches, begin, key=_LAST), bisect_left(stretches, end, key=_FIRST)
        bounds = np.array(stretches[low:high], np.intp).reshape(-1, 2) - begin
        yield array, low, high - low, np.maximum(bounds[:, 0], 0), np.minimum(bounds[:, 1] + 1, len(array))
        begin = end


def _inside(begins: Places, ends: Places) -> Places:
    """Where the samples of stretches stand."""
    lengths = ends - begins
    before = np.cumsum(lengths) - lengths
    return np.repeat(begins - before, lengths) + np.arange(lengths.sum())


def within(latency: Column, stretches: Runs, inside: bool) -> Numbers:
    """Where, in each array, the samples inside of stretches stand, or those outside of all that have a latency."""

    def arrays() -> Iterator[Places]:
        for array, _, _, begins, ends in _parts(latency, stretches):
            places = _inside(begins, ends)
            if not inside:
                wanted = array == array
                wanted[places] = False
                places = np.flatnonzero(wanted)
            yield places

    if len(latency) > HELD:
        return Numbers(arrays)
    held = list(arrays())
    return Numbers(lambda: iter(held))


def taken(column: Numbers, places: Numbers) -> Numbers:
    """The numbers at places, which are given array by array."""
    return together(lambda values, at: values[at], column, places)


def highest_in(column: Column, stretches: Runs) -> list[float]:
    """The highest known value in each of some stretches, NaN where none is known."""
    found = np.full(len(stretches), np.nan)
    for array, first, count, begins, ends in _parts(column, stretches):
        if count:
            bounds = np.column_stack((begins, ends)).ravel()
            highest = np.fmax.reduceat(np.append(array, np.nan), bounds)[::2]
            found[first : first + count] = np.fmax(found[first : first + count], highest)
    return [float(high) + 0.0 for high in found]


def at_least_in(column: Column, stretches: Runs, least: Sequence[float]) -> list[list[tuple[int, int]]]:
    """For each of some stretches, between which there are other samples, those parts that are at least so high."""

    def flags() -> Iterator[Flags]:
        for array, first, count, begins, ends in _parts(column, stretches):
            flags = np.zeros(len(array), np.bool_)
            places = _inside(begins, ends)
            flags[places] = array[places] >= np.repeat(least[first : first + count], ends - begins)
            yield flags

    found = runs(flags())
    return [
        found[bisect_left(found, begin, key=_FIRST) : bisect_right(found, end, key=_FIRST)] for begin, end in stretches
    ]
