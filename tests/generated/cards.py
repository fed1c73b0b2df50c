"""RAID controllers as a whole: their outputs, their events, and what smartctl sees of what lies behind them."""

from datetime import timedelta

from tests.generated.drives import Drive
from tests.generated.hardware import Controller, Event
from tests.generated.model import World
from tests.generated.render.areca import areca_outputs, ware_outputs
from tests.generated.render.megaraid import outputs
from tests.generated.render.smart import banner, smartctl, version
from tests.generated.render.smartarray import adaptec_outputs, bay, hp_outputs

_TOOLS = {
    "megaraid": outputs,
    "hpsa": hp_outputs,
    "areca": areca_outputs,
    "aacraid": adaptec_outputs,
    "3ware": ware_outputs,
}


def offer(world: World, card: Controller, focus: Drive | None = None, peers: int = 1) -> None:
    """Show what the controller's tool prints, and the drives by the way through; `focus` is the drive it is about."""

    def show(done: World) -> None:
        for form, command, text in _TOOLS[card.family](done, card, focus):
            done.show(form, command, text)
        wanted = [focus] if focus else []
        wanted += done.rng.sample(
            [drive for drive in card.drives if drive is not focus], min(peers, len(card.drives) - len(wanted))
        )
        for drive in wanted:
            done.show(
                "smartctl through",
                f"smartctl {'-x' if drive.kind == 'sas' and done.rng.random() < 0.3 else '-a'} {way(done, card, drive)}",
                smartctl(done, drive),
            )

    world.after.append(show)


SHOWS: dict[str, dict[str, tuple[str, ...]]] = {
    "failing": {"megaraid": ("raid drives", "raid events"), "hpsa": (), "areca": ("raid events", "raid smart"), "aacraid": ("raid events",), "3ware": ("raid events", "raid volumes")},
    "predicted": {"megaraid": ("raid drives", "raid events"), "hpsa": ("raid drives", "raid config"), "areca": ("raid events",), "aacraid": ("raid drives", "raid volumes", "raid events"), "3ware": ("raid events",)},
    "link": {"megaraid": ("raid events",), "areca": ("raid events",), "aacraid": ("raid events",), "3ware": ("raid events",)},
    "battery": {"megaraid": ("raid battery", "raid volumes", "raid events"), "hpsa": ("raid battery",), "areca": ("raid battery", "raid volume", "raid events"), "aacraid": ("raid battery", "raid volumes"),
                "3ware": ("raid battery", "raid volumes", "raid events", "raid config")},
    "patrol": {"megaraid": ("raid patrol", "raid events")},
    "check": {"megaraid": ("raid progress", "raid events"), "areca": ("raid volumes", "raid config", "raid volume"), "aacraid": ("raid progress",), "3ware": ("raid volumes", "raid events")},
    "rebuild": {"megaraid": ("raid drives", "raid progress"), "hpsa": ("raid volumes", "raid drives", "raid config"), "areca": ("raid volumes", "raid volume", "raid config"), "aacraid": ("raid volumes", "raid progress"), "3ware": ("raid volumes",)},
    "unprotected": {"megaraid": ("raid volumes",), "hpsa": ("raid battery",), "areca": ("raid volume",), "aacraid": ("raid volumes",)},
}  # fmt: skip


def decide(
    world: World, card: Controller, *what: str, beside: tuple[str, ...] = (), plus: tuple[str, ...] = ()
) -> None:
    """Say which outputs name the cause on this host: the controller's, or those `beside` them; one of `plus` with each."""
    forms = {form for each in what for form in SHOWS[each].get(card.family, ())} | set(beside)
    world.needs = tuple(frozenset({form, other}) for form in sorted(forms) for other in (plus or (form,)))


def way(world: World, card: Controller, drive: Drive) -> str:
    """The options with which smartctl reaches a drive behind the controller."""
    name = card.volumes[0].name
    if world.system.freebsd:
        return {
            "megaraid": f"/dev/pass{drive.slot + 2}",
            "hpsa": f"-d cciss,{drive.slot} /dev/ciss0",
            "areca": f"-d areca,{drive.slot + 1} /dev/arcmsr0",
            "aacraid": f"/dev/pass{drive.slot + 2}",
            "3ware": f"-d 3ware,{drive.slot} /dev/twa0",
        }[card.family]
    return {
        "megaraid": f"-d {'sat+' if drive.kind != 'sas' and version(world) > 5.4 else ''}megaraid,{drive.number} /dev/{name}",
        "hpsa": f"-d cciss,{drive.slot} /dev/{name if name.startswith('cciss') else 'sg0'}",
        "areca": f"-d areca,{drive.slot + 1} /dev/sg{len(card.volumes)}",
        "aacraid": f"-d aacraid,0,0,{drive.slot} /dev/{name}"
        if version(world) > 6.3
        else f"-d sat /dev/sg{drive.slot + 2}",
        "3ware": f"-d 3ware,{drive.slot} /dev/tw{'l' if '9750' in card.title else 'a'}0",
    }[card.family]


def masked(world: World, card: Controller) -> str:
    """`smartctl -a` of a volume, which is not a drive."""
    volume, lines = card.volumes[-1], banner(world)
    clock = f"{world.end:%a %b %e %H:%M:%S %Y} CET"
    if card.family == "areca":
        model = volume.drives[0].product.model.split()[-1]
        maker = (
            volume.drives[0].product.vendor.capitalize()
            if volume.drives[0].kind != "sas"
            else volume.drives[0].product.vendor
        )
        maker = {"Wd": "WDC", "Hgst": "Hitachi"}.get(maker, maker)
        lines += [f"Device: {maker:<8} {model[:16]:<16} Version: R001" if version(world) < 6 else f"=== START OF INFORMATION SECTION ===\nVendor:               {maker}\nProduct:              {model[:16]}\nRevision:             R001",
                  f"Serial number: {card.serial}", "Device type: disk", "Transport protocol: Fibre channel (FCP-2)", f"Local Time is: {clock}", "Device supports SMART and is Enabled", "Temperature Warning Disabled or Not Supported",
                  "SMART Health Status: OK", "", "Current Drive Temperature:     30 C", "Drive Trip Temperature:        25 C", "Manufactured in week 30 of year 2002", "Current start stop count:      4278190080 times",
                  "Recommended maximum start stop count:  4278190080 times", "", "Error counter log:", "           Errors Corrected by           Total   Correction     Gigabytes    Total",
                  "               ECC          rereads/    errors   algorithm      processed    uncorrected", "           fast | delayed   rewrites  corrected  invocations   [10^9 bytes]  errors",
                  *[f"{word:<8}{0:10d} {0:8d} {0:9d} {0:10d} {0:10d} {0:14.3f} {0:11d}" for word in ("read:", "write:")], "", "Non-medium error count:        0", "Device does not support Self Test logging"]  # fmt: skip
        return "\n".join(lines) + "\n"
    vendor, product = {"megaraid": ("DELL" if "PERC" in card.title else "LSI" if "LSI" in card.title else "AVAGO", card.title.replace("LSI MegaRAID SAS ", "MR").replace("AVAGO MegaRAID SAS ", "MR").replace("MegaRAID ", "MR")),
                       "hpsa": ("HP", "LOGICAL VOLUME"), "aacraid": ("Adaptec", volume.label or "Device1"), "3ware": ("AMCC", f"{card.title[:9]} DISK")}[card.family]  # fmt: skip
    if version(world) < 6:
        lines += [
            f"Device: {vendor:<8} {product:<16} Version: {card.firmware[:4]}",
            f"Serial number: {card.serial}",
            "Device type: disk",
            f"Local Time is: {clock}",
        ]
        lines += (
            [
                "Device supports SMART and is Enabled",
                "Temperature Warning Disabled or Not Supported",
                "SMART Health Status: OK",
                "",
                "Error Counter logging not supported",
                "Device does not support Self Test logging",
            ]
            if card.family in ("hpsa", "megaraid") and world.rng.random() < 0.6
            else [
                "Device does not support SMART",
                "",
                "Error Counter logging not supported",
                "Device does not support Self Test logging",
            ]
        )
        return "\n".join(lines) + "\n"
    lines += ["=== START OF INFORMATION SECTION ===", f"Vendor:               {vendor}", f"Product:              {product}", f"Revision:             {card.firmware[:4]}", f"User Capacity:        {int(volume.size_gb * 10**9):,} bytes [{volume.size_gb / 1000:.2f} TB]",
              "Logical block size:   512 bytes", f"Logical Unit id:      0x6{volume.drives[0].wwn[1:]}00271a4b", f"Serial number:        00{card.serial.lower()}", "Device type:          disk", f"Local Time is:        {clock}"]  # fmt: skip
    if card.family == "hpsa" and world.rng.random() < 0.5:
        lines += ["SMART support is:     Available - device has SMART capability.", "SMART support is:     Enabled", "Temperature Warning:  Disabled or Not Supported", "", "=== START OF READ SMART DATA SECTION ===", "SMART Health Status: OK", "Current Drive Temperature:     0 C",
                  "Drive Trip Temperature:        0 C", "", "Error Counter logging not supported", "", "Device does not support Self Test logging"]  # fmt: skip
    else:
        lines += ["SMART support is:     Unavailable - device lacks SMART capability.", "", "=== START OF READ SMART DATA SECTION ===", "Current Drive Temperature:     0 C", "Drive Trip Temperature:        0 C", "", "Error Counter logging not supported", "",
                  "Device does not support Self Test logging"]  # fmt: skip
    return "\n".join(lines) + "\n"


def _mega(drive: Drive) -> str:
    return f"PD {drive.number:02x}(e0x{drive.enclosure:x}/s{drive.slot})"


def note(world: World, card: Controller, what: str, hours_before: float, drive: Drive | None = None) -> None:
    """Write an event to the controller's own log, in its words."""
    rng, time = world.rng, world.end - timedelta(hours=hours_before)
    disk = drive or card.drives[-1]
    volume = card.volumes[-1]
    mega, channel = (
        _mega(disk),
        f"IDE Channel #{disk.slot + 1:02d}" if disk.kind != "sas" else f"Enc#2 Slot#{disk.slot + 1}",
    )
    block = f"{rng.getrandbits(29):x}"
    words: dict[str, dict[str, tuple[str, str, str]]] = {
        "megaraid": {
            "read error": (f"Unexpected sense: {mega} Path {disk.wwn}, CDB: 28 00 {block[:2]} {block[2:4]} {block[4:6]} 00 00 00 80 00, Sense: 3/11/00", "info", ""), "corrected": (f"Patrol Read corrected medium error on {mega} at {block}", "warning", ""),
            "predictive": (f"Predictive failure: {mega}", "critical", ""), "timeout": (f"Command timeout on {mega} Path {disk.wwn}, CDB: 2a 00 {block[:2]} {block[2:4]} 00 00 00 01 00 00", "warning", ""),
            "reset": (f"{mega} Path {disk.wwn}  reset (Type 03)", "warning", ""), "link": (f"Link errors detected on phy {disk.slot}; {mega} link speed changed", "warning", ""), "patrol": ("Patrol Read started", "info", ""), "patrol end": ("Patrol Read complete", "info", ""),
            "check": (f"Consistency Check started on VD {volume.number:02x}/{volume.number}", "info", ""), "check end": (f"Consistency Check done on VD {volume.number:02x}/{volume.number}", "info", ""), "learn": ("Battery relearn started", "info", ""),
            "battery": ("Battery has failed and cannot support data retention. Please replace the battery", "critical", ""), "charging": ("Current capacity of the battery is below threshold", "warning", ""), "battery ok": ("Current capacity of the battery is above threshold", "info", ""),
            "through": ("BBU disabled; changing WB virtual disks to WT, Forced WB VDs are not affected", "warning", ""), "back": ("BBU enabled; changing WT virtual disks to WB", "info", ""),
            "failed": (f"State change on {mega} from ONLINE(18) to FAILED(11)", "critical", ""), "rebuild": (f"Rebuild started on {mega}", "info", ""), "power": ("Controller cache discarded due to power loss", "critical", ""),
        },
        "areca": {
            "read error": ("Reading Error", "warning", channel), "corrected": ("Reading Error", "warning", channel), "predictive": ("S.M.A.R.T. Failed", "critical", channel), "timeout": ("Time Out Error", "warning", channel), "reset": ("Device Reset", "warning", channel),
            "link": ("Interface Error", "warning", channel), "patrol": ("Start Checking", "info", f"{card.title}-VOL#0{volume.number}"), "check": ("Start Checking", "info", f"{card.title}-VOL#0{volume.number}"), "patrol end": ("Complete Check        004:12:07      00000000", "info", f"{card.title}-VOL#0{volume.number}"),
            "check end": ("Complete Check        004:12:07      00000000", "info", f"{card.title}-VOL#0{volume.number}"), "learn": ("Battery Discharging", "info", "H/W Monitor"), "battery": ("Battery Failed", "critical", "H/W Monitor"), "charging": ("Battery Recharging", "info", "H/W Monitor"),
            "battery ok": ("Battery Recovered", "info", "H/W Monitor"), "through": ("Battery Not Charged", "warning", "H/W Monitor"), "back": ("Battery Recovered", "info", "H/W Monitor"), "failed": ("Device Failed", "critical", channel), "rebuild": ("Start Rebuilding", "info", f"{card.title}-VOL#0{volume.number}"),
            "power": ("Raid Powered On", "info", "H/W Monitor"),
        },
        "3ware": {
            "read error": (f"Drive ECC error reported: port={disk.slot}, unit={volume.number}", "critical", ""), "corrected": (f"Sector repair completed: port={disk.slot}, LBA=0x{block.upper()}", "warning", ""), "predictive": (f"SMART threshold exceeded: port={disk.slot}", "warning", ""),
            "timeout": (f"Drive timeout detected: port={disk.slot}", "critical", ""), "reset": (f"Controller reset occurred: resets={rng.randint(1, 4)}", "info", ""), "link": (f"Cable CRC error: port={disk.slot}", "warning", ""), "patrol": (f"Verify started: unit={volume.number}", "info", ""), "check": (f"Verify started: unit={volume.number}", "info", ""),
            "patrol end": (f"Verify completed: unit={volume.number}", "info", ""), "check end": (f"Verify completed: unit={volume.number}", "info", ""), "learn": ("Battery capacity test started", "info", ""), "battery": ("Battery capacity test is overdue; Battery is not present or failed", "critical", ""), "charging": ("Battery charging started", "info", ""),
            "battery ok": ("BBU ready", "info", ""), "through": ("BBU is not ready", "warning", ""), "back": ("BBU ready", "info", ""), "failed": (f"Degraded unit: unit={volume.number}, port={disk.slot}", "critical", ""), "rebuild": (f"Rebuild started: unit={volume.number}", "info", ""),
            "power": ("Unclean shutdown detected: unit=0", "warning", ""),
        },
    }  # fmt: skip
    found = words.get(card.family, {}).get(what)
    if found:
        card.events.append(Event(time, found[1], found[0], found[2]))
    if world.system.linux:
        _kernel(world, card, what, hours_before * 3600, disk)


def _kernel(world: World, card: Controller, what: str, before: float, disk: Drive) -> None:
    """What the driver passes on to the kernel's log."""
    rng, text = world.rng, ""
    if card.family == "megaraid" and rng.random() < 0.6:
        text = {"predictive": f"megaraid_sas 0000:03:00.0: {rng.randint(1000, 9000)} ({rng.randint(10**8, 7 * 10**8)}s/0x0002/CRIT) - Predictive failure: {_mega(disk)}", "failed": f"megaraid_sas 0000:03:00.0: {rng.randint(1000, 9000)} ({rng.randint(10**8, 7 * 10**8)}s/0x0002/CRIT) - {_mega(disk)} failed",
                "battery": f"megaraid_sas 0000:03:00.0: {rng.randint(1000, 9000)} ({rng.randint(10**8, 7 * 10**8)}s/0x0008/CRIT) - Battery has failed and cannot support data retention. Please replace the battery"}.get(what, "")  # fmt: skip
    elif card.family == "3ware":
        last = card.events[-1].text.split(": ") if card.events else [""]
        text = (
            f"3w-9xxx: scsi0: AEN: {'ERROR' if what in ('read error', 'timeout') else 'WARNING'} (0x04:0x00{sum(map(ord, what)) % 90:02X}): {last[0]}:{last[-1]}."
            if what in ("read error", "timeout", "predictive", "failed", "through")
            else ""
        )
    elif card.family == "hpsa":
        text = {
            "predictive": f"hpsa 0000:03:00.0: Predictive failure reported on physical drive {bay(disk)}",
            "timeout": "hpsa 0000:03:00.0: scsi 0:1:0:1: resetting logical Direct-Access     HP       LOGICAL VOLUME   RAID-5 SSDSmartPathCap- En- Exp=1",
        }.get(what, "")
    elif card.family == "aacraid" and what in ("timeout", "reset"):
        text = f"aacraid: Host adapter abort request (0,0,{card.volumes[-1].number},0)"
    if text and before < world.uptime.total_seconds():
        world.say(text, before)
