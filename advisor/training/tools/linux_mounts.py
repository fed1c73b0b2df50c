"""File systems and disks: mount, df and lsblk."""

from __future__ import annotations

import math
import re

from advisor.training.parts.linux_host import LinuxHost, Mount
from advisor.training.tools.on_linux import linux_of
from advisor.training.tools.tool import Call, Failed, Tool, table


def _mount(call: Call) -> str:
    options, rest = call.options("o:t:v")
    mounts = linux_of(call).mounts
    if rest:
        return _remount(call, options.get("-o", ""), rest)
    kernel = [
        ("proc", "/proc", "proc", "rw,nosuid,nodev,noexec,relatime"),
        ("sysfs", "/sys", "sysfs", "rw,nosuid,nodev,noexec,relatime"),
    ]
    rows = [*kernel, *((m.device, m.path, m.kind, m.options) for m in mounts if options.get("-t", m.kind) == m.kind)]
    return "".join(f"{device} on {path} type {kind} ({how})\n" for device, path, kind, how in rows)


def _remount(call: Call, how: str, rest: list[str]) -> str:
    """Another size of a file system in memory, which holds until the next start."""
    found = re.fullmatch(r"remount,size=(\d{1,15})([kKmMgG]?)", how)
    mount = next((m for m in linux_of(call).mounts if rest == [m.path]), None)
    if not found or mount is None or mount.resize is None:
        raise Failed("mount: known here: mount, and mount -o remount,size=SIZE of a tmpfs", 2)
    size = int(found[1]) * {"": 1, "k": 1 << 10, "m": 1 << 20, "g": 1 << 30}[found[2].lower()]
    mount.resize(float(size))
    call.does("change")
    return ""


def _df(call: Call) -> str:
    options, rest = call.options("hTkmPi")
    chosen = [_mount_of(call, path) for path in rest] or linux_of(call).mounts
    readable, kinds = "-h" in options, "-T" in options
    if "-i" in options:
        head = ["Filesystem", "Inodes", "IUsed", "IFree", "IUse%", "Mounted on"]
        inodes = [(m, round(m.size_bytes / 16384), round(m.used() / 260_000) + 41_000) for m in chosen]
        return _columns(
            head, [[m.device, f"{n}", f"{u}", f"{n - u}", f"{-(-100 * u // n)}%", m.path] for m, n, u in inodes], 1
        )
    unit, title = (
        (1 << 20, "1M-blocks") if "-m" in options else (1024, "1024-blocks" if "-P" in options else "1K-blocks")
    )
    head = ["Filesystem", *["Type"] * kinds, "Size" if readable else title, "Used", "Avail" if readable else "Available",
            "Capacity" if "-P" in options else "Use%", "Mounted on"]  # fmt: skip
    rows = []
    for m in chosen:
        used = min(m.used(), m.size_bytes)
        share = math.ceil(100 * used / m.size_bytes)
        sizes = (m.size_bytes, used, m.size_bytes - used)
        cells = [human(n) if readable else f"{n / unit:.0f}" for n in sizes]
        rows.append([m.device, *[m.kind] * kinds, *cells, f"{share}%", m.path])
    return _columns(head, rows, 1 + kinds)


def _mount_of(call: Call, path: str) -> Mount:
    """The file system that a path lies on."""
    host = call.host
    if not host.files.has(path) and not host.files.has_folder(path.rstrip("/") or "/"):
        raise Failed(f"df: {path}: No such file or directory")
    found = [m for m in linux_of(call).mounts if path == m.path or path.startswith(m.path.rstrip("/") + "/")]
    if not found:
        raise Failed(f"df: {path}: nothing that is known here lies there")
    return max(found, key=lambda m: len(m.path))


def _columns(head: list[str], rows: list[list[str]], words: int) -> str:
    """As df sets columns: as wide as they must be, numbers to the right, a name and a size with the least width that it gives them."""
    least = [14, *[4] * (words - 1), *[5] * (len(head) - words - 2), 4, 0]
    widths = [max(low, *(len(row[n]) for row in [head, *rows])) for n, low in enumerate(least)]

    def line(row: list[str]) -> str:
        cells = [
            text.ljust(width) if n < words else text.rjust(width)
            for n, (text, width) in enumerate(zip(row, widths, strict=True))
        ]
        return " ".join([*cells[:-1], row[-1]]) + "\n"

    return "".join(line(row) for row in [head, *rows])


def human(size: float) -> str:
    """A size as ``-h`` prints it: never less than there is."""
    for unit in ("", "K", "M", "G", "T"):
        if size < 1023.5 or unit == "T":
            return f"{math.ceil(size)}{unit}" if size > 9.9 or not unit else f"{math.ceil(size * 10) / 10:.1f}{unit}"
        size /= 1024
    return ""


def _lsblk(call: Call) -> str:
    linux = linux_of(call)
    columns = next((call.args[n + 1].upper() for n, word in enumerate(call.args[:-1]) if word == "-o"), "")
    if columns:
        return _lsblk_columns(linux, columns.split(","))
    out = "NAME   MAJ:MIN RM  SIZE RO TYPE MOUNTPOINT\n"
    for number, disk in enumerate(linux.disks):
        out += f"{disk.name:<6} {8:>3}:{16 * number:<3}  0 {human(disk.size_bytes):>5}  0 disk \n"
        parts = [
            m for m in linux.mounts if m.device.startswith(f"/dev/{disk.name}") and m.device != f"/dev/{disk.name}"
        ]
        for place, m in enumerate(parts, 1):
            mark = "└─" if place == len(parts) else "├─"
            out += f"{mark}{m.device[5:]:<4} {8:>3}:{16 * number + place:<3}  0 {human(m.size_bytes):>5}  0 part {m.path}\n"
    return out


def _lsblk_columns(linux: LinuxHost, names: list[str]) -> str:
    out = " ".join(f"{name:<12}" for name in names).rstrip() + "\n"
    for disk in linux.disks:
        cells = {
            "NAME": disk.name, "SIZE": human(disk.size_bytes), "ROTA": str(int(disk.rotational)), "TYPE": "disk", "MODEL": disk.model,
            "LOG-SEC": "512", "PHY-SEC": "512", "SCHED": "mq-deadline", "ZONED": "none",
        }  # fmt: skip
        out += " ".join(f"{cells.get(name, ''):<12}" for name in names).rstrip() + "\n"
    return out


TOOLS = table(
    Tool("mount", _mount, "what is mounted, and how; mount -o remount,size=SIZE /dev/shm changes a size until the next start"),
    Tool("df", _df, "how full file systems are: df -h, df -hT with their types, df -i; df -k PATH for the one that a path lies on"),
    Tool("lsblk", _lsblk, "disks: lsblk, lsblk -o NAME,ROTA,MODEL"),
)  # fmt: skip
"""Those of a host with a `LinuxHost`."""
