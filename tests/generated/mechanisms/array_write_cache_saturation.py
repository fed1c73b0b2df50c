"""The write cache of an array is full: writes go at the speed of the drives behind it."""

from collections.abc import Callable

from tests.generated import cards, storage
from tests.generated.effects import process
from tests.generated.mechanism import Mechanism
from tests.generated.model import Device, World
from tests.generated.noise import around, between, chance
from tests.generated.systems import FREEBSD, LINUX, SOLARIS

ROLES = ("oracle", "files", "vms", "backup", "mysql", "postgres")
HARMS = ("slow-storage", "slow-storage", "slow-db", "stalls", "vague")
TELLING = {"iostat -x": 0.95, "iostat -xn": 0.95, "sar -d": 0.2, "vmstat": 0.5, "top": 0.3, "dd": 0.4, "zpool iostat": 0.2, "raid volumes": 0.5, "raid battery": 0.5, "raid drives": 0.2, "raid patrol": 0.15, "raid events": 0.1,
           "raid config": 0.2, "raid volume": 0.2, "raid progress": 0.2, "smartctl through": 0.05, "df": 0.1}  # fmt: skip


def _targets(world: World) -> list[Device]:
    """The devices of one array."""
    return [device for device in world.disks() if device.kind == "lun"]


def ground(world: World) -> None:
    """LUNs of an array whose cache takes more than its drives."""
    for device in _targets(world):
        device.write_ms = between(world.rng, 0.25, 0.9)
        device.mb_s = max(device.mb_s, between(world.rng, 220, 700))


def ground_card(world: World) -> None:
    """A local controller with a cache of its own, all well with it."""
    card = storage.behind(
        world,
        world.rng.choice(("megaraid", "megaraid", "hpsa", "areca", "aacraid")),
        "hdd",
        world.rng.choice(("5", "6", "6")),
    )
    cards.offer(world, card, None, 0)
    device = world.disks()[-1]
    device.mb_s, device.write_iops, device.depth = between(world.rng, 450, 1100), 9000.0, 64


def _write(world: World, ends: int | None, back: float, degree: float) -> None:
    """A bulk write: at the speed of the cache until it is full (`ends` None: never), then at the speed behind it."""
    rng, targets = world.rng, _targets(world)
    size = between(rng, 110, 512) if not world.system.solaris else between(rng, 64, 256)
    front = rng.uniform(0.4, 0.66)
    begins = max(0, (ends or world.count) - rng.randint(2, max(3, world.count // 2)))
    stops = world.count if ends is not None else begins + rng.randint(2, 5)
    for index, tick in enumerate(world.ticks):
        if not begins <= index < stops:
            continue
        for device in targets:
            ask = tick.demand[device.name]
            rate = device.mb_s * front * 1024 / size
            if ends is not None and index >= ends:
                ask.slow = around(rng, front / back, 0.12)
                ask.slow_read = (
                    between(rng, 0.05, 0.5) * (device.write_ms + size / 1.024 / device.mb_s) / device.read_ms
                )
                ask.crowd = device.depth * rng.uniform(0.85, 1.0)
                ask.add(writes=rate, write_kb=size)
            else:
                ask.add(writes=around(rng, rate, 0.05), write_kb=size)
    user = {"oracle": "oracle", "postgres": "postgres"}.get(world.role, "root")
    process(
        world,
        user,
        "dd" if chance(rng, 0.3) else world.names["bulk"].split()[0],
        f"{world.names['bulk']} to {world.names['datamount']}",
        around(rng, 25, 0.4),
        30,
        "D",
    )


def harm(world: World, degree: float) -> None:
    """More is written than the cache holds."""
    troubled = [index for index, tick in enumerate(world.ticks) if tick.trouble > 0.05]
    back = between(world.rng, 0.05, 0.28 - 0.15 * degree)
    if not troubled:
        return
    _write(world, max(3, troubled[0]), back, degree)
    device = _targets(world)[0]
    if chance(world.rng, 0.5):
        fast, slow = device.mb_s * 0.75, device.mb_s * back
        rows, cache = [], between(world.rng, 1.5, 5)
        for gb in (1, 2, 4, 8, 16, 32):
            seconds = min(gb, cache) * 1024 / fast + max(0.0, gb - cache) * 1024 / slow
            rows.append(
                f"$ dd if=/dev/zero of={world.names['datamount']}/t{gb} bs=1M count={gb * 1024} oflag=direct\n{gb * 1024}+0 records in\n{gb * 1024}+0 records out\n{gb * 2**30} bytes ({gb * 1.0737:.1f} GB) copied, {seconds:.4f} s, {gb * 1073.7 / seconds:.1f} MB/s"
            )
        if world.system.linux:
            world.show("dd", "cat dd-tests.txt", "\n".join(rows) + "\n", "dd-tests.txt")


def harmless(world: World) -> None:
    """The bulk write fits the cache."""
    _write(world, None, 1.0, 0.3)


def _on(
    systems: tuple[str, ...], where: Callable[[World], None], kinds: tuple[str, ...], zfs: bool | None
) -> Mechanism:
    shown = tuple(frozenset({form}) for form in ("iostat -x", "iostat -xn", "dd"))
    return Mechanism(
        "array-write-cache-saturation",
        systems,
        ROLES,
        HARMS,
        where,
        harm,
        harmless,
        zfs=zfs,
        kinds=kinds,
        virtual=False,
        intervals=(1, 1, 2, 3, 5, 10),
        moment="begins",
        telling=TELLING,
        decisive=shown,
    )


MECHANISMS = (
    _on((*LINUX, *FREEBSD), ground, ("lun",), False),
    _on(SOLARIS, ground, ("lun",), None),
    _on(LINUX, ground_card, ("hdd", "sas"), False),
)
