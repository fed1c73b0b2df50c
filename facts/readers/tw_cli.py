'''``tw_cli info``, ``/c0 show``, ``/c0/bbu show``, ``/c0 show all``: the 3ware controllers of AMCC and LSI.

Tables of controllers, units, ports and the battery, and lines ``/c0 Key = value``. The cache of a unit is ``ON`` or
``OFF``, on newer cards ``W``, ``RbW``, ``RiW`` with write cache and ``Ri``, ``Rb`` without. Drives go by the number by
which smartctl asks for them (``3ware,N``).

Samples::

    >>> from facts.readers import show
    >>> show("""Unit  UnitType  Status         %RCmpl  %V/I/M  Stripe  Size(GB)  Cache  AVrfy
    ... ------------------------------------------------------------------------------
    ... u0    RAID-1    REBUILDING     98%     -       -       465.651   OFF    OFF
    ...
    ... Port   Status           Unit   Size        Blocks        Serial
    ... ---------------------------------------------------------------
    ... p0     DEGRADED         u0     465.76 GB   976773168     9QM1TEST
    ... """)
    tw-cli lines 1-7 read
      controller: family=3ware name=c0 (1-1)
      controller-array: array=c0:u0 level=RAID-1 progress-percent=98 state=rebuilding write-cache=off (3-3)
      controller-drive: drive=3ware,0 state=failed usage=u0 (7-7)

    >>> show("""Name  OnlineState  BBUReady  Status    Volt     Temp     Hours  LastCapTest
    ... ---------------------------------------------------------------------------
    ... bbu   On           No        Testing   OK       OK       0      xx-xxx-xxxx
    ... """)
    tw-cli lines 1-3 read
      controller: battery=charging battery-learning=yes family=3ware name=c0 (3-3)

    >>> show("/c0/p5 Reallocated Sectors = 1206")
    tw-cli lines 1-1 read
      controller: family=3ware name=c0 (1-1)
      smart: access=3ware,5 device=3ware,5 protocol=ata reallocated-raw=1206 (1-1)
'''

from __future__ import annotations

import re

from facts.kit import ANY, account_fields, extent_of, names
from facts.patterns import lazy
from facts.reading import Output, Reader, Reading, Refusal, Row, Span
from facts.schema import Value
from facts.states import Words

_HEADER = lazy(
    r"\s*(?:Ctl +Model +|Unit +UnitType +Status|V?Port +Status +Unit|Name +OnlineState +BBUReady|Enclosure +Slots|Encl +Slots)"
)
_STARTS = lazy(
    r"\s*(?:Ctl +Model +\(?V?\)?Ports|Unit +UnitType +Status|V?Port +Status +Unit|Name +OnlineState +BBUReady"
    r"|/c\d+(?:/bbu)? (?:Driver Version|Firmware Version|Model|Status) = "
    r"|/c\d+/p\d+ (?:Status|Model|Reallocated Sectors) = )"
)
_RULE = lazy(r"\s*-{10,}\s*\Z")
_KEYED = lazy(
    r"\s*/c(?P<number>\d+)(?:(?P<part>/bbu)|/p(?P<port>\d+))? (?P<key>[A-Z][\w ()-]{1,50}?) = (?P<value>\S(?:.*\S)?)\s*\Z"
)
_ROW = lazy(r"\s*(?:c\d+|u\d+(?:-\d+)*|p\d+|bbu|/c\d+/e\d+)\s")
# the lists of the command line's guide
_STATES = Words(
    {
        "normal": "OK|VERIFY-PAUSED", "degraded": "DEGRADED", "failed": "INOPERABLE", "checking": "VERIFYING",
        "rebuilding": "REBUILDING|REBUILD-PAUSED|REBUILD-VERIFY|RECOVERY", "initializing": "INITIALIZING|INIT-PAUSED",
        "migrating": "MIGRATING|MIGRATE-PAUSED",
    },
    silent="UNKNOWN|-",
)  # fmt: skip
_DRIVES = Words(
    {
        "ok": "OK|VERIFYING|INITIALIZING|MIGRATING|SMART-FAILURE|ECC-ERROR", "absent": "NOT-PRESENT|DRIVE-REMOVED",
        "failed": "DEGRADED|DEVICE-ERROR|NOT-SUPPORTED", "rebuilding": "REBUILDING", "spare": "SPARE",
    },
    silent="UNKNOWN|-",
)  # fmt: skip
# A weak battery still backs the cache, by the maker's guide; it is to be replaced soon.
_BATTERY = Words(
    {
        "ok": "OK|WeakBat", "charging": "Charging", "testing": "Testing", "failed": "Fault|Error|Failed",
        "absent": "Not Present|-",
    },
    silent="Unknown|N/A",
)  # fmt: skip
_UNUSED = names(
    """Driver Version|Firmware Version|Available Memory|Memory Installed|Bios Version|Boot Loader Version|Serial Number|PCB Version
    |PCHIP Version|ACHIP Version|Number of Ports|Number of Drives|Number of Units|Total Optimal Units|Not Optimal Units|Active Drives
    |Active Units|Max Drives Per Controller|Max Units|JBOD Export Policy|Disk Spinup Policy|Spinup Stagger Time Policy (sec)
    |Auto-Carving Policy|Auto-Carving Size|Auto-Rebuild Policy|Auto-Detect Policy|Rebuild Rate|Rebuild Mode|Verify Rate|Verify Mode
    |Controller Bus Type|Controller Bus Width|Controller Bus Speed|Controller Phys|Connections|Drives|Units|Temperature|CLI Version
    |API Version|Online State|BBU Ready|Battery Voltage|Battery Voltage Status|Battery Temperature|Battery Temperature Status
    |Battery Temperature Value|Estimated Backup Capacity|Last Capacity Test|Battery Installation Date|Battery Installation Status
    |Bootloader Version|PCB Revision|Battery Voltage Value|On-Board Temperature|Identify|Serial|Capacity|Power On Hours|Spindle Speed
    |Link Speed Supported|Link Speed|NCQ Supported|NCQ Enabled|Identify Status|Belongs to Unit|Drive Type|Interface Type|Drive Ports
    |Drive Connections|WWN|SAS Address"""
)
_CACHES = Words({"on": "ON|W|RbW|RiW", "off": "OFF|Rb|Ri"}, silent="-|N/A")


class _Cards:
    def __init__(self, output: Output) -> None:
        self.output = output
        asked = re.search(r"/?\bc(\d+)\b", output.command)
        self.name = f"c{asked[1]}" if asked else "c0"
        self.cards: dict[str, tuple[dict[str, Value | bool], list[int]]] = {}
        self.rows: list[Row] = []
        self.refusals: list[Refusal] = []
        self.used: list[Span] = []

    def put(self, index: int, slot: str, value: Value | bool) -> None:
        self.used.append(self.output.span(index))
        values, seen = self.cards.setdefault(self.name, ({"name": self.name, "family": "3ware"}, []))
        values[slot] = value
        seen.append(index)

    def battery(self, index: int, text: str) -> None:
        self.used.append(self.output.span(index))
        if state := _BATTERY.read(text, self.output.span(index), self.refusals):
            self.put(index, "battery", "charging" if state == "testing" else state)
            if state == "testing":
                self.put(index, "battery-learning", True)

    def keyed(self, index: int, match: re.Match[str]) -> None:
        self.name = f"c{match['number']}"
        if match["port"]:
            self.port(index, f"3ware,{match['port']}", match["key"], match["value"])
        elif match["part"] and match["key"] in ("Status", "Battery Status"):
            self.battery(index, match["value"])
        elif not match["part"] and match["key"] == "Model":
            self.put(index, "model", match["value"])
        elif not match["part"] and match["key"] == "Firmware Version":
            self.put(index, "firmware", match["value"])

    def port(self, index: int, drive: str, key: str, value: str) -> None:
        span = self.output.span(index)
        if key == "Reallocated Sectors" and value.isdecimal():
            values: dict[str, Value | bool] = {
                "device": drive,
                "access": drive,
                "protocol": "ata",
                "reallocated-raw": int(value),
            }
            self.rows.append(Row("smart", values, span))
        elif key == "Model":
            self.rows.append(Row("controller-drive", {"drive": drive, "model": value}, span))
        elif key == "Status" and (state := _DRIVES.read(value, span, self.refusals)):
            told: dict[str, Value | bool] = {"drive": drive, "state": state}
            self.rows.append(
                Row("controller-drive", told | ({"smart-alert": True} if value == "SMART-FAILURE" else {}), span)
            )
        else:
            return
        self.used.append(span)

    def row(self, index: int, head: list[str], words: list[str]) -> None:
        if head[0] == "Ctl":
            self.name = words[0]
            self.put(index, "model", words[1])
            if "BBU" in head and len(words) == len(head):
                self.battery(index, words[-1])
        elif head[0] == "Unit":
            self._unit(index, head, words)
        elif head[0] in ("Port", "VPort") and words[0][1:].isdecimal():
            values: dict[str, Value | bool] = {"drive": f"3ware,{words[0][1:]}", "usage": words[2]}
            if state := _DRIVES.read(words[1], self.output.span(index), self.refusals):
                values["state"] = state
            if words[1] == "SMART-FAILURE":
                values["smart-alert"] = True
            if head[-1] == "Model" and len(words) > 8:
                values["model"] = " ".join(words[8:])
            self.rows.append(Row("controller-drive", values, self.output.span(index)))
        elif head[0] == "Name" and len(words) > 3:
            self.battery(index, words[3])

    def _unit(self, index: int, head: list[str], words: list[str]) -> None:
        """A unit; its parts (``u0-1``) have lines of their own and are not read."""
        if "-" in words[0]:
            return
        values: dict[str, Value | bool] = {"array": f"{self.name}:{words[0]}"}
        if words[1].startswith("RAID-"):
            values["level"] = words[1]
        span = self.output.span(index)
        if state := _STATES.read(words[2], span, self.refusals):
            values["state"] = state
        done = next((w for w in words[3:5] if re.match(r"\d{1,3}%", w)), "")
        if done and state not in ("", "normal", "degraded"):
            values["progress-percent"] = float(done.partition("%")[0])
        at = head.index("Cache") if "Cache" in head and words[1] != "SPARE" else len(words)
        if at < len(words) and (cache := _CACHES.read(words[at], span, self.refusals)):
            values["write-cache"] = cache
        self.rows.append(Row("controller-array", values, span))


def _read(output: Output) -> Reading:
    cards = _Cards(output)
    head: list[str] = []
    for index, line in enumerate(output.lines):
        if _HEADER.match(line):
            head = line.split()
        elif match := _KEYED.match(line):
            cards.keyed(index, match)
        elif head and _ROW.match(line) and len(words := line.split()) > 2:
            cards.row(index, head, words)
    if not cards.cards:
        cards.put(0, "family", "3ware")
    found = [
        Row("controller", values, output.span(min(seen) if len(seen) > 1 else 0, max(seen)))
        for values, seen in cards.cards.values()
    ]
    reading = Reading([*found, *cards.rows], cards.refusals, used=cards.used)
    account_fields(output, reading, _KEYED, frozenset(), _UNUSED)
    return reading


HINTS = (
    " Driver Version = ",
    " Firmware Version = ",
    " Model = ",
    " Status = ",
    " Reallocated Sectors = ",
    "UnitType",
    "NotOpt",
    "OnlineState",
    "VPort",
    "Port   Status",
)
READERS = (
    Reader(
        "tw-cli",
        _STARTS,
        extent_of(_HEADER, _RULE, _KEYED, _ROW, head=_STARTS, least=0, blanks=ANY, most=5_000),
        _read,
        of_no_use=(
            ("heading", _HEADER),
            ("part of a unit", lazy(r"\s*u\d+(?:-\d+)+\s+(?:DISK|RAID-\d+)\s")),
            ("enclosure", lazy(r"\s*/c\d+/e\d+\s+\d+\s")),
        ),
    ),
)
