"""The heap is nearly full of what lives, or the collector is of the wrong kind: whole collections stop the program for seconds."""

from dataclasses import replace
from datetime import timedelta

from tests.generated.effects import wait_for
from tests.generated.hosts import remember
from tests.generated.mechanism import Mechanism
from tests.generated.model import Tick, World
from tests.generated.noise import around, between
from tests.generated.programs import jvm
from tests.generated.programs.jvm import Jvm
from tests.generated.systems import LINUX, SOLARIS


def _heap(world: World, found: Jvm) -> None:
    """The host's programs hold the heap."""
    memory = world.memory
    memory.programs = max(memory.programs * 0.5, found.heap_mb * 1.1 + 600)
    memory.fit()
    remember(world)


def harm(world: World, degree: float) -> None:
    """One whole collection after another, each of seconds."""
    rng = world.rng
    share = rng.uniform(0.8, 0.9 + 0.085 * degree)
    for _ in range(12):
        found = jvm.draw(world, modern=False)
        live = found.old_mb * share
        usual = jvm.full_ms(world, found, live)
        if usual > 1300 + 1500 * degree:
            break
    hours = between(rng, 0.15, 0.5 + 2 * (1 - degree))
    jvm.collect(
        world,
        found,
        live,
        churn=between(rng, 60, 700),
        hours=hours,
        grows=found.old_mb * rng.uniform(0, 0.004),
        slow=max(rng.uniform(1, 1.6), 1500 / usual),
    )
    if not any(pause.full for pause in found.pauses[-200:]):
        _one(world, found, live, max(1500.0, usual))
    _move(world, found)
    _heap(world, found)
    for proc in [proc for proc in world.procs if "-XX:+Use" in proc.args][:1]:
        proc.cpu = (
            around(rng, 60 + 60 * degree, 0.4)
            if found.collector in ("serial", "cms")
            else around(rng, 40 * found.threads, 0.3)
        )
    for tick in world.ticks:
        _stand(world, found, tick)


def explicit(world: World, degree: float) -> None:
    """Something asks for a whole collection every hour, though the heap is half empty."""
    rng = world.rng
    for _ in range(12):
        found = jvm.draw(world, modern=False)
        live = found.old_mb * rng.uniform(0.4, 0.75)
        usual = jvm.full_ms(world, found, live)
        if usual > 1500 + 1500 * degree:
            break
    jvm.calm(world, found)
    kept = [pause for pause in found.pauses if not pause.full]
    found.pauses[:] = []
    every = rng.choice((3600, 3600, 1800, 600))
    time = kept[0].time + timedelta(seconds=rng.uniform(1, 40))
    while time < world.end:
        ms = max(1500.0, usual * rng.uniform(0.9, 1.2))
        found.pauses.append(
            jvm.Pause(
                time,
                True,
                live * 1.3 + found.young_mb * 0.4,
                live,
                found.young_mb * 0.4,
                0.0,
                ms,
                "System.gc()",
                1.0 if found.collector in ("serial", "cms") else found.threads * 0.85,
            )
        )
        time += timedelta(seconds=every + ms / 1000)
    busy = [
        (full.time - timedelta(seconds=0.5), full.time + timedelta(milliseconds=full.ms + 50)) for full in found.pauses
    ]
    found.pauses += [pause for pause in kept if not any(begin < pause.time < end for begin, end in busy)]
    found.pauses.sort(key=lambda pause: pause.time)
    _move(world, found)
    _heap(world, found)
    for tick in world.ticks:
        _stand(world, found, tick)


def _one(world: World, found: Jvm, live: float, ms: float) -> None:
    """At least the collection that somebody saw."""
    last = found.pauses[-1] if found.pauses else None
    time = (last.time if last else world.end - timedelta(seconds=ms / 1000 + 60)) + timedelta(
        milliseconds=(last.ms if last else 0) + 900
    )
    full = jvm.Pause(
        time,
        True,
        found.heap_mb * 0.99,
        live,
        found.young_mb * 0.8,
        0.0,
        ms,
        "",
        1.0 if found.collector in ("serial", "cms") else found.threads * 0.85,
    )
    found.pauses.append(full)


def _move(world: World, found: Jvm) -> None:
    """Shift the log so that one of the last whole collections lies in the samples."""
    inside = world.in_trouble()
    fulls = [pause for pause in found.pauses if pause.full]
    if not inside or not fulls:
        return
    chosen = fulls[-1]
    times = [tick.time for tick in inside if tick.time + timedelta(milliseconds=chosen.ms) < world.end] or [
        inside[0].time
    ]
    by = world.rng.choice(times) - chosen.time + timedelta(seconds=world.rng.uniform(0.0, 0.6))
    moved = [replace(pause, time=pause.time + by) for pause in found.pauses]
    found.pauses[:] = [
        pause for pause in moved if pause.full or pause.time + timedelta(milliseconds=pause.ms) < world.end
    ]
    found.started = min(found.started, found.pauses[0].time - timedelta(minutes=5))


def _stand(world: World, found: Jvm, tick: Tick) -> None:
    """Everything but the collector stands while it works."""
    begin, end = tick.time, tick.time + timedelta(seconds=world.interval)
    share = busy = 0.0
    for pause in found.pauses:
        over = pause.time + timedelta(milliseconds=pause.ms)
        part = max(0.0, (min(end, over) - max(begin, pause.time)).total_seconds() / world.interval)
        if pause.full and part > 0:
            share += part
            busy += part * pause.cpu
    if share <= 0:
        return
    wait_for(tick, min(1.0, share))
    tick.user = min(96.0, tick.user + 100 * busy / world.cpus * around(world.rng, 0.95, 0.03))
    tick.run = max(tick.run, busy)
    for device in world.disks():
        ask = tick.demand[device.name]
        for name in ("reads", "writes", "read_kb", "write_kb"):
            setattr(ask, name, getattr(ask, name) * (1 - 0.85 * min(1.0, share)))


def harmless(world: World) -> None:
    """A whole collection now and then, of some tenths of a second, in the night or at the start."""
    rng = world.rng
    found = jvm.draw(world, modern=False)
    jvm.calm(world, found)
    if found.collector != "serial" and not any(pause.full for pause in found.pauses):
        found.pauses[:] = [
            replace(pause, full=index == len(found.pauses) // 2, ms=rng.uniform(120, 480))
            if index == len(found.pauses) // 2
            else pause
            for index, pause in enumerate(found.pauses)
        ]
    _heap(world, found)


TELLING = {
    "gc log": 0.85,
    "jstat": 0.45,
    "top": 0.4,
    "top -H": 0.35,
    "vmstat": 0.5,
    "ps": 0.3,
    "java version": 0.35,
    "mpstat": 0.2,
    "iostat -x": 0.3,
    "free": 0.35,
    "uptime": 0.2,
    "prstat": 0.4,
}

MECHANISMS = (
    Mechanism("jvm-gc-pause", (*LINUX, *SOLARIS), ("apps",), ("pauses", "pauses", "stalls", "vague"), harm=harm, harmless=harmless, zfs=None, intervals=(1, 1, 2, 5), telling=TELLING,
              decisive=(frozenset({"gc log"}), frozenset({"jstat"})), standing=True),
    Mechanism("jvm-gc-pause", (*LINUX, *SOLARIS), ("apps",), ("pauses", "stalls", "vague"), harm=explicit, harmless=harmless, zfs=None, intervals=(1, 1, 2, 5), telling=TELLING,
              decisive=(frozenset({"gc log"}), frozenset({"jstat"})), standing=True),
)  # fmt: skip
