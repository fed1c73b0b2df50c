"""What others of the same kind do with the same work: drives of one table, units of one array."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from statistics import median

from facts.cells import Cell, Observed
from facts.patterns import lazy
from facts.schema import Value

_DRIVE = lazy(r"(?:sd[a-z]+|hd[a-z]|a?da\d+|c\d+t[0-9A-F]{1,16}d\d+|(?:ata|scsi|wwn|sas)-[\w.:-]+)\Z")
"""Names of drives: what lies on several of them waits for the slowest."""
_LEAST_WRITES_S = 1.0
_ALIKE = 0.25
"""Parts of one set get the same writes, give or take what parity and alignment make."""
_TWINS = 0.05
"""The halves of a mirror get the same; of two drives, nothing but that tells that they are peers."""
_WRONG_LEAST = 5
"""Wrong blocks of a device: single ones come by chance."""
_ARRAY_NAME = 20
"""Characters of a WWN that name the maker and the array; what follows names the unit."""


def peers(items: list[Observed]) -> list[Observed]:
    """Tell rows what their peers are worth: a disk's latency, a unit's paths, the errors of a Btrfs device."""
    tables: dict[str, list[Observed]] = defaultdict(list)
    maps: dict[str, list[int]] = defaultdict(list)
    for item in items:
        if item.template == "device-load" and _DRIVE.match(item.text("device")):
            if (_number(item, "writes-s-mean") or 0.0) >= _LEAST_WRITES_S:
                tables[item.text("output")].append(item)
        elif (
            item.template == "multipath-map"
            and (array := _array(item))
            and (paths := _number(item, "active-paths")) is not None
        ):
            maps[array].append(int(paths))
    btrfs = [item for item in items if item.template == "btrfs-device"]
    result: list[Observed] = []
    for item in items:
        if item.template == "btrfs-device":
            item = _with(item, "device", _beside(item, btrfs))
        elif item.template == "device-load" and (usual := _peers_latency(item, tables[item.text("output")])):
            own = _number(item, "latency-ms-mean")
            item = _with(
                item, "device", {"peers-latency-ms": usual} | ({} if own is None else {"times-peers": own / usual})
            )
        elif item.template == "multipath-map" and len(paths_of := maps[_array(item)]) > 1:
            item = _with(item, "map", {"siblings-paths": max(paths_of)})
        result.append(item)
    return result


def _peers_latency(item: Observed, table: list[Observed]) -> float:
    """What others of the table need for a request that do the same as this one."""
    if item not in table:
        return 0.0
    writes, written = _number(item, "writes-s-mean") or 0.0, _number(item, "write-kb-s-mean")
    alike: list[tuple[float, bool]] = []
    for other in table:
        latency, same = _number(other, "latency-ms-mean"), _number(other, "writes-s-mean") or 0.0
        if (
            other is item
            or latency is None
            or other.text("kind") != item.text("kind")
            or not _near(writes, same, _ALIKE)
        ):
            continue
        kb = _number(other, "write-kb-s-mean")
        twin = written is not None and kb is not None and _near(writes, same, _TWINS) and _near(written, kb, _TWINS)
        alike.append((latency, twin))
    latencies = [latency for latency, twin in alike if twin or len(alike) > 1]
    return median(latencies) if latencies else 0.0


def _beside(item: Observed, btrfs: list[Observed]) -> dict[str, Value]:
    """What Btrfs counts of the other devices."""
    device = item.text("device")
    others = {other.text("device") for other in btrfs} - {device}
    failing = {
        other.text("device") for other in btrfs if _number(other, "read-errors") or _number(other, "write-errors")
    } - {device}
    corrupt = {
        other.text("device") for other in btrfs if (_number(other, "corruption-errors") or 0.0) >= _WRONG_LEAST
    } - {device}
    return {"others": len(others), "others-failing": len(failing), "others-corrupt": len(corrupt)}


def _near(one: float, other: float, share: float) -> bool:
    return abs(one - other) <= share * one


def _array(item: Observed) -> str:
    """The array that a unit belongs to, by its WWN; nothing where it has a name of people's own."""
    name = item.text("map")
    return name[:_ARRAY_NAME] + str(len(name)) if len(name) > _ARRAY_NAME and item.template == "multipath-map" else ""


def _number(item: Observed, slot: str) -> float | None:
    cell = item.cells.get(slot)
    return float(cell.value) if cell is not None and isinstance(cell.value, int | float) else None


def _with(item: Observed, near: str, values: Mapping[str, Value]) -> Observed:
    cell: Cell = item.cells[near]
    return Observed(
        item.template, item.host, {**item.cells, **{slot: cell._replace(value=value) for slot, value in values.items()}}
    )
