"""A simulated host: who it is, its files, its jobs, and what happens when it restarts."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, NamedTuple, Protocol

from advisor.training.files import Files
from advisor.training.world import World

if TYPE_CHECKING:
    from advisor.training.tools.tool import Tool


class Process(NamedTuple):
    """A process as ps shows it."""

    user: str
    pid: int
    words: str


class Interface(NamedTuple):
    """A network interface and how many packets a second it carries."""

    name: str
    mtu: int
    net: str
    address: str
    packets: float


class Job(Protocol):
    """A command that is still running."""

    words: str

    @property
    def over(self) -> bool:
        """Whether it has ended."""
        ...

    def output(self) -> str:
        """What it printed at its end."""
        ...

    def stop(self) -> None:
        """Interrupt it."""
        ...


@dataclass(eq=False)
class Host:
    """One host of a world.

    Attributes:
        name: as its prompt shows it.
        system: ``solaris`` or ``linux``.
        release: what ``uname -a`` prints.
        ram_bytes: physical memory.
        page_bytes: size of a page.
        cpus: how many processors.
        booted: when it started last.
        files: its file tree.
        parts: the mechanisms on it, by name, for its tools.
        tools: the commands that can be run on it.
        processes: what runs all the time.
        interfaces: its network interfaces; `network_errors` damaged frames that each received, where there are any.
        at_boot: called after each restart, in this order: settings that are in no file are forgotten here.
        jobs: running in the background, by number.
        restart_seconds: how long a restart takes.
        next_pid: the number of the newest process.
    """

    world: World
    name: str
    system: str
    release: str
    ram_bytes: int
    cpus: int
    booted: datetime
    page_bytes: int = 4096
    files: Files = field(default_factory=Files)
    parts: dict[str, object] = field(default_factory=dict)
    tools: dict[str, Tool] = field(default_factory=dict)
    processes: list[Process] = field(default_factory=list)
    interfaces: list[Interface] = field(default_factory=list)
    network_errors: dict[str, int] = field(default_factory=dict)
    at_boot: list[Callable[[], None]] = field(default_factory=list)
    jobs: dict[int, Job] = field(default_factory=dict)
    restart_seconds: float = 300.0
    next_pid: int = 4400

    def __post_init__(self) -> None:
        """Directories that every host has."""
        for folder in ("/etc", "/tmp", "/root", "/var/adm", "/var/log"):
            self.files.folder(folder)

    def pid(self) -> int:
        """A number for a new process."""
        self.next_pid += self.world.chance.randint(3, 40)
        return self.next_pid

    def restart(self) -> None:
        """Restart: jobs end, time passes, and what is in no file is forgotten."""
        for job in self.jobs.values():
            job.stop()
        self.jobs.clear()
        self.world.wait(self.restart_seconds)
        self.booted = self.world.now - timedelta(seconds=40)
        for boot in self.at_boot:
            boot()

    load: Callable[[], float] | None = None

    def load_averages(self) -> tuple[float, float, float]:
        """Load over 1, 5 and 15 minutes, about."""
        now = self.load() if self.load else 0.2
        return now, now * 0.9, now * 0.8

    @property
    def uptime_seconds(self) -> float:
        """Seconds since the last start."""
        return (self.world.now - self.booted).total_seconds()
