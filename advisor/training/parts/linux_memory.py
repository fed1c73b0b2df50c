"""Memory of a Linux host: processes, page cache, what of it is unwritten, and swap.

Unwritten pages are dirty until they are handed to a disk, and under writeback until the disk has them. Above the background
limit the kernel begins to hand them over, at the pace of the disk. Whoever writes while the limit is reached is stopped, hands
over what is left, and goes on when no more than half way between both limits is unwritten (linux-page-writeback:
dirty_freerun_ceiling, balance_dirty_pages). The limits are a part of what is free and the file cache, or bytes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Protocol

from advisor.training.parts.block_device import BlockDevice
from advisor.training.parts.huge_pool import POOL, HugePool, even_nodes
from advisor.training.parts.linux_cpu import LinuxCpu
from advisor.training.parts.linux_settings import LinuxSettings
from advisor.training.parts.sizes import HUGE, PAGE
from advisor.training.world import World

_WRITE_REQUEST, _SWAP_REQUEST = 524_288, 16_384
_EXPIRE_SECONDS = 30.0


@dataclass(eq=False)
class Program:
    """A program and its private memory.

    Attributes:
        user, pid, words: as ps shows them; one without words is shown by who has it, by its processes.
        wants_bytes: private memory that it has asked for.
        hot: part of it that it keeps using.
        touch_bps: how much of that it would touch in a second, at random.
        shared_bytes: memory that it shares with others, for RES of top.
        cpu: processors that it uses.
        stopped: whether it was ended.
    """

    user: str
    pid: int
    words: str
    wants_bytes: float
    hot: float = 0.5
    touch_bps: float = 0.0
    shared_bytes: float = 0.0
    cpu: float = 0.0
    stopped: bool = False
    swapped_bytes: float = 0.0
    cpu_seconds: float = 0.0

    @property
    def resident_bytes(self) -> float:
        """Of its private memory, what is not in swap."""
        return max(0.0, self.wants_bytes - self.swapped_bytes)


class Group(Protocol):
    """A control group with file pages of its own."""

    dirty: float
    writeback: float

    @property
    def file_bytes(self) -> float:
        """All its file pages."""
        ...

    def problems(self) -> list[str]:
        """What does not add up."""
        ...


@dataclass(eq=False)
class LinuxMemory:
    """The memory of one host.

    Attributes:
        ram_bytes: all that the kernel manages, MemTotal.
        kernel_bytes: what the kernel holds and does not give back; `slab_bytes` it can give back.
        device: where files lie; `swap_device` where swap lies, with `swap_bytes` of it.
        programs: their private memory competes with the page cache.
        segment_bytes: shared memory of fixed size; `anon_huge_bytes`: of programs, in large pages.
        clean_bytes, dirty_bytes, writeback_bytes: the page cache; buffers_bytes: the blocks of file systems in it.
        cache_floor: what of the cache is in use all the time.
        nodes: how many nodes of memory there are; their pool of huge pages is `pool`, whose holders may have shared memory
            in small pages, too.
        free_shares: gives what part of the free memory lies on each node, where it is uneven.
        groups: control groups, whose file pages are counted beside these.
        stopped: whether writers are stopped now; `starting`: whether the host starts, and no program runs yet.
        counts: events since the start, in pages as in /proc/vmstat: pswpin, pswpout, pgmajfault, and so on.
        stalled_some, stalled_full: part of the last slice in which some, or all, waited for memory.
    """

    world: World
    ram_bytes: float
    settings: LinuxSettings
    cpu: LinuxCpu
    device: BlockDevice
    swap_device: BlockDevice
    swap_bytes: float
    kernel_bytes: float
    slab_bytes: float
    segment_bytes: float = 0.0
    anon_huge_bytes: float = 0.0
    clean_bytes: float = 0.0
    buffers_bytes: float = 0.0
    cache_floor: float = 64e6
    dirty_bytes: float = 0.0
    writeback_bytes: float = 0.0
    programs: list[Program] = field(default_factory=list)
    groups: list[Group] = field(default_factory=list)
    nodes: int = 1
    free_shares: Callable[[], list[float]] | None = None
    stopped: bool = False
    starting: bool = False
    counts: Counter[str] = field(default_factory=Counter)
    stalled_some: float = 0.0
    stalled_full: float = 0.0
    written_bytes: float = 0.0
    pool: HugePool = field(init=False)
    _cleaned: float = 0.0
    _waiters: int = 0
    _tick: float = 0.0

    def __post_init__(self) -> None:
        """An empty pool."""
        nodes = even_nodes(self.nodes, self.ram_bytes, self.cpu.cpus)
        self.pool = HugePool(nodes, self._not_movable, self._pool_changed)

    def _not_movable(self) -> float:
        return self._held() + (0.0 if self.starting else self.shmem_bytes + self.anon_bytes)

    def _pool_changed(self) -> None:
        self.make_room(0.0)
        self.settings.values[POOL] = str(self.pool.pages)

    # --- what there is

    @property
    def huge_bytes(self) -> float:
        """The pool of huge pages, used or not."""
        return float(self.pool.pages * HUGE)

    @property
    def shmem_bytes(self) -> float:
        """Shared memory in small pages."""
        return self.segment_bytes + sum(holder.small_shared_bytes() for holder in self.pool.holders)

    @property
    def shared_table_bytes(self) -> float:
        """Page tables of those who share memory: each of their processes has its own."""
        return sum(holder.table_bytes() for holder in self.pool.holders)

    def _held(self) -> float:
        return self.kernel_bytes + self.slab_bytes + self.shared_table_bytes

    @property
    def anon_bytes(self) -> float:
        """Private memory of programs that is not in swap."""
        return sum(program.resident_bytes for program in self.programs)

    @property
    def swapped_bytes(self) -> float:
        """What lies in swap."""
        return sum(program.swapped_bytes for program in self.programs)

    @property
    def cached_bytes(self) -> float:
        """Pages of files, without buffers and shared memory."""
        return (
            self.clean_bytes + self.dirty_bytes + self.writeback_bytes + sum(group.file_bytes for group in self.groups)
        )

    @property
    def free_bytes(self) -> float:
        """What nobody uses."""
        fixed = self._held() + self.shmem_bytes + self.huge_bytes + self.buffers_bytes
        return self.ram_bytes - fixed - self.anon_bytes - self.cached_bytes

    def node_sizes(self) -> list[tuple[float, float]]:
        """Size and free memory of each node."""
        rest = [node.ram_bytes - node.pages * HUGE for node in self.pool.nodes]
        shares = self.free_shares() if self.free_shares else [size / max(1.0, sum(rest)) for size in rest]
        return [
            (node.ram_bytes, max(0.0, self.free_bytes) * share)
            for node, share in zip(self.pool.nodes, shares, strict=True)
        ]

    @property
    def available_bytes(self) -> float:
        """About what could be given out without swapping, as MemAvailable estimates it."""
        cache = self.cached_bytes + self.buffers_bytes
        return max(
            0.0,
            self.free_bytes
            - self.low_bytes
            + cache
            - min(cache / 2, self.low_bytes)
            + self.slab_bytes / 2
            - self.cache_floor,
        )

    @property
    def low_bytes(self) -> float:
        """Below this much free the kernel takes memory back."""
        return max(8e6, 0.004 * self.ram_bytes)

    # --- what may be unwritten

    @property
    def dirtyable_bytes(self) -> float:
        """What can become dirty: free memory and the file cache."""
        return max(0.0, self.free_bytes) + self.cached_bytes + self.buffers_bytes

    def limits(self) -> tuple[float, float]:
        """The background limit and the limit, bytes."""
        dirtyable = self.dirtyable_bytes
        limit, background = (
            float(self.settings.number(f"vm.{name}_bytes"))
            or self.settings.number(f"vm.{name}_ratio") / 100 * dirtyable
            for name in ("dirty", "dirty_background")
        )
        return (background if background < limit else limit / 2), limit

    @property
    def backlog_bytes(self) -> float:
        """What is unwritten, dirty and under writeback."""
        return sum(self.unwritten())

    def unwritten(self) -> tuple[float, float]:
        """What is dirty and what is under writeback, with what control groups have."""
        dirty = self.dirty_bytes + sum(group.dirty for group in self.groups)
        return dirty, self.writeback_bytes + sum(group.writeback for group in self.groups)

    def write(self, wanted: float) -> float:
        """A program writes to files; bytes that it could before it was stopped. One that got nothing waits."""
        background, limit = self.limits()
        if self.stopped and self.backlog_bytes <= (background + limit) / 2:
            self.stopped = False
        if self.stopped:
            self._waiters += 1
            return 0.0
        taken = min(wanted, max(0.0, limit - self.backlog_bytes))
        self.make_room(taken)
        self.dirty_bytes += taken
        self.written_bytes += taken
        self.stopped = taken < wanted
        return taken

    # --- time

    def step(self, seconds: float) -> None:
        """Write back, take memory back, swap. To be stepped after those who write, before the devices."""
        self._complete()
        self._write_back(seconds)
        self._swap(seconds)
        self.cpu.wait(self._waiters)
        self._waiters = 0

    def bears(self, more: float) -> bool:
        """Whether so much shared memory in small pages can be given out: memory and swap together have room for it."""
        droppable = self.clean_bytes - self.cache_floor + self.buffers_bytes
        spare = self.free_bytes + max(0.0, droppable) + 0.8 * (self.swap_bytes - self.swapped_bytes)
        return more < spare - 0.01 * self.ram_bytes

    def settle(self) -> None:
        """Let be what would be after a long time: what does not fit is in swap, and the cache takes what is left."""
        self.clean_bytes = self.cache_floor
        self._put_away(1.02 * self.low_bytes - self.free_bytes)
        self.clean_bytes += max(0.0, self.free_bytes - 1.5 * self.low_bytes)

    def restart(self) -> None:
        """Forget everything, as a restart does; programs begin with nothing in swap."""
        self.pool.restart()
        self.clean_bytes = self.cache_floor
        self.dirty_bytes = self.writeback_bytes = self.written_bytes = self._cleaned = 0.0
        self.stopped = False
        self.counts.clear()
        for program in self.programs:
            program.swapped_bytes = program.cpu_seconds = 0.0

    def drop_clean(self) -> None:
        """Give back the clean page cache, as drop_caches does."""
        self.clean_bytes = min(self.clean_bytes, self.cache_floor)
        self.buffers_bytes = min(self.buffers_bytes, 2e6)

    def read_file(
        self, wanted: float, seconds: float, device: BlockDevice | None = None, request_bytes: float = 131_072
    ) -> float:
        """A program reads from files that are not cached; bytes that it got. They stay in the cache while there is room."""
        got = (device or self.device).read(wanted, request_bytes, seconds)
        self.make_room(got)
        self.clean_bytes += min(got, max(0.0, self.free_bytes))
        return got

    def problems(self) -> list[str]:
        """What does not add up."""
        found = [*self.pool.problems(), *(text for group in self.groups for text in group.problems())]
        if abs(self.written_bytes - self._cleaned - self.dirty_bytes - self.writeback_bytes) > max(
            1.0, 1e-6 * self.written_bytes
        ):
            found.append("memory: other bytes were written by programs than went to disk and are unwritten")
        if self.free_bytes < -1e-6 * self.ram_bytes:
            found.append("memory: more is used than there is")
        if self.swapped_bytes > self.swap_bytes + 1:
            found.append("memory: more is swapped than swap holds")
        if min(self.dirty_bytes, self.writeback_bytes, self.clean_bytes) < -1:
            found.append("memory: less than nothing is cached")
        return found

    # --- how

    def _complete(self) -> None:
        done = min(self.writeback_bytes, self.device.done("cache"))
        self.writeback_bytes -= done
        self.clean_bytes += done
        self._cleaned += done

    def _write_back(self, seconds: float) -> None:
        background, _ = self.limits()
        wanted = 0.0
        if self.stopped:
            wanted = self.dirty_bytes  # those who are stopped hand over all that is left
        elif self.backlog_bytes > background:
            wanted = self.device.write_bps * seconds * self.world.chance.uniform(0.95, 1.05)
        else:
            self._tick += seconds
            if self._tick >= 5:  # what has been dirty for long, twelve times a minute
                self._tick = 0.0
                wanted = self.dirty_bytes * 5 / _EXPIRE_SECONDS + min(self.dirty_bytes, 4e6)
        handed = self.device.submit("cache", min(wanted, self.dirty_bytes), _WRITE_REQUEST)
        self.dirty_bytes -= handed
        self.writeback_bytes += handed

    def make_room(self, wanted: float) -> None:
        """Take clean pages back so that as much becomes free."""
        short = wanted + self.low_bytes * self.world.chance.uniform(1.3, 1.7) - self.free_bytes
        if short > 0:
            self.clean_bytes -= min(short, max(0.0, self.clean_bytes - self.cache_floor))

    def _swap(self, seconds: float) -> None:
        self.swap_device.done("swap")
        short = self.low_bytes - self.free_bytes
        if short > 0:
            taken = min(short, max(0.0, self.clean_bytes - self.cache_floor))
            self.clean_bytes -= taken
            self._swap_out(short - taken)
        self._swap_in(seconds)

    def _swap_out(self, wanted: float) -> None:
        """Write private memory to swap."""
        wanted = self._put_away(wanted)
        if wanted > 0:
            self.swap_device.submit("swap", wanted, _SWAP_REQUEST)
            self._count("pswpout", wanted)

    def _put_away(self, wanted: float) -> float:
        """Put private memory away, what is not in use first, then what is; bytes for which there was room."""
        wanted = min(wanted, self.swap_bytes - self.swapped_bytes)
        if wanted <= 0:
            return 0.0
        cold = {p: max(0.0, p.wants_bytes * (1 - p.hot) - p.swapped_bytes) for p in self.programs}
        left = wanted
        for weights in (cold, {p: p.resident_bytes for p in self.programs}):
            total = sum(weights.values())
            if total > 0 and left > 0:
                part = min(1.0, left / total)
                for program, weight in weights.items():
                    program.swapped_bytes += min(weight * part, program.resident_bytes)
                left -= total * part
        return wanted - left

    def _swap_in(self, seconds: float) -> None:
        """Read back what programs touch; where all is in use something else has to go for it."""
        wanted = {p: p.touch_bps * seconds * self.missing(p) for p in self.programs if not p.stopped}
        total = sum(wanted.values())
        if total < PAGE:
            self.stalled_some = self.stalled_full = 0.0
            return
        got = self.swap_device.read(
            min(total, self.swapped_bytes), _SWAP_REQUEST * self.world.chance.uniform(0.6, 1.3), seconds
        )
        for program, amount in wanted.items():
            program.swapped_bytes = max(0.0, program.swapped_bytes - got * amount / total)
        self._count("pswpin", got)
        self._count("pgmajfault", got / 4)
        late = 1 - got / total
        self.stalled_some = min(0.98, late) * self.world.chance.uniform(0.85, 1.0)
        self.stalled_full = self.stalled_some * self.world.chance.uniform(0.6, 0.8)
        busy = sum(p.cpu for p in self.programs if not p.stopped)
        self.cpu.wait(max(0.0, late * (busy + 2) * self.world.chance.uniform(0.7, 1.4)))
        self.cpu.use(system=0.04 * self.cpu.cpus * late * seconds)

    @staticmethod
    def missing(program: Program) -> float:
        """Part of what a program keeps using that lies in swap."""
        hot = program.wants_bytes * program.hot
        cold = program.wants_bytes - hot
        return max(0.0, program.swapped_bytes - cold) / hot if hot else 0.0

    def _count(self, name: str, amount: float) -> None:
        self.counts[name] += amount / PAGE  # type: ignore[assignment]
