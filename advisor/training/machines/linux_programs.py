"""A Linux host with a database and a second program whose memory grew: both together are larger than memory, or they just fit.

A heap is as large as the unit file of its service says. What programs keep using and does not fit is swapped out and wanted back
at once; the device of swap sets the pace of everything. Where only cold memory lies in swap, nothing suffers.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from advisor.training.machines.machine import Drawn, Machine
from advisor.training.parts.block_device import BlockDevice
from advisor.training.parts.linux_host import LinuxHost, linux_host
from advisor.training.parts.linux_memory import Program
from advisor.training.parts.mount import Mount
from advisor.training.parts.service import Service
from advisor.training.parts.sizes import GIB
from advisor.training.tools import basic, filters, linux
from advisor.training.world import World

DEFAULTS: dict[str, Any] = {
    "node": "app7", "release": "el8", "ram-gib": 32, "cpus": 8, "database": "mysql", "database-share": 0.58, "program": "reports",
    "heap-share": 0.5, "small-share": 0.18, "cold-share": 0.0, "swap-gib": 24, "seek-ms": 3.0, "days-up": 80,
}  # fmt: skip
_DATABASES = {
    "mysql": ("mysqld.service", "MySQL Server", "mysql", "/usr/sbin/mysqld --defaults-file=/etc/my.cnf"),
    "mongodb": ("mongod.service", "MongoDB Database Server", "mongod", "/usr/bin/mongod -f /etc/mongod.conf"),
    "elastic": (
        "elasticsearch.service",
        "Elasticsearch",
        "elasticsearch",
        "/usr/share/elasticsearch/jdk/bin/java org.elasticsearch.bootstrap",
    ),
}
_GROWTH_BPS = 120e6
_HEAP = re.compile(r"-Xmx(\d{1,6})([mMgG])")
_OVERHEAD = 1.08
"""What a Java program has beside its heap."""


@dataclass(eq=False)
class Heap:
    """A Java program as a service: it grows to the heap that its unit file allows.

    Attributes:
        made: its host.
        service: it is run as.
        program: the process, where one runs.
        hot: part of the heap that it keeps using.
    """

    made: LinuxHost
    service: Service
    hot: float
    touch_bps: float
    program: Program | None = None

    @property
    def unit(self) -> str:
        """Path of its unit file."""
        return f"/etc/systemd/system/{self.service.name}"

    def allowed(self) -> float:
        """How large the unit file lets it grow, bytes."""
        files = self.made.host.files
        found = _HEAP.search(files.read(self.unit)) if files.has(self.unit) else None
        return float(found[1]) * (GIB if found[2] in "gG" else 1 << 20) * _OVERHEAD if found else 0.0

    def start(self) -> None:
        """Start it; it grows from now on."""
        words = re.search(r"ExecStart=(.*)", self.made.host.files.read(self.unit))
        pid = self.made.host.pid()
        self.program = self.made.start_program(
            Program("app", pid, words[1] if words else "java", 200e6, self.hot, self.touch_bps, cpu=1.4)
        )
        self.service.pid = pid

    def stop(self) -> None:
        """End it."""
        if self.program is not None:
            self.made.stop_program(self.program)
            self.program = None

    def step(self, seconds: float) -> None:
        """Grow."""
        if self.program is not None:
            self.program.cpu_seconds += self.program.cpu * seconds
            room = self.allowed() - self.program.wants_bytes
            self.program.wants_bytes += max(0.0, min(room, _GROWTH_BPS * seconds))


def build(world: World, drawn: Drawn) -> Machine:
    """Put the host together, and let the programs grow to what they are allowed."""
    values = {**DEFAULTS, **drawn}
    made = _host(world, values)
    memory, ram = made.memory, made.memory.ram_bytes
    database = _database(made, values)
    heap = _second(made, values)
    cold = float(values["cold-share"]) * memory.swap_bytes
    if cold:  # what has not been touched since the start lies in swap, and nobody misses it
        database.swapped_bytes = min(cold, database.wants_bytes * (1 - database.hot) * 0.95)
    heap.start()
    world.wait(int(heap.allowed() / _GROWTH_BPS) + 90 + world.chance.randint(0, 30))
    agreed: list[bool] = []

    def agree() -> str:
        agreed.append(True)
        return "Yes, stop it whenever you like; it runs for the month's end only. Give it less if it has to be."

    small = max(1, round(float(values["small-share"]) * float(values["ram-gib"])))
    names = {
        "node": made.host.name, "service": heap.service.name, "unit": heap.unit, "database": _DATABASES[values["database"]][0],
        "heap": f"-Xmx{_gib(heap)}g", "smaller": f"-Xmx{small}g", "gib": str(_gib(heap)), "small_gib": str(small),
    }  # fmt: skip

    def needs(heap_bytes: float) -> bool:
        """Whether what both keep using fits."""
        hot = database.wants_bytes * database.hot + heap_bytes * heap.hot
        return hot < 0.95 * ram - memory.kernel_bytes - memory.slab_bytes

    return Machine(
        world, {made.host.name: made.host}, made.host.name, names,
        mended=lambda: needs(heap.allowed() if heap.program is not None else 0.0),
        lasting=lambda: needs(heap.allowed() if heap.service.enabled else 0.0),
        in_service=lambda _: not agreed, problems=made.problems, actions={"agree": agree},
    )  # fmt: skip


def _gib(heap: Heap) -> int:
    return round(heap.allowed() / _OVERHEAD / GIB)


def _host(world: World, values: Drawn) -> LinuxHost:
    chance = world.chance
    system = BlockDevice("sda", 600e9, 150e6, 160e6, float(values["seek-ms"]) / 1000, model="SAS-10K")
    data = BlockDevice("sdb", 2e12, 400e6, 500e6, 0.0002, model="SSD-2T", rotational=False)
    ram = float(values["ram-gib"]) * GIB * chance.uniform(0.975, 0.985)
    made = linux_host(world, str(values["node"]), str(values["release"]), ram, int(values["cpus"]), [system, data],
                      float(values["swap-gib"]) * GIB, int(values["days-up"]), 0.12)  # fmt: skip
    made.host.tools = {**basic.TOOLS, **filters.TOOLS, **linux.TOOLS}
    made.mount(Mount("/dev/sda3", "/", "xfs", "rw,relatime,attr2,inode64", 550e9, lambda: 61e9))
    made.mount(Mount("/dev/sdb1", "/var/lib/data", "xfs", "rw,noatime,attr2,inode64", 1.98e12, lambda: 0.7e12))
    made.cpu.user_share, made.cpu.switches = 0.12, 6000.0
    return made


def _database(made: LinuxHost, values: Mapping[str, Any]) -> Program:
    name, about, user, words = _DATABASES[str(values["database"])]
    program = Program(user, made.host.pid(), words, float(values["database-share"]) * made.memory.ram_bytes, 0.9, 250e6, cpu=2.2,
                      cpu_seconds=made.host.world.chance.uniform(1e5, 9e5))  # fmt: skip
    made.start_program(program)
    made.services[name] = Service(name, about, pid=program.pid)
    return program


def _second(made: LinuxHost, values: Mapping[str, Any]) -> Heap:
    name = f"{values['program']}.service"
    gib = max(2, round(float(values["heap-share"]) * float(values["ram-gib"])))
    service = Service(name, f"{str(values['program']).capitalize()} application", needed=True)
    heap = Heap(made, service, 0.9, 300e6)
    text = (
        f"[Unit]\nDescription={service.about}\nAfter=network.target\n\n[Service]\nUser=app\n"
        f"ExecStart=/usr/bin/java -Xms1g -Xmx{gib}g -jar /opt/{values['program']}/server.jar\nRestart=on-failure\n\n"
        "[Install]\nWantedBy=multi-user.target\n"
    )
    made.host.files.put(heap.unit, text)
    service.started, service.stop = heap.start, heap.stop
    made.services[name] = service
    made.add(heap)
    return heap
