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
from collections.abc import Callable, Sequence

from facts.patterns import lazy
from facts.reading import Output, Reader, Reading, Row, Span, prompt_of
from facts.schema import Value

_HEAD = lazy(
    r"\s*(?P<model>(?:HPE? )?(?:Dynamic )?Smart (?:Array|HBA|RAID)\b[\w .+-]{0,40}?|HPE [A-Z][\w .+-]{1,40}?)"
    r" in Slot (?P<slot>\w+)\b"
)
_ITEM = lazy(
    r"\s*(?P<kind>logicaldrive|physicaldrive) (?P<name>[\w:]+)(?: \((?P<inside>(?:[^()]*\([^)]*\))*?[^)]*)\)"
    r"(?::\s*(?P<state>\S(?:.*\S)?))?)?\s*\Z"
)
_VOLUME = lazy(r"\s*Logical Drive: (?P<name>\d+)\s*\Z")
_KEYED = lazy(r"\s*(?P<key>[A-Z][\w ()/&.-]{1,60}?):\s+(?P<value>\S(?:.*\S)?)\s*\Z")
_VOLUME_STATES = (
    ("rebuilding", r"recovering|rebuilding"), ("degraded", r"interim|ready for re|degraded|queued for|waiting"),
    ("migrating", r"expan|transform|migrat"), ("initializing", r"parity init|initiali"), ("failed", r"fail|missing|wrong"),
    ("normal", r"ok\b"),
)  # fmt: skip
_DRIVE_STATES = (
    ("rebuilding", r"rebuild|recover"), ("failed", r"fail|missing|bad|offline"), ("ok", r"ok\b|predictive"),
    ("absent", r"not present|removed"),
)  # fmt: skip
_BATTERY = (
    ("ok", r"ok\b|fully"), ("charging", r"recharging|charging|low|degraded"), ("failed", r"fail|replace"),
    ("absent", r"not present|absent|missing"),
)  # fmt: skip


def _one_of(table: Sequence[tuple[str, str]], text: str) -> str:
    """The state that the words of the tool mean, "" for others."""
    lowered = text.strip().lower()
    # a drive that predicts its failure has not failed
    if lowered.startswith("predictive"):
        return "ok" if table is _DRIVE_STATES else ""
    return next((state for state, pattern in table if re.search(pattern, lowered)), "")


def _extent(lines: Sequence[str], start: int, command: str) -> tuple[int, int] | None:
    end = start + 1
    for index in range(start + 1, min(len(lines), start + 20_000)):
        line = lines[index]
        if not line.strip():
            continue
        own = _HEAD.match(line) or _ITEM.match(line) or (line[:1] in " \t" and not line.lstrip().startswith(("$", "#")))
        if not own or prompt_of(line) is not None or line.startswith("=>"):
            break
        end = index + 1
    return start, end


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
        self.slot = asked[1] if asked else "0"

    def line(self, index: int, line: str) -> None:
        span = self.output.span(index)
        if match := _HEAD.match(line):
            self.slot = match["slot"]
            values: dict[str, Value | bool] = {"family": "cciss", "model": " ".join(match["model"].split())}
            self.now = self._thing("controller", "name", f"slot {self.slot}", span)
            self.now.values |= values
        elif match := _ITEM.match(line):
            self._item(match, span)
        elif match := _VOLUME.match(line):
            self.now = self._thing("controller-array", "array", f"slot {self.slot}:{match['name']}", span)
        elif re.match(r"\s*+(?:[Aa]rray \w+\b|Port Name: |(?:Array: \w+|[Uu]nassigned|Expander \d+|Physical Drives)\s*\Z)"
                      r"|.*(?:SEP \(| at Port )", line):  # fmt: skip
            self.now = None
        elif self.now is not None and (match := _KEYED.match(line)):
            handler = _HANDLERS[self.now.template]
            handler(self.now, match["key"].strip(), match["value"], span)

    def _thing(self, template: str, key: str, name: str, span: Span) -> _Thing:
        return self.things.setdefault((template, name), _Thing(template, {key: name}, span))

    def _item(self, match: re.Match[str], span: Span) -> None:
        name, inside = match["name"], match["inside"] or ""
        parts = [part.strip() for part in inside.split(",")]
        if match["kind"] == "logicaldrive":
            self.now = self._thing("controller-array", "array", f"slot {self.slot}:{name}", span)
            if level := re.search(r"RAID (\d)(?:\+(\d))?", inside):
                self.now.put("level", f"RAID-{level[1]}{level[2] or ''}", span)
            told = match["state"] or ", ".join(parts[2:])
            if state := _one_of(_VOLUME_STATES, told):
                self.now.put("state", state, span)
            _progress(self.now, told, span)
            return
        self.now = self._thing("controller-drive", "drive", f"slot {self.slot} {name}", span)
        self.now.put("usage", name, span)
        told = match["state"] or ", ".join(parts[3:])
        if told:
            _drive_state(self.now, told, span)

    def rows(self) -> list[Row]:
        """Every controller, volume and drive, in the order in which they were named."""
        return [Row(thing.template, thing.values, (thing.first, thing.last)) for thing in self.things.values()]


def _progress(thing: _Thing, text: str, span: Span) -> None:
    if match := re.search(r"(\d{1,3}(?:\.\d+)?) ?%", text):
        thing.put("progress-percent", float(match[1]), span)


def _drive_state(thing: _Thing, text: str, span: Span) -> None:
    if state := _one_of(_DRIVE_STATES, text):
        thing.put("state", "spare" if state == "ok" and "spare" in text.lower() else state, span)
    if "predictive" in text.lower():
        thing.put("smart-alert", True, span)


def _controller(thing: _Thing, key: str, value: str, span: Span) -> None:
    lowered = value.lower()
    if key == "Cache Status":
        known = "disabled" if "disabled" in lowered else "ok" if lowered.startswith("ok") else "absent"
        thing.put("cache", known, span)
    elif key == "Battery/Capacitor Status" and (state := _one_of(_BATTERY, value)):
        thing.put("battery", state, span)
    elif key == "Battery/Capacitor Count" and value.strip() == "0":
        thing.put("battery", "absent", span)
    elif key == "No-Battery Write Cache":
        thing.put("cache-without-battery", lowered.startswith("enabled"), span)
    elif key == "Drive Write Cache" and lowered.startswith(("enabled", "disabled")):
        thing.put("drive-cache", "on" if lowered.startswith("enabled") else "off", span)
    elif key == "Surface Scan Mode":
        thing.put("patrol-mode", "off" if lowered.startswith("disabled") else "auto", span)
    elif key == "Firmware Version":
        thing.put("firmware", value, span)


def _volume(thing: _Thing, key: str, value: str, span: Span) -> None:
    if key == "Status" and (state := _one_of(_VOLUME_STATES, value)):
        thing.put("state", state, span)
        _progress(thing, value, span)
    elif key == "Fault Tolerance" and (level := re.match(r"(?:RAID )?(\d)(?:\+(\d))?", value)):
        thing.put("level", f"RAID-{level[1]}{level[2] or ''}", span)
    elif key in ("Caching", "Array Accelerator") and value.lower().startswith(("enabled", "disabled")):
        thing.put("write-cache-default", "on" if value.lower().startswith("enabled") else "off", span)
    elif key == "Parity Initialization Status" and "progress" in value.lower():
        if thing.values.get("state", "normal") == "normal":
            thing.put("state", "initializing", span)
    elif key == "Parity Initialization Progress":
        _progress(thing, value, span)


def _drive(thing: _Thing, key: str, value: str, span: Span) -> None:
    if key == "Status":
        _drive_state(thing, value, span)
    elif key == "Model":
        thing.put("model", " ".join(value.split()), span)
    elif key == "Drive Type" and "spare" in value.lower() and thing.values.get("state") == "ok":
        thing.put("state", "spare", span)


_HANDLERS: dict[str, Callable[[_Thing, str, str, Span], None]] = {
    "controller": _controller,
    "controller-array": _volume,
    "controller-drive": _drive,
}


def _read(output: Output) -> Reading:
    array = _Array(output)
    for index, line in enumerate(output.lines):
        array.line(index, line)
    return Reading(array.rows())


HINTS = (" in Slot ", "logicaldrive ", "physicaldrive ")
READERS = (
    Reader(
        "hpssacli",
        lazy(
            r"\s*(?:(?:HPE? )?(?:Dynamic )?Smart (?:Array|HBA|RAID)\b.{0,44}in Slot |HPE [A-Z].{1,44} in Slot \w"
            r"|(?:logicaldrive \d+|physicaldrive [\w:]+) \()"
        ),
        _extent,
        _read,
    ),
)
