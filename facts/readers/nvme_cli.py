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

from facts.patterns import lazy
from facts.readers.json_text import json_extent, loaded
from facts.reading import Output, Reader, Reading, Refusal, Row, prompt_of
from facts.schema import Value

_HEAD = lazy(r"\s*Smart Log for NVME device: ?(?P<device>\S+?)\s+namespace-id:", re.IGNORECASE)
_PAIR = lazy(r"\s*(?P<key>[A-Za-z][\w \[\]()#-]{1,60}?)\s*:\s*(?P<value>\S(?:.*\S)?)\s*\Z")
_LIST = lazy(r"\s*Node\s+(?:Generic\s+)?SN\s+Model\b")
_NODE = lazy(r"\s*/dev/(?P<device>nvme\d+n\d+)\s")
_COMMAND = lazy(r"\bnvme smart-log\b(?:(?!\bnvme smart-log\b).)*?/dev/(?P<device>nvme\w+)")
_SLOTS = {
    "critical_warning": "critical-warning", "available_spare": "available-spare-percent",
    "avail_spare": "available-spare-percent", "available_spare_threshold": "spare-threshold-percent",
    "spare_thresh": "spare-threshold-percent", "percentage_used": "percentage-used", "percent_used": "percentage-used",
    "media_errors": "media-errors", "power_on_hours": "power-on-hours",
}  # fmt: skip
_COUNTS = frozenset(("critical-warning", "media-errors"))


def _number(text: str) -> int | None:
    """``0x4``, ``12%``, ``1,234``."""
    match = re.match(r"(0x[0-9a-fA-F]{1,8})\b|(\d[\d,.']{0,20})", text)
    if match is None:
        return None
    return int(match[1], 16) if match[1] else int(re.sub(r"\D", "", match[2]))


def _drive(device: str, found: Mapping[str, int]) -> dict[str, Value | bool]:
    """The row of one drive; a warning other than of heat is its own verdict."""
    values: dict[str, Value | bool] = {
        "device": device or "nvme", "access": "", "protocol": "nvme", "unreadable": False, "filler-signs": 0,
    }  # fmt: skip
    if not device:
        values["device-known"] = False
    for slot, number in found.items():
        values[slot] = number if slot in _COUNTS else float(number)
    if "critical-warning" in found:
        values["health"] = "failed" if found["critical-warning"] & ~2 else "passed"
    return values


def _extent(lines: Sequence[str], start: int, command: str) -> tuple[int, int] | None:
    if not _HEAD.match(lines[start]):
        return None
    end = start + 1
    for index in range(start + 1, min(len(lines), start + 80)):
        line = lines[index]
        if not line.strip() or prompt_of(line) is not None or not _PAIR.match(line) or _HEAD.match(line):
            break
        end = index + 1
    return (start, end) if end > start + 1 else None


def _read(output: Output) -> Reading:
    head = _HEAD.match(output.lines[0])
    assert head is not None
    found: dict[str, int] = {}
    refusals = []
    for index, line in enumerate(output.lines[1:], 1):
        match = _PAIR.match(line)
        slot = _SLOTS.get(match["key"].strip().lower().replace(" ", "_")) if match else None
        if match is None or slot is None:
            continue
        number = _number(match["value"])
        if number is None:
            refusals.append(Refusal(output.span(index), f"no number in `{match['value'][:40]}`"))
        else:
            found[slot] = number
    return Reading([Row("smart", _drive(head["device"].removeprefix("/dev/"), found), output.whole)], refusals)


def _json_extent(lines: Sequence[str], start: int, command: str) -> tuple[int, int] | None:
    return json_extent(lines, start, ('"percent_used"', '"avail_spare"'))


def _whole(thing: Any) -> int | None:
    if isinstance(thing, dict):
        thing = thing.get("value")
    if isinstance(thing, bool):
        return None
    if isinstance(thing, str):
        return _number(thing)
    return int(thing) if isinstance(thing, (int, float)) and 0 <= thing < 2**62 else None


def _read_json(output: Output) -> Reading:
    document, refusal = loaded(output)
    if refusal is not None:
        return Reading(refusals=[refusal])
    if not isinstance(document, dict):
        return Reading(refusals=[Refusal(output.whole, "no drive in it")])
    found = {slot: number for key, slot in _SLOTS.items() if (number := _whole(document.get(key))) is not None}
    asked = _COMMAND.search(output.command)
    return Reading([Row("smart", _drive(asked["device"] if asked else "", found), output.whole)])


def _list_extent(lines: Sequence[str], start: int, command: str) -> tuple[int, int] | None:
    end = start + 1
    while end < len(lines) and (_NODE.match(lines[end]) or re.match(r"\s*-{6}[\s-]*\Z", lines[end])):
        end += 1
    return (start, end) if end > start + 1 else None


def _read_list(output: Output) -> Reading:
    """The columns begin where the rule below the header has its gaps."""
    header = output.lines[0]
    at = header.index("Model")
    after = re.search(r"\S", header[at + 5 :])
    end = at + 5 + after.start() if after else len(header) + 80
    rows = []
    for index, line in enumerate(output.lines[1:], 1):
        if match := _NODE.match(line):
            values: dict[str, Value | bool] = {"device": match["device"], "rotational": False}
            if model := line[at:end].strip():
                values["model"] = model
            rows.append(Row("disk-settings", values, output.span(index)))
    return Reading(rows)


def _devices_extent(lines: Sequence[str], start: int, command: str) -> tuple[int, int] | None:
    return json_extent(lines, start, ('"DevicePath"',))


def _read_devices(output: Output) -> Reading:
    document, refusal = loaded(output)
    if refusal is not None:
        return Reading(refusals=[refusal])
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
    return Reading(rows, [] if rows else [Refusal(output.whole, "no drive in it")])


HINTS = ("Smart Log for NVME", '"percent_used"', "critical_warning", "Node ", '"DevicePath"')
READERS = (
    Reader("nvme-smart-log", lazy(r"\s*(?:Smart|SMART) Log for NVME device:"), _extent, _read),
    Reader("nvme-smart-log-json", lazy(r"\s*\{"), _json_extent, _read_json),
    Reader("nvme-list", _LIST, _list_extent, _read_list),
    Reader("nvme-list-json", lazy(r"\s*\{"), _devices_extent, _read_devices),
)
