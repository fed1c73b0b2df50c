"""``racadm storage get batteries``, ``vdisks``, ``controllers`` (``-o``): what Dell's iDRAC tells of PERC controllers.

Each object is a line with its name (``Battery.Integrated.1:RAID.Integrated.1-1``), and with ``-o`` its properties below it.

Sample::

    >>> from facts.readers import show
    >>> show('''Battery.Integrated.1:RAID.Integrated.1-1
    ...    Status                           = Critical
    ...    State                            = Failed
    ... Disk.Virtual.0:RAID.Integrated.1-1
    ...    Layout                           = Raid-10
    ...    Status                           = Ok
    ...    WritePolicy                      = Write Through
    ... ''')
    racadm lines 1-7 read
      controller: battery=failed family=megaraid name=RAID.Integrated.1-1 (1-3)
      controller-array: array=0 level=RAID-10 state=normal write-cache=off (4-7)
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from facts.kit import Values, run
from facts.patterns import lazy
from facts.readers.omreport import BATTERY, PATROL, PATROL_MODES, POLICY
from facts.reading import Output, Reader, Reading, Row, Span
from facts.states import Words

_OBJECT = lazy(
    r"\s*(?:(?P<battery>Battery\.\w+\.\S{1,20}):(?P<of>(?:RAID|AHCI)\.\S{1,60})|Disk\.Virtual\.(?P<volume>\d{1,4}):\S{1,60}"
    r"|(?P<card>RAID\.\w+\.\d{1,2}-\d{1,2}))\s*\Z"
)
_PROPERTY = lazy(r"\s+(?P<key>[A-Z]\w{1,60})\s+= ?(?P<value>.*?)\s*\Z")
_HEALTH = Words({"failed": "Failed|Critical", "ok": "Ok|Ready"}, silent="|Unknown|Non-Critical")
_READ = frozenset(("Layout", "Status", "State", "WritePolicy", "PatrolReadMode", "PatrolReadState"))
_VOLUMES = Words(
    {"normal": "Online|Ready|Ok", "degraded": "Degraded", "failed": "Failed|Offline|Blocked"},
    silent="Unknown|Non-Critical|Critical",
)


def _extent(lines: Sequence[str], start: int, command: str) -> Span | None:
    end = run(lines, start + 1, _OBJECT, _PROPERTY, blanks=1)
    return (start, end) if any(_PROPERTY.match(line) for line in lines[start:end]) else None


def _read(output: Output) -> Reading:
    reading = Reading()
    starts = [index for index, line in enumerate(output.lines) if _OBJECT.match(line)] + [len(output.lines)]
    for first, last in pairwise(starts):
        thing = _OBJECT.match(output.lines[first])
        found = [(at, match) for at in range(first, last) if (match := _PROPERTY.match(output.lines[at]))]
        if thing is None or not found:
            continue
        fields = {match["key"]: match["value"] for _, match in found}
        span = output.span(first, found[-1][0])
        if thing["volume"]:
            reading.rows.append(Row("controller-array", _volume(thing["volume"], fields, span, reading), span))
        else:
            reading.rows.append(Row("controller", _card(thing["of"] or thing["card"], fields, span, reading), span))
        reading.used.append(output.span(first))
        reading.used += [output.span(at) for at, match in found if match["key"] in _READ]
    return reading


def _card(name: str, fields: dict[str, str], span: Span, reading: Reading) -> Values:
    values: Values = {"name": name, "family": "megaraid"}
    if "PatrolReadState" in fields or "PatrolReadMode" in fields:
        if mode := PATROL_MODES.read(fields.get("PatrolReadMode", "Unknown"), span, reading.refusals):
            values["patrol-mode"] = mode
        if state := PATROL.read(fields.get("PatrolReadState", "Unknown"), span, reading.refusals):
            values["patrol-state"] = state
    elif "State" in fields:
        if battery := BATTERY.read(fields["State"], span, reading.refusals):
            values["battery"] = battery
    elif battery := _HEALTH.read(fields.get("Status", ""), span, reading.refusals):
        values["battery"] = battery
    return values


def _volume(number: str, fields: dict[str, str], span: Span, reading: Reading) -> Values:
    values: Values = {"array": number}
    if layout := fields.get("Layout"):
        values["level"] = layout.upper()
    if state := _VOLUMES.read(fields.get("State", fields.get("Status", "Unknown")), span, reading.refusals):
        values["state"] = state
    if policy := POLICY.read(fields.get("WritePolicy", "Not Available"), span, reading.refusals):
        values["write-cache"] = "off" if policy == "off" else "on"
        if policy == "forced":
            values["write-cache-forced"] = True
    return values


HINTS = ("Battery.", "Disk.Virtual.", "RAID.")
READERS = (
    Reader("racadm", _OBJECT, _extent, _read, of_no_use=(("another property", _PROPERTY), ("another object", _OBJECT))),
)
