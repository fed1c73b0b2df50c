"""Commands of a Linux host with huge pages: sysctl, ulimit, ipcs, free, vmstat, ps, pgrep, numactl, df, mount, systemctl, grubby."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable

from advisor.training.files import NoSuchFile
from advisor.training.host import Host
from advisor.training.parts.oracle_boot import Boot
from advisor.training.parts.oracle_instance import DevShm, Instance, NoStart
from advisor.training.parts.oracle_limits import UNLIMITED, Logins, Unit, in_bytes, in_kb, login_limit
from advisor.training.parts.oracle_memory import GIB, HUGE, KIB, MIB, PAGE, HostMemory
from advisor.training.tools import basic
from advisor.training.tools.oracle import lines_of_ps
from advisor.training.tools.tool import Call, Failed, Tool, table

_VMSTAT_HEAD = (
    "procs -----------memory---------- ---swap-- -----io---- -system-- ------cpu-----\n"
    " r  b   swpd   free   buff  cache   si   so    bi    bo   in   cs us sy id wa st\n"
)


# --- memory


def meminfo(host: Host) -> str:
    """``/proc/meminfo``; kernels before 3.14 have no MemAvailable."""
    memory = _memory(host)
    kb = {
        "MemTotal": memory.ram_bytes, "MemFree": memory.free_bytes, "MemAvailable": memory.available_bytes,
        "Buffers": 0.05 * memory.cache_bytes, "Cached": 0.95 * memory.cache_bytes + _resident_shared(memory),
        "SwapCached": 0.04 * memory.swapped_bytes, "Active": 0.6 * (memory.cache_bytes + memory.private + memory.shared_bytes),
        "Inactive": 0.3 * (memory.cache_bytes + memory.private), "SwapTotal": memory.swap_bytes,
        "SwapFree": memory.swap_bytes - memory.swapped_bytes, "Dirty": 3.1 * MIB, "Writeback": 0.0, "AnonPages": _resident_private(memory),
        "Mapped": 0.9 * _resident_shared(memory) + 180 * MIB, "Shmem": _resident_shared(memory), "Slab": 0.7 * memory.kernel_bytes,
        "SReclaimable": 0.3 * memory.kernel_bytes, "SUnreclaim": 0.4 * memory.kernel_bytes, "KernelStack": 0.03 * memory.kernel_bytes,
        "PageTables": memory.table_bytes, "CommitLimit": memory.swap_bytes + (memory.ram_bytes - memory.pages * HUGE) / 2,
        "Committed_AS": memory.private + memory.shared_bytes, "VmallocTotal": 34359738367.0 * KIB, "AnonHugePages": 0.0,
    }  # fmt: skip
    if old_kernel(host):
        del kb["MemAvailable"]
    out = "".join(f"{name + ':':<16}{value / KIB:>8.0f} kB\n" for name, value in kb.items())
    pages = {"Total": memory.pages, "Free": memory.free_pages, "Rsvd": memory.reserved_pages, "Surp": 0}
    out += "".join(f"{f'HugePages_{name}:':<16}{value:>8d}\n" for name, value in pages.items())
    return f"{out}Hugepagesize:       2048 kB\nDirectMap4k:      {310_272:>7d} kB\nDirectMap2M:    {memory.ram_bytes / KIB:>9.0f} kB\n"


def _memory(host: Host) -> HostMemory:
    memory = host.parts["memory"]
    assert isinstance(memory, HostMemory)
    return memory


def _resident_private(memory: HostMemory) -> float:
    """Of what is in swap most is private, as far as there is so much."""
    return max(0.2 * memory.private, memory.private - 0.8 * memory.swapped_bytes)


def _resident_shared(memory: HostMemory) -> float:
    return max(0.0, memory.shared_bytes - (memory.swapped_bytes - (memory.private - _resident_private(memory))))


def _free(call: Call) -> str:
    options, _ = call.options("kmgbht")
    unit = MIB if "-m" in options else GIB if "-g" in options else 1 if "-b" in options else KIB
    memory = _memory(call.host)
    shared = _resident_shared(memory)
    cache = memory.cache_bytes + shared + 0.3 * memory.kernel_bytes
    used = memory.ram_bytes - memory.free_bytes - cache

    if old_kernel(call.host):
        return _old_free(memory, shared, unit)

    def shown(value: float) -> str:
        if "-h" not in options:
            return f"{value / unit:.0f}"
        return _human(value) if value >= 1 else "0B"

    rows = [
        ("Mem:", (memory.ram_bytes, used, memory.free_bytes, shared, cache, memory.available_bytes)),
        ("Swap:", (memory.swap_bytes, memory.swapped_bytes, memory.swap_bytes - memory.swapped_bytes)),
    ]
    head = "              total        used        free      shared  buff/cache   available\n"
    cells = [(name, [f"{shown(v):>{11 + (n == 0)}}" for n, v in enumerate(values)]) for name, values in rows]
    return head + "".join(f"{name:<7}{' '.join(row)}\n" for name, row in cells)


def old_kernel(host: Host) -> bool:
    """Whether it is from before MemAvailable, and its tools too."""
    return " 2.6." in host.release


def _old_free(memory: HostMemory, shared: float, unit: int) -> str:
    """As free printed it until procps-ng 3.3.10: what is used counts buffers and cache."""
    total, free = memory.ram_bytes / unit, memory.free_bytes / unit
    buffers, cached = 0.05 * memory.cache_bytes / unit, (0.95 * memory.cache_bytes + shared) / unit
    swap, away = memory.swap_bytes / unit, memory.swapped_bytes / unit
    return (
        "             total       used       free     shared    buffers     cached\n"
        f"Mem:    {total:>10.0f} {total - free:>10.0f} {free:>10.0f} {0:>10d} {buffers:>10.0f} {cached:>10.0f}\n"
        f"-/+ buffers/cache: {total - free - buffers - cached:>10.0f} {free + buffers + cached:>10.0f}\n"
        f"Swap:   {swap:>10.0f} {away:>10.0f} {swap - away:>10.0f}\n"
    )


def _vmstat(call: Call) -> str:
    _, rest = call.options("wnSat")
    interval, count = call.samples(rest)
    memory = _memory(call.host)
    out = _VMSTAT_HEAD + _vmstat_row(call, memory, Counter(), max(1.0, call.host.uptime_seconds), True)
    for _ in range(1, count):
        before = memory.totals.copy()
        call.host.world.wait(interval)
        changed = memory.totals.copy()
        changed.subtract(before)
        out += _vmstat_row(call, memory, changed, interval)
    return out


def _vmstat_row(call: Call, memory: HostMemory, counts: Counter[str], seconds: float, since_boot: bool = False) -> str:
    count = call.host.world.count
    busy = memory.thrashing and not since_boot
    load = sum(instance.open_sessions for instance in instances(call.host)) / 100 * (not since_boot)
    si, so = round(counts["swapped_in_kb"] / seconds), round(counts["swapped_out_kb"] / seconds)
    r, b = count(1 + load + 12 * busy), count(0.3 + 13 * busy)
    us, sy = min(60, count(4 + 2 * load)), min(45, count(2 + 0.6 * load + 32 * busy))
    wa = min(100 - us - sy, count(1 + 30 * busy))
    bi, bo = count(180 + 300 * load + si), count(260 + 200 * load + so)
    if since_boot:
        r, b, us, sy, wa, bi, bo = 3, 0, 9, 4, 2, 210, 320
    return (
        f"{r:2d} {b:2d} {memory.swapped_bytes / KIB:6.0f} {memory.free_bytes / KIB:6.0f} {0.05 * memory.cache_bytes / KIB:6.0f} "
        f"{(0.95 * memory.cache_bytes + _resident_shared(memory)) / KIB:6.0f} {si:4d} {so:4d} {bi:5d} {bo:5d} "
        f"{count(3000 + 400 * load):4d} {count(5000 + 700 * load):4d} {us:2d} {sy:2d} {100 - us - sy - wa:2d} {wa:2d}  0\n"
    )


def _numactl(call: Call) -> str:
    if not {"--hardware", "-H"} & set(call.args):
        raise Failed("numactl: known here: numactl --hardware", 2)
    memory = _memory(call.host)
    nodes = memory.nodes
    out = f"available: {len(nodes)} nodes (0{f'-{len(nodes) - 1}' if len(nodes) > 1 else ''})\n"
    rest = [node.ram_bytes - node.pages * HUGE for node in nodes]
    for number, node in enumerate(nodes):
        free = memory.free_bytes * rest[number] / max(1.0, sum(rest))
        out += f"node {number} cpus: {' '.join(map(str, node.cpus))}\n"
        out += f"node {number} size: {node.ram_bytes / MIB:.0f} MB\nnode {number} free: {free / MIB:.0f} MB\n"
    out += "node distances:\nnode " + " ".join(f"{n:3d}" for n in range(len(nodes))) + " \n"
    for number in range(len(nodes)):
        out += f"{number:4d}: " + " ".join(f"{10 if n == number else 21:3d}" for n in range(len(nodes))) + " \n"
    return out


# --- shared memory


def instances(host: Host) -> list[Instance]:
    """The Oracle instances of a host."""
    return [part for part in host.parts.values() if isinstance(part, Instance)]


def _ipcs(call: Call) -> str:
    options, _ = call.options("amsqlutp")
    if "-l" in options:
        limits = "max number of segments = 4096\nmax seg size (kbytes) = 4294967296\nmax total shared memory (kbytes) = 17179869184\n"
        return f"\n------ Shared Memory Limits --------\n{limits}min seg size (bytes) = 1\n\n"
    out = "\n------ Shared Memory Segments --------\nkey        shmid      owner      perms      bytes      nattch     status      \n"
    for instance in instances(call.host):
        found = instance.segment_list()
        for place, (number, size) in enumerate(found):
            key = f"0x{instance.shmid * 31 & 0xFFFFFFF:08x}" if place == len(found) - 1 else "0x00000000"
            out += f"{key} {number:<10d} oracle     640        {size:<10d} {instance.mappers():<10d}             \n"
    return f"{out}\n"


def _df(call: Call) -> str:
    options, rest = call.options("khmPT")
    shm = call.part("shm", DevShm)
    files = sum(i.small_shared_bytes() for i in instances(call.host) if i.in_files)
    rows = [
        ("/dev/mapper/vg00-root", 50e9, 21e9, "/"), ("tmpfs", shm.size_bytes, shm.others_bytes + files, "/dev/shm"),
        ("/dev/mapper/vg00-u01", 200e9, 117e9, "/u01"),
    ]  # fmt: skip
    wanted = [row for row in rows if not rest or row[3] in rest]
    if not wanted:
        raise Failed(f"df: {rest[0]}: No such file or directory")
    if "-h" in options:
        body = [(name, _human(s), _human(u), _human(s - u), u / s, at) for name, s, u, at in wanted]
        out = f"{'Filesystem':<22} Size  Used Avail Use% Mounted on\n"
        return out + "".join(f"{n:<22} {s:>4} {u:>5} {a:>5} {100 * x:>3.0f}% {at}\n" for n, s, u, a, x, at in body)
    unit, title = (MIB, "1M-blocks") if "-m" in options else (KIB, "1K-blocks")
    return f"{'Filesystem':<22} {title:>10} {'Used':>10} {'Available':>10} Use% Mounted on\n" + "".join(
        f"{n:<22} {s / unit:>10.0f} {u / unit:>10.0f} {(s - u) / unit:>10.0f} {100 * u / s:>3.0f}% {at}\n"
        for n, s, u, at in wanted
    )


def _human(value: float) -> str:
    """A size as -h prints it."""
    unit, size = next((u, s) for u, s in (("G", GIB), ("M", MIB), ("K", KIB)) if value >= s or s == KIB)
    return "0" if value < 1 else f"{value / size:.1f}{unit}" if value < 10 * size else f"{value / size:.0f}{unit}"


def _mount(call: Call) -> str:
    options, rest = call.options("o:t:")
    shm = call.part("shm", DevShm)
    found = re.fullmatch(r"remount,size=(\d{1,15})([kKmMgG]?)", options.get("-o", ""))
    if not rest and not options:
        return f"/dev/mapper/vg00-root on / type xfs (rw,relatime)\ntmpfs on /dev/shm type tmpfs (rw,size={shm.size_bytes / KIB:.0f}k)\n"
    if not found or rest != ["/dev/shm"]:
        raise Failed("mount: known here: mount, and mount -o remount,size=SIZE /dev/shm", 2)
    shm.size_bytes = float(int(found[1]) * {"": 1, "k": KIB, "m": MIB, "g": GIB}[found[2].lower()])
    call.does("change")
    return ""


def _ls(call: Call) -> str:
    """As everywhere, but for /dev/shm, whose files are granules of an SGA."""
    if [word.rstrip("/") for word in call.args if not word.startswith("-")] != ["/dev/shm"]:
        return basic.TOOLS["ls"].run(call)
    files = _granules(call.host)
    if not any(word.startswith("-") and "l" in word for word in call.args):
        return "".join(f"{name}\n" for name, _ in files)
    stamp = f"{instances(call.host)[0].started:%b %e %H:%M}"
    total = sum(size for _, size in files) // KIB
    return f"total {total}\n" + "".join(f"-rw-r----- 1 oracle dba {size} {stamp} {name}\n" for name, size in files)


def _granules(host: Host) -> list[tuple[str, int]]:
    """The granules of instances under automatic memory management, as files."""
    found = []
    for instance in instances(host):
        if instance.in_files:
            count = int(instance.small_bytes // (128 * MIB))
            found += [(f"ora_{instance.sid}_{instance.shmid}_{n}", 128 * MIB) for n in range(count)]
    return found


# --- settings


def _settings(host: Host) -> dict[str, str]:
    boot = host.parts["boot"]
    assert isinstance(boot, Boot)
    return {**boot.settings, "vm.nr_hugepages": str(_memory(host).pages)}


def _sysctl(call: Call) -> str:
    args = [word for word in call.args if word not in ("-w", "-q", "-e")]
    boot = call.part("boot", Boot)
    if args and args[0] in ("-p", "--system", "--load"):
        paths = args[1:] or (["/etc/sysctl.conf"] if args[0] != "--system" else boot.paths())
        pairs = [pair for path in paths for pair in boot.pairs(path)]
    elif args and args[0] in ("-a", "-A"):
        call.shown += _settings(call.host)
        return "".join(f"{name} = {value}\n" for name, value in sorted(_settings(call.host).items()))
    else:
        pairs = [
            (name.replace("/", "."), value.strip())
            for name, mark, value in (word.partition("=") for word in args)
            if mark
        ]
        names = [word for word in args if "=" not in word]
        if names:
            return "".join(_read_setting(call, name) for name in names)
    if not pairs:
        raise Failed("usage: sysctl NAME, sysctl -w NAME=VALUE, sysctl -p [FILE], sysctl -a", 2)
    return "".join(_set(call, boot, name, value) for name, value in pairs)


def _read_setting(call: Call, name: str) -> str:
    settings = _settings(call.host)
    if name not in settings:
        raise Failed(f"sysctl: cannot stat /proc/sys/{name.replace('.', '/')}: No such file or directory", 255)
    call.shown.append(name)
    return f"{name} = {settings[name]}\n"


def _set(call: Call, boot: Boot, name: str, value: str) -> str:
    if name not in _settings(call.host) or not re.fullmatch(
        r"\d{1,9}" if name == "vm.nr_hugepages" else r"[\d\s-]{1,60}", value
    ):
        raise Failed(f"sysctl: cannot set {name}: Invalid argument", 255)
    call.does("change", name)
    boot.set(name, value)
    return f"{name} = {value}\n"


def _ulimit(call: Call) -> str:
    logins = call.part("logins", Logins)
    options, _ = call.options("aSHln")
    limit = logins.limit
    if "-H" in options and logins.user != "root":
        limit = login_limit(call.host, logins.user, "hard")
    if "-a" not in options:
        return f"{in_kb(limit)}\n" if "-l" in options else "1024\n" if "-n" in options else "unlimited\n"
    rows = [
        ("core file size", "(blocks, -c)", "0"), ("data seg size", "(kbytes, -d)", "unlimited"), ("scheduling priority", "(-e)", "0"),
        ("file size", "(blocks, -f)", "unlimited"), ("pending signals", "(-i)", "256712"),
        ("max locked memory", "(kbytes, -l)", in_kb(limit)),
        ("max memory size", "(kbytes, -m)", "unlimited"), ("open files", "(-n)", "65536"), ("pipe size", "(512 bytes, -p)", "8"),
        ("POSIX message queues", "(bytes, -q)", "819200"), ("real-time priority", "(-r)", "0"), ("stack size", "(kbytes, -s)", "10240"),
        ("cpu time", "(seconds, -t)", "unlimited"), ("max user processes", "(-u)", "16384"), ("virtual memory", "(kbytes, -v)", "unlimited"),
        ("file locks", "(-x)", "unlimited"),
    ]  # fmt: skip
    return "".join(f"{name:<21} {unit:>15} {value}\n" for name, unit, value in rows)


def of_process(instance: Instance, pid: int, text: Callable[[Instance], str]) -> str:
    """A file below ``/proc`` of a process of one start; of a process that is gone there is none."""
    if not instance.running or instance.pid != pid:
        raise NoSuchFile("No such file or directory")
    return text(instance)


def limits_of(instance: Instance) -> str:
    """``/proc/PID/limits`` of one of its processes."""
    locked = in_bytes(instance.limit)
    rows = [
        ("cpu time", "unlimited", "unlimited", "seconds"), ("file size", "unlimited", "unlimited", "bytes"),
        ("stack size", "10485760", "33554432", "bytes"), ("core file size", "0", "unlimited", "bytes"),
        ("resident set", "unlimited", "unlimited", "bytes"), ("processes", "16384", "16384", "processes"),
        ("open files", "65536", "65536", "files"), ("locked memory", locked, locked, "bytes"),
        ("address space", "unlimited", "unlimited", "bytes"),
    ]  # fmt: skip
    out = f"{'Limit':<25} {'Soft Limit':<20} {'Hard Limit':<20} {'Units':<10}\n"
    return out + "".join(f"{f'Max {name}':<25} {soft:<20} {hard:<20} {unit:<10}\n" for name, soft, hard, unit in rows)


def status_of(instance: Instance) -> str:
    """``/proc/PID/status`` of one of its sessions, as far as memory goes."""
    tables = instance.table_bytes() / max(1, instance.mappers()) + 400 * KIB
    size, private = instance.sga(instance.given) + 220 * MIB, instance.session_bytes
    resident = instance.small_shared_bytes() * instance.touch + private
    rows = {
        "VmPeak": size,
        "VmSize": size,
        "VmHWM": resident,
        "VmRSS": resident,
        "VmData": private,
        "VmPTE": tables,
        "VmSwap": 0.0,
    }
    memory = "".join(f"{name}:\t{value / KIB:8.0f} kB\n" for name, value in rows.items())
    name = f"oracle_{instance.pid}_{instance.sid.lower()}"
    return f"Name:\t{name}\nState:\tS (sleeping)\nPid:\t{instance.pid + 60}\nPPid:\t1\n{memory}Threads:\t1\n"


# --- processes, services, boot


def _processes(host: Host) -> list[tuple[str, int, str]]:
    rows = [(p.user, p.pid, p.words) for p in host.processes]
    return rows + [("oracle", pid, words) for instance in instances(host) for pid, words in lines_of_ps(instance)]


def _ps(call: Call) -> str:
    words = " ".join(call.args)
    if words not in ("-ef", "-e -f", "aux", "-aux", "ax"):
        raise Failed("ps: known here: ps -ef", 2)
    out = "UID          PID    PPID  C STIME TTY          TIME CMD\n"
    stamp = f"{call.host.booted:%b%d}"
    rows = [
        ("root", 1, "/sbin/init" if old_kernel(call.host) else "/usr/lib/systemd/systemd --system"),
        *_processes(call.host),
    ]
    return out + "".join(
        f"{user:<8} {pid:>7} {1:>7}  0 {stamp} ?        00:{pid % 60:02d}:{pid % 47:02d} {cmd}\n"
        for user, pid, cmd in rows
    )


def _pgrep(call: Call) -> str:
    options, rest = call.options("fnlacu:")
    found = [pid for _, pid, words in _processes(call.host) if rest and re.search(rest[0][:80].replace("*", ""), words)]
    if not found:
        raise Failed("", 1)
    if "-c" in options:
        return f"{len(found)}\n"
    return "".join(f"{pid}\n" for pid in (found[-1:] if "-n" in options else found))


def _systemctl(call: Call) -> str:
    unit = call.host.parts.get("unit")
    options, words = call.options("p:", ["property=", "no-pager", "value", "now"])
    if not isinstance(unit, Unit):
        raise Failed("Unit could not be found: nothing of Oracle is started by systemd here", 4)
    action = words[0] if words else ""
    if action == "daemon-reload":
        call.does("change")
        unit.reload()
        return ""
    name = words[1] if len(words) > 1 else ""
    if name.removesuffix(".service") != unit.name.removesuffix(".service"):
        raise Failed(f"Unit {name or '?'} could not be found. The one of Oracle is {unit.name}", 4)
    match action:
        case "cat":
            return "\n".join(
                f"# {path}\n{call.host.files.read(path)}" for path in unit.paths() if call.host.files.has(path)
            )
        case "show":
            limit = "infinity" if unit.limit == UNLIMITED else f"{unit.limit:.0f}"
            wanted = options.get("-p", options.get("--property", "LimitMEMLOCK"))
            if "LimitMEMLOCK" not in wanted:
                raise Failed("systemctl: of a unit LimitMEMLOCK is known here: systemctl show UNIT -p LimitMEMLOCK", 2)
            return f"LimitMEMLOCK={limit}\n"
        case "status":
            state = "active (exited)" if instances(call.host)[0].running else "inactive (dead)"
            return f"* {unit.name} - Oracle database\n   Loaded: loaded (/etc/systemd/system/{unit.name}; enabled)\n   Active: {state}\n"
        case "start" | "stop" | "restart":
            return _service(call, unit, action)
    raise Failed("systemctl: known here: cat, show, status, start, stop, restart, daemon-reload", 2)


def _service(call: Call, unit: Unit, action: str) -> str:
    instance = instances(call.host)[0]
    if action in ("stop", "restart") and instance.running:
        call.does("disruptive")
        instance.shut()
    if action in ("start", "restart") and not instance.running:
        call.does("change")
        try:
            instance.start(unit.limit)
        except NoStart:
            raise Failed(f"Job for {unit.name} failed because the control process exited with error code.") from None
    return ""


def _grubby(call: Call) -> str:
    options, _ = call.options("", ["info=", "update-kernel=", "args=", "remove-args="])
    boot = call.part("boot", Boot)
    if "--info" in options:
        return f'index=0\nkernel="/boot/vmlinuz-{call.host.release.split()[2]}"\nargs="{boot.next_line}"\nroot="/dev/mapper/vg00-root"\n'
    if "--update-kernel" not in options:
        raise Failed("grubby: known here: --info=DEFAULT, --update-kernel=ALL with --args= or --remove-args=", 2)
    call.does("change")
    words = [w for w in boot.next_line.split() if w not in options.get("--remove-args", "").split()]
    added = options.get("--args", "").split()
    words = [w for w in words if w.partition("=")[0] not in {a.partition("=")[0] for a in added}]
    boot.next_line = " ".join([*words, *added])
    return ""


def _getconf(call: Call) -> str:
    if call.args[:1] != ["PAGE_SIZE"] and call.args[:1] != ["PAGESIZE"]:
        raise Failed("getconf: known here: getconf PAGE_SIZE", 2)
    return f"{PAGE}\n"


TOOLS = table(
    Tool("free", _free, "memory at a glance: free -m. used: with the pool of huge pages, used or not; available: what can be given out"),
    Tool("vmstat", _vmstat, "a line each INTERVAL seconds: vmstat INTERVAL COUNT. si, so: from and to swap, kB/s. "
         "The first line is since the start"),
    Tool("numactl", _numactl, "the nodes of the host with their memory: numactl --hardware"),
    Tool("ipcs", _ipcs, "shared memory segments, their bytes, and how many processes are attached: ipcs -m"),
    Tool("ls", _ls, "list files: ls [-l] [PATH...]; /dev/shm holds the SGA of an instance under automatic memory management"),
    Tool("df", _df, "file systems: df -k /dev/shm"),
    Tool("mount", _mount, "what is mounted; mount -o remount,size=SIZE /dev/shm changes the size until the next start"),
    Tool("sysctl", _sysctl, "kernel settings: sysctl NAME; sysctl -w NAME=VALUE until the next start; sysctl -p FILE. "
         "vm.nr_hugepages: the kernel may find fewer than were asked for"),
    Tool("ulimit", _ulimit, "limits of this shell: ulimit -a; -l is locked memory in kB. Of an account: su - oracle -c 'ulimit -l'"),
    Tool("ps", _ps, "processes: ps -ef"),
    Tool("pgrep", _pgrep, "numbers of processes: pgrep -f ora_pmon"),
    Tool("systemctl", _systemctl, "services: systemctl cat|show|status|start|stop|restart UNIT; "
         "systemctl daemon-reload after its files were changed"),
    Tool("grubby", _grubby, "the boot line of the next start: grubby --info=DEFAULT; grubby --update-kernel=ALL --args=hugepages=NUMBER"),
    Tool("getconf", _getconf, "constants of the system: getconf PAGE_SIZE"),
)  # fmt: skip
"""Those of a Linux host with a `HostMemory`, a `DevShm`, a `Boot` and `Logins`."""
