"""``numactl --hardware``, ``numastat`` (plain, ``-m``, ``-n``), ``/proc/zoneinfo`` and ``/sys/devices/system/node``: memory by NUMA node.

``numastat`` gives everything in MB, huge pages too, and splits wide tables; ``-c`` squeezes its columns. The files
under ``hugepages-2048kB`` hold one number each: node and page size come from their path, as ``grep . FILES`` prints it.

Samples::

    >>> from facts.readers import show
    >>> show('''$ numactl --hardware
    ... available: 2 nodes (0-1)
    ... node 0 cpus: 0 1 2 3
    ... node 0 size: 32768 MB
    ... node 0 free: 412 MB
    ... node 1 cpus: 4 5 6 7
    ... node 1 size: 32752 MB
    ... node 1 free: 15678 MB
    ... node distances:
    ... node   0   1
    ...   0:  10  20
    ...   1:  20  10
    ... ''')
    numactl lines 2-12 read
      numa-node: mem-free-bytes=432013312 mem-total-bytes=34359738368 node=0 (4-5)
      numa-node: mem-free-bytes=16439574528 mem-total-bytes=34342961152 node=1 (7-8)

    >>> show('''Per-node system memory usage (in MBs):
    ...                           Node 0          Node 1           Total
    ...                  --------------- --------------- ---------------
    ... MemTotal                32133.53        32228.86        64362.39
    ... HugePages_Total          2048.00         6144.00         8192.00
    ... HugePages_Free              0.00         4096.00         4096.00
    ... PageTables                512.00          256.00          768.00
    ... ''')
    numastat lines 1-7 read
      memory-history: page-tables-max-bytes=805306368 (7-7)
      numa-node: huge-free-bytes=0 huge-total-bytes=2147483648 mem-total-bytes=33694448353 node=0 (4-6)
      numa-node: huge-free-bytes=4294967296 huge-total-bytes=6442450944 mem-total-bytes=33794409103 node=1 (4-6)

    >>> show('''Node 0, zone   Normal
    ...   pages free     12044
    ...         min      11204
    ...         managed  12310448
    ... Node 1, zone   Normal
    ...   pages free     9120448
    ...         min      11262
    ...         managed  12383104
    ... ''')
    zoneinfo lines 1-8 read
      numa-node: mem-free-bytes=49332224 mem-total-bytes=50423595008 node=0 (2-4)
      numa-node: mem-free-bytes=37357355008 mem-total-bytes=50721193984 node=1 (6-8)

    >>> show('''$ grep . /sys/devices/system/node/node*/hugepages/hugepages-2048kB/nr_hugepages
    ... /sys/devices/system/node/node0/hugepages/hugepages-2048kB/nr_hugepages:1024
    ... /sys/devices/system/node/node1/hugepages/hugepages-2048kB/nr_hugepages:3072
    ... ''')
    node-hugepages lines 2-3 read
      numa-node: huge-pages-total=1024 node=0 (2-2)
      numa-node: huge-pages-total=3072 node=1 (3-3)
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from facts.kit import extent_of, run
from facts.patterns import lazy
from facts.readers.meminfo import NODE_NAMES
from facts.reading import Output, Reader, Reading, Refusal, Row, Span
from facts.units import amount, count, integer

_MIB = 1024.0**2
_Nodes = dict[int, tuple[dict[str, float | int], list[int]]]


def _note(nodes: _Nodes, node: int, slot: str, value: float | int, index: int) -> None:
    values, lines = nodes.setdefault(node, ({"node": node}, []))
    values[slot] = value
    lines.append(index)


def _finish(reading: Reading, nodes: _Nodes, output: Output) -> Reading:
    for _, (values, at) in sorted(nodes.items()):
        reading.rows.append(Row("numa-node", values, output.span(min(at), max(at))))
        reading.used += map(output.span, at)
    reading.complete = frozenset({"numa-node"})
    return reading


def _by_node(columns: Sequence[int], words: Sequence[str], span: Span, reading: Reading) -> list[tuple[int, float]]:
    """The numbers of a line by node; the line is refused where some are missing."""
    values = [value for word in words if (value := amount(word)) is not None]
    if len(values) < len(columns) or len(values) < len(words):
        reading.refusals.append(Refusal(span, "fewer numbers than nodes"))
        return []
    return list(zip(columns, values, strict=False))


# numactl --hardware

_AVAILABLE = lazy(r"\s*available: \d+ nodes? \(")
_HARDWARE = lazy(r"\s*node (?P<node>\d+) (?P<what>cpus|size|free):(?P<value>.*)$")
_SIZES = lazy(r".* (?:size|free): +\d")
_DISTANCES = lazy(r"\s*(?:node distances:|node +\d+(?: +\d+)*\s*$|\d+: +\d+(?: +\d+)*\s*$)")


def _hardware(output: Output) -> Reading:
    nodes: _Nodes = {}
    reading = Reading()
    for index, match in output.matches(_HARDWARE):
        if match["what"] == "cpus":
            reading.pass_over("processors", output.span(index))
            continue
        megabytes = amount(match["value"].replace("MB", ""))
        if megabytes is None:
            reading.refusals.append(Refusal(output.span(index), "no size that can be read"))
            continue
        slot = "mem-total-bytes" if match["what"] == "size" else "mem-free-bytes"
        _note(nodes, int(match["node"]), slot, megabytes * _MIB, index)
    return _finish(reading, nodes, output)


# numastat -m

_TITLE = lazy(r"\s*Per-node system memory usage \(in MBs\)")
_NODE_NAMES = lazy(r"\s*(?:Node +\d++\s*+)+(?:Total)?\s*$")
_ITEM = lazy(r"\s*(?P<name>[A-Z][\w()]*)\s+(?P<values>[\d.,]+(?:\s+[\d.,]+)*)\s*$")
_RULE = lazy(r"\s*+-[- ]{4,}$|\s*Token \S+ not in hash table")
_ITEM_SLOTS = {
    "MemTotal": "mem-total-bytes",
    "MemFree": "mem-free-bytes",
    "FilePages": "file-bytes",
    "AnonPages": "anon-bytes",
    "HugePages_Total": "huge-total-bytes",
    "HugePages_Free": "huge-free-bytes",
}


def _numastat_extent(lines: Sequence[str], start: int, command: str) -> tuple[int, int] | None:
    end = start
    items = 0
    for index in range(start, len(lines)):
        line = lines[index]
        if _ITEM.match(line):
            end, items = index + 1, items + 1
        elif line.strip() and not (_TITLE.match(line) or _NODE_NAMES.match(line) or _RULE.match(line)):
            # a table that is cut off ends in the middle of a line
            end = index + 1 if index == end and line.split()[0] in _ITEM_SLOTS else end
            break
    # without its title, as grep leaves it, the table is told by what it counts
    known = _TITLE.match(lines[start]) or any(n.split()[:1] and n.split()[0] in _ITEM_SLOTS for n in lines[start:end])
    return (start, end) if items and known else None


def _numastat(output: Output) -> Reading:
    nodes: _Nodes = {}
    reading = Reading()
    columns: list[int] = []
    tables: dict[int, float] = {}
    at: list[int] = []
    for index, line in enumerate(output.lines):
        if _NODE_NAMES.match(line):
            columns = [int(n) for n in re.findall(r"Node +(\d+)", line)]
        elif (match := _ITEM.match(line)) and match["name"] == "PageTables":
            tables |= _by_node(columns, match["values"].split(), output.span(index), reading)
            at.append(index)
        elif match and match["name"] not in _ITEM_SLOTS:
            if match["name"] in NODE_NAMES:
                reading.pass_over("another item", output.span(index))
            else:
                reading.unnamed.append(output.first + index)
        elif line.split() and (slot := _ITEM_SLOTS.get(line.split()[0])):
            for node, value in _by_node(columns, line.split()[1:], output.span(index), reading):
                _note(nodes, node, slot, value * _MIB, index)
    if tables:
        span = output.span(min(at), max(at))
        reading.used.append(span)
        reading.rows.append(Row("memory-history", {"page-tables-max-bytes": sum(tables.values()) * _MIB}, span))
    return _finish(reading, nodes, output)


# plain numastat, and numastat -n with the same in MB

_COUNTER_HEAD = lazy(r"\s*(?:[Nn]ode ?\d++\s*+)+(?:Total)?\s*$")
_COUNTER_TITLE = lazy(r"\s*Per-node numastat info \(in MBs\)")
_COUNTER = lazy(
    r"\s*(?P<name>(?i:numa_hit|numa_miss|numa_foreign|interleave_hit|local_node|other_node))\s+(?P<values>[\d.]+(?:\s+[\d.]+)*)\s*$"
)
_PAGES_OF_MB = 256


def _counters_extent(lines: Sequence[str], start: int, command: str) -> tuple[int, int] | None:
    end, found = start, 0
    for index in range(start, min(len(lines), start + 400)):
        line = lines[index]
        if _COUNTER.match(line):
            end, found = index + 1, found + 1
        elif line.strip() and not (_COUNTER_HEAD.match(line) or _COUNTER_TITLE.match(line) or _RULE.match(line)):
            break
    return (start, end) if found else None


def _counters(output: Output) -> Reading:
    nodes: _Nodes = {}
    reading = Reading()
    columns: list[int] = []
    megabytes = False
    for index, line in enumerate(output.lines):
        if _COUNTER_TITLE.match(line):
            megabytes = True
        elif _COUNTER_HEAD.match(line):
            columns = [int(n) for n in re.findall(r"[Nn]ode ?(\d+)", line)]
        elif match := _COUNTER.match(line):
            values = _by_node(columns, match["values"].split(), output.span(index), reading)
            name = match["name"].lower()
            if name not in ("numa_hit", "numa_foreign"):
                reading.pass_over("another counter", output.span(index))
                continue
            for node, value in values:
                pages = round(value * _PAGES_OF_MB) if megabytes else int(value)
                if name == "numa_foreign":
                    _note(nodes, node, "foreign-pages", pages, index)
                before = nodes.get(node, ({}, []))[0].get("wanted-pages", 0)
                _note(nodes, node, "wanted-pages", int(before) + pages, index)
    return _finish(reading, nodes, output)


# /sys/devices/system/node/node*/hugepages

_PATH = (
    r"/sys/devices/system/node/node(?P<node>\d+)/hugepages/hugepages-(?P<kilobytes>\d+)kB/"
    r"(?P<what>nr|free|surplus)_hugepages"
)
_ENTRY = lazy(rf"\s*{_PATH}:(?P<value>.*)$")
_SHOWN = lazy(rf"\bcat {_PATH}\s*$")
_ENTRY_SLOTS = {"nr": "huge-pages-total", "free": "huge-pages-free", "surplus": "huge-pages-surplus"}
_DEFAULT_KILOBYTES = 2048


def _entries_extent(lines: Sequence[str], start: int, command: str) -> tuple[int, int] | None:
    if _SHOWN.search(command) and integer(lines[start]) is not None:
        return start, start + 1
    end = run(lines, start, _ENTRY)
    return (start, end) if end > start else None


def _entries(output: Output) -> Reading:
    nodes: _Nodes = {}
    reading = Reading()
    for index, line in enumerate(output.lines):
        match = _ENTRY.match(line)
        text = match["value"] if match else line
        match = match or _SHOWN.search(output.command)
        if match is None:
            continue
        if int(match["kilobytes"]) != _DEFAULT_KILOBYTES:
            reading.pass_over("pool of another size", output.span(index))
            continue
        value = count(text)
        if value is None:
            reading.refusals.append(Refusal(output.span(index), "no number of pages"))
        else:
            _note(nodes, int(match["node"]), _ENTRY_SLOTS[match["what"]], value, index)
    return _finish(reading, nodes, output)


# /proc/zoneinfo

_ZONE = lazy(r"\s*Node (?P<node>\d+), zone +(?P<zone>\w+)\s*$")
_ZONE_PAGES = lazy(r"\s+(?P<what>pages free|spanned|present|managed) +(?P<pages>\d{1,15})\s*$")
_ZONE_OTHER = lazy(r"\s+(?:(?:cpu|vm stats threshold|pagesets|per-node stats)\b.*|[a-z][\w ]{0,40}:? +[-\d(].*)$")
_ZONE_PAGE = 4096.0


def _zones(output: Output) -> Reading:
    """What is free on each node and how large it is, all its zones together, in pages of 4 KiB."""
    reading = Reading()
    free: dict[int, float] = {}
    sizes: dict[int, dict[str, float]] = {}
    lines: dict[int, list[int]] = {}
    node = -1
    for index, line in enumerate(output.lines):
        if match := _ZONE.match(line):
            node = int(match["node"])
        elif (match := _ZONE_PAGES.match(line)) and node >= 0:
            lines.setdefault(node, []).append(index)
            if match["what"] == "pages free":
                free[node] = free.get(node, 0.0) + int(match["pages"]) * _ZONE_PAGE
            else:
                size = sizes.setdefault(node, {})
                size[match["what"]] = size.get(match["what"], 0.0) + int(match["pages"]) * _ZONE_PAGE
    nodes: _Nodes = {}
    for node, value in free.items():
        _note(nodes, node, "mem-free-bytes", value, lines[node][0])
        if total := sizes.get(node, {}).get("managed") or sizes.get(node, {}).get("present"):
            _note(nodes, node, "mem-total-bytes", total, lines[node][-1])
    _finish(reading, nodes, output)
    if len(nodes) < 2:  # an excerpt does not tell that there is no other node
        reading.complete = frozenset()
    return reading


HINTS = (
    "Per-node system memory usage", "Node 0 ", "numa_", "Numa_", "node 0 size:", " size: ", " free: ",
    "/sys/devices/system/node/", "pages free ",
)  # fmt: skip
READERS = (
    Reader(
        "zoneinfo",
        _ZONE,
        extent_of(_ZONE, _ZONE_PAGES, _ZONE_OTHER, tells=(_ZONE_PAGES,)),
        _zones,
        of_no_use=(("zone", _ZONE), ("another count", _ZONE_OTHER)),
    ),
    Reader(
        "numactl",
        lazy(r"\s*(?:available: \d+ nodes? \(|node \d+ (?:cpus|size|free): )"),
        extent_of(_AVAILABLE, _HARDWARE, _DISTANCES, tells=(_SIZES,)),
        _hardware,
        of_no_use=(("number of nodes", _AVAILABLE), ("distances", _DISTANCES)),
    ),
    Reader(
        "numastat",
        lazy(r"\s*Per-node system memory usage \(in MBs\)|\s*(?:Node +\d++\s*+)+(?:Total)?\s*$"),
        _numastat_extent,
        _numastat,
        of_no_use=(("heading", _TITLE), ("heading", _NODE_NAMES), ("remark", _RULE)),
    ),
    Reader(
        "numastat-counters",
        lazy(r"\s*(?:[Nn]ode ?\d++\s*+)+(?:Total)?\s*$|\s*Per-node numastat info"),
        _counters_extent,
        _counters,
        of_no_use=(("heading", _COUNTER_TITLE), ("heading", _COUNTER_HEAD), ("remark", _RULE)),
    ),
    Reader(
        "node-hugepages",
        lazy(r"\s*/sys/devices/system/node/node\d+/hugepages/hugepages-\d+kB/\w+_hugepages:"),
        _entries_extent,
        _entries,
        lazy(r"\bcat /sys/devices/system/node/node\d+/hugepages/hugepages-\d+kB/(?:nr|free|surplus)_hugepages\s*$"),
    ),
)
