"""What was seen of a host that it may share with others: its system, versions, and the parts of its storage.

Only what a capture tells is a trait. What is not known of a host is not seen, which is never the same as another value.
"""

from __future__ import annotations

from collections.abc import Iterable

from facts.cells import CurrentRow
from facts.schema import UNKNOWN

TRAITS = {
    ("system", "os"): "system",
    ("system", "os-release"): "release",
    ("system", "distribution"): "distribution",
    ("system", "kernel"): "kernel",
    ("system", "arch"): "architecture",
    ("system", "cpus"): "processors",
    ("system", "zfs-era"): "ZFS",
    ("controller", "family"): "controller family",
    ("controller", "model"): "controller",
    ("controller", "firmware"): "controller firmware",
    ("controller", "battery"): "controller battery",
    ("controller-array", "level"): "array level",
    ("controller-array", "state"): "array state",
    ("controller-array", "write-cache"): "array write cache",
    ("controller-drive", "model"): "drive model",
    ("disk-settings", "model"): "drive model",
    ("smart", "model"): "drive model",
    ("file-system", "type"): "file system",
    ("oracle-instance", "version"): "Oracle version",
    ("postgres-server", "version"): "PostgreSQL version",
    ("mysql-server", "version"): "MySQL version",
    ("virtualbox-setup", "virtualbox-version"): "VirtualBox version",
}
"""Slots that are compared across hosts, and what they are called."""


def traits_of(rows: Iterable[CurrentRow]) -> dict[str, dict[str, list[str]]]:
    """Of each host, each trait with every value that was seen of it."""
    found: dict[str, dict[str, set[str]]] = {}
    for row in rows:
        traits = found.setdefault(row.host, {})
        for slot, cell in row.cells.items():
            name = TRAITS.get((row.template, slot))
            if name and cell.value != UNKNOWN and str(cell.value).strip():
                traits.setdefault(name, set()).add(str(cell.value)[:200])
    return {host: {name: sorted(values) for name, values in sorted(found[host].items())} for host in sorted(found)}
