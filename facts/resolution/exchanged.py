"""Drives that were exchanged between two looks at them: another serial number under the same name.

The letter of a disk may go to another drive with the next boot, so a new serial number alone is no proof. It counts where
the drive goes by its place at a controller, where the controller logged that it was pulled in between, or where the new one
is so young that it cannot have been there before.
"""

from __future__ import annotations

from facts.captures import INFERRED
from facts.cells import Cell, Observed
from facts.resolution.drives import drive_of_access
from facts.schema import UNKNOWN, Value
from facts.sexpr import Symbol

_YOUNG_HOURS = 48.0
"""A new drive has run for some hours at its maker's and at its first tests, by experience."""


def exchanged(items: list[Observed]) -> list[Observed]:
    """A ``drive`` row for each drive that was exchanged, as old as the first look at the new one.

    >>> def seen(hour, serial, hours):
    ...     cells = {"device": "sdb", "serial": serial, "power-on-hours": float(hours)}
    ...     return Observed("smart", "db1", {k: Cell(v, Origin(f"{hour}", (1, 9)), time=hour * 3600.0) for k, v in cells.items()})
    >>> from facts.captures import Origin
    >>> [str(i.cells["replaced"].value) for i in exchanged([seen(1, "A", 9000), seen(30, "B", 2)]) if i.template == "drive"]
    ['yes']
    >>> [i for i in exchanged([seen(1, "A", 9000), seen(30, "B", 9020)]) if i.template == "drive"]
    []
    """
    smart = [i for i in items if i.template == "smart" and _text(i, "serial") and _time(i) is not None]
    found = []
    for device in dict.fromkeys(_text(i, "device") for i in smart):
        looks = sorted((i for i in smart if _text(i, "device") == device), key=lambda i: _time(i) or 0.0)
        new = [i for i in looks if _text(i, "serial") == _text(looks[-1], "serial")]
        old = [i for i in looks if _text(i, "serial") != _text(looks[-1], "serial")]
        if old and _apart(old, new, smart) and _pulled(old[-1], new, device, items):
            source = next(iter(new[0].cells.values()))
            values: dict[str, Value] = {"device": device, "replaced": Symbol("yes")}
            cells = {slot: Cell(value, source.origin, INFERRED, source.time) for slot, value in values.items()}
            found.append(Observed("drive", new[0].host, cells))
    return [*items, *found]


def _text(item: Observed, slot: str) -> str:
    cell = item.cells.get(slot)
    return "" if cell is None or cell.value == UNKNOWN else str(cell.value)


def _time(item: Observed) -> float | None:
    return next(iter(item.cells.values())).time


def _apart(old: list[Observed], new: list[Observed], smart: list[Observed]) -> bool:
    """Whether the old drive was not seen any more when the new one was, under no name, and the new one never before."""
    last, first = _time(old[-1]) or 0.0, _time(new[0]) or 0.0
    serial, gone = _text(new[0], "serial"), {_text(i, "serial") for i in old}
    return last < first and not any(
        (_text(i, "serial") == serial and (_time(i) or 0.0) <= last)
        or (_text(i, "serial") in gone and (_time(i) or 0.0) >= first)
        for i in smart
    )


def _pulled(old: Observed, new: list[Observed], device: str, items: list[Observed]) -> bool:
    last, first = _time(old) or 0.0, _time(new[0]) or 0.0
    if drive_of_access(_text(old, "access")) and any(_text(i, "access") == _text(old, "access") for i in new):
        return True
    if any(
        i.template == "areca-event"
        and _text(i, "event") == "device-removed"
        and _text(i, "disk") == device
        and last <= (_time(i) or 0.0) <= first
        for i in items
    ):
        return True
    between = (first - last) / 3600
    hours = [
        float(cell.value) for i in new if (cell := i.cells.get("power-on-hours")) and isinstance(cell.value, float)
    ]
    return bool(hours) and hours[0] <= between + _YOUNG_HOURS
