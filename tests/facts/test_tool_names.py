"""What nothing reads has the name of its tool, and words of a person have none."""

import pytest

from facts.recognise import recognise
from facts.tool_names import tool_of

NAMED = {
    "/proc/cpuinfo": "processor\t: 0\nvendor_id\t: GenuineIntel\n",
    "/proc/interrupts": "           CPU0       CPU1\n  0:         41          0   IO-APIC   2-edge      timer\n",
    "/proc/buddyinfo": "Node 0, zone      DMA      1      0      0      1      2      1\n",
    "/proc/locks": "1: POSIX  ADVISORY  WRITE 812 fd:00:1053 0 EOF\n",
    "/proc/modules": "ext4 983040 2 - Live 0xffffffffc0a00000\n",
    "/proc/PID/stat": "812 (postgres) S 1 812 812 0 -1 4194304 900 0 0 0\n",
    "prtdiag": "System Configuration:  Oracle Corporation  sun4v SPARC T5-2\n",
    "parted": "Model: ATA ST4000NM (scsi)\nDisk /dev/sdb: 4001GB\nPartition Table: gpt\n",
    "dmsetup info": "Name               Maj Min Stat Open Targ Event  UUID\nvg0-db             253   1 L--w    1    1      0 LVM-a\n",
    "gluster volume": "Volume Name: gv0\nType: Replicate\n",
    "patronictl list": "+ Cluster: shop (7012) ----+---------+----+-----------+\n| Member | Host | Role | State | TL | Lag in MB |\n",
    "gluster": "Number of Peers: 1\n\nHostname: nas2\nState: Peer in Cluster (Disconnected)\n",
    "btrfs device stats -T": "Id Path      Write errors Read errors Flush errors Corruption errors\n-- ----\n 1 /dev/sdc1 0 0 0 0\n",
    "bcc": "Tracing block device I/O... Hit Ctrl-C to end.\n     usecs               : count     distribution\n",
    "perf-tools": "Tracing block I/O. Output every 1 seconds. Ctrl-C to end.\n  >=(ms) .. <(ms)   : I/O      |Distribution      |\n",
    "ipmitool sel": "   3a | 12/14/22 | 23:09:44 CET | Memory #0x88 | Correctable ECC | Asserted\n",
    "corosync-cmapctl": "stats.schedmiss.0.delay (flt) = 2023.957031\n",
    "drbd-overview": " 1:r0/0  StandAlone Primary/Unknown UpToDate/DUnknown /srv ext4 39G 29G 7.6G 80%\n",
    "zpool upgrade": "This system is currently running ZFS pool version 44.\n",
    "du": "4.0G\t/u01/app\n812M\t/u01/arch\n",
    "ls -l": "total 12\n-rw-r--r--. 1 root root 812 Mar  1 10:00 x\n",
    "netstat": "Active Internet connections (servers and established)\nProto Recv-Q Send-Q Local Address\n",
    "table of PostgreSQL": " a | b\n---+---\n 1 | 2\n------+------\n",
    "DB2 settings": "       Database Configuration for Database SALES\n",
    "metrics of Prometheus": "# HELP up Whether the target is up\n# TYPE up gauge\nup 1\n",
}
PROSE = (
    "The processor: 0 of them was busy, and the interrupts on CPU0 were normal.",
    "We ran netstat and parted, du was slow. Active Directory was not touched.",
    "Node 0 of the cluster, zone east, went down. The Volume Name: we do not know it.",
    "total 12 users called; -rw is what the file had before.",
    "sysstat version was old, I think, and slabinfo looked fine.",
)


@pytest.mark.parametrize("name", NAMED)
def test_an_output_without_a_reader_is_named(name: str) -> None:
    assert [left.reason for left in recognise(NAMED[name].splitlines()).unread] == [f"no reader: {name}"]


@pytest.mark.parametrize("text", PROSE)
def test_words_are_no_output(text: str) -> None:
    assert tool_of([text]) == ""
