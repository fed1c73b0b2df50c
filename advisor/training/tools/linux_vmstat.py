"""vmstat of procps: memory, swap, blocks and processors, sampled by difference."""

from __future__ import annotations

from collections import Counter

from advisor.training.parts.linux_host import LinuxHost
from advisor.training.tools.on_linux import is_old, linux_of
from advisor.training.tools.tool import Call, Failed, Tool, table

_HEADER_EVERY = 21


def _vmstat(call: Call) -> str:
    options, rest = call.options("nawtsS:d")
    linux = linux_of(call)
    if "-s" in options:
        return _vmstat_s(linux)
    if {"-a", "-d"} & options.keys():
        raise Failed("vmstat: known here: vmstat [-n] [-t] [-w] [INTERVAL [COUNT]], vmstat -s", 2)
    interval, count = call.samples(rest)
    stamp, wide = "-t" in options, "-w" in options
    out = _vmstat_head(linux, stamp, wide) + _vmstat_row(
        linux, Counter(), max(1.0, call.host.uptime_seconds), stamp, wide
    )
    before = _counters(linux)
    for number in range(1, count):
        call.host.world.wait(interval)
        now = _counters(linux)
        out += _vmstat_head(linux, stamp, wide) if number % _HEADER_EVERY == 0 and "-n" not in options else ""
        out += _vmstat_row(linux, before, interval, stamp, wide)
        before = now
    return out


def _counters(linux: LinuxHost) -> Counter[str]:
    """All that vmstat samples by difference."""
    found: Counter[str] = Counter(linux.cpu.ticks)
    found.update({name: linux.memory.counts[name] * 4 for name in ("pswpin", "pswpout")})
    for name in ("in_bytes", "out_bytes"):
        found[name] = sum(disk.counts[name] for disk in linux.disks) / 1024  # type: ignore[assignment]
    return found


def _vmstat_head(linux: LinuxHost, stamp: bool, wide: bool) -> str:
    zone = " -----timestamp-----" if stamp else ""
    utc = "                 UTC" if stamp else ""
    if wide:
        return (
            "--procs-- -----------------------memory---------------------- ---swap-- -----io---- -system-- --------cpu--------"
            + zone
            + "\n"
            "   r    b         swpd         free         buff        cache   si   so    bi    bo   in   cs  us  sy  id  wa  st"
            + utc
            + "\n"
        )
    system, cpu = ("--system--", "-----cpu-----") if is_old(linux) else ("-system--", "------cpu-----")
    return (
        f"procs -----------memory---------- ---swap-- -----io---- {system} {cpu}{zone}\n"
        f" r  b   swpd   free   buff  cache   si   so    bi    bo   in   cs us sy id wa st{utc}\n"
    )


def _vmstat_row(linux: LinuxHost, before: Counter[str], seconds: float, stamp: bool, wide: bool) -> str:
    counts = _counters(linux)
    counts.subtract(before)
    m, cpu = linux.memory, linux.cpu
    total = sum(counts[name] for name in ("us", "sy", "id", "wa", "st")) or 1.0
    us, sy, wa, st = (round(100 * counts[name] / total) for name in ("us", "sy", "wa", "st"))
    cache = m.cached_bytes + m.shmem_bytes + (m.slab_bytes if linux.kernel >= (4, 0) else 0.0)
    rates = [counts[name] / seconds for name in ("pswpin", "pswpout", "in_bytes", "out_bytes", "in", "cs")]
    sizes = [max(0.0, size) / 1024 for size in (m.swapped_bytes, m.free_bytes, m.buffers_bytes, cache)]
    stamped = f" {linux.host.world.now:%Y-%m-%d %H:%M:%S}" if stamp else ""
    widths = (
        ((4, 4), (12, 12, 12, 12), (4, 4, 5, 5, 4, 4), 3) if wide else ((2, 2), (6, 6, 6, 6), (4, 4, 5, 5, 4, 4), 2)
    )
    fields = [f"{n:{w}d}" for n, w in zip((cpu.running, cpu.blocked), widths[0], strict=True)]
    fields += [f"{n:{w}.0f}" for n, w in zip(sizes, widths[1], strict=True)]
    fields += [f"{n:{w}.0f}" for n, w in zip(rates, widths[2], strict=True)]
    fields += [f"{n:{widths[3]}d}" for n in (us, sy, max(0, 100 - us - sy - wa - st), wa, st)]
    return " ".join(fields) + stamped + "\n"


def _vmstat_s(linux: LinuxHost) -> str:
    m, counts = linux.memory, _counters(linux)
    rows = [
        (m.ram_bytes / 1024, "K total memory"), ((m.ram_bytes - m.free_bytes - m.cached_bytes - m.buffers_bytes) / 1024, "K used memory"),
        (m.free_bytes / 1024, "K free memory"), (m.buffers_bytes / 1024, "K buffer memory"), (m.cached_bytes / 1024, "K swap cache"),
        (m.swap_bytes / 1024, "K total swap"), (m.swapped_bytes / 1024, "K used swap"), (counts["us"] * 100, "non-nice user cpu ticks"),
        (counts["sy"] * 100, "system cpu ticks"), (counts["id"] * 100, "idle cpu ticks"), (counts["wa"] * 100, "IO-wait cpu ticks"),
        (counts["in_bytes"], "pages paged in"), (counts["out_bytes"], "pages paged out"), (m.counts["pswpin"], "pages swapped in"),
        (m.counts["pswpout"], "pages swapped out"), (counts["in"], "interrupts"), (counts["cs"], "CPU context switches"),
    ]  # fmt: skip
    return "".join(f"{value:13.0f} {name}\n" for value, name in rows)


TOOLS = table(
    Tool("vmstat", _vmstat, "memory, swap, blocks and processors, a line each INTERVAL seconds: vmstat INTERVAL COUNT; -t adds the time. "
         "The first line is since the start: leave it out. b: tasks that wait for a disk; si, so: kB/s from and to swap; "
         "bi, bo: kB/s handed to the disks; wa: percent idle while something waits. vmstat -s: counters"),
)  # fmt: skip
"""Those of a host with a `LinuxHost`."""
