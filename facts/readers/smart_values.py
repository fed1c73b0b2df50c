"""Counters of SMART without smartctl's table: by name alone, as scripts, checks and people cut them out.

A line is a name and its raw value, ``Current_Pending_Sector 8``, with ``:``, ``=`` or ``raw=`` between, and maybe the normalised
values before it; or a check's data behind ``|``, of which all counters stand in one line; or metrics of Prometheus, which name
the drive. Only names that smartctl gives to counters of the medium and of the link begin one.

Samples::

    >>> from facts.readers import show
    >>> show('''Reallocated_Sector_Ct    val=100 worst=100 thresh=010  raw=2872
    ... Current_Pending_Sector   val=099 worst=098 thresh=000  raw=624
    ... Power_On_Hours           raw=14101   (~1.6 yr)
    ... ''')
    smart-values lines 1-3 read
      smart: access= device= device-known=no pending-raw=624 power-on-hours=14101 protocol=ata reallocated-raw=2872 \
unreadable=no (1-3)
    >>> show('''$ /usr/lib/nagios/plugins/check_smart.pl -d /dev/sda -i megaraid,7
    ... WARNING: 8 Sectors pending re-allocation|Raw_Read_Error_Rate=0 Reallocated_Sector_Ct=211 Current_Pending_Sector=8
    ... ''')
    smart-values lines 2-2 read
      smart: access=megaraid,7 device=/dev/sda pending-raw=8 protocol=ata reallocated-raw=211 unreadable=no (2-2)
    >>> show('''smartmon_current_pending_sector_raw_value{disk="/dev/sdb",type="sat",smart_id="197"} 1.600000e+01
    ... smartctl_device_attribute{attribute_name="Offline_Uncorrectable",attribute_value_type="raw",device="sdc"} 3
    ... ''')
    smart-values lines 1-2 read
      smart: access= device=/dev/sdb pending-raw=16 protocol=ata unreadable=no (1-1)
      smart: access= device=sdc offline-uncorrectable-raw=3 protocol=ata unreadable=no (2-2)
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from facts.kit import run
from facts.patterns import lazy
from facts.readers.smart_signs import Asked, asked_in_command
from facts.reading import Output, Reader, Reading, Row
from facts.schema import Value

_SLOTS = {
    "reallocated_sector_ct": "reallocated-raw",
    "reallocated_event_count": "reallocation-events-raw",
    "reported_uncorrect": "reported-uncorrectable-raw",
    "current_pending_sector": "pending-raw",
    "offline_uncorrectable": "offline-uncorrectable-raw",
    "udma_crc_error_count": "crc-errors-raw",
    "power_on_hours": "power-on-hours",
}
_NAME = r"(?P<name>[A-Z][A-Za-z]+(?:[_-][A-Za-z0-9/]+)+)"
_LINE = lazy(
    rf"\s*(?:[*-] +|\d{{1,3}}[ \t|]+)?{_NAME}\s*[:=|]?\s*(?:(?:val(?:ue)?|worst|thresh(?:old)?)[=:] ?\d{{1,3}},?\s+){{0,3}}"
    r"(?:raw(?:_value)?\s*[=:]\s*)?(?P<raw>\d{1,12})(?:\s+\(.{1,30}\))?\s*\|?\s*$"
)
_CHECK = lazy(r"\s*(?:OK|WARNING|CRITICAL|UNKNOWN)\b[^|]{0,400}\|\s*(?P<data>\w.*=\d.*)$")
_DATUM = lazy(r"'?(?P<name>[A-Za-z][\w-]{3,40})'?=(?P<raw>\d{1,12})\b")
_METRIC = lazy(
    r"\s*(?:smartmon_(?P<name>[a-z_]{4,40})_raw_value|smartctl_device_attribute)\{(?P<labels>[^}]{0,400})\}"
    r" (?P<raw>\d{1,12}(?:\.\d+(?:e\+\d\d)?)?)\s*$"
)
# Telegraf's line protocol
_INFLUX = lazy(
    r"\s*smart_attribute,(?P<tags>\S{10,600}) (?:\S{0,200},)?raw_value=(?P<raw>\d{1,12})i\S*(?: \d{10,19})?\s*$"
)
_OTHER_INFLUX = lazy(r"\s*smart_(?:attribute|device),\S+ \S+")
_TAG = lazy(r"(?P<key>\w+)=(?P<value>[^,]*)")
_LABEL = lazy(r'(?P<key>\w+)="(?P<value>[^"]*)"')
_ANY = lazy("|".join(_SLOTS), re.IGNORECASE)
_PLUGIN = lazy(r"\bcheck_smart\S*\s(?P<words>.*)$")
_OPTION = lazy(r"(?:^|\s)(?:-d|--device)[ =](?P<device>/dev/\S+)|(?:^|\s)(?:-i|--interface)[ =](?P<access>\S+)")


def _slot_of(name: str) -> str:
    return _SLOTS.get(name.lower().replace("-", "_"), "")


def _counts(line: str) -> list[tuple[str, int]]:
    """Slots and values of a line."""
    if check := _CHECK.match(line):
        found = [(match["name"], match["raw"]) for match in _DATUM.finditer(check["data"])]
    else:
        found = [(match["name"], match["raw"])] if (match := _LINE.match(line)) else []
    return [(slot, int(raw)) for name, raw in found if (slot := _slot_of(name))]


def _metric(line: str) -> tuple[str, str, int] | None:
    """Device, slot and value of a metric's line; the slot is "" where nothing uses it."""
    if match := _INFLUX.match(line):
        tags = {tag["key"]: tag["value"] for tag in _TAG.finditer(match["tags"])}
        return tags.get("device", ""), _slot_of(tags.get("name", "")), int(match["raw"])
    if not (match := _METRIC.match(line)):
        return None
    labels = {label["key"]: label["value"] for label in _LABEL.finditer(match["labels"])}
    raw = match["name"] or labels.get("attribute_value_type") == "raw"
    slot = _slot_of(match["name"] or labels.get("attribute_name", "")) if raw else ""
    return labels.get("disk") or labels.get("device", ""), slot, int(float(match["raw"]))


def _asked(command: str) -> Asked:
    """The drive that the command asks for; the check names the way through a controller by another option."""
    if not (plugin := _PLUGIN.search(command)):
        return asked_in_command(command)
    found = [*_OPTION.finditer(plugin["words"])]
    device = next((match["device"] for match in found if match["device"]), "")
    access = next((match["access"] for match in found if match["access"]), "")
    return Asked(device, "" if access in ("ata", "scsi", "auto", "sat") else access)


def _extent(lines: Sequence[str], start: int, command: str) -> tuple[int, int] | None:
    if _CHECK.match(lines[start]):
        return (start, start + 1) if _ANY.search(lines[start]) else None
    if _METRIC.match(lines[start]) or _INFLUX.match(lines[start]):
        end = run(lines, start, _METRIC, _INFLUX, _OTHER_INFLUX)
        return (start, end) if any(_ANY.search(line) for line in lines[start:end]) else None
    end = run(lines, start, _LINE)
    slots = {slot for line in lines[start:end] for slot, _ in _counts(line)}
    return (start, end) if slots - {"power-on-hours"} else None


def _value(slot: str, count: int) -> Value:
    return float(count) if slot == "power-on-hours" else count


def _metrics(output: Output) -> Reading:
    """A row for each drive that the metrics name."""
    drives: dict[str, dict[str, Value | bool]] = {}
    spans: dict[str, list[int]] = {}
    for index, line in enumerate(output.lines):
        device, slot, count = _metric(line) or ("", "", 0)
        if slot:
            known: dict[str, Value | bool] = {"device": device, "access": "", "protocol": "ata", "unreadable": False}
            drives.setdefault(device, known)[slot] = _value(slot, count)
            spans.setdefault(device, []).append(index)
    rows = [Row("smart", values, output.span(spans[name][0], spans[name][-1])) for name, values in drives.items()]
    return Reading(rows, used=[output.span(index) for name in spans for index in spans[name]])


def _read(output: Output) -> Reading:
    if _METRIC.match(output.lines[0]) or _INFLUX.match(output.lines[0]):
        return _metrics(output)
    values: dict[str, Value | bool] = {}
    used = []
    for index, line in enumerate(output.lines):
        for slot, count in _counts(line):
            values[slot] = _value(slot, count)
            used.append(output.span(index))
    asked = _asked(output.command)
    values |= {"device": asked.device, "access": asked.access, "protocol": "ata", "unreadable": False}
    if not asked.device:
        values["device-known"] = False
    return Reading([Row("smart", values, output.whole)], used=used)


HINTS = (
    "Reallocated_", "Reported_Uncorrect", "Current_Pending_Sector", "Offline_Uncorrectable", "CRC_Error_Count", "smartmon_",
    "smart_attribute,",
)  # fmt: skip
READERS = (
    Reader(
        "smart-values",
        lazy(
            rf"(?:{_LINE.pattern})|\s*(?:OK|WARNING|CRITICAL|UNKNOWN)\b[^|]{{0,400}}\|.*=\d"
            r"|\s*smartmon_[a-z_]+_raw_value\{|\s*smartctl_device_attribute\{|\s*smart_attribute,"
        ),
        _extent,
        _read,
        of_no_use=(("another counter", _LINE), ("another metric", _METRIC), ("another metric", _OTHER_INFLUX)),
    ),
)
