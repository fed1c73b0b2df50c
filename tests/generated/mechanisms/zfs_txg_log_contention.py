"""Writing a transaction group holds up the intent log, which lies on the same devices: commits wait at every flush."""

from tests.generated import loads
from tests.generated.effects import flushing, wait_for
from tests.generated.mechanism import Mechanism
from tests.generated.model import World
from tests.generated.noise import around, between
from tests.generated.systems import FREEBSD, SOLARIS, ZFS_LINUX


def ground(world: World) -> None:
    """A pool without a log device takes the commits of a busy database."""
    world.counters |= {"commits_per_second": 180, "commit_kb": world.rng.choice((4, 8, 16))}
    devices = loads.devices_of(world)
    commits = min(between(world.rng, 60, 1600), 0.45 * devices[0].write_iops * len(world.pool.data))
    for tick in world.ticks:
        loads.log_writes(
            world,
            tick,
            world.pool,
            commits * around(world.rng, max(0.4, min(tick.load, 1.4)), 0.1),
            world.counters["commit_kb"],
        )


def harm(world: World, degree: float) -> None:
    """Bulk writes fill the flush, and everything synchronous queues behind them."""
    rng = world.rng
    period = loads.txg_seconds(world)
    length = period * between(rng, 0.22, 0.3 + 0.3 * degree)
    size = between(rng, 60, 128)
    devices = loads.devices_of(world)
    capacity = sum(device.mb_s for device in devices) * 1024 / size
    for tick in world.ticks:
        share = flushing(world, tick, length) * min(1.0, tick.trouble)
        if share <= 0:
            continue
        for device in devices:
            ask = tick.demand[device.name]
            ask.writes, ask.write_kb = ask.writes * (1 - 0.9 * share), ask.write_kb * (1 - 0.9 * share)
            ask.reads, ask.read_kb = ask.reads * (1 - 0.6 * share), ask.read_kb * (1 - 0.6 * share)
            ask.add(writes=share * capacity / len(devices) * (0.9 + 0.4 * degree), write_kb=around(rng, size, 0.05))
            ask.crowd = share * device.depth * rng.uniform(0.93, 1.0)
        wait_for(tick, share)
    world.counters["txg_sync_ms"] = int(length * 1000)


MECHANISMS = (
    Mechanism(
        "zfs-txg-log-contention",
        (*SOLARIS, *SOLARIS, *FREEBSD, *ZFS_LINUX),
        ("oracle", "postgres", "mysql", "files"),
        ("stalls", "slow-db", "vague"),
        ground,
        harm,
        zfs=True,
        kinds=("hdd", "sas", "lun", "lun"),
        intervals=(1, 1, 2, 3, 5),
        telling={"iostat -xn": 0.9, "iostat -x": 0.8, "zpool iostat": 0.45, "zpool iostat -v": 0.4, "zpool status": 0.75, "gstat": 0.3, "vmstat": 0.6, "txgs": 0.4,
                 "zpool iostat -l": 0.3},
        shows=lambda world: world.interval < loads.txg_seconds(world),
        decisive=(frozenset({"iostat -xn", "zpool status"}), frozenset({"iostat -x", "zpool status"}), frozenset({"zpool iostat -v"}), frozenset({"zpool iostat -l", "zpool status"})),
    ),
)  # fmt: skip
