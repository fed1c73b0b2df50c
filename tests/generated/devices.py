"""Classes of devices with the speed of their class."""

import string
from dataclasses import dataclass
from random import Random

from tests.generated.model import Device
from tests.generated.noise import around, between, chance
from tests.generated.systems import System


@dataclass(frozen=True)
class Kind:
    """A class: latencies in ms of a single request, rates when it is full, queue of the host."""

    read_ms: tuple[float, float]
    write_ms: tuple[float, float]
    iops: tuple[float, float]
    mb_s: tuple[float, float]
    sizes_gb: tuple[int, ...]
    models: tuple[str, ...]
    depth: int


KINDS = {
    "hdd": Kind((5.5, 9.5), (5.0, 9.0), (95, 190), (110, 230), (600, 1000, 2000, 4000, 8000, 12000),
                ("ST4000NM0033-9ZM170", "WDC WD4003FZEX-00Z4SA0", "HGST HUS726T4TALA6L4", "TOSHIBA MG04ACA400E", "ST8000NM0055-1RM112"), 32),
    "sas": Kind((3.2, 6.0), (3.0, 5.5), (170, 320), (120, 210), (146, 300, 600, 900, 1200),
                ("SEAGATE ST600MM0006", "HITACHI H106060SDSUN600G", "TOSHIBA AL14SEB120N", "HP EG0600FBDSR"), 32),
    "ssd": Kind((0.09, 0.35), (0.05, 0.30), (22000, 75000), (380, 530), (240, 480, 960, 1920, 3840),
                ("INTEL SSDSC2KB960G8", "SAMSUNG MZ7LH960HAJR-00005", "Micron_5300_MTFDDAK1T9TDS", "SAMSUNG MZ7KM480HMHQ-00005"), 32),
    "nvme": Kind((0.07, 0.16), (0.015, 0.05), (180000, 520000), (1800, 3400), (960, 1920, 3840, 7680),
                 ("SAMSUNG MZQL21T9HCJR-00A07", "INTEL SSDPE2KX020T8", "Micron_7450_MTFDKCC1T9TFR", "KIOXIA KCD6XLUL1T92"), 1023),
    "lun": Kind((0.8, 4.5), (0.35, 1.1), (2500, 14000), (250, 750), (50, 100, 250, 500, 1024, 2048),
                ("OPEN-V", "SYMMETRIX", "LUN C-Mode", "VRAID", "2145", "CSM200_R"), 32),
    "cloud": Kind((0.5, 1.6), (0.6, 2.2), (3000, 16000), (125, 500), (50, 100, 200, 500, 1000, 2000),
                  ("Amazon Elastic Block Store", "Virtual disk", "PersistentDisk", "QEMU HARDDISK"), 128),
}  # fmt: skip


def make(rng: Random, kind: str, name: str, role: str = "data", like: Device | None = None) -> Device:
    """A device of a class; `like` makes another of the same model."""
    spec = KINDS[kind]
    size = like.size_gb if like else rng.choice(spec.sizes_gb)
    iops = like.read_iops if like else between(rng, *spec.iops)
    return Device(
        name,
        kind,
        like.model if like else rng.choice(spec.models),
        serial(rng),
        size,
        around(rng, like.read_ms, 0.04) if like else between(rng, *spec.read_ms),
        around(rng, like.write_ms, 0.04) if like else between(rng, *spec.write_ms),
        iops,
        like.write_iops if like else iops * rng.uniform(0.6, 1.0),
        like.mb_s if like else between(rng, *spec.mb_s),
        like.depth if like else spec.depth,
        role,
    )


def serial(rng: Random) -> str:
    """A serial number of a maker's look."""
    letters = "".join(rng.choices(string.ascii_uppercase, k=rng.randint(1, 3)))
    return letters + "".join(rng.choices(string.digits + "ABCDEFGHJKLMNPRSTUVWXYZ", k=rng.randint(5, 9)))


_MAKERS = {
    "OPEN-V": "60060e801",
    "SYMMETRIX": "600009700",
    "LUN C-Mode": "600a09800",
    "VRAID": "600508b40",
    "2145": "600507680",
    "CSM200_R": "60080e500",
}


def wwn(rng: Random, kind: str, model: str = "") -> str:
    """A world-wide name as 16 or 32 hexadecimal digits."""
    if kind == "lun":
        return _MAKERS.get(model, "60060160").ljust(17, "0") + "".join(rng.choices("0123456789abcdef", k=15))
    return rng.choice(("5000c500", "5000cca0", "50014ee2", "5002538e")) + "".join(rng.choices("0123456789abcdef", k=8))


def name_of(rng: Random, system: System, kind: str, index: int, virtual: bool, model: str = "") -> str:
    """The name the system gives to its device number `index`."""
    if system.solaris:
        if kind == "lun":
            return f"c{6 if index else 4}t{wwn(rng, kind, model).upper()}d0"
        return f"c{1 if kind in ('hdd', 'sas') else 2}t{index}d0"
    if system.freebsd:
        return f"nvd{index}" if kind == "nvme" else f"{'vtbd' if virtual else 'da' if index % 5 else 'ada'}{index}"
    letter = string.ascii_lowercase[index % 26] if index < 26 else "a" + string.ascii_lowercase[index % 26]
    if kind == "nvme":
        return f"nvme{index}n1"
    return ("vd" if virtual and kind == "cloud" else "sd") + letter


def long_name(rng: Random, system: System, device: Device) -> str:
    """The name a ZFS pool has for it."""
    if system.solaris:
        return device.name
    if system.freebsd:
        return rng.choice((f"{device.name}p3", f"gpt/{device.serial.lower()}", f"gptid/{_guid(rng)}"))
    if device.kind == "nvme":
        return rng.choice((device.name, f"nvme-{device.model.replace(' ', '_')}_{device.serial}"))
    return rng.choice((
        device.name,
        f"ata-{device.model.replace(' ', '_')}_{device.serial}",
        f"wwn-0x{wwn(rng, device.kind)[:16]}",
        f"scsi-3{wwn(rng, device.kind)[:16]}",
    ))  # fmt: skip


def _guid(rng: Random) -> str:
    digits = "".join(rng.choices("0123456789abcdef", k=32))
    return f"{digits[:8]}-{digits[8:12]}-{digits[12:16]}-{digits[16:20]}-{digits[20:]}"


def style(rng: Random, devices: list[Device], system: System) -> None:
    """Give all devices of a pool names of one style."""
    seed = rng.random()
    for device in devices:
        own = Random(f"{seed}")
        pattern = long_name(own, system, device)
        if pattern.startswith(("wwn-", "scsi-3")):
            pattern = pattern[:11] + wwn(rng, device.kind)[-12:]
        if pattern.startswith("gptid/"):
            pattern = f"gptid/{_guid(rng)}"
        device.long_name = pattern


def uncertain_kind(rng: Random, system: System, year: int, virtual: bool) -> str:
    """A class that a host of that system and year may well have for its data."""
    if virtual:
        return "cloud"
    if system.solaris:
        return "lun" if chance(rng, 0.55) else "sas" if chance(rng, 0.6) else "ssd"
    if year < 2013:
        return rng.choice(("hdd", "sas", "sas", "lun"))
    if year < 2018:
        return rng.choice(("hdd", "sas", "lun", "ssd", "ssd"))
    return rng.choice(("hdd", "ssd", "ssd", "nvme", "lun", "nvme"))
