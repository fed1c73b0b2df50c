"""What is captured of a host: one table, which `facts.collect.host` runs and `facts.collect.script` writes as a script.

Every entry only reads. A command is plain words, with quotes where one holds blanks, and runs without a shell; ``*`` in it
stands for files, ``{disk}`` and the like for each of what `each` names. `read` tells whether a reader takes the output; what
is there for people alone is captured too, and not listed as unread when the bundle is opened.
"""

from __future__ import annotations

from typing import NamedTuple

KIB, MIB = 1 << 10, 1 << 20
MOST_DEVICES = 64
"""Disks, arrays, interfaces or pools of one entry that are looked at."""


class Command(NamedTuple):
    """A command that is run: its words, why, at most so many seconds and bytes.

    Attributes:
        line: the words.
        why: what the output is good for.
        seconds: after which it is ended.
        size: bytes after which it is cut.
        each: ``disk``, ``nvme``, ``array``, ``interface`` or ``pool``: run once for each of them; "" once.
        read: a reader takes it.
        sample: it takes its whole time by itself and runs beside the others.
        quiet: words that keep it from changing anything on the host. They are added when it runs; the output lies in the
            bundle under `line`, by which it is recognised.
        user: who runs it where the capture runs as root; "" root. It is changed to without a login, which would be logged.
        own_settings: it reads settings in the home of its user, such as how to reach a database. Other commands get a private
            working directory as their home, and what they leave in it is removed.
        needs: paths, of which one must be there. Without it the command would start a daemon, load a module, rebuild a file
            of its own or ask disks that are not its own, so it is not run.
    """

    line: str
    why: str
    seconds: int = 20
    size: int = 2 * MIB
    each: str = ""
    read: bool = True
    sample: bool = False
    quiet: str = ""
    user: str = ""
    own_settings: bool = False
    needs: str = ""

    def for_device(self, words: str, name: str) -> str:
        """Return some of its words with the name of a device in them."""
        return words.replace(f"{{{self.each}}}", name) if self.each else words


class Files(NamedTuple):
    """Files that are copied, by a pattern: why, and at most so many bytes of each.

    Attributes:
        pattern: a path, ``*`` in it stands for anything but ``/``.
        why: what they are good for.
        size: bytes of each; of a longer log the end is kept.
        most: so many files at most.
        read: a reader takes them.
    """

    pattern: str
    why: str
    size: int = 256 * KIB
    most: int = 64
    read: bool = True


Entry = Command | Files

_LVM = "--config 'global{locking_type=0 metadata_read_only=1} backup{backup=0 archive=0} devices{write_cache_state=0}'"
"""No locks, nothing repaired, no backup, no cache. LVM from 2.03 on takes the first as ``--nolocking``; an old one has no such
option, so only the setting works everywhere. ``--readonly`` would hide which volumes are active."""

_DM = "/sys/class/misc/device-mapper"
"""There while the device mapper is in the kernel. Opening its control node would load it."""
_MULTIPATHD, _ISCSID = "/var/run/multipathd.pid", "/var/run/iscsid.pid"
"""There while the daemon runs. Their clients would start it by its socket or by themselves."""
_MD_MAP = "/var/run/mdadm/map /dev/md/md-device-map /dev/.mdadm/map"
"""The list of arrays. Without it mdadm would write it, and send an event for each array."""
_MPT, _MPT_2, _MPT_3 = "/sys/class/misc/mptctl", "/sys/class/misc/mpt2ctl", "/sys/class/misc/mpt3ctl"
"""There while the driver that answers these tools is loaded. Opening its control node could load it."""
_HPSA = "/sys/bus/pci/drivers/hpsa"
"""There while a Smart Array is driven as SCSI. Without one the tool would only ask every other disk what it is. It is not run on
``/dev/cciss/*``: it opens them for writing, and udev looks at a block device anew when such a file is closed."""
_NO_UPLOAD = "--local-infile=0"
"""A server that somebody else runs on the socket could ask the client for any file that root may read."""

_SAMPLING = 30
_PEOPLE = False
"""Also of what a reader takes where it finds something, and that may hold nothing: settings that are all comments."""

_VM = (
    "dirty_ratio", "dirty_background_ratio", "dirty_bytes", "dirty_background_bytes", "dirty_expire_centisecs",
    "dirty_writeback_centisecs", "swappiness", "min_free_kbytes", "zone_reclaim_mode", "nr_hugepages",
    "nr_overcommit_hugepages", "hugetlb_shm_group", "overcommit_memory", "overcommit_ratio", "vfs_cache_pressure",
    "watermark_scale_factor", "extfrag_threshold", "page-cluster", "laptop_mode",
)  # fmt: skip
_ZFS_LIST = "zfs list -t filesystem,volume -o name,used,avail,refer,mountpoint"
_ZFS_GET = "recordsize,volblocksize,logbias,sync,primarycache,compression,dedup,atime {pool}"

LINUX: tuple[Entry, ...] = (
    # samplings, beside all others
    Command("vmstat 1 12", "run queue, swapping, blocks written, waiting", _SAMPLING, sample=True),
    Command("iostat -xtk 1 12", "load, queue and latency of each disk", _SAMPLING, sample=True),
    Command("mpstat -P ALL 1 10", "whether one processor is busy alone", _SAMPLING, sample=True),
    Command("zpool iostat 1 12", "what pools read and write", _SAMPLING, sample=True),
    Command("pidstat -d 1 10", "which process reads and writes", _SAMPLING, sample=True),
    # whose and when
    Command("hostname", "the name of the host"),
    Command("date", "its clock: the age of everything else counts from it"),
    Command("uptime", "since when it is up: it dates the kernel's messages"),
    Command("uname -a", "system and kernel"),
    Files("/etc/os-release", "the distribution"),
    Files("/etc/redhat-release", "the distribution"),
    Files("/etc/SuSE-release", "the distribution"),
    Files("/etc/debian_version", "the distribution"),
    Files("/proc/cmdline", "what the kernel was started with", read=_PEOPLE),
    Files("/proc/uptime", "since when it is up"),
    Command("last -F reboot", "when it was started before", read=_PEOPLE),
    Command("systemd-detect-virt --vm", "whether it is a virtual machine"),
    Command("rpm -qa --last", "what was installed when", 30, MIB, user="nobody"),
    Files("/var/log/apt/history.log", "what was installed when", MIB),
    Command("lscpu", "processors"),
    # memory
    Files("/proc/meminfo", "memory by use"),
    Command("free -k", "memory by use"),
    Files("/proc/vmstat", "reclaim, swapping, huge pages since boot"),
    Files("/proc/buddyinfo", "fragmentation of memory", read=_PEOPLE),
    Files("/proc/pagetypeinfo", "fragmentation of memory", read=_PEOPLE),
    Files("/proc/zoneinfo", "watermarks of memory zones", read=_PEOPLE),
    Files("/proc/slabinfo", "memory of the kernel's own objects", read=_PEOPLE),
    Files("/proc/swaps", "where it swaps to"),
    Command("zramctl", "swap in compressed memory"),
    Files("/proc/pressure/*", "the time in which tasks wait for memory, disks and processors"),
    *(Files(f"/proc/sys/vm/{name}", "settings of virtual memory", 4 * KIB) for name in _VM),
    Command("sysctl kernel.shmmax kernel.shmall kernel.shmmni kernel.sem fs.aio-max-nr fs.aio-nr fs.file-max", "settings"),
    Files("/etc/sysctl.conf", "settings that the next boot brings", read=_PEOPLE),
    Files("/etc/sysctl.d/*.conf", "settings that the next boot brings", read=_PEOPLE),
    Files("/sys/kernel/mm/transparent_hugepage/*", "transparent huge pages", 4 * KIB, read=_PEOPLE),
    Files("/sys/kernel/mm/transparent_hugepage/khugepaged/*", "transparent huge pages", 4 * KIB, read=_PEOPLE),
    Files("/sys/kernel/mm/ksm/*", "merging of equal pages", 4 * KIB, read=_PEOPLE),
    Files("/sys/devices/system/node/node*/meminfo", "memory of each node"),
    Files("/sys/devices/system/node/node*/numastat", "memory taken from other nodes", read=_PEOPLE),
    Files("/sys/devices/system/node/node*/hugepages/hugepages-*/nr_hugepages", "huge pages of each node", 4 * KIB),
    Command("numactl --hardware", "nodes and their memory"),
    Command("numastat -m", "memory of each node by use"),
    Command("ipcs -m", "shared memory"),
    Command("ipcs -lm", "limits of shared memory"),
    Command("df -k /dev/shm", "shared memory in files"),
    Files("/etc/security/limits.conf", "limits of locked memory and files", read=_PEOPLE),
    Files("/etc/security/limits.d/*.conf", "limits of locked memory and files", read=_PEOPLE),
    # cgroups
    Files("/proc/self/cgroup", "whether it is a container", read=_PEOPLE),
    Files("/sys/fs/cgroup/memory.*", "memory limits of the container or host", 64 * KIB, read=_PEOPLE),
    Files("/sys/fs/cgroup/cpu.*", "processor limits", 64 * KIB, read=_PEOPLE),
    Files("/sys/fs/cgroup/io.*", "disk limits", 64 * KIB, read=_PEOPLE),
    Files("/sys/fs/cgroup/memory/memory.*", "memory limits, first version of cgroups", 64 * KIB, read=_PEOPLE),
    Files("/sys/fs/cgroup/*.slice/*.service/memory.events", "services that reached their limit", 4 * KIB, 200),
    Files("/sys/fs/cgroup/*.slice/*.service/memory.max", "memory limits of services", 4 * KIB, 200),
    Files("/sys/fs/cgroup/*.slice/*.service/memory.high", "memory limits of services", 4 * KIB, 200),
    # processes
    Command("ps -eo pid,ppid,user,stat,wchan:32,rss,vsz,etime,args", "what waits in the kernel, and where"),
    Command("ps auxwww", "processes and their memory"),
    # disks
    Command("lsblk -o NAME,KNAME,TYPE,SIZE,ROTA,RO,SCHED,MOUNTPOINT,FSTYPE,MODEL,SERIAL", "disks and what lies on them"),
    Command("lsblk -t", "queues and block sizes"),
    Command("lsscsi", "models, where lsblk is too old to tell them", read=_PEOPLE),
    # not blkid: it reads every disk, and wakes those that sleep
    Command("ls -l /dev/disk/by-id", "the disks behind the names in pools", read=_PEOPLE),
    Command("ls -l /dev/disk/by-partuuid", "the disks behind the names in pools", read=_PEOPLE),
    Files("/proc/partitions", "disks", read=_PEOPLE),
    Files("/proc/diskstats", "what disks did since boot", read=_PEOPLE),
    Files("/proc/scsi/scsi", "drives and controllers", read=_PEOPLE),
    Files("/sys/block/*/queue/scheduler", "how requests are ordered", 4 * KIB, 200),
    Files("/sys/block/*/queue/nr_requests", "length of queues", 4 * KIB, 200, read=_PEOPLE),
    Files("/sys/block/*/queue/rotational", "disk or flash", 4 * KIB, 200),
    Files("/sys/block/*/queue/write_cache", "whether writes are cached by the drive", 4 * KIB, 200),
    Files("/sys/block/*/queue/read_ahead_kb", "read-ahead", 4 * KIB, 200, read=_PEOPLE),
    Files("/sys/block/*/device/timeout", "after which commands are given up", 4 * KIB, 200, read=_PEOPLE),
    Files("/sys/block/*/device/queue_depth", "length of queues", 4 * KIB, 200, read=_PEOPLE),
    Files("/sys/block/*/device/state", "whether a disk was taken offline", 4 * KIB, 200, read=_PEOPLE),
    Command("smartctl -x /dev/{disk}", "health of each drive", 40, each="disk", quiet="-n standby"),
    Command("nvme smart-log /dev/{nvme}", "health of each flash drive", 20, each="nvme"),
    Command("nvme list", "flash drives and firmware"),
    Files("/proc/mdstat", "software RAID"),
    Files("/proc/drbd", "mirrors over the network"),
    Command("drbdadm status", "mirrors over the network", needs="/proc/drbd"),
    Command("mdadm --detail --scan", "software RAID", read=_PEOPLE, needs=_MD_MAP),
    Command("mdadm --detail /dev/{array}", "state of each array", each="array", needs=_MD_MAP),
    Files("/sys/block/md*/md/*", "rates and errors of arrays", 4 * KIB, 200, read=_PEOPLE),
    Files("/proc/sys/dev/raid/*", "limits of rebuilds", 4 * KIB, read=_PEOPLE),
    Command("dmsetup ls --tree", "what lies on what", needs=_DM),
    Command("dmsetup status", "thin pools, caches, paths", quiet="--noflush", needs=_DM),
    Command("dmsetup table", "what lies on what", needs=_DM),
    Command("lvs -a -o +devices,data_percent,metadata_percent,copy_percent", "volumes, thin pools, snapshots", 30,
            quiet=_LVM, needs=_DM),
    Command("vgs", "volume groups", 30, quiet=_LVM, needs=_DM),
    Command("pvs", "physical volumes", 30, quiet=_LVM, needs=_DM),
    Command("multipath -ll", "paths to the storage", 30, needs=_DM),
    Files("/etc/multipath.conf", "settings of paths"),
    Command("multipathd show config", "settings of paths", 30, MIB, needs=_MULTIPATHD),
    Files("/sys/class/fc_host/host*/port_state", "fibre channel ports", 4 * KIB, read=_PEOPLE),
    Files("/sys/class/fc_host/host*/statistics/*", "errors of fibre channel ports", 4 * KIB, 600, read=_PEOPLE),
    Command("iscsiadm -m session -P 1", "iSCSI sessions", needs=_ISCSID),
    # controllers
    Command("storcli64 /call show all", "RAID controllers", 40, 4 * MIB, quiet="nolog"),
    Command("perccli64 /call show all", "RAID controllers", 40, 4 * MIB, quiet="nolog"),
    Command("MegaCli64 -LdPdInfo -aALL", "RAID controllers, drives and volumes", 40, 4 * MIB, quiet="-NoLog"),
    Command("MegaCli64 -AdpBbuCmd -aALL", "the battery behind the write cache", 40, quiet="-NoLog"),
    Command("ssacli ctrl all show config detail", "RAID controllers", 40, 4 * MIB),
    Command("hpssacli ctrl all show config detail", "RAID controllers", 40, 4 * MIB),
    Command("cciss_vol_status -V /dev/sg*", "RAID controllers", 40, needs=_HPSA),
    Command("sas2ircu 0 display", "RAID controllers", 40, needs=_MPT_2),
    Command("sas2ircu 0 status", "RAID volumes that are rebuilt", 40, needs=_MPT_2),
    Command("sas3ircu 0 display", "RAID controllers", 40, needs=_MPT_3),
    Command("sas3ircu 0 status", "RAID volumes that are rebuilt", 40, needs=_MPT_3),
    Command("mpt-status", "RAID controllers", 40, needs=_MPT),
    Command("arcconf getconfig 1", "RAID controllers", 40, 4 * MIB),
    Command("cli64 disk info", "drives behind an Areca controller", 40),
    Command("cli64 event info", "events of an Areca controller", 40),
    # file systems
    Command("mount", "file systems and their options"),
    Command("df -kPl", "how full file systems are"),
    Command("df -iPl", "how many files file systems still take"),
    Files("/etc/fstab", "file systems and their options", read=_PEOPLE),
    Files("/proc/fs/jbd2/*/info", "the journal of ext4", 16 * KIB, read=_PEOPLE),
    Files("/proc/fs/xfs/stat", "what XFS did", read=_PEOPLE),
    Files("/etc/vx/tunefstab", "settings of VxFS", read=_PEOPLE),
    Command("vxdisk -e list", "disks of VxVM", read=_PEOPLE),
    Command("vxprint -ht", "volumes of VxVM", read=_PEOPLE),
    # ZFS
    Command("zpool status -v", "state of pools", 30),
    Command("zpool list", "how full pools are", 30),
    Command("zpool get all {pool}", "settings of pools", 30, each="pool"),
    Command("zpool history {pool}", "what was done to pools", 30, MIB, each="pool"),
    Command(_ZFS_LIST, "datasets", 30),
    Command(f"zfs get -r -t filesystem,volume {_ZFS_GET}", "settings of datasets", 30, 4 * MIB, each="pool"),
    Command("zfs version", "release of ZFS"),
    Files("/sys/module/zfs/version", "release of ZFS"),
    Command("grep -H . /sys/module/zfs/parameters/*", "settings of ZFS"),
    Files("/proc/spl/kstat/zfs/arcstats", "the cache of ZFS"),
    Files("/proc/spl/kstat/zfs/zil", "the intent log of ZFS"),
    Files("/proc/spl/kstat/zfs/*/txgs", "transaction groups of pools"),
    Files("/proc/spl/kstat/zfs/*/state", "state of pools", read=_PEOPLE),
    # logs
    Command("dmesg", "what the kernel said since boot", 20, 4 * MIB),
    Command("journalctl -k -q -o short-iso --no-pager -n 20000", "what the kernel said, with dates", 30, 8 * MIB),
    Files("/var/log/messages", "the system's log", 8 * MIB),
    Files("/var/log/messages-*", "its rotated files", 4 * MIB, 8),
    Files("/var/log/messages.*", "its rotated files", 4 * MIB, 8),
    Files("/var/log/syslog", "the system's log", 8 * MIB),
    Files("/var/log/syslog.*", "its rotated files", 4 * MIB, 8),
    Files("/var/log/kern.log", "what the kernel said", 8 * MIB),
    Files("/var/log/kern.log.*", "its rotated files", 4 * MIB, 8),
    Command("sar -A", "the samplings of today", 30, 16 * MIB),
    # network
    Command("ip -s link", "errors of network interfaces"),
    Command("ip addr", "addresses", read=_PEOPLE),
    Command("ethtool {interface}", "speed of each interface", each="interface"),
    Command("ethtool -S {interface}", "counters of each interface", each="interface"),
    Command("ethtool -a {interface}", "pause frames", each="interface", read=_PEOPLE),
    Files("/proc/net/bonding/*", "bonded interfaces"),
    Files("/proc/net/snmp", "retransmissions", read=_PEOPLE),
    Files("/proc/net/netstat", "retransmissions", read=_PEOPLE),
    Files("/proc/self/mountstats", "NFS as clients see it", MIB, read=_PEOPLE),
    Command("exportfs -v", "what is served by NFS, and whether it waits for the disks", needs="/var/lib/nfs/etab"),
    # modules
    Command("lsmod", "kernel modules"),
    Command("mokutil --sb-state", "secure boot"),
    Files("/etc/modprobe.d/*.conf", "settings of modules", read=_PEOPLE),
    # databases, only where they answer without a password
    Command("psql -X -w -U postgres -d postgres -c 'select version()'", "PostgreSQL's release", 10, own_settings=True),
    Command("psql -X -w -U postgres -d postgres -c 'show all'", "PostgreSQL's settings", 10, own_settings=True),
    Command("psql -X -w -d postgres -c 'select version()'", "PostgreSQL's release", 10, user="postgres", own_settings=True),
    Command("psql -X -w -d postgres -c 'show all'", "PostgreSQL's settings", 10, user="postgres", own_settings=True),
    Command("mysql --connect-timeout=5 -e 'show global variables'", "MySQL's settings", 10, own_settings=True, quiet=_NO_UPLOAD),
    Command("mysql --connect-timeout=5 -e 'show global status'", "what MySQL did", 10, own_settings=True, quiet=_NO_UPLOAD),
    Command("mysql --connect-timeout=5 -e 'show engine innodb status\\G'", "what InnoDB waits for", 10, own_settings=True, quiet=_NO_UPLOAD),
)  # fmt: skip

SOLARIS: tuple[Entry, ...] = (
    Command("vmstat 1 12", "run queue, scan rate, free memory", _SAMPLING, sample=True),
    Command("vmstat -p 1 12", "paging by kind", _SAMPLING, sample=True),
    Command("iostat -xn 1 12", "load and latency of each disk", _SAMPLING, sample=True),
    Command("zpool iostat 1 12", "what pools read and write", _SAMPLING, sample=True),
    Command("mpstat 1 10", "processors", _SAMPLING, sample=True),
    Command("hostname", "the name of the host"),
    Command("date", "its clock: the age of everything else counts from it"),
    Command("uptime", "since when it is up"),
    Command("uname -a", "system and release"),
    Files("/etc/release", "the release"),
    Command("prtconf", "memory size", 30, MIB),
    Command("psrinfo", "processors"),
    Command("isainfo -kv", "word size of the kernel"),
    Command("pagesize", "size of memory pages"),
    Files("/etc/system", "settings of the kernel", read=_PEOPLE),
    Files("/etc/vfstab", "file systems", read=_PEOPLE),
    Command("swap -l", "where it swaps to"),
    Command("swap -s", "swap space"),
    Command("ipcs -mb", "shared memory"),
    Command("prstat -c 1 1", "processes"),
    Command("ps -ef", "processes"),
    Command("mount -v", "file systems and their options"),
    Command("df -kl", "how full file systems are", read=_PEOPLE),
    Command("iostat -En", "errors of each disk"),
    Command("fmadm faulty", "what the fault manager found"),
    Command("fmdump", "faults", read=_PEOPLE),
    Command("mpathadm list lu", "paths to the storage"),
    Command("metastat", "software RAID", read=_PEOPLE),
    Command("zpool status -v", "state of pools", 30),
    Command("zpool list", "how full pools are", 30),
    Command("zpool get all {pool}", "settings of pools", 30, each="pool"),
    Command("zpool history {pool}", "what was done to pools", 30, MIB, each="pool"),
    Command(_ZFS_LIST, "datasets", 30),
    Command(f"zfs get -r {_ZFS_GET}", "settings of datasets", 30, 4 * MIB, each="pool"),
    Command("kstat -p zfs:0:arcstats", "the cache of ZFS"),
    Files("/var/adm/messages", "the system's log", 8 * MIB),
    Files("/var/adm/messages.*", "its rotated files", 4 * MIB, 8),
    Command("netstat -i", "errors of network interfaces"),
    Command("sar -A", "the samplings of today", 30, 16 * MIB),
    Files("/etc/vx/tunefstab", "settings of VxFS", read=_PEOPLE),
    Command("vxdisk -e list", "disks of VxVM", read=_PEOPLE),
)  # fmt: skip

TABLES: dict[str, tuple[Entry, ...]] = {"linux": LINUX, "solaris": SOLARIS}
