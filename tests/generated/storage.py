"""Volumes behind a controller and md arrays, in the place of a host's plain drives."""

from datetime import datetime, timedelta

from tests.generated import drives, hardware
from tests.generated.hardware import Array, Controller, Hardware, Volume
from tests.generated.model import Demand, Device, Io, World
from tests.generated.noise import around, between, chance

_COST = {"0": 1, "1": 2, "10": 2, "5": 4, "6": 6}
_SPEED = {"hdd": (6.8, 6.4, 140.0, 150.0), "sas": (4.2, 4.0, 230.0, 160.0), "ssd": (0.16, 0.1, 30000.0, 420.0), "smr": (8.0, 8.0, 110.0, 150.0)}  # fmt: skip


def behind(world: World, family: str = "", kind: str = "", level: str = "") -> Controller:
    """Put the data, and mostly the system, on volumes of a RAID controller."""
    rng = world.rng
    kind = kind or rng.choice(("hdd", "sas", "sas"))
    card = hardware.controller(rng, family or rng.choice(hardware.FAMILIES), world.start.year)
    if card.title in ("9650SE-8LPML", "ARC-1220") and kind == "sas":
        kind = "hdd"
    level = level or rng.choice(("5", "5", "6", "10", "1"))
    number = {"1": 2, "10": rng.choice((4, 6, 8)), "0": 2}.get(level, rng.randint(4, 8))
    item = drives.product(rng, kind, world.start.year)
    cards_own = [drives.new(rng, item) for _ in range(number)]
    size = item.size_gb * {"1": 1, "10": number / 2, "0": number, "5": number - 1, "6": number - 2}[level]
    system = world.disks("os")
    small = drives.product(rng, "hdd" if kind == "hdd" else "sas", world.start.year, small=True)
    own = [drives.new(rng, small) for _ in range(2)]
    first = _name(world, card, 0, system[0].name)
    card.volumes.append(Volume(first, 0, "1", small.size_gb, own, label="os"))
    _replace(world, system, _volume_device(world, card, first, "1", own, "os"))
    name = _name(world, card, 1, "sdb")
    card.volumes.append(Volume(name, 1, level, size, cards_own, label=rng.choice(("data", "", "vd1", "storage"))))
    device = _volume_device(world, card, name, level, cards_own, "data")
    device.size_gb = int(size)
    _replace(world, world.disks(), device)
    card.drives = own + cards_own
    for slot, drive in enumerate(card.drives):
        drive.slot, drive.number = slot, slot + (8 if card.family == "megaraid" else 0)
        drive.cache_on = kind != "sas" and chance(rng, 0.5)
    world.parts["hardware"] = Hardware([], card, [])
    return card


def _name(world: World, card: Controller, number: int, plain: str) -> str:
    if world.system.freebsd:
        return {"megaraid": f"mfid{number}", "aacraid": f"aacd{number}"}.get(card.family, f"da{number}")
    if card.title == "Smart Array P410i" and world.system.sysstat < (9, 0):
        return f"cciss/c0d{number}"
    return "sda" if number == 0 and plain.startswith(("nvme", "vd")) else plain


def _volume_device(
    world: World, card: Controller, name: str, level: str, members: list[drives.Drive], role: str
) -> Device:
    rng = world.rng
    read_ms, _, iops, mb_s = _SPEED[members[0].kind]
    number = len(members)
    title = {"megaraid": card.title.replace("LSI MegaRAID SAS ", "MR").replace("AVAGO MegaRAID SAS ", "MR").replace("MegaRAID ", "MR"), "hpsa": "LOGICAL VOLUME",
             "areca": f"{card.title}-VOL#0{0 if role == 'os' else 1}", "aacraid": "volume0", "3ware": f"{card.title[:9]} DISK"}[card.family]  # fmt: skip
    return Device(
        name, "lun", title, members[0].serial, members[0].product.size_gb, around(rng, read_ms, 0.1), between(rng, 0.09, 0.35),
        iops * number * 0.9, iops * number / _COST[level] * 1.6, mb_s * max(1, number - 1) * 0.55, 64, role,
    )  # fmt: skip


def write_through(world: World, volume: Volume) -> None:
    """Let a volume write to its drives at once: each write takes as long as they take."""
    device = next(each for each in world.devices if each.name == volume.name)
    _, write_ms, iops, _ = _SPEED[volume.drives[0].kind]
    cost = _COST[volume.level]
    device.write_ms = around(world.rng, write_ms * {1: 1.0, 2: 1.25, 4: 2.6, 6: 3.1}[cost], 0.1)
    device.write_iops = iops * len(volume.drives) / cost * (0.8 if cost > 2 else 1.0)
    volume.writing_back = False


def _replace(world: World, old: list[Device], new: Device) -> None:
    """One device in the place of several, with all that was asked of them."""
    names = [device.name for device in old]
    at = world.devices.index(old[0])
    was = sum(device.size_gb for device in old)
    world.devices = [device for device in world.devices if device.name not in names]
    world.devices.insert(at, new)
    for tick in world.ticks:
        whole = Demand()
        for name in names:
            part = tick.demand.pop(name)
            whole.reads, whole.writes = whole.reads + part.reads, whole.writes + part.writes
            whole.read_kb, whole.write_kb = whole.read_kb + part.read_kb, whole.write_kb + part.write_kb
        share = min(1.0, 0.45 / max(0.01, whole.reads / new.read_iops + whole.writes / new.write_iops))
        whole.reads, whole.writes = whole.reads * share, whole.writes * share
        whole.read_kb, whole.write_kb = whole.read_kb * share, whole.write_kb * share
        tick.demand[new.name] = whole
    for mount in world.mounts:
        if mount.disk in names:
            mount.disk = new.name
            below = f"/dev/{new.name}{'p' if new.name[-1].isdigit() else ''}"
            mount.device = mount.device.replace(f"/dev/{names[0]}p", below).replace(f"/dev/{names[0]}", below)
            if new.role == "data":
                mount.size_gb *= new.size_gb / was


def in_md(world: World, level: str = "") -> Array:
    """Make an md array of the data drives (an even number of them), and another of the system's if there are two."""
    rng, found = world.rng, hardware.of(world)
    data = world.disks()
    while len(data) < 2 or (level == "raid10" and len(data) % 2) or (level in ("raid5", "raid6") and len(data) < 4):
        more = _one_more(world, data[-1])
        found.drives.append(hardware._drive_of(rng, world, more))
        data.append(more)
    usual = (
        ("raid1",)
        if len(data) == 2
        else ("raid5", "raid6", "raid10")
        if len(data) % 2 == 0 and len(data) > 3
        else ("raid5",)
    )
    level = level or rng.choice(usual)
    if level == "raid1" and len(data) > 2:
        level = "raid5"
    made = world.boot - timedelta(days=rng.randint(2, 900), seconds=rng.randrange(80000))
    boot = [device.name for device in world.disks("os")]
    number = 0
    if len(boot) == 2 and chance(rng, 0.7):
        found.arrays.append(
            _array(
                world,
                "md0",
                "raid1",
                [f"{name}{'p' if name[-1].isdigit() else ''}2" for name in boot],
                min(60, world.disks("os")[0].size_gb),
                made,
            )
        )
        number = 1
    name = rng.choice((f"md{number}", f"md{number + 1}", "md127"))
    part = rng.choice(("", "1"))
    members = [f"{device.name}{('p' if device.name[-1].isdigit() else '') + part if part else ''}" for device in data]
    array = _array(world, name, level, members, data[0].size_gb, made)
    found.arrays.append(array)
    shown = Device(name, "md", "", "", data[0].size_gb * max(1, len(data) - 1), 0.0, 0.0, 1e9, 1e9, 1e9, 1, "volume")
    world.after.append(lambda done: _show_md(done, shown, [device.name for device in data], level))
    return array


def _one_more(world: World, like: Device) -> Device:
    last = world.devices[-1].name
    name = last[:-1] + chr(ord(last[-1]) + 1) if last[-1].isalpha() else f"nvme{len(world.devices)}n1"
    more = Device(**{**vars(like), "name": name, "serial": hardware.spare_serial(world.rng)})
    world.devices.append(more)
    for tick in world.ticks:
        tick.demand[name] = Demand(**vars(tick.demand[like.name]))
    return more


def _array(world: World, name: str, level: str, members: list[str], size_gb: float, made: datetime) -> Array:
    size = int(size_gb * 976562 / 64) * 64 - 131072
    return Array(name, level, members, size, 64 if world.start.year < 2011 else 512, made, chance(world.rng, 0.6))


def _show_md(world: World, shown: Device, members: list[str], level: str) -> None:
    """What the array did, from its members; kernels before 5.10 counted no time for md."""
    world.devices.append(shown)
    for tick in world.ticks:
        ios = [tick.io[name] for name in members]
        part = {"raid1": 1 / len(ios), "raid10": 0.5, "raid5": 0.5, "raid6": 0.4}[level]
        tick.io[shown.name] = Io(sum(io.reads for io in ios) * 0.9, sum(io.writes for io in ios) * part, sum(io.read_kb for io in ios) * 0.9,
                                 sum(io.write_kb for io in ios) * part, 0.0, 0.0, 0.0, 0.0)  # fmt: skip
