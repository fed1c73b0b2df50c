"""Which device of a pool's table lies in which kind of vdev; `facts.readers.zpool_status` uses it.

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
    """The leaves of a table with the kind of vdev that each lies in, and the number of top-level data vdevs."""

    leaves: list[tuple[Device, str]] = field(default_factory=list)
    data_vdevs: int = 0


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


def _vdev_of(name: str) -> str:
    match = _INNER.match(name)
    kind = re.sub(r"(?<!\d)\d+\Z", "", match["type"]) if match else "disk"
    return kind if kind in ("mirror", "raidz", "draid", "replacing", "spare") else "disk"


def _lone(name: str) -> str:
    return "file" if name.startswith("/") and not name.startswith("/dev") else "disk"
