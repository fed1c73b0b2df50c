"""What a kernel, and the services that watch for it, say of faults that no row holds: a damaged file system, broken memory.

Not a reader itself: `facts.readers.kernel_log` uses it. Such a line is shown as not understood, never passed over as one that says
nothing: a log with a damaged file system is not a clean one.

>>> [is_fault(text) for text in ("XFS (dm-3): Metadata corruption detected at xfs_dinode_verify", "XFS (dm-3): Ending clean mount")]
[True, False]
>>> is_fault("BTRFS info (device sdb1): bdev /dev/sdc1 errs: wr 0, rd 0, flush 0, corrupt 1, gen 0")
True
"""

from __future__ import annotations

from facts.patterns import lazy, unnamed
from facts.readers.log_shapes import Tells, may_hold

_LOST_STATES = "Failed|Diskless|Outdated|Inconsistent|DUnknown|Consistent"
_LOST_LINKS = "StandAlone|NetworkFailure|BrokenPipe|Timeout|ProtocolError|Disconnecting|TearDown"
_FAULTS = (
    # file systems and their journals
    r"XFS(?: \([\w-]+\))?: .*(?:[Cc]orrupt|[Ii]nternal error|I/O [Ee]rror|CRC error|error -?\d|failed|xfs_repair)",
    r"I/O error in filesystem \(\"",
    r"xfs_force_shutdown\(|xfs_log_force: error",
    (r"EXT[234]-fs error |EXT[234]-fs \([\w-]+\): (?:I/O error|failed|error|write access|.*[Cc]orrupt|.*checksum|.*allocation failed"
    r"|(?:initial|last) error)"),
    r"EXT[234]-fs warning .*(?:I/O error|checksum|[Cc]orrupt|error -5)|EXT[234]-fs \([\w-]+\): warning: mounting fs with errors",
    (r"(?:JBD2?|journal): .*(?:[Ee]rror|failed|recovery required)|Aborting journal on|journal commit I/O error"
    r"|This should not happen!!"),
    r"BTRFS:? (?:error|critical|alert|emergency)|BTRFS warning .*(?:csum|checksum|error|lost page|missing|corrupt)",
    r"BTRFS.* (?:read error corrected|bdev \S+ errs: (?!wr 0, rd 0, flush 0, corrupt 0, gen 0\b))",
    r"(?:REISERFS|F2FS-fs|JFS|OCFS2|GFS2|ocfs2|gfs2|FAT-fs|UDF-fs|squashfs: SQUASHFS)\b.*(?:error|ERROR|[Cc]orrupt|withdraw)",
    r"\(\S+,\d+,\d+\):\w+:\d+ ERROR: |o2net: .*(?:idle for|shutting|no longer connected)|o2hb: .*(?:[Uu]nable|timeout|ERROR)",
    r"VFS: (?:file-max limit|Busy inodes)|dlm: .*(?:error|fail)",
    (r"(?:ZFS: )?(?:WARNING: )?Pool '.*' has encountered|zio pool=\S+ vdev=\S+ error=[1-9]|PANIC: |VERIFY\d?\(|SPLError: "
    r"|(?:ZFS|zfs): .*(?:I/O failure|suspended|panic)"),
    r"(?:WARNING: |NOTICE: )?vxfs: .*(?:error|disabled|full|corrupt|inconsisten|fail)",
    r"(?:WARNING: |NOTICE: )?VxVM v\w+ V-5-\d.*(?:[Ee]rror|[Ff]ailed|[Dd]isabl|[Dd]etach|corrupt)",
    r"(?:NOTICE|WARNING): .*(?:file system full|[Nn]o swap space|needs maintenance|hotspared|ufs.*error)",
    # arrays, mapped and replicated devices
    (r"md(?:/\w+)?:.*(?:Cannot continue operation|Operation continuing on|not enough operational|failed to run|kicking non-fresh"
    r"|cannot start dirty|not clean|gets error)"),
    r"device-mapper: (?!multipath).*(?:[Ee]rror|[Ff]ail|[Ii]nvalid|out of|no free|read-only|[Cc]orrupt)",
    r"device-mapper: .*(?:ERROR|reached low water|switching pool to (?:out-of|read-only|fail))|dm-[a-z]\w+: I/O error",
    (r"md/raid\d*:.*(?:Too many read errors|insufficient working)|md: \w+: \w+ interrupted|raid\d+: .*(?:[Cc]annot|not enough|failed)"
    r"|HugeTLB: allocating .* failed"),
    # disks over a network, in a file, in memory; their adapters and paths
    r"(?:block )?nbd\d+: .*(?:failed|timed out|stuck|Dead|invalid|shutting down|error|[Dd]isconnect)|loop\d*: Write error",
    r"(?:rbd|libceph|ceph): .*(?:result -|error|lost|hung|stale|timed out|osd\d+ down|denied|blocklisted|corrupt)",
    r"zram: .*(?:Error|failed)|blk_update_request: critical target error|nvme \w+: Abort status: 0x(?!0\b)",
    r"iscsi: session\d+: .*timed out|(?:sd|scsi) \S+: (?:alua: (?:rtpg failed|.* state [UOX]\b)|reservation conflict)",
    r"qla2xxx .*Abort command issued|aacraid\b.*(?:health -|hang)|ata\d[\d.]*: .*excessive errors",
    # networks, heat, the kernel's own tables
    r"nf_conntrack: .*table full|.* Detected Tx Unit Hang|\w+: transmit timed out|.* temperature above threshold|GHES: Failed to read error",
    r"kernel tried to execute NX|WARNING: (?:CPU: \d+ PID: \d+ )?at \w+/",
    r"bcache: (?!register_bcache\(\) error).*(?:[Ee]rror|[Ff]ail|stopped|disabl)",
    (rf"(?:block )?drbd.*(?:(?:disk|pdsk|ds)\( \w+ -> (?:{_LOST_STATES}) \)|conn\( \w+ -> (?:{_LOST_LINKS}) \)|[Ss]plit-?[Bb]rain"
    r"|quorum\( yes -> no \)|I/?O ERROR|[Ll]ocal .*(?:failed|[Ee]rror))"),
    r"GEOM_(?:MIRROR|RAID\w*|STRIPE|VINUM): .*(?:disconnected|broken|[Cc]annot|[Dd]egraded|fail)",
    # memory
    r"\S+ invoked oom-killer",
    r"swap_pager.*: (?:out of swap|indefinite wait|failed)|pid \d+ \(.*\).* was killed: (?:out of swap|failed to reclaim)",
    r"(?:Read|Write)-error on swap-device|BUG: Bad (?:page|rss)|swap_\w+: Bad swap|(?:SLUB|SLAB): Unable to allocate|TCP: out of memory",
    (r"EDAC \S.*: (?:HANDLING MCE|.*Machine Check Event)|EDAC \w+\d*: .*\b(?:\d+ [CU]E|[CU]E )|.*\[Hardware Error\]"
    r"|(?:mce|MCE): .*(?:[Ee]rror|[Ee]xception)|Memory failure: "
    r"|.*Machine [Cc]heck(?: [Ee]vents| [Ee]xception|:)|.*AER: .*(?:[Cc]orrected|[Ff]atal)"),
    # servers of files
    r"(?:nfs|lockd|NFS)\d?:? [Ss]erver \S+:? (?:not responding|timed out)|CIFS(?:: VFS)?:.*(?:has not responded|No task to wake|reconnect)",
    r"(?:NFS|RPC|nfsd|lockd): .*(?:not responding|fail|too many open|with error|unable|denied)",
    # the kernel itself
    (r"kernel BUG at|BUG: (?:unable to handle|kernel NULL|workqueue lockup|scheduling while)|Oops: |Unable to handle kernel"
    r"|general protection fault|\S+\[\d+\]: segfault at|traps: "),
    r"list_(?:add|del) corruption|refcount_t: |slab error in|vmalloc: allocation failure",
)  # fmt: skip
_FAULT = lazy("|".join(f"(?:{fault})" for fault in _FAULTS))
_ARRAY = lazy(r"(?:md|raid).*\bactive with (?P<there>\d+) out of (?P<all>\d+) ")
ZONE = lazy(r"(?:Node \d+ )?\w+ free:(?P<free>\d+)kB (?:boost:\d+kB )?min:(?P<min>\d+)kB")
_NEEDLES = lazy(
    r"rror|ERROR|rrupt|fail|Fail|XFS|xfs_|EXT\d|JBD|journal|should not happen|BTRFS|vxfs|VxVM|full|swap|maintenance|hotspared"
    r"|md[:/]|raid|device-mapper|bcache|drbd|GEOM_|oom-killer|SLUB|SLAB|out of memory|Machine|MCE|mce|AER|erver |CIFS|BUG|Oops"
    r"|Unable|protection|active with|suspended|panic|lockd| [CU]E|[CU]E |segfault|traps|refcount|killed|withdraw|timed out"
    r"|stuck|nbd|ceph|rbd|loop|zram|Abort|alua|conflict|NFS|RPC|nfsd|conntrack|Hang|threshold|WARNING|Pool|zio|ZFS|PANIC"
    r"|VERIFY|SPL|o2|VFS|dlm|HugeTLB|dm-|NX| free:"
)
# what services say of arrays, volumes, pools, memory, sessions and of those that were killed
_OF_SERVICES = {
    "mdadm": r"(?:Fail|FailSpare|DegradedArray|DeviceDisappeared|SparesMissing|RebuildFinished.*mismatches found) ?\w* event",
    "dmeventd": r"has failed|is now (?:9\d|100)|[Ii]nvalid|[Ll]ost",
    "lvm": r"is now (?:9\d|100)|has failed|[Mm]issing PV|[Ii]nput/output error",
    "zed": r"class=(?:checksum|io|io_failure|data|probe_failure|vdev\.\w+|statechange .*(?:FAULTED|DEGRADED|UNAVAIL|REMOVED))\b",
    "systemd": r"code=(?:killed|dumped), status=\d+/(?:KILL|ABRT|SEGV|BUS)|oom-kill|OOM killer",
    "systemd-oomd": r"[Kk]illed ",
    "earlyoom": r"(?i:sending SIG|killing)",
    "mcelog": r"Hardware event|[Uu]ncorrected|[Cc]orrected .*error",
    "rasdaemon": r"(?i:error)",
    "iscsid": r"[Kk]ernel reported iSCSI connection|(?i:error|failed|timed? ?out)",
    "multipathd": r"(?<!HDIO_GETGEO )\bfailed\b(?! to get \w+ (?:uid|wwid))|(?i:\berror\b)",
    "smartd": r"[Uu]nable to open|[Ff]ailed|not found|[Ee]rror [Cc]ount",
}
_SERVICES = {program: lazy(f".*(?:{pattern})") for program, pattern in _OF_SERVICES.items()}
TELLS = (
    *(Tells(starts=(pattern,), programs=(program,)) for program, pattern in _SERVICES.items()),
    Tells(starts=(_FAULT, _ARRAY, ZONE), needles=_NEEDLES),
)
OF_A_KILL = lazy(r"\S+ invoked oom-killer")
"""Says no more than the line that tells which process was killed."""
OF_A_DUMP = lazy(rf"{OF_A_KILL.pattern}|{unnamed(ZONE).pattern}")
"""What the kernel shows of the memory where it kills a process, or finds no pages: without such an event, its line is missing."""


def of_service(program: str, message: str) -> bool:
    """Whether a message of a service tells of a fault that no row holds."""
    pattern = _SERVICES.get(program)
    return pattern is not None and pattern.match(message) is not None


def is_fault(message: str) -> bool:
    """Whether a kernel's message tells of a fault that no row holds."""
    if not may_hold(_NEEDLES, message) or _NEEDLES.search(message) is None:
        return False
    if match := _ARRAY.match(message):
        return match["there"] != match["all"]
    if zone := ZONE.match(message):
        return int(zone["free"]) < int(zone["min"])
    return _FAULT.match(message) is not None
