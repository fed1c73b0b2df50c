"""A database host on a volume of a MegaRAID card: its battery fails and it writes through, or it patrols in working hours."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from advisor.training.host import Host
from advisor.training.machines.machine import Drawn, Machine
from advisor.training.parts.linux_host import linux_host
from advisor.training.parts.linux_memory import Program
from advisor.training.parts.megaraid import Battery, MegaVolume, Patrol
from advisor.training.parts.mount import Mount
from advisor.training.parts.sizes import GIB
from advisor.training.tools import basic, filters, linux, megaraid
from advisor.training.world import World

DEFAULTS: dict[str, Any] = {
    "node": "db4", "release": "el7", "ram-gib": 32, "mount": "/var/lib/pgsql", "fault": "battery", "drives": 8, "reads": 90.0,
    "writes": 150.0,
    "rate": 60, "hour": 7, "share": 0.2, "charge-minutes": 90,
}  # fmt: skip


def build(world: World, drawn: Drawn) -> Machine:
    """Put the host together, with what is wrong already there."""
    values = {**DEFAULTS, **drawn}
    patrol = Patrol(_next(world, int(values["hour"])), int(values["rate"]), done=world.chance.randint(60, 200))
    volume = MegaVolume("sda", 2.2e12, 400e6, 400e6, model="MR9271-8i", world=world, drives=int(values["drives"]),
                        reads_s=float(values["reads"]), writes_s=float(values["writes"]), patrol=patrol,
                        battery=Battery(charge_seconds=60.0 * int(values["charge-minutes"])))  # fmt: skip
    made = linux_host(
        world, str(values["node"]), str(values["release"]), float(values["ram-gib"]) * GIB, 8, [volume], 8 * GIB
    )
    host = made.host
    made.mount(Mount("/dev/sda3", "/", "xfs", "rw,relatime", 1e11, lambda: 2.3e10))
    made.mount(Mount("/dev/sda5", str(values["mount"]), "xfs", "rw,relatime", 1.8e12, lambda: 9.1e11))
    made.start_program(Program("postgres", host.pid(), "postgres: shop", 6 * GIB, cpu=1.0))
    volume.log, volume.waits = made.log, made.cpu.wait
    host.parts["raid"] = volume
    host.tools = {**basic.TOOLS, **filters.TOOLS, **linux.TOOLS, **megaraid.TOOLS}
    people = People(host, volume, values)
    people.happens()
    world.wait(5)
    names = {"host": host.name, "mount": str(values["mount"]), "hour": str(values["hour"]),
             "sunday": f"{world.now + timedelta(days=6 - world.now.weekday() or 7):%Y/%m/%d}",
             "charging": str(round(60 * int(values["charge-minutes"]) * 0.06) // 60 * 60 + 60)}  # fmt: skip

    def cached() -> bool:
        return volume.back and volume.battery.good and not volume.forced

    def calm() -> bool:
        return not patrol.active or patrol.paused or patrol.rate <= 10

    def planned() -> bool:
        return calm() and (patrol.start.hour < 5 or patrol.start.hour > 21)

    battery = values["fault"] == "battery"
    return Machine(
        world, {host.name: host}, host.name, names, mended=cached if battery else calm, lasting=cached if battery else planned,
        in_service=lambda _: not people.window, problems=made.problems,
        actions={"battery": people.exchange, "window": people.give_window, "feel": people.feel},
    )  # fmt: skip


def _next(world: World, hour: int) -> Any:
    """The next start of a weekly patrol read that began today, or will in two days."""
    return (world.now + timedelta(days=7)).replace(hour=hour, minute=0, second=0)


class People:
    """Users, and who stands beside the machine."""

    def __init__(self, host: Host, volume: MegaVolume, values: Drawn) -> None:
        """Nothing was asked yet."""
        self.host = host
        self.volume, self.values, self.window = volume, values, False

    def happens(self) -> None:
        """What is complained of."""
        volume, chance = self.volume, self.volume.world.chance
        self._accounts()
        if self.values["fault"] == "battery":
            volume.battery.failed, volume.battery.charge = True, chance.uniform(0.1, 0.3)
            volume.tell(
                "BBU disabled; changing WB virtual disks to WT, Forced WB VDs are not affected",
                1,
                chance.randint(90_000, 200_000),
            )
        elif self.values["fault"] == "patrol":
            volume.patrol.active, volume.patrol.share = True, float(self.values["share"])
            volume.tell("Patrol Read started", 0, chance.randint(3000, 9000))

    def _accounts(self) -> None:
        """What the volume has counted since the start of the host, most of it in good days."""
        seconds, volume = self.host.uptime_seconds, self.volume
        write_seconds = 0.055 if self.values["fault"] == "battery" else 0.0008
        reads, writes = volume.reads_s * seconds * 0.3, volume.writes_s * seconds * 0.3
        volume.counts.update({
            "reads": reads, "writes": writes, "read_bytes": reads * 16_384, "write_bytes": writes * 24_576, "in_bytes": reads * 16_384,
            "out_bytes": writes * 24_576, "read_wait": reads * 0.006, "write_wait": writes * write_seconds, "queued": reads * 0.006,
            "busy": seconds * 0.05,
        })  # fmt: skip

    def give_window(self) -> str:
        """The users agree."""
        self.window = True
        return "From now on nobody works on it, until you say that it is back."

    def exchange(self) -> str:
        """The battery is exchanged, with the host switched off."""
        volume = self.volume
        volume.world.now += timedelta(hours=2)  # the host is off, so nothing else happens meanwhile
        volume.battery.failed, volume.battery.charge = False, 0.87
        self.host.restart()
        return "Done: I shut it down, put a new battery in, and left it charging for two hours; it is not quite full. The system is up again."

    def feel(self) -> str:
        """How it is for the users now."""
        volume = self.volume
        if volume.patrol.active and not volume.patrol.paused and volume.patrol.rate > 10:
            return "Every page takes seconds."
        return (
            "As fast as ever."
            if volume.back
            else "Whatever is saved takes long; to look at something is as fast as ever."
        )
