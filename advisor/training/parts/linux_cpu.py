"""Processors of a Linux host: who used them, who waited, and the load that comes of it."""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass, field

from advisor.training.world import World


@dataclass
class LinuxCpu:
    """All processors together.

    Attributes:
        world: the clock and the chance.
        cpus: how many.
        user_share: what ordinary work takes of all of them.
        system_share: the same in the kernel.
        switches: context switches a second at rest.
        ticks: seconds since the start: us, sy, id, wa, st; in and cs are counts.
        blocked: tasks that wait for a disk now, uninterruptible.
        running: tasks that run or could.
        loads: load averages over 1, 5 and 15 minutes.
    """

    world: World
    cpus: int
    user_share: float = 0.03
    system_share: float = 0.01
    switches: float = 900.0
    ticks: Counter[str] = field(default_factory=Counter)
    blocked: int = 0
    running: int = 0
    loads: list[float] = field(default_factory=lambda: [0.1, 0.1, 0.1])
    _user: float = 0.0
    _system: float = 0.0
    _stolen: float = 0.0
    _waiting: float = 0.0
    _running: float = 0.0

    def use(self, user: float = 0.0, system: float = 0.0, stolen: float = 0.0) -> None:
        """Somebody used so many seconds of a processor in this slice."""
        self._user += user
        self._system += system
        self._stolen += stolen

    def wait(self, tasks: float, running: float = 0.0) -> None:
        """So many tasks wait for a disk in this slice; `running`: so many more could run."""
        self._waiting += tasks
        self._running += running

    def step(self, seconds: float) -> None:
        """Add up what was used; the last part of a host to be stepped in each slice."""
        about, total = self.world.about, self.cpus * seconds
        user = min(total, self._user + about(self.user_share, 0.15) * total)
        system = min(total - user, self._system + about(self.system_share, 0.15) * total)
        stolen = min(total - user - system, self._stolen)
        idle = total - user - system - stolen
        wait = min(idle, self._waiting * seconds)
        for name, amount in (("us", user), ("sy", system), ("st", stolen), ("wa", wait), ("id", idle - wait)):
            self.ticks[name] += amount  # type: ignore[assignment]
        active = (user + system) / seconds
        self.ticks["cs"] += about(self.switches * (1 + active), 0.05) * seconds  # type: ignore[assignment]
        self.ticks["in"] += about(self.switches * (0.7 + 0.5 * active), 0.05) * seconds  # type: ignore[assignment]
        self.blocked = round(self._waiting)
        self.running = self.world.count(active * 0.9) + round(self._running)
        for number, span in enumerate((60, 300, 900)):
            keep = math.exp(-seconds / span)
            self.loads[number] = self.loads[number] * keep + (active + self._running + self._waiting) * (1 - keep)
        self._user = self._system = self._stolen = self._waiting = self._running = 0.0

    def restart(self) -> None:
        """Begin to count anew."""
        self.ticks.clear()
        self.loads = [0.3, 0.1, 0.0]
