"""``ipcs -m``: System V shared memory segments, where an Oracle SGA or the memory of an old PostgreSQL lies.

Linux prints ``key shmid owner perms bytes nattch status`` below a line of dashes. Solaris and the BSDs print
``T ID KEY MODE OWNER GROUP SEGSZ`` (``-b``) and more columns with ``-a``. ``ipcs -lm`` prints the limits
(kind ``ipcs-limits``), ``ipcs -mu`` a summary. The script ``hugepages_settings.sh`` counts the pages that the segments need.

Sample::

    >>> from facts.readers import show
    >>> show('''------ Shared Memory Segments --------
    ... key        shmid      owner      perms      bytes      nattch     status
    ... 0x00000000 32768      oracle     640        4096       0
    ... 0x6c3a9dd8 65537      oracle     640        4294967296 48         locked
    ... ''')
    ipcs lines 1-4 read
      shared-memory: attached-processes-max=48 huge-pages-needed=2050 largest-bytes=4294967296 owner=oracle segments=2 total-bytes=4294971392 (2-4)
      system: os=linux (1-2)

    >>> show('''$ ipcs -m | grep oracle
    ... 0x00000000 5          oracle     600        23123688448 106
    ... ''')
    ipcs-filtered lines 2-2 read
      shared-memory: attached-processes-max=106 huge-pages-needed=11027 largest-bytes=23123688448 owner=oracle segments=1 total-bytes=23123688448 (2-2)
      system: os=linux (2-2)

    >>> show('''Recommended setting: vm.nr_hugepages = 12291
    ... ''')
    hugepages-settings lines 1-1 read
      shared-memory: huge-pages-needed=12291 owner=oracle (1-1)
      system: os=linux (1-1)

    >>> show('''------ Shared Memory Limits --------
    ... max number of segments = 4096
    ... max seg size (kbytes) = 67108864
    ... max total shared memory (kbytes) = 17179869184
    ... min seg size (bytes) = 1
    ... ''')
    ipcs-limits lines 1-5 read
      vm-settings: shmmax-bytes=68719476736 (3-3)
"""  # noqa: E501

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from facts.kit import ANY, extent_of
from facts.patterns import lazy
from facts.reading import Output, Reader, Reading, Refusal, Row
from facts.schema import Value
from facts.units import count, limit

_HUGE_PAGE = 2 << 20

_BANNER = lazy(r"\s*-{4,} .{5,60} -{4,}\s*$")
_SOLARIS_BANNER = lazy(r"\s*IPC status from ")
_KIND_LINE = lazy(r"\s*(?:Shared Memory|Message Queues|Semaphores):\s*$")
# The names of the columns in English and German, as they count here.
_COLUMNS = {
    "shmid": "id",
    "id": "id",
    "bytes": "size",
    "segsz": "size",
    "size": "size",
    "nattch": "attached",
}
_IDS = frozenset(("shmid", "msqid", "semid"))
_FIRST = _IDS | {"key", "schlüssel", "clef", "clave"}
_LINUX_HEADER = lazy(r"\s*(?:\S+\s+){0,2}(?:shmid|msqid|semid)\s", re.IGNORECASE)
_SOLARIS_HEADER = lazy(r"\s*T\s+ID\s+KEY\s+MODE\s")
_LINUX_ROW = lazy(r"\s*(?:0x[0-9a-fA-F]{1,8}|\d+)\s+\S+\s+\S+\s")
_SOLARIS_ROW = lazy(r"\s*[mqs]\s+\d+\s+(?:0x)?[0-9a-fA-F]+\s")
_NOTE = lazy(r"\s*+(?:(?:key|ID|shmid)\s|\w[\w ]* facility (?:inactive|not in system))")


@dataclass(slots=True)
class _Sum:
    segments: int = 0
    total: int = 0
    largest: int = 0
    pages: int = 0
    attached: int | None = None
    owners: dict[str, int] = field(default_factory=dict)
    lines: list[int] = field(default_factory=list)

    def add(self, size: int, attached: int | None, owner: str) -> None:
        self.owners[owner] = self.owners.get(owner, 0) + size
        self.segments += 1
        self.total += size
        self.largest = max(self.largest, size)
        self.pages += size // _HUGE_PAGE + 1
        if attached is not None:
            self.attached = max(self.attached or 0, attached)

    def values(self) -> dict[str, Value]:
        """The slots of the row."""
        values: dict[str, Value] = {"segments": self.segments, "total-bytes": self.total}
        values |= {"largest-bytes": self.largest, "huge-pages-needed": self.pages}
        if self.attached is not None:
            values["attached-processes-max"] = self.attached
        if owner := max(self.owners, key=lambda name: self.owners[name], default=""):
            values["owner"] = owner
        return values


def _is_header(line: str) -> bool:
    words = line.lower().split()
    return _SOLARIS_HEADER.match(line) is not None or (
        4 <= len(words) < 9 and bool(set(words[:2]) & _IDS) and words[0] in _FIRST
    )


def _is_row(line: str) -> bool:
    return _LINUX_ROW.match(line) is not None or _SOLARIS_ROW.match(line) is not None


def _extent(lines: Sequence[str], start: int, command: str) -> tuple[int, int] | None:
    end = index = start
    header = False
    solaris = _SOLARIS_BANNER.match(lines[start]) is not None or _SOLARIS_HEADER.match(lines[start]) is not None
    while index < len(lines) and index - end < 3:
        line = lines[index]
        if _is_header(line):
            header, end = True, index + 1
        elif _is_row(line) and header:
            end = index + 1
        elif _BANNER.match(line) or _SOLARIS_BANNER.match(line) or _KIND_LINE.match(line) or _NOTE.match(line):
            end = max(end, index + 1) if not header or _KIND_LINE.match(line) or _NOTE.match(line) else end
            if header and _BANNER.match(line) and (solaris or not _followed(lines, index)):
                break
        elif line.strip():
            break
        index += 1
    if not header or not any(_of_shared_memory(line) for line in lines[start:end]):
        return None
    return start, end


def _followed(lines: Sequence[str], index: int) -> bool:
    return index + 1 < len(lines) and _is_header(lines[index + 1])


def _of_shared_memory(line: str) -> bool:
    words = line.lower().split()
    return (
        ("shmid" in words and "nattch" in words)
        or ("t" in words and "segsz" in words)
        or _KIND_LINE.match(line) is not None
    )


def _read(output: Output) -> Reading:
    reading = Reading()
    total = _Sum()
    columns: list[str] | None = None
    header: list[str] = []
    seen = False
    linux: int | None = None
    for index, line in enumerate(output.lines):
        if _is_header(line):
            reading.pass_over("heading", output.span(index))
            header = words = line.split()
            columns = [_COLUMNS.get(word.lower(), word.lower()) for word in words]
            shared = "size" in columns and ("shmid" in line.lower() or "SEGSZ" in words)
            if not shared:
                columns = None if _LINUX_HEADER.match(line) else columns
            else:
                seen = True
                total.lines.append(index)
                linux = index if "shmid" in line.lower() else linux
        elif _is_row(line) and not _fits(line, header):
            reading.refusals.append(Refusal(output.span(index), "a row that does not fit its heading"))
        elif columns is not None and "size" in columns and _is_row(line):
            _segment(output, index, columns, total, reading)
        elif _is_row(line):
            reading.pass_over("queue or semaphore", output.span(index))
    if not seen:
        return reading
    if not reading.refusals:
        reading.rows.append(Row("shared-memory", total.values(), output.span(total.lines[0], total.lines[-1])))
        reading.complete = frozenset({"shared-memory"})
    if linux is not None:
        reading.rows.append(Row("system", {"os": "linux"}, output.span(max(0, linux - 1), linux), inferred=True))
    elif any("<running system>" in line for line in output.lines):
        reading.rows.append(Row("system", {"os": "solaris"}, output.span(0), inferred=True))
    return reading


def _fits(line: str, header: Sequence[str]) -> bool:
    """Whether a row has the cells of its heading; a status may be empty or two words, a time has up to four."""
    words = line.split()
    if _SOLARIS_HEADER.match(" ".join(header)):
        return words[0] in ("m", "q", "s") and len(words) == len(header)
    timed = sum(
        head.lower() in ("attached", "detached", "changed", "last-op", "last-changed", "send", "recv", "change")
        for head in header
    )
    return len(header) - 1 <= len(words) <= len(header) + 2 + 3 * timed


def _segment(output: Output, index: int, columns: list[str], total: _Sum, reading: Reading) -> None:
    words = output.lines[index].split()
    if columns[0] == "t" and words[0] != "m":
        reading.pass_over("queue or semaphore", output.span(index))
        return
    cells = dict(zip(columns, words, strict=False))
    text = cells.get("size", "")
    size, attached = count(text), count(cells.get("attached", "0"))
    if size is None:
        rounded = re.fullmatch(r"[\d.,]+[KMGT]B?", text) is not None
        reason = f"`{text}` is a rounded size" if rounded else "no size in bytes"
        reading.refusals.append(Refusal(output.span(index), reason))
        return
    if attached is None:
        reading.refusals.append(Refusal(output.span(index), "no number of attached processes"))
        return
    total.add(size, attached if "attached" in cells else None, cells.get("owner", ""))
    total.lines.append(index)
    reading.used.append(output.span(index))


_FILTERED = lazy(
    r"\s*0x[0-9a-f]{8}\s+\d+\s+(?P<owner>[a-z_][\w-]*)\s+[0-7]{3}\s+(?P<size>\d+)\s+(?P<attached>\d+)(?:\s+(?:dest|locked))*\s*\Z"
)


def _read_filtered(output: Output) -> Reading:
    """What `grep` leaves of the segments: those of one owner, without the heading."""
    reading = Reading()
    total = _Sum()
    for index, match in output.matches(_FILTERED):
        total.add(int(match["size"]), int(match["attached"]), match["owner"])
        total.lines.append(index)
        reading.used.append(output.span(index))
    reading.rows.append(Row("shared-memory", total.values(), output.whole))
    reading.rows.append(Row("system", {"os": "linux"}, output.span(0), inferred=True))
    return reading


_LIMITS_HEAD = lazy(r"\s*-{4,} (?:Shared Memory|Semaphore|Messages?|Messages:?) Limits")
_LIMIT = lazy(r"\s*(?P<name>[a-z][a-z ]+(?:\((?P<unit>k?bytes|pages)\)[a-z ]*)?) = (?P<value>\S+)\s*$")
_OTHER_LIMITS = frozenset((
    "max number of segments", "max total shared memory (kbytes)", "max total shared memory (pages)", "min seg size (bytes)",
    "max number of arrays", "max semaphores per array", "max semaphores system wide", "max ops per semop call",
    "semaphore max value", "max queues system wide", "max size of message (bytes)", "default max size of queue (bytes)",
))  # fmt: skip


def _read_limits(output: Output) -> Reading:
    reading = Reading()
    for index, match in output.matches(_LIMIT):
        if not match["name"].startswith("max seg size"):
            if match["name"] in _OTHER_LIMITS:
                reading.pass_over("another limit", output.span(index))
            else:
                reading.unnamed.append(output.first + index)
            continue
        size = limit(match["value"], 1024 if match["unit"] == "kbytes" else 1)
        if size is None or match["unit"] is None:
            reading.refusals.append(Refusal(output.span(index), "max seg size: no number of bytes"))
        else:
            reading.rows.append(Row("vm-settings", {"shmmax-bytes": size}, output.span(index)))
    return reading


_RECOMMENDED = lazy(r"\s*Recommended setting: vm\.(?:nr_hugepages|hugetlb_pool) = (?P<pages>\d{1,12})\s*$")
_OF_SCRIPT = lazy(
    r"\s*(?:Press Enter to proceed|This script is provided by Doc ID 401749|for the current shared memory)"
)


def _read_recommended(output: Output) -> Reading:
    """What the script of Oracle's note 401749 counted over all segments."""
    reading = Reading()
    for index, match in output.matches(_RECOMMENDED):
        if match["pages"] != "0" and "nr_hugepages" in match[0]:
            values: dict[str, Value | bool] = {"huge-pages-needed": int(match["pages"]), "owner": "oracle"}
            reading.rows.append(Row("shared-memory", values, output.span(index)))
            reading.rows.append(Row("system", {"os": "linux"}, output.span(index), inferred=True))
        else:
            reading.pass_over("no recommendation", output.span(index))
    return reading


HINTS = (
    "ipcs -m",
    "ipcs -a",
    "Recommended setting: ",
    "shmid",
    "SHMID",
    "semid",
    "msqid",
    "SEGSZ",
    " Limits --",
    "IPC status from",
)
READERS = (
    Reader(
        "ipcs-filtered", None, extent_of(_FILTERED, least=1), _read_filtered, lazy(r"\bipcs\b(?:(?!\bipcs\b)[^|])*+\|")
    ),
    Reader(
        "hugepages-settings",
        _RECOMMENDED,
        extent_of(_RECOMMENDED, _OF_SCRIPT),
        _read_recommended,
        of_no_use=(("remark", _OF_SCRIPT),),
    ),
    Reader(
        "ipcs-limits",
        lazy(r"\s*-{4,} (?:Shared Memory|Semaphore|Messages?) Limits"),
        extent_of(_LIMITS_HEAD, _LIMIT, blanks=ANY, least=2),
        _read_limits,
        of_no_use=(("heading", _LIMITS_HEAD),),
    ),
    Reader(
        "ipcs",
        lazy(r"\s*(?:-{4,} \S|IPC status from |T\s+ID\s+KEY\s|(?:\S+\s+){0,2}(?:shmid|SHMID|msqid|semid)\s)"),
        _extent,
        _read,
        of_no_use=(
            ("heading", lazy(rf"{_BANNER.pattern}|{_SOLARIS_BANNER.pattern}|{_KIND_LINE.pattern}")),
            ("nothing of this kind", _NOTE),
        ),
    ),
)
