"""``df -h``, ``df -k``, ``df -i``: how full each file system is, in space and in inodes, on Linux.

GNU (English and German) and BusyBox, with or without a column of types; a long device name may stand on a line of its own. What
can't fill up is passed over: file systems of the kernel's own, images that are full by nature, and the layers of containers, which
show the numbers of the file system below them. btrfs has no fixed number of inodes and shows none.

Sample::

    >>> from facts.readers import show
    >>> show('''Filesystem       Inodes   IUsed   IFree IUse% Mounted on
    ... /dev/mapper/VolGroup00-LogVol00
    ...                 1310720  655360  655360   50% /
    ... /dev/sdb1       6553600 6553600       0  100% /srv
    ... /dev/loop0        10772   10772       0  100% /snap/core18/2128
    ... ''')
    df lines 1-5 read
      file-system-usage: device=/dev/mapper/VolGroup00-LogVol00 inodes=1310720 inodes-free=655360 inodes-free-percent=50 \
mount=/ (2-3)
      file-system-usage: device=/dev/sdb1 inodes=6553600 inodes-free=0 inodes-free-percent=0 mount=/srv (4-4)

    >>> show('''Filesystem      Size  Used Avail Use% Mounted on
    ... /dev/sdb1        99G   42G   58G  42% /srv
    ... ''')
    df lines 1-2 read
      file-system-usage: device=/dev/sdb1 mount=/srv space-free-percent=58 (2-2)
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from facts.patterns import lazy
from facts.readers.mount import known_type
from facts.reading import Output, Reader, Reading, Row
from facts.schema import Value
from facts.units import size

_HEAD = lazy(
    r"\s*(?:Filesystem|Dateisystem)\s+(?P<type>Typ?e?\s+)?(?:(?P<inodes>Inodes)\s+(?:IUsed|Used|IBenutzt)\s"
    r"|(?:\d\w*-[Bb]locks|\d\w*-Blöcke|Size|Größe)\s+(?:Used|Benutzt)\s).*\s(?:Mounted on|Eingehängt auf)\s*$"
)
_FIGURE = r"(?:[\d.,]+[KMGTPE]?i?B?|-)"
_LINE = lazy(
    rf"\s*(?:(?P<device>\S.*?(?<!\s))\s++)??(?P<total>{_FIGURE})\s+(?P<used>{_FIGURE})\s+(?P<free>-?{_FIGURE})\s+(?:\d{{1,3}}%|-)"
    r"\s+(?P<mount>/(?:.*\S)?)\s*$"
)
_NAME = lazy(r"\s*(?P<device>\S{6,})\s*$")
_TYPED = lazy(r"(?P<device>\S.*?(?<!\s))??\s*+(?<!\S)(?P<type>[a-z][\w.]{1,20})$")
_NO_DEVICE = frozenset(("udev", "shm", "none", "overlay"))
_IMAGES = ("/snap/", "/var/lib/snapd/snap/", "/var/lib/docker/", "/var/lib/containers/", "/run/containerd/")


def extent_of(lines: Sequence[str], start: int, head: re.Pattern[str], line: re.Pattern[str]) -> tuple[int, int] | None:
    """The lines of a listing with such a header and such lines; a long device name may stand on a line of its own."""
    if not head.match(lines[start]):
        return None
    end = start + 1
    while end < len(lines) and (
        line.match(lines[end])
        or (_NAME.match(lines[end]) and end + 1 < len(lines) and line.match(lines[end + 1]) is not None)
    ):
        end += 1
    return (start, end) if end > start + 1 else None


def _extent(lines: Sequence[str], start: int, command: str) -> tuple[int, int] | None:
    return extent_of(lines, start, _HEAD, _LINE)


def usage(output: Output) -> list[Row]:
    """How full the file systems of a listing are; none where the header is of no known kind."""
    head = _HEAD.match(output.lines[0])
    if head is None:
        return []
    rows, pending = [], ""
    for index, line in enumerate(output.lines[1:], start=1):
        match = _LINE.match(line)
        if match is None:
            pending = line.strip()
            continue
        device, wrapped, pending = match["device"] or "", bool(pending), ""
        if wrapped:
            device = f"{output.lines[index - 1].strip()} {device}".strip()
        values = _values(match, device, head)
        if values is not None:
            rows.append(Row("file-system-usage", values, output.span(index - wrapped, index)))
    return rows


def _values(match: re.Match[str], device: str, head: re.Match[str]) -> dict[str, Value] | None:
    """The slots of one line; None where the file system can't fill up, or shows no figures."""
    kind = ""
    if head["type"]:
        typed = _TYPED.match(device)
        if typed is None:
            return None
        device, kind = typed["device"] or "", typed["type"]
    if not _fills_up(device, kind, match["mount"]):
        return None
    free, used, total = (_count(match[name]) for name in ("free", "used", "total"))
    values: dict[str, Value] = {"mount": match["mount"], "device": device}
    if free is None or used is None or total is None:
        return None
    if head["inodes"] and total > 0:
        return values | {"inodes": total, "inodes-free": free, "inodes-free-percent": 100 * free / total}
    if not head["inodes"] and used + free > 0:
        # as df itself: what is kept for root is neither used nor available
        return values | {"space-free-percent": 100 * free / (used + free)}
    return None


def _fills_up(device: str, kind: str, mount: str) -> bool:
    if (kind and not known_type(kind)) or mount.startswith(_IMAGES):
        return False
    return bool(device) and device not in _NO_DEVICE and known_type(device) != ""


def _count(text: str) -> int | None:
    """A figure as a whole number; with -h it is as exact as it was printed. Beyond the reserve, df shows less than nothing."""
    if text.startswith("-"):
        return 0 if len(text) > 1 else None
    if text.isdecimal():
        return int(text)
    amount = size(text.replace(",", "."))
    return None if amount is None else int(amount)


def _read(output: Output) -> Reading:
    return Reading(usage(output))


HINTS = ("Filesystem ", "Dateisystem")
READERS = (Reader("df", _HEAD, _extent, _read),)
