"""``glabel status`` of FreeBSD, ``ls -l /dev/disk/by-id`` or ``by-partuuid`` of Linux: the disks behind names that stay.

Pools are made of such names, and everything else speaks of the disks: without this an error of ``ada3`` and one of
``gptid/aa11...`` are two drives.

Samples::

    >>> from facts.readers import show
    >>> show('''                                      Name  Status  Components
    ... gptid/aa11bb22-c52f-11ea-9f4a-ac1f6b123456     N/A  ada3p2
    ...                       diskid/DISK-S1E33M3X     N/A  ada0
    ... ''')
    glabel lines 1-3 read
      device-label: device=ada3 label=gptid/aa11bb22-c52f-11ea-9f4a-ac1f6b123456 (2-2)
      device-label: device=ada0 label=diskid/DISK-S1E33M3X (3-3)
      system: os=freebsd (1-1)

    >>> show('''total 0
    ... lrwxrwxrwx 1 root root  9 Jan  8 09:00 ata-WDC_WD40EFRX-68N32N0_WD-WCC7K0AB1234 -> ../../sdb
    ... lrwxrwxrwx 1 root root 10 Jan  8 09:00 ata-WDC_WD40EFRX-68N32N0_WD-WCC7K0AB1234-part1 -> ../../sdb1
    ... lrwxrwxrwx 1 root root  9 Jan  8 09:00 wwn-0x50014ee2b1234567 -> ../../sdb
    ... ''', command="ls -l /dev/disk/by-id")
    disk-by-id lines 1-4 read
      device-label: device=sdb label=ata-WDC_WD40EFRX-68N32N0_WD-WCC7K0AB1234 (2-2)
      device-label: device=sdb label=wwn-0x50014ee2b1234567 (4-4)

    >>> show('''total 0
    ... lrwxrwxrwx 1 root root 10 Jan  8 09:00 744589e8-5711-4750-9984-c34d66f93879 -> ../../sdb2
    ... ''', command="ls -l /dev/disk/by-partuuid")
    disk-by-id lines 1-2 read
      device-label: device=sdb label=744589e8-5711-4750-9984-c34d66f93879 (2-2)
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from facts.kit import run
from facts.patterns import lazy
from facts.reading import Output, Reader, Reading, Row
from facts.subjects import whole_device

_GLABEL = lazy(r"\s*Name\s+Status\s+Components\s*\Z")
_LABEL = lazy(
    r"\s*(?P<label>(?:gptid|gpt|diskid|label|ufsid|ufs|msdosfs|iso9660|ntfs|ext2fs)/\S+)\s+\S+\s+(?P<device>[a-z]+\d\w*)\s*\Z"
)
_DISK_LABEL = lazy(rf"(?=\s*(?:gptid|gpt|diskid|label)/){_LABEL.pattern}")
_ONE_LABEL = r"\s*(?:gptid|gpt|diskid|label)/\S+\s+N/A\s+[a-z]+\d\w*\s*\Z"
_LINK = lazy(r"\s*l[rwx]{9}[.+@]?\s.*\s(?P<label>[\w.:@+-]+) -> (?:\.\./)+(?P<device>[a-z][\w!-]*)\s*\Z")
_LINK_START = lazy(
    r"\s*l[rwx]{9}[.+@]?\s.* (?:(?:ata|wwn|scsi|nvme|usb)-\S+|(?P<number>[0-9a-f]{8}-[0-9a-f-]{2,27})) -> \.\./\.\./\w+\s*\Z"
)


def _extent(lines: Sequence[str], start: int, command: str) -> tuple[int, int] | None:
    first = start + (_GLABEL.match(lines[start]) is not None)
    end = run(lines, first, _LABEL)
    return (start, end) if end > first else None


def _read(pattern: re.Pattern[str], output: Output) -> Reading:
    reading = Reading()
    for index, match in output.matches(pattern):
        values = {"label": match["label"], "device": whole_device(match["device"])}
        reading.rows.append(Row("device-label", values, output.span(index)))
    return reading


def _read_glabel(output: Output) -> Reading:
    reading = _read(_DISK_LABEL, output)
    reading.rows.append(Row("system", {"os": "freebsd"}, output.span(0), inferred=True))
    return reading


def _read_links(output: Output) -> Reading:
    reading = _read(_LINK, output)
    # a partition has a link of its own, which tells nothing more
    reading.rows = [row for row in reading.rows if "-part" not in str(row.values["label"])]
    return reading


def _link_extent(lines: Sequence[str], start: int, command: str) -> tuple[int, int] | None:
    match = _LINK_START.match(lines[start])
    # file systems are numbered in the same form, and one of them may lie on several disks
    if match and match["number"] and "by-partuuid" not in command:
        return None
    begin = start - 1 if start and lines[start - 1].strip().startswith(("total ", "insgesamt ")) else start
    return begin, run(lines, start, _LINK)


HINTS = ("Components", " -> ../../", " N/A  ")
READERS = (
    Reader(
        "glabel",
        lazy(rf"(?:{_GLABEL.pattern}|{_ONE_LABEL})"),
        _extent,
        _read_glabel,
        of_no_use=(("heading", _GLABEL), ("label of a file system", _LABEL)),
    ),
    Reader(
        "disk-by-id", _LINK_START, _link_extent, _read_links,
        of_no_use=(("total", lazy(r"\s*(?:total|insgesamt) \d")), ("link of a partition", lazy(r".* \S+-part\d+ -> "))),
    ),
)  # fmt: skip
