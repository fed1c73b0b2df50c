'''``storcli /c0 show all``, ``/c0/vall show all``, ``/c0/cv show all``, ``/c0/bbu show all``: a MegaRAID card; perccli too.

Tables between rules of dashes, and ``key = value``. The column Cache of the list of volumes is what holds now (``WB``,
``WT``, ``AWB`` always, behind ``R`` or ``NR`` for reading ahead), ``Write Cache(initial setting)`` what was set. The
battery stands below ``BBU_Info`` or ``Cachevault_Info``, as a table of one row or as properties. Older versions print no
line ``CLI Version``.

Samples::

    >>> from facts.readers import show
    >>> show("""Controller = 0
    ... Status = Success
    ... Description = None
    ...
    ... VD LIST :
    ... =======
    ...
    ... ---------------------------------------------------------------
    ... DG/VD TYPE  State Access Consist Cache Cac sCC       Size Name
    ... ---------------------------------------------------------------
    ... 0/0   RAID5 Optl  RW     Yes     RWTD  -   ON    2.181 TB data
    ... ---------------------------------------------------------------
    ...
    ... Cachevault_Info :
    ... ===============
    ...
    ... ------------------------------------
    ... Model  State  Temp Mode MfgDate
    ... ------------------------------------
    ... CVPM02 Failed 31C  -    2014/12/21
    ... ------------------------------------
    ... """)
    storcli lines 1-21 read
      controller: battery=failed family=megaraid name=adapter 0 (20-20)
      controller-array: array=0:0 level=RAID-5 state=normal write-cache=off (11-11)

    >>> show("""CLI Version = 007.1211.0000.0000 Nov 07, 2019
    ... Controller = 0
    ... Status = Success
    ... Description = None
    ...
    ... Controller Properties :
    ... =====================
    ...
    ... ---------------------------------------------
    ... Ctrl_Prop               Value
    ... ---------------------------------------------
    ... PR Mode                 Auto
    ... PR Current State        Active 0
    ... ---------------------------------------------
    ... """)
    storcli lines 1-14 read
      controller: family=megaraid name=adapter 0 patrol-mode=auto patrol-state=active (12-13)
'''

from __future__ import annotations

import re
from collections.abc import Sequence

from facts.kit import account_field, names
from facts.patterns import lazy
from facts.readers._storcli_card import READ, Card
from facts.reading import Output, Reader, Reading, Refusal, Span, prompt_of

# what stands above the details of one drive; shells and greps cut them out of the whole
_OF_DRIVE = r"Drive /c(?P<card>\d+)(?:/e(?P<enclosure>\d+))?/s(?P<slot>\d+)(?: [\w/ -]{1,40})? ?:\s*\Z"
_DETAILS = lazy(rf"\s*{_OF_DRIVE}")
_DRIVE_COUNT = lazy(r"\s*(?:Media Error Count|Predictive Failure Count|S\.M\.A\.R\.T alert flagged by drive) = ")
_STARTS = lazy(
    rf"\s*+(?:{_OF_DRIVE}"
    r"|CLI Version = |Controller = \d+\s*\Z|Generating detailed summary of the adapter"
    r"|(?:BBU|Cachevault)_Info :|(?:VD|PD) LIST :|Virtual Drives :\s*\Z|VD Operation Status :|System Overview :"
    r"|VD Operation Progress% |Drive-ID +Progress% |/c\d+/e\w+/s\d+ +(?:-|\d{1,3} ?%?) +(?:Not in|In) [Pp]rogress"
    r"|Ctl +Model +Ports |DG/VD +TYPE +State|EID:Slt +[DP]ID +State"
    r"|\d+/\d+ +RAID\d+ +\w+ +R[WO] +(?:Yes|No) |(?:\d[\d ]*)?:\d+ +\d+ +(?:Onln|Offln|UGood|UBad|GHS|DHS|Rbld|Failed|Msng|JBOD) )"
)
# a row that grep left of a table
_VOLUME_ROW = lazy(r"\s*\d+/(?P<number>\d+) +RAID\d+ +\w+ +R[WO] +(?:Yes|No) +(?:NR|R)?(?:AWB|FWB|WB|WT)[DC]?\s")
_OF_VOLUME = ("DG/VD", "TYPE", "State", "Access", "Consist", "Cache")
_RULE = lazy(r"\s*-{12,}\s*\Z")
_HEADER = lazy(
    r"\s*(?:DG/VD|EID:Slt|Model +State|Property|Ctrl_Prop|Policy|VD Operation(?! Status)|Drive-ID|Ctl +Model)\b"
)
_SECTION = lazy(r"\s*(?P<name>[/A-Z][\w /]{1,60}?) ?:\s*\Z")
_UNDERLINE = lazy(r"\s*={3,}\s*\Z")
_KEYED = lazy(r"\s*(?P<key>[A-Za-z][\w .()/&#-]{1,60}?) ?= ?(?P<value>(?:.*\S)?)\s*\Z")
_LEGEND = lazy(r"\s*(?:(?:\S+|LU/NS Count)[=-][\w /]+\||[A-Z]\w{0,7}=[A-Z][\w ]*\Z)")
_NUMBERED = lazy(r"/c\d+/v(?P<path>\d+)\Z|VD ?(?P<number>\d+) Properties\Z")
_CONTROLLER = lazy(r"\s*Controller = (?P<number>\d+)\s*\Z")
_MODE = lazy(r"\s*Mode \d: ")  # of the battery's learn cycles, explained below the table
_ABSENT = lazy(r".*(?:Battery|Cachevault|BBU) is absent", re.IGNORECASE)
_PROPERTY = lazy(r"\s*(?P<key>[A-Za-z_][\w .()/&-]{1,50}?)\s{2,}(?P<value>\S(?:.*\S)?)\s*\Z")
_TIGHT = lazy(
    r"\s*(?P<key>(?:PR|CC) [A-Z][a-z]\w*(?: \w+)?|(?:Battery )?(?:State|Pack Missing)|(?:Battery )?[Rr]eplacement required"
    r"|Learn Cycle Active|(?:\w+ ){1,2}Rate|\w+rate"
    r"|Interrupt Throttle (?:Active Count|Completion)) (?P<value>\S+(?: \d+)?(?: hours?| us)?)\s*\Z"
)
_DRIVE = lazy(
    r"\s*+(?P<place>(?:\d[\d ]*)?:\d+)\s+(?P<DID>\d+|-)\s+(?P<State>\S+)\s+(?P<DG>-|F|\d+)\s+[\d.]+ [KMGTP]B\s+\S+\s+\S+\s+\S+\s+\S+"
    r"\s+\d+ ?K?i?B\s+(?P<Model>\S(?:.*?\S)??)\s+(?:[UDTF]\S*)(?:\s+\S+)?\s*\Z"
)
_DRIVE_2 = lazy(
    r"\s*+(?P<place>(?:\d[\d ]*)?:\d+)\s+(?:\d+|-)\s+(?P<kind>[A-Za-z]+)\s+(?P<status>[A-Za-z]+)\s+(?:-|F|\d+)\s+[\d.]+ [KMGTP]i?B"
    r"\s+\S+\s+\S+\s+\S+\s+\d+ ?K?i?B\s+(?P<model>\S(?:.*?\S)??)\s+[UDTF]\S*\s+\d+\s+\S+\s*\Z"
)
_PROGRESS = lazy(r"\s*(?P<number>\d+) (?P<name>CC|BGI|INIT|Migrate|\S+)\s+(?P<percent>\d{1,3}) ?%?\s+In [Pp]rogress")
_REBUILD = lazy(r"\s*/c\d+/e(?P<enclosure>\d+|x)/s(?P<slot>\d+)\s+(?P<percent>\d{1,3}) ?%?\s+In [Pp]rogress")
_MORE = lazy(
    r"\s*(?:Generating detailed|Enclosures? = |Mode \d: |\d+\+? ?Hrs|Note: |\* ?\w|\w[\w ]{0,30}\|[\w=]"
    r"|[A-Z][\w ]{2,40} :\s*\Z|Write\|HD|Check Consistency\s*\Z"
    r"|(?:[0-9a-f]{2} ){7})"  # the inquiry's bytes
)


# key = value below these says what the card can do and how it is set
_ABOUT_THE_CARD = names(
    """Basics|Version|Bus|HwCfg|Capabilities|Policies|Policies Table|Boot|High Availability|Defaults|Scheduled Tasks
    |Supported Adapter Operations|Supported PD Operations|Supported VD Operations|Advanced Software Option|Advanced Software Options
    |Security Protocol properties
    |Pending Images in Flash|Personality Information|Profile Properties|Port Information|Enterprise Key management|PCI Version"""
)
_UNUSED = names(
    """CLI Version|Operating system|Controller|Controller Time|Status Code|Status|Description|Number of Controllers|Host Name|Product Name
    |Model|Serial Number|PCI Address|System Time|FW Version|BIOS Version|Driver Name|Driver Version|Mfg. Date|Rework Date|Revision No
    |Current Personality|Vendor Id|Device Id|SubVendor Id|SubDevice Id|Host Interface|Device Interface|Bus Number|Device Number
    |Function Number|Domain ID|Security Protocol|Drive Groups|Virtual Drives|Physical Drives|JBOD Drives|Enclosures|BBU|Cachevault
    |SAS Address|Memory Correctable Errors|ECC Bucket Count|BBU Status|PD Firmware Download in progress|Support PD Firmware Download
    |SSC Policy is WB|Bios was not detected during boot|Shield Counter|Other Error Count|Drive Temperature|SN|Manufacturer Id
    |Model Number|NAND Vendor|WWN|Firmware Revision|Firmware Release Number|Raw size|Coerced size|Non Coerced size|Device Speed
    |Link Speed|NCQ setting|Write Cache|Sector Size|Logical Sector Size|Physical Sector Size|Connector Name|Drive position
    |Enclosure position|Connected Port Number|Sequence Number|Commissioned Spare|Emergency Spare|Last Predictive Failure Event Sequence Number
    |Successful diagnostics completion on|FDE Type|SED Capable|SED Enabled|Secured|Cryptographic Erase Capable|Sanitize Support|Locked
    |Needs EKM Attention|PI Eligible|Drive is formatted for PI|PI type|Number of bytes of user data in LBA|Certified|Wide Port Capable
    |Unmap capable|Unmap capable LDs|Multipath|Port Information|Inquiry Data|Strip Size|Number of Blocks|VD has Emulated PD|Span Depth
    |Number of Drives Per Span|Encryption|Data Protection|Exposed to OS|OS Drive Name|Creation Date|Creation Time|Emulation type
    |Cachebypass size|Cachebypass Mode|Is LD Ready for OS Requests|SCSI NAA Id|SCSI Unmap|Unmap Enabled|Number of VDs
    |PR iterations completed|PR Next Start time|PR on SSD|PR Excluded VDs|PR MaxConcurrentPd|CC Operation Mode|CC Execution Delay
    |CC Next Starttime|CC Number of iterations|CC Number of VD completed|CC Excluded VDs|Predictive Fail Poll Interval
    |Interrupt Throttle Active Count|Interrupt Throttle Completion|BGI Rate|BGI rate|Reconstruction Rate|Cache Flush Interval|Type
    |Temperature|Mfg Date|NVCache State|No space to cache offload|Module microcode update required|Voltage|Current|Charging Status
    |Learn Cycle Requested|Learn Cycle Status|Learn Cycle Timeout|I2C Errors Detected|Remaining Capacity Low|Periodic Learn Required
    |Transparent Learn|Cache Offload premium feature required|Relative State of Charge|Charger System State|Charger System Ctrl
    |Charging current|Absolute state of charge|Max Error|Remaining Capacity|Full Charge Capacity|Discharging|Fully Discharged
    |Fully Charged|Initialized|Remaining Time Alarm|Discharge Terminated|Over Temperature|Charging Terminated|Over Charged
    |Date of Manufacture|Design Capacity|Design Voltage|Specification Info|Pack Stat Configuration|Manufacture Name|Device Name
    |Device Chemistry|Battery FRU|Auto Learn Period|Next Learn time|Learn Delay Interval|Auto-Learn Mode|BBU Mode|Capacitance
    |Rated Capacity|Pack Energy|Bbu Mode|Battery backup charge time|Current Time|Firmware Version|Module Version|Config ID|support EKM
    |At least one PFK exists in NVRAM"""
)
_CALM = {
    "controller status": "Optimal|OK", "memory uncorrectable errors": "0", "any offline vd cache preserved": "No",
    "controller must be rebooted to complete security operation": "No", "a rollback operation is in progress": "No",
    "controller has booted into safe mode": "No", "controller shutdown required": "No", "lock key assigned": "No",
    "failed to get lock key on bootup": "No", "lock key has not been backed up": "No",
    "controller has booted into certificate provision mode": "No",
}  # fmt: skip
_OF_NO_USE = (
    ("heading", _HEADER),
    ("heading", lazy(
        r"\s*(?:DG +Arr|EID +State|Port +Status|Ctrl +Status|Generating detailed summary|Adv S/W Opt +Time Remaining|Prop +Description)\b"
    )),
    ("heading", lazy(
        r"\s*(?:/c\d+(?:/v\d+)?|(?:VD|PD|Enclosure|JBOD) LIST|TOPOLOGY|Virtual Drives|Physical Drives|Drive Information|System Overview"
        r"|Detailed Status|Controller Properties|Policies Table|VD Operation Status|PDs for VD \d+|VD\d+ Properties|Basics|Version|Bus"
        r"|Status|PCI Version|(?:Enclosure|Physical Device) Information|HwCfg|Capabilities"
        r"|Policies|Boot|High Availability|Defaults|Scheduled Tasks|Supported (?:Adapter|PD|VD) Operations"
        r"|Advanced Software Options?|Security Protocol properties|Port Information|Pending Images in Flash|BBU_\w+|Cachevault_Info"
        r"|(?:BBU_)?Firmware_Status|GasGaugeStatus|Drive /c\d+(?:/e\d+)?/s\d+[\w /-]*) ?:\s*\Z"
    )),
    ("legend", lazy(r"\s*(?:[\w./&# *-]{1,24}[=-][\w ./()&+-]{1,60}\||Write\||[A-Z]\w{0,7}=[A-Z][\w ]+\Z|Check Consistency\s*\Z)")),
    ("modes of learning, explained", _MODE),
    ("field of no use", lazy(r"\s*(?:PR iterations completed \d+|Temperature \d+ ?C)\s*\Z")),
    ("part of a group, whose volume tells its state", lazy(
        r"\s*(?:\d+|-) +(?:\d+|-) +(?:\d+|-) +\S+ +(?:\d+|-) +(?:RAID\d+|DRIVE) +(?:Optl|Onln|Dgrd|Pdgd|Rbld|OfLn|Offln|Msng|Rec)\s"
    )),
    ("software option", lazy(r"\s*[A-Z][\w /.-]{2,40}? +(?:Unlimited(?: \(\w+\))?|\d+ \w+) +-?\s*\Z")),
    ("software option", lazy(r"\s*ASO opt +No Advanced Software Options activated\s*\Z")),
    ("enclosure", lazy(r"\s*\d+ +OK +\d+ +\d+ ")),
    ("port", lazy(r"\s*\d+ +\w+ +[\d.]+Gb/s +\S+\s*\Z")),
    ("why the command failed", lazy(r"\s*\d+ +Failed +\S+ ")),
    ("nothing runs", lazy(r"\s*(?:\d+ [A-Za-z]\S*|/c\d+/e\w+/s\d+) +- +Not in progress ")),
    ("inquiry", lazy(r"\s*(?:[0-9a-f]{2} ){7}")),
)  # fmt: skip


def _belongs(line: str, in_table: bool) -> bool:
    return bool(
        in_table or _RULE.match(line) or _UNDERLINE.match(line) or _SECTION.match(line) or _KEYED.match(line)
        or _LEGEND.match(line) or "|" in line or _MORE.match(line) or _DETAILS.match(line)
    )  # fmt: skip


def _goes_on(above: str, line: str) -> bool:
    """A list as a value (the levels of RAID that a card can do) runs over several lines; each but the last ends in a comma."""
    return above.rstrip().endswith(",") and line[:1].isalnum() and _KEYED.match(line) is None


def _extent(lines: Sequence[str], start: int, command: str) -> tuple[int, int] | None:
    end = start + 1
    # a table has three rules: above its header, below it, and below its last row
    rules = 1 if _HEADER.match(lines[start]) else 0
    for index in range(start + 1, min(len(lines), start + 20_000)):
        line = lines[index]
        if not line.strip():
            continue
        rules += _RULE.match(line) is not None
        inside = rules % 3 != 0 or _is_row(line)
        if prompt_of(line) is not None or not (_belongs(line, inside) or _goes_on(lines[index - 1], line)):
            break
        end = index + 1
    found = "\n".join(lines[start : min(end, start + 60)])
    known = (
        "CLI Version",
        "Status = ",
        "DG/VD",
        "EID:Slt",
        "_Info",
        "Model  State",
        "VD Operation Progress%",
        "n progress",
        "n Progress",
        "Ctl Model",
    )
    if any(mark in found for mark in known):
        return start, end
    told = (_VOLUME_ROW, _DRIVE, _DRIVE_COUNT)
    return (start, end) if any(form.match(line) for line in lines[start:end] for form in told) else None


def _is_row(line: str) -> bool:
    return bool(re.match(r"\s*+(?:\d+/\d+ +RAID|(?:\d[\d ]*)?:\d+ +\d+ )", line))


class _Text:
    """Walks the lines of one output; a table's columns are known by its header."""

    def __init__(self, output: Output) -> None:
        self.output = output
        self.cards: dict[str, Card] = {}
        self.card = self._of("0", new=False)
        self.section = self.header = ""
        self.place: tuple[str, str] | None = None  # enclosure and slot of the drive that is told of
        self.fields: list[tuple[Span, re.Match[str]]] = []
        self.about: list[Span] = []  # what the card can do
        self.reading = Reading()
        self.refusals = self.reading.refusals

    def _of(self, number: str, new: bool = True) -> Card:
        card = self.cards.get(number) or Card(number)
        if new:
            self.cards[number] = card
        return card

    def line(self, index: int, line: str) -> None:
        span = self.output.span(index)
        if _RULE.match(line) or _UNDERLINE.match(line) or not line.strip():
            return
        if _CONTROLLER.match(line) or _DETAILS.match(line) or _ABSENT.match(line):
            self.reading.used.append(span)
        if match := _CONTROLLER.match(line):
            self.card = self._of(match["number"])
            self.header, self.place = "", None
        elif match := _DETAILS.match(line):
            self.card = self._of(match["card"])
            self.section, self.header, self.place = "", "", (match["enclosure"] or "", match["slot"])
        elif match := _SECTION.match(line):
            self.section, self.header, self.place = match["name"], "", None
        elif _HEADER.match(line):
            self.header = line
        elif _ABSENT.match(line):
            self._known().put("battery", "absent", span)
        elif match := _KEYED.match(line):
            self._keyed(match["key"], match["value"], span)
            if self.section.lower() in _ABOUT_THE_CARD and match["key"][:1].isupper():
                self.about.append(span)
            elif not _LEGEND.match(line):
                self.fields.append((span, match))
        elif not _LEGEND.match(line):
            self._row(line, span)

    def _known(self) -> Card:
        return self.cards.setdefault(self.card.number, self.card)

    def _keyed(self, key: str, value: str, span: Span) -> None:
        if self.place is not None:
            self._known().drive_property(*self.place, key, value, span)
        elif match := _NUMBERED.match(self.section):
            self._known().volume_property(match["path"] or match["number"], key, value, span)
        elif key in ("Product Name", "Model") and value and "battery" not in self.section.lower():
            self._known().put("model", value, span)
        elif key in ("FW Package Build", "Firmware Package Build"):
            self._known().put("firmware", value, span)

    def _row(self, line: str, span: Span) -> None:
        card, head, words = self._known(), self.header.split(), line.split()
        if not head:
            self._grepped(line, words, span)
            return
        if head[0] == "DG/VD" and len(words) >= 6:
            row = dict(zip(head[:6], words, strict=False))
            # version 2 has a column for what holds and one for what was set, with a comma
            card.volume(row | ({"Cache": now.replace(",", "")} if (now := row.get("CurrentCache")) else {}), span)
        elif head[0] == "EID:Slt":
            if match := _DRIVE.match(line):
                card.drive(match.groupdict() | {"EID:Slt": match["place"]}, span)
            elif match := _DRIVE_2.match(line):
                card.drive_2(match["place"], match["kind"], match["status"], match["model"], span)
            elif re.match(r"\s*+(?:\d[\d ]*)?:\d+\s", line):
                self.refusals.append(Refusal(span, "not a row of the list of drives"))
        elif head[:2] == ["Model", "State"] and "_Info" in self.section:
            if not _MODE.match(line):
                state = re.match(r"\s*\S+\s+(\S+(?: \([\w ]+\))?)", line)
                card.battery(state[1] if state else "", span)
        elif head[0] == "Ctl" and "BBU" in head and len(words) > len(head) - head.index("BBU"):
            self.card = self._of(words[0]) if words[0].isdecimal() else card
            self.card.battery(words[head.index("BBU") - len(head)], span)
        elif head[:2] == ["VD", "Operation"] and (match := _PROGRESS.match(line)):
            percent = re.match(r"(\d+)", match["percent"])
            card.volume_operation(match["number"], match["name"], percent, span)
        elif head[0] == "Drive-ID" and (match := _REBUILD.match(line)):
            place = f"enclosure {match['enclosure']} slot {match['slot']}"
            card.drives[place] = ({"drive": place, "usage": place, "state": "rebuilding"}, [span])
        elif match := _PROPERTY.match(line) or _TIGHT.match(line):
            self.fields.append((span, match))
            if re.search(r"_Info|Firmware_Status|GasGauge", self.section):
                card.battery_property(match["key"], match["value"], span)
            else:
                card.property(match["key"], match["value"], span)

    def _grepped(self, line: str, words: list[str], span: Span) -> None:
        """A row without the header of its table; settings that follow are of that volume."""
        card = self._known()
        if match := _VOLUME_ROW.match(line):
            card.volume(dict(zip(_OF_VOLUME, words, strict=False)), span)
            self.section = f"VD{match['number']} Properties"
        elif match := _DRIVE.match(line):
            card.drive(match.groupdict() | {"EID:Slt": match["place"]}, span)


def _read(output: Output) -> Reading:
    text = _Text(output)
    above, goes_on = "", False
    for index, line in enumerate(output.lines):
        goes_on = _goes_on(above, line) and (goes_on or _KEYED.match(above) is not None)
        if goes_on:
            text.about.append(output.span(index))
        else:
            text.line(index, line)
        above = line
    reading, cards = text.reading, text.cards.values()
    reading.rows = [row for card in cards for row in card.rows(output)]
    reading.used += [span for card in cards for span in card.cited()]
    reading.passed["field of the card"] = text.about
    taken = {first for first, _ in reading.used}
    for span, match in text.fields:
        if span[0] not in taken:
            account_field(reading, match, span, READ, _UNUSED, _CALM)
    if reading.rows and all(set(row.values) <= {"name", "family"} for row in reading.rows):
        failed = next((n for n, line in enumerate(output.lines) if re.match(r"\s*Status = Fail", line)), None)
        if failed is not None:
            return Reading(
                refusals=[Refusal(output.span(failed), "the command failed")], used=reading.used, passed=reading.passed
            )
    reading.refusals.extend(refusal for card in cards for refusal in card.refusals)
    return reading


HINTS = (
    "CLI Version = ", "Controller = ", "_Info :", " LIST :", "Virtual Drives :", "Operation Progress%", "Ctl Model ",
    "DG/VD", "EID:Slt", "Drive /c", "Drive-ID", "n progress", "n Progress",
    *(f" RAID{level} " for level in (*range(10), "00", 10, 50, 60)),
    " Onln ", " Rbld ", " Offln ", " UGood ", " UBad ", " GHS ", " DHS ", " JBOD ", " Msng ",
)  # fmt: skip
READERS = (Reader("storcli", _STARTS, _extent, _read, of_no_use=_OF_NO_USE),)
