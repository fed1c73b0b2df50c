"""The large writes that were seen on each VxFS file system: of which size their requests were, at least and at most.

Which file system a file lies on stands in no output; it follows from its path and the mount points that are known. A
write whose file is not known (a traced process) counts for every VxFS file system.
"""

from __future__ import annotations

from collections.abc import Sequence

from facts.captures import INFERRED
from facts.cells import Cell, Observed
from facts.schema import UNKNOWN, Value
from facts.sexpr import Symbol


def _value(item: Observed, slot: str) -> Value:
    cell = item.cells.get(slot)
    return UNKNOWN if cell is None else cell.value


def mount_of(path: str, mounts: Sequence[str]) -> str:
    """The mount point that a path lies under, or "".

    >>> mount_of("/u01/oradata/testfile", ["/", "/u01", "/u01/oradata", "/u01/ora"])
    '/u01/oradata'
    >>> mount_of("testfile", ["/"])
    ''
    """
    fitting = [m for m in mounts if path == m or path.startswith(m.rstrip("/") + "/")]
    return max(fitting, key=len, default="")


def vxfs_writes(items: list[Observed]) -> list[Observed]:
    """The rows of one host, with one ``vxfs-writes`` row for each VxFS file system that large writes went to."""
    types: dict[str, str] = {}
    places: dict[str, Observed] = {}
    for item in items:
        mount = str(_value(item, "mount"))
        if item.template == "file-system":
            types.setdefault(mount, str(_value(item, "type")))
            places.setdefault(mount, item)
        elif item.template == "vxfs-tunables":
            types[mount] = "vxfs"
            places.setdefault(mount, item)
    vxfs = [mount for mount, kind in types.items() if kind == "vxfs" and not mount.startswith("/dev/")]
    written: dict[str, list[Observed]] = {mount: [] for mount in vxfs}
    for item in items:
        if item.template == "bulk-write" and _is_cached_write(item):
            for mount in _targets(str(_value(item, "target")), types, vxfs):
                written[mount].append(item)
    found = [row for mount, writes in written.items() if (row := _sum(places[mount], writes)) is not None]
    if not found:
        return items
    origin = next(iter(found[0].cells.values())).origin
    read = {"template": Symbol("bulk-write"), "complete": Symbol("yes")}
    looked = Observed("read", found[0].host, {s: Cell(v, origin, INFERRED) for s, v in read.items()})
    return [*items, *found, looked]


def _is_cached_write(item: Observed) -> bool:
    """Whether the file system decides on the request: a write that does not itself ask for direct I/O."""
    return _value(item, "direction") != Symbol("read") and _value(item, "direct") != Symbol("yes")


def _targets(target: str, types: dict[str, str], vxfs: list[str]) -> list[str]:
    if target.startswith("/"):
        mount = mount_of(target, list(types))
        return [mount] if types.get(mount) == "vxfs" else []
    # a relative name on a host with one VxFS file system lies there, or the write says nothing of VxFS
    return vxfs if target == "" or len(vxfs) == 1 else []


def _sum(place: Observed, writes: list[Observed]) -> Observed | None:
    sized = [(float(v), w) for w in writes if isinstance(v := _value(w, "request-bytes"), (int, float))]
    if not sized:
        return None
    smallest, largest = min(sized, key=lambda s: s[0])[1], max(sized, key=lambda s: s[0])[1]
    cells = {
        "mount": _cell(_value(place, "mount"), place, "mount"),
        "smallest-request-bytes": _cell(_value(smallest, "request-bytes"), smallest, "request-bytes"),
        "largest-request-bytes": _cell(_value(largest, "request-bytes"), largest, "request-bytes"),
    }
    totals = [(float(v), w) for w in writes if isinstance(v := _value(w, "total-bytes"), (int, float))]
    if totals:
        most, item = max(totals, key=lambda t: t[0])
        cells["largest-total-bytes"] = _cell(most, item, "total-bytes")
    return Observed("vxfs-writes", smallest.host, cells)


def _cell(value: Value, source: Observed, slot: str) -> Cell:
    """A value with the origin of the cell that it was taken from."""
    cell = source.cells.get(slot) or next(iter(source.cells.values()))
    return Cell(value, cell.origin, cell.rank, cell.time)
