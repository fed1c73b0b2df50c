"""Pools as the interfaces of Proxmox VE and TrueNAS list them in JSON: ``pvesh get /nodes/NODE/disks/zfs``, ``midclt call pool.query``.

Samples::

    >>> from facts.readers import show
    >>> show('''[
    ...    {
    ...       "alloc" : 2611340115968,
    ...       "frag" : 33,
    ...       "health" : "DEGRADED",
    ...       "name" : "ssd2",
    ...       "size" : 3830099738624
    ...    }
    ... ]
    ... ''')
    pool-api lines 1-9 read
      zpool-list: allocated-bytes=2611340115968 fragmentation-percent=33 health=degraded pool=ssd2 size-bytes=3830099738624 (6-6)

    >>> show('''[{"id": 1, "name": "tank", "path": "/mnt/tank", "status": "DEGRADED", "healthy": false, "topology": {"data": [
    ... {"type": "MIRROR", "status": "DEGRADED", "children": [
    ... {"type": "DISK", "name": "sda2", "status": "FAULTED", "stats": {"read_errors": 3, "write_errors": 0}}]}]}}]
    ... ''')
    pool-api lines 1-3 read
      zpool-status: pool=tank state=degraded (1-1)
      pool-device: device=sda2 pool=tank read-errors=3 role=data shown-as=sda2 state=faulted vdev=mirror whole-disk=no write-errors=0 (3-3)
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from facts.kit import JSON_LINES, told
from facts.patterns import lazy
from facts.readers.json_text import json_extent
from facts.readers.zfs_json import STATES, Json, line_of
from facts.reading import Output, Reader, Reading, Row
from facts.subjects import device_slots
from facts.units import size

_NUMBERS = {"size": "size-bytes", "alloc": "allocated-bytes", "free": "free-bytes", "frag": "fragmentation-percent"}
_ERRORS = {"read_errors": "read-errors", "write_errors": "write-errors", "checksum_errors": "checksum-errors"}
_ROLES = {"data": "data", "log": "log", "cache": "cache", "spare": "spare", "special": "special", "dedup": "dedup"}


def _extent(lines: Sequence[str], start: int, command: str) -> tuple[int, int] | None:
    found = json_extent(lines, start, ('"health"', '"topology"'))
    return found if found and any(True for _ in _entries(lines[found[0] : found[1]])) else None


def _entries(lines: Sequence[str]) -> Iterator[Json]:
    """The pools of a document."""
    try:
        document = json.loads("\n".join(lines))
    except (ValueError, RecursionError):
        return
    for entry in document if isinstance(document, list) else [document]:
        of_pool = isinstance(entry, dict) and isinstance(entry.get("name"), str)
        if of_pool and (("health" in entry and "alloc" in entry) or isinstance(entry.get("topology"), dict)):
            yield entry


def _read(output: Output) -> Reading:
    reading = Reading()
    for entry in _entries(output.lines):
        span = output.span(_line_with(output, entry["name"]))
        state = STATES.read(str(entry.get("health") or entry.get("status")), span, reading.refusals)
        if "topology" not in entry:
            numbers = {slot: size(str(entry[key])) for key, slot in _NUMBERS.items() if key in entry}
            reading.rows.append(
                Row("zpool-list", told({"pool": entry["name"], "health": state or None, **numbers}), span)
            )
            continue
        reading.rows.append(Row("zpool-status", told({"pool": entry["name"], "state": state or None}), span))
        for role, groups in entry["topology"].items():
            for group in groups if isinstance(groups, list) else []:
                reading.rows += _devices(output, str(entry["name"]), _ROLES.get(role, "data"), group, reading)
    return reading


def _devices(output: Output, pool: str, role: str, group: Json, reading: Reading) -> Iterator[Row]:
    """The devices of one group; a disk alone is a group by itself."""
    kind = str(group.get("type", "")).lower()
    for child in group.get("children") or [group]:
        name = str(child.get("device") or child.get("disk") or child.get("name") or child.get("guid"))
        span = output.span(_line_with(output, name))
        vdev = next((known for known in ("mirror", "raidz", "draid") if kind.startswith(known)), "disk")
        stats: Mapping[str, Any] = child.get("stats") or {}
        values = {"pool": pool, "device": name, "role": role, "vdev": vdev} | device_slots(name, vdev)
        values |= {slot: stats[key] for key, slot in _ERRORS.items() if isinstance(stats.get(key), int)}
        state = STATES.read(str(child.get("status", "-")), span, reading.refusals)
        yield Row("pool-device", told(values | {"state": state or None}), span)


def _line_with(output: Output, name: str) -> int:
    return next((index for index, line in enumerate(output.lines) if f'"{name}"' in line), line_of(output, "name"))


HINTS = ('"health"', '"topology"')
READERS = (Reader("pool-api", lazy(r"\s*[\[{]"), _extent, _read, of_no_use=JSON_LINES),)
