"""The pool of huge pages is large enough, but the instance may not lock so much memory."""

from datetime import timedelta

from tests.generated.effects import swap
from tests.generated.mechanism import Mechanism
from tests.generated.mechanisms.oracle_hugepages_shortage import FAILED, TELLING, WITH_PARAMETER
from tests.generated.model import World
from tests.generated.noise import between, chance
from tests.generated.programs import oracle
from tests.generated.programs.oracle import SYSTEMS, Instance


def _limited(world: World, releases: str = "") -> Instance:
    """An instance with a pool that would do, and a limit that does not."""
    rng = world.rng
    made = oracle.draw(world, releases)
    oracle.layout(world, made)
    made.memlock_kb = made.shell_kb = oracle.small_memlock(world, made)
    if made.by == "systemd" and chance(rng, 0.7):
        made.memlock_kb = rng.choice((64, 64, 8192)) if world.system.sysstat >= (11, 0) else 64
        made.shell_kb = rng.choice((-1, int(made.needed * 2048 * 1.1)))
    made.pool = made.free = made.wanted = int(made.needed * rng.uniform(1.0, 1.08)) + rng.randint(1, 60)
    return made


def harm(world: World, degree: float) -> None:
    """It runs in small pages beside a pool that nobody uses."""
    rng = world.rng
    made = _limited(world)
    oracle.attach(world, made, int(between(rng, 100, 300 + 700 * degree)))
    if made.version >= (12,) and made.memlock_kb > 70000 and chance(rng, 0.5):
        made.got = min(made.needed // 20, rng.randint(3, 40))
    oracle.back(made)
    oracle.settle_memory(world, made)
    oracle.strain(world, degree)
    if chance(rng, 0.5 + 0.5 * degree):
        swap(world, between(rng, 300, 800 + 7000 * degree), rate_kb=between(rng, 300, 900 + 9000 * degree))
    if world.memory.page_tables > 0.1 * world.memory.total:
        world.also.add("page-table-bloat")
    limits = {"proc limits"} if made.memlock_kb != made.shell_kb else {"ulimit"}
    world.needs = tuple(frozenset({pages, "ipcs -m", *limits}) for pages in ("hugepages", "meminfo"))
    if made.version >= (11, 2, 0, 4):
        world.needs = (frozenset({"alert log"}), *world.needs)


def no_start(world: World, degree: float) -> None:
    """It insists on huge pages, may not have them, and stays down."""
    rng = world.rng
    made = _limited(world, WITH_PARAMETER)
    made.large_pages = "ONLY"
    refused = ("ORA-27125: unable to create shared memory segment", "Linux-x86_64 Error: 1: Operation not permitted")
    made.error = rng.choice((FAILED, refused))
    made.started = world.end.replace(microsecond=rng.randrange(1000000))
    oracle.settle_memory(world, made)
    oracle.idle(world)
    if made.memlock_kb != made.shell_kb:
        _by_service(world, made)
    limits = ("alert log",) if made.version >= (11, 2, 0, 4) else ()
    world.needs = tuple(frozenset({each}) for each in limits) + tuple(frozenset({pages, "sqlplus startup", limit}) for pages in ("hugepages", "meminfo", "alert log")
                                                                        for limit in ("ulimit", "limits.conf", "systemd unit"))  # fmt: skip


def _by_service(world: World, made: Instance) -> None:
    """What the scripts of the service wrote."""
    when = world.end - timedelta(minutes=world.rng.uniform(2, 30))
    lines = [f'Processing Database instance "{made.sid}": log file {made.home}/startup.log', f"{when:%a %b %e %H:%M:%S} UTC {when:%Y}", "", f"SQL*Plus: Release {made.release} Production", "", "Connected to an idle instance.",
             "SQL> " + made.error[0], *made.error[1:], "SQL> Disconnected", "", f'{made.home}/bin/dbstart: Database instance "{made.sid}" warm started.']  # fmt: skip
    world.show("sqlplus startup", f"cat {made.home}/startup.log", "\n".join(lines) + "\n")


def harmless(world: World) -> None:
    """The limit is small, but huge pages are not wanted, and memory is plentiful."""
    rng = world.rng
    made = oracle.draw(world)
    made.sga_mb = int(world.memory.total * rng.uniform(0.12, 0.25) / 256 + 1) * 256
    oracle.layout(world, made)
    made.memlock_kb = made.shell_kb = rng.choice((32, 64, 64, 65536))
    made.large_pages = "FALSE" if made.has_parameter else ""
    oracle.attach(world, made, rng.randint(30, 90))
    oracle.settle_memory(world, made)


OURS = TELLING | {
    "ulimit": 0.65,
    "limits.conf": 0.5,
    "proc limits": 0.4,
    "systemd unit": 0.6,
    "hugepages": 0.7,
    "sysctl.conf": 0.2,
    "hugepages script": 0.1,
}

MECHANISMS = (
    Mechanism("oracle-memlock-limit", SYSTEMS, ("oracle",), ("memory", "slow-db", "vague"), harm=harm, harmless=harmless, zfs=False, telling=OURS, standing=True),
    Mechanism("oracle-memlock-limit", SYSTEMS, ("oracle",), ("start-db", "start-db", "vague"), harm=no_start, harmless=harmless, zfs=False, moment="during", telling=OURS, standing=True),
)  # fmt: skip
