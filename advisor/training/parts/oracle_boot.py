"""What a Linux host does at its start: settings of files, the pool of huge pages, and what rc.local does to single nodes."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from advisor.training.host import Host
from advisor.training.parts.oracle_memory import HostMemory

_RC = "/etc/rc.d/rc.local"
_NODE = re.compile(
    r"^\s*echo (\d{1,9}) >\s*/sys/devices/system/node/node(\d)/hugepages/hugepages-2048kB/nr_hugepages\s*$"
)
_DEFAULTS = {
    "vm.hugetlb_shm_group": "0", "vm.nr_overcommit_hugepages": "0", "vm.swappiness": "10", "vm.overcommit_memory": "0",
    "vm.min_free_kbytes": "90112", "kernel.shmmax": "4398046511104", "kernel.shmall": "1073741824", "kernel.shmmni": "4096",
    "fs.aio-max-nr": "1048576", "fs.file-max": "6815744",
}  # fmt: skip


@dataclass
class Boot:
    """The start of one host.

    Attributes:
        memory: of the host.
        line: the kernel's command line of this start.
        next_line: that of the next.
        settings: of sysctl, those in force, without the pool.
    """

    host: Host
    memory: HostMemory
    line: str
    next_line: str
    settings: dict[str, str] = field(default_factory=lambda: dict(_DEFAULTS))

    def paths(self) -> list[str]:
        """The files of sysctl in the order in which they are read: sysctl.conf is the last."""
        folder = "/etc/sysctl.d"
        return [
            *(f"{folder}/{name}" for name in self.host.files.inside(folder) if name.endswith(".conf")),
            "/etc/sysctl.conf",
        ]

    def pairs(self, path: str) -> list[tuple[str, str]]:
        """The settings of a file."""
        files = self.host.files
        text = files.read(path) if files.has(path) else ""
        return [
            (m[1].replace("/", "."), m[2].strip())
            for m in re.finditer(r"^\s*-?([\w./-]+)\s*=\s*([^#\n]+)", text, re.MULTILINE)
        ]

    def set(self, name: str, value: str) -> None:
        """Set something now."""
        if name == "vm.nr_hugepages":
            if value.isdigit() and len(value) < 10:
                self.memory.set_pages(int(value))
        else:
            self.settings[name] = value

    def boots(self) -> None:
        """Start: an empty pool, pages of the boot line, the files of sysctl, and rc.local."""
        self.line = self.next_line
        self.settings = dict(_DEFAULTS)
        self.memory.restart()
        if found := re.search(r"(?:^|\s)hugepages=(\d{1,9})", self.line):
            self.memory.set_pages(int(found[1]))
        for path in self.paths():
            for name, value in self.pairs(path):
                if name in self.settings or name == "vm.nr_hugepages":
                    self.set(name, value)
        for pages, node in self.by_node():
            self.memory.set_node(node, pages)
        self.memory.fragment(0.02)

    def by_node(self) -> list[tuple[int, int]]:
        """What rc.local sets: pages, and of which node."""
        text = self.host.files.read(_RC) if self.host.files.has(_RC) else ""
        found = [_NODE.match(line) for line in text.splitlines()]
        return [(int(m[1]), int(m[2])) for m in found if m]

    def after(self) -> list[int]:
        """The pages of each node after the next start, while nothing else holds memory."""
        nodes = len(self.memory.nodes)
        total = 0
        if found := re.search(r"(?:^|\s)hugepages=(\d{1,9})", self.next_line):
            total = int(found[1])
        for path in self.paths():
            total = next(
                (int(v) for n, v in reversed(self.pairs(path)) if n == "vm.nr_hugepages" and v.isdigit()), total
            )
        pages = [total // nodes + (n < total % nodes) for n in range(nodes)]
        for count, node in self.by_node():
            if node < nodes:
                pages[node] = count
        return pages
