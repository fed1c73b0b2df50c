"""Somebody copies much onto a mirror: drives that record shingled take it fast for a while, and then hardly at all.

What comes goes to a part of the medium that is written conventionally; once that is full, the drive rewrites whole zones to make
room, and each write waits for seconds (blocksandfiles-2020). In idle time it empties that part again.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from advisor.training.parts.drive import Drive
from advisor.training.parts.raid_host import RaidHost

_ROOM = 24e9
_EMPTIES_BPS = 11e6
_STUCK_BPS = 4.5e6
_PIECE = 131_072


@dataclass(eq=False)
class BulkCopy:
    """A copy that goes on all day.

    Attributes:
        raid: the host with the mirror.
        rate: bytes a second, where the drives take them.
        copied: bytes until now.
        waiting: what each shingled drive still has to put into its zones, by serial number.
    """

    raid: RaidHost
    rate: float
    copied: float = 0.0
    waiting: dict[str, float] = field(default_factory=dict)

    def drives(self) -> list[Drive]:
        """Those that every write goes to."""
        array = self.raid.array
        return [d for name in array.members if name and (d := self.raid.drive(name))] if array and array.running else []

    def stuck(self, drive: Drive) -> bool:
        """Whether a drive has no room left for what comes."""
        return drive.shingled and self.waiting.get(drive.serial, 0.0) >= _ROOM

    @property
    def slow(self) -> bool:
        """Whether any holds up the rest."""
        return any(map(self.stuck, self.drives()))

    def began(self, seconds: float) -> None:
        """It has been running for so long already."""
        for drive in self.drives():
            if drive.shingled:
                self.waiting[drive.serial] = min(_ROOM, (self.rate - _EMPTIES_BPS) * seconds)

    def step(self, seconds: float) -> None:
        """Write to every member as fast as the slowest takes it."""
        drives, chance = self.drives(), self.raid.host.world.chance
        if not drives:
            return
        rate = (_STUCK_BPS if self.slow else self.rate) * chance.uniform(0.8, 1.2)
        self.copied += rate * seconds
        for drive in drives:
            count = rate * seconds / _PIECE
            busy, waits = drive.busy_seconds, self.stuck(drive)
            drive.write(count, _PIECE, chance.uniform(1100, 2600) if waits else chance.uniform(4, 14), streaming=True)
            if drive.shingled:
                self.waiting[drive.serial] = min(
                    _ROOM, max(0.0, self.waiting.get(drive.serial, 0.0) + (rate - _EMPTIES_BPS * (not waits)) * seconds)
                )
            if waits:  # it rewrites zones; whoever reads there waits as well
                drive.busy_seconds += max(0.0, seconds * chance.uniform(0.94, 1.0) - (drive.busy_seconds - busy))
                drive.read_ms += self.raid.reads_s * seconds * chance.uniform(150, 500)
