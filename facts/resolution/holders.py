"""Which file system holds a path: the data directory of MySQL, an exported directory."""

from __future__ import annotations

from collections.abc import Mapping

from facts.captures import INFERRED
from facts.cells import Cell, Observed
from facts.schema import UNKNOWN, Value
from facts.sexpr import Symbol


def _value(item: Observed, slot: str) -> Value:
    cell = item.cells.get(slot)
    return UNKNOWN if cell is None else cell.value


def holder(path: str, mounts: dict[str, str]) -> str:
    """The mount point that holds a path: the longest one that it lies below; "" where none does.

    >>> holder("/srv/nfs/home", {"/": "ext4", "/srv/nfs": "zfs", "/srv/nf": "xfs"})
    '/srv/nfs'
    """
    fitting = [m for m in mounts if path == m or path.startswith(m if m.endswith("/") else f"{m}/")]
    return max(fitting, key=len, default="")


def _mounts(items: list[Observed]) -> tuple[dict[str, str], dict[str, str]]:
    """Mount point to type, and mount point to the dataset that lies there."""
    types: dict[str, str] = {}
    datasets: dict[str, str] = {}
    for item in items:
        if item.template == "file-system" and _value(item, "type") != UNKNOWN:
            mount, kind = str(_value(item, "mount")), str(_value(item, "type"))
            types[mount] = kind
            if kind == "zfs" and _value(item, "device") != UNKNOWN:
                datasets[mount] = str(_value(item, "device"))
        elif item.template == "zfs-dataset" and str(_value(item, "mountpoint")).startswith("/"):
            mount = str(_value(item, "mountpoint"))
            types.setdefault(mount, "zfs")
            datasets[mount] = str(_value(item, "dataset"))
    if "zfs" not in types.values() and "/" not in types:
        for name in _unmounted(items):
            for mount in (f"/{name}", f"/mnt/{name}"):  # as ZFS itself and as TrueNAS mounts it
                types[mount], datasets[mount] = "zfs", name
    return types, datasets


def _unmounted(items: list[Observed]) -> set[str]:
    """Pools and datasets of which nothing tells where they are mounted."""
    pools = {
        str(_value(i, "pool"))
        for i in items
        if i.template in ("zpool-status", "zpool-list") and _value(i, "imported") is not False
    }
    datasets = {str(_value(i, "dataset")) for i in items if i.template == "zfs-dataset"}
    return (pools | datasets) - {"", UNKNOWN}


def _served(items: list[Observed]) -> list[Observed]:
    """What a client on the same host mounts from one of its pools, as an export."""
    types, datasets = _mounts(items)
    extra = []
    for item in items:
        path = str(_value(item, "export")) if item.template == "nfs-mount-times" else ""
        mount = holder(path, types) if path.startswith("/") else ""
        if mount in datasets:
            extra.append(_export(item, item.host, path, datasets[mount]))
    return extra


def _export(source: Observed, host: str, path: str, dataset: str) -> Observed:
    """What a client's mount tells of its server."""
    cell = next(iter(source.cells.values()))
    values: dict[str, Value] = {"path": path, "client": "*", "file-system": Symbol("zfs"), "dataset": dataset,
                                "pool": dataset.partition("/")[0]}  # fmt: skip
    cells = {slot: Cell(value, cell.origin, INFERRED, cell.time) for slot, value in values.items()}
    return Observed("nfs-export", host, cells)


def served_to_others(items: list[Observed]) -> list[Observed]:
    """Mounts of a server that is named by its address or an alias learn which host it is: the only other one with that directory in a pool.

    What the client mounts there stands as an export of that host, unless its own exports are known.

    >>> from facts.captures import Origin
    >>> def row(name, host, **values):
    ...     return Observed(name, host, {k: Cell(v, Origin("a.txt", (1, 1))) for k, v in values.items()})
    >>> rows = [row("nfs-mount-times", "kvm1", mount="/vm", server="10.0.0.9", export="/mnt/tank/vm"),
    ...         row("zpool-list", "nas", pool="tank"), row("zpool-list", "kvm1", pool="rpool")]
    >>> for found in served_to_others(rows):
    ...     print(found.template, found.host, found.cells.get("server", found.cells["pool" if "pool" in found.cells else "mount"]).value)
    nfs-mount-times kvm1 nas
    zpool-list nas tank
    zpool-list kvm1 rpool
    nfs-export nas tank
    """
    hosts: dict[str, list[Observed]] = {}
    for item in items:
        hosts.setdefault(item.host, []).append(item)
    away = [(i, path) for i in items if (path := _mounted_from(i, hosts))]
    if not away or len(hosts) == 1:
        return items
    mounts = {host: _mounts(rows) for host, rows in hosts.items()}
    named: dict[int, Observed] = {}
    extra: list[Observed] = []
    for item, path in away:
        held = {
            host: datasets[mount]
            for host, (types, datasets) in mounts.items()
            if host != item.host and (mount := holder(path, types)) in datasets and mount != "/"
        }
        if len(held) != 1:
            continue
        ((server, dataset),) = held.items()
        if "server" in item.cells:
            named[id(item)] = Observed(
                item.template, item.host, item.cells | {"server": item.cells["server"]._replace(value=server)}
            )
        if item.template == "file-system":
            for test in (i for i in hosts[item.host] if i.template == "bulk-write"):
                if holder(str(_value(test, "target")), {str(_value(item, "mount")): "nfs"}):
                    cell = Cell(server, next(iter(test.cells.values())).origin, INFERRED)
                    named[id(test)] = Observed(test.template, test.host, test.cells | {"nfs-server": cell})
        if not any(i.template == "nfs-export" for i in (*hosts[server], *(e for e in extra if e.host == server))):
            extra.append(_export(item, server, path, dataset))
    return [*(named.get(id(item), item) for item in items), *extra]


def _mounted_from(item: Observed, hosts: Mapping[str, object]) -> str:
    """The directory of its server that an NFS mount shows, or "" where it is none, or measured and of a host that is known."""
    if item.template == "nfs-mount-times":
        return str(_value(item, "export")) if str(_value(item, "server")) not in hosts else ""
    if item.template == "file-system" and _value(item, "type") == "nfs":
        return str(_value(item, "device")).partition(":")[2]
    return ""


def holders(items: list[Observed]) -> list[Observed]:
    """Rows that name a directory learn which file system holds it, where its mount was shown."""
    named = [i for i in items if i.template in ("mysql-server", "nfs-export")]
    if not any(i.template == "nfs-export" for i in named):
        items = [*items, *_served(items)]
    if not named:
        return items
    types, datasets = _mounts(items)
    extra = []
    for item in named:
        path = str(_value(item, "data-directory" if item.template == "mysql-server" else "path"))
        mount = holder(path, types)
        if not mount:
            continue
        cell = next(iter(item.cells.values()))
        if item.template == "mysql-server":
            extra.append(_row(item, cell, {"data-file-system": Symbol(types[mount])}))
        else:
            values: dict[str, Value] = {"path": path, "client": str(_value(item, "client")),
                                        "file-system": Symbol(types[mount])}  # fmt: skip
            if mount in datasets:
                values["dataset"] = datasets[mount]
                values["pool"] = datasets[mount].partition("/")[0]
            extra.append(_row(item, cell, values))
    return [*items, *extra]


def _row(source: Observed, cell: Cell, values: dict[str, Value]) -> Observed:
    cells = {slot: Cell(value, cell.origin, INFERRED, cell.time) for slot, value in values.items()}
    return Observed(source.template, source.host, cells)
