"""What the ZFS readers must not take, and what they conclude from the shape of an output."""

from facts.readers import readers_for
from facts.reading import Reading
from facts.segments import segment


def found(text: str, command: str = "") -> list[tuple[str, tuple[int, int], Reading]]:
    lines = text.strip("\n").split("\n")
    segments = segment(lines, readers_for(f"{command}\n{text}"), "", command)
    return [(item.reader.kind, item.output.whole, item.reader.read(item.output)) for item in segments.found]


def only(text: str, command: str = "") -> Reading:
    [(_, _, reading)] = found(text, command)
    return reading


PROSE = """
pool: we have one of them, and its state: good.
The scan: line of zpool status shows when all pools are healthy again.
NAME SIZE CAP are the columns of zpool list, NAME PROPERTY VALUE SOURCE those of zfs get.
zfs_arc_max = 0x100000000 was what we wanted, or set zfs:zfs_arc_max.
set zfs:zfs_nocacheflush=1
In the DTrace script zio_gang_tree_issue:entry is counted, value and Distribution and count.
History for tank was lost. Filesystem i/o parameters for the volume were as before.
Memory size matters. Solaris 10 has it; so do CentOS 5 and Red Hat.
arcstats c_max 4 153
zpool-tank was busy: pid 371.
Page Summary of the Pages
/u01 on the other host was mounted, type vxfs.
"""


def test_prose_is_no_output() -> None:
    assert found(PROSE) == []


def test_a_pool_that_is_shown_in_part_tells_nothing_of_what_is_not_shown() -> None:
    text = """
# zpool status -e tank
  pool: tank
 state: DEGRADED
config:

        NAME        STATE     READ WRITE CKSUM
        tank        DEGRADED     0     0     0
          c1t1d0    FAULTED      1     0     0

errors: No known data errors
"""
    reading = only(text)
    assert "has-log-device" not in reading.rows[0].values
    assert reading.complete == frozenset()


def test_all_pools_healthy_is_a_look_at_them() -> None:
    reading = only("# zpool status -x\nall pools are healthy\n")
    assert reading.outcome == "nothing"
    assert "zpool-status" in reading.complete


def test_repeated_status_with_times_is_one_output_with_a_time_for_each() -> None:
    block = """  pool: tank
 state: ONLINE
config:

        NAME        STATE     READ WRITE CKSUM
        tank        ONLINE       0     0     0
          c1t0d0    ONLINE       0     0     0

errors: No known data errors
"""
    [(kind, lines, reading)] = found(f"1353488400\n{block}\n1353488405\n{block}")
    assert (kind, lines) == ("zpool-status", (1, 21))
    assert [row.time for row in reading.rows if row.template == "zpool-status"] == [1353488400.0, 1353488405.0]


def test_a_device_in_no_vdev_after_a_mirror_counts_as_one_by_its_indentation() -> None:
    text = """
  pool: tank
 state: ONLINE
config:

        NAME        STATE     READ WRITE CKSUM
        tank        ONLINE       0     0     0
          mirror-0  ONLINE       0     0     0
            sda     ONLINE       0     0     0
            sdb     ONLINE       0     0     0
          sdc       ONLINE       0     0     0

errors: No known data errors
"""
    rows = only(text).rows
    assert rows[0].values["data-vdevs"] == 2
    assert [row.values["vdev"] for row in rows[1:]] == ["mirror", "mirror", "disk"]


def test_unknown_fragmentation_is_left_out() -> None:
    reading = only(
        "NAME  SIZE  ALLOC  FREE  FRAG  CAP  DEDUP  HEALTH  ALTROOT\ntank  1T  1G  1023G  -  0%  1.00x  ONLINE  -\n"
    )
    assert "fragmentation-percent" not in reading.rows[0].values
    assert reading.rows[0].values["capacity-percent"] == 0.0


def test_tabs_with_columns_that_could_be_either_are_told_by_the_percent_sign() -> None:
    [row] = only("tank\t10G\t9G\t1G\t44%\t-\t90%\t1.00x\tONLINE\t-\n").rows
    assert row.values["fragmentation-percent"] == 44.0


def test_a_log_device_that_was_added_is_in_the_history_with_its_time() -> None:
    reading = only("History for 'p':\n2012-11-27.23:11:09 zpool add p log c1t0d0 [user root on db41:global]\n")
    assert reading.host == "db41"
    assert reading.rows[0].values["operation"] == "add-log"
    assert reading.rows[0].time == 1354057869.0


def test_the_seconds_of_a_gang_count_come_from_the_command() -> None:
    for sleep, seconds in (("sleep 300", 300.0), ("sleep 5m", 300.0), ("sleep 10", 10.0)):
        text = f"# dtrace -qn 'fbt::zio_gang_tree_issue:entry{{@[pid]=count();}}' -c \"{sleep}\"\n  12   600\n"
        assert only(text).rows[0].values["per-second"] == 600 / seconds


def test_a_gang_count_without_any_line_says_nothing() -> None:
    assert found("# dtrace -qn 'fbt::zio_gang_tree_issue:entry { @[pid]=count(); }' -c \"sleep 300\"\n# date\n") == []


def test_another_histogram_is_not_one_of_sizes() -> None:
    text = """
     PID  CMD
     371  zpool-tank

           value  ------------- Distribution ------------- count
              -1 |                                         0
               0 |@@@@@@@@@@@@@@@@@@@@                     10
               1 |                                         0
            4096 |@@@@@@@@@@@@@@@@@@@@                     10
"""
    assert found(text) == []


def test_a_setting_that_is_only_advised_is_none() -> None:
    advice = "Put this into the file and reboot:\n\nset zfs:zfs_immediate_write_sz=8000\n\nThen look again."
    assert found(advice) == []
    assert only("set zfs:zfs_immediate_write_sz=8000", "cat /etc/system").rows[0].values == {
        "immediate-write-bytes": 8000
    }


def test_an_answer_of_one_value_needs_its_command() -> None:
    assert found("8192") == []
    [row] = only("8192", "zfs get -Hp -o value recordsize tank/x").rows
    assert row.values["recordsize-bytes"] == 8192.0


def test_a_device_without_errors_has_no_row_but_was_looked_at() -> None:
    text = """
c1t0d0           Soft Errors: 0 Hard Errors: 0 Transport Errors: 0
Vendor: SEAGATE  Product: ST373453LC       Revision: 0003 Serial No: 3HW0XYZA
Size: 73.40GB <73400057856 bytes>
Media Error: 0 Device Not Ready: 0 No Device: 0 Recoverable: 0
Illegal Request: 0 Predictive Failure Analysis: 0
"""
    reading = only(text)
    assert [row.template for row in reading.rows] == ["system"]
    assert reading.complete == {"disk-error"}


def test_physical_memory_is_that_of_the_host_where_memstat_shows_it() -> None:
    text = """
Page Summary                Pages                MB  %Tot
------------     ----------------  ----------------  ----
Kernel                     131072              1024   50%
Total                      262144              2048
Physical                   258048              2016
"""
    rows = only(text).rows
    assert rows[0].values["total-bytes"] == 262144 * 8192
    assert rows[1].inferred
    assert rows[1].values["ram-bytes"] == 258048 * 8192


def test_a_gang_count_that_is_empty_counts_only_where_the_next_prompt_shows_that_it_ended() -> None:
    asked = "root@nas:~# dtrace -qn 'fbt::zio_gang_tree_issue:entry { @[pid]=count(); }' -c \"sleep 300\"\n\n"
    assert found(asked) == []
    assert found(f"{asked}root@nas:~# \n") != []
    assert found(f"{asked}root@nas:~# date\nTue Mar  5 10:20:13 UTC 2024\n") != []
