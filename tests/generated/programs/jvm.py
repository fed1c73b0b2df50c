"""A Java program: its release, collector, heap, and collections of the last hours."""

from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import cast

from tests.generated.model import World
from tests.generated.noise import around, between, chance, pick
from tests.generated.programs import apart

RELEASES = {6: (2008, 2014), 7: (2012, 2017), 8: (2014, 2026), 11: (2019, 2026), 17: (2022, 2026), 21: (2024, 2026)}
FLAGS = {
    "serial": "-XX:+UseSerialGC",
    "parallel": "-XX:+UseParallelGC",
    "cms": "-XX:+UseConcMarkSweepGC",
    "g1": "-XX:+UseG1GC",
    "zgc": "-XX:+UseZGC",
}


@dataclass(frozen=True)
class Pause:
    """One collection: sizes in MB before and after, of the heap and of the young part, and how long all stood."""

    time: datetime
    full: bool
    before: float
    after: float
    young_before: float
    young_after: float
    ms: float
    cause: str
    cpu: float  # processors busy meanwhile


@dataclass
class Jvm:
    """The program and its heap."""

    java: int
    collector: str
    heap_mb: int
    young_mb: int
    started: datetime
    threads: int  # of the collector
    meta_kb: int
    pauses: list[Pause] = field(default_factory=list)
    stamps: bool = True  # dates in the log
    stopped: bool = False  # lines on how long threads were stopped

    @property
    def old_mb(self) -> int:
        return self.heap_mb - self.young_mb


def jvm(world: World) -> Jvm:
    """The program of this host; one that is well, if no mechanism has made another."""
    if "jvm" not in world.parts:
        with apart(world, "java"):
            found = draw(world)
            calm(world, found)
    return cast(Jvm, world.parts["jvm"])


def calm(world: World, found: Jvm) -> None:
    """Let it run with room to spare: what collects beside the program needs no whole collection, the others a short one."""
    rng = world.rng
    collect(
        world,
        found,
        live=found.old_mb * rng.uniform(0.15, 0.45),
        churn=between(rng, 15, 250),
        hours=between(rng, 0.3, 4),
    )
    beside = found.collector in ("cms", "g1", "zgc")
    short = rng.uniform(90, 420)
    found.pauses[:] = [
        replace(pause, ms=min(pause.ms, around(rng, short, 0.1))) if pause.full else pause
        for pause in found.pauses
        if not (pause.full and beside)
    ]


def draw(world: World, modern: bool = True) -> Jvm:
    """A program of the host's years."""
    rng, year = world.rng, world.start.year
    java = rng.choice([each for each, (first, last) in RELEASES.items() if first <= year <= last] or [8])
    chances = {
        "parallel": 3.0,
        "serial": 0.6,
        "cms": 3.0 if java < 11 else 0.0,
        "g1": 0.0 if java < 7 else 1.0 if java < 9 else 5.0,
        "zgc": 0.7 if java >= 17 and modern else 0.0,
    }
    collector = pick(rng, chances)
    heap = rng.choice(
        [
            mb
            for mb in (1024, 2048, 4096, 6144, 8192, 12288, 16384, 24576, 31744, 49152)
            if mb < world.memory.total * 0.6
        ]
        or [512]
    )
    young = int(heap * (rng.uniform(0.25, 0.35) if collector != "g1" else rng.uniform(0.2, 0.5)))
    found = Jvm(java, collector, heap, young, world.end - timedelta(hours=min(between(rng, 3, 600), world.uptime.total_seconds() / 3600 * 0.98)),
                1 if collector == "serial" else max(2, min(world.cpus, 8 + (world.cpus - 8) * 5 // 8 if world.cpus > 8 else world.cpus)), rng.randint(40000, 240000))  # fmt: skip
    found.stamps = java >= 7 or chance(rng, 0.5)
    found.stopped = chance(rng, 0.35)
    world.parts["jvm"] = found
    _dress(world, found)
    return found


def _dress(world: World, found: Jvm) -> None:
    """Let the process have its heap and flags."""
    own = [proc for proc in world.procs if proc.name == "java"]
    flags = f"-Xms{found.heap_mb}m -Xmx{found.heap_mb}m {FLAGS[found.collector]}"
    for proc in own[:1]:
        index = world.procs.index(proc)
        words = " ".join(word for word in proc.args.split() if not word.startswith(("-Xm", "-XX")))
        world.procs[index] = replace(
            proc,
            args=words.replace("java ", f"java {flags} ", 1),
            rss_mb=found.heap_mb * world.rng.uniform(0.8, 1.1),
            size_mb=found.heap_mb * 1.3 + 2500,
        )


def full_ms(world: World, found: Jvm, live: float) -> float:
    """How long a whole collection takes: by what is alive, and how many work at it."""
    alone = (
        found.collector in ("serial", "cms")
        or (found.collector == "g1" and found.java < 10)
        or (found.collector == "parallel" and found.java == 6)
    )
    per_gb = world.rng.uniform(900, 2200) if alone else world.rng.uniform(900, 2200) / max(2.0, found.threads * 0.45)
    return live / 1024 * per_gb + 60


def collect(
    world: World, found: Jvm, live: float, churn: float, hours: float, grows: float = 0.0, slow: float = 1.0
) -> None:
    """Let it run so many hours: young collections at the rate of what is allocated, whole ones when the old part is full."""
    rng = world.rng
    time = world.end - timedelta(hours=hours)
    found.started = min(found.started, time - timedelta(minutes=20))
    old, young = live + (found.old_mb - live) * rng.uniform(0, 0.6), 0.0
    eden = found.young_mb * 0.8
    crowded = False
    while time < world.end and len(found.pauses) < 900:
        room = found.old_mb - old
        step = eden / churn * (0.25 if crowded else 1.0)
        time += timedelta(seconds=max(0.12, around(rng, step, 0.25)))
        live += grows * step / 3600
        before_young = min(found.young_mb * 0.97, eden + young)
        kept = found.young_mb * rng.uniform(0.02, 0.09)
        promoted = min(max(0.0, room), around(rng, eden * 0.012, 0.6) + (kept * 0.4 if crowded else 0))
        if room <= promoted * 1.2 + 1:
            ms = full_ms(world, found, live) * slow * rng.uniform(0.9, 1.15)
            after = min(found.old_mb * 0.998, live * rng.uniform(0.995, 1.01))
            one = found.collector in ("serial", "cms") or (found.collector == "g1" and found.java < 10)
            found.pauses.append(
                Pause(
                    time,
                    True,
                    old + before_young * 0.6,
                    after,
                    before_young * 0.6,
                    0.0,
                    ms,
                    "",
                    1.0 if one else found.threads * 0.85,
                )
            )
            time += timedelta(milliseconds=ms)
            old, young = after, 0.0
            crowded = found.old_mb - old < eden * 0.12
            continue
        ms = 6 + kept * rng.uniform(0.1, 0.5) * (8 / found.threads) + found.heap_mb / 1024 * 1.5
        found.pauses.append(
            Pause(
                time, False, old + before_young, old + promoted + kept, before_young, kept, ms, "", found.threads * 0.8
            )
        )
        time += timedelta(milliseconds=ms)
        old, young = old + promoted, kept
    found.pauses[:] = [pause for pause in found.pauses if pause.time + timedelta(milliseconds=pause.ms) < world.end]
