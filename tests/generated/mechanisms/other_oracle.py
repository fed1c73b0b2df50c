"""Oracle hosts hurt by what none of the cases is."""

from datetime import timedelta

from tests.generated.effects import swap
from tests.generated.hosts import remember
from tests.generated.mechanism import Mechanism
from tests.generated.mechanisms.oracle_hugepages_shortage import TELLING
from tests.generated.model import World
from tests.generated.noise import around, between
from tests.generated.programs import oracle
from tests.generated.programs.oracle import SYSTEMS


def shared_limit(world: World, _degree: float) -> None:
    """kernel.shmall was not raised with the SGA: no space left."""
    rng = world.rng
    made = oracle.draw(
        world, "10.2.0.4.0 10.2.0.5.0 11.1.0.7.0 11.2.0.1.0 11.2.0.2.0 11.2.0.3.0 11.2.0.4.0 12.1.0.2.0 19.0.0.0.0"
    )
    oracle.layout(world, made)
    oracle.shells(world, made)
    made.large_pages = "FALSE" if made.has_parameter else ""
    made.error = ("ORA-27102: out of memory", "Linux-x86_64 Error: 28: No space left on device")
    made.started = world.end.replace(microsecond=rng.randrange(1000000))
    pages = int(made.sga_mb * 256 * rng.uniform(0.25, 0.9))
    world.settings |= {
        "kernel.shmall": str(pages),
        "kernel.shmmax": str(made.sga_mb * 1048576 * 2),
        "kernel.shmmni": "4096",
    }
    oracle.settle_memory(world, made)
    oracle.idle(world)


def too_large_pool(world: World, degree: float) -> None:
    """The instance has its pages; the pool is so large that nobody else has room."""
    rng, memory = world.rng, world.memory
    made = oracle.draw(world, "11.2.0.3.0 11.2.0.4.0 12.1.0.2.0 12.2.0.1.0 19.0.0.0.0")
    made.sga_mb = int(memory.total * rng.uniform(0.2, 0.35) / 256) * 256
    oracle.layout(world, made)
    oracle.shells(world, made)
    made.pool = made.free = made.wanted = int(memory.total * rng.uniform(0.8, 0.86) / 2)
    made.got = made.needed
    oracle.back(made)
    oracle.attach(world, made, rng.randint(60, 250))
    oracle.settle_memory(world, made)
    swap(world, between(rng, 500, 1500 + 4000 * degree), rate_kb=between(rng, 800, 2000 + 14000 * degree))


def private_memory(world: World, degree: float) -> None:
    """All is well with the pages; one report's processes sort in private memory until none is left."""
    rng, memory = world.rng, world.memory
    made = oracle.draw(world)
    oracle.layout(world, made)
    oracle.shells(world, made)
    made.pool = made.free = made.wanted = made.needed + rng.randint(0, 30)
    made.got = made.needed
    oracle.back(made)
    oracle.attach(world, made, rng.randint(60, 200))
    oracle.settle_memory(world, made)
    more = max(0.0, memory.free + memory.cache * 0.9 - memory.floor)
    memory.programs += more
    memory.cache *= 0.1
    memory.fit()
    remember(world)
    for proc in [proc for proc in world.procs if "LOCAL=NO" in proc.args][: rng.randint(4, 12)]:
        proc.rss_mb += more / 10
        proc.size_mb += more / 9
        proc.cpu = around(rng, 60, 0.4)
    swap(world, between(rng, 500, 1500 + 4000 * degree), rate_kb=between(rng, 800, 2000 + 14000 * degree))


def busy_queries(world: World, degree: float) -> None:
    """The processors are full of one query in many sessions; pages, limits, and disks are well."""
    rng = world.rng
    made = oracle.draw(world)
    oracle.layout(world, made)
    oracle.shells(world, made)
    made.pool = made.free = made.wanted = made.needed + rng.randint(0, 30)
    made.got = made.needed
    oracle.back(made)
    oracle.attach(world, made, rng.randint(60, 260))
    oracle.settle_memory(world, made)
    for proc in [proc for proc in world.procs if "LOCAL=NO" in proc.args][: world.cpus * 2]:
        proc.cpu, proc.state = around(rng, 70, 0.2), "R"
    for tick in world.ticks:
        if tick.trouble:
            tick.user = min(97.0, around(rng, 75 + 22 * degree, 0.05))
            tick.run = world.cpus * rng.uniform(1.1, 1.5 + 2 * degree)


def _well(world: World) -> oracle.Instance:
    """An instance in huge pages that has been up for a while."""
    made = oracle.draw(world)
    oracle.layout(world, made)
    oracle.shells(world, made)
    made.pool = made.free = made.wanted = made.needed + world.rng.randint(0, 30)
    made.got = made.needed
    oracle.back(made)
    oracle.attach(world, made, min(int(world.memory.total / 200), world.rng.randint(60, 260)))
    oracle.settle_memory(world, made)
    return made


def small_redo(world: World, degree: float) -> None:
    """The logs are small: every switch waits for the checkpoint of the one that comes next."""
    rng, made = world.rng, _well(world)
    base, number = world.names["datamount"], rng.randint(3000, 90000)
    time = world.end - timedelta(seconds=rng.uniform(600, 2400))
    while time < world.end:
        number += 1
        log = number % 3 + 1
        if rng.random() < 0.6:
            made.notes.append(
                (
                    time - timedelta(seconds=rng.uniform(1, 6)),
                    f"Thread 1 cannot allocate new log, sequence {number}\nCheckpoint not complete\n  Current log# {(number - 1) % 3 + 1} seq# {number - 1} mem# 0: {base}/{made.sid}/redo0{(number - 1) % 3 + 1}.log",
                )
            )
        made.notes.append(
            (
                time,
                f"Thread 1 advanced to log sequence {number} (LGWR switch)\n  Current log# {log} seq# {number} mem# 0: {base}/{made.sid}/redo0{log}.log",
            )
        )
        time += timedelta(seconds=around(rng, 35 - 20 * degree, 0.3))
    for tick in world.ticks:
        if tick.trouble:
            for device in world.disks():
                tick.demand[device.name].add(writes=min(300, device.write_iops * 0.3), write_kb=90)
            tick.blocked = max(tick.blocked, rng.uniform(1, 6))


def archiver(world: World, _degree: float) -> None:
    """The place for archived logs is full: everything that writes hangs."""
    rng, made = world.rng, _well(world)
    size, number = rng.choice((10, 20, 50, 100, 200)) * 2**30, rng.randint(3000, 90000)
    where = world.names["datamount"]
    time = world.end - timedelta(minutes=rng.uniform(8, 60))
    text = (f"ORA-19815: WARNING: db_recovery_file_dest_size of {size} bytes is 100.00% used, and has 0 remaining bytes available.\n"
            "************************************************************************\nYou have following choices to free up space from recovery area:\n1. Consider changing RMAN RETENTION POLICY.\n"
            "2. Back up files to tertiary device such as tape using RMAN BACKUP RECOVERY AREA command.\n************************************************************************")  # fmt: skip
    while time < world.end:
        made.notes.append((time, f"Errors in file {where}/{made.sid}_arc1_4711.trc:\n{text}"))
        made.notes.append(
            (
                time + timedelta(seconds=1),
                f"ARC1: Error 19809 Creating archive log file to '{where}/fra'\nARCH: Archival stopped, error occurred. Will continue retrying\nORACLE Instance {made.sid} - Archival Error\nORA-16038: log 2 sequence# {number} cannot be archived\nORA-19809: limit exceeded for recovery files",
            )
        )
        time += timedelta(seconds=around(rng, 300, 0.05))
    oracle.idle(world)


OURS = TELLING | {"sysctl": 0.5, "ipcs -l": 0.3, "sysctl.conf": 0.1}

MECHANISMS = (
    Mechanism("other:shmall is too small", SYSTEMS, ("oracle",), ("start-db",), harm=shared_limit, zfs=False, moment="during", telling=OURS, cause="other:oracle-shared-memory-limit", standing=True, harmless_share=0.0,
              decisive=(frozenset({"sqlplus startup"}),)),
    Mechanism("other:pool of huge pages too large", SYSTEMS, ("oracle",), ("memory", "slow-db"), harm=too_large_pool, zfs=False, telling=OURS, standing=True, harmless_share=0.0, cause="other:more huge pages than anybody uses",
              also=frozenset({"swap-thrash"}), decisive=(frozenset({"hugepages"}), frozenset({"meminfo"}))),
    Mechanism("other:private memory of sessions", SYSTEMS, ("oracle",), ("memory", "slow-db"), harm=private_memory, zfs=False, telling=OURS, harmless_share=0.0, cause="other:oracle-pga-limit", also=frozenset({"swap-thrash"}),
              decisive=(frozenset({"top"}), frozenset({"ps"}))),
    Mechanism("other:queries that use the processors", SYSTEMS, ("oracle",), ("slow-db",), harm=busy_queries, zfs=False, telling=OURS | {"top": 0.8, "vmstat": 0.8}, harmless_share=0.0, cause="other:queries use all processors",
              decisive=(frozenset({"vmstat"}), frozenset({"top"}))),
    Mechanism("other:redo logs too small", SYSTEMS, ("oracle",), ("slow-db", "stalls"), harm=small_redo, zfs=False, telling=OURS, harmless_share=0.0, cause="other:oracle-redo-too-small",
              decisive=(frozenset({"alert log"}),), standing=True),
    Mechanism("other:archiver stuck", SYSTEMS, ("oracle",), ("stalls", "slow-db", "errors"), harm=archiver, zfs=False, moment="during", telling=OURS, harmless_share=0.0, cause="other:oracle-archiver-stuck",
              decisive=(frozenset({"alert log"}),), standing=True),
)  # fmt: skip
