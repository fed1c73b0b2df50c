"""What follows from several ZFS outputs together: stalls beside spikes, roles, what stood before a command."""

from __future__ import annotations

from pathlib import Path

from facts.bundle import load
from facts.inputs import Bundle
from facts.observations import Observations


def _read(folder: Path, files: dict[str, str]) -> Bundle:
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    bundle, errors = load([str(folder)])
    assert not errors
    return bundle


def _cells(bundle: Bundle, template: str) -> list[dict[str, object]]:
    rows = Observations(bundle.observed).merge().rows
    wanted = [row for row in rows if row.template == template]
    return [{"host": row.host, **{s: c.value for s, c in row.cells.items()}} for row in wanted]


def test_stall_and_spike_at_one_moment(tmp_path: Path) -> None:
    """The rows name both hosts and how far apart the two begin."""
    vmstat = [" kthr      memory            page            disk          faults      cpu",
              " r b w   swap  free  re  mf pi po fr de sr s0 s1 -- --   in   sy   cs us sy id"]  # fmt: skip
    iostat = []
    for second in range(20):
        stamp = f"Tue Feb 12 10:15:{second:02d} CET 2013"
        idle = second in (9, 10, 11)
        cpu = "2 1 97" if idle else "62 18 20"
        vmstat += [stamp, f" {0 if idle else 8} 0 0 48201312 31022944 0 12 0 0 0 0 0 0 1 0 0 9000 8000 9000 {cpu}"]
        numbers = (
            "0.0   90.0    0.0 9000.0  0.0 10.0    0.0  100.0   0 100"
            if second == 8
            else ("0.0 1500.0    0.0 6000.0  0.0  0.2    0.0    0.2   0  22")
        )
        header = "    r/s    w/s   kr/s   kw/s wait actv wsvc_t asvc_t  %w  %b device"
        iostat += [stamp, "                    extended device statistics", header, f"    {numbers} c1t0d0"]
    bundle = _read(tmp_path, {"web1/vmstat.txt": "\n".join(vmstat), "ora1/iostat.txt": "\n".join(iostat)})
    (row,) = _cells(bundle, "coincidence")
    assert (row["host"], row["stalled-host"], row["device"], row["apart-seconds"]) == ("ora1", "web1", "c1t0d0", 1.0)


def test_logbias_before_it_was_set(tmp_path: Path) -> None:
    """`zfs set logbias=throughput` says what the dataset holds by its name, and that it was latency before."""
    bundle = _read(tmp_path, {"session.txt": "db1# zfs set logbias=throughput Oracle/datafiles\n"})
    (row,) = _cells(bundle, "zfs-dataset")
    assert (row["logbias"], row["role"], row["pool"]) == ("throughput", "data", "Oracle")
    assert len(Observations(bundle.observed).cuts()) == 1


def test_gang_counts_belong_to_the_only_pool(tmp_path: Path) -> None:
    """Without ps, a count by process number is that of the only pool that the host shows."""
    text = """db1# zpool list
NAME     SIZE  ALLOC   FREE    CAP  HEALTH  ALTROOT
orapool  100G    88G    12G    88%  ONLINE  -
db1# dtrace -qn 'fbt::zio_gang_tree_issue:entry { @[pid] = count(); }' -c "sleep 300"

      412           301220
"""
    bundle = _read(tmp_path, {"session.txt": text})
    assert [row["pool"] for row in _cells(bundle, "gang-counts")] == ["orapool"]


def test_no_gang_block_counted(tmp_path: Path) -> None:
    """Where DTrace counted nothing it prints nothing: the output was read, and there is no row."""
    text = """db1# dtrace -qn 'fbt::zio_gang_tree_issue:entry { @[pid] = count(); }' -c "sleep 300"

db1# date
"""
    bundle = _read(tmp_path, {"session.txt": text})
    assert [(i.kind, i.outcome) for i in bundle.inputs] == [("dtrace-gang-counts", "nothing")]
    assert [row["template"] for row in _cells(bundle, "read")] == ["gang-counts"]


def test_files_of_a_dataset(tmp_path: Path) -> None:
    """A file that stat shows lies in the dataset below whose mount point it is; other files are no ZFS files."""
    stat = 'db1# stat -c "%n %o" /u02/oradata/a.dbf /etc/passwd\n/u02/oradata/a.dbf 131072\n/etc/passwd 4096\n'
    zdb = (
        "db1# zdb -dddd dbpool/u02 9\nDataset dbpool/u02 [ZPL], ID 7, cr_txg 3, 9.00G, 9 objects\n\n"
        "    Object  lvl   iblk   dblk  dsize  lsize   %full  type\n"
        "         9    3    16K     8K  4.00G  4.00G  100.00  ZFS plain file\n\tpath\t/oradata/b.dbf\n"
    )
    listed = "db1# zfs list -o name,mountpoint\nNAME        MOUNTPOINT\ndbpool      /dbpool\ndbpool/u02  /u02\n"
    bundle = _read(tmp_path, {"session.txt": listed + stat + zdb})
    files = {(row["dataset"], row["file"]): row["block-bytes"] for row in _cells(bundle, "zfs-file")}
    assert files == {("dbpool/u02", "/oradata/a.dbf"): 131072.0, ("dbpool/u02", "/oradata/b.dbf"): 8192.0}
    blocks = {row["dataset"]: row.get("file-block-bytes") for row in _cells(bundle, "zfs-dataset")}
    assert blocks["dbpool/u02"] == 131072.0


def test_gang_counts_of_all_pools_and_of_a_name_cut_off(tmp_path: Path) -> None:
    """A sum over all pools belongs to the only one; a name that ps cut off to the one pool that begins so."""
    listed = "db1# zpool list\n"
    listed += "NAME   SIZE  ALLOC   FREE    CAP  HEALTH  ALTROOT\nu02   1.98T  1.86T   123G    94%  ONLINE  -\n"
    sums = (
        "db1# bpftrace -e 'kprobe:zio_gang_tree_issue { @[comm] = count(); } interval:s:60 { exit(); }'\n"
        "Attaching 2 probes...\n\n@[z_wr_iss]: 120\n\n"
    )
    ps = (
        "db1# dtrace -qn 'fbt::zio_gang_tree_issue:entry { @[pid]=count(); }' -c \"sleep 10\"\n\n  2210   50\n"
        "db1# ps -p 2210\n   PID TTY         TIME CMD\n  2210 ?        812:11 zpool-u0\n"
    )
    for folder, text, rate in (("sum", sums, 2.0), ("cut", ps, 5.0)):
        bundle = _read(tmp_path / folder, {"session.txt": listed + text})
        assert [(r["pool"], r["per-second"]) for r in _cells(bundle, "gang-counts")] == [("u02", rate)]
    bundle = _read(tmp_path / "alone", {"session.txt": sums})
    assert _cells(bundle, "gang-counts") == []
    assert any("gang blocks" in note for note in bundle.notes)


IOSTAT = "                    extended device statistics\n"
IOSTAT += "    r/s    w/s   kr/s   kw/s wait actv wsvc_t asvc_t  %w  %b device\n"


def test_writes_of_a_device_beside_those_of_the_database(tmp_path: Path) -> None:
    """The device's writes and what the database wrote, data and redo, from an AWR report of the same host."""
    status = (
        "  pool: dbpool\n state: ONLINE\n  scan: none requested\nconfig:\n\n"
        "\tNAME        STATE     READ WRITE CKSUM\n\tdbpool      ONLINE       0     0     0\n"
        "\t  mirror-0  ONLINE       0     0     0\n\t    c2t0d0  ONLINE       0     0     0\n"
        "\t    c2t1d0  ONLINE       0     0     0\n\nerrors: No known data errors\n"
    )
    line = "   10.0  900.0   80.0 {} 0.0  2.0    0.0    4.0   0  80 {}\n"
    sample = IOSTAT + line.format("8000.0", "c2t0d0") + line.format("8000.0", "c2t1d0")
    awr = (
        "Instance Activity Stats                    DB/Inst: PAYP/payp1  Snaps: 7012-7013\n\n"
        "Statistic                                     Total     per Second     per Trans\n"
        "-------------------------------- ------------------ -------------- -------------\n"
        "physical write bytes                 12,122,112,000    3,000,000.0      19,600.3\n"
        "redo size                             5,450,400,000    1,000,000.0       8,813.0\n"
    )
    bundle = _read(tmp_path, {"status.txt": status, "iostat.txt": sample * 4, "awr.txt": awr})
    (row,) = _cells(bundle, "replication")
    assert (row["device"], row["device-write-bytes-s"], row["database-write-bytes-s"]) == (
        "dbpool", 8000 * 1024.0, 4000000.0,
    )  # fmt: skip


def _devices(bundle: Bundle) -> list[tuple[object, object]]:
    return [(c["device"], c.get("shown-as")) for c in _cells(bundle, "pool-device")]


_STATUS = """  pool: t1
 state: ONLINE
  scan: none requested
config:

        NAME        STATE     READ WRITE CKSUM
        t1          ONLINE       0     0     0
          {0}  ONLINE       0     0     0
          {1}  ONLINE       0     0     0

errors: No known data errors
"""


def test_names_of_dev_disk_by_id_are_disks(tmp_path: Path) -> None:
    """A link tells the disk, and a serial number in the name tells it too; the pool's own name stays beside it."""
    links = "lrwxrwxrwx 1 root root 9 Aug 12 07:11 ata-ST4000NM0035_ZC1TEST8 -> ../../sdf\n"
    smart = "$ smartctl -i /dev/sdg\nDevice Model:     ST4000NM0035-1V4107\nSerial Number:    ZC1TEST9\n"
    status = _STATUS.format("ata-ST4000NM0035_ZC1TEST8-part1", "ata-ST4000NM0035_ZC1TEST9")
    bundle = _read(tmp_path, {"links": links, "smart": smart, "status": status})
    assert _devices(bundle) == [("sdf", "ata-ST4000NM0035_ZC1TEST8-part1"), ("sdg", "ata-ST4000NM0035_ZC1TEST9")]


def test_two_labels_of_one_disk_stay_apart(tmp_path: Path) -> None:
    """A log and a cache on two partitions of one device are two members."""
    labels = "     Name  Status  Components\n gpt/log0     N/A  nda0p1\n gpt/cache0     N/A  nda0p2\n"
    bundle = _read(tmp_path, {"labels": labels, "status": _STATUS.format("gpt/log0", "gpt/cache0")})
    assert {device for device, _ in _devices(bundle)} == {"gpt/log0", "gpt/cache0"}


def test_gang_blocks_of_programs_beside_the_pools_own_process(tmp_path: Path) -> None:
    """Where the pool's process was counted, its users say nothing of another pool."""
    text = """db9# zpool list
NAME      SIZE  ALLOC   FREE    CAP  HEALTH  ALTROOT
dat2     1.95T  1.72T   240G    88%  ONLINE  -
rpool     136G  38.2G  97.8G    28%  ONLINE  -
db9# dtrace -qn 'fbt::zio_gang_tree_issue:entry{@[pid]=count();}' -c "sleep 300"

     4711             1877
     1633           287911
db9# ps -fp 1633
     UID   PID  PPID   C    STIME TTY         TIME CMD
    root  1633     0   0   Feb 11 ?         812:44 zpool-dat2
"""
    bundle = _read(tmp_path, {"session.txt": text})
    assert [c["pool"] for c in _cells(bundle, "gang-counts")] == ["dat2"]
