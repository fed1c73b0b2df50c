"""``zpool list``: size, fill and health of each pool.

Known versions: ``SIZE USED AVAIL CAP`` (first Solaris 10 releases), ``SIZE ALLOC FREE CAP DEDUP`` (Solaris 10 9/10 and
11), with ``EXPANDSZ``, ``FRAG``, ``CKPOINT`` (illumos, OpenZFS, FreeBSD, in either order); any ``-o``; the rows of
single devices that ``-v`` adds; ``-H`` and ``-Hp``, tabs without a header, by the command's ``-o`` or the number of
columns. ``FRAG`` is the fragmentation of the free space, and ``-`` is unknown, not 0.

Samples::

    >>> from facts.readers import show
    >>> show('''NAME   SIZE  ALLOC   FREE   FRAG    CAP  DEDUP  HEALTH  ALTROOT
    ... tank   100G  82.5G  17.5G    61%    82%  1.00x  ONLINE  -
    ... ''')
    zpool-list lines 1-2 read
      zpool-list: allocated-bytes=88583700480 capacity-percent=82 dedup-ratio=1 fragmentation-percent=61 \
free-bytes=18790481920 health=online pool=tank size-bytes=107374182400 (2-2)
      system: zfs-era=openzfs (1-1)

    >>> show('''temp2\\tUNAVAIL\\t-\\t-\\t-\\t-\\t-\\t-
    ... ''')
    zpool-list lines 1-1 read
      zpool-list: health=unavail pool=temp2 (1-1)
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from facts.kit import run_while
from facts.patterns import lazy
from facts.readers.zpool_tree import GROUP_ROLES, Device, Filled, rows_of_filled
from facts.reading import Output, Reader, Reading, Refusal, Row, prompt_of
from facts.schema import Value
from facts.stamps import stamp_line
from facts.units import number, size
from facts.zfs_commands import ZfsCommand, parse_command

# Heading of a column, or name of a property in -o, to slot; other columns are passed over.
_SLOTS = {
    "name": "pool",
    "size": "size-bytes",
    "used": "allocated-bytes",
    "alloc": "allocated-bytes",
    "allocated": "allocated-bytes",
    "avail": "free-bytes",
    "available": "free-bytes",
    "free": "free-bytes",
    "cap": "capacity-percent",
    "capacity": "capacity-percent",
    "frag": "fragmentation-percent",
    "fragmentation": "fragmentation-percent",
    "dedup": "dedup-ratio",
    "dedupratio": "dedup-ratio",
    "ddtsize": "dedup-table-bytes",
    "dedup_table_size": "dedup-table-bytes",
    "health": "health",
    "ashift": "ashift",
}
_OTHER_HEADINGS = frozenset(
    """altroot expandsz expandsize ckpoint checkpoint freeing leaked guid version bootfs autotrim autoexpand autoreplace
    failmode delegation listsnaps cachefile readonly comment multihost compatibility load_guid bcloneused bclonesaved
    bcloneratio dedupditto dedupcached dedup_cached ddtquota last_scrubbed_txg""".split()
)
_MARKERS = frozenset({"size", "cap", "frag", "health", "alloc", "dedup"})
_NOT_POOLS = frozenset({"refer", "mountpoint", "property", "value", "usedsnap", "type", "used by", "state"})
_HEALTH = frozenset({"online", "degraded", "faulted", "offline", "unavail", "removed", "suspended"})
_VDEV = lazy(r"(?:mirror|raidz[123]?|draid[123]?|spare|replacing|indirect)(?:[-:][\w:-]+)?\Z")
_GROUPS = frozenset({"log", "logs", "cache", "spare", "spares", "special", "dedup"})
_SIZE = r"(?:[\d.]+[KMGTPE]?B?|-)"
_TABBED = lazy(
    rf"[A-Za-z][\w.:-]*\t(?:ONLINE|DEGRADED|FAULTED|OFFLINE|UNAVAIL|REMOVED|SUSPENDED|{_SIZE}\t{_SIZE})(?:\t|\Z)"
)

# Columns of -H without -o, by their number; None is passed over.
_OLD = ("name", "size", "used", "avail", "cap", "health", None)
_DEDUP = ("name", "size", "alloc", "free", "cap", "dedup", "health", None)
_EXPANDSZ = ("name", "size", "alloc", "free", None, "cap", "dedup", "health", None)
_FRAG = ("name", "size", "alloc", "free", None, "frag", "cap", "dedup", "health", None)
_FRAG_FIRST = ("name", "size", "alloc", "free", "frag", None, "cap", "dedup", "health", None)
_CKPOINT = ("name", "size", "alloc", "free", None, None, "frag", "cap", "dedup", "health", None)
_CAPTURED = ("name", "health", "size", "alloc", "free", "frag", "cap", "dedup")
_DEFAULTS = {7: (_OLD,), 8: (_CAPTURED, _DEDUP), 9: (_EXPANDSZ,), 10: (_FRAG, _FRAG_FIRST), 11: (_CKPOINT,)}

# What only one line of ZFS prints by default: Solaris 10 has no DEDUP, and FRAG is of illumos and OpenZFS.
_SOLARIS_10_HEADINGS = (
    ("name", "size", "alloc", "free", "cap", "health", "altroot"),
    ("name", "size", "used", "avail", "cap", "health", "altroot"),
)

Columns = tuple[str | None, ...]


def _header(line: str) -> Columns | None:
    """The columns that a heading names, or None where the line is none of this command."""
    if not line[:60].isupper():
        return None
    words = line.lower().split()
    if "name" not in words or not _MARKERS & set(words) or _NOT_POOLS & set(words):
        return None
    if any(word not in _SLOTS and word not in _OTHER_HEADINGS and "@" not in word for word in words):
        return None
    return tuple(word if word in _SLOTS else None for word in words)


def _indent(line: str) -> int:
    line = line.expandtabs()
    return len(line) - len(line.lstrip())


_MARK = lazy(r"(?<!\s)\s++(?:\*+|<[-=]+.*|#.*)\Z")


def _words(line: str) -> list[str]:
    """The cells of a row, without a mark that somebody has put behind them."""
    return _MARK.sub("", line).split()


def _is_row(line: str, header: str) -> bool:
    """Whether a line below a heading can be a row, of a pool or of a device of a pool."""
    words = _words(line)
    if len(words) < 2 or len(words) > len(header.split()) + 1 or prompt_of(line) is not None:
        return False
    cells = [w for w in words[1:] if re.match(r"(?:-|[\d.,]+[KMGTPEx%]?|[A-Z]{5,9}|/\S*)\Z", w)]
    return words[0] in _GROUPS or len(cells) >= len(words) - 2


def _extent(lines: Sequence[str], start: int, command: str) -> tuple[int, int] | None:
    if _header(lines[start]) is None:
        return None
    header, index, end = lines[start], start + 1, start + 1
    while index < len(lines):
        line = lines[index]
        if line.strip() == "no pools available" or _header(line) or (line.strip() and _is_row(line, header)):
            end = index + 1
        elif (line.strip() and stamp_line(line) is None) or index > end + 1:
            break
        index += 1
    return (start, end) if end > start + 1 else None


def _value(column: str, text: str) -> Value | None:
    """What a cell holds; None where it cannot be read."""
    if column == "name":
        return text
    if column == "health":
        return text.lower() if text.lower() in _HEALTH else None
    text = text.replace(",", ".")
    if column in ("cap", "capacity", "frag", "fragmentation"):
        return number(text.removesuffix("%"))
    if column in ("dedup", "dedupratio"):
        return number(text.removesuffix("x"))
    if column == "ashift":
        return int(text) if text.isdecimal() else None
    return size(text)


def _row(output: Output, index: int, columns: Columns, words: Sequence[str], reading: Reading) -> bool:
    """Take one row; whether it told anything of a pool."""
    values: dict[str, Value | bool] = {}
    for column, text in zip(columns, words, strict=False):
        if column is None or (text == "-" and column != "name"):
            continue
        value = _value(column, text)
        if value is None:
            reading.refusals.append(Refusal(output.span(index), f"{column.upper()} cannot be read: {text}"))
        else:
            values[_SLOTS[column]] = value
    if "pool" in values and len(values) > 1:
        reading.rows.append(Row("zpool-list", values, output.span(index)))
        return True
    reading.pass_over("nothing but the name", output.span(index))
    return False


def _note_device(pool: Filled | None, index: int, line: str, columns: Columns, words: Sequence[str], role: str) -> str:
    """Take a row that ``-v`` adds; returns what the devices below it are for."""
    if pool is None:
        return role
    if words[0] in _GROUPS and all(word == "-" for word in words[1:]):
        return GROUP_ROLES[words[0]]
    cells = {c: _value(c, text) for c, text in zip(columns, words, strict=False) if c is not None and text != "-"}
    depth = len(line.expandtabs()) - len(line.expandtabs().lstrip())
    pool.devices.append(Device(index, words[0], "", "", depth, role))
    allocated = next((cells[name] for name in ("alloc", "allocated", "used") if name in cells), None)
    free = next((cells[name] for name in ("free", "avail", "available") if name in cells), None)
    if isinstance(allocated, float) and isinstance(free, float):
        pool.fill[index] = (allocated, free)
    if isinstance(fragmentation := cells.get("frag", cells.get("fragmentation")), float):
        pool.fragmentation[index] = fragmentation
    return role


def _filled(reading: Reading) -> Filled | None:
    """The pool whose row was taken last, where it tells what is allocated and free."""
    if not reading.rows or reading.rows[-1].template != "zpool-list":
        return None
    values = reading.rows[-1].values
    allocated, free = values.get("allocated-bytes"), values.get("free-bytes")
    if not isinstance(allocated, float) or not isinstance(free, float):
        return None
    return Filled(str(values["pool"]), allocated, free)


def _date(output: Output, reading: Reading) -> None:
    """Give each pool the time of the last stamp above it."""
    time, below = None, {row.lines[0]: row for row in reading.rows if row.template == "zpool-list"}
    for index, line in enumerate(output.lines):
        if (row := below.get(output.first + index)) is not None:
            row.time = time
        elif (stamp := stamp_line(line)) is not None:
            time = stamp


def _is_device(columns: Columns, words: Sequence[str]) -> bool:
    """A row that ``-v`` adds for a device or a group of devices, in a copy that has lost its indentation."""
    if _VDEV.match(words[0]) or (words[0] in _GROUPS and all(w == "-" for w in words[1:])):
        return True
    cells = dict(zip(columns, words, strict=False))
    return cells.get("dedup") == "-" and cells.get("health") in ("ONLINE", "-", "AVAIL", "INUSE")


def _era(heading: Sequence[str]) -> str | None:
    """The line of ZFS that prints such a heading."""
    words = tuple(word.lower() for word in heading)
    return "solaris-10" if words in _SOLARIS_10_HEADINGS else "openzfs" if "frag" in words else None


def _read(output: Output) -> Reading:
    reading = Reading()
    columns: Columns = ()
    count, left = 0, 0
    whole = True
    pools: list[Filled] = []
    pool: Filled | None = None
    role = "data"
    for index, line in enumerate(output.lines):
        words = _words(line)
        if (header := _header(line)) is not None:
            columns, count, left = header, len(words), _indent(line)
            reading.pass_over("heading", output.span(index))
        elif not words:
            continue
        elif stamp_line(line) is not None or line.strip() == "no pools available":
            reading.used.append(output.span(index))
        elif columns[0] == "name" and (_indent(line) > left or _is_device(columns, words)):
            role = _note_device(pool, index, line, columns, words, role)
            reading.pass_over("device of a pool", output.span(index))
        elif len(words) < count:
            reading.refusals.append(Refusal(output.span(index), f"{len(words)} values below {count} headings"))
        else:
            whole = _row(output, index, columns, words, reading) and whole
            role = "data"
            if (pool := _filled(reading)) is not None:
                pools.append(pool)
    for shown in pools:
        reading.rows += rows_of_filled(output, shown) if shown.devices else []
    _date(output, reading)
    heading = next((i for i, line in enumerate(output.lines) if _header(line) is not None), None)
    if heading is not None and (era := _era(_words(output.lines[heading]))) is not None:
        reading.rows.append(Row("system", {"zfs-era": era}, output.span(heading), inferred=True))
    if whole:
        reading.complete = frozenset({"zpool-list"})
    return reading


def _matches(columns: Columns, words: Sequence[str]) -> bool:
    """Whether the words can stand in these columns."""
    if len(words) != len(columns):
        return False
    for column, text in zip(columns, words, strict=True):
        if column is None:
            continue
        if column == "dedup" and text != "-" and not re.fullmatch(r"\d+[.,]\d+x?", text):
            return False
        if text != "-" and _value(column, text) is None:
            return False
        if column in ("cap", "frag") and text != "-" and (number(text.removesuffix("%")) or 0.0) > 100:
            return False
    return True


def _tabbed_columns(rows: Sequence[Sequence[str]], command: ZfsCommand | None) -> Columns | None:
    """The columns of ``-H`` output: those that the command asked for, else the only ones that fit all rows."""
    if command is not None and command.columns:
        columns = tuple(c if c in _SLOTS else None for c in command.columns)
        return columns if all(len(row) == len(columns) for row in rows) else None
    choices = [c for c in _DEFAULTS.get(len(rows[0]), ()) if all(_matches(c, row) for row in rows)]
    if len(choices) == 2 and choices[0] == _FRAG:
        # EXPANDSZ and FRAG changed places once; where one of them always is "-", the other is FRAG.
        first, second = ({row[i] for row in rows} == {"-"} for i in (4, 5))
        return _FRAG if first and not second else _FRAG_FIRST if second and not first else (
            ("name", "size", "alloc", "free", None, None, "cap", "dedup", "health", None)
        )  # fmt: skip
    return choices[0] if len(choices) == 1 else None


def _split(line: str) -> list[str]:
    return [word.strip() for word in line.strip("\n").split("\t")] if "\t" in line else line.split()


def _extent_tabbed(lines: Sequence[str], start: int, command: str) -> tuple[int, int] | None:
    known = parse_command(command, "zpool", "list")
    if known is not None and "H" not in known.flags:
        return None
    rows: list[list[str]] = []
    end = start
    while end < len(lines) and (_TABBED.match(lines[end]) or (known and rows and "\t" in lines[end])):
        if not lines[end].startswith("\t"):
            rows.append(_split(lines[end]))
        end += 1
    return (start, end) if rows and _tabbed_columns(rows, known) else None


_UNTITLED = lazy(
    r"\s*[A-Za-z][\w.:-]*(?:\s+[\d.,]+[KMGTPE]){3}\s(?:.*\s)?\d{1,3}%\s+(?:\d+\.\d\dx\s+)?"
    r"(?:ONLINE|DEGRADED|FAULTED|OFFLINE|UNAVAIL|REMOVED|SUSPENDED)\s+(?:-|/\S*)\s*\Z"
)


def _extent_untitled(lines: Sequence[str], start: int, command: str) -> tuple[int, int] | None:
    """Rows whose heading is missing: sizes, percents, a ratio and a state in this order are of no other tool."""
    rows: list[list[str]] = []
    while start + len(rows) < len(lines) and _UNTITLED.match(lines[start + len(rows)]):
        rows.append(lines[start + len(rows)].split())
    while rows and _tabbed_columns(rows, None) is None:
        rows.pop()
    return (start, start + len(rows)) if rows else None


def _read_untitled(output: Output) -> Reading:
    reading = _read_tabbed(output._replace(command=""))
    reading.complete = frozenset()
    return reading


def _extent_by_command(lines: Sequence[str], start: int, command: str) -> tuple[int, int] | None:
    known = parse_command(command, "zpool", "list")
    if known is None or "H" not in known.flags:
        return None
    widths = {len(known.columns)} if known.columns else _DEFAULTS.keys()
    end = run_while(lines, start, lambda line: len(_split(line)) in widths and prompt_of(line) is None)
    rows = [_split(line) for line in lines[start:end]]
    return (start, end) if rows and _tabbed_columns(rows, known) else None


def _read_tabbed(output: Output) -> Reading:
    reading = Reading()
    # With -v the rows of devices begin with a tab.
    rows = {i: _split(line) for i, line in enumerate(output.lines) if not line.startswith("\t")}
    command = parse_command(output.command, "zpool", "list")
    columns = _tabbed_columns(list(rows.values()), command)
    assert columns is not None  # extent found the columns
    if "name" not in columns and command is not None and len(command.operands) == 1 and len(rows) == 1:
        columns, rows = ("name", *columns), {i: [command.operands[0], *words] for i, words in rows.items()}
    whole = True
    for index, words in rows.items():
        if "name" in columns:
            whole = _row(output, index, columns, words, reading) and whole
        else:
            reading.refusals.append(Refusal(output.span(index), "no pool name in the row"))
    _date(output, reading)
    if whole:
        reading.complete = frozenset({"zpool-list"})
    return reading


_DEVICE = (("device of a pool", lazy(r"\t")),)
# what -v shows of a device has no ratio of deduplication before its health
_LOST_DEVICE = lazy(r"\s-\s+(?:DEGRADED|FAULTED|OFFLINE|REMOVED|UNAVAIL|SUSPENDED)\b")
HINTS = ("SIZE", "HEALTH", "ONLINE", "DEGRADED", "FAULTED", "UNAVAIL", "SUSPENDED", "zpool list")
READERS = (
    Reader(
        "zpool-list",
        lazy(r"\s*(?:NAME|HEALTH|SIZE|CAP|FRAG|ALLOC|FREE|DEDUP)\s+[A-Z]"),
        _extent,
        _read,
        faults=_LOST_DEVICE,
    ),
    Reader(
        "zpool-list",
        lazy(r"[A-Za-z][\w.:-]*\t(?:[A-Z]{5,9}(?:\t|$)|[\d.-]+[KMGTPE]?B?\t)"),
        _extent_tabbed,
        _read_tabbed,
        of_no_use=_DEVICE,
        faults=_LOST_DEVICE,
    ),
    Reader("zpool-list", _UNTITLED, _extent_untitled, _read_untitled, faults=_LOST_DEVICE),
    Reader(
        "zpool-list",
        None,
        _extent_by_command,
        _read_tabbed,
        of_no_use=_DEVICE,
        faults=_LOST_DEVICE,
        commands=lazy(r"\bzpool\s+list\s+-\S*H|\bzpool\s+list\s(?:(?!\bzpool\s+list\s).)*\s-\S*H"),
    ),
)
