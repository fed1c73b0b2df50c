"""What a host with Oracle has beside other Linux hosts: limits of accounts and processes, shared memory, and files in /dev/shm."""

from __future__ import annotations

from collections.abc import Callable

from advisor.training.files import NoSuchFile
from advisor.training.host import Host
from advisor.training.parts.oracle_instance import Instance
from advisor.training.parts.oracle_limits import Logins, in_bytes, in_kb, login_limit
from advisor.training.parts.sizes import KIB, MIB
from advisor.training.tools import basic
from advisor.training.tools.tool import Call, Tool, table

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


# --- limits


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


TOOLS = table(
    Tool("ipcs", _ipcs, "shared memory segments, their bytes, and how many processes are attached: ipcs -m"),
    Tool("ls", _ls, "list files: ls [-l] [PATH...]; /dev/shm holds the SGA of an instance under automatic memory management"),
    Tool("ulimit", _ulimit, "limits of this shell: ulimit -a; -l is locked memory in kB. Of an account: su - oracle -c 'ulimit -l'"),
)  # fmt: skip
"""Those of a Linux host with an `Instance` and `Logins`."""
