"""What a DBA looks at on the host of an instance: segments, limits, pages, parameters, units."""

from datetime import timedelta

from tests.generated.model import World
from tests.generated.noise import chance
from tests.generated.programs.oracle import Instance, instance, memlock_of
from tests.generated.render import Source
from tests.generated.render.linux_memory import meminfo
from tests.generated.render.oracle_alert import on_oracle


def ipcs(world: World, _command: str) -> str:
    """`ipcs -m`: none of an instance that is down."""
    made, rng = instance(world), world.rng
    old = world.system.sysstat < (9, 0)
    lines = [
        "",
        "------ Shared Memory Segments --------",
        "key        shmid      owner      perms      bytes      nattch     status      ",
    ]
    shmid = rng.randint(0, 60) * 32768 + rng.randint(0, 9)
    if chance(rng, 0.3):
        lines.append(
            f"0x{rng.randint(0x10000000, 0x7FFFFFFF):08x} {shmid:<10} root       600        1000       8                       "
        )
    segments = [] if made.error else made.segments
    for number, segment in enumerate(segments, 1):
        key = f"0x{rng.randint(0x10000000, 0xEFFFFFFF):08x}" if segment.key else "0x00000000"
        attached = 0 if segment.key and made.target_mb else made.sessions
        lines.append(
            f"{key} {shmid + number * (32769 if old else 1):<10} oracle     {'640' if old else '640 '[:3]}        {segment.size:<10} {attached:<10}             "
        )
    return "\n".join(lines) + "\n\n"


def ipcs_l(world: World, _command: str) -> str:
    """`ipcs -lm`."""
    most = int(world.memory.total * 1024 * 0.95)
    return (
        "\n------ Shared Memory Limits --------\nmax number of segments = 4096\n"
        f"max seg size (kbytes) = {most}\nmax total shared memory (kbytes) = {most * 2}\nmin seg size (bytes) = 1\n\n"
    )


def ulimit(world: World, command: str) -> str:
    """`ulimit -l` or `-a` in a shell of oracle."""
    kb = instance(world).shell_kb
    if "-l" in command:
        return f"{memlock_of(kb)}\n"
    rows = [("core file size", "(blocks, -c)", "0"), ("data seg size", "(kbytes, -d)", "unlimited"), ("scheduling priority", "(-e)", "0"), ("file size", "(blocks, -f)", "unlimited"),
            ("pending signals", "(-i)", str(int(world.memory.total * 3.9))), ("max locked memory", "(kbytes, -l)", memlock_of(kb)), ("max memory size", "(kbytes, -m)", "unlimited"),
            ("open files", "(-n)", "65536"), ("pipe size", "(512 bytes, -p)", "8"), ("POSIX message queues", "(bytes, -q)", "819200"), ("real-time priority", "(-r)", "0"),
            ("stack size", "(kbytes, -s)", "10240"), ("cpu time", "(seconds, -t)", "unlimited"), ("max user processes", "(-u)", "16384"), ("virtual memory", "(kbytes, -v)", "unlimited"),
            ("file locks", "(-x)", "unlimited")]  # fmt: skip
    return "\n".join(f"{name:<20}{unit:>16} {value}" for name, unit, value in rows) + "\n"


def proc_limits(world: World, _command: str) -> str:
    """`/proc/PID/limits` of pmon."""
    made = instance(world)
    if made.error:
        return ""
    locked = "unlimited" if made.memlock_kb < 0 else str(made.memlock_kb * 1024)
    rows = [("Max cpu time", "unlimited", "unlimited", "seconds"), ("Max file size", "unlimited", "unlimited", "bytes"), ("Max data size", "unlimited", "unlimited", "bytes"),
            ("Max stack size", "10485760", "33554432", "bytes"), ("Max core file size", "0", "unlimited", "bytes"), ("Max resident set", "unlimited", "unlimited", "bytes"),
            ("Max processes", "16384", "16384", "processes"), ("Max open files", "65536", "65536", "files"), ("Max locked memory", locked, locked, "bytes"),
            ("Max address space", "unlimited", "unlimited", "bytes"), ("Max file locks", "unlimited", "unlimited", "locks"), ("Max nice priority", "0", "0", ""), ("Max realtime priority", "0", "0", "")]  # fmt: skip
    lines = [f"{'Limit':<25} {'Soft Limit':<20} {'Hard Limit':<20} {'Units':<10}"]
    return (
        "\n".join([*lines, *(f"{name:<25} {soft:<20} {hard:<20} {unit:<10}" for name, soft, hard, unit in rows)]) + "\n"
    )


def limits_conf(world: World, command: str) -> str:
    """limits.conf, or a file of limits.d."""
    made, rng = instance(world), world.rng
    lines = (
        ["# /etc/security/limits.conf", "#", "#<domain>      <type>  <item>         <value>", "#", ""]
        if "limits.conf" in command and chance(rng, 0.6)
        else []
    )
    rows = [("oracle", "soft", "nofile", "1024"), ("oracle", "hard", "nofile", "65536"), ("oracle", "soft", "nproc", "16384"), ("oracle", "hard", "nproc", "16384"),
            ("oracle", "soft", "stack", "10240"), ("oracle", "hard", "stack", "32768")]  # fmt: skip
    kb = made.shell_kb
    if kb != 64 and kb != 32:
        text = rng.choice(("unlimited", "-1")) if kb < 0 else str(kb)
        kinds = ("-",) if kb > 0 and chance(rng, 0.1) else ("soft", "hard")
        rows += [("oracle", kind, "memlock", text) for kind in kinds]
    elif chance(rng, 0.3):
        lines.append(f"#oracle   soft   memlock    {made.needed * 2048}")
    gap = rng.choice(("   ", "\t", " ", "    "))
    lines += [gap.join(row) for row in rows]
    return "\n".join([*lines, "", "# End of file"]) + "\n"


def limits_d(world: World, _command: str) -> str:
    """The file of the package that prepares a host for Oracle."""
    made, lines = (
        instance(world),
        [
            "# oracle-database-preinstall-19c setting for nofile soft limit is 1024",
            "oracle   soft   nofile    1024",
            "",
        ],
    )
    for name, hard, soft in (("nofile", "65536", ""), ("nproc", "16384", "16384"), ("stack", "32768", "10240")):
        lines += [
            f"# oracle-database-preinstall-19c setting for {name} hard limit is {hard}",
            f"oracle   hard   {name}    {hard}",
            "",
        ]
        lines += [f"oracle   soft   {name}    {soft}", ""] if soft else []
    kb = "unlimited" if made.shell_kb < 0 else str(made.shell_kb)
    lines += [
        "# oracle-database-preinstall-19c setting for memlock hard limit is maximum of 128GB on x86_64 or 3GB on x86 OR 90 % of RAM"
    ]
    lines += [
        f"{'#' if 0 < made.shell_kb <= 64 else ''}oracle   {kind}   memlock    {kb if made.shell_kb > 64 or made.shell_kb < 0 else 134217728}"
        for kind in ("hard", "soft")
    ]
    return "\n".join(lines) + "\n"


def _prepared(world: World) -> bool:
    return (
        on_oracle(world)
        and world.system.name in ("oracle-linux-7", "oracle-linux-8", "oracle-linux-9")
        and instance(world).version >= (19,)
    )


def unit(world: World, _command: str) -> str:
    """The service that starts the instance, where one does."""
    made = instance(world)
    if made.by != "systemd":
        return ""
    lines = ["# /etc/systemd/system/oracle-rdbms.service", "[Unit]", "Description=Oracle Database(s) and Listener", "Requires=network.target", "", "[Service]", "Type=forking", "Restart=no",
             f"ExecStart={made.home}/bin/dbstart {made.home}", f"ExecStop={made.home}/bin/dbshut {made.home}", "User=oracle"]  # fmt: skip
    if made.memlock_kb < 0:
        lines.append("LimitMEMLOCK=infinity")
    elif made.memlock_kb > 70000:
        lines.append(f"LimitMEMLOCK={made.memlock_kb * 1024}")
    lines += ["LimitNOFILE=65535"] if chance(world.rng, 0.5) else []
    return "\n".join([*lines, "", "[Install]", "WantedBy=multi-user.target"]) + "\n"


def huge(world: World, _command: str) -> str:
    """`grep -i huge /proc/meminfo`, with page tables if somebody thought of them."""
    return "".join(f"{line}\n" for line in meminfo(world, "").splitlines() if "uge" in line)


def sysctl_conf(world: World, command: str) -> str:
    """/etc/sysctl.conf as sites leave it."""
    made, rng = instance(world), world.rng
    most = int(world.memory.total * 1048576 * 0.9)
    lines = ["# oracle", "fs.aio-max-nr = 1048576", "fs.file-max = 6815744", f"kernel.shmall = {most // 4096}", f"kernel.shmmax = {most}", "kernel.shmmni = 4096",
             "kernel.sem = 250 32000 100 128", "net.ipv4.ip_local_port_range = 9000 65500", "net.core.rmem_default = 262144", "net.core.rmem_max = 4194304",
             "net.core.wmem_default = 262144", "net.core.wmem_max = 1048576"]  # fmt: skip
    if made.wanted:
        lines.append(f"vm.nr_hugepages{rng.choice((' = ', '='))}{made.wanted}")
    if "grep" in command:
        lines = [line for line in lines if "huge" in line or "shm" in line]
    return "\n".join(lines) + "\n"


def _mega(made: Instance, mb: int) -> str:
    return f"{mb // 1024}G" if mb and mb % 1024 == 0 else f"{mb}M" if mb else "0"


def show_parameter(world: World, command: str) -> str:
    """`show parameter` in SQL*Plus; nothing of an instance that is down."""
    made = instance(world)
    if made.error:
        return ""
    sga = 0 if made.target_mb else made.sga_mb
    rows = (
        [
            ("memory_max_target", "big integer", _mega(made, made.target_mb)),
            ("memory_target", "big integer", _mega(made, made.target_mb)),
        ]
        if made.version >= (11,)
        else []
    )
    rows += [("lock_sga", "boolean", "FALSE"), ("pre_page_sga", "boolean", "TRUE" if made.version >= (12,) else "FALSE"), ("sga_max_size", "big integer", _mega(made, made.sga_mb)),
             ("sga_target", "big integer", _mega(made, sga)), ("pga_aggregate_target", "big integer", _mega(made, 0 if made.target_mb else made.pga_mb))]  # fmt: skip
    rows += [("use_large_pages", "string", made.large_pages)] if made.large_pages else []
    rows += [("_enable_NUMA_support", "boolean", "TRUE")] if made.numa else []
    rows += [("processes", "integer", str(made.processes))]
    wanted = command.split()[-1] if command.startswith("show parameter ") else ""
    lines = ["", f"{'NAME':<36} {'TYPE':<11} VALUE", "-" * 36 + " " + "-" * 11 + " " + "-" * 30]
    lines += [
        f"{name:<36} {kind:<11} {value}"
        for name, kind, value in sorted(rows)
        if wanted in name and (made.large_pages or wanted != "use_large_pages")
    ]
    return "\n".join(lines) + "\n"


def startup(world: World, _command: str) -> str:
    """The start in SQL*Plus, if it failed."""
    made = instance(world)
    if not made.error or made.memlock_kb != made.shell_kb:
        return ""  # it came up, or would if it were started by hand
    when = world.end - timedelta(minutes=3)
    head = [f"SQL*Plus: Release {made.release} {'Production ' if made.version < (12, 2) else '- Production '}on {when:%a %b %e %H:%M:%S %Y}", "", f"Copyright (c) 1982, {min(when.year, 2021)}, Oracle.  All rights reserved.", "",
            "Connected to an idle instance.", "", "SQL> startup"]  # fmt: skip
    return "\n".join([*head, *made.error, "SQL> "]) + "\n"


def shm(world: World, command: str) -> str:
    """`df /dev/shm`, or what lies in it."""
    made, rng = instance(world), world.rng
    total = made.shm_mb or int(world.memory.total / 2)
    used = 0 if made.error or not made.target_mb else min(total, int(made.sga_mb * 0.97))
    if command.startswith("ls"):
        if not used:
            return "total 0\n"
        granule = 16 if made.sga_mb > 1024 else 4
        many = min(60, used // granule)
        day = f"{made.started:%b %e %H:%M}"
        return f"total {used * 1024}\n" + "".join(
            f"-rw-r----- 1 oracle {'dba' if rng.random() < 0.2 else 'oinstall'} {granule * 1048576} {day} ora_{made.sid}_{rng.randint(3, 4) * 32768 + 1}_{number}\n"
            for number in range(many)
        )
    name = "tmpfs"
    return f"{'Filesystem':<20} {'Size':>5} {'Used':>5} {'Avail':>5} Use% Mounted on\n{name:<20} {_g(total):>5} {_g(used):>5} {_g(total - used):>5} {100 * used // total:>3}% /dev/shm\n"


def _g(mb: float) -> str:
    return "0" if mb == 0 else f"{mb / 1024:.1f}G" if mb < 10240 else f"{mb / 1024:.0f}G"


def pages_script(world: World, _command: str) -> str:
    """What the script that counts the pages of all segments recommends."""
    made = instance(world)
    if made.error or made.target_mb:
        return ""
    pages = sum(segment.size // 2097152 + 1 for segment in made.segments if not segment.key or segment.size > 4096)
    return (
        "\nThis script is provided by Doc ID 401749.1 from My Oracle Support \n(http://support.oracle.com) where it is intended to compute values for \n"
        "the recommended HugePages/HugeTLB configuration for the current shared \nmemory segments on Oracle Linux. Before proceeding with the execution please note following:\n"
        f" * For ASM instance, it needs to configure ASMM instead of AMM.\n\nPress Enter to proceed...\n\nRecommended setting: vm.nr_hugepages = {pages}\n"
    )


def smaps(world: World, _command: str) -> str:
    """The shared segments in the map of pmon, with the pages they lie in."""
    made = instance(world)
    if made.error or made.target_mb:
        return ""
    lines, address = [], 0x60000000
    for segment in made.segments:
        size = -(-segment.size // 4096) * 4096
        lines += [f"{address:x}-{address + size:x} rw-s 00000000 00:{'0e' if segment.large else '04'} {world.rng.randint(10**5, 10**7)}                           /SYSV{world.rng.randint(0x10000000, 0x7fffffff) if segment.key else 0:08x} (deleted)",
                  f"Size:           {size // 1024:>8} kB", f"Rss:            {0 if segment.large else int(size / 1024 * 0.6):>8} kB", f"KernelPageSize: {2048 if segment.large else 4:>8} kB", f"MMUPageSize:    {2048 if segment.large else 4:>8} kB"]  # fmt: skip
        address += size + 0x1000000
    return "\n".join(lines) + "\n"


SOURCES = (
    Source("smaps", ("grep -E -A16 SYSV /proc/$(pgrep -f ora_pmon | head -1)/smaps | grep -E 'SYSV|^Size|^Rss|PageSize'",), smaps, lambda world: on_oracle(world) and world.system.sysstat >= (9, 0), 0.03),
    Source("ipcs -m", ("ipcs -m", "ipcs -ma"), ipcs, on_oracle, 0.1),
    Source("ipcs -l", ("ipcs -lm",), ipcs_l, on_oracle, 0.03),
    Source("ulimit", ("ulimit -l", "ulimit -a", "su - oracle -c 'ulimit -l'"), ulimit, on_oracle, 0.05),
    Source("proc limits", ("cat /proc/$(pgrep -f ora_pmon | head -1)/limits",), proc_limits, on_oracle, 0.03),
    Source("limits.conf", ("cat /etc/security/limits.conf",), limits_conf, on_oracle, 0.05, "etc/security/limits.conf"),
    Source("limits.conf", ("cat /etc/security/limits.d/oracle-database-preinstall-19c.conf",), limits_d, _prepared, 0.05, "etc/security/limits.d/oracle-database-preinstall-19c.conf"),
    Source("systemd unit", ("systemctl cat oracle-rdbms",), unit, lambda world: on_oracle(world) and world.system.sysstat >= (10, 0), 0.03, "etc/systemd/system/oracle-rdbms.service"),
    Source("hugepages", ("grep -i huge /proc/meminfo", "cat /proc/meminfo | grep Huge"), huge, on_oracle, 0.15),
    Source("sysctl.conf", ("cat /etc/sysctl.conf", "grep -v '^#' /etc/sysctl.conf"), sysctl_conf, on_oracle, 0.06, "etc/sysctl.conf"),
    Source("show parameter", ("show parameter", "show parameter sga", "show parameter target", "show parameter use_large_pages"), show_parameter, on_oracle, 0.08),
    Source("sqlplus startup", ("sqlplus / as sysdba",), startup, on_oracle, 0.3),
    Source("dev shm", ("df -h /dev/shm", "ls -l /dev/shm | head -60"), shm, on_oracle, 0.05),
    Source("hugepages script", ("./hugepages_settings.sh",), pages_script, on_oracle, 0.04),
)  # fmt: skip
