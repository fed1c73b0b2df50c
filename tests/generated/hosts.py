"""An ordinary host, before anything happens to it."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from random import Random

from tests.generated import devices, loads, names, procs
from tests.generated.model import Dataset, Device, Memory, Mount, Pool, Tick, Vdev, World
from tests.generated.noise import around, between, chance, pick
from tests.generated.systems import draw

CPUS = ("Intel(R) Xeon(R) CPU E5-2640 v3 @ 2.60GHz", "Intel(R) Xeon(R) Gold 6130 CPU @ 2.10GHz", "AMD EPYC 7302P 16-Core Processor",
        "Intel(R) Xeon(R) CPU E5620 @ 2.40GHz", "Intel(R) Xeon(R) Silver 4314 CPU @ 2.40GHz", "AMD EPYC 9254 24-Core Processor")  # fmt: skip


def plain(
    rng: Random,
    systems: Sequence[str],
    roles: Sequence[str],
    zfs: bool | None = None,
    kinds: Sequence[str] = (),
    virtual: bool | None = None,
    moment: str = "",
    intervals: Sequence[int] = (),
) -> World:
    """A host of one of the systems and roles; `zfs` says whether its data lies in a pool, `kinds` the classes of its drives."""
    system = draw(rng, tuple(systems))
    role = rng.choice(tuple(roles))
    year = rng.randint(*system.years)
    start = datetime(
        year, rng.randint(1, 12), rng.randint(1, 28), rng.randrange(24), rng.randrange(60), rng.randrange(60)
    )
    interval = rng.choice(tuple(intervals)) if intervals else pick(rng, {1: 6, 2: 3, 3: 1, 5: 5, 10: 4, 30: 1})
    virtual = (
        virtual if virtual is not None else system.linux and year > 2011 and chance(rng, 0.4) and "lun" not in kinds
    )
    total = rng.choice(
        (8, 16, 32, 64) if virtual else (16, 32, 48, 64, 96, 128, 256) if year > 2012 else (8, 16, 32, 64)
    )
    world = World(
        rng, system, rng.choice(system.kernels), names.host(rng, role), names.domain(rng), start, interval,
        rng.randint(6, 14) if interval >= 10 else rng.randint(10, 32), timedelta(days=between(rng, 0.6, 420), seconds=rng.randrange(80000)),
        rng.choice((2, 4, 8)) if virtual else rng.choice((8, 16, 24, 32, 48)), rng.choice(CPUS), role, _memory(rng, total, role), virtual,
    )  # fmt: skip
    world.names = names.names(rng, role)
    in_pool = bool(system.zfs) and (not system.linux or chance(rng, 0.5)) if zfs is None else zfs
    _disks(world, year, tuple(kinds), in_pool)
    if in_pool:
        _pools(world)
    _mounts(world)
    _moments(world, moment)
    loads.lay(world)
    remember(world)
    procs.fill(world)
    return world


def _memory(rng: Random, total_gb: int, role: str) -> Memory:
    total = int(total_gb * 1024 * rng.uniform(0.962, 0.985))
    database = role in ("oracle", "postgres")
    shared = total * rng.uniform(0.15, 0.4) if database else rng.uniform(2, 200)
    programs = total * (rng.uniform(0.35, 0.6) if role in ("vms", "mysql", "apps") else rng.uniform(0.05, 0.2))
    slab = total * rng.uniform(0.012, 0.05)
    memory = Memory(
        total, total * rng.uniform(0.012, 0.03) + 100, programs, shared, 0.0, rng.uniform(2, 400), slab, slab * rng.uniform(0.4, 0.8),
        programs * 0.003 + rng.uniform(8, 60), swap_total=rng.choice((2047, 4095, 8191, 16383)),
    )  # fmt: skip
    if database:
        memory.page_tables += shared / 512 * rng.uniform(2, 8)
    memory.floor = 60 + total * 0.003
    memory.cache = memory.free * rng.uniform(0.55, 0.97)
    if role == "oracle" and chance(rng, 0.5):
        memory.huge_pages = int(shared / 2 * rng.uniform(1.0, 1.12)) + 2
        memory.huge_free = memory.huge_pages - int(shared / 2)
        memory.huge_reserved = int(memory.huge_free * rng.uniform(0, 0.9))
        memory.shared = rng.uniform(1, 60)
        memory.page_tables = programs * 0.003 + rng.uniform(20, 90)
    memory.dirty = between(rng, 0.1, 60)
    if chance(rng, 0.3):
        memory.swap_used = min(between(rng, 0.5, 400), memory.swap_total * 0.3)
    memory.fit()
    return memory


def _disks(world: World, year: int, kinds: tuple[str, ...], zfs: bool) -> None:
    rng, system = world.rng, world.system
    kind = rng.choice(kinds) if kinds else devices.uncertain_kind(rng, system, year, world.virtual)
    boot = "cloud" if world.virtual else rng.choice(("sas", "hdd")) if year < 2016 else "ssd"
    count = 1 if world.virtual else 2
    for index in range(count):
        name = devices.name_of(rng, system, boot, index, world.virtual)
        world.devices.append(devices.make(rng, boot, name, "os", world.devices[0] if index else None))
    many = {"hdd": (4, 8), "sas": (4, 10), "ssd": (2, 6), "nvme": (1, 4), "lun": (1, 5), "cloud": (1, 2)}[kind]
    number = rng.randint(*many)
    if zfs and kind in ("hdd", "sas", "ssd"):
        number += number % 2
    first: Device | None = None
    for index in range(number):
        at = index if kind == "nvme" and boot != "nvme" else index + count
        device = devices.make(rng, kind, "", like=first)
        device.name = devices.name_of(rng, system, kind, at, world.virtual, device.model)
        first = first or device
        world.devices.append(device)
    devices.style(rng, world.disks(), system)


def _pools(world: World) -> None:
    rng, data, boot = world.rng, world.disks(), world.disks("os")
    if not world.system.linux or chance(rng, 0.3):
        devices.style(rng, boot, world.system)
        root = "rpool" if not world.system.freebsd else rng.choice(("zroot", "freebsd-boot"))
        sets = [Dataset(f"{root}/ROOT", rng.uniform(4, 30), "legacy")]
        world.pools.append(
            Pool(
                root,
                [Vdev("mirror" if len(boot) > 1 else "", boot)],
                rng.uniform(0.1, 0.5),
                rng.randint(2, 25),
                9,
                sets,
            )
        )
    name = names.pool(rng, world.role)
    name = "datapool" if world.pools and name == world.pools[0].name else name
    vdevs = _vdevs(rng, data)
    old = world.start.year < 2013 or data[0].kind == "lun"
    full = rng.uniform(0.25, 0.68)
    pool = Pool(name, vdevs, full, int(full * rng.uniform(8, 45)), 9 if old else rng.choice((12, 12, 12, 13)), [])
    for device in data:
        device.pool = name
        device.depth = min(device.depth, 10 if world.system.zfs == "sun" or system_age(world) else 30)
    _datasets(world, pool)
    world.pools.append(pool)
    memory = world.memory
    memory.arc = (memory.free + memory.cache * 0.8) * rng.uniform(0.4, 0.75)
    memory.cache *= 0.2
    memory.fit()


def system_age(world: World) -> bool:
    """Whether its ZFS is of the time before the I/O scheduler of 2013."""
    return world.system.zfs == "illumos" and world.start.year < 2014


def _vdevs(rng: Random, data: list[Device]) -> list[Vdev]:
    if data[0].kind in ("lun", "cloud") or len(data) == 1:
        return [Vdev("", [device]) for device in data]
    if len(data) >= 4 and chance(rng, 0.4):
        return [Vdev(rng.choice(("raidz1", "raidz2") if len(data) > 4 else ("raidz1",)), data)]
    return [
        Vdev("mirror", data[index : index + 2]) if len(data) > index + 1 else Vdev("", data[index:])
        for index in range(0, len(data), 2)
    ]


def _datasets(world: World, pool: Pool) -> None:
    """File systems and volumes, with a database's own record size where it has one."""
    rng, usable = world.rng, pool.size_gb * pool.full
    page = {"oracle": "8K", "postgres": rng.choice(("8K", "16K", "32K")), "mysql": "16K"}.get(world.role, "")
    children = _children(world)
    shares = [rng.uniform(0.2, 1.0) for _ in children]
    for child, share in zip(children, shares, strict=True):
        properties = {"compression": "lz4"} if world.system.openzfs else {}
        if page and child.split("/")[-1] in ("datafiles", "undo", "temp", "pgdata", "mysql"):
            properties["recordsize"] = page
        size = usable * 0.85 * share / sum(shares)
        name = f"{pool.name}/{child}"
        pool.datasets.append(
            Dataset(name, size, f"/{name}", properties, "disk-" in child, size * rng.choice((0, 0, 0.02, 0.1)))
        )


def _children(world: World) -> list[str]:
    sid, database = world.names["sid"].lower(), world.names["database"]
    return {
        "oracle": [f"{sid}/datafiles", f"{sid}/redo", f"{sid}/archive", f"{sid}/undo", f"{sid}/temp"],
        "postgres": ["pgdata", "pgwal", f"dump_{database}"],
        "mysql": ["mysql", "mysql-log"],
        "files": ["home", "projects", "scratch"],
        "vms": [f"vm-{world.rng.randint(100, 140)}-disk-0", f"vm-{world.rng.randint(141, 180)}-disk-0", "iso"],
        "apps": ["srv", "docker", "logs"],
        "backup": ["daily", "weekly", "archive"],
    }[world.role]


def _mounts(world: World) -> None:
    rng, system = world.rng, world.system
    boot = world.disks("os")[0]
    if system.linux:
        kind = (
            "ext3"
            if system.name in ("rhel-5", "centos-5", "sles-11")
            else "xfs"
            if system.name.startswith(("rhel", "centos", "rocky", "oracle"))
            else "ext4"
        )
        part = f"/dev/{boot.name}{'p' if boot.kind == 'nvme' else ''}"
        world.mounts += [
            Mount(f"{part}2" if chance(rng, 0.5) else f"/dev/mapper/{world.names['vg'].replace('-', '--')}-root", "/", kind, min(60, boot.size_gb * 0.4), rng.uniform(0.2, 0.7), disk=boot.name),
            Mount(f"{part}1", "/boot", "ext4" if kind != "ext3" else "ext3", 0.97, rng.uniform(0.15, 0.5), 0.001, disk=boot.name),
        ]  # fmt: skip
        if not world.pools:
            total = sum(device.size_gb for device in world.disks()) * rng.uniform(0.5, 0.95)
            point = world.names["datamount"]
            volume = f"/dev/mapper/{world.names['vg'].replace('-', '--')}-{point.strip('/').split('/')[-1]}"
            world.mounts.append(
                Mount(
                    volume,
                    point,
                    kind,
                    total,
                    rng.uniform(0.3, 0.82),
                    rng.uniform(0.01, 0.2),
                    disk=world.disks()[0].name,
                )
            )
    elif not world.pools:
        point, disk = world.names["datamount"], world.disks()[0]
        root, data = (
            (f"/dev/dsk/{boot.name}s0", f"/dev/dsk/{disk.name}s6")
            if system.solaris
            else (f"/dev/{boot.name}p2", f"/dev/{disk.name}p1")
        )
        world.mounts.append(
            Mount(
                root,
                "/",
                "ufs",
                min(40, boot.size_gb * 0.5),
                rng.uniform(0.2, 0.7),
                options="rw,logging" if system.solaris else "local, journaled soft-updates",
                disk=boot.name,
            )
        )
        world.mounts.append(
            Mount(data, point, "ufs", disk.size_gb * 0.95, rng.uniform(0.3, 0.8), options="rw", disk=disk.name)
        )


def _moments(world: World, wanted: str) -> None:
    """Samples, and which of them lie in the trouble."""
    rng, count = world.rng, world.count
    moment = wanted or pick(rng, {"during": 66, "begins": 17, "ends": 9, "before": 3})
    edge = rng.randint(count // 4, max(count // 4, count * 2 // 3))
    world.settings["moment"] = moment
    for index in range(count):
        inside = {"during": True, "begins": index >= edge, "ends": index < edge, "after": False, "before": False}[
            moment
        ]
        world.ticks.append(
            Tick(
                world.start + timedelta(seconds=world.interval * index), around(rng, 1.0, 0.12) if inside else 0.0, 1.0
            )
        )


def remember(world: World) -> None:
    """Lay the memory of the host over its samples; call again when a mechanism has changed it."""
    rng, memory = world.rng, world.memory
    wander = 0.0
    for tick in world.ticks:
        wander = 0.8 * wander + rng.gauss(0, 0.003 * max(300.0, memory.free))
        tick.free_mb = max(memory.floor * 0.8, memory.free + wander)
        tick.cache_mb = max(20.0, memory.cache - (tick.free_mb - memory.free))
        tick.swapped_mb = memory.swap_used
        tick.dirty_mb = around(rng, memory.dirty, 0.3)
        tick.writeback_mb = around(rng, memory.writeback, 0.4)
