"""Kernel settings of a Linux host: in force until the next restart, and as the files of sysctl set them at boot."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from advisor.training.files import NoSuchFile
from advisor.training.host import Host

_PAIRS = {
    "vm.dirty_ratio": "vm.dirty_bytes", "vm.dirty_background_ratio": "vm.dirty_background_bytes",
    "vm.overcommit_ratio": "vm.overcommit_kbytes",
}  # fmt: skip
_OTHER = {**_PAIRS, **{b: a for a, b in _PAIRS.items()}}
_LINE = re.compile(r"\s*-?(?P<name>[a-z][\w./-]*)\s*=\s*(?P<value>.*?)\s*")


class NotSet(NoSuchFile):
    """A setting that is not there, or a value that it does not take; the message is the kernel's."""


@dataclass
class LinuxSettings:
    """What sysctl shows and sets, and what stands below /proc/sys.

    Attributes:
        host: whose settings these are.
        defaults: what the kernel begins with.
        values: in force.
        watch: called with name and value whenever one is set.
    """

    host: Host
    defaults: dict[str, str]
    values: dict[str, str] = field(default_factory=dict)
    watch: list[Callable[[str, str], None]] = field(default_factory=list)

    def __post_init__(self) -> None:
        """Make the files below /proc/sys."""
        self.values = dict(self.defaults)
        for name in self.defaults:
            self._file(name)
        self.host.files.folder("/etc/sysctl.d")

    def number(self, name: str) -> int:
        """A setting as a number; 0 where there is none of that name."""
        return int(self.values.get(name, "0").split()[0])

    def set(self, name: str, value: str) -> None:
        """Set one; of a pair of bytes and percent the other becomes 0.

        Raises:
            NotSet: there is none of that name, or the value is none for it.
        """
        if name not in self.values:
            raise NotSet("No such file or directory")
        self._set(self.values, name, value)
        for watcher in self.watch:
            watcher(name, self.values[name])

    def restart(self) -> None:
        """Forget what stands in no file."""
        self.values = self.at_boot()
        for name, value in self.values.items():
            for watcher in self.watch:
                watcher(name, value)

    def at_boot(self) -> dict[str, str]:
        """What the next start will set."""
        values = dict(self.defaults)
        for name, value in self.lines():
            if name in values:
                try:
                    self._set(values, name, value)
                except NotSet:
                    continue
        return values

    def lines(self) -> Iterator[tuple[str, str]]:
        """What the files set, in the order in which they are read: /etc/sysctl.d by name, then /etc/sysctl.conf."""
        files = self.host.files
        paths = [
            *files.matching("/usr/lib/sysctl.d/*.conf"),
            *files.matching("/etc/sysctl.d/*.conf"),
            "/etc/sysctl.conf",
        ]
        for path in paths:
            for line in files.read(path).splitlines() if files.has(path) else []:
                found = _LINE.fullmatch(line)
                if found:
                    yield found["name"].replace("/", "."), found["value"]

    @staticmethod
    def _set(values: dict[str, str], name: str, value: str) -> None:
        words = value.split()
        number = re.fullmatch(r"-?\d{1,18}", words[0]) if words else None
        if number is None or len(words) != len(values[name].split()):
            raise NotSet("Invalid argument")
        if name.endswith("_ratio") and not 0 <= int(words[0]) <= 100:
            raise NotSet("Invalid argument")
        if name in ("vm.dirty_bytes", "vm.dirty_background_bytes") and 0 < int(words[0]) < 8192:
            raise NotSet("Invalid argument")
        values[name] = "\t".join(words)
        other = _OTHER.get(name)
        if other in values and int(words[0]):
            values[other] = "0"

    def _file(self, name: str) -> None:
        def write(text: str) -> None:
            self.set(name, text.strip())

        path = "/proc/sys/" + name.replace(".", "/")
        self.host.files.put(path, lambda: self.values[name] + "\n", write, setting=name)
