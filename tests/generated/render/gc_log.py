"""Logs of Java's collectors: of 6 to 8 by collector, of 9 and later in the unified form; jstat; threads in top."""

from datetime import datetime, timedelta

from tests.generated.model import World
from tests.generated.noise import around
from tests.generated.programs.jvm import Jvm, Pause, jvm
from tests.generated.render import Source


def with_java(world: World) -> bool:
    """Whether a Java program is the point of this host."""
    return world.role == "apps" and not world.system.freebsd


def _k(mb: float) -> str:
    return f"{int(mb * 1024)}K"


def _cause(found: Jvm, pause: Pause, usual: str) -> str:
    """Why it was collected, in the words of the release."""
    if pause.cause == "System.gc()" and found.java < 8:
        return "(System) "
    return f"({pause.cause or usual}) " if found.java >= 8 else ""


def _since(found: Jvm, time: datetime) -> float:
    return (time - found.started).total_seconds()


def _stamp(found: Jvm, time: datetime) -> str:
    date = f"{time:%Y-%m-%dT%H:%M:%S}.{time.microsecond // 1000:03d}+0100: " if found.stamps else ""
    return f"{date}{_since(found, time):.3f}: "


def _times(pause: Pause) -> str:
    real = pause.ms / 1000
    return f"[Times: user={real * pause.cpu:.2f} sys={real * 0.03:.2f}, real={real:.2f} secs] "


def _perm(found: Jvm, kind: str) -> str:
    if found.java >= 8:
        return f"[Metaspace: {found.meta_kb}K->{found.meta_kb}K({1048576 + found.meta_kb // 4096 * 4096}K)]"
    word = {"parallel": "PSPermGen", "cms": "CMS Perm ", "serial": "Perm "}.get(kind, "Perm ")
    size = -(-found.meta_kb // 65536) * 65536
    return f"[{word}{':' if word[-1] == ' ' else ': '}{' ' if word[-1] == ' ' else ''}{found.meta_kb}K->{found.meta_kb}K({size}K)]"


def _parallel(found: Jvm, pause: Pause) -> list[str]:
    seconds = f"{pause.ms / 1000:.7f} secs"
    young = f"[PSYoungGen: {_k(pause.young_before)}->{_k(pause.young_after)}({_k(found.young_mb * 0.9)})]"
    heap = f"{_k(pause.before)}->{_k(pause.after)}({_k(found.heap_mb - found.young_mb * 0.1)})"
    if not pause.full:
        return [
            f"{_stamp(found, pause.time)}[GC {'(Allocation Failure) ' if found.java >= 8 else ''}{young} {heap}, {seconds}] {_times(pause)}"
        ]
    old = f"[{'PSOldGen' if found.java == 6 else 'ParOldGen'}: {_k(pause.before - pause.young_before)}->{_k(pause.after)}({_k(found.old_mb)})]"
    comma = "," if found.java >= 8 else ""
    return [
        f"{_stamp(found, pause.time)}[Full GC {_cause(found, pause, 'Ergonomics')}{young} {old} {heap}{comma} {_perm(found, 'parallel')}, {seconds}] {_times(pause)}"
    ]


def _generations(found: Jvm, pause: Pause) -> list[str]:
    """CMS with ParNew, and the serial collector."""
    stamp, seconds = _stamp(found, pause.time), f"{pause.ms / 1000:.7f} secs"
    cause = " " + _cause(found, pause, "Allocation Failure").strip() if found.java >= 8 or pause.cause else ""
    heap = f"{_k(pause.before)}->{_k(pause.after)}({_k(found.heap_mb - found.young_mb * 0.1)})"
    new = "ParNew" if found.collector == "cms" else "DefNew"
    if not pause.full:
        return [
            f"{stamp}[GC{cause} {stamp}[{new}: {_k(pause.young_before)}->{_k(pause.young_after)}({_k(found.young_mb * 0.9)}), {seconds}] {heap}, {pause.ms / 1000 + 0.0002:.7f} secs] {_times(pause)}"
        ]
    word = ("CMS" if pause.cause else "CMS (concurrent mode failure)") if found.collector == "cms" else "Tenured"
    old = f"[{word}: {_k(pause.before - pause.young_before)}->{_k(pause.after)}({_k(found.old_mb)}), {seconds}]"
    return [
        f"{stamp}[Full GC{cause} {stamp}{old} {heap}, {_perm(found, found.collector)}, {pause.ms / 1000 + 0.0002:.7f} secs] {_times(pause)}"
    ]


def _cms_cycle(found: Jvm, pause: Pause) -> list[str]:
    stamp = _stamp(found, pause.time)
    old = pause.after - pause.young_after
    return [f"{stamp}[GC {'(CMS Initial Mark) ' if found.java >= 8 else ''}[1 CMS-initial-mark: {_k(old)}({_k(found.old_mb)})] {_k(pause.after)}({_k(found.heap_mb)}), 0.0213440 secs] [Times: user=0.02 sys=0.00, real=0.02 secs] ",
            f"{stamp}[CMS-concurrent-mark-start]", f"{stamp}[CMS-concurrent-mark: {old / 4096:.3f}/{old / 3900:.3f} secs] [Times: user={old / 2000:.2f} sys=0.02, real={old / 3900:.2f} secs] "]  # fmt: skip


def _m(mb: float) -> str:
    return "0.0B" if mb < 0.05 else f"{mb:.1f}M" if mb < 10240 else f"{mb / 1024:.1f}G"


def _g1(found: Jvm, pause: Pause) -> list[str]:
    stamp, seconds = _stamp(found, pause.time), f"{pause.ms / 1000:.7f} secs"
    heap = f"Heap: {_m(pause.before)}({_m(found.heap_mb)})->{_m(pause.after)}({_m(found.heap_mb)})"
    if pause.full:
        cause = _cause(found, pause, "Allocation Failure") + " "
        return [f"{stamp}[Full GC {cause}{int(pause.before)}M->{int(pause.after)}M({found.heap_mb}M), {seconds}]",
                f"   [Eden: {_m(pause.young_before)}({_m(found.young_mb)})->0.0B({_m(found.young_mb)}) Survivors: 0.0B->0.0B {heap}], {_perm(found, 'g1')}" if found.java >= 8 else f"   [Eden: 0.0B({_m(found.young_mb)})->0.0B({_m(found.young_mb)}) Survivors: 0.0B->0.0B {heap}]",
                f" {_times(pause)}"]  # fmt: skip
    cause = "(G1 Evacuation Pause) " if found.java >= 8 else ""
    exhausted = " (to-space exhausted)" if pause.after > found.heap_mb * 0.97 else ""
    return [f"{stamp}[GC pause {cause}(young){exhausted}, {seconds}]", f"   [Parallel Time: {pause.ms * 0.9:.1f} ms, GC Workers: {found.threads}]", f"   [Other: {pause.ms * 0.1:.1f} ms]",
            f"   [Eden: {_m(pause.young_before - pause.young_after)}({_m(found.young_mb)})->0.0B({_m(found.young_mb)}) Survivors: {_m(pause.young_after)}->{_m(pause.young_after)} {heap}]", f" {_times(pause)}"]  # fmt: skip


def _unified(found: Jvm, number: int, pause: Pause) -> list[str]:
    seconds = _since(found, pause.time) + pause.ms / 1000
    date = (
        f"[{pause.time:%Y-%m-%dT%H:%M:%S}.{pause.time.microsecond // 1000:03d}+0100]"
        if found.stamps and found.stopped
        else ""
    )
    head = f"{date}[{seconds:.3f}s][info][gc] GC({number}) "
    sizes = f"{int(pause.before)}M->{int(pause.after)}M({found.heap_mb}M) {pause.ms:.3f}ms"
    if found.collector == "zgc":
        return [
            f"{head}Garbage Collection ({'Allocation Rate' if number % 5 else 'Proactive'}) {int(pause.before)}M({int(100 * pause.before / found.heap_mb)}%)->{int(pause.after)}M({int(100 * pause.after / found.heap_mb)}%)"
        ]
    if found.collector == "g1":
        what = (
            f"Pause Full ({pause.cause or 'G1 Compaction Pause'})"
            if pause.full
            else "Pause Young (Normal) (G1 Evacuation Pause)"
        )
    else:
        what = (
            f"Pause Full ({'Ergonomics' if found.collector == 'parallel' else 'Allocation Failure'})"
            if pause.full
            else "Pause Young (Allocation Failure)"
        )
    before = (
        [f"{date}[{seconds:.3f}s][info][gc] GC({number - 1}) To-space exhausted"]
        if found.collector == "g1" and pause.full and not pause.cause and number % 2 and found.java < 21
        else []
    )
    return [*before, f"{head}{what} {sizes}"]


def _stopped(found: Jvm, pause: Pause) -> list[str]:
    if not found.stopped or found.collector == "zgc":
        return []
    text = f"Total time for which application threads were stopped: {pause.ms / 1000 + 0.0004:.7f} seconds, Stopping threads took: 0.0001120 seconds"
    if found.java < 9:
        return [f"{_stamp(found, pause.time)}{text if found.java >= 8 else text.split(',')[0]}"]
    seconds = _since(found, pause.time) + pause.ms / 1000
    date = f"[{pause.time:%Y-%m-%dT%H:%M:%S}.{pause.time.microsecond // 1000:03d}+0100]" if found.stamps else ""
    if found.java < 17:
        return [f"{date}[{seconds:.3f}s][info][safepoint] {text}"]
    name = (
        ("G1CollectFull" if pause.full else "G1CollectForAllocation")
        if found.collector == "g1"
        else "ParallelGCFailedAllocation"
    )
    ns = int(pause.ms * 1e6)
    return [
        f'{date}[{seconds:.3f}s][info][safepoint] Safepoint "{name}", Time since last: {ns * 7 + 1231} ns, Reaching safepoint: 112310 ns, At safepoint: {ns} ns, Total: {ns + 112310} ns'
    ]


def gc_log(world: World, _command: str) -> str:
    """The log of the collector, its last part."""
    found = jvm(world)
    lines: list[str] = []
    if found.java >= 9:
        lines.append(
            f"[0.{world.rng.randint(4, 30):03d}s][info][gc] Using {'G1' if found.collector == 'g1' else 'The Z Garbage Collector' if found.collector == 'zgc' else found.collector.title()}"
        )
    shown = found.pauses[-220:]
    last = len(found.pauses) - len(shown) + world.rng.randint(100, 9000)
    for number, pause in enumerate(shown, last):
        if found.java >= 9:
            lines += _unified(found, number, pause)
        elif found.collector == "g1":
            lines += _g1(found, pause)
        elif found.collector == "parallel":
            lines += _parallel(found, pause)
        else:
            lines += _generations(found, pause)
            if found.collector == "cms" and not pause.full and number % 23 == 0:
                lines += _cms_cycle(found, pause)
        lines += _stopped(found, pause)
    return "\n".join(lines) + "\n"


def _running_until(found: Jvm, now: datetime) -> datetime:
    """Now, or when the collection began that still stops the program."""
    return next(
        (pause.time for pause in found.pauses if pause.time <= now < pause.time + timedelta(milliseconds=pause.ms)), now
    )


def jstat(world: World, _command: str) -> str:
    """`jstat -gcutil PID 1000`: a row for each sample, counters going on."""
    found, rng = jvm(world), world.rng
    if found.collector == "zgc":
        return ""
    wide, concurrent = found.java >= 8, found.java >= 11
    heads = "P     " if not wide else "M     CCS    "
    lines = [
        f"  S0     S1     E      O      {heads}YGC     YGCT    FGC    FGCT    {'CGC    CGCT     ' if concurrent else ' '}GCT   "
    ]
    window = (world.end - found.pauses[0].time).total_seconds() if found.pauses else 1.0
    before = max(
        0.0, (world.end - found.started).total_seconds() / max(1.0, window) - 1
    )  # so many times as long as the log
    every = [[pause for pause in found.pauses if pause.full == full] for full in (False, True)]
    counts, times = (
        [len(some) * before for some in every],
        [sum(pause.ms for pause in some) / 1000 * before for some in every],
    )
    cycles, meta = rng.randint(2, 90), (rng.uniform(93, 98), rng.uniform(88, 95))
    gap = max(0.2, window / max(1, len(every[0])))
    for tick in world.ticks:
        done = [pause for pause in found.pauses if pause.time + timedelta(milliseconds=pause.ms) <= world.over(tick)]
        young, full = [pause for pause in done if not pause.full], [pause for pause in done if pause.full]
        ygct, fgct = (
            base + sum(pause.ms for pause in some) / 1000 for base, some in zip(times, (young, full), strict=True)
        )
        old = (done[-1].after - done[-1].young_after) / found.old_mb * 100 if done else 40.0
        now = _running_until(found, world.over(tick))
        last = done[-1].time + timedelta(milliseconds=done[-1].ms) if done else now - timedelta(seconds=gap / 2)
        eden = min(99.8, max(0.4, 92 * (now - last).total_seconds() / gap))
        cells = f"  0.00 {18 + len(young) * 37 % 61 + 0.37:6.2f} {eden:6.2f} {min(100.0, old):6.2f} {meta[0]:6.2f}"
        ccs = f" {meta[1]:6.2f}" if wide else ""
        more = f" {cycles:5d} {cycles * 0.011:8.3f}" if concurrent else ""
        lines.append(
            f"{cells}{ccs} {int(len(young) + counts[0]):6d} {ygct:8.3f} {int(len(full) + counts[1]):5d} {fgct:8.3f}{more} {ygct + fgct + cycles * 0.011 * concurrent:8.3f}"
        )
    return "\n".join(lines) + "\n"


def threads(world: World, _command: str) -> str:
    """`top -H` of the Java process: who is busy in it."""
    found, rng = jvm(world), world.rng
    tick = max(world.ticks, key=lambda each: each.trouble)
    inside = (
        any(pause.full and abs((pause.time - tick.time).total_seconds()) < 20 for pause in found.pauses)
        and tick.trouble > 0
    )
    user = world.names["user"]
    names = (
        [
            "http-nio-8080-e",
            "http-nio-8080-e",
            "pool-3-thread-1",
            "C2 CompilerThre",
            "http-nio-8080-e",
            "VM Periodic Tas",
        ]
        if found.java >= 8
        else ["java"] * 6
    )
    workers = {
        "g1": "GC Thread#{}" if found.java >= 9 else "Gang worker#{}",
        "parallel": "GC Thread#{}" if found.java >= 9 else "GC task thread#{}",
    }.get(found.collector, "")
    rows = (
        [
            (
                around(rng, 99.5, 0.003)
                if not workers or (found.collector == "g1" and found.java < 10)
                else around(rng, 8, 0.3),
                "VM Thread",
            )
        ]
        if inside
        else [(around(rng, 0.7, 0.6), "VM Thread")]
    )
    rows += (
        [
            (around(rng, 85, 0.08) if inside else around(rng, 1.3, 0.7), workers.format(number))
            for number in range(min(8, found.threads))
        ]
        if workers
        else []
    )
    rows += [(around(rng, 0.2 if inside else 9, 0.9), name) for name in names]
    lines = [f"top - {world.end:%H:%M:%S} up {world.uptime.days} days,  1:12,  1 user,  load average: {tick.run:.2f}, {tick.run:.2f}, {tick.run:.2f}", f"Threads: {rng.randint(60, 400)} total", "",
             "  PID USER      PR  NI    VIRT    RES    SHR S %CPU %MEM     TIME+ COMMAND"]  # fmt: skip
    base = rng.randint(2000, 30000)
    rss = found.heap_mb / 1024
    for number, (cpu, name) in enumerate(sorted(rows, reverse=True)):
        shown = name if found.java >= 8 else "java"
        lines.append(
            f"{base + number:5d} {user:<8.8}  20   0 {rss * 1.4 + 2:6.1f}g {rss:5.1f}g  21340 {'R' if cpu > 30 else 'S'} {min(99.9, cpu):4.1f} {min(99, 100 * found.heap_mb / world.memory.total):4.1f} {int(cpu * 9 + 3):5d}:{rng.randint(0, 59):02d}.10 {shown}"
        )
    return "\n".join(lines) + "\n"


def version(world: World, _command: str) -> str:
    """`java -version`."""
    found = jvm(world)
    if found.java < 9:
        return f'java version "1.{found.java}.0_{world.rng.randint(20, 99)}"\nJava(TM) SE Runtime Environment (build 1.{found.java}.0-b12)\nJava HotSpot(TM) 64-Bit Server VM (build 25.91-b14, mixed mode)\n'
    patch = world.rng.randint(2, 22)
    return f'openjdk version "{found.java}.0.{patch}" 2023-04-18\nOpenJDK Runtime Environment (build {found.java}.0.{patch}+7)\nOpenJDK 64-Bit Server VM (build {found.java}.0.{patch}+7, mixed mode, sharing)\n'


SOURCES = (
    Source("gc log", ("tail -400 gc.log", "cat logs/gc.log"), gc_log, with_java, 0.1, "app/logs/gc.log"),
    Source("jstat", ("jstat -gcutil $(pgrep -f java) {interval}s {count}",), jstat, with_java, 0.06, lasts=True),
    Source("top -H", ("top -H -b -n 1 -p $(pgrep -f java) | head -30",), threads, lambda world: with_java(world) and world.system.linux, 0.05),
    Source("java version", ("java -version",), version, with_java, 0.06),
)  # fmt: skip
