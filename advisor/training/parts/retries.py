"""A mirror of which one drive loses sectors: whoever reads there waits until the drive gives up, and md mends the place."""

from __future__ import annotations

from dataclasses import dataclass

from advisor.training.parts.drive import RETRY_SECONDS, Drive
from advisor.training.parts.raid_host import RaidHost

_EVERY_SECONDS = 140.0
_WAIT_BEHIND = 5
"""Requests that wait for the same drive meanwhile."""


@dataclass(eq=False)
class Retries:
    """What the users meet on one drive of a mirror.

    Attributes:
        raid: the host with the mirror.
        suspect: the drive that loses sectors, and `name` under which it does.
        trying: seconds that the drive will still try the sector it is at.
    """

    raid: RaidHost
    suspect: Drive
    name: str
    trying: float = 0.0

    @property
    def at_work(self) -> bool:
        """Whether the drive is still read."""
        array = self.raid.array
        return array is not None and self.name in array.members and self.raid.drive(self.name) is self.suspect

    def read_one(self) -> None:
        """Somebody has read a sector that cannot be read: the drive gave up, md read the other and wrote this one anew."""
        drive, array = self.suspect, self.raid.array
        assert array is not None
        if not drive.weak:
            return
        sector = self.raid.host.world.chance.choice(sorted(drive.weak))
        drive.try_sector(sector)
        drive.reported += 1
        self.raid.medium_error(self.name, sector)
        first = sector - sector % 8
        self.raid.log.say(f"raid1:{array.name}: read error corrected (8 sectors at {first} on {self.name})")
        drive.overwrite(first, first + 8)

    def step(self, seconds: float) -> None:
        """Now and then somebody reads at a bad place."""
        if not self.at_work:
            self.trying = 0.0
            return
        if self.trying > 0:
            self.trying -= seconds
            self.suspect.read_ms += 1000 * seconds * _WAIT_BEHIND
            if self.trying <= 0:
                self.read_one()
                self.suspect.wear(600)
        elif self.raid.host.world.chance.random() < seconds / _EVERY_SECONDS:
            self.trying = RETRY_SECONDS
