"""What a Linux client measures of its NFS mounts: nfsiostat and mountstats; and `share` of a Solaris server."""

from __future__ import annotations

from dataclasses import dataclass, field

from advisor.training.parts.zfs_database import FileServer
from advisor.training.tools.tool import Call, Tool, table
from advisor.training.tools.zfs_pools import pools

_NETWORK_MS = 0.35


@dataclass
class NfsMount:
    """A mount on a client, with the counters since it was mounted.

    Attributes:
        server: the name of the server; `work` what its clients do there.
        export, mount: what is mounted, and where.
        before: commits, reads and their seconds before the exercise: what the mount has seen in its life.
    """

    server: str
    export: str
    mount: str
    work: FileServer
    before: tuple[float, float, float, float] = field(default=(0.0, 0.0, 0.0, 0.0))

    def counted(self) -> tuple[float, float, float, float]:
        """Writes with their seconds, reads with theirs; most reads are answered from the server's memory."""
        work = self.work
        mine = (work.commits, work.wait_seconds, 8 * work.reads, work.read_wait)
        return tuple(a + b for a, b in zip(mine, self.before, strict=True))  # type: ignore[return-value]


def _times(now: tuple[float, ...], then: tuple[float, ...]) -> tuple[float, float, float, float]:
    """Writes and their mean time in ms, reads and theirs."""
    writes, write_s, reads, read_s = (a - b for a, b in zip(now, then, strict=True))
    return writes, 1000 * write_s / max(1.0, writes) + _NETWORK_MS, reads, 1000 * read_s / max(1.0, reads) + _NETWORK_MS


def _nfsiostat(call: Call) -> str:
    _, rest = call.options("")
    mount = call.part("mount", NfsMount)
    interval, count = call.samples([word for word in rest if not word.startswith("/")])
    out = _report(mount, _times(mount.counted(), (0.0,) * 4), max(1.0, call.host.uptime_seconds))
    for _ in range(1, count):
        before = mount.counted()
        call.host.world.wait(interval)
        out += "\n" + _report(mount, _times(mount.counted(), before), interval)
    return out


def _report(mount: NfsMount, times: tuple[float, float, float, float], seconds: float) -> str:
    writes, write_ms, reads, read_ms = times
    head = f"{mount.server}:{mount.export} mounted on {mount.mount}:\n\n"
    head += "           ops/s       rpc bklog\n" + f"{(2 * writes + reads) / seconds:16.3f}{0.0:16.3f}\n\n"
    return (
        head + _block("read", reads / seconds, 9.1, read_ms) + _block("write", writes / seconds, 8.2, write_ms) + "\n"
    )


def _block(name: str, rate: float, size: float, milliseconds: float) -> str:
    titles = "           ops/s            kB/s           kB/op         retrans    avg RTT (ms)    avg exe (ms)"
    return (
        f"{name + ':':<8}{titles[3:]}\n"
        f"{rate:24.3f}{rate * size:16.3f}{size:16.3f}        0 (0.0%){milliseconds:16.3f}{milliseconds * 1.01:16.3f}\n"
    )


def _mountstats(call: Call) -> str:
    mount = call.part("mount", NfsMount)
    writes, write_ms, reads, read_ms = _times(mount.counted(), (0.0,) * 4)
    sent = round(2 * writes + reads)
    out = f"Stats for {mount.server}:{mount.export} mounted on {mount.mount}:\n\n"
    out += "  NFS mount options: rw,vers=3,rsize=1048576,wsize=1048576,hard,proto=tcp\nRPC statistics:\n"
    out += f"  {sent} RPC requests sent, {sent} RPC replies received (0 XIDs not found)\n\n"
    rows = (
        ("READ", reads, 148, 9230, read_ms),
        ("WRITE", writes, 8420, 136, write_ms),
        ("COMMIT", writes, 148, 128, write_ms),
    )
    for name, count, up, down, milliseconds in rows:
        share = round(100 * count / max(1, sent))
        out += f"{name}:\n\t{round(count)} ops ({share}%) \t0 retrans (0%) \t0 major timeouts\n"
        out += f"\tavg bytes sent per op: {up}\tavg bytes received per op: {down}\n"
        out += f"\tbacklog wait: 0.002000 \tRTT: {milliseconds:.6f} \ttotal execute time: {milliseconds * 1.01:.6f} (milliseconds)\n"
    return out


def _share(call: Call) -> str:
    out = ""
    for pool in pools(call).imported:
        for name, dataset in sorted(pool.datasets.items()):
            value = pool.value(name, "sharenfs")
            if value != "off" and dataset.mountpoint:
                out += f'-               {dataset.mountpoint}   {"rw" if value == "on" else value}   ""\n'
    return out


CLIENT = table(
    Tool("nfsiostat", _nfsiostat, "what NFS mounts do: nfsiostat INTERVAL COUNT. avg RTT is the time until the server answered. "
         "The first report is the mean since the mount"),
    Tool("mountstats", _mountstats, "counters of an NFS mount since it was mounted, operation by operation: mountstats MOUNT"),
)  # fmt: skip
"""Those of a Linux client with an `NfsMount`."""
SERVER = table(Tool("share", _share, "what is exported by NFS: share"))
"""Those of a Solaris server."""
