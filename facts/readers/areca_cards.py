'''``disk info``, ``rsf info``, ``vsf info``, ``sys info``, ``hw info``: the drives and sets of an Areca RAID card.

Four forms of the list of drives: by channel (with serial number and firmware in 2006, without since), by enclosure and
slot, and one drive in detail (``disk info drv=N``).

Samples::

    >>> from facts.readers import show
    >>> show("""# cli64 disk info
    ...   # Ch# ModelName                       Capacity  Usage
    ... ===============================================================================
    ...   1  1  ST31000340NS                    1000.2GB  Raid Set # 00
    ...   2  2  N.A.                               0.0GB  N.A.
    ... ===============================================================================
    ... GuiErrMsg<0x00>: Success.
    ... """)
    areca-disks lines 2-7 read
      controller-drive: drive=1 model=ST31000340NS state=ok usage=Raid Set # 00 (4-4)
      controller-drive: drive=2 state=absent usage=N.A. (5-5)

    >>> show("""# cli64 rsf info
    ...  #  Name             Disks TotalCap  FreeCap DiskChannels       State
    ... ===============================================================================
    ...  1  Raid Set # 00       15 15000.0GB    0.0GB 123G567C9AB48EF    Degraded
    ... ===============================================================================
    ... """)
    areca-info lines 2-5 read
      controller-array: array=Raid Set # 00 state=degraded (4-4)
'''

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from facts.kit import ANY, Values, account_fields, names, run
from facts.patterns import lazy
from facts.readers.areca_events import SUCCESS, drive_name
from facts.reading import Output, Reader, Reading, Refusal, Row, Span
from facts.states import Words
from facts.units import integer

_RULE = lazy(r"\s*={20,}\s*$")
_END = lazy(r"\s*(?:GuiErrMsg|ErrMsg)")
_DISK = lazy(
    r"\s*(?P<number>\d{1,3})\s+(?P<middle>\S.*?(?<!\s))\s++(?P<capacity>\d+(?:\.\d+)?[GT]B)\s+(?P<usage>\S(?:.*\S)?)\s*$"
)
_LOCATION = lazy(r"(?:\d{1,2}\s+(?:Slot|SLOT|EXTP|Enc)\s?#?\s?\w+|\d{1,2})\s+(?=\S)")
_WRAPPED = lazy(r"\s*Member\(\w+\)\s*$")
_DISK_ROW = lazy(rf"\s*\d{{1,3}}\s|{_WRAPPED.pattern}")
_DISKS_HEADER = lazy(r"\s*(?:#|Num|Ch\b|Ch#)(?>.*?\bModelName\b).*\bCapacity\s+(?:Usage|State)")
_DETAIL = lazy(r"\s*(?:Drive|Disk) Information\s*$")
_PAIR = lazy(r"\s*(?P<key>[A-Z0-9][\w /.()#+-]{1,34}?)\s*:\s*(?P<value>\S(?:.*\S)?)\s*$")


def _table_end(lines: Sequence[str], start: int, row: re.Pattern[str], rules: int) -> int:
    """Past the last row of a table below its header: to the closing rule, or to the first line that is no row."""
    end, seen = start + 1, 0
    for index in range(start + 1, len(lines)):
        line = lines[index]
        if _RULE.match(line):
            seen += 1
            end = index + 1
            if seen == rules:
                break
        elif row.match(line):
            end = index + 1
        elif line.strip():
            break
    if end < len(lines) and _END.match(lines[end]):
        end += 1
    return end


def _disks_extent(lines: Sequence[str], start: int, command: str) -> tuple[int, int] | None:
    if _DETAIL.match(lines[start]):
        return _pairs_extent(lines, start)
    return start, _table_end(lines, start, _DISK_ROW, 2)


def _pairs_extent(lines: Sequence[str], start: int) -> tuple[int, int] | None:
    """A title, a rule, ``key : value`` lines, a rule."""
    if start + 1 >= len(lines) or not (_RULE.match(lines[start + 1]) or _PAIR.match(lines[start + 1])):
        return None
    return start, _table_end(lines, start, _PAIR, 2)


# what stands in the column for a drive that is in no set; any other text there is the name of a set
_USAGES = Words(
    {
        "absent": "N.A.|NA", "failed": "Failed|Failed Disk", "free": "Free", "rebuilding": "Rebuilding|Rebuild",
        "spare": "HotSpare|Hot Spare|Hot-Spare|HotSpare[Global]|HotSpare[Dedicated]|HotSpare[Enclosure]|Global HotSpare",
        "ok": "Pass Through|PassThrough|Pass Through Disk|JBOD|RaidSet Member|Raid Set Member",
    },
)  # fmt: skip
_SET_NAME = lazy(r"Raid ?Set ?(?:# ?)?\d{0,4}(?: ?Member(?:\(\w+\))?)?\Z", re.IGNORECASE)
_DEVICE_STATES = Words(
    {
        "ok": "Normal", "failed": "Failed|Device Failed", "absent": "N.A.|NA|Removed", "rebuilding": "Rebuilding",
        "spare": "HotSpare|Hot Spare", "free": "Free",
    },
)  # fmt: skip


def _usage(usage: str, shared: bool, span: Span, refusals: list[Refusal]) -> str:
    """The state of a drive by its usage, "" for the name of a set that was given by hand: it could be any word.

    `shared` tells that several drives have this usage, as the drives of a set do.
    """
    if _SET_NAME.match(usage):
        return "ok"
    return _USAGES.of(usage) or "" if shared else _USAGES.read(usage, span, refusals)


def _read_disks(output: Output) -> Reading:
    if _DETAIL.match(output.lines[0]):
        return _read_detail(output)
    old = "FirmRev" in output.lines[0]
    rows: list[Row] = []
    refusals: list[Refusal] = []
    uses = Counter(match["usage"] for line in output.lines[1:] if (match := _DISK.match(line)))
    for index, line in enumerate(output.lines):
        if index == 0 or _RULE.match(line) or _END.match(line) or not line.strip() or _WRAPPED.match(line):
            continue
        match = _DISK.match(line)
        if match is None:
            refusals.append(Refusal(output.span(index), "not a row of number, model, capacity, usage"))
            continue
        middle = match["middle"]
        if old:
            # model, serial number, firmware: only the model holds blanks
            middle = " ".join(middle.split()[:-2]) or middle
        elif "Ch#" in output.lines[0] or "Slot" in output.lines[0]:
            middle = _LOCATION.sub("", middle, count=1)
        values: Values = {"drive": match["number"], "usage": match["usage"]}
        if state := _usage(match["usage"], uses[match["usage"]] > 1, output.span(index), refusals):
            values["state"] = state
        if middle not in ("N.A.", "NA"):
            values["model"] = " ".join(middle.split())
        wrapped = index + 1 < len(output.lines) and _WRAPPED.match(output.lines[index + 1]) is not None
        rows.append(Row("controller-drive", values, output.span(index, index + wrapped)))
    return Reading(rows, refusals, complete=frozenset(("controller-drive",)), used=[row.lines for row in rows])


def _pairs(output: Output) -> dict[str, tuple[str, int]]:
    found: dict[str, tuple[str, int]] = {}
    for index, match in output.matches(_PAIR):
        found.setdefault(match["key"].strip().lower(), (match["value"], index))
    return found


def _read_detail(output: Output) -> Reading:
    """``disk info drv=N``: the number of the drive stands only in the command, or is its channel."""
    pairs = _pairs(output)
    asked = re.search(r"\bdrv=(\d+)", output.command) if output.nth == 0 else None
    place = next(
        (pairs[k][0] for k in ("ide channel", "sata channel", "device location", "device channel") if k in pairs), ""
    )
    drive = asked[1].lstrip("0") if asked else drive_name(place if not place.isdecimal() else f"Ch#{place}")
    values: Values = {"drive": drive}
    refusals: list[Refusal] = []
    if model := pairs.get("model name"):
        values["model"] = model[0]
    if (said := pairs.get("device state")) and (
        state := _DEVICE_STATES.read(said[0].partition("[")[0], output.span(said[1]), refusals)
    ):
        values["state"] = state
    for slot, key in (("media-errors", "media error count"), ("timeouts", "timeout count")):
        if key in pairs:
            text, index = pairs[key]
            count = integer(text.split()[0])
            if count is None:
                refusals.append(Refusal(output.span(index), f"no number in `{text[:40]}`"))
            else:
                values[slot] = count
    if len(values) < 2:
        return Reading(refusals=refusals or [Refusal(output.whole, "nothing about a drive in it")])
    reading = Reading([Row("controller-drive", values, output.whole)], refusals)
    account_fields(output, reading, _PAIR, _READ, _UNUSED, _CALM)
    return reading


# card, RAID sets, volumes

_SETS_HEADER = lazy(r"\s*(?:#|Num)\s+Name\s+(?:Disks\s+TotalCap|Raid(?:# | Name|#)|Raid).*\bState\s*$")
_SET_ROW = lazy(
    r"\s*(?P<number>\d{1,3})\s+(?P<name>\S.*?(?<!\s))\s++\d+\s+\d[\d.]*[GT]B\s+\d[\d.]*[GT]B\s+\S+\s+(?P<state>\S(?:.*\S)?)\s*$"
)
_VOLUME_ROW = lazy(
    r"\s*(?P<number>\d{1,3})\s+(?P<name>\S+)\s+(?P<set>\S.*?(?<!\s))\s++(?P<level>Raid\S*|PassThr\w*|Pass Through|JBOD"
    r"|Single\w*)\s+"
    r"\d[\d.]*[GT]B\s+(?=\d\S*/\S)\S+\s+(?P<state>\S(?:.*\S)?)\s*$"
)
_STATES = Words(
    {
        "normal": "Normal",
        "degraded": "Degraded|Degrade|Incomplete|Need Rebuild",
        "rebuilding": "Rebuilding|Rebuild",
        "failed": "Failed|Fail|Not Available|Offline",
        "initializing": (
            "Initializing|Initialize|Foreground Initializing|Background Initializing|Foreground Init|Background Init"
            "|Need Initialize|Need Init"
        ),
        "checking": "Checking|Check",
        "migrating": "Migrating|Migrate|Expanding",
    },
)
_BATTERIES = Words(
    {
        "ok": "OK|Normal|Charged|Fully Charged|Full", "charging": "Charging|<100%",
        "failed": "Failed|Fail|Low|Error|Low Battery", "absent": "Not Installed|Not Install|Absent|None|N.A.",
    },
    silent="Unknown",
)  # fmt: skip
_CHARGED_PERCENT = 80
"""A module that is full shows 90 to 100 %; far below that it charges, or is worn."""
_BANNER = r"\s*(?:Copyright \(c\) \d{4}.* Areca|Areca CLI, Version|Controller#\d+\()"
_CARD = lazy(r"\s*(?:Controller#\d+\(\w+\):|\[\*\]\s+\d+)\s*(?P<model>ARC-\S+)")
_MENU = lazy(
    r"\s*(?:Copyright \(c\)|Areca CLI|Controllers List|Current Controller|Controller#\d|-{20,}|={20,}"
    r"|CMD\s+Description|Command Format|Note: Use "
    r"|(?:main|set|rsf|vsf|disk|sys|net|event|hw|mail|snmp|ntp|exit)\s+[A-Z]|S\s+#\s+Name|\[\*?\]\s+\d)"
)
_READ = names(
    """Controller Name|Firmware Version|Battery Status|Model Name|Device State|Media Error Count|Timeout Count|IDE Channel|SATA Channel
    |Device Location|Device Channel|Volume Set Name|Raid Level|Cache Mode|Volume State"""
)
_UNUSED = names(
    """Main Processor|CPU ICache Size|CPU DCache Size|CPU SCache Size|System Memory|BOOT ROM Version|BOD ROM Version|PL Firmware Ver
    |Serial Number|Unit Serial #|Current IP Address|CPU Temperature|Controller Temp.|CPU Temp.|Chip Temp|CPU Fan|#V|#.#V|DDR-II +#.#V
    |DDR3 +#.#V|PCI-E +#.#V|CPU +#.#V|CPU +#V|Power +#V|Power +#.#V|SATA PHY +#.#V|RTC #.#V|VTT #.#V|Fan#|Fan #|Fan##|Fan## Speed (RPM)
    |Fan Speed|HDD Temp.|HDD ## Temp.|HDD # Temp.|Enclosure Temp|Temp. Sensor #|Voltage#|Voltage #
    |Current Controller|Device Type|Firmware Rev.|Disk Capacity|Device Temperature|Device Temp.|Current SATA Mode|Current Speed
    |Supported SATA Mode|Supported Speed|Disk Apm Support|NCQ Depth|SMART Read Error Rate|SMART Spinup Time|SMART Reallocation Count
    |SMART Seek Error Rate|SMART Spinup Retries|SMART Calibration Retries|Rotation Speed|SAS Address|Note
    |Command Format|Raid Set Name|Volume Capacity|SCSI Ch/Id/Lun|Stripe Size|Block Size|Member Disks|Tagged Queuing|Command Queuing|Read Ahead
    |Write Protection"""
)
_CALM = {"powersupply#": "OK", "power supply #": "OK"}
_VOLUME = lazy(r"\s*(?:The )?Volume ?Set Information\s*$")
_TITLE = lazy(r"\s*(?:The (?:System|Hardware Monitor)|(?:The )?Volume ?Set) Information\s*$")
_TITLES = lazy(rf"{_TITLE.pattern}|\s*\[(?:Controller|Enclosure)\b.*$")


def _info_extent(lines: Sequence[str], start: int, command: str) -> tuple[int, int] | None:
    line = lines[start]
    if _SETS_HEADER.match(line):
        return start, _table_end(lines, start, lazy(r"\s*\d{1,3}\s+\S"), 2)
    if not _TITLE.match(line):
        return start, run(lines, start + 1, _MENU, blanks=ANY, most=60)
    if _pairs_extent(lines, start) is None:
        return None
    return start, run(lines, start + 1, _PAIR, _RULE, _TITLES, _END, blanks=ANY, most=300)


def _array(name: str, text: str, span: Span, refusals: list[Refusal]) -> Values:
    values: Values = {"array": name}
    if state := _STATES.read(text, span, refusals):
        values["state"] = state
    if match := re.search(r"\((\d+(?:\.\d+)?)%?\)", text):
        values["progress-percent"] = float(match[1])
    return values


def _read_sets(output: Output) -> Reading:
    reading = Reading()
    for index, line in enumerate(output.lines[1:], 1):
        span = output.span(index)
        if match := _SET_ROW.match(line) or _VOLUME_ROW.match(line):
            values = _array(" ".join(match["name"].split()), match["state"], span, reading.refusals)
            if "level" in match.re.groupindex:
                values["level"] = match["level"].lower()
            reading.rows.append(Row("controller-array", values, span))
        elif re.match(r"\s*\d{1,3}\s+\S", line):
            reading.refusals.append(Refusal(span, "not a row of name, sizes, state"))
    return reading


def _battery(text: str, span: Span, refusals: list[Refusal]) -> str:
    """The battery by its word, or by its charge in percent."""
    if match := re.fullmatch(r"(\d{1,3}) ?%", text):
        return "ok" if int(match[1]) >= _CHARGED_PERCENT else "charging"
    return _BATTERIES.read(text, span, refusals)


_CACHE_MODES = Words({"on": "Write Back|Write-Back|Enabled", "off": "Write Through|Write-Through|Disabled"})


def _read_volume(output: Output) -> Reading:
    """``vsf info vol=N``: one volume in detail, with the mode of its cache."""
    pairs = _pairs(output)
    refusals: list[Refusal] = []
    state, index = pairs.get("volume state", ("", 0))
    values = _array(pairs.get("volume set name", ("", 0))[0], state, output.span(index), refusals)
    if not values["array"]:
        return Reading(refusals=[*refusals, Refusal(output.whole, "a volume without a name")])
    if level := pairs.get("raid level"):
        values["level"] = level[0].lower()
    if (mode := pairs.get("cache mode")) and (cache := _CACHE_MODES.read(mode[0], output.span(mode[1]), refusals)):
        values["write-cache"] = cache
    reading = Reading([Row("controller-array", values, output.whole)], refusals)
    account_fields(output, reading, _PAIR, _READ, _UNUSED, _CALM)
    return reading


def _read_info(output: Output) -> Reading:
    if _SETS_HEADER.match(output.lines[0]):
        return _read_sets(output)
    if _VOLUME.match(output.lines[0]):
        return _read_volume(output)
    pairs = _pairs(output)
    card = next(
        (m["model"] for line in output.lines if (m := _CARD.match(line))), pairs.get("controller name", ("", 0))[0]
    )
    values: Values = {"name": card, "family": "areca"}
    if card:
        values["model"] = card
    if firmware := pairs.get("firmware version"):
        values["firmware"] = firmware[0]
    refusals: list[Refusal] = []
    if (battery := pairs.get("battery status")) and (state := _battery(battery[0], output.span(battery[1]), refusals)):
        values["battery"] = state
    reading = Reading([Row("controller", values, output.whole)], refusals)
    reading.used = output.matching(_CARD)
    account_fields(output, reading, _PAIR, _READ, _UNUSED, _CALM)
    return reading


HINTS = (
    "ModelName", "TotalCap", "Areca", "Controller#", "The System Information", "Hardware Monitor", " State",
    "Set Information",
    "Drive Information", "Disk Information",
)  # fmt: skip
READERS = (
    Reader(
        "areca-disks",
        lazy(rf"{_DISKS_HEADER.pattern}|{_DETAIL.pattern}"),
        _disks_extent,
        _read_disks,
        of_no_use=(("heading", _DISKS_HEADER), ("heading", _DETAIL), SUCCESS),
    ),
    Reader(
        "areca-info",
        lazy(f"{_SETS_HEADER.pattern}|{_TITLE.pattern}|{_BANNER}"),
        _info_extent,
        _read_info,
        of_no_use=(("heading", _SETS_HEADER), ("heading", _TITLES), ("menu", _MENU), SUCCESS),
    ),
)
