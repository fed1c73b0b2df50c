"""InnoDB reads and writes through the cache of the system: pages lie in memory twice, and the kernel swaps the pool for them."""

from tests.generated.effects import swap
from tests.generated.hosts import remember
from tests.generated.mechanism import Mechanism
from tests.generated.model import World
from tests.generated.noise import around, between, chance
from tests.generated.programs import mysql
from tests.generated.systems import LINUX


def harm(world: World, degree: float) -> None:
    """A large pool, files of many times the memory, and half of what is left full of the same pages."""
    rng, memory = world.rng, world.memory
    found = mysql.draw(world)
    found.flush = rng.choice(("", "", "", "fsync")) if found.version >= (8, 0) else ""
    found.data_gb = max(found.data_gb, memory.total / 1024 * between(rng, 1.2, 8))
    pool = memory.total * rng.uniform(0.58 + 0.1 * degree, 0.86)
    found.pool_mb = max(128, int(pool / 128) * 128)
    mysql.busy(world, found)
    memory.swap_total = max(memory.swap_total, 4095)
    memory.programs = found.pool_mb * 1.07 + rng.uniform(300, 1200)
    kept = memory.total * rng.uniform(0.1, 0.25)
    memory.cache = kept
    out = max(0.0, memory.floor * 1.4 - memory.free)
    swapped = min(memory.swap_total * 0.9, max(out, between(rng, 300, 900 + 5000 * degree)))
    memory.programs -= min(swapped, memory.programs * 0.5)
    memory.cache = max(
        memory.total * 0.06, min(memory.total * 0.35, memory.cache + memory.free - memory.floor * rng.uniform(1.0, 2.0))
    )
    memory.fit()
    remember(world)
    for proc in world.procs:
        if proc.name == "mysqld":
            proc.rss_mb, proc.size_mb, proc.cpu = (
                memory.programs * 0.95,
                found.pool_mb * 1.25 + 1500,
                around(rng, 90, 0.4),
            )
            found.swapped_mb = swapped * rng.uniform(0.85, 0.98)
    swap(world, swapped, rate_kb=between(rng, 250, 800 + 5000 * degree))
    for tick in world.ticks:
        if tick.trouble:
            tick.blocked = max(tick.blocked, rng.uniform(0.5, 2 + 5 * degree))
            for device in world.disks():
                ask = tick.demand[device.name]
                ask.add(reads=ask.reads * 0.3, read_kb=16)


def harmless(world: World) -> None:
    """Through the cache as well, but the pool is small and memory is there for both."""
    rng, memory = world.rng, world.memory
    found = mysql.draw(world)
    found.pool_mb = max(128, int(memory.total * rng.uniform(0.08, 0.25) / 128) * 128)
    found.data_gb = min(found.data_gb, memory.total / 1024 * 0.6)
    mysql.busy(world, found)
    memory.programs = found.pool_mb * 1.1 + 400
    memory.cache = memory.total * rng.uniform(0.25, 0.5)
    memory.fit()
    remember(world)
    for proc in world.procs:
        if proc.name == "mysqld":
            proc.rss_mb, proc.size_mb = memory.programs * 0.9, found.pool_mb * 1.25 + 1500
    if chance(rng, 0.4):
        memory.swap_used = 0.0
        for tick in world.ticks:
            tick.swapped_mb = 0.0


TELLING = {"mysql variables": 0.8, "my.cnf": 0.5, "innodb status": 0.45, "mysql status": 0.4, "free": 0.65, "vmstat": 0.7, "meminfo": 0.5, "top": 0.5, "mysqld status": 0.5, "sysctl": 0.3, "fincore": 0.35, "sar -W": 0.2, "swapon": 0.1,
           "iostat -x": 0.3, "numactl": 0.15}  # fmt: skip
SET = ("mysql variables", "my.cnf")
MEMORY = ("vmstat", "sar -W")
CACHE = ("free", "meminfo", "top", "fincore", "vmstat")

MECHANISMS = (
    Mechanism("innodb-double-buffering", LINUX, ("mysql",), ("memory", "slow-db", "stalls", "vague"), harm=harm, harmless=harmless, zfs=False, telling=TELLING,
              decisive=tuple(frozenset({one, two, three}) for one in SET for two in MEMORY for three in CACHE), also=frozenset({"swap-thrash"})),
)  # fmt: skip
