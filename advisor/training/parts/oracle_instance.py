"""An Oracle instance on Linux: its parameters, how a start gets memory for the SGA, and what its sessions map of it.

At a start each segment asks for huge pages by itself, rounded up. Up to 11.2.0.2 one missing page means none at all, later versions mix;
with USE_LARGE_PAGES=ONLY the start fails. The account must be allowed to lock what lies in huge pages. Under automatic
memory management the SGA is files in /dev/shm, and huge pages are not asked for.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import datetime

from advisor.training.host import Host
from advisor.training.parts.huge_pool import HugePool
from advisor.training.parts.linux_host import LinuxHost, Task
from advisor.training.parts.linux_memory import Program
from advisor.training.parts.mount import Mount
from advisor.training.parts.oracle_alert import AlertLog, Asked, Begun
from advisor.training.parts.sizes import GIB, HUGE, KIB, MIB, PAGE

_UNITS = {"": 1, "K": KIB, "M": MIB, "G": GIB}
BACKGROUND = ("pmon", "psp0", "vktm", "mman", "dbw0", "lgwr", "ckpt", "smon", "reco", "mmon")
_SMALL_SEGMENT = 12 * MIB
_GRANULE = 128 * MIB
_PRIVATE_TABLES = 300 * KIB
_NO_MEMORY = "ORA-27102: out of memory\nLinux-x86_64 Error: 12: Cannot allocate memory"


def amount(text: str) -> float:
    """Bytes of a parameter such as ``40G``; 0 for what is none."""
    found = re.fullmatch(r"(\d{1,15})([KMG]?)B?", text.strip().upper())
    return float(int(found[1]) * _UNITS[found[2]]) if found else 0.0


class NoStart(Exception):
    """A start that failed; the message is what SQL*Plus prints."""


@dataclass
class Instance:
    """One instance.

    Attributes:
        sid: its name.
        version: of the software.
        spfile: parameters as the next start takes them, without those at their default.
        sessions: how many its applications open.
        session_bytes: private memory of one of them.
        touch: share of the SGA that a session has touched after a day.
        autostart: what starts it at boot; returns the memory it may lock then.
        running: whether it is up; `given` holds the parameters in force then.
        limit: what its processes may lock.
        pages: huge pages that it holds, of each node.
        small_bytes: its SGA in small pages.
        in_files: whether that lies in /dev/shm.
        on_start: called when it started: processes have new numbers.
        begun: what the last start asked for; None where it asked for no huge pages.
    """

    host: Host
    sid: str
    version: str
    linux: LinuxHost
    shm: Mount
    log: AlertLog
    spfile: dict[str, str]
    sessions: int
    session_bytes: float
    touch: float
    home: str
    autostart: Callable[[], float] | None = None
    running: bool = False
    given: dict[str, str] = field(default_factory=dict)
    limit: float = 0.0
    pages: list[int] = field(default_factory=list)
    small_bytes: float = 0.0
    in_files: bool = False
    started: datetime = datetime.min
    pid: int = 0
    shmid: int = 0
    begun: Begun | None = None
    on_start: list[Callable[[], None]] = field(default_factory=list)
    program: Program = field(init=False)

    def __post_init__(self) -> None:
        """Take part in the memory of the host."""
        self.program = self.linux.start_program(Program("oracle", 0, "", 0.0, hot=0.97, touch_bps=130e6))
        self.pool.holders.append(self)
        self.linux.more_tasks.append(self.tasks)
        self.linux.add(self)

    @property
    def pool(self) -> HugePool:
        """The huge pages of its host."""
        return self.linux.memory.pool

    # --- what it asks for

    def parameter(self, name: str, default: str = "") -> str:
        """A parameter in force."""
        return self.given.get(name, default)

    @property
    def spfile_path(self) -> str:
        """Where its parameters lie."""
        return f"{self.home}/dbs/spfile{self.sid}.ora"

    def target(self, given: dict[str, str]) -> float:
        """MEMORY_MAX_TARGET, or MEMORY_TARGET: 0 without automatic memory management."""
        return max(amount(given.get("memory_target", "0")), amount(given.get("memory_max_target", "0")))

    def sga(self, given: dict[str, str]) -> float:
        """Size of the SGA, bytes: of granules."""
        target = self.target(given)
        wanted = (
            0.6 * target
            if target
            else max(amount(given.get("sga_max_size", "0")), amount(given.get("sga_target", "0")))
        )
        return math.ceil(wanted / _GRANULE) * _GRANULE

    def segments(self, given: dict[str, str]) -> list[tuple[int | None, int]]:
        """The segments that it asks huge pages for: on which node, and how many pages."""
        whole = math.ceil(self.sga(given) / HUGE)
        nodes = len(self.pool.nodes)
        if given.get("_enable_NUMA_support", "FALSE").upper() == "TRUE" and nodes > 1:
            common = math.ceil(whole * 0.024)
            each = math.ceil((whole - common) / nodes)
            return [(None, common), *((node, each) for node in reversed(range(nodes)))]
        small = _SMALL_SEGMENT // HUGE
        return [(None, small), (None, whole - small), (None, 1)]

    @property
    def wanted(self) -> int:
        """Huge pages that the next start asks for."""
        return sum(pages for _, pages in self.segments(self.spfile))

    # --- start and stop

    def start(self, limit: float) -> None:
        """Start it from a shell or a service that may lock so much.

        Raises:
            NoStart: it cannot start.
        """
        given = dict(self.spfile)
        self.pid = self.host.world.chance.randint(2400, 29_000)
        self.log.begins(self.pid)
        self.host.world.wait(2)
        if self.target(given):
            self._in_files(given)
        else:
            self._in_segments(given, limit)
        if self.small_bytes and not self.linux.memory.bears(self.small_bytes):
            self.stop()
            self.log.say(_NO_MEMORY)
            raise NoStart(_NO_MEMORY)
        self.given, self.limit, self.running, self.started = given, limit, True, self.host.world.now
        self.shmid = self.host.world.chance.randint(1, 40) * 32768
        self.log.parameters(given, self.spfile_path)
        self.log.opens(self.pid + 4)
        for call in self.on_start:
            call()

    def _in_files(self, given: dict[str, str]) -> None:
        needed = self.target(given)
        room = max(0.0, self.shm.size_bytes - self.shm.used())
        if room < needed:
            self.log.say(
                "WARNING: You are trying to use the MEMORY_TARGET feature. This feature requires the /dev/shm file system to be mounted "
                f"for at least {needed:.0f} bytes. /dev/shm is either not mounted or is mounted with available space less than this size. "
                f"Please fix this so that MEMORY_TARGET can work as expected. Current available is {room:.0f} and used is "
                f"{self.shm.used():.0f} bytes. Ensure that the mount point is /dev/shm for this directory.",
                "memory_target needs larger /dev/shm",
            )
            raise NoStart("ORA-00845: MEMORY_TARGET not supported on this system")
        self.in_files, self.small_bytes, self.pages, self.begun = (
            True,
            self.sga(given),
            [0] * len(self.pool.nodes),
            None,
        )

    def _in_segments(self, given: dict[str, str], limit: float) -> None:
        use = given.get("use_large_pages", "TRUE").upper()
        self.in_files, self.pages = False, [0] * len(self.pool.nodes)
        if use == "FALSE":
            self.begun, self.small_bytes = None, self.sga(given)
            return
        begun = self._ask(given, limit, use == "ONLY")
        self.begun = begun
        self.log.large_pages(begun)
        if begun.got < begun.wanted and (begun.only or self.log.form == "segments"):
            self.pages = [0] * len(self.pool.nodes)
            if begun.only:
                if self.log.form == "table":
                    self.log.say(self._refusal(begun))
                raise NoStart(self._refusal(begun))
            begun.asked = [one._replace(got=0) for one in begun.asked]
        self.small_bytes = max(0.0, (begun.wanted - begun.got) * HUGE)

    def _ask(self, given: dict[str, str], limit: float, only: bool) -> Begun:
        nodes = range(len(self.pool.nodes))
        begun = Begun(self.pool.pages, sum(self.pool.to_give(n) for n in nodes), limit, only)
        locked = 0
        for node, pages in self.segments(given):
            free = sum(self.pool.to_give(n) for n in nodes)
            allowed = locked + pages * HUGE <= limit
            begun.denied = begun.denied or not allowed
            got = self._take(node, pages) if allowed else 0
            locked += got * HUGE
            begun.asked.append(Asked(pages, node, got, free))
            if got < pages and only:
                begun.asked += [Asked(more, place, 0, free) for place, more in self.segments(given)[len(begun.asked) :]]
                break
        return begun

    def _take(self, node: int | None, pages: int) -> int:
        """Take pages of one node, or of all in turn."""
        places = [node] if node is not None else sorted(range(len(self.pages)), key=self.pool.to_give)
        got = 0
        for place, number in enumerate(places):
            share = math.ceil((pages - got) / (len(places) - place))
            take = min(share, max(0, self.pool.to_give(number)))
            self.pages[number] += take
            got += take
        return got

    def _refusal(self, begun: Begun) -> str:
        if begun.denied:
            return "ORA-27125: unable to create shared memory segment\nLinux-x86_64 Error: 1: Operation not permitted"
        if self.log.form == "segments":
            return _NO_MEMORY
        return "ORA-27137: unable to allocate large pages to create a shared memory segment\nLinux-x86_64 Error: 12: Cannot allocate memory"

    def stop(self) -> None:
        """Shut it down; its memory is free again."""
        self.running = False
        self.small_bytes, self.pages, self.in_files = 0.0, [0] * len(self.pool.nodes), False
        self.program.wants_bytes = self.program.swapped_bytes = 0.0

    def shut(self) -> None:
        """Shut it down in order, and say so in the log."""
        self.log.say("Shutting down instance (immediate)")
        self.host.world.wait(25)
        self.log.say("ALTER DATABASE CLOSE NORMAL", "Completed: ALTER DATABASE CLOSE NORMAL")
        self.host.world.wait(8)
        self.stop()
        self.log.say("Instance shutdown complete")

    def booted(self) -> None:
        """The host restarted: it was not shut down, and is started again where something starts it."""
        self.stop()
        if self.autostart is not None:
            try:
                self.start(self.autostart())
            except NoStart:
                return

    # --- what it holds

    @property
    def age(self) -> float:
        """Seconds since it started."""
        return max(0.0, (self.host.world.now - self.started).total_seconds()) if self.running else 0.0

    @property
    def in_huge_pages(self) -> bool:
        """Whether it is up with the whole SGA in huge pages."""
        return self.running and self.small_bytes == 0 and sum(self.pages) > 0

    def huge_pages(self, node: int) -> int:
        """Pages that it holds of a node."""
        return self.pages[node] if self.pages else 0

    def huge_untouched(self, node: int) -> int:
        """Of them, those not touched yet."""
        return int(self.huge_pages(node) * (0.006 + 0.9 * math.exp(-self.age / 90)))

    def small_shared_bytes(self) -> float:
        """Its SGA in small pages, as far as it was touched."""
        return self.small_bytes * (0.97 - 0.94 * math.exp(-self.age / 900)) if self.running else 0.0

    def mappers(self) -> int:
        """Its processes: those in the background, and a session each."""
        return len(BACKGROUND) + 22 + self.open_sessions if self.running else 0

    @property
    def open_sessions(self) -> int:
        """Sessions that are open: applications come back within two minutes."""
        return round(self.sessions * min(1.0, self.age / 120)) if self.running else 0

    def private_bytes(self) -> float:
        """PGA and private memory of its processes."""
        return self.mappers() * self.session_bytes

    def table_bytes(self) -> float:
        """Page tables of its processes: over private memory little, over the SGA in small pages once for each of them."""
        touched = self.touch * (1 - math.exp(-self.age / 1500))
        return self.mappers() * (_PRIVATE_TABLES + self.small_shared_bytes() * touched / PAGE * 8)

    def step(self, seconds: float) -> None:
        """Its sessions come, and have work."""
        self.program.wants_bytes = self.private_bytes()
        self.program.swapped_bytes = min(self.program.swapped_bytes, self.program.wants_bytes)
        load, world, disk = self.open_sessions / 100, self.host.world, self.linux.disks[-1]
        memory, cpu = self.linux.memory, self.linux.cpu
        self.program.cpu = 0.02 * load * cpu.cpus
        going = 1 - 0.7 * memory.stalled_some * (memory.missing(self.program) > 0)
        cpu.use(user=self.program.cpu * going * seconds, system=0.3 * self.program.cpu * going * seconds)
        disk.read(world.about(3e5 * load * seconds, 0.2), 16 * KIB, seconds)
        disk.submit(self.sid, world.about(2e5 * load * seconds, 0.2), 16 * KIB)
        disk.done(self.sid)

    def processes(self) -> Iterator[tuple[int, str]]:
        """Its processes: number and name."""
        if self.running:
            for number, name in enumerate(BACKGROUND):
                yield self.pid + 4 + number * 2, f"ora_{name}_{self.sid}"
            for number in range(min(self.open_sessions, 400)):
                yield self.pid + 60 + number * 3, f"oracle{self.sid} (LOCAL=NO)"

    def tasks(self) -> list[Task]:
        """The same as ps shows them: each with what it touched of the SGA."""
        away = self.program.swapped_bytes / max(1.0, self.program.wants_bytes)
        size = round((self.sga(self.given) + 220 * MIB) / KIB)
        resident = round((self.small_shared_bytes() * self.touch + self.session_bytes * (1 - away)) / KIB)
        share = 100 * self.program.cpu / max(1, self.mappers())
        return [
            Task("oracle", pid, resident, size, "Ss", "SYSC_semtimedop", words, share, self.age / 400 + pid % 47, self.started)
            for pid, words in self.processes()
        ]  # fmt: skip

    def segment_list(self) -> list[tuple[int, int]]:
        """Its System V segments: identifier and bytes."""
        if not self.running:
            return []
        if self.in_files:
            return [(self.shmid, PAGE)]
        sizes = [pages * HUGE for _, pages in self.segments(self.given)]
        return [(self.shmid + 32769 * n, one) for n, one in enumerate(sizes)]
