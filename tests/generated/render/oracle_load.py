"""Load profile and top events of an AWR report, from what the host wrote and waited."""

from datetime import timedelta
from statistics import mean

from tests.generated.loads import devices_of
from tests.generated.model import World
from tests.generated.noise import around
from tests.generated.render import Source


def _figures(world: World) -> dict[str, float]:
    ios = [tick.io[device.name] for tick in world.ticks for device in devices_of(world)]
    ticks = len(world.ticks)
    written, read = sum(io.write_kb for io in ios) / ticks, sum(io.read_kb for io in ios) / ticks
    requests = sum(io.reads for io in ios) / ticks
    own = world.counters.get("db_write_kb", int(written * 0.95)) * 1024.0
    redo = world.counters.get("db_redo_kb", int(own / 1024 * 0.3)) * 1024.0
    blocks = world.counters.get("db_read_kb", int(read * 0.95)) / 8
    sync = world.counters.get("commit_ms_x100", 0) / 100 or mean(io.write_ms for io in ios) * 1.2 + 0.3
    return {
        "write": max(own - redo, 8192.0),
        "redo": redo,
        "blocks": blocks,
        "requests": requests,
        "read_ms": mean(io.read_ms for io in ios),
        "sync_ms": sync,
    }


def awr(world: World, _command: str) -> str:
    """The head, the load profile and the top five timed events."""
    rng, sid, figures = world.rng, world.names["sid"].upper(), _figures(world)
    commits = max(1.0, world.counters.get("commits_per_second", int(max(1.0, figures["redo"] / 9000))))
    minutes, snap = rng.choice((15, 30, 60)), rng.randint(900, 60000)
    version = (
        "10.2.0.5.0"
        if world.start.year < 2010
        else "11.2.0.3.0"
        if world.start.year < 2015
        else "12.1.0.2.0"
        if world.start.year < 2019
        else "19.0.0.0.0"
    )
    reads = min(figures["requests"], figures["blocks"] or figures["requests"]) if figures["requests"] else 1.0
    waits = {
        "db file sequential read": (reads * 0.8, figures["read_ms"], "User I/O"),
        "log file sync": (commits, figures["sync_ms"] * 1.25, "Commit"),
        "log file parallel write": (commits * 0.9, figures["sync_ms"], "System I/O"),
        "db file scattered read": (reads * 0.1, figures["read_ms"] * 1.6, "User I/O"),
        "db file parallel write": (figures["write"] / 65536, figures["sync_ms"] * 1.4, "System I/O"),
    }
    seconds = minutes * 60
    cpu = mean(tick.user for tick in world.ticks) / 100 * world.cpus * seconds * 0.8
    total = cpu + sum(count * ms / 1000 * seconds for count, ms, _ in waits.values())
    rows = [("DB CPU", "", cpu, "", "")]
    rows += [
        (name, f"{int(count * seconds):,}", count * ms / 1000 * seconds, f"{max(0, round(ms))}", group)
        for name, (count, ms, group) in waits.items()
    ]
    rows.sort(key=lambda row: -row[2])
    lines = [
        "WORKLOAD REPOSITORY report for", "", "DB Name         DB Id    Instance     Inst Num Startup Time    Release     RAC",
        "------------ ----------- ------------ -------- --------------- ----------- ---", f"{sid:<12} {rng.randrange(10**9, 4 * 10**9):>11} {sid:<12}        1 {world.boot:%d-%b-%y %H:%M} {version:<11} NO", "",
        f"Host Name        Platform                         CPUs Cores Sockets Memory(GB)\n{world.host:<16} {'Solaris[tm] OE (64-bit)' if world.system.solaris else 'Linux x86 64-bit':<32} {world.cpus:4d} {world.cpus // 2:5d} {2:7d} {world.memory.total / 1024:10.2f}", "",
        f"Begin Snap:     {snap} {world.end - timedelta(minutes=minutes):%d-%b-%y %H:%M}:00\n  End Snap:     {snap + 1} {world.end:%d-%b-%y %H:%M}:00\n   Elapsed:               {minutes:.2f} (mins)", "",
        "Load Profile              Per Second    Per Transaction", "~~~~~~~~~~~~         ---------------    ---------------",
    ]  # fmt: skip
    per = [
        ("Redo size:", figures["redo"]),
        ("Logical reads:", figures["blocks"] * around(rng, 30, 0.5)),
        ("Physical reads:", figures["blocks"]),
        ("Physical writes:", figures["write"] / 8192),
        ("Transactions:", commits),
    ]
    lines += [f"{name:>21} {value:15,.1f} {value / commits:18,.1f}" for name, value in per]
    lines += ["", "Top 5 Timed Foreground Events" if version > "11" else "Top 5 Timed Events", "~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~", " " * 59 + "Avg", " " * 58 + "wait   % DB",
              "Event                                 Waits     Time(s)   (ms)   time Wait Class", "------------------------------ ------------ ----------- ------ ------ ----------"]  # fmt: skip
    lines += [
        f"{name:<30} {count:>12} {spent:11,.0f} {ms:>6} {100 * spent / total:6.1f} {group}"
        for name, count, spent, ms, group in rows[:5]
    ]
    return "\n".join(lines) + "\n"


SOURCES = (
    Source(
        "awr",
        ("cat awrrpt_1.txt", "cat /tmp/awr_{host}.txt"),
        awr,
        lambda world: world.role == "oracle",
        0.08,
        "awrrpt.txt",
    ),
)
