"""Troubles of hardware and of what lies around it that none of the cases is, with the same outputs."""

from datetime import timedelta
from typing import Any

from tests.generated import cards, hardware, multipath, network, storage
from tests.generated.evidence import onset, retries, smart, times
from tests.generated.kernel_words import say
from tests.generated.mechanism import Mechanism
from tests.generated.mechanisms import drive_failing, multipath_path_loss, network_link_loss, vm_pause
from tests.generated.mechanisms.drive_failing import bad
from tests.generated.model import World
from tests.generated.noise import around, between, chance
from tests.generated.systems import ALL, FREEBSD, LINUX, SOLARIS

ROLES = ("oracle", "postgres", "mysql", "files", "vms", "apps", "backup")
DISKS = ("hdd", "sas", "ssd")


def degraded_md(world: World) -> None:
    """A member of an md array is gone, and nobody has put another in."""
    hardware.fit(world)
    array = storage.in_md(world)
    member = world.rng.choice(array.members)
    array.states[member] = world.rng.choice(("faulty", "missing"))
    hours = between(world.rng, 20, 900)
    say(
        world,
        [
            f"md/{array.level}:{array.name}: Disk failure on {member}, disabling device.",
            f"md/{array.level}:{array.name}: Operation continuing on {len(array.members) - 1} devices.",
        ],
        hours * 3600,
    )


def degraded_card(world: World) -> None:
    """A drive behind a controller was taken out of its set."""
    card = storage.behind(world)
    drive = world.rng.choice(card.volumes[-1].drives)
    drive.state, card.volumes[-1].state = "failed", "degraded"
    cards.note(world, card, "failed", between(world.rng, 5, 500), drive)
    cards.offer(world, card, None, 0)


def slow_member(world: World) -> None:
    """One drive of a set answers late; its SMART is clean."""
    found = hardware.fit(world)
    names = [device.name for device in world.disks()]
    world.parts["bad"] = found.drive(world.rng.choice(names))
    storage.in_md(world)
    smart(world, bad(world), 1)


def slow_member_harm(world: World, degree: float) -> None:
    """Each of its requests takes several times what its peers take."""
    name = bad(world).name
    factor = between(world.rng, 5, 8 + 25 * degree)
    for tick in world.in_trouble():
        tick.demand[name].slow = around(world.rng, factor, 0.15)


def controller_fails(world: World) -> None:
    """The controller resets itself; all that hangs on it stands still."""
    card = storage.behind(world, world.rng.choice(("megaraid", "hpsa", "aacraid")))
    world.parts["bad"] = card.drives[-1]
    cards.offer(world, card, None, 0)


_RESETS = {
    "megaraid": ["megaraid_sas 0000:03:00.0: FW in FAULT state, Fault code:0xfff0000 subcode:0xf00 func:megasas_fault_detect_work", "megaraid_sas 0000:03:00.0: resetting fusion adapter scsi0.", "megaraid_sas 0000:03:00.0: Waiting for FW to come to ready state", "megaraid_sas 0000:03:00.0: FW now in Ready state", "megaraid_sas 0000:03:00.0: Reset successful for scsi0."],
    "hpsa": ["hpsa 0000:03:00.0: Controller lockup detected: 0x00130000 after 30", "hpsa 0000:03:00.0: Telling controller to do a CHKPT", "hpsa 0000:03:00.0: controller is offline, reset aborted"],
    "aacraid": ["aacraid: Host bus reset request. SCSI hang ?", "aacraid 0000:03:00.0: outstanding cmd: midlevel-0", "aacraid 0000:03:00.0: Controller reset type is 3", "aacraid 0000:03:00.0: Issuing IOP reset", "aacraid 0000:03:00.0: IOP reset succeeded"],
}  # fmt: skip


def controller_harm(world: World, degree: float) -> None:
    """Again and again, for a minute."""
    card = hardware.of(world).controller
    assert card is not None
    for device in world.devices:
        retries(world, device.name, degree)
    for before in times(world, onset(world, 0.3, 30), world.rng.randint(2, 7)):
        say(world, _RESETS[card.family], before)


def hot(world: World) -> None:
    """An NVMe drive without air."""
    found = hardware.fit(world)
    world.parts["bad"] = found.drive(world.disks()[0].name)
    smart(world, bad(world), 1)


def hot_harm(world: World, degree: float) -> None:
    """It slows itself, and is fast again when it has cooled."""
    state, rng = bad(world).smart, world.rng
    state.celsius, state.throttled, state.hot_minutes = (
        rng.randint(78, 89),
        rng.randint(40, 4000),
        rng.randint(20, 3000),
    )
    for tick in world.in_trouble():
        ask, device = tick.demand[bad(world).name], world.disks()[0]
        ask.add(writes=device.mb_s * 1024 / 128 * rng.uniform(0.2, 0.4), write_kb=128)
        if chance(rng, 0.7):
            ask.slow = between(rng, 4, 8 + 10 * degree)
    number = bad(world).name[4:].split("n")[0]
    for before in times(world, onset(world), rng.randint(1, 4)):
        say(
            world,
            [f"nvme nvme{number}: Device over-temperature, throttled"]
            if world.start.year < 2015
            else [f"nvme nvme{number}: controller temperature above threshold"],
            before,
        )


def limited(world: World, degree: float) -> None:
    """A volume gets no more than was paid for."""
    device = world.disks()[0]
    cap = world.rng.choice((100, 250, 500, 1000, 3000))
    device.read_iops = device.write_iops = float(cap)
    device.mb_s = max(device.mb_s * 0.3, cap * 16 / 1024)
    for tick in world.in_trouble():
        tick.demand[device.name].add(reads=cap * (0.7 + degree), writes=cap * 0.4, read_kb=16, write_kb=12)


def no_server(world: World, degree: float) -> None:
    """The NFS server is down; links are well."""
    rng, server = world.rng, world.rng.choice(("nas01", "filer2", "10.12.4.20"))
    network.of(world)
    for tick in world.in_trouble():
        tick.blocked = max(tick.blocked, between(rng, 3, 40 * degree + 4))
        tick.user, tick.system = tick.user * 0.3, tick.system * 0.3
    first = onset(world, 0.1, 3)
    for before in times(world, first, rng.randint(3, 12)):
        if world.system.solaris:
            world.say(f"NFS server {server} not responding still trying", before, "nfs: [ID 333984 kern.notice]")
        else:
            world.say(
                f"nfs{' server' if world.system.freebsd else ': server'} {server}{':/export' if world.system.freebsd else ''} {'not responding' if world.system.freebsd else 'not responding, still trying'}",
                before,
            )


def clock(world: World, _degree: float) -> None:
    """Somebody, or a broken time source, sets the clock."""
    rng = world.rng
    for before in times(world, onset(world, 0.5, 60), rng.randint(2, 8)):
        offset = rng.choice((-1, 1)) * between(rng, 20, 4000)
        if world.system.linux and world.system.sysstat > (9, 5):
            say(
                world,
                [f"System clock wrong by {offset:.6f} seconds", f"System clock was stepped by {offset:.6f} seconds"],
                before,
                "chronyd",
            )
        else:
            say(world, [f"time reset {offset:+.6f} s"], before, "ntpd")


def queue_full(world: World) -> None:
    """All paths are there; the array refuses work."""
    multipath.lay(world)


def queue_full_harm(world: World, degree: float) -> None:
    """Requests are sent again and again."""
    rng, fabric = world.rng, multipath.of(world)
    assert fabric is not None
    for lun in fabric.maps:
        for tick in world.in_trouble():
            ask = tick.demand[lun.device]
            ask.slow, ask.crowd = between(rng, 4, 8 + 20 * degree), between(rng, 20, 32)
    for before in times(world, onset(world), rng.randint(6, 40)):
        path = rng.choice(rng.choice(fabric.maps).paths)
        if world.system.solaris:
            world.say(
                f"/scsi_vhci/ssd@g{fabric.maps[0].wwid[1:]} (ssd{path.lun + 3}): target returned TASK SET FULL",
                before,
                "scsi: [ID 107833 kern.warning]",
            )
        elif world.system.freebsd:
            world.say(
                f"({path.name}:isp{path.host}:0:{path.target}:{path.lun}): tagged openings now {rng.randint(2, 60)}",
                before,
            )
        else:
            world.say(
                f"sd {path.host}:0:{path.target}:{path.lun}: [{path.name}] {rng.choice(('Done: SUCCESS Result: hostbyte=DID_OK driverbyte=DRIVER_OK TASK SET FULL', 'queue depth reduced'))}"
                if world.system.sysstat > (9, 5)
                else f"qla2xxx 0000:05:00.0: scsi({path.host}:{path.target}:{path.lun}) QUEUE FULL status detected 0x28-0x28.",
                before,
            )


def snapshot_load(world: World, degree: float) -> None:
    """A backup agent takes the processors of the guest itself; nothing is stolen."""
    rng = world.rng
    for tick in world.in_trouble():
        tick.user = min(92.0, tick.user + 50 + 35 * degree)
        tick.run = tick.run + world.cpus * rng.uniform(0.5, 2)
    world.say("backup agent: compressing snapshot", timedelta(minutes=11).total_seconds(), "bkpagent")


def _other(what: str, systems: tuple[str, ...], **rest: Any) -> Mechanism:
    usual: dict[str, Any] = {
        "roles": ROLES,
        "harms": ("slow-storage", "errors", "vague"),
        "zfs": False,
        "virtual": False,
        "harmless_share": 0.0,
    }
    return Mechanism(f"other:{what}", systems, **(usual | rest))


_DRIVES = drive_failing.TELLING

MECHANISMS = (
    _other("array-degraded", LINUX, ground=degraded_md, kinds=DISKS, telling=_DRIVES, harms=("errors",), standing=True, harmless_share=0.0),
    _other("array-degraded", (*LINUX, *FREEBSD), ground=degraded_card, kinds=("hdd", "sas"), telling=_DRIVES, harms=("errors",), standing=True, harmless_share=0.0),
    _other("slow-array-member", LINUX, ground=slow_member, harm=slow_member_harm, kinds=DISKS, telling=_DRIVES, decisive=(frozenset({"iostat -x"}),)),
    _other("controller-failing", LINUX, ground=controller_fails, harm=controller_harm, kinds=("hdd", "sas"), telling=_DRIVES, standing=True, decisive=tuple(frozenset({form}) for form in drive_failing.LOGS)),
    _other("nvme-thermal-throttle", tuple(name for name in LINUX if name not in ("rhel-5", "centos-5", "rhel-6", "oracle-linux-6", "sles-11", "ubuntu-14.04")), ground=hot, harm=hot_harm, kinds=("nvme",), telling={**_DRIVES, "nvme smart-log": 0.9}, decisive=(frozenset({"smartctl"}), frozenset({"nvme smart-log"}))),
    _other("storage-rate-limited", LINUX, harm=limited, kinds=("cloud",), virtual=True, telling={"iostat -x": 0.95, "vmstat": 0.5}, decisive=(frozenset({"iostat -x"}),)),
    _other("nfs-server-not-responding", ALL, harm=no_server, zfs=None, telling=network_link_loss.TELLING, harms=("stalls", "network"), standing=True, decisive=tuple(frozenset({form}) for form in drive_failing.LOGS)),
    _other("clock-stepped", (*LINUX, *FREEBSD), harm=clock, virtual=None, telling={**vm_pause.TELLING, "vmware.log": 0.0}, harms=("vague", "failover"), standing=True, decisive=tuple(frozenset({form}) for form in ("messages", "syslog", "journal"))),
    _other("multipath-queue-full", (*LINUX, *SOLARIS, *FREEBSD), ground=queue_full, harm=queue_full_harm, kinds=("lun",), telling=multipath_path_loss.TELLING, standing=True, decisive=tuple(frozenset({form}) for form in drive_failing.LOGS)),
    _other("cpu-bound-backup-agent", LINUX, harm=snapshot_load, virtual=True, telling=vm_pause.TELLING, harms=("vm", "vague"), decisive=(frozenset({"vmstat"}), frozenset({"top"}))),
)  # fmt: skip
