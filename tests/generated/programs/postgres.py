"""A PostgreSQL server: release, settings, checkpoints, and what it counted."""

from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import cast

from tests.generated import procs
from tests.generated.hosts import remember
from tests.generated.model import World
from tests.generated.noise import around, between, chance
from tests.generated.programs import apart

RELEASES = {"8.4": 2009, "9.0": 2010, "9.1": 2011, "9.2": 2012, "9.3": 2013, "9.4": 2015, "9.5": 2016, "9.6": 2016, "10": 2017, "11": 2018, "12": 2019, "13": 2020, "14": 2021, "15": 2022, "16": 2023, "17": 2024}  # fmt: skip
MINOR = {
    "8.4": 22,
    "9.0": 23,
    "9.1": 24,
    "9.2": 24,
    "9.3": 25,
    "9.4": 26,
    "9.5": 25,
    "9.6": 24,
    "10": 23,
    "11": 22,
    "12": 19,
    "13": 16,
    "14": 13,
    "15": 8,
    "16": 4,
    "17": 2,
}


def parse(release: str) -> tuple[int, int]:
    """9.6 as (9, 6), 14 as (14, 0)."""
    first, _, second = release.partition(".")
    return int(first), int(second or 0)


@dataclass
class Checkpoint:
    """One checkpoint: seconds of writing and of syncing, and why it began."""

    start: datetime
    write: float
    sync: float
    reason: str  # time, wal, shutdown, force
    buffers: int
    files: int
    longest: float
    segments: int
    distance_kb: int

    @property
    def end(self) -> datetime:
        return self.start + timedelta(seconds=self.write + self.sync + 0.05)


@dataclass(frozen=True)
class Line:
    """A line of the server's log."""

    time: datetime
    level: str
    text: str
    who: str = "checkpointer"  # or client backend, postmaster
    hint: str = ""
    detail: str = ""


@dataclass
class Server:
    """What was set, what happened."""

    release: str
    version: tuple[int, int]
    minor: str
    settings: dict[str, str]  # in words of postgresql.conf; those set by somebody
    data: str
    log: list[Line] = field(default_factory=list)
    checkpoints: list[Checkpoint] = field(default_factory=list)
    timed: int = 0
    requested: int = 0
    write_ms: float = 0.0
    sync_ms: float = 0.0
    written: int = 0  # buffers of checkpoints
    cleaned: int = 0
    backends: int = 0
    backend_fsync: int = 0
    allocated: int = 0
    hits: int = 0
    reads: int = 0
    commits: int = 0
    temp_files: int = 0
    temp_bytes: int = 0
    size_gb: float = 0.0
    reset: datetime = datetime(2020, 1, 1)
    down: bool = False

    def value(self, name: str) -> str:
        """As it is: set, or the release's default."""
        return self.settings.get(name, defaults(self.version).get(name, ""))


def defaults(version: tuple[int, int]) -> dict[str, str]:
    """What a release has where nobody set anything."""
    old = version < (9, 4)
    found = {"max_connections": "100", "shared_buffers": "128MB" if version >= (9, 3) else "32MB", "work_mem": "1MB" if old else "4MB", "maintenance_work_mem": "16MB" if old else "64MB",
             "effective_cache_size": "128MB" if old else "4GB", "wal_buffers": "64kB" if version < (9, 1) else "-1", "checkpoint_timeout": "5min", "checkpoint_warning": "30s",
             "checkpoint_completion_target": "0.5" if version < (14, 0) else "0.9", "random_page_cost": "4", "seq_page_cost": "1", "effective_io_concurrency": "1", "synchronous_commit": "on",
             "full_page_writes": "on", "fsync": "on", "bgwriter_delay": "200ms", "bgwriter_lru_maxpages": "100", "autovacuum": "on", "autovacuum_max_workers": "3", "default_statistics_target": "100",
             "temp_buffers": "8MB", "log_checkpoints": "on" if version >= (15, 0) else "off", "log_min_duration_statement": "-1", "log_temp_files": "-1", "wal_level": "replica" if version >= (10, 0) else "minimal",
             "port": "5432"}  # fmt: skip
    if version < (9, 5):
        found["checkpoint_segments"] = "3"
    else:
        found |= {"max_wal_size": "1GB", "min_wal_size": "80MB", "wal_compression": "off"}
    if version >= (9, 4):
        found["huge_pages"] = "try"
    if version >= (9, 6):
        found |= {
            "checkpoint_flush_after": "256kB",
            "max_parallel_workers_per_gather": "2" if version >= (10, 0) else "0",
        }
    if version >= (12, 0):
        found["jit"] = "on"
    return found


def server(world: World) -> Server:
    """The server of this host; a well kept one, if no mechanism has made another."""
    if "postgres" not in world.parts:
        with apart(world, "postgres"):
            tuned(world, draw(world))
            ordinary(world)
    return cast(Server, world.parts["postgres"])


def draw(world: World, lowest: str = "8.4") -> Server:
    """A server of a release of the host's years, with nothing set but where to listen."""
    rng, year = world.rng, world.start.year
    fitting = [
        name
        for name, first in RELEASES.items()
        if year - 7 <= first < year + (0 if first > 2008 and chance(rng, 0.5) else 1) and parse(name) >= parse(lowest)
    ]
    release = rng.choice(fitting or [name for name in RELEASES if parse(name) >= parse(lowest)][:1])
    version = parse(release)
    minor = f"{release}.{rng.randint(1, MINOR[release])}"
    found = Server(
        release,
        version,
        minor,
        {"listen_addresses": "'*'", "port": rng.choice(("5432", "5432", "5433"))},
        world.names["datamount"],
    )
    found.reset = world.end - timedelta(
        days=min(between(rng, 0.5, 300), max(0.4, world.uptime.total_seconds() / 86400 * 0.95))
    )
    found.size_gb = between(rng, 4, 900)
    found.settings |= (
        {"log_timezone": rng.choice(("'UTC'", "'Europe/Berlin'")), "datestyle": "'iso, mdy'"}
        if version >= (9, 2)
        else {}
    )
    if world.system.name.startswith(("debian", "ubuntu")):
        found.settings["log_line_prefix"] = "'%t [%p-%l] %q%u@%d '" if version < (10, 0) else "'%m [%p] %q%u@%d '"
    elif version < (10, 0):
        found.settings["log_line_prefix"] = "'< %m >'"
    if world.counters.get("pg_sessions", 0):
        found.settings["max_connections"] = str(-(-world.counters["pg_sessions"] // 100) * 100 + 100)
    world.parts["postgres"] = found
    return found


def _round(mb: float) -> str:
    return f"{round(mb / 1024)}GB" if mb >= 4096 else f"{max(64, round(mb / 64) * 64)}MB"


def tuned(world: World, found: Server) -> None:
    """Settings of somebody who knows the host."""
    rng, memory = world.rng, world.memory
    buffers = memory.shared / 1.03
    settings = {"shared_buffers": _round(buffers), "effective_cache_size": _round(memory.total * rng.uniform(0.5, 0.75)), "work_mem": rng.choice(("8MB", "16MB", "32MB", "64MB")),
                "maintenance_work_mem": rng.choice(("512MB", "1GB", "2GB")), "checkpoint_timeout": rng.choice(("10min", "15min", "15min", "30min")), "checkpoint_completion_target": "0.9",
                "random_page_cost": "1.1" if world.disks() and world.disks()[0].kind in ("ssd", "nvme", "cloud") else "4", "log_checkpoints": "on", "wal_buffers": "16MB"}  # fmt: skip
    settings["max_connections"] = found.settings.get("max_connections", rng.choice(("100", "200", "300")))
    if found.version < (9, 5):
        settings["checkpoint_segments"] = rng.choice(("64", "128", "256"))
    else:
        settings |= {
            "max_wal_size": rng.choice(("8GB", "16GB", "32GB", "64GB")),
            "min_wal_size": rng.choice(("1GB", "2GB", "4GB")),
        }
    if found.version >= (9, 4):
        settings["huge_pages"] = world.settings.get("pg:huge_pages", "try")
    settings |= {"log_min_duration_statement": rng.choice(("1s", "500ms", "5s"))} if chance(rng, 0.6) else {}
    settings |= (
        {
            "log_line_prefix": rng.choice(
                (
                    "'%m [%p] '",
                    "'%t [%p]: [%l-1] user=%u,db=%d,app=%a,client=%h '",
                    "'%m [%p] %q%u@%d '",
                    "'%t '",
                    "'%t [%p-%l] %q%u@%d '",
                )
            )
        }
        if chance(rng, 0.8)
        else {}
    )
    found.settings |= settings


def size_mb(text: str) -> float:
    """A setting of memory in MB."""
    units = {"kB": 1 / 1024, "MB": 1.0, "GB": 1024.0, "TB": 1048576.0}
    return float(text[:-2]) * units[text[-2:]] if text[-2:] in units else 0.0


def seconds(text: str) -> float:
    """A setting of time in seconds."""
    for unit, factor in (("min", 60.0), ("ms", 0.001), ("s", 1.0), ("h", 3600.0)):
        if text.endswith(unit):
            return float(text.removesuffix(unit)) * factor
    return float(text)


def buffers_of(found: Server) -> int:
    """Shared buffers in pages of 8 kB."""
    return int(size_mb(found.value("shared_buffers")) * 128)


def fit_memory(world: World, found: Server) -> None:
    """Let the host's shared memory be what the settings say; what is left is cache."""
    small = size_mb(found.value("shared_buffers")) * 1.05 + 12
    world.memory.cache += max(0.0, world.memory.shared - small)
    world.memory.shared = small
    world.memory.fit()
    remember(world)
    world.procs.clear()
    procs.fill(world)


def ordinary(world: World, sync: float = 0.06) -> None:
    """Checkpoints by the timer, of the last hours, and counters that go with them."""
    rng, found = world.rng, server(world)
    period = seconds(found.value("checkpoint_timeout"))
    target = float(found.value("checkpoint_completion_target"))
    total = buffers_of(found)
    time = world.end - timedelta(seconds=period * rng.uniform(4.2, 14))
    share = between(rng, 0.01, 0.09)
    while time < world.end:
        buffers = int(max(3, min(total * 0.6, around(rng, total * share, 0.4))))
        took = around(rng, sync, 0.6)
        wal = buffers * rng.uniform(9, 30)
        files = rng.randint(12, 190)
        found.checkpoints.append(Checkpoint(time, period * target * rng.uniform(0.985, 0.999) if buffers > 200 else buffers * 0.1, took, "time", buffers, files,
                                            took * rng.uniform(0.2, 0.7), int(wal / 16384) + 1, int(wal)))  # fmt: skip
        time += timedelta(seconds=period * rng.uniform(0.9998, 1.0005))
    count(world, found, period, 0.0)


def count(world: World, found: Server, period: float, share_requested: float, load: float = 1.0) -> None:
    """Counters since the reset, at the rate of the checkpoints that are there."""
    rng = world.rng
    age = (world.end - found.reset).total_seconds()
    every = max(1, int(age / period))
    found.requested = int(every * share_requested) + rng.randint(0, 5)
    found.timed = max(0, every - found.requested)
    some = found.checkpoints or [Checkpoint(world.end, 20, 0.1, "time", 100, 9, 0.1, 1, 16384)]
    mean = [sum(getattr(each, name) for each in some) / len(some) for name in ("write", "sync", "buffers")]
    number = found.timed + found.requested
    found.write_ms, found.sync_ms = (
        mean[0] * number * 1000 * rng.uniform(0.7, 1.1),
        mean[1] * number * 1000 * rng.uniform(0.7, 1.1),
    )
    found.written = int(mean[2] * number * rng.uniform(0.7, 1.1))
    found.cleaned = int(found.written * rng.uniform(0.05, 0.6))
    found.backends = int(found.written * rng.uniform(0.1, 0.7))
    found.allocated = int(found.written * rng.uniform(2, 12))
    found.commits = int(age * between(rng, 20, 900) * load)
    found.reads = found.reads or int(age * between(rng, 5, 200) * load)
    found.hits = found.hits or int(found.reads * between(rng, 80, 900))
    found.temp_files = found.temp_files or int(age / 86400 * between(rng, 1, 60))
    found.temp_bytes = found.temp_bytes or int(found.temp_files * between(rng, 2e6, 4e7))


def slow(
    world: World, found: Server, when: datetime, least: float, most: float, many: int, words: tuple[str, ...]
) -> None:
    """Statements that took long, if somebody logs them."""
    if found.value("log_min_duration_statement") == "-1":
        return
    limit = seconds(found.value("log_min_duration_statement"))
    for _ in range(many):
        took = world.rng.uniform(least, most)
        if took >= limit:
            time = when + timedelta(seconds=world.rng.uniform(-0.4, 0.3))
            if time < world.end:
                found.log.append(
                    Line(time, "LOG", f"duration: {took * 1000:.3f} ms  {world.rng.choice(words)}", "client backend")
                )
