"""Metrics of Prometheus's node_exporter about Linux software RAID: what ``/proc/mdstat`` said when they were fetched.

Sample::

    >>> from facts.readers import show
    >>> show('''# TYPE node_md_blocks gauge
    ... node_md_blocks{device="md2"} 4000
    ... node_md_blocks_synced{device="md2"} 1000
    ... node_md_disks{device="md2",state="active"} 3
    ... node_md_disks{device="md2",state="failed"} 1
    ... node_md_disks_required{device="md2"} 4
    ... node_md_state{device="md2",state="active"} 0
    ... node_md_state{device="md2",state="recovering"} 1
    ... ''')
    node-md lines 1-8 read
      md-array: array=md2 failed-members=1 members=4 members-missing=1 state=active sync-action=recovery sync-percent=25 (2-8)
      system: os=linux (2-2)
"""

from __future__ import annotations

from collections.abc import Sequence

from facts.kit import Values, run
from facts.patterns import lazy
from facts.reading import Output, Reader, Reading, Row, Span

_METRIC = lazy(
    r"\s*node_md_(?P<name>[a-z_]{1,30})\{(?P<labels>[^}]{0,400})\} (?P<value>\d{1,16}(?:\.\d{1,12})?(?:e\+\d\d)?)(?: \d{10,13})?\s*\Z"
)
_LABEL = lazy(r'(?P<key>\w+)="(?P<value>[^"]*)"')
_COMMENT = lazy(r"\s*# (?:HELP|TYPE) node_md_")
_ACTIONS = {"recovering": "recovery", "resync": "resync", "check": "check", "reshape": "reshape"}


def _extent(lines: Sequence[str], start: int, command: str) -> Span | None:
    end = run(lines, start, _METRIC, _COMMENT)
    return (start, end) if any(_METRIC.match(line) for line in lines[start:end]) else None


def _read(output: Output) -> Reading:
    arrays: dict[str, dict[tuple[str, str], float]] = {}
    spans: dict[str, list[int]] = {}
    for index, match in output.matches(_METRIC):
        labels = {label["key"]: label["value"] for label in _LABEL.finditer(match["labels"])}
        if name := labels.get("device"):
            arrays.setdefault(name, {})[match["name"], labels.get("state", "")] = float(match["value"])
            spans.setdefault(name, []).append(index)
    rows = [
        Row("md-array", _array(name, told), output.span(spans[name][0], spans[name][-1]))
        for name, told in arrays.items()
    ]
    if rows:
        rows.append(Row("system", {"os": "linux"}, output.span(min(at[0] for at in spans.values())), inferred=True))
    return Reading(rows, used=output.matching(_METRIC))


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


HINTS = ("node_md_",)
READERS = (
    Reader("node-md", lazy(r"\s*(?:# (?:HELP|TYPE) )?node_md_"), _extent, _read, of_no_use=(("comment", _COMMENT),)),
)
