"""``MegaCli -PDList -aALL``, ``-LDInfo``, ``-LdPdInfo``, ``-AdpBbuCmd``, ``-AdpPR``: what a MegaRAID card says of itself.

Lines of ``key: value``, by adapter; ``-LdPdInfo`` lists the drives of each volume below it. A drive goes by the number
by which smartctl asks for it (``megaraid,N``, the device id). A volume whose current cache policy is ``WriteThrough``
and whose default is ``WriteBack`` has lost its write cache, mostly because the battery is not ready. ``-AdpAllInfo`` has
the rates of background work, ``-AdpPR -Info`` and ``-AdpCcSched -Info`` whether a patrol read or a check runs.

Sample::

    >>> from facts.readers import show
    >>> show('''Adapter #0
    ...
    ... Enclosure Device ID: 32
    ... Slot Number: 1
    ... Device Id: 7
    ... Media Error Count: 12
    ... Other Error Count: 0
    ... Predictive Failure Count: 1
    ... Firmware state: Online, Spun Up
    ... Inquiry Data: SEAGATE ST3300657SS     000B6SJTEST
    ...
    ... Exit Code: 0x00
    ... ''')
    megacli lines 1-12 read
      controller: family=megaraid name=adapter 0 (1-1)
      controller-drive: drive=megaraid,7 media-errors=12 model=SEAGATE ST3300657SS 000B6SJTEST predictive-failures=1 \
state=ok usage=enclosure 32 slot 1 (3-10)
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from facts.kit import ANY, Values, account_fields, extent_of, names, run_while
from facts.patterns import lazy
from facts.reading import Output, Reader, Reading, Refusal, Row, Span
from facts.states import Words

_STARTS = lazy(
    r"\s*(?:Adapter #?\d+|BBU status for Adapter|Virtual (?:Drive|Disk): \d+ \([Tt]arget|Enclosure Device ID: "
    r"|Slot Number: \d+\s*\Z|Rebuild Progress on Device at Enclosure )"
)
_PAIR = lazy(r"\s*(?P<key>[A-Za-z][\w.'’/()#& -]{1,70}?)\s*:\s*+(?P<value>\S(?:.*\S)?)?\s*\Z")
_ADAPTER = lazy(
    r"\s*(?:Adapter #?(?P<number>\d+)(?: -- Virtual Drive Information:?|: (?:Patrol Read Information:"
    r"|Get BBU \w[\w ]* Failed\.?))?|BBU status for Adapter: (?P<bbu>\d+))\s*\Z"
)
_OTHER = lazy(
    r"\s*(?:Adapter #?\d+|BBU status for Adapter|PD: \d+ Information|Exit Code|[-=]{4,}"
    r"|Port-\d+ ?:|Number of |GasGau?ge|GasGuage|BBU |FW error description|The required hardware component|Ongoing Prog"
    r"|Rebuild Progress on Device|Bad Blocks Exist|isSOHGood|Span: \d|Mode \d: )"
    r"|\s{8,}[A-Z][\w /.]{3,40}:?\Z"  # a heading of -AdpAllInfo
)
_KNOWN = lazy(
    r"\s*(?:(?:Media Error Count|Firmware state|Current Cache Policy|State|Battery Replacement required|Battery State"
    r"|Rebuild Rate|Patrol Read Mode|Operation Mode|Product Name)\s*:|The required hardware component is not present"
    r"|Rebuild Progress on Device)"
)
_LEVEL = lazy(r"Primary-(?P<primary>\d{1,2})(?:, Secondary-(?P<secondary>\d))?")
_VOLUME = lazy(r"(?P<number>\d+) \([Tt]arget [Ii]d: ?\d+\)")
_REBUILD = lazy(r"\s*Rebuild Progress on Device at Enclosure (?P<enclosure>\S+), Slot (?P<slot>\d+) Completed")
_NO_BATTERY = lazy(r"\s*The required hardware component is not present")
# Lines of which each tells one volume or one setting: -LDGetProp, -LDCC -ShowProg, -LDBI -ShowProg, -AdpGetProp
_OF_VOLUME = (
    r"\s*Adapter (?P<adapter>\d+)-VD (?P<volume>\d+) ?\([Tt]arget [Ii]d: ?\d+\): "
    r"(?:Disk Write Cache ?: ?(?P<disk>\S.*)|Cache Policy ?: ?(?P<policy>\w+),.*|(?:Name|Access Policy|BBU)\b.*)"
)
_RUNNING = (
    r"\s*(?P<task>Check Consistency|Background Initialization|Initialization|Reconstruction) on VD #(?P<number>\d+)"
    r"(?: \(target id #\d+\))? (?:is not in progress|Completed (?P<percent>\d{1,3})% in \d+ Min\w*)\.?"
)
_RATE = r"\s*Adapter (?P<card>\d+): (?P<what>Patrol Read|PR|Check Consistency|Rebuild|BGI|Reconstruction) Rate = (?P<rate>\d{1,3}) ?%"
_ALONE = lazy(rf"(?:{_OF_VOLUME}|{_RUNNING}|{_RATE})\s*\Z")
_RATE_SLOTS = {
    "Patrol Read": "patrol-rate-percent", "PR": "patrol-rate-percent", "Check Consistency": "check-rate-percent",
    "Rebuild": "rebuild-rate-percent",
}  # fmt: skip
_EXIT = lazy(r"\s*Exit Code: 0x[0-9a-f]+\s*\Z")
# Fields whose head was cut off, or left out by grep: of a volume, of a drive, of the battery.
_PIECES = {
    "controller-array": names("Current Cache Policy|Default Cache Policy|Disk Cache Policy|RAID Level|Bad Blocks Exist|Is VD Cached"),
    "controller-drive": names(
        "Media Error Count|Predictive Failure Count|Firmware state|Drive has flagged a S.M.A.R.T alert|Other Error Count|Device Id"
        "|Last Predictive Failure Event Seq Number|Inquiry Data"
    ),
    "controller": names(
        "BatteryType|Battery State|Battery Pack Missing|Battery Replacement required|Learn Cycle Active|Remaining Capacity Low"
        "|Pack is about to fail & should be replaced|isSOHGood|Learn Cycle Requested|Learn Cycle Status|Relative State of Charge"
        "|No space to cache offload"
    ),
}  # fmt: skip
_SURE = lazy(
    r"\s*(?:(?:Current|Default) Cache Policy {0,14}: ?Write(?:Back|Through), |RAID Level {0,14}: Primary-\d"
    r"|Disk Cache Policy {0,14}: (?:Disk's|Enabled|Disabled)"
    r"|Media Error Count: \d|Predictive Failure Count: \d|Firmware state: (?:Online|Offline|Rebuild|Failed|Hotspare"
    r"|Unconfigured|JBOD|Missing|Copyback)"
    r"|Drive has flagged a S\.M\.A\.R\.T alert {0,14}: (?:Yes|No)|BatteryType: \w|Battery State {0,14}: (?:Optimal"
    r"|Operational|Missing|Failed|Degraded|Learning|Non|Charging|Discharging)"
    r"|Battery (?:Pack Missing|Replacement required) {0,14}: (?:Yes|No)|Learn Cycle (?:Active|Requested) {0,14}: (?:Yes|No)"
    r"|isSOHGood {0,14}: (?:Yes|No))"
)
_SOFT = lazy(
    r"\s*(?:Charging Status {0,14}: (?:None|Charging|Discharging)|Voltage {0,14}: (?:OK|\d+ mV)|Temperature {0,14}: (?:OK|\d+ C)\s*\Z"
    r"|(?:Other Error Count|Device Id|Slot Number|Shield Counter): \d|Name {6,20}:|Size {6,20}: [\d.]+ [KMGT]B|PD Type: (?:SATA|SAS)"
    r"|Raw Size: [\d.]+ [KMGT]B|Inquiry Data: \S)"
)
"""What may stand above a field that only MegaCli prints."""
PROGRESS = {
    "Check Consistency": "checking", "Background Initialization": "initializing", "Initialization": "initializing",
    "Reconstruction": "migrating",
}  # fmt: skip
_RATES = {
    "PR Rate": "patrol-rate-percent", "Check Consistency Rate": "check-rate-percent",
    "Rebuild Rate": "rebuild-rate-percent",
}  # fmt: skip
# of a drive without what follows the comma: whether it turns
DRIVE_STATES = Words(
    {
        "ok": "Online|JBOD", "spare": "Hotspare", "free": "Unconfigured(good)", "rebuilding": "Rebuild|Copyback",
        "failed": "Failed|Offline|Unconfigured(bad)", "absent": "Missing",
    },
    silent="Unknown|Unconfigured(good) Shielded|Hotspare Shielded|Configured Shielded",
)  # fmt: skip
VOLUME_STATES = Words(
    {
        "normal": "Optimal", "degraded": "Degraded|Partially Degraded", "failed": "Offline|Failed", "rebuilding": "Rebuild",
    },
    silent="Unknown",
)  # fmt: skip
_BATTERY_STATES = Words(
    {
        "ok": "Optimal|Operational", "absent": "Missing|Absent", "failed": "Failed",
        "charging": (
            "Non Operational|Learning|Charging|Discharging|Degraded|Degraded(Charging)|Degraded (Charging)"
            "|Degraded(Needs Attention)|Degraded (Needs Attention)"
        ),
    },
    silent="Unknown",
)  # fmt: skip
_POLICIES = Words({"on": "WriteBack", "off": "WriteThrough"}, silent="N/A")
DISK_CACHE = Words(
    {"on": "Enabled", "off": "Disabled", "default": "Disk's Default|Unchanged|Default"}, silent="Yes|No|N/A"
)
PATROL_MODES = Words({"auto": "Auto|Automatic", "manual": "Manual", "off": "Disabled|Disable|Off"}, silent="Unknown")
_TASK_STATES = Words(
    {
        "active": "Active|In Progress|Running|Started",
        "paused": "Paused|Pausing|Suspended",
        "stopped": "Stopped|Ready|Aborted|Completed|Idle|None|Disabled",
    },
    silent="Unknown|N/A",
)
_YES_NO = Words({"yes": "Yes", "no": "No"}, silent="N/A|Unknown")
_READ = names(
    """Media Error Count|Predictive Failure Count|Firmware state|Inquiry Data|Drive has flagged a S.M.A.R.T alert|Enclosure Device ID
    |Slot Number|Device Id|Virtual Drive|Virtual Disk|RAID Level|State|Span Depth|Current Cache Policy|Default Cache Policy
    |Disk Cache Policy|Check Consistency|Background Initialization|Initialization|Reconstruction|Battery State|Battery Pack Missing
    |Battery Replacement required|Pack is about to fail & should be replaced|Remaining Capacity Low|Learn Cycle Active|isSOHGood
    |Patrol Read Mode|Operation Mode|Current State|Patrol Read Execution Delay|Rebuild Rate|PR Rate|Check Consistency Rate|BBU
    |Product Name|FW Package Build|Bad Blocks Exist"""
)
_UNUSED = names(
    """Other Error Count|Sequence Number|Last Predictive Failure Event Seq Number|SAS Address(#)|Connected Port Number|Port-#|Port status
    |Port's Linkspeed|FDE Capable|FDE Enable|Secured|Locked|Foreign State|Foreign Secure|Needs EKM Attention|Device Speed|Link Speed
    |Media Type|Drive|Drive Temperature|PI Eligibility|Drive is formatted for PI information|PI|PI type|Drive's position
    |Drive's postion|Enclosure position|WWN|PD Type|Hotspare Information|Type|Array #|Raw Size|Non Coerced Size|Coerced Size
    |Sector Size|Logical Sector Size|Physical Sector Size|Commissioned Spare|Emergency Spare|Device Firmware Level|Shield Counter
    |Successful diagnostics completion on|IBM FRU/CRU|Drive's write cache|Drive's NCQ setting|Physical Drive|PD|Number of PDs|Span|Arm
    |Span Reference|Number of VDs|Number of Spans|Number of Dedicated Hotspares|Number of Virtual Disks
    |Name|Size|Parity Size|Mirror Data|Strip Size|Stripe Size|Number Of Drives|Number Of Drives per span|Default Access Policy
    |Current Access Policy|Access Policy|Encryption Type|Encryption|Default Power Savings Policy|Current Power Savings Policy
    |Can spin up in # minute|LD has drives that support T# power conditions|LD's IO profile supports MAX power savings with cached writes
    |Is VD Cached|Is VD emulated|Cache Cade Type|PI type|Ongoing Progresses|Cache Bypass Mode|Is LD Ready|Read Policy
    |BatteryType|Voltage|Current|Temperature|BBU Firmware Status|Charging Status|Learn Cycle Requested|Learn Cycle Status
    |Learn Cycle Timeout|I#c Errors Detected|Periodic Learn Required|Transparent Learn|No space to cache offload
    |Cache Offload premium feature required|Module microcode update required|Charger System State|Charger System Ctrl|Charging current
    |Relative State of Charge|Absolute state of charge|Max Error|GasGauge Status|GasGuageStatus|BBU GasGauge Status|Fully Discharged
    |Fully Charged|Discharging|Initialized|Remaining Time Alarm|Remaining Capacity Alarm|Discharge Terminated|Over Temperature
    |Charging Terminated|Over Charged|Charger Status|Remaining Capacity|Full Charge Capacity|Battery backup charge time|Date of Manufacture
    |Design Capacity|Design Voltage|Specification Info|Serial Number|Pack Stat Configuration|Manufacture Name|Firmware Version
    |Device Name|Device Chemistry|Battery FRU|Transparent Learn|App Data|Module Version|Run time to empty|Average time to empty
    |Estimated Time to full recharge|Cycle Count|Max Error|Remaining Capacity Alarm|Remaining Time Alarm|BBU Capacity Info
    |BBU Design Info|BBU Properties|Auto Learn Period|Next Learn time|Learn Delay Interval|Auto-Learn Mode|BBU Mode|Adapter
    |Number of iterations completed|Number of iterations|Number of VD completed|Next start time|Execution Delay|Excluded VDs
    |Patrol Read on SSD Devices|FW error description|Exit Code|Design Mode|Alarm|SAS Address|Serial No|Disk Group|Virtual Drive Information
    |Physical Disk Information"""
)
_CARD_SECTION = lazy(
    r"\s{8,}(?:Versions|Mfg\. Data|Image Versions in Flash|Pending Images in Flash|PCI Info|HW Configuration|Settings|Capabilities"
    r"|Status|Limitations|Device Present|Supported (?:Adapter|VD|PD) Operations|Error Counters|Cluster Information"
    r"|Default Settings|Advanced Software Options)\s*:?\s*\Z"
)
_OF_NO_USE = (
    (
        "heading",
        lazy(r"\s*PD: \d+ Information|\s*(?:FW error description|Ongoing Progresses|Hotspare Information):?\s*\Z"),
    ),
    ("modes of learning, explained", lazy(r"\s*Mode \d: ")),
)
_COUNTS = {"Media Error Count": "media-errors", "Predictive Failure Count": "predictive-failures"}


_FIELDS = _READ | _UNUSED


def _is_field(line: str) -> bool:
    """Whether a line is a field that the tool prints, by its name."""
    match = _PAIR.match(line)
    return match is not None and _plain_name(match["key"]) in _FIELDS


def _plain_name(key: str) -> str:
    return re.sub(r"\d+", "#", " ".join(key.lower().split()))


def _headless_extent(lines: Sequence[str], start: int, command: str) -> tuple[int, int] | None:
    """The fields of volumes, drives or a battery without what names them."""
    end = run_while(lines, start + 1, lambda line: _is_field(line) and not _STARTS.match(line))
    return (start, end) if any(_SURE.match(line) for line in lines[start:end]) else None


def _read_headless(output: Output) -> Reading:
    """What fields tell of something that nothing names: of several drives or volumes the place in the list stands for each."""
    card = _Card(output)
    blocks: list[_Block] = []
    seen: set[str] = set()
    for index, line in enumerate(output.lines):
        match = _PAIR.match(line)
        if match is None or not match["value"]:
            continue
        name = _plain_name(match["key"])
        template = next((template for template, known in _PIECES.items() if name in known), "")
        if not template and not blocks:
            continue
        if not blocks or (template and template != blocks[-1].template) or (template and name in seen):
            blocks.append(_Block(template, index, {}))
            seen = set()
        seen.add(name)
        card.pair(blocks[-1], index, match["key"].strip(), match["value"])
    counts = {template: sum(block.template == template for block in blocks) for template in _PIECES}
    keys = {"controller-array": "array", "controller-drive": "drive"}
    nth: dict[str, int] = {}
    for block in blocks:
        if not block.values:
            continue
        nth[block.template] = nth.get(block.template, 0) + 1
        place = f"#{nth[block.template]}" if counts[block.template] > 1 else ""
        if block.template == "controller":
            # of a few lines only what they say counts: a battery is in order where its state is shown
            if "battery state" not in card.facts and block.values.get("battery") == "ok":
                del block.values["battery"]
            if "learn cycle active" not in card.facts:
                block.values.pop("battery-learning", None)
            block.values |= {"name": "adapter 0", "family": "megaraid"}
        else:
            block.values.setdefault(keys[block.template], place)
        card.reading.rows.append(Row(block.template, block.values, output.span(block.first, block.last)))
    account_fields(output, card.reading, _PAIR, _READ, _UNUSED)
    return card.reading


def _read_alone(output: Output) -> Reading:
    """Lines that each tell one volume or one rate."""
    reading = Reading()
    for index, match in output.matches(_ALONE):
        span = output.span(index)
        values: Values = {}
        if match["volume"]:
            values = {"array": f"{match['adapter']}:{match['volume']}"}
            if match["disk"] and (policy := DISK_CACHE.read(match["disk"], span, reading.refusals)):
                values["drive-cache"] = policy
            if match["policy"] and (policy := _POLICIES.read(match["policy"], span, reading.refusals)):
                values["write-cache-default"] = policy
        elif match["number"] and match["percent"]:
            values = {
                "array": f"0:{match['number']}",
                "state": PROGRESS[match["task"]],
                "progress-percent": float(match["percent"]),
            }
        elif match["rate"] and match["what"] in _RATE_SLOTS:
            values = {
                "name": f"adapter {match['card']}",
                "family": "megaraid",
                _RATE_SLOTS[match["what"]]: float(match["rate"]),
            }
        if len(values) > 1:
            reading.rows.append(Row("controller" if "name" in values else "controller-array", values, span))
        else:
            reading.pass_over("nothing that we use", span)
    return reading


class _Block:
    """The lines about one drive, one volume or one battery."""

    def __init__(self, template: str, index: int, values: Values) -> None:
        self.template, self.first, self.last, self.values = template, index, index, values
        self.alone = False  # one line says all of it
        self.flash = False  # a cache in front of the volumes, whose policies are no volume's


class _Card:
    def __init__(self, output: Output) -> None:
        self.output = output
        self.reading = Reading()
        self.blocks: list[_Block] = []
        self.adapter = "0"
        self.facts: dict[str, str] = {}  # of the battery
        self.listed = False  # below a heading of -AdpAllInfo
        self.task = ""  # whose mode and state follow: patrol or check

    def line(self, index: int, line: str) -> None:
        if _CARD_SECTION.match(line):
            self.reading.pass_over("heading", self.output.span(index))
            self.listed = True
            return
        if match := _ADAPTER.match(line):
            self.listed = False
            self.reading.used.append(self.output.span(index))
            self.adapter = match["number"] or match["bbu"]
            values: Values = {"name": f"adapter {self.adapter}", "family": "megaraid"}
            self.blocks.append(_Block("controller", index, values))
            return
        if match := _REBUILD.match(line):
            place = f"enclosure {match['enclosure']} slot {match['slot']}"
            values = {"drive": place, "usage": place, "state": "rebuilding"}
            self.reading.used.append(self.output.span(index))
            self.blocks.append(_Block("controller-drive", index, values))
            self.blocks[-1].alone = True
            return
        if _NO_BATTERY.match(line) and self.blocks and self.blocks[-1].template == "controller":
            self.blocks[-1].values["battery"] = "absent"
            self.reading.used.append(self.output.span(index))
            self.blocks[-1].last = index
            return
        match = _PAIR.match(line)
        if match is None or not match["value"]:
            return
        key, value = match["key"].strip(), match["value"]
        if key == "CacheCade Virtual Drive":
            number = value.partition(" ")[0]
            self.blocks.append(_Block("controller-array", index, {"array": f"{self.adapter}:{number}"}))
            self.blocks[-1].flash = True
            self.reading.used.append(self.output.span(index))
        elif self.listed and key.lower() not in _READ:
            self.reading.pass_over("field of the card", self.output.span(index))
        elif key in ("Virtual Drive", "Virtual Disk") and (volume := _VOLUME.match(value)):
            self.blocks.append(_Block("controller-array", index, {"array": f"{self.adapter}:{volume['number']}"}))
        elif key == "Enclosure Device ID":
            self.blocks.append(_Block("controller-drive", index, {"usage": f"enclosure {value}"}))
        elif key == "Slot Number" and not self._awaits_slot():
            # grep left the enclosure out
            self.blocks.append(_Block("controller-drive", index, {"usage": f"slot {value}"}))
        elif self.blocks:
            self.pair(self.blocks[-1], index, key, value)

    def _awaits_slot(self) -> bool:
        """Whether the drive that is being told of has no slot yet."""
        last = self.blocks[-1] if self.blocks else None
        return last is not None and last.template == "controller-drive" and "slot" not in str(last.values.get("usage"))

    def pair(self, block: _Block, index: int, key: str, value: str) -> None:
        values = block.values
        before = dict(values)
        if block.template == "controller-drive":
            self.drive(values, index, key, value)
        elif block.flash and key != "State":
            self.reading.pass_over("cache of flash", self.output.span(index))
        elif block.template == "controller-array":
            self.volume(values, index, key, value)
        else:
            self.card(values, index, key, value)
        if values != before:
            block.last = index

    def card(self, values: Values, index: int, key: str, value: str) -> None:
        """One line about the card itself: its background work, its rates, its battery."""
        span, refusals = self.output.span(index), self.reading.refusals
        if key in ("Patrol Read Mode", "Operation Mode"):
            self.task = "patrol" if key.startswith("Patrol") else "check"
            if self.task == "patrol" and (mode := PATROL_MODES.read(value, span, refusals)):
                values["patrol-mode"] = mode
        elif key == "Current State" and self.task:
            if state := task_state(value, span, refusals):
                values[f"{self.task}-state"] = state
        elif key == "Patrol Read Execution Delay" and (hours := re.match(r"\d{1,6}", value)):
            values["patrol-interval-hours"] = float(hours[0])
        elif key in _RATES and (rate := re.match(r"(\d{1,3}) ?%", value)):
            values[_RATES[key]] = float(rate[1])
        elif key == "Product Name":
            values["model"] = value
        elif key == "FW Package Build":
            values["firmware"] = value
        else:
            self.facts[key.lower()] = value.lower()
            if key.lower() == "battery state":
                _BATTERY_STATES.read(value, span, refusals)
            if battery := _battery(self.facts):
                values["battery"] = battery
                values["battery-learning"] = self.facts.get("learn cycle active") == "yes"
            elif "battery state" in self.facts:
                values.pop("battery", None)

    def drive(self, values: Values, index: int, key: str, value: str) -> None:
        if key == "Slot Number":
            values["usage"] = f"{values['usage']} slot {value}"
        elif key == "Device Id":
            values["drive"] = f"megaraid,{value}"
        elif key in _COUNTS:
            if value.isdecimal():
                values[_COUNTS[key]] = int(value)
            else:
                self.reading.refusals.append(Refusal(self.output.span(index), f"{key}: no number"))
        elif key == "Firmware state":
            if state := DRIVE_STATES.read(value.split(",")[0], self.output.span(index), self.reading.refusals):
                values["state"] = state
        elif key == "Inquiry Data":
            values["model"] = " ".join(value.split())
        elif key == "Drive has flagged a S.M.A.R.T alert" and (
            alert := _YES_NO.read(value, self.output.span(index), self.reading.refusals)
        ):
            values["smart-alert"] = alert == "yes"

    def volume(self, values: Values, index: int, key: str, value: str) -> None:
        """One line about a volume."""
        span, refusals = self.output.span(index), self.reading.refusals
        if key == "State":
            if state := VOLUME_STATES.read(value, span, refusals):
                values["state"] = state
        elif key == "RAID Level" and (match := _LEVEL.match(value)):
            # 3 is spanned: RAID 1 over several pairs is RAID 10
            values["level"] = f"RAID-{match['primary']}{'0' if match['secondary'] == '3' else ''}"
        elif key == "Span Depth" and value.isdecimal() and int(value) > 1 and (level := values.get("level")):
            values["level"] = level if str(level).endswith("0") else f"{level}0"
        elif key in ("Current Cache Policy", "Default Cache Policy"):
            if policy := _POLICIES.read(value.split(",")[0], span, refusals):
                values["write-cache" if key.startswith("Current") else "write-cache-default"] = policy
            if policy and "if Bad BBU" in value:
                values["write-cache-forced"] = policy == "on" and "Write Cache OK" in value
        elif key == "Disk Cache Policy":
            if policy := DISK_CACHE.read(value, span, refusals):
                values["drive-cache"] = policy
        elif key == "Bad Blocks Exist":
            if answer := _YES_NO.read(value, span, refusals):
                values["bad-blocks"] = answer == "yes"
        elif key in PROGRESS and (done := re.match(r"Completed (\d{1,3}) ?%", value)):
            values["progress-percent"] = float(done[1])
            if values.get("state", "normal") == "normal":
                values["state"] = PROGRESS[key]


def task_state(text: str, span: Span, refusals: list[Refusal]) -> str:
    """Return the state of a patrol read or check as MegaCli and storcli word it; both may count its runs behind it.

    >>> [task_state(text, (1, 1), []) for text in ("Stopped", "Active 3", "Paused", "Flurbing")]
    ['stopped', 'active', 'paused', '']
    """
    return _TASK_STATES.read(re.sub(r" \d{1,9}\s*\Z", "", text), span, refusals)


def _battery(facts: dict[str, str]) -> str:
    """The battery's state from what has been said of it, "" where that does not tell."""
    said = facts.get("battery state", "")
    state = _BATTERY_STATES.of(said) if said else ""
    if facts.get("battery pack missing") == "yes" or facts.get("bbu") == "absent" or state == "absent":
        return "absent"
    worn = ("battery replacement required", "pack is about to fail & should be replaced")
    if any(facts.get(sign) == "yes" for sign in worn) or state == "failed" or facts.get("issohgood") == "no":
        return "failed"
    if facts.get("learn cycle active") == "yes" or facts.get("remaining capacity low") == "yes" or state == "charging":
        return "charging"
    # a state that is not understood outweighs a sign that nothing is wrong
    calm = state == "" and "no" in (facts.get("battery replacement required"), facts.get("remaining capacity low"))
    return "ok" if state == "ok" or calm else ""


def _read(output: Output) -> Reading:
    card = _Card(output)
    for index, line in enumerate(output.lines):
        card.line(index, line)
    reading = card.reading
    for block in card.blocks:
        if block.template == "controller-drive" and "drive" not in block.values:
            # grep left the device id out: its place is a name as well
            block.values["drive"] = block.values["usage"]
        if block.last > block.first or block.template == "controller" or block.alone:
            reading.rows.append(Row(block.template, block.values, output.span(block.first, block.last)))
    account_fields(output, reading, _PAIR, _READ, _UNUSED)
    return reading


HINTS = (
    "Enclosure Device ID", "Slot Number: ", "Virtual Drive:", "Virtual Disk:", "BBU status for Adapter",
    "Patrol Read Information", "Get BBU", "Rebuild Rate", "Operation Mode", "Rebuild Progress on Device", " on VD #", "-VD ",
    " Rate = ", "Cache Policy", "RAID Level", "Media Error Count", "Predictive Failure Count", "Firmware state", "S.M.A.R.T alert",
    "BatteryType: ", "Battery State", "Battery Pack Missing", "Battery Replacement", "Learn Cycle", "isSOHGood",
)  # fmt: skip
_EXTENT = extent_of(_OTHER, _PAIR, tells=(_KNOWN,), blanks=ANY, last=lazy(r"\s*Exit Code"))
READERS = (
    Reader("megacli", _STARTS, _EXTENT, _read, of_no_use=_OF_NO_USE),
    Reader("megacli", _ALONE, extent_of(_ALONE, _EXIT, blanks=2), _read_alone, of_no_use=(("exit code", _EXIT),)),
    Reader(
        "megacli", lazy(rf"(?:{_SURE.pattern}|{_SOFT.pattern})"), _headless_extent, _read_headless, of_no_use=_OF_NO_USE
    ),
)
