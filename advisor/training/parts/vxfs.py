"""A VxFS file system: which writes pass the page cache by is decided by the size of each request alone."""

from __future__ import annotations

import re
from dataclasses import dataclass

from advisor.training.host import Host
from advisor.training.parts.array import Array
from advisor.training.parts.solaris_memory import SolarisMemory
from advisor.training.parts.writer import Writer

DEFAULT_DIRECT_IOSZ = 262_144
_TABLE = "/etc/vx/tunefstab"


@dataclass
class VxfsFileSystem:
    """One mounted file system.

    Attributes:
        mount: its mount point.
        device: its block device.
        direct_iosz: requests above this pass the page cache by, bytes; the value in force.
    """

    host: Host
    mount: str
    device: str
    memory: SolarisMemory
    volume: Array
    direct_iosz: int = DEFAULT_DIRECT_IOSZ

    def cached(self, request_bytes: int) -> bool:
        """Whether a request of this size goes through the page cache."""
        return request_bytes <= self.direct_iosz

    def mounted(self) -> None:
        """Take the value that /etc/vx/tunefstab holds, or the default; a line ``system-default`` outweighs the device's."""
        self.direct_iosz = self.at_mount()

    def at_mount(self) -> int:
        """The value that the next mount takes."""
        files = self.host.files
        found = DEFAULT_DIRECT_IOSZ
        outweighed = False
        for line in files.read(_TABLE).splitlines() if files.has(_TABLE) else []:
            words = line.split()
            value = re.search(r"discovered_direct_iosz=(\d{1,12})([kKmM]?)", line)
            if not words or not value:
                continue
            size = int(value[1]) * {"": 1, "k": 1024, "m": 1 << 20}[value[2].lower()]
            if words[0] == "system-default":
                found, outweighed = size, True
            elif words[0] == self.device and not outweighed:
                found = size
        return found

    def parameters(self) -> str:
        """What ``vxtunefs -p`` prints."""
        rows = {
            "read_pref_io": 65536, "read_nstream": 1, "read_unit_io": 65536, "write_pref_io": 65536, "write_nstream": 1,
            "write_unit_io": 65536, "pref_strength": 10, "buf_breakup_size": 262144, "discovered_direct_iosz": self.direct_iosz,
            "max_direct_iosz": 1048576, "default_indir_size": 8192, "qio_cache_enable": 0, "write_throttle": 0,
            "max_diskq": 1048576, "initial_extent_size": 8, "max_seqio_extent_size": 2048, "max_buf_data_size": 8192,
            "hsm_write_prealloc": 0,
        }  # fmt: skip
        return f"Filesystem i/o parameters for {self.mount}\n" + "".join(
            f"{name} = {value}\n" for name, value in rows.items()
        )

    def write(self, words: str, path: str, request: int, total: float, source_bps: float) -> Writer:
        """Start a job that writes a new file here."""
        host = self.host
        writer = Writer(
            host.world,
            words,
            host.pid(),
            path,
            request,
            float(total),
            source_bps,
            self.memory,
            self.volume,
            self.cached,
        )
        host.world.parts.insert(0, writer)
        return writer
