'''``ssacli``, ``hpssacli``, ``hpacucli``: the Smart Array controllers of HP and HPE.

``ctrl all show config detail``, ``... show config``, ``... show status``, ``ctrl slot=N ld all show``, ``pd all show``. A
write cache whose battery or capacitor is not ready is ``Temporarily Disabled`` or ``Permanently Disabled``; a controller
without a cache module says nothing of it. Volumes and drives go by the slot of their controller.

Samples::

    >>> from facts.readers import show
    >>> show("""Smart Array P400 in Slot 1
    ...    Controller Status: OK
    ...    Cache Status: Temporarily Disabled
    ...    Battery/Capacitor Status: Failed (Replace Batteries/Capacitors)
    ... """)
    hpssacli lines 1-4 read
      controller: battery=failed cache=disabled family=cciss model=Smart Array P400 name=slot 1 (1-4)

    >>> show("""Smart Array P420i in Slot 0 (Embedded)
    ...
    ...    array A
    ...
    ...       logicaldrive 1 (279.4 GB, RAID 5, Recovering, 26% complete)
    ...       physicaldrive 1I:1:2 (port 1I:box 1:bay 2, SAS, 146 GB, Rebuilding)
    ... """)
    hpssacli lines 1-6 read
      controller: family=cciss model=Smart Array P420i name=slot 0 (1-1)
      controller-array: array=slot 0:1 level=RAID-5 progress-percent=26 state=rebuilding (5-5)
      controller-drive: drive=slot 0 1I:1:2 state=rebuilding usage=1I:1:2 (6-6)
'''

from __future__ import annotations

import re
from collections.abc import Sequence

from facts.kit import ANY, account_fields, extent_of, names, run_while
from facts.patterns import lazy
from facts.reading import Output, Reader, Reading, Refusal, Row, Span
from facts.schema import Value
from facts.states import Words, not_understood

_HEAD = lazy(
    r"\s*(?P<model>(?:HPE? )?(?:Dynamic )?Smart (?:Array|HBA|RAID)\b[\w .+-]{0,40}?|HPE [A-Z][\w .+-]{1,40}?)"
    r" in Slot (?P<slot>\w+)\b|\s*(?P<external>MSA ?\d{2,5}\w{0,4}(?: \w{1,10})?) in (?P<chassis>\S(?:.{0,60}\S)?)\s*\Z"
)
_ITEM = lazy(
    r"\s*(?P<kind>logicaldrive|physicaldrive) (?P<name>[\w:]+)(?: \((?P<inside>(?:[^()]*\([^)]*\))*?[^)]*)\)"
    r"(?::\s*(?P<state>\S(?:.*\S)?))?)?\s*\Z"
)
_VOLUME = lazy(r"\s*Logical Drive: (?P<name>\d+)\s*\Z")
_KEYED = lazy(r"\s*(?P<key>[A-Z][\w ()/&.-]{1,60}?):\s+(?P<value>\S(?:.*\S)?)\s*\Z")
# the states of the management agents and of the command line's guide
_VOLUME_STATES = Words(
    {
        "normal": "OK",
        "rebuilding": "Recovering|Rebuilding",
        "degraded": (
            "Interim Recovery Mode|Ready for Rebuild|Ready for Recovery|Ready for Recovery Operation|Waiting for Rebuild"
            "|Degraded|Degraded - Fault Tolerance Lost|Multi-path Access Degraded|Predictive Spare Rebuild Ready"
        ),
        "migrating": (
            "Expanding|Transforming|Transformation|Currently Expanding|Undergoing Expansion|Queued for Expansion"
            "|Queued for Transformation|Waiting for Transformation|Migrating"
        ),
        "initializing": (
            "Parity Initialization In Progress|Rapid Parity Initialization In Progress|Rapid Parity Init In Progress"
            "|Background Parity Initialization Is Currently Queued or In Progress|Erasing|Not Yet Available"
        ),
        "failed": (
            "Failed|Unconfigured|Wrong Drive|Wrong Drive Replaced|Wrong Physical Drive Was Replaced|Missing|Offline|Ejected"
            "|Wrong Physical Drive Replaced|A Physical Drive Is Not Connected Properly|Drive Not Properly Connected"
            "|Physical Drive Not Properly Connected|Shutdown|Overheated|Failed (Missing Drive)|Erase Failed"
            "|Disabled from SCSI ID Conflict"
        ),
    },
    silent=(
        "Overheating|Rapid Parity Initialization Pending|Locked|Encrypted with no Controller Key|Not Configured"
        "|Unencrypted to Encrypted Transform in Progress|Rekey in Progress"
    ),
)  # fmt: skip
_DRIVE_STATES = Words(
    {
        "ok": "OK|Predictive Failure|OK, Predictive Failure",
        "rebuilding": "Rebuilding|Recovering|Added to Array",
        "failed": "Failed|Bad|Offline|Missing|Not Responding|Media Failed|Failed Due to Predictive Spare Activation",
        "absent": "Not Present|Removed",
    },
    silent=(
        "Unsupported|Not Supported|Not Authenticated|Unauthenticated|SSD Wear Out|Loading|Not Yet Available|Erasing"
        "|Erase In Progress|Erase Done|Erase Complete|Erase Queued|Transient|Unknown|Overheating|Locked"
    ),
)
_ROLES = Words({"spare": "spare", "rebuilding": "active spare|transient data drive"}, silent="data|unassigned|offline")
_BATTERY = Words(
    {
        "ok": "OK|Fully Charged",
        "charging": "Recharging|Charging|Low|Degraded",
        "failed": (
            "Failed|Failed (Replace Batteries)|Failed (Replace Batteries/Capacitors)|Failed (Replace Capacitors)|Replace"
            "|Failed (Replace Battery)|Failed (Replace Energy Pack)"
        ),
        "absent": "Not Present|Absent|Missing",
    },
    silent="Unknown|Other",
)
_CACHE = Words(
    {
        "ok": "OK|Enabled",
        "disabled": (
            "Temporarily Disabled|Permanently Disabled|Disabled|Cache Disabled|Not Enabled"
            "|Cache Temporarily Disabled|Cache Permanently Disabled"
        ),
        "absent": "Not Present|None|Absent|Not Configured",
    },
    silent="Unknown|Not Yet Available",
)
_SWITCH = Words({"on": "Enabled|Enable", "off": "Disabled|Disable"}, silent="Default|Not Configured|Unchanged|Unknown")
_SCAN_MODE = Words({"auto": "Idle|High", "off": "Disabled|Disable"})
_PARITY = Words(
    {"initializing": "In Progress|Queued"},
    silent="Initialization Completed|Completed|Initialization Failed|Failed|Not Started|Not Supported|None|OK",
)
_SET_STATES = Words(
    {"normal": "OK", "degraded": "Failed Physical Drive|Failed Drive|Degraded", "failed": "Failed"},
    silent="SAS|SATA|Parallel SCSI|Solid State SAS|Solid State SATA|SAS HDD|SATA HDD|SAS SSD|SATA SSD|NVMe|Not Configured",
)
# what no slot holds: of no use where it is calm, and not understood where it is not
_CALM = {
    "controller status": "OK", "unrecoverable media errors": "None", "fan status": "OK", "temperature status": "OK",
    "power supply status": "OK|Redundant|Not Redundant",
}  # fmt: skip
_FIELD = lazy(r"\s*(?P<key>[A-Z][\w ()/&.,:-]*?):(?:\s+(?P<value>\S.*)?|\Z)")
_UNUSED = names(
    """Bus Interface|Slot|Serial Number|Cache Serial Number|RAID # (ADG) Status|RAID # Status|Hardware Revision|Firmware Version|Model
    |Firmware Revision|Rebuild Priority|Expand Priority|Surface Scan Delay|Parallel Surface Scan Supported|Current Parallel Surface Scan Count
    |Max Parallel Surface Scan Count|Queue Depth|Monitor and Performance Delay|Elevator Sort|Degraded Performance Optimization
    |Inconsistency Repair Policy|Wait for Cache Room|Surface Analysis Inconsistency Notification|Post Prompt Timeout|Cache Board Present
    |Cache Status Details|Cache Disable Reason|Cache Ratio|Read Cache Size|Write Cache Size|Total Cache Size
    |Total Cache Memory Available|Battery Backed Cache Size
    |Cache Backup Power Source|Battery/Capacitor Count|SATA NCQ Supported|Spare Activation Mode
    |Controller Temperature (C)|Cache Module Temperature (C)|Capacitor Temperature (C)|Number of Ports|Encryption|Express Local Encryption
    |Driver Name|Driver Version|Driver Supports HPE SSD Smart Path|Driver Supports HP SSD Smart Path|Driver Supports SSD Smart Path
    |PCI Address (Domain:Bus:Device.Function)|Negotiated PCIe Data Rate|Controller Mode|Controller Mode Reboot|Pending Controller Mode
    |Port Max Phy Rate Limiting Supported|Host Serial Number|Sanitize Erase Supported|Sanitize Lock|Primary Boot Volume
    |Secondary Boot Volume|Latency Scheduler Setting|Current Power Mode|Survival Mode|Port ID|Port Name|Port Connection Number|SAS Address
    |Port Location|Vendor ID|Drive Bays|Port|Box|Bay|Location|Device Number|WWID|SEP|Backplane Module (BPM)|Fan Control Module (FCM)
    |Health Monitor Module (HMM)|Seven Segment LED Display|Interface Type|Unused Space|Used Space|Array Type|Smart Path|HP SSD Smart Path
    |HPE SSD Smart Path|Size|Reported Size|Heads|Sectors Per Track|Cylinders|Strip Size|Full Stripe Size|Unique Identifier|Disk Name
    |Mount Points|OS Status|Logical Drive Label|Drive Type|LD Acceleration Method|Boot Volume|Mirror Group #|Drive Unique ID
    |Rotational Speed|SATA NCQ Capable|SATA NCQ Enabled|Current Temperature (C)|Maximum Temperature (C)|PHY Count|PHY Transfer Rate
    |PHY Physical Link Rate|PHY Maximum Link Rate|Native Block Size|Logical/Physical Block Size|Drive Authentication Status
    |Carrier Application Version|Carrier Bootloader Version|Drive exposed to OS|SSD Smart Trip Wearout|Power On Hours
    |Usage remaining|Estimated Life Remaining based on workload to date|Write Cache Bypass Threshold|Write Cache Status
    |Sanitize Estimated Max Erase Time|Shingled Magnetic Recording Support|Transfer Speed|Transfer Mode|Multi-Domain Status
    |Temperature Monitoring|Spare Type|Cache Module Present"""
)
_SPACE = lazy(r"\s*(?:Unused|Used) Space:")
_SET = lazy(r"\s*+[Aa]rray:? (?P<name>\w+)(?: \((?P<state>[^()]{1,60})\))?")
_BETWEEN = lazy(
    r"\s*+(?:Port Name: |(?:[Uu]nassigned|HBA Drives|Expander \d+|Physical Drives)\s*\Z)|.*(?:SEP \(| at Port )"
)
_LEVEL = lazy(r"(?:\bRAID )?(\d{1,2})(?:\+(\d))?(?= ?\(|\s*(?:,|\Z))")


# Of a controller whose line with its model was cut off: names that no other tool prints, and those that stand among them.
_SURE = lazy(
    r"\s*(?:Cache Board Present: (?:True|False)|Cache Status: (?:OK|Not Configured|(?:Cache )?(?:Temporarily|Permanently) Disabled)"
    r"|Cache (?:Status Details|Disable Reason): \S|(?:Read|Write|Total) Cache (?:Size|Memory Available): [\d.]+|Cache Backup Power Source: \S"
    r"|Battery/Capacitor (?:Count: \d|Status: \S)|No-Battery Write Cache: (?:En|Dis)abled|Configured Drive Write Cache Policy: \S"
    r"|Cache Ratio: \d+% Read)"
)
_SOFT = lazy(
    r"\s*(?:(?:Controller Status|RAID 6 (?:\(ADG\) )?Status): \w|Hardware Revision: \w|Firmware Version: [\d.]+|Bus Interface: PCI"
    r"|Rebuild Priority: \w|Expand Priority: \w|Surface Scan (?:Delay|Mode): \w|Drive Write Cache: \w|Driver Name: \w)"
)
"""What may stand above a field that only these tools print."""
_VOLUME_BODY = lazy(r"\s*(?:Fault Tolerance|Heads|Sectors Per Track|Full Stripe Size|Strip Size): ")
_LEAST_BODY = 3
_SPENT = lazy(
    r".*(?:backup power source|batter(?:y|ies)|capacitors?)\b.{0,60}?(?:failed|has failed|replace|not (?:attached|connected|present))"
)
_LOW = lazy(
    r".*(?:batter(?:y|ies)|capacitors?|backup power source)\b.{0,60}?(?:charging|recharg|low|sufficient voltage)|.*less than 75%"
)


class _Thing:
    def __init__(self, template: str, values: dict[str, Value | bool], span: Span) -> None:
        self.template, self.values, self.first, self.last = template, values, span[0], span[1]

    def put(self, slot: str, value: Value | bool, span: Span) -> None:
        self.values[slot] = value
        self.last = max(self.last, span[1])


class _Array:
    """Walks the lines: a controller, then what belongs to it."""

    def __init__(self, output: Output) -> None:
        self.output = output
        self.things: dict[tuple[str, str], _Thing] = {}
        self.now: _Thing | None = None
        asked = re.search(r"\bslot=(\d+)", output.command)
        self.place = f"slot {asked[1] if asked else 0}"
        self.refusals: list[Refusal] = []
        self.used: list[Span] = []
        self.set = ""  # the array whose lines these are
        self.failed: set[str] = set()  # arrays that are not in order, and so no volume of theirs is
        if _SURE.match(output.lines[0]) or _SOFT.match(output.lines[0]):
            self.now = self._thing("controller", "name", self.place if asked else "", output.span(0))
            self.now.values["family"] = "cciss"

    def line(self, index: int, line: str) -> None:
        span = self.output.span(index)
        if _HEAD.match(line) or _ITEM.match(line) or _VOLUME.match(line) or _SET.match(line):
            self.used.append(span)
        if match := _HEAD.match(line):
            self.place, self.set = f"slot {match['slot']}" if match["slot"] else match["chassis"], ""
            values: dict[str, Value | bool] = {
                "family": "cciss",
                "model": " ".join((match["model"] or match["external"]).split()),
            }
            self.now = self._thing("controller", "name", self.place, span)
            self.now.values |= values
        elif match := _ITEM.match(line):
            self._item(match, span)
        elif match := _VOLUME.match(line):
            self.now = self._thing("controller-array", "array", f"{self.place}:{match['name']}", span)
        elif match := _SET.match(line):
            self.now, self.set = None, f"{self.place} array {match['name']}"
            for part in (match["state"] or "").split(","):
                if part and not _SPACE.match(part):
                    self._set_state(part, span)
        elif _BETWEEN.match(line):
            self.now, self.set = None, self.set if "Physical Drives" in line else ""
        elif match := _KEYED.match(line):
            if match["key"] in (_READ[self.now.template] if self.now is not None else ("Status",) if self.set else ()):
                self.used.append(span)
            if self.now is not None:
                self._keyed(self.now, match["key"].strip(), match["value"], span)
            elif self.set and match["key"] == "Status":
                self._set_state(match["value"], span)

    def _set_state(self, text: str, span: Span) -> None:
        """The state of an array, which its volumes share; one in order has no row of its own."""
        state = _SET_STATES.of(text)
        if state is None:
            self.refusals.append(not_understood(text, span))
        if state is None or state in ("degraded", "failed"):
            self.failed.add(self.set)
        if state in ("degraded", "failed"):
            self._thing("controller-array", "array", self.set, span).put("state", state, span)

    def _thing(self, template: str, key: str, name: str, span: Span) -> _Thing:
        return self.things.setdefault((template, name), _Thing(template, {key: name}, span))

    def _item(self, match: re.Match[str], span: Span) -> None:
        name, inside = match["name"], match["inside"] or ""
        parts = [part.strip() for part in inside.split(",")]
        if match["kind"] == "logicaldrive":
            self.now = self._thing("controller-array", "array", f"{self.place}:{name}", span)
            if len(parts) > 1 and (level := _LEVEL.match(parts[1])):
                self.now.put("level", f"RAID-{level[1]}{level[2] or ''}", span)
            if told := match["state"] or ", ".join(parts[2:]):
                self._volume_state(self.now, told, span)
            return
        self.now = self._thing("controller-drive", "drive", f"{self.place} {name}", span)
        self.now.put("usage", name, span)
        if told := match["state"] or ", ".join(parts[3:]):
            self._drive_state(self.now, told, span)

    def _put(self, thing: _Thing, slot: str, words: Words, text: str, span: Span) -> None:
        if state := words.read(text, span, self.refusals):
            thing.put(slot, state, span)

    def _volume_state(self, thing: _Thing, text: str, span: Span) -> None:
        state = _VOLUME_STATES.read(text, span, self.refusals)
        if state and not (state == "normal" and self.set in self.failed):
            thing.put("state", state, span)
        if state:
            _progress(thing, text, span)

    def _drive_state(self, thing: _Thing, text: str, span: Span) -> None:
        """``OK``, ``OK, spare``, ``Rebuilding, active spare``."""
        state = _DRIVE_STATES.of(text)
        if state is None:
            text, _, role = text.rpartition(",")
            state, kind = _DRIVE_STATES.of(text), _ROLES.of(role)
            if state is None or kind is None:
                self.refusals.append(not_understood(f"{text},{role}" if text else role, span))
                return
            state = kind if kind and state == "ok" else state
        if state:
            thing.put("state", state, span)
        if "predictive failure" in text.lower():
            thing.put("smart-alert", True, span)

    def _keyed(self, thing: _Thing, key: str, value: str, span: Span) -> None:
        {"controller": self._controller, "controller-array": self._volume, "controller-drive": self._drive}[
            thing.template
        ](thing, key, value, span)

    def _controller(self, thing: _Thing, key: str, value: str, span: Span) -> None:
        if key in _OF_CONTROLLER:
            self._put(thing, *_OF_CONTROLLER[key], value, span)
        elif key == "Battery/Capacitor Count" and value.strip() == "0":
            thing.put("battery", "absent", span)
        elif key == "No-Battery Write Cache":
            if state := _SWITCH.read(value, span, self.refusals):
                thing.put("cache-without-battery", state == "on", span)
        elif key == "Firmware Version":
            thing.put("firmware", value, span)
        elif (
            key in ("Cache Status Details", "Cache Disable Reason")
            and "battery" not in thing.values
            and (state := "failed" if _SPENT.match(value) else "charging" if _LOW.match(value) else "")
        ):
            thing.put("battery", state, span)  # where there is no status of it, the reason tells it

    def _volume(self, thing: _Thing, key: str, value: str, span: Span) -> None:
        if key == "Status":
            self._volume_state(thing, value, span)
        elif key == "Fault Tolerance" and (level := _LEVEL.match(value)):
            thing.put("level", f"RAID-{level[1]}{level[2] or ''}", span)
        elif key in ("Caching", "Array Accelerator"):
            self._put(thing, "write-cache-default", _SWITCH, value, span)
        elif key == "Parity Initialization Status":
            if (state := _PARITY.read(value, span, self.refusals)) and thing.values.get("state", "normal") == "normal":
                thing.put("state", state, span)
        elif key == "Parity Initialization Progress":
            _progress(thing, value, span)

    def _drive(self, thing: _Thing, key: str, value: str, span: Span) -> None:
        if key == "Status":
            self._drive_state(thing, value, span)
        elif key == "Model":
            thing.put("model", " ".join(value.split()), span)
        elif key == "Drive Type" and value.lower() in ("spare drive", "spare") and thing.values.get("state") == "ok":
            thing.put("state", "spare", span)

    def rows(self) -> list[Row]:
        """Every controller, volume and drive, in the order in which they were named."""
        return [Row(thing.template, thing.values, (thing.first, thing.last)) for thing in self.things.values()]


def _progress(thing: _Thing, text: str, span: Span) -> None:
    if match := re.search(r"(\d{1,3}(?:\.\d+)?) ?%", text):
        thing.put("progress-percent", float(match[1]), span)


_OF_CONTROLLER = {
    "Cache Status": ("cache", _CACHE),
    "Battery/Capacitor Status": ("battery", _BATTERY),
    "Drive Write Cache": ("drive-cache", _SWITCH),
    "Configured Drive Write Cache Policy": ("drive-cache", _SWITCH),
    "Surface Scan Mode": ("patrol-mode", _SCAN_MODE),
}


_READ = {
    "controller": {*_OF_CONTROLLER, "Battery/Capacitor Count", "No-Battery Write Cache", "Firmware Version",
                   "Cache Status Details", "Cache Disable Reason"},
    "controller-array": {"Status", "Fault Tolerance", "Caching", "Array Accelerator", "Parity Initialization Status",
                         "Parity Initialization Progress"},
    "controller-drive": {"Status", "Model", "Drive Type"},
}  # fmt: skip


_FIELDS = frozenset().union(*_READ.values())


def _read(output: Output) -> Reading:
    array = _Array(output)
    for index, line in enumerate(output.lines):
        array.line(index, line)
    reading = Reading(array.rows(), array.refusals, used=array.used)
    account_fields(output, reading, _FIELD, frozenset(), _UNUSED, _CALM)
    return reading


def _is_known(line: str) -> bool:
    """Whether a line is a field of a controller, a volume or a drive, by its name."""
    match = _KEYED.match(line)
    return match is not None and (match["key"].lower() in _UNUSED or match["key"] in _FIELDS)


def _headless_extent(lines: Sequence[str], start: int, command: str) -> tuple[int, int] | None:
    """The fields of a controller without its head, or those of a volume below its number."""
    volume = _VOLUME.match(lines[start]) is not None
    end = run_while(lines, start + 1, _is_known)
    if not volume:
        return (start, end) if any(_SURE.match(line) for line in lines[start:end]) else None
    told = any(_VOLUME_BODY.match(line) for line in lines[start:end])
    return (start, end) if told and end - start > _LEAST_BODY else None


_STARTS = lazy(
    r"\s*(?:(?:HPE? )?(?:Dynamic )?Smart (?:Array|HBA|RAID)\b.{0,44}in Slot |HPE [A-Z].{1,44} in Slot \w"
    r"|MSA ?\d{2,5}\w{0,4}(?: \w{1,10})? in \S.{0,60}\Z"
    r"|(?:logicaldrive \d+|physicaldrive [\w:]+) \(|physicaldrive \w{1,4}:\d{1,3}:\d{1,3}\s*\Z)"
)
HINTS = (
    " in Slot ", "logicaldrive ", "physicaldrive ", "Cache Board Present", "Cache Status", "Cache Disable Reason", "Cache Size: ",
    "Cache Memory Available", "Cache Backup Power", "Battery/Capacitor", "No-Battery Write", "Configured Drive Write", "Cache Ratio: ",
    "Logical Drive: ",
)  # fmt: skip
READERS = (
    Reader(
        "hpssacli",
        _STARTS,
        # a line of its own may be any that is indented, but for a prompt with a command that is not known
        extent_of(_HEAD, _ITEM, lazy(r"[ \t]\s*+(?![$#])"), head=_STARTS, blanks=ANY, least=0, most=20_000),
        _read,
        of_no_use=(
            (
                "heading",
                lazy(
                    r"\s*(?:[Uu]nassigned|HBA Drives|Expander \d+|Physical Drives|Mirror Group \d+:|Internal Drive Cage.*, OK"
                    r"|SEP \(Vendor .*|Enclosure SEP \(Vendor .*|[A-Z][\w .-]+ at Port \w+, Box \d+, OK)\s*\Z"
                ),
            ),
        ),
    ),
    Reader("hpssacli", lazy(rf"(?:{_SURE.pattern}|{_SOFT.pattern}|{_VOLUME.pattern})"), _headless_extent, _read),
)
