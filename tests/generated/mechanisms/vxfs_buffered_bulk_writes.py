"""Requests of a bulk job are small enough for VxFS to cache them: the cache takes all memory before the array has written it."""

from tests.generated.effects import process, wait_for
from tests.generated.hosts import remember
from tests.generated.mechanism import Mechanism
from tests.generated.model import Mount, World
from tests.generated.noise import around, between

SIZES = (32, 64, 64, 128, 128, 256)
PARAMETERS = (("read_pref_io", 65536), ("read_nstream", 1), ("read_unit_io", 65536), ("write_pref_io", 65536), ("write_nstream", 1), ("write_unit_io", 65536),
              ("pref_strength", 10), ("buf_breakup_size", 1048576), ("discovered_direct_iosz", 262144), ("max_direct_iosz", 1048576), ("default_indir_size", 8192), ("qio_cache_enable", 0),
              ("write_throttle", 0), ("max_diskq", 1048576), ("initial_extent_size", 8), ("max_seqio_extent_size", 2048), ("max_buf_data_size", 8192), ("hsm_write_prealloc", 0))  # fmt: skip


def _vxfs(world: World, threshold: int, request_kb: int) -> None:
    rng, disk = world.rng, world.disks()[0]
    group, volume = rng.choice(("datadg", "oradg", "dg01", "rootdg")), rng.choice(("vol01", "db01", "oradata", "data1"))
    point = world.names["datamount"]
    world.mounts = [mount for mount in world.mounts if mount.point != point]
    options = rng.choice(("rw,delaylog,largefiles,ioerror=mwdisable", "delaylog,largefiles,qio", "rw,log,largefiles"))
    world.mounts.append(
        Mount(
            f"/dev/vx/dsk/{group}/{volume}",
            point,
            "vxfs",
            disk.size_gb * len(world.disks()) * 0.9,
            rng.uniform(0.4, 0.85),
            0.01,
            options,
            disk.name,
        )
    )
    text = f"Filesystem i/o parameters for {point}\n" + "".join(
        f"{name} = {threshold if name.startswith('discovered') else value}\n" for name, value in PARAMETERS
    )
    world.show("vxtunefs", f"vxtunefs -p {point}" if rng.random() < 0.5 else f"/opt/VRTS/bin/vxtunefs {point}", text)
    if world.system.solaris:
        world.show(
            "mount",
            "mount -v | grep vxfs",
            f"/dev/vx/dsk/{group}/{volume} on {point} type vxfs read/write/setuid/{options.replace('rw,', '').replace(',', '/')}/dev=3d02328 on {world.boot:%a %b %d %H:%M:%S %Y}\n",
        )
    job = process(
        world,
        "oracle",
        "oracle",
        f"oracle{world.names['sid']} (DESCRIPTION=(LOCAL=YES)(ADDRESS=(PROTOCOL=beq)))",
        12.0,
        60,
    )
    calls = "".join(
        f'pwrite({"64" if world.system.solaris else ""}{rng.randint(256, 300)}, "0{rng.randint(1, 9)}A2\\0\\0"..., {request_kb * 1024}, 0x{(4000 + number * request_kb) * 1024:08X}) = {request_kb * 1024}\n'
        for number in range(rng.randint(8, 20))
    )
    if world.system.solaris:
        world.show("truss", f"truss -t write,pwrite -p {job.pid}", calls.replace("pwrite(64", "pwrite("))
    else:
        world.show("strace", f"strace -e trace=pwrite64 -p {job.pid}", calls.replace("pwrite(", "pwrite64("))


def ground(world: World) -> None:
    """VxFS with its usual threshold, and a writer below it; memory mostly given to a database."""
    rng, memory = world.rng, world.memory
    _vxfs(world, 262144, rng.choice(SIZES))
    memory.shared = (
        max(memory.shared, memory.total * rng.uniform(0.35, 0.55)) if not memory.huge_pages else memory.shared
    )
    memory.cache = 0.0
    memory.cache = max(memory.total * 0.02, memory.free * rng.uniform(0.3, 0.8))
    memory.fit()
    remember(world)


def harm(world: World, degree: float) -> None:
    """More comes in than the array takes: free memory falls, the scanner starts, programs are paged out."""
    rng, memory = world.rng, world.memory
    back = sum(device.mb_s for device in world.disks()) * between(rng, 0.05, 0.35) * 1024
    full, left = memory.free * rng.uniform(0.5, 1.0), memory.free
    floor = memory.total * rng.uniform(0.006, 0.02)
    low, fall = 0.0, full / len(world.ticks) / rng.uniform(0.12, 0.4)
    for tick in world.ticks:
        if not tick.trouble:
            tick.free_mb = min(memory.free, left + low)
            left = min(memory.free, left + 20 * world.interval)
            continue
        left = max(floor, (left if left < full else full) - fall * rng.uniform(0.6, 1.3))
        tick.free_mb = around(rng, left, 0.04)
        tick.cache_mb = memory.cache + memory.free - left
        each = len(world.disks())
        for device in world.disks():
            ask = tick.demand[device.name]
            ask.add(writes=back / each / 48 * rng.uniform(0.9, 1.1), write_kb=48)
            ask.slow = 1.3 + 2.2 * degree
            ask.crowd = device.depth * rng.uniform(0.5, 1.0)
        if left <= floor * 1.6:
            tick.scanned = around(rng, between(rng, 3000, 6000 + 24000 * degree), 0.5)
            tick.file_out = back * rng.uniform(0.7, 1.1)
            tick.swap_out = around(rng, 200 + 3500 * degree, 0.9)
            tick.swap_in = around(rng, 100 + 1500 * degree, 1.0)
            tick.demand[world.devices[0].name].add(tick.swap_in / 8, tick.swap_out / 32, 8, 32)
            memory.swap_used = min(
                memory.swap_total * 0.6, memory.swap_used + tick.swap_out / 1024 * world.interval * 0.5
            )
            tick.system += rng.uniform(6, 30)
            wait_for(tick, 0.3 + 0.5 * degree)
        tick.dirty_mb, tick.writeback_mb = (
            max(20.0, (memory.free - left) * rng.uniform(0.5, 0.9)),
            around(rng, 200, 0.4),
        )
        tick.swapped_mb = memory.swap_used
        low = left
    memory.programs = max(memory.programs * 0.5, memory.programs - memory.swap_used * 0.2)


def harmless(world: World) -> None:
    """A job with larger requests than the threshold, or one that is over soon."""
    for device in world.disks():
        for tick in world.ticks:
            tick.demand[device.name].add(writes=3, write_kb=64)


MECHANISMS = (
    Mechanism(
        "vxfs-buffered-bulk-writes", ("solaris-8", "solaris-9", "solaris-9", "solaris-10", "rhel-5", "rhel-6", "rhel-7", "sles-11"), ("oracle",), ("stalls", "memory", "stalls", "vague"), ground, harm, harmless,
        zfs=False, kinds=("lun", "lun", "sas"), virtual=False, moment="",
        telling={"vxtunefs": 0.85, "vmstat": 0.92, "mount": 0.6, "truss": 0.5, "strace": 0.4, "iostat -xn": 0.6, "iostat -x": 0.5, "vmstat -p": 0.3, "meminfo": 0.5, "prstat": 0.4, "df": 0.3, "swap": 0.3, "free": 0.4},
        decisive=(frozenset({"vxtunefs", "vmstat"}), frozenset({"vxtunefs", "vmstat -p"})),
    ),
)  # fmt: skip
