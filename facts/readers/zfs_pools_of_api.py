"""Pools in JSON as the interfaces of TrueNAS (``midclt call pool.query``) and Proxmox (``pvesh get .../disks/zfs``) list them.

One list on one line, or spread over many by ``jq`` or ``json-pretty``; a pool by itself as well. TrueNAS shows the
devices of each pool below ``topology``.

Samples::

    >>> from facts.readers import show
    >>> show('''[{"alloc":2611340115968,"dedup":1,"frag":33,"free":1218759622656,"health":"DEGRADED","name":"ssd2",\\
    ... "size":3830099738624}]
    ... ''')  # doctest: +NORMALIZE_WHITESPACE
    zpool-list lines 1-1 read
      zpool-list: allocated-bytes=2611340115968 capacity-percent=68.1794 fragmentation-percent=33
        free-bytes=1218759622656 health=degraded pool=ssd2 size-bytes=3830099738624 (1-1)

    >>> show('''[{"id":1,"name":"tank","status":"ONLINE","size":100,"allocated":90,"free":10,"fragmentation":"71",\\
    ... "topology":{"data":[{"type":"MIRROR","status":"ONLINE","children":[{"type":"DISK","disk":"sda","status":"ONLINE",\\
    ... "stats":{"read_errors":0,"write_errors":0,"checksum_errors":3}}]}],"log":[],"cache":[]}}]
    ... ''')  # doctest: +NORMALIZE_WHITESPACE
    zpool-list lines 1-1 read
      zpool-list: allocated-bytes=90 capacity-percent=90 fragmentation-percent=71 free-bytes=10 health=online
        pool=tank size-bytes=100 (1-1)
      zpool-status: data-devices=1 data-vdevs=1 has-log-device=no log-devices=0 pool=tank state=online (1-1)
      pool-device: checksum-errors=3 device=sda pool=tank read-errors=0 role=data state=online vdev=mirror
        whole-disk=yes write-errors=0 (1-1)
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from facts.kit import JSON_LINES, told
from facts.patterns import lazy
from facts.readers.zpool_tree import shape
from facts.reading import Output, Reader, Reading, Row, Span
from facts.schema import Value
from facts.states import Words
from facts.subjects import device_slots
from facts.units import size

_START = lazy(r"\s*(?:\[\s*(?:\{|$)|\{)")
_STATES = Words(
    {name: name for name in "online degraded faulted offline unavail removed suspended".split()},
    silent="UNKNOWN|LOCKED|-",
)
_ROLES = ("data", "log", "cache", "special", "dedup")
_VDEVS = {"MIRROR": "mirror", "RAIDZ1": "raidz", "RAIDZ2": "raidz", "RAIDZ3": "raidz", "DRAID": "draid"}
_LONGEST = 20_000

Json = Mapping[str, Any]


def _is_pool(value: Any) -> bool:
    if not isinstance(value, dict) or not isinstance(value.get("name"), str) or "size" not in value:
        return False
    proxmox = {"alloc", "free", "frag", "health"} <= value.keys()
    return proxmox or (
        {"allocated", "free", "status"} <= value.keys() and bool({"fragmentation", "topology"} & value.keys())
    )


def _load(lines: Sequence[str], start: int) -> tuple[list[Json], int] | None:
    """The pools that begin at ``lines[start]`` and the line after them."""
    if not any('"name"' in line for line in lines[start : start + 40]):
        return None
    text = "\n".join(lines[start : start + _LONGEST])
    try:
        value, length = json.JSONDecoder().raw_decode(text.lstrip())
    except (ValueError, RecursionError):
        return None
    pools = value if isinstance(value, list) else [value]
    if not pools or not all(map(_is_pool, pools)):
        return None
    return pools, start + text[: len(text) - len(text.lstrip()) + length].count("\n") + 1


def _extent(lines: Sequence[str], start: int, command: str) -> Span | None:
    loaded = _load(lines, start)
    return (start, loaded[1]) if loaded else None


def _number(value: Any) -> float | None:
    return size(str(value).rstrip("%")) if value is not None else None


def _leaves(entry: Json, vdev: str = "disk") -> Iterator[tuple[Json, str]]:
    """Every device below an entry of the topology, or the entry itself, with the kind of vdev that it is in."""
    below = entry.get("children") or ()
    if not below:
        yield entry, vdev
    for child in below:
        yield from _leaves(child, _VDEVS.get(str(entry.get("type", "")), vdev))


def _line_of(output: Output, name: str, after: int = 0) -> int:
    """The line on which a name stands as a value, from `after` on; that line where it is nowhere."""
    mark = lazy(rf".*:\s*{re.escape(json.dumps(name))}")
    return next((i for i in range(after, len(output.lines)) if mark.match(output.lines[i])), after)


def _devices(output: Output, pool: str, topology: Json, first: int, reading: Reading) -> dict[str, Value | bool]:
    """The rows of the devices, and what the status of the pool says of its shape."""
    counts: dict[str, list[str]] = {}
    for role in _ROLES:
        for leaf, vdev in (found for entry in topology.get(role) or () for found in _leaves(entry)):
            counts.setdefault(role, []).append(vdev)
            name = str(leaf.get("disk") or leaf.get("device") or leaf.get("name") or "")
            if not name:
                continue
            span = output.span(_line_of(output, name, first))
            stats = leaf.get("stats") or {}
            values: dict[str, Value | bool] = {"pool": pool, "device": name, "role": role, "vdev": vdev}
            errors = {f"{kind}-errors": _number(stats.get(f"{kind}_errors")) for kind in ("read", "write", "checksum")}
            values |= told({slot: None if count is None else round(count) for slot, count in errors.items()})
            state = _STATES.read(str(leaf.get("status", "-")), span, reading.refusals)
            values |= device_slots(name, vdev) | told({"state": state or None})
            reading.rows.append(Row("pool-device", values, span))
    data = topology.get("data") or ()
    found: dict[str, Value | bool] = {}
    if data:
        found |= shape(len(data), len(counts.get("data", [])), counts.get("log", []))
    return found


def _read(output: Output) -> Reading:
    reading = Reading(complete=frozenset({"zpool-list"}))
    loaded = _load(output.lines, 0)
    for entry in loaded[0] if loaded else ():
        name = entry["name"]
        first = _line_of(output, name)
        span = output.span(first)
        whole, taken = _number(entry.get("size")), _number(entry.get("alloc", entry.get("allocated")))
        values = told({
            "size-bytes": whole, "allocated-bytes": taken, "free-bytes": _number(entry.get("free")),
            "capacity-percent": 100 * taken / whole if whole and taken is not None else None,
            "fragmentation-percent": _number(entry.get("frag", entry.get("fragmentation"))),
        })  # fmt: skip
        health = told(
            {"health": _STATES.read(str(entry.get("health", entry.get("status", "-"))), span, reading.refusals) or None}
        )
        reading.rows.append(Row("zpool-list", {"pool": name, **values, **health}, span))
        at = len(reading.rows)
        if pool_shape := _devices(output, name, entry.get("topology") or {}, first, reading):
            status = {"pool": name, **pool_shape} | ({"state": health["health"]} if health else {})
            reading.rows.insert(at, Row("zpool-status", status, span))
    return reading


HINTS = ('"frag"', '"fragmentation"', '"topology"')
READERS = (Reader("zpool-list", _START, _extent, _read, of_no_use=JSON_LINES),)
