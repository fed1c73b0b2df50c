"""What kernels say of drives, by system and release."""

from datetime import timedelta

from tests.generated import hardware
from tests.generated.drives import Drive
from tests.generated.model import World

WARNING = "scsi: [ID 107833 kern.warning]"
NOTICE = "scsi: [ID 107833 kern.notice]"


def version(world: World) -> tuple[int, int]:
    """The version of a Linux kernel."""
    first = world.kernel.split("-")[0].split(".")
    return int(first[0]), int(first[1])


def say(world: World, lines: list[str], before: float, program: str = "kernel") -> None:
    """Log lines that belong together, so many seconds before the end of the capture; the host has run since then."""
    if program == "kernel" and before > world.uptime.total_seconds() - 60:
        world.uptime = timedelta(seconds=before * world.rng.uniform(1.05, 1.6) + 4000)
    for number, line in enumerate(lines):
        shown, text = (program, line) if "|" not in line[:48] else (line.split("|", 1)[0], line.split("|", 1)[1])
        world.say(text, max(0.0, before - 0.004 * number), shown)


def sector(world: World, drive: Drive | None, gb: int = 1000) -> int:
    """A sector somewhere on it."""
    return world.rng.randrange(2048, (drive.sectors if drive else gb * 1953125) - 4096) // 8 * 8


def hctl(name: str) -> str:
    """A SCSI address for a name of Linux, always the same."""
    return f"{(ord(name[-1]) - 97) % 26 if name[-1].isalpha() else int(name[-1])}:0:0:0"


def failed_request(world: World, name: str, at: int, word: str, wrote: bool = False) -> str:
    """The line of the block layer; word is I/O, critical medium, critical target..."""
    now = version(world)
    if now < (3, 10) or (word == "I/O" and now < (4, 10)):
        return (
            f"end_request: I/O error, dev {name}, sector {at}"
            if now < (3, 0) or word == "I/O"
            else f"end_request: {word} error, dev {name}, sector {at}"
        )
    if now < (4, 13):
        return f"blk_update_request: {word} error, dev {name}, sector {at}"
    if now < (5, 0):
        return f"print_req_error: {word} error, dev {name}, sector {at}"
    tail = f"op 0x{int(wrote)}:({'WRITE' if wrote else 'READ'}) flags 0x{world.rng.choice((0, 0x4000, 0x80700, 0x800)):x} phys_seg {world.rng.randint(1, 32)} prio class {0 if now < (6, 0) else 2}"
    return f"{'blk_update_request: ' if now < (5, 15) else ''}{word} error, dev {name}, sector {at} {tail}"


def medium_error(world: World, name: str, at: int, ata: bool) -> list[str]:
    """A sector that could not be read."""
    if world.system.solaris:
        return _solaris_error(world, name, at, "Media Error", "0x11 (unrecovered read error)")
    if world.system.freebsd:
        return _freebsd_error(world, name, at, ata)
    if name.startswith("nvme"):
        return [failed_request(world, name, at, "critical medium")]
    lines = _ata_exception(world, name, at, "media error") if ata else []
    return lines + _sense(
        world,
        name,
        at,
        "Medium Error",
        "Unrecovered read error" + (" - auto reallocate failed" if ata else ""),
        "critical medium",
    )


def hardware_error(world: World, name: str, at: int) -> list[str]:
    """A drive that reports a failure of its own."""
    if world.system.solaris:
        return _solaris_error(world, name, at, "Hardware Error", "0x44 (internal target failure)")
    if world.system.freebsd:
        return _freebsd_error(world, name, at, False, "HARDWARE FAILURE asc:44,0 (Internal target failure)")
    return _sense(
        world,
        name,
        at,
        "Hardware Error",
        "Internal target failure",
        "critical target" if version(world) > (3, 10) else "I/O",
    )


def _sense(world: World, name: str, at: int, key: str, what: str, word: str) -> list[str]:
    now, where = version(world), f"sd {hctl(name)}:"
    block = f"{at & 0xFFFFFFFF:08x}"
    cdb = " ".join(block[index : index + 2] for index in range(0, 8, 2))
    long = " ".join(f"{at:016x}"[index : index + 2] for index in range(0, 16, 2))
    if now < (2, 7) and world.kernel.startswith("2.6.18"):
        return [f"{where} SCSI error: return code = 0x08000002", f"{name}: Current: sense key: {key}", f"    Add. Sense: {what}",
                failed_request(world, name, at, word)]  # fmt: skip
    if now < (4, 0):
        return [f"{where} [{name}] Unhandled sense code", f"{where} [{name}]  Result: hostbyte=DID_OK driverbyte=DRIVER_SENSE", f"{where} [{name}]  Sense Key : {key} [current] ",
                f"{where} [{name}]  Add. Sense: {what}", f"{where} [{name}] CDB: Read(10): 28 00 {cdb} 00 00 08 00", failed_request(world, name, at, word)]  # fmt: skip
    tag = f"tag#{world.rng.randrange(32)}"
    result = (
        "hostbyte=DID_OK driverbyte=DRIVER_SENSE"
        if now < (5, 11)
        else f"hostbyte=DID_OK driverbyte=DRIVER_OK cmd_age={world.rng.randint(2, 9)}s"
    )
    return [f"{where} [{name}] {tag} FAILED Result: {result}", f"{where} [{name}] {tag} Sense Key : {key} [current] ", f"{where} [{name}] {tag} Add. Sense: {what}",
            f"{where} [{name}] {tag} CDB: Read(16) 88 00 {long} 00 00 00 08 00 00" if at >> 32 else f"{where} [{name}] {tag} CDB: Read(10) 28 00 {cdb} 00 00 08 00",
            failed_request(world, name, at, word)]  # fmt: skip


def port(name: str) -> str:
    """The ATA port of a name of Linux."""
    return f"ata{(ord(name[-1]) - 96) if name[-1].isalpha() else 1}"


def _taskfile(at: int) -> str:
    low = f"{at & 0xFF:02x}:{at >> 8 & 0xFF:02x}:{at >> 16 & 0xFF:02x}"
    return f"{low}/00:00:{at >> 24 & 0xFF:02x}:{at >> 32 & 0xFF:02x}:00/40"


def _ata_exception(world: World, name: str, at: int, what: str) -> list[str]:
    here, tag = port(name), world.rng.randrange(31)
    lines = [
        f"{here}.00: exception Emask 0x0 SAct 0x{1 << tag:x} SErr 0x0 action 0x0",
        f"{here}.00: irq_stat 0x40000008",
    ]
    if version(world) >= (2, 7) or not world.kernel.startswith("2.6.18"):
        lines.append(f"{here}.00: failed command: READ FPDMA QUEUED")
    lines += [f"{here}.00: cmd 60/08:{tag * 8:02x}:{_taskfile(at)} tag {tag} ncq {'dma ' if version(world) >= (4, 18) else ''}4096 in",
              f"         res 41/40:00:{_taskfile(at)} Emask 0x409 ({what}) <F>", f"{here}.00: status: {{ DRDY ERR }}", f"{here}.00: error: {{ UNC }}",
              f"{here}.00: configured for UDMA/133"]  # fmt: skip
    return lines


def solaris_path(world: World, name: str) -> str:
    """The path of a drive in the device tree, always the same."""
    number = int(name.split("t")[1].split("d")[0]) if len(name) < 8 else 0
    bus = ("0", "400", "340")[sum(map(ord, world.host)) % 3]
    return f"/pci@{bus}/pci@1/pci@0/pci@2/LSILogic,sas@0/sd@{number},0 (sd{number + 1})"


def _solaris_error(world: World, name: str, at: int, key: str, code: str) -> list[str]:
    retry = world.rng.choice(("Retryable", "Retryable", "Fatal"))
    known = next((drive for drive in hardware.of(world).drives if drive.name == name), None)
    vendor, serial = (
        ("ATA" if known and known.kind != "sas" else known.product.vendor if known else "SEAGATE"),
        known.serial if known else "0913E0ABCD",
    )
    return [f"{WARNING}|WARNING: {solaris_path(world, name)}:", f"{WARNING}|\tError for Command: read(10)                Error Level: {retry}",
            f"{NOTICE}|\tRequested Block: {at:<25} Error Block: {at + world.rng.randrange(8)}", f"{NOTICE}|\tVendor: {vendor:<34} Serial Number: {serial:<16}",
            f"{NOTICE}|\tSense Key: {key}", f"{NOTICE}|\tASC: {code}, ASCQ: 0x0, FRU: 0x{sum(map(ord, name)) % 255:x}"]  # fmt: skip


def cam(world: World, name: str) -> str:
    """How FreeBSD's CAM calls a device and its path."""
    number = int("".join(char for char in name if char.isdigit()) or 0)
    return f"({name}:ahcich{number}:0:0:0)" if name.startswith("ada") else f"({name}:mps0:0:{number + 8}:0)"


def _freebsd_error(
    world: World, name: str, at: int, ata: bool, sense: str = "MEDIUM ERROR asc:11,0 (Unrecovered read error)"
) -> list[str]:
    here, block = cam(world, name), f"{at & 0xFFFFFFFF:08x}"
    cdb = " ".join(block[index : index + 2] for index in range(0, 8, 2))
    if name.startswith("ada") and ata:
        return [f"{here}: READ_FPDMA_QUEUED. ACB: 60 08 {cdb[6:8]} {cdb[3:5]} {cdb[:2]} 40 00 00 00 00 00 00", f"{here}: CAM status: ATA Status Error",
                f"{here}: ATA status: 41 (DRDY ERR), error: 40 (UNC )", f"{here}: RES: 41 40 {cdb} 00 00 00 00 00", f"{here}: Error 5, Retries exhausted"]  # fmt: skip
    return [f"{here}: READ(10). CDB: 28 00 {cdb} 00 00 08 00 ", f"{here}: CAM status: SCSI Status Error", f"{here}: SCSI status: Check Condition", f"{here}: SCSI sense: {sense}",
            f"{here}: Info: 0x{block}", f"{here}: {world.rng.choice(('Error 5, Unretryable error', 'Retrying command (per sense data)'))}"]  # fmt: skip


def timeout(world: World, name: str, ata: bool, at: int) -> list[str]:
    """A request that the drive never answered."""
    if world.system.solaris:
        path = solaris_path(world, name)
        return [
            f"{WARNING}|WARNING: {path.rsplit('/', 1)[0]} (mpt0):",
            f"{WARNING}|\tDisconnected command timeout for Target {int(name.split('t')[1].split('d')[0]) if len(name) < 8 else 0}",
        ]
    if world.system.freebsd:
        return [
            f"{cam(world, name)}: WRITE(10). CDB: 2a 00 {at & 0xFFFFFF:08x} 00 00 80 00 ",
            f"{cam(world, name)}: CAM status: Command timeout",
            f"{cam(world, name)}: Retrying command, 3 more tries remain",
        ]
    if name.startswith("nvme"):
        number = name[4:].split("n")[0]
        return [
            f"nvme nvme{number}: I/O {world.rng.randrange(900)} QID {world.rng.randint(1, 16)} timeout, aborting",
            f"nvme nvme{number}: Abort status: 0x0",
        ]
    if ata:
        here = port(name)
        return [f"{here}.00: exception Emask 0x0 SAct 0x{world.rng.getrandbits(31):x} SErr 0x0 action 0x6 frozen", f"{here}.00: failed command: WRITE FPDMA QUEUED",
                f"{here}.00: cmd 61/80:00:{_taskfile(at)} tag 0 ncq {'dma ' if version(world) >= (4, 18) else ''}65536 out", "         res 40/00:00:00:00:00/00:00:00:00:00/00 Emask 0x4 (timeout)",
                f"{here}.00: status: {{ DRDY }}", f"{here}: hard resetting link", f"{here}: SATA link up 6.0 Gbps (SStatus 133 SControl 300)", f"{here}.00: configured for UDMA/133",
                f"{here}.00: device reported invalid CHS sector 0", f"{here}: EH complete"]  # fmt: skip
    return [f"sd {hctl(name)}: attempting task abort! scmd({world.rng.getrandbits(48) | 0xFFFF880000000000:016x})", f"sd {hctl(name)}: [{name}] CDB: Write(10): 2a 00 {at & 0xFFFFFFFF:08x} 00 00 80 00",
            f"sd {hctl(name)}: task abort: SUCCESS scmd({world.rng.getrandbits(48) | 0xFFFF880000000000:016x})"]  # fmt: skip


def hung_task(world: World, task: str, pid: int, seconds: int = 120) -> list[str]:
    """A task that waited too long, with the top of its stack."""
    now = version(world)
    old = now < (4, 0)
    lines = [f"INFO: task {task}:{pid} blocked for more than {seconds} seconds."]
    if now >= (3, 10):
        lines.append(
            f"      {'Not tainted' if world.rng.random() < 0.6 else 'Tainted: P           OE  '} {world.kernel}" + " #1"
        )
    lines.append('"echo 0 > /proc/sys/kernel/hung_task_timeout_secs" disables this message.')
    state = "D ffff880" + f"{world.rng.getrandbits(28):07x}" if old else f"D    0  {pid}      2 0x00000080"
    lines += [f"{task:<15} {state}", "Call Trace:"]
    calls = (
        "schedule",
        "io_schedule",
        "wait_on_page_bit" if old else "wait_on_page_bit_common",
        "jbd2_journal_commit_transaction"
        if "jbd2" in task
        else "xlog_grant_head_wait"
        if "xfs" in task
        else "do_fsync",
    )
    lines += [
        f" [<ffffffff81{world.rng.getrandbits(24):06x}>] {call}+0x{world.rng.randrange(256):x}/0x{world.rng.randrange(256, 1024):x}"
        if old
        else f" {call}+0x{world.rng.randrange(256):x}/0x{world.rng.randrange(256, 1024):x}"
        for call in calls
    ]
    return lines
