"""``MegaCli -PDList -aALL``, ``-LDInfo``, ``-LdPdInfo``, ``-AdpBbuCmd``: what a MegaRAID card says of itself.

Lines of ``key: value``, by adapter; ``-LdPdInfo`` lists the drives of each volume below it. A drive goes by the number
by which smartctl asks for it (``megaraid,N``, the device id). A volume whose current cache policy is ``WriteThrough``
and whose default is ``WriteBack`` has lost its write cache, mostly because the battery is not ready.

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

from facts.patterns import lazy
from facts.reading import Output, Reader, Reading, Refusal, Row, prompt_of
from facts.schema import Value

_STARTS = lazy(r"\s*(?:Adapter #?\d+|BBU status for Adapter|Virtual Drive: \d+ \(Target|Enclosure Device ID: )")
_PAIR = lazy(r"\s*(?P<key>[A-Z][\w.'’/()# -]{1,56}?)\s*:\s*(?P<value>\S.*?)?\s*\Z")
_ADAPTER = lazy(
    r"\s*(?:Adapter #?(?P<number>\d+)(?: -- Virtual Drive Information:?)?|BBU status for Adapter: (?P<bbu>\d+))\s*\Z"
)
_OTHER = lazy(
    r"\s*(?:Adapter #?\d+|BBU status for Adapter|PD: \d+ Information|Exit Code|[-=]{4,}"
    r"|Port-\d+ ?:|Number of |GasGauge|BBU )"
)
_KNOWN = lazy(
    r"\s*(?:Media Error Count|Firmware state|Current Cache Policy|State|Battery Replacement required|Battery State)\s*:"
)
_VOLUME = lazy(r"(?P<number>\d+) \(Target Id: \d+\)")
_STATES = (
    ("Online", "ok"), ("JBOD", "ok"), ("Hotspare", "spare"), ("Unconfigured(good)", "free"), ("Rebuild", "rebuilding"),
    ("Copyback", "rebuilding"), ("Failed", "failed"), ("Offline", "failed"), ("Unconfigured(bad)", "failed"),
    ("Missing", "absent"),
)  # fmt: skip
_VOLUME_STATES = {
    "optimal": "normal", "degraded": "degraded", "partially degraded": "degraded", "offline": "failed",
    "failed": "failed", "rebuild": "rebuilding",
}  # fmt: skip
_COUNTS = {"Media Error Count": "media-errors", "Predictive Failure Count": "predictive-failures"}


def _extent(lines: Sequence[str], start: int, command: str) -> tuple[int, int] | None:
    end = start
    for index in range(start, len(lines)):
        line = lines[index]
        if not line.strip():
            continue
        if prompt_of(line) is not None or not (_OTHER.match(line) or _PAIR.match(line)):
            break
        end = index + 1
        if line.lstrip().startswith("Exit Code"):
            break
    return (start, end) if any(_KNOWN.match(line) for line in lines[start:end]) else None


class _Block:
    """The lines about one drive, one volume or one battery."""

    def __init__(self, template: str, index: int, values: dict[str, Value | bool]) -> None:
        self.template, self.first, self.last, self.values = template, index, index, values


class _Card:
    def __init__(self, output: Output) -> None:
        self.output = output
        self.reading = Reading()
        self.blocks: list[_Block] = []
        self.adapter = "0"
        self.facts: dict[str, str] = {}  # of the battery

    def line(self, index: int, line: str) -> None:
        if match := _ADAPTER.match(line):
            self.adapter = match["number"] or match["bbu"]
            values: dict[str, Value | bool] = {"name": f"adapter {self.adapter}", "family": "megaraid"}
            self.blocks.append(_Block("controller", index, values))
            return
        match = _PAIR.match(line)
        if match is None or not match["value"]:
            return
        key, value = match["key"].strip(), match["value"]
        if key == "Virtual Drive" and (volume := _VOLUME.match(value)):
            self.blocks.append(_Block("controller-array", index, {"array": f"{self.adapter}:{volume['number']}"}))
        elif key == "Enclosure Device ID":
            self.blocks.append(_Block("controller-drive", index, {"usage": f"enclosure {value}"}))
        elif self.blocks:
            self.pair(self.blocks[-1], index, key, value)

    def pair(self, block: _Block, index: int, key: str, value: str) -> None:
        values = block.values
        before = dict(values)
        if block.template == "controller-drive":
            self.drive(values, index, key, value)
        elif block.template == "controller-array":
            self.volume(values, key, value)
        else:
            battery = _battery(self.facts | {key.lower(): value.lower()})
            self.facts[key.lower()] = value.lower()
            if battery:
                values["battery"] = battery
        if values != before:
            block.last = index

    def drive(self, values: dict[str, Value | bool], index: int, key: str, value: str) -> None:
        if key == "Slot Number":
            values["usage"] = f"{values['usage']} slot {value}"
        elif key == "Device Id":
            values["drive"] = f"megaraid,{value}"
        elif key in _COUNTS:
            if value.isdigit():
                values[_COUNTS[key]] = int(value)
            else:
                self.reading.refusals.append(Refusal(self.output.span(index), f"{key}: no number"))
        elif key == "Firmware state":
            state = next((ours for theirs, ours in _STATES if value.startswith(theirs)), None)
            if state:
                values["state"] = state
        elif key == "Inquiry Data":
            values["model"] = " ".join(value.split())
        elif key == "Drive has flagged a S.M.A.R.T alert":
            values["smart-alert"] = value == "Yes"

    @staticmethod
    def volume(values: dict[str, Value | bool], key: str, value: str) -> None:
        if key == "State" and (state := _VOLUME_STATES.get(value.lower())):
            values["state"] = state
        elif key == "RAID Level" and (match := re.match(r"Primary-(\d+)", value)):
            values["level"] = f"RAID-{match[1]}"
        elif key in ("Current Cache Policy", "Default Cache Policy") and value.startswith(
            ("WriteBack", "WriteThrough")
        ):
            slot = "write-cache" if key.startswith("Current") else "write-cache-default"
            values[slot] = "on" if value.startswith("WriteBack") else "off"


def _battery(facts: dict[str, str]) -> str:
    """The battery's state from what has been said of it, "" where that does not tell."""
    if facts.get("battery pack missing") == "yes":
        return "absent"
    if facts.get("battery replacement required") == "yes" or facts.get("battery state") in ("failed", "missing"):
        return "failed"
    if facts.get("learn cycle active") == "yes" or facts.get("remaining capacity low") == "yes":
        return "charging"
    known = {"battery replacement required", "remaining capacity low"} & facts.keys()
    return "ok" if known or facts.get("battery state") in ("optimal", "operational") else ""


def _read(output: Output) -> Reading:
    card = _Card(output)
    for index, line in enumerate(output.lines):
        card.line(index, line)
    reading = card.reading
    for block in card.blocks:
        if block.template == "controller-drive" and "drive" not in block.values:
            reading.refusals.append(Refusal(output.span(block.first, block.last), "a drive without its device id"))
        elif block.last > block.first or block.template == "controller":
            reading.rows.append(Row(block.template, block.values, output.span(block.first, block.last)))
    return reading


READERS = (Reader("megacli", _STARTS, _extent, _read),)
