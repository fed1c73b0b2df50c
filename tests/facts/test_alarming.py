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


def test_a_bundle_holds_them_and_looks_through_so_much_and_no_more(tmp_path: Path) -> None:
    (tmp_path / "a.log").write_text(f"{SPEAK[0]}\x1b[31m\n")
    bundle, _ = load([str(tmp_path)])
    (alarm,) = bundle.alarms
    assert "\x1b" not in alarm.text
    assert alarm.path.endswith("a.log")
    (tmp_path / "a.log").write_text(f"{SPEAK[0]}\n" + "x" * 79 + ("\n" + "y" * 79) * (MOST_CHARACTERS // 80))
    bundle, _ = load([str(tmp_path)])
    assert not bundle.alarms
