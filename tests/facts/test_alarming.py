"""Which lines of captures speak of trouble, and which only look so."""

from pathlib import Path

import pytest

from facts.alarming import MOST, MOST_CHARACTERS, alarms_in, worst
from facts.bundle import load

SPEAK = [
    "Oct 12 03:11:09 mail2 app[412]: connection to 10.1.1.9 timed out",
    "[ 4211.120393] nfs: server filer1 not responding, still trying",
    "2024-02-01T10:00:00.123Z ERROR worker 7: queue is full, giving up: limit reached",
    "cp: error writing 'b': No space left on device",
    "ORA-27102: out of memory",
    "WARNING: mr_sas0: io_timeout_checker: FW Fault, adapter offline",
    "mmap failed: errno=12 (Cannot allocate memory)",
    "2023-11-14 09:02:03.551 CET [22841] app@crm LOG:  process 22841 still waiting for AccessShareLock on relation 48213",
    "[70.9] md: kicking non-fresh sdd1 from array!",
    "      Reason:       OOMKilled",
    "Data Space Available: 0B",
    "     pps_allowance_exceeded: 2120441",
    "2024-01-02 10:00:00 worker OSError: the queue is gone",
]
HARMLESS = [
    "sda: 0 errors, 0 timeouts",
    "# on failure: stop",
    "errors: No known data errors",
    "  1 Raw_Read_Error_Rate     0x000f   100   100   006    Pre-fail  Always       -       0",
    "Oct 12 03:11:09 mail2 sshd[412]: Failed password for invalid user root from 10.1.1.9",
    "[   12.120393]  ? schedule_timeout+0x173/0x3b0",
    "Oct 12 03:11:09 mail2 kernel: ACPI Error: no handler",
    "SMART Error Log not supported",
    "a table of failed things | 3 | 4",
    "May 18 15:24:28 web1 yum[11597]: Installed: lynx-2.8.6-27.el6.x86_64",
    "12:53:20      UID       PID   kB_rd/s   kB_wr/s kB_ccwr/s iodelay  Command",
    "Udp: InDatagrams NoPorts InErrors OutDatagrams",
    "Nov  2 03:10:01 sun1 ntpd: [ID 599263 daemon.error] synchronized to 10.20.0.5, stratum=4",
    "[  310.120393] usb 2-1.6: USB disconnect, device number 7",
    "[  310.120393] md: delaying data-check of md0 until md1 has finished",
    "#5  0x00000000006ef7cb in SaveSlotToPath (slot=0x2babd8cee500) at slot.c: error",
    "debug.debugger_on_panic: 1",
    "     rx_missed_errors: 12",
]


@pytest.mark.parametrize("line", SPEAK)
def test_a_line_that_speaks_of_trouble_is_found(line: str) -> None:
    assert [alarm.line for alarm in alarms_in("log", ["all is well", line])] == [2]


@pytest.mark.parametrize("line", HARMLESS)
def test_a_line_that_only_looks_so_is_not(line: str) -> None:
    assert not alarms_in("log", [line])


def test_one_shape_is_one_alarm_with_its_first_line_and_how_often() -> None:
    lines = [f"Oct 12 03:11:{second:02} db1 app[{second}]: disk {second} offline" for second in range(20)]
    (alarm,) = alarms_in("log", lines)
    assert (alarm.line, alarm.times, alarm.text) == (1, 20, lines[0])


def test_what_failed_stands_before_what_is_only_called_an_error_and_the_list_is_short() -> None:
    lines = [f"Oct 12 03:11:09 db1 {chr(97 + n)}{chr(98 + n)}: error of kind {chr(97 + n)}" for n in range(20)]
    found = alarms_in("log", [*lines, "Oct 12 03:11:09 db1 app: it failed"])
    assert len(found) == MOST
    assert found[0].text.endswith("it failed")
    assert worst([*found, *found])[0] == found[0]


def test_the_first_failure_stands_before_what_follows_from_it() -> None:
    lines = [
        "Oct 12 03:11:09 db1 kernel: sd 0:0:1:0: [sdb] FAILED Result: hostbyte=DID_OK",
        *["Oct 12 03:11:10 db1 kernel: EXT4-fs error (device dm-2): Detected aborted journal"] * 10,
    ]
    assert [(alarm.line, alarm.times) for alarm in alarms_in("log", lines)] == [(1, 1), (2, 10)]
    quiet = ["Oct 12 03:11:10 db1 app: all is well"] * 1000
    assert [alarm.line for alarm in alarms_in("log", [*lines, *quiet])] == [2, 1]


def test_one_incident_is_told_once() -> None:
    tasks = [f"[{n}.1] INFO: task kworker/{n}:2 blocked for more than 120 seconds." for n in range(3)]
    killed = [
        "[9.1] uwsgi invoked oom-killer: gfp_mask=0xcc0, order=0",
        "[9.2] Out of memory: Killed process 63214 (uwsgi)",
    ]
    assert [(alarm.line, alarm.times) for alarm in alarms_in("log", [*tasks, *killed])] == [(1, 3), (4, 2)]
    again = alarms_in("dmesg", [tasks[0]])
    assert len(worst([*alarms_in("messages", [tasks[0]]), *again])) == 1


def test_a_line_of_values_gives_its_message() -> None:
    line = '2024-04-02 11:36:07 CST,"u","db",86630,"1.2.3.4:5",66.1,5,"idle",2024-04-02 CST,30/0,0,ERROR,XX000,"could not write ""a""",,,'
    assert alarms_in("log.csv", [line])[0].message == 'could not write "a"'


def test_a_bundle_holds_them_and_looks_through_so_much_and_no_more(tmp_path: Path) -> None:
    (tmp_path / "a.log").write_text(f"{SPEAK[0]}\x1b[31m\n")
    bundle, _ = load([str(tmp_path)])
    (alarm,) = bundle.alarms
    assert "\x1b" not in alarm.text
    assert alarm.path.endswith("a.log")
    (tmp_path / "a.log").write_text(f"{SPEAK[0]}\n" + "x" * 79 + ("\n" + "y" * 79) * (MOST_CHARACTERS // 80))
    bundle, _ = load([str(tmp_path)])
    assert not bundle.alarms
