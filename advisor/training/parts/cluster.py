"""Two nodes that watch each other by heartbeats: a node that answers too late is taken for dead."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from advisor.training.host import Host

LOG = "/var/log/ha-log"


@dataclass
class Cluster:
    """The node with the service, the one that waits, and what tells that the first cannot answer.

    Attributes:
        active: carries the service.
        standby: would take it over.
        late_seconds: for how long the active node has not been able to send, asked at each step.
        dead_seconds: after so long it is taken for dead.
        service_on: the node that carries the service now.
        links: names of the heartbeat interfaces.
        takeovers: how often the service was taken over.
    """

    active: Host
    standby: Host
    late_seconds: Callable[[], float]
    dead_seconds: float
    links: tuple[str, ...]
    service_on: Host
    takeovers: int = 0
    _told: float = 0.0
    _dead: bool = False

    def step(self, seconds: float) -> None:
        """Watch the heartbeat; a takeover ends in a restart of the node that was taken for dead."""
        if self.service_on is not self.active:
            return
        late = self.late_seconds()
        if late <= 0:
            self._told = 0.0
            if self._dead:
                self._returned()
            return
        if late - self._told >= 10 and not self._dead:
            self._told = late
            wait = int(late * 1000 * 0.8)
            slow = f"Dispatch function for send local status took too long to execute: {wait} ms (> 50 ms)"
            self.log(self.active, f"WARN: Gmain_timeout_dispatch: {slow} (GSource: 0x89f70)")
            self.log(self.standby, f"WARN: Late heartbeat: Node {self.active.name}: interval {wait} ms")
        if late >= self.dead_seconds and not self._dead:
            self._dead = True
            self.takeovers += 1
            self.log(self.standby, f"WARN: node {self.active.name}: is dead")
            for link in self.links:
                self.log(self.standby, f"info: Link {self.active.name}:{link} dead.")
            self.log(self.standby, f"info: Resources being acquired from {self.active.name}.")
            self.log(self.standby, f"info: mach_down takeover complete for node {self.active.name}.")

    def _returned(self) -> None:
        """The node answers again, finds its resources taken, and restarts itself."""
        self._dead = False
        self.log(
            self.active, f"WARN: Late heartbeat: Node {self.active.name}: interval {int(self.dead_seconds * 1400)} ms"
        )
        self.log(self.active, f"CRIT: Cluster node {self.standby.name} returning after partition.")
        self.log(self.active, "ERROR: Both machines own our resources!")
        self.log(self.active, "EMERG: Rebooting system.  Reason: both nodes own the shared disks")
        self.service_on = self.standby
        self.log(self.standby, f"info: Heartbeat restarted on node {self.active.name}")
        for link in self.links:
            self.log(self.standby, f"info: Link {self.active.name}:{link} up.")

    def log(self, host: Host, text: str) -> None:
        """Write a line into the log of a node."""
        line = f"heartbeat: {host.world.now:%Y/%m/%d_%H:%M:%S} {text}\n"
        host.files.write(LOG, line, more=True)
