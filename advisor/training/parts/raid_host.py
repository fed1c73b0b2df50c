"""The disks of a Linux host: behind an Areca card or on plain ports, an array above them, and a file system with files."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from advisor.training.host import Host
from advisor.training.parts.areca import ArecaCard
from advisor.training.parts.drive import RETRY_SECONDS, SECTOR, Drive
from advisor.training.parts.kernel_log import KernelLog
from advisor.training.parts.md import MdArray
from advisor.training.parts.mount import Mount

BLOCK = 8
"""Sectors of a block of 4 KiB."""
CONF = "/etc/mdadm.conf"


@dataclass(eq=False)
class FileSystem:
    """An ext3 file system.

    Attributes:
        device: such as ``/dev/md0``; `mount` where fstab mounts it.
        made: whether there is one, and `mounted` whether it is in use.
        contents: files with their first sector and length; `lost` those whose data is gone.
        bad: blocks that a search noted in it.
    """

    device: str
    mount: str
    sectors: int
    made: bool = True
    mounted: bool = True
    contents: dict[str, tuple[int, int]] = field(default_factory=dict)
    lost: bool = False
    bad: list[int] = field(default_factory=list)

    @property
    def blocks(self) -> int:
        """Of 4 KiB."""
        return self.sectors // BLOCK


@dataclass(eq=False)
class RaidHost:
    """Disks, array and file system of a host, with reads and writes that go through all of them.

    Attributes:
        ports: the disks by name where no card is between.
        channels: channel of the card for each name.
        asked: the drives that were asked for their own SMART data through the card, by serial number.
        watched: accesses that the running smartd watches.
    """

    host: Host
    log: KernelLog
    card: ArecaCard | None
    channels: dict[str, int]
    ports: dict[str, Drive | None] = field(default_factory=dict)
    array: MdArray | None = None
    system: FileSystem | None = None
    asked: set[str] = field(default_factory=set)
    watched: set[str] = field(default_factory=set)
    version: str = "5.38"

    def drive(self, name: str) -> Drive | None:
        """The drive that goes by a name of the kernel now."""
        if self.card is not None and name in self.channels:
            return self.card.slots.get(self.channels[name])
        return self.ports.get(name)

    def names(self) -> list[str]:
        """All disks that are there."""
        return [name for name in sorted({*self.channels, *self.ports}) if self.drive(name) is not None]

    @property
    def mounts(self) -> list[Mount]:
        """What is mounted now: the system on a disk of its own, and the file system on the array."""
        found = [Mount("/dev/hda2", "/", "ext3", "rw", 76_766_892 * 1024, lambda: 9_120_448 * 1024, reserved=0.0517)]
        system = self.system
        if system is not None and system.mounted:
            size = system.sectors * SECTOR * 63 // 64
            used = min(size * 9 // 10, sum(length for _, length in system.contents.values()) * SECTOR + 180_000 * 1024)
            found.append(Mount(system.device, system.mount, "ext3", "rw", size, lambda: used, reserved=0.05))
        return found

    def scsi(self, name: str) -> str:
        """Its address."""
        return f"0:0:{self.channels.get(name, ord(name[-1]) - 96) - 1}:0"

    def read_sector(self, name: str, sector: int) -> bool:
        """Read a sector of a disk: whether it could be read; what fails is logged, and takes its time."""
        drive = self.drive(name)
        if drive is None:
            return False
        if self.card is not None and name in self.channels:
            good = self.card.read(self.channels[name], sector)
        else:
            good = drive.try_sector(sector)
            if not good:
                self.host.world.wait(RETRY_SECONDS)
        if not good:
            drive.reported += 1
            self.medium_error(name, sector)
        return good

    def medium_error(self, name: str, sector: int) -> None:
        """What the kernel logs of a read that failed."""
        about = f"sd {self.scsi(name)}: [{name}]"
        self.log.say(f"{about} Result: hostbyte=DID_OK driverbyte=DRIVER_SENSE,SUGGEST_OK")
        self.log.say(f"{about} Sense Key : Medium Error [current]")
        self.log.say("Info fld=0x0")
        self.log.say(f"{about} Add. Sense: Unrecovered read error")
        self.log.say(f"end_request: I/O error, dev {name}, sector {sector}")

    def read_disk(self, name: str, first: int, last: int) -> Iterator[int]:
        """Read a range of a disk; gives what cannot be read, once its errors are logged. Time passes."""
        drive = self.drive(name)
        assert drive is not None
        for sector in drive.bad_in(first, last):
            if not self.read_sector(name, sector):
                yield sector
        self._pass([drive], (last - first) * SECTOR)

    def read_array(self, first: int, last: int, until_bad: bool = False) -> Iterator[int]:
        """The same of the array."""
        assert self.array is not None
        for sector in self.array.bad_sectors():
            if first <= sector < last:
                name, place = self.array.on_member(sector)
                if name and not self.read_sector(name, place):
                    yield sector
                    if until_bad:
                        return
        drives = [d for name in self.array.members if name and (d := self.drive(name))]
        self._pass(drives, (last - first) * SECTOR)

    def _pass(self, drives: list[Drive], size: float) -> None:
        """Move so many bytes in all, evenly over the drives."""
        each = size / len(drives)
        for drive in drives:
            drive.read(each / 131_072, 131_072, streaming=True)
        seconds = max(each / drive.rate for drive in drives)
        self.host.world.wait(round(seconds))
        for drive in drives:
            drive.wear(seconds)

    def write_array(self, first: int, last: int) -> None:
        """Write over a range of the array: what its members could not read there is found good or replaced."""
        assert self.array is not None
        for name in self.array.members:
            drive = self.drive(name) if name else None
            if drive is not None:
                drive.overwrite(first // len(self.array.members), last // len(self.array.members))
                each = (last - first) * SECTOR / len(self.array.members)
                drive.write(each / 131_072, 131_072, streaming=True)
        self.host.world.wait(round((last - first) * SECTOR / 60e6 / len(self.array.members)))

    reads_s: float = 22.0
    writes_s: float = 6.0

    def step(self, seconds: float) -> None:
        """What the users read and write, while the file system is in use; beside a check or rebuild each waits longer."""
        if self.array is None or not self.array.running or not (self.system and self.system.mounted):
            return
        chance = self.host.world.chance
        crowd = self.array.speed_kib * 1024 / 40e6  # seeks between the users' places and that of the check
        drives = [d for name in self.array.members if name and (d := self.drive(name))]
        for drive in drives:
            share = chance.uniform(0.6, 1.4) * seconds
            drive.read(self.reads_s * share, 16_384, 7.0 + crowd * chance.uniform(50, 110))
            drive.write(self.writes_s * share, 8_192, 5.0 + crowd * chance.uniform(60, 140))

    def restarted(self) -> None:
        """What the files say holds after a restart: arrays that mdadm.conf names, and file systems on them."""
        self.log.restart()
        if self.card is not None:
            self.card.powered(self.host.world.now)
        files = self.host.files
        if self.array is not None and self.system is not None:
            known = files.read(CONF) if files.has(CONF) else ""
            self.array.running = self.array.running or self.array.uuid in known
            self.array.running = self.array.running and self.array.uuid in known and self.array.whole()
            self.system.mounted = self.array.running and self.system.made
        self.read_smartd()

    def read_smartd(self) -> None:
        """Take what /etc/smartd.conf names."""
        files = self.host.files
        text = files.read("/etc/smartd.conf") if files.has("/etc/smartd.conf") else ""
        lines = [line.split("#")[0].split() for line in text.splitlines()]
        self.watched = {words[words.index("-d") + 1] for words in lines if "-d" in words[:-1]}
        self.watched |= {words[0] for words in lines if words and "-d" not in words}
