"""A shingled drive has to rearrange its zones: writes wait for seconds, and nothing is wrong with it."""

from datetime import timedelta

from tests.generated import hardware, storage
from tests.generated.evidence import bounded, onset, redundant, smart, times
from tests.generated.kernel_words import hung_task, say, sector, timeout
from tests.generated.mechanism import Mechanism
from tests.generated.model import Leaf, World
from tests.generated.noise import around, between, chance
from tests.generated.systems import FREEBSD, LINUX, ZFS_LINUX

TELLING = {
    "smartctl": 0.8,
    "models": 0.5,
    "iostat -x": 0.9,
    "gstat": 0.5,
    "zpool status": 0.85,
    "zpool iostat -v": 0.4,
    "mdstat": 0.8,
    "mdadm": 0.3,
    "dmesg": 0.5,
    "messages": 0.2,
    "journal": 0.2,
    "vmstat": 0.4,
}
_RECENT = tuple(
    name for name in (*LINUX, *FREEBSD) if name not in ("rhel-5", "centos-5", "rhel-6", "oracle-linux-6", "sles-11")
)


def ground(world: World) -> None:
    """All drives of the set, or some of it, are shingled."""
    rng, found = world.rng, hardware.fit(world, "smr")
    data = world.disks()
    names = {device.name for device in data}
    if world.pools:
        redundant(world)
    elif world.system.linux and len(data) > 1 and chance(rng, 0.6):
        storage.in_md(world, "raid1" if len(data) == 2 else "")
    world.parts["bad"] = next(drive for drive in found.drives if drive.name in names)
    smart(world, found.drive(rng.choice(sorted(names))), rng.choice((0, 1, 1)))
    if world.system.linux:
        columns = [f"{'NAME':<8} {'MODEL':<24} {'SIZE':>7} ROTA"]
        for device in world.devices:
            size = (
                f"{device.size_gb * 0.9313 / 1024:.1f}T" if device.size_gb > 1100 else f"{device.size_gb * 0.9313:.0f}G"
            )
            columns.append(
                f"{device.name:<8} {device.model.replace(' ', '_') if world.system.sysstat < (10, 2) else device.model:<24} {size:>7} {int(device.kind in ('hdd', 'sas', 'smr')):4d}"
            )
        world.show("models", "lsblk -d -o NAME,MODEL,SIZE,ROTA", "\n".join(columns) + "\n")
    elif world.system.freebsd:
        world.show(
            "models",
            "camcontrol devlist",
            "".join(
                f"<{device.model} {hardware.of(world).drive(device.name).product.firmware}>  at scbus{number} target 0 lun 0 (pass{number},{device.name})\n"
                for number, device in enumerate(world.devices)
                if device.kind != "nvme"
            ),
        )


def harm(world: World, degree: float) -> None:
    """More is written than the drive's cache zone holds; from then on it works through it."""
    rng, data = world.rng, world.disks()
    all_of_them = chance(rng, 0.6)
    hit = data if all_of_them else [rng.choice(data)]
    size = between(rng, 64, 900)
    rate = between(rng, 25, 140)
    for tick in world.in_trouble():
        for device in data:
            ask = tick.demand[device.name]
            ask.add(writes=around(rng, rate * 1024 / size, 0.2) * tick.trouble, write_kb=size)
            if device not in hit:
                continue
            ask.slow = between(rng, 6, 12 + 40 * degree)
            if chance(rng, 0.2 + 0.45 * degree):
                ask.stall = min(0.98, between(rng, 0.8, 3 + 8 * degree) / world.interval)
            ask.crowd = device.depth * rng.uniform(0.6, 1.0)
    bounded(world, 9 + 9 * degree)
    first = onset(world, 0.5, 30)
    if degree > 0.5 and world.system.linux:
        for before in times(world, first, rng.randint(1, 4)):
            task = (
                rng.choice(("txg_sync", "rsync", "kworker/u16:2", "bacula-sd"))
                if world.pools
                else rng.choice(("jbd2/dm-2-8", "rsync", "kworker/u16:2"))
            )
            say(world, hung_task(world, task, rng.randint(400, 30000)), before)
    if degree > 0.75 and chance(rng, 0.5):
        for before in times(world, first, rng.randint(1, 3)):
            name = rng.choice(hit).name
            say(world, timeout(world, name, True, sector(world, hardware.of(world).drive(name))), before)
    _copying(world, degree)


def _copying(world: World, degree: float) -> None:
    """A resilver or rebuild that creeps, in some hosts."""
    rng = world.rng
    found = hardware.of(world)
    if world.pools and chance(rng, 0.45):
        pool = world.pool
        done = rng.uniform(3, 60)
        total = pool.size_gb * pool.full / 1024 * 0.9
        speed = between(rng, 1.5, 30 - 20 * degree)
        left = total * 2**20 * (1 - done / 100) / speed / 3600
        began = total * 2**20 * done / 100 / speed / 3600
        when = (world.end - timedelta(hours=began)).strftime("%a %b %e %H:%M:%S %Y")
        pool.status = "One or more devices is currently being resilvered.  The pool will\ncontinue to function, possibly in a degraded state."
        pool.action = "Wait for the resilver to complete."
        leaf = rng.choice([device.name for vdev in pool.data for device in vdev.leaves])
        pool.leaves[leaf] = Leaf("ONLINE", (0, 0, 0), "(resilvering)")
        world.also |= frozenset({"zfs-pool-degraded", "resync-in-progress"})
        pool.scan = f"resilver in progress since {when}\n\t{total * done / 100:.2f}T scanned at {speed:.1f}M/s, {total * done / 100 * 0.97:.2f}T issued at {speed:.1f}M/s, {total:.2f}T total\n\t{total * done / 400:.2f}T resilvered, {done:.2f}% done, {int(left // 24)} days {int(left % 24):02d}:{int(left * 60 % 60):02d}:{int(left * 3600 % 60):02d} to go"
    elif found.arrays and chance(rng, 0.5):
        array = found.arrays[-1]
        array.action, array.progress, array.speed_kb = "resync", rng.uniform(0.02, 0.8), int(between(rng, 900, 14000))
        world.also |= frozenset({"resync-in-progress"})


def harmless(world: World) -> None:
    """The drives hold an archive: little is written, and much later read."""
    for tick in world.ticks:
        for device in world.disks():
            ask = tick.demand[device.name]
            ask.writes, ask.write_kb = ask.writes * 0.15, ask.write_kb * 0.15


_SHOWN = tuple(
    frozenset({kind, form}) for kind in ("smartctl", "models") for form in ("iostat -x", "gstat", "mdstat", "dmesg")
)

MECHANISMS = (
    Mechanism("smr-drive-stall", _RECENT, ("files", "backup", "vms", "apps"), ("slow-storage", "slow-storage", "stalls", "vague"), ground, harm, harmless, zfs=False, kinds=("hdd",), virtual=False, telling=TELLING, decisive=_SHOWN),
    Mechanism("smr-drive-stall", (*ZFS_LINUX, *FREEBSD), ("files", "backup", "vms"), ("slow-storage", "stalls", "vague"), ground, harm, harmless, zfs=True, kinds=("hdd",), virtual=False, telling=TELLING,
              decisive=(*_SHOWN, *(frozenset({"zpool status", form}) for form in ("iostat -x", "gstat", "zpool iostat -v")))),
)  # fmt: skip
