"""Memory is too small for what runs: pages go out that are needed back at once."""

from tests.generated.effects import fill_memory, process, swap
from tests.generated.mechanism import Mechanism
from tests.generated.model import World
from tests.generated.noise import around, between
from tests.generated.systems import ALL

ROLES = ("apps", "vms", "postgres", "oracle", "mysql")


def harm(world: World, degree: float) -> None:
    """Programs hold more than there is, and the working set goes in circles through the swap."""
    rng, memory = world.rng, world.memory
    memory.swap_total = max(memory.swap_total, 4095)
    user = {"oracle": "oracle", "postgres": "postgres"}.get(world.role, world.names["user"])
    for _ in range(rng.randint(1, 3)):
        process(
            world,
            user,
            rng.choice(("java", "python", "perl", world.names["service"])),
            f"{world.names['service']} --import",
            around(rng, 20, 0.4),
            memory.total * 0.05,
        )
    fill_memory(world, between(rng, 0.03, 0.15))
    swap(
        world,
        memory.swap_total * rng.uniform(0.3, 0.5 + 0.4 * degree),
        rate_kb=between(rng, 1500, 6000 + 20000 * degree),
    )


def harmless(world: World) -> None:
    """Swap holds what nobody has asked for in weeks."""
    world.memory.swap_used = world.memory.swap_total * world.rng.uniform(0.15, 0.75)
    for tick in world.ticks:
        tick.swapped_mb = world.memory.swap_used
        tick.swap_in = 0.0 if world.rng.random() < 0.8 else world.rng.uniform(4, 40)


MECHANISMS = (
    Mechanism(
        "swap-thrash",
        ALL,
        ROLES,
        ("memory", "memory", "slow-db", "vague"),
        harm=harm,
        harmless=harmless,
        zfs=False,
        telling={"vmstat": 0.9, "free": 0.6, "meminfo": 0.5, "top": 0.6, "sar -W": 0.2, "sar -B": 0.2, "swap": 0.5, "vmstat -p": 0.4, "memstat": 0.5, "prstat": 0.5, "swapinfo": 0.5,
                 "pressure": 0.3},
        decisive=(frozenset({"vmstat"}), frozenset({"sar -W"}), frozenset({"sar -B", "meminfo"}), frozenset({"sar -B", "free"})),
        second=True,
        also=frozenset(),
    ),
)  # fmt: skip
