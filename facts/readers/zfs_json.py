"""``zpool status -j`` and the other listings of OpenZFS 2.3 in JSON.

Of ``zpool status``, ``zpool list``, ``zpool get``, ``zfs list`` and ``zfs get``, on one line as the tools print it, or
spread over many by a pretty-printer; with ``--json-int`` or without, with ``--json-flat-vdevs`` or with devices nested.
They give the same kinds and rows as the text.

Samples::

    >>> from facts.readers import show
    >>> show('''{"output_version":{"command":"zpool status","vers_major":0},"pools":{"tank":{"name":"tank",\\
    ... "state":"ONLINE","vdevs":{"tank":{"name":"tank","vdev_type":"root","state":"ONLINE","read_errors":"0",\\
    ... "vdevs":{"sda":{"name":"sda","vdev_type":"disk","state":"ONLINE","read_errors":"2"}}}},"error_count":"0"}}}
    ... ''')
    zpool-status lines 1-1 read
      zpool-status: data-devices=1 data-vdevs=1 has-log-device=no log-devices=0 permanent-errors=no pool=tank \
read-errors=0 state=online (1-1)
      pool-device: device=sda pool=tank read-errors=2 role=data state=online vdev=disk whole-disk=yes (1-1)
      system: zfs-era=openzfs (1-1)

    >>> show('''{"output_version":{"command":"zpool list"},"pools":{"tank":{"properties":{"capacity":{"value":"91%"}}}}}
    ... ''')
    zpool-list lines 1-1 read
      zpool-list: capacity-percent=91 pool=tank (1-1)
      system: zfs-era=openzfs (1-1)

    >>> show('''{"output_version":{"command":"zpool get"},"pools":{"tank":{"properties":{"ashift":{"value":"12"}}}}}
    ... ''')
    zpool-get lines 1-1 read
      zpool-list: ashift=12 pool=tank (1-1)
      system: zfs-era=openzfs (1-1)

    >>> show('''{"output_version":{"command":"zfs get"},"datasets":{"a/x":{"properties":{"sync":{"value":"always"}}}}}
    ... ''')
    zfs-get lines 1-1 read
      zfs-dataset: dataset=a/x pool=a sync=always (1-1)
      system: zfs-era=openzfs (1-1)

    >>> show('''{"output_version":{"command":"zfs list"},"datasets":{"tank/x":{"properties":{"used":{"value":"1K"}}}}}
    ... ''')
    zfs-list lines 1-1 read
      zfs-dataset: dataset=tank/x pool=tank used-bytes=1024 (1-1)
      system: zfs-era=openzfs (1-1)
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from facts.kit import JSON_LINES, told
from facts.patterns import lazy
from facts.pool_messages import SUSPENDED, condition_of, message_of
from facts.readers.zpool_tree import shape
from facts.reading import Output, Reader, Reading, Refusal, Row, Span
from facts.schema import Value
from facts.states import Words
from facts.subjects import device_slots
from facts.units import size
from facts.zfs_properties import Cell, property_reading

STATES = Words(
    {name: name for name in "degraded faulted offline unavail removed avail inuse suspended".split()}
    | {"online": "ONLINE|HEALTHY"},
    silent="SPLIT|UNKNOWN|CLOSED|-",
)
_SCAN_STATES = Words({"done": "FINISHED", "running": "SCANNING", "canceled": "CANCELED|CANCELLED"}, silent="NONE|-")
_ERRORS = {"read_errors": "read-errors", "write_errors": "write-errors", "checksum_errors": "checksum-errors"}
_ROLES = {"vdevs": "data", "logs": "log", "l2cache": "cache", "spares": "spare", "special": "special", "dedup": "dedup"}
_VDEVS = ("mirror", "raidz", "draid", "replacing", "spare")
_LONGEST = 200_000

Json = Mapping[str, Any]


def _load(lines: Sequence[str], start: int) -> tuple[Json, int] | None:
    """The object that begins at ``lines[start]`` and the line after it."""
    head = "\n".join(lines[start : start + 6])
    if '"output_version"' not in head:
        return None
    text = "\n".join(lines[start : start + _LONGEST])
    try:
        value, length = json.JSONDecoder().raw_decode(text.lstrip())
    except (ValueError, RecursionError):
        return None
    if not isinstance(value, dict):
        return None
    return value, start + text[: len(text) - len(text.lstrip()) + length].count("\n") + 1


def _command(value: Json) -> str:
    version = value.get("output_version")
    return str(version.get("command", "")) if isinstance(version, dict) else ""


def _reader(kind: str, command: str, read: Callable[[Output, Json], Reading]) -> Reader:
    def extent(lines: Sequence[str], start: int, _: str) -> Span | None:
        loaded = _load(lines, start)
        return (start, loaded[1]) if loaded and _command(loaded[0]) == command else None

    def read_document(output: Output) -> Reading:
        loaded = _load(output.lines, 0)
        assert loaded is not None  # it has an extent
        reading = read(output, loaded[0])
        reading.rows.append(Row("system", {"zfs-era": "openzfs"}, output.whole, inferred=True))
        return reading

    return Reader(kind, _START, extent, read_document, of_no_use=JSON_LINES)


def _object(value: Any) -> Json:
    return value if isinstance(value, dict) else {}


def line_of(output: Output, name: str, after: int = 0) -> int:
    """The line on which a name stands as a key, from `after` on; the first line where it is nowhere."""
    pattern = lazy(rf'"{re.escape(name)}"\s*:')
    return next((i for i in range(after, len(output.lines)) if pattern.search(output.lines[i])), after)


def _count(value: Any) -> int | None:
    number = size(str(value))
    return None if number is None else round(number)


def _state(entry: Json, span: Span, refusals: list[Refusal]) -> str:
    return STATES.read(str(entry["state"]), span, refusals) if "state" in entry else ""


def _counters(entry: Json) -> dict[str, Value | bool]:
    return {slot: n for key, slot in _ERRORS.items() if key in entry and (n := _count(entry[key])) is not None}


def _leaves(entry: Json, above: str = "disk") -> Iterator[tuple[str, Json, str]]:
    """Name, entry and kind of vdev of every leaf below an entry; the entry itself where it is one."""
    below = _object(entry.get("vdevs"))
    kind = str(entry.get("vdev_type", ""))
    if not below:
        yield str(entry.get("name", "")), entry, "file" if kind == "file" else above
    for child in below.values():
        name = next((k for k in _VDEVS if kind.startswith(k)), above)
        yield from _leaves(_object(child), name)


def _flat_groups(pool: Json) -> dict[str, list[Json]]:
    """The entries of each role below the pool's root vdev; in a flat listing each entry names its class."""
    groups: dict[str, list[Json]] = {role: [] for role in _ROLES.values()}
    for key, role in _ROLES.items():
        for entry in map(_object, _object(pool.get(key)).values()):
            if entry.get("vdev_type") == "root" and entry.get("vdevs"):
                groups[role] += [_object(child) for child in _object(entry["vdevs"]).values()]
            elif entry.get("vdev_type") != "root":
                kind = str(entry.get("class", ""))
                groups[_ROLES.get(kind, role)].append(entry)
    return groups


def _device(name: str, pool: str, role: str, entry: Json, vdev: str, lines: Span, refusals: list[Refusal]) -> Row:
    values: dict[str, Value | bool] = {"pool": pool, "device": name, "role": role, "vdev": vdev, **_counters(entry)}
    if (state := _state(entry, lines, refusals)) and state != "suspended":
        values["state"] = state
    values |= device_slots(name, vdev) | told({"slow-ios": _count(entry.get("slow_ios", ""))})
    return Row("pool-device", values, lines)


def _scan(pool: Json, span: Span, refusals: list[Refusal]) -> dict[str, Value | bool]:
    stats = _object(pool.get("scan_stats"))
    function, state = str(stats.get("function", "")).lower(), str(stats.get("state", "")).lower()
    if not stats or function in ("", "none"):
        return {"scan": "none"}
    word = "resilver" if "resilver" in function else "scrub"
    known = _SCAN_STATES.read(state, span, refusals)
    if not known:
        return {}
    if known == "running":
        paused = str(stats.get("pass_scrub_pause", "-")) not in ("-", "0")
        return {"scan": "paused" if paused else f"{word}-running"}
    if known == "canceled":
        return {"scan": "canceled"}
    repaired = size(str(stats.get("processed", ""))) if word == "scrub" else None
    errors = _count(stats.get("errors", ""))
    return told({"scan": f"{word}-done", "scan-errors": errors, "scan-repaired-bytes": repaired})


def _pool_rows(output: Output, name: str, pool: Json, refusals: list[Refusal]) -> list[Row]:
    first = line_of(output, name)
    groups = _flat_groups(pool)
    devices: list[Row] = []
    counts: dict[str, list[str]] = {}
    for role, entries in groups.items():
        for entry in entries:
            for device, leaf, vdev in _leaves(entry):
                if role == "spare" and any(row.values["device"] == device for row in devices):
                    continue  # a spare in use stands also where it works
                line = output.span(line_of(output, device, first))
                devices.append(_device(device, name, role, leaf, vdev, line, refusals))
                counts.setdefault(role, []).append(vdev)
    values: dict[str, Value | bool] = {"pool": name}
    if (state := _state(pool, output.span(first), refusals)) and state not in ("avail", "inuse"):
        values["state"] = state
    if "scan_stats" in pool:
        values.update(_scan(pool, output.span(first), refusals))
    values.update(_counters(_object(_object(pool.get("vdevs")).get(name))))
    if (errors := _count(pool.get("error_count", ""))) is not None:
        values["permanent-errors"] = errors > 0
    message = str(pool["msgid"]) if "msgid" in pool else message_of(str(pool.get("moreinfo", "")))
    condition = condition_of(str(pool.get("status", "")), message)
    values |= told({"message": message, "condition": condition})
    if condition in SUSPENDED:
        values["state"] = "suspended"
    if groups["data"]:
        values |= shape(len(groups["data"]), len(counts.get("data", [])), counts.get("log", []))
    return [Row("zpool-status", values, output.span(first)), *devices]


def _status(output: Output, document: Json) -> Reading:
    reading = Reading(complete=frozenset({"zpool-status", "pool-device"}))
    for name, pool in _object(document.get("pools")).items():
        reading.rows += _pool_rows(output, str(_object(pool).get("name", name)), _object(pool), reading.refusals)
    return reading


def _cells(output: Output, entries: Json) -> list[Cell]:
    cells = []
    for key, entry in entries.items():
        name = str(_object(entry).get("name", key))
        line = line_of(output, key)
        for prop, value in _object(_object(entry).get("properties")).items():
            text = str(_object(value).get("value", "-"))
            cells.append(Cell(line_of(output, prop, line), name, prop, text))
    return cells


def _pools(output: Output, document: Json) -> Reading:
    return property_reading(output, _cells(output, _object(document.get("pools"))), [], pool=True)


def _datasets(output: Output, document: Json) -> Reading:
    return property_reading(output, _cells(output, _object(document.get("datasets"))), [], pool=False)


_START = lazy(r"\s*\{\s*(?:\"output_version\"|$)")

HINTS = ("output_version",)
READERS = (
    _reader("zpool-status", "zpool status", _status),
    _reader("zpool-list", "zpool list", _pools),
    _reader("zpool-get", "zpool get", _pools),
    _reader("zfs-list", "zfs list", _datasets),
    _reader("zfs-get", "zfs get", _datasets),
)
