"""The alert log of an Oracle instance: its start with what it says of pages, and the days after."""

import json
from collections.abc import Callable
from datetime import datetime, timedelta

from tests.generated.model import World
from tests.generated.noise import around, chance, pick
from tests.generated.programs import apart
from tests.generated.programs.oracle import PAGE, Instance, instance
from tests.generated.render import Source

Entry = tuple[datetime, str]


def on_oracle(world: World) -> bool:
    """Whether an instance on Linux is here."""
    return world.system.linux and world.role == "oracle"


def size(mb: float) -> str:
    """As the large pages' paragraph has it."""
    return f"{mb * 1024:.0f} KB" if 0 < mb < 2 or mb == 0 else f"{mb / 1024:.0f} GB" if mb >= 10240 else f"{mb:.0f} MB"


def limit(kb: int, old: bool) -> str:
    """A limit of locked memory in words of 11.2.0.4, or of 12c."""
    if kb < 0:
        return "UNLIMITED"
    if old:
        return f"{kb} KB" if kb < 2048 else size(kb / 1024)
    return f"{kb}K" if kb < 1024 else f"{kb // 1024}M" if kb < 128 * 1048576 else f"{kb // 1048576}G"


def _advice(made: Instance) -> tuple[int, bool]:
    """Pages that are missing, and whether the limit of locked memory is too small."""
    missing = max(0, made.needed - made.free)
    return missing, 0 <= made.memlock_kb < made.needed * 2048


def huge_information(made: Instance) -> list[str]:
    """11.2.0.2: one attempt after another, silent of what it means."""
    stars = "*" * 17
    lines = [f"{stars[:18]}* Huge Pages Information {stars}"]
    if made.large_pages == "FALSE" or made.target_mb or not made.pool:
        return []
    lines.append(f"Huge Pages memory pool detected (total: {made.pool} free: {made.free})")
    left, at_nodes, failed = made.free, list(made.per_node), False
    for segment in made.segments:
        pages = segment.size // 2097152
        if segment.key or pages < 1:
            continue
        there = at_nodes[segment.node] if segment.node >= 0 and at_nodes else left
        if pages <= min(left, there) and not 0 <= made.memlock_kb < pages * 2048:
            word = (
                f"NUMA Huge Pages allocation on node ({segment.node})"
                if segment.node >= 0
                else "DFLT Huge Pages allocation successful"
            )
            lines.append(f"{word} (allocated: {pages})")
            left -= pages
            continue
        failed = True
        lines.append(f"Huge Pages allocation failed (free: {left} required: {pages})")
        if made.large_pages == "ONLY":
            lines.append('Startup will fail as use_large_pages is set to "ONLY"')
            break
    lines.append("*" * (54 if failed else 59))
    return lines


def large_information(made: Instance) -> list[str]:
    """11.2.0.3 and 11.2.0.4: a paragraph with a recommendation."""
    third = made.version < (11, 2, 0, 4)
    if made.target_mb or made.large_pages == "FALSE":
        return []
    got = 0 if made.error else made.got
    missing, locked = _advice(made)
    percent = int(100 * min(1.0, got / max(1, made.needed)))
    lines = [
        "****************** Large Pages Information *****************"
        if third
        else "************************ Large Pages Information *******************"
    ]
    lines += [""] if third else [f"Per process system memlock (soft) limit = {limit(made.memlock_kb, True)}", " "]
    blank = "" if third else " "
    lines += [f"Total Shared Global Region in Large Pages = {size(got * PAGE)} ({percent}%)", blank,
              f"Large Pages used by this instance: {got} ({size(got * PAGE)})",
              f"Large Pages unused system wide = {made.free - got} ({size((made.free - got) * PAGE)})" + (" (alloc incr 16 MB)" if third else ""),
              f"Large Pages configured system wide = {made.pool} ({size(made.pool * PAGE)})", "Large Page size = 2048 KB"]  # fmt: skip
    short = made.needed - got if third else missing
    if (short > 0 or (locked and not third)) and percent < 100:
        lines += [blank, "RECOMMENDATION:"]
        total = size(made.sga_mb)
        if third:
            lines += [f"  Total Shared Global Region size is {total}. For optimal performance,", "  prior to the next instance restart increase the number",
                      f"  of unused Large Pages by atleast {short} 2048 KB Large Pages ({size(short * PAGE)})", "  system wide to get 100% of the Shared",
                      "  Global Region allocated with Large pages"]  # fmt: skip
        else:
            lines += _points(made, missing, locked, total)
    lines.append(
        "***********************************************************"
        if third
        else "********************************************************************"
    )
    if made.error and made.large_pages == "ONLY":
        lines.insert(-1, "" if third else " ")
        lines.insert(
            -1,
            'Startup will fail as use_large_pages is set to "ONLY"'
            if third
            else "Startup will fail as parameter use_large_pages is set to ONLY",
        )
    return lines


def _points(made: Instance, missing: int, locked: bool, total: str) -> list[str]:
    lines = [
        f"  Total System Global Area size is {total}. For optimal performance,",
        "  prior to the next instance restart:",
    ]
    number = 1
    if missing:
        lines += [f"  {number}. Increase the number of unused large pages by", f" at least {missing} (page size 2048 KB, total size {size(missing * PAGE)}) system wide to",
                  "  get 100% of the System Global Area allocated with large pages"]  # fmt: skip
        number += 1
    if locked:
        lines += [f"  {number}. Large pages are automatically locked into physical memory.", f" Increase the per process memlock (soft) limit to at least {size(made.sga_mb + 16)} to lock",
                  " 100% System Global Area's large pages into physical memory"]  # fmt: skip
    return lines


def resources(made: Instance) -> list[list[str]]:
    """12c and later: a table of page sizes; every part has its own time."""
    got = 0 if made.error else made.got
    missing, locked = _advice(made)
    only = made.large_pages in ("ONLY", "AUTO_ONLY")
    rest = 0 if made.error and not made.target_mb else max(5, (made.sga_mb - got * PAGE) * 256)
    parts = [["*" * 58], ["Dump of system resources acquired for SHARED GLOBAL AREA (SGA) ", ""],
             [f" Per process system memlock (soft) limit = {limit(made.memlock_kb, False)}"],
             [" Expected per process system memlock (soft) limit to lock", f" instance MAX SHARED GLOBAL AREA (SGA) into memory: {made.sga_mb + 2}M"],
             [" Available system pagesizes:", "  4K, 2048K "], [" Supported system pagesize(s):"],
             ["  PAGESIZE  AVAILABLE_PAGES  EXPECTED_PAGES  ALLOCATED_PAGES  ERROR(s)"]]  # fmt: skip
    large = made.large_pages != "FALSE" and not made.target_mb
    if not only:
        expected = 5 + made.sga_mb % 7 if large else rest
        parts.append([f"        4K       Configured{expected:>16}{rest:>17}        NONE"])
    if large:
        error = "ORA-27102" if made.error else "NONE"
        parts.append([f"     2048K{made.free:>17}{made.needed:>16}{got:>17}{error:>12}"])
    else:
        why = (
            "Dynamic allocate and free memory regions"
            if made.target_mb
            else "Large pages disabled by parameter USE_LARGE_PAGES"
        )
        parts.append([" Reason for not supporting certain system pagesizes: ", f"  2048K - {why}"])
    if only:
        parts.append([" Reason for not supporting certain system pagesizes: ", "  4K - Large pagesizes only"])
    points: list[list[str]] = []
    if missing and large:
        points.append(
            [
                f" {len(points) + 1}. For optimal performance, configure system with expected number ",
                " of pages for every supported system pagesize prior to the next ",
                " instance restart operation.",
            ]
        )
    if locked and large:
        points.append(
            [
                f" {len(points) + 1}. Increase per process memlock (soft) limit to at least {made.sga_mb + 2}MB",
                " to lock 100% of SHARED GLOBAL AREA (SGA) pages into physical memory",
            ]
        )
    return [*parts, *([["RECOMMENDATION:"]] if points else []), *points, ["*" * 58]]


def shm(made: Instance) -> list[str]:
    """What is said where /dev/shm is too small for MEMORY_TARGET."""
    if not (made.error and made.target_mb and made.shm_mb and made.shm_mb < made.target_mb):
        return []
    used = made.shm_mb * 1048576 // 50
    words = (f"WARNING: You are trying to use the MEMORY_TARGET feature. This feature requires the /dev/shm file system to be mounted for at least {made.target_mb * 1048576} bytes."
             f" /dev/shm is either not mounted or is mounted with available space less than this size. Please fix this so that MEMORY_TARGET can work as expected."
             f" Current available is {made.shm_mb * 1048576 - used} and used is {used} bytes. Ensure that the mount point is /dev/shm for this directory.")  # fmt: skip
    return [words, "memory_target needs larger /dev/shm"]


def _parameters(world: World, made: Instance) -> list[str]:
    values = {"processes": str(made.processes), "sessions": str(made.processes * 3 // 2 + 22)}
    if made.target_mb:
        values |= {"memory_target": f"{made.target_mb}M", "memory_max_target": f"{made.target_mb}M"}
    else:
        values |= {"sga_max_size": f"{made.sga_mb}M", "sga_target": f"{made.sga_mb}M"}
    if made.version < (11,):
        values = {name: str(int(text[:-1]) * 1048576) if text.endswith("M") else text for name, text in values.items()}
    if made.large_pages not in ("", "TRUE"):
        values["use_large_pages"] = f'"{made.large_pages}"'
    if made.numa:
        values["_enable_NUMA_support"] = "TRUE"
    base = world.names["datamount"]
    values |= {
        "control_files": f'"{base}/{made.sid}/control01.ctl"',
        "db_block_size": "8192",
        "compatible": f'"{made.release}"',
        "log_archive_format": '"%t_%s_%r.dbf"',
    }
    if not made.target_mb:
        values["pga_aggregate_target"] = f"{made.pga_mb}M" if made.version >= (11,) else str(made.pga_mb * 1048576)
    values |= {
        "undo_tablespace": '"UNDOTBS1"',
        "db_name": f'"{made.sid}"',
        "open_cursors": "300",
        "remote_login_passwordfile": '"EXCLUSIVE"',
    }
    return [
        "System parameters with non-default values:",
        *(f"  {name:<24} = {value}" for name, value in values.items()),
    ]


def _start(world: World, made: Instance) -> list[Entry]:
    time = made.started
    tail = f" (OS id: {world.rng.randint(2000, 60000)})" if made.version >= (12,) else ""
    entries: list[Entry] = [(time, f"Starting ORACLE instance (normal){tail}")]
    if made.version >= (12,) and not shm(made):
        entries += [
            (time + timedelta(seconds=0.1 * number), "\n".join(part)) for number, part in enumerate(resources(made))
        ]
    elif made.version >= (11, 2, 0, 2):
        block = large_information(made) if made.mixes else huge_information(made)
        entries[0] = (time, "\n".join([entries[0][1], *block, *shm(made)]))
    if made.version >= (12,) and shm(made):
        entries.append((time + timedelta(seconds=1), "\n".join(shm(made))))
    elif made.version < (11, 2, 0, 2) and shm(made):
        entries[0] = (time, "\n".join([entries[0][1], *shm(made)]))
    if made.error:
        return entries
    license = ["LICENSE_MAX_SESSION = 0", "LICENSE_SESSIONS_WARNING = 0", "Picked latch-free SCN scheme 3", "Autotune of undo retention is turned on. ",
               "IMODE=BR", "ILAT =51", "LICENSE_MAX_USERS = 0", "SYS auditing is disabled"]  # fmt: skip
    banner = f"Oracle Database {made.release.split('.')[0]}{'g' if made.version < (12,) else 'c'} Enterprise Edition Release {made.release} - 64bit Production"
    ends = [f"ORACLE_HOME = {made.home}", f"System name:\tLinux\nNode name:\t{world.host}\nRelease:\t{world.kernel}\nVersion:\t#1 SMP\nMachine:\tx86_64",
            *_parameters(world, made)]  # fmt: skip
    text = [
        *license,
        "Starting up:" if made.version >= (11, 2) else f"Starting up ORACLE RDBMS Version: {made.release}.",
        *([banner + "."] if made.version >= (11, 2) else []),
        *ends,
    ]
    entries.append((time + timedelta(seconds=3), "\n".join(text)))
    number = 3 * 1000 + int(around(world.rng, 3000, 0.5))
    for index, name in enumerate("PMON PSP0 VKTM MMAN DBW0 LGWR CKPT SMON RECO MMON".split()):
        entries.append(
            (
                time + timedelta(seconds=4 + index * 0.02),
                f"{name} started with pid={index + 2}, OS id={number + index * 2} ",
            )
        )
    entries += [(time + timedelta(seconds=7), "ALTER DATABASE   MOUNT"), (time + timedelta(seconds=12), "Completed: ALTER DATABASE   MOUNT"),
                (time + timedelta(seconds=13), "ALTER DATABASE OPEN"), (time + timedelta(seconds=19), "Completed: ALTER DATABASE OPEN")]  # fmt: skip
    return entries


def _switches(
    world: World, made: Instance, first: datetime, last: datetime, number: int, most: int = 14
) -> list[Entry]:
    entries: list[Entry] = []
    step = max(timedelta(minutes=4), (last - first) / max(1, most))
    base = world.names["datamount"]
    while first < last and len(entries) < most:
        number += 1
        text = f"Thread 1 advanced to log sequence {number} (LGWR switch)\n  Current log# {number % 3 + 1} seq# {number} mem# 0: {base}/{made.sid}/redo0{number % 3 + 1}.log"
        entries.append((first, text))
        first += step * around(world.rng, 1.0, 0.4)
    return entries


def alert(world: World, _command: str) -> str:
    """The part of the alert log around the last start, and what came after."""
    made, rng = instance(world), world.rng
    sequence = rng.randint(300, 40000)
    before = made.started - timedelta(hours=rng.uniform(1, 6))
    entries = _switches(world, made, before, made.started - timedelta(minutes=12), sequence, rng.randint(0, 4))
    if entries or chance(rng, 0.4):
        down = made.started - timedelta(minutes=rng.uniform(1, 9))
        entries += [(down, "Shutting down instance (immediate)\nStopping background process SMCO\nShutting down instance: further logons disabled"),
                    (down + timedelta(seconds=25), "ALTER DATABASE CLOSE NORMAL"), (down + timedelta(seconds=40), "Instance shutdown complete")]  # fmt: skip
    entries += _start(world, made)
    if not made.error and not made.notes and chance(rng, 0.8):
        entries += _switches(
            world, made, made.started + timedelta(minutes=6), world.end, sequence + 10, rng.randint(1, 14)
        )
    entries = sorted([*entries, *made.notes], key=lambda entry: entry[0])
    how = form(world)
    printed = (
        _xml(world, entries)
        if how == "xml"
        else _jsonl(entries)
        if how == "jsonl"
        else _adrci(entries)
        if how == "adrci"
        else stamped(made, entries)
    )
    return "\n".join(printed) + "\n"


def form(world: World) -> str:
    """The text of old, adrci, the XML file beside it, or what a collector makes of that."""
    if "oracle:alert_form" not in world.settings:
        with apart(world, "alert log"):
            old = instance(world).version < (11, 1)
            world.settings["oracle:alert_form"] = pick(
                world.rng,
                {
                    "text": 8.0,
                    "adrci": 0.0 if old else 1.2,
                    "xml": 0.0 if old else 0.8,
                    "jsonl": 0.5 if instance(world).version >= (12,) else 0.0,
                },
            )
    return world.settings["oracle:alert_form"]


def _adrci(entries: list[Entry]) -> list[str]:
    lines: list[str] = []
    for time, text in entries:
        lines += [f"{time:%Y-%m-%d %H:%M:%S}.{time.microsecond:06d} +02:00", *text.split("\n")]
    return lines


def _xml(world: World, entries: list[Entry]) -> list[str]:
    lines: list[str] = []
    for time, text in entries:
        for line in text.split("\n") if text.startswith("  PAGESIZE") else [text]:
            body = line.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
            lines += [f"<msg time='{time:%Y-%m-%dT%H:%M:%S}.{time.microsecond // 1000:03d}+02:00' org_id='oracle' comp_id='rdbms'", f" type='UNKNOWN' level='16' host_id='{world.host}'",
                      " host_addr='10.20.4.17' module='sqlplus@", f" {world.host} (TNS V1-V3)' pid='4711'>", f" <txt>{body}", " </txt>", "</msg>"]  # fmt: skip
    return lines


def _jsonl(entries: list[Entry]) -> list[str]:
    rows = [(time, line) for time, text in entries for line in text.split("\n")]
    return [
        json.dumps(
            {
                "timestamp": f"{time:%Y-%m-%dT%H:%M:%S}.{time.microsecond // 1000:03d}Z",
                "moduleId": "",
                "ecid": "",
                "message": line,
            },
            separators=(",", ":"),
        )
        for time, line in rows
    ]


def _written_as(name: str) -> Callable[[World], bool]:
    return lambda world: on_oracle(world) and form(world) == name


def stamped(made: Instance, entries: list[Entry]) -> list[str]:
    """Every entry below its time: of the old form once a second, of the new one with microseconds."""
    lines: list[str] = []
    last = ""
    for time, text in entries:
        stamp = (
            f"{time:%a %b %d %H:%M:%S %Y}"
            if made.version < (12, 2)
            else f"{time:%Y-%m-%dT%H:%M:%S}.{time.microsecond:06d}+02:00"
        )
        if stamp != last:
            lines.append(stamp)
        last = stamp
        lines += text.split("\n")
    return lines


SOURCES = (
    Source("alert log", ("cat $ORACLE_BASE/diag/rdbms/*/*/trace/alert_*.log", "tail -300 alert.log", "less alert_log"), alert, _written_as("text"), 0.15, "oracle/alert.log"),
    Source("alert log", ("adrci exec='show alert -tail 300'",), alert, _written_as("adrci"), 0.15),
    Source("alert log", ("cat alert/log.xml",), alert, _written_as("xml"), 0.15, "oracle/alert/log.xml"),
    Source("alert log", ("cat alertlog.jsonl",), alert, _written_as("jsonl"), 0.15, "oracle/alertlog.jsonl"),
)  # fmt: skip
