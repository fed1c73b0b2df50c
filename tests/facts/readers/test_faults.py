"""A line that tells of a fault is never of no use: where no row holds it, it is shown as not understood."""

from __future__ import annotations

import pytest

from facts.checked import read
from facts.recognise import recognise
from facts.text import lines_of

PCS = """Cluster name: shop
Stack: corosync
Current DC: db2 (version 2.1.5-8.el9) - partition {quorum}
Online: [ db2 ]
{more}
"""
SESSION = """Target: iqn.2018-02.com.example:disk1 (non-flash)
    Current Portal: 192.0.2.4:3260,1
        iSCSI Connection State: {state}
        iSCSI Session State: LOGGED_IN
            Attached scsi disk sdb        State: {disk}
"""
BTRFS = "[/dev/sdb].write_io_errs    {count}\n[/dev/sdb].read_io_errs     0\n"
ZPOOL = """NAME       SIZE  ALLOC   FREE  CKPOINT  EXPANDSZ   FRAG    CAP  DEDUP    HEALTH  ALTROOT
tank      9.08T  2.77T  6.31T        -         -     9%    30%  1.00x    ONLINE  -
  mirror  9.08T  2.77T  6.31T        -         -     9%  30.5%      -  {health}
"""
DRBD = """version: 8.4.11-1 (api:1/proto:86-101)
 0: cs:{state} C r-----
    ns:0 nr:0 dw:0 dr:912 al:0 bm:0 lo:0 pe:0 ua:0 ap:0 ep:1 wo:f oos:{oos}
"""
REPLICA = """*************************** 1. row ***************************
               Slave_IO_State: Waiting for master to send event
                  Master_Host: db1
             Slave_IO_Running: {io}
            Slave_SQL_Running: Yes
                   Last_Errno: {errno}
"""
POSTGRES = """2024-05-03 10:00:02.123 UTC [11] LOG:  {first}
2024-05-03 10:00:03.123 UTC [11] LOG:  checkpoint starting: time
"""
MYSQL = """2023-05-21T09:13:01.123456Z 0 [System] [MY-010116] [Server] /usr/sbin/mysqld (mysqld 8.0.33) starting as process 1234
2023-05-21T09:13:04.323456Z 0 [Note] [MY-012932] [InnoDB] PUNCH HOLE support available
{more}
"""
GREENPLUM = """2020-04-17 21:35:03.489744 CST,,,p1822,th-2143479936,,,,0,,,seg2,,,,,{first},,,,,,,0,,"bufpage.c",142,
2020-04-17 21:35:04.489744 CST,,,p1822,th-2143479936,,,,0,,,seg2,,,,,"LOG","00000","entering standby mode",,,,,,,0,,"xlog.c",642,
"""
QUORUM = """Quorum information
------------------
Date:             Wed Jun 29 13:17:02 2016
Quorum provider:  corosync_votequorum
Quorate:          {quorate}

Membership information
----------------------
    Nodeid      Votes Name
         1          1 db1 (local)
"""
HASTATUS = """-- SYSTEM STATE
-- System               State                Frozen

A  db1                  RUNNING              0
A  db2                  {system}              0

-- GROUP STATE
-- Group           System               Probed     AutoDisabled    State

B  oradg           db1                  Y          N               {group}
"""
LLTSTAT = """LLT node information:
    Node                 State    Links
   * 0 db1               OPEN        2
     1 db2               {state}        2
     2                   CONNWAIT    0
"""
CLUSTAT = """Cluster Status for prod @ Wed Nov  5 10:00:00 2014
Member Status: Quorate

 Member Name                             ID   Status
 ------ ----                             ---- ------
 db1                                         1 Online, Local
 db2                                         2 {member}

 Service Name                   Owner (Last)                   State
 ------- ----                   ----- ------                   -----
 service:ora                    db1                            {service}
"""
CRS = """**************************************************************
rac1:
CRS-4537: Cluster Ready Services is online
{message}
**************************************************************
"""
SCSTAT = """-- Cluster Nodes --

                    Node name           Status
                    ---------           ------
  Cluster node:     phys-1              {state}
"""
DMSETUP = """vg0-root: 0 41943040 linear
vg0-x: 0 204800 {target}
"""
LVS = """  LV   VG   Attr       LSize   Pool Origin Data%  Meta%  Move Log Cpy%Sync Convert
  x    vg0  {attributes} 1.00g
"""
VGS = """  VG  #PV #LV #SN Attr   VSize  VFree
  vg0   2   3   0 {attributes} 99.99g 40.00g
"""
PVS = """  PV         VG  Fmt  Attr PSize   PFree
  /dev/sdb   vg0 lvm2 {attributes}  <50.00g 20.00g
"""
CHRONYC = """Reference ID    : C0000201 (ntp1)
Stratum         : 3
Ref time (UTC)  : Thu Mar 07 10:00:00 2024
System time     : 0.000000100 seconds fast of NTP time
Leap status     : {leap}
"""
HA_LOG = """Mar 14 10:00:00 db1 corosync[811]:   [TOTEM ] A new membership (10.0.0.1:12) was formed.
Mar 14 10:00:04 db1 pacemakerd[812]: {said}
"""
FSCK = """e2fsck 1.46.5 (30-Dec-2021)
{first}
Pass 1: Checking inodes, blocks, and sizes
Pass 5: Checking group summary information
/dev/sdb1: 11/64000 files (0.0% non-contiguous), 12970/256000 blocks
"""
STATUS = """  pool: tank
 state: DEGRADED
  scan: none requested
config:

        NAME        STATE     READ WRITE CKSUM
        tank        DEGRADED     0     0     0
          mirror-0  DEGRADED     0     0     {count}
            sda     DEGRADED     0     0     3  too many errors
            sdb     ONLINE       0     0     0

errors: No known data errors
"""
DF = """Filesystem     1K-blocks    Used Available Use% Mounted on
/dev/sda1       20511312 9876543   9567890  51% /
df: {says}
/dev/sdb1       20511312 1000000  19511312   5% /data
"""
NODE_METRICS = """node_memory_MemTotal_bytes 8.589934592e+09
node_edac_uncorrectable_errors_total{{controller="0"}} {failed}
"""
CASES = (
    (NODE_METRICS, {"failed": "0"}, {"failed": "1"}),
    (DF, {"says": "/srv/x: Permission denied"}, {"says": "/mnt/nfs: Stale file handle"}),
    (DF, {"says": "/srv/x: Permission denied"}, {"says": "/mnt/gv0: Transport endpoint is not connected"}),
    (FSCK, {"first": "/dev/sdb1 has been mounted 12 times without being checked, check forced."},
     {"first": "/dev/sdb1 contains a file system with errors, check forced."}),
    (FSCK, {"first": "/dev/sdb1: recovering journal"}, {"first": "Inode 389, i_blocks is 16, should be 8.  Fix? no"}),
    (FSCK, {"first": ""}, {"first": "Free blocks count wrong for group #49 (802, counted=809)."}),
    (STATUS, {"count": "0"}, {"count": "26"}),
    (STATUS, {"count": "0"}, {"count": "1.88K"}),
    (QUORUM, {"quorate": "Yes"}, {"quorate": "No"}),
    (HASTATUS, {"system": "RUNNING", "group": "ONLINE"}, {"system": "FAULTED", "group": "ONLINE"}),
    (HASTATUS, {"system": "RUNNING", "group": "OFFLINE"}, {"system": "RUNNING", "group": "OFFLINE|FAULTED"}),
    (LLTSTAT, {"state": "OPEN"}, {"state": "CONNWAIT"}),
    (CLUSTAT, {"member": "Online", "service": "started"}, {"member": "Offline", "service": "started"}),
    (CLUSTAT, {"member": "Online", "service": "started"}, {"member": "Online", "service": "failed"}),
    (CRS, {"message": "CRS-4533: Event Manager is online"}, {"message": "CRS-4534: Cannot communicate with Event Manager"}),
    (SCSTAT, {"state": "Online"}, {"state": "Offline"}),
    (DMSETUP, {"target": "snapshot 1024/204800 16"}, {"target": "snapshot Invalid"}),
    (DMSETUP, {"target": "thin-pool 1 9/1024 640/6400 - rw discard_passdown queue_if_no_space - 1024"},
     {"target": "thin-pool 1 9/1024 6400/6400 - out_of_data_space discard_passdown queue_if_no_space - 1024"}),
    (DMSETUP, {"target": "verity V"}, {"target": "verity C"}),
    (LVS, {"attributes": "-wi-ao----"}, {"attributes": "rwi-aor-p-"}),
    (LVS, {"attributes": "twi-aotz--"}, {"attributes": "twi-aotzD-"}),
    (LVS, {"attributes": "swi-a-s---"}, {"attributes": "swi-I-s---"}),
    (VGS, {"attributes": "wz--n-"}, {"attributes": "wz-pn-"}),
    (PVS, {"attributes": "a--"}, {"attributes": "a-m"}),
    (CHRONYC, {"leap": "Normal"}, {"leap": "Not synchronised"}),
    (HA_LOG, {"said": "notice: Starting Pacemaker"}, {"said": "error: Managed process 1242 dumped core"}),
    (PCS, {"quorum": "with quorum", "more": ""}, {"quorum": "WITHOUT quorum", "more": ""}),
    (PCS, {"quorum": "with quorum", "more": ""}, {"quorum": "with quorum", "more": "OFFLINE: [ db1 ]"}),
    (PCS, {"quorum": "with quorum", "more": " ip1 (ocf::heartbeat:IPaddr2): Started db2"},
     {"quorum": "with quorum", "more": " ip1 (ocf::heartbeat:IPaddr2): Stopped"}),
    (PCS, {"quorum": "with quorum", "more": " ip1 (ocf::heartbeat:IPaddr2): Stopped (disabled)"},
     {"quorum": "with quorum", "more": " ip1 (ocf::heartbeat:IPaddr2): FAILED db2"}),
    (PCS, {"quorum": "with quorum", "more": "OFFLINE: [ ]"},
     {"quorum": "with quorum", "more": "  * Node db1: UNCLEAN (offline)"}),
    (PCS, {"quorum": "with quorum", "more": "\nDaemon Status:\n  corosync: active/disabled\n  pcsd: inactive/disabled"},
     {"quorum": "with quorum", "more": "\nDaemon Status:\n  corosync: failed/enabled\n  pcsd: active/enabled"}),
    (PCS, {"quorum": "with quorum", "more": " ip1 (ocf::heartbeat:IPaddr2): Started db2"},
     {"quorum": "with quorum", "more": " ip1 (ocf::heartbeat:IPaddr2): ORPHANED Started db2"}),
    (SESSION, {"state": "LOGGED IN", "disk": "running"}, {"state": "TRANSPORT WAIT", "disk": "running"}),
    (SESSION, {"state": "LOGGED IN", "disk": "running"}, {"state": "LOGGED IN", "disk": "transport-offline"}),
    (BTRFS, {"count": "0"}, {"count": "7489899"}),
    (ZPOOL, {"health": "ONLINE"}, {"health": "DEGRADED"}),
    (ZPOOL, {"health": "ONLINE"}, {"health": "UNAVAIL"}),
    (DRBD, {"state": "Connected ro:Primary/Secondary ds:UpToDate/UpToDate", "oos": "0"},
     {"state": "StandAlone ro:Primary/Unknown ds:UpToDate/DUnknown", "oos": "40448716"}),
    (DRBD, {"state": "SyncSource ro:Primary/Secondary ds:UpToDate/Inconsistent", "oos": "12"},
     {"state": "Connected ro:Secondary/Primary ds:Diskless/UpToDate", "oos": "0"}),
    (REPLICA, {"io": "Yes", "errno": "0"}, {"io": "Connecting", "errno": "0"}),
    (REPLICA, {"io": "Yes", "errno": "0"}, {"io": "Yes", "errno": "1032"}),
    (POSTGRES, {"first": "automatic vacuum of table"}, {"first": "server process (PID 7) was terminated by signal 9: Killed"}),
    (POSTGRES, {"first": "archived write-ahead log"}, {"first": "archive command failed with exit code 1"}),
    (POSTGRES, {"first": "could not receive data from client: Connection reset by peer"},
     {"first": 'could not write to file "pg_wal/xlogtemp.1": No space left on device'}),
    (POSTGRES, {"first": "Checkpoint beginnt: time"}, {"first": "Serverprozess (PID 7) wurde von Signal 9 beendet: Killed"}),
    (POSTGRES, {"first": "début du checkpoint : time"}, {"first": "processus serveur (PID 7) a été arrêté par le signal 9 : Killed"}),
    (MYSQL, {"more": ""}, {"more": "2023-05-21 09:13:05 InnoDB: Assertion failure in thread 140 in file fil0fil.cc line 752"}),
    (GREENPLUM, {"first": '"LOG","00000","redo starts at 0/1C6A8F0"'},
     {"first": '"WARNING","01000","page verification failed, calculated checksum 551 but expected 462"'}),
    (GREENPLUM, {"first": '"LOG","00000","redo starts at 0/1C6A8F0"'}, {"first": '"PANIC","XX000","stuck spinlock"'}),
    (MYSQL, {"more": ""}, {"more": "090902 11:08:43 - mysqld got signal 6 ;"}),
)  # fmt: skip


def shown(text: str) -> tuple[int, bool]:
    """How many lines are not understood, and whether one of them could have shown more than itself."""
    (found,) = recognise(lines_of(text.encode()), "t").found
    account = read(found.reader, found.output).account
    assert account is not None
    return account.not_understood, account.lost


_TOLD = ("state", "disk", "connection", "-errors", "kind")


def states(text: str) -> set[str]:
    """The states, errors and kinds of trouble that the rows of the only output in a text hold."""
    (found,) = recognise(lines_of(text.encode()), "capture.txt").found
    rows = read(found.reader, found.output).rows
    return {str(value) for row in rows for slot, value in row.values.items() if slot.endswith(_TOLD)}


@pytest.mark.parametrize(("text", "healthy", "faulty"), CASES)
def test_a_fault_is_read_or_not_understood(text: str, healthy: dict[str, str], faulty: dict[str, str]) -> None:
    assert shown(text.format(**healthy)) == (0, False)
    if states(text.format(**faulty)) <= states(text.format(**healthy)):
        assert shown(text.format(**faulty)) == (1, False)


def test_the_error_that_ends_an_oracle_instance_is_read() -> None:
    text = """2022-01-24T15:03:28.319031+00:00
PMON (ospid: 28): terminating the instance due to ORA error 471
2022-01-24T15:03:29.319031+00:00
Instance terminated by PMON, pid = 28
"""
    (found,) = recognise(lines_of(text.encode()), "alert_shop.log").found
    reading = read(found.reader, found.output)
    (error,) = [row.values for row in reading.rows if row.template == "oracle-error"]
    assert (error["code"], error["count"]) == ("ORA-00471", 1)
    assert reading.unnamed == [4]


LLT = """LLT node information:
    Node                 State    Link  Status  Address
   * 0 db1               OPEN
                                  eth1   UP      08:00:20:93:0E:34
                                  eth2   {status}
     1 db2               OPEN
                                  eth1   UP      08:00:20:8F:D1:F2
     2                   CONNWAIT
                                  eth1   DOWN
"""
VGDISPLAY = """  --- Volume group ---
  VG Name               vg0
  Cur PV                2
  Act PV                {active}
  VG Size               19.99 GiB
"""
OLD_PVS = """  PV             VG   Fmt  Attr PSize  PFree
  /dev/sdb       vg0  lvm2 a-   10.00g 5.00g
  {disk} vg0  lvm2 {attributes}  10.00g    0
"""
TABBED = """Slave_IO_State\tMaster_Host\tMaster_Port\tSlave_IO_Running\tSlave_SQL_Running\tLast_Errno\tLast_Error
Waiting for master to send event\tdb1\t3306\tYes\t{sql}\t{errno}\t
"""
BOXED = """+--------------------+-------------+--------------------+---------------------+
| Replica_IO_State   | Source_Host | Replica_IO_Running | Replica_SQL_Running |
+--------------------+-------------+--------------------+---------------------+
| Waiting for source | db1         | {io}                | Yes                 |
+--------------------+-------------+--------------------+---------------------+
"""


@pytest.mark.parametrize(
    ("text", "healthy", "faulty"),
    [
        (LLT, {"status": "UP"}, {"status": "DOWN"}),
        (VGDISPLAY, {"active": "2"}, {"active": "1"}),
        (TABBED, {"sql": "Yes", "errno": "0"}, {"sql": "No", "errno": "0"}),
        (TABBED, {"sql": "Yes", "errno": "0"}, {"sql": "Yes", "errno": "1062"}),
        (OLD_PVS, {"disk": "/dev/sdc      ", "attributes": "a-"}, {"disk": "unknown device", "attributes": "a-m"}),
        (BOXED, {"io": "Yes"}, {"io": "No "}),
    ],
)
def test_a_fault_that_lines_tell_together_is_not_understood(
    text: str, healthy: dict[str, str], faulty: dict[str, str]
) -> None:
    assert shown(text.format(**healthy)) == (0, False)
    assert shown(text.format(**faulty)) == (1, False)
