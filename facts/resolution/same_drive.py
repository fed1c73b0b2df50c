"""One name for a drive that several names lead to: a link in /dev/disk, another letter after a restart, the controller of an NVMe drive.

The serial number tells it. The letter of a disk may go to another drive with the next boot, so what the kernel logged under an old letter
goes with the drive only where no other drive was seen under that letter.
"""

from __future__ import annotations

from facts.cells import Observed
from facts.patterns import lazy
from facts.schema import UNKNOWN
from facts.subjects import whole_device

_LINK = lazy(r"(?:wwn|ata|scsi|nvme|usb|virtio|pci|dm-uuid|diskid|gptid)[-/]")
_NVME = lazy(r"nvme\d{1,3}\Z")
_LEAST = 6
"""A shorter serial number is often a made-up one that several volumes have."""
_HOUR = 3600.0
NAMED = ("smart", "smart-growth", "disk-error", "disk-settings", "device-load", "latency-spikes", "pool-device")
"""Rows whose `device` is a disk."""


def same_drive(items: list[Observed], notes: list[str], host: str) -> list[Observed]:
    """Bring each drive to one name.

    >>> from facts.captures import Origin
    >>> from facts.cells import Cell
    >>> def look(device, serial, hour):
    ...     cells = {"device": device, "serial": serial, "access": ""}
    ...     return Observed("smart", "f1", {k: Cell(v, Origin(device, (1, 9)), time=hour * 3600.0) for k, v in cells.items()})
    >>> notes = []
    >>> looks = [look("sdc", "ZFN1REBO", 1), look("sdd", "ZFN1REBO", 99), look("wwn-0x5000c500a1b2c3d4", "ZFN1REBO", 2)]
    >>> [str(item.cells["device"].value) for item in same_drive(looks, notes, "f1")], notes
    (['sdd', 'sdd', 'sdd'], ['f1: sdc, sdd and wwn-0x5000c500a1b2c3d4 are one drive by its serial number ZFN1REBO; it is called sdd'])
    """
    items = _namespaces(items)
    looks: dict[str, list[Observed]] = {}
    serials: dict[str, set[str]] = {}
    for item in items:
        if item.template == "smart" and not _text(item, "access") and _text(item, "device-known") != "no":
            serial = _text(item, "serial")
            if serial:
                serials.setdefault(_name(item), set()).add(serial)
            if len(set(serial)) > 2 and len(serial) >= _LEAST:
                looks.setdefault(serial, []).append(item)
    of_serial: dict[str, str] = {}
    renamed: dict[str, str] = {}
    for serial, seen in looks.items():
        names = sorted({_name(item) for item in seen})
        if len(names) < 2 or len({_text(item, "model") for item in seen} - {""}) > 1:
            continue
        of_serial[serial] = final = _latest(seen)
        renamed |= {
            name: final for name in names
            if name != final and len(serials[name]) == 1 and (_LINK.match(name) or _was_before(seen, name, final))
        }  # fmt: skip
        notes.append(
            f"{host}: {', '.join(names[:-1])} and {names[-1]} are one drive by its serial number {serial}; it is called {final}"
        )
    if not of_serial:
        return items
    return [_renamed(item, of_serial, renamed) for item in items]


def _renamed(item: Observed, of_serial: dict[str, str], renamed: dict[str, str]) -> Observed:
    if item.template not in NAMED:
        return item
    final = renamed.get(_name(item))
    if item.template == "smart" and not _text(item, "access"):
        final = of_serial.get(_text(item, "serial"), final)
    return item if final is None else with_device(item, final)


def with_device(item: Observed, name: str) -> Observed:
    """The row with another name for its device."""
    return Observed(item.template, item.host, {**item.cells, "device": item.cells["device"]._replace(value=name)})


def _text(item: Observed, slot: str) -> str:
    cell = item.cells.get(slot)
    return "" if cell is None or cell.value == UNKNOWN else str(cell.value)


def _name(item: Observed) -> str:
    return whole_device(_text(item, "device"))


def _time(item: Observed) -> float | None:
    return item.cells["device"].time


def _latest(seen: list[Observed]) -> str:
    """The name by which the drive was seen last, not that of a link where there is another."""
    seen = [item for item in seen if not _LINK.match(_name(item))] or seen
    seen = sorted(seen, key=_name)
    last = max((time for item in seen if (time := _time(item)) is not None), default=None)
    return next(_name(item) for item in seen if _time(item) == last or last is None)


def _was_before(seen: list[Observed], name: str, final: str) -> bool:
    """Whether the drive went by a name long before it went by the last one; two paths to it have both at a time."""
    times = {n: [t for item in seen if _name(item) == n and (t := _time(item)) is not None] for n in (name, final)}
    return bool(times[name] and times[final]) and max(times[name]) + _HOUR < min(times[final])


def _namespaces(items: list[Observed]) -> list[Observed]:
    """The controller of an NVMe drive goes by the only name space that is known of it."""
    named = {_name(item) for item in items if item.template in NAMED}
    spaces: dict[str, set[str]] = {}
    for name in named:
        if name.startswith("nvme") and "n" in name[4:]:
            spaces.setdefault(name[: name.index("n", 4)], set()).add(name)
    alone = {name: next(iter(found)) for name, found in spaces.items() if len(found) == 1 and _NVME.match(name)}
    if not alone.keys() & named:
        return items
    return [
        with_device(item, alone[name]) if item.template in NAMED and (name := _name(item)) in alone else item
        for item in items
    ]
