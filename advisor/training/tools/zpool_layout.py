"""What changes the devices of a pool: zpool add, create, detach, replace and remove."""

from __future__ import annotations

from advisor.training.parts.zfs_dataset import Dataset
from advisor.training.parts.zfs_disk import Disk
from advisor.training.parts.zfs_pool import Pool, Vdev
from advisor.training.tools.tool import Call, Failed
from advisor.training.tools.zfs_pools import disk_of, options_of, pool_named, pools, remember, rows_of


def specified(call: Call, words: list[str]) -> list[Vdev]:
    """The vdevs of a command line, of devices that are free.

    Raises:
        Failed: a device that is not there, or is in use; mirrors and single devices mixed.
    """
    vdevs: list[Vdev] = []
    role, kind, group = "data", "disk", list[Disk]()

    def close() -> None:
        if group:
            vdevs.append(Vdev(kind, group, role))

    for word in words:
        if word in ("log", "mirror", "raidz", "raidz1", "raidz2"):
            close()
            role, kind, group = ("log", "disk", []) if word == "log" else (role, word, [])
            continue
        group.append(_free(call, word))
        if kind == "disk":
            close()
            group = []
    close()
    if any(v.level != "disk" and len(v.disks) < 2 for v in vdevs):
        raise Failed("invalid vdev specification: mirror requires at least 2 devices")
    return vdevs


def _free(call: Call, name: str) -> Disk:
    name = name.removeprefix("/dev/dsk/")
    known = pools(call)
    if (owner := known.owner(name)) is not None:
        raise Failed(
            "invalid vdev specification\nuse '-f' to override the following errors:\n"
            f"/dev/dsk/{name}s0 is part of active ZFS pool {owner.name}. Please see zpool(1M)."
        )
    if name not in known.free:
        raise Failed(f"cannot open '{name}': no such device in /dev/dsk\nmust be a full path or shorthand device name")
    return known.free[name]


def _plan(pool_name: str, vdevs: list[Vdev]) -> str:
    lines = [f"        {pool_name}"]
    for role in ("data", "log"):
        chosen_vdevs = [v for v in vdevs if v.role == role]
        if chosen_vdevs and role == "log":
            lines.append("        logs")
        for vdev in chosen_vdevs:
            if vdev.level != "disk":
                lines.append(f"          {vdev.kind}")
            lines += [f"          {'  ' * (vdev.level != 'disk')}{disk.device}" for disk in vdev.disks]
    return "\n".join(lines) + "\n"


def _take(call: Call, pool: Pool, vdevs: list[Vdev]) -> None:
    known = pools(call)
    for vdev in vdevs:
        for disk in vdev.disks:
            known.free.pop(disk.device, None)
            call.host.parts[f"disk {disk.device}"] = disk


def add(call: Call, args: list[str]) -> str:
    """``zpool add``."""
    options, rest = options_of(call, args, "nf")
    if len(rest) < 2:
        raise Failed("usage: zpool add [-fn] POOL [log] [mirror] DEVICE...", 2)
    pool = pool_named(call, rest[0])
    vdevs = specified(call, rest[1:])
    present = {v.level for v in pool.data_vdevs}
    wrong = next((v for v in vdevs if v.role == "data" and v.level not in present), None)
    if wrong is not None and "-f" not in options:
        raise Failed(
            "invalid vdev specification\nuse '-f' to override the following errors:\n"
            f"mismatched replication level: pool uses {min(present)} and new vdev is {wrong.level}"
        )
    if "-n" in options:
        return f"would update '{pool.name}' to the following configuration:\n{_plan(pool.name, [*pool.vdevs, *vdevs])}"
    _take(call, pool, vdevs)
    pool.vdevs += vdevs
    pool.weights += [0.0] * sum(v.role == "data" for v in vdevs)
    remember(call, pool, f"zpool add {' '.join(rest)}")
    call.does("change", "pool-layout")
    return ""


def create(call: Call, args: list[str]) -> str:
    """``zpool create``."""
    options, rest = options_of(call, args, "nfR:m:o:O:")
    if len(rest) < 2:
        raise Failed("usage: zpool create [-fn] [-R ROOT] POOL DEVICE...", 2)
    known = pools(call)
    if rest[0] in known.known:
        raise Failed(f"cannot create '{rest[0]}': pool already exists")
    vdevs = specified(call, rest[1:])
    if "-n" in options:
        return f"would create '{rest[0]}' with the following layout:\n\n{_plan(rest[0], vdevs)}"
    model = known.imported[0]
    pool = Pool(
        model.world,
        rest[0],
        vdevs,
        {},
        model.interval,
        model.aggregate,
        pid=call.host.pid(),
        root=options.get("-R", ""),
    )
    pool.spread_again()
    _take(call, pool, vdevs)
    known.add(pool)
    pool.datasets[pool.name] = Dataset(pool.name, 32_768.0, {}, f"/{pool.name}")
    remember(call, pool, f"zpool create {' '.join(rest)}")
    call.does("change")
    return ""


def detach(call: Call, args: list[str]) -> str:
    """``zpool detach``."""
    _, rest = options_of(call, args, "")
    pool, disk = disk_of(call, rest, "detach POOL DEVICE")
    vdev = next(v for v in pool.vdevs if disk in v.disks)
    if vdev.level != "mirror" or (disk.in_use and len(vdev.in_use) < 2):
        raise Failed(f"cannot detach {disk.device}: only applicable to mirror and replacing vdevs")
    vdev.disks.remove(disk)
    if len(vdev.disks) == 1:
        vdev.kind = "disk"
    disk.state = "ONLINE"
    pools(call).free[disk.device] = disk
    remember(call, pool, f"zpool detach {' '.join(rest)}")
    call.does("change", "pool-layout")
    return ""


def replace(call: Call, args: list[str]) -> str:
    """``zpool replace``."""
    _, rest = options_of(call, args, "f")
    pool, disk = disk_of(call, rest, "replace POOL OLD NEW")
    if len(rest) < 3:
        raise Failed("usage: zpool replace POOL OLD NEW; name the new device", 2)
    fresh = _free(call, rest[2])
    if fresh.size_bytes < disk.size_bytes:
        raise Failed(f"cannot replace {rest[1]} with {rest[2]}: device is too small")
    vdev = next(v for v in pool.vdevs if disk in v.disks)
    vdev.disks[vdev.disks.index(disk)] = fresh
    _take(call, pool, [Vdev("disk", [fresh])])
    pool.begin_scan("resilver", pool.used / len(pool.data_vdevs), fresh)
    remember(call, pool, f"zpool replace {' '.join(rest)}")
    call.does("change", "pool-layout")
    return ""


def remove(call: Call, args: list[str]) -> str:
    """``zpool remove``."""
    _, rest = options_of(call, args, "")
    if len(rest) < 2:
        raise Failed("usage: zpool remove POOL DEVICE", 2)
    pool = pool_named(call, rest[0])
    what = {name: what for _, name, what in rows_of(pool)}.get(rest[1])
    vdev = next((v for v in pool.vdevs if what is v or (isinstance(what, Disk) and what in v.disks)), None)
    if vdev is None or vdev.role != "log":
        raise Failed(
            f"cannot remove {rest[1]}: only inactive hot spares, cache, top-level, or log devices can be removed"
        )
    pool.vdevs.remove(vdev)
    for disk in vdev.disks:
        pools(call).free[disk.device] = disk
    remember(call, pool, f"zpool remove {' '.join(rest)}")
    call.does("change", "pool-layout")
    return ""
