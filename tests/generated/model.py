"""What a host is made of, and what comes out of it."""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from random import Random

from tests.generated.systems import System


@dataclass(frozen=True)
class Host:
    """A host as somebody captured it, with the truth about it."""

    name: str
    seed: int
    cause: str
    also: frozenset[str]
    hurts: bool
    decisive: bool  # whether an expert could name the cause from what is there
    system: str
    complaint: tuple[str, ...]
    files: tuple[tuple[str, str], ...]
    forms: frozenset[str]


@dataclass(frozen=True)
class Output:
    """What one command printed."""

    form: str
    command: str
    text: str
    end: datetime | None = None  # when it was over, if it ran for a while
    path: str = ""  # where it lies as a file of its own: "var/log/messages"


@dataclass
class Device:
    """A drive or LUN: what it takes a second, and how long one request takes it in ms."""

    name: str
    kind: str  # hdd, ssd, nvme, lun, cloud
    model: str
    serial: str
    size_gb: int
    read_ms: float
    write_ms: float
    read_iops: float
    write_iops: float
    mb_s: float
    depth: int  # requests the host keeps in flight at most
    role: str = "data"  # os, data, log, cache, spare
    pool: str = ""
    long_name: str = ""  # as ZFS or multipath names it


@dataclass
class Demand:
    """What is asked of a device in one sample, a second; and what holds it up."""

    reads: float = 0.0
    writes: float = 0.0
    read_kb: float = 0.0
    write_kb: float = 0.0
    slow: float = 1.0  # service takes so many times as long
    slow_read: float = 1.0
    slow_write: float = 1.0
    stall: float = 0.0  # share of the sample in which nothing completes
    crowd: float = 0.0  # requests in flight beside what the rates make

    def add(self, reads: float = 0.0, writes: float = 0.0, read_kb: float = 0.0, write_kb: float = 0.0) -> None:
        """Ask for more; sizes are of one request."""
        self.reads += reads
        self.writes += writes
        self.read_kb += reads * read_kb
        self.write_kb += writes * write_kb


@dataclass
class Io:
    """What a device did in one sample; in_flight = rate x latency."""

    reads: float
    writes: float
    read_kb: float
    write_kb: float
    read_ms: float
    write_ms: float
    in_flight: float
    busy: float  # 0..1
    merged: float = 0.0


@dataclass
class Tick:
    """One sample of the host. Memory in MB, swapping in kB/s, scanning in pages/s."""

    time: datetime
    trouble: float  # 0 outside the trouble, 1 inside
    load: float
    demand: dict[str, Demand] = field(default_factory=dict)
    io: dict[str, Io] = field(default_factory=dict)
    user: float = 0.0
    system: float = 0.0
    wait: float = 0.0
    steal: float = 0.0
    run: float = 0.0
    blocked: float = 0.0
    switches: float = 0.0
    interrupts: float = 0.0
    calls: float = 0.0
    free_mb: float = 0.0
    cache_mb: float = 0.0
    swapped_mb: float = 0.0
    dirty_mb: float = 0.0
    writeback_mb: float = 0.0
    swap_in: float = 0.0
    swap_out: float = 0.0
    scanned: float = 0.0
    file_in: float = 0.0  # kB/s of file pages
    file_out: float = 0.0
    faults: float = 0.0

    @property
    def idle(self) -> float:
        return max(0.0, 100.0 - self.user - self.system - self.wait - self.steal)


@dataclass
class Memory:
    """Memory of the host in MB at the time of the capture. `free` is what is left over."""

    total: int
    kernel: float
    programs: float  # anonymous memory
    shared: float  # shared memory of a database, in small pages
    cache: float
    buffers: float
    slab: float
    slab_reclaimable: float
    page_tables: float
    arc: float = 0.0
    huge_pages: int = 0  # of 2 MB
    huge_free: int = 0
    huge_reserved: int = 0
    swap_total: int = 0
    swap_used: float = 0.0
    dirty: float = 0.0
    writeback: float = 0.0
    floor: float = 120.0  # what the kernel keeps free

    @property
    def free(self) -> float:
        taken = self.kernel + self.programs + self.shared + self.cache + self.buffers + self.slab
        return self.total - taken - self.page_tables - self.arc - 2.0 * self.huge_pages

    def fit(self) -> None:
        """Give up cache until the floor is free; what is still missing goes to swap."""
        missing = self.floor - self.free
        if missing > 0:
            given = min(missing, self.cache * 0.93)
            self.cache -= given
            missing -= given
        if missing > 0:
            out = min(missing, self.programs * 0.6, self.swap_total - self.swap_used)
            self.programs -= out
            self.swap_used += out
            missing -= out
        if missing > 0:
            self.arc -= min(missing, self.arc * 0.6)


@dataclass
class Vdev:
    """A top-level vdev: mirror, raidz1, raidz2, raidz3, or a bare device (empty kind)."""

    kind: str
    leaves: list[Device]
    role: str = "data"  # data, log, cache, spare, special


@dataclass
class Dataset:
    """A file system or volume of a pool; properties that differ from the default."""

    name: str
    used_gb: float
    mount: str
    properties: dict[str, str] = field(default_factory=dict)
    volume: bool = False
    snapshots_gb: float = 0.0


@dataclass
class Leaf:
    """What zpool status says of one device."""

    state: str = "ONLINE"
    errors: tuple[int, int, int] = (0, 0, 0)
    note: str = ""
    name: str = ""


@dataclass
class Pool:
    """A ZFS pool."""

    name: str
    vdevs: list[Vdev]
    full: float  # 0..1
    fragmented: int
    ashift: int
    datasets: list[Dataset]
    scan: str = ""
    state: str = "ONLINE"
    status: str = ""
    action: str = ""
    see: str = ""
    errors: str = "No known data errors"
    leaves: dict[str, Leaf] = field(default_factory=dict)
    dedup: float = 1.0
    properties: dict[str, str] = field(default_factory=dict)

    @property
    def devices(self) -> list[Device]:
        return [leaf for vdev in self.vdevs for leaf in vdev.leaves]

    @property
    def data(self) -> list[Vdev]:
        return [vdev for vdev in self.vdevs if vdev.role == "data"]

    @property
    def size_gb(self) -> float:
        """Raw size as zpool list has it: raidz counts its parity, a mirror one side."""
        return sum(
            sum(leaf.size_gb for leaf in vdev.leaves) if vdev.kind.startswith("raidz") else vdev.leaves[0].size_gb
            for vdev in self.data
        )


@dataclass
class Mount:
    """A mounted file system."""

    device: str
    point: str
    kind: str
    size_gb: float
    used: float  # 0..1
    inodes_used: float = 0.05
    options: str = "rw,relatime"
    disk: str = ""  # the device below


@dataclass
class Proc:
    """A process for top, ps, prstat."""

    pid: int
    user: str
    name: str
    args: str
    rss_mb: float
    size_mb: float
    cpu: float
    state: str = "S"
    minutes: float = 1.0
    swapped_mb: float = 0.0


@dataclass(frozen=True)
class LogLine:
    """A line of a log: kernel lines have no program."""

    time: datetime
    text: str
    program: str = "kernel"


@dataclass
class World:
    """A host while it is being made."""

    rng: Random
    system: System
    kernel: str
    host: str
    domain: str
    start: datetime
    interval: int
    count: int
    uptime: timedelta
    cpus: int
    cpu: str
    role: str  # oracle, postgres, mysql, files, vms, apps, backup
    memory: Memory
    virtual: bool = False
    devices: list[Device] = field(default_factory=list)
    pools: list[Pool] = field(default_factory=list)
    mounts: list[Mount] = field(default_factory=list)
    ticks: list[Tick] = field(default_factory=list)
    procs: list[Proc] = field(default_factory=list)
    log: list[LogLine] = field(default_factory=list)
    settings: dict[str, str] = field(default_factory=dict)  # sysctl, module parameters, tunables
    counters: dict[str, int] = field(default_factory=dict)  # kernel counters that a mechanism moved
    names: dict[str, str] = field(default_factory=dict)  # instance, database, volume group ...
    extra: list[Output] = field(default_factory=list)
    after: list[Callable[["World"], None]] = field(default_factory=list)  # run when rates have settled
    parts: dict[str, object] = field(default_factory=dict)  # models of mechanisms' own: hardware, networks, clusters

    @property
    def end(self) -> datetime:
        return self.start + timedelta(seconds=self.interval * self.count)

    @property
    def boot(self) -> datetime:
        return self.start - self.uptime

    @property
    def pool(self) -> Pool:
        """The pool with the data."""
        return self.pools[-1]

    def disks(self, role: str = "data") -> list[Device]:
        """Devices of one role."""
        return [device for device in self.devices if device.role == role]

    def in_trouble(self) -> list[Tick]:
        """The samples with trouble in them."""
        return [tick for tick in self.ticks if tick.trouble > 0.05]

    def say(self, text: str, seconds_before: float = 0.0, program: str = "kernel") -> None:
        """Write a line to the log, so many seconds before the capture's end."""
        self.log.append(LogLine(self.end - timedelta(seconds=seconds_before), text, program))

    def show(self, form: str, command: str, text: str, path: str = "") -> None:
        """An output that only this mechanism prints."""
        self.extra.append(Output(form, command, text, None, path))
