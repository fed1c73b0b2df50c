"""Linux tools around disks and file systems: mount, umount, df, badblocks, e2fsck, mkfs, dumpe2fs, dd, hdparm, iostat."""

from __future__ import annotations

import re

from advisor.training.parts.md import MdArray
from advisor.training.parts.raid_host import BLOCK, FileSystem, RaidHost
from advisor.training.tools import linux_mounts
from advisor.training.tools.filters import texts
from advisor.training.tools.tool import Call, Failed, Tool, table
from advisor.training.tools.vxfs import size_of

_VERSION = "1.39 (29-May-2006)"
_PATTERNS = ("0xaa", "0x55", "0xff", "0x00")


def _host(call: Call) -> RaidHost:
    return call.part("raid", RaidHost)


def _system(call: Call, name: str) -> FileSystem:
    system = _host(call).system
    if system is None or name not in (system.device, system.mount):
        raise Failed(f"{call.name}: {name}: no such device, or nothing that is known here lies on it")
    return system


def _array(call: Call) -> MdArray:
    array = _host(call).array
    if array is None or not array.running:
        raise Failed(f"{call.name}: No such device or address while trying to open /dev/md0", 8)
    return array


def _mount(call: Call) -> str:
    _, rest = call.options("vt:o:")
    system = _host(call).system
    if not rest:
        out = "/dev/hda2 on / type ext3 (rw)\nproc on /proc type proc (rw)\nsysfs on /sys type sysfs (rw)\n"
        return out + (f"{system.device} on {system.mount} type ext3 (rw)\n" if system and system.mounted else "")
    system = _system(call, rest[-1])
    _array(call)
    if not system.made:
        raise Failed(
            "mount: wrong fs type, bad option, bad superblock on /dev/md0,\n       missing codepage or other error", 32
        )
    if system.mounted:
        raise Failed(f"mount: {system.device} already mounted or {system.mount} busy", 32)
    call.does("change")
    system.mounted = True
    return ""


def _umount(call: Call) -> str:
    _, rest = call.options("fl")
    system = _system(call, rest[-1] if rest else "")
    if not system.mounted:
        raise Failed(f"umount: {rest[-1]}: not mounted")
    call.does("disruptive")
    system.mounted = False
    return ""


def _df(call: Call) -> str:
    return linux_mounts.df(call, _host(call).mounts, old=True)


def _badblocks(call: Call) -> str:
    options, rest = call.options("swvnb:c:o:p:")
    host = _host(call)
    block = int(options["-b"]) if options.get("-b", "").isdecimal() else 1024
    name = rest[0].removeprefix("/dev/") if rest else ""
    drive = host.drive(name)
    if drive is None or block not in (1024, 2048, 4096):
        raise Failed("badblocks: known here: badblocks [-b 4096] [-s] [-v] [-n | -w] /dev/DISK", 1)
    per = block // 512
    last = drive.sectors // per - 1
    if {"-w", "-n"} & options.keys():
        return _write_search(call, host, name, last, "-w" in options)
    if host.array is not None and name in host.array.members:
        call.does("load")
    found = sorted({sector // per for sector in host.read_disk(name, 0, drive.sectors)})
    out = f"Checking blocks 0 to {last}\nChecking for bad blocks (read-only test): " if "-v" in options else ""
    out += "done                                \n" if "-v" in options else ""
    return (
        "".join(f"{b}\n" for b in found)
        + out
        + (f"Pass completed, {len(found)} bad blocks found.\n" if "-v" in options else "")
    )


def _write_search(call: Call, host: RaidHost, name: str, last: int, destroys: bool) -> str:
    """Badblocks -w: it writes over what it is to find, and reads back what it has just written."""
    drive = host.drive(name)
    assert drive is not None
    in_use = host.array is not None and host.array.running and name in host.array.members
    if in_use:
        raise Failed(f"/dev/{name} is apparently in use by the system; it's not safe to run badblocks!")
    member = host.array is not None and name in host.array.members
    call.does("destructive" if destroys and member else "disruptive")
    drive.overwrite(0, drive.sectors)
    passes = len(_PATTERNS) if destroys else 1
    size = drive.sectors * 512 * passes
    drive.write(size / 131_072, 131_072, streaming=True)
    drive.read(size / 131_072, 131_072, streaming=True)
    call.host.world.wait(round(2 * size / drive.rate))
    out = (
        "Checking for bad blocks in read-write mode\n"
        if destroys
        else "Checking for bad blocks in non-destructive read-write mode\n"
    )
    out += f"From block 0 to {last}\n"
    for pattern in _PATTERNS if destroys else ("random pattern",):
        out += f"Testing with {'pattern ' * destroys}{pattern}: done                                \n"
        out += "Reading and comparing: done                                \n" if destroys else ""
    return out + "Pass completed, 0 bad blocks found.\n"


def _e2fsck(call: Call) -> str:
    options, rest = call.options("cfnpyv")
    system = _system(call, rest[-1] if rest else "")
    _array(call)
    if system.mounted and "-n" not in options:
        raise Failed(f"e2fsck {_VERSION}\n{system.device} is mounted.  e2fsck: Cannot continue, aborting.\n\n", 8)
    if not system.made:
        raise Failed(
            f"e2fsck {_VERSION}\ne2fsck: Bad magic number in super-block while trying to open {system.device}\n", 8
        )
    out = f"e2fsck {_VERSION}\n"
    if "-c" in options:
        call.does("disruptive")
        writes = list(call.args).count("-c") > 1 or "-cc" in call.args
        if writes:
            _host(call).write_array(0, system.sectors)
            system.bad = []
        else:
            system.bad = sorted({sector // BLOCK for sector in _host(call).read_array(0, system.sectors)})
        out += f"Checking for bad blocks ({'non-destructive read-write' if writes else 'read-only'} test): done                        \n"
        out += f"{system.device}: Updating bad block inode.\n"
    out += "".join(f"Pass {n}: Checking {what}\n" for n, what in enumerate((
        "inodes, blocks, and sizes", "directory structure", "directory connectivity", "reference counts",
        "group summary information"), 1))  # fmt: skip
    changed = f"\n{system.device}: ***** FILE SYSTEM WAS MODIFIED *****\n" if "-c" in options else ""
    used = sum(length for _, length in system.contents.values()) // BLOCK + system.blocks // 60
    counted = (
        f"{11 + len(system.contents)}/{system.blocks // 2} files (9.1% non-contiguous), {used}/{system.blocks} blocks"
    )
    return f"{out}{changed}{system.device}: {counted}\n"


def _mkfs(call: Call) -> str:
    options, rest = call.options("cjt:L:b:")
    system = _system(call, rest[-1] if rest else "")
    _array(call)
    if system.mounted:
        raise Failed(f"mke2fs {_VERSION}\n{system.device} is mounted; will not make a filesystem here!")
    call.does("destructive" if system.made and not system.lost else "change")
    out = filesystem_made(system)
    checks = list(call.args).count("-c") + 2 * ("-cc" in call.args)
    if checks == 1:
        system.bad = sorted({sector // BLOCK for sector in _host(call).read_array(0, system.sectors)})
        out += "Checking for bad blocks (read-only test): done                        \n"
    elif checks:
        _host(call).write_array(0, system.sectors)
        out += "".join(
            f"Testing with pattern {p}: done                        \nReading and comparing: done                        \n"
            for p in _PATTERNS
        )
    else:
        _host(call).write_array(0, system.sectors // 400)
    system.made, system.lost = True, False
    system.bad = system.bad if checks == 1 else []
    system.contents.clear()
    journal = (
        "Creating journal (32768 blocks): done\n"
        if "-j" in options or options.get("-t") == "ext3" or call.name == "mkfs.ext3"
        else ""
    )
    return f"{out}Writing inode tables: done{' ' * 28}\n{journal}Writing superblocks and filesystem accounting information: done\n"


def filesystem_made(system: FileSystem) -> str:
    """How mkfs begins."""
    groups = -(-system.blocks // 32_768)
    return (
        f"mke2fs {_VERSION}\nFilesystem label=\nOS type: Linux\nBlock size=4096 (log=2)\nFragment size=4096 (log=2)\n"
        f"{groups * 16_384} inodes, {system.blocks} blocks\n{system.blocks // 20} blocks (5.00%) reserved for the super user\n"
        f"First data block=0\n{groups} block groups\n32768 blocks per group, 32768 fragments per group\n16384 inodes per group\n"
    )


def _dumpe2fs(call: Call) -> str:
    options, rest = call.options("bh")
    system = _system(call, rest[-1] if rest else "")
    if not system.made:
        raise Failed(
            f"dumpe2fs {_VERSION}\ndumpe2fs: Bad magic number in super-block while trying to open {system.device}"
        )
    if "-b" not in options:
        raise Failed("dumpe2fs: known here: dumpe2fs -b DEVICE", 1)
    return f"dumpe2fs {_VERSION}\n" + "".join(f"{b}\n" for b in system.bad)


def _dd(call: Call) -> str:
    """Read a file or a disk to nowhere, or write over something."""
    given = dict(a.split("=", 1) for a in call.args if "=" in a)
    source, target = given.get("if", ""), given.get("of", "")
    host, request = _host(call), size_of(given.get("bs", "512").lower()) or 512
    if target.startswith("/dev/") and target != "/dev/null":
        return _write_over(call, host, target.removeprefix("/dev/"))
    if target != "/dev/null":
        raise Failed("dd: known here: dd if=FILE-OR-DISK of=/dev/null bs=SIZE, which only reads", 2)
    call.does("load")
    begun = call.host.world.now
    size, error = _read_all(host, source)
    seconds = max(0.01, (call.host.world.now - begun).total_seconds())
    records = size // request
    out = f"{records}+0 records in\n{records}+0 records out\n"
    out += f"{size} bytes ({size / 1e9:.1f} GB) copied, {seconds:g} seconds, {size / 1e6 / seconds:.1f} MB/s\n"
    if error:
        raise Failed(f"dd: reading `{source}': Input/output error\n{out}".rstrip("\n"))
    return out


def _read_all(host: RaidHost, source: str) -> tuple[int, bool]:
    """Bytes that could be read of a file or disk, and whether an error ended it."""
    system, name = host.system, source.removeprefix("/dev/")
    if system and system.mounted and source in system.contents:
        first, length = system.contents[source]
        bad = next(iter(host.read_array(first, first + length, until_bad=True)), None)
        return ((bad - first) if bad is not None else length) * 512, bad is not None
    drive = host.drive(name)
    if drive is None:
        raise Failed(f"dd: opening `{source}': No such file or directory")
    for sector in drive.bad_in(0, drive.sectors):
        if not host.read_sector(name, sector):
            host.host.world.wait(round(sector * 512 / drive.rate))
            return sector * 512, True
    list(host.read_disk(name, 0, drive.sectors))
    return drive.sectors * 512, False


def _write_over(call: Call, host: RaidHost, name: str) -> str:
    drive = host.drive(name)
    if drive is None:
        raise Failed(f"dd: opening `/dev/{name}': No such file or directory")
    call.does("destructive")
    drive.overwrite(0, drive.sectors)
    host.host.world.wait(round(drive.sectors * 512 / drive.rate))
    if host.system and host.array and name in host.array.members:
        host.system.made = host.system.mounted = False
        host.system.contents.clear()
    return f"dd: writing `/dev/{name}': No space left on device\n"


def _hdparm(call: Call) -> str:
    options, rest = call.options("WitT")
    host, name = _host(call), rest[-1].removeprefix("/dev/") if rest else ""
    if host.drive(name) is None:
        raise Failed(f"/dev/{name}: No such file or directory", 2)
    if host.card is not None:
        return (
            f"\n/dev/{name}:\n HDIO_DRIVE_CMD(null) (wait for flush complete) failed: Inappropriate ioctl for device\n"
        )
    return f"\n/dev/{name}:\n write-caching =  1 (on)\n" if "-W" in options else f"\n/dev/{name}:\n"


def _iostat(call: Call) -> str:
    options, rest = call.options("xkdtz")
    if "-x" not in options:
        raise Failed("iostat: known here: iostat -x [INTERVAL [COUNT]]", 2)
    interval, count = call.samples(rest)
    host = _host(call)
    kernel = call.host.release.split()[2]
    out = f"Linux {kernel} ({call.host.name}) \t{call.host.world.now:%m/%d/%Y}\n\n"
    before: dict[str, tuple[float, ...]] = dict.fromkeys(host.names(), (0.0,) * 7)
    uptime = call.host.uptime_seconds
    parted = _tells_writes_apart(kernel)
    head = _IOSTAT_HEAD.replace("  await  svctm", "  await r_await w_await  svctm") if parted else _IOSTAT_HEAD
    for number in range(count):
        if number:
            before = {n: _counters(host, n) for n in host.names()}
            call.host.world.wait(interval)
        out += (
            _cpu(call)
            + head
            + "".join(_row(host, n, before[n], interval if number else uptime, parted) for n in before)
            + "\n"
        )
    return out


_IOSTAT_HEAD = "Device:         rrqm/s   wrqm/s   r/s   w/s   rsec/s   wsec/s avgrq-sz avgqu-sz   await  svctm  %util\n"


def _tells_writes_apart(kernel: str) -> bool:
    """Whether the iostat that comes with a kernel has r_await and w_await: sysstat of Red Hat 6 from 6.5 on."""
    found = re.match(r"2\.6\.32-(\d+)\.", kernel)
    return found is not None and int(found[1]) >= 431


def _cpu(call: Call) -> str:
    user, system, wait = (round(call.host.world.about(v, 0.3), 2) for v in (2.1, 1.4, 6.0))
    return (
        "avg-cpu:  %user   %nice %system %iowait  %steal   %idle\n"
        f"         {user:6.2f}    0.00  {system:6.2f}  {wait:6.2f}    0.00  {100 - user - system - wait:6.2f}\n\n"
    )


def _counters(host: RaidHost, name: str) -> tuple[float, ...]:
    d = host.drive(name)
    return (
        (d.reads, d.writes, d.read_bytes, d.written_bytes, d.read_ms, d.write_ms, d.busy_seconds) if d else (0.0,) * 7
    )


def _row(host: RaidHost, name: str, before: tuple[float, ...], seconds: float, parted: bool) -> str:
    r, w, rb, wb, rms, wms, busy = (
        max(0.0, now - then) for now, then in zip(_counters(host, name), before, strict=True)
    )
    both = max(r + w, 1e-9)
    await_ms = (rms + wms) / both if r + w else 0.0
    used = min(100.0, 100 * busy / seconds)
    svctm = min(await_ms, used / 100 * seconds * 1000 / both) if r + w else 0.0
    size = (rb + wb) / 512 / both if r + w else 0.0
    waits = f" {rms / r if r else 0.0:7.2f} {wms / w if w else 0.0:7.2f}" if parted else ""
    return (
        f"{name:<13} {0:8.2f} {0:8.2f} {r / seconds:5.2f} {w / seconds:5.2f} {rb / 512 / seconds:8.2f} {wb / 512 / seconds:8.2f}"
        f" {size:8.2f} {(rms + wms) / 1000 / seconds:8.2f} {await_ms:7.2f}{waits} {svctm:6.2f} {used:6.2f}\n"
    )


def _script(call: Call) -> str:
    """`less` and `more` show a file."""
    return "".join(text for _, text in texts(call, list(call.args)))


TOOLS = table(
    Tool("mount", _mount, "what is mounted: mount; mount /dev/md0 mounts it again"),
    Tool("umount", _umount, "take a file system out of use: umount MOUNT-POINT"),
    Tool("df", _df, "file systems and how full they are: df -k, df -h"),
    Tool("badblocks", _badblocks, "search a disk for bad blocks: badblocks -sv /dev/sdX only reads; "
         "-w writes over everything, and mends what it is to find"),
    Tool("e2fsck", _e2fsck, "check an ext file system that is not mounted: e2fsck -f -n only looks; "
         "-c searches it for bad blocks by reading, -c -c by writing"),
    Tool("mkfs", _mkfs, "make a file system, which destroys what is there: mkfs -t ext3 DEVICE"),
    Tool("mkfs.ext3", _mkfs, "the same as mkfs -t ext3"),
    Tool("dumpe2fs", _dumpe2fs, "the list of bad blocks that a file system keeps: dumpe2fs -b DEVICE"),
    Tool("dd", _dd, "read everything once: dd if=FILE-OR-DISK of=/dev/null bs=1M; onto a disk it destroys"),
    Tool("hdparm", _hdparm, "settings of a drive: hdparm -W /dev/sdX shows its own write cache"),
    Tool("iostat", _iostat, "disks: iostat -x INTERVAL COUNT. await: ms that a request takes; the first block is since the start"),
    Tool("less", _script, "show a file"),
)  # fmt: skip
"""Those of a Linux host with a `RaidHost`."""
