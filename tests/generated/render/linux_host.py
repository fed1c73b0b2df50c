"""top, ps, uptime, df, mount, sysctl, dmesg, logs and pressure on Linux (df and uptime anywhere)."""

from datetime import timedelta
from statistics import mean

from tests.generated.model import LogLine, Mount, Proc, World
from tests.generated.noise import around
from tests.generated.render import Source, on_linux


def loads(world: World) -> tuple[float, float, float]:
    """Load averages of the end."""
    ticks = world.ticks
    each = [tick.run + (tick.blocked if world.system.linux else 0) for tick in ticks]
    late = mean(each[-max(1, 60 // world.interval) :])
    return late, (late + mean(each)) / 2, around(world.rng, mean(each) * 0.8, 0.15)


def uptime(world: World, _command: str = "") -> str:
    one, five, fifteen = loads(world)
    return f" {world.end:%H:%M:%S} up {_up(world.uptime)},  {world.rng.randint(1, 5)} users,  load average: {one:.2f}, {five:.2f}, {fifteen:.2f}\n"


def _up(uptime: timedelta) -> str:
    hours, rest = divmod(uptime.seconds, 3600)
    days = f"{uptime.days} day{'s' if uptime.days != 1 else ''}, " if uptime.days else ""
    return f"{days}{hours:2d}:{rest // 60:02d}"


def _human(mb: float) -> str:
    return f"{mb / 1024 / 1024:.3f}t" if mb > 1e6 else f"{mb / 1024:.1f}g" if mb > 9999 else str(int(mb * 1024))


def top(world: World, _command: str) -> str:
    """`top -b -n 1`."""
    memory, tick = world.memory, world.snapshot
    procs = sorted(world.procs, key=lambda proc: -proc.cpu)[:24]
    cached = tick.cache_mb + memory.shared
    sleeping = len(world.procs) + world.rng.randint(90, 300)
    lines = ["top - " + uptime(world).strip()]
    running = max(1, sum(proc.state == "R" for proc in world.procs))
    lines.append(
        f"Tasks: {sleeping + running:3d} total, {running:3d} running, {sleeping:3d} sleeping,   0 stopped,   0 zombie"
    )
    cpu = (tick.user, tick.system, 0.0, tick.idle, tick.wait, 0.0, tick.system * 0.03, tick.steal)
    if world.system.sysstat < (10, 0):
        lines.append(
            "Cpu(s): "
            + ", ".join(
                f"{value:4.1f}%{name}" for value, name in zip(cpu, "us sy ni id wa hi si st".split(), strict=True)
            )
        )
        lines.append(
            f"Mem:  {int(memory.total * 1024)}k total, {int((memory.total - tick.free_mb) * 1024)}k used, {int(tick.free_mb * 1024):8d}k free, {int(memory.buffers * 1024):8d}k buffers"
        )
        lines.append(
            f"Swap: {memory.swap_total * 1024}k total, {int(tick.swapped_mb * 1024):8d}k used, {int((memory.swap_total - tick.swapped_mb) * 1024):8d}k free, {int(cached * 1024):8d}k cached"
        )
    else:
        lines.append(
            "%Cpu(s): "
            + ", ".join(
                f"{value:4.1f} {name}" for value, name in zip(cpu, "us sy ni id wa hi si st".split(), strict=True)
            )
        )
        cached += memory.buffers + memory.slab_reclaimable
        unit, by = ("KiB", 1024.0) if world.system.sysstat < (12, 0) else ("MiB", 1.0)
        form = "{:8.0f}" if unit == "KiB" else "{:8.1f}"
        used = max(0.0, memory.total - tick.free_mb - cached)
        available = tick.free_mb + tick.cache_mb * 0.9 + memory.slab_reclaimable * 0.7
        lines.append(
            f"{unit} Mem : "
            + ", ".join(
                f"{form.format(mb * by)} {word}"
                for mb, word in (
                    (memory.total, "total"),
                    (tick.free_mb, "free"),
                    (used, "used"),
                    (cached, "buff/cache"),
                )
            )
        )
        lines.append(
            f"{unit} Swap: "
            + ", ".join(
                f"{form.format(mb * by)} {word}"
                for mb, word in (
                    (memory.swap_total, "total"),
                    (memory.swap_total - tick.swapped_mb, "free"),
                    (tick.swapped_mb, "used"),
                )
            )
            + f". {form.format(available * by)} avail Mem "
        )
    lines += ["", "  PID USER      PR  NI    VIRT    RES    SHR S  %CPU %MEM     TIME+ COMMAND"]
    for proc in procs:
        clock = f"{int(proc.minutes)}:{int(proc.minutes * 60 % 60):02d}.{int(proc.minutes * 6000 % 100):02d}"
        lines.append(
            f"{proc.pid:5d} {proc.user:<8.8} {20:3d} {0:3d} {_human(proc.size_mb):>7} {_human(proc.rss_mb):>6} {_human(proc.rss_mb * 0.2):>6} {proc.state} {proc.cpu:5.1f} {min(99.0, 100 * proc.rss_mb / memory.total):4.1f} {clock:>9} {proc.name}"
        )
    return "\n".join(lines) + "\n"


def ps(world: World, command: str) -> str:
    """`ps aux`."""
    rows = sorted(world.procs, key=lambda proc: -proc.rss_mb if "rss" in command else proc.pid)
    lines = ["USER       PID %CPU %MEM    VSZ   RSS TTY      STAT START   TIME COMMAND"]
    for proc in rows:
        lines.append(_ps_row(world, proc))
    return "\n".join(lines) + "\n"


def _ps_row(world: World, proc: Proc) -> str:
    started = world.boot + timedelta(minutes=world.rng.uniform(1, 90))
    when = (
        f"{started:%H:%M}"
        if world.end - started < timedelta(hours=20)
        else f"{started:%b%d}"
        if started.year == world.end.year
        else str(started.year)
    )
    return f"{proc.user:<8.8} {proc.pid:5d} {min(99.9, proc.cpu):4.1f} {min(99.0, 100 * proc.rss_mb / world.memory.total):4.1f} {int(proc.size_mb * 1024):6d} {int(proc.rss_mb * 1024):5d} ?        {proc.state:<4} {when:>5} {int(proc.minutes):4d}:{int(proc.minutes * 60 % 60):02d} {proc.args}"


def _gb(gb: float) -> str:
    if gb >= 10240:
        return f"{gb / 1024:.0f}T"
    return (
        f"{gb / 1024:.1f}T"
        if gb >= 1024
        else f"{gb:.0f}G"
        if gb >= 10
        else f"{gb:.1f}G"
        if gb >= 1
        else f"{gb * 1024:.0f}M"
    )


def mounts(world: World) -> list[Mount]:
    """File systems with those of the pools' datasets."""
    found = list(world.mounts)
    for pool in world.pools:
        free = pool.size_gb * (1 - pool.full) * 0.9
        found += [
            Mount(each.name, each.mount, "zfs", each.used_gb + free, each.used_gb / (each.used_gb + free))
            for each in pool.datasets
            if not each.volume and each.mount.startswith("/")
        ]
    return found


def df(world: World, command: str) -> str:
    """`df -h` or `df -k`; with tmpfs on Linux."""
    human = "h" in command
    typed = "T" in command
    rows = [
        [
            "Filesystem",
            *(["Type"] if typed else []),
            "Size" if human else "1K-blocks",
            "Used",
            "Avail" if human else "Available",
            "Use%",
            "Mounted on",
        ]
    ]
    every = mounts(world)
    if world.system.linux:
        every = [Mount("tmpfs" if world.system.sysstat < (10, 0) else "devtmpfs", "/dev/shm" if world.system.sysstat < (10, 0) else "/dev", "tmpfs", world.memory.total / 2048, 0.0), *every,
                 Mount("tmpfs", "/run", "tmpfs", world.memory.total / 10240, 0.01)]  # fmt: skip
    for mount in every:
        used = mount.size_gb * mount.used
        reserve = 0.05 if mount.kind in ("ext3", "ext4") else 0.0
        left = max(0.0, mount.size_gb * (1 - reserve) - used)
        percent = min(100, int(100 * used / (used + left) + 0.999)) if used + left else 100
        values = [_gb(value) if human else str(int(value * 1048576)) for value in (mount.size_gb, used, left)]
        rows.append([mount.device, *([mount.kind] if typed else []), *values, f"{percent}%", mount.point])
    width = max(len(row[0]) for row in rows)
    return (
        "\n".join(
            f"{row[0]:<{width}} " + " ".join(f"{cell:>{6 if human else 12}}" for cell in row[1:-1]) + f" {row[-1]}"
            for row in rows
        )
        + "\n"
    )


def df_i(world: World, _command: str) -> str:
    """`df -i`."""
    lines = [f"{'Filesystem':<40} {'Inodes':>10} {'IUsed':>10} {'IFree':>10} IUse% Mounted on"]
    for mount in mounts(world):
        inodes = int(mount.size_gb * 65536)
        used = int(inodes * mount.inodes_used)
        lines.append(
            f"{mount.device:<40} {inodes:>10} {used:>10} {inodes - used:>10} {int(100 * mount.inodes_used + 0.99):>4}% {mount.point}"
        )
    return "\n".join(lines) + "\n"


def mount(world: World, _command: str) -> str:
    return "".join(f"{each.device} on {each.point} type {each.kind} ({each.options})\n" for each in mounts(world))


def sysctl(world: World, command: str) -> str:
    """Values of sysctl: the defaults of the age, and what was set."""
    values = {"vm.dirty_background_bytes": "0", "vm.dirty_background_ratio": "10", "vm.dirty_bytes": "0", "vm.dirty_expire_centisecs": "3000",
              "vm.dirty_ratio": "20", "vm.dirty_writeback_centisecs": "500", "vm.nr_hugepages": str(world.memory.huge_pages),
              "vm.overcommit_memory": "0", "vm.overcommit_ratio": "50", "vm.swappiness": "60", "vm.zone_reclaim_mode": "0", "vm.vfs_cache_pressure": "100",
              "vm.min_free_kbytes": str(int(world.memory.floor * 0.7) * 1024)}  # fmt: skip
    if world.system.sysstat < (9, 0):
        values |= {"vm.dirty_ratio": "40"}
        values = {name: value for name, value in values.items() if "bytes" not in name or "min_free" in name}
    values |= {name: value for name, value in world.settings.items() if "." in name}
    prefix = "vm." if "vm" in command else ""
    return "".join(f"{name} = {value}\n" for name, value in sorted(values.items()) if name.startswith(prefix))


def _kernel_lines(world: World) -> list[LogLine]:
    return sorted((line for line in world.log if line.program == "kernel"), key=lambda line: line.time)


def dmesg(world: World, command: str) -> str:
    """`dmesg`, with seconds since the boot or (with -T) the time of day; old kernels print no time."""
    lines = []
    for line in _kernel_lines(world):
        seconds = max(0.5, (line.time - world.boot).total_seconds())
        if "-T" in command:
            lines.append(f"[{line.time:%a %b %e %H:%M:%S %Y}] {line.text}")
        else:
            lines.append(line.text if world.system.sysstat < (9, 0) else f"[{seconds:12.6f}] {line.text}")
    return "\n".join(lines) + "\n" if lines else ""


def messages(world: World, _command: str) -> str:
    """The system's log, kernel and daemons."""
    lines = []
    iso = world.system.sysstat >= (12, 6)
    for line in sorted(world.log, key=lambda line: line.time):
        if line.time < world.end - timedelta(days=9):
            continue
        program = "kernel:" if line.program == "kernel" else f"{line.program}[{world.rng.randint(600, 9000)}]:"
        stamp = (
            f"{line.time:%Y-%m-%dT%H:%M:%S}.{world.rng.randrange(1000000):06d}+02:00"
            if iso
            else f"{line.time:%b %e %H:%M:%S}"
        )
        lines.append(f"{stamp} {world.host} {program} {line.text}")
    return "\n".join(lines) + "\n" if lines else ""


def pressure(world: World, _command: str) -> str:
    """/proc/pressure of all three."""
    ticks = world.ticks[-max(1, 10 // world.interval) :]
    stuck = min(96.0, mean(100 * (1 - 2.718 ** (-tick.blocked / 2)) for tick in ticks))
    memory = min(90.0, mean((tick.swap_in + tick.swap_out) / 400 + tick.scanned / 4000 for tick in ticks))
    cpu = min(
        95.0, mean(max(0.0, tick.run - world.cpus) * 100 / world.cpus + tick.run / world.cpus * 3 for tick in ticks)
    )
    lines = []
    for name, some, full in (("cpu", cpu, 0.0), ("io", stuck, stuck * 0.8), ("memory", memory, memory * 0.75)):
        for word, value in (("some", some), ("full", full)):
            middle, long = value * world.rng.uniform(0.7, 1), value * world.rng.uniform(0.4, 0.9)
            total = int(world.uptime.total_seconds() * 1e4 * (long * 0.2 + 0.01))
            lines.append(
                f"/proc/pressure/{name}:{word} avg10={value:.2f} avg60={middle:.2f} avg300={long:.2f} total={total}"
            )
    return "\n".join(lines) + "\n"


SOURCES = (
    Source("top", ("top -b -n 1 | head -40", "top -bn1"), top, on_linux, 0.3),
    Source("ps", ("ps aux", "ps auxww", "ps aux --sort=-rss"), ps, on_linux, 0.15),
    Source("uptime", ("uptime", "w | head -1"), uptime, on_linux, 0.15),
    Source("df", ("df -h", "df -hT", "df -k"), df, on_linux, 0.25),
    Source("df -i", ("df -i",), df_i, on_linux, 0.06),
    Source("mount", ("mount",), mount, on_linux, 0.08),
    Source("sysctl", ("sysctl -a 2>/dev/null | grep ^vm", "sysctl -a"), sysctl, on_linux, 0.12),
    Source("dmesg", ("dmesg", "dmesg -T | tail -60", "dmesg | tail -50"), dmesg, on_linux, 0.35),
    Source("messages", ("tail -200 /var/log/messages",), messages, on_linux, 0.2, "var/log/messages"),
    Source("pressure", ("grep -r . /proc/pressure/",), pressure, lambda world: world.system.psi, 0.12),
)
