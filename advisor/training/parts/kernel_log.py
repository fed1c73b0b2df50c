"""The kernel's log of a Linux host: a ring that a restart empties, and /var/log/messages, which it does not."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime, timedelta

from advisor.training.host import Host

MESSAGES = "/var/log/messages"


@dataclass(eq=False)
class KernelLog:
    """What the kernel says.

    Attributes:
        host: of which.
        timed: whether it prints the seconds since the start by itself; kernels before 2.6.35 did not.
        at_start: what it says at each start, with seconds since then.
        lines: what it said since the start, with its time.
    """

    host: Host
    timed: bool = True
    at_start: list[tuple[float, str]] = field(default_factory=list)
    lines: list[tuple[datetime, str]] = field(default_factory=list)

    def __post_init__(self) -> None:
        """Make the file."""
        self.host.files.put(MESSAGES, "")

    def say(self, text: str, at: datetime | None = None) -> None:
        """Log a line, now or at an earlier time that a history needs."""
        when = at or self.host.world.now
        if when >= self.host.booted:
            self.lines.append((when, text))
            self.lines.sort(key=lambda line: line[0])
        self.note("kernel", text, when)

    def note(self, program: str, text: str, at: datetime | None = None) -> None:
        """A line of a program in the file."""
        when = at or self.host.world.now
        self.host.files.write(MESSAGES, f"{when:%b %e %H:%M:%S} {self.host.name} {program}: {text}\n", more=True)

    def boot(self) -> None:
        """What is said at a start, at the times at which it was said."""
        self.lines = [(self.host.booted + timedelta(seconds=after), text) for after, text in self.at_start]

    def restart(self) -> None:
        """Empty the ring, and say what is said at a start."""
        self.boot()
        for when, text in self.lines:
            self.note("kernel", text, when)

    def dmesg(self, dates: bool = False) -> str:
        """The ring, as the kernel prints it, or with dates."""
        if dates:
            return "".join(f"[{when:%a %b %e %H:%M:%S %Y}] {text}\n" for when, text in self.lines)
        if not self.timed:
            return "".join(f"{text}\n" for _, text in self.lines)
        return "".join(f"[{(when - self.host.booted).total_seconds():12.6f}] {text}\n" for when, text in self.lines)


def old_log(host: Host) -> KernelLog:
    """That of a kernel before 2.6.35."""
    return KernelLog(
        host, timed=False, at_start=[(0.0, f"Linux version {host.release.split()[2]} (mockbuild@builder) #1 SMP")]
    )
