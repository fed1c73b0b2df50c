"""When the samples of a long text were taken; see `facts.series.timeline`. Imported for long texts only."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

from facts.scratch import Scratch
from facts.series.columns import WINDOW, Column, Writer
from facts.series.exact import Array
from facts.series.timeline import Stamp, Timeline

if TYPE_CHECKING:
    from facts.series.blocks import Piece
    from facts.series.bulk import Clock

_HALF_A_DAY = 43200.0
_DAY = 86400.0


class Spilled(tuple[int, int, int, int]):
    """Stamps that were read line by line: place in the scratch file, how many, samples of the first and the last."""


class Times(Sequence["float | None"]):
    """Seconds since 1970 of each sample, None where unknown."""

    def __init__(self, column: Column) -> None:
        """NaN stands for unknown in the column."""
        self.column = column

    def __len__(self) -> int:
        return len(self.column)

    def __getitem__(self, where: Any) -> Any:
        if isinstance(where, slice):
            return Times(self.column.part(*where.indices(len(self.column))[:2]))
        found = self.column[where]
        return found if found == found else None

    def __iter__(self) -> Iterator[float | None]:
        return (at if at == at else None for part in self.column.arrays() for at in part.tolist())


@dataclass(slots=True)
class _Steps:
    """The differences between one stamp and the next."""

    single: Counter[float]
    several: bool = False


def spilled_stamps(stamps: Mapping[int, Stamp], scratch: Scratch) -> Spilled:
    """Move stamps to the scratch file."""
    index = np.array(list(stamps), np.float64)
    seconds = np.array([stamp.seconds for stamp in stamps.values()])
    dated = np.array([stamp.dated for stamp in stamps.values()], np.float64)
    place = scratch.append(np.concatenate([index, seconds, dated]).data.cast("B"))
    return Spilled((place, len(index), int(index[0]), int(index[-1])))


def _seconds(clock: Clock, shown: Any) -> Array:
    """What a clock that shows this means."""
    if clock.hours is None:
        return shown.astype(np.float64)  # type: ignore[no-any-return]
    return np.array(clock.hours)[shown // 10000] + (shown // 100 % 100 * 60 + shown % 100)  # type: ignore[no-any-return]


class Stamped(Protocol):
    """What keeps the stamps of samples: those read one by one, and where the others are."""

    @property
    def scratch(self) -> Scratch | None:
        """Where they are."""

    clocks: list[tuple[int, Piece, Clock] | Spilled]
    stamps: dict[int, Stamp]


class _Stamps:
    """The stamps of samples, a stretch of samples at a time."""

    def __init__(self, recorder: Stamped) -> None:
        assert recorder.scratch is not None
        self.recorder, self.scratch = recorder, recorder.scratch
        self.dated = bool(recorder.clocks or recorder.stamps)

    def window(self, begin: int, end: int) -> Array:
        """Seconds of some samples, NaN where there is no stamp."""
        found = np.full(end - begin, np.nan)
        for part in self.recorder.clocks:
            if isinstance(part, Spilled):
                place, count, first, last = part
                if first < end and last >= begin:
                    kept = np.frombuffer(self.scratch.read(place, 24 * count)).reshape(3, count)
                    self._place(found, begin, end, kept[0].astype(np.int64), kept[1], kept[2])
                continue
            first, piece, clock = part
            if first < end and first + piece.samples > begin:
                shown = piece.chunk.of_clock(self.scratch)[piece.row : piece.row + piece.samples]
                skip = max(0, begin - first)
                taken = shown[skip : end - first]
                found[first + skip - begin : first + skip - begin + len(taken)] = _seconds(clock, taken)
                self.dated &= clock.dated
        held = self.recorder.stamps
        index = np.array(list(held), np.int64)
        dated = np.array([stamp.dated for stamp in held.values()], np.float64)
        self._place(found, begin, end, index, np.array([stamp.seconds for stamp in held.values()]), dated)
        return found

    def _place(self, found: Array, begin: int, end: int, index: Any, seconds: Array, dated: Array) -> None:
        wanted = (index >= begin) & (index < end)
        found[index[wanted] - begin] = seconds[wanted]
        self.dated &= bool(dated.all())


def _unwrapped(stamps: _Stamps, count: int, scratch: Scratch) -> tuple[Column, _Steps]:
    """Seconds of each sample, made to ascend past midnight; and the steps between them."""
    writer = Writer(scratch, count)
    steps = _Steps(Counter())
    days, before, before_at = 0.0, None, -1
    for begin in range(0, count, WINDOW):
        seconds = stamps.window(begin, min(begin + WINDOW, count))
        at = np.flatnonzero(~np.isnan(seconds))
        if len(at):
            shown = seconds[at]
            # the last stamp of the stretch before stands in front; without one, the first stands for itself
            previous = np.concatenate(([shown[0] if before is None else before - days], shown[:-1]))
            wraps = np.cumsum(shown < previous - _HALF_A_DAY) * _DAY + days
            seconds[at] = shown + wraps
            values = seconds[at] if before is None else np.concatenate(([before], seconds[at]))
            places = at + begin if before is None else np.concatenate(([before_at], at + begin))
            took = np.diff(values)[np.diff(places) == 1]
            for step, times in zip(*(found.tolist() for found in np.unique(took, return_counts=True)), strict=True):
                steps.single[step] += times
            days, before, before_at = float(wraps[-1]), float(seconds[at[-1]]), int(at[-1] + begin)
        writer.add(seconds)
    return writer.column(), steps


def _usual(steps: Counter[float]) -> float | None:
    """The lower median of the steps forward."""
    forward = sorted(step for step in steps if step > 0)
    left = (sum(steps[step] for step in forward) - 1) // 2
    for step in forward:
        left -= steps[step]
        if left < 0:
            return step
    return None


def _positions(seconds: Column, step: float, scratch: Scratch) -> Column:
    """Seconds of each sample from the first one."""
    writer = Writer(scratch, len(seconds))
    last: float | None = None
    shift: float | None = None
    for part in seconds.arrays():
        known = ~np.isnan(part)
        if not known.any():
            start = [0.0] if last is None else [last, step]
            made = np.add.accumulate(np.concatenate([start, np.full(len(part) - 1, step)]))[-len(part) :]
        elif shift is not None and last is not None and known.all() and _ascends(part - shift, last):
            made = part - shift
        else:
            made, shift = _slowly(part, step, last, shift)
        last = float(made[-1])
        writer.add(made)
    return writer.column()


def _ascends(positions: Array, last: float) -> bool:
    return bool(positions[0] > last and (np.diff(positions) > 0).all())


def _slowly(part: Array, step: float, last: float | None, shift: float | None) -> tuple[Array, float | None]:
    """The positions of a stretch one by one, as `facts.series.timeline.timeline` has them."""
    if last is None and len(part) > 1 and not np.isnan(part).any() and _ascends(part[1:] - part[0], 0.0):
        return part - part[0], float(part[0])
    positions = np.empty(len(part))
    for index, at_stamp in enumerate(part.tolist()):
        at = last + step if last is not None else 0.0
        if at_stamp == at_stamp:
            if shift is None:
                shift = at_stamp - at
            if at_stamp - shift > (last if last is not None else -1.0):
                at = at_stamp - shift
        positions[index] = last = at
    return positions, shift


def long_timeline(count: int, recorder: Stamped, interval: float | None) -> Timeline:
    """Place so many samples in time; see `facts.series.timeline.timeline`."""
    scratch = recorder.scratch
    assert scratch is not None
    stamps = _Stamps(recorder)
    seconds, steps = _unwrapped(stamps, count, scratch)
    if interval is None:
        interval = _usual(steps.single)
    step = interval or 1.0
    positions = _positions(seconds, step, scratch)
    missing = sum(times * max(0, round(took / step) - 1) for took, times in steps.single.items())
    times: Any = Times(seconds) if stamps.dated else _Never(count)
    longest = max(steps.single, default=0.0)
    return Timeline(step, interval is not None, positions, times, missing, longest)  # type: ignore[arg-type]


class _Never(Sequence[None]):
    """No time of any sample is known."""

    def __init__(self, count: int) -> None:
        self._length = count

    def __len__(self) -> int:
        return self._length

    def __getitem__(self, where: Any) -> Any:
        if isinstance(where, slice):
            return _Never(len(range(*where.indices(self._length))))
        if not -self._length <= where < self._length:
            raise IndexError("no such sample")
        return None

    def __iter__(self) -> Iterator[None]:
        return iter(())
