"""The deduplication table has outgrown the cache: each write and free looks entries up on the drives, at random."""

from tests.generated import loads
from tests.generated.effects import wait_for
from tests.generated.mechanism import Mechanism
from tests.generated.model import World
from tests.generated.noise import around, between
from tests.generated.systems import FREEBSD, SOLARIS, ZFS_LINUX


def _table(world: World, held: float) -> None:
    """Dedup is on, and its entries in memory would take this share of the ARC's room for metadata."""
    rng, pool = world.rng, world.pool
    room = world.memory.arc * 0.25 * 2**20
    world.counters["ddt_entries"] = int(room * held / 320)
    pool.properties["dedup"] = rng.choice(("on", "on", "sha256", "verify", "sha512")) if world.system.openzfs else "on"
    pool.dedup = rng.uniform(1.05, 3.2)


def ground(world: World) -> None:
    """A table that fits easily."""
    _table(world, world.rng.uniform(0.03, 0.2))


def harm(world: World, degree: float) -> None:
    """Little random reads on every drive, and transaction groups that take minutes."""
    rng = world.rng
    _table(world, between(rng, 2.5, 4 + 10 * degree))
    world.counters |= {
        "arc_hit_per_mille": rng.randint(480, 820),
        "arc_meta_per_mille": rng.randint(600, 880),
        "txg_sync_ms": int(between(rng, 8000, 15000 + 60000 * degree)),
    }
    devices = loads.devices_of(world)
    for tick in world.ticks:
        if not tick.trouble:
            continue
        for device in devices:
            ask = tick.demand[device.name]
            ask.writes, ask.write_kb = ask.writes * 0.35, ask.write_kb * 0.2
            ask.add(
                reads=device.read_iops * tick.trouble * around(rng, 0.6 + 0.5 * degree, 0.12),
                read_kb=around(rng, 5.5, 0.15),
            )
            ask.add(writes=device.write_iops * 0.12 * tick.trouble, write_kb=around(rng, 5, 0.2))
        wait_for(tick, 0.5 + 0.4 * degree)
        tick.system += rng.uniform(1, 7)


MECHANISMS = (
    Mechanism(
        "zfs-dedup-table-exhaustion", (*SOLARIS, *FREEBSD, *ZFS_LINUX), ("backup", "backup", "vms", "files"), ("slow-storage", "slow-storage", "slow-files", "stalls"), ground, harm, zfs=True,
        kinds=("hdd", "hdd", "sas", "lun"),
        telling={"zpool status -D": 0.7, "zpool list": 0.75, "zfs get": 0.6, "iostat -x": 0.6, "iostat -xn": 0.7, "arcstats": 0.4, "zpool iostat": 0.4, "zpool iostat -v": 0.4, "zpool status": 0.4,
                 "gstat": 0.5, "txgs": 0.25, "top": 0.4, "ps wchan": 0.1},
        decisive=tuple(
            frozenset(pair)
            for disk in ("iostat -x", "iostat -xn", "gstat", "zpool iostat -v", "zpool iostat")
            for pair in ((disk, "zpool status -D"), (disk, "zpool list", "zfs get", "arcstats"))
        ),
    ),
)  # fmt: skip
