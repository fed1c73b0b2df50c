"""A Linux file server whose disks lie behind an Areca card, with software RAID above them (smith-2008-areca: the whole case).

One drive loses sectors: reads of some files fail after tries of the drive and the card, the card mends some of them without a
word to the kernel, and what it answers in place of the drive's SMART data is always in order.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from functools import partial
from typing import Any

from advisor.training.host import Host
from advisor.training.machines.machine import Drawn, Machine
from advisor.training.parts.areca import ArecaCard
from advisor.training.parts.drive import Drive
from advisor.training.parts.kernel_log import old_log
from advisor.training.parts.md import MdArray
from advisor.training.parts.raid_host import CONF, FileSystem, RaidHost
from advisor.training.tools import areca, basic, blocks, filters, linux_logs, md, smartctl
from advisor.training.world import World

GIB = 1 << 30
DEFAULTS: dict[str, Any] = {
    "host": "pertest", "mount": "/data", "fault": "failing", "channel": 2, "drives": 3, "model": "WDC WD1600AAJS-00WAA",
    "card": "ARC-1210", "smartmontools": "5.38", "bad-sectors": 700, "place": 0.11, "folder": "archive", "hour": 6,
}  # fmt: skip
_SECTORS = {"WDC WD1600AAJS-00WAA": 312_581_808, "WDC WD2500YS-01SHB": 490_234_752, "ST3250620NS": 488_397_168}
_NAMES = ("report", "survey", "images", "export", "summer", "plans", "minutes", "samples")


def build(world: World, drawn: Drawn) -> Machine:
    """Put the server together, and let happen what is complained of."""
    values = {**DEFAULTS, **drawn}
    host = _host(world, values)
    raid = _disks(world, host, values)
    server = FileServer(raid, values)
    {"failing": server.night, "once": server.once, "scan": server.searched}[str(values["fault"])]()
    worn = server.suspect
    assert raid.card is not None
    assert raid.array is not None
    assert raid.system is not None
    card, array, system = raid.card, raid.array, raid.system

    def changed() -> bool:
        return worn not in card.slots.values() and array.running and array.whole() and system.mounted

    def asked() -> bool:
        return {d.serial for d in card.slots.values() if d} <= raid.asked

    def watched() -> bool:
        text = host.files.read("/etc/smartd.conf")
        return asked() and all(f"-d areca,{n} " in text for n in card.slots) and len(raid.watched) >= len(card.slots)

    hidden = values["fault"] == "once"
    return Machine(
        world, {host.name: host}, host.name, server.names(),
        mended=asked if hidden else changed,
        lasting=watched if hidden else (lambda: changed() and array.uuid in host.files.read(CONF)),
        in_service=lambda _: not server.window, problems=server.problems, actions=server.actions(),
    )  # fmt: skip


class FileServer:
    """What its users, its operator and its backup do."""

    def __init__(self, raid: RaidHost, values: Drawn) -> None:
        """Files on the array, among them some on the bad place of one drive."""
        self.raid, self.values = raid, values
        self.window = False
        card = raid.card
        assert card is not None
        suspect = card.slots[int(values["channel"])]
        assert suspect is not None
        self.suspect: Drive = suspect
        self.disk = f"sd{chr(96 + int(values['channel']))}"
        self.backup: dict[str, tuple[int, int]] = {}

    def names(self) -> dict[str, str]:
        """What texts fill in."""
        array, channel = self.raid.array, int(self.values["channel"])
        assert array is not None
        members = [f"/dev/sd{chr(97 + n)}" for n in range(len(array.members))]
        return {
            "host": self.raid.host.name, "mount": str(self.values["mount"]), "disk": self.disk, "channel": str(channel),
            "other": str(channel % len(array.members) + 1), "serial": self.suspect.serial, "device": f"/dev/{array.name}",
            "members": " ".join(members), "number": str(len(members)), "folder": str(self.values["folder"]),
            "node": smartctl.sg_device(self.raid),
        }  # fmt: skip

    def actions(self) -> dict[str, Callable[[], str]]:
        """What people do when they are asked."""
        found: dict[str, Callable[[], str]] = {"again": self.again, "window": self.give_window, "restore": self.restore}
        assert self.raid.card is not None
        return found | {f"exchange-{n}": partial(self.exchange, n) for n in self.raid.card.slots}

    def damage(self, worn: float) -> None:
        """Sectors of one drive go bad at one place; the drive knows of most of them."""
        drive, chance = self.suspect, self.raid.host.world.chance
        centre = int(drive.sectors * float(self.values["place"]))
        while len(drive.weak) < int(self.values["bad-sectors"]):
            begin = centre + 8 * round(chance.gauss(0, 1200))
            drive.weak.update(range(begin, begin + chance.choice((1, 2, 4, 8, 8))))
        drive.pending = {s for s in sorted(drive.weak) if chance.random() < 0.85}
        drive.worn = worn
        self.fill(centre)

    def fill(self, centre: int) -> None:
        """Files all over the array, five of them around the bad place."""
        system, array, chance = self.raid.system, self.raid.array, self.raid.host.world.chance
        assert system is not None
        assert array is not None
        names = chance.sample(_NAMES, len(_NAMES))
        middle = array.places(self.disk, centre)
        folder = f"{system.mount}/{self.values['folder']}"
        span = 8 * 1200 * len(array.members)
        for n, name in enumerate(names):
            first = middle + (n - 2) * span // 2 if n < 5 else int(system.sectors * (0.3 + 0.08 * n))
            size = span // 2 if n < 5 else chance.randint(2_000_000, 9_000_000)
            system.contents[f"{folder}/{name}.tar"] = (max(0, first), size)
        self.backup = dict(system.contents)
        for path in system.contents:
            self.raid.host.files.put(path, lambda: "(binary data)\n")

    def night(self) -> None:
        """The nightly copy reads all files and fails at some."""
        world, card = self.raid.host.world, self.raid.card
        assert card is not None
        self.damage(worn=40.0)
        card.quiet_history(60)
        world.now = world.begins.replace(hour=1, minute=world.chance.randint(5, 50))
        self.copy()
        world.now += timedelta(seconds=world.chance.randint(1200, 3000))
        self.copy()
        world.now = world.begins = world.begins.replace(
            hour=int(self.values["hour"]), minute=world.chance.randint(5, 55)
        )

    def copy(self) -> list[str]:
        """Read every file; those that cannot be read."""
        system = self.raid.system
        assert system is not None
        failed = []
        for path, (first, length) in list(system.contents.items()):
            if any(True for _ in self.raid.read_array(first, first + min(length, 60_000), until_bad=True)):
                failed.append(path)
        return failed

    def once(self) -> None:
        """One read failed days ago; the file was restored, which wrote over the sector, and all has been well since."""
        world, card, drive = self.raid.host.world, self.raid.card, self.suspect
        assert card is not None
        assert self.raid.array is not None
        card.quiet_history(200)
        self.fill(int(drive.sectors * float(self.values["place"])))
        morning = world.begins
        world.now = morning - timedelta(days=world.chance.randint(3, 9), seconds=world.chance.randint(0, 9000))
        sector = int(drive.sectors * float(self.values["place"])) + 16
        card.log(f"IDE Channel #{int(self.values['channel']):02d}", "Reading Error")
        self.raid.medium_error(self.disk, sector)
        world.now = world.begins = morning

    def searched(self) -> None:
        """A colleague took the failing array apart, wrote over all of it in search of bad blocks, and found none."""
        world, card, system, host = self.raid.host.world, self.raid.card, self.raid.system, self.raid.host
        assert card is not None
        assert system is not None
        self.night()
        morning = world.begins
        self.window = True
        prompt = f"[root@{host.name} ~]# "
        text = f"{prompt}umount {system.mount}\n{prompt}mkfs -j -c -c {system.device}\n{blocks.filesystem_made(system)}"
        self.raid.write_array(0, system.sectors)
        system.mounted = False
        system.contents.clear()
        drive = self.suspect
        for back in range(
            world.chance.randint(4, 9)
        ):  # the card had to try some reads of what it had just written again
            card.log(
                f"IDE Channel #{int(self.values['channel']):02d}",
                "Reading Error",
                world.now - timedelta(seconds=600 + 8 * back),
            )
        text += "".join(f"Testing with pattern {p}: done                        \nReading and comparing: done                        \n"
                        for p in ("0xaa", "0x55", "0xff", "0x00"))  # fmt: skip
        text += ("Writing inode tables: done                            \nCreating journal (32768 blocks): done\n"
                 f"Writing superblocks and filesystem accounting information: done\n{prompt}exit\n")  # fmt: skip
        host.files.put("/root/typescript", text)
        drive.wear(3600)
        world.now = world.begins = morning + timedelta(hours=6)

    def again(self) -> str:
        """Users read their files once more."""
        system = self.raid.system
        assert system is not None
        if not system.mounted or not system.contents:
            return "There is nothing there: the folder is empty."
        failed = self.copy()
        if not failed:
            return "All of them can be read."
        return f"It hangs for a while, and then: {', '.join(failed)}: Input/output error."

    def give_window(self) -> str:
        """The users agree that the server may be taken away."""
        self.window = True
        return "Agreed, we work elsewhere until you say that it is back."

    def exchange(self, channel: int) -> str:
        """The operator pulls one drive and puts a new one in."""
        raid = self.raid
        card, array, system = raid.card, raid.array, raid.system
        assert card is not None
        assert array is not None
        assert system is not None
        name = f"sd{chr(96 + channel)}"
        old = card.slots[channel]
        assert old is not None
        card.exchange(channel, _drive(raid.host.world, old.model, old.sectors, 1.0))
        raid.log.say(
            f"sd {raid.scsi(name)}: [{name}] {old.sectors} 512-byte hardware sectors ({old.sectors * 512 // 1_000_000} MB)"
        )
        if name in array.members:
            array.members[array.members.index(name)] = None
        said = f"Done: the drive with serial number {old.serial} is out of channel {channel}, a new one is in."
        if array.level != 0:
            return said
        was, array.running, system.mounted, system.lost = array.running, False, False, True
        return said + (
            " The array was still running when I pulled it; the machine complains loudly now." if was else ""
        )

    def restore(self) -> str:
        """The backup writes all files back, where there is a file system for them."""
        system = self.raid.system
        assert system is not None
        if not system.mounted or system.contents:
            return "Where to? There is no empty file system mounted."
        size = sum(length for _, length in self.backup.values())
        self.raid.write_array(0, min(system.sectors, size))
        system.contents.update(self.backup)
        return f"Done, all {len(self.backup)} files are back, as they were at the last good backup."

    def problems(self) -> list[str]:
        """What does not add up."""
        card = self.raid.card
        assert card is not None
        found = [p for drive in card.slots.values() if drive for p in drive.problems()]
        if any(at > self.raid.host.world.now for at, _, _ in card.events):
            found.append("the card logged what has not happened yet")
        return found


def _drive(world: World, model: str, sectors: int, hours: float) -> Drive:
    chance = world.chance
    prefix = "WD-WCAS2" if model.startswith("WDC") else "9QF0"
    serial = prefix + "".join(chance.choice("0123456789") for _ in range(7 if model.startswith("WDC") else 4))
    return Drive(world, model, serial, "58.01D58" if model.startswith("WDC") else "3.AEG", sectors, hours, rate=62e6)


def _host(world: World, values: Drawn) -> Host:
    booted = world.now.replace(hour=1, minute=2) - timedelta(days=world.chance.randint(12, 90))
    name = str(values["host"])
    release = f"Linux {name} 2.6.18-92.el5 #1 SMP Tue Jun 10 18:51:06 EDT 2008 x86_64 x86_64 x86_64 GNU/Linux"
    host = Host(world, name, "linux", release, 4 * GIB, 4, booted)
    host.tools = {
        **basic.TOOLS,
        **filters.TOOLS,
        **linux_logs.TOOLS,
        **blocks.TOOLS,
        **smartctl.TOOLS,
        **areca.TOOLS,
        **md.TOOLS,
    }
    return host


def _disks(world: World, host: Host, values: Drawn) -> RaidHost:
    model, number = str(values["model"]), int(values["drives"])
    sectors = _SECTORS[model]
    slots: dict[int, Drive | None] = {
        n: _drive(world, model, sectors, 9000.0 + world.chance.randint(0, 4000)) for n in range(1, number + 1)
    }
    card = ArecaCard(world, str(values["card"]), "V1.43 2007-4-17", slots)
    raid = RaidHost(
        host, old_log(host), card, {f"sd{chr(96 + n)}": n for n in slots}, version=str(values["smartmontools"])
    )
    raid.array = MdArray(
        host,
        "md0",
        0,
        list(raid.names()),
        sectors,
        raid.drive,
        host.booted - timedelta(days=world.chance.randint(90, 300)),
    )
    raid.system = FileSystem("/dev/md0", str(values["mount"]), raid.array.sectors)
    host.parts |= {"raid": raid, "card": card, "log": raid.log}
    host.at_boot.append(raid.restarted)
    raid.step(host.uptime_seconds)
    world.parts.append(raid)
    _furnish(host, raid, values)
    return raid


def _furnish(host: Host, raid: RaidHost, values: Drawn) -> None:
    array, card = raid.array, raid.card
    assert array is not None
    assert card is not None
    for text in (f"ARECA RAID ADAPTER0: FIRMWARE VERSION {card.firmware}", "scsi0 : Areca SATA Host Adapter RAID Controller( RAID6 capable)",
                 "md: raid0 personality registered for level 0"):  # fmt: skip
        raid.log.say(text, host.booted + timedelta(seconds=31))
    files = host.files
    files.put(
        "/proc/mdstat",
        lambda: "Personalities : [raid0] \n" + (array.mdstat() if array.running else "") + "unused devices: <none>\n",
    )
    files.put(CONF, f"DEVICE partitions\n{array.scan_line()}")
    files.put(
        "/etc/fstab",
        f"/dev/hda2 / ext3 defaults 1 1\n{array.name and '/dev/md0'} {values['mount']} ext3 defaults 1 2\n",
    )
    files.put("/etc/smartd.conf", "".join(f"/dev/{name} -H -m root\n" for name in raid.names()))
    files.put(
        "/proc/scsi/sg/devices",
        lambda: (
            "".join(f"0\t0\t{n}\t0\t0\t1\t255\t0\t1\n" for n in range(len(raid.names())))
            + "0\t0\t16\t0\t3\t1\t255\t0\t1\n"
        ),
    )
    files.folder(str(values["mount"]))
    raid.read_smartd()
