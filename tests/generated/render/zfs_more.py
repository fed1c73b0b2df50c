"""Sizes of requests, gang blocks, the dedup table, tunables: outputs of the second look."""

import math

from tests.generated.loads import devices_of
from tests.generated.model import World
from tests.generated.noise import around
from tests.generated.render import Source, on_linux, on_solaris, with_openzfs, with_zfs
from tests.generated.render.zpool import size, status


def _sizes(world: World) -> dict[int, float]:
    """Requests by size: each sample's mean size, spread over its neighbours."""
    found: dict[int, float] = {}
    for tick in world.ticks:
        for device in devices_of(world):
            io = tick.io[device.name]
            for count, kb in ((io.reads, io.read_kb), (io.writes, io.write_kb)):
                if count < 0.5:
                    continue
                power = min(17.0, max(9.0, math.log2(kb / count * 1024)))
                for step, share in ((-2, 0.1), (-1, 0.22), (0, 0.4), (1, 0.2), (2, 0.08)):
                    bucket = 1 << min(17, max(9, round(power + step)))
                    found[bucket] = found.get(bucket, 0.0) + count * share * world.interval
    return found


def bitesize(world: World, _command: str) -> str:
    """`bitesize.d` of the DTrace toolkit, the part of the pool's threads."""
    found = {bucket: max(1, int(around(world.rng, count, 0.05))) for bucket, count in sorted(_sizes(world).items())}
    total = sum(found.values()) or 1
    lines = ["Tracing... Hit Ctrl-C to end.", "", "     PID  CMD", f"       0  zpool-{world.pool.name}\\0" if world.start.year > 2010 else "       0  sched\\0", "",
             "           value  ------------- Distribution ------------- count    "]  # fmt: skip
    buckets = [min(found) // 2, *found, max(found) * 2] if found else []
    for bucket in buckets:
        count = found.get(bucket, 0)
        lines.append(f"{bucket:16d} |{'@' * round(40 * count / total):<40} {count:<8d} ")
    return "\n".join(lines) + "\n"


def requests(world: World, _command: str) -> str:
    """`zpool iostat -r`: requests by size, individual and aggregated."""
    found = _sizes(world)
    seconds = world.interval * world.count
    head = f"{world.pool.name:<12}  sync_read    sync_write    async_read    async_write      scrub         trim    "
    lines = [
        head,
        "req_size      ind    agg    ind    agg    ind    agg    ind    agg    ind    agg    ind    agg",
        "----------  -----  -----  -----  -----  -----  -----  -----  -----  -----  -----  -----  -----",
    ]
    sync = 0.5 if world.counters.get("commits_per_second") else 0.12
    for power in range(9, 25):
        count = found.get(1 << power, 0.0) / seconds
        reads = sum(tick.io[device.name].reads for tick in world.ticks for device in devices_of(world))
        writes = sum(tick.io[device.name].writes for tick in world.ticks for device in devices_of(world))
        part = reads / (reads + writes) if reads + writes else 0
        cells = [
            count * part * 0.8,
            0,
            count * (1 - part) * sync,
            0,
            count * part * 0.12,
            count * part * 0.08,
            count * (1 - part) * (1 - sync) * 0.5,
            count * (1 - part) * (1 - sync) * 0.5,
            0,
            0,
            0,
            0,
        ]
        name = f"{1 << power}" if power < 10 else f"{1 << (power - 10)}K" if power < 20 else f"{1 << (power - 20)}M"
        lines.append(f"{name:<10}" + "".join(f"  {size(cell):>5}" for cell in cells))
    return "\n".join([*lines, "-" * 92]) + "\n"


def ganging(world: World, _command: str) -> str:
    """The count of gang block trees, by process, of half a minute."""
    rate = world.counters.get("gangs_per_second", 0)
    count = int(around(world.rng, rate * 30, 0.1)) if rate else world.rng.choice((0, 0, 0, 3))
    return f"\n    {world.rng.randint(300, 2000):9d} {count:16d}\n" if count else "\n"


def dedup_table(world: World, command: str) -> str:
    """`zpool status -D`: the table's entries and their sizes, with the histogram's head."""
    entries = world.counters.get("ddt_entries", 0)
    text = status(world, command)
    if not entries:
        return text + "\n dedup: no DDT entries\n"
    disk, core = world.rng.randint(350, 520), world.rng.randint(150, 200)
    text += f"\n dedup: DDT entries {entries}, size {disk}{'B' if world.system.zfs >= '0.8' and world.system.openzfs else ''} on disk, {core}{'B' if world.system.zfs >= '0.8' and world.system.openzfs else ''} in core\n\n"
    text += "bucket              allocated                       referenced          \n______   ______________________________   ______________________________\nrefcnt   blocks   LSIZE   PSIZE   DSIZE   blocks   LSIZE   PSIZE   DSIZE\n------   ------   -----   -----   -----   ------   -----   -----   -----\n"
    block, left, total = world.rng.choice((16, 32, 64, 128)) * 1024, entries, [0.0, 0.0]
    for power in range(9):
        count = int(left * world.rng.uniform(0.55, 0.8)) if power < 8 else left
        left -= count
        many = count * (1 << power) * world.rng.uniform(1.0, 1.4)
        total = [total[0] + count, total[1] + many]
        text += f"{1 << power:6d}" + _blocks(count, block) + _blocks(many, block) + "\n"
    return text + " Total" + _blocks(total[0], block) + _blocks(total[1], block) + "\n"


def _blocks(count: float, block: int) -> str:
    return f"   {size(count):>6}" + "".join(f"   {size(count * block * factor):>5}" for factor in (1, 0.8, 0.82))


def parameters(world: World, _command: str) -> str:
    """Module parameters of ZFS."""
    values = {"zfs_arc_max": "0", "zfs_arc_min": "0", "zfs_txg_timeout": "5", "zfs_dirty_data_max": str(min(4 * 2**30, int(world.memory.total * 2**20 / 10))), "zfs_vdev_async_write_max_active": "10",
              "zfs_vdev_sync_write_max_active": "10", "zfs_prefetch_disable": "0", "zfs_immediate_write_sz": "32768"}  # fmt: skip
    values |= {name: text for name, text in world.settings.items() if name.startswith("zfs_")}
    if not on_linux(world):
        return (
            "".join(
                f"set zfs:{name}={text}\n" for name, text in sorted(world.settings.items()) if name.startswith("zfs_")
            )
            or "* no zfs tunables\n"
        )
    return "".join(f"/sys/module/zfs/parameters/{name}:{text}\n" for name, text in sorted(values.items()))


def lsblk_t(world: World, _command: str) -> str:
    """`lsblk -t`: sector sizes; drives with large sectors say so."""
    lines = ["NAME        ALIGNMENT MIN-IO OPT-IO PHY-SEC LOG-SEC ROTA SCHED       RQ-SIZE   RA WSAME"]
    for device in world.devices:
        sector = world.counters.get(f"{device.name}_sector", 512 if device.kind in ("lun", "cloud", "sas") else 4096)
        scheduler = "mq-deadline" if world.system.sysstat >= (11, 7) else "cfq"
        lines.append(
            f"{device.name:<20} 0 {sector:6d}      0 {sector:7d} {512:7d} {int(device.kind in ('hdd', 'sas')):4d} {scheduler:<11}     {128 if device.kind != 'nvme' else 1023:3d}  128    0B"
        )
    return "\n".join(lines) + "\n"


SOURCES = (
    Source(
        "bitesize",
        ("/usr/dtrace/DTT/Disk/bitesize.d", "./bitesize.d"),
        bitesize,
        lambda world: on_solaris(world) and with_zfs(world),
        0.04,
    ),
    Source(
        "zpool iostat -r",
        ("zpool iostat -r {pool} 10 2",),
        requests,
        lambda world: with_openzfs(world) and world.system.zfs[0].isdigit() and world.system.zfs >= "0.7",
        0.04,
    ),
    Source(
        "gang",
        ("dtrace -qn 'fbt::zio_gang_tree_issue:entry{{@[pid]=count();}}' -c 'sleep 30'",),
        ganging,
        lambda world: on_solaris(world) and with_zfs(world),
        0.02,
    ),
    Source("zpool status -D", ("zpool status -D {pool}",), dedup_table, with_zfs, 0.02),
    Source(
        "zfs parameters",
        ("grep . /sys/module/zfs/parameters/*",),
        parameters,
        lambda world: on_linux(world) and with_zfs(world),
        0.06,
    ),
    Source(
        "zfs parameters",
        ("grep zfs /etc/system",),
        parameters,
        lambda world: on_solaris(world) and with_zfs(world),
        0.05,
    ),
    Source("lsblk -t", ("lsblk -t",), lsblk_t, lambda world: on_linux(world) and world.system.sysstat >= (9, 0), 0.05),
)
