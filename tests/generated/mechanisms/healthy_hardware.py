"""Nothing is wrong, on hosts whose drives, controllers, paths and links somebody looks at."""

from tests.generated import cards, hardware, multipath, network, storage
from tests.generated.evidence import smart
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


_TELLING = {**drive_failing.TELLING, "raid battery": 0.6, "raid patrol": 0.5}

MECHANISMS = (
    Mechanism("healthy", (*LINUX, *FREEBSD), ROLES, (), drives, zfs=False, kinds=("hdd", "sas", "ssd", "nvme"), virtual=False, moment="during", cause="nothing", telling=_TELLING),
    Mechanism("healthy", ZFS, ROLES, (), drives, zfs=True, kinds=("hdd", "sas", "ssd"), virtual=False, moment="during", cause="nothing", telling=_TELLING),
    Mechanism("healthy", (*LINUX, *LINUX, *FREEBSD), ROLES, (), controller, zfs=False, kinds=("hdd", "sas"), virtual=False, moment="during", cause="nothing", telling=_TELLING),
    Mechanism("healthy", (*LINUX, *LINUX, *SOLARIS, *FREEBSD), ROLES, (), paths, zfs=False, kinds=("lun",), virtual=False, moment="during", cause="nothing", telling=multipath_path_loss.TELLING),
    Mechanism("healthy", ALL, ROLES, (), links, virtual=False, moment="during", cause="nothing", telling=network_link_loss.TELLING),
    Mechanism("healthy", ALL, ("files", "backup", "vms", "oracle"), (), bulk, zfs=False, virtual=False, moment="during", cause="nothing", telling={"iostat -x": 0.9, "iostat -xn": 0.9, "vmstat": 0.6}),
)  # fmt: skip
