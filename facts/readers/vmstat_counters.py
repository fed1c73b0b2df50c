"""``cat /proc/vmstat``: what the Linux memory manager has counted since boot; ``vmstat -s`` prints some of it.

/proc/vmstat is one ``name value`` a line. Until 4.7 stalls and scans stand per zone (``pgscan_direct_normal``), since
4.8 stalls do (``allocstall_movable``) and scans don't; all are summed. ``vmstat -s`` prints ``value name``, with or
without ``K`` behind the sizes. Counters say how much since boot, not how much now: where an output holds several samples,
their growth from the first to the last is there as well.

``nr_page_table_pages`` is what page tables take, in pages of 4 KiB or larger; it is told as a history is, so that it stands
beside /proc/meminfo and not against it.

Sample::

    >>> from facts.readers import show
    >>> show('''nr_dirty 112
    ... nr_writeback 807698
    ... nr_dirty_threshold 588487
    ... pswpin 0
    ... pswpout 14
    ... allocstall 3
    ... compact_stall 7
    ... ''')
    proc-vmstat lines 1-7 read
      vm-counters: allocation-stalls=3 compaction-stalls=7 dirty-limit-pages=588487 dirty-pages=112 samples=1 swapped-in-pages=0 swapped-out-pages=14 writeback-pages=807698 (1-7)
      system: os=linux (1-1)

    >>> show('''nr_mapped 16912044
    ... nr_page_table_pages 9215488
    ... ''')
    proc-vmstat lines 1-2 read
      memory-history: page-tables-max-bytes=37746638848 (2-2)
      system: os=linux (2-2)

    >>> show('''      8174540 K total memory
    ...       8112464 K used memory
    ...       1126936 K active memory
    ...            12 pages swapped in
    ...           951 pages swapped out
    ... ''')
    vmstat-s lines 1-5 read
      vm-counters: samples=1 swapped-in-pages=12 swapped-out-pages=951 (4-5)
      system: ram-bytes=8370728960 (1-1)
      system: os=linux (1-1)
"""  # noqa: E501

from __future__ import annotations

import re
from collections.abc import Sequence

from facts.kit import run_while
from facts.patterns import lazy
from facts.reading import Output, Reader, Reading, Refusal, Row
from facts.schema import Value
from facts.stamps import stamp_line
from facts.units import SECONDS

SLOTS = {
    "compact_stall": "compaction-stalls",
    "compact_fail": "compaction-failures",
    "pswpin": "swapped-in-pages",
    "pswpout": "swapped-out-pages",
    "thp_fault_alloc": "huge-page-faults",
    "thp_fault_fallback": "huge-page-fault-fallbacks",
    "thp_collapse_alloc": "huge-page-collapses",
    "pgmajfault": "major-faults",
    "zone_reclaim_failed": "zone-reclaim-failures",
    "zone_reclaim_success": "zone-reclaim-successes",
    "oom_kill": "out-of-memory-kills",
    "nr_dirty": "dirty-pages",
    "nr_writeback": "writeback-pages",
    "nr_dirty_threshold": "dirty-limit-pages",
    "nr_dirty_background_threshold": "dirty-background-limit-pages",
}
_SUMMED = {
    "allocstall": "allocation-stalls",
    "pgscan_direct": "direct-scanned-pages",
    "pgscan_kswapd": "background-scanned-pages",
}
GROWTH = {
    "allocation-stalls": "allocation-stalls-growth",
    "compaction-stalls": "compaction-stalls-growth",
    "direct-scanned-pages": "direct-scanned-growth-pages",
    "swapped-in-pages": "swapped-in-growth-pages",
    "swapped-out-pages": "swapped-out-growth-pages",
    "compaction-failures": "compaction-failures-growth",
    "huge-page-faults": "huge-page-faults-growth",
    "huge-page-fault-fallbacks": "huge-page-fault-fallbacks-growth",
    "zone-reclaim-failures": "zone-reclaim-failures-growth",
    "zone-reclaim-successes": "zone-reclaim-successes-growth",
    "major-faults": "major-faults-growth",
}
"""Counter to its growth between two readings."""
_PAGE_TABLES = "nr_page_table_pages"
_PAGE = 4096.0
_ZONES = r"(?:_(?:dma|dma32|normal|high|movable|device))?"
_LINE = lazy(r"\s*(?:/proc/vmstat:)?(?P<name>[a-z][a-z0-9_]{3,50})\s+(?P<value>\S+)\s*(?:[*<#(].*)?$")
_KNOWN = lazy(
    r"(?:nr|numa|pg|thp|compact|workingset|balloon|swap|kswapd|unevictable|htlb|zone_reclaim|drop|zswp|direct_map|vma_lock|ksm|cow)_\w+$"
    r"|(?:pgpg|pswp)(?:in|out)$|pg\w+$|allocstall\w*$|slabs_scanned$|pageoutrun$|oom_kill$|zspages$|nr_\w+$"
    r"|(?:nvdimm|memmap|iommu|hugetlb|cma|tlb|split|unstable|throttle|khugepaged)_\w+$|unusable_free_index$"
)
_PART = lazy(r"/zoneinfo\b|/sys/devices/system/node/\S+/vmstat")
_ZONE = lazy(r"\s*Node \d+, zone +\w+\s*$")
_FAR = 200
"""So many lines a zone has in /proc/zoneinfo, but for its lists by processor."""
_NUMBER = lazy(r"\d{1,20}$")
_SLEEP = lazy(r"\bsleep\s+(\d{1,6}(?:\.\d{1,3})?)([smh]?)\b")

_CLOCK = lazy(r"\s*(?P<hours>\d\d):(?P<minutes>\d\d):(?P<seconds>\d\d)\s*$")
_DAY = 86400.0

Sample = dict[str, tuple[int, list[int]]]


def _moment(line: str) -> float | None:
    """The time that stands alone on a line; of a time of day, as ``date +%T`` prints it, only differences mean anything."""
    if match := _CLOCK.match(line):
        return float(int(match["hours"]) * 3600 + int(match["minutes"]) * 60 + int(match["seconds"]))
    return stamp_line(line)


def _name(line: str) -> str | None:
    match = _LINE.match(line)
    return match["name"] if match and _KNOWN.match(match["name"]) else None


def _of_a_part(lines: Sequence[str], start: int, command: str) -> bool:
    """Whether the counters are those of one node or zone, whose names are the same as the host's."""
    if _PART.search(command):
        return True
    for line in lines[max(0, start - _FAR) : start][::-1]:
        if _ZONE.match(line):
            return True
        if not line[:2].isspace():
            return False
    return False


def _extent(lines: Sequence[str], start: int, command: str) -> tuple[int, int] | None:
    if _of_a_part(lines, start, command):
        return None
    name = _name(lines[start])
    match = _LINE.match(lines[start])
    if name is None or match is None or not _NUMBER.match(match["value"]):
        return None
    end = index = start
    while index < len(lines) and index - end < 3:
        line = lines[index]
        if _name(line) or (end - start > 20 and _LINE.match(line) and re.search(r"\s\d+\s*$", line)):
            end = index + 1
        elif line.strip() and _moment(line) is None:
            break
        index += 1
    distinct = any(_slot(name) or name == _PAGE_TABLES for line in lines[start:end] if (name := _name(line)))
    begin = start - 1 if start and _moment(lines[start - 1]) is not None else start
    return (begin, end) if distinct or end - start > 5 else None


def _slot(name: str) -> str | None:
    if name in SLOTS:
        return SLOTS[name]
    return next((slot for stem, slot in _SUMMED.items() if re.fullmatch(stem + _ZONES, name)), None)


def _read(output: Output) -> Reading:
    reading = Reading()
    samples: list[Sample] = []
    names: set[str] = set()
    times: list[float | None] = []
    stamp = None
    tables: tuple[int, int] | None = None
    for index, line in enumerate(output.lines):
        name = _name(line)
        match = _LINE.match(line)
        if match is None:
            time = _moment(line)
            if time is not None:
                stamp = time
                reading.used.append(output.span(index))
            continue
        if name is None:
            reading.unnamed.append(output.first + index)
            continue
        if not samples or name in names:
            samples.append({})
            times.append(stamp)
            names = set()
        names.add(name)
        slot = _slot(name)
        if not _NUMBER.match(match["value"]):
            reading.refusals.append(Refusal(output.span(index), f"{name}: `{match['value'][:40]}` is no number"))
            continue
        if name == _PAGE_TABLES:
            tables = max(tables or (0, index), (int(match["value"]), index))
            continue
        if slot is None:
            reading.pass_over("another counter", output.span(index))
            continue
        reading.used.append(output.span(index))
        before, indexes = samples[-1].get(slot, (0, []))
        samples[-1][slot] = (before + int(match["value"]), [*indexes, index])
    _rows(output, samples, times, reading)
    if tables is not None:
        span = output.span(tables[1])
        reading.rows.append(Row("memory-history", {"page-tables-max-bytes": tables[0] * _PAGE}, span))
        if len(reading.rows) == 1:
            reading.rows.append(Row("system", {"os": "linux"}, span, inferred=True))
    return reading


def _seconds(output: Output, times: Sequence[float | None]) -> float | None:
    """How long the samples took: by their timestamps, else by the one ``sleep`` of the command."""
    if len(times) < 2:
        return None
    if times[0] is not None and times[-1] is not None and times[-1] > times[0]:
        return times[-1] - times[0]
    pauses = _SLEEP.findall(output.command)
    if len(pauses) != 1 and len(pauses) != len(times) - 1:
        return None
    each = [float(number) * SECONDS[unit] for number, unit in pauses]
    return sum(each) if len(each) == len(times) - 1 else each[0] * (len(times) - 1)


def _rows(output: Output, samples: Sequence[Sample], times: Sequence[float | None], reading: Reading) -> None:
    last = samples[-1] if samples else {}
    if not last:
        return
    values: dict[str, Value] = {"samples": len(samples), **{slot: value for slot, (value, _) in last.items()}}
    for slot, growth in GROWTH.items():
        if len(samples) > 1 and slot in last and slot in samples[0]:
            change = last[slot][0] - samples[0][slot][0]
            if change >= 0:
                values[growth] = change
    if (seconds := _seconds(output, times)) is not None:
        values["growth-seconds"] = seconds
    indexes = [i for _, found in last.values() for i in found]
    time = times[-1] if times and (times[-1] or 0.0) > _DAY else None
    spans = {slot: output.span(found[0], found[-1]) for slot, (_, found) in last.items()}
    reading.rows.append(Row("vm-counters", values, output.span(min(indexes), max(indexes)), spans, time))
    reading.rows.append(Row("system", {"os": "linux"}, output.span(min(indexes)), inferred=True))


_S_LINE = lazy(
    r"\s*(?P<value>-?\d\S*)\s++(?:(?P<unit>[KkMmGB] )\s*+)?"
    r"(?P<name>[a-zA-Z][a-zA-Z /-](?:[a-zA-Z /-]*?[a-zA-Z/-])??)\s*(?:[*<#(].*)?$"
)
_S_NAMES = lazy(
    r"(?:total|used|active|inactive|free|buffer|swap cache|total swap|used swap|free swap) ?(?:memory|swap)?$"
    r"|swap cache$"
    r"|(?:non-)?nice (?:user|system)? ?cpu ticks$|.*cpu ticks$|[K ]*paged (?:in|out)$|pages (?:paged"
    r"|swapped) (?:in|out)$|interrupts$"
    r"|CPU context switches$|boot time$|forks$"
)
_S_FIRST = lazy(r"\s*-?\d\S*\s++(?:[KMkmB] \s*+)?total memory\s*$")


def _s_extent(lines: Sequence[str], start: int, command: str) -> tuple[int, int] | None:
    end = run_while(lines, start, lambda line: (match := _S_LINE.match(line)) and _S_NAMES.match(match["name"]))
    return (start, end) if _S_FIRST.match(lines[start]) and end - start > 2 else None


_S_UNITS = {"": 1024, "K": 1024, "k": 1000, "M": 1 << 20, "m": 1_000_000, "B": 1}


def _read_s(output: Output) -> Reading:
    reading = Reading()
    sample: Sample = {}
    ram: tuple[float, int] | None = None
    for index, match in output.matches(_S_LINE):
        if not _NUMBER.match(match["value"]):
            reading.refusals.append(Refusal(output.span(index), f"{match['name']}: no number"))
        elif match["name"] == "total memory":
            ram = (float(match["value"]) * _S_UNITS[(match["unit"] or "").strip()], index)
        elif match["name"] in ("pages swapped in", "pages swapped out"):
            slot = "swapped-in-pages" if match["name"].endswith("in") else "swapped-out-pages"
            sample[slot] = (int(match["value"]), [index])
        else:
            reading.pass_over("another counter", output.span(index))
    if sample:
        _rows(output, [sample], (), reading)
        reading.rows.pop()
    if ram is not None:
        reading.rows.append(Row("system", {"ram-bytes": ram[0]}, output.span(ram[1])))
        reading.rows.append(Row("system", {"os": "linux"}, output.span(ram[1]), inferred=True))
    return reading


HINTS = (
    "nr_", "pswp", "allocstall", "compact_", "thp_", "pgscan", "oom_kill", "total memory", "zone_reclaim",
    "pgmajfault",
)  # fmt: skip
BEFORE = ("cgroup", "date_line")
READERS = (
    Reader(
        "proc-vmstat",
        lazy(
            r"\s*(?:/proc/vmstat:)?(?:nr_|pg|pswp|allocstall|compact_|thp_|numa_|workingset_|oom_kill|zone_reclaim)\w*\s+\d"
        ),
        _extent,
        _read,
    ),
    Reader("vmstat-s", _S_FIRST, _s_extent, _read_s),
)
