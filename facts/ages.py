"""How old what was seen is, against the newest that is known of its host; and which events are past.

An old log is not less true than a new one, but what it tells may be over: the drive whose errors stand in last year's
messages was replaced. An event is *past* when the log went on for `QUIET` after it, and for longer than it was ever quiet
between two of its kind, and nothing of its kind came again. What nothing later was read about is not past: it is only old,
and its age is said. Only events that a log reports are judged so, for only of a log is it known what it would have told.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

from facts.schema import Template, templates

if TYPE_CHECKING:
    from facts.cells import Cell, Observed

_DAY = 86_400.0
QUIET = 14 * _DAY
"""So long a log must go on without an event: longer than weekly jobs need to make it come again."""

_HAPPENS: dict[str, frozenset[str] | None] = {
    "disk-error": None,
    "areca-event": None,
    "kernel-event": frozenset(
        (
            "hung-task",
            "soft-lockup",
            "out-of-memory-kill",
            "controller-reset",
            "page-allocation-failure",
            "guest-memory-refused",
            "swap-used-up",
            "swap-read-back",
            "clock-jump",
        )
    ),
    "ha-event": frozenset(
        ("heartbeat-late", "heartbeat-lost", "not-scheduled", "takeover", "fenced", "panic", "clock-jump")
    ),
    "guest-event": None,
    # a battery that failed, and a cache that was given up for it, are told once and last
    "controller-event": frozenset(
        ("battery-learning", "battery-charging", "patrol-read-started", "check-started", "rebuild-started")
    ),
}
"""The events that happen and are over, by template and kind (None: every kind). What lasts until somebody mends it is told
once and never again, and is not past for that: a path that failed, a file system that was mounted read-only."""
_OF_KERNEL_LOG = frozenset(("disk-error", "kernel-event", "ha-event", "controller-event", "guest-event"))
_LOG = "kernel-log"


def time_of(observed: Observed) -> float | None:
    """When a row was measured or last happened, seconds since 1970, or None."""
    return max((cell.time for cell in observed.cells.values() if cell.time is not None), default=None)


def newest(observed: Iterable[Observed]) -> dict[str, float]:
    """The newest time that anything tells, for each host: as late as that it was captured."""
    found: dict[str, float] = {}
    for item in observed:
        time = time_of(item)
        if time is not None and time > found.get(item.host, float("-inf")):
            found[item.host] = time
    return found


class _Run:
    """The events of one thing on one host, and until when logs would have told of another."""

    def __init__(self) -> None:
        self.events: list[tuple[float, float, int]] = []
        self.undated = False

    def past(self, told_until: float) -> list[int]:
        """The places of its events, where it is over."""
        if self.undated or not self.events:
            return []
        spans = sorted(self.events)
        last = max(end for _, end, _ in spans)
        pauses = [later[0] - earlier[1] for earlier, later in pairwise(spans)]
        return [at for _, _, at in spans] if told_until - last > max([QUIET, *pauses]) else []


def past(observed: Sequence[Observed]) -> set[int]:
    """The places of the events that are past.

    >>> from facts.captures import Origin
    >>> from facts.cells import Cell, Observed
    >>> def seen(template, day, **slots):
    ...     cells = {name.replace("_", "-"): Cell(value, Origin("log", (1, 1)), time=day * 86400.0) for name, value in slots.items()}
    ...     return Observed(template, "db1", cells)
    >>> bad, log = seen("disk-error", 10, device="sdb", kind="medium-error"), seen("kernel-log", 40, output="log:1")
    >>> past([bad, log]), past([bad, log, seen("disk-error", 39, device="sdb", kind="medium-error")]), past([bad])
    ({0}, set(), set())
    """
    told = _told_until(observed)
    lasting = _lasting(observed)
    runs: dict[tuple[str, ...], _Run] = {}
    for at, item in enumerate(observed):
        template = templates()[item.template]
        if not _happens(item) or (item.host, item.template) not in told:
            continue
        if item.template in _OF_DRIVES and {(item.host, ""), (item.host, _value(item, "device"))} & lasting:
            continue
        key = (item.host, item.template, _subject(template, item.cells))
        run = runs.setdefault(key, _Run())
        end = time_of(item)
        if end is None:
            run.undated = True  # it may be the newest of all
        else:
            first = item.cells.get("first-time")
            run.events.append((first.value if first and isinstance(first.value, float) else end, end, at))
    return {at for key, run in runs.items() for at in run.past(told[key[0], key[1]])}


_OF_DRIVES = frozenset(("disk-error", "areca-event"))
_FEWER = ("failed-members", "members-missing")
_BROKEN = frozenset(("degraded", "faulted", "failed", "unavail", "removed", "rebuilding", "inactive"))


def _lasting(observed: Iterable[Observed]) -> set[tuple[str, str]]:
    """Where drives are in trouble as things stand, by host and device ("" for an array of any).

    A drive that an array has dropped is asked for nothing any more, and a sector that is pending is not read: no error
    comes again, and still it is not over.
    """
    found = set()
    for item in observed:
        states = {_value(item, "state"), _value(item, "health")}
        if item.template in ("md-array", "zpool-status", "pool-device", "controller-array", "controller-drive"):
            if states & _BROKEN or any(_value(item, slot) not in ("", "0", "unknown") for slot in _FEWER):
                found.add((item.host, ""))
        elif item.template == "smart" and (
            "failed" in states or _value(item, "pending-raw") not in ("", "0", "unknown")
        ):
            found.add((item.host, _value(item, "device")))
    return found


def _value(item: Observed, slot: str) -> str:
    cell = item.cells.get(slot)
    return "" if cell is None else str(cell.value)


def _happens(item: Observed) -> bool:
    if item.template not in _HAPPENS:
        return False
    kinds, kind = _HAPPENS[item.template], item.cells.get("kind") or item.cells.get("event")
    return kinds is None or (kind is not None and str(kind.value) in kinds)


def _told_until(observed: Iterable[Observed]) -> dict[tuple[str, str], float]:
    """Until when logs would have told of events, by host and template."""
    found: dict[tuple[str, str], float] = {}
    for item in observed:
        time = time_of(item)
        if time is None:
            continue
        names: Iterable[str] = ()
        if item.template == _LOG:
            names = _OF_KERNEL_LOG
        elif item.template == "read" and (cell := item.cells.get("template")) is not None:
            names = (str(cell.value),)
        for name in names:
            found[item.host, name] = max(time, found.get((item.host, name), float("-inf")))
    return found


def _subject(template: Template, cells: Mapping[str, Cell]) -> str:
    """What the event is about: a second kind of error of the same disk is its next sign."""
    if "device" in template.slots and "device" in cells:
        return str(cells["device"].value)
    return " ".join(str(cells[name].value) for name in template.key if name != "host" and name in cells)
