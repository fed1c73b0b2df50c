"""Writers fill the page cache up to the limit of unwritten data, and stand still until a slow drive has drained it."""

from tests.generated.effects import process, wait_for
from tests.generated.hosts import remember
from tests.generated.mechanism import Mechanism
from tests.generated.model import World
from tests.generated.noise import around, between
from tests.generated.render.tasks import block
from tests.generated.systems import LINUX

JOBS = ("dd if=/dev/zero of={m}/test.img bs=1M count=32000", "cp -a /mnt/old/. {m}/", "rsync -a --inplace backup:/vol/ {m}/", "tar xf /mnt/full.tar -C {m}", "gunzip -c dump.sql.gz", "mongorestore --dir={m}/dump", "scp -r build: {m}/")  # fmt: skip


def _ratios(world: World) -> float:
    """The limit as a share of what may be dirty; some hosts have had it raised."""
    rng, old = world.rng, world.system.sysstat < (9, 0)
    ratio = rng.choice((40, 40, 50) if old else (20, 20, 20, 30, 40, 60, 80))
    world.settings["vm.dirty_ratio"] = str(ratio)
    world.settings["vm.dirty_background_ratio"] = str(
        rng.choice((10, 10, 20 if ratio > 20 else 10, 5 if not old else 10))
    )
    return ratio / 100


def ground(world: World) -> None:
    """Much memory, a high limit, and a drive that is slow beside it."""
    memory = world.memory
    world.counters["dirty_limit_mb"] = int(_ratios(world) * (memory.free + memory.cache) * 0.98)


def harm(world: World, degree: float) -> None:
    """Bursts at the speed of memory, then silence while the backlog drains; whoever writes is blocked."""
    rng, memory = world.rng, world.memory
    memory.cache += memory.free - memory.floor * rng.uniform(1.2, 3)
    remember(world)
    limit = world.counters["dirty_limit_mb"] = int(
        float(world.settings["vm.dirty_ratio"]) / 100 * (memory.free + memory.cache) * 0.98
    )
    old = world.kernel.startswith("2.6")
    job = process(world, "root", "x", rng.choice(JOBS).format(m=world.names["datamount"]), 6.0, 12)
    job.name = job.args.split()[0]
    block(
        world, job, "get_request_wait" if old else "balance_dirty_pages", between(rng, 20, 500) if degree > 0.6 else 0
    )
    threads = (
        ("pdflush", "kjournald")
        if world.system.sysstat < (8, 0)
        else ("flush-253:2", "jbd2/dm-2-8")
        if old or world.kernel.startswith("3.0")
        else ("kworker/u16:2+flush-253:2", "jbd2/dm-2-8")
    )
    for number in range(rng.randint(2, 3 + int(8 * degree))):
        proc = process(
            world,
            "root" if number else "mysql",
            threads[number]
            if number < 2
            else rng.choice(("syslogd", "java", "postgres", "bash", "vi", "sshd", "mysqld")),
            "",
            0.0,
            10 if number > 1 else 0,
        )
        proc.args = f"[{proc.name}]" if number < 2 else proc.name
        block(
            world,
            proc,
            "get_request_wait"
            if old and number < 2
            else "wait_on_page_bit"
            if number < 2
            else rng.choice(("wait_on_page_bit", "balance_dirty_pages")),
            between(rng, 10, 400) if degree > 0.7 and number == 3 else 0,
        )
    target = world.disks()[0]
    wave = max(world.interval * 2.0, between(rng, 6, 10 + 30 * degree))
    burst = rng.uniform(0.12, 0.35)
    for tick in world.ticks:
        if not tick.trouble:
            continue
        phase = ((tick.time - world.start).total_seconds() % wave) / wave
        ask = tick.demand[target.name]
        ask.reads *= 0.15
        ask.read_kb *= 0.15
        size = 180.0 if target.kind in ("hdd", "sas") else 120.0
        ask.add(writes=target.mb_s * 1024 / size * rng.uniform(1.0, 1.3), write_kb=around(rng, size, 0.1))
        ask.crowd = target.depth * rng.uniform(2.0, 4.0)
        share = around(rng, 0.95, 0.03) if phase < burst + 0.2 else around(rng, 0.95 - 0.18 * phase, 0.03)
        unwritten = min(1.01, share) * limit
        tick.writeback_mb = unwritten * rng.uniform(0.35, 0.9) if phase > burst else unwritten * rng.uniform(0.15, 0.4)
        tick.dirty_mb = unwritten - tick.writeback_mb
        tick.blocked = rng.uniform(2, 5 + 9 * degree)
        if old or wave > 20:
            tick.submitted = (
                target.mb_s * 1024 * rng.uniform(2.0, 7.0)
                if phase < burst
                else 0.0
                if rng.random() < 0.75
                else rng.uniform(4, 900)
            )
        if phase >= burst:
            wait_for(tick, 0.5 + 0.4 * degree)


MECHANISMS = (
    Mechanism(
        "linux-writeback-stall", LINUX, ("files", "backup", "apps", "mysql", "vms"), ("stalls", "stalls", "stalls", "vague"), ground, harm, zfs=False, kinds=("hdd", "hdd", "sas", "cloud", "ssd"),
        intervals=(1, 1, 1, 2, 3, 5),
        telling={"vmstat": 0.9, "meminfo": 0.85, "iostat -x": 0.65, "sysctl": 0.6, "dmesg": 0.4, "top": 0.45, "ps wchan": 0.3, "free": 0.3, "pressure": 0.2},
        decisive=(frozenset({"meminfo", "vmstat"}), frozenset({"meminfo", "iostat -x"}), frozenset({"vmstat", "sysctl", "ps wchan"})),
    ),
)  # fmt: skip
