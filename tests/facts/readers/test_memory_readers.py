"""What the readers of memory, limits and kernel settings do beyond their fixtures."""

from __future__ import annotations

import doctest

import pytest

from facts import stamps
from facts.readers import readers_for
from facts.reading import Reading
from facts.recognise import recognise
from facts.segments import Found, segment


def found_in(text: str, command: str = "") -> list[Found]:
    return segment(text.split("\n"), readers_for(f"{command}\n{text}"), "a.txt", command).found


def read(text: str, command: str = "") -> list[tuple[str, Reading]]:
    return [(f.reader.kind, f.reader.read(f.output)) for f in found_in(text, command)]


def values(text: str, command: str = "") -> dict[str, object]:
    """The slots of all rows of the one output in `text`."""
    ((_, reading),) = read(text, command)
    return {slot: value for row in reading.rows for slot, value in row.values.items()}


@pytest.mark.parametrize(
    "prose",
    [
        "We saw Dirty: about 3 GB and HugePages_Free: nearly all of them.",
        "MemTotal: is what the kernel sees, not what is built in.",
        "vm.dirty_ratio = 40 is the point where all writers are blocked.",
        "Set vm.nr_hugepages in /etc/sysctl.conf to a value large enough.",
        "kernel.shmmax: the largest segment; see the manual.",
        "The oracle user has a soft memlock that is too low.",
        "max locked memory is 64 kB there, and ulimit -l says so.",
        "It printed always madvise never, without a bracket.",
        "some avg10=high, I think",
        "pswpout rose by 9000 pages in a minute",
        "Mem: 16 GB, swap: 4 GB",
        "the shmid column of ipcs -m and nattch",
        "LimitMEMLOCK is missing from the unit.",
    ],
)
def test_prose_is_no_output(prose: str) -> None:
    assert read(f"Before.\n\n{prose}\n\nAfter.") == []


def test_meminfo_peak_is_cited_where_it_stood_and_the_last_sample_has_its_time() -> None:
    text = (
        "zzz ***Tue Mar 1 12:00:05 EST 2011\nDirty: 100 kB\nWriteback: 900 kB\n"
        "zzz ***Tue Mar 1 12:00:10 EST 2011\nDirty: 50 kB\nWriteback: 0 kB"
    )
    ((kind, reading),) = read(text)
    row = reading.rows[0]
    assert (kind, row.values["samples"], row.values["dirty-and-writeback-peak-bytes"]) == ("meminfo", 2, 1000 * 1024)
    assert row.slot_lines["dirty-and-writeback-peak-bytes"] == (2, 3)
    assert row.lines == (5, 6)
    assert row.time == 1298980810.0


def test_meminfo_committed_needs_the_reserved_pages() -> None:
    """Without the command nobody knows whether a line was left out."""
    three = "HugePages_Total:   600\nHugePages_Free:    145\nHugepagesize:     2048 kB"
    assert "huge-pages-committed" not in values(three)
    assert "huge-pages-committed" not in values(
        three, "grep -E 'HugePages_Total|HugePages_Free|Hugepagesize' /proc/meminfo"
    )
    assert values(three, "grep -i huge /proc/meminfo")["huge-pages-committed"] == 455


def test_meminfo_of_two_hosts_are_two_outputs() -> None:
    first, second = read("db1: MemTotal:  8174540 kB\ndb1: MemFree:  62076 kB\ndb2: MemTotal:  4087270 kB")
    assert [first[1].host, second[1].host] == ["db1", "db2"]


def test_meminfo_ends_at_prose_and_skips_a_remark() -> None:
    (found,) = found_in("MemTotal:  8174540 kB\n# the pool\nHugePages_Total:  320\nSo much for that.\nActive: yes")
    assert found.output.whole == (1, 3)


def test_running_values_outweigh_configured_ones() -> None:
    ((_, running),) = read("vm.swappiness = 60")
    ((kind, configured),) = read("# ours\nvm.swappiness = 1")
    assert kind == "sysctl-conf"
    assert not running.rows[0].inferred
    assert all(row.inferred for row in configured.rows)


def test_sysctl_names_host_and_kernel() -> None:
    ((_, reading),) = read("kernel.hostname = db7\nkernel.osrelease = 2.6.32-754.el6.x86_64\nkernel.ostype = Linux")
    assert reading.host == "db7"
    assert reading.rows[0].values == {"kernel": "2.6.32-754.el6.x86_64", "kernel-code": 2006032, "os": "linux"}


def test_sysctl_several_values_of_one_cat() -> None:
    command = "cat /proc/sys/vm/{dirty_ratio,dirty_background_ratio} /proc/sys/vm/swappiness"
    assert values("40\n10\n60", command) == {
        "dirty-ratio-percent": 40,
        "dirty-background-ratio-percent": 10,
        "swappiness": 60,
        "os": "linux",
    }


def test_a_value_below_another_command_is_none() -> None:
    assert read("40", "cat /tmp/dirty_ratio") == []


def test_state_of_huge_pages_without_a_command_is_inferred() -> None:
    ((_, reading),) = read("always madvise [never]")
    assert (reading.rows[0].values, reading.rows[0].inferred) == ({"transparent-huge-pages": "never"}, True)


def test_the_defrag_file_is_not_the_state_of_huge_pages() -> None:
    ((_, reading),) = read("[always] madvise never", "cat /sys/kernel/mm/transparent_hugepage/defrag")
    assert [dict(row.values) for row in reading.rows if row.template == "vm-settings"] == [
        {"transparent-huge-pages-defrag": "always"}
    ]


def test_ulimit_is_that_of_the_account_at_the_prompt() -> None:
    assert values("[oracle@db1 ~]$ ulimit -l\nunlimited") == {
        "user": "oracle",
        "source": "ulimit",
        "soft-bytes": 9.2e18,
    }
    assert values("# sudo -u grid bash -c 'ulimit -Sl'\n64")["user"] == "grid"
    assert values("$ ulimit -HSl\n64")["hard-bytes"] == 65536


def test_semaphores_are_no_shared_memory() -> None:
    assert read("------ Semaphore Arrays --------\nkey        semid      owner      perms      nsems\n"
                "0x0a2b3c4d 98304      oracle     640        504") == []  # fmt: skip


def test_an_empty_list_of_segments_is_none_at_all() -> None:
    text = "------ Shared Memory Segments --------\nkey shmid owner perms bytes nattch status"
    ((_, reading),) = read(text)
    assert reading.rows[0].values["segments"] == 0
    assert reading.complete == {"shared-memory"}


def test_df_without_the_shared_memory_is_not_taken() -> None:
    text = "Filesystem 1K-blocks Used Available Use% Mounted on\n/dev/sda1 101086 19000 76867 20% /boot"
    assert "df-shm" not in [kind for kind, _ in read(text)]


def test_free_in_bytes_is_told_by_its_pages() -> None:
    text = (
        "             total       used       free     shared    buffers     cached\n"
        "Mem:    1059586048  236732416  822853632    1357284   51183616  127881216\n"
        "-/+ buffers/cache:   57667584 1001918464\nSwap:   2147475456          0 2147475456"
    )
    assert values(text)["ram-bytes"] == 1059586048
    assert values(text.replace("1357284", "1355776"), "free -k")["ram-bytes"] == 1059586048 * 1024


def test_rounded_gigabytes_of_a_small_host_tell_no_size() -> None:
    text = (
        "              total        used        free      shared  buff/cache   available\n"
        "Mem:              7           3           1           0           3           3\nSwap:  3  0  3"
    )
    assert "ram-bytes" not in values(text, "free -g")
    assert values(text.replace("7 ", "15", 1), "free -g")["ram-bytes"] == 15 << 30


def test_stamps_documentation() -> None:
    assert doctest.testmod(stamps).failed == 0


def test_the_mappings_of_a_process_are_not_the_memory_of_the_host() -> None:
    mapping = (
        "55ba2fdc8000-55ba2fdf5000 r--p 00000000 fc:02 3673103                    /usr/bin/bash\n"
        "Size:                180 kB\nKernelPageSize:        4 kB\nRss:                 180 kB\n"
        "Anonymous:             0 kB\nLazyFree:              0 kB\nAnonHugePages:         0 kB\n"
        "ShmemPmdMapped:        0 kB\nFilePmdMapped:        0 kB\nSwap:                  0 kB\n"
    )
    assert [kind for kind, _ in read(mapping * 3)] == ["smaps"]


STAMPS = (
    "09:10:0{}",
    "2024-03-01 09:10:0{}",
    "2024-03-01T09:10:0{}",
    "Fri Mar  1 09:10:0{} 2024",
    "[09:10:0{}]",
    "09:10:0{} AM",
)


@pytest.mark.parametrize("stamp", STAMPS)
def test_samples_of_vmstat_may_be_stamped_below_a_header_that_is_not(stamp: str) -> None:
    head = " r  b   swpd   free   buff  cache   si   so    bi    bo   in   cs us sy id wa st"
    samples = (
        "2  0 512 812340 40960 6204416 0 0 2 806 914 1097 2 1 97 0 0",
        "5  1 512 798212 40964 6205004 0 0 45 2283 967 1894 6 2 90 2 0",
    )
    stamped = [f"{stamp.format(number * 5)}  {sample}" for number, sample in enumerate(samples)]
    plain, timed = values("\n".join((head, *samples))), values("\n".join((head, *stamped)))
    assert timed["interval-seconds"] == timed["longest-gap-seconds"] == 5
    assert {slot: value for slot, value in timed.items() if slot in plain} == plain


@pytest.mark.parametrize(
    ("path", "counts"),
    [
        ("sosreport-oradb1/usr/lib/systemd/system/upower.service", False),
        ("home/oracle/case/etc/systemd/system/libstoragemgmt.service.d/limits.conf", False),
        ("fedora-import-state.service", False),
        ("sosreport-db1/etc/systemd/system/oracle-xe.service.d/limits.conf", True),
        ("sosreport-db1/etc/systemd/system/dbora.service", True),
    ],
)
def test_a_unit_is_of_oracle_by_its_own_name_and_not_by_its_folders(path: str, counts: bool) -> None:
    (found,) = recognise(["[Service]", "LimitMEMLOCK=64M"], path).found
    assert bool(found.reader.read(found.output).rows) == counts
