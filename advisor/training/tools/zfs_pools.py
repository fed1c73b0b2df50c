"""The pools of a host as its commands see them: which there are, their tree, and tables as zpool and zfs print them."""

from __future__ import annotations

from collections.abc import Iterator

from advisor.training.parts.zfs_disk import Disk
from advisor.training.parts.zfs_host import Pools
from advisor.training.parts.zfs_pool import Pool, Vdev
from advisor.training.tools.tool import Call, Failed


def pools(call: Call) -> Pools:
    """The pools of the host."""
    return call.part("pools", Pools)


def pool_named(call: Call, name: str) -> Pool:
    """An imported pool.

    Raises:
        Failed: there is none of that name.
    """
    found = pools(call).known.get(name)
    if found is None or found.exported:
        raise Failed(f"cannot open '{name}': no such pool")
    return found


def chosen(call: Call, names: list[str]) -> list[Pool]:
    """The named pools, or all."""
    return [pool_named(call, name) for name in names] if names else pools(call).imported


def rows_of(pool: Pool) -> Iterator[tuple[int, str, Disk | Vdev | None]]:
    """The tree as zpool prints it: indent, name, and what it is; the word ``logs`` stands for itself."""
    number = 0
    for role, title in (("data", ""), ("log", "logs")):
        vdevs = [v for v in pool.vdevs if v.role == role]
        if vdevs and title:
            yield 0, title, None
        for vdev in vdevs:
            indent = 2
            if vdev.level != "disk":
                yield 2, f"{vdev.kind}-{number}", vdev
                indent = 4
            number += 1
            yield from ((indent, disk.device, disk) for disk in vdev.disks)


def state_of(what: Disk | Vdev) -> str:
    """The state of a device or vdev as zpool prints it."""
    if isinstance(what, Disk):
        return what.state
    return "ONLINE" if len(what.in_use) == len(what.disks) else "DEGRADED" if what.in_use else "UNAVAIL"


def in_columns(columns: list[str], rows: list[dict[str, str]], left: set[str]) -> str:
    """A table as zpool and zfs print it: names to the left, figures to the right, two blanks between."""
    wide = {c: max(len(c), *(len(row[c]) for row in rows)) for c in columns}
    lines = [{c: c for c in columns}, *rows]
    return "".join(
        "  ".join(f"{row[c]:<{wide[c]}}" if c in left else f"{row[c]:>{wide[c]}}" for c in columns).rstrip() + "\n"
        for row in lines
    )


def remember(call: Call, pool: Pool, text: str) -> None:
    """Keep a command in the history of the pool."""
    pool.history.append((call.host.world.now, text))


def options_of(call: Call, args: list[str], known: str) -> tuple[dict[str, str], list[str]]:
    """Options and other words of a subcommand."""
    return Call(call.host, "zpool", args, call.stdin).options(known)


def disk_of(call: Call, rest: list[str], usage: str) -> tuple[Pool, Disk]:
    """The pool and the device that a command names."""
    if len(rest) < 2:
        raise Failed(f"usage: zpool {usage}", 2)
    pool = pool_named(call, rest[0])
    disk = pool.disk(rest[1].removeprefix("/dev/dsk/"))
    if disk is None:
        raise Failed(f"cannot {usage.split()[0]} {rest[1]}: no such device in pool")
    return pool, disk
