"""What metrics of Prometheus say of ZFS: the cache, the intent log and the pools, by node_exporter and by zfs_exporter.

node_exporter takes the names of the kstat files over; `facts.readers.node_metrics` finds the lines.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from facts.reading import Output, Row
from facts.schema import Value

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
# The prefix of a metric, its template, and the slot for what follows the prefix.
_GROUPS = (
    ("node_zfs_arc_", "arc", _CACHE),
    ("node_zfs_arcstats_", "arc", {f"{name}_bytes": slot for name, slot in list(_CACHE.items())[:4]}),  # FreeBSD's
    ("node_zfs_zil_", "zil", _LOG),
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


@dataclass(slots=True)
class Zfs:
    """The metrics of one page that are about ZFS."""

    stats: dict[str, _Found] = field(default_factory=dict)
    pools: dict[str, _Found] = field(default_factory=dict)

    def take(self, name: str, labels: dict[str, str], value: float, index: int) -> bool:
        """Keep what a metric says; whether it is of use."""
        pool = labels.get("zpool") or labels.get("pool")
        if pool:
            return self._of_pool(pool, name, labels, value, index)
        for prefix, template, slots in _GROUPS:
            if name.startswith(prefix) and (slot := slots.get(name[len(prefix) :])):
                kept = value if slot.endswith("-bytes") else int(value)
                self.stats.setdefault(template, _Found()).put(slot, kept, index)
                return True
        return False

    def _of_pool(self, pool: str, name: str, labels: dict[str, str], value: float, index: int) -> bool:
        found = self.pools.get(pool) or _Found()
        if name == "node_zfs_zpool_state" and labels.get("state") in _HEALTH:
            if value != 1:
                return True
            found.put("health", labels["state"], index)
        elif name == "zfs_pool_health" and value in range(len(_HEALTH)):
            found.put("health", _HEALTH[int(value)], index)
        elif name in _POOL and value >= 0:
            slot, factor = _POOL[name]
            found.put(slot, round(value * factor, 3), index)
        else:
            return False
        self.pools[pool] = found
        return True

    def rows(self, output: Output) -> list[Row]:
        """What was kept."""
        found = [Row(template, one.values, _span(output, one)) for template, one in sorted(self.stats.items())]
        for pool, one in self.pools.items():
            space, used = one.values.get("size-bytes"), one.values.get("allocated-bytes")
            if isinstance(space, float) and isinstance(used, float) and space > 0:
                one.values["capacity-percent"] = round(100 * used / space, 2)
            found.append(Row("zpool-list", {"pool": pool, **one.values}, _span(output, one)))
        return found


def _span(output: Output, found: _Found) -> tuple[int, int]:
    return output.span(min(found.lines), max(found.lines))
