"""A Linux host with software RAID over plain disks: a search for bad blocks, a check in working hours, a drive that fails.

`searched`: one drive of a mirror could not be read at one place; it was taken out, written over from end to end, and the
search found nothing. Its medium is worn, and what was found good fails again. `check`: cron starts the check of a RAID-5
when everybody works. `failing`: weeks after an update one drive of a mirror begins to lose sectors; md reads them from the other
and writes them anew, and whoever reads there waits until the drive gives up.
`shingled`: the drives record shingled, and much is copied onto them.
`cable`: the cable of one drive damages transfers, and the drive is well.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta
from functools import partial
from typing import Any

from advisor.training.host import Host
from advisor.training.machines.machine import Drawn, Machine
from advisor.training.parts.bulk_copy import BulkCopy
from advisor.training.parts.drive import Drive
from advisor.training.parts.kernel_log import old_log
from advisor.training.parts.md import MdArray
from advisor.training.parts.packages import Package, Packages
from advisor.training.parts.raid_host import CONF, FileSystem, RaidHost
from advisor.training.parts.retries import Retries
from advisor.training.parts.sata_cable import SataCable
from advisor.training.tools import basic, blocks, filters, linux_logs, md, packages, smartctl
from advisor.training.world import World

GIB = 1 << 30
CRON = "/etc/cron.d/raid-check"
GRUB = "/boot/grub/grub.conf"
_KERNELS = {
    "2.6.32-279.el6.x86_64": "Wed Jun 13 18:24:36 EDT 2012",
    "2.6.32-220.el6.x86_64": "Tue Dec 6 19:48:22 GMT 2011",
}
"""The newest first."""
DEFAULTS: dict[str, Any] = {
    "host": "files1", "mount": "/home", "fault": "searched", "model": "WDC WD1600AAJS-00WAA", "gigabytes": 160, "disk": 2,
    "level": 1, "disks": 2, "frail": 24, "hour": 9, "done": 0.1,
    "update-days": 0, "trouble-days": 3, "copy-mb-s": 40.0, "release": "",
}  # fmt: skip


def build(world: World, drawn: Drawn) -> Machine:
    """Put the host together, and let happen what is complained of."""
    values = {**DEFAULTS, **drawn}
    host = _host(world, values)
    raid = _disks(world, host, values)
    people = People(raid, values)
    array = raid.array
    assert array is not None
    fault = str(values["fault"])
    {
        "searched": people.searched,
        "check": people.check,
        "failing": people.lose_sectors,
        "shingled": people.copy,
        "cable": people.damage_transfers,
    }[fault]()

    def conventional() -> bool:
        return array.whole() and not any(d.shingled for d in map(raid.drive, raid.names()) if d)

    def recabled() -> bool:
        return not people.cable.bad and array.whole()

    def exchanged() -> bool:
        return people.retries.suspect not in map(raid.drive, raid.names()) and array.whole()

    def sound() -> bool:
        new = raid.drive(people.disk)
        tested = new is not None and any(
            t.kind == "long" and t.failed_at < 0 and t.ends <= world.now for t in new.tests
        )
        return new is not people.suspect and tested and people.disk in array.members

    def quiet() -> bool:
        return array.action != "check" or array.limits["max"] <= 5000

    def at_night() -> bool:
        lines = (
            [line.split() for line in host.files.read(CRON).splitlines() if line.strip() and not line.startswith("#")]
            if host.files.has(CRON)
            else []
        )
        hours = [int(words[1]) for words in lines if len(words) > 5 and words[1].isdecimal()]
        return quiet() and bool(hours) and all(hour < 5 or hour > 21 for hour in hours)

    mended, lasting = {
        "check": (quiet, at_night),
        "searched": (sound, sound),
        "failing": (exchanged, exchanged),
        "shingled": (conventional, conventional),
        "cable": (recabled, recabled),
    }[fault]
    return Machine(
        world, {host.name: host}, host.name, people.names(), mended=mended, lasting=lasting,
        in_service=lambda _: not people.window, problems=people.problems, actions=people.actions(),
    )  # fmt: skip


class People:
    """What happened before, and what the operator does."""

    def __init__(self, raid: RaidHost, values: Drawn) -> None:
        """One disk is in question."""
        self.raid, self.values = raid, values
        self.disk = f"sd{chr(96 + int(values['disk']))}"
        suspect = raid.drive(self.disk)
        assert suspect is not None
        self.suspect: Drive = suspect
        self.retries = Retries(raid, suspect, self.disk)
        self.bulk = BulkCopy(raid, float(values["copy-mb-s"]) * 1e6)
        self.next_model = str(values["model"])
        self.cable = SataCable(raid, self.disk)
        self.window = False

    def names(self) -> dict[str, str]:
        """What texts fill in."""
        array = self.raid.array
        assert array is not None
        other = next(name for name in self.raid.names() if name != self.disk)
        minutes = round(self.suspect.sectors * 512 / self.suspect.rate / 60) + 2
        return {
            "host": self.raid.host.name, "mount": str(self.values["mount"]), "disk": self.disk, "other": other, "serial": self.suspect.serial,
            "device": f"/dev/{array.name}", "array": array.name, "seconds": str(60 * minutes), "hour": str(self.values["hour"]),
            "rebuild": str(round(self.suspect.sectors * 512 / (self.suspect.rate * 0.55) / 600 + 1) * 600),
            "weeks": str(round(int(self.values["update-days"]) / 7)),
        }  # fmt: skip

    def actions(self) -> dict[str, Callable[[], str]]:
        """What people do when they are asked."""
        found: dict[str, Callable[[], str]] = {
            "feel": self.feel,
            "window": self.give_window,
            "other-model": self.take_other_model,
        }
        found |= {f"cable-{name}": partial(self.exchange_cable, name) for name in self.raid.names()}
        return found | {f"exchange-{name}": partial(self.exchange, name) for name in self.raid.names()}

    def searched(self) -> None:
        """A read failed, the drive was taken out, and a search that writes found nothing."""
        raid, drive, world = self.raid, self.suspect, self.raid.host.world
        array, morning, chance = raid.array, self.raid.host.world.begins, self.raid.host.world.chance
        assert array is not None
        drive.worn = 30.0
        centre = int(drive.sectors * chance.uniform(0.1, 0.6))
        while len(drive.weak) < int(self.values["frail"]):
            drive.weak.add(centre + 8 * chance.randint(-600, 600))
        world.now = morning - timedelta(days=chance.randint(1, 3), seconds=chance.randint(3000, 9000))
        sector = min(drive.weak)
        raid.read_sector(self.disk, sector)
        raid.log.say(f"raid1:{array.name}: read error corrected (8 sectors at {sector} on {self.disk})")
        drive.overwrite(sector, sector + 1)
        world.now += timedelta(hours=chance.randint(2, 8))
        array.members[array.members.index(self.disk)] = None
        raid.log.say(f"raid1: Disk failure on {self.disk}, disabling device. Operation continuing on 1 devices")
        raid.host.files.put("/root/typescript", self._session(drive))
        world.now = world.begins = morning

    def _session(self, drive: Drive) -> str:
        """What the colleague did, as `script` kept it."""
        prompt = f"[root@{self.raid.host.name} ~]# "
        begun = self.raid.host.world.now
        drive.overwrite(0, drive.sectors)
        size = drive.sectors * 512 * 4
        drive.write(size / 131_072, 131_072, streaming=True)
        drive.read(size / 131_072, 131_072, streaming=True)
        patterns = "".join(f"Testing with pattern {p}: done{' ' * 32}\nReading and comparing: done{' ' * 32}\n"
                           for p in ("0xaa", "0x55", "0xff", "0x00"))  # fmt: skip
        return (
            f"{prompt}date\n{begun:%a %b %e %H:%M:%S} UTC {begun:%Y}\n"
            f"{prompt}mdadm /dev/md0 --fail /dev/{self.disk} --remove /dev/{self.disk}\nmdadm: set /dev/{self.disk} faulty in /dev/md0\n"
            f"mdadm: hot removed /dev/{self.disk}\n{prompt}badblocks -b 4096 -wsv /dev/{self.disk}\n"
            f"Checking for bad blocks in read-write mode\nFrom block 0 to {drive.sectors // 8 - 1}\n{patterns}"
            f"Pass completed, 0 bad blocks found.\n{prompt}exit\n"
        )

    def check(self) -> None:
        """Cron has started the check of the array in the morning."""
        array, world = self.raid.array, self.raid.host.world
        assert array is not None
        started = world.begins.replace(hour=int(self.values["hour"]), minute=0)
        self.raid.log.say(f"md: data-check of RAID array {array.name}", started)
        array.action = "check"
        array.position = float(self.values["done"]) * array.member_sectors
        self.raid.host.files.put(
            CRON,
            f"# checks all arrays once a week\n0 {self.values['hour']} * * {world.begins:%w} root /usr/sbin/raid-check\n",
        )
        world.wait(20)

    def lose_sectors(self) -> None:
        """For some days now reads of one drive have failed at more and more places, in working hours."""
        world, chance, drive = self.raid.host.world, self.raid.host.world.chance, self.suspect
        morning = world.begins
        drive.worn = 25.0
        centre = int(drive.sectors * chance.uniform(0.1, 0.6))
        while len(drive.weak) < int(self.values["frail"]):
            drive.weak.add(centre + 8 * chance.randint(-60_000, 60_000))
        for back in range(int(self.values["trouble-days"]), 0, -1):
            for seconds in sorted(chance.sample(range(34_000), chance.randint(4, 11))):
                world.now = morning.replace(hour=8, minute=0) - timedelta(days=back) + timedelta(seconds=seconds)
                self.retries.read_one()
                drive.wear(1200)
            drive.scan_itself(0.2)
        world.now = world.begins = morning
        world.parts.append(self.retries)

    def copy(self) -> None:
        """Somebody has copied onto it since the morning, as on every day."""
        for name in self.raid.names():
            drive = self.raid.drive(name)
            assert drive is not None
            drive.shingled = _is_shingled(drive.model)
        self.bulk.began(5400)
        self.raid.host.world.parts.append(self.bulk)
        self.raid.host.world.wait(20)

    def take_other_model(self) -> str:
        """The operator takes drives of another model from the shelf."""
        self.next_model = _CONVENTIONAL
        return f"Good: I take those from the shelf, {_CONVENTIONAL}. Which disk goes out first?"

    def damage_transfers(self) -> None:
        """Since a fan was exchanged some days ago the cable of one disk damages what goes over it, whenever the host has work."""
        world, chance = self.raid.host.world, self.raid.host.world.chance
        morning = world.begins
        self.cable.bad = True
        for back in range(int(self.values["trouble-days"]), 0, -1):
            for seconds in sorted(chance.sample(range(34_000), chance.randint(20, 45))):
                world.now = morning.replace(hour=8, minute=0) - timedelta(days=back) + timedelta(seconds=seconds)
                self.cable.damaged()
        world.now = world.begins = morning
        world.parts.append(self.cable)

    def exchange_cable(self, name: str) -> str:
        """The operator puts another cable between a disk and its port."""
        array = self.raid.array
        assert array is not None
        away = name not in array.members
        if not away:
            array.members[array.members.index(name)] = None
            self.raid.log.say(f"raid1: Disk failure on {name}, disabling device. Operation continuing on 1 devices")
            array.running = any(array.members)
        if name == self.disk:
            self.cable.exchange()
            seen = "The old one was bent sharply behind the new fan."
        else:
            seen = "The old one looks like new to me."
        return f"Done: a new cable is in at {name}. {seen}" + (
            "" if away else f" {name} was still in the mirror when I pulled it; it has been thrown out."
        )

    def give_window(self) -> str:
        """Those who work on it leave it alone for a while."""
        self.window = True
        return "Agreed: until you say that it is done we save elsewhere."

    def feel(self) -> str:
        """How it is for the users now."""
        array = self.raid.array
        assert array is not None
        if self.values["fault"] in ("failing", "cable"):
            still = self.retries.at_work if self.values["fault"] == "failing" else self.cable.bad and self.cable.used
            return "Now and then it still stands for some seconds." if still else "Nothing has hung since."
        if self.values["fault"] == "shingled":
            return "Saving takes minutes." if self.bulk.slow else "Saving is done at once, also while the others copy."
        return (
            "It crawls: opening a folder takes half a minute."
            if array.action != "idle" and array.limits["max"] > 5000
            else "It is as fast as ever now."
        )

    def exchange(self, name: str) -> str:
        """The operator pulls one disk and puts a new one in."""
        raid, array = self.raid, self.raid.array
        assert array is not None
        old = raid.drive(name)
        assert old is not None
        raid.host.world.wait(300)
        new = raid.ports[name] = _drive(raid.host.world, self.next_model, old.sectors, 3.0)
        new.shingled = _is_shingled(new.model)
        raid.log.say(
            f"sd {raid.scsi(name)}: [{name}] {old.sectors} 512-byte hardware sectors ({old.sectors * 512 // 1_000_000} MB)"
        )
        if name in array.members:
            array.members[array.members.index(name)] = None
            if not any(array.members):
                array.running = False
        return f"Done: {name} with serial number {old.serial} is out, a new drive is in its place."

    def problems(self) -> list[str]:
        """What does not add up."""
        drives = [d for name in self.raid.names() if (d := self.raid.drive(name))]
        found = [p for drive in drives for p in drive.problems()]
        array = self.raid.array
        if array is not None and array.position > array.member_sectors:
            found.append("the array has checked more than it has")
        return found


_CONVENTIONAL = "WDC WD20EFRX-68EUZN0"


def _is_shingled(model: str) -> bool:
    """Whether a model of those here records shingled."""
    return "EFAX" in model


def _drive(world: World, model: str, sectors: int, hours: float) -> Drive:
    serial = "WD-WCAS2" + "".join(world.chance.choice("0123456789") for _ in range(7))
    new = sectors > 2_000_000_000
    return Drive(world, model, serial, "82.00A82" if new else "58.01D58", sectors, hours, rate=150e6 if new else 62e6)


def _host(world: World, values: Drawn) -> Host:
    booted = world.now - timedelta(days=world.chance.randint(12, 90), seconds=world.chance.randint(0, 60_000))
    name = str(values["host"])
    kernel = str(values["release"]) or "2.6.32-220.el6.x86_64 #1 SMP Tue Dec 6 19:48:22 GMT 2011"
    release = f"Linux {name} {kernel} x86_64 x86_64 x86_64 GNU/Linux"
    host = Host(world, name, "linux", release, 4 * GIB, 4, booted)
    host.tools = {**basic.TOOLS, **filters.TOOLS, **linux_logs.TOOLS, **blocks.TOOLS, **smartctl.TOOLS, **md.TOOLS}
    if values["update-days"]:
        _updated(host, int(values["update-days"]))
    return host


def _updated(host: Host, days: int) -> None:
    """A new kernel and some packages came in one evening, and the host was started anew; the old kernel is still there."""
    chance = host.world.chance
    at = host.world.now.replace(hour=19, minute=chance.randint(5, 40)) - timedelta(days=days)
    host.booted = at + timedelta(minutes=chance.randint(6, 20))
    long_ago = at - timedelta(days=chance.randint(120, 180))
    new, old = _KERNELS
    had = Packages(host)
    had.add(*(Package(f"kernel-{name}", "2.6.32", "kernel", when) for name, when in ((new, at), (old, long_ago))))
    names = (
        "glibc-2.12-1.80.el6.x86_64",
        "openssl-1.0.0-20.el6_2.5.x86_64",
        "samba-3.5.10-125.el6.x86_64",
        "tzdata-2012c-1.el6.noarch",
    )
    for number, name in enumerate(names):
        had.add(Package(name, "", name, at - timedelta(seconds=9 * number + 20)))
    had.add(Package("screen-4.0.3-16.el6.x86_64", "4.0.3", "screen", long_ago))
    host.parts["packages"] = had
    host.tools = {**host.tools, **packages.RPM}
    host.files.put(GRUB, "default=0\ntimeout=5\n" + "".join(
        f"title CentOS ({name})\n\troot (hd0,0)\n\tkernel /vmlinuz-{name} ro root=/dev/hda2 quiet\n\tinitrd /initramfs-{name}.img\n"
        for name in _KERNELS))  # fmt: skip

    def boot() -> None:
        found = re.search(r"^default=(\d)", host.files.read(GRUB), re.MULTILINE)
        chosen = list(_KERNELS)[min(int(found[1]) if found else 0, len(_KERNELS) - 1)]
        host.release = f"Linux {host.name} {chosen} #1 SMP {_KERNELS[chosen]} x86_64 x86_64 x86_64 GNU/Linux"

    boot()
    host.at_boot.append(boot)


def _disks(world: World, host: Host, values: Drawn) -> RaidHost:
    sectors = int(values["gigabytes"]) * 1_953_525
    raid = RaidHost(host, old_log(host), None, {}, version="5.40")
    number, level = int(values["disks"]), int(values["level"])
    raid.ports = {
        f"sd{chr(97 + n)}": _drive(world, str(values["model"]), sectors, 9000.0 + world.chance.randint(0, 9000))
        for n in range(number)
    }
    array = raid.array = MdArray(
        host,
        "md0",
        level,
        list(raid.names()),
        sectors,
        raid.drive,
        host.booted - timedelta(days=world.chance.randint(90, 300)),
    )
    raid.system = FileSystem("/dev/md0", str(values["mount"]), array.sectors)
    host.parts |= {"raid": raid, "log": raid.log}
    host.at_boot.append(raid.restarted)
    raid.step(host.uptime_seconds)
    world.parts += [raid, array]
    files = host.files
    files.put(
        "/proc/mdstat",
        lambda: f"Personalities : [raid{level}] \n{array.mdstat() if array.running else ''}unused devices: <none>\n",
    )
    files.put(CONF, f"DEVICE partitions\n{array.scan_line()}")
    files.put(
        "/sys/block/md0/md/sync_action",
        lambda: {"idle": "idle", "recovery": "recover"}.get(array.action, array.action) + "\n",
        partial(_act, array),
    )
    files.put("/sys/block/md0/md/degraded", lambda: f"{array.missing}\n")
    for which in ("min", "max"):
        files.put(
            f"/proc/sys/dev/raid/speed_limit_{which}", partial(_limit, array, which), partial(_set_limit, array, which)
        )
    raid.log.say(f"md: raid{level} personality registered for level {level}", host.booted + timedelta(seconds=31))
    return raid


def _limit(array: MdArray, which: str) -> str:
    return f"{array.limits[which]}\n"


def _set_limit(array: MdArray, which: str, text: str) -> None:
    if text.strip().isdecimal():
        array.limits[which] = int(text)


def _act(array: MdArray, text: str) -> None:
    """What is written to sync_action; a rebuild that is stopped begins again at once."""
    word = text.strip()
    if word == "idle" and array.action == "check":
        array.action, array.position = "idle", 0.0
    elif word in ("check", "repair") and array.action == "idle":
        array.action, array.position = "check", 0.0
