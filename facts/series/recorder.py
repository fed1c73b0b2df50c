"""Collects the samples of disks and pools while an output is read, and when they were taken."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from facts.series.samples import WIDTH, Bulk, Samples, Told, spill
from facts.series.timeline import Clock, Stamp, Timeline, timeline

if TYPE_CHECKING:
    from facts.scratch import Scratch
    from facts.series.blocks import Piece
    from facts.series.long_timeline import Spilled

_MOST_HELD = 4096
"""Rows of a device of a long text that are held in memory."""


class Plan(NamedTuple):
    """How the samples of one layout are recorded.

    Attributes:
        told: what each record tells.
        clock: what the clock means, and how far ahead it is; None where there is no clock.
        end: line of a sample behind the last one that holds anything.
    """

    told: tuple[Told, ...]
    clock: tuple[Clock, int] | None
    end: int


class Recorder:
    """Collects the samples of all devices while an output is read, one call for each line."""

    def __init__(self) -> None:
        self.sample = 0
        self.stamps: dict[int, Stamp] = {}
        self.devices: dict[str, Samples] = {}
        self.clocks: list[tuple[int, Piece, Clock] | Spilled] = []
        self.scratch: Scratch | None = None
        """Of a long text: room for what is not to be held in memory."""
        self.works: Callable[[float], None] | None = None
        """Is told, where somebody watches the reading of a long text, how much of the work is done."""
        self._seen: set[object] = set()
        self._layout: object = None

    def header(self, layout: object) -> None:
        """A table begins; the same table again is the next sample."""
        if layout in self._seen:
            self._next()
        self._seen.add(layout)
        self._layout = layout

    def stamp(self, stamp: Stamp) -> None:
        """A timestamp line: the next sample begins."""
        if self._seen or self.sample in self.stamps:
            self._next()
        self.stamps[self.sample] = stamp
        if self.scratch is not None and len(self.stamps) >= _MOST_HELD:
            from facts.series.long_timeline import spilled_stamps

            self.clocks.append(spilled_stamps(self.stamps, self.scratch))
            self.stamps = {self.sample: stamp}

    def row(self, line: int, name: str, values: Sequence[float]) -> None:
        """One line of one device; the same device again in the same table is the next sample."""
        device = self.devices.get(name)
        if device is None:
            device = self.devices[name] = Samples()
        if device.last == self.sample:
            if device.layout != self._layout:
                self._merge(device, values)
                return
            self._next()
            self._seen.add(self._layout)
        elif not self._seen:
            self._seen.add(self._layout)
        if self.scratch is not None and len(device.index) >= _MOST_HELD:
            spill(device, self.scratch)
        device.index.append(self.sample)
        device.line.append(line)
        device.flat.extend(values)
        device.last, device.layout = self.sample, self._layout

    @property
    def seen(self) -> set[object]:
        """The tables of the present sample."""
        return self._seen

    def stand(self, seen: frozenset[object]) -> None:
        """Begin as if these had been the tables of a sample."""
        self._seen = set(seen)

    def bulk(self, piece: Piece, plan: Plan, first: int, line: int, each: int) -> None:
        """Take samples in bulk behind sample `first`; `line` is where they begin, `each` has how many lines."""
        for told in plan.told:
            if told.name:
                device = self.devices.setdefault(told.name, Samples())
                device.bulk.append(Bulk(first + told.ahead, line + told.line, each, piece, told))
                device.last, device.layout = first + told.ahead + piece.samples - 1, self._layout
        if plan.clock is not None:
            self.clocks.append((first + plan.clock[1], piece, plan.clock[0]))

    def skip(self, count: int) -> None:
        """So many samples were taken in bulk."""
        self.sample += count

    def _next(self) -> None:
        self.sample += 1
        self._seen.clear()

    def _merge(self, device: Samples, values: Sequence[float]) -> None:
        """A second table of the same sample (``--pretty`` prints reads, writes and the rest one below the other)."""
        if device.bulk and self.scratch is not None and not (device.index and device.index[-1] == device.last):
            from facts.series.track import unpack_last

            unpack_last(device, self.scratch)
        base = len(device.flat) - WIDTH
        for offset, value in enumerate(values):
            if value == value:
                device.flat[base + offset] = value
        device.layout = self._layout

    @property
    def count(self) -> int:
        """Number of samples so far."""
        return self.sample + 1 if self.devices or self._seen or self.sample else 0

    def timeline(self, interval: float | None) -> Timeline:
        """When the samples were taken; `interval` in seconds as the command said, or None."""
        if self.scratch is not None:
            from facts.series.long_timeline import long_timeline

            return long_timeline(self.count, self, interval)
        return timeline(self.count, self.stamps, interval)
