"""A job that writes files through the page cache of a Linux host, or past it."""

from __future__ import annotations

from dataclasses import dataclass

from advisor.training.parts.linux_memory import LinuxMemory

_DIRECT_REQUEST = 1 << 20


@dataclass(eq=False)
class FileWriter:
    """A process that writes as fast as it may.

    Attributes:
        words: its command line; `pid`, `user`: its process.
        memory: of the host.
        source_bps: how fast it could write if nothing held it up.
        total_bytes: how much it writes in all.
        sync: whether it waits at its end until all is on disk.
        direct: whether it passes the page cache by.
        threads: how many tasks of it write.
        done_bytes: written so far; `seconds`: for so long; `waited`: of them, stopped.
    """

    words: str
    pid: int
    user: str
    memory: LinuxMemory
    source_bps: float
    total_bytes: float
    sync: bool = False
    direct: bool = False
    threads: int = 1
    done_bytes: float = 0.0
    seconds: float = 0.0
    waited: float = 0.0
    stopped: bool = False
    waits: bool = False

    @property
    def over(self) -> bool:
        """Whether all is written, or it was stopped."""
        if self.stopped:
            return True
        return self.done_bytes >= self.total_bytes - 1 and not (self.sync and self.memory.backlog_bytes > 1e6)

    def stop(self) -> None:
        """Interrupt it; its files stay as they are."""
        self.stopped = True

    def output(self) -> str:
        """What dd prints at its end."""
        return dd_summary(self.done_bytes, self.seconds)

    def step(self, seconds: float) -> None:
        """Write what the page cache takes, or the disk."""
        self.waits = False
        if self.over:
            return
        self.seconds += seconds
        wanted = min(self.source_bps * seconds, self.total_bytes - self.done_bytes)
        if wanted <= 0:  # only the end of its sync is missing
            self._flush(seconds)
        elif self.direct:
            self._direct(wanted, seconds)
        else:
            taken = self.memory.write(wanted)
            self.waits = taken < wanted / 2
            self.done_bytes += taken
            self.memory.cpu.use(system=taken / 1.2e9)
        if self.waits:
            self.waited += seconds
            self.memory.cpu.wait(self.threads - (0 if self.direct else 1))

    def _flush(self, seconds: float) -> None:
        memory = self.memory
        handed = memory.device.submit("cache", memory.dirty_bytes, 524_288)
        memory.dirty_bytes -= handed
        memory.writeback_bytes += handed
        self.waits = True
        memory.cpu.wait(1)

    def _direct(self, wanted: float, seconds: float) -> None:
        device = self.memory.device
        room = max(0.0, 4 * _DIRECT_REQUEST + device.write_bps * seconds - device.waiting)
        self.done_bytes += device.submit("direct", min(wanted, room), _DIRECT_REQUEST)
        device.done("direct")
        self.memory.cpu.wait(0.9)


def dd_summary(done: float, seconds: float, request: int = 1 << 20) -> str:
    """What dd prints at its end."""
    count, rate = int(done // request), done / max(seconds, 0.001)
    binary = f"{done / 2**30:.1f} GiB" if done >= 2**30 else f"{done / 2**20:.0f} MiB"
    decimal = f"{done / 1e9:.1f} GB" if done >= 1e9 else f"{done / 1e6:.0f} MB"
    speed = (
        f"{rate / 1e9:.1f} GB/s"
        if rate >= 1e9
        else f"{rate / 1e6:.1f} MB/s"
        if rate < 99.5e6
        else f"{rate / 1e6:.0f} MB/s"
    )
    return f"{count}+0 records in\n{count}+0 records out\n{done:.0f} bytes ({decimal}, {binary}) copied, {seconds:.4g} s, {speed}\n"
