"""Software RAID of Linux: how sectors lie on the members, what /proc/mdstat shows, checks and rebuilds."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime

from advisor.training.host import Host
from advisor.training.parts.drive import SECTOR, Drive

CHUNK = 128
"""Sectors of a chunk of 64 KiB."""
_LIMITS = {"min": 1000, "max": 200_000}


@dataclass(eq=False)
class MdArray:
    """One array, of level 0, 1 or 5, over whole disks.

    Attributes:
        name: such as ``md0``.
        members: names of its disks; None for one that is missing.
        drive: gives the drive of a name, None where nothing is there.
        action: ``idle``, ``check`` or ``recovery``; `position` how many sectors of a member it has done.
        failed: names of members that were marked faulty and not yet removed.
        limits: speed limits in KiB/s of each member.
        made: when it was created, which its UUID comes from.
        running: False where it was stopped.
    """

    host: Host
    name: str
    level: int
    members: list[str | None]
    member_sectors: int
    drive: Callable[[str], Drive | None]
    made: datetime
    action: str = "idle"
    position: float = 0.0
    failed: list[str] = field(default_factory=list)
    limits: dict[str, int] = field(default_factory=lambda: dict(_LIMITS))
    running: bool = True
    speed_kib: float = 0.0
    new: str | None = None

    @property
    def uuid(self) -> str:
        """As mdadm prints it."""
        text = hashlib.md5(f"{self.host.name} {self.name} {self.made:%s}".encode(), usedforsecurity=False).hexdigest()
        return ":".join(text[n : n + 8] for n in range(0, 32, 8))

    @property
    def sectors(self) -> int:
        """Of the array."""
        data = {0: len(self.members), 1: 1}.get(self.level, len(self.members) - 1)
        return data * (self.member_sectors // CHUNK) * CHUNK

    @property
    def missing(self) -> int:
        """How many members it lacks, one that is being rebuilt counted."""
        return sum(name is None or name == self.new for name in self.members)

    def places(self, drive_name: str, sector: int) -> int:
        """The sector of a RAID-0 that lies on a sector of a member."""
        at = self.members.index(drive_name)
        return ((sector // CHUNK) * len(self.members) + at) * CHUNK + sector % CHUNK

    def on_member(self, sector: int) -> tuple[str | None, int]:
        """Member and its sector below a sector of a RAID-0."""
        chunk = sector // CHUNK
        return self.members[chunk % len(self.members)], (chunk // len(self.members)) * CHUNK + sector % CHUNK

    def bad_sectors(self) -> list[int]:
        """Its sectors that cannot be read: of a RAID-0 each that a member cannot read, of others none."""
        if self.level != 0:
            return []
        found = []
        for name in self.members:
            drive = self.drive(name) if name else None
            found += [self.places(name, s) for s in drive.weak if s < self.member_sectors] if name and drive else []
        return sorted(found)

    def whole(self) -> bool:
        """Whether every member is there and none was exchanged for one without its data."""
        return all(name and self.drive(name) is not None for name in self.members) and not self.missing

    def step(self, seconds: float) -> None:
        """Go on with a check or rebuild, as fast as limits and the load of the members allow."""
        if self.action == "idle" or not self.running:
            self.speed_kib = 0.0
            return
        drives = [d for name in self.members if name and (d := self.drive(name))]
        rate = min(min(d.rate for d in drives) * 0.62, self.limits["max"] * 1024) * self.host.world.chance.uniform(
            0.92, 1.0
        )
        self.speed_kib = rate / 1024
        count, size = rate * seconds / 131_072, 131_072
        for name in self.members:
            drive = self.drive(name) if name else None
            if drive is not None:
                (drive.write if name == self.new else drive.read)(
                    count, size, self.host.world.chance.uniform(62, 92), streaming=True
                )
        self.position += rate * seconds / SECTOR
        if self.position >= self.member_sectors:
            self.action, self.position, self.new = "idle", 0.0, None

    def add(self, name: str) -> None:
        """Put a disk in the place of a missing member; the rebuild begins."""
        self.members[self.members.index(None)] = name
        self.new, self.action, self.position = name, "recovery", 0.0

    def mdstat(self) -> str:
        """Its lines in /proc/mdstat."""
        numbered = [(n, m) for n, m in enumerate(self.members) if m]
        names = " ".join(f"{m}[{n}]" for n, m in reversed(numbered))
        names += "".join(f" {m}[{len(self.members) + n}](F)" for n, m in enumerate(self.failed))
        blocks = self.sectors // 2
        text = f"{self.name} : active raid{self.level} {names}\n      {blocks} blocks"
        if self.level == 0:
            return f"{text} 64k chunks\n      \n"
        if self.level == 5:
            text += " level 5, 64k chunk, algorithm 2"
        marks = "".join("_" if m is None or m == self.new else "U" for m in self.members)
        text += f" [{len(self.members)}/{marks.count('U')}] [{marks}]\n"
        return text + (self._bar() if self.action != "idle" else "") + "      \n"

    def _bar(self) -> str:
        percent = 100 * self.position / self.member_sectors
        done = int(percent / 5)
        left = (self.member_sectors - self.position) / 2 / max(1.0, self.speed_kib) / 60
        bar = "=" * done + ">" + "." * (20 - done)
        return (
            f"      [{bar}]  {self.action} = {percent:.1f}% ({int(self.position / 2)}/{self.member_sectors // 2})"
            f" finish={left:.1f}min speed={self.speed_kib:.0f}K/sec\n"
        )

    def detail(self) -> str:
        """What ``mdadm --detail`` prints."""
        blocks, size = self.sectors // 2, self.member_sectors // 2
        good = len(self.members) - self.missing
        state = (
            "clean"
            + (", degraded" if self.missing else "")
            + {"recovery": ", recovering", "check": ", checking"}.get(self.action, "")
        )
        share = int(100 * self.position / self.member_sectors)
        status = {
            "recovery": f" Rebuild Status : {share}% complete\n\n",
            "check": f"   Check Status : {share}% complete\n\n",
        }.get(self.action, "")
        sized = (
            "" if self.level == 0 else f"  Used Dev Size : {size} ({size / 2**20:.2f} GiB {size * 1024 / 1e9:.2f} GB)\n"
        )
        rows = "".join(
            f"   {n:5d}       8    {16 * (ord(m[-1]) - 97):5d}    {n:5d}      "
            f"{'spare rebuilding' if m == self.new else 'active sync'}   /dev/{m}\n"
            if m
            else f"   {n:5d}       0        0    {n:5d}      removed\n"
            for n, m in enumerate(self.members)
        )
        rows += "".join(
            f"\n       {len(self.members)}       8    {16 * (ord(m[-1]) - 97):5d}        -      faulty spare   /dev/{m}\n"
            for m in self.failed
        )
        present = sum(m is not None for m in self.members)
        return (
            f"/dev/{self.name}:\n        Version : 00.90.03\n  Creation Time : {self.made:%a %b %e %H:%M:%S %Y}\n"
            f"     Raid Level : raid{self.level}\n     Array Size : {blocks} ({blocks / 2**20:.2f} GiB {blocks * 1024 / 1e9:.2f} GB)\n{sized}"
            f"   Raid Devices : {len(self.members)}\n  Total Devices : {present + len(self.failed)}\nPreferred Minor : {self.name[-1]}\n"
            "    Persistence : Superblock is persistent\n\n"
            f"    Update Time : {self.host.world.now:%a %b %e %H:%M:%S %Y}\n          State : {state}\n Active Devices : {good}\n"
            f"Working Devices : {present}\n Failed Devices : {len(self.failed)}\n  Spare Devices : {int(self.new is not None)}\n\n"
            f"     Chunk Size : 64K\n\n{status}           UUID : {self.uuid}\n"
            f"         Events : 0.{2 + 2 * int(self.host.uptime_seconds // 86400)}\n\n"
            f"    Number   Major   Minor   RaidDevice State\n{rows}"
        )

    def scan_line(self) -> str:
        """Its line of ``mdadm --detail --scan``, as it stands in mdadm.conf."""
        return f"ARRAY /dev/{self.name} level=raid{self.level} num-devices={len(self.members)} UUID={self.uuid}\n"
