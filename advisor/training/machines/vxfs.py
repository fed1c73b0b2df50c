"""An Oracle cluster on Solaris with VxFS behind an array with a small write cache (elling-2000: Example of Such a System).

A nightly job creates a tablespace in requests of one size. Where they are cached, and the job is larger than the memory that
is left beside the locked SGA, the host starves and its partner takes it for dead. Where they pass the cache by, the job
is as slow as the disks behind the array, and nothing else suffers.
"""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from advisor.training.host import Host, Interface, Process
from advisor.training.machines.machine import Drawn, Machine
from advisor.training.parts import cluster as clusters
from advisor.training.parts.array import Array
from advisor.training.parts.cluster import Cluster
from advisor.training.parts.solaris_memory import SolarisMemory
from advisor.training.parts.vxfs import DEFAULT_DIRECT_IOSZ, VxfsFileSystem
from advisor.training.parts.writer import Writer
from advisor.training.tools import basic, filters, solaris, vxfs
from advisor.training.world import World

MIB, GIB = 1 << 20, 1 << 30
_LONGEST_NIGHT = 2400
DEFAULTS: dict[str, Any] = {
    "node": "ora1", "partner": "ora2", "mount": "/u01/oradata", "ram-gib": 2, "sga-share": 0.5, "request-kib": 128,
    "threshold-kib": 256, "tablespace-gib": 2.0, "back-mb-s": 0.7, "cache-mib": 64, "release": "5.8", "dead-seconds": 45,
}  # fmt: skip


def build(world: World, drawn: Drawn) -> Machine:
    """Put the cluster together, and let the night happen that is complained of."""
    values = {**DEFAULTS, **drawn}
    node, partner = (_host(world, str(values[name]), values) for name in ("node", "partner"))
    array = Array("c2t1d0", 40e6, float(values["back-mb-s"]) * 1e6, float(values["cache-mib"]) * MIB)
    memory = SolarisMemory(
        world, node.ram_bytes, 0.09 * node.ram_bytes, float(values["sga-share"]) * node.ram_bytes, 0.12 * node.ram_bytes, array,
        1.2 * node.ram_bytes,
    )  # fmt: skip
    idle = SolarisMemory(
        world,
        partner.ram_bytes,
        0.09 * partner.ram_bytes,
        0.0,
        0.08 * partner.ram_bytes,
        Array("c2t1d0", 40e6, 1e6, MIB),
        2 * GIB,
    )
    system = VxfsFileSystem(node, str(values["mount"]), "/dev/vx/dsk/datadg/db01", memory, array)
    system.direct_iosz = int(values["threshold-kib"]) * 1024
    node.parts |= {"array": array, "memory": memory, "vxfs": system}
    partner.parts |= {"memory": idle, "array": idle.volume}
    node.at_boot += [memory.restart, system.mounted]
    links = ("hme0", "qfe0")
    cluster = Cluster(node, partner, lambda: memory.starving_seconds, float(values["dead-seconds"]), links, node)
    world.parts += [memory, array, idle, idle.volume, cluster]
    _furnish(node, partner, values)
    jobs = Jobs(node, system, cluster, int(values["request-kib"]) * 1024, float(values["tablespace-gib"]) * GIB)
    jobs.last_night()
    names = jobs.names = {
        "node": node.name, "partner": partner.name, "mount": system.mount, "device": system.device, "pid": "",
        "request": str(jobs.request), "request_kib": str(jobs.request // 1024), "gib": f"{jobs.total / GIB:g}", "log": clusters.LOG,
    }  # fmt: skip
    return Machine(
        world, {node.name: node, partner.name: partner}, node.name, names,
        mended=lambda: not system.cached(jobs.request), lasting=lambda: jobs.request > system.at_mount(),
        in_service=lambda host: cluster.service_on is host, problems=lambda: jobs.problems(memory, array),
        actions={"create-tablespace": jobs.create, "drop-tablespace": jobs.drop, "job-state": jobs.state},
    )  # fmt: skip


class Jobs:
    """The jobs of the database administrator."""

    def __init__(self, node: Host, system: VxfsFileSystem, cluster: Cluster, request: int, total: float) -> None:
        """Requests of one size, and how much a tablespace holds."""
        self.node, self.system, self.cluster = node, system, cluster
        self.request, self.total = request, total
        self.done: list[Writer] = []
        self.names: dict[str, str] = {}

    def create(self) -> str:
        """Begin to create a tablespace, on the node that the service was moved away from."""
        if self.done and not self.done[-1].over:
            return f"It is still running: {self._share()} so far."
        writer = self._start()
        self.names["pid"] = str(writer.pid)
        return f"Done: I have started it again on {self.node.name}; the shadow process is {writer.pid}."

    def drop(self) -> str:
        """Stop the newest job and remove its file; what of it was not written yet is written no more."""
        if not self.done or self.done[-1].over:
            return "Nothing of mine is running."
        self.done[-1].stop()
        self.system.memory.forget_files()
        return "I have stopped it, and dropped the tablespace with its file."

    def state(self) -> str:
        """How far the newest job has got."""
        last = self.done[-1]
        if not last.over:
            return f"It is running: {self._share()} so far."
        return f"The last one has ended, after {last.seconds / 60:.0f} minutes."

    def _share(self) -> str:
        last = self.done[-1]
        return f"{100 * last.done_bytes / last.total_bytes:.0f} percent"

    def _start(self) -> Writer:
        words = f"oracleDB1 (create tablespace, {self.total / GIB:g} GB)"
        path = f"{self.system.mount}/users{len(self.done) + 1:02d}.dbf"
        writer = self.system.write(words, path, self.request, self.total, 45e6)
        self.node.parts["job"] = writer
        self.done.append(writer)
        return writer

    def last_night(self) -> None:
        """What the complaint is about, as it happens by itself; the morning after the service runs on the partner."""
        world = self.node.world
        world.wait(180)
        writer = self._start()
        for _ in range(_LONGEST_NIGHT):
            world.wait(1)
            if self.cluster.takeovers or writer.over:
                break
        if self.cluster.takeovers:
            self._taken_over(writer)
        writer.stop()
        self._until_morning()

    def _taken_over(self, writer: Writer) -> None:
        """The instance loses its disks and ends, memory is free again, and the node finds that it is not alone."""
        world = self.node.world
        world.wait(world.chance.randint(15, 40))
        writer.stop()
        self.system.memory.forget_files()
        while self.cluster.service_on is self.node:
            world.wait(1)
        world.wait(5)
        self.node.restart()

    def _until_morning(self) -> None:
        """The service stays with the partner; the hours in which nothing happens are not stepped."""
        world = self.node.world
        self.cluster.service_on = self.cluster.standby
        self.system.memory.restart()
        self.system.volume.waiting = 0.0
        self.system.volume.drained = self.system.volume.taken
        morning = world.begins.replace(hour=9, minute=world.chance.randint(0, 50))
        world.now = world.begins = max(morning, world.now)

    def problems(self, memory: SolarisMemory, array: Array) -> list[str]:
        """What does not add up."""
        found = []
        if abs(array.taken - array.drained - array.waiting) > 1:
            found.append("the array took other bytes than it drained and holds")
        if array.waiting > array.cache_bytes + 1:
            found.append("the array's cache holds more than it can")
        if memory.flushed_bytes > memory.cached_bytes + 1:
            found.append("more was flushed than was cached")
        if memory.dirty_bytes < -1 or memory.free_bytes > memory.ram_bytes:
            found.append("memory is more than there is")
        return found


def _host(world: World, name: str, values: Drawn) -> Host:
    booted = world.now - timedelta(days=world.chance.randint(20, 200), seconds=world.chance.randint(0, 80_000))
    release = f"SunOS {name} {values['release']} Generic_108528-29 sun4u sparc SUNW,Ultra-Enterprise"
    host = Host(world, name, "solaris", release, int(values["ram-gib"]) * GIB, 8, booted, page_bytes=8192)
    host.tools = {**basic.TOOLS, **filters.TOOLS, **solaris.TOOLS, **vxfs.TOOLS}
    host.interfaces = [
        Interface("lo0", 8232, "loopback", "localhost", 0.01), Interface("hme0", 1500, "hb-net-a", f"{name}-hb0", 0.9),
        Interface("qfe0", 1500, "hb-net-b", f"{name}-hb1", 0.9), Interface("qfe1", 1500, "public", name, 11.0),
    ]  # fmt: skip
    return host


def _furnish(node: Host, partner: Host, values: Drawn) -> None:
    for host in (node, partner):
        host.files.put(
            clusters.LOG, f"heartbeat: {host.world.now:%Y/%m/%d_%H:%M:%S} info: Daily informational memory statistics\n"
        )
        host.files.folder("/etc/vx")
        host.files.put("/etc/system", "set shmsys:shminfo_shmmax=4294967295\nset shmsys:shminfo_shmmni=100\n")
        host.files.put("/var/adm/messages", "")
        host.processes += [
            Process("oracle", 811 + n, f"ora_{name}_DB1")
            for n, name in enumerate(("pmon", "dbw0", "lgwr", "ckpt", "smon"))
        ]
        host.processes.append(Process("root", 402, "heartbeat: master control process"))
    threshold = int(values["threshold-kib"]) * 1024
    if threshold != DEFAULT_DIRECT_IOSZ:
        node.files.put("/etc/vx/tunefstab", f"/dev/vx/dsk/datadg/db01 discovered_direct_iosz={threshold}\n")
