"""cli64 of Areca cards, in its formats: event info, disk info, disk smart, rsf info, vsf info, sys info, hw info."""

from __future__ import annotations

import re

from advisor.training.parts.areca import ArecaCard
from advisor.training.parts.drive import SECTOR, Drive
from advisor.training.tools.tool import Call, Failed, Tool, table

_RULE = "=" * 79 + "\n"
_END = "GuiErrMsg<0x00>: Success.\n"
_ROWS = {
    1: "Raw Read Error Rate", 3: "Spin Up Time", 4: "Start/Stop Count", 5: "Reallocated Sector Count", 7: "Seek Error Rate",
    9: "Power-on Hours Count", 10: "Spin Retry Count", 12: "Device Power Cycle Count", 194: "Temperature",
    196: "Reallocation Event Count", 197: "Current Pending Sector Count", 198: "Off-line Scan Uncorrectable Sector Count",
    199: "Ultra DMA CRC Error Count",
}  # fmt: skip


def _cli(call: Call) -> str:
    card = call.part("card", ArecaCard)
    words = list(call.args)
    match words:
        case ["event", "info"]:
            return _events(card)
        case ["event", "clear"]:
            card.events.clear()
            call.does("change")
            return _END
        case ["disk", "info"]:
            return _disks(card)
        case ["disk", "info", which]:
            return _detail(card, which)
        case ["disk", "smart", which]:
            return _smart(card, which)
        case ["disk", "sttest" | "dctest", *_]:
            number = next((w.removeprefix("drv=") for w in words if w.startswith("drv=")), "?")
            return f"ErrMsg: Drive {number} Is Not Available\n"
        case ["rsf", "info"]:
            return (
                "  #  Name             Disks TotalCap  FreeCap DiskChannels       State          \n" + _RULE * 2 + _END
            )
        case ["vsf", "info"]:
            return (
                "  # Name             Raid Name       Level   Capacity Ch/Id/Lun  State         \n" + _RULE * 2 + _END
            )
        case ["sys", "info"]:
            return _system(card)
        case ["hw", "info"]:
            return _hardware()
    raise Failed(
        "Known here: event info, disk info [drv=N], disk smart drv=N, rsf info, vsf info, sys info, hw info", 1
    )


def _events(card: ArecaCard) -> str:
    rows = "".join(
        f"{at:%Y-%m-%d %H:%M:%S}  {device:<15}  {text}\n" for at, device, text in reversed(card.events[-80:])
    )
    return "Date-Time            Device           Event Type\n" + _RULE + rows + _RULE + _END


def _which(card: ArecaCard, word: str) -> tuple[int, Drive]:
    found = re.fullmatch(r"drv=0*(\d{1,2})", word)
    drive = card.slots.get(int(found[1])) if found else None
    if not found or drive is None:
        raise Failed(f"ErrMsg: Drive {found[1] if found else '?'} Is Not Available\n", 1)
    return int(found[1]), drive


def _disks(card: ArecaCard) -> str:
    out = "  # Ch# ModelName                       Capacity  Usage\n" + _RULE
    for n, drive in card.slots.items():
        model, size, usage = (
            (drive.model, drive.sectors * SECTOR / 1e9, "Pass Through") if drive else ("N.A.", 0.0, "N.A.")
        )
        out += f" {n:2d} {n:2d}  {model:<29} {size:8.1f}GB  {usage}\n"
    return out + _RULE + _END


def _detail(card: ArecaCard, which: str) -> str:
    number, drive = _which(card, which)
    own = [text for _, device, text in card.events if device == f"IDE Channel #{number:02d}"]
    since = len(own) - own[::-1].index("Device Inserted") if "Device Inserted" in own else 0
    errors = own[since:].count("Reading Error")
    return (
        "Drive Information \n===============================================================\n"
        f"IDE Channel                        : {number}\nModel Name                         : {drive.model}\n"
        f"Serial Number                      : {drive.serial}\nFirmware Rev.                      : {drive.firmware}\n"
        f"Disk Capacity                      : {drive.sectors * SECTOR / 1e9:.1f}GB\n"
        "Device State                       : NORMAL\nTimeout Count                      : 0\n"
        f"Media Error Count                  : {errors}\nDevice Temperature                 : {drive.celsius} C\n"
        "===============================================================\n" + _END
    )


def _smart(card: ArecaCard, which: str) -> str:
    number, drive = _which(card, which)
    out = (
        f"S.M.A.R.T Information For Drive[#{number:02d}]\n  # Attribute Items                           Flag   Value  Thres  State\n"
        + _RULE
    )
    for n, _, flag, value, _, limit, *_ in drive.attributes():
        if n in _ROWS:
            out += f"{n:3d} {_ROWS[n]:<41} 0x{flag:02x} {value:6d} {limit:6d}    OK\n"
    return out + _RULE + _END


def _system(card: ArecaCard) -> str:
    return (
        "The System Information\n===========================================\nMain Processor     : 500MHz\n"
        "CPU ICache Size    : 32KB\nSystem Memory      : 256MB\n"
        f"Firmware Version   : {card.firmware}\nBOOT ROM Version   : V1.43 2007-4-17\nController Name    : {card.model}\n"
        "===========================================\n" + _END
    )


def _hardware() -> str:
    return (
        "The Hardware Monitor Information\n===========================================\nFan#1 Speed (RPM)  : 2163\n"
        "Battery Status     : Not Installed\nCPU Temperature    : 51 C\nController Temp.   : 39 C\n"
        "===========================================\n" + _END
    )


_MAN = (
    "Areca's command line: cli64 event info (the card's own log, newest first), disk info, disk info drv=N, disk smart drv=N "
    "(normalised values: what left 200 or 100 has counted something, and OK beside a threshold of 0 says nothing), sys info, hw info"
)
TOOLS = table(Tool("cli64", _cli, _MAN), Tool("areca-cli", _cli, _MAN))
"""Those of a host with an `ArecaCard`."""
