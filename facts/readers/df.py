"""``df -T``, ``df -hT``: the type of each mounted file system, on Linux and FreeBSD.

Only listings with a column of types are read; how full the file systems are is read as in any other listing (`df_usage`). A long
device name may stand on a line of its own.

Sample::

    >>> from facts.readers import show
    >>> show('''Filesystem     Type     1K-blocks     Used Available Use% Mounted on
    ... /dev/sda3      ext3      41284928 30112044   9075716  77% /
    ... /dev/mapper/vg0-data
    ...                ext4     515928320 99112044 390612000  21% /srv
    ... tmpfs          tmpfs      4077556        0   4077556   0% /tmp
    ... ''')
    df-types lines 1-5 read
      file-system: device=/dev/sda3 mount=/ type=ext3 (2-2)
      file-system: device=/dev/mapper/vg0-data mount=/srv type=ext4 (3-4)
      file-system: device=tmpfs mount=/tmp type=tmpfs (5-5)
      file-system-usage: device=/dev/sda3 mount=/ space-free-percent=23.1596 (2-2)
      file-system-usage: device=/dev/mapper/vg0-data mount=/srv space-free-percent=79.7617 (3-4)
      file-system-usage: device=tmpfs mount=/tmp space-free-percent=100 (5-5)
"""

from __future__ import annotations

from collections.abc import Sequence

from facts.patterns import lazy
from facts.readers.df_usage import extent_of, usage
from facts.readers.mount import known_type, lists_all
from facts.reading import Output, Reader, Reading, Row

_HEAD = lazy(r"\s*(?:Filesystem|Dateisystem|Sys\. de fichiers)\s+(?:Type|Typ)\s+\S.*$")
_LINE = lazy(
    r"\s*(?:(?P<device>\S+)\s+)?(?P<type>[a-z][\w.]{1,20})\s+(?:[\d.,]+[KMGTPE]?i?B?|-)\s+(?:[\d.,]+[KMGTPE]?i?B?|-)\s+"
    r"(?:-?[\d.,]+[KMGTPE]?i?B?|-)\s+(?:\d{1,3}%|-)\s+(?P<mount>/(?:.*\S)?)\s*$"
)
_NAME = lazy(r"\s*(?P<device>\S{6,})\s*$")


def _extent(lines: Sequence[str], start: int, command: str) -> tuple[int, int] | None:
    return extent_of(lines, start, _HEAD, _LINE)


def file_systems(output: Output) -> list[Row]:
    """The file systems of a listing with a column of types; none of any other listing."""
    if not _HEAD.match(output.lines[0]):
        return []
    rows, pending = [], ""
    for index, line in enumerate(output.lines):
        match = _LINE.match(line)
        if match is None:
            name = _NAME.match(line)
            pending = name["device"] if name else ""
            continue
        device = match["device"] or pending
        if (kind := known_type(match["type"])) and device:
            values = {"mount": match["mount"], "device": device, "type": kind}
            rows.append(Row("file-system", values, output.span(index - (not match["device"]), index)))
        pending = ""
    return rows


def listed_all(output: Output, rows: Sequence[Row]) -> frozenset[str]:
    """What a listing shows in full: the file systems, where the command asks for all of them and each line was read."""
    whole = bool(output.command) and lists_all(output.command) and all(map(_is_known, output.lines))
    return frozenset({"file-system"} if whole and any(row.values["mount"] == "/" for row in rows) else ())


def _read(output: Output) -> Reading:
    rows = file_systems(output)
    return Reading([*rows, *usage(output)], complete=listed_all(output, rows))


def _is_known(line: str) -> bool:
    return not line.strip() or any(pattern.match(line) for pattern in (_HEAD, _LINE, _NAME))


HINTS = ("Filesystem  ", "Filesystem T", "Dateisystem", "de fichiers ")
BEFORE = ("df_usage",)
READERS = (Reader("df-types", _HEAD, _extent, _read),)
