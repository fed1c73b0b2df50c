"""The hypervisor stops the virtual machine for seconds, or gives it too little processor time."""

from datetime import timedelta

from tests.generated.evidence import onset, times
from tests.generated.kernel_words import say, version
from tests.generated.mechanism import Mechanism
from tests.generated.model import World
from tests.generated.noise import around, between, chance
from tests.generated.systems import FREEBSD, LINUX

ROLES = ("oracle", "postgres", "mysql", "files", "apps", "apps")
TELLING = {
    "vmstat": 0.8,
    "top": 0.7,
    "iostat -x": 0.5,
    "sar -u": 0.5,
    "mpstat": 0.4,
    "dmesg": 0.7,
    "messages": 0.7,
    "syslog": 0.5,
    "journal": 0.5,
    "vmware.log": 0.5,
    "task log": 0.5,
    "clocksource": 0.3,
    "uptime": 0.3,
}
HARMS = ("stalls", "slow-db", "vm", "vm", "vague")


def starve(world: World, degree: float) -> None:
    """Others on the same host take the processors: work waits, and all takes longer."""
    rng = world.rng
    share = between(rng, 14, 25 + 45 * degree)
    for tick in world.in_trouble():
        tick.user = min(70.0, tick.user * rng.uniform(1.2, 2.2) + 8)
        tick.system = min(20.0, tick.system * 1.4 + 2)
        tick.steal = min(90.0 - tick.user * 0.5, around(rng, share * tick.trouble, 0.2))
        left = 100 - tick.steal
        if tick.user + tick.system > left - 2:
            scale = max(0.05, (left - rng.uniform(0.5, 6)) / (tick.user + tick.system))
            tick.user, tick.system = tick.user * scale, tick.system * scale
        tick.run = tick.run * rng.uniform(1.5, 3) + world.cpus * rng.uniform(0.4, 1.2) * degree
        tick.switches *= 0.7
        for ask in tick.demand.values():
            ask.reads, ask.writes, ask.read_kb, ask.write_kb = (
                value * (1 - tick.steal / 140) for value in (ask.reads, ask.writes, ask.read_kb, ask.write_kb)
            )
    if degree > 0.6 and world.system.linux and chance(rng, 0.5):
        for before in times(world, onset(world, 0.3, 20), rng.randint(1, 4)):
            _stuck(world, before, between(rng, 21, 40))


def unseen(world: World, degree: float) -> None:
    """As before, and the guest is not told: its clock counts the time it did not get."""
    starve(world, degree)
    for tick in world.ticks:
        tick.user = min(96.0, tick.user + tick.steal * 0.55)
        tick.steal = 0.0


def _esxtop(world: World) -> None:
    """What the hypervisor's admins see of it."""
    rng, hard = world.rng, bool(world.in_trouble())
    rows = [
        "      ID      GID NAME             NWLD   %USED    %RUN    %SYS   %WAIT %VMWAIT    %RDY   %IDLE  %OVRLP   %CSTP  %MLMTD  %SWPWT"
    ]
    for name, mine in ((world.host, True), ("fileserver2", False), ("test-app07", False), ("vdi-112", False)):
        ready = between(rng, 12, 45) * world.cpus if mine and hard else between(rng, 0.2, 6)
        stopped = between(rng, 3, 40) if mine and hard and world.cpus > 2 else 0.0
        used = between(rng, 20, 90) * (world.cpus if mine else 1)
        number = rng.randint(30000, 900000)
        rows.append(
            f"{number:8d} {number:8d} {name[:15]:<15} {world.cpus + 6:5d} {used:7.2f} {used * 1.01:7.2f} {rng.uniform(0.1, 2):7.2f} {rng.uniform(400, 900):7.2f} {rng.uniform(0, 2):7.2f} {ready:7.2f} {rng.uniform(20, 300):7.2f} {rng.uniform(0.2, 3):7.2f} {stopped:7.2f}    0.00    0.00"
        )
    world.show("esxtop", "cat esxtop.txt", "\n".join(rows) + "\n", "esxtop.txt")


def ground_unseen(world: World) -> None:
    """The admins of the hypervisor sent what they see."""
    world.after.append(_esxtop)


def _stuck(world: World, before: float, seconds: float) -> None:
    """What the kernel says when it finds that time has passed."""
    rng, now = world.rng, version(world)
    cpu = rng.randrange(world.cpus)
    if not world.system.linux:
        return
    if seconds > 20:
        head = "watchdog: BUG" if now >= (4, 14) else "BUG"
        say(
            world,
            [
                f"{head}: soft lockup - CPU#{cpu} stuck for {int(seconds)}s! [{rng.choice(('swapper/0:0', 'java:4211', 'postgres:20411', 'kworker/1:2:118'))}]"
            ],
            before,
        )
    if chance(rng, 0.5) and now >= (3, 0):
        say(
            world,
            [
                f"{'rcu: ' if now > (4, 19) else ''}INFO: rcu_sched self-detected stall on CPU"
                if chance(rng, 0.5)
                else f"{'rcu: ' if now > (4, 19) else ''}INFO: rcu_sched detected stalls on CPUs/tasks: {{ {cpu}}} (detected by {(cpu + 1) % world.cpus}, t={int(seconds * 250)} jiffies, g={rng.getrandbits(24)}, c={rng.getrandbits(24)}, q={rng.randrange(900)})"
            ],
            before - 0.2,
        )
    if chance(rng, 0.3):
        say(
            world,
            [
                f"clocksource: timekeeping watchdog on CPU{cpu}: Marking clocksource 'tsc' as unstable because the skew is too large:"
                if now > (4, 0)
                else f"Clocksource tsc unstable (delta = {int(seconds * 1e9)} ns)"
            ],
            before - 0.3,
        )


def pause(world: World, degree: float) -> None:
    """It stands still while a snapshot is taken or removed, or while it moves to another host."""
    rng = world.rng
    seconds = between(rng, 5, 12 + 70 * degree)
    begin = onset(world, 0.5, 40)
    moments = [] if world.settings["moment"] == "begins" else times(world, begin, rng.randint(1, 5))
    inside = world.in_trouble()
    if inside and len(world.ticks) > 6:
        edge = rng.randrange(2, len(world.ticks) - 2)
        for tick in world.ticks[:edge]:
            tick.time -= timedelta(seconds=seconds)
        moments.append((world.end - world.ticks[edge].time).total_seconds())
        after = world.ticks[edge]
        after.run, after.blocked = after.run + world.cpus * rng.uniform(1, 4), after.blocked + rng.randint(1, 9)
        if chance(rng, 0.4):
            after.steal = rng.uniform(20, 70)
            scale = (100 - after.steal) / max(100.0 - after.steal, after.user + after.system)
            after.user, after.system = after.user * scale, after.system * scale
    apart: list[float] = []
    for before in sorted(moments or [begin]):
        apart.append(max(before, apart[-1] + seconds * 2 + between(rng, 60, 4000)) if apart else before)
    for number, before in enumerate(apart):
        _noticed(world, before, seconds if number == 0 else around(rng, seconds, 0.3))
    _hypervisor(world, apart[::-1], seconds)


def _noticed(world: World, before: float, seconds: float) -> None:
    """What the guest's programs say after the pause."""
    rng = world.rng
    if world.system.linux:
        _stuck(world, before, seconds)
    recent = world.system.sysstat > (9, 5)
    if chance(rng, 0.75):
        if recent or (world.system.freebsd and chance(rng, 0.5)):
            say(
                world,
                ["Forward time jump detected!", f"System clock wrong by {seconds * rng.uniform(0.9, 1.05):.6f} seconds"]
                if world.system.linux
                else [f"time correction of {int(seconds)} seconds"],
                max(0.3, before - 20),
                "chronyd" if world.system.linux else "ntpd",
            )
        else:
            say(world, [f"time reset +{seconds * rng.uniform(0.95, 1.02):.6f} s"], max(0.3, before - 40), "ntpd")
    if world.system.linux and recent and seconds > 20 and chance(rng, 0.35):
        say(
            world,
            ["systemd-journald.service: Watchdog timeout (limit 3min)!" if seconds > 170 else "Time has been changed"],
            max(0.2, before - 0.5),
            "systemd",
        )
    if chance(rng, 0.35):
        say(
            world,
            [
                f"[MAIN  ] Corosync main process was not scheduled for {seconds * 1000:.4f} ms (threshold is 2400.0000 ms). Consider token timeout increase."
            ],
            max(0.2, before - 0.4),
            "corosync",
        )
    if chance(rng, 0.4) and world.system.linux:
        text, program = rng.choice(
            (
                ("info: guest-fsfreeze called", "qemu-ga"),
                ("[ warning] [vmbackup] freeze operation took too long", "vmsvc"),
            )
        )
        say(world, [text], before + seconds + 6, program)


def _hypervisor(world: World, moments: list[float], seconds: float) -> None:
    """What the hypervisor wrote, if somebody asked its admins."""
    rng = world.rng
    lines = []
    for before in moments:
        at = world.end - timedelta(seconds=before)
        zone = f"{at:%Y-%m-%dT%H:%M:%S}.{rng.randrange(999):03d}Z"
        lines += [
            f"{zone}| vmx| I125: SnapshotVMX_{rng.choice(('TakeSnapshot start', 'Consolidate: Starting online snapshot consolidate operation'))}",
            f"{zone}| vcpu-0| I125: Checkpoint_Unstun: vm stopped for {int(around(rng, seconds, 0.05) * 1e6)} us",
        ]
    world.show("vmware.log", "grep -iE 'stun|snapshot' vmware.log", "\n".join(lines) + "\n", "vmware.log")
    number = rng.randint(100, 180)
    at = world.end - timedelta(seconds=moments[-1] + 300)
    rows = [f"INFO: starting new backup job: vzdump {number} --mode snapshot --storage backup", f"INFO: Starting Backup of VM {number} (qemu)", f"INFO: Backup started at {at:%Y-%m-%d %H:%M:%S}", "INFO: status = running", f"INFO: VM Name: {world.host}", "INFO: include disk 'scsi0' 'local-lvm:vm-disk-0' 200G",
            "INFO: issuing guest-agent 'fs-freeze' command", "INFO: issuing guest-agent 'fs-thaw' command", "INFO: started backup task '0b5d2f8e-5bd5-4c6e-9cf6-2d3ef7a0c0e1'", f"INFO: migration status: completed, downtime {int(seconds * 1000)} ms" if chance(rng, 0.4) else f"INFO:  12% (24.1 GiB of 200.0 GiB) in {int(seconds)}s, read: 61.0 MiB/s, write: 58.2 MiB/s"]  # fmt: skip
    if chance(rng, 0.4):
        world.show("task log", "cat task-vzdump.log", "\n".join(rows) + "\n", "task-vzdump.log")
    if world.system.linux and chance(rng, 0.4):
        world.show(
            "clocksource",
            "cat /sys/devices/system/clocksource/clocksource0/current_clocksource",
            rng.choice(("tsc\n", "kvm-clock\n", "acpi_pm\n", "hpet\n")),
        )


def harmless_starve(world: World) -> None:
    """A little is stolen at all times."""
    for tick in world.ticks:
        tick.steal = around(world.rng, 0.9, 0.6)


def harmless_pause(world: World) -> None:
    """A snapshot a night stops it for a moment nobody sees."""
    _hypervisor(world, [between(world.rng, 3000, 40000)], between(world.rng, 0.05, 0.5))


_LOGS = tuple(frozenset({form}) for form in ("dmesg", "messages", "syslog", "journal", "vmware.log"))
_CPU = tuple(frozenset({form}) for form in ("vmstat", "top", "iostat -x", "sar -u", "mpstat"))

MECHANISMS = (
    Mechanism("vm-pause", LINUX, ROLES, HARMS, harm=starve, harmless=harmless_starve, zfs=False, virtual=True, telling={**TELLING, "vmware.log": 0.0, "task log": 0.0}, decisive=_CPU),
    Mechanism("vm-pause", (*LINUX, *LINUX, *FREEBSD), ROLES, HARMS, harm=pause, harmless=harmless_pause, zfs=False, virtual=True, telling=TELLING, decisive=_LOGS, standing=True),
    Mechanism("vm-pause", LINUX, ROLES, HARMS, ground_unseen, unseen, zfs=False, virtual=True, telling={**TELLING, "esxtop": 0.85}, decisive=(frozenset({"esxtop"}),)),
)  # fmt: skip
