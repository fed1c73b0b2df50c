"""Which device of a pool's table lies in which kind of vdev; the readers of ``zpool status``, ``list -v`` and ``iostat -v`` use it.

>>> rows = [("raidz1-0", 1), ("c1t0d0", 2), ("c1t1d0", 2), ("c2t0d0", 1)]
>>> found = tree_of([Device(n, name, "ONLINE", "", depth, "data") for n, (name, depth) in enumerate(rows)])
>>> [(device.name, vdev) for device, vdev in found.leaves], found.data_vdevs
([('c1t0d0', 'raidz'), ('c1t1d0', 'raidz'), ('c2t0d0', 'disk')], 2)
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise, zip_longest

from facts.patterns import lazy
from facts.reading import Output, Row
from facts.schema import Value
from facts.subjects import device_slots

_INNER = lazy(r"(?P<type>mirror|raidz[123]?|draid[123]?|replacing|spare|root|indirect)(?:[-:][\w:-]+)?\Z")


@dataclass(slots=True)
class Device:
    """One row of the table, below the row of the pool."""

    line: int
    name: str
    state: str
    rest: str
    depth: int
    role: str


@dataclass(slots=True)
class Tree:
    """The leaves of a table with the kind of vdev that each lies in, the top-level data vdevs and their number."""

    leaves: list[tuple[Device, str]] = field(default_factory=list)
    data_vdevs: int = 0
    tops: list[Device] = field(default_factory=list)


def is_inner(name: str) -> bool:
    """Whether a name is that of a vdev that holds devices."""
    return _INNER.match(name) is not None


def _inner(device: Device) -> bool:
    """Whether the name is that of a vdev that holds devices; a distributed spare is named like one."""
    return device.role != "spare" and is_inner(device.name)


def _is_nested(devices: Sequence[Device]) -> bool:
    """Whether indentation tells what lies in what: not in a copy that has lost it."""
    pairs = [(one, two) for one, two in pairwise(devices) if _inner(one) and one.role == two.role]
    return not pairs or any(two.depth > one.depth for one, two in pairs)


def tree_of(devices: Sequence[Device]) -> Tree:
    """The vdevs of a table, by indentation where the copy has kept it, else by order."""
    tree = Tree()
    nested = _is_nested(devices)
    above: list[Device] = []
    for device, following in zip_longest(devices, devices[1:]):
        if above and above[-1].role != device.role:
            above.clear()
        if nested:
            while above and above[-1].depth >= device.depth:
                above.pop()
        elif _inner(device):
            above.clear()
        if not above and device.role == "data" and not device.name.startswith("indirect"):
            tree.data_vdevs += 1
            tree.tops.append(device)
        if _inner(device) or (following and following.role == device.role and following.depth > device.depth):
            above.append(device)
        else:
            tree.leaves.append((device, _vdev_of(above[-1].name) if above else _lone(device.name)))
    return tree


def shape(data_vdevs: int, data_devices: int, logs: Sequence[str]) -> dict[str, int | bool]:
    """The slots of how many devices of which kind a pool has; `logs` are the kinds of vdev that its logs lie in."""
    values: dict[str, int | bool] = {
        "has-log-device": bool(logs), "log-devices": len(logs), "data-vdevs": data_vdevs, "data-devices": data_devices,
    }  # fmt: skip
    return values | {"log-mirrored": "disk" not in logs} if logs else values


GROUP_ROLES = {
    "log": "log", "logs": "log", "cache": "cache", "spares": "spare", "spare": "spare", "special": "special", "dedup": "dedup",
    "meta": "special",
}  # fmt: skip
"""What the devices below such a heading are for."""
_WHOLE = 0.9


@dataclass(slots=True)
class Filled:
    """What ``list -v`` or ``iostat -v`` shows of one pool: its devices, and of the pool and each vdev what is allocated and free."""

    name: str
    allocated: float
    free: float
    devices: list[Device] = field(default_factory=list)
    fill: dict[int, tuple[float, float]] = field(default_factory=dict)
    fragmentation: dict[int, float] = field(default_factory=dict)


def rows_of_filled(output: Output, pool: Filled) -> list[Row]:
    """The devices of a pool, its shape and the fill of its vdevs.

    How many vdevs it has is told only where they come to the size of the pool: people cut such tables.
    """
    tree = tree_of(pool.devices)
    rows = []
    for device, vdev in tree.leaves:
        values: dict[str, Value | bool] = {"pool": pool.name, "device": device.name, "role": device.role, "vdev": vdev}
        rows.append(Row("pool-device", values | device_slots(device.name, vdev), output.span(device.line)))
    size = 0.0
    for number, top in enumerate(tree.tops):
        allocated, free = pool.fill.get(top.line, (0.0, 0.0))
        if allocated + free <= 0:
            continue
        size += allocated + free
        name = top.name if "-" in top.name or not is_inner(top.name) else f"{top.name}-{number}"
        values = {
            "pool": pool.name, "vdev": name, "allocated-bytes": allocated, "free-bytes": free,
            "capacity-percent": 100 * allocated / (allocated + free),
        }  # fmt: skip
        if (fragmentation := pool.fragmentation.get(top.line)) is not None:
            values["fragmentation-percent"] = fragmentation
        rows.append(Row("pool-vdev", values, output.span(top.line)))
    if size >= _WHOLE * (pool.allocated + pool.free) > 0 and tree.leaves:
        logs = [vdev for device, vdev in tree.leaves if device.role == "log"]
        count = sum(device.role == "data" for device, _ in tree.leaves)
        first, last = tree.leaves[0][0].line, tree.leaves[-1][0].line
        rows.append(
            Row("zpool-status", {"pool": pool.name, **shape(tree.data_vdevs, count, logs)}, output.span(first, last))
        )
    return rows


def _vdev_of(name: str) -> str:
    match = _INNER.match(name)
    kind = re.sub(r"(?<!\d)\d+\Z", "", match["type"]) if match else "disk"
    return kind if kind in ("mirror", "raidz", "draid", "replacing", "spare") else "disk"


def _lone(name: str) -> str:
    return "file" if name.startswith("/") and not name.startswith("/dev") else "disk"
