"""The controller reads all of its drives, or checks their parity, and the host's requests wait for it."""

from tests.generated import cards, hardware, storage
from tests.generated.evidence import fits, running
from tests.generated.hardware import Controller
from tests.generated.mechanism import Mechanism
from tests.generated.model import World
from tests.generated.noise import around, between, chance
from tests.generated.systems import FREEBSD, LINUX

TELLING = {"raid patrol": 0.85, "raid progress": 0.8, "raid volumes": 0.7, "raid events": 0.6, "raid battery": 0.35, "raid drives": 0.3, "raid config": 0.3, "raid volume": 0.3, "smartctl through": 0.1, "iostat -x": 0.85, "gstat": 0.4, "sar -d": 0.25,
           "vmstat": 0.4, "dmesg": 0.3}  # fmt: skip
_FAMILIES = ("megaraid", "megaraid", "megaraid", "areca", "3ware", "aacraid")


def ground(world: World) -> None:
    """The patrol is under way."""
    rng = world.rng
    card = storage.behind(
        world, rng.choice(_FAMILIES), rng.choice(("hdd", "hdd", "sas")), rng.choice(("5", "6", "10", "5"))
    )
    volume = card.volumes[-1]
    patrol = card.family == "megaraid" and chance(rng, 0.6)
    if patrol:
        card.patrol, card.patrol_share = "active", rng.randint(3, 95)
    else:
        volume.state, volume.progress = "checking", rng.randint(2, 96)
    cards.offer(world, card, None, rng.choice((0, 0, 1)))
    cards.decide(world, card, "patrol" if patrol else "check", plus=("iostat -x", "gstat", "sar -d", "vmstat"))


def _log(world: World, card: Controller, begun: bool, over: bool) -> None:
    rng, hours = world.rng, between(world.rng, 0.5, 20)
    words = (
        ("patrol", "patrol end")
        if card.family == "megaraid" and card.volumes[-1].state == "optimal"
        else ("check", "check end")
    )
    if begun:
        cards.note(world, card, words[0], hours)
    if over:
        cards.note(world, card, words[1], rng.uniform(0.05, 0.4))
    for week in range(1, rng.randint(2, 6)):
        cards.note(world, card, words[1], week * 168 - hours)
        cards.note(world, card, words[0], week * 168 + hours)


def harm(world: World, degree: float) -> None:
    """It takes the drives' time: the same requests of the host take several times as long."""
    rng, card = world.rng, hardware.of(world).controller
    assert card is not None
    card.patrol_rate = rng.choice((30, 50, 60, 80, 100))
    now = running(world)
    _log(world, card, world.settings["moment"] != "before", world.settings["moment"] == "after")
    if not now:
        card.patrol, card.volumes[-1].state = "stopped", "optimal"
    device = world.disks()[-1]
    for tick in world.in_trouble():
        ask = tick.demand[device.name]
        ask.slow_read = around(rng, 2.5 + 5 * degree, 0.2)
        ask.slow_write = around(rng, 2 + 6 * degree, 0.3)
        share = max(0.0, ask.reads * ask.slow_read / device.read_iops + ask.writes * ask.slow_write / device.write_iops)
        if share < 0.5:
            grow = min(4.0, between(rng, 0.5, 0.85) / max(0.02, share))
            ask.reads, ask.read_kb, ask.writes, ask.write_kb = (
                value * grow for value in (ask.reads, ask.read_kb, ask.writes, ask.write_kb)
            )
    fits(world, device.name, 0.8 + 0.13 * degree)


def harmless(world: World) -> None:
    """It runs when little else does."""
    card = hardware.of(world).controller
    assert card is not None
    _log(world, card, True, False)


MECHANISMS = (
    Mechanism("raid-patrol-read", (*LINUX, *LINUX, *FREEBSD), ("oracle", "postgres", "mysql", "files", "vms", "backup"), ("slow-storage", "slow-db", "slow-storage", "vague"), ground, harm, harmless, zfs=False, kinds=("hdd", "sas"), virtual=False,
              telling=TELLING, decisive=tuple(frozenset({form, io}) for form in ("raid patrol", "raid progress", "raid volumes", "raid events") for io in ("iostat -x", "gstat", "sar -d", "vmstat"))),
)  # fmt: skip
