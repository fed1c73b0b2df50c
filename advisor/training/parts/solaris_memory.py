"""Memory of a Solaris host before ZFS: processes, locked segments, and a page cache that takes what is free.

The page scanner follows the free list: it starts below lotsfree and runs the faster the less is free, up to fastscan; below
desfree whole processes are swapped out (McDougall and Mauro, Solaris Internals; vmstat(1M)).
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from advisor.training.parts.array import Array
from advisor.training.world import World

PAGE = 8192
_SLOWSCAN, _FASTSCAN = 100, 14_000
_FLUSH_BYTES = 131_072
_SWAP_BPS = 3e6
"""What one disk of that time reads back in pieces of a few pages."""


@dataclass
class SolarisMemory:
    """The memory of one host.

    Attributes:
        ram_bytes: all of it.
        kernel_bytes: what the kernel holds.
        locked_bytes: segments that cannot be paged out, such as an Oracle SGA in intimate shared memory.
        process_bytes: resident memory of processes that can be paged out.
        away_bytes: of them, what was paged out.
        dirty_bytes: pages of files that were not written yet.
        clean_bytes: pages of files that were.
        totals: counters since the start, for vmstat: pages scanned, kB paged in and out, and so on.
        swapped_out: processes that were swapped out, light-weight.
        others_bytes: what something else holds, such as the cache of ZFS.
        touched_bps: how much of their memory processes touch in a second; of what was paged out, their part is read back.
    """

    world: World
    ram_bytes: float
    kernel_bytes: float
    locked_bytes: float
    process_bytes: float
    volume: Array
    swap_bytes: float
    away_bytes: float = 0.0
    dirty_bytes: float = 0.0
    clean_bytes: float = 0.0
    totals: Counter[str] = field(default_factory=Counter)
    swapped_out: int = 0
    starving_seconds: float = 0.0
    cached_bytes: float = 0.0
    flushed_bytes: float = 0.0
    others_bytes: float = 0.0
    touched_bps: float = 0.0
    _low_seconds: float = 0.0
    _short_lived: float = 0.0  # what commands that come and go hold at the moment, bytes

    @property
    def lotsfree(self) -> float:
        """Below this the scanner runs, bytes."""
        return self.ram_bytes / 64

    @property
    def free_bytes(self) -> float:
        """The free list, bytes."""
        resident = self.process_bytes - self.away_bytes
        files = self.dirty_bytes + self.clean_bytes
        used = self.kernel_bytes + self.locked_bytes + resident + files + self.others_bytes + self._short_lived
        return max(0.0, self.ram_bytes - used)

    def restart(self) -> None:
        """Empty the page cache, as a restart does; counters begin anew."""
        self.away_bytes = self.dirty_bytes = self.clean_bytes = self._low_seconds = self.starving_seconds = 0.0
        self.swapped_out = 0
        self.totals.clear()

    def forget_files(self) -> None:
        """Drop the pages of a file that was removed: they need not be written."""
        self.cached_bytes -= self.dirty_bytes
        self.dirty_bytes = self.clean_bytes = 0.0

    def make_room(self) -> None:
        """Page out of processes what has no room beside the rest."""
        used = self.kernel_bytes + self.locked_bytes + self.process_bytes + self.others_bytes
        self.away_bytes = min(0.6 * self.process_bytes, max(0.0, used - self.ram_bytes + self.lotsfree))

    def cache(self, wanted: float) -> float:
        """Pages for a cached write; bytes that fit before the free list is at its end."""
        given = min(wanted, max(0.0, self.free_bytes - self.lotsfree / 8))
        self.dirty_bytes += given
        self.cached_bytes += given
        return given

    def step(self, seconds: float) -> None:
        """Flush dirty pages, scan, page and swap."""
        self._flush(seconds)
        self._touch(seconds)
        self._scan(seconds)
        self._background(seconds)

    def _flush(self, seconds: float) -> None:
        gone = self.volume.take(self.dirty_bytes, _FLUSH_BYTES, seconds) if self.dirty_bytes else 0.0
        self.dirty_bytes -= gone
        self.clean_bytes += gone
        self.flushed_bytes += gone
        self.totals["pgpgout_kb"] += round(gone / 1024)

    def _touch(self, seconds: float) -> None:
        """Read back what processes use of what was paged out, as fast as the disk with swap and the free list let them."""
        if not self.touched_bps or not self.away_bytes:
            return
        wanted = self.world.about(self.touched_bps * self.away_bytes / self.process_bytes, 0.15)
        back = min(self.away_bytes, min(wanted, _SWAP_BPS) * seconds, max(0.0, self.free_bytes - self.lotsfree / 16))
        self.away_bytes -= back
        self._paged(back, 0.0)

    def _paged(self, back: float, out: float) -> None:
        """Count pages of processes that came back, and that went out."""
        self.totals["pgpgin_kb"] += round(back / 1024)
        self.totals["pgpgout_kb"] += round(out / 1024)
        self.totals["anon_in_kb"] += round(back / 1024)
        self.totals["anon_out_kb"] += round(out / 1024)

    def _scan(self, seconds: float) -> None:
        free = self.free_bytes
        if free >= self.lotsfree:
            self.starving_seconds = 0.0
            self._low_seconds = max(0.0, self._low_seconds - seconds)
            self._come_back(seconds)
            return
        pages = (
            (_SLOWSCAN + (_FASTSCAN - _SLOWSCAN) * (1 - free / self.lotsfree))
            * self.world.chance.uniform(0.8, 1.0)
            * seconds
        )
        self.totals["scanned"] += round(pages)
        clean = min(self.clean_bytes, pages * PAGE * 0.5)
        self.clean_bytes -= clean
        stolen = 0.0
        if clean < pages * PAGE * 0.2:  # nothing clean is left: pages of processes go
            stolen = min(pages * PAGE * 0.03, max(0.0, 0.6 * self.process_bytes - self.away_bytes))
            self.away_bytes += stolen
            back = stolen * self.world.chance.uniform(0.1, 0.2)
            self.away_bytes -= back
            self._paged(back + 1024 * self.world.count(200), stolen + 1024 * self.world.count(800))
            self._low_seconds += seconds
            self.starving_seconds += seconds
        self.totals["freed_kb"] += round((clean + stolen) / 1024)
        if self._low_seconds > 20:
            self.swapped_out = min(60, self.swapped_out + self.world.chance.randint(2, 7))
        self.totals["swapped"] += self.swapped_out * round(seconds)

    def _come_back(self, seconds: float) -> None:
        back = min(self.away_bytes, self.world.about(400_000, 0.3) * seconds, max(0.0, self.free_bytes - self.lotsfree))
        self.away_bytes -= back
        self._paged(back, 0.0)
        if self.swapped_out:
            self.swapped_out = max(0, self.swapped_out - self.world.chance.randint(0, 2))

    def _background(self, seconds: float) -> None:
        count = self.world.count
        self._short_lived = self.world.about(0.0003 * self.ram_bytes, 0.5)
        self.totals["reclaims"] += count(4 * seconds)
        self.totals["minor_faults"] += count(60 * seconds)
        self.totals["pgpgin_kb"] += 8 * count(0.6 * seconds)
        self.totals["pgpgout_kb"] += 8 * count(0.3 * seconds)
