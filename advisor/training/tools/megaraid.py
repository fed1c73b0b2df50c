"""MegaCli64 and storcli64, in their formats: cache policies, the battery, patrol reads."""

from __future__ import annotations

import re
from datetime import datetime

from advisor.training.parts.megaraid import MegaVolume
from advisor.training.tools.tool import Call, Failed, Tool, table

_EXIT = "\nExit Code: 0x00\n"
_ALL = re.compile(r"-a(all|0)|-l(all|0)", re.I)


def _mega(call: Call) -> str:
    volume = call.part("raid", MegaVolume)
    words = [w.lower() for w in call.args if not _ALL.fullmatch(w)]
    match words:
        case ["-ldinfo"]:
            return _volumes(call, volume)
        case ["-adpbbucmd"] | ["-adpbbucmd", "-getbbustatus"]:
            return _battery(volume)
        case ["-adpbbucmd", "-bbulearn"]:
            call.does("disruptive")
            if not volume.battery.failed:
                volume.battery.learning, volume.battery.charge = True, 0.1
            return "\nAdapter 0: BBU Learn Succeeded.\n" + _EXIT
        case ["-adpbbucmd", "-getbbuproperties"]:
            return _properties(call)
        case ["-ldsetprop", "wb" | "wt" as policy]:
            call.does("change", "cache-policy")
            volume.default_back = policy == "wb"
            name = "WriteBack" if policy == "wb" else "WriteThrough"
            return f"\nSet Write Policy to {name} on Adapter 0, VD 0 (target id: 0) success\n{_EXIT}"
        case ["-ldsetprop", "cachedbadbbu" | "nocachedbadbbu" as policy]:
            call.does("change", "cache-policy")
            volume.forced = policy == "cachedbadbbu"
            name = "Write Cache OK if bad BBU" if volume.forced else "No Write Cache if bad BBU"
            return f"\nSet {name} on Adapter 0, VD 0 (target id: 0) success\n{_EXIT}"
        case ["-adppr", "-info"]:
            return _patrol(volume)
        case ["-pdlist"]:
            return _drives(volume)
        case ["-adpeventlog", "-getlatest", number, "-f", path] if number.isdecimal():
            return _event_log(call, volume, int(number), path)
    raise Failed("Known here: -LDInfo -Lall -aALL, -AdpBbuCmd -aALL, -AdpPR -Info -aALL, -PDList -aALL, -LDSetProp WB|WT|CachedBadBBU|"
                 "NoCachedBadBBU -Lall -aALL, -AdpEventLog -GetLatest N -f FILE -aALL", 1)  # fmt: skip


def _volumes(call: Call, volume: MegaVolume) -> str:
    call.shown.append("cache-policy")
    bad = "Write Cache OK if Bad BBU" if volume.forced else "No Write Cache if Bad BBU"
    policies = [
        f"{'WriteBack' if back else 'WriteThrough'}, ReadAheadNone, Direct, {bad}"
        for back in (volume.default_back, volume.back)
    ]
    return (
        "\n\nAdapter 0 -- Virtual Drive Information:\nVirtual Drive: 0 (Target Id: 0)\nName                :data\n"
        f"RAID Level          : Primary-5, Secondary-0, RAID Level Qualifier-3\nSize                : {volume.size_bytes / 2**40:.3f} TB\n"
        f"State               : Optimal\nStrip Size          : 64 KB\nNumber Of Drives    : {volume.drives}\nSpan Depth          : 1\n"
        f"Default Cache Policy: {policies[0]}\nCurrent Cache Policy: {policies[1]}\nAccess Policy       : Read/Write\n"
        "Disk Cache Policy   : Disabled\nEncryption Type     : None\n\n\n" + _EXIT
    )


def _battery(volume: MegaVolume) -> str:
    battery = volume.battery
    state = "Failed" if battery.failed else "Operational" if battery.good else "Non Operational"
    charging = "None" if battery.charge >= 1 or battery.failed else "Charging"
    rows = {
        "Charging Status": charging, "Voltage": "OK", "Temperature": "OK", "Learn Cycle Requested": "No",
        "Learn Cycle Active": "Yes" if battery.learning else "No", "Learn Cycle Status": "OK", "Learn Cycle Timeout": "No",
        "I2c Errors Detected": "No", "Battery Pack Missing": "No", "Battery Replacement required": "Yes" if battery.failed else "No",
        "Remaining Capacity Low": "Yes" if battery.charge < 0.4 else "No",
    }  # fmt: skip
    return (
        f"\nBBU status for Adapter: 0\n\nBatteryType: iBBU\nVoltage: {battery.millivolts} mV\nCurrent: 0 mA\nTemperature: 31 C\n"
        f"Battery State     : {state}\n\nBBU Firmware Status:\n\n"
        + "".join(f"  {name:<39} : {value}\n" for name, value in rows.items())
        + f"\nRelative State of Charge: {round(100 * battery.charge)} %\n" + _EXIT
    )  # fmt: skip


def _properties(call: Call) -> str:
    return (
        "\nBBU Properties for Adapter: 0\n\n  Auto Learn Period: 30 Days\n"
        f"  Next Learn time: {call.host.world.now:%a %b} 28 03:00:00 {call.host.world.now:%Y}\n"
        "  Learn Delay Interval:0 Hours\n  Auto-Learn Mode: Enabled\n" + _EXIT
    )


def _patrol(volume: MegaVolume) -> str:
    patrol = volume.patrol
    return (
        "\nAdapter 0: Patrol Read Information:\n\nPatrol Read Mode: Auto\n"
        f"Patrol Read Execution Delay: {patrol.every} hours\nNumber of iterations completed: {patrol.done} \n"
        f"Next start time: {patrol.start:%m/%d/%Y, %H:%M:%S}\nCurrent State: {patrol.state}\nPatrol Read on SSD Devices: Disabled\n"
        + _EXIT
    )


def _drives(volume: MegaVolume) -> str:
    return "\nAdapter #0\n\n" + "".join(
        f"Enclosure Device ID: 252\nSlot Number: {n}\nDevice Id: {n + 8}\nMedia Error Count: 0\nOther Error Count: 0\n"
        "Predictive Failure Count: 0\nPD Type: SAS\nFirmware state: Online, Spun Up\nMedia Type: Hard Disk Device\n"
        f"Drive Temperature :{29 + n % 4}C ({84 + n % 4 * 2}.20 F)\nDrive has flagged a S.M.A.R.T alert : No\n\n"
        for n in range(volume.drives)
    ) + _EXIT  # fmt: skip


def _event_log(call: Call, volume: MegaVolume, number: int, path: str) -> str:
    first = volume.number - len(volume.events)
    text = "".join(
        f"seqNum: 0x{first + n:08x}\nTime: {when:%a %b %e %H:%M:%S %Y}\n\nCode: 0x00000097\nClass: 0\nLocale: 0x08\n"
        f"Event Description: {what}\n"
        "Event Data:\n===========\nNone\n\n"
        for n, (when, what) in reversed(list(enumerate(volume.events))[-number:])
    )
    call.host.files.write(path, text)
    return "\nSuccess in AdpEventLog\n" + _EXIT


def _storcli(call: Call) -> str:
    volume = call.part("raid", MegaVolume)
    words = [w.lower() for w in call.args]
    if not words or words[0] not in ("/c0", "/call"):
        raise Failed("syntax error, unexpected $end; known here: storcli64 /c0 ...", 1)
    match words[1:]:
        case ["show", "patrolread"]:
            call.shown.append("patrol-start")
            return _answered(call, _patrol_rows(volume))
        case ["show", "prrate"]:
            call.shown.append("patrol-rate")
            return _answered(call, {"Patrol Read Rate": f"{volume.patrol.rate}%"})
        case ["show", "cc"]:
            return _answered(
                call,
                {"CC Operation Mode": "Disabled", "CC Execution Delay": "168 hours", "CC Current State": "Stopped"},
            )
        case ["show", "time"]:
            return _answered(call, {"Controller Time": f"{call.host.world.now:%Y/%m/%d %H:%M:%S}"})
        case ["pause" | "resume" | "stop" | "start" as what, "patrolread"]:
            return _steer(call, volume, what)
        case ["set", "patrolread", start, hour] if start.startswith("starttime="):
            return _start_time(call, volume, start.removeprefix("starttime="), hour)
        case ["set", rate] if re.fullmatch(r"prrate=\d{1,3}", rate):
            call.does("change", "patrol-rate")
            volume.patrol.rate = min(100, int(rate.removeprefix("prrate=")))
            return _answered(call, {"Patrol Read Rate": f"{volume.patrol.rate}%"})
    raise Failed("Known here: storcli64 /c0 show patrolread|prrate|cc|time, pause|resume|start|stop patrolread, "
                 "set patrolread starttime=YYYY/MM/DD HH, set prrate=N", 1)  # fmt: skip


def _patrol_rows(volume: MegaVolume) -> dict[str, str]:
    patrol = volume.patrol
    return {
        "PR Mode": "Auto", "PR Execution Delay": f"{patrol.every} hours", "PR iterations completed": str(patrol.done),
        "PR Next Start time": f"{patrol.start:%m/%d/%Y, %H:%M:%S}", "PR on SSD": "Disabled", "PR Current State": patrol.state,
        "PR Excluded VDs": "None", "PR MaxConcurrentPd": "255",
    }  # fmt: skip


def _answered(call: Call, rows: dict[str, str], status: str = "Success", why: str = "None") -> str:
    head = (
        f"CLI Version = 007.1613.0000.0000 Oct 29, 2020\nOperating system = Linux {call.host.release.split()[2]}\n"
        f"Controller = 0\nStatus = {status}\nDescription = {why}\n\n"
    )
    if not rows:
        return head
    wide = max(len(name) for name in rows)
    rule = "-" * (wide + 1 + max(5, *(len(value) for value in rows.values()))) + "\n"
    lines = "".join(f"{name:<{wide}} {value}\n" for name, value in rows.items())
    return f"{head}\nController Properties :\n=====================\n\n{rule}{'Ctrl_Prop':<{wide}} Value\n{rule}{lines}{rule}\n"


def _steer(call: Call, volume: MegaVolume, what: str) -> str:
    patrol = volume.patrol
    fits = {
        "pause": patrol.active and not patrol.paused,
        "resume": patrol.paused,
        "stop": patrol.active,
        "start": not patrol.active,
    }[what]
    if not fits:
        return _answered(call, {}, "Failure", f"{what.capitalize()} PatrolRead Failed")
    call.does("change")
    if what == "start":
        volume.start_patrol()
    elif what == "stop":
        patrol.active = patrol.paused = False
    else:
        patrol.paused = what == "pause"
    return _answered(call, {}, why=f"{what.capitalize()} PatrolRead Succeeded.")


def _start_time(call: Call, volume: MegaVolume, day: str, hour: str) -> str:
    try:
        start = datetime.strptime(f"{day} {int(hour):02d}", "%Y/%m/%d %H")
    except ValueError:
        return _answered(call, {}, "Failure", "Invalid start time")
    if start <= call.host.world.now:
        return _answered(call, {}, "Failure", "Start time is in the past")
    call.does("change", "patrol-start")
    volume.patrol.start = start
    return _answered(call, {"PR Next Start time": f"{start:%m/%d/%Y, %H:%M:%S}"})


TOOLS = table(
    Tool("MegaCli64", _mega, "MegaRAID: MegaCli64 -LDInfo -Lall -aALL (default and current cache policy), -AdpBbuCmd -aALL (battery), "
         "-AdpPR -Info -aALL (patrol read), -PDList -aALL, -LDSetProp WB -Lall -aALL; CachedBadBBU caches writes that nothing keeps"),
    Tool("storcli64", _storcli, "MegaRAID, newer: storcli64 /c0 show patrolread, show prrate, show cc; pause patrolread, resume patrolread; "
         "set patrolread starttime=YYYY/MM/DD HH; set prrate=N"),
)  # fmt: skip
"""Those of a host with a `MegaVolume`."""
