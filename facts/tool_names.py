"""Names of tools and files that have no reader, by what the first lines of their output look like.

A stretch that nothing reads is easier to place when it has a name: a person knows at once that nothing of `lspci` was used.
`facts.readers.others` goes further for some tools and finds where their output begins and ends.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache

from facts.hints import Finder
from facts.patterns import lazy

_FIRST_LINES = 14
_LONGEST = 200
_NAMES: tuple[tuple[str, tuple[str, ...], str], ...] = (
    # kernel and hardware
    ("/proc/cpuinfo", ("processor", "Processor", "cpu\t", "cpu model"),
     r"processor\s*:\s*\d+$|processor \d+: version = |cpu(?: model)?\t+: \S|Processor\t: "),
    ("/proc/interrupts", ("CPU0",), r" +CPU0(?: +CPU\d+)* *$"),
    ("/proc/buddyinfo", ("Node 0, zone", "Node 1, zone"), r"Node \d+, zone +\w+(?: +\d+){5}"),
    ("/proc/vmallocinfo", ("-0x",), r"0x[0-9a-f]+-0x[0-9a-f]+ +\d+ "),
    ("/proc/stat", ("cpu  ", "cpu0 "), r"cpu0? +\d+ \d+ \d+ \d+"),
    ("/proc/locks", ("POSIX", "FLOCK"), r"\d+: (?:-> )?(?:POSIX|FLOCK|OFDLCK|LEASE) "),
    ("/proc/modules", (" Live 0x",), r"\w+ \d+ \d+ \S+ Live 0x"),
    ("/proc/PID/mountinfo", (" / /", " - "), r"\d+ \d+ \d+:\d+ /\S* /\S* \S+ .*- \S+ "),
    ("/proc/PID/stat", (") S ", ") R ", ") D "), r"\d+ \(.{1,40}\) [RSDZTtXxKWPI] \d+ \d+ "),
    ("/proc/PID/fdinfo", ("pos:\t",), r"pos:\t\d"),
    ("/proc/consoles", (" (EC", " (E"), r"tty\w+ +[-RW]{3} \("),
    ("/proc/cmdline", ("BOOT_IMAGE=", "root="), r"(?:BOOT_IMAGE=|.*\broot=(?:UUID=|LABEL=|/dev/)\S+ )"),
    ("/proc/scsi/device_info", ("' '",), r"'[^']{1,10}' '[^']{1,18}' 0x"),
    ("/proc/net/netstat", ("TcpExt:",), r"TcpExt: "),
    ("/proc/net/snmp", ("Ip: Forwarding",), r"Ip: Forwarding"),
    ("/proc/net/protocols", ("protocol ",), r"protocol +size +sockets"),
    ("/proc/net/arp", ("HW type",), r"IP address +HW type"),
    ("numbers of /proc/net/dev_mcast", ("0180c2", "01005e", "333300"), r"\d+ +\S+ +\d+ +\d+ +[0-9a-f]{12}$"),
    ("lsusb", ("Bus ",), r"(?:/: +)?Bus (?:\d{3} Device|\d\d\.Port)"),
    ("efibootmgr", ("BootCurrent:",), r"BootCurrent:"),
    ("w1 sensor", (" crc=",), r"(?:[0-9a-f]{2} ){8,}: crc="),
    ("ndctl", ('"dev":"namespace',), r'.*"dev":"namespace'),
    ("prtdiag", ("System Configuration: ",), r"System Configuration: "),
    ("virtinfo", ("DOMAINROLE|", "Domain role:"), r"DOMAINROLE\||Domain role:"),
    ("ioscan", ("wsio:", ":CLAIMED:"), r"\w+:wsio:|\w+:\w+:.*:CLAIMED:"),
    ("udev", ("E:",), r"E:\w+=.*"),
    # devices and file systems
    ("odmget", ("CuDv:", "CuAt:", "PdAt:"), r"(?:CuDv|CuAt|PdAt):$"),
    ("mount of AIX", ("mounted over",), r" +node +mounted +mounted over"),
    ("/etc/filesystems of AIX", ("vfs",), r"\s+vfs\s+= "),
    ("swapinfo", ("Capacity",), r"Device +(?:\d+K?-blocks) +Used +Avail +Capacity"),
    ("losetup", ("BACK-FILE",), r"NAME .*BACK-FILE"),
    ("parted", ("Partition Table: ", "BYT;"), r"Partition Table: |BYT;"),
    ("sfdisk", ("# partition table of", "cylinders, ", "Unpartitioned space"),
     r"# partition table of |Disk /\S+: \d+ cylinders|Unpartitioned space"),
    ("dmsetup info", ("Maj Min Stat",), r"Name +Maj +Min +Stat"),
    ("lsblk -P", ('MAJ:MIN="', 'KNAME="'), r'.*\bKNAME="'),
    ("vdo status", ("VDO status:",), r"VDO status:"),
    ("gluster volume", ("Volume Name:", "Status of volume:"), r"Volume Name: |Status of volume: "),
    ("gluster", ("Number of Peers:", "Number of entries", "in split-brain"),
     r"Number of Peers: \d|Number of entries(?: in split-brain)?: \d|.* - Is in split-brain$"),
    ("btrfs scrub", ("Scrub started:", "Scrub resumed:", "scrub status for", "scrub done for"),
     r"Scrub (?:started|resumed):|scrub (?:status|done|device)\b.* for \S"),
    ("btrfs device stats -T", ("Corruption errors",), r"Id Path +Write errors"),
    ("btrfs filesystem", ("Device allocated:", "Total devices"), r"\s+Device (?:size|allocated):|\s+Total devices \d+ FS bytes"),
    ("bcachefs show-super", ("External UUID:",), r"External UUID: "),
    ("vdostats", ("Space saving%",), r"Device +(?:1K-blocks|Size) +Used"),
    ("drbd-overview", (" UpToDate/", "/Unknown ", "/Secondary ", "m:res"), r"m:res +cs +ro +ds| *\d+:\S+ +\w+ +\w+/\w+ +\w+/\w+ "),
    ("ceph osd tree", ("TYPE NAME",), r"-?ID +(?:CLASS +)?WEIGHT +(?:REWEIGHT +)?TYPE NAME"),
    ("log of Ceph", (" osd.", " mon.", " mgr."), r"\d{4}-\d\d-\d\d[ T][\d:.]+\S* (?:\S+ )?(?:osd|mon|mgr)\.\S+ "),
    ("log of a Ceph daemon", (" -1 ", "  0 ", "  1 ", " 10 "), r"\d{4}-\d\d-\d\d[ T][\d:.]+\S* [0-9a-f]{10,16} +-?\d+ "),
    ("repquota", ("*** Report for",), r"\*\*\* Report for "),
    ("xfs_quota", ("quota state on",), r"\w+ quota state on "),
    ("zpool upgrade", ("ZFS pool version", "supports ZFS pool"), r"This system (?:is currently running ZFS pool|supports ZFS pool)"),
    ("zfs upgrade", ("filesystem versions are supported",), r"The following filesystem versions are supported"),
    ("help of LVM", ("All fields in this section",), r" +\w+_all +- All fields in this section"),
    ("fcoeadm", ("Symbolic Name: ",), r"\s*Symbolic Name: +fcoe"),
    ("tapestat", ("Tape:",), r"Tape: +r/s"),
    ("cifsiostat", ("rops/s",), r"Filesystem:? .*\brops/s"),
    ("du", ("\t/", "\t./"), r"\d+(?:[.,]\d+)?[KMGT]?\t\.?/\S*$"),
    ("ls -l", ("rw", "r-x"), r"[bcdlps-](?:[r-][w-][xsStT-]){3}[.+@]? +(?:\d+ )?\S+ +\S+ +\S"),
    ("lsattr", ("---",), r"[-a-zA-Z]{16,22} \.?/"),
    ("vxdisk list", ("GROUP", "cdsdisk"), r"DEVICE +TYPE +DISK +GROUP +STATUS"),
    ("vxprint", ("DG NAME", "TY NAME", "Disk group: "), r"Disk group: \S+$|DG NAME +NCONFIG|TY NAME +ASSOC"),
    ("vxdg list", ("ID",), r"NAME +STATE +ID\s*$"),
    ("vxstat", ("OPERATIONS",), r" +OPERATIONS +BLOCKS"),
    ("vxtask list", ("TASKID",), r"TASKID +PTID +TYPE/STATE"),
    ("vxdmpadm", ("DMPNODENAME", "ENCLR-NAME", "PATH-TYPE"), r"(?:DMPNODE)?NAME +STATE|CTLR-NAME +ENCLR"),
    # controllers
    ("logical drive of ssacli", ("Logical Drive: ",), r"\s+Logical Drive: \d+$"),
    ("ipssend", ("ServeRAID",), r"Found \d+ IBM ServeRAID"),
    ("megarc", ("MEGARC",), r"\s*MEGARC "),
    ("lsraid", ("[dev ",), r"\[dev +\d+, +\d+\] /dev/"),
    ("dpt_i2o", ("I2O RAID",), r"Adaptec I2O RAID"),
    ("/proc/scsi/gdth", ("Driver Parameters:",), r"Driver Parameters:"),
    ("Areca's command line", ("Smart Info",), r"Smart Info$"),
    ("hpssacli error", ("valid target",), r"Error: (?:Invalid target syntax|The specified .{1,60} not)"),
    ("version of MegaCLI", ("Management Tool",), r"\s*MegaCLI SAS RAID Management Tool"),
    ("/proc/driver/cciss", ("Smart Array",), r"cciss\d+: HP Smart Array"),
    ("smartctl --info as JSON", ('"smart_support"', '"json_format_version"'), r'\s*"(?:smart_support|json_format_version)"'),
    # network
    ("ifconfig of BSD", ("flags=",), r"\w+: flags=\w+<"),
    ("netstat", ("Active ", "Recv-Q"), r"Active (?:Internet|UNIX|LOCAL|Multipath)|(?:Proto|Netid|State) +(?:State +)?Recv-Q"),
    ("routes", ("outing table",), r"(?:Kernel IP r|R)outing tables?"),
    ("arp", ("HWaddress", ") at "), r"Address +HWtype|\S+ \([\d.]+\) at "),
    ("dig", ("; <<>> DiG",), r"; <<>> DiG"),
    ("switch", ("line protocol is",), r"\S+ is .{2,30}, line protocol is"),
    # databases and services
    ("mysql status", ("Aborted_clients", "Bytes_received"), r"(?:Aborted_clients|Bytes_received)\s+\d+\s"),
    ("patronictl list", ("Lag in MB", "+ Cluster: "), r"\+ Cluster: \S+ (?:\(|-)|\|.*\| *Role *\| *State *\|"),
    ("repmgr cluster show", ("Upstream",), r" *ID +\| Name +\| Role +\| Status"),
    ("log of Patroni", ("Lock owner: ", "no action. "), r"\d{4}-\d\d-\d\d [\d:,]+ (?:INFO|WARNING|ERROR): "),
    ("log of CloudNativePG", ('"logging_pod"',), r'\{"level":.*"logging_pod"'),
    ("table of MySQL", ("+--",), r"\+-+(?:\+-+)*\+?$"),
    ("table of PostgreSQL", ("-+-",), r"-{3,}(?:\+-{3,})+$"),
    ("DB2 settings", ("Database Configuration for", "Database Manager Configuration"), r" *Database (?:Manager )?Configuration"),
    ("db2ls", ("#PATH:VRMF",), r"#PATH:VRMF:"),
    ("settings of MongoDB", ("dbpath", "dbPath", "systemLog:"), r"dbpath ?=|systemLog:| +dbPath:"),
    ("SAP HANA version", ("HDB version info",), r"HDB version info"),
    ("Elasticsearch", ('"cluster_name"', '"_shards"'), r'\s*"(?:cluster_name|_shards)"'),
    ("crm_mon as XML", ("<pacemaker-result", "<crm_mon "), r"<(?:pacemaker-result|crm_mon) "),
    ("cluster information base", ("<cib ",), r"<cib "),
    ("libvirt capabilities", ("<capabilities>", "<domainCapabilities>"), r"\s*<(?:capabilities|domainCapabilities)>"),
    ("SELinux alert", ("SELinux is preventing",), r"SELinux is preventing"),
    ("log of subscription-manager", ("rhsm",), r"\d{4}-\d\d-\d\d [\d:,]+ \[\w+\] (?:rhsm|subscription)"),
    ("boot loader", ("menuentry ", "/etc/grub", "vmlinuz"), r"menuentry |### BEGIN /etc/grub|\s*(?:linux(?:16|efi)?|kernel)\s+\S*vmlinuz"),
    ("crontab", ("* * *", "cron."), r"(?:[\d*/,-]+ +){5}\S|# run-parts"),
    ("flatpak", ("Installed:", "Ref:"), r" +Ref: (?:app|runtime)/"),
    ("pip show", ("Home-page:",), r"Home-page:"),
    ("system log without kernel messages", ("]: ", ": "),
     r"[A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d \S+ [\w./()@-]+(?:\[\d+\])?: \S"),
    # processes and samplers
    ("bcc", ("LAT(ms)", "Tracing block device I/O", "oom_kill_process", "distribution"),
     r"Tracing (?:block device I/O|oom_kill_process)|.*\bLAT\(ms\)|\s+(?:[num]?secs|kbytes|ms) +: count +distribution"),
    ("perf-tools", ("Tracing block I/O", "LATms", ">=(ms)"), r"Tracing block I/O\.|COMM +PID +TYPE +DEV +BLOCK| *>=\(ms\) \.\. <\(ms\)"),
    ("rasdaemon", ("rwbs=", "events summary:", "errors."),
     (r"\d+ \d{4}-\d\d-\d\d \d\d:\d\d:\d\d [+-]\d{4} error: |(?:Memory controller|MCE|Disk|PCIe AER|AER) (?:events|errors) summary:"
     r"|No (?:Memory|PCIe AER|Extlog|MCE|Disk|devlink) errors\.$")),
    ("ipmitool sel", ("| Asserted", "| Deasserted"), r" *[0-9a-f]{1,4} \| .* \| .*(?:Ass|Deass)erted\s*$"),
    ("ipmitool sdr", (" | ok", " | ns", " | cr"), r"\S.{1,30} \| .{1,40} \| (?:ok|ns|cr|nc|nr)\s*$"),
    ("corosync-cmapctl", (" (u32) = ", " (str) = ", " (u64) = ", " (flt) = "), r"[a-z_][\w.-]+ \((?:[ui]\d{1,2}|str|flt|dbl)\) = "),
    ("iscsiadm", ("tcp: [",), r"(?:tcp|iser|qla4xxx|bnx2i): \[\d+\] \S+:\d+,"),
    ("systemctl", ("LOAD", "Failed: "), r"\s*UNIT +LOAD +ACTIVE| +Failed: \d+ units"),
    ("header of a journal", ("Boot ID:", "Machine ID:"), r"(?:File ID|Boot ID): [0-9a-f]{32}"),
    ("ps", ("PID", "?   "), r" *PID +PPID|\w\S* +\d+ +\d+ +\d+ +\S+ +(?:\?|pts/\d+|tty\w+) +(?:\d+-)?\d\d:\d\d:\d\d "),
    ("who", ("pts/", "tty"), r"\w\S* +(?:pts/|tty)\w+ +\d{4}-\d\d-\d\d "),
    ("sadf", ("hostname;interval",), r"# hostname;interval;timestamp"),
    ("version of sysstat", ("sysstat version",), r"sysstat version \d"),
    ("sar as XML", ("sysstat.dtd", "<sysstat"), r".*sysstat\.dtd|<sysstat"),
    ("sar as a picture", ("svg11.dtd", "<svg"), r".*svg11\.dtd|<svg "),
    ("sysstat as JSON", ('"sysstat"',), r'\s*\{?"sysstat"'),
    ("metrics of Prometheus", ("# HELP ", "# TYPE "), r"# (?:HELP|TYPE) \w+ \S"),
    ("pmrep", ("util/sec", "count/s"), r"Time,\"|\s+\S+ +util/sec"),
    ("dtracetoolkit", ("DTraceToolkit", "flowtime", "examples of", "demonstration of"),
     r"(?:The following (?:are examples|is a demonstration)|This is a demonstration|.*DTraceToolkit)"),
)  # fmt: skip


_PATTERNS = [(name, lazy(rf"(?:{pattern})", re.MULTILINE)) for name, _, pattern in _NAMES]


@cache
def _finder() -> Finder:
    return Finder((number, hints) for number, (_, hints, _) in enumerate(_NAMES))


def tool_of(lines: Sequence[str]) -> str:
    """The tool or file that a stretch of unread text is of, by its first lines; "" where they do not tell.

    >>> tool_of(["Filesystem   vfs   = jfs2", "        vfs   = jfs2"]), tool_of(["We looked at the filesystems."])
    ('/etc/filesystems of AIX', '')
    """
    head = [line[:_LONGEST] for line in lines[:_FIRST_LINES] if line.strip()]
    likely: list[int] = sorted(_finder().found("\n".join(head)))
    for number in likely:
        name, pattern = _PATTERNS[number]
        if any(pattern.match(line) for line in head):
            return name
    return ""
