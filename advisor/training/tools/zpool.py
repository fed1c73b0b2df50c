"""zpool of Solaris 10 and illumos: status, list, iostat, history, and what changes a pool."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import datetime

from advisor.training.parts.device import Counts
from advisor.training.parts.zfs_dataset import Dataset, nice
from advisor.training.parts.zfs_disk import Disk
from advisor.training.parts.zfs_host import Pools
from advisor.training.parts.zfs_pool import Pool, Scan, Vdev
from advisor.training.tools.tool import Call, Failed, Tool, table

_OFFLINE = """\
status: One or more devices has been taken offline by the administrator.
        Sufficient replicas exist for the pool to continue functioning in a
        degraded state.
action: Online the device using 'zpool online' or replace the device with
        'zpool replace'.
"""
_RESILVER = """\
status: One or more devices is currently being resilvered.  The pool will
        continue to function, possibly in a degraded state.
action: Wait for the resilver to complete.
"""
_FAULTED = """\
status: One or more devices are faulted in response to persistent errors.
        Sufficient replicas exist for the pool to continue functioning in a
        degraded state.
action: Replace the faulted device, or use 'zpool clear' to mark the device
        repaired.
"""
_ERRORS = """\
status: One or more devices has experienced an unrecoverable error.  An
        attempt was made to correct the error.  Applications are unaffected.
action: Determine if the device needs to be replaced, and clear the errors
        using 'zpool clear' or replace the device with 'zpool replace'.
   see: http://www.sun.com/msg/ZFS-8000-9P
"""


def pools(call: Call) -> Pools:
    """The pools of the host."""
    return call.part("pools", Pools)


def pool_named(call: Call, name: str) -> Pool:
    """An imported pool.

    Raises:
        Failed: there is none of that name.
    """
    found = pools(call).known.get(name)
    if found is None or found.exported:
        raise Failed(f"cannot open '{name}': no such pool")
    return found


def chosen(call: Call, names: list[str]) -> list[Pool]:
    """The named pools, or all."""
    return [pool_named(call, name) for name in names] if names else pools(call).imported


# --- what it shows


def rows_of(pool: Pool) -> Iterator[tuple[int, str, Disk | Vdev | None]]:
    """The tree as zpool prints it: indent, name, and what it is; the word ``logs`` stands for itself."""
    number = 0
    for role, title in (("data", ""), ("log", "logs")):
        vdevs = [v for v in pool.vdevs if v.role == role]
        if vdevs and title:
            yield 0, title, None
        for vdev in vdevs:
            indent = 2
            if vdev.level != "disk":
                yield 2, f"{vdev.kind}-{number}", vdev
                indent = 4
            number += 1
            yield from ((indent, disk.device, disk) for disk in vdev.disks)


def _state_of(what: Disk | Vdev) -> str:
    if isinstance(what, Disk):
        return what.state
    return "ONLINE" if len(what.in_use) == len(what.disks) else "DEGRADED" if what.in_use else "UNAVAIL"


def _table(pool: Pool) -> str:
    rows = [(0, pool.name, pool.state, "    0     0     0", "")]
    for indent, name, what in rows_of(pool):
        if what is None:
            rows.append((0, name, "", "", ""))
            continue
        errors = "{:>5} {:>5} {:>5}".format(*what.errors) if isinstance(what, Disk) else "    0     0     0"
        rows.append((indent, name, _state_of(what), errors, _remark(pool, what)))
    wide = max(indent + len(name) for indent, name, *_ in rows)
    head = f"        {'NAME':<{wide}}  STATE     READ WRITE CKSUM\n"
    return head + "".join(
        f"        {' ' * indent + name:<{wide}}  {state:<8} {errors}{remark}".rstrip() + "\n"
        for indent, name, state, errors, remark in rows
    )


def _remark(pool: Pool, what: Disk | Vdev) -> str:
    if not isinstance(what, Disk):
        return ""
    scan = pool.scan
    if scan is not None and scan.disk is what and scan.copied:
        return f"  {nice(scan.copied)} resilvered"
    return "  too many errors" if what.state == "FAULTED" else ""


def _scan_line(pool: Pool) -> str:
    scan = pool.scan
    if scan is None:
        return " scan: none requested\n"
    if scan.canceled:
        return f" scan: scrub canceled on {_date(scan.ended or scan.began)}\n"
    if scan.running:
        return _running(pool, scan)
    minutes = int(((scan.ended or scan.began) - scan.began).total_seconds()) // 60
    took = f"{minutes // 60}h{minutes % 60}m"
    what = "scrub repaired 0" if scan.kind == "scrub" else f"resilvered {nice(scan.total)}"
    return f" scan: {what} in {took} with 0 errors on {_date(scan.ended or scan.began)}\n"


def _running(pool: Pool, scan: Scan) -> str:
    seconds = max(1.0, (pool.world.now - scan.began).total_seconds())
    rate = scan.done / seconds
    minutes = int((scan.total - scan.done) / rate / 60) if rate > 0 else 0
    first = f" scan: {scan.kind} in progress since {_date(scan.began)}\n"
    amount = f"{nice(scan.copied)} resilvered" if scan.kind == "resilver" else "0 repaired"
    return (
        f"{first}    {nice(scan.done)} scanned out of {nice(scan.total)} at {nice(rate)}/s, {minutes // 60}h{minutes % 60}m to go\n"
        f"    {amount}, {100 * scan.done / scan.total:.2f}% done\n"
    )


def _date(moment: datetime) -> str:
    return f"{moment:%a %b} {moment.day:2d} {moment:%H:%M:%S %Y}"


def _message(pool: Pool) -> str:
    states = {disk.state for disk in pool.disks}
    if "FAULTED" in states:
        return _FAULTED
    if "OFFLINE" in states:
        return _OFFLINE
    if pool.scan is not None and pool.scan.running and pool.scan.kind == "resilver":
        return _RESILVER
    return _ERRORS if any(sum(disk.errors) for disk in pool.disks) else ""


def _status(call: Call, args: list[str]) -> str:
    options, names = _options(call, args, "vxT:")
    found = chosen(call, names)
    call.shown += ["pool-layout", "pool-state"]
    if "-x" in options:
        found = [pool for pool in found if pool.state != "ONLINE" or _message(pool)]
        if not found:
            return "all pools are healthy\n" if not names else f"pool '{names[0]}' is healthy\n"
    if not found:
        return "no pools available\n"
    return "\n".join(
        f"  pool: {pool.name}\n state: {pool.state}\n{_message(pool)}{_scan_line(pool)}config:\n\n{_table(pool)}\n"
        "errors: No known data errors\n"
        for pool in found
    )


def _list(call: Call, args: list[str]) -> str:
    options, names = _options(call, args, "Ho:v")
    found = chosen(call, names)
    if not found:
        return "no pools available\n"
    values = [
        {**_figures(pool), "NAME": pool.name, "HEALTH": pool.state, "ALTROOT": pool.root or "-"} for pool in found
    ]
    asked = options.get("-o", "name,size,alloc,free,cap,health,altroot")
    short = {"CAPACITY": "CAP", "ALLOCATED": "ALLOC"}
    columns = [short.get(word.upper(), word.upper()) for word in asked.split(",")]
    if unknown := [c for c in columns if c not in values[0]]:
        raise Failed(f"bad property list: invalid property '{unknown[0].lower()}'", 2)
    if "-H" in options:
        return "".join("\t".join(row[c] for c in columns) + "\n" for row in values)
    return _columns(columns, values, {"NAME", "HEALTH", "ALTROOT"})


def _figures(pool: Pool) -> dict[str, str]:
    return {
        "SIZE": nice(pool.size), "ALLOC": nice(pool.used), "FREE": nice(pool.size - pool.used), "CAP": f"{int(100 * pool.fill)}%",
    }  # fmt: skip


def _columns(columns: list[str], rows: list[dict[str, str]], left: set[str]) -> str:
    """A table as zpool and zfs print it: names to the left, figures to the right, two blanks between."""
    wide = {c: max(len(c), *(len(row[c]) for row in rows)) for c in columns}
    lines = [{c: c for c in columns}, *rows]
    return "".join(
        "  ".join(f"{row[c]:<{wide[c]}}" if c in left else f"{row[c]:>{wide[c]}}" for c in columns).rstrip() + "\n"
        for row in lines
    )


def _iostat(call: Call, args: list[str]) -> str:
    options, rest = _options(call, args, "vT:")
    names = [word for word in rest if not word.replace(".", "").isdigit()]
    found = chosen(call, names)
    interval, count = call.samples([word for word in rest if word not in names])
    before = {disk.device: Counts() for pool in found for disk in pool.disks}
    seconds = max(1.0, call.host.uptime_seconds)
    out = ""
    for number in range(count):
        if number:
            before = {disk.device: disk.counted() for pool in found for disk in pool.disks}
            seconds = interval
            call.host.world.wait(interval)
        if number == 0 or "-v" in options or number % 20 == 0:
            out += _iostat_head(found, "-v" in options)
        out += "".join(_iostat_rows(pool, before, seconds, "-v" in options, _width(found)) for pool in found)
    return out


def _width(found: list[Pool]) -> int:
    return max(10, *(i + len(name) for pool in found for i, name, _ in [(0, pool.name, None), *rows_of(pool)]))


def _iostat_head(found: list[Pool], whole: bool) -> str:
    wide = _width(found) if whole else 10
    rule = "-" * wide + "  -----" * 6 + "\n"
    return (
        f"{'':<{wide}}     capacity     operations    bandwidth\n"
        f"{'pool':<{wide}}  alloc   free   read  write   read  write\n{rule}"
    )


def _iostat_rows(pool: Pool, before: dict[str, Counts], seconds: float, whole: bool, wide: int) -> str:
    copies = [
        disk for v in pool.vdevs if v.level == "mirror" for disk in v.disks[1:]
    ]  # a write to a mirror is counted once

    def row(indent: int, name: str, disks: list[Disk], space: tuple[str, str]) -> str:
        moved = [disk.counted().since(before[disk.device]) for disk in disks]
        once = [m for m, disk in zip(moved, disks, strict=True) if disk not in copies or len(disks) == 1]
        sums = (
            sum(m.reads for m in moved), sum(m.writes for m in once),
            sum(m.read_bytes for m in moved), sum(m.write_bytes for m in once),
        )  # fmt: skip
        figures = [*space, *(nice(int(value / seconds)) for value in sums)]
        return f"{' ' * indent + name:<{wide if whole else 10}}" + "".join(f"  {text:>5}" for text in figures) + "\n"

    out = row(0, pool.name, pool.disks, (nice(pool.used), nice(pool.size - pool.used)))
    if not whole:
        return out
    for indent, name, what in rows_of(pool):
        if what is None:
            out += f"{name:<{wide}}" + "      -" * 6 + "\n"
            continue
        disks = [what] if isinstance(what, Disk) else what.disks
        lone = isinstance(what, Disk) and indent == 4
        share = pool.used / len(pool.data_vdevs)
        each = pool.size / len(pool.data_vdevs)
        log = any(v.role == "log" and (what is v or (isinstance(what, Disk) and what in v.disks)) for v in pool.vdevs)
        space = (
            ("-", "-") if lone else ("1.5M", nice(disks[0].size_bytes)) if log else (nice(share), nice(each - share))
        )
        out += row(indent, name, disks, space)
    return out + "-" * wide + "  -----" * 6 + "\n"


def _history(call: Call, args: list[str]) -> str:
    _, names = _options(call, args, "il")
    return "".join(
        f"History for '{pool.name}':\n"
        + "".join(f"{when:%Y-%m-%d.%H:%M:%S} {text}\n" for when, text in pool.history)
        + "\n"
        for pool in chosen(call, names)
    )


# --- what changes a pool


def remember(call: Call, pool: Pool, text: str) -> None:
    """Keep a command in the history of the pool."""
    pool.history.append((call.host.world.now, text))


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


def _add(call: Call, args: list[str]) -> str:
    options, rest = _options(call, args, "nf")
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


def _create(call: Call, args: list[str]) -> str:
    options, rest = _options(call, args, "nfR:m:o:O:")
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


def _disk_of(call: Call, rest: list[str], usage: str) -> tuple[Pool, Disk]:
    if len(rest) < 2:
        raise Failed(f"usage: zpool {usage}", 2)
    pool = pool_named(call, rest[0])
    disk = pool.disk(rest[1].removeprefix("/dev/dsk/"))
    if disk is None:
        raise Failed(f"cannot {usage.split()[0]} {rest[1]}: no such device in pool")
    return pool, disk


def _online(call: Call, args: list[str]) -> str:
    _, rest = _options(call, args, "e")
    pool, disk = _disk_of(call, rest, "online POOL DEVICE")
    remember(call, pool, f"zpool online {' '.join(rest)}")
    call.does("change", "pool-state")
    if disk.state == "FAULTED":
        return f"warning: device '{disk.device}' onlined, but remains in faulted state\nuse 'zpool clear' to restore a faulted device\n"
    if disk.state != "ONLINE":
        pool.online(disk)
    return ""


def _offline(call: Call, args: list[str]) -> str:
    _, rest = _options(call, args, "t")
    pool, disk = _disk_of(call, rest, "offline POOL DEVICE")
    vdev = next(v for v in pool.vdevs if disk in v.disks)
    if vdev.level == "disk" or len(vdev.in_use) < 2:
        raise Failed(f"cannot offline {disk.device}: no valid replicas")
    pool.offline(disk)
    remember(call, pool, f"zpool offline {' '.join(rest)}")
    call.does("change", "pool-state")
    return ""


def _clear(call: Call, args: list[str]) -> str:
    _, rest = _options(call, args, "F")
    if not rest:
        raise Failed("usage: zpool clear POOL [DEVICE]", 2)
    pool = pool_named(call, rest[0])
    for disk in pool.disks if len(rest) == 1 else [_disk_of(call, rest, "clear POOL DEVICE")[1]]:
        disk.errors[:] = [0, 0, 0]
    remember(call, pool, f"zpool clear {' '.join(rest)}")
    call.does("change", "pool-state")
    return ""


def _scrub(call: Call, args: list[str]) -> str:
    options, rest = _options(call, args, "s")
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


def _detach(call: Call, args: list[str]) -> str:
    _, rest = _options(call, args, "")
    pool, disk = _disk_of(call, rest, "detach POOL DEVICE")
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


def _replace(call: Call, args: list[str]) -> str:
    _, rest = _options(call, args, "f")
    pool, disk = _disk_of(call, rest, "replace POOL OLD NEW")
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


def _remove(call: Call, args: list[str]) -> str:
    _, rest = _options(call, args, "")
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


def _export(call: Call, args: list[str]) -> str:
    _, rest = _options(call, args, "f")
    pool = pool_named(call, rest[0] if rest else "")
    if any(getattr(load, "running", False) for load in pool.loads):
        raise Failed(f"cannot export '{pool.name}': pool is busy")
    pool.exported, pool.root = True, ""
    call.does("change")
    return ""


def _import(call: Call, args: list[str]) -> str:
    options, rest = _options(call, args, "fR:")
    known = pools(call)
    if not rest:
        out = [p for p in known.known.values() if p.exported]
        return "".join(
            f"  pool: {p.name}\n    id: {_number(p)}\n state: {p.state}\n"
            f"action: The pool can be imported using its name or numeric identifier.\nconfig:\n\n{_plan_states(p)}\n" for p in out
        ) or "no pools available to import\n"  # fmt: skip
    pool = known.known.get(rest[0])
    if pool is None or not pool.exported:
        raise Failed(f"cannot import '{rest[0]}': no such pool available")
    if len(rest) > 1:
        _renamed(call, pool, rest[1])
    pool.exported, pool.root = False, options.get("-R", "")
    call.does("change")
    return ""


def _renamed(call: Call, pool: Pool, name: str) -> None:
    """Import under another name; an exported pool that has this name is kept, and found by its number."""
    known = pools(call).known
    other = known.get(name)
    if other is not None and not other.exported:
        raise Failed(f"cannot import '{pool.name}': pool already exists")
    if other is not None:
        known[_number(other)] = known.pop(name)
    del known[pool.name]
    pool.datasets = {name + key[len(pool.name) :]: d for key, d in pool.datasets.items()}
    for key, dataset in pool.datasets.items():
        if dataset.mountpoint.startswith(f"/{pool.name}"):
            dataset.mountpoint = f"/{name}" + dataset.mountpoint[len(pool.name) + 1 :]
        dataset.name = key
    pool.name = name
    known[name] = pool


def _number(pool: Pool) -> str:
    return str(8_000_000_000_000_000_000 + pool.pid)


def _plan_states(pool: Pool) -> str:
    return "".join(
        f"        {' ' * indent}{name}  {_state_of(what) if what else ''}\n".rstrip() + "\n"
        for indent, name, what in [(0, pool.name, pool.vdevs[0]), *rows_of(pool)]
    )


def _options(call: Call, args: list[str], known: str) -> tuple[dict[str, str], list[str]]:
    return Call(call.host, "zpool", args, call.stdin).options(known)


_COMMANDS: dict[str, Callable[[Call, list[str]], str]] = {
    "status": _status, "list": _list, "iostat": _iostat, "history": _history, "add": _add, "create": _create, "online": _online,
    "offline": _offline, "clear": _clear, "scrub": _scrub, "detach": _detach, "replace": _replace, "remove": _remove,
    "export": _export, "import": _import,
}  # fmt: skip


def _zpool(call: Call) -> str:
    if not call.args:
        raise Failed("usage: zpool COMMAND; known here: " + " ".join(_COMMANDS), 2)
    command = _COMMANDS.get(call.args[0])
    if command is None:
        raise Failed(f"zpool: {call.args[0]}: not known here; known are " + " ".join(_COMMANDS), 2)
    return command(call, list(call.args[1:]))


TOOLS = table(
    Tool("zpool", _zpool, "pools: zpool status [-v] [-x] [POOL] shows state, scan, devices and their errors; zpool list: size and fill; "
         "zpool iostat [-v] [POOL] INTERVAL COUNT; zpool history POOL. zpool add -n POOL log mirror A B shows what an addition would give; "
         "without -n it does it. zpool online, offline, clear, scrub, replace, detach, remove, create, export, import"),
)  # fmt: skip
"""zpool, for a host with `Pools`."""
