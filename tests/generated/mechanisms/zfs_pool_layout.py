"""The layout of the pool holds its devices back: one LUN and its short queue, one wide raidz for random requests, one vdev that takes all."""

from tests.generated import loads
from tests.generated.effects import wait_for
from tests.generated.mechanism import Mechanism
from tests.generated.model import Vdev, World
from tests.generated.noise import around, between
from tests.generated.systems import FREEBSD, SOLARIS, ZFS_LINUX


def one_lun(world: World) -> None:
    """All data on a single LUN of a large array."""
    pool = world.pool
    first = pool.data[0].leaves[0]
    first.size_gb = int(first.size_gb * len(pool.data))
    gone = {leaf.name for vdev in pool.data[1:] for leaf in vdev.leaves}
    pool.vdevs = [Vdev("", [first])]
    world.devices = [device for device in world.devices if device.name not in gone]
    first.read_iops = first.write_iops = 1000.0 * first.depth / max(first.read_ms, 0.4) * 0.9


def one_lun_harm(world: World, degree: float) -> None:
    """More is asked than the queue of one LUN lets through, though the array answers each request as ever."""
    rng, device = world.rng, loads.devices_of(world)[0]
    size = between(rng, 8, 24)
    for tick in world.ticks:
        ask = tick.demand[device.name]
        rate = device.read_iops * around(rng, 0.9 + 0.5 * degree, 0.05) * tick.trouble
        ask.add(reads=rate * 0.6, read_kb=size, writes=rate * 0.4, write_kb=size)
        if tick.trouble:
            ask.crowd = device.depth * rng.uniform(0.985, 1.0)
        wait_for(tick, 0.35 * degree * min(1.0, tick.trouble))


def wide(world: World) -> None:
    """One raidz of all drives, below virtual machines or a database."""
    pool = world.pool
    drives = [leaf for vdev in pool.data for leaf in vdev.leaves]
    pool.vdevs = [Vdev("raidz2" if len(drives) > 5 else "raidz1", drives)]


def wide_harm(world: World, degree: float) -> None:
    """Random requests keep every arm busy, and the pool does hardly more than one drive."""
    rng = world.rng
    for tick in world.ticks:
        for device in loads.devices_of(world):
            ask, part = tick.demand[device.name], tick.trouble * around(rng, 0.62 + 0.45 * degree, 0.06)
            ask.add(
                reads=device.read_iops * part * 0.55,
                read_kb=around(rng, 4, 0.15),
                writes=device.write_iops * part * 0.45,
                write_kb=around(rng, 5, 0.15),
            )
        wait_for(tick, 0.4 * degree * min(1.0, tick.trouble))


def uneven(world: World) -> None:
    """A vdev was added to a full pool; the old ones are nearly full."""
    pool = world.pool
    if len(pool.data) < 2:
        drives = pool.data[0].leaves
        half = len(drives) // 2
        pool.vdevs = (
            [Vdev(pool.data[0].kind, drives[:-2]), Vdev("mirror", drives[-2:])]
            if half >= 2 and pool.data[0].kind
            else [Vdev("", [drive]) for drive in drives]
        )
    pool.full = world.rng.uniform(0.7, 0.86)


def uneven_harm(world: World, degree: float) -> None:
    """Nearly all writes go to the newest vdev."""
    rng, new = world.rng, world.pool.data[-1]
    for tick in world.ticks:
        for vdev in world.pool.data[:-1]:
            for leaf in vdev.leaves:
                ask = tick.demand[leaf.name]
                ask.writes, ask.write_kb = ask.writes * 0.12, ask.write_kb * 0.12
        for leaf in new.leaves:
            tick.demand[leaf.name].add(
                writes=leaf.write_iops * tick.trouble * around(rng, 0.75 + 0.4 * degree, 0.08),
                write_kb=around(rng, 20, 0.1),
            )
        wait_for(tick, 0.35 * degree * min(1.0, tick.trouble))


DISKS = ("iostat -x", "iostat -xn", "gstat")
TELLING = {
    "zpool status": 0.9,
    "iostat -xn": 0.85,
    "iostat -x": 0.75,
    "zpool iostat -v": 0.6,
    "gstat": 0.5,
    "zpool list": 0.4,
    "sar -d": 0.2,
    "zpool iostat -l": 0.15,
}
DECISIVE = (frozenset({"zpool iostat -v"}), *(frozenset({"zpool status", disk}) for disk in DISKS))
SLOW = ("slow-storage", "slow-storage", "slow-db", "vague")

MECHANISMS = (
    Mechanism("zfs-pool-layout", SOLARIS, ("oracle", "oracle", "vms", "postgres"), SLOW, one_lun, one_lun_harm, zfs=True, kinds=("lun",), telling=TELLING, decisive=DECISIVE),
    Mechanism("zfs-pool-layout", (*ZFS_LINUX, *FREEBSD, "illumos"), ("vms", "postgres", "mysql"), SLOW, wide, wide_harm, zfs=True, kinds=("hdd", "sas"), virtual=False, telling=TELLING, decisive=DECISIVE),
    Mechanism("zfs-pool-layout", (*ZFS_LINUX, *FREEBSD, *SOLARIS), ("files", "vms", "backup", "oracle"), SLOW, uneven, uneven_harm, zfs=True, kinds=("hdd", "sas"), virtual=False,
              telling=TELLING | {"zpool iostat -v": 0.85}, decisive=(frozenset({"zpool iostat -v"}),)),
)  # fmt: skip
