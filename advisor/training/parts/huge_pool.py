"""The pool of huge pages of a Linux host, and the nodes of memory that it lies on.

A page of the pool is 2 MB of contiguous memory of one node. The kernel makes pages node by node in turn, as long as a node has
contiguous memory that can be moved; a pool that is asked for on a host that was up for long comes short, one that is asked for
at boot does not (Linux, admin-guide/mm/hugetlbpage). Memory in the pool serves nothing else.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Protocol

from advisor.training.parts.sizes import HUGE

POOL = "vm.nr_hugepages"
"""The setting that asks for pages, and shows how many there are."""


class Holder(Protocol):
    """Something that holds shared memory, in huge pages or in small ones."""

    def huge_pages(self, node: int) -> int:
        """Pages that it reserved of a node."""
        ...

    def huge_untouched(self, node: int) -> int:
        """Of them, those that were not written to yet."""
        ...

    def small_shared_bytes(self) -> float:
        """Shared memory in small pages that was touched."""
        ...

    def table_bytes(self) -> float:
        """Page tables of all its processes together."""
        ...


@dataclass
class Node:
    """One NUMA node: its memory, the processors on it, and its pages in the pool."""

    ram_bytes: float
    cpus: range
    pages: int = 0


def even_nodes(count: int, ram_bytes: float, cpus: int) -> list[Node]:
    """As many nodes, which share memory and processors evenly."""
    return [Node(ram_bytes / count, range(n * cpus // count, (n + 1) * cpus // count)) for n in range(count)]


@dataclass
class HugePool:
    """The pool of one host.

    Attributes:
        nodes: at least one.
        held: bytes outside the pool that cannot be given back by dropping pages of files; they lie evenly on the nodes.
        changed: called after the pool became larger or smaller.
        holders: who has pages of it.
        blocked: bytes of each node outside the pool in which no 2 MB are contiguous and movable.
    """

    nodes: list[Node]
    held: Callable[[], float]
    changed: Callable[[], None]
    holders: list[Holder] = field(default_factory=list)
    blocked: list[float] = field(default_factory=list)

    @property
    def pages(self) -> int:
        """HugePages_Total."""
        return sum(node.pages for node in self.nodes)

    @property
    def free_pages(self) -> int:
        """HugePages_Free: pages that are not touched."""
        return self.pages - sum(self.reserved(n) - self.untouched(n) for n in range(len(self.nodes)))

    @property
    def reserved_pages(self) -> int:
        """HugePages_Rsvd: held, and not touched yet."""
        return sum(self.untouched(n) for n in range(len(self.nodes)))

    def reserved(self, node: int) -> int:
        """Pages of a node that somebody holds, touched or not."""
        return sum(holder.huge_pages(node) for holder in self.holders)

    def untouched(self, node: int) -> int:
        """Pages of a node that are held and not touched yet: they show as free."""
        return sum(holder.huge_untouched(node) for holder in self.holders)

    def to_give(self, node: int) -> int:
        """Pages of a node that nobody holds."""
        return self.nodes[node].pages - self.reserved(node)

    def room(self, node: int) -> int:
        """Pages that the kernel could still make on a node."""
        blocked = self.blocked[node] if self.blocked else 0.0
        return max(0, int((self._spare(node) - blocked) / HUGE))

    def _spare(self, node: int) -> float:
        """Bytes of a node that are free, or pages of files."""
        one = self.nodes[node]
        held = self.held() * one.ram_bytes / sum(n.ram_bytes for n in self.nodes)
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
                break
            for place, n in enumerate(able):
                share = math.ceil(abs(missing) / (len(able) - place))
                take = min(share, self.room(n) if missing > 0 else self.to_give(n))
                self.nodes[n].pages += take if missing > 0 else -take
                missing += -take if missing > 0 else take
        self.changed()

    def set_node(self, node: int, wanted: int) -> None:
        """Ask for a number of pages on one node."""
        one = self.nodes[node]
        low = one.pages - self.to_give(node)
        one.pages = max(low, min(wanted, one.pages + self.room(node)))
        self.changed()

    def restart(self) -> None:
        """No page is in the pool, and all memory is contiguous."""
        self.blocked = []
        for node in self.nodes:
            node.pages = 0

    def problems(self) -> list[str]:
        """What does not add up."""
        found = []
        for number, node in enumerate(self.nodes):
            if not 0 <= self.untouched(number) <= self.reserved(number) <= node.pages:
                found.append(f"node {number} gave out more huge pages than it has")
            if node.pages * HUGE > node.ram_bytes:
                found.append(f"the huge pages of node {number} are more than its memory")
        return found
