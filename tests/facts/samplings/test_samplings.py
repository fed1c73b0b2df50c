"""Samples column by column: every value on the line that it was printed on, and the same values that the rows sum up."""

import math
import re
from pathlib import Path

import pytest

from facts.reading import Row
from facts.recognise import recognise
from facts.samplings import KINDS, Metric, Sampled, output_at, sampled
from facts.text import lines_of, unquote

FIXTURES = Path(__file__).parents[1] / "readers" / "fixtures"
PLAIN = sorted(p for kind in KINDS for p in (FIXTURES / kind).glob("*.txt") if "json" not in p.name)
NUMBER = re.compile(r"\d+(?:[.,]\d+)?")


def samples_of(text: str) -> Sampled:
    """The samples of the only output in a text."""
    (found,) = (f for f in recognise(text.splitlines()).found if f.reader.kind in KINDS)
    result = sampled(found.reader.kind, found.output)
    assert result is not None
    return result


def metric(samples: Sampled, name: str, device: str = "", unit: str | None = None) -> Metric:
    """The only metric of that name."""
    (found,) = (m for m in samples.metrics if (m.name, m.device) == (name, device) and (unit is None or m.unit == unit))
    return found


VMSTAT = """\
notes above
$ vmstat 5
procs -----------memory---------- ---swap-- -----io---- -system-- ------cpu-----
 r  b   swpd   free   buff  cache   si   so    bi    bo   in   cs us sy id wa st
 1  0      0 802956  50016 512520    0    0     9    99 1006  556  1  1 97  1  0
 2  1      4 702956  50016 512520    0    3     0  4200 1106  656 10  5 70 15  0
 3  8      4 602956  50016 512520    7    0     0     0 1206  756 20  5  0 75  0
procs -----------memory---------- ---swap-- -----io---- -system-- ------cpu-----
 r  b   swpd   free   buff  cache   si   so    bi    bo   in   cs us sy id wa st
 4  0      4 502956  50016 512520    0    0     1   812 1306  856  5  5 89  1  0
"""


def test_vmstat_has_every_column_without_the_average_since_boot() -> None:
    samples = samples_of(VMSTAT)
    assert (samples.kind, samples.interval_s, samples.began) == ("vmstat-linux", 5.0, None)
    assert samples.times.tolist() == [0.0, 5.0, 10.0]
    assert [m.name for m in samples.metrics] == "r b swpd free buff cache si so bi bo in cs us sy id wa st".split()
    assert metric(samples, "bo").values.tolist() == [4200.0, 0.0, 812.0]
    assert metric(samples, "bo").lines.tolist() == [6, 7, 10]
    assert [metric(samples, name).unit for name in ("b", "free", "so", "bo", "cs", "wa")] == [
        "", "kB", "kB/s", "kB/s", "/s", "%",
    ]  # fmt: skip


def test_memory_columns_have_the_unit_of_the_command() -> None:
    samples = samples_of(VMSTAT.replace("vmstat 5", "vmstat -S M 5"))
    assert [metric(samples, name).unit for name in ("free", "si", "bo")] == ["MB", "MB/s", "kB/s"]


SOLARIS = """\
 kthr      memory            page            disk          faults      cpu
 r b w   swap  free  re  mf pi po fr de sr s0 s1 s2 s3   in   sy   cs us sy id
 0 0 0 3243004 845352 237 1317 0 64 90 0 266 0 0 0 0 1140  780  981 12  3 85
 0 1 0 3243000 745352 237 1317 0 60 95 0 166 0 0 0 0 1141  781  982 13  4 83
"""


def test_solaris_calls_two_columns_sy() -> None:
    samples = samples_of("# vmstat 1\n" + SOLARIS)
    assert metric(samples, "sy", unit="/s").values.tolist() == [781.0]
    assert metric(samples, "sy", unit="%").values.tolist() == [4.0]
    assert metric(samples, "sr").unit == "pages/s"
    assert metric(samples, "sr").lines.tolist() == [5]


XN = """\
$ iostat -xnz 10
                    extended device statistics
    r/s    w/s   kr/s   kw/s wait actv wsvc_t asvc_t  %w  %b device
    0.1    0.1    0.8    0.1  0.0  0.0    0.0    0.2   0   0 c1t[0]d0
                    extended device statistics
    r/s    w/s   kr/s   kw/s wait actv wsvc_t asvc_t  %w  %b device
    0.0   74.0    0.0 7920.6  0.0 10.0    0.0  135.1   0 100 c1t[0]d0
    1.0    2.0    3.0    4.0  0.5  0.6    0.7    0.8   9  10 c1t1d0
                    extended device statistics
    r/s    w/s   kr/s   kw/s wait actv wsvc_t asvc_t  %w  %b device
    1.5    2.5    3.5    4.5  0.5  0.6    0.7    0.9   9  11 c1t1d0
"""


def test_iostat_keeps_every_column_of_every_device() -> None:
    samples = samples_of(XN)
    assert samples.times.tolist() == [0.0, 10.0]
    names = "r/s w/s kr/s kw/s wait actv wsvc_t asvc_t %w %b".split()
    assert [m.name for m in samples.metrics if m.device == "c1t1d0"] == names
    assert metric(samples, "wsvc_t", "c1t1d0").values.tolist() == [0.7, 0.7]
    assert metric(samples, "%b", "c1t1d0").values.tolist() == [10.0, 11.0]
    assert metric(samples, "asvc_t", "c1t1d0").lines.tolist() == [8, 11]


def test_a_device_that_was_left_out_moved_nothing_and_has_no_latency() -> None:
    samples = samples_of(XN)
    assert metric(samples, "kw/s", "c1t[0]d0").values.tolist() == [7920.6, 0.0]
    latency = metric(samples, "asvc_t", "c1t[0]d0")
    assert latency.values[0] == 135.1
    assert math.isnan(latency.values[1])
    assert latency.lines.tolist() == [7, 0]


LINUX = """\
Linux 3.10.0-327.el7.x86_64 (db1)  11/28/2022  _x86_64_  (8 CPU)

11/28/2022 04:03:36 AM
avg-cpu:  %user   %nice %system %iowait  %steal   %idle
           3,30    0,09    0,94    0,53    0,00   95,14

Device:         rrqm/s   wrqm/s     r/s     w/s    rMB/s    wMB/s avgrq-sz avgqu-sz   await r_await w_await  svctm  %util
sda               0,00    10,00    0,00    4,00     0,00     1,50    28,00     0,01    2,50    0,00    2,50   0,50   0,20

11/28/2022 04:03:38 AM
avg-cpu:  %user   %nice %system %iowait  %steal   %idle
          13,30    0,09    0,94   40,53    0,00   45,14

Device:         rrqm/s   wrqm/s     r/s     w/s    rMB/s    wMB/s avgrq-sz avgqu-sz   await r_await w_await  svctm  %util
sda               0,00    10,00    0,00  400,00     0,00    37,25   190,00    12,01   32,50    0,00   32,50   0,50  98,20
"""


def test_linux_iostat_with_decimal_commas_and_its_processor() -> None:
    samples = samples_of(LINUX)
    assert (samples.began, samples.dated) == (1669608218.0, True)
    written = metric(samples, "wMB/s", "sda")
    assert (written.values.tolist(), written.unit, written.lines.tolist()) == ([37.25], "MB/s", [15])
    assert metric(samples, "svctm", "sda").values.tolist() == [0.5]
    wait = metric(samples, "%iowait")
    assert (wait.values.tolist(), wait.lines.tolist(), wait.unit) == ([40.53], [12], "%")


def test_zpool_iostat_by_the_names_of_its_two_headers() -> None:
    samples = samples_of(
        "$ zpool iostat -y tank 5\n"
        "              capacity     operations    bandwidth\n"
        "pool        alloc   free   read  write   read  write\n"
        "----------  -----  -----  -----  -----  -----  -----\n"
        "tank         750G   250G      0  1.50K      0  6.00M\n"
        "tank         750G   250G      7    200      0  1.00M\n"
    )
    written = metric(samples, "bandwidth write", "tank")
    assert (written.values.tolist(), written.lines.tolist(), written.unit) == ([6144.0, 1024.0], [5, 6], "kB/s")
    assert samples.times.tolist() == [0.0, 5.0]


@pytest.mark.parametrize("path", PLAIN, ids=lambda p: f"{p.parent.name}/{p.stem}")
def test_values_stand_on_their_lines(path: Path) -> None:
    lines = unquote(lines_of(path.read_bytes()))
    printed_with_units = path.parent.name == "zpool-iostat" or any(
        word in path.name for word in ("human", "with-units")
    )
    checked = 0
    for found in recognise(lines, path.name).found:
        samples = sampled(found.reader.kind, found.output) if found.reader.kind in KINDS else None
        for one in samples.metrics if samples else ():
            assert len(one.values) == len(one.lines) == len(samples.times if samples else ())
            for value, line in zip(one.values, one.lines, strict=True):
                if not line or value != value or printed_with_units:
                    continue
                # a terminal may have wrapped a sample into the line below
                text = " ".join(lines[line - 1 : line + 1])
                assert value in {float(n.replace(",", ".")) for n in NUMBER.findall(text)}, (one.name, text)
                checked += 1
    assert checked or printed_with_units


@pytest.mark.parametrize("path", PLAIN, ids=lambda p: f"{p.parent.name}/{p.stem}")
def test_samples_agree_with_the_rows(path: Path) -> None:
    lines = unquote(lines_of(path.read_bytes()))
    for found in recognise(lines, path.name).found:
        if found.reader.kind not in KINDS:
            continue
        samples = sampled(found.reader.kind, found.output)
        for row in found.reader.read(found.output).rows:
            if row.template in ("vmstat", "device-load"):
                assert samples is not None
                # the tables of one sar output need not all go on as long
                assert row.values["samples"] == len(samples.times) or found.reader.kind == "sar"
                if row.template == "device-load":
                    _busiest_agrees(samples, row)


def _busiest_agrees(samples: Sampled, row: Row) -> None:
    busy = [m for m in samples.metrics if m.device == row.values["device"] and m.name in ("%b", "%util", "util")]
    if busy and "busy-percent-max" in row.values:
        assert max(v for v in busy[0].values if v == v) == row.values["busy-percent-max"]


def test_output_at_known_lines_has_the_command_above_it() -> None:
    lines = VMSTAT.splitlines()
    output = output_at(lines, (3, len(lines)), "db1/vmstat.txt")
    assert (output.command, output.first, output.label) == ("vmstat 5", 3, "db1/vmstat.txt:3")
    samples = sampled("vmstat-linux", output)
    assert samples == samples_of(VMSTAT)


def test_other_kinds_and_unreadable_outputs_have_no_samples() -> None:
    assert sampled("meminfo", output_at(["MemTotal: 1 kB"], (1, 1))) is None
    assert sampled("iostat-linux", output_at(['{"sysstat": '], (1, 1))) is None


def test_columns_that_never_change_share_their_memory() -> None:
    rows = [f"    0.0    2.0    0.0    1.0  0.0  0.0    0.0    0.2   0   0 c1t{disk}d0" for disk in range(3)]
    samples = samples_of("\n".join(["$ iostat -xn 1", *3 * [*XN.splitlines()[1:3], *rows]]))
    idle = [m.values for m in samples.metrics if m.name in ("r/s", "%w")]
    assert len(idle) == 6
    assert all(values is idle[0] for values in idle)


def test_sar_past_midnight_and_a_restart() -> None:
    lines = lines_of((FIXTURES / "sar" / "linux-restart.txt").read_bytes())
    (found,) = recognise(lines).found
    samples = sampled(found.reader.kind, found.output)
    assert samples is not None
    assert samples.times.tolist() == [0.0, 600.0, 1200.0, 2400.0]
    assert (samples.interval_s, samples.began, samples.dated) == (600.0, 1480376401.0, True)
    wait = metric(samples, "%iowait")
    assert (wait.values.tolist(), wait.lines.tolist()) == ([10.5, 44.0, 6.0, 2.0], [4, 5, 6, 12])
    written = metric(samples, "wr_sec/s", "dev8-0")
    assert (written.values.tolist()[:3], written.lines.tolist()) == ([8000.0, 60000.0, 4000.0], [16, 18, 20, 0])
    assert math.isnan(written.values[3])  # the archive ends before that table does
    free = metric(samples, "kbmemfree")
    assert (free.values.tolist()[:2], free.unit, free.lines.tolist()) == ([204800.0, 102400.0], "kB", [26, 27, 0, 0])


def test_mpstat_and_pidstat_are_not_taken_for_sar() -> None:
    banner = "Linux 5.14.0-70.el9.x86_64 (web1) 	2022-11-28 	_x86_64_	(2 CPU)\n\n"
    mpstat = (
        "09:00:00     CPU    %usr   %nice    %sys %iowait    %irq   %soft  %steal  %guest  %gnice   %idle\n"
        "09:00:01     all    1.00    0.00    1.00    0.00    0.00    0.00    0.00    0.00    0.00   98.00\n"
    )
    pidstat = (
        "09:00:00      UID       PID    %usr %system  %guest   %wait    %CPU   CPU  Command\n"
        "09:00:01        0      1234    1.00    1.00    0.00    0.00    2.00     1  oracle\n"
    )
    for text in (mpstat, pidstat):
        kinds = [found.reader.kind for found in recognise((banner + text).splitlines()).found]
        assert "sar" not in kinds
