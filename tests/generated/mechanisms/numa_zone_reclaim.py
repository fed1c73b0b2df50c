"""A node takes back its own pages, or swaps, while memory of another lies free."""

from tests.generated.effects import process, swap
from tests.generated.hosts import remember
from tests.generated.mechanism import Mechanism
from tests.generated.model import World
from tests.generated.noise import around, between, chance
from tests.generated.programs import numa

SYSTEMS = (
    "rhel-5",
    "centos-5",
    "rhel-6",
    "oracle-linux-6",
    "sles-11",
    "rhel-7",
    "centos-7",
    "oracle-linux-7",
    "debian-8",
    "ubuntu-14.04",
    "ubuntu-18.04",
    "sles-12",
    "rhel-8",
    "debian-10",
    "ubuntu-20.04",
)
HOT = "zone_reclaim shrink_inactive_list __isolate_lru_page shrink_page_list _spin_lock_irq get_page_from_freelist"
NEW_HOT = "node_reclaim shrink_node shrink_inactive_list isolate_lru_pages _raw_spin_lock_irq get_page_from_freelist"


def ground(world: World) -> None:
    """The switch is on: set by somebody, or by an old kernel for the distance of its nodes."""
    rng = world.rng
    world.counters["nodes"] = rng.choice((2, 2, 2, 4))
    world.settings["vm.zone_reclaim_mode"] = rng.choice(("1", "1", "1", "3", "7"))
    world.counters["node_distance"] = rng.choice((21, 21, 32, 40, 20))


def harm(world: World, degree: float) -> None:
    """A large program and its files are bound to one node; cache there is thrown away, read again, some of it swapped."""
    rng, memory = world.rng, world.memory
    number = numa.count(world)
    each = memory.total / number
    wasted = each * rng.uniform(0.3 + 0.2 * degree, 0.85) * (number - 1)
    give = wasted - memory.free
    memory.cache = max(300.0, memory.cache - max(0.0, give))
    if memory.free < wasted * 0.6:
        memory.programs = max(memory.programs * 0.5, memory.programs - (wasted * 0.6 - memory.free))
    remember(world)
    _uneven(world)
    world.settings["hot"] = HOT if world.system.sysstat < (11, 5) else NEW_HOT
    moved = int(between(rng, 1e6, 1e7 + 3e8 * degree))
    world.counters["numa_missed"] = moved
    world.counters["rate:zone_reclaim_failed"] = int(between(rng, 30, 100 + 3000 * degree) * 100)
    swaps = int(world.settings["vm.zone_reclaim_mode"]) & 4 or chance(rng, 0.4)
    if swaps:
        swap(world, between(rng, 200, 600 + 5000 * degree), rate_kb=between(rng, 200, 700 + 4000 * degree))
    for tick in world.ticks:
        if not tick.trouble:
            continue
        tick.system += around(rng, 8 + 35 * degree, 0.3)
        tick.scanned = max(tick.scanned, around(rng, 4000 + 40000 * degree, 0.6))
        tick.run += rng.uniform(0, world.cpus * 0.5 * degree)
        for device in world.disks():
            ask = tick.demand[device.name]
            more = 1.4 + 1.6 * degree
            ask.reads, ask.read_kb = ask.reads * more, ask.read_kb * more
    if chance(rng, 0.5):
        process(world, "root", "kswapd0", "[kswapd0]", around(rng, 10 + 50 * degree, 0.4), 0.0, "R")


def bind(world: World) -> None:
    """The program may take memory of one node only: somebody tied it there."""
    world.counters["nodes"] = world.rng.choice((2, 2, 4))
    world.settings["vm.zone_reclaim_mode"] = "0"


def harm_bound(world: World, degree: float) -> None:
    """It needs more than its node has, and swaps, with half of the host's memory free."""
    rng, memory = world.rng, world.memory
    number = numa.count(world)
    each = memory.total / number
    memory.swap_total = max(memory.swap_total, 8191)
    memory.cache = max(200.0, min(memory.cache, each * 0.15 * number))
    memory.programs = min(memory.programs, each * rng.uniform(0.85, 1.0))
    memory.shared = min(memory.shared, each * 0.4)
    remember(world)
    _uneven(world)
    world.counters["numa_missed"] = rng.randint(0, 90000)
    swap(world, between(rng, 600, 1200 + 5000 * degree), rate_kb=between(rng, 500, 1500 + 9000 * degree))
    world.also.add("swap-thrash")
    where = rng.randrange(number)
    name, path = {
        "mysql": ("mysqld", "/usr/sbin/mysqld"),
        "postgres": ("postgresql", "/usr/bin/postmaster -D /var/lib/pgsql/data"),
    }.get(world.role, ("app", "/usr/bin/java -jar /opt/app/app.jar"))
    nodes = numa.nodes(world)
    full = min(range(number), key=lambda index: nodes[index].free)
    nodes[where], nodes[full] = nodes[full], nodes[where]
    text = f"[Service]\nUser={ {'mysqld': 'mysql', 'postgresql': 'postgres'}.get(name, world.names['user']) }\nExecStart={'' if rng.random() < 0.4 else f'/usr/bin/numactl --membind={where} '}{path}\n"
    text += f"NUMAPolicy=bind\nNUMAMask={where}\n" if "numactl" not in text else ""
    world.show("service", f"systemctl cat {name}", text)
    world.show(
        "numa status",
        f"grep -E 'Name|allowed' /proc/$(pgrep -o {name})/status",
        f"Name:\t{name}\nCpus_allowed_list:\t0-{world.cpus - 1}\nMems_allowed_list:\t0-{number - 1}\n",
    )


def unbound(world: World) -> None:
    """Tied as well, and the node has all it needs."""
    world.memory.cache *= 0.5
    world.memory.programs *= 0.5
    remember(world)


def _uneven(world: World) -> None:
    """The first node is full, the others hold what is free."""
    rng, memory = world.rng, world.memory
    room = 0.88 * memory.total / numa.count(world) * (numa.count(world) - 1)
    if memory.free > room:  # the others cannot hold more than they have
        memory.programs += memory.free - room
        remember(world)
    found = numa.even(world)
    full = rng.randrange(len(found))
    free = memory.free
    found[full].free = memory.floor / len(found) * rng.uniform(0.8, 1.6)
    rest = max(10.0, free - found[full].free)
    others = [node for index, node in enumerate(found) if index != full]
    for node in others:
        node.free = min(node.total * 0.95, rest / len(others) * rng.uniform(0.93, 1.07))
        node.programs = memory.programs * rng.uniform(0.35, 0.5) / len(others)
        node.cache = max(20.0, (node.total - node.free - node.programs) * 0.8)
    own = found[full]
    own.programs = min(max(20.0, memory.programs - sum(node.programs for node in others)), own.total * 0.85)
    own.cache = max(20.0, (own.total - own.free - own.programs) * 0.8)
    world.parts["nodes"] = found


def harmless(world: World) -> None:
    """The switch is on, and every node has enough."""
    world.memory.cache *= world.rng.uniform(0.4, 0.7)
    remember(world)
    world.counters["numa_missed"] = world.rng.randint(0, 4000)


TELLING = {"numactl": 0.75, "sysctl": 0.6, "numastat": 0.5, "numastat -m": 0.45, "node meminfo": 0.2, "zoneinfo": 0.25, "vmstat": 0.65, "free": 0.5, "top": 0.4, "meminfo": 0.35, "perf": 0.3, "sar -B": 0.3, "iostat -x": 0.3,
           "zone_reclaim_mode": 0.45}  # fmt: skip
NODES = ("numactl", "numastat -m", "zoneinfo")

MECHANISMS = (
    Mechanism("numa-zone-reclaim", SYSTEMS, ("postgres", "mysql", "files", "apps", "oracle"), ("memory", "slow-db", "stalls", "vague"), ground, harm, harmless, zfs=False, virtual=False, telling=TELLING,
              decisive=tuple(frozenset({nodes, mode}) for nodes in NODES for mode in ("sysctl", "zone_reclaim_mode")), standing=True),
    Mechanism("numa-zone-reclaim", ("rhel-7", "centos-7", "oracle-linux-7", "debian-10", "ubuntu-18.04", "sles-12", "rhel-8", "rocky-9", "debian-12"), ("mysql", "apps", "postgres"), ("memory", "stalls", "vague"), bind, harm_bound, unbound,
              zfs=False, virtual=False, telling=TELLING | {"service": 0.6, "numa status": 0.3, "vmstat": 0.85}, decisive=tuple(frozenset({nodes, "vmstat"}) for nodes in NODES), standing=True),
)  # fmt: skip
