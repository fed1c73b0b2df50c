"""Commands of Solaris, in its formats: vmstat, iostat -xn, prtconf, psrinfo, ps, prstat, truss, netstat -i, swap and ipcs."""

from __future__ import annotations

from collections import Counter
from datetime import datetime

from advisor.training.host import Host
from advisor.training.parts.array import Array
from advisor.training.parts.device import Counted, Counts
from advisor.training.parts.processors import Processors
from advisor.training.parts.solaris_memory import SolarisMemory
from advisor.training.parts.writer import Writer
from advisor.training.tools.tool import Call, Failed, Tool, table

_VMSTAT_TITLES = {
    "procs": " procs     memory            page            disk          faults      cpu\n",
    "kthr": " kthr      memory            page            disk          faults      cpu\n",
}
_VMSTAT_COLUMNS = " r b w   swap  free  re  mf pi po fr de sr s0 s1 s2 s3   in   sy   cs us sy id\n"
_VMSTAT_PAGING = (
    "     memory           page          executable      anonymous      filesystem \n"
    "   swap  free  re  mf  fr  de  sr  epi  epo  epf  api  apo  apf  fpi  fpo  fpf\n"
)
_IOSTAT_HEAD = (
    "                    extended device statistics              \n"
    "    r/s    w/s   kr/s   kw/s wait actv wsvc_t asvc_t  %w  %b device\n"
)
_HEADER_EVERY = 20


def _vmstat(call: Call) -> str:
    options, rest = call.options("pS")
    if "-p" in options:
        return _vmstat_paging(call, rest)
    interval, count = call.samples(rest)
    memory = call.part("memory", SolarisMemory)
    # threads instead of processes are counted from Solaris 10 on
    head = _VMSTAT_TITLES["kthr" if call.host.release.split()[2] in ("5.10", "5.11") else "procs"] + _VMSTAT_COLUMNS
    lived = _used(call)
    out = head + _vmstat_row(call, memory, lived, max(1.0, lived["cpu-seconds"]), since_boot=True)
    for number in range(1, count):
        before, used = memory.totals.copy(), _used(call)
        call.host.world.wait(interval)
        changed = memory.totals.copy()
        changed.subtract(before)
        changed.update(_used(call))
        changed.subtract(used)
        out += (head if number % _HEADER_EVERY == 0 else "") + _vmstat_row(call, memory, changed, interval)
    return out


def _vmstat_paging(call: Call, rest: list[str]) -> str:
    """What is paged, by kind: memory of processes is anonymous."""
    if call.host.release.split()[2] in ("5.6", "5.7"):
        raise Failed("vmstat: -p is not known on this release; plain vmstat shows pi, po and sr", 2)
    interval, count = call.samples(rest)
    memory = call.part("memory", SolarisMemory)
    out = _VMSTAT_PAGING + _paging_row(memory, (12, 80, 4, 0, 1, 0, 0, 0, 1, 0, 0, 4, 9, 4))
    for number in range(1, count):
        before = memory.totals.copy()
        call.host.world.wait(interval)
        changed = memory.totals.copy()
        changed.subtract(before)
        n = {name: round(value / interval) for name, value in changed.items()}
        into, gone = n.get("anon_in_kb", 0), n.get("anon_out_kb", 0)
        written = max(0, n.get("pgpgout_kb", 0) - gone)
        read = max(0, n.get("pgpgin_kb", 0) - into)
        freed = max(n.get("freed_kb", 0), gone)
        row = (n.get("reclaims", 0), n.get("minor_faults", 0), freed, 0, n.get("scanned", 0), 0, 0, 0, into, gone, gone,
               read, written, freed - gone)  # fmt: skip
        out += (_VMSTAT_PAGING if number % _HEADER_EVERY == 0 else "") + _paging_row(memory, row)
    return out


def _paging_row(memory: SolarisMemory, row: tuple[int, ...]) -> str:
    swap, free = round((memory.swap_bytes - memory.away_bytes) / 1024), round(memory.free_bytes / 1024)
    return (
        f" {swap:6d} {free:5d} "
        + " ".join(f"{n:{w}d}" for n, w in zip(row, (3, 3, 3, 3, 3, *[4] * 9), strict=True))
        + "\n"
    )


def _used(call: Call) -> Counter[str]:
    """The account of the processors, where the host keeps one."""
    part = call.host.parts.get("processors")
    return (
        Counter({f"cpu-{name}": value for name, value in part.totals.items()})
        if isinstance(part, Processors)
        else Counter()
    )


def _vmstat_row(
    call: Call, memory: SolarisMemory, counts: Counter[str], seconds: float, since_boot: bool = False
) -> str:
    world = call.host.world
    starving = memory.free_bytes < memory.lotsfree / 2 and not since_boot
    jobs = sum(not job.over for job in call.host.jobs.values())

    def rate(name: str) -> int:
        return round(counts[name] / seconds)

    r, b = (world.count(0.5), world.count(1.5 * jobs + 10 * starving)) if not since_boot else (0, 0)
    free, swap = round(memory.free_bytes / 1024), round((memory.swap_bytes - memory.away_bytes) / 1024)
    if since_boot:
        paged = (4, 61, 12, 9, 11, 0, 2)
    else:
        paged = (rate("reclaims") + 120 * starving, rate("minor_faults") * (1 + 4 * starving), rate("pgpgin_kb"), rate("pgpgout_kb"),
                 rate("freed_kb"), 0, rate("scanned"))  # fmt: skip
    sy = 3 + world.count(10) * bool(jobs) + world.count(40) * starving
    us = min(97 - sy, world.count(6))
    faults = (
        world.count(650 + 500 * bool(jobs) + 800 * starving),
        world.count(2900 if not starving else 900),
        world.count(760 + 300 * bool(jobs)),
    )
    disks = (world.count(0.5), 0, world.count(9), 0)
    if counts["cpu-seconds"]:
        us, sy, r = (rate(f"cpu-{name}") for name in ("us", "sy", "r"))
        faults = rate("cpu-in"), rate("cpu-sc"), rate("cpu-cs")
    return (
        f" {r} {b} {memory.swapped_out if not since_boot else 0} {swap} {free} "
        + "{:3d} {:3d} {:2d} {:2d} {:2d} {:d} {:d} ".format(*paged)
        + "{:2d} {:2d} {:2d} {:2d} ".format(*disks)
        + "{:4d} {:4d} {:4d} ".format(*faults)
        + f"{us:2d} {sy:2d} {max(0, 100 - us - sy):2d}\n"
    )


def _iostat(call: Call) -> str:
    options, rest = call.options("xnzEptdT:")
    if "-E" in options:
        return _iostat_errors(call.host)
    if not {"-x", "-n"} <= options.keys():
        raise Failed("iostat: known here: iostat -xn [INTERVAL [COUNT]], iostat -En", 2)
    interval, count = call.samples(rest)
    devices = [part for part in call.host.parts.values() if isinstance(part, Counted)]
    out = _stamp(call, options) + _IOSTAT_HEAD + "".join(_since_boot(call, device) for device in devices)
    for _ in range(1, count):
        before = [device.counted() for device in devices]
        call.host.world.wait(interval)
        out += _stamp(call, options) + _IOSTAT_HEAD
        out += "".join(
            _device_row(device.counted().since(counts), interval, device.device)
            for device, counts in zip(devices, before, strict=True)
        )
    return out


def _device_row(counts: Counts, seconds: float, name: str) -> str:
    requests = counts.reads + counts.writes
    response = 1000 * counts.response_seconds / requests if requests > 0.01 else 0.0
    busy = min(100, round(100 * counts.busy_seconds / seconds))
    return (
        f"  {counts.reads / seconds:5.1f} {counts.writes / seconds:6.1f} {counts.read_bytes / 1024 / seconds:6.1f} "
        f"{counts.write_bytes / 1024 / seconds:6.1f}  0.0 {counts.response_seconds / seconds:4.1f}    0.0 {response:6.1f}"
        f"   0 {busy:3d} {name}\n"
    )


def _since_boot(call: Call, device: Counted) -> str:
    """The first block: the mean since the start; an array of the cluster model has no history, and was idle."""
    if isinstance(device, Array):
        return _idle_row(call, device.device)
    return _device_row(device.counted(), max(1.0, call.host.uptime_seconds), device.device)


def _stamp(call: Call, options: dict[str, str]) -> str:
    """The line that -T d puts above each sample, or -T u with the seconds since 1970."""
    now = call.host.world.now
    match options.get("-T"):
        case "d":
            return f"{now:%a %b %e %H:%M:%S} UTC {now:%Y}\n"
        case "u":
            return f"{int(now.timestamp())}\n"
        case _:
            return ""


def _idle_row(call: Call, device: str) -> str:
    about = call.host.world.about
    return f"  {about(3):5.1f} {about(5):6.1f} {about(30):6.1f} {about(22):6.1f}  0.0  0.0    0.0 {about(5):6.1f}   0   2 {device}\n"


def _iostat_errors(host: Host) -> str:
    devices = [part for part in host.parts.values() if isinstance(part, Counted)]
    return "".join(_errors_of(device, number) for number, device in enumerate(devices, 1))


def _errors_of(device: Counted, number: int) -> str:
    size = int(getattr(device, "size_bytes", 107_374_182_400))
    serial = getattr(device, "serial", "") or f"1T0{number}2281"
    return (
        f"{device.device:<16} Soft Errors: 0 Hard Errors: 0 Transport Errors: 0 \n"
        f"Vendor: ARRAY    Product: RAID             Revision: 0301 Serial No: {serial} \n"
        f"Size: {size / 1e9:.2f}GB <{size} bytes>\n"
        "Media Error: 0 Device Not Ready: 0 No Device: 0 Recoverable: 0 \n"
        "Illegal Request: 0 Predictive Failure Analysis: 0 \n"
    )


def _prtconf(call: Call) -> str:
    megabytes = round(call.host.ram_bytes / 2**20)
    return (
        f"System Configuration:  Sun Microsystems  sun4u\nMemory size: {megabytes} Megabytes\n"
        "System Peripherals (Software Nodes):\n\nSUNW,Ultra-Enterprise\n"
    )


def _psrinfo(call: Call) -> str:
    return "".join(f"{n}\ton-line   since {call.host.booted:%m/%d/%y %H:%M:%S}\n" for n in range(call.host.cpus))


def writers(host: Host) -> dict[int, Writer]:
    """The jobs that write, by process, those in the background and those that users started."""
    users = [part for part in host.parts.values() if isinstance(part, Writer)]
    jobs = [job for job in host.jobs.values() if isinstance(job, Writer)]
    return {w.pid: w for w in [*users, *jobs] if not w.over}


def _ps(call: Call) -> str:
    booted = call.host.booted
    rows = [
        ("root", 0, "sched", booted),
        ("root", 1, "/etc/init -", booted),
        ("root", 2, "pageout", booted),
        ("root", 3, "fsflush", booted),
    ]
    rows += [(p.user, p.pid, p.words, booted) for p in call.host.processes]
    running = writers(call.host)
    rows += [("root" if w.words.startswith("dd ") else "oracle", pid, w.words, w.began) for pid, w in running.items()]
    return "     UID   PID  PPID  C    STIME TTY      TIME CMD\n" + "".join(
        f"{user:>8} {pid:5d}     1  0 {_started(since, call.host.world.now)} ?        0:{pid % 60:02d} {words}\n"
        for user, pid, words, since in rows
    )


def _started(since: datetime, now: datetime) -> str:
    """When a process began: the time of today, or the day."""
    return f"{since:%H:%M:%S}" if since.date() == now.date() else f"{since:  %b %d}"


def _truss(call: Call) -> str:
    options, _ = call.options("ft:p:o:c")
    number = options.get("-p", "")
    running = writers(call.host)
    if not number.isdecimal():
        raise Failed("usage: truss [-t write,pwrite] -p PID; ps -ef shows the numbers", 2)
    if int(number) not in running:
        if any(process.pid == int(number) for process in call.host.processes):
            call.host.world.wait(5)
            return "poll(0xFFFFFFFF7FFFF3A0, 1, 5000)\t(sleeping...)\n^C\n"
        raise Failed(f"truss: cannot find process {number}")
    call.does("look")
    writer = running[int(number)]
    call.host.world.wait(2)
    size = writer.request_bytes
    start = int(writer.done_bytes // size) * size
    lines = [
        f'pwrite64(261, "\\0A2\\0\\0\\0\\0\\0 @\\0\\0\\0\\0\\0".., {size}, 0x{start + n * size:08X}) = {size}\n'
        for n in range(8)
    ]
    return "".join(lines) + "^C\n"


def _netstat(call: Call) -> str:
    if "-i" not in call.args:
        raise Failed("netstat: known here: netstat -i", 2)
    seconds = call.host.uptime_seconds
    head = "Name  Mtu  Net/Dest      Address        Ipkts  Ierrs Opkts  Oerrs Collis Queue \n"
    damaged = call.host.network_errors
    rows = [(name, mtu, net, address, round(rate * seconds), damaged.get(name, 0), round(rate * seconds * 0.99))
            for name, mtu, net, address, rate in call.host.interfaces]  # fmt: skip
    return head + "".join(
        f"{name:<5} {mtu:<4} {net:<13} {address:<14} {received:<6} {errors:<5} {sent:<6} 0     0      0     \n"
        for name, mtu, net, address, received, errors, sent in rows
    )


def _swap(call: Call) -> str:
    memory = call.part("memory", SolarisMemory)
    size, used = round(memory.swap_bytes / 512), round(memory.away_bytes / 512)
    if "-s" in call.args:
        return (
            f"total: {used // 2 + 41000}k bytes allocated + 12200k reserved = {used // 2 + 53200}k used, "
            f"{(size - used) // 2}k available\n"
        )
    return f"swapfile             dev  swaplo blocks   free\n/dev/dsk/c0t0d0s1   136,1      16 {size} {size - used}\n"


def _ipcs(call: Call) -> str:
    memory = call.part("memory", SolarisMemory)
    out = f"IPC status from <running system> as of {call.host.world.now:%a %b %d %H:%M:%S} {call.host.world.now:%Y}\n"
    out += "T         ID      KEY        MODE        OWNER    GROUP      SEGSZ\nShared Memory:\n"
    if memory.locked_bytes:
        out += f"m        101   0x67fe2ba8 --rw-r-----   oracle      dba {round(memory.locked_bytes):>10}\n"
    return out


TOOLS = table(
    Tool("vmstat", _vmstat, "memory and paging, a line each INTERVAL seconds: vmstat INTERVAL COUNT. "
         "The first line is since the start: leave it out. "
         "free in kB; sr: pages that the scanner looked at in a second; pi, po in kB/s; w: processes swapped out; b: waiting. "
         "From Solaris 8 on vmstat -p tells pages of processes (api, apo) from those of files (fpi, fpo)."),
    Tool("iostat", _iostat, "devices: iostat -xn INTERVAL COUNT. kw/s written, asvc_t ms in the device, %b busy. "
         "-T d: with the time of each sample. The first block is since the start. iostat -En: error counts"),
    Tool("prtconf", _prtconf, "configuration of the machine; its second line is the memory size: prtconf | head -3"),
    Tool("psrinfo", _psrinfo, "the processors"),
    Tool("ps", _ps, "processes: ps -ef"),
    Tool("truss", _truss, "system calls of a process: truss -t write,pwrite -p PID. "
         "The third argument of a write is its size. It slows the process."),
    Tool("netstat", _netstat, "network interfaces with their error counts: netstat -i"),
    Tool("swap", _swap, "swap space: swap -l, swap -s"),
    Tool("ipcs", _ipcs, "shared memory segments, which may be locked: ipcs -mb"),
)  # fmt: skip
"""Those of a Solaris host with a `SolarisMemory` and arrays."""
