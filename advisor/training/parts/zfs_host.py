"""What a Solaris host has around its pools: the pools themselves, devices that are free, and the kernel's parameters of ZFS."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field

from advisor.training.host import Host
from advisor.training.parts.zfs_disk import Disk
from advisor.training.parts.zfs_pool import Pool

_SYSTEM = "/etc/system"
_SET = re.compile(
    r"^[^\S\n]*+set[^\S\n]++(?:zfs:)?(zfs_\w+)[^\S\n]*+=[^\S\n]*+(0x[0-9a-fA-F]{1,16}|\d{1,20})[^\S\n]*$", re.MULTILINE
)


@dataclass
class Pools:
    """The pools of a host, and the devices that no pool has.

    Attributes:
        free: devices in no pool, by name.
        known: pools by name, exported ones too.
    """

    host: Host
    known: dict[str, Pool] = field(default_factory=dict)
    free: dict[str, Disk] = field(default_factory=dict)

    @property
    def imported(self) -> list[Pool]:
        """Those in use."""
        return [pool for pool in self.known.values() if not pool.exported]

    def add(self, pool: Pool) -> None:
        """Take a pool; its disks are seen by iostat and its process by ps."""
        self.known[pool.name] = pool
        for disk in pool.disks:
            self.host.parts[f"disk {disk.device}"] = disk
        self.host.world.parts.append(pool)

    def owner(self, device: str) -> Pool | None:
        """The pool that a device is in."""
        return next((p for p in self.known.values() if p.disk(device)), None)

    def restarted(self) -> None:
        """The host was started anew."""
        for pool in self.known.values():
            pool.restarted()
            for disk in pool.disks:
                disk.restarted()


@dataclass
class Tunables:
    """Parameters of the kernel: those in /etc/system count from the next start, those set with mdb until then."""

    host: Host
    live: dict[str, int]
    applied: Callable[[dict[str, int]], None]
    defaults: dict[str, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Keep the defaults, and take what the file says."""
        self.defaults = dict(self.live)
        self.live.update(self.at_boot())
        self.applied(self.live)

    def at_boot(self) -> dict[str, int]:
        """What the next start takes from /etc/system."""
        found = {}
        text = self.host.files.read(_SYSTEM) if self.host.files.has(_SYSTEM) else ""
        for match in _SET.finditer(text):
            if match[1] in self.defaults or match[1] in self.live:
                found[match[1]] = int(match[2], 0)
        return found

    def restarted(self) -> None:
        """Forget what stands in no file."""
        self.live = {**self.defaults, **self.at_boot()}
        self.applied(self.live)

    def set(self, name: str, value: int) -> None:
        """Change one at once."""
        self.live[name] = value
        self.applied(self.live)
