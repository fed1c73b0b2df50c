"""Long samplings that are read in bulk: the facts are those of the line parser, whatever is irregular in them."""

from __future__ import annotations

import io
import random
import subprocess
import sys
from collections.abc import Callable
from contextlib import nullcontext
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bench.long_logs import linux_samples, samples, sar_reports, sar_samples, solaris_sar_samples, vmstat_samples
from facts import budget, bundle
from facts.long_text import LongLines, long_lines
from facts.progress import Progress
from facts.reading import MOST_REFUSALS
from facts.source import Source
from facts.text import lines_of
from tests import tree
from tests.facts.near import near
from tests.facts.series.tiny import tiny
from tests.facts.series.troubled import troubled_vmstat

SPOILED: tuple[Callable[[str, int], str], ...] = (
    lambda line, n: "",
    lambda line, n: line[: n % (len(line) + 1)],
    lambda line, n: " " + line,
    lambda line, n: line.replace(".", ",", 1 + n % 3),
    lambda line, n: line.replace(" 0.0", f"{10.0**9 + n:.1f}", 1),
    lambda line, n: line.replace(" 0.0", "   -", 1),
    lambda line, n: line + " " + line,
    lambda line, n: line.replace("c1", "a" * 15 + "c", 1),
    lambda line, n: line[:n] + "1 1" + line[n + 3 :],
    lambda line, n: "     cpu\n us sy wt id\n  1  2  3 94",
    lambda line, n: "avg-cpu:  %user   %nice %system %iowait  %steal   %idle\n           3.30    0.09    0.94    0.53    0.00   95.14",
    lambda line, n: "root@db1:~# iostat -xn 5",
    lambda line, n: "1354060800",
    lambda line, n: "Wed Nov 28 23:59:59 UTC 2012",
    lambda line, n: "11/28/2012 01:02:03 PM",
    lambda line, n: "Device:            tps    kB_read/s    kB_wrtn/s    kB_read    kB_wrtn\nsda   3.00  4.00  5.00  6  7",
    lambda line, n: " r b w   swap  free  re  mf pi po fr de sr s0 s1 s2 s3   in   sy   cs us sy id",
    lambda line, n: "swap is low again",
    lambda line, n: f"{n % 24:02d}{line[2:]}",
    lambda line, n: line.replace(":", ".", 1),
    lambda line, n: line.replace(".", ".5.", 1 + n % 2),
    lambda line, n: line.replace("sda", ("COM", "Media-1", "8:0", "sdb", "7")[n % 5], 1).replace("DEV", "DEV tps", n % 2),
    lambda line, n: f"00:00:{n % 60:02d}  LINUX RESTART (8 CPU)",
    lambda line, n: "Average:        all     13.30      0.00      0.70     40.00      0.00     46.00",
    lambda line, n: f"Linux 5.10.0-8-amd64 (db1) 12/{1 + n % 28:02d}/2012 _x86_64_ (8 CPU)",
    lambda line, n: line.replace("kbavail", "pswpin/s").replace("%util", "%busy").replace("%idle", "%steal"),
    lambda line, n: line[8:],
    lambda line, n: line + "\n" + f"00:00:{n % 60:02d}  CPU  %usr  %wio  %idle\n00:00:{n % 60:02d}  all  1.0  3.0  96.0",
)  # fmt: skip


def facts_of(data: bytes, folder: Path, bulk: bool) -> str:
    """What is read of a file."""
    path = folder / "output.txt"
    path.write_bytes(data)
    with tiny() if bulk else nullcontext():
        return repr(bundle.load([str(path)]))


WRITERS = (samples, linux_samples, vmstat_samples, troubled_vmstat, sar_samples, sar_reports, solaris_sar_samples)


@settings(deadline=None, max_examples=24, derandomize=True)
@given(
    writer=st.sampled_from(WRITERS),
    stamped=st.booleans(),
    seed=st.integers(0, 99),
    spoils=st.lists(st.tuples(st.integers(0, 10**6), st.integers(0, len(SPOILED) - 1), st.integers(0, 80)), max_size=8),
    cut=st.integers(0, 900),
    wrapped=st.sampled_from(["", "root@db1:~# iostat -xn 1\n", "root@db1:~# vmstat 1\n", "before it\n"]),
)
def test_the_facts_are_those_of_the_line_parser(writer, stamped, seed, spoils, cut, wrapped, tmp_path_factory) -> None:  # type: ignore[no-untyped-def]
    lines = "".join(writer(90, stamped, 0.05, seed)).split("\n")
    for where, how, number in spoils:
        at = where % len(lines)
        lines[at] = SPOILED[how](lines[at], number)
    data = (wrapped + "\n".join(lines)).encode()[: -cut or None]
    folder = tmp_path_factory.mktemp("long")
    assert near(facts_of(data, folder, True), facts_of(data, folder, False))


def test_what_happens_is_the_same_where_the_average_since_boot_is_set_aside(tmp_path: Path) -> None:
    data = ("$ vmstat 1\n" + "".join(troubled_vmstat(200))).encode()
    quickly = facts_of(data, tmp_path, True)
    assert "write-pause" in quickly
    assert "swap-episode" in quickly
    assert near(quickly, facts_of(data, tmp_path, False))


def test_wide_numbers_and_other_units_are_the_same(tmp_path: Path) -> None:
    dice = random.Random(3)
    wide = "".join(samples(60)).replace("kr/s", "Mr/s")
    lines = [f"{dice.random() * 10**7:.1f}{line[7:]}" if dice.random() < 0.1 else line for line in wide.split("\n")]
    data = "\n".join(lines).encode()
    assert near(facts_of(data, tmp_path, True), facts_of(data, tmp_path, False))


def test_a_short_sampling_is_read_without_numpy(tmp_path: Path) -> None:
    for writer in (samples, vmstat_samples, sar_samples):
        (tmp_path / f"{writer.__name__}.txt").write_text("".join(writer(30)))
    code = f"import sys; from facts.bundle import load; load([{str(tmp_path)!r}]); print('numpy' in sys.modules)"
    run = subprocess.run([sys.executable, "-c", code], cwd=tree.ROOT, capture_output=True, text=True, check=False)
    assert (run.stdout, run.stderr) == ("False\n", "")


def test_most_samples_are_taken_in_bulk(tmp_path: Path) -> None:
    from facts.series.blocks import Run

    for writer in (samples, linux_samples):
        for stamped in (False, True):
            data = "".join(writer(200, stamped)).encode()
            lines = long_lines(Source(data))
            assert lines is not None
            taken = 0
            index = 0
            while index < len(lines):
                found = lines.run_at(index)
                if isinstance(found, int):
                    index = max(found, index + 1)
                else:
                    assert isinstance(found[0], Run)
                    taken += found[0].samples
                    index += found[1]
            assert taken > 150


@pytest.mark.parametrize("irregular", [0.0, 0.1])
@pytest.mark.parametrize("end", ["", "\n", "\n  \n", "last words"])
def test_the_lines_are_the_same(irregular: float, end: str) -> None:
    data = ("".join(samples(50, True, irregular)) + end).encode()
    long = long_lines(Source(data))
    assert isinstance(long, LongLines)
    assert list(long) == lines_of(data)
    assert list(long[40:90][5:]) == lines_of(data)[45:90]
    assert long[-1] == lines_of(data)[-1]


@pytest.mark.parametrize("text", ["> " + "".join(samples(50)), "\x1b[0m" + "".join(samples(50))])
def test_texts_that_have_to_be_cleaned_are_left_to_the_line_parser(text: str) -> None:
    assert long_lines(Source(text.encode())) is None


@pytest.mark.parametrize("writer", WRITERS)
def test_who_watches_gets_the_same_and_sees_it_go_on(writer: object, tmp_path: Path) -> None:
    path = tmp_path / "output.txt"
    path.write_text("".join(writer(150, False)))  # type: ignore[operator]
    seen: list[Progress] = []
    with tiny():
        alone = bundle.load([str(path)])
        assert bundle.load([str(path)], watch=seen.append) == alone
    done = [moment.bytes_done for moment in seen]
    assert done == sorted(done)
    assert done[-1] == path.stat().st_size
    assert len(set(done)) > 5


def test_a_scratch_file_without_room_costs_the_log_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from facts.scratch import Scratch

    def full(self: Scratch, data: object) -> int:
        raise OSError(28, "No space left on device")

    (tmp_path / "iostat.txt").write_text("".join(samples(200)))
    (tmp_path / "uname.txt").write_text("Linux db1 5.10.0-8-amd64 #1 SMP x86_64 GNU/Linux\n")
    monkeypatch.setattr(budget, "LEAST_BYTES", 1)
    monkeypatch.setattr(Scratch, "append", full)
    found, errors = bundle.load([str(tmp_path)])
    assert not errors
    assert [item.path for item in found.inputs] == ["uname.txt"]
    assert [(item.path, "No space left" in item.reason) for item in found.unrecognised] == [("iostat.txt", True)]
    monkeypatch.setattr(budget, "_CHUNK", 4096)
    _, errors = bundle.load(["-"], io.BytesIO((tmp_path / "iostat.txt").read_bytes()))
    assert [error.message for error in errors] == [
        "`-` cannot be read: what is kept meanwhile cannot be written: No space left on device"
    ]


def test_lines_that_cannot_be_read_are_bounded_and_counted() -> None:
    """A log of nothing else takes no memory, and the number of those left out is told."""
    lines = "".join(samples(2, True)).split("\n")
    bad = next(line for line in lines if line.strip().startswith(tuple("0123456789")))
    text = "\n".join([*lines, *["x" + bad[1:]] * 250])
    found, _ = bundle.load(["-"], io.BytesIO(text.encode()))
    (item,) = found.inputs
    assert item.outcome == "partial"
    assert len(item.refusals) == MOST_REFUSALS + 1
    assert "here and further on 150 more could not be read" in item.refusals[-1].reason
    assert item.refusals[-1].lines[1] == text.count("\n") + 1
    assert not [cell for row in found.observed if row.template == "read" for cell in row.cells.values()]
