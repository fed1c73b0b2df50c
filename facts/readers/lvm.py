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

_TALK_WORDS = r"(?:Wiping|Reloading|Scanning|Locking|Unlocking|Reading|Processing) "
TALK = (
    ("what LVM says it does", lazy(rf"\s*(?:WARNING: |[\w.]+/\w+ not found in config: |Setting \S+ to |{_TALK_WORDS})")),
)  # fmt: skip
_ATTRIBUTES = lazy(r"[-a-z]{2,3}\Z|[-A-Za-z]{6,10}\Z")
ACTIONS = {"idle": "none", "frozen": "none", "repair": "check", "recover": "recovery"}
ACTIONS |= {action: action for action in ("resync", "check", "reshape")}


def array_of(line: Line) -> Values | str | None:
    """A RAID or mirror volume as an array."""
    values = dict(line.values)
    attributes, percent = str(values.pop("attributes", "")), values.get("sync-percent")
    if "Attr" not in line.cells and "sync-action" not in values and not isinstance(percent, float):
        alone = len([cell for cell in line.cells.values() if cell]) == 1
        return "volume without RAID" if alone or line.cells.keys() & {"Cpy%Sync", "Copy%", "SyncAction"} else None
    if "Attr" in line.cells and not _ATTRIBUTES.match(attributes):
        return None
    if "Attr" in line.cells and not attributes.startswith(("r", "R", "m", "M")):
        return "volume without RAID"
    name, group = str(values["array"]).strip("[]"), str(values.pop("group", ""))
    values["array"] = f"{group}/{name}" if group else name
    if "sync-action" not in values and isinstance(percent, float):
        values["sync-action"] = "none" if percent >= 100 else "resync"
    return values


def member_of(line: Line) -> Values | str | None:
    """A disk of a volume group."""
    part, attributes = str(line.values.get("part", "")), line.cells.get("Attr", "a--")
    if not part.startswith(("/", "[unknown", "unknown device")) or not _ATTRIBUTES.match(attributes):
        return None
    if not part.startswith("/") or "whole" not in line.values:
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
    _ARRAY, _GROUP, column("attributes", "Attr"), _SYNC, column("sync-action", "SyncAction", parse=one_of(ACTIONS)), _OTHER,
)  # fmt: skip
_GROUPS = (
    _GROUP, unused("#PV", "#LV", "#SN", "Attr", "VSize", "VFree", "VG UUID", "Ext", "#Ext", "Free", "SYS ID", "System ID",
        "VProfile", "#VMda", "VMdaFree", "VMdaSize", "#VMdaUse", "VG Tags"),
)  # fmt: skip
_DISKS = (
    column("part", "PV"), column("whole", "VG"), unused("Fmt", "Attr", "PSize", "PFree", "DevSize", "Used", "PV UUID"),
)  # fmt: skip

# what lvs(8), vgs(8) and pvs(8) mark in their attributes, and what all of them say of devices that are gone
FAULT = lazy(
    r"(?<!\S)[-CmMoOrRsSpvVtTiIleLdDJgW][-wrR][-acilnACILN][-m](?:[ISmMXcC][-oX]\S{0,4}|[-ahsdi][-oX][-a-zA-Z][-zX][prmXFDME]\S?)(?!\S)"
    r"|(?<!\S)[wr][-z][-x]p[-acnliu][-cs](?!\S)|(?<!\S)[-adu][-x]m(?!\S)|\[unknown\]|unknown device"
    r"|missing PV|Couldn't find (?:device|all)|not found or rejected|read failed|[Cc]hecksum error|[Ii]nput/output error"
)
HINTS = ("LV", "PV", "VG")
_TABLES = (
    *(
        Table(
            "lvs",
            "md-array",
            _RAID,
            needs,
            True,
            align=True,
            row=array_of,
            system="linux",
            covers=never,
            of_no_use=TALK,
        ).reader()
        for needs in (("attributes", "group"), ("sync-action",), ("sync-percent",))
    ),
    Table(
        "lvs",
        "",
        (_ARRAY, _GROUP, column("attributes", "Attr"), _SYNC, _OTHER),
        align=True,
        system="linux",
        of_no_use=TALK,
    ).reader(),
    Table(
        "pvs",
        "part-of",
        _DISKS,
        ("whole",),
        True,
        align=True,
        nameless="unknown device",
        row=member_of,
        system="linux",
        covers=never,
        of_no_use=TALK,
    ).reader(),
    Table("vgs", "", _GROUPS, align=True, row=_group, system="linux", of_no_use=TALK).reader(),
)
READERS = tuple(reader._replace(faults=FAULT) for reader in _TABLES)
