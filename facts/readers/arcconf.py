'''``arcconf getconfig N``, ``arcconf getstatus N``: the RAID controllers of Adaptec, and their backup of the cache.

The battery stands as such, as a ZMM (zero-maintenance module) or as a backup unit with a capacitor. ``Write-cache
setting`` is what is wanted, ``Write-cache mode`` (older) or ``Write-cache status`` (newer) what holds now.

Samples::

    >>> from facts.readers import show
    >>> show("""Controllers found: 1
    ... ----------------------------------------------------------------------
    ... Controller information
    ... ----------------------------------------------------------------------
    ...    Controller Model                         : Adaptec 3405
    ...    --------------------------------------------------------
    ...    Controller Battery Information
    ...    --------------------------------------------------------
    ...    Status                                   : Failed
    ...
    ... Logical device number 0
    ...    RAID level                               : 10
    ...    Status of logical device                 : Optimal
    ...    Write-cache mode                         : Disabled (write-through)
    ...    Write-cache setting                      : Enabled (write-back) when protected by battery
    ... """)
    arcconf lines 1-15 read
      controller: battery=failed family=adaptec model=Adaptec 3405 name=controller 1 (1-9)
      controller-array: array=1:0 level=RAID-10 state=normal write-cache=off write-cache-default=on (11-15)

    >>> show("""Controllers found: 1
    ... Logical device Task:
    ...    Logical device                 : 0
    ...    Current operation              : Rebuild
    ...    Status                         : In Progress
    ...    Percentage complete            : 11
    ... """)
    arcconf lines 1-6 read
      controller: family=adaptec name=controller 1 (1-1)
      controller-array: array=1:0 progress-percent=11 state=rebuilding (2-6)
'''

from __future__ import annotations

import re
from collections.abc import Sequence

from facts.kit import ANY, account_fields, names, run
from facts.patterns import lazy
from facts.reading import Output, Reader, Reading, Refusal, Row
from facts.schema import Value
from facts.states import Words

_KEYED = lazy(r"\s*(?P<key>[A-Za-z][\w ,()/.&-]{0,60}?)\s*: ?(?P<value>(?:.*\S)?)\s*\Z")
_OWN, _COMPLETED = lazy(r"   |Command "), lazy("Command completed")
_RULE = lazy(r"\s*-{10,}\s*\Z")
_TITLE = lazy(r"\s*(?:[A-Z][\w /.#-]{2,60}|Controllers [Ff]ound: \d+|Logical [Dd]evice Task:?)\s*\Z")
_LOGICAL = lazy(r"\s*Logical (?:[Dd]evice|[Dd]rive) [Nn]umber (?P<number>\d+)")
_DEVICE = lazy(r"\s*Device #(?P<number>\d+)\s*\Z")
_TASK = lazy(r"\s*Logical [Dd]evice Task:?\s*\Z")
_BACKUP = lazy(r"\s*Controller (?:Battery|ZMM|Cache Backup Unit) Information\s*\Z")
_HEADING = lazy(r"\s*[A-Z][\w /]{2,50} [Ii]nformation\s*\Z|\s*RAID Properties\s*\Z")
# of the command line's guides, and those of IBM's ServeRAID before it
_STATES = Words(
    {
        "normal": "Optimal|Okay|OK",
        "degraded": (
            "Degraded|Suboptimal|Sub-Optimal|Suboptimal, Fault Tolerant|Impacted|Critical|Interim Recovery|Ready for Recovery"
        ),
        "rebuilding": (
            "Rebuilding|Degraded, Rebuilding|Suboptimal, Rebuilding|Suboptimal, Fault Tolerant, Rebuilding|Recovering"
            "|Impacted, Rebuilding"
        ),
        "failed": "Failed|Offline|Inaccessible|Dead|Defunct",
        "initializing": "Building|Initializing|Clearing|Impacted, Building",
        "checking": "Verifying",
        "migrating": "Reconfiguring|Migrating|Expanding",
    },
    silent="Quick Initialized|Not Available|Unknown|Created|Logically Offline",
)
_BATTERY = Words(
    {
        "absent": "Not Installed|Not Present|ZMM not installed|ZMM not present|None",
        "failed": "Failed|Failure|ZMM Failed|Fatal|Dead|Error|ZMM Error|Bad|Replace|Replacement Required",
        "charging": (
            "Charging|Recharging|ZMM Charging|Not Ready|Not Fully Charged|Low|Reconditioning|Initializing|Discharging|Degraded"
        ),
        "ok": "Optimal|ZMM Optimal|Ready|OK|Fully Charged|Normal|Charged|ZMM Ready",
    },
    silent="Unknown|Not Available|Not Supported|Not Applicable",
)
_TASKS = Words(
    {
        "rebuilding": "Rebuild|Rebuilding",
        "initializing": "Build|Build/Verify|Build/Verify with fix|Clear|Initialize|Background Initialization",
        "checking": "Verify|Verify with fix|Check|Consistency Check|Background Consistency Check",
        "migrating": "Migrate|Migration|Modify|Modification|Transform|Transformation|Expansion|Reconfiguration|Reconfigure",
    },
    silent="None|Compaction|Copyback|Secure Erase|Zero|Zeroing",
)
_TASK_STATUS = Words(
    {"runs": "In Progress"}, silent="Queued|Pending|Stopped|Paused|Suspended|Completed|Aborted|Failed|None"
)
_DRIVES = Words(
    {
        "ok": "Online|Online (JBOD)|JBOD|Optimal|Raw (Pass Through)|Pass Through",
        "failed": "Failed|Offline|Dead|Defunct|Failed (Defunct)",
        "spare": "Hot Spare|Hot-Spare|Global Hot-Spare|Dedicated Hot-Spare|Pooled Hot-Spare|Auto Replace Hot-Spare",
        "rebuilding": "Rebuilding",
        "free": "Ready|Raw|Raw (Ready)|Available",
        "absent": "Missing|Not Present",
    },
    silent="Present|Unknown|Not Supported|Erasing|Predictive Failure|Maintenance|Foreign",
)
_CACHE = Words(
    {"on": "On|Enabled|Enabled (write-back)", "off": "Off|Disabled|Disabled (write-through)"},
    silent="Not supported|Not applicable|N/A|Unknown",
)
_READ = names(
    """Controller Model|Firmware|RAID level|Status of logical device|Status of logical drive|Write-cache mode|Write-cache status
    |Write-cache setting|Logical device|Logical device number|Current operation|Percentage complete|State|Vendor|Model|PFA|S.M.A.R.T.
    |S.M.A.R.T. warnings|Predictive Failures|Media Failures|Status|Overall Backup Unit Status"""
)
_UNUSED = names(
    """Channel description|Controller Mode|Controller Cache Preservation|Controller Serial Number|Controller World Wide Name
    |Controller Alarm|Physical Slot|Temperature|Installed memory|Global task priority|Performance Mode|Host bus type|Host bus speed
    |Host bus link width|Hot bus link width|Stayawake period|PCI Device ID|Spinup limit internal drives|Spinup limit external drives
    |Defunct disk drive count|Logical devices/Failed/Degraded|NCQ status|Statistics data collection mode
    |Global Physical Device Write Cache Policy|Monitor Log Severity Level|Copyback|Background consistency check
    |Background consistency check period
    |Automatic Failover
    |SSDs assigned to maxCache pool|Maximum SSDs allowed in maxCache pool|maxCache Read Cache Pool Size|maxCache flush and fetch rate
    |maxCache Read, Write Balance Factor|Runtime BIOS|Array BBS Support|Physical Drives Displayed during POST|Backplane Mode
    |BIOS Halt on Missing Drive Count|BIOS|Driver|Boot Flash|CPLD (Load version/ Flash version)|SEEPROM (Load version/ Flash version)
    |Time remaining (at current draw)|Capacity remaining|Non-Volatile Storage Status|Supercap Status|Current Temperature
    |Threshold Temperature|Life-time Temperature Recorded|Battery Serial Number
    |Logical device name|Disk Name|Block Size of member drives|Unique Identifier|Size|Parity space|Stripe-unit size|Interface Type
    |Device Type|Read-cache setting|Read-cache status|Read-cache mode|maxCache read cache setting|maxCache read cache status
    |maxCache write cache setting|maxCache write cache status|MaxCache preferred read cache setting|Partitioned|Protected by Hot-Spare
    |Global Hot-Spare|Dedicated Hot-Spare|Bootable|Power settings|Additional details|Array|Volume name
    |Block Size|Supported|Transfer Speed|Reported Channel,Device(T:L)|Reported Location|Reported ESD(T:L)|Serial number|World-wide name
    |Reserved Size|Used Size|Unused Size|Total Size|Write Cache|FRU|Power State|Supported Power States|SSD|maxCache Capable
    |maxCache Assigned|Power cycles|PHY Identifier|SAS Address|Attached PHY Identifier|Attached SAS Address|Aborted Commands
    |Hardware Errors|Link Failures|Parity Errors|Task ID|Priority|Enclosure ID|Type|Firmware version|Expander ID|Negotiated Transfer Speed
    |Negotiated Logical Link Rate|Exposed to OS|Sector Size|Total Sectors|Rotational Speed|Usage Remaining|Channel ID
    |Device ID|Connector Name|Enclosure Logical Identifier|Fan # status|Power supply # status|Temperature Sensor Status #|Speaker status"""
)
_CALM = {
    "controller status": "Optimal|Okay|OK", "over temperature": "No", "failed stripes": "No",
}  # fmt: skip
_WHEN = lazy(r" when protected by [\w/ ]{1,60}\Z|, but |,? \(?not protected.*", re.IGNORECASE)
# Impacted ( Build/Verify with fix : 90 % )
_RUNNING = lazy(r"(?P<state>[^()]*[^\s()])\s*\( ?(?P<task>[^():]*[^\s():]) ?: ?(?P<percent>\d{1,3}) ?%")
_FOUND = lazy(r"\s*Controllers [Ff]ound: \d+\s*\Z")
_SEGMENT = lazy(
    r"\s*(?:Group \d+, )?Segment \d+\s*: (?:Present|Inconsistent|Rebuilding|Missing|Not Present|Degraded)\b"
)
_PLACE = lazy(r"\s*(?:Reported (?:Channel,Device|ESD)\(T:L\)|\(Min/Max\))\s*:")
_KIND = lazy(r"\s*Device is an? (?P<kind>\S.*?)\s*\Z")
_ALERTS = Words({"yes": "Yes", "no": "No"}, silent="N/A|Unknown|Not Supported")
_COUNTS = {
    "s.m.a.r.t. warnings": "predictive-failures", "predictive failures": "predictive-failures",
    "media failures": "media-errors",
}  # fmt: skip
# the drives alone, as grep leaves them
_GREPPED = lazy(r"\s*(?:State|S\.M\.A\.R\.T\. warnings) *:")


def _extent(lines: Sequence[str], start: int, command: str) -> tuple[int, int] | None:
    end = run(lines, start + 1, _OWN, _RULE, _TITLE, blanks=ANY, last=_COMPLETED, most=20_000)
    if _DEVICE.match(lines[start]) and not any(_GREPPED.match(line) for line in lines[start:end]):
        return None
    # other tools have a heading like it
    ours = _FOUND.match(lines[start]) is not None or any(_KEYED.match(line) for line in lines[start + 1 : end])
    return (start, end) if ours and end > start + 1 else None


# Fields whose head was cut off: of a volume, or of the battery below its own heading.
_VOLUME_SURE = lazy(
    r"\s*(?:Status of [Ll]ogical [Dd]evice|Write-cache (?:mode|status|setting)|Read-cache (?:mode|status|setting))\s*: \S"
)
_BATTERY_SURE = lazy(
    r"\s*(?:Controller (?:Battery|ZMM|Cache Backup Unit) Information\s*\Z|Overall Backup Unit Status\s*: \S)"
)
_CARD_SURE = lazy(
    r"\s*(?:Controller Model\s*: \S|Defunct disk drive count\s*: \d|Logical devices/Failed/Degraded\s*: \d|Controller Status\s*: \w)"
)


def _headless_extent(lines: Sequence[str], start: int, command: str) -> tuple[int, int] | None:
    """The fields of a volume, of the battery or of the controller that follow one another."""
    end = start + 1
    while end < len(lines) and (_RULE.match(lines[end]) or _is_field(lines[end])):
        end += 1
    while end > start + 1 and _RULE.match(lines[end - 1]):
        end -= 1
    if _BATTERY_SURE.match(lines[start]):
        return (start, end) if end > start + 1 or "Unit Status" in lines[start] else None
    sure = _VOLUME_SURE if _VOLUME_SURE.match(lines[start]) else _CARD_SURE
    return (start, end) if sum(1 for line in lines[start:end] if sure.match(line)) > (sure is _CARD_SURE) else None


def _is_field(line: str) -> bool:
    match = _KEYED.match(line)
    if match is None:
        return False
    name = re.sub(r"\d+", "#", " ".join(match["key"].lower().split()))
    return name in _READ or name in _UNUSED or name in _CALM


class _Walk:
    def __init__(self, output: Output) -> None:
        self.output = output
        asked = re.search(r"get(?:config|status)\s+(\d+)", output.command, re.IGNORECASE)
        self.number = asked[1] if asked else "1"
        values: dict[str, Value | bool] = {"name": f"controller {self.number}", "family": "adaptec"}
        self.card = Row("controller", values, output.span(0))
        self.rows: list[Row] = [self.card]
        self.part = "controller"
        self.now = self.card
        self.task = ""
        self.vendor = ""
        self.refusals: list[Refusal] = []
        self.at = 0  # where `now` stands in `rows`

    def put(self, index: int, slot: str, value: Value | bool) -> None:
        self.now = Row(
            self.now.template, {**self.now.values, slot: value}, (self.now.lines[0], self.output.span(index)[1])
        )
        self.rows[self.at] = self.now

    def put_state(self, index: int, slot: str, words: Words, value: str) -> None:
        """Set a slot to what the tool's words mean, or refuse them."""
        if state := words.read(value, self.output.span(index), self.refusals):
            self.put(index, slot, state)

    def begin(self, index: int, template: str, values: dict[str, Value | bool], part: str) -> None:
        self.now, self.part, self.at = Row(template, values, self.output.span(index)), part, len(self.rows)
        self.rows.append(self.now)

    def back_to_card(self, part: str) -> None:
        self.now, self.part, self.at = self.rows[0], part, 0

    def line(self, index: int, line: str) -> None:
        if match := _LOGICAL.match(line):
            self.begin(index, "controller-array", {"array": f"{self.number}:{match['number']}"}, "logical")
        elif match := _DEVICE.match(line):
            name = f"controller {self.number} device {match['number']}"
            self.begin(index, "controller-drive", {"drive": name}, "device")
            self.vendor = ""
        elif (match := _KIND.match(line)) and self.part == "device":
            # enclosures and tapes stand in the same list
            if not match["kind"].lower().endswith("drive"):
                self.now = self.rows[self.at] = Row("controller-drive", {}, self.now.lines)
                self.part = "no drive"
        elif _TASK.match(line):
            self.begin(index, "controller-array", {}, "task")
        elif _BACKUP.match(line):
            self.back_to_card("backup")
        elif _HEADING.match(line) and "segment" not in line.lower():
            self.back_to_card("controller")
        elif match := _KEYED.match(line):
            self.pair(index, match["key"].strip().lower(), match["value"])

    def pair(self, index: int, key: str, value: str) -> None:
        if not value:
            return
        if self.part == "backup" and key in ("status", "overall backup unit status"):
            self.put_state(index, "battery", _BATTERY, value)
        elif self.part == "controller" and key == "controller model":
            self.put(index, "model", value)
        elif self.part == "controller" and key == "firmware":
            self.put(index, "firmware", value)
        elif self.part == "logical":
            self.logical(index, key, value)
        elif self.part == "task":
            self.tasked(index, key, value)
        elif self.part == "device" and key == "state":
            self.put_state(index, "state", _DRIVES, value)
        elif self.part == "device" and key == "vendor":
            self.vendor = value
        elif self.part == "device" and key == "model":
            # a SATA drive's model is cut in two where a vendor would end
            cut = len(self.vendor) == 8 and any(letter.isdecimal() for letter in self.vendor)
            self.put(index, "model", f"{self.vendor}{value}" if cut else value.strip())
        elif self.part == "device" and key in ("pfa", "s.m.a.r.t."):
            if alert := _ALERTS.read(value, self.output.span(index), self.refusals):
                self.put(index, "smart-alert", alert == "yes")
        elif self.part == "device" and key in _COUNTS and value.isdecimal():
            # both lists of a newer version count what the drive predicts
            before = self.now.values.get(_COUNTS[key])
            self.put(index, _COUNTS[key], max(int(value), before if isinstance(before, int) else 0))

    def logical(self, index: int, key: str, value: str) -> None:
        if key == "raid level" and (level := re.match(r"\d+", value)):
            self.put(index, "level", f"RAID-{level[0]}")
        elif key in ("status of logical device", "status of logical drive"):
            running = _RUNNING.match(value)
            self.put_state(index, "state", _STATES, running["state"] if running else value)
            if running and (task := _TASKS.read(running["task"], self.output.span(index), self.refusals)):
                if self.now.values.get("state") != "failed":
                    self.put(index, "state", task)
                self.put(index, "progress-percent", float(running["percent"]))
        elif key in ("write-cache mode", "write-cache status"):
            if "when protected" not in value:  # what is meant by it, not whether it is protected now
                self.put_state(index, "write-cache", _CACHE, _WHEN.sub("", value))
        elif key == "write-cache setting":
            self.put_state(index, "write-cache-default", _CACHE, _WHEN.sub("", value))
            if value == "Enabled (write-back)":  # in so many words, where others say: when protected by battery
                self.put(index, "write-cache-forced", True)

    def tasked(self, index: int, key: str, value: str) -> None:
        if key in ("logical device", "logical device number"):
            self.put(index, "array", f"{self.number}:{value}")
        elif key == "current operation":
            self.task = _TASKS.read(value, self.output.span(index), self.refusals)
        elif key == "status" and self.task:
            if _TASK_STATUS.read(value, self.output.span(index), self.refusals):
                self.put(index, "state", self.task)
        elif key == "percentage complete" and value.isdecimal():
            self.put(index, "progress-percent", float(value))


def _read(output: Output) -> Reading:
    walk = _Walk(output)
    if _VOLUME_SURE.match(output.lines[0]):
        walk.begin(0, "controller-array", {"array": ""}, "logical")
    elif "Overall Backup Unit" in output.lines[0]:
        walk.back_to_card("backup")
    for index, line in enumerate(output.lines):
        walk.line(index, line)
    # a task that names no logical device has no row, nor has what nothing was said of
    named = [row for row in walk.rows if len(row.values) > 1 and {"name", "array", "drive"} & row.values.keys()]
    reading = Reading(named, walk.refusals, used=output.matching(_FOUND, _LOGICAL, _DEVICE, _KIND, _TASK))
    reading.passed = {
        "segment, whose volume tells its state": output.matching(_SEGMENT),
        "place": output.matching(_PLACE),
    }
    account_fields(output, reading, _KEYED, _READ, _UNUSED, _CALM)
    return reading


HINTS = (
    "Controllers found: ",
    "Controllers Found: ",
    "Controller information",
    "Controller Information",
    "Device #",
    "Status of Logical",
    "Status of logical",
    "-cache mode",
    "-cache status",
    "-cache setting",
    "Battery Information",
    "ZMM Information",
    "Backup Unit",
    "Defunct disk",
    "Failed/Degraded",
)
READERS = (
    Reader(
        "arcconf",
        lazy(r"\s*Controllers [Ff]ound: \d+\s*\Z|Controller [Ii]nformation\s*\Z|\s{2,12}Device #\d+\s*\Z"),
        _extent,
        _read,
        of_no_use=(
            ("heading", _HEADING),
            ("heading", lazy(r"\s*(?:Device Error Counters|No (?:logical|physical) devices configured)\s*\Z")),
            (
                "heading",
                lazy(r"\s*(?:(?:Phy|Lane|Connector) #\d+|Status of Enclosure [Ss]ervices [Dd]evice)\s*\Z"),
            ),
            ("end", lazy(r"Command completed successfully")),
            ("history of dead drives", lazy(r"\s*(?:ControllerLog|deadDriveEntry|[a-z]\w+ \.{4,} )")),
        ),
    ),
    Reader(
        "arcconf",
        lazy(rf"(?:{_VOLUME_SURE.pattern}|{_BATTERY_SURE.pattern}|{_CARD_SURE.pattern})"),
        _headless_extent,
        _read,
        of_no_use=(("heading", _HEADING),),
    ),
)
