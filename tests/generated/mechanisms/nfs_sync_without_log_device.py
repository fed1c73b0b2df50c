"""NFS clients wait for every commit, which ZFS writes among its data on slow drives for want of a log device."""

from tests.generated import loads
from tests.generated.mechanism import Mechanism
from tests.generated.model import World
from tests.generated.noise import around, between
from tests.generated.systems import FREEBSD, SOLARIS, ZFS_LINUX


def ground(world: World) -> None:
    """A file server with synchronous exports and no log device, mostly read from."""
    for dataset in world.pool.datasets:
        dataset.properties.pop("sync", None)
    world.counters |= {"commits_per_second": 4, "commit_kb": 12}


def harm(world: World, degree: float) -> None:
    """Commits one after the other: the drives do little, and what they do is small and waited for."""
    rng, pool = world.rng, world.pool
    devices = loads.devices_of(world)
    vdevs = len(pool.data)
    share = between(rng, 0.45, 0.55 + 0.5 * degree)
    size = between(rng, 5, 26)
    commits = share * devices[0].write_iops * vdevs
    for tick in world.ticks:
        now = commits * around(rng, 1.0, 0.12) * tick.trouble
        for vdev in pool.data:
            for leaf in vdev.leaves:
                ask = tick.demand[leaf.name]
                ask.reads, ask.read_kb = (
                    ask.reads * (1 - 0.5 * min(1, tick.trouble)),
                    ask.read_kb * (1 - 0.5 * min(1, tick.trouble)),
                )
                ask.add(
                    writes=now / vdevs * around(rng, 1.0, 0.05) * (0.9 if vdev.kind.startswith("raidz") else 1.0),
                    write_kb=size if not vdev.kind.startswith("raidz") else max(4.0, size / 3),
                )
        tick.user *= 0.6
    world.counters |= {
        "commits_per_second": int(commits), "commit_kb": int(size), "nfs_commit_per_mille": rng.randint(60, 160), "nfs_write_per_mille": rng.randint(250, 420),
        "nfs_create_per_mille": rng.randint(10, 120), "nfs_read_per_mille": rng.randint(20, 120), "nfs_write_ms": int(between(rng, 18, 40 + 160 * degree)),
    }  # fmt: skip


DISKS = ("iostat -x", "iostat -xn", "gstat", "zpool iostat -v")

MECHANISMS = (
    Mechanism(
        "nfs-sync-without-log-device", (*SOLARIS, *FREEBSD, *ZFS_LINUX), ("files",), ("slow-files", "slow-files", "slow-files", "vague"), ground, harm, zfs=True, kinds=("hdd", "hdd", "sas"), virtual=False,
        telling={"zpool status": 0.9, "nfsstat -s": 0.75, "iostat -x": 0.75, "iostat -xn": 0.8, "gstat": 0.5, "zpool iostat -v": 0.5, "zfs get": 0.5, "nfsiostat": 0.45, "exports": 0.45, "zil": 0.25, "top": 0.3},
        decisive=tuple(frozenset({"zpool status", view, disk}) for view in ("nfsstat -s", "nfsiostat") for disk in DISKS) + tuple(frozenset({"zpool iostat -v", view}) for view in ("nfsstat -s", "nfsiostat", "zil")),
    ),
)  # fmt: skip
