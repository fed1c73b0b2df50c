"""The way to a drive damages what it carries: the drive itself is well."""

from tests.generated import cards, hardware, storage
from tests.generated.drives import Drive
from tests.generated.evidence import ata, bounded, fits, onset, redundant, smart, times, zfs_errors
from tests.generated.kernel_words import NOTICE, WARNING, cam, hctl, port, say, sector, solaris_path
from tests.generated.mechanism import Mechanism
from tests.generated.mechanisms.drive_failing import HARMS, ROLES, TELLING, bad
from tests.generated.model import World
from tests.generated.noise import around, between, chance
from tests.generated.systems import FREEBSD, LINUX, SOLARIS, ZFS_LINUX


def ground(world: World) -> None:
    """One drive hangs on a bad cable; it has counted some of that before."""
    rng, found = world.rng, hardware.fit(world)
    names = [device.name for device in world.disks()]
    drive = found.drive(rng.choice(names))
    world.parts["bad"] = drive
    if (
        not world.pools
        and not found.arrays
        and world.system.linux
        and drive.kind != "nvme"
        and len(names) > 1
        and chance(rng, 0.4)
    ):
        storage.in_md(world)
    if world.pools:
        redundant(world)
    _earlier(world, drive)
    smart(world, drive, rng.choice((0, 1, 1, 2)))


def _earlier(world: World, drive: Drive) -> None:
    """An output of some days ago, so that the counter can be seen to grow."""
    if chance(world.rng, 0.35) and drive.kind != "nvme":
        now = dict(vars(drive.smart))
        days = world.rng.randint(1, 9)

        def show(done: World) -> None:
            from tests.generated.render.smart import smartctl

            then = {**now, "hours": now["hours"] - 24 * days}
            kept, drive.smart = drive.smart, type(drive.smart)(**then)
            if kept.crc:
                drive.smart.crc = int(kept.crc * done.rng.uniform(0.1, 0.7))
            for name in ("dwords", "disparity", "sync_lost"):
                setattr(drive.smart, name, int(getattr(kept, name) * 0.4))
            text = smartctl(done, drive, "-x" if drive.kind == "sas" else "-A")
            drive.smart = kept
            done.show(
                "smartctl before",
                f"cat smartctl-{drive.name}-{days}d-ago.txt",
                text,
                f"smartctl-{drive.name}-{days}d-ago.txt",
            )

        world.after.append(show)


def damage(world: World, drive: Drive, degree: float) -> None:
    """What the drive counts of a bad link: damaged transfers, and nothing of its medium."""
    rng, state = world.rng, drive.smart
    if drive.kind == "sas":
        state.dwords = int(between(rng, 60, 400 + 60000 * degree))
        state.disparity = int(state.dwords * rng.uniform(0.6, 1.05))
        state.sync_lost, state.phy_resets = int(between(rng, 4, 20 + 300 * degree)), rng.randint(0, 12)
        state.non_medium = int(between(rng, 40, 300 + 3000 * degree))
    elif drive.kind != "nvme":
        state.crc = int(between(rng, 40, 200 + 20000 * degree))
        state.phy_resets = int(between(rng, 5, 60))
        state.errors = [
            ("ICRC", state.hours - int(between(rng, 1, 40)), sector(world, drive)) for _ in range(rng.randint(3, 30))
        ]
        if degree > 0.55 and chance(rng, 0.5):
            drive.speed = "1.5" if chance(rng, 0.3) else "3.0"


def harm(world: World, degree: float) -> None:
    """Requests are lost on the way and repeated after a reset of the link."""
    rng, drive = world.rng, bad(world)
    damage(world, drive, degree)
    if drive.kind in ("sas", "nvme"):
        world.needs = tuple(have for have in _SMART if "smartctl" not in have)
    for tick in world.in_trouble():
        ask = tick.demand[drive.name]
        if chance(rng, 0.3 + 0.4 * degree):
            ask.stall = min(0.95, between(rng, 0.6, 2 + 6 * degree) / world.interval)
            ask.slow_write = between(rng, 2, 10 + 20 * degree)
            ask.slow_read = between(rng, 2, 8 + 10 * degree)
            ask.crowd = between(rng, 1, 6)
    bounded(world)
    first = onset(world)
    number = int(between(rng, 5, 10 + 30 * degree))
    for before in times(world, first, number):
        say(world, lost(world, drive, degree), before)
    _count(world, drive, degree)
    if chance(rng, 0.3):
        _beside(world, drive, degree, first)


def _count(world: World, drive: Drive, degree: float) -> None:
    """What the system and the pool have counted of one drive."""
    rng = world.rng
    world.counters |= {
        f"{drive.name}_transport": int(between(rng, 8, 40 + 400 * degree)),
        f"{drive.name}_hard": rng.randint(0, 3),
        f"{drive.name}_soft": rng.randint(0, 3),
    }
    if world.pools:
        zfs_errors(
            world,
            drive.name,
            (
                rng.choice((0, 0, rng.randint(1, 5))),
                rng.choice((0, rng.randint(1, 9))),
                int(between(rng, 8, 30 + 600 * degree)),
            ),
        )


def _beside(world: World, drive: Drive, degree: float, first: float) -> None:
    """It is the backplane: others beside it are hit as well."""
    others = [
        each
        for each in hardware.of(world).drives
        if each.kind == drive.kind and each is not drive and each.name in [device.name for device in world.disks()]
    ]
    for other in others[: world.rng.randint(1, 3)]:
        damage(world, other, degree * 0.4)
        _count(world, other, degree * 0.4)
        for before in times(world, first, world.rng.randint(2, 6)):
            say(world, lost(world, other, 0.0), before)
    if others:
        smart(world, others[0], 0)


def lost(world: World, drive: Drive, degree: float) -> list[str]:
    """The kernel's words for a transfer that was damaged."""
    rng, name, at = world.rng, drive.name, sector(world, drive)
    if world.system.solaris:
        number = int(name.split("t")[1].split("d")[0])
        path = solaris_path(world, name).split("/sd@")[0]
        return [f"{WARNING}|WARNING: {path}/sd@{number},0 (sd{number + 1}):", f"{WARNING}|\tSCSI transport failed: reason '{rng.choice(('reset', 'tran_err', 'timeout'))}': retrying command",
                f"{NOTICE}|{path} (mpt0):", f"{NOTICE}|\tLog info 0x31{rng.choice(('080000', '110b00', '130000'))} received for target {number}.", f"{NOTICE}|\tscsi_status=0x0, ioc_status=0x804b, scsi_state=0x0"]  # fmt: skip
    if world.system.freebsd:
        status = "Uncorrectable parity/CRC error" if name.startswith("ada") else "CCB request completed with an error"
        command = (
            f"WRITE_FPDMA_QUEUED. ACB: 61 08 {at & 0xFF:02x} {at >> 8 & 0xFF:02x} {at >> 16 & 0xFF:02x} 40 00 00 00 00 00 00"
            if name.startswith("ada")
            else f"WRITE(10). CDB: 2a 00 {at >> 24 & 0xFF:02x} {at >> 16 & 0xFF:02x} {at >> 8 & 0xFF:02x} {at & 0xFF:02x} 00 00 80 00 "
        )
        return [
            f"{cam(world, name)}: {command}",
            f"{cam(world, name)}: CAM status: {status}",
            f"{cam(world, name)}: Retrying command, {rng.randint(0, 3)} more tries remain",
        ]
    if name.startswith("nvme"):
        slot = f"0000:{int(name[4]) + 3:02x}:00.0"
        return [f"pcieport 0000:00:03.1: AER: {'Corrected' if chance(rng, 0.8) else 'Multiple Corrected'} error received: {slot}", f"nvme {slot}: PCIe Bus Error: severity=Corrected, type=Physical Layer, (Receiver ID)",
                f"nvme {slot}:   device [144d:a80a] error status/mask=000000{rng.choice(('01', '41', '80'))}/0000e000", f"nvme {slot}:    [ 0] RxErr                  (First)"]  # fmt: skip
    if ata(drive):
        return _ata_bus(world, drive, at, degree)
    code = rng.choice(("0x31080000", "0x31110d00", "0x31110e03", "0x31120303"))
    driver = "mpt2sas0" if world.system.sysstat < (10, 2) else "mpt3sas_cm0"
    return [f"{driver}: log_info({code}): originator(PL), code(0x{code[4:6]}), sub_code(0x{code[6:]})"] * rng.randint(
        1, 4
    ) + ([f"sd {hctl(name)}: Power-on or device reset occurred"] if chance(rng, 0.4) else [])


def _ata_bus(world: World, drive: Drive, at: int, degree: float) -> list[str]:
    rng, here = world.rng, port(drive.name)
    error, words, status = rng.choice(
        (
            ("0x400100", "UnrecovData Handshk", "0x08000000"),
            ("0x280100", "UnrecovData 10B8B BadCRC", "0x08000008"),
            ("0x400000", "Handshk", "0x08000000"),
            ("0x4050002", "RecovComm PHYRdyChg CommWake DevExch", "0x00400040"),
        )
    )
    gone = "PHYRdyChg" in words
    low = f"{at & 0xFF:02x}:{at >> 8 & 0xFF:02x}:{at >> 16 & 0xFF:02x}/00:00:{at >> 24 & 0xFF:02x}:00:00/40"
    speed = drive.speed
    lines = [f"{here}.00: exception Emask 0x{'10' if not gone else '50'} SAct 0x{1 << rng.randrange(31):x} SErr {error} action 0x{'6' if not gone else 'e'} frozen", f"{here}.00: irq_stat {status}, {'interface fatal error' if not gone else 'PHY RDY changed'}",
             f"{here}: SError: {{ {words} }}", f"{here}.00: failed command: WRITE FPDMA QUEUED", f"{here}.00: cmd 61/08:10:{low} tag 2 ncq 4096 out", f"         res 40/00:14:{low[:8]}/00:00:00:00:00/40 Emask 0x10 (ATA bus error)",
             f"{here}.00: status: {{ DRDY }}"]  # fmt: skip
    if chance(rng, 0.2):
        lines += [f"{here}.00: error: {{ ICRC ABRT }}"]
    if degree > 0.55 and speed != "6.0" and chance(rng, 0.3):
        lines += [f"{here}: limiting SATA link speed to {speed} Gbps"]
    code = {"6.0": "133 SControl 300", "3.0": "123 SControl 320", "1.5": "113 SControl 310"}.get(
        speed, "133 SControl 300"
    )
    return [
        *lines,
        f"{here}: hard resetting link",
        f"{here}: SATA link up {speed} Gbps (SStatus {code})",
        f"{here}.00: configured for UDMA/133",
        f"{here}: EH complete",
    ]


def harmless(world: World) -> None:
    """The counter keeps what an old cable did; nothing has been added since."""
    drive = bad(world)
    if drive.kind == "sas":
        drive.smart.dwords, drive.smart.disparity = world.rng.randint(3, 60), world.rng.randint(2, 50)
    elif drive.kind == "nvme":
        say(world, lost(world, drive, 0.0), between(world.rng, 90000, 900000))
    else:
        drive.smart.crc = world.rng.randint(2, 240)
        drive.smart.errors = [("ICRC", max(1, drive.smart.hours - world.rng.randint(3000, 9000)), sector(world, drive))]


def ground_raid(world: World) -> None:
    """A slot of the controller's backplane is bad."""
    card = storage.behind(world, world.rng.choice(("megaraid", "megaraid", "areca", "3ware", "aacraid")))
    drive = world.rng.choice(card.volumes[-1].drives)
    world.parts["bad"] = drive
    cards.offer(world, card, drive, 1)


def harm_raid(world: World, degree: float) -> None:
    """Commands to the drive time out and the link is reset; its medium has nothing."""
    rng, drive, card = world.rng, bad(world), hardware.of(world).controller
    assert card is not None
    damage(world, drive, degree)
    drive.other_errors = int(between(rng, 20, 60 + 1500 * degree))
    cards.decide(world, card, "link", beside=("smartctl through",))
    name = card.volumes[-1].name
    for tick in world.in_trouble():
        if chance(rng, 0.3 + 0.4 * degree):
            tick.demand[name].stall = min(0.95, between(rng, 0.6, 2 + 5 * degree) / world.interval)
            tick.demand[name].slow = between(rng, 2, 8)
            tick.demand[name].crowd = around(rng, 6, 0.5)
    bounded(world)
    fits(world, name, 0.96)
    for before in times(world, onset(world), int(between(rng, 6, 12 + 25 * degree))):
        cards.note(world, card, rng.choice(("link", "link", "reset", "timeout")), before / 3600, drive)


_SMART = tuple(frozenset({form}) for form in ("smartctl", "dmesg", "messages", "syslog", "journal", "iostat -En"))
_TELLING = {**TELLING, "smartctl before": 0.8}

MECHANISMS = (
    Mechanism("disk-link-errors", (*LINUX, *LINUX, *FREEBSD), ROLES, HARMS, ground, harm, harmless, zfs=False, kinds=("hdd", "hdd", "sas", "ssd", "nvme"), virtual=False, telling=_TELLING, decisive=_SMART, standing=True, second=True),
    Mechanism("disk-link-errors", (*SOLARIS, *ZFS_LINUX, *FREEBSD), ROLES, HARMS, ground, harm, harmless, zfs=True, kinds=("hdd", "sas", "ssd"), virtual=False, telling=_TELLING, decisive=_SMART, standing=True, also=frozenset({"zfs-pool-degraded"})),
    Mechanism("disk-link-errors", LINUX, ROLES, HARMS, ground_raid, harm_raid, None, zfs=False, kinds=("hdd", "sas"), virtual=False, telling=_TELLING, decisive=tuple(frozenset({form}) for form in ("raid events", "raid drives", "smartctl through")), standing=True,
              harmless_share=0.0),
    Mechanism("disk-link-errors", SOLARIS[:2], ("oracle", "files", "apps"), HARMS, ground, harm, harmless, zfs=False, kinds=("hdd", "sas"), virtual=False, telling=_TELLING, decisive=_SMART, standing=True),
)  # fmt: skip
