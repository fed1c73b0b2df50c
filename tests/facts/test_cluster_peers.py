"""Which captured hosts are taken for nodes of one cluster."""

from __future__ import annotations

from pathlib import Path

import pytest

from facts.bundle import load
from facts.inputs import Bundle
from facts.readers.ha_names import names

LINUX = "procs -----------memory---------- ---swap-- -----io---- -system-- ------cpu-----\n"
DEAD = "heartbeat: 2007/03/09_03:12:22 WARN: node {}: is dead\n"
COROSYNC = "May  6 03:12:44 {0} corosync[1841]: [TOTEM ] A processor failed, forming new configuration.\n"
LOST = COROSYNC + "May  6 03:12:48 {0} pacemaker-controld[1850]: notice: Node {1} state is now lost\n"
LLT = "Jun 12 23:40:41 {} llt: [ID 140958 kern.notice] LLT INFO V-14-1-10205 link 0 (qfe0) node 0 in trouble\n"
UNAME = "Linux {0} 5.14.0-362.8.1.el9_3.x86_64 #1 SMP PREEMPT_DYNAMIC Tue Oct 3 11:12:36 EDT 2023 x86_64 x86_64 x86_64 GNU/Linux\n"
OLSNODES = "[grid@{0} ~]$ olsnodes\n{1}\n{2}\n"
LLTSTAT = "LLT node information:\n    Node       State    Links\n   * 0 {0}  OPEN        2\n     1 {1}  OPEN        2\n"
CLUSTAT = (
    "Member Status: Quorate\n\n Member Name                             ID   Status\n ------ ----                             ---- ------\n"
    " {0}                                   1 Online, Local, rgmanager\n {1}                                   2 Offline\n"
)
COROSYNC_CONF = (
    "totem {{\n\tversion: 2\n}}\nnodelist {{\n\tnode {{\n\t\tname: {0}\n\t}}\n\tnode {{\n\t\tname: {1}\n\t}}\n}}\n"
)
GAB = "GAB Port Memberships\n===============================================================\nPort a gen   a36e0003 membership 01\n"
PANIC = "Mar  9 03:14:02 {} kernel: Kernel panic - not syncing: Fatal exception\n"


def bundle(folder: Path, files: dict[str, str]) -> Bundle:
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return load([str(folder)])[0]


def peers(found: Bundle) -> dict[tuple[str, str], str]:
    rows = [item for item in found.observed if item.template == "cluster-peer"]
    return {(item.host, str(item.cells["peer"].value)): str(item.cells["basis"].value) for item in rows}


@pytest.mark.parametrize(
    ("files", "expected"),
    [
        ({"web1/ha-log": DEAD.format("web2"), "web2/uname": UNAME.format("web2")}, "named-in-a-cluster-log"),
        ({"a/ha-log": DEAD.format("web2.example.com"), "b/uname": UNAME.format("WEB2")}, "named-in-a-cluster-log"),
        ({"web1/log": LOST.format("web1", "web2-priv"), "web2/log": COROSYNC.format("web2")}, "named-in-a-cluster-log"),
        ({"web1/log": LOST.format("web1", "web3"), "web2/log": LOST.format("web2", "web3")}, "named-in-a-cluster-log"),
        ({"web1/log": LLT.format("web1"), "web2/log": LLT.format("web2")}, "cluster-software-on-both"),
        ({"web1/log": LLT.format("web1"), "web2/ha-log": "heartbeat: 2007/03/09_03:12:22 info: Link x1:eth1 up.\n"}, ""),
        ({"primary/ha-log": DEAD.format("web2"), "standby/ha-log": DEAD.format("web1")}, "cluster-software-on-both"),
        ({"web1/log": LOST.format("web1", "web2"), "app1/log": LOST.format("app1", "app2")}, ""),
        ({"web1/log": LOST.format("web1", "web2"), "app1/log": LLT.format("app1")}, ""),
        ({"web1/log": LOST.format("web1", "web2"), "app1/log": PANIC.format("app1")}, ""),
        ({"web1/log": LLT.format("web1"), "app1/log": PANIC.format("app1")}, "no-third-host-captured"),
        ({"web1/uname": UNAME.format("web1"), "app1/log": PANIC.format("app1")}, ""),
        # lists of members and configuration
        ({"web1/clustat": CLUSTAT.format("web1", "web2"), "web2/uname": UNAME.format("web2")}, "named-in-a-cluster-log"),
        ({"a/etc/corosync/corosync.conf": COROSYNC_CONF.format("web1", "web2"), "a/uname": UNAME.format("web1"),
          "b/uname": UNAME.format("web2")}, "named-in-a-cluster-log"),
        ({"web1/etc/llthosts": "0 web1\n1 web2\n", "web2/log": PANIC.format("web2")}, "named-in-a-cluster-log"),
        ({"web1/lltstat": LLTSTAT.format("web1", "web3"), "app1/lltstat": LLTSTAT.format("app1", "app2")}, ""),
        ({"web1/lltstat": LLTSTAT.format("web1", "web3"), "app1/log": LLT.format("app1")}, ""),
        ({"web1/lltstat": LLTSTAT.format("web1", "web3"), "app1/log": PANIC.format("app1")}, ""),
        ({"web1/gabconfig": GAB, "web2/gabconfig": GAB}, "cluster-software-on-both"),
        ({"web1/gabconfig": GAB, "app1/lltstat": LLTSTAT.format("app1", "app2")}, ""),
        # the folder says what part a host plays, and the mark what it is called
        ({"primary/lltstat": LLTSTAT.format("web1", "web2"), "standby/lltstat": LLTSTAT.format("web2", "web1")},
         "named-in-a-cluster-log"),
        ({"primary/lltstat": LLTSTAT.format("web1", "web2"), "standby/etc/llttab": "set-node web2\nset-cluster 7\n"},
         "named-in-a-cluster-log"),
        ({"primary/lltstat": LLTSTAT.format("web1", "web2"), "standby/etc/llttab": "set-node app1\nset-cluster 7\n"}, ""),
        ({"primary/lltstat": LLTSTAT.format("web1", "web2"), "standby/log": PANIC.format("app1")}, ""),
        # names of their ends of a private network, with what is added to a name and without
        ({"web1/clustat": CLUSTAT.format("web1-hb", "web2-hb"), "web2/uname": UNAME.format("web2")}, "named-in-a-cluster-log"),
        ({"bilbo/clustat": CLUSTAT.format("hbbilbo", "hbfrodo"), "frodo/clustat": CLUSTAT.format("hbfrodo", "hbbilbo")},
         "named-in-a-cluster-log"),
    ],
)  # fmt: skip
def test_two_hosts_are_one_cluster_by_names_or_where_nothing_says_otherwise(
    files: dict[str, str], expected: str, tmp_path: Path
) -> None:
    found = peers(bundle(tmp_path, files))
    assert set(found.values()) == {expected} - {""}
    assert len(found) == (2 if expected else 0)


def test_two_clusters_of_one_archive_stay_apart(tmp_path: Path) -> None:
    found = peers(
        bundle(tmp_path, {f"{x}{n}/log": LOST.format(f"{x}{n}", f"{x}{3 - n}") for x in ("sap", "nfs") for n in (1, 2)})
    )
    assert set(found) == {("sap1", "sap2"), ("sap2", "sap1"), ("nfs1", "nfs2"), ("nfs2", "nfs1")}


@pytest.mark.parametrize(
    "text",
    [
        CLUSTAT.format("{0}", "{1}"),
        LLTSTAT.format("{0}", "{1}"),
        OLSNODES.format("{0}", "{0}", "{1}"),
        COROSYNC_CONF.format("{0}", "{1}"),
    ],
)
def test_two_clusters_of_one_folder_are_kept_apart_by_their_lists(text: str, tmp_path: Path) -> None:
    files = {
        f"{x}{n}/list.txt": text.replace("{0}", f"{x}{n}").replace("{1}", f"{x}{3 - n}")
        for x in ("sap", "nfs")
        for n in (1, 2)
    }
    found = peers(bundle(tmp_path, files))
    assert set(found) == {("sap1", "sap2"), ("sap2", "sap1"), ("nfs1", "nfs2"), ("nfs2", "nfs1")}
    assert set(found.values()) == {"named-in-a-cluster-log"}


def test_a_list_of_one_host_names_two_others(tmp_path: Path) -> None:
    files = {f"{name}/uname": UNAME.format(name) for name in ("web2", "web3", "app1")}
    files["web1/llthosts"] = "0 web1\n1 web2\n2 web3\n"
    found = peers(bundle(tmp_path, files))
    assert set(found) == {(f"web{a}", f"web{b}") for a in (1, 2, 3) for b in (1, 2, 3) if a != b}


def test_the_line_that_says_it_is_that_of_the_list(tmp_path: Path) -> None:
    found = bundle(tmp_path, {"primary/lltstat": LLTSTAT.format("web1", "web2"), "standby/llttab": "set-node web2\n"})
    (row,) = [item for item in found.observed if item.template == "cluster-peer" and item.host == "primary"]
    assert (row.cells["peer"].origin.path, row.cells["peer"].origin.lines) == ("primary/lltstat", (4, 4))


def test_a_remote_node_is_no_member(tmp_path: Path) -> None:
    status = (
        "Stack: corosync\nCurrent DC: web1 - partition with quorum\n\nOnline: [ web1 web2 ]\nRemoteOnline: [ far1 ]\n"
    )
    files = {"web1/crm_mon": status, **{f"{name}/uname": UNAME.format(name) for name in ("web2", "far1")}}
    assert {host for pair in peers(bundle(tmp_path, files)) for host in pair} == {"web1", "web2"}


def test_a_third_host_belongs_to_nobody(tmp_path: Path) -> None:
    files = {"web1/log": LLT.format("web1"), "web2/log": LLT.format("web2"), "app1/log": PANIC.format("app1")}
    assert {host for pair in peers(bundle(tmp_path, files)) for host in pair} == {"web1", "web2"}


def test_of_many_hosts_that_name_nobody_nothing_is_known(tmp_path: Path) -> None:
    found = bundle(tmp_path, {f"web{n}/log": LLT.format(f"web{n}") for n in range(9)})
    assert peers(found) == {}
    assert found.notes == ["9 hosts run cluster software, and nothing says which of them are one cluster"]


def test_a_log_that_names_a_whole_fleet_says_nothing(tmp_path: Path) -> None:
    files = {f"web{n}/uname": UNAME.format(f"web{n}") for n in range(40)}
    files["log/ha-log"] = "".join(DEAD.format(f"web{n}") for n in range(40))
    found = bundle(tmp_path, files)
    assert peers(found) == {}
    assert "41 hosts are named together" in found.notes[0]


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        ("CRS-1601:CSSD Reconfiguration complete. Active nodes are rac1 rac2 .", ["rac1", "rac2"]),
        ("CMM: Node phys-b (nodeid: 2, incarnation #: 1131379) has become reachable.", ["phys-b"]),
        ("VCS ERROR V-16-1-10079 System sun-a (Node '0') is in Down State - Membership: 0x2", ["sun-a"]),
        ("Initiating Online of Resource oradg (Owner: unknown, Group: oragrp) on System sun-b", ["sun-b"]),
        ("info: Status update for node db2: status active", ["db2"]),
        ("Peer node2 was terminated (reboot) by node1 on behalf of pacemaker-controld.1602: OK", ["node2", "node1"]),
        ("notice: Move       vip     ( node1 -> node2 )", ["node1", "node2"]),
        ("node 1 is dead", []),
        ("Node 10.0.0.2 state is now lost", []),
    ],
)
def test_names_of_nodes(message: str, expected: list[str]) -> None:
    assert names(message) == expected
