"""An Oracle instance on Linux: release, parameters, and the memory it got when it started."""

from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import cast

from tests.generated import procs
from tests.generated.hosts import remember
from tests.generated.model import World
from tests.generated.noise import around, between, chance
from tests.generated.programs import apart
from tests.generated.programs.numa import count as nodes_of

RELEASES = {
    "rhel-5": "10.2.0.4.0 10.2.0.5.0 11.1.0.7.0 11.2.0.1.0 11.2.0.2.0 11.2.0.2.0 11.2.0.3.0",
    "centos-5": "10.2.0.4.0 11.1.0.7.0 11.2.0.1.0 11.2.0.2.0",
    "rhel-6": "11.2.0.2.0 11.2.0.3.0 11.2.0.4.0 11.2.0.4.0 12.1.0.2.0",
    "oracle-linux-6": "11.2.0.3.0 11.2.0.4.0 12.1.0.1.0 12.1.0.2.0",
    "sles-11": "11.2.0.2.0 11.2.0.3.0 11.2.0.4.0 12.1.0.2.0",
    "rhel-7": "11.2.0.4.0 12.1.0.2.0 12.2.0.1.0 18.0.0.0.0 19.0.0.0.0",
    "oracle-linux-7": "11.2.0.4.0 12.1.0.2.0 12.2.0.1.0 19.0.0.0.0 19.0.0.0.0",
    "sles-12": "11.2.0.4.0 12.1.0.2.0 12.2.0.1.0 19.0.0.0.0",
    "oracle-linux-8": "19.0.0.0.0 19.0.0.0.0 21.0.0.0.0",
    "rhel-8": "19.0.0.0.0",
    "sles-15": "19.0.0.0.0",
    "oracle-linux-9": "19.0.0.0.0",
    "rhel-9": "19.0.0.0.0",
}
SYSTEMS = tuple(RELEASES)
FULL = {
    "18.0.0.0.0": "18.10.0.0.0",
    "19.0.0.0.0": "19.21.0.0.0",
    "21.0.0.0.0": "21.3.0.0.0",
}
PAGE = 2  # MB


@dataclass
class Segment:
    """A segment of shared memory, in bytes; `large` if it lies in huge pages."""

    size: int
    large: bool
    key: bool = False  # the small one that has a key
    node: int = -1


@dataclass
class Instance:
    """What was set, what was there when it started, and what it got."""

    sid: str
    release: str
    home: str
    sga_mb: int
    pga_mb: int
    started: datetime
    processes: int = 300
    sessions: int = 0
    target_mb: int = 0  # MEMORY_TARGET
    large_pages: str = ""  # "" where the parameter is not there
    numa: bool = False
    memlock_kb: int = -1  # soft limit of what started it; -1 unlimited
    shell_kb: int = -1  # what a login shell has
    by: str = "sqlplus"  # sqlplus, systemd, init
    pool: int = 0  # huge pages of the host
    free: int = 0  # of them, when it started
    got: int = 0  # by this instance
    wanted: int = 0  # in sysctl.conf
    needed: int = 0
    shm_mb: int = 0  # size of /dev/shm, 0 for half of the memory
    error: tuple[str, ...] = ()  # it did not start
    segments: list[Segment] = field(default_factory=list)
    per_node: list[int] = field(default_factory=list)  # huge pages free at every node when it started
    notes: list[tuple[datetime, str]] = field(default_factory=list)  # what else the alert log has
    others: int = 0  # huge pages that others took before

    @property
    def version(self) -> tuple[int, ...]:
        return tuple(int(part) for part in self.release.split("."))

    @property
    def full(self) -> str:
        return FULL.get(self.release, self.release)

    @property
    def has_parameter(self) -> bool:
        """Whether use_large_pages is there."""
        return self.version >= (11, 2, 0, 2)

    @property
    def mixes(self) -> bool:
        """Whether a part may lie in huge pages and the rest not."""
        return self.version >= (11, 2, 0, 3)


def instance(world: World) -> Instance:
    """The instance of this host; an ordinary one, if no mechanism has made another."""
    if "oracle" not in world.parts:
        with apart(world, "oracle"):
            world.parts["oracle"] = _ordinary(world)
    return cast(Instance, world.parts["oracle"])


def draw(world: World, releases: str = "") -> Instance:
    """An instance of a release of the system's age, before it has got any memory."""
    rng, memory = world.rng, world.memory
    known = RELEASES.get(world.system.name, "11.2.0.4.0 12.2.0.1.0 19.0.0.0.0").split()
    release = rng.choice([each for each in known if not releases or each in releases.split()] or known)
    short = ".".join(release.split(".")[:3]) if release < "12.2" else f"{release.split('.')[0]}.0.0"
    base = rng.choice(("/u01/app/oracle/product/{}/dbhome_1", "/oracle/product/{}/db_1", "/opt/oracle/product/{}/db"))
    step = 256 if memory.total < 20000 else 1024
    sga = int(memory.total * rng.uniform(0.3, 0.52) / step) * step
    made = Instance(world.names["sid"], release, base.format(short), sga, int(sga * rng.uniform(0.2, 0.4) / 64) * 64,
                    world.end - timedelta(hours=min(between(rng, 1, 900), world.uptime.total_seconds() / 3600 - 0.2)))  # fmt: skip
    made.processes = rng.choice((150, 300, 400, 500, 1000, 1500))
    if made.has_parameter:
        made.large_pages = "TRUE"
    made.by = rng.choice(("sqlplus", "sqlplus", "init" if world.system.sysstat < (10, 0) else "systemd"))
    world.parts["oracle"] = made
    return made


def _ordinary(world: World) -> Instance:
    """An instance that fits the memory as it is."""
    rng, memory = world.rng, world.memory
    made = draw(world)
    taken = memory.huge_pages - memory.huge_free + memory.huge_reserved
    made.pool = made.wanted = memory.huge_pages
    if taken:
        made.sga_mb = taken * PAGE - 16
        made.got, made.free = taken, memory.huge_pages
        made.shell_kb = made.memlock_kb = rng.choice((-1, int(memory.total * 0.9) * 1024))
    else:
        made.sga_mb = int(memory.shared / 0.92)
        made.large_pages = "FALSE" if made.has_parameter else ""
        made.memlock_kb = made.shell_kb = rng.choice((-1, 64, 3145728, 134217728))
    made.pga_mb = int(made.sga_mb * 0.3)
    made.sessions = sum(proc.args.startswith(("ora_", "oracle")) for proc in world.procs)
    layout(world, made)
    return made


def layout(world: World, made: Instance) -> None:
    """Cut the shared memory in segments; those that found huge pages, and those that did not."""
    rng = world.rng
    fixed = rng.choice((8, 16, 32))
    sizes = [(fixed, -1)]
    rest = made.sga_mb - fixed - (made.sga_mb - fixed) % 16
    if made.numa:
        count = nodes_of(world)
        shares = [1 / count + rng.uniform(-0.012, 0.012) for _ in range(count)]
        sizes += [(int(rest * share / 16) * 16, node) for node, share in reversed(list(enumerate(shares)))]
        sizes += [(int(rng.choice((64, 128, 256))), -1)]
    elif made.version < (11, 2):
        sizes = [(made.sga_mb - made.sga_mb % 16, -1)]
    else:
        part = rng.choice((0, 64, 128))
        sizes += [(rest - part, -1), *([(part, -1)] if part else [])]
    made.needed = sum(size // PAGE for size, _ in sizes) + 1
    made.segments = [Segment(size * 1048576, False, False, node) for size, node in sizes]
    back(made)


def back(made: Instance) -> None:
    """Lay segments in the huge pages that the instance got; a segment may be cut where mixing is allowed."""
    most = left = max(0, made.got - 1)  # one is for the segment with the key
    at_nodes = list(made.per_node)
    found: list[Segment] = []
    for segment in made.segments:
        pages = segment.size // 2097152
        there = min(left, at_nodes[segment.node] if at_nodes and segment.node >= 0 else left)
        taken = pages if there >= pages else there if made.mixes else 0
        if taken:
            found.append(Segment(taken * 2097152, True, False, segment.node))
            left -= taken
        if taken < pages:
            found.append(Segment(segment.size - taken * 2097152, False, False, segment.node))
    made.got = most - left + 1 if most > left else 0
    found.append(Segment(2097152 if made.got else 24576 if made.version >= (12,) else 4096, made.got > 0, True))
    made.segments = [Segment(4096, False, True)] if made.target_mb else found


def settle_memory(world: World, made: Instance, touched: float = 0.0) -> None:
    """Give the host's memory what the instance and its pool take of it."""
    rng, memory = world.rng, world.memory
    running = not made.error
    memory.cache += memory.shared + PAGE * memory.huge_pages
    memory.huge_pages = made.pool
    reserved = int(made.got * rng.uniform(0.0, 0.3)) if running else 0
    taken = (made.got if running else 0) + made.others
    memory.huge_free = max(0, made.pool - taken + reserved)
    memory.huge_reserved = min(reserved, memory.huge_free)
    small = made.sga_mb - PAGE * made.got if running else 0.0
    share = touched or rng.uniform(0.75, 0.97)
    memory.shared = max(rng.uniform(2, 40), small * share)
    sessions = made.sessions if running else 0
    memory.page_tables = rng.uniform(15, 70) + sessions * (1.6 + small * share * rng.uniform(0.35, 0.6) / 512)
    memory.cache = max(50.0, min(memory.cache, memory.cache + memory.free - memory.floor))
    memory.fit()
    if memory.free < memory.floor:  # what nobody has touched yet takes nothing
        memory.shared = max(2.0, memory.shared - (memory.floor - memory.free))
    if memory.free < memory.floor:
        memory.page_tables = max(30.0, memory.page_tables - (memory.floor - memory.free))
    remember(world)
    world.procs.clear()
    procs.fill(world)
    if running:
        _sessions(world, made)
    if not running:
        world.procs[:] = [proc for proc in world.procs if not proc.args.startswith(("ora_", "oracle"))]


def _sessions(world: World, made: Instance) -> None:
    """List as many processes as are attached."""
    some = [proc for proc in world.procs if "LOCAL=NO" in proc.args]
    there = sum(proc.args.startswith(("ora_", "oracle")) for proc in world.procs)
    for _ in range(made.sessions - there):
        one = world.rng.choice(some)
        world.procs.append(
            replace(
                one,
                pid=one.pid + world.rng.randint(1, 9000),
                rss_mb=around(world.rng, one.rss_mb, 0.2),
                cpu=around(world.rng, 0.15, 1.0),
            )
        )
    made.sessions = max(made.sessions, there)


def attach(world: World, made: Instance, many: int) -> None:
    """Let that many processes be attached: background and sessions."""
    made.sessions = many
    made.processes = max(made.processes, -(-many // 100) * 100 + world.rng.choice((0, 100, 500)))


def idle(world: World) -> None:
    """Nothing runs on the host but its daemons: the instance is down."""
    for tick in world.ticks:
        for device in world.disks():
            ask = tick.demand[device.name]
            for name in ("reads", "writes", "read_kb", "write_kb"):
                setattr(ask, name, getattr(ask, name) * 0.03)
        tick.user, tick.system = tick.user * 0.08, tick.system * 0.2
        tick.run, tick.switches, tick.faults = tick.run * 0.1, tick.switches * 0.2, tick.faults * 0.2


def strain(world: World, degree: float) -> None:
    """Small pages instead of large ones: more time in the kernel, memory short, swapping."""
    rng = world.rng
    for tick in world.ticks:
        if tick.trouble:
            tick.system += around(rng, 4 + 14 * degree, 0.25) * min(1.0, tick.trouble)
            tick.scanned = max(tick.scanned, around(rng, 200 + 6000 * degree, 0.7))
            tick.faults *= 1.5


def memlock_of(rng_kb: int) -> str:
    """A limit as `ulimit -l` has it."""
    return "unlimited" if rng_kb < 0 else str(rng_kb)


def small_memlock(world: World, made: Instance) -> int:
    """A limit in kB that the instance does not fit under."""
    rng = world.rng
    large = int(made.needed * 2048 * rng.uniform(0.15, 0.93))
    return int(rng.choice((32, 64, 64, 64, 8192, 65536, large, large // 1024 * 1024)))


def shells(world: World, made: Instance) -> None:
    """Limits of an instance that fits under them."""
    rng = world.rng
    enough = int(max(made.needed * 2048 * rng.uniform(1.02, 1.6), world.memory.total * 0.9 * 1024))
    made.memlock_kb = made.shell_kb = -1 if chance(rng, 0.5) else enough
