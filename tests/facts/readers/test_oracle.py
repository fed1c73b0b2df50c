"""The readers of Oracle's outputs: the arithmetic of large pages, where a log ends, and what is no output."""

from __future__ import annotations

import pytest

from facts.readers import readers_for
from facts.reading import Reading
from facts.schema import Value
from facts.segments import segment


def read(text: str) -> list[tuple[str, Reading]]:
    """The kind and reading of each output in a text."""
    lines = text.strip("\n").split("\n")
    return [(found.reader.kind, found.reader.read(found.output)) for found in segment(lines, readers_for(text)).found]


def oracle_kinds(text: str) -> list[str]:
    """The kinds of Oracle's outputs that are found."""
    return [kind for kind, _ in read(text) if kind.startswith(("oracle", "sqlplus"))]


def startup(block: str) -> dict[str, Value | bool]:
    """The slots of the one start in a log."""
    [(kind, reading)] = read("Starting ORACLE instance (normal)\n" + block)
    assert kind == "oracle-alert"
    [row] = [row for row in reading.rows if row.template == "oracle-startup"]
    return dict(row.values)


OLD = "****************** Huge Pages Information *****************\n"


@pytest.mark.parametrize(
    ("lines", "needed"),
    [
        pytest.param("DFLT Huge Pages allocation successful (allocated: 700)", 700, id="all-of-it-fits"),
        pytest.param(
            "DFLT Huge Pages allocation successful (allocated: 512)\n"
            "NUMA Huge Pages allocation on node (1) (allocated: 900)\n"
            "NUMA Huge Pages allocation on node (0) (allocated: 900)",
            2312,
            id="equal-successes-are-different-segments",
        ),
        pytest.param("Huge Pages allocation failed (free: 288 required: 10432)", 10432, id="one-segment-refused"),
        pytest.param(
            "Huge Pages allocation failed (free: 10 required: 900)\n" * 2,
            900,
            id="the-same-figure-is-a-retry",
        ),
        pytest.param(
            "Huge Pages allocation failed (free: 10 required: 900)\n"
            "Huge Pages allocation failed (free: 10 required: 450)\n"
            "Huge Pages allocation failed (free: 10 required: 225)",
            900,
            id="a-fraction-is-the-same-segment",
        ),
        pytest.param(
            "Huge Pages allocation failed (free: 10 required: 900)\n"
            "NUMA Huge Pages allocation on node (1) (allocated: 8)\n"
            "Huge Pages allocation failed (free: 2 required: 800)",
            1700,
            id="a-success-after-a-failure-is-a-piece",
        ),
    ],
)
def test_pages_needed_before_11_2_0_3(lines: str, needed: int) -> None:
    assert startup(OLD + lines)["needed-pages"] == needed


def test_a_node_is_short_where_the_pool_was_large_enough() -> None:
    found = startup(
        OLD + "Huge Pages memory pool detected (total: 2000 free: 2000)\n"
        "DFLT Huge Pages allocation successful (allocated: 100)\n"
        "NUMA Huge Pages allocation on node (1) (allocated: 800)\n"
        "Huge Pages allocation failed (free: 1100 required: 900)\n"
        "NUMA Huge Pages allocation on node (0) (allocated: 600)\n"
    )
    assert (found["needed-pages"], found["free-pages"], found["node-pages-short"]) == (1800, 2000, 300)


def test_no_node_is_short_where_the_pool_was_too_small() -> None:
    found = startup(
        OLD + "NUMA Huge Pages allocation on node (1) (allocated: 800)\n"
        "Huge Pages allocation failed (free: 100 required: 900)\n"
        "NUMA Huge Pages allocation on node (0) (allocated: 64)\n"
    )
    assert "node-pages-short" not in found


def test_free_pages_without_the_pool_line_are_those_before_the_first_segment() -> None:
    found = startup(
        OLD + "DFLT Huge Pages allocation successful (allocated: 512)\n"
        "Huge Pages allocation failed (free: 288 required: 999)\n"
    )
    assert found["free-pages"] == 800


def test_two_blocks_in_one_excerpt_are_two_starts() -> None:
    block = (
        OLD + "Huge Pages memory pool detected (total: {0} free: {0})\n"
        "Huge Pages allocation failed (free: {0} required: 90)\n"
    )
    [(_, reading)] = read(
        block.format(10) + "******************************************************\n" + block.format(95)
    )
    starts = [row.values for row in reading.rows if row.template == "oracle-startup"]
    assert [(s["number"], s["latest"], s["free-pages"]) for s in starts] == [(1, False, 10), (2, True, 95)]


def test_a_gigabyte_page_counts_where_it_carries_the_instance() -> None:
    found = startup(
        "  PAGESIZE  AVAILABLE_PAGES  EXPECTED_PAGES  ALLOCATED_PAGES  ERROR(s)\n"
        "        4K       Configured               5               5        NONE\n"
        "     2048K               10               3               3        NONE\n"
        "  1048576K               40              40              40        NONE\n"
    )
    assert (found["page-bytes"], found["needed-pages"]) == (1 << 30, 40)


def test_a_table_line_that_is_cut_off_gives_no_total() -> None:
    [(_, reading)] = read(
        "Starting ORACLE instance (normal)\n"
        "  PAGESIZE  AVAILABLE_PAGES  EXPECTED_PAGES  ALLOCATED_PAGES  ERROR(s)\n"
        "     2048K              447             4\n"
    )
    assert [r.lines for r in reading.refusals] == [(3, 3)]
    assert "needed-pages" not in reading.rows[0].values
    assert reading.complete == frozenset()


def test_a_start_that_ends_before_the_database_is_open_has_failed() -> None:
    found = startup("PMON started with pid=2, OS id=11\nUSER (ospid: 9): terminating the instance due to error 119")
    assert found["outcome"] == "failed"


def test_an_instance_that_crashes_later_had_started() -> None:
    [(_, reading)] = read(
        "Starting ORACLE instance (normal)\nCompleted: ALTER DATABASE OPEN\n"
        "PMON (ospid: 9): terminating the instance due to error 474\nInstance terminated by PMON, pid = 9\n"
    )
    values = {row.template: row.values for row in reading.rows}
    assert values["oracle-startup"]["outcome"] == "started"
    assert values["oracle-instance"]["running"] == "no"


def test_errors_are_counted_and_the_latest_is_shown() -> None:
    [(_, reading)] = read(
        "Tue Sep 28 08:16:05 2010\nORA-01555: snapshot too old: rollback segment number 3\n"
        "Tue Sep 28 08:17:05 2010\nORA-01555: snapshot too old: rollback segment number 4\n"
        "ORA-1109 signalled during: alter database close...\n"
    )
    first, second = reading.rows
    assert (first.values["count"], first.values["text"], first.lines) == (
        2,
        "snapshot too old: rollback segment number 4",
        (4, 4),
    )
    assert first.slot_lines == {"count": (2, 4)}
    assert second.values["code"] == "ORA-01109"


def test_a_log_without_errors_says_that_there_are_none() -> None:
    [(_, reading)] = read("Tue Sep 28 08:16:05 2010\nThread 1 advanced to log sequence 12 (LGWR switch)\n")
    assert reading.outcome == "nothing"
    assert "oracle-error" in reading.complete


def test_a_setting_of_a_complete_list_is_at_its_default_when_it_is_not_there() -> None:
    block = 'System parameters with non-default values:\n  db_name                  = "a"\n{}'
    [(_, whole)] = read(block.format("PMON started with pid=2, OS id=7"))
    [(_, cut)] = read(block.format("..."))
    assert whole.rows[-1].values["memory-target-bytes"] == 0.0
    assert "memory-target-bytes" not in cut.rows[-1].values


@pytest.mark.parametrize(
    "text",
    [
        "The user feedback is a trite ORA-27102, so look into the alert log.",
        "ORA-27102: it means that the instance could not get the memory which it had asked the operating system for.",
        "ORA-00845: MEMORY_TARGET not supported on this system\n\n*Cause: the parameter was not supported\n",
        "Set it to only, and the start fails:\n\nuse_large_pages=only\n\nand nothing is wasted.",
        "Starting ORACLE instances is what a DBA does.",
        "processes = 200\nsessions = 300\n",
        "NAME   VALUE\n------ -----\ntank   12\n",
        "NAME                      USED  AVAIL\nrpool                     10G   20G\n",
        "Tue Sep 28 08:16:05 2010\nDevice:  r/s  w/s\nsda  1  2\n",
        '{"timestamp":"2023-09-02T05:40:43.626Z","message":"listening on port 8080"}',
        (
            "<msg time='2013-05-10T17:25:56.866+01:00' org_id='oracle' comp_id='tnslsnr'\n type='UNKNOWN' level='16'>\n"
            " <txt>10-MAY-2013 * establish * orcl * 0\n </txt>\n</msg>"
        ),
        "Total System Global Area sizing is treated in chapter 4.",
        "Buffer Cache Size 1280 is what we chose.",
        "Oracle Database 11g Release 2 (11.2.0.2)",
    ],
)
def test_what_is_no_output(text: str) -> None:
    assert oracle_kinds(text) == []


def test_a_log_ends_where_prose_or_another_output_begins() -> None:
    text = (
        "Tue Sep 28 08:16:05 2010\nStarting ORACLE instance (normal)\n" + OLD
        + "Huge Pages allocation failed (free: 1 required: 2)\n\n"
        "HugePages_Total:   800\nHugePages_Free:    800\nHugePages_Rsvd:      0\nHugepagesize:     2048 kB\n\n"
        "That is all that the log has to say of it.\n"
    )  # fmt: skip
    lines = text.split("\n")
    found = segment(lines, readers_for(text)).found
    assert (found[0].reader.kind, found[0].output.whole) == ("oracle-alert", (1, 4))
    assert "meminfo" in [f.reader.kind for f in found]


def test_unknown_messages_between_timestamps_belong_to_the_log() -> None:
    text = (
        "Tue Sep 28 08:16:05 2010\nThread 1 advanced to log sequence 12 (LGWR switch)\n"
        "Something that nobody has seen in a log before\nTue Sep 28 08:17:05 2010\nand this too\n"
    )
    [found] = segment(text.strip("\n").split("\n"), readers_for(text)).found
    assert found.output.whole == (1, 5)


def test_a_commented_parameter_is_no_setting_and_a_hash_in_quotes_no_comment() -> None:
    [(_, reading)] = read("*.db_name='a#b'\n#*.memory_target=4G\n*.sga_target=2G # was 4G\n")
    assert reading.rows[0].values == {"instance": "a#b", "type": "rdbms", "sga-target-bytes": 2.0 * 1024**3}


def test_a_single_setting_counts_when_it_is_the_whole_file_or_a_file_was_shown() -> None:
    assert oracle_kinds("use_large_pages=only\n") == ["oracle-parameters"]
    assert oracle_kinds("some prose\n\n$ grep large_pages init.ora\nuse_large_pages=only\n") == ["oracle-parameters"]
