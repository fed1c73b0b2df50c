"""Effects that several mechanisms have on a host."""

from tests.generated.hosts import remember
from tests.generated.loads import txg_seconds
from tests.generated.model import Device, Proc, Tick, Vdev, World
from tests.generated.noise import around, between


def flushing(world: World, tick: Tick, length: float) -> float:
    """The share of the sample in which a transaction group is written, when writing one takes so many seconds."""
    period = txg_seconds(world)
    phase = (tick.time - world.boot).total_seconds() % period
    left, covered = float(world.interval), 0.0
    while left > 0:
        inside = min(max(0.0, length - phase), left)
        covered += inside
        left -= period - phase
        phase = 0.0
    return min(1.0, covered / world.interval)


def wait_for(tick: Tick, share: float) -> None:
    """Programs stand still for this share of the sample: less processor time, fewer switches."""
    for name in ("user", "system", "switches", "interrupts", "calls", "run", "faults"):
        setattr(tick, name, getattr(tick, name) * (1 - 0.93 * share))


def fill_memory(world: World, left: float) -> None:
    """Programs take what there is, and more: cache goes, then swap fills. `left` is the share of cache that stays."""
    memory = world.memory
    memory.cache *= left
    more = max(0.0, memory.free - memory.floor)
    grow(world, memory.programs + more)
    memory.fit()
    remember(world)


def grow(world: World, programs: float) -> None:
    """Let programs hold so many MB, the largest of them most of what is new."""
    memory = world.memory
    more, memory.programs = programs - memory.programs, programs
    largest = sorted(world.procs, key=lambda proc: -proc.rss_mb)[:3]
    for part, proc in zip((0.6, 0.25, 0.15), largest, strict=False):
        proc.rss_mb += more * part
        proc.size_mb += more * part * 1.2


def swap(world: World, used: float, device: Device | None = None, rate_kb: float = 4000.0) -> None:
    """Swap out so many MB and page in and out at a rate, in trouble; the requests go to the device of the swap."""
    memory, rng = world.memory, world.rng
    target = device or world.devices[0]
    memory.swap_used = min(memory.swap_total * 0.985, memory.swap_used + used)
    remember(world)
    for tick in world.ticks:
        if not tick.trouble:
            tick.swap_in = around(rng, rate_kb * 0.002, 1.2)
            continue
        limit = target.mb_s * 1024 * 0.3 if target.kind in ("hdd", "sas") else target.mb_s * 1024 * 0.6
        tick.swap_in = min(limit, around(rng, rate_kb * tick.trouble, 0.6))
        tick.swap_out = min(limit, around(rng, rate_kb * 0.8 * tick.trouble, 0.9))
        tick.scanned = (tick.swap_in + tick.swap_out) / 4 * rng.uniform(1.5, 6)
        tick.faults += tick.swap_in / 2
        tick.demand[target.name].add(tick.swap_in / between(rng, 8, 24), tick.swap_out / between(rng, 20, 90), 16, 48)
        tick.swapped_mb = min(memory.swap_total * 0.99, memory.swap_used * rng.uniform(0.985, 1.01))
        tick.system += rng.uniform(3, 18) * tick.trouble
        wait_for(tick, min(0.7, tick.swap_in / limit))


def add_log_device(world: World, device: Device) -> None:
    """Give the pool a separate log device."""
    device.role, device.pool = "log", world.pool.name
    world.devices.append(device)
    world.pool.vdevs.append(Vdev("", [device], "log"))
    for tick in world.ticks:
        tick.demand.setdefault(device.name, type(next(iter(tick.demand.values())))())


def process(world: World, user: str, name: str, args: str, cpu: float, rss_mb: float = 40.0, state: str = "S") -> Proc:
    """Start one more process."""
    proc = Proc(
        world.rng.randint(2000, 32000), user, name, args, rss_mb, rss_mb * 1.8, cpu, state, between(world.rng, 0.3, 90)
    )
    world.procs.append(proc)
    return proc
