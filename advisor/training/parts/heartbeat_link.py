"""A cable between two nodes with a bad contact: one heartbeat network comes and goes, and nothing else is wrong."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime, timedelta

from advisor.training.host import Host
from advisor.training.parts.cluster import LOG, Cluster

MESSAGES = "/var/adm/messages"
_EVERY_SECONDS = 1500.0
_NOTE_HOURS = 4


@dataclass(eq=False)
class HeartbeatLink:
    """The cable of one heartbeat network; both ends lose the link together.

    Attributes:
        hosts: the two nodes.
        cluster: whose log tells of a network from which nothing was heard for `dead_seconds`.
        interface: at both ends.
        bad: whether the contact is bad.
        down: seconds that it will still be away, and `away` for how long it has been.
    """

    hosts: tuple[Host, Host]
    cluster: Cluster
    interface: str
    dead_seconds: float
    bad: bool = False
    down: float = 0.0
    away: float = 0.0
    _noted: datetime | None = field(default=None, repr=False)
    _since: datetime | None = field(default=None, repr=False)
    _told: bool = field(default=False, repr=False)

    def history(self, days: int) -> None:
        """So many days ago it began."""
        world = self.hosts[0].world
        chance, morning = world.chance, world.begins
        self.bad = True
        for host in self.hosts:
            host.network_errors[self.interface] = 0
        events = sorted(chance.sample(range(600, days * 86_400 - 600), days * chance.randint(9, 16)))
        world.now = morning - timedelta(days=days + 1)
        for host in self.hosts:
            host.files.put(LOG, "")
            self.cluster.log(host, "info: Daily informational memory statistics")
        self._note_until(world.now)
        for seconds in events:
            at = morning - timedelta(days=days) + timedelta(seconds=seconds)
            if at <= world.now:
                continue
            self._note_until(at)
            world.now = at
            self._lost(chance.uniform(0.3, 3.0) * self.dead_seconds)
            long = self.down
            if long > self.dead_seconds:
                world.now += timedelta(seconds=int(self.dead_seconds))
                self._dead()
                long -= self.dead_seconds
            world.now += timedelta(seconds=int(long))
            self._back()
        self._note_until(morning)
        world.now = world.begins = morning

    def step(self, seconds: float) -> None:
        """Lose the link now and then, and get it back."""
        world = self.hosts[0].world
        self._note_until(world.now)
        if self.down > 0:
            before = self.away
            self.away += seconds
            self.down -= seconds
            if before < self.dead_seconds <= self.away:
                self._dead()
            if self.down <= 0:
                self._back()
        elif self.bad and world.chance.random() < seconds / _EVERY_SECONDS:
            self._lost(world.chance.uniform(0.3, 3.0) * self.dead_seconds)

    @property
    def quiet_seconds(self) -> float:
        """How long the new cable has been in."""
        return (self.hosts[0].world.now - self._since).total_seconds() if self._since else 0.0

    def exchange(self) -> str:
        """The operator puts another cable in."""
        self.bad = False
        if self.down > 0:
            self._back()
        self._pulled(self.interface)
        self._since = self.hosts[0].world.now
        return f"Done: a new cable is in {self.interface} of both machines. The latch of the old plug was broken, it sat loose."

    def exchange_other(self) -> str:
        """The same, of the network that is sound."""
        self._pulled("hme0")
        return "Done: a new cable is in hme0 of both machines. The old one looks like new to me."

    def told(self) -> str:
        """What the operator sees."""
        return "The lamps of hme0 are on at both machines. That of qfe0 is on, too; yesterday I once saw it go out."

    def held(self) -> str:
        """What the monitoring has of the time since."""
        if self.bad:
            return "The monitoring says that it went and came again."
        quiet = self.quiet_seconds
        if quiet < 3600:
            return f"It is there. But that is {quiet / 60:.0f} minutes only; ask me again in an hour or two."
        return f"Yes. The link of {self.interface} has held with the new cable for {quiet / 3600:.0f} hours now, says the monitoring."

    def _pulled(self, interface: str) -> None:
        self._kernel(interface, up=False)
        self.hosts[0].world.wait(20)
        self._kernel(interface, up=True)

    def _lost(self, seconds: float) -> None:
        self.down, self.away = seconds, 0.0
        self._kernel(self.interface, up=False)

    def _dead(self) -> None:
        self._told = True
        for host, other in (self.hosts, self.hosts[::-1]):
            self.cluster.log(host, f"info: Link {other.name}:{self.interface} dead.")

    def _back(self) -> None:
        self._kernel(self.interface, up=True)
        if self._told:
            for host, other in (self.hosts, self.hosts[::-1]):
                self.cluster.log(host, f"info: Link {other.name}:{self.interface} up.")
        self.down = self.away = 0.0
        self._told = False
        for host in self.hosts:
            host.network_errors[self.interface] = host.network_errors.get(
                self.interface, 0
            ) + host.world.chance.randint(1, 7)

    def _kernel(self, interface: str, up: bool) -> None:
        said = (
            "100 Mbps Full-Duplex Link Up" if up else "No response from Ethernet network : Link down -- cable problem?"
        )
        for host in self.hosts:
            driver = interface.rstrip("0123456789")
            self._write(host, f"{driver}: [ID 517527 kern.info] SUNW,{interface} : {said}", host.world.now)

    def _note_until(self, until: datetime) -> None:
        """A check of the site writes a line every few hours, so that one sees how long the log has been quiet."""
        at = self._noted or until.replace(minute=0, second=0) - timedelta(hours=until.hour % _NOTE_HOURS)
        while at + timedelta(hours=_NOTE_HOURS) <= until:
            at += timedelta(hours=_NOTE_HOURS)
            for host in self.hosts:
                self._write(host, "root: [ID 702911 user.notice] file systems checked, none above 90 percent", at)
        self._noted = at

    @staticmethod
    def _write(host: Host, text: str, at: datetime) -> None:
        host.files.write(MESSAGES, f"{at:%b %e %H:%M:%S} {host.name} {text}\n", more=True)
