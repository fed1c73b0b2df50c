"""``lvs``, ``vgs`` and ``pvs`` of LVM, with any columns: RAID volumes and their sync, and the disks of each volume group.

Samples::

    >>> from facts.readers import show
    >>> show('''  LV            VG  Attr       LSize   Pool Origin Data%  Meta%  Move Log Cpy%Sync Convert Devices
    ...   [db_rimage_0] vg0 Iwi-aor--- 500.00g                                                     /dev/sda2(1)
    ...   db            vg0 rwi-aor--- 500.00g                                    40.52            db_rimage_0(0)
    ... ''')
    lvs lines 1-3 read
      md-array: array=vg0/db sync-action=resync sync-percent=40.52 (3-3)
      system: os=linux (1-1)

    >>> show('''  PV         VG  Fmt  Attr PSize    PFree
    ...   /dev/sda2  vg0 lvm2 a--  <931.01g <331.01g
    ... ''')
    pvs lines 1-2 read
      part-of: part=/dev/sda2 relation=device-in-volume-group whole=vg0 (2-2)
      system: os=linux (1-1)
"""

from __future__ import annotations

from facts.kit import Line, Table, Values, column, never, one_of, unused
from facts.patterns import lazy
from facts.units import number

_ATTRIBUTES = lazy(r"[-a-z]{2,3}\Z|[-A-Za-z]{6,10}\Z")
_ACTIONS = {"idle": "none", "frozen": "none", "repair": "check", "recover": "recovery"}
_ACTIONS |= {action: action for action in ("resync", "check", "reshape")}


def _array(line: Line) -> Values | str | None:
    """A RAID or mirror volume as an array."""
    values = dict(line.values)
    attributes, percent = str(values.pop("attributes", "")), values.get("sync-percent")
    if not _ATTRIBUTES.match(attributes):
        return None
    if not attributes.startswith(("r", "R", "m", "M")):
        return "volume without RAID"
    values["array"] = f"{values.pop('group', '')}/{str(values['array']).strip('[]')}"
    if "sync-action" not in values and isinstance(percent, float):
        values["sync-action"] = "none" if percent >= 100 else "resync"
    return values


def _member(line: Line) -> Values | str | None:
    part, attributes = str(line.values.get("part", "")), line.cells.get("Attr", "a--")
    if not part.startswith(("/", "[unknown")) or not _ATTRIBUTES.match(attributes):
        return None
    if part.startswith("[") or "whole" not in line.values:
        return "no device in a group"
    return {**line.values, "relation": "device-in-volume-group"}


def _group(line: Line) -> Values | None:
    return dict(line.values) if _ATTRIBUTES.match(line.cells.get("Attr", "a--")) else None


_ARRAY, _GROUP = column("array", "LV"), column("group", "VG")
_SYNC = column("sync-percent", "Cpy%Sync", "Copy%", parse=number)
_OTHER = unused(
    "LSize", "Pool", "Origin", "Data%", "Snap%", "Meta%", "Move", "Log", "Convert", "Devices", "Path", "Host", "#Seg", "#Str",
    "Maj", "Min", "Chunk", "Stripe", "SSize", "Health", "LV Tags", "LV UUID", "KMaj", "KMin", "Active", "Layout", "Role", "Type",
)  # fmt: skip
_RAID = (
    _ARRAY, _GROUP, column("attributes", "Attr"), _SYNC, column("sync-action", "SyncAction", parse=one_of(_ACTIONS)), _OTHER,
)  # fmt: skip
_GROUPS = (
    _GROUP, unused("#PV", "#LV", "#SN", "Attr", "VSize", "VFree", "VG UUID", "Ext", "#Ext", "Free", "SYS ID", "System ID"),
)  # fmt: skip
_DISKS = (
    column("part", "PV"), column("whole", "VG"), unused("Fmt", "Attr", "PSize", "PFree", "DevSize", "Used", "PV UUID"),
)  # fmt: skip

HINTS = ("LV", "PV", "VG")
READERS = (
    Table(
        "lvs", "md-array", _RAID, ("attributes", "group"), True, align=True, row=_array, system="linux", covers=never
    ).reader(),
    Table(
        "lvs", "", (_ARRAY, _GROUP, column("attributes", "Attr"), _SYNC, _OTHER), align=True, system="linux"
    ).reader(),
    Table("pvs", "part-of", _DISKS, ("whole",), True, align=True, row=_member, system="linux", covers=never).reader(),
    Table("vgs", "", _GROUPS, align=True, row=_group, system="linux").reader(),
)
