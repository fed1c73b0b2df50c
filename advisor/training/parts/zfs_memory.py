"""Memory of a Solaris host with ZFS: its cache takes what is free, and gives it back more slowly than others want it.

Where reads fill the cache as fast as it gives way, the free list stays below lotsfree, the scanner runs, and pages of processes
go out while file data stays (gaechter-2012: Übersicht ZFS, ZFS Caches; oracle-zfs-arc-max).
"""

from __future__ import annotations

from dataclasses import dataclass, field

from advisor.training.parts.solaris_memory import PAGE, SolarisMemory

MIB = 1 << 20


@dataclass
class ZfsMemory(SolarisMemory):
    """Memory with the cache of ZFS.

    Attributes:
        limit: zfs_arc_max; 0 means the default, all but 1 GiB.
        fill_bps: how fast reads fill the cache, and how fast it gives way.
        crowded: whether processes come and go faster than the cache gives way; else it leaves the free list alone.
        hits, misses: since the start.
    """

    limit: float = 0.0
    fill_bps: float = 60e6
    crowded: bool = False
    hits: float = 0.0
    misses: float = 0.0
    asked: float = field(default=2000.0)

    @property
    def arc_max(self) -> float:
        """The most that the cache takes."""
        return self.limit or self.ram_bytes - 1024 * MIB

    @property
    def arc_min(self) -> float:
        """The least that it gives way to: an eighth of memory or its limit, 64 MiB at least."""
        return max(64.0 * MIB, min(self.ram_bytes, self.arc_max * 4) / 32)

    @property
    def left_free(self) -> float:
        """Bytes of the free list at which the cache stops to grow."""
        return (0.6 if self.crowded else 1.5) * self.lotsfree

    def settle(self) -> None:
        """The state after hours of work."""
        self.others_bytes = 0.0
        self.others_bytes = max(self.arc_min, min(self.arc_max, self.free_bytes - 1.1 * self.left_free))

    def restart(self) -> None:
        """A start empties the cache."""
        super().restart()
        self.others_bytes = 0.0
        self.settle()  # the hours in which it fills again are passed over
        self.hits, self.misses = self.asked * 3500, self.asked * 100

    def step(self, seconds: float) -> None:
        """Fill or give way, then page as the rest does."""
        free = self.free_bytes
        if free > self.left_free:
            self.others_bytes += max(
                0.0, min(self.fill_bps * seconds, self.arc_max - self.others_bytes, free - 0.85 * self.left_free)
            )
        else:
            self.others_bytes = max(self.arc_min, self.others_bytes - self.fill_bps * seconds)
        self.others_bytes = min(self.others_bytes, self.arc_max)
        self.hits += self.asked * 0.97 * seconds
        self.misses += self.asked * 0.03 * seconds
        super().step(seconds)
        if self.away_bytes and self.free_bytes < self.lotsfree:  # what is still used is wanted back
            back = min(self.away_bytes * 0.004, 1.1e6) * seconds
            self.away_bytes -= back
            self.totals["pgpgin_kb"] += round(back / 1024)

    @property
    def anon_bytes(self) -> float:
        """Shared memory, and what of the processes is in memory."""
        return self.locked_bytes + self.process_bytes - self.away_bytes

    def memstat(self) -> str:
        """What ``::memstat`` prints."""
        free = self.free_bytes
        known = {
            "Kernel": self.kernel_bytes, "ZFS File Data": self.others_bytes, "Anon": self.anon_bytes,
            "Exec and libs": 0.0015 * self.ram_bytes, "Page cache": 0.005 * self.ram_bytes, "Free (cachelist)": 0.1 * free,
        }  # fmt: skip
        known["Kernel"] -= known["Exec and libs"] + known["Page cache"]
        total = self.ram_bytes
        known["Free (freelist)"] = max(0.0, total - sum(known.values()))
        out = "Page Summary                Pages                MB  %Tot\n"
        out += "------------     ----------------  ----------------  ----\n"
        for name, size in known.items():
            out += f"{name:<16} {round(size / PAGE):16d}  {round(size / MIB):16d}  {round(100 * size / total):3d}%\n"
        pages, physical = round(total / PAGE), round(0.986 * total / PAGE)
        out += f"\n{'Total':<16} {pages:16d}  {round(total / MIB):16d}\n"
        return out + f"{'Physical':<16} {physical:16d}  {physical * PAGE // MIB:16d}\n"

    def arc_lines(self) -> str:
        """What ``::arc`` prints, in its first lines."""
        target = min(self.arc_max, self.others_bytes * 1.001)
        megabytes = {"c": target, "c_min": self.arc_min, "c_max": self.arc_max, "size": self.others_bytes}
        out = f"{'hits':<25} = {round(self.hits):9d}\n{'misses':<25} = {round(self.misses):9d}\n"
        return out + "".join(f"{name:<25} = {round(size / MIB):9d} MB\n" for name, size in megabytes.items())

    def arcstats(self) -> str:
        """What ``kstat -p zfs:0:arcstats`` prints, in part."""
        values = {
            "c": self.others_bytes, "c_max": self.arc_max, "c_min": self.arc_min, "hits": self.hits, "misses": self.misses,
            "size": self.others_bytes,
        }  # fmt: skip
        return "".join(f"zfs:0:arcstats:{name}\t{round(value)}\n" for name, value in values.items())
