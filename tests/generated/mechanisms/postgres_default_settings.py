"""A large server with the settings of the first minute, or with those of a release long gone."""

from datetime import timedelta

from tests.generated.hosts import remember
from tests.generated.mechanism import Mechanism
from tests.generated.model import World
from tests.generated.noise import around, between, chance
from tests.generated.programs import oracle, postgres
from tests.generated.programs.postgres import Line, Server
from tests.generated.systems import LINUX

GONE = (("checkpoint_segments", "64", "9.5"), ("checkpoint_segments", "128", "9.5"), ("max_fsm_pages", "2000000", "8.4"), ("max_fsm_relations", "5000", "8.4"), ("wal_keep_segments", "256", "13"),
        ("replacement_sort_tuples", "150000", "11"), ("stats_temp_directory", "'/run/pg_stats'", "15"), ("add_missing_from", "on", "9.0"), ("custom_variable_classes", "'plpgsql'", "9.2"))  # fmt: skip


def _untouched(world: World) -> Server:
    """What initdb wrote."""
    rng = world.rng
    found = postgres.draw(world)
    if chance(rng, 0.4):
        found.settings["max_connections"] = rng.choice(("200", "300", "500"))
    if chance(rng, 0.35):
        found.settings["log_checkpoints"] = "on"
    if chance(rng, 0.35):
        found.settings |= {"log_min_duration_statement": "1s"} | ({"log_temp_files": "0"} if chance(rng, 0.5) else {})
    if chance(rng, 0.12):
        found.settings["shared_buffers"] = rng.choice(("256MB", "512MB"))
    postgres.fit_memory(world, found)
    return found


def harm(world: World, degree: float) -> None:
    """Reads go past the tiny cache, sorts go to files, and the timer of checkpoints is beaten by the log."""
    rng, found = world.rng, _untouched(world)
    found.size_gb = between(rng, 40, 200 + 900 * degree)
    age = (world.end - found.reset).total_seconds()
    rate = between(rng, 900, 3000 + 25000 * degree)
    found.reads = int(age * rate)
    found.hits = int(found.reads * rng.uniform(0.6, 9.0 - 5 * degree))
    found.temp_files = int(age * between(rng, 0.02, 0.1 + 1.5 * degree))
    found.temp_bytes = int(found.temp_files * between(rng, 5e6, 3e8))
    postgres.ordinary(world, sync=0.3)
    postgres.count(
        world,
        found,
        postgres.seconds(found.value("checkpoint_timeout")) / rng.uniform(1.2, 2 + 4 * degree),
        rng.uniform(0.2, 0.75),
    )
    if found.requested > found.timed:
        world.also.add("postgres-wal-driven-checkpoints")
    world.also.add("postgres-temp-spills")
    for tick in world.ticks:
        if not tick.trouble:
            continue
        share = around(rng, 0.25 + 0.55 * degree, 0.15)
        for device in world.disks():
            ask, size = tick.demand[device.name], between(rng, 10, 40)
            most = min(device.read_iops, device.mb_s * 1024 / size)
            ask.add(reads=most * share, read_kb=size, writes=most * share * 0.25, write_kb=between(rng, 16, 120))
        tick.blocked = max(tick.blocked, rng.uniform(1, 3 + 10 * degree))
        tick.user = min(85.0, tick.user * 1.2)
    if found.value("log_temp_files") == "0":
        _temp_lines(world, found)
    postgres.slow(world, found, world.end - timedelta(seconds=30), 1.0, 4 + 40 * degree, rng.randint(3, 12), ("statement: SELECT customer, sum(total) FROM orders GROUP BY customer ORDER BY 2 DESC",
                  "execute <unnamed>: SELECT o.* FROM orders o JOIN items i ON i.order_id = o.id WHERE o.created > $1"))  # fmt: skip
    world.settings["pg:waits"] = "IO:DataFileRead IO:DataFileRead IO:BufFileWrite IO:BufFileRead Client:ClientRead"


def _temp_lines(world: World, found: Server) -> None:
    rng = world.rng
    for number in range(rng.randint(4, 25)):
        size = int(between(rng, 3e6, 4e8))
        found.log.append(
            Line(
                world.end - timedelta(seconds=rng.uniform(5, 5000)),
                "LOG",
                f'temporary file: path "base/pgsql_tmp/pgsql_tmp{rng.randint(2000, 30000)}.{number}", size {size}',
                "client backend",
            )
        )


def no_start(world: World, _degree: float) -> None:
    """The file of the old release has names that the new one does not know."""
    rng = world.rng
    newer = [
        each for each in GONE if postgres.parse(each[2]) <= (9, 0) or world.start.year > postgres.RELEASES[each[2]] + 1
    ]
    name, value, since = rng.choice(newer)
    found = postgres.draw(world, since)
    postgres.tuned(world, found)
    found.settings[name] = value
    found.down = True
    line = rng.randint(180, 640)
    path = f"{found.data}/postgresql.conf"
    time = world.end - timedelta(seconds=rng.uniform(30, 900))
    for _ in range(rng.randint(1, 4)):
        where = f'unrecognized configuration parameter "{name}"' + (
            f' in file "{path}" line {line}' if found.version >= (9, 2) else ""
        )
        found.log += [Line(time, "LOG" if found.version >= (9, 2) else "FATAL", where, "postmaster")]
        if found.version >= (9, 2):
            found.log += [
                Line(
                    time + timedelta(seconds=0.002),
                    "FATAL",
                    f'configuration file "{path}" contains errors',
                    "postmaster",
                )
            ]
        time -= timedelta(seconds=rng.uniform(20, 200))
    world.memory.cache += world.memory.shared
    world.memory.shared = rng.uniform(2, 40)
    remember(world)
    world.procs[:] = [proc for proc in world.procs if not proc.name.startswith("postgres")]
    oracle.idle(world)
    if world.system.sysstat >= (10, 0):
        world.say(
            f"postgresql-{found.release}.service: Main process exited, code=exited, status=1/FAILURE", 20, "systemd"
        )
        world.say("Failed to start PostgreSQL database server.", 19.9, "systemd")


def harmless(world: World) -> None:
    """Nobody set anything, and the database is so small that it does not matter."""
    rng, found = world.rng, _untouched(world)
    found.size_gb = between(rng, 0.02, 0.6)
    age = (world.end - found.reset).total_seconds()
    found.reads = int(age * between(rng, 0.02, 0.5))
    found.hits = int(found.reads * between(rng, 300, 4000))
    found.temp_files = rng.randint(0, 12)
    found.temp_bytes = found.temp_files * 3_000_000
    postgres.ordinary(world)
    for tick in world.ticks:
        for device in world.disks():
            ask = tick.demand[device.name]
            ask.reads, ask.read_kb, ask.writes, ask.write_kb = (
                ask.reads * 0.05,
                ask.read_kb * 0.05,
                ask.writes * 0.2,
                ask.write_kb * 0.2,
            )
        tick.user *= 0.3


TELLING = {"pg_settings": 0.75, "postgresql.conf": 0.6, "pg show": 0.3, "pg show all": 0.2, "free": 0.6, "pg_stat_database": 0.5, "pg sizes": 0.5, "pg hit ratio": 0.3, "pg log": 0.4, "iostat -x": 0.4, "top": 0.3,
           "meminfo": 0.3, "pg version": 0.5, "pg_stat_bgwriter": 0.3}  # fmt: skip
SET = ("pg_settings", "postgresql.conf", "pg show all")
HOST = ("free", "meminfo", "top")

MECHANISMS = (
    Mechanism("postgres-default-settings", LINUX, ("postgres",), ("slow-db", "slow-db", "vague"), harm=harm, harmless=harmless, zfs=False, telling=TELLING,
              decisive=tuple(frozenset({one, two}) for one in SET for two in HOST), standing=True),
    Mechanism("postgres-default-settings", LINUX, ("postgres",), ("start-db", "start-db", "vague"), harm=no_start, harmless=harmless, zfs=False, moment="during", telling=TELLING | {"pg log": 0.9, "messages": 0.3},
              decisive=(frozenset({"pg log"}),), standing=True, harmless_share=0.1),
)  # fmt: skip
