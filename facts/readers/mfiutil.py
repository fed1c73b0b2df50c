"""``mfiutil show battery``, ``cache``, ``show volumes``, ``show patrol``, ``show progress``: MegaRAID cards on FreeBSD (``mfi``, ``mrsas``).

The settings of a volume's cache are the default ones; where the present ones differ, a line of its own says why. The column
``Cache`` of the volumes tells what of I/O is cached, not whether writes are acknowledged early: it is left out.

Samples::

    >>> from facts.readers import show
    >>> show('''mfi0 volume mfid0 cache settings:
    ...              I/O caching: writes
    ...            write caching: write-back
    ... write cache with bad BBU: disabled
    ...               read ahead: none
    ...        drive write cache: default
    ... Cache disabled due to dead battery or ongoing battery relearn
    ... ''')
    mfiutil lines 1-7 read
      controller: family=megaraid name=mfi0 (1-1)
      controller-array: array=mfid0 drive-cache=default write-cache=off write-cache-default=on (1-7)
      system: os=freebsd (1-1)

    >>> show('''mfi0: Battery State:
    ...       Current Charge: 71%
    ...               Status: CHARGE_ACTIVE
    ...                State: good
    ... ''')
    mfiutil lines 1-4 read
      controller: battery=charging family=megaraid name=mfi0 (1-4)
      system: os=freebsd (1-1)

    >>> show('''mfi0 Volumes:
    ...   Id     Size    Level   Stripe  State   Cache   Name
    ...  mfid0 (  136G) RAID-1      64K OPTIMAL Disabled <>
    ...  mfid1 ( 5587G) RAID-5      64K DEGRADED Writes  <data>
    ... ''')
    mfiutil lines 1-4 read
      controller: family=megaraid name=mfi0 (1-1)
      controller-array: array=mfid0 level=RAID-1 state=normal (3-3)
      controller-array: array=mfid1 level=RAID-5 state=degraded (4-4)
      system: os=freebsd (1-1)

    >>> show('''drive 3 (E1:S3) Patrol Read: 43.10% complete, after 9120s finished in 3:21:10
    ... volume mfid1 Consistency Check: 12.00% complete
    ... ''')
    mfiutil lines 1-2 read
      controller: family=megaraid name=mfi0 patrol-state=active (1-1)
      controller-array: array=mfid1 progress-percent=12 state=checking (2-2)
      system: os=freebsd (1-1)
"""

from __future__ import annotations

import re
from itertools import pairwise

from facts.kit import Values, extent_of
from facts.patterns import lazy, unnamed
from facts.reading import Output, Reader, Reading, Row
from facts.states import Words

_HEAD = lazy(
    r"\s*(?P<card>m(?:fi|rsas)\d+)(?:: (?P<battery>Battery State|No battery present)\b:?| volume (?P<volume>\S+) cache settings:"
    r"| (?P<list>Volumes|Physical Drives|Adapter|Configuration|Battery State):)\s*\Z"
)
_PATROL_HEAD = lazy(r"\s*Operation Mode: (?P<mode>auto|manual|disabled)\s*\Z")
_PROGRESS = lazy(
    r"\s*(?:volume (?P<volume>mfid\S*)|drive +(?P<drive>\d+ ?\([^)]{1,20}\)|\S+)) +(?P<work>Consistency Check|Background Init"
    r"|Foreground Init|Reconstruction|Rebuild|Patrol Read|Clear): (?P<percent>\d+(?:\.\d+)?)% complete\b.*\Z",
    re.IGNORECASE,
)
_IDLE = lazy(r"\s*No activity in progress for adapter m(?:fi|rsas)\d+\s*\Z")
_VOLUME = lazy(
    r"\s*(?P<name>mfid\d+"
    r"|\d+) \( *\d+[KMGT]?\) (?P<level>[A-Z]+-?\d+)\s+\S+\s+(?P<state>[A-Z]+(?: [A-Z]+)?)\s+(?:Enabled|Disabled|Reads|Writes)\b.*\Z"
)
_DRIVE = lazy(r"\s*(?P<name>\d+) \( *\d+[KMGT]?\) (?P<state>[A-Z]+(?: [A-Z]+)?)(?: \d+%)? <(?P<model>[^>]{1,80})>.*\Z")
_GONE = lazy(r"\s*Cache disabled due to dead battery or ongoing battery relearn\s*\Z")
_FIELD = lazy(
    r"\s*(?P<key>[A-Z/][\w /]{2,40}|write cach\w+(?: with bad BBU)?|read ahead|drive write cache):\s+(?P<value>\S.*?)\s*\Z",
    re.IGNORECASE,
)
_COLUMNS = lazy(r"\s*Id\s+Size\s+Level\s+Stripe\s+State\s+Cache\s+Name\s*\Z")
_STATES = Words(
    {
        "normal": "OPTIMAL", "degraded": "DEGRADED|PARTIALLY DEGRADED|PART DEGRADED|PDEGRADED", "failed": "OFFLINE",
    },
    silent="",
)  # fmt: skip
_DRIVES = Words(
    {
        "ok": "ONLINE|JBOD", "failed": "FAILED|OFFLINE|UNCONFIGURED BAD|MISSING", "rebuilding": "REBUILD",
        "spare": "HOT SPARE", "free": "UNCONFIGURED GOOD|UNCONFIGURED",
    },
    silent="COPYBACK|SYSTEM",
)  # fmt: skip
_WORK = {
    "consistency check": "checking", "background init": "initializing", "foreground init": "initializing",
    "reconstruction": "migrating",
}  # fmt: skip
_CACHES = {"write-back": "on", "write-through": "off"}
_DRIVE_CACHES = {"enabled": "on", "disabled": "off", "default": "default"}
_PATROL = {"active": "active", "stopped": "stopped", "ready": "stopped", "aborted": "stopped"}
_MODES = {"auto": "auto", "manual": "manual", "disabled": "off"}


def _battery(fields: dict[str, str]) -> Values:
    """What the battery is worth; releases before 9.1 print its charge alone, which does not tell."""
    status = set(re.split(r"[ ,]+", fields.get("status", "")))
    values: Values = {}
    if "PACK_MISSING" in status:
        values["battery"] = "absent"
    elif fields.get("state") == "bad":
        values["battery"] = "failed"
    elif status & {"CHARGE_ACTIVE", "DISCHARGE_ACTIVE", "LEARN_CYC_ACTIVE"}:
        values["battery"] = "charging"
    elif "normal" in status:
        values["battery"] = "ok"
    if "LEARN_CYC_ACTIVE" in status:
        values["battery-learning"] = True
    return values


class _Card:
    """What is shown of one card, one part after another."""

    def __init__(self, output: Output) -> None:
        self.output, self.reading = output, Reading()
        self.values: Values = {"name": "mfi0", "family": "megaraid"}
        self.last = 0

    def of_card(self, values: Values, end: int) -> None:
        if values:
            self.values |= values
            self.last = max(self.last, end)

    def cache(self, volume: str, start: int, end: int, fields: dict[str, str]) -> None:
        values: Values = {"array": volume}
        if (meant := _CACHES.get(fields.get("write caching", ""))) is not None:
            gone = any(_GONE.match(line) for line in self.output.lines[start:end])
            values |= {"write-cache-default": meant, "write-cache": "off" if gone else meant}
            if meant == "on" and fields.get("write cache with bad bbu") == "enabled":
                values["write-cache-forced"] = True
        if (drives := _DRIVE_CACHES.get(fields.get("drive write cache", ""))) is not None:
            values["drive-cache"] = drives
        self.reading.rows.append(Row("controller-array", values, self.output.span(start, end - 1)))

    def listed(self, start: int, end: int) -> None:
        for at in range(start + 1, end):
            line, span = self.output.lines[at], self.output.span(at)
            if match := _VOLUME.match(line):
                values: Values = {"array": match["name"], "level": match["level"]}
                if state := _STATES.read(match["state"], span, self.reading.refusals):
                    values["state"] = state
                self.reading.rows.append(Row("controller-array", values, span))
            elif match := _DRIVE.match(line):
                values = {"drive": f"mfi,{match['name']}", "model": match["model"].split(" serial=")[0]}
                if state := _DRIVES.read(match["state"], span, self.reading.refusals):
                    values["state"] = state
                self.reading.rows.append(Row("controller-drive", values, span))

    def progress(self, at: int, match: re.Match[str]) -> None:
        work, span = match["work"].lower(), self.output.span(at)
        if work == "patrol read":
            self.of_card({"patrol-state": "active"}, at)
        elif match["volume"] and work in _WORK:
            values: Values = {
                "array": match["volume"],
                "state": _WORK[work],
                "progress-percent": float(match["percent"]),
            }
            self.reading.rows.append(Row("controller-array", values, span))
        elif work == "rebuild":
            name = f"mfi,{match['drive'].split(' ')[0]}"
            self.reading.rows.append(Row("controller-drive", {"drive": name, "state": "rebuilding"}, span))


def _read(output: Output) -> Reading:
    card = _Card(output)
    starts = [at for at, line in enumerate(output.lines) if _HEAD.match(line) or _PATROL_HEAD.match(line)]
    for start, end in pairwise([*starts, len(output.lines)]):
        fields = {
            match["key"].strip().lower(): match["value"]
            for line in output.lines[start:end] if (match := _FIELD.match(line))
        }  # fmt: skip
        head = _HEAD.match(output.lines[start])
        if head is not None:
            card.values["name"] = head["card"]
        if head is None:
            patrol: Values = {"patrol-mode": _MODES[fields["operation mode"]]}
            if state := _PATROL.get(fields.get("current state", "")):
                patrol["patrol-state"] = state
            card.of_card(patrol, end - 1)
        elif head["battery"] == "No battery present":
            card.of_card({"battery": "absent"}, start)
        elif head["battery"] or head["list"] == "Battery State":
            card.of_card(_battery(fields), end - 1)
        elif head["volume"]:
            card.cache(head["volume"], start, end, fields)
        else:
            card.listed(start, end)
    for at, match in output.matches(_PROGRESS):
        card.progress(at, match)
    reading = card.reading
    reading.rows.insert(0, Row("controller", card.values, output.span(0, card.last), inferred=not card.last))
    reading.used += output.matching(_HEAD, _PATROL_HEAD, _PROGRESS, _VOLUME, _DRIVE, _GONE)
    reading.infer_system("freebsd", output.span(0))
    return reading


HINTS = (
    "Battery State:",
    "No battery present",
    "cache settings:",
    " Volumes:",
    "Physical Drives:",
    "Operation Mode: ",
    "% complete",
)
READERS = (
    Reader(
        "mfiutil",
        lazy(
            rf"(?:{unnamed(_HEAD).pattern}|{unnamed(_PATROL_HEAD).pattern}|\s*(?:volume mfid|drive +\d)[^%]{{1,90}}\d% complete\b)"
        ),
        extent_of(_HEAD, _PATROL_HEAD, _PROGRESS, _IDLE, _VOLUME, _DRIVE, _GONE, _FIELD, _COLUMNS, least=1, blanks=1),
        _read,
        of_no_use=(("heading", _COLUMNS), ("another field", _FIELD), ("nothing in progress", _IDLE)),
    ),
)
