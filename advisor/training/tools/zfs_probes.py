"""What looks into the kernel of Solaris: dtrace one-liners, bitesize.d, mdb, kstat and the fault manager."""

from __future__ import annotations

import re

from advisor.training.parts.zfs_host import Pools, Tunables
from advisor.training.parts.zfs_memory import ZfsMemory
from advisor.training.tools.tool import Call, Failed, Tool, table

_GANG = re.compile(r"fbt::zio_gang_tree_issue:entry\s*\{\s*@\w*\[(?P<key>pid|execname)\]\s*=\s*count\(\);?\s*\}")
_SLEEP = re.compile(r"sleep (\d{1,5})")
_MEASURED = 60


def _dtrace(call: Call) -> str:
    """The one-liner that counts gang blocks."""
    options, _ = call.options("qn:c:s:Z")
    program, command = options.get("-n", ""), options.get("-c", "")
    found, seconds = _GANG.search(program), _SLEEP.search(command)
    if not found:
        raise Failed(
            "dtrace: known here: dtrace -qn 'fbt::zio_gang_tree_issue:entry { @[pid] = count(); }' -c \"sleep 300\"", 1
        )
    if not seconds:
        raise Failed('dtrace: give it an end: -c "sleep 300"', 1)
    found_pools = call.part("pools", Pools).imported
    before = [pool.gangs for pool in found_pools]
    call.host.world.wait(int(seconds[1]))
    rows = [
        (pool, round(pool.gangs - count))
        for pool, count in zip(found_pools, before, strict=True)
        if pool.gangs - count >= 0.5
    ]
    key = found["key"]
    lines = [
        f"{pool.pid if key == 'pid' else 'zpool-' + pool.name:>9} {count:16d}\n"
        for pool, count in sorted(rows, key=lambda r: r[1])
    ]
    matched = "" if "-q" in options else "dtrace: description 'fbt::zio_gang_tree_issue:entry ' matched 1 probe\n"
    return matched + "\n" + "".join(lines)


def _bitesize(call: Call) -> str:
    """Disk/bitesize.d of the DTraceToolkit, ended with Ctrl-C after a minute."""
    found = call.part("pools", Pools).imported
    before = [dict(pool.sizes) for pool in found]
    call.host.world.wait(_MEASURED)
    out = "Tracing... Hit Ctrl-C to end.\n^C\n     PID  CMD\n"
    for pool, old in zip(found, before, strict=True):
        counts = {size: round(count - old.get(size, 0)) for size, count in pool.sizes.items()}
        counts = {size: count for size, count in counts.items() if count > 0}
        if counts:
            out += f"{pool.pid:8d}  zpool-{pool.name}\\0\n\n{_histogram(counts)}\n"
    return out


def _histogram(counts: dict[int, int]) -> str:
    total = sum(counts.values())
    size, last = min(counts) // 2, max(counts) * 2
    out = "           value  ------------- Distribution ------------- count    \n"
    while size <= last:
        count = counts.get(size, 0)
        out += f"{size:16d} |{'@' * round(40 * count / total):<40} {count:<9d}\n"
        size *= 2
    return out


def _mdb(call: Call) -> str:
    """`echo COMMAND | mdb -k`."""
    if "-k" not in call.args and "-kw" not in call.args:
        raise Failed("mdb: known here: echo COMMAND | mdb -k", 2)
    if call.stdin is None:
        raise Failed("mdb: pipe a command into it: echo ::memstat | mdb -k", 2)
    return "".join(_asked(call, line.strip()) for line in call.stdin.splitlines() if line.strip())


def _asked(call: Call, line: str) -> str:
    memory = call.host.parts.get("memory")
    if line in ("::memstat", "::arc") and isinstance(memory, ZfsMemory):
        if line == "::memstat":
            call.host.world.wait(20)
            return memory.memstat()
        call.shown.append("zfs_arc_max")
        return memory.arc_lines()
    tunables = call.part("tunables", Tunables)
    if (found := re.fullmatch(r"(zfs_\w+)/[DUEJ]", line)) and found[1] in tunables.live:
        call.shown.append(found[1])
        return f"{found[1]}:\n{found[1]}:{' ' * max(1, 16 - len(found[1]) - 1)}{tunables.live[found[1]]}\n"
    if found := re.fullmatch(r"(zfs_\w+)/[WZ]\s*0t(\d{1,15})", line):
        if "-kw" not in call.args:
            raise Failed("mdb: failed to write: target is not open for writing; mdb -kw")
        if found[1] == "zfs_arc_max":
            raise Failed("mdb: zfs_arc_max is read at the start only on this release")
        old = tunables.live.get(found[1])
        if old is None:
            raise Failed(f"mdb: failed to dereference symbol: unknown symbol name: {found[1]}")
        tunables.set(found[1], int(found[2]))
        call.does("change", found[1])
        return f"{found[1]}:{' ' * 8}{old:#x}{' ' * 12}=       {int(found[2]):#x}\n"
    raise Failed(f"mdb: invalid command or unknown symbol here: {line}")


def _fmadm(call: Call) -> str:
    """No device is faulted in these models unless one of a pool is."""
    if not call.args or call.args[0] not in ("faulty", "repair", "repaired"):
        raise Failed("fmadm: known here: fmadm faulty, fmadm repair EVENT", 2)
    return ""


def _kstat(call: Call) -> str:
    memory = call.host.parts.get("memory")
    if not isinstance(memory, ZfsMemory) or not any("arcstats" in word for word in call.args):
        raise Failed("kstat: known here: kstat -p zfs:0:arcstats", 2)
    return memory.arcstats()


def _format(call: Call) -> str:
    """`echo | format`: the disks that there are; what is in a pool is among them."""
    known = call.part("pools", Pools)
    disks = {d.device: d for p in known.known.values() for d in p.disks} | known.free
    rows = "".join(
        f"       {number}. {name} <SUN-LCSM100_F-0610-{round(disk.size_bytes / 2**30, 2)}GB>\n          /ssd@g{number:02x}\n"
        for number, (name, disk) in enumerate(sorted(disks.items()))
    )
    return f"Searching for disks...done\n\n\nAVAILABLE DISK SELECTIONS:\n{rows}Specify disk (enter its number): \n"


TOOLS = table(
    Tool("dtrace", _dtrace, "count events in the kernel: dtrace -qn 'fbt::zio_gang_tree_issue:entry { @[pid] = count(); }' -c \"sleep 300\" "
         "counts gang blocks by process; ps -ef | grep zpool- tells which pool a process belongs to"),
    Tool("bitesize.d", _bitesize, "sizes of I/Os by process, as a histogram (DTraceToolkit): /opt/DTT/Disk/bitesize.d; "
         "it is ended here after a minute"),
    Tool("mdb", _mdb, "look into the kernel: echo ::memstat | mdb -k (who has the memory), echo ::arc | mdb -k (the cache of ZFS), "
         "echo zfs_txg_timeout/D | mdb -k (a parameter)"),
    Tool("format", _format, "the disks that the host sees: echo | format; zpool status tells which of them a pool has"),
    Tool("fmadm", _fmadm, "what the fault manager has diagnosed: fmadm faulty"),
    Tool("kstat", _kstat, "counters of the kernel: kstat -p zfs:0:arcstats"),
)  # fmt: skip
"""Those of a host with `Pools` and `Tunables`."""
