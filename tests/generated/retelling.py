"""The same host as somebody else would have captured it: sampled in longer intervals, or with the tools of another release."""

from dataclasses import fields, replace

from tests.generated.model import Io, Tick, World
from tests.generated.systems import SYSTEMS, System

_LEAST = 5
"""So many samples have to be left."""
_MEANS = tuple(f.name for f in fields(Tick) if f.name not in ("time", "trouble", "demand", "io", "submitted"))
_LATENCIES = {"read_ms": "reads", "write_ms": "writes"}
"""Latencies of a longer sample are those of all its requests."""


def coarser(world: World, times: int) -> bool:
    """Put so many samples together into one each; whether enough are left."""
    if len(world.ticks) // times < _LEAST:
        return False
    groups = [world.ticks[at : at + times] for at in range(0, len(world.ticks) - times + 1, times)]
    world.ticks = [_together(group) for group in groups]
    world.interval *= times
    world.count = len(world.ticks)
    return True


def _mean(numbers: list[float]) -> float:
    return sum(numbers) / len(numbers)


def _together(group: list[Tick]) -> Tick:
    made = replace(
        group[-1], time=group[0].time, io={name: _io([tick.io[name] for tick in group]) for name in group[-1].io}
    )
    for name in _MEANS:
        setattr(made, name, _mean([getattr(tick, name) for tick in group]))
    made.trouble = max(tick.trouble for tick in group)
    made.submitted = _mean([tick.submitted for tick in group]) if made.submitted >= 0 else made.submitted
    return made


def _io(group: list[Io]) -> Io:
    values = {f.name: _mean([getattr(io, f.name) for io in group]) for f in fields(Io)}
    for latency, rate in _LATENCIES.items():
        requests = sum(getattr(io, rate) for io in group)
        if requests:
            values[latency] = sum(getattr(io, latency) * getattr(io, rate) for io in group) / requests
    return Io(**values)


def of_release(world: World, number: int) -> bool:
    """Give the host another release of the same system, with the formats of its tools; whether there is one that could run it."""
    if "vbox" in world.parts:
        return False  # its modules were made for the kernel
    others = [system for system in SYSTEMS if _could_be(world.system, system)]
    if not others:
        return False
    world.system = others[number % len(others)]
    world.kernel = world.system.kernels[0]
    return True


def _could_be(one: System, other: System) -> bool:
    """Whether a host of one release may as well have another: the same features, and other tools."""
    same = (one.os, one.psi, one.cgroup2, one.memavailable) == (other.os, other.psi, other.cgroup2, other.memavailable)
    zfs = bool(one.zfs) == bool(other.zfs) and (one.zfs == "sun") == (other.zfs == "sun")
    return same and zfs and one.name != other.name and (one.sysstat, one.zfs) != (other.sysstat, other.zfs)
