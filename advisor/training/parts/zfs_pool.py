"""A ZFS pool: what is written is gathered into transaction groups, and each group is written to the devices in one go.

Synchronous writes go to the intent log first: on log devices where there are some, else on the data devices, where they wait
behind the bulk writes of a group (oracle-blogs-2012). Free space in short runs breaks blocks into gangs, a header and several
pieces (gaechter-2012: Fragmentierung).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Protocol

from advisor.training.parts.zfs_dataset import DEFAULTS, INHERITED, Dataset, size_of
from advisor.training.parts.zfs_disk import Client, Disk
from advisor.training.world import World

PIECES = 3
"""A gang of an 8 KiB block that finds no run: a header of 512 bytes and so many pieces."""
_GANG_FROM = 0.5
"""More than half of the pool free, and ganging was gone in the documented case (gaechter-2012: Problemlösung, Schritt 5)."""
_STRAY = 1e-4
"""So many blocks find no run now and then in any pool."""
_SCAN_BYTES = 131_072


class Load(Protocol):
    """Somebody who reads and writes in a pool."""

    def asks(self, pool: Pool, seconds: float) -> list[tuple[str, Client]]:
        """Where (``log`` or ``data``) which clients ask; what is only written to memory is given to `Pool.dirty`."""
        ...

    def answered(self, pool: Pool, seconds: float) -> None:
        """The clients were answered, as their `done` and `waited` say."""
        ...


@dataclass
class Vdev:
    """A top-level device: one disk, a mirror, or a raidz; of role ``data`` or ``log``."""

    kind: str
    disks: list[Disk]
    role: str = "data"

    @property
    def level(self) -> str:
        """What counts for redundancy: ``disk``, ``mirror`` or ``raidz``."""
        return self.kind.rstrip("123")

    @property
    def size(self) -> float:
        """Bytes that it holds as zpool list counts them: a mirror one side, a raidz with its parity."""
        each = min(disk.size_bytes for disk in self.disks)
        return each * len(self.disks) if self.level == "raidz" else each

    @property
    def in_use(self) -> list[Disk]:
        """The disks that requests are sent to."""
        return [disk for disk in self.disks if disk.in_use]

    def spread(self, client: Client) -> Iterator[tuple[Disk, Client]]:
        """Which disk gets which part of what a client asks: a mirror writes to all and reads from one, a raidz takes all."""
        disks = self.in_use
        if self.level == "raidz":
            part = client.bytes / max(1, len(self.disks) - 1)
            yield from ((disk, replace(client, bytes=part, done=0.0, waited=0.0)) for disk in disks)
        elif client.kind in ("read", "scan"):
            share = client.workers / len(disks) if disks else 0.0
            yield from ((disk, replace(client, workers=share, done=0.0, waited=0.0)) for disk in disks)
        else:
            yield from ((disk, replace(client, done=0.0, waited=0.0)) for disk in disks)


@dataclass
class Scan:
    """A scrub or a resilver: how much it reads, and how far it is."""

    kind: str
    began: datetime
    total: float
    done: float = 0.0
    copied: float = 0.0
    ended: datetime | None = None
    canceled: bool = False
    disk: Disk | None = None

    @property
    def running(self) -> bool:
        """Whether it goes on."""
        return self.ended is None


@dataclass
class Pool:
    """One pool.

    Attributes:
        interval: seconds after which a transaction group is written at the latest.
        aggregate: bytes that one bulk request takes on average where blocks are neighbours.
        weights: the part of old data that lies on each data vdev; new groups are spread evenly.
        aged: how much its free space has been cut up in its life, 0 to 1.
        dirty_bytes: what a running group holds, by dataset.
    """

    world: World
    name: str
    vdevs: list[Vdev]
    datasets: dict[str, Dataset]
    interval: float
    aggregate: float
    aged: float = 0.0
    pid: int = 0
    floor: float = 0.0
    loads: list[Load] = field(default_factory=list)
    history: list[tuple[datetime, str]] = field(default_factory=list)
    weights: list[float] = field(default_factory=list)
    scan: Scan | None = None
    missed: dict[str, float] = field(default_factory=dict)
    offline_since: dict[str, datetime] = field(default_factory=dict)
    dirty: Counter[str] = field(default_factory=Counter)
    taken_bytes: float = 0.0
    grouped_bytes: float = 0.0
    queued_bytes: float = 0.0
    gangs: float = 0.0
    sizes: Counter[int] = field(default_factory=Counter)
    exported: bool = False
    root: str = ""
    since_group: float = 0.0

    # --- what it is

    @property
    def data_vdevs(self) -> list[Vdev]:
        """Those that hold data."""
        return [v for v in self.vdevs if v.role == "data"]

    @property
    def log_vdevs(self) -> list[Vdev]:
        """Those that hold the intent log alone."""
        return [v for v in self.vdevs if v.role == "log" and v.in_use]

    @property
    def disks(self) -> list[Disk]:
        """All its disks."""
        return [disk for vdev in self.vdevs for disk in vdev.disks]

    def disk(self, name: str) -> Disk | None:
        """A disk by its name."""
        return next((d for d in self.disks if d.device == name), None)

    @property
    def state(self) -> str:
        """As zpool status calls it."""
        broken = [v for v in self.vdevs if len(v.in_use) < len(v.disks)]
        if any(not v.in_use or (v.level == "raidz" and len(v.disks) - len(v.in_use) > 1) for v in broken):
            return "UNAVAIL"
        return "DEGRADED" if broken else "ONLINE"

    @property
    def size(self) -> float:
        """Bytes in all."""
        return sum(v.size for v in self.data_vdevs)

    @property
    def used(self) -> float:
        """Bytes that are taken."""
        return sum(d.used + d.held for d in self.datasets.values())

    @property
    def fill(self) -> float:
        """Share that is taken."""
        return self.used / self.size

    @property
    def gang_share(self) -> float:
        """Share of the blocks that find no free run of their length."""
        return _STRAY + self.aged * max(0.0, (self.fill - _GANG_FROM) / (1 - _GANG_FROM)) ** 4

    # --- properties

    def value(self, dataset: str, name: str) -> str:
        """A property of a dataset as it holds."""
        return self.source(dataset, name)[0]

    def source(self, dataset: str, name: str) -> tuple[str, str]:
        """A property of a dataset, and where it comes from."""
        place = dataset
        while place:
            held = self.datasets.get(place)
            if held is not None and name in held.local:
                return held.local[name], "local" if place == dataset else f"inherited from {place}"
            if name not in INHERITED:
                break
            place = place.rpartition("/")[0]
        return DEFAULTS[name], "default"

    def record(self, dataset: str) -> int:
        """The size of the blocks of its existing files."""
        return self.datasets[dataset].file_record

    def logged(self, dataset: str) -> str:
        """What a synchronous write there does: ``copy`` into the log, ``place`` it at once, or ``nothing``."""
        if self.value(dataset, "sync") == "disabled":
            return "nothing"
        return "place" if self.value(dataset, "logbias") == "throughput" else "copy"

    # --- time

    def wrote(self, dataset: str, size: float) -> None:
        """Keep what was written until the group is; a load calls it for every byte that it was given."""
        self.dirty[dataset] += size  # type: ignore[assignment]
        self.taken_bytes += size

    def step(self, seconds: float) -> None:
        """Let the loads ask, the devices answer, and write a group when its time has come."""
        if self.exported:
            return
        asked: list[tuple[str, Client, list[Client]]] = []
        work: dict[int, list[Client]] = {id(disk): [] for disk in self.disks}
        for load in self.loads:
            for place, client in load.asks(self, seconds):
                asked.append((place, client, self._placed(place, client, work)))
        self._scans(work)
        for disk in self.disks:
            if disk.in_use:
                disk.serve(work[id(disk)], seconds)
        for _place, client, parts in asked:
            self._collected(client, parts)
        for load in self.loads:
            load.answered(self, seconds)
        self._scanned(seconds)
        self.since_group += seconds
        if self.since_group >= self.interval and not any(d.backlog > 0 for v in self.data_vdevs for d in v.in_use):
            self.since_group = 0.0
            self._group()

    def _placed(self, place: str, client: Client, work: dict[int, list[Client]]) -> list[Client]:
        """Give a client's requests to the disks; of each vdev the part that its answers are counted by."""
        vdevs = self.log_vdevs if place == "log" and self.log_vdevs else self.data_vdevs
        even = [1 / len(vdevs)] * len(vdevs)
        shares = self.weights if client.kind == "read" and len(self.weights) == len(vdevs) else even
        counting: list[Client] = []
        for vdev, share in zip(vdevs, shares, strict=True):
            parts = list(vdev.spread(replace(client, workers=client.workers * share)))
            for disk, part in parts:
                work[id(disk)].append(part)
            if vdev.level == "mirror" and client.kind in ("read", "scan"):
                counting += [part for _, part in parts]
            else:
                counting += [part for _, part in parts[:1]]
        return counting

    def _collected(self, client: Client, parts: list[Client]) -> None:
        client.done = sum(part.done for part in parts)
        client.waited = sum(part.waited for part in parts)
        if client.kind != "read" and client.done:
            self.sizes[_bucket(client.bytes)] += client.done  # type: ignore[assignment]

    # --- transaction groups

    def _group(self) -> None:
        """Give the whole group to the devices."""
        for name, size in self.dirty.items():
            self.grouped_bytes += size
            self._blocks(max(512, self.record(name) if name in self.datasets else 8192), size)
        self.dirty.clear()
        vdevs = self.data_vdevs
        for vdev in vdevs:  # metadata: a few small writes for each group
            for disk in vdev.in_use:
                disk.queue(24 / len(vdevs), 2048)
        self.sizes[1024] += 8
        self.sizes[2048] += 16

    def _blocks(self, record: float, size: float) -> None:
        blocks = size / record
        gangs = blocks * self.gang_share
        self.gangs += gangs
        whole = (blocks - gangs) * record
        aggregate = max(record, self.aggregate * (1 - min(1.0, 3 * self.gang_share)))
        self._bulk(whole / aggregate, aggregate, record)
        self._bulk(gangs, 512, 512)
        self._bulk(gangs * PIECES, record / PIECES, record / PIECES)

    def _bulk(self, requests: float, size: float, record: float) -> None:
        if requests <= 0:
            return
        vdevs = self.data_vdevs
        for vdev in vdevs:
            part = requests / len(vdevs)
            parity = len(vdev.disks) / max(1, len(vdev.disks) - 1) if vdev.level == "raidz" else 1.0
            for disk in vdev.in_use:
                divided = size * parity / len(vdev.disks) if vdev.level == "raidz" else size
                disk.queue(part, divided)
            self.queued_bytes += part * size
        for bucket, share in ((_bucket(size) // 2, 0.15), (_bucket(size), 0.65), (_bucket(size) * 2, 0.2)):
            within = min(max(512, bucket), 131_072)
            self.sizes[max(within, _bucket(record))] += requests * share  # type: ignore[assignment]

    # --- scrub and resilver

    def _scans(self, work: dict[int, list[Client]]) -> None:
        if self.scan is None or not self.scan.running:
            return
        for disk in self.disks:
            if disk.in_use:
                work[id(disk)].append(Client("scan", _SCAN_BYTES, 3, 0.0))
        self._readers = [c for clients in work.values() for c in clients if c.kind == "scan"]

    def _scanned(self, seconds: float) -> None:
        scan = self.scan
        if scan is None or not scan.running:
            return
        read = sum(c.done * c.bytes for c in self._readers)
        sides = max(len(v.disks) if v.level == "mirror" else 1 for v in self.data_vdevs)
        scan.done = min(scan.total, scan.done + read / sides)
        scan.copied = scan.copied if scan.disk is None else min(scan.total, scan.done)
        if scan.done >= scan.total:
            scan.ended = self.world.now

    _readers: list[Client] = field(default_factory=list, repr=False)

    def begin_scan(self, kind: str, total: float, disk: Disk | None = None) -> None:
        """Begin to read what there is, or what a disk has missed."""
        self.scan = Scan(kind, self.world.now, max(total, 1.0), disk=disk)

    def online(self, disk: Disk) -> None:
        """Take a disk back; what it missed is written to it."""
        disk.state = "ONLINE"
        self.offline_since.pop(disk.device, None)
        self.begin_scan("resilver", self.missed.pop(disk.device, 64e6), disk)

    def offline(self, disk: Disk) -> None:
        """Take a disk out of use."""
        disk.state = "OFFLINE"
        self.offline_since[disk.device] = self.world.now
        self.missed.setdefault(disk.device, 64e6)

    def spread_again(self) -> None:
        """All data was written anew: it lies on all data vdevs alike."""
        self.weights = [1 / len(self.data_vdevs)] * len(self.data_vdevs)

    def restarted(self) -> None:
        """The host was started anew: what was in memory had been written before."""
        self.dirty.clear()
        self.taken_bytes = self.grouped_bytes = 0.0
        self.since_group = 0.0

    def problems(self) -> list[str]:
        """What does not add up."""
        found = [text for disk in self.disks for text in disk.problems()]
        if abs(self.taken_bytes - self.grouped_bytes - sum(self.dirty.values())) > 1e-6 * self.taken_bytes + 64:
            found.append(f"{self.name} took other bytes than its groups and its memory hold")
        if self.used > self.size:
            found.append(f"{self.name} holds more than it can")
        return found


def _bucket(size: float) -> int:
    """The largest power of two that is not above a size."""
    return 1 << max(9, int(size).bit_length() - 1)


def reserved(pool: Pool) -> float:
    """Bytes that reservations keep free."""
    kept = (
        size_of(pool.value(name, "reservation")) or 0
        for name in pool.datasets
        if "reservation" in pool.datasets[name].local
    )
    return float(sum(kept))


Replies = Callable[[], str]
"""What somebody says once something was done."""
