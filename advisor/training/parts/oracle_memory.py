"""Memory of a Linux host with a pool of huge pages: nodes, the pool on each, and what the rest is made of.

A page of the pool is 2 MB of contiguous memory of one node. The kernel makes pages node by node in turn, as long as a node has
contiguous memory that can be moved; a pool that is asked for on a host that was up for long comes short, one that is asked for
at boot does not (Linux, admin-guide/mm/hugetlbpage). Memory in the pool serves nothing else.
"""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass, field
from typing import Protocol

from advisor.training.world import World

PAGE, HUGE = 4096, 2 << 20
KIB, MIB, GIB = 1 << 10, 1 << 20, 1 << 30
_SWAP_BPS = 160e6
_PRIVATE_TABLES = 300 * KIB


class Holder(Protocol):
    """Something that holds memory: an instance, or a program of somebody else."""

    def huge_pages(self, node: int) -> int:
        """Pages that it reserved of a node."""
        ...

    def huge_untouched(self, node: int) -> int:
        """Of them, those that were not written to yet."""
        ...

    def small_shared_bytes(self) -> float:
        """Shared memory in small pages that was touched."""
        ...

    def private_bytes(self) -> float:
        """Memory of its processes."""
        ...

    def mappers(self) -> int:
        """Processes that map it."""
        ...

    def table_bytes(self) -> float:
        """Page tables of all its processes together, for the shared memory in small pages."""
        ...


@dataclass
class Node:
    """One NUMA node: its memory, its pages, and the cores on it.

    Attributes:
        ram_bytes: memory that the kernel manages.
        cpus: numbers of its processors.
        pages: huge pages in the pool.
    """

    ram_bytes: float
    cpus: range
    pages: int = 0


@dataclass
class HostMemory:
    """Memory of one host.

    Attributes:
        nodes: at least one.
        swap_bytes: swap space.
        kernel_bytes: slab, stacks, and what else the kernel keeps.
        private_bytes: processes of the system.
        files_bytes: pages of files that were read so far; the cache holds so much of them as has room.
        blocked: bytes of each node outside the pool in which no 2 MB are contiguous and movable.
        holders: what holds memory beside that.
        swapped_bytes: what went to swap.
        totals: counters since the start.
    moving_bytes: what comes and goes from second to second.
    """

    world: World
    nodes: list[Node]
    swap_bytes: float
    kernel_bytes: float
    private_bytes: float
    files_bytes: float
    blocked: list[float] = field(default_factory=list)
    holders: list[Holder] = field(default_factory=list)
    swapped_bytes: float = 0.0
    totals: Counter[str] = field(default_factory=Counter)
    moving_bytes: float = 0.0

    @property
    def ram_bytes(self) -> float:
        """Memory of all nodes."""
        return sum(node.ram_bytes for node in self.nodes)

    @property
    def pages(self) -> int:
        """Huge pages in the pool."""
        return sum(node.pages for node in self.nodes)

    def reserved(self, node: int) -> int:
        """Pages of a node that somebody holds, touched or not."""
        return sum(holder.huge_pages(node) for holder in self.holders)

    def untouched(self, node: int) -> int:
        """Pages of a node that are held and not touched yet: they show as free."""
        return sum(holder.huge_untouched(node) for holder in self.holders)

    def to_give(self, node: int) -> int:
        """Pages of a node that nobody holds."""
        return self.nodes[node].pages - self.reserved(node)

    @property
    def free_pages(self) -> int:
        """HugePages_Free: pages in the pool that are not touched."""
        return self.pages - sum(self.reserved(n) - self.untouched(n) for n in range(len(self.nodes)))

    @property
    def reserved_pages(self) -> int:
        """HugePages_Rsvd: held, and not touched yet."""
        return sum(self.untouched(n) for n in range(len(self.nodes)))

    def room(self, node: int) -> int:
        """Pages that the kernel could still make on a node."""
        blocked = self.blocked[node] if self.blocked else 0.0
        return max(0, int((self._spare(node) - blocked) / HUGE))

    def _spare(self, node: int) -> float:
        """Bytes of a node that are free, or pages of files."""
        one = self.nodes[node]
        held = (
            (self.kernel_bytes + self.shared_bytes + self.private + self.table_bytes) * one.ram_bytes / self.ram_bytes
        )
        return max(0.0, one.ram_bytes * 0.97 - held - one.pages * HUGE)

    def fragment(self, share: float) -> None:
        """Let so much of what is free now, or pages of files, lie between pages that cannot be moved."""
        self.blocked = [share * self._spare(node) for node in range(len(self.nodes))]

    def set_pages(self, wanted: int) -> None:
        """Ask for a pool of so many pages; the kernel makes or frees them node by node in turn, as far as it can."""
        missing = wanted - self.pages
        while missing:
            able = [n for n in range(len(self.nodes)) if (self.room(n) if missing > 0 else self.to_give(n)) > 0]
            if not able:
                return
            for place, n in enumerate(able):
                share = math.ceil(abs(missing) / (len(able) - place))
                take = min(share, self.room(n) if missing > 0 else self.to_give(n))
                self.nodes[n].pages += take if missing > 0 else -take
                missing += -take if missing > 0 else take

    def set_node(self, node: int, wanted: int) -> None:
        """Ask for a number of pages on one node."""
        one = self.nodes[node]
        low = one.pages - self.to_give(node)
        one.pages = max(low, min(wanted, one.pages + self.room(node)))

    def restart(self) -> None:
        """All memory is free again, and none of it in the pool."""
        self.swapped_bytes = 0.0
        self.files_bytes = 0.02 * self.ram_bytes
        self.blocked = []
        self.totals.clear()
        for node in self.nodes:
            node.pages = 0

    @property
    def shared_bytes(self) -> float:
        """Shared memory in small pages, of all holders."""
        return sum(holder.small_shared_bytes() for holder in self.holders)

    @property
    def private(self) -> float:
        """Memory of all processes, with what of it is in swap."""
        return self.private_bytes + sum(holder.private_bytes() for holder in self.holders)

    @property
    def table_bytes(self) -> float:
        """PageTables: of private memory little, of shared memory in small pages once for each process."""
        own = sum(holder.mappers() * _PRIVATE_TABLES + holder.table_bytes() for holder in self.holders)
        return 24 * MIB + own

    @property
    def wanted_bytes(self) -> float:
        """What cannot be given back by dropping pages of files."""
        return self.kernel_bytes + self.shared_bytes + self.private + self.table_bytes + self.pages * HUGE

    @property
    def shortage(self) -> float:
        """Bytes by which that is more than memory holds."""
        return max(0.0, self.wanted_bytes + 0.012 * self.ram_bytes - self.ram_bytes)

    @property
    def cache_bytes(self) -> float:
        """Pages of files in memory."""
        resident = self.wanted_bytes - self.swapped_bytes + self.moving_bytes
        return max(0.002 * self.ram_bytes, min(self.files_bytes, self.ram_bytes * 0.994 - resident))

    @property
    def free_bytes(self) -> float:
        """Free memory: what is left."""
        used = self.wanted_bytes - self.swapped_bytes + self.cache_bytes + self.moving_bytes / 9
        return max(0.003 * self.ram_bytes, self.ram_bytes - used)

    @property
    def available_bytes(self) -> float:
        """MemAvailable: free, and pages of files that can be dropped."""
        return max(0.0, self.free_bytes - 0.004 * self.ram_bytes + 0.85 * self.cache_bytes)

    def bears(self, more: float) -> bool:
        """Whether so much shared memory in small pages can be given out: memory and swap together have room for it."""
        return self.wanted_bytes + more < 0.98 * self.ram_bytes + 0.8 * self.swap_bytes

    def settle(self) -> None:
        """Let be what would be after a long time: memory that does not fit is in swap."""
        self.swapped_bytes = min(self.swap_bytes * 0.9, self.shortage)

    @property
    def thrashing(self) -> bool:
        """Whether what is in swap is wanted back all the time."""
        return self.swapped_bytes > 0.01 * self.ram_bytes and self.shortage > 0.9 * self.swapped_bytes

    def step(self, seconds: float) -> None:
        """Swap what does not fit, take back what fits again, read files."""
        count = self.world.count
        self.moving_bytes = self.world.chance.uniform(0.0, 0.0008) * self.ram_bytes
        self.files_bytes = min(self.files_bytes + 0.3e6 * seconds, 3 * self.ram_bytes)
        gap = min(self.shortage, 0.9 * self.swap_bytes) - self.swapped_bytes
        moved = max(-_SWAP_BPS / 20 * seconds, min(_SWAP_BPS * seconds, gap))
        self.swapped_bytes = max(0.0, self.swapped_bytes + moved)
        self.totals["swapped_out_kb"] += round(max(0.0, moved) / KIB)
        self.totals["swapped_in_kb"] += round(max(0.0, -moved) / KIB)
        if self.thrashing:
            self.totals["swapped_out_kb"] += count(3900 * seconds) + self.world.chance.randint(0, 600)
            self.totals["swapped_in_kb"] += count(3300 * seconds) + self.world.chance.randint(0, 600)

    def problems(self) -> list[str]:
        """What does not add up."""
        found = []
        parts = self.wanted_bytes - self.swapped_bytes + self.cache_bytes + self.free_bytes
        if abs(parts - self.ram_bytes) > 0.03 * self.ram_bytes:
            found.append(
                f"memory in use, cached and free is not all memory: {parts / GIB:.2f} of {self.ram_bytes / GIB:.2f} GiB"
            )
        if self.swapped_bytes > self.swap_bytes:
            found.append("more is in swap than it holds")
        for number, node in enumerate(self.nodes):
            if not 0 <= self.untouched(number) <= self.reserved(number) <= node.pages:
                found.append(f"node {number} gave out more huge pages than it has")
            if node.pages * HUGE > node.ram_bytes:
                found.append(f"the huge pages of node {number} are more than its memory")
        if any(value < 0 for value in self.totals.values()):
            found.append("a counter went backwards")
        return found
