"""zpool status, list and iostat of Solaris, illumos, FreeBSD and OpenZFS."""

from collections.abc import Iterator
from statistics import mean

from tests.generated.model import Device, Io, Pool, Tick, Vdev, World
from tests.generated.render import Source, with_openzfs, with_zfs


def size(value: float) -> str:
    """A number as ZFS prints it: three digits and a unit."""
    for unit in ("", "K", "M", "G", "T", "P"):
        if value < 1000 or unit == "P":
            break
        value /= 1024
    if not unit:
        return str(int(value))
    return f"{value:.2f}{unit}" if value < 9.995 else f"{value:.1f}{unit}" if value < 99.95 else f"{value:.0f}{unit}"


def rows(pool: Pool) -> Iterator[tuple[int, str, Vdev | None, Device | None]]:
    """Depth, name, vdev and leaf of each line of the configuration, without the pool's own and the headings."""
    for number, vdev in enumerate(pool.data):
        yield from _vdev(number, vdev)


def _vdev(number: int, vdev: Vdev) -> Iterator[tuple[int, str, Vdev | None, Device | None]]:
    if vdev.kind:
        yield 1, f"{vdev.kind}-{number}", vdev, None
    for leaf in vdev.leaves:
        yield (2 if vdev.kind else 1), leaf.long_name or leaf.name, (None if vdev.kind else vdev), leaf


def groups(pool: Pool) -> Iterator[tuple[str, list[tuple[int, str, Vdev | None, Device | None]]]]:
    """Log, cache and special devices, by the heading they stand under."""
    number = len(pool.data)
    for role, heading in (("special", "special"), ("log", "logs"), ("cache", "cache"), ("spare", "spares")):
        lines: list[tuple[int, str, Vdev | None, Device | None]] = []
        for vdev in pool.vdevs:
            if vdev.role == role:
                lines += _vdev(number, vdev)
                number += 1
        if lines:
            yield heading, lines


def status(world: World, command: str) -> str:
    """`zpool status` of every pool."""
    return "\n".join(_status(world, pool) for pool in world.pools)


def _status(world: World, pool: Pool) -> str:
    lines = [f"  pool: {pool.name}", f" state: {pool.state}"]
    for word, text in (("status", pool.status), ("action", pool.action), ("   see", pool.see)):
        if text:
            lines.append(f"{word}: " + text.replace("\n", "\n        " if world.system.solaris else "\n\t"))
    word = " scrub" if world.system.name == "solaris-10" and world.start.year < 2012 else "  scan"
    lines += [f"{word}: {pool.scan or 'none requested'}", "config:", ""]
    table: list[tuple[str, str, tuple[int, int, int] | None, str]] = []
    table.append((pool.name, pool.state, (0, 0, 0), ""))
    for depth, name, vdev, leaf in rows(pool):
        table.append(_row(pool, depth, name, vdev, leaf))
    for heading, members in groups(pool):
        table.append((heading, "", None, ""))
        for depth, name, vdev, leaf in members:
            row = _row(pool, depth, name, vdev, leaf)
            table.append((row[0], "AVAIL", None, "") if heading == "spares" else row)
    width = max(len(row[0]) for row in table)
    lines.append(f"\t{'NAME':<{width}}  STATE     READ WRITE CKSUM")
    for name, state, errors, note in table:
        if errors is None:
            lines.append(f"\t{name:<{width}}  {state}".rstrip())
        else:
            lines.append(
                f"\t{name:<{width}}  {state:<8} {size(errors[0]):>5} {size(errors[1]):>5} {size(errors[2]):>5}"
                + (f"  {note}" if note else "")
            )
    return "\n".join([*lines, "", f"errors: {pool.errors}", ""])


def _row(
    pool: Pool, depth: int, name: str, vdev: Vdev | None, leaf: Device | None
) -> tuple[str, str, tuple[int, int, int], str]:
    if leaf is None:
        states = [
            pool.leaves[member.name].state for member in (vdev.leaves if vdev else []) if member.name in pool.leaves
        ]
        bad = any(state not in ("ONLINE", "AVAIL") for state in states)
        return "  " * depth + name, "DEGRADED" if bad else "ONLINE", (0, 0, 0), ""
    entry = pool.leaves.get(leaf.name)
    if entry is None:
        return "  " * depth + name, "ONLINE", (0, 0, 0), ""
    return "  " * depth + (entry.name or name), entry.state, entry.errors, entry.note


def listing(world: World, command: str) -> str:
    """`zpool list`, with the columns of the version."""
    old = world.system.name in ("solaris-10",) or world.system.zfs == "sun"
    wide = world.system.openzfs and world.system.zfs >= "0.8"
    head = ["NAME", "SIZE", "ALLOC", "FREE"]
    head += (
        ["CAP", "DEDUP", "HEALTH", "ALTROOT"]
        if old
        else [*(["CKPOINT"] if wide else []), "EXPANDSZ", "FRAG", "CAP", "DEDUP", "HEALTH", "ALTROOT"]
    )
    table = [head]
    for pool in world.pools:
        total = pool.size_gb * 2**30 * 0.9
        cells = [
            pool.name,
            size(total),
            size(total * pool.full),
            size(total * (1 - pool.full)),
            f"{int(pool.full * 100)}%",
            f"{pool.dedup:.2f}x",
            pool.state,
            "-",
        ]
        if not old:
            cells[4:4] = [*(["-"] if wide else []), "-", f"{pool.fragmented}%"]
        table.append(cells)
    widths = [max(len(row[index]) for row in table) for index in range(len(head))]
    return "\n".join(
        "  ".join(cell.ljust(width) if index in (0, len(head) - 1, len(head) - 2) else cell.rjust(width) for index, (cell, width) in enumerate(zip(row, widths, strict=True))).rstrip()
        for row in table
    ) + "\n"  # fmt: skip


def vdev_io(vdev: Vdev, tick: Tick) -> Io:
    """What a top-level vdev did, from its members."""
    ios = [tick.io[leaf.name] for leaf in vdev.leaves]
    writes, write_kb = mean(io.writes for io in ios), mean(io.write_kb for io in ios)
    reads, read_kb = sum(io.reads for io in ios), sum(io.read_kb for io in ios)
    if vdev.kind.startswith("raidz"):
        part = (len(ios) - int(vdev.kind[5:] or 1)) / len(ios)
        reads, writes, write_kb = reads / len(ios) / 0.8, writes / 0.8, sum(io.write_kb for io in ios) * part
    elif not vdev.kind:
        writes, write_kb = sum(io.writes for io in ios), sum(io.write_kb for io in ios)
    return Io(
        reads,
        writes,
        read_kb,
        write_kb,
        mean(io.read_ms for io in ios),
        mean(io.write_ms for io in ios),
        sum(io.in_flight for io in ios),
        max(io.busy for io in ios),
    )


def pool_io(pool: Pool, tick: Tick) -> Io:
    """What the pool did."""
    ios = [vdev_io(vdev, tick) for vdev in pool.vdevs if vdev.role in ("data", "log", "special")]
    total = sum(io.writes for io in ios) or 1.0
    return Io(sum(io.reads for io in ios), sum(io.writes for io in ios), sum(io.read_kb for io in ios), sum(io.write_kb for io in ios),
              mean(io.read_ms for io in ios), sum(io.write_ms * io.writes for io in ios) / total, sum(io.in_flight for io in ios), max(io.busy for io in ios))  # fmt: skip


def _space(pool: Pool, vdev: Vdev | None) -> tuple[str, str]:
    if vdev is None:
        total = pool.size_gb * 2**30 * 0.9
        return size(total * pool.full), size(total * (1 - pool.full))
    own = (
        (sum(leaf.size_gb for leaf in vdev.leaves) if vdev.kind.startswith("raidz") else vdev.leaves[0].size_gb)
        * 2**30
        * 0.9
    )
    full = pool.full if vdev.role == "data" else 0.004
    return size(own * full), size(own * (1 - full))


def time(ms: float) -> str:
    """A latency as zpool iostat -l prints it."""
    if ms <= 0:
        return "-"
    for limit, factor, unit in ((0.001, 1e6, "ns"), (1, 1e3, "us"), (1000, 1, "ms")):
        if ms < limit:
            return f"{ms * factor:.0f}{unit}"
    return f"{ms / 1000:.0f}s"


def _iostat_row(name: str, space: tuple[str, str], io: Io, width: int, latency: bool) -> str:
    row = f"{name:<{width}}  {space[0]:>5}  {space[1]:>5}  {size(io.reads):>5}  {size(io.writes):>5}  {size(io.read_kb * 1024):>5}  {size(io.write_kb * 1024):>5}"
    if latency:
        read, write = io.read_ms if io.reads else 0, io.write_ms if io.writes else 0
        disk = [min(value, 8 + value * 0.35) if value > 12 else value * 0.9 for value in (read, write)]
        row += (
            "".join(
                f"  {time(value):>5}"
                for value in (
                    read,
                    write,
                    *disk,
                    read * 0.02,
                    max(0, write - disk[1]) * 0.5,
                    read * 0.03,
                    max(0, write - disk[1]) * 1.2,
                )
            )
            + "      -      -"
        )
    return row


def iostat(world: World, command: str) -> str:
    """`zpool iostat`, with -v and -l where asked."""
    verbose, latency = (
        "v" in command.split()[2].strip(world.pool.name) and command.split()[2].startswith("-"),
        "-vl" in command or " -l" in command,
    )
    pools = [world.pool] if world.pool.name in command.split() else world.pools
    names = [pool.name for pool in pools]
    if verbose:
        names += [
            "  " * depth + name
            for pool in pools
            for depth, name, *_ in [*rows(pool), *(line for _, lines in groups(pool) for line in lines)]
        ]
    width = max(10, *(len(name) for name in names))
    dashes = "-" * width + "  -----" * (16 if latency else 6)
    head = [f"{'':<{width}}    capacity     operations     bandwidth " + ("   total_wait     disk_wait    syncq_wait    asyncq_wait  scrub   trim" if latency else ""),
            f"{'pool':<{width}}  alloc   free   read  write   read  write" + ("   read  write   read  write   read  write   read  write   wait   wait" if latency else ""), dashes]  # fmt: skip
    lines: list[str] = []
    for number, tick in enumerate([world.ticks[0], *world.ticks]):
        if verbose or number % 20 == 0:
            lines += head
        for pool in pools:
            lines += _pool_rows(pool, tick, width, latency, verbose, 0.4 if number == 0 else 1.0)
        if verbose:
            lines.append(dashes)
    return "\n".join(lines) + "\n"


def _pool_rows(pool: Pool, tick: Tick, width: int, latency: bool, verbose: bool, share: float) -> list[str]:
    def part(io: Io) -> Io:
        return Io(
            io.reads * share,
            io.writes * share,
            io.read_kb * share,
            io.write_kb * share,
            io.read_ms,
            io.write_ms,
            io.in_flight,
            io.busy,
        )

    lines = [_iostat_row(pool.name, _space(pool, None), part(pool_io(pool, tick)), width, latency)]
    if not verbose:
        return lines
    every = [*rows(pool)]
    for heading, members in groups(pool):
        if heading in ("logs", "special", "cache"):
            every.append((0, heading, None, None))
            every += members
    for depth, name, vdev, leaf in every:
        if vdev is None and leaf is None:
            lines.append(f"{name:<{width}}" + "      -" * (6 if not latency else 16))
            continue
        io = tick.io[leaf.name] if leaf else vdev_io(vdev, tick) if vdev else None
        if io:
            lines.append(
                _iostat_row("  " * depth + name, _space(pool, vdev) if vdev else ("-", "-"), part(io), width, latency)
            )
    return lines


SOURCES = (
    Source("zpool status", ("zpool status", "zpool status -v"), status, with_zfs, 0.5),
    Source("zpool list", ("zpool list",), listing, with_zfs, 0.35),
    Source("zpool iostat", ("zpool iostat {pool} {interval} {count}", "zpool iostat {interval} {count}"), iostat, with_zfs, 0.2, lasts=True),
    Source("zpool iostat -v", ("zpool iostat -v {pool} {interval} {count}", "zpool iostat -v {interval} {count}"), iostat, with_zfs, 0.25, lasts=True),
    Source("zpool iostat -l", ("zpool iostat -l {pool} {interval} {count}", "zpool iostat -vl {pool} {interval} {count}"), iostat,
           lambda world: with_openzfs(world) and world.system.zfs >= "0.7" and world.system.zfs[0].isdigit(), 0.12, lasts=True),
)  # fmt: skip
