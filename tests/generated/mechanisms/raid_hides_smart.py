"""What smartctl prints of a volume behind a controller is no verdict on the drives."""

from tests.generated import cards, hardware, storage
from tests.generated.evidence import bounded, fits, onset, times
from tests.generated.kernel_words import medium_error, say, sector
from tests.generated.mechanism import Mechanism
from tests.generated.mechanisms.drive_failing import HARMS, bad, wear
from tests.generated.mechanisms.drive_failing import ROLES as EVERY
from tests.generated.model import World
from tests.generated.noise import between, chance
from tests.generated.render.smart import banner
from tests.generated.systems import FREEBSD, LINUX

TELLING = {"smartctl": 0.95, "smartctl through": 0.25, "raid drives": 0.3, "raid events": 0.35, "raid volumes": 0.4, "raid smart": 0.35, "raid battery": 0.1, "raid patrol": 0.1, "raid config": 0.3, "raid volume": 0.1,
           "raid progress": 0.05, "dmesg": 0.85, "messages": 0.5, "syslog": 0.3, "journal": 0.3, "iostat -x": 0.3, "smartctl test": 0.5, "scsi": 0.4}  # fmt: skip
_FAMILIES = ("areca", "areca", "megaraid", "hpsa", "3ware", "aacraid")


def ground(world: World) -> None:
    """Somebody asks smartctl about the volume."""
    rng = world.rng
    card = storage.behind(
        world,
        rng.choice(_FAMILIES),
        rng.choice(("hdd", "hdd", "hdd", "sas")),
        rng.choice(("0", "0", "0", "5", "6", "1")),
    )
    world.parts["bad"] = rng.choice(card.volumes[-1].drives)
    name = card.volumes[-1].name

    def show(done: World) -> None:
        done.show(
            "smartctl",
            f"smartctl {rng.choice(('-a', '-a', '-H', '-x')).replace('-H', '-a')} /dev/{name}",
            cards.masked(done, card),
        )
        if card.family == "areca" or chance(rng, 0.4):
            done.show(
                "smartctl test",
                f"smartctl -t long /dev/{name}",
                "\n".join(
                    [
                        *banner(done),
                        "Extended Background Self Test has failed: unsupported scsi opcode"
                        if card.family == "areca"
                        else "Self Test has failed: unsupported scsi opcode",
                        "",
                    ]
                ),
            )
        if done.system.linux:
            done.show("scsi", "cat /proc/scsi/scsi", _scsi(done))

    world.after.append(show)
    cards.offer(world, card, bad(world), rng.choice((0, 1)))


def _scsi(world: World) -> str:
    lines = ["Attached devices:"]
    vendor = {"areca": "Areca", "megaraid": "DELL", "hpsa": "HP", "3ware": "AMCC", "aacraid": "Adaptec"}
    card = hardware.of(world).controller
    for number, device in enumerate(world.devices):
        lines += [
            f"Host: scsi0 Channel: 00 Id: 00 Lun: 0{number}",
            f"  Vendor: {vendor[card.family] if card else 'ATA':<8} Model: {device.model:<16} Rev: R001",
            "  Type:   Direct-Access                    ANSI  SCSI revision: 05",
        ]
    return "\n".join(lines) + "\n"


def harm(world: World, degree: float) -> None:
    """A drive behind it fails; the volume reports errors, and smartctl says nothing of it."""
    rng, card, drive = world.rng, hardware.of(world).controller, bad(world)
    assert card is not None
    wear(world, drive, max(0.4, degree))
    drive.media_errors = int(between(rng, 6, 200))
    name = card.volumes[-1].name
    places = [sector(world, None, int(card.volumes[-1].size_gb * 0.9)) for _ in range(rng.randint(1, 4))]
    first = onset(world, 1, 300)
    for before in times(world, first, int(between(rng, 3, 14))):
        say(world, medium_error(world, name, rng.choice(places), False), before)
        cards.note(world, card, "read error", before / 3600 + 0.001, drive)
    for tick in world.in_trouble():
        if chance(rng, 0.4):
            tick.demand[name].slow_read = between(rng, 3, 20 + 20 * degree)
            tick.demand[name].stall = min(0.9, between(rng, 0.4, 4) / world.interval)
    bounded(world)
    fits(world, name, 0.96)


_LOGS = ("dmesg", "messages", "syslog", "journal", "raid events", "smartctl through")

MECHANISMS = (
    Mechanism("raid-hides-smart", (*LINUX, *LINUX, *FREEBSD), EVERY, HARMS, ground, harm, zfs=False, kinds=("hdd", "sas"), virtual=False, telling=TELLING, decisive=tuple(frozenset({"smartctl", form}) for form in _LOGS), standing=True,
              also=frozenset({"drive-failing"}), harmless_share=0.25),
)  # fmt: skip
