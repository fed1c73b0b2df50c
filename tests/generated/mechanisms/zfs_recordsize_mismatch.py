"""Records are much larger than the database's pages: each page read or changed moves a whole record."""

from tests.generated import loads
from tests.generated.effects import wait_for
from tests.generated.mechanism import Mechanism
from tests.generated.model import World
from tests.generated.noise import around, between
from tests.generated.systems import FREEBSD, SOLARIS, ZFS_LINUX

DATA = ("datafiles", "undo", "temp", "pgdata", "mysql")


def ground(world: World) -> None:
    """The default record size, or one still larger, below a database."""
    size = world.rng.choice(
        ("", "", "128K", "1M" if world.system.zfs != "fbsd" and world.system.name != "solaris-10" else "128K")
    )
    for dataset in world.pool.datasets:
        if dataset.name.split("/")[-1] in DATA:
            dataset.properties.pop("recordsize", None)
            if size:
                dataset.properties["recordsize"] = size
    world.counters["record_kb"] = 1024 if size == "1M" else 128


def harm(world: World, degree: float) -> None:
    """Random reads of pages fetch records until the drives' throughput is used up; writes read first."""
    rng, devices, record = world.rng, loads.devices_of(world), world.counters["record_kb"]
    raidz = any(vdev.kind.startswith("raidz") for vdev in world.pool.data)
    piece = min(record, 128) / (max(1, len(devices) - 2) if raidz else 1)
    used = between(rng, 0.7, 0.8 + 0.45 * degree)
    pages = 0.0
    for tick in world.ticks:
        for device in devices:
            ask = tick.demand[device.name]
            ask.reads, ask.read_kb, ask.writes, ask.write_kb = (
                value * 0.1 for value in (ask.reads, ask.read_kb, ask.writes, ask.write_kb)
            )
            rate = (
                tick.trouble
                * used
                / (
                    1 / device.read_iops + 0.0
                    if device.kind in ("hdd", "sas") and piece < 40
                    else piece / 1024 / device.mb_s + 0.5 / device.read_iops
                )
            )
            ask.add(
                reads=rate * 0.7,
                read_kb=around(rng, piece * 0.93, 0.04),
                writes=rate * 0.3,
                write_kb=around(rng, piece * 0.9, 0.05),
            )
            pages += rate * 0.7
        wait_for(tick, 0.35 * degree * min(1.0, tick.trouble))
    own = pages / len(world.ticks) / (max(1, len(devices) - 2) if raidz else 1) * 1.05
    world.counters |= {
        "db_read_kb": int(own * 8),
        "db_write_kb": int(own * 0.4 * 10) + 40,
        "arc_hit_per_mille": rng.randint(700, 930),
    }


MECHANISMS = (
    Mechanism(
        "zfs-recordsize-mismatch", (*SOLARIS, *FREEBSD, *ZFS_LINUX), ("oracle", "oracle", "postgres", "mysql"), ("slow-db", "slow-db", "slow-storage", "vague"), ground, harm, zfs=True,
        kinds=("hdd", "sas", "lun", "ssd", "ssd"),
        telling={"zfs get": 0.92, "iostat -xn": 0.8, "iostat -x": 0.75, "zpool iostat": 0.35, "zpool iostat -r": 0.3, "bitesize": 0.4, "awr": 0.5, "gstat": 0.4, "arcstats": 0.25, "zpool status": 0.4},
        decisive=tuple(frozenset({"zfs get", disk}) for disk in ("iostat -xn", "iostat -x", "gstat", "zpool iostat", "zpool iostat -r", "bitesize", "zpool iostat -v")),
    ),
)  # fmt: skip
