"""The NUMA nodes of a host: what memory each has, holds and has left."""

from dataclasses import dataclass
from typing import cast

from tests.generated.model import World
from tests.generated.noise import around
from tests.generated.programs import apart


@dataclass
class Node:
    """Memory of one node in MB; the rest of the host's is spread over all."""

    total: float
    free: float
    cache: float
    programs: float
    huge: int = 0
    huge_free: int = 0
    swapped_out: float = 0.0


def count(world: World) -> int:
    """How many nodes the host has."""
    if "nodes" not in world.counters:
        with apart(world, "number of nodes"):
            world.counters["nodes"] = 1 if world.virtual or world.cpus < 8 else world.rng.choice((1, 2, 2, 2, 4))
    return world.counters["nodes"]


def nodes(world: World) -> list[Node]:
    """The nodes; evenly used, if no mechanism has made them otherwise."""
    if "nodes" not in world.parts:
        with apart(world, "nodes"):
            world.parts["nodes"] = even(world)
    return cast(list[Node], world.parts["nodes"])


def even(world: World) -> list[Node]:
    """Nodes that are used about alike, and together have what the host has."""
    rng, memory, number = world.rng, world.memory, count(world)
    shares = [around(rng, 1.0, 0.25) for _ in range(number)]
    free, cache, programs = (_parts(value, shares) for value in (memory.free, memory.cache, memory.programs))
    made = []
    for index in range(number):
        huge = memory.huge_pages // number + (index < memory.huge_pages % number)
        huge_free = memory.huge_free // number + (index < memory.huge_free % number)
        made.append(Node(memory.total / number * (0.985 if index == 0 else 1.0), max(30.0, free[index]), cache[index], programs[index],
                         huge, min(huge, huge_free)))  # fmt: skip
    return made


def _parts(value: float, shares: list[float]) -> list[float]:
    return [max(0.0, value) * share / sum(shares) for share in shares]
