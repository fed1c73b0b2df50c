"""cli64 on a host with an Areca controller, tw_cli on one with a 3ware."""

from tests.generated.drives import Drive
from tests.generated.hardware import Controller, Volume
from tests.generated.model import World
from tests.generated.render.megaraid import Shown

_RULE = "=" * 79
_DONE = "GuiErrMsg<0x00>: Success.\n"


def areca_outputs(world: World, card: Controller, focus: Drive | None) -> list[Shown]:
    """What people print of an Areca controller."""
    found = [("raid volumes", "cli64 vsf info", _volumes(card)), ("raid volume", f"cli64 vsf info vol={len(card.volumes)}", _volume(card, card.volumes[-1])), ("raid drives", "cli64 disk info", _disks(card)),
             ("raid config", "cli64 rsf info", _sets(card)), ("raid battery", "cli64 hw info", _monitor(card)), ("raid events", "cli64 event info", _events(card))]  # fmt: skip
    for drive in [focus] if focus else []:
        if drive.kind != "sas":
            found.append(("raid smart", f"cli64 disk smart drv={drive.slot + 1}", _smart(drive)))
    return found


def _state(volume: Volume) -> str:
    return {
        "optimal": "Normal",
        "degraded": "Degraded",
        "rebuilding": f"Rebuilding({volume.progress}.{volume.progress % 10}%)",
        "checking": f"Checking({volume.progress}.{volume.progress % 10}%)",
        "initializing": "Initializing",
        "failed": "Failed",
    }[volume.state]


def _volume_name(card: Controller, volume: Volume) -> str:
    return f"{card.title}-VOL#0{volume.number}"


def _volumes(card: Controller) -> str:
    lines = ["  # Name             Raid Name       Level   Capacity Ch/Id/Lun  State         ", _RULE]
    lines += [
        f"{volume.number + 1:3d} {_volume_name(card, volume):<16} Raid Set # 0{volume.number}   Raid{volume.level.replace('10', '1+0'):<3} {volume.size_gb:7.1f}GB 00/00/0{volume.number}   {_state(volume)}"
        for volume in card.volumes
    ]
    return "\n".join([*lines, _RULE, _DONE])


def _volume(card: Controller, volume: Volume) -> str:
    rows = (("Volume Set Name", _volume_name(card, volume)), ("Raid Set Name", f"Raid Set # 0{volume.number}   "), ("Volume Capacity", f"{volume.size_gb:.1f}GB"), ("SCSI Ch/Id/Lun", f"00/00/0{volume.number}"),
            ("Raid Level", f"Raid{volume.level.replace('10', '1+0')}"), ("Stripe Size", "64K"), ("Member Disks", str(len(volume.drives))), ("Cache Mode", "Write Back" if volume.writing_back else "Write Through"),
            ("Tagged Queuing", "Enabled"), ("Volume State", _state(volume)))  # fmt: skip
    line = "=" * 43
    return "\n".join(["Volume Set Information ", line, *[f"{name:<16}: {value}" for name, value in rows], line, _DONE])


def _disks(card: Controller) -> str:
    lines = ["  # Ch# ModelName                       Capacity  Usage", _RULE]
    for drive in card.drives:
        number = int(drive in card.volumes[-1].drives and len(card.volumes) > 1)
        usage = {
            "online": f"Raid Set # 0{number}",
            "predictive": f"Raid Set # 0{number}",
            "rebuilding": f"Raid Set # 0{number}",
            "failed": "Failed",
            "missing": "Free",
            "spare": "HotSpare",
        }[drive.state]
        lines.append(
            f"{drive.slot + 1:3d} {drive.slot + 1:2d}  {drive.product.model[:30]:<30}{drive.product.size_gb + 0.2:9.1f}GB  {usage}"
        )
    return "\n".join([*lines, _RULE, _DONE])


def _sets(card: Controller) -> str:
    lines = [" #  Name             Disks TotalCap  FreeCap DiskChannels       State          ", _RULE]
    for volume in card.volumes:
        slots = "".join(f"{drive.slot + 1:x}" for drive in volume.drives)
        state = {"degraded": "Degraded", "rebuilding": "Rebuilding", "checking": "Checking"}.get(volume.state, "Normal")
        lines.append(
            f" {volume.number + 1}  Raid Set # 0{volume.number}       {len(volume.drives)} {sum(drive.product.size_gb for drive in volume.drives):7.1f}GB    0.0GB {slots:<16}   {state}"
        )
    return "\n".join([*lines, _RULE, _DONE])


def _monitor(card: Controller) -> str:
    battery = card.battery
    text = {
        "optimal": f"{battery.charge}%",
        "failed": "Failed",
        "learning": f"Discharging({battery.charge}%)",
        "charging": f"Charging({battery.charge}%)",
        "weak": f"Charging({battery.charge}%)",
        "missing": "Not Installed",
    }[battery.state]
    rows = [
        ("Fan#1 Speed (RPM)", str(2400 + sum(map(ord, card.serial)) * 7 % 600)),
        ("Battery Status", text),
        ("CPU Temperature", f"{45 + sum(map(ord, card.serial)) % 17} C"),
        ("Controller Temp.", f"{33 + sum(map(ord, card.serial)) % 13} C"),
        ("12V", "12.160 V"),
        ("5V", "5.080 V"),
        ("3.3V", "3.360 V"),
        ("DDR-II +1.8V", "1.856 V"),
    ]
    rows += [(f"HDD #{drive.slot + 1:<2} Temp.", f"{drive.smart.celsius}") for drive in card.drives]
    line = "=" * 43
    return "\n".join(
        ["The Hardware Monitor Information", line, *[f"{name:<18}: {value}" for name, value in rows], line, _DONE]
    )


def _events(card: Controller) -> str:
    lines = ["Date-Time            Device           Event Type            Elapsed Time Errors", _RULE]
    for event in sorted(card.events, key=lambda each: each.time, reverse=True):
        lines.append(f"{event.time:%Y-%m-%d %H:%M:%S}  {event.source or 'RS232 Terminal':<16} {event.text}")
    return "\n".join([*lines, _RULE, _DONE])


def _smart(drive: Drive) -> str:
    state = drive.smart
    full = 200 if drive.product.vendor == "wd" else 100
    rows = ((1, "Raw Read Error Rate", 0x0F, max(40, 100 - state.reported // 4), 44), (3, "Spin Up Time", 0x03, 97, 0), (4, "Start/Stop Count", 0x32, 100, 20), (5, "Reallocated Sector Count", 0x33, max(1, full - state.reallocated // 20), 36),
            (7, "Seek Error Rate", 0x0F, 82, 30), (9, "Power-on Hours Count", 0x32, max(1, 100 - state.hours // 1000), 0), (10, "Spin Retry Count", 0x13, 100, 97), (12, "Device Power Cycle Count", 0x32, 100, 20),
            (194, "Temperature", 0x22, state.celsius, 0), (197, "Current Pending Sector Count", 0x12, max(1, full - (state.pending + 8) // 9), 0), (198, "Off-line Scan Uncorrectable Sector Count", 0x10, max(1, full - (state.offline + 8) // 9), 0),
            (199, "Ultra DMA CRC Error Count", 0x3E, 200, 0))  # fmt: skip
    lines = [
        f"S.M.A.R.T Information For Drive[#{drive.slot + 1:02d}]",
        "  # Attribute Items                           Flag   Value  Thres  State",
        _RULE,
    ]
    lines += [
        f"{number:3d} {name:<42}0x{flag:02x}   {value:5d}  {least:5d}  {'OK' if value > least else 'FAILED'}"
        for number, name, flag, value, least in rows
    ]
    return "\n".join([*lines, _RULE, _DONE])


def ware_outputs(world: World, card: Controller, _focus: Drive | None) -> list[Shown]:
    """What people print of a 3ware controller."""
    return [("raid volumes", "tw_cli /c0 show", _units(card)), ("raid events", "tw_cli /c0 show alarms", _alarms(card)), ("raid battery", "tw_cli /c0/bbu show all", _bbu(world, card)),
            ("raid config", "tw_cli info", f"\nCtl   Model        (V)Ports  Drives   Units   NotOpt  RRate   VRate  BBU\n{'-' * 72}\nc0    {card.title:<12} 8         {len(card.drives):<8} {len(card.volumes):<7} {sum(volume.state not in ('optimal', 'checking') for volume in card.volumes):<7} 1       1      {_bbu_word(card)}\n\n")]  # fmt: skip


def _bbu_word(card: Controller) -> str:
    return {
        "optimal": "OK",
        "failed": "Failed",
        "learning": "Testing",
        "charging": "Charging",
        "weak": "WeakBat",
        "missing": "-",
    }[card.battery.state]


def _units(card: Controller) -> str:
    lines = ["", "Unit  UnitType  Status         %RCmpl  %V/I/M  Stripe  Size(GB)  Cache  AVrfy", "-" * 78]
    for volume in card.volumes:
        status = {
            "optimal": "OK",
            "degraded": "DEGRADED",
            "rebuilding": "REBUILDING",
            "checking": "VERIFYING",
            "initializing": "INITIALIZING",
            "failed": "INOPERABLE",
        }[volume.state]
        recovered = f"{volume.progress}%" if volume.state == "rebuilding" else "-"
        verified = f"{volume.progress}%" if volume.state in ("checking", "initializing") else "-"
        lines.append(
            f"u{volume.number}    RAID-{volume.level:<4} {status:<14} {recovered:<7} {verified:<7} 64K     {volume.size_gb * 0.93132:<9.2f} {'RiW' if volume.writing_back else 'Ri':<6} ON     "
        )
    lines += ["", "VPort Status         Unit Size      Type  Phy Encl-Slot    Model", "-" * 78]
    for drive in card.drives:
        unit = int(drive in card.volumes[-1].drives and len(card.volumes) > 1)
        status = {
            "online": "OK",
            "predictive": "OK",
            "failed": "DEVICE-ERROR",
            "missing": "NOT-PRESENT",
            "rebuilding": "OK",
            "spare": "OK",
        }[drive.state]
        if drive.media_errors > 3 and drive.state == "online":
            status = "ECC-ERROR"
        size = (
            f"{drive.product.size_gb * 0.93132:.2f} GB"
            if drive.product.size_gb < 1100
            else f"{drive.product.size_gb * 0.93132 / 1024:.2f} TB"
        )
        lines.append(
            f"p{drive.slot:<4} {status:<14} u{unit:<3} {size:<9} {'SAS' if drive.kind == 'sas' else 'SATA':<5} {drive.slot:<3} -            {drive.product.model:<20}"
        )
    if card.battery.state != "missing":
        lines += [
            "",
            "Name  OnlineState  BBUReady  Status    Volt     Temp     Hours  LastCapTest",
            "-" * 75,
            f"bbu   On           {'Yes' if card.battery.state == 'optimal' else 'No ':<9} {_bbu_word(card):<9} OK       OK       {255 if card.battery.state == 'optimal' else 0:<6} {sum(map(ord, card.serial)) % 28 + 1:02d}-{('Jan', 'Apr', 'May', 'Sep')[card.memory_mb // 256 % 4]}-20{9 + sum(map(ord, card.serial)) % 5:02d}  ",
        ]
    return "\n".join([*lines, "", ""])


def _alarms(card: Controller) -> str:
    lines = ["", "Ctl  Date                        Severity  Alarm Message", "-" * 78]
    words = {"info": "INFO", "warning": "WARNING", "critical": "ERROR"}
    lines += [
        f"c0   [{event.time:%a %b %d %Y %H:%M:%S}]  {words[event.level]:<9} {event.text}"
        for event in sorted(card.events, key=lambda each: each.time)
    ]
    return "\n".join([*lines, "", ""])


def _bbu(world: World, card: Controller) -> str:
    battery = card.battery
    if battery.state == "missing":
        return "Error: (CLI:063) Device not found at /c0/bbu.\n"
    rows = (("Firmware Version", "BBU: 1.04.00.009"), ("BBU Ready", "Yes" if battery.state == "optimal" else "No"), ("BBU Status", _bbu_word(card)), ("Battery Voltage", "OK"), ("Battery Temperature Status", "OK"),
            ("Battery Temperature Value", f"{battery.celsius} deg C"), ("Estimated Backup Capacity", f"{battery.charge * 2 if battery.state == 'optimal' else battery.charge // 10} Hours"), ("Last Capacity Test", f"{world.boot:%d-%b-%Y}"), ("Battery Installation Date", "03-Feb-2009"))  # fmt: skip
    return "".join(f"/c0/bbu {name:<30} = {value}\n" for name, value in rows)
