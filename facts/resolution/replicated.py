"""What the devices of a pool take each second beside what the database on it writes in the same time."""

from __future__ import annotations

from collections.abc import Sequence

from facts.captures import INFERRED
from facts.cells import Cell, Observed
from facts.schema import UNKNOWN
from facts.sexpr import Symbol

_BUSY_PERCENT = 50
"""So busy a device is hardly ever on the average since the boot: a single table of iostat that says so was cut out of a sampling."""


def _number(item: Observed, slot: str) -> float | None:
    cell = item.cells.get(slot)
    return float(cell.value) if cell is not None and isinstance(cell.value, (int, float)) else None


def _database(items: Sequence[Observed]) -> tuple[float, Cell] | None:
    """Bytes that all instances write each second, data and redo, by the last report of each that tells both."""
    latest: dict[str, tuple[float, Cell]] = {}
    for item in items:
        if item.template != "oracle-awr":
            continue
        blocks, redo = _number(item, "physical-write-bytes-s"), _number(item, "redo-bytes-s")
        if blocks is not None and redo is not None:
            latest[item.text("instance")] = (blocks + redo, item.cells["physical-write-bytes-s"])
    if not latest:
        return None
    return sum(written for written, _ in latest.values()), next(iter(latest.values()))[1]


def _pools(items: Sequence[Observed]) -> set[str]:
    """The pools that a database writes to: where one of its datasets lies, else the only one beside the root pool."""
    database = {i.text("pool") for i in items if i.template == "zfs-dataset" and i.text("role") != UNKNOWN}
    known = {i.text("pool") for i in items if i.template == "pool-device"}
    return (database & known) or (known if len(known) == 1 else known - {"rpool", "bpool", "zroot"})


def _devices(items: Sequence[Observed], pool: str) -> tuple[list[str], float] | None:
    """The data devices of a pool, and how many times each block is written to them; None where that is not known."""
    devices: dict[str, str] = {}
    for item in items:
        if item.template == "pool-device" and item.text("pool") == pool and item.text("role") == "data":
            devices[item.text("device")] = item.text("vdev")
    kinds = set(devices.values())
    if kinds <= {"disk", "file", UNKNOWN} and devices:
        return list(devices), 1.0
    status = [i for i in items if i.template == "zpool-status" and i.text("pool") == pool]
    vdevs = _number(status[-1], "data-vdevs") if status else None
    if kinds == {"mirror"} and vdevs:
        return list(devices), len(devices) / vdevs
    return None  # parity, or vdevs of several kinds


def _loads(items: Sequence[Observed], names: Sequence[str]) -> dict[str, Observed]:
    """The last sampling of each of these that tells what is written to it; of a device, or of a pool by ``zpool iostat``."""
    loads: dict[str, Observed] = {}
    for item in items:
        if item.template == "device-load" and item.text("device") in names:
            sampled = item.text("since-boot") != "yes" or (_number(item, "busy-percent-mean") or 0.0) >= _BUSY_PERCENT
            if sampled and _number(item, "write-kb-s-mean") is not None:
                loads[item.text("device")] = item
    return loads


def replicated(items: list[Observed]) -> list[Observed]:
    """One ``replication`` row for the pool that the database writes to, where both amounts are known."""
    database, pools = _database(items), _pools(items)
    if database is None or len(pools) != 1 or any(i.template == "replication" for i in items):
        return items
    pool = next(iter(pools))
    if (found := _devices(items, pool)) is None:
        return items
    names, copies = found
    loads = _loads(items, names)
    if set(loads) != set(names):
        # a pool without parity counts what is written to it once
        names, copies, loads = [pool], 1.0, _loads(items, [pool])
    if not loads:
        return items
    written = sum(_number(load, "write-kb-s-mean") or 0.0 for load in loads.values()) * 1024.0 / copies
    first = loads[names[0]].cells["write-kb-s-mean"]
    since_boot = Symbol("yes" if any(load.text("since-boot") == "yes" for load in loads.values()) else "no")
    cells = {
        "since-boot": Cell(since_boot, first.origin, INFERRED, first.time),
        "device": Cell(names[0] if len(names) == 1 else pool, first.origin, INFERRED, first.time),
        "device-write-bytes-s": Cell(written, first.origin, INFERRED, first.time),
        "database-write-bytes-s": Cell(database[0], database[1].origin, INFERRED, database[1].time),
    }
    return [*items, Observed("replication", loads[names[0]].host, cells)]
