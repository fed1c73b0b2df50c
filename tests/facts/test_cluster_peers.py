"""Which captured hosts are taken for nodes of one cluster."""

from __future__ import annotations

from pathlib import Path

import pytest

from facts.bundle import Bundle, load
from facts.readers.ha_names import names

LINUX = "procs -----------memory---------- ---swap-- -----io---- -system-- ------cpu-----\n"
DEAD = "heartbeat: 2007/03/09_03:12:22 WARN: node {}: is dead\n"
COROSYNC = "May  6 03:12:44 {0} corosync[1841]: [TOTEM ] A processor failed, forming new configuration.\n"
LOST = COROSYNC + "May  6 03:12:48 {0} pacemaker-controld[1850]: notice: Node {1} state is now lost\n"
LLT = "Jun 12 23:40:41 {} llt: [ID 140958 kern.notice] LLT INFO V-14-1-10205 link 0 (qfe0) node 0 in trouble\n"
UNAME = "Linux {0} 5.14.0-362.8.1.el9_3.x86_64 #1 SMP PREEMPT_DYNAMIC Tue Oct 3 11:12:36 EDT 2023 x86_64 x86_64 x86_64 GNU/Linux\n"
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
