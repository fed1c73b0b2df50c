"""Columns of numbers too long for memory, a stretch at a time; what `facts.series.numbers` does with lists, to the same bits.

A column can be gone through as often as needed. Its arrays are at most `WINDOW` long; those of the longest lie in a
scratch file. Imported for long texts only.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from functools import reduce
from typing import Any, NamedTuple, overload

import numpy as np
import numpy.typing as npt

from facts.scratch import Scratch
from facts.series.numbers import exact_sum

Array = npt.NDArray[np.float64]
Flags = npt.NDArray[np.bool_]

WINDOW = 1 << 15
"""Samples that are worked on at a time: few enough for the processor's cache."""

_MANTISSA = 53
_HIGHEST, _LOWEST = 1000, -900
"""Exponents beyond which a sum is left to `exact_sum`."""

_SHORT = 256
"""Fewer samples than this are worked on as a list."""

_HELD = 1 << 17
"""Samples whose columns are held in memory: those of a day, one a second."""

_DIGIT = 16
"""Bits of a number that are looked at in one pass of a selection."""


class Numbers:
    """Numbers that come an array at a time, as often as wanted; NaN stands for unknown."""

    def __init__(self, arrays: Callable[[], Iterator[Any]]) -> None:
        """`arrays` begins anew with each call."""
        self._arrays = arrays
        self._summed: Summary | None = None

    def arrays(self) -> Iterator[Array]:
        """The numbers from the first one."""
        return self._arrays()

    def summary(self) -> Summary:
        """What is asked of most columns, in one pass, which is made once."""
        if self._summed is None:
            self._summed = _summary(self.arrays())
        return self._summed

    def mapped(self, change: Callable[[Array], Any]) -> Numbers:
        """Others that follow from these one by one."""
        return Numbers(lambda: (change(part) for part in self.arrays()))


def together(change: Callable[..., Any], *columns: Numbers) -> Numbers:
    """Numbers that follow from several columns, sample by sample."""
    return Numbers(lambda: (change(*parts) for parts in zip(*(c.arrays() for c in columns), strict=True)))


class Summary(NamedTuple):
    """How many values are known, numbers with their exact sum, and the lowest and highest, NaN where there is none."""

    known: int
    parts: list[float]
    lowest: float
    highest: float


def _summary(arrays: Iterator[Array]) -> Summary:
    count, parts, lows, highs = 0, [], [], []
    for array in arrays:
        numbers = known(array)
        if len(numbers):
            count += len(numbers)
            parts += exact_parts(numbers)
            lows.append(float(numbers.min()))
            highs.append(float(numbers.max()))
    nan = float("nan")
    return Summary(count, parts, min(lows, default=nan), max(highs, default=nan))


class _Store:
    """The arrays of a column, of `WINDOW` each but the last: in memory, or place and length in the file."""

    def __init__(self, parts: Sequence[Array | tuple[int, int]], scratch: Scratch) -> None:
        self.parts, self.scratch = parts, scratch
        self._near: tuple[int, Array] = (-1, np.empty(0))

    def part(self, number: int) -> Array:
        part = self.parts[number]
        if isinstance(part, np.ndarray):
            return part
        if self._near[0] != number:
            self._near = (number, np.frombuffer(self.scratch.read(part[0], 8 * part[1]), np.float64))
        return self._near[1]


class Column(Numbers, Sequence[float]):
    """One number for each sample of a stretch of samples."""

    def __init__(self, store: _Store, first: int, count: int) -> None:
        """Samples `first` on, so many."""
        self._store, self.first, self._length = store, first, count
        self._summed = None

    def __len__(self) -> int:
        return self._length

    def arrays(self) -> Iterator[Array]:
        """The numbers from the first one."""
        end = self.first + self._length
        for number in range(self.first // WINDOW, -(-end // WINDOW)):
            begin = number * WINDOW
            yield self._store.part(number)[max(0, self.first - begin) : end - begin]

    @overload
    def __getitem__(self, where: int) -> float: ...
    @overload
    def __getitem__(self, where: slice) -> Column | list[float]: ...
    def __getitem__(self, where: int | slice) -> float | Column | list[float]:
        if isinstance(where, slice):
            begin, end, _ = where.indices(self._length)
            part = self.part(begin, end)
            return part if len(part) > _SHORT else [v for array in part.arrays() for v in array.tolist()]
        if not -self._length <= where < self._length:
            raise IndexError("no such sample")
        number, at = divmod(self.first + where % self._length, WINDOW)
        return float(self._store.part(number)[at])

    def all_known(self) -> bool:
        """Whether no number is unknown."""
        return self.summary().known == self._length

    def part(self, begin: int, end: int) -> Column:
        """The samples from one on to before another."""
        return Column(self._store, self.first + begin, max(0, end - begin))

    def constant(self, value: float) -> Column:
        """The same number for each of as many samples."""
        return constant(value, self._length, self._store.scratch)

    def writer(self) -> Writer:
        """For another column of as many samples."""
        return Writer(self._store.scratch, self._length)

    def index(self, value: float) -> int:  # type: ignore[override]
        """Index of the first sample with a value."""
        return first_of(self, value)

    def array(self) -> Array:
        """All of a short stretch, in one array."""
        return np.concatenate([np.empty(0), *self.arrays()])


def derived(change: Callable[..., Array], *columns: Column) -> Column:
    """A column that follows from others, sample by sample."""
    writer = columns[0].writer()
    for part in together(change, *columns).arrays():
        writer.add(part)
    return writer.column()


def times(factor: float, column: Column) -> Column:
    """Each value so many times."""
    return column if factor == 1.0 else derived(lambda part: part * factor, column)


def sums(*columns: Column) -> Column:
    """The sums of several columns, sample by sample, added one by one."""
    return derived(_summed, *columns)


def _summed(*parts: Array) -> Array:
    return reduce(lambda one, other: one + other, parts)


def higher(one: Column, other: Column) -> Column:
    """The higher of two values, or the one that is known."""
    return derived(lambda a, b: _higher(a, b), one, other)


def either(one: Column, other: Column) -> Column:
    """The sums of two columns, in which an unknown value counts as nothing."""
    return derived(lambda a, b: np.where(np.isnan(a), 0.0, a) + np.where(np.isnan(b), 0.0, b), one, other)


def _higher(one: Array, other: Array) -> Array:
    made: Array = np.where((one >= other) | np.isnan(other), one, other)
    return made


def least_share(part: Column, used: Column, percent: Column) -> float:
    """The lowest of what a part is of a whole, which is told by what is used of it and its percentage."""

    def share(part: Array, used: Array, percent: Array) -> Array:
        with np.errstate(invalid="ignore", divide="ignore"):
            made: Array = np.where((used > 0) & (percent > 0), part * percent / used, np.nan)
        return made

    return lowest(together(share, part, used, percent))


def chosen(column: Numbers, wanted: Callable[[Array], Any]) -> Numbers:
    """The values that `wanted` is true of."""
    return column.mapped(lambda part: part[wanted(part)])


def stretches_of(holds: Callable[..., Flags], columns: Sequence[Column], gap: int) -> list[tuple[int, int]]:
    """First and last index of each stretch of samples that something is true of, by several columns."""
    return runs((holds(*parts) for parts in zip(*(c.arrays() for c in columns), strict=True)), gap)


class Writer:
    """Makes a column, an array at a time."""

    def __init__(self, scratch: Scratch, count: int) -> None:
        """Of so many samples in all."""
        self._scratch, self._count = scratch, count
        self._parts: list[Array | tuple[int, int]] = []
        self._waiting: list[Array] = []
        self._length = 0

    def add(self, part: Array) -> None:
        """The next samples."""
        self._waiting.append(part)
        self._length += len(part)
        while self._length >= WINDOW:
            whole = np.concatenate(self._waiting)
            self._put(whole[:WINDOW])
            self._waiting, self._length = [whole[WINDOW:]], len(whole) - WINDOW

    def _put(self, part: Array) -> None:
        if self._count <= _HELD:
            self._parts.append(part)
        else:
            place = self._scratch.append(np.ascontiguousarray(part).data.cast("B"))
            self._parts.append((place, len(part)))

    def column(self) -> Column:
        """All that was added."""
        if self._length:
            self._put(np.concatenate(self._waiting))
        count = sum(len(p) if isinstance(p, np.ndarray) else p[1] for p in self._parts)
        return Column(_Store(self._parts, self._scratch), 0, count)


def constant(value: float, count: int, scratch: Scratch) -> Column:
    """The same number for each sample."""
    one = np.full(min(count, WINDOW), value)
    return Column(_Store([one] * (-(-count // WINDOW)), scratch), 0, count)


def unknown_like(column: Column) -> Column:
    """As many unknown values."""
    return column.constant(float("nan"))


def filtered(column: Numbers, flags: Numbers) -> Numbers:
    """The numbers of a column where a flag is set."""
    return together(lambda values, wanted: values[wanted], column, flags)


def asked(latency: Numbers, requests: Numbers) -> Numbers:
    """The latencies of the samples with requests."""
    return filtered(latency, requests.mapped(lambda n: n > 0))


def span(lines: Column, first: int, last: int) -> tuple[int, int]:
    """The first and the last line of some samples; 0 stands for none."""
    inside = lines.part(first, last + 1)
    begin = next(at for at in range(len(inside)) if inside[at])
    end = next(at for at in reversed(range(len(inside))) if inside[at])
    return int(inside[begin]), int(inside[end])


def known(values: Array) -> Array:
    """The values that are known."""
    unknown = np.isnan(values)
    return values[~unknown] if unknown.any() else values


def count_known(column: Numbers) -> int:
    """How many numbers are known."""
    return column.summary().known


def any_known(column: Numbers) -> bool:
    """Whether any number is known."""
    return column.summary().known > 0


def exact_parts(values: Array) -> list[float]:
    """Few numbers whose exact sum is that of the values.

    Each round takes off the upper bits of all values, so many that their sum is exact (Rump, Ogita and Oishi, Accurate
    floating-point summation, SIAM J. Sci. Comput. 31, 2008).
    """
    if not len(values):
        return []
    top = float(max(values.max(), -values.min()))
    if top == 0:
        return []
    room = math.ceil(math.log2(len(values) + 2))
    exponent = math.frexp(top)[1] + room
    if not math.isfinite(top) or exponent > _HIGHEST:
        return [exact_sum(values.tolist())]
    parts: list[float] = []
    rest = values.copy()
    upper = np.empty_like(rest)
    while exponent > _LOWEST:
        sigma = 2.0**exponent
        np.add(rest, sigma, out=upper)
        upper -= sigma
        parts.append(float(upper.sum()))
        rest -= upper
        if len(parts) > 1 and not rest.any():
            return parts
        exponent += room - _MANTISSA  # what is left is at most half of the last bit of sigma
    return [*parts, exact_sum(rest.tolist())]


def total(column: Numbers) -> float:
    """Sum of the known values, rounded once: what `exact_sum` gives."""
    return exact_sum(column.summary().parts)


def mean(column: Numbers) -> float:
    """Arithmetic mean of the known values, or NaN."""
    summary = column.summary()
    return exact_sum(summary.parts) / summary.known if summary.known else float("nan")


def highest(column: Numbers) -> float:
    """The highest known value, or NaN."""
    return column.summary().highest + 0.0


def lowest(column: Numbers) -> float:
    """The lowest known value, or NaN."""
    return column.summary().lowest + 0.0


def first_of(column: Numbers, value: float) -> int:
    """Index of the first sample with a value."""
    before = 0
    for part in column.arrays():
        found = np.flatnonzero(part == value)
        if len(found):
            return before + int(found[0])
        before += len(part)
    raise ValueError("no such value")


def _order(values: Array) -> npt.NDArray[np.uint64]:
    """Whole numbers that are in the same order as the values."""
    bits = (values + 0.0).view(np.uint64)
    negative = (bits >> np.uint64(63)).astype(bool)
    return np.where(negative, ~bits, bits | np.uint64(1 << 63))


def _number(key: int) -> float:
    """The value that a whole number of `_order` stands for."""
    bits = key ^ (1 << 63) if key >> 63 else key ^ ((1 << 64) - 1)
    return float(np.array([bits], np.uint64).view(np.float64)[0])


def selected(column: Numbers, rank: int) -> float:
    """The known value with so many before it in ascending order; in bounded memory, however many there are."""
    prefix, shift = np.uint64(0), 64
    while True:
        counts = np.zeros(1 << _DIGIT, np.int64)
        shift -= _DIGIT
        for part in column.arrays():
            keys = _order(known(part))
            if shift < 64 - _DIGIT:
                keys = keys[keys >> np.uint64(shift + _DIGIT) == prefix]
            digits = (keys >> np.uint64(shift)) & np.uint64((1 << _DIGIT) - 1)
            counts += np.bincount(digits.astype(np.intp), minlength=1 << _DIGIT)
        sums = np.cumsum(counts)
        digit = int(np.searchsorted(sums, rank, side="right"))
        rank -= int(sums[digit - 1]) if digit else 0
        prefix = np.uint64((int(prefix) << _DIGIT) | digit)
        if not shift:
            return _number(int(prefix))
        if counts[digit] <= _HELD:
            kept = np.concatenate([_within(known(part), shift, prefix) for part in column.arrays()])
            return float(np.partition(kept, rank)[rank])


def _within(values: Array, shift: int, prefix: np.uint64) -> Array:
    kept: Array = values[_order(values) >> np.uint64(shift) == prefix]
    return kept


def median(column: Numbers) -> float:
    """Median of the known values, or NaN."""
    count = count_known(column)
    if not count:
        return float("nan")
    middle = count // 2
    if count > _HELD:
        upper = selected(column, middle)
        return upper if count % 2 else (selected(column, middle - 1) + upper) / 2
    values = np.concatenate([known(part) for part in column.arrays()])
    if count % 2:
        return float(np.partition(values, middle)[middle])
    lower, upper = np.partition(values, [middle - 1, middle])[middle - 1 : middle + 1].tolist()
    return float((lower + upper) / 2)


def deviation(column: Numbers, centre: float) -> float:
    """Median distance from `centre`, scaled as that of a normal distribution."""
    return 1.4826 * median(column.mapped(lambda values: abs(values - centre)))


def ratio(part: Numbers, whole: Numbers) -> float:
    """Sum of `part` by sum of `whole` over the samples in which both are known, or NaN."""
    if isinstance(part, Column) and isinstance(whole, Column) and part.all_known() and whole.all_known():
        return total(part) / total(whole) if total(whole) > 0 else float("nan")
    above: list[float] = []
    below: list[float] = []
    for one, other in zip(part.arrays(), whole.arrays(), strict=True):
        both = ~(np.isnan(one) | np.isnan(other))
        above += exact_parts(one[both])
        below += exact_parts(other[both])
    divisor = exact_sum(below)
    return exact_sum(above) / divisor if divisor > 0 else float("nan")


def per_request(latency: Numbers, requests: Numbers) -> float:
    """Mean latency over the requests."""
    asked = together(lambda ms, n: np.where(n > 0, ms, np.nan), latency, requests)
    return ratio(together(lambda ms, n: ms * n, asked, requests), requests)


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


def marks(stretches: Sequence[tuple[int, int]], like: Column) -> Numbers:
    """A flag for each sample that is set within the stretches, which are in order; in arrays like those of a column."""

    def arrays() -> Iterator[Flags]:
        at = begin = 0
        for other in like.arrays():
            part = np.zeros(len(other), np.bool_)
            end = begin + len(other)
            while at < len(stretches) and stretches[at][0] < end:
                first, last = stretches[at]
                part[max(0, first - begin) : last + 1 - begin] = True
                if last >= end:
                    break
                at += 1
            yield part
            begin = end

    return Numbers(arrays)


def within(latency: Column, stretches: Sequence[tuple[int, int]], inside: bool) -> Numbers:
    """A flag that is set for each sample inside of stretches, or for each outside of all that has a latency."""
    marked = marks(stretches, latency)
    flags = marked if inside else together(lambda ms, mark: (ms == ms) & ~mark, latency, marked)
    if len(latency) > _HELD:
        return flags
    held = list(flags.arrays())
    return Numbers(lambda: iter(held))


def knee(rates: Column, least: int) -> int:
    """Where two constant levels fit best; see `facts.series.plateau`."""
    count = len(rates)
    place = min(count - 1, int(0.95 * count))
    ceiling = selected(rates, place) if count > _HELD else float(np.partition(rates.array(), place)[place])
    whole = 0.0
    for sums in _sums(rates, ceiling):
        whole = float(sums[-1])
    best, cut, begin = -1.0, 0, 0
    for sums in _sums(rates, ceiling):
        cuts = np.arange(begin + 1, begin + 1 + len(sums))
        with np.errstate(divide="ignore", invalid="ignore"):
            fit = sums * sums / cuts + (whole - sums) * (whole - sums) / (count - cuts)
        fit[(cuts < least) | (cuts > count - least)] = -1.0
        at = int(fit.argmax())
        if fit[at] > best:
            best, cut = float(fit[at]), int(cuts[at])
        begin += len(sums)
    return cut


def _sums(rates: Column, ceiling: float) -> Iterator[Array]:
    """The sums up to each sample, added one by one, of rates cut off at a ceiling."""
    before = 0.0
    for part in rates.arrays():
        sums = np.add.accumulate(np.concatenate(([before], np.minimum(part, ceiling))))[1:]
        before = float(sums[-1])
        yield sums


def or_none(rates: Column) -> Column:
    """The rates, 0 where unknown."""
    if not any(np.isnan(part).any() for part in rates.arrays()):
        return rates
    writer = rates.writer()
    for part in rates.arrays():
        writer.add(np.where(np.isnan(part), 0.0, part))
    return writer.column()


def at_least(rates: Column, least: float) -> tuple[int, int, int]:
    """First and last sample of at least a rate, and how many there are."""
    first = last = -1
    count = before = 0
    for part in rates.arrays():
        found = np.flatnonzero(part >= least)
        if len(found):
            first = before + int(found[0]) if first < 0 else first
            last = before + int(found[-1])
            count += len(found)
        before += len(part)
    return first, last, count


def count_beyond(rates: Column, limit: float, above: bool) -> int:
    """How many lie above a limit, or below it."""
    return count_where(rates.mapped(lambda part: part > limit if above else part < limit))


def count_where(flags: Numbers) -> int:
    """How many are true."""
    return sum(int(np.count_nonzero(part)) for part in flags.arrays())


def added(one: Array, other: Array) -> Array:
    """Sums, where an unknown part counts as none unless both are unknown."""
    summed: Array = np.where(np.isnan(one), other, np.where(np.isnan(other), one, one + other))
    return summed


def weighted(reads: Array, writes: Array, slow_reads: Array, slow_writes: Array) -> Array:
    """Latency over reads and writes, each by its number of requests."""
    asked = [(n > 0) & (ms == ms) for n, ms in ((reads, slow_reads), (writes, slow_writes))]
    requests = np.where(asked[0], reads, 0.0) + np.where(asked[1], writes, 0.0)
    with np.errstate(invalid="ignore", divide="ignore"):
        took = np.where(asked[0], reads * slow_reads, 0.0) + np.where(asked[1], writes * slow_writes, 0.0)
        result: Array = np.where(requests != 0, took / requests, np.nan)
    return result
