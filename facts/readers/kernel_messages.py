"""What kernels print when a disk, a path, a controller or the host itself is in trouble: patterns only.

Not a reader itself; `facts.readers.kernel_log` uses it. Each pattern is matched against a message without its prefix.
`source` separates the different messages in which a kernel reports one and the same fault (the sense data, the failed
request, the lost page): their counts are compared, never added.

>>> first = next(m for m in DISK_MESSAGES if m.pattern.match("sd 0:0:1:0: timing out command, waited 360s"))
>>> first.kind, first.source
('timeout', 'waited')
"""

from __future__ import annotations

import re
from typing import NamedTuple

from facts.patterns import lazy


class Message(NamedTuple):
    """One message: what it says (`kind`), where it comes from (`source`), and its pattern.

    The pattern may have the groups ``device`` (sdb, nvme0n1, sd1), ``address`` (host:channel:target:lun), ``port``
    (ata3.00), ``number`` (8:32), ``sector`` and ``subject``.
    """

    kind: str
    source: str
    pattern: re.Pattern[str]


def _m(kind: str, source: str, pattern: str) -> Message:
    return Message(kind, source, lazy(pattern))


_PORT = r"(?P<port>ata\d{1,3}(?:\.\d\d)?): "
_SD = r"(?:sd (?P<address>\d+:\d+:\d+:\d+): )(?:\[(?P<device>sd[a-z]+)\] )?(?:tag#\d+ )?"
_CAM = r"\((?P<device>(?:ada|da|nda)\d+):\w+:\d+:\d+:[\da-f]+\): "
_LINK_SIGNS = r"(?:BadCRC|10B8B|Dispar|Handshk|UnrecovData|LinkSeq|TrStaTrns)"

# The sense key, as written since 2.6.20 (`[sdb] Sense Key : Medium Error [current]`) and before.
SENSE = lazy(
    r"(?:(?:sd |scsi |hpsa \S+ )(?P<address>\d+:\d+:\d+:\d+): |Info fld=0x[0-9a-f]+, )?"
    r"(?:\[(?P<device>sd[a-z]+)\] |(?:Current |Deferred )?(?P<device2>sd[a-z]+"
    r"|sd[0-9a-f]{2}:[0-9a-f]{2}): )?(?:tag#\d+ )?"
    r"(?:Current(?: \[descriptor\])?: |Deferred: )?[Ss]ense [Kk]ey ?:? ?(?P<key>[A-Z][a-z]+ [A-Za-z]+|0x[0-9a-f]+)"
)
SENSE_KINDS = {
    "medium error": "medium-error", "0x3": "medium-error",
    "hardware error": "hardware-error", "0x4": "hardware-error",
    "not ready": "not-ready", "0x2": "not-ready",
    "recovered error": "recovered", "0x1": "recovered",
}  # fmt: skip
REFUSED_SENSES = frozenset(("illegal request", "0x5", "data protect", "0x7", "unit attention", "0x6"))

ADDITIONAL = lazy(
    r"(?:sd (?P<address>\d+:\d+:\d+:\d+): )?(?:\[(?P<device>sd[a-z]+)\] |(?P<device2>sd[a-z]+): )?(?:tag#\d+ )?"
    r"(?:(?:Add\. Sense|[Aa]dditional sense): |(?:<<vendor>>)?(?=ASC=))(?P<text>\S.*)"
)
# What makes a sense key no fault of the drive: no medium in a reader, a standby path, spinning up, a SMART query
BENIGN_SENSE = lazy(
    r"Medium not present|ATA pass.?through information available|Logical unit not accessible, (?:asymmetric"
    r"|target port)"
    r"|.*in process of becoming ready|.*initializing command required|.*format in progress|Low power condition on"
    r"|Logical unit not ready, notify",
    re.I,
)
LINK_SENSE = lazy(
    r"Scsi parity error|Information unit (?:iuCRC|CRC) error|Data phase CRC error|Protocol service CRC error"
    r"|N[aA][kK] received|ACK/NAK timeout|Initiator detected error message received",
    re.I,
)
# What the drive says of itself: it expects to fail, or has no spare sector left for the next bad one
FAILING_SENSE = lazy(
    r"Failure prediction threshold exceeded(?! \(false\))|.*impending failure|No defect spare location available"
    r"|ASC=0x5d (?:<<vendor>>)?ASCQ=0x(?!ff)",
    re.I,
)

REQUEST = lazy(
    r"(?:(?:end_request|blk_update_request|print_req_error|I/O error): )?"
    r"(?P<what>(?:critical |recoverable )?[\w/]+(?: [\w]+)? ?error"
    r"|I/O error)?,? ?dev:? (?P<device>[\w/:!-]+)(?: \((?P<named>\w+)\))?, "
    # Synology tells where the request lay, and only then what failed
    r"sector (?:in range )?(?P<sector>\d+)(?: op 0x[0-9a-f]+:\((?P<operation>\w+)\))?"
)
REQUEST_KINDS = {
    "timeout error": "timeout",
    "recoverable transport error": "link-error",
    "critical medium error": "medium-error",
    "protection error": "hardware-error",
    "offline error": "not-ready",
    "I/O error": "io-error",
}

DISK_MESSAGES: tuple[Message, ...] = (
    # SCSI layer
    _m("timeout", "waited", _SD + r"timing out command, waited"),
    _m("timeout", "result", _SD + r".*hostbyte=DID_TIME_OUT"),
    _m("timeout", "result", _SD + r"SCSI error: return code = 0x0*(?:3[0-9a-f]{4}|6[0-9a-f]{6})$"),
    _m("not-ready", "no-connect", _SD + r"SCSI error: return code = 0x0*1[0-9a-f]{4}$"),
    _m("timeout", "abort", r"(?:sd |scsi |\w+ \S+: )?(?:sd )?(?P<address>\d+:\d+:\d+:\d+): (?:\[(?P<device>sd[a-z]+)\]"
       r" )?"
       r"(?:tag#\d+ )?.*(?:attempting task abort|abort command|ABORT sent|Abort command issued|megasas: ABORT)"),
    _m("not-ready", "no-connect", _SD + r".*hostbyte=DID_(?:NO_CONNECT|BAD_TARGET)"),
    _m("not-ready", "offline", r"(?:sd |scsi ?)(?P<address>\d+:\d+:\d+:\d+): (?:\[(?P<device>sd[a-z]+)\] )?"
       r"(?:rejecting I/O to (?:offline|dead) device|[Dd]evice offlined)"),
    _m("link-error", "result", _SD + r".*hostbyte=DID_(?:TRANSPORT_\w+|PARITY)"),
    _m("timeout", "uas", _SD + r"uas_eh_abort_handler \d"),
    _m("reset", "device", r"(?:sd |scsi |\w+ \S+: )?(?:sd |scsi )?(?P<address>\d+:\d+:\d+:\d+): (?:\[(?P<device>sd"
       r"[a-z]+)\] )?"
       r"(?:tag#\d+ )?.*(?:attempting (?:device|target) reset|DEVICE RESET|Device Reset|resetting (?:Direct-Access"
       r"|logical|physical))"),
    # libata
    _m("medium-error", "ata-error", _PORT + r"error: \{[^}]*\b(?:UNC|AMNF)\b"),
    _m("link-error", "ata-error", _PORT + r"error: \{[^}]*\bICRC\b"),
    _m("io-error", "ata-error", _PORT + r"error: \{ IDNF"),
    _m("medium-error", "ata-error", r"(?P<port>ata\d{1,3}(?:\.\d\d)?): error=0x[0-9a-f]+ \{[^}]*UncorrectableError"),
    _m("link-error", "ata-error", r"(?P<port>ata\d{1,3}(?:\.\d\d)?): error=0x[0-9a-f]+ \{[^}]*BadCRC"),
    _m("link-error", "serror", _PORT + r"SError: \{[^}]*" + _LINK_SIGNS),
    _m("link-error", "speed", _PORT + r"limiting (?:SATA link )?speed to"),
    _m("link-error", "comreset", _PORT + r"COMRESET failed"),
    _m("timeout", "qc", _PORT + r"qc timeout \(cmd (?!0xa[01])"),
    _m("timeout", "command", _PORT + r"command 0x[0-9a-f]+ timeout"),
    _m("reset", "link", _PORT + r"(?:hard|soft) resetting (?:link|port)"),
    _m("not-ready", "disabled", _PORT + r"(?:disabled|detaching \()"),
    # the old IDE driver
    _m("medium-error", "ide-error", r"(?P<device>hd[a-z]): \w+: error=0x[0-9a-f]+ \{[^}]*UncorrectableError[^}]*\}"
       r"(?:, LBAsect=\d+)?(?:.*?\bsector=(?P<sector>\d+))?"),
    _m("link-error", "ide-error", r"(?P<device>hd[a-z]): \w+: error=0x[0-9a-f]+ \{[^}]*BadCRC"),
    _m("timeout", "ide", r"(?P<device>hd[a-z]): (?:lost interrupt|dma_timer_expiry|(?:DMA|irq) timeout"
       r"|timeout waiting)"),
    # NVMe
    _m("medium-error", "nvme", r"(?P<device>nvme\d+n\d+): .*@ LBA (?P<sector>\d+)(?!\d).*\(sct 0x2 / sc 0x8[0-4]\)"),
    _m("read-error", "nvme", r"(?P<device>nvme\d+n\d+): (?:Read|.*Cmd)\(0x2\) @ LBA (?P<sector>\d+)(?!\d).*\(sct 0x[013] /"),
    _m("write-error", "nvme", r"(?P<device>nvme\d+n\d+): (?:Write|.*Cmd)\(0x1\) @ LBA (?P<sector>\d+)(?!\d)"
       r".*\(sct 0x[013] /"),
    _m("timeout", "nvme", r"nvme (?P<device>nvme\d+|[0-9a-f]{4}:\S+): (?:Abort: )?I/O .*timeout"),
    _m("reset", "nvme", r"nvme (?P<device>nvme\d+|[0-9a-f]{4}:\S+): controller is down; will reset"),
    # only of the drive's own end, and only what was lost: corrected errors, in whatever number, were repeated by the link itself
    _m("link-error", "pcie", r"nvme (?P<device>[0-9a-f]{4}:[0-9a-f]{2}:\S+): (?:AER: )?PCIe Bus Error: severity=Uncorrected[^,]{0,20}, "
       r"type=(?:Physical|Data Link) Layer"),
    _m("not-ready", "nvme", r"nvme (?P<device>nvme\d+|[0-9a-f]{4}:\S+): (?:Device not ready"
       r"|Removing after probe failure|"
       r"Disabling device after reset failure)"),
    # the block layer and file systems above
    _m("read-error", "buffer", r"Buffer I/O error on dev(?:ice)? (?P<device>[\w/!-]+), logical block \d+, async page read"),
    _m("write-error", "buffer", r"Buffer I/O error on dev(?:ice)? (?P<device>[\w/!-]+), logical block \d+, lost (?:a?sync )?page write"),
    # the counters of a Btrfs device, printed when one of them rose; with no failed read or write it was wrong data
    _m("io-error", "btrfs", r"BTRFS error \(device [\w!-]{1,32}[^()]{0,40}\): bdev (?:/dev/)?(?P<device>[\w!-]{1,32}) errs: "
       r"wr (?:[1-9]\d*+, rd \d++|0, rd [1-9]\d*+), flush "),
    _m("io-error", "buffer", r"Buffer I/O error on dev(?:ice)? (?P<device>[\w/!-]+), logical block \d+"),
    _m("write-error", "lost", r"lost (?:a?sync )?page write due to I/O error on (?P<device>[\w/!-]+)"),
    _m("io-error", "mmc", r"(?P<device>mmcblk\d+): error -\d+ (?:transferring data|sending)"),
    # software RAID
    _m("read-error", "md", r"(?:md/)?raid\d{0,3}:?\s?(?:md\w+: )?(?P<device>[\w/-]+): (?:rescheduling"
       r"|unrecoverable I/O read error for block|"
       r"redirecting) ?(?:sector )?(?P<sector>\d+)?"),
    _m("recovered", "md", r"(?:md/)?raid\d*:\s?(?:\w+: )?read error corrected \(\d+ sectors at (?P<sector>\d+) on (?P<device>\w+)\)"),
    _m("read-error", "md-unrecoverable", r"(?:md/)?raid\d*:\s?(?:\w+: )?read error not correctable \(sector (?P<sector"
       r">\d+) on (?P<device>\w+)\)"),
    _m("io-error", "md-failure", r"(?:md/)?raid\d*:\s?(?:\w+: )?Disk failure on (?P<device>[\w/-]+),"),
    # RAID controllers that name the drive
    _m("medium-error", "controller", r"megaraid_sas \S+ .*[Uu]nrecoverable medium error.* PD (?P<subject>[0-9a-f]{2})"),
    _m("medium-error", "controller", r"(?P<device>cciss[^\s:]*)[: ].*CHECK CONDITION,? sense key = 0x3"),
    _m("medium-error", "controller", r"hpsa (?P<device>\S+): .*check condition: sense key: 0x3"),
    _m("timeout", "controller", r"3w-\w+: scsi\d+: AEN: .*Drive timeout detected:port=(?P<subject>\d+)"),
    _m("medium-error", "controller", r"3w-\w+: scsi\d+: AEN: .*Drive ECC error.*[Pp]ort[=: #]+(?P<subject>\d+)"),
    _m("io-error", "controller", r"3w-\w+: scsi\d+: AEN: .*Drive error.*[Pp]ort[=: #]+(?P<subject>\d+)"),
    _m("recovered", "controller", r"3w-\w+: scsi\d+: AEN: .*Sector repair.*[Pp]ort[=: #]+(?P<subject>\d+)"),
    _m("timeout", "controller", r"aacraid: Host adapter abort request \((?P<address>\d+,\d+,\d+,\d+)\)"),
    # FreeBSD
    _m("timeout", "cam", _CAM + r"CAM status: Command timeout"),
    _m("link-error", "cam", _CAM + r"CAM status: Uncorrectable parity/CRC error"),
    _m("link-error", "cam-ata", _CAM + r"ATA status: .*error: [0-9a-f]+ \([^)]*ICRC"),
    _m("io-error", "cam-ata", _CAM + r"ATA status: .*error: [0-9a-f]+ \([^)]*IDNF"),
    _m("medium-error", "cam-ata", _CAM + r"ATA status: .*error: [0-9a-f]+ \([^)]*UNC"),
    _m("predicted-failure", "cam-sense", _CAM + r"(?:SCSI sense: )?[A-Z ]{5,30} asc:(?:5d,(?!ff)|32,0\b)"),
    _m("medium-error", "cam-sense", _CAM + r"(?:SCSI sense: )?MEDIUM ERROR"),
    _m("hardware-error", "cam-sense", _CAM + r"(?:SCSI sense: )?HARDWARE FAILURE"),
    _m("not-ready", "cam-sense", _CAM + r"(?:SCSI sense: )?NOT READY(?!.*(?:becoming ready|not present))"),
    _m("recovered", "cam-sense", _CAM + r"(?:SCSI sense: )?RECOVERED ERROR"),
    _m("not-ready", "cam-lost", _CAM + r"lost device"),
    _m("medium-error", "ata-old", r"(?P<device>ad\d+): FAILURE - .*UNCORRECTABLE.*LBA=(?P<sector>\d+)"),
    _m("link-error", "ata-old", r"(?P<device>ad\d+): (?:FAILURE|WARNING) - .*ICRC.*LBA=(?P<sector>\d+)"),
    _m("timeout", "ata-old", r"(?P<device>ad\d+): (?:TIMEOUT|FAILURE) - \w+ (?:timed out"
       r"|retrying).*LBA=(?P<sector>\d+)"),
    _m("read-error", "geom", r"g_vfs_done\(\):(?P<device>\w+)\[READ\(.*error = (?!6\b|2\b)"),
    _m("write-error", "geom", r"g_vfs_done\(\):(?P<device>\w+)\[WRITE\(.*error = (?!6\b|2\b|28\b)"),
    # Solaris volume managers
    _m("read-error", "svm", r"WARNING: md: \S+: read error on (?:/dev/dsk/)?(?P<device>\w+)"),
    _m("write-error", "svm", r"WARNING: md: \S+: write error on (?:/dev/dsk/)?(?P<device>\w+)"),
    _m("read-error", "vxvm", r"(?:WARNING: )?VxVM vxio V-5-0-\d+ .*[Ss]ubdisk (?P<device>[\w-]+?)(?:-\d+)? block (?P<s"
       r"ector>\d+): Uncorrectable read"),
    _m("write-error", "vxvm", r"(?:WARNING: )?VxVM vxio V-5-0-\d+ .*[Ss]ubdisk (?P<device>[\w-]+?)(?:-\d+)? block (?P<"
       r"sector>\d+): Uncorrectable write"),
)  # fmt: skip

ATA_RESULT = lazy(r"res [0-9a-f]{2}/(?P<error>[0-9a-f]{2}):\S+ Emask 0x[0-9a-f]+ \((?P<what>[^)]+)\)")
ATA_RESULT_KINDS = {"media error": "medium-error", "timeout": "timeout", "ATA bus error": "link-error"}

# Solaris: one fault is a block of lines below its first one.
SOLARIS_DEVICE = lazy(r"(?:WARNING: |NOTICE: )?(?P<path>/\S+) \((?P<device>[a-z_]+\d+)\):\s*(?P<rest>.*)")
SOLARIS_COMMAND = lazy(
    r"\s*Error for (?:Command: ?|command ')(?P<command>[\w<> /()-]+?(?<! ))'?\s+Error Level: (?P<level>\w+)"
)
SOLARIS_BLOCK = lazy(r"\s*Requested Block:? ?(?P<requested>\d+)(?:,?\s+Error Block:? ?(?P<error>\d+))?")
SOLARIS_SENSE = lazy(r"\s*Sense Key: (?P<key>[A-Z][A-Za-z]+[ _][A-Za-z]+)")
SOLARIS_SENSE_KINDS = {
    "media error": "medium-error",
    "hardware error": "hardware-error",
    "not ready": "not-ready",
    "aborted command": "io-error",
    "recoverable error": "recovered",
    "recovered error": "recovered",
    "soft error": "recovered",
}
SOLARIS_TRANSPORT = lazy(r"\s*SCSI transport failed: reason '(?P<reason>[\w ]+)'")
SOLARIS_TRANSPORT_KINDS = {
    "timeout": "timeout", "reset": "reset", "dev_gone": "not-ready",
    "tran_err": "link-error", "incomplete": "link-error",
    "unexpected_bus_free": "link-error", "data_ovr": "link-error", "aborted": "timeout",
}  # fmt: skip
SOLARIS_OTHER: tuple[Message, ...] = (
    _m("not-ready", "selection", r"\s*(?:disk|drive) not responding to selection"
       r"|\s*(?:drive )?offline\b(?! or reservation)|\s*Command failed to complete\.{3} ?Device is gone"),
    _m("link-error", "parity", r"\s*(?:SCSI bus .*)?parity error|\s*Target \d+ (?:reducing|reverting)"),
    _m("timeout", "target", r"\s*(?:Disconnected|Connected) (?:command"
       r"|tagged cmd).* timeout for [Tt]arget (?P<subject>\d+)"),
)  # fmt: skip

# Devices whose errors say nothing about a disk: optical and floppy drives, memory and loop devices.
NO_DISK = lazy(r"(?:sr|scd|fd|loop|ram|zram|cd|st|nst)\d+(?:p\d+)?$")
PARTITION = lazy(
    r"(?P<disk>(?:sd|hd|vd|xvd|dasd)[a-z]+)\d+$|(?P<disk2>(?:nvme\d+n\d+|mmcblk\d+|cciss[/!]c\d+d\d+))p\d+$"
)

# A name with a digit behind its last point or underscore.
_NAMED = r"(?P<subject>[a-z](?:[a-z0-9_.]*[_.])?[a-z]*\d[a-z0-9]*)"
# The driver, its PCI address, the interface, the driver again: each driver has its own way.
_INTERFACE = (
    r"(?:[\w-]+:? )?(?:[0-9a-f]{4}:[0-9a-f:.]+:? )?(?!ata\d|scsi|host\d)"
    + _NAMED
    + r":? (?:\w+: )?(?:\w+ )?(?:NIC )?(?:(?:Remote )?(?:Copper|SerDes|Fib(?:re|er)) )?"
)
LINK_UP: tuple[re.Pattern[str], ...] = (
    lazy(_INTERFACE + r"[Ll]ink (?:is )?(?:[Uu]p|becomes ready)"),
    lazy(r"IPv6: ADDRCONF\(NETDEV_CHANGE\): (?P<subject>[\w.-]+): link becomes ready"),
    lazy(_NAMED + r": (?:link state changed to UP|Gained carrier)"),
    lazy(r"<\w+> +(?:\[[\d.]+\] )?device \((?P<subject>[\w.-]+)\): carrier: link connected"),
    lazy(r"(?:bonding: )?\w+:? \(slave (?P<subject>\w+)\): link status definitely up"),
    lazy(r"(?:bonding: )?\w+: link status definitely up for interface (?P<subject>\w+)"),
    lazy(r"(?:NOTICE|WARNING): (?:SUNW,)?(?P<subject>[a-z][a-z0-9]{0,30}\d)\s?:? ?.*[Ll]ink [Uu]p"),
    lazy(
        r"(?:SUNW,)?(?P<subject>(?:hme|qfe|eri|ge|ce|bge|dmfe)\d+)\s?:\s+\d+ Mbps (?:Full|Half)-[Dd]uplex [Ll]ink [Uu]p"
    ),
    lazy(r"NIC repair detected on (?P<subject>\w+)|The link has come up on (?P<subject2>\w+)"),
)
"""A link that is there again."""

LINK_TAKEN_DOWN = lazy(
    _NAMED + r": Link DOWN\s*$"
    r"|<\w+> +(?:\[[\d.]+\] )?device \((?P<subject2>[\w.-]+)\): state change: \w+ -> deactivating "
    r"\(reason '?(?:user-requested|connection-removed)"
)
"""An interface that somebody, or its configuration, took down; what it then says of its carrier is no loss."""

SWAP_CACHE = lazy(r"\s*Swap cache(?: stats)?: add (?P<added>\d+), delete \d+, find \d+/(?P<wanted>\d+)")
SWAP_TOTAL = lazy(r"\s*Total swap = ?(?P<kilobytes>\d+)kB")
"""What the kernel's report of its memory says of swap since the boot: pages put there, and pages wanted back."""

EVENT_MESSAGES: tuple[Message, ...] = (
    _m("hung-task", "", r"INFO: task (?P<subject>.+):\d+ blocked for more than \d+ seconds"),
    _m("array-sync-started", "", r"md: (?:data-check of|resync of|requested-resync of"
       r"|recovery of|reshape of|resuming \w+ of|syncing) (?:RAID array )?(?P<subject>md[\w/-]+)"),
    _m("array-sync-ended", "", r"md: (?P<subject>md[\w/-]+): (?:data-check|(?:requested-)?(?:re)?sync|recovery|reshape)"
       r" (?:done|interrupted)"),
    _m("idle-cpu-stalled", "swapper", r"(?:(?:NMI )?watchdog: )?BUG: soft lockup.* (?P<subject>CPU#\d+) stuck for "
       r"(?P<seconds>\d+)s! \[swapper"),
    _m("soft-lockup", "", r"(?:(?:NMI )?watchdog: )?BUG: soft lockup.* (?P<subject>CPU#\d+)(?: stuck for "
       r"(?P<seconds>\d+)s)?"),
    _m("soft-lockup", "hard", r"(?:NMI watchdog: )?Watchdog detected hard LOCKUP on (?P<subject>cpu \d+)"),
    _m("idle-cpu-stalled", "rcu", r"(?:rcu: )?(?:INFO: )?rcu_\w+ kthread starved for \d+ jiffies!"
       r"|(?:rcu: )?\s*\d+-[.!O]{3,5}[!:] .*\(false positive\?\)"),
    _m("soft-lockup", "rcu", r"(?:rcu: )?INFO: rcu_\w+ (?:self-)?detected stalls? on (?P<subject>CPU)"),
    _m("out-of-memory-kill", "kill", r"(?:Memory cgroup out of memory|Out of [Mm]emory)(?: \([^)]*\))?: Kill(?:ed)? pr"
       r"ocess \d+,? \(?(?P<subject>[^),]+)"),
    _m("out-of-memory-kill", "killed", r"Killed process \d+,? (?:\((?P<subject>[^)]+)\)"
       r"|UID \d+, \((?P<subject2>[^)]+)\))"),
    _m("out-of-memory-kill", "freebsd", r"pid \d+ \((?P<subject>[^)]+)\),(?: jid \d+,)? uid \d+,? was killed: (?:out of swap"
       r"|failed to reclaim memory|a thread waited too long to allocate a page)"),
    _m("swap-used-up", "freebsd", r"swap_pager: out of swap space|swap_pager_getswapspace\(\d+\): failed"),
    _m("inodes-used-up", "ufs", r"(?:pid \d+ \([^)]*\),? ?(?:jid \d+,? )?)?(?:uid \d+,? )?(?:inumber \d+ )?(?:on )?(?P<subject>/[^\s:]*): "
       r"(?:out of inodes|create/symlink failed, no inodes free)|NOTICE: (?:alloc: )?(?P<subject2>/[^\s:]*): out of inodes"),
    _m("inodes-used-up", "vxfs", r"(?:vxfs: )?(?:WARNING: |NOTICE: )?(?:msgcnt \d+ )?(?:mesg \d+: )?(?:V-\d-\d+: )?"
       r"vx_noinode - (?P<subject>/\S*) file system out of inodes"),
    _m("page-allocation-failure", "", r"(?P<subject>[\w/.:-]+): page allocation (?:failure|stalls)"),
    _m("swap-used-up", "", r"\s*Free swap:? {1,20}=? {0,3}0*\d{1,3}kB\s*$"),
    _m("remount-read-only", "shutdown", r"(?:XFS \((?P<subject>[\w-]+)\)|Filesystem \"(?P<subject2>[\w-]+)\"): .*Shutting down filesystem"),
    _m("remount-read-only", "remount", r"(?:EXT[234]-fs|JFS|jfs|F2FS-fs) \((?:device )?(?P<subject>[\w-]+)\):? .*[Rr]e"
       r"mounting filesystem read-only"),
    _m("remount-read-only", "remount", r".*(?:error|ERROR) ?\(?(?:device (?P<subject>[\w-]+)\)).*remounting filesystem"
       r" as read-only"),
    _m("remount-read-only", "remount", r"Remounting filesystem read-only"),
    _m("remount-read-only", "remount", r"BTRFS.*\(device (?P<subject>[\w-]+)(?:[^\w)-][^()]*)?\).*forced readonly"),
    _m("barriers-disabled", "xfs", r"(?:XFS \((?P<subject>[\w!/-]+)\)|Filesystem \"(?P<subject2>[\w!/-]+)\"): "
       r".{0,120}[Dd]isabling barriers"),
    _m("barriers-disabled", "jbd", r"JBD2?: barrier-based sync failed on (?P<subject>[\w!/-]+?)(?:-\d+)? - disabling barriers"),
    _m("barriers-disabled", "reiserfs", r"(?i:reiserfs): (?:\S+: )?disabling flush barriers(?: on (?P<subject>\S+))?"),
    _m("older-block-found", "btrfs", r"(?:BTRFS[^(]{0,20}\(device (?P<subject>[\w!-]+)[^()]{0,40}\): |btrfs: )?"
       r"parent transid verify failed on "
       r"\D{0,10}\d+ (?:mirror \d+ )?wanted \d+ found \d+"),
    _m("tree-unreadable", "btrfs", r"(?:BTRFS[^(]{0,20}\(device (?P<subject>[\w!-]+)[^()]{0,40}\): |[Bb]trfs: )"
       r"(?:open_ctree failed|couldn't read tree root|failed to read (?:tree root|chunk root|block groups))"),
    _m("tree-unreadable", "btrfs-check", r"ERROR: cannot open file system\s*$"),
    _m("nic-link-down", "", _INTERFACE + r"[Ll]ink (?:is )?[Dd]own"),
    _m("nic-link-down", "", _NAMED + r": (?:link state changed to DOWN|Lost carrier)"),
    _m("nic-link-down", "", r"<\w+> +(?:\[[\d.]+\] )?device \((?P<subject>[\w.-]+)\): (?:state change: activated -> "
       r"unavailable \(reason '?carrier-changed|carrier: link disconnected)"),
    _m("nic-link-down", "bond", r"(?:bonding: )?\w+:? (?:\(slave (?P<subject>\w+)\): link status definitely down"
       r"|link status definitely down for interface (?P<subject2>\w+))"),
    _m("nic-link-down", "solaris", r"(?:NOTICE|WARNING): (?:SUNW,)?(?P<subject>[a-z][a-z0-9]{0,30}\d)\s?:? ?.*(?:[Ll]ink "
       r"[Dd]own|fault detected external)"),
    _m("nic-link-down", "solaris", r"(?:SUNW,)?(?P<subject>[a-z][a-z0-9]*\d)\s?:\s+No response from Ethernet network ?: "
       r"[Ll]ink [Dd]own"),
    _m("nic-link-down", "mpathd", r"NIC failure detected on (?P<subject>\w+)"
       r"|The link has gone down on (?P<subject2>\w+)"),
    _m("nic-hung", "watchdog", r"(?:[\w-]+ [0-9a-f]{4}:[0-9a-f:.]+ |[\w-]+ [\d.:-]+ |\w+ [\da-f]+\.ethernet )?(?:(?P<subject>[\w.@-]+)"
       r"(?: \([^)]*\))?: )?NETDEV WATCHDOG: (?:CPU: \d+: |(?P<subject2>[\w.@-]+)\b.*)transmit .*timed out"),
    _m("nic-hung", "unit", r"(?:[\w-]+:? )?(?:[0-9a-f]{4}:[0-9a-f:.]+:? )?(?:(?P<subject>[\w.@-]+): )?(?:[\w ]+: )?"
       r"Detected (?:Hardware|Tx) Unit Hang"),
    _m("nic-hung", "reset", r"(?:[\w-]+:? )?(?:[0-9a-f]{4}:[0-9a-f:.]+:? )?(?:(?P<subject>[\w.@-]+): )?"
       r"(?:Reset adapter unexpectedly|(?:[\w ]+: )?[Tt]ransmit timed out, resetting|[Tt]ransmit timeout reset Device"
       r"|TX timeout (?:on queue:? ?\d+|detected)|tx_timeout: VSI_seid|initiating reset due to (?:tx|lost link))"),
    _m("nic-hung", "firmware", r"bnx2(?: [0-9a-f:.]+)?:? (?:(?P<subject>\w+): )?fw sync timeout"),
    _m("nic-slowed", "", r"(?:[\w-]+:? )?(?:[0-9a-f]{4}:[0-9a-f:.]+:? )?(?:(?P<subject>[\w.@-]+): )?(?:.{0,60}: )?"
       r"(?:Downshift occurred from negotiated speed|Link Speed was downgraded by SmartSpeed)"),
    _m("nic-hung", "bsd", r"(?P<subject>(?:em|igb|ix|ixl|re|bge|bce|msk|nfe|vmx|cxgb|alc|axe|ue)\d+): [Ww]atchdog timeout"),
    _m("clock-jump", "ntp", r"time reset (?P<seconds>[+-]?\d+(?:\.\d+)?)|\S+ \S+ \S+ clock_step (?P<seconds2>[+-]?\d+\."
       r"\d+)"),
    _m("clock-jump", "chrony", r"(?:Forward|Backward) time jump detected|System clock (?:wrong|was stepped) by "
       r"(?P<seconds>-?\d+(?:\.\d+)?) seconds"),
    _m("clock-jump", "moved", r".{0,40}[Tt]ime (?:just )?(?:moved|jumped) (?:forwards?|backwards?) by "
       r"(?P<seconds>\d+(?:\.\d+)?) ?s"),
    _m("clock-jump", "unstable", r"Clocksource tsc unstable \(delta = -?(?P<nanoseconds>\d{10,}) ns\)"),
    _m("clock-unread", "readout", r"(?:clocksource: )?Long readout interval, skipping watchdog check: cs_nsec: "
       r"(?P<nanoseconds>\d+)"),
    # the clocks that a hypervisor offers count nanoseconds
    _m("clock-unread", "cycles", r"(?:WARNING: |INFO: )?timekeeping: Cycle offset \((?:(?P<nanoseconds>\d+)\) is larger than (?:allowed "
       r"by )?the '(?:xen|kvm-clock)'?|\d+\) is larger than)"),
    _m("clock-unstable", "", r"(?:clocksource: )?timekeeping watchdog(?: on CPU\d+)?: Marking clocksource '?\w+'? as "
       r"unstable"),
    _m("path-failed", "dm", r"device-mapper: (?:table: )?(?:dm-)?multipath: (?:\d+:\d+: )?Failing path (?P<number>\d+"
       r":\d+)"),
    _m("path-restored", "dm", r"device-mapper: (?:table: )?(?:dm-)?multipath: (?:\d+:\d+: )?Reinstating path (?P<number>\d+:\d+)"),
    _m("path-failed", "checker", r"(?:(?:[\w.-]+: )?(?P<subject>\w+)(?: -|:) .*(?:checker reports path is (?:down"
       r"|faulty)|mark as failed|reports path is down|path offline|state down, checker not called)"
       r"|checker failed path (?P<number>\d+:\d+)"
       r"|(?P<number2>\d+:\d+): mark as failed)"),
    _m("path-restored", "checker", r"(?:(?:[\w.-]+: )?(?P<subject>\w+)(?: -|:) (?:.*checker reports path is up|reinstated)"
       r"|(?P<number>\d+:\d+): reinstated)"),
    _m("all-paths-failed", "map", r"(?P<subject>[\w.-]+): (?:remaining active paths: 0$|Entering recovery mode"
       r"|Fail(?:ing)? all paths|all paths down)"),
    _m("path-failed", "rport", r"\s*(?P<subject>rport-\d+:\d+-\d+): blocked FC remote port time out"),
    _m("path-failed", "iscsi", r"\s*(?P<subject>connection\d+:\d+): (?:detected conn error|ping timeout)"),
    _m("path-failed", "iscsi-session", r"\s*(?P<subject>session\d+): session recovery timed out"),
    _m("path-failed", "iscsi", r"NOTICE: iscsi (?P<subject>session\(\d+\)) \S{1,223} offline\s*$"),
    _m("path-restored", "iscsi", r"NOTICE: iscsi (?P<subject>session\(\d+\)) \S{1,223} online\s*$"),
    _m("path-failed", "nvme-fabrics", r"nvme (?P<subject>nvme\d+): (?:NVME-FC\{\d+\}: (?:controller connectivity lost|dev_loss_tmo)"
       r"|starting error recovery|Reconnecting in \d+ seconds|failed nvme_keep_alive_end_io)"),
    _m("path-restored", "nvme-fabrics", r"nvme (?P<subject>nvme\d+): (?:NVME-FC\{\d+\}: controller reconnect complete"
       r"|Successfully reconnected)"),
    _m("all-paths-failed", "nvme-fabrics", r"(?:block )?(?P<subject>nvme\d+n\d+): no (?:usable|available) path - "),
    _m("path-failed", "hba", r"(?P<subject>qla2xxx \S{1,60}|qla\w{1,20}\(\d+\)|lpfc \S{1,60}|qlc\(\d+\)|fp\(\d+\)"
       r"|emlxs\d+): ?.*(?:LOOP DOWN|L(?:OOP|oop) OFFLINE|Link Down Event|Link down|OFFLINE timeout)"),
    _m("path-restored", "hba", r"(?P<subject>qla2xxx \S{1,60}|qla\w{1,20}\(\d+\)|lpfc \S{1,60}|qlc\(\d+\)|fp\(\d+\)"
       r"|emlxs\d+): ?.*(?:LOOP UP|L(?:OOP|oop) ONLINE|Link Up Event|Link up)"),
    _m("all-paths-failed", "mpxio", r"/\S+ \((?P<subject>s?sd\d+)\) multipath status: failed"),
    _m("path-failed", "mpxio", r"/\S+ \((?P<subject>s?sd\d+)\) multipath status: \w.* is (?:offline|now OFFLINE"
       r"|removed)"),
    _m("path-restored", "mpxio", r"/\S+ \((?P<subject>s?sd\d+)\) multipath status: \w.* is (?:online|now ONLINE)"),
    _m("path-failed", "dmp", r"(?:NOTICE: )?VxVM vxdmp V-5-0-112 disabled path (?P<subject>\S+)"),
    _m("path-restored", "dmp", r"(?:NOTICE: )?VxVM vxdmp V-5-0-148 enabled path (?P<subject>\S+)"),
    _m("all-paths-failed", "dmp", r"(?:NOTICE: )?VxVM vxdmp V-5-0-111 disabled dmpnode (?P<subject>\S+)"),
    _m("path-failed", "emc", r"(?:Error: )?emcp:Mpx(?:Alert)?:Error: Path (?P<subject>.+?) (?:to .*)?is dead"),
    _m("all-paths-failed", "emc", r"(?:Error: )?emcp:Mpx:Error: .*[Aa]ll paths to (?P<subject>\S+) are dead"),
    # controllers
    _m("controller-reset", "mpt", r"(?:mptscsih|mptbase): (?P<subject>ioc\d+): (?:attempting (?:bus|host) reset"
       r"|Initiating recovery|WARNING - .*(?:Issuing Reset|IOC is in FAULT))"),
    _m("controller-reset", "mpt", r"(?P<subject>mpt[23]sas\w*): (?:sending diag reset|fault_state"
       r"|attempting host reset|sending port enable !!)"),
    _m("controller-reset", "megaraid", r"(?P<subject>megaraid_sas \S+(?!\S)|megasas"
       r"|megaraid\w*(?!\w)):? ?.*(?:[Rr]esetting (?:fusion )?adapter|FW in FAULT state|(?:waiting|pending) for \d+ commands"
       r"|\d pending commands|RESET (?:cmd|-\d+)|reset\.\.\.|moving cmd|adapter reset|HBA reset|reset successful)"),
    _m("controller-reset", "arcmsr", r"(?P<subject>arcmsr\d*): ?(?:executing (?:hw )?bus reset|.*bus reset eh"
       r"|wait 'abort all outstanding|.*reset (?:device|adapter))"),
    _m("controller-reset", "3ware", r"(?P<subject>3w-\w+: scsi\d+): (?:WARNING: \S+ )?.*(?:timed out, resetting card"
       r"|Reset(?:ting)? (?:failed|card|succeeded)|Controller reset)"),
    _m("controller-reset", "aacraid", r"(?P<subject>aacraid|AAC\d*): ?Host adapter (?:reset request|BLINK LED)"),
    _m("controller-reset", "hpsa", r"(?P<subject>(?:hpsa|cciss) ?\S*): .*(?:[Cc]ontroller lockup detected"
       r"|resetting controller|controller is not ready|heartbeat)"),
    _m("controller-reset", "nvme", r"nvme (?P<subject>nvme\d+): (?:controller is down; will reset"
       r"|I/O .*timeout, reset controller)"),
    _m("controller-reset", "solaris", r"(?:WARNING: )?(?:/\S+ \()?(?P<subject>(?:glm|mpt|mpt_sas|isp|fas"
       r"|ncrs)\d+)\)?:\s.*(?:got SCSI bus reset|Resetting scsi bus|IOC (?:reset|fault))"),
    # ZFS
    _m("zfs-io-failure", "pool", r"(?:WARNING: )?Pool '(?P<subject>[^']+)' has encountered an uncorrectable I/O (?:error|failure)"),
    _m("zfs-io-failure", "zio", r"zio pool=(?P<subject>[\w.:-]+) vdev=\S+ error=(?:5|6|52|121) type=[12]\b"),
    _m("zfs-io-failure", "freebsd", r"(?:ZFS(?:\[\d+\])?: )?(?:vdev (?:I/O|probe) failure|checksum mismatch|vdev failure"
       r"|(?:catastrophic )?z?pool I/O failure), zpool=(?P<subject>[\w.:-]+)"),
    _m("zfs-io-failure", "freebsd", r"(?:ZFS(?:\[\d+\])?: )?vdev is removed, pool_guid=\$?(?P<subject>\d+)"),
    _m("zfs-io-failure", "fma", r"SUNW-MSG-ID: (?P<subject>ZFS-8000-\w+)"),
    _m("zfs-io-failure", "zed", r"eid=\d+ class=statechange .*?pool(?:_guid)?='?(?P<subject>[\w.:-]+).*vdev_state=(?:FAULTED"
       r"|DEGRADED|UNAVAIL|REMOVED)"),
    _m("zfs-io-failure", "zed", r"eid=\d+ class=(?:io|io_failure|checksum|statechange\b.*(?:FAULTED"
       r"|DEGRADED)) .*?pool(?:_guid)?='?(?P<subject>[\w.:-]+)"),
    # modules
    _m("module-symbol-missing", "unknown", r"(?P<subject>\w+): Unknown symbol (?P<symbol>\w+)"),
    _m("module-symbol-missing", "version", r"(?P<subject>\w+): disagrees about version of symbol (?P<symbol>\w+)"),
    _m("module-symbol-missing", "magic", r"(?P<subject>\w+): version magic '.*' should be"),
    _m("module-symbol-missing", "magic", r"KLD (?P<subject>\w+)\.ko: depends on kernel - not available or version mismatch"),
    _m("module-rejected", "key", r".*(?:could not insert|[Ff]ailed to insert)(?: module)? '?(?P<subject>\w+)'?: "
       r"(?:Required key not available|Key was rejected by service|Operation not permitted)"),
    _m("module-rejected", "absent", r"Failed to find module '(?P<subject>\w+)'"),
    _m("module-rejected", "format", r".*(?:could not insert|[Ff]ailed to insert)(?: module)? '?(?P<subject>\w+)'?: "
       r"(?:Exec format error|Invalid (?:argument|module format))"),
    _m("module-rejected", "unknown", r".*[Ff]ailed to insert(?: module)? '?(?P<subject>\w+)'?: Unknown symbol"),
    _m("module-rejected", "unsigned", r"(?:Lockdown: .*unsigned module loading is restricted"
       r"|Loading of (?:unsigned module|module with un\w+ (?:key|crypto)) is rejected|PKCS#7 signature not signed with a trusted key)"),
)  # fmt: skip

MODULE_LOADED = lazy(
    r"(?P<module>\w+): (?:module verification failed: .*tainting kernel|loading out-of-tree module taints kernel"
    r"|Successfully loaded version)"
)
SECURE_BOOT = lazy(
    r"(?:secureboot: Secure boot|.*[Ss]ecure boot) (?P<state>enabled|disabled)"
    r"|Kernel is locked down from EFI Secure Boot"
)
PANIC = lazy(
    r"Kernel panic - not syncing: ?(?P<why>.*)|panic\[cpu\d+\]/thread=[0-9a-f]+: ?(?P<why2>.*)"
    r"|reboot after panic: (?P<why3>.*)"
)

# Lines that show a controller at work, not a driver that was only loaded.
CONTROLLERS: tuple[tuple[str, re.Pattern[str]], ...] = tuple(
    (family, lazy(pattern))
    for family, pattern in (
        ("areca", r"(?P<name>ARECA RAID ADAPTER\d+): FIRMWARE VERSION (?P<firmware>V[\w.]+(?: [\d-]+)?)"),
        ("areca", (r"(?P<name>arcmsr\d*):? ?\S|scsi\d+ ?: Areca S\w+ Host Adapter RAID Controller"
                  r"|.*Vendor: Areca +Model: (?P<model>\S+)"
                  r"|scsi \S+: (?:Direct-Access|Processor) +Areca +(?P<model2>\S+)")),
        ("megaraid", (r"(?P<name>megaraid_sas \d\S+): \S|scsi\d+ ?: (?:LSI (?:Logic )?(?:SAS based )?MegaRAID"
                     r"|Avago SAS based MegaRAID|LSI Logic MegaRAID)"
                     r"|mega(?:raid_)?sas: (?:0x|\[FW|reset|\[ *\d+\])|(?P<name3>(?:mfi|mrsas)\d+): \S"
                     r"|(?P<name2>scsi\d+):(?:Found|Notify|) ?MegaRAID")),
        ("3ware", r"(?P<name>3w-\w+: scsi\d+): Firmware (?P<firmware>[\w. ]+?),"),
        ("3ware", r"(?P<name>3w-\w+: scsi\d+): \S|scsi\d+ ?: (?P<model>3ware \w+) Storage Controller"),
        ("cciss", (r"(?P<name>(?:cciss|hpsa)\d+): <0x\w+> at|(?P<name2>(?:hpsa|cciss) \d\S+): \S"
                  r"|(?P<name3>cciss/c\d+)d\d+:")),
        ("adaptec", (r"(?P<name>AAC\d+): (?:kernel (?P<firmware>[\w.\[\]-]+)|\S)|scsi\d+ ?: aacraid"
                    r"|aacraid: Host adapter")),
        ("mpt", r"scsi\d+ ?: (?P<name>ioc\d+): (?P<model>LSI\w+)(?: \w+)?, FwRev=(?P<firmware>\w+)"),
        ("mpt", r"(?P<name>mpt[23]sas\w*): (?P<model>LSI\w+): FWVersion\((?P<firmware>[\d.]+)\)"),
        ("mpt", r"(?:mptscsih|mptbase): (?P<name>ioc\d+): \S|(?P<name2>mpt[23]sas(?:\d+|_cm\d+)): \S"),
    )
)  # fmt: skip

# One of these stands in every message that a pattern above, of disks or of events matches: a test walks them all.
# The rest of a log is passed over quickly.
INTERESTING = lazy(
    r"rror|ERROR|md: |[Aa]bort|ABORT|timeout|TIMEOUT|tim(?:ed? ?|ing )out|timer_expiry|lost |[Rr]eset|RESET|hostbyte|[Ss]ense|offline"
    r"|disabled|detach"
    r"|limiting|COMRESET|FAULT|fault|res \w\w/|dev:? |I/O|Disk failure|raid\d|failure|CAM status|ATA status|MEDIUM"
    r"|HARDWARE"
    r"|NOT READY|lost device|blocked|lockup|LOCKUP|stall|[Kk]ill|allocation|[Rr]emount|readonly|Shutting|ink|lock|path"
    r"|OFFLINE|ONLINE"
    r"|LOOP|LED|NIC|time reset|jump|rport|connection|session|multipath|dmp|emcp|commands|moving|Pool|SUNW|eid="
    r"|zio pool=|zpool=|vdev is|swap_pager"
    r"|symbol"
    r"|magic|insert|Emask|failed command|EH complete"
    r"|unsigned|PKCS|module|loaded|[Ss]ecure boot|panic|responding|Requested Block|ARECA|[Aa]reca|arcmsr|mega|Mega|mfi\d|mrsas|3w-"
    r"|3ware"
    r"|cciss|hpsa|AAC|aacraid|mpt|ioc\d|version|Release|CPUs|mem =|Attached|CRS-|ATA-|ATAPI|\[sd|Direct-Access"
    r"|EVENT|DESC|deactivating|mark as|reinstat|remaining active|becomes ready|carrier|repair|come up|moved|readout|clocksource|Command line"
    r"|Downshift"
    r"|Unit Hang|atchdog|checker not called"
    r"|SCSI transport|Vendor: |ASC: |FRU: |Serial Number|Cmd|failed to complete|Target \d|sct 0x|Device not|redirecting|rescheduling"
    r"|ata\d+\.\d\d: |nvme nvme|RAID array|md: md\S{1,20}: |INFO: task|_req|sd \d+:\d|device-mapper|UNCORRECTABLE|ICRC|retrying|CFA"
    r"|isabling|transid|tree root|chunk root|block groups|open_ctree|pages RAM|pages of RAM"
    r"|Free swap|Total swap|Swap cache|CD[-/ ]?R|DVD|EXT[234]-fs|\((?:ada|da|nda)\d|\([a-z_]+\d+\):|FreeBSD|Brought up|Entering recovery"
    r"|starved for|false positive|timekeeping|inode"
)

# Messages that stand in a text without any prefix, as people paste them. The first ones may begin such a stretch.
_BARE_BEGIN = (
    r"(?:end_request|blk_update_request|print_req_error): [\w/ ]*error, dev \S+, sector \d+.{0,90}$",
    r"(?:I/O|critical \w+|recoverable \w+|timeout) error, dev \S+, sector \d+(?: op 0x.{0,90})?$",
    r"I/O error: dev [0-9a-f]{2}:[0-9a-f]{2}, sector \d+$",
    (
        r"sd \d+:\d+:\d+:\d+: (?:\[sd[a-z]+\]|SCSI error|rejecting|timing out|Attached|Sense|Add|attempting"
        r"|Device) ?\S?.{0,200}$"
    ),
    r"sd[a-z]+: Current(?: \[descriptor\])?: sense key",
    r"(?:Info fld=0x[0-9a-f]+, )?Current sd\S+: sense key",
    r"SCSI (?:disk )?error ?: (?:<|host \d)",
    (
        r"ata\d{1,3}(?:\.\d\d)?: (?:exception|failed command|status|error|SError|cmd|irq_stat|BMDMA|hard resetting"
        r"|soft resetting|SATA link"
        r"|configured|EH complete|qc timeout|COMRESET|limiting|revalidation|disabled|link is slow|ATA-|command 0x"
        r"|translated)"
    ),
    r"Buffer I/O error on dev(?:ice)? \S+, logical block \d+",
    r"lost page write due to I/O error on \w+$",
    r"nvme\d+n\d+: .{0,90}\(sct 0x",
    r"nvme (?:nvme\d+|[0-9a-f]{4}:\S+): (?:I/O|Abort|controller is|Device not|Removing|Disabling|reset)",
    r"hd[a-z]: \w+: (?:status|error)=0x",
    r"(?:md/)?raid\d*:\s?(?:\w+: )?(?:Disk failure|read error|\w+: (?:rescheduling|redirecting|unrecoverable))",
    r"INFO: task \S.{0,60}:\d+ blocked for more than \d+ seconds\.",
    r"EXT[234]-fs (?:error |warning )?\((?:device )?[\w-]+\):",
    r"XFS \([\w-]+\): ",
    r"Filesystem \"[\w!/-]+\": .{0,120}[Dd]isabling barriers",
    r"JBD2?: barrier-based sync failed on \S{1,80} - disabling barriers",
    r"BTRFS(?: \w+)? \(device [\w!-]+.{0,40}?\): ",
    r"(?:btrfs: )?parent transid verify failed on .{0,10}\d+ (?:mirror \d+ )?wanted \d+ found \d+",
    r"Aborting journal on device ",
    r"device-mapper: multipath: (?:\d+:\d+: )?(?:Failing|Reinstating) path",
    r"(?:e1000e?|igb|ixgbe|i40e|ice|tg3|bnx2x?|bnxt_en|mlx\d\w*|vmxnet3|r8169|be2net)[: ].{0,60}[Ll]ink (?:is )?(?:[Dd]own|[Uu]p)",
    r"(?:[\w-]+ [0-9a-f:.]+ \S+: )?NETDEV WATCHDOG: .{0,60}transmit .{0,20}timed out",
    r"(?:e1000e?|igb|igc|ixgbe|i40e)[: ].{0,60}(?:Detected (?:Hardware|Tx) Unit Hang|Reset adapter unexpectedly)",
    r"bond\w*: .{0,30}link status (?:definitely )?(?:down|up)",
    r"(?:qla2xxx|lpfc) \S+ ?.{0,60}(?:LOOP|Link (?:Up|Down)|[Ll]ink (?:up|down))",
    r"\s*rport-\d+:\d+-\d+: blocked FC remote port",
    r"clocksource: timekeeping watchdog",
    r"(?:WARNING: |INFO: )?timekeeping: Cycle offset",
    r"\((?:ada|da|nda)\d+:\w+:\d+:\d+:[\da-f]+\): ",
    r"ad\d+: (?:FAILURE|TIMEOUT|WARNING) - ",
    (
        r"\w+: (?:Unknown symbol \w+(?: \(err -?\d+\))?$|disagrees about version of symbol|version magic '"
        r"|module verification failed: |no symbol version for)"
    ),
    r"KLD \w+\.ko: depends on kernel - ",
    r"(?:Out of [Mm]emory|Memory cgroup out of memory): Kill",
    r"(?:(?:NMI )?watchdog: )?BUG: soft lockup",
    r"rcu: (?:INFO: )?rcu_\w+ (?:(?:self-)?detected stall|kthread starved)",
    r"\w[\w/.:-]*: page allocation failure[.:]",
    r"(?:mptscsih|mptbase): ioc\d+: ",
    r"mpt[23]sas\w*: \S",
    r"arcmsr\d*: (?:executing|abort|wait|scsi id|isr)",
    r"(?:megaraid_sas \d\S*|megasas): \S",
    r"3w-\w+: scsi\d+: ",
    r"aacraid: Host adapter",
    r"Kernel panic - not syncing",
    r"panic\[cpu\d+\]/thread=",
    r"(?:WARNING|NOTICE): /\S+ \([a-z_]+\d+\):",
    r"SUNW-MSG-ID: \w",
    r"(?:WARNING: )?Pool '[^']{1,80}' has encountered an uncorrectable I/O|zio pool=\S{1,80} vdev=\S{1,200} error=\d",
    r"pid \d+ \(\S{1,40}\),(?: jid \d+,)? uid \d+,? was killed: |swap_pager(?:_getswapspace\(\d+\))?: (?:out of swap|failed)",
    r"ZFS(?:\[\d+\])?: (?:vdev |checksum mismatch|(?:catastrophic )?z?pool I/O failure)",
    r"(?:nfs|lockd): server \S{1,253} (?:not responding|is not responding|OK)\b.{0,40}$",
    r"(?:GAB|LLT|VXFEN) (?:INFO|NOTICE|WARNING|ERROR) V-\d{2}-\d-\d{1,5} \S",
    # what the kernel shows of its memory where it kills a process or finds no pages
    r"Mem-[Ii]nfo:\s*$|\S{1,40} invoked oom-killer: |oom-kill:constraint=",
    r"(?:Node \d+ )?(?:DMA|DMA32|Normal|HighMem|Movable|Device) free:\s?\d+kB (?:boost:\d+kB )?min:\d+kB",
    r"(?:Free swap {1,2}= ?|Total swap = ?|Free swap: +)\d+kB\s*$|Swap cache(?: stats)?: add \d+, delete \d+",
    r"\[ {0,4}pid {0,4}\] +uid +tgid +total_vm|Out of memory and no killable processes",
    # a task as SysRq-t and SysRq-w list it, with the address and the size of its stack in most versions
    r"task:\S.{0,40}?\s+state:[A-Z] stack:\s{0,8}\d+\s+pid:\s{0,8}\d",
    r"(?:SysRq|sysrq) ?: (?:Show|Changing|HELP|Trigger|Emergency)|task {8,40}PC stack +pid father",
    (
        r"[A-Za-z]\S{0,15}\s+[DRSTZXtI]\s+(?:[0-9a-fA-F]{8}|[0-9a-f]{16}|running task|0)\s+(?:\d+\s+)?\d+\s+\d+"
        r"(?:\s.*)?(?:\((?:NOTLB|L-TLB)\)| 0x(?:000|800|004)[0-9a-f]{5})\s*$"
    ),
)
_BARE_GO_ON = (
    r"\s*Info fld=",
    r"\s*(?:Add\. Sense|Additional sense|ASC=|Sense Key ?:|sense key)",
    r"\s*(?:sd[a-z]+|scsi\d*|sd)\b.{0,40}: \S",
    r"\s*CDB: ",
    r"\s*(?:cmd|res|tag) [0-9a-f]{2}/",
    r"\s*scsi \S+: \S",
    r"\s*ata\d{1,3}(?:\.\d\d)?: \S",
    r"\s*(?:Error for [Cc]ommand|Requested Block|Vendor: |ASC: 0x|SCSI transport failed|Corrupt|disk not responding)",
    r"\s*(?:EVENT-TIME|PLATFORM|SOURCE|EVENT-ID|DESC|AUTO-RESPONSE|IMPACT|REC-ACTION): ",
    r'\s*"echo 0 > /proc/sys/kernel/hung_task',
    r"\s*(?:CPU: \d+ (?:UID: \d+ )?PID: \d+ Comm: |P[Ii][Dd]: \d+, comm: |Hardware name: |Modules linked in: |Workqueue: |Backtrace:)",
    r"\s*(?:r\d{1,2}:[0-9a-f]{8}|R(?:IP|SP|[A-D]X): |Code: (?:[0-9a-f]{2} ){3}|---\[ end )",
    r"\s*(?:[0-9a-f]{8}|[0-9a-f]{16})(?:\s(?:[0-9a-f]{8}|[0-9a-f]{16})){1,8}\s*$",  # the words of a stack
    r"\s{4,}(?:Not tainted|Tainted: )|\s*\S{1,40} cpuset=\S{1,200} mems_allowed=",
    r"\s*(?:[Cc][Pp][Uu] +\d+(?: (?:hot|cold))?: |Node \d+ |(?:DMA|DMA32|Normal|HighMem|Movable)(?: per-cpu)?: ?|lowmem_reserve\[\]:)",
    (
        r"\s*(?:[Aa]ctive(?:_anon|_file)?|[Ff]ree|unevictable|slab(?:_reclaimable)?|[Mm]apped|sec_pagetables"
        r"|kernel_misc_reclaimable):\s?\d+ ?\w"
    ),
    (
        r"\s*\d+ (?:total pagecache pages|pagecache pages|pages (?:in swap cache|of RAM|of HIGHMEM|RAM|HighMem|reserved|shared"
        r"|non-shared|swap cached"
        r"|cma reserved|hwpoisoned)|reserved pages|free pages|slab pages)|\s*\d+ pages "
    ),
    r"\s*(?:Free (?:pages|swap): |Free swap |Total swap |\[ *\d+\] +\d+ +\d+ +\d+ |Tasks state \(memory|<IRQ>|<EOI>|</IRQ>|<NMI>)",
    r"\s*</?TASK>\s*$|\s*(?:\? )?[A-Za-z_][\w.]{0,80}\+0x[0-9a-f]{1,6}/0x[0-9a-f]{1,6}",
    r"\s*(?:Call Trace:|\[<[0-9a-f]{1,16}>\]|<[0-9a-f]{8,16}>\{|Remounting filesystem read-only)",
    (r"\s*(?:md|raid\d+|md/raid\S*|hd[a-z]|nvme\S*|Buffer I/O error|EXT[234]-fs|JBD2?|XFS"
    r"|device-mapper)\b[^.!?]{0,60}[:(,]"),
    r"\s*(?:Aborting journal on|Killed process \d)",
    r"\s*(?:Ignoring transid failure|leaf parent key incorrect \d|Couldn't (?:read|setup) \w|ERROR: cannot open file system)",
    r"\s*md: \S",
)  # fmt: skip
BARE_BEGIN = r"\s{0,12}(?:kernel: )?(?:" + "|".join(f"(?:{p})" for p in _BARE_BEGIN) + ")"
BARE = lazy(BARE_BEGIN)
BARE_GO_ON = lazy(r"\s{0,12}(?:kernel: \S|(?:kernel: )?(?:" + "|".join(_BARE_BEGIN + _BARE_GO_ON) + "))")
