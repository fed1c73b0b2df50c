"""Hurt by room that has run out: file systems, thin pools, snapshots, deleted files, archive destinations."""

from tests.generated.effects import process
from tests.generated.mechanism import other
from tests.generated.model import World
from tests.generated.noise import around, between
from tests.generated.systems import ALL, LINUX, SYSTEMS, ZFS

MODERN = tuple(system.name for system in SYSTEMS if system.linux and system.sysstat >= (10, 0))
ROLES = ("apps", "files", "mysql", "backup", "postgres")


def full(world: World, degree: float) -> None:
    """A file system without a free block."""
    rng = world.rng
    mount = rng.choice([mount for mount in world.mounts if mount.point != "/boot"])
    mount.used = 1.0 if mount.kind not in ("ext3", "ext4") else rng.choice((0.951, 1.0, 0.95))
    path = f"{mount.point.rstrip('/')}/{rng.choice(('log/app.log', 'tmp/sess_91f2', 'spool/out.41', 'data/t.MYD', 'export.csv'))}"
    for number in range(rng.randint(3, 20)):
        seconds = between(rng, 4, 4000)
        if world.system.solaris:
            world.say(f"NOTICE: alloc: {mount.point}: file system full", seconds)
        else:
            world.say(
                f"write error on {path}: No space left on device",
                seconds,
                rng.choice((world.names["service"].split("-")[0], "rsyslogd", "mysqld", "postfix/smtpd")),
            )
        if number > 3 and rng.random() < 0.4:
            break


def deleted(world: World, degree: float) -> None:
    """Deleted log files that a process still writes to."""
    rng = world.rng
    mount = world.mounts[-1]
    mount.used = rng.uniform(0.965, 1.0)
    size = mount.size_gb * rng.uniform(0.3, 0.7)
    holder = process(
        world, world.names["user"], "java", f"/usr/bin/java -jar /opt/{world.names['service']}.jar", 5, 900
    )
    rows = ["COMMAND   PID     USER   FD   TYPE DEVICE     SIZE/OFF NLINK    NODE NAME"]
    for number in range(rng.randint(1, 4)):
        part = size * 2**30 * (0.7 if number == 0 else 0.1)
        rows.append(
            f"java    {holder.pid:5d} {holder.user:>8}  {number + 7:3d}w   REG  253,2 {int(part):>12}     0 {rng.randint(1000, 9000000):7d} {mount.point.rstrip('/')}/log/{world.names['service']}.log.{number} (deleted)"
        )
    world.show("lsof", "lsof +L1", "\n".join(rows) + "\n")
    shown = mount.size_gb * mount.used - size
    world.show("du", f"du -shx {mount.point}", f"{shown:.0f}G\t{mount.point}\n")


def snapshots(world: World, degree: float) -> None:
    """Snapshots that hold what was deleted."""
    pool, rng = world.pool, world.rng
    pool.full = rng.uniform(0.955, 0.99)
    for dataset in pool.datasets:
        held = dataset.used_gb * rng.uniform(0.6, 3)
        dataset.snapshots_gb, dataset.used_gb = held, max(1.0, dataset.used_gb * 0.4)
    rows = ["NAME                                     USED  AVAIL  REFER  MOUNTPOINT"]
    for dataset in pool.datasets:
        for number in range(rng.randint(3, 14)):
            rows.append(
                f"{dataset.name}@daily-{world.start.year}-{number + 1:02d}-{rng.randint(10, 28)}  {around(rng, dataset.snapshots_gb / 8, 0.5):.1f}G      -  {dataset.used_gb:.1f}G  -"
            )
    world.show("zfs list -t snapshot", "zfs list -t snapshot", "\n".join(rows) + "\n")
    world.say(
        f"write failed: No space left on device ({pool.datasets[0].mount})", 300, world.names["service"].split("-")[0]
    )


def thin(world: World, degree: float) -> None:
    """A thin pool that is full."""
    rng, group = world.rng, world.names["vg"]
    meta = rng.random() < 0.4
    data, of_meta = (rng.uniform(60, 90), rng.uniform(99, 100)) if meta else (100.0, rng.uniform(20, 70))
    rows = [
        "  LV            VG       Attr       LSize   Pool     Origin Data%  Meta%  Move Log Cpy%Sync Convert",
        f"  data          {group:<8} twi-{'D' if not meta else 'M'}ot--- {rng.randint(200, 3000):5d}.00g                 {data:5.2f}  {of_meta:5.2f}",
    ]
    rows += [
        f"  vm-{rng.randint(100, 160)}-disk-0 {group:<8} Vwi-aotz-- {rng.choice((32, 64, 100, 250)):5d}.00g data            {rng.uniform(30, 99):5.2f}"
        for _ in range(rng.randint(3, 9))
    ]
    world.show("lvs", "lvs -a", "\n".join(rows) + "\n")
    world.say(
        f"device-mapper: thin: 253:4: reached low water mark for {'metadata' if meta else 'data'} device: sending event.",
        6000,
    )
    world.say(
        f"device-mapper: thin: 253:4: switching pool to {'read-only' if meta else 'out-of-data-space (queue IO)'} mode",
        3000,
    )
    for _ in range(rng.randint(2, 8)):
        world.say(
            f"Buffer I/O error on dev dm-{rng.randint(5, 12)}, logical block {rng.randint(10**5, 10**8)}, lost async page write",
            between(rng, 20, 2900),
        )


def archiver(world: World, degree: float) -> None:
    """The archiver finds no room, and the database stops."""
    rng, sid = world.rng, world.names["sid"]
    limit = rng.choice((20, 50, 100, 200)) * 2**30
    rows = []
    thread = rng.randint(4000, 90000)
    for number in range(rng.randint(2, 6)):
        stamp = (
            f"{world.start:%Y-%m-%dT%H}:{world.start.minute:02d}:{number * 7 + 4:02d}.{rng.randrange(1000000):06d}+01:00"
            if world.start.year > 2017
            else f"{world.start:%a %b %d %H:%M}:{number * 7 + 4:02d} {world.start.year}"
        )
        rows += [stamp, f"Errors in file /u01/app/oracle/diag/rdbms/{sid.lower()}/{sid}/trace/{sid}_arc{number % 4}_{rng.randint(2000, 30000)}.trc:",
                 f"ORA-19815: WARNING: db_recovery_file_dest_size of {limit} bytes is 100.00% used, and has 0 remaining bytes available.", f"ARC{number % 4}: Error 19809 Creating archive log file to '/fra/{sid}/archivelog/o1_mf_1_{thread}_%u_.arc'",
                 f"ORACLE Instance {sid} - Archival Error", f"ORA-16038: log {number % 3 + 1} sequence# {thread} cannot be archived", "ORA-19809: limit exceeded for recovery files", f"ORA-00312: online log {number % 3 + 1} thread 1: '/u01/oradata/{sid}/redo0{number % 3 + 1}.log'"]  # fmt: skip
    world.show("alert log", f"tail -80 alert_{sid}.log", "\n".join(rows) + "\n", f"alert_{sid}.log")
    for tick in world.ticks:
        if tick.trouble:
            tick.user *= 0.15
            for device in world.disks():
                tick.demand[device.name].writes *= 0.1
                tick.demand[device.name].write_kb *= 0.1


MECHANISMS = (
    other("filesystem-full", ALL, ROLES, ("space", "errors", "vague"), full, "df", zfs=False, standing=True),
    other(
        "deleted-files-held-open", LINUX, ROLES, ("space", "space", "vague"), deleted, "lsof", zfs=False, standing=True
    ),
    other(
        "snapshots-hold-space",
        ZFS,
        ("files", "vms", "backup"),
        ("space", "space"),
        snapshots,
        "zfs list -t snapshot",
        zfs=True,
        standing=True,
    ),
    other(
        "thin-pool-full",
        ("proxmox-6", "proxmox-8", "rhel-7", "rhel-8", "rhel-9"),
        ("vms",),
        ("errors", "space", "stalls"),
        thin,
        "lvs",
        zfs=False,
        standing=True,
    ),
    other(
        "oracle-archiver-stuck",
        LINUX,
        ("oracle",),
        ("slow-db", "space", "vague"),
        archiver,
        "alert log",
        zfs=False,
        standing=True,
    ),
)
