"""A disk array: a write cache that takes what comes at once, and a back end that drains it at the speed of its disks."""

from __future__ import annotations

from dataclasses import dataclass, field

from advisor.training.parts.device import Counts


@dataclass
class Array:
    """A volume of an array as the host sees it.

    Attributes:
        device: its name in iostat.
        front_bps: bytes a second that the path and the cache take.
        back_bps: bytes a second that the disks behind it take.
        cache_bytes: size of the write cache; 0 where there is none.
        waiting: bytes in the cache that the disks have not taken.
        taken: bytes taken from the host since it began.
        drained: bytes that went to the disks.
        writes: requests since it began.
        busy_seconds: time in which it had anything to do.
    """

    device: str
    front_bps: float
    back_bps: float
    cache_bytes: float
    waiting: float = 0.0
    taken: float = 0.0
    drained: float = 0.0
    writes: float = 0.0
    busy_seconds: float = 0.0
    wait_seconds: float = 0.0
    _offered: float = field(default=0.0, repr=False)

    def counted(self) -> Counts:
        """Its counters as iostat reads them."""
        return Counts(
            writes=self.writes,
            write_bytes=self.taken,
            response_seconds=self.wait_seconds,
            busy_seconds=self.busy_seconds,
        )

    def room(self, seconds: float) -> float:
        """Bytes that it takes in so much time: as fast as the front while the cache has room, then as the disks do."""
        free = max(0.0, self.cache_bytes - self.waiting)
        return max(0.0, min(self.front_bps * seconds, free + self.back_bps * seconds) - self._offered)

    def take(self, wanted: float, request_bytes: float, seconds: float) -> float:
        """Write to it; bytes that it took."""
        accepted = min(wanted, self.room(seconds))
        if accepted > 0:
            requests = accepted / request_bytes
            slow = wanted > accepted
            self._offered += accepted
            self.waiting += accepted
            self.taken += accepted
            self.writes += requests
            self.wait_seconds += requests * (
                request_bytes / self.back_bps if slow else 0.0005 + request_bytes / self.front_bps
            )
        return accepted

    def step(self, seconds: float) -> None:
        """Drain the cache."""
        gone = min(self.waiting, self.back_bps * seconds)
        self.busy_seconds += seconds * min(
            1.0, self._offered / (self.front_bps * seconds) + (self.waiting > gone) * 0.9
        )
        self.waiting -= gone
        self.drained += gone
        self._offered = 0.0
