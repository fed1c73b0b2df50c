"""Readers of drives, controllers and file-system checks: what their fixtures do not say."""

import pytest

from facts.readers.smart_signs import Signs, is_logical_volume
from facts.reading import Row
from facts.recognise import recognise


def found(text: str) -> list[str]:
    lines = text.split("\n")
    return [item.reader.kind for item in recognise(lines).found]


def rows(text: str) -> list[Row]:
    lines = text.split("\n")
    return [row for item in recognise(lines).found for row in item.reader.read(item.output).rows]


@pytest.mark.parametrize(
    "sentence",
    [
        "I ran smartctl -a /dev/sdb and it said SMART Health Status was fine.",
        "The modprobe of vboxdrv failed, and insmod said the same.",
        "Areca's disk info shows the ModelName and Capacity of each drive, and its Usage.",
        "dd told me that 16 GB were copied in 200 seconds.",
        "Bad blocks: that is what everybody suspected first.",
        "badblocks found nothing; Checking for bad blocks took hours, though.",
        "VirtualBox 1.5.6 was what we had; building the main module failed.",
        "Module not found was the error, more or less.",
        "The event log had 10 Reading Error lines on channel 2.",
    ],
)
def test_prose_is_no_output(sentence: str) -> None:
    assert found(f"Some words before.\n\n{sentence}\n\nSome words after.") == []


def test_two_drives_without_a_name_stay_two() -> None:
    text = "\n".join(
        f"smartctl 7.1 2019-12-30 r5022 [x86_64-linux-5.4.0] (local build)\n\n=== START OF INFORMATION SECTION ===\n"
        f"Device Model:     ST4000VN008-2DR166\nSerial Number:    ZDH{n}TEST\n"
        for n in (1, 2)
    )
    assert [row.values["device"] for row in rows(text) if row.template == "smart"] == ["ZDH1TEST", "ZDH2TEST"]


def test_the_command_names_only_the_output_right_below_it() -> None:
    """In a loop the second drive is another one."""
    text = (
        "# smartctl -H /dev/sda\nsmartctl 7.1 2019-12-30 r5022 [x86_64-linux-5.4.0] (local build)\n\n"
        "SMART overall-health self-assessment test result: PASSED\n"
        "smartctl 7.1 2019-12-30 r5022 [x86_64-linux-5.4.0] (local build)\n\n"
        "SMART overall-health self-assessment test result: FAILED!\n"
    )
    smart = [row.values for row in rows(text) if row.template == "smart"]
    assert [(values["device"], values["health"]) for values in smart] == [("/dev/sda", "passed"), ("", "failed")]


def test_a_newer_extended_test_outweighs_an_older_failure() -> None:
    log = (
        "smartctl 7.1 2019-12-30 r5022 [x86_64-linux-5.4.0] (local build)\n\n"
        "SMART Self-test log structure revision number 1\n"
        "Num  Test_Description    Status                  Remaining  LifeTime(hours)  LBA_of_first_error\n"
        "# 1  {first}\n"
        "# 2  Extended offline    Completed: read failure       90%     31149         1466342\n"
    )
    passed = "Extended offline    Completed without error       00%     31871         -"
    short = "Short offline       Completed without error       00%     31871         -"
    verdicts = [rows(log.format(first=first))[0].values["self-test-failed"] for first in (passed, short)]
    assert verdicts == [False, True]


def test_an_unknown_raw_value_is_left_out() -> None:
    text = (
        "ID# ATTRIBUTE_NAME          FLAG     VALUE WORST THRESH TYPE      UPDATED  WHEN_FAILED RAW_VALUE\n"
        "197 Current_Pending_Sector  0x0012   100   100   000    Old_age   Always       -       unknown\n"
    )
    (item,) = recognise(text.split("\n")).found
    reading = item.reader.read(item.output)
    assert "pending-raw" not in reading.rows[0].values
    assert [refusal.lines for refusal in reading.refusals] == [(2, 2)]


def test_a_makers_other_use_of_a_number_is_not_taken() -> None:
    text = (
        "ID# ATTRIBUTE_NAME          FLAG     VALUE WORST THRESH TYPE      UPDATED  WHEN_FAILED RAW_VALUE\n"
        "196 Later_Bad_Block_Inv_Blk 0x0012   100   100   000    Old_age   Always       -       9\n"
        "199 Total_Block_Count       0x0012   100   100   000    Old_age   Always       -       88\n"
    )
    values = rows(text)[0].values
    assert "crc-errors-raw" not in values
    assert "reallocation-events-raw" not in values


def test_a_healthy_sas_drive_has_no_filler() -> None:
    signs = Signs(
        model="SEAGATE ST1200MM0088", transport="SAS (SPL-3)", healthy=True, counters=[10, 0, 0, 10, 0, 0],
        gigabytes=[145.2], temperature=33, trip_temperature=60, start_stop_limit=10000, made_year=2016, made_week=35,
    )  # fmt: skip
    assert signs.count() == 0


def test_an_unwritten_log_alone_is_one_sign() -> None:
    assert Signs(model="NETAPP LUN", transport="iSCSI", healthy=True, no_self_test_log=True).count() == 1


@pytest.mark.parametrize(
    ("model", "logical"),
    [
        ("LSI MR9260-8i", True), ("DELL PERC H710", True), ("HP LOGICAL VOLUME", True), ("AVAGO MR9460-16i", True),
        ("Intel Raid 1 Volume", True), ("Areca ARC-1210-VOL#00", True), ("NETAPP LUN", True),
        ("WDC WD20EFRX-68EUZN0", False), ("SEAGATE ST1200MM0088", False), ("HP EG0600FBDSR", False),
        ("Samsung SSD 970 EVO 500GB", False), ("INTEL SSDSC2BB480G4", False),
    ],
)  # fmt: skip
def test_logical_volumes(model: str, logical: bool) -> None:
    assert is_logical_volume(model) is logical


def test_an_event_log_cut_short_is_not_complete() -> None:
    text = "Date-Time Device Event Type\n2008-08-24 12:26:37 IDE Channel #02 Reading Error\n"
    readings = [
        item.reader.read(item.output) for t in (text, text + "...\n") for item in recognise(t.split("\n")).found
    ]
    assert [reading.complete for reading in readings] == [frozenset({"areca-event"}), frozenset()]


def test_an_event_log_without_drive_events_was_looked_at() -> None:
    text = "Date-Time Device Event Type\n2008-08-24 06:14:51 H/W MONITOR Raid Powered On\n"
    (item,) = recognise(text.split("\n")).found
    reading = item.reader.read(item.output)
    assert (reading.outcome, reading.complete) == ("nothing", frozenset({"areca-event"}))


def test_a_real_configuration_error_is_no_echo() -> None:
    text = (
        "make -C /lib/modules/2.6.25/build SUBDIRS=/tmp/vbox.0 modules\n"
        "  ERROR: Kernel configuration is invalid.\n"
        "         include/linux/autoconf.h or include/config/auto.conf are missing.\n"
        "make: *** [modules] Error 2\n"
    )
    values = rows("# make\n" + text.replace("make -C", "make KBUILD_VERBOSE=1 -C"))[0].values
    assert (values["headers-missing"], values["echoed-config-recipe"]) == (True, False)
