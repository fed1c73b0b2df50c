"""Datasets of a pool: properties that are inherited, space of their own, and snapshots that hold what was deleted."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime

DEFAULTS = {
    "recordsize": "128K", "logbias": "latency", "sync": "standard", "compression": "off", "primarycache": "all", "atime": "on",
    "sharenfs": "off", "reservation": "none", "quota": "none", "canmount": "on", "readonly": "off", "dedup": "off",
}  # fmt: skip
"""Properties that can be set here, with their defaults (zfs(1M) of Solaris 10)."""
INHERITED = frozenset(
    ("recordsize", "logbias", "sync", "compression", "primarycache", "atime", "sharenfs", "readonly", "dedup")
)
_CHOICES = {
    "logbias": ("latency", "throughput"),
    "sync": ("standard", "always", "disabled"),
    "primarycache": ("all", "none", "metadata"),
    "compression": ("on", "off", "lzjb", "gzip", "zle"),
    "canmount": ("on", "off", "noauto"),
    "atime": ("on", "off"),
    "readonly": ("on", "off"),
    "dedup": ("on", "off"),
}
KIB, MIB, GIB = 1 << 10, 1 << 20, 1 << 30
_UNITS = {"": 1, "B": 1, "K": KIB, "M": MIB, "G": GIB, "T": 1 << 40}


@dataclass
class Snapshot:
    """A snapshot: what it alone holds comes back when it is destroyed."""

    name: str
    bytes: float
    made: datetime


@dataclass
class Dataset:
    """One file system.

    Attributes:
        name: with its pool.
        used: bytes of its own files.
        local: the properties that were set on it.
        mountpoint: where it is mounted.
        file_record: the size of the blocks that its existing files have, whatever the property says now.
    """

    name: str
    used: float
    local: dict[str, str] = field(default_factory=dict)
    mountpoint: str = ""
    file_record: int = 131_072
    snapshots: list[Snapshot] = field(default_factory=list)

    @property
    def held(self) -> float:
        """Bytes that only snapshots hold."""
        return sum(s.bytes for s in self.snapshots)


def size_of(text: str) -> int | None:
    """Bytes of a size as zfs takes it.

    >>> size_of("128K"), size_of("8192"), size_of("1.5G"), size_of("much")
    (131072, 8192, 1610612736, None)
    """
    unit = text[-1:].upper()
    digits = text[:-1] if unit in _UNITS and unit else text
    try:
        return round(float(digits) * _UNITS.get(unit if unit.isalpha() else "", 1)) if len(text) <= 20 else None
    except (ValueError, OverflowError):
        return None


def nice(size: float) -> str:
    """A size as zfs and zpool print it: three digits and a unit.

    >>> nice(0), nice(8192), nice(213674622976), nice(1.5 * 2**30), nice(900)
    ('0', '8K', '199G', '1.50G', '900')
    """
    value, unit = float(size), ""
    for unit in ("", "K", "M", "G", "T"):
        if value < 1024 or unit == "T":
            break
        value /= 1024
    if not unit:
        return str(round(value))
    if value == int(value):
        return f"{int(value)}{unit}"
    return f"{value:.{2 if value < 10 else 1 if value < 100 else 0}f}{unit}"


def checked(name: str, value: str) -> str | None:
    """A value of a property as it is kept, or None where it is not allowed."""
    if name not in DEFAULTS:
        return None
    if name in _CHOICES:
        return value if value in _CHOICES[name] or value.startswith("gzip-") else None
    if name == "recordsize":
        size = size_of(value)
        return nice(size) if size and size & (size - 1) == 0 and 512 <= size <= 131_072 else None
    if name in ("reservation", "quota") and value != "none":
        size = size_of(value)
        return nice(size) if size else None
    return value[:200]
