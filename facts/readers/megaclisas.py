'''``megaclisas-status``: the MegaRAID cards of a host, their volumes and drives, as three tables.

Samples::

    >>> from facts.readers import show
    >>> show("""-- Controller information --
    ... -- ID | H/W Model          | RAM    | Temp | BBU    | Firmware
    ... c0    | PERC H710 Mini     | 512MB  | N/A  | REPL   | FW: 21.3.4-0001
    ... """)
    megaclisas-status lines 1-3 read
      controller: battery=failed family=megaraid model=PERC H710 Mini name=c0 (3-3)

    >>> show("""-- ID | Type   |    Size |  Strpsz | Flags | DskCache |   Status |  OS Path | CacheCade |InProgress
    ... c0u0  | RAID-5 |   1817G |   64 KB | RA,WT |  Default | Degraded | /dev/sda | None      |None
    ... """)
    megaclisas-status lines 1-2 read
      controller-array: array=c0u0 drive-cache=default level=RAID-5 state=degraded write-cache=off (2-2)

    >>> show("""ID    | Type | Drive Model         | Size     | Status          | Speed    | Temp | Slot ID  | LSI Device ID
    ... ---|---|---|---|---|---|---|---|---
    ... c0u1p5   | HDD  | SEAGATE ST3600057SS 6SL2QX4 | 558.4 Gb | Failed          | 6.0Gb/s  | N/A  | [10:7]   | 24
    ... """)
    megaclisas-status lines 1-3 read
      controller-drive: drive=c0u1p5 model=SEAGATE ST3600057SS 6SL2QX4 state=failed usage=slot [10:7] (3-3)
'''

from __future__ import annotations

from facts.kit import Line, Table, Values, column, never, one_of, unused
from facts.kit.table import Column
from facts.patterns import lazy
from facts.readers.megacli import DISK_CACHE, DRIVE_STATES, PROGRESS, VOLUME_STATES
from facts.reading import Reader

_PLACE = lazy(r"c\d{1,3}(?:u(?:\d{1,3}|X)(?:p(?:\d{1,3}|Y))?)?\Z")
_PERCENT = lazy(r"\b(\d{1,3}) ?%")
_HEADING = (("heading", lazy(r"\s*-- (?:Controller|Arrays?|Disks?|Unconfigured Disk) informations? --\s*\Z")),)
_BATTERY = one_of(
    {
        "Good": "ok",
        "REPL": "failed",
        "Bad": "failed",
        "Absent": "absent",
        "Charging": "charging",
        "N/A": "",
        "Unknown": "",
    }
)


def _row(line: Line) -> Values | None:
    """What a line tells of a card, a volume or a drive; unknown places are no lines of this tool."""
    key = next(slot for slot in ("name", "array", "drive") if slot in line.values)
    if not _PLACE.match(str(line.values[key])):
        return None
    values = {slot: value for slot, value in line.values.items() if value != ""}
    if key == "name":
        return {**values, "family": "megaraid"}
    if key == "drive" and "usage" in values:
        values["usage"] = f"slot {values['usage']}"
    task = next((state for task, state in PROGRESS.items() if task in line.cells.get("InProgress", "")), "")
    if task and values.get("state") != "failed":
        values["state"] = task
    return values


def _cache(flags: str) -> str:
    words = flags.split(",")
    return "on" if "WB" in words else "off" if "WT" in words else ""


def _progress(text: str) -> float | str:
    return float(match[1]) if (match := _PERCENT.search(text)) else ""


def _state(status: str) -> str | None:
    return DRIVE_STATES.of(status.partition(",")[0])


def _table(template: str, needs: tuple[str, ...], *columns: Column) -> Reader:
    return Table(
        "megaclisas-status", template, columns, needs, divider="|", row=_row, covers=never, of_no_use=_HEADING
    ).reader()


HINTS = ("H/W Model", "Drive Model", "-- ID")
READERS = (
    _table(
        "controller", ("model",),
        column("name", "-- ID", "ID"), column("model", "H/W Model"), column("battery", "BBU", parse=_BATTERY),
        unused("RAM", "Temp", "Firmware"),
    ),
    _table(
        "controller-array", ("level", "progress-percent"),
        column("array", "-- ID"), column("level", "Type"), column("state", "Status", parse=VOLUME_STATES.of),
        column("write-cache", "Flags", parse=_cache), column("drive-cache", "DskCache", parse=DISK_CACHE.of),
        column("progress-percent", "InProgress", parse=_progress),
        unused("Size", "Strpsz", "OS Path", "CacheCade"),
    ),
    _table(
        "controller-drive", ("model", "state"),
        column("drive", "-- ID", "ID"), column("model", "Drive Model"), column("state", "Status", parse=_state),
        column("usage", "Slot ID"), unused("Type", "Size", "Speed", "Temp", "LSI Device ID", "LSI ID", "Path"),
    ),
)  # fmt: skip
