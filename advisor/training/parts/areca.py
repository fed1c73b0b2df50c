"""An Areca RAID card that passes its drives through: it tries failed reads again, logs that, and hides the drives' SMART data."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime, timedelta

from advisor.training.parts.drive import RETRY_SECONDS, Drive
from advisor.training.world import World

_MENDED = 0.25
"""The share of failed reads that a second try of the card mends, so that the kernel never hears of them."""


@dataclass(eq=False)
class ArecaCard:
    """The card.

    Attributes:
        model, firmware: as its tool and its driver tell them.
        slots: the drives by channel, from 1 on; None for an empty one.
        events: its log, the oldest first: time, device, text.
    """

    world: World
    model: str
    firmware: str
    slots: dict[int, Drive | None]
    events: list[tuple[datetime, str, str]] = field(default_factory=list)

    def log(self, device: str, text: str, at: datetime | None = None) -> None:
        """Note an event."""
        self.events.append((at or self.world.now, device, text))
        self.events.sort(key=lambda event: event[0])

    def read(self, channel: int, sector: int) -> bool:
        """Read a sector: whether the host gets it, perhaps after tries that only the card knows of. Time passes."""
        drive = self.slots[channel]
        if drive is None:
            return False
        if drive.try_sector(sector):
            return True
        self.failed(channel)
        if self.world.chance.random() < _MENDED:
            drive.weak.discard(sector)
            drive.pending.discard(sector)
            drive.frail.add(sector)
            return True
        self.failed(channel)
        return False

    def failed(self, channel: int) -> None:
        """Log one read that failed; the drive's own tries take their time."""
        self.world.wait(RETRY_SECONDS)
        self.log(f"IDE Channel #{channel:02d}", "Reading Error")

    def exchange(self, channel: int, new: Drive) -> None:
        """Pull a drive and put another one in."""
        self.log(f"IDE Channel #{channel:02d}", "Device Removed")
        self.world.wait(300)
        self.slots[channel] = new
        self.log(f"IDE Channel #{channel:02d}", "Device Inserted")

    def logged_in(self, at: datetime) -> None:
        """Somebody looked at its pages."""
        self.log("Proxy Or Inband", "HTTP Log In", at)

    def powered(self, at: datetime) -> None:
        """The host was switched on."""
        self.log("H/W MONITOR", "Raid Powered On", at)

    def quiet_history(self, days: int) -> None:
        """What stands in the log before anything happens."""
        self.powered(self.world.now - timedelta(days=days))
        for back in (days - 1, days // 2, days // 3):
            self.logged_in(self.world.now - timedelta(days=back, seconds=self.world.chance.randint(0, 40_000)))
