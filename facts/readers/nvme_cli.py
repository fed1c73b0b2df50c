'''``nvme smart-log``, ``nvme list``: NVMe drives by nvme-cli, as text or with ``-o json``.

The keys of the log are the same in text since the first versions; JSON says ``avail_spare``, ``spare_thresh`` and
``percent_used``, and since nvme-cli 2 the critical warning is an object with its bits. The JSON does not name the drive;
the command above it does.

Samples::

    >>> from facts.readers import show
    >>> show("""Smart Log for NVME device:nvme0n1 namespace-id:ffffffff
    ... critical_warning                        : 0x4
    ... available_spare                         : 100%
    ... available_spare_threshold               : 10%
    ... percentage_used                         : 12%
    ... media_errors                            : 3
    ... """)
    nvme-smart-log lines 1-6 read
      smart: access= available-spare-percent=100 critical-warning=4 device=nvme0n1 filler-signs=0 health=failed \
media-errors=3 percentage-used=12 protocol=nvme spare-threshold-percent=10 unreadable=no (1-6)

    >>> show("""Node                  SN                   Model                                    Namespace
    ... --------------------- -------------------- ---------------------------------------- ---------
    ... /dev/nvme0n1          S4EWNX0M123456       Samsung SSD 970 EVO Plus 1TB             1
    ... """)
    nvme-list lines 1-3 read
      disk-settings: device=nvme0n1 model=Samsung SSD 970 EVO Plus 1TB rotational=no (3-3)
'''

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from facts.kit import Line, Pairs, Table, Values, column, key, never, unused, unused_keys, within
from facts.kit.pairs import Block
from facts.patterns import lazy
from facts.readers.json_text import json_extent, json_reader
from facts.reading import Output, Reading, Refusal, Row
from facts.schema import Value
from facts.units import size

_HEAD = lazy(r"\s*Smart Log for NVME device: ?(?P<device>\S+?)\s+namespace-id:", re.IGNORECASE)
_COMMAND = lazy(r"\bnvme smart-log\b(?:(?!\bnvme smart-log\b).)*?/dev/(?P<device>nvme\w+)")
_SLOTS = {
    "critical-warning": ("critical_warning",),
    "available-spare-percent": ("available_spare", "avail_spare"),
    "spare-threshold-percent": ("available_spare_threshold", "spare_thresh"),
    "percentage-used": ("percentage_used", "percent_used"),
    "media-errors": ("media_errors", "Media and Data Integrity Errors"),
    "power-on-hours": ("power_on_hours",),
}
_COUNTS = frozenset(("critical-warning", "media-errors"))
_USED = lazy(rf'.*"(?:{"|".join(name for names in _SLOTS.values() for name in names)}|value)"\s*:')
_MARKS = ('"critical_warning"', '"percent_used"', '"avail_spare"')


def _number(text: str) -> int | None:
    """``0x4``, ``12%``, ``1,234``."""
    match = re.match(r"(0x[0-9a-fA-F]{1,8})\b|(\d[\d,.']{0,20})", text)
    if match is None:
        return None
    return int(match[1], 16) if match[1] else int(re.sub(r"\D", "", match[2]))


def _drive(device: str, found: Mapping[str, Value | bool]) -> Values:
    """The row of one drive; a warning other than of heat is its own verdict."""
    values: Values = {
        "device": device or "nvme", "access": "", "protocol": "nvme", "unreadable": False, "filler-signs": 0,
    }  # fmt: skip
    if not device:
        values["device-known"] = False
    for slot, number in found.items():
        values[slot] = int(number) if slot in _COUNTS else float(number)
    if "critical-warning" in found:
        values["health"] = "failed" if int(found["critical-warning"]) & ~2 else "passed"
    return values


def _log(block: Block) -> Values:
    found = {slot: value for slot, value in block.values.items() if slot in _SLOTS}
    return _drive(str(block.values["device"]).removeprefix("/dev/"), found)


_LOG = Pairs(
    "nvme-smart-log", "smart", head=_HEAD, blanks=0, covers=never, row=_log,
    keys=(
        *(key(slot, *names, parse=_number) for slot, names in _SLOTS.items()),
        unused_keys(
            "Available Spare[0]", "Temp. Threshold[1]", "NVM subsystem Reliability[2]", "Read-only[3]",
            "Volatile mem. backup failed[4]", "Persistent Mem. RO[5]", "endurance group critical warning summary",
            "Endurance Group Critical Warning Summary", "temperature", "Temperature", "data_units_read",
            "data_units_written", "Data Units Read", "Data Units Written", "host_read_commands", "host_write_commands",
            "controller_busy_time", "power_cycles", "unsafe_shutdowns", "num_err_log_entries",
            "Warning Temperature Time", "Critical Composite Temperature Time", "Operational Lifetime Energy Consumed",
            "Interval Power Measurement",
            *(f"Temperature Sensor {number}" for number in range(1, 9)),
            *(f"Thermal Management T{n} {what}" for n in (1, 2) for what in ("Trans Count", "Total Time")),
            *(f"Thermal Temp. {n} {what}" for n in (1, 2) for what in ("Transition Count", "Total Time")),
        ),
    ),
)  # fmt: skip


def _json_extent(lines: Sequence[str], start: int, command: str) -> tuple[int, int] | None:
    """A log has a warning, its wear and its errors; other documents have one of these names as well."""
    extent = json_extent(lines, start, _MARKS)
    text = "".join(lines[slice(*extent)]) if extent else ""
    return extent if all(mark in text for mark in _MARKS) else None


def _whole(thing: Any) -> int | None:
    if isinstance(thing, dict):
        thing = thing.get("value")
    if isinstance(thing, bool):
        return None
    if isinstance(thing, str):
        return _number(thing)
    return int(thing) if isinstance(thing, (int, float)) and 0 <= thing < 2**62 else None


def _read_json(output: Output, document: Any) -> Reading:
    if not isinstance(document, dict):
        return Reading(refusals=[Refusal(output.whole, "no drive in it")])
    numbers = ((slot, _whole(document.get(name))) for slot, names in _SLOTS.items() for name in names)
    found = {slot: number for slot, number in numbers if number is not None}
    asked = _COMMAND.search(output.command)
    row = Row("smart", _drive(asked["device"] if asked else "", found), output.whole)
    return Reading([row], used=output.matching(_USED))


def _block(cell: str) -> int | None:
    """``512 B``, ``4 KiB``."""
    found = size(cell)
    return None if found is None else int(found)


def _node(line: Line) -> Values | None:
    match = re.match(r"/dev/(nvme\d+n\d+)\Z", str(line.values.get("device", "")))
    return {**line.values, "device": match[1], "rotational": False} if match else None


_LIST = Table(
    "nvme-list", "disk-settings", align=True, covers=never, row=_node, needs=("model",),
    columns=(
        column("device", "Node"),
        column("model", "Model"),
        column("logical-block-bytes", "Format", parse=within(lazy(r"([\d.]+ +(?:Ki)?B) "), _block)),
        unused("Generic", "SN", "Namespace", "Usage", "FW Rev"),
    ),
)  # fmt: skip


_USED_OF_LIST = lazy(r'.*"(?:DevicePath|ModelNumber|SectorSize)"\s*:')


def _read_devices(output: Output, document: Any) -> Reading:
    listed = document.get("Devices") if isinstance(document, dict) else None
    rows = []
    for item in listed if isinstance(listed, list) else []:
        path = item.get("DevicePath") if isinstance(item, dict) else None
        if not isinstance(path, str):
            continue
        values: dict[str, Value | bool] = {"device": path.removeprefix("/dev/"), "rotational": False}
        if isinstance(model := item.get("ModelNumber"), str) and model.strip():
            values["model"] = model.strip()
        if isinstance(size := item.get("SectorSize"), int) and size > 0:
            values["logical-block-bytes"] = size
        rows.append(Row("disk-settings", values, output.whole))
    return Reading(rows, [] if rows else [Refusal(output.whole, "no drive in it")], used=output.matching(_USED_OF_LIST))


HINTS = ("Smart Log for NVME", '"percent_used"', "critical_warning", "Node ", '"DevicePath"')
READERS = (
    _LOG.reader(),
    json_reader("nvme-smart-log-json", _read_json, extent=_json_extent),
    _LIST.reader(),
    json_reader("nvme-list-json", _read_devices, '"DevicePath"'),
)
