"""zpool iostat: what moves in a pool and on its devices, sampled by difference."""

from __future__ import annotations

from advisor.training.parts.device import Counts
from advisor.training.parts.zfs_dataset import nice
from advisor.training.parts.zfs_disk import Disk
from advisor.training.parts.zfs_pool import Pool
from advisor.training.tools.tool import Call
from advisor.training.tools.zfs_pools import chosen, options_of, rows_of


def iostat(call: Call, args: list[str]) -> str:
    """``zpool iostat``."""
    options, rest = options_of(call, args, "vT:")
    names = [word for word in rest if not word.replace(".", "").isdecimal()]
    found = chosen(call, names)
    interval, count = call.samples([word for word in rest if word not in names])
    before = {disk.device: Counts() for pool in found for disk in pool.disks}
    seconds = max(1.0, call.host.uptime_seconds)
    out = ""
    for number in range(count):
        if number:
            before = {disk.device: disk.counted() for pool in found for disk in pool.disks}
            seconds = interval
            call.host.world.wait(interval)
        if number == 0 or "-v" in options or number % 20 == 0:
            out += _iostat_head(found, "-v" in options)
        out += "".join(_iostat_rows(pool, before, seconds, "-v" in options, _width(found)) for pool in found)
    return out


def _width(found: list[Pool]) -> int:
    return max(10, *(i + len(name) for pool in found for i, name, _ in [(0, pool.name, None), *rows_of(pool)]))


def _iostat_head(found: list[Pool], whole: bool) -> str:
    wide = _width(found) if whole else 10
    rule = "-" * wide + "  -----" * 6 + "\n"
    return (
        f"{'':<{wide}}     capacity     operations    bandwidth\n"
        f"{'pool':<{wide}}  alloc   free   read  write   read  write\n{rule}"
    )


def _iostat_rows(pool: Pool, before: dict[str, Counts], seconds: float, whole: bool, wide: int) -> str:
    copies = [
        disk for v in pool.vdevs if v.level == "mirror" for disk in v.disks[1:]
    ]  # a write to a mirror is counted once

    def row(indent: int, name: str, disks: list[Disk], space: tuple[str, str]) -> str:
        moved = [disk.counted().since(before[disk.device]) for disk in disks]
        once = [m for m, disk in zip(moved, disks, strict=True) if disk not in copies or len(disks) == 1]
        sums = (
            sum(m.reads for m in moved), sum(m.writes for m in once),
            sum(m.read_bytes for m in moved), sum(m.write_bytes for m in once),
        )  # fmt: skip
        figures = [*space, *(nice(int(value / seconds)) for value in sums)]
        return f"{' ' * indent + name:<{wide if whole else 10}}" + "".join(f"  {text:>5}" for text in figures) + "\n"

    out = row(0, pool.name, pool.disks, (nice(pool.used), nice(pool.size - pool.used)))
    if not whole:
        return out
    for indent, name, what in rows_of(pool):
        if what is None:
            out += f"{name:<{wide}}" + "      -" * 6 + "\n"
            continue
        disks = [what] if isinstance(what, Disk) else what.disks
        lone = isinstance(what, Disk) and indent == 4
        share = pool.used / len(pool.data_vdevs)
        each = pool.size / len(pool.data_vdevs)
        log = any(v.role == "log" and (what is v or (isinstance(what, Disk) and what in v.disks)) for v in pool.vdevs)
        space = (
            ("-", "-") if lone else ("1.5M", nice(disks[0].size_bytes)) if log else (nice(share), nice(each - share))
        )
        out += row(indent, name, disks, space)
    return out + "-" * wide + "  -----" * 6 + "\n"
