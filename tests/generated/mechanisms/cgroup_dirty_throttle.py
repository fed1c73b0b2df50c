"""The memory limit of a container gives it a small limit of unwritten data, at which its writers are held up; the host is at ease."""

from tests.generated.effects import process
from tests.generated.mechanism import Mechanism
from tests.generated.model import World
from tests.generated.noise import around, between
from tests.generated.render.tasks import block
from tests.generated.systems import SYSTEMS

CGROUP2 = tuple(system.name for system in SYSTEMS if system.linux and system.cgroup2)


def _group(world: World) -> str:
    rng = world.rng
    digits = "".join(rng.choices("0123456789abcdef", k=32))
    return rng.choice((
        f"/sys/fs/cgroup/system.slice/docker-{digits}{digits}.scope", f"/sys/fs/cgroup/kubepods.slice/kubepods-burstable.slice/kubepods-burstable-pod{digits[:8]}_{digits[8:12]}_{digits[12:16]}.slice",
        f"/sys/fs/cgroup/system.slice/{world.names['service']}.service", f"/sys/fs/cgroup/machine.slice/libpod-{digits}{digits}.scope",
    ))  # fmt: skip


def _show(world: World, limit_mb: int, program: float, unwritten: float, stuck: float) -> None:
    rng, group = world.rng, _group(world)
    cache = (limit_mb - program) * rng.uniform(0.75, 0.97)
    dirty = unwritten * rng.uniform(0.3, 0.8)
    current = int(min(limit_mb * 0.999, program + cache + limit_mb * 0.02) * 2**20)
    figures = {"anon": program, "file": cache, "kernel": limit_mb * 0.012, "shmem": 0.0, "file_mapped": program * 0.1, "file_dirty": dirty, "file_writeback": unwritten - dirty,
               "inactive_anon": program * 0.95, "active_anon": program * 0.05, "inactive_file": cache * 0.7, "active_file": cache * 0.3, "slab": limit_mb * 0.008}  # fmt: skip
    rows = [f"{group}/memory.max:{limit_mb * 2**20}", f"{group}/memory.high:max", f"{group}/memory.current:{current}"]
    rows += [f"{group}/memory.stat:{name} {int(mb * 2**20) // 4096 * 4096}" for name, mb in figures.items()]
    rows += [
        f"{group}/memory.events:{name} {count}"
        for name, count in (
            ("low", 0),
            ("high", 0),
            ("max", int(between(rng, 20, 90000)) if stuck else 0),
            ("oom", 0),
            ("oom_kill", 0),
        )
    ]
    world.show("memory.stat", f"grep . {group}/memory.{{max,high,current,stat,events}}", "\n".join(rows) + "\n")
    total = int(world.uptime.total_seconds() * 1e5 * (stuck + 0.01))
    text = "".join(
        f"{word} avg10={stuck * part:.2f} avg60={stuck * part * 0.9:.2f} avg300={stuck * part * 0.7:.2f} total={total}\n"
        for word, part in (("some", 1.0), ("full", 0.93))
    )
    if world.system.psi:
        world.show("io.pressure", f"cat {group}/io.pressure", text)
    name = world.names["service"]
    limit = f"{limit_mb / 1024:.3g}GiB" if limit_mb >= 1024 else f"{limit_mb}MiB"
    world.show(
        "docker stats",
        "docker stats --no-stream",
        f"CONTAINER ID   NAME      CPU %     MEM USAGE / LIMIT     MEM %     NET I/O           BLOCK I/O         PIDS\n{''.join(rng.choices('0123456789abcdef', k=12))}   {name}   {rng.uniform(1, 9):.2f}%     {(current / 2**20 - cache * 0.7):.1f}MiB / {limit}   {100 * (current / 2**20 - cache * 0.7) / limit_mb:.2f}%    {rng.randint(1, 90)}MB / {rng.randint(1, 90)}MB   {rng.uniform(1, 9):.1f}GB / {rng.randint(20, 400)}GB   {rng.randint(8, 60)}\n",
    )


def _limit(world: World) -> tuple[int, float]:
    limit = world.rng.choice((256, 512, 512, 768, 1024, 2048, 4096))
    return limit, limit * world.rng.uniform(0.15, 0.6)


def harm(world: World, degree: float) -> None:
    """The writers of one container wait in the kernel; drives and host have room."""
    rng = world.rng
    limit, program = _limit(world)
    ratio = 0.2
    unwritten = (limit - program) * ratio * rng.uniform(0.78, 1.0)
    target = world.disks()[0]
    for number in range(rng.randint(1, 3)):
        proc = process(
            world,
            world.names["user"],
            rng.choice((world.names["service"], "java", "tar", "pg_dump", "python3", "rsync")),
            f"/app/{world.names['service']} --worker {number}",
            2.0,
            program / 3,
        )
        block(world, proc, "balance_dirty_pages", between(rng, 30, 900) if degree > 0.7 and number == 0 else 0)
    for tick in world.ticks:
        if tick.trouble:
            tick.demand[target.name].add(writes=between(rng, 8, 60), write_kb=between(rng, 90, 350))
            tick.dirty_mb += unwritten * rng.uniform(0.3, 0.8)
            tick.writeback_mb += unwritten * rng.uniform(0.1, 0.3)
            tick.blocked = rng.uniform(1, 3)
    _show(world, limit, program, unwritten, min(97.0, 35 + 60 * degree * rng.uniform(0.8, 1.1)))


def harmless(world: World) -> None:
    """A container with a small limit that writes little."""
    limit, program = _limit(world)
    _show(world, limit, program, around(world.rng, (limit - program) * 0.004, 0.6), 0.0)


MECHANISMS = (
    Mechanism(
        "cgroup-dirty-throttle", CGROUP2, ("apps", "apps", "vms"), ("stalls", "slow-storage", "vague"), harm=harm, harmless=harmless, zfs=False, kinds=("ssd", "nvme", "cloud", "hdd"),
        telling={"memory.stat": 0.85, "io.pressure": 0.5, "docker stats": 0.5, "ps wchan": 0.65, "meminfo": 0.7, "iostat -x": 0.7, "vmstat": 0.5, "dmesg": 0.3, "pressure": 0.3, "sysctl": 0.3},
        decisive=(frozenset({"memory.stat", "ps wchan"}), frozenset({"memory.stat", "meminfo"}), frozenset({"memory.stat", "io.pressure"}), frozenset({"memory.stat", "iostat -x"})),
    ),
)  # fmt: skip
