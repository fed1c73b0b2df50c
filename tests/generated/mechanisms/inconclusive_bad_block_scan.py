"""A search for bad blocks wrote over what it was to find, and found nothing."""

from dataclasses import replace
from datetime import timedelta

from tests.generated import cards, hardware, storage
from tests.generated.drives import Drive
from tests.generated.evidence import ata, smart, smartd
from tests.generated.kernel_words import medium_error, say, sector
from tests.generated.mechanism import Mechanism
from tests.generated.mechanisms.drive_failing import bad
from tests.generated.model import World
from tests.generated.noise import between, chance
from tests.generated.systems import FREEBSD, LINUX

TELLING = {
    "scan": 0.97,
    "smartctl": 0.55,
    "smartctl before": 0.7,
    "dmesg": 0.75,
    "messages": 0.5,
    "syslog": 0.35,
    "journal": 0.35,
    "iostat -x": 0.15,
    "vmstat": 0.1,
    "history": 0.4,
}
_LOGS = ("dmesg", "messages", "syslog", "journal", "smartctl before", "smartctl")


def ground(world: World) -> None:
    """A scan that writes has been run over a drive."""
    rng, found = world.rng, hardware.fit(world)
    drive = found.drive(rng.choice([device.name for device in world.disks()]))
    world.parts["bad"] = drive
    command, text = _scan(world, drive)
    world.show("scan", command, text)
    if chance(rng, 0.5):
        world.show(
            "history",
            "history | tail -6",
            "".join(
                f"{number:5d}  {line}\n"
                for number, line in enumerate(
                    (
                        "dmesg | tail",
                        f"umount {world.names['datamount']}",
                        f"smartctl -a /dev/{drive.name}",
                        command,
                        f"mount {world.names['datamount']}",
                        "history | tail -6",
                    ),
                    rng.randint(300, 900),
                )
            ),
        )
    smart(world, drive, rng.choice((0, 0, 1)))


def _scan(world: World, drive: Drive) -> tuple[str, str]:
    """The command and what it printed."""
    rng = world.rng
    node, hours = f"/dev/{drive.name}", drive.bytes / 1e6 / rng.uniform(90, 150) / 3600
    blocks = drive.sectors // 8
    elapsed = f"{int(hours)}:{int(hours * 60 % 60):02d}:{rng.randrange(60):02d}"
    if not world.system.linux:
        return rng.choice((
            (f"badblocks -wsv -b 4096 {node}", _wipe(blocks)),
            (f"dd if=/dev/zero of={node} bs=1m", f"dd: {node}: end of device\n{drive.bytes // 2**20 + 1}+0 records in\n{drive.bytes // 2**20}+1 records out\n{drive.bytes} bytes transferred in {hours * 3600:.6f} secs ({drive.bytes / hours / 3600:.0f} bytes/sec)\n"),
        ))  # fmt: skip
    inodes = drive.sectors // 32
    fs = f"{rng.choice(('mke2fs', 'mkfs.ext4', 'mkfs.ext3'))} -c -c {node}{rng.choice(('', '1'))}"
    version = (
        "1.39 (29-May-2006)"
        if world.system.sysstat < (8, 0)
        else "1.41.12 (17-May-2010)"
        if world.system.sysstat < (10, 0)
        else "1.42.9 (28-Dec-2013)"
        if world.system.sysstat < (11, 0)
        else "1.46.5 (30-Dec-2021)"
    )
    made = (f"mke2fs {version}\nFilesystem label=\nOS type: Linux\nBlock size=4096 (log=2)\nFragment size=4096 (log=2)\n{inodes} inodes, {blocks} blocks\n{blocks // 20} blocks (5.00%) reserved for the super user\n"
            "Testing with pattern 0xaa: done                                                 \nReading and comparing: done                                                 \nTesting with pattern 0x55: done                                                 \nReading and comparing: done                                                 \n"
            "Testing with pattern 0xff: done                                                 \nReading and comparing: done                                                 \nTesting with pattern 0x00: done                                                 \nReading and comparing: done                                                 \n"
            "Writing inode tables: done                            \nCreating journal (32768 blocks): done\nWriting superblocks and filesystem accounting information: done\n")  # fmt: skip
    return rng.choice((
        (f"badblocks -wsv {'-b 4096 ' if drive.product.size_gb > 2000 else ''}{node}", _wipe(blocks)), (f"badblocks -wsv {'-b 4096 ' if drive.product.size_gb > 2000 else ''}{node}", _wipe(blocks)), (fs, made), (fs, made),
        (f"badblocks -nsv -b 4096 {node}", f"Checking for bad blocks in non-destructive read-write mode\nFrom block 0 to {blocks - 1}\nTesting with random pattern: done                                                 \nPass completed, 0 bad blocks found. (0/0/0 errors)\n"),
        (f"e2fsck -fcc {node}1", f"e2fsck {version}\nChecking for bad blocks (non-destructive read-write test)\nTesting with random pattern: done                                                 \n{node}1: Updating bad block inode.\nPass 1: Checking inodes, blocks, and sizes\nPass 2: Checking directory structure\nPass 3: Checking directory connectivity\nPass 4: Checking reference counts\nPass 5: Checking group summary information\n\n{node}1: ***** FILE SYSTEM WAS MODIFIED *****\n{node}1: 11/{inodes} files (0.0% non-contiguous), {blocks // 60}/{blocks} blocks\n"),
        (f"dd if=/dev/zero of={node} bs=1M", f"dd: writing `{node}': No space left on device\n{drive.bytes // 2**20 + 1}+0 records in\n{drive.bytes // 2**20}+0 records out\n{drive.bytes} bytes ({drive.bytes / 1e12:.1f} TB) copied, {hours * 3600:.1f} s, {drive.bytes / hours / 3600 / 1e6:.0f} MB/s\n"),
        (f"shred -v -n 1 {node}", f"shred: {node}: pass 1/1 (random)...\nshred: {node}: pass 1/1 (random)...{drive.bytes / 2**40:.1f}TiB/{drive.bytes / 2**40:.1f}TiB 100%\n# {elapsed}\n"),
    ))  # fmt: skip


def _wipe(blocks: int) -> str:
    lines = ["Checking for bad blocks in read-write mode", f"From block 0 to {blocks - 1}"]
    for pattern in ("0xaa", "0x55", "0xff", "0x00"):
        lines += [
            f"Testing with pattern {pattern}: done                                                 ",
            "Reading and comparing: done                                                 ",
        ]
    return "\n".join([*lines, "Pass completed, 0 bad blocks found. (0/0/0 errors)"]) + "\n"


def harm(world: World, degree: float) -> None:
    """Sectors could not be read before the scan, and nobody knows now what the drive is worth."""
    rng, drive = world.rng, bad(world)
    hours = between(rng, 20, 120)
    places = [sector(world, drive) for _ in range(rng.randint(1, 4))]
    for number in range(int(between(rng, 3, 6 + 16 * degree))):
        say(
            world,
            medium_error(world, drive.name, rng.choice(places), ata(drive)),
            hours * 3600 + rng.uniform(0, 7200) + number,
        )
    pending = rng.randint(1, 30) * (8 if drive.product.size_gb > 3000 else 1)
    smartd(world, drive, hours * 3600, pending)
    if drive.kind == "hdd":
        before = rng.random() < 0.5
        if before:
            _before(world, drive, pending, hours)
        drive.smart.pending = 0
        drive.smart.reallocated = rng.choice((0, pending // 8, pending))
        drive.smart.reported = rng.randint(2, 40)
        drive.smart.errors = [("UNC", drive.smart.hours - int(hours), places[0]) for _ in range(rng.randint(2, 9))]
    else:
        drive.smart.unread = rng.randint(2, 30)
        drive.smart.grown = rng.randint(1, 30)
    _quiet(world)


def _before(world: World, drive: Drive, pending: int, hours: float) -> None:
    from tests.generated.render.smart import smartctl

    drive.smart.pending, drive.smart.offline = pending, pending
    path = f"smartctl-{drive.name}-{world.end - timedelta(hours=hours):%m%d}.txt"
    text = smartctl(world, drive, "-A")
    world.show("smartctl before", f"cat {path}", text, path)
    drive.smart.offline = world.rng.choice((0, pending))


def _quiet(world: World) -> None:
    """Nothing is seen in the samples: it is over."""
    for tick in world.ticks:
        tick.trouble = 0.0


def ground_card(world: World) -> None:
    """The scan was run over a volume of a controller, which repairs what it can while it is written."""
    rng = world.rng
    card = storage.behind(
        world, rng.choice(("areca", "areca", "megaraid", "3ware")), "hdd", rng.choice(("0", "0", "5"))
    )
    drive, volume = rng.choice(card.volumes[-1].drives), card.volumes[-1]
    world.parts["bad"] = drive
    item = replace(drive.product, size_gb=int(volume.size_gb))
    command, text = _scan(world, replace(drive, product=item, name=volume.name))
    world.show("scan", command, text)
    world.after.append(lambda done: done.show("smartctl", f"smartctl -a /dev/{volume.name}", cards.masked(done, card)))
    cards.offer(world, card, drive, 0)


def harm_card(world: World, degree: float) -> None:
    """Before it, the volume could not be read in places, and the controller had noted why."""
    rng, drive, card = world.rng, bad(world), hardware.of(world).controller
    assert card is not None
    hours = between(rng, 20, 120)
    volume = card.volumes[-1]
    places = [sector(world, None, int(volume.size_gb * 0.9)) for _ in range(rng.randint(1, 3))]
    for number in range(int(between(rng, 3, 6 + 12 * degree))):
        before = hours * 3600 + rng.uniform(0, 7200) + number
        say(world, medium_error(world, volume.name, rng.choice(places), False), before)
        cards.note(world, card, "read error", before / 3600 + 0.002, drive)
    drive.smart.reallocated, drive.smart.reported = rng.choice((0, rng.randint(1, 60))), rng.randint(2, 60)
    drive.smart.pending = rng.choice((0, 0, rng.randint(1, 40)))
    drive.media_errors = rng.randint(3, 60)
    _quiet(world)


def harmless(world: World) -> None:
    """A new drive, tried before it is used; there never was an error."""
    drive = bad(world)
    drive.smart.hours, drive.smart.cycles, drive.smart.tests = world.rng.randint(20, 300), world.rng.randint(2, 9), []


MECHANISMS = (
    Mechanism("inconclusive-bad-block-scan", (*LINUX, *LINUX, *FREEBSD), ("files", "vms", "apps", "backup", "mysql"), ("scan", "scan", "errors"), ground, harm, harmless, zfs=False, kinds=("hdd", "hdd", "sas"), virtual=False, moment="after",
              telling=TELLING, decisive=tuple(frozenset({"scan", form}) for form in _LOGS), standing=True, also=frozenset({"drive-failing"})),
    Mechanism("inconclusive-bad-block-scan", LINUX, ("files", "vms", "apps", "backup", "mysql"), ("scan", "scan", "errors"), ground_card, harm_card, zfs=False, kinds=("hdd", "sas"), virtual=False, moment="after",
              telling={**TELLING, "raid events": 0.5, "raid drives": 0.3, "raid volumes": 0.3, "raid smart": 0.4, "raid battery": 0.05, "raid patrol": 0.05, "raid config": 0.2, "raid volume": 0.1, "raid progress": 0.05, "smartctl through": 0.2},
              decisive=tuple(frozenset({"scan", form}) for form in (*_LOGS[:4], "raid events")), standing=True, also=frozenset({"drive-failing", "raid-hides-smart"}), harmless_share=0.1),
)  # fmt: skip
