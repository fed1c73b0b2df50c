"""No contiguous free space is left: blocks are cut into pieces, and there are many more and smaller requests."""

from tests.generated import loads
from tests.generated.effects import wait_for
from tests.generated.mechanism import Mechanism
from tests.generated.model import Dataset, World
from tests.generated.noise import around, between
from tests.generated.systems import FREEBSD, SOLARIS, ZFS_LINUX


def _fill(world: World, full: float, fragmented: int) -> None:
    pool = world.pool
    factor = full / pool.full
    pool.full, pool.fragmented = full, fragmented
    for dataset in pool.datasets:
        dataset.used_gb *= factor
    if world.rng.random() < 0.4:
        pool.datasets.append(
            Dataset(f"{pool.name}/old", pool.size_gb * 0.05, f"/{pool.name}/old", {}, False, pool.size_gb * 0.08)
        )


def ground(world: World) -> None:
    """A pool that is rather full and rather fragmented, and is mostly read."""
    _fill(world, world.rng.uniform(0.78, 0.93), world.rng.randint(35, 65))


def harm(world: World, degree: float) -> None:
    """Each block takes several requests; the allocator seeks, processor time goes to the kernel."""
    rng = world.rng
    old = world.system.zfs == "sun"
    _fill(world, rng.uniform(0.82 if old else 0.88, 0.9 + 0.07 * degree), rng.randint(62, 72 + int(20 * degree)))
    world.counters |= {
        "gangs_per_second": int(between(rng, 60, 200 + 1800 * degree)),
        "txg_sync_ms": int(between(rng, 3000, 5000 + 12000 * degree)),
        "arc_hit_per_mille": rng.randint(860, 960),
    }
    devices = loads.devices_of(world)
    piece = between(rng, 4.5, 10)
    for tick in world.ticks:
        if not tick.trouble:
            continue
        for device in devices:
            ask = tick.demand[device.name]
            if ask.writes:
                ask.writes = ask.write_kb / piece
            ask.reads, ask.read_kb = ask.reads * 1.6, ask.read_kb
            ask.add(
                writes=device.write_iops * tick.trouble * around(rng, 0.35 + 0.55 * degree, 0.15),
                write_kb=around(rng, piece, 0.1),
            )
            ask.add(reads=device.read_iops * 0.12 * tick.trouble, read_kb=around(rng, 6, 0.2))
            ask.slow = around(rng, 1.1 + 0.3 * degree, 0.05)
        wait_for(tick, 0.25 + 0.35 * degree)
        tick.system += rng.uniform(3, 14) * degree


MECHANISMS = (
    Mechanism(
        "zfs-pool-fragmentation", (*SOLARIS, *FREEBSD, *ZFS_LINUX), ("oracle", "postgres", "files", "vms", "backup"), ("slow-storage", "slow-storage", "slow-db", "vague"), ground, harm, zfs=True,
        kinds=("hdd", "sas", "lun", "lun", "hdd"),
        telling={"zpool list": 0.92, "iostat -xn": 0.75, "iostat -x": 0.7, "gstat": 0.4, "zfs list": 0.5, "zpool iostat": 0.35, "zpool iostat -v": 0.35, "zpool status": 0.6, "bitesize": 0.4, "gang": 0.4,
                 "zpool iostat -r": 0.25, "txgs": 0.2, "df": 0.4},
        decisive=tuple(frozenset({"zpool list", disk}) for disk in ("iostat -xn", "iostat -x", "gstat", "zpool iostat -r", "bitesize", "gang", "zpool iostat -v")),
    ),
)  # fmt: skip
