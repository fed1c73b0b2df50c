"""A disk drive: sectors that cannot be read, what it counts of them, its self-test, and how long it takes.

A sector that cannot be read is counted as pending once a read has tried it; written over, it is found good or replaced by a
spare one. A worn medium loses more sectors near the old ones while it is read, and those that were found good as well.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import NamedTuple

from advisor.training.world import World

SECTOR = 512
RETRY_SECONDS = 8.0
"""So long a drive for desktops tries to read one sector again before it gives up."""
_MENDED_SHARE = 0.6
_SPARE_SECTORS = 2000


class SelfTest(NamedTuple):
    """A self-test: when it began and ends, and the sector that it stops at (-1: none)."""

    kind: str
    began: datetime
    ends: datetime
    failed_at: int
    hours: int


@dataclass(eq=False)
class Drive:
    """One drive.

    Attributes:
        sectors: of 512 bytes, how many it has.
        hours: powered on when the world began.
        rate: bytes a second from one end to the other.
        worn: new unreadable sectors for each hour of reading; 0 for a good medium.
        weak: sectors that cannot be read now.
        frail: sectors that were found good when they were written over, and will fail again where the medium is worn.
        pending: those of them that a read has tried.
        crc: transfers that were damaged on the way.
        shingled: it records shingled.
        tests: its self-tests, the newest last.
    """

    world: World
    model: str
    serial: str
    firmware: str
    sectors: int
    hours: float = 8000.0
    rate: float = 60e6
    worn: float = 0.0
    weak: set[int] = field(default_factory=set)
    frail: set[int] = field(default_factory=set)
    pending: set[int] = field(default_factory=set)
    reallocated: int = 0
    reported: int = 0
    crc: int = 0
    shingled: bool = False
    tests: list[SelfTest] = field(default_factory=list)
    reads: float = 0.0
    read_bytes: float = 0.0
    writes: float = 0.0
    written_bytes: float = 0.0
    read_ms: float = 0.0
    write_ms: float = 0.0
    busy_seconds: float = 0.0
    _made: datetime = field(init=False)

    def __post_init__(self) -> None:
        """Begin to count its hours."""
        self._made = self.world.now

    @property
    def power_on_hours(self) -> int:
        """Attribute 9."""
        return int(self.hours + (self.world.now - self._made).total_seconds() / 3600)

    @property
    def celsius(self) -> int:
        """Its temperature, by its serial number and the hour."""
        return 31 + sum(map(ord, self.serial)) % 7 + self.world.now.hour // 8

    def read(self, count: float, size: float, ms: float = 0.0, streaming: bool = False) -> None:
        """Account for reads that succeed; `ms` is what each waits and takes, where it is not alone."""
        busy = self._busy_ms(size, streaming)
        self.reads += count
        self.read_bytes += count * size
        self.read_ms += count * max(ms, busy)
        self.busy_seconds += count * busy / 1000

    def write(self, count: float, size: float, ms: float = 0.0, streaming: bool = False) -> None:
        """Account for writes."""
        busy = self._busy_ms(size, streaming)
        self.writes += count
        self.written_bytes += count * size
        self.write_ms += count * max(ms, busy)
        self.busy_seconds += count * busy / 1000

    def _busy_ms(self, size: float, streaming: bool) -> float:
        return size / self.rate * 1000 + (0.0 if streaming else 5.0)

    def try_sector(self, sector: int) -> bool:
        """Read one sector; False where it cannot be read, which it then knows."""
        if sector not in self.weak:
            return True
        self.pending.add(sector)
        self.reads += 1
        self.read_ms += RETRY_SECONDS * 1000
        self.busy_seconds += RETRY_SECONDS
        return False

    def bad_in(self, first: int, last: int) -> list[int]:
        """The unreadable sectors of a range, in order."""
        return sorted(sector for sector in self.weak if first <= sector < last)

    def overwrite(self, first: int, last: int) -> int:
        """Write over a range: what could not be read is found good or replaced; how many there were."""
        found = self.bad_in(first, last)
        for sector in found:
            self.weak.discard(sector)
            self.pending.discard(sector)
            if self.world.chance.random() < _MENDED_SHARE or self.reallocated >= _SPARE_SECTORS:
                self.frail.add(sector)
            else:
                self.reallocated += 1
        return len(found)

    def wear(self, seconds: float) -> None:
        """Let a worn medium lose sectors while it is read for so long."""
        if not self.worn:
            return
        chance = self.world.chance
        for _ in range(self.world.count(self.worn * seconds / 3600)):
            near = chance.choice(sorted(self.weak | self.frail) or [self.sectors // 5])
            self.weak.add(max(0, min(self.sectors - 8, near + 8 * chance.randint(-900, 900))))
        frail = sorted(self.frail)
        back = [s for s in frail if chance.random() < 0.4] or frail[:1]
        for sector in back if seconds >= 600 else []:
            self.frail.discard(sector)
            self.weak.add(sector)

    def scan_itself(self, share: float) -> None:
        """What an idle drive does by itself: it reads parts of its medium, and notes what it could not read there."""
        self.pending |= {sector for sector in sorted(self.weak) if self.world.chance.random() < share}

    def begin_test(self, kind: str) -> timedelta:
        """Begin a self-test; how long it will take if it finds nothing."""
        whole = (
            timedelta(seconds=120)
            if kind == "short"
            else timedelta(seconds=round(self.sectors * SECTOR / self.rate / 60) * 60)
        )
        self.wear(whole.total_seconds() if kind == "long" else 0)
        bad = min(self.weak, default=-1) if kind == "long" else -1
        length = whole * (bad / self.sectors) if bad >= 0 else whole
        if bad >= 0:
            self.pending.add(bad)
        self.tests.append(SelfTest(kind, self.world.now, self.world.now + length, bad, self.power_on_hours))
        return whole

    def running_test(self) -> SelfTest | None:
        """The test that runs now."""
        last = self.tests[-1] if self.tests else None
        return last if last and last.ends > self.world.now else None

    def attributes(self) -> Iterator[tuple[int, str, int, int, int, int, str, str, int]]:
        """The attribute table: number, name, flag, value, worst, threshold, type, updated, raw value."""
        count, weak = self.reallocated, len(self.pending)
        rows = (
            (1, "Raw_Read_Error_Rate", 0x0F, 200, 51, "Pre-fail", "Always", 0 if not weak else weak * 3),
            (3, "Spin_Up_Time", 0x03, 163, 21, "Pre-fail", "Always", 4825),
            (4, "Start_Stop_Count", 0x32, 100, 0, "Old_age", "Always", 41),
            (5, "Reallocated_Sector_Ct", 0x33, max(140, 200 - count // 20), 140, "Pre-fail", "Always", count),
            (7, "Seek_Error_Rate", 0x0E, 200, 51, "Old_age", "Always", 0),
            (9, "Power_On_Hours", 0x32, max(1, 100 - self.power_on_hours // 730), 0, "Old_age", "Always", self.power_on_hours),
            (10, "Spin_Retry_Count", 0x12, 100, 51, "Old_age", "Always", 0),
            (12, "Power_Cycle_Count", 0x32, 100, 0, "Old_age", "Always", 39),
            (194, "Temperature_Celsius", 0x22, 143 - self.celsius, 0, "Old_age", "Always", self.celsius),
            (196, "Reallocated_Event_Count", 0x32, max(1, 200 - count // 4), 0, "Old_age", "Always", (count + 3) // 4),
            (197, "Current_Pending_Sector", 0x12, self.pending_value, 0, "Old_age", "Always", weak),
            (198, "Offline_Uncorrectable", 0x10, self.pending_value, 0, "Old_age", "Offline", weak * 9 // 10),
            (199, "UDMA_CRC_Error_Count", 0x3E, 200, 0, "Old_age", "Always", self.crc),
        )  # fmt: skip
        for number, name, flag, value, threshold, kind, updated, raw in rows:
            yield number, name, flag, value, value, threshold, kind, updated, raw

    @property
    def pending_value(self) -> int:
        """The normalised value of 197 and 198: one less for about 160 sectors of the maker's, at least one for any."""
        return max(1, 200 - (len(self.pending) + 159) // 160)

    def problems(self) -> list[str]:
        """What does not add up."""
        found = []
        if not self.pending <= self.weak:
            found.append(f"{self.serial} waits for sectors that can be read")
        if self.read_bytes + self.written_bytes > self.rate * self.busy_seconds * 1.001 + 1:
            found.append(f"{self.serial} moved more than its medium can")
        return found
