"""Whole hosts: sos reports, Insights archives, Explorer and supportconfig, each opened as one host."""

from __future__ import annotations

import io
import tarfile
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from facts.blobs import Refused
from facts.bundle import load
from facts.inputs import Bundle
from facts.places import is_idle
from facts.readers.cgroup_files import KINDS, Group
from tests import whole_hosts as make

WHEN = datetime(2024, 1, 15, 10, 21, 44, tzinfo=UTC)
LOGS = {
    "var/log/messages": make.quiet_log("db1", datetime(2024, 1, 14, tzinfo=UTC), 2),
    "var/log/messages-20240114": make.quiet_log("db1", datetime(2024, 1, 7, tzinfo=UTC), 7),
    "var/log/messages-20231231": make.disk_errors("db1", datetime(2023, 12, 26, 4, 12, tzinfo=UTC)),
}


def opened(path: Path) -> Bundle:
    bundle, errors = load([str(path)])
    assert errors == []
    return bundle


def rows(bundle: Bundle, template: str) -> list[dict[str, object]]:
    return [{s: c.value for s, c in o.cells.items()} for o in bundle.observed if o.template == template]


def kinds(bundle: Bundle) -> dict[str, str]:
    return {item.path.partition("/")[2] or item.path: item.kind for item in bundle.inputs}


TREES = {
    "sos": make.sos("db1", WHEN, LOGS),
    "sosreport of old": make.sos("db1", WHEN, LOGS, old=True),
    "insights": make.insights("db1", WHEN, LOGS),
    "explorer": make.explorer("db1", WHEN, LOGS["var/log/messages"].replace("kernel:", "genunix:")),
    "supportconfig": make.supportconfig("db1", WHEN, LOGS["var/log/messages"]),
}


@pytest.mark.parametrize("tool", TREES)
@pytest.mark.parametrize("packed", [False, True], ids=["folder", "archive"])
def test_it_is_one_host_with_its_clock(tool: str, packed: bool, tmp_path: Path) -> None:
    tree = TREES[tool]
    where = make.pack(tmp_path / "any.tar.gz", tree) if packed else make.write(tmp_path / "in", tree)
    bundle = opened(where)
    assert {item.host for item in bundle.inputs} == {"db1"}
    assert {o.host for o in bundle.observed} == {"db1"}
    assert WHEN.timestamp() in [row["taken-time"] for row in rows(bundle, "host-clock")]
    assert not [u for u in bundle.unrecognised if "link" in u.reason]


@pytest.mark.parametrize("tool", ["sos", "sosreport of old", "insights", "supportconfig"])
def test_settings_by_place_are_read(tool: str, tmp_path: Path) -> None:
    found = rows(opened(make.write(tmp_path, TREES[tool])), "vm-settings")
    assert any(row.get("swappiness") == 60 for row in found), found


def test_an_explorers_files_are_read(tmp_path: Path) -> None:
    found = kinds(opened(make.write(tmp_path, TREES["explorer"])))
    assert found["disks/iostat_-En.out"] == "iostat-En"
    assert found["sysconfig/uname-a.out"] == "uname"
    assert found["messages/messages"] == "kernel-log"


def test_an_output_that_stands_twice_is_read_once(tmp_path: Path) -> None:
    tree = {name: text for name, text in make.sos("db1", WHEN, {}).items() if not text.startswith(make.LINK)}
    top = next(iter(tree)).partition("/")[0]
    copied = {**tree, f"{top}/free": make.FREE, f"{top}/uname": make.uname("db1")}
    bundle = opened(make.write(tmp_path, copied))
    assert [item.kind for item in bundle.inputs].count("free") == 1
    assert [item.kind for item in bundle.inputs].count("uname") == 1


def test_equal_captures_of_two_hosts_are_two(tmp_path: Path) -> None:
    bundle = opened(
        make.write(tmp_path, {"app1/sos_commands/memory/free": make.FREE, "db1/sos_commands/memory/free": make.FREE})
    )
    assert len(bundle.inputs) == 2


def test_two_reports_are_two_hosts(tmp_path: Path) -> None:
    make.pack(tmp_path / "one.tar.gz", make.sos("app1", WHEN, {}))
    make.pack(tmp_path / "two.tar.xz", make.sos("db1", WHEN, {}), mode="w:xz")
    assert {item.host for item in opened(tmp_path).inputs} == {"app1", "db1"}


def test_two_plain_archives_with_the_same_paths_are_two_hosts(tmp_path: Path) -> None:
    make.pack(tmp_path / "app1.tar.gz", {"proc/meminfo": make.MEMINFO})
    make.pack(tmp_path / "db1.tgz", {"proc/meminfo": make.MEMINFO.replace("65807028", "8174540")})
    bundle = opened(tmp_path)
    assert {(item.path, item.host) for item in bundle.inputs} == {
        ("app1/proc/meminfo", "app1"), ("db1/proc/meminfo", "db1"),
    }  # fmt: skip


def test_lines_that_another_host_sent_stay_its_own(tmp_path: Path) -> None:
    sent = {"var/log/messages": make.disk_errors("web7", WHEN)}
    bundle = opened(make.write(tmp_path, make.sos("db1", WHEN, sent)))
    assert {o.host for o in bundle.observed if o.template == "disk-error"} == {"web7"}


def renamed(*names: str) -> make.Tree:
    """A report of db1 with the disk errors of hosts of these names, one after the other, in its journal."""
    sent = "".join(make.disk_errors(name, WHEN + timedelta(hours=n)) for n, name in enumerate(names))
    return make.sos("db1", WHEN, {"sos_commands/logs/journalctl_--no-pager": sent})


@pytest.mark.parametrize(
    ("tree", "hosts"),
    [
        (renamed("ubuntu", "db1"), {"db1"}),
        (renamed("ubuntu", "db1", "ubuntu"), {"db1", "ubuntu"}),
        (renamed("db1", "ubuntu"), {"db1", "ubuntu"}),
        (make.sos("db1", WHEN, {"var/log/messages": make.disk_errors("web7", WHEN) + make.disk_errors("db1", WHEN)}),
         {"db1", "web7"}),
    ],
    ids=["renamed", "both-write", "another-below", "sent-by-another"],
)  # fmt: skip
def test_the_name_that_a_host_had_when_it_was_set_up_is_its_own(
    tree: make.Tree, hosts: set[str], tmp_path: Path
) -> None:
    bundle = opened(make.write(tmp_path, tree))
    assert {o.host for o in bundle.observed if o.template == "disk-error"} == hosts
    assert [note for note in bundle.notes if note.startswith("ubuntu: taken for")] == (
        ["ubuntu: taken for the name that db1 had before; its log goes on under that name"]
        if hosts == {"db1"} else []
    )  # fmt: skip


@pytest.mark.parametrize("packed", [False, True], ids=["folder", "archive"])
def test_what_cannot_matter_is_not_opened(packed: bool, tmp_path: Path) -> None:
    tree = TREES["sos"]
    bundle = opened(make.pack(tmp_path / "a.tar", tree, mode="w") if packed else make.write(tmp_path / "in", tree))
    said = [u.reason for u in bundle.unrecognised if "not opened" in u.reason]
    assert said == ["3 files lie where no output of use is kept; not opened"]
    assert not any("rpm_-Va" in u.path for u in bundle.unrecognised)


def _packed(tree: make.Tree) -> bytes:
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w:gz") as archive:
        for name, text in tree.items():
            info = tarfile.TarInfo(name)
            info.size = len(text.encode())
            archive.addfile(info, io.BytesIO(text.encode()))
    return buffer.getvalue()


def test_what_cannot_matter_is_not_opened_in_an_archive_beside_it_either(tmp_path: Path) -> None:
    make.write(tmp_path / "in", TREES["sos"])
    top = next((tmp_path / "in").iterdir())
    (top / "proc" / "kallsyms.tgz").write_bytes(_packed({"kallsyms": "0000000000000000 A fixed_percpu_data\n" * 9}))
    bundle = opened(tmp_path / "in")
    assert not any("kallsyms" in u.path for u in bundle.unrecognised)
    said = [u.reason for u in bundle.unrecognised if "not opened" in u.reason]
    assert said == ["4 files lie where no output of use is kept; not opened"]


def test_what_lies_in_a_folder_and_packed_beside_it_is_read_once(tmp_path: Path) -> None:
    make.write(tmp_path / "in", TREES["sos"])
    top = next((tmp_path / "in").iterdir())
    unit = "sys/fs/cgroup/memory/system.slice/dev-.lxd\\x2dmounts.mount"
    files = {f"{unit}/memory.stat": "cache 4096\nrss 4096\n", "sys/fs/cgroup/memory/memory.stat": "cache 1\nrss 2\n"}
    make.write(top, files)
    (top / "sys.tgz").write_bytes(_packed(files))
    kept = [item.path for item in opened(tmp_path / "in").inputs if item.kind == "cgroup"]
    assert sorted(kept) == sorted(f"{top.name}/{path}" for path in files)


CONTENT = {"value": "4096", "pressure": "some avg10=0.00 avg60=0.00 avg300=0.00 total=0"}
"""Lines of the files of control groups of which not every one tells something that is used."""


def test_of_a_control_group_the_files_that_are_read_are_opened_and_no_others() -> None:
    folder = "db1/sys/fs/cgroup/memory/system.slice/a.service"
    others = ("cgroup.procs", "tasks", "notify_on_release", "pids.max", "memory.numa_stat", "memory.kmem.usage_in_bytes",
              "cpu.shares", "cpuset.cpus", "io.weight", "blkio.throttle.io_serviced")  # fmt: skip
    unused = {
        name for name, kind in KINDS.items() if kind in CONTENT and Group().take(name, CONTENT[kind], 1) != "used"
    }
    assert {name for name in KINDS if is_idle(f"{folder}/{name}")} == unused
    assert [name for name in others if not is_idle(f"{folder}/{name}")] == []


def test_the_same_places_of_no_whole_host_are_opened(tmp_path: Path) -> None:
    bundle = opened(make.write(tmp_path, {"etc/ssh/free.txt": make.FREE, "b": make.MEMINFO}))
    assert "free" in [item.kind for item in bundle.inputs]


def test_a_program_is_told_by_its_first_bytes(tmp_path: Path) -> None:
    from facts.archives import open_input

    (tmp_path / "core").write_bytes(b"\x7fELF" + b"a" * 5000)
    assert list(open_input(str(tmp_path))) == [Refused("core", "not text")]


def times(bundle: Bundle) -> set[str]:
    found = [row.get("last-time") for row in rows(bundle, "disk-error")]
    return {f"{datetime.fromtimestamp(t, UTC):%Y-%m-%d}" for t in found if isinstance(t, float)}


@pytest.mark.parametrize("tool", ["sos", "sosreport of old", "insights"])
def test_a_rotated_log_without_years_gets_its_year(tool: str, tmp_path: Path) -> None:
    assert times(opened(make.write(tmp_path, TREES[tool]))) == {"2023-12-26"}


def test_rotation_by_number_goes_back_over_more_than_a_year(tmp_path: Path) -> None:
    months = [datetime(2024, 1, 2, tzinfo=UTC), datetime(2023, 8, 2, tzinfo=UTC), datetime(2023, 3, 2, tzinfo=UTC)]
    logs = {
        f"var/log/messages{'.' + str(n) if n else ''}": make.quiet_log("db1", first, 10)
        for n, first in enumerate(months)
    }
    logs["var/log/messages.3"] = make.disk_errors("db1", datetime(2022, 11, 7, 4, tzinfo=UTC))
    assert times(opened(make.write(tmp_path, make.sos("db1", WHEN, logs)))) == {"2022-11-07"}


def test_the_date_in_a_rotated_name_is_enough(tmp_path: Path) -> None:
    logs = {"messages-20190310": make.disk_errors("db1", datetime(2019, 3, 6, tzinfo=UTC)),
            "messages": make.quiet_log("db1", datetime(2019, 3, 11, tzinfo=UTC), 3)}  # fmt: skip
    assert times(opened(make.write(tmp_path, logs))) == {"2019-03-06"}


def test_an_archive_says_when_a_log_was_written(tmp_path: Path) -> None:
    log = {"messages": make.disk_errors("db1", datetime(2017, 5, 4, tzinfo=UTC))}
    assert times(opened(make.pack(tmp_path / "a.tar.gz", log, datetime(2017, 5, 4, 9, tzinfo=UTC)))) == {"2017-05-04"}
    assert times(opened(make.pack(tmp_path / "b.tar.gz", log))) == set()


def test_without_any_date_a_year_is_not_made_up(tmp_path: Path) -> None:
    assert times(opened(make.write(tmp_path, {"messages": make.disk_errors("db1", WHEN)}))) == set()


def test_a_log_in_which_the_kernel_said_nothing_is_a_log(tmp_path: Path) -> None:
    logs = {"var/log/messages": make.quiet_log("db1", datetime(2024, 1, 14, tzinfo=UTC), 2, kernel=False)}
    found = rows(opened(make.write(tmp_path, make.sos("db1", WHEN, logs))), "kernel-log")
    assert [row["messages"] for row in found] == [0]


def test_lists_of_a_clusters_nodes_are_read_by_their_places(tmp_path: Path) -> None:
    conf = "nodelist {\n\tnode {\n\t\tname: db1\n\t}\n\tnode {\n\t\tname: db2\n\t}\n}\n"
    status = "Node List:\n  * Node db1: online:\n    * Resources:\n  * Node db3: OFFLINE:\n    * Resources:\n"
    files = {
        "etc/corosync/corosync.conf": conf,
        "sos_commands/pacemaker/crm_mon_-1_-A_-n_-r_-t": "Cluster Summary:\n  * Current DC: db1 - partition with quorum\n\n"
        + status,
        "sos_commands/pacemaker/crm_node_-l": "1 db1 member\n4 db4 lost\n",
        "sos_commands/corosync/corosync-quorumtool_-l": "\nMembership information\n----------------------\n    Nodeid      Votes Name\n"
        "         1          1 db1 (local)\n         5          1 db5\n",
        "etc/llthosts": "0 db1\n1 db6\n",
    }
    root = "sosreport-db1-2024-01-15-abcdefg"
    bundle = opened(make.write(tmp_path, {f"{root}/{path}": text for path, text in files.items()}))
    assert {(row["node"], row.get("own")) for row in rows(bundle, "cluster-node")} >= {("db1", "yes"), ("db5", "no")}
    assert {row["node"] for row in rows(bundle, "cluster-node")} == {f"db{n}" for n in range(1, 7)}


def test_lists_of_nodes_in_a_supportconfig_are_read(tmp_path: Path) -> None:
    text = (
        "#==[ Command ]======================================#\n# /usr/sbin/crm_mon -r -1\nStack: corosync\n"
        "Current DC: db1 (version 1.1.18) - partition with quorum\n2 nodes configured\n\nOnline: [ db1 ]\nOFFLINE: [ db2 ]\n\n"
        "#==[ Configuration File ]===========================#\n# /etc/corosync/corosync.conf\ntotem {\n\tversion: 2\n}\n"
    )
    tree = {**TREES["supportconfig"]}
    top = next(path for path in tree if path.endswith("basic-environment.txt")).rpartition("/")[0]
    bundle = opened(make.write(tmp_path, {**tree, f"{top}/ha.txt" if top else "ha.txt": text}))
    assert {row["node"] for row in rows(bundle, "cluster-node")} == {"db1", "db2"}
