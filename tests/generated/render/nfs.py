"""The server's and a client's view of NFS."""

from statistics import mean

from tests.generated.model import World
from tests.generated.noise import around
from tests.generated.render import Source, on_linux, on_solaris
from tests.generated.render.linux_host import mounts

OPS = ("null", "getattr", "setattr", "lookup", "access", "readlink", "read", "write", "create", "mkdir", "symlink", "mknod", "remove", "rmdir", "rename", "link", "readdir", "readdirplus", "fsstat", "fsinfo", "pathconf", "commit")  # fmt: skip
COMMON = {"getattr": 0.3, "lookup": 0.12, "access": 0.15, "read": 0.2, "write": 0.12, "create": 0.01, "remove": 0.008, "setattr": 0.01, "readdirplus": 0.02, "commit": 0.01, "rename": 0.002, "fsstat": 0.005}  # fmt: skip


def calls(world: World) -> dict[str, int]:
    """Calls since the boot, by operation; a mechanism may have said how many writes and commits a second there are."""
    shares = COMMON | {
        name: world.counters[f"nfs_{name}_per_mille"] / 1000
        for name in COMMON
        if f"nfs_{name}_per_mille" in world.counters
    }
    total = world.uptime.total_seconds() * around(world.rng, 260, 0.5)
    return {name: int(total * shares.get(name, 0.0003) * world.rng.uniform(0.8, 1.2)) for name in OPS}


def serves(world: World) -> bool:
    return world.role == "files"


def nfsstat_s(world: World, _command: str) -> str:
    """`nfsstat -s`, version 3."""
    found = calls(world)
    total = sum(found.values())
    if on_solaris(world):
        lines = ["", "Server nfs:", "calls     badcalls  ", f"{total:<9} 0         ", f"Version 3: ({total} calls)"]
        cells = [(name, f"{count} {100 * count // total}%") for name, count in found.items()]
        for start in range(0, len(cells), 5):
            lines += [
                "".join(f"{name:<15}" for name, _ in cells[start : start + 5]),
                "".join(f"{count:<15}" for _, count in cells[start : start + 5]),
            ]
        return "\n".join(lines) + "\n"
    if world.system.freebsd:
        names = (
            "Getattr",
            "Setattr",
            "Lookup",
            "Readlink",
            "Read",
            "Write",
            "Create",
            "Remove",
            "Rename",
            "Link",
            "Symlink",
            "Mkdir",
            "Rmdir",
            "Readdir",
            "RdirPlus",
            "Access",
            "Mknod",
            "Fsstat",
            "Fsinfo",
            "PathConf",
            "Commit",
        )
        short = {"RdirPlus": "readdirplus"}
        lines = ["", "Server Info:"]
        for start in range(0, len(names), 7):
            part = names[start : start + 7]
            lines += [
                " ".join(f"{name:>12}" for name in part),
                " ".join(f"{found[short.get(name, name.lower())]:>12}" for name in part),
            ]
        return "\n".join(lines) + "\n"
    lines = [
        "Server rpc stats:",
        "calls      badcalls   badfmt     badauth    badclnt",
        f"{total:<10} 0          0          0          0       ",
        "",
        "Server nfs v3:",
    ]
    cells = [(name, f"{count:<9} {100 * count // total}%") for name, count in found.items()]
    for start in range(0, len(cells), 5):
        lines += [
            "".join(f"{name:<17}" for name, _ in cells[start : start + 5]),
            "".join(f"{count:<17}" for _, count in cells[start : start + 5]),
        ]
    return "\n".join(lines) + "\n"


def exports(world: World, _command: str) -> str:
    """The list of exports."""
    points = [mount.point for mount in mounts(world) if mount.kind == "zfs"] or [world.names["datamount"]]
    option = world.settings.get(
        "export", "sync,wdelay,hide,no_subtree_check,sec=sys,rw,secure,root_squash,no_all_squash"
    )
    return "".join(f"{point:<15}\t10.20.0.0/16({option})\n" for point in points)


def nfsiostat(world: World, _command: str) -> str:
    """What a client of this host sees with `nfsiostat`."""
    tick = world.ticks[len(world.ticks) // 2]
    ms = world.counters.get("nfs_write_ms", 0) or 1 + 2 * mean(io.write_ms for io in tick.io.values())
    writes, reads = around(world.rng, 60, 0.5), around(world.rng, 40, 0.7)
    kb = world.rng.uniform(6, 40)
    point = next((mount.point for mount in mounts(world) if mount.kind == "zfs"), world.names["datamount"])

    def row(name: str, rate: float, size: float, rtt: float) -> list[str]:
        return [f"{name + ':':<17}  ops/s            kB/s           kB/op         retrans         avg RTT (ms)    avg exe (ms)",
                f"                  {rate:7.3f}         {rate * size:8.3f}         {size:7.3f}        0 (0.0%)         {rtt:8.3f}        {rtt * 1.04:8.3f}"]  # fmt: skip

    lines = [
        "",
        f"{world.host}:{point} mounted on /mnt{point}:",
        "",
        "   op/s         rpc bklog",
        f"{(writes + reads) * 1.6:8.2f}            0.00",
    ]
    return (
        "\n".join([*lines, *row("read", reads, 28, around(world.rng, 1.4, 0.3)), *row("write", writes, kb, ms)]) + "\n"
    )


SOURCES = (
    Source("nfsstat -s", ("nfsstat -s",), nfsstat_s, serves, 0.2),
    Source("exports", ("exportfs -v",), exports, lambda world: serves(world) and on_linux(world), 0.12),
    Source("nfsiostat", ("ssh {client} nfsiostat 10 2",), nfsiostat, serves, 0.06),
)
