"""Load of an ordinary day on a host, by what it is there for."""

from dataclasses import dataclass
from datetime import datetime

from tests.generated.model import Demand, Device, Pool, Tick, World
from tests.generated.noise import around, between, drift, hourly


@dataclass(frozen=True)
class Profile:
    """Requests of the whole host a second, their sizes in kB, processor time in percent, when it is busy."""

    iops: tuple[float, float]
    reads: tuple[float, float]  # share of reads
    read_kb: tuple[float, float]
    write_kb: tuple[float, float]
    user: tuple[float, float]
    system: tuple[float, float]
    busy: str


PROFILES = {
    "oracle": Profile((400, 5000), (0.45, 0.85), (8, 24), (8, 22), (8, 40), (2, 8), "day"),
    "postgres": Profile((250, 4000), (0.35, 0.85), (8, 20), (8, 26), (8, 45), (2, 8), "day"),
    "mysql": Profile((250, 4000), (0.3, 0.8), (16, 32), (16, 34), (8, 45), (2, 8), "day"),
    "files": Profile((120, 1600), (0.4, 0.8), (24, 110), (18, 90), (1, 5), (4, 18), "day"),
    "vms": Profile((300, 4000), (0.35, 0.7), (10, 40), (8, 30), (12, 50), (4, 14), "even"),
    "apps": Profile((40, 500), (0.2, 0.6), (8, 40), (6, 24), (10, 55), (2, 9), "day"),
    "backup": Profile((80, 900), (0.1, 0.5), (64, 400), (64, 400), (3, 14), (3, 14), "night"),
}


def lay(world: World) -> None:
    """Give every sample its ordinary load."""
    profile, rng = PROFILES[world.role], world.rng
    data = world.disks() or world.devices
    limit = sum(device.read_iops * 0.26 for device in data)
    iops = min(between(rng, *profile.iops), limit)
    reads, read_kb, write_kb = (
        rng.uniform(*profile.reads),
        between(rng, *profile.read_kb),
        between(rng, *profile.write_kb),
    )
    fits = sum(device.mb_s for device in data) * 0.35 * 1024 / (reads * read_kb + (1 - reads) * write_kb)
    iops = min(iops, fits)
    user, system = between(rng, *profile.user), between(rng, *profile.system)
    for tick, factor in zip(world.ticks, drift(rng, world.count), strict=True):
        tick.load = factor * hourly(tick.time.hour + tick.time.minute / 60, profile.busy)
        _processors(world, tick, user, system)
        _quiet_disks(world, tick)
        each = min(tick.load, 2.2) * iops / len(data)
        burst = flush_share(world, tick.time) if world.pools and data[0].pool else 1.0
        merge = 1.0 if not (world.pools and data[0].pool) else max(1.0, min(6.0, 48 / write_kb))
        for device in data:
            share = each * around(rng, 1.0, 0.12)
            ask = tick.demand[device.name]
            ask.add(reads=share * reads, read_kb=around(rng, read_kb, 0.1))
            ask.add(writes=share * (1 - reads) * burst / merge, write_kb=around(rng, write_kb * merge, 0.15))


def flush_share(world: World, time: datetime) -> float:
    """How much more or less than its mean a ZFS pool writes in the sample that begins now."""
    period = txg_seconds(world)
    if world.interval >= period:
        return 1.0
    phase = (time - world.boot).total_seconds() % period
    return 0.25 if phase >= world.interval else 1.0 + 0.75 * (period / world.interval - 1)


def txg_seconds(world: World) -> int:
    """Seconds between two transaction groups."""
    text = world.settings.get("zfs_txg_timeout", "")
    return int(text) if text else 30 if world.system.name == "solaris-10" and world.start.year < 2012 else 5


def _processors(world: World, tick: Tick, user: float, system: float) -> None:
    rng = world.rng
    tick.user = min(88.0, user * min(tick.load, 2.0) * around(rng, 1.0, 0.1))
    tick.system = min(30.0, system * min(tick.load, 2.0) * around(rng, 1.0, 0.1))
    tick.steal = abs(rng.gauss(0, 0.25)) if world.virtual else 0.0
    tick.run = max(0.0, rng.gauss((tick.user + tick.system) / 100 * world.cpus, 0.6))
    tick.switches = around(rng, 900 * world.cpus**0.8 * max(0.3, tick.load), 0.15)
    tick.interrupts = tick.switches * rng.uniform(0.4, 0.7)
    tick.calls = tick.switches * rng.uniform(2, 5)
    tick.faults = around(rng, 350 * world.cpus, 0.5)


def _quiet_disks(world: World, tick: Tick) -> None:
    rng = world.rng
    for device in world.devices:
        tick.demand[device.name] = Demand()
        if device.role == "os":
            tick.demand[device.name].add(around(rng, 0.4, 1.0), around(rng, 4, 0.7), 16, around(rng, 9, 0.3))


def spread(
    world: World, tick: Tick, pool: Pool, reads: float = 0, writes: float = 0, read_kb: float = 0, write_kb: float = 0
) -> None:
    """Ask a pool's data vdevs for more: a mirror writes every side and reads one, raidz cuts requests in pieces."""
    for vdev in pool.data:
        part = 1 / len(pool.data) * around(world.rng, 1.0, 0.05)
        width = len(vdev.leaves)
        for leaf in vdev.leaves:
            ask = tick.demand[leaf.name]
            if vdev.kind.startswith("raidz"):
                pieces = width - int(vdev.kind[5:] or 1)
                ask.add(
                    reads * part * 0.8,
                    writes * part * 0.8,
                    read_kb / pieces / 0.8,
                    write_kb / pieces * width / pieces / 0.8,
                )
            else:
                ask.add(reads * part / width, writes * part, read_kb, write_kb)


def log_writes(world: World, tick: Tick, pool: Pool, writes: float, write_kb: float) -> None:
    """Synchronous writes of the intent log: to the log device, or among the data where there is none."""
    logs = [leaf for vdev in pool.vdevs if vdev.role == "log" for leaf in vdev.leaves]
    if not logs:
        spread(world, tick, pool, writes=writes, write_kb=write_kb)
    for leaf in logs:
        tick.demand[leaf.name].add(writes=writes, write_kb=write_kb)


def devices_of(world: World, pool: Pool | None = None) -> list[Device]:
    """The devices with the data: those of the pool, if there is one."""
    if pool is None and world.pools:
        pool = world.pool
    return [leaf for vdev in pool.data for leaf in vdev.leaves] if pool else world.disks()
