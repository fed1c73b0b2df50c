"""A data cable that damages transfers: the drive counts them, the kernel resets the link, and the medium has no part in it."""

from __future__ import annotations

from dataclasses import dataclass

from advisor.training.parts.raid_host import RaidHost

_EVERY_SECONDS = 260.0
_RESETS_UNTIL_SLOWER = 9
"""After so many resets libata steps the link down to half its speed."""


@dataclass(eq=False)
class SataCable:
    """The cable of one disk.

    Attributes:
        raid: the host; `name` of the disk that hangs on the cable, whichever drive that is.
        bad: whether it damages transfers.
        resets: how often the kernel has reset the link.
    """

    raid: RaidHost
    name: str
    bad: bool = False
    resets: int = 0

    @property
    def port(self) -> str:
        """As libata calls it."""
        return f"ata{ord(self.name[-1]) - 96}"

    @property
    def used(self) -> bool:
        """Whether anybody writes over it."""
        array = self.raid.array
        return (
            array is not None
            and array.running
            and self.name in array.members
            and self.raid.drive(self.name) is not None
        )

    def damaged(self) -> None:
        """One transfer was damaged: it is repeated once the link has been reset."""
        drive, chance, say = self.raid.drive(self.name), self.raid.host.world.chance, self.raid.log.say
        assert drive is not None
        drive.crc += chance.randint(1, 3)
        self.resets += 1
        port, block = self.port, chance.randrange(8, 0xFFFFFF, 8)
        low, mid, high = block & 0xFF, block >> 8 & 0xFF, block >> 16 & 0xFF
        place = f"08:{low:02x}:{mid:02x}:{high:02x}/00:00:00:00:00/e0"
        for text in (
            f"{port}.00: exception Emask 0x10 SAct 0x0 SErr 0x400100 action 0x6 frozen",
            f"{port}: SError: {{ UnrecovData Handshk }}",
            f"{port}.00: failed command: WRITE DMA EXT",
            f"{port}.00: cmd 35/00:{place} tag 0 dma 4096 out",
            f"         res 51/84:{place} Emask 0x10 (ATA bus error)",
            f"{port}.00: status: {{ DRDY ERR }}",
            f"{port}.00: error: {{ ICRC ABRT }}",
        ):
            say(text)
        if self.resets == _RESETS_UNTIL_SLOWER:
            say(f"{port}: limiting SATA link speed to 1.5 Gbps")
        say(f"{port}: hard resetting link")
        slow = self.resets >= _RESETS_UNTIL_SLOWER
        say(
            f"{port}: SATA link up {'1.5 Gbps (SStatus 113 SControl 310)' if slow else '3.0 Gbps (SStatus 123 SControl 300)'}"
        )
        say(f"{port}.00: configured for UDMA/133")
        say(f"{port}: EH complete")
        drive.write_ms += 6 * 1900.0  # what waited behind it meanwhile

    def step(self, seconds: float) -> None:
        """Damage a transfer now and then, the oftener the more is written."""
        array = self.raid.array
        if not self.bad or not self.used or array is None:
            return
        crowd = 12 if array.action == "recovery" else 1
        if self.raid.host.world.chance.random() < crowd * seconds / _EVERY_SECONDS:
            self.damaged()

    def exchange(self) -> None:
        """Put another cable in; the link begins at its full speed."""
        self.bad, self.resets = False, 0
        self.raid.log.say(f"{self.port}: exception Emask 0x10 SAct 0x0 SErr 0x4050000 action 0xe frozen")
        self.raid.log.say(f"{self.port}: SError: {{ PHYRdyChg CommWake DevExch }}")
        self.raid.host.world.wait(90)
        self.raid.log.say(f"{self.port}: hard resetting link")
        self.raid.log.say(f"{self.port}: SATA link up 3.0 Gbps (SStatus 123 SControl 300)")
        self.raid.log.say(f"{self.port}: EH complete")
