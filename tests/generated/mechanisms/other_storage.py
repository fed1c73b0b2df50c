"""Hurt by storage or memory in ways that are no case of their own here: capped volumes, hot drives, one slow member, servers that are away."""

from tests.generated import devices, loads
from tests.generated.effects import add_log_device, process, wait_for
from tests.generated.hosts import remember
from tests.generated.mechanism import other
from tests.generated.model import World
from tests.generated.noise import around, between
from tests.generated.render.tasks import block
from tests.generated.systems import LINUX, SYSTEMS, ZFS_LINUX

MODERN = tuple(system.name for system in SYSTEMS if system.linux and system.sysstat >= (11, 0))
ROLES = ("apps", "postgres", "mysql", "vms", "files")


def capped(world: World, degree: float) -> None:
    """A volume that never does more than its contract, and what waits for it."""
    rng, device = world.rng, world.disks()[0]
    cap = rng.choice((500, 1000, 3000, 3000, 5000, 7500))
    read_kb, write_kb, reads = between(rng, 8, 20), between(rng, 8, 24), rng.uniform(0.2, 0.8)
    device.read_iops = device.write_iops = float(cap)
    device.mb_s = max(device.mb_s, cap * 24 / 1024 * 2)
    for tick in world.ticks:
        if tick.trouble:
            ask = tick.demand[device.name]
            ask.reads = ask.writes = ask.read_kb = ask.write_kb = 0.0
            want = cap * (1.05 + degree) * around(rng, 1.0, 0.03)
            ask.add(reads=want * reads, read_kb=read_kb, writes=want * (1 - reads), write_kb=write_kb)
            ask.crowd = between(rng, 8, 20 + 60 * degree)
    world.after.append(lambda made: _flat(made, device.name, cap))
    if rng.random() < 0.5:
        rows = "".join(
            f"{tick.time:%Y-%m-%dT%H:%M:%S}Z\t{device.name}\tVolumeReadOps+VolumeWriteOps\t{cap * 60 if tick.trouble else int(cap * 20 * around(rng, 1, 0.2))}\tBurstBalance\t{rng.uniform(0, 0.6) if tick.trouble else rng.uniform(3, 90):.1f}\n"
            for tick in world.ticks[:12]
        )
        world.show("provider metrics", f"cat metrics-{device.name}.tsv", rows)


def _flat(world: World, name: str, cap: int) -> None:
    for tick in world.ticks:
        io = tick.io[name]
        if tick.trouble and io.reads + io.writes > 0.8 * cap:
            factor = cap * world.rng.uniform(0.998, 1.001) / (io.reads + io.writes)
            for part in ("reads", "writes", "read_kb", "write_kb", "in_flight"):
                setattr(io, part, getattr(io, part) * factor)


def hot(world: World, degree: float) -> None:
    """An SSD that slows itself because it is hot."""
    rng, device = world.rng, world.disks()[0]
    slow = between(rng, 4, 8 + 20 * degree)
    for tick in world.ticks:
        if tick.trouble:
            ask = tick.demand[device.name]
            ask.add(writes=device.mb_s * 1024 / 128 * 0.8 / slow * 1.4, write_kb=128)
            ask.slow = slow
    name = device.name.split("n1")[0]
    minutes = int(between(rng, 60, 6000))
    text = f"Smart Log for NVME device:{name} namespace-id:ffffffff\ncritical_warning                        : {rng.choice(('0', '0x2'))}\ntemperature                             : {rng.randint(82, 92)} C\navailable_spare                         : 100%\navailable_spare_threshold               : 10%\npercentage_used                         : {rng.randint(1, 14)}%\ndata_units_read                         : {rng.randint(10**6, 10**9):,}\ndata_units_written                      : {rng.randint(10**6, 10**9):,}\ncontroller_busy_time                    : {rng.randint(1000, 90000)}\npower_cycles                            : {rng.randint(5, 90)}\npower_on_hours                          : {rng.randint(500, 30000)}\nunsafe_shutdowns                        : {rng.randint(1, 30)}\nmedia_errors                            : 0\nnum_err_log_entries                     : {rng.randint(0, 40)}\nWarning Temperature Time                : {minutes}\nCritical Composite Temperature Time     : {rng.randint(0, 60)}\nThermal Management T1 Trans Count       : {rng.randint(200, 30000)}\nThermal Management T2 Trans Count       : {rng.randint(5, 900)}\nThermal Management T1 Total Time        : {minutes * 50}\nThermal Management T2 Total Time        : {minutes * 9}\n"
    world.show("nvme smart-log", f"nvme smart-log /dev/{name}", text)


def laggard(world: World, degree: float) -> None:
    """One drive of a set takes many times as long as the others, without any error."""
    rng, device = world.rng, world.rng.choice(world.disks())
    for tick in world.ticks:
        if tick.trouble:
            for each in world.disks():
                tick.demand[each.name].add(
                    writes=each.write_iops * 0.12, write_kb=24, reads=each.read_iops * 0.1, read_kb=24
                )
            tick.demand[device.name].slow = between(rng, 4, 6 + 10 * degree)


def away(world: World, degree: float) -> None:
    """A server of NFS does not answer; whoever touches the mount hangs."""
    rng = world.rng
    server = f"nas{rng.randint(1, 9)}.{world.domain}"
    for number in range(rng.randint(3, 12)):
        block(
            world,
            process(
                world,
                world.names["user"],
                rng.choice(("df", "ls", "java", "rsync", "bash")),
                rng.choice(("df -h", "ls /mnt/share", "java -jar app.jar", "-bash")),
                0,
                4,
            ),
            "rpc_wait_bit_killable",
            300 if number == 0 else 0,
        )
        world.say(f"nfs: server {server} not responding, still trying", between(rng, 10, 3000))
    for tick in world.ticks:
        if tick.trouble:
            tick.run += rng.uniform(0, 1)
            tick.user *= 0.7


def container(world: World, degree: float) -> None:
    """The kernel kills a container's process at the container's own limit."""
    rng, name = world.rng, world.rng.choice(("java", "node", "python3", "php-fpm", "postgres"))
    limit = rng.choice((262144, 524288, 1048576, 2097152))
    group = f"/kubepods/burstable/pod{''.join(rng.choices('0123456789abcdef', k=8))}-41c1-4f8e-9d3b-2f0f6a2b7c11"
    for _ in range(rng.randint(1, 2 + int(6 * degree))):
        pid, seconds = rng.randint(2000, 400000), between(rng, 30, 9000)
        world.say(f"{name} invoked oom-killer: gfp_mask=0xcc0(GFP_KERNEL), order=0, oom_score_adj=985", seconds)
        world.say(f"memory: usage {limit}kB, limit {limit}kB, failcnt {rng.randint(100, 90000)}", seconds - 0.01)
        world.say(
            f"oom-kill:constraint=CONSTRAINT_MEMCG,nodemask=(null),cpuset={group[-12:]},mems_allowed=0,oom_memcg={group},task_memcg={group},task={name},pid={pid},uid=1000",
            seconds - 0.02,
        )
        world.say(
            f"Memory cgroup out of memory: Killed process {pid} ({name}) total-vm:{limit * 3}kB, anon-rss:{int(limit * 0.95)}kB, file-rss:0kB, shmem-rss:0kB, UID:1000 pgtables:{limit // 400}kB oom_score_adj:985",
            seconds - 0.03,
        )
    pod = f"{world.names['service']}-{''.join(rng.choices('bcdfghjklmnpqrstvwxz2456789', k=5))}"
    world.show(
        "kubectl get pod",
        f"kubectl get pod -n {world.names['namespace']}",
        f"NAME{' ' * (len(pod) - 1)}READY   STATUS             RESTARTS       AGE\n{pod}   0/1     {rng.choice(('CrashLoopBackOff', 'OOMKilled       '))}   {rng.randint(4, 90)} (2m ago)   {rng.randint(1, 20)}d\n",
    )


def slab(world: World, degree: float) -> None:
    """Memory goes to the kernel's own caches and does not come back."""
    rng, memory = world.rng, world.memory
    grown = memory.total * between(rng, 0.35, 0.4 + 0.35 * degree)
    memory.cache, memory.programs = memory.cache * 0.2, memory.programs * 0.7
    memory.slab = min(grown, memory.free + memory.slab - memory.floor)
    memory.slab_reclaimable = memory.slab * rng.uniform(0.02, 0.15)
    memory.fit()
    remember(world)
    name, size = rng.choice(
        (("kmalloc-192", 192), ("kmalloc-1024", 1024), ("filp", 256), ("nf_conntrack", 320), ("task_struct", 7744))
    )
    rows = [
        " Active / Total Objects (% used)    : 99.8%",
        "",
        "  OBJS ACTIVE  USE OBJ SIZE  SLABS OBJ/SLAB CACHE SIZE NAME",
    ]
    for cache, each, mb in (
        (name, size, memory.slab * 0.85),
        ("dentry", 192, memory.slab * 0.03),
        ("inode_cache", 592, memory.slab * 0.02),
        ("buffer_head", 104, memory.slab * 0.01),
    ):
        count = int(mb * 2**20 / each)
        rows.append(
            f"{count:6d} {count:6d}  99% {each / 1024:7.2f}K {count // 21:6d}       21 {int(mb * 1024):9d}K {cache}"
        )
    world.show("slabtop", "slabtop -o -s c", "\n".join(rows) + "\n")


def slow_log(world: World, degree: float) -> None:
    """The pool has a log device, and that is a slow one."""
    rng = world.rng
    kind = rng.choice(("hdd", "sas"))
    device = devices.make(rng, kind, f"sd{'xyz'[rng.randrange(3)]}", "log")
    device.long_name = device.name
    add_log_device(world, device)
    for tick in world.ticks:
        if tick.trouble:
            loads.log_writes(
                world,
                tick,
                world.pool,
                device.write_iops * (0.85 + 0.4 * degree) * around(rng, 1, 0.06),
                rng.uniform(6, 20),
            )
            wait_for(tick, 0.4)


MECHANISMS = (
    other(
        "storage-rate-limited",
        MODERN,
        ROLES,
        ("slow-storage", "slow-db"),
        capped,
        "iostat -x",
        zfs=False,
        kinds=("cloud",),
        virtual=True,
    ),
    other(
        "nvme-thermal-throttle",
        MODERN,
        ROLES,
        ("slow-storage", "stalls"),
        hot,
        "nvme smart-log",
        zfs=False,
        kinds=("nvme",),
        virtual=False,
    ),
    other(
        "slow-array-member",
        LINUX,
        ROLES,
        ("slow-storage", "slow-db"),
        laggard,
        "iostat -x",
        zfs=False,
        kinds=("hdd", "sas"),
        virtual=False,
    ),
    other(
        "nfs-server-not-responding",
        LINUX,
        ("apps", "backup"),
        ("stalls", "vague"),
        away,
        "dmesg",
        "messages",
        standing=True,
    ),
    other(
        "cgroup-memory-limit",
        MODERN,
        ("apps",),
        ("memory", "vague"),
        container,
        "dmesg",
        "messages",
        zfs=False,
        standing=True,
    ),
    other("kernel-memory-growth", LINUX, ("apps", "files"), ("memory",), slab, "slabtop", "meminfo", zfs=False),
    other(
        "zfs-log-device-slow",
        ZFS_LINUX,
        ("postgres", "files", "mysql"),
        ("slow-db", "slow-files"),
        slow_log,
        "zpool iostat -v",
        zfs=True,
        kinds=("hdd", "ssd"),
        virtual=False,
    ),
)
