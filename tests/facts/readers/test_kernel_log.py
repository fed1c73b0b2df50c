"""What the readers of kernel and cluster logs decide beyond their fixtures."""

from __future__ import annotations

import doctest
import time
from importlib import import_module

import pytest

from facts.readers import readers_for
from facts.readers.disk_errors import by_number
from facts.readers.ha_messages import classify
from facts.reading import Reading
from facts.segments import segment


def readings(text: str, command: str = "") -> list[tuple[str, tuple[int, int], Reading]]:
    lines = text.strip("\n").split("\n")
    found = segment(lines, readers_for(text + command), "t", command).found
    return [(f.reader.kind, f.output.whole, f.reader.read(f.output)) for f in found]


def rows(text: str, template: str, command: str = "") -> list[dict[str, object]]:
    return [dict(r.values) for _, _, reading in readings(text, command) for r in reading.rows if r.template == template]


@pytest.mark.parametrize(
    "module", ["log_lines", "log_stretch", "log_times", "disk_errors", "kernel_messages", "ha_messages"]
)
def test_documented_samples(module: str) -> None:
    result = doctest.testmod(import_module(f"facts.readers.{module}"))
    assert result.attempted > 0
    assert result.failed == 0


def ring(*messages: str) -> str:
    return "\n".join(f"[{n:5d}.000100] {message}" for n, message in enumerate(messages))


@pytest.mark.parametrize(
    "prose",
    [
        "Here the end_request lines show the sector on the drive that went bad.",
        "kernel: what the kernel said about it was lost.",
        "The line end_request: I/O error, dev sdb, sector 33470855 came up twice.",
        "sd 0:0:1:0 is the second disk of the controller.",
        "Aug 24 was the day when heartbeat declared db2 dead.",
        "ata3.00 is its port; WARNING: this may be wrong.",
        "2008-08-24 12:26:37 IDE Channel #02 Reading Error",
        "2008-08-24 12:26:37.123 UTC [123] LOG:  checkpoint complete: wrote 100 buffers",
        "Aug 24 02:10:11 2008",
        "kernel: 2.6.18",
        "Iface is the name of the interface.",
    ],
)
def test_prose_is_no_log(prose: str) -> None:
    assert [r for r in readings(f"{prose}\n") if r[0] in ("kernel-log", "ha-log", "netstat-i")] == []


def test_syslog_of_other_programs_alone_is_no_kernel_log() -> None:
    text = "May 18 15:13:34 web1 sshd[110]: session opened\nMay 18 15:13:36 web1 yum[11375]: Installed: lynx\n"
    assert [r for r in readings(text) if r[0] in ("kernel-log", "ha-log")] == []


def test_one_fault_in_four_messages_is_one_error() -> None:
    text = ring(
        "sd 0:0:3:0: [sdd] tag#94 Sense Key : Medium Error [current]",
        "sd 0:0:3:0: [sdd] tag#94 Add. Sense: Unrecovered read error",
        "critical medium error, dev sdd, sector 800 op 0x0:(READ) flags 0x0 phys_seg 1 prio class 2",
        "Buffer I/O error on dev sdd1, logical block 100, async page read",
    )
    medium, read = rows(text, "disk-error")
    assert medium == {"device": "sdd", "kind": "medium-error", "count": 1, "distinct-sectors": 1, "first-sector": 800}
    assert read == {"device": "sdd", "kind": "read-error", "count": 1}


@pytest.mark.parametrize(
    "messages",
    [
        ("end_request: I/O error, dev fd0, sector 0",),
        ("blk_update_request: I/O error, dev sr0, sector 0 op 0x0:(READ) flags 0x80700",),
        ("blk_update_request: I/O error, dev loop3, sector 8",),
        ("sd 0:0:0:0: [sda] Sense Key : Illegal Request [current]", "end_request: I/O error, dev sda, sector 0"),
        ("sd 6:0:0:0: [sdc] Sense Key : Not Ready [current]", "sd 6:0:0:0: [sdc] Add. Sense: Medium not present"),
        ("critical target error, dev sda, sector 0 op 0x9:(WRITE_ZEROES) flags 0x0",),
        ("I/O error, dev sda, sector 0 op 0x3:(DISCARD) flags 0x0",),
        ("ata5.00: ATAPI: PIONEER DVD-RW, 1.0, max UDMA/66", "ata5.00: error: { UNC }"),
        ("ata5.00: error: { ABRT }",),
        ("ata2: SATA link down (SStatus 0 SControl 300)",),
        ("EDAC MC0: Giving out device to module i7core_edac.c",),
        ("ACPI Error: [_PRS] Namespace lookup failure, AE_NOT_FOUND",),
    ],
)
def test_benign_messages_are_no_disk_errors(messages: tuple[str, ...]) -> None:
    assert rows(ring(*messages), "disk-error") == []
    (log,) = rows(ring(*messages), "kernel-log")
    assert log["disk-errors"] == 0


def test_ata_port_is_named_by_the_drives_found_at_boot() -> None:
    text = ring(
        "ata3.00: ATA-8: WDC WD10EADS-65L5B1, 01.01A01, max UDMA/133",
        "scsi 2:0:0:0: Direct-Access     ATA      WDC WD10EADS-65L 01.0 PQ: 0 ANSI: 5",
        "sd 2:0:0:0: [sdc] 1953525168 512-byte hardware sectors",
        "ata3: SError: { UnrecovData 10B8B BadCRC }",
        "ata3.00: error: { ICRC ABRT }",
    )
    assert rows(text, "disk-error") == [{"device": "sdc", "kind": "link-error", "count": 1}]


def test_ata_port_stays_a_port_where_the_log_does_not_tell() -> None:
    text = ring("ata4.00: exception Emask 0x0 SAct 0x0 SErr 0x0 action 0x6 frozen", "ata4.00: error: { UNC }")
    assert rows(text, "disk-error") == [{"device": "ata4.00", "kind": "medium-error", "count": 1}]


def test_device_numbers_of_old_kernels() -> None:
    assert by_number(8, 0x11) == "sdb"
    assert by_number(65, 160) == "sdaa"
    assert rows(ring("I/O error: dev 08:11, sector 1234"), "disk-error") == [
        {"device": "sdb", "kind": "io-error", "count": 1, "distinct-sectors": 1, "first-sector": 1234}
    ]


def test_repeated_messages_are_counted() -> None:
    text = (
        "Aug 24 02:10:11 db1 kernel: end_request: I/O error, dev sdb, sector 7\n"
        "Aug 24 02:10:12 db1 last message repeated 3 times\n"
        "Aug 24 02:10:19 db1 kernel: message repeated 2 times: [ end_request: I/O error, dev sdb, sector 9]\n"
    )
    (row,) = rows(text, "disk-error")
    assert (row["count"], row["distinct-sectors"]) == (6, 2)


def test_year_comes_from_another_line_and_turns_at_new_year() -> None:
    text = (
        "Dec 31 23:59:58 db1 kernel: type=1400 audit(1230764398.500:3): x\n"
        "Jan  1 00:00:02 db1 kernel: end_request: I/O error, dev sdb, sector 7\n"
    )
    (row,) = rows(text, "disk-error")
    assert time.gmtime(float(str(row["first-time"])))[:6] == (2009, 1, 1, 0, 0, 2)


def test_time_without_a_year_is_unknown() -> None:
    (row,) = rows("Aug 24 02:10:11 db1 kernel: end_request: I/O error, dev sdb, sector 7\n", "disk-error")
    assert "first-time" not in row


def test_the_clock_is_the_hosts_own() -> None:
    text = "2024-04-17T00:26:33+05:30 db1 kernel: I/O error, dev sdb, sector 7 op 0x1:(WRITE) flags 0x0\n"
    (row,) = rows(text, "disk-error")
    assert row["kind"] == "write-error"
    assert time.gmtime(float(str(row["first-time"])))[3:6] == (0, 26, 33)


def test_host_comes_from_the_line_and_two_hosts_are_two_logs() -> None:
    text = (
        "Aug 24 02:10:11 db1 kernel: end_request: I/O error, dev sdb, sector 7\n"
        "Aug 24 02:10:12 db2 kernel: eth0: link down\n"
    )
    assert [(lines, reading.host) for _, lines, reading in readings(text)] == [((1, 1), "db1"), ((2, 2), "db2")]


def test_a_filtered_log_is_not_complete() -> None:
    text = "Aug 24 02:10:11 db1 kernel: eth0: link down\n"
    ((_, _, whole),) = readings(text, "cat /var/log/messages")
    ((_, _, part),) = readings(text, "grep eth0 /var/log/messages")
    assert "disk-error" in whole.complete
    assert part.complete == frozenset()


def test_a_date_that_does_not_exist_is_refused() -> None:
    ((_, _, reading),) = readings("2024-04-31T00:26:33+02:00 db1 kernel: eth0: link down\n")
    assert [(r.lines, r.reason) for r in reading.refusals] == [((1, 1), "there is no such date")]


@pytest.mark.parametrize(
    ("driver", "family"),
    [
        ("scsi0 : Areca SATA Host Adapter RAID Controller( RAID6 capable)", "areca"),
        ("megasas: 0x1000:0x0060:0x1028:0x1f0c: bus 2:slot 14:func 0", "megaraid"),
        ("3w-9xxx: scsi0: Found a 3ware 9000 Storage Controller at 0xfc000000, IRQ: 24.", "3ware"),
        ("cciss0: <0x3230> at PCI 0000:06:00.0 IRQ 82 using DAC", "cciss"),
        ("hpsa 0000:03:00.0: MSIX", "cciss"),
        ("AAC0: kernel 5.1-0[8832] Feb 1 2006", "adaptec"),
        ("mpt2sas0: LSISAS2008: FWVersion(07.15.08.00), ChipRevision(0x03)", "mpt"),
    ],
)
def test_controllers(driver: str, family: str) -> None:
    (row,) = rows(ring(driver), "controller")
    assert row["family"] == family


def test_a_driver_that_is_only_loaded_is_no_controller() -> None:
    text = ring("Adaptec aacraid driver 1.1-5[2453]", "HP CISS Driver (v 3.6.20)", "Modules linked in: arcmsr hpsa")
    assert rows(text, "controller") == []


@pytest.mark.parametrize(
    ("messages", "result"),
    [
        (("vboxdrv: Unknown symbol change_page_attr",), "unknown-symbol"),
        (("vboxdrv: disagrees about version of symbol a", "vboxdrv: Unknown symbol a"), "version-mismatch"),
        (("vboxdrv: version magic '2.6.18 SMP' should be '2.6.25 SMP'",), "version-mismatch"),
        (("vboxdrv: module verification failed: signature missing - tainting kernel",), "loaded"),
    ],
)
def test_modules(messages: tuple[str, ...], result: str) -> None:
    (row,) = rows(ring(*messages), "module-load")
    assert (row["module"], row["result"]) == ("vboxdrv", result)


def test_a_module_that_loads_later_is_a_later_row() -> None:
    text = ring("vboxdrv: Unknown symbol a", "vboxdrv: Successfully loaded version 1.6.4")
    assert [r["result"] for r in rows(text, "module-load")] == ["unknown-symbol", "loaded"]


@pytest.mark.parametrize(
    ("message", "kind", "network"),
    [
        ("LLT INFO V-14-1-10032 link 1 (qfe1) node 1 inactive 8 sec (510)", "heartbeat-late", "qfe1"),
        ("LLT INFO V-14-1-10509 link 1 (qfe1) node 1 expired", "link-down", "qfe1"),
        ("LLT INFO V-14-1-10035 timer not called for 313 ticks", "not-scheduled", ""),
        ("GAB INFO V-15-1-20037 Port a gen 8d704 jeopardy ;1", "link-down", ""),
        ("GAB: Port h halting system due to client process failure", "panic", ""),
        ("NOTICE: clcomm: Path db1:qfe0 - db2:qfe0 errors during initiation", "link-down", "qfe0"),
        ("WARNING: clcomm: pm_tick delay of 5450 ms exceeds 2050 ms", "not-scheduled", ""),
        ("CMM: Cluster lost operational quorum; aborting.", "quorum-lost", ""),
        ("clssscMonitorThreads clssnmPollingThread not scheduled for 7500 msecs", "not-scheduled", ""),
        ("block drbd0: Split-Brain detected but unresolved, dropping connection!", "split-brain", ""),
        ("Hangcheck: hangcheck value past margin!", "not-scheduled", ""),
        ("GAB WARNING V-15-1-20058 Port h: client process failure: killing process", "not-scheduled", ""),
        (
            "VCS NOTICE V-16-1-53012 Excessive delay between successive calls to GAB heartbeat(22 seconds)",
            "not-scheduled",
            "",
        ),
        ("o2net: Connection to node db2 (num 1) at 192.0.2.9:7777 has been idle for 30.32 secs.", "heartbeat-late", ""),
        (
            "(o2hb-A1B2,33,4):o2hb_write_timeout:166 ERROR: Heartbeat write timeout to device dm-12 after 60000 milliseconds",
            "heartbeat-lost",
            "",
        ),
        (
            "(kworker/1:2,77,1):o2quo_make_decision:163 ERROR: fencing this node because it is connected to a half-quorum of 1",
            "fenced",
            "",
        ),
        ("*** ocfs2 is very sorry to be fencing this system by restarting ***", "panic", ""),
    ],
)
def test_cluster_messages(message: str, kind: str, network: str) -> None:
    known = classify(message)
    assert known is not None
    assert (known[0], known[2]) == (kind, network)


@pytest.mark.parametrize(
    "message",
    [
        "LLT INFO V-14-1-10024 link 0 (hme0) node 1 active",
        "[MAIN  ] Completed service synchronization, ready to provide service.",
        "NOTICE: clcomm: Path db1:qfe0 - db2:qfe0 online",
        "info: Link db2:eth1 up.",
        "sent packet to node db2",
    ],
)
def test_good_news_of_a_cluster_is_no_event(message: str) -> None:
    assert classify(message) is None


def test_a_panic_for_a_hung_client_says_both() -> None:
    text = ring("Kernel panic - not syncing: GAB: Port h halting system due to client process failure")
    assert {r["kind"] for r in rows(text, "ha-event")} == {"panic", "not-scheduled"}
    text = ring("Kernel panic - not syncing: GAB: Port h halting system due to network failure")
    assert {r["kind"] for r in rows(text, "ha-event")} == {"panic"}


@pytest.mark.parametrize(
    ("lines", "kinds"),
    [
        (
            ("Swap cache stats: add 308, delete 307, find 18/19", "Free swap  = 4kB", "Total swap = 25165816kB"),
            {"swap-used-up"},
        ),
        (("Free swap  = 0kB", "Total swap = 7427064kB"), {"swap-used-up"}),
        (("Swap cache: add 308, delete 307, find 18/19, race 0+0", "Free swap:            0kB"), {"swap-used-up"}),
        (("Swap cache stats: add 0, delete 0, find 0/0", "Free swap  = 0kB", "Total swap = 0kB"), set()),
        (("Swap cache stats: add 9, delete 9, find 1/255", "Free swap  = 1000kB", "Total swap = 1024kB"), set()),
        (
            ("Swap cache stats: add 9, delete 9, find 1/256", "Free swap  = 1000kB", "Total swap = 1024kB"),
            {"swap-read-back"},
        ),
    ],
)
def test_what_a_report_of_memory_says_of_swap(lines: tuple[str, ...], kinds: set[str]) -> None:
    text = ring("db2 invoked oom-killer: gfp_mask=0x200da, order=0, oom_adj=0", *lines)
    assert {r["kind"] for r in rows(text, "kernel-event")} == kinds


def test_cluster_messages_in_a_kernel_log_are_read_with_it() -> None:
    text = (
        "Aug 24 02:10:11 db1 heartbeat[77]: WARN: node db2: is dead\n"
        "Aug 24 02:10:12 db1 kernel: end_request: I/O error, dev sdb, sector 7\n"
    )
    assert [(kind, lines) for kind, lines, _ in readings(text)] == [("kernel-log", (1, 2))]
    assert [r["kind"] for r in rows(text, "ha-event")] == ["node-dead"]


def test_the_next_prompt_is_no_message() -> None:
    for prompt in ("root@db1:~# ", "[root@db1 ~]# ", "root@db1:~# date"):
        assert readings(f"root@db1:~# dmesg | grep -i error\n{prompt}\nx") == []


@pytest.mark.parametrize(
    "above", ["", "Script started on 2024-06-04 09:12:44+02:00\n", "login as: admin\nadmin@db1's password:\n"]
)
@pytest.mark.parametrize("stamp", ["[    0.000000] ", ""])
def test_what_recorded_a_saved_dmesg_is_no_part_of_it(above: str, stamp: str) -> None:
    text = f"{above}{stamp}Initializing cgroup subsys cpu\n{stamp}SELinux:  Completing initialization.\n"
    [(_, lines, reading)] = readings(text, "dmesg")
    assert lines == (above.count("\n") + 1, above.count("\n") + 2)
    assert "disk-error" in reading.complete


FAULTS = """
XFS (dm-3): Metadata CRC error detected at xfs_agf_read_verify+0xd0/0xf0 [xfs], xfs_agf block 0x1
XFS (sdb1): Corruption of in-memory data detected. Please unmount the filesystem and rectify the problem(s)
XFS: Internal error XFS_WANT_CORRUPTED_GOTO at line 1510 of file fs/xfs/xfs_alloc.c.
I/O error in filesystem ("dm-2") meta-data dev dm-2 block 0x17d00f0 ("xlog_iodone") error 5 buf count 1024
EXT4-fs error (device sda2): ext4_find_entry:1436: inode #1705: comm mysqld: reading directory lblock 0
EXT4-fs (sda2): error count since last fsck: 4
EXT4-fs (sda2): failed to convert unwritten extents to written extents -- potential data loss!  (inode 7, error -28)
EXT4-fs warning (device dm-1): ext4_end_bio:346: I/O error 10 writing to inode 42
Aborting journal on device sda2-8.
JBD2: Error -5 detected when updating journal superblock for sda2-8.
BTRFS error (device sdc1): bdev /dev/sdd1 errs: wr 0, rd 0, flush 0, corrupt 3, gen 0
BTRFS warning (device sdc1): csum failed root 5 ino 257 off 4096 csum 0x11 expected csum 0x12 mirror 1
vxfs: msgcnt 3 mesg 037: V-2-37: vx_metaioerr - vx_logbuf_clean - /dev/vx/dsk/dg/v1 file system meta data write error
VxVM vxio V-5-0-2 Object disk01-01 detached from volume vol01
NOTICE: alloc: /var: file system full
md/raid:md1: Cannot continue operation (2/4 failed).
md/raid1:md0: active with 1 out of 2 mirrors
md: kicking non-fresh sdb1 from array!
md: super_written gets error=-5, uptodate=0
device-mapper: thin: 253:4: switching pool to read-only mode
bcache: bch_count_backing_io_errors() sdk: IO error on backing device, unrecoverable
block drbd0: disk( UpToDate -> Failed )
drbd r0 db2: conn( Connected -> NetworkFailure ) peer( Secondary -> Unknown )
GEOM_MIRROR: Device gm0: provider ada1 disconnected.
Write-error on swap-device (8:16:1234)
EDAC MC0: 1 CE memory read error on CPU_SrcID#0_Ha#0_Chan#1_DIMM#0 (channel:1 slot:0 page:0x1)
mce: [Hardware Error]: Machine check events logged
nfs: server nas1 not responding, still trying
NFS server nas1 not responding still trying
postgres[811]: segfault at 18 ip 00007f1 sp 00007ffe error 4 in libc.so.6
block nbd3: Receive control failed (result -104)
nbd2: Connection timed out
rbd: rbd3: write at objno 12 4096~8192 result -108
libceph: osd7 down
libceph: mon2 192.0.2.8:6789 session lost, hunting for new mon
loop: Write error at byte offset 8192, length 4096.
nvme nvme2: Abort status: 0x7
iscsi: session4: session recovery timed out after 90 secs
sd 2:0:0:3: reservation conflict
ata7: NCQ disabled due to excessive errors
PANIC: zfs: adding existent segment to range tree (offset=4e000 size=2000)
VERIFY3(rs_get_end(rs, rt) >= end) failed (4096 >= 8192)
(mysqld,811,3):ocfs2_read_blocks:369 ERROR: status = -5
o2hb: Unable to stabilize heartbeat on region A1B2C3 (dm-12)
HugeTLB: allocating 2048 of page size 2.00 MiB failed.  Only allocated 1290 hugepages.
VFS: file-max limit 6815744 reached
nf_conntrack: nf_conntrack: table full, dropping packet
CPU4: Core temperature above threshold, cpu clock throttled (total events = 12)
NFS: nfs4_reclaim_open_state: Lock reclaim failed!
device-mapper: thin: 253:9: reached low water mark for data device: sending event.
md/raid:md4: Too many read errors, failing device sdq1.
WARNING: CPU: 2 PID: 99 at fs/ext4/inode.c:3650 ext4_set_page_dirty+0x3e/0x50 [ext4]
EDAC sbridge MC0: HANDLING MCE MEMORY ERROR
FAT-fs (sdq1): error, invalid access to FAT (entry 0x0000ffff)
""".strip().split("\n")

HEALTHY = """
XFS (dm-3): Ending clean mount
EXT4-fs (sda2): mounted filesystem with ordered data mode. Opts: (null). Quota mode: none.
EXT4-fs (sda2): recovery complete
BTRFS info (device sdc1): bdev /dev/sdd1 errs: wr 0, rd 0, flush 0, corrupt 0, gen 0
md/raid1:md0: active with 2 out of 2 mirrors
md/raid:md5: raid level 6 active with 12 out of 12 devices, algorithm 2
device-mapper: ioctl: 4.43.0-ioctl (2020-10-01) initialised: dm-devel@redhat.com
block drbd0: disk( Inconsistent -> UpToDate )
drbd r0 db2: conn( Connecting -> Connected ) peer( Unknown -> Secondary )
EDAC MC0: Giving out device to module sb_edac.c controller Sandy Bridge SrcID#0_Ha#0: DEV 0000:7f:0e.0 (INTERRUPT)
mce: CPU supports 22 MCE banks
nfs: server nas1 OK
pcieport 0000:00:1c.0: AER: enabled with IRQ 24
block nbd3: NBD_SET_SIZE
libceph: mon2 192.0.2.8:6789 session established
libceph: osd7 up
ata3: SATA link down (SStatus 0 SControl 300)
iscsi: registered transport (tcp)
sd 2:0:0:3: alua: port group 01 state A preferred supports tolUSNA
ZFS: Loaded module v2.1.5-1, ZFS pool version 5000, ZFS filesystem version 5
o2net: Connected to node db2 (num 1) at 192.0.2.9:7777
HugeTLB: registered 2.00 MiB page size, pre-allocated 0 pages
NFS: Registering the id_resolver key type
RPC: Registered tcp NFSv4.1 backchannel transport module.
nfsd: last server has exited, flushing export cache
loop: module loaded
zram: Added device: zram0
dlm: Using TCP for communications
CPU4: Core temperature/speed normal
EDAC sbridge: Seeking for: PCI ID 8086:3ca0
""".strip().split("\n")


@pytest.mark.parametrize("message", FAULTS)
def test_a_fault_without_a_row_is_never_of_no_use(message: str) -> None:
    text = ring("Linux version 5.14.0-70.el9.x86_64 (mock@build) (gcc 11) #1 SMP", message)
    ((_, _, reading),) = readings(text)
    assert reading.unnamed == [2]


@pytest.mark.parametrize("message", HEALTHY)
def test_what_healthy_kernels_say_is_no_fault(message: str) -> None:
    text = ring("Linux version 5.14.0-70.el9.x86_64 (mock@build) (gcc 11) #1 SMP", message)
    ((_, _, reading),) = readings(text)
    assert reading.unnamed == []


def test_a_kill_tells_what_the_line_before_it_asks_for() -> None:
    invoked = "postgres invoked oom-killer: gfp_mask=0x140dca, order=0, oom_score_adj=0"
    killed = "Out of memory: Killed process 4711 (postgres) total-vm:100kB, anon-rss:50kB"
    ((_, _, alone),) = readings(f"# dmesg\n{ring(invoked)}", "dmesg")
    ((_, _, both),) = readings(f"# dmesg\n{ring(invoked, killed)}", "dmesg")
    assert (alone.unnamed, "kernel-event" in alone.complete) == ([2], False)
    assert (both.unnamed, "kernel-event" in both.complete) == ([], True)


SERVICES = (
    ("mdadm[9]", "Fail event detected on md device /dev/md0, component device /dev/sdb1", "RebuildStarted event on /dev/md0"),
    ("dmeventd[9]", "Primary mirror device 253:3 has failed (D).", "Monitoring mirror device vg0-m for events."),
    ("lvm[9]", "WARNING: Thin pool vg0-tp data is now 97.50% full.", "Thin pool vg0-tp data is now 81.20% full."),
    ("zed[9]", "eid=7 class=checksum_repair_x class=vdev.open_failed vdev=sdb1", "eid=7 class=scrub_finish pool='tank'"),
    ("systemd[1]", "mysqld.service: Main process exited, code=killed, status=9/KILL", "Started MySQL Server."),
    ("mcelog[9]", "Hardware event. This is not a software error.", "Family 6 Model 55 CPU: only decoding architectural errors"),
    ("iscsid[9]", "Kernel reported iSCSI connection 1:0 error (1022 - unknown) state (3)", "connection1:0 is operational now"),
    ("smartd[9]", "Device: /dev/sda [SAT], unable to open ATA device", "Device: /dev/sda [SAT], is SMART capable."),
)  # fmt: skip


@pytest.mark.parametrize(("program", "fault", "peace"), SERVICES)
def test_what_a_service_says_of_a_fault_is_never_of_no_use(program: str, fault: str, peace: str) -> None:
    head = "Mar  7 10:00:00 db1 kernel: Linux version 5.14.0-70 (mock@build) (gcc 11) #1 SMP"
    for message, unnamed in ((fault, [2]), (peace, [])):
        ((_, _, reading),) = readings(f"{head}\nMar  7 10:00:01 db1 {program}: {message}\n")
        assert reading.unnamed == unnamed


def test_a_drive_that_smartd_tells_of_is_read() -> None:
    text = "Mar  7 10:00:01 db1 smartd[9]: Device: /dev/sda [SAT], failed to read SMART Attribute Data\n"
    ((_, _, reading),) = readings(text)
    assert reading.unnamed == []
    assert rows(text, "smart") == [{"device": "/dev/sda", "access": "", "unreadable": True}]


def test_zed_names_the_state_behind_the_pool() -> None:
    text = (
        "Mar  7 10:00:00 db1 kernel: Linux version 5.14.0-70 (mock@build) (gcc 11) #1 SMP\n"
        "Mar  7 10:00:08 db1 zed[815]: eid=12 class=statechange pool='tank' vdev=sdb1 vdev_state=FAULTED\n"
        "Mar  7 10:00:09 db1 zed[815]: eid=13 class=statechange pool='rest' vdev=sdc1 vdev_state=ONLINE\n"
    )
    (event,) = rows(text, "kernel-event")
    assert (event["kind"], event["subject"]) == ("zfs-io-failure", "tank")


def test_an_error_of_a_cluster_program_is_never_of_no_use() -> None:
    text = (
        "Apr  2 19:17:25 db1 corosync[7]:  [TOTEM ] A processor failed, forming new configuration.\n"
        "Apr  2 19:17:27 db1 corosync[7]:  [TOTEM ] Failed to receive the leave message. failed: 2\n"
        "Apr  2 19:17:28 db1 crmd[9]:    error: Operation ip1_monitor_0 (node=db1, status=4) died\n"
    )
    ((_, _, reading),) = readings(text)
    assert reading.unnamed == [2, 3]


@pytest.mark.parametrize(
    ("stamp", "host"),
    [
        ("Feb 23 03:28:16", ""),
        ("Feb 23 03:28:16 kern.warn", ""),
        ("Feb 23 03:28:16 db1 kern.warn", "db1"),
        ("Feb 23 03:28:16.749644 db1 ERR", "db1"),
        ("2025 Feb 23 03:28:16.749644 db1 ERR", "db1"),
        ("2025 Feb  3 03:28:16 db1", "db1"),
        ("2025-02-23 03:28:16", ""),
        ("2025-02-23T03:28:16+01:00", ""),
    ],
)
def test_a_log_without_a_host_and_one_with_levels(stamp: str, host: str) -> None:
    text = (
        f"{stamp} kernel: mce: [Hardware Error]: Machine check events logged\n"
        f"{stamp} kernel: Buffer I/O error on device sdc1, logical block 12\n"
        f"{stamp} kernel: [   99.123456] I/O error, dev sdb, sector 33470855 op 0x1:(WRITE) flags 0x0\n"
    )
    ((_, _, reading),) = readings(text)
    assert (reading.host or "", reading.unnamed) == (host, [1])
    assert [r["device"] for r in rows(text, "disk-error")] == ["sdc", "sdb"]


@pytest.mark.parametrize(
    ("said", "fault"),
    [
        ("smartd[9]: Device: /dev/sda [SAT], unable to open ATA device", True),
        ("rasdaemon[9]: mce_record: corrected error", True),
        ("mysqld[9]: corrected error", False),
        ("crmd[9]: error: Operation ip1_monitor_0 died", True),
        ("cron[9]: error: Operation ip1_monitor_0 died", False),
        ("o2cb[9]: error", False),
        ("kernel: block nbd3: Receive control failed (result -104)", True),
        ("kernel: HugeTLB: allocating 2048 of page size 2.00 MiB failed.  Only allocated 1290 hugepages.", True),
        ("kernel: (mysqld,811,3):ocfs2_read_blocks:369 ERROR: status = -5", True),
        ("kernel: md/raid:md4: Too many read errors, failing device sdq1.", True),
    ],
)
def test_a_fault_in_a_long_log_is_found(said: str, fault: bool) -> None:
    lines = [
        f"Mar  7 10:{n // 60:02}:{n % 60:02} db1 kernel: usb 1-{n % 9}: new device number {n}" for n in range(1500)
    ]
    lines[700] = f"Mar  7 10:11:40 db1 {said}"
    ((_, _, reading),) = readings("\n".join(lines) + "\n")
    assert reading.unnamed == ([701] if fault else [])


def test_a_zone_below_its_minimum_asks_for_an_event() -> None:
    zone = "Node 0 Normal free:{free}kB min:16484kB low:20604kB high:24724kB"
    low, enough = zone.format(free=16456), zone.format(free=16512)
    killed = "Out of memory: Killed process 4711 (postgres) total-vm:100kB, anon-rss:50kB"
    failed = "mysqld: page allocation failure: order:4, mode:0x40dc0(GFP_KERNEL|__GFP_COMP|__GFP_ZERO)"
    for messages, unnamed in (((low,), [2]), ((enough,), []), ((low, killed), []), ((failed, low), [])):
        ((_, _, reading),) = readings(f"# dmesg\n{ring(*messages)}", "dmesg")
        assert (reading.unnamed, "kernel-event" in reading.complete) == (unnamed, not unnamed)


def networkd(*messages: str) -> str:
    return "Feb 11 18:58:00 db1 kernel: Linux version 5.4.0-99-generic (buildd@lcy)\n" + "".join(
        f"Feb 11 18:58:{n:02} db1 systemd-networkd[567]: {message}\n" for n, message in enumerate(messages)
    )


@pytest.mark.parametrize(
    ("said", "losses"),
    [
        (("ens3: Gained carrier", "ens3: Link DOWN", "ens3: Lost carrier", "ens3: Link UP", "ens3: Gained carrier"), 0),
        (("ens3: Gained carrier", "ens3: Lost carrier", "ens3: Gained carrier"), 1),
        (("ens3: Gained carrier", "ens4: Link DOWN", "ens3: Lost carrier", "ens3: Gained carrier"), 1),
        (
            (
                "ens3: Link DOWN",
                "ens3: Lost carrier",
                "ens3: Gained carrier",
                "ens3: Lost carrier",
                "ens3: Gained carrier",
            ),
            1,
        ),
    ],
)
def test_a_link_that_was_taken_down_is_not_lost(said: tuple[str, ...], losses: int) -> None:
    found = [row["losses"] for row in rows(networkd(*said), "link-history") if row["interface"] == "ens3"]
    assert sum(found) == losses  # type: ignore[arg-type]
