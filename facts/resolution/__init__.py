"""Brings the rows of several outputs to the same names before they are merged.

One disk has one name whatever tool wrote it; an instance that only some outputs name is one instance; a file system
that one output names by device and another by mount point is one file system. What stays ambiguous stays apart and
is noted.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from importlib import import_module
from typing import NamedTuple

from facts.captures import INFERRED
from facts.cells import Cell, Observed
from facts.faults import Faults, templates_in
from facts.patterns import lazy
from facts.resolution.cluster_peers import cluster_peers
from facts.resolution.coincidence import coincidences
from facts.resolution.drives import name_drives, write_drain
from facts.resolution.holders import holders, served_to_others
from facts.resolution.instances import instances
from facts.resolution.same_drive import same_drive
from facts.schema import UNKNOWN, Value
from facts.sexpr import Symbol
from facts.subjects import (
    bare_device,
    dataset_role,
    is_abbreviated,
    pool_of,
    pool_of_process,
    resolve_devices,
    whole_device,
)

# Templates whose `device` is a disk that other outputs may write otherwise.
_DISKS = ("device-load", "latency-spikes", "write-plateau", "latency-step", "disk-error", "smart", "smart-growth",
          "pool-device", "pool-event", "pool-waits", "disk-settings")  # fmt: skip
# A partition of its own row beside its disk must not be counted as the disk.
_PER_OUTPUT = ("device-load", "latency-spikes", "write-plateau", "latency-step")
_POOL_ROWS = ("zpool-list", "zpool-status", "zfs-dataset")


def resolve(observed: list[Observed], faults: Faults) -> tuple[list[Observed], list[str]]:
    """Resolve names that several outputs write differently, host by host.

    A step that fails is added to `faults`, and leaves the rows as they were before it.

    Returns:
        The rows under their resolved names, in order, with the rows that follow from them; and notes on what stayed
        ambiguous.
    """
    notes: list[str] = []
    by_host: dict[str, list[Observed]] = {}
    for item in observed:
        by_host.setdefault(item.host, []).append(item)
    resolved: list[Observed] = []
    for host, items in by_host.items():
        for step in _STEPS:
            if step.needs and not any(item.template in step.needs for item in items):
                continue
            items = _alone(step, items, notes, host, faults)
        resolved.extend(items)
    for step in _OVER_HOSTS:
        resolved = _alone(step, resolved, notes, "", faults)
    return resolved, notes


def prepare() -> None:
    """Import every step, for whoever wants the patterns of all."""
    for step in _STEPS:
        step.works()


def _alone(step: Step, items: list[Observed], notes: list[str], host: str, faults: Faults) -> list[Observed]:
    """The rows after one step, or as they were where it fails; then what it noted is dropped as well."""
    said: list[str] = []
    where = f"name resolution, step {step.name}"
    result = faults.attempt(
        where, lambda: step.run([*items], said, host), None, affects=lambda: templates_in(step.works())
    )
    if result is None:
        return items
    notes.extend(said)
    return result


def _value(item: Observed, slot: str) -> Value:
    cell = item.cells.get(slot)
    return UNKNOWN if cell is None else cell.value


def _with(item: Observed, slot: str, value: Value) -> Observed:
    """The row with one cell's value replaced; its origin stays."""
    cells = dict(item.cells)
    template_cell = cells.get(slot) or next(iter(cells.values()))
    cells[slot] = template_cell._replace(value=value)
    return Observed(item.template, item.host, cells)


def _derived(template: str, source: Observed, values: dict[str, Value]) -> Observed:
    """A row that follows from another one, with its origin and the weight of an inference."""
    cell = next(iter(source.cells.values()))
    cells = {slot: Cell(value, cell.origin, INFERRED, cell.time) for slot, value in values.items()}
    return Observed(template, source.host, cells)


_PART = lazy(r"-part\d+\Z")


def _no_part(name: str) -> str:
    """The name of a disk in /dev/disk without that of its partition."""
    return _PART.sub("", name)


SERIAL = "serial-"
"""Before a serial number that an output tells of a disk, among the names that disks keep."""


def _labels(items: list[Observed]) -> dict[str, str]:
    """The disks behind the names that pools are made of, as another output tells them or a serial number in the name does."""
    found = {str(_value(i, "label")): str(_value(i, "device")) for i in items if i.template == "device-label"}
    # multipath and udev write one world-wide name in two ways
    found |= {f"scsi-3{name.removeprefix('wwn-0x')}": disk for name, disk in found.items() if name.startswith("wwn-0x")}
    serials = {name.removeprefix(SERIAL): found.pop(name) for name in [*found] if name.startswith(SERIAL)}
    found |= serials  # a drive whose device nobody names goes by its serial number
    serials |= {
        str(_value(i, "serial")): str(_value(i, "device"))
        for i in items if i.template == "smart" and _value(i, "access") == "" and _value(i, "device-known") != "no"
        and _value(i, "serial") != UNKNOWN
    }  # fmt: skip
    for item in items:
        name = bare_device(str(_value(item, "device"))) if item.template in _DISKS else ""
        name = _no_part(name)
        if name.startswith(("ata-", "scsi-S", "nvme-", "diskid/DISK-")) and name not in found:
            serial = re.split(r"[_-]", _no_part(name))
            tails = {"-".join(serial[n:]) for n in range(1, len(serial))}
            fitting = {disk for number, disk in serials.items() if number.replace("_", "-") in tails}
            if len(fitting) == 1:
                found[name] = fitting.pop()
    return found


def _by_label(items: list[Observed]) -> list[Observed]:
    """Disks by the name that everything else calls them; the name in the pool stays beside it."""
    labels = _labels(items)
    disks: dict[str, set[str]] = {}
    for label, disk in labels.items():
        disks.setdefault(disk, set()).add(label)
    pooled = {_no_part(str(_value(i, "device"))) for i in items if i.template == "pool-device"}
    result = []
    for item in items:
        name = bare_device(str(_value(item, "device"))) if item.template in _DISKS else ""
        label = _no_part(name)
        # two names of one disk in pools are two partitions of it: they stay apart
        if label in labels and len(disks[labels[label]] & pooled) < 2:
            item = _with(item, "device", labels[label])
            if item.template == "smart" and _value(item, "device-known") == "no":
                item = _with(item, "device-known", Symbol("yes"))
            if item.template == "pool-device" and _value(item, "shown-as") == UNKNOWN:
                item = _with(item, "shown-as", name)
        result.append(item)
    return result


def _devices(items: list[Observed], notes: list[str], host: str) -> list[Observed]:
    """One name for each disk: folders, slices and abbreviations fall away."""
    named = [item for item in items if item.template in _DISKS and "device" in item.cells]
    names = resolve_devices(str(_value(item, "device")) for item in named)
    for name, fitting in names.ambiguous.items():
        notes.append(f"{host}: `{name}` could be {' or '.join(fitting)}; kept apart")
    wholes = {(item.template, str(_value(item, "output")), str(_value(item, "device"))) for item in named}
    result = []
    for item in items:
        if item in named:
            name = str(_value(item, "device"))
            disk = names.canonical[name]
            beside = (item.template, str(_value(item, "output")), whole_device(name))
            if item.template not in _PER_OUTPUT or name == disk or beside not in wholes or is_abbreviated(name):
                item = _with(item, "device", disk)
        elif item.template == "part-of":
            part = whole_device(str(_value(item, "part")))
            item = _with(item, "part", names.canonical.get(part, part))
        result.append(item)
    return result


def _mounts(items: list[Observed]) -> list[Observed]:
    """A file system that is named by its device gets its mount point, where some output tells it."""
    mounts = {
        str(_value(i, "device")): str(_value(i, "mount"))
        for i in items if i.template in ("file-system", "vxfs-tunables") and _value(i, "device") != UNKNOWN
        and _value(i, "mount") != _value(i, "device")
    }  # fmt: skip
    # `vxtunefs -p DEVICE` prints the mount point: the command names the one, the output the other.
    for item in items:
        if item.template == "vxfs-tunables" and (command := item.cells["mount"].origin.command):
            word = command.split()[-1] if command.split() else ""
            mount = str(_value(item, "mount"))
            if word.startswith("/dev/") and mount != word:
                mounts.setdefault(word, mount)
    devices = {mount: device for device, mount in mounts.items()}
    result = []
    for item in items:
        if item.template == "vxfs-tunables":
            mount = str(_value(item, "mount"))
            if mount in mounts:
                item = _with(_with(item, "device", mount), "mount", mounts[mount])
            elif mount in devices and _value(item, "device") == UNKNOWN:
                item = _with(item, "device", devices[mount])
        result.append(item)
    return result


_UNNAMED = "(unnamed)"
"""A pool of which no output tells the name: ``zdb | grep ashift``."""
_COUNTED = ("gang-counts", "pool-blocks", "io-sizes", "zpool-status", "txg-history")
_GANGS = ("gang-counts", "pool-blocks", "io-sizes")
# Where `ps` cuts the name of a process off; OpenSolaris keeps 15 characters of it.
_CUT_AT = (8, 15, 16)


def _whole_pool(name: str, known: set[str]) -> str:
    """The pool that a process belongs to whose name `ps` may have cut off."""
    if name in known or len(f"zpool-{name}") not in _CUT_AT:
        return name
    fitting = [pool for pool in known if pool.startswith(name)]
    return fitting[0] if len(fitting) == 1 else name


def _gang_names(items: list[Observed]) -> set[str]:
    return {str(_value(i, "pool")) for i in items if i.template == "gang-counts"}


def _gang_pools(items: list[Observed], notes: list[str], host: str) -> list[Observed]:
    """Counts by process number or of all pools get the pool that another output tells, or the only one of the host."""
    known = {str(_value(i, "pool")) for i in items if i.template in ("zpool-list", "zpool-status")} - {UNKNOWN, ""}
    pools = {
        f"pid {_value(i, 'pid')}": pool
        for i in items if i.template == "process" and (pool := pool_of_process(str(_value(i, "name"))))
    }  # fmt: skip
    counted = _gang_names(items) - pools.keys()
    counted = {name for name in counted if name.startswith("pid ")}
    if len(known) == 1:
        sole = next(iter(known))
        pools[""] = sole
        if len(counted) == 1:
            pools[counted.pop()] = sole
    result = []
    # where the pool's own process was counted, its users were counted as well: they say nothing of another pool
    told = bool(counted) and any(name in pools for name in _gang_names(items) if name.startswith("pid "))
    for item in items:
        if told and item.template == "gang-counts" and str(_value(item, "pool")) in counted:
            notes.append(
                f"{host}: gang blocks of {_value(item, 'pool')} were counted beside those of the pool's own process"
            )
            continue
        if item.template in _COUNTED and (name := _value(item, "pool")) != UNKNOWN:
            pool = _whole_pool(pools.get(str(name), str(name)), known)
            if not pool and not known and item.template in ("zpool-status", "txg-history"):
                pool = _UNNAMED
            if not pool:
                what = "gang blocks were counted" if item.template in _GANGS else "a pool was looked at"
                notes.append(f"{host}: {what}, and nothing tells which pool they belong to")
                continue
            if pool != name:
                item = _with(item, "pool", pool)
        result.append(item)
    return result


def _dataset_pools(items: list[Observed]) -> list[Observed]:
    return [
        _with(i, "pool", pool_of(str(_value(i, "dataset"))))
        if i.template == "zfs-dataset" and _value(i, "pool") == UNKNOWN and "dataset" in i.cells else i
        for i in items
    ]  # fmt: skip


def _dataset_roles(items: list[Observed]) -> list[Observed]:
    """What a database keeps in a dataset that only a command names, by the dataset's name."""
    known = {str(_value(i, "dataset")) for i in items if i.template == "zfs-dataset" and "role" in i.cells}
    result: list[Observed] = []
    for item in items:
        result.append(item)
        name = str(_value(item, "dataset")) if item.template == "zfs-dataset" else UNKNOWN
        if name == UNKNOWN or name in known:
            continue
        known.add(name)
        mount = _value(item, "mountpoint")
        if (role := dataset_role(name, "" if mount == UNKNOWN else str(mount))) is not None:
            result.append(_derived("zfs-dataset", item, {"dataset": name, "role": Symbol(role)}))
    return result


def _log_devices(items: list[Observed]) -> list[Observed]:
    """Before a log device was added to a pool, it had none, unless something says otherwise."""
    result: list[Observed] = []
    known: set[str] = set()
    for item in items:
        if item.template == "zpool-status" and "has-log-device" in item.cells:
            pool = str(_value(item, "pool"))
            origin = item.cells["has-log-device"].origin
            if pool not in known and "zpool add" in origin.text:
                before = origin._replace(lines=(max(0, origin.lines[0] - 1), origin.lines[1]) if origin.lines else None)
                cell = next(iter(item.cells.values()))
                cells = {
                    "pool": Cell(pool, before, INFERRED, cell.time),
                    "has-log-device": Cell(Symbol("no"), before, INFERRED, cell.time),
                    "log-devices": Cell(0, before, INFERRED, cell.time),
                }
                result.append(Observed("zpool-status", item.host, cells))
            known.add(pool)
        result.append(item)
    return result


def _logbias_before(items: list[Observed]) -> list[Observed]:
    """Before logbias was set to throughput it was latency, the only other value, unless something says otherwise."""
    result: list[Observed] = []
    known: set[str] = set()
    for item in items:
        if item.template == "zfs-dataset" and "logbias" in item.cells:
            dataset, origin = str(_value(item, "dataset")), item.cells["logbias"].origin
            ordered = "zfs set" in origin.text and _value(item, "logbias") == "throughput"
            if dataset not in known and ordered and origin.lines:
                before = origin._replace(lines=(max(0, origin.lines[0] - 1), origin.lines[1]))
                values: dict[str, Value] = {"dataset": dataset, "pool": pool_of(dataset), "logbias": Symbol("latency")}
                cells = {slot: Cell(value, before, INFERRED) for slot, value in values.items()}
                if (role := dataset_role(dataset)) is not None:
                    cells["role"] = Cell(Symbol(role), before, INFERRED)
                result.append(Observed("zfs-dataset", item.host, cells))
            known.add(dataset)
        result.append(item)
    return result


def _zfs_era(items: list[Observed]) -> list[Observed]:
    """ZFS on Linux and the BSDs is OpenZFS."""
    systems = {str(_value(i, "os")) for i in items if i.template == "system"} - {UNKNOWN}
    source = next((i for i in items if i.template in _POOL_ROWS), None)
    if source is None or not systems & {"linux", "freebsd", "netbsd", "illumos"} or "solaris" in systems:
        return items
    return [*items, _derived("system", source, {"zfs-era": Symbol("openzfs")})]


def _page_cache(items: list[Observed]) -> list[Observed]:
    """Since Solaris 8 the page cache recycles its own pages; before, it pushes out everything else."""
    found = []
    for item in items:
        release = str(_value(item, "os-release"))
        if item.template == "system" and _value(item, "os") == Symbol("solaris") and release.startswith("5."):
            minor = release.split(".")[1]
            era = "competing" if minor.isdecimal() and int(minor) < 8 else "separate"
            found.append(_derived("system", item, {"page-cache": Symbol(era)}))
        elif item.template == "system" and _value(item, "os") == Symbol("illumos"):
            found.append(_derived("system", item, {"page-cache": Symbol("separate")}))
    return [*items, *found]


def _array_members(items: list[Observed]) -> list[Observed]:
    """Which disk lies in which pool, as a relation."""
    extra = [
        _derived("part-of", i, {"part": str(_value(i, "device")), "whole": str(_value(i, "pool")),
                                "relation": Symbol("device-in-pool")})
        for i in items if i.template == "pool-device"
    ]  # fmt: skip
    return [*items, *extra]


class Step(NamedTuple):
    """One step of name resolution.

    Attributes:
        name: for messages.
        run: takes rows, a list for notes and the host; returns the rows that stand then, and changes none of those given.
        works: gives the function that does the work, which names the templates that it changes.
        needs: without a row of one of these templates it changes nothing, and is not even imported; () for a step that always runs.
    """

    name: str
    run: Callable[[list[Observed], list[str], str], list[Observed]]
    works: Callable[[], Callable[..., object]]
    needs: tuple[str, ...] = ()


def _plain(step: Callable[[list[Observed]], list[Observed]]) -> Step:
    """A step that notes nothing and asks for no host."""
    return Step(step.__name__.lstrip("_"), lambda items, notes, host: step(items), lambda: step)


def _noting(step: Callable[[list[Observed], list[str], str], list[Observed]]) -> Step:
    return Step(step.__name__.lstrip("_"), step, lambda: step)


def _about(templates: str, name: str, module: str = "") -> Step:
    """A plain step of the module of its name, for rows of some templates."""

    def works() -> Callable[[list[Observed]], list[Observed]]:
        step: Callable[[list[Observed]], list[Observed]] = getattr(
            import_module(f"facts.resolution.{module or name}"), name
        )
        return step

    return Step(name, lambda items, notes, host: works()(items), works, tuple(templates.split()))


_STEPS: tuple[Step, ...] = (
    _plain(_by_label),
    _noting(_devices),
    _noting(same_drive),
    _noting(name_drives),
    Step("write_drain", lambda items, notes, host: [*items, *write_drain(items)], lambda: write_drain),
    _noting(_gang_pools),
    _about("write-plateau", "plateaus"),
    _plain(instances),
    _plain(_mounts),
    _about("zfs-file", "zfs_files"),
    _about("zpool-list zpool-status", "pools_away"),
    _plain(_dataset_pools),
    _plain(_dataset_roles),
    _plain(_log_devices),
    _plain(_logbias_before),
    _plain(_zfs_era),
    _plain(_page_cache),
    _plain(_array_members),
    _about("smart", "counters"),
    _about("smart", "exchanged"),
    _about("network-interface", "interface_growth", "interfaces"),
    _about("bulk-write", "vxfs_writes"),
    _about("oracle-awr", "replicated"),
    _plain(holders),
    _about("pool-device", "pool_media"),
    _about("device-load", "device_kinds"),
    _about("device-load multipath-map btrfs-device", "peers"),
    _about("postgres-counters", "postgres_counters"),
    _about("vm-counters", "vm_counters"),
    _about("system-change pool-change", "change_timing", "changes"),
    _about("cgroup", "containers"),
    _about("swap-episode", "calm"),
)
_OVER_HOSTS: tuple[Step, ...] = (
    Step("coincidences", lambda items, notes, host: [*items, *coincidences(items)], lambda: coincidences),
    Step("cluster_peers", lambda items, notes, host: [*items, *cluster_peers(items, notes)], lambda: cluster_peers),
    Step("served_to_others", lambda items, notes, host: served_to_others(items), lambda: served_to_others),
)
