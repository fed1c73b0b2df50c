"""The start of a Linux host: the kernel's command line, of this start and of the next, and what rc.local writes."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from advisor.training.files import NoSuchFile
from advisor.training.host import Host

_LINE = re.compile(r"^(?P<before>options |[^\S\n]*+kernel \S+ )(?P<line>.*)$", re.MULTILINE)
_RC = "/etc/rc.d/rc.local"
_WRITES = re.compile(
    r"^[^\S\n]*+echo (?P<text>[\w.-]{1,60}) >[^\S\n]*+(?P<path>/(?:sys|proc)/[\w./-]+)[^\S\n]*$", re.MULTILINE
)
_NODE = re.compile(r"/sys/devices/system/node/node(\d)/hugepages/hugepages-2048kB/nr_hugepages")


@dataclass
class Boot:
    """The start of one host.

    Attributes:
        root: the device of the root file system.
        old: whether it has a grub.conf, as before entries of the boot loader were files of their own.
        line: the kernel's command line of this start.
    """

    host: Host
    root: str
    old: bool = False
    line: str = field(init=False)

    def __post_init__(self) -> None:
        """Make the files."""
        kernel, self.line = self.host.release.split()[2], f"root={self.root} ro crashkernel=auto rhgb quiet"
        files = self.host.files
        entry = f"title Linux ({kernel})\n"
        entry += f"\tkernel /vmlinuz-{kernel} {self.line}\n" if self.old else f"version {kernel}\noptions {self.line}\n"
        files.put(self.entry, entry)
        files.put("/proc/cmdline", lambda: f"BOOT_IMAGE=/vmlinuz-{kernel} {self.line}\n")

    @property
    def entry(self) -> str:
        """The file that holds the next line."""
        return "/boot/grub/grub.conf" if self.old else "/boot/loader/entries/default.conf"

    @property
    def next_line(self) -> str:
        """The command line of the next start."""
        files = self.host.files
        found = _LINE.search(files.read(self.entry)) if files.has(self.entry) else None
        return found["line"] if found else ""

    def change(self, added: list[str], removed: list[str]) -> None:
        """Change the next line; what is added takes the place of what had the same name."""
        names = {word.partition("=")[0] for word in (*added, *removed)}
        words = [word for word in self.next_line.split() if word.partition("=")[0] not in names]
        files, line = self.host.files, " ".join([*words, *added])
        files.write(self.entry, _LINE.sub(lambda m: m["before"] + line, files.read(self.entry)))

    def restart(self) -> None:
        """The next line is that of this start."""
        self.line = self.next_line

    @staticmethod
    def pages(line: str) -> int:
        """Huge pages that a line asks for."""
        found = re.search(r"(?:^|\s)hugepages=(\d{1,9})(?=\s|$)", line)
        return int(found[1]) if found else 0

    def run_local(self) -> None:
        """Do what rc.local writes to files of the kernel."""
        for path, text in self._writes():
            try:
                self.host.files.write(path, text)
            except NoSuchFile:
                continue

    def node_pages(self) -> dict[int, int]:
        """The huge pages of single nodes that rc.local sets."""
        found = [(_NODE.fullmatch(path), text) for path, text in self._writes()]
        return {int(m[1]): int(text) for m, text in found if m and text.isdecimal()}

    def _writes(self) -> list[tuple[str, str]]:
        files = self.host.files
        return [(m["path"], m["text"]) for m in _WRITES.finditer(files.read(_RC) if files.has(_RC) else "")]
