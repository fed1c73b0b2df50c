"""vmstat, free, /proc/meminfo and the memory parts of sar on Linux."""

from random import Random
from statistics import mean

from tests.generated.model import Tick, World
from tests.generated.noise import around
from tests.generated.render import Source, on_linux
from tests.generated.render.linux_io import banner


def _kb(mb: float) -> int:
    return int(mb * 1024)


def _new_names(world: World) -> bool:
    return world.system.sysstat >= (10, 1)


def vmstat(world: World, command: str) -> str:
    """`vmstat`: the mean since the boot, then a row for each sample."""
    wide = "-w" in command and world.system.sysstat >= (10, 0)
    stamp = " -----timestamp-----" if "-t" in command and world.system.sysstat >= (9, 0) else ""
    gu = world.system.name in ("ubuntu-24.04",)
    cpu = " us sy id wa st gu" if gu else " us sy id wa st"
    if world.system.sysstat < (9, 0):
        lines = ["procs -----------memory---------- ---swap-- -----io---- --system-- -----cpu------"]
    else:
        lines = [
            "procs -----------memory---------- ---swap-- -----io---- -system-- "
            + ("-------cpu-------" if gu else "------cpu-----")
        ]
    lines.append(f" r  b   swpd   free   buff  cache   si   so    bi    bo   in   cs{cpu}")
    if wide:
        lines = ["procs -----------------------memory---------------------- ---swap-- -----io---- -system-- --------cpu--------",
                 "   r    b         swpd         free         buff        cache   si   so    bi    bo   in   cs  us  sy  id  wa  st"]  # fmt: skip
    lines[0] += stamp
    lines[1] += "                 UTC" if stamp else ""
    first = True
    for tick in [world.ticks[0], *world.ticks]:
        row = _vmstat_row(world, tick, first, wide)
        row += "  0" if gu and not wide else ""
        lines.append(row + (f" {tick.time if first else world.over(tick):%Y-%m-%d %H:%M:%S}" if stamp else ""))
        first = False
    return "\n".join(lines) + "\n"


def _vmstat_row(world: World, tick: Tick, first: bool, wide: bool) -> str:
    rng, share = world.rng, world.rng.uniform(0.1, 0.5) if first else 1.0
    read = sum(io.read_kb for io in tick.io.values()) * share
    written = (tick.submitted if tick.submitted >= 0 else sum(io.write_kb for io in tick.io.values())) * share
    swap_in, swap_out = (
        (tick.swap_in * share * 0.1, tick.swap_out * share * 0.1) if first else (tick.swap_in, tick.swap_out)
    )
    cpu = [
        round(value)
        for value in (tick.user * (share if first else 1), tick.system, tick.wait * (0.2 if first else 1), tick.steal)
    ]
    idle = max(0, 100 - sum(cpu))
    memory = [
        _kb(tick.swapped_mb),
        _kb(tick.free_mb),
        _kb(world.memory.buffers),
        _kb(tick.cache_mb + world.memory.shared + _reclaimable(world)),
    ]
    rates = [
        int(swap_in),
        int(swap_out),
        int(read),
        int(written),
        int(tick.interrupts * share),
        int(tick.switches * share),
    ]
    run, blocked = (int(max(0, round(rng.gauss(value, 0.4)))) for value in (tick.run, 0 if first else tick.blocked))
    if wide:
        return (
            f"{run:4d} {blocked:4d} {memory[0]:12d} {memory[1]:12d} {memory[2]:12d} {memory[3]:12d} "
            + "{:4d} {:4d} {:5d} {:5d} {:4d} {:4d} ".format(*rates)
            + f"{cpu[0]:3d} {cpu[1]:3d} {idle:3d} {cpu[2]:3d} {cpu[3]:3d}"
        )
    return (
        f"{run:2d} {blocked:2d} {memory[0]:6d} {memory[1]:6d} {memory[2]:6d} {memory[3]:6d} {rates[0]:4d} {rates[1]:4d} {rates[2]:5d} {rates[3]:5d} {rates[4]:4d} {rates[5]:4d}"
        f" {cpu[0]:2d} {cpu[1]:2d} {idle:2d} {cpu[2]:2d} {cpu[3]:2d}"
    )


def _reclaimable(world: World) -> float:
    return world.memory.slab_reclaimable if _new_names(world) and world.system.sysstat >= (11, 0) else 0.0


def free(world: World, command: str) -> str:
    """`free`, of the old kind or the new."""
    memory, tick = world.memory, world.snapshot

    def unit(mb: float) -> str:
        if "-h" in command:
            return f"{mb / 1024:.0f}Gi" if mb > 9999 else f"{mb / 1024:.1f}Gi" if mb > 1023 else f"{mb:.0f}Mi"
        return str(int(mb / 1024) if "-g" in command else int(mb) if "-m" in command else _kb(mb))

    cached = tick.cache_mb + memory.shared
    used = memory.total - tick.free_mb - cached - memory.buffers
    if not _new_names(world):
        return (
            "             total       used       free     shared    buffers     cached\n"
            f"Mem:    {unit(memory.total):>10} {unit(memory.total - tick.free_mb):>10} {unit(tick.free_mb):>10} {'0':>10} {unit(memory.buffers):>10} {unit(cached):>10}\n"
            f"-/+ buffers/cache: {unit(used):>10} {unit(memory.total - used):>10}\n"
            f"Swap:   {unit(memory.swap_total):>10} {unit(tick.swapped_mb):>10} {unit(memory.swap_total - tick.swapped_mb):>10}\n"
        )
    cached += memory.buffers + memory.slab_reclaimable
    used = max(0.0, memory.total - tick.free_mb - cached)
    return (
        "              total        used        free      shared  buff/cache   available\n"
        f"Mem:    {unit(memory.total):>11} {unit(used):>11} {unit(tick.free_mb):>11} {unit(memory.shared):>11} {unit(cached):>11} {unit(available(world, tick)):>11}\n"
        f"Swap:   {unit(memory.swap_total):>11} {unit(tick.swapped_mb):>11} {unit(memory.swap_total - tick.swapped_mb):>11}\n"
    )


def available(world: World, tick: Tick) -> float:
    """What the kernel thinks it could give without swapping."""
    memory = world.memory
    return max(
        0.0, tick.free_mb - memory.floor * 0.7 + tick.cache_mb * 0.93 + memory.buffers + memory.slab_reclaimable * 0.8
    )


def meminfo(world: World, _command: str) -> str:
    """`/proc/meminfo` with the lines of the kernel's age."""
    memory, tick = world.memory, world.snapshot
    cached = tick.cache_mb + memory.shared
    active, file = world.rng.uniform(0.5, 0.75), world.rng.uniform(0.3, 0.6)
    anon = memory.programs
    locked = world.counters.setdefault("locked_kb", world.rng.choice((0, 12, 3000, 5516, 18700, 27112))) / 1024
    rows: list[tuple[str, float]] = [("MemTotal", memory.total), ("MemFree", tick.free_mb)]
    if world.system.memavailable:
        rows.append(("MemAvailable", available(world, tick)))
    rows += [("Buffers", memory.buffers), ("Cached", cached), ("SwapCached", tick.swapped_mb * 0.05)]
    rows += [
        ("Active", (anon + memory.shared) * active + tick.cache_mb * file),
        ("Inactive", (anon + memory.shared) * (1 - active) + tick.cache_mb * (1 - file)),
    ]
    if world.system.sysstat >= (9, 0):
        rows += [("Active(anon)", (anon + memory.shared) * active), ("Inactive(anon)", (anon + memory.shared) * (1 - active)),
                 ("Active(file)", tick.cache_mb * file), ("Inactive(file)", tick.cache_mb * (1 - file)), ("Unevictable", locked), ("Mlocked", locked)]  # fmt: skip
    rows += [
        ("SwapTotal", memory.swap_total),
        ("SwapFree", memory.swap_total - tick.swapped_mb),
        ("Dirty", tick.dirty_mb),
        ("Writeback", tick.writeback_mb),
        ("AnonPages", anon),
        ("Mapped", memory.shared * 0.9 + 45),
    ]
    rows += [("Shmem", memory.shared)] if world.system.sysstat >= (9, 0) else []
    rows += [("KReclaimable", memory.slab_reclaimable)] if world.system.sysstat >= (12, 0) else []
    rows += [
        ("Slab", memory.slab),
        ("SReclaimable", memory.slab_reclaimable),
        ("SUnreclaim", memory.slab - memory.slab_reclaimable),
    ]
    rows += [
        ("KernelStack", 0.016 * (220 + len(world.procs) * 12 + world.cpus * 9)),
        ("PageTables", memory.page_tables),
        ("NFS_Unstable", 0),
        ("Bounce", 0),
    ]
    limit = (memory.total - 2 * memory.huge_pages) / 2 + memory.swap_total
    rows += [("CommitLimit", limit), ("Committed_AS", (anon + memory.shared + tick.swapped_mb) * 1.35 + 300)]
    lines = [f"{name + ':':<15}{_kb(value):>9} kB" for name, value in rows]
    lines += [
        f"VmallocTotal:   {34359738367} kB",
        f"VmallocUsed:    {_kb(70 + memory.kernel * 0.02):>8} kB",
        "VmallocChunk:   34359411712 kB" if world.system.sysstat < (11, 0) else "VmallocChunk:          0 kB",
    ]
    lines += [f"Percpu:         {world.cpus * 1600:>8} kB"] if world.system.sysstat >= (11, 7) else []
    lines += (
        ["HardwareCorrupted:     0 kB", f"AnonHugePages:  {anon_huge(world) * 1024:>8} kB"]
        if world.system.sysstat >= (9, 0)
        else []
    )
    wide = 8 if world.system.sysstat >= (9, 0) else 6
    lines += [
        f"HugePages_Total:{memory.huge_pages:>{wide}}",
        f"HugePages_Free: {memory.huge_free:>{wide}}",
        f"HugePages_Rsvd: {memory.huge_reserved:>{wide}}",
        f"HugePages_Surp: {0:>{wide}}",
        "Hugepagesize:       2048 kB",
    ]
    lines += [f"Hugetlb:        {memory.huge_pages * 2048:>8} kB"] if world.system.sysstat >= (11, 7) else []
    return "\n".join(lines) + "\n"


def sar_b(world: World, _command: str) -> str:
    """`sar -B`: paging."""
    head = "  pgpgin/s pgpgout/s   fault/s  majflt/s  pgfree/s pgscank/s pgscand/s pgsteal/s    %vmeff"
    lines = [banner(world), "", f"{world.start:%H:%M:%S}    {head}"]
    for tick in world.ticks:
        read, written = (sum(getattr(io, key) for io in tick.io.values()) for key in ("read_kb", "write_kb"))
        major = tick.swap_in / 4 + around(world.rng, 0.4, 1.0)
        direct = tick.scanned * 0.25
        steal = tick.scanned * 0.6
        lines.append(
            f"{world.over(tick):%H:%M:%S}    {read:10.2f}{written:10.2f}{tick.faults + major:10.2f}{major:10.2f}{tick.faults * 1.4 + steal:10.2f}{tick.scanned - direct:10.2f}{direct:10.2f}{steal:10.2f}{100 * steal / tick.scanned if tick.scanned else 0:10.2f}"
        )
    return "\n".join(lines) + "\n"


def sar_w(world: World, _command: str) -> str:
    """`sar -W`: swapping in pages a second."""
    lines = [banner(world), "", f"{world.start:%H:%M:%S}     pswpin/s pswpout/s"]
    lines += [
        f"{world.over(tick):%H:%M:%S}    {tick.swap_in / 4:9.2f} {tick.swap_out / 4:9.2f}" for tick in world.ticks
    ]
    lines.append(
        f"Average:    {mean(t.swap_in for t in world.ticks) / 4:9.2f} {mean(t.swap_out for t in world.ticks) / 4:9.2f}"
    )
    return "\n".join(lines) + "\n"


def anon_huge(world: World) -> int:
    """MB of programs that lie in transparent huge pages."""
    if "anon_huge_mb" not in world.counters:
        share = Random(f"{world.host}/{world.uptime}/huge").uniform(0.05, 0.3)
        world.counters["anon_huge_mb"] = int(world.memory.programs * share) // 2 * 2
    return world.counters["anon_huge_mb"]


def swaps(world: World, _command: str) -> str:
    """`swapon -s`."""
    memory, device = world.memory, f"/dev/{world.devices[0].name}3"
    if not memory.swap_total:
        return ""
    return f"Filename\t\t\t\tType\t\tSize\tUsed\tPriority\n{device:<40}partition\t{memory.swap_total * 1024}\t{_kb(memory.swap_used)}\t-{world.rng.choice((1, 2))}\n"


SOURCES = (
    Source(
        "vmstat",
        (
            "vmstat {interval} {count}",
            "vmstat {interval}",
            "vmstat -t {interval} {count}",
            "vmstat -w {interval} {count}",
        ),
        vmstat,
        on_linux,
        0.5,
        lasts=True,
    ),
    Source("free", ("free -m", "free", "free -g", "free -k", "free -h"), free, on_linux, 0.3),
    Source("meminfo", ("cat /proc/meminfo",), meminfo, on_linux, 0.3, "proc/meminfo"),
    Source("sar -B", ("sar -B", "sar -B {interval} {count}"), sar_b, on_linux, 0.06),
    Source("sar -W", ("sar -W",), sar_w, on_linux, 0.05),
    Source("swapon", ("swapon -s", "cat /proc/swaps"), swaps, on_linux, 0.05),
)
