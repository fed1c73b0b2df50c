"""Lines of smartctl's text that are known and of which no value is used, by rule.

From the sources of smartctl 5.33 to 7.5 (``ataprint``, ``scsiprint``, ``nvmeprint``, ``farmprint``).
"""

from __future__ import annotations

import re

from facts.account import Rules
from facts.patterns import lazy


def _any(texts: str) -> str:
    """Alternatives, which go on from line to line."""
    return "|".join(line.strip() for line in texts.strip().splitlines())


def _keys(names: str) -> re.Pattern[str]:
    """Lines that begin with one of these names and a colon."""
    return lazy(rf"\s*(?:{_any(names)})\s*:(?:\s|\Z)")


def _starts(texts: str) -> re.Pattern[str]:
    return lazy(rf"\s*(?:{_any(texts)})")


_IDENTITY = r"""
    Device is|Firmware Version|Firmware|Revision|Compliance|LU WWN Device Id|Logical Unit id|User Capacity|Rotation Rate|Form Factor
    ATA Version is|ATA Standard is|SATA Version is|Transport Type|Logical block size|Lowest aligned LBA|Device type|Add\. Product Id
    SMART support is|TRIM Command|AAM feature is|AAM level is|APM feature is|APM level is|Rd look-ahead is|DSN feature is
    ATA Security is|Wt Cache Reorder|SCT Write Cache Control|Read Cache is|Temperature Warning|Power mode (?:is|was)
    Additional product id|PCI Vendor/Subsystem ID|PCI Vendor(?: Subsystem)? ID|IEEE OUI Identifier|Total NVM Capacity
    Unallocated NVM Capacity|Controller ID|NVMe Version|Number of Namespaces|Namespace \d+ [\w ()/.:-]{4,40}?|Local Time is
    LU is [\w -]+|Device supports SMART and is|Firmware Updates \(0x\w+\)|Optional (?:Admin|NVM) Commands \(0x\w+\)
    Log Page Attributes \(0x\w+\)|Maximum Data Transfer Size|(?:Warning|Critical) +Comp\. Temp\. Threshold|Vendor|Product
    Model Family|Zoned Device|Device Model|Model Number|Serial [Nn]umber|Device|Sector Sizes?|Physical block size|Transport protocol
    SCSI device|Version|Write cache is|Writeback Cache is|Logical Unit WWN
"""
_NVME_HEALTH = r"""
    Temperature|Temperature Sensor \d|Data Units (?:Read|Written)|Host (?:Read|Write) Commands|Controller Busy Time|Power Cycles
    Unsafe Shutdowns|Error Information Log Entries|(?:Warning|Critical) +Comp\. Temperature Time
    Thermal Temp\. \d (?:Total Time|Transition Count)
"""
_SCT = r"""
    SCT (?:Status Version|Version \(vendor specific\)|Support Level|Temperature History Version|Error Recovery Control)|Device State
    Current Temperature|(?:Power Cycle|Lifetime) +(?:Min/Max|Max) Temperature|Min/Max (?:recommended Temperature|Temperature Limit)
    Specified Max Operating Temperature|Under/Over Temperature Limit Count|Temperature (?:Sampling Period|Logging Interval)
    Temperature History Size \(Index\)|SMART Status|Minimum supported ERC Time Limit|Vendor specific|(?:Read|Write)
"""
_PROSE_OF_STATES = r"""
    was (?:never started|completed|suspended|aborted|in progress)|Auto Offline [Dd]ata|without error or no|been run|command\b
    of test remaining|Suspend Offline|Abort Offline|Offline surface scan
    (?:No )?(?:Conveyance|Selective)? ?Self-test (?:supported|routine)|power-saving mode|Supports SMART|Saves SMART|Does not save
    Does not support|SCT [\w ]+ supported|General Purpose Logging|No General Purpose|Automatic saving|is not implemented
    Offline data collection not|SMART execute Offline|No Offline|No Auto Offline|No Selective|No Conveyance|No Self-test
    Vendor Specific Auto|by the host with|the host(?:\.| with)|was interrupted|was unable to|progress with
    (?:the|a) (?:read|servo|electrical|test) |routine\.|element (?:of the|that)|failed\.|test failed|damage\.|device is suspected
    its self-test|occurred while|with unknown result|Reserved|Not [Ss]upported|is in a (?:Vendor|Reserved)|in progress|this device
    Drive may have|Offline data collection activity
"""
_REGISTERS = r"""
    (?:CR|FR|SC|SN|CL|CH|DH|DC|ER|ST|FEATR|COUNT|LBA_48|LH|LM|LL|DV) +=|Powered_Up_Time is|DDd\+hh|SS=sec|Timestamp =
    When the command that caused|After command completion|Commands leading to the command|ER (?:ST|--) |CR (?:FR|FEATR)[ ]
    (?:[0-9a-f]{2} (?:-- )?){7,13} *(?:\S|\Z)|Error -?\d+ (?:\[-?\d+\] )?(?:occurred|log entry)
"""
_ATTRIBUTE_HEAD = r"""
    ID# ?ATTRIBUTE_NAME|\|+_+ [KCRSOPDN] |SMART Attributes Data|Vendor Specific SMART Attributes|Failed Attributes:
    No failed Attributes|Please note the following marginal|See vendor-specific Attribute
"""
_LOG_HEADS = r"""
    SMART (?:Extended |Comprehensive )*(?:Error|Self-test) Log|SMART Self-test log|SMART Selective|SMART Error Log
    SMART (?:\w+ )?Log Directory|General Purpose Log Directory|SMART +Log Directory|Log Directories not read|Address +Access
    Num +Test|Description +number|SPAN +|Selective self-test flags|If Selective|(?:After|Currently) (?:scanning|read-scanning)
    Read-scan of|No [Ss]elf-tests (?:have been|[Ll]ogged)|Warning: ATA |Warning! |Device Statistics|Page +(?:Offset|Description)
    Pending Defects|No Defects|Index +(?:LBA|Est)|SATA Phy|ID +Size|SCT (?:Commands|Data|Feature|\((?:Get|Set)\)|Error Recovery)
    Seagate FARM|FARM log|Read FARM|Read (?:\d+ entries|SMART|GP|SCT|SATA|Device Stat|Pending|Error Inf|Self-test|NVMe)
    The above only provides|Error Information \(NVMe|SMART/Health Inf|Self-test Log \(NVMe|Self-test status: No|Num +ErrCount
    SMART Attribute|Invalid (?:Error|Self-test|Temp)|Error logging capability|Error logging|Total time to complete|data collection:
    Offline data collection|capabilities:|SMART capabilities|SCT capabilities|(?:Short|Extended|Conveyance) self-test routine
    recommended polling|General SMART Values|Selective Self-test|SMART \w+ log\b|Error counter log|Error Counter
    \d+ of \d+ failed self-tests|Note: |Temperature History is|Device does not support (?:Background|TapeAlert|Error)
    Supported (?:LBA|Power)|St Op +Max|Id Fmt |Try '-l|Try an add|Probable ATA|Retry with|[A-Z]\w+ Log 0x[0-9a-f]+[ ]
    Conveyance Self-test functions|Self-test functions|Selective Self-tests
"""
_SCSI_LOGS = r"""
    fast \||ECC |Errors Corrected by|Background scan|Status: |Accumulated power on|Number of background|scan progress
    No (?:error events|\w+s have)|Specified|Manufactured|Recommended|Current start|Accumulated|Start-stop|Vendor \(|number of
    Blocks (?:sent|rec|read)|Number of read and|relative target|generation code|phy identifier|attached|reason|negotiated
    SAS address|Invalid DWORD|Running disparity|Loss of DWORD|Phy |Protocol Specific|Long \(extended\)|Non-medium|Last n|Error event
    \[GLTSD|TapeAlert|Pending defect count|\[binary\]|\[data counter|Track following|Positioning error|when +lba|# +when
    \d+ +\d+:\d\d +[0-9a-f]{6,}|Log Sense|Drive Trip|Read defect|Elements in|Grown defect|Formatted with|\d+ protection
    \d+ bytes of prot|Logical block prov|LB prov|LU (?:is|prov)|Informational Exc|unable to|device (?:Test|is NOT|bec)
    Background medium|Self[- ][Tt]est (?:returned|execution)|invalid word|[Ll]oss of|Peak|Received|Invalid word
    Total (?:new )?blocks re|Power on minutes|(?:Current|(?:Lifetime )?(?:Maximum|Minimum)|Lifetime \w+) (?:temperature|relative)
    defect list format|Relative hum|Transm|Elasticity
"""
_TALK = r"""
    =+> |<=+|.*<=+\s*\Z|Use (?:smartctl|-s|option)|Please |Testing has|Test will|Sending command|Drive command|Drive failure
    \(override|\(pass |In smartctl|Smartctl(?: |:)|\S+: (?:Unknown|Unsupported|Unable|Device|Neither|No such)|Consider|Warning:[ ]
    ERROR: |(?:An? )?(?:optional|mandatory)|Standard Inq|Retrying|Short INQ|A mandatory|An optional|Terminate|>> Term|Checking to
    [\w-]*abled status cached|NO MEDIUM|CHECK POWER|Device is in|Device open|Can't start
    (?:Short|Extended|Long|Default|Background|Selective|Conveyance|Off-?line)\b.{0,60}(?:Test|test|routine|Successful|Command)
    Command \"|SMART (?:Enabled|Disabled|Auto|Enable|Disable|Status|command)|(?:ATA|SCSI|NVMe) device succ|Bad response
    Device does not supp|Device supports|Self-tests? (?:not|has|ab)|Register values|CMD=|Estimated compl|\S+: (?:Input|Inval|Perm)
    [-\w]+ failed: |Log page|Error SMART|SMART support|This device|Try (?:using|add|un)|(?:Read|Write) (?:cache|look|Device)
    See (?:also|http)|https?://|Updates? |For details|\(Enter|or '-d|add '-t|You (?:may|have)|The valid|Valid arg
    /\S+ (?:\[\w+\] ?)*: Device |Self-test status: \w|\d0% of test|entering power|Temperature Warning |USB bridge|if this is
    \S+ -d \S+ #|Device placed|No such|Unable to|\(possibly
"""
_ENTRIES = r"""
    0x[0-9a-f]{2}(?:-0x[0-9a-f]{2})? +(?:GPL|SL|GPL,SL|-) +(?:R/O|R/W|VS|RESV?|\S{2,4}) +\d+ +\S
    0x[0-9a-f]{2} +(?:=====|-----|0x[0-9a-f]{3}) |0x[0-9a-f]{2} +[A-Z]\w|0x[0-9a-f]{4} +\d{1,2}:? +(?:\d|Invalid)
    \d+ +[+-] +(?:\d+\.\d+W|-)|\d+ +[+-](?: +(?:0x[0-9a-f]+|\d[\d,]*|-)){3,7}\s*\Z|\d+ +\d+ +(?:\d+|-)\s*\Z
    \d+ +\d+ +\d+ +0x[0-9a-f]{4}|\.\.\. +(?:\.\.|\(\d+ entries)|\d+ +(?:\d{4}-\d\d-\d\d \d\d:\d\d|\?) +(?:-?\d+|\?)[ ]
    \d+ +\d+ +\d+ +(?:Not_testing|Read_scanning|Completed|Aborted|Interrupted|Fatal|Self_test|Handling|Reserved)
    - (?:available spare|temperature is|NVM subsystem|media has been|volatile memory|persistent memory|unknown critical|\[\d+ unused)
"""
OF_NO_USE: Rules = (
    ("banner", _starts(r"smartctl (?:version )?(?:pre-)?\d+\.\d|Copyright \(C\)|Home page is")),
    ("section", _starts("=== (?:START OF|ATA IDENTIFY)")),
    ("identity", _keys(_IDENTITY)),
    ("health that no finding uses", _keys(_NVME_HEALTH)),
    ("heading of attributes", _starts(_ATTRIBUTE_HEAD)),
    ("capabilities", lazy(rf"(?:[\t ]{{5,}}|(?<!\S))(?:{_any(_PROSE_OF_STATES)})")),
    ("entry of an error log", _starts(_REGISTERS)),
    ("temperatures", _keys(_SCT)),
    ("heading of a log", _starts(_LOG_HEADS)),
    ("log of a SCSI drive", _starts(_SCSI_LOGS)),
    ("entry of a log", _starts(_ENTRIES)),
    ("message", _starts(_TALK)),
)
LOOSE = frozenset(("capabilities", "message"))
"""Rules that other texts fit as well: they count only directly below another line of smartctl."""
