'''``storcli /c0 show all J`` and the other commands of storcli and perccli with ``J``: the same rows as their text.

Sample::

    >>> from facts.readers import show
    >>> show("""{
    ... "Controllers":[
    ... {"Command Status" : {"Controller" : 0, "Status" : "Success"},
    ...  "Response Data" : {
    ...   "VD LIST" : [{"DG/VD" : "0/0", "TYPE" : "RAID6", "State" : "Optl", "Cache" : "NRWTD"}],
    ...   "BBU_Info" : [{"Model" : "BBU", "State" : "Failed"}]}}
    ... ]
    ... }
    ... """)
    storcli-json lines 1-8 read
      controller: battery=failed family=megaraid name=adapter 0 (1-8)
      controller-array: array=0:0 level=RAID-6 state=normal write-cache=off (1-8)
'''

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from facts.readers._storcli_card import Card
from facts.readers.json_text import at_their_words, json_reader
from facts.reading import Output, Reading, Refusal, Row

_VOLUMES = re.compile(r"VD LIST\Z|Virtual Drives\Z|/c\d+/v\d+\Z")
_DRIVES = re.compile(r"PD LIST\Z|Drive Information\Z|PDs for VD \d+\Z|Physical Drives\Z|Drive /c\d+/e\d+/s\d+\Z")
_DETAILS = re.compile(r"Drive /c\d+(?:/e(?P<enclosure>\d+))?/s(?P<slot>\d+) State\Z")
_BATTERY = re.compile(r"BBU_Info\Z|Cachevault_Info\Z|Firmware_Status\Z|BBU_Firmware_Status\Z|GasGaugeStatus\Z")
_PROPERTIES = re.compile(r"VD ?(\d+) Properties\Z")


def _texts(thing: Mapping[str, Any]) -> dict[str, str]:
    """What stands in one object, as text."""
    return {key: str(value) for key, value in thing.items() if isinstance(value, (str, int, float))}


def _objects(thing: Any) -> Iterator[dict[str, str]]:
    for item in thing if isinstance(thing, list) else [thing]:
        if isinstance(item, dict):
            yield _texts(item)


def _section(card: Card, name: str, thing: Any, output: Output) -> None:
    span = output.whole
    for entry in _objects(thing):
        if _VOLUMES.match(name):
            card.volume(entry, span)
        elif _DRIVES.match(name):
            card.drive(entry, span)
        elif match := _DETAILS.match(name):
            for key, value in entry.items():
                card.drive_property(match["enclosure"] or "", match["slot"], key, value, span)
        elif match := _PROPERTIES.match(name):
            for key, value in entry.items():
                card.volume_property(match[1], key, value, span)
        elif _BATTERY.match(name):
            if "Property" in entry:
                card.battery_property(entry["Property"], entry.get("Value", ""), span)
            else:
                card.battery(entry.get("State", ""), span)
        elif name == "Controller Properties":
            card.property(entry.get("Ctrl_Prop", ""), entry.get("Value", ""), span)
        elif name == "Policies Table":
            card.property(entry.get("Policy", ""), entry.get("Current", ""), span)
        elif name in ("Basics", "Version"):
            _named(card, entry, output)
        elif name == "VD Operation Status" and entry.get("Status", "").lower() == "in progress":
            percent = re.match(r"(\d+)", entry.get("Progress%", ""))
            card.volume_operation(entry.get("VD", ""), entry.get("Operation", ""), percent, span)


def _named(card: Card, entry: Mapping[str, str], output: Output) -> None:
    for key, slot in (("Model", "model"), ("Product Name", "model"), ("Firmware Package Build", "firmware"),
                      ("FW Package Build", "firmware")):  # fmt: skip
        if entry.get(key):
            card.put(slot, entry[key], output.whole)


def _card(controller: Mapping[str, Any], output: Output) -> tuple[list[Row], list[Refusal]]:
    status, data = controller.get("Command Status"), controller.get("Response Data")
    number = status.get("Controller") if isinstance(status, dict) else 0
    card = Card(str(number) if isinstance(number, int) else "0")
    if isinstance(data, dict):
        _named(card, _texts(data), output)
        for name, thing in data.items():
            _section(card, name, thing, output)
            if name.endswith(" - Detailed Information") and isinstance(thing, dict):
                for part, said in thing.items():
                    _section(card, part, said, output)
            if name == "Policies" and isinstance(thing, dict):
                _section(card, "Policies Table", thing.get("Policies Table"), output)
    absent = re.search(r"(?:Battery|Cachevault) is absent", str(status), re.IGNORECASE)
    if absent:
        card.put("battery", "absent", output.whole)
    others = _overview(card, data, output)
    rows = [row for each in (card, *others) for row in each.rows(output)]
    return rows, [refusal for each in (card, *others) for refusal in each.refusals]


def _overview(card: Card, data: Any, output: Output) -> list[Card]:
    """The batteries in the list of all controllers: of this one, and those of the others."""
    listed = data.get("System Overview") if isinstance(data, dict) else None
    cards = {card.number: card}
    for entry in _objects(listed or []):
        if entry.get("Ctl", "").isdecimal():
            cards.setdefault(entry["Ctl"], Card(entry["Ctl"])).battery(entry.get("BBU", ""), output.whole)
    return list(cards.values())[1:]


def _read(output: Output, document: Any) -> Reading:
    controllers = document.get("Controllers") if isinstance(document, dict) else None
    found = controllers if isinstance(controllers, list) else []
    reading = Reading()
    for item in found:
        if isinstance(item, dict):
            rows, refusals = _card(item, output)
            reading.rows += rows
            reading.refusals += at_their_words(output, refusals)
    if not reading.rows:
        reading.refusals.append(Refusal(output.whole, "no controller in it"))
    return reading


HINTS = ('"Command Status"',)
READERS = (json_reader("storcli-json", _read, '"Command Status"'),)
