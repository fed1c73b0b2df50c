'''``omreport storage battery``, ``pdisk``, ``vdisk`` and ``controller``: Dell's OpenManage on PERC controllers.

Versions 5 to 10. A list of several batteries or volumes has a block for each, which begins with its number.

Samples::

    >>> from facts.readers import show
    >>> show("""ID                        : 0
    ... Status                    : Critical
    ... Name                      : Battery 0
    ... State                     : Failed
    ... Recharge Count            : Not Applicable
    ... Learn State               : Idle
    ... """)
    omreport lines 1-6 read
      controller: battery=failed family=megaraid name=adapter 0 (1-6)

    >>> show("""ID                  : 0
    ... Status              : Non-Critical
    ... Name                : data
    ... State               : Degraded
    ... Layout              : RAID-10
    ... Write Policy        : Write Through
    ... """)
    omreport lines 1-6 read
      controller-array: array=0 level=RAID-10 state=degraded write-cache=off (1-6)

    >>> show("""ID                     : 0
    ... Status                 : Ok
    ... Name                   : PERC H730 Mini
    ... Patrol Read Mode       : Auto
    ... Patrol Read State      : Active
    ... Patrol Read Rate       : 30%
    ... """)
    omreport lines 1-6 read
      controller: family=megaraid name=adapter 0 patrol-mode=auto patrol-rate-percent=30 patrol-state=active (1-6)

    >>> show("""ID                              : 0:1:3
    ... Status                          : Non-Critical
    ... Name                            : Physical Disk 0:1:3
    ... State                           : Online
    ... Failure Predicted               : Yes
    ... """)
    omreport lines 1-5 read
      controller-drive: drive=adapter 0 0:1:3 smart-alert=yes state=ok usage=0:1:3 (1-5)
'''

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from facts.kit import Values, account_fields, names
from facts.patterns import lazy
from facts.reading import Output, Reader, Reading, Row, Span
from facts.states import Words
from facts.units import number

_ID = lazy(r"\s*ID\s+: (?P<id>\d{1,4}(?::\d{1,4}){0,2})\s*\Z")
_KEYED = lazy(r"\s*(?P<key>[A-Z][\w ./()-]{1,50}?)\s*: (?P<value>\S(?:.*\S)?)\s*\Z")
_OURS = lazy(
    r"\s*(?:Recharge Count|Learn State|Write Policy|Patrol Read State|Failure Predicted|Name\s*: Battery \d+\s*\Z)\s*:?"
)
BATTERY = Words(
    {
        "ok": "Ready|High",
        "charging": "Charging|Reconditioning|Learning|Low|Power Low|Below Threshold|Degraded",
        "failed": "Failed",
        "absent": "Missing",
    },
    silent="Unknown",
)
_STATES = Words(
    {
        "normal": "Ready|Ok", "degraded": "Degraded|Degraded Redundancy|Partially Degraded",
        "failed": "Failed|Failed Redundancy|Offline", "rebuilding": "Rebuilding|Resynching|Regenerating",
        "initializing": "Background Initialization|Initializing|Formatting",
        "migrating": "Reconstructing|Expanding", "checking": "Check Consistency|Checking|Verifying",
    },
    silent="Unknown",
)  # fmt: skip
POLICY = Words(
    {
        "off": "Write Through|Disabled",
        "on": "Write Back|Enabled",
        "forced": "Force Write Back|Write Back Force|Force WriteBack",
    },
    silent="Not Applicable|Not Available",
)
PATROL = Words(
    {"active": "Active|Running", "paused": "Paused", "stopped": "Stopped|Ready|Completed"},
    silent="Not Applicable|Unknown",
)
PATROL_MODES = Words(
    {"auto": "Auto|Automatic", "manual": "Manual", "off": "Disabled|Disable"},
    silent="Not Applicable|Not Supported|Unknown",
)
_RATES = {
    "Patrol Read Rate": "patrol-rate-percent", "Check Consistency Rate": "check-rate-percent", "Rebuild Rate": "rebuild-rate-percent",
}  # fmt: skip
_DRIVES = Words({"on": "Enabled", "off": "Disabled", "default": "Unchanged"}, silent="Not Applicable")
_DRIVE_STATES = Words(
    {
        "ok": "Online|Non-RAID", "failed": "Failed|SMART Alert Detected|Offline", "rebuilding": "Rebuilding|Replacing",
        "free": "Ready|Foreign|Unconfigured", "absent": "Removed",
    },
    silent="Unknown|Blocked|Clear|Diagnostics|Read Only|Unsupported|Incompatible|Not Applicable",
)  # fmt: skip
_ALERT = Words({"yes": "Yes", "no": "No"}, silent="Not Applicable|Unknown")
_READ = names(
    """Failure Predicted
    |ID|State|Layout|Write Policy|Disk Cache Policy|Patrol Read Mode|Patrol Read State|Patrol Read Rate|Check Consistency Rate
    |Rebuild Rate"""
)
_UNUSED = names(
    """Power Status|Part of Cache Pool|Remaining Rated Write Endurance|Revision|Certified|Capacity|Used RAID Disk Space
    |Available RAID Disk Space|Hot Spare|Vendor ID|Product ID|Serial No.|Part Number|Negotiated Speed|Capable Speed|PCIe Maximum Link Width
    |PCIe Negotiated Link Width|Sector Size|Device Write Cache|Manufacture Day|Manufacture Week|Manufacture Year|SAS Address
    |Non-RAID Disk Cache Policy|Disk Cache Policy|Form Factor|Sub Vendor|ISE Capable|T10 PI Capable|Mirror Set ID|Encryption Capable
    |Encrypted|Progress|WWN|Available Spare|Cryptographic Erase Capable|Driver Version|Model Number|SSD
    |Status|Name|Recharge Count|Max Recharge Count|Predicted Capacity Status|Learn State|Next Learn Time|Maximum Learn Delay
    |Learn Mode|Hot Spare Policy violated|Encrypted|Size|T10 Protection Information Status|Associated Fluid Cache State|Device Name
    |Bus Protocol|Media|Read Policy|Cache Policy|Stripe Element Size|Progress|Bad Blocks Found|Secured|Virtual Disk Bad Blocks
    |Remaining Redundancy|Cachecade Virtual Disk|Fluid Cache|Slot ID|Firmware Version|Latest Available Firmware Version|Driver Version
    |Minimum Required Firmware Version|Minimum Required Driver Version|Latest Available Driver Version|Storport Driver Version
    |Minimum Required Storport Driver Version|Number of Connectors|BGI Rate|Reconstruct Rate|Alarm State|Cluster Mode|SCSI Initiator ID
    |Cache Memory Size|Patrol Read Iterations|Patrol Read Interval|Redundant Path view|Abort Check Consistency on Error
    |Allow Revertible Hot Spare and Replace Member|Load Balance|Auto Replace Member on Predictive Failure
    |CacheCade Capable|Current Controller Mode
    |Persistent Hot Spare|Encryption Capable|Encryption Key Present|Encryption Mode|Preserved Cache|Spin Down Unconfigured Drives
    |Spin Down Hot Spares|Spin Down Configured Drives|Automatic Disk Power Saving (Idle C)|Time Interval for Spin Down (in Minutes)
    |Start Time (HH:MM)|Time Interval for Spin Up (in Hours)|T10 Protection Information Capable|Non-RAID HDD Disk Cache Policy
    |Support PI|Persistent Hotspare|Redundant Path View|Alarm|Cache Policy"""
)


def _extent(lines: Sequence[str], start: int, command: str) -> Span | None:
    """Blocks that begin with a number; one must have a name that only batteries or volumes have."""
    if not _ID.match(lines[start]):
        return None
    end = start + 1
    for index in range(start + 1, len(lines)):
        if _KEYED.match(lines[index]):
            end = index + 1
        elif lines[index].strip() or index > end:
            break
    return (start, end) if any(_OURS.match(line) for line in lines[start:end]) else None


def _blocks(output: Output) -> Iterator[tuple[Span, dict[str, str]]]:
    starts = [n for n, line in enumerate(output.lines) if _ID.match(line)] + [len(output.lines)]
    for first, last in pairwise(starts):
        fields = [match for line in output.lines[first:last] if (match := _KEYED.match(line))]
        yield output.span(first, last - 1), {match["key"]: match["value"] for match in fields}


def _read(output: Output) -> Reading:
    reading = Reading()
    for span, fields in _blocks(output):
        if "Failure Predicted" in fields:
            reading.rows.append(Row("controller-drive", _drive(fields, span, reading), span))
            continue
        if "Patrol Read State" in fields:
            reading.rows.append(Row("controller", _controller(fields, span, reading), span))
            continue
        battery = "Recharge Count" in fields or "Learn State" in fields or fields.get("Name", "").startswith("Battery ")
        states = BATTERY if battery else _STATES
        state = states.read(fields["State"], span, reading.refusals) if "State" in fields else None
        if battery:
            # degraded is what it is called after a learn cycle that failed as well as during one that runs
            state = "failed" if state == "charging" and fields.get("Learn State") == "Failed" else state
            values: Values = {"name": "adapter 0", "family": "megaraid"}
            values |= {"battery": state} if state else {}
            reading.rows.append(Row("controller", values, span))
        elif "Write Policy" in fields:
            reading.rows.append(Row("controller-array", _volume(fields, state, span, reading), span))
    account_fields(output, reading, _KEYED, _READ, _UNUSED)
    return reading


def _drive(fields: dict[str, str], span: Span, reading: Reading) -> Values:
    values: Values = {"drive": f"adapter 0 {fields['ID']}", "usage": fields["ID"]}
    if state := _DRIVE_STATES.read(fields.get("State", "Unknown"), span, reading.refusals):
        values["state"] = state
    if alert := _ALERT.read(fields["Failure Predicted"], span, reading.refusals):
        values["smart-alert"] = alert == "yes"
    return values


def _controller(fields: dict[str, str], span: Span, reading: Reading) -> Values:
    values: Values = {"name": f"adapter {fields['ID']}", "family": "megaraid"}
    for key, words, slot in (("Mode", PATROL_MODES, "patrol-mode"), ("State", PATROL, "patrol-state")):
        if word := words.read(fields.get(f"Patrol Read {key}", "Unknown"), span, reading.refusals):
            values[slot] = word
    rates = ((slot, number(fields.get(key, "").removesuffix("%"))) for key, slot in _RATES.items())
    return values | {slot: rate for slot, rate in rates if rate is not None}


def _volume(fields: dict[str, str], state: str | None, span: Span, reading: Reading) -> Values:
    values: Values = {"array": fields["ID"]}
    values |= {"level": fields["Layout"]} if "Layout" in fields else {}
    values |= {"state": state} if state else {}
    if policy := POLICY.read(fields["Write Policy"], span, reading.refusals):
        values["write-cache"] = "off" if policy == "off" else "on"
        if policy == "forced":
            values["write-cache-forced"] = True
    if "Disk Cache Policy" in fields and (cache := _DRIVES.read(fields["Disk Cache Policy"], span, reading.refusals)):
        values["drive-cache"] = cache
    return values


HINTS = ("Recharge Count", "Learn State", "Write Policy", "Patrol Read State", ": Battery ", "Failure Predicted")
READERS = (Reader("omreport", _ID, _extent, _read),)
