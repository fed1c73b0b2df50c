"""A pool has lost a device, or has read what it did not write."""

from datetime import timedelta

from tests.generated.effects import wait_for
from tests.generated.mechanism import Mechanism
from tests.generated.model import Device, Leaf, World
from tests.generated.noise import around, between
from tests.generated.systems import FREEBSD, SOLARIS, ZFS_LINUX

ROLES = ("files", "vms", "backup", "postgres", "oracle", "apps")


def link(world: World, code: str) -> str:
    """Where the system tells more of a message."""
    if world.system.name == "solaris-10" and world.start.year < 2013:
        return f"http://www.sun.com/msg/{code}"
    if world.system.zfs == "sun":
        return f"http://support.oracle.com/msg/{code}"
    if world.system.zfs in ("illumos", "fbsd"):
        return f"http://illumos.org/msg/{code}"
    return (
        f"https://openzfs.github.io/openzfs-docs/msg/{code}"
        if world.system.zfs >= "2"
        else f"http://zfsonlinux.org/msg/{code}"
    )


TEXTS = {
    "FAULTED": ("One or more devices are faulted in response to persistent errors.\nSufficient replicas exist for the pool to continue functioning in a\ndegraded state.", "Replace the faulted device, or use 'zpool clear' to mark the device\nrepaired.", "ZFS-8000-K4"),
    "UNAVAIL": ("One or more devices could not be opened.  Sufficient replicas exist for\nthe pool to continue functioning in a degraded state.", "Attach the missing device and online it using 'zpool online'.", "ZFS-8000-2Q"),
    "REMOVED": ("One or more devices has been removed by the administrator.\nSufficient replicas exist for the pool to continue functioning in a\ndegraded state.", "Online the device using 'zpool online' or replace the device with\n'zpool replace'.", ""),
    "OFFLINE": ("One or more devices has been taken offline by the administrator.\nSufficient replicas exist for the pool to continue functioning in a\ndegraded state.", "Online the device using 'zpool online' or replace the device with\n'zpool replace'.", ""),
    "ERRORS": ("One or more devices has experienced an unrecoverable error.  An\nattempt was made to correct the error.  Applications are unaffected.", "Determine if the device needs to be replaced, and clear the errors\nusing 'zpool clear' or replace the device with 'zpool replace'.", "ZFS-8000-9P"),
    "DATA": ("One or more devices has experienced an error resulting in data\ncorruption.  Applications may be affected.", "Restore the file in question if possible.  Otherwise restore the\nentire pool from backup.", "ZFS-8000-8A"),
}  # fmt: skip


def _say(world: World, state: str) -> None:
    pool = world.pool
    pool.status, pool.action, code = TEXTS[state]
    pool.see = link(world, code) if code else ""


def _victim(world: World) -> Device:
    return world.rng.choice(world.pool.data[-1].leaves)


def _missing(world: World, state: str) -> Device:
    device, rng, pool = _victim(world), world.rng, world.pool
    pool.state = "DEGRADED"
    _say(world, state)
    if state == "FAULTED":
        pool.leaves[device.name] = Leaf(
            state, (int(between(rng, 2, 300)), int(between(rng, 1, 200)), rng.randint(0, 40)), "too many errors"
        )
    elif state == "UNAVAIL":
        old = device.long_name or device.name
        pool.leaves[device.name] = Leaf(
            state,
            (0, 0, 0),
            f"was /dev/{old}" if not world.system.solaris else "cannot open",
            old if world.system.solaris else str(rng.randrange(10**17, 10**19)),
        )
    else:
        pool.leaves[device.name] = Leaf(state)
    return device


def lost(world: World) -> None:
    """A device is gone or faulted; the others do its work."""
    device = _missing(world, world.rng.choice(("FAULTED", "FAULTED", "UNAVAIL", "REMOVED")))
    for tick in world.ticks:
        ask = tick.demand[device.name]
        ask.reads = ask.writes = ask.read_kb = ask.write_kb = 0.0
    state = world.pool.leaves[device.name].state
    world.say(
        f"pool '{world.pool.name}' vdev {device.long_name or device.name} state {state}",
        between(world.rng, 3000, 400000),
        "zed" if world.system.linux else "fmd" if world.system.solaris else "zfsd",
    )
    if world.system.solaris:
        code = world.pool.see.rsplit("/", 1)[-1] or "ZFS-8000-D3"
        identity = "-".join("".join(world.rng.choices("0123456789abcdef", k=size)) for size in (8, 4, 4, 4, 12))
        world.show(
            "fmadm",
            "fmadm faulty",
            f"--------------- ------------------------------------  -------------- ---------\nTIME            EVENT-ID                              MSG-ID         SEVERITY\n--------------- ------------------------------------  -------------- ---------\n{world.start:%b %d %H:%M:%S} {identity}  {code:<13}  Major     \n\nFault class : fault.fs.zfs.vdev.io\nAffects     : zfs://pool={world.pool.name}/vdev={world.rng.randrange(16**15, 16**16):x}\n                  faulted but still in service\nProblem in  : zfs://pool={world.pool.name}/vdev\n",
        )


def lost_harm(world: World, degree: float) -> None:
    """The drive fails with errors in the log, or a spare is being filled from the rest while people work."""
    rng, pool = world.rng, world.pool
    device = next(each for each in world.devices if each.name in pool.leaves)
    if pool.leaves[device.name].state == "FAULTED" and world.system.linux:
        seconds = between(rng, 600, 90000)
        for _ in range(rng.randint(3, 14)):
            world.say(
                f"{'blk_update_request' if world.system.sysstat >= (10, 0) else 'end_request'}: I/O error, dev {device.name}, sector {rng.randrange(device.size_gb * 1900000)}",
                seconds,
            )
            seconds = max(5.0, seconds - between(rng, 0.2, 200))
        world.also.add("drive-failing")
    if rng.random() < 0.6:
        _resilver(world, device, degree)
        return
    for tick in world.ticks:
        for peer in pool.data[-1].leaves:
            if peer is not device:
                ask = tick.demand[peer.name]
                ask.reads, ask.read_kb = ask.reads * (1.7 + degree), ask.read_kb * (1.7 + degree)


def _resilver(world: World, device: Device, degree: float) -> None:
    rng, pool = world.rng, world.pool
    since = world.start - timedelta(hours=between(rng, 1, 30))
    share = rng.uniform(2, 90)
    total = pool.size_gb * pool.full / 1024
    if world.system.zfs >= "0.8" and world.system.zfs[0].isdigit():
        pool.scan = f"resilver in progress since {since:%a %b %e %H:%M:%S %Y}\n\t{min(total, total * share / 80):.2f}T scanned at {rng.randint(60, 700)}M/s, {total * share / 100:.2f}T issued at {rng.randint(30, 180)}M/s, {total:.2f}T total\n\t{total * share / 10:.0f}G resilvered, {share:.2f}% done, {rng.choice(('0 days ', '1 days '))}{rng.randint(1, 23):02d}:{rng.randint(0, 59):02d}:12 to go"
    else:
        pool.scan = f"resilver in progress since {since:%a %b %e %H:%M:%S %Y}\n    {total * share / 100:.2f}T scanned out of {total:.2f}T at {rng.randint(20, 120)}M/s, {rng.randint(2, 90)}h{rng.randint(0, 59)}m to go\n    {total * share / 8:.0f}G resilvered, {share:.2f}% done"
    pool.status = "One or more devices is currently being resilvered.  The pool will\ncontinue to function, possibly in a degraded state."
    pool.action, pool.see = "Wait for the resilver to complete.", ""
    pool.leaves[device.name] = Leaf("ONLINE", (0, 0, 0), "(resilvering)")
    pool.state = rng.choice(("DEGRADED", "ONLINE"))
    for tick in world.ticks:
        for leaf in pool.data[-1].leaves:
            ask, part = tick.demand[leaf.name], around(rng, 0.4 + 0.5 * degree, 0.15)
            if leaf is device:
                ask.add(writes=leaf.write_iops * part, write_kb=min(100.0, leaf.mb_s * 600 / leaf.write_iops))
            else:
                ask.add(reads=leaf.read_iops * part, read_kb=min(90.0, leaf.mb_s * 600 / leaf.read_iops))
        wait_for(tick, 0.3 * degree)


def corrupt(world: World) -> None:
    """Checksums do not fit, all devices are there; a few, once, repaired."""
    _say(world, "ERRORS")
    world.pool.leaves[_victim(world).name] = Leaf("ONLINE", (0, 0, world.rng.randint(1, 12)))
    _scrubbed(world, 0)


def corrupt_harm(world: World, degree: float) -> None:
    """More of them, on one or on all, and files that cannot be read."""
    rng, pool = world.rng, world.pool
    victims = pool.data[-1].leaves if rng.random() < 0.5 else [_victim(world)]
    count = int(between(rng, 20, 300 + 4000 * degree))
    pool.leaves = {
        leaf.name: Leaf("ONLINE", (rng.choice((0, 0, int(count / 9))), 0, int(around(rng, count, 0.05))))
        for leaf in victims
    }
    if len(victims) == len(pool.data[-1].leaves) or pool.data[-1].kind == "":
        _say(world, "DATA")
        files = rng.randint(1, 9)
        name = pool.datasets[0].name
        pool.errors = "Permanent errors have been detected in the following files:\n\n" + "".join(
            f"        /{name}/{rng.choice(('backup', 'img', 'users01', 'export'))}{number}.{rng.choice(('dbf', 'vmdk', 'tar', 'qcow2'))}\n"
            for number in range(files)
        )
        _scrubbed(world, files)
    else:
        _say(world, "ERRORS")
        pool.state = rng.choice(("ONLINE", "DEGRADED"))
        if pool.state == "DEGRADED":
            pool.leaves[victims[0].name] = Leaf("DEGRADED", (0, 0, count), "too many errors")
        _scrubbed(world, 0)


def _scrubbed(world: World, errors: int) -> None:
    over = world.start - timedelta(hours=between(world.rng, 1, 90))
    fixed = f"{world.rng.uniform(0.1, 900):.1f}{world.rng.choice('KM')}"
    world.pool.scan = f"scrub repaired {fixed} in {world.rng.randint(1, 20)}h{world.rng.randint(1, 59)}m with {errors} errors on {over:%a %b %e %H:%M:%S %Y}"


TELLING = {
    "zpool status": 0.96,
    "dmesg": 0.5,
    "zpool list": 0.4,
    "iostat -En": 0.5,
    "messages": 0.4,
    "fmadm": 0.5,
    "iostat -x": 0.35,
    "iostat -xn": 0.4,
    "zpool iostat -v": 0.3,
}
EVERYWHERE = (*SOLARIS, *FREEBSD, *ZFS_LINUX)
STATUS = (frozenset({"zpool status"}),)

MECHANISMS = (
    Mechanism(
        "zfs-pool-degraded",
        EVERYWHERE,
        ROLES,
        ("errors", "errors", "slow-storage", "vague"),
        lost,
        lost_harm,
        zfs=True,
        kinds=("hdd", "sas", "ssd"),
        telling=TELLING,
        decisive=STATUS,
        standing=True,
    ),
    Mechanism(
        "zfs-pool-degraded",
        EVERYWHERE,
        ROLES,
        ("errors", "errors", "vague"),
        corrupt,
        corrupt_harm,
        zfs=True,
        kinds=("hdd", "sas", "ssd", "lun"),
        telling=TELLING,
        decisive=STATUS,
        standing=True,
    ),
)
