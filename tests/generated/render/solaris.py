"""iostat, vmstat, prstat, swap, mdb and sar of Solaris and illumos."""

from statistics import mean

from tests.generated.model import Io, Tick, World
from tests.generated.noise import around
from tests.generated.render import Source, on_solaris
from tests.generated.render.linux_host import loads, mounts
from tests.generated.render.linux_io import since_boot


def _split(world: World, io: Io, depth: int) -> tuple[float, float, float, float]:
    """Waiting, active, and the milliseconds of both."""
    active = min(io.in_flight, depth)
    wait, total = io.in_flight - active, io.reads + io.writes
    each = 1000 / total if total > 0.05 else 0.0
    return wait, active, wait * each, active * each


def iostat_xn(world: World, command: str) -> str:
    """`iostat -xn`: the mean since the boot, then each sample; -z leaves idle devices out."""
    lines: list[str] = []
    for number, tick in enumerate([world.ticks[0], *world.ticks]):
        if "T" in command.split()[1]:
            lines.append(
                f"{tick.time:%A, %B %e, %Y %I:%M:%S %p %Z}".replace(" PM ", " PM CET").replace(" AM ", " AM CET")
            )
        lines += [
            "                    extended device statistics              ",
            "    r/s    w/s   kr/s   kw/s wait actv wsvc_t asvc_t  %w  %b device",
        ]
        for device in world.devices:
            io = since_boot(world, device) if number == 0 else tick.io[device.name]
            wait, active, wait_ms, active_ms = _split(world, io, device.depth)
            if "z" in command.split()[1] and io.reads + io.writes < 0.05:
                continue
            lines.append(
                f" {io.reads:6.1f} {io.writes:6.1f} {io.read_kb:6.1f} {io.write_kb:6.1f} {wait:4.1f} {active:4.1f} {wait_ms:6.1f} {active_ms:6.1f} {min(100, round(wait * 20)):3d} {round(io.busy * 100):3d} {device.name}"
            )
    return "\n".join(lines) + "\n"


def vmstat(world: World, _command: str) -> str:
    """`vmstat`, swap and free in KB."""
    disks = [device.name for device in world.devices][:4]
    short = [f"{'sd' if index else 's'}{index}"[:2] for index in range(len(disks))]
    gap = " " * max(0, 3 * len(disks) - 4)
    lines = [
        f" kthr      memory            page            disk{gap}      faults      cpu",
        " r b w   swap  free  re  mf pi po fr de sr " + " ".join(short) + "   in   sy   cs us sy id",
    ]
    for number, tick in enumerate([world.ticks[0], *world.ticks]):
        ops = [
            min(999, round((tick.io[name].reads + tick.io[name].writes) * (0.4 if number == 0 else 1)))
            for name in disks
        ]
        swapped = 1 if tick.swap_out > 2000 else 0
        run = max(0, round(tick.run - world.cpus))
        page_in, page_out, scan = tick.file_in + tick.swap_in, tick.file_out + tick.swap_out, tick.scanned
        if number == 0:
            page_in, page_out, scan = page_in * 0.1, page_out * 0.05, scan * 0.02
        freed = page_out + scan * 2
        lines.append(
            f" {run} {0} {swapped * world.rng.randint(5, 60)} {_swap_free(world, tick)} {int(tick.free_mb * 1024)} {round(around(world.rng, 4, 1))} {int(tick.faults)} {int(page_in)} {int(page_out)} {int(freed)} 0 {int(scan)} "
            + " ".join(str(value) for value in ops) + f" {int(tick.interrupts)} {int(tick.calls)} {int(tick.switches)} {round(tick.user)} {round(tick.system)} {max(0, 100 - round(tick.user) - round(tick.system))}"
        )  # fmt: skip
    return "\n".join(lines) + "\n"


def _swap_free(world: World, tick: Tick) -> int:
    return int((world.memory.swap_total - tick.swapped_mb + tick.free_mb * 0.9) * 1024)


def vmstat_p(world: World, _command: str) -> str:
    """`vmstat -p`: paging by executable, anonymous and file system, in KB a second."""
    lines = [
        "     memory           page          executable      anonymous      filesystem ",
        "   swap  free  re  mf  fr  de  sr  epi  epo  epf  api  apo  apf  fpi  fpo  fpf",
    ]
    for tick in world.ticks:
        cells = [_swap_free(world, tick), int(tick.free_mb * 1024), 3, int(tick.faults), int(tick.file_out + tick.swap_out + tick.scanned * 2), 0, int(tick.scanned),
                 int(tick.swap_in * 0.05), 0, int(tick.scanned * 0.02), int(tick.swap_in), int(tick.swap_out), int(tick.swap_out), int(tick.file_in), int(tick.file_out), int(tick.file_out + tick.scanned)]  # fmt: skip
        lines.append(
            " "
            + " ".join(
                f"{cell:{width}d}"
                for cell, width in zip(cells, (6, 5, 3, 3, 3, 3, 3, 4, 4, 4, 4, 4, 4, 4, 4, 4), strict=True)
            )
        )
    return "\n".join(lines) + "\n"


def swap(world: World, command: str) -> str:
    """`swap -s` or `swap -l`."""
    memory = world.memory
    if "-l" in command:
        blocks = memory.swap_total * 2048
        device = "/dev/zvol/dsk/rpool/swap" if world.pools else f"/dev/dsk/{world.devices[0].name}s1"
        return f"swapfile             dev    swaplo   blocks     free\n{device}  {world.rng.randint(180, 300)},1        16 {blocks - 16:8d} {int((memory.swap_total - memory.swap_used) * 2048):8d}\n"
    used = int((memory.programs + memory.shared + memory.swap_used) * 1024)
    reserved, left = int(used * 0.12), int((memory.swap_total - memory.swap_used + memory.free) * 1024)
    return f"total: {used}k bytes allocated + {reserved}k reserved = {used + reserved}k used, {left}k available\n"


def memstat(world: World, _command: str) -> str:
    """`echo ::memstat | mdb -k`."""
    memory, tick = world.memory, world.ticks[-1]
    page = 8 if "SPARC" in world.system.title else 4
    parts = [
        (
            "Kernel",
            memory.kernel
            + memory.slab
            + memory.page_tables
            + (memory.arc * 0.12 if world.system.name == "solaris-10" else 0),
        )
    ]
    if world.system.name != "solaris-10" or world.start.year > 2013:
        parts += (
            [("ZFS Metadata", memory.arc * 0.15), ("ZFS File Data", memory.arc * 0.85)]
            if world.system.name != "solaris-10"
            else [("ZFS File Data", memory.arc)]
        )
    else:
        parts[0] = ("Kernel", parts[0][1] + memory.arc)
    anon = memory.programs + memory.shared + 2 * memory.huge_pages
    parts += [
        ("Anon", anon),
        ("Exec and libs", 60 + memory.programs * 0.02),
        ("Page cache", tick.cache_mb * 0.5),
        ("Free (cachelist)", tick.cache_mb * 0.5),
        ("Free (freelist)", tick.free_mb),
    ]
    total = sum(mb for _, mb in parts)
    if world.system.name == "solaris-10":
        lines = [
            "Page Summary                Pages                MB  %Tot",
            "------------     ----------------  ----------------  ----",
        ]
        lines += [
            f"{name:<16} {int(mb * 1024 / page):16d}  {int(mb):16d}  {round(100 * mb / total):3d}%"
            for name, mb in parts
        ]
        lines += ["", f"Total            {int(total * 1024 / page):16d}  {int(total):16d}"]
        return "\n".join(lines) + "\n"
    lines = [
        "Page Summary                 Pages             Bytes  %Tot",
        "----------------- ----------------  ----------------  ----",
    ]
    text = [
        (name, int(mb * 1024 / page), f"{mb / 1024:.1f}G" if mb > 1024 else f"{mb:.1f}M", round(100 * mb / total))
        for name, mb in parts
    ]
    lines += [f"{name:<17} {pages:16d}  {held:>16}  {share:3d}%" for name, pages, held, share in text]
    lines.append(f"Total             {int(total * 1024 / page):16d}  {f'{total / 1024:.0f}G':>16}")
    return "\n".join(lines) + "\n"


def prstat(world: World, _command: str) -> str:
    """`prstat -c 1 1`."""
    lines = ["   PID USERNAME  SIZE   RSS STATE   PRI NICE      TIME  CPU PROCESS/NLWP       "]
    total = sum(proc.cpu for proc in world.procs) or 1.0
    busy = world.ticks[-1].user + world.ticks[-1].system
    for proc in sorted(world.procs, key=lambda proc: -proc.cpu)[:18]:
        clock = f"{int(proc.minutes // 60)}:{int(proc.minutes % 60):02d}:{int(proc.minutes * 60 % 60):02d}"
        lines.append(
            f"{proc.pid:6d} {proc.user:<8.8} {int(proc.size_mb):4d}M {int(proc.rss_mb):4d}M {'sleep' if proc.state == 'S' else 'cpu3 ':<7} {59:3d}    0 {clock:>9} {busy * proc.cpu / total:3.1f}% {proc.name.split('/')[-1][:14]}/{world.rng.randint(1, 40)}"
        )
    one, five, fifteen = loads(world)
    lines.append(
        f"Total: {len(world.procs)} processes, {len(world.procs) * 5} lwps, load averages: {one:.2f}, {five:.2f}, {fifteen:.2f}"
    )
    return "\n".join(lines) + "\n"


def arc(world: World, _command: str) -> str:
    """`echo ::arc | mdb -k`."""
    memory = world.memory
    held = memory.arc * 2**20
    most = int(world.settings.get("zfs_arc_max", "0")) or (memory.total - 1024) * 2**20
    target = world.counters.get("arc_c", int(held))
    rows = [
        ("hits", int(world.uptime.total_seconds() * 8000)),
        ("misses", int(world.uptime.total_seconds() * 400)),
        ("mutex_miss", world.rng.randint(100, 90000)),
        ("", 0),
    ]
    lines = [f"{name:<26}= {number:12d}" for name, number in rows if name]
    sizes = (
        ("p", target * 0.55),
        ("c", target),
        ("c_min", memory.total * 2**20 / 64),
        ("c_max", most),
        ("size", held),
        ("arc_meta_used", held * 0.15),
        ("arc_meta_limit", most / 4),
        ("arc_meta_max", held * 0.2),
    )
    lines += [f"{name:<26}= {int(number / 2**20):9d} MB" for name, number in sizes]
    lines.append(f"arc_no_grow               = {world.counters.get('arc_no_grow', 0):12d}")
    return "\n".join(lines) + "\n"


def sar_d(world: World, _command: str) -> str:
    """`sar -d`."""
    lines = [
        "",
        f"SunOS {world.host} {'5.10' if world.system.name == 'solaris-10' else '5.11'} {world.kernel} {'sun4v' if 'SPARC' in world.system.title else 'i86pc'}    {world.start:%m/%d/%Y}",
        "",
        f"{world.start:%H:%M:%S}   device        %busy   avque   r+w/s  blks/s  avwait  avserv",
    ]

    def row(time: str, name: str, ios: list[Io], depth: int) -> str:
        parts = [_split(world, io, depth) for io in ios]
        total = mean(io.reads + io.writes for io in ios)
        return f"{time:<8}   {name[:14]:<14}{round(mean(io.busy for io in ios) * 100):5d}{mean(io.in_flight for io in ios):8.1f}{round(total):8d}{round(mean(io.read_kb + io.write_kb for io in ios) * 2):8d}{mean(part[2] for part in parts):8.1f}{mean(part[3] for part in parts):8.1f}"

    for tick in world.ticks[1:]:
        for index, device in enumerate(world.devices):
            lines.append(
                row(
                    f"{tick.time:%H:%M:%S}" if index == 0 else "",
                    f"sd{index}" if device.kind == "lun" else device.name,
                    [tick.io[device.name]],
                    device.depth,
                )
            )
        lines.append("")
    for index, device in enumerate(world.devices):
        lines.append(
            row(
                "Average" if index == 0 else "",
                f"sd{index}" if device.kind == "lun" else device.name,
                [tick.io[device.name] for tick in world.ticks],
                device.depth,
            )
        )
    return "\n".join(lines) + "\n"


def errors(world: World, _command: str) -> str:
    """`iostat -En`."""
    lines = []
    for device in world.devices:
        soft, hard, transport = (
            world.counters.get(f"{device.name}_{word}", 0) for word in ("soft", "hard", "transport")
        )
        vendor = device.model.split()[0] if " " in device.model else "ATA"
        lines += [
            f"{device.name:<16} Soft Errors: {soft} Hard Errors: {hard} Transport Errors: {transport} ",
            f"Vendor: {vendor:<8} Product: {device.model.split()[-1][:16]:<16} Revision: {world.rng.randint(100, 999):04d} Serial No: {device.serial} ",
            f"Size: {device.size_gb:.2f}GB <{device.size_gb * 10**9} bytes>",
            f"Media Error: {hard} Device Not Ready: 0 No Device: {transport} Recoverable: {soft} ",
            f"Illegal Request: {world.rng.randint(0, 3)} Predictive Failure Analysis: {world.counters.get(f'{device.name}_pfa', 0)} ",
        ]
    return "\n".join(lines) + "\n"


def df(world: World, _command: str) -> str:
    """`df -h`."""
    lines = ["Filesystem             size   used  avail capacity  Mounted on"]
    for mount in mounts(world):
        lines.append(
            f"{mount.device:<22} {mount.size_gb:4.0f}G {mount.size_gb * mount.used:5.0f}G {mount.size_gb * (1 - mount.used):5.0f}G {round(mount.used * 100):5d}%    {mount.point}"
        )
    return "\n".join(lines) + "\n"


def messages(world: World, _command: str) -> str:
    """`/var/adm/messages`."""
    return "".join(
        f"{line.time:%b %e %H:%M:%S} {world.host} {line.program} {line.text}\n"
        if "[ID " in line.program
        else f"{line.time:%b %e %H:%M:%S} {world.host} {'genunix: ' if line.program == 'kernel' else f'{line.program}: '}[ID {world.rng.randrange(100000, 999999)} {'kern.notice' if line.program == 'kernel' else 'daemon.error'}] {line.text}\n"
        for line in sorted(world.log, key=lambda line: line.time)
    )


SOURCES = (
    Source("iostat -xn", ("iostat -xn {interval} {count}", "iostat -xnz {interval} {count}", "iostat -xnzTd {interval} {count}"), iostat_xn, on_solaris, 0.55, lasts=True),
    Source("vmstat", ("vmstat {interval} {count}", "vmstat {interval}"), vmstat, on_solaris, 0.45, lasts=True),
    Source("vmstat -p", ("vmstat -p {interval} {count}",), vmstat_p, on_solaris, 0.12, lasts=True),
    Source("swap", ("swap -s", "swap -l"), swap, on_solaris, 0.15),
    Source("memstat", ("echo ::memstat | mdb -k",), memstat, on_solaris, 0.25),
    Source("::arc", ("echo ::arc | mdb -k",), arc, lambda world: on_solaris(world) and bool(world.pools), 0.12),
    Source("prstat", ("prstat -c 1 1", "prstat -c -s rss 1 1"), prstat, on_solaris, 0.3),
    Source("sar -d", ("sar -d {interval} {count}",), sar_d, on_solaris, 0.12),
    Source("iostat -En", ("iostat -En",), errors, on_solaris, 0.2),
    Source("df", ("df -h",), df, on_solaris, 0.25),
    Source("messages", ("tail -100 /var/adm/messages",), messages, on_solaris, 0.2, "var/adm/messages"),
)  # fmt: skip
