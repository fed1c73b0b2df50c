"""What lies under the devices of a host: physical drives, controllers, volumes, batteries, md arrays."""

from dataclasses import dataclass, field
from datetime import datetime
from random import Random

from tests.generated import drives
from tests.generated.devices import serial
from tests.generated.drives import Drive
from tests.generated.model import Device, World
from tests.generated.noise import between


@dataclass
class Battery:
    """What keeps a controller's cache: optimal, failed, learning, charging, missing or weak."""

    kind: str
    state: str
    charge: int
    celsius: int
    millivolts: int


@dataclass
class Volume:
    """A logical drive of a controller."""

    name: str  # as the system has it
    number: int
    level: str  # 0, 1, 5, 6, 10
    size_gb: float
    drives: list[Drive]
    state: str = "optimal"  # optimal, degraded, rebuilding, checking, initializing, failed
    write_back: bool = True  # as set
    writing_back: bool = True  # as it is now
    even_if_bad: bool = False  # write back also with a bad battery
    disk_cache: str = "default"  # default, on, off
    progress: int = 0
    label: str = ""


@dataclass
class Event:
    """A line of a controller's own log."""

    time: datetime
    level: str  # info, warning, critical
    text: str
    source: str = ""


@dataclass
class Controller:
    """A RAID controller with its tool."""

    family: str  # megaraid, hpsa, areca, aacraid, 3ware
    tool: str
    title: str
    firmware: str
    serial: str
    memory_mb: int
    battery: Battery
    volumes: list[Volume] = field(default_factory=list)
    drives: list[Drive] = field(default_factory=list)
    patrol: str = "stopped"  # stopped, active
    patrol_share: int = 0
    patrol_rate: int = 30
    patrol_hours: int = 168
    events: list[Event] = field(default_factory=list)
    surface_scan: str = "idle"


@dataclass
class Array:
    """An md array."""

    name: str
    level: str  # raid1, raid5, raid6, raid10
    members: list[str]  # names of partitions
    size_kb: int  # of one member
    chunk_kb: int
    made: datetime
    bitmap: bool
    states: dict[str, str] = field(default_factory=dict)  # member: faulty, rebuilding, spare
    action: str = ""  # resync, recovery, check, reshape, or resync=DELAYED
    progress: float = 0.0
    speed_kb: int = 0
    mismatches: int = 0


@dataclass
class Hardware:
    """All of it on one host."""

    drives: list[Drive] = field(default_factory=list)
    controller: Controller | None = None
    arrays: list[Array] = field(default_factory=list)

    def drive(self, name: str) -> Drive:
        """The drive that the system calls so."""
        return next(each for each in self.drives if each.name == name)


@dataclass(frozen=True)
class _Sold:
    family: str
    tool: str
    title: str
    firmware: str
    memory_mb: int
    battery: str
    years: tuple[int, int]


_SOLD = (
    _Sold("megaraid", "MegaCli", "LSI MegaRAID SAS 9260-8i", "12.12.0-0111", 512, "iBBU08", (2010, 2018)),
    _Sold("megaraid", "MegaCli", "PERC 6/i Integrated", "6.3.3.0002", 256, "iBBU", (2008, 2014)),
    _Sold("megaraid", "MegaCli", "PERC H700 Integrated", "12.10.6-0001", 512, "BBU", (2010, 2017)),
    _Sold("megaraid", "MegaCli", "PERC H710P Mini", "21.3.5-0002", 1024, "BBU", (2012, 2020)),
    _Sold("megaraid", "perccli64", "PERC H730 Mini", "25.5.9.0001", 1024, "BBU", (2015, 2024)),
    _Sold("megaraid", "perccli64", "PERC H740P Adapter", "51.16.0-4076", 8192, "BBU", (2018, 2026)),
    _Sold("megaraid", "storcli64", "AVAGO MegaRAID SAS 9361-8i", "24.21.0-0148", 1024, "CVPM02", (2015, 2024)),
    _Sold("megaraid", "storcli64", "MegaRAID 9460-16i", "51.13.0-3223", 4096, "CVPM05", (2018, 2026)),
    _Sold("hpsa", "hpacucli", "Smart Array P410i", "6.40", 512, "Batteries", (2009, 2016)),
    _Sold("hpsa", "hpssacli", "Smart Array P420i", "8.32", 1024, "Capacitor", (2012, 2020)),
    _Sold("hpsa", "ssacli", "Smart Array P440ar", "7.00", 2048, "Batteries", (2015, 2025)),
    _Sold("hpsa", "ssacli", "HPE Smart Array P408i-a SR Gen10", "4.11", 2048, "Batteries", (2018, 2026)),
    _Sold("areca", "cli64", "ARC-1220", "V1.49 2010-12-02", 256, "BBM", (2008, 2015)),
    _Sold("areca", "cli64", "ARC-1680", "V1.51 2012-07-04", 512, "BBM", (2009, 2017)),
    _Sold("areca", "cli64", "ARC-1882", "V1.56 2019-10-30", 1024, "BBM", (2013, 2024)),
    _Sold("aacraid", "arcconf", "Adaptec 5405", "5.2-0 (18948)", 256, "BBU", (2008, 2015)),
    _Sold("aacraid", "arcconf", "Adaptec 6805", "5.2-0 (19204)", 512, "ZMM", (2011, 2018)),
    _Sold("aacraid", "arcconf", "Adaptec ASR8805", "7.18-0 (33556)", 1024, "ZMM", (2015, 2025)),
    _Sold("3ware", "tw_cli", "9650SE-8LPML", "FE9X 4.10.00.027", 256, "BBU", (2008, 2016)),
    _Sold("3ware", "tw_cli", "9750-8i", "FH9X 5.12.00.016", 512, "BBU", (2011, 2018)),
)  # fmt: skip

FAMILIES = ("megaraid", "megaraid", "megaraid", "hpsa", "hpsa", "areca", "aacraid", "3ware")


def controller(rng: Random, family: str, year: int) -> Controller:
    """A controller that was in use in that year, all well with it."""
    of_family = [each for each in _SOLD if each.family == family]
    fitting = [each for each in of_family if each.years[0] <= year <= each.years[1]]
    sold = rng.choice(fitting or [of_family[-1]])
    digits = "".join(rng.choices("0123456789", k=9))
    return Controller(
        sold.family, sold.tool, sold.title, sold.firmware, rng.choice(("SV", "PDNMF0", "Y", "3B")) + digits, sold.memory_mb,
        Battery(sold.battery, "optimal", rng.randint(89, 100), rng.randint(23, 41), rng.randint(3890, 4090)),
        patrol_rate=rng.choice((20, 30, 30, 30, 50)), patrol_hours=168,
    )  # fmt: skip


def of(world: World) -> Hardware:
    """The hardware of a host; its drives are healthy until something changes them."""
    found = world.parts.get("hardware")
    if not isinstance(found, Hardware):
        found = Hardware()
        world.parts["hardware"] = found
        own = Random(f"{world.host}/{world.start}/{world.kernel}")
        for device in world.devices:
            if not world.virtual and device.kind in ("hdd", "smr", "sas", "ssd", "nvme"):
                found.drives.append(_drive_of(own, world, device))
    return found


def _drive_of(rng: Random, world: World, device: Device) -> Drive:
    known = [each for each in drives.PRODUCTS if each.model == device.model]
    item = known[0] if known else drives.product(rng, device.kind, world.start.year)
    made = drives.new(rng, item, between(rng, 0.3, max(0.6, min(6.0, world.start.year - item.years[0] + 0.5))))
    made.name, made.serial = device.name, device.serial
    return made


def fit(world: World, kind: str = "") -> Hardware:
    """Give the data drives one product of the time, with its true size; `kind` for another class than they have."""
    if "hardware" in world.parts:
        return of(world)
    rng, data = world.rng, [each for each in world.disks() if each.kind in ("hdd", "sas", "ssd", "nvme", "smr")]
    if data and not world.virtual:
        wanted = kind or data[0].kind
        old = sum(device.size_gb for device in data)
        item = drives.product(rng, wanted, world.start.year)
        for device in data:
            was = device.model.replace(" ", "_"), device.serial
            device.model, device.serial, device.size_gb = item.model, drives.serial(rng, item), item.size_gb
            for before, after in zip(was, (item.model.replace(" ", "_"), device.serial), strict=True):
                device.long_name = device.long_name.replace(before, after).replace(before.lower(), after.lower())
        scale = sum(device.size_gb for device in data) / old
        for mount in world.mounts:
            if mount.disk == data[0].name:
                mount.size_gb *= scale
        for pool in world.pools[-1:]:
            for dataset in pool.datasets:
                dataset.used_gb *= scale
    return of(world)


def spare_serial(rng: Random) -> str:
    """A serial number of a thing that is no drive."""
    return serial(rng)
