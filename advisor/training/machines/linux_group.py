"""A large Linux host on which one service with a small limit of memory writes in batches (linux-cgroup-v2: Writeback)."""

from __future__ import annotations

from typing import Any

from advisor.training.machines.machine import Drawn, Machine
from advisor.training.parts.block_device import BlockDevice
from advisor.training.parts.linux_cgroup import WritingGroup
from advisor.training.parts.linux_host import LinuxHost, linux_host
from advisor.training.parts.linux_memory import Program
from advisor.training.parts.mount import Mount
from advisor.training.parts.service import Service
from advisor.training.parts.sizes import GIB
from advisor.training.tools import basic, filters, linux
from advisor.training.world import World

DEFAULTS: dict[str, Any] = {
    "node": "app7", "release": "el9", "ram-gib": 64, "cpus": 16, "service": "importd", "max-mib": 512, "batch-mb": 650.0,
    "source-mb-s": 450.0,
    "drain-mb-s": 70.0, "pause": 11.0, "days-up": 33,
}  # fmt: skip


def build(world: World, drawn: Drawn) -> Machine:
    """Put the host together, and let the service write some batches."""
    values = {**DEFAULTS, **drawn}
    made = _host(world, values)
    name = f"{values['service']}.service"
    pid = made.host.pid()
    words = f"/usr/local/bin/{values['service']} --workers 4 --out /srv/{values['service']}"
    program = made.start_program(
        Program("svc", pid, words, 0.08 * int(values["max-mib"]) * (1 << 20), 0.8, cpu=0.7, cpu_seconds=8e4)
    )
    service = Service(name, f"{str(values['service']).capitalize()} batch writer", pid=pid)
    service.unit = f"[Unit]\nDescription={service.about}\n\n[Service]\nUser=svc\nExecStart={words}\nMemoryMax={values['max-mib']}M\n"
    made.services[name] = service
    group = WritingGroup(made, service, program, float(int(values["max-mib"]) << 20), float(values["batch-mb"]) * 1e6,
                         float(values["source-mb-s"]) * 1e6, float(values["pause"]))  # fmt: skip
    made.add(group)
    made.more_tasks.append(group.tasks)
    made.host.at_boot.append(group.restart)
    world.wait(150 + world.chance.randint(0, 60))

    def catch_up() -> str:
        """A large batch by hand, so that there is something to look at."""
        group.catch_up(150)
        return "I have started the results of the whole day as one batch. It will be busy for two minutes at least."

    wanted = max(8 << 30, 4 * int(group.max_bytes))
    names = {
        "node": made.host.name, "service": name, "folder": group.folder, "wanted": str(wanted), "wanted_gib": str(wanted >> 30),
        "max": f"{group.max_bytes:.0f}", "max_mib": str(values["max-mib"]),
    }  # fmt: skip
    return Machine(
        world, {made.host.name: made.host}, made.host.name, names,
        mended=lambda: group.fits(group.max_bytes), lasting=lambda: group.fits(group.at_boot()),
        in_service=lambda _: True, problems=made.problems, actions={"catch-up": catch_up},
    )  # fmt: skip


def _host(world: World, values: Drawn) -> LinuxHost:
    chance = world.chance
    system = BlockDevice("sda", 480e9, 350e6, 400e6, 0.0003, model="SSD-480", rotational=False)
    data = BlockDevice("sdb", 4e12, float(values["drain-mb-s"]) * 1e6, 160e6, 0.0004, model="RAID-1")
    ram = float(values["ram-gib"]) * GIB * chance.uniform(0.975, 0.985)
    made = linux_host(world, str(values["node"]), str(values["release"]), ram, int(values["cpus"]), [system, data], 8 * GIB,
                      int(values["days-up"]), chance.uniform(0.2, 0.35))  # fmt: skip
    made.host.tools = {**basic.TOOLS, **filters.TOOLS, **linux.TOOLS}
    made.mount(Mount("/dev/sda3", "/", "xfs", "rw,relatime,attr2,inode64", 440e9, lambda: 51e9))
    made.mount(Mount("/dev/sdb1", "/srv", "xfs", "rw,relatime,attr2,inode64", 3.9e12, lambda: 1.1e12))
    web = made.start_program(
        Program("apache", made.host.pid(), "/usr/sbin/httpd -DFOREGROUND", 0.09 * ram, 0.5, cpu=0.6, cpu_seconds=4e4)
    )
    made.services["httpd.service"] = Service("httpd.service", "The Apache HTTP Server", pid=web.pid)
    return made
