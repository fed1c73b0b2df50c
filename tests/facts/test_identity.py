"""One host is one host and one drive is one drive, in however many ways the captures of a bundle name it."""

from __future__ import annotations

from pathlib import Path

import pytest

from facts.bundle import load
from facts.inputs import Bundle

Files = dict[str, str]

VMSTAT = """procs -----------memory---------- ---swap-- -----io---- -system-- ------cpu-----
 r  b   swpd   free   buff  cache   si   so    bi    bo   in   cs us sy id wa st
 1  0      0 612048   1204 209012    0    0    10    40  812 1200  6  2 92  0  0
 2  0      0 612148   1204 209012    0    0    11    41  812 1200  6  2 92  0  0
"""
LOG = "Jun 20 04:10:08 {0} kernel: blk_update_request: I/O error, dev {1}, sector 2210448112 op 0x0:(READ) flags 0x0\n"
UNAME = "Linux {} 4.18.0-372.el8.x86_64 #1 SMP Tue May 10 14:48:47 UTC 2022 x86_64 x86_64 x86_64 GNU/Linux\n"


def smart(serial: str, pending: int, device: str = "", prompt: str = "# ", day: int = 4, wwn: str = "") -> str:
    """What smartctl prints of a drive, below its command where a device is given."""
    command = f"{prompt}smartctl -a {device}\n" if device else ""
    name = f"LU WWN Device Id: {wwn}\n" if wwn else ""
    return f"""{command}smartctl 7.2 2020-12-30 r5155 [x86_64-linux-5.10.0-28-amd64] (local build)
Copyright (C) 2002-20, Bruce Allen, Christian Franke, www.smartmontools.org

=== START OF INFORMATION SECTION ===
Device Model:     ST4000DM004-2CV104
Serial Number:    {serial}
{name}Local Time is:    Mon Mar  {day} 06:00:01 2024 CET
SMART support is: Enabled

=== START OF READ SMART DATA SECTION ===
SMART overall-health self-assessment test result: PASSED

ID# ATTRIBUTE_NAME          FLAG     VALUE WORST THRESH TYPE      UPDATED  WHEN_FAILED RAW_VALUE
197 Current_Pending_Sector  0x0022   100   100   000    Old_age   Always   -           {pending}
"""


def read(folder: Path, files: Files) -> Bundle:
    """The bundle of files in a folder."""
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    bundle, errors = load([str(folder)])
    assert errors == []
    return bundle


ONE_HOST: dict[str, tuple[str, Files]] = {
    "file name, log, prompt": (
        "dbsrv1",
        {
            "vmstat-dbsrv1.log": VMSTAT,
            "messages": LOG.format("dbsrv1", "sda"),
            "b": f"[root@dbsrv1 ~]# vmstat 1 2\n{VMSTAT}",
        },
    ),
    "folder and uname": ("db2", {"db2/vmstat.txt": VMSTAT, "db2/uname.txt": UNAME.format("db2.example.com")}),
    "steps are no hosts": (
        "db3",
        {"vmstat-before.log": VMSTAT, "vmstat-after.log": VMSTAT, "messages": LOG.format("db3", "sda")},
    ),
    "capitals and a domain": (
        "db5",
        {"u": UNAME.format("DB5"), "v": f"[root@db5.example.com ~]# vmstat 1 2\n{VMSTAT}"},
    ),
    "a prompt with the time": ("db9", {"s": f"[14:02:11] root@db9:~ $ vmstat 1 2\n{VMSTAT}", "vmstat.txt": VMSTAT}),
    "a prompt of SUSE": ("sap3", {"s": f"sap3:~ # vmstat 1 2\n{VMSTAT}", "t": f"root@sap3:/tmp# vmstat 1 2\n{VMSTAT}"}),
    "paths of Windows": ("db1", {r"C:\case\vmstat-db1.log": VMSTAT, r"C:\case\messages.txt": LOG.format("db1", "sda")}),
    "folders of days": ("host", {"mon/vmstat.txt": VMSTAT, "tue/vmstat.txt": VMSTAT, "2024-05-02/vmstat.txt": VMSTAT}),
}


@pytest.mark.parametrize("name", ONE_HOST)
def test_one_host_stands_once(name: str, tmp_path: Path) -> None:
    host, files = ONE_HOST[name]
    assert {item.host for item in read(tmp_path, files).inputs} == {host}


SEVERAL_HOSTS: dict[str, tuple[set[str], Files]] = {
    "only names of files": (
        {"app1", "app2"},
        {"vmstat-app1.log": VMSTAT, "vmstat-app2.log": VMSTAT.replace("812", "911")},
    ),
    "names that begin alike": (
        {"db1", "db10", "db1-new"},
        {
            "vmstat-db1.txt": VMSTAT,
            "vmstat-db10.txt": VMSTAT.replace("812", "911"),
            "new": f"[root@db1-new ~]# vmstat 1 2\n{VMSTAT}",
        },
    ),
    "a log that was sent": (
        {"file5", "file6"},
        {
            "h.txt": "$ hostname -f\nfile5.corp.example\n",
            "vmstat.txt": VMSTAT,
            "messages-file6": LOG.format("file6", "sda"),
        },
    ),
}


@pytest.mark.parametrize("name", SEVERAL_HOSTS)
def test_several_hosts_stay_apart(name: str, tmp_path: Path) -> None:
    hosts, files = SEVERAL_HOSTS[name]
    assert {item.host for item in read(tmp_path, files).inputs} == hosts


def test_two_folders_named_as_inputs_are_two_hosts(tmp_path: Path) -> None:
    """Each lies in its folder, whatever the order in which they are named, and so do files of the same name."""
    for node in ("web1", "web2"):
        (tmp_path / node).mkdir()
        (tmp_path / node / "vmstat.txt").write_text(VMSTAT.replace("812", f"81{node[-1]}"))
    folders = [str(tmp_path / node) for node in ("web1", "web2")]
    for paths in (folders, folders[::-1], [f"{folder}/vmstat.txt" for folder in folders]):
        bundle, _ = load(paths)
        assert [(item.path, item.host) for item in bundle.inputs] == [
            ("web1/vmstat.txt", "web1"),
            ("web2/vmstat.txt", "web2"),
        ]


def test_a_guessed_host_is_said(tmp_path: Path) -> None:
    bundle = read(tmp_path, {"vmstat-app1.log": VMSTAT, "vmstat-app2.log": VMSTAT.replace("812", "911")})
    assert [note.partition(":")[0] for note in bundle.notes if "guess" in note] == ["app1", "app2"]


def drives(bundle: Bundle) -> set[str]:
    """The names of the drives that smartctl was asked for."""
    return {str(row.cells["device"].value) for row in bundle.observed if row.template == "smart"}


DRIVES: dict[str, tuple[set[str], Files]] = {
    "a link and a letter": (
        {"sdc"},
        {"a": smart("ZFN1WWWW", 9, "/dev/disk/by-id/wwn-0x5000c500a1b2c3d4"), "b": smart("ZFN1WWWW", 9, "/dev/sdc")},
    ),
    "another letter since a restart": (
        {"sdd"},
        {"a": smart("ZFN1REBO", 40, "/dev/sdc"), "b": smart("ZFN1REBO", 96, "/dev/sdd", day=7)},
    ),
    "letters that changed places": (
        {"sdc", "sdd"},
        {
            "a": smart("ZFN1AAAA", 9, "/dev/sdc"),
            "b": smart("ZFN1BBBB", 0, "/dev/sdd"),
            "c": smart("ZFN1AAAA", 9, "/dev/sdd", day=7),
            "d": smart("ZFN1BBBB", 0, "/dev/sdc", day=7),
        },
    ),
    "the name of a file": ({"sde"}, {"smartctl_sde.txt": smart("ZFN1FILE", 9)}),
    "a serial number and lsblk": (
        {"sdd"},
        {"a": smart("ZFN1LSBL", 9), "b": "# lsblk -d -o NAME,SERIAL\nNAME SERIAL\nsda  ZFN1OTHR\nsdd  ZFN1LSBL\n"},
    ),
    "the controller of an NVMe drive": (
        {"nvme0n1"},
        {"a": smart("S64ANX0T12", 9, "/dev/nvme0"), "b": smart("S64ANX0T12", 9, "/dev/nvme0n1")},
    ),
    "slots of two controllers": (
        {"megaraid,5@bus/0", "megaraid,5@bus/1"},
        {"a": smart("Z400AAAA", 9, "-d megaraid,5 /dev/bus/0"), "b": smart("Z400BBBB", 0, "-d megaraid,5 /dev/bus/1")},
    ),
    "one slot by two letters": (
        {"megaraid,5"},
        {"a": smart("Z400AAAA", 9, "-d megaraid,5 /dev/sda"), "b": smart("Z400AAAA", 9, "-d megaraid,5 /dev/sdb")},
    ),
}


@pytest.mark.parametrize("name", DRIVES)
def test_a_drive_has_one_name(name: str, tmp_path: Path) -> None:
    names, files = DRIVES[name]
    assert drives(read(tmp_path, files)) == names


def test_a_pool_by_world_wide_name_is_made_of_the_disk_that_smartctl_was_asked_for(tmp_path: Path) -> None:
    pool = """# zpool status tank
  pool: tank
 state: ONLINE
config:

        NAME                        STATE     READ WRITE CKSUM
        tank                        ONLINE       0     0     0
          mirror-0                  ONLINE       0     0     0
            wwn-0x5000c500a1b2c3d4  ONLINE       0     0     0
            wwn-0x5000c500a1b2c3d5  ONLINE       0     0     0

errors: No known data errors
"""
    bundle = read(tmp_path, {"pool": pool, "smart": smart("ZFN1POOL", 9, "/dev/sdc", wwn="5 000c50 0a1b2c3d4")})
    devices = {str(row.cells["device"].value) for row in bundle.observed if row.template == "pool-device"}
    assert "sdc" in devices
    assert "wwn-0x5000c500a1b2c3d4" not in devices
