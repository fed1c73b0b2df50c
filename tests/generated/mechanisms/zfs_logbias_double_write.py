"""Synchronous writes of a database go into the pool's intent log and once more with the transaction group: twice the bytes on the LUNs."""

from tests.generated import loads
from tests.generated.mechanism import Mechanism
from tests.generated.model import World
from tests.generated.noise import around, between


def _write(world: World, share: float) -> None:
    """The database writes so much of what the LUNs can take; the pool makes two writes of each."""
    rng, devices = world.rng, loads.devices_of(world)
    page = 8.0
    most = min(
        sum(device.write_iops for device in devices) * 0.5, sum(device.mb_s for device in devices) * 1024 / page * 0.5
    )
    rate, total = share * most, 0.0
    commits = max(5, int(rate * 0.12))
    for tick in world.ticks:
        now = rate * around(rng, 1.0, 0.12) * (tick.trouble or 0.35)
        for device in devices:
            ask = tick.demand[device.name]
            ask.writes = ask.write_kb = 0.0
        loads.spread(world, tick, world.pool, writes=now, write_kb=page * 1.06)
        burst = loads.flush_share(world, tick.time)
        loads.spread(world, tick, world.pool, writes=now * burst / 4, write_kb=page * 4)
        total += now * page
    sides = max(len(vdev.leaves) for vdev in world.pool.data)
    world.counters |= {
        "db_write_kb": int(total / len(world.ticks)),
        "db_redo_kb": int(total / len(world.ticks) * rng.uniform(0.15, 0.3)),
        "commits_per_second": commits,
        "commit_kb": 8,
        "zil_sides": sides,
    }


def ground(world: World) -> None:
    """The default of logbias, no log device, and a database that does little."""
    for dataset in world.pool.datasets:
        dataset.properties.pop("logbias", None)
    _write(world, world.rng.uniform(0.03, 0.1))


def harm(world: World, degree: float) -> None:
    """A database that writes as much as the LUNs could take once."""
    for tick in world.ticks:
        for device in loads.devices_of(world):
            tick.demand[device.name].writes = tick.demand[device.name].write_kb = 0.0
    _write(world, between(world.rng, 0.75, 0.85 + 0.4 * degree))
    if world.rng.random() < 0.35:
        world.after.append(_replication)


def _replication(world: World) -> None:
    """The replicator of the LUNs, which ships what arrives there."""
    tick = world.ticks[len(world.ticks) // 2]
    lines = ["name              t  s    pct role   kps   tps  svt", "-" * 52]
    for number, device in enumerate(loads.devices_of(world)):
        io = tick.io[device.name]
        lines.append(
            f"{'dev/rdsk/' + device.name[-8:]:<17} S  R   0.00  net {io.write_kb:6.0f} {io.writes:5.0f} {io.write_ms:4.0f}"
            if number < 6
            else ""
        )
    world.show("dsstat", "dsstat -m sndr 5 1", "\n".join(lines) + "\n")


MECHANISMS = (
    Mechanism(
        "zfs-logbias-double-write", ("solaris-10", "solaris-10", "solaris-11.3", "solaris-11.4"), ("oracle",), ("slow-db", "slow-db", "slow-storage", "vague"), ground, harm, zfs=True, kinds=("lun", "lun", "sas"),
        telling={"iostat -xn": 0.9, "awr": 0.85, "zfs get": 0.85, "zpool status": 0.8, "sar -d": 0.25, "dsstat": 0.8, "zpool iostat": 0.3, "bitesize": 0.1},
        decisive=(frozenset({"iostat -xn", "awr", "zfs get"}), frozenset({"zpool iostat", "awr", "zfs get"})),
    ),
)  # fmt: skip
