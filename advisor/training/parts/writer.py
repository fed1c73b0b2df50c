"""A job that writes a file in requests of one size: through the page cache or past it, as the file system decides."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime

from advisor.training.parts.array import Array
from advisor.training.parts.solaris_memory import SolarisMemory
from advisor.training.world import World


@dataclass
class Writer:
    """A process that writes a new file from its beginning to its end.

    Attributes:
        words: its command line.
        pid: its process.
        path: what it writes.
        request_bytes: size of each write.
        total_bytes: how much it writes in all.
        source_bps: how fast it could write if nothing held it up.
        cached: whether a request goes through the page cache, asked at each step.
        done_bytes: written so far.
        began: when it was started.
    """

    world: World
    words: str
    pid: int
    path: str
    request_bytes: int
    total_bytes: float
    source_bps: float
    memory: SolarisMemory
    volume: Array
    cached: Callable[[int], bool]
    done_bytes: float = 0.0
    seconds: float = 0.0
    stopped: bool = False
    began: datetime = field(init=False)

    def __post_init__(self) -> None:
        """It begins now."""
        self.began = self.world.now

    @property
    def over(self) -> bool:
        """Whether all is written, or it was stopped."""
        return self.stopped or self.done_bytes >= self.total_bytes

    def stop(self) -> None:
        """Interrupt it; its file stays as it is."""
        self.stopped = True

    def output(self) -> str:
        """What dd prints at its end."""
        records = int(self.done_bytes // self.request_bytes)
        return f"{records}+0 records in\n{records}+0 records out\n"

    def step(self, seconds: float) -> None:
        """Write as much as memory or the array takes."""
        if self.over:
            return
        wanted = min(self.source_bps * seconds, self.total_bytes - self.done_bytes)
        if self.cached(self.request_bytes):
            self.done_bytes += self.memory.cache(wanted)
        else:
            self.done_bytes += self.volume.take(wanted, self.request_bytes, seconds)
        self.seconds += seconds
