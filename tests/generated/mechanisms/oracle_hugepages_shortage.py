"""The pool of huge pages is too small for the instance: all or a part of it lies in small pages, or it does not start."""

from tests.generated.effects import swap
from tests.generated.mechanism import Mechanism
from tests.generated.model import World
from tests.generated.noise import between, chance
from tests.generated.programs import oracle
from tests.generated.programs.oracle import SYSTEMS, Instance

FAILED = ("ORA-27102: out of memory", "Linux-x86_64 Error: 12: Cannot allocate memory")
WITH_PARAMETER = "11.2.0.2.0 11.2.0.3.0 11.2.0.4.0 12.1.0.1.0 12.1.0.2.0 12.2.0.1.0 18.0.0.0.0 19.0.0.0.0 21.0.0.0.0"


def _pool(world: World, made: Instance, pool: int) -> None:
    """So many pages; why there are no more differs."""
    rng = world.rng
    made.pool = max(64, pool)
    way = rng.choice(("old size", "fragmented", "another instance"))
    if way == "another instance":
        made.others = int(made.pool * rng.uniform(0.2, 0.5))
        made.pool += made.others
    made.wanted = made.pool if way != "fragmented" else made.pool + int(made.needed * rng.uniform(0.02, 0.4)) + 3
    made.free = made.pool - made.others
    if made.pool * 2 > world.memory.total * 0.75:
        made.pool = made.free = made.wanted = int(world.memory.total * 0.375)
        made.others = 0


def _strained(world: World, made: Instance, degree: float) -> None:
    oracle.strain(world, degree)
    if chance(world.rng, 0.4 + 0.5 * degree):
        swap(world, between(world.rng, 200, 500 + 6000 * degree), rate_kb=between(world.rng, 300, 800 + 9000 * degree))
    if world.memory.page_tables > 0.1 * world.memory.total:
        world.also.add("page-table-bloat")


def harm(world: World, degree: float) -> None:
    """It runs, in small pages; the pool is wasted where it is all or nothing."""
    rng = world.rng
    made = oracle.draw(world)
    oracle.layout(world, made)
    oracle.shells(world, made)
    oracle.attach(world, made, int(between(rng, 120, 400 + 900 * degree)))
    share = rng.uniform(0.55, 0.995) if not made.mixes else rng.uniform(0.05, 0.85 - 0.4 * degree)
    _pool(world, made, int(made.needed * share) - 1)
    made.got = min(made.free, made.needed) if made.mixes else 0
    oracle.back(made)
    oracle.settle_memory(world, made)
    _strained(world, made, degree)
    pages = ({"hugepages"}, {"meminfo"})
    world.needs = tuple(frozenset(each | {"ipcs -m"} | ({"ulimit"} if not made.mixes else set())) for each in pages)
    if made.has_parameter:
        world.needs = (frozenset({"alert log"}), *(world.needs if made.mixes else ()))


def no_start(world: World, degree: float) -> None:
    """It insists on huge pages, and stays down."""
    rng = world.rng
    made = oracle.draw(world, WITH_PARAMETER)
    made.large_pages = "AUTO_ONLY" if made.version >= (19,) and chance(rng, 0.15) else "ONLY"
    oracle.layout(world, made)
    oracle.shells(world, made)
    _pool(world, made, int(made.needed * rng.uniform(0.05, 1.0 - 0.1 * degree)) - 2)
    made.error = (
        FAILED
        if made.version < (12,)
        else (*FAILED, f"Additional information: {rng.randint(1000, 9000)}", "Additional information: 1")
    )
    made.started = world.end.replace(microsecond=rng.randrange(1000000))
    oracle.settle_memory(world, made)
    oracle.idle(world)


def harmless(world: World) -> None:
    """A few pages are missing, or all, and there is memory in plenty."""
    rng = world.rng
    made = oracle.draw(world, WITH_PARAMETER)
    made.sga_mb = int(world.memory.total * rng.uniform(0.12, 0.25) / 256 + 1) * 256
    oracle.layout(world, made)
    oracle.shells(world, made)
    oracle.attach(world, made, rng.randint(30, 90))
    made.pool = made.free = made.wanted = int(made.needed * rng.choice((0.0, rng.uniform(0.9, 0.99))))
    made.got = min(made.free, made.needed) if made.mixes else 0
    oracle.back(made)
    oracle.settle_memory(world, made)


TELLING = {"alert log": 0.75, "hugepages": 0.6, "meminfo": 0.4, "ipcs -m": 0.5, "sysctl.conf": 0.35, "sysctl": 0.2, "ulimit": 0.35, "limits.conf": 0.25, "show parameter": 0.35, "free": 0.4, "vmstat": 0.4,
           "top": 0.3, "hugepages script": 0.2, "sqlplus startup": 0.8, "df": 0.0, "node meminfo": 0.08, "smaps": 0.15}  # fmt: skip

MECHANISMS = (
    Mechanism("oracle-hugepages-shortage", SYSTEMS, ("oracle",), ("memory", "slow-db", "vague"), harm=harm, harmless=harmless, zfs=False, telling=TELLING, standing=True),
    Mechanism("oracle-hugepages-shortage", SYSTEMS, ("oracle",), ("start-db", "start-db", "vague"), harm=no_start, harmless=harmless, zfs=False, moment="during",
              telling=TELLING, decisive=(frozenset({"alert log"}), frozenset({"sqlplus startup", "hugepages", "ulimit"}), frozenset({"sqlplus startup", "meminfo", "ulimit"})), standing=True),
)  # fmt: skip
