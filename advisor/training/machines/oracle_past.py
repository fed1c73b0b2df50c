"""What came before an exercise with an Oracle instance, and as which account it is started."""

from __future__ import annotations

from datetime import timedelta

from advisor.training.host import Host
from advisor.training.machines.machine import Drawn
from advisor.training.parts.linux_files import count_past
from advisor.training.parts.linux_host import LinuxHost
from advisor.training.parts.oracle_instance import Instance, NoStart
from advisor.training.parts.oracle_limits import Unit, login_limit

_LAST_SECONDS = 90
"""So much of what came before is stepped through, so that loads and queues are those of a host at work."""


def starting_limit(host: Host) -> float:
    """What the instance may lock when the host starts it: that of its unit, or of a login."""
    unit = host.parts.get("unit")
    return unit.limit if isinstance(unit, Unit) else login_limit(host, "oracle")


def starting_limit_of_files(host: Host) -> float:
    """The same after a restart, when all files are read anew."""
    unit = host.parts.get("unit")
    if not isinstance(unit, Unit):
        return login_limit(host, "oracle")
    fresh = Unit(host, unit.name)
    fresh.reload()
    return fresh.limit


class Past:
    """What came before: a boot, a start that went well or not, a change, and the start that is complained of."""

    def __init__(self, linux: LinuxHost, instance: Instance, values: Drawn) -> None:
        """Keep who takes part."""
        self.linux, self.host, self.instance, self.values = linux, linux.host, instance, values
        self.pool = linux.memory.pool

    def happens(self) -> None:
        """Run through it, and stand at the present with what it left behind."""
        world, instance, values = self.host.world, self.instance, self.values
        now = world.now
        parts, world.parts = world.parts, []  # long quiet times are not stepped through
        pages = round(instance.wanted * float(values["pool-share"]))
        before = self._before(pages)
        if values["fine-before"]:
            self._fine(pages)
        world.now = self.host.booted
        self.linux.begin()
        try:
            instance.start(starting_limit(self.host))
        except NoStart:
            instance.stop()
        if values["changed-minutes"]:
            world.now = now - timedelta(minutes=float(values["changed-minutes"]))
            if instance.running:
                instance.shut()
            instance.spfile |= before
            self._change(pages)
            try:
                instance.start(starting_limit(self.host))
            except NoStart:
                instance.stop()
        world.now, world.parts = now - timedelta(seconds=_LAST_SECONDS), parts
        instance.step(0.0)
        self.linux.memory.settle()
        count_past(self.linux)
        world.wait(_LAST_SECONDS)
        world.begins, self.linux.cpu.loads = now, [self.linux.cpu.loads[0]] * 3

    def _fine(self, pages: int) -> None:
        """Before the host was restarted it was started by hand, with as many pages on each node."""
        self.host.world.now = self.host.booted - timedelta(days=90, seconds=self.host.world.chance.randint(0, 80_000))
        self.pool.set_pages(pages)
        self.instance.start(login_limit(self.host, "oracle"))
        self.host.world.now = self.host.booted - timedelta(minutes=9)
        self.instance.shut()

    def _before(self, pages: int) -> dict[str, str]:
        """Set back what was changed later; what has to be set again is returned."""
        spfile, values = self.instance.spfile, self.values
        small = float(values["sga-before-gib"])
        changed: dict[str, str] = {
            name: spfile[name] for name in ("sga_max_size", "sga_target") if small and name in spfile
        }
        spfile |= dict.fromkeys(changed, f"{small:g}G")
        if target := float(values["target-before-gib"]):
            names = [name for name in ("memory_max_target", "memory_target") if name in spfile]
            changed |= {name: spfile[name] for name in names}
            spfile |= dict.fromkeys(names, f"{target:g}G")
        share = float(values["pool-before-share"])
        first = round(self.instance.wanted * share) if share else pages
        if self.values["poor-share"] != 0.5:
            poor = round(pages * float(values["poor-share"]))
            rows = [(poor, 0), (pages - poor, 1)]
            text = "".join(
                f"echo {n} > /sys/devices/system/node/node{node}/hugepages/hugepages-2048kB/nr_hugepages\n"
                for n, node in rows
            )
            self.host.files.put("/etc/rc.d/rc.local", f"#!/bin/bash\ntouch /var/lock/subsys/local\n{text}")
        elif first:
            self._setting(first)
        return changed

    def _setting(self, pages: int) -> None:
        text = "# Oracle\nkernel.shmmax = 4398046511104\nkernel.shmall = 1073741824\nkernel.shmmni = 4096\nfs.aio-max-nr = 1048576\n"
        self.host.files.put("/etc/sysctl.conf", f"{text}vm.nr_hugepages = {pages}\n")

    def _change(self, pages: int) -> None:
        self.pool.fragment(float(self.values["fragmented"]))
        if self.values["pool-before-share"]:
            self.pool.set_pages(pages)
