"""What storcli and perccli say of one controller, brought to rows: the same for their text and their JSON."""

from __future__ import annotations

import re
from collections.abc import Mapping

from facts.kit import names
from facts.patterns import lazy
from facts.readers.megacli import DISK_CACHE, PATROL_MODES, task_state
from facts.reading import Output, Refusal, Row, Span
from facts.schema import Value
from facts.states import Words, not_understood

_CACHE = lazy(r"(?:NR|R)?(?P<write>AWB|FWB|WB|WT)[DC]?\Z")
# the legends that the tool prints below its tables
_VOLUME_STATES = Words(
    {"normal": "Optl", "degraded": "Dgrd|Pdgd", "failed": "OfLn|Offln|Failed", "rebuilding": "Rec|Rbld"},
    silent="HD|TRANS|B|Cac0|Cac1|Frgn|-",
)
_DRIVE_STATES = Words(
    {
        "ok": "Onln|JBOD", "free": "UGood|UGUnsp|UGShld", "spare": "GHS|DHS|HSPShld", "rebuilding": "Rbld|Cpybck|CBShld",
        "failed": "Offln|UBad|UBUnsp|Failed", "absent": "Msng",
    },
    silent="CFShld|Sntze|DSDwn|-",
)  # fmt: skip
# of version 2, which divides what a drive is for from how it is
_STATUS_2 = Words(
    {
        "ok": "Conf Online|JBOD Online|JBOD Good", "free": "UConf Good|UConf Online", "spare": "GHS Good|DHS Good|GHS Online|DHS Online",
        "rebuilding": "Conf Rebuild|Conf Rbld|Conf Replace", "absent": "Conf Missing",
        "failed": "Conf Offline|Conf Failed|UConf Failed|UConf Bad|UConf Offline|GHS Failed|DHS Failed|JBOD Failed|JBOD Offline",
    }
)  # fmt: skip
_BATTERY_STATES = Words(
    {
        "ok": "Opt|Optl|Optimal|Operational",
        "absent": "Absent|Missing|Msng|Not Present|N/A|NA",
        "charging": (
            "Charging|Chrg|Learning|Lrn|Non-Operational|Non Operational|Degraded|Dgd|Dgrd|Discharging|Degraded (Charging)"
            "|Degraded(Charging)|Degraded (Needs Attention)|Degraded(Needs Attention)|Dgd (Needs Attention)|Dgd(Needs Attention)|NdAtn|Weak"
        ),
        "failed": "Failed|Fld|Bad|MsngCbl|Replace|Replacement Required",
    },
    silent="Unknown|Unkn|Unkwn|-",
)
_OPERATIONS = Words(
    {
        "checking": "CC|Consistency Check|Check Consistency",
        "initializing": "BGI|INIT|Initialization|Background Initialization|Full Initialization|Fast Initialization",
        "migrating": "Migrate|Migration|Reconstruction|Recon|OCE|OCE/RLM",
    },
    silent="None|ERASE|Erase|Secure Erase|-",
)
_INITIAL = Words(
    {
        "off": "WriteThrough|WT",
        "on": "WriteBack|WB",
        "forced": "AlwaysWriteBack|Always WriteBack|Force WriteBack|AWB|FWB",
    }
)
READ = names(
    """Media Error Count|Predictive Failure Count|S.M.A.R.T alert flagged by drive|Write Cache(initial setting)|Disk Cache Policy
    |Active Operations|PR Current State|CC Current State|PR Mode|PR Execution Delay|PR Rate|Patrol Read Rate|prrate|CC Rate|ccrate
    |Check Consistency Rate|Rebuild Rate|Rebuildrate|State|Battery State|Replacement required|Battery replacement required
    |Pack is about to fail & should be replaced|Battery Pack Missing|Learn Cycle Active|FW Package Build|Firmware Package Build"""
)
"""The fields that are read where they stand, whatever they say."""
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


class Card:
    """One controller; each method takes what one line or one object says, with the lines that say it."""

    def __init__(self, number: str = "0") -> None:
        """The controller of this number."""
        self.number = number
        self.values: dict[str, Value | bool] = {}
        self.lines: list[Span] = []
        self.volumes: dict[str, tuple[dict[str, Value | bool], list[Span]]] = {}
        self.drives: dict[str, tuple[dict[str, Value | bool], list[Span]]] = {}
        self.refusals: list[Refusal] = []

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
        if state := _VOLUME_STATES.read(row.get("State", "-"), span, self.refusals):
            values.setdefault("state", state)
        if cache := _CACHE.match(row.get("Cache", "")):
            values["write-cache"] = "off" if cache["write"] == "WT" else "on"
            if cache["write"] != "WT":
                values["write-cache-forced"] = cache["write"] in ("AWB", "FWB")

    def volume_property(self, number: str, key: str, value: str, span: Span) -> None:
        """A property of one virtual drive."""
        values, lines = self._volume(number)
        if key == "Write Cache(initial setting)":
            if setting := _INITIAL.read(value, span, self.refusals):
                values["write-cache-default"] = "off" if setting == "off" else "on"
            if setting == "forced":
                values["write-cache-forced"] = True
        elif key == "Disk Cache Policy":
            if policy := DISK_CACHE.read(value, span, self.refusals):
                values["drive-cache"] = policy
        elif key == "Active Operations":
            self.volume_operation(number, value, re.search(r"(\d{1,3}) ?%", value), span)
            return
        else:
            return
        lines.append(span)

    def volume_operation(self, number: str, name: str, percent: re.Match[str] | None, span: Span) -> None:
        """A background operation that runs on one virtual drive."""
        # "Active Operations" counts them: `BGI (12%)`, `None`
        state = _OPERATIONS.read(name, span, self.refusals)
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
        if state := _DRIVE_STATES.read(row.get("State", "-"), span, self.refusals):
            values["state"] = state
        if model := row.get("Model", "").strip():
            values["model"] = " ".join(model.split())

    def drive_2(self, place: str, kind: str, status: str, model: str, span: Span) -> None:
        """A row of the list of drives of version 2; it goes by its place, as no other tool takes the number there."""
        enclosure, _, slot = place.partition(":")
        where = f"enclosure {enclosure.strip() or '-'} slot {slot.strip()}"
        values, lines = self.drives.setdefault(where, ({"drive": where, "usage": where}, []))
        lines.append(span)
        values["model"] = " ".join(model.split())
        if state := _STATUS_2.read(f"{kind} {status}", span, self.refusals):
            values["state"] = state

    def drive_property(self, enclosure: str, slot: str, key: str, value: str, span: Span) -> None:
        """A property of the drive in this place: it goes by its device id where the list of drives told it."""
        place = f"enclosure {enclosure or '-'} slot {slot}"
        known = next((found for found in self.drives.values() if found[0].get("usage") == place), None)
        if key in _DRIVE_COUNTS and value.isdecimal():
            said: dict[str, Value | bool] = {_DRIVE_COUNTS[key]: int(value)}
        elif key == "S.M.A.R.T alert flagged by drive" and value in ("Yes", "No"):
            said = {"smart-alert": value == "Yes"}
        else:
            if key in (*_DRIVE_COUNTS, "S.M.A.R.T alert flagged by drive") and value not in ("N/A", "-", "Unknown"):
                self.refusals.append(not_understood(f"{key} = {value}", span))
            return
        values, lines = known or self.drives.setdefault(place, ({"drive": place, "usage": place}, []))
        values |= said
        lines.append(span)

    def battery(self, state: str, span: Span) -> None:
        """The battery or CacheVault by its state."""
        if not state:
            return
        if (known := _BATTERY_STATES.read(state, span, self.refusals)) and not (
            known == "ok" and "battery" in self.values
        ):
            self.put("battery", known, span)
            if state.lower() in ("learning", "learn", "lrn"):
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
            if state := task_state(value, span, self.refusals):
                self.put(_PROPERTIES[key], state, span)
        elif key == "PR Mode":
            if mode := PATROL_MODES.read(value, span, self.refusals):
                self.put("patrol-mode", mode, span)
        elif hours := re.match(r"\s*(\d{1,6}) ?h", value):
            self.put("patrol-interval-hours", float(hours[1]), span)

    def cited(self) -> list[Span]:
        """The lines that tell something of this controller, its volumes and its drives."""
        things = (*self.volumes.values(), *self.drives.values())
        return [*self.lines, *(span for _, lines in things for span in lines)]

    def rows(self, output: Output) -> list[Row]:
        """The rows of this controller, its volumes and its drives."""
        values: dict[str, Value | bool] = {"name": f"adapter {self.number}", "family": "megaraid", **self.values}
        rows = [Row("controller", values, _around(self.lines) if self.lines else output.span(0))]
        for template, things in (("controller-array", self.volumes), ("controller-drive", self.drives)):
            rows += [Row(template, found, _around(lines)) for found, lines in things.values() if lines]
        return rows


def _around(lines: list[Span]) -> Span:
    return min(first for first, _ in lines), max(last for _, last in lines)
