"""Huge pages are enough in all, but lie unevenly over the NUMA nodes that the instance cuts its memory for."""

from tests.generated.mechanism import Mechanism
from tests.generated.mechanisms.oracle_hugepages_shortage import FAILED, TELLING
from tests.generated.model import World
from tests.generated.noise import around, between
from tests.generated.programs import numa, oracle
from tests.generated.programs.oracle import Instance

SYSTEMS = ("rhel-5", "centos-5", "rhel-6", "oracle-linux-6", "sles-11", "rhel-7", "oracle-linux-7")
RELEASES = "10.2.0.4.0 11.1.0.7.0 11.2.0.1.0 11.2.0.2.0 11.2.0.3.0 11.2.0.4.0 12.1.0.2.0"


def _uneven(world: World, low: float, high: float) -> Instance:
    """Pages for all of it; one node has only a share of what its segment needs."""
    rng = world.rng
    world.counters["nodes"] = number = rng.choice((2, 2, 2, 4))
    made = oracle.draw(world, RELEASES)
    made.numa = True
    oracle.layout(world, made)
    oracle.shells(world, made)
    segments = {segment.node: segment.size // 2097152 for segment in made.segments if segment.node >= 0}
    common = made.needed - sum(segments.values())
    poor = rng.randrange(number)
    made.per_node = [segments[node] + common for node in range(number)]
    lost = int(segments[poor] * (1 - rng.uniform(low, high)))
    made.per_node[poor] = segments[poor] - lost
    for node in range(number):
        if node != poor:
            made.per_node[node] += lost // (number - 1) + rng.randint(1, 40)
    made.pool = made.free = made.wanted = sum(made.per_node)
    return made


def _lay(world: World, made: Instance) -> None:
    """Tell the nodes what they have."""
    oracle.settle_memory(world, made)
    found = numa.even(world)
    taken = [0] * len(found)
    for segment in [] if made.error else made.segments:
        if segment.large:
            where = (
                segment.node
                if segment.node >= 0
                else max(range(len(found)), key=lambda node: made.per_node[node] - taken[node])
            )
            taken[where] += segment.size // 2097152
    for node, pages, used in zip(found, made.per_node, taken, strict=True):
        node.huge, node.huge_free = pages, max(0, pages - used)
    world.memory.huge_free = sum(node.huge_free for node in found)
    world.memory.huge_reserved = 0
    for node in found:
        other = 2.0 * (node.huge - world.memory.huge_pages / len(found))
        node.cache = max(40.0, node.cache - other)
    world.parts["nodes"] = found


def harm(world: World, degree: float) -> None:
    """The segment of one node lies in small pages, in whole or in part; processes there are slower."""
    rng = world.rng
    made = _uneven(world, 0.0, 0.75 - 0.4 * degree)
    oracle.attach(world, made, int(between(rng, 100, 300 + 500 * degree)))
    made.got = made.needed
    oracle.back(made)
    _lay(world, made)
    for tick in world.ticks:
        if tick.trouble:
            tick.system += around(rng, 3 + 9 * degree, 0.3)
            tick.user *= 1.1 + 0.3 * degree


def no_start(world: World, degree: float) -> None:
    """It insists on huge pages and finds too few at one node."""
    rng = world.rng
    made = _uneven(world, 0.0, 0.95 - 0.3 * degree)
    if not made.has_parameter:
        made.release, made.large_pages = "11.2.0.2.0", "TRUE"
    made.large_pages = "ONLY"
    made.error = FAILED
    made.started = world.end.replace(microsecond=rng.randrange(1000000))
    _lay(world, made)
    oracle.idle(world)


def harmless(world: World) -> None:
    """Uneven, but NUMA is off in the instance: it takes pages wherever they are."""
    made = _uneven(world, 0.3, 0.8)
    made.numa = False
    oracle.layout(world, made)
    made.got = min(made.free, made.needed)
    kept, made.per_node = made.per_node, []
    oracle.back(made)
    oracle.attach(world, made, world.rng.randint(40, 160))
    made.per_node = kept
    _lay(world, made)
    found = numa.nodes(world)
    left = made.free - made.got
    for node in found:
        node.huge_free = min(node.huge, left)
        left -= node.huge_free
    world.memory.huge_free = sum(node.huge_free for node in found)


OURS = TELLING | {
    "node meminfo": 0.7,
    "node hugepages": 0.4,
    "numactl": 0.5,
    "numastat -m": 0.3,
    "alert log": 0.8,
    "show parameter": 0.5,
    "hugepages": 0.6,
}

MECHANISMS = (
    Mechanism("oracle-hugepages-numa-imbalance", SYSTEMS, ("oracle",), ("slow-db", "memory", "vague"), harm=harm, harmless=harmless, zfs=False, virtual=False, telling=OURS, standing=True,
              decisive=(frozenset({"node meminfo", "alert log"}), frozenset({"node hugepages", "alert log"}), frozenset({"node meminfo", "ipcs -m"}), frozenset({"numastat -m", "ipcs -m"}))),
    Mechanism("oracle-hugepages-numa-imbalance", SYSTEMS, ("oracle",), ("start-db", "start-db", "vague"), harm=no_start, harmless=harmless, zfs=False, virtual=False, moment="during", telling=OURS,
              standing=True, decisive=(frozenset({"node meminfo", "alert log"}), frozenset({"node hugepages", "alert log"}), frozenset({"numastat -m", "alert log"}))),
)  # fmt: skip
