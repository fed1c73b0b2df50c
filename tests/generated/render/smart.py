"""smartctl by its versions, for SATA, SAS and NVMe drives; nvme smart-log."""

from tests.generated import hardware
from tests.generated.drives import Drive
from tests.generated.model import World
from tests.generated.render import Source
from tests.generated.render.smart_attributes import attributes

_VERSIONS = {
    "rhel-5": "5.42 2011-10-20 r3458", "centos-5": "5.38", "rhel-6": "5.43 2012-06-30 r3573", "oracle-linux-6": "5.43 2012-06-30 r3573", "rhel-7": "7.0 2018-12-30 r4883",
    "centos-7": "6.5 2016-05-07 r4318", "oracle-linux-7": "7.0 2018-12-30 r4883", "rhel-8": "7.1 2020-04-05 r5049", "oracle-linux-8": "7.1 2020-04-05 r5049",
    "rhel-9": "7.2 2020-12-30 r5155", "rocky-9": "7.2 2020-12-30 r5155", "oracle-linux-9": "7.2 2020-12-30 r5155", "sles-11": "5.39 2010-01-28 r3054", "sles-12": "6.6 2017-11-05 r4594",
    "sles-15": "7.2 2021-09-14 r5237", "debian-8": "6.4 2014-10-07 r4002", "debian-10": "6.6 2017-11-05 r4594", "debian-12": "7.3 2022-02-28 r5338", "ubuntu-14.04": "6.2 2013-07-26 r3841",
    "ubuntu-18.04": "6.6 2016-05-31 r4324", "ubuntu-20.04": "7.1 2019-12-30 r5022", "ubuntu-22.04": "7.2 2020-12-30 r5155", "ubuntu-24.04": "7.4 2023-08-01 r5530", "proxmox-6": "7.1 2019-12-30 r5022",
    "proxmox-8": "7.3 2022-02-28 r5338", "solaris-10": "6.2 2013-07-26 r3841", "solaris-11.3": "6.5 2016-05-07 r4318", "solaris-11.4": "7.0 2018-12-30 r4883", "illumos": "7.3 2022-02-28 r5338",
    "freebsd-11": "7.1 2019-12-30 r5022", "freebsd-13": "7.3 2022-02-28 r5338", "freebsd-14": "7.4 2023-08-01 r5530",
}  # fmt: skip


def version(world: World) -> float:
    """The version of smartctl, as a figure."""
    return float(_VERSIONS[world.system.name].split()[0])


def banner(world: World) -> list[str]:
    """The lines smartctl begins with."""
    text = _VERSIONS[world.system.name]
    if " " not in text:
        return [
            f"smartctl version {text} [x86_64-redhat-linux-gnu] Copyright (C) 2002-8 Bruce Allen",
            "Home page is http://smartmontools.sourceforge.net/",
            "",
        ]
    where = (
        f"x86_64-linux-{world.kernel}"
        if world.system.linux
        else f"FreeBSD {world.kernel} amd64"
        if world.system.freebsd
        else "i386-pc-solaris2.11"
        if "SPARC" not in world.system.title
        else "sparc-sun-solaris2.10"
    )
    year = text.split()[1][2:4]
    rights = (
        f"Copyright (C) 2002-{year}, Bruce Allen, Christian Franke, www.smartmontools.org"
        if version(world) >= 6
        else f"Copyright (C) 2002-{year} by Bruce Allen, http://smartmontools.sourceforge.net"
    )
    return [f"smartctl {text} [{where}] (local build)", rights, ""]


def _size(size: int) -> str:
    return f"{size:,} bytes [{size / 1e12:.2f} TB]" if size >= 10**12 else f"{size:,} bytes [{size / 1e9:.0f} GB]"


def _clock(world: World) -> str:
    return f"{world.end:%a %b %e %H:%M:%S %Y} {'CEST' if 3 < world.end.month < 11 else 'CET'}"


def _wwn(drive: Drive) -> str:
    return f"{drive.wwn[0]} {drive.wwn[1:7]} {drive.wwn[7:]}"


def smartctl(world: World, drive: Drive, options: str = "-a") -> str:
    """`smartctl -a`, `-A`, `-H`, `-i` or several of them."""
    if drive.kind == "nvme":
        return _nvme(world, drive, options)
    return _sas(world, drive, options) if drive.kind == "sas" else _ata(world, drive, options)


def _wants(options: str, letter: str) -> bool:
    return letter in options or "-a" in options.split() or "-x" in options.split()


def _ata(world: World, drive: Drive, options: str) -> str:
    state, item, now = drive.smart, drive.product, version(world)
    lines = banner(world)
    if _wants(options, "i"):
        lines += ["=== START OF INFORMATION SECTION ==="]
        lines += [f"Model Family:     {item.family}"] if item.family else []
        lines += [f"Device Model:     {item.model}", f"Serial Number:    {drive.serial}"]
        lines += [f"LU WWN Device Id: {_wwn(drive)}"] if now > 5.4 else []
        lines += [
            f"Firmware Version: {item.firmware}",
            f"User Capacity:    {_size(drive.bytes) if now > 5.4 else f'{drive.bytes:,} bytes'}",
        ]
        lines += (
            [
                "Sector Size:      512 bytes logical/physical"
                if item.size_gb < 3000 and item.rpm
                else "Sector Sizes:     512 bytes logical, 4096 bytes physical"
            ]
            if now > 5.4
            else []
        )
        lines += [f"Rotation Rate:    {f'{item.rpm} rpm' if item.rpm else 'Solid State Device'}"] if now >= 6 else []
        lines += (
            [f"Form Factor:      {'2.5 inches' if not item.rpm or 'LM' in item.model else '3.5 inches'}"]
            if now > 6.3
            else []
        )
        lines += ["TRIM Command:     Available, deterministic, zeroed"] if now >= 7 and not item.rpm else []
        lines += [
            "Device is:        In smartctl database [for details use: -P show]"
            if now < 7.3
            else "Device is:        In smartctl database 7.3/5319"
        ]
        lines += ["ATA Version is:   8" if now < 6 else "ATA Version is:   ACS-3 T13/2161-D revision 5"]
        lines += (
            [f"SATA Version is:  SATA 3.1, 6.0 Gb/s (current: {drive.speed} Gb/s)"]
            if now >= 6
            else ["ATA Standard is:  Exact ATA specification draft version not indicated"]
        )
        lines += [
            f"Local Time is:    {_clock(world)}",
            "SMART support is: Available - device has SMART capability.",
            "SMART support is: Enabled",
        ]
        lines += [f"Write cache is:   {'Enabled' if drive.cache_on else 'Disabled'}"] if "-x" in options else []
        lines += [""]
    if _wants(options, "H") or _wants(options, "A"):
        lines += ["=== START OF READ SMART DATA SECTION ==="]
    if _wants(options, "H"):
        lines += [f"SMART overall-health self-assessment test result: {'PASSED' if state.passed else 'FAILED!'}"]
        lines += [] if state.passed else ["Drive failure expected in less than 24 hours. SAVE ALL DATA."]
        if not state.passed and "-A" not in options and "-a" not in options:
            lines += [
                "Failed Attributes:",
                *[line for line in attributes(drive) if "ID#" in line or "FAILING_NOW" in line],
            ]
        lines += [""]
    if _wants(options, "A"):
        lines += [
            "SMART Attributes Data Structure revision number: 16",
            "Vendor Specific SMART Attributes with Thresholds:",
            *attributes(drive),
            "",
        ]
    if "-a" in options or "-x" in options or "-l error" in options:
        lines += _ata_errors(drive)
    if "-a" in options or "-x" in options or "-l selftest" in options:
        lines += _ata_tests(drive)
    if "-x" in options and now > 5.4:
        lines += _phy(drive)
    return "\n".join(lines) + "\n"


def _ata_errors(drive: Drive) -> list[str]:
    errors = sorted(drive.smart.errors, key=lambda entry: -entry[1])
    if not errors:
        return ["SMART Error Log Version: 1", "No Errors Logged", ""]
    total = len(errors)
    lines = ["SMART Error Log Version: 1", f"ATA Error Count: {total}" + (" (device log contains only the most recent five errors)" if total > 5 else ""),
             "\tCR = Command Register [HEX]", "\tFR = Features Register [HEX]", "\tSC = Sector Count Register [HEX]", "\tSN = Sector Number Register [HEX]",
             "Powered_Up_Time is measured from power on, and printed as", "DDd+hh:mm:SS.sss where DD=days, hh=hours, mm=minutes,",
             "SS=sec, and sss=millisec. It \"wraps\" after 49.710 days.", ""]  # fmt: skip
    for index, (kind, hours, lba) in enumerate(errors[:5]):
        short = min(lba, 0x0FFFFFFF)
        low = f"{short & 0xFF:02x} {short >> 8 & 0xFF:02x} {short >> 16 & 0xFF:02x} 0{short >> 24 & 0xF:x}"
        flags, text = (
            ("40 51", f"Error: UNC at LBA = 0x{short:08x} = {short}")
            if kind == "UNC"
            else ("84 51", f"Error: ICRC, ABRT at LBA = 0x{short:08x} = {short}")
        )
        lines += [f"Error {total - index} occurred at disk power-on lifetime: {hours} hours ({hours // 24} days + {hours % 24} hours)",
                  "  When the command that caused the error occurred, the device was active or idle.", "", "  After command completion occurred, registers were:", "  ER ST SC SN CL CH DH",
                  "  -- -- -- -- -- -- --", f"  {flags} 00 {low}  {text}", "", "  Commands leading to the command that caused the error were:",
                  "  CR FR SC SN CL CH DH DC   Powered_Up_Time  Command/Feature_Name", "  -- -- -- -- -- -- -- --  ----------------  --------------------",
                  f"  {'60' if kind == 'UNC' else '61'} 00 08 {low[:8]} 40 00  {hours % 49:2d}d+{hours % 24:02d}:{lba % 60:02d}:{lba % 59:02d}.{lba % 999:03d}  {'READ' if kind == 'UNC' else 'WRITE'} FPDMA QUEUED", ""]  # fmt: skip
    return lines


def _ata_tests(drive: Drive) -> list[str]:
    tests = sorted(drive.smart.tests, key=lambda entry: -entry[3])
    if not tests:
        return [
            "SMART Self-test log structure revision number 1",
            "No self-tests have been logged.  [To run self-tests, use: smartctl -t]",
            "",
        ]
    lines = [
        "SMART Self-test log structure revision number 1",
        "Num  Test_Description    Status                  Remaining  LifeTime(hours)  LBA_of_first_error",
    ]
    for number, (kind, result, left, hours, lba) in enumerate(tests, 1):
        lines.append(
            f"#{number:2d}  {kind:<18}  {result:<28} {left:02d}%  {hours:8d}         {lba if lba >= 0 else '-'}"
        )
    return [*lines, ""]


def _phy(drive: Drive) -> list[str]:
    crc = min(65535, drive.smart.crc)
    return ["SATA Phy Event Counters (GP Log 0x11)", "ID      Size     Value  Description", f"0x0001  2 {crc // 2:12d}  Command failed due to ICRC error",
            f"0x0002  2 {crc:12d}  R_ERR response for data FIS", f"0x0003  2 {crc // 8:12d}  R_ERR response for device-to-host data FIS", f"0x0004  2 {crc - crc // 8:12d}  R_ERR response for host-to-device data FIS",
            f"0x0009  2 {3 + drive.smart.phy_resets:12d}  Transition from drive PhyRdy to drive PhyNRdy", f"0x000a  2 {2 + drive.smart.phy_resets:12d}  Device-to-host register FISes sent due to a COMRESET",
            f"0x000b  2 {crc - crc // 8:12d}  CRC errors within host-to-device FIS", ""]  # fmt: skip


def _sas(world: World, drive: Drive, options: str) -> str:
    state, item, now = drive.smart, drive.product, version(world)
    lines, long = banner(world), "-x" in options
    if _wants(options, "i"):
        if now < 6:
            lines += [f"Device: {item.vendor:<8} {item.model:<16} Version: {item.firmware}", f"Serial number: {drive.serial}", "Device type: disk", "Transport protocol: SAS",
                      f"Local Time is: {_clock(world)}", "Device supports SMART and is Enabled", "Temperature Warning Enabled"]  # fmt: skip
        else:
            lines += ["=== START OF INFORMATION SECTION ===", f"Vendor:               {item.vendor}", f"Product:              {item.model}", f"Revision:             {item.firmware}",
                      "Compliance:           SPC-4", f"User Capacity:        {_size(drive.bytes)}", "Logical block size:   512 bytes", f"Rotation Rate:        {item.rpm} rpm",
                      f"Logical Unit id:      0x{drive.wwn}", f"Serial number:        {drive.serial}", "Device type:          disk", "Transport protocol:   SAS (SPL-4)",
                      f"Local Time is:        {_clock(world)}", "SMART support is:     Available - device has SMART capability.", "SMART support is:     Enabled",
                      "Temperature Warning:  Enabled"]  # fmt: skip
            lines += (
                [
                    "Read Cache is:        Enabled",
                    f"Writeback Cache is:   {'Enabled' if drive.cache_on else 'Disabled'}",
                ]
                if long
                else []
            )
        lines += [""] if now >= 6 else []
    if _wants(options, "H"):
        lines += ["=== START OF READ SMART DATA SECTION ==="] if now >= 6 else []
        lines += [f"SMART Health Status: {state.words or 'OK'}", ""]
    if _wants(options, "A"):
        lines += [f"Current Drive Temperature:     {state.celsius} C", "Drive Trip Temperature:        60 C", "",
                  f"Manufactured in week {state.cycles % 52 + 1:02d} of year {max(2005, world.start.year - state.hours // 8766 - 1)}", "Specified cycle count over device lifetime:  10000",
                  f"Accumulated start-stop cycles:  {state.cycles}", f"Elements in grown defect list: {state.grown}", ""]  # fmt: skip
        if item.vendor == "SEAGATE":
            lines += ["Vendor (Seagate) factory information" if now < 6 else "Vendor (Seagate/Hitachi) factory information", f"  number of hours powered up = {state.hours}.{state.cycles:02d}",
                      f"  number of minutes until next internal SMART test = {state.cycles % 58}", ""]  # fmt: skip
        written = state.written_tb * 1000
        lines += ["Error counter log:", "           Errors Corrected by           Total   Correction     Gigabytes    Total", "               ECC          rereads/    errors   algorithm      processed    uncorrected",
                  "           fast | delayed   rewrites  corrected  invocations   [10^9 bytes]  errors",
                  f"read:   {state.corrected:10d} {state.corrected // 900000 + state.unread * 7:8d} {0:9d} {state.corrected + state.unread * 7:11d} {state.corrected // 3:10d} {written * 2.3:14.3f} {state.unread:11d}",
                  f"write:  {0:10d} {0:8d} {0:9d} {0:11d} {state.corrected // 40:10d} {written:14.3f} {state.unwritten:11d}",
                  f"verify: {state.corrected // 50:10d} {state.corrected // 9000000:8d} {0:9d} {state.corrected // 50:11d} {state.corrected // 50:10d} {written * 0.1:14.3f} {0:11d}", "",
                  f"Non-medium error count: {state.non_medium:8d}", ""]  # fmt: skip
    if "-a" in options or long:
        lines += _sas_tests(drive)
    if long and now >= 5.4:
        lines += _sas_phys(drive)
    return "\n".join(lines) + "\n"


def _sas_tests(drive: Drive) -> list[str]:
    tests = sorted(drive.smart.tests, key=lambda entry: -entry[3])
    if not tests:
        return ["No self-tests have been logged"]
    lines = [
        "SMART Self-test log",
        "Num  Test              Status                 segment  LifeTime  LBA_first_err [SK ASC ASQ]",
        "     Description                              number   (hours)",
    ]
    for number, (kind, _, _, hours, lba) in enumerate(tests, 1):
        failed = lba >= 0
        lines.append(
            f"#{number:2d}  Background {'long' if 'Ext' in kind else 'short':<5}  {'Failed in segment -->' if failed else 'Completed':<21} {8 if failed else '-':>6} {hours:9d} {f'{lba:15d}' if failed else '              -'} [{'0x3 0x11 0x0' if failed else '-   -    -'}]"
        )
    return [*lines, ""]


def _sas_phys(drive: Drive) -> list[str]:
    lines = ["Protocol Specific port log page for SAS SSP"]
    for number in (1, 2):
        state, first = drive.smart, number == 1
        lines += [f"relative target port id = {number}", "  generation code = 0", "  number of phys = 1", f"  phy identifier = {number - 1}",
                  f"    attached device type: {'expander device' if first else 'no device attached'}", "    attached reason: SMP phy control function" if first else "    attached reason: unknown",
                  "    reason: power on" if first else "    reason: unknown", f"    negotiated logical link rate: {f'phy enabled; {float(drive.speed):.0f} Gbps' if first else 'phy enabled; unknown'}",
                  f"    SAS address = 0x{drive.wwn[:-1]}{number}", f"    Invalid DWORD count = {state.dwords if first else 0}", f"    Running disparity error count = {state.disparity if first else 0}",
                  f"    Loss of DWORD synchronization = {state.sync_lost if first else 0}", f"    Phy reset problem = {state.phy_resets if first else 0}"]  # fmt: skip
    return lines


def _nvme(world: World, drive: Drive, options: str) -> str:
    state, item = drive.smart, drive.product
    lines = banner(world)
    if _wants(options, "i"):
        lines += ["=== START OF INFORMATION SECTION ===", f"Model Number:                       {item.model}", f"Serial Number:                      {drive.serial}",
                  f"Firmware Version:                   {item.firmware}", "PCI Vendor/Subsystem ID:            0x144d", "IEEE OUI Identifier:                0x002538",
                  f"Total NVM Capacity:                 {_size(drive.bytes).replace(' bytes', '')}", "Unallocated NVM Capacity:           0", "Controller ID:                      6", "Number of Namespaces:               1",
                  f"Local Time is:                      {_clock(world)}", ""]  # fmt: skip
    lines += [
        "=== START OF SMART DATA SECTION ===",
        f"SMART overall-health self-assessment test result: {'PASSED' if not state.warning else 'FAILED!'}",
    ]
    if state.warning:
        lines += [
            text
            for bit, text in (
                (1, "- available spare has fallen below threshold"),
                (4, "- NVM subsystem reliability has been degraded"),
                (8, "- media has been placed in read only mode"),
            )
            if state.warning & bit
        ]
    lines += [""]
    if _wants(options, "A"):
        written = int(state.written_tb * 1e12 / 512000)
        lines += ["SMART/Health Information (NVMe Log 0x02)" if version(world) >= 7 else "SMART/Health Information (NVMe Log 0x02, NSID 0x1)", f"Critical Warning:                   0x{state.warning:02x}",
                  f"Temperature:                        {state.celsius} Celsius", f"Available Spare:                    {state.spare}%", "Available Spare Threshold:          10%",
                  f"Percentage Used:                    {state.used}%", f"Data Units Read:                    {written * 2:,} [{state.written_tb * 2:.1f} TB]",
                  f"Data Units Written:                 {written:,} [{state.written_tb:.1f} TB]", f"Host Read Commands:                 {written * 31:,}", f"Host Write Commands:                {written * 17:,}",
                  f"Controller Busy Time:               {state.hours // 9:,}", f"Power Cycles:                       {state.cycles}", f"Power On Hours:                     {state.hours:,}",
                  f"Unsafe Shutdowns:                   {state.unsafe}", f"Media and Data Integrity Errors:    {state.media_errors:,}", f"Error Information Log Entries:      {state.log_entries:,}",
                  f"Warning  Comp. Temperature Time:    {state.hot_minutes}", "Critical Comp. Temperature Time:    0", f"Temperature Sensor 1:               {state.celsius} Celsius", ""]  # fmt: skip
    return "\n".join(lines) + "\n"


def smart_log(drive: Drive) -> str:
    """`nvme smart-log`."""
    state = drive.smart
    written = int(state.written_tb * 1e12 / 512000)
    rows = (("critical_warning", f"{state.warning:#x}" if state.warning else "0"), ("temperature", f"{state.celsius} C"), ("available_spare", f"{state.spare}%"), ("available_spare_threshold", "10%"),
            ("percentage_used", f"{state.used}%"), ("data_units_read", f"{written * 2:,}"), ("data_units_written", f"{written:,}"), ("host_read_commands", f"{written * 31:,}"),
            ("host_write_commands", f"{written * 17:,}"), ("controller_busy_time", f"{state.hours // 9:,}"), ("power_cycles", str(state.cycles)), ("power_on_hours", f"{state.hours:,}"),
            ("unsafe_shutdowns", str(state.unsafe)), ("media_errors", f"{state.media_errors:,}"), ("num_err_log_entries", f"{state.log_entries:,}"), ("Warning Temperature Time", str(state.hot_minutes)),
            ("Critical Composite Temperature Time", "0"), ("Thermal Management T1 Trans Count", str(state.throttled)), ("Thermal Management T2 Trans Count", str(state.throttled // 9)))  # fmt: skip
    name = drive.name.rsplit("n", 1)[0] if drive.name.count("n") > 1 else drive.name
    return f"Smart Log for NVME device:{name} namespace-id:ffffffff\n" + "".join(
        f"{label:<35} : {value}\n" for label, value in rows
    )


def all_drives(world: World, command: str) -> str:
    """A loop over all drives that the system sees."""
    found = [
        drive for drive in hardware.of(world).drives if drive.name and (drive.kind == "nvme") == ("nvme" in command)
    ]
    return "\n".join(
        smartctl(world, drive, "-H -A" if "-H -A" in command or "-HA" in command else "-a") for drive in found
    )


def _plain_drives(world: World) -> bool:
    return world.system.linux and any(drive.name.startswith("sd") for drive in hardware.of(world).drives)


SOURCES = (
    Source("smartctl all", ("for d in /dev/sd?; do smartctl -a $d; done", "for i in /dev/sd[a-z]; do smartctl -HA $i; done"), all_drives, _plain_drives, 0.05),
)  # fmt: skip
