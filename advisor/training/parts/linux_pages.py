"""Large pages given out by themselves, and memory of several nodes: what a Linux kernel does for a page when none lies ready.

With transparent huge pages for every program, and faults that wait for one, the kernel compacts memory in the fault: the program
stops, and the processors are busy in the kernel. With zone reclaim a node that is full takes back its own pages although another
node has free ones.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import partial

from advisor.training.files import NoSuchFile
from advisor.training.parts.linux_host import LinuxHost, Task
from advisor.training.parts.linux_memory import Program

FOLDER = "/sys/kernel/mm/transparent_hugepage"
_ENABLED = ("always", "madvise", "never")
_DEFRAG = ("always", "defer", "defer+madvise", "madvise", "never")


class NotTaken(NoSuchFile):
    """A value that the kernel does not take."""


@dataclass(eq=False)
class HugePages:
    """Transparent huge pages of one host.

    Attributes:
        linux: the host.
        program: takes and gives back memory all the time.
        stalls: how often in a second its faults find no huge page, while it is busy.
        enabled, defrag: in force.
        fragmented: whether free memory lies in small pieces, as it does after some weeks.
    """

    linux: LinuxHost
    program: Program
    stalls: float
    enabled: str = "always"
    defrag: str = "always"
    fragmented: bool = True
    _phase: float = 0.0
    _busy: bool = False

    def __post_init__(self) -> None:
        """Make the files, and count what has been."""
        files = self.linux.host.files
        for name, known in (("enabled", _ENABLED), ("defrag", _DEFRAG)):
            show, take = partial(self._shown, name, known), partial(self._set, name, known)
            files.put(f"{FOLDER}/{name}", show, take, f"transparent huge pages, {name}")
        up = self.linux.host.uptime_seconds
        self._count(up * 0.02 * self.stalls)

    @property
    def stops(self) -> bool:
        """Whether a fault of any program may wait for a huge page."""
        return self.stopping(self.enabled)

    def stopping(self, enabled: str) -> bool:
        """The same with another value of `enabled`."""
        return enabled == "always" and self.defrag == "always"

    def at_boot(self) -> str:
        """What the next start sets."""
        found = re.search(r"transparent_hugepage=(always|madvise|never)", self.linux.boot.next_line)
        return found[1] if found else "always"

    def restart(self) -> None:
        """Begin as the boot line says."""
        self.enabled, self.defrag = self.at_boot(), "always"

    def step(self, seconds: float) -> None:
        """Let faults wait, in bursts; what is given out in huge pages shows in AnonHugePages."""
        chance, cpu = self.linux.host.world.chance, self.linux.cpu
        self._phase -= seconds
        if self._phase <= 0:
            self._busy = not self._busy
            self._phase = chance.uniform(2.0, 4.5) if self._busy else chance.uniform(0.8, 2.0)
        self.program.cpu_seconds += self.program.cpu * seconds
        cpu.use(user=self.program.cpu * seconds * (0.6 if self._busy and self.stops else 1.0))
        if self.stops and self.fragmented and self._busy:
            self._count(self.stalls * seconds * chance.uniform(0.8, 1.2))
            cpu.use(system=cpu.cpus * seconds * chance.uniform(0.5, 0.68))
            cpu.wait(0, running=cpu.cpus * 0.8)
        elif self.stops:
            cpu.use(system=cpu.cpus * seconds * 0.06)

    def tasks(self) -> list[Task]:
        """The threads of the kernel that make huge pages."""
        busy = 88.0 if self.stops and self.fragmented else 0.0
        return [
            Task("root", 64, 0, 0, "R" if busy else "S", "-" if busy else "kcompactd", "[kcompactd0]", busy, 7300),
            Task("root", 66, 0, 0, "S", "khugepaged", "[khugepaged]", busy / 5, 2600),
        ]

    def _count(self, stalls: float) -> None:
        counts = self.linux.memory.counts
        for name, share in (("compact_migrate_scanned", 9300), ("compact_free_scanned", 71000), ("compact_isolated", 620),
                            ("compact_stall", 1), ("compact_fail", 0.84), ("compact_success", 0.16), ("thp_fault_alloc", 0.3),
                            ("thp_fault_fallback", 0.84)):  # fmt: skip
            counts[name] += stalls * share  # type: ignore[assignment]

    def _shown(self, name: str, known: tuple[str, ...]) -> str:
        chosen = getattr(self, name)
        return " ".join(f"[{word}]" if word == chosen else word for word in known) + "\n"

    def _set(self, name: str, known: tuple[str, ...], text: str) -> None:
        if text.strip() not in known:
            raise NotTaken("Invalid argument")
        setattr(self, name, text.strip())


@dataclass(eq=False)
class Nodes:
    """Two nodes of memory, one of them filled by a large program.

    Attributes:
        linux: the host, whose `vm.zone_reclaim_mode` decides.
        spread: part of the free memory that lies on the full node while the kernel reclaims within a node.
        tries: how often in a second it tries for pages of the full node then.
        reads_bps: files that fall out of the cache there are read again.
    """

    linux: LinuxHost
    spread: float
    tries: float
    reads_bps: float

    def __post_init__(self) -> None:
        """Count what has been, and let free memory lie where it does."""
        self._count(self.linux.host.uptime_seconds * self.tries * 0.1)
        self.linux.memory.free_shares = self._shares

    def _shares(self) -> list[float]:
        first = self.spread if self.at_work else 0.47
        return [first, 1 - first]

    @property
    def at_work(self) -> bool:
        """Whether the kernel reclaims within a node."""
        return self.linux.settings.number("vm.zone_reclaim_mode") > 0

    def step(self, seconds: float) -> None:
        """Try for pages, and read again what was given up for them."""
        if not self.at_work:
            return
        memory, world = self.linux.memory, self.linux.host.world
        self._count(self.tries * seconds * world.chance.uniform(0.7, 1.3))
        wanted = self.reads_bps * seconds * world.chance.uniform(0.8, 1.2)
        got = memory.device.read(wanted, 32_768 * world.chance.uniform(0.7, 1.2), seconds)
        self.linux.cpu.wait(3 * world.chance.uniform(0.6, 1.4) if got < wanted else 1.0)
        self.linux.cpu.use(system=0.05 * self.linux.cpu.cpus * seconds)

    def _count(self, tries: float) -> None:
        counts = self.linux.memory.counts
        counts["zone_reclaim_success"] += tries * 0.08  # type: ignore[assignment]
        counts["zone_reclaim_failed"] += tries  # type: ignore[assignment]
