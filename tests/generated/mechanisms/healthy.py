"""Nothing is wrong: quiet hosts, busy hosts, and what looks worse than it is."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

from tests.generated import loads
from tests.generated.effects import process
from tests.generated.hosts import remember
from tests.generated.mechanism import Mechanism
from tests.generated.model import World
from tests.generated.noise import around, between
from tests.generated.systems import ALL, LINUX, SOLARIS, ZFS

ROLES = ("oracle", "postgres", "mysql", "files", "vms", "apps", "backup")
DATABASES = ("oracle", "postgres", "mysql")


def quiet(world: World) -> None:
    """An ordinary day."""


def busy_drives(world: World) -> None:
    """Drives that work most of the time and answer as fast as their class does."""
    rng = world.rng
    share = rng.uniform(0.45, 0.72)
    for tick in world.ticks:
        for device in loads.devices_of(world):
            ask = tick.demand[device.name]
            part = share if device.kind in ("hdd", "sas", "nvme") else share * 0.5
            rate = device.read_iops * min(0.8, part * around(rng, 1.0, 0.1))
            reads = 0.7 if device.kind in ("hdd", "sas") else 0.6
            ask.reads, ask.read_kb, ask.writes, ask.write_kb = (
                rate * reads,
                rate * reads * around(rng, 12, 0.12),
                rate * (1 - reads),
                rate * (1 - reads) * around(rng, 14, 0.15),
            )
            fits = device.mb_s * 1024 * 0.7 / (ask.read_kb + ask.write_kb)
            if fits < 1:
                ask.reads, ask.read_kb, ask.writes, ask.write_kb = (
                    value * fits for value in (ask.reads, ask.read_kb, ask.writes, ask.write_kb)
                )


def busy_processors(world: World) -> None:
    """Much to compute, and enough to do it with."""
    for tick in world.ticks:
        tick.user = min(86.0, around(world.rng, 66, 0.12))
        tick.system = around(world.rng, 6, 0.2)
        tick.run = world.cpus * around(world.rng, 0.72, 0.15)


def copying(world: World) -> None:
    """A backup reads as fast as the drives go, at night, and nobody else is there."""
    rng, devices = world.rng, loads.devices_of(world)
    source = devices if world.pools else devices[:1]
    process(world, "root", "tar", f"tar cf - {world.names['datamount']}", 18.0, 12)
    for tick in world.ticks:
        for device in devices:
            ask = tick.demand[device.name]
            for part in ("reads", "writes", "read_kb", "write_kb"):
                setattr(ask, part, getattr(ask, part) * 0.3)
        for device in source:
            size = around(rng, 240 if not world.pools else 120, 0.08)
            tick.demand[device.name].add(reads=device.mb_s * 1024 / size * rng.uniform(0.72, 0.9), read_kb=size)


def scrubbing(world: World) -> None:
    """A scrub runs beside a light load."""
    rng, pool = world.rng, world.pool
    since = world.start - timedelta(hours=between(rng, 0.3, 12))
    done, total = rng.uniform(3, 95), pool.size_gb * pool.full / 1024
    if world.system.zfs >= "0.8" and world.system.zfs[0].isdigit():
        pool.scan = f"scrub in progress since {since:%a %b %e %H:%M:%S %Y}\n\t{total:.2f}T scanned at {rng.randint(300, 900)}M/s, {total * done / 100:.2f}T issued at {rng.randint(80, 400)}M/s, {total:.2f}T total\n\t0B repaired, {done:.2f}% done, 0 days {rng.randint(0, 9):02d}:{rng.randint(1, 59):02d}:{rng.randint(0, 59):02d} to go"
    else:
        pool.scan = f"scrub in progress since {since:%a %b %e %H:%M:%S %Y}\n    {total * done / 100:.2f}T scanned out of {total:.2f}T at {rng.randint(80, 400)}M/s, {rng.randint(0, 9)}h{rng.randint(1, 59)}m to go\n    0 repaired, {done:.2f}% done"
    share = rng.uniform(0.15, 0.4)
    for tick in world.ticks:
        for device in loads.devices_of(world):
            size = 110.0
            rate = min(device.read_iops * 0.6, device.mb_s * 1024 / size) * share * around(rng, 1.0, 0.1)
            tick.demand[device.name].add(reads=rate, read_kb=size)


def full_memory(world: World) -> None:
    """All memory is in use as cache, and some old pages lie in swap."""
    memory, rng = world.memory, world.rng
    if world.pools:
        memory.arc += max(0.0, memory.free - memory.floor * rng.uniform(1.3, 3))
    else:
        memory.cache += max(0.0, memory.free - memory.floor * rng.uniform(1.3, 3))
    memory.swap_used = max(memory.swap_used, memory.swap_total * rng.uniform(0.02, 0.4))
    remember(world)


def roomy_pool(world: World) -> None:
    """A pool that is rather full, with space enough for those who use it."""
    pool = world.pool
    factor = world.rng.uniform(0.68, 0.79) / pool.full
    pool.full *= factor
    pool.fragmented = world.rng.randint(12, 34)
    for dataset in pool.datasets:
        dataset.used_gb *= factor


def old_trouble(world: World) -> None:
    """Traces of something that was over days ago."""
    rng = world.rng
    hours = between(rng, 40, 2000)
    lines = (
        ("nfs: server nas1 not responding, still trying", "nfs: server nas1 OK"),
        ("eth0: NIC Link is Down", "eth0: NIC Link is Up 10 Gbps, Flow Control: None"),
    )
    for number, text in enumerate(rng.choice(lines)):
        world.say(text, hours * 3600 - number * rng.randint(2, 90))


def _healthy(
    ground: Callable[[World], None], systems: tuple[str, ...] = ALL, roles: tuple[str, ...] = ROLES, **more: Any
) -> Mechanism:
    return Mechanism("healthy", systems, roles, (), ground, moment="during", cause="nothing", **more)


MECHANISMS = (
    _healthy(quiet),
    _healthy(quiet),
    _healthy(busy_drives),
    _healthy(busy_drives, roles=DATABASES, kinds=("nvme", "ssd", "hdd", "lun")),
    _healthy(busy_processors),
    _healthy(copying, roles=("files", "backup", "apps", "vms")),
    _healthy(scrubbing, ZFS, zfs=True),
    _healthy(full_memory),
    _healthy(roomy_pool, ZFS, zfs=True),
    _healthy(quiet, (*SOLARIS, *SOLARIS, "freebsd-13")),
    _healthy(old_trouble, LINUX),
)
