"""``/proc/PID/smaps`` and ``smaps_rollup``: the mappings of one process, whose id stands in the path alone.

Each mapping is a line with its addresses and some twenty fields in kB; two of these are also fields of /proc/meminfo, which
counts the whole host. The sums of ``Rss`` and ``Swap`` are what the process holds in memory and in swap. ``KernelPageSize``
tells for each segment of shared memory whether it lies in huge pages.

Sample::

    >>> from facts.readers import show
    >>> show('''561a12b16000-561a12b26000 r--p 00000000 fc:01 3295      /usr/sbin/imp
    ... Size:                 64 kB
    ... Rss:                  48 kB
    ... AnonHugePages:         0 kB
    ... Swap:                  8 kB
    ... VmFlags: rd mr mw me dw sd
    ... 7ffd1000-7ffd9000 rw-p 00000000 00:00 0                      [stack]
    ... Rss:                  16 kB
    ... Swap:                  4 kB
    ... ''', command="cat /proc/96162/smaps")
    smaps lines 1-9 read
      process-load: pid=96162 resident-bytes=65536 swapped-bytes=12288 (1-9)
      system: os=linux (1-1)

    >>> show('''60000000-60e00000 rw-s 00000000 00:0e 196608              /SYSV00000000 (deleted)
    ... Size:              14336 kB
    ... KernelPageSize:     2048 kB
    ... 380000000-1180000000 rw-s 00000000 00:04 262146           /SYSV00000000 (deleted)
    ... Size:           58720256 kB
    ... KernelPageSize:        4 kB
    ... ''')
    smaps lines 1-6 read
      shared-memory: in-huge-pages-bytes=14680064 in-small-pages-bytes=60129542144 (1-6)
      system: os=linux (1-1)
"""

from __future__ import annotations

from collections.abc import Sequence

from facts.kit import run_while
from facts.patterns import lazy
from facts.reading import Output, Reader, Reading, Row, prompt_of
from facts.schema import Value

_HEAD = lazy(
    r"\s*[0-9a-f]{4,16}-[0-9a-f]{4,16} [r-][w-][x-][ps] [0-9a-f]{8,16} [0-9a-f]{2,4}:[0-9a-f]{2,5} \d+(?:\s|$)"
)
_FIELD = lazy(r"\s*(?P<name>[A-Z][A-Za-z_]{2,24}):\s+(?:(?P<kb>\d{1,12}) kB|\d+|(?:[a-z?]{2} ?)*)\s*$")
# None of these stands in /proc/meminfo.
_OWN = frozenset(
    """Size KernelPageSize MMUPageSize Rss Pss Pss_Dirty Pss_Anon Pss_File Pss_Shmem Shared_Clean Shared_Dirty
    Private_Clean Private_Dirty Referenced Anonymous LazyFree Shared_Hugetlb Private_Hugetlb Swap SwapPss Locked
    THPeligible ProtectionKey VmFlags""".split()
)
_SHARED = frozenset("AnonHugePages ShmemPmdMapped FilePmdMapped KSM".split())
_PATH = lazy(r"/proc/(?P<pid>\d{1,10})/smaps")
_SHARED_SEGMENT = lazy(r".*\s/SYSV[0-9a-f]{8}(?: \(deleted\))?\s*$")
_OF_ORACLE = lazy(r"\bora_[a-z0-9]{4}_")
"""A process of an instance, by its name."""
_SMALLEST_HUGE_KB = 1024
_SLOTS = {"Rss": "resident-bytes", "Swap": "swapped-bytes"}


def _name(line: str) -> str:
    match = _FIELD.match(line)
    return match["name"] if match and match["name"] in _OWN | _SHARED else ""


def _extent(lines: Sequence[str], start: int, command: str) -> tuple[int, int] | None:
    named = "smaps" in command
    end = run_while(lines, start, lambda line: _name(line) or (_HEAD.match(line) and prompt_of(line) is None))
    sure = (named and _name(lines[start])) or any(_name(line) in _OWN for line in lines[start:end])
    return (start, end) if sure and (named or end - start > 1) else None


def _shared(output: Output) -> Row | None:
    """What of the segments of System V shared memory lies in small pages, and what in huge ones."""
    pages = {"in-small-pages-bytes": 0.0, "in-huge-pages-bytes": 0.0}
    found: list[int] = []
    size = -1.0
    for index, line in enumerate(output.lines):
        if _HEAD.match(line):
            size = 0.0 if _SHARED_SEGMENT.match(line) else -1.0
        elif size >= 0 and (match := _FIELD.match(line)) and match["kb"]:
            if match["name"] == "Size":
                size = int(match["kb"]) * 1024.0
            elif match["name"] == "KernelPageSize":
                huge = int(match["kb"]) >= _SMALLEST_HUGE_KB
                pages["in-huge-pages-bytes" if huge else "in-small-pages-bytes"] += size
                found.append(index)
    if not any(pages.values()):
        return None
    owner: dict[str, Value] = {"owner": "oracle"} if _OF_ORACLE.search(output.command) else {}
    return Row("shared-memory", {**owner, **pages}, output.span(0, found[-1]))


def _read(output: Output) -> Reading:
    reading = _of_process(output)
    if (row := _shared(output)) is not None:
        reading.rows.insert(0, row)
        if len(reading.rows) == 1:
            reading.rows.append(Row("system", {"os": "linux"}, output.span(0), inferred=True))
    return reading


def _of_process(output: Output) -> Reading:
    pids = set(_PATH.findall(output.command))
    if len(pids) != 1 or "|" in output.command or "grep" in output.command:
        return Reading()
    sums = dict.fromkeys(_SLOTS, 0)
    seen = set()
    used = []
    for index, line in enumerate(output.lines):
        if (match := _FIELD.match(line)) and match["name"] in sums and match["kb"]:
            sums[match["name"]] += int(match["kb"])
            seen.add(match["name"])
            used.append(output.span(index))
    if not seen:
        return Reading()
    values: dict[str, Value] = {
        "pid": int(pids.pop()),
        **{_SLOTS[name]: sums[name] * 1024.0 for name in sums if name in seen},
    }
    return Reading(
        [Row("process-load", values, output.whole), Row("system", {"os": "linux"}, output.span(0), inferred=True)],
        used=used,
    )


HINTS = ("smaps", "Rss:", "Pss:", "Referenced:", "KernelPageSize:", "MMUPageSize:", "Private_Dirty:")
BEFORE = ("meminfo",)
READERS = (
    Reader(
        "smaps",
        lazy(r"\s*+(?:[0-9a-f]{4,16}-[0-9a-f]{4,16} [r-][w-][x-]|[A-Z][A-Za-z_]{2,24}:\s)"),
        _extent,
        _read,
        of_no_use=(("mapping", _HEAD), ("another field", _FIELD)),
    ),
)
