"""Sector sizes of disks: ``fdisk -l``, ``/sys/block/DISK/queue/*_block_size``, ``diskinfo -v``, one line of a drive's own.

``lsblk`` has a reader of its own. A drive of 4096 bytes that takes requests of 512 shows both; ``stripesize`` is what
FreeBSD calls the former.

Samples::

    >>> from facts.readers import show
    >>> show('''# smartctl -i /dev/sda | grep -i sector
    ... Sector Sizes:     512 bytes logical, 4096 bytes physical
    ... ''')
    drive-sectors lines 2-2 read
      disk-settings: device=sda physical-block-bytes=4096 (2-2)

    >>> show('''Disk /dev/sdb: 2.18 TiB, 2399276105728 bytes, 4686086144 sectors
    ... Units: sectors of 1 * 512 = 512 bytes
    ... Sector size (logical/physical): 512 bytes / 4096 bytes
    ... ''')
    fdisk-sectors lines 1-3 read
      disk-settings: device=sdb logical-block-bytes=512 physical-block-bytes=4096 (1-3)

    >>> show('''# grep . /sys/block/sd*/queue/physical_block_size
    ... /sys/block/sda/queue/physical_block_size:4096
    ... /sys/block/sdb/queue/physical_block_size:512
    ... ''')
    sysfs-block-size lines 2-3 read
      disk-settings: device=sda physical-block-bytes=4096 (2-2)
      disk-settings: device=sdb physical-block-bytes=512 (3-3)

    >>> show('''ada0
    ...         512             # sectorsize
    ...         4000787030016   # mediasize in bytes (3.6T)
    ...         4096            # stripesize
    ...         0               # stripeoffset
    ... ''')
    diskinfo lines 1-5 read
      disk-settings: device=ada0 logical-block-bytes=512 physical-block-bytes=4096 (1-4)
"""

from __future__ import annotations

from collections.abc import Sequence

from facts.kit import Lines, Values, extent_of
from facts.patterns import lazy
from facts.reading import Output, Reader, Reading, Refusal, Row
from facts.subjects import whole_device

_FDISK = lazy(r"\s*Disk (?P<device>/dev/\S+): .*\bbytes\b.*\Z")
_SECTOR = lazy(r"\s*Sector size \(logical/physical\): (?P<logical>\d+) bytes / (?P<physical>\d+) bytes\s*\Z")
_FIELD = lazy(
    r"\s*(?:Units(?::| =)|Disk model:|Geometry:|I/O size |Disklabel type:|Disk identifier:|\d+ heads,|cylinders"
    r"|Disk label type:|Alignment offset:)"
)
_SYSFS = lazy(
    r"\s*/sys/(?:block|class/block)/(?P<device>[\w!-]+)/queue/(?P<what>physical|logical)_block_size:\s*(?P<size>\S+)\s*\Z"
)
_DISKINFO = lazy(r"\s*(?:/dev/)?(?P<device>[a-z]{2,10}\d{1,4})\s*\Z")
_VALUE = lazy(r"\s+(?P<value>\S.*?(?<!\s))\s++# (?P<name>\w(?:[\w ().,-]*[\w().,-])?)\s*\Z")
_OF_DISKINFO = (
    ("disk", _DISKINFO),
    ("another field", lazy(
        r".*# (?:mediasize|stripeoffset|Cylinders|Heads|Sectors|Disk |Not_Zoned|Host |Attachment|TRIM|Rotation|Zone|Physical path"
            r"|Media)"
    )),
)  # fmt: skip
_SMALLEST, _LARGEST = 512, 65536
_FDISK_LINES = 8


def _size(text: str) -> int | None:
    """A power of two of at least 512, or None."""
    if not text.isdecimal() or len(text) > 6:
        return None
    value = int(text)
    return value if _SMALLEST <= value <= _LARGEST and value & (value - 1) == 0 else None


def _extent_fdisk(lines: Sequence[str], start: int, command: str) -> tuple[int, int] | None:
    if not _FDISK.match(lines[start]):
        return None
    for index in range(start + 1, min(len(lines), start + _FDISK_LINES)):
        if _SECTOR.match(lines[index]):
            return start, index + 1
        if _FDISK.match(lines[index]) or not lines[index].strip():
            return None
    return None


def _read_fdisk(output: Output) -> Reading:
    disk, sector = _FDISK.match(output.lines[0]), _SECTOR.match(output.lines[-1])
    assert disk is not None, "extent lets no other line through"
    assert sector is not None, "extent lets no other line through"
    physical, logical = _size(sector["physical"]), _size(sector["logical"])
    if physical is None:
        return Reading(refusals=[Refusal(output.span(len(output.lines) - 1), "a sector size that no disk has")])
    values: Values = {"device": whole_device(disk["device"]), "physical-block-bytes": physical}
    if logical is not None:
        values["logical-block-bytes"] = logical
    return Reading([Row("disk-settings", values, output.whole)], used=output.matching(_FDISK, _SECTOR))


_BLOCK_SIZES = Lines(
    "sysfs-block-size", "disk-settings", _SYSFS, parse={"size": _size},
    row=lambda values, command: {"device": values["device"], f"{values['what']}-block-bytes": values["size"]},
)  # fmt: skip

_SIZES_TABLE = Lines(
    "sector-sizes", "disk-settings", lazy(r"\s*(?P<device>(?:sd|hd|vd|nvme|dm-|md)\w*)\s+(?P<logical>\d+)\s+(?P<physical>\d+)\s*\Z"),
    parse={"logical": _size, "physical": _size},
    row=lambda values, command: {
        "device": values["device"], "logical-block-bytes": values["logical"], "physical-block-bytes": values["physical"]
    },
    commands=lazy(r".*\blogical_block_size\b.*\bphysical_block_size\b|.*\blsblk\b.*-\w*n.*(?i:name,log-sec,phy-sec)\b"),
)  # fmt: skip
"""What a loop over ``/sys/block`` prints, or ``lsblk -dno name,log-sec,phy-sec``: only the command names the columns."""


_ASKED = lazy(
    r"\b(?:smartctl|camcontrol\s+identify|hdparm)\b(?:.*\s)?(?:/dev/)?(?P<device>[a-z]+\d*[a-z]*\d*)\s*(?:2>\S+\s*)?\|"
)


def _of_one_drive(values: Values, command: str) -> Values | str:
    """The drive is named by the command alone, whose output somebody has filtered."""
    asked = _ASKED.search(command)
    physical = next((values[name] for name in ("both", "ata", "scsi", "cam") if values.get(name)), None)
    if asked is None or physical is None:
        return "no drive named"
    return {"device": whole_device(f"/dev/{asked['device']}"), "physical-block-bytes": physical}


_OF_A_DRIVE = lazy(
    r"\s*(?:device model|firmware revision|serial number|WWN|media (?:serial number|RPM)|protocol|additional product id)\s{2,}\S"
    r"|\s*(?:Device Model|Model Family|Model Number|Firmware (?:Revision|Version)|Serial Number|Rotation Rate|User Capacity"
    r"|Vendor|Product|Revision|LU WWN Device Id|Form Factor|device size with M = \S+|Nominal Media Rotation Rate):\s"
)
"""What else a filter over a drive's own words lets through."""
_FILTERED = Lines(
    "drive-sectors", "disk-settings",
    line=lazy(
        r"\s*(?:Sector Sizes:\s+\d+ bytes logical, (?P<ata>\d+) bytes physical|Sector Size:\s+(?P<both>\d+) bytes logical/physical"
        r"|Physical Sector size:\s+(?P<scsi>\d+) bytes|sector size\s+logical \d+, physical (?P<cam>\d+), offset \d+)\s*\Z"
    ),
    parse={"ata": _size, "both": _size, "scsi": _size, "cam": _size}, row=_of_one_drive, commands=_ASKED,
    of_no_use=(
        ("another size", lazy(r"\s*(?:Logical(?:/Physical)?|Logical  Sector) +Sector size:|\s*Logical +Sector size:")),
        ("the drive", _OF_A_DRIVE),
    ),
)  # fmt: skip


def _read_diskinfo(output: Output) -> Reading:
    head = _DISKINFO.match(output.lines[0])
    assert head is not None, "extent lets no other line through"
    values: Values = {"device": head["device"]}
    last = 0
    used = []
    for index, line in enumerate(output.lines[1:], 1):
        match = _VALUE.match(line)
        if match and match["name"] in ("sectorsize", "stripesize"):
            used.append(output.span(index))
            size = _size(match["value"])
            slot = "logical-block-bytes" if match["name"] == "sectorsize" else "physical-block-bytes"
            if size is not None:
                values[slot], last = size, index
            elif match["name"] == "stripesize" and match["value"] == "0" and "logical-block-bytes" in values:
                values[slot], last = values["logical-block-bytes"], index  # no other size than the sector's
    if "physical-block-bytes" not in values:
        return Reading()
    return Reading([Row("disk-settings", values, output.span(0, last))], used=[output.span(0), *used])


HINTS = (
    "Sector size (",
    "block_size",
    "PHY-SEC",
    "phy-sec",
    "stripesize",
    "Sector Size",
    "Sector size:",
    "sector size ",
)
BEFORE = ("disk_cache",)
READERS = (
    Reader("fdisk-sectors", lazy(r"\s*Disk /dev/"), _extent_fdisk, _read_fdisk, of_no_use=(("another field", _FIELD),)),
    _BLOCK_SIZES.reader(),
    _SIZES_TABLE.reader(),
    _FILTERED.reader(),
    Reader(
        "diskinfo",
        lazy(r"\s*(?:/dev/)?[a-z]{2,10}\d{1,4}\s*\Z"),
        extent_of(_VALUE, head=_DISKINFO, tells=(lazy(".*# stripesize"),)),
        _read_diskinfo,
        of_no_use=_OF_DISKINFO,
    ),
)
