"""File systems and disks: mount, df and lsblk."""

from __future__ import annotations

import math
import re

from advisor.training.parts.linux_host import LinuxHost
from advisor.training.parts.mount import Mount
from advisor.training.tools.on_linux import is_old, linux_of
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
    linux = linux_of(call)
    return df(call, linux.mounts, is_old(linux))


def df(call: Call, mounts: list[Mount], old: bool) -> str:
    """``df`` of a host with such file systems; `old`: columns of fixed width, as before coreutils 8.11."""
    options, rest = call.options("ahTkmPi")
    chosen = [_mount_of(call, path, mounts) for path in rest] or mounts
    human, kinds = "-h" in options, "-T" in options
    if "-i" in options:
        head = ["Filesystem", "Inodes", "IUsed", "IFree", "IUse%", "Mounted on"]
        inodes = [(m, round(m.size_bytes / 16384), round(m.used() / 260_000) + 41_000) for m in chosen]
        rows = [[m.device, f"{n}", f"{u}", f"{n - u}", f"{-(-100 * u // n)}%", m.path] for m, n, u in inodes]
        return _columns(head, rows, [20, 7, 7, 7, 5] if old else [], 1)
    unit, title = (
        (1 << 20, "1M-blocks") if "-m" in options else (1024, "1024-blocks" if "-P" in options else "1K-blocks")
    )
    head = ["Filesystem", *["Type"] * kinds, "Size" if human else title, "Used", "Avail" if human else "Available",
            "Capacity" if "-P" in options else "Use%", "Mounted on"]  # fmt: skip
    rows = []
    for m in chosen:
        used = min(m.used(), m.size_bytes)
        room = max(0.0, m.size_bytes * (1 - m.reserved) - used)
        cells = [_human(n) if human else f"{n / unit:.0f}" for n in (m.size_bytes, used, room)]
        share = math.ceil(100 * used / max(1.0, used + room))
        rows.append([m.device, *[m.kind] * kinds, *cells, f"{share}%", m.path])
    width = 5 if human else 9
    return _columns(head, rows, [*([12, 6] if kinds else [20]), width, width, width, 4] if old else [], 1 + kinds)


def _mount_of(call: Call, path: str, mounts: list[Mount]) -> Mount:
    """The file system that a path lies on."""
    files = call.host.files
    found = [m for m in mounts if path == m.path or path.startswith(m.path.rstrip("/") + "/")]
    if not files.has(path) and not files.has_folder(path.rstrip("/") or "/") and all(path != m.path for m in found):
        raise Failed(f"df: {path}: No such file or directory")
    if not found:
        raise Failed(f"df: {path}: nothing that is known here lies there")
    return max(found, key=lambda m: len(m.path))


def _columns(head: list[str], rows: list[list[str]], fixed: list[int], words: int) -> str:
    """As df sets columns: words to the left, numbers to the right, as wide as they must be where they have no fixed width."""
    least = [14, *[4] * (words - 1), *[5] * (len(head) - words - 2), 4]
    widths = fixed or [max(low, *(len(row[n]) for row in [head, *rows])) for n, low in enumerate(least)]

    def line(row: list[str]) -> str:
        cells = zip(row, widths, strict=False)
        return (
            " ".join([*(text.ljust(w) if n < words else text.rjust(w) for n, (text, w) in enumerate(cells)), row[-1]])
            + "\n"
        )

    return "".join(line(row) for row in [head, *rows])


def _human(size: float) -> str:
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
        out += f"{disk.name:<6} {8:>3}:{16 * number:<3}  0 {_human(disk.size_bytes):>5}  0 disk \n"
        parts = [
            m for m in linux.mounts if m.device.startswith(f"/dev/{disk.name}") and m.device != f"/dev/{disk.name}"
        ]
        for place, m in enumerate(parts, 1):
            mark = "└─" if place == len(parts) else "├─"
            out += f"{mark}{m.device[5:]:<4} {8:>3}:{16 * number + place:<3}  0 {_human(m.size_bytes):>5}  0 part {m.path}\n"
    return out


def _lsblk_columns(linux: LinuxHost, names: list[str]) -> str:
    out = " ".join(f"{name:<12}" for name in names).rstrip() + "\n"
    for disk in linux.disks:
        cells = {
            "NAME": disk.name, "SIZE": _human(disk.size_bytes), "ROTA": str(int(disk.rotational)), "TYPE": "disk", "MODEL": disk.model,
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
