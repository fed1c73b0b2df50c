"""What iostat counts of a device, whatever it is."""

from __future__ import annotations

from typing import NamedTuple, Protocol, runtime_checkable


class Counts(NamedTuple):
    """Cumulative counters of a device since the host was started.

    Attributes:
        response_seconds: the sum of the response times of all requests, which is the time integral of those in flight.
        busy_seconds: time in which there was at least one.
    """

    reads: float = 0.0
    read_bytes: float = 0.0
    writes: float = 0.0
    write_bytes: float = 0.0
    response_seconds: float = 0.0
    busy_seconds: float = 0.0

    def since(self, before: Counts) -> Counts:
        """What was added since an earlier reading."""
        return Counts(*(now - then for now, then in zip(self, before, strict=True)))


@runtime_checkable
class Counted(Protocol):
    """A device with counters."""

    device: str

    def counted(self) -> Counts:
        """The counters as they stand now."""
        ...
