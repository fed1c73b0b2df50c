"""The room for the log is small for what is written: checkpoints begin long before the timer, and every page goes out whole again."""

from datetime import timedelta

from tests.generated.mechanism import Mechanism
from tests.generated.mechanisms.postgres_checkpoint_io import QUERIES
from tests.generated.model import World
from tests.generated.noise import around, between, chance
from tests.generated.programs import postgres
from tests.generated.programs.postgres import Checkpoint, Server
from tests.generated.systems import ALL, LINUX


def _server(world: World) -> tuple[Server, float]:
    """A server with little room, and how many MB of log lie between checkpoints."""
    rng = world.rng
    found = postgres.draw(world)
    kept = dict(found.settings)
    postgres.tuned(world, found)
    if chance(rng, 0.25):
        found.settings = kept | {"log_checkpoints": "on"}
        postgres.fit_memory(world, found)
        world.also.add("postgres-default-settings")
    found.settings["log_checkpoints"] = "on" if chance(rng, 0.8) else "off"
    found.settings.setdefault("log_min_duration_statement", rng.choice(("500ms", "1s", "-1")))
    target = float(found.value("checkpoint_completion_target"))
    if found.version < (9, 5):
        found.settings["checkpoint_segments"] = text = rng.choice(("3", "3", "8", "10", "16", "32"))
        return found, int(text) * 16.0
    found.settings["max_wal_size"] = rng.choice(("1GB", "1GB", "1GB", "2GB", "512MB", "3GB"))
    found.settings.setdefault("min_wal_size", "80MB")
    return found, postgres.size_mb(found.settings["max_wal_size"]) / (1 + target)


def harm(world: World, degree: float) -> None:
    """Writes without end: log, whole pages, and the buffers again and again."""
    rng = world.rng
    found, room = _server(world)
    timer = postgres.seconds(found.value("checkpoint_timeout"))
    data = world.disks()
    able = sum(min(device.mb_s * 0.45, device.write_iops * 0.03) for device in data)
    every = max(2.5, min(timer * (0.5 - 0.3 * degree), room / min(able, between(rng, 6, 25 + 120 * degree))))
    rate = room / every
    _history(world, found, every, room, degree)
    for tick in world.ticks:
        if not tick.trouble:
            continue
        wave = 1.0 + 0.6 * degree * (0.5 - ((tick.time - world.boot).total_seconds() % every) / every)
        for device in data:
            ask = tick.demand[device.name]
            size = between(rng, 20, 90)
            ask.add(writes=rate * 1024 / len(data) / size * around(rng, 0.9, 0.15) * wave, write_kb=size)
            pages = rate * rng.uniform(0.5, 1.1) * 128 / len(data) / 4
            ask.add(writes=min(pages, device.write_iops * (0.4 + 0.35 * degree)) * wave, write_kb=between(rng, 8, 32))
        tick.dirty_mb += rate * rng.uniform(0.5, 4)
        tick.user = min(85.0, tick.user * 1.3)
        tick.blocked = max(tick.blocked, rng.uniform(0.5, 2 + 8 * degree))
    world.settings["pg:waits"] = (
        "LWLock:WALWriteLock IO:WALWrite IO:WALSync LWLock:WALInsertLock Client:ClientRead IO:DataFileRead"
    )
    if degree > 0.85:
        world.also.add("postgres-checkpoint-io")


def _history(world: World, found: Server, every: float, room: float, degree: float) -> None:
    rng = world.rng
    total = postgres.buffers_of(found)
    time = world.end - timedelta(seconds=every * rng.randint(12, 45))
    dirtied = min(total * 0.7, room * 128 / rng.uniform(3, 9))
    target = float(found.value("checkpoint_completion_target"))
    while time < world.end:
        gap = around(rng, every, 0.18)
        sync = min(gap * 0.25, around(rng, 0.2 + 2.5 * degree, 0.7))
        write = min(gap * target, gap - sync - 0.1) * rng.uniform(0.9, 1.0)
        distance = int(room * 1024 * rng.uniform(0.9, 1.12))
        found.checkpoints.append(
            Checkpoint(
                time,
                max(0.1, write),
                sync,
                "wal",
                int(around(rng, dirtied, 0.15)),
                rng.randint(20, 160),
                sync * rng.uniform(0.2, 0.7),
                distance // 16384,
                distance,
            )
        )
        if chance(rng, 0.5):
            postgres.slow(
                world, found, time + timedelta(seconds=write + sync), 0.3, 1 + 9 * degree, rng.randint(1, 3), QUERIES
            )
        time += timedelta(seconds=gap)
    postgres.count(world, found, every * rng.uniform(1.0, 2.5), rng.uniform(0.72, 0.995))
    found.backends = int(found.written * rng.uniform(0.3, 1.5))


def harmless(world: World) -> None:
    """A bulk load in the night went through a few of them; by day the timer has its way."""
    rng = world.rng
    found = postgres.draw(world)
    postgres.tuned(world, found)
    postgres.ordinary(world)
    night = (world.end - timedelta(days=1)).replace(hour=rng.randint(0, 4), minute=rng.randint(0, 50))
    before = []
    for _ in range(rng.randint(2, 7)):
        gap = rng.uniform(31, 140)
        before.append(
            Checkpoint(
                night,
                gap * 0.8,
                rng.uniform(0.1, 1.0),
                "wal",
                rng.randint(3000, 60000),
                rng.randint(20, 90),
                0.1,
                300,
                300 * 16384,
            )
        )
        night += timedelta(seconds=gap)
    found.checkpoints[:0] = before
    postgres.count(world, found, postgres.seconds(found.value("checkpoint_timeout")), rng.uniform(0.005, 0.05))


TELLING = {
    "pg log": 0.8,
    "pg_stat_bgwriter": 0.65,
    "pg_stat_checkpointer": 0.75,
    "pg_settings": 0.5,
    "postgresql.conf": 0.45,
    "iostat -x": 0.55,
    "vmstat": 0.4,
    "iostat -xn": 0.5,
    "zpool iostat": 0.2,
    "pg version": 0.35,
    "pg_stat_activity": 0.2,
    "pg show": 0.15,
}

MECHANISMS = (
    Mechanism("postgres-wal-driven-checkpoints", (*LINUX, *ALL), ("postgres",), ("slow-db", "stalls", "vague"), harm=harm, harmless=harmless, zfs=None, telling=TELLING,
              decisive=(frozenset({"pg log"}), frozenset({"pg_stat_bgwriter"}), frozenset({"pg_stat_checkpointer"})), standing=True),
)  # fmt: skip
