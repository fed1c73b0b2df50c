"""MegaCli and storcli (perccli) on a host with a MegaRAID controller."""

from tests.generated.drives import Drive
from tests.generated.hardware import Controller, Volume
from tests.generated.model import World

Shown = tuple[str, str, str]  # form, command, text


def gib(size_gb: float) -> str:
    """A size as the controller counts it."""
    binary = size_gb * 0.93132
    return f"{binary / 1024:.3f} TB" if binary >= 1024 else f"{binary:.3f} GB"


def outputs(world: World, card: Controller, focus: Drive | None) -> list[Shown]:
    """What people print of it."""
    if card.tool == "MegaCli":
        tool = world.rng.choice(("MegaCli64", "megacli", "/opt/MegaRAID/MegaCli/MegaCli64", "MegaCli"))
        shown = [("raid volumes", f"{tool} -LDInfo -Lall -aALL", _ld(card)), ("raid drives", f"{tool} -PDList -aALL", _pd(card)), ("raid battery", f"{tool} -AdpBbuCmd -aALL", _bbu(card)),
                 ("raid patrol", f"{tool} -AdpPR -Info -aALL", _patrol(world, card)), ("raid events", f"{tool} -AdpEventLog -GetLatest 60 -f ev.log -aALL; cat ev.log", events(card))]  # fmt: skip
        return shown + _progress(world, card, tool)
    tool = card.tool if world.rng.random() < 0.6 else f"/opt/MegaRAID/{card.tool.replace('64', '')}/{card.tool}"
    shown = [("raid volumes", f"{tool} /c0/vall show", _vds(world, card)), ("raid drives", f"{tool} /c0/eall/sall show" + (" all" if world.rng.random() < 0.7 else ""), ""),
             ("raid battery", f"{tool} /c0/{'cv' if card.battery.kind.startswith('CV') else 'bbu'} show all", _vault(world, card)),
             ("raid patrol", f"{tool} /c0 show patrolread", _show_patrol(world, card)), ("raid events", f"{tool} /c0 show events type=latest=60", _head(world) + events(card))]  # fmt: skip
    shown[1] = (shown[1][0], shown[1][1], _pds(world, card, "show all" in shown[1][1], focus))
    return shown + _show_progress(world, card, tool)


def policy(volume: Volume, now: bool) -> str:
    """The cache policy of a volume, as set or as it is."""
    back = volume.writing_back if now else volume.write_back
    return f"Write{'Back' if back else 'Through'}, ReadAhead{'' if volume.number else 'None'}, Direct, {'Write Cache OK if Bad BBU' if volume.even_if_bad else 'No Write Cache if Bad BBU'}".replace(
        "ReadAheadNone", "ReadAheadNone"
    )


def _ld(card: Controller) -> str:
    lines = ["", "", "Adapter 0 -- Virtual Drive Information:"]
    qualifier = {"0": "Primary-0, Secondary-0, RAID Level Qualifier-0", "1": "Primary-1, Secondary-0, RAID Level Qualifier-0", "10": "Primary-1, Secondary-3, RAID Level Qualifier-0",
                 "5": "Primary-5, Secondary-0, RAID Level Qualifier-3", "6": "Primary-6, Secondary-0, RAID Level Qualifier-3"}  # fmt: skip
    for volume in card.volumes:
        state = {
            "optimal": "Optimal",
            "checking": "Optimal",
            "degraded": "Degraded",
            "rebuilding": "Degraded",
            "initializing": "Optimal",
            "failed": "Offline",
        }[volume.state]
        lines += [f"Virtual Drive: {volume.number} (Target Id: {volume.number})", f"Name                :{volume.label}", f"RAID Level          : {qualifier[volume.level]}",
                  f"Size                : {gib(volume.size_gb)}", "Sector Size         : 512", f"State               : {state}", "Strip Size          : 64 KB",
                  f"Number Of Drives{' per span:2' if volume.level == '10' else f'    : {len(volume.drives)}'}", f"Span Depth          : {len(volume.drives) // 2 if volume.level == '10' else 1}",
                  f"Default Cache Policy: {policy(volume, False)}", f"Current Cache Policy: {policy(volume, True)}", "Default Access Policy: Read/Write", "Current Access Policy: Read/Write",
                  f"Disk Cache Policy   : {({'default': chr(68) + 'isk' + chr(39) + 's Default', 'on': 'Enabled', 'off': 'Disabled'})[volume.disk_cache]}"]  # fmt: skip
        if volume.state in ("checking", "initializing"):
            lines += [
                "Ongoing Progresses:",
                f"  {'Check Consistency' if volume.state == 'checking' else 'Background Initialization'}        : Completed {volume.progress}%, Taken {volume.progress * 3} min.",
            ]
        lines += ["Encryption Type     : None", "Bad Blocks Exist: No", "Is VD Cached: No", "", ""]
    return "\n".join([*lines, "Exit Code: 0x00"]) + "\n"


_PD_STATE = {"online": "Online, Spun Up", "failed": "Failed", "rebuilding": "Rebuild", "predictive": "Online, Spun Up", "missing": "Unconfigured(bad)", "spare": "Hotspare, Spun Up"}  # fmt: skip


def _pd(card: Controller) -> str:
    lines = ["", "Adapter #0", ""]
    for drive in card.drives:
        ata = drive.kind != "sas"
        size = drive.bytes / 2**30
        lines += [f"Enclosure Device ID: {drive.enclosure}", f"Slot Number: {drive.slot}", f"Drive's position: DiskGroup: {int(drive in card.volumes[-1].drives)}, Span: 0, Arm: {drive.slot}",
                  "Enclosure position: 1", f"Device Id: {drive.number}", f"WWN: {drive.wwn.upper()}", "Sequence Number: 2", f"Media Error Count: {drive.media_errors}",
                  f"Other Error Count: {drive.other_errors}", f"Predictive Failure Count: {drive.predictive}", f"Last Predictive Failure Event Seq Number: {drive.predictive * 1213 + 77 if drive.predictive else 0}",
                  f"PD Type: {'SATA' if ata else 'SAS'}", "", f"Raw Size: {size:.3f} GB [0x{drive.sectors:x} Sectors]", f"Non Coerced Size: {size - 0.5:.3f} GB [0x{drive.sectors - 0x100000:x} Sectors]",
                  f"Coerced Size: {size - 1:.3f} GB [0x{drive.sectors - 0x200000:x} Sectors]", f"Firmware state: {_PD_STATE[drive.state]}", f"Device Firmware Level: {drive.product.firmware[:4]}",
                  "Shield Counter: 0", "Successful diagnostics completion on :  N/A", f"SAS Address(0): 0x{drive.wwn}", "Connected Port Number: 0(path0) ",
                  f"Inquiry Data: {f'{drive.serial:>20}{drive.product.model:<32}{drive.product.firmware:>8}' if ata else f'{drive.product.vendor:<8}{drive.product.model:<16}{drive.product.firmware}{drive.serial:<20}'} ",
                  "FDE Enable: Disable", "Secured: Unsecured", "Locked: Unlocked", "Foreign State: None ", f"Device Speed: {drive.speed}Gb/s ", f"Link Speed: {drive.speed}Gb/s ",
                  f"Media Type: {'Hard Disk Device' if drive.product.rpm else 'Solid State Device'}", f"Drive Temperature :{drive.smart.celsius}C ({drive.smart.celsius * 1.8 + 32:.2f} F)",
                  f"Drive has flagged a S.M.A.R.T alert : {'Yes' if drive.predictive else 'No'}", "", "", ""]  # fmt: skip
    return "\n".join([*lines, "Exit Code: 0x00"]) + "\n"


def _yes(value: bool) -> str:
    return "Yes" if value else "No"


def _bbu(card: Controller) -> str:
    battery = card.battery
    if battery.state == "missing":
        return "\nAdapter 0: Get BBU Status Failed.\nFW error description: \n  The required hardware is not present.  \n\nExit Code: 0x22\n"
    bad, learning = battery.state == "failed", battery.state == "learning"
    state = {
        "optimal": "Optimal",
        "failed": "Failed",
        "learning": "Learning",
        "charging": "Charging",
        "weak": "Degraded",
    }[battery.state]
    rows = (("Charging Status", "Discharging" if learning else "Charging" if battery.state == "charging" else "None"), ("Voltage", "Low" if bad and battery.charge < 10 else "OK"), ("Temperature", "OK"),
            ("Learn Cycle Requested", _yes(learning)), ("Learn Cycle Active", _yes(learning)), ("Learn Cycle Status", "Failed" if bad else "OK"), ("Learn Cycle Timeout", "No"),
            ("I2c Errors Detected", "No"), ("Battery Pack Missing", "No"), ("Battery Replacement required", _yes(bad)), ("Remaining Capacity Low", _yes(bad or battery.state in ("weak", "charging"))),
            ("Periodic Learn Required", "No"), ("Transparent Learn", "No"), ("No space to cache offload", "No"), ("Pack is about to fail & should be replaced", _yes(bad or battery.state == "weak")))  # fmt: skip
    lines = ["", "BBU status for Adapter: 0", "", f"BatteryType: {battery.kind}", f"Voltage: {battery.millivolts} mV", f"Current: {-1200 if learning else 480 if battery.state == 'charging' else 0} mA",
             f"Temperature: {battery.celsius} C", f"Battery State: {state}", "", "BBU Firmware Status:", "", *[f"  {name:<40}: {value}" for name, value in rows], "", "BBU GasGauge Status: 0x0128 ",
             f"  Relative State of Charge: {battery.charge} %", "  Charger System State: 49168", "  Charger System Ctrl: 0", "  Charging current: 0 mA", f"  Absolute state of charge: {max(0, battery.charge - 9)} %",
             f"  Max Error: {4 if not bad else 17} %", "", "Exit Code: 0x00"]  # fmt: skip
    return "\n".join(lines) + "\n"


def _patrol(world: World, card: Controller) -> str:
    state = {
        "active": f"Active \nPatrol Read progress on PD: Completed {card.patrol_share}%"
        if world.rng.random() < 0.3
        else "Active",
        "stopped": "Stopped",
    }[card.patrol]
    return f"\nAdapter 0: Patrol Read Information:\n\nPatrol Read Mode: Auto\nPatrol Read Execution Delay: {card.patrol_hours} hours\nNumber of iterations completed: {world.uptime.days // 7 + 3} \nCurrent State: {state}\nPatrol Read on SSD Devices: Disabled\n\nExit Code: 0x00\n"


def events(card: Controller) -> str:
    """The latest events of the controller."""
    lines = []
    for number, event in enumerate(sorted(card.events, key=lambda each: each.time, reverse=True)):
        level = {"info": 0, "warning": 1, "critical": 2}[event.level]
        lines += [f"seqNum: 0x{9000 - number * 3:08x}", f"Time: {event.time:%a %b %e %H:%M:%S %Y}", "", f"Code: 0x{sum(map(ord, event.text[:9])) % 400:08x}", f"Class: {level}", "Locale: 0x02",
                  f"Event Description: {event.text}", "Event Data:", "===========", "None", "", ""]  # fmt: skip
    return "\n".join(lines) + "\n"


def _progress(world: World, card: Controller, tool: str) -> list[Shown]:
    found = []
    for volume in card.volumes:
        if volume.state == "checking":
            found.append(
                (
                    "raid progress",
                    f"{tool} -LDCC -ShowProg -LALL -aALL",
                    f"\nCheck Consistency on VD #{volume.number} (target id #{volume.number}) is in progress Completed {volume.progress}% in {volume.progress * 3} Minutes.\n\nExit Code: 0x00\n",
                )
            )
    for drive in card.drives:
        if drive.state == "rebuilding":
            found.append(
                (
                    "raid progress",
                    f"{tool} -PDRbld -ShowProg -PhysDrv[{drive.enclosure}:{drive.slot}] -a0",
                    f"\nRebuild Progress on Device at Enclosure {drive.enclosure}, Slot {drive.slot} Completed {drive.progress}% in {drive.progress * 4} Minutes.\n\nExit Code: 0x00\n",
                )
            )
    return found


def _head(world: World) -> str:
    return f"CLI Version = 007.{'1017' if world.start.year < 2021 else '2309'}.0000.0000 May 10, {min(world.start.year, 2022)}\nOperating system = Linux {world.kernel}\nController = 0\nStatus = Success\nDescription = {world.rng.choice(('None', 'Show Drive Information Succeeded.', 'Operation Success'))}\n\n\n"


def table(rows: list[list[str]]) -> list[str]:
    """A table of storcli, with its rules."""
    widths = [max(len(row[index]) for row in rows) for index in range(len(rows[0]))]
    text = [" ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)) for row in rows]
    rule = "-" * max(len(line) for line in text)
    return [rule, text[0], rule, *text[1:], rule, ""]


def _vds(world: World, card: Controller) -> str:
    rows = [["DG/VD", "TYPE", "State", "Access", "Consist", "Cache", "Cac", "sCC", "      Size", "Name"]]
    for volume in card.volumes:
        state = {
            "optimal": "Optl",
            "checking": "Optl",
            "initializing": "Optl",
            "degraded": "Dgrd",
            "rebuilding": "Dgrd",
            "failed": "OfLn",
        }[volume.state]
        cache = (
            ("R" if volume.number else "NR")
            + (("AWB" if volume.even_if_bad else "WB") if volume.writing_back else "WT")
            + "D"
        )
        rows.append(
            [
                f"{volume.number}/{volume.number}",
                f"RAID{volume.level}",
                state,
                "RW",
                "Yes" if volume.state == "optimal" else "No",
                cache,
                "-",
                "ON",
                f"{gib(volume.size_gb):>10}",
                volume.label,
            ]
        )
    notes = ["EID=Enclosure Device ID| VD=Virtual Drive| DG=Drive Group|Rec=Recovery", "Cac=CacheCade|OfLn=OffLine|Pdgd=Partially Degraded|Dgrd=Degraded", "Optl=Optimal|RO=Read Only|RW=Read Write|HD=Hidden|TRANS=TransportReady",
             "B=Blocked|Consist=Consistent|R=Read Ahead Always|NR=No Read Ahead|WB=WriteBack", "AWB=Always WriteBack|WT=WriteThrough|C=Cached IO|D=Direct IO|sCC=Scheduled", "Check Consistency", "", ""]  # fmt: skip
    return _head(world) + "\n".join(["Virtual Drives :", "==============", "", *table(rows), *notes])


def _pds(world: World, card: Controller, whole: bool, focus: Drive | None) -> str:
    states = {
        "online": "Onln",
        "failed": "Failed",
        "rebuilding": "Rbld",
        "predictive": "Onln",
        "missing": "UBad",
        "spare": "GHS",
    }
    rows = [["EID:Slt", "DID", "State", "DG", "      Size", "Intf", "Med", "SED", "PI", "SeSz", "Model", "Sp", "Type"]]
    for drive in card.drives:
        rows.append([f"{drive.enclosure}:{drive.slot}", str(drive.number), states[drive.state], str(int(drive in card.volumes[-1].drives)), f"{gib(drive.bytes / 1e9):>10}", "SAS" if drive.kind == "sas" else "SATA",
                     "HDD" if drive.product.rpm else "SSD", "N", "N", "512B", drive.product.model[:22], "U", "-"])  # fmt: skip
    text = _head(world) + "\n".join(["Drive Information :", "=================", "", *table(rows), ""])
    if whole:
        for drive in card.drives:
            if drive is not focus and len(card.drives) > 4 and world.rng.random() < 0.4:
                continue
            at = f"/c0/e{drive.enclosure}/s{drive.slot}"
            text += "\n".join((f"Drive {at} State :", "=" * (len(at) + 13), "Shield Counter = 0", f"Media Error Count = {drive.media_errors}", f"Other Error Count = {drive.other_errors}",
                               f"Drive Temperature =  {drive.smart.celsius}C ({drive.smart.celsius * 1.8 + 32:.2f} F)", f"Predictive Failure Count = {drive.predictive}",
                               f"S.M.A.R.T alert flagged by drive = {_yes(bool(drive.predictive))}", "", "", f"Drive {at} Device attributes :", "=" * (len(at) + 25), f"SN = {drive.serial}",
                               f"Manufacturer Id = {'ATA' if drive.kind != 'sas' else drive.product.vendor}     ", f"Model Number = {drive.product.model}", f"WWN = {drive.wwn.upper()}", f"Firmware Revision = {drive.product.firmware}",
                               f"Write Cache = {'Enabled' if drive.cache_on else 'Disabled'}", f"Device Speed = {drive.speed}Gb/s", f"Link Speed = {drive.speed}Gb/s", "", "", ""))  # fmt: skip
    return text


def _vault(world: World, card: Controller) -> str:
    battery, vault = card.battery, card.battery.kind.startswith("CV")
    if battery.state == "missing":
        return (
            _head(world).replace("Status = Success", "Status = Failure")
            + f"Detailed Status :\n===============\n\n----------------------------------------------\nCtrl Status Property ErrMsg             ErrCd \n----------------------------------------------\n   0 Failed -        {'Cachevault' if vault else 'BBU'} is absent!      255 \n----------------------------------------------\n\n"
        )
    state = {
        "optimal": "Optimal",
        "failed": "Failed",
        "learning": "Learning",
        "charging": "Charging",
        "weak": "Degraded",
    }[battery.state]
    name = "Cachevault" if vault else "BBU"
    rows = [
        ["Property", "Value"],
        ["Type", battery.kind],
        *([] if vault else [["Voltage", f"{battery.millivolts} mV"], ["Current", "0 mA"]]),
        ["Temperature", f"{battery.celsius} C"],
        ["State" if vault else "Battery State", state],
    ]
    learning, bad = battery.state == "learning", battery.state == "failed"
    firm = [["Property", "Value"], ["Charging Status", "Discharging" if learning else "Charging" if battery.state == "charging" else "None"], ["Voltage", "OK"], ["Temperature", "OK"], ["Learn Cycle Requested", _yes(learning)],
            ["Learn Cycle Active", _yes(learning)], ["Learn Cycle Status", "Failed" if bad else "OK"], ["Battery Pack Missing" if not vault else "Capacitance", "No" if not vault else f"{battery.charge} %"], ["Replacement required", _yes(bad)],
            ["Remaining Capacity Low" if not vault else "Remaining Pulse Energy Low", _yes(bad or battery.state == "weak")]]  # fmt: skip
    return _head(world) + "\n".join(
        [
            f"{name}_Info :",
            "=" * (len(name) + 5),
            "",
            *table(rows),
            "",
            f"{'Firmware_Status' if vault else 'BBU_Firmware_Status'} :",
            "=" * 15,
            "",
            *table(firm),
            "",
        ]
    )


def _show_patrol(world: World, card: Controller) -> str:
    rows = [["Ctrl_Prop", "Value"], ["PR Mode", "Auto"], ["PR Execution Delay", f"{card.patrol_hours} hours"], ["PR iterations completed", str(world.uptime.days // 7 + 3)],
            ["PR Next Start time", f"{world.end:%m/%d/%Y}, 03:00:00"], ["PR on SSD", "Disabled"], ["PR Current State", f"Active {card.patrol_share}" if card.patrol == "active" else "Stopped"],
            ["PR Rate", f"{card.patrol_rate}%"]]  # fmt: skip
    return _head(world) + "\n".join(["Controller Properties :", "=====================", "", *table(rows), ""])


def _show_progress(world: World, card: Controller, tool: str) -> list[Shown]:
    found: list[Shown] = []
    for volume in card.volumes:
        if volume.state == "checking":
            rows = [
                ["VD", "Operation", "Progress%", "Status", "Estimated Time Left"],
                [
                    str(volume.number),
                    "CC",
                    str(volume.progress),
                    "In progress",
                    f"{(100 - volume.progress) // 9} Hours {volume.progress % 60} Minutes",
                ],
            ]
            found.append(
                (
                    "raid progress",
                    f"{tool} /c0/vall show cc",
                    _head(world) + "\n".join(["VD Operation Status :", "===================", "", *table(rows), ""]),
                )
            )
    rebuilding = [drive for drive in card.drives if drive.state == "rebuilding"]
    if rebuilding:
        rows = [["Drive-ID", "Progress%", "Status", "Estimated Time Left"]]
        for drive in card.drives:
            busy = drive in rebuilding
            rows.append(
                [
                    f"/c0/e{drive.enclosure}/s{drive.slot}",
                    str(drive.progress) if busy else "-",
                    "In progress" if busy else "Not in progress",
                    f"{(100 - drive.progress) // 12} Hours {drive.progress % 60} Minutes" if busy else "-",
                ]
            )
        found.append(
            ("raid progress", f"{tool} /c0/eall/sall show rebuild", _head(world) + "\n".join(table(rows)) + "\n")
        )
    return found
