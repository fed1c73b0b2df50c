"""``pvdisplay``, ``vgdisplay`` and ``lvdisplay``: the disks of each volume group. Volumes are recognised, and give no rows.

Sample::

    >>> from facts.readers import show
    >>> show('''  --- Physical volume ---
    ...   PV Name               /dev/sda2
    ...   VG Name               vg0
    ...   PV Size               931.01 GiB / not usable 4.00 MiB
    ...   Allocatable           yes (but full)
    ... ''')
    pvdisplay lines 1-5 read
      part-of: part=/dev/sda2 relation=device-in-volume-group whole=vg0 (1-5)
      system: os=linux (1-1)
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from facts.kit import Pairs, Values, key, never, unused_keys
from facts.kit.pairs import Block
from facts.patterns import lazy
from facts.readers.lvm import FAULT, TALK

_LINE = lazy(r"\s*(?P<key>[#A-Z-][\w #,()-]*?)(?:\s{2,}(?P<value>\S.*)|:?\s*)$")


def _member(block: Block) -> Values | str:
    return {**block.values, "relation": "device-in-volume-group"} if "whole" in block.values else "disk without a group"


_PV = Pairs(
    "pvdisplay", "part-of", head=lazy(r"\s*--- (?:NEW )?Physical volume ---"), line=_LINE,
    keys=(
        key("part", "PV Name"), key("whole", "VG Name"),
        unused_keys("PV Size", "Allocatable", "PE Size", "PE Size (KByte)", "Total PE", "Free PE", "Allocated PE", "PV UUID", "PV Status"),
    ),
    row=_member, system="linux", covers=never,
    of_no_use=(
        *TALK,
        ("new volume", lazy(r'\s*"/\S+" is a new physical volume of ')),
        ("extents", lazy(r"\s*--- Physical Segments ---|\s+Physical extent \d+ to \d+:|\s+(?:FREE|Logical (?:volume|extents)\s.*)$")),
    ),
)  # fmt: skip
_VG = Pairs(
    "vgdisplay", "", head=lazy(r"\s*--- Volume group ---"), line=_LINE, system="linux",
    keys=(unused_keys(
        "VG Name", "System ID", "Format", "Metadata Areas", "Metadata Sequence No", "VG Access", "VG Status", "MAX LV", "Cur LV",
        "Open LV", "Max PV", "Cur PV", "Act PV", "VG Size", "PE Size", "Total PE", "VG UUID", "Clustered", "Shared",
        "Alloc PE", "Free  PE",
    ),),
    of_no_use=(*TALK, ("extents", lazy(r"\s*(?:Alloc|Free)  ?PE / Size\s+\d+ / ")),),
)  # fmt: skip
_LV = Pairs(
    "lvdisplay", "", head=lazy(r"\s*--- Logical volume ---"), line=_LINE, system="linux",
    keys=(unused_keys(
        "LV Path", "LV Name", "VG Name", "LV UUID", "LV Write Access", "LV Creation host, time", "LV Status", "# open", "LV Size",
        "Current LE", "Mirrored volumes", "Segments", "Allocation", "Read ahead sectors", "- currently set to", "Block device",
        "LV snapshot status", "COW-table size", "COW-table LE", "Allocated to snapshot", "Snapshot chunk size", "LV Pool name",
        "LV Thin source name", "LV Pool metadata", "LV Pool data", "LV Pool chunk size", "Allocated pool data",
        "Allocated metadata", "Mapped size", "LV VDO Pool name", "LV Pool transaction ID", "LV Zero new blocks", "Type",
        "Physical volume", "Physical extents", "LV Thin snapshots", "active destination for", "LV external origin name",
        "LV Cache pool name", "LV Cache origin name", "Cache used blocks", "Cache metadata blocks", "Cache dirty blocks",
        "Cache read hits", "Cache wrt hits", "Cache demotions", "Cache promotions", "Monitoring", "Raid Data LV",
        "Logical volume", "Mirror images", "Mirror original", "Mirror destinations", "Mirror log volume", "Stripe size", "Stripes",
    ),),
    of_no_use=(
        *TALK,
        ("creation", lazy(r"\s*LV Creation host, time ")),
        ("snapshot", lazy(r"\s+source of\s*$|\s+\S+ \[(?:IN)?active\]|\s+(?:IN)?active destination for ")),
        ("segments", lazy(r"\s*--- Segments ---|\s+(?:Logical|Virtual) extents \d+ to \d+:|\s+(?:Stripe|Raid|Mirror) \w+ \d+:?")),
    ),
)  # fmt: skip

HINTS = ("--- Physical volume", "--- NEW Physical", "--- Volume group", "--- Logical volume")
_FAULT = lazy(rf"{FAULT.pattern}|LV Status\s+suspended|LV snapshot status\s+INACTIVE|\[INACTIVE\]")
_COUNTED = lazy(r"\s*(?P<which>Cur|Act) PV\s+(?P<count>\d+)\s*$")


def _lost(lines: Sequence[str]) -> Iterator[int]:
    """Groups of which fewer disks are there than belong to them."""
    belong = 0
    for index, line in enumerate(lines):
        if match := _COUNTED.match(line):
            count = int(match["count"])
            if match["which"] == "Act" and count < belong:
                yield index
            belong = count


READERS = tuple(pairs.reader()._replace(faults=_FAULT, together=_lost) for pairs in (_PV, _VG, _LV))
