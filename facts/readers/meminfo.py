"""``cat /proc/meminfo``: how Linux uses its memory; also ``grep -i huge /proc/meminfo`` and loops over either.

Every line is ``Name:  number kB``, but the counts of huge pages, which have no unit. Linux 2.4 puts a small table in
bytes above them; 2.6.18 has no ``Shmem`` and no ``Active(file)``; ``HugePages_Rsvd`` came in 2.6.16. A loop
(``while true; do cat /proc/meminfo; sleep 1; done``) prints sample after sample, with or without a date between them:
that is one output, whose row is the last sample and whose peak is over all of them. ``Node 0 HugePages_Total: 400``
is the meminfo of one NUMA node.

Sample::

    >>> from facts.readers import show
    >>> show('''$ grep -i huge /proc/meminfo
    ... HugePages_Total:   800
    ... HugePages_Free:    745
    ... HugePages_Rsvd:      5
    ... Hugepagesize:     2048 kB
    ... ''')
    meminfo lines 2-5 read
      meminfo: huge-page-bytes=2097152 huge-pages-committed=60 huge-pages-free=745 huge-pages-reserved=5 huge-pages-total=800 samples=1 (2-5)
      system: os=linux (2-2)

    >>> show('''Node 1 MemTotal:       16777216 kB
    ... Node 1 HugePages_Total:  6000
    ... Node 1 HugePages_Free:     12
    ... ''')
    meminfo-node lines 1-3 read
      numa-node: huge-pages-free=12 huge-pages-total=6000 mem-total-bytes=17179869184 node=1 (1-3)
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from facts.kit import extent_of
from facts.patterns import lazy
from facts.reading import Output, Reader, Reading, Refusal, Row, Span, prompt_of
from facts.stamps import stamp_line

_NAMES = frozenset(
    """MemTotal MemFree MemAvailable MemShared Buffers Cached SwapCached Active Inactive Active(anon) Inactive(anon)
    Active(file) Inactive(file) ActiveAnon ActiveCache Inact_dirty Inact_laundry Inact_clean Inact_target Unevictable
    Mlocked HighTotal HighFree LowTotal LowFree MmapCopy SwapTotal SwapFree Zswap Zswapped Dirty Writeback AnonPages
    Mapped Shmem KReclaimable Slab SReclaimable SUnreclaim KernelStack ShadowCallStack PageTables SecPageTables
    Quicklists NFS_Unstable Bounce WritebackTmp CommitLimit Committed_AS VmallocTotal VmallocUsed VmallocChunk Percpu
    HardwareCorrupted EarlyMemtestBad AnonHugePages ShmemHugePages ShmemPmdMapped FileHugePages FilePmdMapped CmaTotal
    CmaFree Unaccepted Balloon GPUActive GPUReclaim ReverseMaps HugePages_Total HugePages_Free HugePages_Rsvd
    HugePages_Surp Hugepagesize Hugetlb DirectMap4k DirectMap64k DirectMap1M DirectMap2M DirectMap4M
    DirectMap1G""".split()
)
NODE_NAMES = _NAMES | {"MemUsed", "FilePages"}
"""The fields of /sys/devices/system/node/node0/meminfo."""
_CLOCK = lazy(r"\s*\d\d:\d\d(?::\d\d(?:[.,]\d+)?)?\s*\Z")
_COUNTS = frozenset(("HugePages_Total", "HugePages_Free", "HugePages_Rsvd", "HugePages_Surp"))
# These names also stand in other tools' outputs: a line needs its kB.
_DISTINCT = frozenset(
    n for n in _NAMES if len(n) > 8 or n in ("MemTotal", "MemFree", "SwapFree", "Writeback", "Hugetlb")
)
BYTES = {
    "MemTotal": "mem-total-bytes",
    "MemFree": "mem-free-bytes",
    "MemAvailable": "mem-available-bytes",
    "Cached": "cached-bytes",
    "Dirty": "dirty-bytes",
    "Writeback": "writeback-bytes",
    "AnonPages": "anon-bytes",
    "Slab": "slab-bytes",
    "SUnreclaim": "slab-unreclaimable-bytes",
    "PageTables": "page-tables-bytes",
    "SwapTotal": "swap-total-bytes",
    "SwapFree": "swap-free-bytes",
    "AnonHugePages": "anon-huge-bytes",
    "Hugepagesize": "huge-page-bytes",
}
PAGES = {
    "HugePages_Total": "huge-pages-total",
    "HugePages_Free": "huge-pages-free",
    "HugePages_Rsvd": "huge-pages-reserved",
    "HugePages_Surp": "huge-pages-surplus",
}
_SUMMED = frozenset(("Active(file)", "Inactive(file)", "Buffers", "Shmem"))
_DIRECT_MAPS = ("DirectMap4k", "DirectMap64k", "DirectMap1M", "DirectMap2M", "DirectMap4M", "DirectMap1G")
_OF_THE_HOST = ("PageTables", *PAGES)
"""What lxcfs shows in a container as the whole host has it, beside the container's own MemTotal."""
_PREFIX = r"\s*+(?:(?:/proc/meminfo:|(?P<host>[A-Za-z][\w.-]*):\s)\s*+)?"
_LINE = lazy(_PREFIX + r"(?P<name>[A-Z][A-Za-z_0-9]*(?:\((?:anon|file)\))?)\s?:\s*+(?P<rest>.*)$")
# What people append to a line begins with a mark: ***, <-- here, (39%), # note
_VALUE = lazy(r"(?P<number>\d{1,15})(?:\s*(?P<unit>[kK][bB]))?\s*(?:[*!#<(=←-].*|,)?$")
_DAMAGED = lazy(r"[-+]?[\d.,]+\s*[kK][bB]$")
_TABLE = lazy(r"\s*total:\s+used:\s+free:\s+shared:\s+buffers:\s+cached:")
_TABLE_ROW = lazy(r"\s*(?:Mem|Swap):\s+\d+\s+\d+\s+\d+")
_STARTS = lazy(
    r"\s*+(?:(?:/proc/meminfo:|[A-Za-z][\w.-]*:\s)\s*+)?(?:Mem[TFAS]|HugePages_|Hugepagesize|Hugetlb|[A-Z][A-Za-z_()]{3,17}:\s+\d+|total:\s+used:)"
)
_LARGEST_KB = 1 << 36  # 64 TiB: a larger figure without a unit is not in kB


class _Sample:
    def __init__(self) -> None:
        self.values: dict[str, int] = {}
        self.lines: dict[str, int] = {}
        self.time: float | None = None

    @property
    def bounds(self) -> tuple[int, int]:
        return min(self.lines.values()), max(self.lines.values())


def _field(line: str) -> tuple[str, str] | None:
    match = _LINE.match(line)
    if match is None:
        return None
    name, rest = match["name"], match["rest"].rstrip()
    known = name in _NAMES
    if not known and not re.match(r"\d+ kB$", rest):
        return None
    return (name, rest) if (known and len(rest) < 80 and len(rest.split()) < 9) or not known else None


def _begins(lines: Sequence[str], start: int) -> bool:
    if _TABLE.match(lines[start]):
        return start + 1 < len(lines) and _TABLE_ROW.match(lines[start + 1]) is not None
    found = _field(lines[start])
    if found is None or found[0] not in _NAMES:
        return False
    if (value := _VALUE.match(found[1])) is None:
        return found[0] in _DISTINCT and _DAMAGED.match(found[1]) is not None
    if value["unit"] or found[0] in _DISTINCT:
        return True
    after = _field(lines[start + 1]) if start + 1 < len(lines) else None
    return after is not None and after[0] in _NAMES and _VALUE.match(after[1]) is not None


def _belongs(lines: Sequence[str], index: int) -> bool:
    line = lines[index]
    return _field(line) is not None or _TABLE.match(line) is not None or _TABLE_ROW.match(line) is not None


def _between(line: str) -> bool:
    """A line that may stand between two samples, or a comment put into one."""
    text = line.strip()
    if not text or set(text) <= set("-=*#+_") or stamp_line(line) is not None or _CLOCK.match(line):
        return True
    return text.startswith("#") and prompt_of(line) is None


def _cut_off(lines: Sequence[str], index: int) -> bool:
    """Whether the last line of the text is the beginning of a field."""
    text = lines[index].strip()
    return index == len(lines) - 1 and len(text) > 3 and any(n.startswith(text) for n in _NAMES)


def _host_of(line: str) -> str:
    match = _LINE.match(line)
    return (match["host"] or "") if match else ""


def _extent(lines: Sequence[str], start: int, command: str) -> tuple[int, int] | None:
    if not _begins(lines, start):
        return None
    host = _host_of(lines[start])
    end = index = start + 1
    while index < len(lines) and index - end < 4:
        if _belongs(lines, index) and (index == end or _begins(lines, index)):
            if _host_of(lines[index]) != host:
                break
            index += 1
            end = index
        elif index == end and _cut_off(lines, index):
            return start, index + 1
        elif _between(lines[index]):
            index += 1
        else:
            break
    begin = start
    if start and stamp_line(lines[start - 1]) is not None:
        begin = start - 1
    return begin, end


def _samples(output: Output, reading: Reading) -> Iterator[_Sample]:
    sample = _Sample()
    for index, line in enumerate(output.lines):
        found = _field(line)
        if found is None:
            if (time := stamp_line(line)) is not None:
                if sample.values:
                    yield sample
                    sample = _Sample()
                sample.time = time
                reading.used.append(output.span(index))
            elif _CLOCK.match(line):
                reading.used.append(output.span(index))
            elif _cut_off(output.lines, index):
                reading.refusals.append(Refusal(output.span(index), "the line is cut off"))
            continue
        name, rest = found
        if name not in _NAMES:
            reading.unnamed.append(output.first + index)
            continue
        if name in sample.values:
            yield sample
            sample = _Sample()
        value = _VALUE.match(rest)
        if value is None or (name not in _COUNTS and not value["unit"] and int(value["number"]) > _LARGEST_KB):
            reason = f"{name}: no number in kB" if name not in _COUNTS else f"{name}: no number of pages"
            reading.refusals.append(Refusal(output.span(index), reason))
            continue
        if name in _COUNTS and value["unit"]:
            reading.refusals.append(Refusal(output.span(index), f"{name}: a number of pages has no unit"))
            continue
        sample.values[name] = int(value["number"])
        sample.lines[name] = index
        if name in BYTES or name in PAGES or name in _SUMMED:
            reading.used.append(output.span(index))
        else:
            reading.pass_over("another field", output.span(index))
    if sample.values:
        yield sample


def _kb(sample: _Sample, *names: str) -> float | None:
    """The sum of fields in bytes, or None where one is missing."""
    if any(name not in sample.values for name in names):
        return None
    return float(sum(sample.values[name] for name in names)) * 1024


def _dirtyable(sample: _Sample) -> float | None:
    by_list = _kb(sample, "MemFree", "Active(file)", "Inactive(file)")
    if by_list is not None:
        return by_list
    by_cache = _kb(sample, "MemFree", "Cached", "Buffers")
    if by_cache is None:
        return None
    if "Shmem" in sample.values:
        return by_cache - sample.values["Shmem"] * 1024
    # A whole listing without Shmem is of a kernel that does not count it.
    return by_cache if "Slab" in sample.values and "MemTotal" in sample.values else None


def _committed(sample: _Sample, command: str) -> int | None:
    values = sample.values
    if "HugePages_Total" not in values or "HugePages_Free" not in values:
        return None
    used = values["HugePages_Total"] - values["HugePages_Free"]
    if "HugePages_Rsvd" in values:
        return used + values["HugePages_Rsvd"]
    # Where every line on huge pages was asked for, a kernel that prints no Rsvd reserves nothing.
    everything = "MemTotal" in values or re.search(r"[Hh]uge[Pp]?(?![A-Za-z_])|[Hh]uge[Pp]ages?['\"]? ", command)
    return used if everything and "Hugepagesize" in values else None


def _is_container(sample: _Sample) -> bool:
    """Whether the kernel maps more than twice the memory that is shown as all there is."""
    mapped = sum(sample.values.get(name, 0) for name in _DIRECT_MAPS)
    return mapped > 2 * sample.values.get("MemTotal", mapped)


def _peak(samples: Sequence[_Sample]) -> tuple[float, _Sample] | None:
    peaks = [(total, s) for s in samples if (total := _kb(s, "Dirty", "Writeback")) is not None]
    return max(peaks, key=lambda p: p[0]) if peaks else None


def _read(output: Output) -> Reading:
    reading = Reading()
    samples = list(_samples(output, reading))
    if not samples:
        return reading
    last = samples[-1]
    if _is_container(last):
        for name in _OF_THE_HOST:
            last.values.pop(name, None)
    values: dict[str, float | int] = {"samples": len(samples)}
    values.update({slot: float(last.values[name]) * 1024 for name, slot in BYTES.items() if name in last.values})
    values.update({slot: last.values[name] for name, slot in PAGES.items() if name in last.values})
    slot_lines: dict[str, Span] = {
        slot: output.span(last.lines[name]) for name, slot in (BYTES | PAGES).items() if name in last.lines
    }
    if (dirtyable := _dirtyable(last)) is not None:
        values["dirtyable-bytes"] = dirtyable
    if (committed := _committed(last, output.command)) is not None:
        values["huge-pages-committed"] = committed
    if (peak := _peak(samples)) is not None:
        values["dirty-and-writeback-peak-bytes"] = peak[0]
        slot_lines["dirty-and-writeback-peak-bytes"] = output.span(
            *sorted((peak[1].lines["Dirty"], peak[1].lines["Writeback"]))
        )
    rows = reading.rows
    if len(values) > 1:
        rows.append(Row("meminfo", values, output.span(*last.bounds), slot_lines, last.time))
    if "MemTotal" in last.values:
        ram = {"ram-bytes": float(last.values["MemTotal"]) * 1024}
        rows.append(Row("system", ram, output.span(last.lines["MemTotal"])))
    reading.infer_system("linux", output.span(last.bounds[0]))
    reading.host = next((h for h in map(_host_of, output.lines) if h), None)
    reading.complete = frozenset({"meminfo"} if rows and not reading.refusals else ())
    return reading


_NODE = lazy(
    r"\s*+(?:/sys/\S+/meminfo:\s*+)?Node (?P<node>\d+) (?P<name>[A-Z]\w*(?:\(\w+\))?):\s*(?P<value>\S.{0,40}?)\s*$"
)
_NODE_SLOTS = {
    "MemTotal": "mem-total-bytes",
    "MemFree": "mem-free-bytes",
    "FilePages": "file-bytes",
    "AnonPages": "anon-bytes",
    "HugePages_Total": "huge-pages-total",
    "HugePages_Free": "huge-pages-free",
    "HugePages_Surp": "huge-pages-surplus",
}


def _read_nodes(output: Output) -> Reading:
    reading = Reading()
    nodes: dict[int, dict[str, float | int]] = {}
    lines: dict[int, dict[str, Span]] = {}
    for index, match in output.matches(_NODE):
        name, span = match["name"], output.span(index)
        value = _VALUE.match(match["value"])
        if name not in NODE_NAMES:
            reading.unnamed.append(span[0])
        elif value is None or (name in _COUNTS and value["unit"]):
            what = "pages" if name in _COUNTS else "kB"
            reading.refusals.append(Refusal(span, f"{name}: no number of {what}"))
        elif slot := _NODE_SLOTS.get(name):
            node, number = int(match["node"]), int(value["number"])
            nodes.setdefault(node, {"node": node})[slot] = number * 1024.0 if slot.endswith("bytes") else number
            lines.setdefault(node, {})[slot] = span
        else:
            reading.pass_over("another field", span)
    for node, values in sorted(nodes.items()):
        at = list(lines[node].values())
        reading.rows.append(Row("numa-node", values, (at[0][0], at[-1][1]), lines[node]))
    reading.complete = frozenset({"numa-node"} if reading.rows else ())
    return reading


HINTS = ("MemTotal", "MemFree", "HugePages_", "Hugepagesize", " kB")
READERS = (
    Reader(
        "meminfo-node",
        lazy(r"\s*+(?:/sys/\S+/meminfo:\s*+)?Node \d+ [A-Z]"),
        extent_of(_NODE, blanks=2),
        _read_nodes,
        of_no_use=(),
    ),
    Reader(
        "meminfo",
        _STARTS,
        _extent,
        _read,
        of_no_use=(("table of Linux 2.4", _TABLE), ("table of Linux 2.4", _TABLE_ROW), ("remark", lazy(r"\s*#"))),
    ),
)
