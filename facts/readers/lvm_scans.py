"""``pvscan``, ``vgscan`` and ``lvscan`` of LVM: the disks of each volume group, a line each.

Sample::

    >>> from facts.readers import show
    >>> show('''  PV /dev/sda2   VG vg0             lvm2 [<931.01 GiB / <331.01 GiB free]
    ...   PV /dev/sdb                       lvm2 [10.00 GiB]
    ...   Total: 2 [941.01 GiB] / in use: 1 [<931.01 GiB] / in no VG: 1 [10.00 GiB]
    ... ''')
    pvscan lines 1-3 read
      part-of: part=/dev/sda2 relation=device-in-volume-group whole=vg0 (1-1)
      system: os=linux (1-1)
"""

from __future__ import annotations

from facts.kit import Lines, Values, never
from facts.patterns import lazy
from facts.readers.lvm import TALK


def _member(values: Values, command: str) -> Values | str:
    if not values:
        return "total"
    missing = str(values["part"]).startswith("[")
    return (
        "no device in a group" if missing or "whole" not in values else {**values, "relation": "device-in-volume-group"}
    )


_PVSCAN = Lines(
    "pvscan", "part-of",
    line=lazy(
        r"\s*(?:Total: \d+ \[.*|PV (?P<part>(?:/dev/|\[unknown)\S*)\s+(?:with UUID \S+\s+)?(?:(?:is in exported )?VG (?P<whole>\S+)\s+)?"
        r"(?:lvm[12] +)?\[<?\d[^\]]*\])\s*\Z"
    ),
    row=_member, system="linux", covers=never, of_no_use=TALK,
)  # fmt: skip
_VGSCAN = Lines(
    "vgscan", "",
    line=lazy(r'\s*Found (?:exported )?volume group "[^"]+" using metadata type lvm[12]\s*\Z'),
    system="linux", of_no_use=TALK,
)  # fmt: skip
_LVSCAN = Lines(
    "lvscan", "",
    line=lazy(r"\s*(?:ACTIVE|inactive)\s+(?:(?:Original|Snapshot)\s+)?'/dev/[^']+' \[<?\d[^\]]*\] \w+\s*\Z"),
    system="linux", of_no_use=TALK,
)  # fmt: skip

HINTS = ("PV /dev/", "PV [unknown", 'volume group "', "'/dev/")
BEFORE = ("lvm",)
READERS = (_PVSCAN.reader(), _VGSCAN.reader(), _LVSCAN.reader())
