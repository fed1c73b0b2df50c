"""Commands of Linux that look at memory, disks, processors and processes, in the formats of procps and sysstat."""

from __future__ import annotations

import re
from collections import Counter

from advisor.training.parts.linux_files import swaps
from advisor.training.parts.linux_host import LinuxHost, Task
from advisor.training.tools import linux_system, linux_writes
from advisor.training.tools.tool import Call, Failed, Tool, table

_HEADER_EVERY = 21


def linux_of(call: Call) -> LinuxHost:
    """The host of a call as a Linux host."""
    return call.part("linux", LinuxHost)


def _old(linux: LinuxHost) -> bool:
    return linux.release in ("el5", "el6")


# --- vmstat


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
    system, cpu = ("--system--", "-----cpu-----") if _old(linux) else ("-system--", "------cpu-----")
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


# --- iostat


def _iostat(call: Call) -> str:
    options, rest = call.options("xktmdzycyN")
    linux = linux_of(call)
    names = [word for word in rest if not re.fullmatch(r"[\d.]+", word)]
    interval, count = call.samples([word for word in rest if word not in names])
    disks = [disk for disk in linux.disks if not names or disk.name in names]
    if not disks or "-x" not in options:
        raise Failed("iostat: known here: iostat -x [-k] [-t] [-y] [DEVICE...] [INTERVAL [COUNT]]", 2)
    now = call.host.world.now
    day = f"{now:%m/%d/%y}" if _old(linux) else f"{now:%m/%d/%Y}"
    kernel = linux.host.release.split()[2]
    out = f"Linux {kernel} ({call.host.name}) \t{day} \t_x86_64_\t({linux.cpu.cpus} CPU)\n\n"
    before, ticks, seconds = [Counter[str]() for _ in disks], Counter[str](), max(1.0, call.host.uptime_seconds)
    for number in range(count):
        if number or "-y" in options:
            before, ticks = [Counter(disk.counts) for disk in disks], Counter(linux.cpu.ticks)
            call.host.world.wait(interval)
            seconds = interval
        used = Counter(linux.cpu.ticks)
        used.subtract(ticks)
        out += f"{call.host.world.now:%m/%d/%Y %I:%M:%S %p}\n" if "-t" in options else ""
        out += "" if "-d" in options else _iostat_cpu(used)
        rows = []
        for disk, counted in zip(disks, before, strict=True):
            changed = Counter(disk.counts)
            changed.subtract(counted)
            rows.append((disk.name, changed))
        out += _iostat_rows(linux, rows, seconds)
    return out


def _iostat_cpu(used: Counter[str]) -> str:
    total = sum(used[name] for name in ("us", "sy", "id", "wa", "st")) or 1.0
    us, sy, wa, st, idle = (100 * used[name] / total for name in ("us", "sy", "wa", "st", "id"))
    head = "avg-cpu:  %user   %nice %system %iowait  %steal   %idle\n"
    return head + f"          {us:6.2f}  {0:6.2f}  {sy:6.2f}  {wa:6.2f}  {st:6.2f}  {idle:6.2f}\n\n"


def _iostat_rows(linux: LinuxHost, rows: list[tuple[str, Counter[str]]], seconds: float) -> str:
    out, new = "", not _old(linux) and linux.release != "el7"
    if new:
        out = "Device            r/s     rkB/s   rrqm/s  %rrqm r_await rareq-sz     w/s     wkB/s   wrqm/s  %wrqm w_await wareq-sz"
        out += "     d/s     dkB/s   drqm/s  %drqm d_await dareq-sz     f/s f_await  aqu-sz  %util\n"
    elif linux.release == "el7":
        out = "Device:         rrqm/s   wrqm/s     r/s     w/s    rkB/s    wkB/s avgrq-sz avgqu-sz   await r_await w_await  svctm  %util\n"
    else:
        out = "Device:         rrqm/s   wrqm/s     r/s     w/s   rsec/s   wsec/s avgrq-sz avgqu-sz   await  svctm  %util\n"
    for name, c in rows:
        r, w, rkb, wkb = (c[n] / seconds for n in ("reads", "writes", "read_bytes", "write_bytes"))
        rkb, wkb = rkb / 1024, wkb / 1024
        r_await = 1000 * c["read_wait"] / c["reads"] if c["reads"] >= 0.5 else 0.0
        w_await = 1000 * c["write_wait"] / c["writes"] if c["writes"] >= 0.5 else 0.0
        queue, util = c["queued"] / seconds, min(100.0, 100 * c["busy"] / seconds)
        r_size, w_size = rkb / r if r > 0.005 else 0.0, wkb / w if w > 0.005 else 0.0
        if new:
            out += f"{name:<13} {r:7.2f} {rkb:9.2f} {0:8.2f} {0:6.2f} {r_await:7.2f} {r_size:8.2f} {w:7.2f} {wkb:9.2f} {0:8.2f} {0:6.2f} "
            out += (
                f"{w_await:7.2f} {w_size:8.2f} {0:7.2f} {0:9.2f} {0:8.2f} {0:6.2f} {0:7.2f} {0:8.2f} {0:7.2f} {0:7.2f} "
            )
            out += f"{queue:7.2f} {util:6.2f}\n"
            continue
        both = r + w
        size = 2 * (rkb + wkb) / both if both > 0.005 else 0.0
        wait = (r_await * r + w_await * w) / both if both > 0.005 else 0.0
        service = min(wait, 10 * util / both) if both > 0.005 else 0.0
        if linux.release == "el7":
            out += f"{name:<13} {0:8.2f} {0:8.2f} {r:7.2f} {w:7.2f} {rkb:8.2f} {wkb:8.2f} {size:8.2f} {queue:8.2f} {wait:7.2f} "
            out += f"{r_await:7.2f} {w_await:7.2f} {service:6.2f} {util:6.2f}\n"
        else:
            out += f"{name:<13} {0:8.2f} {0:8.2f} {r:7.2f} {w:7.2f} {2 * rkb:8.2f} {2 * wkb:8.2f} {size:8.2f} {queue:8.2f} {wait:7.2f} "
            out += f"{service:6.2f} {util:6.2f}\n"
    return out + "\n"


# --- memory


_FREE_UNITS = {"-b": 1, "-k": 1024, "-m": 1 << 20, "-g": 1 << 30}


def _free(call: Call) -> str:
    options, _ = call.options("bkmghtw")
    linux = linux_of(call)
    m = linux.memory
    human = "-h" in options
    unit = next((size for option, size in _FREE_UNITS.items() if option in options), 1024)

    def show(*sizes: float) -> str:
        return "".join(f"{_human(max(0.0, n)) if human else f'{max(0.0, n) / unit:.0f}':>12}" for n in sizes)

    cache = m.cached_bytes + m.shmem_bytes + m.slab_bytes
    swap = (m.swap_bytes, m.swapped_bytes, m.swap_bytes - m.swapped_bytes)
    if _old(linux):
        used = m.ram_bytes - m.free_bytes
        held = m.buffers_bytes + m.cached_bytes + m.shmem_bytes
        wide = [
            f"{n / unit:>11.0f}"
            for n in (m.ram_bytes, used, m.free_bytes, 0, m.buffers_bytes, m.cached_bytes + m.shmem_bytes)
        ]
        return (
            "             total       used       free     shared    buffers     cached\n"
            f"Mem:   {''.join(wide)}\n-/+ buffers/cache:{(used - held) / unit:>11.0f}{(m.free_bytes + held) / unit:>11.0f}\n"
            f"Swap:  {''.join(f'{n / unit:>11.0f}' for n in swap)}\n"
        )
    used = m.ram_bytes - m.free_bytes - m.buffers_bytes - cache
    return (
        "               total        used        free      shared  buff/cache   available\n"
        f"Mem:    {show(m.ram_bytes, used, m.free_bytes, m.shmem_bytes, cache + m.buffers_bytes, m.available_bytes)}\n"
        f"Swap:   {show(*swap)}\n"
    )


def _human(size: float) -> str:
    for unit in ("B", "Ki", "Mi", "Gi"):
        if size < 1000 or unit == "Gi":
            return f"{size:.0f}{unit}" if size >= 10 or unit == "B" else f"{size:.1f}{unit}"
        size /= 1024
    return ""


def _swapon(call: Call) -> str:
    if not {"-s", "--summary", "--show"} & set(call.args):
        raise Failed("swapon: known here: swapon -s, swapon --show", 2)
    linux = linux_of(call)
    m = linux.memory
    if "--show" in call.args:
        head = "NAME      TYPE       SIZE USED PRIO\n"
        return (
            head
            + f"/dev/{m.swap_device.name}2 partition {m.swap_bytes / 2**30:4.1f}G {m.swapped_bytes / 2**20:.0f}M   -2\n"
        )
    return swaps(linux)


def _swapoff(call: Call) -> str:
    call.does("disruptive")
    raise Failed("swapoff: /dev: swapoff failed: Cannot allocate memory", 4)


# --- processes


def _tasks(call: Call) -> list[Task]:
    return linux_of(call).tasks()


def _name_of(words: str) -> str:
    if words.startswith("["):
        return words.strip("[]")
    return words.split()[0].rpartition("/")[2].rstrip(":")[:15]


_COLUMNS = {
    "pid": ("PID", 7), "user": ("USER", -8), "rss": ("RSS", 8), "vsz": ("VSZ", 9), "comm": ("COMMAND", -15), "ucmd": ("CMD", -15),
    "args": ("COMMAND", 0), "cmd": ("CMD", 0), "stat": ("STAT", -4), "s": ("S", -1), "state": ("S", -1),
    "wchan": ("WCHAN", -6), "pcpu": ("%CPU", 4), "%cpu": ("%CPU", 4),
    "pmem": ("%MEM", 4), "%mem": ("%MEM", 4), "time": ("TIME", 8),
}  # fmt: skip


def _ps(call: Call) -> str:
    linux = linux_of(call)
    rows, ram = _tasks(call), linux.memory.ram_bytes / 1024
    words = " ".join(call.args)
    order = re.search(r"--sort[= ]([-+]?)(%?\w+)", words)
    columns = re.search(r"-?-?(?:eo|eLo|o|Ao|axo|format)[ =]?(\S+)", words.replace("--sort", "--order"))
    if order:
        keys = {"rss": lambda t: t.rss, "vsz": lambda t: t.vsz}
        rows = sorted(rows, key=keys.get(order[2], lambda t: t.cpu), reverse=order[1] == "-")
    if "aux" in words:
        head = "USER         PID %CPU %MEM    VSZ   RSS TTY      STAT START   TIME COMMAND\n"
        return head + "".join(
            f"{t.user:<8} {t.pid:>7} {t.cpu:4.1f} {100 * t.rss / ram:4.1f} {t.vsz:6d} {t.rss:5d} ?        {t.state:<4} "
            f"{call.host.booted:%b%d} {_clock(t.seconds):>6} {t.words}\n" for t in rows
        )  # fmt: skip
    if columns:
        return _ps_columns([name for name in columns[1].split(",") if name], rows, ram)
    head = "UID          PID    PPID  C STIME TTY          TIME CMD\n"
    return head + "".join(
        f"{t.user:<8} {t.pid:>7}       1 {min(99, round(t.cpu)):2d} {call.host.booted:%b%d} ?        {_long_clock(t.seconds)} {t.words}\n"
        for t in rows
    )  # fmt: skip


def _ps_columns(names: list[str], rows: list[Task], ram: float) -> str:
    shape = []
    for name in names:
        plain, _, width = name.partition(":")
        if plain not in _COLUMNS:
            raise Failed(f'error: unknown user-defined format specifier "{plain}"', 1)
        title, size = _COLUMNS[plain]
        shape.append((plain, title, -int(width) if width.isdigit() else size))

    def pad(text: str, width: int) -> str:
        return text if not width else (text[: -width or None].ljust(-width) if width < 0 else text.rjust(width))

    def line(values: list[str]) -> str:
        return " ".join(pad(value, width) for value, (_, _, width) in zip(values, shape, strict=True)).rstrip() + "\n"

    out = line([title for _, title, _ in shape])
    for t in rows:
        cells = {
            "pid": str(t.pid), "user": t.user, "rss": str(t.rss), "vsz": str(t.vsz), "comm": _name_of(t.words), "ucmd": _name_of(t.words),
            "args": t.words, "cmd": t.words,
            "stat": t.state, "s": t.state[:1], "state": t.state[:1], "wchan": t.place, "pcpu": f"{t.cpu:.1f}", "%cpu": f"{t.cpu:.1f}",
            "pmem": f"{100 * t.rss / ram:.1f}", "%mem": f"{100 * t.rss / ram:.1f}", "time": _long_clock(t.seconds),
        }  # fmt: skip
        out += line([cells[plain] for plain, _, _ in shape])
    return out


def _clock(seconds: float) -> str:
    return f"{int(seconds) // 60}:{int(seconds) % 60:02d}"


def _long_clock(seconds: float) -> str:
    whole = int(seconds)
    return f"{whole // 3600:02d}:{whole % 3600 // 60:02d}:{whole % 60:02d}"


def _top(call: Call) -> str:
    options, _ = call.options("bn:d:o:c")
    if "-b" not in options:
        raise Failed("top: here it prints and ends: top -b -n 1 [-d SECONDS]", 2)
    try:
        rounds, delay = int(options.get("-n", "1")), float(options.get("-d", "3"))
    except ValueError:
        raise Failed("top: bad iterations argument", 1) from None
    if not (1 <= rounds <= 100 and 0 < delay <= 600):
        raise Failed("top: bad iterations argument", 1)
    linux = linux_of(call)
    out, before = "", Counter[str]()
    for number in range(rounds):
        if number:
            before = Counter(linux.cpu.ticks)
            call.host.world.wait(delay)
        used = Counter(linux.cpu.ticks)
        used.subtract(before)
        out += ("\n" if number else "") + _top_head(call, linux, used) + _top_rows(call, linux)
    return out


def _top_head(call: Call, linux: LinuxHost, used: Counter[str]) -> str:
    from advisor.training.tools.basic import TOOLS as BASIC

    up = BASIC["uptime"].run(call)
    total = sum(used[name] for name in ("us", "sy", "id", "wa", "st")) or 1.0
    us, sy, wa, st, idle = (100 * used[name] / total for name in ("us", "sy", "wa", "st", "id"))
    tasks = _tasks(call)
    running = sum(t.state.startswith("R") for t in tasks)
    out = f"top -{up}Tasks: {len(tasks):3d} total, {running:3d} running, {len(tasks) - running:3d} sleeping,   0 stopped,   0 zombie\n"
    m = linux.memory
    cache = m.cached_bytes + m.shmem_bytes + m.slab_bytes + m.buffers_bytes
    if _old(linux):
        out += f"Cpu(s): {us:4.1f}%us, {sy:4.1f}%sy,  0.0%ni, {idle:4.1f}%id, {wa:4.1f}%wa,  0.0%hi,  0.2%si, {st:4.1f}%st\n"
        kb = [round(n / 1024) for n in (m.ram_bytes, m.ram_bytes - m.free_bytes, m.free_bytes, m.buffers_bytes)]
        out += "Mem:  {:9d}k total, {:9d}k used, {:9d}k free, {:9d}k buffers\n".format(*kb)
        kb = [
            round(n / 1024)
            for n in (m.swap_bytes, m.swapped_bytes, m.swap_bytes - m.swapped_bytes, m.cached_bytes + m.shmem_bytes)
        ]
        return out + "Swap: {:9d}k total, {:9d}k used, {:9d}k free, {:9d}k cached\n".format(*kb)
    out += (
        f"%Cpu(s): {us:4.1f} us, {sy:4.1f} sy,  0.0 ni, {idle:4.1f} id, {wa:4.1f} wa,  0.0 hi,  0.2 si, {st:4.1f} st\n"
    )
    used_bytes = m.ram_bytes - m.free_bytes - cache
    if linux.release == "el7":
        kb = [round(n / 1024) for n in (m.ram_bytes, m.free_bytes, used_bytes, cache)]
        out += "KiB Mem : {:8d} total, {:8d} free, {:8d} used, {:8d} buff/cache\n".format(*kb)
        kb = [
            round(n / 1024) for n in (m.swap_bytes, m.swap_bytes - m.swapped_bytes, m.swapped_bytes, m.available_bytes)
        ]
        return out + "KiB Swap: {:8d} total, {:8d} free, {:8d} used. {:8d} avail Mem \n".format(*kb)
    mib = [n / 2**20 for n in (m.ram_bytes, m.free_bytes, used_bytes, cache)]
    out += "MiB Mem : {:8.1f} total, {:8.1f} free, {:8.1f} used, {:8.1f} buff/cache\n".format(*mib)
    mib = [n / 2**20 for n in (m.swap_bytes, m.swap_bytes - m.swapped_bytes, m.swapped_bytes, m.available_bytes)]
    return out + "MiB Swap: {:8.1f} total, {:8.1f} free, {:8.1f} used. {:8.1f} avail Mem\n".format(*mib)


def _top_rows(call: Call, linux: LinuxHost) -> str:
    about, ram = call.host.world.about, linux.memory.ram_bytes / 1024
    rows = sorted(_tasks(call), key=lambda t: -t.cpu)[:20]
    head = "\n    PID USER      PR  NI    VIRT    RES    SHR S  %CPU  %MEM     TIME+ COMMAND\n"
    return head + "".join(
        f"{t.pid:7d} {t.user:<8}  20   0 {_top_size(t.vsz):>7} {_top_size(t.rss):>6} {min(t.rss, 4120):6d} {t.state[0]} "
        f"{about(t.cpu, 0.05):5.1f} {100 * t.rss / ram:5.1f} {_clock(t.seconds):>6}.{t.pid % 100:02d} {_name_of(t.words)}\n" for t in rows
    )  # fmt: skip


def _top_size(kb: float) -> str:
    return f"{kb:.0f}" if kb < 1e6 else f"{kb / 2**20:.1f}g"


TOOLS = {
    **table(
        Tool("vmstat", _vmstat, "memory, swap, blocks and processors, a line each INTERVAL seconds: vmstat INTERVAL COUNT; -t adds the time. "
             "The first line is since the start: leave it out. b: tasks that wait for a disk; si, so: kB/s from and to swap; "
             "bi, bo: kB/s handed to the disks; wa: percent idle while something waits. vmstat -s: counters"),
        Tool("iostat", _iostat, "devices: iostat -x INTERVAL COUNT. r/s, w/s, kB/s, await: ms that a request took with its wait, "
             "aqu-sz: how many wait, %util. The first block is since the start; -y leaves it out"),
        Tool("free", _free, "memory and swap: free [-k|-m|-g|-h]. available is what programs can still get, free what nobody uses"),
        Tool("swapon", _swapon, "swap devices: swapon -s"),
        Tool("swapoff", _swapoff, "take swap away; what lies in it has to fit into memory"),
        Tool("ps", _ps, "processes: ps -ef, ps aux, ps -eo pid,stat,wchan:32,args --sort=-rss. State D waits for a disk, "
             "wchan names the function of the kernel it waits in"),
        Tool("top", _top, "processes by processor time: top -b -n 2. Its first round is the average since the start"),
    ),
    **linux_system.TOOLS,
    **linux_writes.TOOLS,
}  # fmt: skip
"""Those of a host with a `LinuxHost`."""
