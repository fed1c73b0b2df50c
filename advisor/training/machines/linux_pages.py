"""A Linux host with one large program, whose kernel goes to great lengths for pages: huge ones, or those of the nearest node."""

from __future__ import annotations

from typing import Any

from advisor.training.machines.machine import Drawn, Machine
from advisor.training.parts.block_device import BlockDevice
from advisor.training.parts.linux_host import LinuxHost, linux_host
from advisor.training.parts.linux_memory import Program
from advisor.training.parts.linux_pages import HugePages, Nodes
from advisor.training.parts.mount import Mount
from advisor.training.parts.service import Service
from advisor.training.parts.sizes import GIB
from advisor.training.tools import basic, filters, linux
from advisor.training.world import World

DEFAULTS: dict[str, Any] = {
    "node": "cache3", "release": "el9", "ram-gib": 64, "cpus": 16, "program": "redis", "share": 0.72, "cached": 0.12, "enabled": "always",
    "stalls": 50.0, "zone-reclaim": 0, "tries": 350.0, "days-up": 70,
}  # fmt: skip
_PROGRAMS = {
    "redis": ("redis.service", "Redis persistent key-value database", "redis", "/usr/bin/redis-server 0.0.0.0:6379"),
    "mongodb": ("mongod.service", "MongoDB Database Server", "mongod", "/usr/bin/mongod -f /etc/mongod.conf"),
    "mysql": ("mysqld.service", "MySQL Server", "mysql", "/usr/sbin/mysqld --defaults-file=/etc/my.cnf"),
}
_ZONE_FILE = "/etc/sysctl.d/70-numa.conf"


def build(world: World, drawn: Drawn) -> Machine:
    """Put the host together, and let it run for a while."""
    values = {**DEFAULTS, **drawn}
    made = _host(world, values)
    host, memory = made.host, made.memory
    name, about, user, words = _PROGRAMS[values["program"]]
    program = made.start_program(Program(user, host.pid(), words, float(values["share"]) * memory.ram_bytes, 0.8, cpu=1.6,
                                         cpu_seconds=world.chance.uniform(2e5, 9e5)))  # fmt: skip
    made.services[name] = Service(name, about, pid=program.pid)
    pages = HugePages(
        made, program, float(values["stalls"]), enabled=str(values["enabled"]), fragmented=values["enabled"] == "always"
    )
    nodes = Nodes(made, 0.012, float(values["tries"]), 0.9 * memory.device.read_bps)
    memory.anon_huge_bytes = 0.65 * program.wants_bytes if values["enabled"] == "always" else 0.0
    if values["zone-reclaim"]:
        host.files.put(_ZONE_FILE, f"# keep programs on their node\nvm.zone_reclaim_mode = {values['zone-reclaim']}\n")
        made.settings.restart()
    for part in (pages, nodes):
        made.add(part)
    made.more_tasks.append(pages.tasks)
    host.parts |= {"pages": pages, "nodes": nodes}
    host.at_boot.append(pages.restart)
    world.wait(60 + world.chance.randint(0, 30))
    names = {
        "node": host.name,
        "service": name,
        "program": str(values["program"]),
        "zone_file": _ZONE_FILE,
        "mode": str(values["zone-reclaim"]),
    }

    def calm(mode: int, stopping: bool) -> bool:
        return mode == 0 and not (stopping and pages.fragmented)

    return Machine(
        world, {host.name: host}, host.name, names,
        mended=lambda: calm(made.settings.number("vm.zone_reclaim_mode"), pages.stops),
        lasting=lambda: calm(int(made.settings.at_boot()["vm.zone_reclaim_mode"]), pages.at_boot() == "always"),
        in_service=lambda _: True, problems=made.problems, actions={},
    )  # fmt: skip


def _host(world: World, values: Drawn) -> LinuxHost:
    chance = world.chance
    system = BlockDevice("sda", 480e9, 350e6, 400e6, 0.0003, model="SSD-480", rotational=False)
    data = BlockDevice("sdb", 4e12, 180e6, 160e6, 0.0006, model="RAID-10")
    ram = float(values["ram-gib"]) * GIB * chance.uniform(0.975, 0.985)
    made = linux_host(world, str(values["node"]), str(values["release"]), ram, int(values["cpus"]), [system, data], 8 * GIB,
                      int(values["days-up"]), float(values["cached"]), nodes=2)  # fmt: skip
    made.host.tools = {**basic.TOOLS, **filters.TOOLS, **linux.TOOLS}
    made.mount(Mount("/dev/sda3", "/", "xfs", "rw,relatime,attr2,inode64", 440e9, lambda: 51e9))
    made.mount(Mount("/dev/sdb1", "/var/lib/data", "xfs", "rw,noatime,attr2,inode64", 3.9e12, lambda: 1.1e12))
    made.cpu.user_share, made.cpu.switches = 0.04, 9000.0
    return made
