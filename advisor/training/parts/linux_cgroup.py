"""A service in a control group of version 2 with a limit of memory: its unwritten data has a limit of its own.

The ratios of the kernel count for a group as they do for the host: of its file pages and what its limit leaves free
(linux-cgroup-v2: Writeback). A batch larger than that has to wait for the disk; the rest of the host does not notice.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field

from advisor.training.parts.linux_host import LinuxHost, Task
from advisor.training.parts.linux_memory import Program
from advisor.training.parts.service import Service

_SPANS = (10, 60, 300)
_REQUEST = 524_288


@dataclass(eq=False)
class WritingGroup:
    """A service that computes for a while, writes a batch of files, and begins anew.

    Attributes:
        linux: the host; `service`: it is run as; `program`: its process.
        max_bytes: memory.max, in force.
        batch_bytes: of one batch; `source_bps`: how fast it could write it; `pause`: seconds of computing between two.
        clean, dirty, writeback: its file pages, bytes.
        stopped: whether its writers are stopped now.
        averages, totals: of io.pressure.
    """

    linux: LinuxHost
    service: Service
    program: Program
    max_bytes: float
    batch_bytes: float
    source_bps: float
    pause: float
    clean: float = 0.0
    dirty: float = 0.0
    writeback: float = 0.0
    stopped: bool = False
    written: float = 0.0
    cleaned: float = 0.0
    hits: float = 0.0
    averages: dict[int, float] = field(default_factory=lambda: dict.fromkeys(_SPANS, 0.0))
    total: float = 0.0
    _left: float = 0.0
    _wait: float = 0.0

    def __post_init__(self) -> None:
        """Make its files, and let systemd set its limit."""
        files, folder = self.linux.host.files, self.folder
        self.first_max = self.max_bytes
        files.put(f"{folder}/memory.max", lambda: f"{self.max_bytes:.0f}\n")
        files.put(f"{folder}/memory.high", "max\n")
        files.put(f"{folder}/memory.current", lambda: f"{self.current:.0f}\n")
        files.put(f"{folder}/memory.events", lambda: f"low 0\nhigh 0\nmax {self.hits:.0f}\noom 0\noom_kill 0\n")
        files.put(f"{folder}/memory.stat", self._stat)
        files.put(f"{folder}/io.pressure", self._pressure)
        files.put(f"{folder}/io.max", "")
        files.put(
            f"{folder}/cpu.stat",
            lambda: f"usage_usec {self.program.cpu_seconds * 1e6:.0f}\nnr_periods 0\nnr_throttled 0\n",
        )
        self.service.properties |= {"MemoryMax": f"{self.max_bytes:.0f}", "MemoryHigh": "infinity"}
        self.service.set_property = self._set_property
        self.linux.memory.groups.append(self)

    @property
    def folder(self) -> str:
        """Where its files lie."""
        return f"/sys/fs/cgroup/system.slice/{self.service.name}"

    @property
    def current(self) -> float:
        """All memory of the group."""
        return self.program.resident_bytes + self.file_bytes

    @property
    def file_bytes(self) -> float:
        """Its file pages."""
        return self.clean + self.dirty + self.writeback

    def limits(self, max_bytes: float | None = None) -> tuple[float, float]:
        """Its background limit and its limit, bytes: of those of the host its share."""
        memory = self.linux.memory
        own = max(0.0, (max_bytes or self.max_bytes) - self.program.resident_bytes)
        background, limit = memory.limits()
        part = own / max(memory.dirtyable_bytes, own)
        return background * part, limit * part

    def fits(self, max_bytes: float) -> bool:
        """Whether a batch finds room between what waits for the background writer and where writers are slowed."""
        background, limit = self.limits(max_bytes)
        return (limit - background) / 2 >= self.batch_bytes * (1 - self.linux.memory.device.write_bps / self.source_bps)

    def at_boot(self) -> float:
        """The limit that systemd sets at the next start."""
        files, path = self.linux.host.files, f"/etc/systemd/system.control/{self.service.name}.d/50-MemoryMax.conf"
        text = files.read(path) if files.has(path) else ""
        number = text.partition("MemoryMax=")[2].strip()
        return float(number) if number.isdecimal() else self.first_max

    def restart(self) -> None:
        """Begin anew, with the limit that the files say."""
        self.max_bytes = self.at_boot()
        self.service.properties["MemoryMax"] = f"{self.max_bytes:.0f}"
        self.clean = self.dirty = self.writeback = self.written = self.cleaned = self.hits = self._left = 0.0
        self.stopped = False

    def catch_up(self, seconds: float) -> None:
        """Write one batch that the disk needs so long for."""
        self._left = max(self._left, self.linux.memory.device.write_bps * seconds)
        self._wait = 0.0

    def step(self, seconds: float) -> None:
        """Complete, write, hand over."""
        memory = self.linux.memory
        done = min(self.writeback, memory.device.done(self.service.name))
        self.writeback, self.clean, self.cleaned = self.writeback - done, self.clean + done, self.cleaned + done
        waits = self._write(seconds)
        background, _ = self.limits()
        if self.stopped or self.dirty + self.writeback > background:
            wanted = min(self.dirty, memory.device.write_bps * seconds)
            handed = memory.device.submit(self.service.name, wanted, _REQUEST)
            self.dirty, self.writeback = self.dirty - handed, self.writeback + handed
        share = 1.0 if waits else 0.0
        self.total += share * seconds * 1e6
        for span in _SPANS:
            keep = math.exp(-seconds / span)
            self.averages[span] = self.averages[span] * keep + 100 * share * (1 - keep)

    def _write(self, seconds: float) -> bool:
        """Write of the batch what may be written; whether it has to wait."""
        memory = self.linux.memory
        if self._wait > 0 or not self.service.active:
            self._wait -= seconds
            self.program.cpu_seconds += seconds
            return False
        if self._left <= 0:
            self._left = self.batch_bytes
        background, limit = self.limits()
        backlog = self.dirty + self.writeback
        if self.stopped and backlog <= (background + limit) / 2:
            self.stopped = False
        taken = 0.0 if self.stopped else min(self._left, self.source_bps * seconds, max(0.0, limit - backlog))
        room = self.max_bytes - self.current
        if taken > room:  # its own clean pages go first
            self.hits += (taken - room) / 131_072
            self.clean -= min(self.clean, taken - room)
        memory.make_room(taken)
        self.dirty += taken
        self.written += taken
        self._left -= taken
        if self._left <= 0:
            self._wait = self.pause * self.linux.host.world.chance.uniform(0.85, 1.15)
        wanted = min(self._left, self.source_bps * seconds)
        self.stopped = self._left > 0 and taken < wanted
        if self.stopped:
            memory.cpu.wait(1)
        return self.stopped

    def tasks(self) -> list[Task]:
        """Its writing thread, as ps -eL would show it."""
        if not self.stopped:
            return []
        pid = self.program.pid + 1
        return [
            Task(
                self.program.user,
                pid,
                31_000,
                412_000,
                "Dl",
                "balance_dirty_pages",
                f"{self.program.words} --writer",
                0.8,
                77,
            )
        ]

    def problems(self) -> list[str]:
        """What does not add up."""
        found = []
        if abs(self.written - self.cleaned - self.dirty - self.writeback) > max(1.0, 1e-6 * self.written):
            found.append("group: other bytes were written than went to disk and are unwritten")
        if self.current > self.max_bytes * 1.001:
            found.append("group: more memory than its limit")
        return found

    def _stat(self) -> str:
        rows = {
            "anon": self.program.resident_bytes, "file": self.file_bytes, "file_dirty": self.dirty, "file_writeback": self.writeback,
            "inactive_anon": 0.0, "active_anon": self.program.resident_bytes, "inactive_file": 0.9 * self.file_bytes,
            "active_file": 0.1 * self.file_bytes,
        }  # fmt: skip
        return "".join(f"{name} {max(0.0, value) // 4096 * 4096:.0f}\n" for name, value in rows.items())

    def _pressure(self) -> str:
        out = ""
        for kind, part in (("some", 1.0), ("full", 0.96)):
            averages = " ".join(f"avg{span}={self.averages[span] * part:.2f}" for span in _SPANS)
            out += f"{kind} {averages} total={self.total * part:.0f}\n"
        return out

    def _set_property(self, name: str, value: str, runtime: bool) -> str:
        units = {"K": 1 << 10, "M": 1 << 20, "G": 1 << 30}
        number = value[:-1] if value[-1:] in units else value
        if name != "MemoryMax" or not number.isdecimal():
            return f"Failed to parse {name}= parameter: {value}"
        self.max_bytes = float(number) * units.get(value[-1:], 1)
        self.service.properties[name] = f"{self.max_bytes:.0f}"
        if not runtime:
            folder = f"/etc/systemd/system.control/{self.service.name}.d"
            self.linux.host.files.folder(folder)
            self.linux.host.files.put(f"{folder}/50-MemoryMax.conf", f"[Service]\nMemoryMax={self.max_bytes:.0f}\n")
        return ""
