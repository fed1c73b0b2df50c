"""Metrics of Prometheus about memory, the ZFS cache, its log and its pools: node_exporter's, and those of pdf/zfs_exporter.

node_exporter takes the names of ``/proc/meminfo`` and of the kstat files over, and gives bytes. An exporter's page holds many
other metrics; those that a host has in common with these lines are of no use.

Samples::

    >>> from facts.readers import show
    >>> show('''# HELP node_memory_MemTotal_bytes Memory information field MemTotal_bytes.
    ... # TYPE node_memory_MemTotal_bytes gauge
    ... node_memory_MemTotal_bytes 6.7362816e+10
    ... node_memory_MemAvailable_bytes 3.31829248e+08
    ... node_memory_HugePages_Total 512
    ... node_zfs_arc_size 3.3501224832e+10
    ... node_zfs_arc_c_max 3.3681408e+10
    ... node_zfs_zpool_state{state="degraded",zpool="tank"} 1
    ... node_zfs_zpool_state{state="online",zpool="tank"} 0
    ... ''')
    node-metrics lines 1-9 read
      arc: max-bytes=33681408000 size-bytes=33501224832 (6-7)
      meminfo: huge-pages-total=512 mem-available-bytes=331829248 mem-total-bytes=67362816000 samples=1 (3-5)
      system: ram-bytes=67362816000 (3-3)
      zpool-list: health=degraded pool=tank (8-8)
      system: os=linux (1-9)

    >>> show('''zfs_pool_health{pool="tank"} 0
    ... zfs_pool_size_bytes{pool="tank"} 1.1e+13
    ... zfs_pool_allocated_bytes{pool="tank"} 1.023e+13
    ... zfs_pool_fragmentation_ratio{pool="tank"} 0.71
    ... ''')
    node-metrics lines 1-4 read
      zpool-list: allocated-bytes=10230000000000 capacity-percent=93 fragmentation-percent=71 health=online pool=tank size-bytes=11000000000000 (1-4)
"""  # noqa: E501

from __future__ import annotations

import re
from dataclasses import dataclass, field

from facts.kit import extent_of
from facts.patterns import lazy
from facts.reading import Output, Reader, Reading, Row
from facts.schema import Value

_FAMILY = r"(?:node|zfs)_[a-z]\w*"
_METRIC = lazy(
    rf"\s*(?P<name>{_FAMILY})(?:\{{(?P<labels>[^}}]{{0,400}})\}})?\s+(?P<value>-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|[+-]Inf|NaN)(?:\s+\d+)?\s*\Z"
)
_ABOUT = lazy(r"\s*# (?:HELP|TYPE) \w+ ")
_OTHER = lazy(
    r"\s*(?:go|process|promhttp|scrape)_\w+(?:\{[^}]{0,400}\})?\s+(?:-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|[+-]Inf|NaN)(?:\s+\d+)?\s*\Z"
)
_FAULT = lazy(
    r'node_(?:md_disks\{.*state="(?:failed|recovery)".*|md_state\{.*state="(?:inactive|recovering|resync)".*|filesystem_device_error\{.*'
    r"|edac_uncorrectable_errors_total\{.*|memory_HardwareCorrupted_bytes)\s+[1-9]"
)
_LABEL = re.compile(r'(\w+)="([^"]*)"')

_MEMORY = {
    "MemTotal_bytes": "mem-total-bytes",
    "MemFree_bytes": "mem-free-bytes",
    "MemAvailable_bytes": "mem-available-bytes",
    "Cached_bytes": "cached-bytes",
    "Dirty_bytes": "dirty-bytes",
    "Writeback_bytes": "writeback-bytes",
    "AnonPages_bytes": "anon-bytes",
    "Slab_bytes": "slab-bytes",
    "PageTables_bytes": "page-tables-bytes",
    "SwapTotal_bytes": "swap-total-bytes",
    "SwapFree_bytes": "swap-free-bytes",
    "AnonHugePages_bytes": "anon-huge-bytes",
    "Hugepagesize_bytes": "huge-page-bytes",
    "HugePages_Total": "huge-pages-total",
    "HugePages_Free": "huge-pages-free",
    "HugePages_Rsvd": "huge-pages-reserved",
    "HugePages_Surp": "huge-pages-surplus",
}
_CACHE = {
    "size": "size-bytes",
    "c": "target-bytes",
    "c_max": "max-bytes",
    "c_min": "min-bytes",
    "arc_meta_used": "metadata-bytes",
    "arc_meta_limit": "metadata-limit-bytes",
    "l2_hdr_size": "l2-header-bytes",
    "memory_throttle_count": "throttle-count",
}
_LOG = {
    "zil_commit_count": "commits",
    "zil_itx_indirect_count": "indirect-count",
    "zil_itx_copied_count": "copied-count",
    "zil_itx_needcopy_count": "needcopy-count",
    "zil_itx_metaslab_normal_bytes": "in-pool-bytes",
    "zil_itx_metaslab_slog_bytes": "log-device-bytes",
}
_COUNTERS = {
    "pswpin": "swapped-in-pages",
    "pswpout": "swapped-out-pages",
    "oom_kill": "out-of-memory-kills",
    "pgmajfault": "major-faults",
}
# The prefix of a metric, its template, and the slot for what follows the prefix.
_GROUPS = (
    ("node_memory_", "meminfo", _MEMORY),
    ("node_zfs_arc_", "arc", _CACHE),
    ("node_zfs_arcstats_", "arc", {f"{name}_bytes": slot for name, slot in list(_CACHE.items())[:4]}),  # FreeBSD's
    ("node_zfs_zil_", "zil", _LOG),
    ("node_vmstat_", "vm-counters", _COUNTERS),
)
_POOL = {
    "zfs_pool_size_bytes": ("size-bytes", 1.0),
    "zfs_pool_allocated_bytes": ("allocated-bytes", 1.0),
    "zfs_pool_free_bytes": ("free-bytes", 1.0),
    "zfs_pool_fragmentation_ratio": ("fragmentation-percent", 100.0),
    "zfs_pool_deduplication_ratio": ("dedup-ratio", 1.0),
}
_HEALTH = ("online", "degraded", "faulted", "offline", "unavail", "removed", "suspended")
"""What zfs_pool_health counts from 0."""


@dataclass(slots=True)
class _Found:
    """The values of one row, and the lines that hold them."""

    values: dict[str, Value | bool] = field(default_factory=dict)
    lines: list[int] = field(default_factory=list)

    def put(self, slot: str, value: Value, index: int) -> None:
        self.values[slot] = value
        self.lines.append(index)


def _slot_value(slot: str, value: float) -> Value:
    return value if slot.endswith(("-bytes", "-percent", "-ratio")) else int(value)


def _of_pool(pools: dict[str, _Found], name: str, labels: dict[str, str], value: float, index: int) -> bool:
    """One metric of a pool; whether it is one."""
    pool = labels.get("zpool") or labels.get("pool")
    if not pool:
        return False
    if name == "node_zfs_zpool_state" and labels.get("state") in _HEALTH:
        if value == 1:
            pools.setdefault(pool, _Found()).put("health", labels["state"], index)
        return True
    if name == "zfs_pool_health" and value in range(len(_HEALTH)):
        pools.setdefault(pool, _Found()).put("health", _HEALTH[int(value)], index)
        return True
    if name in _POOL and value >= 0:
        slot, factor = _POOL[name]
        pools.setdefault(pool, _Found()).put(slot, round(value * factor, 3), index)
        return True
    return False


def _derive(memory: dict[str, Value | bool], files: dict[str, float]) -> None:
    """What a reader of /proc/meminfo computes from several of its lines."""
    memory["samples"] = 1
    free = memory.get("mem-free-bytes")
    if isinstance(free, float) and len(files) == 2:
        memory["dirtyable-bytes"] = free + sum(files.values())
    pages = [memory.get(f"huge-pages-{what}") for what in ("total", "free", "reserved")]
    if isinstance(pages[0], int) and isinstance(pages[1], int) and isinstance(pages[2], int):
        memory["huge-pages-committed"] = pages[0] - pages[1] + pages[2]


def _read(output: Output) -> Reading:
    reading = Reading()
    rows: dict[str, _Found] = {}
    pools: dict[str, _Found] = {}
    files: dict[str, float] = {}
    for index, match in output.matches(_METRIC):
        name, span = match["name"], output.span(index)
        labels = dict(_LABEL.findall(match["labels"] or ""))
        value = float(match["value"])
        if value != value or value in (float("inf"), float("-inf")):
            continue
        for prefix, template, slots in _GROUPS:
            if (
                name.startswith(prefix)
                and (slot := slots.get(name[len(prefix) :]))
                and not labels.keys() - {"instance", "job"}
            ):
                rows.setdefault(template, _Found()).put(slot, _slot_value(slot, value), index)
                reading.used.append(span)
        if name in ("node_memory_Active_file_bytes", "node_memory_Inactive_file_bytes"):
            files[name] = value
            reading.used.append(span)
        if _of_pool(pools, name, labels, value, index):
            reading.used.append(span)
    for template, found in sorted(rows.items()):
        if template == "meminfo":
            _derive(found.values, files)
        if template == "vm-counters":
            found.values["samples"] = 1
        reading.rows.append(Row(template, found.values, output.span(min(found.lines), max(found.lines))))
        if total := found.values.get("mem-total-bytes"):
            at = next(i for i, match in output.matches(_METRIC) if match["name"] == "node_memory_MemTotal_bytes")
            reading.rows.append(Row("system", {"ram-bytes": total}, output.span(at)))
    for pool, found in pools.items():
        space, used = found.values.get("size-bytes"), found.values.get("allocated-bytes")
        if isinstance(space, float) and isinstance(used, float) and space > 0:
            found.values["capacity-percent"] = round(100 * used / space, 2)
        reading.rows.append(
            Row("zpool-list", {"pool": pool, **found.values}, output.span(min(found.lines), max(found.lines)))
        )
    if "meminfo" in rows or "vm-counters" in rows:
        reading.infer_system("linux", output.whole)
    return reading


HINTS = ("node_memory_", "node_zfs_", "zfs_pool_", "node_vmstat_")
READERS = (
    Reader(
        "node-metrics",
        lazy(rf"\s*(?:# (?:HELP|TYPE) )?{_FAMILY}[ {{]"),
        extent_of(_METRIC, _ABOUT, _OTHER, tells=(lazy(r"\s*(?:node_(?:memory|zfs|vmstat)|zfs_pool)_\w+[ {]"),)),
        _read,
        of_no_use=(("what it is", _ABOUT), ("another metric", _METRIC), ("another metric", _OTHER)),
        faults=_FAULT,
    ),
)  # fmt: skip
