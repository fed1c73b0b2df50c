"""sas2ircu and sas3ircu of LSI's HBAs, fmadm of Solaris, lsscsi."""

from tests.generated import hardware
from tests.generated.drives import Drive
from tests.generated.model import World
from tests.generated.render import Source


def _sas(world: World) -> list[Drive]:
    return [drive for drive in hardware.of(world).drives if drive.kind == "sas"]


def ircu(world: World, command: str) -> str:
    """`sas2ircu 0 DISPLAY`."""
    new = command.startswith("sas3")
    rule = "-" * 72
    lines = [f"{'Avago Technologies SAS3' if new else 'LSI Corporation SAS2'} IR Configuration Utility.", f"Version {'16.00.00.00 (2017.04.26)' if new else '20.00.00.00 (2014.09.18)'} ", f"Copyright (c) {'2009-2017 Avago Technologies' if new else '2008-2014 LSI Corporation'}. All rights reserved. ", "",
             "Read configuration has been initiated for controller 0", rule, "Controller information", rule, f"  Controller type                         : {'SAS3008' if new else 'SAS2308_2'}", "  BIOS version                            : 8.37.00.00",
             f"  Firmware version                        : {'16.00.10.00' if new else '20.00.07.00'}", "  Channel description                     : 1 Serial Attached SCSI", "  Initiator ID                            : 0", "  Maximum physical devices                : 543", "  Concurrent commands supported           : 9584",
             "  Slot                                    : 2", "  RAID Support                            : No", rule, "IR Volume information", rule, rule, "Physical device information", rule, "Initiator at ID #0", ""]  # fmt: skip
    for number, drive in enumerate(_sas(world)):
        state = (
            "Ready (RDY)" if drive.state == "online" else "Failed (FLD)" if drive.state == "failed" else "Missing (MIS)"
        )
        lines += ["Device is a Hard disk", "  Enclosure #                             : 2", f"  Slot #                                  : {number}", f"  SAS Address                             : {drive.wwn[:7]}-{drive.wwn[7]}-{drive.wwn[8:12]}-{drive.wwn[12:]}",
                  f"  State                                   : {state}", f"  Size (in MB)/(in sectors)               : {drive.bytes // 2**20}/{drive.sectors - 1}", f"  Manufacturer                            : {drive.product.vendor:<8}", f"  Model Number                            : {drive.product.model:<16}",
                  f"  Firmware Revision                       : {drive.product.firmware}", f"  Serial No                               : {drive.serial}", f"  GUID                                    : {drive.wwn}", "  Protocol                                : SAS", "  Drive Type                              : SAS_HDD", ""]  # fmt: skip
    return "\n".join(
        [
            *lines,
            rule,
            "Enclosure information",
            rule,
            "  Enclosure#                              : 2",
            "  Logical ID                              : 500304801f5a7e3f",
            f"  Numslots                                : {len(_sas(world)) + 4}",
            "  StartSlot                               : 0",
            rule,
            "SAS2IRCU: Command DISPLAY Completed Successfully.",
            "SAS2IRCU: Utility Completed Successfully.",
            "",
        ]
    )


def fmadm(world: World, _command: str = "") -> str:
    """`fmadm faulty`."""
    hit = [
        drive
        for drive in hardware.of(world).drives
        if drive.smart.unread
        or drive.smart.media_errors
        or drive.smart.pending
        or drive.smart.words
        or drive.smart.reported
    ]
    if not hit:
        return ""
    drive, rng = hit[0], world.rng
    event = f"{rng.getrandbits(32):08x}-{rng.getrandbits(16):04x}-{rng.getrandbits(16):04x}-{rng.getrandbits(16):04x}-{rng.getrandbits(48):012x}"
    kind, what = (
        ("DISK-8000-0X", "fault.io.disk.predictive-failure")
        if drive.smart.words
        else ("DISK-8000-12", "fault.io.disk.device-errors-exceeded")
        if world.system.name != "solaris-10"
        else ("ZFS-8000-FD", "fault.fs.zfs.vdev.io")
    )
    return f'--------------- ------------------------------------  -------------- ---------\nTIME            EVENT-ID                              MSG-ID         SEVERITY\n--------------- ------------------------------------  -------------- ---------\n{world.end:%b %d %H:%M:%S} {event}  {kind:<14} Major    \n\nHost        : {world.host}\nPlatform    : {"SUNW,SPARC-Enterprise" if "SPARC" in world.system.title else "X4170-M2-SERVER"}\nChassis_id  : \n\nFault class : {what}\nAffects     : dev:///:devid=id1,sd@n{drive.wwn}//{drive.name}\n                  faulted but still in service\nFRU         : "SYS/HDD{drive.slot}" (hc://:serial={drive.serial}:part={drive.product.model}/bay={drive.slot}/disk=0)\n                  faulty\n\nDescription : The number of I/O errors associated with this device has exceeded\n              acceptable levels.\n\n'


def lsscsi(world: World, _command: str = "") -> str:
    """`lsscsi`."""
    lines = []
    for number, device in enumerate(world.devices):
        if device.name.startswith("sd"):
            vendor, model = (
                ("ATA", device.model)
                if device.kind in ("hdd", "ssd", "smr")
                else (device.model.split()[0] if " " in device.model else "SEAGATE", device.model.split()[-1])
            )
            lines.append(
                f"[{number}:0:0:0]    disk    {vendor:<8} {model[:16]:<16} {number % 9}{number % 7}04  /dev/{device.name} "
            )
    return "\n".join(lines) + "\n" if lines else ""


SOURCES = (
    Source(
        "sas2ircu",
        ("sas2ircu 0 DISPLAY", "sas3ircu 0 DISPLAY"),
        ircu,
        lambda world: (
            (world.system.linux or world.system.freebsd)
            and len(_sas(world)) > 2
            and hardware.of(world).controller is None
        ),
        0.06,
    ),
    Source(
        "fmadm", ("fmadm faulty",), fmadm, lambda world: world.system.solaris and bool(hardware.of(world).drives), 0.4
    ),
    Source("lsscsi", ("lsscsi",), lsscsi, lambda world: world.system.linux and not world.virtual, 0.04),
)
