"""Programs stop while the kernel moves pages about to make room for transparent huge pages."""

from datetime import timedelta

from tests.generated.effects import process, wait_for
from tests.generated.hosts import remember
from tests.generated.mechanism import Mechanism
from tests.generated.model import World
from tests.generated.noise import around, between, chance
from tests.generated.systems import LINUX

SYSTEMS = tuple(name for name in LINUX if not name.endswith("-5"))
HOT = "isolate_freepages_block compact_zone isolate_migratepages_block pageblock_pfn_to_page clear_huge_page get_pfnblock_flags_mask migrate_pages _spin_lock_irqsave"
OLD_HOT = "_spin_lock_irqsave compact_zone isolate_freepages_block compaction_alloc clear_huge_page get_pageblock_flags_group list_del"


def ground(world: World) -> None:
    """always, for whoever asks for memory."""
    rng, memory = world.rng, world.memory
    world.settings["thp_enabled"] = "always"
    world.settings["thp_defrag"] = "always"
    world.counters["anon_huge_mb"] = int(memory.programs * rng.uniform(0.3, 0.8)) // 2 * 2


def _redis(world: World, worst: float) -> None:
    """One of the programs is a server that warns at its start, and has a tool to measure itself."""
    rng = world.rng
    process(
        world,
        "redis",
        "redis-server",
        "/usr/bin/redis-server 0.0.0.0:6379",
        around(rng, 12, 0.4),
        world.memory.programs * 0.1,
    )
    start = world.boot + timedelta(minutes=2)
    pid, stamp = rng.randint(700, 9000), f"{start:%d %b %Y %H:%M:%S}.{rng.randint(0, 999):03d}"
    lines = [f"{pid}:M {stamp} * Running mode=standalone, port=6379.", f"{pid}:M {stamp} # Server initialized",
             (f"{pid}:M {stamp} # WARNING you have Transparent Huge Pages (THP) support enabled in your kernel. This will create latency and memory usage issues with Redis. To fix this issue run the command 'echo never > "
             "/sys/kernel/mm/transparent_hugepage/enabled' as root, and add it to your /etc/rc.local in order to retain the setting after a reboot. Redis must be restarted after THP is disabled."),
             f"{pid}:M {stamp} * Ready to accept connections"]  # fmt: skip
    for hours in sorted(rng.uniform(0.1, 9) for _ in range(rng.randint(2, 9))):
        when = world.end - timedelta(hours=10 - hours)
        lines += [
            f"{pid}:M {when:%d %b %Y %H:%M:%S}.{rng.randint(0, 999):03d} * {text}"
            for text in (
                "10000 changes in 60 seconds. Saving...",
                f"Background saving started by pid {pid + rng.randint(10, 900)}",
                "Background saving terminated with success",
            )
        ]
    world.show(
        "redis log",
        "tail -60 /var/log/redis/redis-server.log",
        "\n".join(lines) + "\n",
        "var/log/redis/redis-server.log",
    )
    rows = [
        f"min: 0, max: {int(around(rng, worst, 0.5))}, avg: {around(rng, 0.25 + worst / 900, 0.2):.2f} ({rng.randint(1100, 1480)} samples) -- 15.01 seconds range"
        for _ in range(6)
    ]
    world.show("redis latency", "redis-cli --latency-history", "\n".join(rows) + "\n")


def harm(world: World, degree: float) -> None:
    """Memory is full of cache in small pieces; every fault of a huge page begins a search, and all processors join in."""
    rng, memory = world.rng, world.memory
    grown = min(memory.cache * 0.5, memory.total * rng.uniform(0.05, 0.15))
    memory.programs += grown
    memory.cache -= grown
    memory.cache += max(0.0, memory.free - memory.floor * rng.uniform(1.1, 2.5))
    remember(world)
    world.counters["fragmented"] = rng.randint(75, 99)
    world.settings["hot"] = OLD_HOT if world.system.sysstat < (10, 0) else HOT
    every = between(rng, 4, 25)
    lasting = every * rng.uniform(0.2, 0.35 + 0.35 * degree)
    stalls = between(rng, 20, 60 + 800 * degree)
    for tick in world.ticks:
        phase = (tick.time - world.boot).total_seconds() % every
        covered = max(0.0, min(1.0, (lasting - phase) / world.interval)) if world.interval < every else lasting / every
        share = covered * min(1.0, tick.trouble)
        if share > 0:
            wait_for(tick, share * 0.55)
            tick.system = max(tick.system, around(rng, (30 + 55 * degree), 0.1) * share)
            tick.run += world.cpus * share * rng.uniform(0.4, 0.9 + degree)
            tick.scanned += around(rng, 800 + 9000 * degree, 0.6) * share
            for device in world.disks():
                ask = tick.demand[device.name]
                for name in ("reads", "writes", "read_kb", "write_kb"):
                    setattr(ask, name, getattr(ask, name) * (1 - 0.7 * share))
    for name, rate in (("compact_stall", stalls), ("thp_fault_alloc", stalls * rng.uniform(0.4, 3)), ("thp_fault_fallback", stalls * rng.uniform(0.5, 4)), ("thp_split", stalls * 0.2),
                       ("allocstall", stalls * rng.uniform(0.3, 1.5)), ("thp_collapse_alloc", rng.uniform(0.1, 2))):  # fmt: skip
        world.counters[f"rate:{name}"] = int(rate * 100)
    for proc in world.procs:
        if proc.rss_mb > 200 and chance(rng, 0.7):
            proc.cpu, proc.state = around(rng, 30 + 60 * degree, 0.3), "R"
    _kernel_threads(world, degree)
    if world.role == "apps" and chance(rng, 0.5):
        _redis(world, between(rng, 150, 500 + 4000 * degree))


def _kernel_threads(world: World, degree: float) -> None:
    rng = world.rng
    for proc in world.procs:
        if proc.name == "kswapd0":
            proc.cpu = around(rng, 3 + 20 * degree, 0.5)
    process(
        world,
        "root",
        "khugepaged",
        "[khugepaged]",
        min(99.0, around(rng, 8 + 60 * degree, 0.4)),
        0.0,
        "R" if chance(rng, 0.6) else "S",
    )
    if world.system.sysstat >= (11, 6):
        process(world, "root", "kcompactd0", "[kcompactd0]", min(99.0, around(rng, 5 + 50 * degree, 0.5)), 0.0, "R")


def harmless(world: World) -> None:
    """always, and it pays: large pages are found at once."""
    memory = world.memory
    given = memory.cache * world.rng.uniform(0.25, 0.5)
    memory.cache -= given
    remember(world)
    if world.role == "apps" and chance(world.rng, 0.5):
        _redis(world, 4)


TELLING = {
    "redis log": 0.6,
    "redis latency": 0.5,
    "thp": 0.8,
    "proc vmstat": 0.7,
    "top": 0.65,
    "vmstat": 0.75,
    "perf": 0.5,
    "meminfo": 0.5,
    "buddyinfo": 0.4,
    "sysctl": 0.15,
    "mpstat": 0.3,
    "sar -B": 0.15,
    "iostat -x": 0.35,
    "free": 0.3,
}

MECHANISMS = (
    Mechanism("transparent-hugepage-stall", SYSTEMS, ("oracle", "postgres", "mysql", "apps"), ("stalls", "stalls", "slow-db", "vague"), ground, harm, harmless, zfs=False, intervals=(1, 1, 2, 5), telling=TELLING,
              decisive=(frozenset({"thp", "proc vmstat"}), frozenset({"thp", "perf", "vmstat"}), frozenset({"thp", "perf", "top"}), frozenset({"thp", "top", "vmstat"}))),
)  # fmt: skip
