"""``zfs get``: properties of datasets. Also ``zpool get``: properties of pools.

Known versions: ``NAME PROPERTY VALUE SOURCE`` (all), with ``RECEIVED`` (``-o all``); any ``-o``; ``-H``, tabs without a
heading; ``-H -o value``, where only the command tells whose value it is. A size is read with its suffix or, with
``-p``, in bytes. From a dataset's name or mount point follows, as an inferred row, what a database keeps there.

Samples::

    >>> from facts.readers import show
    >>> show('''NAME              PROPERTY    VALUE       SOURCE
    ... Oracle/datafiles  recordsize  8K          local
    ... Oracle/datafiles  logbias     latency     default
    ... Oracle/misc       logbias     throughput  inherited from Oracle
    ... ''')
    zfs-get lines 1-4 read
      zfs-dataset: dataset=Oracle/datafiles logbias=latency pool=Oracle recordsize-bytes=8192 type=filesystem (2-3)
      zfs-dataset: dataset=Oracle/datafiles role=data (2-3)
      zfs-dataset: dataset=Oracle/misc logbias=throughput pool=Oracle (4-4)

    >>> show('''NAME  PROPERTY       VALUE  SOURCE
    ... tank  capacity       87%    -
    ... tank  fragmentation  61%    -
    ... tank  ashift         12     local
    ... ''')
    zpool-get lines 1-4 read
      zpool-list: ashift=12 capacity-percent=87 fragmentation-percent=61 pool=tank (2-4)
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from facts.reading import Output, Reader, Reading, Refusal, Row, Span, prompt_of
from facts.schema import Value
from facts.subjects import dataset_role, pool_of
from facts.units import number, size
from facts.zfs_commands import ZfsCommand, parse_command

_COLUMNS = ("name", "property", "value", "received", "source")
_SOURCE = re.compile(
    r"(?P<before>.*?)\s+(?P<source>-|local|default|received|temporary|none"
    r"|inherited(?:\s+from\s+\S+)?)(?:\s+(?:\*+|<-|<=|#).*)?\Z"
)
_POOL_ONLY = frozenset(
    """size capacity altroot health guid version bootfs delegation autoreplace cachefile failmode listsnapshots listshares
    autoexpand dedupditto dedupratio free allocated ashift expandsize freeing fragmentation leaked multihost checkpoint
    load_guid autotrim compatibility bcloneused bclonesaved bcloneratio lastscrubbedtxg""".split()
)
_BOTH = frozenset({"available", "used", "readonly", "comment", "name", "guid", "version"})
# Properties of datasets that tell a listing without a heading from other tabbed text.
_DATASET_ONLY = frozenset(
    """type creation referenced compressratio mounted quota reservation volsize volblocksize recordsize mountpoint sharenfs
    checksum compression atime devices exec setuid zoned jailed snapdir aclmode aclinherit canmount xattr copies
    utf8only
    normalization casesensitivity vscan nbmand sharesmb refquota refreservation primarycache secondarycache
    usedbysnapshots usedbydataset usedbychildren usedbyrefreservation logbias dedup mlslabel sync refcompressratio
    written
    logicalused logicalreferenced filesystem_limit snapshot_limit snapdev volmode redundant_metadata
    special_small_blocks
    encryption keylocation keyformat relatime acltype overlay origin defer_destroy userrefs createtxg objsetid prefetch
    direct shadow keysource keystatus rekeydate rstchown multilevel share.* share.nfs share.smb""".split()
)

_DATASET_SIZES = {
    "recordsize": "recordsize-bytes",
    "volblocksize": "volume-block-bytes",
    "used": "used-bytes",
    "usedbysnapshots": "snapshots-bytes",
}
_DATASET_SYMBOLS = {
    "logbias": frozenset({"latency", "throughput"}),
    "sync": frozenset({"standard", "always", "disabled"}),
    "primarycache": frozenset({"all", "none", "metadata"}),
    "type": frozenset({"filesystem", "volume", "snapshot"}),
}
_SWITCHES = frozenset({"compression", "dedup"})


@dataclass(slots=True)
class Cell:
    """A property of a dataset or pool and the line that it stands on, from 0 within the output."""

    line: int
    name: str
    property: str
    value: str


@dataclass(slots=True)
class _Group:
    """The slots of one dataset or pool."""

    name: str
    values: dict[str, Value | bool] = field(default_factory=dict)
    slot_lines: dict[str, Span] = field(default_factory=dict)
    lines: list[int] = field(default_factory=list)


def _header(line: str) -> tuple[str, ...] | None:
    words = tuple(line.lower().split())
    if len(words) < 2 or not line[:60].isupper() or "value" not in words or "property" not in words:
        return None
    return words if set(words) <= set(_COLUMNS) and len(set(words)) == len(words) else None


def _fields(line: str, columns: tuple[str, ...]) -> dict[str, str] | None:
    """One line's cells. The value may hold blanks; the columns beside it do not, but for ``inherited from``."""
    if "\t" in line.strip():
        cells = [cell.strip() for cell in line.strip().split("\t")]
        return dict(zip(columns, cells, strict=True)) if len(cells) == len(columns) else None
    rest = line.strip()
    found: dict[str, str] = {}
    at_value = columns.index("value")
    if columns[-1] == "source":
        if (match := _SOURCE.match(rest)) is None:
            return None
        rest, found["source"] = match["before"], match["source"]
    for column in columns[:at_value]:
        if column == "source":
            return None
        word, _, rest = rest.partition(" ")
        found[column], rest = word, rest.strip()
    if "received" in columns[at_value:]:
        rest, _, found["received"] = rest.rpartition(" ")
    found["value"] = rest.strip()
    return found if found["value"] else None


def _is_row(line: str, columns: tuple[str, ...]) -> bool:
    fields = _fields(line, columns)
    if fields is None:
        return False
    name = fields.get("property", "")
    return re.fullmatch(r"[a-z][\w.:@*-]*", name) is not None


def _extent(lines: Sequence[str], start: int, command: str) -> tuple[int, int] | None:
    columns = _header(lines[start])
    if columns is None:
        return None
    end = start + 1
    index = end
    while index < len(lines):
        line = lines[index]
        if (again := _header(line)) is not None:
            columns = again
        elif line.strip() and not _is_row(line, columns):
            # The last line of a capture may be cut off.
            if index == len(lines) - 1 and prompt_of(line) is None and 1 < len(line.split()) < len(columns):
                end = index + 1
            break
        elif not line.strip() and index > end:
            break
        if line.strip():
            end = index + 1
        index += 1
    return (start, end) if end > start + 1 else None


def _is_pool(command: str, cells: Iterable[Cell]) -> bool:
    """Whether these are properties of pools."""
    if parse_command(command, "zpool", "get"):
        return True
    cells = list(cells)
    if parse_command(command, "zfs", "get") or any(re.search(r"[/@#]", cell.name) for cell in cells):
        return False
    names = {cell.property for cell in cells} - _BOTH
    return any(n in _POOL_ONLY or n.startswith("feature@") for n in names) and not names & _DATASET_ONLY


def _cells(output: Output) -> tuple[list[Cell], list[Refusal]]:
    cells: list[Cell] = []
    refusals: list[Refusal] = []
    columns: tuple[str, ...] = ()
    command = parse_command(output.command, "zfs", "get") or parse_command(output.command, "zpool", "get")
    for index, line in enumerate(output.lines):
        if (header := _header(line)) is not None:
            columns = header
        elif line.strip():
            fields = _fields(line, columns)
            if fields is None:
                refusals.append(Refusal(output.span(index), "a property without its columns"))
                continue
            name = fields.get("name") or _only_name(command)
            if name is None:
                refusals.append(Refusal(output.span(index), "nothing names the dataset"))
            else:
                cells.append(Cell(index, name, fields["property"], fields["value"]))
    return cells, refusals


def _only_name(command: ZfsCommand | None) -> str | None:
    names = command.operands[1:] if command else ()
    return names[0].rstrip("/") if len(names) == 1 else None


def _dataset_slot(cell: Cell) -> tuple[str, Value | bool] | None:
    """Slot and value of one dataset property; None for one that no slot holds.

    Raises:
        ValueError: the value cannot be read.
    """
    name, value = cell.property, cell.value
    if value == "-":
        return None
    if slot := _DATASET_SIZES.get(name):
        bytes_ = size(value.replace(",", "."))
        if bytes_ is None:
            raise ValueError(f"{name} cannot be read: {value}")
        return slot, bytes_
    if allowed := _DATASET_SYMBOLS.get(name):
        if name == "type" and value == "bookmark":
            return None
        if value not in allowed:
            raise ValueError(f"{name} cannot be read: {value}")
        return name, value
    if name in _SWITCHES:
        return name, "off" if value == "off" else "on"
    if name == "mountpoint":
        return name, value
    return None


_POOL_SLOTS = {
    "size": "size-bytes",
    "allocated": "allocated-bytes",
    "used": "allocated-bytes",
    "free": "free-bytes",
    "available": "free-bytes",
    "capacity": "capacity-percent",
    "fragmentation": "fragmentation-percent",
    "dedupratio": "dedup-ratio",
    "ashift": "ashift",
    "health": "health",
}


def _pool_slot(cell: Cell) -> tuple[str, Value | bool] | None:
    """Slot and value of one pool property; None for one that no slot holds.

    Raises:
        ValueError: the value cannot be read.
    """
    slot, text = _POOL_SLOTS.get(cell.property), cell.value.replace(",", ".")
    if slot is None or text == "-":
        return None
    value: Value | None
    if slot == "health":
        value = (
            text.lower() if re.fullmatch("ONLINE|DEGRADED|FAULTED|OFFLINE|UNAVAIL|REMOVED|SUSPENDED", text) else None
        )
    elif slot == "ashift":
        value = int(text) if text.isdigit() else None
    elif slot.endswith("-bytes"):
        value = size(text)
    else:
        value = number(text.rstrip("%x"))
    if value is None:
        raise ValueError(f"{cell.property} cannot be read: {cell.value}")
    return slot, value


def _groups(output: Output, cells: Sequence[Cell], pool: bool, refusals: list[Refusal]) -> list[_Group]:
    groups: dict[str, _Group] = {}
    for cell in cells:
        group = groups.setdefault(cell.name, _Group(cell.name))
        group.lines.append(cell.line)
        try:
            found = _pool_slot(cell) if pool else _dataset_slot(cell)
        except ValueError as error:
            refusals.append(Refusal(output.span(cell.line), str(error)))
            continue
        if found is not None:
            group.values[found[0]] = found[1]
            group.slot_lines[found[0]] = output.span(cell.line)
    return [group for group in groups.values() if group.values]


def dataset_rows(
    name: str, values: dict[str, Value | bool], lines: Span, slot_lines: dict[str, Span] | None = None
) -> list[Row]:
    """The row of one dataset, and the inferred one with its role where its name or mount point tells it.

    A block size tells what it is: only a file system has a record size, only a volume a volume block size.
    """
    row: dict[str, Value | bool] = {"dataset": name, "pool": pool_of(name), **values}
    if "@" in name:
        row.setdefault("type", "snapshot")
    elif "volume-block-bytes" in values:
        row.setdefault("type", "volume")
    elif "recordsize-bytes" in values:
        row.setdefault("type", "filesystem")
    rows = [Row("zfs-dataset", row, lines, slot_lines or {})]
    if row.get("type") != "snapshot" and (role := dataset_role(name, str(values.get("mountpoint", "")))):
        rows.append(Row("zfs-dataset", {"dataset": name, "role": role}, lines, inferred=True))
    return rows


def property_reading(output: Output, cells: Sequence[Cell], refusals: list[Refusal], pool: bool) -> Reading:
    """The rows that properties come to, of pools or of datasets; what cannot be read is added to `refusals`."""
    reading = Reading(refusals=refusals)
    for group in _groups(output, cells, pool, refusals):
        lines = output.span(min(group.lines), max(group.lines))
        if pool:
            values: dict[str, Value | bool] = {"pool": group.name, **group.values}
            reading.rows.append(Row("zpool-list", values, lines, group.slot_lines))
        else:
            reading.rows += dataset_rows(group.name, group.values, lines, group.slot_lines)
    return reading


def _read_zfs(output: Output) -> Reading:
    cells, refusals = _cells(output)
    return property_reading(output, cells, refusals, pool=False)


def _read_zpool(output: Output) -> Reading:
    cells, refusals = _cells(output)
    return property_reading(output, cells, refusals, pool=True)


def _extent_zpool(lines: Sequence[str], start: int, command: str) -> tuple[int, int] | None:
    span = _extent(lines, start, command)
    if span is None:
        return None
    cells, _ = _cells(Output(lines[span[0] : span[1]], command=command))
    return span if _is_pool(command, cells) else None


def _tabbed(line: str) -> Cell | None:
    """A line of ``-H`` output in the default columns."""
    cells = line.strip().split("\t")
    if len(cells) == 4 and re.match(r"(?:-|local|default|received|temporary|none|inherited)\b|-\Z", cells[3]):
        name = cells[1]
        if name in _DATASET_ONLY or name in _POOL_ONLY or name in _BOTH or name.startswith("feature@"):
            return Cell(0, cells[0], name, cells[2])
    return None


def _run(lines: Sequence[str], start: int) -> int:
    end = start
    while end < len(lines) and (_tabbed(lines[end]) or (end > start and lines[end].count("\t") == 3)):
        end += 1
    return end


def _tabbed_cells(output: Output) -> list[Cell]:
    found = ((i, line.strip().split("\t")) for i, line in enumerate(output.lines) if line.strip())
    return [Cell(i, cells[0], cells[1], cells[2]) for i, cells in found]


def _extent_tabbed(lines: Sequence[str], start: int, command: str) -> tuple[int, int] | None:
    end = _run(lines, start)
    return (start, end) if end > start else None


def _extent_tabbed_zpool(lines: Sequence[str], start: int, command: str) -> tuple[int, int] | None:
    span = _extent_tabbed(lines, start, command)
    return span if span and _is_pool(command, _tabbed_cells(Output(lines[span[0] : span[1]]))) else None


def _read_tabbed_zfs(output: Output) -> Reading:
    return property_reading(output, _tabbed_cells(output), [], pool=False)


def _read_tabbed_zpool(output: Output) -> Reading:
    return property_reading(output, _tabbed_cells(output), [], pool=True)


def _asked(command: str) -> ZfsCommand | None:
    return parse_command(command, "zfs", "get") or parse_command(command, "zpool", "get")


def _extent_bare(lines: Sequence[str], start: int, command: str) -> tuple[int, int] | None:
    """``-H -o``: lines whose cells only the command names."""
    known = _asked(command)
    if known is None or "H" not in known.flags or not known.columns or not set(known.columns) <= set(_COLUMNS):
        return None
    end = start
    while end < len(lines) and lines[end].strip() and prompt_of(lines[end]) is None:
        if len(_split_bare(lines[end], len(known.columns))) != len(known.columns):
            break
        end += 1
    return (start, end) if end > start else None


def _split_bare(line: str, count: int) -> list[str]:
    if count == 1:
        return [line.strip()]
    return line.strip().split("\t") if "\t" in line else line.split(None, count - 1)


def _read_bare(output: Output) -> Reading:
    known = _asked(output.command)
    if known is None or not known.operands:
        raise AssertionError("extent lets no other command through")
    properties, names = known.operands[0].split(","), known.operands[1:]
    rows = [dict(zip(known.columns, _split_bare(line, len(known.columns)), strict=True)) for line in output.lines]
    plan = [(name, prop) for name in names for prop in properties]
    implied = len(plan) == len(rows) and "all" not in properties and not {"r", "d"} & (known.flags | set(known.options))
    cells: list[Cell] = []
    refusals: list[Refusal] = []
    for index, row in enumerate(rows):
        name = row.get("name") or (
            plan[index][0] if implied else names[0] if len(names) == 1 and not known.flags & {"r"} else None
        )
        prop = row.get("property") or (properties[0] if len(properties) == 1 else plan[index][1] if implied else None)
        if name is None or prop is None or "value" not in row:
            refusals.append(Refusal(output.span(index), "the line does not tell which property of which dataset it is"))
        else:
            cells.append(Cell(index, name, prop, row["value"]))
    return property_reading(output, cells, refusals, pool=known.tool == "zpool")


_HEAD = re.compile(r"\s*(?:NAME|PROPERTY|SOURCE|VALUE)\s+[A-Z]")
_TABS = re.compile(r"[A-Za-z][^\t]*\t[a-z][^\t]*\t[^\t]*\t(?:-|local|default|received|temporary|none|inherited)")

READERS = (
    Reader(
        "zpool-get",
        None,
        _extent_bare,
        _read_bare,
        commands=re.compile(r"\bzpool\s+get\s+-\S*H.*-o|\bzpool\s+get\s.*-\S*Ho"),
    ),
    Reader("zfs-get", None, _extent_bare, _read_bare, commands=re.compile(r"\bzfs\s+get\s.*-\S*H.*-?o")),
    Reader("zpool-get", _HEAD, _extent_zpool, _read_zpool),
    Reader("zfs-get", _HEAD, _extent, _read_zfs),
    Reader("zpool-get", _TABS, _extent_tabbed_zpool, _read_tabbed_zpool),
    Reader("zfs-get", _TABS, _extent_tabbed, _read_tabbed_zfs),
)
