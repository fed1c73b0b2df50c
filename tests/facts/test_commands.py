"""What command lines order, and what they must not be taken for."""

from pathlib import Path

import pytest

from facts.bundle import load
from facts.commands import rows_of_commands
from facts.dd_order import dd_order
from facts.reading import Prompt
from facts.schema import templates


def rows(command: str) -> list[tuple[str, dict[str, object]]]:
    return [(row.template, dict(row.values)) for row in rows_of_commands([(7, Prompt(command))])]


def test_a_log_device_is_a_change_and_a_state() -> None:
    assert rows("zpool add ZFS-db-41 log mirror c3t0d0 c3t1d0") == [
        (
            "pool-change",
            {"pool": "ZFS-db-41", "number": 7, "operation": "add-log",
             "text": "zpool add ZFS-db-41 log mirror c3t0d0 c3t1d0"},
        ),
        ("zpool-status", {"pool": "ZFS-db-41", "has-log-device": True, "log-mirrored": True}),
    ]  # fmt: skip


def test_without_the_word_log_it_is_a_data_device() -> None:
    assert [values["operation"] for _, values in rows("zpool add tank c3t0d0")] == ["add-data"]


def test_a_dry_run_changes_nothing() -> None:
    assert rows("zpool add -n tank log c3t0d0") == []


@pytest.mark.parametrize(
    ("command", "expected"),
    [
        ("sysctl -w vm.dirty_ratio=10", {"dirty-ratio-percent": 10.0, "dirty-limit-bytes": 0}),
        ("echo 5 > /proc/sys/vm/dirty_background_ratio",
         {"dirty-background-ratio-percent": 5.0, "dirty-background-limit-bytes": 0}),
        ("sudo sh -c 'echo 600 > /proc/sys/vm/nr_hugepages'", {"huge-pages-requested": 600}),
        ("sysctl -w vm.dirty_expire_centisecs=500", {"dirty-expire-seconds": 5.0}),
    ],
)  # fmt: skip
def test_kernel_settings(command: str, expected: dict[str, object]) -> None:
    assert rows(command) == [("vm-settings", expected)]


def test_vxtunefs_goes_by_its_device() -> None:
    assert rows("vxtunefs -o discovered_direct_iosz=64k /dev/vx/datadg/db01") == [
        (
            "vxfs-tunables",
            {"mount": "/dev/vx/datadg/db01", "device": "/dev/vx/datadg/db01", "discovered-direct-iosz-bytes": 65536.0},
        )
    ]


def test_zfs_properties_of_several_datasets() -> None:
    found = rows("zfs set logbias=throughput primarycache=metadata tank/data tank/index")
    assert [values["dataset"] for _, values in found] == ["tank/data", "tank/index"]
    assert {(values["logbias"], values["primarycache"]) for _, values in found} == {("throughput", "metadata")}


@pytest.mark.parametrize(
    ("command", "tool", "writes"),
    [
        ("mkfs -j -c -c /dev/md0", "mkfs-write", True),
        ("mke2fs -cc /dev/md0", "mkfs-write", True),
        ("mkfs.ext3 -c /dev/md0", "mkfs", False),
        ("e2fsck -c /dev/md0", "e2fsck", False),
        ("badblocks -nsv /dev/md0", "badblocks-nondestructive", True),
        ("badblocks -sv /dev/md0", "badblocks", False),
    ],
)
def test_surface_scans(command: str, tool: str, writes: bool) -> None:
    expected = {"device": "/dev/md0", "number": 7, "tool": tool, "writes": writes}
    assert rows(command) == [("surface-scan", expected)]


@pytest.mark.parametrize(
    "command",
    [
        "e2fsck -p /dev/md0",
        "mkfs -t ext3 /dev/sdb1",
        "zpool status tank",
        "zpool scrub $POOL",
        "dd if=/dev/zero of=/data/$i bs=1M",
        "echo 10",
        "echo 'an open quote",
        "sysctl vm.dirty_ratio",
        "sysctl -w vm.dirty_ratio=$X",
        "man badblocks",
        "x" * 10_000,
    ],
)
def test_what_orders_nothing(command: str) -> None:
    assert rows(command) == []


def test_dd_counts_input_blocks_and_knows_its_flags() -> None:
    order = dd_order("dd if=/dev/zero of=/data/f ibs=512 obs=1M count=2048 oflag=direct conv=notrunc,fsync")
    assert order is not None
    assert (order.request_bytes, order.total_bytes) == (1048576.0, 1048576.0)
    assert (order.direct, order.flushed, order.writes) == (True, True, True)


def test_padding_is_no_flush() -> None:
    """conv=sync pads blocks; oflag=sync flushes them."""
    padded, flushed = dd_order("dd if=a of=/b conv=sync"), dd_order("dd if=a of=/b oflag=sync")
    assert padded is not None
    assert flushed is not None
    assert (padded.flushed, flushed.flushed) == (False, True)


def test_rows_fit_their_templates_and_stand_on_their_line() -> None:
    for row in rows_of_commands(
        [
            (3, Prompt("zpool create tank c0t0d0; zfs create -o recordsize=8k tank/db")),
            (9, Prompt("time dd if=/dev/zero of=/data/f bs=8k count=10 && badblocks /dev/sda")),
            (11, Prompt("modprobe vboxdrv")),
        ]
    ):
        template = templates()[row.template]
        for slot, value in row.values.items():
            template.slots[slot].coerce(value)
        assert {k for k in template.key if k != "host"} <= set(row.values)
        assert row.lines in ((3, 3), (9, 9), (11, 11))


def test_a_command_that_was_refused_has_changed_nothing(tmp_path: Path) -> None:
    """The line below it says that it was refused; of one without such a line it is taken that it worked."""
    path = tmp_path / "typed.txt"
    typed = "root@db1:~# zpool add tank log c3\n{}root@db1:~# uptime\n"
    for answer, taken in (("cannot open 'c3': no such device in /dev/dsk\n", False), ("", True)):
        path.write_text(typed.format(answer), encoding="utf-8")
        bundle, errors = load([str(path)])
        assert not errors
        assert any(row.template in ("zpool-status", "pool-change") for row in bundle.observed) == taken
