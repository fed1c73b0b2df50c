"""A MegaRAID card: a write cache that a battery keeps through a loss of power, and patrol reads that take the drives' time.

Without a good battery the card writes through by itself, and each small write to a RAID-5 waits for two reads and two writes of
its drives. A patrol read reads every drive from end to end at a rate; whatever misses the cache waits behind it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from advisor.training.parts.block_device import BlockDevice
from advisor.training.parts.kernel_log import KernelLog
from advisor.training.world import World

_SMALL_WRITE = 4
"""Operations of the drives for a small write to a RAID-5."""
_COMBINED = 0.35
"""What is left of them where the cache puts neighbouring writes together."""
_FIRST = "megaraid_sas 0000:03:00.0:"


@dataclass
class Battery:
    """The battery of the cache.

    Attributes:
        charge: from 0 to 1.
        failed: it cannot hold a charge, and asks to be replaced.
        learning: a learn cycle discharges it and charges it again.
        charge_seconds: how long it takes to be charged.
    """

    charge: float = 1.0
    failed: bool = False
    learning: bool = False
    charge_seconds: float = 5400.0

    @property
    def good(self) -> bool:
        """Whether the card trusts it."""
        return not self.failed and not self.learning and self.charge >= 0.9

    def step(self, seconds: float) -> None:
        """Charge it."""
        if self.failed:
            self.charge = max(0.08, self.charge - seconds / 50_000)
            return
        self.charge = min(1.0, self.charge + seconds / self.charge_seconds)
        if self.charge >= 1.0:
            self.learning = False

    @property
    def millivolts(self) -> int:
        """Its voltage."""
        return round(3600 + 450 * self.charge)


@dataclass
class Patrol:
    """Patrol reads of all drives.

    Attributes:
        active, paused: whether one runs.
        share: how far it is, from 0 to 1.
        rate: percent of the drives' time that it may take.
        start: when the next begins; `every` hours between two.
        done: how many ended.
    """

    start: datetime
    rate: int = 30
    every: int = 168
    active: bool = False
    paused: bool = False
    share: float = 0.0
    done: int = 100

    @property
    def state(self) -> str:
        """As the card's tools word it."""
        return "Paused" if self.paused else f"Active {int(100 * self.share)}" if self.active else "Stopped"


@dataclass(kw_only=True)
class MegaVolume(BlockDevice):
    """The volume that the card shows the host as one disk, and what its users read and write.

    Attributes:
        world: the clock.
        log: of the host's kernel, to which the card tells its events.
        waits: told how many tasks wait for it.
        drives: how many it has; `iops` what each manages in a second.
        reads_s, writes_s: what the users want in a second.
        default_back: the policy that was set is write-back.
        forced: write-back even with a bad battery.
    """

    world: World
    drives: int = 8
    iops: float = 170.0
    reads_s: float = 90.0
    writes_s: float = 150.0
    default_back: bool = True
    forced: bool = False
    battery: Battery = field(default_factory=Battery)
    patrol: Patrol
    log: KernelLog | None = None
    waits: Callable[[float], None] = lambda _: None
    events: list[tuple[datetime, str]] = field(default_factory=list)
    number: int = 8100
    _was_back: bool | None = None

    @property
    def back(self) -> bool:
        """Whether it caches writes at present."""
        return self.default_back and (self.battery.good or self.forced)

    @property
    def utilisation(self) -> float:
        """The share of the drives' time that the users take, below 1."""
        writes = self.writes_s * _SMALL_WRITE * (_COMBINED if self.back else 1.0)
        return min(0.93, (self.reads_s + writes) / (self.drives * self.iops))

    def step(self, seconds: float) -> None:
        """Serve the users, charge the battery, patrol."""
        super().step(seconds)
        self.battery.step(seconds)
        self._patrol(seconds)
        self._tell()
        chance, used = self.world.chance, self.utilisation
        seek = 4.2 / (1 - used)
        behind = self.patrol.rate * chance.uniform(1.1, 1.5) if self.patrol.active and not self.patrol.paused else 0.0
        reads, writes = (rate * seconds * chance.uniform(0.85, 1.15) for rate in (self.reads_s, self.writes_s))
        read_ms = seek * chance.uniform(0.9, 1.1) + behind
        write_ms = chance.uniform(0.4, 0.8) if self.back else 2.6 * seek * chance.uniform(2.0, 2.5) + behind
        waited = (reads * read_ms, writes * write_ms)
        self.waits((waited[0] + 0.4 * waited[1]) / 1000 / seconds)
        self._count(
            reads=reads, writes=writes, read_bytes=reads * 16_384, write_bytes=writes * 24_576, in_bytes=reads * 16_384,
            out_bytes=writes * 24_576, read_wait=waited[0] / 1000, write_wait=waited[1] / 1000, queued=sum(waited) / 1000,
            busy=seconds * min(0.99, sum(waited) / 1000 / seconds * 0.3 + 0.02),
        )  # fmt: skip

    def _patrol(self, seconds: float) -> None:
        patrol = self.patrol
        if not patrol.active and not patrol.paused and self.world.now >= patrol.start:
            self.start_patrol()
        if patrol.active and not patrol.paused:
            patrol.share += seconds * patrol.rate / 100 / 20_000
            if patrol.share >= 1:
                patrol.active, patrol.share, patrol.done = False, 0.0, patrol.done + 1
                self.tell("Patrol Read complete", 0)

    def start_patrol(self) -> None:
        """Begin a patrol read; the next one is planned from now on."""
        patrol = self.patrol
        patrol.active, patrol.paused, patrol.share = True, False, 0.0
        while patrol.start <= self.world.now:
            patrol.start += timedelta(hours=patrol.every)
        self.tell("Patrol Read started", 0)

    def _tell(self) -> None:
        if self._was_back is not None and self._was_back != self.back and self.default_back and not self.forced:
            lost = "BBU disabled; changing WB virtual disks to WT, Forced WB VDs are not affected"
            self.tell("BBU enabled; changing WT virtual disks to WB" if self.back else lost, 0 if self.back else 1)
        self._was_back = self.back

    def tell(self, text: str, severity: int, ago: float = 0.0) -> None:
        """An event of the card, which its driver passes on to the kernel's log where it is critical."""
        self.number += self.world.chance.randint(1, 4)
        when = self.world.now - timedelta(seconds=ago)
        self.events.append((when, text))
        if self.log is not None and severity > 1:
            stamp = round((when - datetime(2000, 1, 1)).total_seconds())
            self.log.say(f"{_FIRST} {self.number} ({stamp}s/0x0008/CRIT) - {text}", when)

    def problems(self) -> list[str]:
        """What does not add up."""
        found = super().problems()
        if self.reads_s + self.writes_s * _SMALL_WRITE * (_COMBINED if self.back else 1.0) > self.drives * self.iops:
            found.append("the drives serve more requests than they can")
        if not 0 <= self.battery.charge <= 1:
            found.append("the battery holds more than its charge")
        return found
