"""One name for each drive, whether the kernel, smartctl or a RAID controller's own tool speaks of it.

A drive behind a controller goes by the access that smartctl needs for it (``areca,2``, ``megaraid,4``); where something
ties it to a disk of the kernel, by that disk's name. What ties them: the same serial number on both sides, or that each
side knows of errors of one single drive. Arrays and mapped volumes are told apart from drives, and what the storage
below the page cache sustains is taken from the best measurement of it.
"""

from __future__ import annotations

from collections.abc import Iterable

from facts.captures import INFERRED
from facts.cells import Cell, Observed
from facts.patterns import lazy
from facts.recording import recording_of
from facts.schema import UNKNOWN, Value
from facts.sexpr import Symbol
from facts.subjects import names_whole_disk, whole_device

_THROUGH = lazy(
    r"(?:sat\+)?(?P<name>(?:areca|megaraid|sssraid|3ware|cciss|hpt|aacraid|jmb39x)[\w-]*,[\d,/]+(?:@bus/\d+)?)\Z"
)
_SLOT = lazy(r"E(?P<enclosure>\d+)S(?P<slot>\d+)\Z")
_LAYERED = lazy(r"(?:md[_\d]|dm-|drbd|loop|zd\d|bcache|rbd|mapper/|vg)")
_KERNEL_ERRORS = ("medium-error", "read-error", "write-error", "io-error", "hardware-error")
_CONTROLLER_ERRORS = ("reading-error", "writing-error", "device-failed")
_CONTROLLER_ROWS = ("areca-smart", "areca-event", "controller-drive")
# The values at which makers let a normalised attribute begin.
_FRESH = (100, 200, 253)


def drive_of_access(access: str) -> str:
    """The name of the drive behind a controller that a ``-d`` option of smartctl asks for, "" for a plain disk.

    >>> drive_of_access("sat+megaraid,4"), drive_of_access("areca,2"), drive_of_access("sat")
    ('megaraid,4', 'areca,2', '')
    """
    match = _THROUGH.match(access)
    return match["name"] if match else ""


def areca_drive(number: str) -> str:
    """The same for the number by which Areca's own tool calls it.

    >>> areca_drive("2"), areca_drive("E2S1")
    ('areca,2', 'areca,1/2')
    >>> areca_drive("slot 0 1I:1:4")
    'slot 0 1I:1:4'
    """
    # drives of other cards have that name already
    if drive_of_access(number):
        return number
    if match := _SLOT.match(number):
        return f"areca,{match['slot']}/{match['enclosure']}"
    # a place in an enclosure, as the tools of some cards write it, is no number
    return f"areca,{number}" if number.isdecimal() else number


def is_layered(device: str) -> bool:
    """Whether a device of the kernel is made of others: an array, a mapped volume.

    >>> is_layered("md0"), is_layered("dm-3"), is_layered("sdb")
    (True, True, False)
    """
    return _LAYERED.match(device) is not None


def name_drives(items: list[Observed], notes: list[str], host: str) -> list[Observed]:
    """Bring every row of one host that is about a drive to the drive's one name."""
    items = _by_place(_of_controllers([_smart(item) for item in items]))
    items = _ports(_nameless(items, notes, host), notes, host)
    tied = _same_serial(items)
    tied |= _only_one(items, tied, notes, host)
    result: list[Observed] = []
    for item in items:
        if item.template in ("smart", "disk-error") and (disk := tied.get(_text(item, "device"))):
            item = _with(item, "device", disk)
        if item.template in _CONTROLLER_ROWS:
            name = areca_drive(_text(item, "drive"))
            item = _with(item, "disk", tied.get(name, name))
        elif item.template in ("surface-scan", "bad-blocks") and _text(item, "device"):
            disk = whole_device(_text(item, "device"))
            item = _with(item, "disk", disk)
            if item.template == "surface-scan":
                item = _with(item, "layered", Symbol("no" if names_whole_disk(disk) else "yes"))
        elif item.template == "disk-error":
            item = _with(item, "layered", Symbol("yes" if is_layered(_text(item, "device")) else "no"))
        result.append(item)
    result.extend(_shingled_by_name(items))
    for name, disk in tied.items():
        source = next(i for i in items if name in (_text(i, "device"), areca_drive(_text(i, "drive"))))
        result.append(
            _derived("part-of", source, {"part": name, "whole": disk, "relation": Symbol("drive-behind-device")})
        )
    return result


def _shingled_by_name(items: Iterable[Observed]) -> list[Observed]:
    """Devices of a pool whose name holds a model that records shingled: `ata-WDC_WD40EFAX-68JH4N0_WD-WX11D`."""
    items, found = list(items), {}
    serials = tuple({f"_{_text(i, 'serial')}" for i in items if i.template == "smart" and len(_text(i, "serial")) >= 6})
    for item in items:
        name = _text(item, "device")
        if name.removesuffix("-part1").endswith(serials):
            continue  # smartctl told of that drive
        if item.template == "pool-device" and name.startswith(("ata-", "wwn-", "scsi-")) and recording_of(name):
            found[name] = _derived("disk-settings", item, {"device": name, "recording": Symbol("shingled")})
    return list(found.values())


def _text(item: Observed, slot: str) -> str:
    cell = item.cells.get(slot)
    return "" if cell is None or cell.value == UNKNOWN else str(cell.value)


def _with(item: Observed, slot: str, value: Value) -> Observed:
    cells = dict(item.cells)
    cells[slot] = (cells.get(slot) or next(iter(cells.values())))._replace(value=value)
    return Observed(item.template, item.host, cells)


def _derived(template: str, source: Observed, values: dict[str, Value]) -> Observed:
    cell = next(iter(source.cells.values()))
    return Observed(template, source.host, {s: Cell(v, cell.origin, INFERRED, cell.time) for s, v in values.items()})


def _smart(item: Observed) -> Observed:
    """A drive that was asked through a controller goes by that access; the node asked is kept."""
    if item.template != "smart":
        return item
    drive = drive_of_access(_text(item, "access"))
    if not drive:
        return item
    return _with(_with(item, "node", _text(item, "device") or drive), "device", drive)


_BUS = lazy(r"(?:/dev/)?(?P<bus>bus/\d+)\Z")


def _of_controllers(items: list[Observed]) -> list[Observed]:
    """Drives in the same slot of several controllers: each has its own bus, and the drives have other serial numbers."""
    buses: dict[str, dict[str, set[str]]] = {}
    for item in items:
        if item.template == "smart" and _text(item, "access") and (bus := _BUS.match(_text(item, "node"))):
            buses.setdefault(_text(item, "device"), {}).setdefault(bus["bus"], set()).add(_text(item, "serial"))
    several = {
        name for name, serials in buses.items()
        if len(serials) > 1 and len(set().union(*serials.values()) - {""}) >= len(serials)
        and not set.intersection(*serials.values())
    }  # fmt: skip
    result = []
    for item in items:
        if item.template == "smart" and _text(item, "device") in several and (bus := _BUS.match(_text(item, "node"))):
            item = _with(item, "device", f"{_text(item, 'device')}@{bus['bus']}")
        result.append(item)
    return result


def _by_place(items: list[Observed]) -> list[Observed]:
    """A drive that a controller's tool names by its slot alone is the one that another output knows in that slot.

    >>> from facts.captures import Origin
    >>> def listed(drive, usage):
    ...     values = {"drive": drive, "usage": usage}
    ...     return Observed("controller-drive", "f1", {k: Cell(v, Origin("o", (1, 1))) for k, v in values.items()})
    >>> known, seen = listed("megaraid,9", "enclosure 252 slot 1"), listed("slot 1", "slot 1")
    >>> [_text(item, "drive") for item in _by_place([known, seen])]
    ['megaraid,9', 'megaraid,9']
    """
    known: dict[str, set[str]] = {}
    for item in items:
        if item.template == "controller-drive" and drive_of_access(_text(item, "drive")):
            place = _text(item, "usage")
            for name in {place, place[place.rfind("slot ") :]}:
                known.setdefault(name, set()).add(_text(item, "drive"))
    return [
        _with(item, "drive", next(iter(drives)))
        if item.template == "controller-drive" and len(drives := known.get(_text(item, "drive"), set())) == 1
        else item
        for item in items
    ]


def _nameless(items: list[Observed], notes: list[str], host: str) -> list[Observed]:
    """The one drive whose SMART output names no device is the one disk with errors in the kernel."""
    smart = [i for i in items if i.template == "smart"]
    nameless = {_text(i, "device") for i in smart if _text(i, "device-known") == "no" and not _text(i, "access")}
    disks = {
        whole_device(_text(i, "device")) for i in items
        if i.template == "disk-error" and _text(i, "kind") in _KERNEL_ERRORS and not is_layered(_text(i, "device"))
    }  # fmt: skip
    if len(nameless) != 1 or len(disks) != 1:
        return items
    name, disk = nameless.pop(), disks.pop()
    protocols = {_text(i, "protocol") for i in smart if _text(i, "device") == name} - {""}
    of_kind = all((protocol == "nvme") == disk.startswith("nvme") for protocol in protocols)
    if not of_kind or any(whole_device(_text(i, "device")) == disk for i in smart):
        return items
    notes.append(f"{host}: {name} is taken for {disk}: its SMART output names no device, and {disk} has errors")
    result = []
    for item in items:
        if item.template in ("smart", "smart-growth") and _text(item, "device") == name:
            item = _with(item, "device", disk)
            if item.template == "smart":
                item = _with(item, "device-known", Symbol("yes"))
        result.append(item)
    return result


def _ports(items: list[Observed], notes: list[str], host: str) -> list[Observed]:
    """The one ATA port whose disk the log does not name is that of the one drive that counts what the port logs.

    Damaged transfers are counted in attribute 199, sectors that cannot be read in 197 and 198. Where two ports log
    such errors, or two drives count them, nothing ties one to the other.
    """
    for kind, slots in _COUNTED_BY.items():
        ports = {
            m["port"] for i in items
            if i.template == "disk-error" and _text(i, "kind") == kind and (m := _ATA_PORT.match(_text(i, "device")))
        }  # fmt: skip
        drives = {
            _text(i, "device") for i in items
            if i.template == "smart" and not _text(i, "access") and any((_number(i, s) or 0) >= 1 for s in slots)
        }  # fmt: skip
        if len(ports) != 1 or len(drives) != 1:
            continue
        port, drive = ports.pop(), drives.pop()
        if any(i.template == "disk-error" and _text(i, "device") == drive and _text(i, "kind") == kind for i in items):
            continue  # the log knows that drive by its name
        what = "damaged transfers" if kind == "link-error" else "unreadable sectors"
        notes.append(f"{host}: {port} is taken for the port of {drive}: it alone counts {what}")
        items = [
            _with(i, "device", drive)
            if i.template == "disk-error" and (m := _ATA_PORT.match(_text(i, "device"))) and m["port"] == port
            else i
            for i in items
        ]
    return items


_ATA_PORT = lazy(r"(?P<port>ata\d{1,3})(?:\.\d\d)?\Z")
_COUNTED_BY = {"medium-error": ("pending-raw", "offline-uncorrectable-raw"), "link-error": ("crc-errors-raw",)}


def _same_serial(items: Iterable[Observed]) -> dict[str, str]:
    """Drives behind a controller whose serial number is also that of a plain disk."""
    serials: dict[str, set[str]] = {}
    for item in items:
        if item.template == "smart" and (serial := _text(item, "serial")):
            serials.setdefault(serial, set()).add(_text(item, "device"))
    tied = {}
    for names in serials.values():
        behind = [n for n in names if drive_of_access(n)]
        plain = [n for n in names if not drive_of_access(n)]
        if len(behind) == len(plain) == 1:
            tied[behind[0]] = plain[0]
    return tied


def _only_one(items: list[Observed], tied: dict[str, str], notes: list[str], host: str) -> dict[str, str]:
    """The one drive with errors at the controller is the one disk with errors in the kernel."""
    behind = {areca_drive(_text(i, "drive")) for i in items if i.template == "areca-event" and
              _text(i, "event") in _CONTROLLER_ERRORS}  # fmt: skip
    behind = behind or {areca_drive(_text(i, "drive")) for i in items if i.template == "areca-smart" and _worn(i)}
    disks = {
        _text(i, "device") for i in items
        if i.template == "disk-error" and _text(i, "kind") in _KERNEL_ERRORS and not is_layered(_text(i, "device"))
    }  # fmt: skip
    if len(behind) != 1 or len(disks) != 1 or tied.keys() & behind:
        return {}
    drive, disk = behind.pop(), disks.pop()
    if drive_of_access(disk):
        return {}
    notes.append(f"{host}: {drive} and {disk} are taken for one drive: each side has errors of one drive only")
    return {drive: disk}


def _worn(item: Observed) -> bool:
    """Whether the controller's SMART list shows unreadable sectors."""
    values = [
        item.cells[s].value for s in ("pending-normalised", "offline-uncorrectable-normalised") if s in item.cells
    ]
    return any(isinstance(v, int) and v not in _FRESH for v in values)


# what the storage sustains --------------------------------------------------------------------------------------------

_LEAST_BYTES = 1 << 30
"""A shorter run of dd mostly measures the cache."""


def write_drain(items: list[Observed]) -> list[Observed]:
    """One ``write-drain`` row for a host whose sustained write rate some output tells, the best measurement first.

    A large dd counts what the file system took in, once for both legs of a mirror. Below it, what vmstat saw written
    outside bursts and stalls. At last, the busiest disk of an iostat.
    """
    runs = [
        i for i in items if i.template == "bulk-write" and _text(i, "direction") != "read"
        and _number(i, "bytes-s") and (_number(i, "total-bytes") or 0) >= _LEAST_BYTES
    ]  # fmt: skip
    flushed = [i for i in runs if "yes" in (_text(i, "flushed"), _text(i, "direct"))]
    # A run into the cache says more than the disks do: the slowest comes nearest.
    for measured in (flushed, runs):
        if measured:
            slowest = min(measured, key=lambda i: _number(i, "bytes-s") or 0.0)
            return [_drain(slowest, "bytes-s", 1.0 if flushed else _part_of_time(slowest, items), "dd")]
    for template in ("stall-train", "vmstat"):
        rates = [i for i in items if i.template == template and _number(i, "drain-kb-s")]
        if rates:
            return [_drain(max(rates, key=lambda i: _number(i, "drain-kb-s") or 0.0), "drain-kb-s", 1024.0, "vmstat")]
    disks = [
        i for i in items if i.template == "device-load" and (_number(i, "busy-percent-max") or 0.0) >= 90.0
        and (_number(i, "write-kb-s-mean") or 0.0) >= 1024.0 and not is_layered(_text(i, "device"))
    ]  # fmt: skip
    if disks:
        busiest = max(disks, key=lambda i: _number(i, "write-kb-s-mean") or 0.0)
        return [_drain(busiest, "write-kb-s-mean", 1024.0, "iostat")]
    return []


def _part_of_time(run: Observed, items: list[Observed]) -> float:
    """What a run into the cache took of the time until a sync behind it had all of it on the disks."""
    synced = max((_number(i, "seconds") or 0.0 for i in items if i.template == "sync-run"), default=0.0)
    took = _number(run, "seconds") or 0.0
    return took / (took + synced) if took else 1.0


def _number(item: Observed, slot: str) -> float | None:
    cell = item.cells.get(slot)
    return float(cell.value) if cell is not None and isinstance(cell.value, (int, float)) else None


def _drain(item: Observed, slot: str, scale: float, source: str) -> Observed:
    cell = item.cells[slot]
    assert isinstance(cell.value, (int, float))
    values: dict[str, Value] = {"bytes-s": float(cell.value) * scale, "source": Symbol(source)}
    return Observed("write-drain", item.host, {s: Cell(v, cell.origin, INFERRED, cell.time) for s, v in values.items()})
