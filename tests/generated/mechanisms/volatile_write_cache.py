"""What was acknowledged lay in a cache that loses it with the power."""

from datetime import timedelta

from tests.generated import cards, hardware, storage
from tests.generated.kernel_words import say, version
from tests.generated.mechanism import Mechanism
from tests.generated.model import World
from tests.generated.noise import between, chance
from tests.generated.systems import FREEBSD, LINUX, SOLARIS, ZFS_LINUX

TELLING = {"hdparm": 0.85, "mount": 0.85, "write cache": 0.6, "fstab": 0.5, "pg_test_fsync": 0.5, "dmesg": 0.8, "messages": 0.45, "syslog": 0.3, "journal": 0.35, "database log": 0.75, "last": 0.5, "raid volumes": 0.8, "raid battery": 0.7, "raid drives": 0.3,
           "raid events": 0.4, "raid config": 0.2, "raid patrol": 0.05, "smartctl": 0.4, "smartctl through": 0.1, "qm config": 0.95, "zfs parameters": 0.9, "zpool status": 0.8, "iostat -x": 0.25, "vmstat": 0.2}  # fmt: skip
HARMS = ("lost-data", "lost-data", "lost-data", "errors", "start")
_OLD = tuple(
    name
    for name in LINUX
    if name
    in ("rhel-5", "centos-5", "rhel-6", "oracle-linux-6", "sles-11", "rhel-7", "centos-7", "debian-8", "ubuntu-14.04")
)
_ROLES = ("postgres", "mysql", "files", "apps", "oracle")


def _recent_start(world: World) -> None:
    """The host was started a short while ago, by somebody or by the power."""
    world.uptime = timedelta(seconds=int(between(world.rng, 900, 100000)))


def _settings(world: World) -> None:
    """What a drive's cache, and the kernel's idea of it, look like."""
    found = hardware.fit(world)
    names = [device.name for device in world.disks()]
    for drive in found.drives:
        drive.cache_on = True
    world.show(
        "hdparm",
        f"hdparm -W /dev/{names[0]}",
        f"\n/dev/{names[0]}:\n write-caching =  1 (on)\n"
        if found.drive(names[0]).kind != "sas"
        else f"/dev/{names[0]}: {found.drive(names[0]).product.vendor}   {found.drive(names[0]).product.model}\nWCE           1  [cha: y, def:  0, sav:  1]\n",
    )


def _smart(world: World) -> None:
    from tests.generated.evidence import smart

    smart(world, hardware.of(world).drive(world.disks()[0].name), 0)


def ground_barrier(world: World) -> None:
    """Barriers are off, and the drives keep writes in a cache of their own."""
    rng = world.rng
    _settings(world)
    _smart(world)
    point = next(mount for mount in world.mounts if mount.point == world.names["datamount"])
    if point.kind == "ext3" and chance(rng, 0.4):
        word = "data=ordered" if chance(rng, 0.5) and world.system.name != "sles-11" else "data=writeback,barrier=0"
    else:
        word = "nobarrier" if point.kind == "xfs" or (version(world) > (3, 0) and chance(rng, 0.7)) else "barrier=0"
    if "barrier" not in word:
        world.needs = _with("pg_test_fsync")
    point.options = f"rw,noatime,{word}"
    first = world.mounts[0]
    text = f"# <file system> <mount point> <type> <options> <dump> <pass>\n{first.device} / {first.kind} defaults 0 1\n{point.device} {point.point} {point.kind} noatime,{word} 0 2\n"
    world.show("fstab", "cat /etc/fstab", text, "etc/fstab")
    _measured(world)
    _recent_start(world)


def ground_override(world: World) -> None:
    """The kernel was told that the drives write through, and sends no flushes."""
    _settings(world)
    _smart(world)
    names = [device.name for device in world.disks()]
    rows = [
        f"/sys/block/{device.name}/queue/write_cache:{'write through' if device.role == 'data' else 'write back'}\n"
        for device in world.devices
        if device.name.startswith("sd")
    ]
    world.show("write cache", "grep . /sys/block/sd*/queue/write_cache", "".join(rows))
    script = (
        "#!/bin/sh\nfor d in "
        + " ".join(names)
        + '; do echo "write through" > /sys/block/$d/queue/write_cache; done\nexit 0\n'
    )
    world.show("rc.local", "cat /etc/rc.local", script, "etc/rc.local")
    _measured(world)
    _recent_start(world)


def _measured(world: World) -> None:
    """Flushes are done sooner than a platter turns."""
    rng = world.rng
    if world.role == "postgres" and chance(rng, 0.6):
        world.show("pg_test_fsync", "pg_test_fsync -s 2", _fsync(rng.uniform(3500, 14000), rng.uniform(0.9, 1.1)))


def _fsync(rate: float, other: float) -> str:
    def line(name: str, value: float) -> str:
        return f"        {name:<24} {value:14.3f} ops/sec {1e6 / value:8.0f} usecs/op"

    return "\n".join(["2 seconds per test", "O_DIRECT supported on this platform for open_datasync and open_sync.", "", "Compare file sync methods using one 8kB write:", "(in wal_sync_method preference order, except fdatasync is Linux's default)",
                      line("open_datasync", rate * other), line("fdatasync", rate), line("fsync", rate * 0.82), f"        {'fsync_writethrough':<24} {'n/a':>14}", line("open_sync", rate * 0.8), "",
                      "Non-sync'ed 8kB writes:", line("write", rate * 30), ""])  # fmt: skip


def ground_card(world: World) -> None:
    """A controller writes back though its battery is gone, or leaves the drives' own caches on."""
    rng = world.rng
    card = storage.behind(world, rng.choice(("megaraid", "megaraid", "hpsa", "areca", "aacraid")), "hdd")
    card.battery.state = rng.choice(("failed", "missing", "missing"))
    card.battery.charge = rng.randint(0, 20)
    for volume in card.volumes:
        volume.even_if_bad = True
        volume.disk_cache = rng.choice(("on", "on", "default"))
    for drive in card.drives:
        drive.cache_on = True
    if card.battery.state == "failed":
        cards.note(world, card, "battery", between(rng, 200, 4000))
    cards.decide(world, card, "unprotected", plus=_LOSS)
    cards.offer(world, card, None, 0)
    _recent_start(world)


def ground_vm(world: World) -> None:
    """Virtual disks have cache=unsafe."""
    rng = world.rng
    number = rng.randint(100, 160)
    mode = rng.choice(("unsafe", "unsafe", "writeback"))
    mode = "unsafe" if mode == "writeback" else mode
    if world.system.name.startswith("proxmox"):
        world.show(
            "qm config",
            f"qm config {number}",
            f"balloon: 0\nboot: order=scsi0\ncores: 4\nmemory: 8192\nname: {world.names['database']}-db\nnet0: virtio=BC:24:11:{rng.randrange(16, 256):02X}:3A:7F,bridge=vmbr0\nostype: l26\nscsi0: local-lvm:vm-{number}-disk-0,cache={mode},discard=on,size=200G\nscsihw: virtio-scsi-pci\n",
            f"qm-config-{number}.txt",
        )
    else:
        world.show(
            "qm config",
            f"virsh dumpxml vm{number} | grep -A6 '<disk'",
            f"    <disk type='file' device='disk'>\n      <driver name='qemu' type='qcow2' cache='{mode}'/>\n      <source file='/var/lib/libvirt/images/vm{number}.qcow2'/>\n      <target dev='vda' bus='virtio'/>\n    </disk>\n",
        )
    world.names["guest"] = str(number)
    _recent_start(world)


def ground_zfs(world: World) -> None:
    """ZFS was told not to flush the caches of drives that have no protection."""
    hardware.fit(world)
    if world.system.linux:
        world.show(
            "zfs parameters",
            "grep . /sys/module/zfs/parameters/*flush*",
            "/sys/module/zfs/parameters/zfs_nocacheflush:1\n"
            + ("/sys/module/zfs/parameters/zil_nocacheflush:1\n" if world.system.zfs >= "0.8" else ""),
        )
    elif world.system.freebsd:
        name = "vfs.zfs.vdev.nocacheflush" if world.system.name != "freebsd-11" else "vfs.zfs.cache_flush_disable"
        world.show(
            "zfs parameters", f"sysctl {name} kern.cam.ada.write_cache", f"{name}: 1\nkern.cam.ada.write_cache: 1\n"
        )
        world.show(
            "loader.conf",
            "cat /boot/loader.conf",
            f'zfs_load="YES"\n{name}="1"\nkern.geom.label.gptid.enable="0"\n',
            "boot/loader.conf",
        )
    else:
        world.show("zfs parameters", "grep zfs /etc/system", "set zfs:zfs_nocacheflush = 1\n", "etc/system")
        name = world.disks()[0].name
        world.show(
            "hdparm",
            f"format -e -d {name}",
            f"format> cache\ncache> write_cache\nwrite_cache> display\nWrite Cache is enabled\nwrite_cache> quit\n# {name}\n",
        )
    _smart(world)
    _recent_start(world)


def _lost(world: World) -> list[str]:
    """What file systems say after it."""
    rng = world.rng
    mount = next((each for each in world.mounts if each.point == world.names["datamount"]), world.mounts[0])
    short = "dm-1" if "mapper" in mount.device else mount.device.split("/")[-1]
    if mount.kind == "xfs":
        return [f"XFS ({short}): Starting recovery (logdev: internal)", f"XFS ({short}): Metadata corruption detected at xfs_{rng.choice(('agf', 'agi', 'dir3_block', 'inode_buf'))}_read_verify+0x{rng.randrange(40, 250):x}/0x100 [xfs], xfs_agf block 0x{rng.getrandbits(30):x}", f"XFS ({short}): Unmount and run xfs_repair",
                f"XFS ({short}): metadata I/O error: block 0x{rng.getrandbits(30):x} (\"xfs_trans_read_buf_map\") error 117 numblks 1"]  # fmt: skip
    inode, block = rng.randint(10**5, 10**8), rng.randint(10**5, 10**9)
    if mount.kind == "ext3":
        wrong = f"bad entry in directory #{inode}: rec_len % 4 != 0 - offset=0, inode=4294967295, rec_len=65535, name_len=255"
        return [
            "EXT3-fs: recovery complete.",
            f"EXT3-fs error (device {short}): ext3_lookup: unlinked inode {inode} in dir #{inode - 30}",
            f"EXT3-fs error (device {short}): htree_dirblock_to_tree: {wrong}",
        ]
    head = f"EXT4-fs error (device {short}): "
    return [f"EXT4-fs ({short}): recovery complete", head + f"ext4_lookup:1604: inode #{inode}: comm {rng.choice(('mysqld', 'rsync', 'ls', 'java'))}: deleted inode referenced: {inode + 12}",
            head + f"htree_dirblock_to_tree:986: inode #{inode}: block {block}: comm {rng.choice(('rsync', 'ls', 'java'))}: bad entry in directory: rec_len % 4 != 0 - offset=0, inode=4294967295, rec_len=65535, name_len=255"]  # fmt: skip


def _database(world: World) -> str:
    """What a database finds after it."""
    rng = world.rng
    at = world.end - timedelta(seconds=world.uptime.total_seconds() * rng.uniform(0.5, 0.95))
    page = rng.randint(100, 900000)
    if world.role == "postgres":
        stamp, pid = f"{at:%Y-%m-%d %H:%M:%S}.{rng.randrange(999):03d} CET", rng.randint(600, 9000)
        lines = [f"LOG:  database system was interrupted; last known up at {world.boot - timedelta(minutes=3):%Y-%m-%d %H:%M:%S} CET", "LOG:  database system was not properly shut down; automatic recovery in progress", f"LOG:  redo starts at {rng.randint(1, 90):X}/{rng.getrandbits(31):X}",
                 f"LOG:  invalid record length at {rng.randint(1, 90):X}/{rng.getrandbits(31):X}: wanted 24, got 0", "LOG:  database system is ready to accept connections", rng.choice((f"ERROR:  invalid page in block {page} of relation base/16{rng.randint(384, 999)}/{rng.randint(20000, 90000)}",
                 f"ERROR:  could not read block {page} in file \"base/16{rng.randint(384, 999)}/{rng.randint(20000, 90000)}\": read only 0 of 8192 bytes", "PANIC:  could not locate a valid checkpoint record", f"WARNING:  page verification failed, calculated checksum {rng.randint(1, 65535)} but expected {rng.randint(1, 65535)}"))]  # fmt: skip
        return "".join(f"{stamp} [{pid}] {line}\n" for line in lines)
    if world.role == "mysql":
        if world.start.year < 2016:
            return f"{at:%y%m%d %H:%M:%S}  InnoDB: Database was not shut down normally!\nInnoDB: Starting crash recovery.\nInnoDB: Error: page {page} log sequence number {rng.randint(10, 90)} {rng.getrandbits(31)}\nInnoDB: is in the future! Current system log sequence number {rng.randint(1, 9)} {rng.getrandbits(31)}.\nInnoDB: Your database may be corrupt or you may have copied the InnoDB\nInnoDB: tablespace but not the InnoDB log files.\n"
        stamp = f"{at:%Y-%m-%dT%H:%M:%S}.{rng.randrange(10**6):06d}Z 0"
        return f"{stamp} [Note] InnoDB: Starting crash recovery.\n{stamp} [ERROR] InnoDB: Page [page id: space={rng.randint(5, 400)}, page number={page}] log sequence number {rng.getrandbits(40)} is in the future! Current system log sequence number {rng.getrandbits(36)}.\n{stamp} [ERROR] InnoDB: Your database may be corrupt or you may have copied the InnoDB tablespace but not the InnoDB log files.\n"
    if world.role == "oracle":
        return f"{at:%a %b %d %H:%M:%S %Y}\nBeginning crash recovery of 1 threads\nStarted redo scan\nCompleted redo scan\nErrors in file /u01/app/oracle/diag/rdbms/{world.names['sid'].lower()}/{world.names['sid']}/trace/{world.names['sid']}_ora_{rng.randint(2000, 30000)}.trc  (incident=36{rng.randint(100, 999)}):\nORA-00600: internal error code, arguments: [kcratr_nab_less_than_odr], [1], [{rng.randint(100, 9999)}], [{page}], [{page + 41}], [], [], [], [], [], [], []\nAborting crash recovery due to error 600\n"
    return ""


def harm(world: World, _degree: float) -> None:
    """The power went, and with it what had been acknowledged."""
    rng = world.rng
    for tick in world.ticks:
        tick.trouble = 0.0
    after = world.uptime.total_seconds()
    if not world.pools:
        say(world, _lost(world), after - 25)
        for _ in range(rng.randint(1, 6)):
            say(world, _lost(world)[-1:], after * rng.uniform(0.1, 0.9))
    else:
        pool = world.pool
        pool.status = (
            "One or more devices has experienced an error resulting in data\ncorruption.  Applications may be affected."
        )
        pool.action = "Restore the file in question if possible.  Otherwise restore the\nentire pool from backup."
        pool.errors = f"Permanent errors have been detected in the following files:\n\n        {pool.name}/{world.names['database']}:<0x{rng.randrange(1, 4000):x}>"
    text = _database(world)
    if text:
        world.show(
            "database log",
            "tail -20 "
            + {"postgres": "postgresql.log", "mysql": "mysqld.log", "oracle": f"alert_{world.names['sid']}.log"}[
                world.role
            ],
            text,
            {"postgres": "postgresql.log", "mysql": "mysqld.log", "oracle": f"alert_{world.names['sid']}.log"}[
                world.role
            ],
        )
    world.show(
        "last",
        "last -x | head -5",
        f"reboot   system boot  {world.kernel[:16]} {world.boot:%a %b %e %H:%M}   still running\nroot     pts/0        10.20.4.17       {world.boot - timedelta(minutes=64):%a %b %e %H:%M} - crash  (01:04)\nreboot   system boot  {world.kernel[:16]} {world.boot - timedelta(days=88):%a %b %e %H:%M} - {world.boot:%H:%M} (88+02:11)\n",
    )
    card = hardware.of(world).controller
    if card:
        cards.note(world, card, "power", after / 3600)


def harm_guest(world: World, degree: float) -> None:
    """The host lost power; guests find their disks older than what they were told."""
    rng = world.rng
    harm(world, degree)
    number = world.names["guest"]
    lines = [
        "EXT4-fs (vda1): recovery complete",
        "EXT4-fs error (device vda1): ext4_validate_block_bitmap:376: comm kworker/u8:1: bg 41: bad block bitmap checksum",
        "EXT4-fs (vda1): Remounting filesystem read-only",
        "JBD2: Error -5 detected when updating journal superblock for vda1-8.",
    ]
    world.show(
        "database log",
        f"cat guest-{number}-dmesg.txt",
        "".join(f"[{3.1 + index * rng.uniform(2, 40):12.6f}] {line}\n" for index, line in enumerate(lines)),
        f"guest-{number}-dmesg.txt",
    )


_LOSS = ("dmesg", "messages", "syslog", "journal", "database log")


def _with(*forms: str) -> tuple[frozenset[str], ...]:
    return tuple(frozenset({form, loss}) for form in forms for loss in _LOSS)


_NEW = tuple(name for name in LINUX if name not in _OLD)

MECHANISMS = (
    Mechanism("volatile-write-cache", _OLD, _ROLES, HARMS, ground_barrier, harm, None, zfs=False, kinds=("hdd", "hdd", "ssd"), virtual=False, moment="after", telling=TELLING, decisive=_with("mount", "fstab", "write cache", "pg_test_fsync"), standing=True, harmless_share=0.22),
    Mechanism("volatile-write-cache", _NEW, _ROLES, HARMS, ground_override, harm, None, zfs=False, kinds=("hdd", "ssd"), virtual=False, moment="after", telling=TELLING, decisive=_with("write cache", "rc.local", "pg_test_fsync"), standing=True, harmless_share=0.22),
    Mechanism("volatile-write-cache", LINUX, _ROLES, HARMS, ground_card, harm, None, zfs=False, kinds=("hdd",), virtual=False, moment="after", telling=TELLING, decisive=_with("raid volumes", "raid battery"), standing=True, harmless_share=0.22),
    Mechanism("volatile-write-cache", ("proxmox-6", "proxmox-8", "rhel-7", "centos-7", "debian-12", "ubuntu-20.04", "ubuntu-22.04"), ("vms",), HARMS, ground_vm, harm_guest, None, zfs=False, virtual=False, moment="after", telling=TELLING, decisive=_with("qm config"), standing=True, harmless_share=0.22),
    Mechanism("volatile-write-cache", (*ZFS_LINUX, *FREEBSD, *SOLARIS), ("postgres", "mysql"), HARMS, ground_zfs, harm, None, zfs=True, kinds=("ssd", "hdd"), virtual=False, moment="after", telling=TELLING, decisive=(*_with("zfs parameters"), frozenset({"zfs parameters", "zpool status"})), standing=True, harmless_share=0.22),
)  # fmt: skip
