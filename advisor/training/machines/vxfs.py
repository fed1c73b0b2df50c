"""An Oracle cluster on Solaris with VxFS behind an array with a small write cache (elling-2000: Example of Such a System).

A nightly job creates a tablespace in requests of one size. Where they are cached, and the job is larger than the memory that
is left beside the locked SGA, the host starves and its partner takes it for dead. Where they pass the cache by, the job
is as slow as the disks behind the array, and nothing else suffers. An SGA that was made too large starves it as well, without
any file. A bad plug on one heartbeat network looks like the beginning of all that, and is not.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

from advisor.training.host import Host, Interface, Process
from advisor.training.machines.machine import Drawn, Machine
from advisor.training.parts import cluster as clusters
from advisor.training.parts.array import Array
from advisor.training.parts.cluster import Cluster
from advisor.training.parts.heartbeat_link import HeartbeatLink
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
    "front-mb-s": 40.0, "job": "create tablespace", "fault": "cached", "process-share": 0.12, "fitting-sga-share": 0.45,
    "touch-mb-s": 0.0, "link-days": 3,
}  # fmt: skip


def build(world: World, drawn: Drawn) -> Machine:
    """Put the cluster together, and let the night happen that is complained of."""
    values = {**DEFAULTS, **drawn}
    node, partner = (_host(world, str(values[name]), values) for name in ("node", "partner"))
    array = Array(
        "c2t1d0",
        float(values["front-mb-s"]) * 1e6,
        float(values["back-mb-s"]) * 1e6,
        float(values["cache-mib"]) * MIB,
        chance=world.chance,
    )
    memory = SolarisMemory(
        world, node.ram_bytes, 0.09 * node.ram_bytes, float(values["sga-share"]) * node.ram_bytes,
        float(values["process-share"]) * node.ram_bytes, array,
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
    sga = Sga(node, memory, float(values["fitting-sga-share"]) * node.ram_bytes, float(values["touch-mb-s"]) * 1e6)
    jobs = Jobs(
        node,
        system,
        cluster,
        int(values["request-kib"]) * 1024,
        float(values["tablespace-gib"]) * GIB,
        str(values["job"]),
    )
    fault = str(values["fault"])
    wire = HeartbeatLink((node, partner), cluster, "qfe0", float(values["dead-seconds"]))
    if fault == "link":
        wire.history(int(values["link-days"]))
        world.parts.append(wire)
    elif fault == "sga":
        jobs.night_of_reports(sga)
    else:
        jobs.last_night()
    mended: dict[str, Callable[[], bool]] = {
        "cached": lambda: not system.cached(jobs.request),
        "burst": lambda: jobs.paced and not system.cached(jobs.request),
        "sga": lambda: sga.fits,
        "link": lambda: not wire.bad,
    }
    lasting = {**mended, "cached": lambda: jobs.request > system.at_mount()}
    names = jobs.names = {
        "node": node.name, "partner": partner.name, "mount": system.mount, "device": system.device, "pid": "",
        "request": str(jobs.request), "request_kib": str(jobs.request // 1024), "gib": f"{jobs.total / GIB:g}", "log": clusters.LOG,
        "promised": f"{array.front_bps / 1e6:.0f}",
    }  # fmt: skip
    return Machine(
        world, {node.name: node, partner.name: partner}, node.name, names,
        mended=mended[fault], lasting=lasting[fault],
        in_service=lambda host: cluster.service_on is host, problems=lambda: jobs.problems(memory, array),
        actions={"create-tablespace": jobs.create, "drop-tablespace": jobs.drop, "job-state": jobs.state, "pace": jobs.pace,
                 "shrink-sga": sga.shrink, "run-reports": sga.run, "stop-reports": sga.end,
                 "exchange-cable": wire.exchange, "exchange-other": wire.exchange_other, "who-plugged": wire.told, "has-it-held": wire.held},
    )  # fmt: skip


class Jobs:
    """The jobs of the database administrator."""

    def __init__(
        self, node: Host, system: VxfsFileSystem, cluster: Cluster, request: int, total: float, what: str
    ) -> None:
        """Requests of one size, how much a job writes, and what it is."""
        self.node, self.system, self.cluster = node, system, cluster
        self.request, self.total, self.what = request, total, what
        self.rate = 45e6
        self.paced = False
        self.done: list[Writer] = []
        self.names: dict[str, str] = {}

    def create(self) -> str:
        """Begin to create a tablespace, on the node that the service was moved away from."""
        if self.done and not self.done[-1].over:
            return f"It is still running: {self._share()} so far."
        again = " again" if self.done else ""
        writer = self._start()
        self.names["pid"] = str(writer.pid)
        return f"Done: I have started it{again} on {self.node.name}; the shadow process is {writer.pid}."

    def drop(self) -> str:
        """Stop the newest job and remove its file; what of it was not written yet is written no more."""
        if not self.done or self.done[-1].over:
            return "Nothing of mine is running."
        self.done[-1].stop()
        self.system.memory.forget_files()
        return "I have stopped it, and dropped the tablespace with its file."

    def pace(self) -> str:
        """Keep the job below what the disks behind the array take."""
        self.rate, self.paced = 0.85 * self.system.volume.back_bps, True
        stopped = self.drop() if self.done and not self.done[-1].over else ""
        return f"{stopped} The job has a limit now, also in its script: {self.rate / 1024:.0f} kB/s.".strip()

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
        words = f"oracleDB1 ({self.what}, {self.total / GIB:g} GB)"
        path = f"{self.system.mount}/users{len(self.done) + 1:02d}.dbf"
        writer = self.system.write(words, path, self.request, self.total, self.rate)
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
            self._taken_over(writer.stop)
        writer.stop()
        self._until_morning()

    def night_of_reports(self, sga: Sga) -> None:
        """Another complaint: no job writes, the reports run, and the node is given up."""
        world = self.node.world
        sga.rest()
        world.wait(180)
        sga.run()
        for _ in range(_LONGEST_NIGHT):
            world.wait(1)
            if self.cluster.takeovers:
                break
        if self.cluster.takeovers:
            self._taken_over(sga.end)
        sga.end()
        self._until_morning()

    def _taken_over(self, ends: Callable[[], object]) -> None:
        """The instance loses its disks and ends, memory is free again, and the node finds that it is not alone."""
        world = self.node.world
        world.wait(world.chance.randint(15, 40))
        ends()
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


class Sga:
    """The instance on the node, where its shared memory is what is wrong: how large it is made, and the reports beside it."""

    def __init__(self, node: Host, memory: SolarisMemory, fitting: float, touched: float) -> None:
        """The size that would fit, and what the reports touch of their own memory in a second, both in bytes."""
        self.node, self.memory, self.fitting, self.touched = node, memory, fitting, touched
        self.size, self.sessions, self.idle = memory.locked_bytes, memory.process_bytes, 0.08 * memory.ram_bytes

    @property
    def fits(self) -> bool:
        """Whether the processes have room beside the size that stands in the parameter file."""
        memory = self.memory
        return memory.kernel_bytes + self.size + self.sessions < memory.ram_bytes - 2 * memory.lotsfree

    def rest(self) -> None:
        """The instance runs, and hardly a session works."""
        self.memory.process_bytes = self.idle

    def run(self) -> str:
        """Start the instance and its reports; what has no room from the first is paged out as they grow."""
        memory = self.memory
        memory.locked_bytes, memory.process_bytes, memory.touched_bps = self.size, self.sessions, self.touched
        memory.make_room()
        return f"A copy of the database runs on {self.node.name} now, with the same parameter file, and the reports of the night on it."

    def end(self) -> str:
        """The instance has ended: its memory is free."""
        memory = self.memory
        memory.locked_bytes, memory.process_bytes, memory.touched_bps = 0.0, self.idle, 0.0
        memory.away_bytes = 0.0
        return f"I have stopped the copy on {self.node.name}."

    def shrink(self) -> str:
        """Put the size of before into the parameter file; what runs here is started anew with it."""
        running = self.memory.locked_bytes > 0
        self.size = self.fitting
        if running:
            self.end()
            self.node.world.wait(120)
            self.run()
        done = f"The SGA was lowered to {self.fitting / MIB:.0f} MB again, in the parameter file of both nodes"
        return done + (f", and what runs on {self.node.name} was started anew with it." if running else ".")


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
