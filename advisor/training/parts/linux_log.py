"""The kernel log of a Linux host: a ring buffer since the start, and /var/log/messages over restarts."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime, timedelta

from advisor.training.host import Host

MESSAGES = "/var/log/messages"


@dataclass
class KernelLog:
    """What the kernel said.

    Attributes:
        host: of which.
        lines: time and text, since the start.
        at_start: what it says at each start, with seconds since then.
    """

    host: Host
    lines: list[tuple[datetime, str]] = field(default_factory=list)
    at_start: list[tuple[float, str]] = field(default_factory=list)

    def say(self, text: str, ago: float = 0.0) -> None:
        """The kernel says something, now or some seconds ago."""
        when = self.host.world.now - timedelta(seconds=ago)
        self.lines.append((when, text))
        self.lines.sort(key=lambda line: line[0])
        files = self.host.files
        files.write(MESSAGES, f"{when:%b %e %H:%M:%S} {self.host.name} kernel: {text}\n", more=True)

    def boot(self) -> None:
        """Write what is said at a start, at the times at which it was said."""
        self.lines = [(self.host.booted + timedelta(seconds=after), text) for after, text in self.at_start]

    def restart(self) -> None:
        """The buffer is empty after a restart but for what is said then."""
        self.boot()
        for when, text in self.lines:
            self.host.files.write(MESSAGES, f"{when:%b %e %H:%M:%S} {self.host.name} kernel: {text}\n", more=True)

    def dmesg(self, dates: bool = False) -> str:
        """The buffer, with seconds since the start or with dates."""
        out = ""
        for when, text in self.lines:
            since = (when - self.host.booted).total_seconds()
            out += f"[{when:%a %b %e %H:%M:%S %Y}] {text}\n" if dates else f"[{since:12.6f}] {text}\n"
        return out
