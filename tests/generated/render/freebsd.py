"""iostat, gstat, vmstat, top and swapinfo of FreeBSD."""

from tests.generated.model import World
from tests.generated.render import Source, on_freebsd
from tests.generated.render.linux_host import loads
from tests.generated.render.linux_io import since_boot


def iostat(world: World, _command: str) -> str:
    """`iostat -x`."""
    lines = []
    for number, tick in enumerate([world.ticks[0], *world.ticks]):
        lines += [
            "                        extended device statistics  ",
            "device     r/s     w/s     kr/s     kw/s  ms/r  ms/w  ms/o  ms/t qlen  %b  ",
        ]
        for device in world.devices:
            io = since_boot(world, device) if number == 0 else tick.io[device.name]
            total = io.reads + io.writes
            mean = io.in_flight * 1000 / total if total > 0.05 else 0.0
            lines.append(
                f"{device.name:<8} {round(io.reads):7d} {round(io.writes):7d} {io.read_kb:8.1f} {io.write_kb:8.1f} {round(io.read_ms):5d} {round(io.write_ms):5d} {0:5d} {round(mean):5d} {round(io.in_flight):4d} {round(io.busy * 100):3d} "
            )
    return "\n".join(lines) + "\n"


def gstat(world: World, _command: str) -> str:
    """`gstat -b`, once."""
    tick = world.snapshot
    lines = [
        f"dT: {world.rng.uniform(1.001, 1.06):.3f}s  w: 1.000s",
        " L(q)  ops/s    r/s   kBps   ms/r    w/s   kBps   ms/w   %busy Name",
    ]
    for device in world.devices:
        io = tick.io[device.name]
        row = f" {round(io.in_flight):4d} {round(io.reads + io.writes):6d} {round(io.reads):6d} {round(io.read_kb):6d} {io.read_ms if io.reads > 0.5 else 0:6.1f} {round(io.writes):6d} {round(io.write_kb):6d} {io.write_ms if io.writes > 0.5 else 0:6.1f} {io.busy * 100:6.1f}| "
        lines += [row + device.name, row + f"{device.name}p3"] if device.role == "os" else [row + device.name]
    return "\n".join(lines) + "\n"


def vmstat(world: World, _command: str) -> str:
    """`vmstat`."""
    disks = [device.name for device in world.devices][:2]
    lines = [
        "procs  memory       page                    disks     faults         cpu",
        "r b w  avm   fre   flt  re  pi  po    fr   sr "
        + " ".join(f"{name[:3]}" for name in disks)
        + "   in    sy    cs us sy id",
    ]
    for tick in world.ticks:
        active = world.memory.programs + world.memory.shared
        ops = " ".join(f"{round(tick.io[name].reads + tick.io[name].writes):3d}" for name in disks)
        lines.append(
            f"{round(tick.run)} {round(tick.blocked)} {0}  {active / 1024:.1f}G  {f'{tick.free_mb:.0f}M' if tick.free_mb < 10000 else f'{tick.free_mb / 1024:.0f}G'} {int(tick.faults):5d} {0:3d} {int(tick.swap_in / 4):3d} {int(tick.swap_out / 4):3d} {int(tick.faults * 1.1 + tick.scanned):5d} {int(tick.scanned):4d} {ops} {int(tick.interrupts):4d} {int(tick.calls):5d} {int(tick.switches):5d} {round(tick.user):2d} {round(tick.system):2d} {max(0, 100 - round(tick.user) - round(tick.system)):2d}"
        )
    return "\n".join(lines) + "\n"


def _mb(value: float) -> str:
    return f"{value / 1024:.0f}G" if value >= 10240 else f"{int(value)}M"


def top(world: World, _command: str) -> str:
    """`top -b`."""
    memory, tick = world.memory, world.snapshot
    one, five, fifteen = loads(world)
    days = f"{world.uptime.days}+{world.uptime.seconds // 3600:02d}:{world.uptime.seconds // 60 % 60:02d}:{world.uptime.seconds % 60:02d}"
    wired = memory.kernel + memory.slab + memory.page_tables + memory.arc + 2 * memory.huge_pages
    active = (memory.programs + memory.shared) * 0.6
    lines = [
        f"last pid: {max(proc.pid for proc in world.procs):5d};  load averages: {one:5.2f}, {five:5.2f}, {fifteen:5.2f}  up {days}    {world.end:%H:%M:%S}",
        f"{len(world.procs)} processes:  1 running, {len(world.procs) - 1} sleeping",
        f"CPU: {tick.user:4.1f}% user,  0.0% nice, {tick.system:4.1f}% system,  0.2% interrupt, {tick.idle:4.1f}% idle",
        f"Mem: {_mb(active)} Active, {_mb(memory.programs + memory.shared - active + tick.cache_mb)} Inact, {_mb(memory.programs * 0.01)} Laundry, {_mb(wired)} Wired, {_mb(memory.buffers)} Buf, {_mb(tick.free_mb)} Free",
    ]
    if world.pools:
        lines += [
            f"ARC: {_mb(memory.arc)} Total, {_mb(memory.arc * 0.6)} MFU, {_mb(memory.arc * 0.28)} MRU, {int(memory.arc * 0.001)}M Anon, {_mb(memory.arc * 0.02)} Header, {_mb(memory.arc * 0.1)} Other"
        ]
    used = tick.swapped_mb
    rate = f", {int(tick.swap_in)}K In" * (tick.swap_in > 1) + f", {int(tick.swap_out)}K Out" * (tick.swap_out > 1)
    lines += [
        f"Swap: {_mb(memory.swap_total)} Total, {_mb(used)} Used, {_mb(memory.swap_total - used)} Free, {round(100 * used / max(1, memory.swap_total))}% Inuse{rate}",
        "",
    ]
    lines.append("  PID USERNAME    THR PRI NICE   SIZE    RES STATE    C   TIME    WCPU COMMAND")
    for proc in sorted(world.procs, key=lambda proc: -proc.cpu)[:15]:
        lines.append(
            f"{proc.pid:5d} {proc.user:<10.10} {world.rng.randint(1, 30):4d}  20    0 {_mb(proc.size_mb):>6} {_mb(proc.rss_mb):>6} select {world.rng.randrange(world.cpus):3d} {int(proc.minutes):4d}:{int(proc.minutes * 60 % 60):02d} {proc.cpu:6.2f}% {proc.name}"
        )
    return "\n".join(lines) + "\n"


def swapinfo(world: World, _command: str) -> str:
    """`swapinfo -k`."""
    total, used = world.memory.swap_total * 1024, int(world.memory.swap_used * 1024)
    return f"Device          1K-blocks     Used    Avail Capacity\n/dev/{world.devices[0].name + 'p2':<10} {total:10d} {used:8d} {total - used:8d} {round(100 * used / max(1, total)):5d}%\n"


SOURCES = (
    Source(
        "iostat -x", ("iostat -x -w {interval} -c {count}", "iostat -x {interval}"), iostat, on_freebsd, 0.4, lasts=True
    ),
    Source("gstat", ("gstat -b", "gstat -b -I 1s"), gstat, on_freebsd, 0.35),
    Source("vmstat", ("vmstat {interval} {count}", "vmstat -w {interval}"), vmstat, on_freebsd, 0.3, lasts=True),
    Source("top", ("top -b", "top -b -o res"), top, on_freebsd, 0.35),
    Source("swapinfo", ("swapinfo -k",), swapinfo, on_freebsd, 0.12),
)
