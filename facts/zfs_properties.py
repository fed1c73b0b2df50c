"""Properties of ZFS datasets and pools as rows, whichever command printed them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from facts.reading import Output, Reading, Refusal, Row, Span
from facts.schema import Value
from facts.subjects import dataset_role, pool_of
from facts.units import number, size

_POOL_ONLY = frozenset(
    """size capacity altroot health guid version bootfs delegation autoreplace cachefile failmode listsnapshots
    listshares autoexpand dedupditto dedupratio free allocated ashift expandsize freeing fragmentation leaked
    multihost checkpoint load_guid autotrim compatibility bcloneused bclonesaved bcloneratio lastscrubbedtxg
    dedup_table_size dedup_table_quota dedupcached dedupused dedupsaved""".split()
)
_BOTH = frozenset({"available", "used", "readonly", "comment", "name", "guid", "version"})
# Properties of datasets that tell a listing without a heading from other tabbed text.
_DATASET_ONLY = frozenset(
    """type creation referenced compressratio mounted quota reservation volsize volblocksize recordsize mountpoint
    sharenfs checksum compression atime devices exec setuid zoned jailed snapdir aclmode aclinherit canmount xattr
    copies utf8only
    normalization casesensitivity vscan nbmand sharesmb refquota refreservation primarycache secondarycache
    usedbysnapshots usedbydataset usedbychildren usedbyrefreservation logbias dedup mlslabel sync refcompressratio
    written
    logicalused logicalreferenced filesystem_limit snapshot_limit snapdev volmode redundant_metadata
    special_small_blocks
    encryption keylocation keyformat relatime acltype overlay origin defer_destroy userrefs createtxg objsetid prefetch
    direct shadow keysource keystatus rekeydate rstchown multilevel share.* share.nfs share.smb shareiscsi""".split()
)

_DATASET_SIZES = {
    "recordsize": "recordsize-bytes",
    "volblocksize": "volume-block-bytes",
    "used": "used-bytes",
    "available": "available-bytes",
    "usedbysnapshots": "snapshots-bytes",
}
_DATASET_SYMBOLS = {
    "logbias": frozenset({"latency", "throughput"}),
    "sync": frozenset({"standard", "always", "disabled"}),
    "primarycache": frozenset({"all", "none", "metadata"}),
    "type": frozenset({"filesystem", "volume", "snapshot"}),
}
_SWITCHES = frozenset({"compression", "dedup"})


@dataclass(slots=True)
class Cell:
    """A property of a dataset or pool and the line that it stands on, from 0 within the output."""

    line: int
    name: str
    property: str
    value: str


@dataclass(slots=True)
class _Group:
    """The slots of one dataset or pool."""

    name: str
    values: dict[str, Value | bool] = field(default_factory=dict)
    slot_lines: dict[str, Span] = field(default_factory=dict)
    lines: list[int] = field(default_factory=list)


def _dataset_slot(cell: Cell) -> tuple[str, Value | bool] | None:
    """Slot and value of one dataset property; None for one that no slot holds.

    Raises:
        ValueError: the value cannot be read.
    """
    name, value = cell.property, cell.value
    if value == "-":
        return None
    if slot := _DATASET_SIZES.get(name):
        bytes_ = size(value.replace(",", "."))
        if bytes_ is None:
            raise ValueError(f"{name} cannot be read: {value}")
        return slot, bytes_
    if allowed := _DATASET_SYMBOLS.get(name):
        if name == "type" and value == "bookmark":
            return None
        if value not in allowed:
            raise ValueError(f"{name} cannot be read: {value}")
        return name, value
    if name in _SWITCHES:
        return name, "off" if value == "off" else "on"
    if name == "mountpoint":
        return name, value
    return None


_POOL_SLOTS = {
    "size": "size-bytes",
    "allocated": "allocated-bytes",
    "used": "allocated-bytes",
    "free": "free-bytes",
    "available": "free-bytes",
    "capacity": "capacity-percent",
    "fragmentation": "fragmentation-percent",
    "dedupratio": "dedup-ratio",
    "dedup_table_size": "dedup-table-bytes",
    "ashift": "ashift",
    "health": "health",
}


def _pool_slot(cell: Cell) -> tuple[str, Value | bool] | None:
    """Slot and value of one pool property; None for one that no slot holds.

    Raises:
        ValueError: the value cannot be read.
    """
    slot, text = _POOL_SLOTS.get(cell.property), cell.value.replace(",", ".")
    if slot is None or text == "-":
        return None
    value: Value | None
    if slot == "health":
        value = (
            text.lower() if re.fullmatch("ONLINE|DEGRADED|FAULTED|OFFLINE|UNAVAIL|REMOVED|SUSPENDED", text) else None
        )
    elif slot == "ashift":
        value = int(text) if text.isdecimal() else None
    elif slot.endswith("-bytes"):
        value = size(text)
    else:
        value = number(text.rstrip("%x"))
    if value is None:
        raise ValueError(f"{cell.property} cannot be read: {cell.value}")
    return slot, value


def _groups(output: Output, cells: Sequence[Cell], pool: bool, refusals: list[Refusal]) -> list[_Group]:
    groups: dict[str, _Group] = {}
    for cell in cells:
        group = groups.setdefault(cell.name, _Group(cell.name))
        group.lines.append(cell.line)
        try:
            found = _pool_slot(cell) if pool else _dataset_slot(cell)
        except ValueError as error:
            refusals.append(Refusal(output.span(cell.line), str(error)))
            continue
        if found is not None:
            group.values[found[0]] = found[1]
            group.slot_lines[found[0]] = output.span(cell.line)
    return [group for group in groups.values() if group.values]


def dataset_rows(
    name: str, values: dict[str, Value | bool], lines: Span, slot_lines: dict[str, Span] | None = None
) -> list[Row]:
    """The row of one dataset, and the inferred one with its role where its name or mount point tells it.

    A block size tells what it is: only a file system has a record size, only a volume a volume block size.
    """
    row: dict[str, Value | bool] = {"dataset": name, "pool": pool_of(name), **values}
    if "@" in name:
        row.setdefault("type", "snapshot")
    elif "volume-block-bytes" in values:
        row.setdefault("type", "volume")
    elif "recordsize-bytes" in values:
        row.setdefault("type", "filesystem")
    rows = [Row("zfs-dataset", row, lines, slot_lines or {})]
    if row.get("type") != "snapshot" and (role := dataset_role(name, str(values.get("mountpoint", "")))):
        rows.append(Row("zfs-dataset", {"dataset": name, "role": role}, lines, inferred=True))
    return rows


def property_reading(output: Output, cells: Sequence[Cell], refusals: list[Refusal], pool: bool) -> Reading:
    """The rows that properties come to, of pools or of datasets; what cannot be read is added to `refusals`."""
    reading = Reading(refusals=refusals)
    for cell in cells:
        if is_property(cell.property) or ":" in cell.property:
            reading.pass_over("another property", output.span(cell.line))
        else:
            reading.unnamed.append(output.first + cell.line)
    for group in _groups(output, cells, pool, refusals):
        lines = output.span(min(group.lines), max(group.lines))
        if pool:
            values: dict[str, Value | bool] = {"pool": group.name, **group.values}
            reading.rows.append(Row("zpool-list", values, lines, group.slot_lines))
        else:
            reading.rows += dataset_rows(group.name, group.values, lines, group.slot_lines)
    return reading


def are_of_pools(cells: Iterable[Cell]) -> bool:
    """Whether these are properties of pools and not of datasets, as their names tell."""
    cells = list(cells)
    names = {cell.property for cell in cells} - _BOTH
    if any(re.search(r"[/@#]", cell.name) for cell in cells) or names & _DATASET_ONLY:
        return False
    return any(n in _POOL_ONLY or n.startswith("feature@") for n in names)


def is_property(name: str) -> bool:
    """Whether a pool or a dataset has a property of that name."""
    return name in _DATASET_ONLY or name in _POOL_ONLY or name in _BOTH or name.startswith("feature@")
