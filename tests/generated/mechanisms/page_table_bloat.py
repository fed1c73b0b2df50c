"""Many sessions map a large shared memory in small pages: the page tables take what huge pages would save."""

from dataclasses import replace

from tests.generated import procs
from tests.generated.effects import swap
from tests.generated.hosts import remember
from tests.generated.mechanism import Mechanism
from tests.generated.model import World
from tests.generated.noise import around, between, chance
from tests.generated.programs import oracle
from tests.generated.systems import LINUX


def _tables(world: World, share: float, shared: float) -> int:
    """Sessions that make page tables of that share of the memory, each having touched a part of the shared memory."""
    touched = world.rng.uniform(0.35, 0.8)
    each = shared * touched / 512 + 2.5
    return max(40, min(2600, int(share * world.memory.total / each)))


def harm_oracle(world: World, degree: float) -> None:
    """An instance without huge pages."""
    rng, memory = world.rng, world.memory
    share = between(rng, 0.09, 0.14 + 0.24 * degree)
    made = oracle.draw(world)
    made.sga_mb = int(memory.total * rng.uniform(0.38, 0.52) / 256) * 256
    oracle.layout(world, made)
    oracle.shells(world, made)
    made.large_pages = rng.choice(("FALSE", "TRUE")) if made.has_parameter else ""
    oracle.attach(world, made, _tables(world, share, made.sga_mb * 0.9))
    oracle.settle_memory(world, made, 0.9)
    memory.page_tables = share * memory.total * rng.uniform(0.9, 1.1)
    _press(world, degree)
    if made.large_pages != "FALSE":
        world.also.add("oracle-hugepages-shortage")


def harm_postgres(world: World, degree: float) -> None:
    """Large shared buffers, hundreds of backends, no pooler."""
    rng, memory = world.rng, world.memory
    memory.cache += memory.shared
    memory.shared = memory.total * rng.uniform(0.28, 0.42)
    memory.cache = max(100.0, memory.cache - memory.shared)
    share = between(rng, 0.09, 0.14 + 0.24 * degree)
    many = _tables(world, share, memory.shared)
    memory.page_tables = share * memory.total * rng.uniform(0.9, 1.1)
    memory.fit()
    world.procs.clear()
    procs.fill(world)
    some = [proc for proc in world.procs if proc.args.startswith("postgres: app")]
    for _ in range(many - len(some)):
        one = rng.choice(some)
        world.procs.append(
            replace(
                one,
                pid=one.pid + rng.randint(1, 9000),
                rss_mb=around(rng, one.rss_mb, 0.2),
                cpu=around(rng, 0.15, 1.0),
                args=one.args.replace("(", f"({rng.randint(1, 5)}", 1),
            )
        )
    world.counters["pg_sessions"] = many
    world.settings["pg:huge_pages"] = rng.choice(("off", "try", "try"))
    _press(world, degree)
    if world.settings["pg:huge_pages"] == "try":
        world.also.add("postgres-hugepages-unavailable")


def _press(world: World, degree: float) -> None:
    rng, memory = world.rng, world.memory
    memory.fit()
    over = memory.floor - memory.free
    if over > 0:
        memory.shared -= over
    remember(world)
    for tick in world.ticks:
        if tick.trouble:
            tick.system += around(rng, 5 + 18 * degree, 0.3)
            tick.scanned = max(tick.scanned, around(rng, 300 + 5000 * degree, 0.8))
            tick.faults *= 2.5
            tick.run += rng.uniform(0, 3 + 8 * degree)
    if chance(rng, 0.6 + 0.4 * degree):
        swap(world, between(rng, 200, 500 + 6000 * degree), rate_kb=between(rng, 200, 900 + 7000 * degree))


def harmless(world: World) -> None:
    """Small pages as well, but few sessions: their tables are nothing to speak of."""
    rng, memory = world.rng, world.memory
    if world.role == "oracle":
        made = oracle.draw(world)
        made.sga_mb = int(memory.total * rng.uniform(0.15, 0.3) / 256 + 1) * 256
        oracle.layout(world, made)
        oracle.shells(world, made)
        made.large_pages = "FALSE" if made.has_parameter else ""
        oracle.attach(world, made, rng.randint(25, 60))
        oracle.settle_memory(world, made)
    else:
        memory.page_tables = 20 + memory.shared / 512 * rng.uniform(12, 30)
        memory.fit()
        remember(world)


TELLING = {"meminfo": 0.85, "VmPTE": 0.4, "ipcs -m": 0.45, "sessions": 0.5, "backends": 0.5, "vmstat": 0.6, "free": 0.6, "top": 0.5, "hugepages": 0.4, "show parameter": 0.3, "pg_settings": 0.4,
           "postgresql.conf": 0.3, "sysctl": 0.2, "proc vmstat": 0.1, "sar -W": 0.15, "perf": 0.1, "ps": 0.06}  # fmt: skip
NEEDED = (frozenset({"meminfo"}), frozenset({"VmPTE", "free"}))

MECHANISMS = (
    Mechanism("page-table-bloat", oracle.SYSTEMS, ("oracle",), ("memory", "memory", "slow-db", "vague"), harm=harm_oracle, harmless=harmless, zfs=False, telling=TELLING, decisive=NEEDED, standing=True),
    Mechanism("page-table-bloat", LINUX, ("postgres",), ("memory", "memory", "slow-db", "vague"), harm=harm_postgres, harmless=harmless, zfs=False, telling=TELLING, decisive=NEEDED, standing=True),
)  # fmt: skip
