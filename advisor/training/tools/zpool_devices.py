"""What changes the state of devices: zpool online, offline, clear and scrub."""

from __future__ import annotations

from advisor.training.tools.tool import Call, Failed
from advisor.training.tools.zfs_pools import disk_of, options_of, pool_named, remember


def online(call: Call, args: list[str]) -> str:
    """``zpool online``."""
    _, rest = options_of(call, args, "e")
    pool, disk = disk_of(call, rest, "online POOL DEVICE")
    remember(call, pool, f"zpool online {' '.join(rest)}")
    call.does("change", "pool-state")
    if disk.state == "FAULTED":
        return f"warning: device '{disk.device}' onlined, but remains in faulted state\nuse 'zpool clear' to restore a faulted device\n"
    if disk.state != "ONLINE":
        pool.online(disk)
    return ""


def offline(call: Call, args: list[str]) -> str:
    """``zpool offline``."""
    _, rest = options_of(call, args, "t")
    pool, disk = disk_of(call, rest, "offline POOL DEVICE")
    vdev = next(v for v in pool.vdevs if disk in v.disks)
    if vdev.level == "disk" or len(vdev.in_use) < 2:
        raise Failed(f"cannot offline {disk.device}: no valid replicas")
    pool.offline(disk)
    remember(call, pool, f"zpool offline {' '.join(rest)}")
    call.does("change", "pool-state")
    return ""


def clear(call: Call, args: list[str]) -> str:
    """``zpool clear``."""
    _, rest = options_of(call, args, "F")
    if not rest:
        raise Failed("usage: zpool clear POOL [DEVICE]", 2)
    pool = pool_named(call, rest[0])
    for disk in pool.disks if len(rest) == 1 else [disk_of(call, rest, "clear POOL DEVICE")[1]]:
        disk.errors[:] = [0, 0, 0]
    remember(call, pool, f"zpool clear {' '.join(rest)}")
    call.does("change", "pool-state")
    return ""


def scrub(call: Call, args: list[str]) -> str:
    """``zpool scrub``."""
    options, rest = options_of(call, args, "s")
    if not rest:
        raise Failed("usage: zpool scrub [-s] POOL", 2)
    pool = pool_named(call, rest[0])
    running = pool.scan is not None and pool.scan.running
    if "-s" in options:
        if not running or pool.scan is None or pool.scan.kind != "scrub":
            raise Failed(f"cannot cancel scrubbing {pool.name}: there is no active scrub")
        pool.scan.canceled, pool.scan.ended = True, call.host.world.now
    elif running and pool.scan is not None:
        if pool.scan.kind == "resilver":
            raise Failed(f"cannot scrub {pool.name}: currently resilvering")
        raise Failed(f"cannot scrub {pool.name}: currently scrubbing; use 'zpool scrub -s' to cancel current scrub")
    else:
        pool.begin_scan("scrub", pool.used)
    remember(call, pool, f"zpool scrub {' '.join(args)}")
    call.does("load")
    return ""
