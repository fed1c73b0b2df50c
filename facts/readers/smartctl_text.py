'''``smartctl -a DEVICE``: what a drive says of its own health, as text.

Versions 5.x to 7.x; ATA drives (attribute table, error log, self-test log), SCSI drives (error counter log) and NVMe
drives (health log), with all sections or only some of them (``-i``, ``-H``, ``-A``, ``-t``). What smartctl says when it
cannot reach the drive is an answer too. The device is the one in the command above, or in a line like
``== /dev/sda ==``; where neither is there, the drive goes by its serial number, so that two drives in one file stay
two.

Samples::

    >>> from facts.readers import show
    >>> show("""# smartctl -H -d areca,2 /dev/sg0
    ... smartctl 6.2 2013-07-26 r3841 [x86_64-linux-3.10.0-957.el7.x86_64] (local build)
    ... Copyright (C) 2002-13, Bruce Allen, Christian Franke, www.smartmontools.org
    ...
    ... === START OF READ SMART DATA SECTION ===
    ... SMART overall-health self-assessment test result: PASSED
    ... """)
    smartctl lines 2-6 read
      smart: access=areca,2 device=/dev/sg0 health=passed unreadable=no (2-6)
      system: arch=x86_64 kernel=3.10.0-957.el7.x86_64 kernel-code=3010000 os=linux (2-2)

    >>> show("""Smartctl open device: /dev/sda failed: DELL or MegaRaid controller, please try adding '-d megaraid,N'
    ... """)
    smartctl lines 1-1 read
      smart: access= device=/dev/sda logical-volume=yes unreadable=yes (1-1)
'''

from __future__ import annotations

import re
from collections.abc import Sequence

from facts.account import Rules
from facts.kit import run
from facts.patterns import lazy
from facts.readers.smart_signs import Asked, access_of_tag, asked_in_command, platform
from facts.readers.smartctl_drive import Drive, is_key
from facts.readers.smartctl_extent import extent, label_of
from facts.readers.smartctl_lines import OF_NO_USE
from facts.reading import Output, Place, Reader, Reading, Row

_BANNER = lazy(r"\s*smartctl (?:version )?(?:pre-)?\d+\.\d\S*(?: [^\[]*)?\[(?P<platform>[^\[\]]+)\]")
_ATTRIBUTE = lazy(
    r"\s*(?P<id>\d{1,3}|0x[0-9a-f]{2})\s+(?P<name>[A-Za-z_][\w()/-]*)\s+(?P<flag>0x[0-9a-f]{4}|[POSRCK-]{6})\s+"
    r"(?:\d{1,3}|---)\s+(?:\d{1,3}|---)\s+(?:\d{1,3}|---)\s+(?P<rest>\S.*)$"
)
_KNOWN = lazy(r"_Sector_Ct|_Pending_Sector|CRC_Error|Power_On_Hours|Offline_Uncorrectable|Reported_Uncorrect")
_COUNTER = lazy(r"\s*(?:read|write|verify):\s++(?P<numbers>[\d.,][\d.,\s]*|(?<=\s\s))$")
_SELF_TEST = lazy(
    r"\s*+(?:#\s*+)?\d{1,2}\s+(?P<test>Short|Extended|Conveyance|Selective|Background|Foreground|Offline|Reserved|Default"
    r"|Vendor)\b(?P<rest>.*)$"
)
_REFUSED_TEST = lazy(
    r"\s*(?:(?:Short|Long|Extended|Default|Background|Foreground)\b[\w() ]*self.?test failed \[[^\]]*(?:unsupported"
    r"|not supported)[^\]]*\]"
    r"|Command \"Execute SMART [\w -]*self-test routine[^\"]*\" failed"
    r"|Warning: device does not support Self-Test functions"
    r"|Self-tests? not supported)",
    re.IGNORECASE,
)
_STARTED_TEST = lazy(
    r"\s*(?:Testing has begun|(?:Short|Extended) Background Self Test has begun|Self Test returned without error)"
)
_UNREADABLE = lazy(
    r"\s*(?:Smartctl open device: .* failed|A mandatory SMART command failed"
    r"|\S+: Unknown USB bridge|\S+: Unable to detect device type|\S+: Unsupported USB bridge"
    r"|Read Device Identity failed"
    r"|(?:Smartctl: Device )?Read Device Identity Failed|Standard Inquiry \(\d+ bytes\) failed"
    r"|Device does not support SMART\b"
    r"|SMART support is: +Unavailable|Unable to detect device type|Please specify device type with the -d option"
    r"|>> Terminate command early due to bad response)",
    re.IGNORECASE,
)
# smartctl knows by the device file, or by the inquiry, that a RAID controller stands between
_REFERRED = lazy(
    r"(?:.{0,300}?[\"'])?\s*(?:Smartctl open device: )?(?P<device>/dev/[^\s:]+):?(?: \[[^\]]*\])* (?:failed: )?"
    r"(?:(?:DELL or MegaRaid|AMCC/3ware) controller, please try adding '-d (?:megaraid|3ware)|requires option '-d cciss,N')"
)
# an entry of the log of errors: the registers, then what they say
_LOGGED = lazy(r"\s*(?:[0-9a-f]{2} (?:-- )?){7,13} *Error: (?P<errors>[A-Z]{2,5}(?:, [A-Z]{2,5})*)")
_OPEN = lazy(r"\s*Smartctl open device: (?P<device>/dev/\S+)(?P<tags>(?: \[[^\]]*\])*) failed: (?P<reason>.*)$")
_TYPED = lazy(r"\s*(?P<device>/dev/\S+?):? (?:\[[^\]]*\]|.*Device of type|Device open changed|.*Unknown USB bridge)")


_MADE = lazy(r"\s*Manufactured in week +(?P<week>\d+) of year +(?P<year>\d{4})")
_POWERED = lazy(
    r"\s*(?:number of hours powered up =|Accumulated power on time, hours:minutes)\s*(?P<hours>\d+(?:[.,]\d+)?)"
)
# counters of the SATA link about data that was damaged on its way, and of a SAS phy
_PHY = lazy(
    r"\s*(?:0x000(?:[1-4]|b)\s+\d+\s+(?P<sata>\d+)\+?\s+(?:Command failed due to ICRC|R_ERR response for (?:data"
    r"|device-to-host data|host-to-device data) FIS|CRC errors within)"
    r"|(?:Invalid DWORD|Running disparity error) count = (?P<sas>\d+)|Loss of DWORD synchronization(?: count)? = (?P<lost>\d+))"
)
# statistics of the drive (GP Log 0x04), which name what the attributes count as well
_STATISTIC = lazy(
    r"\s*0x0[3-6]\s+0x0\d\d\s+\d\s+(?P<count>\d+)\s+\S{3,4}\s+(?P<name>Number of (?:Reallocated Logical Sectors|Realloc\. Candidate Logical"
    r" Sectors|Reported Uncorrectable Errors|Interface CRC Errors))"
)
_STATISTICS = {
    "Number of Reallocated Logical Sectors": "reallocated-raw",
    "Number of Realloc. Candidate Logical Sectors": "pending-raw",
    "Number of Reported Uncorrectable Errors": "reported-uncorrectable-raw",
    "Number of Interface CRC Errors": "crc-errors-raw",
}
_NO_STATUS = lazy(r"\s*SMART Status not supported: (?:ATA return descriptor not supp|Incomplete response)")
_NO_TEST_LOG = lazy(r"\s*Device does not support Self Test logging")
_NO_ERRORS = lazy(r"\s*No Errors Logged")
_EXECUTION = lazy(r"\s*Self-test execution status:\s*\(\s*(?P<code>\d+)\)")


def _line(drive: Drive, index: int, line: str, following: str) -> bool:
    """Read one line: a row of a table, a single sign, or ``key: value``. Whether it is one that counts."""
    if match := _ATTRIBUTE.match(line):
        drive.attribute(index, match, following)
    elif match := _COUNTER.match(line):
        drive.counters(index, match["numbers"])
    elif _REFUSED_TEST.match(line):
        drive.put(index, "self-test-refused", True)
        drive.signs.self_test_refused = True
    elif _STARTED_TEST.match(line):
        drive.put(index, "self-test-refused", False)
    elif match := _LOGGED.match(line):
        drive.logged(index, match["errors"].split(", "))
    elif match := _REFERRED.match(line):
        drive.put(index, "unreadable", True)
        drive.put(index, "logical-volume", True)
        drive.asked = Asked(drive.asked.device or match["device"], drive.asked.access)
    elif match := _OPEN.match(line):
        drive.put(index, "unreadable", True)
        drive.asked = Asked(drive.asked.device or match["device"], drive.asked.access or access_of_tag(match["tags"]))
    elif _UNREADABLE.match(line):
        drive.put(index, "unreadable", True)
    elif match := _MADE.match(line):
        drive.signs.made_week, drive.signs.made_year = int(match["week"]), int(match["year"])
    elif match := _POWERED.match(line):
        drive.put(index, "power-on-hours", float(match["hours"].replace(",", ".")))
    elif (match := _EXECUTION.match(line)) and 3 <= int(match["code"]) >> 4 <= 8:
        drive.put(index, "self-test-failed", True)
        drive.tested = drive.closed = True
    elif match := _SELF_TEST.match(line):
        drive.self_test(index, match)
    elif match := _PHY.match(line):
        slot = "sync-losses" if match["lost"] else "link-faults"
        drive.link_faults(index, slot, match["sata"] or match["sas"] or match["lost"])
    elif match := _STATISTIC.match(line):
        if _STATISTICS[match["name"]] not in drive.values:
            drive.put(index, _STATISTICS[match["name"]], int(match["count"]))
    elif _NO_STATUS.match(line):
        drive.signs.no_status = True
    elif _NO_TEST_LOG.match(line):
        drive.signs.no_self_test_log = True
    elif _NO_ERRORS.match(line):
        if drive.values.get("protocol") != "nvme":
            drive.put(index, "logged-errors", 0)
    else:
        key, _, value = line.partition(":")
        return drive.key(index, key, value)
    return True


def _read(output: Output) -> Reading:
    asked = label_of(output.lines)
    if not asked.device and output.nth == 0:
        asked = asked_in_command(output.command)
    drive = Drive(output, asked)
    used = [output.span(0)] if asked.device else []
    for index, line in enumerate(output.lines):
        if match := _BANNER.match(line):
            if values := platform(match["platform"]):
                drive.system = Row("system", values, output.span(index), inferred="kernel" not in values)
            used.append(output.span(index))
            continue
        if (match := _TYPED.match(line)) and not drive.asked.device:
            drive.asked = Asked(match["device"].rstrip(":"), drive.asked.access or access_of_tag(line))
        following = output.lines[index + 1] if index + 1 < len(output.lines) else ""
        if _line(drive, index, line, following):
            used.append(output.span(index))
    rows = drive.finish()
    if not rows and not drive.refusals:
        unasked = any(map(_USAGE.match, output.lines))
        drive.refuse(
            0, "smartctl refused its arguments and asked no drive" if unasked else "nothing here tells about a drive"
        )
    reading = Reading(rows, drive.refusals, used=used)
    for _, begin, end in output.parts(_CHOICES):
        closed = next((n for n in range(begin, end) if "<====" in output.lines[n]), begin)
        for index in range(begin, closed):
            if ", " in output.lines[index]:
                reading.pass_over("arguments to choose from", output.span(index))
    return reading


_USAGE = lazy(r"\s*=+> (?:INVALID ARGUMENT|VALID ARGUMENTS|UNRECOGNIZED OPTION|ARGUMENT REQUIRED)")
_CHOICES = lazy(r"\s*=+> VALID ARGUMENTS ARE:")
_OWN: Rules = (
    *((("read", pattern)) for pattern in (
        _BANNER, _ATTRIBUTE, _COUNTER, _REFUSED_TEST, _STARTED_TEST, _LOGGED, _REFERRED, _OPEN, _UNREADABLE, _MADE, _POWERED,
        _EXECUTION, _SELF_TEST, _PHY, _STATISTIC, _NO_STATUS, _NO_TEST_LOG, _NO_ERRORS,
    )),
    *OF_NO_USE,
)  # fmt: skip


def _own(line: str) -> str:
    """The name of the rule by which a line is smartctl's, or ""."""
    return "read" if is_key(line) else next((name for name, pattern in _OWN if pattern.match(line)), "")


def _extent(lines: Sequence[str], start: int, command: str) -> tuple[int, int] | None:
    """An output, or lines of its table of attributes alone, that grep has left of it."""
    if not _ATTRIBUTE.match(lines[start]):
        return extent(lines, start, _own)
    end = run(lines, start, _ATTRIBUTE)
    return (start, end) if "smartctl" in command or any(map(_KNOWN.search, lines[start:end])) else None


HINTS = (
    "smartctl", "Smartctl", "SMART ", "SMART/Health", "ATTRIBUTE_NAME", "self test failed", "Device Model:", "SATA Version is:",
    "_Sector", "CRC_Error",
    " Version: ", "Test_Description", "power-on lifetime: ", "Error Count: ", "SATA Phy ", "requires option '-d ", "3ware controller, ",
    "Protocol Specific port", "Device Statistics", "Error counter log:",
)  # fmt: skip
PLACES = (
    Place(
        r"(?:smart(?:ctl|data)?|smart[-_]\w{1,12})[-_.](?:-\w+[-_.])?(?:dev[-_.])?"
        r"(?P<disk>[sh]d[a-z]{1,2}|nvme\d{1,2}(?:n\d)?|a?da\d{1,3})(?:\.log)?",
        "smartctl -a /dev/{disk}",
        ("smartctl_-x_sde", "db1/smart-nvme0.txt", "smart_data_ada0.log"),
    ),
)
READERS = (
    Reader(
        "smartctl",
        lazy(
            r"\s*(?:smartctl (?:version )?(?:pre-)?\d+\.\d|=== START OF (?:INFORMATION|READ SMART DATA|SMART DATA"
            r"|OFFLINE)"
            r"|SMART overall-health self-assessment test result:|SMART Health Status:|Smartctl open device: "
            r"|ID# +ATTRIBUTE_NAME|(?:Long|Short) [\w() ]*self test failed \[|SMART/Health Information \(NVMe"
            r"|\S+: Unknown USB bridge|(?:Device Model|Model Family):\s+\S|SATA Version is: .{4,30} Gb/s \(current: "
            r"|.{0,300}?[\"']Smartctl open device: /dev/|Device: \S.{0,40}? Version: \S"
            r"|SMART (?:Extended )?Self-test [Ll]og|Num +Test_Description|SMART (?:Extended Comprehensive )?Error Log Version: \d"
            r"|(?:ATA|Device) Error Count: \d|Error \d+ (?:\[\d+\] )?occurred at disk power-on lifetime: \d"
            r"|SATA Phy Event Counters \(GP Log|Protocol Specific port (?:log )?page for SAS|Device Statistics \(|Error counter log:"
            r"|/dev/\S+: (?:requires option '-d cciss,N'|AMCC/3ware controller, please try)"
            r"|\d{1,3} [A-Z][\w-]+ +(?:0x[0-9a-f]{4}|[POSRCK-]{6}) +\d{3} +\d{3} )"
        ),
        _extent,
        _read,
        of_no_use=OF_NO_USE,
    ),
)
