"""What devices make of what is asked of them: rates, latencies, requests in flight."""

import math
from random import Random

from tests.generated.model import Demand, Device, Io, Tick, World
from tests.generated.noise import around


def settle(rng: Random, device: Device, ask: Demand) -> Io:
    """Rates a second and latencies of one device in one sample; a full device does what it can, and its queue grows."""
    slow = ask.slow / max(0.02, 1.0 - ask.stall)
    by_count = slow * (
        ask.reads * ask.slow_read / device.read_iops + ask.writes * min(ask.slow_write, 50.0) / device.write_iops
    )
    by_size = slow * (ask.read_kb + ask.write_kb) / 1024 / device.mb_s
    load = max(by_count, by_size) + 0.15 * min(by_count, by_size)
    share = min(1.0, rng.uniform(0.96, 1.0) / load) if load > 0.97 else 1.0
    reads, writes = ask.reads * share, ask.writes * share
    read_kb, write_kb = ask.read_kb * share, ask.write_kb * share
    rho = min(load, 0.97)
    queue = 1.0 + 0.7 * rho * rho / (1.0 - rho)
    per_mb = 1000.0 / device.mb_s
    read_ms = around(rng, slow * ask.slow_read * queue * (device.read_ms + per_mb * _mb(read_kb, reads)), 0.08)
    write_ms = around(rng, slow * ask.slow_write * queue * (device.write_ms + per_mb * _mb(write_kb, writes)), 0.08)
    total = reads + writes
    in_flight = (reads * read_ms + writes * write_ms) / 1000
    least = ask.crowd if total else 0.0
    if load > 1.0:
        least = max(least, device.depth * min(1.0, 0.25 + 0.4 * (load - 1.0)) * rng.uniform(0.85, 1.0))
    if total and in_flight < least:
        read_ms, write_ms = (ms * least / max(in_flight, 1e-9) for ms in (read_ms, write_ms))
    in_flight = (reads * read_ms + writes * write_ms) / 1000
    serial = device.kind in ("hdd", "sas")
    busy = min(1.0, in_flight, max(load, ask.stall)) if serial else 1.0 - math.exp(-in_flight)
    if load >= 1.0 or ask.stall > 0.8:
        busy = max(busy, rng.uniform(0.975, 1.0)) if in_flight >= 1 else busy
    merged = 0.0 if device.pool else writes * rng.uniform(0.02, 0.6)
    return Io(reads, writes, read_kb, write_kb, read_ms, write_ms, in_flight, min(1.0, busy), merged)


def _mb(kb: float, requests: float) -> float:
    return kb / 1024 / requests if requests else 0.0


def finish(world: World) -> None:
    """Settle every sample and derive waiting, blocked tasks and switches from it."""
    for tick in world.ticks:
        for device in world.devices:
            tick.io[device.name] = settle(world.rng, device, tick.demand[device.name])
        _processors(world, tick)
    for hook in world.after:
        hook(world)
    for tick in world.ticks:
        _bounds(tick)


def _processors(world: World, tick: Tick) -> None:
    rng = world.rng
    pooled = {device.name for device in world.devices if device.pool}
    waiting = sum(min(io.in_flight, 24) * (0.2 if name in pooled else 1.0) for name, io in tick.io.items())
    if world.system.linux:
        tick.blocked = max(tick.blocked, min(waiting, 60) * rng.uniform(0.35, 0.8))
        idle = max(0.0, 100 - tick.user - tick.system - tick.steal)
        tick.wait = max(tick.wait, idle * min(1.0, tick.blocked / world.cpus) * rng.uniform(0.75, 0.98))
    requests = sum(io.reads + io.writes for io in tick.io.values())
    tick.switches += 2.2 * requests * rng.uniform(0.8, 1.2)
    tick.interrupts += 1.1 * requests * rng.uniform(0.8, 1.2)


def _bounds(tick: Tick) -> None:
    tick.user, tick.system = max(0.0, tick.user), max(0.0, tick.system)
    busy = tick.user + tick.system + tick.steal
    if busy > 100:
        tick.user, tick.system = tick.user * 100 / busy, tick.system * 100 / busy
        tick.steal = max(0.0, 100 - tick.user - tick.system)
    tick.wait = max(0.0, min(tick.wait, 100 - tick.user - tick.system - tick.steal))
