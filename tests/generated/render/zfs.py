"""zfs get and list, the ARC's statistics, transaction groups and the intent log, by system."""

from datetime import timedelta
from statistics import mean

from tests.generated.loads import txg_seconds
from tests.generated.model import Dataset, Pool, World
from tests.generated.noise import around
from tests.generated.render import Source, on_freebsd, on_linux_zfs, on_solaris, with_openzfs, with_zfs
from tests.generated.render.zpool import pool_io, size

DEFAULTS = {"recordsize": "128K", "compression": "off", "atime": "on", "logbias": "latency", "sync": "standard", "primarycache": "all",
            "secondarycache": "all", "dedup": "off", "checksum": "on", "xattr": "on", "redundant_metadata": "all", "special_small_blocks": "0"}  # fmt: skip


def value(world: World, pool: Pool, dataset: Dataset | None, name: str) -> tuple[str, str]:
    """Value and source of a property."""
    if dataset and name in dataset.properties:
        return dataset.properties[name], "local"
    if name in pool.properties and name != "ashift":
        return pool.properties[name], f"inherited from {pool.name}" if dataset else "local"
    if name == "volblocksize":
        return ("16K" if world.system.zfs >= "2.2" and world.system.zfs[0].isdigit() else "8K"), "default"
    return DEFAULTS.get(name, "-"), "default"


def get(world: World, command: str) -> str:
    """`zfs get` of the properties that matter to I/O, for the pool and its datasets."""
    wanted = command.split()[-2].split(",") if "," in command else ["recordsize", "logbias", "sync"]
    rows = [("NAME", "PROPERTY", "VALUE", "SOURCE")]
    for pool in world.pools[-1:]:
        for dataset in (None, *pool.datasets):
            for name in wanted:
                own = "volblocksize" if dataset and dataset.volume and name == "recordsize" else name
                rows.append((dataset.name if dataset else pool.name, own, *value(world, pool, dataset, own)))
    widths = [max(len(row[index]) for row in rows) for index in range(3)]
    return (
        "\n".join(f"{row[0]:<{widths[0]}}  {row[1]:<{widths[1]}}  {row[2]:<{widths[2]}}  {row[3]}" for row in rows)
        + "\n"
    )


def listing(world: World, command: str) -> str:
    """`zfs list` or `zfs list -o space`."""
    space = "space" in command
    head = (
        ["NAME", "AVAIL", "USED", "USEDSNAP", "USEDDS", "USEDREFRESERV", "USEDCHILD"]
        if space
        else ["NAME", "USED", "AVAIL", "REFER", "MOUNTPOINT"]
    )
    rows = [head]
    for pool in world.pools:
        usable = pool.size_gb * 0.9 * (0.75 if any(v.kind.startswith("raidz") for v in pool.data) else 1) * 2**30
        left, used = usable * (1 - pool.full) * 0.97, sum(d.used_gb + d.snapshots_gb for d in pool.datasets) * 2**30
        rows.append(
            [pool.name, size(left), size(used), "0", "96K", "0", size(used)]
            if space
            else [pool.name, size(used), size(left), "96K", f"/{pool.name}"]
        )
        for each in pool.datasets:
            own, snap = each.used_gb * 2**30, each.snapshots_gb * 2**30
            rows.append(
                [each.name, size(left), size(own + snap), size(snap), size(own), "0", "0"]
                if space
                else [each.name, size(own + snap), size(left), size(own), "-" if each.volume else each.mount]
            )
    widths = [max(len(row[index]) for row in rows) for index in range(len(head))]
    return (
        "\n".join(
            "  ".join(
                cell.ljust(width) if index in (0, len(head) - 1) else cell.rjust(width)
                for index, (cell, width) in enumerate(zip(row, widths, strict=True))
            ).rstrip()
            for row in rows
        )
        + "\n"
    )


def _arc(world: World) -> dict[str, int]:
    """Figures of the ARC: what a mechanism set, and the rest in proportion."""
    rng, memory = world.rng, world.memory
    held = int(memory.arc * 2**20)
    limit = int(world.settings.get("zfs_arc_max", "0"))
    most = limit or (memory.total - 1024 if world.system.solaris or world.system.freebsd else memory.total // 2) * 2**20
    reads = int(world.uptime.total_seconds() * around(rng, 9000, 0.5))
    hit = world.counters.get("arc_hit_per_mille", rng.randint(900, 995)) / 1000
    meta = min(0.9, world.counters.get("arc_meta_per_mille", rng.randint(60, 350)) / 1000)
    data = {
        "hits": int(reads * hit), "misses": int(reads * (1 - hit)), "demand_data_hits": int(reads * hit * 0.55), "demand_data_misses": int(reads * (1 - hit) * 0.5),
        "demand_metadata_hits": int(reads * hit * 0.44), "demand_metadata_misses": int(reads * (1 - hit) * 0.3), "prefetch_data_hits": int(reads * hit * 0.006),
        "prefetch_data_misses": int(reads * (1 - hit) * 0.2), "evict_skip": int(reads * 1e-4), "p": held // 2,
        "c": world.counters.get("arc_c", min(most, int(max(held * 1.0, 2**26)))), "c_min": int(memory.total / 32 * 2**20), "c_max": most, "size": held,
        "hdr_size": int(held * 0.012), "data_size": int(held * (0.985 - meta)), "metadata_size": int(held * meta * 0.7), "dbuf_size": int(held * meta * 0.1),
        "dnode_size": int(held * meta * 0.15), "bonus_size": int(held * meta * 0.05), "l2_hits": 0, "l2_misses": 0, "l2_size": 0, "l2_hdr_size": 0,
        "memory_throttle_count": world.counters.get("memory_throttle_count", 0), "arc_no_grow": world.counters.get("arc_no_grow", 0),
        "arc_meta_used": int(held * meta), "arc_meta_limit": int(most * 0.75), "arc_meta_max": int(held * meta * 1.05),
    }  # fmt: skip
    data |= {name: number for name, number in world.counters.items() if name in data or name.startswith("l2_")}
    return data


def arcstats(world: World, _command: str) -> str:
    """The kstat arcstats in the form of the system."""
    figures = _arc(world)
    if world.system.freebsd:
        return "".join(f"kstat.zfs.misc.arcstats.{name}: {number}\n" for name, number in sorted(figures.items()))
    if world.system.solaris:
        head = "module: zfs                             instance: 0     \nname:   arcstats                        class:    misc\n"
        extra = {"crtime": f"{world.rng.uniform(30, 90):.9f}", "snaptime": f"{world.uptime.total_seconds():.9f}"}
        rows = {**{name: str(number) for name, number in figures.items()}, **extra}
        return head + "".join(f"        {name:<32}{text}\n" for name, text in sorted(rows.items()))
    lines = [
        f"{world.rng.randint(9, 13)} 1 0x01 {len(figures)} {len(figures) * 272} {world.rng.randrange(10**10)} {int(world.uptime.total_seconds() * 1e9)}",
        "name                            type data",
    ]
    return "\n".join([*lines, *(f"{name:<31} 4    {number}" for name, number in figures.items())]) + "\n"


def arcstat(world: World, _command: str) -> str:
    """`arcstat`: reads and misses of each sample, and the size."""
    lines = ["    time  read  miss  miss%  dmis  dm%  pmis  pm%  mmis  mm%  arcsz     c  "]
    hit = world.counters.get("arc_hit_per_mille", world.rng.randint(900, 995)) / 1000
    for tick in world.ticks:
        reads = around(world.rng, 6000 * max(0.2, tick.load), 0.3)
        miss = reads * min(1.0, around(world.rng, 1 - hit, 0.2))
        target = world.counters.get("arc_c", int(world.memory.arc * 2**20))
        held = world.memory.arc * around(world.rng, 1.0, 0.004)
        cells = [
            size(reads),
            size(miss),
            f"{100 * miss / reads:.0f}",
            size(miss * 0.8),
            f"{100 * miss * 0.8 / reads:.0f}",
            size(miss * 0.2),
            "62",
            size(miss * 0.3),
            f"{30 * miss / reads:.0f}",
        ]
        lines.append(
            f"{tick.time:%H:%M:%S}"
            + "".join(f"{cell:>{6 if index != 2 else 7}}" for index, cell in enumerate(cells[:3]))
            + "".join(f"{cell:>{width}}" for cell, width in zip(cells[3:], (6, 5, 6, 5, 6, 5), strict=True))
            + f"{size(held * 2**20):>7}{size(target):>6}  "
        )
    return "\n".join(lines) + "\n"


def txgs(world: World, _command: str) -> str:
    """The history of transaction groups of OpenZFS on Linux, times in nanoseconds."""
    rng, period, pool = world.rng, txg_seconds(world), world.pool
    number = rng.randint(10**5, 10**8)
    lines = [f"{rng.randint(20, 60)} 0 0x01 100 11200 {rng.randrange(10**10)} {int(world.uptime.total_seconds() * 1e9)}",
             "txg      birth            state ndirty       nread        nwritten     reads    writes   otime        qtime        wtime        stime       "]  # fmt: skip
    time = world.start - timedelta(seconds=period * 2)
    while time < world.end:
        ticks = [tick for tick in world.ticks if time <= tick.time < time + timedelta(seconds=period)] or world.ticks[
            :1
        ]
        ios = [pool_io(pool, tick) for tick in ticks]
        writes, kb = mean(io.writes for io in ios) * period, mean(io.write_kb for io in ios) * period
        reads, read_kb = mean(io.reads for io in ios) * period, mean(io.read_kb for io in ios) * period
        sync = (
            world.counters.get("txg_sync_ms", 0) * around(rng, 1.0, 0.2) if any(tick.trouble for tick in ticks) else 0.0
        )
        sync = max(sync, around(rng, period * 1000 * min(0.9, 0.5 * max(io.busy for io in ios)) + 20, 0.2))
        opened = max(period * 1000.0, sync) * rng.uniform(0.995, 1.03)
        nanos = [int(value * 1e6) for value in (opened, rng.uniform(0.01, 0.05), rng.uniform(0.03, 0.2), sync)]
        lines.append(
            f"{number:<8} {int((time - world.boot).total_seconds() * 1e9):<16} C     {int(kb * 1024 * 0.7):<12} {int(read_kb * 1024):<12} {int(kb * 1024):<12} {int(reads):<8} {int(writes):<8} "
            + " ".join(f"{value:<12}" for value in nanos)
        )
        number += 1
        time += timedelta(milliseconds=opened)
    return "\n".join(lines) + "\n"


def zil(world: World, _command: str) -> str:
    """The intent log's counters of OpenZFS on Linux."""
    rng = world.rng
    slog = any(vdev.role == "log" for vdev in world.pool.vdevs)
    commits = int(world.uptime.total_seconds() * around(rng, world.counters.get("commits_per_second", 20), 0.3))
    kb = world.counters.get("commit_kb", 12)
    indirect = world.counters.get("indirect_per_mille", rng.randint(0, 40)) / 1000
    direct = int(commits * (1 - indirect) * 1.6)
    figures = {
        "zil_commit_count": commits, "zil_commit_writer_count": int(commits * 0.93), "zil_itx_count": int(commits * 1.9),
        "zil_itx_indirect_count": int(commits * indirect * 1.6), "zil_itx_indirect_bytes": int(commits * indirect * 1.6 * kb * 1024),
        "zil_itx_copied_count": 0, "zil_itx_copied_bytes": 0, "zil_itx_needcopy_count": direct, "zil_itx_needcopy_bytes": direct * kb * 1024,
        "zil_itx_metaslab_normal_count": 0 if slog else direct, "zil_itx_metaslab_normal_bytes": 0 if slog else int(direct * kb * 1024 * 1.2),
        "zil_itx_metaslab_slog_count": direct if slog else 0, "zil_itx_metaslab_slog_bytes": int(direct * kb * 1024 * 1.2) if slog else 0,
    }  # fmt: skip
    head = f"{rng.randint(6, 12)} 1 0x01 {len(figures)} {len(figures) * 272} {rng.randrange(10**10)} {int(world.uptime.total_seconds() * 1e9)}\nname                            type data\n"
    return head + "".join(f"{name:<31} 4    {number}\n" for name, number in figures.items())


def zdb_c(world: World, _command: str) -> str:
    """`zdb -C`: ashift of each vdev."""
    pool, rng = world.pool, world.rng
    lines = ["", "MOS Configuration:", "        version: 5000", f"        name: '{pool.name}'", "        state: 0", f"        txg: {rng.randint(10**4, 10**8)}",
             f"        pool_guid: {rng.randrange(10**18, 10**19)}", f"        hostname: '{world.host}'", "        vdev_tree:", "            type: 'root'", "            id: 0"]  # fmt: skip
    for number, vdev in enumerate(pool.vdevs):
        kind = vdev.kind[:5] if vdev.kind.startswith("raidz") else vdev.kind or "disk"
        lines += [
            f"            children[{number}]:",
            f"                type: '{kind}'",
            f"                id: {number}",
            f"                guid: {rng.randrange(10**18, 10**19)}",
        ]
        lines += (
            [f"                path: '/dev/{'dsk/' if world.system.solaris else ''}{vdev.leaves[0].name}'"]
            if not vdev.kind
            else []
        )
        lines += [
            f"                ashift: {pool.ashift}",
            f"                asize: {vdev.leaves[0].size_gb * 10**9}",
            f"                is_log: {int(vdev.role == 'log')}",
            f"                create_txg: {4 + number}",
        ]
    return "\n".join(lines) + "\n"


GET = (
    "zfs get recordsize,logbias,sync,compression,primarycache,dedup -r {pool}",
    "zfs get -r recordsize,logbias,sync,atime,compression,dedup {pool}",
    "zfs get -r recordsize,primarycache,logbias,sync {pool}",
)
SOURCES = (
    Source("zfs get", GET[1:], get, with_zfs, 0.25),
    Source("zfs list", ("zfs list", "zfs list -o space"), listing, with_zfs, 0.2),
    Source(
        "arcstats", ("cat /proc/spl/kstat/zfs/arcstats",), arcstats, on_linux_zfs, 0.2, "proc/spl/kstat/zfs/arcstats"
    ),
    Source(
        "arcstats",
        ("sysctl kstat.zfs.misc.arcstats",),
        arcstats,
        lambda world: on_freebsd(world) and with_zfs(world),
        0.2,
    ),
    Source(
        "arcstats",
        ("kstat -m zfs -n arcstats", "kstat zfs:0:arcstats"),
        arcstats,
        lambda world: on_solaris(world) and with_zfs(world),
        0.2,
    ),
    Source(
        "arcstat",
        ("arcstat {interval} {count}", "arcstat.py {interval} {count}"),
        arcstat,
        with_openzfs,
        0.12,
        lasts=True,
    ),
    Source("txgs", ("cat /proc/spl/kstat/zfs/{pool}/txgs",), txgs, on_linux_zfs, 0.1),
    Source("zil", ("cat /proc/spl/kstat/zfs/zil",), zil, on_linux_zfs, 0.06),
    Source("zdb -C", ("zdb -C {pool}",), zdb_c, with_zfs, 0.05),
)
