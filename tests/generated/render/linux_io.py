"""iostat, sar -d and pidstat -d of Linux, by version of sysstat."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from statistics import mean

from tests.generated.model import Device, Io, Tick, World
from tests.generated.noise import around, chance
from tests.generated.render import Source, on_linux

Row = tuple[str, Io]


def banner(world: World) -> str:
    """The line sysstat begins with."""
    day = world.start.strftime("%m/%d/%Y" if world.system.sysstat >= (9, 0) else "%m/%d/%y")
    kernel = world.kernel
    if world.system.sysstat < (9, 0):
        return f"Linux {kernel} ({world.host}.{world.domain}) \t{day}"
    return f"Linux {kernel} ({world.host}) \t{day} \t_x86_64_\t({world.cpus} CPU)"


def since_boot(world: World, device: Device) -> Io:
    """The mean since the boot: less than what is seen now, and never in trouble for long."""
    rng, ios = world.rng, [tick.io[device.name] for tick in world.ticks]
    share = world.counters.setdefault("since_boot_percent", rng.randint(20, 80)) / 100 * rng.uniform(0.93, 1.07)
    ms = [around(rng, device.read_ms * 1.5, 0.1), around(rng, device.write_ms * 1.5, 0.1)]
    reads, writes = share * mean(io.reads for io in ios), share * mean(io.writes for io in ios)
    read_kb, write_kb = share * mean(io.read_kb for io in ios), share * mean(io.write_kb for io in ios)
    flight = (reads * ms[0] + writes * ms[1]) / 1000
    merged = writes * rng.uniform(0.05, 0.5) * (ios[0].merged > 0)
    return Io(reads, writes, read_kb, write_kb, ms[0], ms[1], flight, min(0.95, flight), merged)


def _cpu(tick: Tick, factor: float = 1.0) -> list[str]:
    user, system, wait, steal = (value * factor for value in (tick.user, tick.system, tick.wait, tick.steal))
    idle = max(0.0, 100 - user - system - wait - steal)
    return [
        "avg-cpu:  %user   %nice %system %iowait  %steal   %idle",
        f"        {user:7.2f} {0.0:7.2f} {system:7.2f} {wait:7.2f} {steal:7.2f} {idle:7.2f}",
        "",
    ]


def _size(kb: float, requests: float) -> float:
    return kb / requests if requests > 0.005 else 0.0


def _await(io: Io) -> float:
    total = io.reads + io.writes
    return (io.reads * io.read_ms + io.writes * io.write_ms) / total if total > 0.005 else 0.0


def _ms(value: float, rate: float) -> float:
    return value if rate > 0.005 else 0.0


def _svctm(io: Io) -> float:
    total = io.reads + io.writes
    return io.busy * 1000 / total if total > 0.005 else 0.0


def _old(world: World, rows: list[Row], unit: str) -> list[str]:
    head = {"": ("rsec/s", "wsec/s", 2.0), "k": ("rkB/s", "wkB/s", 1.0), "m": ("rMB/s", "wMB/s", 1 / 1024)}[unit]
    split = world.system.sysstat >= (10, 0)
    waits = "  await r_await w_await" if split else "  await"
    lines = [
        f"Device:         rrqm/s   wrqm/s     r/s     w/s {head[0]:>8} {head[1]:>8} avgrq-sz avgqu-sz {waits}  svctm  %util"
    ]
    for device, io in rows:
        merged, joined = io.merged, io.merged * 0.02
        size = 2 * _size(io.read_kb + io.write_kb, io.reads + io.writes)
        tail = f" {_await(io):7.2f}"
        if split:
            tail += f" {_ms(io.read_ms, io.reads):7.2f} {_ms(io.write_ms, io.writes):7.2f}"
        lines.append(
            f"{device:<9}    {joined:9.2f}{merged:9.2f} {io.reads:7.2f} {io.writes:7.2f} {io.read_kb * head[2]:8.2f} {io.write_kb * head[2]:8.2f}"
            f" {size:8.2f} {io.in_flight:8.2f}{tail} {_svctm(io):6.2f} {io.busy * 100:6.2f}"
        )  # fmt: skip
    return lines


def _middle(rows: list[Row], unit: str) -> list[str]:
    name, factor = ("MB", 1 / 1024) if unit == "m" else ("kB", 1.0)
    lines = [
        f"Device            r/s     w/s     r{name}/s     w{name}/s   rrqm/s   wrqm/s  %rrqm  %wrqm r_await w_await aqu-sz rareq-sz wareq-sz  svctm  %util"
    ]
    for device, io in rows:
        merged, joined = io.merged, io.merged * 0.02
        part = 100 * merged / (merged + io.writes) if io.writes else 0.0
        lines.append(
            f"{device:<13} {io.reads:7.2f} {io.writes:7.2f} {io.read_kb * factor:9.2f} {io.write_kb * factor:9.2f} {joined:8.2f} {merged:8.2f}"
            f" {100 * joined / (joined + io.reads) if io.reads else 0:6.2f} {part:6.2f} {_ms(io.read_ms, io.reads):7.2f} {_ms(io.write_ms, io.writes):7.2f} {io.in_flight:6.2f}"
            f" {_size(io.read_kb, io.reads):8.2f} {_size(io.write_kb, io.writes):8.2f} {_svctm(io):6.2f} {io.busy * 100:6.2f}"
        )  # fmt: skip
    return lines


def _new(world: World, rows: list[Row], unit: str) -> list[str]:
    name, factor = ("MB", 1 / 1024) if unit == "m" else ("kB", 1.0)
    flush = world.system.sysstat >= (12, 5)
    lines = [
        (
            f"Device            r/s     r{name}/s   rrqm/s  %rrqm r_await rareq-sz     w/s     w{name}/s   wrqm/s  %wrqm w_await wareq-sz"
            f"     d/s     d{name}/s   drqm/s  %drqm d_await dareq-sz{'     f/s f_await' if flush else ''}  aqu-sz  %util"
        )
    ]
    for device, io in rows:
        merged, joined = io.merged, io.merged * 0.02
        part = 100 * merged / (merged + io.writes) if io.writes else 0.0
        flushes = min(io.writes * 0.2, 80.0)
        zero = f" {0:7.2f} {0:9.2f} {0:8.2f} {0:6.2f} {0:7.2f} {0:8.2f}"
        tail = f" {flushes:7.2f} {_ms(io.write_ms * 1.3, flushes):7.2f}" if flush else ""
        lines.append(
            f"{device:<13} {io.reads:7.2f} {io.read_kb * factor:9.2f} {joined:8.2f} {100 * joined / (joined + io.reads) if io.reads else 0:6.2f} {_ms(io.read_ms, io.reads):7.2f}"
            f" {_size(io.read_kb, io.reads):8.2f} {io.writes:7.2f} {io.write_kb * factor:9.2f} {merged:8.2f} {part:6.2f} {_ms(io.write_ms, io.writes):7.2f}"
            f" {_size(io.write_kb, io.writes):8.2f}{zero}{tail} {io.in_flight:7.2f} {io.busy * 100:6.2f}"
        )  # fmt: skip
    return lines


def table(world: World, rows: list[Row], unit: str) -> list[str]:
    """The extended table of the version of sysstat."""
    version = world.system.sysstat
    if version < (11, 5):
        return _old(world, rows, unit)
    return _middle(rows, unit) if version < (12, 1) else _new(world, rows, unit)


def stamp(world: World, time: datetime) -> str:
    """How sysstat prints a time with -t."""
    return time.strftime("%m/%d/%Y %I:%M:%S %p" if world.host[-1] not in "37" else "%d.%m.%Y %H:%M:%S")


def volumes(world: World, device: Device) -> list[str]:
    """Device-mapper names that iostat lists beside the drives."""
    if device.pool or not any(
        mount.device.startswith("/dev/mapper") and mount.disk == device.name for mount in world.mounts
    ):
        return []
    return [f"dm-{world.devices.index(device)}"]


def _rows(world: World, ios: Mapping[str, Io]) -> list[Row]:
    """Drives with their volumes; volumes merge nothing."""
    found: list[Row] = []
    for device in world.devices:
        found.append((device.name, ios[device.name]))
        found += [(name, replace(ios[device.name], merged=0.0)) for name in volumes(world, device)]
    return found


def iostat_x(world: World, command: str) -> str:
    """`iostat -x`: the mean since the boot, then a block for each sample."""
    unit = "m" if "m" in command.split()[1] else "k" if "k" in command.split()[1] else ""
    unit = "k" if not unit and world.system.sysstat >= (11, 5) else unit
    lines = [banner(world), ""]
    means = {device.name: since_boot(world, device) for device in world.devices}
    first = _rows(world, means)
    blocks: list[tuple[Tick, float, list[Row]]] = [(world.ticks[0], 0.6, first)]
    for tick in world.ticks:
        blocks.append((tick, 1.0, _rows(world, tick.io)))
    if "y" in command.split()[1]:
        blocks = blocks[1:]
    for tick, factor, rows in blocks:
        if "t" in command.split()[1]:
            lines.append(stamp(world, tick.time))
        lines += [] if "d" in command.split()[1] else _cpu(tick, factor)
        lines += [*table(world, rows, unit), ""]
    return "\n".join(lines) + "\n"


def iostat_plain(world: World, command: str) -> str:
    """`iostat -k`: transfers and kB of each device."""
    lines = [banner(world), ""]
    old = world.system.sysstat < (11, 5)
    for tick in world.ticks[:6]:
        lines += _cpu(tick)
        lines.append(
            "Device:            tps    kB_read/s    kB_wrtn/s    kB_read    kB_wrtn"
            if old
            else "Device             tps    kB_read/s    kB_wrtn/s    kB_read    kB_wrtn"
        )
        for device in world.devices:
            io = tick.io[device.name]
            lines.append(
                f"{device.name:<13} {io.reads + io.writes:8.2f} {io.read_kb:12.2f} {io.write_kb:12.2f} {io.read_kb * world.interval:10.0f} {io.write_kb * world.interval:10.0f}"
            )
        lines.append("")
    return "\n".join(lines) + "\n"


def sar_d(world: World, command: str) -> str:
    """`sar -d -p`: devices by sample, and their mean."""
    version = world.system.sysstat
    if version < (11, 0):
        head, factor = "       DEV       tps  rd_sec/s  wr_sec/s  avgrq-sz  avgqu-sz     await     svctm     %util", 2.0
    elif version < (12, 1):
        head, factor = "       DEV       tps     rkB/s     wkB/s   areq-sz    aqu-sz     await     svctm     %util", 1.0
    else:
        head, factor = "       DEV       tps     rkB/s     wkB/s     dkB/s   areq-sz    aqu-sz     await     %util", 1.0
    lines = [banner(world), ""]

    def row(time: str, name: str, ios: list[Io]) -> str:
        reads, writes = mean(io.reads for io in ios), mean(io.writes for io in ios)
        kbs = mean(io.read_kb for io in ios), mean(io.write_kb for io in ios)
        flight = mean(io.in_flight for io in ios)
        total, busy = reads + writes, mean(io.busy for io in ios) * 100
        size = factor * sum(kbs) / total if total else 0.0
        wait = flight * 1000 / total if total > 0.005 else 0.0
        middle = f"{0:10.2f}" if version >= (12, 1) else ""
        service = f"{busy * 10 / total if total > 0.005 else 0:10.2f}" if version < (12, 1) else ""
        return f"{time}{name:>10}{total:10.2f}{kbs[0] * factor:10.2f}{kbs[1] * factor:10.2f}{middle}{size:10.2f}{flight:10.2f}{wait:10.2f}{service}{busy:10.2f}"

    for tick in world.ticks:
        time = tick.time.strftime("%H:%M:%S")
        lines.append(f"{time}    {head}")
        lines += [row(f"{time}    ", device.name, [tick.io[device.name]]) for device in world.devices]
        lines.append("")
    lines.append(f"Average:    {head}")
    lines += [
        row("Average:    ", device.name, [tick.io[device.name] for tick in world.ticks]) for device in world.devices
    ]
    return "\n".join(lines) + "\n"


def lsblk(world: World, _command: str) -> str:
    """`lsblk`, with a snap or two where snaps live."""
    lines = ["NAME        MAJ:MIN RM   SIZE RO TYPE MOUNTPOINT" + ("S" if world.start.year > 2021 else "")]
    if world.system.name.startswith("ubuntu") and chance(world.rng, 0.7):
        lines += [
            f"loop{i}         7:{i}    0  {size}M  1 loop /snap/{name}"
            for i, (size, name) in enumerate(((55.7, "core18/2829"), (63.9, "core20/2318"), (87, "lxd/29351")))
        ]
    for number, device in enumerate(world.devices):
        size = f"{device.size_gb * 0.9313 / 1024:.1f}T" if device.size_gb >= 1100 else f"{device.size_gb * 0.9313:.1f}G"
        lines.append(f"{device.name:<11} {8 if device.kind != 'nvme' else 259}:{number * 16:<4}0 {size:>6}  0 disk")
        lines += [
            f"└─{mount.device.split('/')[-1]:<20} {size:>6}  0 lvm  {mount.point}"
            for mount in world.mounts
            if mount.disk == device.name and "mapper" in mount.device
        ]
    return "\n".join(lines) + "\n"


SOURCES = (
    Source("iostat -x", ("iostat -xk {interval} {count}", "iostat -xm {interval} {count}", "iostat -xtk {interval} {count}", "iostat -x {interval} {count}",
           "iostat -dxk {interval} {count}", "iostat -xyk {interval} {count}"), iostat_x, on_linux, 0.45, lasts=True),
    Source("iostat", ("iostat -k {interval} {count}",), iostat_plain, on_linux, 0.06, lasts=True),
    Source("sar -d", ("sar -d -p", "sar -dp {interval} {count}"), sar_d, on_linux, 0.12),
    Source("lsblk", ("lsblk",), lsblk, lambda world: on_linux(world) and world.system.sysstat > (7, 0), 0.12),
)  # fmt: skip
