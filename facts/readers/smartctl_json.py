'''``smartctl --json``: what a drive says of its own health, as JSON (since 7.0; a first form in 6.7).

One object for each drive, pretty-printed or on one line; a list of them; or ``--scan``, which lists the devices. The
device is the one that the object names.

Sample::

    >>> from facts.readers import show
    >>> show("""{"json_format_version": [1, 0], "smartctl": {"version": [7, 2], "argv": ["smartctl", "-j", "-H", "/dev/nvme0"],
    ...  "exit_status": 0}, "device": {"name": "/dev/nvme0", "type": "nvme", "protocol": "NVMe"}, "smart_status": {"passed": true}}
    ... """)
    smartctl lines 1-2 read
      smart: access= device=/dev/nvme0 health=passed protocol=nvme unreadable=no (1-2)
'''

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, TypeVar

from facts.kit import told
from facts.patterns import lazy
from facts.readers.json_text import json_reader
from facts.readers.smart_signs import (
    MAX_INTEGER,
    Asked,
    Signs,
    access_of_tag,
    asked_by,
    asked_in_command,
    clock,
    of_model,
    platform,
    serial_of,
    slot_of_attribute,
)
from facts.reading import Output, Reading, Refusal, Row, prompt_of
from facts.recording import recording_of
from facts.schema import Value

_MARKS = ('"json_format_version"', '"smartctl"', '"volatile_memory_backup_failed"', '"reliability_degraded"')
_Number = TypeVar("_Number", int, float)
_MAX_LINES = 50_000
_USED = lazy(
    r'\s*"(?:argv|name|type|protocol|info_name|model_name|model_family|scsi_model_name|vendor|product|scsi_vendor|scsi_product|serial_number'
    r"|physical_block_size|passed|asc|current|drive_trip|hours|minutes|id|raw|value|when_failed|count|status|string|table|critical_warning"
    r"|media_errors|available_spare(?:_threshold)?|percentage_used|scsi_grown_defect_list|scsi_percentage_used_endurance_indicator"
    r"|total_uncorrected_errors|gigabytes_processed|enabled|time_t|asctime|exit_status|platform_info|result|code|self_test_result)\""
)


def _is_smartctl(text: str) -> bool:
    return any(mark in text for mark in _MARKS)


def _extent(lines: Sequence[str], start: int, command: str) -> tuple[int, int] | None:
    """From the opening brace to the line that closes it at the same depth."""
    line = lines[start]
    opening = line.lstrip()[0]
    indent = line[: len(line) - len(line.lstrip())]
    closing = {"{": "}", "[": "]"}[opening]
    if _closes(line):
        return (start, start + 1) if _is_smartctl(line) else None
    if line.strip() in "{[":
        # pretty-printed: closed by a brace in the same column
        head = indent + closing
        seen = False
        for index in range(start + 1, min(len(lines), start + _MAX_LINES)):
            current = lines[index]
            seen = seen or ('"' in current and _is_smartctl(current))
            if current.startswith(head) and current.strip().rstrip(",") == closing:
                return (start, index + 1) if seen else None
            if not current.startswith(indent) or prompt_of(current) is not None:
                break
        else:
            index = min(len(lines), start + _MAX_LINES)
        return (start, index) if seen else None
    if not _is_smartctl("\n".join(lines[start : start + 2])):
        return None
    depth_text = ""
    for index in range(start, min(len(lines), start + 500)):
        if prompt_of(lines[index]) is not None or not lines[index].strip():
            return start, index
        depth_text += lines[index] + "\n"
        if _closes(depth_text):
            return start, index + 1
    return start, min(len(lines), start + 500)


def _closes(text: str) -> bool:
    try:
        json.loads(text.strip().rstrip(","))
    except (ValueError, RecursionError):
        return False
    return True


def _at(thing: Any, *path: str) -> Any:
    """The value below a path of keys, or None."""
    for key in path:
        thing = thing.get(key) if isinstance(thing, dict) else None
    return thing


def _list(thing: Any, *path: str) -> list[Any]:
    found = _at(thing, *path)
    return found if isinstance(found, list) else []


def _whole(thing: Any) -> int | None:
    if isinstance(thing, bool):
        return None
    if isinstance(thing, str) and re.fullmatch(r"\d{1,18}", thing):
        return int(thing)
    return thing if isinstance(thing, int) and 0 <= thing <= MAX_INTEGER else None


def _real(thing: Any) -> float | None:
    if isinstance(thing, (int, float)) and not isinstance(thing, bool):
        return float(thing)
    return float(thing) if isinstance(thing, str) and re.fullmatch(r"\d+(?:\.\d+)?", thing) else None


def _known(found: Iterable[_Number | None]) -> list[_Number]:
    return [number for number in found if number is not None]


def _text(thing: Any) -> str:
    return thing.strip() if isinstance(thing, str) else ""


def _attributes(drive: dict[str, Any]) -> dict[str, Value | bool]:
    """Counters of the ATA attribute table."""
    if not isinstance(table := _at(drive, "ata_smart_attributes", "table"), list):
        return {}
    values: dict[str, Value | bool] = {}
    failing = 0
    for row in table:
        number, name = _whole(_at(row, "id")), _text(_at(row, "name")).lower()
        # a drive that is too warm has not failed by that
        failing += _text(_at(row, "when_failed")) == "now" and "temperature" not in name
        slot = slot_of_attribute(number or 0, name)
        # the text is what smartctl prints; the value still has the maker's other numbers packed into its high bytes
        printed = re.match(r"\d{1,18}(?![\dx])", _text(_at(row, "raw", "string")))
        raw = int(printed[0]) if printed else _whole(_at(row, "raw", "value"))
        if slot and raw is not None:
            values[slot] = raw
    values["failing-attributes"] = failing
    return values


def _nvme(drive: dict[str, Any]) -> dict[str, Value | bool]:
    log = drive.get("nvme_smart_health_information_log")
    return told(
        {
            "critical-warning": _whole(
                _at(log, "critical_warning") if log else _at(drive, "smart_status", "nvme", "value")
            ),
            "media-errors": _whole(_at(log, "media_errors")),
            "available-spare-percent": _real(_at(log, "available_spare")),
            "spare-threshold-percent": _real(_at(log, "available_spare_threshold")),
            "percentage-used": _real(_at(log, "percentage_used")),
        }
    )


def _scsi(drive: dict[str, Any], signs: Signs) -> dict[str, Value | bool]:
    used = _real(drive.get("scsi_percentage_used_endurance_indicator"))
    values = told({"grown-defects": _whole(drive.get("scsi_grown_defect_list")), "percentage-used": used})
    log = drive.get("scsi_error_counter_log")
    if isinstance(log, dict):
        pages = [page for page in log.values() if isinstance(page, dict)]
        if lost := _known(_whole(page.get("total_uncorrected_errors")) for page in pages):
            values["uncorrected-errors"] = sum(lost)
        signs.counters = _known(_whole(page[key]) for page in pages for key in page if key != "gigabytes_processed")
        signs.gigabytes = _known(_real(page.get("gigabytes_processed")) for page in pages)
    cycles = drive.get("scsi_start_stop_cycle_counter")
    signs.start_stop_limit = _whole(_at(cycles, "specified_cycle_count_over_device_lifetime"))
    signs.made_year = _whole(_at(cycles, "year_of_manufacture"))
    signs.made_week = _whole(_at(cycles, "week_of_manufacture"))
    return values


_LINK_FAULTS = (0x001, 0x002, 0x003, 0x004, 0x00B)


def _link(drive: dict[str, Any], model: str) -> dict[str, Value | bool]:
    """Speed and faults of the link, how the drive records, and its write cache."""
    values: dict[str, Value | bool] = {}
    for slot, which in (("link-speed-gbit-s", "current"), ("link-speed-most-gbit-s", "max")):
        speed = _text(_at(drive, "interface_speed", which, "string"))
        if match := re.match(r"(\d{1,2}(?:\.\d)?) Gb/s", speed):
            values[slot] = float(match[1])
    counters = _list(drive, "sata_phy_event_counters", "table")
    counts = [_whole(_at(row, "value")) or 0 for row in counters if _whole(_at(row, "id")) in _LINK_FAULTS]
    if counts:
        values["link-faults"] = max(counts)
    family = _text(drive.get("model_family"))
    if "(SMR)" in family or recording_of(model):
        values["recording"] = "shingled"
    elif "(CMR)" in family:
        values["recording"] = "conventional"
    enabled = _at(drive, "write_cache", "enabled")
    if isinstance(enabled, bool):
        values["write-cache"] = "on" if enabled else "off"
    return values


def _self_tests(drive: dict[str, Any]) -> Iterator[tuple[int | None, range, str]]:
    """The tests of each log, newest first: the code that a test ended with, the codes of a failure, and the kind of test."""
    for kind in ("standard", "extended"):
        for row in _list(drive, "ata_smart_self_test_log", kind, "table"):
            status = _whole(_at(row, "status", "value"))
            yield None if status is None else status >> 4, range(3, 9), _text(_at(row, "type", "string"))
    for number in range(20):
        test = drive.get(f"scsi_self_test_{number}")
        yield _whole(_at(test, "result", "value")), range(3, 8), _text(_at(test, "code", "string"))
    for row in _list(drive, "nvme_self_test_log", "table"):
        yield _whole(_at(row, "self_test_result", "value")), range(5, 8), _text(_at(row, "self_test_code", "string"))


def _self_test(drive: dict[str, Any]) -> bool | None:
    """Whether the newest decisive self-test failed; None where no log says."""
    failed: bool | None = None
    for code, failures, kind in _self_tests(drive):
        if code in failures:
            return True
        if code == 0:
            failed = False
            if re.search("extended|long", kind, re.IGNORECASE):
                break
    return failed


def _messages(drive: dict[str, Any]) -> list[str]:
    return [_text(_at(item, "string")) for item in _list(drive, "smartctl", "messages")]


def _asked(drive: dict[str, Any]) -> Asked:
    asked = asked_by([word for word in _list(drive, "smartctl", "argv") if isinstance(word, str)])
    # `sat+megaraid,1`: the type says the same as -d, with what smartctl found behind it
    found = _text(_at(drive, "device", "type")).rpartition("+")[2]
    tagged = access_of_tag(_text(_at(drive, "device", "info_name")))
    return Asked(
        _text(_at(drive, "device", "name")) or asked.device, asked.access or (found if "," in found else tagged)
    )


def _model(drive: dict[str, Any]) -> str:
    named = _text(drive.get("model_name")) or _text(drive.get("scsi_model_name"))
    vendor = _text(drive.get("vendor")) or _text(drive.get("scsi_vendor"))
    product = _text(drive.get("product")) or _text(drive.get("scsi_product"))
    return named or f"{vendor} {product}".strip()


def _protocol(device: Any) -> dict[str, Value | bool]:
    protocol = _text(_at(device, "protocol")).lower()
    return {"protocol": protocol} if protocol in ("ata", "scsi", "nvme") else {}


def _values(drive: dict[str, Any], output: Output) -> dict[str, Value | bool]:
    asked = _asked(drive)
    if not asked.device and "smartctl" not in drive:
        asked = asked_in_command(output.command)
    model, serial = _model(drive), serial_of(_text(drive.get("serial_number")))
    values: dict[str, Value | bool] = {"device": asked.device or serial, "access": asked.access}
    if not asked.device:
        values["device-known"] = False
    values |= of_model(model)
    if serial:
        values["serial"] = serial
    values |= _protocol(drive.get("device"))
    if _at(drive, "smart_status", "nvme", "value") is not None:
        values["protocol"] = "nvme"
    passed = _at(drive, "smart_status", "passed")
    # sense code 0b is a warning, of heat for one; only 5d predicts a failure
    warning = passed is False and _whole(_at(drive, "smart_status", "scsi", "asc")) == 0x0B
    if isinstance(passed, bool) and not warning:
        values["health"] = "passed" if passed else "failed"
    transport = _text(_at(drive, "scsi_transport_protocol", "name"))
    signs = Signs(model=model, serial=serial, transport=transport, healthy=passed is True)
    signs.temperature = _real(_at(drive, "temperature", "current"))
    signs.trip_temperature = _real(_at(drive, "temperature", "drive_trip"))
    values |= _attributes(drive) | _nvme(drive) | _scsi(drive, signs) | _link(drive, model)
    logged = _known(_whole(_at(drive, "ata_smart_error_log", kind, "count")) for kind in ("summary", "extended"))
    hours, minutes = _real(_at(drive, "power_on_time", "hours")), _real(_at(drive, "power_on_time", "minutes"))
    values |= told(
        {
            "physical-sector-bytes": _whole(drive.get("physical_block_size")),
            "logged-errors": max(logged, default=None),
            "power-on-hours": None if hours is None else hours + (minutes or 0) / 60,
            "self-test-failed": _self_test(drive),
        }
    )
    _judge(drive, values, signs)
    return values


def _judge(drive: dict[str, Any], values: dict[str, Value | bool], signs: Signs) -> None:
    """What the exit status and the messages say, and how many signs of filler data stand there."""
    messages = " ".join(_messages(drive))
    status = _whole(_at(drive, "smartctl", "exit_status")) or 0
    answered = "health" in values or "failing-attributes" in values or "critical-warning" in values
    if answered:
        values["unreadable"] = False
    elif "open device" in messages or "Unknown USB bridge" in messages or "Unable to detect" in messages or status & 6:
        values["unreadable"] = True
    if re.search(r"try adding '-d (?:megaraid|3ware)|requires option '-d cciss", messages):
        values["unreadable"] = True
        values["logical-volume"] = True
    if re.search(r"self.?test failed|device does not support Self.Test", messages, re.IGNORECASE):
        values["self-test-refused"] = signs.self_test_refused = True
    signs.no_self_test_log = "does not support Self Test logging" in messages
    signs.judge(values)


def _drives(document: Any) -> Iterator[dict[str, Any]]:
    for item in document if isinstance(document, list) else [document]:
        if isinstance(item, dict):
            # what jq has left of it
            yield (
                {"smart_status": item} if isinstance(item.get("passed"), bool) and "smart_status" not in item else item
            )


def _rows(drive: dict[str, Any], output: Output) -> Iterator[Row]:
    found = platform(_text(_at(drive, "smartctl", "platform_info")))
    listed = drive.get("devices")
    if isinstance(listed, list):
        for device in listed:
            name, kind = _text(_at(device, "name")), _text(_at(device, "type")).rpartition("+")[2]
            if name:
                values: dict[str, Value | bool] = {"device": name, "access": kind if "," in kind else ""}
                yield Row("smart", values | _protocol(device), output.whole)
    elif len(values := _values(drive, output)) > 2:
        seconds = _real(_at(drive, "local_time", "time_t"))
        time = clock(_text(_at(drive, "local_time", "asctime")))
        yield Row("smart", values, output.whole, time=seconds if time is None else time)
    if found:
        yield Row("system", found, output.whole, inferred="kernel" not in found)


def _read(output: Output, document: Any) -> Reading:
    rows = [row for drive in _drives(document) for row in _rows(drive, output)]
    if not any(row.template == "smart" for row in rows):
        reason = "; ".join(m for d in _drives(document) for m in _messages(d) if m)
        return Reading(rows, [Refusal(output.whole, f"no drive in it: {reason}" if reason else "no drive in it")])
    return Reading(rows, used=output.matching(_USED))


HINTS = _MARKS
READERS = (json_reader("smartctl", _read, extent=_extent, starts=r"\s*[{\[]"),)
