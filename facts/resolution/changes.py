"""The first trouble of each kind that a dated log or sampling shows, beside the changes of the same host.

By the host's own clock. What was running already when the log begins may be older than it, so a log tells how long it
was quiet before.
"""

from __future__ import annotations

from collections.abc import Sequence

from facts.captures import INFERRED
from facts.cells import Cell, Observed
from facts.schema import UNKNOWN, Value
from facts.sexpr import Symbol

_HARDWARE = frozenset(("medium-error", "hardware-error", "predicted-failure", "read-error", "write-error", "io-error"))
_TROUBLE = frozenset(
    ("hung-task", "controller-reset", "path-failed", "all-paths-failed", "nic-link-down", "nic-hung", "out-of-memory-kill",
     "zfs-io-failure", "remount-read-only", "page-allocation-failure")
)  # fmt: skip
_BUSY_PERCENT, _SLOW_MS = 90.0, 50.0
"""A device that is hardly ever idle over a whole sampling, and takes longer than any kind of disk does by itself."""
_POOL_CHANGES = frozenset(("set", "add-log", "add-data", "add-cache", "upgrade", "remove", "replace"))


def _get(item: Observed, slot: str) -> Value:
    cell = item.cells.get(slot)
    return UNKNOWN if cell is None else cell.value


def _number(item: Observed, slot: str) -> float | None:
    value = _get(item, slot)
    return float(value) if isinstance(value, (int, float)) else None


def _onsets(items: Sequence[Observed]) -> list[tuple[float, str, bool, Observed]]:
    """Time, name and whether it is hardware, of the first trouble of each kind."""
    found = []
    for item in items:
        if item.template == "device-load" and _is_slow(item) and (sampled := item.cells["device"].time) is not None:
            found.append((sampled, f"slow {_get(item, 'device')}", False, item))
        kind = str(_get(item, "kind"))
        time = _number(item, "first-time")
        if time is None:
            continue
        if item.template == "disk-error" and kind != "recovered" and _get(item, "removable") != Symbol("yes"):
            found.append((time, f"{kind} of {_get(item, 'device')}", kind in _HARDWARE, item))
        elif item.template == "kernel-event" and kind in _TROUBLE:
            found.append((time, kind, False, item))
    return found


def _is_slow(item: Observed) -> bool:
    busy, latency = _number(item, "busy-percent-mean"), _number(item, "latency-ms-mean")
    return busy is not None and latency is not None and busy >= _BUSY_PERCENT and latency >= _SLOW_MS


def _changes(items: Sequence[Observed]) -> list[float]:
    times = [
        time
        for item in items
        if (item.template == "system-change" or (item.template == "pool-change" and str(_get(item, "operation")) in _POOL_CHANGES))
        and (time := _number(item, "time")) is not None
    ]  # fmt: skip
    return sorted(times)


def change_timing(items: list[Observed]) -> list[Observed]:
    """Add a ``change-timing`` row for each kind of trouble of a host whose changes are known."""
    changes = _changes(items)
    if not changes:
        return items
    begins = [time for i in items if i.template == "kernel-log" and (time := _number(i, "first-time")) is not None]
    earliest: dict[str, tuple[float, bool, Observed]] = {}
    for time, name, hardware, item in _onsets(items):
        if name not in earliest or time < earliest[name][0]:
            earliest[name] = (time, hardware, item)
    found = []
    for name, (onset, hardware, item) in earliest.items():
        values: dict[str, Value] = {
            "trouble": name, "onset-time": onset, "hardware": Symbol("yes" if hardware else "no"),
        }  # fmt: skip
        if earlier := [time for time in changes if time <= onset]:
            values["after-change-seconds"] = onset - earlier[-1]
        if later := [time for time in changes if time > onset]:
            values["before-change-seconds"] = later[0] - onset
        if quiet := [onset - time for time in begins if time <= onset]:
            values["quiet-before-seconds"] = max(quiet)
        origin = item.cells["first-time" if "first-time" in item.cells else "device"].origin
        cells = {slot: Cell(value, origin, INFERRED) for slot, value in values.items()}
        found.append(Observed("change-timing", item.host, cells))
    return [*items, *found]
