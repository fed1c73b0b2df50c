"""What node_exporter tells Prometheus of a host: memory, file systems, paging, networks, arrays, ZFS.

A scrape as ``curl localhost:9100/metrics`` saves it, whole or behind a ``grep``, or the answer of ``promtool query instant``. Before
0.16 the names had no unit. Counters are since boot; where a file holds several scrapes, their growth is there as well. Metrics that
carry the names of several hosts are not taken.

Samples::

    >>> from facts.readers import show
    >>> show('''# HELP node_memory_PageTables_bytes Memory information field PageTables_bytes.
    ... # TYPE node_memory_PageTables_bytes gauge
    ... node_memory_PageTables_bytes 6.1203927040e+10
    ... node_memory_MemTotal_bytes 2.70216228864e+11
    ... node_load1 3.2
    ... ''')
    node-metrics lines 1-5 read
      meminfo: mem-total-bytes=270216228864 page-tables-bytes=61203927040 samples=1 (3-4)
      system: ram-bytes=270216228864 (4-4)
      system: os=linux (3-3)

    >>> show('''node_filesystem_files{device="/dev/vda2",fstype="ext4",mountpoint="/var"} 2.62144e+06
    ... node_filesystem_files_free{device="/dev/vda2",fstype="ext4",mountpoint="/var"} 0
    ... ''')
    node-metrics lines 1-2 read
      file-system-usage: device=/dev/vda2 inodes=2621440 inodes-free=0 inodes-free-percent=0 mount=/var (1-2)
      system: os=linux (1-1)
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from facts.kit import run
from facts.patterns import lazy
from facts.readers.meminfo import BYTES, PAGES
from facts.readers.metrics_of_md import Arrays
from facts.readers.metrics_of_zfs import Zfs
from facts.readers.mount import known_type
from facts.readers.vmstat_counters import GROWTH, SLOTS
from facts.reading import Output, Reader, Reading, Refusal, Row
from facts.schema import Value

_METRIC = lazy(
    r"\s*(?P<name>(?:node|zfs)_(?:(?P<part>memory|filesystem|vmstat|network|cpu)_)?(?P<rest>[A-Za-z0-9_]{1,80}))(?:\{(?P<labels>[^{}]{0,800})\})?"
    r"\s+(?:=> *)?(?P<value>-?\d\S{0,30}|NaN|[+-]Inf)(?:\s+(?:@ ?\[?)?\d[\d.]{0,20}\]?)?\s*$"
)
_ABOUT = lazy(r"\s*# (?:HELP|TYPE) \w+ \S")
_OTHER = lazy(r"\s*[a-z][a-z0-9_]{2,100}(?:\{[^{}]{0,800}\})?\s+(?:-?\d\S{0,30}|NaN|[+-]Inf)(?:\s+\d{10,13})?\s*$")
_FAULT = lazy(
    r"node_(?:filesystem_device_error\{[^}]{0,400}\}|edac_uncorrectable_errors_total\{[^}]{0,400}\}|memory_HardwareCorrupted(?:_bytes)?)\s+[1-9]"
)
_LABEL = lazy(r'(\w{1,60})="((?:[^"\\]|\\.){0,400})"')
_STARTS = lazy(r"\s*(?:# (?:HELP|TYPE) )?(?:node_(?:memory|filesystem|vmstat|network|cpu|md|zfs)|zfs_pool)_")
_LISTS = {"Active_file": "Active(file)", "Inactive_file": "Inactive(file)"}
_PACKETS = {
    "receive_packets": "input-packets", "receive_errs": "input-errors", "receive_frame": "damaged-frames",
    "transmit_packets": "output-packets", "transmit_errs": "output-errors", "transmit_colls": "collisions",
}  # fmt: skip
_DIRTYABLE = (("MemFree", "Active(file)", "Inactive(file)"), ("MemFree", "Cached", "Buffers", "Shmem"))
_FIGURES = ("avail", "size", "files", "files_free")
_LINES = {
    "space-free-percent": "avail",
    "inodes": "files",
    "inodes-free": "files_free",
    "inodes-free-percent": "files_free",
}
_ELSEWHERE = ("/run", "/snap/", "/var/lib/docker/", "/var/lib/containers/", "/var/lib/kubelet/pods/")

Figure = tuple[float, int]
"""A figure and the index of its line."""


@dataclass(slots=True)
class _Scrapes:
    memory: dict[str, Figure] = field(default_factory=dict)
    counters: dict[str, Figure] = field(default_factory=dict)
    first: dict[str, float] = field(default_factory=dict)
    mounts: dict[str, dict[str, Figure]] = field(default_factory=dict)
    networks: dict[str, dict[str, Figure]] = field(default_factory=dict)
    about: dict[str, dict[str, str]] = field(default_factory=dict)
    cpu: dict[str, Figure] = field(default_factory=dict)
    hosts: set[str] = field(default_factory=set)
    zfs: Zfs = field(default_factory=Zfs)
    arrays: Arrays = field(default_factory=Arrays)

    def take(self, index: int, match: re.Match[str], labels: dict[str, str]) -> bool:
        """Keep what a metric says; whether it is of use."""
        part, name, value = match["part"], match["rest"].removesuffix("_bytes"), float(match["value"])
        if math.isnan(value) or math.isinf(value):
            return False
        if self.arrays.take(match["name"], labels, value, index) or self.zfs.take(match["name"], labels, value, index):
            return True
        if part == "memory" and (name := _LISTS.get(name, name)) in _MEMORY:
            self.memory[name] = value, index
        elif part == "vmstat" and name in SLOTS:
            self.first.setdefault(name, value)
            self.counters[name] = value, index
        elif part == "network" and (slot := _PACKETS.get(name.removesuffix("_total"))) and labels.get("device"):
            self.networks.setdefault(labels["device"], {})[slot] = value, index
        elif part == "cpu" and name in ("seconds_total", "") and (mode := labels.get("mode")):
            total = self.cpu.get(mode, (0.0, index))[0] + value
            self.cpu[mode] = total, index
        elif part == "filesystem" and name in _FIGURES and _fills_up(labels):
            self.about[labels["mountpoint"]] = labels
            self.mounts.setdefault(labels["mountpoint"], {})[name] = value, index
        else:
            return False
        return True


_MEMORY = frozenset((*BYTES, *PAGES, "Buffers", "Shmem", *_LISTS.values()))


def _fills_up(labels: dict[str, str]) -> bool:
    mount, kind = labels.get("mountpoint", ""), labels.get("fstype", "")
    return bool(mount and kind and known_type(kind)) and not mount.startswith(_ELSEWHERE)


def _extent(lines: Sequence[str], start: int, command: str) -> tuple[int, int] | None:
    end = run(lines, start, _METRIC, _ABOUT, _OTHER, blanks=2)
    return (start, end) if any(_METRIC.match(line) for line in lines[start:end]) else None


def _read(output: Output) -> Reading:
    reading, scrapes = Reading(), _Scrapes()
    for index, match in output.matches(_METRIC):
        labels = dict(_LABEL.findall(match["labels"] or ""))
        if "instance" in labels:
            scrapes.hosts.add(labels["instance"])
        if scrapes.take(index, match, labels):
            reading.used.append(output.span(index))
        else:
            reading.pass_over("another metric", output.span(index))
    if len(scrapes.hosts) > 1:
        return Reading(refusals=[Refusal(output.whole, "metrics of several hosts")])
    reading.rows += [*_memory(output, scrapes), *_counters(output, scrapes), *_usage(output, scrapes)]
    reading.rows += _processors(output, scrapes)
    for device, figures in scrapes.networks.items():
        counts: dict[str, Value | bool] = {slot: int(value) for slot, (value, _) in figures.items()}
        lines = {slot: line for slot, (_, line) in figures.items()}
        reading.rows.append(_row("network-interface", output, {"interface": device, **counts}, lines))
    reading.rows += scrapes.arrays.rows(output)
    if reading.rows:
        reading.infer_system("linux", reading.rows[0].lines[:1] * 2)
    reading.rows += scrapes.zfs.rows(output)  # which FreeBSD has as well
    return reading


def _row(template: str, output: Output, values: dict[str, Value | bool], lines: dict[str, int]) -> Row:
    """A row with the line of each slot."""
    whole = output.span(min(lines.values()), max(lines.values()))
    return Row(template, values, whole, {slot: output.span(line) for slot, line in lines.items()})


def _memory(output: Output, scrapes: _Scrapes) -> list[Row]:
    memory = scrapes.memory
    if not memory:
        return []
    values: dict[str, Value | bool] = {"samples": 1}
    lines: dict[str, int] = {}
    for name, slot in (BYTES | PAGES).items():
        if name in memory:
            values[slot], lines[slot] = memory[name][0] if name in BYTES else int(memory[name][0]), memory[name][1]
    if not lines:
        return []
    for names in _DIRTYABLE:
        if all(name in memory for name in names):
            values["dirtyable-bytes"] = sum(memory[name][0] * (-1 if name == "Shmem" else 1) for name in names)
            break
    if "Dirty" in memory and "Writeback" in memory:
        values["dirty-and-writeback-peak-bytes"] = memory["Dirty"][0] + memory["Writeback"][0]
    if all(name in memory for name in ("HugePages_Total", "HugePages_Free", "HugePages_Rsvd")):
        used = memory["HugePages_Total"][0] - memory["HugePages_Free"][0]
        values["huge-pages-committed"] = int(used + memory["HugePages_Rsvd"][0])
    rows = [_row("meminfo", output, values, lines)]
    if "MemTotal" in memory:
        total, line = memory["MemTotal"]
        rows.append(Row("system", {"ram-bytes": total}, output.span(line)))
    return rows


def _counters(output: Output, scrapes: _Scrapes) -> list[Row]:
    values: dict[str, Value | bool] = {"samples": 1}
    lines: dict[str, int] = {}
    for name, (value, line) in scrapes.counters.items():
        slot = SLOTS[name]
        values[slot], lines[slot] = int(value), line
        if slot in GROWTH and value > scrapes.first[name]:
            values[GROWTH[slot]] = int(value - scrapes.first[name])
    return [_row("vm-counters", output, values, lines)] if lines else []


def _processors(output: Output, scrapes: _Scrapes) -> list[Row]:
    """The shares of the processors' time since boot; a steal without the rest tells no share."""
    seconds = {mode: value for mode, (value, _) in scrapes.cpu.items()}
    whole = sum(seconds.values())
    if not {"steal", "idle", "user", "system"} <= set(seconds) or whole <= 0:
        return []
    steal = round(100 * seconds["steal"] / whole, 2)
    busy = 100 * sum(seconds.get(mode, 0.0) for mode in ("user", "nice", "system")) / whole
    values: dict[str, Value | bool] = {
        "output": output.label, "samples": 1, "since-boot": True, "busy-mean-percent": round(busy, 2),
        "steal-max-percent": steal, "steal-mean-percent": steal,
    }  # fmt: skip
    lines = [line for _, line in scrapes.cpu.values()]
    return [Row("cpu-load", values, output.span(min(lines), max(lines)))]


def _usage(output: Output, scrapes: _Scrapes) -> list[Row]:
    rows = []
    for mount, figures in scrapes.mounts.items():
        values: dict[str, Value | bool] = {"mount": mount}
        if device := scrapes.about[mount].get("device"):
            values["device"] = device
        found = {name: value for name, (value, _) in figures.items()}
        if "avail" in found and found.get("size"):
            values["space-free-percent"] = 100 * found["avail"] / found["size"]
        if "files_free" in found and found.get("files"):
            values |= {
                "inodes": int(found["files"]), "inodes-free": int(found["files_free"]),
                "inodes-free-percent": 100 * found["files_free"] / found["files"],
            }  # fmt: skip
        at = {slot: figures[name][1] for slot, name in _LINES.items() if slot in values and name in figures}
        if at:
            rows.append(_row("file-system-usage", output, values, at))
    return rows


HINTS = (
    "node_memory_",
    "node_filesystem_",
    "node_vmstat_",
    "node_network_",
    "node_cpu_",
    "node_md_",
    "node_zfs_",
    "zfs_pool_",
)
READERS = (
    Reader(
        "node-metrics", _STARTS, _extent, _read, of_no_use=(("what it is", _ABOUT), ("another metric", _OTHER)),
        faults=_FAULT,
    ),
)  # fmt: skip
