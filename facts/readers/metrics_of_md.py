"""What metrics of Prometheus's node_exporter say of Linux software RAID: what ``/proc/mdstat`` said when they were fetched.

`facts.readers.node_metrics` finds the lines.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from facts.kit import Values
from facts.reading import Output, Row

_ACTIONS = {"recovering": "recovery", "resync": "resync", "check": "check", "reshape": "reshape"}
_PREFIX = "node_md_"


@dataclass(slots=True)
class Arrays:
    """The metrics of one page that are about arrays."""

    arrays: dict[str, dict[tuple[str, str], float]] = field(default_factory=dict)
    lines: dict[str, list[int]] = field(default_factory=dict)

    def take(self, name: str, labels: dict[str, str], value: float, index: int) -> bool:
        """Keep what a metric says; whether it is of use."""
        array = labels.get("device")
        if not array or not name.startswith(_PREFIX):
            return False
        self.arrays.setdefault(array, {})[name.removeprefix(_PREFIX), labels.get("state", "")] = value
        self.lines.setdefault(array, []).append(index)
        return True

    def rows(self, output: Output) -> list[Row]:
        """What was kept."""
        return [
            Row("md-array", _array(name, told), output.span(self.lines[name][0], self.lines[name][-1]))
            for name, told in self.arrays.items()
        ]


def _array(name: str, told: dict[tuple[str, str], float]) -> Values:
    values: Values = {"array": name}
    states = {state: value for (metric, state), value in told.items() if metric == "state"}
    if states:
        action = next((action for state, action in _ACTIONS.items() if states.get(state)), "none")
        values |= {"state": "inactive" if states.get("inactive") else "active", "sync-action": action}
        whole, done = told.get(("blocks", "")), told.get(("blocks_synced", ""))
        if action != "none" and whole and done is not None:
            values["sync-percent"] = 100 * done / whole
    required, active, failed = (
        told.get(("disks_required", "")),
        told.get(("disks", "active")),
        told.get(("disks", "failed")),
    )
    if required:
        values["members"] = int(required)
        if active is not None:
            values["members-missing"] = max(0, int(required - active))
    if failed is not None:
        values["failed-members"] = int(failed)
    return values
