"""SMART counters that were read more than once: how they moved, and for how long they have stood still.

A count of damaged transfers never goes down. That a new cable mended it shows only in that the count stands still from one look
to the next, while the drive runs and carries data. So each row tells for how many hours the count has not moved, and how many
errors would have come in that time had they come as fast as before.
"""

from __future__ import annotations

from functools import cmp_to_key
from typing import NamedTuple

from facts.captures import MEASURED
from facts.cells import Cell, Observed
from facts.schema import UNKNOWN, Value
from facts.series.growth import COUNTERS, growth
from facts.sexpr import Symbol

_CARRIED = ("written-raw", "read-raw")


def counters(items: list[Observed]) -> list[Observed]:
    """A row for each counter of a drive that was read more than once, where it is known which look came first.

    >>> from facts.captures import Origin
    >>> def look(hour, count):
    ...     cells = {"device": "sdb", "crc-errors-raw": count, "power-on-hours": 900.0 + hour}
    ...     return Observed("smart", "f1", {k: Cell(v, Origin(f"{hour}", (1, 9)), time=hour * 3600.0) for k, v in cells.items()})
    >>> row = counters([look(0, 40), look(10, 90), look(34, 90)])[-1]
    >>> {slot: row.cells[slot].value for slot in ("first", "last", "still-hours", "expected-while-still")}
    {'first': 40, 'last': 90, 'still-hours': 24.0, 'expected-while-still': 120.0}
    >>> told = {"device": "sdb", "kind": Symbol("link-error"), "last-time": 20 * 3600.0}
    >>> damage = Observed("disk-error", "f1", {k: Cell(v, Origin("log", (1, 1)), time=7.2e4) for k, v in told.items()})
    >>> counters([look(0, 40), look(10, 90), look(34, 90), damage])[-1].cells["still-hours"].value
    0.0
    """
    found = []
    for drive, polls in _drives(items).items():
        # where the order of all of them is not known: without what a daemon logged of it, which is no full answer of the drive
        ordered = _in_order(polls) or _in_order([item for item in polls if _value(item, "unreadable") != UNKNOWN])
        readings = [
            (float(number), drive, counter, value)
            for number, item in enumerate(ordered)
            for slot, counter in COUNTERS.items()
            if isinstance(value := _value(item, slot), int)
        ]
        slots = {counter: slot for slot, counter in COUNTERS.items()}
        for entry in growth(readings):
            source = ordered[-1]
            values: dict[str, Value] = {"device": str(_value(source, "device")), "counter": Symbol(entry.counter),
                                        "first": entry.first, "last": entry.last}  # fmt: skip
            looks = [item for item in ordered if isinstance(_value(item, slots[entry.counter]), int)]
            damaged = _last_damaged(items, _value(source, "device")) if entry.counter == "crc-errors" else None
            if (rest := _rest(looks, slots[entry.counter], damaged)) is not None:
                values |= {"still-hours": rest.hours, "expected-while-still": rest.expected}
            cell = next(iter(source.cells.values()))
            cells = {slot: Cell(value, cell.origin, MEASURED, cell.time) for slot, value in values.items()}
            found.append(Observed("smart-growth", source.host, cells))
    return [*items, *found]


def _drives(items: list[Observed]) -> dict[str, list[Observed]]:
    """The looks at each drive. ``smartctl -A`` prints no serial number: then it is the only drive that was seen there."""
    polls = [item for item in items if item.template == "smart"]
    serials: dict[tuple[Value, Value], set[Value]] = {}
    for item in polls:
        if _value(item, "serial") != UNKNOWN:
            serials.setdefault((_value(item, "device"), _value(item, "access")), set()).add(_value(item, "serial"))
    drives: dict[str, list[Observed]] = {}
    for item in polls:
        name = _value(item, "serial")
        if name == UNKNOWN:
            known = serials.get((_value(item, "device"), _value(item, "access")), set())
            name = next(iter(known)) if len(known) == 1 else _value(item, "device")
        drives.setdefault(str(name), []).append(item)
    return drives


def _in_order(polls: list[Observed]) -> list[Observed]:
    """The looks at one drive by time, by line of one capture or by the numbers of files; none where the order is not known.

    Two files without a time could be either way round, and a counter that fell means the opposite of one that rose.
    """
    cells = [next(iter(item.cells.values())) for item in polls]
    orders = [one.captured_after(other) for n, one in enumerate(cells) for other in cells[:n] if _apart(one, other)]
    if None in orders:
        return []
    return sorted(polls, key=cmp_to_key(_compare))


def _apart(one: Cell, other: Cell) -> bool:
    return (one.time, one.origin.path, one.origin.lines) != (other.time, other.origin.path, other.origin.lines)


def _compare(look: Observed, other: Observed) -> int:
    one, two = next(iter(look.cells.values())), next(iter(other.cells.values()))
    order = one.captured_after(two) if _apart(one, two) else None
    return 0 if order is None else 1 if order else -1


class _Rest(NamedTuple):
    """For how long a counter has stood still, and what would have come meanwhile."""

    hours: float
    expected: float


def _last_damaged(items: list[Observed], device: Value) -> float | None:
    """When the kernel last told of a damaged transfer of a drive; None where it told none, or not when."""
    rows = [i for i in items if i.template == "disk-error" and _value(i, "device") == device]
    times = [_value(i, "last-time") for i in rows if _value(i, "kind") == "link-error"]
    return max((time for time in times if isinstance(time, float)), default=None)


def _rest(looks: list[Observed], slot: str, damaged: float | None) -> _Rest | None:
    """From the first look that shows the last count to the last look; None where no hours are known.

    A drive that carried nothing meanwhile has proven nothing: its hours are none. So it is where the kernel told of damage
    meanwhile: what the host finds damaged in reading, the drive does not always count.
    """
    last = _value(looks[-1], slot)
    since = len(looks) - 1
    while since and _value(looks[since - 1], slot) == last:
        since -= 1
    hours = _hours(looks[since], looks[-1])
    if hours is None:
        return None
    began = next(iter(looks[since].cells.values())).time
    damaged_since = damaged is not None and began is not None and damaged > began
    if damaged_since or _is_idle(looks[since], looks[-1]):
        return _Rest(0.0, 0.0)
    rise, during = _number(looks[since], slot) - _number(looks[0], slot), _hours(looks[0], looks[since])
    return _Rest(hours, rise / during * hours if during and rise > 0 else 0.0)


def _hours(first: Observed, last: Observed) -> float | None:
    """The hours between two looks in which the drive ran, else those by the clock."""
    if UNKNOWN not in (_value(first, "power-on-hours"), _value(last, "power-on-hours")):
        return max(0.0, _number(last, "power-on-hours") - _number(first, "power-on-hours"))
    times = [next(iter(item.cells.values())).time for item in (first, last)]
    return None if times[0] is None or times[1] is None else (times[1] - times[0]) / 3600


def _is_idle(first: Observed, last: Observed) -> bool:
    """Whether the drive counts what it carries, and carried nothing between two looks."""
    told = [s for s in _CARRIED if UNKNOWN not in (_value(first, s), _value(last, s))]
    return bool(told) and all(_value(first, s) == _value(last, s) for s in told)


def _number(item: Observed, slot: str) -> float:
    value = _value(item, slot)
    return float(value) if isinstance(value, (int, float)) else 0.0


def _value(item: Observed, slot: str) -> Value:
    cell = item.cells.get(slot)
    return UNKNOWN if cell is None else cell.value
