"""Nothing is wrong, on hosts whose drives, controllers, paths and links somebody looks at."""

from datetime import timedelta

from tests.generated import cards, hardware, multipath, network, storage
from tests.generated.evidence import smart
from tests.generated.kernel_words import say
from tests.generated.mechanism import Mechanism
from tests.generated.mechanisms import drive_failing, multipath_path_loss, network_link_loss
from tests.generated.model import World
from tests.generated.noise import around, between, chance
from tests.generated.systems import ALL, FREEBSD, LINUX, SOLARIS, ZFS

ROLES = ("oracle", "postgres", "mysql", "files", "vms", "apps", "backup")


def _old_marks(world: World) -> None:
    """One drive has had a sector replaced, or a bad cable, long ago."""
    rng, drives = world.rng, hardware.of(world).drives
    if drives and chance(rng, 0.4):
        drive = rng.choice(drives)
        if drive.kind == "sas":
            drive.smart.grown, drive.smart.dwords = rng.randint(0, 3), rng.randint(0, 9)
        elif drive.kind == "nvme":
            drive.smart.log_entries = rng.randint(1, 900)
        elif chance(rng, 0.6):
            drive.smart.reallocated = rng.choice((1, 1, 2, 8))
        else:
            drive.smart.crc = rng.randint(1, 12)


def drives(world: World) -> None:
    """Drives at an HBA."""
    found = hardware.fit(world)
    names = [device.name for device in world.disks()]
    if not world.pools and world.system.linux and len(names) > 1 and "nvme" not in names[0] and chance(world.rng, 0.6):
        storage.in_md(world)
    _old_marks(world)
    smart(world, found.drive(world.rng.choice(names)), world.rng.choice((0, 1, 2)))


def controller(world: World) -> None:
    """A controller that writes back, with a good battery."""
    rng = world.rng
    card = storage.behind(world)
    for week in range(1, rng.randint(2, 5)):
        cards.note(world, card, "patrol end", week * 168 - 100)
        cards.note(world, card, "patrol", week * 168 - 96)
    if chance(rng, 0.3):
        cards.note(world, card, "back", 800.0)
        cards.note(world, card, "through", 806.0)
        cards.note(world, card, "learn", 807.0)
    if chance(rng, 0.3):
        rng.choice(card.drives).other_errors = rng.randint(1, 6)
    cards.offer(world, card, None, rng.choice((0, 1, 2)))


def paths(world: World) -> None:
    """All paths are there."""
    multipath.lay(world)


def links(world: World) -> None:
    """Links that have lost nothing worth a word."""
    network_link_loss.ground(world)
    if chance(world.rng, 0.5):
        network.of(world).links[0].rx_dropped = world.rng.randint(100, 90000)


def bulk(world: World) -> None:
    """A bulk write runs at the speed the storage has, from its beginning to its end."""
    rng, data = world.rng, world.disks()
    share, size = rng.uniform(0.45, 0.75), between(rng, 100, 500)
    for tick in world.ticks:
        for device in data:
            tick.demand[device.name].add(writes=around(rng, device.mb_s * 1024 * share / size, 0.05), write_kb=size)


def scanned(world: World) -> None:
    """A drive was read from end to end, and nothing was found; nothing had been wrong before."""
    drive = hardware.fit(world).drive(world.rng.choice([device.name for device in world.disks()]))
    blocks = drive.sectors // 8
    text = f"Checking blocks 0 to {blocks - 1}\nChecking for bad blocks (read-only test): done                                                 \nPass completed, 0 bad blocks found. (0/0/0 errors)\n"
    world.show("scan", f"badblocks -sv -b 4096 /dev/{drive.name}", text)
    drive.smart.tests = [
        ("Extended offline", "Completed without error", 0, drive.smart.hours - 11, -1),
        *drive.smart.tests,
    ]
    smart(world, drive, 0)


def came_back(world: World) -> None:
    """The power failed, and everything is there again: barriers are on, and the journal was replayed."""
    rng, names = world.rng, [device.name for device in world.disks()]
    found = hardware.fit(world)
    for drive in found.drives:
        drive.cache_on = True
    world.uptime = timedelta(seconds=int(between(rng, 2000, 200000)))
    mount = world.mounts[-1]
    device = "dm-1" if "mapper" in mount.device else mount.device.split("/")[-1]
    after = world.uptime.total_seconds() - 9
    say(
        world,
        [f"XFS ({device}): Starting recovery (logdev: internal)", f"XFS ({device}): Ending recovery (logdev: internal)"]
        if mount.kind == "xfs"
        else [f"EXT4-fs ({device}): recovery complete"],
        after,
    )
    world.show("hdparm", f"hdparm -W /dev/{names[0]}", f"\n/dev/{names[0]}:\n write-caching =  1 (on)\n")
    rows = "".join(f"/sys/block/{name}/queue/write_cache:write back\n" for name in names)
    if world.system.sysstat > (11, 0):
        world.show("write cache", "grep . /sys/block/sd*/queue/write_cache", rows)
    smart(world, found.drive(names[0]), 0)


def switched_over(world: World) -> None:
    """Somebody moved the services to another node and back, as planned."""
    rng, before = world.rng, between(world.rng, 4000, 100000)
    peer = world.host + "b"
    network.of(world)
    if world.system.linux:
        say(
            world,
            [
                f"notice: Node {peer} state is now standby",
                f"notice: Initiating stop operation vip_stop_0 on {peer}",
                f"notice: Initiating start operation vip_start_0 locally on {world.host}",
            ],
            before,
            "pacemaker-controld" if world.system.sysstat > (11, 0) else "crmd",
        )
        say(
            world,
            [
                f"[TOTEM ] A new membership (10.99.1.7:{rng.randint(100, 900)}) was formed. Members joined: 2",
                "[QUORUM] Members[2]: 1 2",
            ],
            before - 900,
            "corosync",
        )


_TELLING = {**drive_failing.TELLING, "raid battery": 0.6, "raid patrol": 0.5}

MECHANISMS = (
    Mechanism("healthy", (*LINUX, *FREEBSD), ROLES, (), drives, zfs=False, kinds=("hdd", "sas", "ssd", "nvme"), virtual=False, moment="during", cause="nothing", telling=_TELLING),
    Mechanism("healthy", ZFS, ROLES, (), drives, zfs=True, kinds=("hdd", "sas", "ssd"), virtual=False, moment="during", cause="nothing", telling=_TELLING),
    Mechanism("healthy", (*LINUX, *LINUX, *FREEBSD), ROLES, (), controller, zfs=False, kinds=("hdd", "sas"), virtual=False, moment="during", cause="nothing", telling=_TELLING),
    Mechanism("healthy", (*LINUX, *LINUX, *SOLARIS, *FREEBSD), ROLES, (), paths, zfs=False, kinds=("lun",), virtual=False, moment="during", cause="nothing", telling=multipath_path_loss.TELLING),
    Mechanism("healthy", ALL, ROLES, (), links, virtual=False, moment="during", cause="nothing", telling=network_link_loss.TELLING),
    Mechanism("healthy", ALL, ("files", "backup", "vms", "oracle"), (), bulk, zfs=False, virtual=False, moment="during", cause="nothing", telling={"iostat -x": 0.9, "iostat -xn": 0.9, "vmstat": 0.6}),
    Mechanism("healthy", LINUX, ("files", "vms", "apps", "backup"), (), scanned, zfs=False, kinds=("hdd", "hdd", "sas"), virtual=False, moment="during", cause="nothing", telling={"scan": 0.95, "smartctl": 0.8, "dmesg": 0.5}),
    Mechanism("healthy", tuple(name for name in LINUX if name not in ("rhel-5", "centos-5", "sles-11")), ("postgres", "mysql", "files", "apps"), (), came_back, zfs=False, kinds=("hdd", "ssd"), virtual=False, moment="during", cause="nothing",
              telling={"hdparm": 0.8, "mount": 0.8, "write cache": 0.6, "smartctl": 0.4, "dmesg": 0.8}),
    Mechanism("healthy", LINUX, ("oracle", "postgres", "mysql", "files"), (), switched_over, moment="during", cause="nothing", telling={"messages": 0.8, "syslog": 0.5, "journal": 0.5, "vmstat": 0.7, "netstat -i": 0.4, "ip link": 0.4}),
)  # fmt: skip
