"""``zfs get``: properties of datasets. Also ``zpool get``: properties of pools.

Known versions: ``NAME PROPERTY VALUE SOURCE`` (all), with ``RECEIVED`` (``-o all``); any ``-o``; ``-H``, tabs without a
heading; ``-H -o value`` and ``-o name,value``, where only the command tells what it is the value of. A size is read with its suffix or, with
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
from collections.abc import Callable, Iterable, Sequence

from facts.account import Rules
from facts.kit import run_while
from facts.patterns import lazy
from facts.readers.nfs_exports import sharenfs_rows
from facts.reading import Extent, Output, Reader, Reading, Refusal, Span, prompt_of
from facts.zfs_commands import ZfsCommand, parse_command
from facts.zfs_properties import Cell, are_of_pools, is_property, property_reading

_COLUMNS = ("name", "property", "value", "received", "source")
_SOURCES = "(?:-|local|default|received|temporary|none|inherited)"
_SOURCE = lazy(
    r"(?P<before>(?:.*?\S)??)\s+(?P<source>-|local|default|received|temporary|none"
    r"|inherited(?:\s+from\s+\S+)?)(?:\s+(?:\*+|<-|<=|#).*)?\Z"
)


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
    if not found["value"] and found.get("source") == "-" and is_property(found.get("property", "")):
        found["value"] = "-"  # such as mlslabel, of which FreeBSD prints nothing
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
        if prompt_of(line) is not None:
            break
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


def _asked(command: str) -> ZfsCommand | None:
    return parse_command(command, "zfs", "get") or parse_command(command, "zpool", "get")


def _is_pool(command: str, cells: Iterable[Cell]) -> bool:
    """Whether these are properties of pools."""
    if parse_command(command, "zpool", "get"):
        return True
    return parse_command(command, "zfs", "get") is None and are_of_pools(cells)


def _cells(output: Output) -> tuple[list[Cell], list[Refusal]]:
    cells: list[Cell] = []
    refusals: list[Refusal] = []
    columns: tuple[str, ...] = ()
    command = _asked(output.command)
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


def _tabbed(line: str) -> bool:
    """Whether it is a line of ``-H`` output in the default columns."""
    cells = line.strip().split("\t")
    return len(cells) == 4 and is_property(cells[1]) and re.match(rf"{_SOURCES}\b|-\Z", cells[3]) is not None


def _tabbed_cells(output: Output) -> tuple[list[Cell], list[Refusal]]:
    found = ((i, line.strip().split("\t")) for i, line in enumerate(output.lines) if line.strip())
    return [Cell(i, cells[0], cells[1], cells[2]) for i, cells in found], []


def _extent_tabbed(lines: Sequence[str], start: int, command: str) -> tuple[int, int] | None:
    if not _tabbed(lines[start]):
        return None
    return start, run_while(lines, start, lambda line: len(line.strip().split("\t")) == 4)


_ALL = ("name", "property", "value", "source")
_DATASET = lazy(r"[A-Za-z][\w.:-]*(?:/[\w.:@ -]+)*\Z")
_SURELY = frozenset(
    """recordsize volblocksize logbias primarycache secondarycache compressratio refcompressratio usedbysnapshots usedbydataset
    usedbychildren usedbyrefreservation refreservation redundant_metadata special_small_blocks logicalused logicalreferenced
    mlslabel snapdir aclinherit xattr dnodesize volsize dedup sharenfs compression atime relatime fragmentation expandsize
    autoexpand autoreplace listsnapshots failmode dedupratio ashift""".split()
)
"""Properties whose names are no words that another table could have."""


def _untitled(line: str) -> dict[str, str] | None:
    """The cells of a line of which the heading is missing."""
    fields = _fields(line, _ALL) if "\t" not in line.strip() else None
    if fields is None or not is_property(fields["property"]) or not _DATASET.match(fields["name"]):
        return None
    return fields


def _extent_untitled(lines: Sequence[str], start: int, command: str) -> tuple[int, int] | None:
    end = run_while(lines, start, lambda line: _untitled(line) is not None and prompt_of(line) is None)
    found = [fields for line in lines[start:end] if (fields := _untitled(line)) is not None]
    sure = any(fields["property"] in _SURELY or "/" in fields["name"] for fields in found)
    return (start, end) if sure else None


def _untitled_cells(output: Output) -> tuple[list[Cell], list[Refusal]]:
    found = ((index, _untitled(line)) for index, line in enumerate(output.lines))
    return [Cell(i, cells["name"], cells["property"], cells["value"]) for i, cells in found if cells is not None], []


def _readers(
    starts: re.Pattern[str],
    extent: Extent,
    cells: Callable[[Output], tuple[list[Cell], list[Refusal]]],
    of_no_use: Rules,
) -> tuple[Reader, Reader]:
    """The readers of properties of pools and of datasets, which only the names of the properties tell apart."""

    def extent_of_pools(lines: Sequence[str], start: int, command: str) -> Span | None:
        span = extent(lines, start, command)
        return span if span and _is_pool(command, cells(Output(lines[slice(*span)], command=command))[0]) else None

    def read_pools(output: Output) -> Reading:
        return property_reading(output, *cells(output), pool=True)

    def read_datasets(output: Output) -> Reading:
        reading = property_reading(output, *cells(output), pool=False)
        reading.rows += sharenfs_rows(output)
        return reading

    return (
        Reader("zpool-get", starts, extent_of_pools, read_pools, of_no_use=of_no_use),
        Reader("zfs-get", starts, extent, read_datasets, of_no_use=of_no_use),
    )


def _extent_bare(lines: Sequence[str], start: int, command: str) -> tuple[int, int] | None:
    """``-o`` with ``-H``, or with a heading that leaves the property out: what only the command names."""
    known = _asked(command)
    if known is None or not known.operands or not known.columns or not set(known.columns) <= set(_COLUMNS):
        return None
    if "H" not in known.flags and ("property" in known.columns or not _heads(lines[start], known)):
        return None
    count = len(known.columns)
    end = run_while(
        lines, start, lambda line: line.strip() and prompt_of(line) is None and len(_split_bare(line, count)) == count
    )
    return (start, end) if end > start else None


def _heads(line: str, known: ZfsCommand) -> bool:
    return line.isupper() and tuple(line.lower().split()) == known.columns


def _split_bare(line: str, count: int) -> list[str]:
    if count == 1:
        return [line.strip()]
    return line.strip().split("\t") if "\t" in line else line.split(None, count - 1)


def _read_bare(output: Output) -> Reading:
    known = _asked(output.command)
    if known is None or not known.operands:
        raise AssertionError("extent lets no other command through")
    properties, names = known.operands[0].split(","), known.operands[1:]
    first = 1 if "H" not in known.flags else 0
    lines = output.lines[first:]
    rows = [dict(zip(known.columns, _split_bare(line, len(known.columns)), strict=True)) for line in lines]
    plan = [(name, prop) for name in names for prop in properties]
    implied = len(plan) == len(rows) and "all" not in properties and not {"r", "d"} & (known.flags | set(known.options))
    cells: list[Cell] = []
    refusals: list[Refusal] = []
    for at, row in enumerate(rows):
        index = first + at
        name = row.get("name") or (
            plan[at][0] if implied else names[0] if len(names) == 1 and not known.flags & {"r"} else None
        )
        prop = row.get("property") or (properties[0] if len(properties) == 1 else plan[at][1] if implied else None)
        if name is None or prop is None or "value" not in row:
            refusals.append(Refusal(output.span(index), "the line does not tell which property of which dataset it is"))
        else:
            cells.append(Cell(index, name, prop, row["value"]))
    return property_reading(output, cells, refusals, pool=known.tool == "zpool")


_HEAD = lazy(r"\s*(?:NAME|PROPERTY|SOURCE|VALUE)\s+[A-Z]")
_TABS = lazy(rf"[A-Za-z][^\t]*\t[a-z][^\t]*\t[^\t]*\t{_SOURCES}")

_UNTITLED = lazy(rf"[A-Za-z]\S*\s+[a-z][\w.:*-]*\s(?:.*\s)?{_SOURCES}\b|[A-Za-z]\S*\s+[a-z][\w.:*-]*\s.*-\s*\Z")
_HEADING = (("heading", lazy(r"\s*(?:(?:NAME|PROPERTY|VALUE|RECEIVED|SOURCE)\s*){2,5}\Z")),)
HINTS = (
    "recordsize ", "volblocksize ", "logbias ", "primarycache ", "compression ", "compressratio ", "refreservation ", "sync ",
    "atime ", "dedup", "xattr ", "usedby", "mlslabel ", "ashift ", "autoexpand ", "fragmentation ", "PROPERTY",
    "\tlocal", "\tdefault", "\t-", "\tinherited", "zfs get", "zpool get",
)  # fmt: skip
READERS = (
    Reader(
        "zpool-get",
        None,
        _extent_bare,
        _read_bare,
        commands=lazy(r"\A(?>.*?\bzpool\s+get\s+-[^\sH]*H).*-o|\A(?>.*?\bzpool\s+get\s).*-[^\s-]*Ho"),
    ),
    Reader("zfs-get", None, _extent_bare, _read_bare, commands=lazy(r"\A(?>.*?\bzfs\s+get\s)(?>.*?-[^\s-]*H).*o")),
    Reader(
        "zpool-get",
        None,
        _extent_bare,
        _read_bare,
        of_no_use=_HEADING,
        commands=lazy(r"\A(?>.*?\bzpool\s+get)(?>.*?\s-[^\s-]*o)"),
    ),
    Reader(
        "zfs-get",
        None,
        _extent_bare,
        _read_bare,
        of_no_use=_HEADING,
        commands=lazy(r"\A(?>.*?\bzfs\s+get)(?>.*?\s-[^\s-]*o)"),
    ),
    *_readers(_HEAD, _extent, _cells, _HEADING),
    *_readers(_TABS, _extent_tabbed, _tabbed_cells, ()),
    *_readers(_UNTITLED, _extent_untitled, _untitled_cells, ()),
)
