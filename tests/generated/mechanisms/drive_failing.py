"""A drive wears out or breaks: sectors cannot be read, the drive tries again and again, and says so."""

from tests.generated import cards, hardware, storage
from tests.generated.drives import Drive
from tests.generated.evidence import ata, onset, redundant, retries, smart, smartd, times, zfs_errors
from tests.generated.kernel_words import hardware_error, medium_error, say, sector, timeout
from tests.generated.mechanism import Mechanism
from tests.generated.model import World
from tests.generated.noise import between, chance
from tests.generated.systems import FREEBSD, LINUX, SOLARIS, ZFS_LINUX

ROLES = ("oracle", "postgres", "mysql", "files", "vms", "apps", "backup")
HARMS = ("errors", "errors", "slow-storage", "stalls", "vague")
TELLING = {"smartctl": 0.75, "smartctl through": 0.6, "dmesg": 0.7, "messages": 0.4, "syslog": 0.3, "journal": 0.35, "iostat -x": 0.6, "iostat -xn": 0.6, "iostat -En": 0.7, "gstat": 0.3, "zpool status": 0.85,
           "mdstat": 0.6, "mdadm": 0.3, "raid drives": 0.7, "raid events": 0.5, "raid volumes": 0.6, "raid battery": 0.15, "raid patrol": 0.1, "raid config": 0.4, "raid smart": 0.5, "nvme smart-log": 0.6, "raid volume": 0.2,
           "raid progress": 0.1, "fmadm": 0.65}  # fmt: skip
LOGS = ("dmesg", "messages", "syslog", "journal")


def wear(world: World, drive: Drive, degree: float) -> None:
    """What the drive has counted by now."""
    rng, state = world.rng, drive.smart
    places = [sector(world, drive) for _ in range(rng.randint(2, 7))]
    if drive.kind in ("hdd", "smr"):
        state.pending = (
            int(between(rng, 6, 20 + 900 * degree))
            // (8 if drive.product.years[0] > 2012 else 1)
            * (8 if drive.product.years[0] > 2012 else 1)
            or 8
        )
        state.offline = state.pending if chance(rng, 0.5) else int(state.pending * rng.uniform(0, 0.9))
        state.reallocated = int(between(rng, 5, 60 + 2500 * degree)) if chance(rng, 0.7) else 0
        state.reported = int(between(rng, 3, 20 + 300 * degree))
        state.spin_retries = rng.randint(1, 9) if chance(rng, 0.08) else 0
        state.errors = [
            ("UNC", state.hours - int(between(rng, 1, 90)), rng.choice(places)) for _ in range(min(40, state.reported))
        ]
        state.passed = not (degree > 0.6 and state.reallocated > 1800)
    elif drive.kind == "sas":
        state.grown = int(between(rng, 12, 60 + 2500 * degree))
        state.unread = int(between(rng, 2, 10 + 200 * degree))
        state.unwritten = rng.randint(1, 12) if chance(rng, 0.2) else 0
        if degree > 0.5 and chance(rng, 0.7):
            state.words = rng.choice(
                (
                    "FAILURE PREDICTION THRESHOLD EXCEEDED [asc=5d, ascq=0]",
                    "HARDWARE IMPENDING FAILURE DATA ERROR RATE TOO HIGH [asc=5d, ascq=12]",
                    "FIRMWARE IMPENDING FAILURE GENERAL HARD DRIVE FAILURE [asc=5d, ascq=60]",
                )
            )
    elif drive.kind == "ssd":
        state.reallocated = int(between(rng, 12, 80 + 1500 * degree))
        state.program_fails, state.reported = rng.randint(2, 60), int(between(rng, 4, 30 + 300 * degree))
        state.pending, state.offline, state.spare = rng.randint(1, 12), rng.randint(0, 5), rng.randint(3, 60)
        state.errors = [
            ("UNC", state.hours - int(between(rng, 1, 60)), rng.choice(places)) for _ in range(rng.randint(3, 12))
        ]
        state.passed = not (degree > 0.55 and chance(rng, 0.6))
        state.reallocated = max(state.reallocated, 1900) if not state.passed else min(state.reallocated, 1500)
    else:
        state.media_errors = int(between(rng, 6, 60 + 4000 * degree))
        state.log_entries = state.media_errors + rng.randint(0, 90)
        state.spare = rng.randint(1, 9) if degree > 0.5 else rng.randint(11, 70)
        state.warning = (1 if state.spare < 10 else 0) + (4 if degree > 0.5 or chance(rng, 0.5) else 0)
    if drive.kind in ("hdd", "smr", "sas") and chance(rng, 0.6):
        state.tests.append(
            (
                rng.choice(("Short offline", "Extended offline")),
                "Completed: read failure",
                rng.choice((90, 90, 60, 10)),
                state.hours - rng.randint(0, 50),
                places[0],
            )
        )
    world.parts["places"] = places


def ground(world: World) -> None:
    """One of the data drives is the one."""
    rng, found = world.rng, hardware.fit(world)
    names = [device.name for device in world.disks()]
    drive = found.drive(rng.choice(names))
    world.parts["bad"] = drive
    if (
        not world.pools
        and not found.arrays
        and world.system.linux
        and drive.kind != "nvme"
        and len(names) > 1
        and chance(rng, 0.5)
    ):
        storage.in_md(world)
    if world.pools:
        redundant(world)
    smart(world, drive, rng.choice((0, 0, 1, 1, 2)))


def bad(world: World) -> Drive:
    """The drive that is ill."""
    drive = world.parts["bad"]
    assert isinstance(drive, Drive)
    return drive


def harm(world: World, degree: float) -> None:
    """Reads fail, and everybody waits while the drive tries."""
    rng, drive = world.rng, bad(world)
    wear(world, drive, degree)
    retries(world, drive.name, degree)
    first = onset(world)
    _log(world, drive, first, int(between(rng, 4, 6 + 20 * degree)))
    smartd(world, drive, min(first, between(rng, 600, 90000)), drive.smart.pending)
    count = max(3, int(between(rng, 3, 10 + 90 * degree)))
    world.counters |= {
        f"{drive.name}_hard": count,
        f"{drive.name}_soft": rng.randint(0, 40),
        f"{drive.name}_transport": rng.randint(0, 2),
        f"{drive.name}_pfa": int(degree > 0.5),
    }
    if world.pools:
        if degree > 0.6:
            zfs_errors(world, drive.name, (count, rng.randint(0, 40), rng.randint(0, 9)), "FAULTED", "too many errors")
        else:
            zfs_errors(world, drive.name, (count, rng.randint(0, 3), rng.randint(0, 5)))


def _log(world: World, drive: Drive, first: float, number: int) -> None:
    places = world.parts["places"]
    assert isinstance(places, list)
    for before in times(world, first, number):
        at = world.rng.choice(places)
        if drive.kind == "sas" and chance(world.rng, 0.15):
            say(world, hardware_error(world, drive.name, at), before)
        elif chance(world.rng, 0.12) or (drive.kind == "nvme" and chance(world.rng, 0.4)):
            say(world, timeout(world, drive.name, ata(drive), at), before)
        else:
            say(world, medium_error(world, drive.name, at, ata(drive)), before)
            if world.system.linux and not world.pools and chance(world.rng, 0.4):
                say(
                    world,
                    [
                        f"Buffer I/O error on dev{'ice' if world.system.sysstat < (10, 0) else ''} {drive.name}, logical block {at // 8}"
                        + (", async page read" if world.system.sysstat > (10, 1) else "")
                    ],
                    before - 0.1,
                )


def harmless(world: World) -> None:
    """It has begun, and nobody has read those sectors yet."""
    drive = bad(world)
    wear(world, drive, 0.3)
    drive.smart.passed, drive.smart.words, drive.smart.reported, drive.smart.errors = True, "", 0, []
    drive.smart.tests.append(
        ("Extended offline", "Completed: read failure", 40, drive.smart.hours - 9, sector(world, drive))
    )
    smartd(world, drive, between(world.rng, 600, 9000), drive.smart.pending)


def ground_raid(world: World) -> None:
    """The drive lies behind a controller."""
    card = storage.behind(world)
    drive = world.rng.choice(card.volumes[-1].drives)
    world.parts["bad"] = drive
    cards.offer(world, card, drive, world.rng.choice((0, 1, 1, 2)))


def harm_raid(world: World, degree: float) -> None:
    """The controller sees the errors and repairs what it can; the volume waits meanwhile."""
    rng, drive, card = world.rng, bad(world), hardware.of(world).controller
    assert card is not None
    wear(world, drive, degree)
    retries(world, card.volumes[-1].name, degree)
    drive.media_errors = int(between(rng, 8, 30 + 800 * degree))
    drive.other_errors = int(between(rng, 1, 40))
    drive.predictive = rng.randint(1, 40) if degree > 0.45 else 0
    cards.decide(world, card, "failing", *(["predicted"] if drive.predictive else []), beside=("smartctl through",))
    first = onset(world)
    for before in times(world, first, int(between(rng, 5, 12 + 25 * degree))):
        cards.note(
            world,
            card,
            rng.choice(("read error", "read error", "read error", "timeout", "corrected", "reset")),
            before / 3600,
            drive,
        )
    if drive.predictive:
        for number in range(rng.randint(1, 5)):
            cards.note(world, card, "predictive", first / 3600 * 0.7 + number * 5, drive)


def harmless_raid(world: World) -> None:
    """The controller has repaired some sectors of it on patrol, more each week."""
    rng, drive, card = world.rng, bad(world), hardware.of(world).controller
    assert card is not None
    wear(world, drive, 0.3)
    drive.smart.passed, drive.smart.words = True, ""
    drive.media_errors, drive.predictive = rng.randint(4, 40), rng.randint(1, 4)
    cards.decide(world, card, "failing", "predicted", beside=("smartctl through",))
    for number in range(rng.randint(3, 9)):
        cards.note(world, card, "corrected", 20 + number * 168 / 4, drive)
    cards.note(world, card, "predictive", between(rng, 3, 30), drive)


_SHOWN = tuple(
    frozenset({form})
    for form in (
        "smartctl",
        "smartctl through",
        "nvme smart-log",
        "iostat -En",
        "fmadm",
        "raid drives",
        "raid events",
        *LOGS,
    )
)

MECHANISMS = (
    Mechanism("drive-failing", (*LINUX, *FREEBSD), ROLES, HARMS, ground, harm, harmless, zfs=False, kinds=("hdd", "hdd", "sas", "ssd", "nvme"), virtual=False, telling=TELLING, decisive=_SHOWN, standing=True, second=True),
    Mechanism("drive-failing", (*SOLARIS, *ZFS_LINUX, *FREEBSD), ROLES, HARMS, ground, harm, harmless, zfs=True, kinds=("hdd", "sas", "sas", "ssd"), virtual=False, telling=TELLING, decisive=_SHOWN, standing=True,
              also=frozenset({"zfs-pool-degraded"})),
    Mechanism("drive-failing", (*LINUX, *LINUX, *FREEBSD), ROLES, HARMS, ground_raid, harm_raid, harmless_raid, zfs=False, kinds=("hdd", "sas"), virtual=False, telling=TELLING,
              decisive=tuple(frozenset({form}) for form in ("smartctl through", "raid drives", "raid events")), standing=True),
    Mechanism("drive-failing", SOLARIS[:2], ("oracle", "files", "apps"), HARMS, ground, harm, harmless, zfs=False, kinds=("hdd", "sas"), virtual=False, telling=TELLING, decisive=_SHOWN, standing=True),
)  # fmt: skip
