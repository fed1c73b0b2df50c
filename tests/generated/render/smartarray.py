"""hpacucli, hpssacli and ssacli on a host with a Smart Array; arcconf on one with an Adaptec controller."""

from tests.generated.drives import Drive
from tests.generated.hardware import Controller, Volume
from tests.generated.model import World
from tests.generated.render.megaraid import Shown

_BAY = "{0}I:{1}:{2}"


def bay(drive: Drive) -> str:
    """Port, box and bay of a drive."""
    return f"{1 + drive.slot // 4}I:1:{drive.slot + 1}"


def _size(gb: float) -> str:
    return f"{gb / 1000:.1f} TB" if gb >= 1000 else f"{gb:.1f} GB"


def hp_outputs(world: World, card: Controller, _focus: Drive | None) -> list[Shown]:
    """What people print of a Smart Array."""
    tool = card.tool
    return [("raid volumes", f"{tool} ctrl slot=0 ld all show detail", _hp_volumes(world, card)), ("raid drives", f"{tool} ctrl slot=0 pd all show detail", _hp_drives(card)),
            ("raid battery", f"{tool} ctrl all show detail", _hp_controller(card)), ("raid config", f"{tool} ctrl all show config", _hp_config(card))]  # fmt: skip


def _title(card: Controller) -> str:
    return f"{card.title.replace('HPE ', 'HPE ')} in Slot 0 (Embedded)"


def _hp_state(volume: Volume) -> str:
    return {
        "optimal": "OK",
        "checking": "OK",
        "degraded": "Interim Recovery Mode",
        "rebuilding": f"Recovering, {volume.progress}.{volume.progress * 7 % 100:02d}% complete",
        "initializing": "OK",
        "failed": "Failed",
    }[volume.state]


def _pd_state(drive: Drive) -> str:
    return {
        "online": "OK",
        "failed": "Failed",
        "rebuilding": "Rebuilding",
        "predictive": "Predictive Failure",
        "missing": "Failed",
        "spare": "OK",
    }["predictive" if drive.predictive and drive.state == "online" else drive.state]


def _hp_config(card: Controller) -> str:
    lines = ["", f"{_title(card)}    (sn: {card.serial})", ""]
    for letter, volume in zip("AB", card.volumes, strict=False):
        lines += [
            f"   array {letter} ({'SAS' if volume.drives[0].kind == 'sas' else 'SATA'}, Unused Space: 0  MB)",
            "",
            f"      logicaldrive {volume.number + 1} ({_size(volume.size_gb)}, RAID {volume.level.replace('10', '1+0')}, {_hp_state(volume)})",
            "",
        ]
        lines += [
            f"      physicaldrive {bay(drive)} (port {bay(drive)[:2]}:box 1:bay {drive.slot + 1}, {'SAS' if drive.kind == 'sas' else 'SATA'}, {_size(drive.product.size_gb)}, {_pd_state(drive)})"
            for drive in volume.drives
        ]
        lines += [""]
    return "\n".join(lines) + "\n"


def _hp_controller(card: Controller) -> str:
    battery = card.battery
    kind = "Capacitor" if battery.kind == "Capacitor" else "Batter"
    status = {
        "optimal": "OK",
        "failed": "Failed (Replace Batteries)" if kind == "Batter" else "Failed (Replace Batteries/Capacitors)",
        "learning": "OK",
        "charging": "Recharging",
        "weak": "Recharging",
        "missing": "Not Present",
    }[battery.state]
    cache = {
        "optimal": "OK",
        "failed": "Permanently Disabled" if battery.charge < 40 else "Temporarily Disabled",
        "learning": "OK",
        "charging": "Temporarily Disabled",
        "weak": "Temporarily Disabled",
        "missing": "Not Configured",
    }[battery.state]
    detail = {
        "failed": "Cache disabled; the backup power source has failed",
        "charging": "Cache disabled; low batteries",
        "weak": "Cache disabled; low batteries",
    }.get(battery.state, "")
    rows = [("Bus Interface", "PCI"), ("Slot", "0"), ("Serial Number", card.serial), ("RAID 6 (ADG) Status", "Enabled"), ("Controller Status", "OK"), ("Firmware Version", card.firmware), ("Rebuild Priority", "Medium"),
            ("Expand Priority", "Medium"), ("Surface Scan Delay", "3 secs"), ("Surface Scan Mode", {"idle": "Idle", "high": "High"}[card.surface_scan]), ("Parallel Surface Scan Supported", "Yes"), ("Queue Depth", "Automatic"),
            ("Monitor and Performance Delay", "60  min"), ("Elevator Sort", "Enabled"), ("Wait for Cache Room", "Disabled"), ("Cache Board Present", "True"), ("Cache Status", cache),
            *([("Cache Status Details", detail)] if detail else []), ("Cache Ratio", "10% Read / 90% Write" if battery.state != "missing" else "100% Read / 0% Write"),
            ("Drive Write Cache", "Enabled" if any(volume.disk_cache == "on" for volume in card.volumes) else "Disabled"), ("Total Cache Size", f"{card.memory_mb} MB" if card.memory_mb < 1024 else f"{card.memory_mb / 1024:.1f} GB"),
            ("No-Battery Write Cache", "Enabled" if any(volume.even_if_bad for volume in card.volumes) else "Disabled"), ("Cache Backup Power Source", "Capacitors" if kind == "Capacitor" else "Batteries"),
            ("Battery/Capacitor Count", "0" if battery.state == "missing" else "1"), *([] if battery.state == "missing" else [("Battery/Capacitor Status", status)]), ("SATA NCQ Supported", "True"),
            ("Number of Ports", "2 Internal only"), ("Driver Name", "hpsa" if card.firmware > "5" else "cciss")]  # fmt: skip
    return f"\n{_title(card)}\n" + "".join(f"   {name}: {value}\n" for name, value in rows) + "\n"


def _hp_volumes(world: World, card: Controller) -> str:
    lines = ["", _title(card), ""]
    for letter, volume in zip("AB", card.volumes, strict=False):
        data = len(volume.drives) - {"5": 1, "6": 2}.get(volume.level, len(volume.drives) // 2)
        rows = [("Size", _size(volume.size_gb)), ("Fault Tolerance", volume.level.replace("10", "1+0")), ("Heads", "255"), ("Sectors Per Track", "32"), ("Cylinders", "65535"), ("Strip Size", "256 KB"),
                ("Full Stripe Size", f"{256 * data} KB"), ("Status", _hp_state(volume)), *([("Parity Initialization Status", "Initialization Completed")] if volume.level in "56" else []), ("Caching", "Enabled" if volume.write_back else "Disabled"),
                ("Disk Name", f"/dev/{volume.name} "), ("OS Status", "LOCKED"), ("Drive Type", "Data"), ("LD Acceleration Method", "Controller Cache" if volume.write_back else "Disabled")]  # fmt: skip
        lines += [
            f"   array {letter}",
            "",
            f"      Logical Drive: {volume.number + 1}",
            *[f"         {name}: {value}" for name, value in rows],
            "",
        ]
    return "\n".join(lines) + "\n"


def _hp_drives(card: Controller) -> str:
    lines = ["", _title(card), ""]
    for letter, volume in zip("AB", card.volumes, strict=False):
        lines += [f"   array {letter}", ""]
        for drive in volume.drives:
            ata = drive.kind != "sas"
            rows = [("Port", bay(drive)[:2]), ("Box", "1"), ("Bay", str(drive.slot + 1)), ("Status", _pd_state(drive)), *([("Last Failure Reason", "Hot removed" if drive.state == "missing" else "Write retries failed")] if drive.state in ("failed", "missing") else []),
                    ("Drive Type", "Data Drive"), ("Interface Type", "Solid State SATA" if not drive.product.rpm else "SATA" if ata else "SAS"), ("Size", _size(drive.product.size_gb)),
                    *([("Rotational Speed", str(drive.product.rpm))] if drive.product.rpm else []), ("Firmware Revision", drive.product.firmware), ("Serial Number", drive.serial),
                    ("Model", f"{'ATA' if ata else drive.product.vendor:<8}{drive.product.model[:16]}"), ("Current Temperature (C)", str(drive.smart.celsius)), ("Maximum Temperature (C)", str(drive.smart.celsius + 9)),
                    ("PHY Count", "2" if not ata else "1"), ("PHY Transfer Rate", f"{drive.speed}Gbps" + (", Unknown" if not ata else ""))]  # fmt: skip
            lines += [f"      physicaldrive {bay(drive)}", *[f"         {name}: {value}" for name, value in rows], ""]
    return "\n".join(lines) + "\n"


def adaptec_outputs(_world: World, card: Controller, _focus: Drive | None) -> list[Shown]:
    """What people print of an Adaptec controller."""
    rule = "-" * 70
    shown = (
        f"Controllers found: 1\n{rule}\nController information\n{rule}\n"
        + _adaptec_controller(card)
        + f"\n{rule}\nLogical device information\n{rule}\n"
        + "".join(_adaptec_volume(card, volume) for volume in card.volumes)
    )
    physical = (
        f"\n{rule}\nPhysical Device information\n{rule}\n"
        + "".join(_adaptec_drive(number, drive) for number, drive in enumerate(card.drives))
        + "\n\nCommand completed successfully.\n"
    )
    status = ("raid progress", "arcconf getstatus 1", _adaptec_status(card))
    return [("raid volumes", "arcconf getconfig 1", shown + physical), ("raid battery", "arcconf getconfig 1 ad", f"Controllers found: 1\n{rule}\nController information\n{rule}\n{_adaptec_controller(card)}\n\nCommand completed successfully.\n"), status,
            ("raid drives", "arcconf getconfig 1 pd", "Controllers found: 1" + physical), ("raid events", "arcconf getlogs 1 device tabular", _adaptec_log(card))]  # fmt: skip


def _rows(rows: list[tuple[str, str]], indent: int = 3) -> str:
    return "".join(f"{' ' * indent}{name:<{43 - indent}} : {value}\n" for name, value in rows)


def _adaptec_controller(card: Controller) -> str:
    battery = card.battery
    degraded = sum(volume.state in ("degraded", "rebuilding") for volume in card.volumes)
    text = _rows([("Controller Status", "Optimal"), ("Channel description", "SAS/SATA"), ("Controller Model", card.title), ("Controller Serial Number", card.serial), ("Physical Slot", "2"), ("Temperature", f"{38 + sum(map(ord, card.serial)) % 20} C/ {int((38 + sum(map(ord, card.serial)) % 20) * 1.8 + 32)} F (Normal)"),
                  ("Installed memory", f"{card.memory_mb} MB"), ("Copyback", "Disabled"), ("Background consistency check", "Enabled" if card.patrol == "active" else "Disabled"), ("Automatic Failover", "Enabled"),
                  ("Global task priority", "High"), ("Defunct disk drive count", str(sum(drive.state in ("failed", "missing") for drive in card.drives))),
                  ("Logical devices/Failed/Degraded", f"{len(card.volumes)}/0/{degraded}")])  # fmt: skip
    state = {
        "optimal": "Optimal",
        "failed": "Failed",
        "learning": "Reconditioning",
        "charging": "Charging",
        "weak": "Low",
        "missing": "Not Installed",
    }[battery.state]
    line = "   " + "-" * 56 + "\n"
    text += (
        line
        + "   Controller Version Information\n"
        + line
        + _rows(
            [
                ("BIOS", card.firmware),
                ("Firmware", card.firmware),
                ("Driver", "1.2-0 (30200)"),
                ("Boot Flash", card.firmware),
            ]
        )
    )
    text += (
        line + "   Controller Battery Information\n" + line
        if battery.kind == "BBU"
        else line + "   Controller ZMM Information\n" + line
    )
    if battery.kind == "BBU":
        return text + _rows(
            [
                ("Status", state),
                *(
                    []
                    if battery.state == "missing"
                    else [
                        ("Over temperature", "No"),
                        ("Capacity remaining", f"{battery.charge} percent"),
                        (
                            "Time remaining (at current draw)",
                            f"{battery.charge // 30} days, {battery.charge % 24} hours, 11 minutes",
                        ),
                    ]
                ),
            ]
        )
    return text + _rows(
        [
            (
                "Status",
                {"Optimal": "ZMM Optimal", "Not Installed": "ZMM not installed"}.get(state, f"ZMM {state.lower()}"),
            ),
            *([] if battery.state == "missing" else [("Capacitor charge", f"{battery.charge} %")]),
        ]
    )


def _adaptec_volume(card: Controller, volume: Volume) -> str:
    state = {
        "optimal": "Optimal",
        "checking": "Optimal",
        "degraded": "Degraded",
        "rebuilding": "Degraded, Rebuilding",
        "initializing": "Optimal",
        "failed": "Failed",
    }[volume.state]
    now = "Enabled (write-back)" if volume.writing_back else "Disabled (write-through)"
    wanted = (
        ("Enabled (write-back)" if volume.even_if_bad else "Enabled (write-back) when protected by battery/ZMM")
        if volume.write_back
        else "Disabled (write-through)"
    )
    text = f"Logical device number {volume.number}\n" + _rows([("Logical device name", volume.label or "Device1"), ("RAID level", volume.level), ("Status of logical device", state), ("Size", f"{int(volume.size_gb * 953.67)} MB"), ("Stripe-unit size", "256 KB"),
              ("Read-cache mode", "Enabled"), ("Write-cache mode", now), ("Write-cache setting", wanted), ("Partitioned", "Yes"), ("Protected by Hot-Spare", "No"), ("Bootable", "Yes" if not volume.number else "No"), ("Failed stripes", "No")])  # fmt: skip
    text += "   " + "-" * 56 + "\n   Logical device segment information\n   " + "-" * 56 + "\n"
    words = {
        "online": "Present",
        "predictive": "Present",
        "failed": "Missing",
        "missing": "Missing",
        "rebuilding": "Rebuilding",
        "spare": "Present",
    }
    return (
        text
        + _rows(
            [
                (
                    f"Segment {number}",
                    f"{words[drive.state]} (Controller:1,Connector:0,Device:{drive.slot}) {drive.serial}",
                )
                for number, drive in enumerate(volume.drives)
            ]
        )
        + "\n"
    )


def _adaptec_drive(number: int, drive: Drive) -> str:
    state = {
        "online": "Online",
        "predictive": "Online",
        "failed": "Failed",
        "missing": "Missing",
        "rebuilding": "Rebuilding",
        "spare": "Hot-Spare",
    }[drive.state]
    text = (
        f"      Device #{number}\n         Device is a {'Hard drive' if drive.product.rpm else 'Solid State Drive'}\n"
    )
    return text + _rows([("State", state), ("Supported", "Yes"), ("Transfer Speed", f"{'SAS' if drive.kind == 'sas' else 'SATA'} {drive.speed} Gb/s"), ("Reported Channel,Device(T:L)", f"0,{drive.slot}({drive.slot}:0)"),
                         ("Reported Location", f"Connector 0, Device {drive.slot}"), ("Vendor", drive.product.vendor if drive.kind == "sas" else ""), ("Model", drive.product.model), ("Firmware", drive.product.firmware), ("Serial number", drive.serial),
                         ("World-wide name", drive.wwn.upper()), ("Size", f"{int(drive.bytes / 2**20)} MB"), ("Write Cache", "Enabled (write-back)" if drive.cache_on else "Disabled (write-through)"), ("FRU", "None"),
                         ("S.M.A.R.T.", "Yes" if drive.predictive else "No"), ("S.M.A.R.T. warnings", str(drive.predictive))], 9)  # fmt: skip


def _adaptec_status(card: Controller) -> str:
    text = "Controllers found: 1\n"
    tasks = [
        (volume, {"rebuilding": "Rebuild", "checking": "Verify with fix", "initializing": "Build/Verify"}[volume.state])
        for volume in card.volumes
        if volume.state in ("rebuilding", "checking", "initializing")
    ]
    for volume, name in tasks:
        text += "Logical device Task:\n" + _rows(
            [
                ("Logical device", str(volume.number)),
                ("Task ID", "101"),
                ("Current operation", name),
                ("Status", "In Progress"),
                ("Priority", "High"),
                ("Percentage complete", str(volume.progress)),
            ]
        )
    return (
        text + ("" if tasks else "\nCurrent operation              : None\n") + "\n\nCommand completed successfully.\n"
    )


def _adaptec_log(card: Controller) -> str:
    rows = "".join(f"   driveErrorEntry\n      smartError .................. {str(drive.predictive > 0).lower()}\n      vendorID ..................... {drive.product.vendor[:8]}\n      serialNumber ................. {drive.serial}\n      deviceID ..................... {drive.slot}\n      productID .................... {drive.product.model}\n      numParityErrors .............. 0\n      linkFailures ................. {drive.other_errors // 5}\n      hwErrors ..................... 0\n      abortedCmds .................. {drive.other_errors}\n      mediumErrors ................. {drive.media_errors}\n"
                   for drive in card.drives)  # fmt: skip
    return f"Controllers found: 1\n\nControllerLog\n   controllerID ................. 0\n   type ......................... 0\n{rows}\nCommand completed successfully.\n"
