"""A node has no memory, processor or disk for its heartbeats in time, and is taken for dead."""

from collections.abc import Callable

from tests.generated import clusters, network
from tests.generated.effects import fill_memory, process, swap
from tests.generated.evidence import onset
from tests.generated.mechanism import Mechanism
from tests.generated.model import World
from tests.generated.noise import around, between
from tests.generated.systems import FREEBSD, LINUX, SOLARIS

ROLES = ("oracle", "oracle", "postgres", "postgres", "mysql", "files", "apps")
TELLING = {"vmstat": 0.85, "vmstat -p": 0.3, "top": 0.5, "free": 0.3, "meminfo": 0.3, "iostat -x": 0.5, "iostat -xn": 0.5, "messages": 0.85, "syslog": 0.6, "journal": 0.7, "dmesg": 0.3, "netstat -i": 0.5, "ip link": 0.4, "ethtool -S": 0.2, "ocssd.log": 0.9,
           "crs alert": 0.6, "engine_A.log": 0.8, "sar -W": 0.2, "sar -B": 0.2, "sar -u": 0.3, "prstat": 0.3, "swap": 0.2, "uptime": 0.3}  # fmt: skip


def ground(world: World) -> None:
    """A node of a cluster with its own links."""
    network.of(world)
    world.parts["stack"] = world.rng.choice(clusters.stacks(world))
    world.parts["peer"] = (
        world.host[:-1] + str((int(world.host[-1]) + 1) % 10) if world.host[-1].isdigit() else world.host + "2"
    )


def _heartbeats(world: World, degree: float, fatal: bool) -> None:
    """First late, then lost; after the trouble began."""
    rng, stack, peer = world.rng, str(world.parts["stack"]), str(world.parts["peer"])
    inside = world.in_trouble()
    begin = (world.end - inside[0].time).total_seconds() if inside else onset(world, 0.5, 20)
    begin = max(begin, 30.0)
    number = rng.randint(2, 5 + int(6 * degree))
    moments = sorted((begin * rng.uniform(0.15, 0.85) for _ in range(number)), reverse=True)
    for before in moments:
        clusters.late(world, stack, peer, before, between(rng, 2, 6 + 14 * degree) if fatal else between(rng, 0.8, 2.4))
    last = moments[-1] * rng.uniform(0.4, 0.9)
    if fatal:
        clusters.dead(world, stack, peer, last)
    if stack == "crs":
        clusters.crs_log(world, peer, moments, last if fatal else None)


def _by_memory(world: World, degree: float) -> None:
    """Memory runs out, and the cluster's programs wait for pages."""
    rng, memory = world.rng, world.memory
    memory.swap_total = max(memory.swap_total, 4095)
    user = {"oracle": "oracle", "postgres": "postgres"}.get(world.role, "root")
    process(world, user, world.names["bulk"].split()[0], world.names["bulk"], around(rng, 30, 0.4), memory.total * 0.06)
    fill_memory(world, between(rng, 0.03, 0.12))
    swap(
        world,
        memory.swap_total * rng.uniform(0.25, 0.4 + 0.4 * degree),
        rate_kb=between(rng, 3000, 8000 + 30000 * degree),
    )
    _heartbeats(world, degree, True)


def _by_processors(world: World, degree: float) -> None:
    """Far more wants to run than there are processors."""
    rng = world.rng
    factor = between(rng, 4, 6 + 14 * degree)
    name = rng.choice(("java", "oracle", "perl", "postgres", "gzip"))
    for _ in range(8):
        process(world, world.names["user"], name, f"{name} --parallel", 100.0 * rng.uniform(0.5, 0.95), 60, "R")
    for tick in world.in_trouble():
        tick.run = world.cpus * around(rng, factor, 0.15)
        tick.system = min(45.0, tick.system * rng.uniform(2, 5) + 10 * degree)
        tick.user = max(0.0, 99.7 - tick.system - tick.steal - rng.uniform(0, 0.5))
        tick.switches *= rng.uniform(1.5, 4)
    _heartbeats(world, degree, True)


def _by_disk(world: World, degree: float) -> None:
    """A bulk write takes all of the disks, and what the cluster has to write waits behind it."""
    rng, data = world.rng, world.disks()
    world.parts["stack"] = "etcd"
    process(
        world,
        "root",
        world.names["bulk"].split()[0],
        f"{world.names['bulk']} {world.names['datamount']}",
        around(rng, 20, 0.4),
        60,
        "D",
    )
    for tick in world.in_trouble():
        for device in data:
            size = between(rng, 120, 500)
            tick.demand[device.name].add(
                writes=device.mb_s * 1024 / size * rng.uniform(1.1, 1.3 + 0.5 * degree), write_kb=size
            )
            tick.demand[device.name].crowd = device.depth * rng.uniform(0.7, 1.0)
        tick.dirty_mb = world.memory.total * rng.uniform(0.03, 0.12)
        tick.writeback_mb = tick.dirty_mb * rng.uniform(0.05, 0.4)
    _heartbeats(world, degree, True)


def harmless(world: World) -> None:
    """Now and then a heartbeat is a little late, and nobody is taken for dead."""
    _heartbeats(world, 0.0, False)


_LOG = ("messages", "syslog", "journal", "ocssd.log", "crs alert", "engine_A.log")


def _kind(
    systems: tuple[str, ...],
    harm: Callable[[World, float], None],
    shown: tuple[str, ...],
    also: frozenset[str] = frozenset(),
    kinds: tuple[str, ...] = (),
    roles: tuple[str, ...] = ROLES,
) -> Mechanism:
    return Mechanism(
        "ha-heartbeat-starvation",
        systems,
        roles,
        ("failover",),
        ground,
        harm,
        harmless,
        zfs=False,
        kinds=kinds,
        telling=TELLING,
        decisive=tuple(frozenset({log, form}) for log in _LOG for form in shown),
        also=also,
    )


MECHANISMS = (
    _kind((*LINUX, *SOLARIS[:3], *FREEBSD[:1]), _by_memory, ("vmstat", "sar -W", "vmstat -p"), frozenset({"swap-thrash"})),
    _kind((*LINUX, *SOLARIS[:3]), _by_memory, ("vmstat", "sar -W", "vmstat -p"), frozenset({"swap-thrash"})),
    _kind((*LINUX, *SOLARIS[:3]), _by_processors, ("vmstat", "top", "prstat", "sar -u")),
    _kind(tuple(name for name in LINUX if name not in ("rhel-5", "centos-5", "rhel-6", "oracle-linux-6", "sles-11")), _by_disk, ("iostat -x",), kinds=("hdd", "cloud", "ssd"), roles=("postgres",)),
)  # fmt: skip
