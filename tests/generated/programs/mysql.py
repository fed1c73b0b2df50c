"""A MySQL or MariaDB server: release, settings, and what InnoDB does."""

from dataclasses import dataclass, field
from typing import cast

from tests.generated.model import World
from tests.generated.noise import around, between, chance
from tests.generated.programs import apart

RELEASES = {("mysql", "5.0.95"): 2006, ("mysql", "5.1.73"): 2009, ("percona", "5.1.66"): 2010, ("mysql", "5.5.62"): 2011, ("percona", "5.5.46"): 2012, ("mariadb", "5.5.68"): 2012, ("mysql", "5.6.51"): 2013,
            ("percona", "5.6.51"): 2014, ("mysql", "5.7.44"): 2016, ("percona", "5.7.44"): 2016, ("mariadb", "10.1.48"): 2016, ("mysql", "8.0.36"): 2019, ("mariadb", "10.3.39"): 2019, ("mariadb", "10.5.23"): 2020,
            ("mariadb", "10.6.18"): 2022, ("mysql", "8.4.2"): 2024, ("mariadb", "10.11.8"): 2023}  # fmt: skip


@dataclass
class Server:
    """What it is and what was set."""

    maker: str
    release: str
    version: tuple[int, int]
    pool_mb: int
    flush: str = ""  # innodb_flush_method; "" as it is by default
    data_gb: float = 20.0
    resident: float = 0.95  # share of the pool that is filled
    dirty: float = 0.05
    reads: float = 0.0  # pages from files a second
    writes: float = 0.0
    requests: float = 0.0
    swapped_mb: float = 0.0
    settings: dict[str, str] = field(default_factory=dict)

    @property
    def maria(self) -> bool:
        return self.maker == "mariadb"

    @property
    def shown(self) -> str:
        """innodb_flush_method as it is shown."""
        return self.flush or (
            "fsync" if (self.version >= (8, 0) and not self.maria) or (self.maria and self.version >= (10, 3)) else ""
        )

    @property
    def title(self) -> str:
        """The version as the server gives it."""
        return (
            f"{self.release}-MariaDB-log"
            if self.maria
            else f"{self.release}-rel33.0-log"
            if self.maker == "percona"
            else self.release + ("-log" if self.version < (8, 0) else "")
        )


def _direct_by_default(maker: str, version: tuple[int, int]) -> bool:
    return version >= ((10, 6) if maker == "mariadb" else (8, 4))


def server(world: World) -> Server:
    """The server of this host; one with O_DIRECT, if no mechanism has made another."""
    if "mysql" not in world.parts:
        with apart(world, "mysql"):
            found = draw(world, False)
            found.flush = "O_DIRECT"
            found.pool_mb = max(128, int(world.memory.programs * 0.82 / 128) * 128)
            busy(world, found)
    return cast(Server, world.parts["mysql"])


def draw(world: World, buffered: bool = True) -> Server:
    """A server of the host's years; `buffered` ones go through the cache of the system by default."""
    rng, year = world.rng, world.start.year
    fitting = [key for key, first in RELEASES.items() if year - 6 <= first <= year]
    versions = [(maker, release, tuple(int(part) for part in release.split(".")[:2])) for maker, release in fitting]
    plain = (
        [each for each in versions if not _direct_by_default(each[0], cast(tuple[int, int], each[2]))]
        if buffered
        else versions
    )
    maker, release, version = rng.choice(plain or versions or [("mysql", "5.7.44", (5, 7))])
    found = Server(maker, release, cast(tuple[int, int], version), 128)
    found.data_gb = between(rng, 8, 900)
    if world.disks():
        found.data_gb = min(found.data_gb, sum(device.size_gb for device in world.disks()) * 0.7)
    world.parts["mysql"] = found
    return found


def busy(world: World, found: Server) -> None:
    """Figures of an ordinary day."""
    rng, tick = world.rng, world.ticks[-1]
    asked = [tick.demand[device.name] for device in world.disks()]
    found.reads = sum(ask.reads for ask in asked) * rng.uniform(0.7, 1.0)
    found.writes = sum(ask.writes for ask in asked) * rng.uniform(0.5, 0.9)
    found.requests = found.reads * between(rng, 60, 2000) + 500
    found.resident = 0.99 if found.data_gb * 1024 > found.pool_mb else min(0.97, found.data_gb * 1024 / found.pool_mb)
    found.dirty = rng.uniform(0.005, 0.2)
    found.settings.setdefault("max_connections", rng.choice(("151", "200", "500", "1000")))
    found.settings.setdefault("innodb_flush_log_at_trx_commit", "1" if chance(rng, 0.7) else "2")


def pages(found: Server) -> int:
    """The buffer pool in pages of 16 kB."""
    return found.pool_mb * 64


def hit(found: Server) -> float:
    """How many of a thousand requests found their page in the pool."""
    return 1000 * (1 - found.reads / max(1.0, found.requests))


def noise(world: World, value: float) -> float:
    """The same, a moment later."""
    return around(world.rng, value, 0.08)
