"""Automatic memory management keeps the instance in /dev/shm, and huge pages lie idle; or /dev/shm is too small."""

from tests.generated.effects import swap
from tests.generated.mechanism import Mechanism
from tests.generated.mechanisms.oracle_hugepages_shortage import TELLING
from tests.generated.model import World
from tests.generated.noise import between, chance
from tests.generated.programs import oracle
from tests.generated.programs.oracle import SYSTEMS, Instance

WITH_TARGET = "11.1.0.7.0 11.2.0.1.0 11.2.0.2.0 11.2.0.3.0 11.2.0.4.0 12.1.0.1.0 12.1.0.2.0 12.2.0.1.0 18.0.0.0.0 19.0.0.0.0 21.0.0.0.0"


def _automatic(world: World, share: tuple[float, float]) -> Instance:
    made = oracle.draw(world, WITH_TARGET)
    total = world.memory.total
    made.target_mb = int(total * world.rng.uniform(*share) / 256) * 256
    made.sga_mb = int(made.target_mb * world.rng.uniform(0.6, 0.75) / 64) * 64
    made.pga_mb = made.target_mb - made.sga_mb
    made.shm_mb = int(max(total / 2, made.target_mb * 1.02))
    made.needed = made.sga_mb // 2 + 2
    oracle.back(made)
    oracle.shells(world, made)
    return made


def harm(world: World, degree: float) -> None:
    """The pool meant for it is wasted, its own memory is small pages that may be swapped out."""
    rng = world.rng
    made = _automatic(world, (0.38, 0.55))
    made.pool = made.free = made.wanted = int(made.sga_mb / 2 * rng.uniform(0.85, 1.1)) + rng.randint(2, 50)
    oracle.attach(world, made, int(between(rng, 100, 300 + 700 * degree)))
    oracle.settle_memory(world, made)
    oracle.strain(world, degree)
    if chance(rng, 0.6 + 0.4 * degree):
        swap(world, between(rng, 300, 800 + 7000 * degree), rate_kb=between(rng, 300, 900 + 9000 * degree))
    if world.memory.page_tables > 0.1 * world.memory.total:
        world.also.add("page-table-bloat")


def no_start(world: World, degree: float) -> None:
    """MEMORY_TARGET does not fit in /dev/shm."""
    rng = world.rng
    made = _automatic(world, (0.5, 0.72))
    made.shm_mb = int(made.target_mb * rng.uniform(0.3, 0.97 - 0.2 * degree))
    if chance(rng, 0.5):
        made.pool = made.free = made.wanted = int(world.memory.total * rng.uniform(0.1, 0.3) / 2)
    made.error = ("ORA-00845: MEMORY_TARGET not supported on this system",)
    made.started = world.end.replace(microsecond=rng.randrange(1000000))
    oracle.settle_memory(world, made)
    oracle.idle(world)


def harmless(world: World) -> None:
    """A small instance with MEMORY_TARGET on a host that has no pool and lacks nothing."""
    made = _automatic(world, (0.12, 0.28))
    oracle.attach(world, made, world.rng.randint(30, 80))
    oracle.settle_memory(world, made)


def storage_manager(world: World) -> None:
    """The database lies in huge pages; only the small ASM instance beside it has MEMORY_TARGET, as it is delivered."""
    rng = world.rng
    made = oracle.draw(world, WITH_TARGET)
    oracle.layout(world, made)
    oracle.shells(world, made)
    made.pool = made.free = made.wanted = made.needed + rng.randint(0, 120)
    made.got = made.needed
    oracle.back(made)
    oracle.attach(world, made, min(int(world.memory.total / 200), rng.randint(40, 200)))
    oracle.settle_memory(world, made)
    number = rng.choice((1, 2))
    names = {"instance_name": ("string", f"+ASM{number}"), "instance_type": ("string", "ASM"), "memory_max_target": ("big integer", "1076M"), "memory_target": ("big integer", "1076M"), "sga_target": ("big integer", "0"),
             "pga_aggregate_target": ("big integer", "0")}  # fmt: skip
    rows = [f"{name:<36} {kind:<11} {value}" for name, (kind, value) in sorted(names.items())]
    text = "\n".join(["", f"{'NAME':<36} {'TYPE':<11} VALUE", "-" * 36 + " " + "-" * 11 + " " + "-" * 30, *rows]) + "\n"
    world.show("asm parameters", "sqlplus -s / as sysasm @show.sql", text)
    granules = "".join(
        f"-rw-r----- 1 grid asmadmin 4194304 {made.started:%b %e %H:%M} ora_+ASM{number}_{rng.randint(1, 9) * 32768}_{index}\n"
        for index in range(rng.randint(30, 60))
    )
    world.show("asm segments", "ls -l /dev/shm", f"total {rng.randint(120000, 270000)}\n{granules}")


def nobody_hurt(world: World) -> None:
    """One or the other."""
    if chance(world.rng, 0.4):
        storage_manager(world)
    else:
        harmless(world)


OURS = TELLING | {
    "show parameter": 0.75,
    "dev shm": 0.6,
    "alert log": 0.65,
    "hugepages": 0.7,
    "ipcs -m": 0.4,
    "ulimit": 0.15,
    "limits.conf": 0.1,
}

MECHANISMS = (
    Mechanism("oracle-amm-without-hugepages", SYSTEMS, ("oracle",), ("memory", "slow-db", "vague"), harm=harm, harmless=nobody_hurt, zfs=False, telling=OURS, standing=True,
              decisive=tuple(frozenset({pages, target}) for pages in ("hugepages", "meminfo") for target in ("show parameter", "alert log", "dev shm"))),
    Mechanism("oracle-amm-without-hugepages", SYSTEMS, ("oracle",), ("start-db", "start-db", "vague"), harm=no_start, harmless=nobody_hurt, zfs=False, moment="during", telling=OURS, standing=True,
              decisive=(frozenset({"alert log"}), frozenset({"sqlplus startup"}))),
)  # fmt: skip
