"""Pages of Linux: transparent huge pages, compaction, fragmentation, page tables of processes, what the kernel is busy with."""

from datetime import timedelta
from typing import cast

from tests.generated.model import World
from tests.generated.noise import around
from tests.generated.programs.numa import count
from tests.generated.render import Source, on_linux


def with_thp(world: World) -> bool:
    """Transparent huge pages came with 2.6.38, and to Red Hat's 2.6.32."""
    return world.system.linux and world.system.sysstat >= (8, 1)


def thp_mode(world: World) -> tuple[str, str]:
    """Enabled and defrag: as set, or as the distribution has it."""
    name = world.system.name
    mode = world.settings.get("thp_enabled") or (
        "madvise" if name.startswith(("debian", "ubuntu", "proxmox", "oracle-linux-8", "oracle-linux-9")) else "always"
    )
    return mode, world.settings.get("thp_defrag") or ("always" if world.system.sysstat < (10, 2) else "madvise")


def thp(world: World, command: str) -> str:
    """/sys/kernel/mm/transparent_hugepage, in brackets what is on."""
    base = (
        "/sys/kernel/mm/redhat_transparent_hugepage"
        if world.system.name == "rhel-6"
        else "/sys/kernel/mm/transparent_hugepage"
    )
    mode, defrag = thp_mode(world)
    choices = "always madvise never"
    more = "always defer defer+madvise madvise never" if world.system.sysstat >= (11, 5) else "always madvise never"
    rows = [("enabled", choices, mode), ("defrag", more, defrag)]
    if "defrag" not in command and "grep" not in command:
        rows = rows[:1]
    lines = []
    for name, words, on in rows:
        text = " ".join(f"[{word}]" if word == on else word for word in words.split())
        lines.append(f"{base}/{name}:{text}" if "grep" in command else text)
    return "\n".join(lines) + "\n"


def _since_boot(world: World) -> dict[str, float]:
    """Counters of an ordinary host, with what mechanisms moved."""
    rng, days = world.rng, max(0.5, world.uptime.total_seconds() / 86400)
    memory = world.memory
    values = {"nr_free_pages": memory.free * 256, "nr_anon_pages": memory.programs * 256, "nr_file_pages": (memory.cache + memory.shared) * 256, "nr_dirty": memory.dirty * 256,
              "nr_writeback": memory.writeback * 256, "nr_page_table_pages": memory.page_tables * 256, "nr_slab_reclaimable": memory.slab_reclaimable * 256,
              "pgpgin": around(rng, 9e7 * days, 0.8), "pgpgout": around(rng, 9e7 * days, 0.8), "pswpin": memory.swap_used * 90, "pswpout": memory.swap_used * 300,
              "pgfault": around(rng, 4e8 * days, 0.5), "pgmajfault": around(rng, 9e3 * days, 0.8), "pgsteal_kswapd": around(rng, 6e6 * days, 1.0), "pgsteal_direct": around(rng, 9e3 * days, 1.0),
              "pgscan_kswapd": around(rng, 7e6 * days, 1.0), "pgscan_direct": around(rng, 1e4 * days, 1.0), "allocstall": around(rng, 120 * days, 1.0),
              "compact_stall": around(rng, 60 * days, 1.0), "thp_fault_alloc": around(rng, 9e4 * days, 1.0), "thp_fault_fallback": around(rng, 900 * days, 1.2),
              "thp_collapse_alloc": around(rng, 2e3 * days, 1.0), "thp_split": around(rng, 3e3 * days, 1.0), "zone_reclaim_failed": 0.0}  # fmt: skip
    values["compact_fail"] = values["compact_stall"] * rng.uniform(0.2, 0.6)
    values["compact_success"] = values["compact_stall"] - values["compact_fail"]
    if thp_mode(world)[0] == "never":
        values |= {name: 0.0 for name in values if name.startswith("thp_")} | {
            "compact_stall": 0.0,
            "compact_fail": 0.0,
            "compact_success": 0.0,
        }
    return values


def rates(world: World) -> dict[str, float]:
    """How much counters grow in a second now; a mechanism sets them in hundredths."""
    tick = world.snapshot
    found = {
        name.removeprefix("rate:"): value / 100 for name, value in world.counters.items() if name.startswith("rate:")
    }
    inside = min(1.0, max((each.trouble for each in world.ticks), default=0.0))
    ordinary = {"pgfault": tick.faults, "pgscan_kswapd": tick.scanned * 0.7, "pgscan_direct": tick.scanned * 0.3, "pgsteal_kswapd": tick.scanned * 0.4, "pgsteal_direct": tick.scanned * 0.2,
                "pswpin": tick.swap_in / 4, "pswpout": tick.swap_out / 4, "allocstall": tick.scanned * 0.3 / 90}  # fmt: skip
    return ordinary | {name: value * inside for name, value in found.items()}


def counters(world: World) -> dict[str, float]:
    """What /proc/vmstat has at the end."""
    if "vmstat" not in world.parts:
        values = _since_boot(world)
        for name, value in rates(world).items():
            hours = world.rng.uniform(2, 30) if name.startswith(("compact", "thp", "zone")) else 0.2
            if name in values:
                values[name] += value * min(hours * 3600, world.uptime.total_seconds() * 0.7)
        values["compact_fail"] = values["compact_stall"] * (0.7 if "rate:compact_stall" in world.counters else 0.4)
        values["compact_success"] = values["compact_stall"] - values["compact_fail"]
        world.parts["vmstat"] = values
    return cast(dict[str, float], world.parts["vmstat"])


OLD_NAMES = {
    "pgscan_kswapd": "pgscan_kswapd_normal",
    "pgscan_direct": "pgscan_direct_normal",
    "pgsteal_kswapd": "pgsteal_kswapd_normal",
    "pgsteal_direct": "pgsteal_direct_normal",
}
NEW_NAMES = {"allocstall": "allocstall_normal", "thp_split": "thp_split_page"}


def _named(world: World, name: str) -> str:
    return OLD_NAMES.get(name, name) if world.system.sysstat < (11, 6) else NEW_NAMES.get(name, name)


def _some(world: World, values: dict[str, float], command: str) -> list[str]:
    lines = [
        f"{_named(world, name)} {int(value)}"
        for name, value in values.items()
        if name != "zone_reclaim_failed" or count(world) > 1
    ]
    if world.system.sysstat < (8, 1):
        lines = [line for line in lines if not line.startswith(("compact", "thp"))]
    if "grep" in command:
        lines = [
            line for line in lines if line.startswith(("compact", "thp", "allocstall", "zone_reclaim", "pgscan_direct"))
        ]
    return lines


def proc_vmstat(world: World, command: str) -> str:
    """`/proc/vmstat`, whole or some of it, once or twice with a while between."""
    values = counters(world)
    if "sleep" not in command:
        return "\n".join(_some(world, values, command)) + "\n"
    seconds = int(command.split("sleep ")[1].split(";")[0])
    grown = rates(world)
    later = {name: value + around(world.rng, grown.get(name, 0.0) * seconds, 0.1) for name, value in values.items()}
    for name in ("compact_fail", "compact_success"):
        later[name] = values[name] + (later["compact_stall"] - values["compact_stall"]) * (
            0.7 if name.endswith("fail") else 0.3
        )
    date = [f"{world.end + timedelta(seconds=each):%a %b %e %H:%M:%S UTC %Y}" for each in (0, seconds)]
    return "\n".join([date[0], *_some(world, values, command), date[1], *_some(world, later, command)]) + "\n"


def buddyinfo(world: World, _command: str) -> str:
    """`/proc/buddyinfo`: free pieces by order; `fragmented` hosts have hardly any large ones."""
    rng, number = world.rng, count(world)
    keep = world.counters.get("fragmented", 0) / 100
    lines = ["Node 0, zone      DMA      1      0      1      1      1      1      1      0      1      1      3 "]
    for node in range(number):
        for zone, share in (("DMA32", 0.1), ("Normal", 0.9)) if node == 0 else (("Normal", 1.0),):
            pages = world.memory.free * 256 * share / number
            weights = [
                2.0 ** (-order * 0.55) if not keep or order < 4 else 2.0 ** (-order * 0.55) * (1 - keep) ** (order - 3)
                for order in range(11)
            ]
            weights[10] *= 6 * (1 - keep)
            cells = [
                int(pages * weight / sum(weights) / 2**order * rng.uniform(0.7, 1.3))
                for order, weight in enumerate(weights)
            ]
            lines.append(f"Node {node}, zone {zone:>8} " + "".join(f"{cell:>6} " for cell in cells))
    return "\n".join(lines) + "\n"


def perf(world: World, _command: str) -> str:
    """What the processors do: of the kernel what a mechanism named in its settings, the rest programs."""
    rng, tick = world.rng, max(world.ticks, key=lambda each: each.system)
    busy = max(1.0, tick.user + tick.system)
    kernel = 100 * tick.system / busy
    hot = world.settings.get("hot", "").split()
    names = hot + [
        each
        for each in "copy_user_enhanced_fast_string _raw_spin_lock system_call_after_swapgs __schedule find_get_entry native_write_msr_safe tcp_sendmsg clear_page_c_e".split()
        if each not in hot
    ]
    weights = [3.0 ** -(index * 0.35) * (3.0 if index < len(hot) else 0.5) for index in range(len(names))]
    program = {"oracle": "oracle", "postgres": "postgres", "mysql": "mysqld"}.get(world.role, "java")
    rows = [
        (kernel * weight / sum(weights) * rng.uniform(0.8, 1.1), "[kernel]", f"[k] {name}")
        for name, weight in zip(names, weights, strict=True)
    ]
    rest = 100 - kernel
    for share, text in zip(
        (0.3, 0.2, 0.12, 0.08),
        ("0x00000000004f3a10", "0x00000000005b11c8", "0x000000000047e0f2", "memcpy"),
        strict=True,
    ):
        rows.append((rest * share * rng.uniform(0.7, 1.0), program, f"[.] {text}"))
    lines = [
        f"Samples: {rng.randint(20, 400)}K of event 'cycles', Event count (approx.): {rng.randint(10**10, 10**12)}",
        "Overhead  Shared Object        Symbol",
    ]
    return (
        "\n".join(
            lines
            + [
                f"{share:7.2f}%  {where:<20} {symbol}"
                for share, where, symbol in sorted(rows, reverse=True)
                if share > 0.05
            ]
        )
        + "\n"
    )


def vm_pte(world: World, _command: str) -> str:
    """Page tables of the largest processes, from /proc/PID/status."""
    rows = []
    own = world.memory.page_tables * 0.9 / max(1, len(world.procs))
    for proc in world.procs:
        rows.append((int(around(world.rng, own * 1024 * (1.0 if proc.rss_mb > 30 else 0.02), 0.3)), proc.pid))
    return "".join(f"/proc/{pid}/status:VmPTE:\t{kb:>8} kB\n" for kb, pid in sorted(rows, reverse=True)[:15])


def sessions(world: World, command: str) -> str:
    """How many sessions there are."""
    word = "LOCAL=NO" if world.role == "oracle" else "postgres:"
    return f"{sum(word in proc.args for proc in world.procs)}\n"


def with_database(world: World) -> bool:
    """Sessions that are processes."""
    return world.system.linux and world.role in ("oracle", "postgres")


SOURCES = (
    Source("thp", ("cat /sys/kernel/mm/transparent_hugepage/enabled", "cat /sys/kernel/mm/transparent_hugepage/{{enabled,defrag}}", "grep . /sys/kernel/mm/*transparent_hugepage/*"), thp, with_thp, 0.04),
    Source("proc vmstat", ("cat /proc/vmstat", "grep -E 'compact|thp|allocstall' /proc/vmstat", "date; grep -E 'compact|thp|allocstall|zone_reclaim' /proc/vmstat; sleep 10; date; grep -E 'compact|thp|allocstall|zone_reclaim' /proc/vmstat",
                           "date; cat /proc/vmstat; sleep 60; date; cat /proc/vmstat"), proc_vmstat, on_linux, 0.04),
    Source("buddyinfo", ("cat /proc/buddyinfo",), buddyinfo, on_linux, 0.03),
    Source("perf", ("perf report --stdio | head -30", "perf top --stdio"), perf, with_thp, 0.03),
    Source("VmPTE", ("grep VmPTE /proc/[0-9]*/status | sort -k2 -nr | head -15",), vm_pte, on_linux, 0.02),
    Source("sessions", ("ps -ef | grep -v grep | grep -c LOCAL=NO",), sessions, lambda world: with_database(world) and world.role == "oracle", 0.03),
    Source("backends", ("ps -ef | grep -v grep | grep -c postgres:",), sessions, lambda world: with_database(world) and world.role == "postgres", 0.03),
)  # fmt: skip
