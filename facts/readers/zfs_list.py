"""``zfs list``: what each dataset uses.

Known versions: ``NAME USED AVAIL REFER MOUNTPOINT`` (all), ``-o space``, any other ``-o``, ``-t snapshot`` (snapshots
are counted on their dataset), ``-H`` and ``-Hp``: tabs without a heading, by the command's ``-o`` or by what stands in
the columns.

Samples::

    >>> from facts.readers import show
    >>> show('''NAME              USED  AVAIL  REFER  MOUNTPOINT
    ... Oracle           46.2G  3.1G   23K    /Oracle
    ... Oracle/redo      1.5G   3.1G   1.5G   /my_db_path/redo
    ... Oracle/redo@mon  512M   -      1.1G   -
    ... ''')
    zfs-list lines 1-4 read
      zfs-dataset: available-bytes=3328599654 dataset=Oracle mountpoint=/Oracle pool=Oracle used-bytes=49606872269 (2-2)
      zfs-dataset: available-bytes=3328599654 dataset=Oracle/redo mountpoint=/my_db_path/redo pool=Oracle \
used-bytes=1610612736 (3-3)
      zfs-dataset: dataset=Oracle/redo role=redo (3-3)
      zfs-dataset: dataset=Oracle/redo pool=Oracle snapshots=1 (4-4)

    >>> show('''NAME  AVAIL  USED  USEDSNAP  USEDDS  USEDREFRESERV  USEDCHILD
    ... tank  12.1G  81.0G  40.5G    23K     0              40.5G
    ... ''')
    zfs-list lines 1-2 read
      zfs-dataset: available-bytes=12992276070 dataset=tank pool=tank snapshots-bytes=43486543872 used-bytes=86973087744 (2-2)
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from facts.patterns import lazy
from facts.reading import Output, Reader, Reading, Refusal, Row, prompt_of
from facts.schema import Value
from facts.subjects import pool_of
from facts.units import size
from facts.zfs_commands import ZfsCommand, parse_command
from facts.zfs_properties import dataset_rows

# Heading, or name in -o, to slot; other columns are passed over.
_SLOTS = {
    "name": "dataset",
    "used": "used-bytes",
    "avail": "available-bytes",
    "available": "available-bytes",
    "usedsnap": "snapshots-bytes",
    "usedbysnapshots": "snapshots-bytes",
    "recsize": "recordsize-bytes",
    "recordsize": "recordsize-bytes",
    "volblock": "volume-block-bytes",
    "volblocksize": "volume-block-bytes",
    "mountpoint": "mountpoint",
    "logbias": "logbias",
    "sync": "sync",
    "primarycache": "primarycache",
    "compress": "compression",
    "compression": "compression",
    "dedup": "dedup",
    "type": "type",
}
_OTHER = frozenset(
    """refer referenced usedds usedbydataset usedrefreserv usedbyrefreservation usedchild usedbychildren
    ratio compressratio mounted quota refquota reserv reservation refreserv refreservation origin creation atime
    canmount
    checksum copies secondarycache encryption keystatus written lused lrefer logicalused logicalreferenced volsize
    snapdir rdonly readonly setuid devices exec xattr special_small_blocks guid createtxg userrefs clones
    encroot""".split()
)
_MARKERS = frozenset(
    "used avail refer mountpoint usedsnap recsize logbias primarycache compress volblock sync type".split()
)
_ALLOWED = {
    "logbias": frozenset({"latency", "throughput"}),
    "sync": frozenset({"standard", "always", "disabled"}),
    "primarycache": frozenset({"all", "none", "metadata"}),
    "type": frozenset({"filesystem", "volume", "snapshot"}),
}
_SPACE = ("name", "avail", "used", "usedsnap", "usedds", "usedrefreserv", "usedchild")
_DEFAULT = ("name", "used", "avail", "refer", "mountpoint")
_NAME = r"[A-Za-z][^\t@]*(?:@[^\t]+)?"
_CELL = r"(?:[\d.]+[KMGTPE]?B?|-)"
_MOUNTPOINT = lazy(r"/|(?:none|legacy|-)\Z")
_SIZES_AND_MOUNT = lazy(rf"(?P<name>[A-Za-z][^\t@]*)(?:\t{_CELL}){{1,12}}\t(?P<mount>/[^\t]*|none|legacy|-)\Z")
_TABBED = lazy(rf"{_NAME}\t{_CELL}\t{_CELL}\t{_CELL}\t(?P<last>/[^\t]*|none|legacy|-|{_CELL}\t{_CELL}\t{_CELL})\Z")

Columns = tuple[str, ...]


def _header(line: str) -> Columns | None:
    words = tuple(line.lower().split())
    if "name" not in words or not line[:60].isupper() or len(words) < 2 or not _MARKERS & set(words):
        return None
    if {"size", "cap", "health", "frag", "alloc", "property", "state"} & set(words):
        return None
    return words if all(word in _SLOTS or word in _OTHER for word in words) else None


def _cells(line: str, columns: Columns) -> list[str] | None:
    """The cells of one row, or None where they do not fit. A date is five words, and a mount point may hold blanks."""
    if "\t" in line.strip():
        tabbed = [word.strip() for word in line.split("\t")]
        return tabbed if len(tabbed) == len(columns) else None
    words = line.split()
    if "creation" in columns and len(words) >= len(columns) + 4:
        at = columns.index("creation")
        words[at : at + 5] = [" ".join(words[at : at + 5])]
    if len(words) > len(columns) and columns[-1] == "mountpoint" and words[len(columns) - 1].startswith("/"):
        words[len(columns) - 1 :] = [" ".join(words[len(columns) - 1 :])]
    return words if len(words) == len(columns) else None


_SIZES = frozenset(
    """used avail available refer referenced usedsnap usedbysnapshots usedds usedbydataset usedrefreserv
    usedbyrefreservation usedchild usedbychildren recsize recordsize volblock volblocksize quota volsize
    written""".split()
)


def _holds(column: str, text: str) -> bool:
    """Whether a cell could stand in a column."""
    if text in ("-", "none"):
        return True
    if column in _SIZES:
        return text[0].isdecimal()
    if column == "creation":
        return re.search(r"\d:\d\d\s+\d{4}\Z", text) is not None
    if column == "mountpoint":
        return text == "legacy" or text.startswith("/")
    allowed = _ALLOWED.get(_SLOTS.get(column, ""))
    return text in allowed if allowed else re.fullmatch(r"[\w.:/@-]+x?", text) is not None


def _fits(cells: Sequence[str], columns: Columns) -> bool:
    """Whether it is a row at all: a damaged one may have a cell that is not what it should be, prose has many."""
    pairs = [(c, t) for c, t in zip(columns, cells, strict=True) if c != "name" and t]
    return sum(1 for column, text in pairs if _holds(column, text)) * 2 > len(pairs)


def _extent(lines: Sequence[str], start: int, command: str) -> tuple[int, int] | None:
    columns = _header(lines[start])
    if columns is None:
        return None
    end = index = start + 1
    while index < len(lines):
        line = lines[index]
        if not line.strip():
            if index > end:
                break
        elif (again := _header(line)) is not None:
            columns, end = again, index + 1
        elif (cells := _cells(line, columns)) is not None and _fits(cells, columns):
            end = index + 1
        else:
            # The last line of a capture may be cut off; anything else that does not fit is no row.
            if index == len(lines) - 1 and prompt_of(line) is None and 1 <= len(line.split()) < len(columns):
                end = index + 1
            break
        index += 1
    return (start, end) if end > start + 1 else None


def _value(column: str, text: str) -> Value | None:
    slot = _SLOTS[column]
    if slot.endswith("-bytes"):
        return size(text.replace(",", "."))
    if slot in ("compression", "dedup"):
        return "off" if text == "off" else "on"
    if slot == "mountpoint":
        return text if _MOUNTPOINT.match(text) else None
    allowed = _ALLOWED.get(slot)
    return text if allowed is None or text in allowed else None


def _row(output: Output, index: int, columns: Columns, cells: Sequence[str], reading: Reading) -> None:
    name = cells[columns.index("name")]
    values: dict[str, Value | bool] = {}
    for column, text in zip(columns, cells, strict=True):
        if column == "name" or column not in _SLOTS or text == "-":
            continue
        value = _value(column, text)
        if value is None:
            reading.refusals.append(Refusal(output.span(index), f"{column.upper()} cannot be read: {text}"))
        else:
            values[_SLOTS[column]] = value
    if "mountpoint" in columns and cells[columns.index("mountpoint")] == "-" and "type" not in values:
        values["type"] = "volume"  # a file system that is mounted nowhere has `none` or `legacy`
    if values:
        reading.rows += dataset_rows(name, values, output.span(index))
    reading.pass_over("nothing but the name", output.span(index))


def _count_snapshots(output: Output, found: dict[str, list[int]], reading: Reading) -> None:
    for dataset, lines in found.items():
        values: dict[str, Value | bool] = {"dataset": dataset, "pool": pool_of(dataset), "snapshots": len(lines)}
        reading.rows.append(Row("zfs-dataset", values, output.span(lines[0], lines[-1])))


def _rows(output: Output, columns: Columns, heading: bool) -> Reading:
    reading = Reading(complete=frozenset({"zfs-dataset"}))
    snapshots: dict[str, list[int]] = {}
    for index, line in enumerate(output.lines):
        if heading and (header := _header(line)) is not None:
            columns = header
        elif line.strip():
            cells = _cells(line, columns)
            if cells is None:
                reading.refusals.append(Refusal(output.span(index), f"does not fit below {len(columns)} headings"))
            elif "@" in (name := cells[columns.index("name")]):
                snapshots.setdefault(name.partition("@")[0], []).append(index)
                reading.used.append(output.span(index))
            else:
                _row(output, index, columns, cells, reading)
    _count_snapshots(output, snapshots, reading)
    return reading


def _read(output: Output) -> Reading:
    return _rows(output, (), heading=True)


def _asked(command: ZfsCommand | None) -> Columns | None:
    """The columns of ``-H`` output that the command tells."""
    if command is None or not command.columns:
        return None
    columns = tuple(part for c in command.columns for part in (_SPACE if c == "space" else (c,)))
    return columns if "name" in columns else None


def _tabbed_columns(lines: Sequence[str], command: str) -> Columns | None:
    known = parse_command(command, "zfs", "list")
    if (columns := _asked(known)) is not None:
        return columns
    if known is not None and known.columns:
        return None
    # a terminal makes blanks of the tabs
    copied = known is not None and "H" in known.flags and "\t" not in lines[0]
    match = _TABBED.match("\t".join(lines[0].split(None, len(_DEFAULT) - 1)) if copied else lines[0])
    return None if match is None else _SPACE if "\t" in match["last"] else _DEFAULT


def _extent_tabbed(lines: Sequence[str], start: int, command: str) -> tuple[int, int] | None:
    columns = _tabbed_columns(lines[start : start + 1], command)
    if columns is None:
        return None
    end = start
    while end < len(lines) and (cells := _cells(lines[end], columns)) is not None and _fits(cells, columns):
        if "\t" not in lines[end] and prompt_of(lines[end]) is not None:
            break
        end += 1
    return (start, end) if end > start else None


def _extent_by_command(lines: Sequence[str], start: int, command: str) -> tuple[int, int] | None:
    known = parse_command(command, "zfs", "list")
    if known is None or "H" not in known.flags or not lines[start].strip():
        return None
    return _extent_tabbed(lines, start, command)


def _read_tabbed(output: Output) -> Reading:
    columns = _tabbed_columns(output.lines, output.command)
    assert columns is not None  # extent found the columns
    return _rows(output, columns, heading=False)


def _extent_unnamed(lines: Sequence[str], start: int, command: str) -> tuple[int, int] | None:
    """Sizes of which nothing tells whose they are; the names and their mount points are those of datasets all the same."""
    found, end = {}, start
    while end < len(lines) and (match := _SIZES_AND_MOUNT.match(lines[end])) is not None:
        found[match["name"]] = match["mount"]
        end += 1
    ours = any(mount == f"/{name}" or name.rpartition("/")[0] in found for name, mount in found.items())
    return (start, end) if ours else None


def _read_unnamed(output: Output) -> Reading:
    reading = Reading()
    for index, line in enumerate(output.lines):
        if (match := _SIZES_AND_MOUNT.match(line)) is not None:
            mounted = {"mountpoint": match["mount"]} if match["mount"] != "-" else {}
            reading.rows += dataset_rows(match["name"], mounted, output.span(index))
            reading.refusals.append(Refusal(output.span(index), "nothing tells which sizes these are"))
    return reading


_SIZED = r"(?:0B?|\d+(?:\.\d+)?[BKMGTP])"
_UNTITLED = lazy(
    rf"\s*(?P<name>[A-Za-z][\w.:/-]*(?:@[\w.:-]+)?)\s+{_SIZED}\s+(?:{_SIZED}|-)\s+{_SIZED}\s+(?P<mount>/\S*|legacy|none|-)\s*\Z"
)


def _extent_untitled(lines: Sequence[str], start: int, command: str) -> tuple[int, int] | None:
    """Rows whose heading is missing, of which one is mounted below its own name."""
    end, ours = start, False
    while end < len(lines) and (match := _UNTITLED.match(lines[end])) is not None:
        ours = ours or match["mount"] == f"/{match['name']}" or ("/" in match["name"] and match["mount"][0] != "/")
        end += 1
    return (start, end) if ours else None


def _read_untitled(output: Output) -> Reading:
    reading = _rows(output, _DEFAULT, heading=False)
    reading.complete = frozenset()
    return reading


HINTS = (
    "G  /", "T  /", "M  /", "K  /", "G  none", "G  legacy", "K  none", "G  -", "K  legacy",
    "REFER", "AVAIL", "USED", "RECSIZE", "MOUNTPOINT", "COMPRESS", "zfs list", "LOGBIAS", "PRIMARYCACHE", "\t/",
    "\tnone", "\tlegacy", "\t-", "\t0\t",
)  # fmt: skip
BEFORE = ("sysctl", "zpool_iostat")
READERS = (
    Reader(
        "zfs-list",
        lazy(r"\s*(?:NAME|USED|AVAIL|TYPE|MOUNTPOINT|RECSIZE)\s+[A-Z]"),
        _extent,
        _read,
        of_no_use=(("heading", lazy(r"\s*(?=.*\bNAME\b)[A-Z][A-Z ]*\Z")),),
    ),
    Reader("zfs-list", lazy(r"[A-Za-z][^\t]*\t(?:\d[\d.]*[KMGTPE]?B?|-)\t"), _extent_tabbed, _read_tabbed),
    Reader(
        "zfs-list", lazy(rf"[A-Za-z][^\t]*\t{_CELL}\t(?:[^\t]*\t)*(?:/|none|legacy|-)"), _extent_unnamed, _read_unnamed
    ),
    Reader("zfs-list", _UNTITLED, _extent_untitled, _read_untitled),
    Reader("zfs-list", None, _extent_by_command, _read_tabbed, commands=lazy(r"\A(?>.*?\bzfs\s+list\s).*-[^\s-]*H")),
)
