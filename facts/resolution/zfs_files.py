"""Which dataset a file lies in, and the block size of a dataset's existing files."""

from __future__ import annotations

from collections.abc import Sequence

from facts.captures import INFERRED
from facts.cells import Cell, Observed
from facts.subjects import pool_of


def _mounts(items: Sequence[Observed]) -> dict[str, str]:
    """Mount point to dataset: as told, else the place where ZFS mounts it by default."""
    found: dict[str, str] = {}
    told = set()
    for item in items:
        if item.template == "zfs-dataset" and item.text("mountpoint").startswith("/"):
            found[item.text("mountpoint")] = item.text("dataset")
            told.add(item.text("dataset"))
        elif item.template == "file-system" and item.text("type") == "zfs":
            found[item.text("mount")] = item.text("device")
            told.add(item.text("device"))
    for item in items:
        dataset = item.text("dataset")
        if item.template == "zfs-dataset" and dataset not in told and "@" not in dataset:
            found.setdefault(f"/{dataset}", dataset)
    return found


def place(path: str, mounts: dict[str, str]) -> tuple[str, str] | None:
    """The dataset that a path lies in and the path within it, or None where none is known.

    >>> place("/u02/oradata/a.dbf", {"/u02": "dbpool/u02", "/": "rpool/ROOT"})
    ('dbpool/u02', '/oradata/a.dbf')
    """
    fitting = [m for m in mounts if m != "/" and (path == m or path.startswith(f"{m.rstrip('/')}/"))]
    if not fitting:
        return None
    mount = max(fitting, key=len)
    return mounts[mount], path[len(mount.rstrip("/")) :] or "/"


def zfs_files(items: list[Observed]) -> list[Observed]:
    """Files by their dataset; files of other file systems fall away; each dataset gets its files' largest block."""
    mounts = _mounts(items)
    result: list[Observed] = []
    largest: dict[str, Observed] = {}
    for item in items:
        if item.template == "zfs-file":
            cells = dict(item.cells)
            if not item.text("dataset"):
                if (found := place(item.text("file"), mounts)) is None:
                    continue
                cells["dataset"] = cells["dataset"]._replace(value=found[0])
                cells["file"] = cells["file"]._replace(value=found[1])
            item = Observed(item.template, item.host, cells)
            known = largest.get(item.text("dataset"))
            if "block-bytes" in cells and (known is None or _block(known) < _block(item)):
                largest[item.text("dataset")] = item
        result.append(item)
    for dataset, item in largest.items():
        block, where = item.cells["block-bytes"], item.cells["dataset"]
        result.append(Observed("zfs-dataset", item.host, {
            "dataset": where, "pool": Cell(pool_of(dataset), where.origin, INFERRED, where.time),
            "file-block-bytes": block,
        }))  # fmt: skip
    return result


def _block(item: Observed) -> float:
    value = item.cells["block-bytes"].value
    return float(value) if isinstance(value, (int, float)) else 0.0
