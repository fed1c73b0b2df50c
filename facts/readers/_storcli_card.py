"""What storcli and perccli say of one controller, brought to rows: the same for their text and their JSON."""

from __future__ import annotations

import re
from collections.abc import Mapping

from facts.patterns import lazy
from facts.readers.megacli import task_state
from facts.reading import Output, Row, Span
from facts.schema import Value

_CACHE = lazy(r"(?:NR|R)?(?P<write>AWB|FWB|WB|WT)[DC]?\Z")
_VOLUME_STATES = {
    "optl": "normal", "dgrd": "degraded", "pdgd": "degraded", "ofln": "failed", "offln": "failed", "fail": "failed",
    "failed": "failed", "rec": "rebuilding", "rbld": "rebuilding",
}  # fmt: skip
_DRIVE_STATES = {
    "onln": "ok", "jbod": "ok", "ugood": "free", "ugunsp": "free", "ghs": "spare", "dhs": "spare", "rbld": "rebuilding",
    "cpybck": "rebuilding", "offln": "failed", "ubad": "failed", "ubunsp": "failed", "failed": "failed",
    "msng": "absent",
}  # fmt: skip
_BATTERY_STATES = (
    ("ok", r"opt(?:imal|l)?\b|operational|charged|good"),
    ("absent", r"absent|miss|msng|not present|n/?a\b"),
    ("charging", r"charg|rchg|learn|non.?operational|degraded|dgd|weak"),
    ("failed", r"fail|fld|bad|replace"),
)
_OPERATIONS = (
    ("checking", r"\bcc\b|consistency"),
    ("initializing", r"\bbgi\b|init|background"),
    ("migrating", r"migr|recon"),
)
_PROPERTIES = {
    "PR Current State": "patrol-state", "CC Current State": "check-state", "PR Mode": "patrol-mode",
    "PR Execution Delay": "patrol-interval-hours",
}  # fmt: skip
_WORN = frozenset(
    ("replacement required", "battery replacement required", "pack is about to fail & should be replaced")
)
_RATES = {
    "PR Rate": "patrol-rate-percent", "Patrol Read Rate": "patrol-rate-percent", "prrate": "patrol-rate-percent",
    "Check Consistency Rate": "check-rate-percent", "CC Rate": "check-rate-percent", "ccrate": "check-rate-percent",
    "Rebuild Rate": "rebuild-rate-percent", "Rebuildrate": "rebuild-rate-percent",
}  # fmt: skip


_DRIVE_COUNTS = {"Media Error Count": "media-errors", "Predictive Failure Count": "predictive-failures"}


def battery_state(text: str) -> str:
    """The battery by storcli's word for it, "" where it has another meaning.

    >>> battery_state("Optimal"), battery_state("Fld"), battery_state("Learning"), battery_state("Msng")
    ('ok', 'failed', 'charging', 'absent')
    """
    lowered = text.strip().lower()
    return next((state for state, pattern in _BATTERY_STATES if re.match(pattern, lowered)), "")


def operation(text: str) -> str:
    """The state of a volume on which this background operation runs, "" for none."""
    lowered = text.strip().lower()
    return next((state for state, pattern in _OPERATIONS if re.search(pattern, lowered)), "")


class Card:
    """One controller; each method takes what one line or one object says, with the lines that say it."""

    def __init__(self, number: str = "0") -> None:
        """The controller of this number."""
        self.number = number
        self.values: dict[str, Value | bool] = {}
        self.lines: list[Span] = []
        self.volumes: dict[str, tuple[dict[str, Value | bool], list[Span]]] = {}
        self.drives: dict[str, tuple[dict[str, Value | bool], list[Span]]] = {}
        self.said = False

    def put(self, slot: str, value: Value | bool, span: Span) -> None:
        """Set a slot of the controller itself."""
        self.values[slot] = value
        self.lines.append(span)

    def volume(self, row: Mapping[str, str], span: Span) -> None:
        """A row of the list of virtual drives."""
        number = row.get("DG/VD", "").rpartition("/")[2]
        if not number.isdecimal():
            return
        values, lines = self._volume(number)
        lines.append(span)
        if level := re.match(r"RAID(\d+)\Z", row.get("TYPE", "")):
            values["level"] = f"RAID-{level[1]}"
        if state := _VOLUME_STATES.get(row.get("State", "").lower()):
            values.setdefault("state", state)
        if cache := _CACHE.match(row.get("Cache", "")):
            values["write-cache"] = "off" if cache["write"] == "WT" else "on"
            if cache["write"] != "WT":
                values["write-cache-forced"] = cache["write"] in ("AWB", "FWB")

    def volume_property(self, number: str, key: str, value: str, span: Span) -> None:
        """A property of one virtual drive."""
        values, lines = self._volume(number)
        if key == "Write Cache(initial setting)":
            values["write-cache-default"] = "off" if "through" in value.lower() else "on"
            if "always" in value.lower() or "force" in value.lower():
                values["write-cache-forced"] = True
        elif key == "Disk Cache Policy":
            values["drive-cache"] = {"Enabled": "on", "Disabled": "off"}.get(value.split()[0], "default")
        elif key == "Active Operations":
            self.volume_operation(number, value, re.search(r"(\d{1,3}) ?%", value), span)
            return
        else:
            return
        lines.append(span)

    def volume_operation(self, number: str, name: str, percent: re.Match[str] | None, span: Span) -> None:
        """A background operation that runs on one virtual drive."""
        state = operation(name)
        if not state:
            return
        values, lines = self._volume(number)
        if values.get("state", "normal") == "normal":
            values["state"] = state
        if percent:
            values["progress-percent"] = float(percent[1])
        lines.append(span)

    def _volume(self, number: str) -> tuple[dict[str, Value | bool], list[Span]]:
        return self.volumes.setdefault(number, ({"array": f"{self.number}:{number}"}, []))

    def drive(self, row: Mapping[str, str], span: Span) -> None:
        """A row of the list of physical drives."""
        number, place = row.get("DID", ""), row.get("EID:Slt", "")
        if not number.isdecimal():
            return
        values, lines = self.drives.setdefault(number, ({"drive": f"megaraid,{number}"}, []))
        lines.append(span)
        enclosure, _, slot = place.partition(":")
        values["usage"] = f"enclosure {enclosure.strip() or '-'} slot {slot.strip()}"
        if state := _DRIVE_STATES.get(row.get("State", "").lower()):
            values["state"] = state
        if model := row.get("Model", "").strip():
            values["model"] = " ".join(model.split())

    def drive_property(self, enclosure: str, slot: str, key: str, value: str, span: Span) -> None:
        """A property of the drive in this place: it goes by its device id where the list of drives told it."""
        place = f"enclosure {enclosure or '-'} slot {slot}"
        known = next((found for found in self.drives.values() if found[0].get("usage") == place), None)
        if key in _DRIVE_COUNTS and value.isdecimal():
            said: dict[str, Value | bool] = {_DRIVE_COUNTS[key]: int(value)}
        elif key == "S.M.A.R.T alert flagged by drive" and value in ("Yes", "No"):
            said = {"smart-alert": value == "Yes"}
        else:
            return
        values, lines = known or self.drives.setdefault(place, ({"drive": place, "usage": place}, []))
        values |= said
        lines.append(span)

    def battery(self, state: str, span: Span) -> None:
        """The battery or CacheVault by its state."""
        if (known := battery_state(state)) and not (known == "ok" and "battery" in self.values):
            self.put("battery", known, span)
            if state.lower().startswith("learn"):
                self.put("battery-learning", True, span)

    def battery_property(self, key: str, value: str, span: Span) -> None:
        """A property of the battery or CacheVault."""
        name, yes = key.strip().lower(), value.strip().lower() == "yes"
        if name in ("state", "battery state"):
            self.battery(value, span)
        elif yes and name in _WORN:
            self.put("battery", "failed", span)
        elif name == "battery pack missing" and yes:
            self.put("battery", "absent", span)
        elif name == "learn cycle active" and yes:
            self.put("battery-learning", True, span)
            if self.values.get("battery") not in ("failed", "absent"):
                self.put("battery", "charging", span)

    def property(self, key: str, value: str, span: Span) -> None:
        """A property of the controller: what runs, how often, at which rate."""
        if key in _RATES and (rate := re.match(r"\s*(\d{1,3}) ?%?", value)):
            self.put(_RATES[key], float(rate[1]), span)
        elif key not in _PROPERTIES:
            return
        elif key.endswith("State"):
            self.put(_PROPERTIES[key], task_state(value.strip()), span)
        elif key == "PR Mode":
            mode = next((m for m in ("auto", "manual") if value.strip().lower().startswith(m)), "off")
            self.put("patrol-mode", mode, span)
        elif hours := re.match(r"\s*(\d{1,6}) ?h", value):
            self.put("patrol-interval-hours", float(hours[1]), span)

    def rows(self, output: Output) -> list[Row]:
        """The rows of this controller, its volumes and its drives."""
        values: dict[str, Value | bool] = {"name": f"adapter {self.number}", "family": "megaraid", **self.values}
        rows = [Row("controller", values, _around(self.lines) if self.lines else output.span(0))]
        for template, things in (("controller-array", self.volumes), ("controller-drive", self.drives)):
            rows += [Row(template, found, _around(lines)) for found, lines in things.values() if lines]
        return rows


def _around(lines: list[Span]) -> Span:
    return min(first for first, _ in lines), max(last for _, last in lines)
