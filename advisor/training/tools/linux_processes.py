"""Processes: ps, pgrep and top."""

from __future__ import annotations

import re
from collections import Counter

from advisor.training.parts.linux_host import LinuxHost, Task
from advisor.training.tools import basic
from advisor.training.tools.filters import pattern_of
from advisor.training.tools.on_linux import is_old, linux_of
from advisor.training.tools.tool import Call, Failed, Tool, table


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
            f"{_begun(call, t)} {_clock(t.seconds):>6} {t.words}\n" for t in rows
        )  # fmt: skip
    if columns:
        return _ps_columns([name for name in columns[1].split(",") if name], rows, ram)
    width = 5 if linux.kernel < (4, 0) else 7  # as many digits as the largest number of a process has
    head = f"UID      {'PID':>{width}} {'PPID':>{width}}  C STIME TTY          TIME CMD\n"
    return head + "".join(
        f"{t.user:<8} {t.pid:>{width}} {_parent(t):>{width}} {min(99, round(t.cpu)):2d} {_begun(call, t)} ?        "
        f"{_long_clock(t.seconds)} {t.words}\n" for t in rows
    )  # fmt: skip


def _parent(task: Task) -> int:
    """Who started it: threads of the kernel have their own."""
    return 0 if task.pid <= 2 else 2 if task.words.startswith("[") else 1


def _begun(call: Call, task: Task) -> str:
    """When a process started: the time of today, or the day."""
    since = task.since or call.host.booted
    return f"{since:%H:%M}" if since.date() == call.host.world.now.date() else f"{since:%b%d}"


def _pgrep(call: Call) -> str:
    options, rest = call.options("fnlaxcu:")
    if not rest or len(rest[0]) > 80:
        raise Failed("pgrep: only one pattern can be provided", 2)
    wanted = pattern_of(rest[0], True)
    of_user = [t for t in _tasks(call) if options.get("-u", t.user) == t.user]
    found = [t for t in of_user if wanted.search(t.words if "-f" in options else _name_of(t.words))]
    if not found:
        raise Failed("0" if "-c" in options else "", 1)
    if "-c" in options:
        return f"{len(found)}\n"
    shown = found[-1:] if "-n" in options else found
    names = [f" {t.words}" if "-a" in options else f" {_name_of(t.words)}" if "-l" in options else "" for t in shown]
    return "".join(f"{t.pid}{name}\n" for t, name in zip(shown, names, strict=True))


def _ps_columns(names: list[str], rows: list[Task], ram: float) -> str:
    shape = []
    for name in names:
        plain, _, width = name.partition(":")
        if plain not in _COLUMNS:
            raise Failed(f'error: unknown user-defined format specifier "{plain}"', 1)
        title, size = _COLUMNS[plain]
        shape.append((plain, title, -int(width) if width.isdecimal() else size))

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
    up = basic.TOOLS["uptime"].run(call)
    total = sum(used[name] for name in ("us", "sy", "id", "wa", "st")) or 1.0
    us, sy, wa, st, idle = (100 * used[name] / total for name in ("us", "sy", "wa", "st", "id"))
    tasks = _tasks(call)
    running = sum(t.state.startswith("R") for t in tasks)
    out = f"top -{up}Tasks: {len(tasks):3d} total, {running:3d} running, {len(tasks) - running:3d} sleeping,   0 stopped,   0 zombie\n"
    m = linux.memory
    cache = m.cached_bytes + m.shmem_bytes + m.slab_bytes + m.buffers_bytes
    if is_old(linux):
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


TOOLS = table(
    Tool("ps", _ps, "processes: ps -ef, ps aux, ps -eo pid,stat,wchan:32,args --sort=-rss. State D waits for a disk, "
         "wchan names the function of the kernel it waits in"),
    Tool("pgrep", _pgrep, "numbers of processes: pgrep -f ora_pmon"),
    Tool("top", _top, "processes by processor time: top -b -n 2. Its first round is the average since the start"),
)  # fmt: skip
"""Those of a host with a `LinuxHost`."""
