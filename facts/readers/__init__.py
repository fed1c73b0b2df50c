"""One module per command. A module is imported only when a text holds one of its hints.

`MODULES` is in order of precedence: where two readers could take a line, the earlier one does. The hints are literal
strings of which at least one stands in every text that holds such an output, or in the command above it.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module

from facts.reading import Reader

MODULES: tuple[tuple[str, tuple[str, ...]], ...] = (
    # ZFS, file systems, host identity
    ("zpool_status", ("pool:", "pools are healthy", "no pools available", "is healthy")),
    ("zpool_list", ("SIZE", "HEALTH", "ONLINE", "DEGRADED", "FAULTED", "UNAVAIL", "SUSPENDED", "zpool list")),
    ("zfs_get", ("PROPERTY", "\tlocal", "\tdefault", "\t-", "\tinherited", "zfs get", "zpool get")),
    (
        "zfs_list",
        (
            "REFER",
            "AVAIL",
            "USED",
            "RECSIZE",
            "MOUNTPOINT",
            "COMPRESS",
            "zfs list",
            "LOGBIAS",
            "PRIMARYCACHE",
            "\t/",
            "\tnone",
            "\tlegacy",
            "\t-",
            "\t0\t",
        ),
    ),
    ("memstat", ("Page Summary", "Usage Type/Subtype")),
    ("arc", ("arcstats", "c_max", " 0x0")),
    ("arc_summary", ("ARC size (current)", "ARC Size:", "ARC status:", "arcsz", "  size ")),
    ("zfs_parameters", (" = 0x", "set zfs:", "zfs/parameters", "options zfs", "zfs_")),
    ("gang_counts", ("zio_gang_tree_issue",)),
    ("gang_bpftrace", ("zio_gang_tree_issue",)),
    ("zfs_version", ("zfs-kmod-", "zfs-0.", "zfs-2.", "zfs-3.", "module/zfs/version")),
    ("zdb_blocks", ("bp count:", "ganged count:")),
    ("zfs_files", ("dblk", "stat -", "IO Block", "EA Block", "Blocs d'E/S")),
    ("ps", ("zpool-",)),
    # before the lists of processes: what tasks wait for
    ("task_states", ("STAT", " S ", "S  ", "WCHAN", "ps ", "/stack", ">] ")),
    ("bitesize", ("Distribution",)),
    (
        "vxtunefs",
        ("Filesystem i/o parameters", "vxtunefs:", "system-default", "_iosz", "_pref_io", "_nstream", "/dev/vx/"),
    ),
    (
        "mount",
        (
            " on /",
            "mount",
            "mtab",
            "mnttab",
            "TARGET",
            " / ",
            ": ufs",
            ": zfs",
            ": vxfs",
            "\tufs\t",
            "\tzfs\t",
            "\tvxfs\t",
            " ext3 ",
            " ext4 ",
            " xfs ",
            " vxfs ",
            " zfs ",
            " ufs ",
        ),
    ),
    (
        "release",
        (
            "Solaris",
            "release",
            "SUSE",
            "SuSE",
            "OmniOS",
            "OpenIndiana",
            "SmartOS",
            "OpenSolaris",
            "NexentaStor",
            "PRETTY_NAME",
            "NAME=",
            "Distributor ID",
            "debian_version",
        ),
    ),
    (
        "prtconf",
        (
            "System Configuration",
            "Memory size",
            "on-line",
            "off-line",
            "psrinfo",
            "-bit ",
            "isainfo",
            "amd64 i386",
            "sparcv9 sparc",
            "Architecture:",
            "nproc",
            "NPROCESSORS",
        ),
    ),
    ("iostat_errors", ("Soft Errors",)),
    ("zfs_json", ("output_version",)),
    ("zpool_history", ("History for '", "zpool ")),
    # end of ZFS, file systems, host identity
    # Oracle
    (
        "oracle_alert",
        (
            "ORACLE instance",
            "Huge Pages",
            "Large Pages",
            "PAGESIZE",
            "ORA-",
            "memlock (soft)",
            "MEMORY_TARGET feature",
            "Instance terminated by",
            "ALTER DATABASE",
            "comp_id",
            "log sequence",
            "non-default values",
            "Errors in file",
        ),
    ),
    (
        "numa",
        ("Per-node system memory usage", "numa_", "Numa_", "node 0 size:", " size: ", "/sys/devices/system/node/"),
    ),
    (
        "oracle_sgainfo",
        (
            "SGA",
            "ORA-",
            "Global Area",
            "SQL*Plus",
            "idle instance",
            "Oracle",
            "instance started",
            "shut down",
            "startup",
            "Fixed Size",
        ),
    ),
    ("oracle_instance", ("INSTANCE_NAME",)),
    ("oracle_awr", ("WORKLOAD REPOSITORY", "STATSPACK", "Statspack", "Load Profile", "Instance Activity Stats")),
    (
        "oracle_parameters",
        (
            "_target",
            "_size",
            "_pages",
            "filesystemio",
            "db_name",
            "_TARGET",
            "_SIZE",
            "_PAGES",
            "DB_NAME",
            "FILESYSTEMIO",
            "VALUE",
            "value",
            "undo_",
            "UNDO_",
            "instance_type",
            "cluster_database",
            "db_files",
            "compatible",
        ),
    ),
    # activity
    ("vmstat", ("swpd", "avm", " sr", "\tsr", "epi")),
    ("iostat_solaris", ("w/s",)),
    ("iostat_linux", ("avg-cpu", "Device", '"sysstat"')),
    ("zpool_requests", ("sync_read",)),
    ("zpool_iostat", ("bandwidth", "zpool iostat", " alloc ", " avail ")),
    (
        "sar",
        (
            "%idle",
            "tps",
            "avque",
            "kbmemfree",
            "freemem",
            "pgpgin/s",
            "pswpin/s",
            "bread/s",
            "runq-sz",
            "proc/s ",
            "rxpck/s",
            "pgscan/s",
            "swpin/s",
        ),
    ),
    ("truss", ("write(", "write64(")),
    # end of activity
    # kernel and host identity
    ("uname", ("Linux ", "SunOS ", "FreeBSD ", "AIX ", "HP-UX ", "NetBSD ", "OpenBSD ", "illumos", "uname ")),
    (
        "answers",
        (
            "hostname",
            "nodename",
            "uname -n",
            "pagesize",
            "PAGESIZE",
            "PAGE_SIZE",
            "/lib/modules/",
            "-headers",
            "-devel",
        ),
    ),
    ("host_clock", ("date", "Local time:", "load average", "/proc/uptime")),
    # logs of the kernel and of clusters, software RAID, network interfaces
    (
        "kernel_log",
        (
            "] ",
            "kernel",
            "vmunix",
            "unix:",
            "Linux version",
            "SunOS Release",
            "dmesg",
            "journalctl",
            "/var/log/",
            "I/O error",
            "error, dev",
            "sd ",
            *(f"ata{n}" for n in range(10)),
            *(f"hd{letter}" for letter in "abcdefgh"),
            "Sense",
            "sense key",
            "WARNING: /",
            "NOTICE: /",
            "blocked for more than",
            "symbol",
            "version magic",
            "module verification",
            "Out of ",
            "lockup",
            "page allocation",
            "panic",
            "multipath",
            "EXT",
            "XFS",
            "mpt",
            "arcmsr",
            "mega",
            "3w-",
            "aacraid",
            "CAM status",
            "FAILURE - ",
            "TIMEOUT - ",
            "SUNW-MSG-ID",
        ),
    ),
    (
        "ha_log",
        (
            "eartbeat",
            "corosync",
            "pacemaker",
            "TOTEM",
            "CSSD",
            "cssd",
            "VCS ",
            "CRS-",
            "crmd",
            "pengine",
            "stonith",
            "STONITH",
            "luster",
            "fenc",
            "Fenc",
            "LLT ",
            "GAB",
            "clcomm",
            "CMM",
            "plit",
            "Node ",
            "node ",
            "uorum",
            "hangcheck",
            "Hangcheck",
            "pm_tick",
        ),
    ),
    ("metastat", (": Mirror", ": RAID", "metastat", ": Submirror of", ": Concat/Stripe", ": Soft Partition")),
    ("mdstat", ("Personalities", ": active", ": inactive")),
    ("mdadm", ("Version :", "Magic :", "md array", "md super", "spares", "spare.", " device ")),
    ("netstat", ("RX-OK", "Ipkts", " RX:", "\tRX:", "\nRX:", "packets errs", "packets  errs")),
    ("ifconfig", ("RX packets", "RX errors")),
    # memory and virtual-memory settings
    ("meminfo", ("MemTotal", "MemFree", "HugePages_", "Hugepagesize", " kB")),
    ("sysctl_bsd", ("kern.", "hw.", "vfs.", "kstat.")),
    ("sysctl", ("vm.", "vm/", "kernel.", "kernel/", "fs.", "net.", "/proc/sys/", "sysctl", "always", "dev.", "abi.")),
    (
        "limits",
        (
            "ulimit",
            " soft",
            " hard",
            "\tsoft",
            "\thard",
            " - ",
            "-l)",
            "-l:",
            "lock",
            "Max ",
            "[Service]",
            "LimitMEMLOCK",
        ),
    ),
    ("ipcs", ("shmid", "SHMID", "semid", "msqid", "SEGSZ", " Limits --", "IPC status from")),
    ("free", ("total ", "gesamt ")),
    ("devshm", ("/dev/shm", "/run/shm", "ora_")),
    (
        "vmstat_counters",
        (
            "nr_",
            "pswp",
            "allocstall",
            "compact_",
            "thp_",
            "pgscan",
            "oom_kill",
            "total memory",
            "zone_reclaim",
            "pgmajfault",
        ),
    ),
    ("pressure", ("avg10=",)),
    ("pt_summary", ("System Summary Report", "# Memory ####")),
    # PostgreSQL
    ("pg_version", ("PostgreSQL", "psql (", "server_version")),
    ("pg_settings", ("setting", "Parameter", "\n---", "\n ---", "\n  ---", "psql ", "-[ ")),
    ("postgres_log", ("LOG: ", "LOG,", "FATAL: ", "STATEMENT: ", "error_severity")),
    (
        "postgres_conf",
        (
            "PostgreSQL configuration file",
            "Do not edit this file",
            "postgresql",
            "shared_",
            "work_mem",
            "wal_",
            "checkpoint_",
            "max_connections",
            "listen_addresses",
            "autovacuum",
            "effective_",
            "synchronous_",
            "fsync",
            "log_",
            "maintenance_",
            "huge_pages",
            "page_cost",
            "bgwriter",
            "max_fsm",
            "full_page",
            "temp_buffers",
            "default_statistics",
            "commit_delay",
            "data_directory",
        ),
    ),
    # drives, controllers, modules
    ("smartctl_json", ('"json_format_version"', '"smartctl"')),
    (
        "smartctl_text",
        (
            "smartctl",
            "Smartctl",
            "SMART ",
            "ATTRIBUTE_NAME",
            "self test failed",
            "Device Model:",
            "_Sector",
            "_CRC_Error",
        ),
    ),
    ("areca_events", ("Date-Time", "IDE Channel", "Enc#", "H/W MONITOR", "Raid Set #", "ARC-", "Proxy Or Inband")),
    ("areca_smart", ("S.M.A.R.T", "Is Not Available", "is not available")),
    (
        "areca_cards",
        (
            "ModelName",
            "TotalCap",
            "Areca",
            "Controller#",
            "The System Information",
            "Hardware Monitor",
            " State",
            "Drive Information",
            "Disk Information",
        ),
    ),
    (
        "megacli",
        (
            "Enclosure Device ID",
            "Virtual Drive:",
            "Virtual Disk:",
            "BBU status for Adapter",
            "Patrol Read Information",
            "Get BBU",
            "Rebuild Rate",
            "Operation Mode",
            "Rebuild Progress on Device",
        ),
    ),
    ("dumpe2fs", ("dumpe2fs", "tune2fs", "Filesystem volume name", "Bad blocks:")),
    (
        "bad_blocks",
        ("bad block", "mke2fs", "mkfs.ext", "fsck", "Checking blocks", "Pass 1:", "badblocks"),
    ),
    (
        "dd",
        (
            "records in",
            "records out",
            "copied, ",
            "kopiert, ",
            "bytes transferred in",
            "Datens",
            "enregistrements",
            "registros",
            "copi",
        ),
    ),
    (
        "modprobe",
        (
            "FATAL: ",
            "modprobe: ",
            "insmod: ",
            "could not insert",
            "not found",
            "Used by",
            "filename:",
            "SecureBoot",
            "EFI variables",
            "Secure Boot",
            "lsmod",
        ),
    ),
    (
        "virtualbox",
        (
            "VirtualBox",
            "vbox",
            "VBoxManage",
            "VERR_VM_DRIVER",
            "rc=-1908",
            "include/linux/autoconf.h",
            "include/generated/autoconf.h",
            "your current Linux kernel",
            "DKMS",
        ),
    ),
    # end of drives, controllers, modules
    # memory pressure
    ("processes", ("PID", "top - ", "iB Mem", "Mem:")),
    ("mpstat", ("CPU ",)),
    ("swap_devices", ("Filename", "swapfile", "PRIO", "bytes allocated")),
    ("proc_status", ("VmPTE", "VmSwap", "VmRSS")),
    # end of memory pressure
    # ZFS pools and caches
    ("txgs", ("txg      birth", "txg birth", "otime")),
    ("zdb_config", ("ashift", "vdev_tree")),
    ("disk_sectors", ("Sector size (", "block_size", "stripesize")),
    ("zdb_dedup", ("DDT-", "DDT histogram", "DDTs are empty")),
    ("zpool_events", (".fs.zfs.",)),
    ("fmadm", ("EVENT-ID", "RESOURCE / UUID", "SUNW-MSG-ID")),
    # end of ZFS pools and caches
    # drives, controllers, arrays
    ("controller_events", ("seqNum", "EVT#", "AEN Message", "Alarm Message")),
    (
        "storcli",
        ("CLI Version = ", "Controller = ", "_Info :", " LIST :", "Virtual Drives :", "DG/VD", "EID:Slt"),
    ),
    ("storcli_json", ('"Command Status"',)),
    ("hpssacli", (" in Slot ", "logicaldrive ", "physicaldrive ")),
    ("tw_cli", ("UnitType", "NotOpt", "OnlineState", "VPort", "Port   Status")),
    ("arcconf", ("Controllers found: ", "Controllers Found: ", "Controller information", "Controller Information")),
    ("lsblk", ("NAME ", "KNAME", '"blockdevices"')),
    ("disk_cache", ("write-caching", "ATA device, with", "WCE", "/sys/block/", "/sys/class/block/", "/block/")),
    ("nvme_cli", ("Smart Log for NVME", '"percent_used"', "critical_warning", "Node ", '"DevicePath"')),
    # end of drives, controllers, arrays
    # paths, networks, pauses
    ("multipath", ("size=", "dm_st", "dm-st")),
    ("mpathadm", ("Path Count:", "Path State:", "hdisk", "Pseudo name=")),
    (
        "ethtool",
        (
            "Settings for ",
            "NIC statistics:",
            "Channel Bonding Driver",
            "Inter-|",
            "link: ",
            "DUPLEX",
            "IPACKETS",
            "ipackets",
        ),
    ),
    (
        "virtual",
        ("detect-virt", "virt-what", "facter", "dmidecode", "DMI type", "System Information", "SMBIOS", "ostname:"),
    ),
    ("vmware_log", ("vcpu-", "vmx|", "vmx -")),
    ("jvm_gc", ("GC", "[gc", "application threads were stopped")),
    ("jvm_reports", ("JvmPauseMonitor", "[gc][", "GCInspector.java")),
    ("mpstat", ("%usr", "%user", "xcal")),
    # end of paths, networks, pauses
    # Linux file systems, containers, other databases
    (
        "cgroup",
        (
            "cgroup",
            "memory.",
            "io.pressure",
            "io.max",
            "cpu.stat",
            "anon ",
            "\ncache ",
            "low ",
            "file_dirty ",
            "total_dirty ",
        ),
    ),
    ("cgroup_tools", ("MEM USAGE", "Memory", "Control Group")),
    (
        "mysql_variables",
        (
            "ariable_name",
            "VARIABLE_NAME",
            "nnodb_",
            "INNODB_",
            "\t",
            "[mysqld",
            "[mariadb",
            "[server]",
            "[client",
            "[mysql",
        ),
    ),
    (
        "mysql_server",
        (
            "Pending flushes",
            "Buffer pool size",
            "INNODB MONITOR",
            "BUFFER POOL",
            "Ver ",
            " from ",
            "Server version",
            "RES ",
        ),
    ),
    ("nfs_exports", ("(rw", "(ro", "(sync", "(async", "sync,", "share", "RESOURCE")),
    ("nfs_times", (" mounted on /", "Server nfs", "Server rpc", "Client nfs", "Client rpc")),
    ("journal", ('"MESSAGE"', "__REALTIME_TIMESTAMP", "    MESSAGE=")),
    ("df", ("Filesystem  ", "Filesystem T", "Dateisystem", "de fichiers ")),
    ("fsync_times", ("sync(", "fsync time", "sync resumed", "usecs/call")),
    # end of Linux file systems, containers, other databases
    # PostgreSQL and changes
    (
        "pg_stats",
        ("checkpoints_timed", "checkpoints_req", "num_timed", "num_requested", "wal_fpi", "wait_event", "fsyncs"),
    ),
    ("pg_tools", ("Combined size", "pg_control")),
    (
        "package_history",
        (
            ".x86_64 ",
            ".noarch ",
            ".i386 ",
            ".i686 ",
            ".aarch64 ",
            ".ppc64",
            ".s390x ",
            " --last",
            "Start-Date: ",
            " upgrade ",
            " install ",
            " startup ",
            " status ",
            "OPERATION",
            "applied on",
            "Interim",
            "Command line",
            "Login user",
            "Befehlszeile",
            "Benutzer",
        ),
    ),
    ("boots", ("system boot", "Systemstart", "reboot   ~", "uptime")),
    # end of PostgreSQL and changes
    # outputs that are named only; last, so that every reader goes first
)


@cache
def _module(name: str) -> tuple[Reader, ...]:
    readers: tuple[Reader, ...] = import_module(f"facts.readers.{name}").READERS
    return readers


@cache
def _select(names: tuple[str, ...]) -> tuple[Reader, ...]:
    return tuple(reader for name in names for reader in _module(name))


def readers_for(text: str) -> tuple[Reader, ...]:
    """The readers that could find anything in `text` (with the command or place that it came from), in precedence."""
    if len(text) < _LONG:  # a report has thousands of small files: no call for each hint
        return _select(tuple([name for name, hints in MODULES if [hint for hint in hints if hint in text]]))
    gist = _gist(text)
    return _select(tuple(name for name, hints in MODULES if any(_holds(text, gist, hint) for hint in hints)))


_LONG = 1 << 20
"""From so many characters on it pays to look through the gist of a text first."""
_NO_DIGITS = str.maketrans("", "", "0123456789")


def _gist(text: str) -> str:
    """The different lines of a text without their digits: of a long sampling a few lines are left."""
    return "\n" + "\n".join(set(text.translate(_NO_DIGITS).split("\n")))


def _holds(text: str, gist: str, hint: str) -> bool:
    """Whether a hint stands in a text; its gist says cheaply of most hints that they do not."""
    if "\n" not in hint[1:] and hint.translate(_NO_DIGITS) not in gist:
        return False
    return hint in text


def named_only() -> tuple[Reader, ...]:
    """Recognisers of tools that have no reader: they name an output, and give no rows."""
    return _module("others")


def all_readers() -> tuple[Reader, ...]:
    """Every reader, in precedence."""
    return _select(tuple(name for name, _ in MODULES))


def show(text: str, command: str = "") -> None:
    """Print what the readers make of `text`, for the samples in their documentation.

    One line per output (kind, lines, outcome), below it each row with its slots in name order and its lines, then
    each refusal.
    """
    from facts.recognise import recognise  # the samples need it, the readers do not

    for found in recognise(text.rstrip("\n").split("\n"), "", command).found:
        output = found.output
        reading = found.reader.read(output)
        print(f"{found.reader.kind} lines {output.whole[0]}-{output.whole[1]} {reading.outcome}")
        for row in reading.rows:
            slots = " ".join(f"{k}={_plain(v)}" for k, v in sorted(row.values.items()))
            print(f"  {row.template}: {slots} ({row.lines[0]}-{row.lines[1]})")
        for refusal in reading.refusals:
            print(f"  refused {refusal.lines[0]}-{refusal.lines[1]}: {refusal.reason}")


def _plain(value: object) -> str:
    if isinstance(value, float):
        return f"{value:g}" if value < 1e6 else f"{value:.0f}"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)
