"""The battery of a controller's cache is not good: it writes through, and each write waits for the drives."""

from tests.generated import cards, hardware, storage
from tests.generated.evidence import running
from tests.generated.hardware import Controller
from tests.generated.mechanism import Mechanism
from tests.generated.model import World
from tests.generated.noise import around, between, pick
from tests.generated.systems import FREEBSD, LINUX

TELLING = {"raid battery": 0.85, "raid volumes": 0.8, "raid volume": 0.5, "raid events": 0.5, "raid drives": 0.35, "raid config": 0.35, "raid patrol": 0.15, "raid progress": 0.15, "smartctl through": 0.1, "iostat -x": 0.8, "gstat": 0.4, "vmstat": 0.5,
           "dmesg": 0.35, "messages": 0.25, "top": 0.3, "iotop": 0.1}  # fmt: skip


def _card(world: World) -> Controller:
    card = hardware.of(world).controller
    assert card is not None
    return card


def ground(world: World) -> None:
    """The battery fails, learns, charges or is gone; write back is set, and write through is what happens."""
    rng = world.rng
    card = storage.behind(
        world,
        rng.choice(("megaraid", "megaraid", "megaraid", "hpsa", "hpsa", "areca", "aacraid", "3ware")),
        level=rng.choice(("5", "5", "6", "10", "1")),
    )
    battery = card.battery
    battery.state = pick(
        rng,
        {"failed": 5, "learning": 2 if card.family == "megaraid" else 0.3, "charging": 3, "missing": 1.5, "weak": 1},
    )
    battery.charge = {
        "failed": rng.randint(0, 39),
        "learning": rng.randint(8, 80),
        "charging": rng.randint(9, 82),
        "missing": 0,
        "weak": rng.randint(20, 60),
    }[battery.state]
    battery.millivolts = rng.randint(3300, 3900) if battery.state != "failed" else rng.randint(2600, 3700)
    for volume in card.volumes:
        storage.write_through(world, volume)
    cards.offer(world, card, None, rng.choice((0, 0, 1)))
    cards.decide(world, card, "battery")
    hours = between(rng, 0.3, 8) if battery.state in ("learning", "charging") else between(rng, 5, 900)
    fixed = world.parts.get("onset hours")
    if isinstance(fixed, float):
        battery.state, battery.charge, hours = "failed", rng.randint(0, 39), fixed
    if battery.state in ("learning", "charging"):
        cards.note(world, card, "learn", hours + rng.uniform(0.1, 3))
    cards.note(
        world,
        card,
        {"failed": "battery", "charging": "charging", "learning": "charging", "weak": "charging", "missing": "battery"}[
            battery.state
        ],
        hours,
    )
    cards.note(world, card, "through", hours - 0.01)


def harm(world: World, degree: float) -> None:
    """What the cache took in a moment takes a turn of the platter now."""
    rng, card = world.rng, _card(world)
    device = world.disks()[-1]
    limit = device.write_iops
    now = running(world)
    for tick in world.in_trouble():
        ask = tick.demand[device.name]
        writes = limit * around(rng, 0.35 + 0.4 * degree, 0.12)
        size = max(6.0, ask.write_kb / ask.writes if ask.writes else 12.0)
        ask.writes, ask.write_kb = writes, writes * min(size, 24.0)
        ask.reads, ask.read_kb = min(ask.reads, device.read_iops * 0.2), min(ask.read_kb, device.read_iops * 0.2 * 16)
    if not now:
        card.battery.state, card.battery.charge = "optimal", rng.randint(90, 100)
        _recovered(world, card)


def _recovered(world: World, card: Controller) -> None:
    device = world.disks()[-1]
    for volume in card.volumes:
        volume.writing_back = True
    device.write_ms, device.write_iops = between(world.rng, 0.1, 0.3), device.write_iops * 5
    if world.settings["moment"] == "after":
        cards.note(world, card, "back", 0.4)


def harmless(world: World) -> None:
    """Nobody writes much."""
    for tick in world.ticks:
        for device in world.devices:
            ask = tick.demand[device.name]
            ask.writes, ask.write_kb = (
                min(ask.writes, device.write_iops * 0.08),
                min(ask.write_kb, device.write_iops * 0.08 * 12),
            )


MECHANISMS = (
    Mechanism("raid-battery-write-through", (*LINUX, *LINUX, *FREEBSD), ("oracle", "postgres", "mysql", "files", "vms", "apps"), ("slow-db", "slow-storage", "slow-storage", "vague"), ground, harm, harmless, zfs=False, kinds=("hdd", "sas"), virtual=False,
              telling=TELLING, decisive=tuple(frozenset({form}) for form in ("raid battery", "raid volumes", "raid events"))),
)  # fmt: skip
