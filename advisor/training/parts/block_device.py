"""A drive or an array as Linux sees it: requests wait in its queue, are completed at its rate, and are counted as /proc/diskstats does."""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass, field

SHOWN_REQUESTS = 128
"""So many requests stand in the queue of a device by default; pages beyond them wait for a place in it."""


@dataclass
class BlockDevice:
    """One whole disk.

    Attributes:
        name: such as ``sda``.
        size_bytes: its size.
        write_bps: bytes a second that it writes in sequence.
        read_bps: bytes a second that it reads in sequence.
        request_seconds: what each request costs beside its bytes: a seek on a disk, next to nothing on flash.
        queue_bytes: so much may be handed over and wait.
        model: what ``lsblk`` and the kernel log call it.
        rotational: whether it is a disk that turns.
        counts: since the start: reads, writes, read_bytes, write_bytes (completed), in_bytes, out_bytes (handed over, which vmstat
            counts in bi and bo), read_wait, write_wait (seconds that requests waited, summed), busy and queued (seconds).
    """

    name: str
    size_bytes: float
    write_bps: float
    read_bps: float
    request_seconds: float = 0.0
    queue_bytes: float = math.inf
    model: str = "VIRTUAL-DISK"
    rotational: bool = True
    counts: Counter[str] = field(default_factory=Counter)
    _waiting: dict[str, tuple[float, float]] = field(default_factory=dict)
    _completed: Counter[str] = field(default_factory=Counter)
    _used: float = 0.0

    @property
    def waiting(self) -> float:
        """Bytes that were handed over and are not written."""
        return sum(amount for amount, _ in self._waiting.values())

    @property
    def requests(self) -> float:
        """Requests that were handed over and are not completed."""
        return sum(count for _, count in self._waiting.values())

    def submit(self, owner: str, wanted: float, request_bytes: float) -> float:
        """Hand over writes; bytes that found a place in the queue. `owner` asks for what was completed by `done`."""
        taken = max(0.0, min(wanted, self.queue_bytes - self.waiting))
        if taken:
            amount, count = self._waiting.get(owner, (0.0, 0.0))
            self._waiting[owner] = (amount + taken, count + taken / request_bytes)
            self.counts["out_bytes"] += taken  # type: ignore[assignment]
        return taken

    def done(self, owner: str) -> float:
        """Bytes of an owner that were written since this was asked last."""
        return self._completed.pop(owner, 0.0)

    def read(self, wanted: float, request_bytes: float, seconds: float) -> float:
        """Read in this step, of so many seconds; bytes that it managed. Where writes wait, reads get half of the time."""
        if wanted <= 0:
            return 0.0
        cost = 1 / self.read_bps + self.request_seconds / request_bytes
        spare = max(0.0, seconds * (0.5 if self.waiting else 1.0) - self._used)
        got = min(wanted, spare / cost)
        requests = got / request_bytes
        self._used += got * cost
        behind = min(self.requests, 8.0) * (self.request_seconds + request_bytes / self.write_bps)
        full = 1.0 if got < wanted else 0.0  # more is wanted than it manages: requests queue up
        each = cost * request_bytes * (1 + 15 * full) + behind
        self._count(reads=requests, read_bytes=got, in_bytes=got, read_wait=requests * each, queued=requests * each)
        return got

    def step(self, seconds: float) -> None:
        """Complete what waits, as far as the time goes."""
        left = max(0.0, seconds - self._used)
        needed = sum(amount / self.write_bps + count * self.request_seconds for amount, count in self._waiting.values())
        share = min(1.0, left / needed) if needed else 0.0
        before = min(self.requests, SHOWN_REQUESTS)
        written = requests = 0.0
        for owner, (amount, count) in list(self._waiting.items()):
            self._completed[owner] += amount * share  # type: ignore[assignment]
            written, requests = written + amount * share, requests + count * share
            if share < 1:
                self._waiting[owner] = (amount * (1 - share), count * (1 - share))
            else:
                del self._waiting[owner]
        queued = (before + min(self.requests, SHOWN_REQUESTS)) / 2 * min(left, needed)
        busy = min(seconds, self._used + min(left, needed))
        self._count(writes=requests, write_bytes=written, write_wait=queued, queued=queued, busy=busy)
        self._used = 0.0

    def forget(self) -> None:
        """Drop what waits and begin to count anew, as a restart does."""
        self._waiting.clear()
        self._completed.clear()
        self.counts.clear()

    def problems(self) -> list[str]:
        """What does not add up."""
        handed, done = self.counts["out_bytes"], self.counts["write_bytes"]
        found = []
        if abs(handed - done - self.waiting) > max(1.0, 1e-6 * handed):
            found.append(f"{self.name}: other bytes were handed over than were written and wait")
        if self.waiting > self.queue_bytes + 1:
            found.append(f"{self.name}: its queue holds more than it can")
        return found

    def _count(self, **amounts: float) -> None:
        for name, amount in amounts.items():
            self.counts[name] += amount  # type: ignore[assignment]
