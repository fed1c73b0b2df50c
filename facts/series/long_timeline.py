"""When the samples of a long text were taken; see `facts.series.timeline`. Imported for long texts only."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

import numpy as np

from facts.scratch import Scratch
from facts.series.blocks import Piece
from facts.series.stored import WINDOW, Floats, Writer
from facts.series.timeline import Clock, Stamp, Timeline, placed


class Spilled(tuple[int, int, int, int]):
    """Stamps that were read line by line: place in the scratch file, how many, samples of the first and the last."""


def spilled_stamps(stamps: Mapping[int, Stamp], scratch: Scratch) -> Spilled:
    """Move stamps to the scratch file."""
    index = np.array(list(stamps), np.float64)
    seconds = np.array([stamp.seconds for stamp in stamps.values()])
    dated = np.array([stamp.dated for stamp in stamps.values()], np.float64)
    place = scratch.append(np.concatenate([index, seconds, dated]).data.cast("B"))
    return Spilled((place, len(index), int(index[0]), int(index[-1])))


def seconds_shown(clock: Clock, shown: Any) -> Floats:
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

    def window(self, begin: int, end: int) -> Floats:
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
                found[first + skip - begin : first + skip - begin + len(taken)] = seconds_shown(clock, taken)
                self.dated &= clock.dated
        held = self.recorder.stamps
        index = np.array(list(held), np.int64)
        dated = np.array([stamp.dated for stamp in held.values()], np.float64)
        self._place(found, begin, end, index, np.array([stamp.seconds for stamp in held.values()]), dated)
        return found

    def _place(self, found: Floats, begin: int, end: int, index: Any, seconds: Floats, dated: Floats) -> None:
        wanted = (index >= begin) & (index < end)
        found[index[wanted] - begin] = seconds[wanted]
        self.dated &= bool(dated.all())


def long_timeline(count: int, recorder: Stamped, interval: float | None) -> Timeline:
    """Place so many samples in time; see `facts.series.timeline.placed`."""
    assert recorder.scratch is not None
    stamps, writer = _Stamps(recorder), Writer(recorder.scratch, count)
    for begin in range(0, count, WINDOW):
        writer.add(stamps.window(begin, min(begin + WINDOW, count)))
    return placed(writer.column(), stamps.dated, interval)
