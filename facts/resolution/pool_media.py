"""What kind of devices the data of a ZFS pool lies on, by their names and by what other outputs say of the disks."""

from __future__ import annotations

from facts.captures import INFERRED
from facts.cells import Cell, Observed
from facts.schema import Value
from facts.sexpr import Symbol


def pool_media(items: list[Observed]) -> list[Observed]:
    """One ``pool-media`` row for each pool whose data devices are all known to turn or not to turn.

    An NVMe device never turns; of others the column ROTA of lsblk or the drive itself tells.
    """
    turning = {
        i.text("device"): i.text("rotational")
        for i in items if i.template == "disk-settings" and i.text("rotational") in ("yes", "no")
    }  # fmt: skip
    pools: dict[str, list[Observed]] = {}
    for item in items:
        if item.template == "pool-device" and item.text("role") == "data":
            pools.setdefault(item.text("pool"), []).append(item)
    extra = []
    for pool, devices in pools.items():
        kinds = {"no" if d.text("device").startswith("nvme") else turning.get(d.text("device"), "") for d in devices}
        if "" in kinds:
            continue
        media = "mixed" if len(kinds) > 1 else "rotating" if kinds == {"yes"} else "flash"
        cell = next(iter(devices[0].cells.values()))
        values: dict[str, Value] = {"pool": pool, "media": Symbol(media)}
        cells = {slot: Cell(value, cell.origin, INFERRED, cell.time) for slot, value in values.items()}
        extra.append(Observed("pool-media", devices[0].host, cells))
    return [*items, *extra]
