"""A disk or a volume of an array below a ZFS pool: few requests at once, each with its cost, and the rest waits in the host.

ZFS gives a device a bounded number of requests, ten in most versions of Solaris (zfs_vdev_max_pending); a deeper queue is
kept in the host, where iostat does not see it (oracle-zfs-queue-depth). While the bulk writes of a transaction group are
there, that bound is reached, and whoever waits for a single write waits behind all of them.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from advisor.training.parts.device import Counts

ROUNDS = 4
"""The clients of a device ask again after each answer, so rate and response time depend on each other; so often they are adjusted."""


@dataclass(slots=True)
class Client:
    """Those who wait for each answer before they ask again.

    Attributes:
        kind: ``log`` (small writes one after the other), ``read`` (at random) or ``write`` (in place, at random).
        bytes: size of each request.
        workers: how many there are.
        think: seconds between an answer and the next request.
        done: requests that were answered in this step, `waited` the seconds that they took together.
    """

    kind: str
    bytes: float
    workers: float
    think: float
    done: float = 0.0
    waited: float = 0.0


@dataclass
class Disk:
    """One device.

    Attributes:
        device: its name in iostat and zpool status.
        size_bytes: how much it holds.
        costs: seconds of one of its spindles for a request of each kind, without the transfer.
        bps: bytes a second that one spindle transfers.
        spindles: how many requests are worked on at the same time.
        limit: how many ZFS gives to it at once.
        state: as zpool status shows it.
        errors: failed reads and writes, and wrong checksums.
        backlog, backlog_bytes: bulk writes that ZFS holds for it.
        serial: as iostat -En shows it.
    """

    device: str
    size_bytes: float
    costs: dict[str, float]
    bps: float
    spindles: int = 1
    limit: int = 10
    state: str = "ONLINE"
    errors: list[int] = field(default_factory=lambda: [0, 0, 0])
    backlog: float = 0.0
    backlog_bytes: float = 0.0
    serial: str = ""
    reads: float = 0.0
    read_bytes: float = 0.0
    writes: float = 0.0
    write_bytes: float = 0.0
    response_seconds: float = 0.0
    busy_seconds: float = 0.0
    lived: float = 0.0

    def counted(self) -> Counts:
        """The counters as they stand now."""
        return Counts(
            self.reads, self.read_bytes, self.writes, self.write_bytes, self.response_seconds, self.busy_seconds
        )

    def cost(self, kind: str, size: float) -> float:
        """Seconds of a spindle for a request."""
        return self.costs[kind] + size / self.bps

    @property
    def in_use(self) -> bool:
        """Whether requests are sent to it."""
        return self.state == "ONLINE"

    def queue(self, requests: float, size: float) -> None:
        """Take bulk writes, which nobody waits for one by one."""
        self.backlog += requests
        self.backlog_bytes += requests * size

    def serve(self, clients: list[Client], seconds: float) -> None:
        """Work for so long: with the queue full while bulk writes are there, and as the clients ask afterwards."""
        self.lived += seconds
        part = 0.0
        if self.backlog:
            part = self._with_bulk(clients, seconds)
        if part < 1 and clients:
            self._without(clients, seconds * (1 - part))

    def _with_bulk(self, clients: list[Client], seconds: float) -> float:
        """The queue is full; the part of the time until the bulk is written."""
        size = self.backlog_bytes / self.backlog
        bulk_cost = self.cost("bulk", size)
        parallel = min(self.limit, self.spindles)
        response = self.limit * bulk_cost / parallel
        rates: list[float] = []
        rate = parallel / bulk_cost
        for _ in range(ROUNDS):
            rates = [c.workers / (c.think + response) for c in clients]
            taken = sum(r * self.cost(c.kind, c.bytes) for r, c in zip(rates, clients, strict=True))
            if taken > 0.7 * parallel:  # ZFS lets a group through, however many wait
                rates = [r * 0.7 * parallel / taken for r in rates]
                taken = 0.7 * parallel
            rate = (parallel - taken) / bulk_cost
            response = self.limit / (rate + sum(rates))
        part = min(1.0, self.backlog / (rate * seconds))
        span = part * seconds
        written = min(self.backlog, rate * span)
        self._count(False, written, written * size, written * response)
        for client, each in zip(clients, rates, strict=True):
            self._answer(client, each * span, each * span * response)
        self.busy_seconds += span
        self.backlog = self.backlog - written if self.backlog - written > 1e-6 else 0.0
        self.backlog_bytes = self.backlog * size
        return part

    def _without(self, clients: list[Client], seconds: float) -> None:
        """Only the clients ask; where they are more than it takes, the queue stands at its limit."""
        parallel = min(self.limit, self.spindles)
        costs = [self.cost(c.kind, c.bytes) for c in clients]
        rates = [c.workers / (c.think + cost) for c, cost in zip(clients, costs, strict=True)]
        load = sum(r * cost for r, cost in zip(rates, costs, strict=True)) / parallel
        if load >= 1.0:
            rates = [r / load for r in rates]
            flight = min(float(self.limit), sum(c.workers for c in clients)) * (1 - 0.004 / load)
        else:
            stretch = min(1.0 + 0.5 * load**parallel / (1.0 - load), self.limit / parallel)
            rates = [c.workers / (c.think + cost * stretch) for c, cost in zip(clients, costs, strict=True)]
            flight = min(float(self.limit), sum(r * cost * stretch for r, cost in zip(rates, costs, strict=True)))
        work = [r * cost for r, cost in zip(rates, costs, strict=True)]
        share = flight / (sum(work) or 1.0) * seconds
        for client, each, part in zip(clients, rates, work, strict=True):
            self._answer(client, each * seconds, part * share)
        load = min(1.0, sum(work) / parallel)
        self.busy_seconds += (1 - (1 - load) ** parallel) * seconds

    def _answer(self, client: Client, requests: float, waited: float) -> None:
        client.done += requests
        client.waited += waited
        self._count(client.kind == "read", requests, requests * client.bytes, waited)

    def _count(self, read: bool, requests: float, size: float, waited: float) -> None:
        if read:
            self.reads += requests
            self.read_bytes += size
        else:
            self.writes += requests
            self.write_bytes += size
        self.response_seconds += waited

    def problems(self) -> list[str]:
        """What does not add up."""
        found = []
        if self.busy_seconds > self.lived * 1.001 + 1:
            found.append(f"{self.device} was busy for longer than it has lived")
        if self.response_seconds > self.limit * (self.lived + 1) * 1.001:
            found.append(f"{self.device} had more requests in flight than ZFS gives it")
        if self.read_bytes + self.write_bytes > self.spindles * self.bps * (self.lived + 1):
            found.append(f"{self.device} transferred more than it can")
        if self.backlog < -1e-6:
            found.append(f"{self.device} wrote more than it was given")
        return found

    def aged(self, seconds: float, about: Counts) -> None:
        """Give it a history: so much each second, for so long."""
        self.lived += seconds
        self.reads += about.reads * seconds
        self.read_bytes += about.read_bytes * seconds
        self.writes += about.writes * seconds
        self.write_bytes += about.write_bytes * seconds
        self.response_seconds += about.response_seconds * seconds
        self.busy_seconds += about.busy_seconds * seconds

    def restarted(self) -> None:
        """Counters begin anew with the host."""
        self.reads = self.read_bytes = self.writes = self.write_bytes = 0.0
        self.response_seconds = self.busy_seconds = self.lived = 0.0
        self.backlog = self.backlog_bytes = 0.0
