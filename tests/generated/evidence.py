"""What several mechanisms of drives show of themselves."""

from tests.generated import hardware
from tests.generated.drives import Drive
from tests.generated.kernel_words import version as kernel_version
from tests.generated.model import Leaf, World
from tests.generated.noise import around, between, chance
from tests.generated.render.smart import smart_log, smartctl


def node(world: World, name: str) -> str:
    """The device's node as smartctl is given it."""
    if world.system.solaris:
        return f"-d {world.rng.choice(('sat', 'sat,12', 'scsi'))} /dev/rdsk/{name}s0"
    return f"/dev/{name}"


def smart(world: World, focus: Drive, peers: int = 1) -> None:
    """Show smartctl of a drive, and of some that lie beside it."""

    def show(done: World) -> None:
        rng, others = (
            done.rng,
            [drive for drive in hardware.of(done).drives if drive is not focus and drive.kind == focus.kind],
        )
        for drive in [focus, *rng.sample(others, min(peers, len(others)))]:
            options = rng.choice(("-a", "-a", "-a", "-x", "-H -A", "-A", "-i -H -A -l error -l selftest"))
            done.show("smartctl", f"smartctl {options} {node(done, drive.name)}", smartctl(done, drive, options))
            if drive.kind == "nvme" and done.system.linux and chance(rng, 0.4):
                done.show("nvme smart-log", f"nvme smart-log /dev/{drive.name}", smart_log(drive))

    world.after.append(show)


def ata(drive: Drive) -> bool:
    """Whether it speaks ATA."""
    return drive.kind in ("hdd", "ssd", "smr")


def onset(world: World, low: float = 0.4, high: float = 60.0) -> float:
    """Seconds before the end at which the trouble began: inside the samples where it begins there."""
    fixed, inside = world.parts.get("onset hours"), world.in_trouble()
    if isinstance(fixed, float):
        return fixed * 3600
    if world.settings.get("moment") == "begins" and inside:
        return (world.end - inside[0].time).total_seconds()
    return between(world.rng, low * 3600, high * 3600)


def times(world: World, first: float, number: int) -> list[float]:
    """Moments between the onset and now (or the end of the trouble), seconds before the end; they come in bursts."""
    rng, moment = world.rng, world.settings.get("moment")
    latest = (
        0.0 if moment in ("during", "begins") else between(rng, 300, 1800) if moment in ("ends", "after") else 120.0
    )
    latest = min(latest, first * 0.5)
    bursts = [rng.uniform(latest, first) for _ in range(max(1, number // 3))]
    found = [max(latest, rng.choice(bursts) - rng.uniform(0, 90)) for _ in range(number)]
    if moment in ("during", "begins"):
        found[0] = rng.uniform(1, min(first, world.interval * world.count))
    return sorted(found, reverse=True)


def retries(world: World, name: str, degree: float, reads: bool = True) -> None:
    """The drive tries again and again: now and then nothing completes for seconds."""
    rng = world.rng
    device = next(device for device in world.devices if device.name == name)
    hard = max(0.3, min(0.9, 0.25 + 0.5 * degree))
    for tick in world.in_trouble():
        ask = tick.demand[name]
        if device.kind in ("hdd", "sas", "smr", "lun"):
            ask.add(reads=around(rng, 3, 0.4), read_kb=16)
        if not chance(rng, hard):
            continue
        seconds = between(rng, 0.5, 2.5 + 5 * degree)
        ask.stall = min(0.9, seconds / world.interval * rng.uniform(0.6, 1.0))
        factor = between(rng, 4, 12 + 50 * degree) / (1 if device.kind in ("hdd", "sas", "smr") else 0.3)
        if reads:
            ask.slow_read = factor
            ask.slow_write = max(1.0, factor * rng.uniform(0.05, 0.4))
        else:
            ask.slow_write = min(50.0, factor)
        ask.crowd = min(device.depth, between(rng, 1.5, 6 + 20 * degree))
    bounded(world)
    if device.kind == "lun":
        fits(world, name, 0.96)


def zfs_errors(world: World, name: str, errors: tuple[int, int, int], state: str = "ONLINE", note: str = "") -> None:
    """What zpool status says of a device, and of its pool."""
    for pool in world.pools:
        if name not in [device.name for device in pool.devices]:
            continue
        pool.leaves[name] = Leaf(state, errors, note)
        if state == "ONLINE":
            pool.status = "One or more devices has experienced an unrecoverable error.  An\nattempt was made to correct the error.  Applications are unaffected."
            pool.action = "Determine if the device needs to be replaced, and clear the errors\nusing 'zpool clear' or replace the device with 'zpool replace'."
            pool.see = (
                "http://www.sun.com/msg/ZFS-8000-9P"
                if world.system.name == "solaris-10"
                else "https://openzfs.github.io/openzfs-docs/msg/ZFS-8000-9P"
                if world.system.zfs[:1] == "2"
                else "http://zfsonlinux.org/msg/ZFS-8000-9P"
                if world.system.linux
                else "http://illumos.org/msg/ZFS-8000-9P"
            )
        else:
            pool.state = "DEGRADED"
            pool.status = "One or more devices are faulted in response to persistent errors.\nSufficient replicas exist for the pool to continue functioning in a\ndegraded state."
            pool.action = "Replace the faulted device, or use 'zpool clear' to mark the device\nrepaired."


def redundant(world: World) -> None:
    """Make every data vdev of the pool one that survives a drive."""
    for vdev in world.pool.data:
        if not vdev.kind and len(vdev.leaves) > 1:
            vdev.kind = "mirror"
    bare = [vdev for vdev in world.pool.data if not vdev.kind]
    if len(bare) > 1:
        bare[0].leaves, bare[0].kind = (
            [leaf for vdev in bare for leaf in vdev.leaves],
            "raidz1" if len(bare) > 2 else "mirror",
        )
        world.pool.vdevs = [vdev for vdev in world.pool.vdevs if vdev not in bare[1:]]


def smartd(world: World, drive: Drive, before: float, pending: int) -> None:
    """What smartd writes about it."""
    if world.system.linux and drive.kind in ("hdd", "smr", "sas"):
        label = (
            f"Device: /dev/{drive.name} [SAT]"
            if ata(drive) and kernel_version(world) > (2, 7)
            else f"Device: /dev/{drive.name}"
        )
        text = (
            f"{label}, {pending} Currently unreadable (pending) sectors"
            if ata(drive)
            else f"{label}, SMART Failure: {drive.smart.words or 'FAILURE PREDICTION THRESHOLD EXCEEDED'}"
        )
        for number in range(world.rng.randint(1, 6)):
            world.say(text, before + 1800 * number, "smartd")


def running(world: World) -> bool:
    """Whether what takes its time is at work when the capture ends; a trouble that ends inside is made to last."""
    if world.settings["moment"] == "ends":
        world.settings["moment"] = "during"
        for tick in world.ticks:
            tick.trouble = around(world.rng, 1.0, 0.12)
    return world.settings["moment"] in ("during", "begins")


def bounded(world: World, longest: float = 14.0) -> None:
    """No request takes longer than drivers wait: hold what slows a device within that."""
    for tick in world.in_trouble():
        for device in world.devices:
            ask = tick.demand[device.name]
            worst = max(ask.slow_read, ask.slow_write)
            total = ask.slow * worst / (1 - ask.stall)
            most = max(
                3.0, min(device.read_iops, device.write_iops) * longest / max(ask.crowd, 0.7 * min(device.depth, 128))
            )
            if total > most:
                ask.stall = min(ask.stall, 0.6)
                part = (most * (1 - ask.stall) / (ask.slow * worst)) ** 0.5
                ask.slow = max(1.0, ask.slow * part)
                ask.slow_read, ask.slow_write = max(1.0, ask.slow_read * part), max(1.0, ask.slow_write * part)
            total = min(total, most)
            rate = min(ask.reads + ask.writes, min(device.read_iops, device.write_iops) / total)
            ask.crowd = min(ask.crowd, max(0.1, rate * longest * 0.7))


def fits(world: World, name: str, most: float) -> float:
    """Programs wait for what they asked before they ask again: no more is asked than the device can do. The share that is left."""
    device = next(device for device in world.devices if device.name == name)
    shares = [1.0]
    for tick in world.in_trouble():
        ask = tick.demand[name]
        load = ask.slow * (
            ask.reads * ask.slow_read / device.read_iops + ask.writes * ask.slow_write / device.write_iops
        )
        load = max(load, ask.slow * (ask.read_kb + ask.write_kb) / 1024 / device.mb_s)
        shares.append(min(1.0, most / load) if load else 1.0)
        if load > most:
            ask.reads, ask.read_kb, ask.writes, ask.write_kb = (
                value * most / load for value in (ask.reads, ask.read_kb, ask.writes, ask.write_kb)
            )
    return sum(shares) / len(shares)
