"""The ARC holds what a database or program needs, and yields too late: the host pages though nothing has grown."""

from tests.generated.effects import swap
from tests.generated.hosts import remember
from tests.generated.mechanism import Mechanism
from tests.generated.model import World
from tests.generated.noise import around, between
from tests.generated.systems import FREEBSD, SOLARIS, ZFS_LINUX


def ground(world: World) -> None:
    """No limit for the ARC, and memory given to a database."""
    memory, rng = world.memory, world.rng
    world.settings["zfs_arc_max"] = "0"
    memory.cache *= 0.3
    memory.arc = (memory.arc + memory.free - memory.floor * 3) * rng.uniform(0.75, 0.9)
    world.counters["arc_c_max"] = 0
    if world.system.linux:
        world.settings["zfs_arc_max"] = (
            str(int(memory.total * 2**20 * rng.choice((0.5, 0.75, 0.9)))) if memory.arc > memory.total * 0.48 else "0"
        )
    remember(world)


def harm(world: World, degree: float) -> None:
    """What the ARC holds is missing elsewhere; programs go to swap while it shrinks by halves."""
    rng, memory = world.rng, world.memory
    memory.swap_total = max(memory.swap_total, 4095)
    memory.cache = rng.uniform(30, 200)
    memory.programs = max(memory.programs, memory.total * 0.12)
    fixed = (
        memory.kernel
        + memory.shared
        + memory.cache
        + memory.buffers
        + memory.slab
        + memory.page_tables
        + 2 * memory.huge_pages
        + memory.floor * rng.uniform(0.8, 1.2)
    )
    memory.programs = min(memory.programs, max(memory.total * 0.12, memory.total * rng.uniform(0.45, 0.65) - fixed))
    out = min(
        memory.total * between(rng, 0.02, 0.03 + 0.09 * degree),
        memory.programs * 0.6,
        (memory.swap_total - memory.swap_used) * 0.95,
    )
    memory.arc = memory.total - fixed - memory.programs + out
    memory.programs -= out
    if world.system.linux and memory.arc > memory.total * 0.5:
        world.settings["zfs_arc_max"] = str(
            int(max(memory.arc * 1.08, memory.total * rng.choice((0.75, 0.85, 0.93))) * 2**20)
        )
    world.counters |= {
        "arc_no_grow": 1,
        "arc_c": int(memory.arc * rng.uniform(0.8, 0.98) * 2**20),
        "memory_throttle_count": int(around(rng, 2000 * degree, 1.0)) if world.system.linux else 0,
    }
    swap(world, out, rate_kb=between(rng, 600, 2000 + 12000 * degree))
    if world.system.linux and degree > 0.75 and rng.random() < 0.5:
        proc = max(world.procs, key=lambda proc: proc.rss_mb)
        world.say(
            f"{proc.name} invoked oom-killer: gfp_mask=0x6200ca(GFP_HIGHUSER_MOVABLE), order=0, oom_score_adj=0", 400
        )
        world.say(
            f"Out of memory: Kill process {proc.pid} ({proc.name}) score {rng.randint(200, 700)} or sacrifice child",
            399.5,
        )
        world.say(
            f"Killed process {proc.pid} ({proc.name}) total-vm:{int(proc.size_mb * 1024)}kB, anon-rss:{int(proc.rss_mb * 1024)}kB, file-rss:0kB, shmem-rss:0kB",
            399,
        )
        world.also.add("host-out-of-memory")
    world.also.add("swap-thrash")
    if world.system.freebsd:  # its top tells of the ARC and of swapping
        world.needs = (*SHOWN, frozenset({"top", "vmstat"}), frozenset({"top", "swapinfo"}))


SHOWN = tuple(
    frozenset(forms.split(", "))
    for forms in (
        "vmstat, arcstats", "vmstat, ::arc", "vmstat, memstat", "vmstat, arcstat", "sar -W, arcstats", "vmstat -p, memstat", "vmstat -p, ::arc", "top, swapinfo, arcstats", "free, arcstats, top",
        "vmstat, meminfo, zfs parameters", "vmstat, meminfo, zpool status", "vmstat, meminfo, zpool list", "vmstat, meminfo, zpool iostat", "vmstat, meminfo, zpool iostat -v",
    )
)  # fmt: skip

MECHANISMS = (
    Mechanism(
        "zfs-arc-memory-squeeze",
        (*SOLARIS, *FREEBSD, *ZFS_LINUX),
        ("oracle", "postgres", "mysql", "vms", "apps"),
        ("memory", "memory", "slow-db", "vague"),
        ground,
        harm,
        zfs=True,
        telling={"vmstat": 0.8, "arcstats": 0.6, "free": 0.6, "meminfo": 0.5, "top": 0.65, "memstat": 0.75, "::arc": 0.55, "swap": 0.4, "vmstat -p": 0.4, "prstat": 0.5,
                 "arcstat": 0.2, "zfs parameters": 0.25, "swapinfo": 0.4, "iostat -x": 0.3, "iostat -xn": 0.3},
        decisive=SHOWN,
    ),
)  # fmt: skip
