'''``esxcli storage core device smart get -d DISK`` of ESXi: SMART in the maker's own scale, in newer releases raw as well.

The device stands in the command only. A value of that scale falls from 100 or 200 to its threshold.

Sample::

    >>> from facts.readers import show
    >>> show("""[root@esx:~] esxcli storage core device smart get -d t10.ATA_____ST2000DM001
    ... Parameter                     Value  Threshold  Worst
    ... ----------------------------  -----  ---------  -----
    ... Health Status                 OK     N/A        N/A
    ... Power-on Hours                61     0          61
    ... Reallocated Sector Count      34     10         34
    ... """)
    esxcli-smart lines 2-6 read
      smart: access= device=t10.ATA_____ST2000DM001 failing-attributes=0 health=passed spares-used-percent=73.33 \
unreadable=no (2-6)
'''

from __future__ import annotations

from re import Match

from facts.kit import extent_of
from facts.patterns import lazy
from facts.reading import Output, Reader, Reading, Row
from facts.schema import Value
from facts.states import Words

_ASKED = lazy(r".*\bsmart get\b.*?\s(?:-d|--device-name|--device)[ =](?P<device>\S+)")
_HEAD = lazy(r"\s*Parameter\s+Value\s+Threshold\s+Worst(?P<raw>\s+Raw)?\s*\Z")
_ROW = lazy(
    r"\s*(?P<name>[A-Z][\w-]*+(?: [\w-]++){1,5})\s{2,}(?P<value>N/A|\d+|[A-Z]{2,12}(?: [A-Z]{2,12})?)\s+(?P<threshold>N/A|\d+)"
    r"\s+(?P<worst>N/A|\d+)(?:\s+(?P<raw>N/A|\d+))?\s*\Z"
)
_RULE = lazy(r"\s*-{4,}(?:\s+-{3,})+\s*\Z")
_HEALTH = Words({"passed": "OK", "failed": "FAILED|FAILING|CRITICAL|IMPENDING FAILURE"}, silent="N/A|WARNING|UNKNOWN")
# the name in small letters: the slot of its raw value
_RAW = {
    "reallocated sector count": "reallocated-raw",
    "pending sector reallocation count": "pending-raw",
    "current pending sector count": "pending-raw",
    "uncorrectable sector count": "offline-uncorrectable-raw",
    "uncorrectable error count": "reported-uncorrectable-raw",
}
# a drive that is too warm has not failed by that
_NO_FAILURE = ("temperature", "hours", "cycle")


def _read(output: Output) -> Reading:
    asked = _ASKED.match(output.command)
    device = asked["device"].strip("'\"") if asked else ""
    values: dict[str, Value | bool] = {
        "device": device or "esxi-disk", "access": "", "unreadable": False, "failing-attributes": 0,
    }  # fmt: skip
    if not device:
        values["device-known"] = False
    reading = Reading()
    for index, match in output.matches(_ROW):
        span = output.span(index)
        name = match["name"].lower()
        if name == "health status":
            if health := _HEALTH.read(match["value"], span, reading.refusals):
                values["health"] = health
        elif not _attribute(values, name, match):
            reading.pass_over("attribute of no use", span)
            continue
        reading.used.append(span)
    reading.rows.append(Row("smart", values, output.whole))
    return reading


def _attribute(values: dict[str, Value | bool], name: str, match: Match[str]) -> bool:
    """Whether this row tells something that we use."""
    used = False
    if match["value"].isdecimal() and match["threshold"].isdecimal():
        value, threshold = int(match["value"]), int(match["threshold"])
        if 0 < value <= threshold and not any(word in name for word in _NO_FAILURE):
            values["failing-attributes"] = int(values["failing-attributes"]) + 1
            used = True
        begins = 100 if value <= 100 else 200
        if name == "reallocated sector count" and 0 < threshold < begins and value <= 200:
            values["spares-used-percent"] = round(min(100.0, 100.0 * (begins - value) / (begins - threshold)), 2)
            used = True
    if (match["raw"] or "").isdecimal() and name in _RAW:
        values[_RAW[name]] = int(match["raw"])
        used = True
    return used


HINTS = ("Threshold  Worst",)
BEFORE = ("database_views",)
READERS = (
    Reader(
        "esxcli-smart", _HEAD, extent_of(_ROW, _RULE, head=_HEAD), _read,
        of_no_use=(("heading", _HEAD), ("rule", _RULE)),
    ),
)  # fmt: skip
