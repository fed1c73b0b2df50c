"""The kernel's log of a Linux host: a ring that a restart empties, and /var/log/messages, which it does not."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime

from advisor.training.host import Host

MESSAGES = "/var/log/messages"


@dataclass(eq=False)
class KernelLog:
    """What the kernel says.

    Attributes:
        ring: lines since the last start, with their times.
        kept: lines of the file.
    """

    host: Host
    ring: list[tuple[datetime, str]] = field(default_factory=list)
    kept: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        """Place the file."""
        self.host.files.put(MESSAGES, self._file)

    def say(self, text: str, at: datetime | None = None) -> None:
        """Log a line, now or at an earlier time that a history needs."""
        when = at or self.host.world.now
        if when >= self.host.booted:
            self.ring.append((when, text))
        self.note("kernel", text, when)

    def note(self, program: str, text: str, at: datetime | None = None) -> None:
        """A line of a program in the file."""
        when = at or self.host.world.now
        self.kept.append(f"{when:%b %e %H:%M:%S} {self.host.name} {program}: {text}")

    def restarted(self) -> None:
        """Empty the ring."""
        self.ring = []
        self.say(f"Linux version {self.host.release.split()[2]} (mockbuild@builder) #1 SMP")

    def dmesg(self, stamped: bool = False) -> str:
        """The ring; kernels before 2.6.35 print no times by themselves."""
        if not stamped:
            return "".join(f"{text}\n" for _, text in self.ring)
        return "".join(f"[{when:%a %b %e %H:%M:%S %Y}] {text}\n" for when, text in self.ring)

    def _file(self) -> str:
        return "".join(f"{line}\n" for line in self.kept)
