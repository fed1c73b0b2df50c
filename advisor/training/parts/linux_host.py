"""A Linux host put together: memory, processors, disks, settings, mounts, services and the kernel log, with the files below /proc."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import NamedTuple

from advisor.training.host import Host, Process
from advisor.training.parts import linux_files
from advisor.training.parts.block_device import BlockDevice
from advisor.training.parts.distributions import DISTRIBUTIONS, Daemon
from advisor.training.parts.file_writer import FileWriter
from advisor.training.parts.huge_pool import POOL
from advisor.training.parts.kernel_log import KernelLog
from advisor.training.parts.linux_boot import Boot
from advisor.training.parts.linux_cpu import LinuxCpu
from advisor.training.parts.linux_memory import LinuxMemory, Program
from advisor.training.parts.linux_settings import LinuxSettings
from advisor.training.parts.mount import Mount
from advisor.training.parts.pressure import Pressure
from advisor.training.parts.service import Service
from advisor.training.parts.together import Together
from advisor.training.world import Part, World


class Task(NamedTuple):
    """A task as ps and top show it; sizes in kB, `since` where it started later than the host."""

    user: str
    pid: int
    rss: int
    vsz: int
    state: str
    place: str
    words: str
    cpu: float
    seconds: float
    since: datetime | None = None


@dataclass(eq=False)
class LinuxHost:
    """The parts of one host, for its tools.

    Attributes:
        host: it is.
        release: its distribution, a key of `DISTRIBUTIONS`.
        memory, cpu, settings, boot, log, pressure: its parts.
        disks: whole disks.
        mounts: what is mounted.
        services: of systemd, by name.
        writers: jobs that write files.
        more_tasks: gives further rows for ps and top, such as threads of the kernel that are busy.
    """

    host: Host
    release: str
    memory: LinuxMemory
    cpu: LinuxCpu
    settings: LinuxSettings
    boot: Boot
    log: KernelLog
    pressure: Pressure
    disks: list[BlockDevice]
    together: Together
    mounts: list[Mount] = field(default_factory=list)
    services: dict[str, Service] = field(default_factory=dict)
    writers: list[FileWriter] = field(default_factory=list)
    more_tasks: list[Callable[[], list[Task]]] = field(default_factory=list)

    @property
    def kernel(self) -> tuple[int, ...]:
        """Its kernel's version as numbers."""
        found = re.match(r"(\d+)\.(\d+)(?:\.(\d+))?", DISTRIBUTIONS[self.release].kernel)
        assert found
        return tuple(int(n or 0) for n in found.groups())

    def mount(self, mount: Mount) -> None:
        """A file system that is mounted now and at each start."""
        self.mounts.append(mount)
        line = f"{mount.device:<24} {mount.path:<20} {mount.kind:<8} defaults 0 0\n"
        self.host.files.write("/etc/fstab", line, more=True)
        self.host.files.folder(mount.path)

    def add(self, part: Part) -> None:
        """Let a part act before memory, disks and processors in each slice."""
        self.together.parts.insert(0, part)

    def start_writer(self, writer: FileWriter) -> None:
        """Let a job write from now on."""
        self.writers.append(writer)
        self.add(writer)

    def start_program(self, program: Program) -> Program:
        """Let a program have memory from now on."""
        self.memory.programs.append(program)
        return program

    def stop_program(self, program: Program) -> None:
        """End a program; its memory and its swap are free at once."""
        program.stopped = True
        program.wants_bytes = program.swapped_bytes = 0.0
        if program in self.memory.programs:
            self.memory.programs.remove(program)

    def tasks(self) -> list[Task]:
        """What ps shows: threads of the kernel, what runs all the time, programs, and jobs."""
        total = self.cpu.cpus
        first = "/sbin/init" if self.kernel < (3, 0) else "/usr/lib/systemd/systemd --system"
        rows = [Task("root", 1, 9_800, 171_000, "Ss", "ep_poll", first, 0.0, 41)]
        rows += [
            Task("root", pid, 0, 0, "S", "kthread", f"[{name}]", 0.0, 3)
            for pid, name in ((2, "kthreadd"), (71, "kswapd0"))
        ]
        rows += [
            Task(p.user, p.pid, 14_000 + p.pid % 97 * 60, 130_000, "Ss", "poll_s", p.words, 0.0, p.pid % 60)
            for p in self.host.processes
        ]
        for p in (p for p in self.memory.programs if p.words):
            waits = self.memory.missing(p) > 0 and self.memory.stalled_some > 0.3
            rss, size = (
                round((p.resident_bytes + p.shared_bytes) / 1024),
                round((p.wants_bytes + p.shared_bytes) * 1.15 / 1024),
            )
            share = 100 * min(p.cpu, total) * (1 - 0.9 * self.memory.stalled_some * (self.memory.missing(p) > 0))
            rows.append(Task(p.user, p.pid, rss, size + 40_000, "Dsl" if waits else "Ssl", "io_schedule" if waits else "futex_wait",
                             p.words, share, p.cpu_seconds))  # fmt: skip
        jobs = [job for job in self.host.jobs.values() if isinstance(job, FileWriter)]
        rows += [t for w in dict.fromkeys([*self.writers, *jobs]) if not w.over for t in self._writer_rows(w)]
        return [*rows, *(task for more in self.more_tasks for task in more())]

    def _writer_rows(self, writer: FileWriter) -> list[Task]:
        place = "balance_dirty_pages" if self.kernel >= (2, 6, 36) else "blk_congestion_wait"
        state = "D" if writer.waits else "R"
        return [Task(writer.user, writer.pid + n, 1_300, 108_000, state, place if writer.waits else "-", writer.words,
                     0.5 if writer.waits else 30.0, writer.done_bytes / 1.2e9) for n in range(writer.threads)]  # fmt: skip

    def problems(self) -> list[str]:
        """What does not add up."""
        return [*self.memory.problems(), *(text for disk in self.disks for text in disk.problems())]

    def restart(self) -> None:
        """What a restart does to all of it: services that are enabled start again."""
        for disk in self.disks:
            disk.forget()
        self.begin()
        self.cpu.restart()
        line = self.host.files.read("/proc/cmdline").strip()
        at_start = self.log.at_start
        self.log.at_start = [
            (at, f"Command line: {line}" if text.startswith("Command line:") else text) for at, text in at_start
        ]
        self.log.restart()
        for writer in self.writers:
            writer.stop()
        self.writers.clear()
        for service in self.services.values():
            if service.active:
                service.stop()
            service.active = False
            service.reread()
            if service.enabled:
                service.begin()

    def begin(self) -> None:
        """Memory and settings as the start leaves them: of the boot line, the files of sysctl, and rc.local."""
        self.boot.restart()
        self.memory.starting = True
        self.memory.restart()
        self.settings.defaults[POOL] = str(Boot.pages(self.boot.line))
        self.settings.restart()
        self.boot.run_local()
        self.memory.pool.fragment(0.02)
        self.memory.starting = False

    def pages_after(self) -> list[int]:
        """Huge pages of each node after the next start, while nothing else holds memory."""
        given = dict(self.settings.lines()).get(POOL, "")
        total = int(given) if given.isdecimal() else Boot.pages(self.boot.next_line)
        count = len(self.memory.pool.nodes)
        of_one = self.boot.node_pages()
        return [of_one.get(n, total // count + (n < total % count)) for n in range(count)]


@dataclass(eq=False)
class Hum:
    """What goes on on every host: a log line here, a file read there, slab that comes and goes."""

    linux: LinuxHost

    def step(self, seconds: float) -> None:
        """Let a little of it happen."""
        world, memory, disk = self.linux.host.world, self.linux.memory, self.linux.disks[0]
        memory.slab_bytes += world.chance.uniform(-1, 1) * 80e3
        if not memory.stopped and world.chance.random() < 0.4 * seconds:  # who writes waits while writers are stopped
            disk.submit("hum", 8192 * world.chance.randint(1, 30), 16_384)
        disk.done("hum")
        if world.chance.random() < 0.15 * seconds:
            memory.read_file(4096 * world.chance.randint(1, 30), seconds, disk, 16_384)


def _service_of(host: Host, daemon: Daemon) -> Service:
    """What runs on every host of a release, as a service whose process comes and goes with it."""
    process = Process("root", daemon.pid, daemon.words)

    def stop() -> None:
        host.processes.remove(process)

    host.processes.append(process)
    return Service(
        daemon.service, daemon.about, lambda: host.processes.append(process), stop, pid=daemon.pid, needed=False
    )


def linux_host(
    world: World, name: str, release: str, ram_bytes: float, cpus: int, disks: list[BlockDevice], swap_bytes: float,
    days_up: int = 40, cached: float = 0.5, nodes: int = 1,
) -> LinuxHost:  # fmt: skip
    """A host with its parts; what runs on it is added by whoever asked. `cached` is the part of memory that holds files.

    The first disk carries the system and swap, the last one the data.
    """
    made = DISTRIBUTIONS[release]
    booted = world.now - timedelta(days=days_up, seconds=world.chance.randint(4_000, 40_000))
    machine = "" if "amd64" in made.kernel or "generic" in made.kernel else " x86_64 x86_64"
    host = Host(
        world,
        name,
        "linux",
        f"Linux {name} {made.kernel} {made.build} x86_64{machine} GNU/Linux",
        round(ram_bytes),
        cpus,
        booted,
    )
    settings = LinuxSettings(
        host, linux_files.setting_defaults(made.dirty_ratio, made.dirty_background_ratio, made.kernel)
    )
    cpu = LinuxCpu(world, cpus)
    memory = LinuxMemory(
        world, ram_bytes, settings, cpu, disks[-1], disks[0], swap_bytes, 0.02 * ram_bytes + 150e6, 0.012 * ram_bytes + 40e6,
        clean_bytes=cached * ram_bytes, buffers_bytes=world.chance.uniform(0.5, 2) * 40e6, cache_floor=0.01 * ram_bytes + 50e6,
        nodes=nodes,
    )  # fmt: skip
    log, pressure = KernelLog(host, timed=release not in ("el5", "el6")), Pressure()
    boot = Boot(host, f"/dev/{disks[0].name}3", old=release in ("el5", "el6"))
    together = Together([memory, *disks, cpu])
    linux = LinuxHost(host, release, memory, cpu, settings, boot, log, pressure, disks, together)
    pressure.sources = {
        "memory": lambda: (memory.stalled_some, memory.stalled_full),
        "io": lambda: (1.0 if cpu.blocked else 0.0, 0.9 if cpu.blocked and cpu.running < 1 else 0.0),
        "cpu": lambda: (min(1.0, max(0, cpu.running - cpus) / cpus), 0.0),
    }
    linux.add(Hum(linux))
    for daemon in made.daemons:
        linux.services[daemon.service] = _service_of(host, daemon)
    world.parts += [together, pressure]
    host.parts |= {"linux": linux, "memory": memory, "cpu": cpu, "settings": settings, "log": log}
    host.load = lambda: cpu.loads[0]
    host.at_boot.append(linux.restart)
    linux_files.furnish(linux)
    return linux
