"""smartctl and smartd 5.3x to 5.4x, in their formats: what a drive says of itself, or what an Areca card says in its place."""

from __future__ import annotations

from datetime import datetime

from advisor.training.parts.drive import SECTOR, Drive, SelfTest
from advisor.training.parts.raid_host import RaidHost
from advisor.training.tools.tool import Call, Failed, Tool, table

_BANNERS = {
    "5.38": "smartctl version 5.38 [x86_64-redhat-linux-gnu] Copyright (C) 2002-8 Bruce Allen\n"
    "Home page is http://smartmontools.sourceforge.net/\n\n",
    "5.40": "smartctl 5.40 2010-10-16 r3189 [x86_64-redhat-linux-gnu] (local build)\n"
    "Copyright (C) 2002-10 by Bruce Allen, http://smartmontools.sourceforge.net\n\n",
}
_TESTS = {"short": ("Short", "Short offline"), "long": ("Extended", "Extended offline")}
_DATA = "=== START OF READ SMART DATA SECTION ===\n"


def _smartctl(call: Call) -> str:
    options, rest = call.options("aAHixXl:t:d:", ["all", "xall"])
    host = call.part("raid", RaidHost)
    banner = _BANNERS[host.version]
    if len(rest) != 1:
        raise Failed(f"{banner}ERROR: smartctl requires a device name as the final command-line argument.\n", 1)
    if "-t" in options and options["-t"] not in _TESTS:
        raise Failed(
            f"{banner}=======> INVALID ARGUMENT TO -t: {options['-t']}\n=======> VALID ARGUMENTS ARE: short, long\n", 1
        )
    name = rest[0].removeprefix("/dev/")
    access = options.get("-d", "")
    if access.startswith("areca,"):
        return banner + _through(call, host, banner, access, name, options)
    if host.card is not None and name in host.channels:
        return banner + _instead(call, host, name, options)
    drive = host.drive(name)
    if drive is None:
        raise Failed(f"{banner}Smartctl open device: /dev/{name} failed: No such device", 2)
    return banner + _own(call, drive, options)


def _through(call: Call, host: RaidHost, banner: str, access: str, name: str, options: dict[str, str]) -> str:
    if host.version < "5.39":
        raise Failed(f"{banner}=======> INVALID ARGUMENT TO -d: {access}\n=======> VALID ARGUMENTS ARE: "
                     "ata, scsi, marvell, sat, 3ware,N, hpt,L/M/N, cciss,N <=======\n\n"
                     "Use smartctl -h to get a usage summary\n", 1)  # fmt: skip
    number = access.removeprefix("areca,")
    node = sg_device(host)
    if host.card is None or name != node:
        raise Failed(
            f"{banner}Smartctl open device: /dev/{name} [areca_disk#{number.zfill(2)}_enc#01] failed: Operation not supported",
            2,
        )
    drive = host.card.slots.get(int(number)) if number.isdecimal() else None
    if drive is None:
        raise Failed(
            f"{banner}Smartctl open device: /dev/{name} [areca_disk#{number.zfill(2)}_enc#01] failed: No such device", 2
        )
    host.asked.add(drive.serial)
    return _own(call, drive, options)


def sg_device(host: RaidHost) -> str:
    """The card's own device: behind those of its disks."""
    return f"sg{len(host.names())}"


def _instead(call: Call, host: RaidHost, name: str, options: dict[str, str]) -> str:
    """What the card answers for a drive: model and serial number are right, the rest never was filled in."""
    drive = host.drive(name)
    if drive is None:
        raise Failed(f"Smartctl open device: /dev/{name} failed: No such device", 2)
    if "-t" in options:
        return f"{_TESTS[options['-t']][0].replace('Extended', 'Long (extended)')} offline self test failed [unsupported scsi opcode]\n"
    head = (
        f"Device: {drive.model} Version: R001\nSerial number: {drive.serial}\nDevice type: disk\n"
        f"Transport protocol: Fibre channel (FCP-2)\nLocal Time is: {_local(call.host.world.now)}\n"
        "Device supports SMART and is Enabled\nTemperature Warning Disabled or Not Supported\n"
    )
    if {"-i"} == set(options):
        return head
    health = "SMART Health Status: OK\n"
    if {"-H"} == set(options):
        return health
    return head + health + (
        "\nCurrent Drive Temperature:     30 C\nDrive Trip Temperature:        25 C\nManufactured in week 30 of year 2002\n"
        "Current start stop count:      256 times\nRecommended maximum start stop count:  4278190080 times\n"
        "Elements in grown defect list: 0\n\nError counter log:\n"
        "           Errors Corrected by           Total   Correction     Gigabytes    Total\n"
        "               ECC          rereads/    errors   algorithm      processed    uncorrected\n"
        "           fast | delayed   rewrites  corrected  invocations   [10^9 bytes]  errors\n"
        "read:          0        0         0         0          0          0.000           0\n"
        "write:         0        0         0         0          0          0.000           0\n\n"
        "Non-medium error count:        0\nDevice does not support Self Test logging\n"
    )  # fmt: skip


def _local(now: datetime) -> str:
    return f"{now:%a %b %e %H:%M:%S %Y} UTC"


def _own(call: Call, drive: Drive, options: dict[str, str]) -> str:
    if "-t" in options:
        return _begun(call, drive, options["-t"])
    if "-X" in options:
        if drive.running_test():
            drive.tests.pop()
        return (
            "=== START OF OFFLINE IMMEDIATE AND SELF-TEST SECTION ===\n"
            'Sending command: "Abort SMART off-line mode self-test routine".\nSelf-testing aborted!\n'
        )
    everything = bool({"-a", "--all", "-x", "--xall"} & options.keys())
    out = _information(call, drive) if everything or "-i" in options else ""
    if everything or {"-H", "-A", "-l"} & options.keys():
        out += _DATA
    if everything or "-H" in options:
        out += "SMART overall-health self-assessment test result: PASSED\n\n"
    out += _capabilities(drive) if everything else ""
    out += _attributes(drive) if everything or "-A" in options else ""
    out += _errors(drive) if everything or options.get("-l") == "error" else ""
    return out + (_self_tests(call, drive) if everything or options.get("-l") == "selftest" else "")


_FAMILIES = {"EFRX": "Western Digital Red (CMR)", "EFAX": "Western Digital Red (SMR)"}
"""What a drive database of late 2020 says of the models there are here; older models stand in none that is installed."""


def _information(call: Call, drive: Drive) -> str:
    family = next((name for part, name in _FAMILIES.items() if part in drive.model), "")
    known = (
        "In smartctl database [for details use: -P show]"
        if family
        else "Not in smartctl database [for details use: -P showall]"
    )
    return (
        "=== START OF INFORMATION SECTION ===\n"
        + (f"Model Family:     {family}\n" if family else "")
        + f"Device Model:     {drive.model}\nSerial Number:    {drive.serial}\n"
        f"Firmware Version: {drive.firmware}\nUser Capacity:    {drive.sectors * SECTOR:,} bytes\n"
        f"Device is:        {known}\nATA Version is:   8\n"
        "ATA Standard is:  Exact ATA specification draft version not indicated\n"
        f"Local Time is:    {_local(call.host.world.now)}\n"
        "SMART support is: Available - device has SMART capability.\nSMART support is: Enabled\n\n"
    )


def _capabilities(drive: Drive) -> str:
    running = drive.running_test()
    status = "( 249)\tSelf-test routine in progress...\n\t\t\t\t\t90% of test remaining.\n" if running else (
        "( 121)\tThe previous self-test completed having\n\t\t\t\t\tthe read element of the test failed.\n"
        if drive.tests and drive.tests[-1].failed_at >= 0 else
        "(   0)\tThe previous self-test routine completed\n\t\t\t\t\twithout error or no self-test has ever \n\t\t\t\t\tbeen run.\n"
    )  # fmt: skip
    minutes = round(drive.sectors * SECTOR / drive.rate / 60)
    return (
        "General SMART Values:\nOffline data collection status:  (0x82)\tOffline data collection activity\n"
        "\t\t\t\t\twas completed without error.\n\t\t\t\t\tAuto Offline Data Collection: Enabled.\n"
        f"Self-test execution status:      {status}"
        "Short self-test routine \nrecommended polling time: \t (   2) minutes.\n"
        f"Extended self-test routine\nrecommended polling time: \t ({minutes:4d}) minutes.\n\n"
    )


def _attributes(drive: Drive) -> str:
    head = (
        "SMART Attributes Data Structure revision number: 16\nVendor Specific SMART Attributes with Thresholds:\n"
        "ID# ATTRIBUTE_NAME          FLAG     VALUE WORST THRESH TYPE      UPDATED  WHEN_FAILED RAW_VALUE\n"
    )
    return (
        head
        + "".join(
            f"{n:3d} {name:<24}0x{flag:04x}   {value:03d}   {worst:03d}   {limit:03d}    {kind:<9} {updated:<12} -       {raw}\n"
            for n, name, flag, value, worst, limit, kind, updated, raw in drive.attributes()
        )
        + "\n"
    )


def _errors(drive: Drive) -> str:
    if not drive.reported:
        return "SMART Error Log Version: 1\nNo Errors Logged\n\n"
    return f"SMART Error Log Version: 1\nATA Error Count: {drive.reported}\n\n"


def _self_tests(call: Call, drive: Drive) -> str:
    out = "SMART Self-test log structure revision number 1\n"
    if not drive.tests:
        return out + "No self-tests have been logged.  [To run self-tests, use: smartctl -t]\n\n"
    out += "Num  Test_Description    Status                  Remaining  LifeTime(hours)  LBA_of_first_error\n"
    now = call.host.world.now
    return out + "".join(_test_row(n, test, drive, now) for n, test in enumerate(reversed(drive.tests), 1)) + "\n"


def _test_row(number: int, test: SelfTest, drive: Drive, now: datetime) -> str:
    status, left, place = "Completed without error", 0, "-"
    if test.ends > now:
        whole = drive.sectors * SECTOR / drive.rate if test.kind == "long" else 120
        left = max(10, 10 * round(10 * (1 - (now - test.began).total_seconds() / whole)))
        status = "Self-test routine in progress"
    elif test.failed_at >= 0:
        left = 10 * int(10 * (1 - test.failed_at / drive.sectors))
        status, place = "Completed: read failure", str(test.failed_at)
    return f"#{number:2d}  {_TESTS[test.kind][1]:<19} {status:<29} {left:02d}%  {test.hours:8d}         {place}\n"


def _begun(call: Call, drive: Drive, kind: str) -> str:
    if drive.running_test():
        raise Failed(
            "Can't start self-test without aborting current test (90% remaining),\n"
            "add '-t force' option to override, or run 'smartctl -X' to abort test.",
            4,
        )
    length = drive.begin_test(kind)
    words = f'"Execute SMART {_TESTS[kind][0]} self-test routine immediately in off-line mode"'
    return (
        "=== START OF OFFLINE IMMEDIATE AND SELF-TEST SECTION ===\n"
        f"Sending command: {words}.\nDrive command {words} successful.\nTesting has begun.\n"
        f"Please wait {length.total_seconds() / 60:.0f} minutes for test to complete.\n"
        f"Test will complete after {call.host.world.now + length:%a %b %e %H:%M:%S %Y}\n\nUse smartctl -X to abort test.\n"
    )


def _smartd(call: Call) -> str:
    """`smartd -q onecheck`, and `service smartd restart`."""
    host = call.part("raid", RaidHost)
    if call.name == "service":
        if list(call.args[:1]) != ["smartd"] or call.args[1:] not in (["restart"], ["status"], ["reload"]):
            raise Failed(
                f"{call.args[0] if call.args else 'service'}: unrecognized service; known here: service smartd restart",
                1,
            )
        if call.args[1] == "status":
            return "smartd (pid  2214) is running...\n"
        call.does("change")
        host.read_smartd()
        number = len(host.watched)
        host.log.note("smartd[2214]", f"Monitoring {number} ATA and 0 SCSI devices")
        return "Shutting down smartd: [  OK  ]\nStarting smartd: [  OK  ]\n"
    if list(call.args) != ["-q", "onecheck"]:
        raise Failed("smartd: known here: smartd -q onecheck", 1)
    host.read_smartd()
    node = sg_device(host)
    places = [f"/dev/{node} [{access}]" if "," in access else access for access in sorted(host.watched)]
    return "".join(f'Device: {place}, is SMART capable. Adding to "monitor" list.\n' for place in places)


TOOLS = table(
    Tool("smartctl", _smartctl, "what a drive says of itself: smartctl -a /dev/sdX; -t long begins its own test, "
         "-l selftest shows the result. "
         "Raw values of 5, 197 and 198 count bad sectors, 199 damaged transfers. Behind an Areca card, from 5.39 on: -d areca,N /dev/sgK, "
         "N the channel, K the place of the line with type 3 in /proc/scsi/sg/devices, counted from 0"),
    Tool("smartd", _smartd, "check each drive that /etc/smartd.conf names once: smartd -q onecheck"),
    Tool("service", _smartd, "services: service smartd restart"),
)  # fmt: skip
"""Those of a host with a `RaidHost`."""
