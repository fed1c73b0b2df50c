"""From files to labelled rows: hosts, transcripts, tickets, what is left over."""

from __future__ import annotations

from pathlib import Path

import pytest

from facts.bundle import load
from facts.hosts import assign
from facts.inputs import Bundle
from facts.observations import Observations

MEMINFO = (
    "MemTotal:       8174540 kB\nMemFree:          62076 kB\nBuffers:         21724 kB\nCached:        6158912 kB\n"
)
LINUX = "Linux {} 5.14.0-70.el9.x86_64 #1 SMP PREEMPT x86_64 x86_64 x86_64 GNU/Linux\n"


def bundle_of(root: Path, files: dict[str, str]) -> Bundle:
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    bundle, errors = load([str(root)])
    assert errors == []
    return bundle


def hosts(bundle: Bundle) -> dict[str, str]:
    return {item.path: item.host for item in bundle.inputs}


def test_folders_are_hosts_where_nothing_else_names_them(tmp_path: Path) -> None:
    bundle = bundle_of(tmp_path, {"app1/a.txt": MEMINFO, "db1/b.txt": MEMINFO})
    assert hosts(bundle) == {"app1/a.txt": "app1", "db1/b.txt": "db1"}


def test_uname_names_the_host_of_its_folder(tmp_path: Path) -> None:
    bundle = bundle_of(tmp_path, {"one/u": LINUX.format("db7.example.com"), "one/m": MEMINFO, "two/m": MEMINFO})
    assert hosts(bundle)["one/m"] == "db7"
    assert hosts(bundle)["two/m"] == "two"


def test_category_folders_are_no_hosts(tmp_path: Path) -> None:
    bundle = bundle_of(tmp_path, {"proc/meminfo": MEMINFO, "sos_commands/kernel/uname_-a": LINUX.format("db7")})
    assert set(hosts(bundle).values()) == {"db7"}


def test_unlabelled_outputs_of_one_input_are_one_host(tmp_path: Path) -> None:
    bundle = bundle_of(tmp_path, {"a": MEMINFO, "b": "vm.dirty_ratio = 40\nvm.dirty_background_ratio = 10\n"})
    assert len(set(hosts(bundle).values())) == 1


def test_prompts_name_hosts_in_one_transcript(tmp_path: Path) -> None:
    text = f"[root@app1 ~]# cat /proc/meminfo\n{MEMINFO}[root@db1 ~]# cat /proc/meminfo\n{MEMINFO}"
    bundle = bundle_of(tmp_path, {"session.log": text})
    assert [item.host for item in bundle.inputs] == ["app1", "db1"]


def test_localhost_names_nobody() -> None:
    assert assign([("a", "localhost"), ("b", "db1")]) == ["db1", "db1"]


def test_a_place_in_a_tree_stands_for_its_command(tmp_path: Path) -> None:
    bundle = bundle_of(tmp_path, {"sosreport-x/proc/sys/vm/dirty_ratio": "40\n"})
    rows = {row.template: row for row in Observations(bundle.observed).merge().rows}
    assert rows["vm-settings"].cells["dirty-ratio-percent"].value == 40.0


def test_a_number_by_file_name_alone_is_nothing(tmp_path: Path) -> None:
    bundle = bundle_of(tmp_path, {"dirty_ratio": "40\n"})
    assert bundle.inputs == []
    assert [(u.path, u.reason) for u in bundle.unrecognised] == [("dirty_ratio", "no known output")]


def test_every_line_is_read_or_listed(tmp_path: Path) -> None:
    """Nothing is dropped: each line with text stands in an output, below a prompt, or in what was not recognised."""
    text = f"Dear all,\n\nplease look at this:\n\n$ cat /proc/meminfo\n{MEMINFO}\nThanks\n$ frobnicate --all\nnothing known\n"
    bundle = bundle_of(tmp_path, {"ticket.txt": text})
    covered = {n for i in bundle.inputs for n in range(i.lines[0], i.lines[1] + 1)}
    covered |= {n for u in bundle.unrecognised if u.lines for n in range(u.lines[0], u.lines[1] + 1)}
    left = [line for n, line in enumerate(text.split("\n"), 1) if line.strip() and n not in covered]
    assert [line for line in left if not line.startswith("$ ")] == []


def test_prose_is_kept_as_what_somebody_says(tmp_path: Path) -> None:
    bundle = bundle_of(tmp_path, {"ticket.txt": f"The whole server freezes for many seconds.\n\n{MEMINFO}"})
    assert [p.text for p in bundle.prose] == ["The whole server freezes for many seconds."]


def test_remark_at_the_prompt_is_what_somebody_says(tmp_path: Path) -> None:
    text = f"root@db7:~# cat /proc/meminfo\n{MEMINFO}\nroot@db7:~# # updates are very slow since we moved\nroot@db7:~# # vmstat 5\n"
    bundle = bundle_of(tmp_path, {"session.log": text})
    assert [p.text for p in bundle.prose] == ["updates are very slow since we moved"]


@pytest.mark.parametrize("gap", [bytes(300), bytes(100_000)])
@pytest.mark.parametrize("before", ["", "Mar  3 04:05:01 db1 kernel: eth0: link down\n"])
def test_a_log_is_read_on_behind_what_a_crash_left_in_it(tmp_path: Path, gap: bytes, before: str) -> None:
    after = "Mar  3 04:05:06 db1 kernel: sd 0:0:1:0: [sdb] Sense Key : Medium Error [current]\n"
    (tmp_path / "messages").write_bytes(before.encode() + gap + after.encode())
    bundle, _ = load([str(tmp_path)])
    assert [row.cells["device"].value for row in bundle.observed if row.template == "disk-error"] == ["sdb"]
    assert bundle.notes == [f"messages: {len(gap):,} NUL bytes left out; a crash, or a log that was cut, leaves them"]


def test_binary_files_are_listed(tmp_path: Path) -> None:
    (tmp_path / "core").write_bytes(b"\x7fELF\x00\x00")
    bundle = bundle_of(tmp_path, {"m": MEMINFO})
    assert ("core", "not text (NUL bytes)") in [(u.path, u.reason) for u in bundle.unrecognised]


def test_one_unreadable_file_is_an_error(tmp_path: Path) -> None:
    path = tmp_path / "core"
    path.write_bytes(b"\x7fELF\x00\x00")
    _, errors = load([str(path)])
    assert [e.code for e in errors] == ["input-not-readable"]


def test_a_scan_that_stands_alone_in_a_ticket_was_run(tmp_path: Path) -> None:
    text = (
        "I then ran a scan:\n\nmkfs -j -c -c /dev/md0\n\nIt took hours. You could run badblocks on /dev/sdb as well.\n"
    )
    bundle = bundle_of(tmp_path, {"ticket.txt": text})
    scans = [row for row in Observations(bundle.observed).merge().rows if row.template == "surface-scan"]
    assert [(row.cells["tool"].value, row.cells["tool"].origin.lines) for row in scans] == [("mkfs-write", (3, 3))]


def _poll(pending: int, when: str = "") -> str:
    clock = f"Local Time is:    {when}\n" if when else ""
    return (
        "smartctl 7.2 2020-12-30 r5155 [x86_64-linux-5.10.0] (local build)\n\n=== START OF INFORMATION SECTION ===\n"
        "Device Model:     ST4000VN008-2DR166\nSerial Number:    ZDH0TEST\n" + clock +
        "\nID# ATTRIBUTE_NAME          FLAG     VALUE WORST THRESH TYPE      UPDATED  WHEN_FAILED RAW_VALUE\n"
        f"197 Current_Pending_Sector  0x0012   100   100   000    Old_age   Always       -       {pending}\n"
    )  # fmt: skip


def _growths(bundle: Bundle) -> list[tuple[object, object]]:
    rows = [row for row in Observations(bundle.observed).merge().rows if row.template == "smart-growth"]
    return [(row.cells["first"].value, row.cells["last"].value) for row in rows]


def test_two_polls_without_a_time_say_nothing_of_growth(tmp_path: Path) -> None:
    """Which file came first is not known, and a name does not tell."""
    assert _growths(bundle_of(tmp_path, {"a": _poll(12), "b": _poll(0)})) == []


def test_two_polls_with_times_are_ordered_by_them(tmp_path: Path) -> None:
    first, last = "Sun Nov  1 02:00:00 2026 UTC", "Mon Nov  2 02:00:00 2026 UTC"
    assert _growths(bundle_of(tmp_path, {"a": _poll(12, last), "b": _poll(0, first)})) == [(0, 12)]
