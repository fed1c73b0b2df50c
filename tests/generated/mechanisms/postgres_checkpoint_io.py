"""A checkpoint hands the kernel more than the storage takes in a moment: at its end, fsync waits until all is written."""

from datetime import datetime, timedelta

from tests.generated.effects import wait_for
from tests.generated.mechanism import Mechanism
from tests.generated.model import Tick, World
from tests.generated.noise import around, between, chance
from tests.generated.programs import postgres
from tests.generated.programs.postgres import Checkpoint, Server
from tests.generated.systems import LINUX

QUERIES = (
    "statement: COMMIT",
    "statement: INSERT INTO history VALUES ($1, $2, now())",
    "execute <unnamed>: UPDATE accounts SET balance = balance + $1 WHERE id = $2",
    "statement: SELECT * FROM orders WHERE customer = 4711",
)


def _server(world: World) -> Server:
    """Somebody gave it large buffers and looks at its checkpoints."""
    rng = world.rng
    found = postgres.draw(world)
    postgres.tuned(world, found)
    found.settings["log_checkpoints"] = "on"
    if chance(rng, 0.7):
        found.settings["log_min_duration_statement"] = rng.choice(("250ms", "500ms", "1s", "2s"))
    if found.version >= (9, 6):
        found.settings["checkpoint_flush_after"] = rng.choice(("0", "0", "256kB")) if chance(rng, 0.6) else "0"
    if chance(rng, 0.4):
        found.settings["checkpoint_completion_target"] = rng.choice(("0.5", "0.3", "0.7"))
    found.settings["checkpoint_timeout"] = rng.choice(("5min", "5min", "10min", "15min", "30min"))
    return found


def harm(world: World, degree: float) -> None:
    """Every so often all that was dirty goes down at once, and everybody stands."""
    rng, found = world.rng, _server(world)
    period = postgres.seconds(found.settings["checkpoint_timeout"])
    length, backlog, size = _backlog(world, min(period * 0.4, between(rng, 4, 10 + 90 * degree)))
    window = world.interval * world.count
    found.settings.setdefault("log_min_duration_statement", "-1")
    first = world.start + timedelta(seconds=rng.uniform(-length * 0.3, max(1.0, window - length * 0.6)))
    _history(world, found, first, period, length, degree)
    data = world.disks()
    speed = sum(device.mb_s for device in data)
    for tick in world.ticks:
        share = _covered(world, tick, first, length) * (1.0 if tick.trouble else 0.0)
        done = min(1.0, max(0.0, (tick.time - first).total_seconds() / length))
        tick.dirty_mb = (
            backlog * (1 - done) * (1.0 if done else min(1.0, 0.35 + 0.65 * tick.load)) + around(rng, 8, 0.5)
            if tick.trouble
            else tick.dirty_mb
        )
        if share <= 0:
            continue
        tick.writeback_mb = min(tick.dirty_mb, speed * rng.uniform(0.15, 0.6))
        wait_for(tick, share * (0.3 + 0.5 * degree))
        for device in data:
            ask = tick.demand[device.name]
            most = min(device.write_iops, device.mb_s * 1024 / size)
            ask.reads, ask.read_kb = ask.reads * (1 - 0.5 * share), ask.read_kb * (1 - 0.5 * share)
            ask.add(writes=most * share * rng.uniform(1.0, 1.3 + degree), write_kb=around(rng, size, 0.08))
            ask.crowd = max(
                ask.crowd,
                share * device.depth * rng.uniform(0.9, 1.0) * (1.0 if device.kind in ("hdd", "sas") else 2.0),
            )
        tick.blocked = max(tick.blocked, rng.uniform(4, 12 + 40 * degree) * share)
    world.settings["pg:waits"] = (
        "LWLock:WALWriteLock LWLock:WALWriteLock IO:WALSync IO:DataFileRead IO:DataFileExtend Client:ClientRead"
    )
    if backlog > 0.1 * world.memory.total:
        world.also.add("linux-writeback-stall")


def _backlog(world: World, wanted: float) -> tuple[float, float, float]:
    """Seconds that the files take to sync, the MB that wait for it, and the kB of one write: as much as memory may hold unwritten."""
    rng, memory = world.rng, world.memory
    data = world.disks()
    size = between(rng, 50, 180) if data[0].kind in ("hdd", "sas") else between(rng, 14, 60)
    able = sum(min(device.write_iops * size / 1024, device.mb_s) for device in data) * rng.uniform(0.6, 0.85)
    most = min(memory.cache * 0.5, memory.total * 0.075)
    if (most / able < wanted and chance(rng, 0.4)) or most / able < 3:
        world.settings |= {
            "vm.dirty_background_ratio": rng.choice(("25", "30", "40")),
            "vm.dirty_ratio": rng.choice(("60", "70", "80")),
        }
        most = min(memory.cache * 0.6, memory.total * 0.25)
    length = max(2.5, min(wanted, most / able))
    return length, min(most, length * able), size


def _covered(world: World, tick: Tick, first: datetime, length: float) -> float:
    """The share of a sample in which the files are synced."""
    begin = (tick.time - first).total_seconds()
    return max(0.0, min(begin + world.interval, length) - max(begin, 0.0)) / world.interval


def _history(world: World, found: Server, sync_at: datetime, period: float, length: float, degree: float) -> None:
    """Checkpoints of the last hours, with the one that ends in the samples."""
    rng, total = world.rng, postgres.buffers_of(found)
    target = float(found.value("checkpoint_completion_target"))
    write = period * target * rng.uniform(0.97, 0.999)
    last = sync_at - timedelta(seconds=write)
    share = rng.uniform(0.12, 0.3 + 0.3 * degree)
    for number in range(rng.randint(3, 9), -1, -1):
        own = length if number == 0 else around(rng, length * 0.8, 0.35)
        buffers = int(total * min(0.8, around(rng, share, 0.25)))
        kept = min(own, period * 0.45)
        start = last - timedelta(seconds=period * number)
        found.checkpoints.append(
            Checkpoint(
                start,
                write * rng.uniform(0.98, 1.0),
                kept,
                "time",
                buffers,
                rng.randint(60, 480),
                kept * rng.uniform(0.3, 0.85),
                rng.randint(40, 300),
                buffers * rng.randint(9, 20),
            )
        )
        for _ in range(rng.randint(2, 9)):
            when = start + timedelta(seconds=write + kept * rng.uniform(0.3, 1.0))
            postgres.slow(world, found, when, kept * 0.1, kept * 0.95, 1, QUERIES)
    postgres.count(world, found, period, 0.02)
    found.backend_fsync = 0 if chance(rng, 0.7) else rng.randint(1, 4000)


def harmless(world: World) -> None:
    """Large checkpoints, and the storage takes them as they come."""
    found = _server(world)
    postgres.ordinary(world, sync=world.rng.uniform(0.02, 0.4))
    found.backend_fsync = 0


TELLING = {"pg log": 0.85, "pg_stat_bgwriter": 0.5, "pg_stat_checkpointer": 0.6, "iostat -x": 0.75, "vmstat": 0.6, "meminfo": 0.4, "pg_settings": 0.4, "postgresql.conf": 0.35, "sysctl": 0.4, "pg_stat_activity": 0.3,
           "pg version": 0.3, "sar -d": 0.2}  # fmt: skip

MECHANISMS = (
    Mechanism("postgres-checkpoint-io", LINUX, ("postgres",), ("stalls", "stalls", "slow-db", "vague"), harm=harm, harmless=harmless, zfs=False, kinds=("hdd", "sas", "sas", "lun", "cloud"),
              intervals=(1, 2, 5, 10), telling=TELLING, decisive=(frozenset({"pg log"}), frozenset({"pg_stat_bgwriter", "iostat -x"}), frozenset({"pg_stat_checkpointer", "iostat -x"})), standing=True),
)  # fmt: skip
