"""Nothing is wrong, and somebody looked at the programs all the same."""

from collections.abc import Callable

from tests.generated.hosts import remember
from tests.generated.mechanism import Mechanism
from tests.generated.mechanisms import innodb_double_buffering as innodb
from tests.generated.mechanisms import jvm_gc_pause, oracle_hugepages_shortage, virtualbox_module_mismatch
from tests.generated.mechanisms import numa_zone_reclaim as zones
from tests.generated.mechanisms import postgres_checkpoint_io as checkpoints
from tests.generated.mechanisms import postgres_default_settings as settings
from tests.generated.mechanisms import transparent_hugepage_stall as pages
from tests.generated.model import World
from tests.generated.noise import chance
from tests.generated.programs import jvm, mysql, numa, oracle, postgres, vbox
from tests.generated.systems import LINUX


def _numa(world: World) -> None:
    world.counters["nodes"] = 1 if world.virtual else world.rng.choice((2, 2, 4))
    numa.nodes(world)


def _oracle(world: World) -> None:
    """All of it in huge pages, with a limit that is large enough; or none of it, on purpose."""
    rng = world.rng
    made = oracle.draw(world)
    if chance(rng, 0.3):
        made.sga_mb = max(1024, int(world.memory.total * rng.uniform(0.1, 0.22) / 256) * 256)
        made.large_pages = "FALSE" if made.has_parameter else ""
        oracle.layout(world, made)
        oracle.shells(world, made)
    else:
        oracle.layout(world, made)
        oracle.shells(world, made)
        made.pool = made.wanted = made.free = made.needed + rng.choice((0, 2, 16, 100, 300))
        made.got = made.needed
        if made.has_parameter and chance(rng, 0.4):
            made.large_pages = "ONLY"
        oracle.back(made)
    oracle.attach(world, made, min(int(world.memory.total / 200), rng.randint(40, 300 if made.got else 80)))
    oracle.settle_memory(world, made)


def _postgres(world: World) -> None:
    postgres.server(world)


def _mysql(world: World) -> None:
    mysql.server(world)


def _java(world: World) -> None:
    found = jvm.draw(world)
    jvm.calm(world, found)
    world.memory.programs = max(world.memory.programs * 0.5, found.heap_mb * 1.1 + 600)
    world.memory.fit()
    remember(world)


def _vbox(world: World) -> None:
    virtualbox_module_mismatch.running(world, vbox.draw(world))


def _variant(
    ground: Callable[[World], None],
    systems: tuple[str, ...],
    roles: tuple[str, ...],
    telling: dict[str, float],
    virtual: bool | None = None,
) -> Mechanism:
    return Mechanism(
        "healthy",
        systems,
        roles,
        (),
        ground=ground,
        zfs=False,
        moment="during",
        telling=telling,
        cause="nothing",
        virtual=virtual,
    )


MECHANISMS = (
    _variant(_oracle, oracle.SYSTEMS, ("oracle",), oracle_hugepages_shortage.TELLING),
    _variant(_postgres, LINUX, ("postgres",), settings.TELLING | checkpoints.TELLING),
    _variant(_mysql, LINUX, ("mysql",), innodb.TELLING),
    _variant(_java, LINUX, ("apps",), jvm_gc_pause.TELLING),
    _variant(_vbox, virtualbox_module_mismatch.SYSTEMS, ("vms",), virtualbox_module_mismatch.TELLING, False),
    _variant(_numa, LINUX, ("postgres", "mysql", "apps", "files"), zones.TELLING | pages.TELLING, False),
)  # fmt: skip
