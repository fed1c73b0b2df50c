"""A Linux host on which a job writes far more than its disks take: a backup beside a service that people use.

What is unwritten piles up to the limit of the kernel; then everybody who writes is stopped until enough of it has drained. How
long that takes is the limit by the rate of the disks. With a limit in bytes that fits the disks nobody notices. Where the job
writes no faster than the disks take, nothing piles up, however full memory is with files.
"""

from __future__ import annotations

from typing import Any

from advisor.training.machines.machine import Drawn, Machine
from advisor.training.parts.block_device import BlockDevice
from advisor.training.parts.file_writer import FileWriter
from advisor.training.parts.linux_host import LinuxHost, linux_host
from advisor.training.parts.linux_memory import Program
from advisor.training.parts.mount import Mount
from advisor.training.parts.service import Service
from advisor.training.parts.sizes import GIB
from advisor.training.tools import basic, filters, linux
from advisor.training.world import World

DEFAULTS: dict[str, Any] = {
    "node": "files1", "release": "el9", "ram-gib": 32, "cpus": 8, "drain-mb-s": 80.0, "source-mb-s": 600.0, "threads": 4,
    "mount": "/backup", "job": "tar", "service": "nfs", "limit-mib": 0, "cached": 0.5, "days-up": 60,
}  # fmt: skip
_JOBS = {
    "tar": "tar --create --file={mount}/full-{node}.tar /srv/data",
    "dump": "pg_dump --format=custom --file={mount}/shop.dump shop",
    "rsync": "rsync -a --inplace /srv/data/ {mount}/mirror/",
    "import": "/usr/local/bin/load-archive --target {mount}/stage",
}
_SERVICES = {
    "nfs": ("nfs-server.service", "NFS server and services", "root", "/usr/sbin/rpc.mountd"),
    "web": ("httpd.service", "The Apache HTTP Server", "apache", "/usr/sbin/httpd -DFOREGROUND"),
    "mail": ("dovecot.service", "Dovecot IMAP/POP3 email server", "dovecot", "/usr/sbin/dovecot -F"),
    "postgres": (
        "postgresql.service",
        "PostgreSQL database server",
        "postgres",
        "/usr/bin/postgres -D /var/lib/pgsql/data",
    ),
}
_FELT_SECONDS = 2.5
"""Stalls below this nobody complains of."""


def build(world: World, drawn: Drawn) -> Machine:
    """Put the host together, and let the job run for a while."""
    values = {**DEFAULTS, **drawn}
    made = _host(world, values)
    jobs = Jobs(made, values)
    memory, host = made.memory, made.host
    if values["limit-mib"]:
        limit = int(values["limit-mib"]) << 20
        host.files.put(
            "/etc/sysctl.d/90-dirty.conf", f"vm.dirty_background_bytes = {limit // 4}\nvm.dirty_bytes = {limit}\n"
        )
        made.settings.restart()
    jobs.start()
    world.wait(200 + world.chance.randint(0, 60))
    names = {
        "node": host.name, "mount": str(values["mount"]), "device": made.disks[-1].name, "service": str(_SERVICES[values["service"]][0]),
        "background": str(max(16 << 20, min(64 << 20, int(memory.device.write_bps)))),
        "limit": str(max(64 << 20, min(256 << 20, int(3 * memory.device.write_bps)))),
    }  # fmt: skip
    return Machine(
        world, {host.name: host}, host.name, names,
        mended=lambda: jobs.worst_stall(made.settings.values) < _FELT_SECONDS,
        lasting=lambda: jobs.worst_stall(made.settings.at_boot()) < _FELT_SECONDS,
        in_service=lambda _: True, problems=made.problems,
        actions={"pause-job": jobs.pause, "start-job": jobs.start, "job-state": jobs.state},
    )  # fmt: skip


class Jobs:
    """The job that writes, and whoever starts and stops it."""

    def __init__(self, made: LinuxHost, values: Drawn) -> None:
        """Nothing runs yet."""
        self.made, self.values = made, values
        self.writer: FileWriter | None = None

    def start(self) -> str:
        """Start the job anew, unless it runs."""
        if self.writer is not None and not self.writer.over:
            return "It is running."
        made, values = self.made, self.values
        words = _JOBS[values["job"]].format(mount=values["mount"], node=made.host.name)
        self.writer = FileWriter(words, made.host.pid(), "root", made.memory, float(values["source-mb-s"]) * 1e6, 6e12,
                                 threads=int(values["threads"]))  # fmt: skip
        made.start_writer(self.writer)
        return "I have started it again."

    def pause(self) -> str:
        """Stop it."""
        if self.writer is None or self.writer.over:
            return "It does not run."
        self.writer.stop()
        return "I have stopped it; it has to run tonight, though."

    def state(self) -> str:
        """How far it is."""
        if self.writer is None or self.writer.over:
            return "It does not run."
        return f"It has written {self.writer.done_bytes / 1e9:.0f} GB, in {self.writer.seconds / 60:.0f} minutes."

    def worst_stall(self, settings: dict[str, str]) -> float:
        """For how many seconds writers are stopped with these settings, at most; 0 where the job is no faster than the disks."""
        memory = self.made.memory
        if float(self.values["source-mb-s"]) * 1e6 <= memory.device.write_bps:
            return 0.0
        held = memory.ram_bytes - memory.kernel_bytes - memory.slab_bytes - memory.anon_bytes - memory.shmem_bytes
        limit, background = (
            float(settings[f"vm.{name}_bytes"]) or float(settings[f"vm.{name}_ratio"]) / 100 * held
            for name in ("dirty", "dirty_background")
        )
        background = background if background < limit else limit / 2
        return (limit - background) / 2 / memory.device.write_bps


def _host(world: World, values: Drawn) -> LinuxHost:
    chance = world.chance
    system = BlockDevice("sda", 480e9, 350e6, 400e6, 0.0003, model="SSD-480", rotational=False)
    data = BlockDevice(
        "sdb", chance.choice([8e12, 12e12, 16e12]), float(values["drain-mb-s"]) * 1e6, 180e6, 0.0004, model="RAID-5"
    )
    ram = float(values["ram-gib"]) * GIB * chance.uniform(0.975, 0.985)
    made = linux_host(world, str(values["node"]), str(values["release"]), ram, int(values["cpus"]), [system, data], 8 * GIB,
                      int(values["days-up"]), float(values["cached"]))  # fmt: skip
    host, memory = made.host, made.memory
    host.tools = {**basic.TOOLS, **filters.TOOLS, **linux.TOOLS}
    used = chance.uniform(0.2, 0.5) * data.size_bytes
    made.mount(Mount("/dev/sda3", "/", "xfs", "rw,relatime,attr2,inode64", 440e9, lambda: 51e9))
    made.mount(Mount("/dev/sdb1", str(values["mount"]), "xfs", "rw,relatime,attr2,inode64,noquota", data.size_bytes * 0.99,
                     lambda: used + memory.written_bytes * 0.2))  # fmt: skip
    name, about, user, words = _SERVICES[values["service"]]
    program = Program(
        user,
        host.pid(),
        words,
        chance.uniform(0.03, 0.07) * ram,
        hot=0.4,
        cpu=0.4,
        cpu_seconds=chance.uniform(4e3, 9e4),
    )
    made.start_program(program)
    made.services[name] = Service(name, about, pid=program.pid)
    made.log.at_start.append((7.4 + chance.random(), "XFS (sdb1): Mounting V5 Filesystem"))
    made.log.boot()
    return made
